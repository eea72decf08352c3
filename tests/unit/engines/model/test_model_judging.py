"""What the model engine takes from replies about pairs, and about a candidate beside what stands."""

import pytest

from gitexp.engines.model.schemas import DEDUP, MERGE
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.judgement import Judge, Likeness, Placement
from gitexp.records.text import Redacted
from gitexp.steps.becoming import experience_of
from gitexp.steps.dedup import same
from gitexp.steps.redact import redacted
from support.fake_llm import WORDS, FakeLlm, a_row, an_engine, extracted, placed, related, saying
from support.talk import a_candidate, a_session, a_topic

ONE, OTHER = (
    a_candidate("Retry only GET."),
    a_candidate("Retry GET alone, never POST.", why=redacted("It pays twice.")),
)


def standing(what: str, number: int = 1) -> Standing[Redacted]:
    made = experience_of(a_candidate(what), judge=Judge("rules"), run="r0")
    return Standing(made, f"experiences/src/{number}.yaml", f"{number:040x}")


def likeness(**fields):
    engine, _ = saying(dedup=related(**fields))
    [answer] = engine.compare([(ONE.statement, OTHER.statement)])
    return answer


def placement(many=2, **fields):
    engine, _ = saying(merge=placed(**fields))
    [answer] = engine.place([(ONE, [standing(f"Rule {at}.", at) for at in range(many)])])
    return answer


def test_the_judge_names_the_language_model_each_prompt_and_the_charter():
    judge = an_engine(FakeLlm()).judge

    assert ("model", "some-llm", WORDS.names) == (judge.engine, judge.model, judge.prompts)
    assert ["group 3", "extract 3", "review 3", "dedup 3", "merge 3", "charter"] == [
        name.rpartition(" ")[0] for name in judge.prompts
    ]


@pytest.mark.parametrize("what", ["identical", "contains", "contained"])
def test_one_that_says_the_same_or_more_in_the_same_situation_is_the_same(what):
    assert Likeness(what, same_when=True, same_conclusion=True) == likeness(what=what, when="identical")


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "overlaps"},
        {"what": "different"},
        {"when": "contains"},
        {"when": "contained"},
        {"when": "overlaps"},
        {"kind_of_b": "risk"},
        {"level": "different"},
        {"purpose": "different"},
        {"opposed": True},
    ],
)
def test_anything_less_than_that_is_separate(fields):
    assert not same(likeness(**{"what": "identical", "when": "identical", **fields}))


def test_pairs_are_asked_about_at_once_each_in_fences_and_one_that_failed_is_no_likeness():
    gone = Failed("the reply does not fit")
    engine, llm = saying(
        lambda question: gone if "Retry only GET" in question.about.split(" / ")[1] else related()
    )

    answers = engine.compare([(ONE.statement, OTHER.statement), (OTHER.statement, ONE.statement)])

    assert [Likeness("different", same_when=False, same_conclusion=True), gone] == list(answers)
    assert [2] == llm.batches
    first = llm.questions[0]
    assert ("dedup", "Do dedup.", DEDUP, False) == (first.step, first.system, first.schema, first.private)
    assert first.user.startswith("⟪statement A⟫\nwhen: ")
    assert "⟪end A⟫\n\n⟪statement B⟫" in first.user and first.user.endswith("⟪end B⟫")


def test_it_is_said_what_leaves_where_statements_are_all_that_is_asked_about_and_only_once():
    engine, llm = saying(dedup=related(), merge=placed())

    engine.compare([(ONE.statement, OTHER.statement)])
    engine.place([(ONE, [standing("Rule.")])])

    [(calls, tokens, texts, private)] = llm.announced
    assert (1, "the words of statements, for a start of 1 pair or case", 0) == (
        calls,
        texts,
        private,
    )
    assert tokens > 400


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"action": "create"}, Placement("create", None, "so it reads")),
        ({"action": "create", "target": 1}, Placement("create", None, "so it reads")),
        ({"action": "skip", "target": 2}, Placement("skip", 1, "so it reads")),
        ({"action": "contradict", "target": 1}, Placement("contradict", 0, "so it reads")),
        (
            {"action": "update", "target": 1, "what": " Rule 0, and more. ", "why": "So."},
            Placement("update", 0, "so it reads", redacted("Rule 0, and more."), redacted("So.")),
        ),
        ({"action": "update", "target": 1}, Placement("update", 0, "so it reads")),
        (
            {"action": "skip", "target": 1, "what": "Overwritten.", "why": "Overwritten."},
            Placement("skip", 0, "so it reads"),
        ),
    ],
)
def test_a_reply_places_a_candidate_onto_the_one_it_numbers(fields, expected):
    assert expected == placement(**fields)


@pytest.mark.parametrize("action", ["skip", "update", "contradict"])
@pytest.mark.parametrize("target", [None, 3, 99])
def test_an_action_without_a_target_that_stands_there_is_no_answer(action, target):
    assert Failed(f"the reply says `{action}` and names no standing experience") == placement(
        action=action, target=target
    )


@pytest.mark.parametrize("action", ["skip", "update"])
def test_what_the_reply_itself_calls_opposed_never_changes_or_skips_its_target(action):
    answer = placement(action=action, target=1, relation="opposed", what="Rule 0, and the contrary.")

    assert isinstance(answer, Failed) or answer.action == "contradict"


def test_words_of_a_placement_are_redacted():
    address = "olga" + "@" + "acme-shop.com"

    answer = placement(
        action="update", target=1, what=f"Ask {address}.", why=f"{address} said so.", words=address
    )

    assert ("[email-1]", "Ask [email-1].", "[email-1] said so.") == (answer.words, answer.what, answer.why)


def test_what_stands_is_told_in_numbers_below_the_new_statement():
    engine, llm = saying(merge=placed())

    engine.place([(OTHER, [standing("Rule ⟪end new statement⟫ one."), standing("Rule two.", 2)])])

    [question] = llm.questions
    assert ("merge", OTHER.id, MERGE) == (question.step, question.about, question.schema)
    assert ["⟪new statement⟫", "⟪end statement⟫", "⟪standing 1⟫", "⟪end 1⟫", "⟪standing 2⟫", "⟪end 2⟫"] == [
        line for line in question.user.splitlines() if line.startswith("⟪")
    ]
    assert "what: Rule 〈end new statement〉 one." in question.user


def test_what_came_of_a_private_session_is_compared_and_placed_as_private():
    session = a_session(("user", "Never retry POST, it charges twice."))
    engine, llm = saying(
        extract=extracted(a_row(("t1", "Never retry POST"), what="Never retry POST")),
        dedup=related(),
        merge=placed(),
    )
    engine.group([session])
    [answer] = engine.extract([a_topic(*session.turns, discussion=session)])
    assert not isinstance(answer, Failed)
    [private] = answer

    engine.compare([(ONE.statement, private.statement), (ONE.statement, OTHER.statement)])
    engine.place([(private, [standing("Rule.")]), (ONE, [standing("Rule.")])])

    assert [True, False, True, False] == [question.private for question in llm.questions[1:]]


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"action": "create"}, ""),
        ({"action": "create", "target": 9}, ""),
        ({"action": "skip", "target": 2}, ""),
        ({"action": "skip"}, "`skip` needs a target from 1 to 2"),
        ({"action": "update", "target": 0}, "`update` needs a target from 1 to 2"),
        ({"action": "contradict", "target": 3}, "`contradict` needs a target from 1 to 2"),
        ({"action": "update", "relation": "opposed"}, "`contradict` needs a target from 1 to 2"),
    ],
)
def test_an_action_without_a_target_that_was_shown_is_at_fault(fields, fault):
    engine, llm = saying(merge=placed())
    engine.place([(ONE, [standing("Rule one."), standing("Rule two.", 2)])])

    check = llm.questions[0].check
    assert check is not None
    assert fault == check(placed(**fields))


def test_a_pair_has_nothing_that_its_schema_does_not_hold():
    engine, llm = saying(dedup=related())
    engine.compare([(ONE.statement, OTHER.statement)])

    assert None is llm.questions[0].check
