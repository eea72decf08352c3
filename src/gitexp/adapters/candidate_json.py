"""Turns candidates into JSON-ready documents and back: what a run hands to another, bounded, checked and redacted again.

The way back believes nothing: a document that is too large or of another form is a RecordError, and every text goes
through the redaction that it is given.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gitexp.adapters import schemas
from gitexp.adapters.candidate_json_conditions import preconditions_document_whole, preconditions_from
from gitexp.adapters.candidate_json_source import source_document, source_from
from gitexp.adapters.candidate_json_values import (
    To,
    bounded,
    check_time,
    maybe_integer,
    maybe_name,
    maybe_plain,
    maybe_text,
    name_from,
    plains,
    texts,
    written,
)
from gitexp.adapters.record_json import Document
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.bot import Carried
from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.discussion import Discussion
from gitexp.records.evidence import Evidence, is_verbatim
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Judge
from gitexp.records.text import Redacted


def carried_document(carried: Carried) -> Document:
    """Return a carried candidate; what is empty is not written."""
    return {
        "candidate": candidate_document_whole(carried.candidate),
        "source": source_document(carried.source),
        "first_seen": carried.first_seen,
        "judge": judge_document_whole(carried.judge),
        "run": carried.run,
    }


def carried_from(document: object, text: To, where: str = "carried candidate") -> Carried:
    """Return the carried candidate of a document. Raises RecordError where it is none."""
    bounded(document, where)
    schemas.validate("carried", document, where)
    row: Any = document
    candidate = candidate_from(row["candidate"], text, where)
    source = source_from(row["source"], text, where)
    if candidate.discussion != source.id:
        raise RecordError(where, "is of another discussion than its source")
    _check_quotes(candidate, source, where)
    first_seen, run = check_time(row["first_seen"], where), name_from(row["run"], where)
    return Carried(candidate, source, first_seen, judge_from(row["judge"], text), run)


def _check_quotes(candidate: Candidate, source: Discussion[Redacted], where: str) -> None:
    """Raise RecordError where a quote does not stand in its turn: nothing is carried without its evidence."""
    said = {turn.id: turn.text for turn in source.turns}
    if not candidate.evidence:
        raise RecordError(where, "has no evidence")
    for item in candidate.evidence:
        if not is_verbatim(item.quote, said.get(item.turn, "")):
            raise RecordError(where, f"its quote does not stand in {shown(item.turn, 60)} of its source")


def candidate_document_whole(candidate: Candidate) -> Document:
    """Return a candidate with all that it holds; `run_json.candidate_document` is what people are shown of it."""
    settled, trail, held = candidate.settled, candidate.trail, candidate.preconditions
    return written(
        id=candidate.id,
        discussion=candidate.discussion,
        topic=candidate.topic,
        repo=candidate.repo,
        title=candidate.title,
        lens=candidate.lens,
        kind=candidate.kind,
        when=candidate.when,
        what=candidate.what,
        why=candidate.why,
        evidence=[
            written(turn=one.turn, quote=one.quote, url=one.url, by=one.by, at=one.at)
            for one in candidate.evidence
        ],
        settled=written(
            answer=settled.answer,
            by=settled.by,
            turn=settled.turn,
            reason=settled.reason,
            entitled=settled.entitled,
        ),
        trail=written(
            because=list(trail.because) or None,
            passed=list(trail.passed) or None,
            turns=list(trail.turns) or None,
            lacks=[{"kind": lack.kind, "words": lack.words} for lack in trail.lacks] or None,
            waits=trail.waits or None,
        ),
        preconditions=preconditions_document_whole(held) or None,
        failure_modes=list(candidate.failure_modes) or None,
        anti_patterns=list(candidate.anti_patterns) or None,
        symbols=list(candidate.symbols) or None,
        paths=list(candidate.paths) or None,
        places=list(candidate.places) or None,
        example=candidate.example,
        pattern=candidate.pattern,
        quality=candidate.quality,
        search={language: list(words) for language, words in candidate.search.items()} or None,
        observed_at=candidate.observed_at,
        derived=list(candidate.derived) or None,
        local=candidate.local,
        score=candidate.score,
    )


def candidate_from(document: object, text: To, where: str = "candidate") -> Candidate:
    """Return the candidate of a document. Raises RecordError where it is none."""
    bounded(document, where)
    schemas.validate("candidate", document, where)
    row: Any = document
    settled, trail = row["settled"], row.get("trail", {})
    return Candidate(
        id=name_from(row["id"], where),
        discussion=name_from(row["discussion"], where),
        topic=name_from(row["topic"], where),
        repo=name_from(row["repo"], where),
        title=text(row["title"]),
        lens=row["lens"],
        kind=row["kind"],
        when=text(row["when"]),
        what=text(row["what"]),
        why=maybe_text(row, "why", text),
        evidence=tuple(_evidence(one, text, where) for one in row["evidence"]),
        settled=Settled(
            settled["answer"],
            maybe_plain(settled, "by", text),
            maybe_name(settled, "turn", where),
            str(text(settled.get("reason", ""))),
            settled.get("entitled", False),
        ),
        trail=Trail(
            plains(trail, "because", text),
            tuple(trail.get("passed", ())),
            tuple(name_from(one, where) for one in trail.get("turns", ())),
            tuple(Exclusion(one["kind"], str(text(one["words"]))) for one in trail.get("lacks", ())),
            str(text(trail.get("waits", ""))),
        ),
        preconditions=preconditions_from(row.get("preconditions", {}), text, where),
        failure_modes=texts(row, "failure_modes", text),
        anti_patterns=texts(row, "anti_patterns", text),
        symbols=texts(row, "symbols", text),
        paths=texts(row, "paths", text),
        places=texts(row, "places", text),
        example=maybe_text(row, "example", text),
        pattern=maybe_text(row, "pattern", text),
        quality=maybe_integer(row, "quality"),
        search={language: plains(row["search"], language, text) for language in row.get("search", {})},
        observed_at=maybe_name(row, "observed_at", where),
        derived=tuple(row.get("derived", ())),
        local=row.get("local", False),
        score=float(row.get("score", 0.0)),
    )


def _evidence(row: Mapping[str, Any], text: To, where: str) -> Evidence[Redacted]:
    return Evidence(
        name_from(row["turn"], where),
        text(row["quote"]),
        maybe_plain(row, "url", text),
        maybe_plain(row, "by", text),
        maybe_name(row, "at", where),
    )


def judge_document_whole(judge: Judge) -> Document:
    """Return what stands behind the answers."""
    return written(engine=judge.engine, model=judge.model, prompts=list(judge.prompts) or None)


def judge_from(row: Mapping[str, Any], text: To) -> Judge:
    """Return the judge of a document that fits the schema."""
    return Judge(row["engine"], maybe_plain(row, "model", text), plains(row, "prompts", text))
