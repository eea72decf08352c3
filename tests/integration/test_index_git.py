"""The index of a clone serves what the store serves, in every kind of repository and after every kind of change."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.experience_yaml import read, write
from gitexp.adapters.facts_yaml import read as read_facts
from gitexp.adapters.git import Git, discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.index_git import GitIndex
from gitexp.adapters.index_rows import card_of
from gitexp.adapters.index_sqlite import MAX_LEFT_OUT, NO_WORDS
from gitexp.adapters.index_tables import FORM, TABLES
from gitexp.adapters.index_update import Readers, stand, update
from gitexp.adapters.served_git import served
from gitexp.adapters.served_slowly_git import served_slowly
from gitexp.adapters.settings_git import GitSettings
from gitexp.adapters.store_git import GitStore
from gitexp.adapters.store_git_reading import ReadExperience
from gitexp.cli.wiring_recall import RecallWiring
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.experience import SERVED
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from support.repository import Repository, isolate
from support.served_index import index_in

ONE, TWO, THREE = (f"{word}-{digit * 10}" for word, digit in (("one", "1"), ("two", "2"), ("three", "3")))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def text(
    name: str, what: str = "Call Cache.flush before the first fork.", more: str = "status: active\n"
) -> str:
    """Return the file of an experience, as a person could have written it."""
    return (
        f"id: {name}\ntitle: Flush first\nwhen: Starting workers\nwhat: {what}\npreconditions: none\n"
        "scope: {paths: [src/**, '*.sql'], symbols: [Cache.flush]}\n"
        "evidence:\n  - turn: review_comment:1\n    quote: Flush first.\n"
        f"lens: logic\nkind: constraint\n{more}"
    )


def at(name: str, area: str = "cache") -> str:
    return f"experiences/{area}/{name}.yaml"


def paths_served(path: Path) -> list[str]:
    with index_in(path) as index:
        return sorted(
            index.ask(lambda db: [row for (row,) in db.execute("SELECT path FROM experiences WHERE served")])
        )


def agreed(repo: Repository) -> list[str]:
    """Hold that the index serves what the store serves, with the same reasons for the rest; return the paths served."""
    layout = discover(str(repo.path))
    git = layout.git()
    store = GitStore(git, layout, base=base(git), read=read, write=lambda one: Redacted(write(one)))
    standing, skipped = store.standing()
    in_force = [one for one in standing if one.experience.status in SERVED]
    odd_keys = [
        Skipped(one.path, f"unknown key `{key}`: read past, the rest is served", bad=False)
        for one in in_force
        for key in one.unknown_keys
    ]
    with index_in(repo.path) as index:
        cards = index.index.cards(index.ask(_numbers))
        told = [Skipped(*row) for row in index.ask(_skipped)]
        declared = index.declared()

        assert [card_of(one) for one in in_force] == [card._replace(number=0, words="") for card in cards]
        assert len(in_force) == index.index.served()
        assert sorted({*skipped, *odd_keys}) == told, "each reason once"
        assert _declared_by(store) == declared
        assert tables(index.database.connection) == _of_a_fresh_index(repo), "as if nothing had been before"
    return [one.path for one in in_force]


def _skipped(db: sqlite3.Connection) -> list[tuple[str, str, bool]]:
    rows = db.execute("SELECT path, what, bad FROM skipped ORDER BY path, what, bad")
    return [(path, what, bool(bad)) for path, what, bad in rows]


def _numbers(db: sqlite3.Connection) -> list[int]:
    return [number for (number,) in db.execute("SELECT number FROM experiences WHERE served ORDER BY path")]


def _declared_by(store: GitStore) -> object:
    data, why_not = store.facts_yaml()
    if data is None:
        return {}, ("experiences/facts.yaml", why_not, False) if why_not else None
    try:
        return read_facts(data, "experiences/facts.yaml"), None
    except RecordError as error:
        return {}, (error.where, f"{error.what}; {error.mend}" if error.mend else error.what, True)


def _of_a_fresh_index(repo: Repository) -> dict[str, object]:
    git = discover(str(repo.path)).git()
    configured = GitSettings(git).read().get("exp.defaultbranch", "")
    fresh = DerivedDatabase(None, FORM, TABLES)
    now, _ = stand(git, configured)
    fresh.change(lambda db: update(db, git, now, Readers(read, read_facts), lambda done, total: None))
    try:
        return tables(fresh.connection)
    finally:
        fresh.close()


def tables(db: sqlite3.Connection) -> dict[str, object]:
    """Return all that is written, with paths in the place of numbers."""
    of = "JOIN experiences ON number = experience"
    asked = {
        "files": "SELECT path, head, base FROM files",
        "experiences": "SELECT path, blob, hex, approved, force, served, rank, card, tokens FROM experiences",
        "skipped": "SELECT * FROM skipped",
        "tokens": "SELECT * FROM tokens",
        "scopes": "SELECT globs.glob, key, scopes.rank, path FROM scopes JOIN globs ON globs.number = scopes.glob"
        " JOIN experiences ON experiences.number = experience",
        "folders": f"SELECT folder, path FROM folders {of}",
        "symbols": f"SELECT name, path, spelled FROM symbols {of}",
        "terms": f"SELECT phrase, path FROM terms {of}",
        "words": "SELECT term, path, col, count(*) FROM vocabulary JOIN experiences ON number = doc GROUP BY 1, 2, 3",
        "left": "SELECT count(*) FROM vocabulary WHERE doc NOT IN (SELECT number FROM experiences WHERE served)",
        "state": "SELECT * FROM state WHERE key NOT IN ('commits', 'commit')",
    }
    db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab(main, words, instance)")
    found: dict[str, object] = {name: sorted(db.execute(sql), key=repr) for name, sql in asked.items()}
    for name in ("scopes", "folders", "symbols", "terms"):
        rows = db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        assert rows == len(found[name]), f"{name} lead to what is not there"  # type: ignore[arg-type]
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    return found


# What is served: DESIGN.md section 4


def test_what_head_and_main_agree_on_is_served(repo: Repository):
    repo.commit(files={at(TWO): text(TWO), at(ONE, "zoo"): text(ONE)})

    assert [at(TWO), at(ONE, "zoo")] == agreed(repo)


def test_no_commit_no_store_and_a_store_that_comes_and_goes(repo: Repository):
    assert [] == agreed(repo)

    repo.commit(files={"README.md": ""})
    assert [] == agreed(repo)

    repo.commit(files={at(ONE): text(ONE)})
    assert [at(ONE)] == agreed(repo)

    repo.git("rm", "-rq", "experiences")
    repo.commit()
    assert [] == agreed(repo)

    repo.git("checkout", "-q", "HEAD~1", "--", "experiences")
    repo.commit()
    assert [at(ONE)] == agreed(repo)


def test_a_branch_serves_neither_what_it_adds_nor_what_it_changes_until_it_is_merged(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={at(TWO): text(TWO, "Something else."), at(THREE): text(THREE), at(ONE): None})
    assert [] == agreed(repo)

    repo.git("switch", "-q", "main")
    assert [at(ONE), at(TWO)] == agreed(repo)

    repo.git("merge", "-q", "--no-edit", "work")
    assert [at(THREE), at(TWO)] == agreed(repo)


def test_origin_ahead_counts_and_a_local_main_ahead_of_it_too(repo: Repository, tmp_path: Path):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    clone = repo.clone(tmp_path / "clone")
    repo.commit(files={at(TWO): text(TWO, "Something else.")})
    assert [at(ONE), at(TWO)] == agreed(clone)

    clone.git("fetch", "-q")
    assert [at(ONE)] == agreed(clone)

    clone.git("merge", "-q", "--ff-only", "origin/main")
    clone.commit(files={at(THREE): text(THREE)})
    assert [at(ONE), at(THREE), at(TWO)] == agreed(clone)

    repo.commit(files={at(ONE): None})
    clone.git("fetch", "-q")
    assert [at(TWO)] == agreed(clone)


def test_a_detached_head_serves_what_main_has_as_well(repo: Repository):
    first = repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.commit(files={at(TWO): text(TWO, "Something else."), at(THREE): text(THREE)})
    repo.git("checkout", "-q", "--detach", first)

    assert [at(ONE)] == agreed(repo)


def test_without_a_default_branch_head_counts_until_there_is_one(tmp_path: Path):
    repo = Repository.create(tmp_path / "project", branch="work")
    repo.commit(files={at(ONE): text(ONE)})
    assert [at(ONE)] == agreed(repo)

    repo.git("branch", "main")
    repo.commit(files={at(TWO): text(TWO)})
    assert [at(ONE)] == agreed(repo)

    repo.git("branch", "-D", "main")
    assert [at(ONE), at(TWO)] == agreed(repo)


def test_the_default_branch_that_is_set_counts_and_a_change_of_it_is_seen(repo: Repository):
    repo.commit(files={at(ONE): text(ONE)})
    repo.git("branch", "release")
    repo.commit(files={at(TWO): text(TWO)})
    assert [at(ONE), at(TWO)] == agreed(repo)

    repo.git("config", "exp.defaultBranch", "release")
    assert [at(ONE)] == agreed(repo)

    repo.git("branch", "-f", "release", "main")
    assert [at(ONE), at(TWO)] == agreed(repo)

    repo.git("config", "exp.defaultBranch", "nowhere")
    with index_in(repo.path) as index, pytest.raises(RepositoryError, match="nowhere"):
        index.index.served()

    repo.git("config", "--unset", "exp.defaultBranch")
    assert [at(ONE), at(TWO)] == agreed(repo)


@pytest.mark.parametrize("name", ["trunk", "release/2.0", "träger"])
def test_a_default_branch_of_another_name_that_origin_tells_is_watched(
    tmp_path: Path, repo: Repository, name: str
):
    repo.commit(files={at(ONE): text(ONE)})
    repo.git("branch", "-m", name)
    clone = repo.clone(tmp_path / "clone")
    clone.git("switch", "-q", "-c", "work")
    assert [at(ONE)] == agreed(clone)

    ahead = clone.commit(files={at(TWO): text(TWO)})
    assert [at(ONE)] == agreed(clone)
    clone.git("update-ref", f"refs/heads/{name}", ahead)
    assert [at(ONE), at(TWO)] == agreed(clone), "HEAD has not moved, and no ref that is usual"

    clone.git("branch", "main", f"origin/{name}")
    clone.git("update-ref", "refs/remotes/origin/main", f"origin/{name}")
    clone.git("remote", "set-head", "origin", "main")
    assert [at(ONE)] == agreed(clone), "no ref has moved, and another counts"


def test_a_reason_names_the_branch_that_counts_now(repo: Repository, tmp_path: Path):
    repo.commit(files={"README.md": ""})
    clone = repo.clone(tmp_path / "clone")
    clone.git("switch", "-q", "-c", "work")
    clone.commit(files={at(ONE): text(ONE)})
    agreed(clone)

    clone.git("update-ref", "-d", "refs/heads/main")
    agreed(clone)

    with index_in(clone.path) as index:
        assert [Skipped(at(ONE), "not on origin/main yet: not served", bad=False)] == index.index.skipped()


# In any kind of repository


@pytest.mark.parametrize(
    "place", ["bare", "linked", "inside", "shallow", "sha256", "separate", "submodule", "bytes"]
)
def test_it_serves_in_any_kind_of_repository(repo: Repository, tmp_path: Path, place: str):
    if place == "sha256":
        repo = Repository.create(tmp_path / "sha256", object_format="sha256")
    repo.commit(files={"src/a.py": ""})
    repo.commit(files={at(ONE): text(ONE)})
    if place == "bare":
        repo = repo.clone(tmp_path / "bare.git", "--bare")
    elif place == "shallow":
        repo = repo.clone(tmp_path / "shallow", "--depth=1")
    elif place == "linked":
        repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        repo = Repository(tmp_path / "linked")
    elif place == "inside":
        repo = Repository(repo.path / "src")
    elif place == "separate":
        repo = repo.clone(tmp_path / "separate", f"--separate-git-dir={tmp_path / 'elsewhere.git'}")
    elif place == "submodule":
        outer = Repository.create(tmp_path / "outer")
        outer.git(
            "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", repo.path.as_uri(), "inner"
        )
        repo = Repository(tmp_path / "outer" / "inner")
    elif place == "bytes":
        shutil.copytree(repo.path, tmp_path / "n\udcffme %41?")
        repo = Repository(tmp_path / "n\udcffme %41?")

    assert [at(ONE)] == agreed(repo)
    assert [at(ONE)] == agreed(repo)


def test_linked_work_trees_are_served_side_by_side(repo: Repository, tmp_path: Path):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    linked.commit(files={at(TWO): text(TWO, "Something else.")})

    for _ in range(2):
        assert [at(ONE)] == agreed(linked)
        assert [at(ONE), at(TWO)] == agreed(repo)
    assert ["index-linked.db", "index.db"] == sorted(
        file.name for file in (repo.path / ".git" / "exp").glob("index*")
    )


@pytest.mark.parametrize("main", ["there", "of another form", "damaged", "none"])
def test_the_index_of_a_linked_work_tree_begins_as_a_copy_of_the_main_one(
    repo: Repository, tmp_path: Path, main: str
):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    folder = repo.path / ".git" / "exp"
    numbers: list[int] = []
    if main != "none":
        with index_in(repo.path) as index:
            numbers = index.ask(_numbers)
    if main == "of another form":
        with closing(sqlite3.connect(folder / "index.db")) as db, db:
            db.execute("UPDATE form SET name = 'older'")
    elif main == "damaged":
        (folder / "index.db").write_bytes(b"\xff" * 9000)
    repo.git("worktree", "add", "-q", "-b", "work", str(tmp_path / "linked"))
    linked = Repository(tmp_path / "linked")
    linked.commit(files={at(TWO): text(TWO, "Something else."), at(THREE): text(THREE)})

    assert [at(ONE)] == agreed(linked)
    with index_in(linked.path) as index:
        # What another file holds has numbers of its own.
        assert (main == "there") == (index.ask(_numbers)[0] in numbers)
    assert [] == [file.name for file in folder.iterdir() if "copy" in file.name]
    assert [at(ONE), at(TWO)] == agreed(repo)


def test_a_clone_and_a_linked_work_tree_that_move_take_their_index_along(repo: Repository, tmp_path: Path):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
    agreed(repo), agreed(Repository(tmp_path / "linked"))

    (tmp_path / "linked").rename(tmp_path / "moved")
    assert [at(ONE), at(TWO)] == agreed(Repository(tmp_path / "moved"))

    repo.path.rename(tmp_path / "elsewhere")
    repo = Repository(tmp_path / "elsewhere")
    repo.git("worktree", "repair", str(tmp_path / "moved"))
    repo.commits = 10
    repo.commit(files={at(TWO): None})
    assert [at(ONE)] == agreed(repo)
    assert [at(ONE)] == agreed(Repository(tmp_path / "moved"))


def test_a_partial_clone_tells_what_it_lacks_and_serves_it_when_it_is_there(repo: Repository, tmp_path: Path):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repo.commit(
        files={at(ONE): text(ONE), at(TWO): text(TWO), "experiences/facts.yaml": "rendering: canvas\n"}
    )
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")

    assert [] == agreed_but_for_what_is_lost(clone)
    with index_in(clone.path) as index:
        told = {skip.where: skip.what for skip in index.index.skipped()}
    assert {at(ONE), at(TWO)} == set(told)
    assert all("not in this clone" in what for what in told.values())
    with reading(clone, Readers(read, read_facts), asked=[]) as index:
        assert 0 == index.index.served(), "until something was fetched nothing is looked for again"

    clone.git("checkout", "-q", "main", "--", at(ONE))
    assert [at(ONE)] == agreed_but_for_what_is_lost(clone)
    clone.git("reset", "-q", "--hard")
    assert [at(ONE), at(TWO)] == agreed(clone)


def agreed_but_for_what_is_lost(clone: Repository) -> list[str]:
    """As `agreed`: what can't be read is looked at again, so its trace in the tables is another."""
    return paths_served(clone.path)


def test_a_clone_without_trees_claims_no_absence(repo: Repository, tmp_path: Path):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit(files={at(ONE): text(ONE)})
    repo.git("branch", "old")
    repo.commit(files={at(TWO): text(TWO)})
    clone = repo.clone(tmp_path / "clone", "--filter=tree:0", "--no-checkout")

    assert [] == paths_served(clone.path)
    with index_in(clone.path) as index:
        assert ["experiences"] == [skip.where for skip in index.index.skipped()]

    clone.git("checkout", "-q", "main")
    assert [at(ONE), at(TWO)] == agreed(clone)


def test_a_shallow_clone_that_is_deepened_is_looked_at_again(repo: Repository, tmp_path: Path):
    repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(TWO): text(TWO)})
    clone = repo.clone(tmp_path / "clone", "--depth=1")
    clone.git("update-ref", "refs/heads/main", clone.commit(files={at(THREE): text(THREE)}))
    assert [at(ONE), at(THREE), at(TWO)] == agreed(clone)

    clone.git("fetch", "-q", "--unshallow")
    assert [at(ONE), at(THREE), at(TWO)] == agreed(clone)


# What lies in the store


def test_what_is_no_experience_is_told_and_forgotten_when_it_goes(repo: Repository):
    odd: dict[str, str | bytes] = {
        "experiences/top.yaml": text("top-" + "4" * 10),
        "experiences/cache/name.yml": text("name-" + "5" * 10),
        "experiences/cache/deep/er.yaml": text("er-" + "6" * 10),
        "experiences/cache/README.md": "",
        "experiences/.config.yaml": "x: 1\n",
        "experiences/cases/x.yaml": "",
        "experiences/changes/2024/x.yaml": "",
        "experiences/CHARTER.md": "",
    }
    repo.commit(files={at(ONE): text(ONE), **odd})
    (repo.path / at(TWO)).symlink_to(f"{ONE}.yaml")
    (repo.path / "experiences" / "link").symlink_to("cache")
    repo.commit()
    assert [at(ONE)] == agreed(repo)
    with index_in(repo.path) as index:
        assert 5 == len(index.index.skipped())

    (repo.path / at(TWO)).unlink()
    repo.commit(files={at(TWO): text(TWO), "experiences/top.yaml": None})
    assert [at(ONE), at(TWO)] == agreed(repo)

    (repo.path / at(ONE)).unlink()
    (repo.path / at(ONE)).symlink_to(f"{TWO}.yaml")
    (repo.path / "experiences" / "link").unlink()
    repo.commit(files={"experiences/cache/name.yml": None})
    assert [at(TWO)] == agreed(repo)


@pytest.mark.parametrize("branch", ["main", "work"])
@pytest.mark.parametrize("kind", ["a file", "a symlink", "a submodule"])
def test_something_else_in_the_place_of_the_store_is_told(repo: Repository, kind: str, branch: str):
    commit = repo.commit(files={at(ONE): text(ONE)})
    repo.git("checkout", "-q", "-B", branch)
    agreed(repo)
    repo.git("rm", "-rq", "--cached", "experiences")
    modes = {"a file": "100644", "a symlink": "120000", "a submodule": "160000"}
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"elsewhere")
    repo.git(
        "update-index",
        "--add",
        "--cacheinfo",
        f"{modes[kind]},{commit if '0' == modes[kind][-1] and kind == 'a submodule' else blob},experiences",
    )
    repo.git("commit", "-qm", "Put something else there")

    assert [] == agreed(repo)
    with index_in(repo.path) as index:
        assert [f"is {kind}, not a folder: no experience is served"] == [
            skip.what for skip in index.index.skipped()
        ]

    repo.git("reset", "-q", "--hard", commit)
    assert [at(ONE)] == agreed(repo)


def test_of_much_that_is_not_served_the_worst_is_told_and_the_rest_counted(repo: Repository):
    many = {
        at(f"n{number}-{number:010x}"): text(f"n{number}-{number:010x}") for number in range(MAX_LEFT_OUT + 1)
    }
    repo.commit(files={at(ONE): "id: [\n"})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files=many)
    agreed(repo)

    with index_in(repo.path) as index:
        told = index.index.skipped()
    assert [True, *[False] * (MAX_LEFT_OUT + 1)] == [skip.bad for skip in told]
    assert Skipped("experiences", "1 more are not served: exp list names them", bad=False) == told[-1]


def test_of_two_files_with_one_identity_one_is_served_and_the_other_follows_it(repo: Repository):
    twin = ONE.replace("one", "twin")
    repo.commit(files={at(ONE): text(ONE), at(twin, "zoo"): text(twin)})
    assert [at(ONE)] == agreed(repo)

    repo.commit(files={at(ONE): text(ONE, more="status: archived\n")})
    assert [] == agreed(repo), "the first counts, and it is not in force"

    repo.commit(files={at(ONE): None})
    assert [at(twin, "zoo")] == agreed(repo)

    repo.commit(files={at(ONE, "a"): text(ONE)})
    assert [at(ONE, "a")] == agreed(repo)


BROKEN: dict[str, str | bytes] = {
    "no YAML": "id: [\n",
    "no UTF-8": b"id: \xff\n",
    "nothing": "",
    "a list": "- 1\n",
    "another id": text(TWO),
    "too large": text(ONE) + "# " + "x" * (1 << 16),
    "half a surrogate pair": text(ONE, '"\\ud83d"'),
    "NUL": text(ONE, '"\\0"'),
    "a condition of later": text(ONE).replace("preconditions: none", "preconditions: {later: [x]}"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_file_that_cannot_be_read_is_told_with_its_line_and_mended(repo: Repository, kind: str):
    repo.commit(files={at(ONE): BROKEN[kind], at(TWO): text(TWO)})
    agreed(repo)
    repo.commit(files={at(ONE): text(ONE)})
    assert [at(ONE), at(TWO)] == agreed(repo)

    repo.commit(files={at(ONE): BROKEN[kind]})
    agreed(repo)
    repo.commit(files={at(ONE): None})
    assert [at(TWO)] == agreed(repo)


def test_keys_of_a_later_version_are_read_past_and_told(repo: Repository):
    repo.commit(files={at(ONE): text(ONE, more="status: active\nmood: good\nx-own: 1\n")})
    assert [at(ONE)] == agreed(repo)
    with index_in(repo.path) as index:
        assert [
            (at(ONE), "unknown key `mood`: read past, the rest is served", False)
        ] == index.index.skipped()

    repo.commit(files={at(ONE): text(ONE)})
    assert [at(ONE)] == agreed(repo)


def test_a_file_that_moves_is_one_experience(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    agreed(repo)

    repo.commit(files={at(ONE): None, at(ONE, "zoo"): text(ONE)})
    assert [at(TWO), at(ONE, "zoo")] == agreed(repo)

    renamed = ONE.replace("one", "uno")
    repo.commit(files={at(ONE, "zoo"): None, at(renamed, "zoo"): text(renamed)})
    assert [at(TWO), at(renamed, "zoo")] == agreed(repo)


def test_names_that_are_no_utf_8_and_signs_of_globs_disturb_nothing(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(ONE, "[ab]*?"): "id: [", at(TWO, "[ab]*?"): text(TWO)})
    blob = repo.git("hash-object", "-w", "--stdin", stdin=text(THREE).encode())
    line = f"100644 {blob}\texperiences/cache/".encode() + b"n\xff-3333333333.yaml\0"
    line += f"100644 {blob}\texperiences/".encode() + b"a\xff/x-3333333333.yaml\0"
    line += f"100644 {blob}\texperiences/cache/a\nb-3333333333.yaml".encode() + b"\0"
    repo.git_bytes("update-index", "-z", "--index-info", stdin=line)
    repo.git("commit", "-qm", "Odd names")

    assert [at(TWO, "[ab]*?")] == agreed(repo)[:1]
    repo.git("reset", "-q", "--hard", "HEAD~1")
    repo.commit(files={at(ONE, "[ab]*?"): None})
    assert [at(TWO, "[ab]*?"), at(ONE)] == agreed(repo)


def test_facts_are_served_as_the_default_branch_has_them(repo: Repository):
    facts = "experiences/facts.yaml"
    repo.commit(files={at(ONE): text(ONE)})
    agreed(repo)
    repo.commit(files={facts: "rendering: canvas\n"})
    agreed(repo)
    with index_in(repo.path) as index:
        assert ({"rendering": "canvas"}, None) == index.declared()

    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={facts: "rendering: dom\n"})
    agreed(repo)
    with index_in(repo.path) as index:
        assert ({}, (facts, "differs from main: not served", False)) == index.declared()

    repo.git("switch", "-q", "main")
    for odd in ("- 1\n", b"\xff\n", "rendering: [\n", "x" * 70_000):
        repo.commit(files={facts: odd})
        agreed(repo)
    repo.commit(files={facts: None})
    agreed(repo)


# What changes under it


def test_a_history_that_is_taken_back_or_rewritten_is_followed(repo: Repository):
    first = repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(TWO): text(TWO)})
    last = repo.commit(files={at(ONE): text(ONE, "Something else."), at(THREE): text(THREE)})
    assert [at(ONE), at(THREE), at(TWO)] == agreed(repo)

    repo.git("reset", "-q", "--hard", first)
    assert [at(ONE)] == agreed(repo)

    repo.git("reset", "-q", "--hard", last)
    assert [at(ONE), at(THREE), at(TWO)] == agreed(repo)

    repo.git("commit", "-q", "--amend", "-m", "Said otherwise")
    assert [at(ONE), at(THREE), at(TWO)] == agreed(repo)


def test_trees_that_git_has_thrown_away_are_not_missed(repo: Repository):
    first = repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(TWO): text(TWO), at(ONE): None})
    assert [at(TWO)] == agreed(repo)

    repo.git("reset", "-q", "--hard", first)
    repo.git("reflog", "expire", "--expire=now", "--all")
    repo.git("gc", "-q", "--prune=now")
    assert [at(ONE)] == agreed(repo)


def test_a_commit_that_touches_no_experience_parses_none(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("branch", "same")
    agreed(repo)
    repo.commit(files={"src/a.py": "x = 1\n"})

    with parsing(repo, []) as index:
        assert 2 == index.index.served()
    repo.commit(files={at(TWO): text(TWO, "Something else.")})
    with parsing(repo, [at(TWO)]) as index:
        assert 2 == index.index.served()


@contextmanager
def parsing(repo: Repository, expected: Sequence[str]) -> Iterator[GitIndex]:
    """Give an index, and hold that these files alone are parsed meanwhile."""
    parsed: list[str] = []

    def noted(data: bytes, path: str) -> ReadExperience:
        parsed.append(path)
        return read(data, path)

    with reading(repo, Readers(noted, read_facts)) as index:
        yield index
    assert expected == parsed


@contextmanager
def reading(
    repo: Repository,
    readers: Readers,
    asked: list[str] | None = None,
    then: Callable[[], None] = lambda: None,
) -> Iterator[GitIndex]:
    """Give an index with other readers; git is asked again as often as `asked` says, and `then` comes after it."""
    wiring = RecallWiring(str(repo.path))
    found = served(Git(str(repo.path))) or served_slowly(Git(str(repo.path)))
    told: list[str] = []

    def again() -> tuple[str, str]:
        now = served(Git(str(repo.path))) or served_slowly(Git(str(repo.path)))
        told.append("asked")
        then()
        return now.commits, ""

    index = GitIndex(wiring.git, wiring.layout, found.commits, again, lambda: readers)
    try:
        yield index
    finally:
        index.database.close()
    assert asked is None or asked == told


def test_a_branch_that_moves_while_it_is_read_and_back_again_deceives_nobody(repo: Repository):
    first = repo.commit(files={at(ONE): text(ONE)})
    second = repo.commit(files={at(TWO): text(TWO)})
    repo.git("reset", "-q", "--hard", first)

    def moved() -> None:
        repo.git("update-ref", "refs/heads/main", second)

    with reading(repo, Readers(read, read_facts), then=moved) as index:
        assert 2 == index.index.served()
    repo.git("update-ref", "refs/heads/main", first)

    assert [at(ONE)] == paths_served(repo.path)


# Damage


def changed(*statements: str) -> Callable[[sqlite3.Connection], None]:
    def work(db: sqlite3.Connection) -> None:
        for statement in statements:
            db.execute(statement)

    return work


DAMAGE = {
    "a card cut off": "UPDATE experiences SET card = substr(card, 1, 40)",
    "a card of nothing": "UPDATE experiences SET card = '[]'",
    "a card of other things": """UPDATE experiences SET card = '{"a": 1}'""",
    "tokens cut off": "UPDATE experiences SET tokens = ''",
    "a card that is no text": "UPDATE experiences SET card = CAST(x'ff' AS TEXT)",
    "facts cut off": "UPDATE state SET value = '{' WHERE key = 'facts'",
    "a count that is none": "UPDATE state SET value = 'many' WHERE key = 'served'",
    "no words": "DROP TABLE words",
    "half of the words": "DROP TABLE words_data",
    "no places": "DROP TABLE scopes",
    "no experiences": "DROP TABLE experiences",
    "no state": "DROP TABLE state",
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_index_is_made_anew_in_the_middle_of_an_answer(repo: Repository, kind: str):
    repo.commit(
        files={at(ONE): text(ONE), at(TWO): text(TWO), "experiences/facts.yaml": "rendering: canvas\n"}
    )
    agreed(repo)
    with index_in(repo.path) as index:
        index.database.change(changed(DAMAGE[kind]))

    with index_in(repo.path) as index:
        asked = index.index
        numbers = asked.by_words(["flush"], 9)
        places = asked.by_place(["src/a.py"], 9)
        cards = asked.cards([*numbers, *places])
        assert {at(ONE), at(TWO)} >= {card.path for card in cards}, "nothing that was not meant"
        assert 2 == asked.served()
        assert {at(ONE), at(TWO)} == {card.path for card in asked.cards(asked.by_words(["flush"], 9))}
        assert ({"rendering": "canvas"}, None) == index.declared()
    repo.commit(files={at(ONE): text(ONE, "Something else.")})
    assert [at(ONE), at(TWO)] == agreed(repo)


def test_numbers_of_a_file_that_was_replaced_lead_to_nothing(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    with index_in(repo.path) as index:
        before = index.index.by_words(["flush"], 9)
        index.database.let_go()
        index.database.change(changed("DROP TABLE terms"))
        index.index.by_terms(["flush"])

        assert [] == index.index.cards(before)
        assert 2 == len(index.index.cards(index.index.by_words(["flush"], 9)))


def test_words_that_a_python_without_fts5_could_not_write_are_written_later(repo: Repository):
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    agreed(repo)
    with index_in(repo.path) as index:
        index.database.change(changed("DROP TABLE words", "UPDATE state SET value = '' WHERE key = 'words'"))
        assert [] == index.index.by_words(["flush"], 9)
        assert [("words", NO_WORDS, False)] == index.index.skipped()

    repo.commit(files={at(THREE): text(THREE)})
    assert [at(ONE), at(THREE), at(TWO)] == agreed(repo)


# What lies in the work tree


def test_what_lies_in_the_work_tree_stands_beside_what_is_served_and_the_file_stays_as_it_is(
    repo: Repository,
):
    twin = TWO.replace("two", "twin")
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.write(at(ONE), text(ONE, "Something else."))
    repo.write(at(THREE), text(THREE))
    repo.write(at(twin), text(twin))
    repo.write(at("broken-4444444444"), "id: [")
    wiring = RecallWiring(str(repo.path))
    index = wiring.index(worktree=True)

    cards = index.cards(index.by_words(["flush"], 9))

    there = [(at(ONE), False), (at(ONE), True), (at(THREE), False), (at(TWO), True)]
    assert there == sorted((card.path, card.approved) for card in cards)
    assert 4 == index.served()
    told = sorted(skip.where.partition(":")[0] for skip in index.skipped())
    assert [at("broken-4444444444"), at(twin)] == told
    wiring.served.database.close()
    repo.git("stash", "-qu")
    assert [at(ONE), at(TWO)] == agreed(repo)


# Any history


class Walk:
    """A random history in one repository, made beforehand in one process: its commits differ in what the store holds."""

    NAMES = (ONE, TWO, THREE, ONE.replace("one", "twin"), *(f"more-{digit * 10}" for digit in "456789"))
    AREAS = ("cache", "zoo", ".hidden", "cases")

    def __init__(self, repo: Repository, seed: int, commits: int) -> None:
        self.repo = repo
        self.random = random.Random(seed)
        self._stream: list[bytes] = []
        files = {at(name): ("100644", self._text(name).encode()) for name in self.NAMES}
        self._near = 0
        for mark in range(1, commits + 1):
            for _ in range(self.random.choice((0, 1, 1, 2, 5))):
                self._change(files)
            self._commit(mark, files)
        marks = repo.path / "marks"
        repo.git_bytes(
            "fast-import", "--quiet", "--force", f"--export-marks={marks}", stdin=b"".join(self._stream)
        )
        self.commits = [line.split()[1] for line in sorted(marks.read_text().splitlines(), key=len)]

    def _change(self, files: dict[str, tuple[str, bytes]]) -> None:
        choose = self.random.choice
        name, area = choose(self.NAMES), choose(self.AREAS[: choose((2, 2, 2, 4))])
        path = at(name, area)
        odd = (
            f"experiences/{area}/x.yml",
            "experiences/top.yaml",
            "experiences/facts.yaml",
            f"{path}/deep.yaml",
        )
        match self.random.randrange(12):
            case 0 if files:
                files.pop(choose(sorted(files)))
                return
            case 2:
                path, mode, data = choose(odd), "100644", b"rendering: %d" % self.random.randrange(2)
            case 3:
                mode, data = "120000", b"somewhere"
            case 4:
                mode, data = "100644", choose((b"id: [", b"\xff", b""))
            case _:
                mode, data = choose(("100644", "100755")), self._text(name).encode()
        for other in [
            other for other in files if other.startswith(f"{path}/") or path.startswith(f"{other}/")
        ]:
            del files[other]
        files[path] = (mode, data)

    def _text(self, name: str) -> str:
        choose = self.random.choice
        more = f"status: {choose(('active', 'active', 'canary', 'archived'))}\n"
        more += choose(("", "", "mood: good\n")) + choose(("", "search: {en: [pump, valve]}\n"))
        told = text(name, choose(("Close the valve.", "A `pump` means the pump room.", "开票在后台")), more)
        return told.replace("lens: logic", f"lens: {choose(('logic', 'terminology'))}").replace(
            "src/**", choose(("src/**", "lib/*.py", "engine/valve.py"))
        )

    def _commit(self, mark: int, files: dict[str, tuple[str, bytes]]) -> None:
        # A parent or none: some of these histories share nothing.
        parent = self.random.choice((None, *range(max(1, mark - 4), mark)))
        self._stream.append(
            f"commit refs/made/{mark}\nmark :{mark}\ncommitter A <a@example.org> {mark} +0000\ndata 0\n".encode()
        )
        self._stream.append(f"from :{parent}\n".encode() if parent else b"")
        self._stream.append(b"deleteall\n")
        for path, (mode, data) in {"README.md": ("100644", b"%d" % mark), **files}.items():
            self._stream.append(f"M {mode} inline {path}\ndata {len(data)}\n".encode() + data + b"\n")

    def step(self) -> None:
        """Move HEAD or a branch anywhere."""
        git = self.repo.path / ".git"
        if not self.random.randrange(4):
            self._near = self.random.randrange(len(self.commits))
        commit = self.random.choice(self.commits[self._near : self._near + 4])
        branch = self.random.choice(
            ("refs/heads/main", "refs/heads/work", "refs/remotes/origin/main", "refs/heads/master")
        )
        match self.random.randrange(8):
            case 0:
                (git / "HEAD").write_text(f"{commit}\n")
            case 1:
                (git / "HEAD").write_text(
                    f"ref: {self.random.choice(('refs/heads/main', 'refs/heads/work', branch))}\n"
                )
            case 2:
                (git / branch).unlink(missing_ok=True)
            case 3:
                setting = self.random.choice(("refs/remotes/origin/main", "refs/remotes/origin/work", ""))
                head = git / "refs" / "remotes" / "origin" / "HEAD"
                head.parent.mkdir(parents=True, exist_ok=True)
                head.write_text(f"ref: {setting}\n") if setting else head.unlink(missing_ok=True)
            case _:
                (git / branch).parent.mkdir(parents=True, exist_ok=True)
                (git / branch).write_text(f"{commit}\n")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_every_step_of_any_history_the_index_is_what_a_fresh_one_is(repo: Repository, seed: int):
    walk = Walk(repo, seed, 120)
    seen: Counter[int] = Counter()
    for _ in range(60):
        walk.step()
        seen[len(agreed(repo))] += 1

    assert len(seen) > 4, "the walk has come by stores of many sizes"
