"""A contradiction in a proposal: both sides whole, what the code follows, how to answer, and no harm by anybody's words."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from gitexp.records.contradiction import Contradiction, Followed, Shown
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience
from gitexp.records.judgement import Decision, Judge
from gitexp.records.llm import Spent
from gitexp.records.precondition import Condition, Preconditions
from gitexp.records.run import Funnel, Run
from gitexp.records.text import Redacted
from gitexp.steps.proposal_text import body, title
from gitexp.steps.redact import redacted, redacted_experience
from support.experiences import an_experience
from support.talk import a_candidate, a_discussion, a_turn

ID = "client-timeout-30s-0a1b2c3d4e"
PATH = f"experiences/net/{ID}.yaml"
HERE = Shown(redacted("client.py"), 17, redacted("TIMEOUT = 10"), "new")
NEW = Contradiction(Followed("new", "", (HERE,)), "in_force", "2023-02-03", "f4df6ddc3010" + "0" * 28)
OLD = an_experience(
    id=ID,
    when="Setting the client timeout",
    what="Keep the client timeout at 30 s.",
    why="Uploads take long.",
    evidence=(
        Evidence("review_comment:5", "Keep it at 30, uploads take long.", None, "rex", "2023-02-01"),
        Evidence(
            "review_comment:6", "Keep the client timeout at 30 s.", "https://x.example/pull/3#r6", "ada", None
        ),
    ),
)
SHORT = a_candidate(
    "Set the client timeout to 10 s.",
    when=redacted("Setting the client timeout"),
    why=redacted("The balancer cuts at 15 s."),
    evidence=(
        Evidence("review_comment:1", redacted("10 please: it cuts at 15."), None, "rita", "2024-05-21"),
    ),
    derived=(),
)


def decided(
    question: Contradiction | None = NEW,
    *,
    old: Experience[str] = OLD,
    candidate=SHORT,
    **changes: object,
) -> Decision:
    made = Decision(
        candidate, "contradict", "opposed", None, redacted_experience(old), PATH, question=question
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def run_of(*decisions: Decision, private: bool = False, judge: Judge | None = None, spent=None) -> Run:
    discussion = replace(a_discussion(a_turn("10 please: it cuts at 15.")), private=private)
    funnel = Funnel(1, 1, 1, 1, 1, 1, 0, 0, 0, len(decisions))
    return Run(
        id="2f6c1b0a9d3e",
        judge=judge or Judge("rules"),
        trust="any",
        base="4be1d0c",
        at=None,
        discussions=(discussion,),
        topics=(),
        candidates=(),
        verdicts=(),
        cliques=(),
        decisions=decisions,
        funnel=funnel,
        spent=spent,
    )


def text_of(*decisions: Decision, **given: object) -> str:
    return str(body(run_of(*decisions, **given), [], "exp/proposals", []))  # type: ignore[arg-type]


def row(text: str, head: str) -> list[str]:
    [line] = [line for line in text.split("\n") if line.startswith(f"| {head} |")]
    cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[2:-1]]
    assert 2 == len(cells), line
    return cells


def test_both_sides_stand_side_by_side_in_their_own_words():
    text = text_of(decided())

    assert f"| | in force: `{ID}` | new: `acme/shop#7` |" in text
    assert ["Setting the client timeout"] * 2 == row(text, "when")
    assert ["Keep the client timeout at 30 s.", "Set the client timeout to 10 s."] == row(text, "says")
    assert ["Uploads take long.", "The balancer cuts at 15 s."] == row(text, "why")


def test_who_said_it_when_and_where_stands_as_text_that_links_nowhere():
    text = text_of(decided(sightings=("acme/shop#9",)))

    assert [
        "rex, 1 Feb 2023, `review_comment:5`; ada, `x.example/pull/3#r6`",
        "rita, 21 May 2024, `src/net/retry.py:10`, `review_comment:1`; seen also in `acme/shop#9`",
    ] == row(text, "said by")


def test_quotes_are_told_where_they_are_not_the_statement_itself():
    text = text_of(decided())

    assert (
        "In the words of the one that stands: rex, 1 Feb 2023\n```text\nKeep it at 30, uploads take long.\n```"
        in text
    )
    assert "In the words of the new one: rita, 21 May 2024\n```text\n10 please: it cuts at 15.\n```" in text
    assert 2 == text.count("In the words of")


def test_since_when_the_old_one_stands_is_told_as_far_as_it_is_known():
    seen = replace(OLD, observed_at="2022-12-24")
    unknown = replace(NEW, since=None, commit=None)

    assert ["in force as it is since 3 Feb 2023 (`f4df6ddc3010`)", "not in force"] == row(
        text_of(decided()), "since"
    )
    assert "seen to hold 24 Dec 2022" == row(text_of(decided(unknown, old=seen)), "since")[0]
    assert "not known" == row(text_of(decided(unknown)), "since")[0]


FOLLOWED = [
    (
        Followed("new", "", (HERE,)),
        "not found there",
        "`client.py:17` `TIMEOUT = 10`",
        "follows the new one.",
    ),
    (
        Followed("old", "", (replace(HERE, side="old"),)),
        "`client.py:17` `TIMEOUT = 10`",
        "not found there",
        "follows the one that stands.",
    ),
    (
        Followed("both", "", (HERE, replace(HERE, side="old", line=3))),
        "`client.py:3` `TIMEOUT = 10`",
        "`client.py:17` `TIMEOUT = 10`",
        "has both.",
    ),
    (
        Followed("neither", "", (replace(HERE, side=None),)),
        "`client.py:17` `TIMEOUT = 10`",
        "neither",
        "follows neither.",
    ),
    (
        Followed("unknown", "no tree: the new one is about another repository"),
        "can't be told",
        "can't be told",
        "follows can't be told: no tree: the new one is about another repository.",
    ),
]


@pytest.mark.parametrize(
    ("followed", "old", "new", "words"), FOLLOWED, ids=[one[0].answer for one in FOLLOWED]
)
def test_what_the_code_follows_is_shown_by_its_lines(followed: Followed, old: str, new: str, words: str):
    text = text_of(decided(replace(NEW, followed=followed)))

    assert [old, new] == row(text, "code at HEAD")
    assert f"he code at HEAD {words}\n" in text


def test_a_question_that_was_not_looked_into_says_so():
    assert ["can't be told"] * 2 == row(text_of(decided(None)), "code at HEAD")


def test_conditions_are_shown_where_a_side_has_any():
    held = Preconditions(must=(Condition("batch mode"),), must_not=(Condition("the old gateway"),))

    assert ["where batch mode; not where the old gateway", "–"] == row(
        text_of(decided(old=replace(OLD, preconditions=held))), "holds"
    )
    assert "| holds |" not in text_of(decided())


def test_the_answer_is_a_command_and_no_answer_keeps_the_old_one():
    text = text_of(decided())

    assert "**No answer:** the one in force stays in force" in text
    assert f"exp supersede {ID} --by ID" in text
    assert f"exp retract {ID} --reason TEXT" in text
    assert "/exp " not in text


@pytest.mark.parametrize("stands", ["waiting", "proposed"])
def test_one_that_waits_itself_is_refused_by_its_file(stands: str):
    decision = decided(replace(NEW, stands=stands))  # type: ignore[arg-type]
    waiting = [_standing("experiences/net/x.yaml")]
    text = str(body(run_of(decision), [], "exp/proposals", waiting))

    assert "not in force: `" in text
    assert "Neither is in force." in text
    assert "git rm experiences/net/x.yaml" in text
    assert "exp supersede" not in text


def test_a_path_that_people_made_up_gets_into_no_command():
    decision = decided(replace(NEW, stands="waiting"))
    text = str(body(run_of(decision), [], "exp/proposals", [_standing("experiences/a`$(x) ```.yaml")]))

    assert "git rm experiences/a" not in text


def _standing(path: str):
    from gitexp.records.experience import Standing

    return Standing(redacted_experience(OLD), path, "b")


HOSTILE = "a | b `c` ``` @octocat fixes #1, GH-2 <!-- x --> <img src=x> https://github.com/a/b/pull/3 [l](u)\n| x | y |\n"


def test_hostile_words_stay_inside_of_their_cells_and_fences():
    evil = redacted(HOSTILE)
    candidate = replace(
        SHORT, what=evil, when=evil, why=evil, title=evil, discussion=HOSTILE,
        evidence=(Evidence("t` | x", evil, "https://x.example/`|`", "rita @x | y", "2024-05-21"),),
    )  # fmt: skip
    old = an_experience(
        id=ID, what=HOSTILE, when=HOSTILE, why=HOSTILE, observed_at="2024 | x",
        evidence=(Evidence(HOSTILE, HOSTILE, None, HOSTILE, "yesterday | x"),),
    )  # fmt: skip
    place = Shown(evil, 17, evil, "new")
    text = text_of(decided(Contradiction(Followed("new", "", (place,))), candidate=candidate, old=old))

    for head in ("when", "says", "why", "said by", "since", "code at HEAD"):
        row(text, head)
    told = _unfenced(text)
    assert "@" not in told
    assert not re.search(r"#\d|GH-\d|https?://|<img|<!-- x", told)
    assert 1 == told.count("<!-- exp:proposal")


def _unfenced(text: str) -> str:
    """Return Markdown without its fenced blocks, code spans and escaped signs: what GitHub acts on."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = re.match(r"(`{3,})(.*)$", line)
        if fence:
            if mark and mark[1] >= fence and not mark[2].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        else:
            kept.append(line)
    assert not fence, "a fence is left open"
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", re.sub(r"\\[^\w\s]", "", "\n".join(kept)))


def test_a_private_side_is_named_as_such():
    assert "The new one is from a private agent session" in text_of(decided(), private=True)


def test_several_questions_are_counted_and_nothing_else_is_claimed():
    text = text_of(decided(), decided())

    assert text.startswith("**Nothing changes by merging this.** It asks 2 questions.\n")
    assert "exp: 2 questions" == str(title(run_of(decided(), decided()), ()))
    assert ["### 1 · Two statements disagree", "### 2 · Two statements disagree"] == re.findall(
        "^### .*", text, re.M
    )


def test_the_foot_says_what_judged_and_what_it_cost():
    judge = Judge("model", "some-model", ("extract 4 0a1b2c3d", "review 2 ffffffff", "charter 11111111"))
    spent = Spent(41, 3, 1000, 200, 0.375)

    assert "\nrules engine · run 2f6c1b0a9d3e\n" in text_of(decided())
    assert (
        "\nmodel engine, some-model, prompts extract 4 · review 2, 41 calls, 1200 tokens, cost 0.38 · run 2f6c1b0a9d3e\n"
        in text_of(decided(), judge=judge, spent=spent)
    )


def test_what_an_engine_worded_itself_is_told_before_the_quotes():
    made = redacted_experience(replace(OLD, what="Keep 30 s.", why="It was slow."))
    decision = Decision(SHORT, "create", "new", made)
    text = str(body(run_of(decision), ["experiences/net/a.yaml"], "exp/proposals", []))

    assert "**Do** Keep 30 s.\n**because** It was slow.\nrex, 1 Feb 2023" in text


def test_what_the_quotes_hold_is_not_told_twice():
    made = redacted_experience(replace(OLD, what="Keep it at `30`, uploads take long", why=None))
    text = str(body(run_of(Decision(SHORT, "create", "new", made)), ["a.yaml"], "exp/proposals", []))

    assert "**Do**" not in text
    assert isinstance(made.what, Redacted)
