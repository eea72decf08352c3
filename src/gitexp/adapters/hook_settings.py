"""Which hooks each agent's settings get, and in which file: beside the hooks of others, known again by their command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from gitexp.adapters import settings_json
from gitexp.adapters.agent_settings import runs
from gitexp.adapters.hook_entries import Entry, entries
from gitexp.adapters.settings_json import Steps, Unfit
from gitexp.records.agent_event import AGENTS

HOOKED: tuple[str, ...] = AGENTS
Where = Literal["shared", "personal"]

_HOOKS, _VERSION = "hooks", "version"
_VERSIONED = ("cursor", "copilot-cli")
"""Agents whose files of hooks have a version; both know version 1 alone."""
_OWN_WORDS = ("command -v exp ", "if (Get-Command exp ", "exp hook ")
"""How the commands begin that exp lays: one that begins otherwise (`uv run exp hook …`) is a person's own."""


@dataclass(frozen=True)
class HookFile:
    """A file of settings; its name is relative to the work tree, to the home folder, or to the folder of Codex."""

    base: Literal["tree", "home", "codex"]
    name: str


class LeftAlone(Exception):
    """Settings that are not touched: `why`, as what follows the file's name, and what a person may `add` to them."""

    def __init__(self, why: str, add: str = "") -> None:
        super().__init__(why, add)
        self.why = why
        self.add = add


class _Found(NamedTuple):
    """A hook that runs `exp hook`: the steps to its entry, or to itself where its entry holds others as well."""

    event: str
    steps: Steps
    alone: bool
    laid: bool


_FILES: Mapping[str, tuple[HookFile, HookFile]] = {
    "claude-code": (
        HookFile("tree", ".claude/settings.json"),
        HookFile("tree", ".claude/settings.local.json"),
    ),
    "codex": (HookFile("tree", ".codex/hooks.json"), HookFile("codex", "hooks.json")),
    "cursor": (HookFile("tree", ".cursor/hooks.json"), HookFile("home", ".cursor/hooks.json")),
    "gemini-cli": (HookFile("tree", ".gemini/settings.json"), HookFile("home", ".gemini/settings.json")),
    "copilot-cli": (
        HookFile("tree", ".github/hooks/git-exp.json"),
        HookFile("home", ".copilot/hooks/git-exp.json"),
    ),
}


def hook_file(agent: str, where: Where) -> HookFile:
    """Return the file of an agent's hooks that all of a project share, or one person's own."""
    shared, personal = _FILES[agent]
    return shared if where == "shared" else personal


def with_hooks(content: bytes | None, agent: str) -> bytes:
    """Return the settings with exp's hooks, added or brought up to date. Raises LeftAlone where they can't be."""
    if content is None:
        return settings_json.fresh(_document(agent)).encode()
    try:
        text = settings_json.checked(content)
        _check_version(text, agent)
        hooks = _hooks(text, agent)
    except Unfit as error:
        raise LeftAlone(str(error), json.dumps(_document(agent), ensure_ascii=False)) from None
    return (_all_laid(text, agent) if hooks is None else _renewed(text, hooks, agent)).encode()


def without_hooks(content: bytes, agent: str) -> bytes | None:
    """Return the settings without exp's hooks, None where the file holds nothing else. Raises LeftAlone."""
    try:
        text = settings_json.checked(content)
        hooks = _hooks(text, agent) or {}
    except Unfit as error:
        if _names_ours(content, agent):
            raise LeftAlone(str(error)) from None
        return content
    keys = list(settings_json.content_of(text))
    for hook in reversed([hook for hook in _found(hooks, agent) if hook.laid]):
        shorter = settings_json.without(text, hook.steps)
        if shorter is None:
            return None
        text = shorter
    # A version right behind the hooks, and last, was laid with them: to a file with a version they are added behind it.
    if keys[-2:] == [_HOOKS, _VERSION] and _HOOKS not in settings_json.content_of(text):
        shorter = settings_json.without(text, [_VERSION])
        return None if shorter is None else shorter.encode()
    return text.encode()


def has_hooks(content: bytes, agent: str) -> bool:
    """Return whether settings run exp's hook of an agent; of what can't be read, whether it is named."""
    try:
        return bool(_found(_hooks(settings_json.checked(content), agent) or {}, agent))
    except Unfit:
        return _names_ours(content, agent)


def _document(agent: str) -> dict[str, object]:
    """Return a whole file; the version comes behind the hooks, which tells that both were laid."""
    hooks: dict[str, object] = {_HOOKS: {event: [entry] for event, entry in entries(agent).items()}}
    return {**hooks, _VERSION: 1} if agent in _VERSIONED else hooks


def _check_version(text: str, agent: str) -> None:
    """Raise Unfit where the agent would not take the file, so that hooks would be laid and never run."""
    read = settings_json.content_of(text)
    if agent not in _VERSIONED:
        return
    if _VERSION not in read and _HOOKS in read:
        raise Unfit("has `hooks` and no `version`")
    if read.get(_VERSION, 1) is True or read.get(_VERSION, 1) != 1:
        raise Unfit("has another `version` than 1")


def _hooks(text: str, agent: str) -> Mapping[str, Sequence[object]] | None:
    """Return the hooks of each event, None where the settings have none. Raises Unfit for another shape."""
    read = settings_json.content_of(text)
    if _HOOKS not in read:
        return None
    hooks = read[_HOOKS]
    if not isinstance(hooks, dict):
        raise Unfit("has `hooks` that are no object")
    for event in entries(agent):
        if not isinstance(hooks.get(event, []), list):
            raise Unfit(f"has hooks of `{event}` that are no list")
    return {event: some for event, some in hooks.items() if isinstance(some, list)}


def _all_laid(text: str, agent: str) -> str:
    """Return settings that had no hooks with exp's."""
    versioned = _VERSION in settings_json.content_of(text)
    for key, value in _document(agent).items():
        if key == _HOOKS or not versioned:
            text = settings_json.appended(text, [], value, key)
    return text


def _renewed(text: str, hooks: Mapping[str, Sequence[object]], agent: str) -> str:
    """Return settings that have hooks with exp's as they are today, each once; a person's own of an event is enough."""
    found = _found(hooks, agent)
    kept: set[Steps] = set()
    for event, entry in entries(agent).items():
        mine = sorted(
            (hook for hook in found if hook.event == event and hook.laid), key=lambda one: not one.alone
        )
        if any(hook.event == event and not hook.laid for hook in found):
            continue
        if not mine:
            at, item, key = ([_HOOKS, event], entry, "") if event in hooks else ([_HOOKS], [entry], event)
            text = settings_json.appended(text, at, item, key)
            continue
        kept.add(mine[0].steps)
        wanted = entry if mine[0].alone else _handler(entry)
        if _at(hooks, mine[0].steps) != wanted:
            text = settings_json.replaced(text, mine[0].steps, wanted)
    # Last, and from behind: so the numbers of those before stay right, and nothing is emptied that is filled again.
    for hook in reversed([hook for hook in found if hook.laid and hook.steps not in kept]):
        text = settings_json.without(text, hook.steps) or text
    return text


def _found(hooks: Mapping[str, Sequence[object]], agent: str) -> list[_Found]:
    """Return what runs exp's hook of this agent, in the order of the file."""
    found: list[_Found] = []
    for event, some in hooks.items():
        for number, entry in enumerate(some):
            steps = (_HOOKS, event, number)
            group = entry.get(_HOOKS) if isinstance(entry, dict) else None
            if not isinstance(group, list):
                found += [_Found(event, steps, True, laid) for laid in _runs(entry, agent)]
                continue
            own = [(within, laid) for within, one in enumerate(group) for laid in _runs(one, agent)]
            if own and len({laid for _, laid in own}) == 1 and len(own) == len(group):
                found.append(_Found(event, steps, True, own[0][1]))
            else:
                found += [_Found(event, (*steps, _HOOKS, within), False, laid) for within, laid in own]
    return found


def _runs(handler: object, agent: str) -> list[bool]:
    """Return, where a handler runs exp's hook, whether exp laid it; nothing where it does not."""
    if not isinstance(handler, dict):
        return []
    words = handler.get("args")
    apart = " ".join(str(word) for word in words) if isinstance(words, list) else ""
    said = [handler.get(key) for key in ("command", "bash", "powershell", "exec")]
    lines = [f"{line.strip()} {apart}" for line in said if isinstance(line, str)]
    own = [line for line in lines if runs(line, f"hook {agent}")]
    return [not apart and all(line.startswith(_OWN_WORDS) for line in own)] if own else []


def _names_ours(content: bytes, agent: str) -> bool:
    return runs(content.decode("utf-8", "replace"), f"hook {agent}")


def _handler(entry: Entry) -> object:
    group = entry.get(_HOOKS)
    return group[0] if isinstance(group, list) else entry


def _at(hooks: Mapping[str, Sequence[object]], steps: Steps) -> object:
    value: object = {_HOOKS: hooks}
    for step in steps:
        if isinstance(value, dict | list):
            value = value[step]  # type: ignore[index]
    return value
