"""Which file names are manifests or lock files, of which ecosystem, and who reads them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from collections.abc import Sequence

    from gitexp.adapters.manifests_reading import Importer, LockReader, ManifestReader, Reading


class _Kind(NamedTuple):
    """What a file of a name is: its ecosystem, and the module and function that read it."""

    ecosystem: str
    module: str
    reader: str


_MANIFESTS = {
    "pyproject.toml": _Kind("pypi", "python", "pyproject"),
    "setup.cfg": _Kind("pypi", "python", "setup_cfg"),
    "setup.py": _Kind("pypi", "setup", "setup_py"),
    "Pipfile": _Kind("pypi", "python", "pipfile"),
    "package.json": _Kind("npm", "javascript", "package_json"),
    "pom.xml": _Kind("maven", "jvm", "pom_xml"),
    "go.mod": _Kind("go", "go", "go_mod"),
    "Cargo.toml": _Kind("cargo", "cargo", "cargo_toml"),
    "composer.json": _Kind("composer", "composer", "composer_json"),
    "Gemfile": _Kind("gem", "ruby", "gemfile"),
    "gems.rb": _Kind("gem", "ruby", "gemfile"),
    "CMakeLists.txt": _Kind("cmake", "cpp", "cmakelists"),
    "vcpkg.json": _Kind("vcpkg", "cpp", "vcpkg_json"),
    "Podfile": _Kind("cocoapods", "apple", "podfile"),
    "pubspec.yaml": _Kind("pub", "dart", "pubspec"),
}
_LOCKS = {
    "uv.lock": _Kind("pypi", "python_locks", "uv_lock"),
    "poetry.lock": _Kind("pypi", "python_locks", "poetry_lock"),
    "pdm.lock": _Kind("pypi", "python_locks", "poetry_lock"),
    "pylock.toml": _Kind("pypi", "python_locks", "pylock"),
    "Pipfile.lock": _Kind("pypi", "python_locks", "pipfile_lock"),
    "package-lock.json": _Kind("npm", "javascript", "package_lock"),
    "npm-shrinkwrap.json": _Kind("npm", "javascript", "package_lock"),
    "yarn.lock": _Kind("npm", "yarn", "yarn_lock"),
    "pnpm-lock.yaml": _Kind("npm", "pnpm", "pnpm_lock"),
    "gradle.lockfile": _Kind("maven", "gradle_locks", "gradle_lock"),
    "Cargo.lock": _Kind("cargo", "cargo", "cargo_lock"),
    "composer.lock": _Kind("composer", "composer", "composer_lock"),
    "Gemfile.lock": _Kind("gem", "ruby", "gemfile_lock"),
    "gems.locked": _Kind("gem", "ruby", "gemfile_lock"),
    "Podfile.lock": _Kind("cocoapods", "apple", "podfile_lock"),
    "pubspec.lock": _Kind("pub", "dart", "pubspec_lock"),
}
_GEMSPEC = _Kind("gem", "ruby", "gemspec")
_PODSPEC = _Kind("cocoapods", "apple", "podspec")
_REQUIREMENTS = _Kind("pypi", "requirements", "requirements_file")
_GRADLE = _Kind("maven", "gradle", "gradle_build")
_CATALOG = _Kind("maven", "gradle_locks", "version_catalog")
_ENDINGS = (".txt", ".in", ".gemspec", ".podspec", ".versions.toml", ".gradle", ".gradle.kts")
"""Of all other names only those that end so are looked at more closely."""
ECOSYSTEMS = tuple(dict.fromkeys(kind.ecosystem for kind in (*_MANIFESTS.values(), *_LOCKS.values())))
UNREAD = {
    "pypi conda": "environment.yml environment.yaml conda-lock.yml pixi.toml pixi.lock pants.toml",
    "npm": "bun.lock bun.lockb deno.json deno.jsonc deno.lock import_map.json bower.json package.json5",
    "npm hackage": "package.yaml",
    "maven": "build.sbt build.sc build.mill project.clj deps.edn ivy.xml build.xml",
    "maven conan": "WORKSPACE WORKSPACE.bazel MODULE.bazel",
    "conan vcpkg cmake": "conanfile.py conanfile.txt",
    "conan": "meson.build configure.ac configure.in xmake.lua",
    "swiftpm cocoapods": "Package.swift Package.resolved Cartfile Cartfile.resolved",
    "swiftpm": "project.pbxproj *.xcodeproj *.xcworkspace Project.swift",
    "go": "Gopkg.toml glide.yaml",
    "nuget": (
        "packages.config Directory.Packages.props packages.lock.json paket.dependencies *.csproj *.fsproj *.vbproj"
    ),
    "hex": "mix.exs mix.lock rebar.config rebar.lock gleam.toml",
    "hackage": "*.cabal cabal.project stack.yaml",
    "opam": "dune-project *.opam",
    "luarocks": "*.rockspec",
    "cpan": "cpanfile Makefile.PL",
    "cran": "DESCRIPTION renv.lock",
}
"""Files that name dependencies and that exp does not read, and the ecosystems of which no silence counts beside them.

What is of no ecosystem that exp knows stands under one of the same language: autotools, Meson and Bazel under conan,
Carthage and Xcode under swiftpm.
"""
_UNREAD = {name: kinds.split() for kinds, names in UNREAD.items() for name in names.split()}
_UNREAD_ENDINGS = tuple(name[1:] for name in _UNREAD if name[0] == "*")
_NAMES = _MANIFESTS.keys() | _LOCKS.keys() | _UNREAD.keys()
_ALL_ENDINGS = (*_ENDINGS, *_UNREAD_ENDINGS)


class Known(NamedTuple):
    """A manifest or lock file: its path, the folder of the project it speaks for, its ecosystem.

    `read` says whether exp reads such files: of one that it does not only the name is known.
    """

    # No dataclass: making one would take recall a third of a millisecond.
    path: str
    folder: str
    ecosystem: str
    lock: bool
    read: bool = True


def known(path: str) -> Known | None:
    """Return what a path is by its name; requirements/*.txt and gradle/*.versions.toml speak for the folder above."""
    folder, _, name = path.rpartition("/")
    if kind := _LOCKS.get(name):
        return Known(path, folder, kind.ecosystem, True)
    if kind := _MANIFESTS.get(name):
        return Known(path, folder, kind.ecosystem, False)
    if not name.endswith(_ENDINGS):
        return None
    above, _, last = folder.rpartition("/")
    kind = _by_ending(name, last)
    if not kind:
        return None
    inner = kind is _CATALOG or (kind is _REQUIREMENTS and last == "requirements")
    return Known(path, above if inner else folder, kind.ecosystem, kind is _CATALOG)


def places_at(path: str) -> tuple[Known, ...]:
    """Return what a path is by its name: what `known` says, or a file that exp does not read, for each ecosystem."""
    folder, _, name = path.rpartition("/")
    if name not in _NAMES and not name.endswith(_ALL_ENDINGS):
        return ()
    if found := known(path):
        return (found,)
    ecosystems = _UNREAD.get(name)
    if ecosystems is None:
        if not name.endswith(_UNREAD_ENDINGS):
            return ()
        ecosystems = _UNREAD[f"*.{name.rpartition('.')[2]}"]
    return tuple(Known(path, folder, ecosystem, False, False) for ecosystem in ecosystems)


def _by_ending(name: str, folder: str) -> _Kind | None:
    """Return what a file is whose name is free, but for its ending."""
    if name.endswith(".versions.toml"):
        return _CATALOG if folder == "gradle" else None
    if name.endswith((".gradle", ".gradle.kts")):
        # A module's script may bear the module's name; those of the settings and of the start name no dependency.
        return None if name.startswith(("settings.", "init.")) else _GRADLE
    if name.endswith((".gemspec", ".podspec")):
        return _GEMSPEC if name.endswith(".gemspec") else _PODSPEC
    return _REQUIREMENTS if folder == "requirements" or _names_requirements(name) else None


def _names_requirements(name: str) -> bool:
    """Return whether a name has `requirements` as one of its words: dev-requirements.txt, requirements_test.in."""
    if "requirements" not in name:
        return False
    import re

    found = re.fullmatch(r"(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)", name)
    return found is not None


def read_manifest(one: Known, text: str) -> Reading:
    """Read a manifest by its name. Raises Unreadable."""
    return cast("ManifestReader", _reader(_kind(one)))(one.path, text)


def read_lock(one: Known, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a lock file by its name; None where it is for none of the importers. Raises Unreadable."""
    return cast("LockReader", _reader(_kind(one)))(one.path, text, importers)


def _kind(one: Known) -> _Kind:
    folder, _, name = one.path.rpartition("/")
    kind = _LOCKS.get(name) or _MANIFESTS.get(name) or _by_ending(name, folder.rpartition("/")[2])
    return kind or _REQUIREMENTS


@lru_cache
def _reader(kind: _Kind) -> object:
    """Return the function that reads it. It is imported when such a file is found: recall must not wait for the others."""
    from importlib import import_module

    return getattr(import_module(f"gitexp.adapters.manifests_{kind.module}"), kind.reader)
