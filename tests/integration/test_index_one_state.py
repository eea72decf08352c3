"""An answer of recall is of one state of the index, whoever commits and writes meanwhile; and that state is no torn one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.git import Git, discover
from gitexp.adapters.index_git import GitIndex
from gitexp.adapters.index_stand import Known, Stand, told
from gitexp.adapters.served_git import served
from gitexp.cli.wiring_recall import _readers
from support.repository import Repository, isolate
from support.served_index import index_in

ONE, TWO = "one-1111111111", "two-2222222222"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def text(name: str, what: str) -> str:
    return (
        f"id: {name}\ntitle: Flush first\nwhen: Starting workers\nwhat: {what}\npreconditions: none\n"
        "scope: {paths: [src/**]}\nevidence: [{turn: review_comment:1, quote: Flush first.}]\n"
        "lens: logic\nkind: constraint\nstatus: active\n"
    )


def commit(repo: Repository, **whats: str) -> str:
    names = {"one": ONE, "two": TWO}
    return repo.commit(
        files={f"experiences/src/{names[key]}.yaml": text(names[key], what) for key, what in whats.items()}
    )


def whats(index: GitIndex) -> list[str]:
    return [card.what for card in index.index.cards(list(index.index.by_place(["src/a.py"], 9)))]


def commits(path: Path) -> str:
    found = served(Git(str(path)))
    assert found is not None
    return found.commits


def test_what_was_found_before_another_commit_can_still_be_looked_at(repo: Repository):
    commit(repo, one="Old.", two="Stays.")
    with index_in(repo.path) as index:
        found = list(index.index.by_place(["src/a.py"], 9))
        commit(repo, one="New.")
        with index_in(repo.path) as other:
            assert ["New.", "Stays."] == sorted(whats(other))

        assert ["Old.", "Stays."] == sorted(card.what for card in index.index.cards(found))
        assert ["Old.", "Stays."] == sorted(whats(index))


def test_what_is_written_during_an_answer_lies_beside_it_and_is_there_for_the_next(repo: Repository):
    commit(repo, one="Old.")
    with index_in(repo.path) as index:
        assert 1 == index.index.served()
        index.database.change(lambda db: db.execute("INSERT INTO kept VALUES ('a', 'b')"))
        commit(repo, two="Stays.")
        with index_in(repo.path) as other:
            assert 2 == other.index.served()

        assert (1, None) == (
            index.index.served(),
            index.ask(lambda db: db.execute("SELECT value FROM kept WHERE key = 'a'").fetchone()),
        )
    with index_in(repo.path) as index:
        kept = index.ask(lambda db: db.execute("SELECT value FROM kept WHERE key = 'a'").fetchone())
        assert (2, ("b",)) == (index.index.served(), kept)


def test_a_state_that_is_let_go_is_followed_by_what_stands_in_the_file(repo: Repository):
    commit(repo, one="Old.")
    with index_in(repo.path) as index:
        assert 1 == index.index.served()
        commit(repo, two="Stays.")
        with index_in(repo.path) as other:
            assert 2 == other.index.served()
        index.database.let_go()

        assert 2 == index.index.served()


def test_refs_that_move_while_they_are_read_are_read_again(repo: Repository):
    commit(repo, one="First.")
    layout = discover(str(repo.path))
    said = [commits(repo.path)]
    # HEAD was read after main had moved: a state that never was.
    head = commit(repo, one="Second.")
    tree = repo.git("rev-parse", "HEAD:experiences").strip()
    torn = f"{said[0].rpartition(' --exp-head ')[0]} --exp-head {head} {tree}"

    def ask() -> tuple[str, str]:
        said.append(commits(repo.path))
        return said[-1], ""

    index = GitIndex(layout.git(), layout, torn, ask, _readers)
    try:
        assert (["Second."], []) == (whats(index), list(index.index.skipped()))
    finally:
        index.database.close()


def test_a_commit_during_the_first_look_is_served(repo: Repository):
    commit(repo, one="First.")
    layout = discover(str(repo.path))
    told_first = commits(repo.path)
    asked: list[str] = []

    def ask() -> tuple[str, str]:
        asked.append(commits(repo.path))
        if len(asked) == 1:
            commit(repo, one="Second.")
        return asked[-1], ""

    index = GitIndex(layout.git(), layout, told_first, ask, _readers)
    try:
        assert ["Second."] == whats(index)
    finally:
        index.database.close()


HEAD, MAIN, TREE, OTHER = "a" * 40, "b" * 40, "c" * 40, "d" * 40
BEFORE = f"false --exp-main {MAIN} --exp-head {MAIN} {OTHER}"


@pytest.mark.parametrize(
    ("commits", "stand"),
    [
        (f"false --exp-main --exp-head {HEAD} {TREE}", (Stand(TREE, TREE, "HEAD"), HEAD)),
        (f"false --exp-main {HEAD} --exp-head {HEAD} {TREE}", (Stand(TREE, TREE, "main"), HEAD)),
        (
            f"false --exp-main {HEAD} --exp-master {MAIN} --exp-head {HEAD} {TREE}",
            (Stand(TREE, TREE, "main"), HEAD),
        ),
        (f"false --exp-main {MAIN} --exp-head {HEAD} {TREE}", (Stand(TREE, OTHER, "main"), MAIN)),
        (f"false --exp-main {OTHER} --exp-head {HEAD} {TREE}", None),
        (f"false --exp-remote-main {MAIN} --exp-main {HEAD} --exp-head {HEAD} {TREE}", None),
        (
            f"false --exp-remote-main {HEAD} --exp-main {HEAD} --exp-head {HEAD} {TREE}",
            (Stand(TREE, TREE, "main"), HEAD),
        ),
        (f"slowly {HEAD}", None),
        ("", None),
    ],
)
def test_one_answer_of_git_tells_what_is_served_only_where_nothing_is_left_to_ask(
    commits: str, stand: tuple[Stand, str] | None
):
    assert stand == told(commits, Known(BEFORE, Stand(OTHER, OTHER, "main"), MAIN))
