"""Finds keys by their own shape (`ghp_…`, `AKIA…`, a signed token), wherever they stand and also broken over lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import is_known_example, is_stand_in, looks_random
from gitexp.steps.secret_patterns import MIDDLES, SHAPES, Shape


@dataclass(frozen=True)
class _Key:
    """One beginning of a shape. `cut` is the first piece of a key that is broken over lines early."""

    start: str
    random: bool
    whole: re.Pattern[str]
    cut: re.Pattern[str] | None


def _keys(shape: Shape) -> Iterator[_Key]:
    """Yield a pattern for each beginning; a percent or backslash escape may touch it, a letter may not."""
    for start in shape.starts.split():
        begin = re.escape(start)
        touching = "[A-Za-z0-9_]" if shape.random else "[A-Za-z0-9]"
        free = rf"(?:(?<!{touching}{begin})|(?<=%[0-9A-Fa-f]{{2}}{begin})|(?<=\\[nrt]{begin}))"
        sure = len(start) >= 4 and not shape.random
        cut = re.compile(f"{begin}{free}(?P<body>[A-Za-z0-9_-]{{6,}}+)") if sure else None
        yield _Key(start, shape.random, re.compile(f"{begin}{free}(?P<body>{shape.body})"), cut)


_KEYS = tuple(key for shape in SHAPES for key in _keys(shape))
_MIDDLES = tuple(
    (middle.sign, re.compile(middle.before + r"\Z"), re.compile(re.escape(middle.sign) + middle.after))
    for middle in MIDDLES
)
_AWS_SECRET = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])")
_NEAR = 200
_NEXT_LINE = re.compile(
    r"[\"'`]?[ \t]{0,4}[+.&\\]?[ \t]{0,4}(?:\\r)?(?:\\n|\n)[ \t>+\-|*#/]{0,16}[\"'`]?"
    r"(?P<more>[A-Za-z0-9_\-+/=.~]{6,})"
)
_MIXED = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])|(?=.*[a-z].*[A-Z])")


def found_keys(text: str) -> Iterator[Found]:
    """Yield every key that its own shape gives away."""
    characters = frozenset(text)  # asked first, so that a line of megabytes of one letter is soon done with
    for key in _KEYS:
        if not characters.issuperset(key.start) or key.start not in text:
            continue
        for match in key.whole.finditer(text):
            body = match["body"]
            if is_known_example(match[0]) or is_stand_in(body) or (key.random and not looks_random(body)):
                continue
            end = end_of_broken(text, match.end())
            yield Found(match.start(), end, "secret")
            if key.start in ("AKIA", "ASIA"):
                yield from _aws_secrets(text, max(0, match.start() - _NEAR), end + _NEAR)
        if key.cut is not None:
            yield from _cut(text, key.cut)
    yield from _by_the_middle(text)


def end_of_broken(text: str, end: int) -> int:
    """Return where a secret really ends that was broken over lines: a random piece goes on in the next line."""
    for _ in range(200):
        match = _NEXT_LINE.match(text, end)
        if match is None or not looks_random(match["more"]):
            return end
        end = match.end()
    return end


def _cut(text: str, cut: re.Pattern[str]) -> Iterator[Found]:
    """Yield the keys of which too little stands in the first line to be known by its length."""
    for match in cut.finditer(text):
        more = _NEXT_LINE.match(text, match.end())
        mixed = more is not None and _MIXED.match(match["body"][:99]) and _MIXED.match(more["more"][:99])
        if more is not None and mixed and not is_stand_in(match["body"]):
            yield Found(match.start(), end_of_broken(text, more.end()), "secret")


def _aws_secrets(text: str, low: int, high: int) -> Iterator[Found]:
    """Yield the 40 characters that belong to an AWS key id, wherever they stand beside it."""
    for match in _AWS_SECRET.finditer(text, low, min(len(text), high)):
        secret = match[0]
        mixed = secret.lower() != secret and secret.upper() != secret
        if mixed and looks_random(secret) and not is_known_example(secret):
            yield Found(match.start(), match.end(), "secret")


def _by_the_middle(text: str) -> Iterator[Found]:
    """Yield the keys that a sign in the middle gives away, with what stands before it."""
    for sign, before, pattern in _MIDDLES:
        for match in pattern.finditer(text) if sign in text else ():
            head = before.search(text[max(0, match.start() - 40) : match.start()])
            if head is not None and looks_random(head[0] + match[0]) and not is_stand_in(match[0]):
                yield Found(match.start() - len(head[0]), end_of_broken(text, match.end()), "secret")
