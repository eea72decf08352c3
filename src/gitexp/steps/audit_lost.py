"""Tells what a tree had itself from what it only used: a name of a library that is used no more is not stale."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gitexp.ports import Removals, Symbols
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.steps.look_up import look_up
from gitexp.steps.renamed import renamed

MAX_COMMITS = 12
"""Commits whose trees are looked at for what they took out."""
_WORKED = frozenset(
    "py pyi js mjs cjs ts tsx jsx java kt go rs c h cc cpp hpp cs rb php swift m scala lua dart ex exs".split()
)
"""Endings of files that read flags, variables and keys; scripts and settings of a build only use those of others."""
_SET = frozenset("toml yaml yml json ini cfg conf properties xml env plist".split())
"""Endings of files that hold keys of a configuration."""

Before = Callable[[str], Symbols]
"""Returns the tree as it was before a commit."""


def only_own(
    findings: Mapping[Mention, Finding], before: Before, now: Symbols, removals: Removals
) -> dict[Mention, Finding]:
    """Return the findings; `gone` stays where the tree itself had declared the thing before it was taken out.

    What stands under another name now is told with it.
    """
    by_commit: dict[str, list[Mention]] = {}
    for mention, finding in findings.items():
        if finding.gone and mention.kind not in ("path", "glob"):
            by_commit.setdefault(finding.gone, []).append(mention)
    judged = dict(findings)
    for number, (commit, mentions) in enumerate(sorted(by_commit.items())):
        tree = before(commit)
        known: Sequence[Finding] = look_up(mentions, tree) if number < MAX_COMMITS else ()
        own = {mention: was for mention, was in zip(mentions, known, strict=False) if was_own(mention, was)}
        for mention in mentions:
            if mention not in own:
                judged[mention] = _only_used(findings[mention])
            elif mention.kind == "symbol" and (name := renamed(own[mention], tree, now, removals)):
                judged[mention] = now_called(findings[mention], name)
    return judged


def _only_used(finding: Finding) -> Finding:
    """Return the finding of what the tree never had itself: that its words went is no removal."""
    return finding._replace(gone="", reason=_before_removal(finding))


def _before_removal(finding: Finding) -> str:
    """Return the reason without what the history says of the words."""
    reason, removed, _ = finding.reason.partition("was removed in ")
    return (reason.rstrip("; ") or "not in the tree, and of a library before") if removed else finding.reason


def now_called(finding: Finding, name: str) -> Finding:
    """Return the finding of a thing that stands under another name now."""
    nearest = tuple(dict.fromkeys((name, *finding.nearest)))[:3]
    reason = f"{finding.reason}; its lines stand in `{name}` now"
    return finding._replace(became=name, nearest=nearest, reason=reason)


def was_own(mention: Mention, finding: Finding) -> bool:
    """Return whether a thing that was found is the tree's own."""
    if finding.answer != "found":
        return False
    if mention.kind == "symbol":
        return finding.declared
    endings = {place.rpartition(":")[0].rpartition(".")[2] for place in finding.where}
    own = _WORKED | _SET if mention.kind == "key" else _WORKED
    return mention.kind in ("path", "glob") or bool(endings & own)
