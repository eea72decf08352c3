"""The part of the wiring that takes notes, and reads the journals of all clones that are known here."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gitexp.adapters.agent_environment import agent_in
from gitexp.adapters.journal_git import GitJournal
from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import UsageError
from gitexp.records.episode import (
    AGENT_NAME,
    EPISODE_KINDS,
    MAX_FILES,
    PERSON,
    UNKNOWN,
    Episode,
    EpisodeKind,
    Noted,
)
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop
    from gitexp.ports import Engine, Source


def take_note(
    workshop: Workshop,
    *,
    text: str,
    files: Sequence[str] = (),
    kind: str | None = None,
    quote: str | None = None,
    agent: str | None = None,
) -> Noted:
    """Note something in this clone's journal, and return what became of it.

    Without `agent` the one counts in whose shell exp runs; else it was a person where a terminal shows one, and nobody
    known where none does. Raises UsageError for what can't be noted, with what to do.
    """
    from gitexp.note import fits, note

    said = Episode(
        id="",
        at=time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        agent=_agent(agent),
        text=text,
        kind=_kind(kind),
        quote=quote,
        commit=_head(workshop),
    )
    fits(said)
    if len(files) > MAX_FILES:
        raise UsageError("--file", f"names {len(files)} files", f"name the {MAX_FILES} that matter most")
    said = replace(said, files=tuple(dict.fromkeys(workshop.path(file) for file in files)))
    standing, _ = workshop.store.standing()
    return note(said, journal_of(workshop), standing, _rules(workshop))


def noted_document(noted: Noted) -> dict[str, object]:
    """Return what became of a note as JSON."""
    return {
        "from": "git-exp",
        "id": noted.id,
        "new": noted.new,
        "says_so": noted.says_so,
        "redacted": noted.redacted,
        "unseen": noted.unseen,
    }


def journal_of(core: CoreWiring) -> GitJournal:
    """Return the journal: this clone's is written, those of all clones are read."""
    from gitexp.adapters.usage_files import UsageFiles

    clone = UsageFiles(core.layout.common_dir).clone
    return GitJournal(core.git, core.layout, clone=clone, now=time.time)


def episodes(core: CoreWiring) -> tuple[Sequence[Episode[str]], Sequence[Skipped]]:
    """Return the notes of all clones that are known here, oldest first, and what is unreadable."""
    return journal_of(core).episodes()


def episode_document(episode: Episode[str]) -> dict[str, object]:
    """Return a note as JSON."""
    from gitexp.adapters.episode_json import document

    return document(episode)


def journal_source(core: CoreWiring, repo: str, base: str | None) -> Source:
    """Return the journal as a source of discussions; what repeats an experience in force at `base` is no new one."""
    from gitexp.adapters.source_journal import JournalSource
    from gitexp.cli.wiring import Workshop
    from gitexp.note import still_said

    workshop = core if isinstance(core, Workshop) else Workshop()
    held, _ = workshop.store_at(workshop.base_at(base)).held()
    rules = _rules(workshop)
    return JournalSource(journal_of(core), repo, lambda episode: still_said(episode, held, rules))


def what_teaches_nothing() -> str:
    """Return what the source says of a note of an agent that quotes nobody."""
    from gitexp.adapters.source_journal import QUOTES_NOBODY

    return QUOTES_NOBODY


def _agent(named: str | None) -> str:
    """Return who notes. Raises UsageError where an agent says that it is a person: what agents say teaches nothing."""
    found = agent_in(os.environ)
    if named is None and found:
        return found[0]
    if named is None:
        # No list of agents is ever whole: who writes on no terminal may be one, and what agents say teaches nothing.
        return PERSON if sys.stdin.isatty() and sys.stdout.isatty() else UNKNOWN
    name = named.strip().lower()
    if not AGENT_NAME.fullmatch(name):
        raise UsageError(
            f"--agent {named[:60]!r}", "is no name", "write letters, digits, `.`, `_` and `-`, at most 40"
        )
    if name == PERSON and found:
        why = f"but {found[1]} says that {found[0]} runs this"
        raise UsageError(f"--agent {PERSON}", why, "leave it out, and give the person's words with --quote")
    return name


def _kind(named: str | None) -> EpisodeKind | None:
    found = next((kind for kind in EPISODE_KINDS if kind == named), None)
    if named is not None and found is None:
        raise UsageError(
            f"--kind {named[:60]}", "is no kind of note", f"write one of {', '.join(EPISODE_KINDS)}"
        )
    return found


def _head(core: CoreWiring) -> str | None:
    """Return the commit that is checked out, None where there is none yet."""
    found = core.git.try_run("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
    return found.decode("ascii", "replace").strip() if found else None


def _rules(workshop: Workshop) -> Engine:
    """Return what compares a note with what stands: always the rules, which cost nothing and ask nobody."""
    from gitexp.config_llm import LlmOptions

    options = LlmOptions(engine="rules")
    return workshop.judges(options, lambda announcement: False, lambda done, total: None).judging().engine
