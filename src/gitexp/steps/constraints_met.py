"""Tells which experiences and change records the lines of a change meet: at their place, and in what they speak of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from gitexp.records.change_record import ChangeRecord
from gitexp.records.experience import Experience, Standing
from gitexp.records.globs import matches
from gitexp.records.outline import Outline, parts_of
from gitexp.records.words import content_words
from gitexp.steps.changed_lines import Changed, Numbered
from gitexp.steps.intent import words_of

KINDS = ("constraint", "pitfall")
ENOUGH = 3
"""What lines must have in common with a rule: a word counts 1, a distinct name 2, a symbol of its scope 1."""
ENOUGH_OF_A_BLOCK = 2
"""The same of what people made strict."""
NEAR = 8
"""Lines that are read together: words that lie farther apart speak of different things."""
OFTEN, SHARE = 8, 0.02
"""Lines of the file, and the share of its lines, from which on a word in them tells nothing there."""
MOST = 3000
"""Lines of one file, in and out, that are read: what is longer no person wrote."""
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
_CODE = re.compile(r"`+([^`]+)`+")
_DISTINCT = re.compile(
    r"(?!\w{1,9}_t$)(?=\w{7})(?:\w*(?:[a-z0-9][A-Z]|[A-Za-z]_[A-Za-z]|[A-Za-z]\d)\w*|\w{9,})"
)
"""A name that is hardly written for another thing: of several words, or long; a type of C (`size_t`) is none."""
_VERBS = content_words(
    "add remove fix make change update support implement introduce improve allow enable ensure handle create set get "
    "try move rename refactor call use return value function method class file line code test name self none true false "
    "null const static public private string int bool void def end else elif raise throw async await yield always never "
    "without instead before after keep write read run first last"
)
"""Words that stand in any rule and in any code."""


@dataclass(frozen=True)
class Rule:
    """Something that must hold: its words, and where. `id` is that of an experience or a change record."""

    id: str
    kind: Literal["experience", "change_record", "rejected"]
    text: str
    why: str = ""
    others: tuple[str, ...] = ()
    """Further words of it: ways that fail."""
    paths: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    at: str = ""
    strict: bool = False
    quote: str = ""
    """What somebody said, and who."""
    by: str = ""


@dataclass(frozen=True)
class Met:
    """A rule that lines of a change meet, the first of these lines, and what they have in common with it."""

    rule: Rule
    path: str
    line: int
    common: tuple[str, ...]
    weight: int


@dataclass(frozen=True)
class Outlines:
    """The symbols of a file as it was and as it is; None where it has no grammar."""

    before: Outline | None = None
    after: Outline | None = None


@dataclass(frozen=True)
class _Window:
    """Lines near each other, what they say, and the symbols of which outline they stand in."""

    lines: tuple[Numbered, ...]
    words: frozenset[str]
    names: frozenset[str]
    outline: Outline | None


@dataclass(frozen=True)
class _Matter:
    """What of a rule's words tells something in one file."""

    words: frozenset[str]
    names: frozenset[str]
    scope: frozenset[str] = field(default_factory=frozenset)
    """Symbols that lines must name, or stand in, where the rule has no path."""


def rules_of(
    standing: Sequence[Standing[str]], records: Sequence[ChangeRecord[str]], today: str
) -> tuple[Rule, ...]:
    """Return what must hold: experiences in force that constrain or warn, and what change records name."""
    found = [
        _of_experience(one.experience)
        for one in standing
        if one.experience.kind in KINDS and one.experience.in_force(today)
    ]
    return (*found, *(rule for record in records if record.status == "active" for rule in _of_record(record)))


def constraints_met(
    rules: Sequence[Rule], changed: Sequence[Changed], outlines: Mapping[str, Outlines]
) -> tuple[Met, ...]:
    """Return the rules that lines of a change meet, each once, where most is in common."""
    best: dict[tuple[str, str], Met] = {}
    for file in changed:
        there = [rule for rule in rules if lies(rule, file)]
        # Read once for all rules: words cost more than comparing them.
        windows = _windows_of(file, outlines.get(file.path, Outlines())) if there else []
        often = _often(file) if windows else Counter()
        for rule in there if windows else ():
            met = _met(rule, file, windows, often)
            held = best.get((rule.id, rule.text))
            if met is not None and (held is None or met.weight > held.weight):
                best[rule.id, rule.text] = met
    return tuple(
        sorted(best.values(), key=lambda one: (not one.rule.strict, -one.weight, one.path, one.line))
    )


def lies(rule: Rule, file: Changed) -> bool:
    """Return whether a file can be the place of a rule: one of its paths, or any where only symbols are named."""
    if not rule.paths:
        return bool(rule.symbols)
    return any(matches(glob, path) for glob in rule.paths for path in (file.path, file.old_path) if path)


def _met(rule: Rule, file: Changed, windows: Sequence[_Window], often: Counter[str]) -> Met | None:
    """Return how lines of a file meet a rule; None where they only stand in its folder."""
    matter = _matter(rule, file, often)
    need = ENOUGH_OF_A_BLOCK if rule.strict else ENOUGH
    best: Met | None = None
    for window in windows:
        names, words = matter.names & window.names, matter.words & window.words
        if not names and not words:
            continue
        within = bool(matter.scope & window.names) or _is_within(rule, window)
        if not rule.paths and not within:
            continue
        words -= words_of(" ".join(names | matter.scope))
        weight = len(words) + 2 * len(names) + within
        if weight >= need and (words or names) and (best is None or weight > best.weight):
            common = (*sorted(names), *sorted(words))
            best = Met(rule, file.path, _line(window, common), common, weight)
    return best


def _line(window: _Window, common: Sequence[str]) -> int:
    """Return the first line that holds something in common."""
    for number, line in window.lines:
        if any(name in line for name in common) or words_of(line) & frozenset(common):
            return number
    return window.lines[0][0]


def _windows_of(file: Changed, outlines: Outlines) -> list[_Window]:
    """Return the lines that lie near each other, from each line on: what comes in, and what goes."""
    return [*_windows(file.new[:MOST], outlines.after), *_windows(file.gone[:MOST], outlines.before)]


def _windows(lines: Sequence[Numbered], outline: Outline | None) -> Iterator[_Window]:
    read = [(words_of(line), frozenset(_IDENTIFIER.findall(line))) for _, line in lines]
    for start, (number, _) in enumerate(lines):
        near = tuple(one for one in lines[start : start + NEAR] if one[0] < number + NEAR)
        held = read[start : start + len(near)]
        yield _Window(
            near,
            frozenset().union(*(words for words, _ in held)),
            frozenset().union(*(names for _, names in held)),
            outline,
        )


def _is_within(rule: Rule, window: _Window) -> bool:
    """Return whether the lines begin in a symbol of the rule's scope."""
    if window.outline is None:
        return False
    own = rule.symbols if rule.paths else [name for name in rule.symbols if _is_own(name)]
    named = (symbol for name in own for symbol in window.outline.named(name))
    return any(symbol.holds(window.lines[0][0]) for symbol in named)


def _is_own(symbol: str) -> bool:
    """Return whether a symbol is one thing also where no path says which: `send` or `TEST` may be anybody's."""
    parts = parts_of(symbol)
    return len(parts) > 1 or (bool(parts) and _DISTINCT.fullmatch(parts[-1]) is not None)


def _matter(rule: Rule, file: Changed, often: Counter[str]) -> _Matter:
    # With a path the place is told, and a symbol is one thing more that lines may name; without one it is the place.
    ends = frozenset(parts[-1] for parts in map(parts_of, rule.symbols) if parts)
    scope = frozenset() if rule.paths else frozenset(name for name in ends if _DISTINCT.fullmatch(name))
    most = max(OFTEN, SHARE * len(file.before))
    told = " ".join((rule.text, *rule.others))
    names = frozenset(
        name
        for code in (*_CODE.findall(told), *rule.symbols)
        for name in _IDENTIFIER.findall(code)
        if _DISTINCT.fullmatch(name) and often[name] < most
    )
    words = words_of(told) - _VERBS - words_of(f"{file.path} {file.old_path}")
    return _Matter(frozenset(word for word in words if often[word] < most), names - scope, scope)


def _often(file: Changed) -> Counter[str]:
    """Return on how many lines of the file each word and each name stands already."""
    counts: Counter[str] = Counter()
    for line in file.before:
        counts.update(words_of(line) | frozenset(_IDENTIFIER.findall(line)))
    return counts


def _of_experience(experience: Experience[str]) -> Rule:
    first = experience.evidence[0] if experience.evidence else None
    return Rule(
        experience.id,
        "experience",
        experience.what,
        experience.why or "",
        (*experience.anti_patterns, *experience.failure_modes),
        experience.scope.paths,
        experience.scope.symbols,
        (first.at or "" if first else "") or experience.observed_at or "",
        experience.severity == "block",
        first.quote if first else "",
        (first.by or "") if first else "",
    )


def _of_record(record: ChangeRecord[str]) -> Iterator[Rule]:
    """Yield what a record says must hold, and what it rejects; what it is about otherwise is no rule."""
    paths, symbols, at = record.impact.paths, record.impact.symbols, record.made_at or ""
    for text in record.constraints:
        yield Rule(record.id, "change_record", text, "", (), paths, symbols, at)
    for one in record.rejected:
        quote, by = (one.evidence.quote, one.evidence.by or "") if one.evidence else ("", "")
        yield Rule(record.id, "rejected", one.what, one.why or "", (), paths, symbols, at, quote=quote, by=by)
