"""Asks `exp symbols` for names that another tool lists, for changed ones that nothing has, and for names of libraries.

python -m bench.symbols CLONE [--n 500] [--seed 1] [--show 40] [--no-speed]      ends with 1 where a bar is missed
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import symbols_speed
from bench.asking import EXP, bar, git, is_clone, progress, refuse
from bench.experiences import CLONE
from bench.symbols_external import external
from bench.symbols_listing import Listing
from bench.symbols_mutations import Mutation, mutations
from bench.symbols_pairs import KINDS, Pair, list_tree, pairs

BATCH = 250
"""Names of one call."""
FOUND, MISSING, NEAREST, FALSELY = 0.99, 0.95, 0.80, 0.01
FEWEST = 30
"""With fewer mutations than this a share says nothing."""


@dataclass(frozen=True)
class Said:
    """What exp said of a name; `answer` is `none` where it said nothing."""

    answer: str = "none"
    nearest: tuple[str, ...] = ()
    reason: str = ""

    def knows(self, member: str) -> bool:
        """Return whether one of the nearest three names is the member that was meant."""
        return any(last_part(one) == last_part(member) for one in self.nearest[:3])


def last_part(name: str) -> str:
    """Return the last part of a name in any language's spelling."""
    bare = name.strip().removesuffix("()")
    for between in ("::", "->", "#", ".", "\\"):
        bare = bare.rpartition(between)[2] or bare
    return bare.rstrip("=")


def ask(clone: Path, names: Sequence[str]) -> dict[str, Said]:
    """Ask exp for many names, some hundreds in a call."""
    said: dict[str, Said] = {}
    for start in range(0, len(names), BATCH):
        some = names[start : start + BATCH]
        done = subprocess.run(
            [EXP, "symbols", "--json", "--", *some], cwd=clone, stdin=subprocess.DEVNULL, capture_output=True
        )
        if done.returncode not in (0, 1):
            words = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["no word"]
            refuse(f"exp symbols ends with {done.returncode}: {words[-1]}")
        said |= read(done.stdout, some)
        progress(start + len(some), len(names), "names asked")
    return said


def read(answer: bytes, names: Sequence[str]) -> dict[str, Said]:
    """Return exp's JSON by the names asked: a finding of each name, in their order."""
    try:
        findings = json.loads(answer)["findings"]
        told = [Said(one["answer"], tuple(one["nearest"]), one["reason"]) for one in findings]
        given = [one["name"] for one in findings]
    except (ValueError, KeyError, TypeError):
        return {name: Said(reason="the answer can't be read") for name in names}
    if len(told) == len(names):
        return dict(zip(names, told, strict=True))
    by_name = dict(zip(given, told, strict=True))
    return {name: by_name.get(name, Said()) for name in names}


def table(chosen: Sequence[Pair], said: Mapping[str, Said]) -> list[str]:
    """Return how the pairs of each language and kind were answered."""
    lines = [
        f"{'language':12} {'kind':12} {'pairs':>6} {'found':>6} {'share':>6} {'unverifiable':>13} {'missing':>8}"
    ]
    languages = sorted({one.language for one in chosen})
    rows = [(language, kind) for language in languages for kind in (*KINDS, "")] + [
        ("", kind) for kind in (*KINDS, "")
    ]
    for language, kind in rows:
        some = [one for one in chosen if language in ("", one.language) and kind in ("", one.kind)]
        if some:
            counted = Counter(said[one.name].answer for one in some)
            rest = len(some) - counted["found"] - counted["missing"]
            lines.append(
                f"{language or 'all':12} {kind or 'all':12} {len(some):6} {counted['found']:6}"
                f" {counted['found'] / len(some):6.3f} {rest:13} {counted['missing']:8}"
            )
    return lines


def figures(
    chosen: Sequence[Pair], made: Sequence[Mutation], names: Sequence[str], said: Mapping[str, Said]
) -> tuple[list[str], bool]:
    """Return the lines of the figures, and whether every bar holds."""

    def count(some: Iterable[Mutation], answer: str) -> int:
        return sum(said[one.name].answer == answer for one in some)

    certain = [one for one in made if one.certain]
    open_ones = [one for one in made if one.open]
    unclear = [one for one in made if not one.open and one.unclear]
    missed = [one for one in certain if said[one.name].answer == "missing"]
    own = [one for one in missed if one.rule != "moved"]
    away = [one for one in missed if one.rule == "moved"]
    few = len(certain) < FEWEST

    def known(some: Sequence[Mutation]) -> int:
        return sum(said[one.name].knows(one.true) for one in some)

    lines = [
        bar("pairs found", sum(said[one.name].answer == "found" for one in chosen), len(chosen), FOUND),
        bar("changed names missing, where that is sure", len(missed), len(certain), 0.0 if few else MISSING),
        bar("the true name among the nearest three", known(missed), len(missed), 0.0 if few else NEAREST),
        bar("missing with a base outside or a door", count(open_ones, "missing"), len(open_ones), most=0.0),
        bar(
            "library names missing",
            sum(said[one].answer == "missing" for one in names),
            len(names),
            most=FALSELY,
        ),
    ]
    texts = [
        f"nearest three: {known(own)}/{len(own)} of changed members, {known(away)}/{len(away)} of moved ones",
        f"of {len(made)} mutations {len(certain)} are sure, {len(open_ones)} ({share(len(open_ones), len(made))}) have a"
        f" base outside the tree or a door; of {len(unclear)} the other tool can't tell:"
        f" {count(unclear, 'missing')} missing, {count(unclear, 'found')} found",
        f"mutations found: {count(made, 'found')}",
    ]
    return [*(text for text, _ in lines), *texts], all(fine for _, fine in lines)


def share(some: int, of: int) -> str:
    """Return a share in per cent."""
    return f"{some / of:.0%}" if of else "0%"


def misses(
    chosen: Sequence[Pair],
    made: Sequence[Mutation],
    names: Sequence[str],
    said: Mapping[str, Said],
    most: int,
) -> list[str]:
    """Return what was answered otherwise than wanted, at most so many of each."""

    def told(name: str) -> str:
        one = said[name]
        nearest = f" nearest {', '.join(one.nearest)}" if one.nearest else ""
        return f"{one.answer}: {one.reason}{nearest}"

    def listed(title: str, lines: list[str]) -> list[str]:
        return [f"{title}: {len(lines)}", *lines[:most], ""] if lines else []

    def wrong(one: Mutation) -> bool:
        return said[one.name].answer == "missing" and not said[one.name].knows(one.true)

    return [
        *listed(
            "Not found",
            [
                f"  {one.language} {one.kind} {one.name}  ({one.where})\n      {told(one.name)}"
                for one in chosen
                if said[one.name].answer != "found"
            ],
        ),
        *listed(
            "Not missing, though sure",
            [
                f"  {one.of.language} {one.of.kind} {one.name}  ({one.rule}, of {one.of.name})\n      {told(one.name)}"
                for one in made
                if one.certain and said[one.name].answer not in ("missing", "found")
            ],
        ),
        *listed(
            "Missing, though a base is outside or there is a door",
            [
                f"  {one.of.language} {one.of.kind} {one.name}  ({one.rule}; {one.open})\n      {told(one.name)}"
                for one in made
                if one.open and said[one.name].answer == "missing"
            ],
        ),
        *listed(
            "Found, though nothing has it",
            [
                f"  {one.of.language} {one.of.kind} {one.name}  ({one.rule}, of {one.of.name})\n      {told(one.name)}"
                for one in made
                if said[one.name].answer == "found"
            ],
        ),
        *listed(
            "The true name is not among the nearest three",
            [
                f"  {one.name}  (meant {one.of.name}, {one.rule})\n      {told(one.name)}"
                for one in made
                if one.certain and wrong(one)
            ],
        ),
        *listed(
            "Library names missing",
            [f"  {one}  {told(one)}" for one in names if said[one].answer == "missing"],
        ),
    ]


def chosen_of(listing: Listing, count: int, seed: int) -> tuple[list[Pair], list[Mutation], list[str]]:
    """Return what is asked: pairs, mutations, names of libraries."""
    chosen = pairs(listing, count, seed)
    return chosen, mutations(listing, chosen, seed), external(seed)


def main() -> None:
    """Ask, print the tables, the misses and the figures."""
    parser = ArgumentParser(description="Measure exp symbols against another tool")
    parser.add_argument("repo", type=Path, help="a clone, bare or not; nothing is written into it")
    parser.add_argument("--n", type=int, default=500, help="how many pairs (default: 500)")
    parser.add_argument("--seed", type=int, default=1, help="which pairs (default: 1)")
    parser.add_argument("--show", type=int, default=40, help="misses of each kind to list (default: 40)")
    parser.add_argument("--no-speed", action="store_true", help="leave out how long it takes")
    given = parser.parse_args()
    if not is_clone(given.repo):
        parser.error(f"{given.repo}: no clone; give REPO=CLONE")
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        clone, root = Path(folder, "clone.git"), Path(folder, "tree")
        subprocess.run([*CLONE, given.repo.resolve(), clone], check=True, capture_output=True)
        files = len(git(clone, "ls-tree", "-r", "--name-only", "HEAD").splitlines())
        listing = list_tree(clone, "HEAD", root)
        chosen, made, names = chosen_of(listing, given.n, given.seed)
        print(
            f"{given.repo}: {files} files, {len(listing.types)} types; {len(chosen)} pairs, {len(made)} mutations"
        )
        start = time.perf_counter()
        said = ask(clone, [*(one.name for one in chosen), *(one.name for one in made), *names])
        seconds = time.perf_counter() - start
        lines, fine = figures(chosen, made, names, said)
        shown = [*table(chosen, said), "", *misses(chosen, made, names, said, given.show), *lines]
        print("\n".join([*shown, f"{len(said)} names in {seconds:.1f} s"]), flush=True)
        if not given.no_speed:
            fine &= symbols_speed.measure(
                clone, root, [one.name for one in chosen if one.container], given.seed
            )
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
