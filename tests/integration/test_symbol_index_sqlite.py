"""The index of outlines: kept by blob, and safe against killed processes, others at work, and damage."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters import symbol_index_sqlite
from gitexp.adapters.git import discover
from gitexp.adapters.symbol_index_rows import decoded, encoded
from gitexp.adapters.symbol_index_sqlite import Key, SymbolIndex, row
from gitexp.adapters.symbols_git import GitSymbols
from gitexp.records.indexed import Indexed
from gitexp.records.outline import Import, Outline, Symbol
from support.repository import Repository, isolate

ONE = Outline(
    (Symbol("A", "class", 1, 3, ("B", "c.D"), "__getattr__"), Symbol("A.b", "method", 2, 3)), "python", True
)
KEY = Key("ab" * 20, "python.py 1")

TEXTS = st.text(max_size=8)
LINES = st.integers(min_value=1, max_value=10**7)
SYMBOLS = st.lists(
    st.builds(
        Symbol,
        TEXTS,
        st.sampled_from(["class", "method", "property", "macro"]),
        LINES,
        LINES,
        st.lists(TEXTS, max_size=3).map(tuple),
        TEXTS,
    ),
    max_size=5,
).map(tuple)
OUTLINES = st.builds(
    Outline,
    SYMBOLS,
    TEXTS,
    st.booleans(),
    st.lists(TEXTS, max_size=3).map(tuple),
    SYMBOLS,
    st.lists(st.builds(Import, TEXTS, TEXTS, TEXTS), max_size=4).map(tuple),
    st.lists(st.tuples(LINES, LINES), max_size=4).map(tuple),
    TEXTS,
)

INDEXING = """\
import sys
from gitexp.adapters.git import discover
from gitexp.adapters.symbols_git import GitSymbols

if __name__ == "__main__":
    layout = discover(sys.argv[1])
    print(GitSymbols(layout.git(), layout, "HEAD").index(lambda told: print(told, flush=True)).files)
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def large(tmp_path: Path) -> Repository:
    """Return a repository with enough source for many transactions and other processes."""
    repository = Repository.create(tmp_path / "large")
    body = "".join(f"def f{number}(): return {number}\n{'# ' + 'word ' * 200}\n" for number in range(150))
    repository.commit(files={f"m{number}.py": f"x{number} = 1\n{body}" for number in range(24)})
    return repository


def indexed(repo: Repository) -> Indexed:
    layout = discover(str(repo.path))
    return GitSymbols(layout.git(), layout, "HEAD").index(lambda _: None)


def indexing(repo: Repository, tmp_path: Path) -> subprocess.Popen[str]:
    script = tmp_path / "indexing.py"
    script.write_text(INDEXING, encoding="utf-8")
    return subprocess.Popen(
        [sys.executable, str(script), str(repo.path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


def forget(repo: Repository) -> None:
    for path in (repo.path / ".git/exp").glob("symbols.db*"):
        path.unlink()


@given(OUTLINES)
def test_an_outline_goes_in_and_comes_out_the_same(outline: Outline) -> None:
    assert decoded(encoded(outline)) == outline


@given(st.text())
def test_a_reason_goes_in_and_comes_out_the_same(reason: str) -> None:
    assert decoded(encoded(reason)) == reason


@given(st.binary(max_size=40))
def test_bytes_of_something_else_are_nothing(data: bytes) -> None:
    assert decoded(data) is None


def test_what_is_kept_is_there_for_the_next_one(tmp_path: Path) -> None:
    other = Key(KEY.blob, "ruby.rb 1")
    index = SymbolIndex(str(tmp_path))
    index.keep([row(KEY, ONE, 40), row(other, "binary", 7)])
    index.close()

    index = SymbolIndex(str(tmp_path))

    unknown = Key("cd" * 20, KEY.form)
    assert index.read([KEY, other, unknown]) == {KEY: ONE, other: "binary"}
    counts = {
        key: (one.language, one.definitions, one.size) for key, one in index.known([KEY, other]).items()
    }
    assert counts == {KEY: ("python", 2, 40), other: ("", 0, 7)}
    index.close()


def test_a_new_form_is_parsed_anew_and_the_old_one_goes(tmp_path: Path) -> None:
    index = SymbolIndex(str(tmp_path))
    index.keep([row(KEY, ONE, 40), row(Key(KEY.blob, "python.pyi 1"), ONE, 40)])
    index.close()
    index = SymbolIndex(str(tmp_path))
    new = Key("cd" * 20, "python.py 2")

    index.keep([row(new, "binary", 1)])

    assert index.read([KEY, new]) == {new: "binary"}
    assert index.read([Key(KEY.blob, "python.pyi 1")]).keys() == {Key(KEY.blob, "python.pyi 1")}
    index.close()


def test_beyond_its_bound_what_was_not_used_for_longest_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(symbol_index_sqlite, "MAX_ROWS", 10)
    keys = [Key(f"{number:02x}" * 20, KEY.form) for number in range(13)]
    index = SymbolIndex(str(tmp_path))
    index.keep([row(key, ONE, 1) for key in keys[:10]])
    index.close()
    index = SymbolIndex(str(tmp_path))
    index.read(keys[:2])

    index.keep([row(key, ONE, 1) for key in keys[10:]])

    known = index.known(keys)
    assert {*keys[:2], *keys[10:]} <= known.keys()
    assert len(known) <= 8
    index.close()


@pytest.mark.parametrize(
    "damage", [b"this is no database" * 100, b"", b"SQLite format 3\0" + b"\xff" * 5_000]
)
def test_a_damaged_file_is_moved_aside(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "exp").mkdir()
    (tmp_path / "exp/symbols.db").write_bytes(damage)
    index = SymbolIndex(str(tmp_path))

    assert index.read([KEY]) == {}
    index.keep([row(KEY, ONE, 40)])
    index.close()

    assert SymbolIndexOnce(tmp_path).read() == {KEY: ONE}


def test_a_file_that_is_cut_short_is_moved_aside(tmp_path: Path) -> None:
    index = SymbolIndex(str(tmp_path))
    index.keep([row(Key(f"{number:04x}" * 10, KEY.form), ONE, 40) for number in range(500)])
    index.close()
    file = tmp_path / "exp/symbols.db"
    file.write_bytes(file.read_bytes()[:20_000])

    index = SymbolIndex(str(tmp_path))
    index.known([Key(f"{number:04x}" * 10, KEY.form) for number in range(500)])
    index.keep([row(KEY, ONE, 40)])
    index.close()

    assert SymbolIndexOnce(tmp_path).read() == {KEY: ONE}


@pytest.mark.parametrize(
    "statement", ["CREATE TABLE rows (x)", "PRAGMA user_version = 99", "PRAGMA user_version = 1"]
)
def test_a_database_of_something_else_is_moved_aside(tmp_path: Path, statement: str) -> None:
    (tmp_path / "exp").mkdir()
    file = tmp_path / "exp/symbols.db"
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE theirs (x)")
    other.execute(statement)
    other.commit()
    other.close()

    index = SymbolIndex(str(tmp_path))
    index.read([KEY])
    index.keep([row(KEY, ONE, 40)])
    index.close()

    assert SymbolIndexOnce(tmp_path).read() == {KEY: ONE}
    aside = sqlite3.connect(tmp_path / "exp/symbols.db.damaged")
    assert aside.execute("SELECT count(*) FROM theirs").fetchone() == (0,)
    aside.close()


def test_where_nothing_can_be_written_it_is_kept_in_memory(tmp_path: Path) -> None:
    (tmp_path / "exp").write_text("a file where the folder should be")
    index = SymbolIndex(str(tmp_path))

    index.keep([row(KEY, ONE, 40)])

    assert index.read([KEY]) == {KEY: ONE}
    assert index.known([KEY]).keys() == {KEY}
    index.close()


def test_who_can_not_write_goes_on_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symbol_index_sqlite, "WAIT", 0.01)
    SymbolIndexOnce(tmp_path).keep()
    other = sqlite3.connect(tmp_path / "exp/symbols.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    index = SymbolIndex(str(tmp_path))
    new = Key("cd" * 20, KEY.form)

    index.keep([row(new, "binary", 1)])

    assert index.read([KEY, new]) == {KEY: ONE, new: "binary"}
    index.close()
    other.close()


def test_a_process_killed_in_the_middle_leaves_an_index_that_goes_on(
    large: Repository, tmp_path: Path
) -> None:
    whole = indexed(large)
    forget(large)
    process = indexing(large, tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()

    again = indexed(large)

    assert (again.files, again.languages) == (whole.files, whole.languages)
    assert 0 < again.parsed < whole.parsed
    assert indexed(large).parsed == 0


def test_two_at_once_give_the_same(large: Repository, tmp_path: Path) -> None:
    both = [indexing(large, tmp_path), indexing(large, tmp_path)]

    ended = [process.communicate()[0].splitlines()[-1] for process in both]

    assert (ended, [process.returncode for process in both]) == (["24", "24"], [0, 0])
    assert indexed(large).parsed == 0


class SymbolIndexOnce:
    """An index that is opened for one question."""

    def __init__(self, folder: Path) -> None:
        self._index = SymbolIndex(str(folder))

    def read(self) -> dict[Key, Outline | str]:
        found = self._index.read([KEY])
        self._index.close()
        return found

    def keep(self) -> None:
        self._index.keep([row(KEY, ONE, 40)])
        self._index.close()
