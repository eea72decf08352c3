"""Reads what an evaluation is held against: the JSON of an earlier one, and a judge's verdicts on pairs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import get_args

from gitexp.adapters.evaluation_answers import AGAIN, read_answers
from gitexp.adapters.evaluation_questions import read_questions
from gitexp.adapters.json_lines import json_lines
from gitexp.adapters.json_values import Value, decoded, json_values
from gitexp.adapters.source_files import nearest, printable
from gitexp.errors import RecordError, UsageError
from gitexp.records.evaluation import Earlier
from gitexp.records.figures import Outcome, Scored
from gitexp.records.judgement import Judge
from gitexp.records.skipped import Skipped

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


def read_baseline(path: Path) -> Earlier:
    """Return what is kept of an earlier evaluation.

    Raises UsageError where there is no such file, RecordError where it is no evaluation.
    """
    where = printable(_file(path))
    try:
        values = list(json_values(decoded(path.read_bytes())))
    except OSError as error:
        raise UsageError(where, f"cannot be read: {error.strerror or error}") from None
    content = values[0].content if len(values) == 1 and isinstance(values[0], Value) else None
    if not isinstance(content, Mapping):
        raise RecordError(where, "holds no evaluation", AGAIN)
    cases, hashes = content.get("cases"), content.get("case_hashes")
    if not isinstance(cases, list) or not isinstance(hashes, Mapping):
        raise RecordError(where, "holds no evaluation: `cases` or `case_hashes` is missing", AGAIN)
    return Earlier(
        tuple(_scored(case, f"{where}: cases[{at}]") for at, case in enumerate(cases)),
        {str(name): str(content) for name, content in hashes.items()},
        str(content.get("case_set", "")),
        content.get("judge") == "verdicts",
        read_answers(content, where),
        _judge(content),
        read_questions(content, where),
    )


def _judge(content: Mapping[str, object]) -> Judge | None:
    """Return what stood behind an evaluation; files of before there was a choice name the engine alone."""
    engine, model, prompts = content.get("engine"), content.get("model"), content.get("prompts")
    if not isinstance(engine, str):
        return None
    return Judge(
        engine, _text(model), tuple(str(name) for name in prompts) if isinstance(prompts, list) else ()
    )


def _scored(content: object, where: str) -> Scored:
    if isinstance(content, Mapping):
        key, case = content.get("key"), content.get("discussion")
        wide, proposing = _outcome(content.get("wide")), _outcome(content.get("proposing"))
        row, candidate = _text(content.get("row")), _text(content.get("candidate"))
        if isinstance(key, str) and isinstance(case, str) and wide and (row or candidate):
            words, optional = str(content.get("words", "")), content.get("optional") is True
            return Scored(key, case, wide, proposing, row, candidate, words, optional)
    raise RecordError(where, "is no case with an outcome", AGAIN)


def _outcome(value: object) -> Outcome | None:
    return next((one for one in OUTCOMES if one == value), None)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def read_verdicts(path: Path) -> tuple[dict[tuple[str, ...], bool], list[Skipped]]:
    """Return a judge's answers by the pair's key, or by discussion, row and candidate; and the lines that don't fit.

    Raises UsageError where there is no such file.
    """
    where = printable(_file(path))
    answers: dict[tuple[str, ...], bool] = {}
    skipped: list[Skipped] = []
    try:
        with path.open("rb") as stream:
            for line in json_lines(stream, where):
                if isinstance(line, Skipped):
                    skipped.append(line)
                    continue
                fault = _add(answers, line.content)
                if fault:
                    skipped.append(Skipped(f"{where}:{line.line}", fault))
    except OSError as error:
        raise UsageError(where, f"cannot be read: {error.strerror or error}") from None
    return answers, skipped


def _add(answers: dict[tuple[str, ...], bool], content: object) -> str | None:
    """Add an answer, or return what is wrong with it."""
    if not isinstance(content, Mapping):
        return "is no object"
    key = _text(content.get("key"))
    three = tuple(_text(content.get(name)) or "" for name in ("discussion", "row", "candidate"))
    name = (key,) if key else three
    if not all(name):
        return "has no `key`, and not `discussion`, `row` and `candidate` either"
    same = content.get("same")
    if not isinstance(same, bool):
        return "has no `same`: true or false"
    if answers.setdefault(name, same) != same:
        return "says the contrary of an earlier line, which counts"
    return None


def _file(path: Path) -> Path:
    """Return the path of what can be read once, from beginning to end: a file, or the pipe of `<(…)`."""
    if path.is_dir():
        raise UsageError(printable(path), "is a folder", "give a file")
    if not path.exists():
        raise UsageError(printable(path), "no such file", nearest(path))
    return path
