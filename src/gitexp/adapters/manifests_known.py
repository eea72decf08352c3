"""Which file names are manifests or lock files, of which ecosystem, and who reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from gitexp.adapters.manifests_reading import Importer, LockReader, ManifestReader, Reading

ECOSYSTEMS = ("pypi", "npm")
_MANIFESTS = {
    "pyproject.toml": "pypi",
    "setup.cfg": "pypi",
    "setup.py": "pypi",
    "Pipfile": "pypi",
    "package.json": "npm",
}
_LOCKS = {
    "uv.lock": "pypi",
    "poetry.lock": "pypi",
    "pdm.lock": "pypi",
    "pylock.toml": "pypi",
    "Pipfile.lock": "pypi",
    "package-lock.json": "npm",
    "npm-shrinkwrap.json": "npm",
    "yarn.lock": "npm",
    "pnpm-lock.yaml": "npm",
}
_REQUIREMENTS = re.compile(r"(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)")


@dataclass(frozen=True)
class Known:
    """A manifest or lock file: its path, the folder of the project it speaks for, its ecosystem."""

    path: str
    folder: str
    ecosystem: str
    lock: bool


def known(path: str) -> Known | None:
    """Return what a path is by its name; requirements/*.txt speaks for the folder above."""
    folder, _, name = path.rpartition("/")
    if name in _LOCKS:
        return Known(path, folder, _LOCKS[name], True)
    if name in _MANIFESTS:
        return Known(path, folder, _MANIFESTS[name], False)
    if not name.endswith((".txt", ".in")):
        return None
    above, _, last = folder.rpartition("/")
    if last == "requirements":
        return Known(path, above, "pypi", False)
    return Known(path, folder, "pypi", False) if _REQUIREMENTS.fullmatch(name) else None


def read_manifest(one: Known, text: str) -> Reading:
    """Read a manifest by its name. Raises Unreadable."""
    name = one.path.rpartition("/")[2]
    return _manifest_readers(one.ecosystem).get(name, _requirements)(one.path, text)


def read_lock(one: Known, text: str, importers: Sequence[Importer]) -> Reading | None:
    """Read a lock file by its name; None where it is for none of the importers. Raises Unreadable."""
    name = one.path.rpartition("/")[2]
    return _lock_readers(one.ecosystem)[name](one.path, text, importers)


def _requirements(path: str, text: str) -> Reading:
    from gitexp.adapters.manifests_requirements import requirements_file

    return requirements_file(path, text)


# A reader is imported when a file of its ecosystem is found: recall must not wait for the others.


@lru_cache
def _manifest_readers(ecosystem: str) -> dict[str, ManifestReader]:
    if ecosystem == "npm":
        from gitexp.adapters.manifests_javascript import package_json

        return {"package.json": package_json}
    from gitexp.adapters.manifests_python import pipfile, pyproject, setup_cfg
    from gitexp.adapters.manifests_setup import setup_py

    return {"pyproject.toml": pyproject, "setup.cfg": setup_cfg, "setup.py": setup_py, "Pipfile": pipfile}


@lru_cache
def _lock_readers(ecosystem: str) -> dict[str, LockReader]:
    if ecosystem == "npm":
        from gitexp.adapters.manifests_javascript import package_lock
        from gitexp.adapters.manifests_pnpm import pnpm_lock
        from gitexp.adapters.manifests_yarn import yarn_lock

        return {
            "package-lock.json": package_lock,
            "npm-shrinkwrap.json": package_lock,
            "yarn.lock": yarn_lock,
            "pnpm-lock.yaml": pnpm_lock,
        }
    from gitexp.adapters.manifests_python_locks import pipfile_lock, poetry_lock, pylock, uv_lock

    return {
        "uv.lock": uv_lock,
        "poetry.lock": poetry_lock,
        "pdm.lock": poetry_lock,
        "pylock.toml": pylock,
        "Pipfile.lock": pipfile_lock,
    }
