"""Reads a piece of prose or code from one kind of mention to the next; what one kind has taken is none of another's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from gitexp.records.mention import Mention, MentionKind
from gitexp.records.mention_patterns import (
    ENVIRONMENT_CALL,
    ENVIRONMENT_MEMBER,
    GEM,
    QUOTED,
    QUOTED_DEPENDENCY,
    Patterns,
)
from gitexp.records.mention_words import (
    CONTROL,
    KEYWORDS,
    NOT_PACKAGES,
    STARTERS,
    is_constant,
    is_file,
    is_path,
    is_product,
    is_shaped,
    is_type,
)

LONGEST = 160
RECEIVERS = frozenset("this self cls super $this @ me Self".split())
_SEPARATORS = re.compile(r"(\?\.|\.|::|->|#|\\)")
_CODE_SIGNS = re.compile(r"[(){}\[\]=;<>]")
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

Found = list[tuple[int, int, Mention]]


@dataclass(frozen=True)
class Spot:
    """Where a mention stands: `text[start:end]`; `left` and `right` take in its backticks.

    `gone` says that the text tells of it as of something that is not there. `after` is the later one of two spots
    that words join into this one.
    """

    mention: Mention
    start: int
    end: int
    left: int
    right: int
    code: bool = False
    gone: bool = False
    after: Spot | None = field(default=None, compare=False)

    def moved(self, by: int, left: int, right: int) -> Spot:
        """Return it as a spot of the text around."""
        return replace(self, start=self.start + by, end=self.end + by, left=left, right=right)


class Reader:
    """Reads one piece of text with the patterns for its letters."""

    def __init__(self, patterns: Patterns, *, code: bool = False) -> None:
        self._patterns = patterns
        self._code = code
        self._expression = False

    def spots(self, text: str) -> list[Spot]:
        """Return what the text names, sorted by place."""
        self._expression = self._code and _CODE_SIGNS.search(text) is not None
        found: Found = []
        for pattern, read in self._passes():
            text = _taken(pattern, read, text, found)
        if self._expression:
            text = QUOTED.sub(lambda match: "\0" * len(match[0]), text)
        _taken(self._patterns.symbol, self._symbols, text, found)
        return [
            Spot(one, start, end, start, end, self._code)
            for start, end, one in sorted(found, key=lambda row: row[:2])
        ]

    def _passes(self) -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str]], Found | None]]]:
        """Yield each pattern but the symbols', in the order in which they claim text, with what reads a match."""
        its = self._patterns
        yield its.module, _dependency
        yield its.web, lambda match: []
        for pattern in (GEM, QUOTED_DEPENDENCY):
            yield pattern, _dependency
        for pattern in (its.maven, its.at_version):
            yield pattern, _dependency
        yield its.bounded, _bounded
        yield its.three_numbers, _three_numbers
        yield its.flag, _flag
        for pattern in (ENVIRONMENT_CALL, ENVIRONMENT_MEMBER, its.variable, its.assignment):
            yield pattern, _variable
        yield its.table, lambda match: [(*match.span("name"), Mention(match["name"], "key"))]
        yield its.quoted_key, _quoted_key
        yield its.path, self._path
        yield its.file, _file
        yield its.commit, _commit

    def _path(self, match: re.Match[str]) -> Found | None:
        name, start = _without_emphasis(match[0].rstrip(".,:;?!"), match.start())
        if name.startswith("~") or (name.startswith("/") and not is_path(name, code=self._code)):
            return []  # a place of a machine, or a route of a server
        if not is_glob(name) and not is_path(name, code=self._code):
            return None
        if is_glob(name) and not re.search(r"[^\W\d_]{2}", name):
            return None
        return [(start, start + len(name), Mention(name, "glob" if is_glob(name) else "path"))]

    def _symbols(self, match: re.Match[str]) -> Found | None:
        found: Found = []
        if len(match[0]) > LONGEST:
            return None
        pieces = _pieces(match[0])
        for number, (first, last, piece) in enumerate(pieces):
            start, end = match.start() + first, match.start() + last
            before, following = match.string[max(0, start - 40) : start], match.string[end : end + 60]
            call = number < len(pieces) - 1 or self._is_call(piece, following)
            named = self._named(piece, call, before, following)
            if named:
                name, cut, kind = named
                brackets = 2 if call and following.startswith("()") else 0
                found.append((start + cut, end + brackets, Mention(name, kind)))
        return found or None

    def _is_call(self, piece: str, following: str) -> bool:
        if following.startswith("()"):
            return True
        if not following.startswith("("):
            return False
        arguments = following[1:].partition(")")[0]
        return self._code or is_shaped(piece) or bool(re.search(r"[,=]", arguments) and ")" in following)

    def _named(
        self, piece: str, call: bool, before: str, following: str
    ) -> tuple[str, int, MentionKind] | None:
        """Return the name that a run of letters and separators gives, how much was cut off on its left, and its kind."""
        rest, cut = without_receiver(piece)
        rest = rest.replace("?.", ".").replace(".prototype.", ".")
        parts = _SEPARATORS.split(rest)
        while len(parts) > 2 and parts[-2] == "." and parts[-1] in STARTERS and not call:
            del parts[-2:]
        name = "".join(parts)
        if len(parts) > 1:
            good = call or self._is_qualified(name, parts)
            return (f"{name}()" if call else name, cut, "symbol") if good else None
        if call:
            return None if name in CONTROL or not name.strip("_$") else (f"{name}()", cut, "symbol")
        if (
            is_constant(name.replace("_", "A"))
            and not is_product(name)
            and speaks_of_environment(before, following)
        ):
            return name, cut, "variable"
        if is_product(name) or name.lower() in KEYWORDS:
            return None
        if not self._code and name.startswith("_") and name.endswith("_") and not name.startswith("__"):
            name, cut = name.strip("_"), cut + 1  # Markdown's emphasis
        if not self._code and name.startswith("$"):
            return None
        shaped = is_shaped(name) or (self._expression and is_type(name) and len(name) > 1)
        return (name, cut, "symbol") if shaped else None

    def _is_qualified(self, name: str, parts: list[str]) -> bool:
        """Return whether a name with separators and no brackets is one, and not an abbreviation or a host."""
        words, signs = parts[::2], set(parts[1::2])
        if is_product(name):
            return False
        if "\\" in signs and not self._code:
            return all(is_type(word) for word in words)
        if "#" in signs:
            return self._code or words[0][:1].isupper()
        if signs & {"::", "->", "\\"}:
            return True
        if all(len(word) == 1 for word in words):
            return self._code
        return bool(self._code or min(len(word) for word in words[:1]) > 1 or words[0].isupper())


def is_glob(path: str) -> bool:
    """Return whether a path stands for several."""
    return bool(
        re.search(r"(?:^|[/.\w-])\*\*?(?:$|[/.\w-])|\{[^}]*,|[\w.)-]\?[\w.]|\[[!^]?(?:\w-\w|\w{1,3}\])", path)
    )


def without_receiver(name: str) -> tuple[str, int]:
    """Return a name without the `this.` or `self.` before it, which names nothing, and how long that was."""
    rest = name
    while True:
        head, sign, tail = _first_part(rest)
        if not sign or head.removesuffix("()") not in RECEIVERS:
            return rest, len(name) - len(rest)
        rest = tail


def speaks_of_environment(before: str, following: str) -> bool:
    """Return whether the words around a name say that it is a variable of the environment."""
    return bool(_ENVIRONMENT_BEFORE.search(before) or _ENVIRONMENT_AFTER.search(following))


def commit_ids(text: str) -> Iterator[str]:
    """Yield all words that can be the id of a commit: 7 to 40 hex digits, both letters and numbers among them."""
    return (match[0] for match in _COMMIT_ID.finditer(text) if not _FLOAT.fullmatch(match[0]))


def _first_part(name: str) -> tuple[str, str, str]:
    sign = _SEPARATORS.search(name)
    return (name[: sign.start()], sign[0], name[sign.end() :]) if sign else (name, "", "")


def _pieces(run: str) -> list[tuple[int, int, str]]:
    """Return the parts of a chain of calls, each with its place. What `getX()` returns is not known."""
    pieces: list[tuple[int, int, str]] = []
    at = 0
    for part in run.split("()"):
        sign = _SEPARATORS.match(part)
        if pieces and is_type(_SEPARATORS.split(pieces[-1][2])[-1]):
            start, _, name = pieces.pop()
            pieces.append((start, at + len(part), name + part))
        else:
            skipped = sign.end() if sign and pieces else 0
            pieces.append((at + skipped, at + len(part), part[skipped:]))
        at += len(part) + 2
    return pieces


def _taken(
    pattern: re.Pattern[str], read: Callable[[re.Match[str]], Found | None], text: str, found: Found
) -> str:
    """Add what a pattern finds, and return the text without it. None leaves a match for the patterns to come."""

    def taken(match: re.Match[str]) -> str:
        named = read(match)
        if named is None:
            return match[0]
        found.extend(named)
        return "\0" * len(match[0])

    return pattern.sub(taken, text)


def _dependency(match: re.Match[str]) -> Found | None:
    name, version = match["name"], "".join((match["version"] or "").split()).rstrip(".,-+")
    if "." not in version and any(id == version for id in commit_ids(version)):
        return []  # a commit of a repository: `owner/name@0a1b2c3`
    if (
        re.search(r"\.[a-z]{2,}$", version)
        or name.lower() in NOT_PACKAGES
        or name.lower().endswith("version")
        or is_product(name)
    ):
        return None
    return [(*match.span(), Mention(name, "dependency", version))]


def _bounded(match: re.Match[str]) -> Found | None:
    """Take `httpx>=0.24` and `httpx >= 0.24`; a comparison of numbers is none."""
    name, version = match["name"], match["version"]
    loose = bool(match["blank"]) or (version[:1] in "<>^" and version[1:2] != "=")
    if "." not in version and (match["blank"] or not version.startswith(("==", ">=", "~=", "~>"))):
        return None
    if loose and (is_shaped(name) or "." in name or version.startswith("^")):
        return None
    if match["blank"] and version[:1] in "<>!" and version[1:2] != "=":
        return None
    return None if len(name) < 2 else _dependency(match)


def _three_numbers(match: re.Match[str]) -> Found | None:
    return None if is_shaped(match["name"]) or is_file(match["name"]) else _dependency(match)


def _flag(match: re.Match[str]) -> Found | None:
    name = match["name"].rstrip("-_.")
    if name.startswith("-D") and not (match["sets"] or name[2:].isupper()):
        return None
    return [(match.start(), match.start() + len(name), Mention(name, "flag"))]


def _variable(match: re.Match[str]) -> Found | None:
    names = match.groupdict()
    name = next(value for value in names.values() if value)
    if not any(letter.isalpha() for letter in name):
        return None
    written = name if "name" in names else f"${name}"
    return [(*match.span(), Mention(written, "variable"))]


def _quoted_key(match: re.Match[str]) -> Found | None:
    name = match["name"]
    if is_file(name) or is_product(name) or is_type(name.rpartition(".")[2]) or re.search(r"\.\d", name):
        return None
    return [(*match.span("name"), Mention(name, "key"))]


def _file(match: re.Match[str]) -> Found | None:
    name, start = _without_emphasis(match[0], match.start())
    if match.string[match.end() : match.end() + 1] == "(" or not is_file(name):
        return None
    return [(start, start + len(name), Mention(name, "glob" if "*" in name else "path"))]


def _commit(match: re.Match[str]) -> Found | None:
    before = match.string[max(0, match.start() - 160) : match.start()]
    spoken = _COMMIT_BEFORE.search(before) or _COMMIT_AFTER.match(match.string, match.end())
    if not spoken or not any(commit_ids(match[0])):
        return None
    return [(*match.span(), Mention(match[0], "commit"))]


def _without_emphasis(name: str, start: int) -> tuple[str, int]:
    """Return a path without Markdown's stars around it: `**a.py**`, but not `**/a.py` or `*.py`."""
    stars = len(name) - len(name.lstrip("*"))
    if not stars or name[stars : stars + 1] in ("/", ".", ""):
        return (name.rstrip("*"), start) if re.search(r"\.\w+\*+$", name) else (name, start)
    return name.strip("*"), start + stars
