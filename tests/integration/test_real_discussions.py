"""All real discussions go through, and every quote stands verbatim in its turn as redacted."""

from pathlib import Path

import pytest

from gitexp.adapters.source_files import FileSource
from gitexp.engines.rules import RulesEngine
from gitexp.pipeline import Asked, run_pipeline
from gitexp.records.candidate import MAX_EVIDENCE, MAX_WORDS
from gitexp.records.evidence import is_verbatim, quotable
from support.fakes import FakeStore, FakeSymbols

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "discussions"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the shared data is not here")


@pytest.fixture(scope="module")
def made():
    source = FileSource([str(DATA)], None, None)
    asked = Asked(all=True, room=1000)
    return run_pipeline([source], RulesEngine(), FakeSymbols({}), FakeStore(), asked, lambda step: None)


def test_every_document_becomes_one_discussion(made):
    documents = list(DATA.glob("*.json"))

    assert len(documents) == len(made[0].discussions)
    assert not any(skip.bad for skip in made[0].skipped)


def test_every_quote_stands_verbatim_in_its_source_as_redacted(made):
    run, _ = made
    turns = {(one.id, turn.id): turn.text for one in run.discussions for turn in one.turns}
    quotes = [
        (candidate.discussion, item.turn, item.quote)
        for candidate in run.candidates
        for item in candidate.evidence
    ]

    assert quotes
    assert [] == [quote for quote in quotes if not is_verbatim(quote[2], turns[quote[:2]])]


def test_what_and_why_are_cut_never_reworded(made):
    def folded(text):
        return " ".join(quotable(text).split())

    run, _ = made
    turns = {(one.id, turn.id): folded(turn.text) for one in run.discussions for turn in one.turns}

    for candidate in run.candidates:
        said = [turns[(candidate.discussion, item.turn)] for item in candidate.evidence]
        for words in (candidate.what, candidate.why):
            assert words is None or any(folded(words) in text for text in said)


def test_no_candidate_is_longer_or_cites_more_than_allowed(made):
    for candidate in made[0].candidates:
        assert len(candidate.when) + len(candidate.what) <= MAX_WORDS
        assert len({item.turn for item in candidate.evidence}) <= MAX_EVIDENCE


def test_no_turn_is_in_two_topics_and_none_is_lost(made):
    run, _ = made
    grouped = [(topic.discussion.id, turn.id) for topic in run.topics for turn in topic.turns]

    assert sorted(grouped) == sorted((one.id, turn.id) for one in run.discussions for turn in one.turns)


def test_no_bot_teaches(made):
    run, _ = made
    roles = {(one.id, turn.id): turn.speaker.role for one in run.discussions for turn in one.turns}

    cited = {roles[(one.discussion, item.turn)] for one in run.candidates for item in one.evidence}
    assert cited <= {"author", "reviewer", "user"}
