"""The part of the house that lies under `.github` (`exp init --github`): workflows for a level, and a CODEOWNERS line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import TypeVar, get_args

from gitexp.adapters import safe_files
from gitexp.adapters.house_filled import filled
from gitexp.adapters.house_laid import BEGIN, END, WORKFLOWS, block, remembered
from gitexp.adapters.house_wanted import Asked as Asked
from gitexp.adapters.house_wanted import EngineName as EngineName
from gitexp.adapters.house_wanted import GithubHouse as GithubHouse
from gitexp.adapters.managed_block import Block
from gitexp.errors import UsageError
from gitexp.records.bot import Level

Word = TypeVar("Word", bound=str)

FOLDERS = (".github/workflows", ".github")
_CODEOWNERS = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks, in its order: the first one there counts."""

_ACTION = re.compile(r"(?:\./[\w./-]*|[\w.-]+/[\w.-]+(?:/[\w./-]+)?@[\w./-]+)", re.ASCII)
_MODEL = re.compile(r"[\w.:/@+-]{1,200}", re.ASCII)
_OWNER = re.compile(r"@[\w-]+(?:/[\w.-]+)?|[^\s#@]+@[\w.-]+", re.ASCII)
_ENVIRONMENT = re.compile(r"[\w./-]{1,100}", re.ASCII)
_NUMBER = re.compile(r"[1-9][0-9]{0,11}")
_AMOUNT = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,6})?")
_EXAMPLE = re.compile(
    r"(?:[@/]|^)(?:OWNER|NAME|ORG|TEAM|USER|MODEL|REPO)(?=[@/]|$)|@(?:COMMIT|REF|SHA|TAG|0{40,64})$"
)
"""What stands in pages and helps in the place of a name."""
_OWNED = re.compile(rf"(?m)^{re.escape(BEGIN)}\r?\n# .*\n/experiences/ (.+?)\r?\n{END}")


def chosen(root: Path, asked: Asked, settings: Mapping[str, str], branch: str | None) -> GithubHouse:
    """Return what to lay: as asked, else as laid before, else as git's settings say, else the least.

    Raises UsageError where a word does not fit, or the action is not known.
    """
    laid = remembered(root)
    action = _fitting(
        "--action", asked.action or laid.get("action") or settings.get("exp.action"), _ACTION,
        "OWNER/NAME@COMMIT of the repository that holds git-exp's action.yml (or git config exp.action)",
    )  # fmt: skip
    engines: tuple[EngineName, ...] = get_args(EngineName)
    levels: tuple[Level, ...] = get_args(Level)
    engine = _one_of(asked.engine or laid.get("engine"), engines)
    named = asked.model or laid.get("model") or settings.get("exp.model")
    model = _fitting("--model", named, _MODEL, "the language model's name") if engine == "model" else ""
    owners = asked.owners or laid_owners(root)
    for owner in owners:
        _fitting("--codeowners", owner, _OWNER, "@USER or @ORG/TEAM")
    there = safe_files.content(safe_files.destination(root, WORKFLOWS[-1]), WORKFLOWS[-1]) is not None
    comment = bool(laid["comment"]) if "comment" in laid else there
    more = {
        option: _optional(f"--{option}", laid.get(option, "") if value is None else value, form, meant)
        for option, value, form, meant in (
            ("environment", asked.environment, _ENVIRONMENT, "the name of one of GitHub's environments"),
            ("max-tokens", asked.max_tokens, _NUMBER, "a whole number from 1 on"),
            ("max-cost", asked.max_cost, _AMOUNT, "an amount, as 2.50"),
        )
    }
    return GithubHouse(
        action=action,
        level=_one_of(asked.level or laid.get("level"), levels),
        engine=engine,
        model=model,
        comment=comment if asked.comment is None else asked.comment,
        branch=branch or "main",
        owners=owners,
        environment=more["environment"],
        max_tokens=more["max-tokens"],
        max_cost=more["max-cost"],
        app=bool(laid.get("app")) if asked.app is None else asked.app,
    )


def workflows(house: GithubHouse) -> Iterator[tuple[str, Block]]:
    """Yield the workflows of the house: name and text."""
    for name in names(house):
        file = name.rpartition("/")[2]
        if house.engine == "model" and file in ("exp-propose.yml", "exp-backfill.yml"):
            file = file.replace(".yml", ".model.yml")
        raw = resources.files("gitexp").joinpath("templates", "github", file).read_text("utf-8")
        yield name, block(filled(raw, house))


def names(house: GithubHouse) -> tuple[str, ...]:
    """Return the workflows that a house has: each one only where its level or option gives it something to do."""
    without = set() if house.level == "pull-request" else {".github/workflows/exp-commands.yml"}
    if not house.comment:
        without.add(".github/workflows/exp-archaeology.yml")
    return tuple(name for name in WORKFLOWS if name not in without)


def unused(house: GithubHouse) -> Iterator[tuple[str, Block]]:
    """Yield the workflows that a house does not have."""
    used = names(house)
    return ((name, block("")) for name in WORKFLOWS if name not in used)


def possible(root: Path) -> Iterator[tuple[str, Block]]:
    """Yield every file there that may hold something of exp's, with the marks of its block."""
    return ((name, block("")) for name in (*WORKFLOWS, *_CODEOWNERS) if (root / name).exists())


def codeowners(root: Path, house: GithubHouse) -> tuple[str, Block] | None:
    """Return the file of code owners that counts and the line for it, None where nobody is named."""
    if not house.owners:
        return None
    there = [name for name in _CODEOWNERS if (root / name).exists()]
    return (there or _CODEOWNERS)[0], block(f"/experiences/ {' '.join(house.owners)}\n")


def laid_owners(root: Path) -> tuple[str, ...]:
    """Return the owners in the line that was laid before, if there is one."""
    there = [name for name in _CODEOWNERS if (root / name).exists()]
    found = safe_files.content(safe_files.destination(root, there[0]), there[0]) if there else None
    match = _OWNED.search((found or b"").decode("utf-8", "replace"))
    return tuple(match[1].split()) if match else ()


def _fitting(option: str, value: str | None, form: re.Pattern[str], meant: str) -> str:
    if not value:
        raise UsageError(option, "is missing", f"give {option} {meant}")
    if not form.fullmatch(value):
        raise UsageError(option, f"`{value[:100]}` does not fit", f"give {meant}")
    if _EXAMPLE.search(value):
        raise UsageError(option, f"`{value[:100]}` is only an example", f"put real names in: {meant}")
    return value


def _optional(option: str, value: str, form: re.Pattern[str], meant: str) -> str:
    return _fitting(option, value, form, meant) if value else ""


def _one_of(value: str | None, words: tuple[Word, ...]) -> Word:
    """Return the word, the first of all where it is none of them."""
    return next((word for word in words if word == value), words[0])
