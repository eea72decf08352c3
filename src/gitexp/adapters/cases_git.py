"""Labelled cases in refs/exp/cases: written when people refuse something, and brought into experiences/cases/ on demand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gitexp.adapters import safe_files
from gitexp.adapters.git import Git, shown
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.record_json import discussion_document
from gitexp.adapters.source_neutral import NeutralFiles
from gitexp.errors import RepositoryError
from gitexp.records.discussion import Discussion
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.records.labelled_case import LabelledCase
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.words import shortened

REFS = ("refs/exp/remotes/origin/cases", "refs/exp/cases")
"""What the remote had at the last fetch, and what this clone has; the first one counts where both have a name."""
FOLDER = "experiences/cases"
GOLD = f"{FOLDER}/GOLD.jsonl"
MAX_CASE = 1 << 20
MAX_CASES = 1000
MAX_GOLD = 64 << 20
MAX_NOTE = 1000
VERSION = 1
_NAME = re.compile(r"(dropped-[0-9a-f]{10})\.json", re.ASCII)
Clean = Callable[[Discussion[str]], Discussion[Redacted]]
Text = Callable[[str], Redacted]


@dataclass
class Imported:
    """What an import did, as paths of the repository: what is new, what was there, what people changed since."""

    created: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    labelled: list[str] = field(default_factory=list)
    """The cases that GOLD.jsonl has a new row for."""
    skipped: list[Skipped] = field(default_factory=list)


def case_text(case: LabelledCase) -> str:
    """Return a case as it is kept in refs/exp/cases."""
    gold = {"garbage_kind": case.kind, "note": case.reason, "by": case.by, "at": case.at}
    told = {key: value for key, value in gold.items() if value}
    discussion = discussion_document(replace(case.discussion, local=False))
    return _dumps({"version": VERSION, "name": case.name, "gold": told, "discussion": discussion})


def cases_in(git: Git, clean: Clean, text: Text) -> Iterator[LabelledCase | Skipped]:
    """Yield the cases by name, and what of the refs is none. Whoever may push has written them: nothing is believed."""
    with ObjectReader(git) as reader:
        found: dict[str, tuple[str, str]] = {}
        for ref in REFS:
            for entry in reader.tree(f"{ref}^{{tree}}") or ():
                name = entry.name.decode("utf-8", "surrogateescape")
                match = _NAME.fullmatch(name)
                if not match or not entry.is_file:
                    yield Skipped(f"{ref}:{shown(name)[:100]}", "is no name of a case", bad=False)
                elif len(found) < MAX_CASES or match[1] in found:
                    found.setdefault(match[1], (ref, entry.id))
        for name, (ref, blob) in sorted(found.items()):
            stored = reader.read(blob, MAX_CASE)
            place = f"{ref}:{name}.json"
            if stored is None or stored.data is None:
                yield Skipped(place, "is not in this clone, or too large")
            else:
                yield _case(stored.data, name, place, clean, text)


def import_cases(root: Path, cases: Sequence[LabelledCase | Skipped]) -> Imported:
    """Write the cases into experiences/cases/ of a work tree, for a person to commit. What is there is never overwritten."""
    done = Imported(skipped=[one for one in cases if isinstance(one, Skipped)])
    new: list[LabelledCase] = []
    for case in cases:
        if isinstance(case, Skipped):
            continue
        path = f"{FOLDER}/{case.name}.json"
        data = f"{_dumps(discussion_document(case.discussion))}".encode()
        place = safe_files.destination(root, path)
        there = safe_files.content(place, path)
        if there is None:
            safe_files.write(place, data, path)
        (done.created if there is None else done.kept if there == data else done.changed).append(path)
        new.append(case)
    _label(root, new, done)
    return done


def _label(root: Path, cases: Sequence[LabelledCase], done: Imported) -> None:
    """Add a row of gold for each case that has none: last, so that a row never names a file that is not there."""
    place = safe_files.destination(root, GOLD)
    there = safe_files.content(place, GOLD) or b""
    if len(there) > MAX_GOLD:
        raise RepositoryError(GOLD, f"has more than {MAX_GOLD >> 20} MB", "split it")
    known = _labelled(there)
    rows = []
    for case in cases:
        if case.name in known:
            continue
        row = {"discussion": case.name, "none": True, "garbage_kind": case.kind}
        row |= {"note": case.reason} if case.reason else {}
        rows.append(json.dumps(row, ensure_ascii=False))
        done.labelled.append(case.name)
    if rows:
        ending = b"" if not there or there.endswith(b"\n") else b"\n"
        safe_files.write(place, there + ending + "".join(f"{row}\n" for row in rows).encode(), GOLD)


def _labelled(gold: bytes) -> frozenset[str]:
    """Return the discussions that have a row; a line that is no JSON is left to `exp evaluate` to tell."""
    found = set()
    for line in gold.decode("utf-8", "replace").splitlines():
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and isinstance(row.get("discussion"), str):
            found.add(row["discussion"])
    return frozenset(found)


def _case(data: bytes, name: str, place: str, clean: Clean, text: Text) -> LabelledCase | Skipped:
    try:
        row = json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return Skipped(place, "is no JSON")
    gold = row.get("gold") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(gold, dict) or row.get("version") != VERSION:
        return Skipped(place, "is no case that this version reads")
    kind = next((one for one in GARBAGE_KINDS if one == gold.get("garbage_kind")), None)
    if kind is None:
        return Skipped(place, "names no kind of garbage")
    read = list(NeutralFiles().read(_dumps(row.get("discussion")).encode(), place, name))
    if len(read) != 1 or not isinstance(read[0], Discussion):
        wrong = next((one.what for one in read if isinstance(one, Skipped)), "there is none")
        return Skipped(place, f"holds no discussion: {wrong}")
    if read[0].private or read[0].kind == "session":
        return Skipped(place, "is private: not taken")
    return LabelledCase(name, kind, clean(read[0]), _note(gold.get("note"), text), None, "")


def _note(note: object, text: Text) -> str:
    return str(text(shortened(note, MAX_NOTE))) if isinstance(note, str) else ""


def _dumps(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
