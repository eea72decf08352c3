"""Sends questions to an endpoint within one run: one alone at first, within the budget, until the endpoint is dead."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from gitexp.adapters.llm_answer import TOO_LARGE, Answer
from gitexp.adapters.llm_budget import Purse, most_prompt_tokens
from gitexp.adapters.llm_endpoint import Endpoint, Silent
from gitexp.adapters.llm_forms import Asked
from gitexp.adapters.llm_reading import MAX_TEXT, echo
from gitexp.adapters.llm_refusals import Refused
from gitexp.errors import OutsideError
from gitexp.records.failed import Failed
from gitexp.records.llm import Budget, KeptReply, Spent
from gitexp.records.words import tokens_of

DEAD_AFTER = 3
"""Questions in a row without any answer, after which the endpoint is taken for dead."""


class NoReply(Exception):
    """A question gets no reply: why."""

    def __init__(self, reason: str, *, undone: bool = False) -> None:
        super().__init__(reason)
        self.failed = Failed(reason, undone)


class Sender:
    """What one run knows of its endpoint, and what it has spent. Several threads send."""

    def __init__(
        self, endpoint: str, key: str, budget: Budget, timeout: float, sleep: Callable[[float], object] | None
    ) -> None:
        self.purse = Purse(budget)
        self.spent = Spent()
        self._stop = threading.Event()
        self._state = threading.Lock()
        self._first = threading.Lock()
        self._answered = False
        self._silent = 0
        self._dead = ""
        wait = sleep or self._stop.wait
        self._endpoint = Endpoint(endpoint, key, timeout=timeout, sleep=wait, stopped=self._stopped)

    @property
    def shown(self) -> str:
        """Return the address as people read it."""
        return self._endpoint.shown

    def send(self, asked: Asked) -> KeptReply:
        """Return the text of the reply. Raises NoReply, and OutsideError where no question can be answered there."""
        with self._one_at_first():
            most = most_prompt_tokens(asked.messages, asked.schema)
            reserved = "" if self._stopped() else self.purse.reserve(most, asked.sampling.max_tokens)
            if isinstance(reserved, str):
                raise NoReply(self._dead or reserved or "it was stopped", undone=True)
            answer = self._called(asked, reserved)
        if no := self._none(asked, answer):
            raise NoReply(no)
        return _as_kept(asked, answer)

    def stop(self) -> None:
        """Send nothing more."""
        self._stop.set()

    def close(self) -> None:
        """Close the connections until something is sent again."""
        self._endpoint.close()

    def count(self, asked: Asked, reply: KeptReply, *, kept: int = 0, seconds: float = 0.0) -> None:
        """Count what a reply cost."""
        cost = self.purse.cost(reply.prompt_tokens, reply.completion_tokens)
        one = Spent(1, kept, reply.prompt_tokens, reply.completion_tokens, cost, seconds, {asked.step: 1})
        with self._state:
            self.spent = self.spent + one

    def _stopped(self) -> bool:
        return self._stop.is_set() or bool(self._dead)

    def _none(self, asked: Asked, answer: Answer) -> str:
        """Return why an answer holds no reply, and would not the next time; empty where it may."""
        if answer.finish == "length":
            return f"the reply was cut at {asked.sampling.max_tokens} tokens (exp.{asked.step}.maxTokens)"
        if answer.finish == "content_filter":
            return "the endpoint filtered the reply"
        if answer.refusal and not answer.text:
            return f"the language model refused: {echo(self._endpoint.secrets.said(answer.refusal))}"
        if answer.finish == TOO_LARGE or len(answer.text) > MAX_TEXT:
            return "the reply is larger than a reply may be"
        return ""

    def _called(self, asked: Asked, reserved: int) -> Answer:
        started = time.monotonic()
        prompt, completion = 0, 0
        try:
            answer = self._endpoint.send(asked, partial(self.purse.lose, reserved))
            self._heard()
            reply = _as_kept(asked, answer)
            prompt, completion = reply.prompt_tokens, reply.completion_tokens
            self.count(asked, reply, seconds=time.monotonic() - started)
        except Refused as refused:
            self._heard()
            raise NoReply(str(refused)) from None
        except Silent as silent:
            raise self._unheard(str(silent)) from None
        except OutsideError as error:
            if not self._answered:
                self._stop.set()  # before the next one is let through
                raise
            raise self._unheard(error.what) from None
        finally:
            self.purse.settle(reserved, prompt, completion)
        return answer

    @contextmanager
    def _one_at_first(self) -> Iterator[None]:
        """Let one request alone go first, so that what the endpoint refuses is learnt once."""
        if self._answered:
            yield
            return
        with self._first:
            alone = not self._answered
            if alone:
                yield
        if not alone:
            yield

    def _heard(self) -> None:
        with self._state:
            self._answered = True
            self._silent = 0

    def _unheard(self, reason: str) -> Exception:
        """Return what a question without any answer means: for itself, for the rest, or for the whole run."""
        with self._state:
            if not self._answered:
                self._stop.set()
                mend = "see that it runs and OPENAI_BASE_URL is right"
                if reason.startswith("429"):
                    mend = "wait, or ask fewer at once: git config exp.parallel 1"
                return OutsideError(self._endpoint.shown, f"does not answer: {reason}", mend)
            self._silent += 1
            if self._silent >= DEAD_AFTER:
                self._dead = f"the endpoint stopped answering: {reason}"
        return NoReply(f"the endpoint did not answer: {reason}")


def _as_kept(asked: Asked, answer: Answer) -> KeptReply:
    """Return the text with its tokens; they are estimated where the endpoint does not tell them."""
    prompt, completion = answer.prompt_tokens, answer.completion_tokens
    if prompt is None:
        prompt = sum(tokens_of(one["content"]) for one in asked.messages)
    return KeptReply(answer.text, prompt, tokens_of(answer.text) if completion is None else completion)
