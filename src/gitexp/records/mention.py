"""A mention: one named thing in a text or a field, as it is spelled, and what kind of thing it names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gitexp.records.outline import parts_of

MentionKind = Literal["symbol", "path", "glob", "flag", "variable", "key", "dependency", "commit"]
"""`variable` is one of the environment, `key` one of a configuration (`net.timeout`)."""


@dataclass(frozen=True)
class Mention:
    """A named thing. `name` is what stood there, without quotes: `RetryPolicy.send()`, `src/**/*.py`, `--no-cache`."""

    name: str
    kind: MentionKind
    version: str = ""
    """Of a dependency: what the text says of its version (`>=0.24`)."""

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the parts of a symbol's name, the container first: `A::b()` gives `A` and `b`."""
        return parts_of(self.name)


def whole_names(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Return mentions without those that another one says more fully: `send()` beside `RetryPolicy.send`."""
    every = tuple(mentions)
    fuller = {one.parts[-1] for one in every if one.kind == "symbol" and len(one.parts) > 1}
    return tuple(
        one for one in every if one.kind != "symbol" or len(one.parts) != 1 or one.parts[0] not in fuller
    )
