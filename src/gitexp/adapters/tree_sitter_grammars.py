"""Which grammar reads which file: one entry a language; a grammar is imported when its first file is read."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gitexp.records.languages import language_of

if TYPE_CHECKING:
    from tree_sitter import Language, Query, Tree


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
}
_DIALECTS = {".tsx": "tsx", ".erb": "", ".mod": "", ".sum": ""}
"""Endings that `records.languages` counts to a language whose grammar cannot read them, or another can."""
_INTERPRETERS = {name: key for key, grammar in GRAMMARS.items() for name in grammar.interpreters}
_VERSION = re.compile(r"[0-9.]+$")


def key_of(path: str, data: bytes = b"") -> str | None:
    """Return the key of the grammar that a file's name tells, or its `#!` line where the name has no ending."""
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
