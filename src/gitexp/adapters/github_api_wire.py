"""Sends requests to GitHub, and again where that is safe; waits for rate limits where that is short; counts them all."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from gitexp.adapters.github_api_address import is_under, shown
from gitexp.adapters.github_api_connection import Lost, Moved, NotSent
from gitexp.adapters.github_api_errors import (
    GOES_ON,
    Answer,
    Broken,
    GithubError,
    RateLimited,
    Unsure,
    refusal,
)
from gitexp.adapters.github_api_limits import MAX_WAITS, TRIES, Pause, between, clock_time, pause
from gitexp.errors import OutsideError

MAX_MOVES = 3


class Line(Protocol):
    """Carries one request, in one thread. Raises NotSent, Lost and Moved."""

    def carry(self, verb: str, url: str, headers: dict[str, str], body: object) -> Answer: ...

    def close(self) -> None: ...


@dataclass(frozen=True)
class Request:
    """One request. `again`: it changes nothing there, and may be sent again."""

    verb: str
    url: str
    headers: Mapping[str, str]
    body: object = None
    again: bool = False


class Wire:
    """The way to one API for one token, shared by all threads of a run."""

    def __init__(
        self,
        url: str,
        token: str,
        line: Callable[[], Line],
        *,
        patience: float,
        tell: Callable[[str], object],
        sleep: Callable[[float], object],
        clock: Callable[[], float],
    ) -> None:
        self.url = url
        self.token = token
        self.clock = clock
        self.calls = 0
        self._make = line
        self._patience = patience
        self._tell = tell
        self._sleep = sleep
        self._lock = threading.Lock()
        self._local = threading.local()
        self._lines: list[Line] = []
        self._told = 0.0

    def send(self, request: Request) -> Answer:
        """Return the answer, of which the status is below 400.

        Raises GithubError for a refusal, RateLimited where the wait is long, Unsure where a write may have happened,
        and OutsideError where nothing answers.
        """
        tries = waits = 0
        moves: list[str] = []
        while True:
            reason, lost, status = "", True, 0
            try:
                answer = self._once(request, moves[-1] if moves else request.url)
            except Moved as moved:
                moves.append(self._followed(request, moved.location, moves))
                continue
            except NotSent as error:
                reason, lost = str(error), False
            except Lost as error:
                reason = str(error)
            else:
                if answer.status < 400:
                    return answer
                waiting = pause(answer, self.clock())
                if waiting is not None:
                    self.wait(waiting, waits)
                    waits += 1
                    continue
                if answer.status < 500:
                    raise refusal(answer, request.verb, shown(request.url), self.token)
                reason, status = f"{answer.status}", answer.status
            tries += 1
            self._may_go_on(request, tries, reason, status, lost=lost)
            self._sleep(between(tries))

    def wait(self, waiting: Pause, waited: int) -> None:
        """Wait until a rate limit is over. Raises RateLimited where that is too long, or was done too often."""
        until = clock_time(waiting.until)
        host = shown(self.url)
        if waiting.seconds > self._patience or waited >= MAX_WAITS:
            more = "" if self.token else "set GITHUB_TOKEN, which may ask more often, or "
            mend = f"{more}run it again then: {GOES_ON}"
            raise RateLimited(host, f"the {waiting.kind} is used up until {until}", mend)
        with self._lock:
            new = abs(waiting.until - self._told) > 1
            self._told = waiting.until
        if new:
            self._tell(
                f"{host}: the {waiting.kind} is used up; waiting {waiting.seconds:.0f} s, until {until}"
            )
        self._sleep(waiting.seconds)

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            lines, self._lines = self._lines, []
            self._local = threading.local()
        for line in lines:
            line.close()

    def _once(self, request: Request, url: str) -> Answer:
        line: Line | None = getattr(self._local, "line", None)
        if line is None:
            line = self._local.line = self._make()
            with self._lock:
                self._lines.append(line)
        with self._lock:
            self.calls += 1
        return line.carry(request.verb, url, dict(request.headers), request.body)

    def _followed(self, request: Request, location: str, moves: list[str]) -> str:
        """Return where a request is sent on to: a repository that was renamed has a new address. Else raises GithubError."""
        where = shown(request.url)
        if request.verb != "GET":
            raise GithubError(
                where, "has moved, and what is written is not sent on", "give its new name: exp.repo"
            )
        if not is_under(self.url, location) or len(moves) >= MAX_MOVES:
            raise GithubError(
                where, "sends on to another address, which is not followed", "see GITHUB_API_URL"
            )
        return location

    def _may_go_on(self, request: Request, tries: int, reason: str, status: int, *, lost: bool) -> None:
        """Raise an error unless the request may be sent again."""
        where = shown(request.url)
        if lost and not request.again:
            raise Unsure(
                where,
                f"may have been written, or not: no answer came ({reason})",
                "look there, then run it again: it takes up what it finds",
            )
        if tries < TRIES:
            return
        mend = f"run it again later: {GOES_ON}"
        if not status:
            raise OutsideError(where, f"does not answer ({reason})", mend)
        broken = Broken(where, f"does not answer ({reason})", mend)
        broken.status = status
        raise broken
