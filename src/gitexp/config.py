"""The configuration as one frozen `Config`: the user's and this clone's git config (`exp.*`).

What decides where text goes and which facts hold is never read from the tree of the repository: a file of a
pull request must not set it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

from gitexp.errors import RepositoryError
from gitexp.records.trust import Trust

FACT = "exp-fact."
"""This clone's facts: `[exp-fact "NAME"] value = …` in its git config, so that no one but a person here sets them."""


@dataclass(frozen=True)
class Config:
    """What a command may assume unless its options say otherwise. `trust` is None where nobody set it.

    It is kept as it was written: a mistake in it is of no concern to a command that trusts nobody.
    """

    branch: str = "exp/proposals"
    trust: str | None = None
    facts: tuple[tuple[str, str], ...] = ()
    engine: str | None = None


def config_from(settings: Mapping[str, str]) -> Config:
    """Return the configuration from git's settings."""
    facts = tuple(
        (name.removeprefix(FACT).removesuffix(".value"), value)
        for name, value in settings.items()
        if name.startswith(FACT) and name.endswith(".value")
    )
    branch = settings.get("exp.branch", Config.branch)
    return Config(branch, settings.get("exp.trust"), facts, settings.get("exp.engine"))


def trust_from(word: str, where: str) -> Trust:
    """Return the trust that a setting names. Raises RepositoryError for another word."""
    trusts: tuple[Trust, ...] = get_args(Trust)
    for trust in trusts:
        if trust == word:
            return trust
    raise RepositoryError(where, f"`{word}` is no trust", "write any, settled or write")
