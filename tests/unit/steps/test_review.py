"""Review keeps by default, drops only with a reason, and asks no tree about another repository."""

from gitexp.records.failed import Failed
from gitexp.records.judgement import Opinion
from gitexp.records.skipped import Skipped
from gitexp.records.tree import Tree
from gitexp.steps.redact import redacted
from gitexp.steps.review import ELSEWHERE, kept, review, unreviewed
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


class OneFile(FakeSymbols):
    """A tree of one file."""

    def tree(self):
        return Tree(("src/net/retry.py",))


class Never:
    """A history that held nothing else, ever."""

    def paths(self, paths):
        return dict.fromkeys(paths)

    def texts(self, texts):
        return dict.fromkeys(texts)


class Asked(FakeEngine):
    """An engine that remembers what it was asked to review, and how often."""

    def __init__(self, *answers):
        super().__init__()
        self.answers = answers
        self.reviewed: list[list[tuple[str, list[str]]]] = []

    def review(self, asked):
        self.reviewed.append([(one.id, [finding.answer for finding in findings]) for one, findings in asked])
        return self.answers or super().review(asked)


def test_all_candidates_are_asked_about_in_one_go_with_what_was_found_of_their_names():
    engine = Asked()
    candidates = [
        a_candidate(
            id=name, symbols=(redacted("RetryPolicy"),), paths=(), places=(), when=redacted("Sending")
        )
        for name in "ab"
    ]

    review(candidates, FakeSymbols({"RetryPolicy": "src/net/retry.py:6"}), engine)

    assert [[("a", ["found"]), ("b", ["found"])]] == engine.reviewed


def test_what_the_findings_alone_make_false_is_dropped_and_nobody_is_asked_about_it():
    wrong = a_candidate(
        "Wait in src/net/retri.py twice.", id="wrong", when=redacted("Sending"), paths=(), places=()
    )
    engine = Asked(Opinion(keep=True))

    verdicts = review([wrong, a_candidate(id="right")], OneFile({}), engine, Never())

    assert [(False, "factual_error"), (True, None)] == [(one.keep, one.reason) for one in verdicts]
    assert "`src/net/retri.py` does not exist" in verdicts[0].words
    assert ["right"] == [name for asked in engine.reviewed for name, _ in asked]


def test_where_nothing_has_to_be_asked_nobody_is():
    engine = Asked()

    assert () == review([], FakeSymbols({}), engine)
    assert [] == engine.reviewed


def test_a_candidate_without_a_verdict_is_kept_waits_and_is_listed():
    engine = Asked(
        Opinion(keep=True), Failed("the reply has no verdict on it"), Opinion(False, "one_off", "over")
    )

    verdicts = review([a_candidate(id=name) for name in "abc"], FakeSymbols({}), engine)

    assert [True, True, False] == [one.keep for one in verdicts]
    why = "engine_failed: the reply has no verdict on it"
    assert ["", why] == [one.trail.waits for one in kept(verdicts)]
    assert (Skipped("b", why),) == unreviewed(verdicts)
