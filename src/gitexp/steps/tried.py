"""Tried: the approaches of a file's past that are out today, with the lines by which an edit is known to bring one back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from gitexp.ports import Past
from gitexp.records.claim import PULL_MERGE
from gitexp.records.past import Chain, Change, Place, Request
from gitexp.records.tried import Tried, line_key
from gitexp.records.tried_lines import Lines
from gitexp.steps.changed_lines import is_telling
from gitexp.steps.foreign_files import is_foreign
from gitexp.steps.ideas import Idea, ideas
from gitexp.steps.pull_requests import with_pull_requests
from gitexp.steps.quiet import bots, is_routine, reformats, shape
from gitexp.steps.trace import Traced, trace

Read = Callable[[Sequence[Request], Sequence[str]], Mapping[Request, Lines]]
MOST = 40
"""Approaches of one file, the newest; what is older few would try again."""
HALF = 0.5
"""The part of an approach's lines that whoever took it back must have turned round: else only words say so."""
FEW = 2
"""Lines that an approach changed at least: a single one nobody knows again."""
REPEATED = 2
"""Other commits of the file with the same subject from which on it names no approach."""
_UNDOING = ("revert", "revert_plus", "partial_revert", "workaround_lifted")
_NOISE = ("bot_churn", "reformat")
_RELEASING = re.compile(
    r"prepar\w+ (?:for )?(?:the )?next (?:development|release|iteration)|release-plugin", re.I
)
"""Words of tools that release."""
_LETTERS = 3
"""Letters and digits of a line that counts at all."""
_FRAME = re.compile(
    r"(?:return(?:\s+(?:true|false|none|null|nil|undefined|self|this|err|0|1|-1))?|else|try|begin|end(?:if)?|pass|break"
    r"|continue|finally|do|then|fi|done|esac|default|if err != nil|defer|loop|ensure|rescue|public|private|protected)\W*",
    re.I,
)
_NAMING = re.compile(
    r"(?:import\b|from\s+\S+\s+import\b|use\s+[\w\\:]|using\s+\w|#\s*include\b|require(?:_relative)?\b|package\s)"
)


def tried(path: str, past: Past, read: Read, ignored: Collection[str] = ()) -> tuple[Tried, ...]:
    """Return what was tried in a file and is out, newest first; `ignored` are commits that only format.

    Only what the content proves counts. Files that people do not write have nothing.
    """
    text = past.text(path) or ""
    if is_foreign(path, text):
        return ()
    chain = with_pull_requests(past.chain(Place(path)))
    traced = trace(chain, past, bots(chain.touches), reformats(chain.touches, ignored))
    often = Counter(shape(touch.subject) for touch in chain.touches)
    out = [idea for idea in ideas(traced.changes, _beside(chain, traced)) if _is_out(idea, often)]
    out.sort(key=lambda idea: -idea.last.touch.seconds)
    asked = {_request(change): None for idea in out[:MOST] for change in idea.changes}
    lines = read(list(asked), chain.names)
    today = frozenset(map(line_key, text.split("\n")))
    return tuple(one for idea in out[:MOST] for one in _forms(idea, lines, today))


def _beside(chain: Chain, traced: Traced) -> dict[str, str]:
    """Return the names of commits that did not touch the file themselves."""
    names = {merge.commit: merge.subject for merge in chain.merges}
    for merge in chain.merges:
        if merge.subject.startswith(PULL_MERGE) and (title := merge.body.partition("\n")[0].strip()):
            names[merge.commit] = title
    return names | {commit: touch.title for commit, touch in traced.others.items()}


def _is_out(idea: Idea, often: Mapping[str, int]) -> bool:
    """Return whether people tried something, and its lines were taken out again; `often` counts the file's subjects."""
    back = idea.taken_back
    if idea.state != "out" or not back or back[-1].exactness == "claimed" or is_routine(idea.title):
        return False
    if _RELEASING.search(idea.title):
        return False
    own = Counter(shape(change.touch.subject) for change in idea.changes)
    # What others of the file are called too is a round of work, as a release is, and comes again by nature.
    if any(often.get(subject, 0) >= many + REPEATED for subject, many in own.items()):
        return False
    return not all(change.bot or change.kind in _NOISE for change in idea.changes)


def _forms(idea: Idea, lines: Mapping[Request, Lines], today: Collection[int]) -> Iterator[Tried]:
    """Yield an approach as each of its attempts made it, one form once."""
    seen: set[tuple[frozenset[int], frozenset[int]]] = set()
    back = [lines[_request(change)] for change in idea.taken_back if _request(change) in lines]
    turned = Lines(
        tuple(line for one in back for line in one.removed), tuple(line for one in back for line in one.added)
    )
    attempts = [change for change in idea.changes if change.kind not in _UNDOING and not change.bot]
    # What came by a merge, or from elsewhere, is known by its revert turned round, where that names it.
    for change in attempts or [change for change in idea.taken_back[-1:] if change.reverts]:
        made = lines.get(_request(change)) if attempts else turned
        one = _form(idea, change, made, turned, today) if made else None
        if one and (one.added, one.removed) not in seen:
            seen.add((one.added, one.removed))
            yield one


def _form(idea: Idea, change: Change, made: Lines, turned: Lines, today: Collection[int]) -> Tried | None:
    """Return what is known of one attempt; None where too little of it can be known again."""
    put_in, taken_out = _unlike(_counting(made.added), _counting(made.removed))
    # What stands in the file today is no sign of the approach, and what stands in it no more can't be taken out.
    added = {key: line for key, line in put_in.items() if key not in today}
    removed = {key for key in taken_out if key in today}
    proved = len(added.keys() & _counting(turned.added)) + len(removed & _counting(turned.removed).keys())
    if len(added) + len(removed) < FEW or proved < HALF * (len(added) + len(removed)):
        return None
    why = idea.reason
    told = why or idea.taken_back[-1]
    return Tried(
        change.reverts[0] if change in idea.taken_back else change.commit,
        idea.title,
        change.day if change not in idea.taken_back else "",
        told.commit,
        told.day,
        told.touch.author,
        why.reason if why else "",
        "exact" if idea.taken_back[-1].exactness == "exact" else "likely",
        frozenset(added),
        frozenset(removed),
        frozenset(key for key, line in added.items() if is_telling(line)),
    )


def _counting(lines: Sequence[str]) -> dict[int, str]:
    """Return the lines that count, by their keys: no frame of code, and nothing that only names what a file uses."""
    return {line_key(line): line for line in map(str.strip, lines) if _counts(line)}


def _unlike(one: dict[int, str], other: dict[int, str]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the lines without those that differ in blanks alone, or not at all: moving and formatting try nothing."""
    plain, others = ({"".join(line.split()) for line in some.values()} for some in (one, other))
    same = plain & others
    return (
        {key: line for key, line in one.items() if "".join(line.split()) not in same},
        {key: line for key, line in other.items() if "".join(line.split()) not in same},
    )


def _counts(line: str) -> bool:
    if sum(letter.isalnum() for letter in line) < _LETTERS:
        return False
    return not (_FRAME.fullmatch(line) or _NAMING.match(line))


def _request(change: Change) -> Request:
    parents = change.touch.parents
    return change.commit, parents[0] if parents else ""
