"""The MCP server: reads requests, answers each exactly once, and ends quietly when nobody asks or listens any more.

One thread reads and answers what needs no thought, so that it does so while another does the work of the tools; the
main thread waits for the end: only it can be told of signals.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
from collections.abc import Callable
from typing import NamedTuple

from gitexp.cli.mcp_fault import fault
from gitexp.cli.mcp_frames import (
    CANCELLED,
    INTERNAL,
    INVALID,
    NOBODY,
    Batch,
    Call,
    Fault,
    Message,
    Told,
    answer,
    id_of,
    read,
    refusal,
    together,
)
from gitexp.cli.mcp_protocol import (
    STATELESS,
    WITH_BATCHES,
    Client,
    Refusal,
    Work,
    answered,
    asked,
    failed,
    initialized,
    says_itself,
)
from gitexp.cli.mcp_streams import PATIENCE, Out, frames, take_streams

WAITING = 64
"""Calls that wait; while there are more, nothing further is read."""
_OVER, _ENDED, _INTERRUPTED = b"o", b"e", b"i"
_CODES = {_INTERRUPTED: 130}
_GONE = "the folder that this server was started in is gone; start it again in a folder of the repository"


class Job(NamedTuple):
    """A call of a tool that was not answered yet."""

    id: str
    work: Work
    give: Callable[[str], None]


class Server:
    """One client's connection. Of the threads only the reader changes `client`."""

    def __init__(self, source: int, out: Out, over: Callable[[], None], home: str) -> None:
        self._source = source
        self._home = home
        self._out = out
        self._over = over
        self._client = Client()
        self._jobs: queue.Queue[Job | None] = queue.Queue(WAITING)
        self._open: dict[int, Job] = {}
        self._lock = threading.Lock()

    def read(self) -> None:
        """Read until the client ends; then what is open is done, and no more comes."""
        try:
            for frame in frames(self._source):
                found = read(frame)
                if isinstance(found, Batch):
                    self._batch(found)
                else:
                    self._one(found, self._out.write)
                if self._out.closed:
                    break
        finally:
            self._jobs.put(None)

    def work(self) -> None:
        """Do the work of the tools, in the order in which it was asked for."""
        while (job := self._jobs.get()) is not None and not self._out.closed:
            if self._is_open(job):
                self._close(job, _done(job, self._home))
        self._over()

    def stop(self) -> None:
        """Answer what is open: nobody is left waiting."""
        with self._lock:
            left = list(self._open.values())
        for job in left:
            self._close(job, refusal(job.id, INTERNAL, "the server was told to end"))
        self._out.settle()

    def _is_open(self, job: Job) -> bool:
        with self._lock:
            return id(job) in self._open

    def _close(self, job: Job, frame: str) -> None:
        """Answer a job unless it was answered."""
        with self._lock:
            mine = self._open.pop(id(job), None) is not None
        if mine:
            job.give(frame)

    def _batch(self, batch: Batch) -> None:
        """Answer messages that came together: in one frame where the client's revision has that, else none is served."""
        revision = self._client.revision
        if any(isinstance(one, Call) and says_itself(one) for one in batch.messages):
            revision = STATELESS
        if revision and revision not in WITH_BATCHES:
            self._refused(batch, f"{revision} has no batches")
        else:
            asking = [one for one in batch.messages if isinstance(one, Call | Fault)]
            gathered = _Gathered(len(asking), self._out.write)
            for one in batch.messages:
                self._one(one, gathered.add)

    def _refused(self, batch: Batch, why: str) -> None:
        ids = [one.id for one in batch.messages if isinstance(one, Call | Fault) and one.id != NOBODY]
        for id in ids or [NOBODY]:
            self._out.write(refusal(id, INVALID, why))

    def _one(self, message: Message, give: Callable[[str], None]) -> None:
        if isinstance(message, Call):
            self._call(message, give)
        elif isinstance(message, Fault):
            give(refusal(message.id, message.code, message.message))
        elif isinstance(message, Told) and message.method == "notifications/cancelled":
            self._cancel(message.params)

    def _call(self, call: Call, give: Callable[[str], None]) -> None:
        try:
            client, params = asked(call, self._client)
            if call.method == "initialize":
                self._client, hello = initialized(params)
                give(answer(call.id, hello))
                return
            result = answered(call, client, params)
        except Refusal as why:
            give(refusal(call.id, why.code, why.message, why.data))
            return
        except Exception as error:  # noqa: BLE001  the door of one request
            give(refusal(call.id, INTERNAL, fault(error)))
            return
        if isinstance(result, Work):
            job = Job(call.id, result, give)
            with self._lock:
                self._open[id(job)] = job
            self._jobs.put(job)
        else:
            give(answer(call.id, result))

    def _cancel(self, params: object) -> None:
        """Leave out the work of a call that waits; one that is being done is done. Each gets its answer."""
        wanted = id_of(params.get("requestId")) if isinstance(params, dict) else NOBODY
        with self._lock:
            jobs = [job for job in list(self._open.values())[1:] if job.id == wanted != NOBODY]
        for job in jobs:
            self._close(job, refusal(job.id, CANCELLED, "it was cancelled before its turn"))


class _Gathered:
    """The answers to a batch, until all are there."""

    def __init__(self, many: int, write: Callable[[str], None]) -> None:
        self._left = many
        self._write = write
        self._answers: list[str] = []
        self._lock = threading.Lock()

    def add(self, frame: str) -> None:
        """Take an answer; with the last one all are written."""
        with self._lock:
            self._answers.append(frame)
            self._left -= 1
            last = self._left == 0
        if last:
            self._write(together(self._answers))


def _done(job: Job, home: str) -> str:
    """Return the answer to a call of a tool, done in the folder that lies where the server was started."""
    from gitexp.cli.mcp_calls import done

    try:
        if not _is_in(home):
            return answer(job.id, failed(_GONE, job.work.client))
        return answer(job.id, done(job.work))
    except (Exception, SystemExit) as error:  # noqa: BLE001  the door of one request
        return refusal(job.id, INTERNAL, fault(error))


def _is_in(home: str) -> bool:
    """Go to a folder: one that was deleted and made again is another, and this process still stands in the first."""
    try:
        os.chdir(home)
    except OSError:
        return False
    return True


def _here() -> str:
    """Return the folder in which the server is started, "" where that is gone by then."""
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return ""


def serve() -> int:
    """Serve one client on stdin and stdout until it ends, and return the exit code. The process is to end with it."""
    source, sink = take_streams()
    ended, ending = os.pipe()

    def by_signal(number: int, frame: object) -> None:
        os.write(ending, _INTERRUPTED if number == signal.SIGINT else _ENDED)

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, by_signal)
    out = Out(sink)
    server = Server(source, out, lambda: _tell(ending), _here())
    for work in (server.read, server.work):
        threading.Thread(target=work, daemon=True).start()
    why = os.read(ended, 1)
    if why != _OVER:
        # Beside: a client that does not read holds up whoever writes to it.
        farewell = threading.Thread(target=server.stop, daemon=True)
        farewell.start()
        farewell.join(PATIENCE)
    return _CODES.get(why, 0)


def _tell(ending: int) -> None:
    os.write(ending, _OVER)
