"""Archaeology in every kind of clone: what it lacks is said, what it has is told, and nothing is written into it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.old_pump import COUNTED, PUMP, Pump, ask, commits, lay, refused, without_time
from support.process import environment, exp_at_terminal
from support.repository import Repository

MEND = "git fetch --refetch --no-filter"


@pytest.fixture(scope="module")
def pump(tmp_path_factory: pytest.TempPathFactory) -> Pump:
    return lay(tmp_path_factory.mktemp("old") / "pump")


def test_a_shallow_history_ends_and_nothing_is_claimed_not_to_be(pump: Pump, tmp_path: Path):
    shallow = pump.repository.clone(tmp_path / "shallow", "--depth=2")
    end = f"history ends at {pump.taken_back[:7]}"

    piped = ask(shallow, PUMP, "--intent", "run strokes in a thread")
    shown = exp_at_terminal(shallow.path, "archaeology", PUMP, "--intent", "run strokes in a thread")
    told = ask(shallow, PUMP, "--json")

    assert [pump.counted] == commits(told), "the border did not make the file, it only seems so"
    [limit] = told.json["limits"]
    assert limit.startswith(f"history ends at {pump.taken_back[:12]}"), limit
    assert "19 lines end there" in limit, "20 lines, one of them changed later"
    assert not told.json["looked_at"]["whole"]
    for done in (piped, shown):
        assert 0 == done.code and end in done.stdout
        assert "older ones were not seen" in " ".join(done.stdout.split())
        assert "whole history" not in done.stdout
        for claim in ("never", "first", "no revert"):
            assert claim not in done.stdout.lower()


def test_with_one_commit_only_the_border_is_told(pump: Pump, tmp_path: Path):
    shallow = pump.repository.clone(tmp_path / "shallow", "--depth=1")

    told = ask(shallow, PUMP, "--json")
    line = ask(shallow, f"{PUMP}:3", "--json")

    assert [[], []] == [commits(told), commits(line)]
    assert "20 lines end there" in told.json["limits"][0]
    assert "1 line" in line.json["limits"][0]
    assert [] == told.json["owners"], "who wrote the lines of the border is not known"


def test_a_revert_of_what_lies_beyond_the_end_is_only_claimed(pump: Pump, tmp_path: Path):
    shallow = pump.repository.clone(tmp_path / "shallow", "--depth=3")

    told = ask(shallow, PUMP, "--json", "--intent", "run strokes in a thread").json

    change = told["changes"][-1]
    assert pump.taken_back == change["commit"]
    assert ("claimed", "message") == (change["exactness"], change["ground"])
    assert ("taken_back", "claimed") == (told["verdict"]["answer"], told["verdict"]["certainty"])


def test_a_diff_in_a_shallow_clone_says_where_history_ends(pump: Pump, tmp_path: Path):
    shallow = pump.repository.clone(tmp_path / "shallow", "--depth=2")

    told = ask(shallow, "--diff", "HEAD~1..HEAD", "--json").json

    assert [f"history ends at {pump.taken_back[:12]}"] == [one.partition(" (")[0] for one in told["limits"]]


@pytest.mark.parametrize("remote", ["is gone", "is there"])
def test_without_blobs_the_log_and_exact_reverts_are_told_and_blame_is_not(
    pump: Pump, tmp_path: Path, remote: str
):
    blobless = pump.repository.clone(tmp_path / "blobless", "--filter=blob:none")
    if remote == "is gone":
        blobless.git("remote", "set-url", "origin", "/nowhere/at/all")
    before = lacking(blobless)

    told = ask(blobless, PUMP, "--json").json
    piped = ask(blobless, PUMP)

    assert pump.commits == [one["commit"] for one in told["changes"]]
    revert = told["changes"][1]
    assert ("revert", "exact", "blob") == (revert["kind"], revert["exactness"], revert["ground"])
    [limit] = told["limits"]
    assert limit.startswith("who wrote the lines is not known: this clone lacks") and MEND in limit
    assert [limit] == piped.stderr.splitlines()
    assert before == lacking(blobless), "nothing was fetched"


def test_without_blobs_lines_and_diffs_are_refused_in_one_line(pump: Pump, tmp_path: Path):
    blobless = pump.repository.clone(tmp_path / "blobless", "--filter=blob:none")

    for words in ((f"{PUMP}:3",), ("--diff", f"{pump.laid}..{pump.tried}")):
        complaint = refused(ask(blobless, *words), 3)
        assert "this clone lacks" in complaint and MEND in complaint


def test_what_brings_the_lacking_objects_is_told_right(pump: Pump, tmp_path: Path):
    blobless = pump.repository.clone(tmp_path / "blobless", "--filter=blob:none", "--no-checkout")
    assert pump.commits == commits(ask(blobless, PUMP, "--json")), "not even the file's own blob is needed"

    blobless.git(*MEND.split()[1:])

    told = ask(blobless, PUMP, "--json").json
    assert [] == told["limits"]
    assert 20 == told["owners"][0]["lines"]


def test_without_blobs_what_only_lines_could_prove_is_claimed_and_said(tmp_path: Path):
    full = lay(tmp_path / "pump").repository
    full.git("config", "uploadpack.allowFilter", "true")
    first = full.rev()
    bad = full.commit("Count twice", {PUMP: COUNTED.replace("stroke(5)", "stroke(5, 5)")})
    full.commit("Name the last stroke", {PUMP: COUNTED.replace("stroke(5)", "stroke(5, 5)") + "last()\n"})
    message = f'Revert "Count twice"\n\nThis reverts commit {bad}.'
    revert = full.commit(message, {PUMP: COUNTED + "last()\n"})
    blobless = full.clone(tmp_path / "blobless", "--filter=blob:none")
    assert first

    whole, told = (ask(one, PUMP, "--json").json for one in (full, blobless))

    kept, lacked = ({one["commit"]: one for one in answer["changes"]}[revert] for answer in (whole, told))
    assert ("exact", [bad]) == (kept["exactness"], kept["reverts"])
    assert ("claimed", [bad]) == (lacked["exactness"], lacked["reverts"])
    assert [MEND in limit for limit in told["limits"]] == [True] * len(told["limits"])
    assert any("claimed" in limit for limit in told["limits"]), told["limits"]


def test_a_rename_that_only_blobs_could_prove_does_not_end_the_answer(tmp_path: Path):
    full = lay(tmp_path / "pump").repository
    full.git("mv", PUMP, "src/engine.py")
    renaming = full.commit("Rename and change", {"src/engine.py": COUNTED + "last()\n"})
    blobless = full.clone(tmp_path / "blobless", "--filter=blob:none")

    done = ask(blobless, "src/engine.py", "--json")

    assert renaming in commits(done)
    assert any("lacks" in limit for limit in done.json["limits"])


@pytest.mark.parametrize("words", [(PUMP,), (f"{PUMP}:3",), (PUMP, "--json"), ("src/pomp.py",)])
def test_without_trees_it_is_refused_in_one_line(pump: Pump, tmp_path: Path, words: tuple[str, ...]):
    treeless = pump.repository.clone(tmp_path / "treeless", "--filter=tree:0")

    complaint = refused(ask(treeless, *words), 3)

    assert "this clone lacks" in complaint and MEND in complaint


def test_a_bare_repository_tells_the_same(pump: Pump, tmp_path: Path):
    bare = pump.repository.clone(tmp_path / "bare.git", "--bare")

    told = without_time(ask(bare, PUMP, "--json"))

    assert without_time(ask(pump.repository, PUMP, "--json")) == told
    assert pump.commits == commits(ask(bare, f"./src/../{PUMP}", "--json"))
    assert "is a folder" in refused(ask(bare, "src"))
    assert "is a folder" in refused(ask(bare, "."))
    assert "outside" in refused(ask(bare, "../x.py"))


def test_a_linked_worktree_and_a_sub_directory_tell_the_same(pump: Pump, tmp_path: Path):
    pump.repository.git("worktree", "add", "--quiet", "--detach", str(tmp_path / "linked"))
    (tmp_path / "short").symlink_to(tmp_path / "linked" / "src")
    whole = without_time(ask(pump.repository, PUMP, "--json"))

    assert whole == without_time(ask(tmp_path / "linked", PUMP, "--json"))
    for name in ("pump.py", "../src/pump.py", str(tmp_path / "linked" / PUMP)):
        assert whole == without_time(ask(tmp_path / "linked" / "src", name, "--json"))
    assert whole == without_time(ask(tmp_path / "short", "pump.py", "--json"))
    assert f"did you mean `{PUMP}`?" in refused(ask(tmp_path / "linked" / "src", PUMP))
    assert "outside" in refused(ask(tmp_path / "linked" / "src", "../../x.py"))


def test_a_sparse_checkout_has_the_whole_past(pump: Pump, tmp_path: Path):
    sparse = pump.repository.clone(tmp_path / "sparse", "--no-checkout")
    sparse.git("sparse-checkout", "set", "--cone", "docs")
    sparse.git("checkout", "--quiet", "main")
    assert not (sparse.path / PUMP).exists()

    assert without_time(ask(pump.repository, PUMP, "--json")) == without_time(ask(sparse, PUMP, "--json"))
    assert [pump.counted, pump.laid] == commits(ask(sparse, f"{PUMP}:10", "--json"))


def test_a_sha256_repository_is_told_like_any_other(tmp_path: Path):
    long = lay(tmp_path / "long", object_format="sha256")

    told = ask(long.repository, PUMP, "--json").json

    assert long.commits == [one["commit"] for one in told["changes"]]
    assert {64} == {len(one) for one in long.commits}
    assert ("revert", "exact", [long.tried]) == tuple(
        told["changes"][1][key] for key in ("kind", "exactness", "reverts")
    )
    assert [long.taken_back, long.tried, long.laid] == commits(ask(long.repository, f"{PUMP}:3", "--json"))


def test_without_a_commit_there_is_no_past(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty")
    empty.write(PUMP, COUNTED)

    for words in ((PUMP,), (f"{PUMP}:3",), (PUMP, "--json"), ("--staged",)):
        assert "no commits yet" in refused(ask(empty, *words), 3)


def test_outside_a_repository_it_says_so(tmp_path: Path):
    assert "not a git repository" in refused(ask(tmp_path, PUMP, env={"GIT_CEILING_DIRECTORIES": "/"}), 3)


def test_git_dir_and_home_do_not_matter(pump: Pump):
    whole = without_time(ask(pump.repository, PUMP, "--json"))
    below = {"GIT_DIR": "../.git", "GIT_WORK_TREE": ".."}

    assert whole == without_time(ask(pump.repository, PUMP, "--json", env={"GIT_DIR": ".git"}))
    assert whole == without_time(ask(pump.path / "src", "pump.py", "--json", env=below))
    bare_environment = environment()
    for name in ("HOME", "XDG_CONFIG_HOME", "LANG", "TERM"):
        bare_environment.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-m", "gitexp", "archaeology", PUMP, "--json"],
        cwd=pump.path,
        env=bare_environment,
        capture_output=True,
        check=True,
    )
    told = json.loads(done.stdout)
    told.pop("elapsed_ms")
    assert (whole, b"") == (told, done.stderr)


def test_nothing_is_written_into_the_repository(tmp_path: Path):
    own = lay(tmp_path / "pump")
    own.repository.write(PUMP, "changed\n")
    own.repository.git("add", PUMP)
    own.repository.write("src/gauge.py", "changed = 2\n")
    before = state(own.path)

    for words in (
        (PUMP,),
        (f"{PUMP}:3",),
        ("--staged",),
        ("--diff", "HEAD~1..HEAD"),
        (PUMP, "--intent", "x"),
    ):
        assert 0 == ask(own.repository, *words).code

    assert before == state(own.path)


def test_the_past_of_a_read_only_repository_is_told(tmp_path: Path):
    own = lay(tmp_path / "pump")
    for folder in (own.path / ".git").rglob("*"):
        if folder.is_dir():
            folder.chmod(0o555)
    (own.path / ".git").chmod(0o555)

    try:
        assert own.commits == commits(ask(own.repository, PUMP, "--json"))
    finally:
        for folder in (own.path / ".git", *(own.path / ".git").rglob("*")):
            if folder.is_dir():
                folder.chmod(0o755)


def test_heavy_libraries_stay_out(pump: Pump):
    script = "import sys; from gitexp.cli import run; run(sys.argv[1:]); print(*sys.modules, sep='\\n')"
    heavy = {"pygit2", "yaml", "jsonschema", "openai", "tree_sitter", "semver", "univers"}
    found: dict[str, set[str]] = {}
    for words in (
        (PUMP,),
        (f"{PUMP}:3",),
        (PUMP, "--json"),
        ("--diff", "HEAD~1..HEAD"),
        (f"{PUMP}::stroke",),
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, "archaeology", *words],
            cwd=pump.path,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        loaded = {line.partition(".")[0] for line in done.stdout.splitlines()}
        assert "gitexp" in loaded
        found[words[0]] = loaded & heavy

    assert {"tree_sitter"} == found.pop(f"{PUMP}::stroke"), "a symbol alone needs a grammar"
    assert [set()] * len(found) == list(found.values())


def test_git_runs_as_often_for_many_commits_as_for_few(tmp_path: Path):
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True).stdout.strip()
    # Lines of processes that run side by side must not mix: each is one short write.
    wrapper.write_text(f'#!/bin/sh\necho x >> "$COUNTED"\nexec {real} "$@"\n')
    wrapper.chmod(0o755)
    counts: dict[tuple[str, ...], list[int]] = {}
    for number in (10, 200):
        many = chain_with_reverts(tmp_path / str(number), number)
        for words in ((PUMP, "--json"), (f"{PUMP}:2", "--json"), (PUMP, "--json", "--no-blame")):
            log = tmp_path / f"{number}{'-'.join(words).replace('/', '')}"
            path = f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}"
            done = ask(many, *words, env={"PATH": path, "COUNTED": str(log)})
            assert 0 == done.code, done.both
            if words == (PUMP, "--json"):
                assert number == len(done.json["changes"])
                assert number // 5 == sum(one["exactness"] == "exact" for one in done.json["changes"])
            counts.setdefault(words, []).append(len(log.read_text().splitlines()))

    assert all(few == many for few, many in counts.values()), counts
    assert all(many <= 24 for _, many in counts.values()), counts


def chain_with_reverts(path: Path, number: int) -> Repository:
    """Lay a history in which every fifth commit takes back the one before; fast-import makes it in one go."""
    repository = Repository.create(path)
    lines = ["stroke(1)", "stroke(2)", "stroke(3)"]
    stream = list[str]()
    for count in range(1, number + 1):
        when = f"Ada Author <ada@example.org> {1704110400 + count * 86400} +0000"
        if count % 5 == 0:
            lines.pop()
            message = f'Revert "Add part {count - 1}"'
        else:
            lines.append(f"part({count})")
            message = f"Add part {count}"
        lines[1] = f"stroke({count})" if count % 5 == 1 else lines[1]
        text = "\n".join(lines) + "\n"
        stream.append(f"commit refs/heads/main\nmark :{count}\nauthor {when}\ncommitter {when}\n")
        stream.append(f"data {len(message)}\n{message}\n")
        stream.append(f"M 100644 inline {PUMP}\ndata {len(text)}\n{text}\n")
    repository.git("fast-import", "--quiet", stdin="".join(stream).encode())
    repository.git("reset", "--hard", "--quiet", "main")
    return repository


def lacking(repository: Repository) -> list[str]:
    """Return the objects that a partial clone lacks."""
    listed = repository.git("rev-list", "--objects", "--missing=print", "--all")
    return sorted(line for line in listed.splitlines() if line.startswith("?"))


def state(path: Path) -> dict[str, bytes]:
    """Return every file of a repository with what it holds."""
    return {
        str(file.relative_to(path)): file.read_bytes() for file in sorted(path.rglob("*")) if file.is_file()
    }
