"""A change of an experience in its file: exactly the wanted record comes out, and a person's comments stay."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.edit_yaml import Edited, edited
from gitexp.adapters.experience_yaml import read, write
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Lifecycle, Relations, Scope
from gitexp.records.precondition import Condition, PathCheck, Preconditions
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted_experience
from support.experiences import experiences

WHERE = "experiences/net/retry-0a1b2c3d4e.yaml"
BY_HAND = """\
# Mara watches this one.
id: retry-0a1b2c3d4e
status: active   # since the outage
title: "Retry GET only"
when: Adding retries

what: >-
  Retry only what is
  idempotent.
# The gateway team knows more.
scope:
  symbols: [send]        # not Client.send
  paths:
    - src/net/**         # the old client
    - "lib/a b.py"
preconditions: {must: [{text: the old client, check: {path: "src/net/**"}}]}
evidence:
  - turn: note:2024-01-02
    # said aloud
    quote: |
      Only GET.
      Never POST.
lens: logic
kind: constraint
lifecycle:
  review_after: "2030-01-01" # after the move
# the end
"""


def changed(text: str = BY_HAND, **fields: object) -> Edited:
    wanted = replace(read(text, WHERE).experience, **fields)  # type: ignore[arg-type]
    return edited(text, WHERE, redacted_experience(wanted))


def test_nothing_changes_where_nothing_is_to_change():
    assert Edited(Redacted(BY_HAND)) == changed()


def test_a_status_and_its_reason_change_two_lines_and_no_other():
    after = changed(
        status="retracted", lifecycle=Lifecycle("2030-01-01", reason="It was about the old client.")
    )

    expected = BY_HAND.replace("status: active   #", "status: retracted   #").replace(
        "# after the move\n", "# after the move\n  reason: It was about the old client.\n"
    )
    assert Edited(Redacted(expected)) == after


def test_a_section_that_is_not_there_comes_in_its_usual_place():
    text = BY_HAND.replace('lifecycle:\n  review_after: "2030-01-01" # after the move\n', "")

    after = changed(text, status="superseded", relations=Relations(superseded_by="other-0a1b2c3d4f"))

    assert (
        "lens: logic\nkind: constraint\nrelations: {superseded_by: other-0a1b2c3d4f}\n# the end\n"
        in after.text
    )
    assert not after.rewritten


def test_a_path_changes_where_it_stands_in_the_scope_and_in_a_check():
    after = changed(
        scope=Scope(("src/http/**", "lib/a b.py"), ("send",)),
        preconditions=Preconditions((Condition("the old client", PathCheck("src/http/**")),)),
    )

    assert (
        Edited(
            Redacted(BY_HAND.replace("src/net/**", '"src/http/**"', 1).replace("src/net/**", "src/http/**"))
        )
        == after
    )


def test_a_list_grows_at_its_end_in_either_form():
    scope = Scope(("src/net/**", "lib/a b.py", "c.py"), ("send", "receive"))

    after = changed(scope=scope)

    assert (
        Edited(
            Redacted(
                BY_HAND.replace("[send]", "[send, receive]").replace(
                    '"lib/a b.py"\n', '"lib/a b.py"\n    - c.py\n'
                )
            )
        )
        == after
    )


def test_a_small_section_on_one_line_grows_on_it_and_a_long_reason_gets_lines_of_its_own():
    text = BY_HAND.replace(
        'lifecycle:\n  review_after: "2030-01-01" # after the move', 'lifecycle: {review_after: "2030-01-01"}'
    )

    short = changed(text, lifecycle=Lifecycle("2030-01-01", reason="Over"))
    long = changed(text, lifecycle=Lifecycle("2030-01-01", reason="It is over, " * 20 + "at last"))

    assert 'lifecycle: {review_after: "2030-01-01", reason: Over}' in short.text
    assert 'lifecycle:\n  review_after: "2030-01-01"\n  reason: >-\n    It is over,' in long.text
    assert "# since the outage" in long.text and not long.rewritten


@pytest.mark.parametrize("ending", ["", "\n", "\r\n"])
def test_line_ends_stay_as_they_are(ending):
    text = BY_HAND.replace("\n", ending or "\n").removesuffix("# the end" + (ending or "\n"))
    text = text if ending else text.removesuffix("\n")

    after = changed(text, status="retracted", lifecycle=Lifecycle("2030-01-01", reason="Over"))

    broken = ending or "\n"
    assert (
        text.replace("active", "retracted").removesuffix(broken) + f"{broken}  reason: Over{broken}"
        == after.text
    )


def test_what_can_not_be_changed_in_place_is_written_anew_and_says_so():
    text = BY_HAND.replace("what: >-\n", "what: >-  # a comment\n")

    after = changed(text, what="Retry nothing.")

    assert after.rewritten and read(after.text, WHERE).experience.what == "Retry nothing."


def test_what_exp_does_not_know_is_never_lost():
    text = BY_HAND.replace("what: >-\n", "what: >-  # a comment\n") + "ticket: 12\n"

    with pytest.raises(
        RecordError, match=r"can't be changed without losing `ticket`; change the file by hand"
    ):
        changed(text, what="Retry nothing.")
    assert "ticket: 12\n" in changed(text, status="retracted").text


def test_what_does_not_fit_the_schema_is_refused():
    with pytest.raises(RecordError, match="reason"):
        changed(status="retracted", lifecycle=Lifecycle(reason="x" * 1001))


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40, deadline=None)
@given(
    experiences(), st.sampled_from(["retracted", "superseded", "archived"]), st.text(min_size=1, max_size=200)
)
def test_any_written_file_takes_a_new_status_and_reason(experience, status, words):
    before = redacted_experience(experience)
    wanted: Experience[Redacted] = redacted_experience(
        replace(before, status=status, lifecycle=replace(before.lifecycle, reason=f"x{words.strip()}x"))
    )
    try:
        text, expected = write(before), write(wanted)
    except RecordError:
        return

    after = edited(text, WHERE, wanted)

    assert wanted == read(after.text, WHERE).experience
    assert read(expected, WHERE).experience == read(after.text, WHERE).experience
