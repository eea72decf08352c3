"""Decision trailers: what a commit's author left at the end of its message for whoever comes next.

The keys are those of Lore (arXiv 2603.15566), and the kernel's `Fixes:` beside them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

DECISIONS = ("Constraint", "Rejected", "Directive")
"""What says what to do or to leave."""
KEYS = (*DECISIONS, "Confidence", "Not-tested")
"""These, and what their author says against their certainty."""
NAMES = (*KEYS, "Fixes", "Reverts")
PART = re.compile(r"\s*\|\s*")
"""What parts a rejected alternative from the reason."""
MAX_VALUE = 1000
"""Characters of a value that are kept: what is longer no person wrote into a trailer."""

_BY_NAME = {name.casefold(): name for name in NAMES}
_KEYED = re.compile(r"(?P<name>[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*)[ \t]*:[ \t]*(?P<value>\S.*)")
_OTHER = re.compile(r"\(cherry picked from .*|\[[^\]]*\].*", re.I)
_UNTIL = re.compile(r"\[until:\s*(?P<until>[^\]]*)\]\s*", re.I)
_COMMIT = re.compile(r"(?:commit\s+)?(?P<id>[0-9a-f]{7,64})(?![0-9a-zA-Z])(?P<titled>[ \t]*\([\"'])?", re.I)


@dataclass(frozen=True)
class Trailer:
    """One trailer: its name as this module spells it, and its value on one line, as it was written."""

    name: str
    value: str

    @cached_property
    def said(self) -> str:
        """Return what it says, without its end and its reason."""
        return PART.split(_UNTIL.sub("", self.value, count=1), maxsplit=1)[0].strip()

    @cached_property
    def reason(self) -> str:
        """Return what stands behind the bar: `Rejected: WHAT | WHY`."""
        parts = PART.split(self.value, maxsplit=1)
        return parts[1].strip() if len(parts) > 1 else ""

    @cached_property
    def until(self) -> str:
        """Return the end that its author gave it (`[until: 2027-01-31] …`), as it was written."""
        match = _UNTIL.match(self.value)
        return match["until"].strip() if match else ""

    @cached_property
    def commit(self) -> str:
        """Return the beginning of the id of the commit that it names first; "" where it names an issue or nothing."""
        match = _COMMIT.match(self.value)
        if match is None:
            return ""
        # A number alone is an issue's more likely than a commit's, unless a title stands behind it.
        number = match["id"].isdigit() and len(match["id"]) < 12 and not match["titled"]
        return "" if number else match["id"].lower()


def trailers_of(body: str) -> tuple[Trailer, ...]:
    """Return the trailers with a name of `NAMES` at the end of a message, in their order.

    A blank line may stand between them (a signature is often set apart); prose ends them.
    """
    paragraphs = re.split(r"\n(?:[ \t]*\n)+", body.replace("\r\n", "\n").replace("\r", "\n").strip("\n \t"))
    found: list[Trailer] = []
    while paragraphs and _is_block(paragraphs[-1]):
        found = [*_read(paragraphs.pop()), *found]
    return tuple(found)


def _is_block(paragraph: str) -> bool:
    lines = [line for line in paragraph.split("\n") if not line.startswith((" ", "\t"))]
    return bool(lines) and all(_KEYED.fullmatch(line) or _OTHER.fullmatch(line) for line in lines)


def _read(paragraph: str) -> list[Trailer]:
    """Return the known trailers of a block; a line that is set in goes on with the one above."""
    unfolded = re.sub(r"\n[ \t]+", " ", paragraph)
    found: list[Trailer] = []
    for match in filter(None, map(_KEYED.fullmatch, unfolded.split("\n"))):
        name = _BY_NAME.get(match["name"].casefold())
        if name is not None:
            found.append(Trailer(name, " ".join(match["value"].split())[:MAX_VALUE]))
    return found
