"""The part of the wiring that builds an engine, and the language model behind it; nothing of it is imported for `rules`."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.config_llm import LlmOptions, engine_named, llm_config
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from gitexp.adapters.git import Git
    from gitexp.ports import Engine, LanguageModel, Replies
    from gitexp.records.llm import Announcement, Prompts, Spent

PROMPTS = "experiences/.prompts"
CHARTER = "experiences/CHARTER.md"
Say = Callable[["Announcement"], bool]
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Judging:
    """An engine, and the language model that it asks; None for `rules`."""

    engine: Engine
    llm: LanguageModel | None = None

    @property
    def spent(self) -> Spent | None:
        """Return what its replies cost so far."""
        return self.llm.spent if self.llm else None


@dataclass(frozen=True)
class Judges:
    """What an engine is built from: what was asked for, the settings, where replies are kept, the team's words."""

    options: LlmOptions
    settings: Mapping[str, str]
    common_dir: str | None
    prompts: Callable[[], Prompts]
    say: Say
    progress: Progress

    @property
    def name(self) -> str:
        """Return which engine judges."""
        return engine_named(self.options, self.settings.get("exp.engine"))

    def judging(self, seed: int | None = None) -> Judging:
        """Return an engine; of `model` one that sends this seed, with a budget of its own."""
        if self.name == "rules":
            from gitexp.engines.rules import RulesEngine

            return Judging(RulesEngine())
        from gitexp.adapters.llm_openai import OpenAIChat
        from gitexp.adapters.replies_files import RecordedReplies
        from gitexp.engines.model import ModelEngine
        from gitexp.steps.redact import redacted

        config = llm_config(self.options, self.settings, os.environ)
        if not self.options.offline and find_spec("openai") is None:
            mend = "pip install 'git-exp[model]' (or pipx inject git-exp openai httpx2)"
            raise RepositoryError("--engine model", "needs the package openai, which is not installed", mend)
        recorded = self.options.replies
        llm = OpenAIChat(
            config.endpoint,
            config.key,
            config.sampling,
            kept=self._kept(),
            recorded=RecordedReplies(recorded) if recorded else None,
            budget=config.budget,
            parallel=config.parallel,
            seed=seed,
            offline=self.options.offline,
            insecure=config.insecure,
            tell=self.progress,
            say=self.say,
        )
        return Judging(ModelEngine(llm, self.prompts(), redacted, config.model), llm)

    def _kept(self) -> Replies:
        from gitexp.adapters.replies_files import KeptReplies, NoReplies

        return KeptReplies(self.common_dir) if self.common_dir else NoReplies()


def prompts_at(git: Git, commit: str | None) -> Prompts:
    """Return the prompts and the charter as they are at a commit."""
    from gitexp.adapters.prompts_files import prompts
    from gitexp.steps.redact import redacted

    if commit is None:
        return prompts({}, b"", redacted)
    listed = git.try_run("ls-tree", "-z", "--name-only", f"{commit}:{PROMPTS}") or b""
    names = [name for name in map(os.fsdecode, listed.split(b"\0")[:-1]) if _may_be_prompt(name)]
    given = {name: git.try_run("cat-file", "blob", f"{commit}:{PROMPTS}/{name}") or b"" for name in names}
    return prompts(given, git.try_run("cat-file", "blob", f"{commit}:{CHARTER}") or b"", redacted)


def _may_be_prompt(name: str) -> bool:
    """Return whether a file of the folder may be a prompt; words on them, and what begins with a point, are none."""
    return name != "README.md" and not name.startswith(".")


def prompts_in(folders: tuple[Path, ...]) -> Prompts:
    """Return the prompts and the charter of the first of some folders that has any of them, else the package's own."""
    from gitexp.adapters.prompts_files import prompts
    from gitexp.steps.redact import redacted

    for folder in folders:
        own, charter = folder / ".prompts", folder / "CHARTER.md"
        if own.is_dir() or charter.is_file():
            files = sorted(own.iterdir()) if own.is_dir() else []
            given = {
                file.name: file.read_bytes() for file in files if file.is_file() and _may_be_prompt(file.name)
            }
            words = charter.read_bytes() if charter.is_file() else b""
            return prompts(given, words, redacted, str(own))
    return prompts({}, b"", redacted)
