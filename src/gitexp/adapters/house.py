"""Lays the house of a repository (`exp init`) and takes it out again: what a person wrote is never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal

from gitexp.adapters import house_github, safe_files, schemas
from gitexp.adapters.house_agents_blocks import AGENTS, agents_block
from gitexp.adapters.house_agents_blocks import BEGIN as AGENTS_BEGIN
from gitexp.adapters.house_agents_blocks import END as AGENTS_END
from gitexp.adapters.house_github import GithubHouse
from gitexp.adapters.house_laid import WORKFLOWS, Theirs, theirs
from gitexp.adapters.managed_block import Block, with_block, without_block
from gitexp.errors import RepositoryError

__all__ = ["AGENTS_BEGIN", "AGENTS_END", "Laying", "Plan", "Undone", "lay", "plan", "undo"]
FOLDERS = ("experiences/.schemas", "experiences")

_Owner = Literal["person", "exp"]
"""Who has the say in a file once it is there: a person's is kept as it is, exp's is refreshed."""


@dataclass(frozen=True)
class Laying:
    """One file as it was found (None: not there) and as it will be (None: taken out, it has no use any more)."""

    name: str
    before: bytes | None
    after: bytes | None


@dataclass(frozen=True)
class Plan:
    """What `exp init` would do. `kept` files are left as they are; `theirs` are those of them that people changed."""

    root: Path
    layings: tuple[Laying, ...]
    kept: tuple[str, ...]
    theirs: tuple[Theirs, ...] = ()

    @property
    def created(self) -> tuple[str, ...]:
        """Return the files that will be new."""
        return tuple(laying.name for laying in self.layings if laying.before is None)

    @property
    def changed(self) -> tuple[str, ...]:
        """Return the files that get a block or a newer text of exp's own."""
        return tuple(one.name for one in self.layings if one.before is not None and one.after is not None)

    @property
    def removed(self) -> tuple[str, ...]:
        """Return the files of exp's own that are taken out, because another level or option needed them."""
        return tuple(laying.name for laying in self.layings if laying.after is None)


@dataclass(frozen=True)
class Undone:
    """What `exp init --undo` did: files taken out, files without their block again, files that somebody changed."""

    removed: tuple[str, ...]
    changed: tuple[str, ...]
    kept: tuple[str, ...]
    beside: tuple[str, ...] = ()
    """Of those kept: workflows with lines of somebody's beside exp's block. Alone they would be no workflow any more."""


def plan(root: Path, github: GithubHouse | None = None) -> Plan:
    """Return what would be laid into the work tree; writes nothing. Raises RepositoryError where it can't be.

    Without `github` what lies under `.github` stays as it is.
    """
    layings: list[Laying] = []
    kept: list[str] = []
    changed: list[Theirs] = []
    for name, text, owner in _files():
        before = safe_files.content(safe_files.destination(root, name), name)
        if before is None or (owner == "exp" and _lf(before) != text):
            layings.append(Laying(name, before, text))
        else:
            kept.append(name)
    for name, block, whole in (*_blocks(), *_github_blocks(root, github)):
        before = _text_file(root, name)
        foreign = whole and before is not None and block.begin.encode() not in before
        after = before if foreign else with_block(before, block, name)
        if after is not None and after != before:
            layings.append(Laying(name, before, after))
            continue
        kept.append(name)
        if before is not None and (foreign or without_block(before, block, name) == before):
            changed.append(_changed(root, name, before, block, github))
    for name, found, alone in _useless(root, github):
        if alone:
            layings.append(Laying(name, found, None))
        else:
            kept.append(name)
            changed.append(theirs(name, found, None))
    return Plan(root, tuple(layings), tuple(kept), tuple(changed))


def _changed(root: Path, name: str, found: bytes, block: Block, github: GithubHouse | None) -> Theirs:
    """Return what is to be said of a file that people changed."""
    if name in WORKFLOWS:
        return theirs(name, found, block.text)
    if github is not None and name.endswith("CODEOWNERS") and house_github.laid_owners(root) != github.owners:
        return Theirs(name, ("codeowners",), ("other owners",))
    return Theirs(name)


def lay(plan: Plan) -> None:
    """Write what was planned, each file in one move; a file that was changed since is left alone, with an error."""
    for laying in plan.layings:
        path = safe_files.destination(plan.root, laying.name)
        if safe_files.content(path, laying.name) != laying.before:
            raise RepositoryError(laying.name, "was changed at the same time", "run exp init again")
        if laying.after is None:
            safe_files.remove(path, laying.name)
        else:
            safe_files.write(path, laying.after, laying.name)


def undo(root: Path, *, dry: bool = False, github: bool = False) -> Undone:
    """Take out what `exp init` laid and nobody changed; experiences stay where they are.

    `dry` only tells; `github` takes out no more than what lies there for GitHub.
    """
    removals: list[str] = []
    rewrites: list[tuple[str, bytes]] = []
    kept: list[str] = []
    beside: list[str] = []
    for name, text, _ in () if github else _files():
        found = safe_files.content(safe_files.destination(root, name), name)
        if found is None:
            continue
        ours = _lf(found) == text and not (root / name).is_symlink()
        (removals if ours else kept).append(name)
    own = () if github else ((name, block) for name, block, _ in _blocks())
    for name, block in (*own, *house_github.possible(root)):
        found = _text_file(root, name)
        if found is None:
            continue
        rest = without_block(found, block, name)
        if rest is None and not (root / name).is_symlink():
            removals.append(name)
        elif rest != found and name in WORKFLOWS:
            kept.append(name)
            beside.append(name)
        elif rest != found:
            rewrites.append((name, rest or b""))
        elif block.begin.encode() in found:
            kept.append(name)
    if not dry:
        _take_out(root, removals, rewrites)
    return Undone(tuple(removals), tuple(name for name, _ in rewrites), tuple(kept), tuple(beside))


def _take_out(root: Path, removals: list[str], rewrites: list[tuple[str, bytes]]) -> None:
    for name in removals:
        safe_files.remove(safe_files.destination(root, name), name)
    for name, rest in rewrites:
        safe_files.write(safe_files.destination(root, name), rest, name)
    for folder in (*FOLDERS, *house_github.FOLDERS):
        if folder in FOLDERS or any(name.startswith(f"{folder}/") for name in removals):
            safe_files.remove_if_empty(root / folder, folder)


def _github_blocks(root: Path, github: GithubHouse | None) -> Iterator[tuple[str, Block, bool]]:
    """Yield what is laid under `.github`; a workflow of exp's is a file as a whole."""
    if github is None:
        return
    for name, block in house_github.workflows(github):
        yield name, block, True
    owned = house_github.codeowners(root, github)
    if owned is not None:
        yield *owned, False


def _useless(root: Path, github: GithubHouse | None) -> Iterator[tuple[str, bytes, bool]]:
    """Yield the workflows that another level or option needed, and whether they are exp's own still."""
    if github is None:
        return
    for name, block in house_github.unused(github):
        found = _text_file(root, name)
        if found is not None and block.begin.encode() in found:
            yield name, found, without_block(found, block, name) is None and not (root / name).is_symlink()


def _files() -> Iterator[tuple[str, bytes, _Owner]]:
    """Yield the whole files: name, text, and whose they are once they are there."""
    yield "experiences/CHARTER.md", _template("CHARTER.md"), "person"
    yield "experiences/.config.yaml", _template("config.yaml"), "person"
    for name in schemas.NAMES:
        yield f"experiences/.schemas/{name}.schema.json", schemas.text(name), "exp"


def _blocks() -> Iterator[tuple[str, Block, bool]]:
    """Yield the files of which exp keeps a block only; it may come below the words of others."""
    yield AGENTS, agents_block(), False
    attributes = _template("gitattributes").decode()
    yield ".gitattributes", Block("# exp:begin (git-exp)", "# exp:end", ("# ", ""), attributes), False


def _text_file(root: Path, name: str) -> bytes | None:
    """Return the bytes of a file to which lines can be added."""
    found = safe_files.content(safe_files.destination(root, name), name)
    if found is not None and b"\0" in found:
        raise RepositoryError(name, "is no UTF-8 text", "save it as UTF-8")
    return found


def _template(name: str) -> bytes:
    return resources.files("gitexp").joinpath("templates", name).read_bytes()


def _lf(text: bytes) -> bytes:
    """Return the text with LF line ends: a checkout may have made them CRLF, and nobody changed anything."""
    return text.replace(b"\r\n", b"\n")
