"""The env facts of a real folder: what people declared, and what its manifests say."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from gitexp.adapters.facts_gathering import MAX_MANIFESTS, MAX_SKIPPED
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.adapters.manifests_files import MAX_BYTES
from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.errors import UsageError
from gitexp.records.applicability import Truth
from gitexp.records.facts import Fact, Facts
from gitexp.records.precondition import Condition, DependencyCheck, KeyCheck
from gitexp.records.skipped import Skipped
from gitexp.steps.applicability import answer

PYPROJECT = '[project]\nname = "pages"\nrequires-python = ">=3.11"\ndependencies = ["httpx>=0.20", "rich"]\n'
UV = (
    'version = 1\n[[package]]\nname = "httpx"\nversion = "0.27.2"\n'
    '[[package]]\nname = "pages"\nsource = { virtual = "." }\n'
)


def write(root: Path, files: dict[str, str]) -> list[str]:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return sorted(files)


def never() -> Sequence[str]:
    raise AssertionError("the tracked files were listed")


def about(root: Path | None, *files: str, given: Sequence[str] = ()) -> tuple[Facts, Sequence[Skipped]]:
    """Gather the facts for asked files; the tracked files must not be needed."""
    return RepositoryFacts(root, never, (), "linux").gather(files, given)


def whole(root: Path | None, tracked: Sequence[str]) -> tuple[Facts, Sequence[Skipped]]:
    """Gather the facts without any file."""
    return RepositoryFacts(root, lambda: tracked, (), "linux").gather((), ())


def manifests(facts: Facts) -> list[str]:
    return [one.path for one in facts.manifests]


def rows(facts: Facts, name: str) -> list[tuple[str, str | None]]:
    return [(one.origin, one.version or one.declared) for one in facts.dependencies if one.name == name]


def told(facts: Facts, name: str, version: str | None = None) -> Truth:
    ecosystem, _, bare = name.rpartition(":")
    check = DependencyCheck(bare, ecosystem or None, version)
    return answer(Condition("it", check), facts, LibraryVersions()).truth


def test_an_asked_file_brings_the_manifest_and_the_lock_above_it(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"pyproject.toml": PYPROJECT, "uv.lock": UV, "other/pyproject.toml": "[project]\nname = 'other'\n"},
    )

    facts, skipped = about(tmp_path, "src/pages/new.py")

    assert manifests(facts) == ["pyproject.toml", "uv.lock"]
    assert rows(facts, "httpx") == [("pyproject.toml", ">=0.20"), ("uv.lock", "0.27.2")]
    assert (facts.files, facts.tracked, facts.platform, list(skipped)) == (
        ("src/pages/new.py",),
        (),
        "linux",
        [],
    )


@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        ("httpx", ">=0.24", True),
        ("httpx", "<0.24", False),
        ("rich", None, True),
        ("rich", ">=13", None),
        ("attrs", None, False),
        ("python", ">=3.10", True),
        ("npm:react", None, None),
    ],
)
def test_the_facts_answer_what_an_experience_asks(
    tmp_path: Path, name: str, version: str | None, expected: Truth
) -> None:
    write(tmp_path, {"pyproject.toml": PYPROJECT, "uv.lock": UV})

    assert told(about(tmp_path, "src/a.py")[0], name, version) is expected


def test_without_a_file_every_tracked_manifest_is_read(tmp_path: Path) -> None:
    tracked = write(
        tmp_path,
        {
            "pyproject.toml": PYPROJECT,
            "web/package.json": '{"dependencies": {"react": "^18"}}',
            "docs/requirements.txt": "sphinx==7.1\n",
            "requirements/dev.txt": "pytest==8.0\n",
            "node_modules/react/package.json": '{"dependencies": {"left-pad": "1"}}',
            "README.md": "",
        },
    )

    facts, skipped = whole(tmp_path, tracked)

    assert manifests(facts) == [
        "pyproject.toml",
        "docs/requirements.txt",
        "requirements/dev.txt",
        "web/package.json",
    ]
    assert (told(facts, "pytest", "==8.0"), told(facts, "react"), told(facts, "left-pad")) == (
        True,
        True,
        False,
    )
    assert (facts.tracked, list(skipped)) == (tuple(tracked), [])


def test_a_manifest_at_the_root_counts_before_it_is_tracked(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": PYPROJECT})

    assert manifests(whole(tmp_path, ["README.md"])[0]) == ["pyproject.toml"]


def test_the_nearest_folder_with_a_manifest_counts_for_each_ecosystem(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": PYPROJECT,
            "package.json": '{"dependencies": {"vue": "^3"}}',
            "web/package.json": '{"dependencies": {"react": "^18"}}',
            "web/src/esm/package.json": '{"type": "module"}',
        },
    )

    facts, _ = about(tmp_path, "web/src/esm/app.ts")

    assert manifests(facts) == ["web/package.json", "pyproject.toml"]
    assert (told(facts, "npm:react"), told(facts, "npm:vue")) == (True, False)


def test_a_lock_of_the_workspace_decides_for_a_project_below_it(tmp_path: Path) -> None:
    packages = {
        "": {"dependencies": {}},
        "packages/admin": {"dependencies": {"react": "^17"}},
        "node_modules/react": {"version": "18.2.0"},
        "packages/admin/node_modules/react": {"version": "17.0.2"},
    }
    write(
        tmp_path,
        {
            "package.json": '{"workspaces": ["packages/*"], "devDependencies": {}}',
            "package-lock.json": json.dumps({"lockfileVersion": 3, "packages": packages}),
            "packages/admin/package.json": '{"dependencies": {"react": "^17"}}',
            "examples/demo/package.json": '{"dependencies": {"react": ">=17"}}',
        },
    )

    admin, _ = about(tmp_path, "packages/admin/src/app.ts")
    demo, _ = about(tmp_path, "examples/demo/app.ts")

    assert manifests(admin) == ["packages/admin/package.json", "package.json", "package-lock.json"]
    assert told(admin, "react", "^17") is True
    assert manifests(demo) == ["examples/demo/package.json"]
    assert told(demo, "react", "^17") is None


WORKSPACE = {
    "package.json": json.dumps(
        {
            "workspaces": ["packages/*"],
            "engines": {"node": ">=20"},
            "devDependencies": {"typescript": "^5.1", "vite": "^5", "react": "^18"},
        }
    ),
    "packages/admin/package.json": '{"dependencies": {"react": "^17", "preact": "^10"}}',
    "packages/admin/src/app.ts": "",
    "packages/shop/package.json": '{"dependencies": {"vue": "^3"}}',
    "examples/demo/package.json": '{"dependencies": {"react": "^16"}}',
}
PNPM = """lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      typescript:
        version: 5.4.5
      vite:
        version: 5.0.0
      react:
        version: 18.2.0
  packages/admin:
    dependencies:
      react:
        version: 17.0.2
      preact:
        version: 10.1.0
  packages/shop:
    dependencies:
      vue:
        version: 3.1.0
"""
YARN = """# yarn lockfile v1


preact@^10:
  version "10.1.0"

react@^17:
  version "17.0.2"

typescript@^5.1:
  version "5.4.5"

vue@^3:
  version "3.1.0"
"""


@pytest.mark.parametrize(("lock", "text"), [("pnpm-lock.yaml", PNPM), ("yarn.lock", YARN)])
@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        ("typescript", None, True),
        ("typescript", ">=5", True),
        ("react", ">=18", False),
        ("preact", "^10.1", True),
        ("node", ">=18", True),
        ("vue", None, False),
        ("webpack", None, False),
    ],
)
def test_what_the_root_of_a_workspace_asks_for_is_there_for_its_members(
    tmp_path: Path, lock: str, text: str, name: str, version: str | None, expected: Truth
) -> None:
    write(tmp_path, {**WORKSPACE, lock: text})

    assert told(about(tmp_path, "packages/admin/src/app.ts")[0], f"npm:{name}", version) is expected


def test_a_project_that_is_no_member_of_the_workspace_is_told_nothing_of_its_root(tmp_path: Path) -> None:
    write(tmp_path, {**WORKSPACE, "pnpm-lock.yaml": PNPM})
    demo, _ = about(tmp_path, "examples/demo/app.ts")

    assert (manifests(demo), told(demo, "typescript")) == (["examples/demo/package.json"], False)


def test_the_root_of_a_workspace_that_can_not_be_read_may_name_anything(tmp_path: Path) -> None:
    write(tmp_path, {**WORKSPACE, "pnpm-lock.yaml": PNPM, "package.json": "{"})
    admin, skipped = about(tmp_path, "packages/admin/src/app.ts")

    assert (told(admin, "webpack"), told(admin, "preact")) == (None, True)
    assert [one.where for one in skipped] == ["package.json"]


def test_a_framework_of_the_root_alone_is_neither_shown_for_a_member_nor_denied(tmp_path: Path) -> None:
    asks = WORKSPACE["package.json"].replace('"react"', '"vue"')
    write(tmp_path, {**WORKSPACE, "pnpm-lock.yaml": PNPM, "package.json": asks})
    admin, _ = about(tmp_path, "packages/admin/src/app.ts")

    assert admin.environment["framework"].value == "preact, react"
    assert ("vue" in admin.tellable["framework"], "svelte" in admin.tellable["framework"]) == (False, True)


CARGO = {
    "Cargo.toml": '[workspace]\n[workspace.package]\nrust-version = "1.80"\n'
    '[workspace.dependencies]\nwire = "1.2"\nglue = "0.3"\nspare = "9"\n',
    "crates/pages/Cargo.toml": '[package]\nname = "pages"\nrust-version.workspace = true\n'
    '[dependencies]\nwire.workspace = true\nglue = "0.4"\nfar = { git = "https://example.org/far" }\n',
}


@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        ("rust", ">=1.70", True),
        ("wire", ">=1.2, <2", True),
        ("wire", ">=2", False),
        ("glue", ">=0.4", True),
        ("far", ">=1", None),
        ("spare", None, False),
    ],
)
def test_what_a_crate_leaves_to_its_workspace_is_told(
    tmp_path: Path, name: str, version: str | None, expected: Truth
) -> None:
    write(tmp_path, CARGO)

    assert told(about(tmp_path, "crates/pages/src/lib.rs")[0], f"cargo:{name}", version) is expected


def test_a_lock_file_comes_before_what_the_workspace_says(tmp_path: Path) -> None:
    lock = '[[package]]\nname = "wire"\nversion = "1.9.0"\n\n[[package]]\nname = "pages"\nversion = "0.1.0"\n'
    write(tmp_path, {**CARGO, "Cargo.lock": f'{lock}dependencies = ["wire"]\n'})
    facts, _ = about(tmp_path, "crates/pages/src/lib.rs")

    assert rows(facts, "wire") == [("crates/pages/Cargo.toml", None), ("Cargo.lock", "1.9.0")]


def pom(artifact: str, parent: str | None, rest: str) -> str:
    above = (
        f"<parent><groupId>org.acme</groupId><artifactId>{parent}</artifactId><version>1</version></parent>"
    )
    own = f"<groupId>org.acme</groupId><artifactId>{artifact}</artifactId>"
    return f"<project>{above if parent else ''}{own}{rest}</project>"


def needs(*names: str) -> str:
    listed = (
        f"<dependency><groupId>org.acme</groupId><artifactId>{one}</artifactId>{{}}</dependency>"
        for one in names
    )
    return f"<dependencies>{''.join(listed)}</dependencies>"


TOP = needs("wire", "spare").replace("{}", "<version>1.2</version>")
POMS = {
    "pom.xml": pom(
        "all",
        None,
        "<properties><java.version>17</java.version></properties>"
        f"<dependencyManagement>{TOP}</dependencyManagement>",
    ),
    "apps/pom.xml": pom("apps", "all", "<modules><module>shop</module></modules>"),
    "apps/shop/pom.xml": pom("shop", "apps", needs("wire", "far").replace("{}", "")),
    "apps/odd/pom.xml": pom("odd", "boot", needs("wire").replace("{}", "")),
}


@pytest.mark.parametrize(
    ("module", "name", "version", "expected"),
    [
        ("shop", "java", ">=11", True),
        ("shop", "wire", "1.2", True),
        ("shop", "wire", "[2,)", False),
        ("shop", "far", "1.2", None),
        ("shop", "spare", None, None),
        ("odd", "java", ">=11", None),
        ("odd", "wire", "1.2", None),
    ],
)
def test_what_a_module_leaves_to_its_parent_is_told(
    tmp_path: Path, module: str, name: str, version: str | None, expected: Truth
) -> None:
    write(tmp_path, POMS)

    assert told(about(tmp_path, f"apps/{module}/src/A.java")[0], f"maven:{name}", version) is expected


def test_poms_that_name_each_other_as_parents_are_read_once(tmp_path: Path) -> None:
    write(tmp_path, {"pom.xml": pom("a", "b", needs("x").replace("{}", "")), "b/pom.xml": pom("b", "a", "")})
    facts, skipped = about(tmp_path, "b/A.java")

    assert (rows(facts, "java"), list(skipped)) == ([("b/pom.xml", None)], [])


def test_two_files_of_projects_that_disagree_leave_it_open(tmp_path: Path) -> None:
    write(tmp_path, {"a/requirements.txt": "httpx==0.27.2\n", "b/requirements.txt": "httpx==0.20.1\n"})

    assert told(about(tmp_path, "a/x.py", "b/y.py")[0], "httpx", ">=0.24") is None
    assert told(about(tmp_path, "a/x.py")[0], "httpx", ">=0.24") is True


def test_a_file_outside_of_every_folder_is_looked_for_at_the_root(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    write(tmp_path, {"pyproject.toml": PYPROJECT, "repository/pyproject.toml": PYPROJECT})

    for path in ("no/such/folder/a.py", "../outside/a.py", "/a.py"):
        facts, skipped = about(root, path)
        assert (manifests(facts), list(skipped)) == (["pyproject.toml"], [])


def test_a_project_whose_dependencies_are_computed_proves_no_absence(tmp_path: Path) -> None:
    write(tmp_path, {"setup.py": "setup(install_requires=read())\n", "requirements-dev.txt": "pytest==8.0\n"})

    facts, skipped = about(tmp_path, "a.py")

    assert (manifests(facts), told(facts, "pypi:httpx"), told(facts, "pytest")) == ([], None, True)
    assert [one.where for one in skipped] == ["setup.py"]


def test_a_pyproject_that_only_sets_up_tools_proves_no_absence(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": "[tool.ruff]\nline-length = 100\n"})

    assert told(about(tmp_path, "a.py")[0], "httpx") is None


@pytest.mark.parametrize("broken", ["<<<<<<< HEAD\n", "[project\n"])
def test_a_broken_manifest_is_skipped_and_the_others_are_read(tmp_path: Path, broken: str) -> None:
    tracked = write(
        tmp_path, {"pyproject.toml": broken, "web/package.json": '{"dependencies": {"react": "^18"}}'}
    )

    facts, skipped = whole(tmp_path, tracked)

    assert manifests(facts) == ["web/package.json"]
    assert [one.where for one in skipped] == ["pyproject.toml"]
    assert skipped[0].what.startswith("it is no valid TOML")


def test_a_broken_lock_leaves_the_declared_range(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": PYPROJECT, "uv.lock": "<<<<<<< HEAD\n"})

    facts, skipped = about(tmp_path, "a.py")

    assert (manifests(facts), told(facts, "httpx", ">=0.24")) == (["pyproject.toml"], None)
    assert [one.where for one in skipped] == ["uv.lock"]


def test_a_link_out_of_the_repository_is_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside, {"pyproject.toml": PYPROJECT})
    root = tmp_path / "repository"
    write(root, {"inner/pyproject.toml": PYPROJECT})
    (root / "pyproject.toml").symlink_to(outside / "pyproject.toml")
    (root / "linked").symlink_to(outside, target_is_directory=True)
    (root / "uv.lock").symlink_to("uv.lock")
    (root / "requirements.txt").symlink_to("inner/none.txt")

    facts, skipped = about(root, "linked/a.py", "a.py")

    assert facts.dependencies == ()
    assert sorted(one.where for one in skipped) == [
        "linked/pyproject.toml",
        "pyproject.toml",
        "requirements.txt",
        "uv.lock",
    ]
    assert {one.what for one in skipped if one.where.endswith("toml")} == {
        "it is a link that leads out of the repository"
    }


def test_a_link_within_the_repository_is_followed(tmp_path: Path) -> None:
    write(tmp_path, {"shared/pyproject.toml": PYPROJECT, "app/a.py": ""})
    (tmp_path / "app" / "pyproject.toml").symlink_to("../shared/pyproject.toml")

    assert manifests(about(tmp_path, "app/a.py")[0]) == ["app/pyproject.toml"]


def test_what_is_no_readable_file_is_skipped(tmp_path: Path) -> None:
    (tmp_path / "package.json").mkdir()
    os.mkfifo(tmp_path / "yarn.lock")
    (tmp_path / "setup.cfg").write_bytes(b"[metadata]\nname = \xff\n")
    with (tmp_path / "uv.lock").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    _, skipped = about(tmp_path, "a.py")

    assert {one.where: one.what for one in skipped} == {
        "package.json": "it is no file",
        "yarn.lock": "it is no file",
        "setup.cfg": "it is no text in UTF-8",
        "uv.lock": "it is larger than 20 MB",
    }


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_bytes('{"dependencies": {"react": "^18"}}'.encode("utf-8-sig"))
    (tmp_path / "requirements.txt").write_bytes("httpx==0.27.2\r\n".encode("utf-16"))

    facts, skipped = about(tmp_path, "a.py")

    assert (told(facts, "react"), told(facts, "httpx", "==0.27.2"), list(skipped)) == (True, True, [])


def test_a_tracked_manifest_that_is_not_in_the_work_tree_is_skipped(tmp_path: Path) -> None:
    _, skipped = whole(tmp_path, ["sparse/pyproject.toml"])

    assert list(skipped) == [Skipped("sparse/pyproject.toml", "it is not in the work tree")]


def test_of_very_many_manifests_the_topmost_are_read_and_the_rest_is_said(tmp_path: Path) -> None:
    names = [f"p{number:04}/requirements.txt" for number in range(MAX_MANIFESTS + 40)]
    tracked = write(tmp_path, {"requirements.txt": "httpx\n", **dict.fromkeys(names, "rich\n")})

    facts, skipped = whole(tmp_path, tracked)

    assert len(facts.manifests) == MAX_MANIFESTS
    assert facts.manifests[0].path == "requirements.txt"
    assert [one.what.partition(";")[0] for one in skipped] == ["41 of 541 manifests were not read"]


def test_of_very_many_broken_manifests_the_first_are_named(tmp_path: Path) -> None:
    tracked = write(tmp_path, {f"p{number:02}/package.json": "{" for number in range(MAX_SKIPPED + 5)})

    _, skipped = whole(tmp_path, tracked)

    assert len(skipped) == MAX_SKIPPED + 1
    assert skipped[-1].what == "5 more manifests could not be read"


def test_a_bare_repository_has_no_manifests(tmp_path: Path) -> None:
    facts, skipped = whole(None, ["pyproject.toml", "src/a.py"])

    assert (facts.manifests, facts.tracked, list(skipped)) == ((), ("pyproject.toml", "src/a.py"), [])


def test_the_call_is_stronger_than_the_clone_and_the_clone_than_the_file(tmp_path: Path) -> None:
    clone = {"rendering": Fact("dom", "exp facts set"), "batch": Fact("no", "exp facts set")}
    declared = {
        "batch": Fact("yes", "experiences/facts.yaml"),
        "region": Fact("eu", "experiences/facts.yaml"),
    }

    facts, skipped = RepositoryFacts(tmp_path, never, (clone, declared)).gather(
        ["a.py"], ["rendering=canvas", "httpx==0.27"]
    )

    assert list(facts.given.items()) == [
        ("rendering", Fact("canvas", "--env")),
        ("httpx", Fact("0.27", "--env")),
        ("batch", Fact("no", "exp facts set")),
        ("region", Fact("eu", "experiences/facts.yaml")),
    ]
    assert (facts.platform, list(skipped)) == (None, [])


def test_a_file_may_hold_lines_or_one_json_object(tmp_path: Path) -> None:
    (tmp_path / "here.env").write_text(
        "# facts\n\nexport rendering=canvas\nname = 'two words'\nnothing\n=x\n", encoding="utf-8"
    )
    (tmp_path / "here.json").write_text(
        '{"httpx": false, "node": 20, "language": ["python", "sql"], "odd": {}, "none": null}'
    )

    facts, skipped = about(
        None, "a.py", given=[str(tmp_path / "here.env"), str(tmp_path / "here.json"), "name=mine"]
    )

    assert {name: fact.value for name, fact in facts.given.items()} == {
        "name": "mine",
        "rendering": "canvas",
        "httpx": "no",
        "node": "20",
        "language": "python, sql",
    }
    assert facts.given["rendering"].origin == f"--env {tmp_path / 'here.env'}"
    assert [one.where.rpartition("/")[2] for one in skipped] == [
        "here.env:5",
        "here.env:6",
        "here.json: odd",
        "here.json: none",
    ]


def test_a_name_that_is_given_twice_keeps_the_first_value_and_says_so() -> None:
    facts, skipped = about(None, "a.py", given=["batch=yes", "batch=no", "batch=yes"])

    assert facts.given["batch"].value == "yes"
    assert [(one.where, one.what) for one in skipped] == [("--env batch=no", "batch is already given as yes")]


@pytest.mark.parametrize(
    "content", [b"{", b'{"a": ' + b"[" * 100_000, b"\xff\xfe\x00", b"a=" + b"x" * 1_000_001]
)
def test_a_file_that_can_not_be_read_is_skipped(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "here").write_bytes(content)

    facts, skipped = about(None, "a.py", given=[str(tmp_path / "here")])

    assert (facts.given, len(skipped)) == ({}, 1)


@pytest.mark.parametrize("item", ["httpx", "", "no/such/file.env", "=x", "x=", "httpx>=0.24", "a\0b"])
def test_a_thing_that_is_neither_is_refused_in_one_line(item: str) -> None:
    with pytest.raises(UsageError) as error:
        about(None, "a.py", given=[item])

    assert "\n" not in str(error.value)
    assert error.value.exit_code == 2


def test_the_nearest_file_is_offered(tmp_path: Path) -> None:
    (tmp_path / "staging.env").write_text("a=b\n")

    with pytest.raises(UsageError) as error:
        about(None, "a.py", given=[str(tmp_path / "stagin.env")])

    assert error.value.mend == f"the nearest file is {tmp_path / 'staging.env'}"


def test_the_repository_shows_ci_tools_frameworks_and_imports(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            ".gitlab-ci.yml": "",
            "Dockerfile": "",
            "pyproject.toml": '[project]\nname = "x"\ndependencies = ["django"]\n',
            "web/package.json": '{"dependencies": {"react": "^18", "next": "14"}}',
            "web/app.ts": "import React from 'react';\nimport { x } from './x';\n",
        },
    )

    facts, _ = about(tmp_path, "web/app.ts", "web/none.ts", "../outside.ts")

    assert facts.environment == {
        "ci": Fact("gitlab-ci", ".gitlab-ci.yml"),
        "tool": Fact("docker", "Dockerfile"),
        "framework": Fact("django, nextjs, react", "pyproject.toml, web/package.json"),
    }
    assert {"gitlab-ci", "travis"} <= facts.tellable["ci"]
    assert ("flask" in facts.tellable["framework"], "laravel" in facts.tellable["framework"]) == (True, False)
    assert facts.imports == {"react": "web/app.ts"}


def test_a_lock_file_shows_no_framework_and_denies_none(tmp_path: Path) -> None:
    write(tmp_path, {"uv.lock": 'version = 1\n[[package]]\nname = "django"\nversion = "5.0"\n'})

    facts, _ = about(tmp_path, "a.py")

    assert (facts.environment, facts.tellable["framework"]) == (
        {"tool": Fact("uv", "uv.lock")},
        frozenset(),
    )


def test_an_asked_file_that_is_a_link_out_imports_nothing(tmp_path: Path) -> None:
    root = tmp_path / "repository"
    write(tmp_path, {"outside.py": "import secret\n", "repository/b.py": "import rich\n"})
    (root / "a.py").symlink_to(tmp_path / "outside.py")
    (root / "c.py").mkdir()
    os.mkfifo(root / "d.py")

    facts, skipped = about(root, "a.py", "b.py", "c.py", "d.py")

    assert (facts.imports, list(skipped)) == ({"rich": "b.py"}, [])


def test_only_the_dependencies_asked_for_are_told_and_with_none_no_manifest_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": PYPROJECT, "uv.lock": UV, "package.json": "{"})
    source = RepositoryFacts(tmp_path, never)

    some, unread = source.gather(["a.py"], (), names=["HTTPX", "react"])
    none, nothing = source.gather(["a.py"], (), names=[])

    assert [one.origin for one in some.dependencies] == ["pyproject.toml", "uv.lock"]
    assert (manifests(some), [one.where for one in unread]) == (
        ["pyproject.toml", "uv.lock"],
        ["package.json"],
    )
    assert (none.dependencies, none.manifests, list(nothing)) == ((), (), [])


def test_a_build_that_is_a_program_proves_no_absence_whatever_its_catalog_lists(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "build.gradle": "dependencies { implementation(libs.core) }\n",
            "gradle/libs.versions.toml": '[libraries]\ncore = "org.example:core:2.1"\n',
        },
    )

    facts, skipped = about(tmp_path, "src/A.java")

    assert (manifests(facts), list(skipped)) == ([], [])
    assert rows(facts, "org.example:core") == [("gradle/libs.versions.toml", "2.1")]
    assert told(facts, "maven:org.example:other") is None


def test_manifests_that_lead_to_each_other_are_read_once(tmp_path: Path) -> None:
    inner = '{"workspaces": [".."], "dependencies": {"web": "workspace:*"}}'
    write(
        tmp_path,
        {
            "requirements.txt": "-r requirements.txt\n-r requirements/dev.txt\nhttpx\n",
            "requirements/dev.txt": "-r ../requirements.txt\npytest\n",
            "package.json": '{"name": "web", "workspaces": ["inner"], "dependencies": {"inner": "file:inner"}}',
            "inner/package.json": inner,
        },
    )

    facts, skipped = about(tmp_path, "a.py", "inner/a.js")

    assert sorted(manifests(facts)) == [
        "inner/package.json",
        "package.json",
        "requirements.txt",
        "requirements/dev.txt",
    ]
    assert ({one.name for one in facts.dependencies}, list(skipped)) == (
        {"httpx", "pytest", "web", "inner"},
        [],
    )


PACKAGE = '{"dependencies": {"react": "^18"}}'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package-lock.json", "{"),
        ("package-lock.json", "\ud800"),
        ("yarn.lock", "<<<<<<< HEAD\n"),
        ("pnpm-lock.yaml", "nothing: here\n"),
        ("bun.lock", "{}"),
        ("bun.lockb", "\0"),
        ("deno.lock", "{}"),
    ],
)
def test_beside_a_lock_that_was_not_read_no_silence_counts(tmp_path: Path, name: str, text: str) -> None:
    write(tmp_path, {"package.json": PACKAGE, "a.ts": "", "web/b.ts": ""})
    before = [about(tmp_path, file)[0] for file in ("a.ts", "web/b.ts")]
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    after = [about(tmp_path, file)[0] for file in ("a.ts", "web/b.ts")]

    assert [told(facts, "npm:left-pad") for facts in before] == [False, False]
    assert [told(facts, "npm:left-pad") for facts in after] == [None, None]
    assert [told(facts, "npm:react") for facts in after] == [True, True]
    assert ["vue" in facts.tellable["framework"] for facts in (before[0], after[0])] == [True, False]


def test_what_was_read_in_part_proves_no_absence(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "jvm/pom.xml": "<project><groupId>a</groupId><artifactId>b</artifactId><version>1</version></project>",
            "jvm/gradle.lockfile": "org.a:b:1=all\n?\n",
            "py/pyproject.toml": '[project]\nname = "x"\ndependencies = ["httpx", "?? what"]\n',
        },
    )

    jvm, py = about(tmp_path, "jvm/A.java")[0], about(tmp_path, "py/a.py")[0]

    assert (told(jvm, "maven:b"), told(jvm, "maven:c")) == (True, None)
    assert (told(py, "pypi:httpx"), told(py, "pypi:flask")) == (True, None)


@pytest.mark.parametrize(
    ("name", "manifest", "file", "check"),
    [
        ("conanfile.txt", ("vcpkg.json", '{"dependencies": ["zlib"]}'), "src/a.cpp", "fmt"),
        ("meson.build", ("vcpkg.json", '{"dependencies": ["zlib"]}'), "src/a.cpp", "fmt"),
        ("Package.swift", ("Podfile", "target 'A' do\n  pod 'Nuke'\nend\n"), "src/a.swift", "cocoapods:Alamofire"),
        ("A.xcodeproj/project.pbxproj", ("Podfile", "target 'A' do\n  pod 'Nuke'\nend\n"), "src/a.swift", "Alamofire"),
        ("environment.yml", ("pyproject.toml", PYPROJECT), "src/a.py", "pypi:flask"),
        ("deno.json", ("package.json", PACKAGE), "src/a.ts", "npm:vue"),
        ("build.sbt", ("pom.xml", "<project><artifactId>b</artifactId></project>"), "src/A.scala", "maven:c"),
    ],
)  # fmt: skip
def test_beside_a_manifest_that_exp_does_not_read_no_silence_counts(
    tmp_path: Path, name: str, manifest: tuple[str, str], file: str, check: str
) -> None:
    tracked = write(tmp_path, {manifest[0]: manifest[1], file: ""})
    before = about(tmp_path, file)[0]
    tracked = [*tracked, *write(tmp_path, {name: ""})]
    after = [about(tmp_path, file), whole(tmp_path, tracked)]

    assert told(before, check) is False
    assert [told(facts, check) for facts, _ in after] == [None, None]
    # It is no fault of the project's: nothing is said of it.
    assert [list(skipped) for _, skipped in after] == [[], []]


def test_a_manifest_that_exp_does_not_read_is_nothing_to_the_files_beside_its_folder(tmp_path: Path) -> None:
    write(tmp_path, {"package.json": PACKAGE, "demo/deno.json": "{}", "demo/a.ts": "", "web/b.ts": ""})

    assert told(about(tmp_path, "demo/a.ts")[0], "npm:vue") is None
    assert told(about(tmp_path, "web/b.ts")[0], "npm:vue") is False
    assert told(about(tmp_path, "demo/a.ts")[0], "pypi:flask") is None


def test_of_what_was_too_much_to_read_no_silence_counts(tmp_path: Path) -> None:
    names = [f"p{number:04}/requirements.txt" for number in range(MAX_MANIFESTS + 1)]
    write(tmp_path, {"package.json": PACKAGE, **dict.fromkeys(names, "httpx\n")})

    few, many = whole(tmp_path, names[:9])[0], whole(tmp_path, names)[0]

    assert (told(few, "pypi:flask"), told(many, "pypi:flask"), told(many, "npm:vue")) == (False, None, False)


def test_in_a_folder_that_can_not_be_looked_into_there_may_be_anything(tmp_path: Path) -> None:
    long = "n" * 300
    write(tmp_path, {"package.json": PACKAGE, "pyproject.toml": PYPROJECT})

    facts, skipped = about(tmp_path, f"{long}/a.ts")

    assert (told(facts, "npm:vue"), told(facts, "npm:react")) == (None, True)
    assert [one.where for one in skipped] == [long]


def test_before_anything_is_laid_out_no_tool_is_denied(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    before = about(tmp_path, "a.py")[0].tellable
    write(tmp_path, {"README": ""})

    assert (before["ci"], before["tool"]) == (frozenset(), frozenset())
    assert "travis" in about(tmp_path, "a.py")[0].tellable["ci"]


@pytest.mark.parametrize(
    ("path", "text", "beside"),
    [
        ("src/app/a.py", "import settings\n", "src/settings.py"),
        ("src/app/a.py", "from settings.base import A\n", "src/settings/base.py"),
        ("tests/unit/a.py", "import settings\n", "src/settings.py"),
        ("src/a.ts", "import { A } from 'settings/base';\n", "src/settings/base.ts"),
        ("web/pages/a.tsx", "import A from 'settings'\n", "web/src/settings.tsx"),
        ("spec/a_spec.rb", "require 'settings'\n", "lib/settings.rb"),
        ("crates/a/src/main.rs", "use settings::A;\n", "crates/a/src/settings.rs"),
        ("src/a.cpp", '#include "settings/a.h"\n', "include/settings/a.h"),
        ("src/test/java/b/ATest.java", "import settings.Page;\n", "src/main/java/settings/Page.java"),
        ("Tests/A/a.swift", "import settings\n", "Sources/settings/b.swift"),
    ],
)
def test_a_module_of_the_project_itself_is_no_package(
    tmp_path: Path, path: str, text: str, beside: str
) -> None:
    write(tmp_path, {path: text})
    without = about(tmp_path, path)[0]
    write(tmp_path, {beside: ""})
    asked = RepositoryFacts(tmp_path, never).gather([path], (), names=["settings"])[0]

    assert (without.imports["settings"], told(without, "settings")) == (path, True)
    assert ("settings" in about(tmp_path, path)[0].imports, dict(asked.imports)) == (False, {})


def test_what_is_no_module_beside_the_file_hides_none(tmp_path: Path) -> None:
    write(tmp_path, {"a/b.py": "import redis\n", "c/redis.py": "", "a/redis.txt": "", "redis-data/a": ""})

    assert about(tmp_path, "a/b.py")[0].imports == {"redis": "a/b.py"}


def test_only_the_imports_asked_for_are_told(tmp_path: Path) -> None:
    go = 'package a\n\nimport "github.com/go-chi/chi/v5"\n'
    write(tmp_path, {"a.py": "import redis, google.cloud.storage\nimport flask\n", "a.go": go})
    source = RepositoryFacts(tmp_path, never)

    def imported(*names: str) -> list[str]:
        return sorted(source.gather(["a.py", "a.go"], (), names=names)[0].imports)

    assert imported() == []
    assert imported("Redis") == ["redis"]
    assert imported("google-cloud-storage", "github.com/go-chi/chi") == [
        "github.com/go-chi/chi/v5",
        "google.cloud.storage",
    ]


def framework(facts: Facts, name: str) -> Truth:
    return answer(Condition("c", KeyCheck("framework", (name,))), facts, LibraryVersions()).truth


def test_a_framework_that_a_file_imports_is_here_whatever_the_manifests_name(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": PYPROJECT,
            "a.py": "from flask import Flask\n",
            "b.py": "try:\n    import flask\nexcept ImportError: pass\n",
            "go.mod": "module a\n",
            "c.go": 'package c\n\nimport "github.com/go-chi/chi/v5/middleware"\nimport "github.com/gin-gonic/gin"\n',
        },
    )

    a, b, c = (about(tmp_path, path)[0] for path in ("a.py", "b.py", "c.go"))

    assert (framework(a, "flask"), framework(a, "django"), framework(b, "flask")) == (True, False, False)
    assert a.environment["framework"] == Fact("flask", "a.py")
    assert (framework(c, "gin"), framework(c, "chi"), framework(c, "echo")) == (True, True, False)


def test_a_framework_that_only_a_lock_file_names_is_neither_here_nor_not(tmp_path: Path) -> None:
    lock = UV.replace("httpx", "flask").replace('version = "0.27.2"', 'version = "3.0.0"')
    write(tmp_path, {"pyproject.toml": PYPROJECT, "uv.lock": lock})

    facts = about(tmp_path, "a.py")[0]

    assert (framework(facts, "flask"), framework(facts, "django")) == (None, False)


def test_a_framework_whose_package_people_declared_is_what_they_said(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": PYPROJECT.replace("rich", "django")})

    said, denied = (about(tmp_path, "a.py", given=[given])[0] for given in ("flask=3.0", "pypi:django=no"))

    assert (framework(said, "flask"), framework(said, "django")) == (True, True)
    assert (framework(denied, "flask"), framework(denied, "django")) == (False, None)
    assert said.environment["framework"].origin == "pyproject.toml, --env"
