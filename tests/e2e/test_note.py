"""`exp note` and `exp propose journal:`: what is noted is kept, shared, never recalled, and proposed to people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.usage_files import UsageFiles
from support.notes import keep_note
from support.process import Finished, exp, exp_at_terminal, start
from support.repository import Repository, isolate

HEX = "000000000a"
STANDS = f"""\
id: pool-closes-{HEX}
title: The pool is closed by the worker
when: When changing src/pool.py
what: The pool must be closed by the worker and never by the caller.
preconditions: none
why: The caller may be gone by then.
scope: {{paths: [src/pool.py]}}
evidence: [{{turn: "note:2024-01-02", quote: "The caller may be gone by then."}}]
lens: logic
kind: constraint
status: active
"""
CODE = "class Till:\n    def close(self):\n        return 1\n\n    def report(self):\n        return 2\n"
RULE = "`Till.close` must come before the report, because the report locks its table."
QUOTE = "`Till.report` must never be cached, because the happy hour changes prices while the shop is open."
MAIL = "bob" + "@" + "corp-of-bob.com"
KEY = "ghp" + "_" + "Zk3Wq8Rt5Yp2Lm9Xv4Bn7Cd1Fg6Hj0Ks8Tu2"
NO_AGENT = dict.fromkeys(
    ("CLAUDECODE", "CODEX_THREAD_ID", "CODEX_SANDBOX", "CURSOR_AGENT", "GEMINI_CLI", "COPILOT_CLI"), ""
)
"""Whatever runs the tests."""


TILL = ("src/till.py",)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def one(tmp_path: Path) -> Repository:
    """A repository with one experience in force."""
    made = Repository.create(tmp_path / "one")
    made.commit("Begin", {"src/till.py": CODE, f"experiences/src/pool-closes-{HEX}.yaml": STANDS})
    return made


def noted(repo: Repository, *args: str, agent: str = "", stdin: bytes = b"") -> Finished:
    """Note something, in the shell of an agent where one is named by its variable, else as a person."""
    who = () if agent or "--agent" in args else ("--agent", "person")
    return exp(
        repo.path, "note", *args, *who, env={**NO_AGENT, **({agent: "1"} if agent else {})}, stdin=stdin
    )


def state(repo: Repository) -> tuple[str, ...]:
    """Return all that a note may not touch."""
    return (
        repo.git("for-each-ref", "refs/heads", "refs/tags"),
        repo.git("status", "--porcelain", "--ignored"),
        repo.git("ls-files", "--stage"),
        repo.git("symbolic-ref", "HEAD"),
    )


def test_a_note_gets_an_id_stands_once_and_touches_nothing(one: Repository):
    before = state(one)

    first = noted(one, RULE, "--file", "src/till.py", "--kind", "gotcha", "--json")
    again = noted(one, RULE, "--file", "src/till.py", "--kind", "gotcha")
    [row] = exp(one.path, "note", "--list", "--json").json["notes"]

    id = first.json["id"]
    assert (0, "", True, None) == (first.code, first.stderr, first.json["new"], first.json["says_so"])
    assert f"{id} stands already\n" == again.stdout
    assert {
        "id": id,
        "at": row["at"],
        "agent": "person",
        "kind": "gotcha",
        "text": RULE,
        "files": ["src/till.py"],
        "commit": one.rev(),
    } == row
    assert before == state(one)


def test_who_notes_is_always_kept_and_an_agent_is_no_person(one: Repository):
    noted(one, "Said by one agent.", agent="CLAUDECODE")
    noted(one, "Said by another agent.", "--agent", "Amp")
    exp(one.path, "note", "Said by nobody known: on no terminal it may be an agent.", env=NO_AGENT)
    pretending = noted(one, "Said by a liar.", "--agent", "person", agent="CODEX_THREAD_ID")

    rows = exp(one.path, "note", "--list", "--json").json["notes"]
    assert {"claude-code", "amp", "unknown"} == {row["agent"] for row in rows}
    assert 2 == pretending.code
    assert pretending.complaint == (
        "Error: --agent person: but CODEX_THREAD_ID says that codex runs this; "
        "leave it out, and give the person's words with --quote"
    )


def test_secrets_never_reach_the_repository_and_it_is_said(one: Repository):
    done = noted(one, "-", stdin=f"The till takes {KEY}, ask {MAIL} for it".encode())

    assert "2 secrets or private things were taken out\n" == done.stderr
    objects = one.git("cat-file", "--batch-all-objects", "--batch")
    assert "The till takes [secret-1], ask [email-1] for it" in objects
    assert not any(part in objects for part in (KEY, MAIL))


def test_what_says_so_already_is_answered_and_is_a_skip_whenever_it_is_read(one: Repository):
    done = noted(one, "the pool must be closed by the worker, and never by a caller", "--file", "src/pool.py")
    first, again = (exp(one.path, "propose", "journal:", "--yes", "--json") for _ in range(2))

    assert f"pool-closes-{HEX} already says so (one more sighting)\n" == done.stdout
    assert (0, first.json) == (first.code, again.json)
    [row] = first.json["decisions"]
    assert ("skip", f"pool-closes-{HEX}", f"experiences/src/pool-closes-{HEX}.yaml") == (
        row["action"],
        row["target"],
        row["target_path"],
    )
    assert "says what stands already: one more sighting" == row["reason"]
    told = {name: first.json["funnel"][name] for name in ("discussions", "candidates", "skip", "create")}
    assert {"discussions": 1, "candidates": 1, "skip": 1, "create": 0} == told
    assert "" == one.git("for-each-ref", "refs/heads/exp")


def test_bad_input_is_one_line_and_keeps_nothing(one: Repository):
    for args, stdin, told in (
        (("-",), b"a" * (1 << 20), "the note: has more than 2,000 characters; say it in 2,000; "),
        (("Words", "--file", "../x"), b"", "../x: lies outside this repository; "),
        (("Words", "--agent", "Bob B"), b"", "--agent 'Bob B': is no name; "),
        (("Words", "--list"), b"", "--list: goes without TEXT; "),
    ):
        done = noted(one, *args, stdin=stdin)
        assert (2, "") == (done.code, done.stdout)
        assert done.complaint.startswith(f"Error: {told}")
    assert "" == one.git("for-each-ref", "refs/exp")


def test_without_a_repository_it_says_so_and_without_a_commit_it_works(tmp_path: Path):
    nowhere = exp(tmp_path, "note", "Words of a note.")
    empty = Repository.create(tmp_path / "empty")
    done = noted(empty, "Words of a note.", "--file", "not/there/yet.py")

    assert (3, "Error: not a git repository; run it inside one") == (nowhere.code, nowhere.complaint)
    assert (0, "") == (done.code, done.stderr)
    [ref] = empty.git("for-each-ref", "--format=%(refname)", "refs/exp/journal").split()
    [path] = empty.git("ls-tree", "-r", "--name-only", ref).split()
    assert ["not/there/yet.py"] == json.loads(empty.show(f"{ref}:{path}"))["files"]


def test_of_many_notes_at_once_none_is_lost(one: Repository):
    running = [
        start(one.path, "note", f"Pump {number} must stop first.", env=NO_AGENT) for number in range(4)
    ]

    assert [0] * 4 == [process.wait() for process in running]
    for process in running:
        process.communicate()
    [ref] = one.git("for-each-ref", "--format=%(refname)", "refs/exp/journal").split()
    assert 4 == len(one.git("ls-tree", "-r", "--name-only", ref).split())


def test_notes_are_never_recalled_injected_listed_or_told_of_the_past(one: Repository):
    keep_note(one, RULE, files=TILL, quote=QUOTE)
    edit = {"file_path": str(one.path / "src/till.py"), "old_string": "return 2", "new_string": QUOTE}
    event = {"hook_event_name": "PreToolUse", "tool_name": "Edit", "session_id": "s", "tool_input": edit}

    recalled = exp(one.path, "recall", QUOTE, "--file", "src/till.py", "--all", "--worktree", "--json")
    answers = [
        exp(one.path, "archaeology", "src/till.py", "--json"),
        exp(one.path, "list", "--all", "--worktree", "--json"),
        exp(one.path, "hook", "claude-code", stdin=json.dumps({**event, "cwd": str(one.path)}).encode()),
        exp(one.path),
    ]

    told = [*recalled.json["applicable"], *recalled.json["unknown"], *recalled.json["blocked"]]
    assert {f"pool-closes-{HEX}"} >= {row["id"] for row in told}
    assert not any("locks its table" in done.both or "happy hour" in done.both for done in answers)
    derived = [path.read_bytes() for path in (one.path / ".git/exp").rglob("*") if path.is_file()]
    assert not any(b"locks its table" in data for data in derived)


def test_what_people_said_is_proposed_once_and_what_agents_wrote_is_not(one: Repository):
    keep_note(one, RULE, files=TILL)
    quoting = keep_note(one, "Prices move.", files=TILL, quote=QUOTE, agent="gemini-cli")
    keep_note(one, "`Till.open` must come first, because the drawer sticks.", files=TILL, agent="cursor")

    refused = exp_at_terminal(one.path, "propose", "journal:", typed="n\nn\n", env={"NO_COLOR": "1"})
    done = exp(one.path, "propose", "journal:", "--yes", "--json")
    one.git("merge", "-q", "--no-ff", "-m", "Take it", "exp/proposals")
    after = exp(one.path, "propose", "journal:", "--yes", "--json")
    recalled = exp(one.path, "recall", "--file", "src/till.py", "--json").json["applicable"]

    assert [0] * 3 == [each.code for each in (refused, done, after)]
    assert "3 discussions -> 5 turns -> 3 topics -> 2 candidates -> 0 worth keeping" in refused.stdout
    assert f"From a note in the journal, {quoting.hex}, When changing `Till.report`" in refused.stderr
    assert "not proposed: 2 candidates from notes, for lack of your consent; " in refused.stderr
    alone = "journal: 1 note by agents quotes no person: what an agent writes teaches nothing by itself\n"
    assert alone in refused.stderr
    assert ["create", "create"] == [row["action"] for row in done.json["decisions"]]
    assert 2 == done.json["body"].count("*from a note in the journal; these quotes were agreed to*")
    assert "private" not in done.json["body"]
    cited = {row["evidence"][0]["quote"]: row["evidence"][0]["turn"] for row in done.json["candidates"]}
    assert {RULE, QUOTE} == set(cited)
    assert cited[RULE].startswith("note:") and cited[QUOTE].endswith("#quote")
    assert ["skip", "skip"] == [row["action"] for row in after.json["decisions"]]
    assert {RULE, QUOTE} == {row["what"] for row in recalled}


def test_journals_go_from_clone_to_clone_if_asked_and_an_odd_note_is_named(one: Repository, tmp_path: Path):
    there = Repository.create(tmp_path / "there.git", bare=True)
    one.git("remote", "add", "origin", there.path.as_uri())
    one.git("push", "-q", "origin", "main")
    two = there.clone(tmp_path / "two")
    blob = there.git("hash-object", "-w", "--stdin", stdin=b"{}")
    tree = there.git("mktree", stdin=f"100644 blob {blob}\todd-{HEX}.json\n".encode())
    for name in ("03", "2024"):
        tree = there.git("mktree", stdin=f"040000 tree {tree}\t{name}\n".encode())
    there.git("update-ref", f"refs/exp/journal/{'c' * 16}", there.git("commit-tree", "-m", "odd", tree))

    keep_note(one, RULE, files=TILL)
    keep_note(two, "Prices move.", files=TILL, quote=QUOTE, agent="claude-code")
    synced = [exp(one.path, "sync", "--journal"), exp(two.path, "sync")]
    proposed = exp(two.path, "propose", "journal:", "--dry-run", "--json")

    where = f"refs/exp/remotes/origin/journal/{'c' * 16}:2024/03/odd-{HEX}.json"
    mine = UsageFiles(str(one.path / ".git")).clone
    refs = set(there.git("for-each-ref", "--format=%(refname)", "refs/exp/journal").split())
    assert [0] * 2 == [done.code for done in synced]
    assert {f"refs/exp/journal/{name}" for name in (mine, "c" * 16)} == refs
    assert {RULE, QUOTE} == {row["what"] for row in proposed.json["candidates"]}
    assert 1 == proposed.code
    assert {"where": where, "what": "`text` is missing"} in proposed.json["skipped"]


def test_a_journal_without_notes_says_so(one: Repository):
    done = exp(one.path, "propose", "journal:")

    assert (0, "journal: nothing was noted here yet; `exp note TEXT` does\n") == (done.code, done.stderr)
    assert "nothing was noted here yet\n" == exp(one.path, "note", "--list").stdout
