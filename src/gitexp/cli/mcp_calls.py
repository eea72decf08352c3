"""Does the work of the MCP tools: each call asks the repository anew, so that what moved meanwhile is seen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

from gitexp.cli.mcp_frames import clean, seen
from gitexp.cli.mcp_protocol import Client, Work, failed, told
from gitexp.errors import ExpError, UsageError

Arguments = Mapping[str, object]
UNNAMED = "mcp"
"""Who notes, where the client has no name."""


class Given(NamedTuple):
    """What a tool gives: its text, the document, and for the door's log which experiences, of which file, and where."""

    text: str
    document: Mapping[str, object]
    common_dir: str
    given: tuple[str, ...] = ()
    file: str = ""


def done(work: Work) -> dict[str, object]:
    """Return the result of a call. What can't be done is told as such, in one line."""
    if work.wrong:
        return failed(f"{work.tool.name}: {work.wrong}", work.client)
    try:
        given = _TOOLS[work.tool.name](work.arguments, work.client)
    except ExpError as error:
        return failed(str(error), work.client)
    _fired(work.tool.name, given)
    return told(str(seen(given.text)), seen(given.document), work.client)


def _fired(name: str, given: Given) -> None:
    """Note that the door fired; where exp keeps nothing yet, it does not begin to."""
    if not os.path.isdir(f"{given.common_dir}/exp"):  # noqa: PTH112  pathlib is not loaded for a recall
        return
    from gitexp.cli.wiring_doors import note_firing
    from gitexp.records.door import Firing

    note_firing(given.common_dir, Firing("mcp", _now(), name, given.file, given.given))


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _recall(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.recall_asked import Asked
    from gitexp.cli.recall_document import document
    from gitexp.cli.recall_pipe import told as retold
    from gitexp.cli.recall_run import ask, log
    from gitexp.cli.wiring_recall import RecallWiring

    start, at = time.monotonic(), _now()
    query = _text(arguments, "query")
    limit, budget = _number(arguments, "limit"), _number(arguments, "budget")
    words = (query,) if query.strip() else ()
    asked = Asked(
        words, _paths(arguments, "files"), _texts(arguments, "symbols"), _env(arguments), limit, budget
    )
    wiring = RecallWiring().begin()
    try:
        question, answer = ask(wiring, asked, at, approvals=True)
        elapsed = round((time.monotonic() - start) * 1000)
        if not question.open:
            log(wiring, question, answer, at, elapsed, by="mcp")
    finally:
        wiring.save()
    block, beside = retold(answer, question)
    text = "\n".join([*([block] if block else []), *map(clean, beside)])
    given = tuple(item.card.id for item in answer.applicable)
    file = question.files[0] if question.files else ""
    return Given(text, document(answer, elapsed), wiring.layout.common_dir, given, file)


def _archaeology(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.archaeology_json import document
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.retell_past import BUDGET, retell_past

    start = time.monotonic()
    path, symbol, lines = _path(arguments["path"]), _text(arguments, "symbol"), _text(arguments, "lines")
    if symbol and lines:
        raise UsageError("lines", "stands beside symbol", "give one of the two")
    workshop = Workshop()
    if workshop.layout.prefix:  # agents name paths from the top, whatever folder the server was started in
        path = f"{workshop.layout.root}/{workshop.path(path)}"
    place = f"{path}::{symbol}" if symbol else f"{path}:{lines.strip()}" if lines else path
    opened = workshop.dig().open(place, since=_text(arguments, "since"))
    account = opened.account(intent=_text(arguments, "intent"))
    workshop.cache.save()
    budget = _number(arguments, "budget") or BUDGET
    beside = [*(f"not read: {skip.where}: {skip.what}" for skip in account.skipped), *account.limits]
    text = "\n".join([retell_past(account, budget), *map(clean, beside)])
    made = document(account, round((time.monotonic() - start) * 1000), budget)
    return Given(text, made, workshop.layout.common_dir, file=account.place.path)


def _show(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.mcp_show import shown
    from gitexp.cli.wiring import Workshop

    workshop, name = Workshop(), _text(arguments, "id").strip()
    if not name:
        raise UsageError("id", "is empty", "recall names the ids")
    one, text, document = shown(workshop, name)
    return Given(text, document, workshop.layout.common_dir, (one,))


def _note(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_note import take_note

    workshop = Workshop()
    files = _paths(arguments, "files")
    text, quote = arguments.get("text"), arguments.get("quote")
    noted = take_note(
        workshop,
        text=str(text),  # as it came: what nobody sees is taken out there, and told
        files=files,
        kind=_text(arguments, "kind") or None,
        quote=str(quote) if quote is not None else None,
        agent=_agent(client.name),
    )
    said = [f"noted as {noted.id}" if noted.new else f"{noted.id} stands already"]
    if noted.says_so:
        said.append(f"{noted.says_so} already says so: one more sighting of it")
    if noted.redacted or noted.unseen:
        said.append("secrets, private things or signs that nobody sees were taken out")
    document = {
        "from": "git-exp",
        "id": noted.id,
        "new": noted.new,
        "says_so": noted.says_so,
        "redacted": noted.redacted,
        "unseen": noted.unseen,
    }
    return Given("; ".join(said), document, workshop.layout.common_dir, file=files[0] if files else "")


def _agent(name: str) -> str:
    """Return a client's name as the journal has names; what comes by this door was never written by a person."""
    from gitexp.records.episode import PERSON

    plain = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name.lower())
    made = "-".join(filter(None, plain.split("-")))[:40].strip("-")
    return made if made and made != PERSON else UNNAMED


_TOOLS: Mapping[str, Callable[[Arguments, Client], Given]] = {
    "recall": _recall,
    "archaeology": _archaeology,
    "show": _show,
    "note": _note,
}


def _text(arguments: Arguments, name: str) -> str:
    found = arguments.get(name, "")
    return str(seen(found)) if isinstance(found, str) else ""


def _texts(arguments: Arguments, name: str) -> tuple[str, ...]:
    found = arguments.get(name, ())
    return tuple(str(seen(one)) for one in found) if isinstance(found, list) else ()


def _paths(arguments: Arguments, name: str) -> tuple[str, ...]:
    found = arguments.get(name, ())
    return tuple(map(_path, found)) if isinstance(found, list) else ()


def _path(found: object) -> str:
    """Return a path as it came. Raises UsageError for what can be the name of no file."""
    path = str(found)
    if "\0" in path or any("\ud800" <= sign <= "\udfff" for sign in path):
        raise UsageError(clean(path)[:60], "holds a sign that no path has", "write it as `git ls-files` does")
    return path


def _number(arguments: Arguments, name: str) -> int | None:
    found = arguments.get(name)
    return int(found) if isinstance(found, int | float) else None


def _env(arguments: Arguments) -> tuple[str, ...]:
    found = arguments.get("env", {})
    return (
        tuple(f"{seen(name)}={seen(value)}" for name, value in found.items())
        if isinstance(found, dict)
        else ()
    )
