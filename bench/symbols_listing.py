"""The types of a tree and their members as other tools list them, and the sources they read; never exp's own index."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from bench.asking import PLAIN, git

SUFFIXES = {
    "Python": ".py .pyi",
    "JavaScript": ".js .jsx .mjs .cjs",
    "TypeScript": ".ts .tsx .mts .cts",
    "Java": ".java",
    "Go": ".go",
    "Rust": ".rs",
    "C": ".c",
    "C++": ".cc .cpp .cxx .c++ .h .hh .hpp .hxx",
    "C#": ".cs",
    "Ruby": ".rb .rake",
    "PHP": ".php",
}
LANGUAGE = {suffix: language for language, suffixes in SUFFIXES.items() for suffix in suffixes.split()}
FAMILY = {"C++": "C", "TypeScript": "JavaScript"}
"""Languages whose types know each other."""
WORDS = frozenset(
    "this self true false null None class new if else for while return switch case static public private"
    " protected default import export function var let const in of void int char final super delete throw"
    " extends struct enum union operator namespace template typename using".split()
)
LONG = 200
"""A file whose lines are this long on average was not written by a person: ctags can't be believed there."""
LARGE = 2_000_000
DOOR = re.compile(
    r"__getattr__|__getattribute__|method_missing|const_missing|delegate_missing_to|function __call(?:Static)?\b"
    r"|function __get\b|\bnew Proxy\b|\bDeref\b|operator->"
)
"""What lets a type have members that stand nowhere."""
GENERATOR = re.compile(
    r"define_method|(?:class|module|instance)_eval|instance_variable_set|__dict__|\bsetattr\(|globals\(\)|Object\.assign"
)
"""What gives a type members whose names may stand nowhere: the other tool can't tell."""


@dataclass(frozen=True)
class Member:
    """Something that a type has; `kind` is one of the kinds that the pairs are stratified over."""

    name: str
    kind: str
    file: str
    line: int
    private: bool = False
    call: bool = False


@dataclass
class Type:
    """A class, struct, module … by its dotted name, with all the places that declare or reopen it."""

    name: str
    language: str
    places: list[tuple[str, int, int]] = field(default_factory=list)
    bases: set[str] = field(default_factory=set)
    outside: set[str] = field(default_factory=set)
    """Bases that are known to be no part of the tree."""
    members: dict[str, Member] = field(default_factory=dict)
    doors: set[str] = field(default_factory=set)
    unclear: set[str] = field(default_factory=set)
    """What the other tool can't see through: macros, decorators, `derive`."""
    module: bool = False
    trait: bool = False
    declared: bool = False
    """Whether the tree declares it, and does not only extend it (Rust's `impl`, JavaScript's `a.b = …`)."""

    @property
    def last(self) -> str:
        """Return the last part of the name."""
        return self.name.rpartition(".")[2]

    @property
    def family(self) -> str:
        """Return the language, the same for those that share types."""
        return FAMILY.get(self.language, self.language)


@dataclass(frozen=True)
class Reach:
    """All that a type may have by the other tool: its own and what its bases have."""

    members: frozenset[str]
    outside: frozenset[str]
    doors: frozenset[str]
    unclear: frozenset[str]
    files: frozenset[str]


class Listing:
    """The types of a tree by their names, and members that need no container (macros)."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.types: dict[tuple[str, str], Type] = {}
        self.loose: list[tuple[str, Member]] = []
        self.taken: set[tuple[str, str]] = set()
        """Names that some file takes from outside the tree, by their language."""
        self.defined: set[str] = set()
        """The names of all that is defined anywhere, functions without a container too."""
        self._lasts: dict[tuple[str, str], list[Type]] = defaultdict(list)
        self._reached: dict[str, Reach] = {}

    def type_of(self, name: str, language: str) -> Type:
        """Return the type of a name, made where it is new."""
        family = FAMILY.get(language, language)
        if (family, name) not in self.types:
            one = self.types[family, name] = Type(name, language)
            self._lasts[family, one.last].append(one)
        return self.types[family, name]

    def named(self, name: str, family: str = "") -> list[Type]:
        """Return the types that a name or the end of one may mean; of every language where none is given."""
        last = name.rpartition(".")[2]
        families = [family] if family else sorted({FAMILY.get(one, one) for one in SUFFIXES})
        found = [one for each in families for one in self._lasts.get((each, last), ())]
        return [one for one in found if f".{one.name}".endswith(f".{name}")]

    def local(self, one: Type) -> bool:
        """Return whether a type stands within something that is no type: a function."""
        scope = one.name.rpartition(".")[0]
        if not scope or one.module:
            return False
        around = self.types.get((one.family, scope))
        return around is None or self.local(around)

    def bases(self, one: Type) -> tuple[list[Type], set[str]]:
        """Return the types of the tree that a type's bases may mean, and the bases that none is."""
        found: list[Type] = []
        lacking = set(one.outside)
        for base in sorted(one.bases):
            tree = self.meant(base, one)
            found += tree
            lacking |= set() if tree else {base}
        return found, lacking

    def meant(self, base: str, one: Type) -> list[Type]:
        """Return the types that a base of a type may mean: the nearest around it, else in its files, else all."""
        several = [other for other in self.named(base, one.family) if other is not one and not other.module]
        if one.language == "Rust":
            several = [other for other in several if other.trait]
        scope = f"{one.name}."
        around = [other for other in several if scope.startswith(other.name.removesuffix(base))]
        if around and len(several) > 1:
            return [max(around, key=lambda other: len(other.name))]
        files = {file for file, _, _ in one.places}
        return [other for other in several if files & {file for file, _, _ in other.places}] or several

    def reach(self, name: str) -> Reach:
        """Return all that the types which a name means may have."""
        if name not in self._reached:
            todo, seen = self.named(name), dict[int, Type]()
            outside: set[str] = set()
            while todo:
                one = todo.pop()
                if id(one) not in seen:
                    seen[id(one)] = one
                    bases, lacking = self.bases(one)
                    todo += bases
                    outside |= lacking
            types = list(seen.values())
            unclear = {why for one in types for why in one.unclear}
            # A constant that holds a class, a type alias: the tree defines it, and the other tool knows no type.
            unclear |= {base for base in outside if base.rpartition(".")[2] in self.defined}
            outside -= unclear
            if "." not in name and any((one.family, name) in self.taken for one in self.named(name)):
                unclear.add("a library has the name too")
            self._reached[name] = Reach(
                frozenset(member for one in types for member in one.members),
                frozenset(outside),
                frozenset(door for one in types for door in one.doors),
                frozenset(unclear),
                frozenset(file for one in types for file, _, _ in one.places),
            )
        return self._reached[name]

    def has_text(self, file: str, word: str) -> bool:
        """Return whether a word stands in a file of the tree."""
        return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text_of(self.root / file)) is not None


@lru_cache(maxsize=20000)
def text_of(path: Path) -> str:
    """Return a file's text."""
    return path.read_bytes().decode("utf-8", "replace") if path.is_file() else ""


def extract(clone: Path, at: str, root: Path) -> list[str]:
    """Write the sources of a tree into a folder and return their paths; what the clone lacks is left out."""
    wanted = {}
    for entry in git(clone, "ls-tree", "-r", "-z", at).split("\0"):
        head, _, path = entry.partition("\t")
        if head.startswith("100") and Path(path).suffix.lower() in LANGUAGE:
            wanted[path] = head.split()[2]
    done = subprocess.run(
        ["git", *PLAIN, "cat-file", "--batch"],
        cwd=clone,
        input="".join(f"{blob}\n" for blob in wanted.values()).encode(),
        capture_output=True,
        check=False,
    )
    written, position = [], 0
    for path in wanted:
        end = done.stdout.index(b"\n", position)
        header = done.stdout[position:end].split()
        position = end + 1
        if len(header) == 3:
            size = int(header[2])
            content = done.stdout[position : position + size]
            position += size + 1
            if size <= LARGE and size <= LONG * (content.count(b"\n") + 1):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_bytes(content)
                written.append(path)
    return written


def line_of(path: Path, number: int) -> str:
    """Return a line of a file."""
    lines = lines_of(path)
    return lines[number - 1] if 0 < number <= len(lines) else ""


@lru_cache(maxsize=256)
def lines_of(path: Path) -> list[str]:
    """Return the lines of a file."""
    return text_of(path).split("\n")
