"""`exp feedback` and `exp stats`: what became of what was recalled, as processes see it."""

from __future__ import annotations

import json

import pytest

from e2e.story import PANEL as PANEL_CODE
from e2e.story import PANEL_FILE, PANEL_PATH
from gitexp.adapters.usage_files import UsageFiles
from gitexp.records.usage import OutcomeEvent, RecallEvent
from support.process import Finished, exp
from support.repository import Repository

PANEL, HEX = "panel-redraw-whole-5b1f0c9ad2", "5b1f0c9ad2"


def asked(repo: Repository, *args: str) -> Finished:
    return exp(repo.path, *args).plain


def usage_of(repo: Repository) -> UsageFiles:
    return UsageFiles(str(repo.path / ".git"))


def recalled(repo: Repository, at: str, *hexes: str, **changes) -> None:
    usage_of(repo).log(RecallEvent(at, hexes, head=repo.rev(), match="good" if hexes else "none", **changes))


def test_before_anything_is_logged_stats_says_how_that_comes(merged: Repository):
    done = asked(merged, "stats")

    assert (0, "") == (done.code, done.stderr)
    assert done.stdout.startswith("No recall is logged here yet: each `exp recall` adds one.")
    figures = asked(merged, "stats", "--json").json
    assert (0, None, None, []) == (
        figures["requests"],
        figures["success_rate"],
        figures["latency_ms"],
        figures["experiences"],
    )
    assert 3 == figures["in_force"] == len(figures["never"])


def test_feedback_is_kept_in_this_clone_and_shown(merged: Repository):
    done = asked(merged, "feedback", "panel", "wrong", "--note", "It keeps its\n content  now.")

    assert 0 == done.code
    assert f"kept: {PANEL} wrong, It keeps its content now.\n" == done.stdout
    assert "private to this clone until `exp usage share`" in done.complaint
    [event], _ = usage_of(merged).events()
    assert isinstance(event, OutcomeEvent)
    assert (HEX, "wrong", "said", "It keeps its content now.") == (
        event.hex,
        event.outcome,
        event.origin,
        event.note,
    )
    shown = asked(merged, "stats", "panel").stdout
    assert "It keeps its content now." in shown and "given to nobody in this time" in shown


def test_feedback_in_json_says_what_was_kept_and_where(merged: Repository):
    done = asked(merged, "feedback", HEX, "adopted", "--json")

    assert 0 == done.code
    found = done.json
    assert (PANEL, HEX, "adopted", None) == (found["id"], found["hex"], found["outcome"], found["note"])
    line = json.loads((merged.path / found["path"]).read_text())
    assert (found["at"], found["clone"]) == (line["at"], line["clone"])


def test_a_secret_in_a_note_is_not_kept(merged: Repository):
    secret = "ghp_" + "Zk3" * 12

    done = asked(
        merged, "feedback", "panel", "failed", "--note", f"Told by mara@rocket-works.com with {secret}"
    )

    kept = b"".join(file.read_bytes() for file in (merged.path / ".git" / "exp" / "usage").iterdir())
    assert b"[secret-1]" in kept and b"[email-1]" in kept and secret.encode() not in kept
    assert secret not in done.both and "something private in the note was replaced" in done.stderr


@pytest.mark.parametrize(
    ("args", "parts"),
    [
        (("pannel-redraw", "wrong"), (PANEL,)),
        (("", "wrong"), ("is empty",)),
        (("panel", "great"), ("adopted", "ignored", "wrong", "failed")),
        (("panel", "wrong", "--note", " "), ("--note", "is empty")),
        (("panel", "wrong", "--note", "x" * 1001), ("1001 characters",)),
        (("ffffffffff", "wrong"), ("no such experience",)),
    ],
)
def test_feedback_on_what_is_not_there_is_refused(
    merged: Repository, args: tuple[str, ...], parts: tuple[str, ...]
):
    done = asked(merged, "feedback", *args)

    assert (2, "") == (done.code, done.stdout)
    assert all(part in done.complaint for part in parts), done.complaint
    assert not (merged.path / ".git" / "exp" / "usage").exists()


def test_what_was_handed_on_and_stands_no_more_can_still_be_judged(merged: Repository):
    recalled(merged, "2026-01-05T10:00:00Z", "ffffffffff")

    assert 0 == asked(merged, "feedback", "ffffffffff", "wrong").code
    assert "ffffffffff (stands no more)" in asked(merged, "stats").stdout
    assert "given once" in asked(merged, "stats", "fff").stdout


def test_feedback_says_so_where_nothing_can_be_kept(merged: Repository):
    (merged.path / ".git" / "exp").mkdir(exist_ok=True)
    (merged.path / ".git" / "exp" / "usage").write_text("in the way")

    done = asked(merged, "feedback", "panel", "wrong")
    assert (3, "") == (done.code, done.stdout) and "can't be written" in done.complaint

    merged.git("config", "exp.usage", "false")
    off = asked(merged, "feedback", "panel", "wrong")
    assert (3, "") == (off.code, off.stdout) and "exp.usage" in off.complaint


def test_the_page_tells_rates_times_weeks_and_each_experience(merged: Repository):
    from datetime import UTC, datetime

    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for ms in range(1, 101):
        recalled(merged, now, *((HEX,) if ms % 4 else ()), ms=ms, tokens=80)
    asked(merged, "feedback", "panel", "adopted")

    done = asked(merged, "stats")

    assert (0, "") == (done.code, done.stderr)
    assert "100 recalls" in done.stdout and "p50 50 ms, p90 90 ms, p99 99 ms" in done.stdout
    assert "something was given       75   75 %" in done.stdout
    assert "recalls a day" in done.stdout and "week of" in done.stdout
    assert f"{75:>10}{1:>9}{0:>9}{0:>7}{0:>8}" in done.stdout and PANEL in done.stdout
    assert "2 of 3 experiences in force were given to nobody in this time" in done.stdout
    assert all(len(line) <= 140 for line in done.stdout.splitlines())


def test_a_commit_tells_by_its_trailer_and_by_what_it_changes(merged: Repository):
    named = PANEL_FILE.replace("status: active", "anti_patterns: ['Call `paint_cell` alone']\nstatus: active")
    merged.commit("Name what is wrong", {PANEL_PATH: named})
    recalled(merged, "2024-04-11T11:00:00Z", HEX)
    done = merged.commit(
        "Paint\n\nExperience: panel ignored", {PANEL_CODE: "def redraw(cell):\n    paint_cell(cell)\n"}
    )

    found = asked(merged, "stats", "--json").json

    [row] = found["experiences"]
    assert (
        {"adopted": 0, "ignored": 1, "wrong": 0, "failed": 0}
        == row["outcomes"]["trailer"]
        == row["outcomes"]["diff"]
    )
    [event] = [one for one in usage_of(merged).events()[0] if isinstance(one, OutcomeEvent)]
    assert ("diff", "ignored", done) == (event.origin, event.outcome, event.commit)
    assert found["experiences"] == asked(merged, "stats", "--json").json["experiences"]


def test_stats_of_an_experience_shows_a_canary_with_too_little_to_compare(merged: Repository):
    recalled(merged, "2026-01-05T10:00:00Z", HEX, trial=(HEX,))

    shown = asked(merged, "stats", HEX).stdout

    assert "given once, 1 of them as a canary, last 2026-01-05" in shown
    assert "too little to compare: 0 and 0 outcomes told, 0 and 0 by diffs" in shown


def test_since_and_ids_that_are_wrong_are_refused(merged: Repository):
    for args, part in ((("--since", "soon"), "is no date"), (("pannel",), PANEL), (("",), "is empty")):
        done = asked(merged, "stats", *args)
        assert (2, "") == (done.code, done.stdout) and part in done.complaint


def test_a_broken_log_costs_only_its_lines(merged: Repository):
    recalled(merged, "2026-01-05T10:00:00Z", HEX)
    with (merged.path / ".git" / "exp" / "usage" / "2026-01-05.jsonl").open("ab") as file:
        file.write(b'\x1b[2J\xff\n{"at":\n')

    done = asked(merged, "stats", "--json")

    assert (0, 1, 2) == (done.code, done.json["requests"], len(done.json["skipped"]))
    assert 2 == len(done.stderr.splitlines()) and "\x1b" not in done.both


def test_doors_are_told_apart_where_recalls_came_by_more_than_the_command_line(merged: Repository):
    recalled(merged, "2026-03-01T10:00:00Z", HEX, ms=20)
    alone = asked(merged, "stats").stdout
    recalled(merged, "2026-03-01T10:00:01Z", by="hook", ms=30)
    recalled(merged, "2026-03-01T10:00:02Z", HEX, by="hook", ms=50)
    recalled(merged, "2026-03-01T10:00:03Z", by="mcp")

    shown, found = asked(merged, "stats").stdout, asked(merged, "stats", "--json").json

    assert "  door" not in alone
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert [
        "recalls gave share injected p50 p99 door",
        "2 1 50 % 1 30 ms 50 ms hooks of agents, unasked",
        "1 1 100 % 1 20 ms 20 ms exp recall",
        "1 0 0 % 0 - - exp mcp",
    ] == lines[lines.index("recalls gave share injected p50 p99 door") :][:4]
    assert [("hook", 2, 1, 1, 1), ("cli", 1, 1, 0, 1), ("mcp", 1, 0, 1, 0)] == [
        tuple(one[name] for name in ("by", "requests", "given", "no_hit", "injected"))
        for one in found["doors"]
    ]
