"""The project around a generated store: some thousand sources, and manifests that lead to two lock files of a megabyte."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.recall_words import Words

AREAS = 64
LOCK = 1_000_000
"""Bytes of each lock file."""
HOST = "https://packages.example.org"
ENDINGS = (".py", ".py", ".py", ".ts", ".ts", ".tsx", ".sql", ".proto", ".go", ".md")
DIRECT = 60
"""Packages that a manifest names."""


class Source(NamedTuple):
    """A source file and the symbols in it."""

    path: str
    symbols: tuple[str, ...]


class Package(NamedTuple):
    """A locked package."""

    ecosystem: str
    name: str
    version: str


class Tree(NamedTuple):
    """What a project holds beside its store."""

    sources: tuple[Source, ...]
    packages: tuple[Package, ...]
    texts: dict[str, str]
    """Every file by its path."""


def tree(words: Words, seed: int) -> Tree:
    """Return a project, the same for the same seed."""
    draw = random.Random(f"tree {seed}")
    sources = tuple(_sources(words, draw))
    texts = {one.path: _code(one, words) for one in sources}
    pypi, uv = _locked("pypi", words, draw)
    npm, package_lock = _locked("npm", words, draw)
    texts["uv.lock"] = uv
    texts["package-lock.json"] = package_lock
    texts["pyproject.toml"] = _pyproject(pypi[:DIRECT])
    texts["package.json"] = json.dumps(_package_json(npm[:DIRECT]), indent=2) + "\n"
    return Tree(sources, (*pypi, *npm), texts)


def write(found: Tree, root: Path) -> None:
    """Write the files where they belong."""
    for path, text in found.texts.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, "utf-8")


def _sources(words: Words, draw: random.Random) -> Iterator[Source]:
    """Yield files in areas of several sizes, two to five folders deep."""
    names = iter(words.plain[300:])
    for _ in range(AREAS):
        area = next(names)
        folders = [area]
        for _ in range(draw.randint(3, 12)):
            above = draw.choice(folders)
            folders.append(f"{above}/{next(names)}" if above.count("/") < 4 else above)
        for folder in dict.fromkeys(folders):
            for _ in range(draw.randint(2, 11)):
                stem = next(names)
                kind = "".join(part.capitalize() for part in (stem, draw.choice(words.plain[:800])))
                methods = [draw.choice(words.plain[:2000]) for _ in range(3)]
                yield Source(
                    f"{folder}/{stem}{draw.choice(ENDINGS)}", (kind, *(f"{kind}.{one}" for one in methods))
                )


def _code(one: Source, words: Words) -> str:
    if not one.path.endswith(".py"):
        return "".join(f"// {name}: {words.words(12)}\n" for name in one.symbols)
    kind, *methods = one.symbols
    bodies = (
        f'    def {name.partition(".")[2]}(self):\n        """{words.sentence(4, 12)}."""\n'
        for name in methods
    )
    return f'"""{words.sentence(5, 12)}."""\nimport json\n\n\nclass {kind}:\n' + "\n".join(bodies)


def _locked(ecosystem: str, words: Words, draw: random.Random) -> tuple[list[Package], str]:
    """Return packages, and a lock file of a megabyte that locks them as the tool writes it."""
    names = [f"{ecosystem[0]}{name}" for name in words.plain[::3]]
    entry = _uv_entry if ecosystem == "pypi" else _npm_entry
    packages: list[Package] = []
    entries: list[str] = []
    size = 0
    while size < LOCK:
        name = names[len(packages)]
        package = Package(ecosystem, name, ".".join(str(draw.randint(0, 9)) for _ in range(3)))
        needs = [draw.choice(names[:900]) for _ in range(draw.randint(0, 6))]
        entries.append(entry(package, sorted(set(needs)), draw))
        size += len(entries[-1])
        packages.append(package)
    if ecosystem == "pypi":
        return packages, _uv_head(packages[:DIRECT]) + "\n".join(entries)
    top = f'    "": {json.dumps({"name": "site", "version": "1.0.0", **_asked(packages[:DIRECT])})}'
    inner = ",\n".join([top, *entries])
    return packages, (
        '{\n  "name": "site",\n  "version": "1.0.0",\n  "lockfileVersion": 3,\n  "requires": true,\n'
        f'  "packages": {{\n{inner}\n  }}\n}}\n'
    )


def _uv_head(direct: list[Package]) -> str:
    needs = "".join(f'    {{ name = "{one.name}" }},\n' for one in direct)
    return (
        'version = 1\nrevision = 2\nrequires-python = ">=3.11"\n\n[[package]]\nname = "site"\nversion = "1.0.0"\n'
        f'source = {{ editable = "." }}\ndependencies = [\n{needs}]\n\n'
    )


def _uv_entry(one: Package, needs: list[str], draw: random.Random) -> str:
    files = [
        f"{one.name}-{one.version}.tar.gz",
        *(f"{one.name}-{one.version}-{tag}.whl" for tag in _tags(draw)),
    ]
    rows = [
        f'{{ url = "{HOST}/{_sum(file)[:2]}/{file}", hash = "sha256:{_sum(file)}", size = {draw.randint(9999, 9**7)} }}'
        for file in files
    ]
    inner = "".join(f'    {{ name = "{name}" }},\n' for name in needs)
    dependencies = f"dependencies = [\n{inner}]\n" if needs else ""
    wheels = "".join(f"    {row},\n" for row in rows[1:])
    return (
        f'[[package]]\nname = "{one.name}"\nversion = "{one.version}"\nsource = {{ registry = "{HOST}/simple" }}\n'
        f"{dependencies}sdist = {rows[0]}\nwheels = [\n{wheels}]\n"
    )


def _tags(draw: random.Random) -> list[str]:
    compiled = [f"cp3{minor}-cp3{minor}-manylinux_2_17_x86_64" for minor in (11, 12, 13)]
    return ["py3-none-any"] if draw.random() < 0.7 else compiled


def _npm_entry(one: Package, needs: list[str], draw: random.Random) -> str:
    entry: dict[str, object] = {
        "version": one.version,
        "resolved": f"{HOST}/{one.name}/-/{one.name}-{one.version}.tgz",
        "integrity": f"sha512-{_sum(one.name)}{_sum(one.version)[:22]}==",
        "license": "MIT",
    }
    if needs:
        entry["dependencies"] = {name: f"^{draw.randint(0, 9)}.{draw.randint(0, 9)}.0" for name in needs}
    entry["engines"] = {"node": ">=18"}
    text = json.dumps(entry, indent=2).replace("\n", "\n    ")
    return f'    "node_modules/{one.name}": {text}'


def _asked(direct: list[Package]) -> dict[str, dict[str, str]]:
    return {"dependencies": {one.name: f"^{one.version}" for one in direct}}


def _package_json(direct: list[Package]) -> dict[str, object]:
    return {"name": "site", "version": "1.0.0", "private": True, **_asked(direct)}


def _pyproject(direct: list[Package]) -> str:
    needs = "".join(f'    "{one.name}>={one.version.partition(".")[0]}",\n' for one in direct)
    return f'[project]\nname = "site"\nversion = "1.0.0"\nrequires-python = ">=3.11"\ndependencies = [\n{needs}]\n'


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
