"""Pairs are asked about once, in one order, all that a step needs in one go."""

from gitexp.records.failed import Failed
from gitexp.records.judgement import Likeness
from gitexp.records.skipped import Skipped
from gitexp.steps.compared import SEPARATE, Compared
from support.fakes import FakeEngine
from support.talk import a_candidate

A, B, C = (a_candidate(f"statement {name}").statement for name in "abc")
MORE = Likeness("contains", same_when=True, same_conclusion=True)
LESS = Likeness("contained", same_when=True, same_conclusion=True)


def pair(one, other):
    return frozenset({str(one.what), str(other.what)})


def test_both_orders_are_one_question_and_the_answer_is_turned_around():
    engine = FakeEngine(alike={pair(A, B): MORE})
    compared = Compared(engine)

    assert (MORE, LESS) == (compared.likeness(A, B), compared.likeness(B, A))
    assert (LESS, MORE) == (Compared(engine).likeness(B, A), compared.likeness(A, B))
    assert [("statement a", "statement b")] * 2 == engine.compared


def test_all_that_is_not_known_yet_is_asked_in_one_go_and_nothing_twice():
    batches = []

    class Counting(FakeEngine):
        def compare(self, pairs):
            batches.append(len(pairs))
            return super().compare(pairs)

    compared = Compared(Counting())

    compared.ask([(A, B), (B, A), (A, C), (A, B)])
    compared.ask([(B, A), (C, B), (C, C)])
    compared.ask([(C, A)])
    compared.ask([])

    assert [2, 1] == batches


def test_a_statement_is_the_same_as_itself_and_nobody_is_asked():
    engine = FakeEngine()

    assert Likeness("identical", same_when=True, same_conclusion=True) == Compared(engine).likeness(A, A)
    assert [] == engine.compared


def test_a_pair_without_an_answer_is_separate_and_listed_once():
    compared = Compared(FakeEngine(alike={pair(A, B): Failed("it was cut")}))

    assert SEPARATE == compared.likeness(B, A) == compared.likeness(A, B)
    assert "different" != compared.likeness(A, A).what
    assert (Skipped("`statement a` beside `statement b`", "engine_failed: it was cut"),) == compared.failed
