"""What change records say of a place: of those in force, and each of them says something."""

import pytest

from gitexp.records.archaeology import Constraint, Witness
from gitexp.records.evidence import Evidence
from gitexp.steps.recorded import RejectedThen, recorded_constraints, recorded_rejections
from support.changes import a_record

QUOTE = Evidence(
    "commit:a1", "The firmware answers one client, so we keep one socket.", None, "Bo", "2024-01-02"
)
OTHER = Evidence("commit:a1", "Because it was late.", None, "Mia", "2024-01-03")


def test_a_record_in_force_tells_what_must_hold_and_what_was_rejected():
    record = a_record(constraints=("one socket only", "no second port"), evidence=(QUOTE,))

    where = Witness(id=record.id, at="2024-01-02")
    assert [
        Constraint("change_record", "one socket only", where, "Keep one socket"),
        Constraint("change_record", "no second port", where, "Keep one socket"),
    ] == list(recorded_constraints([record]))
    assert [
        RejectedThen(
            "a thread for each client", "the firmware mixes up their answers", record.id, "2024-01-02"
        )
    ] == list(recorded_rejections([record]))


@pytest.mark.parametrize("status", ["contested", "superseded", "retracted", "archived"])
@pytest.mark.parametrize("constraints", [(), ("one socket only",)])
def test_what_is_not_in_force_is_not_told(status, constraints):
    record = a_record(status=status, constraints=constraints, outcome="Quiet since.")

    assert ([], []) == (list(recorded_constraints([record])), list(recorded_rejections([record])))


def test_a_record_without_constraints_tells_what_came_of_it_with_its_first_quote():
    record = a_record(outcome="No mixed-up answer since.", evidence=(QUOTE, OTHER))

    where = Witness(id=record.id, at="2024-01-02", quote=QUOTE.quote, by="Bo")
    assert [Constraint("change_record", "No mixed-up answer since.", where, QUOTE.quote)] == list(
        recorded_constraints([record])
    )


def test_without_an_outcome_it_tells_what_it_was_for_and_not_the_same_words_twice():
    same = a_record(intent=QUOTE.quote, evidence=(QUOTE,), made_at=None)
    bare = a_record()

    told, alone = recorded_constraints([same, bare])

    assert (QUOTE.quote, "", QUOTE.quote, "") == (told.text, told.why, told.where.quote, told.where.at)
    assert Constraint("change_record", bare.intent, Witness(id=bare.id, at="2024-01-02")) == alone
