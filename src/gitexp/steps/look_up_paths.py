"""A path or glob: found in the tree, or missing where its folder is there and neither tree nor history ever held it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gitexp.records.finding import Finding
from gitexp.records.mention import MentionKind
from gitexp.records.removal import Removal
from gitexp.steps.code import PLACES, Code
from gitexp.steps.look_up_members import place_of
from gitexp.steps.nearest_names import likeness

_GLOB = re.compile(r"[*?\[\]]")
_PLACEHOLDER = re.compile(r"[<>{}$|]|%[sdr({]|\.\.\.|…|\bNAME\b|\bFILE\b|\bPATH\b|\bXXX?\b")
_ELSEWHERE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://|[A-Za-z]:[/\\]")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,7}$")


def look_up_path(code: Code, name: str) -> Finding | None:
    """Return the finding for a path that the tree alone can tell of, None where the history has to be asked."""
    if found := _places(code, name):
        return Finding(name, "found", tuple(place_of(path) for path in found), kind=_kind(name))
    reason = _cannot_tell(code, plain_path(name), name)
    if reason:
        return Finding(
            name, "unverifiable", nearest=_nearest(code, plain_path(name)), reason=reason, kind=_kind(name)
        )
    return None


def judged_path(code: Code, name: str, history: Mapping[str, Removal | None]) -> Finding:
    """Return the finding for a path that the tree does not hold, by what the history says of it."""
    path = plain_path(name)
    nearest = _nearest(code, path)
    if path not in history:
        reason = "not in the tree, and the history could not be asked to its end"
        return Finding(name, "unverifiable", nearest=nearest, reason=reason, kind=_kind(name))
    removal = history[path]
    if removal is None:
        folder = _folder_there(code, path)
        reason = f"`{folder}/` is here, and neither the tree nor the history ever held this path in it"
        return Finding(name, "missing", nearest=nearest, reason=reason, kind=_kind(name))
    nearest = tuple(dict.fromkeys([*filter(None, [removal.moved_to]), *nearest]))[:PLACES]
    return Finding(
        name,
        "unverifiable",
        nearest=nearest,
        reason=told(removal),
        kind=_kind(name),
        gone=removal.commit,
        became=removal.moved_to or "",
    )


def plain_path(name: str) -> str:
    """Return a path as the tree spells it; of a glob the folders before its first sign."""
    path = name.removeprefix("./").strip("/")
    parts = path.split("/")
    fixed = next((number for number, part in enumerate(parts) if _GLOB.search(part)), len(parts))
    return "/".join(parts[:fixed])


def told(removal: Removal) -> str:
    """Return in words what took a thing out."""
    words = f"was removed in {removal.commit[:10]} ({removal.date})"
    return f"{words}: moved to {place_of(removal.moved_to)}" if removal.moved_to else words


def _kind(name: str) -> MentionKind:
    return "glob" if _GLOB.search(name) else "path"


def _places(code: Code, name: str) -> tuple[str, ...]:
    if _GLOB.search(name):
        return code.tree.matching(name.removeprefix("./"), PLACES)
    found = code.tree.named(name, PLACES)
    if found or "/" not in name:
        return found
    # `src/net/retry` may leave out the ending, as imports do.
    path = plain_path(name)
    folder, _, stem = path.rpartition("/")
    if folder not in code.tree.folders or _ENDING.search(stem):
        return ()
    beside = (one for one in code.tree.files if one.startswith(f"{path}."))
    return tuple(one for one in beside if "/" not in one[len(path) :])[:PLACES]


def _cannot_tell(code: Code, path: str, name: str) -> str:
    """Return why the absence of a path says nothing, empty where it does."""
    first, slash, _ = path.partition("/")
    if name.startswith(("/", "~", "../")) or _ELSEWHERE.match(name):
        return "lies outside of this tree"
    if _PLACEHOLDER.search(name):
        return "stands for other names"
    if not path or not slash:
        return "no file or folder of this name is in the tree"
    if _GLOB.search(name) and path in code.tree.folders:
        return "nothing in the tree matches it"
    if first not in code.tree.folders:
        return f"`{first}/` is no folder of this tree"
    if not _ENDING.search(path) and path.count("/") < 2 and not name.endswith("/"):
        return "may be two words as well as a path"
    if code.tree.elsewhere(path):
        return "lies in a submodule, or behind a symlink"
    if code.ignored(path):
        return "git is told to ignore it: it may be made by a build"
    return ""


def _folder_there(code: Code, path: str) -> str:
    """Return the innermost folder around a path that the tree has."""
    parts = path.split("/")[:-1]
    while parts and "/".join(parts) not in code.tree.folders:
        parts.pop()
    return "/".join(parts)


def _nearest(code: Code, path: str) -> tuple[str, ...]:
    """Return up to three paths: of the same name elsewhere, then the likest in the same folder."""
    last = path.rpartition("/")[2]
    same = code.tree.named(last, PLACES) if last else ()
    folder = _folder_there(code, path)
    inside = [
        one
        for one in code.tree.files
        if folder and one.startswith(f"{folder}/") and "/" not in one[len(folder) + 1 :]
    ]
    alike = sorted(
        ((likeness(last, one.rpartition("/")[2]), one) for one in inside), key=lambda row: (-row[0], row[1])
    )
    near = [one for score, one in alike[:PLACES] if score >= 0.6]
    return tuple(place_of(one) for one in dict.fromkeys([*same, *near]))[:PLACES]
