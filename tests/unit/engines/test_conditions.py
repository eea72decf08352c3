"""Preconditions are what a statement itself says of versions and platforms; nothing else becomes one."""

import pytest

from gitexp.engines.rules.conditions import MOST, preconditions_of
from gitexp.records.precondition import DependencyCheck, PlatformCheck
from gitexp.steps.redact import redacted


def conditions(text):
    found = preconditions_of(redacted(text))
    return [(one.text, one.check) for one in found.must], [(one.text, one.check) for one in found.must_not]


@pytest.mark.parametrize(
    ("text", "words", "name", "version"),
    [
        ("With httpx >= 0.24 the pool stays closed.", "httpx >= 0.24", "httpx", ">=0.24"),
        ("With `httpx`>=`0.24` the pool stays closed.", "`httpx`>=`0.24`", "httpx", ">=0.24"),
        ("With httpx ≥ 0.24 the pool stays closed.", "httpx ≥ 0.24", "httpx", ">=0.24"),
        ("The pool stays closed with httpx<1.", "httpx<1", "httpx", "<1"),
        ("Since Django 4.2 the session is lost.", "Since Django 4.2", "django", ">=4.2"),
        ("As of pandas 2.0 the index is lost.", "As of pandas 2.0", "pandas", ">=2.0"),
        ("It needs react 18.2 to render twice.", "needs react 18.2", "react", ">=18.2"),
        ("React 18.0+ renders twice.", "React 18.0+", "react", ">=18.0"),
        ("pandas 2.0 and later loses the index.", "pandas 2.0 and later", "pandas", ">=2.0"),
        ("Before pandas 2.0 the index was kept.", "Before pandas 2.0", "pandas", "<2.0"),
        ("Older than numpy 1.26 fails here.", "Older than numpy 1.26", "numpy", "<1.26"),
        ("httpx >= 0.24 时连接池不能关闭。", "httpx >= 0.24", "httpx", ">=0.24"),
        ("httpx >= 0.24 ではプールを閉じてはいけません。", "httpx >= 0.24", "httpx", ">=0.24"),
    ],
)
def test_a_version_range_is_a_must_in_the_words_that_state_it(text, words, name, version):
    assert ([(words, DependencyCheck(name, None, version))], []) == conditions(text)


@pytest.mark.parametrize(
    ("text", "words", "platform"),
    [
        ("The lock is needed only on Windows.", "only on Windows", "windows"),
        ("The lock happens to fail on macOS only.", "on macOS only", "macos"),
        ("It only works on Linux, because of epoll.", "only works on Linux", "linux"),
    ],
)
def test_only_on_a_platform_is_a_must(text, words, platform):
    assert ([(words, PlatformCheck(platform))], []) == conditions(text)


@pytest.mark.parametrize(
    ("text", "words", "platform"),
    [
        ("The rename is atomic, but not on Windows.", "not on Windows", "windows"),
        ("This holds everywhere and not on iOS.", "not on iOS", "ios"),
    ],
)
def test_not_on_a_platform_is_a_must_not(text, words, platform):
    assert ([], [(words, PlatformCheck(platform))]) == conditions(text)


@pytest.mark.parametrize(
    "text",
    [
        "The lock fails on Windows.",
        "It broke on 2024-03-01 and since 2023.",
        "Since May 2023 and since March 4 it fails.",
        "See line 12 and lines 12 and above of step 3.",
        "Before step 3 the ledger is open; until version 2 it was not.",
        "With Python 3.10+, Java 17 or later and Go >= 1.21 it is the same.",
        "Since release 2.3 and from commit 12 it waits.",
        "The pool of the gateway must stay open.",
        "Use a->b and x => 3 there.",
        "",
    ],
)
def test_dates_lines_languages_and_plain_mentions_give_none(text):
    assert ([], []) == conditions(text)


@pytest.mark.parametrize(
    "text",
    [
        "Never retry when attempts > 3, or the gateway locks the card.",
        "The gateway answers with status >= 500 when it is tired.",
        "It fails for `len(rows)` and rows < 10 too.",
        "We have 100+ exports with 20+ files.",
        "It requires exactly 2 locks and about 3 seconds.",
        "Rows from index 0 until row 500 are read before migration 42.",
        "HTTP 500 or above means that the gateway is tired.",
        "A timeout >= 30 seconds stops the export.",
    ],
)
def test_a_comparison_or_a_count_is_no_version_of_a_package(text):
    assert ([], []) == conditions(text)


@pytest.mark.parametrize(
    "text",
    [
        "Pin httpx < 0.24, because httpx >= 0.24 closes the pool twice.",
        "It happens with httpx < 0.20 or httpx > 0.24.",
        "Don't use httpx >= 0.24 here.",
    ],
)
def test_ranges_that_can_not_all_hold_or_are_forbidden_are_no_must(text):
    must, _ = conditions(text)

    assert 2 > len(must)
    assert ">=0.24" not in [check.version for _, check in must]


@pytest.mark.parametrize("text", ["It happens not only on Windows.", "It happens only on Linux and macOS."])
def test_more_platforms_than_one_are_not_narrowed_to_the_first(text):
    assert ([], []) == conditions(text)


def test_a_table_of_versions_gives_no_more_than_a_few():
    assert MOST == len(conditions("aa>=1.0 bb>=2.0 cc>=3.0 dd>=4.0 ee>=5.0")[0])


def test_a_range_said_twice_is_one_condition():
    assert 1 == len(conditions("httpx >= 0.24 fails, as httpx >= 0.24 closes it.")[0])
