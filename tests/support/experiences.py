"""Experiences for tests: one that is complete in itself, and a hypothesis strategy for all that can be written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any, get_args

from hypothesis import strategies as st

from gitexp.records.evidence import Evidence
from gitexp.records.experience import (
    Experience,
    ExperienceKind,
    Incident,
    Lens,
    Lifecycle,
    Provenance,
    Relations,
    Scope,
    Severity,
    Status,
)
from gitexp.records.precondition import (
    Check,
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)


def an_experience(**changes: Any) -> Experience[str]:
    """Return an experience about flushing a cache, with the fields given changed."""
    experience = Experience[str](
        id="cache-flush-before-fork-0a1b2c3d4e",
        title="Flush the cache before forking",
        when="Starting worker processes in src/cache/",
        what="Call Cache.flush before the first fork.",
        why="A worker inherits half-written pages and serves them as whole ones.",
        evidence=(
            Evidence(
                turn="review_comment:4711",
                quote="Flush first: a worker inherits half-written pages.",
                url="https://example.org/acme/pages/pull/12#discussion_r4711",
                by="reviewer-1",
                at="2024-05-02",
            ),
        ),
        lens="logic",
        kind="constraint",
        status="active",
        scope=Scope(("src/cache/**",), ("Cache.flush",)),
    )
    return replace(experience, **changes)


def texts(most: int) -> st.SearchStrategy[str]:
    """Return texts in any language and of any shape, with at least one visible character."""
    words = st.lists(st.sampled_from(["page", "half-written", "🙂", "漢字", "#", "a:", "- ", "\n", " ", '"']))
    return st.one_of(
        st.text(max_size=min(most, 40)),
        st.text(alphabet="ab \n\t#:-'\"\\|>{}[]*&!%@`", max_size=min(most, 40)),
        words.map(lambda parts: " ".join(parts)[:most]),
        st.sampled_from(["NO", "1.10", "010", "2024-05-02", "null", "~", "12:30:45", "<<", "none"]),
    ).filter(lambda text: bool(text.strip()))


def experiences() -> st.SearchStrategy[Experience[str]]:
    """Return experiences with every field, each now and then empty."""
    maybe = st.one_of(st.none(), texts(80))
    lists = st.lists(texts(80), max_size=3).map(tuple)
    days = st.dates(date(1990, 1, 1), date(2100, 1, 1)).map(str)
    maybe_day = st.one_of(st.none(), days)
    ids = st.from_regex(r"[a-z0-9][a-z0-9-]{0,30}-[0-9a-f]{10}", fullmatch=True)
    id_lists = st.lists(ids, max_size=2).map(tuple)
    return st.builds(
        Experience[str],
        id=ids,
        title=texts(200),
        when=texts(400),
        what=texts(400),
        evidence=st.lists(
            st.builds(Evidence[str], texts(80), texts(2000), maybe, maybe, maybe_day), min_size=1, max_size=3
        ).map(tuple),
        lens=st.sampled_from(get_args(Lens)),
        kind=st.sampled_from(get_args(ExperienceKind)),
        status=st.sampled_from(get_args(Status)),
        why=maybe,
        preconditions=st.builds(Preconditions[str], conditions(), conditions(), conditions()),
        failure_modes=lists,
        anti_patterns=lists,
        scope=st.builds(Scope[str], st.lists(globs(), max_size=3).map(tuple), lists),
        example=maybe,
        incident=st.builds(Incident[str], maybe, maybe, maybe, maybe),
        pattern=maybe,
        severity=st.one_of(st.none(), st.sampled_from(get_args(Severity))),
        quality=st.one_of(st.none(), st.integers(1, 5)),
        search=st.dictionaries(
            st.sampled_from(["en", "no", "zh", "y"]), st.lists(texts(30), min_size=1, max_size=3).map(tuple)
        ),
        observed_at=maybe_day,
        lifecycle=st.builds(
            Lifecycle,
            maybe_day,
            maybe_day,
            st.one_of(st.none(), st.integers(0, 10_000)),
            st.one_of(st.none(), st.integers(1, 100).map("{}%".format)),
            maybe,
        ),
        relations=st.builds(Relations, id_lists, st.one_of(st.none(), ids), id_lists, id_lists),
        provenance=st.builds(Provenance, maybe, maybe, maybe, lists, maybe, lists),
        own=st.dictionaries(
            st.sampled_from(["x-owner", "x-ticket"]),
            st.one_of(
                st.none(), st.booleans(), st.integers(-9, 9), texts(40), st.lists(texts(20), min_size=1)
            ),
        ),
    )


def conditions() -> st.SearchStrategy[tuple[Condition[str], ...]]:
    """Return conditions, with a check of any kind or none."""
    ecosystems = st.sampled_from([None, "pypi", "npm", "maven"])
    names = st.sampled_from(["httpx", "@acme/client", "org.acme:lib"])
    checks: st.SearchStrategy[Check] = st.one_of(
        st.builds(DependencyCheck, names, ecosystems, st.one_of(st.none(), texts(20))),
        st.builds(LanguageCheck, texts(20)),
        st.builds(PathCheck, globs()),
        st.builds(SymbolCheck, texts(20)),
        st.builds(PlatformCheck, texts(20)),
        st.builds(KeyCheck, texts(20), st.lists(texts(20), min_size=1, max_size=3).map(tuple)),
    )
    one = st.builds(Condition[str], texts(80), st.one_of(st.none(), checks))
    return st.lists(one, max_size=2).map(tuple)


def globs() -> st.SearchStrategy[str]:
    """Return path globs within the repository."""
    return st.sampled_from(["src/**", "*.py", "docs/[ab]?.md", "ünï/漢字/*.ts", "!x", "#y", "a b/c", "..x/y"])
