"""The form of an outline: which grammar reads a file, in which version, by which queries and code."""

from __future__ import annotations

import functools

from gitexp import __version__
from gitexp.adapters.tree_sitter_grammars import GRAMMARS, key_of

_PARTS = ("tree_sitter_", "symbols_tree_sitter", "symbol_index_rows")
_C_FAMILY = ("c", "cpp", "objc")


def form_of(path: str) -> str | None:
    """Return the form that an outline of such a file has now, None where no grammar reads it.

    It begins with the language and the ending, which say how a file is read. Only the `#!` line tells of a file
    without an ending.
    """
    name = path.rpartition("/")[2].lower()
    key = key_of(path)
    if key is None and "." in name:
        return None
    return _form(key or "", f".{name.rpartition('.')[2]}" if "." in name else "")


@functools.cache
def _form(key: str, ending: str) -> str:
    import hashlib

    mark = hashlib.sha256(_code())
    keys = _C_FAMILY if key in _C_FAMILY else (key,) if key else tuple(GRAMMARS)
    for module in ("tree_sitter", *(GRAMMARS[each].module for each in keys)):
        mark.update(f"{module} {_version(module)}\n".encode())
    return f"{key}{ending} {mark.hexdigest()[:16]}"


@functools.cache
def _code() -> bytes:
    """Return a hash of the queries and of the code that reads what they find: either may change what is found."""
    import hashlib
    from importlib import resources

    mark = hashlib.sha256(__version__.encode())
    folder = resources.files("gitexp.adapters")
    code = [one for one in folder.iterdir() if one.name.startswith(_PARTS) and one.name.endswith(".py")]
    queries = [one for one in folder.joinpath("queries").iterdir() if one.name.endswith(".scm")]
    for one in sorted([*code, *queries], key=lambda each: each.name):
        mark.update(one.name.encode() + b"\0" + one.read_bytes())
    return mark.digest()


@functools.cache
def _version(module: str) -> str:
    from importlib import metadata

    try:
        return metadata.version(module.replace("_", "-"))
    except metadata.PackageNotFoundError:
        return ""
