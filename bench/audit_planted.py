"""Plants experiences on names in a temporary clone and asks `exp audit` which of them are stale."""

from __future__ import annotations

import hashlib
import json
import random
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asking import EXP, bar, git
from bench.symbols_mutations import Mutation
from bench.symbols_pairs import Pair

BRANCH = "refs/heads/exp-bench"
EXPERIENCE = """\
# yaml-language-server: $schema=../.schemas/experience.schema.json
id: {name}
title: Number {number} of the measurement
when: Changing what number {number} of the measurement speaks of
what: Ask the owner of number {number} before `{symbol}` is touched.
why: What number {number} keeps is read elsewhere without a lock.
preconditions: none
scope: {{symbols: [{quoted}]}}
evidence:
  - turn: review_comment:{number}
    quote: Number {number} is read elsewhere without a lock.
    by: rita
    at: "2024-03-12"
lens: logic
kind: constraint
status: active
"""
MANY = 100
PRECISE, RECALLED = 0.99, 0.95


@dataclass(frozen=True)
class Reported:
    """What audit said: the planted names that it holds to be gone, its other faults, and why it said nothing."""

    names: frozenset[str] = frozenset()
    messages: Mapping[str, str] | None = None
    others: tuple[str, ...] = ()
    fault: str = ""


def planted(names: Sequence[str]) -> dict[str, tuple[str, bytes]]:
    """Return for the path of each experience the name that it rests on, and its text."""
    files = {}
    for number, symbol in enumerate(names):
        slug = f"number-{number}-{hashlib.sha256(symbol.encode()).hexdigest()[:10]}"
        text = EXPERIENCE.format(name=slug, number=number, symbol=symbol, quoted=json.dumps(symbol))
        files[f"experiences/general/{slug}.yaml"] = (symbol, text.encode())
    return files


def plant(clone: Path, names: Sequence[str], base: str, change: str = "") -> str:
    """Commit experiences on these names on top of a commit, and the tree of another above; return the first commit.

    HEAD names a branch of its own afterwards, which ends in the last of the commits.
    """
    person = "A <a@example.com> 1700000000 +0000"
    files = b"".join(
        b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text)
        for path, (_, text) in planted(names).items()
    )
    first = (
        f"reset {BRANCH}\ncommit {BRANCH}\nmark :1\ncommitter {person}\ndata 5\nPlant\nfrom {base}\n".encode()
    )
    second = b""
    if change:
        tree = git(clone, "rev-parse", f"{change}^{{tree}}").strip()
        second = (
            f'commit {BRANCH}\ncommitter {person}\ndata 6\nChange\nfrom :1\nM 040000 {tree} ""\n'.encode()
            + files
        )
    subprocess.run(
        ["git", "fast-import", "--quiet", "--force"], cwd=clone, input=first + files + second, check=True
    )
    git(clone, "symbolic-ref", "HEAD", BRANCH)
    return git(clone, "rev-parse", f"{BRANCH}~1" if change else BRANCH).strip()


def audit(clone: Path, names: Sequence[str], *options: str) -> Reported:
    """Ask audit, and return which of the planted names it reports."""
    by_file = {path: symbol for path, (symbol, _) in planted(names).items()}
    done = subprocess.run(
        [EXP, "audit", "--json", *options], cwd=clone, stdin=subprocess.DEVNULL, capture_output=True
    )
    try:
        faults = json.loads(done.stdout)["faults"]
        gone = {by_file[one["file"]]: one["message"] for one in faults if one["code"] == "symbol"}
        others = tuple(
            f"{one['code']} {one['file']}: {one['message']}" for one in faults if one["code"] != "symbol"
        )
    except (ValueError, KeyError, TypeError) as error:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines() or [
            f"{type(error).__name__} {error}"
        ]
        return Reported(fault=f"exit {done.returncode}: {said[-1]}")
    return Reported(frozenset(gone), gone, others)


def compare(
    title: str, reported: Reported, gone: Sequence[str], standing: Sequence[str]
) -> tuple[list[str], bool]:
    """Return precision and recall of what audit reports, what is wrong, and whether the bars hold."""
    if reported.fault:
        return [f"{title}: {reported.fault}"], False
    right = len(reported.names & set(gone))
    false = sorted(reported.names & set(standing))
    lines = [
        bar(f"{title}, reported and gone", right, right + len(false), PRECISE),
        bar(f"{title}, gone and reported", right, len(gone), RECALLED),
    ]
    messages = reported.messages or {}
    wrong = [f"    stands, and is reported: {name} ({messages[name]})" for name in false]
    wrong += [f"    gone, and not reported: {name}" for name in sorted(set(gone) - reported.names)]
    wrong += [f"    another fault: {one}" for one in reported.others[:10]]
    return [*(text for text, _ in lines), *wrong], all(fine for _, fine in lines)


def measure(
    clone: Path, pairs: Sequence[Pair], made: Sequence[Mutation], seed: int
) -> tuple[list[str], bool]:
    """Plant on real names, which must stay, and on changed ones, of which those must be stale that are surely absent."""
    chance = random.Random(seed)

    def some(names: list[str]) -> list[str]:
        return chance.sample(sorted(names), min(MANY, len(names)))

    gone = some([one.name for one in made if one.certain])
    standing = [*some([one.name for one in pairs]), *some([one.name for one in made if one.open])]
    head = git(clone, "rev-parse", "HEAD").strip()
    plant(clone, [*gone, *standing], head)
    lines, fine = compare("whole store", audit(clone, [*gone, *standing]), gone, standing)
    return [f"{len(gone)} names that nothing has, {len(standing)} that stay", *lines], fine


def say(lines: Sequence[str]) -> None:
    """Print the lines now, so that a long measurement can be followed."""
    print("\n".join(lines), flush=True)
    sys.stdout.flush()
