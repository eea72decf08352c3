"""Noting passes every question on and keeps the answers, under names that another run asks by."""

from gitexp.engines.noted import Noting
from gitexp.engines.rules import RulesEngine
from gitexp.records.artifact import said
from gitexp.records.bot import key_of
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Judge, Opinion, Placement
from support.experiences import an_experience
from support.fakes import OTHER, FakeEngine
from support.talk import a_candidate, a_discussion, a_thread, a_topic

RULE = "`RetryPolicy` must not sleep, because `Transport` already waits between attempts."
TALK = a_discussion(*a_thread(("rita", RULE), ("adam", "Fixed.")))
DROP = Opinion(keep=False, reason="one_off", words="happened once")


def standing(id):
    return Standing(an_experience(id=id), f"experiences/src/{id}.yaml", "0" * 40)


def test_it_answers_as_its_engine_does_and_is_the_same_judge():
    rules, noting = RulesEngine(), Noting(RulesEngine())
    topic = a_topic(*TALK.turns, discussion=TALK)

    assert Judge("rules") == noting.judge == noting.opinions.judge
    assert rules.group([TALK]) == noting.group([TALK])
    assert rules.extract([topic]) == noting.extract([topic])


def test_matters_and_candidates_are_kept_by_the_turns_they_are_about():
    noting = Noting(RulesEngine())
    [matters] = noting.group([TALK])
    [learnt] = noting.extract([a_topic(*TALK.turns, discussion=TALK)])

    assert not isinstance(matters, Failed)
    assert not isinstance(learnt, Failed)
    assert {TALK.id: tuple(matters)} == noting.opinions.matters
    assert {(TALK.id, ("review_comment:1", "review_comment:2")): tuple(learnt)} == noting.opinions.candidates


def test_a_topic_that_teaches_nothing_is_not_kept():
    noting = Noting(FakeEngine())

    noting.extract([a_topic(*TALK.turns, discussion=TALK)])

    assert {} == noting.opinions.candidates


def test_a_review_is_kept_by_candidate_and_statement():
    noting, candidate = Noting(FakeEngine(opinion=DROP)), a_candidate()

    noting.review([(candidate, ())])

    assert {(key_of(candidate), said(candidate.statement)): DROP} == noting.opinions.reviews


def test_a_likeness_is_kept_by_both_statements():
    noting = Noting(FakeEngine())
    one, other = a_candidate("Retry only GET.").statement, a_candidate("Never sleep.").statement

    noting.compare([(one, other)])

    assert {(said(one), said(other)): OTHER} == noting.opinions.likenesses


def test_a_placement_names_what_stands_by_its_id():
    candidate = a_candidate()
    noting = Noting(FakeEngine(placement=Placement("update", 1, "more detail")))

    [answer] = noting.place([(candidate, [standing("a-0000000001"), standing("b-0000000002")])])

    assert Placement("update", 1, "more detail") == answer
    kept = {key_of(candidate): (Placement("update", None, "more detail"), "b-0000000002")}
    assert kept == noting.opinions.placements


def test_an_answer_that_did_not_come_is_passed_on_and_not_kept():
    failed = Failed("no reply")
    noting = Noting(FakeEngine(failing="no reply", opinion=failed, placement=failed))
    candidate = a_candidate()

    assert [failed] == noting.extract([a_topic(*TALK.turns, discussion=TALK)])
    assert [failed] == noting.review([(candidate, ())])
    assert [failed] == noting.place([(candidate, [standing("a-0000000001")])])
    told = noting.opinions
    assert ({}, {}, {}) == (told.candidates, told.reviews, told.placements)


def test_of_two_answers_under_one_name_the_first_is_kept():
    engine = FakeEngine(opinion=DROP)
    noting, candidate = Noting(engine), a_candidate()

    noting.review([(candidate, ())])
    engine.opinion = Opinion(keep=True)
    noting.review([(candidate, ())])

    assert [DROP] == list(noting.opinions.reviews.values())
