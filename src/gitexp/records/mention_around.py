"""What the letters and words beside a name say of it: that it is a variable, a commit, a piece of something longer."""

from __future__ import annotations

import re
from collections.abc import Iterator

_COMMIT_BEFORE = re.compile(
    r"(?:commits?|revisions?|\brev|\bsha-?1?|changesets?|\breverts?|reverted (?:in|by|with)|"
    r"cherry[- ]picked?(?: from)?|fixup|提交|コミット|커밋)(?:\W{0,3}[0-9a-f]{7,40}(?:,| and|/|、)){0,12}\W{0,4}$",
    re.IGNORECASE,
)
_COMMIT_AFTER = re.compile(r"\s(?:commit|revision)\b|\s?(?:提交|コミット)")
_ENVIRONMENT = r"(?:env(?:ironment(?:al)?)?[ -]?var(?:iable)?s?|\benv\b|environment|环境变量|環境変数|環境變數|환경 ?변수)"
_ENVIRONMENT_BEFORE = re.compile(
    rf"{_ENVIRONMENT}[\s:`\"'(「]{{0,4}}$|\b(?:export|setenv|unset) $", re.IGNORECASE
)
_ENVIRONMENT_AFTER = re.compile(
    rf"^[\W_]{{0,3}}(?:(?:in|from) (?:the |your )?)?(?:的|の)?{_ENVIRONMENT}", re.IGNORECASE
)
_COMMIT_ID = re.compile(r"(?<![\w-])(?=[0-9]{0,40}[a-f])(?=[a-f]{0,40}[0-9])[0-9a-f]{7,40}(?![\w-])")
_FLOAT = re.compile(r"\d+e\d+")
_PREFIX_AND_HYPHEN = re.compile(r"([A-Za-z0-9_]{1,40})-$")
_PREFIXES = frozenset(
    "non pre post sub super multi self co semi pseudo ex un de anti inter intra cross per no not like via".split()
)
_STAR_BEFORE = re.compile(r"(?:^|[^*])\*$")
_STAR_BEHIND = re.compile(r"\*(?:$|[\s,)])")
_HYPHEN_BEHIND = re.compile(r"-[a-z]")
_END_OF_EMPHASIS = re.compile(r"[^\n\0_]{0,59}[^\W_][.!?)'\"]{0,2}_(?!\w)")
_TYPE_BEFORE = re.compile(
    r"[<\[*&@!]$|[=|]\s?$|\b(?:new|class|extends|implements|struct|enum|interface|trait|impl|as|is|throws?|raise|return|"
    r"import|instanceof|const|static|case|type|public|private|protected|final|override|use|using)\s$|[-=]>\s?$"
)
_TYPE_BEHIND = re.compile(r"[<(\[*&>?;]|\s?[={|]|\s[\w$]{1,60}(?:\s?[)=;{]|[(\[])")
_PERHAPS_BEFORE = re.compile(r"[:,()]\s?$")
_PERHAPS_BEHIND = re.compile(r"\s?[,)\]]|\s[\w$]{1,60}\s?,|$")


def speaks_of_environment(before: str, following: str) -> bool:
    """Return whether the words around a name say that it is a variable of the environment."""
    return bool(_ENVIRONMENT_BEFORE.search(before) or _ENVIRONMENT_AFTER.search(following))


def speaks_of_commit(text: str, start: int, end: int) -> bool:
    """Return whether the words around say that hex digits are the id of a commit."""
    before = text[max(0, start - 160) : start]
    return bool(_COMMIT_BEFORE.search(before) or _COMMIT_AFTER.match(text, end))


def is_piece(name: str, before: str, following: str, *, code: bool) -> bool:
    """Return whether a name is cut out of one that stands for several: `on_*`, `has_[kind]_rule`, `run.all-of`."""
    if name.endswith("_") and following[:1] in ("*", "[", "{", "<", "%", "$"):
        return True
    if name.startswith("_") and (before[-1:] in ("]", "}", ">", "%") or _STAR_BEFORE.search(before)):
        return True
    if "." not in name or not name[-1].islower():
        return False
    return bool((_STAR_BEHIND if code else _HYPHEN_BEHIND).match(following))


def is_emphasis(name: str, following: str) -> bool:
    """Return whether the underscore before a word is Markdown's, whose other one stands words later."""
    return name[:1] == "_" != name[1:2] and name[-1] != "_" and bool(_END_OF_EMPHASIS.match(following))


def is_hyphenated(name: str, before: str) -> bool:
    """Return whether a hyphen joins a name to what stands before it: `X-RateLimit`, `x64-little_endian`."""
    joined = _PREFIX_AND_HYPHEN.search(before)
    if joined is None:
        return False
    return joined[1][:1].isupper() or ("_" in name and joined[1].lower() not in _PREFIXES)


def is_type_in_code(before: str, following: str) -> bool:
    """Return whether a capitalised word in an expression is a type by the signs beside it, and not a word of a message."""
    if _TYPE_BEFORE.search(before) or _TYPE_BEHIND.match(following):
        return True
    return bool(_PERHAPS_BEFORE.search(before) and _PERHAPS_BEHIND.match(following))


def commit_ids(text: str) -> Iterator[str]:
    """Yield all words that can be the id of a commit: 7 to 40 hex digits, both letters and numbers among them."""
    return (match[0] for match in _COMMIT_ID.finditer(text) if not _FLOAT.fullmatch(match[0]))
