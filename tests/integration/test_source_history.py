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


# The words with which changes were merged

SAID = (
    "The reader must hold the lock until the file is closed, because the writer\n"
    "truncates it first and a half read file passes the check."
)


def texts(repo: Repository) -> list[Discussion[str]]:
    return [one for one in read(repo) if one.kind == "commit"]


def test_a_squash_that_argues_is_a_discussion_of_its_prose(repo: Repository) -> None:
    id = repo.commit(
        f"Hold the lock (#12)\n\n{SAID}\n\nReviewed-by: Al", lock="on", author=("Bo", "bo@example.org")
    )

    assert texts(repo) == [
        Discussion(
            id=f"text:{id}",
            kind="commit",
            repo="acme/rocket",
            title="Hold the lock (#12)",
            turns=(
                Turn(
                    f"commit:{id}",
                    Speaker("Bo", "author", can_write="yes"),
                    SAID,
                    at="2024-01-01T12:00:00+00:00",
                    anchor=Anchor(path="lock", commit=id),
                    thread=f"commit:{id}",
                ),
            ),
            author="Bo",
            merged_at="2024-01-01T12:00:00+00:00",
            local=True,
        )
    ]


def test_each_decision_trailer_is_a_turn_of_its_own(repo: Repository) -> None:
    id = repo.commit(
        "Hold the lock\n\nSome words.\n\nConstraint: one writer,\n  as told\nRejected: a pool | it starves"
    )
    [found] = texts(repo)

    assert [
        (f"commit:{id}#1", "Constraint: one writer, as told"),
        (f"commit:{id}#2", "Rejected: a pool | it starves"),
    ] == [(turn.id, turn.text) for turn in found.turns]


def test_the_trailers_of_each_commit_of_a_squash_are_a_thread(repo: Repository) -> None:
    body = f"* Open\n\n{SAID}\n\nConstraint: a | b\nConfidence: low\n\n* Close\n\nRejected: c | d"
    id = repo.commit(f"Hold the lock (#12)\n\n{body}")
    [found] = texts(repo)

    assert [
        (f"commit:{id}", f"commit:{id}"),
        (f"commit:{id}#1", f"commit:{id}/1"),
        (f"commit:{id}#2", f"commit:{id}/1"),
        (f"commit:{id}#3", f"commit:{id}/2"),
    ] == [(turn.id, turn.thread) for turn in found.turns]


@pytest.mark.parametrize("back", [False, True])
def test_what_was_taken_back_is_not_told_by_its_own_words(repo: Repository, back: bool) -> None:
    first = repo.commit(f"Hold the lock (#12)\n\n{SAID}\n\nConstraint: a | b", lock="on")
    repo.commit(f'Revert "Hold the lock (#12)"\n\nThis reverts commit {first}.\n\nIt hangs.', lock="")
    if back:
        repo.commit('Reapply "Hold the lock (#12)"', lock="on")

    assert [] == texts(repo)


def test_a_merge_that_was_taken_back_is_not_told_either(repo: Repository) -> None:
    repo.commit("Start", readme="one")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", lock="on")
    repo.git("checkout", "--quiet", "main")
    repo.git(
        "merge",
        "--quiet",
        "--no-ff",
        "-m",
        f"Merge pull request #12 from bo/lock\n\nHold it\n\n{SAID}",
        "side",
    )
    repo.commits += 1
    merge = repo.rev()
    repo.git("revert", "--no-edit", "--no-commit", "-m", "1", merge)
    repo.commit(f'Revert "Merge pull request #12 from bo/lock"\n\nThis reverts commit {merge}.\n\nIt hangs.')

    assert ["Hold it"] == [one.title for one in read(repo)]
    assert [] == texts(repo)


def test_bots_and_bumps_are_out(repo: Repository) -> None:
    repo.commit(f"Hold the lock (#12)\n\n{SAID}", author=("dependabot[bot]", "bot@example.org"))
    repo.commit(f"Bump acme from 1.2 to 1.3 (#13)\n\n{SAID}")

    assert [] == read(repo)


def test_a_merge_stands_at_the_one_file_it_brought(repo: Repository) -> None:
    repo.commit("Start", readme="one", other="one")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", lock="on")
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", readme="two")
    repo.git("merge", "--quiet", "--no-ff", "-m", f"Merge acme/rocket#12: Hold it\n\n{SAID}", "side")
    [found] = texts(repo)

    assert ["lock"] == [turn.anchor and turn.anchor.path for turn in found.turns]


def test_a_text_of_several_files_stands_at_none(repo: Repository) -> None:
    repo.commit(f"Hold the lock (#12)\n\n{SAID}", lock="on", writer="on")
    [found] = texts(repo)

    assert [None] == [turn.anchor and turn.anchor.path for turn in found.turns]


def test_a_text_whose_author_is_not_known_names_nobody(repo: Repository) -> None:
    repo.commit("Start", readme="one")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", lock="on", author=("Bo", "bo@example.org"))
    repo.git("checkout", "--quiet", "main")
    repo.git(
        "merge",
        "--quiet",
        "--no-ff",
        "-m",
        f"Merge pull request #12 from bo/lock\n\nHold it\n\n{SAID}",
        "side",
    )
    [found] = texts(repo)

    assert (None, None) == (found.author, found.turns[0].speaker.login)


def test_reverts_come_first_then_texts_the_newest_first(repo: Repository) -> None:
    repo.commit(f"Hold the lock (#12)\n\n{SAID}", lock="on")
    repo.commit('Revert "Cache parsed files"\n\nIt leaks.', cache="")
    repo.commit(f"Hold it longer (#13)\n\n{SAID}", lock="more")

    assert ["history", "commit", "commit"] == [one.kind for one in read(repo)]
    assert ["Hold it longer (#13)", "Hold the lock (#12)"] == [one.title for one in texts(repo)]
