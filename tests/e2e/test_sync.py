"""`exp sync` and `exp usage`: what is shared goes between clones by its own refs, and nothing else moves."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.adapters.usage_files import UsageFiles
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from support.notes import keep_note
from support.process import exp
from support.repository import Repository, isolate

HEX = "000000000a"
GIVEN = RecallEvent(
    "2024-03-01T10:00:00Z", (HEX,), match="good", tokens=90, ms=40, words="the word of the day"
)
NOTHING = RecallEvent("2024-03-02T10:00:00Z", ms=38)
ADOPTED = OutcomeEvent("2024-03-02T11:00:00Z", HEX, "adopted", note="It helped.")
EXPERIENCE = f"""\
id: mill-{HEX}
title: About the mill
when: Working in the mill
what: Stop the wheel first.
preconditions: none
why: It broke once.
scope: {{paths: [a.py]}}
evidence: [{{turn: "note:2024-01-02", quote: "It broke the mill."}}]
lens: logic
kind: constraint
status: active
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def there(tmp_path: Path) -> Repository:
    """A bare repository that two clones share: `one` and `two`."""
    first = Repository.create(tmp_path / "first")
    first.commit("Begin", {"a.py": "x = 1\n", f"experiences/mill/mill-{HEX}.yaml": EXPERIENCE})
    bare = Repository.create(tmp_path / "there.git", bare=True)
    first.git("push", "-q", bare.path.as_uri(), "main")
    for name in ("one", "two"):
        bare.clone(tmp_path / name)
    return bare


@pytest.fixture
def one(there: Repository) -> Repository:
    return Repository(there.path.parent / "one")


@pytest.fixture
def two(there: Repository) -> Repository:
    return Repository(there.path.parent / "two")


def logged(repo: Repository, *events: UsageEvent) -> str:
    """Log events as recall does, and return the name of the clone."""
    files = UsageFiles(str(repo.path / ".git"))
    for event in events:
        files.log(event)
    return files.clone


def refs(repo: Repository, under: str = "refs") -> set[str]:
    return set(repo.git("for-each-ref", "--format=%(refname)", under).split())


def keep(repo: Repository, ref: str, name: str, text: str) -> str:
    """Put a file on a ref of its own, as exp keeps runs and refusals, and return the commit."""
    blob = repo.git("hash-object", "-w", "--stdin", stdin=text.encode())
    tree = repo.git("mktree", stdin=f"100644 blob {blob}\t{name}\n".encode())
    commit = repo.git("commit-tree", "-m", f"run {name}", tree)
    repo.git("update-ref", ref, commit)
    return commit


def test_usage_goes_from_clone_to_clone_and_no_branch_tag_or_file_moves(
    there: Repository, one: Repository, two: Repository
):
    name = logged(one, GIVEN, NOTHING, ADOPTED)
    one.git("tag", "mine")
    one.git("checkout", "-q", "-b", "work")
    one.write("a.py", "x = 2\n")
    before = (refs(one, "refs/heads"), one.git("status", "--porcelain"), one.rev(), refs(there))

    sent, fetched = exp(one.path, "sync", "--json"), exp(two.path, "sync", "--json")

    ref = f"refs/exp/usage/{name}"
    assert (0, 0, "", "") == (sent.code, fetched.code, sent.stderr, fetched.stderr)
    assert ([ref], []) == ([row["ref"] for row in sent.json["pushed"]], sent.json["fetched"])
    assert (2, 1, 3) == tuple(sent.json["usage"][key] for key in ("recalls", "outcomes", "added"))
    assert [{"ref": ref, "old": None, "new": one.rev(ref)}] == fetched.json["fetched"]
    assert {f"refs/exp/remotes/origin/usage/{name}"} == refs(two, "refs/exp")
    assert before == (
        refs(one, "refs/heads"),
        one.git("status", "--porcelain"),
        one.rev(),
        refs(there) - {ref},
    )
    assert not (two.path / ".git/FETCH_HEAD").exists()


def test_a_second_sync_does_nothing(one: Repository):
    logged(one, GIVEN)
    exp(one.path, "sync")

    again = exp(one.path, "sync")

    assert f"origin ({one.git('remote', 'get-url', 'origin')})\n  nothing to fetch, nothing to push\n" == (
        again.stdout
    )


def test_usage_shows_what_would_be_shared_and_shares_it(there: Repository, one: Repository):
    assert (
        "nothing was recalled here yet, so that there is nothing to share\n" == exp(one.path, "usage").stdout
    )
    name = logged(one, GIVEN, NOTHING, ADOPTED)

    shown = exp(one.path, "usage").stdout
    shared = exp(one.path, "usage", "share")
    after = exp(one.path, "usage", "--json").json

    assert shown.startswith("2 recalls and 1 outcome, 2024-03-01 to 2024-03-02, ")
    assert f"refs/exp/usage/{name}" in shown
    example = json.loads(shown.split("as it would be shared:\n")[1])
    assert 8 == len(example.pop("key"))
    assert {
        "at": ADOPTED.at,
        "hex": HEX,
        "outcome": "adopted",
        "origin": "said",
        "note": "It helped.",
    } == example
    assert f"  pushed   usage/{name}: 3 events, 3 of them new\n" in shared.stdout
    assert (True, False, 0, 2) == tuple(after[key] for key in ("on", "words", "added", "recalls"))
    assert "word of the day" not in there.show(f"refs/exp/usage/{name}:2024-03.jsonl")


def test_two_same_answers_within_a_second_are_two_here_shared_and_there(
    there: Repository, one: Repository, two: Repository
):
    logged(one, GIVEN, GIVEN, ADOPTED, ADOPTED)

    shared = exp(one.path, "usage", "share", "--json").json["usage"]
    exp(two.path, "sync")
    here, elsewhere = (exp(repo.path, "stats", "--json").json for repo in (one, two))

    assert (2, 2) == (shared["recalls"], shared["outcomes"])
    assert [2, 2] == [found["requests"] for found in (here, elsewhere)]
    assert [2, 2] == [found["experiences"][0]["outcomes"]["said"]["adopted"] for found in (here, elsewhere)]


def test_usage_can_be_put_on_its_ref_without_a_push(there: Repository, one: Repository):
    name = logged(one, GIVEN)

    done = exp(one.path, "usage", "share", "--no-push")

    assert (0, f"refs/exp/usage/{name}: 1 event, 1 of them new; not pushed\n") == (done.code, done.stdout)
    assert set() == refs(there, "refs/exp")


def test_switched_off_nothing_is_shared(there: Repository, one: Repository):
    logged(one, GIVEN)
    one.git("config", "exp.usage", "no")

    refused, synced = exp(one.path, "usage", "share"), exp(one.path, "sync", "--json")

    assert 3 == refused.code
    assert "Error: exp.usage: is false: nothing is logged and nothing shared; git config exp.usage true" == (
        refused.complaint
    )
    assert (0, None) == (synced.code, synced.json["usage"])
    assert exp(one.path, "usage").stdout.startswith("usage is off: nothing is logged")
    assert set() == refs(there, "refs/exp") | refs(one, "refs/exp")


def test_without_a_remote_it_says_how_to_have_one(one: Repository):
    one.git("remote", "remove", "origin")

    for call in (("sync",), ("usage", "share")):
        done = exp(one.path, *call)
        assert 3 == done.code
        assert "Error: origin: there is no such remote; git remote add origin URL" == done.complaint


def test_another_remote_is_named_or_the_only_one(there: Repository, one: Repository):
    one.git("remote", "rename", "origin", "upstream")
    name = logged(one, GIVEN)

    only = exp(one.path, "sync", "--json")
    wrong = exp(one.path, "sync", "--remote", "upstraem")
    one.git("remote", "add", "fork", there.path.as_uri())
    several = exp(one.path, "sync")

    assert ("upstream", {f"refs/exp/remotes/upstream/usage/{name}"}) == (
        only.json["remote"],
        refs(one, "refs/exp/remotes"),
    )
    assert (2, "Error: --remote upstraem: there is no such remote; there is `upstream`") == (
        wrong.code,
        wrong.complaint,
    )
    assert 3 == several.code
    assert several.complaint.endswith("but fork, upstream; say which: --remote NAME")


def test_a_remote_that_is_not_there_or_refuses_ends_with_4(there: Repository, one: Repository):
    logged(one, GIVEN)
    one.git("remote", "add", "nowhere", (there.path.parent / "nowhere.git").as_uri())
    hook = there.path / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'no usage here'\nexit 1\n")
    hook.chmod(0o755)

    gone, refused = exp(one.path, "sync", "--remote", "nowhere"), exp(one.path, "sync")

    assert 4 == gone.code
    assert gone.complaint.startswith("Error: nowhere: ")
    assert 4 == refused.code
    assert (
        "was refused: pre-receive hook declined: no usage here; check that you may push" in refused.complaint
    )


def test_what_both_sides_keep_of_runs_is_joined_and_stays_here_unless_asked(
    there: Repository, one: Repository, two: Repository
):
    mine, theirs = keep(one, "refs/exp/runs", "one.json", "{}"), keep(two, "refs/exp/runs", "two.json", "{}")
    pushed = exp(two.path, "sync", "--runs", "--json").json["pushed"]

    usual, asked = exp(one.path, "sync", "--json").json, exp(one.path, "sync", "--runs", "--json").json

    assert [("refs/exp/runs", theirs)] == [(row["ref"], row["new"]) for row in pushed]
    assert {"one.json", "two.json"} == set(one.git("ls-tree", "--name-only", "refs/exp/runs").split())
    assert [("refs/exp/runs", "2 commits of this clone alone; `--runs` pushes them", False)] == [
        (row["ref"], row["why"], row["refused"]) for row in usual["left"]
    ]
    assert [("refs/exp/runs", theirs, one.rev("refs/exp/runs"))] == [
        (row["ref"], row["old"], row["new"]) for row in asked["pushed"]
    ]
    assert mine in there.git("rev-list", "refs/exp/runs")


def test_runs_of_private_sessions_are_pushed_only_by_a_word_of_their_own(there: Repository, one: Repository):
    keep(one, "refs/exp/runs", "one.json", '{\n  "private": true\n}\n')
    keep(one, "refs/exp/ledger", "cursor.json", "{}")

    kept = exp(one.path, "sync", "--runs", "--json").json
    exp(one.path, "sync", "--runs", "--push-private")

    assert ["refs/exp/ledger", "refs/exp/runs"] == [row["ref"] for row in kept["left"]]
    assert "1 run of private sessions; `--push-private` pushes them too" == kept["left"][1]["why"]
    assert {"refs/exp/ledger", "refs/exp/runs"} == refs(there, "refs/exp")


def test_the_notes_of_a_clone_stay_here_unless_asked_and_those_of_others_come(
    there: Repository, one: Repository, two: Repository
):
    first, other = keep_note(one), keep_note(two, "Another word about the mill.")
    ref, theirs = (f"refs/exp/journal/{UsageFiles(str(repo.path / '.git')).clone}" for repo in (one, two))

    kept = exp(one.path, "sync")
    before = refs(there, "refs/exp")
    asked = exp(two.path, "sync", "--journal", "--json").json
    came = exp(one.path, "sync", "--json").json
    one.git("config", "exp.syncJournal", "true")
    always = exp(one.path, "sync", "--json").json

    line = (
        f"  stays    {ref.removeprefix('refs/exp/')}: 1 note of this clone alone; `--journal` pushes them\n"
    )
    assert (0, True, set()) == (kept.code, line in kept.stdout, before)
    assert ([theirs], []) == ([row["ref"] for row in asked["pushed"]], asked["left"])
    assert ([theirs], [ref]) == tuple([row["ref"] for row in came[key]] for key in ("fetched", "left"))
    assert ([ref], []) == ([row["ref"] for row in always["pushed"]], always["left"])
    assert {ref, theirs} == refs(there, "refs/exp")
    names = [row["id"] for row in exp(one.path, "note", "--list", "--json").json["notes"]]
    assert {first.id, other.id} == set(names)


def test_of_notes_that_were_shared_once_only_the_new_ones_are_counted(there: Repository, one: Repository):
    keep_note(one)
    exp(one.path, "sync", "--journal")
    quiet = exp(one.path, "sync", "--json").json["left"]
    for number in range(2):
        keep_note(one, f"Word {number} about the mill.")

    [row] = exp(one.path, "sync", "--json").json["left"]

    assert ([], "2 notes of this clone alone; `--journal` pushes them") == (quiet, row["why"])


def test_what_fails_by_what_others_told_is_listed_by_upkeep(one: Repository, two: Repository):
    logged(one, *(OutcomeEvent(f"2030-03-0{day}T10:00:00Z", HEX, "wrong") for day in (1, 2, 3)))
    before = exp(two.path, "audit", "--upkeep", "--json")
    exp(one.path, "sync")
    exp(two.path, "sync")

    after = exp(two.path, "audit", "--upkeep", "--json")

    assert (0, []) == (before.code, before.json["faults"])
    assert ["no usage is logged: what is never recalled, or fails, can't be told"] == before.json["limits"]
    assert [("failing", "warning", f"mill-{HEX}", 4)] == [
        (fault["code"], fault["severity"], fault["id"], fault["line"]) for fault in after.json["faults"]
    ]
    assert 1 == after.code
    assert 0 == exp(two.path, "audit").code, "it is no fault of the store"
