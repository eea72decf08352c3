"""How many candidates a topic gives: one, and a second or third only for strong statements of other matters."""

from gitexp.engines.rules.candidates import MAX_OF_A_TOPIC
from support.talk import learnt

MATTERS = [
    "`RetryPolicy` must never sleep, because `Transport` then waits twice and the gateway locks the card. It stood still.",
    "Invoices must always be numbered by `Counter`, since the tax office loses duplicates otherwise and fails the audit.",
    "`Basket` must not be emptied before payment, or else refunds break and customers are charged twice for nothing.",
    "Translations live in `locale/`, never edit them by hand: the vendor tool overwrites every string and work is lost.",
    "`Mailer` must be called last, because a broken template otherwise drops the whole queue of letters silently.",
]


SPEAKERS = ["rita", "olga", "ivo", "nina", "tom"]


def about(*matters, reply="Done."):
    """Return what is learnt where each matter is said by another reviewer, and the author answers last."""
    return learnt(*zip(SPEAKERS, matters, strict=False), ("adam", reply))


def test_a_second_strong_statement_of_another_matter_is_a_second_candidate():
    assert [1, 2] == [len(about(*MATTERS[:many])) for many in (1, 2)]
    assert all(candidate.proposable for candidate in about(*MATTERS[:2]))


def test_a_topic_gives_no_more_than_three():
    assert MAX_OF_A_TOPIC == len(about(*MATTERS)) == 3


def test_the_strongest_comes_first():
    scores = [candidate.score for candidate in about(*MATTERS)]

    assert sorted(scores, reverse=True) == scores


def test_one_turn_gives_one_candidate():
    assert 1 == len(learnt(("rita", "\n\n".join(MATTERS)), ("adam", "Done.")))


def test_the_same_matter_again_is_no_second_candidate():
    again = "A sleep in `RetryPolicy` must never come back: `Transport` then waits twice and the gateway breaks the card."

    assert 1 == len(about(MATTERS[0], again))


def test_an_unsettled_or_weak_second_statement_is_none():
    weak = "Letters must be sent by `Mailer` at the very end."

    assert 1 == len(about(*MATTERS[:2], reply="The file is in src."))
    assert 1 == len(about(MATTERS[0], weak))


def test_another_matter_in_the_next_paragraph_is_not_its_reason():
    [candidate] = learnt(("rita", "\n\n".join(MATTERS[3:])), ("adam", "Done."))

    assert (MATTERS[3], None) == (candidate.what, candidate.why)


def test_the_same_topic_gives_the_same_candidates():
    assert about(*MATTERS) == about(*MATTERS)
