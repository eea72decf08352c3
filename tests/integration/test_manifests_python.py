"""Python's manifests and lock files, as people and tools write them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from gitexp.adapters.manifests_known import known, read_lock, read_manifest
from gitexp.adapters.manifests_python import poetry_range
from gitexp.adapters.manifests_reading import Importer, Reading, Unreadable
from gitexp.adapters.manifests_requirements import requirement

PROJECT = """
[project]
name = "Acme_Pages"
version = "1.4.0"
requires-python = ">=3.11"
dependencies = [
    "httpx[http2]>=0.24,<1 ; python_version < '4'",
    "Typing.Extensions",
    "acme-wire @ https://example.org/acme_wire-1.0.tar.gz",
]
[project.optional-dependencies]
fast = ["uvloop ~= 0.19", "httpx"]
[dependency-groups]
lint = ["ruff==0.5.0"]
dev = [{ include-group = "lint" }, "pytest (>=8)"]
[tool.uv]
dev-dependencies = ["ipdb"]
[tool.pdm.dev-dependencies]
docs = ["sphinx>7"]
[build-system]
requires = ["hatchling>=1.20", "httpx<0.1"]
"""

POETRY = """
[tool.poetry]
name = "pages"
version = "0.3.0"
[tool.poetry.dependencies]
python = "^3.11"
httpx = "^0.24.1"
rich = "~13.7"
lxml = "*"
attrs = ">=22,<24"
wire = { git = "https://example.org/wire.git" }
numpy = [{ version = "^1.26", python = "<3.13" }, { version = "^2.1", python = ">=3.13" }]
[tool.poetry.group.test.dependencies]
pytest = { version = "8.*", extras = ["testing"] }
[tool.poetry.dev-dependencies]
black = "24.1.0"
"""


def read(path: str, text: str, importers: list[Importer] | None = None) -> Reading:
    """Read a text as the file that its name says."""
    kind = known(path)
    assert kind
    reading = read_lock(kind, text, importers or []) if kind.lock else read_manifest(kind, text)
    assert reading
    return reading


def ranges(reading: Reading) -> set[tuple[str, str | None]]:
    return {(one.name, one.declared) for one in reading.dependencies if one.version is None}


def versions(reading: Reading) -> set[tuple[str, str]]:
    return {(one.name, one.version) for one in reading.dependencies if one.version is not None}


def test_a_pyproject_names_dependencies_extras_groups_and_what_builds_it() -> None:
    reading = read("pyproject.toml", PROJECT)

    assert ranges(reading) == {
        ("python", ">=3.11"),
        ("httpx", ">=0.24,<1"),
        ("typing-extensions", None),
        ("acme-wire", None),
        ("uvloop", "~=0.19"),
        ("ruff", "==0.5.0"),
        ("pytest", ">=8"),
        ("ipdb", None),
        ("sphinx", ">7"),
        ("hatchling", ">=1.20"),
    }
    assert versions(reading) == {("acme-pages", "1.4.0")}
    assert (reading.counts, reading.unread) == ("whole", ())


def test_poetrys_own_table_is_read_as_ranges_of_pep_440() -> None:
    assert ranges(read("pyproject.toml", POETRY)) == {
        ("python", ">=3.11,<4"),
        ("httpx", ">=0.24.1,<0.25"),
        ("rich", ">=13.7,<13.8"),
        ("lxml", None),
        ("attrs", ">=22,<24"),
        ("wire", None),
        ("numpy", ">=1.26,<2"),
        ("numpy", ">=2.1,<3"),
        ("pytest", "==8.*"),
        ("black", "==24.1.0"),
    }


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("^1.2.3", ">=1.2.3,<2"),
        ("^0.2.3", ">=0.2.3,<0.3"),
        ("^0.0.3", ">=0.0.3,<0.0.4"),
        ("^0", ">=0,<1"),
        ("~1", ">=1,<2"),
        ("~1.2.3", ">=1.2.3,<1.3"),
        ("~=1.2", "~=1.2"),
        (">= 1.2, < 2", ">=1.2,<2"),
        (">=1.2 <2", ">=1.2,<2"),
        ("1.2.*", "==1.2.*"),
        ("=1.2", "==1.2"),
        ("^1.2 || ^3.0", ">=1.2,<2 || >=3.0,<4"),
        ("^1.2 | *", None),
        ("*", None),
        ("whatever", "whatever"),
    ],
)
def test_poetrys_ranges_are_pep_440(written: str, expected: str | None) -> None:
    assert poetry_range(written) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[project]\nname = 'a'\n", "whole"),
        ("[project]\nname = 'a'\ndynamic = ['version']\n", "whole"),
        ("[project]\nname = 'a'\ndynamic = ['dependencies']\n", "part"),
        (
            "[project]\nname = 'a'\ndynamic = ['dependencies']\n"
            "[tool.setuptools.dynamic]\ndependencies = { file = ['requirements.txt'] }\n",
            "whole",
        ),
        (
            "[project]\nname = 'a'\ndynamic = ['dependencies']\n"
            "[tool.setuptools.dynamic]\ndependencies = { file = ['needs.txt'] }\n",
            "part",
        ),
        ("[dependency-groups]\ndev = ['a']\n", "whole"),
        ("[tool.poetry.dependencies]\na = '*'\n", "whole"),
        ("[tool.ruff]\nline-length = 100\n", "nothing"),
        ("", "nothing"),
    ],
)
def test_a_pyproject_counts_for_what_it_says_of_dependencies(text: str, expected: str) -> None:
    assert read("pyproject.toml", text).counts == expected


def test_one_bad_line_is_named_and_the_others_are_read() -> None:
    reading = read("pyproject.toml", "[project]\ndependencies = ['httpx', '!!', 7]\n")

    assert ranges(reading) == {("httpx", None)}
    assert reading.unread == ("`!!` is no requirement", "`7` is no requirement")


@pytest.mark.parametrize(
    "text",
    [
        "[project]\ndependencies = 'httpx'\n",
        "project = 7\n",
        "[project.optional-dependencies]\nx = 'a'\n",
        "[tool]\npoetry = []\n",
    ],
)
def test_a_table_of_the_wrong_shape_names_nothing(text: str) -> None:
    assert read("pyproject.toml", text).dependencies == ()


def test_a_requirements_file_pins_names_and_leaves_the_rest() -> None:
    reading = read(
        "requirements.txt",
        "# tools\n"
        "httpx==0.27.2 ; python_version > '3.8'  # pinned\n"
        "rich>=13, <14\n"
        "attrs[dev] == 23.* \n"
        "lxml \\\n  ==5.2.1 \\\n    --hash=sha256:0123456789abcdef\n"
        "wire @ git+https://example.org/wire.git@main\n"
        "-e git+https://example.org/tool.git#egg=Acme_Tool\n"
        "-e .\n./local/pages\nhttps://example.org/pages-1.0-py3-none-any.whl\nwheels/pages.whl\n"
        "--index-url https://example.org/simple\n-c constraints.txt\n-r requirements-dev.txt\n"
        "{{ name }}\n\n",
    )

    assert versions(reading) == {("httpx", "0.27.2"), ("lxml", "5.2.1")}
    assert ranges(reading) == {("rich", ">=13,<14"), ("attrs", "==23.*"), ("wire", None), ("acme-tool", None)}
    assert (reading.counts, reading.unread) == ("whole", ("line 17 is no requirement",))


@pytest.mark.parametrize(
    ("path", "included", "expected"),
    [
        ("requirements.txt", "requirements-base.txt", "whole"),
        ("requirements.txt", "requirements/base.txt", "whole"),
        ("requirements/dev.txt", "base.txt", "whole"),
        ("requirements/dev.txt", "../requirements.txt", "whole"),
        ("requirements.txt", "base.txt", "part"),
        ("sub/requirements.txt", "../requirements.txt", "part"),
        ("requirements.txt", "../../../etc/passwd", "part"),
    ],
)
def test_an_included_file_is_not_followed_and_makes_it_a_part_unless_it_is_read_too(
    path: str, included: str, expected: str
) -> None:
    assert read(path, f"httpx\n-r {included}\n").counts == expected


NAMES = st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,6}[A-Za-z0-9])?", fullmatch=True)
CLAUSE = st.builds(
    "{}{}{}".format,
    st.sampled_from(["==", ">=", "<", "~=", "!=", " >= "]),
    st.sampled_from(["", " "]),
    st.sampled_from(["1.2", "2.0rc1", "0.3.1"]),
)
LINES = st.builds(
    "{}{}{}{}".format,
    NAMES,
    st.sampled_from(["", "[x]", " [x, y]"]),
    st.lists(CLAUSE, max_size=3).map(",".join),
    st.sampled_from(["", " ; python_version<'3.12'", ";sys_platform == 'linux'"]),
)


@settings(deadline=None)
@given(LINES)
def test_a_requirement_is_read_as_packaging_reads_it(line: str) -> None:
    expected = Requirement(line)
    found = requirement(line, "pyproject.toml")

    assert found
    assert found.name == canonicalize_name(expected.name)
    assert SpecifierSet(found.declared or "") == expected.specifier


@settings(deadline=None)
@given(st.text("ab-_.[]()<>=!~,;@ 01'#", max_size=16))
def test_what_packaging_takes_as_a_requirement_is_one(line: str) -> None:
    try:
        expected = Requirement(line)
    except InvalidRequirement:
        return
    found = requirement(line, "pyproject.toml")

    assert found
    assert len((found.declared or "").split(",")) >= len(expected.specifier)


def test_a_setup_cfg_lists_what_it_installs() -> None:
    reading = read(
        "setup.cfg",
        "[metadata]\nname = pages\n[options]\npython_requires = >=3.9\n"
        "install_requires =\n    httpx>=0.24  # client\n    rich\n"
        "[options.extras_require]\ntest =\n    pytest>=7\n",
    )

    assert ranges(reading) == {
        ("pages", None),
        ("python", ">=3.9"),
        ("httpx", ">=0.24"),
        ("rich", None),
        ("pytest", ">=7"),
    }
    assert reading.counts == "whole"


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        ("", "nothing"),
        ("install_requires = file: requirements.txt", "whole"),
        ("install_requires = file: needs.txt", "part"),
    ],
)
def test_a_setup_cfg_counts_for_what_it_says(needed: str, expected: str) -> None:
    assert read("setup.cfg", f"[options]\n{needed}\n").counts == expected


def test_a_setup_py_is_parsed_and_never_run() -> None:
    reading = read(
        "setup.py",
        "from setuptools import setup\nNEEDS = ['httpx>=0.24', 'rich']\nraise SystemExit('run!')\n"
        "setup(name='pages', version='1.0', python_requires='>=3.9', install_requires=NEEDS,\n"
        "      extras_require={'test': ['pytest>=7']})\n",
    )

    assert ranges(reading) == {("python", ">=3.9"), ("httpx", ">=0.24"), ("rich", None), ("pytest", ">=7")}
    assert versions(reading) == {("pages", "1.0")}
    assert reading.counts == "whole"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("setup()", "nothing"),
        ("setuptools.setup(install_requires='httpx\\nrich')", "whole"),
        ("setup(install_requires=read('requirements.txt'))", "part"),
        ("setup(**settings)", "part"),
        ("NEEDS = []\nNEEDS += more\nsetup(install_requires=NEEDS)", "part"),
        ("x = '\\d'", "nothing"),
    ],
)
def test_a_setup_py_that_computes_its_dependencies_is_only_a_part(call: str, expected: str) -> None:
    assert read("setup.py", call).counts == expected


def test_a_pipfile_names_every_category_and_the_python_it_needs() -> None:
    reading = read(
        "Pipfile",
        '[packages]\nhttpx = "*"\nrich = { version = ">=13" }\n'
        '[docs]\nsphinx = "==7.1"\n[requires]\npython_version = "3.11"\n',
    )

    assert ranges(reading) == {("httpx", None), ("rich", ">=13"), ("sphinx", "==7.1"), ("python", "==3.11.*")}


def test_a_pipfile_lock_gives_exact_versions() -> None:
    default = '{"httpx": {"version": "==0.27.2"}, "wire": {"git": "u"}}'
    reading = read("Pipfile.lock", f'{{"_meta": {{"x": {{"version": "==1"}}}}, "default": {default}}}')

    assert versions(reading) == {("httpx", "0.27.2")}
    assert ranges(reading) == {("wire", None)}


UV = """
version = 1
requires-python = ">=3.11"

[[package]]
name = "httpx"
version = "0.27.2"
source = { registry = "https://example.org/simple" }
sdist = { url = "https://example.org/httpx.tar.gz", hash = "sha256:00", size = 1 }
wheels = [
    { url = "https://example.org/httpx.whl", hash = "sha256:00", size = 1 },
]

[[package]]
name = "numpy"
version = "1.26.4"
source = { registry = "https://example.org/simple" }

[[package]]
name = "numpy"
version = "2.1.0"
source = { registry = "https://example.org/simple" }

[[package]]
name = "pages"
version = "0.1.0"
source = { virtual = "." }

[[package]]
name = "wire"
source = { editable = "packages/wire" }
"""


def test_a_uv_lock_gives_exact_versions_several_where_it_holds_several() -> None:
    reading = read("uv.lock", UV)

    assert versions(reading) == {
        ("httpx", "0.27.2"),
        ("numpy", "1.26.4"),
        ("numpy", "2.1.0"),
        ("pages", "0.1.0"),
    }
    assert ranges(reading) == {("wire", None)}


@pytest.mark.parametrize(
    ("folder", "expected"), [(".", True), ("packages/wire", True), ("examples/demo", False)]
)
def test_a_uv_lock_is_for_the_projects_of_its_workspace(folder: str, expected: bool) -> None:
    kind = known("uv.lock")
    assert kind

    assert (read_lock(kind, UV, [Importer(folder, ())]) is not None) == expected


FILES = 'files = [\n    {file = "a.whl", hash = "sha256:00"},\n]\n'
PINNED = 'name = "HTTPX"\nversion = "0.27.2"\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("poetry.lock", f"[[package]]\n{PINNED}{FILES}[metadata]\n"),
        ("pdm.lock", f"[metadata]\n[[package]]\n{PINNED}{FILES}"),
        (
            "pylock.toml",
            f'lock-version = "1.0"\n[[packages]]\n{PINNED}wheels = [{{ name = "a.whl", url = "u" }}]\n',
        ),
    ],
)
def test_every_lock_file_gives_exact_versions(name: str, text: str) -> None:
    assert versions(read(name, text)) == {("httpx", "0.27.2")}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[project\n"),
        ("pyproject.toml", "x = " + "[" * 100_000),
        ("setup.cfg", "no section\n"),
        ("setup.py", "print 'python 2'\n"),
        ("setup.py", "x = " + "(" * 5000),
        ("setup.py", "a\0b"),
        ("Pipfile", "<<<<<<< HEAD\n"),
        ("uv.lock", "<<<<<<< HEAD\n"),
        ("uv.lock", "other = 1\n"),
        ("poetry.lock", "<<<<<<< HEAD\n"),
        ("pylock.toml", "[["),
        ("Pipfile.lock", "{"),
        ("Pipfile.lock", "[]"),
        ("Pipfile.lock", "[" * 100_000),
    ],
)
def test_a_broken_file_says_what_is_wrong(name: str, text: str) -> None:
    with pytest.raises(Unreadable, match=r"^it .+"):
        read(name, text)
