"""Audits one file of the store by itself: what its reader objects to, where it lies, and the evidence that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.records.change_record import CHANGES, UNDATED
from gitexp.records.fault import Fault
from gitexp.records.ids import ID
from gitexp.records.store_file import Objection, Place, StoreFile
from gitexp.steps.audit_held import held

STORE = "experiences"
_ADDRESS = re.compile(r"https?://[^\s/]\S*", re.IGNORECASE)
_YEAR = re.compile(rf"[0-9]{{4}}|{UNDATED}")
_RECORD_ENDINGS = (".yaml", ".yml")


def audit_file(file: StoreFile) -> Iterator[Fault]:
    """Yield what is held against a file, without looking at any other."""
    misplaced = list(_misplaced(file))
    yield from misplaced
    if _is_of_the_other_kind(file):
        return  # what its fields lack is only that it lies in the wrong folder
    for objection in file.errors:
        yield _objected(file, objection)
    for place, url in _addresses(file):
        if not _ADDRESS.fullmatch(url):
            message = "the `url` of the evidence is no web address"
            yield held(
                file, "evidence", file.line(*place), message, "write https://…, or take it out", "warning"
            )


def _objected(file: StoreFile, objection: Objection) -> Fault:
    """Return what the reader or the schema objects to, under the code of what it is about."""
    if objection.kind == "unreadable":
        return held(file, "unreadable", objection.line, objection.what, objection.mend)
    if objection.kind == "unknown_key":
        return held(file, "unknown_key", objection.line, objection.what, objection.mend, "warning")
    if file.kind in ("experience", "change") and objection.head == "id":
        return held(file, "id", objection.line, objection.what, objection.mend)
    if file.kind in ("experience", "change") and objection.head == "evidence":
        return held(file, "evidence", objection.line, objection.what, objection.mend)
    return held(file, "schema", objection.line, objection.what, objection.mend)


def _addresses(file: StoreFile) -> Iterator[tuple[Place, str]]:
    """Yield the address of each quote; a rejected alternative of a change record has a quote of its own."""
    for place, value in file.values.items():
        if place[-1:] == ("url",) and "evidence" in place[-3:-1]:
            yield place, value


def _misplaced(file: StoreFile) -> Iterator[Fault]:
    """Yield why a file that means to be a record is never read where it lies."""
    folders = file.path.split("/")[1:-1]
    if file.kind == "case":
        if len(folders) == 1 and file.name.endswith(".yaml") and ID.fullmatch(file.stem):
            yield _moved(
                file, f"`{folders[0]}` is no area: it is kept for the cases of `exp evaluate`", _AREA
            )
    elif file.kind == "text":
        if any(ending in file.name.lower() for ending in _RECORD_ENDINGS) and not _is_of_the_tool(folders):
            message = "is never read: the name of a record ends in .yaml"
            yield held(file, "misplaced", 0, message, "take it out, or name it ID.yaml", "warning")
    elif file.kind == "experience":
        yield from _outside_an_area(file, folders)
    elif file.kind == "change":
        yield from _outside_a_year(file, folders)


_AREA = f"{STORE}/AREA/"


def _outside_an_area(file: StoreFile, folders: list[str]) -> Iterator[Fault]:
    if _is_of_the_other_kind(file):
        yield _moved(file, "is a change record, among the experiences", f"{CHANGES}/YEAR/")
    elif not folders:
        yield _moved(file, "lies in no area, so it is never served", _AREA)
    elif len(folders) > 1:
        yield _moved(file, "lies too deep: experiences lie one folder deep", f"{STORE}/{folders[0]}/")
    else:
        yield from _misnamed(file)


def _outside_a_year(file: StoreFile, folders: list[str]) -> Iterator[Fault]:
    made_at = file.values.get(("made_at",), "")
    year = made_at[:4] if _YEAR.fullmatch(made_at[:4]) else UNDATED
    if _is_of_the_other_kind(file):
        yield _moved(file, "is an experience: `changes` is no area, it is kept for change records", _AREA)
    elif len(folders) == 1:
        yield _moved(file, "lies in no year, so it is never served", f"{CHANGES}/{year}/")
    elif len(folders) > 2:
        yield _moved(
            file, "lies too deep: change records lie in a folder of their year", f"{CHANGES}/{year}/"
        )
    elif file.name.startswith(".") or not file.name.endswith(".yaml"):
        yield from _misnamed(file)
    elif not _YEAR.fullmatch(folders[1]):
        message = f"lies in `{folders[1]}`, which is no year"
        yield held(file, "misplaced", 0, message, f"move it to {CHANGES}/{year}/", "warning")


def _misnamed(file: StoreFile) -> Iterator[Fault]:
    """Yield why the name alone keeps a file from being read."""
    if file.name.startswith("."):
        mend = f"name it {file.name.lstrip('.')}"
        yield held(file, "misplaced", 0, "its name begins with a dot, so it is never served", mend)
    elif not file.name.endswith(".yaml"):
        ending = file.name[len(file.stem) :]
        yield held(
            file,
            "misplaced",
            0,
            f"its name ends in {ending}, so it is never served",
            f"name it {file.stem}.yaml",
        )


def _moved(file: StoreFile, message: str, folder: str) -> Fault:
    return held(file, "misplaced", 0, message, f"move it to {folder}")


def _is_of_the_tool(folders: list[str]) -> bool:
    return bool(folders) and folders[0].startswith(".")


def _is_of_the_other_kind(file: StoreFile) -> bool:
    """Return whether a record has the fields of the other kind of record, and none of its own."""
    has = {place[0] for place in file.lines if len(place) == 1}
    if file.kind == "experience":
        return "intent" in has and not has & {"when", "what", "lens"}
    return file.kind == "change" and {"when", "what"} <= has and "intent" not in has
