"""The shared repository: what is fetched, what is built upon it, and the one push that moves all or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.git_commits import Moved
from gitexp.adapters.ledger_git import GitLedger
from gitexp.errors import OutsideError, RecordError, RepositoryError, UsageError
from gitexp.records.bot import BotState, Cursor, Refusal
from gitexp.records.experience import Standing
from gitexp.records.proposal import ProposedFile
from gitexp.records.text import Redacted
from support.bot_memory import (
    BRANCH,
    RUN,
    Shared,
    a_carried,
    a_file,
    a_full_state,
    a_push,
    as_json,
    fetched,
    remote,
)
from support.experiences import an_experience
from support.repository import Repository, isolate

REF = f"refs/heads/{BRANCH}"
LEDGER, RUNS, CASES = "refs/exp/ledger", "refs/exp/runs", "refs/exp/cases"
ONE, TWO = a_file(), a_file("shut-the-valve-first-1111111111")
WORDS = "exp: 1 experience\n\nFrom #7"
AT = "2024-05-02T10:00:00Z"
LATER = BotState(cursor=Cursor("2024-05-03T00:00:00Z"))
REFUSAL = Refusal("0a1b2c3d4e", "retry-at-most-twice-0a1b2c3d4e", "one_off", "Once", "rita", AT, 41)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    return Shared(tmp_path_factory.mktemp("template"))


@pytest.fixture
def shared(tmp_path: Path, template: Shared) -> Shared:
    return template.copy(tmp_path / "shared")


def proposed(repo: Repository, *files: ProposedFile, state: BotState | None = None) -> str:
    """Lay the files on the remote's branch as a run does, and return the commit."""
    one = fetched(repo)
    commit = one.build(BRANCH, files or (ONE,), WORDS, AT, run="r1")
    assert commit is not None
    one.push(a_push(one, commit, state or a_full_state(), runs=(RUN,)))
    return commit


def person_pushes(shared: Shared, message: str, upon: str = f"origin/{BRANCH}", **files: str | None) -> str:
    """Commit on the remote's branch as a person does."""
    shared.person.git("fetch", "-q", "origin", "+refs/heads/*:refs/remotes/origin/*")
    shared.person.git("checkout", "-q", "--detach", upon)
    commit = shared.person.commit(
        message, files={name.replace("__", "/"): text for name, text in files.items()}
    )
    shared.person.git("push", "-q", "origin", f"HEAD:{REF}")
    shared.person.git("checkout", "-q", "main")
    return commit


def main_moves(shared: Shared, files: dict[str, str | bytes | None] | None = None) -> str:
    """Go on with the default branch."""
    commit = shared.person.commit("Go on", files=files)
    shared.person.git("push", "-q", "origin", "main")
    return commit


# Fetching


def test_a_remote_that_knows_nothing_gives_an_empty_memory(shared: Shared) -> None:
    one = fetched(shared.clone("one"))

    assert one.tip(BRANCH) is None
    assert BotState() == one.state()
    assert () == tuple(one.unread)


def test_what_one_run_pushed_the_next_one_knows(shared: Shared) -> None:
    commit = proposed(shared.clone("one"))

    other = shared.clone("other")
    two = fetched(other)

    assert commit == two.tip(BRANCH)
    assert a_full_state() == two.state()
    assert '{"id": "2024w18-a41b"}' == other.show("refs/exp/runs:2024/2024w18-a41b.json")
    assert {LEDGER, RUNS, REF, "refs/heads/main"} == set(shared.refs())


def test_nothing_of_the_clone_moves_but_refs_of_exp_and_of_the_remote(shared: Shared) -> None:
    repo = shared.clone("one")
    repo.git("checkout", "-q", "-b", BRANCH)
    before = (repo.git("for-each-ref", "refs/heads"), repo.git("status", "--porcelain"), repo.rev())

    proposed(repo)

    assert before == (repo.git("for-each-ref", "refs/heads"), repo.git("status", "--porcelain"), repo.rev())
    assert not (repo.path / ".git/FETCH_HEAD").exists()


def test_a_branch_that_is_gone_there_is_gone_here(shared: Shared) -> None:
    repo = shared.clone("one")
    proposed(repo)
    shared.there.git("update-ref", "-d", REF)
    shared.there.git("update-ref", "-d", LEDGER)

    one = fetched(repo)

    assert one.tip(BRANCH) is None
    assert BotState() == one.state()


def test_a_branch_that_was_rewritten_there_is_taken_as_it_is(shared: Shared) -> None:
    repo = shared.clone("one")
    proposed(repo)
    shared.there.git("update-ref", REF, shared.there.rev("main"))

    assert shared.there.rev("main") == fetched(repo).tip(BRANCH)


def test_another_branch_whose_name_ends_the_same_is_not_taken_for_it(shared: Shared) -> None:
    shared.there.git("update-ref", f"refs/heads/x/{REF}", shared.there.rev("main"))

    assert fetched(shared.clone("one")).tip(BRANCH) is None


def test_a_second_fetch_of_the_same_asks_once_and_brings_nothing(
    shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = shared.clone("one")
    proposed(repo)
    asked = counted(tmp_path, monkeypatch)

    fetched(repo)

    assert ["ls-remote"] == [word for word in asked() if word in ("ls-remote", "fetch", "push")]


def counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Put a git on the path that notes the words it is called with; return what gives the words."""
    import os
    import shutil

    folder = tmp_path / "bin"
    folder.mkdir()
    notes = folder / "notes"
    wrapper = folder / "git"
    wrapper.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{notes}"\nexec "{shutil.which("git")}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return lambda: notes.read_text().splitlines()


def test_refusals_of_the_remote_count_for_who_proposes_here(shared: Shared) -> None:
    first = fetched(shared.clone("one"))
    first.push(a_push(first, None, BotState(), refusals=(REFUSAL,)))
    repo = shared.clone("other")

    two = fetched(repo)

    assert (REFUSAL,) == two.refusals()
    assert "refused/0a1b2c3d4e.json" == repo.git("ls-tree", "-r", "--name-only", LEDGER)


def local_ledger(repo: Repository) -> GitLedger:
    layout = discover(str(repo.path))
    return GitLedger(layout.git(), layout, as_json=as_json)


def test_what_only_this_clone_keeps_is_joined_and_never_pushed(shared: Shared) -> None:
    proposed(shared.clone("one"))
    repo = shared.clone("other")
    local_ledger(repo).record(replace(RUN, id="private"))
    local_ledger(repo).refuse([refused(repo)])

    two = fetched(repo)
    two.push(a_push(two, None, LATER, runs=(replace(RUN, id="shared"),)))

    here = repo.git("ls-tree", "-r", "--name-only", RUNS).splitlines()
    there = shared.there.git("ls-tree", "-r", "--name-only", RUNS).splitlines()
    assert ["2024/2024w18-a41b.json", "2024/private.json", "2024/shared.json"] == here
    assert ["2024/2024w18-a41b.json", "2024/shared.json"] == there
    assert "cursor.json" == shared.there.git("ls-tree", "-r", "--name-only", LEDGER)
    assert f"refused/{an_experience().id}.yaml" in repo.git("ls-tree", "-r", "--name-only", LEDGER)


def refused(repo: Repository) -> Standing[str]:
    one = an_experience()
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"id: x\n")
    return Standing(one, f"experiences/cache/{one.id}.yaml", blob)


def test_a_refusal_that_someone_took_back_there_does_not_come_back_from_here(shared: Shared) -> None:
    repo = shared.clone("one")
    first = fetched(repo)
    first.push(a_push(first, None, BotState(), refusals=(REFUSAL,)))
    local_ledger(repo).refuse([refused(repo)])
    shared.person.git("fetch", "-q", "origin", LEDGER)
    tree = shared.person.git("mktree", stdin=b"")
    commit = shared.person.git("commit-tree", tree, "-p", "FETCH_HEAD", "-m", "Let it be proposed again")
    shared.person.git("push", "-q", "origin", f"{commit}:{LEDGER}")

    fetched(repo)

    assert f"refused/{an_experience().id}.yaml" == repo.git("ls-tree", "-r", "--name-only", LEDGER)


def test_the_branch_that_proposals_stand_on_is_refused(shared: Shared) -> None:
    for name in ("main", "HEAD", "-x", "a..b", ""):
        with pytest.raises(UsageError):
            remote(shared.clone(f"one{len(name)}{name[:1]}")).fetch(name)


def test_without_a_remote_it_says_how_to_name_one(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "alone")
    repo.commit("Begin")

    with pytest.raises(RepositoryError) as caught:
        fetched(repo)

    assert "origin: there is no such remote; git remote add origin URL" == str(caught.value)


def test_a_remote_that_is_not_there_is_an_outside_error(shared: Shared) -> None:
    repo = shared.clone("one")
    repo.git("remote", "set-url", "origin", str(shared.folder / "gone"))

    with pytest.raises(OutsideError) as caught:
        fetched(repo)

    assert 4 == caught.value.exit_code


def test_a_ref_that_is_no_commit_is_said(shared: Shared) -> None:
    blob = shared.there.git("hash-object", "-w", "--stdin", stdin=b"x")
    shared.there.git("update-ref", LEDGER, blob)

    with pytest.raises(RepositoryError) as caught:
        fetched(shared.clone("one"))

    assert f"origin {LEDGER}: is no commit; git push origin --delete {LEDGER}" == str(caught.value)


def test_a_branch_that_was_not_fetched_is_not_pushed(shared: Shared) -> None:
    repo = shared.clone("one")
    one = fetched(repo)

    with pytest.raises(UsageError):
        one.push(replace(a_push(one, repo.rev(), LATER), branch="main"))


# Building


def test_a_commit_has_exactly_these_files_beyond_the_base(shared: Shared) -> None:
    repo = shared.clone("one")
    one = fetched(repo)

    commit = one.build(BRANCH, (ONE, TWO), WORDS, AT, run="r1")

    assert commit is not None
    assert repo.rev("origin/main") == repo.rev(f"{commit}^")
    assert f"A\t{ONE.path}\nA\t{TWO.path}" == repo.git("diff", "--name-status", "main", commit)
    said = repo.git("log", "-1", "--format=%an|%cn|%aI|%B", commit).rstrip()
    assert f"git-exp|git-exp|2024-05-02T10:00:00+00:00|{WORDS}\n\nExp-Run: r1" == said
    assert commit == one.build(BRANCH, (TWO, ONE), WORDS, AT, run="r1")


def test_a_base_that_holds_all_needs_no_commit(shared: Shared) -> None:
    main_moves(shared, {ONE.path: str(ONE.text)})

    assert fetched(shared.clone("one")).build(BRANCH, (ONE,), WORDS, AT, run="r1") is None


def test_a_base_that_moved_alone_is_no_reason_for_another_commit(shared: Shared) -> None:
    commit = proposed(shared.clone("one"), ONE, TWO)
    main_moves(shared, {"README.md": "Hello\n"})

    other = fetched(shared.clone("other"))

    assert commit == other.build(BRANCH, (ONE, TWO), "exp: other words", "2024-06-01", run="r2")


@pytest.mark.parametrize(
    "files", [(ONE,), (ONE, a_file("another-one-2222222222")), (replace(ONE, text=TWO.text), TWO)]
)
def test_other_files_or_texts_are_another_commit(shared: Shared, files: tuple[ProposedFile, ...]) -> None:
    commit = proposed(shared.clone("one"), ONE, TWO)

    assert commit != fetched(shared.clone("other")).build(BRANCH, files, WORDS, AT, run="r1")


def test_a_base_that_changed_one_of_the_files_leads_to_another_commit(shared: Shared) -> None:
    main_moves(shared, {ONE.path: "id: first\n"})
    commit = proposed(shared.clone("one"), ONE, TWO)
    base = main_moves(shared, {ONE.path: "id: second\n"})
    repo = shared.clone("other")

    new = fetched(repo).build(BRANCH, (ONE, TWO), WORDS, AT, run="r1")

    assert new != commit
    assert base == repo.rev(f"{new}^")


def test_a_base_that_took_in_one_of_the_files_leads_to_a_commit_with_the_other(shared: Shared) -> None:
    proposed(shared.clone("one"), ONE, TWO)
    main_moves(shared, {ONE.path: str(ONE.text)})
    repo = shared.clone("other")

    new = fetched(repo).build(BRANCH, (ONE, TWO), WORDS, AT, run="r1")

    assert f"A\t{TWO.path}" == repo.git("diff", "--name-status", "origin/main", str(new))


def test_a_commit_of_a_person_with_the_same_files_is_not_taken_for_exps(shared: Shared) -> None:
    theirs = person_pushes(
        shared, "Mine\n\nExp-Run: r1", "main", **{ONE.path.replace("/", "__"): str(ONE.text)}
    )

    one = fetched(shared.clone("one"))

    assert theirs == one.tip(BRANCH)
    assert theirs != one.build(BRANCH, (ONE,), WORDS, AT, run="r1")


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "experiences/CHARTER.md",
        "experiences/.config.yaml",
        "experiences/facts.yaml",
        "experiences/cases/x.yaml",
        "experiences/src/../../x.yaml",
        "experiences/src/a/x.yaml",
        "experiences/src/.x.yaml",
        "experiences/changes/x.yaml",
        "experiences/changes/2024/x.txt",
        "experiences/.git/x.yaml",
        "/experiences/src/x.yaml",
        ".github/workflows/x.yaml",
        "experiences/src/x\n.yaml",
    ],
)
def test_no_file_is_written_outside_the_places_of_experiences_and_records(shared: Shared, path: str) -> None:
    repo = shared.clone("one")
    one = fetched(repo)
    file = ProposedFile(path, Redacted("x"))

    with pytest.raises(RecordError):
        one.build(BRANCH, (file,), WORDS, AT, run="r1")
    with pytest.raises(RecordError):
        one.amend(repo.rev(), (), WORDS, removed=(path,))


def test_a_link_in_the_way_is_never_followed(shared: Shared) -> None:
    (shared.person.path / "experiences").mkdir()
    (shared.person.path / "experiences/src").symlink_to("/etc")
    main_moves(shared)

    with pytest.raises(RepositoryError) as caught:
        fetched(shared.clone("one")).build(BRANCH, (ONE,), WORDS, AT, run="r1")

    assert "`src` is a symlink here" in str(caught.value)


def test_change_records_have_their_place(shared: Shared) -> None:
    file = ProposedFile("experiences/changes/2024/one-socket-0123456789.yaml", Redacted("x"))

    assert fetched(shared.clone("one")).build(BRANCH, (file,), WORDS, AT, run="r1") is not None


# Amending


def test_a_command_changes_adds_and_takes_out_on_top(shared: Shared) -> None:
    repo = shared.clone("one")
    commit = proposed(repo, ONE, TWO)
    one = fetched(repo)
    third = a_file("another-one-2222222222")

    new = one.amend(
        commit, (replace(TWO, text=Redacted("id: y\n")), third), "exp: /exp drop 1", removed=(ONE.path,)
    )

    assert commit == repo.rev(f"{new}^")
    changes = repo.git("diff", "--name-status", commit, new).splitlines()
    assert sorted((f"D\t{ONE.path}", f"M\t{TWO.path}", f"A\t{third.path}")) == sorted(changes)
    assert "exp: /exp drop 1\n\nExp-Run: r1" == repo.git("log", "-1", "--format=%B", new).rstrip()
    assert one.is_own(new)


def test_a_command_that_was_carried_out_before_changes_nothing(shared: Shared) -> None:
    repo = shared.clone("one")
    commit = proposed(repo, ONE, TWO)
    one = fetched(repo)
    new = one.amend(commit, (), "exp: drop", removed=(ONE.path,))

    assert new == one.amend(new, (), "exp: drop", removed=(ONE.path,))


# Whose the branch is


def test_what_exp_pushed_is_its_own(shared: Shared) -> None:
    commit = proposed(shared.clone("one"))
    main_moves(shared)

    assert fetched(shared.clone("other")).is_own(commit)


def test_a_merged_branch_is_its_own_still(shared: Shared) -> None:
    commit = proposed(shared.clone("one"))
    shared.there.git("update-ref", "refs/heads/main", commit)

    assert fetched(shared.clone("other")).is_own(commit)


def test_a_commit_of_a_person_on_top_is_not(shared: Shared) -> None:
    proposed(shared.clone("one"))
    theirs = person_pushes(shared, "Mend a word", **{ONE.path.replace("/", "__"): "id: z\n"})

    assert not fetched(shared.clone("other")).is_own(theirs)


def test_a_commit_of_a_person_below_is_seen_too(shared: Shared) -> None:
    proposed(shared.clone("one"), ONE, TWO)
    theirs = person_pushes(shared, "Mend a word", **{ONE.path.replace("/", "__"): "id: z\n"})
    one = fetched(shared.clone("other"))

    assert not one.is_own(one.amend(theirs, (), "exp: drop", removed=(TWO.path,)))


def test_a_merge_of_the_default_branch_by_a_person_is_seen(shared: Shared) -> None:
    proposed(shared.clone("one"))
    main_moves(shared)
    shared.person.git("fetch", "-q", "origin")
    shared.person.git("checkout", "-q", "--detach", f"origin/{BRANCH}")
    shared.person.git("merge", "-q", "--no-edit", "origin/main")
    shared.person.git("push", "-q", "origin", f"HEAD:{REF}")

    one = fetched(shared.clone("other"))

    assert not one.is_own(str(one.tip(BRANCH)))


def test_an_amended_commit_is_a_persons(shared: Shared) -> None:
    proposed(shared.clone("one"))
    shared.person.git("fetch", "-q", "origin")
    shared.person.git("checkout", "-q", "--detach", f"origin/{BRANCH}")
    shared.person.git("commit", "-q", "--amend", "--no-edit")
    shared.person.git("push", "-q", "--force", "origin", f"HEAD:{REF}")

    one = fetched(shared.clone("other"))

    assert not one.is_own(str(one.tip(BRANCH)))


def test_a_branch_that_shares_nothing_with_the_default_branch_is_not_its_own(shared: Shared) -> None:
    repo = shared.clone("one")
    commit = proposed(repo)
    body = repo.git_bytes("cat-file", "commit", commit)
    orphan = b"\n".join(line for line in body.split(b"\n") if not line.startswith(b"parent "))
    lone = repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=orphan)
    repo.git("push", "-q", "--force", "origin", f"{lone}:{REF}")

    assert not fetched(repo).is_own(lone)


# Pushing


def test_nothing_new_is_no_push(shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proposed(shared.clone("one"))
    before = shared.refs()
    two = fetched(shared.clone("other"))
    asked = counted(tmp_path, monkeypatch)

    two.push(a_push(two, two.tip(BRANCH), two.state(), runs=(RUN,)))

    assert before == shared.refs()
    assert "push" not in asked()


def test_an_empty_memory_makes_no_ledger(shared: Shared) -> None:
    one = fetched(shared.clone("one"))

    one.push(a_push(one, None, BotState()))

    assert {"refs/heads/main"} == set(shared.refs())


def test_all_refs_move_in_one_push(shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = shared.clone("one")
    one = fetched(repo)
    commit = one.build(BRANCH, (ONE,), WORDS, AT, run="r1")
    asked = counted(tmp_path, monkeypatch)

    one.push(
        a_push(
            one,
            commit,
            a_full_state(),
            runs=(RUN,),
            refusals=(REFUSAL,),
            refused=(refused(repo),),
            cases={"drop-0a1b2c3d4e": '{"label": "one_off"}'},
            why="run 2024w18-a41b",
        )
    )

    assert 1 == asked().count("push")
    assert {"refs/heads/main", REF, LEDGER, RUNS, CASES} == set(shared.refs())
    assert '{"label": "one_off"}' == shared.there.show(f"{CASES}:drop-0a1b2c3d4e.json")
    kept = shared.there.git("ls-tree", "-r", "--name-only", LEDGER).splitlines()
    assert ["refused/0a1b2c3d4e.json", f"refused/{an_experience().id}.yaml"] == kept[2:4]
    assert "git-exp 2024-05-02T10:00:00+00:00 run 2024w18-a41b" == shared.there.git(
        "log", "-1", "--format=%an %aI %s", LEDGER
    )
    assert "" == shared.there.git("fsck", "--strict")
    assert [commit, shared.refs()[LEDGER], shared.refs()[CASES]] == [
        one.tip(BRANCH),
        repo.rev(LEDGER),
        repo.rev(CASES),
    ]


def test_the_same_in_two_clones_gives_the_same_refs(tmp_path: Path) -> None:
    worlds = [Shared(tmp_path / name) for name in ("a", "b")]
    for world in worlds:
        proposed(world.clone("one"))

    assert worlds[0].refs() == worlds[1].refs()


def test_of_two_runs_at_once_one_wins_and_the_other_is_told(shared: Shared) -> None:
    one, two = fetched(shared.clone("one")), fetched(shared.clone("two"))
    first = one.build(BRANCH, (ONE,), WORDS, AT, run="r1")
    second = two.build(BRANCH, (TWO,), WORDS, AT, run="r2")
    one.push(a_push(one, first, a_full_state(), runs=(RUN,)))
    before = shared.refs()

    with pytest.raises(Moved):
        two.push(a_push(two, second, LATER, runs=(replace(RUN, id="r2"),)))

    assert before == shared.refs()
    assert first == shared.refs()[REF]


def test_of_two_runs_with_the_same_end_both_are_content(shared: Shared) -> None:
    one, two = fetched(shared.clone("one")), fetched(shared.clone("two"))
    for each in (one, two):
        each.push(a_push(each, each.build(BRANCH, (ONE,), WORDS, AT, run="r1"), a_full_state(), runs=(RUN,)))

    assert "1" == shared.there.git("rev-list", "--count", LEDGER)


def test_a_lost_memory_holds_the_branch_back_too(shared: Shared) -> None:
    one, two = fetched(shared.clone("one")), fetched(shared.clone("two"))
    one.push(a_push(one, None, LATER))

    with pytest.raises(Moved):
        two.push(a_push(two, two.build(BRANCH, (ONE,), WORDS, AT, run="r1"), a_full_state()))

    assert REF not in shared.refs()


def test_what_a_person_pushed_meanwhile_is_never_overwritten(shared: Shared) -> None:
    repo = shared.clone("one")
    proposed(repo)
    one = fetched(repo)
    theirs = person_pushes(shared, "Mend a word", **{ONE.path.replace("/", "__"): "id: z\n"})

    with pytest.raises(Moved):
        one.push(a_push(one, one.build(BRANCH, (ONE, TWO), WORDS, AT, run="r2"), LATER))

    assert theirs == shared.refs()[REF]


def test_a_branch_that_someone_deleted_meanwhile_does_not_come_back(shared: Shared) -> None:
    repo = shared.clone("one")
    proposed(repo)
    one = fetched(repo)
    shared.there.git("update-ref", "-d", REF)

    with pytest.raises(Moved):
        one.push(a_push(one, one.build(BRANCH, (ONE, TWO), WORDS, AT, run="r2"), LATER))

    assert REF not in shared.refs()


def test_a_rehearsal_moves_nothing(shared: Shared) -> None:
    proposed(shared.clone("one"))
    before = shared.refs()
    repo = shared.clone("other")

    remote(repo).rehearse(BRANCH)

    assert before == shared.refs()
    assert "" == repo.git("for-each-ref", "refs/exp")


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".x", "x" * 101])
def test_a_case_with_an_odd_name_is_refused(shared: Shared, name: str) -> None:
    one = fetched(shared.clone("one"))

    with pytest.raises(RecordError):
        one.push(a_push(one, None, BotState(), cases={name: "{}"}))


def test_a_case_that_is_no_json_is_refused(shared: Shared) -> None:
    one = fetched(shared.clone("one"))

    with pytest.raises(RecordError):
        one.push(a_push(one, None, BotState(), cases={"x": "{"}))


def test_hooks_and_settings_of_the_clone_have_no_say(shared: Shared) -> None:
    repo = shared.clone("one")
    hook = repo.path / ".git/hooks/pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    repo.git("tag", "-a", "v1", "-m", "v1")
    for key, value in (
        ("push.followTags", "true"),
        ("push.gpgSign", "if-asked"),
        ("push.recurseSubmodules", "on-demand"),
        ("fetch.prune", "true"),
        ("remote.origin.push", "refs/heads/*:refs/heads/*"),
    ):
        repo.git("config", key, value)

    proposed(repo)

    assert {"refs/heads/main", REF, LEDGER, RUNS} == set(shared.refs())


def test_sha256_repositories_work_too(tmp_path: Path) -> None:
    shared = Shared(tmp_path, object_format="sha256")
    state = BotState(cursor=Cursor("2024-05-01"), waiting=(a_carried(),))

    commit = proposed(shared.clone("one"), state=state)

    two = fetched(shared.clone("other"))
    assert (commit, state, True) == (two.tip(BRANCH), two.state(), two.is_own(commit))


# Clones that lack something


def test_a_clone_of_one_commit_can_begin(shared: Shared) -> None:
    main_moves(shared)

    commit = proposed(shared.clone("one", "--depth=1"))

    assert commit == shared.refs()[REF]


def test_a_clone_of_one_commit_says_that_it_can_not_tell_whose_the_branch_is(shared: Shared) -> None:
    commit = proposed(shared.clone("one"))
    main_moves(shared)
    one = fetched(shared.clone("shallow", "--depth=1"))

    with pytest.raises(RepositoryError) as caught:
        one.is_own(commit)
    with pytest.raises(RepositoryError):
        one.build(BRANCH, (ONE,), WORDS, AT, run="r1")

    assert str(caught.value) == (
        f"{commit[:12]}: this clone is too shallow to tell what it stands on; "
        "check out with `fetch-depth: 0`, or git fetch --unshallow"
    )


def test_a_clone_of_one_commit_goes_on_while_the_base_is_the_same(shared: Shared) -> None:
    main_moves(shared)
    commit = proposed(shared.clone("one"))

    one = fetched(shared.clone("shallow", "--depth=1"))

    assert one.is_own(commit)
    assert commit == one.build(BRANCH, (ONE,), WORDS, AT, run="r1")


def test_a_commit_of_a_person_is_seen_in_a_shallow_clone_too(shared: Shared) -> None:
    proposed(shared.clone("one"))
    theirs = person_pushes(shared, "Mend a word", **{ONE.path.replace("/", "__"): "id: z\n"})
    main_moves(shared)

    assert not fetched(shared.clone("shallow", "--depth=1")).is_own(theirs)


def test_a_clone_without_files_fetches_those_of_the_memory(shared: Shared) -> None:
    shared.there.git("config", "uploadpack.allowFilter", "true")
    proposed(shared.clone("one"))
    repo = shared.clone("partial", "--filter=blob:none")

    two = fetched(repo)

    assert a_full_state() == two.state()
    two.push(a_push(two, two.build(BRANCH, (ONE, TWO), WORDS, AT, run="r2"), LATER))
    assert LATER == fetched(shared.clone("other")).state()
