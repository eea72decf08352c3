"""The texts that a search asks for, taken apart into words, and how git and `re` are told to look for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection

from gitexp.records.outline import parts_of

MAX_NAME = 200

_ESCAPED = r"\\\g<0>"
_SEPARATOR = r"(?:\.|::|->|#|\\|\?\.|&\.)"
_TOKEN = re.compile(r"\w+")
_SPECIAL = re.compile(r"[.\[\]{}()*+?^$|\\]")


class Asked:
    """The texts asked, taken apart into words, and the runs of letters that stand for each word."""

    def __init__(self, texts: Collection[str]) -> None:
        self.by_token: dict[str, list[tuple[str, re.Pattern[str] | None]]] = defaultdict(list)
        """Each word by a run of letters in it; with a pattern where the word is more than that run."""
        self.wholes: dict[str, list[tuple[str, str, re.Pattern[str]]]] = defaultdict(list)
        """Each text of several parts by its last word, with its first."""
        self._signs: list[str] = []
        names = sorted(
            {text for text in texts if len(text) <= MAX_NAME and "\n" not in text and _sound(text)}
        )
        words = {word: None for text in names for word in parts_of(text)}
        for text in names:
            parts = parts_of(text)
            if len(parts) > 1:
                spelled = _SEPARATOR.join(map(_spelled, parts))
                self.wholes[parts[-1]].append((text, parts[0], _whole(spelled)))
            elif parts and parts[0] != text:
                self.wholes[parts[0]].append((text, parts[0], _whole(re.escape(parts[0]))))
        for word in words:
            runs = _TOKEN.findall(word)
            if runs:
                token = max(runs, key=len)
                self.by_token[token].append((word, None if token == word else _whole(_spelled(word))))
            else:
                # Of `+` or `[]` only the definition can be told from all its uses.
                defined = re.compile(rf"(?<!\w)(?:def|func)\s+(?:self\.)?{re.escape(word)}(?=[\s(\w]|$)")
                for opener in ("def", "func"):
                    self.by_token[opener].append((word, defined))
                self._signs.append(word)
        self.tokens = frozenset(self.by_token)
        self._searched = {
            token for token, words in self.by_token.items() if any(_TOKEN.search(w) for w, _ in words)
        }

    def patterns(self) -> list[bytes]:
        """Return the patterns that git searches for; a word of other letters also as Latin-1 writes it."""
        escaped = [_SPECIAL.sub(_ESCAPED, token) for token in sorted(self._searched)]
        old = [
            text.encode("latin-1", "ignore")
            for text in escaped
            if not text.isascii() and max(text) < "\u0100"
        ]
        signs = [f"(def|func)[[:space:]]+(self\\.)?{_SPECIAL.sub(_ESCAPED, word)}" for word in self._signs]
        return [text.encode() for text in (*escaped, *signs)] + old


def _spelled(word: str) -> str:
    """Return the pattern of a word; C++ and C# may put blanks into the name of an operator."""
    if word.startswith("operator") and not word[8:9].isalnum():
        return rf"operator\s*{re.escape(word[8:].strip())}"
    return re.escape(word)


def _sound(text: str) -> bool:
    """Return whether a text can be written as bytes."""
    return text.isprintable() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def _whole(pattern: str) -> re.Pattern[str]:
    """Return the pattern of a text that no letter stands before or after; `--no` does not stand in `--no-cache`."""
    dashed = "-" in pattern
    return re.compile(rf"(?<![\w-]){pattern}(?!-?\w)" if dashed else rf"(?<!\w){pattern}(?!\w)")
