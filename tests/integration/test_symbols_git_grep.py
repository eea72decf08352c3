"""Names looked up in a tree by whole-word search: found with places, or unverifiable, never missing."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.git import discover
from gitexp.adapters.symbols_git_grep import GitGrepSymbols
from gitexp.records.finding import Finding
from support.repository import Repository, isolate

RETRY = """\
class RetryPolicy:
    def send(self):
        return sendall(1)


def retry(policy):
    policy.send()
    RetryPolicy().send()
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit(
        files={
            "src/net/retry.py": RETRY,
            "src/net/cache.cpp": "void Cache::flush() { page->lock(); }\n",
            "docs/net.md": "Use `--no-cache` and net.timeout; see $HOME and a|b.\n",
            "package.json": "{}\n",
            "logo.bin": b"\0RetryPolicy\0",
            "experiences/net/x-0123456789.yaml": "what: OnlyInTheStore\n",
        }
    )
    return repository


def look_up(repo: Repository, *names: str, rev: str | None = "HEAD") -> list[Finding]:
    commit = repo.rev(rev) if rev else None
    return list(GitGrepSymbols(discover(str(repo.path)).git(), commit).look_up(names))


def answers(repo: Repository, *names: str) -> dict[str, str]:
    return {finding.name: finding.answer for finding in look_up(repo, *names)}


def test_a_whole_word_is_found_with_its_places(repo: Repository) -> None:
    assert look_up(repo, "RetryPolicy", "send", "sendall") == [
        Finding("RetryPolicy", "found", ("src/net/retry.py:1", "src/net/retry.py:8")),
        Finding("send", "found", ("src/net/retry.py:2", "src/net/retry.py:7", "src/net/retry.py:8")),
        Finding("sendall", "found", ("src/net/retry.py:3",)),
    ]


def test_part_of_a_word_is_not_the_word(repo: Repository) -> None:
    assert look_up(repo, "Retry", "polic") == [
        Finding("Retry", "unverifiable", reason="not among the words and paths of the tree"),
        Finding("polic", "unverifiable", reason="not among the words and paths of the tree"),
    ]


def test_names_are_answered_in_the_order_asked_each_as_often_as_asked(repo: Repository) -> None:
    found = look_up(repo, "send", "absent", "send", "RetryPolicy")

    assert [finding.name for finding in found] == ["send", "absent", "send", "RetryPolicy"]
    assert [finding.answer for finding in found] == ["found", "unverifiable", "found", "found"]


def test_a_word_inside_of_a_longer_name_that_is_asked_too_is_found(repo: Repository) -> None:
    asked = ("policy.send", "policy", "net.timeout", "timeout")

    assert set(answers(repo, *asked).values()) == {"found"}


def test_the_brackets_of_a_call_are_not_searched_for(repo: Repository) -> None:
    [finding] = look_up(repo, "sendall()")

    assert finding == Finding("sendall()", "found", ("src/net/retry.py:3",))


def test_signs_are_taken_as_they_stand(repo: Repository) -> None:
    assert answers(
        repo, "--no-cache", "$HOME", "a|b", "net.timeout", "netXtimeout", "a.b", "x*", "(", "[a"
    ) == {
        "--no-cache": "found",
        "$HOME": "found",
        "a|b": "found",
        "net.timeout": "found",
        "netXtimeout": "unverifiable",
        "a.b": "unverifiable",
        "x*": "unverifiable",
        "(": "unverifiable",
        "[a": "unverifiable",
    }


def test_a_path_is_found_as_a_whole_or_by_its_end(repo: Repository) -> None:
    assert look_up(repo, "src/net/retry.py", "net/retry.py", "retry.py", "./src/net", "net/") == [
        Finding("src/net/retry.py", "found", ("src/net/retry.py",)),
        Finding("net/retry.py", "found", ("src/net/retry.py",)),
        Finding("retry.py", "found", ("src/net/retry.py",)),
        Finding("./src/net", "found", ("src/net",)),
        Finding("net/", "found", ("src/net",)),
    ]


def test_a_path_that_is_not_there_is_unverifiable(repo: Repository) -> None:
    assert set(answers(repo, "src/net/send.py", "et/retry.py", "send.py", "policy.json").values()) == {
        "unverifiable"
    }


def test_a_glob_is_found_where_it_matches(repo: Repository) -> None:
    assert look_up(repo, "src/**/*.py", "*.cpp", "src/*.rs") == [
        Finding("src/**/*.py", "found", ("src/net/retry.py",)),
        Finding("*.cpp", "found", ("src/net/cache.cpp",)),
        Finding("src/*.rs", "unverifiable", reason="not among the words and paths of the tree"),
    ]


@pytest.mark.parametrize(
    "name", ["RetryPolicy.send", "RetryPolicy::send", "RetryPolicy#send", "RetryPolicy->send"]
)
def test_a_member_is_found_where_its_parts_stand_in_one_file(repo: Repository, name: str) -> None:
    assert look_up(repo, name) == [
        Finding(name, "found", ("src/net/retry.py:2",), reason="its parts stand in one file")
    ]


def test_a_member_that_is_written_out_is_found_where_it_stands(repo: Repository) -> None:
    assert look_up(repo, "Cache::flush", "page->lock") == [
        Finding("Cache::flush", "found", ("src/net/cache.cpp:1",)),
        Finding("page->lock", "found", ("src/net/cache.cpp:1",)),
    ]


def test_parts_in_different_files_or_of_one_letter_prove_nothing(repo: Repository) -> None:
    assert set(answers(repo, "RetryPolicy.flush", "RetryPolicy.s").values()) == {"unverifiable"}


def test_the_store_and_binary_files_are_not_searched(repo: Repository) -> None:
    assert answers(repo, "OnlyInTheStore", "x-0123456789.yaml") == {
        "OnlyInTheStore": "unverifiable",
        "x-0123456789.yaml": "unverifiable",
    }
    assert "logo.bin" not in str(look_up(repo, "RetryPolicy"))


def test_a_name_that_can_not_be_searched_for_is_said(repo: Repository) -> None:
    odd = ["", "x", "()", "->", "two\nlines", "n\0ul", "half \ud800", "x" * 500]

    assert look_up(repo, *odd) == [
        Finding(name, "unverifiable", reason="too short or too odd to search for") for name in odd
    ]


def test_other_scripts_are_searched(repo: Repository) -> None:
    repo.commit(files={"notes.txt": "Die Größe zählt. 缓存 先刷新\n"})

    assert look_up(repo, "Größe", "缓存") == [
        Finding("Größe", "found", ("notes.txt:1",)),
        Finding("缓存", "found", ("notes.txt:1",)),
    ]


def test_a_users_taste_changes_no_answer(repo: Repository) -> None:
    before = look_up(repo, "RetryPolicy", "net.timeout", "RetryPolicy.send", "src/**/*.py")
    taste = (
        "color.ui=always",
        "color.grep=always",
        "grep.column=true",
        "grep.patternType=perl",
        "grep.fullName=false",
    )
    for setting in taste:
        repo.git("config", *setting.split("="))

    assert before == look_up(repo, "RetryPolicy", "net.timeout", "RetryPolicy.send", "src/**/*.py")


def test_the_revision_asked_is_the_one_searched(repo: Repository) -> None:
    before = repo.rev()
    repo.commit(files={"src/net/retry.py": "gone = True\n"})

    assert look_up(repo, "RetryPolicy", rev="HEAD")[0].answer == "unverifiable"
    assert look_up(repo, "RetryPolicy", rev=before)[0].answer == "found"


def test_from_a_sub_directory_the_whole_tree_is_searched(repo: Repository) -> None:
    assert look_up(Repository(repo.path / "docs"), "RetryPolicy", "retry.py") == look_up(
        repo, "RetryPolicy", "retry.py"
    )


def test_a_bare_repository_is_searched(repo: Repository, tmp_path: Path) -> None:
    bare = repo.clone(tmp_path / "bare.git", "--bare")

    assert look_up(bare, "RetryPolicy") == look_up(repo, "RetryPolicy")


def test_without_a_tree_nothing_can_be_verified(repo: Repository) -> None:
    assert look_up(repo, "send", rev=None) == [
        Finding("send", "unverifiable", reason="there is no tree to search")
    ]
    assert look_up(repo) == []


def test_what_a_partial_clone_lacks_leaves_names_unverifiable(repo: Repository, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")

    [finding] = look_up(clone, "RetryPolicy")

    assert finding.answer == "unverifiable"
    assert finding.reason.startswith("git grep: ")


def test_a_file_name_with_a_line_break_is_shown_in_one_line(repo: Repository) -> None:
    repo.commit(files={"odd\nname.txt": "OddlyPlaced\nOddlyPlaced\n", "z.txt": "OddlyPlaced\n"})

    [finding] = look_up(repo, "OddlyPlaced")

    odd = "odd\N{REPLACEMENT CHARACTER}name.txt"
    assert finding.where == (f"{odd}:1", f"{odd}:2", "z.txt:1")


WORD = st.text("ab_.:->#/()[]*?+|^$\\ é", min_size=1, max_size=6)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORD, max_size=5))
def test_no_name_breaks_the_search_and_none_is_ever_missing(repo: Repository, names: list[str]) -> None:
    found = look_up(repo, *names)

    assert [finding.name for finding in found] == names
    assert {finding.answer for finding in found} <= {"found", "unverifiable"}
    assert not any(finding.reason.startswith("git") for finding in found)
