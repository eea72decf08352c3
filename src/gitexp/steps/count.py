"""Count: the funnel, how many came through each step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gitexp.records.discussion import Discussion, Topic
from gitexp.records.judgement import Clique, Decision, Verdict
from gitexp.records.run import Funnel
from gitexp.records.text import Redacted


def count(
    discussions: Sequence[Discussion[Redacted]],
    topics: Sequence[Topic[Redacted]],
    verdicts: Sequence[Verdict],
    cliques: Sequence[Clique],
    decisions: Sequence[Decision],
    *,
    redacted: int,
    shut_out: int,
    changes: int = 0,
    carried: int = 0,
) -> Funnel:
    """Return the funnel of a run."""
    actions = Counter(decision.action for decision in decisions)
    return Funnel(
        discussions=len(discussions),
        turns=sum(len(one.turns) for one in discussions),
        topics=len(topics),
        candidates=len(verdicts),
        kept=sum(verdict.keep for verdict in verdicts),
        after_dedup=len(cliques),
        create=actions["create"],
        update=actions["update"],
        skip=actions["skip"],
        contradict=actions["contradict"],
        redacted=redacted,
        shut_out=shut_out,
        proposable=len(decisions),
        changes=changes,
        carried=carried,
    )
