"""A change record is written for people, read back the same, and refused where it is not what it should be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters import schemas
from gitexp.adapters.change_record_yaml import FIELDS, FIRST_LINE, IMPACT, REJECTED, RELATIONS, read, write
from gitexp.errors import RecordError
from gitexp.records.change_record import ChangeRelations, Impact, Rejected
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Provenance
from support.changes import a_record, a_redacted_record

WHOLE = """\
# yaml-language-server: $schema=../../.schemas/change.schema.json
id: one-socket-0123456789
title: Keep one socket
intent: Let the firmware see one client only
constraints: [the firmware answers one client]
impact: {text: every caller waits, paths: [engine/pump.py], symbols: [Pump.start]}
rejected:
  - what: a thread for each client
    why: the firmware mixes up their answers
    evidence:
      turn: commit:a1#2
      quote: "Rejected: a thread for each client | the firmware"
      by: Bo
      at: "2024-01-02"
outcome: no mixed-up answer since
commits: ["8d3a1f0c2b7e4d5a6b7c8d9e0f1a2b3c4d5e6f70"]
pull_request: 12
made_at: "2024-01-02"
evidence:
  - turn: commit:a1
    quote: The firmware answers one client.
status: active
relations: {fixes: ["#11"], reverts: ["8d3a1f0"]}
provenance: {engine: rules, derived: [title]}
x-owner: mara
"""
LEAST = "id: one-socket-0123456789\ntitle: One\nintent: Two\n"


def a_whole_one():
    return a_redacted_record(
        constraints=("the firmware answers one client",),
        impact=Impact("every caller waits", ("engine/pump.py",), ("Pump.start",)),
        outcome="no mixed-up answer since",
        pull_request=12,
        evidence=(Evidence("commit:a1", "The firmware answers one client."),),
        relations=ChangeRelations(("#11",), ("8d3a1f0",)),
        provenance=Provenance(engine="rules", derived=("title",)),
        own={"x-owner": "mara"},
    )


def test_a_record_is_written_in_the_order_of_its_fields_under_a_schema_line() -> None:
    text = write(a_whole_one())

    assert WHOLE == text
    assert text.startswith(FIRST_LINE) and len(text.splitlines()) <= 30


def test_what_was_written_reads_back_the_same() -> None:
    assert a_whole_one() == read(write(a_whole_one()), "a.yaml").record
    assert a_record() == read(write(a_redacted_record()), "a.yaml").record


def test_the_reader_and_the_schema_know_the_same_fields_in_the_same_order() -> None:
    fields = schemas.schema("change")["properties"]

    assert FIELDS == tuple(fields)
    assert IMPACT == tuple(fields["impact"]["properties"])
    assert REJECTED == tuple(fields["rejected"]["items"]["properties"])
    assert RELATIONS == tuple(fields["relations"]["properties"])


@pytest.mark.parametrize(
    "more",
    ["outcome: It held.\n", "constraints: [one]\n", "impact: {paths: [a.py]}\n", "rejected: [{what: x}]\n"],
)
def test_one_thing_beside_the_intent_is_enough(more: str) -> None:
    assert "active" == read(LEAST + more, "a.yaml").record.status
    assert () == schemas.faults(
        "change", {"id": "a-0123456789", "title": "t", "intent": "i", "outcome": "o"}, "a"
    )


def test_an_unknown_key_is_read_past_and_named() -> None:
    found = read(f"{LEAST}outcome: It held.\nimpact: {{pathz: [a]}}\nowner: mara\n", "a.yaml")

    assert ("owner", "impact.pathz") == found.unknown_keys


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (LEAST, "says nothing but its intent"),
        (f"{LEAST}outcome: It held.\n".replace("intent: Two\n", ""), "`intent` is missing"),
        (f"{LEAST}outcome: It held.\n".replace("0123456789", "012345"), "`id` can't be"),
        (f"{LEAST}rejected: [{{why: x}}]\n", "`rejected[0].what` is missing"),
        (f"{LEAST}outcome: &a It held.\n", "anchor `&a`"),
        (f'{LEAST}outcome: "a\x1b[31m"\n', "control character U+001B"),
        (f"{LEAST}impact: {{paths: [../a]}}\n", "can't hold `../a`"),
        (f"{LEAST}outcome: a\noutcome: b\n", "duplicate key `outcome`"),
        (f"{LEAST}outcome: a\nstatus: aktive\n", "write `active`"),
        (f"{LEAST}commits: [HEAD]\noutcome: a\n", "can't hold `HEAD`"),
        (f"{LEAST}outcome: a\npull_request: twelve\n", "is not a whole number"),
        (f"{LEAST}outcome: {'a' * (1 << 20)}\n", "larger than"),
    ],
)
def test_what_does_not_fit_is_said_in_one_line(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text, "a.yaml")

    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_the_writer_refuses_what_its_schema_does_not_take() -> None:
    for record in (
        a_redacted_record(outcome="a" * 1001),
        a_redacted_record(impact=Impact(paths=("/etc/passwd",))),
        a_redacted_record(rejected=(), impact=Impact()),
        a_redacted_record(intent=" "),
    ):
        with pytest.raises(RecordError):
            write(record)


WORDS = st.text(min_size=1, max_size=40).filter(
    lambda words: words.strip() != "" and all(letter.isprintable() for letter in words)
)


@given(WORDS, WORDS)
def test_any_printable_words_read_back_the_same(what: str, why: str) -> None:
    record = a_redacted_record(rejected=(Rejected(what, why),))

    assert record == read(write(record), "a.yaml").record
