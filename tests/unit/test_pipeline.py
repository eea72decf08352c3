"""The pipeline runs every step in order, loses nothing silently, and the same input gives the same run."""

from dataclasses import replace

from gitexp.engines.rules import RulesEngine
from gitexp.pipeline import Asked, run_pipeline
from gitexp.records.skipped import Skipped
from gitexp.steps.consent import WAITS, Everybody, withheld
from support.fakes import FakeEngine, FakeSource, FakeStore, FakeSymbols
from support.talk import a_discussion, a_thread

RULE = "`RetryPolicy` must not sleep, because `Transport` already waits between attempts."


def run(*sources, store=None, engine=None, consent=None, **asked):
    return run_pipeline(
        sources,
        engine or RulesEngine(),
        FakeSymbols({}),
        store or FakeStore(),
        Asked(**asked),
        lambda step: None,
        consent,
    )


def a_review(*said):
    return a_discussion(*a_thread(*(said or (("rita", RULE), ("adam", "Fixed.")))))


def test_a_settled_rule_becomes_one_file_of_the_proposal():
    made, proposal = run(FakeSource(a_review()))

    assert ["create"] == [decision.action for decision in made.decisions]
    assert [f"experiences/src/{made.decisions[0].experience.id}.yaml"] == [
        file.path for file in proposal.files
    ]
    assert "exp: 1 experience (src)" == proposal.title
    assert "2024-03-02T10:00:00Z" == proposal.at


def test_the_funnel_counts_each_step():
    made, _ = run(FakeSource(a_review(("rita", RULE))))

    counted = made.funnel
    assert (1, 1, 1, 1, 1, 0, 0) == (
        counted.discussions,
        counted.turns,
        counted.topics,
        counted.candidates,
        counted.kept,
        counted.create,
        counted.proposable,
    )
    assert "not settled: nobody answered" == made.near[0].trail.words


def test_all_proposes_also_what_is_only_near():
    made, _ = run(FakeSource(a_review(("rita", RULE))), all=True)

    assert (1, ()) == (made.funnel.create, made.near)


def test_what_a_source_could_not_read_is_in_the_run_and_the_rest_goes_on():
    made, _ = run(FakeSource(Skipped("a.json:3", "is no JSON"), a_review()))

    assert [("a.json:3", "is no JSON")] == [(skip.where, skip.what) for skip in made.skipped]
    assert 1 == made.funnel.create


def test_the_same_discussion_from_two_sources_is_read_once():
    made, _ = run(FakeSource(a_review()), FakeSource(a_review()))

    assert 1 == made.funnel.discussions
    assert ["read already from another source"] == [skip.what for skip in made.skipped]


def test_the_same_input_gives_the_same_run_and_another_base_another():
    ids = [run(FakeSource(a_review()), base=base)[0].id for base in ("a" * 40, "a" * 40, "b" * 40)]

    assert ids[0] == ids[1] != ids[2]


def test_no_room_leaves_the_weaker_waiting_and_says_so():
    made, proposal = run(FakeSource(a_review()), room=0)

    assert ((), "waiting for room in a later proposal") == (proposal.files, made.near[0].trail.words)


def test_what_waits_on_a_closed_proposal_was_refused():
    from gitexp.records.experience import Standing

    first, _ = run(FakeSource(a_review()))
    waiting = Standing(first.decisions[0].experience, "experiences/src/x.yaml", "0" * 40, approved=False)
    store = FakeStore(pending=[waiting])

    reasons = [
        run(FakeSource(a_review()), store=store, closed=closed)[0].decisions[0].reason
        for closed in (False, True)
    ]

    assert ["is on the proposal branch already", "was refused by a person"] == reasons


def test_nothing_learnt_is_a_normal_result():
    made, proposal = run(FakeSource(a_review(("rita", "LGTM"))), engine=FakeEngine())

    assert ((), ()) == (made.decisions, proposal.files)


def a_private_talk():
    return replace(a_review(), id="session:1", private=True)


def test_without_consent_nothing_of_a_private_discussion_is_proposed():
    made, proposal = run(FakeSource(a_private_talk()))

    assert ((), ()) == (made.decisions, proposal.files)
    assert [(RULE, WAITS)] == [(near.what, near.trail.words) for near in withheld(made)]
    assert 0 == made.funnel.create


def test_with_consent_it_is_proposed():
    made, proposal = run(FakeSource(a_private_talk()), consent=Everybody())

    assert (1, 1, ()) == (made.funnel.create, len(proposal.files), withheld(made))
