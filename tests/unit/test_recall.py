"""Recall gives what applies here, best first, with reasons, and is silent when there is nothing."""

import pytest

from gitexp.recall import Question, recall
from gitexp.records.experience import Lifecycle, Scope, Standing
from gitexp.records.facts import Facts
from gitexp.records.finding import Finding
from gitexp.records.precondition import Condition, KeyCheck, Preconditions, SymbolCheck
from support.experiences import an_experience
from support.fakes import FakeFacts, FakeStore, FakeSymbols, FakeVersions


def standing(name="retry", **changes):
    experience = an_experience(id=f"{name}-{'0' * 9}{len(name) % 10}", **changes)
    return Standing(experience, f"experiences/general/{experience.id}.yaml", "0" * 40)


def asked(question, *stand, facts=None, symbols=None):
    return recall(question, FakeStore(*stand), FakeFacts(facts), FakeSymbols(symbols or {}), FakeVersions())


def names(items):
    return [item.experience.id.rsplit("-", 1)[0] for item in items]


def about(*paths, symbols=(), **changes):
    return {"scope": Scope(paths, symbols), "preconditions": Preconditions(), **changes}


def test_a_scope_that_covers_the_file_applies_and_says_so():
    answer = asked(Question(files=("src/net/retry.py",)), standing(**about("src/net/**")))

    assert ["retry"] == names(answer.applicable)
    assert "src/net/** covers src/net/retry.py" in answer.applicable[0].because
    assert "good" == answer.match


def test_a_scope_elsewhere_is_silent_even_if_the_paths_share_words():
    answer = asked(Question(files=("src/net/retry.py",)), standing(**about("src/net/transport.py")))

    assert ((), "none", 1) == (answer.applicable, answer.match, answer.near)


def test_all_shows_what_is_near_and_says_that_it_is_only_near():
    beside, far = standing(**about("src/b.py")), standing("far", **about("web/c.js"))

    unasked = asked(Question(files=("src/a.py",)), beside, far)
    answer = asked(Question(files=("src/a.py",), all=True), beside, far)

    assert ((), 1) == (unasked.applicable, unasked.near)
    assert [("near only: src/ too",)] == [item.because for item in answer.applicable]


def test_the_very_file_comes_before_a_wide_scope():
    wide, exact = standing("wide", **about("src/**")), standing("exact", **about("src/a.py"))

    assert ["exact", "wide"] == names(asked(Question(files=("src/a.py",)), wide, exact).applicable)


def test_a_symbol_at_hand_is_found_by_its_last_part_too():
    answer = asked(Question(symbols=("net.RetryPolicy",)), standing(**about(symbols=("RetryPolicy",))))

    assert ["retry"] == names(answer.applicable)


def test_words_find_an_experience_without_a_place():
    stand = standing(**about(what="The D site is the demo site.", when="Someone says D site", title="D site"))
    other = standing("other", **about(what="Keep tables sorted.", when="Changing tables", title="Tables"))

    assert ["retry"] == names(asked(Question(words="what is the D site, a demo?"), stand, other).applicable)


@pytest.mark.parametrize("status", ["contested", "superseded", "retracted", "expired", "archived"])
def test_what_is_not_in_force_is_never_advice(status):
    assert 0 == asked(Question(all=True), standing(**about(status=status))).looked_at


def test_what_has_expired_by_today_is_not_served():
    stand = standing(**about(lifecycle=Lifecycle(expires="2024-06-30")))

    counts = [asked(Question(today=today), stand).looked_at for today in ("2024-06-30", "2024-07-01")]

    assert [1, 0] == counts


def test_a_blocked_and_an_unknown_one_are_kept_apart_with_reason_and_question():
    must = Preconditions(must=(Condition("drawn on a canvas", KeyCheck("rendering", ("canvas",))),))
    stand = standing(**about("a.py", preconditions=must))

    unknown = asked(Question(files=("a.py",)), stand)
    blocked = asked(Question(files=("a.py",), env=("rendering=svg",)), stand)
    applicable = asked(Question(files=("a.py",), env=("rendering=canvas",)), stand)

    assert (1, 0, 0) == (len(unknown.unknown), len(unknown.blocked), len(unknown.applicable))
    assert "rendering" in unknown.unknown[0].applicability.missing[0].question
    assert "svg" in blocked.blocked[0].applicability.blocked_by[0]
    assert 1 == len(applicable.applicable)


def test_a_symbol_condition_is_looked_up_once_for_all():
    must = Preconditions(must=(Condition("RetryPolicy exists", SymbolCheck("RetryPolicy")),))
    symbols = FakeSymbols({"RetryPolicy": "src/net/retry.py:6"})
    stand = [standing(name, **about("a.py", preconditions=must)) for name in ("one", "three")]

    answer = recall(Question(files=("a.py",)), FakeStore(*stand), FakeFacts(), symbols, FakeVersions())

    assert ([["RetryPolicy"]], 2) == (symbols.asked, len(answer.applicable))


def test_a_missing_symbol_blocks_and_an_unverifiable_one_is_unknown():
    must = Preconditions(must=(Condition("Old exists", SymbolCheck("Old")),))
    stand = standing(**about("a.py", preconditions=must))
    gone = Facts(symbols={"Old": Finding("Old", "missing")})

    assert "unknown" == asked(Question(files=("a.py",)), stand).unknown[0].applicability.value
    assert gone.symbols["Old"].answer == "missing"


def test_the_limit_and_the_budget_are_kept_and_what_is_left_out_is_said():
    stand = [standing("x" * size, **about("a.py", what="word " * 60)) for size in range(1, 8)]

    by_limit = asked(Question(files=("a.py",), limit=2, budget=None), *stand)
    by_budget = asked(Question(files=("a.py",), limit=None, budget=1), *stand)

    assert (2, ("5 more apply: --all, --limit or --budget shows them",)) == (
        len(by_limit.applicable),
        by_limit.limits,
    )
    assert (1, 1) == (len(by_budget.applicable), len(by_budget.limits))


def test_the_same_question_gets_the_same_order():
    stand = [standing("x" * size, **about("a.py")) for size in range(1, 6)]

    orders = {
        tuple(names(asked(Question(files=("a.py",)), *order).applicable)) for order in (stand, stand[::-1])
    }

    assert 1 == len(orders)


def test_who_approved_is_told_for_what_is_shown():
    [item] = asked(Question(files=("a.py",)), standing(**about("a.py"))).applicable

    assert "Mara" == item.approval.by
