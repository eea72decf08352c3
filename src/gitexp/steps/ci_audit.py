"""The policy of `exp ci audit`: what a pull request answers for, what it only learns of, and in which words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.audit import Audit
from gitexp.records.fault import Fault
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.quoting import block, code, inline
from gitexp.steps.redact import redacted

MOST = 50
"""Rows of one table."""


@dataclass(frozen=True)
class Weighed:
    """An audit as a pull request is told of it."""

    own: tuple[Fault, ...]
    """Faults in files of the store that it changes."""
    broken: tuple[Fault, ...]
    """What its code breaks in experiences that stand."""
    unread: tuple[Skipped, ...]
    """Files of the store that it changes, and that can't be looked at."""
    fork: bool
    strict: bool

    @property
    def fails(self) -> bool:
        """Return whether the check fails. From a fork it never does: its author could not mend what stands here."""
        if self.fork:
            return False
        own = any(fault.severity != "notice" for fault in self.own) or bool(self.unread)
        return own or (self.strict and any(fault.severity != "notice" for fault in self.broken))

    @property
    def silent(self) -> bool:
        """Return whether there is nothing to tell."""
        return not (self.own or self.broken or self.unread)


def weigh(
    since: Audit, whole: Audit | None, changed: Collection[str], *, fork: bool = False, strict: bool = False
) -> Weighed:
    """Return what the pull request answers for, and what its code breaks.

    `since` is the audit of the change; `whole`, that of its head, is asked for where files of the store change: for
    these the pull request answers, also where the fault stood in them before. `changed` are their paths.
    """
    every = list(since.faults)
    every += [fault for fault in (whole.faults if whole else ()) if fault.file in changed]
    own: dict[tuple[str, int, str, str], Fault] = {}
    for fault in every:
        if fault.file in changed:
            # Both audits tell of a name that is gone, in words of their own; once is enough.
            own.setdefault((fault.file, fault.line, fault.code, fault.name or fault.message), fault)
    return Weighed(
        tuple(sorted(own.values(), key=lambda one: (one.file, one.line, one.code, one.message))),
        tuple(fault for fault in since.faults if fault.file not in changed),
        tuple(skip for skip in since.skipped if skip.bad and skip.where.partition(":")[0] in changed),
        fork,
        strict,
    )


def summary(
    weighed: Weighed, patch: Redacted, unmended: Sequence[str] = (), *, experiences: int = 0
) -> Redacted:
    """Return the summary of the step in Markdown. `patch` mends what is sure, `unmended` are files it can't hold."""
    lines = [redacted("### exp audit"), redacted(""), redacted(_verdict(weighed, experiences))]
    lines += _own(weighed)
    lines += _broken(weighed)
    lines += _ready(patch, unmended)
    return Redacted.template("{}\n", Redacted.joined(lines, "\n"))


def said(fault: Fault) -> str:
    """Return a fault with its mend on one line, for an annotation."""
    return redacted(f"{fault.message}; {fault.mend}" if fault.mend else fault.message)


def _verdict(weighed: Weighed, experiences: int) -> str:
    if weighed.silent:
        return f"Nothing to mend: {counted(experiences, 'experience')} looked at."
    own = len(weighed.own) + len(weighed.unread)
    broken = len({fault.id or fault.file for fault in weighed.broken})
    parts = []
    if own:
        parts.append(f"{counted(own, 'fault')} in files of `experiences/` that this pull request changes")
    if broken:
        parts.append(
            f"the code breaks {counted(broken, 'experience')} that {'stands' if broken == 1 else 'stand'}"
        )
    words = "; ".join(parts)
    words = f"**{words[:1].upper()}{words[1:]}.**"
    if weighed.fork:
        return f"{words} It comes from a fork, so this check is green whatever it finds."
    if weighed.broken and not weighed.strict:
        return f"{words} What the code breaks fails nothing here."
    return words


def _own(weighed: Weighed) -> Iterator[Redacted]:
    if not weighed.own and not weighed.unread:
        return
    yield redacted("\n| where | fault | mend |\n|---|---|---|")
    for fault in weighed.own[:MOST]:
        mend = inline(redacted(fault.mend))
        yield Redacted.template("| {} | {} | {} |", _where(fault), inline(redacted(fault.message)), mend)
    for skip in weighed.unread[:MOST]:
        what = inline(redacted(skip.what))
        yield Redacted.template("| {} | not read: {} | |", code(redacted(skip.where)), what)
    yield from _more(len(weighed.own), "fault")


def _broken(weighed: Weighed) -> Iterator[Redacted]:
    if not weighed.broken:
        return
    yield redacted("\n#### What the code breaks\n")
    yield redacted(
        "These experiences stand, and this pull request does not touch their files. Nobody has to mend them here: "
        "the next proposal of the bot brings what can be mended surely, or take the patch below into this pull request."
    )
    yield redacted("\n| experience | what happens |\n|---|---|")
    for fault in weighed.broken[:MOST]:
        yield Redacted.template("| {} | {} |", _where(fault), inline(redacted(fault.message)))
    yield from _more(len(weighed.broken), "row")


def _ready(patch: Redacted, unmended: Sequence[str]) -> Iterator[Redacted]:
    if patch:
        yield redacted("\n<details><summary>Ready patch</summary>\n")
        yield redacted("Save it as `exp.patch`, then `git apply exp.patch`.\n")
        yield block(patch.cut(0, len(patch) - 1) if patch.endswith("\n") else patch)
        yield redacted("\n</details>")
    for path in unmended:
        yield Redacted.template(
            "\n{} can't be mended by a patch shown here: `exp audit --fix`.", code(redacted(path))
        )


def _more(many: int, noun: str) -> Iterator[Redacted]:
    if many > MOST:
        yield redacted(f"\nAnd {counted(many - MOST, f'more {noun}')}: `exp audit --base` lists them all.")


def _where(fault: Fault) -> Redacted:
    return code(redacted(f"{fault.file}:{fault.line}" if fault.line else fault.file))
