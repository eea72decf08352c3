"""Reads the change records of the store as git holds them: what is served, and what proposals are held against."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_branches import Base, merge_base, refs
from gitexp.adapters.git_objects import ObjectReader, StoredObject
from gitexp.adapters.store_git_history import deleted
from gitexp.adapters.store_git_tree import LEDGER, REFUSED, refusal
from gitexp.errors import RecordError
from gitexp.records.change_record import CHANGES, ChangeRecord, StandingChange
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted

MAX_FILE = 1 << 16
"""Bytes of one record: a person reads about thirty lines."""
MAX_RECORDS = 5000
MAX_DELETED = 1000
MAX_OLD_TIPS = 100
REFUSED_CHANGES = f"{REFUSED}/changes"
"""The folder in the ledger's tree that holds refused change records."""

Blobs = dict[str, str]
"""Path to blob id."""


class ServedChanges:
    """The change records that are served (DESIGN.md section 4): in HEAD, and equal to the default branch's.

    `base` is the default branch as the caller knows it. One git process answers; where HEAD has no
    experiences/changes it looks at nothing else.
    """

    def __init__(self, git: Git, base: Base | None) -> None:
        self._git = git
        self._base = base
        self._seen: tuple[Sequence[StandingChange[str]], Sequence[Skipped]] | None = None

    def standing(self) -> tuple[Sequence[StandingChange[str]], Sequence[Skipped]]:
        """Return what is served, by path, and what could not be read or is not served."""
        if self._seen is None:
            with ObjectReader(self._git) as reader:
                self._seen = self._read(reader)
        return self._seen

    def covering(self, paths: Sequence[str]) -> tuple[Sequence[ChangeRecord[str]], Sequence[Skipped]]:
        """Return the records whose impact covers one of the paths, the newest first, and what could not be read."""
        standing, skipped = self.standing()
        return _newest([one for one in standing if any(one.record.covers(path) for path in paths)]), skipped

    def about(self, commits: Sequence[str]) -> tuple[Sequence[ChangeRecord[str]], Sequence[Skipped]]:
        """Return the records of these commits, the newest first, and what could not be read."""
        standing, skipped = self.standing()
        wanted = [one for one in standing if any(one.record.is_about(commit) for commit in commits)]
        return _newest(wanted), skipped

    def _read(self, reader: ObjectReader) -> tuple[Sequence[StandingChange[str]], Sequence[Skipped]]:
        here, skipped = _listing(reader, "HEAD")
        if not here and not skipped:
            return (), ()
        other = self._base is not None and self._base.ref != "HEAD"
        there = _listing(reader, self._base.commit)[0] if self._base and other else here
        agreed = {path: blob for path, blob in here.items() if there.get(path) == blob}
        name = self._base.shown if self._base else "HEAD"
        left_out = [
            Skipped(path, f"{'differs from' if path in there else 'not on'} {name}: not served", bad=False)
            for path in here
            if path not in agreed
        ]
        standing, unread = _without_twins(_parsed(reader, agreed))
        told = {*skipped, *left_out, *unread}
        return standing, sorted(told, key=lambda skip: (skip.where, skip.what))


class GitChanges:
    """Implements `ChangeStore` for proposals: what stands in the base, waits on the branch, or was refused."""

    def __init__(self, git: Git, base: Base | None) -> None:
        self._git = git
        self._base = base

    def held(self) -> tuple[Sequence[StandingChange[str]], Sequence[Skipped]]:
        """Return what stands in the base, wherever HEAD is, and what of it could not be read."""
        if self._base is None:
            return (), ()
        with ObjectReader(self._git) as reader:
            found, skipped = _listing(reader, self._base.commit)
            standing, unread = _without_twins(_parsed(reader, found))
        return standing, (*skipped, *unread)

    def pending(self, branch: str) -> Sequence[StandingChange[str]]:
        """Return the records that a proposal branch adds or changes and that do not stand in the base."""
        tip = self._tip(branch)
        if tip is None or self._base is None:
            return ()
        parting = merge_base(self._git, self._base.commit, tip)
        with ObjectReader(self._git) as reader:
            carried = _listing(reader, tip)[0]
            before = [_listing(reader, commit)[0] for commit in (parting, self._base.commit) if commit]
            new = {
                path: blob for path, blob in carried.items() if blob not in (old.get(path) for old in before)
            }
            return _standing(_parsed(reader, new))

    def refused(self, branch: str) -> Sequence[StandingChange[str]]:
        """Return the records that a person deleted from the store or from a proposal, or closed a proposal of."""
        tip = self._tip(branch)
        now = [*([tip] if tip else []), *([self._base.commit] if self._base else []), "HEAD"]
        name = f"refs/heads/{branch}"
        old = self._git.try_run("reflog", "show", "--format=%H", f"-n{MAX_OLD_TIPS}", name, "--") or b""
        gone = deleted(self._git, [*now[:-1], *old.decode().split()], MAX_DELETED)
        with ObjectReader(self._git) as reader:
            standing = {_hex(path) for commit in now for path in _listing(reader, commit)[0]}
            lost = {one.path: one.blob for one in gone if one.path.startswith(f"{CHANGES}/")}
            for entry in reader.folder(LEDGER, REFUSED_CHANGES):
                lost.setdefault(f"{REFUSED_CHANGES}/{_name(entry.name)}", entry.id)
            wanted = {path: blob for path, blob in lost.items() if _hex(path) not in standing}
            return _standing(_parsed(reader, wanted))

    def text_of(self, record: ChangeRecord[Redacted]) -> Redacted:
        """Return the record as the one writer writes it. Raises RecordError where it does not fit its schema."""
        from gitexp.adapters.change_record_yaml import write

        return write(record)

    def _tip(self, branch: str) -> str | None:
        names = (f"refs/heads/{branch}", f"refs/remotes/origin/{branch}")
        known = refs(self._git, *names)
        return next((known[name].commit for name in names if name in known), None)


def recorded_in(git: Git, base: Base | None, root: str | None, commit: str) -> list[str]:
    """Return the paths of the records of a commit: those of the base, of HEAD, and of the work tree."""
    found: dict[str, None] = {}
    with ObjectReader(git) as reader:
        for revision in dict.fromkeys(("HEAD", *([base.commit] if base else []))):
            standing = _standing(_parsed(reader, _listing(reader, revision)[0]))
            found.update({one.path: None for one in standing if one.record.is_about(commit)})
    for path in sorted(Path(root, CHANGES).glob("*/*.yaml")) if root else ():
        # A file that is named after what it holds, or can't be read, is looked into by its person.
        if (
            path.is_file()
            and not path.is_symlink()
            and commit in path.read_bytes()[:MAX_FILE].decode("utf-8", "replace")
        ):
            name = path.relative_to(root or "").as_posix()
            one = _one(name, "", StoredObject("", "blob", 0, path.read_bytes()[:MAX_FILE]))
            if isinstance(one, StandingChange) and one.record.is_about(commit):
                found[name] = None
    return list(found)


def _listing(reader: ObjectReader, commit: str) -> tuple[Blobs, list[Skipped]]:
    """Return the records of a commit by path, and what lies among them and is none."""
    found: Blobs = {}
    skipped: list[Skipped] = []
    for year in reader.folder(commit, CHANGES):
        folder = _name(year.name)
        if folder.startswith("."):
            continue
        if not year.is_folder:
            if folder.endswith((".yaml", ".yml")):
                skipped.append(
                    Skipped(shown(f"{CHANGES}/{folder}"), f"not served: move it to {CHANGES}/YEAR/")
                )
            continue
        for entry in reader.tree(year.id) or ():
            name = _name(entry.name)
            reason = refusal(folder, name)
            where = f"{CHANGES}/{folder}/{name}"
            if reason == "" or len(found) >= MAX_RECORDS:
                continue
            if reason or not entry.is_file:
                skipped.append(Skipped(shown(where), reason or f"is {entry.kind}: not followed"))
            else:
                found[where] = entry.id
    return found, skipped


def _parsed(reader: ObjectReader, blobs: Blobs) -> Iterator[StandingChange[str] | Skipped]:
    """Yield the records of the blobs, in the order of their paths; what can't be read is said."""
    stored = reader.read_all(list(blobs.values()), MAX_FILE)
    for (path, blob), found in zip(blobs.items(), stored, strict=True):
        yield _one(path, blob, found)


def _one(path: str, blob: str, found: StoredObject | None) -> StandingChange[str] | Skipped:
    from gitexp.adapters.change_record_yaml import read  # YAML is imported only where one must be parsed

    if found is None:
        return Skipped(path, "not in this clone: git fetch --refetch --no-filter brings what it lacks")
    if found.data is None:
        return Skipped(path, f"larger than {MAX_FILE >> 10} KiB: not read")
    try:
        made = read(found.data, path)
    except RecordError as error:
        return Skipped(error.where or path, f"{error.what}; {error.mend}" if error.mend else error.what)
    if made.record.id != PurePosixPath(path).stem:
        name = shown(made.record.id)[:80]
        return Skipped(path, f"the id in it is `{name}`; the file's name must be ID.yaml")
    return StandingChange(made.record, path, blob, True, made.unknown_keys)


def _without_twins(
    found: Iterator[StandingChange[str] | Skipped],
) -> tuple[list[StandingChange[str]], list[Skipped]]:
    """Part what stands from what was skipped; of two files with one identity the first by path counts."""
    first: dict[str, str] = {}
    standing: list[StandingChange[str]] = []
    skipped: list[Skipped] = []
    for one in found:
        if isinstance(one, Skipped):
            skipped.append(one)
            continue
        path = first.setdefault(one.record.hex, one.path)
        if path != one.path:
            skipped.append(
                Skipped(one.path, f"the same identity `{one.record.hex}` as {path}; keep one of them")
            )
            continue
        standing.append(one)
        # What is not known is read past and said: a misspelled key must not go unseen.
        skipped += [
            Skipped(one.path, f"unknown key `{shown(key)}`: read past", bad=False) for key in one.unknown_keys
        ]
    return standing, skipped


def _standing(found: Iterator[StandingChange[str] | Skipped]) -> list[StandingChange[str]]:
    return [one for one in found if isinstance(one, StandingChange)]


def _newest(standing: Sequence[StandingChange[str]]) -> list[ChangeRecord[str]]:
    records = sorted((one.record for one in standing), key=lambda record: record.id)
    return sorted(records, key=lambda record: record.made_at or "", reverse=True)


def _hex(path: str) -> str:
    return PurePosixPath(path).stem[-10:]


def _name(name: bytes) -> str:
    return name.decode("utf-8", "surrogateescape")
