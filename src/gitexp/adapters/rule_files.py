"""Writes path-scoped rule files as Claude Code, Cursor and Copilot CLI read them: the globs in the head, then the text."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.adapters.house_agents_sealed import sealed

PREFIX = "git-exp-"
ABOUT = "What this project learnt the hard way about these files (git-exp)"
_NAME = 40


@dataclass(frozen=True)
class Rule:
    """What a rule file tells, and the globs that an agent loads it by. No glob holds quotes, commas or line ends."""

    globs: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class RuleFolder:
    """Where an agent looks for rule files, and how their names end."""

    name: str
    ending: str


FOLDERS = {
    "claude-code": RuleFolder(".claude/rules", ".md"),
    "cursor": RuleFolder(".cursor/rules", ".mdc"),
    "copilot-cli": RuleFolder(".github/instructions", ".instructions.md"),
}


def rule_files(agent: str, rules: Sequence[Rule]) -> dict[str, bytes]:
    """Return the rule files of an agent by their names; none for an agent that reads no such files."""
    folder = FOLDERS.get(agent)
    if folder is None:
        return {}
    return {
        f"{folder.name}/{PREFIX}{_slug(rule.globs)}{folder.ending}": sealed(
            f"---\n{_head(agent, rule.globs)}---\n\n{rule.text}\n"
        )
        for rule in rules
    }


def names_of(agent: str) -> tuple[str, str] | None:
    """Return the folder of an agent's rule files, and a pattern of their names; None where it reads none."""
    folder = FOLDERS.get(agent)
    return None if folder is None else (folder.name, f"{PREFIX}*{folder.ending}")


def _head(agent: str, globs: Sequence[str]) -> str:
    """Return the frontmatter's lines. Claude Code documents a list, the others one text with commas."""
    if agent == "claude-code":
        return "paths:\n" + "".join(f'  - "{glob}"\n' for glob in globs)
    joined = ",".join(globs)
    if agent == "copilot-cli":
        return f'applyTo: "{joined}"\n'
    # Cursor writes them without quotes; YAML needs these where the first sign means something to it.
    plain = re.match(r"[\w.]", joined) and ": " not in joined
    return f"description: {ABOUT}\nglobs: {joined if plain else _quoted(joined)}\nalwaysApply: false\n"


def _quoted(text: str) -> str:
    return f'"{text}"'


def _slug(globs: Sequence[str]) -> str:
    """Return a name for the globs: readable, and of these alone."""
    words = re.findall(r"[a-z0-9]+", globs[0].lower())
    readable = "-".join(words)[:_NAME].strip("-") or "files"
    return f"{readable}-{hashlib.sha256(chr(10).join(globs).encode()).hexdigest()[:6]}"
