"""PHP's manifest and lock file, as people and Composer write them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.manifests_composer import composer_json, composer_lock
from gitexp.adapters.manifests_reading import Reading, Unreadable
from gitexp.records.facts import Dependency
from support.manifest_readings import ecosystems, locked, project, ranges, reading, several, versions


def composer(**content: object) -> Reading:
    return reading(
        "composer.json", json.dumps({key.replace("_", "-"): value for key, value in content.items()})
    )


def test_a_composer_json_names_both_tables_the_platform_and_itself() -> None:
    found = composer(
        name="Acme/Pages",
        version="2.1.0",
        require={"php": "^8.1 || ^8.2", "ext-json": "*", "acme/wire": "~1.4", "Acme/Glue": "6.4.*"},
        require_dev={"acme/tests": ">=9.5 <11"},
        suggest={"acme/fast": "to be faster"},
        conflict={"acme/slow": "*"},
    )

    assert ranges(found) == {
        "acme/pages": None,
        "php": "^8.1 || ^8.2",
        "ext-json": None,
        "acme/wire": "~1.4",
        "acme/glue": "6.4.*",
        "acme/tests": ">=9.5 <11",
    }
    assert found.dependencies[0] == Dependency("composer", "acme/pages", "composer.json", version="2.1.0")
    assert (ecosystems(found), found.counts) == ({"composer"}, "whole")


def test_what_a_package_replaces_is_here_in_its_own_version() -> None:
    found = composer(
        name="acme/all",
        version="3.0.0",
        require={"php": ">=8.2", "acme/twin": "self.version"},
        replace={"acme/part": "self.version", "acme/old": "*"},
        provide={"acme/log-implementation": "1.0"},
    )

    assert versions(found) == {
        "acme/all": "3.0.0",
        "acme/part": "3.0.0",
        "acme/old": None,
        "acme/log-implementation": None,
        "php": None,
        "acme/twin": None,
    }
    assert ranges(found)["acme/twin"] == "3.0.0"


def test_where_nobody_says_which_php_is_needed_it_is_here_all_the_same() -> None:
    assert several(composer(require={"acme/wire": "^1"}), "php") == [(None, None)]


@pytest.mark.parametrize("value", ["*", "", "@dev", 7, None, ["^1"]])
def test_what_is_no_range_still_names_the_package(value: object) -> None:
    assert several(composer(require={"acme/wire": value}), "acme/wire") == [(None, None)]


def test_a_composer_json_without_a_table_of_requirements_is_no_list_of_them() -> None:
    assert composer(name="acme/pages", autoload={}).counts == "nothing"


def test_an_empty_table_is_written_as_a_list_by_php_and_names_nothing() -> None:
    found = composer(require=[])

    assert (versions(found), found.counts) == ({"php": None}, "whole")


def test_a_lock_file_gives_exact_versions_and_what_its_packages_replace() -> None:
    text = json.dumps(
        {
            "packages": [
                {"name": "acme/all", "version": "v3.4.1", "replace": {"acme/part": "self.version"}},
                {"name": "acme/wire", "version": "dev-main"},
                {"version": "1.0.0"},
                "odd",
            ],
            "packages-dev": [{"name": "acme/tests", "version": "10.5.0"}],
        }
    )

    assert versions(locked("composer.lock", text, project("composer", "api/composer.json", "acme/all"))) == {
        "acme/all": "v3.4.1",
        "acme/part": "v3.4.1",
        "acme/wire": "dev-main",
        "acme/tests": "10.5.0",
    }


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("composer.json", "[]", "it is no JSON object"),
        ("composer.json", '{"require": {', "it is no valid JSON"),
        ("composer.json", '{"a":' * 200_000, "it is nested too deep"),
        ("composer.json", "<<<<<<< ours\n{}\n=======\n{}\n>>>>>>> theirs\n", "it is no valid JSON"),
        ("composer.lock", '{"packages": {}}', "it lists no packages"),
        ("composer.lock", "{}", "it lists no packages"),
    ],
)
def test_what_is_none_of_composers_files_is_refused_with_its_reason(name: str, text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        reading(name, text)


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["name", "version", "require", "replace", "packages", "a/b"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_no_shape_of_json_breaks_it(content: object) -> None:
    for read in (composer_json, lambda path, text: composer_lock(path, text, ())):
        try:
            found = read("composer.json", json.dumps(content))
        except Unreadable:
            continue
        assert all(one.name for one in found.dependencies)
