"""The checks of archaeology from outside: what counts as found, held, first and unrelated, on rows made by hand."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

# The measuring scripts are no part of the package; they lie beside it.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.archaeology import rows as timings
from bench.asking import Answer, Change, bar, clones, read
from bench.check_chain import compare
from bench.check_chain import figures as chain_figures
from bench.check_intents import Case, innermost, pair, right
from bench.check_intents import figures as intent_figures
from bench.check_reverts import figures, judge, misses, table
from bench.gold import Row
from bench.gold import row as read_row
from bench.unrelated_intents import INTENTS

A, B, C, D = ("a" * 40, "b" * 40, "c" * 40, "d" * 40)


def a_row(kind: str = "standard", positive: bool = True, relanded_by: str = "") -> Row:
    return Row("shop/till", B, A, kind, "till.py", "blob" if positive else "", positive, relanded_by)


def a_revert(kind: str = "revert", exactness: str = "exact", relanded_by: tuple[str, ...] = ()) -> Change:
    return Change(B, kind, exactness, (A,), relanded_by, "till.py")


def test_a_revert_is_found_where_its_commit_names_what_it_undoes():
    judged = judge(a_row(), Answer((a_revert(), Change(A))))

    assert (True, True) == (judged.found, judged.kind_right)


def test_a_revert_that_another_commit_is_said_to_be_is_not_found():
    judged = judge(a_row(), Answer((Change(C, "revert", "exact", (A,)), Change(B), Change(A))))

    assert (False, False) == (judged.found, judged.kind_right)
    assert "change, reverts nothing, relanded by nothing" == judged.said


@pytest.mark.parametrize(
    ("gold", "kind"),
    [
        ("standard", "revert"),
        ("merge", "revert"),
        ("silent", "revert"),
        ("reland", "reland"),
        ("silent_reland", "reland"),
        ("partial", "partial_revert"),
        ("revert_plus", "revert_plus"),
        ("workaround_lifted", "workaround_lifted"),
    ],
)
def test_each_kind_of_the_rows_has_one_kind_that_is_right(gold, kind):
    kinds = ("revert", "reland", "partial_revert", "revert_plus", "workaround_lifted")

    fine = [one for one in kinds if judge(a_row(gold), Answer((a_revert(one),))).kind_right]

    assert [kind] == fine


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (a_revert("revert", "exact"), True),
        (a_revert("partial_revert", "part"), True),
        (a_revert("change", "claimed"), False),
        (a_revert("bot_churn", "exact"), False),
        (Change(B), False),
    ],
)
def test_a_negative_is_reported_unless_it_is_only_claimed_or_bots_at_play(change, reported):
    judged = judge(a_row("mention_only", positive=False), Answer((change,)))

    assert reported == judged.reported


def test_a_second_attempt_may_stand_at_the_revert_or_at_the_change():
    row = a_row(relanded_by=C)
    at_change = Answer((a_revert(), Change(A, relanded_by=(C,))))

    assert judge(row, Answer((a_revert(relanded_by=(C,)),))).relanded
    assert judge(row, at_change).relanded
    assert not judge(row, Answer((a_revert(), Change(D, relanded_by=(C,))))).relanded


def test_figures_hold_their_bars_only_where_nothing_is_missed():
    good = [judge(a_row(), Answer((a_revert(),))), judge(a_row("mention_only", False), Answer((Change(B),)))]
    bad = [*good, judge(a_row("mention_only", False), Answer((a_revert(),)))]

    assert figures(good)[1]
    assert not figures(bad)[1]
    assert ["MISSED"] == [line.split()[-1] for line in figures(bad)[0] if line.startswith("negatives")]


def test_a_question_that_exp_could_not_answer_misses_a_bar_also_for_a_negative():
    judged = [judge(a_row("mention_only", False), Answer(fault="exit 3: no repository"))]

    assert not figures(judged)[1]
    assert "    not asked: exit 3: no repository" == misses(judged)[-1]


def test_a_miss_is_listed_with_both_ids_and_what_was_said_instead():
    judged = [judge(a_row("partial"), Answer((a_revert(),))), judge(a_row(), Answer((a_revert(),)))]

    assert [
        "shop/till partial (blob) till.py",
        f"    {B} undoes {A}",
        f"    not partial_revert: revert exact, reverts {A[:12]}, relanded by nothing",
    ] == misses(judged)


def test_the_table_counts_by_kind():
    judged = [judge(a_row(), Answer((a_revert(),))), judge(a_row("reland"), Answer((a_revert(),)))]

    counted = [line.split() for line in table(judged, "kind")[1:]]

    assert [["reland", "1", "1/1", "0/1"], ["standard", "1", "1/1", "1/1"]] == counted


def test_the_chain_holds_what_follow_lists_and_no_commit_that_did_not_touch_its_path():
    answer = Answer((Change(A, path="new.py"), Change(B, path="old.py"), Change(D, path="old.py")))
    touched = {"new.py": {A}, "old.py": {B}}

    compared = compare("new.py", [A, B, C], answer, touched)

    assert ((C,), 1, [D]) == (compared.lost, compared.more, [one.commit for one in compared.false])
    assert 2 / 3 == pytest.approx(compared.held)
    assert not chain_figures([compared])[1]


def test_a_whole_chain_holds_every_bar():
    compared = compare(
        "a.py", [A], Answer((Change(A, path="a.py"), Change(B, path="a.py"))), {"a.py": {A, B}}
    )

    assert chain_figures([compared])[1]


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        ('Revert "Revert "Heat the oven twice""', "Heat the oven twice"),
        ('Revert "Revert "Drop `Oven#cool`" (#41)" (#42)', "Drop `Oven#cool`"),
        ('Revert^2 "Heat the oven"', "Heat the oven"),
        ('Back out "Revert D1234567"', ""),
        ('Back out "Back out "Heat the oven""', "Heat the oven"),
        ("Reland: heat the oven, take 2", "heat the oven"),
        ("[Reland] Heat the oven (#12)", "Heat the oven"),
        ("Heat the oven (re-do of D1234567)", "Heat the oven"),
        ("Heat the oven {take 2}", "Heat the oven"),
        ("Heat the oven (2nd attempt)", "Heat the oven"),
        ('Reapply "Merge pull request #7 from mia/oven"', "Merge pull request from mia/oven"),
        ("Retry the oven on 500", "Retry the oven on 500"),
        ("Redo log: keep it for 3 days", "Redo log: keep it for 3 days"),
    ],
)
def test_the_innermost_title_is_free_of_words_of_taking_back_and_of_numbers(subject, title):
    assert title == innermost(subject)


def test_of_a_reland_the_revert_is_what_it_undoes_and_else_the_row_itself():
    assert (B, A) == pair(a_row("reland"))
    assert (C, B) == pair(a_row(relanded_by=C))
    assert None is pair(a_row())


def test_the_first_warning_must_rest_on_the_revert():
    case = Case(a_row(relanded_by=C), C, B, D, "Heat the oven")
    first = f'{{"text": "tried", "evidence": [{{"commit": "{A}"}}, {{"commit": "{B[:12]}"}}]}}'
    other = f'{{"text": "{B}", "evidence": [{{"commit": "{A}"}}]}}'

    assert right(case, Answer(warnings=(first, other)))
    assert not right(case, Answer(warnings=(other, first)))
    assert not right(case, Answer())


def test_one_warning_in_twenty_is_the_most_for_unrelated_intents():
    assert intent_figures([True] * 17 + [False] * 3, [True] * 3 + [False] * 57, 0)[1]
    assert not intent_figures([True] * 20, [True] * 4 + [False] * 56, 0)[1]
    assert not intent_figures([True] * 16 + [False] * 4, [False] * 60, 0)[1]


def test_there_are_sixty_unrelated_intents_and_none_twice():
    assert (60, 60) == (len(INTENTS), len(set(INTENTS)))


def test_an_answer_is_read_as_the_contract_has_it():
    change = {
        "commit": A,
        "kind": "revert",
        "exactness": None,
        "reverts": [B],
        "relanded_by": [],
        "path": "a",
    }
    answer = read({"changes": [change], "warnings": [{"text": "x"}], "names": ["a", "b"]})

    assert Answer((Change(A, "revert", "", (B,), (), "a"),), ('{"text": "x"}',), ("a", "b")) == answer
    with pytest.raises(KeyError):
        read({"changes": [{"commit": A}], "warnings": []})


def test_a_row_of_the_gold_is_asked_through_its_first_file():
    line = {"repo": "shop/till", "revert_commit": B, "reverted_commit": A, "kind": "standard"}

    assert a_row() == read_row({**line, "files": ["till.py", "b.py"], "evidence": "blob", "is_revert": True})


def test_a_folder_of_clones_is_told_apart_by_the_names_of_its_folders(tmp_path):
    for place in ("shop+till/repo", "shop+oven", "shop+empty", "plain"):
        (tmp_path / place / "objects").mkdir(parents=True)
        (tmp_path / place / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "shop+empty" / "HEAD").unlink()

    assert {"shop/till": tmp_path / "shop+till/repo", "shop/oven": tmp_path / "shop+oven"} == clones(tmp_path)


def test_a_bar_without_a_case_holds():
    assert bar("none", 0, 0, least=0.9)[1]
    assert not bar("all", 8, 10, least=0.9)[1]
    assert not bar("few", 1, 10, most=0.05)[1]


def test_a_time_over_its_bar_is_marked():
    taken = {"S": 1.0, "B": 0.5, "whole": 1.56, "--no-blame": 1.4}

    marks = {line.split()[0]: line.split()[5] for line in timings(taken)[1:]}

    # 1.3 x 1.0 and 0.25 or 0.2 s more: 1.55 and 1.5.
    assert {"whole": "over", "--no-blame": "ok"} == marks
