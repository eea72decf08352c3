"""Bare `exp`: where a repository stands, or what its history already tells; without set-up, and writing nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PUMP, VALVE
from gitexp.cli.wiring_doors import note_firing
from gitexp.records.door import Firing
from support.process import NOBODY, exp, exp_at_terminal
from support.repository import Repository

WHY = "POST /launch is not idempotent: the pad burns fuel before it answers, so a retried launch flew twice."


@pytest.fixture
def told(rocket: Repository) -> Repository:
    """A repository whose history holds a revert with a reason, one without, one brought back, and commanding comments."""

    def reverted(subject: str, path: str, why: str) -> str:
        bad = rocket.commit(subject, {path: f"x = '{subject}'\n"}, author=("Tom", "tom@example.org"))
        rocket.git("revert", "--no-edit", "--no-commit", bad)
        text = f'Revert "{subject}"\n\nThis reverts commit {bad}.\n\n{why}'
        return rocket.commit(text.rstrip(), author=("Mara", "mara@example.org"))

    back = reverted("Paint it red", PUMP, "The red paint peels in the cold, and the peel blocks the pump.")
    rocket.git("revert", "--no-edit", "--no-commit", back)
    rocket.commit(f'Reland "Paint it red"\n\nThis reverts commit {back}.')
    reverted("Open the valve early", VALVE, "")
    reverted("Retry the launch", VALVE, WHY)
    rocket.commit(
        "Warn", {"engine/limits.py": "# keep in sync with pad/limits.c\nMAX = 3\n# do not change: it burns\n"}
    )
    return rocket


def everything(folder: Path) -> dict[str, tuple[int, int, int, int, bytes]]:
    """Return every file and folder with mode, size, times and content."""
    found = {}
    for path in sorted([folder, *folder.rglob("*")]):
        state = path.lstat()
        data = path.read_bytes() if path.is_file() else b""
        found[str(path)] = (state.st_mode, state.st_size, state.st_mtime_ns, state.st_ctime_ns, data)
    return found


def test_without_a_store_it_tells_what_the_history_holds_and_three_next_commands(told: Repository):
    done = exp(told.path)

    lines = done.stdout.splitlines()
    assert (0, "") == (done.code, done.stderr)
    assert lines[0].startswith("rocket: no experiences yet. Nothing written, no network, no model.")
    assert "tried and taken back for good 1" in " ".join(done.stdout.split())
    assert '"Retry the launch", engine/valve.py' in done.stdout
    assert "POST /launch is not idempotent" in done.stdout and "Mara" in done.stdout
    assert "Paint it red" not in done.stdout, "what came back was not taken back for good"
    assert "comments that command 2 in 1 file" in " ".join(done.stdout.split())
    assert 3 == sum(line.startswith("  exp ") for line in lines)
    assert "exp init" in lines[-1]


def test_the_next_commands_run_as_they_are_printed_and_write_nothing(told: Repository):
    lines = exp(told.path).stdout.splitlines()
    before = everything(told.path)

    [call] = [line.split("  ")[1].split()[1:] for line in lines if line.startswith("  exp propose history:")]
    done = exp(told.path, *call)

    assert 0 == done.code
    assert "POST /launch is not idempotent" in done.stdout
    assert before == everything(told.path)


def test_with_a_store_it_tells_its_status(merged: Repository):
    done = exp(merged.path)

    assert (0, "") == (done.code, done.stderr)
    assert done.stdout.startswith("rocket: 3 experiences in force.")
    assert 3 == sum(line.startswith("  exp ") for line in done.stdout.splitlines())


def test_with_a_proposal_that_waits_it_says_so_and_how_to_look(rocket: Repository):
    exp(rocket.path, "propose", "../talk/7.json")

    done = exp(rocket.path)

    assert "waiting for a person 2" in " ".join(done.stdout.split())
    assert "git diff HEAD...exp/proposals" in done.stdout


@pytest.mark.parametrize("kind", ["without a store", "with a store", "without a commit", "bare", "dirty"])
def test_it_writes_nothing(told: Repository, merged: Repository, tmp_path: Path, kind: str):
    folder = told.path if kind == "without a store" else merged.path
    if kind == "without a commit":
        folder = Repository.create(tmp_path / "empty").path
    elif kind == "bare":
        folder = merged.clone(tmp_path / "bare.git", "--bare").path
    elif kind == "dirty":
        merged.write("engine/valve.py", "half an edit")
        merged.write("experiences/cabin/new-one-0123456789.yaml", PANEL_FILE)
        os.utime(merged.path / "README.md", (1, 1))
    before = everything(folder)

    ended = [exp(folder, *call).plain.code for call in ((), ("--json",))]
    shown = exp_at_terminal(folder)

    assert [0, 0, 0] == [*ended, shown.code]
    assert before == everything(folder)
    assert not NOBODY.exists(), "nor in the home folder"


def test_without_a_commit_it_says_so(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty")

    done = exp(empty.path)

    assert (0, "") == (done.code, done.stderr)
    assert "empty: no experiences yet." in done.stdout
    assert "no commits yet" in done.stdout


def test_its_json_holds_the_same(told: Repository):
    found = exp(told.path, "--json").json

    [one] = found["taken_back"]
    assert (0, 0, 1) == (found["experiences"], found["waiting"], found["unexplained"])
    assert ("Mara", [VALVE]) == (one["author"], one["files"])
    assert one["reason"].startswith("POST /launch")
    assert told.git("rev-parse", "HEAD~1") == one["commit"]
    assert {"count": 2, "files": 1} == found["comments"]
    assert VALVE == found["most_reverted"]
    assert {"skipped", "limits", "sessions", "elapsed_ms"} <= found.keys()


def test_sessions_are_counted_and_not_opened(told: Repository, tmp_path: Path):
    home = tmp_path / "home"
    folder = (
        home / ".claude" / "projects" / str(told.path).replace("/", "-").replace("_", "-").replace(".", "-")
    )
    folder.mkdir(parents=True)
    for name in ("a", "b"):
        session = folder / f"{name}.jsonl"
        session.write_text("{}\n")
        session.chmod(0)
        os.utime(session, (1, 1))
    before = everything_but_content(home)

    found = exp(told.path, "--json", home=home).json

    assert [2] == [one["count"] for one in found["sessions"]]
    assert before == everything_but_content(home)


def everything_but_content(folder: Path) -> dict[str, tuple[int, int]]:
    """Return every file with its times of reading and writing."""
    return {
        str(path): (path.lstat().st_atime_ns, path.lstat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_broken_store_is_said_in_it(merged: Repository):
    merged.commit("Break it", {"experiences/cabin/bad-one-0123456789.yaml": "id: [\n"})

    done = exp(merged.path)

    assert 0 == done.code
    assert "not served" in done.stdout and "bad-one-0123456789.yaml" in done.stdout


def test_without_a_door_it_says_how_agents_get_one(merged: Repository):
    done = exp(merged.path)

    assert "doors" not in done.stdout
    assert done.stdout.splitlines()[-1].endswith("exp init --agents all")


def test_it_proves_each_door(merged: Repository, tmp_path: Path):
    home = tmp_path / "home"
    merged.write(".claude/settings.json", '{"hooks": {"x": "exp hook claude-code"}}')
    merged.write(".mcp.json", '{"mcpServers": {"exp": {"command": "exp", "args": ["mcp"]}}}')
    merged.write(".claude/rules/git-exp-a.md", "[long-gone-0123456789 · When it is told]")
    (home / ".codex").mkdir(parents=True)
    (home / ".codex" / "hooks.json").write_text('{"hooks": {"x": "exp hook codex"}}')
    panel = "panel-redraw-whole-5b1f0c9ad2"
    common = str(merged.path / ".git")
    note_firing(
        common, Firing("hook claude-code", "2020-03-01T10:00:00Z", "PreToolUse", "cabin/a.py", (panel,))
    )
    note_firing(common, Firing("hook claude-code", "2020-03-02T10:00:00Z", "PreToolUse", "b.py"))
    exp(merged.path, "recall", "panel", home=home)
    before = everything(merged.path)

    done = exp(merged.path, home=home)
    found = exp(merged.path, "--json", home=home).json

    assert (0, "") == (done.code, done.stderr)
    told = " ".join(done.stdout.split())
    assert (
        f"hook claude-code last fired on 2020-03-02 (PreToolUse b.py), gave nothing; last gave {panel} on 2020-03-01"
    ) in told
    assert ".claude/settings.json hook codex never fired:" in told and "~/.codex/hooks.json" in told
    assert "mcp claude-code never fired:" in told and "exp recall last asked just now" in told
    assert "in force no more: long-gone-0123456789" in told
    assert "exp init --agents all" not in told
    assert ["cli", "hook claude-code", "hook codex", "mcp claude-code"] == [
        one["name"] for one in found["doors"]
    ]
    assert [{"what": "rule file", "files": [".claude/rules/git-exp-a.md"]}] == found["laid"]
    assert ["long-gone-0123456789"] == found["outdated"]
    assert before == everything(merged.path)
