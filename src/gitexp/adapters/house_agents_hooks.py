"""The hooks in the settings of agents, shared in the work tree or a person's own: laid, renewed, taken out again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from gitexp.adapters.hook_settings import LeftAlone, Where, has_hooks, hook_file, with_hooks, without_hooks
from gitexp.adapters.house_agents_plan import Change, Edited, Kept, Left, Place, Said, Step
from gitexp.errors import RepositoryError
from gitexp.records.agent_event import Agent

Hooks = Literal["shared", "personal", "none"]
WHERE: tuple[Where, ...] = get_args(Where)


@dataclass(frozen=True)
class Folders:
    """The work tree, the home folder (None: there is none), and the folder that CODEX_HOME names (None: it names none)."""

    root: Path
    home: Path | None
    codex: Path | None = None

    def place(self, agent: Agent, where: Where) -> Place | None:
        """Return where the settings of an agent are, None where there is no folder for them."""
        file = hook_file(agent, where)
        if file.base == "tree":
            return Place(self.root, file.name, file.name)
        if file.base == "codex" and self.codex is not None:
            return Place(self.codex, file.name, f"$CODEX_HOME/{file.name}", own=True)
        name = f".codex/{file.name}" if file.base == "codex" else file.name
        return Place(self.home, name, f"~/{name}", own=True) if self.home is not None else None


def lay_hooks(folders: Folders, agents: Sequence[Agent], wanted: Hooks | None) -> Iterator[Step]:
    """Yield what is done to the settings: as wanted, else where hooks stand already, else the shared ones."""
    if wanted == "none":
        return
    twice: dict[Where, list[Agent]] = {}
    for agent in agents:
        standing = [where for where in WHERE if stand(folders, agent, where)]
        targets: Sequence[Where] = [wanted] if wanted else standing or ["shared"]
        for where in targets:
            yield from _lay(folders, agent, where)
        for where in standing:
            if where not in targets:
                twice.setdefault(where, []).append(agent)
    for where, those in twice.items():
        names = ",".join(those)
        yield Said(
            f"hooks of {names} stand in {where} settings too, and run twice; "
            f"`exp init --agents {names} --hooks {where} --undo` takes those out"
        )


def undo_hooks(folders: Folders, agents: Sequence[Agent], only: Where | None = None) -> Iterator[Step]:
    """Yield what is done to take the hooks out, everywhere or in one place only."""
    for agent in agents:
        for where in (only,) if only else WHERE:
            place = folders.place(agent, where)
            if place is None:
                continue
            try:
                before = place.content()
                if before is None or not has_hooks(before, agent):
                    continue
                after = without_hooks(before, agent)
                # What is left then runs exp by a command that a person wrote.
                yield Edited(place.shown) if after == before else Change(place, before, after)
            except LeftAlone as left:
                yield Left(place.shown, left.why, left.add)
            except RepositoryError as error:
                yield Left(place.shown, f"{error.what}; {error.mend}")


def stand(folders: Folders, agent: Agent, where: Where) -> bool:
    """Return whether hooks of exp's stand in an agent's settings."""
    place = folders.place(agent, where)
    try:
        content = place.content() if place else None
        return content is not None and has_hooks(content, agent)
    except (LeftAlone, RepositoryError):
        return False


def _lay(folders: Folders, agent: Agent, where: Where) -> Iterator[Step]:
    place = folders.place(agent, where)
    if place is None:
        yield Left(f"~/{hook_file(agent, where).name}", "there is no home folder to lay it in", _whole(agent))
        return
    try:
        before = place.content()
        after = with_hooks(before, agent)
    except LeftAlone as left:
        yield Left(place.shown, left.why, left.add)
    except RepositoryError as error:
        yield Left(place.shown, error.what, _whole(agent))
    else:
        yield Kept(place.shown) if after == before else Change(place, before, after)


def _whole(agent: Agent) -> str:
    """Return what a settings file of exp's alone would hold, to be added by hand: one line, as for every other reason."""
    return json.dumps(json.loads(with_hooks(None, agent)), ensure_ascii=False)
