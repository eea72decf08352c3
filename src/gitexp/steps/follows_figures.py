"""Figures with their units: as people say them (`10 s`), and as code writes them (`10_000`, `10 * time.Second`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

_TIME = {
    "ns nanos nanosecond nanoseconds": 1e-9,
    "us µs μs micros microsecond microseconds": 1e-6,
    "ms msec msecs millis milli millisecond milliseconds 毫秒 ミリ秒": 1e-3,
    "s sec secs second seconds 秒 秒钟 秒間": 1.0,
    "min mins minute minutes 分钟 分鐘 分 分間": 60.0,
    "h hr hrs hour hours 小时 小時 時間": 3600.0,
    "d day days 天 日": 86_400.0,
    "week weeks": 604_800.0,
}
_BYTES = {"b byte bytes 字节 バイト": 0, "kb kib": 1, "mb mib": 2, "gb gib": 3, "tb tib": 4}
_SECONDS = {word: factor for words, factor in _TIME.items() for word in words.split()}
_POWERS = {word: power for words, power in _BYTES.items() for word in words.split()}
_SHORT = frozenset("b d h m min ns us".split())
"""Units that are too short, or mean too much else, to be read out of a name."""
_OF_CODE = {"m": "min"}
"""What Go and YAML write behind a figure."""

_NUMBER = r"(?:0[xX][0-9A-Fa-f]{1,16}|\d{1,15}(?:[_,]\d{3}){0,4}(?:\.\d{1,9})?)"
_UNIT = "|".join(sorted({*_SECONDS, *_POWERS, "percent", "%"}, key=lambda word: (-len(word), word)))
_SAID = re.compile(
    rf"(?<![A-Za-z0-9_.#/\\:+–-])(?P<number>{_NUMBER})(?:[ -]?(?P<unit>{_UNIT})(?![A-Za-z]))?(?![.,:/–-]?\d)(?![A-Za-z]\w)",
    re.I,
)
_NO_AMOUNT = re.compile(
    r"\b(?:v|versions?|releases?|pr|pull(?: request)?|issues?|lines?|sections?|chapters?|steps?|points?|rfc|pep|http|no\."
    r"|numbers?|tickets?|cve|utf|sha)\s{0,2}$",
    re.I,
)
_PRODUCT_NAME = re.compile(r"(?<=[\w,)] )[A-Z][A-Za-z]{1,20} $")
_SINCE = re.compile(r"\b(?:in|since|by|until|before|after|of|from) $", re.I)
_STRICT = re.compile(
    r"(?:\b(?:less|fewer|more|greater|larger|longer|shorter|higher|lower|bigger) than|\b(?:under|over|below|above|beyond"
    r"|exceeds?|exceeding|about|around|roughly|between)|[<>~≈]) $",
    re.I,
)
_IN_CODE = re.compile(
    rf"(?<![\w.$])(?P<number>{_NUMBER})(?P<more>(?:\s?\*\s?\d{{1,12}}(?![\w.]))*)(?:\s?<<\s?(?P<shift>\d\d))?"
    r"(?P<suffix>[A-Za-zµ%]{1,4})?(?![\w.]*\d|\w)"
)
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@dataclass(frozen=True)
class Figure:
    """An amount: `value` is in seconds or bytes where `unit` is a time or a size, else as it is said.

    A size that is said in MB may be counted by thousands or by 1024, so that there may be two values.
    """

    values: tuple[float, ...]
    unit: str = ""
    """`time`, `size`, `%`, or empty."""
    said: float = 0.0
    """The number itself."""

    @property
    def small(self) -> bool:
        """Return whether it is one of the numbers that stand everywhere."""
        return not self.unit and abs(self.said) <= 2


def figures_said(text: str) -> Iterator[tuple[int, int, Figure]]:
    """Yield the amounts of a text, with their places. Versions, dates, numbers of things, and vague ones are none."""
    for match in _SAID.finditer(text):
        before = text[max(0, match.start() - 40) : match.start()]
        unit = (match["unit"] or "").lower()
        if _STRICT.search(before) or (not unit and _names_something(before, match["number"])):
            continue
        yield match.start(), match.end(), _figure(_value(match["number"]), unit)


def _names_something(before: str, number: str) -> bool:
    year_or_version = "." in number or (number.isdigit() and 1990 <= int(number) < 2100)
    return (
        (year_or_version and _SINCE.search(before) is not None)
        or _NO_AMOUNT.search(before) is not None
        or _PRODUCT_NAME.search(before) is not None
    )


def _value(number: str) -> float:
    plain = number.replace("_", "").replace(",", "")
    return float(int(plain, 16)) if plain[:2] in ("0x", "0X") else float(plain)


def _figure(number: float, unit: str) -> Figure:
    if unit in _SECONDS:
        return Figure((number * _SECONDS[unit],), "time", number)
    if unit in _POWERS:
        power = _POWERS[unit]
        return Figure(tuple(dict.fromkeys((number * 1000.0**power, number * 1024.0**power))), "size", number)
    return Figure((number,), "%" if unit in ("%", "percent") else "", number)


@dataclass(frozen=True)
class Written:
    """A number of a line of code: where it stands, and what it amounts to before its unit is known."""

    start: int
    end: int
    number: float
    suffix: str


def numbers_written(line: str) -> Iterator[Written]:
    """Yield the numbers of a line of code; products and shifts of plain numbers are taken together."""
    for match in _IN_CODE.finditer(line):
        factors = [float(one) for one in re.findall(r"\d+", match["more"])]
        number: float = prod([_value(match["number"]), *factors])
        if match["shift"]:
            number *= float(1 << int(match["shift"]))
        suffix = match["suffix"] or ""
        yield Written(*match.span(), number, _OF_CODE.get(suffix, suffix.lower()))


def amounts_to(figure: Figure, written: Written, before: str, behind: str) -> bool:
    """Return whether a number of code is the amount, by its suffix, by units in the words around it, or as it is said.

    `before` is what it is bound to, `behind` the rest of its line.
    """
    unit = written.suffix if _known(written.suffix) else _unit_around(before, behind)
    if unit:
        amount = _figure(written.number, unit)
        if amount.unit == figure.unit:
            return any(_same(one, other) for one in amount.values for other in figure.values)
        return False
    if _same(written.number, figure.said):
        return True
    if figure.unit == "time":  # what takes a time without saying its unit takes seconds or milliseconds
        seconds = figure.values[0]
        return (seconds >= 60 and _same(written.number, seconds)) or (
            written.number >= 1000 and _same(written.number, seconds * 1000)
        )
    return figure.unit == "size" and any(_same(written.number, one) for one in figure.values)


def _known(unit: str) -> bool:
    return unit in _SECONDS or unit in _POWERS or unit == "%"


def _unit_around(before: str, behind: str) -> str:
    """Return the unit that code names beside a number: `timeout_ms =`, `from_secs(`, `* time.Second`, `, SECONDS`."""
    near = re.match(r"\s{0,2}(?:[*,]\s{0,2}(?:[\w$]{1,40}(?:\.|::))*[\w$]{1,40}|\)?\s?%)", behind)
    for text in (near[0] if near else "", before):
        words: list[str] = [word.lower() for word in _WORD.findall(text)]
        found = [word for word in words if _known(word) and word not in _SHORT and word != "s"]
        if found:
            return found[-1]
        if words and words[-1] == "s" and re.search(r"_s\b", text, re.I):
            return "s"
    return "%" if near and near[0].endswith("%") else ""


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
