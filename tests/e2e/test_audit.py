"""`exp audit` at HEAD: each experience is valid, stale or can't be told; no file of the store is touched by it."""

from __future__ import annotations

import json
import shutil
import zlib
from pathlib import Path

import pytest

from support.process import Finished, exp
from support.repository import Repository

WHEEL = '''\
"""The wheel of the mill."""


class Wheel:
    SPEED = 3

    def __init__(self, water):
        self.water = water

    def turn(self):
        return self.water * self.SPEED

    def hold_still(self, seconds):
        for _ in range(seconds):
            self.water -= 1
        return self.water


def grind_flour(corn):
    return [grain.crushed() for grain in corn]
'''
RUN = """\
import argparse

import httpx
import requests


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep-husk", action="store_true")
    session = requests.Session()
    session.mount("https://", httpx.HTTPTransport())
    return parser
"""
SLUICE = "class Sluice:\n    def open_gate(self, width):\n        self.width = width\n"
PROJECT = '[project]\nname = "mill"\nversion = "1"\ndependencies = ["httpx>=0.24", "requests"]\n'
CODE = {
    "src/mill/wheel.py": WHEEL,
    "src/mill/run.py": RUN,
    "src/mill/sluice.py": SLUICE,
    "pyproject.toml": PROJECT,
}
CHANGED = {
    "src/mill/wheel.py": WHEEL.partition("\n\ndef grind_flour")[0].replace("hold_still", "stand_quiet")
    + "\n",
    "src/mill/run.py": "import argparse\n\n\ndef parse():\n    parser = argparse.ArgumentParser()\n    return parser\n",
    "src/mill/sluice.py": None,
    "src/mill/water/sluice.py": SLUICE,
    "pyproject.toml": PROJECT.replace('"httpx>=0.24", ', ""),
}
"""A member renamed, a function, a flag and a dependency taken out, a file moved, a library used no more."""
NOWHERE = "ab12" * 10
HTTPX = '\n  must: [{text: httpx >= 0.24, check: {dependency: httpx, version: ">=0.24"}}]'


def id_of(slug: str) -> str:
    """Return the id of an experience: its ten digits come from its slug."""
    return f"{slug}-{zlib.crc32(slug.encode()):010x}"


def path_of(slug: str) -> str:
    return f"experiences/mill/{id_of(slug)}.yaml"


def experience(slug: str, what: str, *, scope: str = "", more: str = "", **fields: str) -> dict[str, str]:
    """Return the file of an experience of the area `mill`, by its path."""
    id = id_of(slug)
    held = {"preconditions": "none", "turn": "note:2024-01-02", "status": "active", **fields}
    text = f"""\
id: {id}
title: About the {slug}
when: Working in the mill
what: {json.dumps(what)}
preconditions: {held["preconditions"]}
{f"scope: {scope}" if scope else "why: It broke once."}
evidence: [{{turn: "{held["turn"]}", quote: "It broke the mill."}}]
lens: logic
kind: constraint
status: {held["status"]}
{more}"""
    return {path_of(slug): text}


def store(commit: str) -> dict[str, str]:
    """Return one experience for each kind of thing that can be named; `commit` is one that exists."""
    return {
        **experience(
            "still", "Call `Wheel.hold_still` before the corn comes.", scope='{paths: ["src/mill/**"]}'
        ),
        **experience("gate", "Open it slowly.", scope="{paths: [src/mill/sluice.py]}"),
        **experience("flour", "Never call `grind_flour` with wet corn."),
        **experience("session", "Call `requests.Session.mount` before the first request."),
        **experience("husk", "Pass `--keep-husk` when rye is ground."),
        **experience("pool", "Don't close the pool.", preconditions=HTTPX),
        **experience("oil", "Let `Wheel.turn` run once a day.", turn=f"commit:{commit}"),
        **experience("rope", "Let `Wheel.turn` rest at night.", turn=f"commit:{NOWHERE}"),
    }


def build(path: Path) -> Repository:
    """Lay the mill: its code, tagged `begun`, its store, tagged `told`, and a change that breaks much of it."""
    mill = Repository.create(path)
    first = mill.commit("Build the mill", CODE)
    mill.git("tag", "begun")
    mill.commit("Write down what we learnt", store(first))
    mill.git("tag", "told")
    mill.commit("Change the mill", CHANGED)
    return mill


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return build(tmp_path_factory.mktemp("audit") / "mill")


@pytest.fixture(scope="module")
def audited(laid: Repository) -> Finished:
    """What one audit of the mill at HEAD says as JSON."""
    return exp(laid.path, "audit", "--json")


@pytest.fixture
def mill(laid: Repository, tmp_path: Path) -> Repository:
    """The mill, of the test's own."""
    shutil.copytree(laid.path, tmp_path / "mill", symlinks=True, ignore=shutil.ignore_patterns("exp"))
    repository = Repository(tmp_path / "mill")
    repository.commits = 50
    return repository


def slugs(states: dict[str, str]) -> dict[str, str]:
    return {id[:-11]: state for id, state in states.items()}


def told(faults: list[dict[str, str]]) -> set[tuple[str, str]]:
    """Return what was held against which experience: its slug, and the code."""
    return {(fault["id"][:-11], fault["code"]) for fault in faults}


STALE = {("still", "symbol"), ("gate", "path"), ("flour", "symbol"), ("husk", "flag"), ("pool", "dependency")}


def test_before_the_change_all_is_valid_but_a_commit_that_the_clone_lacks(laid: Repository):
    done = exp(laid.path, "audit", "--at", "told", "--json")

    assert (0, []) == (done.code, done.json["faults"])
    assert {
        **dict.fromkeys(("still", "gate", "flour", "husk", "pool", "oil"), "valid"),
        "session": "unverifiable",
        "rope": "unverifiable",
    } == slugs(done.json["checked"]["states"])
    assert {NOWHERE, "requests.Session.mount"} == {one["name"] for one in done.json["unverifiable"]}


def test_what_the_tree_has_lost_is_stale_and_what_a_library_has_never_is(audited: Finished):
    done = audited

    assert 1 == done.code
    assert STALE == told(done.json["faults"])
    assert {
        **dict.fromkeys(("still", "gate", "flour", "husk", "pool"), "stale"),
        "session": "unverifiable",
        "rope": "unverifiable",
        "oil": "valid",
    } == slugs(done.json["checked"]["states"])
    assert {"requests.Session.mount", NOWHERE} == {one["name"] for one in done.json["unverifiable"]}
    assert {"warning"} == {fault["severity"] for fault in done.json["faults"]}


def test_what_was_renamed_or_moved_is_told_with_its_new_name(laid: Repository, audited: Finished):
    document = audited.json
    faults = {fault["name"]: fault for fault in document["faults"]}

    assert "Wheel.stand_quiet" == faults["Wheel.hold_still"]["moved_to"]
    assert "src/mill/water/sluice.py" == faults["src/mill/sluice.py"]["moved_to"]
    assert {"src/mill/sluice.py": "src/mill/water/sluice.py"} == document["moved"]
    assert faults["grind_flour"]["moved_to"] is None
    change = laid.rev("HEAD")[:10]
    assert (
        f"names `Wheel.hold_still`, which was renamed to `Wheel.stand_quiet` in {change}"
        == (faults["Wheel.hold_still"]["message"])
    )
    assert f"was removed in {change} (2024-01-03)" in faults["grind_flour"]["message"]


def test_json_holds_each_key_of_the_contract(laid: Repository, audited: Finished):
    document = audited.json
    fault = next(one for one in document["faults"] if one["code"] == "flag")

    assert {"faults", "checked", "unverifiable", "moved", "fixed", "skipped", "elapsed_ms"} == set(document)
    assert {
        "code": "flag",
        "severity": "warning",
        "id": id_of("husk"),
        "file": path_of("husk"),
        "line": 4,
        "name": "--keep-husk",
        "place": None,
        "nearest": [],
        "moved_to": None,
        "mend": f"name what took its place, or `exp retract {id_of('husk')} --reason …`",
    } == {key: value for key, value in fault.items() if key != "message"}
    checked = document["checked"]
    assert (laid.rev("HEAD"), None, 8, 8) == (
        checked["commit"],
        checked["base"],
        checked["files"],
        checked["experiences"],
    )
    assert (1, 5, 2, 0) == tuple(checked[state] for state in ("valid", "stale", "unverifiable", "unnamed"))
    assert checked["names"] == checked["found"] + checked["gone"] + checked["names_unverifiable"]


def test_text_names_the_line_what_became_of_it_and_what_to_do(laid: Repository):
    lines = exp(laid.path, "audit").plain.stdout.splitlines()

    assert lines[0].startswith(f"8 experiences at {laid.rev()[:10]}: 1 valid, 5 stale, 2 can't be told whole")
    at = lines.index(path_of("gate"))
    assert [
        "  warning:6  path",
        f"    names `src/mill/sluice.py`, which was moved to `src/mill/water/sluice.py` in {laid.rev()[:10]}",
        f"    -> write `src/mill/water/sluice.py`, or `exp retract {id_of('gate')} --reason …`",
    ] == lines[at + 1 : at + 4]
    assert "can't be told (2), and held against nothing:" in lines
    assert "1 is dead, expired or due for a second look: exp audit --upkeep" == lines[-1]


def test_a_second_run_remembers_and_says_the_same(mill: Repository):
    first = exp(mill.path, "audit", "--json").json
    second = exp(mill.path, "audit", "--json").json

    assert (0, 8) == (first["checked"].pop("remembered"), second["checked"].pop("remembered"))
    assert (mill.path / ".git/exp/verified.json").is_file()
    first.pop("elapsed_ms"), second.pop("elapsed_ms")
    assert first == second


def test_only_what_changed_is_checked_again_and_a_broken_memory_counts_as_none(mill: Repository):
    exp(mill.path, "audit")
    path, text = next(iter(experience("flour", "Dry the corn.").items()))
    mill.write(path, text)

    assert 7 == exp(mill.path, "audit", "--worktree", "--json").json["checked"]["remembered"]
    (mill.path / ".git/exp/verified.json").write_text('{"form": 7', "utf-8")
    again = exp(mill.path, "audit", "--json")
    assert (0, STALE) == (again.json["checked"]["remembered"], told(again.json["faults"]))
    assert 8 == exp(mill.path, "audit", "--json").json["checked"]["remembered"]


def test_a_commit_that_is_fetched_later_is_found_then(mill: Repository):
    assert "rope" in {one["id"][:-11] for one in exp(mill.path, "audit", "--json").json["unverifiable"]}
    tree = mill.rev("HEAD^{tree}")
    late = mill.git("commit-tree", tree, "-m", "late")
    path, text = next(iter(experience("rope", "Let `Wheel.turn` rest.", turn=f"commit:{late[:12]}").items()))
    mill.write(path, text)

    document = exp(mill.path, "audit", "--worktree", "--json").json

    assert "valid" == slugs(document["checked"]["states"])["rope"]


def test_no_file_of_the_store_is_touched(mill: Repository):
    before = mill.git("ls-tree", "-r", "HEAD", "experiences/")
    written = {path: path.stat().st_mtime_ns for path in (mill.path / "experiences").rglob("*.yaml")}

    exp(mill.path, "audit")
    exp(mill.path, "audit", "--upkeep")

    assert "" == mill.git("status", "--porcelain", "--ignored")
    assert before == mill.git("ls-tree", "-r", "HEAD", "experiences/")
    assert written == {path: path.stat().st_mtime_ns for path in (mill.path / "experiences").rglob("*.yaml")}


def test_what_is_no_advice_any_more_may_name_what_is_gone(mill: Repository):
    files = store(mill.rev("begun"))
    mill.commit(
        "Retract all",
        {path: text.replace("status: active", "status: retracted") for path, text in files.items()},
    )

    done = exp(mill.path, "audit", "--json")

    assert (0, [], 0) == (done.code, done.json["faults"], done.json["checked"]["experiences"])


def test_what_it_warns_of_or_says_to_be_gone_is_not_held_against_it(mill: Repository):
    files = {
        **experience(
            "gone",
            "Use `Wheel.turn`: `Wheel.spin` was removed.",
            more='anti_patterns: ["Calling `Wheel.race`."]\n',
        )
    }
    mill.commit("Start afresh", {**dict.fromkeys(store("x")), **files})

    assert (0, ["valid"]) == (
        (done := exp(mill.path, "audit", "--json")).code,
        list(done.json["checked"]["states"].values()),
    )


def test_strict_ends_with_1_for_what_can_not_be_told(laid: Repository):
    assert 0 == exp(laid.path, "audit", "--at", "told").code
    assert 1 == exp(laid.path, "audit", "--at", "told", "--strict").code
    assert 0 == exp(laid.path, "audit", "--at", "begun", "--strict").code


@pytest.mark.parametrize(
    ("args", "code", "complaint"),
    [
        (("--base", "nowhere"), 2, "--base nowhere: names no commit of this clone"),
        (("--at", "nowhere"), 2, "--at nowhere: names no commit of this clone"),
        (("--base", "told", "--fix"), 2, "--base: goes with neither --upkeep nor --fix"),
        (("--bogus",), 2, "--bogus: no such option"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(laid: Repository, args: tuple[str, ...], code: int, complaint: str):
    done = exp(laid.path, "audit", *args)

    assert (code, "") == (done.code, done.stdout)
    assert done.complaint.startswith(f"Error: {complaint}")


def test_the_store_of_the_work_tree_is_audited_when_asked(mill: Repository):
    path, text = next(iter(experience("flour", "Call `Wheel.race` with dry corn.").items()))
    mill.write(path, text)

    committed = exp(mill.path, "audit", "--json").json["faults"]
    lying = exp(mill.path, "audit", "--worktree", "--json").json["faults"]

    assert {"grind_flour"} == {fault["name"] for fault in committed if fault["id"].startswith("flour")}
    assert {"Wheel.race"} == {fault["name"] for fault in lying if fault["id"].startswith("flour")}


def test_without_a_store_it_says_how_to_get_one(tmp_path: Path):
    plain = Repository.create(tmp_path / "plain")
    plain.commit("Begin", {"a.py": "x = 1\n"})

    done = exp(plain.path, "audit")

    assert (0, f"no experiences at {plain.rev()[:10]}: nothing to audit\n") == (done.code, done.stdout)
    assert "exp init" in done.complaint
    assert ([], 0) == (
        (document := exp(plain.path, "audit", "--json").json)["faults"],
        document["checked"]["files"],
    )


def test_without_a_commit_and_outside_of_a_repository_it_says_so(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty")

    for folder, words in ((empty.path, "there are no commits yet"), (tmp_path, "not a git repository")):
        done = exp(folder, "audit")
        assert (3, "") == (done.code, done.stdout)
        assert words in done.complaint


def test_where_a_shallow_history_ends_nothing_is_said_to_have_been_removed(laid: Repository, tmp_path: Path):
    shallow = laid.clone(tmp_path / "shallow", "--depth", "1")

    document = exp(shallow.path, "audit", "--json").json

    # A class that is there whole, and a manifest, tell without any history.
    assert {("still", "symbol"), ("pool", "dependency")} == told(document["faults"])
    assert {
        "flour": "unverifiable",
        "husk": "unverifiable",
        "gate": "unverifiable",
        "oil": "unverifiable",
    } == {
        name: state
        for name, state in slugs(document["checked"]["states"]).items()
        if name in ("flour", "husk", "gate", "oil")
    }
    done = exp(shallow.path, "audit", "--base", "HEAD~1")
    assert (2, True) == (done.code, "git fetch --unshallow" in done.complaint)
    shallow.git("fetch", "--quiet", "--unshallow")
    assert STALE == told(exp(shallow.path, "audit", "--json").json["faults"])


def test_it_works_bare_in_a_worktree_in_a_folder_below_and_detached(mill: Repository, tmp_path: Path):
    bare = mill.clone(tmp_path / "bare.git", "--bare")
    mill.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "beside"), "told")

    assert STALE == told(exp(bare.path, "audit", "--json").json["faults"])
    assert STALE == told(exp(mill.path / "src/mill", "audit", "--json").json["faults"])
    assert [] == exp(tmp_path / "beside", "audit", "--json").json["faults"]
    assert STALE == told(exp(tmp_path / "beside", "audit", "--at", "main", "--json").json["faults"])
    refused = exp(bare.path, "audit", "--worktree")
    assert (3, True) == (refused.code, "this repository has no work tree" in refused.complaint)


def test_faults_of_the_files_stand_beside_those_of_names(mill: Repository):
    secret = "ghp_" + "Zk3" * 12
    override = "\u202e"
    path, text = next(iter(experience("oil", f"Use the key {secret} to oil.").items()))
    other, unseen = next(iter(experience("rope", "Rest at night.").items()))
    third, marked = next(iter(experience("still", "Wait.").items()))
    mill.commit(
        "Break the store",
        {
            path: text,
            other: unseen.replace("title: About", f"title: About{override}"),
            third: f"<<<<<<< HEAD\n{marked}=======\n{marked}>>>>>>> other\n",
        },
    )

    done = exp(mill.path, "audit", "--json")

    assert 1 == done.code
    assert {(path, "secret"), (other, "invisible_text"), (third, "conflict_marker")} <= {
        (fault["file"], fault["code"]) for fault in done.json["faults"]
    }
    assert secret not in done.both and override not in done.both
    text_run = exp(mill.path, "audit")
    assert secret not in text_run.both and override not in text_run.both


HOSTILE = "a%0A::error::b,c:d %\r\n::stop-commands::x"


def test_annotations_are_one_command_a_fault_whatever_stands_in_names(mill: Repository):
    odd = "experiences/mill/a,b:c%0A::error::d-0000000999.yaml"
    hostile = experience(
        "husk",
        f"Pass `--keep-husk` or `{HOSTILE}`. ::error::Own up",
        scope=json.dumps({"symbols": ["Wheel.x ::error::z"]}),
    )
    mill.commit("Be hostile", {**hostile, odd: "id: odd\n"})

    done = exp(mill.path, "audit", "--github")
    lines = done.plain.stdout.splitlines()

    assert 1 == done.code
    assert all(line.startswith(("::warning ", "::error ", "::notice ")) for line in lines)
    assert {line.partition("::")[2].partition(" ")[0] for line in lines} <= {"warning", "error", "notice"}
    named = [line for line in lines if "0000000999" in line]
    assert named
    for line in named:
        # The runner splits a command's properties at commas and its head at the next `::`.
        head = line[2:].partition("::")[0]
        properties = dict(one.split("=", 1) for one in head.partition(" ")[2].split(","))
        assert "experiences/mill/a%2Cb%3Ac%250A%3A%3Aerror%3A%3Ad-0000000999.yaml" == properties["file"]
    assert "" == done.stderr
    for line in exp(mill.path, "audit").stdout.splitlines():
        assert not line.lstrip().startswith("::")


def test_annotations_stand_at_the_line_of_the_file(laid: Repository):
    lines = exp(laid.path, "audit", "--github").stdout.splitlines()

    assert 5 == len(lines)
    assert (
        f"::warning file={path_of('pool')},line=6,title=exp dependency"
        "::can apply nowhere here: httpx is not named in pyproject.toml; "
        f"mend the condition, or `exp retract {id_of('pool')} --reason …`"
    ) in lines
