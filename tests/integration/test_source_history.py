"""Reverts that stayed and have a reason become discussions of what was done and why it was taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.history_git import GitHistory
from gitexp.adapters.source_history import HistorySource
from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.skipped import Skipped
from support.repository import Repository, isolate


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "repo")


def source(repo: Repository) -> HistorySource:
    return HistorySource(GitHistory(discover(str(repo.path)).git()), "acme/rocket")


def read(repo: Repository) -> list[Discussion[str]]:
    """Return the discussions of a history of which everything was looked at."""
    found = list(source(repo).discussions())
    assert [one for one in found if isinstance(one, Skipped)] == []
    return [one for one in found if isinstance(one, Discussion)]


def test_a_revert_with_a_reason_is_a_discussion_of_two_turns(repo: Repository) -> None:
    first = repo.commit("Cache parsed files\n\nSaves a second.", cache="on", author=("Bo", "bo@example.org"))
    message = f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\nIt leaks.'
    second = repo.commit(message, cache="")

    assert read(repo) == [
        Discussion(
            id=f"commit:{second}",
            kind="history",
            repo="acme/rocket",
            title="Cache parsed files",
            turns=(
                Turn(
                    f"commit:{first}",
                    Speaker("Bo", "author", can_write="yes"),
                    "Cache parsed files\n\nSaves a second.",
                    at="2024-01-01T12:00:00+00:00",
                    anchor=Anchor(path="cache", commit=first),
                    thread=f"commit:{first}",
                ),
                Turn(
                    f"commit:{second}",
                    Speaker("Ada Author", "reviewer", can_write="yes"),
                    message,
                    at="2024-01-02T12:00:00+00:00",
                    anchor=Anchor(path="cache", commit=second),
                    reply_to=f"commit:{first}",
                    thread=f"commit:{first}",
                ),
            ),
            author="Bo",
            merged_at="2024-01-02T12:00:00+00:00",
            local=True,
        )
    ]


def test_the_newest_revert_comes_first(repo: Repository) -> None:
    for name in ("one", "two"):
        first = repo.commit(f"Add {name}", {name: "on"})
        repo.commit(f'Revert "Add {name}"\n\nThis reverts commit {first}.\n\nIt leaks.', {name: None})

    assert [one.title for one in read(repo)] == ["Add two", "Add one"]


def test_a_revert_without_a_reason_teaches_nothing(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(f'Revert "Cache parsed files"\n\nThis reverts commit {first}.', cache="")

    assert read(repo) == []


def test_what_came_back_was_not_wrong_for_good(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\nIt leaks.', cache="")
    repo.commit('Reapply "Cache parsed files"', cache="on")

    assert read(repo) == []


def test_a_revert_of_what_is_not_here_speaks_alone(repo: Repository) -> None:
    only = repo.commit('Revert "Cache parsed files"\n\nIt leaks.', cache="")
    [found] = read(repo)

    assert (found.title, found.author) == ('Revert "Cache parsed files"', None)
    assert [(turn.id, turn.reply_to) for turn in found.turns] == [(f"commit:{only}", None)]


def test_of_several_files_none_is_the_anchor(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on", warm="on")
    repo.commit(
        f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\nIt leaks.', cache="", warm="on"
    )
    [found] = read(repo)

    assert [turn.anchor and turn.anchor.path for turn in found.turns] == [None, "cache"]


def test_a_reverted_merge_is_titled_by_its_pull_request(repo: Repository) -> None:
    repo.commit("Start", readme="one")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", cache="on")
    repo.git("checkout", "--quiet", "main")
    message = "Merge pull request #11 from acme/side\n\nCache parsed files"
    repo.git("merge", "--quiet", "--no-ff", "-m", message, "side")
    repo.commits += 1
    merge = repo.rev()
    repo.commit(
        f'Revert "Merge pull request #11 from acme/side"\n\nThis reverts commit {merge}.\n\nIt leaks.'
    )
    [found] = read(repo)

    assert (found.title, found.turns[0].text) == ("Cache parsed files", message)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ada@example.org", "ada"),
        ("Ada (ada@example.org)", "Ada ada"),
        ("Ada\x1b[31m O'Neil", "Ada 31m O'Neil"),
        ("@", None),
        ("\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e"),
    ],
)
def test_a_name_is_shown_without_an_address(repo: Repository, name: str, shown: str | None) -> None:
    repo.commit('Revert "Cache parsed files"\n\nIt leaks.', author=(name, "x@example.org"))
    [found] = read(repo)

    assert found.turns[0].speaker.login == shown


def test_what_was_not_looked_at_is_said(repo: Repository, tmp_path: Path) -> None:
    assert list(source(repo).discussions()) == [Skipped("history:", "there are no commits yet", bad=False)]

    repo.commit("Start", readme="one")
    border = repo.commit("Go on", readme="two")
    shallow = repo.clone(tmp_path / "shallow", "--depth", "1")
    assert list(source(shallow).discussions()) == [
        Skipped("history:", f"history ends at {border[:12]} (shallow clone)", bad=False)
    ]
