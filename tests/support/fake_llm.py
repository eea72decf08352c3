"""A language model whose replies a test sets, and replies of each step that fit their schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from jsonschema import Draft202012Validator

from gitexp.engines.model import ModelEngine
from gitexp.records.failed import Failed
from gitexp.records.llm import ASKING, Asking, Prompt, Prompts, Question, Reply, Spent
from gitexp.steps.redact import redacted

Says = object | Failed
"""What comes back: the content of a reply, or that none came."""
Script = Callable[[Question], Says]
WORDS = Prompts(
    {step: Prompt(step, 3, redacted(f"Do {step}.")) for step in ASKING}, redacted("We keep little.")
)


class FakeLlm:
    """A language model that says what the test set: by step, or to each question; remembers the questions.

    A content that does not fit its question's schema fails the test: the port promises that it does.
    """

    def __init__(self, script: Script | None = None, **by_step: Says) -> None:
        self._script = script
        self._by_step: Mapping[str, Says] = by_step
        self.questions: list[Question] = []
        self.batches: list[int] = []
        """How many questions came at once."""
        self.announced: list[tuple[int, int, str, int]] = []

    def announce(self, calls: int, tokens: int, texts: str, private: int) -> None:
        """Remember what was announced."""
        self.announced.append((calls, tokens, texts, private))

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply | Failed]:
        """Answer as the test set."""
        self.batches.append(len(questions))
        self.questions += questions
        return [self._answer(one) for one in questions]

    @property
    def spent(self) -> Spent:
        """Return how many were asked."""
        return Spent(len(self.questions))

    def of(self, step: Asking) -> list[Question]:
        """Return the questions of one step."""
        return [one for one in self.questions if one.step == step]

    def _answer(self, question: Question) -> Reply | Failed:
        says = self._script(question) if self._script else self._by_step[question.step]
        if isinstance(says, Failed):
            return says
        Draft202012Validator(question.schema).validate(says)
        return Reply(says)


def an_engine(llm: FakeLlm) -> ModelEngine:
    """Return the model engine over a fake language model."""
    return ModelEngine(llm, WORDS, redacted, "some-llm")


def saying(script: Script | None = None, **by_step: Says) -> tuple[ModelEngine, FakeLlm]:
    """Return the model engine, and the language model behind it."""
    llm = FakeLlm(script, **by_step)
    return an_engine(llm), llm


def a_row(*quotes: tuple[str, str], **fields: Any) -> dict[str, Any]:
    """Return one candidate of an extract reply from pairs of turn and quote."""
    return {
        "evidence": [{"turn": turn, "quote": quote} for turn, quote in quotes],
        "settled": {"answer": "yes", "turn": "t2", "how": "the author agreed"},
        "trail": {"why": "nobody would guess it", "passed": "one_off: it comes back", "turns": ["t1", "t2"]},
        "lens": "logic",
        "kind": "pitfall",
        "title": "Retry only GET",
        "when": "Adding a retry in src/net/retry.py",
        "what": "Retry only GET, because POST is not idempotent.",
        "why": None,
        "pattern": None,
        "preconditions": {"must": [], "must_not": [], "typical_env": []},
        "failure_modes": [],
        "anti_patterns": [],
        "symbols": [],
        "paths": [],
        "search": [],
        "quality": 4,
        **fields,
    }


def extracted(*rows: dict[str, Any]) -> dict[str, Any]:
    """Return an extract reply."""
    looked = {"terminology": "none", "location": "none", "logic": "how it retries"}
    return {"lenses": looked, "candidates": list(rows), "nothing": None if rows else "nobody taught anything"}


def cut(*topics: Sequence[str]) -> dict[str, Any]:
    """Return a group reply."""
    return {"topics": [{"about": "some matter", "turns": list(turns)} for turns in topics]}


def a_verdict(name: str, kind: str | None = None, words: str = "", **fields: Any) -> dict[str, Any]:
    """Return a verdict of a review reply: keep, or drop for a kind of garbage."""
    told = dict.fromkeys(("s1", "s2", "s3", "s4"), "no")
    return {"candidate": name, **told, "keep": kind is None, "kind": kind, "words": words, **fields}


def judged(*verdicts: dict[str, Any]) -> dict[str, Any]:
    """Return a review reply."""
    return {"verdicts": list(verdicts)}


def related(what: str = "different", when: str = "different", **fields: Any) -> dict[str, Any]:
    """Return a dedup reply."""
    kinds = {"kind_of_a": "advice", "kind_of_b": "advice", "level": "same", "purpose": "same"}
    return {"what": what, "when": when, **kinds, "opposed": False, "words": "so it reads", **fields}


def placed(action: str = "create", target: int | None = None, **fields: Any) -> dict[str, Any]:
    """Return a merge reply."""
    relations = {"create": "none", "skip": "identical", "update": "adds", "contradict": "opposed"}
    return {
        "target": target,
        "relation": relations[action],
        "action": action,
        "what": None,
        "why": None,
        "words": "so it reads",
        **fields,
    }


def step_of(body: Mapping[str, Any]) -> str:
    """Return which step sent a request."""
    return str(body["response_format"]["json_schema"]["name"])
