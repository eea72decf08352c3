"""Parses one `/exp …` line; what is misspelt is answered with the nearest thing that it can mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from gitexp.records.commanded import Commanded, Verb
from gitexp.records.experience import Severity
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.steps.nearest_names import likeness
from gitexp.steps.redact import redacted

VERBS: tuple[Verb, ...] = get_args(Verb)
FIELDS = ("title", "when", "what", "why", "pattern", "failure_modes", "anti_patterns", "severity")
"""What `edit` may change; the first five hold one text, the next two a list."""
LISTS = ("failure_modes", "anti_patterns")
SEVERITIES: tuple[Severity, ...] = get_args(Severity)
FORMS: dict[Verb, str] = {
    "drop": "/exp drop ID KIND reason",
    "edit": "/exp edit ID field: text",
    "resolve": "/exp resolve ID new|old|both when: A | B",
    "canary": "/exp canary ID 20%",
    "why": "/exp why ID",
    "help": "/exp help",
}
_FIELD = re.compile(r"([A-Za-z_ -]{1,40}?)\s*:\s*(.*)", re.DOTALL)
_SHARE = re.compile(r"([1-9][0-9]?|100)\s*%?")
_WHEN = re.compile(r"when\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)


LIKE = 0.7


def told(command: Commanded, by: str) -> str:
    """Return what is kept of a command in its row, and told of it: the same command by the same person, the same words."""
    more = f": {command.text}" if command.text else ""
    match command.verb, command.kind:
        case "drop", kind:
            return f"dropped by {by} as {kind}{more}"
        case "edit", field:
            return f"{field} edited by {by}"
        case "canary", share:
            return f"on trial for {share} by {by}"
        case "resolve", "both":
            return f"answered by {by}: both hold, the new one {command.text}, the old one {command.other}"
        case "resolve", side:
            return f"answered by {by}: the {side} one holds{more}"
    return ""


class Misread(Exception):
    """A command that makes no sense, and in words what would."""


def parsed(line: str) -> Commanded:
    """Return what a line commands; every text in it is redacted. Raises Misread."""
    words = line.split(maxsplit=2)[1:]
    verb = _verb(words[0]) if words else "help"
    rest = words[1] if len(words) > 1 else ""
    if verb == "help":
        return Commanded("help")
    target, said, *_ = (*rest.split(maxsplit=1), "", "")
    if not target:
        raise Misread(f"names no row; write `{FORMS[verb]}`")
    target = str(redacted(target))[:120]
    match verb:
        case "drop":
            return _drop(target, said)
        case "edit":
            return _edit(target, said)
        case "resolve":
            return _resolve(target, said)
        case "canary":
            return _canary(target, said)
    return Commanded("why", target)


def _verb(word: str) -> Verb:
    low = word.casefold().rstrip(":")
    for verb in VERBS:
        if verb == low:
            return verb
    near = _nearest(low, VERBS)
    meant = f"did you mean `{near}`" if near else f"there are {_listed(VERBS)}"
    raise Misread(f"there is no command `{_short(word)}`; {meant}")


def _drop(target: str, said: str) -> Commanded:
    kind, _, reason = said.partition(" ")
    if not kind:
        raise Misread(f"names no kind; one of {_listed(GARBAGE_KINDS)}")
    wanted = kind.casefold().rstrip(":,;.").replace("-", "_")
    if wanted not in GARBAGE_KINDS:
        near = _nearest(wanted, GARBAGE_KINDS)
        meant = f"did you mean `{near}`" if near else f"one of {_listed(GARBAGE_KINDS)}"
        raise Misread(f"there is no kind `{_short(kind)}`; {meant}")
    return Commanded("drop", target, wanted, str(_line(reason)))


def _edit(target: str, said: str) -> Commanded:
    match = _FIELD.fullmatch(said)
    if not match:
        raise Misread(f"names no field; write `{FORMS['edit']}`")
    wanted = match[1].strip().casefold().replace("-", "_").replace(" ", "_")
    if wanted not in FIELDS:
        near = _nearest(wanted, FIELDS)
        meant = f"did you mean `{near}`" if near else f"these can be edited: {_listed(FIELDS)}"
        raise Misread(f"can't edit `{_short(match[1])}`; {meant}")
    text = str(_line(match[2]))
    if not text:
        raise Misread(f"says nothing after `{wanted}:`; commit on the branch to take a field out")
    if wanted == "severity":
        text = text.casefold()
        if text not in SEVERITIES:
            raise Misread(f"there is no severity `{_short(text)}`; one of {_listed(SEVERITIES)}")
    return Commanded("edit", target, wanted, text)


def _resolve(target: str, said: str) -> Commanded:
    side, _, rest = said.partition(" ")
    wanted = side.casefold().rstrip(":,;.")
    if wanted not in ("new", "old", "both"):
        raise Misread(f"does not say which one holds; write `{FORMS['resolve']}`")
    if wanted != "both":
        return Commanded("resolve", target, wanted, str(_line(rest)))
    match = _WHEN.fullmatch(rest.strip())
    new, bar, old = (match[1] if match else "").partition("|")
    new, old = str(_line(new)), str(_line(old))
    if not bar or not new or not old:
        where = "A is where the new one holds, B where the old one does"
        raise Misread(f"does not say where each holds; write `/exp resolve ID both when: A | B`: {where}")
    return Commanded("resolve", target, wanted, new, old)


def _canary(target: str, said: str) -> Commanded:
    match = _SHARE.fullmatch(said.strip())
    if not match:
        raise Misread(f"it names no share from 1% to 100%; write `{FORMS['canary']}`")
    return Commanded("canary", target, f"{match[1]}%")


def _nearest(word: str, words: Sequence[str]) -> str:
    """Return the word that is so much like another one that it is a slip of it; empty where none is."""
    found = max(words, key=lambda one: likeness(word, one))
    return found if likeness(word, found) >= LIKE else ""


def _line(text: str) -> str:
    return redacted(" ".join(text.split())).trimmed()


def _listed(words: Sequence[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _short(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:39]}…"
