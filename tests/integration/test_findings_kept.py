"""What was found of names is told again at the same commit, and at another where the file is the same there."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.facts_kept_tables import TABLES
from gitexp.adapters.findings_kept import MAX_KEPT, KeptFindings
from gitexp.adapters.git import Git, discover
from gitexp.records.finding import Finding
from support.repository import Repository

FOUND = Finding("Till.total", "found", ("src/till.py:3",), declared=True)
MISSING = Finding("Till.totl", "missing", (), ("Till.total",), "no Till.totl", gone="abc")
UNTOLD = Finding("Shop.open", "unverifiable", (), (), "no grammar for pascal")


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "shop")
    repository.commit("Begin", {"src/till.py": "class Till:\n\n    def total(self): ...\n", "a.py": ""})
    return repository


@pytest.fixture
def index(tmp_path: Path) -> Iterator[DerivedDatabase]:
    opened = DerivedDatabase(str(tmp_path / "index.db"), "findings", TABLES)
    yield opened
    opened.close()


class CountingGit(Git):
    """Git that counts how often it is called."""

    calls = 0

    def try_run(self, *args: str | bytes, **options: object) -> bytes | None:
        self.calls += 1
        return super().try_run(*args)


def of(repo: Repository, index: DerivedDatabase) -> tuple[KeptFindings, CountingGit]:
    layout = discover(str(repo.path))
    git = CountingGit(layout.root, layout)
    return KeptFindings(index, git), git


def test_every_answer_holds_at_its_own_commit(repo: Repository, index: DerivedDatabase):
    head = repo.git("rev-parse", "HEAD")
    of(repo, index)[0].put([FOUND, MISSING, UNTOLD], head)
    findings, git = of(repo, index)

    assert {one.name: one for one in (FOUND, MISSING, UNTOLD)} == findings.get(
        ["Till.total", "Till.totl", "Shop.open", "other"], head
    )
    assert 0 == git.calls


def test_what_was_found_holds_while_its_file_is_the_same(repo: Repository, index: DerivedDatabase):
    first = repo.git("rev-parse", "HEAD")
    of(repo, index)[0].put([FOUND, MISSING, UNTOLD], first)
    second = repo.commit("Elsewhere", {"a.py": "x = 1\n"})
    findings, git = of(repo, index)
    names = ["Till.total", "Till.totl", "Shop.open"]

    assert {"Till.total": FOUND} == findings.get(names, second)
    assert {"Till.total": FOUND} == findings.get(names, second)
    assert 1 == git.calls, "the second time it is known at this commit"
    third = repo.commit("Here", {"src/till.py": "class Till: ...\n"})
    assert {} == findings.get(names, third)
    assert [FOUND, MISSING, UNTOLD] == list(findings.get(names, first).values())


def test_of_several_places_those_that_are_the_same_are_told(repo: Repository, index: DerivedDatabase):
    first = repo.commit("More", {"b.py": "total = 1\n", "c.py": "total = 2\n"})
    everywhere = Finding("total", "found", ("src/till.py:3", "b.py:1", "c.py:1"))
    of(repo, index)[0].put([everywhere], first)
    second = repo.commit("Change", {"b.py": "", "c.py": None})

    assert ("src/till.py:3",) == of(repo, index)[0].get(["total"], second)["total"].where


def test_what_other_files_make_so_is_looked_up_again(repo: Repository, index: DerivedDatabase):
    first = repo.git("rev-parse", "HEAD")
    inherited = Finding("Shop.total", "found", ("src/till.py:3",), reason="by `Till.total`", declared=True)
    written = Finding("Shop.sum", "found", ("src/till.py:3",), reason="is written so")
    of_a_library = Finding("httpx", "found", ("src/till.py:1",), kind="dependency")
    in_a_file = [
        FOUND,
        Finding("Till", "found", ("src/till.py:1",), declared=True),
        Finding("total", "found", ("src/till.py:3",)),
        Finding("src/till.py", "found", ("src/till.py",), kind="path"),
        Finding("src/*.py", "found", ("src/till.py",), kind="glob"),
    ]
    every = [inherited, written, of_a_library, *in_a_file]
    of(repo, index)[0].put(every, first)
    second = repo.commit("Elsewhere", {"a.py": "class Shop: ...\n"})
    findings, _ = of(repo, index)
    names = [one.name for one in every]

    assert {one.name: one for one in in_a_file} == findings.get(names, second)
    assert {one.name: one for one in every} == findings.get(names, first)


def test_a_later_no_is_stronger_than_an_earlier_place(repo: Repository, index: DerivedDatabase):
    first = repo.git("rev-parse", "HEAD")
    second = repo.commit("Elsewhere", {"a.py": "x = 1\n"})
    third = repo.commit("Again", {"a.py": "x = 2\n"})
    findings, _ = of(repo, index)
    findings.put([FOUND], first)
    findings.put([Finding("Till.total", "missing")], second)

    assert {} == findings.get(["Till.total"], third)


def test_a_no_is_asked_again_when_more_can_be_seen(repo: Repository, index: DerivedDatabase):
    head = repo.git("rev-parse", "HEAD")
    findings, _ = of(repo, index)
    findings.put([FOUND, MISSING, UNTOLD], head)
    repo.write(".git/shallow", "")

    assert {"Till.total": FOUND} == findings.get(["Till.total", "Till.totl", "Shop.open"], head)


def test_a_place_may_be_a_folder_or_have_an_odd_name(repo: Repository, index: DerivedDatabase):
    odd = b"caf\xe9:1.py".decode("utf-8", "surrogateescape")
    (repo.path / odd).write_text("x = 1\n")
    first = repo.commit("Odd", {"new\nline.py": "y = 1\n"})
    names = [
        Finding("src", "found", ("src",), kind="path"),
        Finding("x\ud800", "found", (f"{odd}:1",)),
        Finding("y", "found", ("new\nline.py:1",)),
        Finding("nowhere", "found"),
    ]
    of(repo, index)[0].put(names, first)
    second = repo.commit("Elsewhere", {"a.py": "x = 1\n"})

    told = of(repo, index)[0].get([one.name for one in names], second)
    assert {one.name: one for one in names[:3]} == told


def test_a_commit_that_is_not_here_proves_nothing(repo: Repository, index: DerivedDatabase):
    findings, _ = of(repo, index)
    findings.put([FOUND, MISSING], "f" * 40)

    assert {} == findings.get(["Till.total"], repo.git("rev-parse", "HEAD"))
    assert {"Till.total": FOUND} == findings.get(["Till.total"], "f" * 40)


def test_what_makes_no_sense_counts_as_not_there(repo: Repository, index: DerivedDatabase, tmp_path: Path):
    head = repo.git("rev-parse", "HEAD")
    for harm in ("finding = '['", "finding = '[1]'", "blobs = '3'", "finding = X'ff'"):
        findings, _ = of(repo, index)
        findings.put([FOUND], head)
        index.change(lambda db, harm=harm: db.execute(f"UPDATE findings SET {harm}"))  # type: ignore[misc]
        assert {} == findings.get(["Till.total"], head)
    of(repo, index)[0].put([FOUND], head)
    assert {"Till.total": FOUND} == of(repo, index)[0].get(["Till.total"], head)


def test_where_nothing_can_be_written_nothing_is_known_and_nothing_fails(repo: Repository, tmp_path: Path):
    (tmp_path / "file").write_text("")
    opened = DerivedDatabase(str(tmp_path / "file" / "index.db"), "findings", TABLES)
    head = repo.git("rev-parse", "HEAD")
    findings, _ = of(repo, opened)

    assert {} == findings.get(["Till.total"], head)
    findings.put([FOUND], head)
    assert {} == findings.get(["Till.total"], head)
    opened.close()


def test_of_very_many_the_latest_are_kept(repo: Repository, index: DerivedDatabase):
    head = repo.git("rev-parse", "HEAD")
    findings, _ = of(repo, index)
    for start in (0, 1):
        findings.put([Finding(f"name{number}", "missing") for number in range(start, start + MAX_KEPT)], head)

    [(many,)] = index.ask(lambda db: db.execute("SELECT count(*) FROM findings").fetchall())
    assert MAX_KEPT // 2 <= many <= MAX_KEPT
    assert [f"name{MAX_KEPT}"] == list(findings.get([f"name{MAX_KEPT}", "name0"], head))


def test_the_tables_hold_no_path_of_this_machine(repo: Repository, index: DerivedDatabase, tmp_path: Path):
    of(repo, index)[0].put([FOUND, MISSING], repo.git("rev-parse", "HEAD"))
    index.close()

    assert str(tmp_path).encode() not in (tmp_path / "index.db").read_bytes()
    with sqlite3.connect(tmp_path / "index.db") as db:
        assert [(2,)] == db.execute("SELECT count(*) FROM findings").fetchall()
    db.close()
