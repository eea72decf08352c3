"""What a commit's message and files give of its change, in each odd repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.change_message_git import change_message, commit_of, discussion_of
from gitexp.adapters.git import discover
from gitexp.errors import UsageError
from gitexp.records.change_record import ChangeMessage
from support.repository import Repository, isolate

MESSAGE = """\
Keep one socket (#12)

The firmware answers one client only, so a second socket would get the answers of the first.

Constraint: one socket only, because the firmware
  answers one client
Rejected: a thread for each client | the firmware mixes up their answers
Fixes: #11
Fixes: 8d3a1f0c2b7e
Signed-off-by: Bo Builder <bo@example.org>
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = Repository.create(tmp_path / "project")
    made.commit("Start", {"engine/pump.py": "a\n", "README": "r\n"})
    return made


def message(repo: Repository, name: str = "HEAD") -> ChangeMessage:
    layout = discover(str(repo.path))
    return change_message(layout.git(), layout, commit_of(layout.git(), name))


def test_a_message_gives_subject_prose_trailers_number_and_files(repo: Repository) -> None:
    commit = repo.commit(MESSAGE, {"engine/pump.py": "b\n"})

    made = message(repo)

    assert (commit, "Keep one socket (#12)", 12) == (made.commit, made.subject, made.pull_request)
    assert (("#11", "8d3a1f0c2b7e"), ("engine/pump.py",)) == (made.fixes, made.files)
    assert "Signed-off-by" not in made.body
    texts = [turn.text for turn in discussion_of(made, "").turns]
    assert [
        "The firmware answers one client only, so a second socket would get the answers of the first.",
        "Constraint: one socket only, because the firmware answers one client",
        "Rejected: a thread for each client | the firmware mixes up their answers",
    ] == texts


def test_a_first_commit_and_an_empty_one_have_the_files_they_have(repo: Repository) -> None:
    assert ("README", "engine/pump.py") == message(repo).files

    repo.commit("Nothing")
    assert () == message(repo).files
    assert "commit" == discussion_of(message(repo), "").kind


def test_a_git_merge_has_what_it_brought_to_its_first_parent(repo: Repository) -> None:
    repo.git("switch", "--quiet", "-c", "side")
    repo.commit("On the side", {"side.py": "s\n"})
    repo.git("switch", "--quiet", "main")
    repo.commit("On main", {"main.py": "m\n"})
    repo.git(
        "merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from a/side\n\nBring the side", "side"
    )

    made = message(repo)

    assert ("Bring the side", 7, ("side.py",)) == (made.subject, made.pull_request, made.files)


def test_a_revert_names_what_it_takes_back(repo: Repository) -> None:
    first = repo.commit("Cache it", {"engine/pump.py": "b\n"})
    repo.git("revert", "--no-edit", first)

    assert (first,) == message(repo).reverts


def test_at_the_border_of_a_shallow_clone_no_files_are_claimed(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Second", {"engine/pump.py": "b\n"})
    made = message(repo.clone(tmp_path / "shallow", "--depth=1"))

    assert () == made.files
    assert ("the history ends at this commit: which files it changed can't be told",) == made.limits


def test_names_and_messages_that_are_no_utf_8_do_no_harm(repo: Repository) -> None:
    repo.write("plain.py", "p\n")
    repo.git("add", "--all")
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"x\n")
    repo.git("update-index", "--add", "--cacheinfo", b"100644," + blob.encode() + b",caf\xe9.py")
    repo.git(
        "-c", "i18n.commitEncoding=UTF-8", "commit", "--quiet", "-F", "-", stdin=b"Caf\xe9 \x1b[31m red\n"
    )

    made = message(repo)

    assert ("plain.py",) == made.files
    assert ("1 of 2 paths can't be written down",) == made.limits


@pytest.mark.parametrize(
    ("name", "near"), [("mian", "`main`"), ("v1.O", "`v1.0`"), ("zzz", "git log"), ("-x", "git")]
)
def test_a_name_that_is_no_commit_is_refused_with_the_nearest(repo: Repository, name: str, near: str) -> None:
    repo.git("tag", "v1.0")

    with pytest.raises(UsageError) as caught:
        commit_of(discover(str(repo.path)).git(), name)

    assert "names no commit" in str(caught.value) and near in str(caught.value)
