"""Experiences as files: those of other repositories, made from gold labels, and what is planted beside them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gitexp.records.globs import matches

MANY = 1_000
AREAS = (
    "src/**", "docs/**", "**/*.md", "**/*.ts", "**/*.tsx", "**/*.go", "cmd/**", "apps/**", "packages/**",
    "**/*test*", "**/*.sh", "**/*.yml", "internal/**", "lib/**", "tests/**", "**/components/**", "**/services/**",
    "**/utils/**", "**/strategy/**", "**/api/**", "*.json", "scripts/**", ".github/**",
)  # fmt: skip
"""Places as any project has them; rows are widened to them in turn, so that many scopes cover an edit."""
_VARIANTS = 30


class Written(NamedTuple):
    """An experience: the file and its text, with the parts that are counted by."""

    id: str
    path: str
    text: str
    paths: tuple[str, ...]
    symbols: tuple[str, ...]
    what: str
    why: str

    def covers(self, file: str) -> bool:
        """Return whether its scope names the file, by a path or a glob."""
        return any(matches(glob, file) for glob in self.paths)


def written(
    key: str,
    when: str,
    what: str,
    why: str = "",
    paths: Sequence[str] = (),
    symbols: Sequence[str] = (),
    preconditions: str = "none",
) -> Written:
    """Return an experience in the form of the store; `key` decides its identity, `preconditions` is YAML on one line."""
    slug = re.sub(r"[^a-z0-9]+", "-", what.lower())[:40].strip("-") or "said"
    name = f"{slug}-{hashlib.sha1(key.encode()).hexdigest()[:10]}"
    scope = "".join(
        f", {kind}: {json.dumps(some, ensure_ascii=False)}"
        for kind, some in (("paths", list(paths)), ("symbols", list(symbols)))
        if some
    )
    lines = [
        f"id: {name}",
        f"title: {_quoted(what[:70])}",
        f"when: {_quoted(when)}",
        f"what: {_quoted(what)}",
        *([f"why: {_quoted(why)}"] if why else []),
        f"preconditions: {preconditions}",
        *([f"scope: {{{scope[2:]}}}"] if scope else []),
        f'evidence: [{{turn: "review_comment:1", quote: {_quoted(what)}}}]',
        "lens: logic",
        "kind: constraint",
        "status: active",
        "provenance: {engine: rules}",
    ]
    area = paths[0].partition("/")[0] if paths and paths[0][0].isalnum() and "/" in paths[0] else "general"
    return Written(
        name,
        f"experiences/{area}/{name}.yaml",
        "\n".join(lines) + "\n",
        tuple(paths),
        tuple(symbols),
        what,
        why,
    )


def others(shared: Path, repository: str, many: int = MANY) -> list[Written]:
    """Return experiences of other repositories: each row as it stands, then the same rows with wider scopes."""
    lines = (shared / "discussions" / "GOLD.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, filter(None, lines)) if not row.get("none")]
    kept = [row for row in rows if row["discussion"].split("__")[1].lower() != repository.lower()]
    found: list[Written] = []
    for variant in range(_VARIANTS):
        for number, row in enumerate(kept):
            if len(found) == many:
                return found
            paths, symbols = _scope(row["paths"], row["symbols"], variant, number)
            key = f"{row['discussion']} {row['id']} {variant}"
            found.append(written(key, row["when"], row["what"], row["why"], paths, symbols))
    return found


def _scope(
    paths: list[str], symbols: list[str], variant: int, number: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the scope as it stands, then wider ones: folders, endings, and areas as any project has them."""
    if variant == 0:
        return tuple(paths), tuple(symbols)
    wider = list(dict.fromkeys(_wider(paths)))
    kept = tuple(symbols) if variant % 2 else ()
    if variant <= len(wider):
        return (wider[variant - 1],), kept
    return (AREAS[(variant + 7 * number) % len(AREAS)],), kept


def _wider(paths: list[str]) -> Iterator[str]:
    for path in paths:
        folders = path.split("/")[:-1]
        for depth in range(len(folders), 0, -1):
            yield "/".join(folders[:depth]) + "/**"
        ending = path.rpartition(".")[2]
        yield f"**/*.{ending}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
