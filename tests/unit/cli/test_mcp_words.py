"""What a client of MCP is told: arguments in place of options, nothing at length, and no path of the machine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.cli.mcp_fault import fault
from gitexp.cli.mcp_firing import door_of
from gitexp.cli.mcp_words import ECHO, account_of, answer_of, echoed, error_of, limits_of
from gitexp.errors import ExpError, UsageError
from gitexp.records.facts import Facts
from gitexp.records.recollection import Recollection
from gitexp.records.skipped import Skipped


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (UsageError("--since x", "is no date", "write it as 2024-03-31"), "since x: is no date; write it as 2024-03-31"),
        (UsageError("--file a.py", "is no path", "leave it out"), "files a.py: is no path; leave it out"),
        (UsageError("a", "no such experience", "`exp list` shows them"), "a: no such experience"),
        (UsageError("a", "no such id", "did you mean `exp-a-0a1b`?"), "a: no such id; did you mean `exp-a-0a1b`?"),
        (UsageError("the note", "is long", "say it in 9; `exp propose FILE` reads it"), "the note: is long; say it in 9"),
        (UsageError("a.py", "is deleted", "ask about the file, or use --at"), "a.py: is deleted; ask about the file"),
        (UsageError("a::b", "none", "it was until 0a1b: exp archaeology a::b --at 0a1b^"), "a::b: none; it was until 0a1b"),
        (ExpError("x" * 999, "y" * 999, "z" * 999), f"{'x' * 99}…: {'y' * 299}…; {'z' * 499}…"),
    ],
)  # fmt: skip
def test_an_error_speaks_of_arguments_and_is_short(error: ExpError, words: str):
    assert words == error_of(error)


def test_what_recall_left_out_or_could_not_read_names_arguments():
    found = Recollection(
        (), (), (), Facts(), "good", 3,
        skipped=(Skipped("experiences", "3 more are not served: exp list names them"),),
        limits=("2 more apply: --limit or --all shows them", "1 more applies: --budget shows it", "a share"),
    )  # fmt: skip

    turned = answer_of(found)

    assert "3 more are not served" == turned.skipped[0].what
    assert (
        "2 more apply: `limit` shows them",
        "1 more applies: `budget` shows it",
        "a share",
    ) == turned.limits


def test_an_account_says_how_to_have_more_in_a_line_of_its_own_alone():
    text = '- "Left out: all; --json has all."\nLeft out: 3 changes; --json has all.\n</team-notes>'

    assert (
        '- "Left out: all; --json has all."\nLeft out: 3 changes; raise `budget`.\n</team-notes>'
    ) == account_of(text)
    assert ("budget 9: 1 of 2 owners left out",) == limits_of(
        ["--budget 9: 1 of 2 owners left out", "`git commit-graph write` would speed this up"]
    )


@given(st.text("ab ", min_size=ECHO + 1, max_size=3000), st.text(max_size=ECHO))
def test_what_is_long_is_cut_wherever_it_stands_again_and_the_rest_stays(long: str, short: str):
    asked = {"intent": long, "env": {"a": short}}

    found: Any = echoed({"verdict": {"intent": long}, "all": [f"asked: {long}", short], "many": 3}, asked)

    cut = found["verdict"]["intent"]
    assert len(cut) <= ECHO
    assert {"verdict": {"intent": cut}, "all": [f"asked: {cut}", short], "many": 3} == found


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(36, "File name too long", "/home/ada/src/a.py"), "OSError: File name too long"),
        (KeyError("/home/ada/a b.py"), "KeyError: …"),
        (ValueError("no /home/ada/x.py, C:\\Users\\ada, ~/x or a/b here"), "ValueError: no …, …, … or a/b here"),
        (ValueError("1 / 2 of </a>"), "ValueError: 1 … 2 of </a>"),
        (ValueError("x" * 999), f"ValueError: {'x' * 300}"),
    ],
)  # fmt: skip
def test_a_fault_names_no_path_of_the_machine(error: Exception, words: str):
    assert f"a fault of exp itself: {words}" == fault(error)


@pytest.mark.parametrize(
    ("client", "door"),
    [
        ("claude-code", "mcp claude-code"),
        ("Claude Code", "mcp claude-code"),
        ("claude-ai", "mcp claude-ai"),
        ("codex-mcp-client", "mcp codex"),
        ("cursor-vscode", "mcp cursor"),
        ("gemini-cli-mcp-client", "mcp gemini-cli"),
        ("github-copilot-developer", "mcp copilot-cli"),
        ("Visual Studio Code - Insiders", "mcp vscode"),
        ("codexer", "mcp codexer"),
        ("../../" + "x" * 99, f"mcp {'x' * 40}"),
        ("次", "mcp"),
        ("", "mcp"),
    ],
)
def test_each_client_has_a_door_by_its_name(client: str, door: str):
    assert door == door_of(client)
