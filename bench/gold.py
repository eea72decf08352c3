"""Reads the rows of checked reverts, and finds the clone that each of them is about."""

from __future__ import annotations

import json
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asking import clones, git, is_clone, refuse

RELANDS = ("reland", "silent_reland")


@dataclass(frozen=True)
class Row:
    """One checked pair: a commit, and the earlier one that it takes back (of a negative: does not)."""

    repo: str
    revert: str
    reverted: str
    kind: str
    file: str
    """The first of the files that the revert changed."""
    evidence: str
    positive: bool
    relanded_by: str = ""


@dataclass(frozen=True)
class Gold:
    """The rows that can be asked, the clone of each repository, and the commit at which it is asked."""

    rows: tuple[Row, ...]
    clones: dict[str, Path]
    at: dict[str, str]


def arguments(what: str) -> ArgumentParser:
    """Return the arguments that all checks on rows share."""
    parser = ArgumentParser(description=what)
    parser.add_argument("repo", type=Path, help="a clone, bare or not, or a folder of clones owner+name")
    parser.add_argument("rows", type=Path, help="the rows, one JSON object a line")
    parser.add_argument(
        "--name", default="", help="which repository of the rows the clone is (default: guessed)"
    )
    parser.add_argument(
        "--heads", type=Path, help="at which commit to ask (default: heads.json beside the rows)"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many questions at a time (default: 2)")
    parser.add_argument("--blame", action="store_true", help="ask without --no-blame")
    return parser


def load(repo: Path, rows: Path, name: str = "", heads: Path | None = None) -> Gold:
    """Return the gold for a clone or a folder of clones; ends the process where it can't be told which is which."""
    if not rows.is_file():
        refuse(f"{rows}: no such file; give ROWS=rows.jsonl")
    every = [row(json.loads(line)) for line in rows.read_text("utf-8").splitlines() if line.strip()]
    beside = heads or rows.with_name("heads.json")
    asked = {}
    if heads or beside.is_file():
        asked = {key: str(value["head"]) for key, value in json.loads(beside.read_text("utf-8")).items()}
    places = {found(repo, every, name, asked): repo} if is_clone(repo) else clones(repo)
    names = sorted({one.repo for one in every if not name or one.repo == name})
    for missing in names if not is_clone(repo) else ():
        if missing not in places:
            print(f"no clone of {missing} here: its rows are left out", file=sys.stderr)
    kept = {one: place for one, place in places.items() if one in names}
    if not kept:
        refuse(f"{repo}: no clone that the rows speak of; give REPO=CLONE or REPO=FOLDER")
    at = {one: asked.get(one) or git(place, "rev-parse", "HEAD").strip() for one, place in kept.items()}
    return Gold(tuple(one for one in every if one.repo in kept), kept, at)


def row(line: dict[str, object]) -> Row:
    """Return one line of the rows as a record."""
    files = line["files"]
    assert isinstance(files, list)
    return Row(
        str(line["repo"]),
        str(line["revert_commit"]),
        str(line["reverted_commit"]),
        str(line["kind"]),
        str(files[0]),
        str(line.get("evidence") or ""),
        bool(line["is_revert"]),
        str(line.get("relanded_by") or ""),
    )


def found(clone: Path, rows: Sequence[Row], name: str, heads: dict[str, str]) -> str:
    """Return which repository of the rows a clone is: by its HEAD, else by the commits that it holds."""
    if name:
        return name
    head = git(clone, "rev-parse", "HEAD").strip()
    known = {one.repo: one.revert for one in rows} | {
        one.repo: heads.get(one.repo, one.revert) for one in rows
    }
    guessed = [one for one, commit in known.items() if commit == head]
    guessed = guessed or [one for one, commit in known.items() if holds(clone, commit)]
    if len(guessed) != 1:
        refuse(f"{clone}: which repository of the rows is this? give NAME=owner/name")
    return guessed[0]


def holds(clone: Path, commit: str) -> bool:
    """Return whether a clone holds a commit."""
    asked = ["git", "cat-file", "-e", f"{commit}^{{commit}}"]
    return subprocess.run(asked, cwd=clone, capture_output=True).returncode == 0
