"""Finds the changes here that a fix followed: where one went wrong before, the next may."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from gitexp.records.archaeology import FollowUp
from gitexp.records.past import Change, Touch
from gitexp.records.words import content_words
from gitexp.steps.trailers import said_in

MOST = 5
DAY = 24 * 3600
SERIES = 600
"""Seconds; what comes closer was pushed or applied together, and is one piece of work."""
COMMON = 0.03
"""A word in a larger part of the subjects here is about the place, not about one change."""
RARE = 3
"""A word that so few subjects have is about one matter."""
ENOUGH, ENOUGH_OF_FIXES = 2, 3
"""What the shared words must weigh, a rare one or the name of a piece of code two; fixes of one area share words anyway."""

_LEAD = r"(?:\[[^\]]{1,40}\]\s*+|[\w()/*.,{} -]{1,60}!?:\s++)*"
"""`[core] io: `; the blanks behind each are its own, or many tags could be read in too many ways."""
_FIXES = re.compile(
    rf"{_LEAD}(?:bug(?:\(|:)|(?:(?:really|properly|another|quick|hot|bug|attempt to|try to|also|more"
    rf"|correctly)[ -]?)*fix(?:es|ed|ing)?\b(?![-\w]))"
    r"|.*\b(?:to|and|which|also|that) fix(?:es)?\b(?![-\w])|.*\b(?:bug|hot)-?fix(?:es)?\b"
    r"|.*[,;.(] ?fix(?:es)?\b(?![-\w])"
    r"|.*\b(?:avoid|prevent|handle|resolve|correct|repair|work ?around|plug|address)(?:s|es|ed|ing)?\b.{0,40}"
    r"\b(?:crash(?:es)?|regressions?|bugs?|segfaults?|leaks?|deadlocks?|races?|breakage|broken|overflow"
    r"|panic)\b"
    r"|.*\b(?:regressions?|breakage|bug) (?:in|from|since|introduced|caused|after)\b"
    r"|.*(?:修复|修正|修正了|解决|バグ|不具合|クラッシュ|直す|直した|リグレッション|回归|崩溃)",
    re.I,
)
_HINT = re.compile(
    r"fix|bug|regression|breakage|broken|crash|segfault|leak|deadlock|race|overflow|panic"
    r"|修|解决|回归|崩溃|バグ|不具合|クラッシュ|直|リグ",
    re.I,
)
_IDLE = re.compile(
    r"\bfix\w*\b(?:\s+[\w'`().-]+){0,6}?\s+(?:typos?|spell\w*|misspell\w*|grammar|format\w*|lint\w*|docs?"
    r"|documentation|docstrings?|style"
    r"|white-?spaces?|indent\w*|comments?|links?|urls?|copyright|changelog|readme|test (?:names?|titles?"
    r"|descriptions?)|wording|rdoc|markup"
    r"|rubocop|flake8|pylint|pep-?8|punctuation|capitali[sz]ation|headings?|references?|english|nits?"
    r"|fixtures?)\b"
    r"|\btypos?|\[(?:ci|skip)[ -](?:skip|ci)\]|\b(?:add|extend|improve)\w* .{0,30}\btests?\b|错别字|拼写|誤字"
    r"|タイポ|文档|ドキュメント"
    r"|^(?:\[[^\]]+\]\s*)*(?:docs?|sty|style|tst|tests?|ci|bld|build|chore|typ)(?:\([^)]*\))?!?:",
    re.I,
)
_NAME = re.compile(r"\b[A-Za-z]\w*_\w+")
_TAKES_BACK = re.compile(r"\W*(?:re-?vert|back(?:ed|ing)?[ -]?out|re-?land|re-?apply|merge)\b", re.I)
_OF_FIXES = content_words(
    "fix fixes fixed fixing bug bugs bugfix hotfix regression crash crashes broken break breaks breakage "
    "issue issues problem error errors wrong correct correctly properly avoid prevent handle resolve repair "
    "work around make sure ensure add adds added remove removed change changes changed update updated allow "
    "support new old case cases code function method file test tests call calls check move rename refactor "
    "cleanup clean improve better maint enh doc tst api set get value values return returns via without first "
    "second also still few some minor small todo review pull request part step introduce implement found "
    "mainly using last initial commit accidentally feature option options type types string name names "
    "instead more less never always non null none true false default"
)
IDLE_KINDS = ("bot_churn", "reformat", "rename", "move")
UNDOING = ("revert", "partial_revert", "revert_plus", "reland")


def followed(changes: Sequence[Change], days: int = 21) -> tuple[FollowUp, ...]:
    """Return the changes that a fix followed, the newest fix first.

    A fix that names the change (`Fixes: 1a2b3c4…`) counts whenever it came; else it must come within some days, and
    share with the change a word that few subjects of this place have. What belongs to the same pull request or was
    pushed together is one piece of work and no follow-up.
    """
    counts = [change for change in changes if not change.bot and change.kind not in IDLE_KINDS]
    found = {(one.commit, one.fix): one for one in (*_guessed(counts, days), *_told(counts))}
    fixed_at = {change.commit: (-change.touch.seconds, place) for place, change in enumerate(changes)}
    return tuple(sorted(found.values(), key=lambda one: (fixed_at[one.fix], fixed_at[one.commit]))[:MOST])


def is_fix(subject: str) -> bool:
    """Return whether a subject says that it mends behaviour; a typo, a link or the style are none."""
    line = " ".join(subject.split())[:300]
    return (
        bool(_HINT.search(line) and _FIXES.match(line))
        and not _IDLE.search(line)
        and not _TAKES_BACK.match(line)
    )


def _told(changes: Sequence[Change]) -> list[FollowUp]:
    found = []
    ids = sorted(change.commit for change in changes)
    by_id = {change.commit: change.touch for change in changes}
    for change in changes:
        trailers = said_in(change.touch) if "ixes:" in change.touch.body else ()
        for begin in (one.commit for one in trailers if one.name == "Fixes" and one.commit):
            named = _beginning(ids, begin.lower())
            if named and named != change.commit:
                found.append(_follow_up(by_id[named], change.touch, said=True))
    return found


def _beginning(ids: Sequence[str], begin: str) -> str | None:
    meant = [id for id in ids if id.startswith(begin)]
    return meant[0] if len(meant) == 1 else None


def _guessed(changes: Sequence[Change], days: int) -> list[FollowUp]:
    """Return for the newest fixes the one earlier change whose words weigh the most in each, of these the nearest."""
    own_names = {path: content_words(path.replace("/", " ")) for path in {one.touch.path for one in changes}}
    words = {one.commit: _words(one.touch) - own_names[one.touch.path] for one in changes}
    often = Counter(word for each in words.values() for word in each)
    ordered = sorted(changes, key=lambda change: change.touch.seconds)
    fixes = {change.commit for change in changes if is_fix(_title(change.touch))}
    found: list[FollowUp] = []
    for place, change in reversed(list(enumerate(ordered))):
        if change.kind in UNDOING or change.commit not in fixes:
            continue
        if len(found) == MOST:
            break
        own = {word: _weight(word, often[word], len(changes)) for word in words[change.commit]}
        best = _best(change.touch, ordered[:place], words, own, fixes, days)
        if best is not None:
            found.append(_follow_up(best, change.touch, said=False))
    return found


def _weight(word: str, often: int, of: int) -> int:
    if often > max(RARE, COMMON * of):
        return 0
    return 2 if often <= RARE or "_" in word else 1


def _best(
    fix: Touch,
    before: Sequence[Change],
    words: Mapping[str, frozenset[str]],
    weights: Mapping[str, int],
    fixes: Collection[str],
    days: int,
) -> Touch | None:
    best: tuple[int, Touch] | None = None
    for change in reversed(before):
        away = fix.seconds - change.touch.seconds
        if away > days * DAY:
            break
        if change.kind in UNDOING or away < SERIES or _is_one_work(fix, change.touch):
            continue
        shared = sum(weights.get(word, 0) for word in words[change.commit])
        enough = ENOUGH_OF_FIXES if change.commit in fixes else ENOUGH
        if shared >= enough and (best is None or shared > best[0]):
            best = shared, change.touch
    return best[1] if best else None


def _is_one_work(fix: Touch, touch: Touch) -> bool:
    if fix.pull_request is not None and fix.pull_request == touch.pull_request:
        return True
    return _title(fix).casefold() == _title(touch).casefold()


def _words(touch: Touch) -> frozenset[str]:
    """Return what a title is about: without the words of fixing.

    The name of a piece of code is one more word, besides its parts.
    """
    title = _title(touch)
    plain = content_words(title) - _OF_FIXES
    names = (name.casefold() for name in _NAME.findall(title))
    return frozenset((*(word for word in plain if len(word) > 2 and not word.isdigit()), *names))


def _title(touch: Touch) -> str:
    return touch.title or touch.subject


def _follow_up(touch: Touch, fix: Touch, *, said: bool) -> FollowUp:
    return FollowUp(touch.commit, fix.commit, max(0, fix.seconds - touch.seconds) // DAY, said)
