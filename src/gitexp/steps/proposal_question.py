"""A contradiction in a proposal: both sides' words, who said them, when and where, and which one the code follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.records.candidate import Candidate
from gitexp.records.contradiction import Contradiction, Follows, Shown, Side
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience
from gitexp.records.judgement import Decision
from gitexp.records.precondition import Preconditions
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.steps.proposal_words import day, is_private, is_quoted, named, whence, where, who
from gitexp.steps.quoting import block, code, inline

NOTHING = "–"
_PLAIN = re.compile(r"[\w./-]+", re.A)
"""A path that means itself in a shell and in Markdown: people may call a file on the branch what they like."""
_STANDS = {
    "in_force": "in force",
    "waiting": "waits, not in force",
    "proposed": "proposed here, not in force",
}
_TOLD: dict[Follows, str] = {
    "new": "The code at HEAD follows the new one.",
    "old": "The code at HEAD follows the one that stands.",
    "both": "The code at HEAD has both.",
    "neither": "The code at HEAD follows neither.",
    "unknown": "Which one the code at HEAD follows can't be told",
}
NOT_LOOKED = Contradiction.unknown("it was not looked at")


def question(
    run: Run, number: int, decision: Decision, lies: str | None, *, commands: bool = False
) -> Iterator[str]:
    """Yield the question: a table of both sides, the quotes that it does not hold, and how to answer.

    `lies` is where the other one is on the proposal branch, None where it is in force. `commands` tells that a comment
    can answer. Nobody's words get into a
    line that a reader may copy into a shell.
    """
    standing, candidate = decision.target, decision.candidate
    if standing is None:
        return
    asked = decision.question or NOT_LOOKED
    yield f"### {number} · Two statements disagree"
    if is_private(run, candidate):
        yield f"The new one is {whence(candidate.discussion)}."
        yield ""
    old = f"{_STANDS[asked.stands]}: {code(Redacted.rendered(standing.id))}"
    yield f"| | {old} | new: {named(run, candidate.discussion)} |"
    yield "|---|---|---|"
    yield from _statements(standing, candidate)
    yield _row("said by", _old_sources(standing), _new_sources(run, decision))
    new = "; ".join(["not in force", *filter(None, [_observed(candidate.observed_at)])])
    yield _row("since", _since(standing, asked), new)
    yield _row("code at HEAD", _seen(asked, "old"), _seen(asked, "new"))
    yield ""
    yield _told(asked)
    yield from _quotes("In the words of the one that stands", standing, standing.evidence)
    yield from _quotes("In the words of the new one", candidate, candidate.evidence)
    yield ""
    if commands:
        yield from _commands(number, asked)
    else:
        yield from _answer(standing, asked, lies)


def _statements(old: Experience[Redacted], new: Candidate) -> Iterator[str]:
    yield _row("when", inline(old.when), inline(new.when))
    yield _row("says", inline(old.what), inline(new.what))
    if old.why or new.why:
        yield _row("why", inline(old.why) if old.why else NOTHING, inline(new.why) if new.why else NOTHING)
    if not (old.preconditions.empty and new.preconditions.empty):
        yield _row("holds", _holds(old.preconditions), _holds(new.preconditions))


def _row(head: str, old: str, new: str) -> str:
    return f"| {head} | {old} | {new} |"


def _holds(preconditions: Preconditions[Redacted]) -> str:
    told = [f"where {inline(one.text)}" for one in preconditions.must]
    told += [f"not where {inline(one.text)}" for one in preconditions.must_not]
    return "; ".join(told) or NOTHING


def _old_sources(standing: Experience[Redacted]) -> str:
    return "; ".join(f"{who(item)}, {_source(item)}" for item in standing.evidence) or NOTHING


def _new_sources(run: Run, decision: Decision) -> str:
    candidate = decision.candidate
    told = [f"{who(item)}{where(run, candidate, item)}, {_source(item)}" for item in candidate.evidence]
    told += [f"seen also in {named(run, one)}" for one in decision.sightings]
    return "; ".join(told) or NOTHING


def _source(item: Evidence[Redacted]) -> str:
    """Return where a quote stands as text: a link would put a back reference there."""
    name = item.url.partition("://")[2] or item.url if item.url else item.turn
    prefix, _, id = name.partition(":")
    return code(Redacted.rendered(f"{prefix}:{id[:12]}" if prefix in ("commit", "text") else name))


def _since(standing: Experience[Redacted], asked: Contradiction) -> str:
    if asked.stands != "in_force":
        return "not in force"
    told = []
    if asked.since:
        commit = f" ({code(Redacted.rendered(asked.commit[:12]))})" if asked.commit else ""
        told.append(f"in force as it is since {day(asked.since)}{commit}")
    return "; ".join([*told, *filter(None, [_observed(standing.observed_at)])]) or "not known"


def _observed(date: str | None) -> str:
    return f"seen to hold {inline(Redacted.rendered(day(date)))}" if date else ""


def _seen(asked: Contradiction, side: Side) -> str:
    followed = asked.followed
    if followed.answer == "unknown":
        return "can't be told"
    if followed.answer == "neither":
        return _places(followed.of(None)) if side == "old" else "neither"
    return _places(followed.of(side)) or "not found there"


def _places(places: Sequence[Shown]) -> str:
    return "; ".join(
        f"{code(Redacted.rendered(f'{one.path}:{one.line}'))} {code(one.text)}" for one in places
    )


def _told(asked: Contradiction) -> str:
    reason = asked.followed.reason
    return f"{_TOLD[asked.followed.answer]}{f': {inline(Redacted.rendered(reason))}.' if reason else ''}"


def _quotes(
    head: str, one: Experience[Redacted] | Candidate, evidence: Sequence[Evidence[Redacted]]
) -> Iterator[str]:
    """Yield the quotes behind a statement that are not the statement itself."""
    told = [Evidence("", words) for words in (one.what, one.why) if words is not None]
    for item in evidence:
        if is_quoted(item.quote, told):
            continue
        yield ""
        yield f"{head}: {who(item)}"
        yield block(item.quote)


def _answer(standing: Experience[Redacted], asked: Contradiction, lies: str | None) -> Iterator[str]:
    if asked.stands != "in_force":
        yield "Neither is in force. **No answer:** merging takes the other one, and this question comes again."
        if lies is not None and _PLAIN.fullmatch(lies):
            yield "If the other one is wrong, take it off this branch, and run `exp propose` again:"
            yield ""
            yield from _shell(f"git rm {lies}", "git commit -m 'Refuse it'")
        return
    yield "**No answer:** the one in force stays in force, unchanged, and the next run asks again. Else:"
    yield ""
    yield from _shell(
        "# the new one is right: write it, then put it in the old one's place",
        "exp new --when TEXT --what TEXT --why TEXT",
        f"exp supersede {standing.id} --by ID",
        "# the old one is wrong, and nothing replaces it",
        f"exp retract {standing.id} --reason TEXT",
    )
    yield "Both hold: write the new one too, and say in the `when` or the preconditions of each where it does."
    yield "Each of these is a change for you to commit; nothing is in force before it is on the default branch."


def _commands(number: int, asked: Contradiction) -> Iterator[str]:
    """Yield how a comment answers the question."""
    if asked.stands != "in_force":
        yield "Neither is in force. **No answer:** merging takes the other one, and this question comes again."
        yield f"Answer with one line: `/exp resolve {number} new` · `/exp resolve {number} old`"
        return
    yield (
        f"Answer with one line: `/exp resolve {number} new` · `/exp resolve {number} old` · "
        f"`/exp resolve {number} both when: where the new one holds | where the old one does`"
    )
    yield "**No answer:** the one in force stays in force, unchanged, and the question stays open."


def _shell(*lines: str) -> Iterator[str]:
    yield "```sh"
    yield from lines
    yield "```"
