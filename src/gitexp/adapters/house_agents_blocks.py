"""The block for agents in the files that each of them reads at every start, once: what is imported or linked is enough."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path

from gitexp.adapters.house_agents_plan import Change, Edited, Kept, Left, Said, Step, in_tree
from gitexp.adapters.managed_block import Block, with_block, without_block
from gitexp.errors import RepositoryError
from gitexp.records.agent_event import Agent

BEGIN, END = "<!-- exp:begin (git-exp) -->", "<!-- exp:end -->"
AGENTS = "AGENTS.md"
_FILES: Mapping[str, Sequence[str]] = {
    "claude-code": ("CLAUDE.md", ".claude/CLAUDE.md"),
    "gemini-cli": ("GEMINI.md",),
    "copilot-cli": (".github/copilot-instructions.md",),
}
"""What an agent reads beside AGENTS.md; of several the first that is there. Codex and Cursor read AGENTS.md alone."""
_GEMINI_SETTINGS = ".gemini/settings.json"
_IMPORT = re.compile(rb"(?<![\w`/.@-])@(?:\.{1,2}/)*AGENTS\.md(?![\w/-]|\.\w)")
_CODE = re.compile(rb"(?ms)^[ \t]*(```|~~~).*?^[ \t]*\1|`[^`\n]*`")


def agents_block() -> Block:
    """Return the block that says what exp is, and how to ask it."""
    return _block("agents.md")


def lay_blocks(root: Path, agents: Sequence[Agent]) -> Iterator[Step]:
    """Yield what is done to the files of the agents. AGENTS.md itself is the house's."""
    names = {_real(root, AGENTS): AGENTS}
    for agent in agents:
        files = _FILES.get(agent, ())
        name = next((one for one in files if (root / one).exists()), files[0] if files else None)
        if name is None:
            continue
        try:
            real = in_tree(root, name).real()
            if real in names:
                yield Said(f"{name} and {names[real]} are one file: one block is enough")
            elif agent == "gemini-cli" and _gemini_reads_agents(root):
                yield from _without(
                    root, name, f"Gemini CLI reads {AGENTS} here ({_GEMINI_SETTINGS}): its block is enough"
                )
            else:
                yield from _lay(root, name, imports=agent == "claude-code")
            names.setdefault(real, name)
        except RepositoryError as error:
            yield Left(name, error.what, error.mend)


def undo_blocks(root: Path, agents: Sequence[Agent]) -> Iterator[Step]:
    """Yield what is done to take the blocks out again; one that is AGENTS.md's own is the house's."""
    house = _real(root, AGENTS)
    for name in (name for agent in agents for name in _FILES.get(agent, ())):
        try:
            if in_tree(root, name).real() != house:
                yield from _take_out(root, name)
        except RepositoryError as error:
            yield Left(name, error.what, error.mend)


def has_block(root: Path, agent: Agent) -> bool:
    """Return whether a block of exp's stands in a file of the agent's own."""
    house = _real(root, AGENTS)
    places = [in_tree(root, name) for name in _FILES.get(agent, ())]
    try:
        return any(one.real() != house and _ours(one.content() or b"") for one in places)
    except RepositoryError:
        return False


def _lay(root: Path, name: str, *, imports: bool) -> Iterator[Step]:
    place = in_tree(root, name)
    before = _text(place.content(), name)
    block = agents_block()
    if before is not None and _IMPORT.search(_CODE.sub(b"", _outside(before))):
        yield from _without(root, name, f"{name} imports {AGENTS}: the block there is enough")
        return
    # Where there is no CLAUDE.md, Claude Code (since 2.1.277) reads AGENTS.md: a new one must not hide that.
    if imports and (before is None or _IMPORT.search(_ours(before))):
        block = _block("agents/import.md")
    after = with_block(before, block, name)
    if after != before:
        yield Change(place, before, after)
    elif before is not None and without_block(before, block, name) == before:
        yield Edited(name)
    else:
        yield Kept(name)


def _without(root: Path, name: str, why: str) -> Iterator[Step]:
    """Yield what is done where a block would be read twice: none is laid, and one that lies there goes."""
    yield Said(why)
    yield from _take_out(root, name)


def _take_out(root: Path, name: str) -> Iterator[Step]:
    place = in_tree(root, name)
    before = place.content()
    if before is None or not _ours(before):
        return
    after = without_block(before, agents_block(), name)
    if after == before:
        yield Edited(name)
    elif after is None and (root / name).is_symlink():
        yield Change(place, before, b"")
    else:
        yield Change(place, before, after)


def _ours(content: bytes) -> bytes:
    """Return what stands between the marks of exp's block, nothing where there is none."""
    begin, end = content.find(BEGIN.encode()), content.find(END.encode())
    return content[begin : end + len(END)] if 0 <= begin < end else b""


def _outside(content: bytes) -> bytes:
    ours = _ours(content)
    return content.replace(ours, b"", 1) if ours else content


def _text(content: bytes | None, name: str) -> bytes | None:
    if content is not None and b"\0" in content:
        raise RepositoryError(name, "is no UTF-8 text", "save it as UTF-8")
    return content


def _gemini_reads_agents(root: Path) -> bool:
    """Return whether Gemini CLI's settings name AGENTS.md as a file to read at every start."""
    try:
        read = json.loads(in_tree(root, _GEMINI_SETTINGS).content() or b"{}")
    except (ValueError, RecursionError, RepositoryError):
        return False
    context = read.get("context") if isinstance(read, dict) else None
    names = context.get("fileName") if isinstance(context, dict) else None
    return AGENTS in (names if isinstance(names, list) else [names])


def _real(root: Path, name: str) -> Path:
    try:
        return in_tree(root, name).real()
    except RepositoryError:
        return root / name


def _block(template: str) -> Block:
    text = resources.files("gitexp").joinpath("templates", *template.split("/")).read_text("utf-8")
    return Block(BEGIN, END, ("<!-- ", " -->"), text)
