"""What reaches beyond one topic: later words and commits take a statement back, the code and other people confirm it."""

from __future__ import annotations

import pytest

from gitexp.engines.rules import RulesEngine
from gitexp.records.candidate import Settled, Trail
from gitexp.records.discussion import Anchor, Speaker, Turn
from gitexp.records.garbage import Exclusion
from gitexp.records.ownership import Ownership
from gitexp.steps.compared import Compared
from gitexp.steps.extract import UNENTITLED
from gitexp.steps.redact import redacted
from gitexp.steps.settle import AtHand, settle
from support.settling import (
    AGREED,
    OPEN,
    RULE,
    FakeFiles,
    FakeHistory,
    FakeOwners,
    a_case,
    a_pull,
    a_revert,
)

PATH = "src/net/retry.py"
CONTRARY = "`RetryPolicy` must sleep, because `Transport` already waits between attempts."
BACK = "its pull request was taken back by bbbbbbbbbbbb"


def settled(*cases, others=(), **at_hand):
    """Return the candidates of the cases after the step, in their order."""
    discussions = [*(case.discussion for case in cases), *others]
    return settle([case.candidate for case in cases], discussions, Compared(RulesEngine()), AtHand(**at_hand))


def answers(*cases, **more):
    return [(one.settled.answer, one.settled.reason) for one in settled(*cases, **more)]


# What is held against a candidate


def test_what_is_settled_lacks_nothing():
    [candidate] = settled(a_case(settled=AGREED))

    assert candidate.proposable


def test_what_nobody_answered_has_insufficient_evidence():
    [candidate] = settled(a_case())

    assert (Exclusion("insufficient_evidence", "not settled: nobody answered"),) == candidate.trail.lacks


def test_what_was_contradicted_is_a_factual_error():
    [candidate] = settled(a_case(settled=Settled("no", "adam", None, "contradicted later")))

    assert (Exclusion("factual_error", "not settled: contradicted later"),) == candidate.trail.lacks


def test_an_exclusion_that_holds_is_no_longer_among_those_that_were_passed():
    case = a_case()
    passed = Trail(passed=("factual_error", "insufficient_evidence"))

    [candidate] = settle([with_trail(case, passed).candidate], [case.discussion], Compared(RulesEngine()))

    assert ("factual_error",) == candidate.trail.passed


def with_trail(case, trail):
    from dataclasses import replace

    return replace(case, candidate=replace(case.candidate, trail=trail))


# Taken back by a commit


@pytest.mark.parametrize(
    ("subject", "original"),
    [
        ('Revert "Retry twice (#7)"', "Retry twice (#7)"),
        ('Revert "Merge pull request #7 from adam/retry"', "Merge pull request #7 from adam/retry"),
        ('Revert "Merge acme/shop#7: Retry twice"', "Merge acme/shop#7: Retry twice"),
        ('Revert "Merge #7: Retry twice"', "Merge #7: Retry twice"),
        ('Revert "Retry twice (#7)" (#9)', None),
        ("Revert #7", None),
    ],
)
def test_a_pull_request_that_a_commit_took_back_teaches_nothing(subject, original):
    history = FakeHistory(a_revert(subject, original))

    assert [("no", BACK)] == answers(a_case(settled=AGREED), history=history)


def test_without_a_squash_the_commit_bears_the_title_of_its_pull_request():
    title = redacted("Retry twice in the transport")
    revert = a_revert(f'Revert "{title}"', str(title))

    assert [("no", BACK)] == answers(a_case(settled=AGREED, title=title), history=FakeHistory(revert))
    assert ["yes"] == [
        one.settled.answer
        for one in settled(a_case(3, settled=AGREED, title=title), history=FakeHistory(revert))
    ], "made after that discussion was over"


def test_a_title_that_any_change_could_bear_names_none():
    revert = a_revert('Revert "Fix typo"', "Fix typo")

    assert ["yes"] == [
        one.settled.answer
        for one in settled(a_case(settled=AGREED, title=redacted("Fix typo")), history=FakeHistory(revert))
    ]


def test_a_pull_request_of_which_its_source_tells_that_it_was_taken_back_teaches_nothing():
    case = a_case(settled=AGREED, taken_back="#31")

    assert [("no", "its pull request was taken back by #31")] == answers(case)


def test_of_one_that_its_source_tells_was_taken_back_what_was_said_after_the_merge_stays():
    late = a_case(settled=AGREED, at="2024-07-25T10:00:00Z", taken_back="#31")

    assert [("yes", AGREED.reason)] == answers(late)


def test_what_was_said_after_the_merge_is_often_why_it_went_again_and_stays():
    history = FakeHistory(a_revert("Revert #7", "Retry (#7)"))
    case = a_case(at="2024-07-21T10:00:00Z", settled=AGREED)

    assert [("yes", AGREED.reason)] == answers(case, history=history)


def told(text, at="2024-07-25T10:00:00Z", thread=None, role="reviewer"):
    return Turn("issue_comment:9", Speaker("nora", role), redacted(text), at, thread=thread)


@pytest.mark.parametrize(
    "text",
    [
        "Reverted in #12.",
        "Sorry.\n\nThis was reverted by #12",
        "This PR has been backed out in #12",
        "已在 #12 中回滚",
        "#12 でリバートしました",
    ],
)
def test_someone_may_tell_after_the_merge_that_it_was_taken_back(text):
    case = a_case(settled=AGREED, replies=(told(text),), local=False)

    assert [("no", "its pull request was taken back by #12")] == answers(case)


@pytest.mark.parametrize(
    "turn",
    [
        told("Reverted in #12.", at="2024-07-10T10:00:00Z"),
        told("Reverted in #12.", thread="review_comment:1"),
        told("Reverted in #12.", role="bot"),
        told("The cache was reverted in #12."),
        told("It will not be reverted in #12."),
        told("Reverted in 1a2b3c4."),
    ],
    ids="before-the-merge in-a-thread a-bot another-thing not a-commit".split(),
)
def test_what_is_about_a_part_or_about_another_takes_nothing_back(turn):
    assert [("yes", AGREED.reason)] == answers(a_case(settled=AGREED, replies=(turn,)))


def test_the_body_of_a_revert_may_name_the_pull_request():
    history = FakeHistory(a_revert('Revert "Retry twice"', "Retry twice", body="Reverts acme/shop#7"))

    assert [("no", BACK)] == answers(a_case(settled=AGREED), history=history)


@pytest.mark.parametrize(
    "revert",
    [
        a_revert('Revert "Retry twice (#7)"', "Retry twice (#7)", relanded_by="c" * 40),
        a_revert('Revert "Retry twice (#8)"', "Retry twice (#8)"),
        a_revert('Revert "Retry twice (#7) (#8)"', "Retry twice (#7) (#8)"),
        a_revert('Revert "Merge other/lib#7: Sync"', "Merge other/lib#7: Sync"),
        a_revert('Revert "Retry twice (#7)"', "Retry twice (#7)", at="2019-01-01T10:00:00Z"),
        a_revert('Revert "Retry twice"', "Retry twice", body="Unlike #7 this one is needed."),
    ],
    ids=["relanded", "another number", "a backport's number", "another repository", "before it", "mentioned"],
)
def test_a_pull_request_that_is_in_again_or_was_never_meant_stays(revert):
    assert [("yes", AGREED.reason)] == answers(a_case(settled=AGREED), history=FakeHistory(revert))


def test_the_history_of_this_repository_says_nothing_about_another():
    history = FakeHistory(a_revert("Revert #7", None))

    assert [("yes", AGREED.reason)] == answers(a_case(settled=AGREED, local=False), history=history)


def test_what_history_brought_in_again_stays_although_the_batch_only_has_the_revert():
    history = FakeHistory(a_revert("Revert #7", "Retry (#7)", relanded_by="c" * 40))
    revert = a_pull(8, 'Revert "Change number 7"')

    assert ["yes"] == [
        one.settled.answer for one in settled(a_case(settled=AGREED), others=[revert], history=history)
    ]


# Taken back by another pull request of the batch


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ('Revert "Change number 7"', ""),
        ('Revert "Change number 7 (#7)"', ""),
        ("fix: revert #7", ""),
        ("Roll back PR #7", ""),
        ("Stop the retries", "Reverts #7, since it drops orders."),
        ("Stop the retries", "It drops orders.\n\nThis reverts acme/shop#7."),
        ("Stop the retries", "This PR backs out #7."),
        ("回滚 #7", ""),
        ("停止重试", "回滚了 #7，因为它丢单。"),
        ("停止重试", "将 #7 回滚"),
        ("「Change number 7」をリバート", ""),
        ("再試行をやめる", "#7 をリバートします。"),
        ("再試行をやめる", "#7の変更を取り消します。"),
    ],
)
def test_a_later_pull_request_takes_it_back(title, body):
    revert = a_pull(8, title, body)

    assert [("no", "its pull request was taken back by acme/shop#8")] == answers(
        a_case(settled=AGREED, local=False), others=[revert]
    )


@pytest.mark.parametrize(
    "other",
    [
        a_pull(8, 'Revert "Change number 6"'),
        a_pull(8, 'Revert "Change number 7" in part'),
        a_pull(8, "Revert to the old retries", "Partially reverts #7."),
        a_pull(8, "Retry less", "We should not revert #7."),
        a_pull(8, "Retry less", "> Reverts #7"),
        a_pull(8, "Retry less", "Reverts other/lib#7"),
        a_pull(8, "Revert #77"),
        a_pull(8, "Revert #7", repo="acme/other"),
        a_pull(6, "Revert #7"),
    ],
    ids="another-title a-part partly should-not quoted elsewhere longer-number repo earlier".split(),
)
def test_what_only_sounds_like_it_takes_nothing_back(other):
    assert [("yes", AGREED.reason)] == answers(a_case(settled=AGREED), others=[other])


def test_a_pull_request_that_is_not_known_to_be_merged_only_asks_and_leaves_it_open():
    revert = a_pull(8, "Revert #7", merged=False)
    owners = FakeOwners({("rita", PATH): Ownership(9, 9, first=True)})

    for before in (AGREED, OPEN):
        assert [("unknown", "acme/shop#8 asks to take its pull request back")] == answers(
            a_case(settled=before), others=[revert], owners=owners
        )


def test_that_it_was_taken_back_outweighs_that_another_asks_for_it():
    reverts = [a_pull(8, "Revert #7"), a_pull(9, "Revert #7", merged=False)]

    assert [("no", "its pull request was taken back by acme/shop#8")] == answers(a_case(), others=reverts)


def test_a_reland_that_is_not_known_to_be_merged_brings_nothing_in():
    pulls = [a_pull(8, "Revert #7"), a_pull(9, "Reland #7", merged=False)]

    assert ["no"] == [one.settled.answer for one in settled(a_case(settled=AGREED), others=pulls)]


def test_a_revert_that_was_itself_reverted_takes_nothing_back():
    reverts = [a_pull(8, 'Revert "Change number 7"'), a_pull(9, 'Revert "Revert "Change number 7""')]

    assert ["yes"] == [one.settled.answer for one in settled(a_case(settled=AGREED), others=reverts)]


def test_a_reland_brings_it_in_again():
    pulls = [a_pull(8, "Revert #7"), a_pull(9, 'Reland "Change number 7"')]

    assert ["yes"] == [one.settled.answer for one in settled(a_case(settled=AGREED), others=pulls)]


# A later statement


def test_the_last_word_counts_over_discussions_too():
    earlier, later = a_case(3, settled=AGREED), a_case(5, CONTRARY, settled=AGREED)

    assert [("no", "contradicted later in acme/shop#5"), ("yes", AGREED.reason)] == answers(earlier, later)
    assert [("yes", AGREED.reason), ("no", "contradicted later in acme/shop#5")] == answers(later, earlier)


def test_what_is_not_settled_itself_contradicts_nothing():
    assert ["yes", "unknown"] == [
        one.settled.answer for one in settled(a_case(3, settled=AGREED), a_case(5, CONTRARY))
    ]


def test_of_one_that_was_overturned_itself_the_contradiction_falls():
    first, second, third = (
        a_case(month, what, settled=AGREED) for month, what in ((3, RULE), (5, CONTRARY), (8, RULE))
    )

    assert ["yes", "no", "yes"] == [one.settled.answer for one in settled(first, second, third)]


UNHEARD = Settled("yes", "olga", "review_comment:2", "olga took it over")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (AGREED, UNHEARD, "yes"),
        (AGREED, AGREED, "no"),
        (UNHEARD, UNHEARD, "no"),
        (UNHEARD, AGREED, "no"),
        (OPEN, UNHEARD, "no"),
    ],
)
def test_what_one_who_may_settled_is_overturned_only_by_a_later_word_of_one_who_may(before, after, expected):
    earlier, later = a_case(3, settled=before), a_case(5, CONTRARY, settled=after)

    assert [expected, "yes"] == [one.settled.answer for one in settled(earlier, later)]


@pytest.mark.parametrize("change", [{"at": "2024-03-01T10:00:00Z"}, {"repo": "acme/other"}])
def test_what_is_not_later_or_elsewhere_contradicts_nothing(change):
    cases = a_case(3, settled=AGREED), a_case(5, CONTRARY, settled=AGREED, **change)

    assert ["yes", "yes"] == [one.settled.answer for one in settled(*cases)]


def test_a_session_that_contradicts_is_not_named():
    [candidate, _] = settled(
        a_case(3, settled=AGREED), a_case(5, CONTRARY, by="sam", settled=AGREED, private=True)
    )

    assert ("no", None, "contradicted later in a session") == (
        candidate.settled.answer,
        candidate.settled.by,
        candidate.settled.reason,
    )


# Recurrence


def test_the_same_said_by_another_in_another_discussion_settles_it():
    [one, other] = settled(a_case(3, by="rita"), a_case(5, by="olga"))

    told = "said in 2 discussions: acme/shop#3, acme/shop#5"
    assert Settled("yes", "olga", None, told) == one.settled
    assert Settled("yes", "rita", None, told) == other.settled
    assert told in one.trail.because and told in other.trail.because


def test_who_says_it_in_other_words_about_the_same_place_confirms_it():
    again = (
        "`RetryPolicy` must not sleep between attempts: `Transport` waits already, so the user waits twice."
    )

    assert ["yes", "yes"] == [one.settled.answer for one in settled(a_case(3), a_case(5, again, by="olga"))]


def test_the_word_of_one_who_is_entitled_makes_it_entitled():
    candidates = settled(a_case(3), a_case(5, by="olga", can_write="yes", settled=AGREED))

    assert [True, True] == [one.settled.entitled for one in candidates]
    assert AGREED == candidates[1].settled


@pytest.mark.parametrize(
    "other",
    [
        a_case(5, by="rita"),
        a_case(5, by="Rita"),
        a_case(5, by="olga", repo="acme/other"),
        a_case(5, "`RetryPolicy` must not be pickled, because it holds a lock.", by="olga"),
        a_case(5, by="olga", settled=Settled("no", "adam", None, "contradicted later")),
    ],
    ids=["the same speaker", "in capitals", "another repository", "another matter", "contradicted there"],
)
def test_recurrence_needs_the_same_said_by_another(other):
    assert "unknown" == settled(a_case(3), other)[0].settled.answer


def test_a_login_and_a_name_of_git_may_be_one_person():
    cases = a_case(3, by="rita"), a_case(5, by="Rita Reviewer", kind="history")

    assert ["unknown", "unknown"] == [one.settled.answer for one in settled(*cases)]


def test_two_texts_of_commits_repeat_a_template_too():
    cases = [a_case(number, by=by, kind="commit") for number, by in ((3, "Rita"), (5, "Olga"))]

    assert ["unknown", "unknown"] == [one.settled.answer for one in settled(*cases)]


def test_the_text_that_a_pull_request_was_merged_with_goes_with_it():
    history = FakeHistory(a_revert('Revert "Retry (#7)"', "Retry (#7)"))

    assert [("no", BACK)] == answers(a_case(settled=AGREED, kind="commit"), history=history)


def test_two_without_a_login_may_be_one_person():
    assert ["unknown", "unknown"] == [
        one.settled.answer for one in settled(a_case(3, by=None), a_case(5, by=None))
    ]


def test_two_descriptions_repeat_a_template_and_confirm_nothing():
    cases = [a_case(number, by=by, turn="pull_request.body") for number, by in ((3, "rita"), (5, "olga"))]

    assert ["unknown", "unknown"] == [one.settled.answer for one in settled(*cases)]


def test_what_was_contradicted_is_raised_by_nothing():
    contradicted = Settled("no", "adam", None, "contradicted later")
    case = a_case(3, settled=contradicted)
    owners = FakeOwners({("rita", PATH): Ownership(9, 9, first=True)})

    assert contradicted == settled(case, a_case(5, by="olga"), owners=owners)[0].settled


def test_a_session_is_counted_and_not_named():
    [one, _] = settled(a_case(3), a_case(5, by="sam", private=True))

    assert ("said in 2 discussions: acme/shop#3, sessions", None) == (one.settled.reason, one.settled.by)


# Who wrote the code


def owner(lines=6, of=10, *, first=True):
    return FakeOwners({("rita", PATH): Ownership(lines, of, first=first)})


def test_who_wrote_the_lines_there_says_it_unopposed():
    owners = owner()

    [candidate] = settled(a_case(), owners=owners)

    assert (
        Settled(
            "yes", "rita", "review_comment:1", "said unopposed by the one who wrote 60 % of the lines there"
        )
        == candidate.settled
    )
    assert [("rita", PATH, 10, "2024-07-01T10:00:00Z")] == owners.asked


@pytest.mark.parametrize(
    ("owners", "answer"),
    [
        (owner(2, first=True), "yes"),
        (owner(3, first=False), "yes"),
        (owner(2, first=False), "unknown"),
        (owner(0, first=True), "unknown"),
        (FakeOwners({}), "unknown"),
    ],
    ids=["nobody wrote more", "a large part", "a small part", "nothing", "nobody knows"],
)
def test_a_large_part_or_the_largest_counts_as_theirs(owners, answer):
    assert [answer] == [one.settled.answer for one in settled(a_case(), owners=owners)]


def reply(text, by="adam", role="author"):
    return Turn("review_comment:2", Speaker(by, role), redacted(text), thread="review_comment:1")


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({"local": False}, 0),
        ({"by": None}, 0),
        ({"can_write": "no"}, 0),
        ({"role": "author", "merged_at": None}, 0),
        ({"role": "author"}, 1),
        ({"kind": "session"}, 0),
        ({"settled": AGREED}, 0),
        ({"replies": (reply("Why is that?"),)}, 0),
        ({"replies": (reply("なぜですか？"),)}, 0),
        ({"replies": (reply("Thanks."),)}, 1),
        ({"replies": (reply("Is it?", "ci", "bot"),)}, 1),
    ],
)
def test_blame_is_asked_only_where_it_may_settle_something(change, asked):
    owners = owner()

    settled(a_case(**change), owners=owners)

    assert asked == len(owners.asked)


def test_the_line_of_changed_code_is_not_asked_for():
    owners = owner()

    settled(a_case(anchor=Anchor(redacted(PATH), 10, outdated="yes")), owners=owners)

    assert [None] == [line for _, _, line, _ in owners.asked]


# Suggestions

SUGGESTED = "Don't sleep here.\n```suggestion\n    return   wait(transport, limit)\n```\n"
HUNK = "@@ -1,2 +1,2 @@\n def attempt(self):\n-    pass\n+    return sleep(1)"


def a_suggestion(text=SUGGESTED, **changes):
    anchor = Anchor(redacted(PATH), 10, hunk=redacted(HUNK))
    return a_case(text=text, suggestion="yes", **{"anchor": anchor, **changes})


def in_tree(text):
    return FakeFiles({PATH: text})


def test_a_suggestion_whose_lines_stand_in_the_tree_was_taken():
    [candidate] = settled(
        a_suggestion(), files=in_tree("def attempt(self):\n\treturn wait(transport, limit)\n")
    )

    assert Settled("yes", "adam", None, "the suggestion was taken", entitled=True) == candidate.settled


def test_a_suggestion_on_code_that_changed_and_was_merged_was_taken_although_the_last_word_asks():
    anchor = Anchor(redacted(PATH), 10, outdated="yes")
    asks = Settled("unknown", reason="the last word is a question")

    assert [("yes", "the suggestion was taken")] == answers(
        a_suggestion(anchor=anchor, settled=asks, local=False)
    )
    assert ["unknown"] == [
        one.settled.answer for one in settled(a_suggestion(anchor=anchor, settled=asks, merged_at=None))
    ]


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (SUGGESTED, "def attempt(self):\n    return sleep(1)\n"),
        ("```suggestion\n    return sleep(1)\n```", "def attempt(self):\n    return sleep(1)\n"),
        ("```suggestion\n    }\n```", "f() {\n}\n"),
        ("```suggestion\n```", "def attempt(self): ...\n"),
        (
            "```suggestion\nfirst_line(here)\nsecond_line(here)\n```",
            "first_line(here)\nx = 1\nsecond_line(here)\n",
        ),
        (f"{SUGGESTED}\n```suggestion\nanother_line(here)\n```", "return wait(transport, limit)\n"),
    ],
    ids=["not there", "stood there before", "a mere brace", "nothing", "apart", "one of two"],
)
def test_else_it_is_not_known_whether_a_suggestion_was_taken(text, tree):
    assert [("unknown", OPEN.reason)] == answers(a_suggestion(text), files=in_tree(tree))


def test_the_tree_is_not_asked_about_another_repository():
    files = in_tree("return wait(transport, limit)\n")

    assert [("unknown", OPEN.reason)] == answers(a_suggestion(local=False), files=files)


# Trust


def test_what_is_settled_here_by_one_who_is_entitled_counts_under_trust_settled():
    shut_out = with_trail(a_suggestion(), Trail(lacks=(UNENTITLED,)))
    by_owner = with_trail(a_case(), Trail(lacks=(UNENTITLED,)))

    [taken] = settled(shut_out, files=in_tree("return wait(transport, limit)\n"))
    [owned] = settled(by_owner, owners=owner())

    assert () == taken.trail.lacks
    assert (UNENTITLED,) == owned.trail.lacks
