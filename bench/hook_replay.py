"""Replays the edits of shared sessions through the hook: how often it speaks for nothing, and whether it says what matches.

`make bench-hook-replay SHARED=FOLDER` (docs/how-to/measure-hooks.md). Of the sessions nothing is written anywhere but
into temporary repositories.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench.hook_asking import ask, fire, told
from bench.hook_figures import Fate, Spoken, planted_lines, process_lines, spoken_lines
from bench.hook_place import Repository
from bench.hook_planter import Planted
from bench.hook_plants import Plants
from bench.hook_sessions import Session, sessions
from bench.hook_store import MANY, Written, others

EVERY = 2
"""Of the edits of a session so many-th is planted for, besides those that are written by hand."""
AS_PROCESS = 50


def main() -> int:
    """Replay, print, and end with 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("shared", type=Path, help="a folder that holds transcripts/ and discussions/")
    parser.add_argument("--store", type=int, default=MANY, help="experiences of other repositories")
    parser.add_argument("--every", type=int, default=EVERY, help="plant for every so many-th edit")
    parser.add_argument(
        "--processes", type=int, default=AS_PROCESS, help="edits that are asked as a process too"
    )
    parser.add_argument("--errors", action="store_true", help="list each wrong one, and why")
    parser.add_argument("--session", default="", help="only sessions whose name holds this")
    asked = parser.parse_args()
    found = [one for one in sessions(asked.shared) if asked.session in one.name]
    edits = sum(step.kind == "edit" for one in found for step in one.steps)
    apart = max(1, 2 * edits // asked.processes) if asked.processes else 0
    spoken: list[Spoken] = []
    fates: list[Fate] = []
    plants = Plants(found, asked.every)
    with tempfile.TemporaryDirectory(prefix="exp-bench-hook-") as temporary:
        for number, session in enumerate(found):
            print(f"{session.name}: {len(session.steps)} events", file=sys.stderr)
            store = others(asked.shared, session.repository, asked.store)
            spoken += replayed(session, store, Path(temporary) / f"{number}", apart)
            fates += planted(session, store, Path(temporary) / f"{number}p", plants, apart)
    lines = [*spoken_lines(found, spoken), *planted_lines(fates, errors=asked.errors)]
    lines += process_lines([*spoken, *fates])
    missed = sum(line.fine is False for line in lines)
    print(f"{missed} of {sum(line.fine is not None for line in lines)} bars missed")
    return 1 if missed else 0


def replayed(session: Session, store: Sequence[Written], root: Path, apart: int) -> list[Spoken]:
    """Let a session happen again, and return what was said at each event."""
    place = Repository(root, session, store)
    place.lay()
    found = []
    for step in session.steps:
        event = session.event(step, str(root), "replay")
        heard = ask(session.agent, event)
        files = tuple(dict.fromkeys(place.file(part) for part in step.parts))
        covered = sum(any(one.covers(file) for file in files if file) for one in store) if files else 0
        alone, as_process = heard, None
        if step.kind == "edit":
            alone = ask(session.agent, session.event(step, str(root), "replay", f"fresh{step.edit}"))
            if apart and step.edit % apart == 0:
                again = session.event(step, str(root), "replay", f"process{step.edit}")
                as_process = told(fire(session.agent, again, root)[1]) == alone.text
        found.append(Spoken(session.name, step, covered, heard, alone, as_process))
        place.take(step)
    return found


def planted(session: Session, store: Sequence[Written], root: Path, plants: Plants, apart: int) -> list[Fate]:
    """Let a session happen again with what is planted for its edits, each edit before a new reader."""
    place = Repository(root, session, store)
    place.lay()
    found: list[Fate] = []
    for step in session.steps:
        own = plants.of(session, step, place)
        for number, some in enumerate(_together(own)):
            place.plant([one.one for one in some])
            event = session.event(step, str(root), "planted", f"reader{step.edit}.{number}")
            heard = ask(session.agent, event)
            same = None
            if apart and number == 0 and step.edit % apart == apart // 2:
                again = session.event(step, str(root), "planted", f"process{step.edit}.{number}")
                same = told(fire(session.agent, again, root)[1]) == heard.text
            found += [Fate(session.name, step, one, one.one.id in heard.given, heard, same) for one in some]
        place.take(step)
    return found


def _together(own: Sequence[Planted]) -> list[list[Planted]]:
    """Return what is planted at the same time: what must come and what may each alone, what must not together."""
    alone = [[one] for one in own if one.kind in ("matches", "other matter")]
    must_not = [one for one in own if one.kind not in ("matches", "other matter")]
    return [*alone, *([must_not] if must_not else [])]


if __name__ == "__main__":
    sys.exit(main())
