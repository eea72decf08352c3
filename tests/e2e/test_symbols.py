"""`exp symbols`: found, missing with the nearest real name, or not to be told; by name, by text, or the whole tree."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.process import exp, exp_at_terminal
from support.repository import Repository

PUMP = """\
class Machine:
    def stop(self):
        return "stopped"


class HeatPump(Machine):
    MAX_HEAT = 80

    def attach_to_boiler(self, boiler):
        self.boiler = boiler

    def start(self):
        return self.stop()
"""
FAR = """\
from outside import Thing


class Cooler(Thing):
    def cool(self):
        return 1
"""
VALVE = "export class Valve {\n  open(): void {}\n  close(): void {}\n}\n"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository with two languages, a class with a base elsewhere, and a method that was taken out."""
    repository = Repository.create(tmp_path_factory.mktemp("symbols") / "house")
    repository.commit("Begin", {"src/pump.py": PUMP + "\n    def drain_it_all(self):\n        pass\n"})
    repository.commit(
        "Take out draining",
        {"src/pump.py": PUMP, "src/far.py": FAR, "web/valve.ts": VALVE, "notes.xyz": "heat\n"},
    )
    return repository


def answers(house: Repository, *args: str, stdin: str = "") -> dict[str, str]:
    """Return the answer to each name."""
    done = exp(house.path, "symbols", *args, "--json", stdin=stdin.encode())
    return {row["name"]: row["answer"] for row in done.json["findings"]}


def test_each_name_is_found_missing_or_not_to_be_told(house: Repository):
    assert {
        "HeatPump": "found",
        "HeatPump.start": "found",
        "HeatPump.stop": "found",
        "HeatPump.boiler": "found",
        "Valve.open": "found",
        "src/pump.py": "found",
        "src/**/*.py": "found",
        "HeatPump.attach_to_boilers": "missing",
        "Valve.opens": "missing",
        "src/pumps.py": "missing",
        "Cooler.warm": "unverifiable",
        "requests.Session.get": "unverifiable",
        "elsewhere/pump.py": "unverifiable",
    } == answers(
        house,
        *(
            "HeatPump",
            "HeatPump.start",
            "HeatPump.stop",
            "HeatPump.boiler",
            "Valve.open",
            "src/pump.py",
            "src/**/*.py",
        ),
        *("HeatPump.attach_to_boilers", "Valve.opens", "src/pumps.py", "Cooler.warm", "requests.Session.get"),
        "elsewhere/pump.py",
    )


def test_a_line_a_name_and_last_the_count(house: Repository):
    done = exp(house.path, "symbols", "HeatPump.start", "HeatPump.attach_to_boilers", "Cooler.warm")
    lines = done.stdout.splitlines()

    assert (1, "") == (done.code, done.stderr)
    assert "found    HeatPump.start              src/pump.py:12" == lines[0]
    assert lines[1].startswith("MISSING  HeatPump.attach_to_boilers  nearest: HeatPump.attach_to_boiler")
    assert lines[2].startswith("?        Cooler.warm                 ")
    assert "Thing" in lines[2]
    assert ["1 of 3 found, 1 missing, 1 can't be told"] == lines[3:]


def test_it_ends_with_0_where_nothing_is_missing(house: Repository):
    done = exp(house.path, "symbols", "HeatPump.start", "Cooler.warm", "--", "--no-heat")

    assert (0, "") == (done.code, done.stderr)
    assert "1 of 3 found, 2 can't be told" == done.stdout.splitlines()[-1]


def test_json_holds_where_and_what_is_near(house: Repository):
    document = exp(house.path, "symbols", "HeatPump.start", "HeatPump.attach_to_boilers", "--json").json
    found, missing = document["findings"]

    assert house.rev() == document["at"]
    assert {
        "name": "HeatPump.start",
        "kind": "symbol",
        "answer": "found",
        "where": ["src/pump.py:12"],
        "nearest": [],
        "reason": "",
        "gone": None,
    } == found
    assert ("missing", "HeatPump.attach_to_boiler") == (missing["answer"], missing["nearest"][0])
    assert missing["reason"]


def test_the_names_of_a_text_are_asked_also_of_one_without_blanks(house: Repository, tmp_path: Path):
    draft = tmp_path / "draft.md"
    draft.write_text(
        "Use `attach_to_boilers()` of `HeatPump`, in src/pump.py, as GitHub does.\n", encoding="utf-8"
    )

    assert {
        "HeatPump": "found",
        "HeatPump.attach_to_boilers": "missing",
        "src/pump.py": "found",
    } == answers(house, "--text", str(draft))
    assert {
        "HeatPump": "found",
        "HeatPump.attach_to_boilers": "missing",
    } == answers(house, "--text", "-", stdin="请使用HeatPump的attach_to_boilers()方法")


def test_a_text_that_names_nothing_is_well(house: Repository):
    done = exp(house.path, "symbols", "--text", "-", stdin=b"Be kind to each other.\n")

    assert (0, "no name of code in it\n", "") == (done.code, done.stdout, done.stderr)
    assert [] == exp(house.path, "symbols", "--text", "-", "--json", stdin=b"").json["findings"]


def test_another_revision_has_its_own_tree(house: Repository):
    assert {"HeatPump.drain_it_all": "missing"} == answers(house, "HeatPump.drain_it_all")
    assert {"HeatPump.drain_it_all": "found"} == answers(house, "HeatPump.drain_it_all", "--at", "HEAD~1")


def test_history_names_the_commit_that_took_a_thing_out(house: Repository):
    [row] = exp(house.path, "symbols", "--history", "HeatPump.drain_it_all", "--json").json["findings"]

    assert house.rev() == row["gone"]
    assert f"was removed in {house.rev()[:10]}" in row["reason"]


def test_without_a_name_the_whole_tree_is_indexed(house: Repository):
    table = exp(house.path, "symbols")
    document = exp(house.path, "symbols", "--json").json

    assert (0, "") == (table.code, table.stderr)
    assert ["language", "python", "typescript"] == [line.split()[0] for line in table.stdout.splitlines()[:3]]
    assert "3 files, " in table.stdout.splitlines()[-1]
    assert {"python": 2, "typescript": 1} == {row["language"]: row["files"] for row in document["languages"]}
    assert 3 == document["files"]
    assert len(PUMP) + len(FAR) + len(VALVE) == document["bytes"]
    assert any(".xyz" in row["what"] for row in document["left_out"])
    assert 0 == document["parsed"], "the second run knows all blobs"


def test_it_works_without_a_work_tree_and_writes_nothing_into_one(house: Repository, tmp_path: Path):
    bare = house.clone(tmp_path / "bare.git", "--bare")

    assert {"HeatPump.start": "found", "HeatPump.starts": "missing"} == answers(
        bare, "HeatPump.start", "HeatPump.starts"
    )
    assert "" == house.git("status", "--porcelain", "--ignored")


def test_a_terminal_gets_one_line_a_name(house: Repository):
    long = "HeatPump.attach_to_a_boiler_whose_name_is_longer_than_any_column_could_ever_be_wide"
    done = exp_at_terminal(house.path, "symbols", long, "HeatPump.start", env={"NO_COLOR": "1"})

    assert 3 == len(done.stdout.splitlines())
    assert max(len(line) for line in done.stdout.splitlines()) <= 100


def test_odd_names_are_asked_for_as_they_are(house: Repository):
    odd = ["a.*b", "[", "x", "名前_x", "größe", "A.(b", "\\", "'", "$(true)", "a\nb", "x" * 5000]
    done = exp(house.path, "symbols", "--", *odd)

    assert (0, "") == (done.plain.code, done.stderr)
    assert len(odd) + 1 == len(done.stdout.splitlines())


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("--text", "nowhere.md"), "--text nowhere.md: can't be read: No such file or directory"),
        (("--text", "."), "--text .: can't be read: Is a directory"),
        (("--at", "nowhere", "HeatPump"), "--at nowhere: names no commit of this clone"),
        (("--history",), "--history: is for names"),
        ((" ",), "NAME: is empty"),
    ],
)
def test_a_wrong_call_is_told_in_one_line(house: Repository, args: tuple[str, ...], complaint: str):
    done = exp(house.path, "symbols", *args)

    assert 2 == done.code
    assert done.complaint.startswith(f"Error: {complaint}")


def test_a_repository_without_a_commit_says_so(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty")

    done = exp(empty.path, "symbols", "HeatPump")

    assert 3 == done.code
    assert "there are no commits yet" in done.complaint
