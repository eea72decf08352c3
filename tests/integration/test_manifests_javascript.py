"""JavaScript's manifests and lock files, as people and tools write them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from gitexp.adapters.manifests_known import known, read_lock, read_manifest
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable
from gitexp.records.facts import Dependency


def package(**content: Any) -> Reading:
    kind = known("package.json")
    assert kind
    return read_manifest(kind, json.dumps(content))


def lock(name: str, text: str, *importers: Importer) -> Reading | None:
    kind = known(name)
    assert kind
    return read_lock(kind, text, importers)


def importer(folder: str, **wanted: str) -> Importer:
    """Return a project that declares these dependencies."""
    path = "package.json" if folder == "." else f"{folder}/package.json"
    return Importer(
        folder, tuple(Dependency("npm", name, path, declared=value) for name, value in wanted.items())
    )


def versions(reading: Reading | None) -> dict[str, set[str | None]]:
    assert reading
    found: dict[str, set[str | None]] = {}
    for one in reading.dependencies:
        found.setdefault(one.name, set()).add(one.version)
    return found


def ranges(rows: Sequence[Dependency]) -> dict[str, str | None]:
    return {one.name: one.declared for one in rows}


def test_a_package_json_names_all_four_tables_and_its_engines() -> None:
    reading = package(
        name="@acme/pages",
        version="1.4.0",
        engines={"node": ">=20"},
        dependencies={"react": "^18.2.0"},
        devDependencies={"typescript": "~5.4"},
        peerDependencies={"vue": ">=3 <4"},
        optionalDependencies={"fsevents": "2.3.3"},
    )

    assert ranges(reading.dependencies) == {
        "@acme/pages": None,
        "node": ">=20",
        "react": "^18.2.0",
        "typescript": "~5.4",
        "vue": ">=3 <4",
        "fsevents": "2.3.3",
    }
    assert reading.dependencies[0] == Dependency("npm", "@acme/pages", "package.json", version="1.4.0")
    assert reading.counts == "whole"


@pytest.mark.parametrize(
    "value",
    ["workspace:^1.0.0", "workspace:*", "file:../wire", "link:../wire", "latest", "next", "*", "", "catalog:", "acme/wire",
     "git+https://example.org/wire.git#semver:^1", "https://example.org/wire-1.0.0.tgz", "portal:../wire"],
)  # fmt: skip
def test_what_is_no_range_still_names_the_dependency(value: str) -> None:
    assert ranges(package(dependencies={"wire": value}).dependencies) == {"wire": None}


def test_an_alias_names_both_packages() -> None:
    reading = package(dependencies={"react": "npm:@acme/react@^18.1", "old": "npm:lodash"})

    assert ranges(reading.dependencies) == {
        "react": None,
        "@acme/react": "^18.1",
        "old": None,
        "lodash": None,
    }


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ({"type": "module"}, "nothing"),
        ({"name": "a", "version": "1.0.0"}, "nothing"),
        ({"dependencies": {}}, "whole"),
    ],
)
def test_a_package_json_without_a_table_of_dependencies_is_no_list_of_them(
    content: dict[str, Any], expected: str
) -> None:
    assert package(**content).counts == expected


@pytest.mark.parametrize("table", [None, [], "react", 7, {"react": None}, {"react": ["^18"]}])
def test_a_table_of_the_wrong_shape_names_what_it_can(table: Any) -> None:
    assert package(dependencies=table).counts == "whole"


PACKAGES = {
    "": {
        "name": "pages",
        "workspaces": ["packages/*"],
        "dependencies": {"react": "^18", "old": "npm:lodash@^4", "@acme/wire": "^2"},
        "devDependencies": {"jest": "^29"},
    },
    "packages/admin": {"name": "admin", "dependencies": {"react": "^17", "chalk": "^5"}},
    "node_modules/admin": {"resolved": "packages/admin", "link": True},
    "node_modules/react": {"version": "18.2.0"},
    "packages/admin/node_modules/react": {"version": "17.0.2"},
    "node_modules/chalk": {"version": "5.3.0"},
    "node_modules/jest": {
        "version": "29.7.0",
        "dependencies": {"chalk": "^4", "react": "^16", "nobody": "^2"},
    },
    "node_modules/jest/node_modules/chalk": {"version": "4.1.2"},
    "node_modules/jest/node_modules/react": {"version": "16.0.0"},
    "node_modules/old": {"name": "lodash", "version": "4.17.21"},
    "node_modules/@acme/wire": {"version": "2.0.0", "dependencies": {"nobody": "^1"}},
    "node_modules/nobody": {"version": "1.0.0"},
    "node_modules/jest/node_modules/nobody": {"version": "2.0.0"},
}
PACKAGE_LOCK = json.dumps({"lockfileVersion": 3, "packages": PACKAGES})


@pytest.mark.parametrize(
    ("folder", "react", "chalk"),
    [(".", {"18.2.0"}, {"4.1.2"}), ("packages/admin", {"17.0.2"}, {"5.3.0"})],
)
def test_a_package_lock_gives_what_the_asked_project_resolves_itself(
    folder: str, react: set[str | None], chalk: set[str | None]
) -> None:
    found = versions(lock("package-lock.json", PACKAGE_LOCK, importer(folder)))

    assert found["react"] == react
    assert found["chalk"] == chalk
    assert found["nobody"] == {"1.0.0", "2.0.0"}
    assert found["lodash"] == {"4.17.21"}
    assert found["@acme/wire"] == {"2.0.0"}


def test_a_package_lock_without_an_asked_project_speaks_for_all_of_its_own() -> None:
    assert versions(lock("npm-shrinkwrap.json", PACKAGE_LOCK))["react"] == {"18.2.0", "17.0.2"}


def test_a_package_lock_is_not_for_a_project_that_it_does_not_hold() -> None:
    assert lock("package-lock.json", PACKAGE_LOCK, importer("examples/demo")) is None


VERSION_1 = json.dumps(
    {
        "lockfileVersion": 1,
        "dependencies": {
            "react": {"version": "18.2.0"},
            "old": {"version": "npm:lodash@4.17.21"},
            "wire": {"version": "git+https://example.org/wire.git#0123"},
            "jest": {"version": "29.7.0", "dependencies": {"react": {"version": "16.0.0"}}},
        },
    }
)


@pytest.mark.parametrize(("asked", "expected"), [({"react": "^18"}, {"18.2.0"}), ({}, {"18.2.0", "16.0.0"})])
def test_a_package_lock_of_version_1_nests_what_others_get(
    asked: dict[str, str], expected: set[str | None]
) -> None:
    found = versions(lock("package-lock.json", VERSION_1, importer(".", **asked)))

    assert found == {"react": expected, "lodash": {"4.17.21"}, "wire": {None}, "jest": {"29.7.0"}}


def test_a_package_lock_of_version_1_is_for_its_own_folder_alone() -> None:
    assert lock("package-lock.json", VERSION_1, importer("sub")) is None


YARN_1 = """# yarn lockfile v1


"@acme/wire@^2.0.0", "@acme/wire@^2.1.0":
  version "2.1.3"
  resolved "https://example.org/wire.tgz#00"
  integrity sha512-00

react@^18.0.0:
  version "18.2.0"
  dependencies:
    loose-envify "^1.1.0"
    version "9"

react@^16.0.0:
  version "16.14.0"

"old@npm:lodash@^4":
  version "4.17.21"
"""

YARN_BERRY = """# This file is generated by running "yarn install" inside your project.

__metadata:
  version: 8
  cacheKey: 10

"@acme/wire@npm:^2.0.0, @acme/wire@npm:^2.1.0":
  version: 2.1.3
  resolution: "@acme/wire@npm:2.1.3"
  dependencies:
    react: "npm:^16.0.0"
  checksum: 00
  languageName: node
  linkType: hard

"react@npm:^18.0.0":
  version: 18.2.0
  resolution: "react@npm:18.2.0"

"react@npm:^16.0.0":
  version: 16.14.0
  resolution: "react@npm:16.14.0"

"old@npm:lodash@^4":
  version: 4.17.21
  resolution: "lodash@npm:4.17.21"

"typescript@patch:typescript@npm%3A^5#builtin":
  version: 5.4.5
  resolution: "typescript@patch:typescript@npm%3A5.4.5#builtin"

"admin@workspace:packages/admin":
  version: 0.0.0-use.local
  resolution: "admin@workspace:packages/admin"
  dependencies:
    react: "npm:^18.0.0"

"pages@workspace:.":
  version: 0.0.0-use.local
  resolution: "pages@workspace:."
  dependencies:
    "@acme/wire": "npm:^2.0.0"
    old: "npm:lodash@^4"
    react: "npm:^16.0.0"
"""


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (YARN_1, importer(".", react="^18.0.0", old="", wire=""), {"18.2.0"}),
        (YARN_1, importer(".", react="^16.0.0", wire=""), {"16.14.0"}),
        (YARN_1, importer(".", react="^17", wire=""), {"18.2.0", "16.14.0"}),
        (YARN_BERRY, importer("packages/admin"), {"18.2.0"}),
        (YARN_BERRY, importer("."), {"16.14.0"}),
    ],
)
def test_a_yarn_lock_gives_what_the_wanted_range_resolves_to(
    text: str, asked: Importer, expected: set[str | None]
) -> None:
    found = versions(lock("yarn.lock", text, asked))

    assert found["react"] == expected
    assert found["@acme/wire"] == {"2.1.3"}
    assert found["lodash"] == {"4.17.21"}
    assert "old" not in found


def test_a_workspace_in_a_yarn_lock_is_here_without_a_version() -> None:
    found = versions(lock("yarn.lock", YARN_BERRY))

    assert (found["admin"], found["typescript"]) == ({None}, {"5.4.5"})


@pytest.mark.parametrize(
    ("text", "asked", "expected"),
    [
        (YARN_BERRY, importer("packages/admin"), True),
        (YARN_BERRY, importer("examples/demo", react="^18.0.0"), False),
        (YARN_1, importer("packages/admin", react="^18.0.0"), True),
        (YARN_1, importer("examples/demo", react="^17.0.0"), False),
        ("# yarn lockfile v1\n", importer("."), True),
    ],
)
def test_a_yarn_lock_is_for_its_workspaces(text: str, asked: Importer, expected: bool) -> None:
    assert (lock("yarn.lock", text, asked) is not None) == expected


PNPM_9 = """lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      react:
        specifier: ^18.2.0
        version: 18.2.0
    devDependencies:
      old:
        specifier: npm:lodash@^4
        version: lodash@4.17.21

  packages/admin:
    dependencies:
      react:
        specifier: ^17
        version: 17.0.2
      '@acme/wire':
        specifier: workspace:*
        version: link:../wire
      react-dom:
        specifier: ^17
        version: 17.0.2(react@17.0.2)

  packages/wire:
    dependencies:
      '@acme/tool':
        specifier: ^1
        version: 1.0.0-rc.1

packages:

  '@acme/tool@1.0.0-rc.1':
    resolution: {integrity: sha512-00}
    engines: {node: '>=10'}

  lodash@4.17.21:
    resolution: {integrity: sha512-00}

  react@17.0.2:
    resolution: {integrity: sha512-00}

  react@18.2.0:
    resolution: {integrity: sha512-00}

  react-dom@17.0.2:
    resolution: {integrity: sha512-00}

snapshots:

  react-dom@17.0.2(react@17.0.2):
    dependencies:
      react: 17.0.2
"""

PNPM_6 = """lockfileVersion: '6.0'

dependencies:
  react:
    specifier: ^18.2.0
    version: 18.2.0

devDependencies:
  react-dom:
    specifier: ^18.2.0
    version: 18.2.0(react@18.2.0)

packages:

  /@acme/tool@1.0.0-rc.1:
    resolution: {integrity: sha512-00}
    dev: true

  /react-dom@18.2.0(react@18.2.0):
    resolution: {integrity: sha512-00}
    dependencies:
      react: 17.0.2

  /react@17.0.2:
    resolution: {integrity: sha512-00}

  /react@18.2.0:
    resolution: {integrity: sha512-00}
"""

PNPM_5 = """lockfileVersion: 5.4

specifiers:
  react: ^18.2.0

dependencies:
  react: 18.2.0

devDependencies:
  react-dom: 18.2.0_react@18.2.0

packages:

  /@acme/tool/1.0.0-rc.1:
    resolution: {integrity: sha512-00}

  /react-dom/18.2.0_react@18.2.0:
    resolution: {integrity: sha512-00}
    dependencies:
      react: 17.0.2

  /react/17.0.2:
    resolution: {integrity: sha512-00}

  /react/18.2.0:
    resolution: {integrity: sha512-00}
"""


@pytest.mark.parametrize("text", [PNPM_5, PNPM_6])
def test_a_pnpm_lock_of_one_project_gives_what_that_resolves(text: str) -> None:
    found = versions(lock("pnpm-lock.yaml", text, importer(".")))

    assert found == {"react": {"18.2.0"}, "react-dom": {"18.2.0"}, "@acme/tool": {"1.0.0-rc.1"}}


@pytest.mark.parametrize(("folder", "react"), [(".", {"18.2.0"}), ("packages/admin", {"17.0.2"})])
def test_a_pnpm_lock_gives_what_the_asked_project_resolves(folder: str, react: set[str | None]) -> None:
    found = versions(lock("pnpm-lock.yaml", PNPM_9, importer(folder)))

    assert found["react"] == react
    assert found["lodash"] == {"4.17.21"}
    assert found.get("react-dom") == (None if folder == "." else {"17.0.2"})
    assert found.get("@acme/tool") == (None if folder == "." else {"1.0.0-rc.1"})


def test_a_pnpm_lock_names_a_workspace_without_a_version() -> None:
    assert versions(lock("pnpm-lock.yaml", PNPM_9))["@acme/wire"] == {None}


def test_a_pnpm_lock_is_not_for_a_project_that_it_does_not_hold() -> None:
    assert lock("pnpm-lock.yaml", PNPM_9, importer("examples/demo")) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package-lock.json", "<<<<<<< HEAD\n"),
        ("package-lock.json", "[]"),
        ("package-lock.json", "[" * 200_000),
        ("npm-shrinkwrap.json", ""),
        ("yarn.lock", 'react@^18.0.0:\n<<<<<<< HEAD\n  version "18.2.0"\n'),
        ("yarn.lock", "<html>\n"),
        ("pnpm-lock.yaml", "lockfileVersion: '9.0'\n=======\n"),
        ("pnpm-lock.yaml", "<html>\n"),
    ],
)
def test_a_broken_lock_file_says_what_is_wrong(name: str, text: str) -> None:
    with pytest.raises(Unreadable, match=r".+"):
        lock(name, text)


@pytest.mark.parametrize("text", ["{", "null", '{"a": 1e999999999999}x', '"react"'])
def test_a_broken_package_json_says_what_is_wrong(text: str) -> None:
    kind = known("package.json")
    assert kind

    with pytest.raises(Unreadable, match=r"^it is no "):
        read_manifest(kind, text)


@pytest.mark.parametrize(
    "content",
    ['{"packages": {"node_modules/a": 7, "node_modules/b": {"version": 7}, "": {"dependencies": []}}}',
     '{"dependencies": {"a": 7, "b": {"version": null, "dependencies": "x"}}}', '{"packages": [], "dependencies": {}}'],
)  # fmt: skip
def test_a_package_lock_of_the_wrong_shape_names_what_it_can(content: str) -> None:
    assert all(
        one.version is None for one in (lock("package-lock.json", content) or Reading(())).dependencies
    )
