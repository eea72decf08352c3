"""How the index of recall looks to a person and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli import screen
from gitexp.records.skipped import Skipped
from gitexp.records.words import counted

if TYPE_CHECKING:
    from gitexp.cli.wiring_index import Contents, Kept, Vectors

OFF = "none (git config exp.embeddings NAME): recall finds by place, names and words"


def document(
    contents: Contents,
    index: Kept,
    vectors: Vectors | None,
    unserved: Sequence[Skipped],
    differences: Sequence[str] | None,
    elapsed_ms: int,
) -> dict[str, object]:
    """Return it as JSON."""
    found = {} if differences is None else {"differences": list(differences)}
    return {
        "experiences": contents.experiences,
        "branch": contents.branch,
        "files": contents.files,
        "manifests": contents.manifests,
        "words": contents.words,
        "index": _file(index),
        "vectors": {
            "model": vectors.model,
            "endpoint": vectors.endpoint,
            "have": vectors.have,
            "experiences": vectors.served,
            **_file(vectors.kept),
        }
        if vectors
        else None,
        **found,
        "skipped": [{"where": one.where, "what": one.what} for one in unserved],
        "elapsed_ms": elapsed_ms,
    }


def show(
    contents: Contents, index: Kept, vectors: Vectors | None, unserved: Sequence[Skipped], elapsed_ms: int
) -> None:
    """Print what is in the index, and where it lies."""
    many = counted(contents.experiences, "experience")
    screen.say(f"{many} in force, by {contents.branch or 'HEAD'}   {screen.style(f'{elapsed_ms} ms', 'dim')}")
    rows = [("index", _where(index)), ("store", counted(contents.files, "file"))]
    if unserved:
        rows.append(("", f"{counted(len(unserved), 'remark')}: --json lists them"))
    if not contents.words:
        rows.append(("", "this Python's SQLite has no FTS5: only places and names are searched"))
    rows += [("facts", f"of {counted(contents.manifests, 'manifest')}"), *_of_vectors(vectors)]
    for name, told in rows:
        screen.say(f"  {name:8}  {told}")


def _of_vectors(vectors: Vectors | None) -> list[tuple[str, str]]:
    if vectors is None:
        return [("vectors", OFF)]
    told = f"{vectors.have} of {vectors.served} by {vectors.model} at {vectors.endpoint}"
    rows = [("vectors", told)]
    if vectors.kept.path:
        rows.append(("", _where(vectors.kept)))
    if vectors.have < vectors.served:
        rows.append(("", "exp index --embed makes those that are missing"))
    return rows


def show_differences(differences: Sequence[str]) -> None:
    """Print what a fresh index has otherwise."""
    if not differences:
        screen.say("  a fresh one is the same")
        return
    screen.say("  a fresh one differs; exp index --rebuild makes it anew")
    for one in differences:
        screen.say(f"    {one}")


def _file(kept: Kept) -> dict[str, object]:
    return {"path": kept.path or None, "bytes": kept.size}


def _where(kept: Kept) -> str:
    path = kept.path.removeprefix(f"{Path.cwd()}/")
    return f"{path}, {size_of(kept.size)}" if path else "in memory: nothing can be written here"


def size_of(size: int) -> str:
    """Return a size in bytes for people."""
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{size / 1000:.0f} kB"
