"""Tells whether a module that a file imports lies in the work tree: beside the file, or where projects keep their code.

Then it is no package, though one may bear the same name.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gitexp.records.languages import language_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_SAME = {
    "cython": "python",
    "typescript": "javascript",
    "vue": "javascript",
    "svelte": "javascript",
    "coffeescript": "javascript",
    "kotlin": "java",
    "scala": "java",
    "groovy": "java",
    "cpp": "c",
    "cuda": "c",
    "objc": "c",
}
_ROOTS = {
    "python": "src lib python app",
    "javascript": "src lib app",
    "java": "src src/main/java src/main/kotlin src/main/scala src/main/groovy",
    "rust": "src",
    "c": "include src lib",
    "ruby": "lib app spec test",
    "csharp": "src",
    "swift": "Sources Tests",
    "dart": "packages",
}
"""Folders, in the file's own one or in one above, in which modules are looked for."""
_ENDS = {
    "python": ".py .pyi .pyx",
    "javascript": ".js .ts .jsx .tsx .mjs .cjs .vue .svelte",
    "rust": ".rs",
    "ruby": ".rb",
}


def family_of(path: str) -> str:
    """Return the language of a file, or the one whose imports have the same form; empty where it can't be told."""
    told = language_of(path) or ""
    return _SAME.get(told, told)


def is_own(root: str, path: str, module: str) -> bool:
    """Return whether a file or folder of the module's name lies where the file at `path` may find it."""
    family = family_of(path)
    names = [
        f"{place}{end}" for place in _places(family, module) for end in ("", *_ENDS.get(family, "").split())
    ]
    return any(os.path.exists(f"{base}{name}") for base in _bases(root, path, family) for name in names)  # noqa: PTH110


def _places(family: str, module: str) -> Iterator[str]:
    """Yield the paths that a module may lie at: those of its package."""
    if family == "java":
        # A class is no folder, and of a package the first part alone (`org`) is anyone's.
        yield "/".join(part for part in module.split(".") if not part[:1].isupper())
    elif family == "csharp":
        yield from (module, module.partition(".")[0])
    else:
        yield module.partition({"rust": "::", "python": ".", "swift": "."}.get(family, "/"))[0]


def _bases(root: str, path: str, family: str) -> Iterator[str]:
    """Yield the folders in which a module is looked for, each with a slash behind."""
    folder = path
    while folder:
        folder = folder.rpartition("/")[0]
        base = f"{root}/{folder}/" if folder else f"{root}/"
        yield base
        yield from (f"{base}{inner}/" for inner in _ROOTS.get(family, "").split())
