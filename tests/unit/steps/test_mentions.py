"""Mentions of records: each named thing with its field, and whether the record claims that it is there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given, settings

from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Incident, Scope
from gitexp.records.mention import Mention
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.steps.mentions import Named, mentions_of, names_of_candidate
from gitexp.steps.redact import redacted
from support.experiences import an_experience, experiences


def named(**changes: Any) -> list[tuple[str, str, bool]]:
    """Return field, name and whether it is wanted, of an experience that says no more than the changes."""
    bare = an_experience(title="T", when="w", what="w", why=None, scope=Scope())
    return [(one.field, one.mention.name, one.wanted) for one in mentions_of(replace(bare, **changes))]


def a_candidate(**changes: Any) -> Candidate:
    texts = {
        key: redacted(value) if isinstance(value, str) else tuple(map(redacted, value))
        for key, value in changes.items()
    }
    given = {"title": redacted("t"), "when": redacted("w"), "what": redacted("w"), **texts}
    return Candidate(
        id="c1",
        discussion="d1",
        topic="t1",
        repo="acme/heat",
        lens="logic",
        kind="constraint",
        evidence=(),
        settled=Settled("yes"),
        trail=Trail(),
        **given,  # type: ignore[arg-type]
    )


def test_every_field_that_claims_something_is_read():
    found = named(
        title="Flush `Cache`",
        when="Changing src/cache/pages.py",
        what="Call Cache.flush with --no-fork",
        why="`fork_now` copies pages",
        example="use `flush_all()`",
        scope=Scope(("src/cache/**", "Makefile"), ("Cache.flush", "pages")),
        incident=Incident("`on_fork` ran", "`half_page` was served", "see `Cache.flush`", "`all_well`"),
    )

    assert [
        ("title", "Cache", True),
        ("when", "src/cache/pages.py", True),
        ("what", "Cache.flush", True),
        ("what", "--no-fork", True),
        ("why", "fork_now", True),
        ("scope.paths[0]", "src/cache/**", True),
        ("scope.paths[1]", "Makefile", True),
        ("scope.symbols[0]", "Cache.flush", True),
        ("scope.symbols[1]", "pages", True),
        ("example", "flush_all()", True),
        ("incident.trigger", "on_fork", True),
        ("incident.diagnosis", "half_page", True),
        ("incident.fix", "Cache.flush", True),
        ("incident.outcome", "all_well", True),
    ] == found


def test_what_should_not_be_there_is_not_wanted():
    assert [
        ("failure_modes[0]", "half_page", False),
        ("anti_patterns[0]", "fork_first", False),
        ("anti_patterns[1]", "Cache.drop", False),
    ] == named(failure_modes=("`half_page` is served",), anti_patterns=("fork_first", "calling `Cache.drop`"))


def test_what_a_text_says_to_be_gone_is_not_wanted():
    assert [("what", "Cache.drop", False), ("what", "Cache.flush", True)] == named(
        what="`Cache.drop` was removed: call `Cache.flush`"
    )


def test_checks_are_read_by_their_kind():
    conditions = Preconditions(
        must=(
            Condition("Cache.flush is there", SymbolCheck("Cache.flush")),
            Condition("pages", PathCheck("src/pages")),
            Condition("hydro", DependencyCheck("hydro", "pypi", ">=0.24")),
            Condition("python", LanguageCheck("python")),
            Condition("canvas", KeyCheck("rendering", ("canvas",))),
        ),
        must_not=(Condition("no `old_pages`", SymbolCheck("OldPages")),),
    )
    bare = an_experience(title="T", when="w", what="w", why=None, scope=Scope(), preconditions=conditions)

    assert (
        Named(Mention("Cache.flush", "symbol"), "preconditions.must[0]"),
        Named(Mention("Cache.flush", "symbol"), "preconditions.must[0].check"),
        Named(Mention("src/pages", "path"), "preconditions.must[1].check"),
        Named(Mention("pypi:hydro", "dependency", ">=0.24"), "preconditions.must[2].check"),
        Named(Mention("old_pages", "symbol"), "preconditions.must_not[0]", wanted=False),
        Named(Mention("OldPages", "symbol"), "preconditions.must_not[0].check", wanted=False),
    ) == mentions_of(bare)


def test_of_the_evidence_only_commits_count():
    commit = "3f9c2d1e" * 5
    evidence = (
        Evidence(f"commit:{commit}", "`Cache.drop` forks"),
        Evidence(f"commit:{commit}#2", "see src/gone.py and commit abc1234"),
        Evidence("review_comment:4711", "`Cache.other`"),
    )

    assert [
        ("evidence[0].turn", commit, True),
        ("evidence[1].turn", commit, True),
        ("example", "c77e019", True),
    ] == named(evidence=evidence, example="c77e019 (#1533)")


@settings(max_examples=40)
@given(experiences())
def test_every_mention_of_any_experience_stands_once_in_a_field(experience):
    found = mentions_of(experience)

    assert len(found) == len(set(found))
    assert all(one.mention.name and one.field for one in found)


def test_a_candidate_names_what_its_words_its_lists_and_its_checks_name():
    candidate = replace(
        a_candidate(
            what="Use `attachTo()` of `HeatPump`",
            symbols=("HeatPump", "attachTo()"),
            paths=("src/heat.py",),
            places=("src/heat.py", "Makefile"),
        ),
        preconditions=Preconditions(
            must=(Condition(redacted("hydro"), DependencyCheck("hydro", None, ">=2")),),
            must_not=(Condition(redacted("old"), SymbolCheck("OldPump")),),
        ),
    )

    assert [
        ("symbol", "attachTo()"),
        ("symbol", "HeatPump"),
        ("symbol", "HeatPump.attachTo"),
        ("path", "src/heat.py"),
        ("path", "Makefile"),
        ("dependency", "hydro"),
    ] == [(one.kind, one.name) for one in names_of_candidate(candidate)]


def test_a_candidate_is_not_asked_for_what_it_says_to_be_gone_or_harmful():
    candidate = a_candidate(
        what="`Pump.reset` was removed, call `Pump.start`",
        symbols=("Pump.reset", "Pump.start"),
        anti_patterns=("`Pump.stop` first",),
    )

    assert ["Pump.start"] == [one.name for one in names_of_candidate(candidate)]
