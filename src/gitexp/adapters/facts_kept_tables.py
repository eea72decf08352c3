"""The tables in which facts of the work tree and findings are kept, laid into the index of a clone.

No path in them is absolute: a clone that moves takes them along. A text that is no Unicode is kept as bytes.
"""

from __future__ import annotations

FORM = "4"
"""Whatever changes what is written into these tables changes it."""

TABLES = (
    # What a file or folder told when it was last looked at, by the work tree (device and inode of its top), what is
    # asked of it, and its path. It holds while the stamp does; where `settled` is 0 the stamp alone proves nothing.
    "CREATE TABLE facts_seen (tree TEXT NOT NULL, kind TEXT NOT NULL, path TEXT NOT NULL, stamp TEXT NOT NULL,"
    " settled INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (tree, kind, path)) WITHOUT ROWID",
    # What the content of a manifest says; of a lock file, for these importers.
    "CREATE TABLE facts_readings (number INTEGER PRIMARY KEY, path TEXT NOT NULL, blob TEXT NOT NULL,"
    " importers TEXT NOT NULL, counts TEXT NOT NULL, note TEXT NOT NULL, frameworks TEXT NOT NULL,"
    " digest TEXT NOT NULL)",
    "CREATE UNIQUE INDEX facts_contents ON facts_readings (path, blob, importers)",
    # Its dependencies in their order, each under every name that may be asked.
    "CREATE TABLE facts_rows (reading INTEGER NOT NULL, name TEXT NOT NULL, place INTEGER NOT NULL,"
    " ecosystem TEXT NOT NULL, spelled TEXT NOT NULL, version TEXT, declared TEXT,"
    " PRIMARY KEY (reading, name, place)) WITHOUT ROWID",
    # What was found of a name at a commit; `sight` is what this clone could see then, `blobs` those of the places.
    "CREATE TABLE findings (number INTEGER PRIMARY KEY, name TEXT NOT NULL, asked_at TEXT NOT NULL,"
    " sight TEXT NOT NULL, finding TEXT NOT NULL, blobs TEXT NOT NULL)",
    "CREATE UNIQUE INDEX finding_names ON findings (name, asked_at)",
)
