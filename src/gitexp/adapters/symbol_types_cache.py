"""Keeps which files of a commit declare which types, so that a second question searches for its own words alone.

Derived and private to a clone: it may be deleted at any time, and whatever is wrong with it counts as not there.
"""

from __future__ import annotations

import contextlib
import functools
import json
import zlib
from collections.abc import Mapping
from pathlib import Path

from gitexp.adapters.derived_file import write_whole

MOST = 8
"""Commits that are kept, the newest."""
MAX_BYTES = 200_000_000
_MAKERS = ("symbol_lines.py", "symbol_sieve.py", "symbol_types_cache.py")


class TypesCache:
    """The types of the commits of one clone that were searched last."""

    def __init__(self, common_dir: str) -> None:
        self._folder = Path(common_dir) / "exp" / "types"

    def get(self, commit: str) -> Mapping[str, frozenset[str]] | None:
        """Return the files by the name of the type that they declare, None where that is not known."""
        try:
            unpacked = zlib.decompressobj().decompress(self._file(commit).read_bytes(), MAX_BYTES)
            document = json.loads(unpacked)
            paths, types = document["paths"], document["types"]
            return {name: frozenset(paths[number] for number in numbers) for name, numbers in types.items()}
        except (
            OSError,
            ValueError,
            KeyError,
            IndexError,
            TypeError,
            AttributeError,
            zlib.error,
            RecursionError,
        ):
            return None

    def put(self, commit: str, types: Mapping[str, frozenset[str]]) -> None:
        """Keep what was found, in one move; where that can't be, the next question searches again."""
        numbers: dict[str, int] = {}
        rows = {
            name: [numbers.setdefault(path, len(numbers)) for path in sorted(paths)]
            for name, paths in types.items()
        }
        text = json.dumps({"paths": list(numbers), "types": rows}, ensure_ascii=True)
        if write_whole(self._file(commit), zlib.compress(text.encode("ascii"), 1)):
            with contextlib.suppress(OSError):
                self._prune()

    def _file(self, commit: str) -> Path:
        return self._folder / f"{commit}-{_form()}"

    def _prune(self) -> None:
        """Drop all but the newest, and what a killed process left behind."""
        kept = sorted(self._folder.iterdir(), key=lambda file: -file.stat().st_mtime)
        for file in kept[MOST:]:
            file.unlink(missing_ok=True)


@functools.cache
def _form() -> str:
    """Return a hash of the code that finds types: another version may find others."""
    import hashlib
    from importlib import resources

    mark = hashlib.sha256()
    for name in _MAKERS:
        mark.update(resources.files("gitexp.adapters").joinpath(name).read_bytes())
    return mark.hexdigest()[:12]
