"""The tables of recall's index, and the form that names all that is written into them."""

from __future__ import annotations

from gitexp import __version__
from gitexp.adapters.card_json import FORM as CARDS
from gitexp.adapters.facts_kept_tables import FORM as FACTS_FORM
from gitexp.adapters.facts_kept_tables import TABLES as FACTS
from gitexp.records.search_tokens import FORM as TOKENS
from gitexp.records.terms import FORM as TERMS

FORM = f"4 cards {CARDS} tokens {TOKENS} terms {TERMS} facts {FACTS_FORM} exp {__version__}"
"""A file of another form is made anew. Whatever changes what is written into the tables changes it."""

WEIGHTS = (4.0, 2.0, 3.0, 3.0)
"""Of a match in heading, body, search words and names, for BM25."""

TABLES = (
    # Of which commits the index is, and what else holds for all of it.
    "CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    # Every file of the store at HEAD and at the default branch; what they agree on is served.
    "CREATE TABLE files (path TEXT PRIMARY KEY, head TEXT, base TEXT) WITHOUT ROWID",
    # A number is never given twice: a process that holds one finds nothing or what it meant. `force` is by status;
    # `served` is what the other tables lead to. `tokens` are those of the columns of `words`, and the terms, apart by 31.
    "CREATE TABLE experiences (number INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, blob TEXT NOT NULL,"
    " hex TEXT NOT NULL, approved INTEGER NOT NULL, force INTEGER NOT NULL, served INTEGER NOT NULL,"
    " rank INTEGER NOT NULL, card TEXT NOT NULL, tokens TEXT NOT NULL)",
    # Another file begins elsewhere, so that this holds for it too.
    "INSERT INTO sqlite_sequence VALUES ('experiences', abs(random() % 2000000000))",
    "CREATE UNIQUE INDEX experience_paths ON experiences (path, approved)",
    "CREATE INDEX experience_hexes ON experiences (hex)",
    "CREATE INDEX experience_blobs ON experiences (blob)",
    "CREATE INDEX experience_ranks ON experiences (served, rank, number)",
    "CREATE TABLE skipped (path TEXT NOT NULL, what TEXT NOT NULL, bad INTEGER NOT NULL, odd INTEGER NOT NULL)",
    "CREATE INDEX skipped_paths ON skipped (path)",
    "CREATE TABLE tokens (token TEXT PRIMARY KEY, many INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE globs (number INTEGER PRIMARY KEY, glob TEXT NOT NULL UNIQUE, key TEXT NOT NULL)",
    "CREATE INDEX glob_keys ON globs (key)",
    "CREATE TABLE scopes (glob INTEGER NOT NULL, rank INTEGER NOT NULL, experience INTEGER NOT NULL,"
    " PRIMARY KEY (glob, rank, experience)) WITHOUT ROWID",
    "CREATE INDEX scope_experiences ON scopes (experience, glob)",
    "CREATE TABLE folders (folder TEXT NOT NULL, experience INTEGER NOT NULL,"
    " PRIMARY KEY (folder, experience)) WITHOUT ROWID",
    "CREATE TABLE symbols (name TEXT NOT NULL, experience INTEGER NOT NULL, spelled TEXT NOT NULL,"
    " PRIMARY KEY (name, experience, spelled)) WITHOUT ROWID",
    "CREATE TABLE terms (phrase TEXT NOT NULL, experience INTEGER NOT NULL,"
    " PRIMARY KEY (phrase, experience)) WITHOUT ROWID",
    # Small answers that cost an import to give again, such as how two versions compare.
    "CREATE TABLE kept (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    *FACTS,
)
WORDS = (
    "CREATE VIRTUAL TABLE words USING fts5(heading, body, search, names, content='',"
    ' tokenize="unicode61 remove_diacritics 0")',
    f"INSERT INTO words (words, rank) VALUES ('rank', 'bm25({', '.join(map(str, WEIGHTS))})')",
)
"""The words by FTS5, which a Python's SQLite may lack: then words are not searched."""
