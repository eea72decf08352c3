"""Reads the bases of types from the text of their declarations, and which of them a file takes from outside the tree."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from bench.symbols_listing import Listing, Type, text_of

MARKERS = frozenset(
    "object AnyObject Send Sync Unpin Sized Copy UnwindSafe RefUnwindSafe"
    " Debug Display Drop Clone Copy Default PartialEq Eq Hash PartialOrd Ord From TryFrom Into"
    " AsRef AsMut Borrow BorrowMut ToString ToOwned FromStr Error Add Sub Mul Div Rem Neg Not Index IndexMut"
    " byte sbyte short ushort int uint long ulong".split()
)
"""Roots that are there unwritten, plain values, and traits of Rust's standard library with a known few members."""
CORE = {
    "Ruby": frozenset(
        "Object Kernel Module Class BasicObject String Array Hash Integer Float Numeric Symbol Range Proc Time Date"
        " DateTime Enumerable Comparable Regexp Method Thread IO File Struct Exception ERB Logger Set Pathname BigDecimal"
        " NilClass TrueClass FalseClass Benchmark CGI SecureRandom Digest Marshal".split()
    ),
    "JavaScript": frozenset(
        "Object Array String Number Boolean Function Promise Map Set Date RegExp Error Math JSON Window Document Element"
        " HTMLElement Node Event Symbol ArrayBuffer ImportMeta WebSocket Worker Buffer process console".split()
    ),
}
"""Types of the languages themselves: a tree that declares one only adds to it."""
EVERYWHERE = frozenset(
    "equals hashCode toString getClass clone finalize notify notifyAll wait name ordinal valueOf values"
    " Equals GetHashCode ToString GetType ReferenceEquals MemberwiseClone"
    " to_s inspect hash send freeze dup class nil? tap then extend include prepend instance_of? is_a? respond_to? display"
    " object_id method methods new allocate superclass freeze frozen? eql? equal? itself"
    " constructor prototype length hasOwnProperty apply call bind fmt drop deref into from try_into try_from borrow".split()
)
"""What every object of some language has: such a member is absent nowhere."""
_IMPORTS = {
    "Java": re.compile(r"^import\s+(?:static\s+)?(?P<from>[\w.]+)\.(?P<name>\w+)\s*;", re.M),
    "PHP": re.compile(r"^use\s+\\?(?P<from>[\w\\]+)\\(?P<real>\w+)(?:\s+as\s+(?P<name>\w+))?\s*;", re.M),
    "JavaScript": re.compile(
        r"^(?:import|export)\s+(?:type\s+)?(?P<names>[\w$*{}\s,]+?)\s+from\s+['\"](?P<from>[^'\"]+)['\"]",
        re.M,
    ),
    "Rust": re.compile(r"^\s*(?:pub\s+)?use\s+(?P<from>\w+)::(?P<names>[^;]+);", re.M),
    "C#": re.compile(r"^\s*using\s+(?P<name>\w+)\s*=\s*(?P<from>[\w.]+?)(?:<[^>]*>)?\s*;", re.M),
}
_OUTER_CRATES = frozenset(
    "std core alloc futures futures_core futures_util futures_io futures_sink serde hyper bytes libc mio proc_macro".split()
)
_RUST_IMPL = re.compile(r"^\s*(?:unsafe\s+)?impl\b\s*!?([\w:]+)\s+for\b")
_RUST_TRAIT = re.compile(r"trait\s+\w+\s*:\s*([^{]*)")


def plain(text: str) -> str:
    """Return a text without what stands in brackets: arguments of types, annotations' values."""
    while (shorter := re.sub(r"<[^<>]*>|\([^()]*\)|\[[^\[\]]*\]", "", text)) != text:
        text = shorter
    return text


def names_in(text: str) -> list[str]:
    """Return the dotted names of types in a list of bases, without their arguments."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|\bpermits\b.*|\bwhere\b.*", "", plain(text), flags=re.S)
    text = re.sub(r"\b(?:extends|implements|public|private|protected|virtual|with)\b", ",", text)
    names = (re.sub(r"::|\\+", ".", name.strip()).strip(".") for name in re.split(r"[,+&|]", text))
    return [
        name for name in names if re.fullmatch(r"[\w.$]+", name) and name.rpartition(".")[2] not in MARKERS
    ]


def bases_of(tag: Mapping[str, Any], header: str) -> list[str]:
    """Return the bases of the type of a tag; `header` is its declaration up to the brace."""
    language, kind = tag["language"], tag["kind"]
    header = plain(re.sub(r"=>|->", "", header))
    found: list[str] = []
    if language in ("Java", "TypeScript", "JavaScript", "PHP"):
        found = re.findall(r"\b(?:extends|implements)\b([^{]*)", header)
    elif language == "C#":
        found = re.findall(r"(?<!:):(?!:)([^{]*)", header.partition(" where ")[0])[:1]
    elif language == "Rust":
        found = _RUST_IMPL.findall(header) if kind == "implementation" else _RUST_TRAIT.findall(header)
    elif isinstance(tag.get("inherits"), str):
        found = [tag["inherits"]]
    return [base for text in found for base in names_in(text)]


def settle(listing: Listing, types: Iterable[Type], files: Iterable[str]) -> None:
    """Sort out the bases that files take from outside, and mark what the other tool can't be sure of by name alone."""
    folders = {folder for file in files for folder in _ends(Path(file).parent.as_posix())}
    for one in types:
        core = CORE.get(one.family, frozenset())
        if one.last in core and not one.module:
            one.outside.add("the language's own")
        for base in sorted(one.bases):
            if base in core and not listing.meant(base, one):
                continue
            first, _, rest = base.partition(".")
            for file, _, _ in one.places:
                source = imported(listing.root / file, one.family).get(first)
                if one.language == "Java" and rest and first[:1].islower():
                    source, base_last = base.rpartition(".")[0], base.rpartition(".")[2]
                    one.bases.discard(base)
                    (
                        one.bases
                        if inside(listing, source, base_last, one.language, folders)
                        else one.outside
                    ).add(base_last)
                elif source is not None and not inside(listing, source, base, one.language, folders):
                    one.bases.discard(base)
                    one.outside.add(f"{source} {base}")
                elif source is not None and one.language == "PHP":
                    one.bases.discard(base)
                    one.bases.add(source)
    for path in {file for one in types for file, _, _ in one.places}:
        language = next((key for key in _IMPORTS if path.endswith(_ENDINGS[key])), "")
        for name, source in imported(listing.root / path, language).items() if language else ():
            if not inside(listing, source, name, language, folders):
                listing.taken.add((language, name))


_ENDINGS = {
    "Java": (".java",),
    "PHP": (".php",),
    "JavaScript": (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"),
    "Rust": (".rs",),
    "C#": (".cs",),
}


def inside(listing: Listing, source: str, name: str, language: str, folders: set[str]) -> bool:
    """Return whether what a file takes from somewhere may be of the tree."""
    if language == "Java":
        parts = source.split(".")
        return any(
            "/".join(parts[:length]) in folders for length in range(len(parts), max(0, len(parts) - 3), -1)
        )
    if language == "PHP":
        return bool(listing.named(source, "PHP"))
    if language == "Rust":
        return source not in _OUTER_CRATES
    if language == "C#":
        return not source.startswith(("System", "Microsoft"))
    return source.startswith((".", "@/", "~", "#", "/")) or source.rpartition("/")[2] in folders


def _ends(folder: str) -> Iterator[str]:
    parts = folder.split("/")
    yield from ("/".join(parts[start:]) for start in range(len(parts)))


@lru_cache(maxsize=20000)
def imported(path: Path, language: str) -> dict[str, str]:
    """Return the names that a file takes from elsewhere, and from where."""
    found: dict[str, str] = {}
    pattern = _IMPORTS.get(language)
    for match in pattern.finditer(text_of(path)) if pattern else ():
        groups = match.groupdict()
        source = groups["from"].replace("\\", ".")
        name = groups.get("name") or groups.get("real")
        if real := groups.get("real"):
            source = f"{source}.{real}"
        names = [name] if name else re.findall(r"(\w+)\s*(?=[,}]|$)", groups.get("names") or "")
        found.update(dict.fromkeys(names, source))
    return found
