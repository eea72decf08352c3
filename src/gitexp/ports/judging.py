"""Judges: what answers the narrow questions of the steps, the language model behind it, and the keeping of its replies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.candidate import Candidate, Statement
    from gitexp.records.discussion import Discussion, Topic
    from gitexp.records.experience import Standing
    from gitexp.records.failed import Failed
    from gitexp.records.finding import Finding
    from gitexp.records.judgement import Decision, Judge, Likeness, Opinion, Placement
    from gitexp.records.llm import KeptReply, Question, Reply, Spent
    from gitexp.records.text import Redacted


class Engine(Protocol):
    """Answers the narrow questions that a step can't answer by rule (DESIGN.md section 3).

    Each method takes all that a step has to ask, since answers may be waited for side by side, and gives one answer
    for each, in order. An answer that did not come is `Failed`: what follows from it is the step's policy.
    """

    @property
    def judge(self) -> Judge:
        """Return what stands behind the answers: `rules`, or `model` with its model and prompts."""
        ...

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        """Return each discussion's matters, each as the ids of its turns in order."""
        ...

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        """Return what could be learnt from each topic; nothing is the normal answer."""
        ...

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        """Return whether S1 to S4 hold against each candidate (DESIGN.md section 5)."""
        ...

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        """Return how the two statements of each pair relate."""
        ...

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Return for each candidate what it does to which one of the standing experiences beside it."""
        ...


class LanguageModel(Protocol):
    """Any language model behind an endpoint. What it says is outside data, whatever its form."""

    def announce(self, calls: int, tokens: int, texts: str, private: int) -> None:
        """Let it be said, before the first call that is really made, where which text goes and about what it costs.

        Of `private` discussions nothing is sent without a yes.
        """
        ...

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply | Failed]:
        """Return a reply to each question, in order, each fitting its question's schema.

        The same question with the same settings is answered from what is kept. Raises OutsideError where the endpoint
        can't be used at all.
        """
        ...

    @property
    def spent(self) -> Spent:
        """Return what the replies so far cost."""
        ...


class Replies(Protocol):
    """Keeps replies by a hash of everything that was sent (DESIGN.md section 3)."""

    def get(self, key: str) -> KeptReply | None:
        """Return the reply that was kept under a key, None where there is none."""
        ...

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep a reply; where it can't be written it is asked for again the next time."""
        ...


class Consent(Protocol):
    """Speaks for the one who spoke in a private discussion."""

    def may_leave(self, decision: Decision) -> bool:
        """Return whether the words that this decision quotes may be proposed."""
        ...
