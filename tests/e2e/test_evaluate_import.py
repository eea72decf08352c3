"""`exp evaluate --import`: cases of refs/exp/cases become files to evaluate; nothing of people's is overwritten."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters.cases_git import FOLDER, GOLD, case_text
from gitexp.records.garbage import GarbageKind
from gitexp.records.labelled_case import LabelledCase
from support.process import exp
from support.repository import Repository
from support.talk import a_discussion, a_turn

RULE = "Retry only GET, because POST is not idempotent."


def a_case(
    key: str = "0a1b2c3d4e", words: str = RULE, kind: GarbageKind = "one_off", reason: str = "once"
) -> LabelledCase:
    """Return a case as a drop makes one."""
    source = a_discussion(a_turn(words))
    return LabelledCase(f"dropped-{key}", kind, replace(source, id=f"{source.id}~{key}"), reason)


def keep(repo: Repository, files: dict[str, str], ref: str = "refs/exp/cases") -> None:
    """Put files into the tree of a ref, as a push does."""
    lines = []
    for name, text in files.items():
        blob = repo.git("hash-object", "-w", "--stdin", stdin=text.encode())
        lines.append(f"100644 blob {blob}\t{name}\n")
    tree = repo.git("mktree", stdin="".join(lines).encode())
    repo.git("update-ref", ref, repo.git("commit-tree", tree, "-m", "cases"))


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "shop")
    repository.commit(files={"src/net/retry.py": "TRIES = 2\n"})
    return repository


def test_cases_are_laid_and_evaluated_and_a_second_import_does_nothing(repo: Repository):
    keep(repo, {"dropped-0a1b2c3d4e.json": case_text(a_case())})
    keep(repo, {"dropped-1111111111.json": case_text(a_case("1111111111"))}, "refs/exp/remotes/origin/cases")

    first = exp(repo.path, "evaluate", "--import", "--json")
    second = exp(repo.path, "evaluate", "--import", "--json")

    paths = [f"{FOLDER}/dropped-0a1b2c3d4e.json", f"{FOLDER}/dropped-1111111111.json"]
    assert (0, paths, []) == (first.plain.code, first.json["created"], first.json["skipped"])
    assert ([], paths, []) == (second.json["created"], second.json["kept"], second.json["labelled"])
    rows = [json.loads(line) for line in (repo.path / GOLD).read_text().splitlines()]
    assert [
        {"discussion": f"dropped-{key}", "none": True, "garbage_kind": "one_off", "note": "once"}
        for key in ("0a1b2c3d4e", "1111111111")
    ] == rows
    measured = exp(repo.path, "evaluate")
    assert 0 == measured.plain.code
    assert "2 discussions, 0 required rows, 2 that teach nothing" in measured.both


def test_what_a_person_changed_stays_and_rows_are_added_below_theirs(repo: Repository):
    keep(repo, {"dropped-0a1b2c3d4e.json": case_text(a_case())})
    repo.write(f"{FOLDER}/dropped-0a1b2c3d4e.json", "mine")
    repo.write(GOLD, '{"discussion": "mine", "none": true}')

    done = exp(repo.path, "evaluate", "--import")

    assert f"changed  {FOLDER}/dropped-0a1b2c3d4e.json: left as it is" in done.stdout
    assert "mine" == (repo.path / FOLDER / "dropped-0a1b2c3d4e.json").read_text()
    assert ["mine", "dropped-0a1b2c3d4e"] == [
        json.loads(line)["discussion"] for line in (repo.path / GOLD).read_text().splitlines()
    ]


def test_hostile_cases_cost_themselves_alone(repo: Repository):
    good = json.loads(case_text(a_case()))
    private = {**good, "discussion": {**good["discussion"], "private": True}}
    wrong = {**good, "gold": {"garbage_kind": "../../etc"}}
    email = json.loads(case_text(a_case("4444444444", "Ask someone@acme-pages.io, \u202eit is known.")))
    keep(
        repo,
        {
            "dropped-0a1b2c3d4e.json": json.dumps(good),
            "dropped-2222222222.json": json.dumps(private),
            "dropped-3333333333.json": json.dumps(wrong),
            "dropped-4444444444.json": json.dumps(email),
            "dropped-5555555555.json": "[" * 100_000,
            "dropped-6666666666.json": json.dumps({**good, "discussion": {"id": "x"}}),
            "GOLD.jsonl": "{}",
            "..exe": "x",
        },
    )

    done = exp(repo.path, "evaluate", "--import", "--json")

    assert 1 == done.plain.code
    laid = sorted(path.name for path in (repo.path / FOLDER).iterdir())
    assert ["GOLD.jsonl", "dropped-0a1b2c3d4e.json", "dropped-4444444444.json"] == laid
    text = (repo.path / FOLDER / "dropped-4444444444.json").read_text()
    assert "someone@" not in text and "\u202e" not in text and "\\u202e" not in text
    assert 6 == len(done.json["skipped"])


def test_a_link_out_of_the_work_tree_is_not_written_through(repo: Repository, tmp_path: Path):
    keep(repo, {"dropped-0a1b2c3d4e.json": case_text(a_case())})
    (tmp_path / "elsewhere").mkdir()
    (repo.path / "experiences").mkdir()
    (repo.path / FOLDER).symlink_to(tmp_path / "elsewhere")

    done = exp(repo.path, "evaluate", "--import")

    assert 3 == done.code and "leaves the work tree" in done.complaint
    assert [] == list((tmp_path / "elsewhere").iterdir())


def test_without_cases_the_way_to_look_for_new_ones_is_told(repo: Repository):
    done = exp(repo.path, "evaluate", "--import")

    assert 0 == done.code and "git fetch origin" in done.complaint
    assert 2 == exp(repo.path, "evaluate", "cases/", "--import").code
