"""Sums up what an index holds of a tree: by language, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from gitexp.adapters.git import shown
from gitexp.adapters.symbol_index_sqlite import Key, Row
from gitexp.adapters.symbol_listing import Listing
from gitexp.records.indexed import Indexed, IndexedLanguage
from gitexp.records.skipped import Skipped
from gitexp.records.words import counted

NOT_HERE = "not in this clone (a partial clone lacks it)"


def summed(
    keys: Mapping[str, Key | str],
    rows: Mapping[Key, Row],
    reasons: Mapping[Key, str],
    new: Collection[Key],
    listing: Listing,
) -> Indexed:
    """Return what there is of each language, and what was left out."""
    files: Counter[str] = Counter()
    definitions: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    unread: Counter[str] = Counter()
    left_out: list[Skipped] = []
    for path, key in keys.items():
        found = rows.get(key) if isinstance(key, Key) else None
        if found is not None and found.language:
            files[found.language] += 1
            definitions[found.language] += found.definitions
            sizes[found.language] += found.size
            continue
        why = key if isinstance(key, str) else reasons.get(key, NOT_HERE)
        if isinstance(key, str) or why.startswith("no grammar"):
            unread[why] += 1
        else:
            left_out.append(Skipped(shown(path), why))
    parsed = [one for key, one in rows.items() if key in new and one.language]
    unnamed = [Skipped(counted(number, "file"), why, bad=False) for why, number in sorted(unread.items())]
    links = len(listing.symlinks)
    linked = [Skipped(counted(links, "symlink"), "not followed", bad=False)] if links else []
    inner = [
        Skipped(shown(path), "a submodule: not entered", bad=False) for path in sorted(listing.submodules)
    ]
    return Indexed(
        files.total(),
        len(parsed),
        sizes.total(),
        sum(one.size for one in parsed),
        tuple(
            IndexedLanguage(language, number, definitions[language], sizes[language])
            for language, number in sorted(files.items(), key=lambda one: (-sizes[one[0]], one[0]))
        ),
        (*left_out, *unnamed, *linked, *inner),
    )
