"""Keys of globs: by them an index finds the few globs that may match a file without trying all of them."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[*?\[\\]")
_ENDING = re.compile(r"(?:\*\*/)*\*(\.[A-Za-z0-9_.-]+)")


def key_of(glob: str) -> str:
    """Return the key under which a glob is kept: whatever file it matches, `keys_for` that file has the key.

    `/a/b` a path whole, `=name` a name at any depth, `*.py` an ending, `a/` the folder that it begins with, and
    the empty key for what may match anything.
    """
    body = glob.rstrip(" ").removesuffix("/")
    if glob.startswith(("#", "!")) or "\\" in glob:
        return ""
    found = _SPECIAL.search(body)
    if found is None:
        return f"/{body.removeprefix('/')}" if "/" in body else f"={body}"
    if ending := _ENDING.fullmatch(body):
        return f"*.{ending[1].rpartition('.')[2]}"
    return body[: body.rfind("/", 0, found.start()) + 1].removeprefix("/") if "/" in body else ""


def keys_for(path: str) -> list[str]:
    """Return the keys of all globs that may match a repository-relative POSIX path."""
    parts = path.split("/")
    whole = ["/".join(parts[:many]) for many in range(1, len(parts) + 1)]
    keys = ["", *(f"/{one}" for one in whole), *(f"{one}/" for one in whole[:-1])]
    keys += [f"={part}" for part in parts]
    # `*.d` matches a folder `conf.d` as well, and all that is in it.
    keys += [f"*.{part.rpartition('.')[2]}" for part in parts if "." in part]
    return keys


def folder_of(glob: str) -> str:
    """Return the folder that a glob speaks of: all before its first special sign; "" for the root or any folder."""
    found = _SPECIAL.search(glob)
    head = glob[: found.start()] if found else glob
    return head[: head.rfind("/") + 1].strip("/") if "/" in head else ""
