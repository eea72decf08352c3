"""Reads what `exp new` is given as conditions and as search words: short forms of what the file says at length."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from gitexp.errors import UsageError
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    SymbolCheck,
)

_DEPENDENCY = re.compile(r"(?:([a-z]+):)?([A-Za-z@][\w./@:-]*)\s*((?:[<>=!~^].*[\w*].*)?)", re.DOTALL)
_FACT = re.compile(r"([^\s:=<>!~^]+)\s*=\s*([^\s=\d].*)", re.DOTALL)
"""As `--env` has it. What begins with a digit is a version, and so a dependency's."""
_SEARCH = re.compile(r"\s*([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\s*=(.+)", re.DOTALL)
_COMMA = re.compile(r"[,，、]")
_FORMS = "write `NAME`, `pypi:NAME>=1.2` or a fact: `rendering=canvas`, `language=python`, `platform=linux`"


def condition(option: str, text: str) -> Condition[str]:
    """Return the condition that a text means. Raises UsageError where it has no check."""
    found = _checked(text.strip())
    if found is None:
        raise UsageError(f"{option} {text}", "is neither a dependency nor a fact", _FORMS)
    return found


def exception(option: str, text: str) -> Condition[str]:
    """Return the condition under which it does not hold; a sentence is one that people judge.

    Raises UsageError for one odd word, which would hardly be meant as a sentence.
    """
    words = text.strip()
    found = _checked(words)
    if found is None and (" " in words or not words.isascii()):
        return Condition(words)
    return found or condition(option, text)


def search_words(given: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the words of each language, in their order, each once. Raises UsageError where none are said."""
    found: dict[str, tuple[str, ...]] = {}
    for text in given:
        match = _SEARCH.fullmatch(text)
        words = [" ".join(word.split()) for word in _COMMA.split(match[2])] if match else []
        words = [word for word in words if word]
        if match is None or not words:
            raise UsageError(
                f"--search {text}", "is no LANG=WORD,WORD", "write such as `de=doppelte Buchung,Gebühr`"
            )
        language = match[1].lower()
        found[language] = tuple(dict.fromkeys((*found.get(language, ()), *words)))
    return found


def _checked(text: str) -> Condition[str] | None:
    if match := _FACT.fullmatch(text):
        return _fact(match[1], match[2])
    if match := _DEPENDENCY.fullmatch(text):
        return Condition(text, DependencyCheck(match[2], match[1], match[3] or None))
    return None


def _fact(name: str, value: str) -> Condition[str]:
    one: Check
    match name.lower():
        case "language":
            said, one = f"the language is {value}", LanguageCheck(value)
        case "platform":
            said, one = f"the platform is {value}", PlatformCheck(value)
        case "path":
            said, one = f"the file is {value}", PathCheck(value)
        case "symbol":
            said, one = f"the code has {value}", SymbolCheck(value)
        case _:
            values = tuple(dict.fromkeys(filter(None, (part.strip() for part in value.split(",")))))
            said, one = f"{name} is {' or '.join(values)}", KeyCheck(name, values)
    return Condition(said, one)
