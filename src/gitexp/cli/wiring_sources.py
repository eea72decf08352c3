"""The part of the wiring that reads discussions: files, sessions, the history; and names this repository."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring_github import GithubWiring, Say, is_pulls, silent
from gitexp.cli.wiring_past import PastWiring
from gitexp.errors import RepositoryError, UsageError
from gitexp.records.skipped import Skipped

if TYPE_CHECKING:
    from gitexp.adapters.sessions_folders import FolderSessions
    from gitexp.adapters.sessions_folders import SessionFile as SessionFile
    from gitexp.adapters.source_reader import Here
    from gitexp.ports import SessionFolders, Source
    from gitexp.records.change_record import ChangeMessage
    from gitexp.records.discussion import Discussion

HISTORY = "history:"
SESSIONS = "sessions:"
COMMITTED = "sessions:committed"
JOURNAL = "journal:"
LATER = (JOURNAL,)
"""Sources with a colon that no file can be meant by, beside those above."""
KINDS = "give files, folders, `-`, `history:`, `sessions:`, `sessions:committed`, `journal:`, `pr:N` or `prs:since=DATE`"


class SourcesWiring(PastWiring, GithubWiring):
    """Reads discussions: files, sessions, the history; and names this repository."""

    def session_folders(self) -> SessionFolders:
        return self._session_folders

    @cached_property
    def _session_folders(self) -> FolderSessions:
        from gitexp.adapters.sessions_folders import FolderSessions

        config = os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude"
        return FolderSessions(self.here, Path(config))

    @cached_property
    def own_sessions(self) -> list[SessionFile]:
        """Return the sessions about this repository that agents keep on this machine, the newest first."""
        from gitexp.adapters.session_homes import codex_sessions, gemini_sessions, newest_first

        codex = Path(os.environ.get("CODEX_HOME") or Path.home() / ".codex")
        return newest_first(
            [
                *self._session_folders.claude_code(),
                *codex_sessions(self.here, codex),
                *gemini_sessions(self.here, Path.home() / ".gemini"),
            ]
        )

    def sources(
        self,
        names: Sequence[str],
        repo: str | None = None,
        *,
        tell: Say = silent,
        note: Say = silent,
        base: str | None = None,
    ) -> list[Source]:
        """Return a source for each kind of name given: files and folders and `-` together, and each of the others.

        `repo` is what this repository is called on GitHub; a discussion about it can be checked against its tree.
        `tell` hears how far reading is, `note` what it will cost, and what it waits for. Committed sessions are read
        at `base`, or else at what proposals stand on.
        """
        from gitexp.adapters.source_files import FileSource

        asked = [name for name in names if is_pulls(name)]
        paths = [name for name in names if name not in (HISTORY, SESSIONS, COMMITTED, JOURNAL, *asked)]
        if repo is not None and not re.fullmatch(r"[\w.-]+/[\w.-]+", repo):
            raise UsageError(f"--repo {repo}", "is no OWNER/NAME", "as in github.com/OWNER/NAME")
        own = repo or self.this_repo
        found: list[Source] = []
        if paths:
            stdin = sys.stdin.buffer if "-" in paths else None
            found.append(FileSource(paths, stdin, own, roots=self.here.roots))
        if HISTORY in names:
            from gitexp.adapters.source_history import HistorySource

            found.append(HistorySource(self.history(), own or ""))
        if SESSIONS in names:
            found += self._own_session_sources(own)
        if COMMITTED in names:
            found += self._committed_sessions(base, own)
        if JOURNAL in names:
            from gitexp.cli.wiring_note import journal_source

            found.append(journal_source(self, own or "", base))
        return [*found, *self.pull_sources(asked, own, tell=tell, note=note)] if asked else found

    def _own_session_sources(self, own: str | None) -> list[Source]:
        """Return a source for each agent that keeps sessions about this repository."""
        from gitexp.adapters.session_homes import CODEX, GEMINI
        from gitexp.adapters.source_claude_code import ClaudeCodeFiles
        from gitexp.adapters.source_codex import CodexFiles
        from gitexp.adapters.source_gemini import GeminiFiles
        from gitexp.adapters.source_reader import Reader
        from gitexp.adapters.source_sessions import OwnSessions

        here = replace(self.here, repo=own)
        readers: dict[str, Reader] = {CODEX: CodexFiles(here), GEMINI: GeminiFiles(here)}
        agents = dict.fromkeys(file.agent for file in self.own_sessions)
        return [
            OwnSessions(
                [file for file in self.own_sessions if file.agent == agent],
                readers.get(agent) or ClaudeCodeFiles(here),
            )
            for agent in agents
        ]

    def _committed_sessions(self, base: str | None, own: str | None) -> list[Source]:
        """Return the source over the sessions that lie in the repository; none where it has no commit yet."""
        from gitexp.adapters.sessions_committed_git import CommittedSessions

        commit = base or (self.base.commit if self.base else None)
        name = own or self.here.name
        return [CommittedSessions(self.git, commit, name)] if commit else []

    @cached_property
    def here(self) -> Here:
        """Return what sessions are held against: this repository's name, and its work trees, the one at hand first."""
        from gitexp.adapters.source_reader import Here

        listed = self.git.try_run("worktree", "list", "--porcelain", "-z") or b""
        trees = [
            os.fsdecode(line.removeprefix(b"worktree "))
            for line in listed.split(b"\0")
            if line.startswith(b"worktree ")
        ]
        own = [self.layout.root] if self.layout.root else []
        return Here(self.this_repo, tuple(dict.fromkeys([*own, *trees])))

    @cached_property
    def this_repo(self) -> str | None:
        """Return `owner/name`: git's setting exp.repo, else as origin's address has it, None without either."""
        named = self.read_settings.get("exp.repo")
        if named:
            return named
        address = self.origin
        if address.lower().startswith("file:"):
            return None  # two folders of this machine are nobody's name
        match = re.search(r"[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$", address)
        return match[1] if (match and "://" in address) or (match and "@" in address) else None

    def change(self, revision: str) -> tuple[ChangeMessage, Discussion[str]]:
        """Return what a commit gives of its change, and its message as a discussion."""
        from gitexp.adapters.change_message_git import change_message, commit_of, discussion_of

        message = change_message(self.git, self.layout, commit_of(self.git, revision))
        return message, discussion_of(message, self.this_repo or "")

    def discussions(self, source: str) -> list[Discussion[str]]:
        """Return the discussions of one source. Raises RepositoryError where it holds none that can be read."""
        read = [one for each in self.sources([source]) for one in each.discussions()]
        unread = [one for one in read if isinstance(one, Skipped)]
        found = [one for one in read if not isinstance(one, Skipped)]
        if not found:
            where, what = (unread[0].where, unread[0].what) if unread else (source, "holds no discussion")
            raise RepositoryError(where, what, "`exp propose --help` says what is read")
        return found
