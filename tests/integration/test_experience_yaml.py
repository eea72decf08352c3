"""An experience is read leniently, written strictly, and comes back the same."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
import yaml
from hypothesis import HealthCheck, given, settings

from gitexp.adapters.experience_yaml import read, write
from gitexp.errors import RecordError
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Lifecycle, Scope
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.records.text import Redacted
from support.experiences import an_experience, experiences

WHOLE = """\
id: cache-flush-before-fork-0a1b2c3d4e
title: Flush the cache before forking
when: Starting worker processes in src/cache/
what: Call Cache.flush before the first fork.
preconditions: none
evidence:
  - {turn: "review_comment:4711", quote: "Flush first."}
lens: logic
kind: constraint
status: active
"""


def clean(experience: Experience[str]) -> Experience[Redacted]:
    """Return the experience as redact would give it: the words of these tests hold nothing to take out."""
    return cast(Experience[Redacted], experience)


def refusal(text: str) -> str:
    with pytest.raises(RecordError) as caught:
        read(text, "a.yaml")
    return str(caught.value)


def test_a_typical_experience_is_written_for_a_person_to_judge() -> None:
    must = Condition("the fork start method is used", DependencyCheck("workers", "pypi", ">=2"))
    experience = an_experience(
        preconditions=Preconditions((must,)),
        anti_patterns=("flushing in the worker",),
        example="4be1d0c (#15)",
        own={"x-owner": "storage"},
    )

    assert write(clean(experience)) == (
        "# yaml-language-server: $schema=../.schemas/experience.schema.json\n"
        "id: cache-flush-before-fork-0a1b2c3d4e\n"
        "title: Flush the cache before forking\n"
        "when: Starting worker processes in src/cache/\n"
        "what: Call Cache.flush before the first fork.\n"
        "why: A worker inherits half-written pages and serves them as whole ones.\n"
        "preconditions:\n"
        "  must:\n"
        "    - text: the fork start method is used\n"
        '      check: {dependency: "pypi:workers", version: ">=2"}\n'
        "anti_patterns: [flushing in the worker]\n"
        'scope: {paths: ["src/cache/**"], symbols: [Cache.flush]}\n'
        "evidence:\n"
        "  - turn: review_comment:4711\n"
        '    quote: "Flush first: a worker inherits half-written pages."\n'
        "    url: https://example.org/acme/pages/pull/12#discussion_r4711\n"
        "    by: reviewer-1\n"
        '    at: "2024-05-02"\n'
        "example: 4be1d0c (#15)\n"
        "lens: logic\n"
        "kind: constraint\n"
        "status: active\n"
        "x-owner: storage\n"
    ).replace(
        "  must:\n    - text: the fork start method is used\n"
        '      check: {dependency: "pypi:workers", version: ">=2"}\n',
        '  must: [{text: the fork start method is used, check: {dependency: "pypi:workers", version: ">=2"}}]\n',
    )


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
@given(experiences())
def test_what_is_written_reads_back_the_same(experience: Experience[str]) -> None:
    text = write(clean(experience))

    assert read(text, "a.yaml").experience == experience
    assert read(text.encode(), "a.yaml").unknown_keys == ()
    assert write(clean(read(text, "a.yaml").experience)) == text
    assert yaml.safe_load(text)["what"] == experience.what


def test_what_is_written_is_redacted_text() -> None:
    assert type(write(clean(an_experience()))) is Redacted


def test_no_preconditions_are_written_as_none_and_read_as_none() -> None:
    assert "\npreconditions: none\n" in write(clean(an_experience()))
    assert read(WHOLE, "a.yaml").experience.preconditions == Preconditions()


def test_every_kind_of_check_is_read() -> None:
    text = WHOLE.replace(
        "preconditions: none",
        "preconditions:\n"
        "  must:\n"
        "    - {text: a, check: {dependency: 'pypi:httpx', version: 1.10}}\n"
        "    - {text: b, check: {dependency: 'maven:org.acme:lib'}}\n"
        "    - {text: c, check: {dependency: org.acme:lib}}\n"
        "    - {text: d, check: {language: python}}\n"
        "    - {text: e, check: {path: /src/**}}\n"
        "  must_not:\n"
        "    - {text: f, check: {symbol: A.b}}\n"
        "    - {text: g, check: {platform: linux}}\n"
        "    - {text: h, check: {key: batch, is: yes}}\n"
        "  typical_env:\n"
        "    - {text: i, check: {key: rendering, is: [canvas, webgl]}}\n"
        "    - {text: j}\n",
    )

    assert read(text, "a.yaml").experience.preconditions == Preconditions(
        must=(
            Condition("a", DependencyCheck("httpx", "pypi", "1.10")),
            Condition("b", DependencyCheck("org.acme:lib", "maven")),
            Condition("c", DependencyCheck("org.acme:lib")),
            Condition("d", LanguageCheck("python")),
            Condition("e", PathCheck("/src/**")),
        ),
        must_not=(
            Condition("f", SymbolCheck("A.b")),
            Condition("g", PlatformCheck("linux")),
            Condition("h", KeyCheck("batch", ("yes",))),
        ),
        typical_env=(Condition("i", KeyCheck("rendering", ("canvas", "webgl"))), Condition("j")),
    )


def test_an_unknown_key_is_read_past_and_named() -> None:
    text = WHOLE.replace("quote:", "mood: fine, quote:") + "must-not: x\nscope: {pathz: [a]}\nx-ours: 1\n"

    found = read(text, "a.yaml")

    assert found.unknown_keys == ("must-not", "evidence[0].mood", "scope.pathz")
    assert found.experience.own == {"x-ours": 1}


@pytest.mark.parametrize(
    ("written", "unread"),
    [
        ("{must-not: [{text: x}]}", ("must-not",)),
        ("{must: [{text: x, unless: y}]}", ("must[0].unless",)),
        ("{must_not: [{text: x}, {text: y, check: {os: linux}}]}", ("must_not[1].check.os",)),
        ("{must: [{text: x, check: {dependency: a, verison: '1'}}]}", ("must[0].check.verison",)),
        ("{must: [{text: x, check: {language: a, version: '1'}}]}", ("must[0].check.version",)),
    ],
)
def test_an_unknown_key_within_preconditions_is_never_read_past(
    written: str, unread: tuple[str, ...]
) -> None:
    found = read(WHOLE.replace("preconditions: none", f"preconditions: {written}"), "a.yaml")

    assert found.experience.preconditions.unread == unread
    assert found.unknown_keys == ()


def test_what_would_be_lost_is_not_written() -> None:
    experience = an_experience(preconditions=Preconditions(unread=("must_not[0].check.os",)))

    with pytest.raises(RecordError, match="exp does not know `preconditions"):
        write(clean(experience))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("what: Call Cache.flush before the first fork.\n", ""), "a.yaml:1: `what` is missing; write `what: …`"),
        (("what:", "waht:"), "a.yaml:4: unknown key `waht`; write `what`"),
        (("what: Call Cache.flush before the first fork.", "what:"), "a.yaml:4: `what` is empty; write `what: …`"),
        (("title: Flush the cache before forking", "title: [a]"),
         "a.yaml:2: `title` is a list, not text; write `title: …` on one line, or in quotes"),
        (("preconditions: none\n", ""), "a.yaml:1: `preconditions` is missing; write `preconditions: none`"),
        (("preconditions: none", "preconditions: any"),
         "a.yaml:5: `preconditions` can't be `any`; write `preconditions: none`, or must: [...]"),
        (("preconditions: none", "preconditions:\n  must: [httpx]"),
         "a.yaml:6: `preconditions.must[0]` is a text, not a mapping; write `{text: …, check: {dependency: …}}`"),
        (("preconditions: none", "preconditions:\n  must:\n  - {check: {path: a}}"),
         "a.yaml:7: `preconditions.must[0].text` is missing; write `text: …`"),
        (("preconditions: none", "preconditions:\n  must:\n  - {text: a, check: {path: a, symbol: b}}"),
         "a.yaml:7: `preconditions.must[0].check` asks for path and symbol; write one check a condition"),
        (("preconditions: none", "preconditions:\n  must:\n  - {text: a, check: {key: b}}"),
         "a.yaml:7: `preconditions.must[0].check.is` is missing; write `is: …`"),
        (("preconditions: none", "preconditions:\n  must:\n  - {text: a, check: {path: ../b}}"),
         "a.yaml:7: `preconditions.must[0].check.path` can't be `../b`; write a path without `..`"),
        (('evidence:\n  - {turn: "review_comment:4711", quote: "Flush first."}\n', "evidence: []\n"),
         "a.yaml:6: `evidence` is empty; write `evidence: …`"),
        (('quote: "Flush first."', "qoute: x"), "a.yaml:7: unknown key `evidence[0].qoute`; write `quote`"),
        (("kind: constraint", "kind: constrain"), "a.yaml:9: `kind` can't be `constrain`; write `constraint`"),
        (("status: active", "status: on"),
         "a.yaml:10: `status` can't be `on`; write one of active, canary, contested, superseded, retracted, "
         "expired, archived"),
        (("status: active", "status: active\nquality: high"),
         "a.yaml:11: `quality` is not a whole number from 1 to 5; write it in digits, without quotes: `quality: 1`"),
        (("status: active", "status: active\nscope: src/"),
         "a.yaml:11: `scope` is a text, not a mapping; write `scope: {...}`"),
        (("status: active", "status: active\nanti_patterns: x"),
         "a.yaml:11: `anti_patterns` is a text, not a list; write `anti_patterns: [...]`"),
        (("status: active", "status: active\nanti_patterns: [x, ~]"),
         "a.yaml:11: `anti_patterns[1]` is empty; put the text in quotes, or take the item out"),
        (("status: active", "status: active\nlifecycle:\n  expires: soon"),
         "a.yaml:12: `lifecycle.expires` is no date: `soon`; write YYYY-MM-DD"),
        (("status: active", "status: active\nlifecycle: {canary: 120%}"),
         "a.yaml:11: `lifecycle.canary` can't be `120%`; write a share from 1% to 100%, such as `20%`"),
    ],
)  # fmt: skip
def test_what_can_not_be_served_is_said_with_its_line_and_how_to_mend_it(
    change: tuple[str, str], said: str
) -> None:
    assert refusal(WHOLE.replace(*change)) == said


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd-0a1b2c3d4e",
        "a/b-0a1b2c3d4e",
        "Cache-0a1b2c3d4e",
        "cache-0a1b2c3d4",
        "cache-0a1b2c3d4g",
        "-0a1b2c3d4e",
        '"cache-0a1b2c3d4e\\n"',
        "a" * 90 + "-0a1b2c3d4e",
    ],
)
def test_an_id_that_could_be_anything_else_is_refused(name: str) -> None:
    text = WHOLE.replace("id: cache-flush-before-fork-0a1b2c3d4e", f"id: {name}")

    assert refusal(text).startswith("a.yaml:1: `id` can't be `")


@pytest.mark.parametrize(
    ("path", "mend"),
    [
        ("/etc/passwd", "write a path relative to the repository's root"),
        ("~/x", "write a path relative to the repository's root"),
        ("C:/x", "write a path relative to the repository's root"),
        ("src/../../x", "write a path without `..`"),
        ("..", "write a path without `..`"),
        ("src\\net", "write `/` between folders"),
        ('"a\\nb"', "write a path without control characters"),
        ('" "', "write a path without control characters"),
    ],
)
def test_a_scope_outside_the_repository_is_refused(path: str, mend: str) -> None:
    said = refusal(WHOLE + f"scope:\n  paths:\n    - {path}\n")

    assert said.startswith("a.yaml:12: `scope.paths` can't hold `")
    assert said.endswith(f"; {mend}")


def test_a_file_with_nothing_in_it_says_so() -> None:
    assert refusal("# later\n") == "a.yaml: is empty; write the record into it, or take the file out"
    assert refusal("- a\n") == "a.yaml:1: a list where `key: value` lines are wanted"


def test_an_unquoted_null_is_nothing_written() -> None:
    found = read(WHOLE + "why: null\nscope:\nexample: ~\nquality:\n", "a.yaml")

    assert found.experience == read(WHOLE, "a.yaml").experience


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": "../x-0a1b2c3d4e"}, "`id` can't be `../x-0a1b2c3d4e`"),
        ({"id": "x-0a1b2c3d4e\n"}, "`id` can't be `x-0a1b2c3d4e`"),
        ({"what": "x" * 401}, "`what` has 401 characters, more than 400"),
        ({"title": " "}, "`title` is empty"),
        ({"evidence": ()}, "`evidence` is missing"),
        ({"scope": Scope(("/etc/*",))}, "`scope.paths[0]` can't be `/etc/*`"),
        ({"lifecycle": Lifecycle(expires="soon")}, "`lifecycle.expires` can't be `soon`"),
        ({"own": {"owner": "x"}}, "unknown key `owner`"),
        ({"anti_patterns": tuple("abcdefghij" * 6)}, "`anti_patterns` has 60 items, more than 50"),
        ({"why": ""}, "can't be written so that it reads back the same"),
    ],
)
def test_what_does_not_fit_the_schema_is_never_written(changes: dict[str, object], said: str) -> None:
    with pytest.raises(RecordError) as caught:
        write(clean(an_experience(**changes)))

    assert said in str(caught.value)


def test_a_quote_keeps_its_lines_and_its_emoji() -> None:
    quote = "Flush first 🙂\n\n    cache.flush()\n二回目は不要"
    experience = an_experience(evidence=(Evidence("review:1", quote),))

    text = write(clean(experience))

    assert "    quote: |-\n      Flush first 🙂\n\n          cache.flush()\n      二回目は不要\n" in text
    assert read(text, "a.yaml").experience == replace(experience)
