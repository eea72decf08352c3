"""What the documents say and what exp told is known: a session that repeats it teaches nothing."""

from dataclasses import replace

import pytest

from gitexp.records.evidence import Evidence
from gitexp.records.experience import Standing
from gitexp.records.judgement import Judge
from gitexp.steps.becoming import experience_of
from gitexp.steps.extract import extract
from gitexp.steps.redact import redacted
from support.fakes import FakeEngine
from support.talk import a_candidate, a_discussion, a_topic, a_turn

WHAT = "Retry only GET, because POST is not idempotent."
WHY = "The payment provider books a POST twice."
MORE = f"{WHAT[:-1]} and the payment provider books it twice."


@pytest.fixture
def standing() -> Standing:
    taught = replace(a_candidate(WHAT), why=redacted(WHY))
    return Standing(experience_of(taught, judge=Judge("rules"), run="r"), "experiences/a.yaml", "0" * 40)


def lacks(standing: Standing, words: str, *, what: str | None = None, kind="session", turn="m9", known=""):
    """Return what a candidate lacks that is cut from the words a user said."""
    said = replace(a_turn(words, None, role="user"), id=turn)
    topic = a_topic(said, discussion=replace(a_discussion(said), kind=kind, id="session:1"))
    candidate = a_candidate(what or words, evidence=(Evidence(turn, redacted(what or words)),))
    [found] = extract(
        [topic], FakeEngine(candidates=[candidate]), standing=[standing], known=known
    ).candidates
    return [lack.kind for lack in found.trail.lacks]


def shown(standing: Standing) -> str:
    """Return what `exp recall` prints at a terminal: lines are broken, and no marker stands in it."""
    return (
        f"1 applies here                              12 ms\n\n  Retry only GET, because…  {standing.experience.id}\n"
        "    when   When changing src/net/retry.py\n"
        "    do     Retry only GET, because POST\n           is not idempotent.\n"
        "    why    The payment provider books\n           a POST twice.\n    from   #7\n"
    )


def test_words_of_an_experience_are_known_in_a_session(standing: Standing):
    for words in (WHAT, WHY, "  retry only GET,\nbecause POST is not idempotent.", f'"{WHAT}"'):
        assert ["already_known"] == lacks(standing, words)


def test_what_was_printed_at_a_terminal_and_pasted_is_known(standing: Standing):
    pasted = shown(standing)
    lines = [line.strip() for line in pasted.splitlines() if line.strip()]

    for what in (pasted, lines[1], "\n".join(pasted.splitlines()[4:6]), f"do {WHAT} why {WHY}"):
        assert ["already_known"] == lacks(standing, f"{pasted}\n{what}", what=what)


def test_what_is_said_beside_pasted_words_is_news(standing: Standing):
    news = "That is wrong by now: POST carries an idempotency key."

    assert [] == lacks(standing, f"{shown(standing)}\n{news}", what=news)


def test_who_says_more_than_an_experience_in_own_words_is_heard(standing: Standing):
    assert [] == lacks(standing, MORE)


def test_elsewhere_merge_settles_what_is_like_an_experience(standing: Standing):
    assert [] == lacks(standing, WHAT, kind="pull_request")


def test_the_source_of_an_experience_says_it_first(standing: Standing):
    assert [] == lacks(standing, WHAT, turn="review_comment:1")


def test_what_the_documents_say_is_known_wherever_it_is_said(standing: Standing):
    for kind in ("session", "pull_request"):
        assert ["already_known"] == lacks(standing, MORE, kind=kind, known=f"# Rules\n\n{MORE}\n")
