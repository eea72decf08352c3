"""How the mistakes of an evaluation look to a person: by kind, and within a kind by what held them back."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from gitexp.cli import screen
from gitexp.records.figures_governance import Answered, by_kind
from gitexp.records.mistakes import MISTAKE_KINDS, Mistake

WIDTH = 79
LONGEST = 210
"""Characters that are shown of a text."""
_PIECE = re.compile("[\u2e80-\uffef]|[^\\s\u2e80-\uffef]+|\\s+")
"""What is not broken: a broad letter, a word, blanks."""


def show_mistakes(errors: Sequence[Mistake]) -> None:
    """Print all mistakes; those that would be proposed come first in their group."""
    for kind in MISTAKE_KINDS:
        some = [one for one in errors if one.kind == kind]
        if not some:
            continue
        screen.say()
        screen.say(screen.style(f"{kind} ({len(some)})", "bold"))
        groups: dict[str, list[Mistake]] = {}
        for one in sorted(some, key=lambda one: (not one.proposed, _held_by(one))):
            groups.setdefault(_held_by(one), []).append(one)
        for held_by, listed in groups.items():
            if held_by:
                screen.say(f"  {held_by} ({len(listed)})")
            for one in listed:
                _mistake(one)


def show_wrong_answers(wrong: Sequence[Answered]) -> None:
    """Print the wrong answers of dedup and merge, by layer and by the kind of the case."""
    for layer in ("dedup", "merge"):
        mine = [one for one in wrong if one.layer == layer]
        for kind, some in by_kind(mine).items():
            screen.say()
            screen.say(screen.style(f"{layer}, {kind} ({len(some)})", "bold"))
            for one in some:
                _wrong_answer(one)


def _wrong_answer(one: Answered) -> None:
    bridged = "  BRIDGED" if one.bridges else ""
    screen.say(f"  - {one.id}{bridged}")
    told("expected", _answer(one.expected, one.target, one.reason))
    told("given", _answer(one.given or "no answer", one.given_target, ""))
    told("note", one.failed or one.words)
    for name, words in one.texts:
        screen.say(screen.style(f"    {name}", "dim"))
        told("when", words.when)
        told("what", words.what)
        told("why", words.why or "")


def _answer(answer: str, target: str | None, reason: str) -> str:
    return f"{answer}{f' {target}' if target else ''}{f' ({reason})' if reason else ''}"


def _held_by(one: Mistake) -> str:
    """Return the group within the kind: the exclusions of what was found, the reason why nothing is expected."""
    if one.kind == "found, not proposed":
        return ", ".join(sorted({lack.kind for lack in one.exclusions})) or "no exclusion"
    return one.garbage or ""


def _mistake(one: Mistake) -> None:
    about = " ".join(part for part in (one.case, f"row {one.row}" if one.row else "") if part)
    mark = "  PROPOSED" if one.proposed and one.kind.startswith(("false", "second")) else ""
    screen.say(f"  - {about}{mark}")
    if one.candidate:
        screen.say(screen.style(f"    candidate {one.candidate}", "dim"))
    told("expected", one.expected)
    told("given", one.given)
    if not one.given:
        told("said", one.said)
    if one.words != one.garbage:
        told("note", one.words)
    if one.exclusions and one.kind != "found, not proposed":
        told("lacks", "; ".join(lack.words for lack in one.exclusions))


def told(mark: str, words: str) -> None:
    """Print a text beside its mark, in lines."""
    for at, line in enumerate(_lines(screen.short(words, LONGEST), WIDTH - 13) if words else ()):
        screen.say(f"    {mark if not at else '':9}{line}")


def _lines(text: str, columns: int) -> list[str]:
    """Return the text in lines; a Chinese or Japanese letter takes two columns, and a line may break beside it."""
    lines, used = [""], 0
    for piece in _PIECE.findall(text):
        for part in (piece[at : at + columns] for at in range(0, len(piece), columns)):
            broad = _columns(part)
            if used + broad > columns:
                lines.append("")
                used = 0
            lines[-1] += part if used or part.strip() else ""
            used = _columns(lines[-1])
    return [line.rstrip() for line in lines]


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
