"""Audits a change: what it takes out of the code, and which experiences rest on that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gitexp.ports import Symbols
from gitexp.records.fault import Fault
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.outline import Outline
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_names import Looked, code_of, line_of, mend
from gitexp.steps.look_up_text import holds_word

MAX_PLACES = 5
_LINES = re.compile(r" \(lines? [^()]*\)$")
"""Where a message counts lines: the same fault stands on others after a change above it."""


def new_faults(now: Sequence[Fault], then: Sequence[Fault]) -> list[Fault]:
    """Return the faults of the store's files that a change brings; also in a file that it did not touch."""
    stood = {_identity(fault) for fault in then}
    return [fault for fault in now if _identity(fault) not in stood]


def _identity(fault: Fault) -> tuple[str, str, str]:
    """Return what makes a fault the same one: neither its line nor, where it gives an id, the name of its file."""
    return (fault.code, fault.id or fault.file, _LINES.sub("", fault.message))


def broken_faults(
    file: StoreFile,
    looked: Sequence[Looked],
    lost: Mapping[Mention, Finding],
    became: Mapping[Mention, str],
) -> list[Fault]:
    """Return a fault for each name of an experience that the change took out.

    `lost` says where it stood before, and `became` under which name its lines stand now.
    """
    broken = [one for one in looked if one.named.mention in lost]
    return [_fault(file, one, lost[one.named.mention], became.get(one.named.mention, "")) for one in broken]


def hidden(mention: Mention, was: Finding, now: Symbols) -> bool:
    """Return whether a declaration may still be there, where a file that holds the name can't be parsed whole."""
    if mention.kind != "symbol" or not mention.parts:
        return False
    paths = [place.rpartition(":")[0] for place in was.where[:MAX_PLACES]]
    outlines = now.outlines(paths)
    for path in paths:
        outline = outlines.get(path)
        broken = not isinstance(outline, Outline) or bool(outline.faults)
        text = now.text(path) if broken else None
        if text is not None and holds_word(text, mention.parts[-1]):
            return True
    return False


def _fault(file: StoreFile, one: Looked, was: Finding, became: str) -> Fault:
    finding = one.finding
    place = was.where[0] if was.where else finding.name
    moved_to = finding.became or became
    what = f"removes `{finding.name}`"
    if moved_to:
        what = f"{'moves' if finding.became else 'renames'} `{finding.name}` to `{moved_to}`"
    near = () if moved_to else finding.nearest
    hint = f"; now there: {', '.join(f'`{name}`' for name in near)}" if near else ""
    stood = f" ({place})" if place != finding.name else ""
    return Fault(
        code=code_of(one.named.mention.kind),
        severity="warning",
        id=file.id,
        file=file.path,
        line=line_of(file, one.named),
        message=f"the change {what}{stood}, which this experience names{hint}",
        mend=mend(file, moved_to),
        name=finding.name,
        place=place,
        nearest=near,
        moved_to=moved_to,
    )
