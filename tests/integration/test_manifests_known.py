"""Which names are manifests and lock files, and that each of them has its reader."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

import pytest

from gitexp.adapters import manifests_known
from gitexp.adapters.manifests_known import (
    ECOSYSTEMS,
    UNREAD,
    Known,
    known,
    places_at,
    read_lock,
    read_manifest,
)
from gitexp.adapters.manifests_reading import Unreadable
from gitexp.records import languages

NAMES = """
pypi: pyproject.toml setup.cfg setup.py Pipfile requirements.txt requirements-dev.in dev_requirements.txt
npm: package.json
maven: pom.xml build.gradle build.gradle.kts
go: go.mod
cargo: Cargo.toml
composer: composer.json
gem: Gemfile gems.rb pages.gemspec
cmake: CMakeLists.txt
vcpkg: vcpkg.json
cocoapods: Podfile Pages.podspec
pub: pubspec.yaml
"""
LOCKS = """
pypi: uv.lock poetry.lock pdm.lock pylock.toml Pipfile.lock
npm: package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml
maven: gradle.lockfile
cargo: Cargo.lock
composer: composer.lock
gem: Gemfile.lock gems.locked
cocoapods: Podfile.lock
pub: pubspec.lock
"""


def rows(table: str) -> list[tuple[str, str]]:
    lines = (line.split() for line in table.strip().splitlines())
    return [(ecosystem.rstrip(":"), name) for ecosystem, *names in lines for name in names]


@pytest.mark.parametrize(("ecosystem", "name"), rows(NAMES))
def test_a_manifest_is_told_by_its_name_and_has_a_reader(ecosystem: str, name: str) -> None:
    one = known(f"packages/a/{name}")

    assert one == Known(f"packages/a/{name}", "packages/a", ecosystem, False)
    read(one)


@pytest.mark.parametrize(("ecosystem", "name"), rows(LOCKS))
def test_a_lock_file_is_told_by_its_name_and_has_a_reader(ecosystem: str, name: str) -> None:
    one = known(name)

    assert one == Known(name, "", ecosystem, True)
    read(one)


def read(one: Known) -> None:
    """Have its reader look at an empty text, of which it may say that it is none of its kind."""
    with suppress(Unreadable):
        read_lock(one, "", []) if one.lock else read_manifest(one, "")


@pytest.mark.parametrize(
    ("path", "folder", "lock"),
    [
        ("api/requirements/dev.txt", "api", False),
        ("requirements/base.in", "", False),
        ("app/gradle/libs.versions.toml", "app", True),
        ("gradle/tools.versions.toml", "", True),
        ("gradle/requirements.txt", "gradle", False),
    ],
)
def test_some_folders_speak_for_the_one_above(path: str, folder: str, lock: bool) -> None:
    one = known(path)

    assert one and (one.folder, one.lock) == (folder, lock)
    read(one)


@pytest.mark.parametrize(
    "path",
    ["", "src/a.py", "notes.txt", "gemfile", "package.json.bak", "requirements", "libs.versions.toml", "a.versions.toml/b",
     "requirements.md", "myrequirements.txt", "setup.cfg.in", "vcpkg-configuration.json", "settings.gradle"],
)  # fmt: skip
def test_other_names_are_none(path: str) -> None:
    assert known(path) is None


def test_each_ecosystem_is_one_that_a_check_may_name() -> None:
    assert set(ECOSYSTEMS) <= languages.ECOSYSTEMS
    assert {
        "pypi",
        "npm",
        "maven",
        "go",
        "cargo",
        "composer",
        "gem",
        "cmake",
        "vcpkg",
        "cocoapods",
        "pub",
    } == set(ECOSYSTEMS)


def test_names_are_told_without_a_reader_or_a_library() -> None:
    code = (
        "import sys; from gitexp.adapters.manifests_known import known; known('a/Gemfile');"
        "print(sorted(name for name in sys.modules if name.startswith('gitexp.') or name in ('dataclasses', 'yaml')))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert told.strip() == str(["gitexp.adapters", manifests_known.__name__])


def test_what_exp_does_not_read_is_known_by_its_name() -> None:
    names = [name for listed in UNREAD.values() for name in listed.split()]

    assert len(names) == len(set(names))
    for ecosystems, listed in UNREAD.items():
        for name in listed.split():
            path = f"a/{name.replace('*', 'some')}"
            assert known(path) is None, name
            expected = [Known(path, "a", one, False, False) for one in ecosystems.split()]
            assert list(places_at(path)) == expected, name


@pytest.mark.parametrize("path", ["a/environment.yml.j2", "csproj", "a/conanfile", "a.cabal/b", "", "a/"])
def test_other_names_are_of_no_place(path: str) -> None:
    assert places_at(path) == ()


def test_what_is_read_is_one_place() -> None:
    paths = ["a/Gemfile", "requirements/dev.in", "a/gradle/libs.versions.toml", "b.podspec", "yarn.lock"]

    assert [places_at(path) for path in paths] == [(known(path),) for path in paths]


def test_each_ecosystem_that_is_not_read_is_one_that_a_check_may_name() -> None:
    assert {one for ecosystems in UNREAD for one in ecosystems.split()} <= languages.ECOSYSTEMS
