"""The small runner of actions: expressions, files, commands and conditions as on GitHub."""

from __future__ import annotations

import pytest

from support.step_expressions import Contexts, Misread, filled, holds, value_of
from support.step_files import Annotation, commands, pairs
from support.step_runner import run_action, run_workflow_job

NAMED = {
    "github": {
        "event": {"pull_request": {"number": 7, "merged": True}},
        "ref": "refs/heads/main",
        "token": "t",
    },
    "inputs": {"level": "report", "dry-run": "", "list": ["a", "b"]},
    "steps": {"exp": {"outputs": {"pr-number": "7"}, "outcome": "failure"}},
    "env": {},
}
CONTEXTS = Contexts(NAMED)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("github.event.pull_request.number", 7),
        ("github.event.pull_request.number == 7", True),
        ("github.event['pull_request'].number == '7'", True),
        ("inputs.level == 'REPORT'", True),
        ("inputs.level != 'branch' && inputs.dry-run", ""),
        ("inputs.dry-run || 'none'", "none"),
        ("!github.event.pull_request.merged", False),
        ("(inputs.level == 'branch' || true) && 'it''s'", "it's"),
        ("github.nothing.there", None),
        ("contains(inputs.list, 'B') && startsWith(github.ref, 'refs/heads/')", True),
        ("format('{0}-{1}', github.event.pull_request.number, 'x')", "7-x"),
        ("fromJSON('[1, 2]')[1] >= 2", True),
        ("steps.*.outcome", ["failure"]),
        ("null == ''", True),
        ("1 == true", True),
        ("success() && !failure() && always()", True),
    ],
)
def test_an_expression_has_githubs_value(text, value):
    assert value == value_of(text, CONTEXTS)


@pytest.mark.parametrize("text", ["github.", "1 +", "secrets.X", "hash(1)", "(1", "1 1"])
def test_an_expression_that_github_refuses_is_refused(text):
    with pytest.raises((Misread, IndexError)):
        value_of(text, CONTEXTS)


def test_texts_are_filled_and_left_alone_elsewhere():
    assert "n=7 t=true {{x}} $" == filled(
        "n=${{ github.event.pull_request.number }} t=${{ true }} {{x}} $", CONTEXTS
    )


@pytest.mark.parametrize(
    ("condition", "failed", "answer"),
    [
        (None, False, True),
        (None, True, False),
        ("inputs.level == 'report'", True, False),
        ("always() && inputs.level == 'report'", True, True),
        ("failure()", False, False),
        ("${{ failure() }}", True, True),
        ("inputs.level == 'branch'", False, False),
        (True, False, True),
    ],
)
def test_a_condition_asks_for_success_unless_it_names_a_state(condition, failed, answer):
    assert answer == holds(condition, Contexts(NAMED, failed))


def test_values_of_several_lines_are_read_up_to_their_mark():
    assert [("a", "1=2"), ("b", "x\n\ny<<z"), ("c", "")] == list(pairs("a=1=2\nb<<END\nx\n\ny<<z\nEND\nc=\n"))


@pytest.mark.parametrize("text", ["a<<END\nx\n", "no mark\n"])
def test_a_file_that_github_refuses_fails_the_test(text):
    with pytest.raises(AssertionError):
        list(pairs(text))


def test_commands_are_read_with_their_escapes_undone():
    log = "hello\n  ::notice file=a%2Cb.py,line=3,title=T::50%25 of%0Ait\nx ::error::no\n::group::g::h\n"

    assert [
        ("notice", {"file": "a,b.py", "line": "3", "title": "T"}, "50% of\nit"),
        ("group", {}, "g::h"),
    ] == [(one.name, dict(one.properties), one.message) for one in commands(log)]


def test_between_stop_commands_and_its_word_there_are_none():
    log = "::stop-commands::w0rd\n::error::forged\n::w0rd::\n::notice::real\n"

    assert ["stop-commands", "notice"] == [one.name for one in commands(log)]


ACTION = """
name: An action
inputs:
  mode: {default: check}
  token: {default: "${{ github.token }}"}
outputs:
  said: {value: "${{ steps.one.outputs.said }}"}
  later: {value: "${{ steps.two.outcome }}"}
runs:
  using: composite
  steps:
    - uses: actions/setup-thing@v1
      with: {mode: "${{ inputs.mode }}"}
    - id: one
      shell: bash
      env:
        MODE: ${{ inputs.mode }}
        TOKEN: ${{ inputs.token }}
      run: |
        printf 'said=%s\\n' "$MODE" >> "$GITHUB_OUTPUT"
        echo "KEPT=yes" >> "$GITHUB_ENV"
        echo "# Summary of $MODE" >> "$GITHUB_STEP_SUMMARY"
        echo "::notice file=a.py,line=2::seen with $TOKEN"
        echo "[${GITHUB_TOKEN-none}] [${SECRET_OF_THE_TESTER-none}] $GITHUB_REPOSITORY"
        cat "$GITHUB_EVENT_PATH"; echo
        test -f "$GITHUB_ACTION_PATH/action.yml"
    - id: two
      shell: bash
      run: |
        echo "kept $KEPT, mode ${MODE-gone}"
        false | cat
        echo never
    - if: always()
      shell: sh
      run: echo always
    - shell: bash
      run: echo skipped
"""


@pytest.fixture
def action(tmp_path):
    folder = tmp_path / "action"
    folder.mkdir()
    (folder / "action.yml").write_text(ACTION)
    return folder


def test_an_action_runs_step_by_step_in_a_clean_environment(action, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_TESTER", "seen")
    used = []
    result = run_action(
        action,
        {"mode": "audit"},
        {"number": 7},
        {"GITHUB_TOKEN": "s3cr3t", "GITHUB_REPOSITORY": "acme/rocket"},
        workspace=tmp_path,
        scratch=tmp_path / "scratch",
        uses=lambda use: used.append((use.uses, dict(use.inputs))),
    )

    assert {"said": "audit", "later": "failure"} == result.outputs
    assert "# Summary of audit\n" == result.summary
    assert (Annotation("notice", "seen with ***", "a.py", 2),) == result.annotations
    assert [
        "::notice file=a.py,line=2::seen with ***",
        "[none] [none] acme/rocket",
        '{"number": 7}',
        "kept yes, mode gone",
        "always",
    ] == result.log.splitlines()
    assert [("actions/setup-thing@v1", {"mode": "audit"})] == used
    assert 1 == result.status


def test_an_input_that_the_action_does_not_know_fails_the_test(action, tmp_path):
    with pytest.raises(AssertionError, match="no inputs"):
        run_action(action, {"mood": "x"}, workspace=tmp_path, scratch=tmp_path / "s")


def test_an_action_that_nothing_stands_in_for_fails_the_test(action, tmp_path):
    with pytest.raises(AssertionError, match="nothing stands in"):
        run_action(action, workspace=tmp_path, scratch=tmp_path / "s")


WORKFLOW = """
on: push
env: {LEVEL: "${{ vars.LEVEL || 'report' }}"}
jobs:
  first:
    runs-on: ubuntu-latest
    outputs: {said: "${{ steps.run.outputs.said }}"}
    steps:
      - uses: actions/checkout@v4
      - id: run
        uses: ./
        with: {mode: "${{ env.LEVEL }}"}
        continue-on-error: true
      - run: echo "$LEVEL ${{ steps.run.outcome }} ${{ secrets.KEY }}"
  second:
    needs: first
    if: needs.first.outputs.said == 'report' && github.event.merged
    steps:
      - run: echo second
"""


def test_a_job_of_a_workflow_runs_the_own_action_among_its_steps(action, tmp_path):
    file = tmp_path / "exp.yml"
    file.write_text(WORKFLOW)

    def run(job, **more):
        return run_workflow_job(
            file,
            job,
            more.pop("event", None),
            {"GITHUB_REPOSITORY": "acme/rocket"},
            workspace=tmp_path,
            scratch=tmp_path / f"scratch-{job}-{len(more)}",
            action=action,
            uses={"actions/checkout": lambda use: None, "actions/setup-thing": lambda use: {}},
            secrets={"KEY": "k3y"},
            **more,
        )

    first = run("first")
    skipped = run("second", needs={"first": first})
    second = run("second", needs={"first": first}, event={"merged": True})

    assert (0, {"said": "report"}) == (first.status, first.outputs)
    assert "report failure ***" == first.log.splitlines()[-1]
    assert skipped.skipped
    assert "second\n" == second.log
