"""Review keeps by default, drops only with a reason, and asks no tree about another repository."""

from gitexp.records.judgement import Opinion
from gitexp.steps.redact import redacted
from gitexp.steps.review import ELSEWHERE, kept, review
from support.fakes import FakeEngine, FakeSymbols
from support.talk import a_candidate


def test_a_name_that_is_not_found_is_unverifiable_and_kept():
    candidate = a_candidate(symbols=(redacted("RetryPolicy"), redacted("Retrier")))

    [verdict] = review([candidate], FakeSymbols({"RetryPolicy": "src/net/retry.py:6"}), FakeEngine())

    answers = {finding.name: finding.answer for finding in verdict.findings}
    assert verdict.keep
    assert {"RetryPolicy": "found", "Retrier": "unverifiable", "src/net/retry.py": "unverifiable"} == answers


def test_all_names_of_all_candidates_are_asked_for_at_once():
    symbols = FakeSymbols({})
    candidates = [a_candidate(symbols=(redacted(name),)) for name in ("b_name", "a_name")]

    review(candidates, symbols, FakeEngine())

    assert [["a_name", "b_name"]] == symbols.asked


def test_a_discussion_of_another_repository_has_no_tree_so_nothing_is_asked():
    symbols = FakeSymbols({"RetryPolicy": "src/net/retry.py:6"})

    [verdict] = review([a_candidate(symbols=(redacted("RetryPolicy"),), local=False)], symbols, FakeEngine())

    assert [] == symbols.asked
    assert {("unverifiable", ELSEWHERE.format("acme/shop"))} == {
        (finding.answer, finding.reason) for finding in verdict.findings
    }


def test_a_drop_carries_its_reason_code():
    engine = FakeEngine(opinion=Opinion(keep=False, reason="one_off", words="true for this change alone"))

    verdicts = review([a_candidate()], FakeSymbols({}), engine)

    assert (False, "one_off") == (verdicts[0].keep, verdicts[0].reason)
    assert () == kept(verdicts)
