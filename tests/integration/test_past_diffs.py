"""Diffs of many commits at once: their identity is equal exactly when git's own is, in both directions."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.git import Git, discover
from gitexp.adapters.past_diffs import changed_files, patches
from gitexp.records.past import FileChange, Request
from gitexp.steps.suspects import Suspect
from gitexp.steps.undoings import by_lines
from support.histories import History, lines
from support.repository import Repository, isolate

FILE = "src/retry.py"
MANY = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WORDS = st.sampled_from(
    ["step 5", "", "  ", "}", "\tstep 5", "step  5", "- step", "+ step", "@@ -1 +1 @@", "\\ No"]
)
TEXTS = st.lists(WORDS, min_size=0, max_size=9).map(lambda some: "".join(f"{one}\n" for one in some))
ENDS = st.sampled_from(["", "no end", "\0\1", "\r"])
Tree = dict[str, tuple[str, str]]
PATHS = st.sampled_from([FILE, "src/pump.py", "diff --git a b"])


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def opened(history: History) -> Git:
    return discover(str(history.told().path)).git()


def git_ids(repository: Repository, pairs: list[tuple[str, str]]) -> list[str]:
    """Return `git patch-id --stable` of the diff from one commit to the other; "" where git gives none."""
    asked = "".join(f"{new} {old}\n" for old, new in pairs).encode()
    how = ("--always", "-p", "--full-index", "--no-renames")
    diffs = repository.git_bytes("diff-tree", "--stdin", *how, stdin=asked)
    # git names each patch by the commit that the diff begins with; several begin with the same.
    numbered: list[bytes] = []
    starts, count = {new.encode() for _, new in pairs}, 0
    for line in diffs.split(b"\n"):
        count += line in starts
        numbered.append(b"%040x" % count if line in starts else line)
    assert len(pairs) == count
    told = repository.git_bytes("patch-id", "--stable", stdin=b"\n".join(numbered)).decode().split("\n")
    ids = {int(commit, 16) - 1: id for id, commit in (line.split() for line in told if line)}
    return [ids.get(number, "") for number in range(len(pairs))]


@st.composite
def some_trees(draw: st.DrawFn) -> list[Tree]:
    """Give the files of some commits: they change little from one to the next, come and go, and sometimes go back."""
    found: list[Tree] = []
    for _ in range(draw(st.integers(3, 7))):
        if draw(st.booleans()) and found:
            found.append(draw(st.sampled_from(found)))
            continue
        head = draw(st.sampled_from(["", "# Acme\n", "# Acme\n# Rockets\n"]))
        mode = draw(st.sampled_from(["100644", "100644", "100755"]))
        text = head + lines() + draw(TEXTS) + draw(ENDS)
        found.append(dict.fromkeys(draw(st.lists(PATHS, max_size=2, unique=True)), (text, mode)))
    return found


def told(history: History, trees: list[Tree]) -> list[str]:
    """Commit each of the trees and return the commits, with an empty one before."""
    commits, before = [history.commit("Begin", {"begun": "begun"})], Tree()
    for tree in trees:
        files: dict[str, str | None] = dict.fromkeys(path for path in before if path not in tree)
        files |= {path: text for path, (text, _) in tree.items()}
        modes = {path: mode for path, (_, mode) in tree.items()}
        commits.append(history.commit("Change it", files, modes=modes))
        before = tree
    return commits


@MANY
@given(some_trees())
def test_two_diffs_have_one_identity_exactly_when_git_says_so(trees):
    with tempfile.TemporaryDirectory() as folder:
        history = History(Path(folder) / "project")
        commits = told(history, trees)
        git = opened(history)
        steps = list(itertools.pairwise(commits))
        requests: list[Request] = [(new, old) for old, new in steps]

        forward, _ = patches(git, requests)
        backward, _ = patches(git, requests, reverse=True)
        ours = [forward[one].identity for one in requests] + [backward[one].identity for one in requests]
        # What would take a commit back is the diff from it to its parent.
        theirs = git_ids(history.repository, [*steps, *((new, old) for old, new in steps)])

    for one, id in enumerate(theirs):
        assert bool(id) == bool(ours[one])
        assert [id == other for other in theirs] == [ours[one] == other for other in ours]


@MANY
@given(some_trees())
def test_what_lines_tell_is_symmetric_and_exact_only_when_all_is_shared(trees):
    with tempfile.TemporaryDirectory() as folder:
        history = History(Path(folder) / "project")
        commits = told(history, trees)
        git = opened(history)
        requests: list[Request] = [(new, old) for old, new in itertools.pairwise(commits)]
        forward, _ = patches(git, requests)
        backward, _ = patches(git, requests, reverse=True)

    for one, other in itertools.product(requests, requests):
        mine, turned = forward[one], backward[other]
        there = by_lines(Suspect(one[0], other[0], True), mine, turned)
        back = by_lines(Suspect(other[0], one[0], True), turned, mine)
        assert (there.share, there.pure) == (back.pure, back.share)
        assert (there.exactness == "exact") == (back.exactness == "exact")
        if there.exactness == "exact":
            assert (1.0, 1.0) == (there.share, there.pure)


def test_a_revert_has_the_identity_of_its_original_turned_round(history):
    base = history.commit("Lay it", {FILE: lines()})
    first = history.commit("Try", {FILE: lines((10, "tried"), (12, ""))})
    moved = history.commit("Say whose it is", {FILE: "# Acme\n\n" + lines((10, "tried"), (12, ""))})
    back = history.commit("Back", {FILE: "# Acme\n\n" + lines()})
    git = opened(history)

    forward, _ = patches(git, [(back, moved)])
    turned, _ = patches(git, [(first, base)], reverse=True)
    straight, _ = patches(git, [(first, base)])

    assert forward[back, moved].identity == turned[first, base].identity
    assert forward[back, moved].identity != straight[first, base].identity
    assert (3, 3) == (forward[back, moved].size, turned[first, base].size)


def test_a_repeated_line_counts_as_often_as_it_stands_there(history):
    base = history.commit("Lay it", {FILE: "a\n"})
    three = history.commit("Three", {FILE: "a\nx\nx\nx\n"})

    found, why = patches(opened(history), [(three, base)])

    assert ([3], {}, "") == (list(found[three, base].added.values()), found[three, base].removed, why)


@pytest.mark.parametrize(
    "text", ["-- a\n", "++ b\n", "diff --git a b\n", "@@ -1,9 +1,9 @@\n", "\x01" + "0" * 40 + "\n"]
)
def test_lines_that_look_like_a_diff_are_lines(history, text):
    base = history.commit("Lay it", {FILE: lines(upto=3)})
    with_it = history.commit("Add it", {FILE: text + lines(upto=3), "z.py": "z\n"})
    without = history.commit("Take it out", {FILE: lines(upto=3)})

    found, _ = patches(opened(history), [(with_it, base), (without, with_it)])

    assert (2, 0) == (sum(found[with_it, base].added.values()), sum(found[with_it, base].removed.values()))
    assert (0, 1) == (
        sum(found[without, with_it].added.values()),
        sum(found[without, with_it].removed.values()),
    )


def test_line_ends_make_no_other_lines(history):
    base = history.commit("Lay it", {FILE: "a\nb\n"})
    windows = history.commit("For Windows", {FILE: "a\r\nb\r\n"})

    found, _ = patches(opened(history), [(windows, base)])

    assert found[windows, base].removed == found[windows, base].added


def test_only_the_files_asked_for_are_counted(history):
    base = history.commit("Lay it", {FILE: "a\n", "b": "b\n"})
    both = history.commit("Both", {FILE: "a\n1\n", "b": "b\n2\n3\n"})
    git = opened(history)

    assert 1 == patches(git, [(both, base)], paths=[FILE])[0][both, base].size
    assert 3 == patches(git, [(both, base)])[0][both, base].size


def test_a_request_that_changed_nothing_keeps_its_place(history):
    base = history.commit("Lay it", {FILE: "a\n"})
    empty = history.commit("Nothing")
    other = history.commit("Other", {FILE: "b\n"})
    requests: list[Request] = [(base, ""), (empty, base), (other, empty), (other, base)]
    git = opened(history)

    found, _ = patches(git, requests)
    files = changed_files(git, requests)

    assert [1, 0, 2, 2] == [found[one].size for one in requests]
    assert "" == found[empty, base].identity
    assert [1, 0, 1, 1] == [len(files[one]) for one in requests]


def test_of_a_merge_the_parent_asked_for_counts(history):
    base = history.commit("Lay it", {"a": "a\n", "b": "b\n"})
    one = history.commit("One", {"a": "1\n"})
    two = history.commit("Two", {"b": "2\n"}, on=[base])
    merge = history.commit("Merge", {"a": "1\n"}, on=[two, one])

    files = changed_files(opened(history), [(merge, two), (merge, one)])

    assert ["a"] == [change.path for change in files[merge, two]]
    assert ["b"] == [change.path for change in files[merge, one]]


def test_files_are_told_with_blobs_modes_and_odd_names(history):
    base = history.commit("Lay it", {FILE: "a\n"})
    odd = "src/ö\x08 x.py"
    run = history.commit("Make it run", {FILE: "a\n", odd: "odd\n"}, modes={FILE: "100755"})
    git = opened(history)
    repository = history.repository
    blob, new = repository.rev(f"{run}:{FILE}"), repository.rev(f"{run}:{odd}")

    found = changed_files(git, [(run, base)])[run, base]

    assert (
        FileChange(FILE, blob, blob, "100644", "100755"),
        FileChange(odd, "", new, "000000", "100644"),
    ) == found


def test_what_git_cannot_read_is_told_and_the_rest_stays(history):
    base = history.commit("Lay it", {FILE: "a\n"})
    broken = history.commit("Broken", {FILE: "b\n"})
    history.commit("Fine", {FILE: "c\n"})
    git, repository = opened(history), history.repository
    lost = repository.rev(f"{broken}:{FILE}")
    (repository.path / ".git/objects" / lost[:2] / lost[2:]).unlink()

    found, why = patches(git, [(base, ""), (broken, base)])

    assert [(base, "")] == list(found)
    assert lost in why
