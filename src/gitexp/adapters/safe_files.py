"""Reads and writes files of a work tree whole: never through a symlink that leaves it, never half of one."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from gitexp.errors import RepositoryError

_ENDING = ".exp-tmp"


def destination(root: Path, name: str) -> Path:
    """Return where the file named within the work tree really is, symlinks followed. It need not exist."""
    try:
        home = root.resolve()
        real = (home / name).resolve()
        if not real.is_relative_to(home) or real.is_symlink():
            raise _outside(name)
        inside = real.relative_to(home)
        if not inside.parts or inside.parts[0].lower() == ".git":
            raise _outside(name)
        for parent in inside.parents:
            if (home / parent).exists() and not (home / parent).is_dir():
                raise RepositoryError(name, f"`{parent.as_posix()}` is no folder", "move it out of the way")
        if real.exists() and not real.is_file():
            raise RepositoryError(name, "is no file", "move it out of the way")
    except RuntimeError:  # Python before 3.13: a symlink that leads to itself
        raise _outside(name) from None
    except OSError as error:
        raise _failed(name, error) from None
    return real


def content(path: Path, name: str) -> bytes | None:
    """Return the file's bytes, or None where there is no file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _failed(name, error) from None


def write(path: Path, data: bytes, name: str) -> None:
    """Put the data in place of the file in one move, so that nobody ever sees half of it; its mode stays."""
    lay_beside(path, data, name)
    move_in(path, name)


def lay_beside(path: Path, data: bytes, name: str) -> None:
    """Write the data beside the file, whole and on the disk: `move_in` then puts it in place."""
    beside = temporary(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear(path)
        with beside.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
    except OSError as error:
        drop_beside(path)
        raise _failed(name, error) from None


def move_in(path: Path, name: str) -> None:
    """Put in place of the file what was laid beside it."""
    try:
        temporary(path).replace(path)
    except OSError as error:
        drop_beside(path)
        raise _failed(name, error) from None


def drop_beside(path: Path) -> None:
    """Take away what was laid beside the file, if it still lies there."""
    with contextlib.suppress(OSError):
        temporary(path).unlink(missing_ok=True)


def remove(path: Path, name: str) -> None:
    """Take the file away, and what a killed run may have left beside it."""
    try:
        _clear(path)
        path.unlink(missing_ok=True)
    except OSError as error:
        raise _failed(name, error) from None


def remove_if_empty(folder: Path, name: str) -> None:
    """Take the folder away if it is one, and nothing is in it."""
    try:
        if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()
    except OSError as error:
        raise _failed(name, error) from None


def temporary(path: Path) -> Path:
    """Return the name under which this process writes a file before it takes its place."""
    return path.with_name(f".{path.name}.{os.getpid()}{_ENDING}")


def _clear(path: Path) -> None:
    """Take away what killed processes left beside a file; what a living one is writing stays."""
    if not path.parent.is_dir():
        return
    start = f".{path.name}."
    for other in path.parent.iterdir():
        if other.name.startswith(start) and other.name.endswith(_ENDING):
            number = other.name[len(start) : -len(_ENDING)]
            if number == str(os.getpid()) or not _lives(number):
                other.unlink(missing_ok=True)


def _lives(number: str) -> bool:
    """Return whether a process with this number may be at work."""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # it lives, and is somebody else's
    return True


def _outside(name: str) -> RepositoryError:
    return RepositoryError(
        name, "is reached through a symlink that leaves the work tree", "put a file in its place"
    )


def _failed(name: str, error: OSError) -> RepositoryError:
    return RepositoryError(
        name, f"can't be written: {error.strerror or 'unknown reason'}", "see to its permissions"
    )
