"""Turns what the open proposal holds into the document that is kept of it, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import get_args

from gitexp.adapters.bot_state_fields import COMMIT, HEX, Members
from gitexp.adapters.publisher_git import check_path
from gitexp.adapters.record_json import Document
from gitexp.records.bot import OpenProposal, Row, RowKind, RowState

_KINDS: tuple[RowKind, ...] = get_args(RowKind)
_STATES: tuple[RowState, ...] = get_args(RowState)
_COMMENT = re.compile("[0-9]{0,20}")
_BLOB = re.compile(f"({COMMIT.pattern})?")


def proposal_document(proposal: OpenProposal) -> Document:
    """Return the open proposal as a document."""
    return {
        "base": proposal.base,
        "head": proposal.head,
        "opened": proposal.opened,
        "changed": proposal.changed,
        "title": proposal.title,
        "number": proposal.number,
        "frozen": proposal.frozen,
        **({"status": proposal.status} if proposal.status else {}),
        "rows": [
            {
                "number": row.number,
                "key": row.key,
                "kind": row.kind,
                "id": row.id,
                "path": row.path,
                "state": row.state,
                "words": row.words,
                "before": row.before,
            }
            for row in proposal.rows
        ],
    }


def proposal_from(members: Members, where: str) -> OpenProposal:
    """Return the open proposal of a document. Raises RecordError where it is none."""
    members.known("v", "base", "head", "opened", "changed", "title", "number", "frozen", "status", "rows")
    return OpenProposal(
        rows=tuple(_rows(members, where)),
        base=members.name("base", COMMIT),
        head=members.name("head", COMMIT),
        opened=members.time("opened"),
        changed=members.time("changed"),
        title=members.words("title"),
        number=members.maybe("number", members.number),
        frozen=members.words("frozen"),
        status=members.maybe("status", lambda name: members.name(name, _COMMENT)) or "",
    )


def _rows(members: Members, where: str) -> Iterator[Row]:
    for one in members.each("rows"):
        one.known("number", "key", "kind", "id", "path", "state", "words", "before")
        path = one.name("path", re.compile(".{1,1000}"))
        check_path(path)
        yield Row(
            number=one.number("number"),
            key=one.name("key", HEX),
            kind=one.one_of("kind", _KINDS),
            id=one.id("id"),
            path=path,
            state=one.one_of("state", _STATES),
            words=one.words("words"),
            before=one.name("before", _BLOB),
        )
