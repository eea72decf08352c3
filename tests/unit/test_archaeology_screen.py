"""What a person sees of the past of a place: the verdict first, on one screen."""

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.cli import archaeology_diff_screen, archaeology_screen, run, screen
from gitexp.cli.archaeology_json import checked_document, document
from gitexp.cli.columns import short, width, wrapped
from gitexp.records.archaeology import (
    Abandoned,
    Checked,
    FollowUp,
    LookedAt,
    Neighbour,
    Owner,
    Warning,
    Witness,
)
from gitexp.records.skipped import Skipped
from gitexp.steps.tell_past import headline, newest
from support.accounts import (
    BACK,
    FIRST,
    REASON,
    TRIED,
    a_comment,
    a_verdict,
    a_whole_account,
    an_account,
    its_revert,
    its_warning,
    tried,
)
from support.chains import PATH, a_change

TODAY = "2026-03-01"


def shown(account, *, full=False):
    lines = archaeology_screen.screenful(account, full=full, seconds=0.31, today=TODAY)
    return [screen.clean(line) for line in lines]


def test_the_verdict_comes_first_with_the_chain_of_the_idea():
    assert shown(a_whole_account("pay again on a timeout")) == [
        "TRIED AND TAKEN BACK                                                           exact, whole file",
        "  2024-01-03  2b3c4d5  Pay again on a timeout (#7) · out                      Bo Baker",
        '  2024-01-04  3c4d5e6  Revert "Pay again on a timeout (#7)"                   Ada Author',
        f'                       "{REASON}"',
        "                       out today",
        "",
        "BEFORE YOU ADD IT",
        "  experience   Pay a bill once.  pay-once-0a1b2c3d4e",
        "               because: The bank books before it answers.",
        '  line 12      "must stay in step with Ledger.rows"  1a2b3c4, 2 years old, Ada Author',
        "",
        "GOES ALONG   tests/test_retry.py 2 of 3 changes · src/bank.py 2 of 3",
        "ASK          Ada Author (Jan 2024) · Bo Baker (Jan 2024)",
        "LOOKED AT    3 commits since 2024-01-02, 2 experiences, 3 comments; whole history, 0.3 s.",
        "             Chain: --full   Programs: --json",
    ]


def test_without_an_intent_it_shows_what_is_out_and_the_last_changes():
    assert shown(a_whole_account())[:13] == [
        "1 IDEA TAKEN BACK HERE, 2 THINGS MUST HOLD                                     exact, whole file",
        "",
        "MUST HOLD HERE",
        "  experience   Pay a bill once.  pay-once-0a1b2c3d4e",
        "               because: The bank books before it answers.",
        '  line 12      "must stay in step with Ledger.rows"  1a2b3c4, 2 years old, Ada Author',
        "",
        "TAKEN BACK HERE",
        '  2024-01-04  3c4d5e6  "Pay again on a timeout"                      2b3c4d5  Ada Author',
        f'                       "{REASON}"',
        "",
        "LAST CHANGES",
        '  2024-01-04  3c4d5e6  Revert "Pay again on a timeout (#7)"                   Ada Author',
    ]


def test_nothing_to_say_is_said_with_what_was_looked_at():
    account = an_account(verdict=a_verdict("nothing", "cache rates"))

    assert shown(account) == [
        'Nothing in 1 commit, 2 experiences and 3 comments speaks of "cache rates".',
        "",
        "LOOKED AT    1 commit since 2024-01-02, 2 experiences, 3 comments; whole history, 0.3 s.",
        "             Chain: --full   Programs: --json",
    ]


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (a_verdict("taken_back", "x", state="out", ideas=(tried(), its_revert())), "tried and taken back"),
        (
            a_verdict("taken_back", "x", state="out", ideas=(tried(), its_revert(), its_revert())),
            "tried and taken back twice",
        ),
        (
            a_verdict("in_force", "x", state="in", ideas=(tried(), its_revert(), a_change(5, kind="reland"))),
            "tried, taken back, back since",
        ),
        (
            a_verdict(
                "taken_back",
                "x",
                state="in",
                ideas=(tried(), its_revert(), a_change(5, kind="reland", exactness="part")),
            ),
            "tried, taken back, partly back since",
        ),
        (
            a_verdict("taken_back", "x", state="in", ideas=(tried(), a_change(5, kind="partial_revert"))),
            "tried, taken back in part",
        ),
        (
            a_verdict("taken_back", "x", ideas=(tried(), its_revert())),
            "tried and taken back; whether it is in today is not known",
        ),
        (a_verdict("in_force", "x", state="in", ideas=(a_change(5),)), "in already"),
        (a_verdict("constrained", "x", constraints=(a_comment(),)), "1 thing must hold"),
        (a_verdict("constrained", "x"), "tried, and left on a side branch"),
    ],
)
def test_each_verdict_has_its_headline(verdict, said):
    assert said == headline(an_account(verdict=verdict))


def test_what_machines_did_is_folded_into_a_number():
    bots = [a_change(number, "Bump rates", bot=True) for number in range(20, 32)]
    reformats = [a_change(number, "Format", kind="reformat") for number in (40, 41, 42)]

    lines = shown(an_account(changes=(*reformats, *bots, a_change(1, "Pay bills", commit=FIRST))))

    assert "LAST CHANGES  12 by bots and 3 reformats folded" in lines
    assert 1 == sum(line.startswith("  2024-") for line in lines)


def test_the_whole_chain_says_what_became_of_each_change():
    changes = (
        its_revert(),
        tried(),
        a_change(1, "Move it", commit=FIRST, kind="rename", renamed_from="retry.py"),
    )

    lines = shown(an_account(changes=changes), full=True)

    assert lines[lines.index("CHAIN") :][:9] == [
        "CHAIN",
        '  2024-01-04  3c4d5e6  Revert "Pay again on a timeout (#7)"                   Ada Author',
        "                       took back 2b3c4d5, exact",
        f'                       "{REASON}"',
        "  2024-01-03  2b3c4d5  Pay again on a timeout (#7)                            Bo Baker",
        "                       out since 3c4d5e6",
        "  2024-01-02  1a2b3c4  Move it                                                Ada Author",
        "                       from retry.py",
        "                       renamed",
    ]


def test_a_deleted_file_says_when_by_whom_and_with_what():
    gone = a_change(5, "Drop retries", commit="4d5e6f70" * 5, new="")
    account = an_account(exists=False, changes=(gone,), limits=("the file is src/again.py today",))

    lines = shown(account)

    assert "  deleted 2024-01-06 by Ada Author, 4d5e6f7: Drop retries" == lines[1]
    assert "             the file is src/again.py today" == lines[-1]


def test_without_blame_there_are_no_ages():
    comment = replace(a_comment(), where=Witness(quote="must", path=PATH, line=12))

    assert '  line 12      "must stay in step with Ledger.rows"' in shown(an_account(constraints=(comment,)))


def test_what_was_taken_back_and_is_no_abandoned_approach_is_shown_there_too():
    account = replace(a_whole_account(), abandoned=(), verdict=a_verdict("taken_back", state="out"))

    lines = shown(account)

    assert lines[lines.index("TAKEN BACK HERE") :][:3] == [
        "TAKEN BACK HERE",
        '  2024-01-04  3c4d5e6  "Pay again on a timeout"                               Ada Author',
        f'                       "{REASON}"',
    ]


WORDS = st.text(max_size=150)
MANY = st.integers(0, 60)


@settings(max_examples=80, deadline=None)
@given(
    WORDS,
    WORDS,
    MANY,
    MANY,
    MANY,
    st.sampled_from(["", "pay again on a timeout"]),
    st.sampled_from([PATH, "d/" * 99]),
)
def test_it_is_one_screen_whatever_there_is_to_say(words, name, changes, held, out, intent, path):
    chain = tuple(
        a_change(number, words, author=name, reason=words, state="out", commit=f"{number:040x}")
        for number in range(changes)
    )
    account = an_account(
        changes=chain,
        verdict=a_verdict("taken_back", intent, state="out", certainty="exact", ideas=chain),
        constraints=tuple(a_comment(words, line) for line in range(held)),
        abandoned=tuple(
            Abandoned(kind, words, words, Witness(f"{n:040x}", by=name, at="2024-01-01"), (TRIED,))
            for n in range(out)
            for kind in ("reverted", "rejected")
        ),
        followed=(FollowUp(TRIED, BACK, 3, said=False),) * min(changes, 5),
        warnings=(its_warning(),),
        neighbours=tuple(Neighbour(path, 2, 3) for _ in range(min(out, 9))),
        owners=tuple(Owner(name, 1, 1, "2026-02-20") for _ in range(min(held, 4))),
        limits=(words,) * min(out, 9),
        looked_at=LookedAt(changes, "2024-01-01", 1, 2, 3, 4, whole=False),
    )

    lines = shown(account)

    assert len(lines) <= 24
    assert max(map(width, lines)) <= 96


def test_a_pipe_gets_the_block_and_what_was_not_seen_goes_beside(capsys):
    account = an_account(
        limits=("only 20 of its names were followed",), skipped=(Skipped("a.yaml", "broken"),)
    )

    archaeology_screen.show(account, full=False, budget=None, seconds=0.3, today=TODAY)

    told = capsys.readouterr()
    assert "not read: a.yaml: broken\nonly 20 of its names were followed\n" == told.err
    assert told.out.startswith("<team-notes ")
    assert told.out.endswith("</team-notes>\n")


def test_a_clean_diff_leaves_the_pipe_empty(capsys):
    archaeology_diff_screen.show(Checked("staged changes", (PATH,), ()), full=False, budget=None)

    assert ("", "nothing speaks against 1 file\n") == capsys.readouterr()


def test_json_holds_all_that_the_contract_names():
    made = document(a_whole_account("pay again on a timeout"), 12)

    assert list(made) == [
        *(
            "from",
            "place",
            "symbol",
            "at",
            "exists",
            "verdict",
            "warnings",
            "constraints",
            "abandoned",
            "changes",
        ),
        *("neighbours", "followed", "owners", "names", "looked_at", "limits", "skipped", "elapsed_ms"),
    ]
    assert made["place"] == {"path": PATH, "first": None, "last": None, "symbol": None}
    assert made["changes"][0] == {
        "commit": BACK,
        "date": "2024-01-04T12:00:00+00:00",
        "author": "Ada Author",
        "subject": 'Revert "Pay again on a timeout (#7)"',
        "title": 'Revert "Pay again on a timeout (#7)"',
        "kind": "revert",
        "exactness": "exact",
        "ground": None,
        "reverts": [TRIED],
        "reverted_by": [],
        "relanded_by": [],
        "state": "in",
        "pull_request": None,
        "path": PATH,
        "renamed_from": None,
        "reason": REASON,
        "bot": False,
    }
    assert made["verdict"]["ideas"] == [TRIED, BACK]
    assert made["constraints"][1] == {
        "kind": "comment",
        "text": "must stay in step with Ledger.rows",
        "why": None,
        "severity": "advice",
        "holds": None,
        "commit": FIRST,
        "quote": "must stay in step with Ledger.rows",
        "by": "Ada Author",
        "at": "2024-01-02T12:00:00+00:00",
        "id": None,
        "path": PATH,
        "line": 12,
    }
    assert [BACK] == [one["commit"] for one in made["warnings"][0]["evidence"]]


def test_json_says_what_max_and_budget_left_out():
    account = a_whole_account()

    made = document(newest(account, 1), 0)
    small = document(account, 0, budget=1)

    assert ([BACK], ["--max 1: 2 older changes left out"]) == (
        [one["commit"] for one in made["changes"]],
        made["limits"],
    )
    assert small["changes"] == []
    assert "--budget 1: 3 of 3 changes left out" in small["limits"]
    assert [] == document(account, 0)["limits"]


def test_json_of_a_diff_names_what_was_checked():
    warning = Warning("x", "must", "exact", "in", "2024-01-02", (), PATH, 3)

    made = checked_document(Checked("A..B", (PATH,), (warning,)), 5)

    assert ("A..B", [PATH], 3) == (made["what"], made["files"], made["warnings"][0]["line"])
    assert {"constraints", "limits", "skipped", "elapsed_ms", "looked_at", "from"} < set(made)


@pytest.mark.parametrize(
    "call",
    [
        [],
        ["--staged", "a.py"],
        ["--staged", "--diff", "A..B"],
        ["--staged", "--intent", "x"],
        ["--diff", "A..B", "--no-blame"],
    ],
)
def test_a_call_that_is_no_one_question_is_refused_in_one_line(capsys, call):
    code = run(["archaeology", *call])

    assert (2, 1) == (code, capsys.readouterr().err.count("\n"))


def test_the_command_loads_nothing_heavy():
    look = "import sys, gitexp.cli.archaeology_command; print(sorted({'yaml', 'pygit2', 'jsonschema'} & set(sys.modules)))"

    assert (
        "[]\n"
        == subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    )


def test_wide_signs_take_two_columns():
    assert 8 == width("再試行再")
    assert "再試…" == short("再試行再試行", 5)
    assert all(width(line) <= 20 for line in wrapped("再試行を二度してはならない " * 4, 20, 2))
