"""Answers `why` and `help`: the trail that led to a row, in the words that were said; nothing is changed by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.errors import RecordError
from gitexp.records.bot import Carried, CarriedChange, Row
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.records.words import shortened
from gitexp.steps.commands_desk import Files, Undone, Work
from gitexp.steps.commands_words import FIELDS, FORMS
from gitexp.steps.quoting import block, code, inline
from gitexp.steps.redact import redacted

MAX_QUOTE = 600
BAR = "\\|"
"""A bar within a cell of a table."""
GARBAGE = {
    "factual_error": "it is wrong",
    "insufficient_evidence": "nothing shows that it holds",
    "missing_context": "it can't be understood alone",
    "personal_preference": "it is taste",
    "one_off": "it will not come up again",
    "common_knowledge": "everybody knows it",
    "conversation_summary": "it only tells what was said",
    "mixed_granularity": "it is several things in one",
    "not_actionable": "nobody can act on it",
    "already_known": "the project says it elsewhere",
}
"""Each kind in a few words, as `help` tells it."""


def help_words() -> str:
    """Return what can be commanded, as Markdown."""
    rows = {
        "drop": "refuse a row, and say what makes it garbage",
        "edit": f"change a field of its file: {', '.join(f'`{field}`' for field in FIELDS)}",
        "resolve": "answer a question; A is where the new one holds, B where the old one does",
        "canary": "let it be tried on a share first",
        "why": "show what led to it",
        "help": "show this",
    }
    lines = ["one line each, at most ten in a comment; ID is a row's number, or an id", ""]
    lines += ["| write | to |", "|---|---|"]
    lines += [f"| `{form.replace('|', BAR)}` | {rows[verb]} |" for verb, form in FORMS.items()]
    lines += ["", f"kinds: {'; '.join(f'`{kind}` ({words})' for kind, words in GARBAGE.items())}"]
    return "\n".join(lines)


def why(work: Work, row: Row, files: Files) -> str:
    """Return the trail of a row, as Markdown. Raises Undone where it is not remembered."""
    if row.mends:
        return "\n".join(_mended(work, row, files))
    carried = work.carried(row)
    if carried is not None:
        return "\n".join(_trail(row, carried))
    change = next((one for one in work.state.changes if one.record.hex == row.key), None)
    if change is None:
        raise Undone(f"the trail of row {row.number} is not kept any more; its run tells it")
    return "\n".join(_recorded(row, change))


def _mended(work: Work, row: Row, files: Files) -> Iterator[str]:
    """Yield what a mend is, and which names it puts in the place of which."""
    path = work.place(row, files)
    after = work.experience(path, files)
    yield f"{inline(redacted(after.title))} ({code(redacted(row.id))})"
    yield ""
    yield "- an experience in force: the code has other names today than it tells, and this makes it follow"
    yield "- nobody's words led to it; what it says stays"
    text = files.before(row.before)
    if text is None:
        return
    try:
        before = files.read(text, path)
    except RecordError:
        return
    yield from _renamed("paths", before.scope.paths, after.scope.paths)
    yield from _renamed("symbols", before.scope.symbols, after.scope.symbols)


def _renamed(what: str, before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    old, new = [one for one in before if one not in after], [one for one in after if one not in before]
    if old or new:
        sides = [", ".join(code(redacted(one)) for one in side[:8]) or "none" for side in (old, new)]
        yield f"- {what}: {sides[0]} → {sides[1]}"


def _trail(row: Row, carried: Carried) -> Iterator[str]:
    candidate, trail = carried.candidate, carried.candidate.trail
    yield f"{inline(candidate.title)} ({code(redacted(row.id))})"
    yield ""
    yield f"- from {code(redacted(carried.source.id))}, first seen {_plain(carried.first_seen[:10])}"
    if trail.because:
        yield f"- an experience because: {'; '.join(_plain(one) for one in trail.because)}"
    settled = candidate.settled
    by = f" by {_plain(settled.by)}" if settled.by else ""
    turn = f", in {code(redacted(settled.turn))}" if settled.turn else ""
    yield f"- settled: {settled.answer}{by}{turn}{f' ({_plain(settled.reason)})' if settled.reason else ''}"
    if trail.passed:
        yield f"- looked for and not found: {', '.join(_plain(one) for one in trail.passed)}"
    names = [*candidate.symbols[:8], *candidate.paths[:8]]
    if names:
        yield f"- names: {', '.join(code(one) for one in names)}"
    if candidate.derived:
        yield f"- built by a template, in nobody's words: {', '.join(_plain(one) for one in candidate.derived)}"
    judge = carried.judge
    judged = [judge.engine, *([judge.model] if judge.model else []), *judge.prompts]
    yield f"- judged by {', '.join(_plain(one) for one in judged)}, run {_plain(carried.run)}"
    yield from _quotes(candidate.evidence)


def _recorded(row: Row, change: CarriedChange) -> Iterator[str]:
    yield f"{inline(change.record.title)} ({code(redacted(row.id))})"
    yield ""
    yield f"- first seen {_plain(change.first_seen[:10])}"
    yield from _quotes(change.record.cited[:3])


def _quotes(evidence: tuple[Evidence[Redacted], ...]) -> Iterator[str]:
    for item in evidence:
        when = f", {_plain(item.at)}" if item.at else ""
        yield ""
        yield f"{_plain(item.by or 'unknown')}{when}, {code(redacted(item.turn))}"
        yield block(redacted(shortened(item.quote, MAX_QUOTE)))


def _plain(words: str) -> str:
    return inline(redacted(words))
