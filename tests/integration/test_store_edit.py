"""Changes of files of the store: all or none, never over what somebody else wrote, one process at a time."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gitexp.adapters.store_edit import FileChange, StoreEdits, alone
from gitexp.errors import RepositoryError

HOLD = """
import sys
from gitexp.adapters.store_edit import alone
with alone(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def change(root: Path, path: str, after: str) -> FileChange:
    return FileChange(path, (root / path).read_text(), after, rewritten=False)


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """Let this process write no larger file meanwhile."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("a.yaml", "b.yaml"):
        (tmp_path / name).write_text(f"{name} as it was\n")
    return tmp_path


def names(root: Path) -> list[str]:
    return sorted(path.name for path in root.iterdir())


def test_all_files_change(root: Path):
    StoreEdits(root).write([change(root, "a.yaml", "new a\n"), change(root, "b.yaml", "new b\n")])

    assert ["new a\n", "new b\n"] == [(root / name).read_text() for name in names(root)]


def test_where_one_can_not_be_written_none_changes(root: Path):
    changes = [change(root, "a.yaml", "new a\n"), change(root, "b.yaml", "new b " * 4000)]

    with files_of_at_most(10_000), pytest.raises(RepositoryError, match=r"b\.yaml: can't be written"):
        StoreEdits(root).write(changes)

    assert {name: f"{name} as it was\n" for name in ("a.yaml", "b.yaml")} == {
        name: (root / name).read_text() for name in names(root)
    }


def test_what_was_changed_meanwhile_is_not_overwritten(root: Path):
    changes = [change(root, "a.yaml", "new a\n"), change(root, "b.yaml", "new b\n")]
    (root / "b.yaml").write_text("an editor was quicker\n")

    with pytest.raises(RepositoryError, match=r"b\.yaml: was changed at the same time; run it again"):
        StoreEdits(root).write(changes)

    assert ["a.yaml as it was\n", "an editor was quicker\n"] == [
        (root / name).read_text() for name in names(root)
    ]


def test_what_a_killed_process_left_goes_and_what_a_living_one_writes_stays(root: Path):
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = [root / f".a.yaml.{ended.pid}.exp-tmp", root / ".a.yaml.exp-tmp"]
    living = root / f".a.yaml.{os.getppid()}.exp-tmp"
    other = root / f".b.yaml.{ended.pid}.exp-tmp"
    for path in (*left, living, other):
        path.write_text("half")

    StoreEdits(root).write([change(root, "a.yaml", "new a\n")])

    assert sorted([living.name, other.name, "a.yaml", "b.yaml"]) == names(root)


def test_one_waits_for_another_and_names_the_file_where_it_does_not_end(tmp_path: Path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        assert b"held\n" == other.stdout.readline()
        with pytest.raises(RepositoryError) as refused, alone(str(tmp_path), 0.0):
            pass

        assert str(tmp_path / "exp" / "edit.lock") == refused.value.where
        other.send_signal(signal.SIGKILL)
        other.wait()
        # The file is still there, and holds nobody up.
        with alone(str(tmp_path), 0.0):
            assert (tmp_path / "exp" / "edit.lock").exists()


def test_where_no_lock_can_be_laid_it_is_said(tmp_path: Path):
    (tmp_path / "exp").write_text("a file")

    with pytest.raises(RepositoryError, match=r"edit\.lock: can't be locked"), alone(str(tmp_path)):
        pass
