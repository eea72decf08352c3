"""Builds and writes the file of `exp new`: through redaction and the one writer, like every other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gitexp.cli import screen
from gitexp.errors import RecordError, UsageError
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, ExperienceKind, Lens, Scope
from gitexp.records.ids import experience_id
from gitexp.records.precondition import Preconditions


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
    preconditions: Preconditions[str]
    search: Mapping[str, tuple[str, ...]]
    quote: str | None
    url: str | None
    by: str | None


def written(words: Words, *, today: str) -> str:
    """Write the file into the work tree and return its path. Raises UsageError where one with its id lies there."""
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.propose import area_of
    from gitexp.steps.redact import redacted_experience

    _check_quoted(words)
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


def _check_quoted(words: Words) -> None:
    """Raise UsageError where somebody is named and not quoted: evidence is what they said, word for word."""
    if (words.quote or "").strip():
        return
    mend = 'add --quote "…", word for word'
    if words.by:
        raise UsageError(f"--by {words.by}", "without --quote would pass your own words off as theirs", mend)
    if words.url:
        raise UsageError(
            f"--url {words.url}", "without --quote would say that your own words stand there", mend
        )


def _experience(words: Words, speaker: str, today: str) -> Experience[str]:
    title = words.title or screen.short(words.what.strip().split(". ")[0].rstrip(".。"), 76)
    evidence = Evidence(f"note:{today}", words.quote or words.what, words.url, speaker, today)
    return Experience(
        id=experience_id(title, "", f"note:{words.when}", [words.what, evidence.turn]),
        title=title,
        when=words.when,
        what=words.what,
        why=words.why,
        preconditions=words.preconditions,
        scope=Scope(words.paths, words.symbols),
        evidence=(evidence,),
        lens=words.lens,
        kind=words.kind,
        status="active",
        search=words.search,
        observed_at=today,
    )
