"""Fix: what audit found and exp may mend by itself, as a proposal; only what is sure, and nothing in place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gitexp.errors import RecordError
from gitexp.records.experience import SERVED, Experience, Standing
from gitexp.records.fault import Fault, FaultCode
from gitexp.records.ids import content_hash
from gitexp.records.precondition import Condition, PathCheck, Preconditions
from gitexp.records.proposal import Proposal, ProposedFile
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.fix_text import fixes_body, fixes_message, fixes_title
from gitexp.steps.redact import redacted_experience
from gitexp.steps.retire import retired

BRANCH = "exp/upkeep"
_NAMED: frozenset[FaultCode] = frozenset({"symbol", "path"})
_REMOVED = re.compile(r"was removed in [0-9a-f]{7,64}(?: \([0-9-]{10}\))?")
_GLOB_SIGNS = re.compile(r"[*?\[\]\\]")
MOST_NAMES = 5


@dataclass(frozen=True)
class Fix:
    """What becomes of one file, and why, in words."""

    path: str
    before: Experience[str]
    after: Experience[Redacted]
    words: tuple[str, ...]


@dataclass(frozen=True)
class Fitted:
    """The fixes with the files they write; what can't be written is skipped and says why."""

    fixes: tuple[Fix, ...]
    files: tuple[ProposedFile, ...]
    skipped: tuple[Skipped, ...]


def fixes(
    standing: Sequence[Standing[str]], faults: Sequence[Fault], moved: Mapping[str, str], today: str
) -> tuple[Fix, ...]:
    """Return what is sure: a path that was renamed, a time that is over, an experience of which nothing is left.

    `moved` holds for a path that is gone its new name, `today` is YYYY-MM-DD. What is not given as advice stays as
    it is.
    """
    found: list[Fix] = []
    for one in sorted(standing, key=lambda one: one.path):
        if one.experience.status not in SERVED:
            continue
        own = [fault for fault in faults if fault.id == one.experience.id]
        changed, words = _fixed(one.experience, own, moved, today)
        if words:
            found.append(Fix(one.path, one.experience, redacted_experience(changed), words))
    return tuple(found)


def fitted(found: Sequence[Fix], text_of: Callable[[Fix], Redacted]) -> Fitted:
    """Return the files of the fixes. `text_of` changes the file as it stands; one that does not fit costs itself alone."""
    kept: list[Fix] = []
    files: list[ProposedFile] = []
    skipped: list[Skipped] = []
    for fix in found:
        try:
            files.append(ProposedFile(fix.path, text_of(fix)))
        except RecordError as error:
            skipped.append(Skipped(fix.path, f"{error.what}; {error.mend}" if error.mend else error.what))
        else:
            kept.append(fix)
    return Fitted(tuple(kept), tuple(files), tuple(skipped))


def fix_proposal(of: Fitted, *, at: str | None, branch: str = BRANCH) -> Proposal:
    """Return the proposal that carries fixes. `at` is the newest date of the input: the same input, the same commit."""
    run = content_hash(*(part for file in of.files for part in (file.path, file.text)))
    told = [(fix.path, fix.after, fix.words) for fix in of.fixes]
    return Proposal(
        branch=branch,
        files=of.files,
        decisions=(),
        title=fixes_title(told),
        body=fixes_body(told, branch, run),
        message=fixes_message(told),
        at=at,
        run=run,
    )


def _fixed(
    experience: Experience[str], faults: Sequence[Fault], moved: Mapping[str, str], today: str
) -> tuple[Experience[str], tuple[str, ...]]:
    """Return the experience mended, and in words what was done; no words where nothing is sure."""
    expires = experience.lifecycle.expires
    if expires and expires < today:
        return retired(experience, "expired", None), (f"its time was over on {expires}",)
    changed, words = _followed(experience, moved)
    if words:
        return changed, words
    if any(fault.code == "dead" for fault in faults):
        reason = _gone(faults)
        return retired(experience, "archived", reason), (reason,)
    return experience, ()


def _gone(faults: Sequence[Fault]) -> str:
    """Return that nothing is left, with the names and what took them out, where that is known."""
    names: dict[str, str] = {}
    for fault in faults:
        if fault.code in _NAMED and fault.name:
            by = _REMOVED.search(fault.message)
            name = _quoted(fault.name)
            names.setdefault(fault.name, f"{name} {by[0]}" if by else name)
    told = "; ".join(list(names.values())[:MOST_NAMES])
    more = f"; and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return (
        f"nothing that it names is left in the code: {told}{more}"
        if told
        else "nothing that it names is left"
    )


def _quoted(name: str) -> str:
    """Return a name between backticks, which it can't end."""
    return f"`{name.replace('`', chr(39))}`"


def _followed(
    experience: Experience[str], moved: Mapping[str, str]
) -> tuple[Experience[str], tuple[str, ...]]:
    """Return the experience with the paths of its scope and of its checks as they are called today."""
    words: dict[str, None] = {}

    def new(path: str) -> str:
        after = new_path(path, moved)
        if after != path:
            words[f"{_quoted(path)} is {_quoted(after)} now"] = None
        return after

    def conditions(some: Sequence[Condition[str]]) -> tuple[Condition[str], ...]:
        return tuple(
            one._replace(check=PathCheck(new(one.check.glob))) if isinstance(one.check, PathCheck) else one
            for one in some
        )

    held = experience.preconditions
    changed = replace(
        experience,
        scope=replace(
            experience.scope, paths=tuple(dict.fromkeys(new(path) for path in experience.scope.paths))
        ),
        preconditions=Preconditions(
            conditions(held.must),
            conditions(held.must_not),
            conditions(held.typical_env),
            held.unread,
        ),
    )
    return changed, tuple(words)


def new_path(path: str, moved: Mapping[str, str]) -> str:
    """Return a path or glob with the beginning that was renamed as it is called today; as it is where none was.

    Only a beginning without a sign of the glob can be known again: `src/old/**` lies in `src/old`.
    """
    plain = path.lstrip("/")
    slash = path[: len(path) - len(plain)]
    for old in sorted(moved, key=len, reverse=True):
        begin = old.strip("/")
        if not begin or _GLOB_SIGNS.search(begin) or begin == moved[old].strip("/"):
            continue
        if plain == begin or plain.startswith(f"{begin}/"):
            literal = _GLOB_SIGNS.sub(r"\\\g<0>", moved[old].strip("/"))
            after = f"{literal}{plain.removeprefix(begin)}"
            return f"{slash}{after}" if slash or after[0] not in "!#" else f"\\{after}"
    return path
