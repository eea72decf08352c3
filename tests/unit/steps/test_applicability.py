"""DESIGN.md section 6 as a table: what the facts say about each kind of check, and what follows for an experience."""

from __future__ import annotations

from typing import Any

import pytest

from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.records.applicability import Answer, Truth
from gitexp.records.facts import Dependency, Fact, Facts, Manifest
from gitexp.records.finding import Finding
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
from gitexp.steps.applicability import answer, judge

VERSIONS = LibraryVersions()
UV = Manifest("pypi", "uv.lock")
PYPROJECT = Manifest("pypi", "pyproject.toml")
PACKAGE = Manifest("npm", "package.json")


def declared(
    name: str, wanted: str | None, origin: str = "pyproject.toml", ecosystem: str = "pypi"
) -> Dependency:
    return Dependency(ecosystem, name, origin, declared=wanted)


def locked(name: str, version: str, origin: str = "uv.lock", ecosystem: str = "pypi") -> Dependency:
    return Dependency(ecosystem, name, origin, version=version)


def facts(*rows: Dependency, env: str = "", **known: Any) -> Facts:
    """Return facts with dependencies, `--env` values as one text, and what else is given."""
    pairs = (pair.partition("=") for pair in env.split())
    return Facts(given={name: Fact(value, "--env") for name, _, value in pairs}, dependencies=rows, **known)


def on(name: str, version: str | None = None) -> DependencyCheck:
    ecosystem, _, bare = name.rpartition(":")
    return DependencyCheck(bare, ecosystem or None, version)


def asked(check: Check | None, known: Facts, text: str = "the condition") -> Answer:
    return answer(Condition(text, check), known, VERSIONS)


MONOREPO = facts(locked("httpx", "0.27.2", "a/uv.lock"), locked("httpx", "0.20.1", "b/uv.lock"))
LOOSE, LOOSE_IN_A = declared("httpx", ">=0.20"), declared("httpx", ">=0.20", "a/pyproject.toml")
IN_B, PINNED = locked("httpx", "0.27.2", "b/uv.lock"), locked("httpx", "0.27.2", "requirements/base.txt")
MERGE = declared("lodash-merge", None, "package.json", "npm")
REACT_18, REACT_19 = (
    declared("react", "^18.2.0", "package.json", "npm"),
    locked("react", "19.1.0", "yarn.lock", "npm"),
)
PY, TS, MD = ("src/a.py",), ("web/a.ts",), ("notes.md",)

DEPENDENCIES: list[tuple[str, Check, Facts, Truth]] = [
    ("a name in a manifest is here", on("httpx"), facts(declared("httpx", None), manifests=(PYPROJECT,)), True),
    ("also with its ecosystem", on("pypi:httpx"), facts(declared("httpx", None), manifests=(PYPROJECT,)), True),
    ("of another ecosystem it is not", on("npm:httpx"), facts(declared("httpx", None), manifests=(PACKAGE,)), False),
    ("a name only a lock holds is here", on("h11"), facts(locked("h11", "0.14.0"), manifests=(UV,)), True),
    ("names are read as PyPI does", on("Typing.Extensions"), facts(declared("typing_extensions", None)), True),
    ("npm's names are not", on("npm:lodash.merge"), facts(MERGE, manifests=(PACKAGE,)), False),
    ("no manifest of the ecosystem leaves it open", on("pypi:httpx"), facts(manifests=(PACKAGE,)), None),
    ("a manifest of the ecosystem denies", on("pypi:httpx"), facts(manifests=(PYPROJECT,)), False),
    ("nothing read leaves it open", on("httpx"), facts(), None),
    ("no file asked: any manifest denies", on("httpx"), facts(manifests=(PACKAGE,)), False),
    ("the file's own ecosystem denies", on("httpx"), facts(manifests=(PYPROJECT,), files=PY), False),
    ("another ecosystem's does not", on("httpx"), facts(manifests=(PACKAGE,), files=PY), None),
    ("both files' ecosystems must be read", on("httpx"), facts(manifests=(PYPROJECT,), files=PY + TS), None),
    ("both read, it is denied", on("httpx"), facts(manifests=(PYPROJECT, PACKAGE), files=PY + TS), False),
    ("a file of no ecosystem asks for none", on("httpx"), facts(manifests=(PYPROJECT,), files=PY + MD), False),
    ("a file of no ecosystem alone leaves it open", on("httpx"), facts(manifests=(PYPROJECT,), files=MD), None),
    ("a name found in any ecosystem is here", on("react"), facts(declared("react", None, "p", "npm"), files=PY), True),
    ("the locked version lies in the range", on("httpx", ">=0.24"), facts(locked("httpx", "0.27.2")), True),
    ("the locked version lies outside", on("httpx", ">=0.24"), facts(locked("httpx", "0.20.1")), False),
    ("a lock decides over a range", on("httpx", ">=0.24"), facts(LOOSE, locked("httpx", "0.27.2")), True),
    ("a lock above decides too", on("httpx", ">=0.24"), facts(LOOSE_IN_A, locked("httpx", "0.27.2")), True),
    ("a lock beside does not", on("httpx", ">=0.24"), facts(LOOSE_IN_A, IN_B), None),
    ("a pin of requirements/ decides", on("httpx", ">=0.24"), facts(LOOSE, PINNED), True),
    ("a range within the wanted one", on("httpx", ">=0.24"), facts(declared("httpx", ">=0.25,<1")), True),
    ("a range apart from the wanted one", on("httpx", ">=0.24"), facts(declared("httpx", "<0.24")), False),
    ("a range that only overlaps", on("httpx", ">=0.24"), facts(declared("httpx", ">=0.20")), None),
    ("no range at all", on("httpx", ">=0.24"), facts(declared("httpx", None)), None),
    ("a monorepo that disagrees", on("httpx", ">=0.24"), MONOREPO, None),
    ("a monorepo that agrees", on("httpx", ">=0.20"), MONOREPO, True),
    ("a monorepo that agrees on no", on("httpx", ">=1"), MONOREPO, False),
    ("npm's range by npm's rules", on("npm:react", "^18 || ^19"), facts(REACT_19), True),
    ("npm's declared range lies within", on("npm:react", ">=18"), facts(REACT_18), True),
    ("a range nobody understands", on("httpx", "fresh"), facts(locked("httpx", "0.27.2")), None),
    ("python is what the project needs", on("python", ">=3.11"), facts(declared("python", ">=3.12")), True),
]  # fmt: skip

A_PY, A_TS, A_SH = {"redis": "src/a.py"}, {"lodash-merge": "web/a.ts"}, {"redis": "run.sh"}
CARGO, VCPKG = Manifest("cargo", "Cargo.toml"), Manifest("vcpkg", "vcpkg.json")
NPM_PART, CONAN_PART, NUGET_PART = frozenset({"npm"}), frozenset({"conan"}), frozenset({"nuget"})
SPELLED, CRATE = {"typing_extensions": "src/a.py"}, {"serde_json": "src/a.rs"}

IMPORTS: list[tuple[str, Check, Facts, Truth]] = [
    ("what a Python file imports is PyPI's", on("pypi:redis"), facts(imports=A_PY, files=PY), True),
    ("also without an ecosystem", on("redis"), facts(imports=A_PY, files=PY), True),
    ("it is not npm's", on("npm:redis"), facts(imports=A_PY, files=PY), None),
    ("nor cargo's", on("cargo:redis"), facts(imports=A_PY, files=PY, manifests=(CARGO,)), False),
    ("names are read as PyPI does", on("Typing.Extensions"), facts(imports=SPELLED, files=PY), True),
    ("names are read as cargo does", on("cargo:serde-json"), facts(imports=CRATE, files=("src/a.rs",)), True),
    ("npm's names are not", on("npm:lodash.merge"), facts(imports=A_TS, files=TS), None),
    ("a file of no ecosystem shows no package", on("redis"), facts(imports=A_SH, files=("run.sh",)), None),
    ("an import says no version", on("redis", ">=5"), facts(imports=A_PY, files=PY), None),
    ("no in another ecosystem leaves it here", on("redis"), facts(imports=A_PY, files=PY, env="npm:redis=no"), True),
    ("no in its own does not", on("redis"), facts(imports=A_PY, files=PY, env="pypi:redis=no"), False),
    ("no in another ecosystem leaves the file's own open", on("redis"), facts(files=PY, env="npm:redis=no"), None),
    ("no in another, the own is silent", on("redis"), facts(files=PY, env="npm:redis=no", manifests=(PYPROJECT,)), False),
]  # fmt: skip

BY_CONAN = facts(manifests=(VCPKG,), partly=CONAN_PART, files=("a.cpp",))
IN_PART: list[tuple[str, Check, Facts, Truth]] = [
    ("what was read in part denies nothing", on("npm:left-pad"), facts(manifests=(PACKAGE,), partly=NPM_PART), None),
    ("nor without an ecosystem", on("left-pad"), facts(manifests=(PACKAGE,), partly=NPM_PART, files=TS), None),
    ("nor beside one that nobody reads", on("fmt"), BY_CONAN, None),
    ("of its own ecosystem a whole one does", on("vcpkg:fmt"), BY_CONAN, False),
    ("nor where no language is told", on("fmt"), facts(manifests=(PACKAGE,), partly=NUGET_PART, tracked=("a.sln",)), None),
    ("another language's is nothing to it", on("httpx"), facts(manifests=(PYPROJECT,), partly=NPM_PART, files=PY), False),
    ("people settle it", on("npm:left-pad"), facts(manifests=(PACKAGE,), partly=NPM_PART, env="left-pad=no"), False),
]  # fmt: skip

GIVEN: list[tuple[str, Check, Facts, Truth]] = [
    ("a version given decides over a lock", on("httpx", ">=0.24"), facts(locked("httpx", "0.20.1"), env="httpx=0.27"), True),
    ("given, it is outside", on("httpx", ">=0.24"), facts(locked("httpx", "0.27.2"), env="httpx=0.20"), False),
    ("no is absent", on("httpx"), facts(locked("httpx", "0.27.2"), env="httpx=no"), False),
    ("no is absent for any range", on("httpx", ">=0.24"), facts(env="httpx=No"), False),
    ("any version is here", on("httpx"), facts(env="httpx=0.27"), True),
    ("yes is here", on("httpx"), facts(env="httpx=yes"), True),
    ("yes says no version", on("httpx", ">=0.24"), facts(env="httpx=yes"), None),
    ("given with its ecosystem", on("httpx", ">=0.24"), facts(env="pypi:httpx=0.27"), True),
    ("asked with its ecosystem", on("pypi:httpx", ">=0.24"), facts(env="httpx=0.27"), True),
    ("given for another ecosystem", on("pypi:httpx", ">=0.24"), facts(env="npm:httpx=0.27"), None),
    ("given as PyPI reads names", on("pypi:typing-extensions"), facts(env="Typing_Extensions=4.12"), True),
    ("no in one ecosystem is not no in another", on("redis"), facts(declared("redis", None), env="npm:redis=no"), True),
    ("no in the only ecosystem that names it", on("redis"), facts(declared("redis", None), env="pypi:redis=no"), False),
    ("a range may be given", on("httpx", ">=0.24"), facts(env="httpx=>=0.25"), True),
    ("language given", LanguageCheck("python"), facts(env="language=python", files=TS), True),
    ("another language given", LanguageCheck("python"), facts(env="language=rust", files=PY), False),
    ("several languages given", LanguageCheck("c++"), facts(env="language=rust,CPP"), True),
    ("platform given", PlatformCheck("macos"), facts(env="platform=darwin", platform="linux"), True),
    ("another platform given", PlatformCheck("linux"), facts(env="platform=windows", platform="linux"), False),
    ("a key given", KeyCheck("rendering", ("canvas",)), facts(env="rendering=canvas"), True),
    ("a key given otherwise", KeyCheck("rendering", ("canvas",)), facts(env="rendering=dom"), False),
    ("a key that may be several", KeyCheck("rendering", ("canvas", "webgl")), facts(env="rendering=webgl"), True),
    ("a key that is several", KeyCheck("rendering", ("canvas",)), facts(env="rendering=dom,Canvas"), True),
    ("a key nobody gave", KeyCheck("rendering", ("canvas",)), facts(env="drawing=canvas"), None),
    ("a key is not a dependency", KeyCheck("httpx", ("yes",)), facts(locked("httpx", "0.27.2")), None),
    ("a key without `is`", KeyCheck("batch", ()), facts(env="batch=on"), True),
    ("a key without `is`, given no", KeyCheck("batch", ()), facts(env="batch=no"), False),
]  # fmt: skip

PLACES: list[tuple[str, Check, Facts, Truth]] = [
    ("the asked file's language", LanguageCheck("python"), facts(files=PY), True),
    ("one of the asked files", LanguageCheck("typescript"), facts(files=PY + TS), True),
    ("none of the asked files", LanguageCheck("rust"), facts(files=PY + TS), False),
    ("a file of unknown language", LanguageCheck("python"), facts(files=("LICENSE",)), None),
    ("another file shows it", LanguageCheck("python"), facts(files=("LICENSE", *PY)), True),
    ("a header may be C++", LanguageCheck("cpp"), facts(files=("a.h",)), True),
    ("a tracked file's language", LanguageCheck("python"), facts(tracked=PY + MD), True),
    ("asked files count alone", LanguageCheck("python"), facts(files=TS, tracked=PY), False),
    ("no tracked file's", LanguageCheck("rust"), facts(tracked=(*PY, "LICENSE")), False),
    ("a language no name shows", LanguageCheck("brainfuck"), facts(tracked=PY), None),
    ("no file at all", LanguageCheck("python"), facts(), None),
    ("the asked file's path", PathCheck("src/**"), facts(files=PY), True),
    ("another path", PathCheck("src/**"), facts(files=TS), False),
    ("one of several paths", PathCheck("web/"), facts(files=PY + TS), True),
    ("a tracked path", PathCheck("src/**"), facts(tracked=PY), True),
    ("no tracked path", PathCheck("lib/**"), facts(tracked=PY), False),
    ("no path at all", PathCheck("src/**"), facts(), None),
    ("a glob that selects nothing", PathCheck("!src/**"), facts(files=TS), None),
    ("a symbol found", SymbolCheck("A.b"), facts(symbols={"A.b": Finding("A.b", "found", ("src/a.py:3",))}), True),
    ("a symbol missing", SymbolCheck("A.b"), facts(symbols={"A.b": Finding("A.b", "missing", (), ("A.c",))}), False),
    ("a symbol nobody can tell", SymbolCheck("A.b"), facts(symbols={"A.b": Finding("A.b", "unverifiable")}), None),
    ("a symbol nobody looked for", SymbolCheck("A.b"), facts(), None),
    ("this platform", PlatformCheck("linux"), facts(platform="linux"), True),
    ("this platform by another name", PlatformCheck("osx"), facts(platform="darwin"), True),
    ("this platform's family", PlatformCheck("posix"), facts(platform="darwin"), True),
    ("another platform", PlatformCheck("windows"), facts(platform="linux"), False),
    ("no platform known", PlatformCheck("linux"), facts(), None),
    ("a platform exp does not know", PlatformCheck("plan9"), facts(platform="linux"), None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "check", "known", "expected"), [*DEPENDENCIES, *IMPORTS, *IN_PART, *GIVEN, *PLACES]
)
def test_each_check_is_answered_by_the_facts(case: str, check: Check, known: Facts, expected: Truth) -> None:
    assert asked(check, known).truth is expected


@pytest.mark.parametrize(
    ("check", "known", "expected"),
    [
        (on("httpx"), facts(locked("httpx", "0.27.2")), "httpx 0.27.2 (uv.lock)"),
        (on("httpx", ">=0.24"), facts(locked("httpx", "0.27.2")), "httpx 0.27.2 (uv.lock)"),
        (on("httpx", ">=0.24"), facts(locked("httpx", "0.20.1")), "needs >=0.24, here 0.20.1 (uv.lock)"),
        (on("httpx", ">=0.24"), facts(env="httpx=0.20"), "needs >=0.24, here 0.20 (--env)"),
        (on("httpx"), facts(env="httpx=no"), "no httpx here (--env)"),
        (on("httpx"), facts(manifests=(PYPROJECT, UV)), "httpx is not named in pyproject.toml, uv.lock"),
        (on("httpx", ">=0.24"), MONOREPO, "needs >=0.24, here 0.27.2 (a/uv.lock), 0.20.1 (b/uv.lock)"),
        (LanguageCheck("python"), facts(files=PY), "python (src/a.py)"),
        (on("redis"), facts(imports=A_PY, files=PY), "redis (imported by src/a.py)"),
        (on("redis", ">=5"), facts(imports=A_PY, files=PY), "needs >=5, here a version nobody said (imported by src/a.py)"),
        (on("npm:a"), facts(manifests=(PACKAGE,), partly=NPM_PART), "not every npm manifest was read whole"),
        (on("npm:a"), facts(manifests=(PYPROJECT,)), "no npm manifest was read"),
        (on("redis"), facts(files=PY, env="npm:redis=no", manifests=(PYPROJECT,)), "no redis here (--env)"),
        (LanguageCheck("rust"), facts(files=PY), "here: python"),
        (LanguageCheck("rust"), facts(tracked=("a.go", "b.rb", "c.py", "d.json")), "here: go, json, python and 1 more"),
        (LanguageCheck("rust"), facts(tracked=("LICENSE",)), "here: no language that exp knows"),
        (PathCheck("src/**"), facts(files=PY), "src/a.py matches src/**"),
        (PathCheck("web/**"), facts(files=PY), "src/a.py does not match web/**"),
        (SymbolCheck("A.b"), facts(symbols={"A.b": Finding("A.b", "missing", (), ("A.c",))}), "no A.b here, nearest A.c"),
        (PlatformCheck("windows"), facts(platform="linux"), "linux, not windows (this machine)"),
        (KeyCheck("rendering", ("canvas",)), facts(env="rendering=dom"), "rendering is dom (--env), needs canvas"),
    ],
)  # fmt: skip
def test_the_reason_says_what_was_seen_and_where(check: Check, known: Facts, expected: str) -> None:
    assert asked(check, known).reason == expected


@pytest.mark.parametrize(
    ("check", "known", "expected"),
    [
        (KeyCheck("rendering", ("canvas",)), facts(), "is rendering canvas? exp facts set rendering=…"),
        (
            on("pypi:httpx"),
            facts(),
            "is pypi:httpx a dependency here? exp facts set pypi:httpx=VERSION (or `no`)",
        ),
        (
            on("httpx", ">=0.24"),
            facts(declared("httpx", ">=0.20")),
            "is httpx >=0.24 here? exp facts set httpx=VERSION (or `no`) (known: >=0.20 (pyproject.toml))",
        ),
        (LanguageCheck("python"), facts(files=("LICENSE",)), "is this python? --env language=python"),
        (PathCheck("src/**"), facts(), "which file is this about (src/**)? exp recall --file PATH"),
        (KeyCheck("a b; ls", ("x",)), facts(), "is a b; ls x? exp facts set 'a b; ls'=…"),
    ],
)
def test_the_question_says_how_to_settle_it(check: Check, known: Facts, expected: str) -> None:
    assert asked(check, known).question == expected


def test_words_alone_are_open_and_the_question_says_how_to_answer_them() -> None:
    found = asked(None, facts(), "batch mode is on")

    expected = "batch mode is on: yes or no? exp facts set 'batch mode is on'=yes"
    assert (found.truth, found.question) == (None, expected)


@pytest.mark.parametrize(("value", "expected"), [("yes", True), ("no", False), ("perhaps", None)])
def test_words_alone_are_settled_by_a_fact_of_these_very_words(value: str, expected: Truth) -> None:
    known = Facts(given={"Batch mode  is on": Fact(value, "experiences/facts.yaml")})

    assert asked(None, known, "batch mode is on").truth is expected


def test_the_strongest_fact_stands_first_also_where_the_names_are_written_differently() -> None:
    known = Facts(given={"pypi:httpx": Fact("0.27", "--env"), "httpx": Fact("no", "experiences/facts.yaml")})

    assert asked(on("httpx", ">=0.24"), known).truth is True


def test_an_experience_is_judged_by_all_its_conditions() -> None:
    wanted = Preconditions(
        must=(
            Condition("httpx 0.24 or later", on("httpx", ">=0.24")),
            Condition("Python", LanguageCheck("python")),
        ),
        must_not=(Condition("a batch run", KeyCheck("batch", ("yes",))), Condition("the gateway is down")),
        typical_env=(Condition("on Linux", PlatformCheck("linux")),),
    )
    known = facts(locked("httpx", "0.27.2"), files=PY, platform="linux")

    unknown = judge(wanted, known, VERSIONS)
    applicable = judge(wanted, facts(locked("httpx", "0.27.2"), env="batch=no", files=PY), VERSIONS)
    blocked = judge(wanted, facts(locked("httpx", "0.20.1"), env="batch=no", files=PY), VERSIONS)

    assert (unknown.value, [one.condition for one in unknown.missing]) == ("unknown", ["a batch run"])
    assert (unknown.typical, unknown.not_if) == (1, ("the gateway is down",))
    assert applicable.value == "applicable"
    assert applicable.because == ("httpx 0.27.2 (uv.lock)", "python (src/a.py)")
    assert blocked.blocked_by == ("must: httpx 0.24 or later (needs >=0.24, here 0.20.1 (uv.lock))",)


def test_the_dependencies_of_other_facts_are_not_remembered() -> None:
    answers = [
        asked(on("httpx"), facts(declared(f"other-{n}", None), manifests=(PYPROJECT,))).truth
        for n in range(9)
    ]

    assert answers == [False] * 9
