"""An alternative that was rejected is seen with its reason, both as they stand; what is no rejection is not."""

import pytest

from gitexp.engines.rules.alternatives import alternatives, rejection_in
from gitexp.records.discussion import Anchor, Discussion, Speaker, Topic, Turn
from gitexp.steps.redact import redacted
from support.talk import a_discussion, a_session, a_thread

POOL = "We tried a pool of workers, but it starved the watchdog."

SAID = {
    POOL: ("a pool of workers", "it starved the watchdog"),
    "I briefly considered a lock file for each tank, but decided against it because NFS does not honour it.": (
        "a lock file for each tank",
        "NFS does not honour it",
    ),
    "We decided against a global registry since the plugins load in any order.": (
        "a global registry",
        "the plugins load in any order",
    ),
    "An alternative would be to hash the whole manifest, but that makes every start slower.": (
        "hash the whole manifest",
        "that makes every start slower",
    ),
    "We could instead cache the parsed tree. However, that leaves stale entries behind after a rename.": (
        "cache the parsed tree",
        "that leaves stale entries behind after a rename",
    ),
    "We can't use `os.fork` in the runner because the GUI thread holds a lock.": (
        "`os.fork` in the runner",
        "the GUI thread holds a lock",
    ),
    "We use a queue instead of a shared list because two writers lose entries.": (
        "a shared list",
        "two writers lose entries",
    ),
    "Polling the valve every second won't work because the board sleeps between ticks.": (
        "Polling the valve every second",
        "the board sleeps between ticks",
    ),
    "试过全局锁，但是会导致回调死锁。": ("全局锁", "会导致回调死锁"),
    "没有采用单例模式，因为测试之间会互相影响。": ("单例模式", "测试之间会互相影响"),
    "这里用队列而不是共享列表，因为两个线程同时写会丢数据。": ("共享列表", "两个线程同时写会丢数据"),
    "グローバルロックも試しましたが、コールバックでデッドロックしました。": (
        "グローバルロック",
        "コールバックでデッドロックしました",
    ),
    "スレッド方式は応答が混ざるため見送りました。": ("スレッド方式", "応答が混ざる"),
}

NOT_SAID = (
    "I tried to reproduce it locally, but the build fails on my machine.",
    "I tried your suggestion, but it did not work.",
    "The request was rejected because the token had expired.",
    "We decided against it because it is slow.",
    "We use a queue instead of a shared list.",
    "We could add a test for it, but it can wait for a follow-up.",
    "We could skip the check, but I don't think it's worth the effort.",
    "Should we use a queue instead of a shared list because two writers lose entries?",
    "Maybe we decided against a registry because the plugins load in any order.",
    "It returns an empty list instead of raising so callers are quiet.",
    "In such a case we do nothing instead of crashing, so treat the call as a no-op and go on.",
    "We could delete all but the last two lines of the log.",
)


def told(*said, author="adam"):
    talk = a_discussion(*a_thread(*said, author=author), title="Pump in one loop")
    return alternatives(Topic("t1", talk, talk.turns))


@pytest.mark.parametrize("words", SAID)
def test_what_and_why_are_cut_from_the_sentence(words):
    assert SAID[words] == rejection_in(redacted(words))
    assert all(piece in words for piece in SAID[words])


@pytest.mark.parametrize("words", NOT_SAID)
def test_what_is_no_settled_rejection_is_not_taken_for_one(words):
    assert [] == [one for one in told(("rita", words), ("adam", "Agreed.")) if one.proposable]


def test_a_review_that_settles_it_gives_a_candidate_with_its_quote_and_place():
    [made] = told(("rita", "Why not a pool?"), ("adam", POOL), ("rita", "Makes sense, thanks."))

    assert ("a pool of workers", "it starved the watchdog", "yes") == (
        made.what,
        made.why,
        made.settled.answer,
    )
    assert ("decision", ("src/net/retry.py",), True) == (made.kind, made.places, made.proposable)
    assert [("review_comment:2", POOL)] == [(item.turn, item.quote) for item in made.evidence]


def test_what_is_contradicted_later_is_not_settled():
    [made] = told(("rita", POOL), ("adam", "I disagree, the watchdog was broken by something else."))

    assert "no" == made.settled.answer


def test_a_bot_never_rejects_anything():
    turns = tuple(
        Turn(f"t{number}", Speaker("checker[bot]", "bot"), redacted(POOL), None, None, Anchor())
        for number in (1, 2)
    )
    talk = a_discussion(*turns)

    assert [] == alternatives(Topic("t1", talk, turns))


def test_a_sentence_over_two_is_quoted_whole():
    words = "We could cache the parsed tree. But that leaves stale entries behind after a rename."
    [made] = told(("rita", words), ("adam", "Agreed."))

    assert [words] == [item.quote for item in made.evidence]


def test_a_user_rejects_in_a_session():
    session = a_session(("agent", "I made a pool."), ("user", POOL), ("tool", "Edit src/a.py"))
    topic = Topic("t1", session, session.turns)

    assert ["a pool of workers"] == [one.what for one in alternatives(topic)]


def a_commit(*texts):
    turns = tuple(
        Turn(
            f"commit:a1#{number}" if number else "commit:a1",
            Speaker("Rita", "author", None, "yes"),
            redacted(text),
            "2024-03-12",
            None,
            Anchor(redacted("src/pool.py"), commit="a1"),
            None,
            "commit:a1/1",
        )
        for number, text in enumerate(texts)
    )
    told = Discussion("text:a1", "commit", "acme/shop", redacted("Keep one socket (#7)"), turns, local=True)
    return alternatives(Topic("text:a1/1", told, turns))


def test_a_trailer_and_the_prose_of_a_commit_both_reject():
    made = a_commit(POOL, "Rejected: a thread for each client | the firmware mixes up their answers")

    assert [
        ("a thread for each client", "the firmware mixes up their answers"),
        ("a pool of workers", "it starved the watchdog"),
    ] == [(one.what, one.why) for one in made]
    assert all(one.proposable for one in made)


@pytest.mark.parametrize(
    "trailers",
    [
        ("Rejected: a thread for each client",),
        ("Rejected: a thread for each client | too slow here", "Confidence: low"),
        ("Rejected: [until:2025-01] a thread for each client | the firmware is old",),
        ("Constraint: one socket only, because the firmware answers one client",),
    ],
)
def test_a_trailer_without_reason_or_certainty_gives_nothing_to_propose(trailers):
    assert [] == [one for one in a_commit("Sockets are dear.", *trailers) if one.proposable]
