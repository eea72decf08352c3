"""The files for agents that are exp's own as a whole: the skill, and the path-scoped rule files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from pathlib import Path

from gitexp.adapters.house_agents_plan import Change, Edited, Kept, Left, Step, in_tree
from gitexp.adapters.house_agents_sealed import is_own, lf, sealed, was_own
from gitexp.adapters.rule_files import FOLDERS, PREFIX, Rule, rule_files
from gitexp.errors import RepositoryError
from gitexp.records.agent_event import Agent

SKILL_FOLDERS: Mapping[str, str] = {
    "claude-code": ".claude/skills",
    "codex": ".agents/skills",
    "cursor": ".agents/skills",
    "gemini-cli": ".agents/skills",
    "copilot-cli": ".agents/skills",
}


def skill_file(agent: str) -> str:
    """Return where an agent looks for the skill."""
    return f"{SKILL_FOLDERS[agent]}/git-exp/SKILL.md"


def skill() -> bytes:
    """Return the skill as it is laid."""
    return sealed(resources.files("gitexp").joinpath("templates", "agents", "SKILL.md").read_text("utf-8"))


def lay_skills(root: Path, agents: Sequence[Agent]) -> Iterator[Step]:
    """Yield what is done to the skill of each agent; most share one."""
    for name in dict.fromkeys(map(skill_file, agents)):
        yield from _lay(root, name, skill())


def undo_skills(root: Path, agents: Sequence[Agent], staying: Sequence[Agent]) -> Iterator[Step]:
    """Yield what is done to take the skill out; one that an agent reads which stays, stays."""
    used = set(map(skill_file, staying))
    for name in dict.fromkeys(map(skill_file, agents)):
        if name not in used:
            yield from _take_out(root, name)


def lay_rules(root: Path, agents: Sequence[Agent], rules: Sequence[Rule]) -> Iterator[Step]:
    """Yield what is done to the rule files: those of what is not in force any more go."""
    for agent in agents:
        wanted = rule_files(agent, rules)
        for name, text in wanted.items():
            yield from _lay(root, name, text)
        yield from (
            step for name in laid_rules(root, agent) if name not in wanted for step in _take_out(root, name)
        )


def laid_rules(root: Path, agent: str) -> list[str]:
    """Return the files of an agent's folder that have the name of a rule file of exp's."""
    folder = FOLDERS.get(agent)
    if folder is None:
        return []
    found = sorted((root / folder.name).glob(f"{PREFIX}*{folder.ending}"))
    return [path.relative_to(root).as_posix() for path in found]


def _lay(root: Path, name: str, text: bytes) -> Iterator[Step]:
    place = in_tree(root, name)
    try:
        before = place.content()
    except RepositoryError as error:
        yield Left(name, error.what, error.mend)
        return
    if before is not None and not is_own(before):
        yield Edited(name)
    elif before is not None and lf(before) == text:
        yield Kept(name)
    else:
        yield Change(place, before, text)


def _take_out(root: Path, name: str) -> Iterator[Step]:
    place = in_tree(root, name)
    try:
        before = place.content()
    except RepositoryError as error:
        yield Left(name, error.what, error.mend)
        return
    if before is not None and is_own(before) and not (root / name).is_symlink():
        yield Change(place, before, None)
    elif before is not None and was_own(before):
        yield Edited(name)
