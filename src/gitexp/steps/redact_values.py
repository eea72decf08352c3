"""Reads the value that a secret's name holds: how it is written after the name, where it ends, and whether it is one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import PLACEHOLDER, is_call, is_no_value, looks_chosen, looks_random
from gitexp.steps.redact_keys import end_of_broken
from gitexp.steps.secret_patterns import Name

Enough = Literal["random", "likely", "chosen"]
"""What a password must look like at least, by how sure its place makes it; a key must always look random."""


@dataclass(frozen=True)
class Way:
    """A way of writing a value after its name: a pattern for what stands between, and what is enough of each."""

    sign: re.Pattern[str]
    bare: Enough | None
    """None where an unquoted value is none."""
    quoted: Enough = "chosen"


@dataclass(frozen=True)
class Place:
    """A name that a secret may be kept under: where it ends, what stands before it, and whether it is in capitals."""

    text: str
    name: Name
    end: int
    before: str
    capitals: bool


_BLANK = r"(?:[ \t]|%20|\+(?=%))"
_QUOTE = r"\\{0,4}(?:\"\"\"|'''|[\"'`])|&quot;|&#3[49];|%2[27]|\\u002[27]|[“”‘’「」『』«»]"
_CLOSE = rf"(?:{_QUOTE})?(?:\*{{1,2}}|__)?(?:{_QUOTE})?[\])]?"
_SIGN = r"(?::=|:-|=>|={1,3}|!==?|\?\?=|\|\|=|\+=|::?|：|＝|%3[AaDd]|\\u003[aAdD])"
_NEXT_LINE = rf"{_BLANK}{{0,20}}(?P<break>(?:[|>][+-]?)?[ \t]*(?:\\{{1,2}}n|\\?\n)[ \t>+\-|*]{{0,24}})?"
_OPENS = r"(?=[bBrRuUfF@]?[\"'`\\])"
_IS = r"(?:is|was|are|being|equals|will be|ist|lautet|est|es)"

BESIDE = Way(
    re.compile(
        rf"(?:{_QUOTE})?[ \t]{{0,5}}[,;]?\s{{0,40}}[-+]?[ \t]{{0,20}}(?:{_QUOTE})?(?i:value)(?:{_QUOTE})?"
        r"[ \t]{0,5}[:=][ \t]{0,5}"
    ),
    "chosen",
)
"""`{"name": "DB_PASSWORD", "value": "…"}`, `<add key="Password" value="…"/>`."""
ARGUMENT = Way(
    re.compile(
        rf"(?:{_QUOTE})[ \t]{{0,5}},[ \t]{{0,5}}{_OPENS}|\([ \t]{{0,5}}{_OPENS}"
        rf"|(?:{_QUOTE})?[)\]]?[ \t]{{0,5}}(?:or|\|\||\?\?)[ \t]{{0,5}}{_OPENS}"
    ),
    None,
)
"""`define("DB_PASSWORD", "…")`, `password("…")`, `env.TOKEN || "…"`."""
ASSIGNED = Way(
    re.compile(rf"{_CLOSE}(?P<blank>{_BLANK}{{0,20}}){_SIGN}(?:\*{{1,2}}|__)?{_NEXT_LINE}"), "likely"
)
TYPED = Way(
    re.compile(
        r"(?:[ \t]{0,4}:[ \t]{0,4}[A-Za-z_&][\w.<>\[\]| ?&']{0,40}?|[ \t]{1,4}(?:string|String|str))[ \t]{1,4}=[ \t]{0,4}"
    ),
    "likely",
)
SAID = Way(
    re.compile(
        rf"(?:[ \t]+[\w./'-]{{1,30}}){{0,5}}?[ \t]+{_IS}(?:[ \t]+now)?[: \t]{{0,3}}[ \t:]"
        r"|[ \t]*(?:是|为|為|は|が|：|는|은)[ \t]*"
    ),
    "likely",
)
CELL = Way(re.compile(r"(?:[`*]{1,2})?[ \t]+\|[ \t]+"), "likely")
OPTION = Way(re.compile(r"[ \t]{1,4}(?![-|&<])"), "chosen")
ELEMENT = Way(re.compile(r"(?:[\"'][^<>\n]{0,60})?>\s{0,20}(?=[^<>\s][^<>\n]{3,400}</)"), "chosen")
APART = Way(
    re.compile(
        r"[ \t]*(?:->|→|<<<)[ \t]*|[ \t]{1,3}(?:of|to|as|with|using|via|=)[ \t]{1,3}"
        r"|[ \t]{1,3}[(\[][ \t]*|（[ \t]*|[ \t]{1,4}"
    ),
    "likely",
    "likely",
)
"""`the password Xk3…`, `set the token to …`, `password (…)`."""

_QUOTED = re.compile(
    rf"[\[({{]?[ \t\n]{{0,20}}(?P<call>[A-Za-z_][\w.:]{{0,40}}\([ \t]{{0,4}})?[bBrRuUfFL@$]{{0,2}}"
    rf"(?P<quote>{_QUOTE})(?P<value>(?:(?!(?P=quote)|\n|[”’」』»]).){{1,2000}})(?=(?P=quote)|[”’」』»])"
)
_MORE = re.compile(
    rf"\s{{0,2}}(?:{_QUOTE})\s{{0,20}},\s{{0,20}}(?P<quote>[\"'`])(?P<value>[^\"'`\n]{{1,2000}})(?=(?P=quote))"
)
_STOPS = r"(?![&;,|][A-Za-z_. %-]{1,40}=|\]\(|&amp;|&quot;|&lt;|%2[0267]|%0[AaDd]|\\u00)"
"""Where an unquoted value ends though the next character could be one of its own: at the next parameter."""
_BARE = re.compile(
    r"(?:\*{1,2}|__|[\"'`(\[「“『]|\\\"|%22|&quot;)?"
    rf"(?P<value>(?:{_STOPS}(?:[!#-%&(-+\-./0-;=?-\[\]-_a-~\u00c0-\u024f§€]|,(?=[^\s\"'])|\\(?![nrtx\"'\\u]))){{3,512}}+)"
)
_FALLBACK = re.compile(
    r"[^\n]{0,80}?(?P<sign>\|\||\?\?|\bor\b|\belse\b|,)[ \t]{0,4}"
    r"(?P<quote>[\"'`])(?P<value>[^\"'`\n]{4,400})(?=(?P=quote))"
)
_PHRASE = re.compile(r"(?:[a-z]{3,12} ){3,7}[a-z]{3,12}")
_WORD = re.compile(r"\S+")
_RUN_ON = re.compile(r"[A-Za-z0-9+/=_-]*")
_TRAILING = ".,;:?)]}>*|'/\\"

_SETTING = re.compile(
    r"(?:[?&;]|%3[Ff]|%26|(?<![\w-])-e[ \t]+|(?i:export|set|env|arg)[ \t]+|(?<![\w-])--?)[\w.-]*\Z"
)
_LINE_START = re.compile(r"[\s+\->#*|]*[\w.-]*")
_LINE_END = re.compile(r"[ \t]*(?:\n|\\n|\Z)")


def values(place: Place, way: Way, sign: re.Match[str]) -> Iterator[Found]:
    """Yield the values after `sign` that look like a secret: quoted ones, else an unquoted one, else a fallback."""
    text, at = place.text, sign.end()
    quoted = _QUOTED.match(text, at)
    found = list(_quoted(place, quoted, way.quoted)) if quoted is not None else []
    if not found and quoted is None and way.bare is not None:
        found = list(_unquoted(place, way, sign))
    if not found and way is ASSIGNED:
        found = list(_fallback(place, at))
    yield from found


def _quoted(place: Place, quoted: re.Match[str], enough: Enough) -> Iterator[Found]:
    """Yield the quoted value, and those that follow it in a list; of a call the second argument too."""
    call = quoted["call"] is not None
    following: re.Match[str] | None = quoted
    for number in range(50):
        found = list(_in_quotes(place, following, "likely" if call else enough)) if following else []
        yield from found
        if following is None or (not found and (number or not call)):
            return
        following = _MORE.match(place.text, following.end("value"))


def _in_quotes(place: Place, quoted: re.Match[str], enough: Enough) -> Iterator[Found]:
    """Yield the value between quotes; of two or three words (`Bearer …`) those that look random, of a sentence none."""
    value, start = quoted["value"], quoted.start("value")
    words = list(_WORD.finditer(value))
    if len(words) == 1 and _is_secret(place, value, enough):
        yield Found(start, end_of_broken(place.text, quoted.end("value")), "secret")
    elif 1 < len(words) <= 3:
        for word in words:
            bare = word[0].rstrip(";,")
            if _is_secret(place, bare, "random"):
                yield Found(start + word.start(), start + word.start() + len(bare), "secret")
    elif place.name.core == "passphrase" and _PHRASE.fullmatch(value):
        yield Found(start, quoted.end("value"), "secret")


def _unquoted(place: Place, way: Way, sign: re.Match[str]) -> Iterator[Found]:
    text = place.text
    bare = _BARE.match(text, sign.end())
    if bare is None:
        return
    value, start = bare["value"], bare.start("value")
    trimmed = value.rstrip(_TRAILING)
    end = start + len(trimmed)
    if _is_code(value, text[end : end + 2], way) or not _is_secret(
        place, trimmed, _asked(place, way, sign, bare)
    ):
        return
    if len(value) >= 512:
        run_on = _RUN_ON.match(text, end)
        end = run_on.end() if run_on else end
    yield Found(start, end_of_broken(text, end), "secret")


def _asked(place: Place, way: Way, sign: re.Match[str], bare: re.Match[str]) -> Enough:
    """Return what is enough for an unquoted value here: in a setting more is taken for a secret than in code."""
    if way is not ASSIGNED:
        return way.bare or "random"
    if sign["break"]:
        return "random"
    if place.name.core == "pass" and not place.before.endswith(("_", "-", ".")):
        return "likely"  # by itself it is mostly a test's verdict
    setting = not sign["blank"] and _is_setting(place, bare.end("value"))
    return "chosen" if place.capitals or setting else "likely"


def _fallback(place: Place, at: int) -> Iterator[Found]:
    """Yield the literal that stands in where nothing else gives the value: `process.env.TOKEN || "…"`."""
    fallback = _FALLBACK.match(place.text, at)
    if fallback is not None and _is_secret(
        place, fallback["value"], "random" if fallback["sign"] == "," else "chosen"
    ):
        yield Found(fallback.start("value"), fallback.end("value"), "secret")


def _is_secret(place: Place, value: str, enough: Enough) -> bool:
    if PLACEHOLDER.fullmatch(value) or is_no_value(value):
        return False
    if looks_random(value):
        return True
    chosen = place.name.kind == "password" and enough != "random"
    return chosen and looks_chosen(value, sure=enough == "chosen")


def _is_code(value: str, after: str, way: Way) -> bool:
    """Return whether an unquoted value is code: a call, a piece of a minified line, a declaration `Token name;`."""
    called = after.startswith("(") or (way is APART and after.startswith((";", "{", " {", " =")))
    return called or is_call(value) or is_no_value(value)


def _is_setting(place: Place, end: int) -> bool:
    """Return whether it is a setting: an option, a part of an address, or a line to itself as in a settings file."""
    if _SETTING.search(place.before):
        return True
    line = place.before.rpartition("\n")[2]
    return _LINE_START.fullmatch(line) is not None and _LINE_END.match(place.text, end) is not None
