"""The proposal branch: one commit, moved by compare-and-swap, nobody's work lost and nothing else touched."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.git import Git, Layout, discover
from gitexp.adapters.git_branches import Base, base
from gitexp.adapters.git_commits import EMAIL, Objects, blobs_of, put
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.adapters.objects_pygit2 import Pygit2Objects, objects_for, open_pygit2
from gitexp.adapters.publisher_git import GitPublisher
from gitexp.errors import RecordError, RepositoryError, UsageError
from gitexp.records.proposal import Proposal, ProposedFile, Published
from gitexp.records.text import Redacted
from support.repository import Repository, isolate

BRANCH = "exp/proposals"
REF = f"refs/heads/{BRANCH}"
ONE, TWO, THREE = (
    f"experiences/net/{word}-{digit * 10}.yaml" for word, digit in zip("abc", "123", strict=True)
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit(files={"README.md": "A project\n", "src/net/retry.py": "retries = 3\n"})
    return repository


def proposal(
    *paths: str,
    branch: str = BRANCH,
    run: str = "r1",
    at: str | None = "2024-05-02T10:00:00Z",
    text: str = "id: x\n",
) -> Proposal:
    return Proposal(
        branch=branch,
        files=tuple(ProposedFile(path, Redacted(text)) for path in paths),
        decisions=(),
        title=Redacted("exp: 1 experience"),
        body=Redacted("Merging it is the approval."),
        message=Redacted("exp: 1 experience"),
        at=at,
        run=run,
    )


def plumbing(git: Git, layout: Layout) -> Objects:
    return PlumbingObjects(git)


def publisher(
    repo: Repository, *, afresh: bool = False, objects: Callable[[Git, Layout], Objects] = objects_for
) -> GitPublisher:
    layout = discover(str(repo.path))
    git = layout.git()
    return GitPublisher(git, layout, base=base(git), afresh=afresh, objects=objects)


def publish(
    repo: Repository, *paths: str, run: str = "r1", afresh: bool = False, text: str = "id: x\n"
) -> Published:
    return publisher(repo, afresh=afresh).publish(proposal(*paths, run=run, text=text))


def files_at(repo: Repository, rev: str) -> list[str]:
    return repo.git("ls-tree", "-r", "--name-only", rev, "experiences").splitlines()


def parents(repo: Repository, rev: str) -> list[str]:
    return repo.git("log", "-1", "--format=%P", rev).split()


def work_on_the_branch(repo: Repository, message: str, **change: str | None) -> str:
    """Commit on the proposal branch as a person would, and go back."""
    repo.git("switch", "-q", BRANCH)
    commit = repo.commit(message, files={path.replace("__", "/"): text for path, text in change.items()})
    repo.git("switch", "-q", "main")
    return commit


# One commit, and nothing else touched


def test_the_files_become_one_commit_on_the_base(repo: Repository) -> None:
    published = publish(repo, ONE, TWO)

    assert published == Published(BRANCH, repo.rev(REF), repo.rev("main"), moved=True)
    assert parents(repo, REF) == [repo.rev("main")]
    assert repo.git("diff", "--name-status", "main", REF) == f"A\t{ONE}\nA\t{TWO}"
    assert repo.show(f"{REF}:{ONE}") == "id: x"
    assert repo.git("fsck", "--strict") == ""


def test_author_date_and_message_come_from_the_proposal_alone(repo: Repository) -> None:
    repo.git("config", "user.name", "Someone")
    repo.git("config", "commit.gpgSign", "true")
    repo.git("config", "i18n.commitEncoding", "latin-1")

    publish(repo, ONE)

    who = f"git-exp <{EMAIL}> 1714644000 +0000"
    assert repo.git("cat-file", "commit", REF).splitlines()[1:] == [
        f"parent {repo.rev('main')}",
        f"author {who}",
        f"committer {who}",
        "",
        "exp: 1 experience",
        "",
        "Exp-Run: r1",
    ]


@pytest.mark.parametrize("at", [None, "2001-01-01", "someday"])
def test_a_commit_is_never_older_than_what_it_stands_on(repo: Repository, at: str | None) -> None:
    publisher(repo).publish(proposal(ONE, at=at))

    assert repo.git("log", "-1", "--format=%cI", REF) == "2024-01-01T12:00:00+00:00"


def test_trailers_of_the_message_stay_in_one_block(repo: Repository) -> None:
    words = Redacted("exp: 1 experience\n\nExperience: net-1111111111")
    made = proposal(ONE)
    publisher(repo).publish(
        Proposal(made.branch, made.files, (), made.title, made.body, words, made.at, made.run)
    )

    trailers = repo.git("log", "-1", "--format=%(trailers:only)", REF)

    assert trailers.split("\n") == ["Experience: net-1111111111", "Exp-Run: r1"]


def test_work_tree_index_and_head_stay_as_they_are(repo: Repository) -> None:
    repo.write("README.md", "Being edited\n")
    repo.write("staged.txt", "staged\n")
    repo.git("add", "staged.txt")
    repo.write("untracked.txt", "")
    before = (repo.git("status", "--porcelain"), (repo.path / ".git" / "index").read_bytes(), repo.rev())

    publish(repo, ONE)

    index = (repo.path / ".git" / "index").read_bytes()
    assert before == (repo.git("status", "--porcelain"), index, repo.rev())
    assert not (repo.path / "experiences").exists()


def test_both_object_databases_give_the_same_commit(repo: Repository, tmp_path: Path) -> None:
    copy = repo.clone(tmp_path / "copy")
    assert open_pygit2(discover(str(repo.path))) is not None

    one = publisher(repo).publish(proposal(ONE, TWO, text="name: Grüße 🙂\n"))
    other = publisher(copy, objects=plumbing).publish(proposal(ONE, TWO, text="name: Grüße 🙂\n"))

    assert one == other


def test_line_end_conversion_does_not_change_what_is_stored(repo: Repository) -> None:
    repo.commit(files={".gitattributes": "* text=auto eol=crlf ident\n"})
    repo.git("config", "core.autocrlf", "true")
    text = "id: x\r\nwhat: $Id$\nwhy: z\n"

    publisher(repo).publish(proposal(ONE, text=text))
    publisher(repo, objects=plumbing).publish(proposal(ONE, branch="other", text=text))

    assert repo.git_bytes("cat-file", "blob", f"{REF}:{ONE}") == text.encode()
    assert repo.git_bytes("cat-file", "blob", f"other:{ONE}") == text.encode()


@pytest.mark.parametrize("place", ["bare", "linked", "inside", "detached", "shallow", "sha256"])
def test_it_works_in_any_kind_of_repository(repo: Repository, tmp_path: Path, place: str) -> None:
    repo.commit("Go on")
    if place == "sha256":
        repo = Repository.create(tmp_path / "sha256", object_format="sha256")
        repo.commit(files={"a": ""})
    elif place == "bare":
        repo = repo.clone(tmp_path / "bare.git", "--bare")
    elif place == "shallow":
        repo = repo.clone(tmp_path / "shallow", "--depth=1")
    elif place == "linked":
        repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        repo = Repository(tmp_path / "linked")
    elif place == "detached":
        repo.git("checkout", "-q", "--detach", "HEAD~")
    elif place == "inside":
        repo = Repository(repo.path / "src" / "net")

    first = publish(repo, ONE)
    second = publish(repo, TWO, run="r2")

    assert parents(repo, REF) == [repo.rev("main")]
    assert repo.git("ls-tree", "-r", "--full-tree", "--name-only", REF, "experiences").splitlines() == [
        ONE,
        TWO,
    ]
    assert (first.moved, second.moved, second.commit) == (True, True, repo.rev(REF))


NAME = st.sampled_from(["a", "b", "a.txt", "a-b", "é", "zz"])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sets(st.tuples(NAME, NAME, NAME), min_size=1, max_size=6))
def test_the_new_tree_is_the_one_git_itself_would_write(
    repo: Repository, places: set[tuple[str, ...]]
) -> None:
    layout = discover(str(repo.path))
    git = layout.git()
    objects = objects_for(git, layout)
    texts = {"/".join(("experiences", *place)): "/".join(place) for place in sorted(places)}
    index = {"GIT_INDEX_FILE": str(repo.path / ".git" / "other-index")}
    with ObjectReader(git) as reader:
        blobs = blobs_of(texts, objects)
        made = put(reader, objects, repo.rev("main^{tree}"), blobs)

    git.run("read-tree", "main", env=index)
    lines = "".join(f"100644 {blob}\t{path}\0" for path, blob in blobs.items())
    git.run("update-index", "-z", "--index-info", stdin=lines.encode(), env=index)

    assert made == git.run("write-tree", env=index).decode().strip()


# The same again, and more


def test_the_same_proposal_again_moves_nothing(repo: Repository) -> None:
    first = publish(repo, ONE)

    again = publish(repo, ONE)

    assert again == Published(BRANCH, first.commit, repo.rev("main"), moved=False)
    assert len(repo.git("reflog", "show", REF).splitlines()) == 1


def test_the_same_input_gives_the_same_commit_in_another_clone(repo: Repository, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")

    assert publish(repo, ONE, TWO).commit == publish(clone, ONE, TWO).commit


def test_no_files_move_nothing(repo: Repository, tmp_path: Path) -> None:
    empty = Repository.create(tmp_path / "empty")
    assert publish(empty) == Published(BRANCH, None, None, moved=False)
    assert publish(repo) == Published(BRANCH, None, repo.rev("main"), moved=False)

    tip = publish(repo, ONE).commit

    repo.git("switch", "-q", BRANCH)
    assert publish(repo) == Published(BRANCH, tip, repo.rev("main"), moved=False)


def test_files_that_stand_in_the_base_make_no_commit(repo: Repository) -> None:
    repo.commit(files={ONE: "id: x\n"})

    assert publish(repo, ONE) == Published(BRANCH, None, repo.rev("main"), moved=False)
    assert repo.git("branch", "--list", BRANCH) == ""


def test_exps_own_commit_is_made_anew_on_the_base_with_what_waits(repo: Repository) -> None:
    publish(repo, ONE)
    repo.commit(files={"src/net/retry.py": "retries = 4\n"})

    published = publish(repo, TWO, run="r2")

    assert published == Published(BRANCH, repo.rev(REF), repo.rev("main"), moved=True)
    assert parents(repo, REF) == [repo.rev("main")]
    assert files_at(repo, REF) == [ONE, TWO]
    assert repo.show(f"{REF}:src/net/retry.py") == "retries = 4"
    assert repo.git("log", "-1", "--format=%(trailers:key=Exp-Run,valueonly)", REF).split() == ["r1", "r2"]


def test_of_what_waits_only_what_does_not_stand_is_carried_on(repo: Repository) -> None:
    publish(repo, ONE, TWO)
    repo.commit("Take one by hand", files={ONE: "id: x\n"})

    publish(repo, THREE, run="r2")

    assert repo.git("diff", "--name-only", "main", REF).splitlines() == [TWO, THREE]


# What people did is never lost


def test_a_commit_of_a_person_is_built_upon(repo: Repository) -> None:
    publish(repo, ONE)
    person = work_on_the_branch(repo, "Say it better", **{ONE: "id: better\n"})
    repo.commit("Go on")

    published = publish(repo, TWO, run="r2")

    assert published == Published(BRANCH, repo.rev(REF), repo.rev("main"), moved=True, built_upon=True)
    assert parents(repo, REF) == [person]
    assert repo.show(f"{REF}:{ONE}") == "id: better"
    assert files_at(repo, REF) == [ONE, TWO]


def test_a_commit_of_exp_upon_a_persons_is_built_upon_too(repo: Repository) -> None:
    publish(repo, ONE)
    work_on_the_branch(repo, "Say it better", **{ONE: "id: better\n"})
    second = publish(repo, TWO, run="r2")

    third = publish(repo, THREE, run="r3")

    assert third.built_upon
    assert parents(repo, REF) == [second.commit]
    assert repo.show(f"{REF}:{ONE}") == "id: better"


@pytest.mark.parametrize("how", ["commit --amend --no-edit --quiet", "rebase --quiet --force-rebase main"])
def test_a_commit_that_a_person_amended_or_rebased_is_the_persons(repo: Repository, how: str) -> None:
    publish(repo, ONE)
    repo.commit("Go on")
    repo.git("switch", "-q", BRANCH)
    repo.git(*how.split())
    person = repo.rev()
    repo.git("switch", "-q", "main")
    assert "git-exp" in repo.git("log", "-1", "--format=%an", person)

    published = publish(repo, TWO, run="r2")

    assert (published.built_upon, parents(repo, REF)) == (True, [person])


def test_a_person_who_deleted_everything_is_built_upon(repo: Repository) -> None:
    publish(repo, ONE)
    person = work_on_the_branch(repo, "No", **{ONE: None})

    published = publish(repo, TWO, run="r2")

    assert (published.built_upon, published.set_aside, parents(repo, REF)) == (True, None, [person])
    assert files_at(repo, REF) == [TWO]


def test_a_file_that_changed_on_both_sides_is_left_to_people(repo: Repository) -> None:
    repo.commit(files={ONE: "id: old\n"})
    first = publish(repo, ONE, text="id: proposed\n")
    repo.commit(files={ONE: "id: by hand\n"})

    published = publish(repo, TWO, run="r2")

    assert published.built_upon
    assert parents(repo, REF) == [first.commit]
    assert repo.show(f"{REF}:{ONE}") == "id: proposed"


def test_a_persons_unrelated_history_is_built_upon(repo: Repository) -> None:
    repo.git("switch", "-q", "--orphan", BRANCH)
    person = repo.commit("Begin elsewhere", files={"a.txt": ""})
    repo.git("switch", "-q", "main")

    assert publish(repo, ONE).built_upon
    assert parents(repo, REF) == [person]


# Starting afresh


@pytest.mark.parametrize("how", ["--no-ff", "--ff-only", "--squash"])
def test_after_the_merge_the_branch_starts_afresh(repo: Repository, how: str) -> None:
    old = publish(repo, ONE).commit
    repo.git("merge", "-q", how, BRANCH)
    repo.commit("Go on")

    published = publish(repo, TWO, run="r2")

    assert published == Published(BRANCH, repo.rev(REF), repo.rev("main"), moved=True, set_aside=old)
    assert parents(repo, REF) == [repo.rev("main")]
    assert repo.git("diff", "--name-only", "main", REF) == TWO


def test_a_persons_squashed_branch_starts_afresh_too(repo: Repository) -> None:
    publish(repo, ONE, TWO)
    person = work_on_the_branch(repo, "Say it better, refuse one", **{ONE: "id: better\n", TWO: None})
    repo.commit("Squash", files={ONE: "id: better\n"})

    published = publish(repo, THREE, run="r2")

    assert (published.set_aside, published.built_upon) == (person, False)
    assert repo.git("diff", "--name-only", "main", REF) == THREE


def test_a_branch_that_is_behind_the_base_starts_afresh(repo: Repository) -> None:
    repo.git("branch", "-q", BRANCH)
    old = repo.rev(REF)
    repo.commit("Go on")

    assert publish(repo, ONE).set_aside == old


def test_a_closed_pull_request_starts_afresh_without_what_it_held(repo: Repository) -> None:
    publish(repo, ONE)
    person = work_on_the_branch(repo, "Say it better", **{ONE: "id: better\n"})

    published = publish(repo, TWO, run="r2", afresh=True)

    assert (published.set_aside, published.moved) == (person, True)
    assert files_at(repo, REF) == [TWO]
    assert publish(repo, TWO, run="r2", afresh=True).moved is False


# What is refused, in one line


def refused(repo: Repository, *paths: str, branch: str = BRANCH) -> str:
    """Return why publishing is refused with exit code 3; no ref may have moved."""
    before = repo.git("for-each-ref")
    with pytest.raises(RepositoryError) as caught:
        publisher(repo).publish(proposal(*(paths or [ONE]), branch=branch))
    assert repo.git("for-each-ref") == before
    assert caught.value.exit_code == 3
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_branch_that_is_checked_out_is_not_moved(repo: Repository) -> None:
    publish(repo, ONE)
    repo.git("switch", "-q", BRANCH)

    assert refused(repo, TWO) == f"{BRANCH}: is checked out in {repo.path}; switch to another branch there"


def test_a_branch_that_is_checked_out_before_its_first_commit_is_not_moved(repo: Repository) -> None:
    repo.git("symbolic-ref", "HEAD", REF)

    assert "is checked out in" in refused(repo)


def test_a_branch_that_is_checked_out_in_another_worktree_is_not_moved(
    repo: Repository, tmp_path: Path
) -> None:
    publish(repo, ONE)
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"), BRANCH)

    assert f"is checked out in {tmp_path / 'linked'}" in refused(repo, TWO)


def test_a_branch_in_the_middle_of_a_rebase_is_not_moved(repo: Repository) -> None:
    publish(repo, ONE)
    repo.commit("Go on")
    repo.git("switch", "-q", BRANCH)
    stopped = subprocess.run(
        ["git", "rebase", "--quiet", "--exec", "false", "main"],
        cwd=repo.path,
        env=repo.environment(),
        capture_output=True,
        check=False,
    )
    assert stopped.returncode == 1
    assert repo.git("rev-parse", "--abbrev-ref", "HEAD") == "HEAD"

    assert "is checked out in" in refused(repo, TWO)


def test_a_branch_in_the_middle_of_a_bisect_is_not_moved(repo: Repository) -> None:
    publish(repo, ONE)
    for number in range(4):
        work_on_the_branch(repo, f"Step {number}", a=str(number))
    repo.git("switch", "-q", BRANCH)
    repo.git("bisect", "start", "HEAD", "HEAD~4")
    assert repo.git("rev-parse", "--abbrev-ref", "HEAD") == "HEAD"

    assert "is checked out in" in refused(repo, TWO)


@pytest.mark.parametrize("name", ["-x", "HEAD", "a b", "a..b", "", "x.lock", "two\nlines", "@{-1}", "main"])
def test_a_name_that_can_be_no_proposal_branch_is_a_wrong_call(repo: Repository, name: str) -> None:
    with pytest.raises(UsageError) as caught:
        publisher(repo).publish(proposal(ONE, branch=name))

    assert "\n" not in str(caught.value)


def test_a_repository_without_a_commit_is_told_to_make_one(tmp_path: Path) -> None:
    assert (
        refused(Repository.create(tmp_path / "empty")) == "HEAD: there is no commit yet; make a first commit"
    )


@pytest.mark.parametrize(
    "path", ["src/x.yaml", "experiences/../x.yaml", "/experiences/x.yaml", "experiences"]
)
def test_a_path_outside_of_the_store_is_never_written(repo: Repository, path: str) -> None:
    with pytest.raises(RecordError, match=r"is no place inside experiences/$"):
        publisher(repo).publish(proposal(path))


@pytest.mark.parametrize(
    "path", ["experiences/.git/x.yaml", "experiences//x.yaml", "experiences/a\nb/x.yaml"]
)
def test_an_odd_path_in_the_store_is_never_written(repo: Repository, path: str) -> None:
    with pytest.raises(RecordError):
        publisher(repo).publish(proposal(path))


def test_a_text_that_can_not_be_utf_8_is_refused(repo: Repository) -> None:
    with pytest.raises(RecordError, match="half of a surrogate pair"):
        publisher(repo).publish(proposal(ONE, text="a \ud83d b"))


def test_a_symlink_in_the_way_is_said(repo: Repository) -> None:
    (repo.path / "experiences").symlink_to("src")
    repo.commit()

    assert refused(repo) == f"{ONE}: `experiences` is a symlink here; move it away"


def test_a_folder_in_the_way_is_said(repo: Repository) -> None:
    repo.commit(files={f"{ONE}/x": ""})

    assert refused(repo) == f"{ONE}: `a-1111111111.yaml` is a folder here; move it away"


def test_a_branch_in_the_way_is_said(repo: Repository) -> None:
    repo.git("branch", "exp")

    assert "'refs/heads/exp' exists; cannot create" in refused(repo)


def test_a_branch_that_only_stands_for_another_is_not_followed(repo: Repository) -> None:
    repo.git("branch", "-q", "other")
    repo.git("symbolic-ref", REF, "refs/heads/other")

    assert f"{REF}: only stands for refs/heads/other" in refused(repo)


def test_a_locked_branch_is_said_with_the_way_to_mend_it(repo: Repository) -> None:
    publish(repo, ONE)
    lock = repo.path / ".git" / f"{REF}.lock"
    lock.touch()

    assert refused(repo, TWO) == (
        f"{REF}: is locked by another git process; wait for it, or remove {REF}.lock"
    )
    lock.unlink()
    assert publish(repo, TWO).moved


def test_a_hook_of_the_repository_does_not_run(repo: Repository, tmp_path: Path) -> None:
    hook = repo.path / ".git" / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    hook.chmod(0o755)

    assert publish(repo, ONE).moved
    assert not (tmp_path / "ran").exists()


# Others at work at the same time, and the end in the middle


def test_a_branch_that_was_moved_meanwhile_is_left_as_it_is(repo: Repository) -> None:
    publish(repo, ONE)
    work_on_the_branch(repo, "Say it better", **{ONE: "id: better\n"})
    person, old = repo.rev(REF), repo.rev(f"{REF}~")
    repo.git("update-ref", REF, old)

    def meanwhile(git: Git, layout: Layout) -> Objects:
        repo.git("update-ref", REF, person)
        return objects_for(git, layout)

    with pytest.raises(RepositoryError) as caught:
        publisher(repo, objects=meanwhile).publish(proposal(TWO, run="r2"))

    assert str(caught.value) == f"{REF}: was moved meanwhile; run again"
    assert repo.rev(REF) == person


def test_another_process_that_made_the_same_commit_has_done_the_work(repo: Repository) -> None:
    def meanwhile(git: Git, layout: Layout) -> Objects:
        publisher(repo, objects=plumbing).publish(proposal(ONE))
        return objects_for(git, layout)

    published = publisher(repo, objects=meanwhile).publish(proposal(ONE))

    assert published.commit == repo.rev(REF)


PROCESS = """
import os, signal, sys
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.adapters.publisher_git import GitPublisher
from gitexp.errors import RepositoryError
from gitexp.records.proposal import Proposal, ProposedFile
from gitexp.records.text import Redacted

class Dying(PlumbingObjects):
    def write(self, kind, contents):
        ids = super().write(kind, contents)
        if kind == sys.argv[3]:
            os.kill(os.getpid(), signal.SIGKILL)
        return ids

layout = discover(sys.argv[1])
git = layout.git()
files = (ProposedFile(sys.argv[2], Redacted("id: x\\n")),)
words = Redacted("exp: 1 experience")
made = Proposal("exp/proposals", files, (), words, words, words, None, "r1")
try:
    publisher = GitPublisher(git, layout, base=base(git), objects=lambda git, layout: Dying(git))
    print(publisher.publish(made).commit)
except RepositoryError as error:
    print(error)
    sys.exit(error.exit_code)
"""


def process(repo: Repository, path: str, dies_after: str = "") -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PROCESS, str(repo.path), path, dies_after],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ),
        text=True,
    )


@pytest.mark.parametrize("kind", ["blob", "tree", "commit"])
def test_a_process_that_is_killed_leaves_nothing_half_written(repo: Repository, kind: str) -> None:
    before = (repo.git("for-each-ref"), repo.git("status", "--porcelain"))

    with process(repo, ONE, dies_after=kind) as killed:
        killed.communicate()

    assert killed.returncode == -signal.SIGKILL
    assert before == (repo.git("for-each-ref"), repo.git("status", "--porcelain"))
    assert "missing" not in repo.git("fsck", "--strict")
    assert publish(repo, ONE).moved


@pytest.mark.parametrize("paths", [(ONE, ONE), (ONE, TWO)])
def test_of_two_processes_at_once_nothing_is_lost_silently(repo: Repository, paths: tuple[str, str]) -> None:
    with process(repo, paths[0]) as one, process(repo, paths[1]) as other:
        said = [one.communicate(), other.communicate()]

    statuses = [one.returncode, other.returncode]
    assert statuses in ([0, 0], [0, 3], [3, 0])
    assert repo.rev(REF) in [out.strip() for out, _ in said]
    if paths[0] == paths[1] or statuses == [0, 0]:
        assert files_at(repo, REF) == sorted(set(paths))
    else:
        assert f"{REF}: was moved meanwhile; run again" in [out.strip() for out, _ in said]
    assert [err for _, err in said] == ["", ""]


# Which object database is used


def test_pygit2_is_used_where_it_opens_the_repository_and_plumbing_elsewhere(
    repo: Repository, tmp_path: Path
) -> None:
    other = Repository.create(tmp_path / "sha256", object_format="sha256")
    layout, sha256 = discover(str(repo.path)), discover(str(other.path))

    assert isinstance(objects_for(layout.git(), layout), Pygit2Objects)
    assert isinstance(objects_for(sha256.git(), sha256), PlumbingObjects)


def test_a_repository_that_pygit2_can_not_open_is_served_by_plumbing(repo: Repository) -> None:
    repo.git("config", "core.repositoryFormatVersion", "1")
    repo.git("config", "extensions.noop-v1", "true")
    layout = discover(str(repo.path))

    assert open_pygit2(layout) is None
    assert publish(repo, ONE).moved


def test_a_base_given_by_revision_is_what_the_commit_stands_on(repo: Repository) -> None:
    first = repo.rev()
    repo.commit("Go on")
    layout = discover(str(repo.path))

    published = GitPublisher(layout.git(), layout, base=Base("HEAD~", "HEAD~", first)).publish(proposal(ONE))

    assert published.base == first
    assert parents(repo, REF) == [first]
    assert published.set_aside is None
