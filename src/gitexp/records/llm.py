"""What goes to a language model and comes back: prompts, questions, replies, what they cost, and what they may cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from gitexp.records.ids import content_hash
from gitexp.records.text import Redacted

Asking = Literal["group", "extract", "review", "dedup", "merge"]
"""The steps that ask a language model, each with a prompt of its own."""
ASKING: tuple[Asking, ...] = get_args(Asking)

Schema = Mapping[str, object]
"""A JSON Schema (2020-12), as plain data."""


@dataclass(frozen=True)
class Prompt:
    """The words that tell a language model its task at one step; `source` says which file they are from."""

    step: Asking
    version: int
    text: Redacted
    source: str = "git-exp"

    @property
    def name(self) -> str:
        """Return how provenance and figures name it: step, version, and a hash of the words."""
        return f"{self.step} {self.version} {content_hash(self.text)[:8]}"


@dataclass(frozen=True)
class Prompts:
    """One prompt a step, and the charter that goes with each."""

    of: Mapping[Asking, Prompt]
    charter: Redacted

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all of them, the charter's last."""
        return (*(self.of[step].name for step in ASKING), f"charter {content_hash(self.charter)[:8]}")


@dataclass(frozen=True)
class Question:
    """One question: the task, what it is about, and the form of the reply.

    `system` is the prompt and the charter, `user` the text that is judged; both reach the endpoint as they are.
    """

    step: Asking
    about: str
    """The discussion, topic or pair, for people to read."""
    system: Redacted
    user: Redacted
    schema: Schema
    private: bool = False
    """It holds words of a private discussion: it leaves this machine only where that was agreed to."""
    check: Callable[[object], str] | None = None
    """Says what is wrong with a reply that fits the schema, empty where nothing is: a schema can't count its answers."""


@dataclass(frozen=True)
class Spent:
    """What replies cost. A reply that was kept counts what it cost when it was given; `kept` of `calls` were so."""

    calls: int = 0
    kept: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float | None = None
    """In the currency of the prices; None where no price is set."""
    seconds: float = 0.0
    """Of waiting for replies, together; kept ones took none."""
    steps: Mapping[str, int] = field(default_factory=dict)
    """Calls by step."""

    @property
    def tokens(self) -> int:
        """Return the tokens of both directions."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Spent) -> Spent:
        """Return both together."""
        steps = {
            name: self.steps.get(name, 0) + other.steps.get(name, 0) for name in {**self.steps, **other.steps}
        }
        cost = None if self.cost is None and other.cost is None else (self.cost or 0.0) + (other.cost or 0.0)
        return Spent(
            self.calls + other.calls,
            self.kept + other.kept,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            cost,
            self.seconds + other.seconds,
            steps,
        )


@dataclass(frozen=True)
class Reply:
    """What came back: `content` is parsed JSON that fits the question's schema."""

    content: object
    prompt_tokens: int = 0
    completion_tokens: int = 0
    kept: bool = False
    """It was not asked for now: a kept reply to the very same question."""


@dataclass(frozen=True)
class KeptReply:
    """A reply as it is kept: the text as it came, and what it cost when it was given."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True)
class Sampling:
    """What is sent beside the messages at one step. `max_tokens` bounds a reply."""

    model: str
    temperature: float | None = 0.0
    max_tokens: int = 4096


@dataclass(frozen=True)
class Budget:
    """What one run may cost: tokens of both directions together, and money. None is no limit."""

    tokens: int | None = None
    cost: float | None = None
    prompt_price: float | None = None
    """For a million tokens."""
    completion_price: float | None = None


@dataclass(frozen=True)
class Announcement:
    """What is said before the first call: where the text goes, how much of it, and what that may cost."""

    endpoint: str
    model: str
    calls: int
    """About how many: what is extracted decides what is reviewed and compared."""
    tokens: int
    cost: float | None
    texts: str
    """Which text leaves this machine."""
    private: int = 0
    """Private discussions among it."""
    limit: int | None = None
    """The budget in tokens."""
