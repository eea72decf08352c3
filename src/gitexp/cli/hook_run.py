"""Runs one hook: reads an agent's event, answers in its form, is silent whatever goes wrong, and always ends with 0."""

from __future__ import annotations

import _thread
import contextlib
import os
import signal
import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gitexp.cli.wiring_hook import HookWiring
    from gitexp.hook import Outcome
    from gitexp.records.agent_event import AgentEvent

LIMIT = 2.0
"""Seconds after which the process ends without an answer: far below the time-outs that `exp init --agents` sets."""
GRACE = 0.3
"""Seconds beyond, in which it is begun beside what took so long."""
MAX_INPUT = 16 << 20
"""Bytes of an event; what is longer is no event that is answered."""
MOST_TRIES = 20
"""How often it is looked whether an event that may be at its end is."""


def run_hook(agent: str, *, explain: bool = False) -> None:
    """Answer the event on stdin and end the process. Where anything fails the agent goes on as without exp."""
    answer = _Answer()
    try:
        _thread.start_new_thread(_end_in_time, (answer,))
        for name in ("SIGTERM", "SIGHUP"):  # git, started below, loads this module anyway
            if number := getattr(signal, name, None):
                signal.signal(number, signal.default_int_handler)
        # Whatever starts Python from here, nothing of the agent's folder is taken for one of its modules.
        os.environ["PYTHONSAFEPATH"] = "1"
        _run(agent, answer, explain=explain)
    except BaseException as error:  # noqa: BLE001  the hook's door: not even an interrupt may give another exit code
        if os.environ.get("EXP_DEBUG") or explain:
            _say(f"{type(error).__name__}: {error}")
    answer.give(None)
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    _end()


class _Answer:
    """What goes to stdout, once: from the work that is done, or from the watch when time is up."""

    def __init__(self) -> None:
        self._first = _thread.allocate_lock()
        self.nothing = b""
        """What says "nothing" in the agent's form."""
        self.wiring: HookWiring | None = None

    def give(self, text: bytes | None) -> bool:
        """Write the answer, or that there is none; False where one was given already."""
        if not self._first.acquire(False):
            return False
        rest = self.nothing if text is None else text
        with contextlib.suppress(OSError):
            while rest:
                rest = rest[os.write(1, rest) :]
        return True


def _run(agent: str, answer: _Answer, *, explain: bool) -> None:
    start, now = time.monotonic(), time.time()
    from gitexp.cli.wiring_hook_forms import form_of
    from gitexp.records.agent_event import AgentEvent, HookAnswer

    form = form_of(agent)
    answer.nothing = _json(form.answer(AgentEvent(agent, ""), HookAnswer()))
    raw = _read()
    if raw is None:
        if explain:
            _say(f"no event: longer than {MAX_INPUT >> 20} MB, or no JSON object")
        return
    event = form.read(raw)
    answer.nothing = _json(form.answer(event, HookAnswer()))
    if explain:
        _say(
            f"{event.event or '?'}: {event.moment}, session {event.session[:40] or '?'}, reader {event.reader or '-'}"
        )
    if event.moment == "other":
        return
    from gitexp.cli.wiring_hook import HookWiring, NotNowError

    wiring = HookWiring(event)
    answer.wiring = wiring
    wiring.begin()  # git answers while the rest is imported
    from gitexp.hook import hook
    from gitexp.records.question import Question

    if explain:
        from gitexp.cli.hook_place import where

        for line in where(wiring.place, wiring.head, has_store=wiring.has_store):
            _say(line)
    if not wiring.has_store or wiring.off:
        answer.wiring = None
        return
    event = wiring.placed(event)
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
    asked = Question(approvals=False, today=at[:10], clone=wiring.usage.clone)
    try:
        outcome = hook(event, asked, wiring.world(event, asked.today))
    except NotNowError as not_now:
        answer.give(None)
        if not not_now.begun:
            wiring.too_late("the index is not up to date")
        raise
    given = answer.give(_json(form.answer(event, outcome.answer)))
    answer.wiring = None
    if explain:
        from gitexp.cli.hook_explain import explained

        for line in explained(event, outcome):
            _say(line)
    _log(
        wiring,
        event,
        outcome if given else outcome._replace(given=(), tried=()),
        at,
        round((time.monotonic() - start) * 1000),
    )
    wiring.save()
    wiring.tidy(now)
    if event.moment in ("read", "edit"):
        wiring.past.learn(tuple(dict.fromkeys((*event.files, *(edit.path for edit in event.edits)))))


def _read() -> dict[str, object] | None:
    """Return the event as it came, None where it is no JSON object, cut, or longer than any event.

    Some agents leave their end open: an object that is whole is not waited for.
    """
    import json

    parts: list[bytes] = []
    room, tries = MAX_INPUT, MOST_TRIES
    while room > 0 and (part := os.read(0, min(room, 1 << 20))):
        parts.append(part)
        room -= len(part)
        if tries and part.rstrip().endswith(b"}"):
            tries -= 1
            with contextlib.suppress(ValueError):
                return dict(json.loads(b"".join(parts)))
    read = json.loads(b"".join(parts)) if room > 0 else None
    return read if isinstance(read, dict) else None


def _json(document: object) -> bytes:
    if document is None:
        return b""
    import json

    return json.dumps(document).encode() + b"\n"


def _log(wiring: HookWiring, event: AgentEvent, outcome: Outcome, at: str, elapsed: int) -> None:
    """Note that the door fired, and for usage what was given; a read that gives nothing is the rule, and not counted."""
    from gitexp.records.usage import RecallEvent

    cards = [item.card for item in outcome.given]
    ids = (*(card.id for card in cards), *(f"taken back: {one.commit[:12]}" for one in outcome.tried))
    wiring.fired(event.event, at, outcome.file, ids)
    # What begins a session is an overview, and what may not arrive is told once more: neither counts as given.
    if event.moment == "session" or event.unsure or not (cards or (event.edits and event.can_tell)):
        return
    wiring.usage.log(
        RecallEvent(
            at,
            tuple(card.hex for card in cards),
            tuple(card.hex for card in cards if card.canary < 100),
            match="good" if cards else "none",
            tokens=len(outcome.answer.context or outcome.answer.deny) // 4,
            ms=elapsed,
            head=wiring.head,
            by="hook",
        )
    )


def _end_in_time(answer: _Answer) -> None:
    """End the process when its time is up, whatever it is at; what kept it is done beside, for the next time."""
    try:
        time.sleep(LIMIT)
        if answer.give(None) and answer.wiring is not None:
            # What follows may hang as well: in a disk, or in an import that the work itself hangs in.
            _thread.start_new_thread(_end_after, (GRACE,))
            answer.wiring.too_late(f"no answer within {LIMIT:.0f} s")
    except BaseException:  # noqa: BLE001  whatever fails here, the time is up
        pass
    finally:
        _end()


def _end_after(seconds: float) -> None:
    time.sleep(seconds)
    _end()


def _end() -> None:
    """End at once, and the git processes with it that are still at work; nothing is imported for it."""
    try:
        if git := sys.modules.get("gitexp.adapters.git"):
            git.end_all()
    finally:
        os._exit(0)


def _say(words: str) -> None:
    from gitexp.cli import screen

    screen.note(words)
