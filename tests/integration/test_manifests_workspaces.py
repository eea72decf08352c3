"""A lock file of a workspace: each project is told what it asks for and what this needs, not what its neighbours do."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.manifests_reached import reached
from gitexp.adapters.manifests_reading import Importer
from gitexp.records.facts import Dependency
from support.manifest_readings import locked


def asks(folder: str, *wanted: tuple[str, str | None], ecosystem: str = "npm") -> Importer:
    """Return a project that declares these dependencies, itself first."""
    path = "package.json" if folder == "." else f"{folder}/package.json"
    rows = [Dependency(ecosystem, name, path, declared=declared) for name, declared in wanted]
    return Importer(folder, (Dependency(ecosystem, f"the-{folder}", path), *rows))


def several(name: str, text: str, *asked: Importer) -> dict[str, set[str | None]]:
    """Return all versions of each name that a lock file says for these projects."""
    reading = locked(name, text, *asked)
    assert reading
    found: dict[str, set[str | None]] = {}
    for one in reading.dependencies:
        found.setdefault(one.name, set()).add(one.version)
    return found


# The same workspace in every lock file that tells its projects apart. The root develops with `lint`, which needs
# `glob`. `shop` asks for `view` and for the neighbour `core`, which asks for `glob` itself and develops with `bench`.
# `docs` asks for `site`, which needs `view` 1; `site` and `theme` need each other.
ROOT = {"lint": {"3.0.0"}, "glob": {"8.0.0"}}
SHOP = {**ROOT, "view": {"2.0.0"}, "core": {None}, "glob": {"7.0.0", "8.0.0"}}
DOCS = {**ROOT, "site": {"5.0.0"}, "theme": {"1.0.0"}, "view": {"1.0.0"}}
BENCH = {"bench": {"1.0.0"}}

PNPM_9 = """lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      lint:
        specifier: ^3
        version: 3.0.0
  apps/shop:
    dependencies:
      core:
        specifier: workspace:*
        version: link:../../packages/core
      view:
        specifier: ^2
        version: 2.0.0(theme@1.0.0)
  docs:
    optionalDependencies:
      site:
        specifier: ^5
        version: 5.0.0
  packages/core:
    dependencies:
      glob:
        specifier: ^7
        version: 7.0.0
    devDependencies:
      bench:
        specifier: ^1
        version: 1.0.0
packages:
  bench@1.0.0:
    resolution: {integrity: sha512-00}
  view@2.0.0:
    resolution: {integrity: sha512-00}
    peerDependencies:
      theme: '*'
    peerDependenciesMeta:
      theme:
        optional: true
snapshots:
  bench@1.0.0: {}
  glob@7.0.0: {}
  glob@8.0.0: {}
  lint@3.0.0:
    dependencies:
      glob: 8.0.0
  site@5.0.0:
    dependencies:
      theme: 1.0.0
      view: 1.0.0
  theme@1.0.0:
    dependencies:
      site: 5.0.0
  view@1.0.0: {}
  view@2.0.0(theme@1.0.0):
    optionalDependencies:
      theme: 1.0.0
"""
PNPM_6 = re.sub(
    r"^  (?=\w+@\d)", "  /", PNPM_9.replace("'9.0'", "'6.0'").replace("snapshots:\n", ""), flags=re.MULTILINE
)
PNPM_5 = """lockfileVersion: 5.4
importers:
  .:
    specifiers:
      lint: ^3
    devDependencies:
      lint: 3.0.0
  apps/shop:
    specifiers:
      core: workspace:*
      view: ^2
    dependencies:
      core: link:../../packages/core
      view: 2.0.0_theme@1.0.0
  docs:
    specifiers:
      site: ^5
    dependencies:
      site: 5.0.0
  packages/core:
    specifiers:
      glob: ^7
      bench: ^1
    dependencies:
      glob: 7.0.0
    devDependencies:
      bench: 1.0.0
packages:
  /bench/1.0.0:
    dev: true
  /glob/7.0.0:
    dev: false
  /glob/8.0.0:
    dev: true
  /lint/3.0.0:
    dependencies:
      glob: 8.0.0
  /site/5.0.0:
    dependencies:
      theme: 1.0.0
      view: 1.0.0
  /theme/1.0.0:
    dependencies:
      site: 5.0.0
  /view/1.0.0:
    dev: false
  /view/2.0.0_theme@1.0.0:
    peerDependenciesMeta:
      theme:
        optional: true
    dependencies:
      theme: 1.0.0
"""


def place(version: str, **needs: str) -> dict[str, Any]:
    return {"version": version, "dependencies": needs}


NPM: dict[str, Any] = {
    "": {"workspaces": ["apps/*", "docs", "packages/*"], "devDependencies": {"lint": "^3"}},
    "apps/shop": {"dependencies": {"core": "*", "view": "^2"}},
    "docs": {"optionalDependencies": {"site": "^5"}},
    "packages/core": {"dependencies": {"glob": "^7"}, "devDependencies": {"bench": "^1"}},
    "node_modules/bench": place("1.0.0"),
    "node_modules/core": {"resolved": "packages/core", "link": True},
    "node_modules/docs": {"resolved": "docs", "link": True},
    "node_modules/shop": {"resolved": "apps/shop", "link": True},
    "node_modules/glob": place("8.0.0"),
    "node_modules/lint": place("3.0.0", glob="^8"),
    "node_modules/site": place("5.0.0", theme="^1", view="^1"),
    "node_modules/theme": place("1.0.0", site="^5"),
    "node_modules/view": {
        "version": "2.0.0",
        "peerDependencies": {"theme": "*"},
        "peerDependenciesMeta": {"theme": {"optional": True}},
    },
    "node_modules/site/node_modules/view": place("1.0.0"),
    "packages/core/node_modules/glob": place("7.0.0"),
}
PACKAGE_LOCK = json.dumps({"lockfileVersion": 3, "packages": NPM})

YARN_BERRY = """__metadata:
  version: 8

"bench@npm:^1":
  version: 1.0.0
  resolution: "bench@npm:1.0.0"

"core@workspace:*, core@workspace:packages/core":
  version: 0.0.0-use.local
  resolution: "core@workspace:packages/core"
  dependencies:
    bench: "npm:^1"
    glob: "npm:^7"

"docs@workspace:docs":
  version: 0.0.0-use.local
  resolution: "docs@workspace:docs"
  dependencies:
    site: "npm:^5"
  dependenciesMeta:
    site:
      optional: true

"glob@npm:^7":
  version: 7.0.0
  resolution: "glob@npm:7.0.0"

"glob@npm:^8, glob@npm:^8.0.0":
  version: 8.0.0
  resolution: "glob@npm:8.0.0"

"lint@npm:3.0.0":
  version: 3.0.0
  resolution: "lint@npm:3.0.0"
  dependencies:
    glob: ^8.0.0

"root@workspace:.":
  version: 0.0.0-use.local
  resolution: "root@workspace:."
  dependencies:
    lint: "npm:^3"

"shop@workspace:apps/shop":
  version: 0.0.0-use.local
  resolution: "shop@workspace:apps/shop"
  dependencies:
    core: "workspace:*"
    view: "npm:^2"

"site@npm:^5":
  version: 5.0.0
  resolution: "site@npm:5.0.0"
  dependencies:
    theme: "npm:^1"
    view: "npm:^1"

"theme@npm:^1":
  version: 1.0.0
  resolution: "theme@npm:1.0.0"
  dependencies:
    site: "npm:^5"
  bin:
    bench: ./bench.js

"view@npm:^1":
  version: 1.0.0
  resolution: "view@npm:1.0.0"

"view@npm:^2":
  version: 2.0.0
  resolution: "view@npm:2.0.0"
  peerDependencies:
    theme: "*"
"""

WORKSPACES = {
    "pnpm-lock.yaml, 9": ("pnpm-lock.yaml", PNPM_9),
    "pnpm-lock.yaml, 6": ("pnpm-lock.yaml", PNPM_6),
    "pnpm-lock.yaml, 5": ("pnpm-lock.yaml", PNPM_5),
    "package-lock.json": ("package-lock.json", PACKAGE_LOCK),
    "yarn.lock": ("yarn.lock", YARN_BERRY),
}


@pytest.mark.parametrize("kind", WORKSPACES)
@pytest.mark.parametrize(("folder", "expected"), [(".", ROOT), ("apps/shop", SHOP), ("docs", DOCS)])
def test_a_project_has_what_it_and_the_root_ask_for_and_what_this_needs(
    kind: str, folder: str, expected: dict[str, set[str | None]]
) -> None:
    name, text = WORKSPACES[kind]
    # In a yarn.lock a workspace needs what it develops with like the rest.
    developed = BENCH if (name, folder) == ("yarn.lock", "apps/shop") else {}

    assert several(name, text, asks(folder)) == {**expected, **developed}


@pytest.mark.parametrize(("name", "text"), WORKSPACES.values(), ids=WORKSPACES)
def test_files_of_two_projects_have_what_both_ask_for(name: str, text: str) -> None:
    found = several(name, text, asks("docs"), asks("packages/core"), asks("examples/none"))

    assert found == {**DOCS, **BENCH, "glob": {"7.0.0"}}


@pytest.mark.parametrize(("name", "text"), WORKSPACES.values(), ids=WORKSPACES)
def test_where_nobody_asks_or_all_do_all_of_the_lock_is_told(name: str, text: str) -> None:
    everything = several(name, text)

    assert {"bench", "core", "glob", "lint", "site", "theme", "view"} <= everything.keys()
    assert several(name, text, *map(asks, (".", "apps/shop", "docs", "packages/core"))) == everything


BESIDES = {
    "pnpm-lock.yaml, 9": [
        ("  .:\n    devDependencies:\n", "      glob:\n        version: 7.0.0\n"),
        ("  apps/shop:\n    dependencies:\n", "      glob:\n        version: 8.0.0\n"),
    ],
    "pnpm-lock.yaml, 5": [
        ("      lint: ^3\n    devDependencies:\n", "      glob: 7.0.0\n"),
        ("      view: ^2\n    dependencies:\n", "      glob: 8.0.0\n"),
    ],
    "yarn.lock": [
        ('"root@workspace:."\n  dependencies:\n', '    glob: "npm:^7"\n'),
        ('"shop@workspace:apps/shop"\n  dependencies:\n', '    glob: "npm:^8"\n'),
    ],
}


@pytest.mark.parametrize("kind", BESIDES)
def test_what_a_project_asks_for_itself_comes_before_what_the_root_does(kind: str) -> None:
    name, text = WORKSPACES[kind]
    for after, line in BESIDES[kind]:
        assert after in text
        text = text.replace(after, after + line)

    assert several(name, text, asks("apps/shop"))["glob"] == {"8.0.0"}
    assert several(name, text, asks("docs"))["glob"] == {"7.0.0"}


def test_what_pnpm_writes_over_two_lines_is_one_key() -> None:
    version = f"2.0.0({'theme@1.0.0' * 100})"
    text = PNPM_9.replace(
        "  view@2.0.0(theme@1.0.0):\n    optionalDependencies:\n      theme",
        f"  ? view@{version}\n  : dependencies:\n      bench",
    ).replace("version: 2.0.0(theme@1.0.0)", f"version: {version}")

    assert several("pnpm-lock.yaml", text, asks("apps/shop")) == {**SHOP, **BENCH}
    assert several("pnpm-lock.yaml", text, asks("docs")) == DOCS


def test_a_folder_that_no_disk_can_hold_holds_no_package() -> None:
    deep = "/".join(["node_modules/a"] * 1000)
    packages = {
        "": {"dependencies": {"a": "1"}},
        "docs": {},
        "node_modules/a": place("1.0.0", b="1"),
        deep: place("2"),
    }
    text = json.dumps({"lockfileVersion": 3, "packages": packages})

    assert several("package-lock.json", text, asks(".")) == {"a": {"1.0.0"}}


YARN_1 = """# yarn lockfile v1


glob@^7.0.0:
  version "7.0.0"

glob@^8.0.0:
  version "8.0.0"

lint@^3.0.0:
  version "3.0.0"
  dependencies:
    glob "^8.0.0"

site@^5.0.0:
  version "5.0.0"
  optionalDependencies:
    "@acme/view" "^1.0.0"

"@acme/view@^1.0.0":
  version "1.0.0"
  dependencies:
    site "9 || 5"
"""


def test_a_yarn_1_lock_is_followed_from_what_the_package_json_asks_for() -> None:
    asked = asks("docs", ("site", "^5.0.0"), ("node", ">=20"))

    assert several("yarn.lock", YARN_1, asked) == {"site": {"5.0.0"}, "@acme/view": {"1.0.0"}}


def test_a_yarn_1_lock_does_not_tell_what_a_neighbour_needs() -> None:
    asked = asks("apps/shop", ("site", "^5.0.0"), ("core", "1.0.0"))

    assert several("yarn.lock", YARN_1, asked) == several("yarn.lock", YARN_1)


def package(name: str, source: str = "", *rest: str) -> str:
    where = f"source = {{ {source} }}" if source else 'version = "1.0.0"'
    return "\n".join(["[[package]]", f'name = "{name}"', where, *rest, "", ""])


UV = "version = 1\n" + "".join(
    (
        package("job", 'editable = "apps/job"', 'dependencies = [{ name = "httpx", extra = ["http2"] }]'),
        package(
            "web",
            'virtual = "apps/web"',
            'dependencies = [{ name = "django" }, { name = "job" }]',
            "[package.optional-dependencies]",
            'all = [{ name = "redis", version = "2.0.0" }]',
            "[package.dev-dependencies]",
            'dev = [{ name = "ruff" }]',
        ),
        package("django", "", 'dependencies = [{ name = "asgiref" }]'),
        package("asgiref", "", 'dependencies = [{ name = "django" }]'),
        package(
            "httpx",
            "",
            'dependencies = [{ name = "anyio" }]',
            "[package.optional-dependencies]",
            'http2 = [{ name = "h2" }]',
            'socks = [{ name = "socksio" }]',
        ),
        *map(package, ("anyio", "h2", "socksio", "redis", "ruff", "pytest", "pluggy")),
        '[[package]]\nname = "redis"\nversion = "2.0.0"\n',
    )
)
GROUPS = '[manifest]\nmembers = ["job", "web"]\n[manifest.dependency-groups]\ndev = [{ name = "pytest" }]\n'
PYTEST = 'name = "pytest"\nversion = "1.0.0"\n'
UV_GROUPS = UV.replace(PYTEST, f'{PYTEST}dependencies = [{{ name = "pluggy" }}]\n') + GROUPS
ONE = {"1.0.0"}
JOB = {"job": {None}, "httpx": ONE, "anyio": ONE, "h2": ONE}
WEB = {**JOB, "web": {None}, "django": ONE, "asgiref": ONE, "redis": {"2.0.0"}, "ruff": ONE}


@pytest.mark.parametrize(("folder", "expected"), [("apps/job", JOB), ("apps/web", WEB)])
def test_a_member_of_a_uv_workspace_has_what_it_needs(
    folder: str, expected: dict[str, set[str | None]]
) -> None:
    assert several("uv.lock", UV, asks(folder)) == expected
    assert several("uv.lock", UV_GROUPS, asks(folder)) == {**expected, "pytest": ONE}


def test_the_root_of_a_uv_workspace_that_is_no_project_has_its_groups() -> None:
    assert locked("uv.lock", UV, asks(".")) is None
    assert several("uv.lock", UV_GROUPS, asks(".")) == {"pytest": ONE, "pluggy": ONE}


POETRY = """
[[package]]
name = "job"
version = "0.1.0"
[package.dependencies]
HTTPX = {version = ">=0.20", extras = ["http2"]}
[package.extras]
all = ["redis (>=5)"]
[package.source]
type = "directory"
url = "apps/job"

[[package]]
name = "httpx"
version = "1.0.0"
[package.dependencies]
anyio = [{version = "*"}, {version = "^1"}]
[package.extras]
http2 = ["h2 (>=3,<5)"]
socks = ["socksio (==1.*)"]
"""
POETRY += "".join(map(package, ("anyio", "h2", "socksio", "redis", "django")))
PDM = """
[[package]]
name = "job"
version = "0.1.0"
path = "./apps/job"
dependencies = ["httpx[http2]>=0.20; python_version > '3'", "redis"]

[[package]]
name = "httpx"
version = "1.0.0"
dependencies = ["anyio"]

[[package]]
name = "httpx"
version = "1.0.0"
extras = ["http2"]
dependencies = ["h2<5,>=3", "httpx==1.0.0"]

"""
PDM += "".join(map(package, ("anyio", "h2", "redis", "django")))


@pytest.mark.parametrize(("name", "text"), [("poetry.lock", POETRY), ("pdm.lock", PDM)])
def test_a_local_project_in_a_lock_of_poetry_or_pdm_has_what_it_needs(name: str, text: str) -> None:
    job = {"job": {"0.1.0"}, "httpx": ONE, "anyio": ONE, "h2": ONE, "redis": ONE}

    assert several(name, text, asks("apps/job")) == job
    for others in ([asks(".")], [asks("apps/job"), asks("examples/demo")], []):
        assert "django" in several(name, text, *others)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("uv.lock", 'version = 1\n[[package]]\nname = "a"\nsource = { virtual = "." }\n'
         'dependencies = [1, {}, { name = "b" }]\n'
         '[package.optional-dependencies]\nx = 1\n[[package]]\nname = "c"\nsource = { virtual = "c" }\n'),
        ("poetry.lock", '[[package]]\nname = "a"\npath = "."\ndependencies = [1, "!", "b"]\nextras = 1\n'),
        ("package-lock.json", json.dumps({"packages": {"": {"dependencies": {"a": 1}}, "c": 1, "node_modules/a": {
            "dependencies": 1, "link": True, "resolved": "b", "peerDependenciesMeta": {"c": 1}}}})),
    ],
)  # fmt: skip
def test_needs_of_the_wrong_shape_lead_nowhere(name: str, text: str) -> None:
    assert several(name, text, asks(".")) == {"a": {None}}


MANY = range(3000)
ALIASES = "".join(f"      n{one}:\n        version: link:b\n" for one in MANY)
ASKED = "".join(f"      k{one}:\n        version: z@1.0.0\n" for one in MANY)
NEEDED = "".join(f"      k{one}: z@1.0.0\n" for one in MANY)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "pnpm-lock.yaml",
            f"lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n{ALIASES}  b:\n    dependencies:\n"
            f"{ASKED}snapshots:\n  z@1.0.0:\n    dependencies:\n{NEEDED}",
            {"z": {"1.0.0"}, **{f"n{one}": {None} for one in MANY}},
        ),
        (
            "yarn.lock",
            "".join(f'd@{one}:\n  version "{one}"\n  dependencies:\n    d "x"\n' for one in MANY),
            {"d": {str(one) for one in MANY}},
        ),
        (
            "uv.lock",
            'version = 1\n[[package]]\nname = "s"\nsource = { virtual = "s" }\n[[package]]\nname = "r"\n'
            'source = { virtual = "." }\ndependencies = [{ name = "d" }]\n'
            + "".join(
                f'[[package]]\nname = "d"\nversion = "{one}"\ndependencies = [{{ name = "d" }}]\n' for one in MANY
            ),
            {"r": {None}, "d": {str(one) for one in MANY}},
        ),
    ],
)  # fmt: skip
def test_where_very_many_lead_to_very_many_each_is_told_once(
    name: str, text: str, expected: dict[str, set[str | None]]
) -> None:
    assert several(name, text, asks(".", ("d", "any"))) == expected


@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 9))), st.lists(st.integers(0, 9)))
def test_reached_is_the_least_that_holds_the_start_and_all_that_its_members_need(
    needs: dict[int, list[int]], start: list[int]
) -> None:
    found = reached(start, lambda one: needs.get(one, []))

    assert len(found) == len(set(found))
    expected = set(start)
    for _ in range(10):
        expected |= {need for one in expected for need in needs.get(one, [])}
    assert set(found) == expected
