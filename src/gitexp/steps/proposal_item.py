"""One item of a proposal: an experience that merging brings, with the words that carry it; readable alone."""

from __future__ import annotations

from collections.abc import Iterator

from gitexp.records.candidate import Candidate
from gitexp.records.experience import Experience, Standing
from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.records.text import Redacted
from gitexp.steps.proposal_words import (
    check_words,
    findings_of,
    is_private,
    is_quoted,
    named,
    settled_words,
    whence,
    where,
    who,
)
from gitexp.steps.quoting import block, code, inline
from gitexp.steps.review import corrections


def item(run: Run, number: int, decision: Decision, path: str) -> Iterator[str]:
    """Yield an item of this run. What an engine worded itself is told before the quotes, what it cut is in them."""
    experience, candidate = decision.experience, decision.candidate
    if experience is None:
        return
    yield f"### {number} · {inline(experience.when)}{_derived(candidate)}"
    if is_private(run, candidate):
        yield f"*{whence(candidate.discussion)}*"
        yield ""
    if decision.action == "update" and decision.target is not None:
        yield from _changed(decision.target, experience)
    else:
        yield from _worded(experience)
    for quote in experience.evidence:
        yield f"{who(quote)}{where(run, candidate, quote)}"
        yield block(quote.quote)
    yield from _conditions(experience)
    for attempt in experience.anti_patterns:
        told = "Was rejected" if candidate.kind == "decision" else "Was tried and taken back"
        yield f"**{told}:** {inline(attempt)}"
    for name, near in corrections(findings_of(run, candidate)):
        wrong, right = code(Redacted.rendered(name)), code(Redacted.rendered(near))
        yield f"**Not in the code:** {wrong}, as it was said; filed under {right}. Mend the words before you merge."
    if candidate.trail.lacks:
        yield f"**Lacks:** {inline(Redacted.rendered(candidate.trail.words))}"
    yield f"settled by: {settled_words(candidate)} · {_link(run, candidate)}file {code(Redacted.rendered(path))}"


def waiting_item(number: int, one: Standing[Redacted]) -> Iterator[str]:
    """Yield an item that an earlier run put on the branch: merging takes it too, so it is told whole."""
    yield f"### {number} · {inline(one.experience.when)} (waits since an earlier run)"
    yield from _worded(one.experience)
    for quote in one.experience.evidence:
        yield who(quote)
        yield block(quote.quote)
    yield from _conditions(one.experience)
    yield f"file {code(Redacted.rendered(one.path))}"


def _conditions(experience: Experience[Redacted]) -> Iterator[str]:
    """Yield where it holds, each condition with the check that will decide it: recall blocks by it."""
    held = experience.preconditions
    for told, some in (
        ("Holds where", held.must),
        ("Not where", held.must_not),
        ("Met where", held.typical_env),
    ):
        for condition in some:
            check = f" (checked by {code(check_words(condition.check))})" if condition.check else ""
            yield f"**{told}** {inline(condition.text)}{check}"


def _changed(old: Experience[Redacted], new: Experience[Redacted]) -> Iterator[str]:
    """Yield what an update changes of the file that stands: both texts, one under the other."""
    for name, before, after in (("Do", old.what, new.what), ("because", old.why, new.why)):
        if before != after:
            yield f"**{name}, as it stands:** {inline(before) if before else '(nothing)'}"
            yield f"**{name}, as it becomes:** {inline(after) if after else '(nothing)'}"
        elif after:
            yield f"**{name}** {inline(after)}"


def _worded(experience: Experience[Redacted]) -> Iterator[str]:
    """Yield what merging puts in force, where no quote holds it word for word."""
    if not is_quoted(experience.what, experience.evidence):
        yield f"**Do** {inline(experience.what)}"
    if experience.why is not None and not is_quoted(experience.why, experience.evidence):
        yield f"**because** {inline(experience.why)}"


def _derived(candidate: Candidate) -> str:
    if "when" not in candidate.derived:
        return ""
    return " (derived from the place)" if candidate.places else " (derived from what it names)"


def _link(run: Run, candidate: Candidate) -> str:
    """Return where to read on, as text: a link would put a back reference on the other pull request."""
    return f"from {named(run, candidate.discussion)} · "
