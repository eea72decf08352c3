"""The tree of one revision for the look-up of symbols: paths, a search of the text, outlines kept by blob id."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from gitexp.adapters.git import Git, Layout
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.symbol_index_rows import decoded
from gitexp.adapters.symbol_index_sqlite import Key, Row, SymbolIndex
from gitexp.adapters.symbol_listing import Listing, listed, what_lies
from gitexp.adapters.symbol_sums import NOT_HERE, summed
from gitexp.errors import RepositoryError
from gitexp.records.indexed import Indexed
from gitexp.records.outline import Outline
from gitexp.records.sighting import Sighted, Types
from gitexp.records.tree import Tree

MAX_TEXT = 2_000_000
_AT_ONCE = 32
_BATCH = 400_000
"""Bytes of source that are parsed, and then kept, together."""
_MARKS = (b"\xff\xfe", b"\xfe\xff")


class GitSymbols:
    """Implements `Symbols` for one revision; `rev` is None where there is no tree to ask."""

    def __init__(self, git: Git, layout: Layout, rev: str | None, *, keep: bool = True) -> None:
        """Look into the tree of `rev`; without `keep` nothing is written into the clone."""
        self._git = git
        self._layout = layout
        self._rev = rev
        self._objects = ObjectReader(git)
        self._keep = keep
        self._index = SymbolIndex(layout.common_dir, keep=keep)
        self._ending = weakref.finalize(self, _close, self._objects, self._index)

    def close(self) -> None:
        """End what runs and is open; both begin again where they are asked again."""
        _close(self._objects, self._index)

    @property
    def lacking(self) -> str:
        """Return why there is no tree to look at, empty where there is one."""
        return self._listing.lacking

    def tree(self) -> Tree:
        """Return the paths of the tree, without the store."""
        return self._tree

    def sighted(self, texts: Collection[str]) -> Sighted:
        """Search the text of all files, but the store's, for these texts as whole words, in one go."""
        if self._rev is None or self.lacking:
            return Sighted(words_whole=False)
        from gitexp.adapters.symbols_search import search

        try:
            return search(self._git, self._rev, texts, self._listing.files, self._types)
        except RepositoryError:
            return Sighted(words_whole=False)

    @functools.cached_property
    def _types(self) -> Types:
        return Types(None, self._find_types)

    def _find_types(self) -> tuple[Mapping[str, frozenset[str]], bool]:
        """Return the types of the tree as they are kept, else by a search of its text."""
        from gitexp.adapters.symbol_types_cache import TypesCache
        from gitexp.adapters.symbols_search import search_types

        if self._rev is None:
            return {}, False
        cache = TypesCache(self._layout.common_dir)
        known = cache.get(self._rev)
        if known is not None:
            return known, True
        found, whole = search_types(self._git, self._rev, self._listing.files)
        if whole and self._keep:
            cache.put(self._rev, found)
        return found, whole

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        """Return the outline of each file, or in words why it has none."""
        found: dict[str, Outline | str] = {}
        keys: dict[str, Key] = {}
        for path in paths:
            key = self._key(path)
            if isinstance(key, Key):
                keys[path] = key
            else:
                found[path] = key
        known = self._index.read(keys.values())
        unknown = {key: path for path, key in keys.items() if key not in known}
        for rows, lost in self._parsed(unknown):
            self._index.keep(rows)
            known.update({one.key: outlined for one in rows if (outlined := decoded(one.data)) is not None})
            known.update(lost)
        return {**found, **{path: known.get(key, NOT_HERE) for path, key in keys.items()}}

    def text(self, path: str) -> str | None:
        """Return a file's text, None where it has none: no such file, binary, too large."""
        blob = self._listing.files.get(path)
        found = self._objects.read(blob, MAX_TEXT) if blob else None
        if found is None or found.data is None:
            return None
        if found.data.startswith(_MARKS):
            return found.data.decode("utf-16", "replace")
        if b"\0" in found.data[:8000]:
            return None
        try:
            return found.data.decode("utf-8")
        except UnicodeDecodeError:
            return found.data.decode("latin-1")  # as outlines are read

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        """Return those of the paths that git is told to ignore: they may exist, and be no part of the tree."""
        if self._layout.root is None:
            return frozenset()
        asked = sorted({path for path in paths if _may_be_asked(path)})
        if not asked:
            return frozenset()
        told = self._check_ignore(asked)
        if told is None:  # one of them lies behind a symlink or in a submodule, and git told of none
            told = [found for path in asked[:_AT_ONCE] for found in self._check_ignore([path]) or ()]
        return frozenset(told)

    def index(self, tell: Callable[[str], object]) -> Indexed:
        """Outline the whole tree, as far as it is not known, and say what there is; `tell` hears how far it is."""
        keys = {path: self._key(path) for path in self._listing.files}
        wanted = {key: path for path, key in keys.items() if isinstance(key, Key)}
        rows = self._index.known(wanted)
        unknown = {key: path for key, path in wanted.items() if key not in rows}
        total, done = self._size(unknown), 0
        lost: dict[Key, str] = {}
        for new, without in self._parsed(unknown):
            self._index.keep(new)
            rows.update({one.key: one for one in new})
            lost.update(without)
            done += sum(one.size for one in new)
            tell(f"{done / 1e6:.0f} of {total / 1e6:.0f} MB")
        return summed(keys, rows, {**lost, **self._reasons(rows)}, unknown, self._listing)

    def _reasons(self, rows: Mapping[Key, Row]) -> dict[Key, str]:
        """Return why the blobs without a language have no outline."""
        read = self._index.read([key for key, one in rows.items() if not one.language])
        return {key: told for key, told in read.items() if isinstance(told, str)}

    def _size(self, keys: Mapping[Key, str]) -> int:
        """Return how many bytes some blobs have, as far as it can be told."""
        if not keys:
            return 0
        asked = "".join(f"{key.blob}\n" for key in keys).encode()
        told = self._git.run("cat-file", "--batch-check=%(objectsize)", stdin=asked, check=False)
        sizes = [int(line) for line in told.split(b"\n") if line.isdigit()]
        return sum(size for size in sizes if size <= MAX_TEXT)

    @functools.cached_property
    def _listing(self) -> Listing:
        if self._rev is None:
            return Listing(lacking="there is no tree to search")
        outcome = self._git.call("ls-tree", "-r", "-z", "--full-tree", self._rev)
        if outcome.status:
            return Listing(lacking=outcome.words or "git ls-tree failed")
        return listed(outcome.out.decode("utf-8", "surrogateescape"))

    @functools.cached_property
    def _tree(self) -> Tree:
        listing = self._listing
        files = sorted([*listing.files, *listing.symlinks])
        return Tree(files, submodules=listing.submodules, symlinks=listing.symlinks)

    def _key(self, path: str) -> Key | str:
        """Return by what the outline of a file is kept, or why it has none."""
        blob = self._listing.files.get(path)
        if blob is None:
            return what_lies(path, self._listing)
        from gitexp.adapters.symbol_forms import form_of

        form = form_of(path)
        if form is None:
            from gitexp.adapters.symbol_workers import no_grammar

            return no_grammar(path)
        return Key(blob, form)

    def _parsed(self, wanted: Mapping[Key, str]) -> Iterator[tuple[list[Row], dict[Key, str]]]:
        """Yield the rows of some blobs, a part at a time, and of what there will be no row, with the reason."""
        if not wanted:
            return
        from gitexp.adapters.symbol_index_sqlite import row
        from gitexp.adapters.symbol_workers import TOO_LARGE, parse_all

        keys: dict[int, list[Key]] = {}
        aside: list[Row] = []
        lost: dict[Key, str] = {}

        def batches() -> Iterator[list[tuple[str, bytes]]]:
            given: list[tuple[str, bytes]] = []
            own: list[Key] = []
            for key, size, data in self._read(list(wanted)):
                if size is None:
                    lost[key] = NOT_HERE
                elif data is None:
                    aside.append(row(key, TOO_LARGE, size))
                else:
                    given.append((wanted[key], data))
                    own.append(key)
                if sum(len(one) for _, one in given) > _BATCH:
                    keys[id(given)] = own
                    yield given
                    given, own = [], []
            keys[id(given)] = own
            yield given

        for batch, parsed in parse_all(batches()):
            rows = []
            for key, (_, data), one in zip(keys.pop(id(batch)), batch, parsed, strict=True):
                if one.lost:
                    lost[key] = str(decoded(one.data))
                else:
                    rows.append(Row(key, one.language, one.definitions, len(data), one.data))
            yield [*rows, *aside], lost
            aside.clear()

    def _read(self, keys: Sequence[Key]) -> Iterator[tuple[Key, int | None, bytes | None]]:
        """Yield size and content of blobs: neither where this clone lacks one, no content where it is too large."""
        for start in range(0, len(keys), _AT_ONCE):
            asked = keys[start : start + _AT_ONCE]
            for key, found in zip(
                asked, self._objects.read_all([key.blob for key in asked], MAX_TEXT), strict=True
            ):
                yield key, found.size if found else None, found.data if found else None

    def _check_ignore(self, paths: Sequence[str]) -> list[str] | None:
        given = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
        # check-ignore refuses to run with pathspecs taken literally.
        env = {"GIT_LITERAL_PATHSPECS": "0"}
        outcome = self._git.call("check-ignore", "--no-index", "-z", "--stdin", stdin=given, env=env)
        if outcome.status not in (0, 1):
            return None
        return outcome.out.decode("utf-8", "surrogateescape").split("\0")[:-1]


def _may_be_asked(path: str) -> bool:
    """Return whether git can be asked of a path: it lies in the tree, and can be written as bytes."""
    if not path or path.startswith(("/", ":")) or ".." in path.split("/") or "\0" in path:
        return False
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True


def _close(objects: ObjectReader, index: SymbolIndex) -> None:
    objects.close()
    index.close()
