"""The tree of a revision for the look-up of symbols: every kind of repository, and every file that is none to read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.symbols_git import GitSymbols
from gitexp.records.indexed import Indexed, IndexedLanguage
from gitexp.records.outline import Outline
from gitexp.records.skipped import Skipped
from support.repository import Repository, isolate

RETRY = "class RetryPolicy:\n    def send(self):\n        return 1\n"
NOT_HERE = "not in this clone (a partial clone lacks it)"


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit(
        files={
            "src/retry.py": RETRY,
            "lib/cache.rb": "class Cache\n  def flush!\n  end\nend\n",
            "docs/net.md": "Use RetryPolicy.\n",
            "experiences/net/x-0123456789.yaml": "what: OnlyInTheStore\n",
        }
    )
    return repository


def symbols(repo: Repository, rev: str | None = "HEAD") -> GitSymbols:
    layout = discover(str(repo.path))
    return GitSymbols(layout.git(), layout, rev)


def names(outlined: Outline | str) -> list[str]:
    assert isinstance(outlined, Outline), outlined
    return [symbol.name for symbol in outlined.symbols]


def reason(repo: Repository, path: str) -> Outline | str:
    return symbols(repo).outlines([path])[path]


def said(_: str) -> None:
    """Hear of the progress and say nothing."""


def test_the_tree_holds_all_but_the_store(repo: Repository) -> None:
    assert symbols(repo).tree().files == ("docs/net.md", "lib/cache.rb", "src/retry.py")
    assert symbols(repo).lacking == ""


def test_outlines_are_given_by_path_and_reasons_where_there_is_none(repo: Repository) -> None:
    found = symbols(repo).outlines(["src/retry.py", "lib/cache.rb", "docs/net.md", "src/gone.py"])

    assert names(found["src/retry.py"]) == ["RetryPolicy", "RetryPolicy.send"]
    assert names(found["lib/cache.rb"]) == ["Cache", "Cache.flush!"]
    assert found["docs/net.md"] == "no grammar reads .md"
    assert found["src/gone.py"] == "no such file"


def test_a_second_time_outlines_are_the_same_without_the_blobs(repo: Repository) -> None:
    first = symbols(repo).outlines(["src/retry.py", "lib/cache.rb"])
    blob = repo.git("rev-parse", "HEAD:src/retry.py")
    (repo.path / ".git/objects" / blob[:2] / blob[2:]).unlink()

    assert symbols(repo).outlines(["src/retry.py", "lib/cache.rb"]) == first


def test_one_blob_under_two_endings_is_read_as_each_of_them(repo: Repository) -> None:
    text = "class Shared { int x; };\nint shared;\n"
    repo.commit(files={"a.cpp": text, "a.java": text, "b.cpp": text})

    found = symbols(repo).outlines(["a.cpp", "a.java", "b.cpp"])

    told = {path: one.language for path, one in found.items() if isinstance(one, Outline)}
    assert told == {"a.cpp": "cpp", "a.java": "java", "b.cpp": "cpp"}


def test_a_script_without_an_ending_is_read_by_its_first_line(repo: Repository) -> None:
    repo.commit(files={"bin/run": "#!/usr/bin/env python3\ndef go(): pass\n", "LICENSE": "Take it.\n"})

    found = symbols(repo).outlines(["bin/run", "LICENSE"])

    assert names(found["bin/run"]) == ["go"]
    assert found["LICENSE"] == "no grammar reads it"
    assert symbols(repo).outlines(["bin/run", "LICENSE"]) == found


def test_a_source_file_of_20_mb_is_not_read_and_it_is_said(repo: Repository) -> None:
    repo.commit(files={"big.js": "function f() { return 1 }\n" * 800_000})

    assert reason(repo, "big.js") == "larger than 2 MB: not read"
    assert symbols(repo).text("big.js") is None
    assert Skipped("big.js", "larger than 2 MB: not read") in symbols(repo).index(said).left_out


def test_a_binary_file_with_the_name_of_a_source_file_is_not_read(repo: Repository) -> None:
    repo.commit(files={"odd.py": b"\0\1\2class A: pass\n"})

    assert reason(repo, "odd.py") == "binary"
    assert symbols(repo).text("odd.py") is None


def test_symlinks_are_not_followed_not_even_in_a_loop(repo: Repository) -> None:
    (repo.path / "loop").symlink_to("loop")
    (repo.path / "there.py").symlink_to("src/retry.py")
    (repo.path / "src/up").symlink_to("..")
    repo.commit()

    found = symbols(repo)

    assert found.tree().symlinks == {"loop", "there.py", "src/up"}
    assert found.outlines(["there.py"]) == {"there.py": "is a symlink"}
    assert found.text("there.py") is None
    assert found.sighted(["RetryPolicy"]).files["RetryPolicy"] == {"docs/net.md", "src/retry.py"}
    assert Skipped("3 symlinks", "not followed", bad=False) in found.index(said).left_out


def test_a_submodule_is_not_entered(repo: Repository) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},vendor/lib")
    repo.git("commit", "--quiet", "-m", "Take in a library")

    found = symbols(repo)

    assert found.tree().submodules == {"vendor/lib"}
    assert found.tree().elsewhere("vendor/lib/a.py")
    assert found.outlines(["vendor/lib"]) == {"vendor/lib": "is a submodule"}
    assert Skipped("vendor/lib", "a submodule: not entered", bad=False) in found.index(said).left_out


def test_a_partial_clone_says_which_files_it_lacks(repo: Repository, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    before = clone.git("count-objects", "-v")

    found = symbols(clone)

    assert found.lacking == ""
    assert found.tree().files == ("docs/net.md", "lib/cache.rb", "src/retry.py")
    assert found.outlines(["src/retry.py"]) == {"src/retry.py": NOT_HERE}
    assert found.text("src/retry.py") is None
    assert not found.sighted(["RetryPolicy"]).whole
    assert Skipped("src/retry.py", NOT_HERE) in found.index(said).left_out
    assert clone.git("count-objects", "-v") == before


def test_what_a_partial_clone_has_is_searched_past_what_it_lacks(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={"a.png": b"\x89PNG\0" + bytes(range(256)) * 300})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:limit=60k", "--no-checkout")

    found = symbols(clone).sighted(["RetryPolicy.send"])

    assert found.whole
    assert found.declaring["RetryPolicy"] == {"src/retry.py"}


def test_names_that_are_no_utf_8_go_there_and_back(repo: Repository) -> None:
    blob = repo.git("hash-object", "-w", "--stdin", stdin=RETRY.encode())
    entry = b"100644 " + blob.encode() + b"\tsrc/odd\n\xff.py\0"
    repo.git("update-index", "-z", "--index-info", stdin=entry)
    repo.git("commit", "--quiet", "-m", "Odd")
    path = "src/odd\n\udcff.py"

    found = symbols(repo)

    assert path in found.tree()
    assert path in found.sighted(["RetryPolicy"]).declaring["RetryPolicy"]
    assert names(found.outlines([path])[path]) == ["RetryPolicy", "RetryPolicy.send"]
    assert found.text(path) == RETRY


def test_bytes_that_are_no_utf_8_are_read_all_the_same(repo: Repository) -> None:
    repo.commit(files={"latin.py": "def größe(): pass\n".encode("latin-1")})

    found = symbols(repo)

    assert found.text("latin.py") == "def größe(): pass\n"
    assert names(found.outlines(["latin.py"])["latin.py"]) == ["größe"]
    assert found.sighted(["größe"]).declaring["größe"] == {"latin.py"}


def test_without_a_revision_there_is_no_tree(repo: Repository) -> None:
    found = symbols(repo, None)

    assert found.lacking == "there is no tree to search"
    assert found.tree().files == ()
    assert not found.sighted(["RetryPolicy"]).whole
    assert found.outlines(["src/retry.py"]) == {"src/retry.py": "no such file"}
    assert found.text("src/retry.py") is None
    assert found.index(said) == Indexed(0, 0, 0, 0)


def test_a_revision_that_is_not_there_is_said_in_gits_words(repo: Repository) -> None:
    found = symbols(repo, "1" * 40)

    assert found.lacking.startswith("not a tree object") or "1" * 40 in found.lacking
    assert not found.sighted(["RetryPolicy"]).whole


def test_an_empty_repository_has_an_empty_tree(tmp_path: Path) -> None:
    empty = Repository.create(tmp_path / "empty")

    assert symbols(empty, None).lacking == "there is no tree to search"
    assert symbols(empty).lacking != ""
    empty.commit()
    assert symbols(empty).tree().files == ()
    assert symbols(empty).sighted(["a"]).whole


def test_a_bare_repository_a_worktree_and_a_folder_inside_see_the_same(
    repo: Repository, tmp_path: Path
) -> None:
    bare = repo.clone(tmp_path / "bare.git", "--bare")
    repo.git("worktree", "add", "--quiet", str(tmp_path / "tree"))
    others = [bare, Repository(tmp_path / "tree"), Repository(repo.path / "docs")]

    for other in others:
        assert symbols(other).tree().files == symbols(repo).tree().files
        assert symbols(other).sighted(["RetryPolicy.send"]) == symbols(repo).sighted(["RetryPolicy.send"])
        assert symbols(other).outlines(["src/retry.py"]) == symbols(repo).outlines(["src/retry.py"])
    assert (repo.path / ".git/exp/symbols.db").exists()
    assert not (repo.path / ".git/worktrees/tree/exp").exists()


def test_a_sha256_repository_is_indexed(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "long", object_format="sha256")
    repo.commit(files={"a.py": RETRY})

    assert names(symbols(repo).outlines(["a.py"])["a.py"]) == ["RetryPolicy", "RetryPolicy.send"]
    assert symbols(repo).index(said).parsed == 0


def test_ignored_paths_are_told_and_odd_ones_break_nothing(repo: Repository) -> None:
    (repo.path / "link").symlink_to("src")
    repo.commit(files={".gitignore": "build/\n*.log\nsrc/retry.py\n"})
    asked = ["build/a.o", "x.log", "src/retry.py", "src/other.py"]

    assert symbols(repo).ignored(asked) == {"build/a.o", "x.log", "src/retry.py"}
    odd = ["", "/etc/passwd", "../x.log", "half \ud800", "nul\0", "link/x.log", ":(top)x.log", "*.log"]
    assert {"build/a.o", "x.log"} <= symbols(repo).ignored([*asked, *odd])
    assert symbols(repo).ignored([]) == frozenset()


def test_a_bare_repository_ignores_nothing(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={".gitignore": "build/\n"})

    assert symbols(repo.clone(tmp_path / "bare.git", "--bare")).ignored(["build/a"]) == frozenset()


def test_an_index_counts_by_language_and_says_what_it_left_out(repo: Repository) -> None:
    repo.commit(files={"a.py": "def a(): pass\n", "notes": "none\n", "data.json": "{}\n"})
    told: list[str] = []

    first = symbols(repo).index(told.append)
    again = symbols(repo).index(told.append)

    ruby, python = len("class Cache\n  def flush!\n  end\nend\n"), len(RETRY) + len("def a(): pass\n")
    assert first == Indexed(
        files=3,
        parsed=3,
        bytes=ruby + python,
        parsed_bytes=ruby + python,
        languages=(IndexedLanguage("python", 2, 3, python), IndexedLanguage("ruby", 1, 2, ruby)),
        left_out=(
            Skipped("1 file", "no grammar reads .json", bad=False),
            Skipped("1 file", "no grammar reads .md", bad=False),
            Skipped("1 file", "no grammar reads it", bad=False),
        ),
    )
    assert (again.files, again.parsed, again.languages, again.left_out) == (
        3,
        0,
        first.languages,
        first.left_out,
    )
    assert told == ["0 of 0 MB"]


def test_after_a_commit_only_what_changed_is_parsed(repo: Repository) -> None:
    symbols(repo).index(said)
    repo.commit(files={"src/retry.py": RETRY + "    def close(self): pass\n", "copy.py": RETRY})

    assert symbols(repo).index(said).parsed == 1


def test_much_to_parse_goes_to_other_processes_and_gives_the_same(repo: Repository) -> None:
    body = "".join(f"def f{number}(): return {number}\n{'# ' + 'word ' * 200}\n" for number in range(250))
    files: dict[str, str | bytes | None] = {f"m{number}.py": f"x{number} = 1\n{body}" for number in range(16)}
    repo.commit(files=files)
    told: list[str] = []

    indexed = symbols(repo).index(told.append)

    assert (indexed.files, indexed.parsed) == (18, 18)
    assert told[-1] == "4 of 4 MB"
    python = {one.language: one for one in indexed.languages}["python"]
    assert python.definitions == 16 * 251 + 2
    assert len(names(symbols(repo).outlines(["m7.py"])["m7.py"])) == 251
