"""How a proposal shows what it brings: conditions with their checks, both texts of an update, and how each is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.records.contradiction import Contradiction, Followed
from gitexp.records.experience import Experience
from gitexp.records.judgement import Decision, Judge
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
from gitexp.records.run import Funnel, Run
from gitexp.records.text import Redacted
from gitexp.steps.proposal_text import body
from gitexp.steps.redact import redacted_experience
from support.experiences import an_experience
from support.talk import a_candidate, a_discussion, a_turn

BASE = "4be1d0c2f3a49586" + "7" * 24
OLD = redacted_experience(
    an_experience(id="retry-get-0a1b2c3d4e", what="Retry GET.", why=None, preconditions=Preconditions())
)


def text_of(*decisions: Decision, paths: tuple[str, ...] = (), base: str | None = BASE) -> str:
    run = Run(
        id="2f6c1b0a9d3e",
        judge=Judge("rules"),
        trust="any",
        base=base,
        at=None,
        discussions=(a_discussion(a_turn("Retry only GET.")),),
        topics=(),
        candidates=(),
        verdicts=(),
        cliques=(),
        decisions=decisions,
        funnel=Funnel(1, 1, 1, 1, 1, 1, 0, 0, 0, 0),
    )
    return str(body(run, paths, "exp/proposals", []))


def update(what: str = "Retry GET, at most twice.", why: str | None = None) -> Decision:
    made = replace(OLD, what=Redacted.rendered(what), why=Redacted.rendered(why) if why else None)
    return Decision(a_candidate(), "update", "says more", made, OLD, "experiences/a.yaml")


def create(experience: Experience[Redacted] = OLD) -> Decision:
    return Decision(a_candidate(), "create", "new", experience)


def test_an_update_shows_both_texts_one_under_the_other():
    text = text_of(update(why="POST pays twice."), paths=("experiences/a.yaml",))

    assert (
        "**Do, as it stands:** Retry GET.\n"
        "**Do, as it becomes:** Retry GET, at most twice.\n"
        "**because, as it stands:** (nothing)\n"
        "**because, as it becomes:** POST pays twice.\n"
    ) in text


def test_of_an_update_what_does_not_change_is_told_once():
    text = text_of(update("Retry GET.", "POST pays twice."), paths=("experiences/a.yaml",))

    assert "**Do** Retry GET.\n**because, as it stands:** (nothing)\n" in text
    assert "**Do, as it" not in text


CHECKS = [
    (DependencyCheck("httpx", "pypi", ">=0.24"), "dependency pypi:httpx >=0.24"),
    (DependencyCheck("httpx"), "dependency httpx"),
    (LanguageCheck("python"), "language python"),
    (PathCheck("src/**"), "path src/**"),
    (PlatformCheck("linux"), "platform linux"),
    (KeyCheck("mode", ("strict", "lax")), "mode is strict or lax"),
    (SymbolCheck("Client.send"), "symbol Client.send"),
]


@pytest.mark.parametrize(("check", "words"), CHECKS)
def test_a_condition_is_shown_with_the_check_that_will_decide_it(check, words):
    def held(text: str) -> tuple[Condition[Redacted], ...]:
        return (Condition(Redacted.rendered(text), check), Condition(Redacted.rendered(f"{text}, loosely")))

    told = Preconditions(must=held("so"), must_not=held("else"), typical_env=held("mostly"))
    text = text_of(create(replace(OLD, preconditions=told)), paths=("experiences/a.yaml",))

    assert (
        f"**Holds where** so (checked by `{words}`)\n**Holds where** so, loosely\n"
        f"**Not where** else (checked by `{words}`)\n**Not where** else, loosely\n"
        f"**Met where** mostly (checked by `{words}`)\n**Met where** mostly, loosely\n"
    ) in text


def test_a_check_that_people_wrote_gets_out_of_no_code():
    told = Preconditions(
        must=(Condition(Redacted.rendered("so"), KeyCheck("a`b", ("![x](http://e.example)",))),)
    )
    text = text_of(create(replace(OLD, preconditions=told)), paths=("experiences/a.yaml",))

    assert "**Holds where** so (checked by ``a`b is ![x](http://e.example)``)\n" in text


REMOVE = "git rm experiences/<area>/<id>.yaml "


def test_an_update_is_refused_by_bringing_back_what_stands_and_never_by_deleting_it():
    text = text_of(update(), paths=("experiences/net/a.yaml",))

    assert (
        "\ngit checkout 4be1d0c2f3a4 -- experiences/net/a.yaml  # refuse this change of what stands, likewise\n"
        in text
    )
    assert "git rm" not in text


def test_new_files_are_removed_and_changed_ones_brought_back():
    paths = ("experiences/new.yaml", "experiences/a.yaml")
    text = text_of(create(), update(), paths=paths, base=None)

    assert 1 == text.count(REMOVE) == text.count("git checkout ")
    assert "git checkout HEAD -- experiences/a.yaml  #" in text
    assert "git checkout" not in text_of(create(), paths=paths[:1])


def test_a_path_that_a_shell_would_read_stands_in_no_command():
    text = text_of(update(), paths=("experiences/$(touch x).yaml",))

    assert "git checkout 4be1d0c2f3a4 -- experiences/<area>/<id>.yaml  #" in text


def test_where_nothing_is_carried_there_is_nothing_to_take_or_to_refuse():
    question = Contradiction(Followed("unknown", "", ()), "in_force")
    asked = Decision(
        a_candidate(), "contradict", "opposed", None, OLD, "experiences/a.yaml", question=question
    )
    text = text_of(asked)

    assert "git merge" not in text and "git rm" not in text and "Edit in place" not in text
    assert text.endswith(
        "\nrules engine · run 2f6c1b0a9d3e\n<!-- exp:proposal v1 base=" + BASE + " run=2f6c1b0a9d3e -->\n"
    )
