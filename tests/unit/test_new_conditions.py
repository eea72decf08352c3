"""The short forms of `exp new`: what is a dependency, what a fact, what a sentence."""

from __future__ import annotations

import pytest

from gitexp.cli.new_conditions import condition, exception, search_words
from gitexp.errors import UsageError
from gitexp.records.precondition import (
    Check,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    SymbolCheck,
)


@pytest.mark.parametrize(
    ("text", "said", "check"),
    [
        ("httpx", "httpx", DependencyCheck("httpx")),
        (" pypi:httpx>=0.24 ", "pypi:httpx>=0.24", DependencyCheck("httpx", "pypi", ">=0.24")),
        ("httpx >= 0.24, <1", "httpx >= 0.24, <1", DependencyCheck("httpx", None, ">= 0.24, <1")),
        ("npm:@scope/x^2", "npm:@scope/x^2", DependencyCheck("@scope/x", "npm", "^2")),
        ("httpx==0.27", "httpx==0.27", DependencyCheck("httpx", None, "==0.27")),
        ("npm:react=18", "npm:react=18", DependencyCheck("react", "npm", "=18")),
        ("react=18", "react=18", DependencyCheck("react", None, "=18")),
        (
            "maven:org.acme:lib>=1",
            "maven:org.acme:lib>=1",
            DependencyCheck("org.acme:lib", "maven", ">=1"),
        ),
        ("rendering=canvas", "rendering is canvas", KeyCheck("rendering", ("canvas",))),
        ("rendering = dom, svg", "rendering is dom or svg", KeyCheck("rendering", ("dom", "svg"))),
        ("地区=东京", "地区 is 东京", KeyCheck("地区", ("东京",))),
        ("language=python", "the language is python", LanguageCheck("python")),
        ("platform=linux", "the platform is linux", PlatformCheck("linux")),
        ("path=src/**", "the file is src/**", PathCheck("src/**")),
        ("symbol=Pump.start", "the code has Pump.start", SymbolCheck("Pump.start")),
    ],
)
def test_each_form_has_its_check(text: str, said: str, check: Check):
    assert (said, check) == condition("--must", text)
    assert (said, check) == exception("--must-not", text)


@pytest.mark.parametrize("text", ["the oven is already warm", "炉子已经热了", "a, b and c"])
def test_a_sentence_is_an_exception_that_people_judge_and_no_condition(text: str):
    assert (text, None) == exception("--must-not", text)
    with pytest.raises(UsageError, match="is neither a dependency nor a fact"):
        condition("--must", text)


@pytest.mark.parametrize("text", ["", "   ", "x,", "=canvas", ">=1.2", "rendering="])
def test_what_is_neither_is_refused(text: str):
    for read in (condition, exception):
        with pytest.raises(UsageError):
            read("--must", text)


def test_search_words_go_by_language_in_their_order_each_once():
    given = ["de=doppelte  Buchung, Gebühr", "JA=二重請求、課金", "de=Gebühr,zweimal", "pt-BR=taxa"]

    assert {
        "de": ("doppelte Buchung", "Gebühr", "zweimal"),
        "ja": ("二重請求", "課金"),
        "pt-br": ("taxa",),
    } == search_words(given)
    assert {} == search_words([])


@pytest.mark.parametrize("text", ["", "de", "de=", "de= , ", "=x", "d=x", "deutsch words", "../x=y"])
def test_search_words_without_a_language_are_refused(text: str):
    with pytest.raises(UsageError, match="is no LANG=WORD,WORD"):
        search_words([text])
