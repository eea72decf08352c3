"""Record a change: from what a commit's message, people's words and rejected alternatives give, to a change record."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gitexp.records.candidate import Candidate
from gitexp.records.change_record import (
    ChangeMessage,
    ChangeRecord,
    ChangeRelations,
    Impact,
    Rejected,
    change_id,
)
from gitexp.records.discussion import Discussion, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.text import Redacted
from gitexp.steps.redact_change import redacted_change

MAX_PATHS = 12
"""Paths of one record; of a change that touches more, the folders around them."""
MAX_REJECTED = 8
MAX_CONSTRAINTS = 8
MAX_TITLE = 160
NUMBER = re.compile(r"\s*\([#!](\d{1,9})\)\s*$")
"""The number of a pull request behind a title."""
CONSTRAINT = re.compile(
    r"(?:Constraint|Directive)[ \t]*:[ \t]*(?:\[until:[^\]]*\][ \t]*)?(?P<words>\S.*)", re.I | re.S
)
_WITH_REASON = re.compile(
    r"\b(?:because|since|otherwise|so that|in order to|due to)\b|因为|否则|为了|ため|ので|から", re.I
)
_SPECIAL = re.compile(r"([*?\[\\])")


@dataclass(frozen=True)
class Said:
    """What a person says of a change beside its message."""

    intent: str | None = None
    constraints: tuple[str, ...] = ()
    impact: str | None = None
    rejected: tuple[tuple[str, str | None], ...] = ()
    """Pairs of an alternative and its reason."""
    outcome: str | None = None
    by: str | None = None
    today: str | None = None


def record_change(
    message: ChangeMessage,
    discussion: Discussion[str],
    found: Sequence[Candidate],
    said: Said,
    *,
    repo: str,
) -> ChangeRecord[Redacted]:
    """Return the record of a commit, redacted.

    `discussion` is its message as turns, `found` what was rejected with a reason. What nobody said is left out:
    the subject is the intent unless a person gives another.
    """
    title = title_of(message.subject)
    made = ChangeRecord[str](
        id="",
        title=title,
        intent=said.intent or title,
        constraints=tuple(dict.fromkeys((*said.constraints, *constraints_of(discussion.turns)))),
        impact=Impact(said.impact, impact_paths(message.files)),
        rejected=tuple(_rejected_by_hand(said)) + rejected_of(found),
        outcome=said.outcome,
        commits=(message.commit,),
        pull_request=message.pull_request,
        made_at=message.at[:10] or None,
        evidence=tuple(_reasons(discussion.turns, found)),
        relations=ChangeRelations(message.fixes, message.reverts),
    )
    clean = redacted_change(made)
    # The id names a file: its words come from the title without what must not leave.
    return replace(clean, id=change_id(clean.title, repo, message.commit))


def title_of(subject: str) -> str:
    """Return a subject or title without the number of its pull request, on one line."""
    words = NUMBER.sub("", " ".join(subject.split()))
    if len(words) <= MAX_TITLE:
        return words
    end = words.rfind(" ", 0, MAX_TITLE)
    return f"{words[: end if end > 0 else MAX_TITLE]}…"


def number_in(title: str) -> int | None:
    """Return the number of the pull request that stands behind a title."""
    match = NUMBER.search(title)
    return int(match[1]) if match else None


def rejected_of(found: Sequence[Candidate]) -> tuple[Rejected[str], ...]:
    """Return the alternatives, each once, with the reason and where it was said."""
    made: dict[str, Rejected[str]] = {}
    for one in found:
        made.setdefault(str(one.what).casefold(), Rejected(one.what, one.why, one.evidence[0]))
    return tuple(made.values())[:MAX_REJECTED]


def constraints_of(turns: Sequence[Turn[str]]) -> tuple[str, ...]:
    """Return what the decision trailers say must hold."""
    matches = (CONSTRAINT.fullmatch(turn.text) for turn in turns)
    return tuple(" ".join(match["words"].split()) for match in matches if match)[:MAX_CONSTRAINTS]


def impact_paths(files: Sequence[str]) -> tuple[str, ...]:
    """Return the files of a change as globs that match them; of many files the folders around them."""
    return tuple(_glob(path) for path in _around(files)[:MAX_PATHS])


def left_out(files: Sequence[str]) -> int:
    """Return how many files the paths of the record do not cover: those at the top have no folder around them."""
    kept = _around(files)[:MAX_PATHS]
    folders = tuple(path for path in kept if path.endswith("/"))
    return sum(path not in kept and not path.startswith(folders) for path in dict.fromkeys(files))


def _around(files: Sequence[str]) -> list[str]:
    paths = sorted(dict.fromkeys(files))
    depth = max((path.count("/") for path in paths), default=0)
    while len(paths) > MAX_PATHS and depth > 0:
        paths = sorted({_folder(path, depth) for path in paths})
        depth -= 1
    return paths


def _folder(path: str, depth: int) -> str:
    """Return the folder of a path that is deeper than `depth`, else the path itself."""
    bare = path.removesuffix("/")
    return f"{posixpath.dirname(bare)}/" if bare.count("/") >= depth and "/" in bare else path


def _glob(path: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", path)
    return f"\\{escaped}" if escaped[:1] in ("!", "#") else escaped


def _rejected_by_hand(said: Said) -> list[Rejected[str]]:
    turn = f"note:{said.today}"
    return [
        Rejected(what, why, Evidence(turn, f"{what}: {why}" if why else what, None, said.by, said.today))
        for what, why in said.rejected
    ]


def _reasons(turns: Sequence[Turn[str]], found: Sequence[Candidate]) -> list[Evidence[str]]:
    """Return the first paragraph of the message that gives a reason; the trailers speak in fields of their own."""
    quoted = [item.quote for one in found for item in one.evidence]
    made: list[Evidence[str]] = []
    for turn in turns:
        for paragraph in re.split(r"\n[ \t]*\n", turn.text):
            known = any(quote in paragraph for quote in quoted)
            if _WITH_REASON.search(paragraph) and len(paragraph) <= 600 and not known and "#" not in turn.id:
                made.append(_evidence(turn, paragraph.strip("\n")))
                break
    return made


def _evidence(turn: Turn[str], quote: str) -> Evidence[str]:
    return Evidence(turn.id, quote, turn.url, turn.speaker.name, turn.at[:10] if turn.at else None)
