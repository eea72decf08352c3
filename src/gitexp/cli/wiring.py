"""The only place that builds adapters and engines; each is imported when it is first needed."""

from __future__ import annotations

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.adapters.git_branches import Base
from gitexp.cli.given_path import given_path
from gitexp.cli.wiring_bot import BotWiring
from gitexp.cli.wiring_code import CodeWiring
from gitexp.cli.wiring_github import AT_GITHUB as AT_GITHUB
from gitexp.cli.wiring_github import is_pulls as is_pulls
from gitexp.cli.wiring_house import HouseWiring
from gitexp.cli.wiring_proposal import ProposalWiring
from gitexp.cli.wiring_proposal import run_document as run_document
from gitexp.cli.wiring_sources import HISTORY as HISTORY
from gitexp.cli.wiring_sources import LATER as LATER
from gitexp.cli.wiring_sources import SESSIONS as SESSIONS
from gitexp.cli.wiring_sources import SourcesWiring
from gitexp.config import trust_from
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.facts import Fact
from gitexp.records.skipped import Skipped
from gitexp.records.trust import Trust

if TYPE_CHECKING:
    from gitexp.adapters.experience_cache import ExperienceCache
    from gitexp.adapters.experience_yaml import ReadExperience
    from gitexp.adapters.house import Undone as Undone
    from gitexp.adapters.sample import Sample as Sample
    from gitexp.adapters.sessions_folders import SessionFile as SessionFile
    from gitexp.adapters.store_edit import FileChange as FileChange
    from gitexp.adapters.store_git import GitStore
    from gitexp.cli.dig import Dig
    from gitexp.cli.wiring_llm import Judges, Progress, Say
    from gitexp.config_llm import LlmOptions
    from gitexp.ports import (
        FactsSource,
        Symbols,
        Versions,
    )
    from gitexp.records.change_record import ChangeRecord
    from gitexp.records.text import Redacted

SETTINGS = "experiences/.config.yaml"


class Workshop(BotWiring, SourcesWiring, ProposalWiring, HouseWiring, CodeWiring):
    """One repository and all that works on it. Everything is built on first use."""

    def trust(self, usual: Trust = "any") -> Trust:
        """Return whom to trust where nobody says: the user's or this clone's setting, else the default branch's file,
        else as is usual.

        The work tree's file is not read: a pull request must not change whom exp trusts.
        """
        if self.config.trust is not None:
            return trust_from(self.config.trust, "exp.trust")
        data = self.git.try_run("cat-file", "blob", f"{self.base.commit}:{SETTINGS}") if self.base else None
        if data is None:
            return usual
        from gitexp.adapters.config_yaml import trust_in

        return trust_in(data, SETTINGS) or usual

    @cached_property
    def store(self) -> GitStore:
        return self.store_at(self.base)

    def store_at(self, base: Base | None) -> GitStore:
        """Return the store for proposals that stand on a base of the caller's choice."""
        from gitexp.adapters.store_git import GitStore

        return GitStore(self.git, self.layout, base=base, read=_read, write=_write, cache=self.cache)

    @cached_property
    def cache(self) -> ExperienceCache:
        from gitexp.adapters.experience_cache import ExperienceCache

        return ExperienceCache(self.layout.common_dir)

    @property
    def laid(self) -> bool:
        """Return whether `exp init` was here."""
        return (
            self.layout.root is not None and (Path(self.layout.root) / "experiences" / "CHARTER.md").is_file()
        )

    def typed(self, path: str) -> str:
        """Return a path of the repository as git takes it in the folder where exp was called."""
        return f":/{path}" if self.layout.prefix else path

    def text_at(self, one: Standing[str]) -> str:
        """Return the file of an experience as it stands, person's comments and all."""
        data = (
            self.git.run("cat-file", "blob", one.blob)
            if one.approved
            else (self.root / one.path).read_bytes()
        )
        return data.decode("utf-8", "replace")

    def user_name(self) -> str | None:
        """Return git's user.name."""
        return (self.git.try_run("config", "--get", "user.name") or b"").decode(
            "utf-8", "replace"
        ).strip() or None

    def symbols(self, revision: str | None = None, *, keep: bool = True) -> Symbols:
        return self.symbols_at(revision or (self.base.commit if self.base else None), keep=keep)

    def facts(self) -> FactsSource:
        from gitexp.adapters.facts_repository import RepositoryFacts

        root = Path(self.layout.root) if self.layout.root else None
        own = {name: Fact(value, "exp facts set") for name, value in self.config.facts}
        declared, unread = self._declared()
        return RepositoryFacts(root, self.tracked, [own, declared], _platform(), unread)

    def _declared(self) -> tuple[dict[str, Fact], list[Skipped]]:
        """Return the facts of experiences/facts.yaml as it is served, and why they are not."""
        where = "experiences/facts.yaml"
        data, why_not = self.store.facts_yaml()
        if data is None:
            return {}, [Skipped(where, why_not, bad=False)] if why_not else []
        from gitexp.adapters.facts_yaml import read

        try:
            return {name: Fact(value, where) for name, value in read(data, where).items()}, []
        except RecordError as error:
            return {}, [Skipped(error.where, f"{error.what}; {error.mend}" if error.mend else error.what)]

    def tracked(self) -> list[str]:
        """Return the files of the index, or of HEAD where there is no work tree."""
        command = ("ls-files", "-z") if self.layout.root else ("ls-tree", "-r", "-z", "--name-only", "HEAD")
        found = self.git.try_run(*command) or b""
        return [name.decode("utf-8", "surrogateescape") for name in found.split(b"\0")[:-1]]

    def versions(self) -> Versions:
        from gitexp.adapters.versions_libraries import LibraryVersions

        return LibraryVersions()

    def dig(self, at: str | None = None) -> Dig:
        """Return what asks about the past at a revision (HEAD where none is given)."""
        from gitexp.cli.dig import Dig

        return Dig(self, at)

    def judges(self, options: LlmOptions, say: Say, progress: Progress) -> Judges:
        """Return what builds the engine; prompts and charter are the default branch's, so that no proposal changes them."""
        from gitexp.cli.wiring_llm import Judges, prompts_at

        commit = self.base.commit if self.base else None
        return Judges(
            options,
            self.read_settings,
            self.layout.common_dir,
            lambda: prompts_at(self.git, commit),
            say,
            progress,
        )

    def path(self, given: str) -> str:
        """Return a path as the repository names it (POSIX, from the top); it need not exist.

        Raises UsageError for one outside the repository.
        """
        return given_path(self.layout.root, self.layout.prefix, given)


def experience_document(experience: Experience[str]) -> dict[str, object]:
    """Return an experience as JSON."""
    from gitexp.adapters import record_json

    return record_json.experience_document(experience)


def change_document(record: ChangeRecord[str]) -> dict[str, object]:
    """Return a change record as JSON."""
    from gitexp.adapters import record_json

    return record_json.change_document(record)


def sample(folder: Path) -> Sample:
    """Return the sample repository of `exp demo`, to be laid in a folder."""
    from gitexp.adapters.sample import Sample

    return Sample(folder)


def _read(data: bytes, where: str) -> ReadExperience:
    """Read a file of the store; YAML is imported only where one must be parsed."""
    from gitexp.adapters.experience_yaml import read

    return read(data, where)


def _write(experience: Experience[Redacted]) -> Redacted:
    from gitexp.adapters.experience_yaml import write

    return write(experience)


def _platform() -> str:
    return {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
