"""Candidates are placed beside what stands: all at once, none twice, and nobody is asked where nothing stands."""

from dataclasses import replace

from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Judge, Placement
from gitexp.steps.becoming import experience_of
from gitexp.steps.placements import ALONE, Placements
from support.fakes import FakeEngine
from support.talk import a_candidate

ONE, OTHER = a_candidate("Retry only GET."), a_candidate("Never sleep.", id="other")


def standing(what, blob="0"):
    made = experience_of(a_candidate(what), judge=Judge("rules"), run="r0")
    return Standing(made, "experiences/src/one.yaml", blob * 40)


A, B = standing("Retry GET alone."), standing("Sleep.", "1")


class Counting(FakeEngine):
    """An engine that tells how many questions came at once."""

    def __init__(self, *answers):
        super().__init__()
        self.answers = list(answers)
        self.batches: list[int] = []

    def place(self, asked):
        self.batches.append(len(asked))
        return [self.answers.pop(0) for _ in asked]


def test_all_that_is_not_known_is_asked_in_one_go_and_nothing_twice():
    skip, update = Placement("skip", 0), Placement("update", 1)
    engine = Counting(skip, update, Placement("create"))
    placements = Placements(engine)

    placements.ask([(ONE, [A, B]), (OTHER, [A, B]), (ONE, [A, B]), (replace(ONE, id="again"), [A, B])])
    answers = [placements.of(ONE, [A, B]), placements.of(OTHER, [A, B])]
    placements.ask([(ONE, [A, B])])
    placements.ask([(ONE, [A])])

    assert [skip, update] == answers
    assert [2, 1] == engine.batches


def test_beside_another_content_of_the_same_file_it_is_asked_again():
    engine = Counting(Placement("skip", 0), Placement("create"))
    placements = Placements(engine)

    assert ["skip", "create"] == [
        placements.of(ONE, [A]).action, placements.of(ONE, [replace(A, blob="2" * 40)]).action
    ]  # fmt: skip


def test_nobody_is_asked_where_nothing_stands_beside_it():
    engine = Counting()

    assert ALONE == Placements(engine).of(ONE, [])
    Placements(engine).ask([(ONE, [])])
    assert [] == engine.batches


def test_an_answer_that_did_not_come_is_known_as_such_and_not_asked_for_again():
    engine = Counting(Failed("it was cut"))
    placements = Placements(engine)

    assert Failed("it was cut") == placements.of(ONE, [A]) == placements.of(ONE, [A])
    assert [1] == engine.batches
