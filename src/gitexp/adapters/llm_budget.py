"""Holds a run to its budget: each call reserves the most it may cost before it is sent."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Mapping, Sequence

from gitexp.errors import RepositoryError
from gitexp.records.llm import Budget, Schema

MILLION = 1_000_000


class Purse:
    """What a run may still cost. Several threads take from it; kept replies take nothing."""

    def __init__(self, budget: Budget) -> None:
        missing = [
            name
            for name, price in (
                ("exp.promptPrice", budget.prompt_price),
                ("exp.completionPrice", budget.completion_price),
            )
            if price is None
        ]
        if budget.cost is not None and missing:
            what = "is a limit of money, and what a token costs is not set"
            mend = f"git config {missing[0]} PRICE, for a million tokens"
            raise RepositoryError("exp.maxCost", what, f"{mend}; {missing[1]} too" if missing[1:] else mend)
        self._budget = budget
        self._changed = threading.Condition()
        self._tokens = 0
        self._cost = 0.0
        self._waiting: dict[int, tuple[int, float]] = {}
        self._plain: dict[int, int] = {}
        """What each call under way would take as it was reckoned, before it was known how this endpoint counts."""
        self._next = 0
        self._empty = ""
        self._over = 1.0
        """How much more than it reserved a call has taken, at most: the next ones reserve so much more."""

    @property
    def limit(self) -> int | None:
        """Return how many tokens a run may use."""
        return self._budget.tokens

    def cost(self, prompt: int, completion: int) -> float | None:
        """Return what so many tokens cost; None where no prices are set."""
        prices = self._budget.prompt_price, self._budget.completion_price
        if prices[0] is None or prices[1] is None:
            return None
        return (prompt * prices[0] + completion * prices[1]) / MILLION

    def reserve(self, prompt: int, completion: int) -> int | str:
        """Return the number of a reservation, or why there is none: then there is none for any later call either.

        Waits for the calls under way where it may fit in once they have told what they cost.
        """
        with self._changed:
            tokens, cost = self._most(prompt, completion)
            while not self._empty and self._lacks(tokens, cost):
                if self._waiting:
                    self._changed.wait()
                    tokens, cost = self._most(prompt, completion)
                else:
                    self._empty = self._lacks(tokens, cost)
            if self._empty:
                return self._empty
            self._next += 1
            self._waiting[self._next] = (tokens, cost)
            self._plain[self._next] = prompt + completion
            return self._next

    def settle(self, number: int, prompt: int, completion: int) -> None:
        """Put what a call did cost in the place of its reservation: nothing where it was not made."""
        with self._changed:
            del self._waiting[number]
            self._over = max(self._over, (prompt + completion) / max(1, self._plain.pop(number)))
            self._tokens += prompt + completion
            self._cost += self.cost(prompt, completion) or 0.0
            self._changed.notify_all()

    def lose(self, number: int) -> bool:
        """Count a try that broke after it was sent as if it had cost all it may; return whether there is enough for
        another one."""
        with self._changed:
            tokens, cost = self._waiting[number]
            self._tokens += tokens
            self._cost += cost
            return not self._lacks(0, 0.0)

    def _most(self, prompt: int, completion: int) -> tuple[int, float]:
        """Return the tokens and the money that a call may take, as this endpoint has been seen to count."""
        cost = self.cost(prompt, completion) or 0.0
        return math.ceil((prompt + completion) * self._over), cost * self._over

    def _lacks(self, tokens: int, cost: float) -> str:
        """Return why a call does not fit in beside what is spent and reserved; empty where it does."""
        limit, money = self._budget.tokens, self._budget.cost
        if (
            limit is not None
            and self._tokens + sum(one[0] for one in self._waiting.values()) + tokens > limit
        ):
            left = max(0, limit - self._tokens)
            return (
                f"the budget of {limit:,} tokens has no room for it: {left:,} are left, and it may take {tokens:,} "
                "(--max-tokens, exp.maxTokens)"
            )
        if money is not None and self._cost + sum(one[1] for one in self._waiting.values()) + cost > money:
            return (
                f"the budget of {money:.4f} has no room for it: {max(0.0, money - self._cost):.4f} is left, and it may "
                f"cost {cost:.4f} (--max-cost, exp.maxCost)"
            )
        return ""


def most_prompt_tokens(messages: Sequence[Mapping[str, str]], schema: Schema) -> int:
    """Return the most tokens that messages and the form of the reply are likely to be: half their bytes."""
    bytes_sent = sum(len(one["content"].encode()) for one in messages) + len(json.dumps(schema))
    return -(-bytes_sent // 2)
