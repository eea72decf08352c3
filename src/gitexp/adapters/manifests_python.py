"""Reads Python's manifests: pyproject.toml (PEP 621, PEP 735, poetry, uv, pdm), setup.cfg and Pipfile.

`python` itself is a dependency of `pypi`, declared by what the project says it needs, so that a check such as
`{dependency: python, version: ">=3.12"}` can be answered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.adapters.manifests_reading import (
    Counts,
    Reading,
    Unreadable,
    items,
    table,
    toml,
    unique,
    words,
)
from gitexp.adapters.manifests_requirements import is_read, requirements
from gitexp.records.facts import Dependency
from gitexp.records.packages import normal


def pyproject(path: str, text: str) -> Reading:
    """Read a pyproject.toml. Its extras and groups count as named, and so does what only builds it."""
    data = toml(text)
    project, tool = table(data.get("project")), table(data.get("tool"))
    poetry = table(tool.get("poetry"))
    unread: list[str] = []
    base = [*_itself(project, path), *_itself(poetry, path)]
    base += _python(words(project.get("requires-python")), path)
    base += requirements(items(project.get("dependencies")), path, unread)
    base += _poetry(poetry.get("dependencies"), path)
    extra = [*_extras(data, project, tool, path, unread)]
    for group in (poetry.get("dev-dependencies"), *_groups(poetry)):
        extra += _poetry(group, path)
    build = [*requirements(items(table(data.get("build-system")).get("requires")), path, unread)]
    return Reading(_merged(base, extra, build), _counts(path, data, project, tool, poetry), tuple(unread))


def _itself(project: dict[str, object], path: str) -> Iterator[Dependency]:
    """Yield the project: it is here as surely as what it depends on."""
    if name := words(project.get("name")):
        yield Dependency("pypi", normal(name), path, version=words(project.get("version")))


def _python(needed: str | None, path: str) -> list[Dependency]:
    return [Dependency("pypi", "python", path, declared=needed)] if needed else []


def _extras(
    data: dict[str, object], project: dict[str, object], tool: dict[str, object], path: str, unread: list[str]
) -> Iterator[Dependency]:
    """Yield what extras and groups name. An `include-group` names nothing new: its group is read itself."""
    lists = [
        *table(project.get("optional-dependencies")).values(),
        *table(data.get("dependency-groups")).values(),
        table(tool.get("uv")).get("dev-dependencies"),
        *table(table(tool.get("pdm")).get("dev-dependencies")).values(),
    ]
    for lines in lists:
        yield from requirements([line for line in items(lines) if not isinstance(line, dict)], path, unread)


def _groups(poetry: dict[str, object]) -> list[object]:
    return [table(group).get("dependencies") for group in table(poetry.get("group")).values()]


def _merged(
    base: list[Dependency], extra: list[Dependency], build: list[Dependency]
) -> tuple[Dependency, ...]:
    """Join the parts: an extra without a range adds nothing to a dependency that always comes with one."""
    ranged = {one.name for one in base if one.declared}
    kept = base + [one for one in extra if one.declared or one.name not in ranged]
    named = {one.name for one in kept}
    return unique(kept + [one for one in build if one.name not in named])


def _counts(
    path: str,
    data: dict[str, object],
    project: dict[str, object],
    tool: dict[str, object],
    poetry: dict[str, object],
) -> Counts:
    if "dependencies" in items(project.get("dynamic")) and not poetry:
        dynamic = table(table(table(tool.get("setuptools")).get("dynamic")).get("dependencies"))
        sources = dynamic.get("file")
        files = [sources] if isinstance(sources, str) else items(sources)
        read = files and all(isinstance(one, str) and is_read(one, path) for one in files)
        return "whole" if read else "part"
    return "whole" if project or poetry or data.get("dependency-groups") else "nothing"


def _poetry(listed: object, path: str) -> Iterator[Dependency]:
    """Yield one row for each range: a dependency may be one text, a table, or several for several platforms."""
    for name, value in table(listed).items():
        for one in [value] if not isinstance(value, list) else value:
            text = words(one) or words(table(one).get("version"))
            declared = poetry_range(text) if text else None
            yield Dependency("pypi", normal(name), path, declared=declared)


def poetry_range(text: str) -> str | None:
    """Return poetry's range as PEP 440 writes it; alternatives stay (`||`), and any version at all is None."""
    alternatives = [_pep440(" ".join(part.split())) for part in re.split(r"\|\|?", text)]
    return None if "" in alternatives else " || ".join(alternatives)


def _pep440(text: str) -> str:
    if text in ("", "*"):
        return ""
    found = re.findall(r"(\^|~=|~|===|==|!=|<=|>=|<|>|=)?\s*v?(\d[\w.!+*-]*)[\s,]*", text)
    return ",".join(_clause(op, version) for op, version in found) if found else text


def _clause(op: str, version: str) -> str:
    numbers = [int(part) for part in re.match(r"\d+(?:\.\d+)*", version)[0].split(".")]  # type: ignore[index]
    if op == "^":
        first = next((at for at, number in enumerate(numbers) if number), len(numbers) - 1)
        return f">={version},<{_raised(numbers, first)}"
    if op == "~":
        return f">={version},<{_raised(numbers, min(1, len(numbers) - 1))}"
    return f"{'==' if op in ('', '=') else op}{version}"


def _raised(numbers: list[int], at: int) -> str:
    return ".".join(map(str, [*numbers[:at], numbers[at] + 1]))


def setup_cfg(path: str, text: str) -> Reading:
    """Read a setup.cfg. Without `install_requires` it is no list of dependencies."""
    import configparser

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise Unreadable(f"it is no valid setup.cfg: {str(error).splitlines()[0]}") from error
    unread: list[str] = []
    base = [*_itself({"name": parser.get("metadata", "name", fallback="")}, path)]
    base += _python(words(parser.get("options", "python_requires", fallback="")), path)
    needed = parser.get("options", "install_requires", fallback="").strip()
    named = not needed.startswith("file:")
    elsewhere = not named and all(is_read(one.strip(), path) for one in needed[5:].split(","))
    base += requirements(_lines(needed), path, unread) if named else []
    extra: list[Dependency] = []
    if parser.has_section("options.extras_require"):
        for _, value in parser.items("options.extras_require"):
            extra += [] if value.strip().startswith("file:") else requirements(_lines(value), path, unread)
    counts: Counts = "nothing" if not needed else "whole" if named or elsewhere else "part"
    return Reading(_merged(base, extra, []), counts, tuple(unread))


def _lines(value: str) -> list[str]:
    lines = (re.sub(r"(^|\s)#.*$", "", line).strip() for line in value.splitlines())
    return [line for line in lines if line]


def pipfile(path: str, text: str) -> Reading:
    """Read a Pipfile: every category is one, and `[requires]` says which Python."""
    data = toml(text)
    requires = table(data.get("requires"))
    minor, full = words(requires.get("python_version")), words(requires.get("python_full_version"))
    found = _python(f"=={full}" if full else f"=={minor}.*" if minor else None, path)
    for category, listed in data.items():
        if category not in ("source", "requires", "scripts", "pipenv"):
            found += _poetry(listed, path)
    return Reading(unique(found))
