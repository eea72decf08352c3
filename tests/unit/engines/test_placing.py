"""A candidate beside what stands: it repeats one, adds to one, contradicts one; several alike or none make a new one."""

from __future__ import annotations

from gitexp.engines.rules.placing import placing
from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Scope, Standing
from gitexp.steps.redact import redacted

QUEUE = {
    "when": "Writing a consumer of `OrderQueue`",
    "what": "Acknowledge the message after the row is committed",
    "why": "A crash in between would lose the order",
    "symbols": ("OrderQueue",),
}
QUOTE = Evidence(redacted("t1"), redacted("It was lost."), None, None, None)


def fields(given):
    return {
        "when": redacted(given["when"]),
        "what": redacted(given["what"]),
        "why": redacted(given["why"]) if given.get("why") else None,
    }


def standing(number=1, **changes):
    given = {**QUEUE, **changes}
    names = tuple(map(redacted, given["symbols"]))
    experience = Experience(
        id=f"queue-000000000{number}", title=redacted("Queue"), evidence=(QUOTE,), lens="logic", kind="constraint",
        status="active", scope=Scope(symbols=names), **fields(given),
    )  # fmt: skip
    return Standing(experience, f"experiences/general/{number}.yaml", f"blob{number}")


def candidate(**changes):
    given = {**QUEUE, **changes}
    return Candidate(
        id="c1", discussion="d1", topic="t1", repo="acme/shop", title=redacted("Queue"), lens="logic", kind="constraint",
        evidence=(QUOTE,), settled=Settled("yes"), trail=Trail(), symbols=tuple(map(redacted, given["symbols"])),
        **fields(given),
    )  # fmt: skip


OTHER = {"when": "Sizing `OrderQueue`", "what": "Bound it by bytes", "why": "Big orders filled the disk"}
MORE = "Acknowledge the message after the row is committed, and count it"


def placed(*beside, **changes):
    found = placing(candidate(**changes), beside)
    assert (None, None) == (found.what, found.why)
    return found.action, found.target


def test_where_nothing_stands_it_is_new():
    assert ("create", None) == placed()


def test_beside_what_is_about_something_else_it_is_new():
    assert ("create", None) == placed(standing(**OTHER))


def test_what_says_the_same_is_one_more_sighting():
    assert ("skip", 1) == placed(standing(1, **OTHER), standing(2))


def test_what_says_the_same_in_other_words_is_one_more_sighting():
    words = {
        "when": "A handler takes orders from OrderQueue",
        "what": "Commit the row first, acknowledge the message then",
        "why": "Otherwise an order is lost by a crash",
    }

    assert ("skip", 0) == placed(standing(), **words)


def test_what_says_less_is_one_more_sighting():
    assert ("skip", 0) == placed(standing(what=MORE))


def test_what_says_the_same_with_more_detail_is_an_update():
    assert ("update", 1) == placed(standing(1, **OTHER), standing(2), what=MORE)


def test_a_reason_for_what_stands_without_one_is_an_update():
    assert ("update", 0) == placed(standing(why=None))


def test_what_stands_twice_has_no_one_target():
    assert ("create", None) == placed(standing(1), standing(2))


def test_the_contrary_goes_to_people_whatever_else_is_alike():
    contrary = standing(2, what="Acknowledge the message before the row is committed")

    assert ("contradict", 1) == placed(standing(1), contrary, standing(3))


def test_the_contrary_of_another_situation_is_new():
    assert ("create", None) == placed(
        standing(
            when="Replaying `OrderQueue`", what="Do not acknowledge the message after the row is committed"
        )
    )


def test_each_answer_says_why_in_words():
    answers = [
        placing(candidate(), []),
        placing(candidate(), [standing()]),
        placing(candidate(what=MORE), [standing()]),
        placing(candidate(), [standing(what="Do not acknowledge the message after the row is committed")]),
    ]

    assert ["create", "skip", "update", "contradict"] == [one.action for one in answers]
    assert all(one.words for one in answers)
