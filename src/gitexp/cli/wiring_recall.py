"""Builds what `exp recall` works with, and as little as it can: it has no time for the rest of the workshop."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Self

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.index_git import GitIndex
from gitexp.adapters.served_git import Served, ask_ahead, served, tips
from gitexp.adapters.settings_git import GitSettings
from gitexp.adapters.usage_files import UsageFiles

if TYPE_CHECKING:
    from gitexp.adapters.index_update import Readers
    from gitexp.adapters.kept_answers import KeptAnswers
    from gitexp.ports import FactsSource, Index, Meaning, Versions
    from gitexp.records.facts import Fact
    from gitexp.records.finding import Finding
    from gitexp.records.recollection import Approval
    from gitexp.records.skipped import Skipped


class RecallWiring:
    """One repository, as recall sees it. Everything is built on first use."""

    def __init__(self, cwd: str | None = None) -> None:
        self._asking = Git(cwd)
        self._settings = GitSettings(self._asking)

    def begin(self) -> Self:
        """Start what every answer needs, to be there when the imports are done."""
        ask_ahead(self._asking)
        self._settings.ask_ahead()
        return self

    @cached_property
    def _served(self) -> Served:
        found = served(self._asking)
        if found is not None:
            return found
        from gitexp.adapters.served_slowly_git import served_slowly

        return served_slowly(self._asking)

    @property
    def layout(self) -> Layout:
        return self._served.layout

    @property
    def head(self) -> str:
        """Return the commit that is checked out, "" where there is none."""
        return self._served.head

    @cached_property
    def git(self) -> Git:
        return self.layout.git()

    @cached_property
    def _read_settings(self) -> dict[str, str]:
        return self._settings.read()

    @property
    def _branch(self) -> str:
        return self._read_settings.get("exp.defaultbranch", "")

    @cached_property
    def served(self) -> GitIndex:
        commits = self._commits(self._served)
        return GitIndex(self.git, self.layout, commits, self._now, _readers, _progress, keep=self.has_store)

    def _commits(self, found: Served) -> str:
        """Return what decides what is served; a default branch that somebody named is asked for by itself."""
        if not self._branch:
            return found.commits
        return f"{found.commits} {self._branch} {tips(self.git, self._branch)}"

    def _now(self) -> tuple[str, str]:
        """Return what decides what is served, asked anew, and the default branch that was named."""
        found = served(Git(self._asking.cwd))
        if found is None:
            from gitexp.adapters.served_slowly_git import served_slowly

            found = served_slowly(self._asking)
        return self._commits(found), self._branch

    def index(self, *, worktree: bool = False) -> Index:
        """Return the index of what is served; with `worktree` what lies in the work tree unapproved is in it too."""
        if not worktree:
            return self.served.index
        from gitexp.adapters.index_memory import index_with
        from gitexp.cli.wiring import Workshop

        self.served.index.served()  # what is copied is what is served now
        return index_with(self.served.database, Workshop(self._asking.cwd).store.unapproved())

    @cached_property
    def facts(self) -> FactsSource:
        from gitexp.adapters.facts_kept import KeptFacts
        from gitexp.records.facts import Fact

        own = {name: Fact(value, "exp facts set") for name, value in _facts_of(self._read_settings)}
        declared, unread = self._declared()
        return KeptFacts(
            self.layout.root, self._tracked, [own, declared], _platform(), unread, self.served.database
        )

    def _declared(self) -> tuple[dict[str, Fact], list[Skipped]]:
        from gitexp.records.facts import Fact
        from gitexp.records.skipped import Skipped

        given, skipped = self.served.declared()
        where = "experiences/facts.yaml"
        return {name: Fact(value, where) for name, value in given.items()}, [
            Skipped(*skipped)
        ] if skipped else []

    def _tracked(self) -> list[str]:
        """Return the files of the index, or of HEAD where there is no work tree; those of the store say nothing of it."""
        if self.layout.root:
            command = ("ls-files", "-z", "--", ".", ":(exclude)experiences")
            found = self.git.try_run(*command, env={"GIT_LITERAL_PATHSPECS": "0"}) or b""
        else:
            found = self.git.try_run("ls-tree", "-r", "-z", "--name-only", "HEAD") or b""
        names = found.decode("utf-8", "surrogateescape").split("\0")[:-1]
        return names if self.layout.root else [name for name in names if not name.startswith("experiences/")]

    def symbols(self, names: Sequence[str]) -> Sequence[Finding]:
        """Return what is found of names in the code as HEAD has it; what is known is not looked up again.

        A condition asks about the code that is at hand, which need not be that of the default branch.
        """
        from gitexp.adapters.findings_kept import KeptFindings

        kept, commit = KeptFindings(self.served.database, self.git), self.head
        known = kept.get(names, commit)
        if lacking := [name for name in names if name not in known]:
            from gitexp.cli.recall_symbols import looked_up

            found = looked_up(lacking, self._asking.cwd, commit)
            kept.put(list(found.values()), commit)
            known |= found
        return [known[name] for name in names]

    @cached_property
    def versions(self) -> Versions:
        from gitexp.adapters.versions_kept import KeptVersions

        return KeptVersions(_versions, self._kept)

    @cached_property
    def _kept(self) -> KeptAnswers:
        from gitexp.adapters.kept_answers import KeptAnswers

        return KeptAnswers(self.served.database)

    def approvals(self, paths: Sequence[str]) -> Mapping[str, Approval]:
        """Return who brought each path onto the default branch, where that can be told."""
        from gitexp.adapters.approvals_kept import KeptApprovals

        kept = KeptApprovals(self.git, self._kept, self.served.blobs, self.served.commit, self._walked)
        return kept.of(paths)

    def _walked(self, paths: Sequence[str]) -> Mapping[str, Approval]:
        from gitexp.cli.wiring import Workshop

        return Workshop(self._asking.cwd).store.approvals(paths)

    @cached_property
    def usage(self) -> UsageFiles:
        """Return this clone's log; where it is switched off, or HEAD has no store, nothing is written."""
        return UsageFiles(self.layout.common_dir, keep=self.counts and self.has_store)

    @property
    def counts(self) -> bool:
        """Return whether recalls are logged."""
        return self._read_settings.get("exp.usage", "true").lower() not in NO

    @cached_property
    def has_store(self) -> bool:
        """Return whether HEAD has a folder of experiences: a repository that has none is left as it is."""
        ask = ("rev-parse", "--quiet", "--verify", "HEAD:experiences/")
        return bool(self._served.tree) or self.git.try_run(*ask) is not None

    @property
    def keeps_words(self) -> bool:
        """Return whether this clone's log holds what was asked."""
        return self._read_settings.get("exp.usagewords", "").lower() in _YES

    @cached_property
    def meaning(self) -> Meaning | None:
        """Return nearness in meaning, None where it is switched off: then nothing of it is imported."""
        if not self._read_settings.get("exp.embeddings"):
            return None
        from gitexp.cli.wiring_meaning import meaning

        return meaning(self._read_settings, self.layout.common_dir, self.served)

    def save(self) -> None:
        """Write what was learnt on the way, where it can be; nobody waits for it."""
        if "_kept" in self.__dict__:
            self._kept.save()
        if "served" in self.__dict__:
            self.served.database.close()

    def path(self, given: str) -> str:
        """Return a path as the repository names it (POSIX, from the top); it need not exist.

        Raises UsageError for one outside the repository.
        """
        from gitexp.cli.given_path import given_path

        return given_path(self.layout.root, self.layout.prefix, given)

    def told_apart(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """Return the words of a question, and those that are files: `exp recall src/a.py` asks about the file."""
        from gitexp.cli.given_path import is_file

        files = [word for word in words if is_file(self.layout.root, self.layout.prefix, word)]
        return " ".join(word for word in words if word not in files).strip(), files

    def names_in(self, files: Sequence[str]) -> tuple[str, ...]:
        """Return the names that stand in the files asked about, as symbols may be spelled."""
        from gitexp.adapters.names_in_files import names_in

        return names_in(self.layout.root, files) if self.layout.root and files else ()


_YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


def _facts_of(settings: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return this clone's facts: `[exp-fact "NAME"] value = …` in its git config."""
    return [
        (name.removeprefix("exp-fact.").removesuffix(".value"), value)
        for name, value in settings.items()
        if name.startswith("exp-fact.") and name.endswith(".value")
    ]


def _readers() -> Readers:
    from gitexp.adapters.experience_yaml import read
    from gitexp.adapters.facts_yaml import read as read_facts
    from gitexp.adapters.index_update import Readers

    return Readers(read, read_facts)


def _versions() -> Versions:
    from gitexp.adapters.versions_libraries import LibraryVersions

    return LibraryVersions()


def _progress(done: int, total: int) -> None:
    from gitexp.cli.screen import progress_of

    progress_of("reading experiences", done, total)


def _platform() -> str:
    return {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
