"""Decision trailers teach in their author's words: what binds, what was rejected and why, what to keep to."""

import pytest

from gitexp.engines.rules.lore import decisions, without_decisions
from gitexp.records.discussion import Anchor, Discussion, Speaker, Topic, Turn
from gitexp.steps.redact import redacted

SOCKET = "`Pool.take` must never open a second socket, because the firmware answers one client only"
PROSE = "Sockets are dear here."


def a_topic(*trailers, prose=PROSE, path="src/pool.py"):
    """Return the topic of a commit: its prose, then each trailer as a turn; "---" begins another commit's."""
    turns, thread = [], 1
    for number, text in enumerate([prose, *trailers]):
        if text == "---":
            thread += 1
            continue
        name = f"commit:a1#{number}" if number else "commit:a1"
        anchor = Anchor(redacted(path), commit="a1") if path else None
        speaker = Speaker("Rita", "author", None, "yes")
        turns.append(
            Turn(name, speaker, redacted(text), "2024-03-12", None, anchor, None, f"commit:a1/{thread}")
        )
    told = Discussion(
        "text:a1", "commit", "acme/shop", redacted("Keep one socket (#7)"), tuple(turns), local=True
    )
    return Topic("text:a1/1", told, tuple(turns))


def read(*trailers, **more):
    return decisions(a_topic(*trailers, **more))


def lacks(candidate):
    return [lack.words for lack in candidate.trail.lacks]


def test_a_constraint_is_an_experience_at_its_place():
    [made] = read(f"Constraint: {SOCKET}")

    assert (SOCKET, "When changing `Pool.take` in src/pool.py") == (made.what, made.when)
    assert ("constraint", "logic", ()) == (made.kind, made.lens, made.anti_patterns)
    assert (True, "yes") == (made.proposable, made.settled.answer)


def test_the_quote_is_the_whole_trailer_and_cites_its_own_turn():
    made = read(f"Constraint: {SOCKET}", "Rejected: a pool | it starves the watchdog")

    quoted = [(item.turn, str(item.quote)) for one in made for item in one.evidence]
    assert [
        ("commit:a1#1", f"Constraint: {SOCKET}"),
        ("commit:a1#2", "Rejected: a pool | it starves the watchdog"),
    ] == quoted


def test_what_was_rejected_is_told_before_it_is_tried_again():
    [made] = read("Rejected: a thread for each client | the firmware mixes up their answers")

    assert "Before trying again: a thread for each client" == made.when
    assert "the firmware mixes up their answers" == made.what
    assert (("a thread for each client",), "decision", None) == (made.anti_patterns, made.kind, made.why)
    assert made.proposable


def test_only_the_first_bar_parts_the_reason():
    [made] = read("Rejected: `a | b` in the shell | it hides the exit code")

    assert (("`a",), "b` in the shell | it hides the exit code") == (made.anti_patterns, made.what)


def test_a_constraint_may_part_its_reason_too():
    [made] = read("Constraint: one writer per table | the merge tool locks it whole")

    assert ("one writer per table", "the merge tool locks it whole") == (made.what, made.why)
    assert made.proposable


@pytest.mark.parametrize(
    "trailer",
    ["Rejected: a thread for each client", "Constraint: one writer per table", "Directive: keep it sorted"],
)
def test_without_a_reason_it_is_near(trailer):
    [made] = read(trailer)

    assert (False, ["no reason given"]) == (made.proposable, lacks(made))


def test_a_rejected_alternative_without_a_reason_says_what_it_was():
    [made] = read("Rejected: a thread for each client |")

    assert ("a thread for each client", ["no reason given"]) == (made.what, lacks(made))


@pytest.mark.parametrize("doubt", ["Confidence: low", "confidence: Low, measured once"])
def test_what_its_author_doubts_is_near(doubt):
    [made] = read(f"Constraint: {SOCKET}", doubt)

    assert (False, ["its own author was not sure of it"]) == (made.proposable, lacks(made))


@pytest.mark.parametrize("sure", ["Confidence: high", "Confidence: medium", "Confidence: lower bound known"])
def test_other_confidence_takes_nothing(sure):
    [made] = read(f"Constraint: {SOCKET}", sure)

    assert made.proposable


def test_the_doubt_of_one_commit_of_a_squash_is_not_the_others():
    one, other = read(
        f"Constraint: {SOCKET}", "---", "Rejected: a pool | it starves the watchdog", "Confidence: low"
    )

    assert (True, False) == (one.proposable, other.proposable)


def test_what_was_not_tested_doubts_what_it_speaks_of_and_nothing_else():
    one, other = read(
        f"Constraint: {SOCKET}",
        "Rejected: a pool | it starves the watchdog",
        "Not-tested: whether the firmware answers a second client after a reboot",
    )

    assert (["its own author had not tested it"], []) == (lacks(one), lacks(other))


def test_a_directive_with_an_end_is_near_and_its_mark_is_no_word_of_it():
    [made] = read("Directive: [until:2026-01] keep both readers, because old files stay")

    assert ("keep both readers, because old files stay", ["its own author gave it an end"]) == (
        made.what,
        lacks(made),
    )


def test_folded_lines_are_one():
    [made] = read("Constraint: one writer per table,\n  because the merge tool\n\tlocks it whole")

    assert "one writer per table, because the merge tool locks it whole" == made.what


@pytest.mark.parametrize("trailer", ["constraint: {}", "CONSTRAINT : {}", "Constraint:{}"])
def test_a_key_is_known_as_git_knows_it(trailer):
    assert [SOCKET] == [str(one.what) for one in read(trailer.format(SOCKET))]


@pytest.mark.parametrize(
    "text",
    [
        "Constraint:",
        "Constraint: ",
        "Rejected: | nothing before it",
        "A Constraint: of sorts stands here, because of the rest.",
        "Constraint: one thing, because of this\nand a line that is no trailer",
        "Signed-off-by: Rita <rita@example.org>",
        "Confidence: low",
    ],
)
def test_what_is_no_decision_teaches_nothing(text):
    assert [] == read(text)


def test_without_a_file_it_is_told_by_what_it_names():
    [made] = read(f"Constraint: {SOCKET}", path=None)

    assert ("When working with `Pool.take`", ()) == (made.when, made.places)


def test_what_and_when_keep_to_their_room():
    [made] = read(f"Rejected: {'a very wide road ' * 30}| {'it ends in a ditch and so ' * 30}")

    assert 400 >= len(made.when) + len(made.what)
    assert made.anti_patterns[0] in made.evidence[0].quote


@pytest.mark.parametrize(
    ("trailer", "what"),
    [
        ("Rejected: 全局锁 | 会导致同步任务超时", "会导致同步任务超时"),
        ("Rejected: 全体のロック | 同期が止まるため", "同期が止まるため"),
    ],
    ids=["zh", "ja"],
)
def test_other_languages_are_read_as_well(trailer, what):
    [made] = read(trailer)

    assert (what, True) == (made.what, made.proposable)


def test_the_prose_is_left_without_the_trailers():
    topic = a_topic(f"Constraint: {SOCKET}", "Confidence: low", "Not-tested: on a cold start")

    assert [PROSE] == [str(turn.text) for turn in without_decisions(topic).turns]
