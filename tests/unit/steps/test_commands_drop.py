"""What commands do to memory and files, with files that are told by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.errors import RecordError
from gitexp.records.bot import BotState, Carried, OpenProposal, Row
from gitexp.records.commanded import Commanded
from gitexp.records.discussion import Discussion
from gitexp.records.experience import Experience, Standing
from gitexp.records.judgement import Judge
from gitexp.records.text import Redacted
from gitexp.steps.commands_answer import brings, closed
from gitexp.steps.commands_change import resolve
from gitexp.steps.commands_desk import Asking, Undone, Work
from gitexp.steps.commands_drop import drop, emptied
from gitexp.steps.redact import redacted
from support.experiences import an_experience
from support.talk import a_candidate, a_discussion, a_turn

NEW, STANDING = "experiences/net/new-1111111111.yaml", "experiences/net/old-2222222222.yaml"
ASKING = Asking("rita", "2024-05-03T10:00:00Z", 7)


class FakeFiles:
    """Texts by path and by blob; each text is the `what` of its experience."""

    def __init__(self, **blobs: str) -> None:
        self.there = {NEW: "Retry.", STANDING: "Wait, and log."}
        self.blobs = blobs

    def text(self, path: str) -> str | None:
        return self.there.get(path)

    def places(self, hex: str) -> tuple[str, ...]:
        return tuple(path for path in self.there if hex in path)

    def before(self, blob: str) -> str | None:
        return self.blobs.get(blob)

    def standing(self, path: str) -> Standing[str] | None:
        text = self.text(path)
        return Standing(self.read(text, path), path, "b" * 40) if text else None

    def read(self, text: str, path: str) -> Experience[str]:
        return an_experience(id=path.rpartition("/")[2].removesuffix(".yaml"), what=text)

    def edited(self, text: str, path: str, wanted: Experience[Redacted]) -> Redacted:
        if len(wanted.what) > 400:
            raise RecordError(path, "is too long")
        return redacted(wanted.what)

    def laid(self, path: str, text: Redacted) -> Standing[str]:
        return Standing(self.read(text, path), path, "d" * 40)

    def written(self, wanted: Experience[Redacted]) -> Redacted:
        return redacted(wanted.what)


def carried(key_turn: int = 1, *, private: bool = False) -> Carried:
    turn = a_turn("Retry only GET, because POST is not idempotent.", number=key_turn)
    made = a_candidate()
    evidence = (replace(made.evidence[0], turn=turn.id),)
    source: Discussion[Redacted] = replace(a_discussion(turn), private=private)
    return Carried(replace(made, evidence=evidence), source, "2024-05-01T00:00:00Z", Judge("rules"), "r1")


def work(*rows: Row, waiting: tuple[Carried, ...] = ()) -> Work:
    at = "2024-05-02T10:00:00Z"
    proposal = OpenProposal(rows, "a" * 40, "b" * 40, at, at, "exp", 7)
    return Work(BotState(waiting=waiting, proposal=proposal), proposal)


def dropped(start: Work, row: Row, files: FakeFiles | None = None) -> Work:
    command = Commanded("drop", str(row.number), "one_off", "once")
    return drop(start, row, command, ASKING, files or FakeFiles())


def a_new(one: Carried) -> Row:
    return Row(1, one.key, "experience", "new-1111111111", NEW)


def test_a_new_file_is_taken_out_and_its_refusal_kept_with_the_file():
    one = carried()
    after = dropped(work(a_new(one), waiting=(one,)), a_new(one))

    assert {NEW: None} == after.texts
    assert () == after.state.waiting
    assert [NEW] == [gone.path for gone in after.refused]
    assert ["one_off"] == [case.kind for case in after.cases]
    assert "dropped by rita as one_off: once" == after.proposal.rows[0].words


def test_what_says_the_same_elsewhere_goes_with_it_and_nothing_else_does():
    one, twin, other = carried(), carried(3), carried(4)
    other = replace(other, candidate=replace(other.candidate, what=redacted("Wait before a retry.")))
    after = dropped(work(a_new(one), waiting=(one, twin, other)), a_new(one))

    assert (other,) == after.state.waiting


def test_of_an_update_what_stood_before_is_put_back():
    row = Row(1, "2222222222", "experience", "old-2222222222", STANDING, before="c" * 40)
    after = dropped(work(row), row, FakeFiles(**{"c" * 40: "Wait."}))

    assert {STANDING: "Wait."} == after.texts


def test_an_update_whose_old_text_is_not_here_is_not_dropped():
    row = Row(1, "2222222222", "experience", "old-2222222222", STANDING, before="c" * 40)

    with pytest.raises(Undone, match="is not in this clone"):
        dropped(work(row), row)


def test_nothing_private_becomes_a_case():
    one = carried(private=True)

    assert () == dropped(work(a_new(one), waiting=(one,)), a_new(one)).cases


def test_what_is_dropped_on_the_branch_already_is_refused_all_the_same():
    one = carried()
    files = FakeFiles()
    del files.there[NEW]

    after = dropped(work(a_new(one), waiting=(one,)), a_new(one), files)
    assert ({}, "dropped") == (dict(after.texts), after.proposal.rows[0].state)


def test_a_question_that_can_t_be_written_leaves_both_files_as_they_are():
    one = carried()
    row = Row(1, one.key, "question", "old-2222222222", STANDING)
    files = FakeFiles()
    files.there[STANDING] = "x" * 500
    start = work(row, waiting=(one,))

    with pytest.raises(Undone, match="too long"):
        resolve(start, row, Commanded("resolve", "1", "new"), ASKING, files)
    assert {} == start.texts


def test_a_question_whose_candidate_is_forgotten_can_still_be_answered_by_old():
    row = Row(1, "3333333333", "question", "old-2222222222", STANDING)

    with pytest.raises(Undone, match="not remembered"):
        resolve(work(row), row, Commanded("resolve", "1", "new"), ASKING, FakeFiles())
    after = resolve(work(row), row, Commanded("resolve", "1", "old"), ASKING, FakeFiles())
    assert ["the old one holds"] == [one.reason for one in after.refusals]


def test_a_proposal_ends_with_its_last_row_and_its_open_questions_wait():
    one, asks = carried(), carried(2)
    question = Row(2, asks.key, "question", "old-2222222222", STANDING)
    after = dropped(work(a_new(one), question, waiting=(one, asks)), a_new(one))

    assert not brings(after.proposal)
    ended = closed(after)
    assert [1] == [row.number for row in ended.proposal.rows]
    assert (asks,) == ended.state.waiting
    assert {} == ended.texts and {NEW: None} == emptied(ended, FakeFiles()).texts
