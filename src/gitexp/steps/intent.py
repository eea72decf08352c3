"""Says which ideas and constraints an intent is about, by words that carry matter; what is common here weighs little."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gitexp.records.archaeology import Constraint
from gitexp.records.words import content_words
from gitexp.steps.ideas import Idea
from gitexp.steps.said_undone import plain_title

NEAR = 0.55
"""The weight of the intent's words that an idea's titles must hold."""
BODY = 0.5
"""What a word counts that stands in a message's body alone."""
LIGHT = 0.3
"""What a word counts that tells nothing here."""
SURE = 0.85
_STATUS = re.compile(r"\b([1-5])(?:\d\d|xx)\b|\b(server|client) errors?\b|(サーバー?エラー|服务器错误)", re.I)
"""An HTTP status and the words for its class: who says 500 and who says 5xx mean one thing."""
_OUT = re.compile(
    r"\b(?:remov\w*|drop(?:s|ped|ping)?|delet\w*|deprecat\w*|disabl\w*|stop(?:s|ped|ping)?|revert\w*|back(?:ed|ing)? out|"
    r"get rid|no longer|eliminat\w*|kill\w*|strip\w*|forbid\w*|prohibit\w*|"
    r"do(?:es)? not|don'?t|without|avoid\w*|unsupport\w*)\b"
    r"|删除|移除|禁用|弃用|停止|去掉|削除|廃止|無効",
    re.I,
)
_BACK = re.compile(r"^(?:please )?(?:bring|put|get)s? back\b|^restor\w+|^re-?introduc\w+", re.I)
_VERBS = content_words(
    "add adding added remove removed fix fixed make made change changed update updated support implement introduce "
    "improve allow enable ensure handle create new set get try move rename refactor cleanup clean simplify better "
    "test tests code function method class file feature option issue bug error default current first work without instead"
)
"""Words that say that something is done, and not what it is about."""
_IDENTIFIER = re.compile(r"[A-Za-z][a-z]+(?=[A-Z])|[A-Z]+(?=[A-Z][a-z])")


@dataclass(frozen=True)
class Met:
    """An idea that an intent is about: how much of the intent it holds (0 to 1), and how much its titles alone."""

    idea: Idea
    share: float
    titled: float
    likeness: float = 1.0
    """How much of the idea's own title is in the intent: a title of many other things is about these."""


def met(intent: str, ideas: Sequence[Idea], names: Sequence[str] = ()) -> list[Met]:
    """Return the ideas that an intent is about, the nearest first; of equals the newest.

    `names` are those of the file: the words of its path tell nothing about what is done in it.
    """
    wanted = words_of(_BACK.sub("", plain_title(intent)))
    if not wanted - _VERBS:
        return []
    titles = [_titles(idea) for idea in ideas]
    weights = _weights(wanted, titles, _VERBS | words_of(" ".join(names)))
    whole = sum(weights.values())
    found: list[Met] = []
    for idea, words in zip(ideas, titles, strict=True):
        common = wanted & words
        if not common:
            continue
        body = (wanted - words) & _body(idea)
        titled = sum(weights[word] for word in common) / whole
        share = titled + BODY * sum(weights[word] for word in body) / whole
        if share >= NEAR and _is_telling(common, wanted, weights):
            own = words_of(plain_title(idea.title)) - _VERBS
            likeness = len(own & wanted) / len(own) if own else 1.0
            found.append(Met(idea, round(share, 3), round(titled, 3), round(likeness, 3)))
    return sorted(found, key=lambda one: -one.share)


def takes_out(words: str) -> bool:
    """Return whether a title or an intent is about taking something out: to have done that is no way of having it."""
    return _OUT.search(words) is not None


def speaks(constraint: Constraint, intent: str) -> bool:
    """Return whether a constraint is about what is intended: its words share matter with it, not the place alone."""
    wanted = words_of(intent)
    said = words_of(f"{constraint.text} {constraint.why}")
    common = (wanted & said) - _VERBS
    return len(common) >= 2 or (len(common) == 1 and len(wanted - _VERBS) == 1)


def words_of(text: str) -> frozenset[str]:
    """Return the words that carry matter; identifiers are split, and an HTTP status stands for its class."""
    plain = _STATUS.sub(_class, text)
    split = _IDENTIFIER.sub(lambda match: f"{match[0]} ", plain)
    return content_words(f"{plain} {split}")


def _class(match: re.Match[str]) -> str:
    if match[1]:
        return f"{match[1]}xx"
    return "4xx" if (match[2] or "").lower() == "client" else "5xx"


def _titles(idea: Idea) -> frozenset[str]:
    titles = [plain_title(change.touch.title) for change in idea.changes]
    titles += [idea.title, *idea.others]
    return words_of(" \n".join(titles))


def _body(idea: Idea) -> frozenset[str]:
    return words_of(" \n".join(f"{change.touch.body[:2000]} {change.reason}" for change in idea.changes))


def _weights(
    wanted: Iterable[str], titles: Sequence[frozenset[str]], light: frozenset[str]
) -> Mapping[str, float]:
    """Return how telling each word is at this place: what every change here is called tells nothing."""
    often = Counter(word for words in titles for word in words)
    many = len(titles) + 1
    return {
        word: math.log(1 + many / (1 + often[word])) * (LIGHT if word in light else 1.0) for word in wanted
    }


def _is_telling(common: frozenset[str], wanted: frozenset[str], weights: Mapping[str, float]) -> bool:
    """Return whether the common words are more than chance: two that carry matter, or all there are."""
    matter, asked = common - _VERBS, wanted - _VERBS
    return bool(asked) and len(matter) >= min(2, len(asked))
