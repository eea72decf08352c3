"""Places as people write them: odd names, lines, symbols; what never was, what is gone, and what lies there instead."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from e2e.old_pump import COUNTED, PUMP, Pump, ask, commits, lay, refused
from support.process import exp_at_terminal
from support.repository import Repository

VALVE = "src/valve.py"
SOURCE = '''"""A valve."""


class Valve:
    def open(self):
        return 1

    def close(self):
        return 0


class Gate:
    def open(self):
        return 2


def flow(rate):
    return rate
'''
BROKEN = "def whole():\n    return 1\n\n\ndef broken(:\n    return [\n"


@pytest.fixture(scope="module")
def pump(tmp_path_factory: pytest.TempPathFactory) -> Pump:
    made = lay(tmp_path_factory.mktemp("old") / "pump")
    made.repository.commit(
        "Lay the valve", {VALVE: SOURCE, "src/broken.py": BROKEN, "notes.txt": "one\ntwo\n", "empty.py": ""}
    )
    return made


@pytest.mark.parametrize(
    "name",
    [
        "src/new\nline.py",
        "q\"uo'te.py",
        "a:12",
        "a::b",
        "-x.py",
        "--json",
        ":y.py",
        ":(top)z",
        "*.py",
        "a b",
        "\\t",
    ],
)
def test_whatever_a_file_is_called_its_own_past_is_told(tmp_path: Path, name: str):
    odd = Repository.create(tmp_path / "odd")
    odd.commit("Lay others", {"a": "1\n" * 30, "x.py": "1\n", "other.py": "1\n", "src/line.py": "1\n"})
    first = odd.commit("Lay it", {name: "one\ntwo\nthree\n"})
    second = odd.commit("Change it", {name: "one\n2\nthree\n"})

    told = ask(odd, "--json", "--", name)
    line = ask(odd, "--json", "--", f"{name}:2")
    shown = exp_at_terminal(odd.path, "archaeology", "--", name)

    assert [second, first] == commits(told) == commits(line)
    assert (name, True, [name]) == (told.json["place"]["path"], told.json["exists"], told.json["names"])
    assert (name, 2) == (line.json["place"]["path"], line.json["place"]["first"])
    assert [] == told.json["limits"]
    assert 0 == shown.plain.code


def test_a_path_that_looks_like_an_option_needs_the_two_dashes(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    odd.commit("Lay it", {"-x.py": "one\n"})

    assert "-x" in refused(ask(odd, "-x.py"))
    assert 1 == len(commits(ask(odd, "./-x.py", "--json")))


def test_a_file_whose_name_holds_a_colon_goes_before_a_line_of_another(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    lines = odd.commit("Lay lines", {"a": "1\n" * 30})
    colon = odd.commit("Lay a colon", {"a:12": "x\n"})

    assert [colon] == commits(ask(odd, "a:12", "--json"))
    assert [lines] == commits(ask(odd, "a:13", "--json"))


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_accents_count_however_they_are_written(tmp_path: Path, form: Literal["NFC", "NFD"]):
    odd = Repository.create(tmp_path / "odd")
    odd.git("config", "core.precomposeUnicode", "false")
    stored = unicodedata.normalize(form, "src/überdruck-é.py")
    first = odd.commit("Lay it", {stored: "one\n"})

    forms: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
    for asked in forms:
        told = ask(odd, unicodedata.normalize(asked, stored), "--json")
        assert ([first], stored) == (commits(told), told.json["place"]["path"])
    assert [first] == commits(ask(odd, unicodedata.normalize("NFC", stored) + ":1", "--json"))


def test_a_name_that_is_no_text_is_told_and_breaks_no_output(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    name = b"src/\xff\xfe.py"
    odd.write("src/plain.py", "one\n")
    (tmp_path / "odd" / os.fsdecode(name)).write_bytes(b"one\ntwo\n")
    first = odd.commit("Lay it")
    (tmp_path / "odd" / os.fsdecode(name)).write_bytes(b"one\n2\n")
    second = odd.commit("Change it")

    told, line = ask(odd, name, "--json"), ask(odd, name + b":2", "--json")

    assert [second, first] == commits(told) == commits(line)
    assert told.json["exists"] and [] == told.json["limits"]
    assert [] == [
        one for one in ask(odd, "src/plain.py", "--json").json["neighbours"] if not one["path"].isprintable()
    ]
    assert 0 == ask(odd, name).code
    assert "no such file" in refused(ask(odd, b"src/\xfe\xff\xfe.py"))


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("src/pomp.py", f"did you mean `{PUMP}`"),
        ("src/pomp.py:3", f"did you mean `{PUMP}`"),
        ("src/pomp.py::run", f"did you mean `{PUMP}`"),
        ("pump.py", f"did you mean `{PUMP}`?"),
        ("zzzz/qqqq.xyz", "see `git ls-files`"),
        ("src", "is a folder"),
        ("src/", "is a folder"),
        (".", "is a folder"),
        ("", "is a folder"),
        ("src/pump.py/x", "no such file"),
        (f"{PUMP}:21", "only 20 lines"),
        (f"{PUMP}:999999999999", "only 20 lines"),
        (f"{PUMP}:9-3", "is no range of lines"),
        (f"{PUMP}:0", "is no range of lines"),
        (f"{PUMP}:0-3", "is no range of lines"),
        ("empty.py:1", "no lines"),
        (f"{VALVE}::open", "means 2 symbols: Valve.open (line 5), Gate.open (line 13)"),
        (f"{VALVE}::flaw", "near: flow"),
        (f"{VALVE}::zzzzzz", "no such symbol"),
        (f"{VALVE}::open#3", "no such symbol"),
        ("src/broken.py::nothing_like_it", "does not parse without a fault"),
        ("notes.txt::one", "has no grammar here; ask about lines"),
        ("nowhere.py::x", "no such file"),
    ],
)
def test_what_is_not_there_is_said_in_one_line_with_what_is_near(pump: Pump, asked: str, why: str):
    assert why in refused(ask(pump.repository, asked))


def test_nothing_is_guessed_of_several_symbols_and_an_ordinal_or_the_whole_name_picks_one(pump: Pump):
    for asked, first in (("Valve.open", 5), ("Gate.open", 13), ("open#1", 5), ("open#2", 13), ("Gate", 12)):
        told = ask(pump.repository, f"{VALVE}::{asked}", "--json").json
        assert first == told["symbol"]["first"] == told["place"]["first"], asked
        assert 1 == len(told["changes"])


def test_a_symbol_of_a_file_that_does_not_parse_is_found_where_it_is_whole(pump: Pump):
    told = ask(pump.repository, "src/broken.py::whole", "--json").json

    assert ("whole", 1, 2) == tuple(told["symbol"][key] for key in ("name", "first", "last"))


def test_a_range_that_reaches_past_the_end_ends_with_the_file(pump: Pump):
    told = ask(pump.repository, f"{PUMP}:15-900", "--json").json

    assert (15, 20) == (told["place"]["first"], told["place"]["last"])
    assert 6 == told["owners"][0]["lines"]


def test_a_symbol_is_followed_through_its_own_renames_and_the_files(tmp_path: Path):
    old = Repository.create(tmp_path / "old")
    filler = "".join(f"value_{number} = {number}\n" for number in range(30))
    body = "def send(x):\n    a = x\n    b = a + 1\n    c = b + 2\n    return c\n"
    laid = old.commit("Lay send", {"net/wire.py": f"{filler}\n\n{body}"})
    body = body.replace("b = a + 1", "b = a + 10")
    changed = old.commit("Add ten", {"net/wire.py": f"{filler}\n\n{body}"})
    body = body.replace("def send", "def transmit")
    named = old.commit("Call it transmit", {"net/wire.py": f"{filler}\n\n{body}"})
    old.commit("Change something else", {"net/wire.py": f"{filler}other = 1\n\n\n{body}"})
    old.git("mv", "net/wire.py", "net/cable.py")
    old.commit("Move the file")
    body = body.replace("c = b + 2", "c = b + 20")
    last = old.commit("Add twenty", {"net/cable.py": f"{filler}other = 1\n\n\n{body}"})
    old.git("mv", "net/cable.py", "net/line.py")
    body = body.replace("return c", "return c * 2")
    both = old.commit("Move it again, and double", {"net/line.py": f"{filler}other = 1\n\n\n{body}"})

    told = ask(old, "net/line.py::transmit", "--json")

    assert [both, last, named, changed, laid] == commits(told)
    assert ["net/line.py", "net/cable.py", "net/wire.py"] == told.json["names"]
    paths = [one["path"] for one in told.json["changes"]]
    assert ["net/line.py", "net/cable.py", "net/wire.py", "net/wire.py", "net/wire.py"] == paths


def test_lines_are_followed_through_a_rename_that_changed_nothing(tmp_path: Path):
    old = lay(tmp_path / "pump")
    old.repository.git("mv", PUMP, "src/engine.py")
    old.repository.commit("Rename it")

    told = ask(old.repository, "src/engine.py:3", "--json")

    assert [old.taken_back, old.tried, old.laid] == commits(told)
    assert ("revert", "exact") == (told.json["changes"][0]["kind"], told.json["changes"][0]["exactness"])


def test_a_deleted_file_has_its_past_up_to_what_deleted_it(tmp_path: Path):
    old = lay(tmp_path / "pump")
    gone = old.repository.commit("Drop the gauge", {"src/gauge.py": None})
    old.repository.commit("Go on", {PUMP: COUNTED + "last()\n"})

    told, piped = ask(old.repository, "src/gauge.py", "--json"), ask(old.repository, "src/gauge.py")

    assert [gone, old.counted] == commits(told)
    assert (False, []) == (told.json["exists"], told.json["limits"])
    assert "The file is deleted, since" in piped.stdout and gone[:7] in piped.stdout
    for asked in ("src/gauge.py:1", "src/gauge.py::value"):
        assert "is deleted at this revision" in refused(ask(old.repository, asked))
    assert [old.counted] == commits(ask(old.repository, "src/gauge.py:1", "--at", f"{gone}^", "--json"))
    assert "did you mean `src/gauge.py`" in refused(ask(old.repository, "src/gouge.py")), "of the history too"


def test_a_file_that_went_elsewhere_says_where(tmp_path: Path):
    old = lay(tmp_path / "pump")
    old.repository.git("mv", PUMP, "src/engine.py")
    moved = old.repository.commit("Rename it", {"src/engine.py": COUNTED + "last()\n"})

    told = ask(old.repository, PUMP, "--json")

    assert [moved, *old.commits] == commits(told)
    assert ["the file is src/engine.py today"] == told.json["limits"]


def test_a_path_that_was_deleted_and_made_anew_has_both_lives(tmp_path: Path):
    old = lay(tmp_path / "pump")
    gone = old.repository.commit("Drop the pump", {PUMP: None})
    anew = old.repository.commit("Another pump", {PUMP: "entirely = 'new'\n"})

    told = ask(old.repository, PUMP, "--json")

    assert [anew, gone, *old.commits] == commits(told)
    assert [anew] == commits(ask(old.repository, f"{PUMP}:1", "--json"))


def test_a_file_where_a_folder_was_has_its_own_past_only(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    odd.commit("Lay a folder", {"tool/run.py": "one\n", "tool/stop.py": "two\n"})
    odd.git("rm", "-r", "--quiet", "tool")
    odd.commit("Drop it")
    first = odd.commit("Lay a file", {"tool": "one\n"})

    assert [first] == commits(ask(odd, "tool", "--json"))


def test_a_folder_that_is_gone_is_no_file(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    odd.commit("Lay a folder", {"tool/run.py": "one\n", "tool/stop.py": "two\n"})
    odd.commit("Drop it", {"tool/run.py": None, "tool/stop.py": None, "left.py": "1\n"})

    assert "no such file" in refused(ask(odd, "tool"))


def test_a_file_that_was_where_a_folder_is_now_can_be_asked_about(tmp_path: Path):
    odd = Repository.create(tmp_path / "odd")
    first = odd.commit("Lay a file", {"tool": "one\n"})
    odd.commit("Make a folder of it", {"tool": None, "left.py": "1\n"})
    odd.commit("Fill it", {"tool/run.py": "two\n"})

    assert [first] == commits(ask(odd, "tool", "--json", "--at", first))


def test_what_is_not_committed_has_no_past(tmp_path: Path):
    old = lay(tmp_path / "pump")
    old.repository.write("src/fresh.py", "one\n")
    old.repository.git("add", "src/fresh.py")

    for asked in ("src/fresh.py", "src/fresh.py:1"):
        assert "is not committed yet" in refused(ask(old.repository, asked))


def test_line_numbers_of_a_changed_file_are_those_of_the_commit_and_that_is_said(tmp_path: Path):
    old = lay(tmp_path / "pump")
    plain = ask(old.repository, f"{PUMP}:3", "--json")
    old.repository.write(PUMP, "new_first_line()\n" + COUNTED)

    line, whole = ask(old.repository, f"{PUMP}:3", "--json"), ask(old.repository, PUMP, "--json")

    said = f"{PUMP} differs in the work tree: line numbers are those of {old.counted[:12]}"
    assert [[], [said], [said]] == [one.json["limits"] for one in (plain, line, whole)]
    assert commits(plain) == commits(line) == [old.taken_back, old.tried, old.laid]
    assert said in ask(old.repository, f"{PUMP}:3").stderr
    assert [] == ask(old.repository, f"{PUMP}:3", "--json", "--at", "HEAD").json["limits"]
    old.repository.write(PUMP, COUNTED.replace("\n", "\r\n"))
    assert [] == ask(old.repository, f"{PUMP}:3", "--json").json["limits"], "line ends that git turns"
    (old.path / PUMP).unlink()
    os.mkfifo(old.path / PUMP)
    assert [] == ask(old.repository, f"{PUMP}:3", "--json").json["limits"]


def test_a_symlink_is_told_as_what_it_is(tmp_path: Path):
    old = lay(tmp_path / "pump")
    (old.path / "src/link.py").symlink_to("pump.py")
    first = old.repository.commit("Link it")

    told = ask(old.repository, "src/link.py", "--json")

    assert ([first], True) == (commits(told), told.json["exists"])
    assert "is a symlink and has no lines" in refused(ask(old.repository, "src/link.py:1"))


def test_a_submodule_is_compared_by_its_ids_alone(tmp_path: Path):
    old = lay(tmp_path / "pump")
    other = Repository.create(tmp_path / "other")
    ids = [other.commit("One", {"x.py": "1\n"}), other.commit("Two", {"x.py": "2\n"})]
    found = []
    for id in (ids[0], ids[1], ids[0]):
        old.repository.git("update-index", "--add", "--cacheinfo", f"160000,{id},lib/dep")
        old.repository.git("commit", "--quiet", "-m", f"Take {id[:5]}")
        old.repository.commits += 1
        found.append(old.repository.rev())
    bare = old.repository.clone(tmp_path / "bare.git", "--bare")
    (old.path / "lib/dep").mkdir(parents=True)

    for where in (old.repository, bare):
        told = ask(where, "lib/dep", "--json")
        assert found[::-1] == commits(told)
        assert told.json["exists"]
        assert ("revert", "exact") == tuple(told.json["changes"][0][key] for key in ("kind", "exactness"))
        assert ["a submodule: which commits it pointed at is compared, not what they hold"] == told.json[
            "limits"
        ]
        for asked in ("lib/dep:1", "lib/dep::x"):
            assert "is a submodule and has no lines" in refused(ask(where, asked))
        assert "lies in the submodule lib/dep" in refused(ask(where, "lib/dep/x.py"))


def test_a_binary_file_is_compared_as_a_whole(tmp_path: Path):
    old = lay(tmp_path / "pump")
    first = old.repository.commit("Lay it", {"logo.bin": bytes(range(256)) * 8})
    second = old.repository.commit("Draw it anew", {"logo.bin": b"\0\n" * 400})
    third = old.repository.commit('Revert "Draw it anew"', {"logo.bin": bytes(range(256)) * 8})

    told = ask(old.repository, "logo.bin", "--json")

    assert ([third, second, first], True) == (commits(told), told.json["exists"])
    assert ("revert", "exact") == tuple(told.json["changes"][0][key] for key in ("kind", "exactness"))
    assert ["the file is binary: its versions are compared as a whole, not by lines"] == told.json["limits"]
    assert 0 == told.json["owners"][0]["lines"]
    assert "is binary and has no lines" in refused(ask(old.repository, "logo.bin:1"))
    assert "binary" in refused(ask(old.repository, "logo.bin::x"))


def test_a_huge_file_is_not_blamed_and_that_is_said(tmp_path: Path):
    old = Repository.create(tmp_path / "huge")
    first = old.commit("Lay it", {"huge.py": "x = 1  # must not change\n" * 200_000})
    second = old.commit("Add to it", {"huge.py": "x = 1  # must not change\n" * 200_000 + "y = 2\n"})

    told = ask(old, "huge.py", "--json")

    assert ([second, first], True) == (commits(told), told.json["exists"])
    assert ["the file is larger than 4 MiB: its lines were not looked at"] == told.json["limits"]
    assert ([], 0) == (told.json["constraints"], told.json["owners"][0]["lines"])
    assert [second] == commits(ask(old, "huge.py:200001", "--json"))
    assert "too large" in refused(ask(old, "huge.py::x"))


@pytest.mark.parametrize("turned", [True, False])
def test_line_ends_do_not_hide_a_revert(tmp_path: Path, turned: bool):
    old = Repository.create(tmp_path / "ends")
    old.git("config", "core.autocrlf", "false")
    text = COUNTED.replace("\n", "\r\n")
    old.commit("Lay it", {PUMP: text})
    bad = old.commit("Count twice", {PUMP: text.replace("stroke(5)", "stroke(5, 5)\r\nstroke(55)")})
    if turned:
        unix = text.replace("stroke(5)", "stroke(5, 5)\r\nstroke(55)").replace("\r\n", "\n")
        old.commit("Turn line ends", {PUMP: unix})
    back = text.replace("\r\n", "\n") if turned else text
    revert = old.commit(f'Revert "Count twice"\n\nThis reverts commit {bad}.', {PUMP: back})

    told = ask(old, PUMP, "--json")

    change = told.json["changes"][0]
    assert (revert, "revert", "exact", [bad]) == tuple(
        change[key] for key in ("commit", "kind", "exactness", "reverts")
    )
    assert revert in commits(ask(old, f"{PUMP}:5", "--json"))


@pytest.mark.parametrize("branch", ["-odd", "v1"])
def test_at_a_tag_or_a_branch_of_any_name_it_is_as_it_was(tmp_path: Path, branch: str):
    old = lay(tmp_path / "pump")
    old.repository.git("update-ref", f"refs/heads/{branch}", old.tried)
    old.repository.git("tag", "-a", "-m", "A tag", "v2", old.tried)

    for name in (branch, "v2", "HEAD~2", old.tried[:10]):
        assert [old.tried, old.laid] == commits(ask(old.repository, PUMP, f"--at={name}", "--json"))


@pytest.mark.parametrize(
    "name", ["HEAD^{tree}", f"HEAD:{PUMP}", "nope", "HEAD~1..HEAD", "", "--all", "HEAD^@", ":/Lay", "@{-1}"]
)
def test_what_is_no_commit_is_refused(pump: Pump, name: str):
    assert "names no commit" in refused(ask(pump.repository, PUMP, "--at", name))


@pytest.mark.parametrize("day", ["yesterday", "2024-13-01", "2024", "31.03.2024", "-1"])
def test_a_day_that_is_none_is_refused(pump: Pump, day: str):
    assert "is no date" in refused(ask(pump.repository, PUMP, "--since", day))


def test_since_a_day_less_is_listed_and_as_much_is_known(pump: Pump):
    told = ask(pump.repository, PUMP, "--since", "2024-01-03", "--json").json
    later = ask(pump.repository, PUMP, "--since", "2030-01-01", "--json").json

    assert [pump.counted, pump.taken_back] == [one["commit"] for one in told["changes"]]
    assert ["exact"] == [one["exactness"] for one in told["changes"] if one["reverts"]], "its target is older"
    assert ([], True) == (later["changes"], later["exists"])
