"""Groups what applies here by the paths that it is about, for rule files: agents load those by path, without a hook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.globs import selects
from gitexp.records.text import UNSEEN
from gitexp.records.words import counted
from gitexp.steps.retell import retell

if TYPE_CHECKING:
    from gitexp.records.card import Card
    from gitexp.records.recollection import Recalled

MOST_ITEMS = 5
"""Experiences of one rule file: it is read whole whenever one of its files is at hand."""
MOST_FILES = 30
"""Rule files of one agent."""
_LONGEST = 200
_SEVERITIES = ("block", "warn", "advice")
_STRANGE = re.compile(r"""[{}()|!,;"'`\\#<>]""")
"""Signs that gitignore takes as they are and an agent's matcher does not, or that its frontmatter can't hold."""

_UNUSUAL = frozenset({"", ".", ".."})


class RuleText(NamedTuple):
    """One rule file to be: the globs that an agent loads it by, and what it tells, in the marker block."""

    globs: tuple[str, ...]
    text: str


class RuleTexts(NamedTuple):
    """The rule files, most important first, and in words what is in none."""

    files: tuple[RuleText, ...]
    left_out: tuple[str, ...] = ()


def rule_texts(items: Sequence[Recalled]) -> RuleTexts:
    """Return the rule files of what applies here.

    They are for everybody and for as long as they lie there: what is tried on some clones, or given a few times a
    day, and what nobody approved, is in none.
    """
    groups: dict[tuple[str, ...], list[Recalled]] = {}
    strange: list[str] = []
    for item in sorted(items, key=lambda one: _rank(one.card)):
        card = item.card
        if not card.paths or not card.approved or card.canary < 100 or card.most_a_day is not None:
            continue
        if any(agent_globs(glob) for glob in card.paths):
            groups.setdefault(tuple(sorted(set(card.paths))), []).append(item)
        else:
            strange.append(card.id)
    # A dictionary keeps the order in which its groups began: each with its most important one.
    chosen = list(groups.items())[:MOST_FILES]
    told = [RuleText(_globs(paths), _text(paths, group)) for paths, group in chosen]
    left_out = [f"no rule file can hold the paths of {', '.join(strange)}"] if strange else []
    if more := sum(map(len, list(groups.values())[MOST_FILES:])):
        left_out.append(f"the {MOST_FILES} rule files leave out {counted(more, 'experience')}")
    return RuleTexts(tuple(told), tuple(left_out))


def agent_globs(glob: str) -> tuple[str, ...]:
    """Return a glob of a scope (gitignore's) as agents' matchers read it, which start at the top; () where none can.

    A name without a slash is meant in every folder, and what names a folder means all below it.
    """
    if len(glob) > _LONGEST or _STRANGE.search(glob) or UNSEEN.search(glob) or not selects(glob):
        return ()
    # Blanks at an end and folders that are no names mean something else, or nothing, to each matcher.
    if glob != glob.strip() or not _UNUSUAL.isdisjoint(glob.removesuffix("/").removeprefix("/").split("/")):
        return ()
    plain = glob.removesuffix("/")
    whole_folder = plain != glob
    anchored = "/" in plain
    plain = plain.lstrip("/")
    if not anchored and plain != "**":
        plain = f"**/{plain}"
    last = plain.rpartition("/")[2]
    if whole_folder:
        return (f"{plain}/*/**" if last == "**" else f"{plain}/**",)
    return (plain,) if last == "**" or "." in last else (plain, f"{plain}/**")


def _globs(paths: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(glob for path in paths for glob in agent_globs(path)))


def _text(paths: Sequence[str], group: Sequence[Recalled]) -> str:
    more = len(group) - MOST_ITEMS
    limits = [f"{more} more: `exp recall --file PATH` tells them"] if more > 0 else []
    return retell([item._replace(because=()) for item in group[:MOST_ITEMS]], paths, limits)


def _rank(card: Card) -> tuple[int, int, int, str]:
    """Return what orders experiences: what people set to block or warn first, then what was seen most often."""
    severity = card.severity if card.severity in _SEVERITIES else _SEVERITIES[-1]
    return _SEVERITIES.index(severity), -card.sightings, -(card.quality or 0), card.id
