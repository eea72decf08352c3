"""Which grammar reads which file: one entry a language; a grammar is imported when its first file is read."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.records.languages import language_of

if TYPE_CHECKING:
    from tree_sitter import Language, Query, QueryCursor, Tree

_DEEPEST = 5_000
"""Nodes below are not searched: a search takes the square of the depth, and past 16 bits loses its way."""


@dataclass(frozen=True)
class Grammar:
    """How a language is read: its wheel, and our queries that say what it defines, joined in this order."""

    language: str
    module: str
    queries: tuple[str, ...]
    entry: str = "language"
    """The function of the wheel that gives the language."""
    interpreters: tuple[str, ...] = ()
    """What a `#!` line calls, without its version."""


# The keys are `records.languages`' names of languages, and those of what is written in a dialect (`_DIALECTS`).
GRAMMARS = {
    "python": Grammar("python", "tree_sitter_python", ("python",), interpreters=("python", "pypy")),
    "javascript": Grammar(
        "javascript",
        "tree_sitter_javascript",
        ("ecmascript", "javascript"),
        interpreters=("node", "nodejs"),
    ),
    "typescript": Grammar(
        "typescript",
        "tree_sitter_typescript",
        ("ecmascript", "typescript"),
        entry="language_typescript",
        interpreters=("deno", "ts-node", "tsx", "bun"),
    ),
    "tsx": Grammar(
        "typescript", "tree_sitter_typescript", ("ecmascript", "typescript"), entry="language_tsx"
    ),
    "java": Grammar("java", "tree_sitter_java", ("java",)),
    "go": Grammar("go", "tree_sitter_go", ("go",)),
    "rust": Grammar("rust", "tree_sitter_rust", ("rust",)),
    "c": Grammar("c", "tree_sitter_c", ("c",)),
    "cpp": Grammar("cpp", "tree_sitter_cpp", ("c", "cpp")),
    "csharp": Grammar("csharp", "tree_sitter_c_sharp", ("c_sharp",)),
    "ruby": Grammar("ruby", "tree_sitter_ruby", ("ruby",), interpreters=("ruby", "jruby")),
    "php": Grammar("php", "tree_sitter_php", ("php",), entry="language_php", interpreters=("php",)),
    # From here on the wheels come with the extra `languages`, and may not be installed.
    "kotlin": Grammar("kotlin", "tree_sitter_kotlin", ("kotlin",)),
    "swift": Grammar("swift", "tree_sitter_swift", ("swift",), interpreters=("swift",)),
    "objc": Grammar("objc", "tree_sitter_objc", ("c", "objc")),
    "scala": Grammar("scala", "tree_sitter_scala", ("scala",), interpreters=("scala", "amm")),
    "lua": Grammar("lua", "tree_sitter_lua", ("lua",), interpreters=("lua", "luajit")),
    "bash": Grammar("bash", "tree_sitter_bash", ("bash",), interpreters=("bash", "sh", "dash", "ksh", "zsh")),
    "dart": Grammar("dart", "tree_sitter_dart", ("dart",), interpreters=("dart",)),
    "elixir": Grammar("elixir", "tree_sitter_elixir", ("elixir",), interpreters=("elixir",)),
}
_DIALECTS = {".tsx": "tsx", ".erb": "", ".heex": "", ".eex": "", ".mod": "", ".sum": ""}
"""Endings that `records.languages` counts to a language whose grammar cannot read them, or another can."""
_INTERPRETERS = {name: key for key, grammar in GRAMMARS.items() for name in grammar.interpreters}
_VERSION = re.compile(r"[0-9.]+$")
_OBJC = re.compile(rb"^[ \t]*@(?:interface|protocol|class|import)\b", re.MULTILINE)
"""What no C and no C++ writes, in a `.h` file that may be of any of them."""


def key_of(path: str, data: bytes = b"") -> str | None:
    """Return the key of the grammar that a file's name tells, or its `#!` line where the name has no ending.

    A grammar that is not installed is none: see `lacking_grammar`.
    """
    key = _key_of(path, data)
    if key == "c" and _OBJC.search(data) and path.lower().endswith(".h") and _installed("objc"):
        return "objc"
    return key if key and _installed(key) else None


def lacking_grammar(path: str, data: bytes = b"") -> str:
    """Return how to get the grammar of a file where it is known and not installed, empty otherwise."""
    key = _key_of(path, data)
    return "" if key is None or _installed(key) else f"{key}: pip install 'git-exp[languages]'"


@functools.cache
def _installed(key: str) -> bool:
    """Return whether the grammar's wheel is there; nothing is imported."""
    from importlib.util import find_spec

    return find_spec(GRAMMARS[key].module) is not None


def _key_of(path: str, data: bytes) -> str | None:
    name = path.rpartition("/")[2]
    ending = "." + name.lower().rpartition(".")[2]
    key = _DIALECTS.get(ending, language_of(path))
    if key is None and "." not in name:
        key = _called(data)
    return key if key in GRAMMARS else None


def _called(data: bytes) -> str | None:
    """Return the key of the grammar whose interpreter the `#!` line calls."""
    if not data.startswith(b"#!"):
        return None
    words = data[2:].split(b"\n", 1)[0][:500].decode("utf-8", "replace").split()
    names = (_VERSION.sub("", word.rpartition("/")[2]) for word in words)
    return next((_INTERPRETERS[name] for name in names if name in _INTERPRETERS), None)


@functools.cache
def loaded(key: str) -> tuple[Language, Query]:
    """Return the language and its query, built once a process."""
    from importlib import import_module, resources

    from tree_sitter import Language, Query

    grammar = GRAMMARS[key]
    language = Language(getattr(import_module(grammar.module), grammar.entry)())
    folder = resources.files("gitexp.adapters").joinpath("queries")
    texts = [folder.joinpath(f"{name}.scm").read_text(encoding="utf-8") for name in grammar.queries]
    return language, Query(language, "\n".join(texts))


def parsed(key: str, text: bytes) -> Tree:
    """Return the tree of a text in UTF-8."""
    from tree_sitter import Parser

    return Parser(loaded(key)[0]).parse(text)


def searching(query: Query) -> QueryCursor:
    """Return a search for a query, bounded in depth."""
    from tree_sitter import QueryCursor

    cursor = QueryCursor(query)
    cursor.set_max_start_depth(_DEEPEST)
    return cursor
