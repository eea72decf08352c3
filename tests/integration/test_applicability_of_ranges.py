"""What several manifests of one project say of a package holds at once; different projects must agree."""

import pytest

from gitexp.adapters.versions_libraries import LibraryVersions
from gitexp.records.facts import Dependency, Facts
from gitexp.records.precondition import Condition, DependencyCheck
from gitexp.steps.applicability import answer


def row(path, declared=None, version=None, name="httpx", ecosystem="pypi"):
    return Dependency(ecosystem, name, path, version, declared)


@pytest.mark.parametrize(
    ("rows", "wanted", "truth"),
    [
        ([row("pyproject.toml", ">=0.27,<0.28"), row("requirements-dev.txt")], ">=0.24", True),
        ([row("pyproject.toml", ">=0.27,<0.28"), row("requirements-dev.txt")], "<0.27", False),
        ([row("pyproject.toml", ">=0.27,<0.28"), row("requirements.txt", ">=0.20")], ">=0.24", True),
        ([row("pyproject.toml", ">=0.20"), row("requirements.txt", ">=0.10")], ">=0.24", None),
        ([row("pyproject.toml"), row("requirements.txt")], ">=0.24", None),
        ([row("a/pyproject.toml", ">=0.27,<0.28"), row("b/pyproject.toml", ">=0.20,<0.21")], ">=0.24", None),
        ([row("a/pyproject.toml", ">=0.27,<0.28"), row("b/pyproject.toml", ">=0.30,<0.31")], ">=0.24", True),
        ([row("uv.lock", version="0.27.2"), row("pyproject.toml", ">=0.20")], ">=0.24", True),
        ([row("uv.lock", version="0.27.2"), row("uv.lock", version="0.20.0")], ">=0.24", None),
    ],
)
def test_ranges_of_one_project_hold_at_once(rows, wanted, truth):
    condition = Condition("httpx", DependencyCheck("httpx", "pypi", wanted))

    assert truth is answer(condition, Facts(dependencies=tuple(rows)), LibraryVersions()).truth


@pytest.mark.parametrize(
    ("asked", "truth"),
    [
        ("github.com/gin-gonic/gin", True),
        ("gin", True),
        ("pgx", True),
        ("github.com/jackc/pgx", True),
        ("github.com/jackc/pgx/v4", None),
        ("gonic", None),
    ],
)
def test_a_module_of_go_is_known_by_its_last_name_too(asked, truth):
    modules = [
        row("go.mod", version="v1.9.1", name="github.com/gin-gonic/gin", ecosystem="go"),
        row("go.mod", version="v5.5.0", name="github.com/jackc/pgx/v5", ecosystem="go"),
    ]

    assert (
        truth
        is answer(
            Condition(asked, DependencyCheck(asked, "go")),
            Facts(dependencies=tuple(modules)),
            LibraryVersions(),
        ).truth
    )
