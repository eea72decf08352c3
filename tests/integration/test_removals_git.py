"""What the history took out, on real repositories whose answers are known from how they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.git import Git, discover
from gitexp.adapters.removals_git import GitRemovals
from gitexp.records.removal import Removal
from support.repository import Repository, isolate

ENOUGH = 60.0
"""Seconds: no test is about time but those that say so."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def text(name: str, *more: str) -> str:
    """Return a file of twenty lines that no other name has."""
    return "".join(f"{name} line {number}\n" for number in range(20)) + "".join(f"{one}\n" for one in more)


def removals(repo: Repository, rev: str = "HEAD", *, seconds: float = ENOUGH) -> GitRemovals:
    return GitRemovals(discover(str(repo.path)).git(), rev, seconds=seconds)


def by(repo: Repository, commit: str, moved_to: str | None = None) -> Removal:
    date, subject = repo.git("show", "-s", "--format=%as%x00%s", commit).split("\0")
    return Removal(commit, date, subject, moved_to)


def test_a_removed_file_names_its_commit(repo):
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b")})
    gone = repo.commit("Take a out", {"a.py": None})
    repo.commit("Go on", {"b.py": text("b", "more")})

    assert {"a.py": by(repo, gone)} == removals(repo).paths(["a.py"])


def test_what_was_never_there_is_none_and_what_is_there_is_left_out(repo):
    repo.commit("Lay it", {"src/a.py": text("a")})

    found = removals(repo).paths(["src/b.py", "docs", "src/a.py", "src"])

    assert {"src/b.py": None, "docs": None} == found


def test_a_renamed_file_is_found_where_it_is_today(repo):
    repo.commit("Lay it", {"a.py": text("a"), "other.py": text("other")})
    moved = repo.commit("Rename a", {"a.py": None, "src/b.py": text("a", "changed on the way")})
    repo.commit("Go on", {"src/b.py": text("a", "changed", "again")})

    assert {"a.py": by(repo, moved, "src/b.py")} == removals(repo).paths(["a.py"])


def test_a_file_renamed_twice_is_followed_to_its_last_name(repo):
    repo.commit("Lay it", {"a.py": text("a")})
    repo.commit("Rename it", {"a.py": None, "b.py": text("a")})
    last = repo.commit("Rename it again", {"b.py": None, "c.py": text("a", "changed")})

    assert {"a.py": by(repo, last, "c.py"), "b.py": by(repo, last, "c.py")} == removals(repo).paths(
        ["a.py", "b.py"]
    )


def test_a_file_renamed_and_then_removed_names_the_last_commit(repo):
    repo.commit("Lay it", {"a.py": text("a"), "z.py": text("z")})
    repo.commit("Rename it", {"a.py": None, "b.py": text("a")})
    gone = repo.commit("Take it out", {"b.py": None})

    assert {"a.py": by(repo, gone)} == removals(repo).paths(["a.py"])


def test_a_moved_folder_is_found_where_most_of_it_went(repo):
    names = ("one.py", "two.py", "deep/three.py")
    repo.commit("Lay it", {f"old/{name}": text(name) for name in (*names, "four.py")})
    moved = repo.commit(
        "Move it",
        {f"old/{name}": None for name in (*names, "four.py")}
        | {f"src/new/{name}": text(name) for name in names},
    )

    found = removals(repo).paths(["old", "old/", "old/deep", "old/one.py", "old/four.py"])

    assert {
        "old": by(repo, moved, "src/new"),
        "old/": by(repo, moved, "src/new"),
        "old/deep": by(repo, moved, "src/new/deep"),
        "old/one.py": by(repo, moved, "src/new/one.py"),
        "old/four.py": by(repo, moved),
    } == found


def test_a_folder_whose_files_went_different_ways_is_just_gone(repo):
    repo.commit("Lay it", {"old/one.py": text("one"), "old/two.py": text("two")})
    moved = repo.commit(
        "Split it",
        {"old/one.py": None, "old/two.py": None, "x/one.py": text("one"), "y/two.py": text("two")},
    )

    assert {"old": by(repo, moved)} == removals(repo).paths(["old"])


def test_a_folder_is_gone_with_its_last_file(repo):
    repo.commit("Lay it", {"old/one.py": text("one"), "old/two.py": text("two"), "z": "z\n"})
    repo.commit("Take one out", {"old/one.py": None})
    last = repo.commit("Take two out", {"old/two.py": None})

    assert {"old": by(repo, last)} == removals(repo).paths(["old"])


def test_the_name_of_a_file_that_is_a_folder_today_is_left_out(repo):
    repo.commit("Lay it", {"parse": text("parse")})
    repo.commit("Make a folder of it", {"parse": None})
    repo.commit("Lay the folder", {"parse/one.py": text("one")})

    assert {} == removals(repo).paths(["parse"])


def test_what_was_removed_and_brought_back_names_the_second_removal(repo):
    repo.commit("Lay it", {"a.py": text("a"), "z": "z\n"})
    repo.commit("Take it out", {"a.py": None})
    repo.commit("Bring it back", {"a.py": text("a")})
    assert {} == removals(repo).paths(["a.py"])

    second = repo.commit("Take it out again", {"a.py": None})
    assert {"a.py": by(repo, second)} == removals(repo).paths(["a.py"])


def test_a_removal_on_a_merged_side_branch_is_named_and_not_the_merge(repo):
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b")})
    repo.git("checkout", "-q", "-b", "side")
    gone = repo.commit("Take a out", {"a.py": None})
    repo.git("checkout", "-q", "main")
    repo.commit("Go on", {"b.py": text("b", "more")})
    repo.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")

    assert {"a.py": by(repo, gone)} == removals(repo).paths(["a.py"])


def test_a_merge_that_takes_a_file_out_by_itself_is_named(repo):
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b")})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("Work aside", {"c.py": text("c")})
    repo.git("checkout", "-q", "main")
    repo.commit("Go on", {"b.py": text("b", "more")})
    repo.git("merge", "-q", "--no-ff", "--no-commit", "side")
    repo.git("rm", "-q", "-f", "a.py")
    repo.git("commit", "-q", "-m", "Merge side, without a")

    assert {"a.py": by(repo, repo.rev())} == removals(repo).paths(["a.py"])


def test_what_only_a_thrown_away_side_held_was_there(repo):
    """Git's simplified history would follow the side that never had it."""
    repo.commit("Lay it", {"b.py": text("b")})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("Work aside", {"a.py": text("a")})
    repo.git("checkout", "-q", "main")
    repo.commit("Go on", {"b.py": text("b", "more")})
    repo.git("merge", "-q", "--no-ff", "-s", "ours", "-m", "Take nothing of side", "side")

    assert {"a.py": by(repo, repo.rev())} == removals(repo).paths(["a.py"])


def test_a_shallow_clone_tells_what_it_sees_and_no_absence(repo, tmp_path):
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b"), "c.py": text("c")})
    repo.commit("Take a out", {"a.py": None})
    repo.commit("Go on", {"c.py": text("c", "more")})
    gone = repo.commit("Take b out", {"b.py": None})
    clone = repo.clone(tmp_path / "shallow", "--depth=2")

    assert {"b.py": by(repo, gone)} == removals(clone).paths(["a.py", "b.py", "never.py"])


def test_a_partial_clone_tells_a_plain_rename_and_leaves_out_what_would_need_a_file(repo, tmp_path):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b"), "c.py": text("c")})
    plain = repo.commit("Rename a", {"a.py": None, "new_a.py": text("a")})
    repo.commit("Rename b", {"b.py": None, "new_b.py": text("b", "changed")})
    gone = repo.commit("Take c out", {"c.py": None})
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")

    found = removals(clone).paths(["a.py", "b.py", "c.py", "never.py"])

    assert {"a.py": by(repo, plain, "new_a.py"), "c.py": by(repo, gone), "never.py": None} == found


def test_empty_files_are_moved_only_where_their_names_say_so(repo):
    repo.commit("Lay it", {"pkg/__init__.py": "", "pkg/marker": "", "z": "z\n"})
    moved = repo.commit(
        "Move it",
        {"pkg/__init__.py": None, "pkg/marker": None, "src/pkg/__init__.py": "", "src/other": ""},
    )

    found = removals(repo).paths(["pkg/__init__.py", "pkg/marker"])

    assert {"pkg/__init__.py": by(repo, moved, "src/pkg/__init__.py"), "pkg/marker": by(repo, moved)} == found


def test_the_likelier_of_two_is_what_was_renamed(repo):
    repo.commit("Lay it", {"a.py": text("same"), "lib/b.py": text("same"), "z": "z\n"})
    moved = repo.commit("Move one", {"a.py": None, "lib/b.py": None, "src/b.py": text("same")})

    assert {"a.py": by(repo, moved), "lib/b.py": by(repo, moved, "src/b.py")} == removals(repo).paths(
        ["a.py", "lib/b.py"]
    )


HOSTILE = ["-rf", "--all", "*", "a[b]?.py", ":(top)x", ":!y", "a b\nc.py", "ä/ö.py", "\udcff\udcfe.py"]


def test_hostile_names_are_just_names(repo):
    repo.commit("Lay it", {"z": "z\n", **{name: text(str(number)) for number, name in enumerate(HOSTILE)}})
    assert {} == removals(repo).paths(HOSTILE)

    gone = repo.commit("Take them out", dict.fromkeys(HOSTILE))
    assert {name: by(repo, gone) for name in HOSTILE} == removals(repo).paths(HOSTILE)
    assert dict.fromkeys(["-x", "*.py", ":(glob)**"]) == removals(repo).paths(["-x", "*.py", ":(glob)**"])


def test_names_that_no_tree_can_hold_are_left_out(repo):
    repo.commit("Lay it", {"a/b.py": text("b"), "c.py": text("c")})
    gone = repo.commit("Take b out", {"a/b.py": None})

    found = removals(repo).paths(
        ["", ".", "/", "../x", "a/../c.py", "/etc/passwd", "a\0b", "\ud800", "./a//b.py"]
    )

    assert {"./a//b.py": by(repo, gone)} == found


def test_nothing_is_told_before_the_first_commit_or_of_a_revision_that_is_none(repo):
    assert ({}, {}) == (removals(repo).paths(["a"]), removals(repo).texts(["a"]))
    repo.commit("Lay it", {"a.py": text("a")})
    assert ({}, {}) == (removals(repo, "-x").paths(["b"]), removals(repo, "nosuch").texts(["b"]))


def test_nothing_asked_is_nothing_told(repo):
    repo.commit("Lay it", {"a.py": text("a")})
    assert ({}, {}) == (removals(repo).paths([]), removals(repo).texts([]))


def test_when_the_time_is_up_nothing_is_told_and_nothing_runs_on(repo):
    repo.commit("Lay it", {"a.py": text("a"), "b": "b\n"})
    repo.commit("Take it out", {"a.py": None})

    assert ({}, {}) == (
        removals(repo, seconds=0).paths(["a.py", "x"]),
        removals(repo, seconds=0).texts(["a"]),
    )


def test_a_git_that_hangs_is_ended(repo, tmp_path, monkeypatch):
    """A stand-in for `git log` and `git grep` in a huge history: it says nothing, and does not end by itself."""
    repo.commit("Lay it", {"a.py": text("a"), "b": "b\n"})
    repo.commit("Take it out", {"a.py": None})
    git = discover(str(repo.path)).git()
    real = Git("/").run("--exec-path").decode().strip()
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(
        f'#!/bin/sh\ncase " $* " in *" log "*|*" grep "*) exec sleep 600;; esac\nexec "{real}/git" "$@"\n'
    )
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:/usr/bin:/bin")

    found = GitRemovals(git, "HEAD", seconds=0.5)

    assert ({}, {}) == (found.paths(["a.py", "x"]), found.texts(["a"]))


def test_at_an_older_revision_only_what_was_gone_then_is_told(repo):
    repo.commit("Lay it", {"a.py": text("a"), "b.py": text("b"), "z": "z\n"})
    first = repo.commit("Take a out", {"a.py": None})
    repo.commit("Take b out", {"b.py": None})

    assert {"a.py": by(repo, first)} == removals(repo, first).paths(["a.py", "b.py"])


def test_the_commit_that_took_the_last_whole_word_out_is_named(repo):
    repo.commit("Lay it", {"a.py": "reset()\nreset_all()\n", "b.py": "x = reset\n"})
    repo.commit("Take one out", {"a.py": "reset_all()\n"})
    last = repo.commit("Take the other out", {"b.py": "x = 1\n"})
    repo.commit("Go on", {"b.py": "x = reset_none\n"})

    assert {"reset": by(repo, last)} == removals(repo).texts(["reset"])


def test_a_word_that_never_was_is_none_and_one_that_is_there_is_left_out(repo):
    repo.commit("Lay it", {"a.py": "reset_all()\nflush()\n"})

    assert {"reset": None} == removals(repo).texts(["reset", "flush"])


def test_a_word_that_lived_between_two_looks_is_found_all_the_same(repo):
    repo.commit("Lay it", {"a.py": "a\n"})
    repo.commit("Write it", {"a.py": "brief()\n"})
    gone = repo.commit("Take it out", {"a.py": "b\n"})
    for number in range(5):
        repo.commit("Go on", {"a.py": f"{number}\n"})

    assert {"brief": by(repo, gone)} == removals(repo).texts(["brief"])


def test_a_word_that_moved_from_file_to_file_is_followed(repo):
    repo.commit("Lay it", {"a.py": "reset()\n", "n": "0\n"})
    for number in range(1, 4):
        repo.commit("Go on", {"n": f"{number}\n"})
    repo.commit("Move it", {"a.py": "pass\n", "b.py": "reset()\n"})
    repo.commit("Rename its file", {"b.py": None, "c.py": "reset()\n"})
    gone = repo.commit("Take it out", {"c.py": "pass\n"})
    repo.commit("Go on", {"n": "4\n"})

    assert {"reset": by(repo, gone)} == removals(repo).texts(["reset"])


def test_a_word_of_a_side_branch_names_the_commit_there(repo):
    repo.commit("Lay it", {"a.py": "reset()\n", "n": "0\n"})
    for number in range(1, 8):
        repo.commit("Go on", {"n": f"{number}\n"})
    repo.git("checkout", "-q", "-b", "side")
    gone = repo.commit("Take it out", {"a.py": "pass\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("Go on", {"n": "9\n"})
    repo.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")

    assert {"reset": by(repo, gone)} == removals(repo).texts(["reset"])


def test_what_the_store_says_is_no_use_of_a_word(repo):
    repo.commit("Lay it", {"a.py": "reset()\n", "experiences/net/x.yaml": "what: call reset\n"})
    gone = repo.commit("Take it out", {"a.py": "pass\n"})

    assert {"reset": by(repo, gone), "never": None} == removals(repo).texts(["reset", "never"])


def test_what_documents_say_is_no_use_of_a_word(repo):
    repo.commit("Lay it", {"a.py": "reset()\n", "CHANGES.md": "reset\n"})
    gone = repo.commit("Take it out", {"a.py": "pass\n", "docs/Old.RST": "reset is removed\n"})
    repo.commit("Tell of it no more", {"CHANGES.md": "\n"})

    assert {"reset": by(repo, gone)} == removals(repo).texts(["reset"])


def test_hostile_texts_are_just_texts(repo):
    words = ["--no-cache", "a.*b", "(x|y)", "a\\b", "ünï", "$HOME", "a b"]
    repo.commit("Lay it", {"a.py": "".join(f"<{word}>\n" for word in words)})
    gone = repo.commit("Take them out", {"a.py": "nothing\n"})

    found = removals(repo).texts([*words, "a.*c", "", " ", "x\ny", "x\0y", "\ud800"])

    assert {**{word: by(repo, gone) for word in words}, "a.*c": None} == found


def test_a_shallow_clone_tells_no_words_absence(repo, tmp_path):
    repo.commit("Lay it", {"a.py": "reset()\nflush()\n"})
    repo.commit("Take one out", {"a.py": "flush()\n"})
    gone = repo.commit("Take the other out", {"a.py": "pass\n"})
    clone = repo.clone(tmp_path / "shallow", "--depth=2")

    assert {"flush": by(repo, gone)} == removals(clone).texts(["reset", "flush", "never"])


def test_a_partial_clone_tells_nothing_of_words(repo, tmp_path):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit("Lay it", {"a.py": "reset()\n"})
    repo.commit("Take it out", {"a.py": "pass\n"})
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")

    assert {} == removals(clone).texts(["reset", "never"])


def test_a_stale_side_merged_later_did_not_take_it_out(repo):
    """The file lived between two looks at older trees, and an old side that has it still is merged much later."""
    repo.commit("Lay it", {"n": "0\n"})
    repo.commit("Lay a", {"a.py": text("a")})
    repo.git("branch", "side")
    gone = repo.commit("Take a out", {"a.py": None})
    for number in range(1, 6):
        repo.commit("Go on", {"n": f"{number}\n"})
    repo.git("checkout", "-q", "side")
    repo.commit("Work aside", {"s.py": text("s")})
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    repo.commit("Go on", {"n": "9\n"})

    assert {"a.py": by(repo, gone)} == removals(repo).paths(["a.py"])
