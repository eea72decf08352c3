"""The only place that builds adapters and engines; each is imported when it is first needed."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.adapters.git import Git, Layout, discover
from gitexp.adapters.git_branches import Base, ask_ahead, base
from gitexp.adapters.settings_git import GitSettings
from gitexp.cli.wiring_code import CodeWiring
from gitexp.cli.wiring_llm import Judges, Progress, Say, prompts_at, prompts_in
from gitexp.config import Config, config_from, trust_from
from gitexp.config_llm import LlmOptions
from gitexp.errors import RecordError, RepositoryError, UsageError
from gitexp.records.experience import Experience, Standing
from gitexp.records.facts import Fact
from gitexp.records.skipped import Skipped
from gitexp.records.trust import Trust

if TYPE_CHECKING:
    from gitexp.adapters.change_records_git import ServedChanges
    from gitexp.adapters.experience_cache import ExperienceCache
    from gitexp.adapters.experience_yaml import ReadExperience
    from gitexp.adapters.house import Plan
    from gitexp.adapters.house import Undone as Undone
    from gitexp.adapters.ledger_git import GitLedger
    from gitexp.adapters.sample import Sample as Sample
    from gitexp.adapters.sessions_folders import FolderSessions
    from gitexp.adapters.sessions_folders import SessionFile as SessionFile
    from gitexp.adapters.source_reader import Here
    from gitexp.adapters.store_edit import FileChange as FileChange
    from gitexp.adapters.store_edit import StoreEdits
    from gitexp.adapters.store_git import GitStore
    from gitexp.cli.dig import Dig
    from gitexp.ports import (
        CommandingComments,
        FactsSource,
        History,
        Ledger,
        Past,
        Publisher,
        SessionFolders,
        Source,
        Symbols,
        Versions,
    )
    from gitexp.records.change_record import ChangeMessage, ChangeRecord, StandingChange
    from gitexp.records.discussion import Discussion
    from gitexp.records.evaluation import Earlier, Evaluation
    from gitexp.records.gold import CaseSet
    from gitexp.records.outline import Outline
    from gitexp.records.run import Run
    from gitexp.records.text import Redacted
    from gitexp.steps.judge import Answers
    from gitexp.steps.propose_changes import Changes
    from gitexp.steps.settle import AtHand

HISTORY = "history:"
SESSIONS = "sessions:"
SETTINGS = "experiences/.config.yaml"
CASES = "experiences/cases"
LATER = ("pr:", "prs:", "journal:")
"""Sources that DESIGN.md names and this version does not have."""


class Workshop(CodeWiring):
    """One repository and all that works on it. Everything is built on first use."""

    def __init__(self, cwd: str | None = None) -> None:
        self.layout: Layout = discover(cwd)
        self.git: Git = self.layout.git()

    def begin(self) -> Workshop:
        """Start what every answer needs, to be there when the imports are done."""
        self.settings.ask_ahead()
        ask_ahead(self.git)
        return self

    @cached_property
    def settings(self) -> GitSettings:
        return GitSettings(self.git)

    @cached_property
    def config(self) -> Config:
        return config_from(self.read_settings)

    @cached_property
    def read_settings(self) -> dict[str, str]:
        return self.settings.read()

    def trust(self) -> Trust:
        """Return whom to trust where nobody says: the user's or this clone's setting, else the default branch's file.

        The work tree's file is not read: a pull request must not change whom exp trusts.
        """
        if self.config.trust is not None:
            return trust_from(self.config.trust, "exp.trust")
        data = self.git.try_run("cat-file", "blob", f"{self.base.commit}:{SETTINGS}") if self.base else None
        if data is None:
            return "any"
        from gitexp.adapters.config_yaml import trust_in

        return trust_in(data, SETTINGS) or "any"

    @cached_property
    def base(self) -> Base | None:
        return base(self.git, self.read_settings.get("exp.defaultbranch", ""))

    @property
    def root(self) -> Path:
        """Return the top of the work tree. Raises RepositoryError in a bare repository."""
        if self.layout.root is None:
            raise RepositoryError("", "this repository has no work tree", "run it in a clone or a worktree")
        return Path(self.layout.root)

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

    def base_at(self, revision: str | None) -> Base | None:
        """Return the commit that proposals stand on: the one named, else the default branch."""
        if revision is None:
            return self.base
        found = self.git.try_run(
            "rev-parse", "--quiet", "--verify", "--end-of-options", f"{revision}^{{commit}}"
        )
        if found is None:
            raise UsageError(f"--base {revision}", "names no commit", "git log --oneline shows them")
        return Base(revision, revision, found.decode().strip())

    def branch(self, name: str | None, usual: str = "exp/proposals") -> str:
        """Return the proposal branch's name. Raises UsageError for one that git does not allow."""
        chosen = self.config.branch if name is None else name
        fits = chosen not in ("@", "HEAD") and not chosen.startswith("-")
        if not fits or self.git.try_run("check-ref-format", f"refs/heads/{chosen}") is None:
            raise UsageError(chosen, "is no name for a branch", f"{usual} is the usual one")
        return chosen

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

    def history(self) -> History:
        from gitexp.adapters.history_git import GitHistory

        return GitHistory(self.git)

    def at_hand(self, revision: str | None) -> AtHand:
        """Return what the settle step may ask of this repository, as it is at a revision."""
        from gitexp.adapters.files_git import GitFiles
        from gitexp.adapters.history_git import GitHistory
        from gitexp.adapters.owners_git_blame import GitBlameOwners
        from gitexp.steps.settle import AtHand

        if revision is None:
            return AtHand()
        return AtHand(
            GitHistory(self.git, revision), GitBlameOwners(self.git, revision), GitFiles(self.git, revision)
        )

    def dig(self, at: str | None = None) -> Dig:
        """Return what asks about the past at a revision (HEAD where none is given)."""
        from gitexp.cli.dig import Dig

        return Dig(self, at)

    def revision(self, name: str | None, option: str = "--at") -> str:
        """Return the whole id of a commit. Raises UsageError where it names none."""
        asked = (
            "rev-parse",
            "--quiet",
            "--verify",
            "--end-of-options",
            f"{'HEAD' if name is None else name}^{{commit}}",
        )
        found = self.git.try_run(*asked)
        if found is not None:
            return found.decode().strip()
        if name is None:
            raise RepositoryError("", "there are no commits yet", "commit something first")
        raise UsageError(f"{option} {name}", "names no commit of this clone", "git log --oneline shows them")

    def fork(self, one: str, other: str, option: str = "--diff") -> str:
        """Return the commit from which two parted. Raises UsageError where they have none in common."""
        from gitexp.adapters.git_branches import merge_base

        found = merge_base(self.git, one, other)
        if found is None:
            raise UsageError(
                option, "the two have no commit in common", "write A..B" if option == "--diff" else ""
            )
        return found

    def past(self, rev: str) -> Past:
        from gitexp.adapters.past_git import GitPast

        return GitPast(self.git, self.layout, rev)

    def change_records(self) -> ServedChanges:
        return self._change_records

    @cached_property
    def _change_records(self) -> ServedChanges:
        from gitexp.adapters.change_records_git import ServedChanges

        return ServedChanges(self.git, self.base)

    def outline(self, text: str, path: str) -> Outline | None:
        """Return the symbols of a file's text, None where there is no grammar for it."""
        from gitexp.adapters.symbols_tree_sitter import outline

        return outline(text.encode("utf-8", "surrogateescape"), path)

    def ignored_commits(self, rev: str) -> list[str]:
        """Return the commits that the repository tells blame to pass over."""
        from gitexp.adapters.blame_git import ignored_commits

        return [commit.decode() for commit in ignored_commits(self.git, rev)]

    def has_commit_graph(self) -> bool:
        """Return whether git has a commit-graph here. exp never writes one."""
        info = Path(self.layout.common_dir) / "objects" / "info"
        return (info / "commit-graph").exists() or (info / "commit-graphs").exists()

    def comments(self) -> CommandingComments:
        from gitexp.adapters.comments_git_grep import GitGrepComments

        return GitGrepComments(self.git, self.base.commit if self.base else None)

    def session_folders(self) -> SessionFolders:
        return self._session_folders

    @cached_property
    def _session_folders(self) -> FolderSessions:
        from gitexp.adapters.sessions_folders import FolderSessions

        config = os.environ.get("CLAUDE_CONFIG_DIR") or Path.home() / ".claude"
        return FolderSessions(self.here, Path(config))

    @cached_property
    def own_sessions(self) -> list[SessionFile]:
        """Return the Claude Code sessions about this repository, the newest first."""
        return self._session_folders.claude_code()

    def judges(self, options: LlmOptions, say: Say, progress: Progress) -> Judges:
        """Return what builds the engine; prompts and charter are the default branch's, so that no proposal changes them."""
        commit = self.base.commit if self.base else None
        return Judges(
            options,
            self.read_settings,
            self.layout.common_dir,
            lambda: prompts_at(self.git, commit),
            say,
            progress,
        )

    def sources(self, names: Sequence[str], repo: str | None = None) -> list[Source]:
        """Return a source for each kind of name given: files and folders and `-` together, `history:`, `sessions:`.

        `repo` is what this repository is called on GitHub; a discussion about it can be checked against its tree.
        """
        from gitexp.adapters.source_files import FileSource

        later = next((name for name in names if name.startswith(LATER) and not Path(name).exists()), None)
        if later is not None:
            raise UsageError(
                later, "is no source of this version", "give files, folders, `-`, `history:` or `sessions:`"
            )
        paths = [name for name in names if name not in (HISTORY, SESSIONS)]
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
            from gitexp.adapters.source_claude_code import ClaudeCodeFiles
            from gitexp.adapters.source_sessions import OwnSessions

            found.append(OwnSessions(self.own_sessions, ClaudeCodeFiles(replace(self.here, repo=own))))
        return found

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
        address = (
            (self.git.try_run("config", "--get", "remote.origin.url") or b"")
            .decode("utf-8", "replace")
            .strip()
        )
        match = re.search(r"[:/]([\w.-]+/[\w.-]+?)(?:\.git)?/?$", address)
        return match[1] if (match and "://" in address) or (match and "@" in address) else None

    def publisher(self, base: Base | None, *, afresh: bool = False) -> Publisher:
        from gitexp.adapters.publisher_git import GitPublisher

        return GitPublisher(self.git, self.layout, base=base, afresh=afresh)

    def ledger(self) -> Ledger:
        return self._ledger()

    def _ledger(self) -> GitLedger:
        from gitexp.adapters.ledger_git import GitLedger
        from gitexp.cli.json_text import dumps

        return GitLedger(self.git, self.layout, as_json=lambda run: dumps(run_document(run)))

    def changes(self, base: Base | None) -> Changes:
        """Return what proposing change records needs, for proposals that stand on a base."""
        from gitexp.adapters.change_records_git import GitChanges
        from gitexp.engines.rules.alternatives import AlternativesEngine
        from gitexp.steps.propose_changes import Changes

        return Changes(GitChanges(self.git, base), AlternativesEngine())

    def change(self, revision: str) -> tuple[ChangeMessage, Discussion[str]]:
        """Return what a commit gives of its change, and its message as a discussion."""
        from gitexp.adapters.change_message_git import change_message, commit_of, discussion_of

        message = change_message(self.git, self.layout, commit_of(self.git, revision))
        return message, discussion_of(message, self.this_repo or "")

    def records_about(self, commit: str) -> list[str]:
        """Return where a commit is recorded: in the store, at HEAD, or in the work tree."""
        from gitexp.adapters.change_records_git import recorded_in

        return recorded_in(self.git, self.base, self.layout.root, commit)

    def discussions(self, source: str) -> list[Discussion[str]]:
        """Return the discussions of one source. Raises RepositoryError where it holds none that can be read."""
        read = [one for each in self.sources([source]) for one in each.discussions()]
        unread = [one for one in read if isinstance(one, Skipped)]
        found = [one for one in read if not isinstance(one, Skipped)]
        if not found:
            where, what = (unread[0].where, unread[0].what) if unread else (source, "holds no discussion")
            raise RepositoryError(where, what, "`exp propose --help` says what is read")
        return found

    def refuse_changes(self, refused: Sequence[StandingChange[str]]) -> None:
        """Remember the change records of a proposal whose pull request was closed."""
        self._ledger().refuse_changes(refused)

    def push(self, branch: str) -> None:
        """Push the proposal branch to origin. What others put there is never overwritten."""
        from gitexp.adapters.push_git import push

        push(self.git, branch, self.base.commit if self.base else None)

    def remote_address(self) -> str:
        """Return what the remote is called and where it is, without what lets one in."""
        address = (self.git.try_run("remote", "get-url", "--push", "origin") or b"").decode(
            "utf-8", "replace"
        )
        plain = re.sub(r"(?<=//)[^/]*@", "", address.strip())
        return f"origin ({plain})" if plain else "origin"

    def plan_house(self) -> Plan:
        """Return what `exp init` would lay."""
        from gitexp.adapters.house import plan

        return plan(self.root)

    def lay_house(self, planned: Plan) -> None:
        """Lay what was planned."""
        from gitexp.adapters.house import lay

        lay(planned)

    def undo_house(self, *, dry: bool) -> Undone:
        """Take out what `exp init` laid; `dry` only tells what it would be."""
        from gitexp.adapters.house import undo

        return undo(self.root, dry=dry)

    def lay_new(self, path: str, text: Redacted) -> None:
        """Write a new file into the work tree in one move. Raises UsageError where one lies there."""
        from gitexp.adapters import safe_files

        target = safe_files.destination(self.root, path)
        if safe_files.content(target, path) is not None:
            raise UsageError(path, "lies there already", "edit it, or say it in other words")
        safe_files.write(target, text.encode("utf-8"), path)

    def store_edits(self) -> StoreEdits:
        """Return what changes files of the store in the work tree."""
        from gitexp.adapters.store_edit import StoreEdits

        return StoreEdits(self.root)

    def path(self, given: str) -> str:
        """Return a path as the repository names it (POSIX, from the top); it need not exist.

        Raises UsageError for one outside the repository.
        """
        if self.layout.root is None:
            return given.replace(os.sep, "/").strip("/")
        top = Path(self.layout.root).resolve()
        plain = Path(os.path.normpath(top / self.layout.prefix / given))
        full = plain.parent.resolve() / plain.name
        if full.is_dir() and not full.is_symlink():
            raise UsageError(given or "--file ''", "is a folder", "give a file in it; it need not exist yet")
        if not full.is_relative_to(top):
            raise UsageError(given, "lies outside this repository", "give a path inside it")
        return full.relative_to(top).as_posix()


def run_document(run: Run) -> dict[str, object]:
    """Return a run as JSON."""
    from gitexp.adapters import record_json

    return record_json.run_document(run)


def judges(options: LlmOptions, folder: Path | None, say: Say, progress: Progress) -> Judges:
    """Return what builds engines to be measured on a folder of cases, in a repository or outside of any.

    Prompts and charter are the folder's own, else those of the work tree: who changes a prompt measures it before it
    is merged.
    """
    try:
        workshop = Workshop()
        settings, common_dir, root = workshop.read_settings, workshop.layout.common_dir, workshop.layout.root
    except RepositoryError:
        settings, common_dir, root = {}, None, None
    own = ([folder] if folder else []) + ([Path(root) / "experiences"] if root else [])
    return Judges(options, settings, common_dir, lambda: prompts_in(tuple(own)), say, progress)


def cases(folder: Path | None) -> CaseSet:
    """Return the cases of a folder; without one, of experiences/cases/ in this repository."""
    from gitexp.adapters.cases_folder import read_cases

    own = Path(os.path.relpath(Workshop().root / CASES)) if folder is None else folder
    if folder is None and not own.is_dir():
        mend = "give a FOLDER, or lay discussions and GOLD.jsonl there"
        raise RepositoryError(str(own), "is not there", mend)
    return read_cases(own)


def baseline(path: Path) -> Earlier:
    """Return what is kept of an earlier evaluation."""
    from gitexp.adapters.evaluation_files import read_baseline

    return read_baseline(path)


def verdicts(path: Path) -> tuple[Answers, list[Skipped]]:
    """Return a judge's answers on pairs, and the lines that do not fit."""
    from gitexp.adapters.evaluation_files import read_verdicts

    return read_verdicts(path)


def evaluation_document(made: Evaluation) -> dict[str, object]:
    """Return an evaluation as JSON."""
    from gitexp.adapters import figures_json

    return figures_json.evaluation_document(made)


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
