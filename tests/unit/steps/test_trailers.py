"""Decision trailers at the end of a change's message."""

from __future__ import annotations

import pytest

from gitexp.records.past import Touch
from gitexp.records.trailers import Trailer
from gitexp.steps.trailers import said_in


def a_touch(body: str) -> Touch:
    return Touch(
        "1" * 40,
        (),
        "2024-05-02T10:00:00+00:00",
        0,
        "Anna",
        "anna@example.org",
        "Seal",
        body,
        "pump.c",
        "",
        "a",
    )


def pairs(body: str) -> list[tuple[str, str]]:
    return [(one.name, one.value) for one in said_in(a_touch(body))]


def test_the_last_paragraph_s_decisions_are_read_in_their_order_whatever_their_case():
    body = (
        "The seal leaked.\n\nconstraint: the valve opens last\nREJECTED: a thicker seal | it froze\n"
        "Not-Tested: below -20\nReverts: 1a2b3c4d5e\nSigned-off-by: Anna <anna@example.org>\n"
    )

    assert [
        ("Constraint", "the valve opens last"),
        ("Rejected", "a thicker seal | it froze"),
        ("Not-tested", "below -20"),
        ("Reverts", "1a2b3c4d5e"),
    ] == pairs(body)


def test_a_line_that_is_set_in_goes_on_with_the_one_above():
    assert [("Directive", "close the valve before the pump stops")] == pairs(
        "Why.\n\nDirective: close the valve\n  before the pump\r\n\tstops\r\n"
    )


def test_prose_is_no_trailer():
    assert [] == pairs("Constraint: this stands above\nand goes on as prose.\n\nNothing more to say.")
    assert [] == pairs("Constraint: first line\nprose behind it")
    assert [] == pairs("")


def test_a_signature_may_be_set_apart():
    assert [("Constraint", "the valve opens last")] == pairs(
        "Why.\n\nConstraint: the valve opens last\n\nSigned-off-by: Anna <anna@example.org>"
    )


def test_a_rejected_alternative_is_parted_from_its_reason_and_an_end_from_what_it_ends():
    trailer = Trailer("Rejected", "[until: 2025-01-31] a thicker seal | it froze | twice")

    assert ("a thicker seal", "it froze | twice", "2025-01-31") == (
        trailer.said,
        trailer.reason,
        trailer.until,
    )
    assert ("open it last", "", "") == (
        Trailer("Constraint", "open it last").said,
        Trailer("Constraint", "open it last").reason,
        Trailer("Constraint", "open it last").until,
    )


@pytest.mark.parametrize(
    ("value", "commit"),
    [
        ('1A2B3C4D5E6F ("Seal the pump")', "1a2b3c4d5e6f"),
        ("commit 1a2b3c4", "1a2b3c4"),
        ('1234567 ("Seal the pump")', "1234567"),
        ("#12", ""),
        ("12345678", ""),
        ("https://example.org/1a2b3c4d", ""),
        ("deadbeefs", ""),
        ("abc", ""),
    ],
)
def test_a_fix_names_a_commit_and_not_an_issue(value: str, commit: str):
    assert commit == Trailer("Fixes", value).commit
