"""The files of the proposal branch at its tip, for commands to change: regular files alone, read out of git's objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.edit_yaml import edited
from gitexp.adapters.experience_yaml import read, write
from gitexp.adapters.git import Git
from gitexp.adapters.git_branches import merge_base
from gitexp.adapters.git_commits import read_commit
from gitexp.adapters.git_objects import Entry, ObjectReader
from gitexp.adapters.store_git_tree import STORE
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.text import Redacted

MAX_FILE = 1 << 16
_BLOB = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


class BranchFiles:
    """Implements what commands ask of files; `base` is the newest commit of the default branch that is known."""

    def __init__(self, git: Git, tip: str, base: str) -> None:
        self._git = git
        self._tip = tip
        self._base = base

    def text(self, path: str) -> str | None:
        """Return the text of a file, None where there is none, or none that can be read."""
        with ObjectReader(self._git) as reader:
            entry = self._entry(reader, path)
            return _text(reader, entry.id) if entry else None

    def places(self, hex: str) -> tuple[str, ...]:
        """Return where files of this identity lie: by their names, and new ones by the id that is in them too."""
        with ObjectReader(self._git) as reader:
            files = dict(self._files(reader, self._tip))
            known = dict(self._files(reader, self._base))
            new = {path: blob for path, blob in files.items() if known.get(path) != blob}
            wanted = re.compile(rf"^id: *[\"']?[\w.-]*{re.escape(hex)}[\"']? *(?:#.*)?\r?$", re.MULTILINE)
            return tuple(
                path
                for path in files
                if path.endswith(f"{hex}.yaml")
                or (path in new and wanted.search(_text(reader, new[path]) or ""))
            )

    def before(self, blob: str) -> str | None:
        """Return the text of a blob: a standing file as it was before the proposal."""
        if not _BLOB.fullmatch(blob):
            return None
        with ObjectReader(self._git) as reader:
            return _text(reader, blob)

    def standing(self, path: str) -> Standing[str] | None:
        """Return the experience of a file as it lies on the branch, None where it can't be read."""
        with ObjectReader(self._git) as reader:
            entry = self._entry(reader, path)
            text = _text(reader, entry.id) if entry else None
        if entry is None or text is None:
            return None
        try:
            found = read(text, path)
        except RecordError:
            return None
        return Standing(found.experience, path, entry.id, approved=False, unknown_keys=found.unknown_keys)

    def read(self, text: str, path: str) -> Experience[str]:
        """Return the experience in a text. Raises RecordError."""
        return read(text, path).experience

    def edited(self, text: str, path: str, wanted: Experience[Redacted]) -> Redacted:
        """Return the text changed in place to hold the wanted experience; comments in it stay. Raises RecordError."""
        return edited(text, path, wanted).text

    def written(self, wanted: Experience[Redacted]) -> Redacted:
        """Return the text of a new file. Raises RecordError where it does not fit."""
        return write(wanted)

    def laid(self, path: str, text: Redacted) -> Standing[str]:
        """Store a text as a blob, and return the experience in it."""
        blob = self._git.run("hash-object", "-w", "--stdin", stdin=text.encode()).decode().strip()
        return Standing(read(text, path).experience, path, blob, approved=False)

    def brings_nothing(self, commit: str) -> bool:
        """Return whether merging a commit would change nothing: GitHub closes a pull request that has such a head."""
        parting = merge_base(self._git, self._base, commit)
        with ObjectReader(self._git) as reader:
            below, above = (read_commit(reader, name) if name else None for name in (parting, commit))
        return below is not None and above is not None and below.tree == above.tree

    def _files(self, reader: ObjectReader, commit: str) -> Iterator[tuple[str, str]]:
        """Yield path and blob of each YAML file of the store at a commit."""
        found = read_commit(reader, commit)
        store = reader.entry(found.tree, STORE.encode()) if found else None
        left = [(STORE, store.id)] if store and store.is_folder else []
        while left:
            above, tree = left.pop()
            for entry in reader.tree(tree) or ():
                path = f"{above}/{entry.name.decode('utf-8', 'surrogateescape')}"
                if entry.is_folder:
                    left.append((path, entry.id))
                elif entry.is_file and path.endswith(".yaml") and path.isprintable():
                    yield path, entry.id

    def _entry(self, reader: ObjectReader, path: str) -> Entry | None:
        tip = read_commit(reader, self._tip)
        found = reader.entry(tip.tree, path.encode("utf-8", "surrogateescape")) if tip else None
        return found if found and found.is_file else None


def _text(reader: ObjectReader, blob: str) -> str | None:
    found = reader.read(blob, MAX_FILE)
    if found is None or found.kind != "blob" or found.data is None:
        return None
    try:
        return found.data.decode("utf-8")
    except UnicodeDecodeError:
        return None
