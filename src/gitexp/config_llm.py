"""The configuration of the `model` engine: where the language model is, which one at which step, what a run may cost.

It comes from the command line, the environment, and the user's or this clone's git config, never from a file of the
repository: a pull request must not say where its words are sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches

from gitexp.errors import RepositoryError
from gitexp.records.llm import ASKING, Asking, Budget, Sampling

OPENAI = "https://api.openai.com/v1"
TOKENS = 2_000_000
"""What a run may use where nobody says: a mistake must not cost a fortune."""
REPLY_TOKENS: Mapping[Asking, int] = {
    "group": 4096,
    "extract": 6144,
    "review": 4096,
    "dedup": 1024,
    "merge": 2048,
}
PARALLEL = 4
HOTTEST = 2.0
"""The highest temperature that endpoints take."""
_OF_A_STEP = ("model", "temperature", "maxtokens")


@dataclass(frozen=True)
class LlmOptions:
    """What the command line says of the engine; None where it says nothing."""

    engine: str | None = None
    model: str | None = None
    replies: str | None = None
    """A folder of recorded replies."""
    offline: bool = False
    send_private: bool = False
    max_tokens: int | None = None
    max_cost: float | None = None


@dataclass(frozen=True)
class LlmConfig:
    """All that an endpoint is asked with. `key` is never shown."""

    endpoint: str
    key: str = field(repr=False)
    sampling: Mapping[Asking, Sampling]
    budget: Budget
    parallel: int = PARALLEL
    insecure: bool = False
    """Whether text may go to another machine without encryption."""

    @property
    def model(self) -> str:
        """Return the name of the language model that extracts; where a step has another, all of them."""
        return ", ".join(dict.fromkeys(self.sampling[step].model for step in ("extract", *ASKING)))


def llm_config(options: LlmOptions, settings: Mapping[str, str], environment: Mapping[str, str]) -> LlmConfig:
    """Return the configuration. Raises RepositoryError where there is no endpoint, no model, or a setting is wrong."""
    read = _Settings(settings)
    read.check_steps()
    named = options.model or environment.get("EXP_MODEL") or read.text("model")
    per_step = [read.text(f"{step}.model") for step in ASKING]
    if not named and not all(per_step):
        mend = "give --model NAME, set EXP_MODEL, or `git config --global exp.model NAME`"
        raise RepositoryError("--engine model", "no language model is named", mend)
    for name in (named, *per_step):
        if name and not name.isprintable():
            what = "a language model's name holds what is not printed"
            raise RepositoryError("--model, EXP_MODEL or exp.model", what, "write the name")
    endpoint = environment.get("OPENAI_BASE_URL") or read.text("baseUrl")
    key = environment.get("OPENAI_API_KEY") or read.text("apiKey")
    if not options.offline and not endpoint and not key:
        mend = "set OPENAI_BASE_URL and OPENAI_API_KEY, or use --engine rules"
        raise RepositoryError("--engine model", "no endpoint is set", mend)
    temperature = read.decimal("temperature", HOTTEST)
    sampling = {
        step: Sampling(
            read.text(f"{step}.model") or named or "",
            _first(read.decimal(f"{step}.temperature", HOTTEST), temperature, 0.0),
            read.whole(f"{step}.maxTokens") or REPLY_TOKENS[step],
        )
        for step in ASKING
    }
    budget = Budget(
        options.max_tokens or read.whole("maxTokens") or TOKENS,
        options.max_cost if options.max_cost is not None else read.decimal("maxCost"),
        read.decimal("promptPrice"),
        read.decimal("completionPrice"),
    )
    # A server on this machine asks for no key, and the library insists on one.
    insecure = (read.text("insecure") or "").casefold() in ("true", "yes", "on", "1")
    return LlmConfig(
        endpoint or OPENAI, key or "none", sampling, budget, read.whole("parallel") or PARALLEL, insecure
    )


def engine_named(options: LlmOptions, configured: str | None) -> str:
    """Return which engine judges: as the command line says, else as the user's configuration does, else `rules`."""
    name = options.engine or configured or "rules"
    if name in ("rules", "model"):
        return name
    raise RepositoryError("exp.engine", f"`{name}` is no engine", "write rules or model")


def _first(*values: float | None) -> float | None:
    return next((value for value in values if value is not None), None)


class _Settings:
    """The settings `exp.…` of git's configuration, whose names git writes in lower case but for the middle part."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self._settings = {name.casefold(): value for name, value in settings.items()}

    def check_steps(self) -> None:
        """Raise RepositoryError for a setting of a step that there is not: it would be passed over in silence."""
        for name in self._settings:
            parts = name.split(".")
            if len(parts) == 3 and parts[2] in _OF_A_STEP and parts[1] not in ASKING:
                near = get_close_matches(parts[1], ASKING, n=1)
                mend = (
                    f"did you mean exp.{near[0]}.{parts[2]}?"
                    if near
                    else f"the steps are {', '.join(ASKING)}"
                )
                raise RepositoryError(name, "no step is called so", mend)

    def text(self, name: str) -> str | None:
        return self._settings.get(f"exp.{name}".casefold()) or None

    def whole(self, name: str) -> int | None:
        value = self.text(name)
        if value is None:
            return None
        if not value.isdecimal() or not 0 < int(value) < 10**12:
            raise RepositoryError(f"exp.{name}", f"`{value}` is no number of 1 or more", "")
        return int(value)

    def decimal(self, name: str, most: float = 1e9) -> float | None:
        value = self.text(name)
        if value is None:
            return None
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number <= most:
            wanted = "0 or more" if most == 1e9 else f"0 to {most:g}"
            raise RepositoryError(f"exp.{name}", f"`{value}` is no number of {wanted}", "")
        return number
