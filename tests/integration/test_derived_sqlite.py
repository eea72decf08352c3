"""A derived SQLite file: damaged in any way it is made anew, unwritable it lives in memory, and many share it."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gitexp.adapters.derived_sqlite import DerivedDatabase, NonsenseError
from support.process import environment
from support.read_only import read_only, run_bound

TABLES = ("CREATE TABLE notes (name TEXT PRIMARY KEY, text TEXT NOT NULL)",)


def opened(path: Path, form: str = "1") -> DerivedDatabase:
    return DerivedDatabase(str(path), form, TABLES)


def put(name: str, text: str = "kept") -> Callable[[sqlite3.Connection], None]:
    def work(db: sqlite3.Connection) -> None:
        db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, text))

    return work


def notes(db: sqlite3.Connection) -> dict[str, str]:
    return dict(db.execute("SELECT name, text FROM notes ORDER BY name"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that holds a note."""
    file = tmp_path / "common" / "exp" / "index.db"
    database = opened(file)
    database.change(put("first"))
    database.close()
    return file


def test_what_is_written_is_there_for_the_next_process(path: Path):
    database = opened(path)

    assert {"first": "kept"} == database.ask(notes)
    assert (True, 1) == (database.kept, database.made)


def test_it_makes_its_folder_and_leaves_one_file_behind(path: Path):
    assert ["index.db"] == sorted(file.name for file in path.parent.iterdir())


def test_without_a_path_nothing_is_kept():
    database = DerivedDatabase(None, "1", TABLES)
    database.change(put("first"))

    assert ({"first": "kept"}, False) == (database.ask(notes), database.kept)


# Damage


def sql(*statements: str) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            for statement in statements:
                db.execute(statement)
            db.commit()

    return harm


def cut(size: int) -> Callable[[Path], None]:
    return lambda path: os.truncate(path, size)


def overwritten(at: int, data: bytes) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(data)

    return harm


def overwriting(data: bytes) -> Callable[[Path], None]:
    def harm(path: Path) -> None:
        path.write_bytes(data)

    return harm


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "something").write_text("in it")


def another_database(path: Path) -> None:
    path.unlink()
    sql("CREATE TABLE people (name)")(path)


def no_more_than_a_name_in_the_way(path: Path) -> None:
    path.write_bytes(b"no database at all, but longer than a hundred bytes" * 3)
    path.with_name("index.db.damaged").mkdir()


DAMAGE: dict[str, Callable[[Path], None]] = {
    "no bytes": cut(0),
    "a few bytes": overwriting(b"abc"),
    "no whole header": cut(99),
    "the first page alone": cut(4096),
    "half a page more": cut(6000),
    "garbage": overwriting(bytes(range(256)) * 40),
    "garbage behind the header": overwritten(100, bytes(range(256)) * 40),
    "a form of SQLite to come": overwritten(18, b"\x09\x09"),
    "a folder in its place": a_folder,
    "another database": another_database,
    "a folder in the way as well": no_more_than_a_name_in_the_way,
    "another form": sql("UPDATE form SET name = '0'"),
    "no form": sql("DELETE FROM form"),
    "no table of the form": sql("DROP TABLE form"),
    "another table of that name": sql("DROP TABLE form", "CREATE TABLE form (version)"),
    "a form that is no text": sql("UPDATE form SET name = CAST(x'ff' AS TEXT)"),
    "no schema": sql("PRAGMA writable_schema = 1", "UPDATE sqlite_master SET sql = 'CREATE TABLE notes ('"),
    "a table that is gone": sql("DROP TABLE notes"),
    "other columns": sql("DROP TABLE notes", "CREATE TABLE notes (other)"),
    "a text that is none": sql("UPDATE notes SET text = CAST(x'ff' AS TEXT)"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_file_is_made_anew_and_the_next_process_finds_it_whole(path: Path, kind: str):
    DAMAGE[kind](path)

    database = opened(path)
    assert {} == database.ask(notes)
    database.change(put("second"))
    assert ({"second": "kept"}, True) == (database.ask(notes), database.kept)
    database.close()

    again = opened(path)
    assert ({"second": "kept"}, 1) == (again.ask(notes), again.made)


@pytest.mark.parametrize("kind", [kind for kind in DAMAGE if kind != "a text that is none"])
def test_a_damaged_file_takes_what_is_written_next(path: Path, kind: str):
    DAMAGE[kind](path)

    database = opened(path)
    database.change(put("second"))

    assert ({"second": "kept"}, True) == (database.ask(notes), database.kept)


def test_a_page_that_only_a_question_finds_damaged_counts(path: Path):
    database = opened(path)
    database.change(lambda db: [put(f"{number:04}", "long " * 100)(db) for number in range(400)])
    database.close()
    overwritten(20 * 4096, b"\xff" * 4096)(path)

    database = opened(path)
    assert {"first": "kept"} == dict(
        database.ask(lambda db: db.execute("SELECT * FROM notes WHERE name = 'first'").fetchall())
    )
    assert ({}, 2) == (database.ask(notes), database.made)


def test_a_log_of_another_file_beside_it_is_not_taken_for_its_own(path: Path):
    path.with_name("index.db-wal").write_bytes(bytes(range(256)) * 40)

    assert {"first": "kept"} == opened(path).ask(notes)


def test_a_row_that_cannot_have_been_written_counts_as_damage(path: Path):
    def read(db: sqlite3.Connection) -> dict[str, str]:
        found = notes(db)
        if found.get("first") == "kept":
            raise NonsenseError("first")
        return found

    database = opened(path)

    assert ({}, 2, True) == (database.ask(read), database.made, database.kept)
    assert path.with_name("index.db.damaged").exists()


def test_a_mistake_of_the_one_who_asks_is_not_hidden(path: Path):
    database = opened(path)

    with pytest.raises(sqlite3.OperationalError, match="no such column"):
        database.ask(lambda db: db.execute("SELECT age FROM notes"))
    with pytest.raises(ZeroDivisionError):
        database.change(lambda db: 1 // 0)


def test_what_goes_wrong_in_the_middle_of_a_change_leaves_all_as_it_was(path: Path):
    def work(db: sqlite3.Connection) -> None:
        put("second")(db)
        raise KeyboardInterrupt

    database = opened(path)
    with pytest.raises(KeyboardInterrupt):
        database.change(work)

    assert {"first": "kept"} == database.ask(notes)
    assert {"first": "kept"} == opened(path).ask(notes)


def test_who_finds_the_damage_last_does_not_move_the_new_file_aside(path: Path):
    one, other = opened(path), opened(path)
    assert one.ask(notes) == other.ask(notes) == {"first": "kept"}
    sql("DROP TABLE notes")(path)

    one.change(put("of the one"))
    other.change(put("of the other"))

    assert {"of the one": "kept", "of the other": "kept"} == opened(path).ask(notes)


# Where nothing can be written


@pytest.mark.parametrize("place", ["/proc/self/nowhere", "/dev/null/exp"])
def test_where_there_can_be_no_file_it_lives_in_memory(place: str):
    database = opened(Path(place) / "index.db")
    database.change(put("second"))

    assert ({"second": "kept"}, False) == (database.ask(notes), database.kept)


def test_a_file_in_the_place_of_the_folder_is_left_alone(tmp_path: Path):
    (tmp_path / "exp").write_text("somebody's")
    database = opened(tmp_path / "exp" / "index.db")
    database.change(put("second"))

    assert ({"second": "kept"}, False) == (database.ask(notes), database.kept)
    assert "somebody's" == (tmp_path / "exp").read_text()


READ_ONLY = """
import sys
from pathlib import Path
from integration.test_derived_sqlite import notes, opened, put
database = opened(Path(sys.argv[1]))
print(database.ask(notes), database.kept)
database.change(put("second"))
print(database.ask(notes), database.kept)
"""


def as_bound(script: str, *args: str) -> list[str]:
    """Return the lines of a script that permissions bind."""
    env = environment(None, {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    done = run_bound([sys.executable, "-c", script, *args], None, env)
    assert 0 == done.returncode, done.stderr
    return done.stdout.decode().splitlines()


def test_a_file_that_can_only_be_read_is_read_and_changed_in_memory(path: Path):
    before = path.read_bytes()

    with read_only(path.parent):
        told = as_bound(READ_ONLY, str(path))

    assert ["{'first': 'kept'} False", "{'first': 'kept', 'second': 'kept'} False"] == told
    assert ({"first": "kept"}, before) == (opened(path).ask(notes), path.read_bytes())


def test_a_damaged_file_that_can_only_be_read_counts_for_nothing(path: Path):
    path.write_bytes(b"no database at all" * 100)

    with read_only(path.parent):
        assert ["{} False", "{'second': 'kept'} False"] == as_bound(READ_ONLY, str(path))


def test_a_folder_without_a_file_that_can_only_be_read_is_no_fault(path: Path):
    path.unlink()

    with read_only(path.parent):
        assert ["{} False", "{'second': 'kept'} False"] == as_bound(READ_ONLY, str(path))


def test_what_stands_in_the_log_alone_is_not_passed_over(path: Path, tmp_path: Path):
    held = opened(path)
    held.change(put("last"))
    shutil.copytree(path.parent, tmp_path / "copy")  # as a process that was killed leaves it
    held.close()
    copy = tmp_path / "copy" / path.name
    copy.with_name("index.db-shm").unlink()

    with read_only(copy.parent):
        told = as_bound(READ_ONLY, str(copy))

    assert "{'first': 'kept'} False" != told[0], "an older state is not given for that of now"
    assert {"first": "kept", "last": "kept"} == opened(copy).ask(notes)


# A disk that is full, and a file that is held


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_disk_that_fills_up_leaves_the_file_as_it_was(path: Path):
    database = opened(path)
    with files_of_at_most(path.stat().st_size + 8192):
        database.change(lambda db: [put(f"{number}", "long " * 1000)(db) for number in range(100)])
        assert (101, False) == (len(database.ask(notes)), database.kept)
    database.close()

    assert {"first": "kept"} == opened(path).ask(notes)


def test_a_database_that_may_not_grow_lives_on_in_memory(path: Path):
    database = opened(path)
    database.connection.execute("PRAGMA max_page_count = 1")
    database.change(lambda db: [put(f"{number}", "long " * 1000)(db) for number in range(100)])

    assert (101, False) == (len(database.ask(notes)), database.kept)
    assert {"first": "kept"} == opened(path).ask(notes)


def test_a_disk_without_room_for_the_first_file_is_no_fault(tmp_path: Path):
    with files_of_at_most(0):
        database = opened(tmp_path / "exp" / "index.db")
        database.change(put("second"))
        assert {"second": "kept"} == database.ask(notes)


def test_who_reads_waits_for_nobody_and_sees_what_was_there(path: Path):
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        put("half")(writer)

        assert {"first": "kept"} == opened(path).ask(notes)


def test_where_another_never_lets_go_the_change_is_made_in_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("gitexp.adapters.derived_sqlite.WAIT", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        database = opened(path)
        database.change(put("second"))

        assert ({"first": "kept", "second": "kept"}, False) == (database.ask(notes), database.kept)
    assert {"first": "kept"} == opened(path).ask(notes)


# Many processes

WORKER = """
import sys
from pathlib import Path
from integration.test_derived_sqlite import notes, opened, put
print("here", flush=True)
sys.stdin.readline()
for number in range(20):
    database = opened(Path(sys.argv[1]))
    name = f"{sys.argv[2]} {number}"
    database.change(put(name))
    assert database.kept and name in database.ask(notes)
    database.close()
"""
KILLED = """
import sys
from pathlib import Path
from integration.test_derived_sqlite import opened, put
database = opened(Path(sys.argv[1]))

def work(db):
    for number in range(5000):
        put(f"half {number}", "long " * 100)(db)
    print("in the middle", flush=True)
    sys.stdin.readline()

database.change(work)
"""


def process(script: str, *args: str) -> subprocess.Popen[bytes]:
    env = environment(None, {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))})
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-c", script, *args], env=env, **pipes)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize("before", ["nothing", "garbage"])
def test_processes_that_begin_at_once_share_one_file(tmp_path: Path, before: str):
    path = tmp_path / "exp" / "index.db"
    if before == "garbage":
        path.parent.mkdir()
        path.write_bytes(b"no database at all" * 1000)
    workers = [process(WORKER, str(path), str(number)) for number in range(4)]
    for worker in workers:
        assert worker.stdout and b"here\n" == worker.stdout.readline()
    outs = []
    for worker in workers:
        assert worker.stdin
        worker.stdin.write(b"go\n")
        worker.stdin.flush()
    for worker in workers:
        outs.append(worker.communicate(timeout=60)[1])

    assert [b""] * 4 == outs
    assert {f"{worker} {number}" for worker in range(4) for number in range(20)} == set(
        opened(path).ask(notes)
    )


def test_killed_in_the_middle_of_a_change_it_is_as_it_was(path: Path):
    worker = process(KILLED, str(path))
    assert worker.stdout and b"in the middle\n" == worker.stdout.readline()
    worker.send_signal(signal.SIGKILL)
    worker.communicate(timeout=60)

    database = opened(path)
    assert ({"first": "kept"}, 1) == (database.ask(notes), database.made)
    database.change(put("second"))
    database.close()
    assert ["index.db"] == sorted(file.name for file in path.parent.iterdir())
