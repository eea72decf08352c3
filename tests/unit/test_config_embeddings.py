"""Where the endpoint of embeddings is read from, and which key goes to which address."""

from __future__ import annotations

import pytest

from gitexp.config_embeddings import OPENAI, embeddings_config, is_on
from gitexp.errors import RepositoryError

ON = {"exp.embeddings": "some-model"}


def test_a_key_or_an_address_alone_switches_nothing_on():
    settings = {"exp.baseurl": "https://llm.example.org/v1", "exp.embeddingsbaseurl": "https://e.example.org"}

    assert not is_on(settings)
    with pytest.raises(RepositoryError, match=r"^exp.embeddings: is not set"):
        embeddings_config(settings, {"OPENAI_API_KEY": "k"})


def test_without_an_address_of_its_own_it_is_the_one_of_the_judging_model_and_the_environment_wins():
    settings = {**ON, "exp.baseurl": "https://git.example.org/v1", "exp.apikey": "git-key"}
    environment = {"OPENAI_BASE_URL": "https://env.example.org/v1", "OPENAI_API_KEY": "env-key"}

    found = embeddings_config(settings, environment)
    assert ("some-model", "https://env.example.org/v1", "env-key") == (found.model, found.endpoint, found.key)
    alone = embeddings_config(settings, {})
    assert ("https://git.example.org/v1", "git-key", "exp.baseUrl") == (
        alone.endpoint,
        alone.key,
        alone.named,
    )


def test_an_address_of_its_own_is_never_given_the_key_of_another():
    settings = {**ON, "exp.embeddingsbaseurl": "http://localhost:11434/v1", "exp.apikey": "git-key"}

    assert "" == embeddings_config(settings, {"OPENAI_API_KEY": "env-key"}).key
    settings["exp.embeddingsapikey"] = "own-key"
    assert "own-key" == embeddings_config(settings, {"OPENAI_API_KEY": "env-key"}).key


def test_a_key_alone_belongs_to_openai_and_is_not_shown():
    found = embeddings_config(ON, {"OPENAI_API_KEY": "env-key"})

    assert (OPENAI, "env-key") == (found.endpoint, found.key)
    assert "env-key" not in repr(found)


def test_neither_address_nor_key_is_said_with_how_to_set_them():
    with pytest.raises(RepositoryError, match=r"no endpoint is set; git config exp.embeddingsBaseUrl"):
        embeddings_config(ON, {})


@pytest.mark.parametrize("name", ["a\x1b[31mb", "m" * 201], ids=["escape", "long"])
def test_a_name_that_is_none_is_refused_and_not_printed(name):
    with pytest.raises(RepositoryError) as caught:
        embeddings_config({"exp.embeddings": name}, {"OPENAI_API_KEY": "k"})

    assert name not in str(caught.value)
