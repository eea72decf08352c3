"""Replays refactorings of a real history: does `exp audit --base` report the experiences that they break, and no other?

python -m bench.symbols_refactorings CLONE [--commits SHA…] [--n 3]      ends with 1 where a bar is missed
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.asking import git, is_clone
from bench.audit_planted import audit, compare, measure, plant, say
from bench.experiences import CLONE
from bench.symbols_listing import LANGUAGE, Listing
from bench.symbols_mutations import mutations
from bench.symbols_pairs import list_tree, pairs

RECENT = 3000
STAYING = 20
MOST = 12
LEAST = 5
"""Shorter names are words of prose as well."""
DEFINED = re.compile(
    r"^(?P<sign>[-+])[ \t]*(?:(?:export|default|public|protected|static|async|pub(?:\([a-z]+\))?|abstract|final|virtual"
    r"|unsafe|override|extern)\s+)*"
    r"(?:def\s+(?:self\.)?|class\s+|module\s+|func\s+(?:\([^)]*\)\s*)?|fn\s+|function\s+|interface\s+|struct\s+|enum\s+"
    r"|trait\s+|#\s*define\s+|(?!return\b|else\b|if\b|while\b|for\b|case\b|new\b|throw\b)[\w:<>,*&\[\]]+[\s*&]+(?=\w+\s*\([^;]*$))"
    r"(?P<name>[A-Za-z]\w+[?!]?)"
)
TESTS = re.compile(
    r"(?:^|/)(?:tests?|specs?|__tests__|testing|fixtures?|examples?|docs?|vendor|third_party)/|[._-](?:test|spec)\."
)


@dataclass(frozen=True)
class Refactoring:
    """A commit and the names that it takes out of the whole tree."""

    commit: str
    subject: str
    gone: tuple[str, ...]


def code_of(clone: Path) -> list[str]:
    """Return the pathspecs of sources, as far as the tree has such."""
    names = git(clone, "ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0")
    endings = {Path(name).suffix for name in names} & set(LANGUAGE)
    return [f"*{ending}" for ending in sorted(endings)]


def removed_names(patch: str) -> list[str]:
    """Return the public names that a patch takes out of sources that are no tests, and defines nowhere again."""
    gone: dict[str, None] = {}
    back: set[str] = set()
    tests = False
    for line in patch.splitlines():
        if line.startswith(("--- ", "+++ ")):
            tests = bool(TESTS.search(line[4:])) or line.startswith("--- /dev/null")
        elif match := DEFINED.match(line):
            if match["sign"] == "+":
                back.add(match["name"])
            elif not tests and len(match["name"]) >= LEAST:
                gone[match["name"]] = None
    return [name for name in gone if name not in back]


def candidates(clone: Path, code: Sequence[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield recent commits that take public names out: their subjects, and the names."""
    log = (
        "log",
        f"-{RECENT}",
        "--no-merges",
        "--no-renames",
        "--format=%H%x09%s",
        "--shortstat",
        "HEAD",
        "--",
        *code,
    )
    entries = re.findall(r"^([0-9a-f]{40,64})\t(.*)\n\n.*?(\d+) deletion", _unglobbed(clone, *log), re.M)
    for commit, subject, deletions in entries:
        if 2 <= int(deletions) <= 400:
            patch = _unglobbed(clone, "diff-tree", "-p", "-U0", "--no-renames", commit, "--", *code)
            if names := removed_names(patch):
                yield commit, subject, names


def _unglobbed(clone: Path, *args: str) -> str:
    """Return what git says of pathspecs with stars, without failing where a blob is not in the clone."""
    done = subprocess.run(["git", *args], cwd=clone, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "surrogateescape")


def refactoring(clone: Path, commit: str, subject: str, names: Sequence[str]) -> Refactoring | None:
    """Return the commit with those names that no file holds after it, and some file held before it."""
    gone = tuple(
        name for name in names if not _holds(clone, commit, name) and _holds(clone, f"{commit}^1", name)
    )
    return Refactoring(commit, subject, gone[:MOST]) if gone else None


def _holds(clone: Path, commit: str, name: str) -> bool:
    done = subprocess.run(
        ["git", "grep", "-q", "-w", "-F", "-e", name, commit], cwd=clone, capture_output=True
    )
    return done.returncode == 0


def found(clone: Path, given: Sequence[str], count: int) -> Iterator[Refactoring]:
    """Yield the refactorings to replay: the given commits, else recent ones that the rule finds."""
    code = code_of(clone)
    if given:
        for name in given:
            commit = git(clone, "rev-parse", "--verify", f"{name}^{{commit}}").strip()
            subject = git(clone, "log", "-1", "--format=%s", commit).strip()
            patch = _unglobbed(clone, "diff-tree", "-p", "-U0", "--no-renames", commit, "--", *code)
            if one := refactoring(clone, commit, subject, removed_names(patch)):
                yield one
            else:
                print(f"{name} {subject}: takes no public name out of the tree")
        return
    for commit, subject, names in candidates(clone, code):
        if count and (one := refactoring(clone, commit, subject, names)):
            count -= 1
            yield one
        if not count:
            return


def asked_names(listing: Listing, gone: Sequence[str]) -> list[str]:
    """Return how someone would write the names that go and that the other tool knows: with the container that it tells."""
    asked: dict[str, None] = {}
    for name in (one for one in gone if one in listing.defined):
        owners = [one for one in listing.types.values() if name in one.members and not listing.local(one)]
        if owners:
            one = min(owners, key=lambda each: (len(each.name), each.name))
            asked[f"{one.name if one.module else one.last}.{name}"] = None
        else:
            asked[f"{name}()" if name[0].islower() and not name.endswith(("?", "!")) else name] = None
    return list(asked)


def replay(clone: Path, one: Refactoring, seed: int) -> tuple[list[str], bool]:
    """Plant on what goes and on what stays, apply the commit, and compare what audit reports."""
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        before = list_tree(clone, f"{one.commit}^1", Path(folder, "before"))
        after = list_tree(clone, one.commit, Path(folder, "after"))
        chosen = [pair for pair in pairs(before, 8 * STAYING, seed) if pair.kind != "inherited"]
        same = {
            pair.name
            for pair in chosen
            if not pair.container or pair.member in after.reach(pair.container).members
        }
    gone = asked_names(before, one.gone)
    if not gone:
        return [f"\n{one.commit[:10]} {one.subject}: takes out nothing that the other tool knows"], True
    standing = random.Random(seed).sample(sorted(same), min(STAYING, len(same)))
    base = plant(clone, [*gone, *standing], f"{one.commit}^1", one.commit)
    reported = audit(clone, [*gone, *standing], "--base", base)
    lines, fine = compare(one.commit[:10], reported, gone, standing)
    return [f"\n{one.commit[:10]} {one.subject}", f"    takes out {', '.join(gone)}", *lines], fine


def main() -> None:
    """Measure audit on the mutation sets, then on refactorings."""
    parser = ArgumentParser(description="Measure exp audit on planted experiences")
    parser.add_argument("repo", type=Path, help="a clone, bare or not; nothing is written into it")
    parser.add_argument("--commits", nargs="*", default=[], help="the refactorings (default: recent ones)")
    parser.add_argument("--n", type=int, default=3, help="how many refactorings to find (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="which names (default: 1)")
    parser.add_argument("--list", action="store_true", help="only list the refactorings that the rule finds")
    given = parser.parse_args()
    if not is_clone(given.repo):
        parser.error(f"{given.repo}: no clone; give REPO=CLONE")
    fine = True
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        clone = Path(folder, "clone.git")
        subprocess.run([*CLONE, given.repo.resolve(), clone], check=True, capture_output=True)
        several = list(found(clone, given.commits, given.n))
        if given.list:
            say([f"{one.commit[:10]} {one.subject}: {', '.join(one.gone)}" for one in several])
            return
        listing = list_tree(clone, "HEAD", Path(folder, "tree"))
        chosen = pairs(listing, 500, given.seed)
        lines, fine = measure(clone, chosen, mutations(listing, chosen, given.seed), given.seed)
        say(lines)
        for one in several:
            lines, held = replay(clone, one, given.seed)
            say(lines)
            fine &= held
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
