"""What changes together with a file."""

from __future__ import annotations

import pytest

from gitexp.records.archaeology import Neighbour
from gitexp.records.past import FileChange
from gitexp.steps.neighbours import is_test, neighbours
from support.chains import PATH, a_commit, a_touch


def looked_up(*commits, **more):
    """Return the neighbours of a file whose touches changed these files besides it, newest first."""
    touches = [a_touch(number) for number in range(len(commits), 0, -1)]
    diffs = {
        touch.commit: [FileChange(path, "a", "b") for path in (PATH, *paths)]
        for touch, paths in zip(touches, commits, strict=True)
    }
    return neighbours(touches, diffs, more.pop("names", [PATH]), **more)


def paths(found):
    return [one.path for one in found]


def test_files_are_counted_over_the_changes_whose_diff_is_known():
    found = looked_up(["a.py"], ["a.py", "b.py"], [], ["b.py", "a.py"], [])

    assert (Neighbour("a.py", 3, 5), Neighbour("b.py", 2, 5)) == found


def test_a_touch_without_a_diff_does_not_count():
    touches = [a_touch(number) for number in range(9)]
    diffs = {a_commit(number): [FileChange("a.py", "a", "b")] for number in (7, 8)}

    assert (Neighbour("a.py", 2, 2),) == neighbours(touches, diffs, [PATH])


def test_once_of_many_is_no_neighbour_nor_twice_of_many_more():
    assert () == looked_up(["a.py"], [], [], [])
    assert () == looked_up(["a.py"], ["a.py"], *[[]] * 20)


def test_of_few_changes_a_small_one_is_enough_and_a_large_one_is_not():
    assert ["a.py"] == paths(looked_up(["a.py"]))
    assert [] == paths(looked_up([f"{n}.py" for n in range(20)]))


def test_sweeping_commits_and_machines_bind_nothing():
    sweeping = [f"x{n}.py" for n in range(40)]
    found = looked_up(
        sweeping, sweeping, ["a.py"], ["a.py"], ["bot.py"], ["bot.py"], quiet={a_commit(1), a_commit(2)}
    )

    assert (Neighbour("a.py", 2, 2),) == found


def test_the_file_itself_is_no_neighbour_under_any_name():
    assert [] == paths(looked_up(["old/retry.py"], ["old/retry.py"], names=[PATH, "old/retry.py"]))


def test_changelogs_and_lock_files_stand_last():
    found = looked_up(*[["CHANGELOG.md", "yarn.lock", "a.py"]] * 3, ["CHANGELOG.md"])

    assert ["a.py", "CHANGELOG.md", "yarn.lock"] == paths(found)


def test_the_best_test_takes_the_last_place_where_none_is_among_the_closest():
    commits = [["a.py", "b.py"]] * 8 + [["tests/test_retry.py"]] * 2 + [["tests/test_other.py"]] * 2

    assert ["a.py", "tests/test_retry.py"] == paths(looked_up(*commits, most=2))
    assert ["a.py", "b.py", "tests/test_retry.py"] == paths(looked_up(*commits, *[[]] * 8, most=3))


def test_what_went_is_left_out():
    touches = [a_touch(3), a_touch(2), a_touch(1)]
    diffs = {
        a_commit(3): [FileChange("a.py", "a", ""), FileChange("b.py", "a", "b")],
        a_commit(2): [FileChange("a.py", "a", "b"), FileChange("b.py", "a", "b")],
    }

    assert ["b.py"] == paths(neighbours(touches, diffs, [PATH]))
    assert ["a.py"] == paths(neighbours(touches, diffs, [PATH], present={PATH, "a.py"}))


def test_what_moved_along_with_the_file_counts_under_its_present_name():
    names = ["lib/new/core/retry.py", "lib/core/retry.py"]
    present = {names[0], "lib/new/core/wait.py", "elsewhere/odd.py", "one/dup.py", "two/dup.py"}
    found = looked_up(
        ["lib/new/core/wait.py", "lib/dup.py"],
        ["lib/core/wait.py", "lib/odd.py", "lib/dup.py"],
        ["lib/odd.py"],
        names=names,
        present=present,
    )

    assert [("elsewhere/odd.py", 2), ("lib/new/core/wait.py", 2)] == [
        (one.path, one.together) for one in found
    ]


@pytest.mark.parametrize(
    "path",
    ["tests/a.py", "a/test/b.rb", "test_a.py", "pkg/a_test.go", "web/a.test.ts", "web/__tests__/a.js",
     "spec/a.rb", "a_spec.rb", "src/FooTest.java", "FooTests.cs", "TestFoo.java", "t/t5510-fetch.sh", "FooSpec.scala"],
)  # fmt: skip
def test_a_test_is_told_by_place_or_name(path):
    assert is_test(path)


@pytest.mark.parametrize(
    "path", ["src/contest.py", "latest.py", "attestation.go", "src/testament.rs", "Latest.java"]
)
def test_other_files_are_no_tests(path):
    assert not is_test(path)


def test_nothing_known_gives_nothing():
    assert () == neighbours([], {}, [PATH])
    assert () == looked_up(["a.py"], ["a.py"], most=0)
