"""This repository's own sessions are found where Claude Code keeps them, and no others; counting opens none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.sessions_folders import FolderSessions
from gitexp.adapters.source_claude_code import ClaudeCodeFiles
from gitexp.adapters.source_reader import Here
from gitexp.adapters.source_sessions import OwnSessions
from gitexp.records.discussion import Discussion
from gitexp.records.glance import Sessions
from gitexp.records.skipped import Skipped
from support.session import SessionFile


def a_session(cwd: Path | str, name: str, words: str = "Hello.") -> SessionFile:
    talk = SessionFile(cwd, name)
    talk.says(words)
    return talk


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """The top of a repository; the home folder beside it is `tmp_path / "home"`."""
    (tmp_path / "shop").mkdir()
    return tmp_path / "shop"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def folders(home: Path, *roots: Path) -> FolderSessions:
    return FolderSessions(Here(None, tuple(str(root) for root in roots)), home / ".claude")


def names(found: FolderSessions) -> list[str]:
    return [file.path.stem for file in found.claude_code()]


def test_the_sessions_of_all_work_trees_are_listed_the_newest_first(shop: Path, home: Path, tmp_path: Path):
    side = tmp_path / "side"
    for number, (cwd, name) in enumerate([(shop, "old"), (side, "new"), (shop, "middle")]):
        os.utime(a_session(cwd, name).lie_in(home), (0, [1000, 3000, 2000][number]))

    found = folders(home, shop, side)

    assert ["new", "middle", "old"] == names(found)
    assert [3000, 2000, 1000] == [file.at for file in found.claude_code()]
    assert [Sessions("Claude Code", 3)] == list(found.count())


def test_a_session_in_a_folder_of_the_repository_is_its_own_and_one_beside_it_is_not(
    shop: Path, home: Path, tmp_path: Path
):
    a_session(shop / "web", "inside").lie_in(home)
    a_session(tmp_path / "shop-web", "beside").lie_in(home)
    a_session(tmp_path / "shopping", "longer").lie_in(home)

    assert ["inside"] == names(folders(home, shop))


def test_a_session_of_another_folder_that_shares_the_name_is_not_its_own(home: Path, tmp_path: Path):
    (tmp_path / "a-b").mkdir()
    a_session(tmp_path / "a-b", "own").lie_in(home)
    a_session(tmp_path / "a" / "b", "other").lie_in(home)

    assert ["own"] == names(folders(home, tmp_path / "a-b"))


def test_a_long_path_is_found_by_the_beginning_that_is_kept(home: Path, tmp_path: Path):
    deep = tmp_path / ("d" * 120) / ("e" * 120)
    name = "".join(letter if letter.isalnum() else "-" for letter in str(deep))
    a_session(deep, "deep").lie_in(home, f"{name[:200]}-1a2b3c")

    assert ["deep"] == names(folders(home, deep))


def test_sub_agents_links_and_what_is_no_file_are_passed_over(shop: Path, home: Path, tmp_path: Path):
    kept = a_session(shop, "kept").lie_in(home)
    outside = a_session(shop, "outside").save(tmp_path / "outside.jsonl")
    a_session(shop, "agent-1").lie_in(home)
    (kept.parent / "link.jsonl").symlink_to(outside)
    (kept.parent / "gone.jsonl").symlink_to(tmp_path / "gone")
    (kept.parent / "folder.jsonl").mkdir()
    os.mkfifo(kept.parent / "pipe.jsonl")
    (tmp_path / "elsewhere").mkdir()
    a_session(shop, "elsewhere").save(tmp_path / "elsewhere" / "e.jsonl")
    (kept.parent.parent / f"{kept.parent.name}-web").symlink_to(tmp_path / "elsewhere")

    found = folders(home, shop)

    assert ["kept"] == names(found)
    assert [1] == [one.count for one in found.count()]


def test_no_folder_of_the_agent_means_no_session(shop: Path, home: Path):
    assert ([], []) == (names(folders(home, shop)), list(folders(home, shop).count()))
    assert [] == list(folders(home).count())


def test_counting_opens_none(shop: Path, home: Path):
    path = a_session(shop, "a").lie_in(home)
    path.chmod(0)
    os.utime(path, (1, 1))

    assert [Sessions("Claude Code", 1)] == list(folders(home, shop).count())
    assert 1 == path.stat().st_atime


def test_they_are_read_as_discussions_and_where_they_lie_stays_here(shop: Path, home: Path):
    talk = a_session(shop, "a", "Use tabs.")
    talk.raw("{broken")
    talk.raw({"type": "user"})
    talk.lie_in(home)
    here = Here("acme/shop", (str(shop),))
    source = OwnSessions(folders(home, shop).claude_code(), ClaudeCodeFiles(here))

    skipped, found = source.discussions()

    assert (
        Skipped("sessions:a.jsonl:2:2", "is no JSON: expecting property name enclosed in double quotes")
        == skipped
    )
    assert isinstance(found, Discussion) and ("session:a", True, "acme/shop") == (
        found.id,
        found.local,
        found.repo,
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_one_that_can_not_be_read_is_said(shop: Path, home: Path):
    path = a_session(shop, "a").lie_in(home)
    path.chmod(0)
    source = OwnSessions(folders(home, shop).claude_code(), ClaudeCodeFiles())

    assert [Skipped("sessions:a.jsonl", "cannot be read: Permission denied")] == list(source.discussions())
