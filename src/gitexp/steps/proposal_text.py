"""The words of a proposal: what a maintainer reads in the pull request, each item readable alone (MOCKUPS 1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gitexp.records.change_record import ChangeRecord
from gitexp.records.experience import Experience, Standing
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.proposal_changes import change_section, merging
from gitexp.steps.proposal_item import item, waiting_item
from gitexp.steps.proposal_left_out import left_out
from gitexp.steps.proposal_question import question
from gitexp.steps.proposal_words import named, names_seen, settled_words, speaker, speakers
from gitexp.steps.quoting import code, inline, plain

MAX_TITLE = 100
PLAIN = re.compile(r"[\w./-]+")
"""A path that a shell takes as it is."""
MINUTES_EACH = 1.5


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
    lies = {one.experience.id: one.path for one in waiting}
    lies |= {one.experience.id: path for one, path in zip(files, paths, strict=True) if one.experience}
    lines = heading(carried, len(run.changes) + len(recorded), len(asked))
    if carried or asked:
        lines += _table(run, files, asked, waiting)
    for number, (decision, path) in enumerate(zip(files, paths, strict=True), 1):
        lines += ["", *item(run, number, decision, path)]
    for number, decision in enumerate(asked, len(files) + 1):
        lines += ["", *question(run, number, decision, lies.get(_id(decision)))]
    for number, one in enumerate(waiting, len(files) + len(asked) + 1):
        lines += ["", *waiting_item(number, one)]
    lines += change_section(run.changes, recorded)
    lines += ["", *left_out(run), ""]
    if carried or run.changes or recorded:
        lines += [*_foot(run, branch, paths), ""]
    lines += _marks(run)
    return Redacted.rendered("\n".join(lines) + "\n")


def heading(carried: int, records: int, asked: int) -> list[str]:
    """Return what merging does, and how long it takes to read."""
    if records:
        minutes = max(1, round((carried + records) * MINUTES_EACH))
        return [
            merging(carried, records),
            f"About {counted(minutes, 'minute')}. Only `experiences/` changes.",
        ]
    if not carried:
        return [f"**Nothing changes by merging this.** It asks {counted(asked, 'question')}."]
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
        yield table_row(run, number, decision)
    for number, one in enumerate(waiting, len(files) + len(asked) + 1):
        said_by = ", ".join(dict.fromkeys(speaker(quote) for quote in one.experience.evidence))
        yield f"| {number} | {inline(one.experience.title)} | {said_by} | waits since an earlier run | |"


def table_row(run: Run, number: int, decision: Decision) -> str:
    """Return the row of an experience or of a question."""
    candidate = decision.candidate
    words = inline(candidate.title)
    if decision.action == "contradict":
        words = Redacted.rendered(f"{words} **needs your answer, not part of the merge**")
    if decision.action == "update":
        words = Redacted.rendered(f"{words} (changes {code(_id(decision))})")
    seen = (
        f"; seen also in {', '.join(named(run, one) for one in decision.sightings)}"
        if decision.sightings
        else ""
    )
    said_by = f"{speakers(run, candidate)}{seen}"
    return f"| {number} | {words} | {said_by} | {settled_words(candidate)} | {names_seen(run, candidate)} |"


def _id(decision: Decision) -> Redacted:
    return Redacted.rendered(decision.target.id if decision.target else "")


def judged(run: Run) -> str:
    """Return what judged: of a language model its name, its prompts with their versions, and what it cost."""
    judge, spent = run.judge, run.spent
    parts = [f"{judge.engine} engine"]
    if judge.model:
        parts.append(inline(Redacted.rendered(judge.model)))
    versions = [name.rpartition(" ")[0] for name in judge.prompts if name.count(" ") > 1]
    if versions:
        parts.append(f"prompts {inline(Redacted.rendered(' · '.join(versions)))}")
    if spent is not None and spent.calls:
        parts += [counted(spent.calls, "call"), counted(spent.tokens, "token")]
        parts += [f"cost {spent.cost:.2f}"] if spent.cost is not None else []
    return ", ".join(parts)


def _foot(run: Run, branch: str, paths: Sequence[str]) -> Iterator[str]:
    """Yield how to look, take and refuse. What changes a standing file is refused by bringing the old one back."""
    files = [decision for decision in run.decisions if decision.experience is not None]
    updated = [
        path if PLAIN.fullmatch(path) else "experiences/<area>/<id>.yaml"
        for decision, path in zip(files, paths, strict=True)
        if decision.action == "update"
    ]
    yield "Edit in place: commits on this branch are yours; exp builds upon them and never moves them back."
    yield ""
    yield "```sh"
    yield f"git diff HEAD...{branch:<24} # look"
    yield f"git merge --no-ff {branch:<22} # take them all"
    if len(updated) < len(files) or not files:
        yield "git rm experiences/<area>/<id>.yaml      # refuse a new one: commit this on the branch before the merge"
    for path in updated:
        # What stands is never refused by deleting it.
        yield f"git checkout {(run.base or 'HEAD')[:12]} -- {path}  # refuse this change of what stands, likewise"
    yield f"git branch -D {branch:<26} # throw all away"
    yield "```"


def _marks(run: Run) -> Iterator[str]:
    yield f"{judged(run)} · run {run.id}"
    yield f"<!-- exp:proposal v1 base={run.base or ''} run={run.id} -->"
