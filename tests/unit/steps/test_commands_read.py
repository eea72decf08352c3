"""What a comment commands: lines that its reader sees as lines, in the few forms that mean something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.commanded import Commanded
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.steps.commands_read import HIDDEN, MOST, QUOTED, UNSEEN_SIGNS, heard

ZERO_WIDTH, BIDI = "\u200b", "\u202e"


def commands(text: str) -> list[Commanded | None]:
    return [told.command for told in heard(text).told]


def problem(text: str) -> str:
    [told] = heard(text).told
    assert told.command is None
    return str(told.problem)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/exp drop 1 one_off because it was once", Commanded("drop", "1", "one_off", "because it was once")),
        ("/exp drop #2 One-Off", Commanded("drop", "#2", "one_off")),
        ("/exp edit a1b2c3 what: Retry: only GET", Commanded("edit", "a1b2c3", "what", "Retry: only GET")),
        ("/exp edit 1 Failure modes: a | b", Commanded("edit", "1", "failure_modes", "a | b")),
        ("/exp edit 1 severity: Block", Commanded("edit", "1", "severity", "block")),
        ("/exp resolve 3 new", Commanded("resolve", "3", "new")),
        ("/exp resolve 3 old: it is tested", Commanded("resolve", "3", "old", "it is tested")),
        (
            "/exp resolve 3 both when: behind the balancer | in batch jobs",
            Commanded("resolve", "3", "both", "behind the balancer", "in batch jobs"),
        ),
        ("/exp canary 1 20%", Commanded("canary", "1", "20%")),
        ("/exp canary 1 5 %", Commanded("canary", "1", "5%")),
        ("/exp why 2", Commanded("why", "2")),
        ("/exp help", Commanded("help")),
        ("/exp", Commanded("help")),
        ("  /Exp\u00a0WHY 2  ", Commanded("why", "2")),
    ],
)
def test_each_form_is_read(line, expected):
    assert [expected] == commands(line)


@pytest.mark.parametrize("kind", GARBAGE_KINDS)
def test_every_kind_of_garbage_can_be_named(kind):
    assert [Commanded("drop", "1", kind, "so")] == commands(f"/exp drop 1 {kind} so")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/exp dorp 1 one_off", "did you mean `drop`"),
        ("/exp approve 1", "there are `drop`, `edit`"),
        ("/exp drop 1 oneoff", "did you mean `one_off`"),
        ("/exp drop 1 zzz", "one of `factual_error`"),
        ("/exp drop 1", "names no kind; one of"),
        ("/exp drop", "names no row"),
        ("/exp edit 1 whta: x", "did you mean `what`"),
        ("/exp edit 1 evidence: x", "these can be edited: `title`"),
        ("/exp edit 1 what", "names no field"),
        ("/exp edit 1 what:", "says nothing after `what:`"),
        ("/exp edit 1 severity: high", "one of `advice`, `warn`, `block`"),
        ("/exp resolve 3 maybe", "does not say which one holds"),
        ("/exp resolve 3 both", "does not say where each holds"),
        ("/exp resolve 3 both when: a", "does not say where each holds"),
        ("/exp canary 1 0%", "from 1% to 100%"),
        ("/exp canary 1 200%", "from 1% to 100%"),
        ("/exp dr\u043ep 1 one_off", "did you mean `drop`"),
    ],
)
def test_a_near_miss_is_told_what_it_may_mean(line, told):
    assert told in problem(line)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Nothing here, /exp drop 1 one_off",
        "/expect 1",
        "/experiences",
        "> /exp drop 1 one_off",
        "- /exp drop 1 one_off",
        "    /exp drop 1 one_off",
        "\t/exp drop 1 one_off",
        "```\n/exp drop 1 one_off\n```",
        "~~~sh\n/exp drop 1 one_off\n~~~\n",
        "````\n```\n/exp drop 1 one_off\n````",
        "```\n/exp drop 1 one_off",
        "<!-- /exp drop 1 one_off -->",
        "<!--\n/exp drop 1 one_off\n-->",
        "<!--\n/exp drop 1 one_off",
        "seen <!--\n/exp drop 1 one_off\n-->",
        "<pre>\n/exp drop 1 one_off\n</pre>",
        "<style>\n\n/exp drop 1 one_off\n",
        "\u2215exp drop 1 one_off",
        "/\u0435xp drop 1 one_off",
        "&#47;exp drop 1 one_off",
    ],
)
def test_what_is_code_a_quote_or_hidden_commands_nothing(text):
    assert heard(text).nothing


@pytest.mark.parametrize(
    "text",
    [
        "`\n/exp drop 1 one_off\n`",
        '[x]: y "\n/exp drop 1 one_off\n"',
        "[x](y '\n/exp drop 1 one_off\n')",
        "![\n/exp drop 1 one_off\n](x.png)",
        "<a title='\n\n/exp drop 1 one_off\n\n'>x</a>",
        'see <a title="\n/exp drop 1 one_off\n">x</a>',
    ],
)
def test_what_may_be_hidden_in_a_link_or_tag_is_not_done_and_told(text):
    assert HIDDEN == problem(text)


def test_a_line_right_below_a_quote_belongs_to_it_and_is_told():
    assert QUOTED == problem("> as you said\n/exp drop 1 one_off")


@pytest.mark.parametrize("sign", [ZERO_WIDTH, BIDI, "\u2060", "\U000e0041"])
def test_signs_that_nobody_sees_are_not_read_over(sign):
    assert UNSEEN_SIGNS == problem(f"/exp drop 1 one_{sign}off")
    assert UNSEEN_SIGNS == problem(f"/e{sign}xp drop 1 one_off")


@pytest.mark.parametrize(
    "before",
    [
        "I think a < b, and it's `fine` [here](http://example.org/x_(y)).",
        "> quoted\n\n",
        "```\ncode\n```",
        "<!-- seen -->",
        "<details>\n<summary>more</summary>\n",
        "An open ` tick",
        "```inline``` code",
    ],
)
def test_ordinary_text_before_a_command_is_no_hindrance(before):
    assert [Commanded("why", "1")] == commands(f"{before}\n/exp why 1\n")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_line_ends_of_any_kind_end_a_command(ending):
    assert [Commanded("why", "1"), Commanded("help")] == commands(
        ending.join(["/exp why 1", "/exp help", ""])
    )


def test_ten_commands_of_a_comment_are_read_and_the_rest_is_counted():
    found = heard("/exp why 1\n" * 5000)

    assert MOST == len(found.told)
    assert 4990 == found.left_out


@pytest.mark.parametrize(
    "text",
    [
        '<a "' * 16_000 + "\n/exp why 1",
        "<a\n\n" * 13_000 + "/exp why 1",
        "[" * 60_000 + "\n/exp why 1\n]",
        "x <!--\n" * 9_000 + "/exp why 1",
        "](" * 30_000 + "\n/exp why 1 )",
        '[a]: x "\n' * 7_000 + "/exp why 1",
        "/exp drop 1 one_off " + "x" * 60_000,
        "/exp why `\n" * 5_900,
        "(" * 30_000 + "`" * 30_000 + "\n/exp why 1",
    ],
)
def test_a_hostile_comment_of_any_shape_is_read_to_its_end(text):
    assert MOST >= len(heard(text).told)


def test_what_is_private_in_a_command_goes_before_anyone_sees_it():
    [told] = heard("/exp drop 1 one_off ask someone@acme-pages.io").told

    assert "someone@" not in told.line
    assert told.command is not None
    assert "someone@" not in told.command.text


@given(st.text(alphabet="/exp drop1 one_off`<>[]()'\"~-!\n\r\t*#:|", max_size=200))
def test_no_text_breaks_the_reader(text):
    found = heard(text)

    assert all((told.command is None) != (told.problem is None) for told in found.told)
