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
WHERE = frozenset("in on at with from by to as for inside outside within under over through during".split())
"""Words that begin a piece of a command: "but never in parallel"."""
DENSE_MUST = re.compile(
    "不得不|不能不|なければ(?:ならない|なりません|いけない|いけません)|ない(?:と|では)いけ(?:ない|ません)"
)
DENSE_DENIES = re.compile(
    "不(?![同仅過过但断管足])(?:要|能|可以?|得|应该?|會|会|准|许|该)?|禁止|请勿|切勿|勿|没有|ないで|ない|ません|せずに"
)

_FIGURE = r"(?<![\d.,:])(?P<figure>[-+]?\d{1,20}(?:[.,:]\d{1,20}){0,5}(?:\s?(?:%|[A-Za-z]{1,12}))?)"
_MORE = "more|greater|higher|later|newer|longer|larger|bigger"
_LESS = "less|fewer|lower|earlier|older|shorter|smaller"
PLAIN_SIGNS = tuple(
    (re.compile(pattern, re.I | re.M), instead)
    for pattern, instead in (
        (r"^(?:>\s?)+", ""),
        (r"\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b", "commit"),
        (r"(?<=\d)\s?(?:milliseconds?|millis|msecs?)\b", " ms"),
        (r"(?<=\d)\s?(?:seconds?|secs?)\b", " s"),
        (r"(?<=\d)\s?(?:minutes?|mins?)\b", " min"),
        (r"(?<=\d)\s?(?:hours?|hrs?)\b", " h"),
        (rf"{_FIGURE}\s(?:or|and)\s(?:{_MORE}|above|over|up|upwards?)\b", r">= \g<figure>"),
        (rf"{_FIGURE}\s(?:or|and)\s(?:{_LESS}|below|under|down)\b", r"<= \g<figure>"),
        (r"(?<![\w.+-])(\d{1,20}(?:\.\d{1,20}){0,5})\+(?![\w+])", r">= \1"),
        (rf"\b(?:at least|(?:not?|never) (?:{_LESS}) than|(?:not|never) (?:below|under))\s(?=\d)", ">= "),
        (rf"\b(?:at most|up to|(?:not?|never) (?:{_MORE}) than|(?:not|never) (?:above|over))\s(?=\d)", "<= "),
        (r"\b(?:a |the )?min(?:imum)?(?: of)?\s(?=\d)", ">= "),
        (r"\b(?:a |the )?max(?:imum)?(?: of)?\s(?=\d)", "<= "),
        (rf"\b(?:(?:{_MORE}) than|above|over|beyond|exceeding)\s(?=\d)", "> "),
        (rf"\b(?:(?:{_LESS}) than|below|under)\s(?=\d)", "< "),
        (r"(?<=[\w)])\s?(?:=|:=)\s?(?=[-+]?\d)", " "),
        (r"(?<=\w):\s(?=[-+]?\d)", " "),
        (r"\b(?:turn|switch)(?:ed)? on\b", "enable"),
        (r"\b(?:turn|switch)(?:ed)? off\b", "disable"),
        (r"\b(?:turn|switch)(?:ed)?((?: [\w.-]+){1,4}) on(?=$|[.,;:!?])", r"enable\1"),
        (r"\b(?:turn|switch)(?:ed)?((?: [\w.-]+){1,4}) off\b", r"disable\1"),
    )
)
"""How a bound or a unit beside a figure is said, and the sign that stands for it."""
_VERBS = "set keep pin make pick adopt choose prefer take configure pass leave hold fix limit cap restrict give put use let"
SETTING = frozenset(map(stem, f"{_VERBS} retain".split()))
SETS = re.compile(
    r"(?P<before>(?:^|[.,;:!?]\s|\b(?:and|or|but|then|not|never|always|must|should|please|to)\s))"
    rf"(?:{_VERBS.replace(' ', '|')})\b(?=[^.;!?\n]{{0,80}}\d)",
    re.I | re.M,
)
"""Verbs that give a thing its figure: "set the limit to 5", "keep the limit at 5"."""

_NAME = r"(?P<name>[A-Za-z_](?:[\w-]|\.(?=\w))*)"
_WORD = r"[A-Za-z_][\w.-]*(?<![.-])"
ASSIGNS = (
    re.compile(
        rf"(?<![\w=]){_NAME}\s?(?::=|=(?![=>~]))\s?(?P<quote>[\"'])?(?P<value>{_WORD})(?(quote)(?P=quote))"
    ),
    re.compile(rf"`{_NAME}:\s?(?P<quote>[\"'])?(?P<value>{_WORD})(?(quote)(?P=quote))`"),
    re.compile(
        rf"(?P<code>`)?{_NAME}(?(code)`)\s(?:to|at|as|is|be|of|must be|should be|stays|remains)\s"
        rf"(?:(?P<quote>[`\"'])(?P<value>{_WORD})(?P=quote)|(?P<word>[Tt]rue|[Ff]alse|None|null|nil|on|off)\b)"
    ),
)
"""A thing and the word that it is set to: `mode=strict`, "set `mode` to 'strict'", "keep debug at False"."""
