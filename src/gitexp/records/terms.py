"""Words of the team as they are spelled: how a term is kept, and which terms a question may hold."""

from __future__ import annotations

import re
import unicodedata

from gitexp.records.search_tokens import is_dense, search_tokens

FORM = 1
"""Changed with every change of how a term is kept."""
LONGEST = 5
"""Words of a term; more is a sentence."""
_SIGNS = 8
"""Signs of a term in a script without blanks."""
_MOST = 400
"""Words and runs of a question that are looked at."""
_WORD = re.compile(r"\w+")
_ASKS = re.compile(
    r"\bwhat(?:'s| is| are| was)\b|\bmeans?\b|\bmeaning\b|\bstands? for\b|\bglossary\b"
    r"|とは|って何|って、何|の意味|何のこと|是什么|是什麼|什么意思|指什么|是指|是啥"
)


def kept_as(text: str) -> tuple[str, ...]:
    """Return under which spellings a term is kept: as it is written, and by the stems of its words; none for a sentence."""
    words = _words(text)
    if not words or len(words) > LONGEST or (is_dense(words[0]) and len(words[0]) > _SIGNS):
        return ()
    return tuple(dict.fromkeys((" ".join(words), " ".join(_stems(words)))))


def terms_in(question: str) -> list[str]:
    """Return what a question may hold as a term, the shortest first."""
    words = _words(question)[:_MOST]
    found = _side_by_side(words)
    # Without blanks nothing tells where a word begins: any part may be one, a single sign only where its script ends.
    for word in words:
        if not word.isascii():
            found += [
                word[at : at + many] for many in range(2, _SIGNS + 1) for at in range(len(word) - many + 1)
            ]
            found += [run for run in _runs(word) if len(run) == 1]
    ways = (
        sorted(some, key=lambda term: (len(term), term)) for some in (found, _side_by_side(_stems(words)))
    )
    return list(dict.fromkeys(term for way in ways for term in way if term))


def _side_by_side(words: list[str]) -> list[str]:
    return [
        " ".join(words[at : at + many])
        for many in range(1, LONGEST + 1)
        for at in range(len(words) - many + 1)
    ]


def is_plain(term: str) -> bool:
    """Return whether a term is one word or one sign: it may be meant as everyone means it."""
    return " " not in term and not (len(term) > 1 and any(map(is_dense, term)))


def asks_for_meaning(question: str) -> bool:
    """Return whether a question asks what something means."""
    return _ASKS.search(question.lower()) is not None


def _words(text: str) -> list[str]:
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    words = _WORD.findall(plain.casefold())
    return words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words


def _stems(words: list[str]) -> list[str]:
    return [(search_tokens(word) or [word])[-1] if word.isascii() else word for word in words]


def _runs(word: str) -> list[str]:
    """Return a word in pieces of one script each."""
    pieces: list[str] = []
    before = ""
    for letter in word:
        script = "h" if "\u3040" <= letter <= "\u309f" else "d" if is_dense(letter) else "o"
        if pieces and script == before:
            pieces[-1] += letter
        else:
            pieces.append(letter)
        before = script
    return pieces
