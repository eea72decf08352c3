"""Follows names: an experience whose symbols and paths are called otherwise now says the names of today."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gitexp.records.experience import SERVED, Experience, Standing
from gitexp.records.fault import Fault
from gitexp.records.outline import parts_of
from gitexp.records.precondition import Check, Condition, PathCheck, Preconditions, SymbolCheck
from gitexp.steps.fix import Fix, new_path
from gitexp.steps.redact import redacted_experience

_CALL = "()"


def follow_names(standing: Sequence[Standing[str]], faults: Sequence[Fault]) -> tuple[Fix, ...]:
    """Return what becomes of the experiences that name something of which the faults know the new name.

    Evidence stays as it was said. What has several new names is left alone: none of them is sure.
    """
    found: list[Fix] = []
    for one in sorted(standing, key=lambda one: one.path):
        own = [fault for fault in faults if fault.id == one.experience.id and fault.moved_to]
        if not own or one.experience.status not in SERVED:
            continue
        paths = _sure([fault for fault in own if fault.code == "path"])
        symbols = _sure([fault for fault in own if fault.code == "symbol"])
        changed = _Names(paths, symbols).of(one.experience)
        if changed != one.experience:
            words = [f"`{_flat(old)}` is `{_flat(new)}` now" for old, new in {**paths, **symbols}.items()]
            found.append(Fix(one.path, one.experience, redacted_experience(changed), tuple(words)))
    return tuple(found)


def _sure(faults: Sequence[Fault]) -> dict[str, str]:
    """Return the new name of each thing that has one alone."""
    names: dict[str, set[str]] = {}
    for fault in faults:
        names.setdefault(fault.name, set()).add(fault.moved_to)
    return {old: new for old, some in names.items() if len(some) == 1 for new in some if new != old}


class _Names:
    """What is called how now; longer names go first, so that no part of one is taken for another."""

    def __init__(self, paths: Mapping[str, str], symbols: Mapping[str, str]) -> None:
        self._paths = paths
        spelled = {old.removesuffix(_CALL): _spelled(old, new) for old, new in symbols.items()}
        self._symbols = spelled
        every = sorted({**paths, **spelled}.items(), key=lambda pair: -len(pair[0]))
        self._words = [(re.compile(rf"(?<![\w.:/-]){re.escape(old)}(?![\w/])"), new) for old, new in every]

    def of(self, experience: Experience[str]) -> Experience[str]:
        """Return the experience with the names of today."""
        held, scope = experience.preconditions, experience.scope
        return replace(
            experience,
            title=self._told(experience.title),
            when=self._told(experience.when),
            what=self._told(experience.what),
            why=self._told(experience.why) if experience.why else experience.why,
            preconditions=Preconditions(
                self._conditions(held.must),
                self._conditions(held.must_not),
                self._conditions(held.typical_env),
                held.unread,
            ),
            scope=replace(
                scope,
                paths=tuple(dict.fromkeys(new_path(path, self._paths) for path in scope.paths)),
                symbols=tuple(dict.fromkeys(self._symbol(name) for name in scope.symbols)),
            ),
        )

    def _told(self, text: str) -> str:
        for old, new in self._words:
            text = old.sub(lambda match, new=new: new, text)  # type: ignore[misc]
        return text

    def _symbol(self, name: str) -> str:
        call = _CALL if name.endswith(_CALL) else ""
        bare = name.removesuffix(_CALL)
        return f"{self._symbols[bare]}{call}" if bare in self._symbols else name

    def _conditions(self, some: Sequence[Condition[str]]) -> tuple[Condition[str], ...]:
        return tuple(one._replace(text=self._told(one.text), check=self._check(one.check)) for one in some)

    def _check(self, check: Check | None) -> Check | None:
        match check:
            case PathCheck(glob):
                return PathCheck(new_path(glob, self._paths))
            case SymbolCheck(symbol):
                return SymbolCheck(self._symbol(symbol))
            case _:
                return check


def _spelled(old: str, new: str) -> str:
    """Return a new name spelled as the old one was: `hold` stays bare, `Wheel::hold` keeps its signs."""
    bare, before, after = old.removesuffix(_CALL), parts_of(old), parts_of(new)
    if not before or not after or not bare.endswith(before[-1]):
        return new
    if len(before) == 1 or before[:-1] == after[-len(before) : -1]:
        return f"{bare[: -len(before[-1])]}{after[-1]}"
    return new


def _flat(name: str) -> str:
    return name.replace("`", "'")
