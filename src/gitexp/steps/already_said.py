"""Already said: which standing experience says what a note says. Default: none does; a wrong yes would lose the note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.candidate import Statement
from gitexp.records.episode import Episode
from gitexp.records.experience import Experience, Standing
from gitexp.records.globs import matches
from gitexp.records.text import Redacted
from gitexp.records.words import content_words
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import same
from gitexp.steps.redact import redacted_experience

LEAST = 3
"""Content words of a note that can be told to repeat something."""


def already_said(
    note: Episode[Redacted], standing: Sequence[Standing[str]], compared: Compared
) -> Experience[Redacted] | None:
    """Return the first experience in force that says all that the note says, as dedup judges it, and may be about its place.

    A note that says more than stands is a new one.
    """
    words = content_words(note.text)
    if len(words) < LEAST:
        return None
    for one in standing:
        plain = one.experience
        if not (plain.in_force(note.at[:10]) and words <= content_words(f"{plain.what} {plain.why or ''}")):
            continue
        clean = redacted_experience(plain)
        if _may_be_there(note.files, clean) and any(_says(told, note, compared) for told in _told(clean)):
            return clean
    return None


def _may_be_there(files: Sequence[str], one: Experience[Redacted]) -> bool:
    """Return whether nothing that the note is about lies outside the scope."""
    paths = one.scope.paths
    return not paths or all(any(matches(glob, file) for glob in paths) for file in files)


def _told(one: Experience[Redacted]) -> Iterator[Statement[Redacted]]:
    """Yield what an experience says: the statement, and the statement with its reason."""
    for what in (one.what, Redacted.joined([one.what, one.why]) if one.why else None):
        if what is not None:
            yield Statement(one.when, what, None, one.lens, one.kind, one.scope.symbols, one.scope.paths)


def _says(told: Statement[Redacted], note: Episode[Redacted], compared: Compared) -> bool:
    """Return whether the note says the same, or a part of it. It names no situation of its own but its files."""
    said = Statement(told.when, note.text, None, told.lens, told.kind, told.symbols, told.paths)
    likeness = compared.likeness(said, told)
    return same(likeness) and likeness.what in ("identical", "contained")
