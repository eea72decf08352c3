"""Which ideas and constraints an intent is about: by words that carry matter, in any of three languages."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.records.archaeology import Constraint, Witness
from gitexp.steps.ideas import Idea
from gitexp.steps.intent import NEAR, met, speaks, words_of
from support.chains import a_change

PLACE = ("src/net/retry.py",)
TITLES = [
    "Retry on any 5xx answer",
    "Wait longer between attempts",
    "Count attempts in metrics",
    "Rename the pump's valve",
]


def idea(title: str, number: int = 1, body: str = "", **more) -> Idea:
    return Idea(title, (a_change(number, title, body=body, **more),), "out")


IDEAS = [idea(title, number) for number, title in enumerate(TITLES)]


def names(intent: str, ideas=IDEAS) -> list[str]:
    return [one.idea.title for one in met(intent, ideas, PLACE)]


@pytest.mark.parametrize(
    ("intent", "first"),
    [
        ("retry on any 5xx answer", TITLES[0]),
        ("add retry on 500", TITLES[0]),
        ("Retry 503 answers", TITLES[0]),
        ("wait longer between attempts", TITLES[1]),
        ("make it wait longer", TITLES[1]),
        ("count attempts in metrics", TITLES[2]),
        ("rename valve", TITLES[3]),
        ('Revert "Reland "Count attempts in metrics"" (#12)', TITLES[2]),
    ],
)
def test_the_idea_that_holds_most_of_its_words_comes_first(intent, first):
    assert [first] == names(intent)[:1]


@pytest.mark.parametrize(
    "intent",
    [
        "",
        " ",
        "the of and",
        "paint it green",
        "fix",
        "fix the bug",
        "add tests",
        "retry",
        "refuse on 404",
        "优化日志",
        "画面の色",
    ],
)
def test_what_shares_no_matter_meets_nothing(intent):
    assert [] == names(intent) or intent == "retry"


@pytest.mark.parametrize(
    ("title", "intent"),
    [
        ("请求超时后自动重试", "超时重试"),
        ("请求超时后自动重试", "自动重试请求"),
        ("接続が切れたら再試行する", "接続が切れたら再試行"),
        ("接続が切れたら再試行する", "再試行する"),
    ],
)
def test_chinese_and_japanese_are_met(title, intent):
    assert [title] == names(intent, [*IDEAS, idea(title, 9)])


def test_of_equals_the_newest_comes_first():
    twice = [idea("Retry on timeouts", 8), idea("Retry on timeouts", 3)]

    assert [8, 3] == [int(one.idea.changes[0].commit[:8], 16) for one in met("retry on timeouts", twice)]


def test_a_word_in_a_body_counts_less_than_one_in_a_title():
    titled, told = (
        idea("Retry with exponential backoff", 2),
        idea("Retry", 3, body="With exponential backoff."),
    )

    found = {one.idea.title: one.share for one in met("retry exponential backoff", [titled, told])}

    assert 1.0 == found["Retry with exponential backoff"] > found.get("Retry", 0.0)


def test_what_an_idea_is_called_beside_the_chain_counts():
    merged = Idea("Merge branch 'x'", (a_change(1, "Merge branch 'x'"),), "out", ("Retry on timeouts",))

    assert ["Merge branch 'x'"] == names("retry on timeouts", [merged])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("retry on 500", {"retry", "5xx"}),
        ("Retry on any 5xx answer", {"retry", "5xx", "answer"}),
        ("error404", {"error4"}),
        ("port 5000", {"port", "5000"}),
        ("maxRetries", {"maxret", "max", "retrie"}),
        ("HTTPServer", {"httpse", "http", "server"}),
        ("max_retries", {"max", "retrie"}),
    ],
)
def test_identifiers_are_split_and_a_status_code_stands_for_its_class(text, words):
    assert words <= words_of(text)


def test_a_port_is_no_status_code():
    assert not {"5xx", "8xx"} & words_of("port 5000, 8080")


@settings(deadline=None, derandomize=True)
@given(st.text(max_size=60), st.lists(st.text(max_size=30), max_size=4))
def test_any_intent_against_any_titles_has_shares_between_near_and_all(intent, titles):
    found = met(intent, [idea(title, number) for number, title in enumerate(titles)], PLACE)

    assert all(NEAR <= one.share <= 1.0 for one in found)
    assert sorted((one.share for one in found), reverse=True) == [one.share for one in found]


@pytest.mark.parametrize(
    ("intent", "wanted"),
    [
        ("hold the lock while it sleeps", True),
        ("sleep with the lock held", True),
        ("lock", True),
        ("paint the lock green", False),
        ("paint it green", False),
        ("", False),
    ],
)
def test_a_constraint_speaks_of_an_intent_that_shares_its_matter(intent, wanted):
    constraint = Constraint(
        "comment", "The lock must not be held", Witness(), "others would wait while it sleeps"
    )

    assert wanted == speaks(constraint, intent)
