"""Says to a client of MCP what commands say to a person: by the names of arguments, and without what no tool can do.

Only words of exp's own are turned; what people wrote stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.errors import ExpError
from gitexp.records.words import shortened

if TYPE_CHECKING:
    from gitexp.records.recollection import Recalled, Recollection

ECHO = 300
"""Characters of what was asked that an answer says again; a path comes whole nearly always."""
WHERE, WHAT, MEND = 100, 300, 500
"""Characters that an error has for its place, for what is wrong, and for what to do."""
_LISTS = {"file": "files", "symbol": "symbols"}
_OPTION = re.compile(r"^--([a-z]+)\b")
_CUT = re.compile(r", or use --[a-z]+|: `?exp [a-z].*$")
_OF_COMMANDS = re.compile(r"(?<![\w./-])exp [a-z]|(?<![\w-])--[a-z]")
_SETTLES = re.compile(r"(?s)(?:exp facts set|--env) (?!.*(?:exp facts set|--env) )")
"""The last one is exp's own, whatever words of people stand before it."""
_MORE = re.compile(r"--(limit|budget)(?: or --all)?")
_LEFT_OUT = re.compile(r"(?m)^(Left out: .*); --json has all\.$")
_PHRASES = (
    ("? exp recall --file PATH", "? name it in `files`"),
    (
        "; name a file with --file to read those of its project",
        "; name one in `files` to read those of its project",
    ),
    (": exp list names them", ""),
)
_SPEEDS_UP = "would speed this up"


def error_of(error: ExpError) -> str:
    """Return an error with the arguments in place of options, without pointers to commands, and short."""
    where = _OPTION.sub(lambda match: _LISTS.get(match[1], match[1]), error.where)
    clauses = (_CUT.sub("", clause) for clause in error.mend.split("; "))
    mend = "; ".join(one for one in clauses if one and not _OF_COMMANDS.search(one))
    return str(ExpError(shortened(where, WHERE), shortened(error.what, WHAT), shortened(mend, MEND)))


def answer_of(answer: Recollection) -> Recollection:
    """Return what recall found, with how to ask for more and how to settle a question by arguments."""
    return answer._replace(
        unknown=tuple(map(_settled, answer.unknown)),
        skipped=tuple(skip._replace(what=_turned(skip.what)) for skip in answer.skipped),
        limits=tuple(_MORE.sub(r"`\1`", limit) for limit in answer.limits),
    )


def limits_of(limits: Sequence[str]) -> tuple[str, ...]:
    """Return the limits of an account; what only a person can do for the clone stays out."""
    return tuple(limit.removeprefix("--") for limit in limits if _SPEEDS_UP not in limit)


def account_of(text: str) -> str:
    """Return an account as a text, with how to have more of it; that is as long as what it stands for."""
    return _LEFT_OUT.sub(r"\1; raise `budget`.", text)


def echoed(found: object, arguments: Mapping[str, object]) -> object:
    """Return a text or a document in which nothing that was asked stands again at length."""
    long = sorted({one for one in _texts(arguments) if len(one) > ECHO}, key=len, reverse=True)
    return _shortened(found, long) if long else found


def _settled(item: Recalled) -> Recalled:
    missing = tuple(
        one._replace(question=_turned(_SETTLES.sub("`env` ", one.question)))
        for one in item.applicability.missing
    )
    return item._replace(applicability=item.applicability._replace(missing=missing))


def _turned(words: str) -> str:
    """Return a sentence of exp's own whose end names what to do, by what a tool takes."""
    for ours, by_tool in _PHRASES:
        if words.endswith(ours):
            return words.removesuffix(ours) + by_tool
    return words


def _texts(found: object) -> list[str]:
    if isinstance(found, str):
        return [found]
    inner = (
        [*found, *found.values()] if isinstance(found, Mapping) else found if isinstance(found, list) else []
    )
    return [text for one in inner for text in _texts(one)]


def _shortened(found: object, long: Sequence[str]) -> object:
    if isinstance(found, str):
        for one in long:
            if one in found:
                found = found.replace(one, shortened(one, ECHO))
        return found
    if isinstance(found, Mapping):
        return {_shortened(key, long): _shortened(value, long) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [_shortened(one, long) for one in found]
    return found
