"""What a candidate is held against, and which of it is this very candidate from an earlier run."""

from dataclasses import replace

import pytest

from gitexp.records.evidence import Evidence
from gitexp.records.experience import Standing
from gitexp.records.judgement import Judge
from gitexp.steps.becoming import experience_of
from gitexp.steps.compared import Compared
from gitexp.steps.redact import redacted
from gitexp.steps.stock import DESCRIPTION, OF_ONE_SOURCE, Stock
from support.experiences import an_experience
from support.fakes import SAME, FakeEngine
from support.talk import a_candidate


def quoting(*turns):
    return tuple(Evidence(turn, redacted("Retry only GET."), None, "rita", "2024-03-01") for turn in turns)


def standing(what="Never sleep.", turns=("review_comment:1", "review_comment:9"), **changes):
    made = experience_of(a_candidate(what, evidence=quoting(*turns)), judge=Judge("rules"), run="r0")
    return Standing(replace(made, **changes), f"experiences/src/{made.id}.yaml", "0" * 40)


CANDIDATE = a_candidate("Retry only GET.", evidence=quoting("review_comment:1"))


def known(stock, candidate=CANDIDATE, **alike):
    engine = FakeEngine(**alike)
    return stock.known(candidate, Compared(engine)), engine


@pytest.mark.parametrize(
    ("group", "how"),
    [
        ("standing", "stands in the store already"),
        ("pending", "is on the proposal branch already"),
        ("refused", "was refused by a person"),
    ],
)
def test_a_candidate_is_known_by_its_identity_and_nobody_is_asked(group, how):
    again = standing("Quite other words.", turns=("review_comment:1",))

    groups = {name: [again] if name == group else [] for name in ("standing", "pending", "refused")}
    stock = Stock(groups["standing"], groups["pending"], groups["refused"])

    found, engine = known(stock)

    assert (again, how) == found
    assert [] == engine.compared


def test_what_cites_a_common_turn_is_known_where_it_is_the_same_and_only_then():
    near = standing("Retry GET alone.")
    alike = {frozenset({"Retry only GET.", "Retry GET alone."}): SAME}

    assert (near, "stands in the store already") == known(Stock([near]), alike=alike)[0]
    found, engine = known(Stock([near]))
    assert found is None
    assert [("Retry GET alone.", "Retry only GET.")] == engine.compared


def test_the_description_alone_is_no_common_turn():
    near = standing(turns=(DESCRIPTION, "review_comment:9"))
    candidate = replace(CANDIDATE, evidence=quoting(DESCRIPTION, "review_comment:2"))

    assert [] == list(Stock([near]).of_one_source(candidate))
    found, engine = known(Stock([near]), candidate)
    assert (None, []) == (found, engine.compared)


def test_at_most_five_of_one_source_are_compared_each_once():
    many = [
        standing(f"Rule {at}.", ("review_comment:1", "review_comment:2", f"review_comment:{50 + at}"))
        for at in range(9)
    ]
    candidate = replace(CANDIDATE, evidence=quoting("review_comment:1", "review_comment:2"))

    met = [one.experience.what for one, _ in Stock(many).of_one_source(candidate)]

    assert OF_ONE_SOURCE == 5
    assert [f"Rule {at}." for at in range(5)] == met


def test_what_is_no_longer_in_force_is_named_with_its_status_and_is_no_neighbour():
    old = standing(turns=("review_comment:1",), status="retracted")
    stock = Stock([old])

    assert (old, "stands in the store already, retracted") == known(stock)[0]
    assert () == stock.in_force
    assert [] == stock.shelf.near(CANDIDATE.statement)


def test_a_closed_pull_request_refuses_what_waited_on_its_branch():
    waiting = [Standing(an_experience(), "experiences/src/one.yaml", "0" * 40, approved=False)]

    open_, closed = Stock.of([], waiting, []), Stock.of([], waiting, [], closed=True)

    assert (1, 0) == (len(open_.pending), len(open_.refused))
    assert (0, 1) == (len(closed.pending), len(closed.refused))


def test_what_people_wrote_into_files_is_redacted_before_an_engine_sees_it():
    secret = "gh" + "p_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"
    file = Standing(an_experience(what=f"Call it with {secret}."), "experiences/src/one.yaml", "0" * 40)

    [one] = Stock.of([file], [], []).in_force

    assert "Call it with [secret-1]." == one.experience.what
