"""Tells what an endpoint's refusal means: another form, another try, this question alone, or the end of the run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.adapters.llm_address import ADDRESS, KEY, Secrets
from gitexp.adapters.llm_answer import error_of
from gitexp.errors import OutsideError

if TYPE_CHECKING:
    from openai import APIStatusError

MAX_READ = 4000
_UNFIT = frozenset({400, 404, 422})
_NO_LLM = re.compile(
    r"not.?found|not exist|unknown|invalid|no such|not available|not a valid|no access", re.I
)
_TOO_LONG = re.compile(r"context.?(?:length|window|size)|context_length_exceeded|too many tokens", re.I)
_WRONG_PLACE = re.compile(r"chat/completions|invalid url", re.I)


class Refused(Exception):
    """The endpoint will not answer this one request: why."""


@dataclass(frozen=True)
class Refusal:
    """What an endpoint said instead of an answer. `named` is the field of the request that it names."""

    status: int
    words: str
    named: str
    code: str
    usual: bool
    """It has the usual form of an error."""
    headers: Mapping[str, str]

    @property
    def may_be_form(self) -> bool:
        """Return whether it may be about the form of the request: some endpoints fall over a schema."""
        return not self.too_long and (self.status in _UNFIT or self.status >= 500)

    @property
    def too_long(self) -> bool:
        """Return whether the text is longer than the language model takes."""
        unfit = self.status in _UNFIT or self.status == 413 or self.status >= 500
        return unfit and (self.status == 413 or bool(_TOO_LONG.search(f"{self.code} {self.words}")))

    def no_use(self, llm: str) -> tuple[str, str] | None:
        """Return what it says against the endpoint as a whole, and how to mend it; None where it says nothing."""
        if self.status in (401, 403):
            return "refuses the key", f"set {KEY}"
        if self.status == 402 or self.code == "insufficient_quota":
            return "has no credit left", "see your account there"
        if 300 <= self.status < 400:
            return "sends the text on to another address, which is not followed", f"set {ADDRESS}"
        if self.code == "model_not_found" or (self.status in _UNFIT and self._names_no(llm)):
            return (
                f"has no language model `{llm}`",
                "give another one: --model NAME, EXP_MODEL or git config exp.model NAME",
            )
        if self.status in (404, 405) and (not self.usual or _WRONG_PLACE.search(self.words)):
            return "has no chat completions there", f"set {ADDRESS}; most end with /v1"
        return None

    def raise_for(self, where: str, llm: str, secrets: Secrets) -> None:
        """Raise what it means where another try is of no use: OutsideError for the endpoint, Refused for this request."""
        said = secrets.said(self.words if self.usual else "no reason is given")
        if no_use := self.no_use(llm):
            raise OutsideError(where, f"{no_use[0]} ({self.status}: {said})", no_use[1])
        if self.too_long:
            raise Refused(f"the text is longer than the language model takes ({said})")

    def _names_no(self, llm: str) -> bool:
        return llm in self.words and "model" in self.words.lower() and bool(_NO_LLM.search(self.words))


def refusal_of(error: APIStatusError) -> Refusal:
    """Return what an error of the library says."""
    told = error_of(error.body)
    raw = told.get("message") or (json.dumps(error.body) if error.body else error.message)
    words = str(raw)[:MAX_READ]
    named, code = _word(told.get("param")), _word(told.get("code"))
    return Refusal(error.status_code, words, named, code, bool(told), error.response.headers)


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""
