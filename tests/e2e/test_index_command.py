"""`exp index` as a process: what it says, that it compares rightly, and that it mends what is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from support.process import exp, exp_at_terminal
from support.repository import Repository


def planted(repository: Repository, statement: str) -> None:
    """Change the index behind exp's back."""
    with closing(sqlite3.connect(repository.path / ".git" / "exp" / "index.db")) as db, db:
        db.execute(statement)


def test_it_says_what_recall_asks_and_where_it_lies(merged):
    done = exp(merged.path, "index", "--json").plain

    assert 0 == done.code
    assert (3, "main", 3, True, None) == tuple(
        done.json[name] for name in ("experiences", "branch", "files", "words", "vectors")
    )
    file = merged.path / ".git" / "exp" / "index.db"
    assert str(file) == done.json["index"]["path"]
    assert file.stat().st_size <= done.json["index"]["bytes"]
    assert [] == done.json["skipped"]


def test_a_person_reads_it_in_a_few_lines(merged):
    done = exp_at_terminal(merged.path, "index").plain

    assert (0, "") == (done.code, done.stderr)
    first, *rest = done.stdout.splitlines()
    assert first.startswith("3 experiences in force, by main")
    assert ["index", "store", "facts", "vectors"] == [line.split()[0] for line in rest]
    assert ".git/exp/index.db" in rest[0]


def test_what_was_brought_up_to_date_in_steps_is_the_same_as_a_fresh_one(merged):
    exp(merged.path, "recall", "anything")
    kept = sorted((merged.path / "experiences").rglob("*.yaml"))
    text = kept[0].read_text("utf-8")
    merged.commit(
        "Change one", {str(kept[0].relative_to(merged.path)): text.replace("title: ", "title: Now ")}
    )
    exp(merged.path, "recall", "anything")
    merged.commit("Take one out", {str(kept[1].relative_to(merged.path)): None})
    done = exp(merged.path, "index", "--check", "--json").plain

    assert (0, [], 2) == (done.code, done.json["differences"], done.json["experiences"])


def test_a_row_that_is_lost_is_found_by_check_and_mended_by_rebuild(merged):
    exp(merged.path, "index")
    planted(merged, "DELETE FROM folders")
    planted(merged, "INSERT INTO terms SELECT 'never', min(number) FROM experiences")
    found = exp(merged.path, "index", "--check").plain

    assert 1 == found.code
    assert "a fresh one differs; exp index --rebuild makes it anew" in found.stdout
    assert "terms: has ('never'" in found.stdout
    assert "rows of folders: has (0,)" in found.stdout
    mended = exp(merged.path, "index", "--rebuild", "--check").plain
    assert 0 == mended.code
    assert "a fresh one is the same" in mended.stdout


def test_words_that_no_longer_lead_to_their_experience_are_found_by_check(merged):
    exp(merged.path, "index")
    planted(
        merged,
        "INSERT INTO words (rowid, heading, body, search, names) VALUES (99, 'lost', 'lost', '', '')",
    )
    found = exp(merged.path, "index", "--check", "--json").plain

    assert 1 == found.code
    assert [one for one in found.json["differences"] if one.startswith("words: has ('no experience 99'")]


def test_a_number_is_not_given_twice_by_rebuilding(merged):
    def numbers() -> set[int]:
        with closing(sqlite3.connect(merged.path / ".git" / "exp" / "index.db")) as db:
            return {number for (number,) in db.execute("SELECT number FROM experiences")}

    exp(merged.path, "index")
    before = numbers()
    exp(merged.path, "index", "--rebuild")

    assert 3 == len(before) == len(numbers())
    assert set() == before & numbers()


def test_where_nothing_can_be_written_it_answers_from_memory_and_says_so(merged):
    (merged.path / ".git" / "exp").write_text("no folder")
    done = exp(merged.path, "index").plain

    assert 0 == done.code
    assert "3 experiences in force" in done.stdout
    assert "in memory: nothing can be written here" in done.stdout


def test_an_empty_repository_has_an_empty_index(tmp_path):
    repository = Repository.create(tmp_path / "empty")
    done = exp(repository.path, "index", "--check", "--json").plain

    assert (0, 0, []) == (done.code, done.json["experiences"], done.json["differences"])


def test_what_can_t_be_read_is_said_beside_the_answer(merged):
    merged.commit("Break one", {"experiences/cabin/broken.yaml": "id: ["})
    done = exp(merged.path, "index", "--json").plain

    assert 0 == done.code
    assert ["experiences/cabin/broken.yaml:1"] == [one["where"] for one in done.json["skipped"]]
    assert done.stderr.startswith("not read: experiences/cabin/broken.yaml:1: ")


def test_outside_a_repository_it_says_so(tmp_path):
    assert 3 == exp(tmp_path, "index").code
