"""Lists the types of a tree and their members by universal-ctags, and looks in their text for what it does not tell."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from bench.asking import refuse
from bench.symbols_bases import bases_of, names_in, settle
from bench.symbols_listing import (
    DOOR,
    FAMILY,
    GENERATOR,
    LANGUAGE,
    SUFFIXES,
    WORDS,
    Listing,
    Member,
    Type,
    line_of,
    lines_of,
)

CTAGS = shutil.which("ctags") or ""
ADVICE = (
    "universal-ctags is missing; install it: `apt install universal-ctags`, `brew install universal-ctags`"
)
TYPES = frozenset(
    "class struct union interface trait enum module namespace package implementation annotation type".split()
)
VALUES = frozenset("member field property variable constant accessor getter setter define event".split())
SKIPPED = frozenset(
    "alias header library namespace package packageName typedef anonMember I x unknown".split()
)
NAME = re.compile(r"[^\W\d][\w$]*[?!=]?")
DERIVED = frozenset("Clone Copy Debug Default PartialEq Eq Hash PartialOrd Ord".split())
MACRO = re.compile(r"^[ \t]*[A-Z][A-Z0-9_]{2,}\b[ \t]*(?:\([^;{}]*\))?[ \t]*;?[ \t]*$", re.M)
MIXINS = {
    "Ruby": re.compile(r"^[ \t]*(?:include|extend|prepend)[ (]+([A-Z][\w:, ]*)", re.M),
    "PHP": re.compile(r"^[ \t]+use[ \t]+([A-Z\\][\w\\, \n]*)[;{]", re.M),
}
JS_MEMBER = (
    r"\s*(?:.*[{{;,]\s*)?(?:(?:export|public|private|protected|static|readonly|abstract|async|get|set|declare"
    r"|override|class|interface|enum|type|function|const|let|var|namespace)\s+|[*#])*[\"']?{}[\"']?\s*[?!]?\s*[(:<={{;,\n]?"
)
PROPERTY = re.compile(r"\b(?:public|protected|private|var|static|readonly)\b")


def tags(root: Path, files: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield what ctags tells of the files."""
    if not CTAGS:
        refuse(ADVICE)
    command = [CTAGS, "--output-format=json", "--fields=NFPKnZliaetp", "--links=no", "-L", "-", "-f", "-"]
    command.insert(1, f"--languages={','.join(SUFFIXES)}")
    done = subprocess.run(
        command, cwd=root, input="".join(f"{file}\n" for file in files).encode(), capture_output=True
    )
    if done.returncode:
        refuse(f"{ADVICE} (this one says: {done.stderr.decode('utf-8', 'replace').strip()[:200]})")
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        one = json.loads(line)
        if one.get("_type") == "tag" and one.get("language") in SUFFIXES:
            yield one


def add_tags(listing: Listing, files: list[str]) -> None:
    """Add what ctags tells of the files."""
    known = {id(one) for one in listing.types.values()}
    plain_c = sum(file.endswith(".c") for file in files) > sum(
        LANGUAGE[Path(file).suffix.lower()] == "C++" and not file.endswith(".h") for file in files
    )
    told = list(tags(listing.root, files))
    named = _anonymous(told)
    listing.defined |= {tag["name"] for tag in told}
    for tag in told:
        tag["language"] = "C" if plain_c and tag["path"].endswith(".h") else tag["language"]
        scope = parts(tag.get("scope", ""), named)
        tag["parts"] = scope if scope is not None else None
    for tag in told:
        if tag["parts"] is not None and tag["kind"] in TYPES:
            _declare(listing, tag, named)
    for tag in told:
        if tag["parts"] is not None:
            _member(listing, tag)
    new = [one for one in listing.types.values() if id(one) not in known]
    _read_bodies(listing, new)
    settle(listing, new, files)


def _anonymous(told: list[dict[str, Any]]) -> dict[str, str]:
    """Return the names that C's `typedef struct {…} name` gives to what ctags numbers."""
    pattern = re.compile(r"(?:struct|union|enum):(__anon\w+)$")
    found = {}
    for tag in told:
        if tag["kind"] == "typedef" and (match := pattern.match(tag.get("typeref", ""))):
            found[match[1]] = tag["name"]
    return found


def parts(scope: str, named: dict[str, str]) -> list[str] | None:
    """Return the parts of a scope in any language's spelling; None where one is anonymous or no name."""
    found = [named.get(part, part) for part in re.split(r"::|\\|\.", scope) if part]
    fine = all(NAME.fullmatch(part) and not part.startswith(("__anon", "Anonymous")) for part in found)
    return found if fine and not WORDS & set(found) else None


def _declare(listing: Listing, tag: dict[str, Any], named: dict[str, str]) -> None:
    """Take in a type, or a further part of one."""
    language, kind = tag["language"], tag["kind"]
    whole = parts(named.get(tag["name"], tag["name"]), named)
    if not whole or (kind == "package" and language == "Java") or (kind == "type" and language != "Go"):
        return
    one = listing.type_of(".".join([*tag["parts"], *whole]), language)
    lines = lines_of(listing.root / tag["path"])
    one.places.append((tag["path"], tag["line"], tag.get("end") or end_of(lines, tag["line"])))
    if kind in ("module", "namespace", "package") and language != "Ruby":
        one.module = one.declared = True
        return
    one.trait |= kind == "interface"
    lines = lines[tag["line"] - 1 : tag["line"] + 11]
    header = "\n".join(lines).partition("{")[0]
    one.declared |= _is_declared(language, kind, one.last, lines[0] if lines else "")
    one.bases |= set(bases_of(tag, header))


def end_of(lines: list[str], first: int) -> int:
    """Return the last line of a type that ctags gives none for: where the brace stands under its beginning."""
    start = lines[first - 1]
    if start.rstrip().endswith((";", "}")):
        return first
    margin = start[: len(start) - len(start.lstrip())]
    for number in range(first, len(lines)):
        if lines[number].startswith(f"{margin}}}"):
            return number + 1
    return first


def _is_declared(language: str, kind: str, name: str, line: str) -> bool:
    """Return whether a line declares the type of a tag, and does not only add to one."""
    if language in ("JavaScript", "TypeScript"):
        word = re.escape(name)
        return (
            re.search(rf"\b(?:class|function|var|let|const|interface|enum|namespace)\s+{word}\b", line)
            is not None
        )
    return kind != "implementation"


def _member(listing: Listing, tag: dict[str, Any]) -> None:
    """Take in a member of a type that the tree declares, or a macro."""
    name, kind, language = tag["name"], tag["kind"], tag["language"]
    if kind == "macro" and language in ("C", "C++", "Rust") and NAME.fullmatch(name) and len(name) > 2:
        listing.loose.append((language, Member(name, "macro", tag["path"], tag["line"])))
        return
    if kind == "anonMember":
        owner = listing.type_of(".".join(tag["parts"]), language)
        owner.bases |= set(names_in(tag.get("typeref", "").removeprefix("typename:").lstrip("*")))
    family = FAMILY.get(language, language)
    owner_name = ".".join(tag["parts"])
    if kind in SKIPPED or not NAME.fullmatch(name) or (family, owner_name) not in listing.types:
        return
    owner = listing.types[family, owner_name]
    if language == "Ruby" and tag["line"] in heredoc_lines(listing.root / tag["path"]):
        return  # code within a text is no code of the file
    line = line_of(listing.root / tag["path"], tag["line"])
    stratum = (
        "" if kind in TYPES and language in ("C", "Rust") and not owner.module else _stratum(tag, owner, line)
    )
    private = tag.get("access") == "private" or name == owner.last
    call = kind in ("method", "function", "func", "singletonMethod", "methodSpec")
    owner.members.setdefault(name, Member(name, stratum, tag["path"], tag["line"], private, call))


@lru_cache(maxsize=4000)
def heredoc_lines(path: Path) -> frozenset[int]:
    """Return the lines of a Ruby file that stand within a text of several lines."""
    inside, end = set(), ""
    for number, line in enumerate(lines_of(path), 1):
        if end:
            inside.add(number)
            end = "" if line.strip() == end else end
        elif match := re.search(r"<<[-~]?[\"'`]?([A-Z][A-Z_0-9]+)", line):
            end = match[1]
    return frozenset(inside)


def _stratum(tag: dict[str, Any], owner: Type, line: str) -> str:
    """Return the kind of the pairs that a member is of, empty where the other tool can't be believed."""
    name, kind, language = tag["name"], tag["kind"], tag["language"]
    if name in WORDS or len(name) < 2 or name.startswith(("__anon", "Anonymous")):
        return ""
    if not re.search(rf"(?<![\w@]){re.escape(name.rstrip('='))}(?![\w$])", line):
        return ""  # the line does not even hold the name
    if kind == "implementation" or (owner.module and language == "C#" and kind not in TYPES):
        return ""  # a method of a namespace: ctags lost the class
    if language in ("JavaScript", "TypeScript") and not re.match(JS_MEMBER.format(re.escape(name)), line):
        return ""
    if owner.module and language == "PHP" and kind == "function" and PROPERTY.search(line):
        return ""  # a method of an enumeration, which this ctags does not know
    if language == "PHP" and kind == "variable" and not PROPERTY.search(line):
        return ""  # `$this->x` within a method is listed as well
    if language == "JavaScript" and kind in ("property", "variable", "class"):
        return "literal" if re.match(rf"\s*(?:[\"']?){re.escape(name)}(?:[\"']?)\s*[:(]", line) else ""
    if kind in ("enumerator", "enumConstant"):
        return "enum"
    if owner.module:
        return "module"
    return "property" if kind in VALUES else "plain"


def _read_bodies(listing: Listing, types: Sequence[Type]) -> None:
    """Look in the text of each type for doors, mixed-in modules, and what ctags can't see through."""
    within: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for one in types:
        for file, first, last in one.places:
            within[file].append((first, last))
    for one in types:
        if one.module and one.language in ("C++", "C#", "PHP", "Go"):
            continue  # a namespace has no text of its own
        for file, first, last in one.places:
            lines = lines_of(listing.root / file)
            body = "\n".join(_own(lines, first, last, within[file]))
            one.doors |= {match[0] for match in DOOR.finditer(body)}
            one.unclear |= {match[0] for match in GENERATOR.finditer(body)}
            if pattern := MIXINS.get(one.language):
                one.bases |= {name for text in pattern.findall(body) for name in names_in(text)}
            if one.language in ("C", "C++") and (found := MACRO.search(body)):
                one.unclear.add(found[0].strip())
            if one.language == "Rust":
                one.unclear |= _rust_macros(lines, first, body)


def _rust_macros(lines: list[str], first: int, body: str) -> set[str]:
    """Return what a macro may add to a type: one called among its items, or derived and not the standard library's."""
    above = "\n".join(lines[max(0, first - 8) : first - 1]).rpartition("}")[2]
    derived = {
        name.strip() for names in re.findall(r"#\[derive\(([^)]*)\)", above) for name in names.split(",")
    }
    indent = " " * (len(lines[first - 1]) - len(lines[first - 1].lstrip()) + 4)
    return (derived - DERIVED - {""}) | set(re.findall(rf"^{indent}(\w+!)\s*[{{(]", body, re.M))


def _own(lines: list[str], first: int, last: int, others: list[tuple[int, int]]) -> list[str]:
    """Return the lines of a type without those of the types within it."""
    inner = {
        number
        for start, end in others
        if first < start and end and end <= (last or len(lines)) and (start, end) != (first, last)
        for number in range(start, end + 1)
    }
    return [
        line
        for number, line in enumerate(lines[first - 1 : last or len(lines)], first)
        if number not in inner
    ]
