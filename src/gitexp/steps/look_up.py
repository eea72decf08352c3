"""Look up: what the tree of one revision says of named things. Found, missing where that is sure, else unverifiable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.ports import Commits, Removals, Symbols
from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.outline import parts_of
from gitexp.records.removal import Removal
from gitexp.steps.code import Code, Looking
from gitexp.steps.look_up_members import is_document, look_up_member
from gitexp.steps.look_up_paths import judged_path, look_up_path, plain_path, told
from gitexp.steps.look_up_words import look_up_word, spellings

PATHS = ("path", "glob")


def look_up(
    mentions: Sequence[Mention],
    symbols: Symbols,
    removals: Removals | None = None,
    *,
    history: bool = False,
    moves: bool = False,
    commits: Commits | None = None,
) -> tuple[Finding, ...]:
    """Return one finding a mention, in the order asked.

    `missing` is said of a member whose container the tree has whole, bases and all, and of a path under a folder of
    the tree that neither tree nor history holds; whatever can't be seen is `unverifiable`. `removals` is asked for
    those paths; with `history` also which commit took a thing out that is not found, with `moves` only of paths.
    `commits` tells which ids are commits of this clone.
    """
    if symbols.lacking:
        return tuple(
            Finding(one.name, "unverifiable", reason=symbols.lacking, kind=one.kind) for one in mentions
        )
    asked = dict.fromkeys(mentions)
    texts = _texts(asked)
    code = Code(symbols, symbols.sighted(texts), {part for text in texts for part in parts_of(text)} | texts)
    findings = _together(code, {one: _looking(code, one) for one in asked if one.kind not in PATHS})
    findings |= _paths(code, [one for one in asked if one.kind in PATHS], removals)
    if not (history or moves):
        findings |= {one: _without_history(findings[one]) for one in findings if one.kind in PATHS}
    findings |= _members_after_all(code, findings)
    if commits is not None:
        findings |= _commits([one for one in asked if one.kind == "commit"], commits)
    if history and removals is not None:
        findings |= _gone(findings, removals)
    return tuple(findings[one] for one in mentions)


def _texts(mentions: Mapping[Mention, None]) -> frozenset[str]:
    """Return all that one search of the tree has to look for."""
    named = (_as_member(one) or one for one in mentions)
    return frozenset(text for one in named if one.kind not in PATHS for text in spellings(one))


def _as_member(mention: Mention) -> Mention | None:
    """Return what is spelled like a file, and may be a member that is called like an ending: `comparer.less`."""
    if mention.kind != "path" or "/" in mention.name or len(mention.parts) < 2:
        return None
    return Mention(mention.name, "symbol") if all(part.isidentifier() for part in mention.parts) else None


def _members_after_all(code: Code, findings: Mapping[Mention, Finding]) -> dict[Mention, Finding]:
    """Return the findings of what was taken for a file of no such name, and is declared as a member."""
    asked = {
        mention: member
        for mention, finding in findings.items()
        if finding.answer != "found" and (member := _as_member(mention))
    }
    found = _together(code, {member: _looking(code, member) for member in asked.values()})
    return {
        mention: found[member]
        for mention, member in asked.items()
        if found[member].declared or found[member].answer == "missing"
    }


def _looking(code: Code, mention: Mention) -> Looking[Finding]:
    """Return the look-up of one name, to go on beside others."""
    if mention.kind == "symbol" and len(mention.parts) > 1 and set(mention.parts) <= set(spellings(mention)):
        return (yield from look_up_member(code, mention.name, mention.parts))
    return (yield from look_up_word(code, mention))


def _together(code: Code, looking: Mapping[Mention, Looking[Finding]]) -> dict[Mention, Finding]:
    """Return the answers of look-ups that go on side by side: each round fetches for all of them at once."""
    answers: dict[Mention, Finding] = {}
    going = dict(looking)
    while going:
        wanted: set[str] = set()
        for mention, one in list(going.items()):
            try:
                wanted.update(next(one))
            except StopIteration as end:
                answers[mention] = end.value._replace(kind=mention.kind)
                del going[mention]
        code.fetch(wanted)
    return answers


def _paths(code: Code, mentions: Sequence[Mention], removals: Removals | None) -> dict[Mention, Finding]:
    """Return the findings of paths; the history is asked once, and only of those that the tree does not settle."""
    answers = {one: found for one in mentions if (found := look_up_path(code, one.name))}
    open_ones = [one for one in mentions if one not in answers]
    past: Mapping[str, Removal | None] = {}
    if open_ones and removals is not None:
        past = removals.paths(sorted({plain_path(one.name) for one in open_ones}))
    return answers | {one: judged_path(code, one.name, past) for one in open_ones}


def _in_code(where: str) -> bool:
    return not is_document(where.rpartition(":")[0])


def _without_history(finding: Finding) -> Finding:
    """Return the finding of a path that is gone without what took it out: nobody asked the history for that."""
    if not finding.gone:
        return finding
    reason = "not in the tree now; it was once, and --history tells what became of it"
    nearest = tuple(name for name in finding.nearest if name != finding.became)
    return finding._replace(reason=reason, gone="", became="", nearest=nearest)


def _commits(mentions: Sequence[Mention], commits: Commits) -> dict[Mention, Finding]:
    """Return which ids are commits of this clone; of another one nothing can be told."""
    here = commits.present([mention.name for mention in mentions]) if mentions else frozenset()
    reason = "no commit of this clone: cut off, of another repository, or never pushed"
    return {
        one: Finding(one.name, "found", kind="commit")
        if one.name in here
        else Finding(one.name, "unverifiable", reason=reason, kind="commit")
        for one in mentions
    }


def _lost(mention: Mention) -> str:
    """Return the word whose removal would tell where a name went: of a member the member's."""
    texts = mention.parts[-1:] if mention.kind == "symbol" else spellings(mention)
    return texts[0] if texts and len(texts[0]) > 1 else ""


def _gone(findings: Mapping[Mention, Finding], removals: Removals) -> dict[Mention, Finding]:
    """Return the names that the tree does not hold with the commit that took them out, where the history knows it."""
    lost = {
        mention: _lost(mention)
        for mention, one in findings.items()
        if mention.kind not in (*PATHS, "commit")
        and (one.answer == "missing" or (one.answer == "unverifiable" and not any(map(_in_code, one.where))))
    }
    if not lost:
        return {}
    known = removals.texts(sorted({text for text in lost.values() if text}))
    gone: dict[Mention, Finding] = {}
    for mention, text in lost.items():
        removal = known.get(text)
        if removal is not None:
            reason = findings[mention].reason
            # It was here once, so that nobody has to guess where it comes from.
            reason = f"{reason}; {told(removal)}" if findings[mention].answer == "missing" else told(removal)
            gone[mention] = findings[mention]._replace(reason=reason, gone=removal.commit)
    return gone
