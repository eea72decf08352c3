"""The configuration of nearness in meaning: which embeddings are used, and the endpoint that gives them.

It comes from the environment, and the user's or this clone's git config, never from a file of the repository: a pull
request must not say where its words, and the questions of who works on it, are sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gitexp.errors import RepositoryError

SETTING = "exp.embeddings"
OWN_ADDRESS = "exp.embeddingsBaseUrl"
OWN_KEY = "exp.embeddingsApiKey"
OPENAI = "https://api.openai.com/v1"
LONGEST_NAME = 200


@dataclass(frozen=True)
class EmbeddingsConfig:
    """All that an endpoint is asked with. `named` is the setting that says its address; `key` is never shown."""

    model: str
    endpoint: str
    key: str = field(repr=False)
    named: str
    insecure: bool = False
    """Whether text may go to another machine without encryption."""


def is_on(settings: Mapping[str, str]) -> bool:
    """Return whether nearness in meaning is switched on; a key or an address alone changes nothing."""
    return bool(_text(settings, SETTING))


def embeddings_config(settings: Mapping[str, str], environment: Mapping[str, str]) -> EmbeddingsConfig:
    """Return the configuration. Raises RepositoryError where nothing is switched on, or no endpoint is set."""
    model = _text(settings, SETTING)
    if not model:
        raise RepositoryError(SETTING, "is not set: there are no embeddings", f"git config {SETTING} NAME")
    if not model.isprintable() or len(model) > LONGEST_NAME:
        raise RepositoryError(SETTING, "holds no name of a language model", "write the name")
    insecure = _text(settings, "exp.insecure").casefold() in ("true", "yes", "on", "1")
    own = _text(settings, OWN_ADDRESS)
    if own:
        # The key of one place is no business of another: an address of its own has a key of its own, or none.
        return EmbeddingsConfig(model, own, _text(settings, OWN_KEY), OWN_ADDRESS, insecure)
    endpoint = environment.get("OPENAI_BASE_URL") or _text(settings, "exp.baseUrl")
    key = environment.get("OPENAI_API_KEY") or _text(settings, "exp.apiKey")
    if not endpoint and not key:
        mend = f"git config {OWN_ADDRESS} https://HOST/v1, or set OPENAI_BASE_URL and OPENAI_API_KEY"
        raise RepositoryError(SETTING, "no endpoint is set", mend)
    named = "OPENAI_BASE_URL" if environment.get("OPENAI_BASE_URL") or not endpoint else "exp.baseUrl"
    return EmbeddingsConfig(model, endpoint or OPENAI, key, named, insecure)


def _text(settings: Mapping[str, str], name: str) -> str:
    """Return a setting, whose name git writes in lower case; it may be given as it is written here, too."""
    return settings.get(name.casefold()) or settings.get(name) or ""
