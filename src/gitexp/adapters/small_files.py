"""Names, reads and takes out the small files that exp keeps in a clone: of pathlib and its like a hook has no time."""

from __future__ import annotations

import os

PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
"""What stands in the name of a file as it is; also a file system that tells no case apart keeps such names apart."""
NONBLOCK = getattr(os, "O_NONBLOCK", 0)
"""A pipe that lies in the place of a file is not waited for."""


def escaped(data: bytes) -> str:
    """Return any bytes as a part of a file's name, other ones for each: they can leave no folder."""
    return "".join(chr(sign) if chr(sign) in PLAIN else f"_{sign:02x}" for sign in data)


def unlink(path: str) -> None:
    """Take a file out, where it is there and that can be."""
    try:
        os.unlink(path)  # noqa: PTH108  pathlib costs a hook 3 ms
    except OSError:
        return


def mkdir(path: str, mode: int) -> None:
    """Make a folder unless there is one. Raises OSError."""
    try:
        os.mkdir(path, mode)  # noqa: PTH102
    except FileExistsError:
        return


def content(path: str, most: int) -> bytes:
    """Return what a file holds, nothing where it is not there or can't be read."""
    try:
        file = os.open(path, os.O_RDONLY | NONBLOCK)
    except OSError:
        return b""
    try:
        return whole(file, most)
    except OSError:
        return b""
    finally:
        os.close(file)


def whole(file: int, most: int) -> bytes:
    """Return the rest of an open file. Raises OSError."""
    data = os.read(file, most)
    while len(data) < most and (more := os.read(file, most - len(data))):
        data += more
    return data
