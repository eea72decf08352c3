"""Takes the text of a range apart into operators and versions; what they mean is left to the dialect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from gitexp.adapters.versions_plain import Numbers, dotted

_LITERAL = (
    r"[vV]?(?P<numbers>[0-9]++(?:\.[0-9]++)*+)"
    r"(?P<wild>\.[xX*+](?:\.(?:[0-9]+|[xX*+]))*+(?![0-9A-Za-z]))?"
    r"(?P<suffix>[-+._~#]?[0-9A-Za-z][0-9A-Za-z.+_~#-]*+)?"
)
_ONE = re.compile(_LITERAL)
_TOKEN = re.compile(rf"(?P<op>===?|=|!=|<>|>=|<=|>|<|~>|~=|~|\^)?\s*+(?:{_LITERAL}|[*xX])(?:\s*,\s*|\s+|\Z)")
_SAME = {"==": "=", "===": "=", "<>": "!=", None: ""}
_INTERVAL = re.compile(
    r"(?P<open>[\[\](])\s*(?P<low>[^\s,\[\]()]*)\s*(?P<two>,?)\s*(?P<high>[^\s,\[\]()]*)\s*(?P<close>[\[\])])\s*(?:,\s*|\Z)"
)
_OR = re.compile(r"\|\|?|\s+or\s+")
_AND = re.compile(r"\s+and\s+|\s*&&\s*")
_HYPHEN = re.compile(r"(\S+)\s+-\s+(\S+)")
_DOTS = re.compile(r"(\S+?)\s*\.\.(\.<|\.|<)\s*(\S+)")
_WRAPPED = re.compile(r"[\[(]\s*([<>=!~^].*)[\])]")


class Written(NamedTuple):
    """A version as it stands in a range: `1.2.*` has a wild part, `1.2-rc.1` a suffix."""

    core: str
    numbers: Numbers
    wild: str
    suffix: str

    @property
    def text(self) -> str:
        """Return the version without its wild part."""
        return self.core + self.suffix

    @property
    def is_part(self) -> bool:
        """Return whether it has fewer than three numbers and nothing else."""
        return len(self.numbers) < 3 and not self.suffix

    def raised(self, size: int) -> str:
        """Return the first `size` numbers, the last of them raised by one."""
        return ".".join(map(str, (*self.numbers[: size - 1], self.numbers[size - 1] + 1)))


class Interval(NamedTuple):
    """`[1.0,2.0)` with its brackets; None is no end."""

    opening: str
    low: Written | None
    high: Written | None
    closing: str


def alternatives(text: str) -> list[str]:
    """Return the parts of which any may hold, without the brackets that a lock file or Conan puts around."""
    parts = (_AND.sub(", ", part.strip()) for part in _OR.split(text.replace('"', "")))
    return [wrapped[1].strip() if (wrapped := _WRAPPED.fullmatch(part)) else part for part in parts]


def comparators(text: str) -> Iterator[tuple[str, Written | None]]:
    """Yield operators and versions (None: any) that must all hold; `1.2...<1.4` are two of them."""
    if dots := _DOTS.fullmatch(text):
        text = f">={dots[1]}, {'<' if dots[2].endswith('<') else '<='}{dots[3]}"
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError(text)
        yield _SAME.get(found["op"], found["op"]), _written(found) if found["numbers"] else None
        at = found.end()


def hyphened(text: str) -> tuple[Written, Written] | None:
    """Return the ends of `1.2 - 1.4`, None where the text is none."""
    found = _HYPHEN.fullmatch(text)
    return (_one(found[1]), _one(found[2])) if found else None


def intervals(text: str) -> Iterator[Interval]:
    """Yield the intervals of `(,1.0],[1.2,)`; `[1.0]` is one from 1.0 to 1.0."""
    at = 0
    while at < len(text):
        found = _INTERVAL.match(text, at)
        exact = found and (found["open"], found["high"], found["close"]) == ("[", "", "]")
        if not found or not (found["two"] or (exact and found["low"])):
            raise ValueError(text)
        low = _one(found["low"]) if found["low"] else None
        high = _one(found["high"]) if found["high"] else None
        yield Interval(found["open"], low, high if found["two"] else low, found["close"])
        at = found.end()


def _one(text: str) -> Written:
    found = _ONE.fullmatch(text)
    if not found or found["wild"]:
        raise ValueError(text)
    return _written(found)


def _written(found: re.Match[str]) -> Written:
    wild, suffix = found["wild"] or "", found["suffix"] or ""
    # Composer's `1.2.x-dev` is a version.
    return Written(
        found["numbers"], dotted(found["numbers"]), "" if suffix else wild, (wild if suffix else "") + suffix
    )
