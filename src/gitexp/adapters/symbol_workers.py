"""Outlines many files: in this process while there is little to parse, else in two others beside it."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from gitexp.adapters.symbol_index_rows import encoded
from gitexp.adapters.symbols_tree_sitter import MAX_BYTES, outline
from gitexp.adapters.tree_sitter_grammars import key_of, lacking_grammar
from gitexp.records.outline import Outline

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

TOO_LARGE = "larger than 2 MB: not read"
BINARY = "binary"
ENDED = "the process that parsed it ended"
HERE = 3_000_000
"""Bytes that are parsed in this process: to start others takes longer."""
COUNT = 2


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of one file: its outline as it is kept, and counts; `lost` says why it must not be kept."""

    language: str
    definitions: int
    data: bytes
    lost: bool = False


Batch = Sequence[tuple[str, bytes]]
"""Path and content of some files."""


def outline_of(data: bytes, path: str) -> Outline | str:
    """Return the outline of a file, or in words why it has none."""
    return outline(data, path) or _why_none(data, path)


def no_grammar(path: str, data: bytes = b"") -> str:
    """Return why no grammar reads a file."""
    name = path.rpartition("/")[2]
    lacking = lacking_grammar(path, data)
    return lacking or (
        f"no grammar reads .{name.rpartition('.')[2]}" if "." in name else "no grammar reads it"
    )


def _why_none(data: bytes, path: str) -> str:
    if key_of(path, data) is None:
        return no_grammar(path, data)
    if len(data) > MAX_BYTES:
        return TOO_LARGE
    return BINARY if b"\0" in data[:16_000] else "opens `<` by the thousand: not parsed"


def parse(batch: Batch) -> list[Parsed]:
    """Outline some files in this process."""
    return [_parsed(outline_of(data, path)) for path, data in batch]


def _parsed(outlined: Outline | str, *, lost: bool = False) -> Parsed:
    if isinstance(outlined, str):
        return Parsed("", 0, encoded(outlined), lost)
    return Parsed(outlined.language, len(outlined.symbols), encoded(outlined))


def parse_all(batches: Iterable[Batch]) -> Iterator[tuple[Batch, list[Parsed]]]:
    """Yield what became of the files of each batch, in any order of the batches."""
    first: list[Batch] = []
    waiting = iter(batches)
    size = 0
    while size <= HERE and (batch := next(waiting, None)) is not None:
        first.append(batch)
        size += sum(len(data) for _, data in batch)
    if size <= HERE:
        yield from ((batch, parse(batch)) for batch in first)
        return
    with Workers() as workers:
        yield from workers.parse(chain(first, waiting))


class Workers:
    """Two processes that parse. They end with this one, however it ends, since nobody speaks to them any more."""

    def __init__(self) -> None:
        self._processes: dict[Connection, SpawnProcess] = {}
        self._given: dict[Connection, Batch] = {}
        self._none_to_be_had = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in list(self._processes):
            self._end(pipe)

    def parse(self, batches: Iterator[Batch]) -> Iterator[tuple[Batch, list[Parsed]]]:
        """Yield what became of the files of each batch; each process has one batch at a time."""
        from multiprocessing.connection import wait

        coming = next(batches, None)
        while coming is not None or self._given:
            while coming is not None and len(self._given) < COUNT:
                if not self._give(coming):
                    yield coming, parse(coming)
                coming = next(batches, None)
            ready = wait(list(self._given)) if self._given else []
            for pipe in [one for one in self._given if one in ready]:
                batch = self._given.pop(pipe)
                yield batch, self._taken(pipe, batch)

    def _give(self, batch: Batch) -> bool:
        """Give a batch to a process that has none; False where no process can be had."""
        if self._none_to_be_had:
            return False
        pipe = next((one for one in self._processes if one not in self._given), None)
        try:
            pipe = pipe or self._start()
            self._given[pipe] = batch
            pipe.send(batch)
        except BrokenPipeError:
            return True  # it has ended, which is seen when its answer is waited for
        except OSError:
            return False
        return True

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        own, other = context.Pipe()
        process = context.Process(target=_work, args=(other,), daemon=True)
        try:
            with _safe_path():
                process.start()
        finally:
            other.close()
        self._processes[own] = process
        return own

    def _taken(self, pipe: Connection, batch: Batch) -> list[Parsed]:
        """Return the answer of a process; where it was killed or crashed, what it had is given up."""
        try:
            answer: list[Parsed] = pipe.recv()
        except (EOFError, OSError):
            if self._end(pipe) < 0:
                return [_parsed(ENDED, lost=True) for _ in batch]
            # It could not start, or the fault is ours, and shows here.
            self._none_to_be_had = True
            return parse(batch)
        return answer

    def _end(self, pipe: Connection) -> int:
        """End a process and return its status, below 0 where a signal had ended it before."""
        process = self._processes.pop(pipe)
        self._given.pop(pipe, None)
        pipe.close()
        process.join(1)
        status = process.exitcode
        process.kill()
        process.join()
        process.close()
        return 0 if status is None else status


def _work(pipe: Connection) -> None:
    """Parse what comes until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started this one tells by going away
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(parse(pipe.recv()))


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """Keep the folder that exp was called in off the path of a Python that starts: a file there could be run by it."""
    before = os.environ.get("PYTHONSAFEPATH")
    os.environ["PYTHONSAFEPATH"] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONSAFEPATH"]
        else:
            os.environ["PYTHONSAFEPATH"] = before
