"""READ FIRST. The plot: sources -> redact -> group -> extract -> review -> dedup -> merge -> propose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Consent, Engine, LanguageModel, Removals, Source, Store, Symbols
from gitexp.records.bot import NO_EARLIER, Earlier
from gitexp.records.candidate import Candidate
from gitexp.records.discussion import Discussion
from gitexp.records.ids import content_hash
from gitexp.records.judgement import Clique
from gitexp.records.proposal import Proposal
from gitexp.records.run import Run
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.trust import Trust
from gitexp.steps.carried_on import KeepAll, carried_on, origins
from gitexp.steps.compared import Compared
from gitexp.steps.consent import Nobody, consented, private_ids
from gitexp.steps.count import count
from gitexp.steps.dedup import dedup
from gitexp.steps.extract import extract
from gitexp.steps.group import group
from gitexp.steps.merge import merge
from gitexp.steps.placements import Placements
from gitexp.steps.propose import fit, propose
from gitexp.steps.propose_changes import Changes, ChangeStock, ProposedChanges, propose_changes, rejections
from gitexp.steps.questions import questions
from gitexp.steps.redact import redact, redacted
from gitexp.steps.review import kept, review, unreviewed
from gitexp.steps.settle import NOTHING, AtHand, settle
from gitexp.steps.sightings import sightings
from gitexp.steps.stock import Stock

Tell = Callable[[str], None]
"""Progress: called with the name of each step as it begins."""


@dataclass(frozen=True)
class Asked:
    """What the caller wants: whom to trust, whether unsettled candidates come too, on which base and branch."""

    trust: Trust = "any"
    all: bool = False
    base: str | None = None
    branch: str = "exp/proposals"
    room: int = 30
    """Files in one proposal, with those that wait already: what a person reads at one sitting; the rest waits."""
    closed: bool = False
    """The proposal's pull request was closed without a merge: what it held was refused."""


def run_pipeline(
    sources: Sequence[Source],
    engine: Engine,
    symbols: Symbols,
    store: Store,
    asked: Asked,
    tell: Tell,
    consent: Consent | None = None,
    at_hand: AtHand = NOTHING,
    changes: Changes | None = None,
    removals: Removals | None = None,
    llm: LanguageModel | None = None,
    earlier: Earlier = NO_EARLIER,
) -> tuple[Run, Proposal]:
    """Return the run and the proposal it leads to. Nothing is written here: the caller publishes, last.

    Without `consent` nothing of a private discussion is proposed, and without `changes` no change record. `llm` is
    what the engine asks, to tell what it cost. What no answer came for is in the run's `skipped`.
    """
    tell("read")
    read, skipped = _read(sources)
    tell("redact")
    discussions, replaced = redact(read)
    tell("group")
    topics, ungrouped = group(discussions, engine)
    tell("extract")
    known = store.known_text()
    standing, unread = store.held()
    gone, anew = earlier.refused, earlier.anew
    pending, refused = store.pending(asked.branch), store.refused(asked.branch)
    stock = Stock.of(standing, pending, refused, closed=asked.closed, anew=anew, refused_keys=gone)
    recorded = ChangeStock.of(changes, asked.branch, closed=asked.closed, anew=anew, refused_keys=gone)
    seen = sightings(topics, stock)
    candidates, shut_out, left_out = extract(
        seen.others, engine, trust=asked.trust, known=known, standing=(*stock.standing, *stock.pending)
    )
    tell("settle")
    compared = Compared(engine)
    candidates = settle(candidates, discussions, compared, at_hand)
    tell("review")
    fresh = review(candidates, symbols, engine, removals)
    waited, cited = carried_on(earlier.carried, candidates)
    verdicts = (*fresh, *review(waited, symbols, KeepAll(), removals))
    tell("dedup")
    cliques = dedup(kept(verdicts), compared)
    chosen, near = _proposable(cliques, everything=asked.all)
    tell("merge")
    name = _run_id((*discussions, *cited), known, stock, recorded, engine, asked)
    placements = Placements(engine)
    merged = merge(
        chosen,
        stock,
        placements,
        compared,
        store.rewritable,
        judge=engine.judge,
        run=name,
        origins=origins(earlier.carried),
    )
    room = asked.room - len(stock.pending) - len(recorded.pending)
    fitted = fit((*merged.decisions, *seen.decisions), store.text_of, room)
    decisions, files, waiting = consented(fitted, private_ids(discussions), consent or Nobody())
    decisions = questions(decisions, symbols, stock.standing, store.approvals)
    records = ProposedChanges()
    if changes is not None:
        rejected = rejections(
            seen.others, discussions, changes.engine, trust=asked.trust, known=known, at_hand=at_hand
        )
        records = propose_changes(
            rejected,
            discussions,
            recorded,
            changes.store,
            consent or Nobody(),
            room=room - len(files),
            run=name,
            carried=earlier.changes,
        )
    tell("propose")
    run = Run(
        id=name,
        judge=engine.judge,
        trust=asked.trust,
        base=asked.base,
        at=max((turn.at for one in (*discussions, *cited) for turn in one.turns if turn.at), default=None),
        discussions=(*discussions, *cited),
        topics=topics,
        candidates=(*candidates, *waited, *seen.candidates),
        verdicts=(*verdicts, *seen.verdicts),
        cliques=(*cliques, *seen.cliques),
        decisions=decisions,
        funnel=count(
            discussions,
            topics,
            (*fresh, *seen.verdicts),
            (*cliques, *seen.cliques),
            decisions,
            redacted=replaced,
            shut_out=shut_out,
            changes=len(records.proposed),
            carried=len(waited),
        ),
        skipped=_safe(
            (
                *skipped,
                *ungrouped,
                *left_out,
                *unreviewed(verdicts),
                *compared.failed,
                *merged.left_out,
                *records.skipped,
            )
        ),
        unserved=_safe((*unread, *recorded.unread)),
        near=(*merged.waiting, *waiting, *near),
        changes=records.proposed,
        changes_withheld=records.withheld,
        changes_waiting=records.waiting,
        spent=llm.spent if llm else None,
    )
    return run, propose(run, files, stock.pending, branch=asked.branch, recorded=recorded.waiting)


def _read(sources: Sequence[Source]) -> tuple[list[Discussion[str]], list[Skipped]]:
    """Return all discussions by id, and what could not be read; the same one from two sources counts once.

    Of two accounts of a session the one counts in which people say more; it is private if one of them is.
    """
    discussions: dict[str, Discussion[str]] = {}
    skipped: list[Skipped] = []
    for source in sources:
        for one in source.discussions():
            if isinstance(one, Skipped):
                skipped.append(one)
                continue
            known = discussions.setdefault(one.id, one)
            if known is one:
                continue
            skipped.append(Skipped(one.id, "read already from another source", bad=False))
            if one.kind == known.kind == "session":
                own = [[t.text for t in each.turns if t.speaker.role == "user"] for each in (known, one)]
                said, more = [(len(texts), sum(map(len, texts))) for texts in own]
                kept = one if more > said else known
                discussions[one.id] = replace(kept, private=known.private or one.private)
    return sorted(discussions.values(), key=lambda one: one.id), skipped


def _proposable(cliques: Sequence[Clique], *, everything: bool) -> tuple[list[Clique], tuple[Candidate, ...]]:
    """Part what is proposed from what is only near: the fewest lacks first, then the strongest."""

    def fits(candidate: Candidate) -> bool:
        # What exp told, or the documents tell, is never evidence, whatever is asked for.
        if candidate.trail.waits:
            return False
        known = any(lack.kind == "already_known" for lack in candidate.trail.lacks)
        return candidate.proposable or (everything and not known)

    chosen = [clique for clique in cliques if fits(clique.survivor)]
    near = [clique.survivor for clique in cliques if not fits(clique.survivor)]
    # What was said in several discussions comes first: sightings count most.
    chosen.sort(key=lambda clique: -len({member.discussion for member in clique.members}))
    near.sort(key=lambda candidate: (len(candidate.trail.lacks), -candidate.score, candidate.id))
    return chosen, tuple(near)


def _run_id(
    discussions: Sequence[Discussion[Redacted]],
    known: str,
    stock: Stock,
    recorded: ChangeStock,
    engine: Engine,
    asked: Asked,
) -> str:
    """Return a name that the same input always gets: all that was read, what it was held against, what was asked."""
    held = (one.blob for some in (stock.standing, stock.pending, stock.refused) for one in some)
    read = (repr(one) for one in discussions)
    return content_hash(str(engine.judge), repr(asked), known, *held, *recorded.blobs, *read)


def _safe(skipped: Iterable[Skipped]) -> tuple[Skipped, ...]:
    """Return the list as it may be kept and shared: names of files can hold what must not leave."""
    return tuple(Skipped(str(redacted(one.where)), str(redacted(one.what)), one.bad) for one in skipped)
