"""What was tried in a file and taken back: found in real histories, kept beside, and told only where it still holds."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.past_git import GitPast
from gitexp.adapters.past_kept import KeptPast, is_learning
from gitexp.adapters.past_learning import TEXTS, Learning
from gitexp.adapters.tried_lines import changed_lines
from gitexp.cli.learn_past import learn
from gitexp.errors import RepositoryError
from gitexp.records.agent_event import FileEdit
from gitexp.records.tried import Tried, line_key
from gitexp.records.tried_lines import Lines
from gitexp.steps.tried import tried
from gitexp.steps.tried_again import tried_again
from support.repository import Repository, isolate

PLAIN = 'import os\n\n\ndef fetch(url):\n    """Get it."""\n    return get_once(url, timeout=10)\n'
RETRY = PLAIN.replace(
    "    return get_once(url, timeout=10)\n",
    "    for attempt in range(attempts):\n        answer = get_once(url, timeout=10)\n"
    "        if answer.status < 500:\n            return answer\n        sleep_before(attempt)\n",
)
TITLE = "Retry on any 5xx answer"
REASON = "The payment service booked twice."
LINES = (
    "for attempt in range(attempts):",
    "answer = get_once(url, timeout=10)",
    "if answer.status < 500:",
    "return answer",
    "sleep_before(attempt)",
)


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A repository in which retrying was tried and taken back."""
    isolate(monkeypatch, tmp_path)
    made = Repository.create(tmp_path / "work")
    made.commit("Fetch", {"a.py": PLAIN, "b.py": "other = 1\n"})
    tried_by = made.commit(TITLE, {"a.py": RETRY})
    made.commit(f'Revert "{TITLE}"\n\nThis reverts commit {tried_by}.\n\n{REASON}', {"a.py": PLAIN})
    return made


def found(repository: Repository, path: str = "a.py", rev: str = "HEAD") -> tuple[Tried, ...]:
    layout = discover(str(repository.path))
    git = layout.git()
    past = GitPast(git, layout, repository.rev(rev))
    return tried(path, past, lambda asked, paths: changed_lines(git, asked, paths))


def kept(repository: Repository, started: list[list[str]] | None = None, head: str | None = None) -> KeptPast:
    layout = discover(str(repository.path))
    begun = [] if started is None else started
    rev = repository.rev() if head is None else head
    return KeptPast(layout.git(), layout.common_dir, rev, lambda paths: begun.append(list(paths)))


def learnt(repository: Repository, *paths: str) -> int:
    return learn(paths or ("a.py",), str(repository.path))


def titles(some: Sequence[Tried]) -> list[str]:
    return [one.title for one in some]


# What is found


def test_an_approach_is_found_with_its_lines_and_the_reason(repository):
    [one] = found(repository)

    assert (TITLE, REASON, "exact") == (one.title, one.reason, one.certainty)
    assert (repository.rev("HEAD~1"), repository.rev()) == (one.commit, one.undone)
    assert ("2024-01-02", "2024-01-03", "Ada Author") == (one.at, one.undone_at, one.by)
    assert frozenset(map(line_key, LINES)) == one.added
    assert {line_key("return get_once(url, timeout=10)")} == one.removed
    assert one.telling == one.added


def test_the_edit_that_was_taken_back_warns_and_another_does_not(repository):
    known = found(repository)
    again = FileEdit("a.py", PLAIN, RETRY)
    other = FileEdit("a.py", PLAIN, PLAIN.replace("timeout=10", "timeout=20"))

    assert [TITLE] == [one.tried.title for one in tried_again(again, known)]
    assert [] == tried_again(other, known)
    assert [] == tried_again(FileEdit("a.py", RETRY, PLAIN), known)


def test_nothing_is_found_before_it_was_taken_back_or_after_it_came_in_again(repository):
    assert () == found(repository, rev="HEAD~1")
    repository.commit(f'Reapply "{TITLE}"', {"a.py": RETRY})

    assert () == found(repository)


def test_what_came_in_again_by_the_way_is_nothing_to_warn_of(repository):
    repository.commit("Be patient", {"a.py": RETRY.replace("sleep_before", "sleep_longer_before")})

    assert [] == [one for one in found(repository) if len(one.added) > 2]


def test_a_file_that_was_added_and_taken_back_is_found_where_it_is_no_more(repository):
    added = repository.commit("Add a queue", {"queue.py": "def put(item):\n    waiting.append(item)\n"})
    repository.git("revert", "--no-edit", added)
    [one] = found(repository, "queue.py")

    assert "Add a queue" == one.title
    assert [] != tried_again(FileEdit("queue.py", "", "def put(item):\n    waiting.append(item)\n"), [one])


def test_after_a_rename_it_is_found_under_the_new_name(repository):
    repository.git("mv", "a.py", "c.py")
    repository.commit("Rename it")

    assert [TITLE] == titles(found(repository, "c.py"))


def test_what_a_tool_writes_and_what_never_was_have_nothing(repository):
    lock = repository.commit("Lock it", {"poetry.lock": "one = 1\ntwo = 2\n"})
    repository.git("revert", "--no-edit", lock)

    assert ((), ()) == (found(repository, "poetry.lock"), found(repository, "none.py"))


def test_a_release_that_was_taken_back_is_no_approach(repository):
    bump = repository.commit(
        "Release 1.3", {"b.py": "version = 'one.three'\nsupported_until = 'next year'\n"}
    )
    repository.git("revert", "--no-edit", bump)

    assert () == found(repository, "b.py")


def test_a_title_that_others_of_the_file_have_too_is_no_approach(repository):
    for number in range(3):
        rows = f"first row of round {number}\nsecond row of round {number}\n"
        drawn = repository.commit(f"Draw up the rows of round {number}", {"r.txt": rows})
    repository.git("revert", "--no-edit", drawn)

    assert () == found(repository, "r.txt")


def test_formatting_that_was_taken_back_is_no_approach(repository):
    text = "def f(a,b):\n    return g(a,b,third)\n\n\ndef h(a,b):\n    return i(a,b,third)\n"
    repository.commit("Add f", {"f.py": text})
    spaced = repository.commit("Make it legible", {"f.py": text.replace(",", ", ")})
    repository.git("revert", "--no-edit", spaced)

    assert () == found(repository, "f.py")


def test_lines_are_read_as_they_were_written(repository):
    tip, parent = repository.rev("HEAD~1"), repository.rev("HEAD~2")
    git = discover(str(repository.path)).git()
    asked = [(tip, parent), (repository.rev("HEAD~2"), "")]
    read = changed_lines(git, asked, ["a.py"])

    assert LINES == tuple(line.strip() for line in read[tip, parent].added)
    assert Lines(tuple(PLAIN.splitlines()), ()) == read[asked[1]]
    assert {} == changed_lines(git, [], ["a.py"])


def test_dashes_and_a_lacking_line_end_are_lines_like_others(repository):
    one = repository.commit("List", {"l.md": "-- a\n++ b"})
    parent = repository.rev("HEAD~1")
    git = discover(str(repository.path)).git()
    two = repository.commit("List more", {"l.md": "-- c\n++ b\n"})

    read = changed_lines(git, [(one, parent), (two, one)], ["l.md"])
    assert Lines(("-- a", "++ b"), ()) == read[one, parent]
    assert Lines(("-- c", "++ b"), ("-- a", "++ b")) == read[two, one]


# What is kept


def test_nothing_is_known_and_nothing_written_before_it_was_learnt(repository):
    assert () == kept(repository).of("a.py")
    assert not (repository.path / ".git" / "exp").exists()


def test_what_was_learnt_is_told_as_it_was_found(repository):
    assert 1 == learnt(repository)

    assert found(repository) == kept(repository).of("a.py")
    assert () == kept(repository).of("b.py")


def test_at_another_commit_it_counts_while_the_file_has_the_same_text(repository):
    learnt(repository)
    repository.commit("Another file", {"b.py": "other = 2\n"})
    assert [TITLE] == titles(kept(repository).of("a.py"))

    repository.commit("This file", {"a.py": PLAIN + "\n\nnew = 1\n"})
    assert () == kept(repository).of("a.py")
    learnt(repository)
    assert [TITLE] == titles(kept(repository).of("a.py"))


def test_what_came_in_again_is_silent_before_it_is_learnt_anew(repository):
    learnt(repository)
    repository.commit(f'Reapply "{TITLE}"', {"a.py": RETRY})

    assert () == kept(repository).of("a.py")


def test_what_is_taken_back_after_learning_is_found_though_the_text_is_the_same(repository):
    """A revert gives the file the very text that it had when nothing was known of it."""
    repository.git("checkout", "-q", "HEAD~2")
    learnt(repository)
    assert () == kept(repository).of("a.py")
    repository.git("checkout", "-q", "main")

    started: list[list[str]] = []
    past = kept(repository, started)
    assert () == past.of("a.py")
    past.learn(["a.py"])
    assert [["a.py"]] == started
    learnt(repository)
    assert [TITLE] == titles(kept(repository).of("a.py"))


def test_branches_do_not_drive_each_other_out(repository):
    learnt(repository)
    repository.git("checkout", "-q", "-b", "other")
    repository.commit("On a branch", {"a.py": PLAIN + "\n\nbranch = 1\n"})
    learnt(repository)

    assert [TITLE] == titles(kept(repository).of("a.py"))
    assert [TITLE] == titles(kept(repository, head=repository.rev("main")).of("a.py"))


def test_of_one_file_a_few_texts_are_kept(repository):
    for number in range(TEXTS + 2):
        repository.commit("More", {"a.py": f"{PLAIN}\nmore = {number}\n"})
        learnt(repository)

    assert (TEXTS, TEXTS) == rows(repository)


def rows(repository: Repository) -> tuple[int, int]:
    with closing(sqlite3.connect(repository.path / ".git" / "exp" / "past.db")) as db:
        return tuple(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in ("past", "tried"))


def test_what_nothing_touched_since_is_not_found_out_again(repository):
    learnt(repository)
    repository.commit("Another file", {"b.py": "other = 2\n"})
    layout, asked = discover(str(repository.path)), []

    def find(path: str) -> tuple[Tried, ...]:
        asked.append(path)
        return ()

    Learning(layout.git(), layout.common_dir, repository.rev()).learn(["a.py", "b.py", "b.py"], find)
    assert ["b.py"] == asked
    assert [TITLE] == titles(kept(repository).of("a.py"))


def test_a_file_that_git_cannot_tell_of_leaves_the_others(repository):
    layout = discover(str(repository.path))

    def find(path: str) -> tuple[Tried, ...]:
        if path == "a.py":
            raise RepositoryError(path, "lacks an object")
        return found(repository)

    assert 2 == Learning(layout.git(), layout.common_dir, repository.rev()).learn(["a.py", "b.py"], find)
    assert ([], [TITLE]) == (titles(kept(repository).of("a.py")), titles(kept(repository).of("b.py")))


def test_a_file_at_which_learning_was_killed_is_begun_again_once(repository):
    layout, asked = discover(str(repository.path)), []

    def killed(path: str) -> tuple[Tried, ...]:
        asked.append(path)
        raise KeyboardInterrupt

    for _ in range(3):
        with contextlib.suppress(KeyboardInterrupt):
            Learning(layout.git(), layout.common_dir, repository.rev()).learn(["a.py"], killed)
    assert ["a.py", "a.py"] == asked

    repository.commit("Another day", {"c.py": "c = 1\n"})
    learnt(repository)
    assert [TITLE] == titles(kept(repository).of("a.py"))


# What is wanted


def test_learning_begins_once_for_a_file_and_not_for_one_that_is_known(repository):
    started: list[list[str]] = []
    past = kept(repository, started)
    past.learn(["a.py", "b.py", "a.py"])
    past.learn(["a.py"])
    kept(repository, started).learn(["b.py"])
    assert [["a.py", "b.py"]] == started

    learnt(repository)
    for note in (repository.path / ".git" / "exp" / "past-wanted").iterdir():
        note.unlink()
    known = kept(repository, started)
    known.of("a.py")
    known.learn(["a.py"])
    assert [["a.py", "b.py"]] == started


def test_while_one_is_at_it_no_other_begins_and_what_is_wanted_is_taken_along(repository):
    started: list[list[str]] = []
    layout = discover(str(repository.path))
    folder = f"{layout.common_dir}/exp"

    def find(path: str) -> tuple[Tried, ...]:
        assert is_learning(folder)
        kept(repository, started).learn(["b.py"])
        assert 0 == Learning(layout.git(), layout.common_dir, repository.rev()).learn(["b.py"], find)
        return ()

    assert not is_learning(folder)
    assert 2 == Learning(layout.git(), layout.common_dir, repository.rev()).learn(["a.py"], find)
    assert ([], False) == (started, is_learning(folder))
    assert (2, 0) == rows(repository)


def test_a_damaged_file_is_made_anew(repository):
    learnt(repository)
    (repository.path / ".git" / "exp" / "past.db").write_bytes(b"no database at all" * 100)

    assert () == kept(repository).of("a.py")
    learnt(repository)
    assert [TITLE] == titles(kept(repository).of("a.py"))


def test_rows_that_nobody_wrote_count_as_damage(repository):
    learnt(repository)
    with closing(sqlite3.connect(repository.path / ".git" / "exp" / "past.db")) as db:
        db.execute("UPDATE tried SET added = 'abc'")
        db.commit()

    assert () == kept(repository).of("a.py")


def test_names_that_are_no_utf_8_are_kept(repository):
    name = os.fsdecode(b"caf\xe9.py")
    repository.write(name, PLAIN)
    added = repository.commit("Add a cafe")
    repository.git("revert", "--no-edit", added)
    started: list[list[str]] = []
    kept(repository, started).learn([name])

    assert [[name]] == started
    assert 1 == learnt(repository, name)


def test_without_a_commit_nothing_is_begun_and_learning_says_why(tmp_path, monkeypatch):
    isolate(monkeypatch, tmp_path)
    empty = Repository.create(tmp_path / "empty")
    started: list[list[str]] = []
    past = kept(empty, started, head="")

    assert () == past.of("a.py")
    past.learn(["a.py"])
    assert [] == started
    with pytest.raises(RepositoryError):
        learnt(empty)


def test_in_a_bare_and_in_a_shallow_clone_it_learns_what_is_there(repository, tmp_path):
    bare = repository.clone(tmp_path / "bare", "--bare")
    shallow = repository.clone(tmp_path / "shallow", "--depth=1")

    assert (1, 1) == (learnt(bare), learnt(shallow))
    assert ([TITLE], []) == (titles(kept(bare).of("a.py")), titles(kept(shallow).of("a.py")))
