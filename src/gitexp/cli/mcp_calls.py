"""Does the work of the MCP tools: each call asks the repository anew, so that what moved meanwhile is seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from gitexp.cli import mcp_arguments, mcp_words
from gitexp.cli.mcp_arguments import Arguments
from gitexp.cli.mcp_firing import failed_here, fired, fit, now
from gitexp.cli.mcp_frames import clean, seen
from gitexp.cli.mcp_protocol import Client, Work, failed, told
from gitexp.errors import ExpError, UsageError

if TYPE_CHECKING:
    from gitexp.cli.recall_asked import Asked

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
    name, client = work.tool.name, work.client
    if work.wrong:
        failed_here(client.name, name)
        return failed(f"{name}: {work.wrong}", client)
    try:
        given = _TOOLS[name](work.arguments, client)
    except ExpError as error:
        failed_here(client.name, name)
        return failed(mcp_words.error_of(error), client)
    fired(client.name, name, given.common_dir, given.file, given.given)
    text, document = (mcp_words.echoed(seen(one), work.arguments) for one in (given.text, given.document))
    return told(str(text), document, client)


def _recall(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.recall_document import document
    from gitexp.cli.recall_pipe import told as retold
    from gitexp.cli.recall_run import ask, log
    from gitexp.cli.wiring_recall import RecallWiring

    start, at, asked = time.monotonic(), now(), _asked(arguments)
    wiring = RecallWiring().begin()
    try:
        question, answer = ask(wiring, asked, at, approvals=True)
        elapsed = round((time.monotonic() - start) * 1000)
        if not question.open:
            log(wiring, question, answer, at, elapsed, by="mcp")
    finally:
        wiring.save()
    answer = mcp_words.answer_of(answer)
    block, beside = retold(answer, question, by_tool=True)
    text = "\n".join([*([block] if block else []), *map(clean, beside)])
    given = tuple(item.card.id for item in answer.applicable)
    file = question.files[0] if question.files else ""
    return Given(text, document(answer, elapsed), wiring.layout.common_dir, given, file)


def _asked(arguments: Arguments) -> Asked:
    """Return what is asked of recall. Raises UsageError for words that say nothing: they would be given the whole store."""
    from gitexp.cli.recall_asked import Asked

    query, symbols = mcp_arguments.text(arguments, "query"), mcp_arguments.texts(arguments, "symbols")
    files = mcp_arguments.paths(arguments, "files")
    if not (files or query.strip() or any(map(str.strip, symbols))):
        for name in ("query", "symbols"):
            if name in arguments and arguments[name] != []:
                raise UsageError(name, "is empty", "say what it is about, or leave it out")
    return Asked(
        (query,) if query.strip() else (),
        files,
        symbols,
        mcp_arguments.pairs(arguments, "env"),
        mcp_arguments.number(arguments, "limit"),
        mcp_arguments.number(arguments, "budget"),
    )


def _archaeology(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.archaeology_json import document
    from gitexp.cli.wiring import Workshop
    from gitexp.steps.retell_past import BUDGET, retell_past

    start = time.monotonic()
    path = mcp_arguments.path(arguments["path"])
    symbol, lines = (mcp_arguments.text(arguments, name) for name in ("symbol", "lines"))
    if symbol and lines:
        raise UsageError("lines", "stands beside symbol", "give one of the two")
    workshop = Workshop()
    if workshop.layout.prefix:  # agents name paths from the top, whatever folder the server was started in
        path = f"{workshop.layout.root}/{workshop.path(path)}"
    place = f"{path}::{symbol}" if symbol else f"{path}:{lines.strip()}" if lines else path
    opened = workshop.dig().open(place, since=mcp_arguments.text(arguments, "since"))
    account = opened.account(intent=mcp_arguments.text(arguments, "intent"))
    workshop.cache.save()
    budget = mcp_arguments.number(arguments, "budget") or BUDGET
    limits = mcp_words.limits_of(account.limits)
    beside = [*(f"not read: {skip.where}: {skip.what}" for skip in account.skipped), *limits]
    text = "\n".join([mcp_words.account_of(retell_past(account, budget)), *map(clean, beside)])
    made = document(account, round((time.monotonic() - start) * 1000), budget)
    made["limits"] = list(mcp_words.limits_of(made["limits"]))
    return Given(text, made, workshop.layout.common_dir, file=account.place.path)


def _show(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.mcp_show import shown
    from gitexp.cli.wiring import Workshop

    workshop, name = Workshop(), mcp_arguments.text(arguments, "id").strip()
    if not name:
        raise UsageError("id", "is empty", "recall names the ids")
    one, text, document = shown(workshop, name)
    return Given(text, document, workshop.layout.common_dir, (one,))


def _note(arguments: Arguments, client: Client) -> Given:
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_note import noted_document, take_note

    workshop = Workshop()
    files = mcp_arguments.paths(arguments, "files")
    text, quote = arguments.get("text"), arguments.get("quote")
    noted = take_note(
        workshop,
        text=str(text),  # as it came: what nobody sees is taken out there, and told
        files=files,
        kind=mcp_arguments.text(arguments, "kind") or None,
        quote=str(quote) if quote is not None else None,
        agent=_agent(client.name),
    )
    said = [f"noted as {noted.id}" if noted.new else f"{noted.id} stands already"]
    if noted.says_so:
        said.append(f"{noted.says_so} already says so: one more sighting of it")
    if noted.redacted or noted.unseen:
        said.append("secrets, private things or signs that nobody sees were taken out")
    return Given(
        "; ".join(said), noted_document(noted), workshop.layout.common_dir, file=files[0] if files else ""
    )


def _agent(name: str) -> str:
    """Return a client's name as the journal has names; what comes by this door was never written by a person."""
    from gitexp.records.episode import PERSON

    made = fit(name)
    return made if made and made != PERSON else UNNAMED


_TOOLS: Mapping[str, Callable[[Arguments, Client], Given]] = {
    "recall": _recall,
    "archaeology": _archaeology,
    "show": _show,
    "note": _note,
}
