"""Finds the comments of a file by the habits of its language: what is written to people, not strings, not code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gitexp.records.languages import language_of

MAX_TEXT = 4_000_000
"""Characters of a file that are read: a longer one no person wrote."""


@dataclass(frozen=True)
class Comment:
    """A comment, or several that follow each other in one column: its lines from `first`, without comment marks."""

    first: int
    lines: tuple[str, ...]
    doc: bool = False
    """Whether a tool shows it to callers: a docstring, `/**`, `///`."""
    alone: bool = True
    """Whether no code stands before it on its line."""

    @property
    def last(self) -> int:
        """Return the number of its last line."""
        return self.first + len(self.lines) - 1


# Each piece is a branch of one pattern. What has no group of its own is passed over: in it no comment begins.
# Strings end on their line unless the language is sure about more: an odd quote then spoils no more than that line.
_DOUBLE = r'"(?:\\[\s\S]|[^"\\\n])*"'
_SINGLE = r"'(?:\\[\s\S]|[^'\\\n])*'"
_CHAR = r"(?<![0-9a-fA-F])'(?:\\[^\n]|[^'\\\n]){1,8}'"
_TICKS = r"`(?:\\[\s\S]|[^`\\])*+(?:`|\Z)"
_RAW_TICKS = r"`[^`]*`"
_REGEX = r"[(=,:!&|?\[{};][ \t]{0,8}/(?![*/])(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n]){0,200}\]|[^/\\\n\[]){1,300}/"
_RAW_CPP = r'R"(?P<_cpp>[^()\\\s]{0,16})\([\s\S]*?(?:\)(?P=_cpp)"|\Z)'
_RAW_RUST = r'\br(?P<_rust>#{1,4})"[\s\S]*?(?:"(?P=_rust)|\Z)'
_LONG = r'"""[^"\\]*+(?:(?:\\[\s\S]|"(?!""))[^"\\]*+)*+(?:"""|\Z)'
_TRIPLE = _LONG + "|" + _LONG.replace('"', "'")
_DOCSTRING = rf"(?P<doc>[rRuUbBfF]{{0,2}}(?:{_TRIPLE}))"
_TO_NAME = r"(?P<_here>[A-Za-z_]\w*+)[^\n]*\n(?:[^\n]*\n){0,200}?[ \t]*(?P=_here)$"
_HERE = rf"<<[-~]?[ \t]*[\"'\\]?{_TO_NAME}"
_HERE_PERL = rf"<<[-~]?(?:[ \t]*[\"']|\\)?{_TO_NAME}"
_HERE_RUBY = rf"<<(?:[-~][\"']?|[\"']|(?=[A-Z_])){_TO_NAME}"
"""`all << one` appends, and `class << self` opens a class: neither begins a text."""
_SLASHES = r"(?P<line>(?<!:)//[^\n]*)"
_BLOCK = r"(?P<block>/\*[\s\S]*?(?:\*/|\Z))"
_HASH = r"(?P<hash>(?<!\S)#(?![{\[!])[^\n]*)"
_RUBY_BLOCK = r"(?P<equals>^=begin\b[\s\S]*?(?:^=end\b|\Z))"
_DATA = r"^__(?:END|DATA)__$[\s\S]*"
_POD = r"^=[a-z]\w*[\s\S]*?(?:^=cut\b|\Z)"
_DASHES = r"(?P<line>(?<!\S)--(?![->|\[])[^\n]*)"
_LUA_BLOCK = r"(?P<block>--\[\[[\s\S]*?(?:\]\]|\Z))"
_BRACES = r"(?P<block>\{-(?!#)[\s\S]*?(?:-\}|\Z))"
_STARS = r"(?P<block>\(\*(?!\))[\s\S]*?(?:\*\)|\Z))"
_MARKUP = r"(?P<markup><!--[\s\S]*?(?:-->|\Z))"
_ERB = r"(?P<erb><%#[\s\S]*?(?:%>|\Z))"
_SEMICOLON = r"(?P<line>(?<!\S);[^\n]*)"
_PERCENT = r"(?P<line>(?<![\\\w])%[^\n]*)"
_BANG = r"(?P<line>![^\n]*)"
_OWN_LINE = r"(?P<line>^[ \t]*[#;][^\n]*)"
_BATCH = r"(?P<line>^[ \t]*(?:::|(?i:rem)\b)[^\n]*)"

_C = (_RAW_CPP, _DOUBLE, _CHAR, _BLOCK, _SLASHES)
_JAVA = (_TRIPLE, _DOUBLE, _CHAR, _BLOCK, _SLASHES)
_SCRIPT = (_DOUBLE, _SINGLE, _TICKS, _REGEX, _BLOCK, _SLASHES)
_SHELL = (_HERE, r"\\.", _DOUBLE, _SINGLE, _HASH)
_SIGNS = (_DOUBLE, _SINGLE, _HASH)
_PYTHON = (_DOCSTRING, _DOUBLE, _SINGLE, _HASH)
_LISP = (_DOUBLE, _SEMICOLON)
_FAMILIES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("c", "cpp", "cuda", "objc", "protobuf"), _C),
    **dict.fromkeys(
        ("java", "kotlin", "scala", "groovy", "csharp", "swift", "dart", "solidity", "zig", "json", "fsharp"),
        _JAVA,
    ),
    **dict.fromkeys(("javascript", "typescript", "less", "scss"), _SCRIPT),
    **dict.fromkeys(("vue", "svelte"), (_MARKUP, *_SCRIPT)),
    "go": (_DOUBLE, _CHAR, _RAW_TICKS, _BLOCK, _SLASHES),
    "rust": (_RAW_RUST, _DOUBLE, _CHAR, _BLOCK, _SLASHES),
    "php": (_HERE.replace("<<[", "<<<["), _DOUBLE, _SINGLE, _BLOCK, _SLASHES, _HASH, _MARKUP),
    "css": (_DOUBLE, _SINGLE, _BLOCK),
    "hcl": (_DOUBLE, _BLOCK, _SLASHES, _HASH),
    "nix": (_DOUBLE, _BLOCK, _HASH),
    "assembly": (_DOUBLE, _BLOCK, _SLASHES, r"(?P<hash>(?<!\S)[#;@](?=\s)[^\n]*)"),
    "sql": (_DOUBLE, _SINGLE, _BLOCK, _DASHES),
    "lua": (_LUA_BLOCK, r"\[\[[\s\S]*?(?:\]\]|\Z)", _DOUBLE, _SINGLE, _DASHES),
    **dict.fromkeys(("haskell", "elm"), (_BRACES, _DOUBLE, _DASHES)),
    "ocaml": (_STARS, _DOUBLE),
    **dict.fromkeys(("python", "cython", "starlark"), _PYTHON),
    **dict.fromkeys(("elixir", "nim", "toml", "coffeescript"), (_TRIPLE, *_SIGNS)),
    "ruby": (_RUBY_BLOCK, _DATA, _HERE_RUBY, r"\?[#\"']", *_SIGNS),
    "perl": (_POD, _DATA, _HERE_PERL, r"\$#", *_SIGNS),
    "bash": _SHELL,
    **dict.fromkeys(("make", "dockerfile", "just", "cmake"), (r"\\.", _DOUBLE, _HASH)),
    **dict.fromkeys(("yaml", "r", "julia", "graphql", "powershell"), _SIGNS),
    **dict.fromkeys(("html", "xml", "markdown"), (_MARKUP,)),
    "clojure": _LISP,
    "erlang": (_DOUBLE, _PERCENT),
    "fortran": (_DOUBLE, _SINGLE, _BANG),
}
_BY_ENDING = {
    **dict.fromkeys(("el", "lisp", "lsp", "scm", "rkt"), _LISP),
    **dict.fromkeys(("tex", "sty", "cls"), (_PERCENT,)),
    **dict.fromkeys(("ini", "cfg", "conf", "properties", "gitignore", "gitattributes"), (_OWN_LINE,)),
    **dict.fromkeys(("bzl", "bazel", "gn", "gni"), _PYTHON),
    **dict.fromkeys(("am", "ac", "m4", "awk", "tcl"), (_DOUBLE, _HASH)),
    **dict.fromkeys(("bat", "cmd"), (_BATCH,)),
    "erb": (_ERB, _MARKUP),
}
_MARK = re.compile(r"^[ \t]*(?:/{2,}[!<]*|#+[:']?|-{2,}|;+|%+|!+[<>]?|::|(?i:rem)\b)", re.M)
_BLOCK_ENDS = re.compile(
    r"^(?:/\*+!?<?|--\[\[|\{-|\(\*+|<!-{2,}|<%#|=begin)|(?:\*+/|\]\]|-\}|\*+\)|-{2,}>|%>|=end)$"
)
_GUTTER = re.compile(r"^[ \t]*\*+(?=\s|$)")
_DOC_LINE = re.compile(r"/{3}(?!/)|//!|#'")
_DOC_BLOCK = re.compile(r"/\*\*(?![*/])|/\*!")
_DESCRIBED = {
    "ruby": re.compile(
        r"\r?\n[ \t]*(?:(?:private|protected|public|module_function) )?(?:def|class|module|attr_\w+|delegate|alias)\b"
    ),
    "go": re.compile(r"\r?\n(?:func|type|package|var|const)\b"),
}
_QUOTES = re.compile(r"^[a-zA-Z]{0,2}(?:\"\"\"|''')|(?:\"\"\"|''')$")


def comments_of(text: str, path: str) -> Iterator[Comment]:
    """Yield the comments of a file in its order; none where nobody knows the language's comments."""
    pattern = _pattern_of(path, text)
    if pattern is None or len(text) > MAX_TEXT:
        return
    described = _DESCRIBED.get(language_of(path) or "")
    kept: list[_Piece] = []
    for piece in _pieces(pattern, text):
        if kept and not kept[-1].goes_on_in(piece):
            yield _joined(kept, text, described)
            kept = []
        kept.append(piece)
    if kept:
        yield _joined(kept, text, described)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A comment as it is found: its column, -1 where nothing continues it, and where its text ends."""

    comment: Comment
    column: int
    end: int

    def goes_on_in(self, other: _Piece) -> bool:
        """Return whether the other is the next line of the same comment."""
        one, two = self.comment, other.comment
        beside = -1 < self.column == other.column and two.first == one.last + 1
        return beside and two.alone and one.doc == two.doc


def _joined(pieces: Sequence[_Piece], text: str, described: re.Pattern[str] | None) -> Comment:
    """Return one comment; what stands above a definition is documentation where the language has no other."""
    comment = pieces[0].comment
    if len(pieces) > 1:
        comment = replace(comment, lines=tuple(line for one in pieces for line in one.comment.lines))
    last = pieces[-1]
    if described is None or last.column < 0 or not comment.alone or not described.match(text, last.end):
        return comment
    # What is set in is an example.
    return replace(
        comment, doc=True, lines=tuple("" if one.startswith("   ") else one for one in comment.lines)
    )


def _pattern_of(path: str, text: str) -> re.Pattern[str] | None:
    name = path.rpartition("/")[2].lower()
    ending = name.rpartition(".")[2]
    family = _BY_ENDING.get(ending) or _FAMILIES.get(language_of(path) or "")
    if family is None and "." not in name.lstrip(".") and text.startswith("#!"):
        family = _PYTHON if "python" in text[:80].partition("\n")[0] else _SHELL
    return None if family is None else _compiled(family)


@lru_cache(maxsize=64)
def _compiled(family: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(family), re.M)


def _pieces(pattern: re.Pattern[str], text: str) -> Iterator[_Piece]:
    """Yield each comment as it stands."""
    line, counted = 1, 0
    for match in pattern.finditer(text):
        kind = match.lastgroup
        if kind is None or kind.startswith("_"):
            continue
        raw, start = match[0], match.start()
        line += text.count("\n", counted, start)
        counted = start
        begins = text.rfind("\n", 0, start) + 1
        alone = not text[begins:start].strip()
        if kind in ("line", "hash"):
            indent = len(raw) - len(raw.lstrip(" \t"))
            doc = bool(_DOC_LINE.match(raw))
            words = (_MARK.sub("", raw, count=1).rstrip(),)
            yield _Piece(Comment(line, words, doc, alone), start - begins + indent, match.end())
        elif kind != "doc":
            doc = bool(_DOC_BLOCK.match(raw))
            yield _Piece(Comment(line, _within_block(raw), doc, alone), -1, match.end())
        elif alone and _is_docstring(text, begins, match.end()):
            yield _Piece(Comment(line, tuple(_QUOTES.sub("", raw).split("\n")), True), -1, match.end())


def _within_block(raw: str) -> tuple[str, ...]:
    lines = _BLOCK_ENDS.sub("", raw).split("\n")
    return (lines[0], *(_GUTTER.sub("", one).rstrip() for one in lines[1:]))


def _is_docstring(text: str, begins: int, end: int) -> bool:
    """Return whether a string that begins its line is a statement of its own, which Python keeps as documentation."""
    after = text[end : end + 200].partition("\n")[0].strip()
    before = text[max(0, begins - 400) : begins].rstrip()
    return (not after or after.startswith("#")) and not before.endswith(
        ("(", ",", "[", "{", "=", "+", "\\", "%")
    )
