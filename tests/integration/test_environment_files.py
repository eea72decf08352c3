"""Which CI, tools and frameworks a repository shows by its top folders and its dependencies."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.environment_files import (
    KNOWN,
    all_seen,
    environment,
    frameworks,
    frameworks_of_import,
    tellable_frameworks,
)
from gitexp.adapters.manifests_known import ECOSYSTEMS
from gitexp.records.facts import Dependency, Fact


def laid(root: Path, *paths: str) -> Path:
    """Lay empty files; a path that ends with a slash is a folder."""
    for path in paths:
        target = root / path
        (target if path.endswith("/") else target.parent).mkdir(parents=True, exist_ok=True)
        if not path.endswith("/"):
            target.touch()
    return root


@pytest.mark.parametrize(
    ("path", "key", "value", "origin"),
    [
        (".github/workflows/test.yml", "ci", "github-actions", ".github/workflows"),
        (".github/workflows/test.yaml", "ci", "github-actions", ".github/workflows"),
        (".gitlab-ci.yml", "ci", "gitlab-ci", ".gitlab-ci.yml"),
        ("Jenkinsfile", "ci", "jenkins", "Jenkinsfile"),
        (".circleci/config.yml", "ci", "circleci", ".circleci/config.yml"),
        ("azure-pipelines.yml", "ci", "azure-pipelines", "azure-pipelines.yml"),
        (".travis.yml", "ci", "travis", ".travis.yml"),
        (".buildkite/pipeline.yml", "ci", "buildkite", ".buildkite"),
        (".woodpecker/a.yaml", "ci", "woodpecker", ".woodpecker"),
        (".drone.yml", "ci", "drone", ".drone.yml"),
        ("bitbucket-pipelines.yml", "ci", "bitbucket-pipelines", "bitbucket-pipelines.yml"),
        ("Makefile", "tool", "make", "Makefile"),
        ("MODULE.bazel", "tool", "bazel", "MODULE.bazel"),
        ("flake.nix", "tool", "nix", "flake.nix"),
        (".pre-commit-config.yaml", "tool", "pre-commit", ".pre-commit-config.yaml"),
        ("tox.ini", "tool", "tox", "tox.ini"),
        ("noxfile.py", "tool", "nox", "noxfile.py"),
        ("main.tf", "tool", "terraform", "main.tf"),
        ("Chart.yaml", "tool", "helm", "Chart.yaml"),
        ("Dockerfile.dev", "tool", "docker", "Dockerfile.dev"),
        ("jest.config.ts", "tool", "jest", "jest.config.ts"),
        (".eslintrc.base.json", "tool", "eslint", ".eslintrc.base.json"),
        ("Pages.xcodeproj/project.pbxproj", "tool", "xcode", "Pages.xcodeproj"),
        (".github/dependabot.yml", "tool", "dependabot", ".github/dependabot.yml"),
        ("docs/source/conf.py", "tool", "sphinx", "docs/source/conf.py"),
    ],
)  # fmt: skip
def test_a_file_or_folder_at_the_top_tells_it(
    tmp_path: Path, path: str, key: str, value: str, origin: str
) -> None:
    assert environment(laid(tmp_path, path)) == {key: Fact(value, origin)}


def test_several_values_of_one_key_are_one_fact_with_the_files_that_say_so(tmp_path: Path) -> None:
    root = laid(tmp_path, "Makefile", "tox.ini", "Dockerfile", "flake.nix", ".travis.yml", "Jenkinsfile")

    assert environment(root) == {
        "ci": Fact("jenkins, travis", "Jenkinsfile, .travis.yml"),
        "tool": Fact("docker, make, nix, tox", "Dockerfile, Makefile, flake.nix and 1 more"),
    }


def test_one_file_may_tell_two_things(tmp_path: Path) -> None:
    root = laid(tmp_path, "docker-compose.override.yml")

    assert environment(root)["tool"] == Fact("docker, docker-compose", "docker-compose.override.yml")


@pytest.mark.parametrize(
    "path",
    [".github/workflows/", ".github/workflows/README.md", ".github/workflows/old/a.yml", "Makefile/", "sub/Makefile",
     "a.tf/", ".circleci/", "docs/", "README.md", "makefile.txt", "tfile", ".github"],
)  # fmt: skip
def test_what_only_looks_like_it_tells_nothing(tmp_path: Path, path: str) -> None:
    assert environment(laid(tmp_path, path)) == {}


def test_names_that_can_not_be_shown_and_links_in_a_circle_are_passed_over(tmp_path: Path) -> None:
    laid(tmp_path, "Makefile", "odd\n.tf")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "tox.ini").symlink_to("nowhere")
    Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.tf")).touch()

    # The link is a name like any other: what it leads to is not read.
    assert environment(tmp_path) == {"tool": Fact("make, tox", "Makefile, tox.ini")}


@pytest.mark.parametrize("root", ["nowhere", "file", "nul\0"])
def test_a_root_that_can_not_be_looked_into_tells_nothing(tmp_path: Path, root: str) -> None:
    laid(tmp_path, "file")

    assert environment(f"{tmp_path}/{root}") == {}


@pytest.mark.parametrize(
    ("ecosystem", "name", "expected"),
    [
        ("pypi", "django", "django"),
        ("npm", "@angular/core", "angular"),
        ("npm", "next", "nextjs"),
        ("gem", "rails", "rails"),
        ("maven", "org.springframework.boot:spring-boot-starter-web", "spring, spring-boot"),
        ("maven", "org.springframework.security:spring-security-core", "spring"),
        ("maven", "androidx.compose.ui:ui", "jetpack-compose"),
        ("composer", "laravel/framework", "laravel"),
        ("composer", "symfony/framework-bundle", "symfony"),
        ("pub", "flutter", "flutter"),
        ("cargo", "axum", "axum"),
        ("go", "github.com/go-chi/chi/v5", "chi"),
        ("go", "github.com/gin-gonic/gin", "gin"),
        ("cmake", "Qt6", "qt"),
    ],
)
def test_a_framework_is_told_by_the_package_that_brings_it(ecosystem: str, name: str, expected: str) -> None:
    rows = [Dependency(ecosystem, "other", "a/manifest"), Dependency(ecosystem, name, "a/manifest")]

    assert frameworks(rows) == {"framework": Fact(expected, "a/manifest")}


@pytest.mark.parametrize(
    ("ecosystem", "name"),
    [("pypi", "react"), ("npm", "react-dom"), ("pypi", "django-filter"), ("maven", "org.springframeworks:a"), ("maven", ""),
     ("go", "v5"), ("unheard", "rails"), ("maven", ".".join("a" * 500))],
)  # fmt: skip
def test_a_package_beside_it_tells_no_framework(ecosystem: str, name: str) -> None:
    assert frameworks([Dependency(ecosystem, name, "manifest")]) == {}


def test_several_frameworks_are_one_fact() -> None:
    rows = [
        Dependency("npm", "vue", "web/package.json"),
        Dependency("pypi", "flask", "api/pyproject.toml"),
        Dependency("npm", "vue", "admin/package.json"),
    ]

    assert frameworks(rows) == {"framework": Fact("flask, vue", "api/pyproject.toml, web/package.json")}


def test_a_framework_is_denied_only_where_all_manifests_that_would_name_it_were_read() -> None:
    assert {"react", "vue"} <= tellable_frameworks({"npm"})
    assert not {"flask", "qt", "tauri"} & tellable_frameworks({"npm"})
    assert "tauri" in tellable_frameworks({"npm", "cargo"})
    assert tellable_frameworks(ECOSYSTEMS) == KNOWN["framework"]


def test_a_tool_that_may_lie_in_any_folder_is_never_denied() -> None:
    assert {"github-actions", "gitlab-ci", "travis"} <= KNOWN["ci"]
    assert "pre-commit" in KNOWN["tool"]
    assert not {"docker", "make", "terraform", "jenkins"} & (KNOWN["tool"] | KNOWN["ci"])


@pytest.mark.parametrize(
    ("path", "module", "expected"),
    [
        ("a.py", "django", ("django",)),
        ("a.ts", "@angular/core", ("angular",)),
        ("a.vue", "vue", ("vue",)),
        ("a.go", "github.com/go-chi/chi/v5", ("chi",)),
        ("a.rs", "actix_web", ("actix",)),
        ("A.kt", "org.springframework.boot.SpringApplication", ("spring", "spring-boot")),
        ("a.dart", "flutter", ("flutter",)),
        ("a.rb", "sinatra", ("sinatra",)),
        ("a.py", "react", ()),
        ("a.ts", "django", ()),
        ("a.md", "django", ()),
    ],
)
def test_an_import_shows_a_framework_of_its_own_language(
    path: str, module: str, expected: tuple[str, ...]
) -> None:
    assert frameworks_of_import(path, module) == expected


def test_what_is_there_without_lying_in_the_tree_tells_the_same(tmp_path: Path) -> None:
    paths = [
        ".github/workflows/ci.yml",
        ".circleci/config.yml",
        "Makefile",
        ".husky/pre-commit",
        "docs/conf.py",
    ]
    folders = [".github/", ".circleci/", ".husky/", "docs/"]
    laid(tmp_path / "all", *paths)
    laid(tmp_path / "some", "Makefile")

    assert environment(tmp_path / "some", [*paths, *folders]) == environment(tmp_path / "all")
    assert environment(tmp_path / "nowhere", [*paths, *folders]) == environment(tmp_path / "all")


def test_where_nothing_was_laid_out_absence_is_not_seen(tmp_path: Path) -> None:
    assert not all_seen(laid(tmp_path, ".git/"))
    assert all_seen(tmp_path, ["Makefile"])
    assert all_seen(laid(tmp_path, "README"))
