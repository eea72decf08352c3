"""The small words of English, Chinese and Japanese that deny, bind and command; no table of what means the same."""

from __future__ import annotations

import re

from gitexp.records.stems import stem

AUXILIARY = frozenset(
    "do does did is are was were be been must should shall may might can could will would need to has have had it you "
    "we they one that this which there".split()
)
DENIES = frozenset(
    "not never cannot don't dont doesn't didn't isn't aren't wasn't mustn't shouldn't can't won't wouldn't couldn't "
    "neither nor hardly".split()
)
FLIPS = frozenset("avoid forget omit skip refrain stop refuse fail".split())
"""Verbs that deny what they command: "avoid calling", "do not forget to call"."""
CONTRARY_VERBS = {
    stem(word): (meaning, denied)
    for meaning, denied, words in (
        ("allow", False, "allow allowed permit permitted accept accepted fine ok okay legal"),
        ("allow", True, "forbid forbidden prohibit prohibited disallow ban banned reject rejected illegal"),
        ("keep", False, "keep kept retain retained preserve preserved"),
        ("keep", True, "remove removed delete deleted drop dropped discard discarded erase"),
        ("raise", False, "raise increase enlarge"),
        ("raise", True, "lower reduce decrease shrink"),
        ("enable", False, "enable enabled activate"),
        ("enable", True, "disable disabled deactivate"),
        ("include", False, "include"),
        ("include", True, "exclude"),
    )
    for word in words.split()
}
"""Common verbs of command and their contraries; nothing else is taken for a synonym."""
MEANINGS = frozenset((meaning,) for meaning, _ in CONTRARY_VERBS.values())
EMPTY = frozenset(
    "a an the please use using used prefer choose take pick adopt always must should shall need needs have has had to do "
    "does did be is are was were been being it its they them their this that these those one ones which who of in on at "
    "for with by from into and or but so then than instead rather as you we i our your us there here also just will would "
    "can could may might every each any some such very really simply e.g i.e if when where while already ever still yet "
    "both either".split()
)
"""Words that carry no matter of their own in a command."""
EXCEPTS = frozenset("unless except until till".split())
DENSE_MUST = re.compile(
    "不得不|不能不|なければ(?:ならない|なりません|いけない|いけません)|ない(?:と|では)いけ(?:ない|ません)"
)
DENSE_DENIES = re.compile(
    "不(?![同仅過过但断管足])(?:要|能|可以?|得|应该?|會|会|准|许|该)?|禁止|请勿|切勿|勿|没有|ないで|ない|ません|せずに"
)
