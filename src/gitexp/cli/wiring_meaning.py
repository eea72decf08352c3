"""The part of the wiring that builds nearness in meaning; where it is switched off nothing of it is imported."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from gitexp.config_embeddings import OWN_ADDRESS, OWN_KEY, EmbeddingsConfig, embeddings_config
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
    from gitexp.adapters.embeddings_sqlite import KeptVectors
    from gitexp.adapters.index_git import GitIndex
    from gitexp.ports import Meaning

VECTORS = "exp/vectors.db"


def meaning(settings: Mapping[str, str], common_dir: str, index: GitIndex) -> Meaning:
    """Return nearness in meaning as it is configured; a mistake in that is no reason to give no answer."""
    from gitexp.adapters.meaning_numpy import NumpyMeaning

    try:
        endpoint = endpoint_of(embeddings_config(settings, os.environ))
    except RepositoryError as error:
        from gitexp.adapters.meaning_none import NoMeaning

        return NoMeaning(str(error))
    return NumpyMeaning(vectors_of(common_dir, endpoint), endpoint, redacted, lambda: served(index))


def endpoint_of(config: EmbeddingsConfig) -> EmbeddingsEndpoint:
    """Return the endpoint. Raises RepositoryError for an address or a key that can't be used."""
    from gitexp.adapters.embeddings_endpoint import EmbeddingsEndpoint
    from gitexp.adapters.llm_address import KEY, check_address, check_key

    try:
        check_address(config.endpoint, insecure=config.insecure)
        check_key(config.key)
    except RepositoryError as error:
        key = OWN_KEY if config.named == OWN_ADDRESS else KEY
        raise RepositoryError(key if error.where == KEY else config.named, error.what, error.mend) from None
    return EmbeddingsEndpoint(config.endpoint, config.key, config.model)


def vectors_of(common_dir: str, endpoint: EmbeddingsEndpoint) -> KeptVectors:
    """Return the vectors that this endpoint made in a clone."""
    from gitexp.adapters.embeddings_maker import maker
    from gitexp.adapters.embeddings_sqlite import KeptVectors

    return KeptVectors(f"{common_dir}/{VECTORS}", maker(endpoint))


def served(index: GitIndex) -> Collection[str]:
    """Return the blobs of the experiences in force."""
    from gitexp.adapters.index_contents import served_blobs

    return index.ask(served_blobs)


def redacted(words: str) -> str:
    """Return words as they may leave this machine."""
    from gitexp.steps.redact import redacted as redact

    return str(redact(words))
