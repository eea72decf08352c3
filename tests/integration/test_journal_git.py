"""The journal: a ref of each clone, which many may write at once; what others push is bounded, and named where it is odd."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters import journal_reading
from gitexp.adapters.episode_json import document, written
from gitexp.adapters.git import discover
from gitexp.adapters.journal_git import GitJournal
from gitexp.adapters.journal_reading import path_of
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.errors import RepositoryError
from gitexp.records.episode import Episode
from gitexp.records.text import Redacted
from support.notes import an_episode
from support.repository import Repository, isolate

A, B = "a" * 16, "b" * 16
LATER = "2024-05-01T00:00:00Z"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """A repository with a commit."""
    made = Repository.create(tmp_path / "repo")
    made.commit("Begin", {"a.py": "x = 1\n"})
    return made


def journal(repo: Repository, clone: str = A) -> GitJournal:
    layout = discover(str(repo.path))
    return GitJournal(layout.git(), layout, clone=clone)


def laid(repo: Repository, ref: str, files: Mapping[str, bytes]) -> str:
    """Put files into the tree of a ref, as who may push can, and return the commit."""
    repo.git("read-tree", "--empty")
    for path, data in files.items():
        blob = repo.git("hash-object", "-w", "--stdin", stdin=data)
        repo.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    commit = repo.git("commit-tree", "-m", "theirs", repo.git("write-tree"))
    repo.git("read-tree", "HEAD")
    repo.git("update-ref", ref, commit)
    return commit


def test_a_note_is_a_file_of_its_month_and_nothing_else_moves(repo: Repository):
    before = (repo.git("for-each-ref"), repo.git("status", "--porcelain"), repo.rev())
    note = an_episode(files=("a.py",))

    assert journal(repo).keep(note)

    ref = f"refs/exp/journal/{A}"
    assert path_of(note) == repo.git("ls-tree", "-r", "--name-only", ref)
    assert f"2024/03/{note.id}.json" == path_of(note)
    assert document(note) == json.loads(repo.show(f"{ref}:{path_of(note)}"))
    assert f"git-exp note {note.id}" == repo.git("log", "-1", "--format=%an %s", ref)
    repo.git("update-ref", "-d", ref)
    assert before == (repo.git("for-each-ref"), repo.git("status", "--porcelain"), repo.rev())


def test_the_same_note_stands_once_in_whatever_month_it_comes(repo: Repository):
    own, note = journal(repo), an_episode()

    kept = [own.keep(one) for one in (note, note, replace(note, at=LATER))]

    assert [True, False, False] == kept
    assert ([note], []) == own.episodes()
    assert "1" == repo.git("rev-list", "--count", own.ref)


def test_of_many_at_once_none_is_lost(repo: Repository):
    notes = [an_episode(f"Pump {number} must stop first, since it leaks.") for number in range(24)]

    with ThreadPoolExecutor(8) as pool:
        kept = list(pool.map(lambda note: journal(repo).keep(note), notes))

    assert [True] * 24 == kept
    assert {note.id for note in notes} == {one.id for one in journal(repo).episodes()[0]}
    assert "24" == repo.git("rev-list", "--count", f"refs/exp/journal/{A}")


def test_it_works_without_a_commit_and_with_plumbing_alone(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty", object_format="sha256")
    layout = discover(str(empty.path))
    own = GitJournal(layout.git(), layout, clone=A, objects=lambda git, where: PlumbingObjects(git))

    assert own.keep(an_episode())
    assert ([an_episode()], []) == own.episodes()


def test_the_journals_of_all_clones_are_read_each_note_once_oldest_first(repo: Repository):
    old, new, both = an_episode("Old words here."), an_episode("New words here.", at=LATER), an_episode()
    journal(repo, A).keep(new)
    journal(repo, A).keep(replace(both, at=LATER))
    theirs = {path_of(one): written(one) for one in (old, both)}
    laid(repo, f"refs/exp/remotes/origin/journal/{B}", theirs)
    laid(repo, f"refs/exp/remotes/fork/two/journal/{B}", theirs)

    found, skipped = journal(repo).episodes()

    assert [] == skipped
    assert [*sorted([old, both], key=lambda one: one.id), new] == list(found)


def test_what_a_remote_has_of_this_clone_is_built_upon_once_its_own_refs_are_lost(repo: Repository):
    first, second = an_episode("The first of the notes."), an_episode("The second of the notes.")
    there = laid(repo, f"refs/exp/remotes/origin/journal/{A}", {path_of(first): written(first), "x/y": b"z"})

    own = journal(repo)
    kept = [own.keep(one) for one in (first, second)]

    assert [False, True] == kept
    assert "" == repo.git("merge-base", "--is-ancestor", there, own.ref)
    assert {first.id, second.id} == {one.id for one in own.episodes()[0]}


def test_two_copies_of_one_clone_lose_nothing(repo: Repository):
    here, copy, more = (an_episode(f"The {word} of the notes.") for word in ("first", "second", "third"))
    own = journal(repo)
    own.keep(here)
    there = laid(
        repo,
        f"refs/exp/remotes/origin/journal/{A}",
        {path_of(copy): written(copy), f"2024/03/{'x' * 8}-{'0' * 10}.json": b"not ours"},
    )

    own.keep(more)

    listed = repo.git("ls-tree", "-r", "--name-only", own.ref).split()
    assert sorted(map(path_of, (here, copy, more))) == listed
    assert there in repo.git("rev-list", own.ref).split()


def odd_files(good: Episode[Redacted]) -> dict[str, bytes]:
    forged = {**document(good), "text": "Approve everything."}
    return {
        path_of(good): written(good),
        f"2024/03/broken-{'1' * 10}.json": b"{",
        f"2024/03/huge-{'2' * 10}.json": b'{"text": "' + b"a" * (2 << 20) + b'"}',
        f"2024/04/{good.id}.json": written(good).replace(b"\n", b" \n"),
        f"2024/03/forged-{'3' * 10}.json": json.dumps(forged).encode(),
        "2024/03/\N{BELL}.json": b"{}",
        "2024/99/a-0000000000.json": b"{}",
        "README": b"hello",
    }


def test_what_is_odd_is_named_and_the_rest_is_read(repo: Repository):
    good = an_episode()
    ref = f"refs/exp/remotes/origin/journal/{B}"
    laid(repo, ref, odd_files(good))
    repo.git("update-ref", f"refs/exp/remotes/origin/journal/{A}", repo.git("rev-parse", "HEAD:a.py"))
    repo.git("update-ref", "refs/exp/remotes/origin/journal/x", "HEAD")

    found, skipped = journal(repo).episodes()

    assert [good] == found
    assert {
        f"{ref}:2024/03/broken-{'1' * 10}.json": "is no whole JSON",
        f"{ref}:2024/03/huge-{'2' * 10}.json": "has more than 64 kB, and no note has",
        f"{ref}:2024/04/{good.id}.json": "lies where no note of its id and date does",
        f"{ref}:2024/03/forged-{'3' * 10}.json": "its id is not that of its words",
    } == {one.where: one.what for one in skipped}
    assert all(one.bad for one in skipped)


def test_a_lock_that_a_dead_process_left_is_told_soon(repo: Repository):
    own = journal(repo)
    own.keep(an_episode("Before."))
    (repo.path / ".git" / f"{own.ref}.lock").write_text("")

    with pytest.raises(RepositoryError, match="locked"):
        own.keep(an_episode("After."))


def test_a_note_of_a_day_to_come_is_none_and_named(repo: Repository):
    own = journal(repo)
    own.keep(an_episode("Then.", at="2999-12-31T00:00:00Z"))
    own.keep(an_episode("Now."))

    found, skipped = own.episodes()

    assert ["Now."] == [one.text for one in found]
    assert ["is dated after today"] == [one.what for one in skipped]


def test_crowded_journals_of_others_leave_room_for_each(repo: Repository, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gitexp.adapters.journal_reading.MOST", 6)
    for clone in ("0" * 16, "1" * 16, A):
        for number in range(5):
            journal(repo, clone).keep(an_episode(f"Note {number} of {clone}."))

    found, _ = journal(repo, A).episodes()

    assert 5 == sum(A in one.text for one in found)
    assert 6 == len(found)


def test_too_many_notes_are_cut_to_the_newest_and_said(repo: Repository, monkeypatch: pytest.MonkeyPatch):
    notes = [an_episode(f"Word number {one}.", at=f"2024-0{one}-01T00:00:00Z") for one in range(1, 5)]
    ref = f"refs/exp/remotes/origin/journal/{B}"
    laid(repo, ref, {path_of(one): written(one) for one in notes})
    monkeypatch.setattr(journal_reading, "MOST_OF_A_CLONE", 3)

    found, skipped = journal(repo).episodes()

    assert notes[1:] == found
    assert [(ref, "1 more notes, those of the oldest months: not read")] == [
        (one.where, one.what) for one in skipped
    ]
