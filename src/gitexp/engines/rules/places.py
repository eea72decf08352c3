"""Where a statement holds: the path and symbol that its `when` is built from, by fixed templates."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gitexp.engines.rules.arcs import repaired_place
from gitexp.engines.rules.names import paths_in, symbols_in
from gitexp.records.discussion import Topic, Turn
from gitexp.records.text import Redacted

MAX_PATH = 200
"""Characters of a path that `when` repeats; of a longer one it names the file alone."""
MAX_TITLE = 160
"""Characters of someone else's title that are repeated."""

_FUNCTION = re.compile(r"([A-Za-z_$][\w$:.~]*)[ \t]*\(")
_HEADER = re.compile(r"^@@[^@\n]*@@[ \t]*(.*)$", re.M)
_NO_FUNCTION = frozenset(
    "if for while switch return function func fn def catch elif match with and or not in".split()
)


@dataclass(frozen=True)
class Place:
    """Where a candidate holds: the path and symbol that its `when` is built from."""

    path: Redacted | None
    symbol: Redacted | None
    when: Redacted


def place_of(
    topic: Topic[Redacted], turn: Turn[Redacted], what: Redacted, subject: Redacted | None = None
) -> Place:
    """Return the place by a fixed template, from the anchor first, then from what the words name.

    `subject` is what the words point at without naming it: "It must stay" in answer to a question about `flag`.
    """
    if topic.discussion.kind == "session":
        return _place_in_session(topic, turn, what)
    anchor = (turn.anchor if turn.anchor and turn.anchor.path else None) or next(
        (other.anchor for other in topic.turns if other.anchor and other.anchor.path), None
    )
    path = (anchor.path or None) if anchor else None
    symbols = symbols_in(what)
    if path is not None:
        symbol = subject or (symbols[0] if symbols else _function(anchor.hunk if anchor else None))
        if symbol is not None:
            return Place(path, symbol, Redacted.template("When changing `{}` in {}", symbol, _told(path)))
        return Place(path, None, Redacted.template("When changing {}", _told(path)))
    paths = paths_in(what)
    if paths and subject is None:
        return Place(paths[0], None, Redacted.template("When changing {}", _told(paths[0])))
    if subject or symbols:
        named = subject or symbols[0]
        return Place(None, named, Redacted.template("When working with `{}`", named))
    title = topic.discussion.title
    if title:
        return Place(None, None, Redacted.template("About “{}”", title.cut(0, MAX_TITLE)))
    return Place(None, None, Redacted.template("In this project"))


def _place_in_session(topic: Topic[Redacted], turn: Turn[Redacted], what: Redacted) -> Place:
    """Return the place of a prompt: what it names of the files that were touched, else the file that was changed."""
    paths, symbols = paths_in(what), symbols_in(what)
    touched = {other.anchor.path for other in topic.turns if other.anchor}
    named = [path for path in paths if path in touched]
    path = next(iter((*named, *filter(None, (repaired_place(turn, topic.turns),)), *paths)), None)
    if path is not None and symbols:
        return Place(path, symbols[0], Redacted.template("When changing `{}` in {}", symbols[0], _told(path)))
    if path is not None:
        return Place(path, None, Redacted.template("When changing {}", _told(path)))
    if symbols:
        return Place(None, symbols[0], Redacted.template("When working with `{}`", symbols[0]))
    return Place(None, None, Redacted.template("In this project"))


def _told(path: Redacted) -> Redacted:
    return path if len(path) <= MAX_PATH else path.cut(path.rfind("/") + 1).cut(0, MAX_PATH)


def _function(hunk: Redacted | None) -> Redacted | None:
    """Return the function that git names in a hunk's header, where it does."""
    header = _HEADER.search(hunk) if hunk else None
    if header is None or hunk is None:
        return None
    for match in _FUNCTION.finditer(hunk, header.start(1), header.end(1)):
        if match[1] not in _NO_FUNCTION:
            return hunk.cut(*match.span(1))
    return None


def place_of_revert(revert: Turn[Redacted], title: Redacted | None, *, known: bool) -> Place:
    """Return the place of a change that was taken back: its one file, else what it tried, where that is `known`."""
    path = (revert.anchor.path or None) if revert.anchor else None
    if path is not None:
        return Place(path, None, Redacted.template("When changing {}", _told(path)))
    if title is None:
        return Place(None, None, Redacted.template("In this project"))
    form = "Before trying again: {}" if known else "About “{}”"
    return Place(None, None, Redacted.template(form, title.cut(0, MAX_TITLE).trimmed()))
