"""Both rate limits: the one per hour, which each answer tells, and the one against haste, which comes unannounced."""

from __future__ import annotations

from dataclasses import dataclass, field

from support.github_double.rest import Answer, error
from support.github_double.state import Clock, Token

PER_HOUR = {"github_token": 1000, "app": 5000, "pat": 5000, None: 60}
SECONDARY = (
    "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. "
    "For more on scraping GitHub and how it may affect your rights, please review our Terms of Service "
    "(https://docs.github.com/en/site-policy/github-terms/github-terms-of-service)"
)


@dataclass
class Left:
    """What one token has left of one limit."""

    limit: int
    remaining: int
    reset: int

    @property
    def shape(self) -> dict[str, int]:
        """Return it as the API writes it."""
        return {
            "limit": self.limit,
            "remaining": self.remaining,
            "reset": self.reset,
            "used": self.limit - self.remaining,
        }


@dataclass
class Limits:
    """What is left to each token. A test sets what is left, or how many calls from now on are called hasty."""

    clock: Clock
    status: int = 403
    """How GitHub refuses: 403, or 429."""
    _left: dict[tuple[str, str], Left] = field(default_factory=dict)
    _all: dict[str, Left] = field(default_factory=dict)
    _hasty: list[int] = field(default_factory=list)
    _retry_after: int = 60

    def set(
        self, remaining: int, resource: str = "core", *, reset: int | None = None, status: int = 403
    ) -> None:
        """Leave so many calls to every token; `reset` is a time in seconds, else an hour from now."""
        at = reset if reset is not None else int(self.clock.now.timestamp()) + 3600
        self._all[resource] = Left(5000, remaining, at)
        self.status = status

    def lift(self) -> None:
        """Let the hour be over."""
        self._all.clear()
        self._left.clear()
        self._hasty.clear()

    def secondary(self, at: int = 1, times: int = 1, *, retry_after: int = 60, status: int = 403) -> None:
        """Call the `at`-th call from now hasty, and the next ones, `times` in all."""
        self._hasty = list(range(at, at + times))
        self._retry_after, self.status = retry_after, status

    def left(self, token: Token | None, resource: str) -> Left:
        """Return what a token has left."""
        if resource in self._all:
            return self._all[resource]
        key = (token.secret if token else "", resource)
        most = PER_HOUR[token.kind if token else None]
        hour = int(self.clock.now.timestamp()) // 3600 * 3600 + 3600
        if key not in self._left or self._left[key].reset < self.clock.now.timestamp():
            self._left[key] = Left(most, most, hour)
        return self._left[key]

    def headers(self, token: Token | None, resource: str) -> dict[str, str]:
        """Return what every answer tells."""
        told = self.left(token, resource).shape
        return {
            **{f"X-RateLimit-{name.title()}": str(value) for name, value in told.items()},
            "X-RateLimit-Resource": resource,
        }

    def refusal(self, token: Token | None, resource: str) -> Answer | None:
        """Return the refusal of a call that is one too many; None where it may pass."""
        self._hasty = [each - 1 for each in self._hasty]
        if 0 in self._hasty:
            self._hasty.remove(0)
            return Answer(self.status, error(self.status, SECONDARY), {"Retry-After": str(self._retry_after)})
        self._hasty = [each for each in self._hasty if each > 0]
        if self.left(token, resource).remaining > 0:
            return None
        told = f"API rate limit exceeded for {token.login if token else '127.0.0.1'}."
        return Answer(self.status, error(self.status, told))

    def count(self, token: Token | None, resource: str) -> None:
        """Take one call off."""
        left = self.left(token, resource)
        left.remaining = max(0, left.remaining - 1)
