"""What `exp recall` says beside its answer, off a terminal: in words of exp's own, and names.

Agents read stderr too, and there no marker block says whose words they are. So what people wrote stays out of it, but
for names: of a condition that is what its check asks about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gitexp.records.words import shortened
from gitexp.steps.retell import quoted

if TYPE_CHECKING:
    from gitexp.records.applicability import Missing
    from gitexp.records.precondition import Check, Condition
    from gitexp.records.recollection import Recalled
    from gitexp.records.skipped import Skipped

LONGEST = 200
"""Characters of a line."""
NAME = 60
"""Characters of a name; what is longer, or more than one word, is no name."""


def by_names(item: Recalled, *, by_tool: bool = False) -> str:
    """Return in exp's own words, and names, what an experience waits for, or what keeps it from applying.

    `by_tool`: who asks came by MCP, and runs no command of exp.
    """
    if item.applicability.blocked_by:
        head, parts = "does not apply", list(_blocking(item))
    else:
        head, parts = (
            "can't be told",
            [_asking(item, missing, by_tool) for missing in item.applicability.missing],
        )
    return shortened(f"{head}: {item.card.id}: {quoted('; '.join(dict.fromkeys(parts)))}", LONGEST)


def unread_by_names(skip: Skipped) -> str:
    """Return what could not be read and why, in one line."""
    plain = all(map(_is_name, filter(None, skip.where.split("/"))))
    where = skip.where if plain else f'"{quoted(shortened(skip.where, NAME))}"'
    before, tick, rest = skip.what.partition("`")
    within, tock, after = rest.rpartition("`")
    # What is in backticks somebody wrote, who may have written backticks too: between two of ours stands a word.
    names, ours = within.split("`")[::2], within.split("`")[1::2]
    if tock and not (all(map(_is_name, names)) and all(len(one.split()) < 3 for one in ours)):
        within = "…"
    what = f"{before}{tick}{within}{tock}{after}" if tock else skip.what
    return f"{where}: {quoted(shortened(what, LONGEST))}"


def _asking(item: Recalled, missing: Missing, by_tool: bool) -> str:
    """Return the question that settles a condition where it holds nothing but names, else where to read it."""
    preconditions = item.card.preconditions
    conditions = (*preconditions.must, *preconditions.must_not)
    checks = [one.check for one in conditions if one.text == missing.condition]
    names = [name for check in checks for name in (_names(check) if check else [""])]
    if not checks:
        names = [missing.condition]  # a key that this version does not know
    # What a manifest says is in words of others as well.
    known = missing.question.partition(" (known: ")[0]
    if all(map(_is_name, names)):
        return known
    whole = f"show {item.card.id}" if by_tool else f"exp show {item.card.id}"
    return f"a condition that nobody answered: {whole}"


def _blocking(item: Recalled) -> Iterator[str]:
    """Yield which conditions keep it from applying, each by the names of its check."""
    preconditions = item.card.preconditions
    for word, conditions in (("must", preconditions.must), ("must not", preconditions.must_not)):
        for condition in conditions:
            front = f"{word}: {condition.text} ("
            told = [one.removeprefix(front) for one in item.applicability.blocked_by if one.startswith(front)]
            if told:
                yield f"{word}: {_wanted(condition)}{_here(condition, told[0])}"


def _wanted(condition: Condition[str]) -> str:
    names = _names(condition.check) if condition.check else []
    if condition.check is None or not all(map(_is_name, names)):
        return "a condition of its own"
    kind = "" if condition.check.kind in ("dependency", "key") else f"{condition.check.kind} "
    return kind + (f"{names[0]} {' or '.join(names[1:])}".rstrip())


def _here(condition: Condition[str], reason: str) -> str:
    """Return what is here in place of it, where a name or a version says so."""
    found = re.search(r", here (\S+)", reason) or re.match(r"\S+ is (?!not )(\S+)", reason)
    told = found is not None and condition.check is not None and condition.check.kind in ("dependency", "key")
    return f", here {found[1]}" if found and told and _is_name(found[1]) else ""


def _names(check: Check) -> list[str]:
    """Return what a check asks about, and the values it wants."""
    if check.kind == "dependency":
        # A range has several words, none of which is a word.
        version = "" if check.version is None else check.version
        plain = not any(word.isalpha() for word in version.split())
        return [check.key, *([version.replace(" ", "") if plain else version] if version else [])]
    parts = [part for field in check[:-1] for part in (field if isinstance(field, tuple) else (field,))]
    return [str(part) for part in parts]


def _is_name(text: str) -> bool:
    return (
        0 < len(text) <= NAME
        and text.isascii()
        and text.isprintable()
        and not any(sign in text for sign in " \"'`;\\")
    )
