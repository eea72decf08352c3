"""What a real history tells of experiences: trailers, what was made here, and the lines of commits."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters import adoption_git, adoption_lines
from gitexp.adapters.adoption_git import GitAdoption
from gitexp.adapters.git import discover
from gitexp.records.adoption import FileLines, SeenCommit
from support.repository import Repository, isolate


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "repo")


def of(repo: Repository, *revisions: str, seconds: float = 20.0) -> GitAdoption:
    return GitAdoption(discover(str(repo.path)).git(), revisions or ("HEAD",), seconds)


def test_commits_come_with_their_trailers_as_git_reads_them(repo: Repository):
    first = repo.commit("Begin\n\nExperience: in prose\n\nis no trailer")
    second = repo.commit(
        "Flush it\n\nWhy not.\n\n"
        "Experience: cache-flush,\n  cache-open wrong\nexperience: 0a1b\nSigned-off-by: Ada <a@b.example>",
        author=("Ünï 次", "uni@example.org"),
    )

    commits, limits = of(repo).commits()

    expected = [
        SeenCommit(
            second,
            (first,),
            "2024-01-02T12:00:00Z",
            "Ünï 次",
            "uni@example.org",
            ("cache-flush, cache-open wrong", "0a1b"),
        ),
        SeenCommit(first, (), "2024-01-01T12:00:00Z", "Ada Author", "ada@example.org"),
    ]
    assert (expected, []) == (commits, limits)


def test_the_history_of_head_and_of_another_revision_counts_each_commit_once(repo: Repository):
    repo.commit("Begin")
    repo.git("branch", "other")
    repo.commit("Main")
    repo.git("checkout", "--quiet", "other")
    repo.commit("Other\n\nExperience: cache-flush")

    assert 3 == len(of(repo, "HEAD", "main").commits()[0])


def test_without_commits_there_is_nothing(repo: Repository):
    adoption = of(repo)

    assert (([], []), frozenset(), ({}, [])) == (adoption.commits(), adoption.made_here(), adoption.lines([]))


def test_where_time_or_number_end_it_is_said(repo: Repository, monkeypatch: pytest.MonkeyPatch):
    commits = [repo.commit(f"Change {n}", {"a.txt": f"{n}\n"}) for n in range(4)]
    monkeypatch.setattr(adoption_git, "MOST_COMMITS", 2)
    monkeypatch.setattr(adoption_git, "MOST_DIFFS", 1)

    few, limits = of(repo).commits()
    lines, more = of(repo).lines([commits[3], commits[2]])

    assert ([commits[3], commits[2]], ["the newest 2 commits were read"]) == ([one.id for one in few], limits)
    assert ([commits[3]], ["of 2 commits the newest 1 were read"]) == (list(lines), more)
    assert ({}, ["of 2 commits the newest 1 were read", "the lines of 0 commits were read, of 1"]) == of(
        repo, seconds=0.0
    ).lines([commits[3], commits[2]])


def test_made_here_are_commits_and_not_what_was_fetched_or_gone_to(repo: Repository, tmp_path: Path):
    theirs = [repo.commit("Begin"), repo.commit("Theirs", a="1\n")]
    clone = repo.clone(tmp_path / "clone")
    clone.commits = 10
    mine = clone.commit("Mine", b="1\n")
    clone.git("commit", "--quiet", "--amend", "--allow-empty", "-m", "Mine, better")
    amended = clone.rev()
    clone.git("checkout", "--quiet", "-b", "side", "HEAD~1")
    side = clone.commit("Side", c="1\n")
    clone.git("cherry-pick", amended)
    picked = clone.rev()
    clone.git("rebase", "--quiet", "--onto", theirs[0], "HEAD~2")
    rebased = clone.rev()
    clone.git("reset", "--quiet", "--hard", theirs[0])

    made = of(clone).made_here()

    assert {mine, amended, side, picked, rebased} <= made
    assert made.isdisjoint(theirs)


def test_a_branch_that_was_committed_to_in_another_worktree_was_committed_to_here(
    repo: Repository, tmp_path: Path
):
    repo.commit("Begin")
    repo.git("worktree", "add", "--quiet", "-b", "aside", str(tmp_path / "aside"))
    other = Repository(tmp_path / "aside")
    other.commits = 5
    aside = other.commit("Aside")

    assert aside in of(repo).made_here()


def test_lines_are_told_by_file_with_what_stays_beside_them(repo: Repository):
    first = repo.commit("Begin", {"src/a.py": "one\ntwo\nthree\nfour\nfive\n", "b.txt": "1\n"})
    second = repo.commit(
        "Go on", {"src/a.py": "one\ntwo\n-- 3\nfour\nfive\n", "b.txt": None, "ü 次.txt": "neu\n"}
    )

    lines, limits = of(repo).lines([second, first])

    assert [] == limits and [second, first] == list(lines)
    assert (
        FileLines("b.txt", "b.txt", removed=("1",)),
        FileLines("src/a.py", "src/a.py", ("-- 3",), ("three",), ("one", "two", "four", "five")),
        FileLines("ü 次.txt", "", ("neu",)),
    ) == tuple(sorted(lines[second], key=lambda file: file.path))
    assert {"src/a.py", "b.txt"} == {file.path for file in lines[first]}


def test_what_moved_to_another_file_is_no_new_line(repo: Repository):
    text = "".join(f"line {n} of the file\n" for n in range(20))
    repo.commit("Begin", {"old.py": text})
    moved = repo.commit("Move it", {"old.py": None, "new.py": text + "cache.flush()\n"})

    lines, _ = of(repo).lines([moved])

    [file] = lines[moved]
    assert ("new.py", "old.py", ("cache.flush()",), ()) == (
        file.path,
        file.old_path,
        file.added,
        file.removed,
    )


def test_a_hostile_repository_changes_nothing(repo: Repository):
    """Neither its attributes nor its settings run anything, and its lines can't pass for git's own."""
    repo.git("config", "diff.x.textconv", "touch ran; cat")
    repo.git("config", "diff.noprefix", "false")
    repo.git("config", "diff.external", "touch ran")
    text = "\x01" + "c" * 40 + "\ndiff --git a b\n+++ b/src/x.py\n@@ -1 +1 @@\n--- \n\\ No newline\n"
    done = repo.commit(
        "Begin", {".gitattributes": "*.py diff=x\n", "src/a.py": text, "bin": b"\0\1\2", 'q"uote.py': "1\n"}
    )

    lines, _ = of(repo).lines([done])

    assert {".gitattributes", "src/a.py"} == {file.path for file in lines[done]}
    assert tuple(text.split("\n")[:-1]) == next(file.added for file in lines[done] if file.path == "src/a.py")
    assert not (repo.path / "ran").exists()


def test_a_commit_that_nobody_wrote_by_hand_tells_nothing(repo: Repository, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(adoption_lines, "MOST_LINES", 50)
    large = repo.commit("Vendor it", {"a.py": "x\n" * 51})
    small = repo.commit("Go on", {"b.py": "x\n" * 50})

    lines, limits = of(repo).lines([small, large])

    assert ((), 1, []) == (lines[large], len(lines[small]), limits)
