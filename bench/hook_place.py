"""Lays the repository of a session, takes its edits over into the work tree, and commits what is planted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from bench.hook_patches import Part
from bench.hook_sessions import HERE, Session, Step
from bench.hook_store import Written
from bench.hook_texts import changed
from bench.recall_store import DAY, PERSON, file, git


class Repository:
    """A real repository at `root`, as a session began in it; its store holds other repositories' experiences."""

    def __init__(self, root: Path, session: Session, store: Sequence[Written]) -> None:
        self.root = root
        self._session = session
        self._store = store
        self._stood = ""

    def lay(self) -> None:
        """Make it: one commit on main, with the files of the session and the store."""
        self.root.mkdir(parents=True)
        git(self.root, "init", "--quiet", "--initial-branch=main")
        texts = {
            path.removeprefix(HERE): text for path, text in self._session.texts.items() if _lies_here(path)
        }
        for path, text in texts.items():
            self._write(path, text)
        laid = [*texts.items(), *((one.path, one.text) for one in self._store)]
        head = f"commit refs/heads/main\ncommitter {PERSON} {DAY} +0000\ndata 1\nA\n"
        whole = head.encode() + b"".join(file(path, text) for path, text in laid)
        git(self.root, "fast-import", "--quiet", stdin=whole)
        git(self.root, "read-tree", "HEAD")
        self._stood = git(self.root, "rev-parse", "HEAD").strip()

    def plant(self, some: Iterable[Written]) -> None:
        """Commit them on top of what was laid; what was planted before is gone."""
        files = b"".join(file(one.path, one.text) for one in some)
        head = f"commit refs/heads/main\ncommitter {PERSON} {DAY + 60} +0000\ndata 1\nB\nfrom {self._stood}\n"
        git(self.root, "fast-import", "--quiet", "--force", stdin=head.encode() + files)

    def take(self, step: Step) -> None:
        """Take an edit over into the work tree, where it was made."""
        for part in step.parts if step.done else ():
            if _lies_here(part.path):
                path = part.path.removeprefix(HERE)
                self._write(path, changed(self.text(part), part))

    def text(self, part: Part) -> str:
        """Return what the file of a change holds now, "" where there is none."""
        place = self.root / part.path.removeprefix(HERE)
        return place.read_bytes().decode() if _lies_here(part.path) and place.is_file() else ""

    @staticmethod
    def file(part: Part) -> str:
        """Return the file of a change as the repository names it, "" where it lies elsewhere."""
        return part.path.removeprefix(HERE) if _lies_here(part.path) else ""

    def _write(self, path: str, text: str) -> None:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode("utf-8", "replace"))


def _lies_here(path: str) -> bool:
    return path.startswith(HERE) and not path.startswith(f"{HERE}.git/")
