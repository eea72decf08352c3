"""Find what a text names: symbols, paths, flags, as they are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gitexp.records.text import Redacted

_CODE = re.compile(r"`([^`\n]{2,120})`")
_URL = re.compile(r"https?://\S+")
_EXTENSIONS = (
    "py pyi pyx js mjs cjs jsx ts mts cts tsx vue svelte java kt kts groovy gradle go rs c h cc hh cpp hpp cxx cs fs rb erb rake php "
    "swift m mm scala sc lua sh bash zsh fish ps1 bat dart ex exs erl hs ml clj jl r pl pm t sql html htm css scss sass less json "
    "json5 jsonl yaml yml toml ini cfg conf env properties xml xsd md mdx rst adoc txt csv tsv proto graphql gql tf hcl nix zig "
    "cmake mk in am ac lock sum mod ipynb svg png jpg po pot plist pc d asm s wat wasm tpl j2 ejs hbs snap ambr bzl bazel build"
).replace(" ", "|")
_PATH = re.compile(
    r"(?<![\w@/.:-])(?:[\w.@-]{1,100}/){1,20}[\w.@-]{0,100}\w(?![\w/])"
    rf"|(?<![\w@/.-])[\w-]{{1,100}}(?:\.[\w-]{{1,60}}){{0,8}}\.(?:{_EXTENSIONS})(?![\w/(]|\.\w)",
    re.ASCII,
)
_SYMBOL = re.compile(
    r"(?<![\w/@.`$-])(?:"
    r"(?:[A-Za-z_$][\w$]{0,80}(?:\.|::|->|#)){1,12}[A-Za-z_$][\w$]{0,80}(?:\(\))?"  # a.b, A::b, a->b, A#b
    r"|[A-Za-z_$][\w$]{0,80}\(\)"  # f()
    r"|[A-Z][a-z0-9]{1,60}[A-Z][A-Za-z0-9]{0,80}"  # CamelCase
    r"|[a-z][a-z0-9]{0,60}[A-Z][a-z0-9][A-Za-z0-9]{0,80}"  # camelCase
    r"|[A-Za-z]\w{0,80}_\w{1,80}"  # snake_case, UPPER_CASE
    r")(?![\w/])",
    re.ASCII,
)
_FLAG = re.compile(r"(?<![\w-])--[a-zA-Z][\w-]{2,40}")
_IDENTIFIER = re.compile(r"^[\w$.:#>()\[\]<*&,-]+$")
_PATH_LIKE = re.compile(rf"^[\w.@*-]*/[\w./@*-]+$|^[\w*.-]+\.(?:{_EXTENSIONS})$")
_PRODUCT_FILE = re.compile(
    r"(?:Node|Vue|Next|Nuxt|Three|D3|Express|Chart|Alpine|Ember|Backbone|Moment|React|Angular|Svelte|Electron|Socket|Pixi|Solid|Day|Video|Knockout)\.(?:js|JS)"
)
"""Products that are spelled like a file."""
_PRODUCT = frozenset(
    "GitHub GitLab JavaScript TypeScript CoffeeScript PostgreSQL MySQL SQLite MongoDB YouTube LinkedIn macOS iOS FreeBSD "
    "OpenBSD NetBSD DevOps PowerShell WebAssembly LaTeX README TODO FIXME NOTE HTTP HTTPS JSON YAML TOML HTML UTF ASCII "
    "LGTM IIRC AFAIK IMHO AFAICT FWIW ASAP WIP API URL UUID CPU GPU RAM CI CD PR PRs OK OAuth WiFi VSCode IntelliJ NodeJS "
    "StackOverflow UI UX RFC".split()
)
_KEYWORD = frozenset(
    "auto const constexpr static void int long char bool boolean string float double byte object any var let true false null nil none undefined self this super "
    "return if else for while switch case break continue import export from require include def fn func function class struct enum interface type async await "
    "yield throw try catch finally new delete public private protected final abstract get set map list dict array number".split()
)
"""Words of programming languages: written as code, they name nothing of a project."""
_ABBREVIATION = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]?")
MAX_NAMES = 12


def symbols_in(text: Redacted) -> tuple[Redacted, ...]:
    """Return the symbols and flags that a text names, as spelled, in order of appearance, without doubles."""
    return _unique(text.cut(*span) for span in _symbol_spans(text))


def paths_in(text: Redacted) -> tuple[Redacted, ...]:
    """Return the repository paths and file names that a text names, as spelled."""
    return _unique(text.cut(*span) for span in _path_spans(text))


def names_something(text: str) -> bool:
    """Return whether a text names a symbol or a path."""
    return bool(_symbol_spans(text) or _path_spans(text))


def _symbol_spans(text: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    plain = _URL.sub(lambda match: " " * len(match[0]), text)
    for match in _CODE.finditer(plain):
        if _IDENTIFIER.match(match[1]) and not _PATH_LIKE.match(match[1]):
            spans.append(match.span(1))
    outside = _CODE.sub(lambda match: " " * len(match[0]), plain)
    for pattern in (_SYMBOL, _FLAG):
        spans += [match.span() for match in pattern.finditer(outside) if not _PATH_LIKE.match(match[0])]
    return [
        span
        for span in sorted(spans)
        if text[slice(*span)] not in _PRODUCT
        and text[slice(*span)].lower() not in _KEYWORD
        and not _PRODUCT_FILE.fullmatch(text[slice(*span)])
        and not _ABBREVIATION.fullmatch(text[slice(*span)])
        and re.search("[A-Za-z]", text[slice(*span)])
    ]


def _path_spans(text: str) -> list[tuple[int, int]]:
    plain = _URL.sub(lambda match: " " * len(match[0]), text)
    return [
        match.span()
        for match in _PATH.finditer(plain)
        if re.search(r"[A-Za-z]{2}", match[0])
        and _plausible_path(match[0])
        and not _PRODUCT_FILE.fullmatch(match[0])
    ]


def _plausible_path(name: str) -> bool:
    """Leave out "and/or", "e.g", "1.2": a path has a dot in its last part or at least two slashes."""
    last = name.rsplit("/", 1)[-1]
    return (
        bool(re.search(r"\.[a-z]{1,5}$", last))
        if "/" not in name
        else ("." in last[1:] or name.count("/") >= 2)
    )


def _unique(names: Iterable[Redacted]) -> tuple[Redacted, ...]:
    return tuple(dict.fromkeys(names))[:MAX_NAMES]
