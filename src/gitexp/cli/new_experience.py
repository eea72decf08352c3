"""Builds and writes the file of `exp new`: through redaction and the one writer, like every other."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitexp.cli import screen
from gitexp.errors import RecordError, UsageError
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, ExperienceKind, Lens, Scope
from gitexp.records.ids import experience_id
from gitexp.records.precondition import Condition, DependencyCheck, Preconditions

_MUST = re.compile(r"^\s*(?:([a-z]+):)?([A-Za-z@][\w./@-]*)\s*((?:[<>=!~^].*)?)$")


@dataclass(frozen=True)
class Words:
    """What the person said on the command line."""

    when: str
    what: str
    why: str | None
    title: str | None
    lens: Lens
    kind: ExperienceKind
    paths: tuple[str, ...]
    symbols: tuple[str, ...]
    must: tuple[str, ...]
    quote: str | None
    url: str | None
    by: str | None


def written(words: Words, *, today: str) -> str:
    """Write the file into the work tree and return its path. Raises UsageError where one with its id lies there."""
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.propose import area_of
    from gitexp.steps.redact import redacted_experience

    if words.url and not words.url.startswith(("https://", "http://")):
        raise UsageError(f"--url {words.url}", "is no address", "write https://…")
    workshop = Workshop()
    speaker = words.by or workshop.user_name() or "unknown"
    experience = redacted_experience(_experience(words, speaker, today))
    path = f"experiences/{area_of(experience)}/{experience.id}.yaml"
    try:
        text = workshop.store.text_of(experience)
    except RecordError as error:
        # It was given on the command line: the call is to be mended, not a file.
        raise UsageError("exp new", error.what, error.mend) from error
    if experience.what != words.what or experience.when != words.when:
        screen.note("something private in your words was replaced: look at the file")
    workshop.lay_new(path, text)
    return path


def _experience(words: Words, speaker: str, today: str) -> Experience[str]:
    title = words.title or screen.short(words.what.strip().split(". ")[0].rstrip(".。"), 76)
    evidence = Evidence(f"note:{today}", words.quote or words.what, words.url, speaker, today)
    return Experience(
        id=experience_id(title, "", f"note:{words.when}", [words.what, evidence.turn]),
        title=title,
        when=words.when,
        what=words.what,
        why=words.why,
        preconditions=Preconditions(must=tuple(_condition(text) for text in words.must)),
        scope=Scope(words.paths, words.symbols),
        evidence=(evidence,),
        lens=words.lens,
        kind=words.kind,
        status="active",
        observed_at=today,
    )


def _condition(text: str) -> Condition[str]:
    match = _MUST.match(text)
    if match is None:
        raise UsageError(
            f"--must {text}", "is no dependency", "write `NAME`, `pypi:NAME` or `pypi:NAME>=1.2`"
        )
    return Condition(text.strip(), DependencyCheck(match[2], match[1], match[3].strip() or None))
