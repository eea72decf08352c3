"""What the settings of the model engine mean, and which ones are refused in one line."""

from __future__ import annotations

import pytest

from gitexp.config_llm import LlmOptions, engine_named, llm_config
from gitexp.errors import ExpError, RepositoryError

ENDPOINT = {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}
NAMED = LlmOptions(model="some-llm")


def refused(settings=None, options=NAMED, environment=ENDPOINT) -> RepositoryError:
    with pytest.raises(RepositoryError) as error:
        llm_config(options, settings or {}, environment)
    return error.value


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (
            "exp.extrct.model",
            "exp.extrct.model: no step is called so; did you mean exp.extract.model?",
        ),
        (
            "exp.reveiw.temperature",
            "exp.reveiw.temperature: no step is called so; did you mean exp.review.temperature?",
        ),
        (
            "exp.pump.maxtokens",
            "exp.pump.maxtokens: no step is called so; the steps are group, extract, review, dedup, merge",
        ),
    ],
)
def test_a_setting_of_a_step_that_there_is_not_is_an_error(name, complaint):
    assert complaint == str(refused({name: "1"}))


def test_settings_that_are_of_no_step_and_no_language_model_are_left_alone():
    settings = {"exp.trust": "write", "exp.pump.speed": "9", "remote.origin.url": "x", "exp.model": "other"}

    assert "some-llm" == llm_config(NAMED, settings, ENDPOINT).model


def test_a_setting_of_one_step_counts_there_and_the_common_one_elsewhere():
    settings = {"exp.temperature": "0.5", "exp.merge.temperature": "2", "exp.merge.maxtokens": "77"}

    sampling = llm_config(NAMED, settings, ENDPOINT).sampling

    assert [0.5, 0.5, 0.5, 0.5, 2.0] == [
        sampling[step].temperature for step in ("group", "extract", "review", "dedup", "merge")
    ]
    assert (77, 1024) == (sampling["merge"].max_tokens, sampling["dedup"].max_tokens)


@pytest.mark.parametrize("name", ["exp.temperature", "exp.dedup.temperature"])
@pytest.mark.parametrize("value", ["2.01", "7", "-0.1", "nan", "inf", "warm"])
def test_a_temperature_lies_between_nothing_and_two(name, value):
    assert f"{name}: `{value}` is no number of 0 to 2" == str(refused({name: value}))


@pytest.mark.parametrize("value", ["-1", "nan", "1e10", "dear"])
def test_a_price_is_a_number_of_nothing_or_more(value):
    assert f"exp.promptPrice: `{value}` is no number of 0 or more" == str(refused({"exp.promptprice": value}))


@pytest.mark.parametrize(
    ("value", "expected"),
    [("true", True), ("Yes", True), ("on", True), ("1", True), ("false", False), ("0", False), (None, False)],
)
def test_text_goes_out_without_encryption_only_where_that_is_set(value, expected):
    settings = {} if value is None else {"exp.insecure": value}

    assert expected is llm_config(NAMED, settings, ENDPOINT).insecure


@pytest.mark.parametrize("name", ["some\nllm", "some\x1b[2Jllm", "some\udcffllm", "\u202ellm"])
def test_a_name_that_can_not_be_printed_is_no_name_of_a_language_model(name):
    error = refused(options=LlmOptions(model=name))

    assert (
        "--model, EXP_MODEL or exp.model: a language model's name holds what is not printed; write the name"
        == str(error)
    )


def test_the_engine_is_the_one_asked_for_else_the_one_that_is_set_else_the_rules():
    assert "model" == engine_named(LlmOptions(engine="model"), "rules")
    assert "model" == engine_named(LlmOptions(), "model")
    assert "rules" == engine_named(LlmOptions(), None)


def test_an_engine_that_there_is_not_is_a_fault_of_the_settings():
    with pytest.raises(ExpError) as error:
        engine_named(LlmOptions(), "modle")

    assert (3, "exp.engine: `modle` is no engine; write rules or model") == (
        error.value.exit_code,
        str(error.value),
    )
