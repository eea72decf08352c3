"""Recall: what the team learnt that applies here, now, with reasons; silent when there is nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from gitexp.records.applicability import Applicability
from gitexp.records.experience import Experience, Standing
from gitexp.records.facts import Facts
from gitexp.records.globs import matches
from gitexp.records.limits import BUDGET, LIMIT
from gitexp.records.precondition import DependencyCheck, SymbolCheck
from gitexp.records.recollection import Recalled, Recollection
from gitexp.records.skipped import Skipped
from gitexp.records.words import content_words, tokens_of
from gitexp.steps.applicability import judge
from gitexp.steps.retell import frame, lines_of

if TYPE_CHECKING:  # recall must stay instant: the ports drag in every record
    from gitexp.ports import FactsSource, Store, Symbols, Versions

GOOD = 0.3
"""The score from which an answer is near enough to be called a match."""
FLOOR = 0.12
"""Below this an experience shares too little with the question to be shown unasked."""


@dataclass(frozen=True)
class Question:
    """What is asked: words, files (repository-relative, POSIX; may not exist yet), symbols, `--env` values."""

    words: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    env: tuple[str, ...] = ()
    limit: int | None = LIMIT
    budget: int | None = BUDGET
    all: bool = False
    worktree: bool = False
    facts: bool = True
    """Whether the answer tells all facts; else manifests are read only where a condition asks for a dependency."""
    approvals: bool = True
    """Whether to look up who approved what is shown; that reads the history."""
    today: str = ""
    """YYYY-MM-DD: what has expired by then is not served."""

    @property
    def open(self) -> bool:
        """Return whether nothing narrows the question: then everything that applies is near."""
        return not (self.words.strip() or self.files or self.symbols)


@dataclass(frozen=True)
class _Near:
    """How near an experience is to the question: 0 to 1, and why."""

    score: float
    because: tuple[str, ...] = field(default=())


def recall(
    question: Question, store: Store, source: FactsSource, symbols: Symbols, versions: Versions
) -> Recollection:
    """Return what applies, best first, what can't be told with its question, and what is blocked and by what."""
    standing, skipped = store.standing(worktree=question.worktree)
    served = [one for one in standing if one.experience.in_force(question.today)]
    rarity = _rarity(served) if _spellings(question) else {}
    ranked = [(one, _nearness(one.experience, question, rarity)) for one in served]
    least = 0.0 if question.all else FLOOR
    near = [(one, how) for one, how in ranked if question.open or (how.score >= least and how.score > 0)]
    asked = [check for one, _ in near for check in one.experience.preconditions.checks()]
    needed = question.facts or any(isinstance(check, DependencyCheck) for check in asked)
    facts, unread = source.gather(question.files, question.env, dependencies=needed)
    facts = _with_symbols(facts, [one for one, _ in near], symbols)
    judged = [
        _recalled(
            one,
            how,
            judge(one.experience.preconditions, facts, versions),
        )
        for one, how in near
    ]
    judged.sort(key=lambda item: (-item.score, item.experience.id))
    applicable = [item for item in judged if item.applicability.value == "applicable"]
    shown, limits = _within(applicable, question)
    best = max((item.score for item in applicable), default=0.0)
    return Recollection(
        applicable=tuple(_with_approvals(shown, store) if question.approvals else shown),
        unknown=tuple(item for item in judged if item.applicability.value == "unknown"),
        blocked=tuple(item for item in judged if item.applicability.value == "blocked"),
        facts=facts,
        match="none" if not applicable else "good" if question.open or best >= GOOD else "poor",
        looked_at=len(served),
        near=sum(how.score > 0 for _, how in ranked) - len(near),
        skipped=(*skipped, *unread, *_unread_keys(served)),
        limits=limits,
    )


def _unread_keys(served: Sequence[Standing[str]]) -> list[Skipped]:
    return [
        Skipped(one.path, f"unknown key `{key}`: read past, the rest is served", bad=False)
        for one in served
        for key in one.unknown_keys
    ]


def _with_symbols(facts: Facts, near: Sequence[Standing[str]], symbols: Symbols) -> Facts:
    """Look up, in one go, the symbols that the near experiences' conditions ask about."""
    asked = {
        check.symbol
        for one in near
        for check in one.experience.preconditions.checks()
        if isinstance(check, SymbolCheck)
    }
    if not asked:
        return facts
    from gitexp.records.mentions import mention  # late: most recalls ask for no symbol
    from gitexp.steps.look_up import look_up

    names = sorted(asked)
    findings = look_up([mention(name) for name in names], symbols)
    # A mention is the name without its brackets; a check asks for it as it is written.
    return facts.with_symbols(
        tuple(replace(one, name=name) for name, one in zip(names, findings, strict=True))
    )


def _nearness(experience: Experience[str], question: Question, rarity: dict[str, float]) -> _Near:
    """Return how near an experience is: place weighs most, then symbols, then rare words in common."""
    if question.open:
        return _Near(0.5)
    score = 0.0
    because: list[str] = []
    for file in question.files:
        glob = next((glob for glob in experience.scope.paths if matches(glob, file)), None)
        if glob is not None:
            score = max(score, 0.7 if _exact(glob) else 0.6)
            because.append(file if glob == file else f"{glob} covers {file}")
    if not score:
        score, beside = _beside(experience, question.files)
        because += beside
    own = {*experience.scope.symbols, *(name.rsplit(".", 1)[-1] for name in experience.scope.symbols)}
    named = [name for name in question.symbols if name in own or name.rsplit(".", 1)[-1] in own]
    if named:
        score = max(score, 0.65) + 0.05
        because.append(f"names {', '.join(named)}")
    shared, share = _common_words(experience, question, rarity)
    if shared:
        score += 0.3 * share if score >= FLOOR else 0.6 * share
        if share >= 0.2:
            because.append(f"shares {', '.join(dict.fromkeys(shared[:4]))}")
    return _Near(min(1.0, score), tuple(because))


def _beside(experience: Experience[str], files: Sequence[str]) -> tuple[float, list[str]]:
    """Return a little for a place in the same folder: near enough to be counted, never to be shown unasked."""
    folders = {file.rpartition("/")[0] for file in files} - {""}
    for glob in experience.scope.paths:
        folder = glob.rpartition("/")[0]
        if folder in folders:
            return FLOOR / 2, [f"near only: {folder}/ too"]
    return 0.0, []


def _exact(glob: str) -> bool:
    return not any(sign in glob for sign in "*?[")


def _common_words(
    experience: Experience[str], question: Question, rarity: dict[str, float]
) -> tuple[list[str], float]:
    """Return the question's words that the experience shares, rarest first, and their share of the weight (0 to 1).

    A file's path is no word of the question: sharing folders with a place is not to be about it.
    """
    if not rarity:
        return [], 0.0
    spelled = {word: spelling for spelling in _spellings(question) for word in content_words(spelling)}
    shared = spelled.keys() & _words(experience)
    heavy = sum(rarity.get(word, max(rarity.values(), default=1.0)) for word in spelled)
    weight = sum(rarity.get(word, 0.0) for word in shared)
    ordered = sorted(shared, key=lambda word: (-rarity.get(word, 0.0), word))
    return [spelled[word] for word in ordered], weight / heavy if heavy else 0.0


def _spellings(question: Question) -> list[str]:
    return [*question.words.split(), *question.symbols]


def _words(experience: Experience[str]) -> frozenset[str]:
    own = (word for words in experience.search.values() for word in words)
    texts = (
        experience.title,
        experience.when,
        experience.what,
        experience.why or "",
        experience.pattern or "",
        *experience.anti_patterns,
        *experience.failure_modes,
        *experience.scope.symbols,
        *experience.scope.paths,
        *own,
    )
    return content_words(" ".join(texts).replace("/", " ").replace(".", " "))


def _rarity(served: Sequence[Standing[str]]) -> dict[str, float]:
    """Return the weight of each word: a word that few experiences hold tells more (inverse document frequency)."""
    counts: dict[str, int] = {}
    for one in served:
        for word in _words(one.experience):
            counts[word] = counts.get(word, 0) + 1
    return {word: math.log(1 + (len(served) - many + 0.5) / (many + 0.5)) for word, many in counts.items()}


def _recalled(one: Standing[str], how: _Near, applies: Applicability) -> Recalled:
    experience = one.experience
    because = (*how.because, *applies.because, *(f"not if {text}" for text in applies.not_if))
    score = min(1.0, how.score + 0.02 * applies.typical)
    made = Recalled(experience, one.path, applies, round(score, 3), because, 0, one.approved)
    return replace(made, tokens=tokens_of("\n".join(lines_of(1, made))))


def _within(applicable: Sequence[Recalled], question: Question) -> tuple[list[Recalled], tuple[str, ...]]:
    """Keep to the limit and the budget; the best one always comes, whole. What is left out is counted and said."""
    shown: list[Recalled] = []
    spent = tokens_of(frame(question.files))
    for item in applicable:
        full = question.limit is not None and len(shown) >= question.limit
        dear = question.budget is not None and bool(shown) and spent + item.tokens > question.budget
        if full or dear:
            break
        shown.append(item)
        spent += item.tokens
    left = len(applicable) - len(shown)
    return shown, (f"{left} more apply: --all, --limit or --budget shows them",) if left else ()


def _with_approvals(shown: Sequence[Recalled], store: Store) -> list[Recalled]:
    approvals = store.approvals([item.path for item in shown if item.approved])
    return [replace(item, approval=approvals.get(item.path)) for item in shown]
