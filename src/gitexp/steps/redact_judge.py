"""Tells a secret's value from a stand-in, a template, a name or an ordinary word."""

from __future__ import annotations

import re

from gitexp.steps.secret_patterns import DUMMY_SHORT_WORDS, DUMMY_WORDS, KNOWN_EXAMPLES, LETTER_PAIRS

PLACEHOLDER = re.compile(r"\[(secret|email|person)-([1-9][0-9]{0,5})\]")
"""What this step itself puts in: it is never a secret."""

_TEMPLATED = re.compile(
    r"\$\{|\$\(|\{\{|<%|#\{|%\(\w+\)|\A\$[A-Za-z_]\w*\Z|\$[A-Z_]{3}|\A%[A-Za-z_]+%?\Z|\{[A-Za-z_][\w.]*(?:[\[(!:][^{}]*)?\}"
    r"|<[A-Za-z][^<>]*>|\A@[A-Z_]+@\Z|\A@@\w+@@\Z|\A@(?:string|Value|env|param)\b|\A__\w+__\Z|\.\.\.|…|\*\*\*"
    r"|\$env:|process\.env|os\.environ|\A(?:secrets|env|vars|var|self|this|config|settings|args)\."
)
_PATTERN = re.compile(r"\(\?|\[\^?[a-zA-Z]-[a-zA-Z]|\\[dwsb]|\.\*|\.\+|\)\$\Z|\{\d+,")
_CALL = re.compile(r"\A\W{0,3}([A-Za-z_$][\w.$:]*)[(\[{]")
_CODE = re.compile(r"\)\{|\}\)|\]\(|\(\)|=function|\]=|=>|&&|\|\||\)\.|\);|![01]\b|\{[a-z_]+:")
_ADDRESS = re.compile(r"[a-z]{2}:/{2}|\Aarn:aws|\A(?:\d+:)?v?\d+(?:\.\d+)+(?:[-+~.]\w[\w.+~-]*)?\Z")
"""Also Amazon's names of resources and the versions of packages, which are a kind of address."""
_PATH = re.compile(r"\A(?:\.{0,2}|~|[A-Za-z]:)[/\\]|\A[\w-]+(?:/[\w-]+)*\.[a-z]{2,4}\Z")
_DUMMY = re.compile(f"{DUMMY_WORDS}|(?<![a-z])(?:{DUMMY_SHORT_WORDS})(?![a-z])")
_SEQUENCE = re.compile(
    r"0?123(?:4(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?)?|abc(?:d(?:e(?:f(?:g(?:hi?)?)?)?)?)?|98765\d*|(\w)\1{3,}"
)
_FILLER = re.compile(r"x{4}|X{4}|([*.#•_0-])\1{5}")
_NOT_ALNUM = re.compile(r"[\W_]+")
_SEPARATORS = re.compile(r"[-_./:+=,;\s|\\]+")
_BASE64_SIGNS = re.compile(r"[-_+/=]")
_RUNS = re.compile(r"[A-Z]?[a-z\u0080-\U0010ffff]+|[A-Z]+|[0-9]+|[!-/:-@\[-`{-~]+")
_UUID = re.compile(r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])", re.IGNORECASE)
_GROUPS = re.compile(r"(?=.{11})(?=[^0-9]*[0-9])(?=[^A-Z]*[A-Z])[A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,}")
_HEX = re.compile(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{16,}|(?=[0-9]*[A-F])(?=[A-F]*[0-9])[0-9A-F]{16,}")
_WORD_PAIRS = frozenset(group[0] + after for group in LETTER_PAIRS.split() for after in group[1:])
_PAIRS = re.compile("(?=([a-z]{2}))")
_NUMBERED = re.compile(r"[A-Za-z]{4,16}[0-9]{3,8}")
_PASSPHRASE = re.compile(r"[a-z]{4,12}(?:-[a-z]{4,12}){3,7}")
_LONGEST = 400
"""A value's looks are judged by its beginning, so that a line of megabytes costs no more than a short one."""


def is_known_example(value: str) -> bool:
    """Return whether it is a key that everyone knows from a manual, or is filled up with x."""
    known = any(known in value for known in KNOWN_EXAMPLES)
    return known or "EXAMPLE" in value or _FILLER.search(value) is not None


def is_stand_in(value: str, sequences: bool = False) -> bool:
    """Return whether a key's body is only words that tell the reader to put a key there.

    With `sequences`, 123 and abc count as such words too.
    """
    if is_known_example(value):
        return True
    value = value[:_LONGEST].lower()
    without = _DUMMY.sub("", _SEQUENCE.sub("", value) if sequences else value)
    left = len(_NOT_ALNUM.sub("", without))
    return left == 0 or (left < 6 and len(without) < len(value))


def is_no_value(value: str) -> bool:
    """Return whether it is a template, a pattern, a path, an address or a stand-in, and no secret's value."""
    value = PLACEHOLDER.sub("", value[:_LONGEST])
    return (
        len(_NOT_ALNUM.sub("", value)) < 3
        or any(shape.search(value) for shape in (_TEMPLATED, _PATTERN, _ADDRESS))
        or (_PATH.search(value) is not None and not looks_random(value))
        or is_stand_in(value, sequences=len(value) < 16)
    )


def is_call(value: str) -> bool:
    """Return whether an unquoted value is code that gets the value from somewhere: `next(…`, `keys[…`."""
    match = _CALL.match(value)
    return (match is not None and not looks_random(match[1])) or _CODE.search(value[:_LONGEST]) is not None


def looks_random(value: str) -> bool:
    """Return whether it holds a piece that no one would make of words: kinds of characters change all the time."""
    value = PLACEHOLDER.sub(" ", value[:_LONGEST])
    if _UUID.search(value) or _GROUPS.fullmatch(value):
        return True
    return any(_random_piece(piece) for piece in _SEPARATORS.split(value)) or _random_whole(value)


def looks_chosen(value: str, sure: bool) -> bool:
    """Return whether it could be a password a person chose: letters with digits or signs, and no plain name.

    Where the place does not make it `sure`, a word with a digit or two is a variable, and not enough.
    """
    if len(value) < 6 or any(blank in value for blank in " \t\n"):
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    signs = any(char in "!@#$%^&*~§€" for char in value[:-1]) or (digits and value[-1] in "!?*#$%&")
    pieces = _SEPARATORS.split(value)
    mixed = len(value) >= 8 and any(len(_RUNS.findall(piece)) >= 3 for piece in pieces)
    numbered = _NUMBERED.fullmatch(value) is not None
    if not sure:
        return letters and digits and (signs or mixed or numbered)
    wordless = any(_unspeakable(piece, 8, share=0.4) for piece in (*pieces, value))
    one_word = digits and (len(pieces) == 1 or mixed)
    return letters and (one_word or signs or wordless or _PASSPHRASE.fullmatch(value) is not None)


def _random_piece(piece: str) -> bool:
    if len(piece) < 8:
        return False
    if _HEX.fullmatch(piece):
        return True
    runs = _RUNS.findall(piece)
    if piece.isalpha():
        return _unspeakable(piece, 10) or (len(piece) >= 12 and len(runs) >= len(piece) / 2.4)
    if not any(run[0].isalpha() for run in runs):
        return False
    if len(runs) >= max(4, len(piece) / 3.2) or _unspeakable(piece, 10):
        return not _made_of_words(runs)
    return len(piece) >= 14 and len(runs) >= 4 and not _made_of_words(runs)


def _random_whole(value: str) -> bool:
    """Return whether hyphens, slashes and the like are only some of the random characters, as in base64."""
    joined = _BASE64_SIGNS.sub("", value)
    if len(joined) < 20 or not joined.isalnum():
        return False
    kinds = (str.isupper, str.islower, str.isdigit)
    return len(_RUNS.findall(joined)) >= len(joined) / 2.6 and all(any(map(kind, joined)) for kind in kinds)


def _made_of_words(runs: list[str]) -> bool:
    """Return whether most letters stand in words: `Ed25519PrivateKey`, `utf8mb4_unicode`."""
    words = [run.lower() for run in runs if len(run) >= 3 and run.isalpha()]
    pairs = [pair for word in words for pair in _PAIRS.findall(word)]
    letters = sum(len(run) for run in runs if run[0].isalpha())
    common = sum(pair in _WORD_PAIRS for pair in pairs)
    few_breaks = len(runs) <= 2 * len(words) + 1
    return few_breaks and sum(map(len, words)) >= 0.75 * letters and common >= 0.85 * len(pairs)


def _unspeakable(piece: str, letters: int, share: float = 0.55) -> bool:
    """Return whether the piece has at least so many letters, and less than a share of them follow each other as in words.

    A capital in the middle begins a new word, so `FindKeyByKeyID` is not held against what it joins.
    """
    runs = [run.lower() for run in _RUNS.findall(piece) if run[0].isalpha()]
    pairs = [pair for run in runs for pair in _PAIRS.findall(run)]
    odd = sum(len(run) == 1 for run in runs)
    many = sum(map(len, runs)) >= letters
    return many and sum(pair in _WORD_PAIRS for pair in pairs) < share * (len(pairs) + odd)
