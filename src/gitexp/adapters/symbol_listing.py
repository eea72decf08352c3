"""What the tree of a revision lists: the blobs of its files by path, symlinks and submodules."""

from __future__ import annotations

from dataclasses import dataclass, field

from gitexp.adapters.store_git_tree import STORE


@dataclass(frozen=True)
class Listing:
    """The tree as git lists it: blob ids of the regular files by path."""

    files: dict[str, str] = field(default_factory=dict)
    symlinks: frozenset[str] = frozenset()
    submodules: frozenset[str] = frozenset()
    lacking: str = ""


def listed(text: str) -> Listing:
    """Return the listing that `git ls-tree -r -z` printed."""
    files: dict[str, str] = {}
    others: dict[str, set[str]] = {"120000": set(), "160000": set()}
    for entry in text.split("\0")[:-1]:
        head, _, path = entry.partition("\t")
        mode, _, blob = head.split(" ")
        if path.startswith(f"{STORE}/"):
            continue
        if mode in others:
            others[mode].add(path)
        else:
            files[path] = blob
    return Listing(files, frozenset(others["120000"]), frozenset(others["160000"]))


def what_lies(path: str, listing: Listing) -> str:
    """Return in words why there is no file to read at a path."""
    if path in listing.symlinks:
        return "is a symlink"
    return "is a submodule" if path in listing.submodules else "no such file"
