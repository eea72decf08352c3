"""Turns the source of a carried candidate into a JSON-ready document and back: a discussion with its cited turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gitexp.adapters.candidate_json_values import (
    To,
    maybe_integer,
    maybe_name,
    maybe_plain,
    maybe_text,
    name_from,
    plains,
    told,
    written,
)
from gitexp.adapters.record_json import Document
from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.text import Redacted


def source_document(source: Discussion[Redacted]) -> Document:
    """Return the source with all that it holds."""
    return written(
        id=source.id,
        kind=source.kind,
        repo=source.repo,
        title=source.title,
        url=source.url,
        author=source.author,
        number=source.number,
        merged_at=source.merged_at,
        local=source.local,
        private=source.private,
        files=list(source.files) or None,
        taken_back=source.taken_back,
        turns=[_turn_document(turn) for turn in source.turns],
    )


def source_from(row: Mapping[str, Any], text: To, where: str) -> Discussion[Redacted]:
    """Return the source of a document that fits the schema."""
    return Discussion(
        id=name_from(row["id"], where),
        kind=row["kind"],
        repo=name_from(row["repo"], where),
        title=maybe_text(row, "title", text),
        turns=tuple(_turn(one, text, where) for one in row["turns"]),
        url=maybe_plain(row, "url", text),
        author=maybe_plain(row, "author", text),
        number=maybe_integer(row, "number"),
        merged_at=maybe_name(row, "merged_at", where),
        local=row.get("local", False),
        private=row.get("private", False),
        files=plains(row, "files", text),
        taken_back=maybe_plain(row, "taken_back", text),
    )


def _turn_document(turn: Turn[Redacted]) -> Document:
    speaker, anchor = turn.speaker, turn.anchor
    return written(
        id=turn.id,
        login=speaker.login,
        role=speaker.role,
        association=speaker.association,
        can_write=told(speaker.can_write, "unknown"),
        text=turn.text,
        at=turn.at,
        url=turn.url,
        reply_to=turn.reply_to,
        thread=turn.thread,
        resolved=told(turn.resolved, "unknown"),
        suggestion=told(turn.suggestion, "no"),
        state=turn.state,
        late=turn.late,
        anchor=written(
            path=anchor.path,
            line=anchor.line,
            commit=anchor.commit,
            hunk=anchor.hunk,
            outdated=told(anchor.outdated, "unknown"),
        )
        if anchor
        else None,
    )


def _turn(row: Mapping[str, Any], text: To, where: str) -> Turn[Redacted]:
    return Turn(
        id=name_from(row["id"], where),
        speaker=Speaker(
            maybe_plain(row, "login", text),
            row["role"],
            maybe_plain(row, "association", text),
            row.get("can_write", "unknown"),
        ),
        text=text(row["text"]),
        at=maybe_name(row, "at", where),
        url=maybe_plain(row, "url", text),
        anchor=_anchor(row["anchor"], text, where) if "anchor" in row else None,
        reply_to=maybe_name(row, "reply_to", where),
        thread=maybe_name(row, "thread", where),
        resolved=row.get("resolved", "unknown"),
        suggestion=row.get("suggestion", "no"),
        state=maybe_plain(row, "state", text),
        late=row.get("late", False),
    )


def _anchor(row: Mapping[str, Any], text: To, where: str) -> Anchor[Redacted]:
    return Anchor(
        path=maybe_text(row, "path", text),
        line=maybe_integer(row, "line"),
        commit=maybe_name(row, "commit", where),
        hunk=maybe_text(row, "hunk", text),
        outdated=row.get("outdated", "unknown"),
    )
