"""The `model` engine: puts the steps' questions to a language model, and takes no more from a reply than it bears out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitexp.engines.model import dedup, extract, group, merge, review
from gitexp.engines.model.fences import topic_text, turns_text
from gitexp.engines.model.words import Redacting, Safe
from gitexp.ports import LanguageModel
from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Standing
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.llm import Asking, Prompts, Question, Reply
from gitexp.records.text import Redacted
from gitexp.records.words import counted, tokens_of

REPLY_TOKENS = 400
"""What a reply is taken to have, where it is estimated."""


@dataclass
class ModelEngine:
    """Implements `ports.Engine` through a language model; `redact` makes safe what a reply says."""

    llm: LanguageModel
    prompts: Prompts
    redact: Redacting
    model: str

    def __post_init__(self) -> None:
        self._safe = Safe(self.redact)
        self._private: set[str] = set()
        """Private discussions: what is made of them is private too."""
        self._private_words: set[str] = set()
        self._announced = False

    @property
    def judge(self) -> Judge:
        """Return what stands behind the answers."""
        return Judge("model", self.model, self.prompts.names)

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        """Return each discussion's topics; a short one is one topic, and nobody is asked."""
        self._private |= {one.id for one in discussions if one.private}
        self._announce(discussions)
        runs = [() if group.is_short(one) else group.windows(one) for one in discussions]
        system = self._system("group")
        questions = [
            group.question(one, window, system)
            for one, windows in zip(discussions, runs, strict=True)
            for window in windows
        ]
        replies = iter(self.llm.ask(questions))
        answers: list[Sequence[tuple[str, ...]] | Failed] = []
        for one, windows in zip(discussions, runs, strict=True):
            cut = [group.matters(window, next(replies)) for window in windows]
            failed = next((some for some in cut if isinstance(some, Failed)), None)
            whole = [tuple(turn.id for turn in one.turns)] if not windows else []
            topics = [topic for some in cut if not isinstance(some, Failed) for topic in some]
            answers.append(failed or [*whole, *topics])
        return answers

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        """Return what each topic teaches."""
        system = self._system("extract")
        replies = self.llm.ask([extract.question(topic, system) for topic in topics])
        answers = [
            reply if isinstance(reply, Failed) else extract.learnt(topic, reply, self._safe)
            for topic, reply in zip(topics, replies, strict=True)
        ]
        for topic, answer in zip(topics, answers, strict=True):
            if topic.discussion.private and not isinstance(answer, Failed):
                self._private_words |= {one.what for one in answer}
        return answers

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        """Return whether S1 to S4 hold against each candidate."""
        batches = review.batches(asked)
        system = self._system("review")
        questions = [
            review.question(
                [asked[place] for place in places],
                system,
                private=asked[places[0]][0].discussion in self._private,
            )
            for places in batches
        ]
        answers: dict[int, Opinion | Failed] = {}
        for places, reply in zip(batches, self.llm.ask(questions), strict=True):
            answers.update(zip(places, review.opinions(len(places), reply, self._safe), strict=True))
        return [answers[place] for place in range(len(asked))]

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        """Return how the two statements of each pair relate."""
        system = self._system("dedup")
        questions = [
            dedup.question(
                one, other, system, private=not self._private_words.isdisjoint({one.what, other.what})
            )
            for one, other in pairs
        ]
        return [dedup.likeness(reply) for reply in self._asked(questions)]

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Return what each candidate does to which one of those beside it."""
        system = self._system("merge")
        questions = [
            merge.question(candidate, beside, system, private=candidate.discussion in self._private)
            for candidate, beside in asked
        ]
        replies = self._asked(questions)
        return [
            merge.placement(len(beside), reply, self._safe)
            for (_, beside), reply in zip(asked, replies, strict=True)
        ]

    def _system(self, step: Asking) -> Redacted:
        """Return what is said before the text: the task, and for what writes and judges experiences the charter."""
        parts = [self.prompts.of[step].text]
        if step in ("extract", "review"):
            parts.append(
                Redacted.template("The charter of this project's store:\n\n{}", self.prompts.charter)
            )
        return Redacted.joined(parts, "\n\n")

    def _asked(self, questions: Sequence[Question]) -> Sequence[Reply | Failed]:
        """Ask about statements; where no discussion was read before, it is said now what leaves this machine."""
        if not self._announced and questions:
            tokens = sum(tokens_of(one.system) + tokens_of(one.user) for one in questions)
            self._say(
                len(questions),
                tokens,
                f"the words of statements, for a start of {counted(len(questions), 'pair or case', 'pairs or cases')}",
                0,
            )
        return self.llm.ask(questions)

    def _say(self, calls: int, tokens: int, texts: str, private: int) -> None:
        self._announced = True
        self.llm.announce(calls, tokens + REPLY_TOKENS * calls, texts, private)

    def _announce(self, discussions: Sequence[Discussion[Redacted]]) -> None:
        """Say before the first call what leaves this machine. How many topics there will be is a guess."""
        if not discussions:
            return
        long = [one for one in discussions if not group.is_short(one)]
        cutting = sum(tokens_of(turns_text(one.turns, hunks=False)) for one in long)
        reading = sum(
            tokens_of(topic_text(Topic("", one, one.turns))) + tokens_of(self._system("extract"))
            for one in discussions
        )
        # A topic or three of a long one; each is extracted from, most are reviewed, some are compared and placed.
        topics = len(discussions) + 2 * len(long)
        calls = len(long) + 2 * topics + len(discussions)
        private = sum(one.private for one in discussions)
        texts = (
            f"the redacted turns of {counted(len(discussions), 'discussion')} with the code lines they stand on, "
            "what is made of them, the names that were found in the code, standing experiences near to them, the charter"
        )
        self._say(calls, cutting + 2 * reading, texts, private)
