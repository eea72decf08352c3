"""Reads discussions in exp's own neutral form, as discussion.schema.json has it: one, a list of them, or one a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, get_args

from gitexp.adapters.github_item import moment
from gitexp.adapters.json_values import Flaw, decoded, json_values, outer_keys
from gitexp.adapters.yaml_fields import instead, nearest
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.discussion import Anchor, Discussion, Kind, Role, Speaker, Turn, YesNo
from gitexp.records.skipped import Skipped

Choice = TypeVar("Choice", bound=str)
Made = TypeVar("Made")

KINDS: tuple[Kind, ...] = get_args(Kind)
ROLES: tuple[Role, ...] = get_args(Role)
YES_NO: tuple[YesNo, ...] = get_args(YesNo)
DISCUSSION = tuple("id kind repo url number title author merged_at local private turns".split())
TURN = tuple("id speaker at url text anchor reply_to thread resolved suggestion state".split())
SPEAKER = ("login", "role", "association", "can_write")
ANCHOR = ("path", "line", "commit", "hunk", "outdated")
"""The keys of each object, as the schema has them."""


@dataclass(frozen=True)
class Shape:
    """What a text that is no prose must look like, and how that is said.

    The redact step does not go over ids, times and words of state: no address and no second line may stand in them.
    """

    pattern: re.Pattern[str]
    wanted: str


DISCUSSION_ID = Shape(re.compile(r"[^@\s][^@]{0,299}"), "one line without `@`")
TURN_ID = Shape(re.compile(r"[A-Za-z0-9_.:#+=~-]{1,200}"), "letters, digits and `_.:#+=~-`")
REPO = Shape(re.compile(r"(?:[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.-]+)*)?"), "`owner/name`")
LINK = Shape(re.compile(r"""https?://[^\s<>"'`\\]+"""), "an address that begins with `https://`")
NAME = Shape(re.compile(r"[^\r\n]{1,120}"), "one short line")
WORD = Shape(re.compile(r"[A-Za-z_]{1,40}"), "one word such as `APPROVED`")
COMMIT = Shape(re.compile(r"[0-9a-fA-F]{7,64}"), "a commit's hash")
TIME = Shape(
    re.compile(
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
        r"(?:[T ][0-9]{2}(?::[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
    ),
    "a time such as `2024-03-12T09:30:00Z`",
)


class NeutralFiles:
    """The reader of this form; `this_repo` is the `owner/name` of the repository at hand."""

    def __init__(self, this_repo: str | None = None) -> None:
        self.this_repo = this_repo

    def recognises(self, head: bytes) -> bool:
        """Return whether a file that begins so is of this form: `turns`, and what else its objects must have."""
        text = decoded(head)
        keys = outer_keys(text)
        # Long turns may stand before the rest.
        return "turns" in keys and (len(keys & {"id", "kind", "repo"}) > 1 or '"speaker"' in text)

    def read(self, content: bytes, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield the file's discussions and what does not fit. Each must tell its own id, so `name` serves for none."""
        for value in json_values(decoded(content)):
            if isinstance(value, Flaw):
                yield Skipped(f"{where}:{value.line}:{value.column}", value.what)
                continue
            place = where if value.line == 1 else f"{where}:{value.line}"
            if isinstance(value.content, list):
                for number, member in enumerate(value.content):
                    yield from self._one(member, f"{place}: [{number}]", f"{place}: [{number}].")
            else:
                yield from self._one(value.content, place, f"{place}: ")

    def _one(self, content: object, where: str, before: str) -> Iterator[Discussion[str] | Skipped]:
        """Yield what does not fit of one discussion, then the discussion; its turns' places begin with `before`."""
        misfits = _Misfits()
        found = misfits.without(lambda: _discussion(_object(where, content), before, misfits))
        yield from misfits.skipped
        if found is not None:
            local = self.this_repo is not None and found.repo.casefold() == self.this_repo.casefold()
            yield replace(found, local=local)


@dataclass
class _Misfits:
    """What does not fit of one discussion: it is left out and told, and the rest goes on."""

    skipped: list[Skipped] = field(default_factory=list)
    unknown: set[tuple[tuple[str, ...], str]] = field(default_factory=set)

    def without(self, read: Callable[[], Made]) -> Made | None:
        """Return what is read; None where it does not fit."""
        try:
            return read()
        except RecordError as misfit:
            self.add(misfit)
            return None

    def add(self, misfit: RecordError) -> None:
        what = f"{misfit.what}; {misfit.mend}" if misfit.mend else misfit.what
        self.skipped.append(Skipped(misfit.where, what))


@dataclass(frozen=True)
class _Fields:
    """One object of a document, where it stands, and its name there. Null and missing are the same."""

    where: str
    fields: Mapping[str, object]
    name: str = ""

    def fault(self, key: str, what: str, mend: str = "") -> RecordError:
        return RecordError(self.where, f"`{self.name}{key}` {what}", mend)

    def held_to(self, known: tuple[str, ...], misfits: _Misfits) -> _Fields:
        """Return the fields. A key that the form does not have is told, once for all turns: it may be misspelt."""
        for key in self.fields:
            if key not in known and (known, key) not in misfits.unknown:
                misfits.unknown.add((known, key))
                near = nearest(key, known)
                what = f"unknown key `{self.name}{shown(key)}`"
                misfits.add(RecordError(self.where, what, f"write `{near}`" if near else "take it out"))
        return self

    def text(self, key: str) -> str | None:
        """Return a text; half of a surrogate pair in it becomes U+FFFD, since UTF-8 can't hold it."""
        value = self.fields.get(key)
        if value is None or isinstance(value, str):
            return value and value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        raise self.fault(key, "must be a text")

    def token(self, key: str, shape: Shape) -> str | None:
        """Return a text of that shape; an empty one is as good as missing."""
        value = self.text(key)
        if not value:
            return None
        fits = value.isprintable() and shape.pattern.fullmatch(value)
        if not fits or (shape is TIME and moment(value) is None):
            raise self.fault(key, f"can't be `{shown(value)}`", f"write {shape.wanted}")
        return value

    def choice(self, key: str, choices: Sequence[Choice]) -> Choice | None:
        value = self.text(key)
        found = next((one for one in choices if one == value), None)
        if found is None and value is not None:
            raise self.fault(key, f"can't be `{shown(value)}`", instead(value, choices))
        return found

    def told(self, key: str) -> YesNo:
        return self.choice(key, YES_NO) or "unknown"

    def number(self, key: str) -> int | None:
        value = self.fields.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and value > 0):
            return value
        raise self.fault(key, "must be a whole number from 1")

    def flag(self, key: str) -> bool | None:
        value = self.fields.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise self.fault(key, "must be true or false")

    def needed(self, key: str, value: Made | None) -> Made:
        """Return the value of a required field."""
        if value is None:
            raise self.fault(key, "is missing", f"write `{key}`")
        return value


def _object(where: str, content: object, name: str = "") -> _Fields:
    if not isinstance(content, dict):
        raise RecordError(where, f"`{name}` must be an object" if name else "must be an object")
    return _Fields(where, content, f"{name}." if name else "")


def _discussion(fields: _Fields, before: str, misfits: _Misfits) -> Discussion[str]:
    """Return a discussion. What tells it from others or keeps it private is needed, the rest can be left out."""
    fields.held_to(DISCUSSION, misfits)
    kind: Kind = fields.needed("kind", fields.choice("kind", KINDS))
    private = fields.flag("private")
    said = fields.needed("turns", fields.fields.get("turns"))
    fields.needed("repo", fields.text("repo"))
    if not isinstance(said, list):
        raise fields.fault("turns", "must be a list")
    misfits.without(lambda: fields.flag("local"))  # the repository at hand decides that
    return Discussion(
        id=fields.needed("id", fields.token("id", DISCUSSION_ID)),
        kind=kind,
        repo=fields.token("repo", REPO) or "",
        title=misfits.without(lambda: fields.text("title")),
        url=misfits.without(lambda: fields.token("url", LINK)),
        author=misfits.without(lambda: fields.token("author", NAME)),
        number=misfits.without(lambda: fields.number("number")),
        merged_at=misfits.without(lambda: fields.token("merged_at", TIME)),
        # A session belongs to the one who spoke, unless it says otherwise.
        private=kind == "session" if private is None else private,
        turns=_turns(said, before, misfits),
    )


def _turns(said: Sequence[object], before: str, misfits: _Misfits) -> tuple[Turn[str], ...]:
    """Return the turns that fit, in the order of the document, each id once."""
    turns: dict[str, Turn[str]] = {}
    for number, content in enumerate(said):
        where = f"{before}turns[{number}]"
        try:
            turn = _turn(_object(where, content), misfits)
            if turns.setdefault(turn.id, turn) is not turn:
                raise RecordError(where, f"has the id `{turn.id}` of a turn above", "give it its own")
        except RecordError as misfit:
            misfits.add(misfit)
    return tuple(turns.values())


def _turn(fields: _Fields, misfits: _Misfits) -> Turn[str]:
    fields.held_to(TURN, misfits)
    speaker = _object(fields.where, fields.needed("speaker", fields.fields.get("speaker")), "speaker")
    anchor = fields.fields.get("anchor")
    return Turn(
        id=fields.needed("id", fields.token("id", TURN_ID)),
        speaker=_speaker(speaker.held_to(SPEAKER, misfits)),
        text=fields.needed("text", fields.text("text")),
        at=fields.token("at", TIME),
        url=fields.token("url", LINK),
        anchor=None
        if anchor is None
        else _anchor(_object(fields.where, anchor, "anchor").held_to(ANCHOR, misfits)),
        reply_to=fields.token("reply_to", TURN_ID),
        thread=fields.token("thread", TURN_ID),
        resolved=fields.told("resolved"),
        suggestion=fields.told("suggestion"),
        state=_upper(fields.token("state", WORD)),
    )


def _speaker(fields: _Fields) -> Speaker:
    return Speaker(
        login=fields.token("login", NAME),
        role=fields.needed("role", fields.choice("role", ROLES)),
        association=_upper(fields.token("association", WORD)),
        can_write=fields.told("can_write"),
    )


def _anchor(fields: _Fields) -> Anchor[str]:
    return Anchor(
        path=fields.text("path"),
        line=fields.number("line"),
        commit=fields.token("commit", COMMIT),
        hunk=fields.text("hunk"),
        outdated=fields.told("outdated"),
    )


def _upper(word: str | None) -> str | None:
    return word and word.upper()
