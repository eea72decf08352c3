"""Takes out what sessions of long ago have seen: a bounded piece of work at a time, and silent where it can't be done."""

from __future__ import annotations

import os
import stat
from contextlib import suppress

_GOING = "~"
"""Begins the name of a session that is on its way out: nobody finds it any more."""


def sweep(folder: str, before: float, most: int) -> None:
    """Take out the sessions in a folder that were last touched before a time, looking at so many files at most."""
    with suppress(OSError):
        names = sorted(os.listdir(folder))  # noqa: PTH208
        # Another beginning each time: where there are too many for one sweep all have their turn.
        start = int.from_bytes(os.urandom(4), "big") % len(names) if len(names) > most // 4 else 0
        left = most
        for name in names[start:] + names[:start]:
            if left <= 0:
                return
            left -= _swept(folder, name, before)


def _swept(folder: str, name: str, before: float) -> int:
    """Take one session out if it is due; return how many files were looked at."""
    place = f"{folder}/{name}"
    with suppress(OSError):
        state = os.lstat(place)
        if state.st_mtime >= before and not name.startswith(_GOING):
            return 1
        if not stat.S_ISDIR(state.st_mode):  # above all a link: nothing is taken out beyond it
            os.unlink(place)  # noqa: PTH108
            return 1
        with os.scandir(place) as inside:
            files = list(inside)
        if not name.startswith(_GOING):
            if any(file.stat(follow_symlinks=False).st_mtime >= before for file in files):
                return 1 + len(files)
            # First out of reach in one move: who comes back meanwhile begins anew, and nothing is taken from them.
            going = f"{folder}/{_GOING}{os.urandom(8).hex()}"
            os.rename(place, going)  # noqa: PTH104
            place = going
        for file in files:
            with suppress(OSError):
                os.unlink(f"{place}/{file.name}")  # noqa: PTH108
        os.rmdir(place)  # noqa: PTH106
        return 2 + 2 * len(files)
    return 1
