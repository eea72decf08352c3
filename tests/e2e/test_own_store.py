"""The project's own experiences: each quote stands in the commit that it cites, nothing is stale, recall finds them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from gitexp.records.evidence import is_verbatim
from gitexp.records.globs import matches
from support.process import environment, exp

TOP = Path(__file__).resolve().parents[2]
STORE = TOP / "experiences"
CHANGES, CASES = "changes", "cases"

pytestmark = pytest.mark.skipif(
    not STORE.is_dir() and not (TOP / ".git").exists(), reason="a source archive is without the store"
)


def git(*args: str) -> str:
    """Return what git prints in the checkout, nothing where it fails."""
    call = ["git", "-C", str(TOP), *args]
    done = subprocess.run(call, env=environment(), capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


@pytest.fixture(scope="module")
def checkout() -> None:
    """Skip where the tree is an exported one: what is served, and what is stale, is asked of a repository."""
    top = git("rev-parse", "--show-toplevel").strip()
    if not top or Path(top).resolve() != TOP or not git("rev-parse", "--verify", "HEAD^{commit}"):
        pytest.skip("this tree has no history of its own")


def documents() -> dict[str, Any]:
    """Return the experiences and change records by path."""
    found = sorted(STORE.glob("*/*.yaml")) + sorted(STORE.glob(f"{CHANGES}/*/*.yaml"))
    return {str(path.relative_to(TOP)): yaml.safe_load(path.read_text("utf-8")) for path in found}


def experiences() -> dict[str, Any]:
    """Return the experiences by path."""
    return {path: one for path, one in documents().items() if path.split("/")[1] not in (CHANGES, CASES)}


def quoted() -> Iterator[tuple[str, str, Any]]:
    """Yield each piece of evidence: the file that has it, the commit that it cites, and the piece."""
    for path, document in documents().items():
        told = [one["evidence"] for one in document.get("rejected", ()) if "evidence" in one]
        for one in (*document.get("evidence", ()), *told):
            kind, _, rest = one["turn"].partition(":")
            if kind == "commit":
                yield path, rest.partition("#")[0], one


def tracked() -> list[str]:
    return git("ls-files", "-z").split("\0")[:-1]


def test_at_least_ten_rest_on_a_commit():
    citing = {path for path, _, _ in quoted()}

    assert len(citing & experiences().keys()) >= 10


def test_nothing_but_a_person_sets_block():
    assert set() == {path for path, one in experiences().items() if one.get("severity") == "block"}


def test_audit_finds_nothing_to_mend(checkout: None):
    done = exp(TOP, "audit", "--worktree", "--json").plain

    assert (0, []) == (done.code, done.json["faults"])


def test_every_quote_stands_in_the_commit_that_it_cites(checkout: None):
    here = [
        (path, one, said)
        for path, commit, one in quoted()
        if (said := git("show", "-s", "--format=%an%x00%as%x00%B", commit))
    ]
    if not here:
        pytest.skip("this clone is too shallow: it has none of the commits")

    for path, one, said in here:
        by, at, message = said.split("\0")
        assert is_verbatim(one["quote"], message), f"{path}: {one['quote']}"
        assert (path, by, at) == (path, one.get("by", by), one.get("at", at))


def test_each_lies_where_someone_edits_and_nowhere_else(checkout: None):
    files = tracked()

    for path, one in experiences().items():
        globs = one.get("scope", {}).get("paths", ())
        reached = [file for file in files if any(matches(glob, file) for glob in globs)]
        assert bool(globs) <= bool(reached), f"{path}: its scope reaches no file"
        assert len(reached) <= len(files) / 10, f"{path}: {len(reached)} of {len(files)} files"


def test_recall_finds_one_by_a_file_of_its_scope_and_says_nothing_of_others(checkout: None):
    files = set(tracked())
    id, path = next(
        (one["id"], path)
        for one in experiences().values()
        for path in one.get("scope", {}).get("paths", ())
        if path in files and one["preconditions"] == "none" and one["status"] == "active"
    )
    found = exp(TOP, "recall", "--worktree", "--json", "--file", path).json
    other = exp(TOP, "recall", "--worktree", "--json", "--file", "nowhere/nothing.txt").json

    assert id in [one["id"] for one in found["applicable"]]
    assert ([], "none") == (other["applicable"], other["match"])


def test_the_schemas_beside_them_are_those_of_this_version():
    for schema in sorted((TOP / "src" / "gitexp" / "schemas").glob("*.schema.json")):
        laid = STORE / ".schemas" / schema.name
        if laid.exists():
            assert schema.read_text("utf-8") == laid.read_text("utf-8"), "run `exp init`"
