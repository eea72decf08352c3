"""A call that is refused is told in one line of one form: where, what, how to mend it."""

from __future__ import annotations

import shlex

import pytest

from gitexp.cli.group import COMMANDS, invoke


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert 2 == invoke(arguments)
    out, err = capsys.readouterr()
    assert "" == out and err.startswith("Error: ") and 1 == err.count("\n"), "one line, and on stderr"
    return err.removeprefix("Error: ").rstrip("\n")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("recall --limit x", "--limit x: is no whole number from 1 on; see `exp recall --help`"),
        ("recall --limit 0", "--limit 0: is no whole number from 1 on; see `exp recall --help`"),
        ("recall --budget=-3", "--budget -3: is no whole number from 1 on; see `exp recall --help`"),
        ("recall --limit ''", "--limit: is no whole number from 1 on; see `exp recall --help`"),
        ("recall --file", "--file: needs a value, as in `--file PATH`; see `exp recall --help`"),
        ("recall x -f", "-f: needs a value, as in `-f PATH`; see `exp recall --help`"),
        ("recall --limit", "--limit: needs a value, as in `--limit N`; see `exp recall --help`"),
        ("recall --all=yes", "--all: takes no value; see `exp recall --help`"),
        ("recall --fil x", "--fil: no such option; did you mean `--file`?"),
        ("recall --bogus", "--bogus: no such option; see `exp recall --help`"),
        ("recall '--no-verify in hooks'", "--no-verify in hooks: no such option; "
         "put `--` before words that begin with `-`"),
        ("evaluate --runs 200", "--runs 200: is no whole number from 1 to 100; see `exp evaluate --help`"),
        ("evaluate --threshold 3", "--threshold 3.0: is no number from 0 to 1; see `exp evaluate --help`"),
        ("show", "ID: is missing; see `exp show --help`"),
        ("show a b", "b: is more than `exp show` takes; see `exp show --help`"),
        ("supersede x", "--by: is missing; see `exp supersede --help`"),
        ("feedback x", "OUTCOME: is missing: one of adopted, ignored, wrong, failed; see `exp feedback --help`"),
        ("feedback x adoptd", "OUTCOME adoptd: is none of adopted, ignored, wrong, failed; did you mean `adopted`?"),
        ("feedback x no", "OUTCOME no: is none of adopted, ignored, wrong, failed; see `exp feedback --help`"),
        ("propose --engine", "--engine: needs a value, as in `--engine rules|model`; see `exp propose --help`"),
        ("facts set", "NAME=VALUE: is missing; see `exp facts set --help`"),
        ("usage share --remote", "--remote: needs a value, as in `--remote NAME`; see `exp usage share --help`"),
        ("recal", "no command `recal`; did you mean `recall`?"),
        ("zzz", "no command `zzz`; `exp --help` lists them"),
        ("--bogus", "--bogus: no such option; see `exp --help`"),
    ],
)  # fmt: skip
def test_a_wrong_call_says_where_what_and_how_to_mend_it(
    capsys: pytest.CaptureFixture[str], call: str, told: str
):
    assert told == complaint(capsys, *shlex.split(call))


def test_a_wrong_command_of_a_group_points_to_the_group(capsys: pytest.CaptureFixture[str]):
    assert "`exp facts --help`" in complaint(capsys, "facts", "zzz")


def test_what_was_given_is_cut_and_keeps_to_its_line(capsys: pytest.CaptureFixture[str]):
    told = complaint(capsys, "recall", "--limit", "\x1b[31m\n" + "x" * 5000)

    assert len(told) < 160 and "\x1b" not in told


@pytest.mark.parametrize(
    "name", sorted(COMMANDS.keys() - {"hook"})
)  # which agents call, and which never fails
def test_every_command_knows_no_odd_option_and_points_to_its_own_help(
    capsys: pytest.CaptureFixture[str], name: str
):
    assert f"--qqqqqq: no such option; see `exp {name} --help`" == complaint(capsys, name, "--qqqqqq")
