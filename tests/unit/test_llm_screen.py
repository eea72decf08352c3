"""What is said of a language model: the line before the first call, what it cost, and options that count for nothing."""

from __future__ import annotations

import pytest

from gitexp.cli.llm_screen import announced, say_unused, spent_line
from gitexp.config_llm import LlmOptions
from gitexp.records.llm import Announcement, Spent

HERE = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, "about 3 calls and 7,318 tokens, less what is kept of earlier runs"),
        (
            {"cost": 0.014, "limit": 2_000_000},
            "about 3 calls and 7,318 tokens, about 0.01 by your prices, less what is kept of earlier runs "
            "(the limit is 2,000,000 tokens)",
        ),
    ],
)
def test_the_line_before_the_first_call_says_where_how_much_within_what_and_which_text(more, expected):
    one = Announcement(HERE, "some-llm", 3, 7318, **{"cost": None, "texts": "the charter", **more})

    assert f"asks some-llm at {HERE}: {expected}; what leaves this machine: the charter" == announced(one)


@pytest.mark.parametrize(
    ("spent", "expected"),
    [
        (
            Spent(5, 2, 1200, 34, 0.03),
            "3 calls, 2 kept replies: 1,234 tokens, 0.03 by your prices when first asked",
        ),
        (Spent(1, 1, 10, 2), "0 calls, 1 kept reply: 12 tokens when first asked"),
        (Spent(1, 0, 1000, 234, 0.5, 2.4), "1 call: 1,234 tokens, 0.50 by your prices, 2 s of waiting"),
        (Spent(2, 0, 3, 4, None, 0.9), "2 calls: 7 tokens"),
    ],
)
def test_what_replies_cost_is_told_by_calls_that_were_made_and_replies_that_were_kept(spent, expected):
    assert expected == spent_line(spent)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (LlmOptions(), ""),
        (LlmOptions(engine="rules"), ""),
        (LlmOptions(model="some-llm"), "--model"),
        (LlmOptions(replies="kept", offline=True), "--replies, --offline"),
        (
            LlmOptions(send_private=True, max_tokens=9, max_cost=1.5),
            "--send-private, --max-tokens, --max-cost",
        ),
    ],
)
def test_options_of_a_language_model_that_the_rules_pass_over_are_named(options, expected, capsys):
    say_unused(options, "rules")

    told = f"the rules judge: {expected} counts for nothing; add --engine model\n" if expected else ""
    assert ("", told) == capsys.readouterr()


def test_options_of_the_engine_that_judges_are_no_matter(capsys):
    say_unused(LlmOptions(model="some-llm", offline=True), "model")

    assert ("", "") == capsys.readouterr()
