"""Which lines of a tree look as if they declared something: the patterns for git, and what one line says."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from gitexp.records.languages import languages_of

# What opens the declaration of a type or of a module, by language. Only the words of the languages that a tree
# is written in are searched for: each word more makes git slower.
_BY_LANGUAGE = {
    "python cython": "class",
    "javascript typescript vue svelte": "class interface enum namespace module type",
    "java": "class interface enum record package",
    "groovy": "class interface enum trait package",
    "kotlin": "class interface object typealias package",
    "scala": "class object trait enum type package",
    "go": "type interface struct package",
    "rust": "struct enum union trait type impl mod macro_rules",
    "c": "struct union enum typedef",
    "cpp cuda": "struct union enum typedef class namespace using concept",
    "objc": "struct union enum typedef interface protocol implementation",
    "csharp": "class struct interface enum record delegate namespace",
    "ruby": "class module",
    "php": "class interface trait enum namespace",
    "swift": "class struct enum protocol extension actor typealias",
    "dart": "class mixin extension enum typedef",
    "elixir": "defmodule defprotocol defimpl",
}
_WORDS = {name: words.split() for names, words in _BY_LANGUAGE.items() for name in names.split()}
_C_LIKE = ("struct", "union", "enum")
_MODULES = ("package", "namespace")
_NO_CODE = frozenset(
    "markdown restructuredtext json yaml toml xml css scss less dockerfile make cmake just sql".split()
)
_NO_CODE_ENDINGS = frozenset(
    "txt adoc asciidoc po pot csv tsv log patch diff lock map out rtf tex textile org".split()
)

_PROSE = frozenset(
    "readme license licence copying changes changelog news authors contributors history todo notice install thanks".split()
)
"""Files without an ending that only people read."""

_KEYWORDS = (
    "actor alias attr class concept def define defimpl defmacro defmacrop defmodule defp defprotocol delegate enum"
    " event extension fn fun func function implementation impl interface let local macro macro_rules! message method"
    " mixin mod module namespace object package proc property protocol record service struct sub subroutine trait"
    " type typealias typedef union using val var"
)
"""Words that stand before the name of what a line declares, in whatever language."""
_OPENED = rf"(?<![\w.])(?:{'|'.join(_KEYWORDS.split())}|attr_\w+|alias_\w+|define_\w+|def_\w+)(?!\w)"
_USING = (
    "return|throw|throws|raise|new|await|yield|in|is|as|not|and|or|if|else|elif|unless|while|until|case|goto|delete"
    "|typeof|instanceof|import|from|use|require|include|extends|implements|of|with|package"
)
MAX_JUDGED = 1_000
"""Letters of a line in which a declaration is looked for."""

_STRUCTS = re.compile(r"(\w+)\s*=\s*(?:::)?(?:\w+::)*(?:Struct|Class|Module|Data)\.(?:new|define)\b")
_GROUPED = re.compile(r"^\s*(\w+)(?:\[[^\]]*\])?\s+(?:struct|interface)\b")
"""One of Go's `type (…)`, whose lines do not say `type`."""
_CLOSED = re.compile(r"^\s*\}([\w\s,*]+);")
"""What C's `typedef struct {…} name;` ends with."""
_STOP = re.compile(r"[<({;=,]|(?<!:):(?!:)|\b(?:extends|implements|where|permits|with)\b")
_INNER = re.compile(r"<[^<>]*>|\([^()]*\)")
_WORD = re.compile(r"\w+")
_LAST = re.compile(r"\s*(?:\w+[.\\])+(\w+)\s*(?:[{;]|$)")
"""Of the name of a package, the part that one writes before a member."""
_COMMENTS = ("*", "//", "#", "--")
_PLAIN = re.compile(r"\s*(\w+)\s*(?:[{;]|\([^()]*\)\s*(?:[:{]|$)|$|extends\b|implements\b)")
_MINOR = 0.02
"""Of a language with a smaller share of a tree's files, only the types that are asked for are seen."""


def type_words(paths: Iterable[str]) -> tuple[str, ...]:
    """Return the words that open the declaration of a type in the languages that these files are written in."""
    endings = Counter(path.rpartition("/")[2].rpartition(".")[2] for path in paths)
    shares: Counter[str] = Counter()
    for ending, count in endings.items():
        for language in languages_of(f"x.{ending}") & _WORDS.keys():
            shares[language] += count
    told = {language for language, count in shares.items() if count >= _MINOR * shares.total()}
    if "m" not in endings and "mm" not in endings:
        told.discard("objc")  # `.h` alone does not make it so
    return tuple(sorted({word for language in told for word in _WORDS[language]} | {"class"}))


def type_patterns(words: Collection[str]) -> list[str]:
    """Return the patterns (extended, of whole words) of the lines that may declare a type."""
    like_c = "typedef" in words
    plain = [word for word in words if word not in ("typedef", "impl") and not (like_c and word in _C_LIKE)]
    patterns = [rf"({'|'.join(plain)})!?[[:space:]]+[^][:space:]=;,.)'\"*/][A-Za-z0-9_]*"]
    if like_c:
        told = "|".join(word for word in words if word in _C_LIKE)
        # Without the many lines that only use one: `struct a *b = c;`.
        patterns += [
            rf"({told})([^;=]*(\{{.*)?$|[[:space:]]+[A-Za-z0-9_]+[[:space:]]*([;(<].*)?$)",
            "typedef[[:space:]].*$",
            r"^[[:space:]]*}[[:space:]*]*[A-Za-z_][A-Za-z0-9_, *]*;.*$",
        ]
    if "impl" in words:
        patterns.append("impl[[:space:]<].*$")
    if "module" in words and "class" in words:
        patterns.append(r"(Struct|Class|Module|Data)\.(new|define)")
    return patterns


def may_be_code(path: str) -> bool:
    """Return whether a file may declare something: it is no prose and no data, as far as its name tells."""
    name = path.rpartition("/")[2]
    front, dot, ending = name.rpartition(".")
    return _ending_may(ending) if front and dot else name.lower() not in _PROSE


@functools.cache
def _ending_may(ending: str) -> bool:
    told = languages_of(f"x.{ending}")
    return not told <= _NO_CODE if told else ending.lower() not in _NO_CODE_ENDINGS


class TypeLines:
    """Reads the names of types off the lines that may declare them: rather a name too many than one too few."""

    def __init__(self, words: Collection[str]) -> None:
        self._words = frozenset(words)
        self._opening = re.compile(rf"(?<![\w$])({'|'.join(sorted(words))})(?!\w)!?([^;={{]*)")

    def names(self, line: str) -> Iterator[str]:
        """Yield the names that a line may declare as types or modules."""
        if line.lstrip().startswith(_COMMENTS):
            return
        for word, rest in self._opening.findall(line):
            if plain := _PLAIN.match(rest):
                yield plain[1]
            elif word in _MODULES and (last := _LAST.match(rest)):
                yield last[1]
            elif word == "typedef":
                yield from _WORD.findall(line)
            else:
                yield from self._among(word, rest)
                if grouped := _GROUPED.match(line):
                    yield grouped[1]
        if "}" in line and (closed := _CLOSED.match(line)):
            yield from _WORD.findall(closed[1])
        elif ("new" in line or "define" in line) and (found := _STRUCTS.search(line)):
            yield found[1]

    def _among(self, word: str, rest: str) -> Iterator[str]:
        """Yield every name between the word that opens a declaration and what can't belong to the name."""
        for _ in range(8):
            shorter = _INNER.sub(" ", rest)
            if shorter == rest:
                break
            rest = shorter
        head = _STOP.split(rest, maxsplit=1)[0] if word != "impl" else rest
        yield from (name for name in _WORD.findall(head) if name not in self._words)


def declares(line: str, word: str) -> bool:
    """Return whether a line looks as if it declared the word, in whatever language."""
    return _declaration(word).search(line[:MAX_JUDGED]) is not None


_IMPORT = re.compile(
    r"(?<![\w.])(?:import|from|use|using|require(?:_once|_relative)?|include|export|extern crate|load|alias|library)(?!\w)"
)
_TAKEN = re.compile(
    r"^\s*(?:type\s+)?[\w$]+(?:\s+as\s+[\w$]+)?\s*(?:,[\w\s,]*)?\)?$|^[\w\s,.:{}]+\}\s*from\b"
)
"""A line of names alone, as they stand within `import {…}`, `from a import (…)` and `use a::{…}`."""


@functools.lru_cache(4096)
def _declaration(word: str) -> re.Pattern[str]:
    name = rf"(?<!\w){re.escape(word)}(?!\w)"
    ended = r"(?:\((?!.*\)\s*;\s*$)|[;{<]" + (r"|,|=|$)" if word.isupper() else ")")
    return re.compile(
        rf"{_OPENED}(?:\s*\([^()]*\))?[^(=;{{]{{0,200}}?{name}"
        rf"|{name}['\"]?\s*(?:[?!]?:(?!:)|:?=(?!=|~)|=>|<-)"
        rf"|(?<![\w.])(?!(?:{_USING})(?!\w))[\w>\]*&?]{{1,80}}\s+[*&$]*{name}(?:<[^<>()]{{0,80}}>)?\s*(?:[(=;,{{\[:)]|$)"
        rf"|^\s*['\"@:#]?{name}['\"]?\s*{ended}"
        rf"|^\s*{name}\s+[\w.*\[\]]{{1,80}}\s*(?:[`/{{,].*)?$"
        rf"|::{name}\s*\((?!.*;\s*$)"
        rf"|^\s*\w+[!?]?\s*\(?:{name}"
        rf"|(?<!\w)(?:const|let|var|val)\s*[\[{{(][^=]*{name}"
        # What opens a type again from outside of it.
        rf"|(?:Object\.(?:assign|definePropert(?:y|ies))|setattr|\w*[mM]ixins?|inherits)\(\s*{name}"
        rf"|{name}\.(?:prototype|send|public_send|__send__|include|extend|prepend|class_eval|class_exec)(?!\w)"
        rf"|{name}\.\w{{1,80}}\s*=(?!=)"
        rf"|\w!\s*[{{(\[][^\n]{{0,200}}?{name}"
    )


def imports(line: str) -> bool:
    """Return whether a line looks as if it took something from elsewhere, or is one of an import of several lines."""
    if _TAKEN.match(line):
        return True
    return _IMPORT.search(line[:MAX_JUDGED]) is not None
