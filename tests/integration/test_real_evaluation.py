"""Real discussions with gold: the evaluation holds together, whatever the engine's figures are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.cases_folder import read_cases
from gitexp.engines.rules import RulesEngine
from gitexp.evaluate import extraction, measured

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
GOLD = DATA / "discussions" / "GOLD.jsonl"
pytestmark = pytest.mark.skipif(not GOLD.is_file(), reason="the shared data is not here")


@pytest.fixture(scope="module")
def cases():
    return read_cases(GOLD.parent)


@pytest.fixture(scope="module")
def made(cases):
    return extraction(cases, RulesEngine(), lambda step: None)


def test_every_row_and_every_document_is_read(cases):
    rows = [json.loads(line) for line in GOLD.read_text("utf-8").splitlines()]

    assert [] == [skip for skip in cases.skipped if skip.bad]
    assert len(list(GOLD.parent.glob("*.json"))) == len(cases.discussions) == len(cases.cases)
    assert sum(not row.get("none") and not row["optional"] for row in rows) == cases.required
    assert sum(bool(row.get("none")) for row in rows) == sum(case.none for case in cases.cases)


def test_the_stop_words_are_those_of_the_definition():
    from gitexp.steps.score_words import STOPWORDS

    assert set((DATA / "stopwords.txt").read_text("utf-8").split()) == STOPWORDS


def test_parts_add_up_to_the_whole(made):
    wide = made.whole.wide
    parts = (made.full_form.wide, made.comments_only.wide)
    for name in ("produced", "matched", "optional", "required", "false_from_none"):
        assert getattr(wide, name) == sum(getattr(part, name) for part in parts)
    assert wide.required == sum(both.wide.required for both in made.lenses.values())
    assert wide.false_from_none == sum(some.candidates for some in made.garbage.values())


def test_every_missed_row_and_every_wrong_candidate_is_a_mistake_of_one_kind(made):
    rows = [mistake for mistake in made.errors if mistake.row and mistake.kind[:5] not in ("false", "secon")]
    false = [mistake for mistake in made.errors if mistake not in rows]

    assert sum(one.wrong_at("proposing") for one in made.cases if one.row) == len(rows)
    assert sum(one.wide == "wrong" for one in made.cases) == len(false)


def test_the_proposing_threshold_never_finds_what_the_wide_one_misses(made):
    assert not [one.key for one in made.cases if one.row and (one.wide, one.proposing) == ("missed", "found")]


def test_keys_are_one_for_each_row_and_candidate(made):
    keys = [one.key for one in made.cases]

    assert len(set(keys)) == len(keys)


def test_the_baselines_have_as_many_as_they_may(cases, made):
    assert cases.required == made.baselines["longest threads"].produced
    assert cases.required == made.baselines["longest discussions"].produced
    assert made.baselines["every thread"].produced > cases.required


def test_the_baselines_have_the_figures_that_another_reading_of_the_data_gives(made):
    # Worked out from the files by a script that shares no line with exp. No engine has a part in them.
    assert {
        "every thread": (120, 21, 18, 20),
        "longest threads": (35, 12, 2, 2),
        "longest discussions": (35, 8, 2, 2),
    } == {
        name: (one.produced, one.matched, one.optional, one.false_from_none)
        for name, one in made.baselines.items()
    }
    assert (0.6, 0.21) == (
        made.baselines["every thread"].recall,
        round(made.baselines["every thread"].precision, 2),
    )


def test_the_projects_in_full_form_are_those_that_have_more_than_review_comments(cases, made):
    whole = [case for case in cases.cases if case.name.startswith("bitcoin-core__")]

    assert (22, 9) == (len(whole), made.full_form.wide.required)
    assert 9 == sum(not row.optional for case in whole for row in case.rows)


@pytest.fixture(scope="module")
def governed():
    return read_cases(DATA / "governance")


@pytest.fixture(scope="module")
def measured_governance(governed):
    return measured(governed, RulesEngine(), lambda step: None)


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (DATA / "governance" / name).read_text("utf-8").splitlines()]


def test_every_governance_row_is_read(governed):
    pairs, placements = lines("dedup_pairs.jsonl"), lines("merge_cases.jsonl")

    assert [] == [skip for skip in governed.skipped if skip.bad]
    assert [row["id"] for row in pairs] == [case.id for case in governed.pairs.cases]
    assert [row["id"] for row in placements] == [case.id for case in governed.placements.cases]
    assert [(row["action"], row["target"]) for row in placements] == [
        (case.action, case.target) for case in governed.placements.cases
    ]


def test_governance_figures_are_those_that_another_count_of_the_answers_gives(measured_governance):
    pairs = {row["id"]: row for row in lines("dedup_pairs.jsonl")}
    dedup, merge = measured_governance.dedup, measured_governance.merge
    alone = [one for one in dedup.answers if not pairs[one.id]["kind"].startswith("chain")]
    called = {one.id for one in alone if one.given == "same"}
    labelled = {one.id for one in alone if pairs[one.id]["duplicate"]}

    assert (len(called), len(labelled)) == (dedup.same.called, dedup.same.labelled)
    assert len(called & labelled) == dedup.same.right
    assert 18 == len(dedup.identical)
    assert 15 == dedup.texts
    placements = lines("merge_cases.jsonl")
    right = sum(row["action"] == one.given for row, one in zip(placements, merge.answers, strict=True))
    assert right / len(placements) == merge.overall


def test_the_two_rules_that_must_always_hold_do(measured_governance):
    assert ((), ()) == (measured_governance.dedup.bridged, measured_governance.merge.overridden)
    assert () == measured_governance.failed
