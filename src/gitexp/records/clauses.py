"""Read what a statement says as parts, each said or denied: "use A, not B" says A and denies B."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from gitexp.records.clause_words import (
    ASSIGNS,
    AUXILIARY,
    CONTRARY_VERBS,
    DENIES,
    DENSE_DENIES,
    DENSE_MUST,
    EMPTY,
    EXCEPTS,
    FLIPS,
    MEANINGS,
    PLAIN_SIGNS,
    SETS,
    SETTING,
    WHERE,
)
from gitexp.records.stems import Token, same_name, tokens

_TEXTS_KEPT = 4096
MOST = 40
"""Clauses of a text that are read: a statement has a few."""
_LONGEST = 600
"""Letters of a piece in which settings are looked for: a command is shorter."""
_FORBIDS = r"(?:never|do not|don['’]t|must not|mustn['’]t|should not|shouldn['’]t|cannot|can['’]t)"
_PARTED = re.compile(
    r"[;!?。；！？\n]+|:(?=\s)|(?<!e\.g)(?<!i\.e)\.(?=\s|$)|，|\s[-–—]\s|,?\s*\b(?:because|since|otherwise)\b"
    rf"|,\s*(?=(?:and|or|but|so|then|as|which|{_FORBIDS})\b)|\s(?:and|but|or)\s(?={_FORBIDS}\b)",
    re.I,
)


_PIECES = re.compile(r"[;!?。；！？\n]+|\.(?=\s|$)|\s[-–—]\s|,?\s*\b(?:because|since|otherwise)\b", re.I)


@dataclass(frozen=True)
class Part:
    """A part of a statement. `words` are stems and names in order, without those that carry no matter."""

    denied: bool
    words: tuple[str, ...]
    figures: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    excepted: bool = False
    aside: bool = False
    """It is to be left as it is."""
    trails: bool = False
    """It denies a piece of what was said before it: "run it, but not in parallel", "run it without a lock"."""

    @property
    def turns(self) -> bool:
        """Return whether it begins with a verb that stands for its contrary too: keep, or remove."""
        return self.words[:1] in MEANINGS

    @property
    def keeps(self) -> tuple[str, bool] | None:
        """Return such a verb and whether it is denied; what is left as it is is kept."""
        if self.aside:
            return "keep", not self.denied
        return (self.words[0], self.denied) if self.turns else None

    def holds(self, word: str) -> bool:
        """Return whether a word is among its words; a name also by its end."""
        return word in self.words or any(same_name(word, name) for name in self.names if name != word)


@lru_cache(_TEXTS_KEPT)
def parts(text: str) -> tuple[Part, ...]:
    """Return what a text says and what it denies, in order."""
    clauses = [clause for clause in _PARTED.split(flat(text.replace("`", " "))) if clause.strip()]
    return tuple(part for clause in clauses[:MOST] for part in _Reading().read(clause))


def flat(text: str) -> str:
    """Return a text with single blanks and line ends: patterns over long runs of them are slow."""
    return "\n".join(" ".join(line.split()) for line in text.splitlines() if line.strip())


@lru_cache(_TEXTS_KEPT)
def plainly(text: str) -> str:
    """Return a text in which a bound, and a verb that gives a thing its figure, are said in one way.

    "Keep the limit below 5", "set limit < 5" and "pin limit to < 5" are "set the limit < 5" and the like.
    """
    text = flat(text.replace("`", " "))
    for pattern, instead in PLAIN_SIGNS:
        text = pattern.sub(instead, text)
    return SETS.sub(r"\g<before>set", text)


class Setting(NamedTuple):
    """A thing that a text sets to a word, and the rest of what that piece of the text says."""

    name: str
    value: str
    rest: Part


@lru_cache(_TEXTS_KEPT)
def settings(text: str) -> tuple[Setting, ...]:
    """Return what a text sets to which word; what it denies, or says with an exception, is left out."""
    pieces = [piece for piece in _PIECES.split(flat(text)) if piece.strip() and len(piece) <= _LONGEST]
    return tuple(islice((setting for piece in pieces[:MOST] for setting in _settings_of(piece)), MOST))


def _settings_of(piece: str) -> Iterator[Setting]:
    for pattern in ASSIGNS:
        for match in pattern.finditer(piece):
            around = parts(f"{piece[: match.start()]} {piece[match.end() :]}")
            if not any(part.denied or part.excepted for part in around):
                words = tuple(word for part in around for word in part.words if word not in SETTING)
                names = frozenset(name for part in around for name in part.names)
                found = match.groupdict()
                value = (found["value"] or found["word"]).casefold()
                yield Setting(match["name"], value, Part(False, words, (), names))


@dataclass
class _Begun:
    denied: bool
    words: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    trails: bool = False


class _Reading:
    """Reads one clause; a denial of the whole turns all its parts around."""

    def __init__(self) -> None:
        self.turned = self.excepted = self.lacks = self.aside = False
        self.meaning = ""
        self.begun = [_Begun(False)]

    def read(self, clause: str) -> list[Part]:
        """Return the parts of the clause."""
        all_of_it = tokens(clause)
        for at, token in enumerate(all_of_it):
            before = all_of_it[at - 1].said if at else ""
            after = all_of_it[at + 1].said if at + 1 < len(all_of_it) else ""
            self._take(token, before, after)
        made = [one for one in self.begun if one.words or one.figures]
        if not made and self.meaning:
            made = [_Begun(False, [self.meaning])]
        return [
            Part(
                one.denied != self.turned,
                tuple(one.words),
                tuple(one.figures),
                frozenset(one.names),
                self.excepted or (self.turned and self.lacks),
                self.aside,
                one.trails,
            )
            for one in made
        ]

    def _take(self, token: Token, before: str, after: str) -> None:
        now = self.begun[-1]
        if token.kind == "dense":
            self._take_dense(token.text)
        elif token.kind in ("figure", "sign"):
            now.figures.append(token.text)
        elif token.kind == "name":
            now.words.append(token.text)
            now.names.add(token.text)
        elif token.kind == "word" and not self._denial(token.said, before, after):
            self._take_word(token)

    def _denial(self, said: str, before: str, after: str) -> bool:
        """Take a word that denies, and return whether it does."""
        if said in DENIES:
            beside = before in (",", "and", "or", "but") or (said == "not" and before not in AUXILIARY)
            if after in ("only", "just", "merely"):
                return True
            if beside and self._anything():
                self.begun.append(_Begun(True, trails=said == "not" and before not in AUXILIARY))
            else:
                self.turned = not self.turned
                if said in ("not", "never") and (after in WHERE if not before else before in ("but", "and")):
                    self.begun[-1].trails = said == "not" or after in WHERE
        elif said == "no" and after in ("longer", "more"):
            self.turned = not self.turned
        elif said in ("no", "without") or (said in ("instead", "rather") and after in ("of", "than")):
            self.begun.append(_Begun(True, trails=said == "without"))
            self.lacks = self.lacks or said == "without"
        elif said in EXCEPTS:
            self.excepted = True
        elif said in FLIPS and not self._anything():
            self.turned = not self.turned
        else:
            return said in ("longer", "more") and before == "no"
        return True

    def _take_word(self, token: Token) -> None:
        meaning, contrary = CONTRARY_VERBS.get(token.text, ("", False))
        if (
            token.said in ("alone", "aside", "untouched", "unchanged", "place")
            and "leav" in self.begun[-1].words
        ):
            self.begun[-1].words.remove("leav")
            self.aside, self.turned = True, not self.turned
        elif meaning == "allow":
            # What is forbidden is what nobody may do: the verb itself adds nothing to it.
            self.meaning, self.turned = meaning, self.turned != contrary
        elif meaning and not self.begun[-1].words:
            self.begun[-1].words.append(meaning)
            self.begun[-1].denied = self.begun[-1].denied != contrary
        elif token.said not in EMPTY and len(token.text) > 1:
            self.begun[-1].words.append(token.text)

    def _take_dense(self, run: str) -> None:
        run = DENSE_MUST.sub("", run)
        bare, many = DENSE_DENIES.subn("", run)
        self.turned = self.turned != (many % 2 == 1)
        self.begun[-1].words += [bare[at : at + 2] for at in range(max(1, len(bare) - 1)) if bare]

    def _anything(self) -> bool:
        return any(one.words or one.figures for one in self.begun)
