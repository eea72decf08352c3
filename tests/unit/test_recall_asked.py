"""What is read without click is what click reads; all else is left to click."""

from __future__ import annotations

from collections.abc import Sequence

import click
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gitexp.cli.recall_asked import FLAGS, MANY, NUMBERS, Asked, asked
from gitexp.cli.recall_command import command


def by_click(arguments: Sequence[str]) -> Asked | None:
    """Return what click reads, None where it stops with help or a mistake."""
    try:
        with command.make_context("recall", list(arguments), help_option_names=["-h", "--help"]) as context:
            return Asked(**context.params)
    except (click.exceptions.Exit, click.ClickException):
        return None


def test_every_option_is_read_into_its_place():
    given = (
        "retry on --file a.py -f b.py --file= --symbol A.b -s C --env k=v --env=x=y --limit 3 --budget=200"
        " --all --json --worktree 500 -- --file -x"
    ).split(" ")

    assert (
        by_click(given)
        == Asked(
            words=("retry", "on", "500", "--file", "-x"),
            files=("a.py", "b.py", ""),
            symbols=("A.b", "C"),
            env=("k=v", "x=y"),
            limit=3,
            budget=200,
            everything=True,
            worktree=True,
            as_json=True,
        )
        == asked(given)
    )
    assert Asked() == asked([])


LEFT = [
    "--help",
    "-h",
    "--fil a",
    "-fa",
    "-sA",
    "--file",
    "--limit",
    "--limit 0",
    "--limit -1",
    "--limit x",
    "--limit +5",
    "--limit 1_0",
    "--limit=",
    "--limit ٣",
    f"--limit {'9' * 5000}",
    "--all=yes",
    "--json=",
    "--unknown",
    "-x",
    "---",
    "a -1",
]


@pytest.mark.parametrize("line", LEFT, ids=lambda line: line[:20])
def test_what_is_not_plain_is_left_to_click(line: str):
    assert asked(line.split(" ")) is None


def test_every_option_of_the_command_is_known():
    names = {name for option in command.params for name in option.opts if name.startswith("-")}

    assert names == {*MANY, *NUMBERS, *FLAGS}


WORDS = st.one_of(
    st.sampled_from([*MANY, *NUMBERS, *FLAGS]),
    st.sampled_from([f"{name}=" for name in (*MANY, *NUMBERS, *FLAGS)]),
    st.sampled_from(
        [
            "--",
            "-",
            "",
            "1",
            "3",
            "0",
            "07",
            "-1",
            "5.0",
            "a.py",
            "k=v",
            "--help",
            "-h",
            "-fa",
            "--fil",
            "@x",
            "/x",
        ]
    ),
    st.sampled_from(
        ["a\udcffb", "\ud83d", "漢字", "--file=\udcff", "--limit=12", "--budget=0", "--env=a=b=c", " --file"]
    ),
    st.text(max_size=6),
    st.text(max_size=4).map("--limit={}".format),
)


@given(st.lists(WORDS, max_size=8))
@example(["--file", "--json"])
@example(["--limit", "--", "3"])
@example(["--limit", "1", "--limit", "2"])
@example(["--all", "--all"])
@example(["--", "--"])
def test_where_it_reads_a_call_click_reads_the_same(arguments: list[str]):
    found = asked(arguments)

    if found is not None:
        assert by_click(arguments) == found


def test_a_hundred_thousand_words_are_read_at_once():
    words = tuple(map(str, range(100_000)))

    assert Asked(words=words) == asked(words)
    assert words == (asked([word for each in words for word in ("--env", each)]) or Asked()).env
