"""The git program as exp runs it: layouts, the default branch, objects, and configuration that must not count."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.git import MAX_RECORD, Git, discover
from gitexp.adapters.git_branches import Base, base, default_branch, head
from gitexp.adapters.git_objects import Entry, ObjectReader, parse_tree, tree_bytes
from gitexp.errors import RepositoryError, UsageError
from support.repository import Repository, isolate


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def git_in(path: Path) -> Git:
    return discover(str(path)).git()


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


# Where the repository lies


def test_a_folder_outside_of_any_repository_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError) as caught:
        discover(str(tmp_path))

    assert str(caught.value) == "not a git repository; run it inside one"


def test_a_folder_that_is_not_there_is_said_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RepositoryError, match=r"no such folder$"):
        discover(str(tmp_path / "absent"))


def test_a_missing_git_is_said_with_the_way_to_mend_it(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))

    with pytest.raises(RepositoryError) as caught:
        discover(str(repo.path))

    assert str(caught.value) == "git: cannot be run; install git 2.31 or later"


@pytest.mark.parametrize(
    "otherwise", ["echo fatal: unknown option >&2; exit 128", "echo --path-format=absolute"]
)
def test_a_git_that_is_too_old_is_said_with_the_way_to_mend_it(
    repo: Repository, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, otherwise: str
) -> None:
    script(
        tmp_path / "old" / "git", f'case "$*" in *version) echo git version 2.25.1;; *) {otherwise};; esac'
    )
    monkeypatch.setenv("PATH", f"{tmp_path / 'old'}{os.pathsep}{os.environ['PATH']}")

    with pytest.raises(RepositoryError) as caught:
        discover(str(repo.path))

    assert str(caught.value) == "git: version 2.25.1 is too old; install git 2.31 or later"


def test_a_repository_of_someone_else_is_refused_with_gits_own_words(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")

    with pytest.raises(RepositoryError) as caught:
        discover(str(repo.path))

    assert "detected dubious ownership" in str(caught.value)
    assert "safe.directory" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_sub_directory_knows_the_root_and_its_own_place(repo: Repository) -> None:
    repo.commit(files={"src/net/retry.py": ""})

    layout = discover(str(repo.path / "src" / "net"))

    assert (layout.root, layout.prefix) == (str(repo.path), "src/net/")
    assert (layout.git_dir, layout.common_dir) == (str(repo.path / ".git"), str(repo.path / ".git"))
    assert (layout.bare, layout.shallow, layout.object_format) == (False, False, "sha1")


def test_a_linked_worktree_shares_the_common_directory(repo: Repository, tmp_path: Path) -> None:
    repo.commit()
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))

    layout = discover(str(tmp_path / "linked"))

    assert layout.root == str(tmp_path / "linked")
    assert layout.common_dir == str(repo.path / ".git")
    assert layout.git_dir == str(repo.path / ".git" / "worktrees" / "linked")


def test_a_bare_repository_has_no_root(tmp_path: Path) -> None:
    bare = Repository.create(tmp_path / "bare.git", bare=True)

    layout = discover(str(bare.path))

    assert (layout.root, layout.bare, layout.git_dir) == (None, True, str(bare.path))


def test_the_git_directory_itself_counts_as_having_no_work_tree(repo: Repository) -> None:
    commit = repo.commit()

    layout = discover(str(repo.path / ".git"))

    assert (layout.root, layout.bare) == (None, False)
    assert head(layout.git()) == commit


def test_shallow_clones_and_sha256_are_seen(repo: Repository, tmp_path: Path) -> None:
    repo.commit()
    repo.commit()
    shallow = repo.clone(tmp_path / "shallow", "--depth=1")
    other = Repository.create(tmp_path / "sha256", object_format="sha256")

    assert discover(str(shallow.path)).shallow
    assert discover(str(other.path)).object_format == "sha256"


def test_a_path_with_a_line_break_is_refused_in_one_line(tmp_path: Path) -> None:
    broken = Repository.create(tmp_path / "two\nlines")

    with pytest.raises(RepositoryError) as caught:
        discover(str(broken.path))

    assert str(caught.value).endswith("the path of the repository holds a line break; rename the folder")
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.uname().sysname == "Darwin", reason="macOS allows no name that is not UTF-8")
def test_a_folder_whose_name_is_no_utf_8_is_found(tmp_path: Path) -> None:
    odd = Repository.create(Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")))
    commit = odd.commit()

    assert head(git_in(odd.path)) == commit


def test_a_relative_git_dir_of_a_hook_still_means_the_same_repository(
    repo: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = repo.commit(files={"src/a.py": ""})
    monkeypatch.chdir(repo.path / "src")
    monkeypatch.setenv("GIT_DIR", "../.git")
    monkeypatch.setenv("GIT_WORK_TREE", "..")

    layout = discover()

    assert layout.root == str(repo.path)
    assert head(layout.git()) == commit


# What git runs, and what it must not


def test_hostile_configuration_runs_nothing(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit(files={"a.txt": "one\n", ".gitattributes": "*.txt diff=evil filter=evil\n"})
    second = repo.commit(files={"a.txt": "two\n"})
    ran = tmp_path / "ran"
    evil = str(script(tmp_path / "evil", f'echo "$0 $*" >> {ran}; cat 2>/dev/null; exit 0'))
    script(repo.path / "hooks" / "reference-transaction", f"echo hook >> {ran}")
    for name in (
        *("core.fsmonitor", "core.pager", "pager.log", "diff.external", "diff.evil.textconv"),
        *("diff.evil.command", "filter.evil.clean", "filter.evil.smudge", "core.sshCommand", "gpg.program"),
    ):
        repo.git("config", name, evil)
    repo.git("config", "core.hooksPath", str(repo.path / "hooks"))
    repo.git("config", "log.showSignature", "true")
    git = git_in(repo.path)

    git.run("log", "--raw", "--no-ext-diff", "--no-textconv", "-p")
    git.run("diff-tree", "-r", "--no-ext-diff", "--no-textconv", "-p", first, second)
    git.run("grep", "-I", "-e", "two", second)
    git.run("hash-object", "-w", "--stdin", stdin=b"x")
    git.run("update-ref", "refs/heads/other", first)
    git.run("ls-files", "-z")

    assert not ran.exists()


def test_a_failure_is_gits_own_message_in_one_line(repo: Repository) -> None:
    with pytest.raises(RepositoryError) as caught:
        git_in(repo.path).run("log")

    assert str(caught.value) == "git log: your current branch 'main' does not have any commits yet"


def test_try_run_answers_nothing_where_git_fails(repo: Repository) -> None:
    assert git_in(repo.path).try_run("rev-parse", "--verify", "--quiet", "absent") is None
    assert git_in(repo.path).run("rev-parse", "--verify", "--quiet", "absent", check=False) == b""


@pytest.mark.parametrize("odd", ["a\0b", "half \ud800 of a pair"])
def test_an_argument_that_no_program_can_be_given_is_a_wrong_call(repo: Repository, odd: str) -> None:
    with pytest.raises(UsageError):
        git_in(repo.path).run("rev-parse", odd)


def test_paths_are_taken_literally(repo: Repository) -> None:
    repo.commit(files={"[a].txt": "", "a.txt": ""})

    assert git_in(repo.path).run("ls-files", "-z", "--", "[a].txt") == b"[a].txt\0"


def test_a_stream_yields_records_and_may_be_left_early(repo: Repository) -> None:
    repo.commit(files={f"{number:03}.txt": "" for number in range(300)})

    with closing(git_in(repo.path).stream("ls-tree", "-z", "--name-only", "HEAD")) as records:
        first = [next(records), next(records)]
    everything = list(git_in(repo.path).stream("ls-tree", "-z", "--name-only", "HEAD"))

    assert first == [b"000.txt", b"001.txt"]
    assert everything == [b"%03d.txt" % number for number in range(300)]


def test_a_stream_that_fails_says_so_at_its_end(repo: Repository) -> None:
    with pytest.raises(RepositoryError, match=r"^git ls-tree: Not a valid object name absent$"):
        list(git_in(repo.path).stream("ls-tree", "-z", "absent"))


def test_a_record_without_an_end_is_cut(repo: Repository) -> None:
    repo.commit(files={"long.txt": b"x" * (3 * MAX_RECORD) + b"\nshort"})

    records = list(git_in(repo.path).stream("cat-file", "blob", "HEAD:long.txt", separator=b"\n"))

    assert [len(record) for record in records] == [MAX_RECORD, 5]


# HEAD and the default branch


def test_no_commit_yet_means_no_head_and_no_base(repo: Repository) -> None:
    assert head(git_in(repo.path)) is None
    assert base(git_in(repo.path)) is None


def test_without_a_known_default_branch_head_is_the_base(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "project", branch="work")
    commit = repo.commit()

    assert default_branch(git_in(repo.path)) is None
    assert base(git_in(repo.path)) == Base("HEAD", "HEAD", commit)


@pytest.mark.parametrize("name", ["main", "master"])
def test_main_or_master_is_the_default_branch(tmp_path: Path, name: str) -> None:
    repo = Repository.create(tmp_path / "project", branch=name)
    commit = repo.commit()
    repo.git("switch", "-q", "-c", "work")
    repo.commit()

    assert default_branch(git_in(repo.path)) == Base(name, f"refs/heads/{name}", commit)


def test_origins_default_branch_wins_over_main(tmp_path: Path) -> None:
    origin = Repository.create(tmp_path / "origin", branch="trunk")
    trunk = origin.commit()
    clone = origin.clone(tmp_path / "clone")
    clone.git("switch", "-q", "-c", "main")
    clone.commits = 1
    clone.commit()

    assert default_branch(git_in(clone.path)) == Base("trunk", "refs/heads/trunk", trunk)
    clone.git("branch", "-q", "-D", "trunk")
    assert default_branch(git_in(clone.path)) == Base("trunk", "refs/remotes/origin/trunk", trunk)


def test_the_setting_wins_over_everything(repo: Repository) -> None:
    repo.commit()
    repo.git("switch", "-q", "-c", "stable")
    stable = repo.commit()
    repo.git("config", "exp.defaultBranch", "stable")

    assert default_branch(git_in(repo.path)) == Base("stable", "refs/heads/stable", stable)


def test_a_setting_that_names_no_branch_is_not_guessed_away(repo: Repository) -> None:
    repo.commit()
    repo.git("config", "exp.defaultBranch", "stabel")

    with pytest.raises(RepositoryError) as caught:
        default_branch(git_in(repo.path))

    assert (
        str(caught.value) == "exp.defaultBranch: no branch `stabel` here; git config exp.defaultBranch BRANCH"
    )


def test_the_local_branch_counts_only_while_it_holds_all_of_origins(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit()
    clone = repo.clone(tmp_path / "clone")
    assert default_branch(git_in(clone.path)) == Base("main", "refs/heads/main", first)

    clone.commits = 1
    ahead = clone.commit()
    assert default_branch(git_in(clone.path)) == Base("main", "refs/heads/main", ahead)

    there = repo.commit("Go on there")
    clone.git("fetch", "-q")
    assert default_branch(git_in(clone.path)) == Base("main", "refs/remotes/origin/main", there)


def test_origins_main_counts_where_ci_checked_out_nothing_else(repo: Repository, tmp_path: Path) -> None:
    commit = repo.commit()
    clone = Repository.create(tmp_path / "ci", branch="work")
    clone.git("remote", "add", "origin", repo.path.as_uri())
    clone.git("fetch", "-q", "origin")
    clone.git("checkout", "-q", "--detach", "refs/remotes/origin/main")

    found = default_branch(git_in(clone.path))

    assert found == Base("main", "refs/remotes/origin/main", commit)
    assert found.shown == "origin/main"


# Objects


def test_objects_are_read_by_any_name_and_missing_ones_are_none(repo: Repository) -> None:
    repo.commit(files={"a.txt": "a", "dir/b.txt": "b" * 100})

    with ObjectReader(git_in(repo.path)) as reader:
        found = reader.read_all(["HEAD:a.txt", "HEAD:absent", "HEAD:dir/b.txt"], 10)
        folder = reader.folder("HEAD", "dir")

    assert [one.data if one else "missing" for one in found] == [b"a", "missing", None]
    assert [entry.name for entry in folder] == [b"b.txt"]


def test_a_huge_object_is_not_read_and_what_follows_still_is(repo: Repository) -> None:
    repo.commit(files={"huge.bin": b"\0" * 5_000_000, "a.txt": "a"})

    with ObjectReader(git_in(repo.path)) as reader:
        found = reader.read_all(["HEAD:huge.bin", "HEAD:a.txt"] * 2, 10)

    assert [one.data for one in found if one] == [None, b"a", None, b"a"]


def test_more_objects_than_one_batch_come_in_order(repo: Repository) -> None:
    repo.commit(files={f"{number}.txt": str(number) for number in range(150)})

    with ObjectReader(git_in(repo.path)) as reader:
        found = reader.read_all([f"HEAD:{number}.txt" for number in range(150)], 10)

    assert [one.data for one in found if one] == [str(number).encode() for number in range(150)]


def test_what_a_partial_clone_lacks_is_missing_and_nothing_is_fetched(
    repo: Repository, tmp_path: Path
) -> None:
    repo.commit(files={"a.txt": "old"})
    repo.commit(files={"a.txt": "new"})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none")

    with ObjectReader(git_in(clone.path)) as reader:
        found = reader.read_all(["HEAD~:a.txt", "HEAD:a.txt", "HEAD~:a.txt", "HEAD:a.txt"], 10)

    assert [one.data if one else "missing" for one in found] == ["missing", b"new", "missing", b"new"]


NAMES = st.binary(min_size=1, max_size=8).filter(lambda name: not set(name) & {0, ord("/")})


@given(st.dictionaries(NAMES, st.sampled_from(["100644", "40000", "120000"]), max_size=8))
def test_a_tree_reads_back_as_it_was_written(modes: dict[bytes, str]) -> None:
    entries = [Entry(mode, name, "ab" * 20) for name, mode in modes.items()]

    read = parse_tree(tree_bytes(entries), 20)

    assert sorted(read, key=lambda entry: entry.name) == sorted(entries, key=lambda entry: entry.name)


def test_a_folder_sorts_as_git_sorts_it(repo: Repository) -> None:
    repo.commit(files={"a.txt": "", "a/b": "", "a-b": ""})
    raw = repo.git_bytes("cat-file", "tree", "HEAD^{tree}")

    assert raw == tree_bytes(tuple(reversed(parse_tree(raw, 20))))
