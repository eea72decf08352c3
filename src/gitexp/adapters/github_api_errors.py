"""What GitHub's refusals mean, each in one line: where, what, and how to mend it; never a token, never a whole body."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from gitexp.errors import OutsideError
from gitexp.records.text import UNSEEN

MAX_SAID = 200
GOES_ON = "what was read is kept, and it goes on from there"
_TOKEN = re.compile(r"\b(?:gh[a-z]_|github_pat_)\w{8,}|\b(?:Bearer|token) [\w.-]{16,}", re.IGNORECASE)
_ACCEPTED = re.compile(r"[a-z_]{1,40}=(?:read|write|admin)")
_SETTING = "Settings > Actions > General > Workflow permissions"
_AREAS = (
    (re.compile(r"/pulls\b"), "pull-requests"),
    (re.compile(r"/issues/\d+/|/issues/comments\b"), "pull-requests"),
    (re.compile(r"/issues\b"), "issues"),
    (re.compile(r"/actions\b"), "actions"),
)


class GithubError(OutsideError):
    """GitHub refused a request. `status` is HTTP's; `said` are GitHub's own words, cut and cleaned."""

    status = 0
    said = ""


class Unauthorized(GithubError):
    """The token is no good, or there is none."""

    exit_code = 3


class Forbidden(GithubError):
    """The token may not do that."""

    exit_code = 3


class Missing(GithubError):
    """It is not there, or the token may not see it."""

    exit_code = 2


class Invalid(GithubError):
    """The request makes no sense to GitHub as things are: a pull request that exists already, a branch without commits."""


class Broken(GithubError):
    """The server fails over this request, also when it is asked again."""


class TooLarge(GithubError):
    """The answer is larger than anything that is read."""


class RateLimited(GithubError):
    """The rate limit is used up, for longer than it is worth to wait."""


class Unsure(OutsideError):
    """A write was sent and its answer was lost: it may have happened. Never repeated blindly; look first."""


@dataclass(frozen=True)
class Answer:
    """One answer: HTTP's status, its headers by lower-case name, and its text."""

    status: int
    headers: Mapping[str, str]
    text: str

    @property
    def message(self) -> str:
        """Return what GitHub says in words, with what it holds against single fields."""
        try:
            content = json.loads(self.text) if len(self.text) < 1_000_000 else None
        except (ValueError, RecursionError):
            return ""
        if not isinstance(content, dict):
            return ""
        errors = content.get("errors")
        words = [content.get("message"), *map(_words, errors if isinstance(errors, list) else ())]
        return ": ".join(dict.fromkeys(one for one in words if isinstance(one, str) and one))


def said(words: str, token: str, most: int = MAX_SAID) -> str:
    """Return the words of someone outside on one line, cut, without a token and without what nobody sees."""
    if len(token) > 3:
        words = words.replace(token, "…")
    words = _TOKEN.sub("…", words[: 20 * most])
    words = UNSEEN.sub("", " ".join(words.split()))
    return words if len(words) <= most else f"{words[: most - 1]}…"


def refusal(answer: Answer, verb: str, where: str, token: str) -> GithubError:
    """Return what an answer of 400 to 499 means."""
    words = said(answer.message, token)
    told = f"{answer.status}: {words}" if words else str(answer.status)
    error = _refusal(answer, verb, where, told, words, known=bool(token))
    error.status, error.said = answer.status, words
    return error


def _refusal(answer: Answer, verb: str, where: str, told: str, words: str, *, known: bool) -> GithubError:
    status = answer.status
    if status == 401:
        what = "refuses the token" if known else "wants a token"
        return Unauthorized(where, f"{what} ({told})", "set GITHUB_TOKEN" + (" anew" if known else ""))
    if status == 403:
        return Forbidden(where, f"is not allowed ({told})", _permission(answer, verb, where, words, known))
    if status in (404, 410):
        mend = "see that the token may read the repository" if known else "a private one needs GITHUB_TOKEN"
        return Missing(where, f"is not there, or may not be seen ({told})", mend)
    if status in (409, 422):
        return Invalid(where, f"is refused ({told})")
    return GithubError(where, f"is refused ({told})")


def _permission(answer: Answer, verb: str, where: str, words: str, known: bool) -> str:
    """Return what someone must do for a thing to be allowed."""
    low = words.lower()
    if "create or approve pull requests" in low:
        return (
            f"tick `Allow GitHub Actions to create and approve pull requests` in the repository's {_SETTING}"
        )
    if "saml" in low or "sso" in low.split():
        return "authorize the token for the organization (single sign-on)"
    if not known:
        return "set GITHUB_TOKEN"
    wanted = _wanted(answer.headers.get("x-accepted-github-permissions", ""), verb, where)
    if "by integration" in low:
        return f"give the job of the workflow `permissions:` with `{wanted}`"
    return f"give the token the permission `{wanted}`"


def _wanted(accepted: str, verb: str, where: str) -> str:
    """Return the permission that is missing: as GitHub names it, else by what was asked for.

    Of several that do, `;` between them, it is the one for pull requests: comments are written on nothing else, and the
    workflows' jobs name it.
    """
    several = [_ACCEPTED.findall(one) for one in accepted.split(";")]
    named = next((one for one in several if any("pull_requests" in each for each in one)), several[0])
    if named:
        return ", ".join(one.replace("_", "-").replace("=", ": ") for one in named)
    area = next((name for pattern, name in _AREAS if pattern.search(where)), "contents")
    return f"{area}: {'read' if verb == 'GET' else 'write'}"


def _words(error: object) -> str:
    """Return what one of the `errors` of an answer says."""
    if isinstance(error, str):
        return error
    if not isinstance(error, dict):
        return ""
    message = error.get("message")
    if isinstance(message, str):
        return message
    return " ".join(
        str(error[key]) for key in ("resource", "field", "code") if isinstance(error.get(key), str)
    )
