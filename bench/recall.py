"""How long `exp recall` takes in generated stores of several sizes: `make bench-recall` (docs/how-to/measure-recall.md).

All is measured in one run, in turn, as whole processes; what counts is the ratio, for machines differ and are shared.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bench.recall_commits import Change, after_a_commit
from bench.recall_store import Laid, lay
from bench.recall_timing import CLICK, MODULE, SCRIPT, Sample, memory, middle, run

SIZES = (100, 10_000, 100_000)
SMALL, USUAL = 100, 10_000
PLACES = 8
"""Places that are asked about, one after the other."""
BAR_CLICK, BAR_USUAL, BAR_LARGE, BAR_COMMIT, BAR_INDEX = 1.6, 1.3, 2.0, 20.0, 10_000.0
CASES = ("file, installed script", "file", "words", "words, file, symbol", "nothing found", "file, --json")
WITHOUT_BAR = ("file, --json",)


class Line(NamedTuple):
    """A line of the table, and whether it is within its bar; None where it has none."""

    text: str
    fine: bool | None


def main() -> int:
    """Measure, print, and end with 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--runs", type=int, default=16)
    parser.add_argument("--commits", type=int, default=7)
    parser.add_argument("--folder", type=Path, help="where stores lie, and stay, from one run to the next")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="exp-bench-recall-") as temporary:
        stores = [_laid(asked.folder or Path(temporary), size) for size in sorted(set(asked.sizes))]
        lines = [*built(stores), *answered(stores, asked.runs), *committed(stores, asked.commits)]
    missed = sum(line.fine is False for line in lines)
    print(f"{missed} of {sum(line.fine is not None for line in lines)} bars missed")
    return 1 if missed else 0


def _laid(folder: Path, size: int) -> Laid:
    print(f"laying {size:,} experiences", file=sys.stderr)
    return lay(folder / str(size), size)


def built(stores: Sequence[Laid]) -> list[Line]:
    """Measure the first recall, which makes the index from nothing."""
    head = f"{'index from nothing':<34}{'seconds':>9}{'CPU':>8}{'MB':>7}"
    lines = [said(Line(head, None))]
    for store in stores:
        command = (*MODULE, "recall", "--file", store.tree.sources[0].path)
        samples = []
        for _ in range(3 if store.many <= USUAL else 1):
            forget(store)
            samples.append(run(command, store.root))
        forget(store)
        most = memory(command, store.root) / 1024
        one = middle(samples)
        text = f"{store.many:>11,} experiences{'':<11}{one.clock / 1000:>9.2f}{one.processor / 1000:>8.2f}"
        bar = (one.clock, BAR_INDEX, "<= 10 s") if store.many == USUAL else None
        lines.append(said(_barred(f"{text}{most:>7.0f}", bar)))
    return lines


def forget(store: Laid) -> None:
    """Take the index away."""
    for left in (store.root / ".git" / "exp").glob("index.db*"):
        left.unlink()


def answered(stores: Sequence[Laid], runs: int) -> list[Line]:
    """Measure answers in turn: of each size each case, and `import click` beside them."""
    commands = {(store.many, case): _commands(store, case) for store in stores for case in CASES}
    roots = {store.many: store.root for store in stores}
    for (many, _), asked in commands.items():
        for command in asked:  # once unmeasured: what is kept of a place is kept from here on
            run(command, roots[many])
    samples: dict[tuple[int, str], list[Sample]] = {key: [] for key in commands}
    click: list[Sample] = []
    for turn in range(runs):
        print(f"answers: round {turn + 1} of {runs}", file=sys.stderr)
        click.append(run(CLICK, stores[0].root))
        for key, asked in commands.items():
            samples[key].append(run(asked[turn % len(asked)], roots[key[0]]))
    most = {key: max(memory(one, roots[key[0]]) for one in asked) for key, asked in commands.items()}
    return _table(middle(click), {key: middle(found) for key, found in samples.items()}, most)


def _commands(store: Laid, case: str) -> list[list[str]]:
    """Return the questions of a case, at several places; of all sizes the same."""
    step = len(store.tree.sources) // PLACES
    found = []
    for number in range(PLACES):
        source = store.tree.sources[number * step]
        words = store.words.asked(3, number)
        arguments = {
            "words": [words],
            "words, file, symbol": [words, "--file", source.path, "--symbol", source.symbols[1]],
            "nothing found": ["--file", f"nowhere/at{number}/all.unknown"],
            "file, --json": ["--file", source.path, "--json"],
        }.get(case, ["--file", source.path])
        program = [SCRIPT] if case == CASES[0] else MODULE
        found.append([*program, "recall", *arguments])
    return found


def _table(
    click: Sample, found: dict[tuple[int, str], Sample], most: dict[tuple[int, str], int]
) -> list[Line]:
    titles = f"{'ms':>7}{'CPU':>7}{'/ click':>9}{'CPU':>6}{'/ at 100':>10}{'CPU':>6}{'MB':>5}"
    lines = [
        said(Line(f"\n{'answers':<34}{titles}", None)),
        said(Line(f"{'python -c import click':<34}{click.clock:>7.1f}{click.processor:>7.1f}", None)),
    ]
    for case in CASES:
        for many in sorted({size for size, _ in found}):
            one, small = found[many, case], found.get((SMALL, case), found[many, case])
            ratios = (
                f"{one.clock / click.clock:>9.2f}{one.processor / click.processor:>6.2f}"
                f"{one.clock / small.clock:>10.2f}{one.processor / small.processor:>6.2f}"
            )
            text = f"{case:<24}{many:>9,} {one.clock:>7.1f}{one.processor:>7.1f}{ratios}{most[many, case] / 1024:>5.0f}"
            lines += _judged(text, many, case, one.clock / click.clock, one.clock / small.clock)
    return lines


def _judged(text: str, many: int, case: str, by_click: float, by_small: float) -> list[Line]:
    """Return the line of a case with its bars; of two bars the second has a line of its own."""
    if case in WITHOUT_BAR or many <= SMALL:
        return [said(Line(text, None))]
    if many <= USUAL:
        return [
            said(_barred(text, (by_click, BAR_CLICK, f"<= {BAR_CLICK} x click"))),
            said(_barred(f"{'':<90}", (by_small, BAR_USUAL, f"<= {BAR_USUAL} x at 100"))),
        ]
    return [said(_barred(text, (by_small, BAR_LARGE, f"<= {BAR_LARGE:g} x at 100")))]


def committed(stores: Sequence[Laid], times: int) -> list[Line]:
    """Measure the first recall after a commit, less the usual one."""
    lines = [said(Line(f"\n{'first recall after a commit':<34}{'+ ms':>7}{'CPU':>7}", None))]
    for store in stores:
        for change in Change:
            more = after_a_commit(store, change, times)
            text = f"{change.value:<24}{store.many:>9,} {more.clock:>+7.1f}{more.processor:>+7.1f}"
            bar = (more.clock, BAR_COMMIT, f"<= + {BAR_COMMIT:g} ms") if store.many == USUAL else None
            lines.append(said(_barred(text, bar)))
    return lines


def _barred(text: str, bar: tuple[float, float, str] | None) -> Line:
    if bar is None:
        return Line(text, None)
    value, most, name = bar
    return Line(f"{text}   {name:<16}{'ok' if value <= most else f'MISSED: {value:.2f}'}", value <= most)


def said(line: Line) -> Line:
    """Print a line as soon as it is known."""
    print(line.text, flush=True)
    return line


if __name__ == "__main__":
    sys.exit(main())
