"""How strong the signs are: who answered whom, who else says it, how long it is; and which say so in the trail."""

from dataclasses import replace

import pytest

from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.strength import WORTH_A_LOOK, WORTH_PROPOSING, length
from support.talk import a_discussion, a_session, a_thread, a_topic, learnt_alone

RULE = "`Ledger` must never be locked twice, because the nightly export then waits for itself and fails."
LONG = "The accountants trusted the figures of the old service for years. " * 8


def strongest(*said):
    turns = a_thread(*said)
    return max(candidates(a_topic(*turns)), key=lambda one: one.score)


def test_what_is_worth_a_look_is_kept_and_what_is_not_is_not():
    assert WORTH_A_LOOK <= learnt_alone(("rita", RULE)).score < WORTH_PROPOSING
    assert [] == candidates(a_topic(*a_thread(("rita", "`Ledger` must not be locked twice at night."))))


def test_what_lacks_nothing_reaches_the_proposing_threshold():
    candidate = strongest(("rita", RULE), ("adam", "Done."))

    assert candidate.proposable
    assert WORTH_PROPOSING <= candidate.score


@pytest.mark.parametrize(
    ("weaker", "stronger", "sign"),
    [
        (
            [("rita", RULE)],
            [("rita", RULE), ("adam", "Done.")],
            "someone else said yes to it",
        ),
        (
            [("rita", f"There is one lock. {LONG}"), ("adam", RULE)],
            [("rita", f"Why is there one lock? {LONG}"), ("adam", RULE)],
            "it answers a question",
        ),
        (
            [("rita", RULE), ("adam", "Done.")],
            [("rita", RULE), ("olga", f"I agree. {RULE}"), ("adam", "Done.")],
            "another speaks of the same",
        ),
    ],
    ids=["taken-over", "answers", "two-say-it"],
)
def test_a_sign_makes_it_stronger_and_stands_in_the_trail(weaker, stronger, sign):
    without, having = strongest(*weaker), strongest(*stronger)

    assert without.score < having.score
    assert sign in having.trail.because
    assert sign not in without.trail.because


@pytest.mark.parametrize("reply", ["I disagree.", "不同意。", "違います。"], ids=["en", "zh", "ja"])
def test_what_is_contradicted_is_weaker(reply):
    said = [("rita", f"Why is there one lock? {LONG}"), ("adam", f"{RULE} It stood still for two hours.")]

    assert strongest(*said, ("rita", reply)).score < strongest(*said, ("rita", "Thanks.")).score


def test_a_remark_alone_is_weaker_than_a_talk():
    assert (
        strongest(("rita", RULE), ("adam", "Done.")).score
        < strongest(("rita", RULE), ("adam", f"Done. {LONG}")).score
    )


def test_an_essay_is_weaker_than_a_statement():
    essay = f"{RULE}\n\n{LONG}\n\n{LONG}\n\n{LONG}"

    assert (
        strongest(("rita", essay), ("adam", "Done.")).score
        < strongest(("rita", RULE), ("adam", f"Done. {LONG}")).score
    )


def test_the_arc_of_a_session_makes_it_stronger():
    def score(*said):
        home = a_session(*said)
        [candidate] = candidates(a_topic(*home.turns, discussion=home))
        return candidate.score

    began = [("user", "Make the export wait."), ("agent", "I lock it twice."), ("tool", "Edit src/a.py\nx")]
    failed = ("tool", "failed: Bash make test\nExit code 1")
    corrected, repaired = ("user", f"No, {RULE}"), ("tool", "Edit src/a.py\ny")
    accepted = ("user", "Thanks, works.")

    scores = [
        score(("user", RULE), ("agent", "I see.")),
        score(*began, corrected, ("agent", "I see.")),
        score(*began, corrected, repaired),
        score(*began, failed, corrected, repaired),
        score(*began, failed, corrected, repaired, accepted),
    ]

    assert sorted(scores) == scores
    assert scores[0] < scores[1]
    assert scores[2] < scores[3]


def test_what_a_person_noted_on_purpose_is_stronger_than_the_same_said_in_a_session():
    said = a_session(("user", RULE), ("agent", "Kept."))
    noted = replace(said, noted=True)

    [[weaker], [stronger]] = [candidates(a_topic(*home.turns, discussion=home)) for home in (said, noted)]

    assert weaker.score < stronger.score
    assert "noted on purpose" in stronger.trail.because
    assert "noted on purpose" not in weaker.trail.because


@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        ("`Ledger` must be locked in the till and in the shop before the nightly export.", "no reason given"),
        (
            "`Ledger` should be spelled in small letters everywhere, since large ones are ugly to look at.",
            "how it looks to someone",
        ),
    ],
)
def test_that_it_was_noted_takes_nothing_from_what_it_lacks(words, lacks):
    home = replace(a_session(("user", words), ("agent", "Kept.")), noted=True)

    found = candidates(a_topic(*home.turns, discussion=home))

    assert not any(one.proposable for one in found)
    assert {lacks} >= {one.trail.words for one in found}


def test_an_unsettled_statement_that_a_settlement_would_lift_is_not_called_weak():
    candidate = learnt_alone(("rita", RULE))

    assert ("unknown", ()) == (candidate.settled.answer, candidate.trail.lacks)


@pytest.mark.parametrize(
    ("text", "characters"), [("abcd", 4), ("", 0), ("不能锁两次", 20), ("二度", 8), ("a不", 8)]
)
def test_a_chinese_or_japanese_character_counts_as_four(text, characters):
    assert characters == length(text)


def test_a_discussion_without_turns_of_people_gives_nothing():
    assert [] == candidates(a_topic(discussion=a_discussion()))
