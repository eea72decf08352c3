"""Becoming: the experience that a candidate becomes when a person merges it, and what is compared of one that stands."""

from __future__ import annotations

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.experience import Experience, Provenance, Scope
from gitexp.records.ids import experience_id, slug
from gitexp.records.judgement import Judge
from gitexp.records.text import Redacted

MAX_SCOPE = 8
TELLING = ("extract ", "review ")
"""The prompts that made the words of an experience: the others sort, and the run names them."""


def statement_of(experience: Experience[Redacted]) -> Statement[Redacted]:
    """Return what dedup and merge compare of a standing experience."""
    return Statement(
        experience.when,
        experience.what,
        experience.why,
        experience.lens,
        experience.kind,
        experience.scope.symbols,
        experience.scope.paths,
    )


def experience_of(candidate: Candidate, *, judge: Judge, run: str) -> Experience[Redacted]:
    """Return the experience a candidate becomes when a person merges it: the file already says `active`."""
    turns = [item.turn for item in candidate.evidence]
    return Experience(
        id=experience_id(_slug_words(candidate), candidate.repo, candidate.discussion, turns),
        title=candidate.title,
        when=candidate.when,
        what=candidate.what,
        why=candidate.why,
        preconditions=candidate.preconditions,
        failure_modes=candidate.failure_modes,
        anti_patterns=candidate.anti_patterns,
        scope=Scope(tuple(_glob(path) for path in candidate.places), tuple(candidate.symbols[:MAX_SCOPE])),
        evidence=candidate.evidence,
        example=candidate.example,
        pattern=candidate.pattern,
        quality=candidate.quality,
        search=candidate.search,
        lens=candidate.lens,
        kind=candidate.kind,
        status="active",
        observed_at=candidate.observed_at,
        provenance=Provenance(
            engine=judge.engine,
            model=judge.model,
            prompts=tuple(name for name in judge.prompts if name.startswith(TELLING)),
            run=run,
            derived=candidate.derived,
        ),
    )


def _slug_words(candidate: Candidate) -> str:
    """Return the words of the slug: the file's own name, then the statement's first words."""
    stem = candidate.paths[0].rsplit("/", 1)[-1].split(".")[0] if candidate.paths else ""
    words = " ".join(candidate.what.split()[:6])
    return words if slug(words).startswith(slug(stem)) else f"{stem} {words}"


def _glob(path: Redacted) -> Redacted:
    r"""Return a path as a glob that matches itself: gitignore's signs are escaped (`[id].ts` is `\[id].ts`)."""
    pieces = [
        Redacted.template("\\{}", path.cut(place, place + 1))
        if sign in "*?[\\" or (not place and sign in "!#")
        else path.cut(place, place + 1)
        for place, sign in enumerate(path)
    ]
    return Redacted.joined(pieces, "")
