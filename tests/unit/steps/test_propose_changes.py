"""A change record is proposed once, for what was settled with a reason, and never without the consent that it needs."""

from dataclasses import replace

import pytest

from gitexp.engines.rules import RulesEngine
from gitexp.engines.rules.alternatives import AlternativesEngine
from gitexp.errors import RecordError
from gitexp.pipeline import Asked, run_pipeline
from gitexp.records.change_record import StandingChange
from gitexp.records.discussion import Discussion, Speaker, Turn
from gitexp.records.text import Redacted
from gitexp.steps.consent import Everybody, shareable
from gitexp.steps.propose_changes import Changes
from gitexp.steps.redact import redacted
from support.changes import a_record
from support.fakes import FakeSource, FakeStore, FakeSymbols
from support.talk import a_discussion, a_thread, a_turn

POOL = "We tried a pool of workers, but it starved the watchdog."
FORK = "We decided against a fork for each valve because the board has no memory for it."


class FakeChanges:
    """A store of the records it was given."""

    def __init__(self, standing=(), pending=(), refused=(), fault=""):
        self._standing, self._pending, self._refused, self._fault = standing, pending, refused, fault

    def held(self):
        return self._standing, ()

    def pending(self, branch):
        return self._pending

    def refused(self, branch):
        return self._refused

    def text_of(self, record):
        if self._fault:
            raise RecordError("record", self._fault)
        return Redacted.template("id: {}\n", record.intent)


class Answers:
    """A consent whose answers a test sets, by the alternative."""

    def __init__(self, *yes):
        self.yes = yes

    def may_leave(self, decision):
        return decision.candidate.what in self.yes


def a_talk(*said, title="Pump in one loop", **more):
    return replace(a_discussion(*a_thread(*said), title=title), **more)


def settled(words=POOL, **more):
    return a_talk(("rita", "Why not a pool?"), ("adam", words), ("rita", "Makes sense, thanks."), **more)


def run(*talks, store=None, consent=None, **asked):
    return run_pipeline(
        [FakeSource(*talks)],
        RulesEngine(),
        FakeSymbols({}),
        FakeStore(),
        Asked(**asked),
        lambda step: None,
        consent,
        changes=Changes(store or FakeChanges(), AlternativesEngine()),
    )


def standing(record):
    return StandingChange(record, record.path, "b" * 40)


def test_a_settled_rejection_becomes_a_record_beside_the_decisions():
    made, proposal = run(settled())

    [change] = made.changes
    record = change.record
    assert ("Rejected: a pool of workers", "Pump in one loop") == (record.title, record.intent)
    assert [("a pool of workers", "it starved the watchdog", POOL)] == [
        (one.what, one.why, one.evidence.quote) for one in record.rejected
    ]
    assert (7, ("src/net/retry.py",), "2024-03-30") == (
        record.pull_request,
        record.impact.paths,
        record.made_at,
    )
    assert f"experiences/changes/2024/{record.id}.yaml" == change.path
    assert change.path in [file.path for file in proposal.files]
    assert 1 == made.funnel.changes and "1 change record" in proposal.title
    assert "## Change records" in proposal.body and POOL in proposal.body and change.path in proposal.body


def test_without_change_records_everything_stays_as_it_was():
    talk = settled("It is fine.")
    without = run_pipeline(
        [FakeSource(talk)], RulesEngine(), FakeSymbols({}), FakeStore(), Asked(), lambda step: None
    )

    assert without == run(talk)


def test_the_same_input_gives_the_same_proposal():
    assert run(settled()) == run(settled())


def test_what_is_not_settled_gives_no_record():
    for said in (
        [("rita", POOL)],
        [("rita", POOL), ("adam", "I disagree, the watchdog itself was broken.")],
        [("rita", POOL), ("adam", "Why?")],
    ):
        assert () == run(a_talk(*said))[0].changes, said
        assert () == run(a_talk(*said), all=True)[0].changes, said


def test_a_discussion_without_a_title_gives_none():
    assert () == run(settled(title=None))[0].changes


def test_one_change_has_one_record_with_all_that_was_rejected():
    talk = a_talk(("rita", "Why?"), ("adam", f"{POOL}\n\n{FORK}"), ("rita", "Makes sense."))

    [change] = run(talk)[0].changes

    assert ["a pool of workers", "a fork for each valve"] == [one.what for one in change.record.rejected]


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("standing", "its change record stands in the store already"),
        ("pending", "its change record is on the proposal branch already"),
        ("refused", "its change record was refused by a person"),
    ],
)
def test_what_stands_waits_or_was_refused_is_not_proposed_again(name, how):
    record = run(settled())[0].changes[0].record

    made, _ = run(settled(), store=FakeChanges(**{name: [standing(record)]}))

    assert () == made.changes
    assert [how] == [skip.what for skip in made.skipped if skip.where == record.id]


def test_the_same_pull_request_of_this_repository_is_the_same_change():
    other = a_record(pull_request=7)

    assert () == run(settled(), store=FakeChanges([standing(other)]))[0].changes
    assert 1 == len(run(settled(local=False), store=FakeChanges([standing(other)]))[0].changes)
    twice = run(settled(), replace(settled(), id="acme/shop#7-again"))[0]
    assert 1 == len(twice.changes)


def test_what_waits_on_the_branch_is_told_in_the_proposal_and_takes_room():
    waiting = a_record(pull_request=99, intent="Let one client in")

    _, proposal = run(settled(), store=FakeChanges(pending=[standing(waiting)]))
    assert "Let one client in (waits since an earlier run)" in proposal.body
    assert "2 change records" in proposal.title

    made, _ = run(settled(), store=FakeChanges(pending=[standing(waiting)]), room=1)
    assert () == made.changes
    assert any("waits for room" in skip.what for skip in made.skipped)


def test_a_closed_proposals_record_counts_as_refused():
    record = run(settled())[0].changes[0].record

    made, _ = run(settled(), store=FakeChanges(pending=[standing(record)]), closed=True)

    assert () == made.changes and any("was refused" in skip.what for skip in made.skipped)


def test_of_a_private_discussion_only_what_was_agreed_to_is_proposed():
    talk = a_talk(("rita", "Why?"), ("adam", f"{POOL}\n\n{FORK}"), ("rita", "Makes sense."), private=True)

    made, proposal = run(talk)
    assert ((), 2) == (made.changes, made.changes_withheld)
    assert "watchdog" not in proposal.body

    made, proposal = run(talk, consent=Answers("a fork for each valve"))
    assert ["a fork for each valve"] == [one.what for one in made.changes[0].record.rejected]
    assert (1, True) == (made.changes_withheld, made.changes[0].private)
    assert "watchdog" not in proposal.body + proposal.files[-1].text
    [kept] = shareable(made).changes
    assert "no memory" not in repr(kept) and "fork" not in repr(kept)
    assert (made.changes[0].record.hex, True) == (kept.record.hex, kept.private)

    assert 2 == len(run(talk, consent=Everybody())[0].changes[0].record.rejected)


def test_a_private_record_holds_nothing_but_the_alternatives_that_were_shown():
    title = redacted("Zebra crossing of the northern gate (#31)")
    words = a_thread(("rita", "Why not a pool?"), ("adam", POOL), ("rita", "Makes sense, thanks."))
    aside = a_turn("Look there too.", number=9, path="secret/plan.py", thread="review_comment:9")
    talk = replace(a_discussion(*words, aside), title=title, private=True, number=None)

    [change] = run(talk, consent=Everybody())[0].changes

    record = change.record
    assert ("Rejected: a pool of workers",) * 2 == (record.title, record.intent)
    assert ("title", "intent") == record.provenance.derived
    assert (None, ("src/net/retry.py",)) == (record.pull_request, record.impact.paths)
    assert "Zebra" not in repr(change) and "secret/plan" not in repr(change)


def test_of_a_private_discussion_a_statement_without_a_place_gives_no_paths():
    words = a_turn(POOL, "adam", number=2, role="author", thread=None)
    settles = a_turn("Makes sense, thanks.", "rita", number=3, thread=None)
    aside = a_turn("Look there too.", number=9, path="secret/plan.py", thread="review_comment:9")
    talk = replace(a_discussion(words, settles, aside), title=redacted("Pump in one loop"))

    [public] = run(talk)[0].changes
    [private] = run(replace(talk, private=True), consent=Everybody())[0].changes

    assert (("secret/plan.py",), ()) == (public.record.impact.paths, private.record.impact.paths)


def test_of_a_private_commit_no_trailer_beside_the_alternative_comes_along():
    trailer = "Rejected: a pool | it starves the watchdog"
    turns = [
        Turn(
            f"commit:{'a1' * 20}#{n}", Speaker("Bo", "author", None, "yes"), redacted(text), None, thread="c"
        )
        for n, text in enumerate((trailer, "Constraint: one socket only"), 1)
    ]
    talk = Discussion(
        f"text:{'a1' * 20}", "commit", "acme/shop", redacted("Keep one socket"), tuple(turns), local=True
    )

    [public] = run(talk)[0].changes
    [private] = run(replace(talk, private=True), consent=Everybody())[0].changes

    assert (("one socket only",), ()) == (public.record.constraints, private.record.constraints)


def test_the_name_of_a_private_record_is_not_told_where_it_is_left_out():
    talk = settled(private=True)

    made, _ = run(talk, consent=Everybody(), room=0)

    assert not any("pool" in skip.where for skip in made.skipped)


def test_a_record_that_fits_no_file_costs_itself_alone():
    made, _ = run(settled(), store=FakeChanges(fault="too long"))

    assert () == made.changes
    assert any(skip.what == "fits no file: too long" for skip in made.skipped)
