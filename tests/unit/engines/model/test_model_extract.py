"""What the model engine takes from an extract reply: each field, and no more than the turns bear out."""

from dataclasses import replace

import pytest

from gitexp.engines.model.schemas import EXTRACT
from gitexp.records.candidate import Settled
from gitexp.records.discussion import Speaker
from gitexp.records.evidence import Evidence
from gitexp.records.failed import Failed
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    SymbolCheck,
)
from gitexp.steps.extract import extract
from support.fake_llm import a_row, extracted, saying
from support.talk import a_discussion, a_session, a_thread, a_topic, a_turn

RULE = "Retry only GET, because POST is not idempotent: `Gateway.charge` commits before it answers."
TOPIC = a_topic(*a_thread(("rita", RULE), ("adam", "Right, I took POST out.")))


def learnt(*rows, topic=TOPIC):
    engine, _ = saying(extract=extracted(*rows))
    [answer] = engine.extract([topic])
    return answer


def learnt_one(**fields):
    [candidate] = learnt(a_row(("t1", "Retry only GET"), **fields))
    return candidate


def left_out(*rows, topic=TOPIC):
    engine, _ = saying(extract=extracted(*rows))
    made = extract([topic], engine)
    assert () == made.candidates
    assert all(skip.where == topic.id and not skip.bad for skip in made.left_out)
    return [skip.what.rpartition(": ")[0] for skip in made.left_out]


def test_a_question_holds_the_topic_between_fences_below_the_task_and_the_charter():
    engine, llm = saying(extract=extracted())

    assert [[]] == list(engine.extract([TOPIC]))
    [question] = llm.questions
    assert (
        "extract",
        "acme/shop#7/1",
        "Do extract.\n\nThe charter of this project's store:\n\nWe keep little.",
    ) == (
        question.step,
        question.about,
        question.system,
    )
    assert EXTRACT == question.schema and not question.private
    assert (
        f"⟪turn t1 · rita (reviewer) · 2024-03-01 · src/net/retry.py:10⟫\n{RULE}\n⟪end t1⟫" in question.user
    )


def test_all_topics_are_asked_about_at_once_and_a_failure_is_the_answer_to_its_own_topic():
    gone = Failed("the endpoint did not answer")
    engine, llm = saying(lambda question: gone if question.about.endswith("/2") else extracted())
    other = replace(TOPIC, id="acme/shop#7/2")

    assert [[], gone] == list(engine.extract([TOPIC, other]))
    assert [2] == llm.batches


def test_every_field_of_a_reply_becomes_a_field_of_the_candidate():
    candidate = learnt_one(
        lens="location",
        kind="constraint",
        title="Retry  GET only",
        when="Adding a retry",
        what="Retry only GET, `Gateway.charge` is not idempotent.",
        why="It commits before it answers.",
        pattern="retrying what is not idempotent",
        failure_modes=["Gateway commits twice", "Gateway commits twice", "`Moon.fall` breaks"],
        anti_patterns=["retry POST"],
        symbols=["Gateway.charge", "Gateway.refund"],
        paths=["retry.py", "src/net/other.py"],
        search=[{"language": "EN", "words": ["double charge"]}, {"language": "de", "words": []}],
        quality=5,
    )

    assert ("location", "constraint", "Retry GET only") == (candidate.lens, candidate.kind, candidate.title)
    assert ("Adding a retry", "Retry only GET, `Gateway.charge` is not idempotent.") == (
        candidate.when,
        candidate.what,
    )
    assert ("It commits before it answers.", "retrying what is not idempotent") == (
        candidate.why,
        candidate.pattern,
    )
    assert (("Gateway commits twice",), ("retry POST",)) == (
        candidate.failure_modes,
        candidate.anti_patterns,
    )
    assert (("Gateway.charge",), ("src/net/retry.py",)) == (candidate.symbols, candidate.paths)
    assert ({"en": ("double charge",)}, 5, 5.0) == (candidate.search, candidate.quality, candidate.score)
    assert ("acme/shop#7", "acme/shop#7/1", "acme/shop", True, "2024-03-01", ()) == (
        candidate.discussion,
        candidate.topic,
        candidate.repo,
        candidate.local,
        candidate.observed_at,
        candidate.derived,
    )


def test_the_trail_keeps_its_three_answers_by_the_turns_own_ids():
    candidate = learnt_one(
        trail={"why": "it costs money", "passed": "one_off: it comes back", "turns": ["t2", "t1", "t9"]}
    )

    assert ("it costs money", "one_off: it comes back") == candidate.trail.because
    assert ("review_comment:2", "review_comment:1") == candidate.trail.turns


def test_evidence_is_the_turns_own_letters_with_its_speaker_and_day():
    turn = replace(TOPIC.turns[0], url="https://example.org/7#1")
    [candidate] = learnt(
        a_row(("t1", "because  POST is … commits before it"), ("t2", "I took POST out.")),
        topic=replace(TOPIC, turns=(turn, TOPIC.turns[1])),
    )

    assert (
        Evidence("review_comment:1", "because POST is", "https://example.org/7#1", "rita", "2024-03-01"),
        Evidence("review_comment:1", "commits before it", "https://example.org/7#1", "rita", "2024-03-01"),
        Evidence("review_comment:2", "I took POST out.", None, "adam", "2024-03-02"),
    ) == candidate.evidence
    assert "2024-03-02" == candidate.observed_at


@pytest.mark.parametrize(
    ("quotes", "reason"),
    [
        ([("t1", "Retry every request")], "a quote of review_comment:1 does not stand there word for word"),
        (
            [("t1", "Retry only GET"), ("t2", "because POST is not idempotent")],
            "a quote of review_comment:2 does not stand there word for word",
        ),
        ([("t7", "Retry only GET")], "it cites a turn that it invents, which is not in its topic"),
        ([("t1", "class Gateway:")], "a quote of review_comment:1 does not stand there word for word"),
    ],
)
def test_a_quote_that_is_not_found_in_its_turn_leaves_the_candidate_out_with_the_reason(quotes, reason):
    turns = a_thread(("rita", RULE), ("adam", "Right, I took POST out."))
    seen = a_turn(RULE, hunk="+class Gateway:")

    assert [f"left out: {reason}"] == left_out(a_row(*quotes), topic=a_topic(seen, turns[1]))


@pytest.mark.parametrize("quote", ["is", "only"])
def test_a_quote_that_is_found_by_chance_is_no_evidence(quote):
    assert ["left out: a quote of review_comment:1 is too short to tell anything"] == left_out(
        a_row(("t1", quote))
    )


def test_a_short_turn_may_be_quoted_whole():
    topic = a_topic(*a_thread(("rita", RULE), ("adam", "Done.")))

    [candidate] = learnt(a_row(("t1", "Retry only GET"), ("t2", "Done.")), topic=topic)

    assert ["Retry only GET", "Done."] == [item.quote for item in candidate.evidence]


@pytest.mark.parametrize("name", ["review:7", "t01", "t2", "olga"])
def test_a_turn_is_named_as_it_was_shown_and_by_no_name_of_its_source(name):
    seen = replace(a_turn(RULE), id="review:7")
    made = left_out(a_row((name, "Retry only GET")), topic=a_topic(seen))

    assert ["left out: it cites a turn that it invents, which is not in its topic"] == made


@pytest.mark.parametrize("name", ["t1", "T1", "1", " t1 "])
def test_a_turn_may_be_named_without_its_letter_or_with_a_large_one(name):
    [candidate] = learnt(a_row((name, "Retry only GET")), topic=a_topic(a_turn(RULE)))

    assert ["review_comment:1"] == [item.turn for item in candidate.evidence]


def test_a_name_that_nobody_wrote_leaves_the_candidate_out_with_the_reason():
    row = a_row(("t1", "Retry only GET"), what="Retry only GET, since `Gateway.refund` is not idempotent.")

    assert ["left out: names what nobody wrote: `Gateway.refund`"] == left_out(row)


def test_what_was_left_out_is_shown_by_its_own_words():
    engine, _ = saying(extract=extracted(a_row(("t1", "Retry every request"))))

    [skip] = extract([TOPIC], engine).left_out

    assert skip.what.endswith("word for word: Retry only GET, because POST is not idempotent.")


@pytest.mark.parametrize(
    "fields",
    [
        {"why": "`Gateway.refund` commits."},
        {"why": "It commits after 90 seconds."},
        {
            "preconditions": {
                "must": [{"text": "Gateway.refund is used", "check": None}],
                "must_not": [],
                "typical_env": [],
            }
        },
    ],
)
def test_a_reason_or_a_condition_that_nobody_gave_leaves_the_candidate_out(fields):
    [told] = left_out(a_row(("t1", "Retry only GET"), **fields))

    assert told.startswith("left out: names what nobody wrote: ")


def test_a_title_that_names_what_nobody_wrote_gives_way_to_the_statement():
    assert "Retry only GET, because POST is not idempotent." == learnt_one(title="Call Rocket.fly now").title


def test_what_a_bot_said_is_no_evidence_however_well_it_is_quoted():
    topic = a_topic(a_turn(RULE, "ci[bot]", role="bot"), a_turn("Thanks.", "adam", number=2, role="author"))

    assert ["left out: it cites a bot, and those never teach"] == left_out(
        a_row(("t1", "Retry only GET")), topic=topic
    )


@pytest.mark.parametrize("quality", [1, 2])
def test_what_the_reply_itself_finds_weak_is_left_out(quality):
    assert [
        f"left out: its quality is {quality} of 5: nobody would guess it; one_off: it comes back"
    ] == left_out(a_row(("t1", "Retry only GET"), quality=quality))


def test_when_and_what_at_their_longest_fit_and_a_longer_text_fits_no_schema():
    when, what = "Adding a retry " + "a" * 135, "Retry only GET, because POST is not idempotent " + "b" * 203

    candidate = learnt_one(when=when, what=what)

    assert (150, 250) == (len(candidate.when), len(candidate.what))


def test_a_candidate_without_a_statement_is_none():
    assert [] == list(learnt(a_row(("t1", "Retry only GET"), what=" ", when="Adding a retry")))


READ = "the maintainers agreed (as the language model reads it)"
OWN_WORD = Settled("unknown", None, None, "nobody but who says it settles it, and they may not write")
NAMELESS = "the language model says so, and names no turn that settles it"
NOT_LATER = "no later turn of its thread settles it"


def settled_by(turn, *turns, answer="yes"):
    said = {"answer": answer, "turn": turn, "how": "the maintainers agreed"}
    [candidate] = learnt(a_row(("t2", "Retry only GET"), settled=said), topic=a_topic(*turns))
    return candidate.settled


def three(**changes):
    """Return what olga said before, the rule of rita, and what is said after it, changed."""
    before = a_turn("Retry all of them.", "olga", number=1, can_write="yes")
    after = replace(a_turn("Right.", "olga", number=3), **changes)
    return before, a_turn(RULE, number=2), after


@pytest.mark.parametrize(
    ("can_write", "role", "entitled"),
    [
        ("yes", "reviewer", True),
        ("no", "reviewer", False),
        ("unknown", "reviewer", False),
        ("no", "author", True),
    ],
)
def test_who_settled_it_and_whether_they_may_is_read_from_the_turn(can_write, role, entitled):
    turns = three(speaker=Speaker("adam", role, None, can_write))

    assert Settled("yes", "adam", "review_comment:3", READ, entitled=entitled) == settled_by("t3", *turns)


@pytest.mark.parametrize("turn", [None, "t9", "boss"])
def test_nothing_is_settled_where_the_reply_names_no_turn_that_settles_it(turn):
    assert Settled("unknown", None, None, NAMELESS) == settled_by(turn, *three())


@pytest.mark.parametrize("answer", ["no", "unknown"])
def test_what_is_not_said_to_be_settled_needs_no_turn_and_keeps_its_reason(answer):
    assert Settled(answer, None, None, READ) == settled_by(None, *three(), answer=answer)


def test_nothing_is_settled_before_it_was_said_or_in_another_thread():
    elsewhere = three(thread="review_comment:3", speaker=Speaker("olga", "reviewer", None, "yes"))

    assert Settled("unknown", None, None, NOT_LATER) == settled_by("t1", *three())
    assert Settled("unknown", None, None, NOT_LATER) == settled_by("t3", *elsewhere)
    assert Settled("no", None, None, NOT_LATER) == settled_by("t1", *three(), answer="no")


@pytest.mark.parametrize(
    ("can_write", "expected"),
    [
        ("yes", Settled("yes", "rita", "review_comment:2", READ, entitled=True)),
        ("unknown", Settled("yes", "rita", "review_comment:2", READ, entitled=False)),
        ("no", OWN_WORD),
    ],
)
@pytest.mark.parametrize("role", ["reviewer", "author"])
def test_who_states_it_settles_it_only_where_they_may_write(role, can_write, expected):
    before, rule, after = three()
    told = replace(rule, speaker=Speaker("rita", role, None, can_write))

    assert expected == settled_by("t2", before, told, after)


@pytest.mark.parametrize(
    "path", ["../../x", "src/../../etc/passwd", "/etc/passwd", "~/x", ".github/workflows/x.yml", "src\\..\\x"]
)
def test_a_path_outside_of_the_repository_or_that_nobody_named_is_no_scope(path):
    candidate = learnt_one(paths=[path])

    assert (("src/net/retry.py",), ("src/net/retry.py",)) == (candidate.paths, candidate.places)


@pytest.mark.parametrize("path", ["a", "only", ".", ":", "idempotent:"])
def test_a_piece_of_the_text_is_no_path(path):
    assert ("src/net/retry.py",) == learnt_one(paths=[path]).paths


def test_what_looks_like_a_secret_or_an_address_is_taken_out_of_every_field_of_a_reply():
    secret = "gh" + "p_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bD1fG3hJ5"
    address = "olga" + "@" + "acme-shop.com"
    planted = f"ask {address} with {secret}"
    candidate = learnt_one(
        title=f"Retry {planted}",
        when=f"Adding a retry, {planted}",
        what=f"Retry only GET, {planted}",
        why=planted,
        pattern="by " + address,
        failure_modes=[planted],
        anti_patterns=[planted],
        search=[{"language": "en", "words": [address]}],
        trail={"why": planted, "passed": planted, "turns": []},
        settled={"answer": "yes", "turn": "t2", "how": planted},
        preconditions={
            "must": [{"text": planted, "check": {"kind": "key", "name": "mode", "value": address}}],
            "must_not": [],
            "typical_env": [],
        },
    )

    assert secret not in repr(candidate)
    assert address not in repr(candidate)
    assert "ask [email-1] with [secret-1]" == candidate.why


CHECKS = [
    (("dependency", "pypi:httpx", ">=0.24"), DependencyCheck("httpx", "pypi", ">=0.24")),
    (("dependency", "npm:@acme/client", None), DependencyCheck("@acme/client", "npm", None)),
    (("dependency", "httpx", ""), DependencyCheck("httpx", None, None)),
    (("language", "Python", None), LanguageCheck("python")),
    (("path", "src/**", None), PathCheck("src/**")),
    (("symbol", "Gateway.charge", None), SymbolCheck("Gateway.charge")),
    (("platform", "Linux", None), PlatformCheck("linux")),
    (("key", "rendering", "canvas"), KeyCheck("rendering", ("canvas",))),
    (("key", "rendering", None), None),
    (("path", "../x", None), None),
    (("path", "/etc", None), None),
    (("path", "~/x", None), None),
    (("path", "a\\b", None), None),
    (("language", "", None), None),
]


@pytest.mark.parametrize(("told", "expected"), CHECKS)
def test_a_condition_has_a_check_where_it_is_one_that_can_be_made_and_its_text_anyway(told, expected):
    kind, name, value = told
    check = {"kind": kind, "name": name, "value": value}
    conditions = {"must": [], "must_not": [{"text": "so it was said", "check": check}], "typical_env": []}

    held = learnt_one(preconditions=conditions).preconditions

    assert ((), (Condition("so it was said", expected),), ()) == (held.must, held.must_not, held.typical_env)


def test_a_condition_without_words_is_none():
    conditions = {"must": [{"text": " ", "check": None}], "must_not": [], "typical_env": []}

    assert learnt_one(preconditions=conditions).preconditions.empty


def test_what_is_asked_about_a_private_session_is_private_and_so_is_all_that_comes_of_it():
    session = a_session(("user", "Never retry POST, it charges twice."))
    engine, llm = saying(extract=extracted(a_row(("t1", "Never retry POST"), what="Never retry POST")))
    topic = a_topic(*session.turns, discussion=session)

    engine.group([session, a_discussion(*TOPIC.turns)])
    engine.extract([topic, TOPIC])

    assert [True, False] == [question.private for question in llm.of("extract")]
    assert "A work session with an agent" in llm.questions[0].user


def test_search_words_lie_under_the_code_of_their_language_and_a_symbol_is_one_name():
    told = [
        ("English", "double charge"),
        ("zh-Hans", "重复扣款"),
        ("c++", "nothing"),
    ]

    candidate = learnt_one(
        search=[{"language": language, "words": [word]} for language, word in told],
        symbols=["Gateway.charge", "POST GET"],
    )

    assert {"en": ("double charge",), "zh": ("重复扣款",)} == candidate.search
    assert ("Gateway.charge",) == candidate.symbols


def test_a_pattern_and_search_words_that_name_what_nobody_wrote_are_left_out_and_the_candidate_stays():
    told = {"en": ["double charge", "Rocket.fly", "retry_twice_90"], "de": ["`Gateway.refund` bucht doppelt"]}
    search = [{"language": language, "words": words} for language, words in told.items()]

    invented = learnt_one(pattern="calling `Rocket.fly` again", search=search)
    written = learnt_one(pattern="calling `Gateway.charge` again", search=search[:1])

    assert (None, {"en": ("double charge",)}) == (invented.pattern, invented.search)
    assert ("calling `Gateway.charge` again", {"en": ("double charge",)}) == (written.pattern, written.search)
