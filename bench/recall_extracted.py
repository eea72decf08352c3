"""The experiences that recorded replies extract from a folder of discussions, as files of a store."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gitexp.adapters.experience_yaml import write
from gitexp.cli import wiring_evaluate
from gitexp.config_llm import LlmOptions
from gitexp.evaluate import NoTree
from gitexp.records.discussion import Discussion
from gitexp.records.experience import Experience
from gitexp.records.text import Redacted
from gitexp.steps.becoming import experience_of
from gitexp.steps.compared import Compared
from gitexp.steps.dedup import dedup
from gitexp.steps.extract import extract
from gitexp.steps.group import group
from gitexp.steps.propose import area_of
from gitexp.steps.redact import redact
from gitexp.steps.review import kept, review
from gitexp.steps.settle import settle

REPLIES = Path(__file__).parents[1] / "evaluation" / "replies" / "shared-discussions.jsonl"


class Extracted(NamedTuple):
    """An experience, the file that a person's merge would bring, and the discussion that it comes from."""

    experience: Experience[Redacted]
    path: str
    text: str
    repo: str
    discussion: str
    until: str
    """When the last turn that can be dated was said, "" where none can."""

    @property
    def checks(self) -> int:
        """Return how many of its conditions have a check."""
        return len(list(self.experience.preconditions.checks()))

    @property
    def conditions(self) -> int:
        """Return how many conditions decide about it, with a check or without."""
        return len(self.experience.preconditions.must) + len(self.experience.preconditions.must_not)


def extracted(discussions: Path, scratch: Path) -> Iterator[Extracted]:
    """Yield what `exp propose` would propose of each discussion, answered from the recorded replies alone."""
    replies = scratch / "replies.jsonl"
    paths = map(str, (REPLIES, discussions, replies))
    restore = [sys.executable, "-m", "bench.recorded_replies", "restore", *paths]
    subprocess.run(restore, check=True, stdout=subprocess.DEVNULL)
    options = LlmOptions(
        engine="model", model="strong", offline=True, send_private=True, replies=str(replies)
    )
    judges = wiring_evaluate.judges(options, discussions, lambda _: True, lambda done, total: None)
    engine = judges.judging(1).engine
    read, _ = redact(wiring_evaluate.cases(discussions).discussions)
    topics, _ = group(read, engine)
    candidates, _, _ = extract(topics, engine)
    compared = Compared(engine)
    verdicts = review(settle(candidates, read, compared), NoTree(), engine)
    by_id = {one.id: one for one in read}
    for clique in dedup(kept(verdicts), compared):
        if clique.survivor.proposable:
            experience = experience_of(clique.survivor, judge=engine.judge, run="recorded")
            source = by_id[clique.survivor.discussion]
            path = f"experiences/{area_of(experience)}/{experience.id}.yaml"
            yield Extracted(experience, path, write(experience), source.repo, source.id, _until(source))


def _until(source: Discussion[Redacted]) -> str:
    return max((turn.at for turn in source.turns if turn.at), default="")
