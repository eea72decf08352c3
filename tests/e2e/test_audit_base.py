"""`exp audit --base REV`: what a change breaks is reported, with its place and its new name, and nothing else is."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from e2e.test_audit import CODE, RUN, WHEEL, build, experience, id_of, path_of, store, told
from support.process import Finished, exp
from support.repository import Repository


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return build(tmp_path_factory.mktemp("audit-base") / "mill")


@pytest.fixture
def mill(laid: Repository, tmp_path: Path) -> Repository:
    """The mill before its change, of the test's own, on the branch `work`."""
    shutil.copytree(laid.path, tmp_path / "mill", symlinks=True, ignore=shutil.ignore_patterns("exp"))
    repository = Repository(tmp_path / "mill")
    repository.commits = 50
    repository.git("checkout", "--quiet", "-b", "work", "told")
    return repository


def since(repo: Repository, *args: str, base: str = "told") -> Finished:
    return exp(repo.path, "audit", "--base", base, *args)


def faults(repo: Repository, base: str = "told") -> list[dict[str, Any]]:
    """Return the faults since a revision, after a look at the exit code."""
    done = since(repo, "--json", base=base)
    assert (1 if done.json["faults"] else 0) == done.code, done.both
    return list(done.json["faults"])


def test_each_thing_that_the_change_takes_out_is_told_with_its_place_and_new_name(laid: Repository):
    document = since(laid, "--json").json

    assert {
        "Wheel.hold_still": ("symbol", id_of("still"), "src/mill/wheel.py:13", "Wheel.stand_quiet"),
        "grind_flour": ("symbol", id_of("flour"), "src/mill/wheel.py:19", None),
        "src/mill/sluice.py": ("path", id_of("gate"), "src/mill/sluice.py", "src/mill/water/sluice.py"),
        "--keep-husk": ("flag", id_of("husk"), "src/mill/run.py:9", None),
        "httpx": ("dependency", id_of("pool"), None, None),
    } == {one["name"]: (one["code"], one["id"], one["place"], one["moved_to"]) for one in document["faults"]}
    assert (laid.rev("told"), laid.rev("main")) == (
        document["checked"]["base"],
        document["checked"]["commit"],
    )
    assert {"stale": 5, "valid": 1, "unverifiable": 2} == {
        state: document["checked"][state] for state in ("stale", "valid", "unverifiable")
    }


def test_text_says_what_the_change_does_and_who_rests_on_it(laid: Repository):
    lines = since(laid).plain.stdout.splitlines()

    assert lines[0].startswith(f"8 experiences, 5 broken by {laid.rev('told')[:10]}..{laid.rev('main')[:10]}")
    at = lines.index(
        "renames `Wheel.hold_still` to `Wheel.stand_quiet` (src/mill/wheel.py:13), on which 1 experience rests"
    )
    assert [
        f"  {path_of('still')}:4",
        f"  -> write `Wheel.stand_quiet`, or `exp retract {id_of('still')} --reason …`",
    ] == lines[at + 1 : at + 3]
    assert "removes `--keep-husk` (src/mill/run.py:9), on which 1 experience rests" in lines
    assert "moves `src/mill/sluice.py` to `src/mill/water/sluice.py`, on which 1 experience rests" in lines


def test_annotations_stand_at_the_experience_and_sum_up_what_was_removed(laid: Repository):
    lines = since(laid, "--github").plain.stdout.splitlines()

    assert (
        f"::warning file={path_of('flour')},line=4,title=exp symbol::the change removes `grind_flour` "
        "(src/mill/wheel.py:19), which this experience names; name what took its place, "
        f"or `exp retract {id_of('flour')} --reason …`"
    ) in lines
    assert (
        "::notice title=exp::removes `grind_flour` (src/mill/wheel.py:19), on which 1 experience rests"
        in lines
    )
    assert (5, 4) == tuple(
        sum(line.startswith(f"::{level} ") for line in lines) for level in ("warning", "notice")
    )


HOSTILE = ["a%0A::error::b,c.py", "a::warning file=x,line=1::b.py", "a\n::stop-commands::b.py"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_name_ends_no_command_and_begins_none(mill: Repository, name: str):
    old = f"src/{name if name.isprintable() else 'old.py'}"
    mill.commit(
        "Bring it", {old: "x = 1\n", **experience("odd", "Wait.", scope=json.dumps({"paths": [old]}))}
    )
    mill.git("tag", "odd")
    mill.commit("Move it", {old: None, f"lib/{name}": "x = 1\n"})

    done = since(mill, "--github", base="odd")

    assert 1 == done.code
    lines = done.plain.stdout.splitlines()
    assert ["::warning ", "::notice "] == [line[: line.index(" ") + 1] for line in lines]
    assert f"::warning file={path_of('odd')},line=6,title=exp path::" in lines[0]
    told = f"moves `{old.replace('%', '%25')}` to `lib/{name.partition(chr(10))[0].replace('%', '%25')}"
    assert f"::notice title=exp::{told}" in lines[1]
    for text in (since(mill, base="odd").stdout, exp(mill.path, "audit").stdout):
        assert "src/" in text
        assert not any(line.lstrip().startswith("::") for line in text.splitlines())


def test_several_experiences_rest_on_one_name(mill: Repository):
    mill.commit("One more", experience("again", "Let `Wheel.hold_still` come first."))
    mill.git("tag", "more")
    mill.commit(
        "Take it out",
        {"src/mill/wheel.py": WHEEL.replace("hold_still", "x").replace("self.water -= 1", "pass")},
    )

    lines = since(mill, base="more").stdout.splitlines()

    assert any(line.endswith("on which 2 experiences rest") for line in lines)
    assert any("`exp retract ID --reason …`" in line for line in lines)


def test_a_change_of_other_things_reports_nothing(mill: Repository):
    mill.commit(
        "Turn faster, and say so",
        {
            "src/mill/wheel.py": WHEEL.replace("SPEED = 3", "SPEED = 4\n    LOAD = 2"),
            "src/mill/run.py": RUN.replace("import requests", "import requests  # for the miller"),
            "docs/mill.md": "# The mill\n",
        },
    )

    done = since(mill)

    assert (0, "") == (done.code, done.stderr)
    assert done.stdout.startswith("8 experiences, none broken by ")
    assert "Nothing to mend." == done.stdout.splitlines()[-1]
    assert "" == since(mill, "--github").stdout


def test_what_was_gone_before_is_not_reported_again(laid: Repository, tmp_path: Path):
    shutil.copytree(laid.path, tmp_path / "later", symlinks=True)
    later = Repository(tmp_path / "later")
    later.commits = 60
    later.commit("Change something else", {"README.md": "# Mill\n"})

    assert [] == faults(later, "main~1")
    assert 1 == exp(later.path, "audit").code


def test_a_method_that_moves_within_the_tree_breaks_nothing(mill: Repository):
    wheel = WHEEL.replace("class Wheel:", "from mill.base import Base\n\n\nclass Wheel(Base):")
    held = WHEEL[WHEEL.index("    def hold_still") : WHEEL.index("\n\ndef grind_flour")]
    mill.commit(
        "Pull it up",
        {"src/mill/wheel.py": wheel.replace(held, ""), "src/mill/base.py": f"class Base:\n{held}"},
    )

    assert [] == faults(mill)


def test_a_whole_class_that_is_called_otherwise_is_a_rename_of_its_member(mill: Repository):
    mill.commit("Call it a drum", {"src/mill/wheel.py": WHEEL.replace("class Wheel", "class Drum")})

    assert {("Wheel.hold_still", "Drum.hold_still"), ("Wheel.turn", "Drum.turn")} == {
        (one["name"], one["moved_to"]) for one in faults(mill)
    }


def test_a_file_that_does_not_parse_any_more_hides_and_removes_nothing(mill: Repository):
    mill.commit(
        "Leave a conflict",
        {"src/mill/wheel.py": WHEEL.replace("    def hold_still", "<<<<<<< here\n    def hold_still")},
    )

    assert [] == faults(mill)


def test_an_experience_that_the_change_brings_must_name_what_is_there(mill: Repository):
    mill.commit(
        "Write down more",
        {
            **experience("race", "Never let `Wheel.race` begin."),
            **experience("lib", "Use `flask.Flask.route`."),
        },
    )

    [fault] = faults(mill)

    assert (id_of("race"), "symbol", "Wheel.race") == (fault["id"], fault["code"], fault["name"])


def test_one_that_names_since_long_what_is_not_there_is_not_told_for_an_edit(mill: Repository):
    mill.commit("Write a wrong one", experience("race", "Never let `Wheel.race` begin."))
    mill.git("tag", "wrong")
    mill.commit(
        "Mend its title",
        {
            path: text.replace("title: About", "title: On")
            for path, text in experience("race", "Never let `Wheel.race` begin.").items()
        },
    )

    assert [] == faults(mill, "wrong")


def test_what_the_change_retracts_it_may_break(mill: Repository):
    retracted = experience("still", "Call `Wheel.hold_still` before the corn comes.", status="retracted")
    mill.commit(
        "Take both out", {**retracted, "src/mill/wheel.py": WHEEL.replace("hold_still", "stand_quiet")}
    )

    assert [] == faults(mill)


def test_a_fault_of_the_store_that_stood_before_is_not_told_and_one_that_comes_is(mill: Repository):
    old = {path: f"{text}colour: red\n" for path, text in experience("oil", "Oil it.").items()}
    mill.commit("Bring an unknown key", old)
    mill.git("tag", "faulty")
    mill.commit("Edit it", {path: text.replace("Oil it.", "Oil it daily.") for path, text in old.items()})
    assert [] == faults(mill, "faulty")

    mill.commit("Bring another", {path: f"{text}taste: sour\n" for path, text in old.items()})
    [fault] = faults(mill, "faulty")
    assert ("unknown_key", True) == (fault["code"], "taste" in fault["message"])


def test_a_relation_that_dangles_by_the_change_is_told_though_its_file_was_not_touched(mill: Repository):
    mill.commit(
        "Relate",
        experience("new", "Wait.", more=f"relations: {{supersedes: [{id_of('old')}]}}\n")
        | experience(
            "old", "Hurry.", status="superseded", more=f"relations: {{superseded_by: {id_of('new')}}}\n"
        ),
    )
    mill.git("tag", "related")
    mill.commit("Delete one", {path_of("old"): None})

    [fault] = faults(mill, "related")

    assert (path_of("new"), "relation") == (fault["file"], fault["code"])


def test_a_dependency_that_no_longer_fits_is_told_once_it_does_not(mill: Repository):
    mill.commit("Go back", {"pyproject.toml": CODE["pyproject.toml"].replace(">=0.24", "==0.20")})

    assert {("pool", "dependency")} == told(faults(mill))
    mill.git("tag", "back")
    mill.commit("Change the readme", {"README.md": "# Mill\n"})
    assert [] == faults(mill, "back")


def test_it_compares_with_the_commit_where_the_change_began(mill: Repository):
    # What the base branch took out meanwhile was not taken out by this change.
    mill.commit("Say more", {"README.md": "# Mill\n"})

    assert [] == faults(mill, "main")


def test_without_a_commit_in_common_it_says_so(mill: Repository):
    mill.git("checkout", "--quiet", "--orphan", "alone")
    mill.commit("Begin anew")

    done = since(mill)

    assert (2, "") == (done.code, done.stdout)
    assert "no commit in common" in done.complaint


def test_a_change_that_brings_the_store_reports_only_what_is_wrong_in_it(laid: Repository):
    done = exp(laid.path, "audit", "--at", "told", "--base", "begun", "--json")

    assert (0, []) == (done.code, done.json["faults"])
    assert len(store("")) == done.json["checked"]["experiences"]
