"""What a run says to GitHub: no word of anyone becomes a command, sets an output, or breaks out of the summary."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.cli.ci import report
from gitexp.cli.ci.report import MAX_SUMMARY, Annotation


@pytest.fixture
def actions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """GitHub's runner listens; its files lie in the folder."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary"))
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    return tmp_path


def test_an_annotation_is_written_as_the_runner_reads_it(actions: Path, capsys: pytest.CaptureFixture[str]):
    report.annotate("error", "50% of\nit: a, b", "a,b:c.py", 3, "exp: %")

    assert (
        "::error file=a%2Cb%3Ac.py,line=3,title=exp%3A %25::50%25 of%0Ait: a, b\n" == capsys.readouterr().out
    )


def test_outside_of_github_an_annotation_is_a_line_beside_the_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    report.annotate("warning", "it broke", "src/a.py", 3)

    said = capsys.readouterr()
    assert ("", "warning: src/a.py:3: it broke\n") == (said.out, said.err)


@pytest.mark.parametrize(
    "words", ["::error::x", "  ::add-mask::x", "a\n::stop-commands::x", "##[error]x", "a ##[group]"]
)
def test_words_in_the_log_are_no_commands(actions: Path, capsys: pytest.CaptureFixture[str], words: str):
    report.log(words)

    said = capsys.readouterr().out
    assert not any(line.strip().startswith("::") or "##[" in line for line in said.splitlines())


def test_of_each_kind_no_more_is_told_than_github_shows_and_the_last_one_counts_the_rest(
    actions: Path, capsys: pytest.CaptureFixture[str]
):
    report.annotate_each([*(Annotation("notice", f"n{one}") for one in range(12)), Annotation("error", "e")])

    lines = capsys.readouterr().out.splitlines()
    assert "::error::e" == lines[0]
    assert [f"::notice::n{one}" for one in range(9)] == lines[1:10]
    assert ["::notice title=exp::and 3 more: see the summary of the step"] == lines[10:]


def test_ten_of_a_kind_are_all_told(actions: Path, capsys: pytest.CaptureFixture[str]):
    report.annotate_each(Annotation("error", f"e{one}") for one in range(10))

    assert 10 == len(capsys.readouterr().out.splitlines())


def test_a_value_of_several_lines_sets_one_output(actions: Path):
    report.write_outputs(
        {"branch": "exp/proposals\nlevel=pull-request", "failed": True, "number": None, "n": 3}
    )

    values: dict[str, str] = {}
    lines = iter((actions / "output").read_text(encoding="utf-8").splitlines())
    for line in lines:
        name, _, mark = line.partition("<<")
        values[name] = "\n".join(iter(lambda: next(lines), mark))
    assert {
        "branch": "exp/proposals\nlevel=pull-request",
        "failed": "true",
        "number": "",
        "n": "3",
    } == values


def test_without_files_of_the_runner_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITHUB_ACTIONS"):
        monkeypatch.delenv(name, raising=False)
    report.write_outputs({"a": 1})
    report.write_summary("### exp\n")

    assert "### exp\n" == capsys.readouterr().out


def test_a_summary_ends_before_github_would_show_none_of_it_and_closes_what_was_open(actions: Path):
    report.write_summary("begun\n")
    report.write_summary("<details>\n````\n" + "an äöü line\n" * 100_000)
    report.write_summary("later\n" * 1000)

    data = (actions / "summary").read_bytes()
    assert len(data) <= MAX_SUMMARY
    assert data.decode("utf-8").startswith("begun\n<details>\n````\nan äöü line\n")
    assert data.decode("utf-8").count("````\n") == 2 and "</details>" in data.decode("utf-8")
    assert "The rest is left out: a step summary holds 1 MB." in data.decode("utf-8")[-200:]


@given(st.text())
def test_no_annotation_has_more_than_one_line(words: str):
    data = report._data(words)

    assert not set("\r\n") & set(data)
    assert not {":", ","} & set(report._property(words))
