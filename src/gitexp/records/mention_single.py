"""Tells what a name is that stands for itself: in backticks, on the command line, in a check."""

from __future__ import annotations

import re

from gitexp.records.languages import ECOSYSTEMS
from gitexp.records.mention import Mention
from gitexp.records.mention_around import commit_ids, speaks_of_environment
from gitexp.records.mention_patterns import ENVIRONMENT_MEMBER, IN_CODE
from gitexp.records.mention_products import is_product
from gitexp.records.mention_reading import (
    Spot,
    is_glob,
)
from gitexp.records.mention_symbols import LONGEST, without_receiver
from gitexp.records.mention_words import (
    BUILTINS,
    KEYWORDS,
    NOT_PACKAGES,
    WRAPPERS,
    is_constant,
    is_file,
    is_no_path,
    is_path,
    is_shaped,
)

_IDENT = r"~?\#?(?!\d)[\w$]{1,100}(?:<[^<>()\n]{0,80}>)?[?!]?"
_NAME = re.compile(
    rf"(?:[@&*.]|\([&*]?\w{{1,60}}\)\.|::)?{_IDENT}(?:(?:\(\))?(?:\?\.|\.|::|->|\#|\\){_IDENT}){{0,12}}(?:=|\(\))?;?"
)
_OPERATOR = re.compile(r"(?:[\w$]{1,80}(?:<[^<>]{0,60}>)?(?:::|\.)){0,8}operator(?:\W{1,3}| [\w:<>* ]{1,40})")
_ARITY = re.compile(r"((?:[A-Za-z]\w{0,60}[.:]){0,6}[A-Za-z]\w{0,60}[?!]?)/\d{1,2}")
_FLAG = re.compile(r"-{1,2}[A-Za-z][\w.-]{0,80}(?:=.{0,200})?")
_VARIABLE = re.compile(
    r"\$\{?([A-Z_][A-Z0-9_]{0,80})(?:[:/#%^,-][^}\n]{0,60})?\}?|\$env:(\w{1,80})|%([A-Z_][A-Z0-9_]{1,80})%"
)
_TABLE = re.compile(
    r"\[([A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,6})\]|\"([\w-]{1,60}(?:\.[\w-]{1,60}){1,6})\""
)
_ECOSYSTEM = re.compile(
    rf"((?:{'|'.join(sorted(ECOSYSTEMS))}):@?[\w./:-]{{1,120}}?)\s?((?:[<>=!~^@]|\d).{{0,80}})?"
)
_LINE = re.compile(r"(?::\d{1,7}(?:[-:]\d{1,7})?|\#L\d{1,7}(?:-L?\d{1,7})?)$")
_IN_FILE = re.compile(r"([\w./@-]{1,200}\.[A-Za-z]\w{0,9})::([^/]{1,200})")
_WORD = re.compile(r"\w{2,80}")
_TWO = re.compile(r"\w\w")
_ALL_OF_AN_ENDING = re.compile(r"\*\.\w")
_PATH = re.compile(r"[\w./@+~*?%{},\[\]!^-]{1,300}")
_DECLARING = re.compile(
    r"(?:(?:public|private|protected|static|async|await|export|default|abstract|final|override|virtual|inline|const|new|"
    r"class|struct|interface|trait|enum|def|fn|func|function|fun|module|package|namespace|import|type|raise|throw|throws|"
    r"extends|implements)\s{1,3}){1,4}"
)
_VERSION_BEHIND = re.compile(
    r"`?\s?(?P<version>(?:===?|>=|<=|~=|!=|~>|[<>^@])\s?v?\d{1,6}(?:\.[\w*]{1,30}){0,5}|"
    r"v?\d{1,6}(?:\.\d{1,6}){1,4}\w{0,20})(?![\w%])"
)
_PACKAGE = re.compile(r"@?[A-Za-z][\w-]{1,80}(?:[./][\w-]{1,80}){0,3}")
_PACKAGE_AND_VERSION = re.compile(rf"({_PACKAGE.pattern}) v?(\d{{1,6}}(?:\.\d{{1,6}}){{1,4}}[\w.+-]{{0,30}})")
_KEY_BEHIND = re.compile(
    r"\s?(?:(?:config(?:uration)?|settings?)\s)?(?:settings?|config(?:uration)?|keys?|config options?)\b"
    r"|\s?的?(?:配置|设置项|設定)",
    re.IGNORECASE,
)
_KEY_BEFORE = re.compile(
    r"(?:\b(?:(?:the|a|our|this) settings?|config(?:uration)?(?: (?:key|option))?|keys?)|配置项?|設定)[\s:：]{0,2}$",
    re.IGNORECASE,
)
_KEY = re.compile(r"[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,6}")
_KEY_AND_VALUE = re.compile(rf"({_KEY.pattern}): \S.{{0,80}}")


def alone(name: str) -> Mention | None:
    """Return what a name is, None where it has not the spelling of any: then it is a symbol to who asks."""
    text = name.strip().strip("`").strip()
    if not text or len(text) > 300 or "\n" in text:
        return None
    return _of_a_command(text) or _dependency(text) or _place(text) or _commit(text) or _symbol(text)


def in_backticks(inside: str, following: str, before: str) -> list[Spot] | None:
    """Return what a whole code span names; None where it is more than one name, and has to be read as code."""
    text = inside.strip()
    start = inside.find(text)
    declared = _DECLARING.match(text)
    if declared and len(text) > declared.end():
        text, start = text[declared.end() :], start + declared.end()
    named = _with_its_words(text, following, before) or alone(text)
    if named is None:
        return None
    if not _says_something(named):
        return []
    first, last = _cut(text, named)
    return [Spot(named, start + first, start + last, 0, 0, code=True)]


def _cut(text: str, named: Mention) -> tuple[int, int]:
    """Return where in its code span a name stands; the dot before it stays, since `.close()` is how it is written."""
    at = text.rfind(named.name) if named.kind == "symbol" else text.find(named.name)
    if at < 0:
        return 0, len(text)
    return 0 if text[:at] == "." else at, at + len(named.name)


def _with_its_words(text: str, following: str, before: str) -> Mention | None:
    """Return what the words around say that a name is: a package of a version, a variable, a key."""
    if _PACKAGE.fullmatch(text) and text.lower() not in NOT_PACKAGES and not is_file(text):
        behind = _VERSION_BEHIND.match(following)
        if behind and (not behind["version"][:1].isdigit() or text.islower()):
            return Mention(text, "dependency", "".join(behind["version"].split()))
    together = _PACKAGE_AND_VERSION.fullmatch(text)
    if together and together[1].lower() not in NOT_PACKAGES and not is_shaped(together[1]):
        return Mention(together[1], "dependency", together[2])
    if (
        is_constant(text.replace("_", "A"))
        and _WORD.fullmatch(text)
        and speaks_of_environment(before, following)
    ):
        return Mention(text, "variable")
    if (
        _KEY.fullmatch(text)
        and not is_file(text)
        and (_KEY_BEHIND.match(following) or _KEY_BEFORE.search(before))
    ):
        return Mention(text, "key")
    pair = _KEY_AND_VALUE.fullmatch(text)
    if pair and ("." in pair[1] or "-" in pair[1]) and not is_file(pair[1]):
        return Mention(pair[1], "key")
    return None


def _says_something(one: Mention) -> bool:
    """Leave out what names nothing of a project: keywords, products, one letter, words joined by hyphens."""
    if one.kind == "path" and "/" in one.name and not is_path(one.name, code=True):
        return False  # a route of a server, a kind of content, a place of the machine, two words
    if one.kind != "symbol":
        return True
    name = one.name.removesuffix("()")
    if (
        is_product(name)
        or name in BUILTINS
        or (len(one.parts) == 1 and name.lower() in KEYWORDS and name == one.name)
    ):
        return False
    if len(one.parts) > 1 or name != one.name:
        return True
    return len(name) > 1 and any(
        letter.islower() or letter.isupper() or letter in "_0123456789" for letter in name
    )


def _of_a_command(text: str) -> Mention | None:
    if _FLAG.fullmatch(text):
        return Mention(text.partition("=")[0], "flag")
    if variable := _VARIABLE.fullmatch(text):
        name = next(group for group in variable.groups() if group)
        return Mention(f"${name}", "variable") if any(letter.isalpha() for letter in name) else None
    if member := ENVIRONMENT_MEMBER.fullmatch(text):
        return Mention(member["name"], "variable")
    if table := _TABLE.fullmatch(text):
        return None if is_file(table[1] or table[2]) else Mention(table[1] or table[2], "key")
    return None


def _dependency(text: str) -> Mention | None:
    if prefixed := _ECOSYSTEM.fullmatch(text):
        return Mention(prefixed[1], "dependency", "".join((prefixed[2] or "").split()).lstrip("@"))
    for pattern in (IN_CODE.module, IN_CODE.maven, IN_CODE.at_version, IN_CODE.bounded):
        match = pattern.fullmatch(text)
        if match and match["name"].lower() not in NOT_PACKAGES and not _is_comparison(match):
            return Mention(match["name"], "dependency", "".join(match["version"].split()))
    return None


def _is_comparison(match: re.Match[str]) -> bool:
    return match.re is IN_CODE.bounded and "." not in match["version"] and bool(match["blank"])


def _place(text: str) -> Mention | None:
    plain = _LINE.sub("", text)
    if inside := _IN_FILE.fullmatch(plain):
        return Mention(inside[2], "symbol") if is_file(inside[1].rpartition("/")[2], in_folder=True) else None
    if not _PATH.fullmatch(plain) or _OPERATOR.fullmatch(plain) or plain.startswith("//"):
        return None
    if "/" not in plain:
        if is_file(plain):
            return Mention(plain, "glob" if "*" in plain else "path")
        if plain.startswith(".") and is_file(f"x{plain}"):
            return Mention(f"*{plain}", "glob")  # an ending: the files that have it are meant
        return Mention(plain, "glob") if _ALL_OF_AN_ENDING.match(plain) else None
    if is_no_path(plain):
        return None
    if is_glob(plain):
        return Mention(plain, "glob") if _TWO.search(plain) else None
    if _ARITY.fullmatch(plain) or not any(letter.isalpha() for letter in plain):
        return None
    return Mention(plain, "path")


def _commit(text: str) -> Mention | None:
    return Mention(text, "commit") if any(id == text for id in commit_ids(text)) else None


def _symbol(text: str) -> Mention | None:
    if len(text) > LONGEST:
        return None
    if arity := _ARITY.fullmatch(text):
        return Mention(arity[1].replace(":", "."), "symbol")
    if _OPERATOR.fullmatch(text):
        return Mention(text, "symbol")
    if not _NAME.fullmatch(text):
        return None
    if text.startswith("*_"):
        return None  # a piece of several
    name = without_receiver(text.rstrip(";").replace("?.", ".").replace(".prototype.", "."))[0]
    name = name.lstrip("@&*.").removeprefix("::") or name
    if name.partition("<")[0] in WRAPPERS and "<" in name:
        return None  # the one inside is meant
    head, call, rest = name.partition("().")
    if call and rest:
        # What `Parser()` has is known, what `getX()` returns is not.
        name = f"{head}.{rest}" if head.rpartition(".")[2][:1].isupper() else ""
    return Mention(name, "symbol") if name else None
