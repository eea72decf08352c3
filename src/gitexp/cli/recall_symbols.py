"""Looks up the symbols that conditions ask about, for recall: what was looked up before never comes by."""

from __future__ import annotations

from collections.abc import Sequence

from gitexp.cli.wiring import Workshop
from gitexp.records.finding import Finding
from gitexp.records.mentions import mention
from gitexp.steps.look_up import look_up


def looked_up(names: Sequence[str], cwd: str | None, commit: str) -> dict[str, Finding]:
    """Return what the code of a commit holds of each name; where there is no commit nothing can be told."""
    findings = look_up([mention(name) for name in names], Workshop(cwd).symbols_at(commit or None))
    # A mention is the name without its brackets; a check asks for it as it is written.
    return {name: one._replace(name=name) for name, one in zip(names, findings, strict=True)}
