"""The words that decide whether a spelling names a thing: keywords, folders, endings of files, and what is none."""

from __future__ import annotations

import re

from gitexp.records.languages import language_of
from gitexp.records.mention_products import is_product

KEYWORDS = frozenset(
    "auto const constexpr static void int long char bool boolean string float double byte object any var let "
    "true false null nil none undefined self this super cls return if else elif for while switch case break "
    "continue import export from require include def fn func function class struct enum interface trait type "
    "async await yield throw throws raise try catch except finally new delete public private protected final "
    "abstract get set map list dict array number str tuple bytes foreach match when with as is in not and or "
    "do end then begin unless until using namespace package module mut pub use impl where extends implements "
    "instanceof typeof sizeof val goto default pass lambda global nonlocal assert del print echo unsigned "
    "signed short volatile extern register union typedef template typename virtual override".split()
)
"""Words of programming languages: written as code, they name nothing of a project."""
CONTROL = frozenset(
    "if else elif for while switch catch return foreach match with until unless when sizeof typeof function "
    "func fn super and or not in lambda".split()
)
"""Of these also what brackets stand behind is no call."""
BUILTINS = frozenset(
    "print println printf sprintf fprintf len isinstance issubclass getattr setattr hasattr strlen strcmp memcpy memset "
    "memmove malloc calloc realloc isset parseInt parseFloat Some Ok Err".split()
)
"""Functions of languages: who calls them names nothing of a project."""
WRAPPERS = frozenset(
    "Option Optional Result Vec Box Arc Rc Promise Future Task List Map Set Array Dict Dictionary HashMap HashSet Iterable "
    "Iterator Sequence Mapping Tuple Union Callable Type Partial Readonly Record Stream Collection Poll Pin Cow".split()
)
"""Types of languages and their libraries around one that is meant: `Option<Receiver>`."""
STARTERS = frozenset(
    "The This That These Those It Its If In We You He She They A An And But Or So When For To Then There Here "
    "Use Using Do Don Not No Yes Please See Also However Since Because After Before With Without On At As By "
    "Is Are Was Were Be Should Can Could Would Will May Might Must Why What How Where Which Who Let Maybe Now "
    "Only Otherwise Instead Thanks Fixed Added Removed Changed Never Always Just Make Call Set All Any Each "
    "Every Both Some Our Your My".split()
)
"""What begins a sentence: behind a full stop whose blank is missing they are no member of what stands before it."""
RUNTIMES = frozenset(
    "python python2 python3 cpython pypy node nodejs deno bun ruby jruby php java jdk jre kotlin scala go "
    "golang rust rustc swift perl lua elixir erlang dart dotnet mono gcc clang llvm linux ubuntu debian "
    "fedora centos alpine windows macos android ios chrome firefox safari edge".split()
)
NOT_PACKAGES = RUNTIMES | frozenset(
    "a about above after alpha and are as at be before below beta between bump bumped bumps by chapter "
    "changed commit confidence count delay duration equals exactly factor figure fixed for from gamma has "
    "have if in into is its latency least length less limit min max minimum maximum more most never not "
    "number of on only or page percent price probability published rate ratio release released releases "
    "requires score section share since size step table tag tagged temperature than that the their then this "
    "threshold timeout to total under until up upgrade upgraded upgrading update updated use using v val "
    "value ver version versions via was weight when where which while width with within without address host "
    "ip server network netmask requires-python support supports supported need needs needed require required gem gems "
    "package packages crate library plugin now sleep wait opacity returns return takes costs got get install installs "
    "installed fetching building using running testing compiling downloading format protocol extension spec standard "
    "draft schema".split()
)
"""Words that a number may follow without being a package of that version."""
FOLDERS = frozenset(
    "src source sources lib libs app apps test tests spec specs doc docs pkg pkgs internal cmd bin scripts "
    "script include packages crates modules module tools tool config configs conf examples example benchmarks "
    "bench build dist assets static public templates components pages .github .circleci .vscode .husky ci "
    "deploy vendor third_party migrations locale locales".split()
)
SYSTEM = frozenset(
    "etc usr var tmp home opt dev proc sys bin sbin root boot mnt media run lib Users private api".split()
)
_BOTH_WORDS = frozenset(
    "and or either true false yes no on off i o input output read write get set his her he she client server "
    "left right up down start stop open close push pull up-to add remove in out before after old new pass "
    "fail".split()
)
_MIME = re.compile(
    r"(?:application|text|image|audio|video|multipart|font|message|model)/[\w+-]{1,60}(?:\.[\w+-]{1,60}){0,8}"
)
_PATTERN_QUOTES = re.compile(r"(?:qr|tr)/|[smy]/[^/\n]{1,120}/(?:[^/\n]{0,120}/)?[gimsx]{0,4}$")
"""How Perl, sed and their like begin a pattern."""
_BRANCH = re.compile(r"(?:origin|upstream|refs|heads|remotes)/.{0,300}")
_OTHER_ENDINGS = frozenset(
    "ini cfg conf env properties txt csv tsv adoc lock tpl j2 ejs hbs snap ambr po pot plist png svg jpg jpeg "
    "gif ico webp wasm bat cmd fish am ac bzl log pem patch diff sum mod toml jsonl avsc thrift razor cshtml "
    "so dll dylib exe jar whl deb rpm zip gz tgz csproj proj sln vcxproj xcodeproj pbxproj props targets gemspec podspec "
    "rockspec cabal service dist sample example in pc wat bazel build d t xcstrings "
    "storyboard xib resx arb pbtxt".split()
)
_DATA = frozenset(
    "json html htm xml sql css env log properties sample example make service in mod sum lock diff patch cmd".split()
)
"""Endings that a member may have as its name too: `Response.json`."""
_UNLIKELY = frozenset(
    "s f m d r t patch diff sum mod in sample example service log dist lock cmd build props targets".split()
)
"""Endings that a member has more often than a file, where no folder stands before it: `mock.patch`, `self.lock`."""
_LOCKS = re.compile(
    r"(?:yarn|poetry|Cargo|uv|Gemfile|composer|Pipfile|flake|mix|pubspec|Podfile|pdm|bun|deno|pixi)\.lock|go\.(?:mod|sum)"
    r"|[\w-]+\.(?:xml|yml|yaml|json|neon|php|ini|env|toml|conf)\.(?:dist|sample|example|lock)"
    r"|[\w*]*[*-][\w*-]*\.\w+"
)
_SHARED_LIBRARY = re.compile(r"[\w+-]{1,80}\.so(?:\.\d{1,6}){1,4}")
_DOT_FILE = re.compile(
    r"\.(?:[a-z]{2,20}(?:rc|ignore|config|attributes|modules|keep)|env)(?:\.[A-Za-z]\w{0,20}){0,4}"
)
_LETTER_OR_STAR = re.compile(r"\w|\*")
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_CAPITALS_INSIDE = re.compile(r"[a-z][A-Z]{2,40}[a-z]")
_CASES = re.compile(r"[^\W\d_][\d]*(?=[^\W\d_])")
_ACRONYM_WORD = re.compile(r"[A-Z]{2,}[a-z]{2,}|[A-Z]\d{1,3}[A-Z][a-z]{2,}")
_SMALL_AND_CAPITALS = re.compile(r"[a-z][A-Z]{2,12}s?")
_ACRONYM_VERB = re.compile(r"[A-Z]{2,}(?:t?ed|t?ing|ish|able|like|ness|less|ly)|Mc[A-Z][a-z]+")


def is_shaped(word: str) -> bool:
    """Return whether a word of prose is spelled as only code spells: CamelCase, camelCase, snake_case, `_private`."""
    core = word.strip("_$")
    if len(core) < 2 or not any(letter.isalpha() for letter in core):
        return False
    if word.startswith("__") and word.endswith("__"):
        return core.islower()
    if "_" in core:
        return True
    if word.startswith("_"):
        return not word.endswith("_")
    return _is_camel(core)


def is_constant(word: str) -> bool:
    """Return whether a word is in capitals, as constants and variables of the environment are."""
    return len(word) > 1 and word.upper() == word and word[0].isalpha()


def is_type(word: str) -> bool:
    """Return whether a word is capitalised as types are: `Parser`, and neither `parser` nor `MAX_SIZE`."""
    return word[:1].isupper() and any(letter.islower() for letter in word)


def is_file(name: str, *, in_folder: bool = False) -> bool:
    """Return whether a last part of a path is a file's name by its ending, or is one that tools look for."""
    if _DOT_FILE.fullmatch(name) or _SHARED_LIBRARY.fullmatch(name):
        return True
    if "." not in name:
        return name[:1].isupper() and name.endswith("file") and language_of(name) is not None
    stem, _, ending = name.rpartition(".")
    if not _LETTER_OR_STAR.search(stem) or stem.isdigit() or is_product(name):
        return False
    if ending in _DATA and is_type(stem) and not in_folder:
        return False  # `Response.json` is a member at least as often
    if _LOCKS.fullmatch(name):
        return language_of(name) is not None or ending in _OTHER_ENDINGS
    if ending.lower() in _UNLIKELY and not in_folder and ending != "R":
        return False
    if ending == "c" and len(stem) < 2:
        return False
    known = language_of(name) is not None or ending in _OTHER_ENDINGS
    return known and (ending.islower() or ending in ("R", "S") or any(letter.isdigit() for letter in ending))


def is_no_path(path: str) -> bool:
    """Return whether words with slashes between them are known to be another thing: a kind of content, a pattern."""
    return bool(_MIME.fullmatch(path) or _PATTERN_QUOTES.match(path))


def is_path(path: str, *, code: bool) -> bool:
    """Return whether words with slashes between them are a path of the repository, and not "and/or"."""
    parts = path.strip("/").split("/")
    last = parts[-1]
    if "" in parts or not _TWO_LETTERS.search(path):
        return False
    if path.startswith("/"):
        return parts[0] not in SYSTEM and is_file(last, in_folder=True)
    if is_file(last, in_folder=True) and not all(is_product(part) for part in parts):
        return not any(part[:1] == "@" for part in parts[:1])
    if _MIME.fullmatch(path) or _BRANCH.fullmatch(path) or parts[0][:1] == "@" or path.isupper():
        return False
    if parts[0] in (".", ".."):
        return True
    if len(parts) == 1:
        return code or parts[0] in FOLDERS
    if all(part.lower() in _BOTH_WORDS for part in parts):
        return False
    if code:
        return not all(part.isdigit() for part in parts)
    if len(parts) > 2:
        return path.lower() == path
    return parts[0] in FOLDERS or (path.endswith("/") and path.lower() == path)


def _is_camel(word: str) -> bool:
    if len(word) < 4 or _ACRONYM_VERB.fullmatch(word) or _SMALL_AND_CAPITALS.fullmatch(word):
        return False
    humps = any(
        step[0][0].islower() and word[step.end()].isupper() for step in _CASES.finditer(word)
    )  # a digit may stand between: `Base64Encoder`
    return humps or bool(_ACRONYM_WORD.match(word)) or bool(_CAPITALS_INSIDE.search(word))
