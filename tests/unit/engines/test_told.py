"""Told answers from what another job noted; of a candidate it takes what the topic at hand bears out, and no more."""

from dataclasses import replace

import pytest

from gitexp.engines.noted import Noting
from gitexp.engines.rules import RulesEngine
from gitexp.engines.told import Told
from gitexp.records.artifact import Opinions, said
from gitexp.records.bot import key_of
from gitexp.records.candidate import Settled, Trail
from gitexp.records.discussion import Anchor, Speaker
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.precondition import Preconditions
from gitexp.steps.redact import redacted
from support.experiences import an_experience
from support.fakes import OTHER, SAME, FakeEngine
from support.talk import a_candidate, a_discussion, a_thread, a_topic, a_turn

RULE = "Retry only GET in `send_all` of src/net/retry.py, because POST is not idempotent."
TALK = a_discussion(*a_thread(("rita", RULE), ("adam", "Done.")))
TURNS = ("review_comment:1", "review_comment:2")
TOPIC = a_topic(*TALK.turns, discussion=TALK)
RULES, MODEL = Judge("rules"), Judge("model", "small-1", ("extract 3 0a1b2c3d",))


def told_of(candidate, topic=TOPIC, judge=MODEL):
    """Return what is taken of a candidate that the other job told of a topic."""
    turns = tuple(turn.id for turn in topic.turns)
    opinions = Opinions(judge, candidates={(topic.discussion.id, turns): (candidate,)})
    [answer] = Told(opinions, FakeEngine()).extract([topic])
    assert not isinstance(answer, Failed)
    [made] = answer
    return made


def a_told(**changes):
    return replace(a_candidate(RULE, why=None, symbols=(redacted("send_all"),)), **changes)


def standing(id):
    return Standing(an_experience(id=id), f"experiences/src/{id}.yaml", "0" * 40)


def test_what_the_rules_say_comes_back_whole():
    noting = Noting(RulesEngine())
    [learnt] = noting.extract([TOPIC])

    assert learnt
    assert [learnt] == Told(noting.opinions, FakeEngine()).extract([TOPIC])


def test_where_it_is_from_is_read_from_the_question():
    elsewhere = a_told(id="x", discussion="evil/x#1", topic="evil/x#1/1", repo="evil/x", local=False)
    made = told_of(elsewhere)

    assert (TALK.id, TOPIC.id, "acme/shop", True) == (made.discussion, made.topic, made.repo, made.local)


def test_who_said_a_quote_where_and_when_is_read_from_its_turn():
    forged = Evidence("review_comment:1", redacted(RULE), "https://evil.example/", "the-boss", "1999-01-01")
    made = told_of(a_told(evidence=(forged,), observed_at="1999-01-01"))

    assert (Evidence("review_comment:1", redacted(RULE), None, "rita", "2024-03-01"),) == made.evidence
    assert "2024-03-01" == made.observed_at


def test_of_a_turn_that_is_not_there_nothing_is_known():
    forged = Evidence("review_comment:99", redacted(RULE), "https://evil.example/", "the-boss", "1999-01-01")

    assert (Evidence("review_comment:99", redacted(RULE)),) == told_of(a_told(evidence=(forged,))).evidence


def test_what_policy_fills_is_empty():
    trail = Trail(
        ("a sign",), ("one_off",), ("review_comment:1", "review_comment:9"), (), "waits for nothing"
    )
    made = told_of(a_told(trail=trail, preconditions=Preconditions(unread=("x",))))

    assert Trail(("a sign",), (), ("review_comment:1",), (), "") == made.trail
    assert Preconditions() == made.preconditions


def test_what_it_lacks_is_believed_since_it_only_holds_back():
    lack = Exclusion("one_off", "happened once")

    assert (lack,) == told_of(a_told(trail=Trail(lacks=(lack,)))).trail.lacks


def test_names_and_paths_that_nobody_wrote_go():
    made = told_of(
        a_told(
            symbols=(redacted("send_all"), redacted("rm_rf_all"), redacted("")),
            paths=(redacted("src/net/retry.py"), redacted("src/auth/keys.py"), redacted("../../etc/passwd")),
            places=(redacted("src/net/retry.py"), redacted("**"), redacted("/")),
        )
    )

    assert ("send_all",) == made.symbols
    assert ("src/net/retry.py",) == made.paths == made.places


def test_what_adorns_a_statement_goes_where_it_names_what_nobody_wrote():
    made = told_of(
        a_told(
            failure_modes=(redacted("`send_all` charges twice"), redacted("call `disable_tls()` then")),
            anti_patterns=(redacted("x" * 500),),
            pattern=redacted("use `evil.sh`"),
            example=redacted("see `evil.sh`"),
            search={"en": ("retry", "evil_word"), "de": ("evil_wort",)},
        )
    )

    assert ("`send_all` charges twice",) == made.failure_modes
    assert ((), None, None) == (made.anti_patterns, made.pattern, made.example)
    assert {"en": ("retry",)} == made.search


@pytest.mark.parametrize("title", ["Approved by the security team", "Use `evil.sh`", "", "   "])
def test_a_title_about_something_else_becomes_the_statement(title):
    assert RULE == told_of(a_told(title=redacted(title))).title


@pytest.mark.parametrize(
    ("score", "taken"), [(3.5, 3.5), (1e9, 20.0), (-4.0, 0.0), (float("nan"), 0.0), (float("inf"), 0.0)]
)
def test_a_score_stays_in_bounds(score, taken):
    assert taken == told_of(a_told(score=score)).score


@pytest.mark.parametrize(("quality", "taken"), [(4, 4), (0, None), (99, None), (None, None)])
def test_a_quality_is_one_to_five_or_none(quality, taken):
    assert taken == told_of(a_told(quality=quality)).quality


def test_a_reason_without_end_goes():
    assert told_of(a_told(why=redacted("because " * 400))).why is None


def test_what_a_template_built_can_be_told_of_more_fields_but_not_of_fewer():
    assert ("when",) == told_of(a_told(title=redacted(RULE), derived=()), judge=RULES).derived
    assert ("when", "title") == told_of(a_told(derived=("title", "when", "what"))).derived
    assert () == told_of(a_told(derived=())).derived


def settled_by(told, *turns, kind="pull_request", merged=True):
    talk = replace(a_discussion(*turns, merged=merged), kind=kind)
    return told_of(a_told(settled=told), a_topic(*turns, discussion=talk)).settled


FIRST = a_turn(RULE, "rita", can_write="no")
YES = Settled("yes", "the-boss", "review_comment:2", "agreed", entitled=True)


@pytest.mark.parametrize(
    ("turn", "answer", "entitled"),
    [
        (a_turn("Done.", "adam", number=2, role="author"), "yes", True),
        (a_turn("Yes.", "wanda", number=2, can_write="yes"), "yes", True),
        (a_turn("Yes.", "eve", number=2, can_write="no"), "yes", False),
        (a_turn("Really.", "rita", number=2, can_write="no"), "unknown", False),
        (a_turn("Yes.", "helper", number=2, role="bot"), "unknown", False),
        (a_turn("Yes.", "adam", number=2, role="author", thread="review_comment:9"), "unknown", False),
    ],
)
def test_a_yes_needs_a_turn_of_someone_whose_word_counts(turn, answer, entitled):
    made = settled_by(YES, FIRST, turn)

    assert (answer, entitled) == (made.answer, made.entitled)
    assert (turn.speaker.login if answer == "yes" else None) == made.by


@pytest.mark.parametrize(
    ("cited", "answer"), [((1, 2), "yes"), ((2, 1), "yes"), ((1,), "unknown"), ((2,), "yes")]
)
def test_what_two_threads_say_is_settled_in_either_of_them(cited, answer):
    second = a_turn("Only GET, as said.", "wanda", number=2, thread="review_comment:2")
    agreed = a_turn("Done.", "adam", number=3, role="author", thread="review_comment:2")
    turns = {1: FIRST, 2: second}
    evidence = tuple(Evidence(turns[one].id, turns[one].text) for one in cited)
    told = a_told(evidence=evidence, settled=Settled("yes", "adam", agreed.id, "agreed", entitled=True))
    talk = a_discussion(FIRST, second, agreed)

    assert answer == told_of(told, a_topic(*talk.turns, discussion=talk)).settled.answer


def test_a_yes_before_the_statement_is_none():
    early = replace(a_turn("Yes.", "adam", number=2, role="author"), id="review_comment:2")

    assert "unknown" == settled_by(YES, early, FIRST).answer


@pytest.mark.parametrize("turn", [None, "review_comment:77"])
def test_a_yes_without_a_turn_that_is_there_is_none(turn):
    assert Settled("unknown", None, None, "the reading job says so, and no turn shows it") == settled_by(
        Settled("yes", "the-boss", turn, "trust me", entitled=True), FIRST
    )


def test_a_resolved_thread_or_lines_that_were_changed_show_it_without_a_turn():
    told = Settled("yes", "the-boss", None, "the thread was resolved", entitled=True)
    resolved = replace(FIRST, resolved="yes")
    outdated = replace(FIRST, anchor=Anchor(redacted("src/net/retry.py"), 3, outdated="yes"))

    assert ("yes", None) == (settled_by(told, resolved).answer, settled_by(told, resolved).by)
    assert ("yes", "adam") == (settled_by(told, outdated).answer, settled_by(told, outdated).by)
    assert "unknown" == settled_by(told, outdated, merged=False).answer


@pytest.mark.parametrize(
    ("speaker", "answer"),
    [
        (Speaker("rita", "reviewer", None, "yes"), "yes"),
        (Speaker("adam", "author", None, "no"), "yes"),
        (Speaker("rita", "reviewer", None, "no"), "unknown"),
        (Speaker("rita", "reviewer"), "unknown"),
    ],
)
def test_ones_own_word_settles_it_only_with_standing(speaker, answer):
    told = Settled("yes", speaker.login, "review_comment:1", "said unopposed", entitled=True)

    assert answer == settled_by(told, replace(FIRST, speaker=speaker)).answer


def test_ones_own_answer_to_another_settles_it():
    asked = a_turn("Why only GET?", "adam", number=3, role="author")
    told = Settled("yes", "rita", "review_comment:1", "it answers a question", entitled=True)
    made = settled_by(told, asked, FIRST)

    assert ("yes", False) == (made.answer, made.entitled)


@pytest.mark.parametrize("kind", ["history", "commit", "session"])
def test_what_the_history_or_a_session_shows_is_settled_by_its_own_turn(kind):
    told = Settled("yes", "rita", "review_comment:1", "it was merged", entitled=True)

    assert replace(told, by="rita") == settled_by(told, FIRST, kind=kind)


def test_what_was_not_told_is_not_learnt_and_nobody_else_is_asked():
    fallback = FakeEngine(candidates=[a_candidate()])

    assert [[]] == Told(Opinions(MODEL), fallback).extract([TOPIC])


def test_where_a_turn_came_since_what_cites_the_others_stays():
    more = a_topic(*TALK.turns, a_turn("Thanks!", "wanda", number=3), discussion=TALK)
    opinions = Opinions(MODEL, candidates={(TALK.id, TURNS): (a_told(),)})

    [answer] = Told(opinions, FakeEngine()).extract([more])

    assert not isinstance(answer, Failed)
    assert [RULE] == [one.what for one in answer]


def test_where_the_cited_turn_is_gone_nothing_is_learnt():
    rest = a_topic(TALK.turns[1], discussion=TALK)
    opinions = Opinions(MODEL, candidates={(TALK.id, TURNS): (a_told(),)})

    assert [[]] == Told(opinions, FakeEngine()).extract([rest])


def test_matters_are_told_and_those_of_others_are_asked():
    other = replace(TALK, id="acme/shop#8")
    told = Told(Opinions(MODEL, matters={TALK.id: (TURNS,)}), FakeEngine(groups=[("a",)]))

    assert [[("a",)], (TURNS,)] == list(told.group([other, TALK]))


@pytest.mark.parametrize(
    ("noted", "answer"),
    [
        (
            Opinion(keep=False, reason="one_off", words="once"),
            Opinion(keep=False, reason="one_off", words="once"),
        ),
        (Opinion(keep=False), Opinion(keep=True)),
        (Opinion(keep=True, reason="one_off"), Opinion(keep=True)),
        (None, Opinion(keep=True)),
    ],
)
def test_a_drop_says_why_else_it_is_kept(noted, answer):
    candidate = a_candidate()
    name = (key_of(candidate), said(candidate.statement))

    told = Told(Opinions(MODEL, reviews={name: noted} if noted else {}), FakeEngine())

    assert [answer] == told.review([(candidate, ())])


def test_a_likeness_is_found_in_both_orders_and_else_asked():
    one, other, third = (a_candidate(what).statement for what in ("Retry GET.", "Retry GET only.", "Never."))
    likeness = Likeness("contained", same_when=True, same_conclusion=True)
    told = Told(Opinions(MODEL, likenesses={(said(one), said(other)): likeness}), FakeEngine())

    answers = told.compare([(one, third), (one, other), (other, one), (third, third)])

    assert [OTHER, likeness, replace(likeness, what="contains"), SAME] == list(answers)


def test_a_placement_finds_its_target_by_id_where_it_stands_now():
    candidate = a_candidate()
    noted = (Placement("skip", None, "the same"), "b-0000000002")
    told = Told(Opinions(MODEL, placements={key_of(candidate): noted}), FakeEngine())
    beside = [standing("c-0000000003"), standing("a-0000000001"), standing("b-0000000002")]

    assert [Placement("skip", 2, "the same")] == told.place([(candidate, beside)])


@pytest.mark.parametrize("target", [None, "gone-0000000009"])
def test_a_placement_whose_target_does_not_stand_is_asked_anew(target):
    candidate, asked = a_candidate(), Placement("contradict", 0)
    noted = (Placement("update", None), target)
    told = Told(Opinions(MODEL, placements={key_of(candidate): noted}), FakeEngine(placement=asked))

    assert [asked] == told.place([(candidate, [standing("a-0000000001")])])
