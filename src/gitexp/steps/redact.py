"""The redact step: secrets, addresses, real names, home folders and what no one sees go; the rest stays as it is.

A secret becomes `[secret-1]`, an e-mail address `[email-1]`, a real name in a trailer or before an address
`[person-1]`, a home folder `~`. Within one discussion the same thing gets the same placeholder everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Incident, Scope
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.records.text import Redacted
from gitexp.steps.redact_texts import Cleaned, cleaned

_To = Callable[[str], Redacted]
"""What is done with each text of a record."""


def redact(discussions: Sequence[Discussion[str]]) -> tuple[tuple[Discussion[Redacted], ...], int]:
    """Return the discussions with every text redacted, and how many things were replaced."""
    clean: list[Discussion[Redacted]] = []
    replaced = 0
    for discussion in discussions:
        texts: list[str] = []
        _discussion(discussion, _seeing(texts))
        found = cleaned(texts)
        clean.append(_discussion(discussion, _putting(found)))
        replaced += found.replaced
    return tuple(clean), replaced


def redacted(text: str) -> Redacted:
    """Return one free-standing text redacted."""
    return Redacted(cleaned([text]).of[text])


def redacted_experience(experience: Experience[str]) -> Experience[Redacted]:
    """Return the experience with every readable text redacted. Ids, dates and the team's own `x-` keys stay."""
    texts: list[str] = []
    _experience(experience, _seeing(texts))
    return _experience(experience, _putting(cleaned(texts)))


def _seeing(texts: list[str]) -> _To:
    """Return a function that only notes each text: a record is walked once to see all, once to put them back."""

    def see(text: str) -> Redacted:
        texts.append(text)
        return Redacted()

    return see


def _putting(clean: Cleaned) -> _To:
    return lambda text: Redacted(clean.of[text])


def _maybe(text: str | None, to: _To) -> Redacted | None:
    return None if text is None else to(text)


def _plain(text: str | None, to: _To) -> str | None:
    """Return a login or an address redacted, as the ordinary text that its field holds."""
    return None if text is None else str(to(text))


def _all(texts: Sequence[str], to: _To) -> tuple[Redacted, ...]:
    return tuple(to(text) for text in texts)


def _discussion(discussion: Discussion[str], to: _To) -> Discussion[Redacted]:
    return Discussion(
        id=discussion.id,
        kind=discussion.kind,
        repo=discussion.repo,
        title=_maybe(discussion.title, to),
        turns=tuple(_turn(turn, to) for turn in discussion.turns),
        url=_plain(discussion.url, to),
        author=_plain(discussion.author, to),
        number=discussion.number,
        merged_at=discussion.merged_at,
        local=discussion.local,
        private=discussion.private,
        files=tuple(str(to(path)) for path in discussion.files),
        taken_back=_plain(discussion.taken_back, to),
        noted=discussion.noted,
        repeats=discussion.repeats,
    )


def _turn(turn: Turn[str], to: _To) -> Turn[Redacted]:
    speaker = turn.speaker
    return Turn(
        id=turn.id,
        speaker=Speaker(_plain(speaker.login, to), speaker.role, speaker.association, speaker.can_write),
        text=to(turn.text),
        at=turn.at,
        url=_plain(turn.url, to),
        anchor=_anchor(turn.anchor, to) if turn.anchor else None,
        reply_to=turn.reply_to,
        thread=turn.thread,
        resolved=turn.resolved,
        suggestion=turn.suggestion,
        state=turn.state,
        late=turn.late,
    )


def _anchor(anchor: Anchor[str], to: _To) -> Anchor[Redacted]:
    return Anchor(
        path=_maybe(anchor.path, to),
        line=anchor.line,
        commit=anchor.commit,
        hunk=_maybe(anchor.hunk, to),
        outdated=anchor.outdated,
    )


def _experience(experience: Experience[str], to: _To) -> Experience[Redacted]:
    incident = experience.incident
    return Experience(
        id=experience.id,
        title=to(experience.title),
        when=to(experience.when),
        what=to(experience.what),
        evidence=tuple(_evidence(evidence, to) for evidence in experience.evidence),
        lens=experience.lens,
        kind=experience.kind,
        status=experience.status,
        why=_maybe(experience.why, to),
        preconditions=_preconditions(experience.preconditions, to),
        failure_modes=_all(experience.failure_modes, to),
        anti_patterns=_all(experience.anti_patterns, to),
        scope=Scope(_all(experience.scope.paths, to), _all(experience.scope.symbols, to)),
        example=_maybe(experience.example, to),
        incident=Incident(
            _maybe(incident.trigger, to),
            _maybe(incident.diagnosis, to),
            _maybe(incident.fix, to),
            _maybe(incident.outcome, to),
        ),
        pattern=_maybe(experience.pattern, to),
        severity=experience.severity,
        quality=experience.quality,
        search={language: _all(words, to) for language, words in experience.search.items()},
        observed_at=experience.observed_at,
        lifecycle=replace(experience.lifecycle, reason=_plain(experience.lifecycle.reason, to)),
        relations=experience.relations,
        provenance=experience.provenance,
        own=experience.own,
    )


def _evidence(evidence: Evidence[str], to: _To) -> Evidence[Redacted]:
    return Evidence(
        turn=evidence.turn,
        quote=to(evidence.quote),
        url=_plain(evidence.url, to),
        by=_plain(evidence.by, to),
        at=evidence.at,
    )


def _preconditions(preconditions: Preconditions[str], to: _To) -> Preconditions[Redacted]:
    return Preconditions(
        must=_conditions(preconditions.must, to),
        must_not=_conditions(preconditions.must_not, to),
        typical_env=_conditions(preconditions.typical_env, to),
        unread=preconditions.unread,
    )


def _conditions(conditions: Sequence[Condition[str]], to: _To) -> tuple[Condition[Redacted], ...]:
    return tuple(
        Condition(to(condition.text), _check(condition.check, to) if condition.check else None)
        for condition in conditions
    )


def _check(check: Check, to: _To) -> Check:
    """Return the check with its values redacted; what it asks stays the same."""
    match check:
        case DependencyCheck(name, ecosystem, version):
            return DependencyCheck(str(to(name)), _plain(ecosystem, to), _plain(version, to))
        case LanguageCheck(language):
            return LanguageCheck(str(to(language)))
        case PathCheck(glob):
            return PathCheck(str(to(glob)))
        case SymbolCheck(symbol):
            return SymbolCheck(str(to(symbol)))
        case PlatformCheck(platform):
            return PlatformCheck(str(to(platform)))
        case KeyCheck(key, values):
            return KeyCheck(str(to(key)), tuple(str(to(value)) for value in values))
