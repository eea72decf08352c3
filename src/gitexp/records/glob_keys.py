"""Keys of globs: by them an index finds the few globs that may match a file without trying all of them."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[*?\[\\]")
_ENDING = re.compile(r"[^\[]*[*?][A-Za-z0-9_.-]*(\.[A-Za-z0-9_-]+)")


def key_of(glob: str) -> str:
    """Return the key under which a glob is kept: whatever file it matches, `keys_for` that file has the key.

    `/a/b` a path whole, `=name` a name at any depth, `a/*.py` an ending within the folder that it begins with, `a/` that
    folder, and the empty key for what may match anything.
    """
    body = glob.rstrip(" ").removesuffix("/")
    if glob.startswith(("#", "!")) or "\\" in glob:
        return ""
    found = _SPECIAL.search(body)
    if found is None:
        return f"/{body.removeprefix('/')}" if "/" in body else f"={body}"
    head = body[: body.rfind("/", 0, found.start()) + 1].removeprefix("/") if "/" in body else ""
    *between, last = body.removeprefix("/")[len(head) :].split("/")
    # A name that stands behind the first star must be a name of the path: the last such one tells most.
    literal = [part for part in (*between, last) if part and not _SPECIAL.search(part)]
    if literal:
        return f"={literal[-1]}"
    ending = _ENDING.fullmatch(last)
    return f"{head}*{ending[1]}" if ending else head


def keys_for(path: str) -> list[str]:
    """Return the keys of all globs that may match a repository-relative POSIX path."""
    parts = path.split("/")
    whole = ["/".join(parts[:many]) for many in range(1, len(parts) + 1)]
    folders = ["", *(f"{one}/" for one in whole[:-1])]
    # `*.d` matches a folder `conf.d` as well, and all that is in it.
    endings = dict.fromkeys(f"*.{part.rpartition('.')[2]}" for part in parts if "." in part)
    keys = [*folders, *(f"/{one}" for one in whole), *(f"={part}" for part in dict.fromkeys(parts))]
    return [*keys, *(f"{folder}{ending}" for folder in folders for ending in endings)]


def folder_of(glob: str) -> str:
    """Return the folder that a glob speaks of: all before its first special sign; "" for the root or any folder."""
    found = _SPECIAL.search(glob)
    head = glob[: found.start()] if found else glob
    return head[: head.rfind("/") + 1].strip("/") if "/" in head else ""
