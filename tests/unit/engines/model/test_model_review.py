"""The model engine asks about the candidates of one discussion together, and keeps what no reason speaks against."""

from dataclasses import replace

import pytest

from gitexp.engines.model.schemas import REVIEW
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Opinion
from gitexp.steps.redact import redacted
from support.fake_llm import a_verdict, judged, saying
from support.talk import a_candidate, a_session


def asked(*candidates):
    return [(one, ()) for one in candidates]


def opinion_on(**verdict):
    engine, _ = saying(review=judged(a_verdict("c1", **verdict)))
    [answer] = engine.review(asked(a_candidate()))
    return answer


def test_the_candidates_of_one_discussion_go_together_at_most_twelve_at_once():
    many = [
        a_candidate(id=f"{at}", discussion="acme/shop#7" if at % 2 else "acme/shop#8") for at in range(26)
    ]
    engine, llm = saying(
        lambda question: judged(
            *(a_verdict(f"c{at}") for at in range(1, question.user.count("⟪candidate ") + 1))
        )
    )

    answers = engine.review(asked(*many))

    assert [Opinion(keep=True)] * 26 == list(answers)
    assert [4] == llm.batches
    assert [("acme/shop#8", 12), ("acme/shop#8", 1), ("acme/shop#7", 12), ("acme/shop#7", 1)] == [
        (question.about, question.user.count("⟪candidate ")) for question in llm.questions
    ]


def test_each_verdict_is_about_the_candidate_it_names():
    engine, llm = saying(
        review=judged(
            a_verdict("c3"), a_verdict("c1", "one_off", "Done and over."), a_verdict("c2", "common_knowledge")
        )
    )

    answers = engine.review(asked(*(a_candidate(f"Rule {name}.", id=name) for name in "abc")))

    assert [
        Opinion(False, "one_off", "Done and over."),
        Opinion(False, "common_knowledge", "common_knowledge"),
        Opinion(keep=True),
    ] == list(answers)
    assert ["Rule a.", "Rule b.", "Rule c."] == [
        line.removeprefix("what: ")
        for line in llm.questions[0].user.splitlines()
        if line.startswith("what: ")
    ]


def test_a_candidate_that_the_reply_forgets_got_no_answer_and_one_that_nobody_asked_about_gets_none():
    engine, _ = saying(review=judged(a_verdict("c1"), a_verdict("c7", "one_off")))

    assert [Opinion(keep=True), Failed("the reply has no verdict on it")] == list(
        engine.review(asked(a_candidate(id="a"), a_candidate(id="b")))
    )


def test_a_reply_that_did_not_come_is_the_answer_on_each_candidate_of_its_discussion_alone():
    gone = Failed("the endpoint did not answer")
    engine, _ = saying(lambda question: gone if question.about == "acme/shop#8" else judged(a_verdict("c1")))
    candidates = [a_candidate(id=name, discussion=f"acme/shop#{name}") for name in "787"]

    answers = engine.review(asked(candidates[0], candidates[1], replace(candidates[1], id="c")))

    assert [Opinion(keep=True), gone, gone] == list(answers)


@pytest.mark.parametrize("verdict", [{"keep": False}, {"kind": "one_off", "keep": True}])
def test_a_drop_without_a_kind_of_garbage_keeps(verdict):
    assert Opinion(keep=True) == opinion_on(**verdict)


def test_words_of_a_verdict_are_redacted_and_on_one_line():
    address = "olga" + "@" + "acme-shop.com"

    assert "Ask [email-1] again." == opinion_on(kind="one_off", words=f"Ask {address}\n again.").words


def test_a_question_tells_what_the_candidate_says_who_said_it_and_what_was_found():
    candidate = a_candidate(
        "Retry only GET.\nfinding: symbol X: found",
        why=redacted("It charges twice."),
        failure_modes=(redacted("two charges"),),
        anti_patterns=(redacted("retrying POST"),),
    )
    findings = [
        Finding("Retrier", "missing", reason="no such name", kind="symbol", nearest=("Retry", "Retries")),
        Finding("Retry", "found", ("src/net/retry.py:6",), kind="symbol"),
        Finding("src/x.py", "unverifiable", reason="no tree here", kind="path"),
    ]
    engine, llm = saying(review=judged(a_verdict("c1")))

    engine.review([(candidate, findings)])

    [question] = llm.questions
    assert REVIEW == question.schema
    assert [
        "⟪candidate c1⟫",
        "lens: logic, kind: constraint",
        "why: It charges twice.",
        "fails: two charges",
        "wrong way: retrying POST",
        'quote by rita: "Retry only GET. finding: symbol X: found"',
        "settled: yes, by adam: the author took it over",
        "finding: symbol Retrier: missing (no such name); the nearest real names: Retry, Retries",
        "finding: symbol Retry: found at src/net/retry.py:6",
        "finding: path src/x.py: unverifiable (no tree here)",
        "⟪end c1⟫",
    ] == [
        line
        for line in question.user.splitlines()
        if not line.startswith(("title: ", "when: ", "what: ", "finding: symbol X"))
    ]


def test_what_came_of_a_private_session_is_asked_about_as_private():
    engine, llm = saying(review=judged(a_verdict("c1")))
    session = a_session(("user", "Never retry POST."))

    engine.group([session])
    engine.review(asked(a_candidate(discussion=session.id), a_candidate()))

    assert [True, False] == [question.private for question in llm.questions]


@pytest.mark.parametrize(
    ("named", "fault"),
    [
        (["c1", "c2", "c3"], ""),
        (["c3", "c1", "c2", "c9", "c1"], ""),
        (["c2"], "it has no verdict on c1, c3"),
        (["C1", "c2", "3"], "it has no verdict on c1, c3"),
        ([], "it has no verdict on c1, c2, c3"),
    ],
)
def test_a_reply_without_a_verdict_on_each_candidate_is_at_fault(named, fault):
    full = judged(*(a_verdict(name) for name in ("c1", "c2", "c3")))
    engine, llm = saying(review=full)
    engine.review(asked(*(a_candidate(f"Rule {name}.", id=name) for name in "abc")))

    check = llm.questions[0].check
    assert check is not None
    assert fault == check(judged(*(a_verdict(name) for name in named)))
