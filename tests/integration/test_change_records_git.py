"""Change records in git: what is served and covers a path, what is left out and why, what proposals are held against."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.change_record_yaml import write
from gitexp.adapters.change_records_git import GitChanges, ServedChanges, recorded_in
from gitexp.adapters.git import Git, discover
from gitexp.adapters.git_branches import Base, base
from gitexp.records.change_record import Impact
from gitexp.records.skipped import Skipped
from support.changes import COMMIT, a_redacted_record
from support.repository import Repository, isolate

BRANCH = "exp/proposals"
ONE, TWO = "one-1111111111", "two-2222222222"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = Repository.create(tmp_path / "project")
    made.commit("Start", {"a.py": "a\n"})
    return made


def at(name: str, year: str = "2024") -> str:
    return f"experiences/changes/{year}/{name}.yaml"


def text(name: str, *paths: str, **fields: object) -> str:
    return write(a_redacted_record(id=name, impact=Impact(paths=paths or ("engine/pump.py",)), **fields))


def opened(repo: Repository) -> tuple[Git, Base | None]:
    git = discover(str(repo.path)).git()
    return git, base(git)


def served(repo: Repository) -> ServedChanges:
    return ServedChanges(*opened(repo))


def test_a_record_covers_the_paths_of_its_globs_and_no_others(repo: Repository) -> None:
    repo.commit("Record", {at(ONE): text(ONE, "engine/**"), at(TWO): text(TWO, "cabin/panel.py")})

    for path, wanted in (("engine/deep/a.py", [ONE]), ("cabin/panel.py", [TWO]), ("cabin/b.py", [])):
        records, skipped = served(repo).covering([path])
        assert (wanted, []) == ([record.id for record in records], list(skipped))
    records, _ = served(repo).covering(["engine/a.py", "cabin/panel.py"])
    assert {ONE, TWO} == {record.id for record in records}


def test_the_newest_comes_first(repo: Repository) -> None:
    repo.commit(
        "Record", {at(ONE): text(ONE, made_at="2023-05-01"), at(TWO): text(TWO, made_at="2024-05-01")}
    )

    assert [TWO, ONE] == [record.id for record in served(repo).covering(["engine/pump.py"])[0]]


def test_a_record_is_found_by_its_commit_also_by_a_beginning_of_it(repo: Repository) -> None:
    repo.commit("Record", {at(ONE): text(ONE)})

    assert [ONE] == [record.id for record in served(repo).about([COMMIT])[0]]
    assert [ONE] == [record.id for record in served(repo).about([COMMIT[:9]])[0]]
    assert [] == served(repo).about(["f" * 40])[0]


def test_what_the_default_branch_does_not_hold_so_is_not_served(repo: Repository) -> None:
    repo.commit("Record", {at(ONE): text(ONE)})
    repo.git("switch", "--quiet", "-c", "side")
    repo.commit("Another", {at(TWO): text(TWO), at(ONE): text(ONE, intent="Something else")})

    records, skipped = served(repo).covering(["engine/pump.py"])

    assert [] == records
    assert [
        Skipped(at(ONE), "differs from main: not served", bad=False),
        Skipped(at(TWO), "not on main: not served", bad=False),
    ] == list(skipped)


def test_one_bad_file_is_said_and_the_rest_goes_on(repo: Repository) -> None:
    repo.commit(
        "Record",
        {
            at(ONE): text(ONE),
            at("bad"): "id: [\n",
            at("other-3333333333"): text(TWO),
            at("large-4444444444"): "a" * (1 << 17),
            "experiences/changes/2024/note.yml": "a: b\n",
            "experiences/changes/loose.yaml": "a: b\n",
            at("odd-5555555555"): text("odd-5555555555") + "owner: mara\n",
        },
    )
    (repo.path / at("link-6666666666")).symlink_to("/etc/passwd")
    repo.commit("Link")

    records, skipped = served(repo).covering(["engine/pump.py"])

    assert {ONE, "odd-5555555555"} == {record.id for record in records}
    said = {skip.where.split(":")[0].rsplit("/", 1)[1]: skip.what for skip in skipped}
    assert "is a symlink: not followed" == said["link-6666666666.yaml"]
    assert "larger than 64 KiB: not read" == said["large-4444444444.yaml"]
    assert "name must be ID.yaml" in said["other-3333333333.yaml"]
    assert "move it to experiences/changes/YEAR/" in said["loose.yaml"]
    assert "unknown key `owner`: read past" == said["odd-5555555555.yaml"]
    assert {"bad.yaml", "note.yml"} <= set(said)


def test_of_two_with_one_identity_the_first_counts(repo: Repository) -> None:
    other = f"other-{ONE[-10:]}"
    repo.commit("Record", {at(ONE): text(ONE), at(other): text(other)})

    records, skipped = served(repo).covering(["engine/pump.py"])

    assert [ONE] == [record.id for record in records]
    assert [f"the same identity `{ONE[-10:]}` as {at(ONE)}; keep one of them"] == [
        skip.what for skip in skipped
    ]


class CountedGit(Git):
    """Git that counts the processes it starts."""

    started = 0

    def start(self, *args, **more):
        self.started += 1
        return super().start(*args, **more)


def test_without_the_folder_one_process_is_all_it_costs(repo: Repository) -> None:
    git, stands = opened(repo)
    counted = CountedGit(git.cwd, git.layout)

    assert ((), ()) == tuple(map(tuple, ServedChanges(counted, stands).covering(["a.py"])))
    assert 1 == counted.started


def test_asked_often_it_reads_once(repo: Repository) -> None:
    repo.commit("Record", {at(ONE): text(ONE)})
    git, stands = opened(repo)
    counted = CountedGit(git.cwd, git.layout)
    changes = ServedChanges(counted, stands)

    changes.covering(["engine/pump.py"])
    changes.about([COMMIT])

    assert 1 == counted.started


def test_a_repository_without_a_commit_has_none(tmp_path: Path) -> None:
    assert ((), ()) == tuple(map(tuple, served(Repository.create(tmp_path / "empty")).covering(["a.py"])))


def test_what_waits_on_the_branch_is_pending_and_what_was_taken_out_is_refused(repo: Repository) -> None:
    repo.commit("Record", {at(ONE): text(ONE)})
    repo.git("switch", "--quiet", "-c", BRANCH)
    repo.commit("Propose", {at(TWO): text(TWO)})
    repo.git("switch", "--quiet", "main")
    changes = GitChanges(*opened(repo))

    assert [ONE] == [one.record.id for one in changes.held()[0]]
    assert [TWO] == [one.record.id for one in changes.pending(BRANCH)]
    assert [] == list(changes.refused(BRANCH))

    repo.git("switch", "--quiet", BRANCH)
    repo.commit("Refuse", {at(TWO): None})
    repo.git("switch", "--quiet", "main")
    changes = GitChanges(*opened(repo))
    assert [] == list(changes.pending(BRANCH))
    assert [TWO] == [one.record.id for one in changes.refused(BRANCH)]


def test_a_commit_is_recorded_in_the_store_and_in_the_work_tree(repo: Repository) -> None:
    git, stands = opened(repo)
    assert [] == recorded_in(git, stands, str(repo.path), COMMIT)

    repo.write(at(TWO), text(TWO))
    assert [at(TWO)] == recorded_in(git, stands, str(repo.path), COMMIT)
    assert [] == recorded_in(git, stands, str(repo.path), "f" * 40)

    repo.commit("Record")
    assert [at(TWO)] == recorded_in(*opened(repo), None, COMMIT)
