"""Tells by the form of its lines which modules a source file imports, without a parser.

A module is given by its full name and by its package alone (`django.db.models` and `django`). What stands in the
file's own project, told by its form (`./wire`, `from . import`, `crate::`, `require_relative`), is none. Nor is what may
never be imported: in a block, for types alone, for some builds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from gitexp.adapters.imports_code import unconditional
from gitexp.adapters.imports_own import family_of
from gitexp.adapters.imports_standard import is_standard

MAX_TEXT = 64 << 10
_LONGEST = 200
_ANY = r"^[^\S\n]*"
_DOTTED = r"[A-Za-z_][\w.]*"
_MODULE = rf"{_DOTTED}(?: +as +\w+)?"
_END = r"(?= *(?:[;.,{*]|as\b|/[/*]|$))"
"""Behind a name; what goes on in words is no statement."""
# Each has one group for each place where a module may stand. What stands behind blanks is in a block (`try:`, a function)
# and may never be imported; only where a language puts blanks before any import are they read past.
_PATTERNS = {
    "python": rf"^(?:from +({_DOTTED}) +c?import\b|c?import +({_MODULE}(?: *, *{_MODULE})*) *(?:[#;].*)?$)",
    "javascript": (
        rf"(?:{_ANY}(?:import\b[^'\"\n;(=]*|export\b[^'\"\n;(=]*\bfrom *|\}} *from *)"
        r"|^(?:(?:const|let|var|\})[^=\n]{0,300}= *|[\w.$]+ *= *)?(?:await +)?(?:require|import) *\( *)"
        r"['\"]([^'\"\n\\]+)['\"]"
    ),
    "java": rf"^import +(?:static +)?({_DOTTED}){_END}",
    "go": rf"{_ANY}(?:import +)?(?:[\w.]+ +)?\"([^\"\s\\]+)\" *(?://.*)?$",
    "rust": r"^(?:pub(?:\([^()\n]*\))? +)?(?:use|extern +crate) +(?:::)?([A-Za-z_]\w*(?:::\w+)*)(?= *(?:::|;|as\b|$))",
    "c": rf"{_ANY}(?:# *(?:include|import) *[<\"]([^<>\"\n]+/[^<>\"\n]+)[>\"]|@import +({_DOTTED}))",
    "ruby": r"^require *\(? *['\"]([^'\"\n]+)['\"] *\)? *(?:#.*)?$",
    "php": r"^use +(?:function +|const +)?\\?([A-Za-z_]\w*(?:\\\w+)*)",
    "csharp": rf"{_ANY}(?:global +)?using +(?:static +)?(?:\w+ *= *)?({_DOTTED}) *;",
    "swift": (
        r"^(?:@\w+(?:\([^()\n]*\))? +)*(?:(?:public|internal|private|package) +)?import +"
        rf"(?:(?:struct|class|enum|protocol|func|var|let|typealias) +)?({_DOTTED}){_END}"
    ),
    "dart": r"^(?:import|export) +r?['\"]((?:package|dart):[^'\"\n]+)['\"]",
}
_RUST_MODULE = r"^(?:pub(?:\([^()\n]*\))? +)?mod +(\w+)"
_HOSTS_OF_OWNERS = frozenset(
    {"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "golang.org"}
)
"""There a module is an owner's, everywhere else it follows the host."""


def imports_of(path: str, text: str) -> tuple[str, ...]:
    """Return the modules that a source file imports from elsewhere, in their order, each followed by its package.

    Only the first 64 KB are looked at; a file in a language that is not read imports nothing. What belongs to the language
    itself is none, nor is what only types, some builds or some machines need.
    """
    language = family_of(path)
    if language not in _PATTERNS:
        return ()
    head = unconditional(language, text[:MAX_TEXT].replace("\r\n", "\n"))
    found: dict[str, None] = {}
    for match in _compiled(_PATTERNS[language]).finditer(head):
        for name in _listed(language, match[match.lastindex or 0]):
            if name.isprintable() and not is_standard(language, name):
                found.update(dict.fromkeys(one for one in _names(language, name) if one))
    if language == "rust":
        own = set(_compiled(_RUST_MODULE).findall(head))
        return tuple(name for name in found if name.partition("::")[0] not in own)
    return tuple(found)


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.MULTILINE)


def _listed(language: str, written: str) -> list[str]:
    """Return the names that one statement writes: Python's `import a, b as c` has several."""
    parts = written.split(",") if language == "python" else [written]
    return [words[0] for part in parts if (words := part.split()) and len(words[0]) <= _LONGEST]


def _names(language: str, name: str) -> tuple[str, ...]:
    """Return the full name and the package of a module; none of one of the project's own."""
    if language == "javascript":
        return _of_javascript(name)
    if language == "go":
        return _of_go(name)
    if language == "dart":
        return (name, name.partition(":")[2].partition("/")[0])
    if language == "php" and "\\" not in name:
        return ()  # a class in no vendor's namespace is PHP's own, or the project's
    if language == "java":
        return _of_java(name.rstrip("._"))
    sign = {"rust": "::", "c": "/", "ruby": "/", "php": "\\"}.get(language, ".")
    package = name.partition(sign)[0]
    # A path (`./wire`, `../wire.h`, `/wire`) leads into the project.
    own = package in ("", ".", "..") or "#{" in package
    if language == "rust":
        own = package in ("crate", "self", "super") or package[:1].isupper()
    return () if own else (name.rstrip("."), package)


def _of_javascript(name: str) -> tuple[str, ...]:
    scheme, _, rest = name.rpartition(":")
    if name.startswith((".", "/", "#", "~", "$", "@/")) or scheme not in ("", "npm"):
        return ()
    # Deno writes npm:chalk@5.
    parts = rest.split("/")
    package = "/".join(parts[: 2 if parts[0].startswith("@") else 1])
    return (name, package[:1] + package[1:].partition("@")[0])


def _of_go(name: str) -> tuple[str, ...]:
    """Return the module as go.mod names it, as far as a name tells; the standard library has no host in front."""
    parts = name.split("/")
    if parts[0] in ("", ".", ".."):
        return ()
    size = 3 if parts[0] in _HOSTS_OF_OWNERS else 2 if "." in parts[0] else 1
    major = parts[size : size + 1]
    size += bool(major) and major[0][:1] == "v" and major[0][1:].isdigit()
    return (name, "/".join(parts[:size]))


def _of_java(name: str) -> tuple[str, ...]:
    """Of `org.acme.pages.Page` the package is what stands before the class, and its first two parts name whose it is."""
    parts = name.split(".")
    upper = next((at for at, part in enumerate(parts) if part[:1].isupper()), len(parts))
    return (name, ".".join(parts[:upper]) or name, ".".join(parts[: min(2, max(1, upper))]))
