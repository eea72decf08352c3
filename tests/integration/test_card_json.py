"""A card that is written comes back as it was, and a text that holds none is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from gitexp.adapters.card_json import decoded, encoded
from gitexp.adapters.index_rows import card_of, row, share, ways
from gitexp.records.experience import Experience, Lifecycle, Scope, Standing
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from support.experiences import an_experience, experiences

PLACE = ("experiences/cache/x.yaml", "0" * 40)


def standing(one: Experience[str], *, approved: bool = True) -> Standing[str]:
    return Standing(one, *PLACE, approved, ("mood",))


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(experiences())
def test_every_card_comes_back_as_it_was(one: Experience[str]):
    made = card_of(standing(one, approved=False))

    again = decoded(7, encoded(made), *PLACE, "some words", approved=False)

    assert made._replace(number=7, words="some words") == again
    assert type(made.preconditions) is type(again.preconditions)
    assert [type(check) for check in made.preconditions.checks()] == [
        type(check) for check in again.preconditions.checks()
    ]
    hash(again)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(experiences())
def test_a_card_says_what_the_experience_says(one: Experience[str]):
    card = card_of(standing(one))

    assert (one.id, one.title, one.when, one.what, one.why) == (
        card.id,
        card.title,
        card.when,
        card.what,
        card.why,
    )
    assert (one.preconditions, one.scope.paths, one.scope.symbols) == (
        card.preconditions,
        card.paths,
        card.symbols,
    )
    assert [(cite.turn, cite.quote, cite.url, cite.by, cite.at) for cite in one.evidence] == list(
        map(tuple, card.evidence)
    )
    assert (one.lens, one.kind, one.status, one.severity, one.quality) == (
        card.lens,
        card.kind,
        card.status,
        card.severity,
        card.quality,
    )
    life = one.lifecycle
    assert (life.expires, life.review_after, life.max_recalls_per_day) == (
        card.expires,
        card.review_after,
        card.most_a_day,
    )
    assert (one.anti_patterns, one.pattern, one.observed_at) == (
        card.anti_patterns,
        card.pattern,
        card.observed_at,
    )
    assert (*PLACE, True, ("mood",), one.hex) == (
        card.path,
        card.blob,
        card.approved,
        card.unknown_keys,
        card.hex,
    )


CHECKS = (
    DependencyCheck("httpx", "pypi", ">=0.24"),
    DependencyCheck("httpx"),
    LanguageCheck("python"),
    PathCheck("src/**"),
    SymbolCheck("A.b"),
    PlatformCheck("linux"),
    KeyCheck("rendering", ("canvas", "dom")),
    None,
)


@pytest.mark.parametrize("check", CHECKS, ids=str)
@pytest.mark.parametrize("kind", ["must", "must_not", "typical_env"])
def test_a_condition_stays_of_its_kind(check: object, kind: str):
    one = Condition[str]("said", check)  # type: ignore[arg-type]
    conditions: dict[str, Any] = {kind: (one,)}
    made = card_of(standing(an_experience(preconditions=Preconditions(**conditions))))

    [again] = getattr(decoded(1, encoded(made)).preconditions, kind)

    assert (one, type(check)) == (again, type(again.check))


def test_keys_that_may_be_conditions_of_later_stay():
    made = card_of(standing(an_experience(preconditions=Preconditions(unread=("later",)))))

    assert ("later",) == decoded(1, encoded(made)).preconditions.unread


@pytest.mark.parametrize("text", ["", "[", "[]", "{}", "null", "1", '"abcdef"', "[1, 2, 3, 4, 5, 6]"])
def test_a_text_that_holds_no_card_is_refused(text: str):
    with pytest.raises((ValueError, TypeError, KeyError, IndexError)):
        decoded(1, text)


@pytest.mark.parametrize(
    ("text", "percent"),
    {None: 100, "20%": 20, " 5 % ": 5, "5": 5, "0%": 0, "250%": 100, "much": 100, "": 100, "٢٠%": 20}.items(),
)
def test_a_share_is_a_number(text: str | None, percent: int):
    assert percent == share(text)


@pytest.mark.parametrize(
    ("status", "canary", "percent"), [("active", None, 100), ("canary", None, 100), ("active", "20%", 20)]
)
def test_a_canary_is_served_to_its_share(status: str, canary: str | None, percent: int):
    one = an_experience(status=status, lifecycle=Lifecycle(canary=canary))

    assert percent == card_of(standing(one)).canary


# What it is found by


def test_heading_body_search_words_and_names_are_kept_apart():
    one = an_experience(
        title="Flush first",
        when="Forking",
        what="Call it.",
        why="Pages.",
        pattern="late write",
        anti_patterns=("Sleeping",),
        failure_modes=("Hanging",),
        search={"en": ("worker",), "zh": ("进程",)},
        scope=Scope(("src/cache/*.py", "b?x/**"), ("Cache.flush()",)),
    )

    lead = ways(row(standing(one)).tokens)

    assert ("flush first fork lat writ", "cal pag sleep hang", "work 进程") == lead.texts[:3]
    assert "src cach py cach flush" == lead.texts[3]


TERMS = {
    "The D site is the piracy site": {"d sit"},
    "`pump room` means the office": {"pump room"},
    "“开票后台”是指财务系统": {"开票后台"},
    "开票后台是财务系统": {"开票后台"},
    "「受付」とは入口": {"受付"},
}


@pytest.mark.parametrize("title", TERMS)
@pytest.mark.parametrize("marks", [{"lens": "terminology"}, {"kind": "term"}])
def test_a_word_of_the_team_leads_to_what_explains_it(title: str, marks: dict[str, str]):
    one = an_experience(title=title, when="Talking", what="Say so.", **marks)

    assert TERMS[title] <= set(ways(row(standing(one)).tokens).phrases)


def test_other_experiences_explain_no_word():
    one = an_experience(title="The cache is cold")

    assert () == ways(row(standing(one)).tokens).phrases


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(experiences())
def test_whatever_an_experience_says_its_tokens_come_back_in_five_parts(one: Experience[str]):
    lead = ways(row(standing(one)).tokens)

    assert 4 == len(lead.texts)
    assert all(phrase.strip() for phrase in lead.phrases)


def test_among_experiences_the_graver_better_and_oftener_seen_stand_first():
    plain, grave, good = (
        row(standing(an_experience(**changes))).rank
        for changes in ({}, {"severity": "block"}, {"quality": 5})
    )

    assert grave < good < plain
