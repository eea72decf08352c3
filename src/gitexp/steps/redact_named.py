"""Finds secrets by the name they are kept under: `password = "…"`, `api_key: …`, `TOKEN=…`, "the password is …"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import PLACEHOLDER, is_call, is_no_value, looks_chosen, looks_random
from gitexp.steps.redact_keys import end_of_broken
from gitexp.steps.secret_patterns import HARMLESS_BEFORE_TOKEN, NAME_TAIL, NAMES, SHORT_CORES, Name

_B = r"(?:[ \t]|%20|\+(?=%))"
_NEXT_LINE = rf"{_B}{{0,20}}(?:(?:[|>][+-]?)?[ \t]*(?:\\{{1,2}}n|\\?\n)[ \t>+\-|*]{{0,24}})?"
_QUOTE = r"\\{0,4}(?:\"\"\"|'''|[\"'`])|&quot;|&#3[49];|%2[27]|\\u002[27]|[“”‘’「」『』«»]"
_CLOSE = rf"(?:{_QUOTE})?(?:\*{{1,2}}|__)?(?:{_QUOTE})?[\])]?"
_SIGN = r"(?::=|:-|=>|={1,3}|!==?|\?\?=|\|\|=|\+=|::?|：|＝|%3[AaDd]|\\u003[aAdD])"
_OPENS = r"(?=[bBrRuUfF@]?[\"'`\\])"

_VALUE_BESIDE = re.compile(
    rf"(?:{_QUOTE})?[ \t]{{0,5}}[,;]?\s{{0,40}}[-+]?[ \t]{{0,20}}(?:{_QUOTE})?value(?:{_QUOTE})?[ \t]{{0,5}}[:=][ \t]{{0,5}}",
    re.IGNORECASE,
)
_ARGUMENT = re.compile(
    rf"(?:{_QUOTE})[ \t]{{0,5}}(?:,|[)\]] {{0,4}}(?:or|\|\||\?\?))[ \t]{{0,5}}{_OPENS}|\([ \t]{{0,5}}{_OPENS}"
)
_ASSIGNED = re.compile(rf"{_CLOSE}(?P<blank>{_B}{{0,20}}){_SIGN}(?:\*{{1,2}}|__)?{_NEXT_LINE}")
_TYPED = re.compile(
    r"(?:[ \t]{0,4}:[ \t]{0,4}[A-Za-z_&][\w.<>\[\]| ?&']{0,40}?|[ \t]{1,4}(?:string|String|str))[ \t]{1,4}=[ \t]{0,4}"
)
_CELL = re.compile(r"(?:[`*]{1,2})?[ \t]+\|[ \t]+")
_SAID = re.compile(
    r"(?:[ \t]+[\w./'-]{1,30}){0,5}?[ \t]+(?:is|was|are|being|equals|will be|ist|lautet|est|es)(?:[ \t]+now)?[: \t]{0,3}[ \t:]"
    r"|[ \t]*(?:是|为|為|は|が|：|는|은)[ \t]*"
)
_OPTION = re.compile(r"[ \t]{1,4}(?![-|&<])")
_ELEMENT = re.compile(r"(?:[\"'][^<>\n]{0,60})?>\s{0,20}(?=[^<>\s][^<>\n]{3,400}</)")
_APART = re.compile(
    r"[ \t]*(?:->|→|<<<)[ \t]*|[ \t]{1,3}(?:of|to|as|with|using|via|=)[ \t]{1,3}|[ \t]{1,3}[(\[][ \t]*|（[ \t]*|[ \t]{1,4}"
)

_QUOTED = re.compile(
    rf"[\[({{]?[ \t\n]{{0,20}}(?P<call>[A-Za-z_][\w.:]{{0,40}}\([ \t]{{0,4}})?[bBrRuUfFL@$]{{0,2}}"
    rf"(?P<quote>{_QUOTE})(?P<value>(?:(?!(?P=quote)|\n|[”’」』»]).){{1,2000}})(?=(?P=quote)|[”’」』»])"
)
_MORE = re.compile(
    rf"\s{{0,2}}(?:{_QUOTE})\s{{0,20}},\s{{0,20}}(?P<quote>[\"'`])(?P<value>[^\"'`\n]{{1,2000}})(?=(?P=quote))"
)
_BARE = re.compile(
    r"(?:\*{1,2}|__|[\"'`(\[「“『]|\\\"|%22|&quot;)?"
    r"(?P<value>(?:(?![&;,|][A-Za-z_. %-]{1,40}=|\]\(|&amp;|&quot;|&lt;|%2[0267]|%0[AaDd]|\\u00)"
    r"(?:[!#-%&(-+\-./0-;=?-\[\]-_a-~\u00c0-\u024f§€]|,(?=[^\s\"'])|\\(?![nrtx\"'\\u]))){3,512}+)"
)
_FALLBACK = re.compile(
    r"[^\n]{0,80}?(?P<sign>\|\||\?\?|\bor\b|\belse\b|,)[ \t]{0,4}(?P<quote>[\"'`])(?P<value>[^\"'`\n]{4,400})(?=(?P=quote))"
)
_PHRASE = re.compile(r"(?:[a-z]{3,12} ){3,7}[a-z]{3,12}")
_WORD = re.compile(r"\S+")
_RUN_ON = re.compile(r"[A-Za-z0-9+/=_-]*")
_LINE_END = re.compile(r"[ \t]*(?:\n|\\n|\Z)")
_TRAILING = ".,;:?)]}>*|'/\\"

_Enough = Literal["random", "likely", "chosen"]
"""What a password must look like at least, by how sure its place makes it; a key must always look random."""


@dataclass(frozen=True)
class _Core:
    core: str
    name: Name
    rest: re.Pattern[str]
    before: re.Pattern[str] | None
    short: bool


_CORES = tuple(
    _Core(
        name.core,
        name,
        re.compile(f"(?:{name.rest}){NAME_TAIL}", re.IGNORECASE),
        re.compile(f"(?:{name.before})\\Z", re.IGNORECASE) if name.before else None,
        name.core in SHORT_CORES,
    )
    for name in NAMES
)
_HARMLESS = re.compile(
    f"(?:(?<![A-Za-z])(?i:{HARMLESS_BEFORE_TOKEN})|(?<=[a-z])(?:{HARMLESS_BEFORE_TOKEN.title()}))"
    "[ _.-]?(?i:key[ _.-]?)?\\Z"
)
_FREE = re.compile(r"(?:\A|[^A-Za-z]|(?<![\w-])-D|%[0-9A-Fa-f]{2}|\\[nrt])\Z")
_SETTING = re.compile(
    r"(?:[?&;]|%3[Ff]|%26|(?<![\w-])-e[ \t]+|(?i:export|set|env|arg)[ \t]+|(?<![\w-])--?)[\w.-]*\Z"
)
_LINE_START = re.compile(r"[\s+\->#*|]*[\w.-]*")
_ENV_NAME = re.compile(r"[A-Z][A-Z0-9_]*\Z")
_DASHES = re.compile(r"(?:\A|[\s\"'`=(\[])-{1,2}[\w-]*\Z")
_TAG = re.compile(r"<[\w:.-]*(?:[ \t][^<>\n]{0,60})?\Z")


@dataclass(frozen=True)
class _Place:
    """A name that a secret may be kept under: where it begins and ends, and what stands before it."""

    text: str
    name: Name
    start: int
    end: int
    before: str

    @property
    def is_env(self) -> bool:
        """Return whether the whole name is in capitals, as environment variables are."""
        return (
            _ENV_NAME.search(self.text[self.start : self.end]) is not None and not self.before[-1:].islower()
        )


def found_named(text: str) -> Iterator[Found]:
    """Yield the values of all names that a secret is kept under."""
    folded = text.replace("\u0130", "i").lower()
    for core in _CORES:
        at = folded.find(core.core)
        while at != -1:
            place = _place(text, core, at)
            if place is not None:
                yield from _values(place)
            at = folded.find(core.core, at + len(core.core))


def _place(text: str, core: _Core, at: int) -> _Place | None:
    tail = core.rest.match(text, at + len(core.core))
    end = tail.end() if tail else at + len(core.core)
    before = text[max(0, at - 40) : at]
    if core.short and not _FREE.search(before) and not (before[-1].islower() and text[at].isupper()):
        return None
    if core.before is not None and not core.before.search(before):
        return None
    if core.core == "token" and _HARMLESS.search(before):
        return None
    return _Place(text, core.name, at, end, before)


def _values(place: _Place) -> Iterator[Found]:
    """Yield what the name holds, by the first way of writing that gives something."""
    text, end = place.text, place.end
    following = text[end : end + 1]
    if (
        following.isascii()
        and (following.isalnum() or following in ("_", "-"))
        and not text.startswith("->", end)
    ):
        return
    for written, enough in _written(place):
        sign = written.match(text, end)
        found = list(_judged(place, sign, enough)) if sign is not None else []
        if found:
            yield from found
            return


def _written(place: _Place) -> Iterator[tuple[re.Pattern[str], _Enough]]:
    """Yield the ways a value is written after its name, and how much each asks of an unquoted one."""
    yield _VALUE_BESIDE, "chosen"
    yield _ARGUMENT, "chosen"
    yield _ASSIGNED, "chosen" if place.is_env else "likely"
    yield _TYPED, "likely"
    yield _SAID, "likely"
    yield _CELL, "likely"
    if _DASHES.search(place.before):
        yield _OPTION, "chosen"
    if _TAG.search(place.before):
        yield _ELEMENT, "chosen"
    if place.name.core not in SHORT_CORES:
        yield _APART, "likely"


def _judged(place: _Place, sign: re.Match[str], enough: _Enough) -> Iterator[Found]:
    """Yield the values after `sign` that look like a secret."""
    text, at = place.text, sign.end()
    quoted = _QUOTED.match(text, at)
    if quoted is not None:
        found = list(_judged_quoted(place, quoted, "likely" if sign.re is _APART else "chosen"))
        yield from found
        if found:
            return
    bare = _BARE.match(text, at) if quoted is None and sign.re is not _ARGUMENT else None
    if bare is not None:
        value = bare["value"]
        trimmed = value.rstrip(_TRAILING)
        end = bare.start("value") + len(trimmed)
        if sign.re is _ASSIGNED and not sign["blank"] and _is_setting(place, bare.end("value")):
            enough = "chosen"
        if not _is_code(value, text[end : end + 2], sign) and _is_secret(place, trimmed, enough):
            run_on = _RUN_ON.match(text, end) if len(value) >= 512 else None
            yield Found(bare.start("value"), end_of_broken(text, run_on.end() if run_on else end), "secret")
            return
    fallback = _FALLBACK.match(text, at) if sign.re is _ASSIGNED else None
    if fallback is not None and _is_secret(
        place, fallback["value"], "random" if fallback["sign"] == "," else "chosen"
    ):
        yield Found(fallback.start("value"), fallback.end("value"), "secret")


def _judged_quoted(place: _Place, quoted: re.Match[str], enough: _Enough) -> Iterator[Found]:
    """Yield the quoted value, and those that follow it in a list; of a call the second argument too."""
    call = quoted["call"] is not None
    following: re.Match[str] | None = quoted
    for number in range(50):
        if following is None:
            return
        found = list(_in_quotes(place, following, "likely" if call else enough))
        yield from found
        if not found and (number or not call):
            return
        following = _MORE.match(place.text, following.end("value"))


def _in_quotes(place: _Place, quoted: re.Match[str], enough: _Enough) -> Iterator[Found]:
    """Yield the value between quotes; of two or three words (`Bearer …`) those that look random, of a sentence none."""
    value = quoted["value"]
    words = list(_WORD.finditer(value))
    if len(words) == 1 and _is_secret(place, value, enough):
        yield Found(quoted.start("value"), end_of_broken(place.text, quoted.end("value")), "secret")
    elif 1 < len(words) <= 3:
        start = quoted.start("value")
        for word in words:
            if _is_secret(place, word[0].rstrip(";,"), "random"):
                yield Found(start + word.start(), start + word.start() + len(word[0].rstrip(";,")), "secret")
    elif place.name.core == "passphrase" and 4 <= len(words) <= 8 and _PHRASE.fullmatch(value):
        yield Found(quoted.start("value"), quoted.end("value"), "secret")


def _is_secret(place: _Place, value: str, enough: _Enough) -> bool:
    if PLACEHOLDER.fullmatch(value) or is_no_value(value):
        return False
    if looks_random(value):
        return True
    return (
        place.name.kind == "password" and enough != "random" and looks_chosen(value, sure=enough == "chosen")
    )


def _is_code(value: str, after: str, sign: re.Match[str]) -> bool:
    """Return whether an unquoted value is code: a call, a piece of a minified line, a declaration `Token name;`."""
    called = after.startswith("(") or (sign.re is _APART and after.startswith((";", "{", " {", " =")))
    return called or is_call(value) or is_no_value(value)


def _is_setting(place: _Place, end: int) -> bool:
    """Return whether it is a setting: an option, a part of an address, or a line to itself as in a settings file."""
    if _SETTING.search(place.before):
        return True
    line = place.before.rpartition("\n")[2]
    return _LINE_START.fullmatch(line) is not None and _LINE_END.match(place.text, end) is not None
