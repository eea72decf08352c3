"""Finds secrets and private details in a file of the store, with the redact step's own eyes; never says what they are."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.fault import Fault, Gravity
from gitexp.records.store_file import Place, StoreFile
from gitexp.steps.audit_held import held
from gitexp.steps.audit_text import lines_of
from gitexp.steps.redact_found import FoundKind
from gitexp.steps.redact_invisible import visible
from gitexp.steps.redact_judge import PLACEHOLDER
from gitexp.steps.redact_texts import cleaned

_COMMENT = re.compile(r"(?:\A|(?<=\s))#.*")


@dataclass(frozen=True)
class _Words:
    """How a kind of private thing is told, how grave it is, and what to write in its place."""

    told: str
    severity: Gravity
    mend: str


_WORDS: dict[FoundKind, _Words] = {
    "secret": _Words(
        "a secret",
        "error",
        "write `[secret-1]` in its place, and have the secret changed: the history keeps it",
    ),
    "email": _Words("an e-mail address", "warning", "write `[email-1]` in its place"),
    "person": _Words("a person's name and address", "warning", "write `[person-1]` in its place"),
    "home": _Words("a person's home folder", "warning", "write `~` in its place"),
}

_Passage = tuple[int, str]
"""A line of the file, and the text that begins there."""


def private(file: StoreFile) -> Iterator[Fault]:
    """Yield each kind of private thing that stands in a file, by line. Cases are whole discussions: only secrets count."""
    if file.kind == "tool":
        return
    values = [(file.line(*place), _named(place, text)) for place, text in file.values.items()]
    lines = _comments(file.text) if values else list(enumerate(lines_of(file.text), 1))
    # Nearly every file is clean, and one look at all of its text is much less work than one at each piece.
    if not cleaned(["\n".join(text for _, text in (*values, *lines))]).replaced:
        return
    for line, kind in sorted({*_in_passages(values), *_in_lines(lines)}):
        if file.kind != "case" or kind == "secret":
            words = _WORDS[kind]
            severity = "warning" if file.kind == "case" else words.severity
            yield held(file, "secret", line, f"holds {words.told}", words.mend, severity)


def _named(place: Place, text: str) -> str:
    """Return a value with its key where the team chose the key: `x-password` tells what the value is."""
    key = next((step for step in reversed(place) if isinstance(step, str)), "")
    return f"{key}: {text}" if str(place[0] if place else "").startswith("x-") else text


def _comments(text: str) -> list[_Passage]:
    """Return what may be a comment: from a `#` with a blank before it. A value's own words are seen once more, no harm."""
    found = ((number, _COMMENT.search(line)) for number, line in enumerate(lines_of(text), 1))
    return [(number, match[0].lstrip("# \t")) for number, match in found if match]


def _in_passages(passages: Sequence[_Passage]) -> Iterator[tuple[int, FoundKind]]:
    """Yield where a passage is not what the redact step makes of it; all are seen together, as it does."""
    clean = cleaned(text for _, text in passages).of
    for line, text in passages:
        for kind in _kinds(visible(text), clean[text]):
            yield line, kind


def _in_lines(lines: Sequence[_Passage]) -> Iterator[tuple[int, FoundKind]]:
    """Yield what stands in the lines, and what only several of them together show: a key block, a broken token."""
    if not lines:
        return
    clean = cleaned(text for _, text in lines).of
    for line, text in lines:
        for kind in _kinds(visible(text), clean[text]):
            yield line, kind
    rest = "\n".join(clean[text] for _, text in lines)
    whole = cleaned([rest]).of[rest]
    for kind in _kinds(rest, whole):
        at = next(
            (at for at, (one, other) in enumerate(zip(rest, whole, strict=False)) if one != other), len(whole)
        )
        yield lines[min(rest.count("\n", 0, at), len(lines) - 1)][0], kind


def _kinds(before: str, after: str) -> list[FoundKind]:
    """Return what was replaced, by the placeholders that stand there now."""
    if before == after:
        return []
    old, new = PLACEHOLDER.findall(before), PLACEHOLDER.findall(after)
    known: tuple[FoundKind, ...] = ("secret", "person", "email")
    kinds: list[FoundKind] = [kind for kind in known if _count(new, kind) > _count(old, kind)]
    return kinds or (["home"] if after.count("~") > before.count("~") else ["secret"])


def _count(found: Sequence[tuple[str, str]], kind: FoundKind) -> int:
    return sum(one == kind for one, _ in found)
