"""Tells git whole histories in one process, commit by commit, and asks `exp archaeology` what became of each change."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import IO, Any, NamedTuple

from support.process import exp
from support.repository import AUTHOR, START, Repository

Files = Mapping[str, str | bytes | None]
_ZONE = "+0000"


class Fate(NamedTuple):
    """What became of one change, as the tests write it down; the ids in the order of the answer."""

    kind: str = "change"
    exactness: str | None = None
    ground: str | None = None
    reverts: Sequence[str] = ()
    reverted_by: Sequence[str] = ()
    relanded_by: Sequence[str] = ()
    state: str = "in"


class History:
    """A history that git reads while it is told: each commit is a day later than the one before.

    `git fast-import` makes it; nothing may be asked of the repository before `told`.
    """

    def __init__(self, path: Path) -> None:
        self.repository = Repository.create(path)
        self._marks: dict[str, int] = {}
        self._trees: dict[str, dict[str, bytes]] = {}
        self._parents: dict[str, tuple[str, ...]] = {}
        self._subjects: dict[str, str] = {}
        self._modes: dict[str, str] = {}
        self.last = ""
        self._git: subprocess.Popen[bytes] | None = None

    def commit(
        self,
        message: str | bytes,
        files: Files | None = None,
        *,
        on: Sequence[str] | None = None,
        by: tuple[str, str] = AUTHOR,
        modes: Mapping[str, str] | None = None,
    ) -> str:
        """Make a commit that writes the files (None deletes one) and return its id.

        `on` are its parents, by default the last commit; their first gives all other files. No parent is a root.
        """
        parents = ((self.last,) if self.last else ()) if on is None else tuple(on)
        tree = dict(self._trees[parents[0]]) if parents else {}
        words = message if isinstance(message, bytes) else message.encode()
        number = len(self._marks) + 1
        seconds = int((START + timedelta(days=number)).timestamp())
        who = f"{by[0]} <{by[1]}> {seconds} {_ZONE}"
        lines = [b"reset refs/heads/main\n"] if not parents else []
        lines += [f"commit refs/heads/main\nmark :{number}\nauthor {who}\ncommitter {who}\n".encode()]
        lines += [_data(words)]
        lines += [
            f"{'merge' if place else 'from'} :{self._marks[parent]}\n".encode()
            for place, parent in enumerate(parents)
        ]
        for path, text in (files or {}).items():
            if text is None:
                del tree[path]
                lines += [f"D {path}\n".encode()]
                continue
            tree[path] = text if isinstance(text, bytes) else text.encode()
            mode = (modes or {}).get(path, "100644")
            lines += [f"M {mode} inline {path}\n".encode(), _data(tree[path])]
        self._ask.write(b"".join(lines) + f"\nget-mark :{number}\n".encode())
        self._ask.flush()
        self.last = self._answer.readline().decode().strip()
        assert self.last, "git fast-import did not take the commit"
        self._marks[self.last], self._trees[self.last] = number, tree
        self._parents[self.last] = parents
        self._subjects[self.last] = words.decode("utf-8", "replace").partition("\n")[0]
        return self.last

    def before(self, *commits: str) -> Files:
        """Return what takes commits in a row back (the newest first): their files as they stood before."""
        found: dict[str, bytes | None] = {}
        for commit in commits:
            parents = self._parents[commit]
            old = self._trees[parents[0]] if parents else {}
            new = self._trees[commit]
            found |= {path: old.get(path) for path in {*old, *new} if old.get(path) != new.get(path)}
        return {path: found[path] for path in sorted(found)}

    def text(self, path: str, commit: str = "") -> str:
        """Return a file's text at a commit, by default the last."""
        return self._trees[commit or self.last][path].decode()

    def revert(self, commit: str, message: str = "", *, why: str = "", **more: Any) -> str:
        """Take a commit back whole, in git's own words or with another message."""
        said = message or git_says(self._subjects[commit], commit)
        return self.commit(f"{said}\n\n{why}" if why else said, self.before(commit), **more)

    def told(self) -> Repository:
        """End the telling: `main` is the last commit, and checked out."""
        if self._git is not None:
            self._ask.close()
            assert self._git.wait() == 0
            self._answer.close()
            self._git = None
            self.repository.commits = len(self._marks) + 1
            self.repository.git("reset", "--quiet", "--hard", self.last)
        return self.repository

    def asked(self, *words: str) -> Any:
        """Return what `exp archaeology WORDS --json` answers."""
        done = exp(self.told().path, "archaeology", *words, "--json")
        assert (0, "") == (done.code, done.plain.stderr)
        return done.json

    def fates(self, path: str, *words: str) -> dict[str, Fate]:
        """Return what became of each change of a file, by the commit's id."""
        return {
            one["commit"]: Fate(
                one["kind"],
                one["exactness"],
                one["ground"],
                tuple(one["reverts"]),
                tuple(one["reverted_by"]),
                tuple(one["relanded_by"]),
                one["state"],
            )
            for one in self.asked(path, "--no-blame", *words)["changes"]
        }

    @property
    def _ask(self) -> IO[bytes]:
        if self._git is None:
            self._git = subprocess.Popen(
                ["git", "fast-import", "--quiet", "--force", "--date-format=raw"],
                cwd=self.repository.path,
                env=self.repository.environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        assert self._git.stdin is not None
        return self._git.stdin

    @property
    def _answer(self) -> IO[bytes]:
        assert self._git is not None and self._git.stdout is not None
        return self._git.stdout


def git_says(subject: str, commit: str) -> str:
    """Return what `git revert` writes."""
    return f'Revert "{subject}"\n\nThis reverts commit {commit}.'


def lines(*changed: tuple[int, str], upto: int = 30, word: str = "step") -> str:
    """Return a text of so many lines, some of which read differently; "" leaves a line out."""
    other = dict(changed)
    told = (other.get(number, f"{word} {number}") for number in range(1, upto + 1))
    return "".join(f"{line}\n" for line in told if line)


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)
