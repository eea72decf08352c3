"""What several parts of a proposal's text say alike: who said it, when and where, who settled it, which names were seen."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.records.candidate import Candidate
from gitexp.records.discussion import Discussion, is_note
from gitexp.records.evidence import Evidence
from gitexp.records.finding import Finding
from gitexp.records.precondition import (
    Check,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    SymbolCheck,
)
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.quoting import code, inline
from gitexp.steps.review import corrections

PRIVATE = "from a private agent session; the speaker agreed to these quotes"
NOTED = "from a note in the journal; these quotes were agreed to"
"""Who agrees may not be who noted it: journals are fetched from other clones."""
SHOWN_NAMES = 3
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def speakers(run: Run, candidate: Candidate) -> str:
    """Return who said what carries a candidate."""
    names = ", ".join(dict.fromkeys(speaker(item) for item in candidate.evidence))
    if not is_private(run, candidate):
        return names
    return f"{names} ({'note' if is_note(candidate.discussion) else 'private session'})"


def whence(discussion: str) -> str:
    """Return how a private discussion is told where words of it are proposed."""
    return NOTED if is_note(discussion) else PRIVATE


def is_private(run: Run, candidate: Candidate) -> bool:
    """Return whether a candidate quotes a private discussion."""
    discussion = discussion_of(run, candidate.discussion)
    return discussion is not None and discussion.private


def speaker(item: Evidence[Redacted]) -> str:
    """Return who said a quote."""
    return inline(Redacted.rendered(item.by or "unknown"))


def settled_words(candidate: Candidate) -> str:
    """Return who settled a candidate, and how it shows."""
    settled = candidate.settled
    words = inline(Redacted.rendered(settled.reason))
    if settled.answer != "yes":
        return f"**nobody yet:** {words}"
    return f"{inline(Redacted.rendered(settled.by))}: {words}" if settled.by else str(words)


def who(item: Evidence[Redacted]) -> str:
    """Return who said a quote, and on which day."""
    return ", ".join([speaker(item), *([inline(Redacted.rendered(day(item.at)))] if item.at else [])])


def where(run: Run, candidate: Candidate, item: Evidence[Redacted]) -> str:
    """Return the file and line that a quote's turn points at, after a comma, and whether it was said late.

    Empty where it points nowhere and was said in time.
    """
    discussion = discussion_of(run, candidate.discussion)
    turn = discussion.turn(item.turn) if discussion else None
    if turn is None:
        return ""
    late = ", said or edited after the merge" if turn.late else ""
    if turn.anchor is None or turn.anchor.path is None:
        return late
    line = f":{turn.anchor.line}" if turn.anchor.line else ""
    return f", {code(Redacted.template('{}' + line, turn.anchor.path))}{late}"


def is_quoted(words: Redacted, evidence: Sequence[Evidence[Redacted]]) -> bool:
    """Return whether words stand in a quote, so that they need not be told twice; marks around code do not count."""
    told = _bare(words)
    return any(told in _bare(item.quote) for item in evidence)


def _bare(words: str) -> str:
    return " ".join(words.replace("`", "").split()).rstrip(".").casefold()


def named(run: Run, discussion: str) -> str:
    """Return the name of a discussion, as text: a link would put a back reference on it."""
    return code(Redacted.rendered(discussion[:21] if discussion.startswith("commit:") else discussion))


def discussion_of(run: Run, name: str) -> Discussion[Redacted] | None:
    """Return the discussion of that name that was read."""
    return next((discussion for discussion in run.discussions if discussion.id == name), None)


def day(date: str) -> str:
    """Return `2024-03-12` as `12 Mar 2024`."""
    year, month, day = (*date.split("-"), "", "")[:3]
    if not (month.isdigit() and 1 <= int(month) <= 12 and day[:2].isdigit()):
        return date
    return f"{int(day[:2])} {_MONTHS[int(month) - 1]} {year}"


def names_seen(run: Run, candidate: Candidate) -> str:
    """Return how many of the names in a candidate the code has."""
    findings = findings_of(run, candidate)
    if not findings:
        return "nothing named"
    found = sum(finding.answer == "found" for finding in findings)
    if not candidate.local:
        return f"{counted(len(findings), 'name')}, can't be checked here"
    mended = [
        f"{code(Redacted.rendered(name))} → {code(Redacted.rendered(near))}"
        for name, near in corrections(findings)
    ]
    counts = f"names {found}/{len(findings)} found"
    told = f", {len(mended)} corrected: {'; '.join(mended)}" if mended else ""
    wrong = {name for name, _ in corrections(findings)}
    open_ = [one.name for one in findings if one.answer == "unverifiable"]
    gone = [one.name for one in findings if one.answer == "missing" and one.name not in wrong]
    for words, names in (("not there", gone), ("can't be told", open_)):
        # Of a private session nobody agreed to more words than are quoted.
        if names and not is_private(run, candidate):
            shown = ", ".join(code(Redacted.rendered(name)) for name in names[:SHOWN_NAMES])
            told += f"; {words}: {shown}{', …' if len(names) > SHOWN_NAMES else ''}"
    return f"{counts}{told}"


def findings_of(run: Run, candidate: Candidate) -> tuple[Finding, ...]:
    """Return what review found of the names in a candidate."""
    return next((verdict.findings for verdict in run.verdicts if verdict.candidate.id == candidate.id), ())


def check_words(check: Check) -> Redacted:
    """Return a condition's check as it is written in the file."""
    match check:
        case DependencyCheck():
            words = f"dependency {check.key} {check.version or ''}"
        case LanguageCheck():
            words = f"language {check.language}"
        case PathCheck():
            words = f"path {check.glob}"
        case PlatformCheck():
            words = f"platform {check.platform}"
        case KeyCheck():
            words = f"{check.key} is {' or '.join(check.values)}"
        case SymbolCheck():
            words = f"symbol {check.symbol}"
    return Redacted.rendered(words.strip())
