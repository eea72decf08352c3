"""The words of a proposal: what a maintainer reads in the pull request, each item readable alone (MOCKUPS 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gitexp.records.candidate import Candidate
from gitexp.records.change_record import ChangeRecord
from gitexp.records.discussion import Discussion
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Standing
from gitexp.records.finding import Finding
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_changes import change_section, merging
from gitexp.steps.quoting import block, code, inline, plain
from gitexp.steps.review import corrections

MAX_TITLE = 100
SHOWN_NEAR = 12
MINUTES_EACH = 1.5
PRIVATE = "from a private agent session; the speaker agreed to these quotes"
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def title(
    run: Run, waiting: Sequence[Experience[Redacted]], recorded: Sequence[ChangeRecord[Redacted]] = ()
) -> Redacted:
    """Return the pull request's title, also the commit's subject.

    `waiting` and `recorded` are on the branch since earlier runs.
    """
    carried = [*(one.experience for one in run.decisions if one.experience is not None), *waiting]
    asked = [decision for decision in run.decisions if decision.action == "contradict"]
    parts = [counted(len(carried), "experience")] if carried else []
    records = len(run.changes) + len(recorded)
    parts += [counted(records, "change record")] if records else []
    parts += [counted(len(asked), "question")] if asked else []
    subject = f"exp: {', '.join(parts) or 'nothing to propose'}"
    areas = sorted({_area(experience) for experience in carried})
    if 0 < len(areas) <= 3:
        subject += f" ({', '.join(areas)})"
    return Redacted.rendered(subject[:MAX_TITLE])


def _area(experience: Experience[Redacted]) -> str:
    paths = [path.strip("/").split("/") for path in experience.scope.paths]
    folders = {parts[0] for parts in paths if len(parts) > 1}
    return plain(Redacted.rendered(folders.pop())) if len(folders) == 1 else "general"


def body(
    run: Run,
    paths: Sequence[str],
    branch: str,
    waiting: Sequence[Standing[Redacted]],
    recorded: Sequence[ChangeRecord[Redacted]] = (),
) -> Redacted:
    """Return the pull request's text in Markdown."""
    files = [decision for decision in run.decisions if decision.experience is not None]
    asked = [decision for decision in run.decisions if decision.action == "contradict"]
    carried = len(files) + len(waiting)
    lines = _head(carried, len(run.changes) + len(recorded))
    if carried or asked:
        lines += _table(run, files, asked, waiting)
    for number, (decision, path) in enumerate(zip(files, paths, strict=True), 1):
        lines += ["", *_item(run, number, decision, path)]
    for number, decision in enumerate(asked, len(files) + 1):
        lines += ["", *_question(run, number, decision)]
    for number, one in enumerate(waiting, len(files) + len(asked) + 1):
        lines += ["", *_waiting(number, one)]
    lines += change_section(run.changes, recorded)
    lines += ["", *_left_out(run), "", *_foot(run, branch)]
    return Redacted.rendered("\n".join(lines) + "\n")


def _head(carried: int, records: int) -> list[str]:
    if records:
        minutes = max(1, round((carried + records) * MINUTES_EACH))
        return [
            merging(carried, records),
            f"About {counted(minutes, 'minute')}. Only `experiences/` changes.",
        ]
    if not carried:
        return ["**Nothing changes by merging this.** It asks a question."]
    minutes = max(1, round(carried * MINUTES_EACH))
    what = "the experience" if carried == 1 else f"the {carried} experiences"
    return [
        f"**Merging = your team's agents get {what} below.** "
        f"About {counted(minutes, 'minute')}. Only `experiences/` changes."
    ]


def _table(
    run: Run, files: Sequence[Decision], asked: Sequence[Decision], waiting: Sequence[Standing[Redacted]]
) -> Iterator[str]:
    yield ""
    yield "| | experience | said by | settled by | names at HEAD |"
    yield "|---|---|---|---|---|"
    for number, decision in enumerate((*files, *asked), 1):
        candidate = decision.candidate
        words = inline(candidate.title)
        if decision.action == "contradict":
            words = Redacted.rendered(f"{words} **needs your answer, not part of the merge**")
        if decision.action == "update":
            words = Redacted.rendered(f"{words} (changes {code(_id(decision))})")
        seen = (
            f"; seen also in {', '.join(_name(run, one) for one in decision.sightings)}"
            if decision.sightings
            else ""
        )
        who = f"{_speakers(run, candidate)}{seen}"
        yield f"| {number} | {words} | {who} | {_settled(candidate)} | {_names(run, candidate)} |"
    for number, one in enumerate(waiting, len(files) + len(asked) + 1):
        speakers = ", ".join(dict.fromkeys(_speaker(item) for item in one.experience.evidence))
        yield f"| {number} | {inline(one.experience.title)} | {speakers} | waits since an earlier run | |"


def _id(decision: Decision) -> Redacted:
    return Redacted.rendered(decision.target.id if decision.target else "")


def _item(run: Run, number: int, decision: Decision, path: str) -> Iterator[str]:
    experience, candidate = decision.experience, decision.candidate
    if experience is None:
        return
    yield f"### {number} · {inline(experience.when)}{_derived(candidate)}"
    if _private(run, candidate):
        yield f"*{PRIVATE}*"
        yield ""
    for item in experience.evidence:
        yield f"{_who(item)}{_where(run, candidate, item)}"
        yield block(item.quote)
    for condition in experience.preconditions.must:
        yield f"**Holds where** {inline(condition.text)}"
    for attempt in experience.anti_patterns:
        told = "Was rejected" if candidate.kind == "decision" else "Was tried and taken back"
        yield f"**{told}:** {inline(attempt)}"
    for name, near in corrections(_findings(run, candidate)):
        wrong, right = code(Redacted.rendered(name)), code(Redacted.rendered(near))
        yield f"**Not in the code:** {wrong}, as it was said; filed under {right}. Mend the words before you merge."
    if candidate.trail.lacks:
        yield f"**Lacks:** {inline(Redacted.rendered(candidate.trail.words))}"
    yield f"settled by: {_settled(candidate)} · {_link(run, candidate)}file {code(Redacted.rendered(path))}"


def _waiting(number: int, one: Standing[Redacted]) -> Iterator[str]:
    """Yield an item that an earlier run put on the branch: merging takes it too, so it is told whole."""
    yield f"### {number} · {inline(one.experience.when)} (waits since an earlier run)"
    for item in one.experience.evidence:
        yield _who(item)
        yield block(item.quote)
    yield f"file {code(Redacted.rendered(one.path))}"


def _question(run: Run, number: int, decision: Decision) -> Iterator[str]:
    standing, candidate = decision.target, decision.candidate
    if standing is None:
        return
    yield f"### {number} · Two statements disagree"
    if _private(run, candidate):
        yield f"The new one is {PRIVATE}."
        yield ""
    yield f"| | in force: {code(Redacted.rendered(standing.id))} | new: {inline(Redacted.rendered(candidate.discussion))} |"
    yield "|---|---|---|"
    yield f"| says | {inline(standing.what)} | {inline(candidate.what)} |"
    yield f"| by, when | {_by_when(standing.evidence)} | {_by_when(candidate.evidence)} |"
    yield "| code at HEAD | not told by the rules engine | not told by the rules engine |"
    yield ""
    yield "The one in force stays in force. To take the new one, change its file by hand and say so in the commit."


def _first_lack(run: Run, candidate: Candidate) -> str:
    """Return what a candidate lacks first, without its details; of a private one only the kind."""
    if _private(run, candidate) and not candidate.trail.waits:
        return candidate.trail.lacks[0].kind.replace("_", " ") if candidate.trail.lacks else ""
    return candidate.trail.words.split(";")[0].split(":")[0]


def _left_out(run: Run) -> Iterator[str]:
    funnel = run.funnel
    yield (
        f"<details><summary>What was read and left out: {counted(funnel.discussions, 'discussion')} → "
        f"{counted(funnel.topics, 'topic')} → {counted(funnel.candidates, 'candidate')} → "
        f"{funnel.create + funnel.update} proposed{_and_records(run)}</summary>"
    )
    yield ""
    lacking = Counter(_first_lack(run, candidate) for candidate in run.near)
    if lacking:
        yield "| left out because | how many |"
        yield "|---|---|"
        for lack, many in sorted(lacking.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"| {inline(Redacted.rendered(lack))} | {many} |"
        yield ""
        # Of a private session nobody agreed to show these words.
        told = [candidate for candidate in run.near if not _private(run, candidate)]
        for candidate in told[:SHOWN_NEAR]:
            yield f"- {inline(candidate.title)} ({inline(Redacted.rendered(candidate.trail.words))})"
        if len(run.near) > len(told[:SHOWN_NEAR]):
            yield f"- and {len(run.near) - len(told[:SHOWN_NEAR])} more: `exp propose … --json`, `near`"
    else:
        yield "Nothing was near."
    yield from _dropped(run)
    unread = sum(skip.bad for skip in run.skipped)
    if unread:
        yield f"\n{counted(unread, 'input')} could not be read."
    yield "</details>"


def _dropped(run: Run) -> Iterator[str]:
    """Yield what review left out as false, with what does exist. Of a private session nobody agreed to show words."""
    told = [one for one in run.dropped if not _private(run, one.candidate)]
    if run.dropped:
        yield f"\nDropped by review: {len(run.dropped)}"
        yield ""
    for verdict in told[:SHOWN_NEAR]:
        yield f"- {inline(verdict.candidate.title)} ({inline(Redacted.rendered(verdict.words))})"


def _and_records(run: Run) -> str:
    return f", {counted(len(run.changes), 'change record')}" if run.changes else ""


def _foot(run: Run, branch: str) -> Iterator[str]:
    yield "Edit in place: commits on this branch are yours; exp builds upon them and never moves them back."
    yield ""
    yield "```sh"
    yield f"git diff HEAD...{branch:<24} # look"
    yield f"git merge --no-ff {branch:<22} # take them all"
    yield "git rm experiences/<area>/<id>.yaml      # refuse one: commit this on the branch before the merge"
    yield f"git branch -D {branch:<26} # throw all away"
    yield "```"
    yield f"{run.engine} engine · run {run.id}"
    yield f"<!-- exp:proposal v1 base={run.base or ''} run={run.id} -->"


def _speakers(run: Run, candidate: Candidate) -> str:
    names = ", ".join(dict.fromkeys(_speaker(item) for item in candidate.evidence))
    return f"{names} (private session)" if _private(run, candidate) else names


def _private(run: Run, candidate: Candidate) -> bool:
    discussion = _discussion(run, candidate.discussion)
    return discussion is not None and discussion.private


def _speaker(item: Evidence[Redacted]) -> str:
    return inline(Redacted.rendered(item.by or "unknown"))


def _settled(candidate: Candidate) -> str:
    settled = candidate.settled
    words = inline(Redacted.rendered(settled.reason))
    if settled.answer != "yes":
        return f"**nobody yet:** {words}"
    return f"{inline(Redacted.rendered(settled.by))}: {words}" if settled.by else str(words)


def _names(run: Run, candidate: Candidate) -> str:
    findings = _findings(run, candidate)
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
    return f"{counts}, {len(mended)} corrected: {'; '.join(mended)}" if mended else counts


def _findings(run: Run, candidate: Candidate) -> tuple[Finding, ...]:
    return next((verdict.findings for verdict in run.verdicts if verdict.candidate.id == candidate.id), ())


def _derived(candidate: Candidate) -> str:
    if "when" not in candidate.derived:
        return ""
    return " (derived from the place)" if candidate.places else " (derived from what it names)"


def _who(item: Evidence[Redacted]) -> str:
    return ", ".join([_speaker(item), *([_day(item.at)] if item.at else [])])


def _where(run: Run, candidate: Candidate, item: Evidence[Redacted]) -> str:
    discussion = _discussion(run, candidate.discussion)
    turn = discussion.turn(item.turn) if discussion else None
    if turn is None or turn.anchor is None or turn.anchor.path is None:
        return ""
    line = f":{turn.anchor.line}" if turn.anchor.line else ""
    return f", {code(Redacted.template('{}' + line, turn.anchor.path))}"


def _link(run: Run, candidate: Candidate) -> str:
    """Return where to read on, as text: a link would put a back reference on the other pull request."""
    return f"from {_name(run, candidate.discussion)} · "


def _name(run: Run, discussion: str) -> str:
    return code(Redacted.rendered(discussion[:21] if discussion.startswith("commit:") else discussion))


def _by_when(evidence: Sequence[Evidence[Redacted]]) -> str:
    return "; ".join(_who(item) for item in evidence)


def _discussion(run: Run, name: str) -> Discussion[Redacted] | None:
    return next((discussion for discussion in run.discussions if discussion.id == name), None)


def _day(date: str) -> str:
    """Return `2024-03-12` as `12 Mar 2024`."""
    year, month, day = (*date.split("-"), "", "")[:3]
    if not (month.isdigit() and 1 <= int(month) <= 12 and day[:2].isdigit()):
        return date
    return f"{int(day[:2])} {_MONTHS[int(month) - 1]} {year}"
