"""Reads one run of letters and separators: which symbols it names, if any."""

from __future__ import annotations

import re

from gitexp.records.mention import Mention, MentionKind
from gitexp.records.mention_around import (
    is_emphasis,
    is_hyphenated,
    is_piece,
    is_type_in_code,
    speaks_of_environment,
)
from gitexp.records.mention_products import is_product
from gitexp.records.mention_words import (
    BUILTINS,
    CONTROL,
    KEYWORDS,
    STARTERS,
    WRAPPERS,
    is_constant,
    is_shaped,
    is_type,
)

LONGEST = 160
_RECEIVERS = frozenset("this self cls super $this @ me Self".split())
_SEPARATORS = re.compile(r"(\?\.|\.|::|->|#|\\)")

Found = list[tuple[int, int, Mention]]
"""Start, end, and what stands there."""


class Symbols:
    """Reads the runs of one piece of text: of prose, of code, or of code that is an expression."""

    def __init__(self, *, code: bool, expression: bool) -> None:
        self._code = code
        self._expression = expression

    def read(self, match: re.Match[str]) -> Found | None:
        """Return the symbols of a run, None where it names none."""
        run = match[0]
        if len(run) > LONGEST:
            return None
        found: Found = []
        pieces = _pieces(run)
        for number, (first, last, piece) in enumerate(pieces):
            start, end = match.start() + first, match.start() + last
            before, following = match.string[max(0, start - 40) : start], match.string[end : end + 60]
            call = number < len(pieces) - 1 or self._is_call(piece, following)
            named = self._named(piece, call, before, following)
            if named:
                name, cut, kind = named
                brackets = 2 if call and following.startswith("()") else 0
                if not brackets and match.string.startswith(name.removesuffix("()"), start + cut):
                    end = start + cut + len(name.removesuffix("()"))
                found.append((start + cut, end + brackets, Mention(name, kind)))
        return found or None

    def _is_call(self, piece: str, following: str) -> bool:
        if following.startswith("()"):
            return True
        if not following.startswith("("):
            return False
        arguments = following[1:].partition(")")[0]
        return self._code or is_shaped(piece) or (("," in arguments or "=" in arguments) and ")" in following)

    def _named(
        self, piece: str, call: bool, before: str, following: str
    ) -> tuple[str, int, MentionKind] | None:
        """Return the name that a run of letters and separators gives, how much was cut off on its left, and its kind."""
        rest, cut = without_receiver(piece)
        rest = rest.replace("?.", ".").replace(".prototype.", ".")
        parts = _SEPARATORS.split(rest)
        while (
            len(parts) > 2 and parts[-2] == "." and (parts[-1] in STARTERS or parts[-1] == "_") and not call
        ):
            del parts[-2:]
        name = "".join(parts)
        if is_piece(name, before, following, code=self._code):
            return None
        if len(parts) > 1:
            good = call or self._is_qualified(name, parts)
            return (f"{name}()" if call else name, cut, "symbol") if good else None
        if call:
            nothing = name in CONTROL or name in BUILTINS or not name.strip("_$")
            return None if nothing else (f"{name}()", cut, "symbol")
        if is_product(name) or name.lower() in KEYWORDS:
            return None
        if is_constant(name.replace("_", "A")) and speaks_of_environment(before, following):
            return name, cut, "variable"
        if self._code:
            return (name, cut, "symbol") if self._is_named_in_code(name, before, following) else None
        return _named_in_prose(name, cut, before, following)

    def _is_named_in_code(self, name: str, before: str, following: str) -> bool:
        if is_shaped(name):
            return True
        if not self._expression or not is_type(name) or len(name) < 2 or name in STARTERS:
            return False
        if name in WRAPPERS and following.startswith("<"):
            return False
        return is_type_in_code(before, following)

    def _is_qualified(self, name: str, parts: list[str]) -> bool:
        """Return whether a name with separators and no brackets is one, and not an abbreviation or a host."""
        words, signs = parts[::2], set(parts[1::2])
        if is_product(name):
            return False
        if "\\" in signs and not self._code:
            return all(is_type(word) for word in words)
        if "#" in signs:
            return self._code or words[0][:1].isupper()
        if signs & {"::", "->", "\\"}:
            return True
        if all(len(word) == 1 for word in words):
            return self._code
        return bool(self._code or min(len(word) for word in words[:1]) > 1 or words[0].isupper())


def without_receiver(name: str) -> tuple[str, int]:
    """Return a name without the `this.` or `self.` before it, which names nothing, and how long that was."""
    rest = name
    while True:
        head, sign, tail = _first_part(rest)
        if not sign or head.removesuffix("()") not in _RECEIVERS:
            return rest, len(name) - len(rest)
        rest = tail


def _named_in_prose(name: str, cut: int, before: str, following: str) -> tuple[str, int, MentionKind] | None:
    if name.startswith("$") or is_emphasis(name, following):
        return None
    if name.startswith("_") and name.endswith("_") and not name.startswith("__"):
        name, cut = name.strip("_"), cut + 1  # Markdown's emphasis
    if not is_shaped(name) or is_hyphenated(name, before):
        return None
    return name, cut, "symbol"


def _first_part(name: str) -> tuple[str, str, str]:
    sign = _SEPARATORS.search(name)
    return (name[: sign.start()], sign[0], name[sign.end() :]) if sign else (name, "", "")


def _pieces(run: str) -> list[tuple[int, int, str]]:
    """Return the parts of a chain of calls, each with its place. What `getX()` returns is not known."""
    pieces: list[tuple[int, int, str]] = []
    at = 0
    for part in run.split("()"):
        sign = _SEPARATORS.match(part)
        if pieces and is_type(_SEPARATORS.split(pieces[-1][2])[-1]):
            start, _, name = pieces.pop()
            pieces.append((start, at + len(part), name + part))
        else:
            skipped = sign.end() if sign and pieces else 0
            pieces.append((at + skipped, at + len(part), part[skipped:]))
        at += len(part) + 2
    return pieces
