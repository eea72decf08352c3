"""Facts by groups: each is told once, with where it comes from."""

from __future__ import annotations

import pytest

from gitexp.cli.facts_screen import facts_document, show_facts
from gitexp.records.facts import Dependency, Fact, Facts

FACTS = Facts(
    given={"rendering": Fact("canvas", "exp facts set"), "rich": Fact("13", "--env")},
    dependencies=(
        Dependency("npm", "react", "web/package.json", declared="^18"),
        Dependency("pypi", "httpx", "pyproject.toml", declared=">=0.20"),
        Dependency("pypi", "rich", "pyproject.toml"),
        Dependency("npm", "react", "package-lock.json", version="18.2.0"),
        Dependency("npm", "scheduler", "package-lock.json", version="0.23.0"),
    ),
    files=("web/app.ts",),
    platform="linux",
    environment={"ci": Fact("travis", ".travis.yml"), "rendering": Fact("dom", "page.html")},
    imports={"react": "web/app.ts", "vue": "web/other.ts"},
)


def test_a_document_has_every_fact_once_the_strongest_first():
    assert {
        "rendering": {"value": "canvas", "from": "exp facts set"},
        "rich": {"value": "13", "from": "--env"},
        "platform": {"value": "linux", "from": "this machine"},
        "ci": {"value": "travis", "from": ".travis.yml"},
        "language": {"value": "typescript", "from": "the files asked about"},
        "imports": {"value": "react, vue", "from": "web/app.ts, web/other.ts"},
        "npm:react": {"value": "18.2.0", "from": "package-lock.json"},
        "pypi:httpx": {"value": ">=0.20", "from": "pyproject.toml"},
        "npm:scheduler": {"value": "0.23.0", "from": "package-lock.json"},
    } == facts_document(FACTS)


def test_lines_stand_in_groups_and_dependencies_under_the_first_file_that_names_them(
    capsys: pytest.CaptureFixture[str],
):
    show_facts(FACTS)

    assert [
        "given",
        "  rendering  canvas  (exp facts set)",
        "  rich       13  (--env)",
        "environment",
        "  platform  linux  (this machine)",
        "  ci        travis  (.travis.yml)",
        "languages",
        "  language  typescript  (the files asked about)",
        "  imports   react, vue  (web/app.ts, web/other.ts)",
        "web/package.json",
        "  npm:react  18.2.0  (package-lock.json)",
        "pyproject.toml",
        "  pypi:httpx  >=0.20  (pyproject.toml)",
        "package-lock.json",
        "  npm:scheduler  0.23.0  (package-lock.json)",
    ] == capsys.readouterr().out.splitlines()


def test_without_a_fact_nothing_is_printed(capsys: pytest.CaptureFixture[str]):
    show_facts(Facts())

    assert ("", {}) == (capsys.readouterr().out, facts_document(Facts()))
