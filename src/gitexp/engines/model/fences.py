"""Fences: how text that others wrote is put before a language model, so that none of it can end its own fence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitexp.records.candidate import Statement
from gitexp.records.discussion import Topic, Turn
from gitexp.records.text import Redacted

CODE, END_OF_CODE = "[code, not to be quoted]", "[end of code]"
OPEN, CLOSE = "⟪", "⟫"
_INSIDE = str.maketrans({OPEN: "〈", CLOSE: "〉"})
"""One letter for one, so that what stands at a place in a turn stands at the same place between its fences."""
LONGEST_TURN = 6000
LONGEST_OF_A_TOOL = 600
"""Characters of one turn that are shown: agents and tools print whole files."""
HUNK_LINES, HUNK_CHARACTERS = 12, 900


def asked(text: str) -> Redacted:
    """Return a question's text, all of whose words come from `Redacted` text and literals."""
    return Redacted.rendered(text)


def inside(text: str) -> str:
    """Return a text as it stands between fences: letter by letter, but for the signs that fences are made of."""
    return text.translate(_INSIDE)


def turn_name(given: str) -> str:
    """Return a turn's name as the question has it: `T3` and `3` are t3."""
    return f"t{given.strip().lower().removeprefix('t')}"


def unmarked(text: str) -> str:
    """Return a text without the lines that mark code, letter for letter: nobody's words look like ours."""
    for mark in (CODE, END_OF_CODE):
        text = text.replace(mark, f"({mark[1:-1]})")
    return text


def flat(text: str) -> str:
    """Return a text as it stands in the head of a fence: on one line, and short."""
    return inside(" ".join(text.split()))[:200]


def fenced(name: str, head: Iterable[str], lines: Iterable[str]) -> str:
    """Return lines between fences; `head` tells of them."""
    told = " · ".join([name, *(part for part in (flat(part) for part in head) if part)])
    return "\n".join(
        [f"{OPEN}{told}{CLOSE}", *(inside(line) for line in lines), f"{OPEN}end {name.split()[-1]}{CLOSE}"]
    )


def turns_text(turns: Sequence[Turn[Redacted]], *, hunks: bool) -> str:
    """Return turns between fences, named t1, t2, … in their order."""
    return "\n\n".join(_turn(f"t{at}", turn, hunks=hunks) for at, turn in enumerate(turns, 1))


def shown(turn: Turn[Redacted]) -> tuple[Redacted, int]:
    """Return what is shown of a turn, and how many characters are left out."""
    most = LONGEST_OF_A_TOOL if turn.speaker.role in ("agent", "tool") else LONGEST_TURN
    return turn.text.cut(0, most), max(0, len(turn.text) - most)


def _turn(name: str, turn: Turn[Redacted], *, hunks: bool) -> str:
    text, left_out = shown(turn)
    lines = [*(_hunk(turn) if hunks else []), unmarked(text)]
    if left_out:
        lines.append(f"[{left_out} characters more are not shown]")
    return fenced(f"turn {name}", _head(turn), lines)


def _head(turn: Turn[Redacted]) -> list[str]:
    speaker, anchor = turn.speaker, turn.anchor
    may = {"yes": "may merge", "no": "may not merge", "unknown": ""}[speaker.can_write]
    association = (speaker.association or "").lower()
    who = ", ".join(
        part for part in (speaker.role, "" if association == "none" else association, may) if part
    )
    place = ""
    if anchor and anchor.path:
        place = f"{anchor.path}:{anchor.line}" if anchor.line else str(anchor.path)
    signs = [
        "the description" if turn.id == "pull_request.body" else "",
        (turn.state or "").lower().replace("_", " "),
        "thread resolved" if turn.resolved == "yes" else "",
        "suggests code" if turn.suggestion == "yes" else "",
    ]
    return [f"{speaker.name} ({who})", (turn.at or "")[:10], place, *signs]


def _hunk(turn: Turn[Redacted]) -> list[str]:
    hunk = turn.anchor.hunk if turn.anchor else None
    if not hunk or not hunk.strip():
        return []
    end = "\n".join(hunk.splitlines()[-HUNK_LINES:])[-HUNK_CHARACTERS:]
    return [CODE, *unmarked(end).splitlines(), END_OF_CODE]


def topic_text(topic: Topic[Redacted]) -> Redacted:
    """Return one topic as it goes to extract: its turns alone, without a summary of the discussion."""
    discussion = topic.discussion
    what = "A work session with an agent" if discussion.kind == "session" else "A pull request"
    title = f", titled {OPEN}{flat(discussion.title)}{CLOSE}" if discussion.title else ""
    return asked(f"{what} of `{flat(discussion.repo)}`{title}.\n\n{turns_text(topic.turns, hunks=True)}")


def statement_text(name: str, one: Statement[Redacted]) -> str:
    """Return a statement between fences."""
    lines = [f"when: {_line(one.when)}", f"what: {_line(one.what)}"]
    lines += [f"why: {_line(one.why)}"] if one.why else []
    lines += [f"symbols: {', '.join(_line(name) for name in one.symbols)}"] if one.symbols else []
    lines += [f"paths: {', '.join(_line(path) for path in one.paths)}"] if one.paths else []
    return fenced(name, (), lines)


def _line(text: str) -> str:
    return " ".join(text.split())
