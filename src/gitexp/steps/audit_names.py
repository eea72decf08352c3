"""Audits what the experiences name: valid where it is there, stale where the tree has lost it, else unverifiable."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.applicability import Truth
from gitexp.records.audit import State
from gitexp.records.fault import Fault, FaultCode
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention, MentionKind, whole_names
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_ids import typed
from gitexp.steps.mentions import Named, mentions_of
from gitexp.steps.redact import redacted_experience

_CODES: Mapping[MentionKind, FaultCode] = {
    "symbol": "symbol",
    "path": "path",
    "glob": "path",
    "flag": "flag",
    "variable": "flag",
    "key": "flag",
    "dependency": "dependency",
    "commit": "commit",
}
_FIELD = re.compile(r"[^.\[\]]+")


@dataclass(frozen=True)
class Looked:
    """One named thing of an experience, and what was found of it."""

    named: Named
    finding: Finding

    @property
    def stale(self) -> bool:
        """Return whether the tree has lost the thing: it never was, or was taken out."""
        return self.finding.answer == "missing" or (
            self.finding.answer != "found" and bool(self.finding.gone)
        )

    @property
    def open(self) -> bool:
        """Return whether it can't be told if the thing is there."""
        return self.finding.answer != "found" and not self.stale


def wanted(file: StoreFile) -> tuple[Named, ...]:
    """Return what an experience needs to be there, each name once; not what it warns of, nor dependencies.

    What is private in its words is taken out before: a secret looks like a name, and must not be printed as one.
    """
    if file.experience is None:
        return ()
    first: dict[tuple[str, ...], Named] = {}
    for one in mentions_of(redacted_experience(file.experience)):
        if one.wanted and one.mention.kind != "dependency":
            first.setdefault(_thing(one.mention), one)
    whole = whole_names(one.mention for one in first.values())
    return tuple(one for one in first.values() if one.mention in whole)


def _thing(mention: Mention) -> tuple[str, ...]:
    """Return what two spellings of one thing have in common: `Parser.reset` and `Parser.reset()`."""
    return (mention.kind, *mention.parts) if mention.kind == "symbol" else (mention.kind, mention.name)


def state_of(looked: Sequence[Looked], conditions: Sequence[Truth] = ()) -> State:
    """Return the state of an experience by what was found of its names, and by whether its conditions can hold."""
    if any(one.stale for one in looked) or any(truth is False for truth in conditions):
        return "stale"
    if any(one.finding.answer != "found" for one in looked) or any(truth is None for truth in conditions):
        return "unverifiable"
    return "valid" if looked or conditions else "unnamed"


def is_dead(looked: Sequence[Looked]) -> bool:
    """Return whether nothing that an experience names in the code is left, under whatever name."""
    code = [one for one in looked if one.named.mention.kind in ("symbol", "path", "glob")]
    return bool(code) and all(one.stale and not one.finding.became for one in code)


def stale_faults(file: StoreFile, looked: Sequence[Looked]) -> tuple[Fault, ...]:
    """Return a fault for each name of the file that the tree has lost."""
    return tuple(_fault(file, one) for one in looked if one.stale)


def _fault(file: StoreFile, one: Looked) -> Fault:
    finding = one.finding
    return Fault(
        code=_CODES[one.named.mention.kind],
        severity="warning",
        id=file.id,
        file=file.path,
        line=line_of(file, one.named),
        message=f"names `{finding.name}`, {_said(finding)}",
        mend=mend(file, finding.became),
        name=finding.name,
        nearest=finding.nearest,
        moved_to=finding.became,
    )


def _said(finding: Finding) -> str:
    """Return what became of a thing that is gone."""
    if finding.became:
        verb = "moved" if finding.kind in ("path", "glob") else "renamed"
        by = f" in {finding.gone[:10]}" if finding.gone else ""
        return f"which was {verb} to `{finding.became}`{by}"
    near = f"; nearest: {', '.join(f'`{name}`' for name in finding.nearest)}" if finding.nearest else ""
    return f"which is not there: {finding.reason}{near}"


def mend(file: StoreFile, became: str = "") -> str:
    """Return what a person can do about a name that is gone."""
    instead = f"write `{became}`" if became else "name what took its place"
    return f"{instead}, or `exp retract {typed(file.id)} --reason …`"


def code_of(kind: MentionKind) -> FaultCode:
    """Return the code of a fault about a thing of this kind."""
    return _CODES[kind]


def line_of(file: StoreFile, named: Named) -> int:
    """Return the line where a thing is named: the first one of its field that holds the name."""
    place = tuple(int(part) if part.isdigit() else part for part in _FIELD.findall(named.field))
    start = file.line(*place)
    if not start:
        return 0
    lines = file.text.split("\n")
    for number in range(start, min(len(lines), start + 40) + 1):
        if named.mention.name in lines[number - 1]:
            return number
    return start
