"""The part of the house that lies under `.github` (`exp init --github`): workflows for a level, and a CODEOWNERS line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Literal, TypeVar, get_args

from gitexp.adapters import safe_files
from gitexp.adapters.managed_block import Block
from gitexp.errors import UsageError
from gitexp.records.bot import Level

EngineName = Literal["rules", "model"]
Word = TypeVar("Word", bound=str)

BEGIN, END = "# exp:begin (git-exp)", "# exp:end"
FOLDERS = (".github/workflows", ".github")
_WORKFLOWS = tuple(f".github/workflows/exp-{name}.yml" for name in
                   ("propose", "backfill", "audit", "commands", "archaeology"))  # fmt: skip
_CODEOWNERS = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks, in its order: the first one there counts."""
_PLACEHOLDER = "git-exp/exp@" + "0" * 40
_CALL = "exp init --github"

_ACTION = re.compile(r"(?:\./[\w./-]*|[\w.-]+/[\w.-]+(?:/[\w./-]+)?@[\w./-]+)", re.ASCII)
_MODEL = re.compile(r"[\w.:/@+-]{1,200}", re.ASCII)
_OWNER = re.compile(r"@[\w-]+(?:/[\w.-]+)?|[^\s#@]+@[\w.-]+", re.ASCII)
_PINNED = re.compile(r"\./.*|.*@[0-9a-f]{40}(?:[0-9a-f]{24})?")
_PERMISSION = re.compile(r"(?m)^( +[a-z-]+): read # write at level ([a-z, -]+): (.*)$")
_JOB = re.compile(
    r"\n\n(?P<above>  # [^\n]*\n)  # Only at level (?P<levels>[a-z, -]+)\.\n(?P<job>.*)\Z", re.DOTALL
)
_LEVEL = re.compile(r"(?m)^( +level:) report$")
_BRANCH = re.compile(r'(?m)^( +branches:) \["main"\]$')
_OPTIONS = re.compile(rf"(?m)^# {_CALL}((?: --[a-z]+ \S+)+)\r?$")
_OWNED = re.compile(rf"(?m)^{re.escape(BEGIN)}\r?\n# .*\n/experiences/ (.+?)\r?\n{END}")


@dataclass(frozen=True)
class Asked:
    """What a call of `exp init --github` named; None: as it was laid, else as it is by default."""

    action: str | None = None
    level: str | None = None
    engine: str | None = None
    model: str | None = None
    comment: bool | None = None
    owners: tuple[str, ...] = ()


@dataclass(frozen=True)
class GithubHouse:
    """Which workflows are laid, and what stands in them."""

    action: str
    """What the workflows use: OWNER/NAME@COMMIT, or `./` in the repository that the action is part of."""
    level: Level = "report"
    engine: EngineName = "rules"
    model: str = ""
    comment: bool = False
    """Whether archaeology may comment on pull requests."""
    branch: str = "main"
    """The default branch."""
    owners: tuple[str, ...] = ()
    """Who is asked to review experiences; nobody: CODEOWNERS stays as it is."""

    @property
    def pinned(self) -> bool:
        """Return whether nobody can put another action in the place of this one."""
        return _PINNED.fullmatch(self.action) is not None


def chosen(root: Path, asked: Asked, settings: Mapping[str, str], branch: str | None) -> GithubHouse:
    """Return what to lay: as asked, else as laid before, else as git's settings say, else the least.

    Raises UsageError where a word does not fit, or the action is not known.
    """
    laid = _laid(root)
    action = _fitting(
        "--action", asked.action or laid.get("action") or settings.get("exp.action"), _ACTION,
        "OWNER/NAME@COMMIT of the repository that holds git-exp's action.yml (or git config exp.action)",
    )  # fmt: skip
    engines: tuple[EngineName, ...] = get_args(EngineName)
    levels: tuple[Level, ...] = get_args(Level)
    engine = _one_of(asked.engine or laid.get("engine"), engines)
    named = asked.model or laid.get("model") or settings.get("exp.model")
    model = _fitting("--model", named, _MODEL, "the language model's name") if engine == "model" else ""
    owners = asked.owners or _laid_owners(root)
    there = safe_files.content(safe_files.destination(root, _WORKFLOWS[-1]), _WORKFLOWS[-1]) is not None
    for owner in owners:
        _fitting("--codeowners", owner, _OWNER, "@USER or @ORG/TEAM")
    return GithubHouse(
        action=action,
        level=_one_of(asked.level or laid.get("level"), levels),
        engine=engine,
        model=model,
        comment=there if asked.comment is None else asked.comment,
        branch=branch or "main",
        owners=owners,
    )


def workflows(house: GithubHouse) -> Iterator[tuple[str, Block]]:
    """Yield the workflows of the house: name and text."""
    for name in names(house):
        file = name.rpartition("/")[2]
        if house.engine == "model" and file in ("exp-propose.yml", "exp-backfill.yml"):
            file = file.replace(".yml", ".model.yml")
        raw = resources.files("gitexp").joinpath("templates", "github", file).read_text("utf-8")
        yield name, _block(_filled(raw, house, remembers=name == _WORKFLOWS[0]))


def names(house: GithubHouse) -> tuple[str, ...]:
    """Return the workflows that a house has: each one only where its level or option gives it something to do."""
    without = set() if house.level == "pull-request" else {".github/workflows/exp-commands.yml"}
    if not house.comment:
        without.add(".github/workflows/exp-archaeology.yml")
    return tuple(name for name in _WORKFLOWS if name not in without)


def unused(house: GithubHouse) -> Iterator[tuple[str, Block]]:
    """Yield the workflows that a house does not have."""
    used = names(house)
    return ((name, _block("")) for name in _WORKFLOWS if name not in used)


def possible(root: Path) -> Iterator[tuple[str, Block]]:
    """Yield every file there that may hold something of exp's, with the marks of its block."""
    return ((name, _block("")) for name in (*_WORKFLOWS, *_CODEOWNERS) if (root / name).exists())


def codeowners(root: Path, house: GithubHouse) -> tuple[str, Block] | None:
    """Return the file of code owners that counts and the line for it, None where nobody is named."""
    if not house.owners:
        return None
    there = [name for name in _CODEOWNERS if (root / name).exists()]
    return (there or _CODEOWNERS)[0], _block(f"/experiences/ {' '.join(house.owners)}\n")


def _block(body: str) -> Block:
    return Block(BEGIN, END, ("# ", ""), body)


def _filled(raw: str, house: GithubHouse, *, remembers: bool) -> str:
    """Return a workflow with what the house decides in place of what stands in the template.

    One of them remembers the options: a later call goes by them.
    """
    options = {"level": house.level, "engine": house.engine, "model": house.model, "action": house.action}
    options = options if remembers else {}
    call = " ".join((_CALL, *(f"--{name} {value}" for name, value in options.items() if value)))
    # GitHub's newer `$/` for an action of the same repository is not known yet to older runners and linters.
    remark = " # zizmor: ignore[self-repository]" if house.action.startswith("./") else ""
    text = raw.replace(f"# {_CALL}\n", f"# {call}\n").replace(_PLACEHOLDER, house.action + remark)
    text = _PERMISSION.sub(lambda match: _permission(match, house.level), text)
    text = _JOB.sub(lambda match: _job(match, house.level), text)
    text = _LEVEL.sub(rf"\1 {house.level}", text)
    text = text.replace(" model: MODEL\n", f" model: {json.dumps(house.model)}\n")
    return _BRANCH.sub(lambda match: f"{match[1]} [{_pattern(house.branch)}]", text)


def _permission(match: re.Match[str], level: Level) -> str:
    """Return the permission as the level needs it; where it only reads, the line goes on saying when it would write."""
    return f"{match[1]}: write # {match[3]}" if level in match[2].split(", ") else match[0]


def _job(match: re.Match[str], level: Level) -> str:
    """Return the last job of a workflow where the level has it, else nothing."""
    return f"\n\n{match['above']}{match['job']}" if level in match["levels"].split(", ") else "\n"


def _pattern(branch: str) -> str:
    """Return a pattern of GitHub's that a branch of this name alone fits, as YAML."""
    plain = re.sub(r"([+*?\[\]!\\])", r"\\\1", branch).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in plain) + '"'


def _laid(root: Path) -> dict[str, str]:
    """Return the options with which the workflows were laid, by name; none where they are not there."""
    found = safe_files.content(safe_files.destination(root, _WORKFLOWS[0]), _WORKFLOWS[0]) or b""
    match = _OPTIONS.search(found.decode("utf-8", "replace"))
    words = match[1].split() if match else []
    return {name.removeprefix("--"): value for name, value in zip(words[::2], words[1::2], strict=True)}


def _laid_owners(root: Path) -> tuple[str, ...]:
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
    return value


def _one_of(value: str | None, words: tuple[Word, ...]) -> Word:
    """Return the word, the first of all where it is none of them."""
    return next((word for word in words if word == value), words[0])
