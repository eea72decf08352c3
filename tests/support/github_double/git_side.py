"""The bare repository behind a repository of the double: commits are made and read in this process by libgit2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pygit2
from pygit2.enums import DiffFind, FileMode, SortMode

from support.github_double.state import NOBODY

Files = Mapping[str, str | bytes | None]
WHO = ("GitHub", "noreply@github.com")
NEWS = "double-moves"
HOOK = f"""#!/bin/sh
# Tells the double which refs git moved, each step of the way.
[ "$1" = committed ] && exec cat >> "$GIT_DIR/{NEWS}"
exit 0
"""
REFUSAL = """#!/bin/sh
# $1 is the ref: branches that the double protects take no push.
grep -qxF "$1" "$GIT_DIR/double-protected" 2>/dev/null || exit 0
echo "error: GH006: Protected branch update failed for $1." >&2
exit 1
"""


class BareGit:
    """One bare repository; `moves` tells what others moved in it by git since it was last asked."""

    def __init__(self, path: Path, branch: str = "main") -> None:
        self.path = path
        self.repo = pygit2.init_repository(str(path), bare=True, initial_head=branch)
        hooks = path / "hooks"
        for name, value in (
            ("receive.hideRefs", "refs/pull"),  # GitHub shows them, and takes no push to them
            ("core.hooksPath", str(hooks)),
            ("http.receivepack", "true"),
            ("gc.auto", "0"),
            ("receive.autogc", "false"),
            ("uploadpack.allowAnySHA1InWant", "true"),
            ("uploadpack.allowFilter", "true"),
        ):
            self.repo.config[name] = value
        hooks.mkdir(exist_ok=True)
        for name, text in (("reference-transaction", HOOK), ("update", REFUSAL)):
            (hooks / name).write_text(text)
            (hooks / name).chmod(0o755)
        self._read = 0
        self._known: dict[str, str] = {}

    def moves(self) -> Iterator[tuple[str, str, str]]:
        """Yield each ref that git moved since the last time, what it was and what it is."""
        news = self.path / NEWS
        if not news.exists() or news.stat().st_size == self._read:
            return
        with news.open() as file:
            file.seek(self._read)
            lines = file.read()
        self._read += len(lines.encode())
        for line in lines.splitlines():
            _, new, ref = line.split(" ", 2)
            if (old := self._known.get(ref, NOBODY)) != new and ref.startswith("refs/"):
                self._remember(ref, new)
                yield ref, old, new

    def _remember(self, ref: str, sha: str) -> None:
        if sha == NOBODY:
            self._known.pop(ref, None)
        else:
            self._known[ref] = sha

    def protect(self, *refs: str) -> None:
        """Let these refs take no push; without any, none is protected."""
        (self.path / "double-protected").write_text("".join(f"{ref}\n" for ref in refs))

    def set(self, ref: str, sha: str) -> None:
        """Move a ref from within; no push is told of it."""
        if sha == NOBODY:
            self.repo.references.delete(ref)
        else:
            self.repo.references.create(ref, sha, force=True)
        self._remember(ref, sha)

    def ref(self, ref: str) -> str | None:
        """Return the commit that a ref names, None where there is none."""
        found = self.repo.references.get(ref)
        return None if found is None else str(found.resolve().target)

    def branch(self, name: str) -> str | None:
        """Return the tip of a branch."""
        return self.ref(f"refs/heads/{name}")

    def commit_of(self, sha: str) -> pygit2.Commit | None:
        """Return a commit, None where there is none of that name."""
        try:
            found = self.repo.get(sha) if len(sha) == 40 else self.repo.revparse_single(sha)
        except (KeyError, ValueError):
            return None
        return found if isinstance(found, pygit2.Commit) else None

    def the(self, sha: str) -> pygit2.Commit:
        """Return a commit that is there."""
        found = self.commit_of(sha)
        assert found is not None, f"no commit {sha} in {self.path}"
        return found

    def commit(
        self, parents: Sequence[str], files: Files, message: str, who: tuple[str, str], at: datetime
    ) -> str:
        """Make a commit on the first parent's tree with these files (None deletes one); no ref is moved."""
        index = pygit2.Index()
        if parents:
            index.read_tree(self.the(parents[0]).tree)
        for path, text in files.items():
            if text is None:
                index.remove(path)
                continue
            blob = self.repo.create_blob(text if isinstance(text, bytes) else text.encode())
            index.add(pygit2.IndexEntry(path, blob, FileMode.BLOB))
        return self._write(index.write_tree(self.repo), parents, message, who, at)

    def merged(
        self, base: str, head: str, parents: Sequence[str], message: str, who: tuple[str, str], at: datetime
    ) -> str | None:
        """Make the commit that brings `head` onto `base`, None where they conflict."""
        index = self.repo.merge_commits(self.the(base), self.the(head))
        if index.conflicts:
            return None
        return self._write(index.write_tree(self.repo), parents, message, who, at)

    def picked(self, sha: str, onto: str, at: datetime) -> str:
        """Make a commit again on another one; a conflict fails the test."""
        commit = self.the(sha)
        ancestor = commit.parents[0].tree if commit.parents else None
        assert ancestor is not None
        index = self.repo.merge_trees(ancestor, self.the(onto).tree, commit.tree)
        assert not index.conflicts, f"{sha} does not apply on {onto}"
        author = (commit.author.name, commit.author.email)
        return self._write(index.write_tree(self.repo), [onto], commit.message, author, at)

    def _write(
        self, tree: pygit2.Oid, parents: Sequence[str], message: str, who: tuple[str, str], at: datetime
    ) -> str:
        author = pygit2.Signature(*who, int(at.timestamp()), 0)
        committer = pygit2.Signature(*WHO, int(at.timestamp()), 0)
        return str(self.repo.create_commit(None, author, committer, message, tree, list(parents)))

    def contains(self, tip: str, sha: str) -> bool:
        """Return whether a commit is a tip, or behind it."""
        return tip == sha or self.repo.descendant_of(tip, sha)

    def between(self, base: str, head: str) -> list[pygit2.Commit]:
        """Return the commits of `head` that `base` has not, oldest first."""
        walk = self.repo.walk(head, SortMode.TOPOLOGICAL | SortMode.REVERSE)
        walk.hide(base)
        return list(walk)

    def time_of(self, commit: pygit2.Commit) -> datetime:
        """Return when a commit was made."""
        return datetime.fromtimestamp(commit.commit_time, UTC)

    def diff(self, base: str, head: str, context: int = 3) -> pygit2.Diff:
        """Return what `head` changed since it left `base`."""
        fork = self.repo.merge_base(base, head)
        before = self.the(str(fork)).tree if fork else None
        after = self.the(head).tree
        if before is None:
            diff = after.diff_to_tree(swap=True, context_lines=context)
        else:
            diff = before.diff_to_tree(after, context_lines=context)
        diff.find_similar(DiffFind.FIND_RENAMES)
        return diff

    def text(self, sha: str, path: str) -> str | None:
        """Return a file's text at a commit, None where it is not there."""
        try:
            found = self.the(sha).tree[path]
        except KeyError:
            return None
        return found.data.decode("utf-8", "replace") if isinstance(found, pygit2.Blob) else None
