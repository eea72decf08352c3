"""The ledger of runs: kept once, one commit a run, on a ref that no branch and no work tree knows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters.git import Git, Layout, discover
from gitexp.adapters.git_commits import Objects
from gitexp.adapters.ledger_git import REF, GitLedger
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.judgement import Judge
from gitexp.records.run import Funnel, Run
from support.repository import Repository, isolate

RUN = Run(
    id="2024w18-a41b",
    judge=Judge("rules"),
    trust="any",
    base=None,
    at="2024-05-02T10:00:00Z",
    discussions=(),
    topics=(),
    candidates=(),
    verdicts=(),
    cliques=(),
    decisions=(),
    funnel=Funnel(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def as_json(run: Run) -> str:
    return json.dumps({"id": run.id, "engine": run.engine}, ensure_ascii=False)


def ledger(repo: Repository) -> GitLedger:
    layout = discover(str(repo.path))
    return GitLedger(layout.git(), layout, as_json=as_json)


def kept(repo: Repository) -> list[str]:
    return repo.git("ls-tree", "-r", "--name-only", REF).splitlines()


def test_a_run_is_kept_where_it_says(repo: Repository) -> None:
    where = ledger(repo).record(RUN)

    assert where == "refs/exp/runs:2024/2024w18-a41b.json"
    assert json.loads(repo.show(where)) == {"id": RUN.id, "engine": "rules"}
    assert (
        repo.git("log", "-1", "--format=%an %aI %s", REF)
        == "git-exp 2024-05-02T10:00:00+00:00 run 2024w18-a41b"
    )


def test_the_same_run_twice_is_kept_once(repo: Repository) -> None:
    ledger(repo).record(RUN)
    first = repo.rev(REF)

    ledger(repo).record(RUN)

    assert repo.rev(REF) == first


def test_each_run_is_one_commit_on_the_last(repo: Repository) -> None:
    ledger(repo).record(RUN)
    ledger(repo).record(replace(RUN, id="older", at="2023-01-01"))
    ledger(repo).record(replace(RUN, id="dateless", at=None))

    assert kept(repo) == ["2023/older.json", "2024/2024w18-a41b.json", "undated/dateless.json"]
    assert repo.git("rev-list", "--count", REF) == "3"
    assert repo.git("log", "-1", "--format=%cI", REF) == "2024-05-02T10:00:00+00:00"


def test_the_same_runs_give_the_same_commit_in_another_repository(repo: Repository, tmp_path: Path) -> None:
    other = Repository.create(tmp_path / "other", bare=True)
    for one in (repo, other):
        ledger(one).record(RUN)
        ledger(one).record(replace(RUN, id="second"))

    assert repo.rev(REF) == other.rev(REF)


def test_keeping_a_run_touches_no_branch_and_no_file(repo: Repository) -> None:
    repo.commit(files={"a.txt": ""})
    before = (repo.git("for-each-ref", "refs/heads"), repo.git("status", "--porcelain"))

    ledger(repo).record(RUN)

    assert before == (repo.git("for-each-ref", "refs/heads"), repo.git("status", "--porcelain"))


def test_sha256_repositories_keep_runs_too(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "sha256", object_format="sha256")

    ledger(repo).record(RUN)
    ledger(repo).record(replace(RUN, id="second"))

    assert kept(repo) == ["2024/2024w18-a41b.json", "2024/second.json"]


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".hidden", "a b", "a\n"])
def test_an_id_that_is_no_plain_name_is_refused(repo: Repository, name: str) -> None:
    with pytest.raises(RecordError):
        ledger(repo).record(replace(RUN, id=name))


def test_half_of_a_surrogate_pair_is_kept_as_jsons_own_escape(repo: Repository) -> None:
    where = ledger(repo).record(replace(RUN, judge=Judge("odd \ud83d")))

    assert json.loads(repo.show(where))["engine"] == "odd \ud83d"


def test_another_run_kept_meanwhile_stays(repo: Repository) -> None:
    layout = discover(str(repo.path))
    others = iter(["other"])

    def meanwhile(git: Git, layout: Layout) -> Objects:
        return Racing(git, list(others))

    class Racing(PlumbingObjects):
        """Keeps another run just before the commit of ours is made."""

        def __init__(self, git: Git, names: list[str]) -> None:
            super().__init__(git)
            self.names = names

        def write(self, kind: object, contents: object) -> list[str]:
            while kind == "commit" and self.names:
                ledger(repo).record(replace(RUN, id=self.names.pop()))
            return super().write(kind, contents)  # type: ignore[arg-type]

    GitLedger(layout.git(), layout, as_json=as_json, objects=meanwhile).record(RUN)

    assert kept(repo) == ["2024/2024w18-a41b.json", "2024/other.json"]


def test_a_ledger_that_never_gets_its_turn_says_so(repo: Repository) -> None:
    layout = discover(str(repo.path))
    numbers = iter(range(100))

    class Crowded(PlumbingObjects):
        def write(self, kind: object, contents: object) -> list[str]:
            if kind == "commit":
                ledger(repo).record(replace(RUN, id=f"other{next(numbers)}"))
            return super().write(kind, contents)  # type: ignore[arg-type]

    crowded = GitLedger(layout.git(), layout, as_json=as_json, objects=lambda git, layout: Crowded(git))
    with pytest.raises(RepositoryError) as caught:
        crowded.record(RUN)

    assert str(caught.value) == "refs/exp/runs: was moved meanwhile; run again"
    assert kept(repo) == ["2024/other0.json", "2024/other1.json", "2024/other2.json"]


def test_it_knows_what_was_proposed_from_private_discussions(repo: Repository) -> None:
    public, private = "cache-flush-0a1b2c3d4e", "retry-get-1111222233"
    documents = {
        "a": {"decisions": [{"private": False, "experience": {"id": public}}]},
        "b": {
            "decisions": [
                {"private": True, "experience": {"id": private}},
                {"private": True, "experience": None},
            ]
        },
        "c": {"decisions": "private", "private": True},
    }
    layout = discover(str(repo.path))
    books = GitLedger(layout.git(), layout, as_json=lambda run: json.dumps(documents[run.id]))

    assert frozenset() == books.private()
    for name in documents:
        books.record(replace(RUN, id=name))

    assert {"1111222233"} == books.private()
