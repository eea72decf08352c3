"""The one comment of archaeology on a pull request: its words, and when it is written, mended or taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from gitexp.records.past import Touch
from gitexp.records.text import Redacted
from gitexp.records.words import counted, shortened
from gitexp.steps.brought_back import BroughtBack, Place
from gitexp.steps.constraints_met import Met
from gitexp.steps.quoting import block, code, inline, plain
from gitexp.steps.redact import redacted

MARKER = "<!-- exp:archaeology v1 -->"
MOST = 5
"""Things that one comment tells, of each kind: what is longer nobody reads."""
MOST_PLACES = 3
LONGEST = 300
"""Characters of people's words in one place."""
_REST = re.compile(r"\s+$", re.MULTILINE)

Posted = Literal["written", "mended", "taken_back", "unchanged", "nothing"]


class Comments(Protocol):
    """The conversation of one pull request, as far as this comment goes."""

    def find(self, marker: str) -> tuple[str, str] | None:
        """Return id and text of the oldest comment that exp's own account wrote and that begins with the marker."""
        ...

    def create(self, text: str) -> None:
        """Write a comment."""
        ...

    def edit(self, id: str, text: str) -> None:
        """Put a text in place of a comment's."""
        ...


def post(comments: Comments, text: Redacted) -> Posted:
    """Let the pull request have the one comment that says this; "" takes back what it said before."""
    held = comments.find(MARKER)
    if held is None:
        if not text:
            return "nothing"
        comments.create(text)
        return "written"
    id, before = held
    wanted = text or nothing_left()
    if _same(before, wanted):
        return "unchanged"
    comments.edit(id, wanted)
    return "mended" if text else "taken_back"


def comment(brought: Sequence[BroughtBack], met: Sequence[Met], commits: str = "") -> Redacted:
    """Return the comment in Markdown, "" where there is nothing to say.

    `commits` is the address under which the repository shows a commit by its id.
    """
    if not brought and not met:
        return redacted("")
    lines = [redacted(f"{MARKER}\n{_head(brought, met)}")]
    for one in brought[:MOST]:
        lines += _brought(one, commits)
    for rule in met[:MOST]:
        lines += _met(rule)
    more = max(0, len(brought) - MOST) + max(0, len(met) - MOST)
    if more:
        lines.append(redacted(f"\nAnd {more} more: see the summary of the check."))
    lines.append(redacted(f"\n{_FOOT}\n"))
    return Redacted.joined(lines, "\n")


def nothing_left() -> Redacted:
    """Return what the comment says once the lines that it spoke of are gone."""
    return redacted(
        f"{MARKER}\nNothing is left to say here: the lines that this comment was about are gone, "
        "or the pull request says itself what it brings in again.\n"
    )


def title_of(one: BroughtBack | Met) -> str:
    """Return in a few plain words what lines meet, for an annotation."""
    if isinstance(one, Met):
        return f"meets {one.rule.id}: {plain(_cut(one.rule.text))}"
    taken = f"taken out in {one.ended.commit[:10]} on {_day(one.ended)}"
    title = plain(redacted(shortened(one.tried.title or one.tried.subject, 100)))
    why = _why(one)
    return f'brings back "{title}", {taken}{f": {plain(_cut(why))}" if why else ""}'


_FOOT = (
    "Only the lines of this pull request were looked at. Nothing is asked of you: if this is meant, merge it. "
    "A commit that names what it brings in again, and why, ends this comment."
)


def _head(brought: Sequence[BroughtBack], met: Sequence[Met]) -> str:
    parts = []
    if brought:
        parts.append(
            f"bring back {'what was' if len(brought) == 1 else f'{len(brought)} things that were'} taken out before"
        )
    if met:
        parts.append(f"meet {counted(len(met), 'rule')} that {'stands' if len(met) == 1 else 'stand'} here")
    return f"**Lines of this pull request {' and '.join(parts)}.**"


def _brought(one: BroughtBack, commits: str) -> Iterator[Redacted]:
    title = inline(_cut(one.tried.title or one.tried.subject))
    yield Redacted.template(
        "\n{} brings back {} of **{}**, tried in {} ({}) and taken out in {} ({}).",
        _places(one.places),
        redacted(counted(one.count, "line")),
        title,
        _commit(one.tried, commits),
        redacted(_day(one.tried)),
        _commit(one.ended, commits),
        redacted(_day(one.ended)),
    )
    if why := _why(one):
        yield Redacted.template("Taken out because: {}", inline(_cut(why)))
    yield block(Redacted.joined([redacted(shortened(line, 120)) for line in one.lines], "\n"))


def _met(one: Met) -> Iterator[Redacted]:
    rule = one.rule
    said = "rejects" if rule.kind == "rejected" else "says"
    yield Redacted.template(
        "\n{} meets {}, which {}: {}",
        _places((Place(one.path, one.line),)),
        code(redacted(rule.id)),
        redacted(said),
        inline(_cut(rule.text)),
    )
    if rule.why:
        yield Redacted.template("Because: {}", inline(_cut(rule.why)))
    common = [code(redacted(word)) for word in one.common[:MOST]]
    yield Redacted.template("In common: {}", Redacted.joined(common, ", "))


def _places(places: Sequence[Place]) -> Redacted:
    told = [
        code(redacted(f"{one.path}:{one.line}" if one.line else one.path)) for one in places[:MOST_PLACES]
    ]
    if len(places) > MOST_PLACES:
        told.append(redacted(f"{len(places) - MOST_PLACES} more"))
    return Redacted.joined(told, ", ")


def _commit(touch: Touch, commits: str) -> Redacted:
    short = code(redacted(touch.commit[:10]))
    return Redacted.template(f"[{{}}]({commits}/{touch.commit})", short) if commits else short


def _why(one: BroughtBack) -> str:
    """Return the reason that the one gives who took it out."""
    quote = one.told.evidence[0].quote
    return "" if quote == one.ended.subject else quote


def _cut(words: str) -> Redacted:
    return redacted(shortened(words, LONGEST))


def _day(touch: Touch) -> str:
    return touch.at[:10]


def _same(one: str, other: str) -> bool:
    """Return whether two texts are one, however the forge ends their lines."""
    return _REST.sub("", one.replace("\r\n", "\n")) == _REST.sub("", other)
