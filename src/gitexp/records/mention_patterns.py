"""The patterns that find what may be a mention. Each is linear: its repeats are bounded, or never give back."""

from __future__ import annotations

import re
from dataclasses import dataclass

PROSE = "A-Za-z0-9_$\u00c0-\u024f\u0370-\u052f"
"""Letters of names in prose: those of scripts with blanks between words; Chinese and Japanese stand right beside."""
CODE = r"\w$"
_HOST = r"(?:[A-Za-z0-9-]{1,63}\.){1,5}"
_VERSION = r"v?\d{1,6}[\w.*+-]{0,30}"
_BOUND = r"(?:===?|>=|<=|~=|!=|~>|[<>^])"

FENCE = re.compile(r"`++")
GEM = re.compile(
    r"\bgem\s{1,3}(?P<q>['\"])(?P<name>[\w-]{1,80})(?P=q)(?:\s?,\s?(?P<v>['\"])(?P<version>[^'\"\n]{1,40})(?P=v))?"
)
QUOTED_DEPENDENCY = re.compile(
    r"\"(?P<name>@?[\w./-]{1,80})\"\s?:\s?\"(?P<version>[\^~>=<]{0,2}v?\d{1,6}\.\d[\w.+*-]{0,30})\""
)
ENVIRONMENT_CALL = re.compile(
    r"(?:os\.|System\.|std::|process\.)?(?:environ|[gG]etenv|GetEnvironmentVariable|LookupEnv|env::var|ENV)"
    r"(?:\.get|\.fetch|_os)?\s?[\[(]\s?[\"'](?P<name>[A-Za-z_][A-Za-z0-9_]{0,60})[\"']\s?[\])]?"
)
ENVIRONMENT_MEMBER = re.compile(
    r"\b(?:process|import\.meta|Deno)\.env\.(?P<name>[A-Za-z_][A-Za-z0-9_]{0,60})"
)
NOTHING = re.compile(
    r"!\[[^\[\]\n]{0,200}+\](?=\()"  # what stands for an image where it is not seen
    r"|<!--(?:[^-\0]|-(?!->)){0,500}+-->"
    r"|(?<![\w:]):[a-z0-9][a-z0-9_+-]{1,40}+:(?![\w:])"  # an emoji
    r"|^(?:diff --git |(?:---|\+\+\+) [ab]/|index (?=[0-9a-f]{7,40}\.\.))[^\n]{1,400}+$",
    re.MULTILINE,
)
"""Stretches that name nothing, whatever stands in them."""
QUOTED = re.compile(r"\"[^\"\n]{0,120}\"|'[^'\n]{0,120}'")


@dataclass(frozen=True)
class Patterns:
    """The patterns over one set of letters: prose has another than code."""

    web: re.Pattern[str]
    module: re.Pattern[str]
    maven: re.Pattern[str]
    at_version: re.Pattern[str]
    bounded: re.Pattern[str]
    three_numbers: re.Pattern[str]
    flag: re.Pattern[str]
    variable: re.Pattern[str]
    assignment: re.Pattern[str]
    table: re.Pattern[str]
    quoted_key: re.Pattern[str]
    commit: re.Pattern[str]
    path: re.Pattern[str]
    file: re.Pattern[str]
    symbol: re.Pattern[str]


def _patterns(w: str, word: str) -> Patterns:
    """Return the patterns for names of these letters; `word` is one that names nothing, passed over since most are.

    A pattern begins only where no letter of its own stands before: so a long run is tried once, not once a letter.
    """
    segment = (
        rf"(?:[{w}.@+~*?%-]|\{{[{w}.,*/-]{{1,80}}\}}|\[[{w}!^-]{{1,20}}\]|(?<=/)\([{w}.-]{{1,40}}\)(?=/))"
    )
    first = rf"(?!\d)[{w}]"
    between = r"(?:\(\))?(?:\?\.|\.|::|->|\#|\\)~?"
    dotted = r"[A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){1,6}"
    return Patterns(
        web=re.compile(
            rf"(?<![{w}])(?:[A-Za-z][A-Za-z0-9+.-]{{0,20}}+://|www\.)[^\s\0`\"'<>()\u3000-\u30ff\u3400-\u9fff]++"
            rf"|(?<![{w}.+-])[A-Za-z0-9_.+-]{{1,64}}+@(?![\d.]{{1,40}}+(?![\w.]))"
            rf"[A-Za-z0-9-]{{1,63}}+(?:\.[A-Za-z0-9-]{{1,63}}+){{1,6}}+"
            rf"(?::[\w./~-]{{1,200}}+)?"
            rf"|(?<![{w}.@/-]){_HOST}(?:com|org|edu|gov)(?![{w}-])(?!\.\w)(?:/[\w./~%-]{{0,200}}+)?"
            rf"|(?<![{w}.@/-]){_HOST}(?:net|io|dev|in|cn|jp|de|uk)/[\w./~%-]{{0,200}}+",
        ),
        module=re.compile(
            rf"(?<![{w}.@/-])(?P<name>{_HOST}(?:com|org|net|io|dev|in)/[\w./~-]{{1,120}}+)(?:\s|@)"
            r"(?P<version>v\d{1,6}\.\d{1,6}[\w.+-]{0,40})"
        ),
        maven=re.compile(
            rf"(?<![{w}.:-])(?P<name>[A-Za-z][\w-]{{0,60}}(?:\.[\w-]{{1,60}}){{1,6}}:[\w.-]{{1,80}}):"
            r"(?P<version>\d{1,6}\.\d[\w.+-]{0,30})"
        ),
        at_version=re.compile(
            rf"(?<![{w}@/.-])(?P<name>@?[A-Za-z][A-Za-z0-9_.-]{{0,80}}(?:/[A-Za-z0-9_.-]{{1,80}})?)@"
            r"(?P<version>[~^]?v?\d[A-Za-z0-9_.+-]{0,40})"
        ),
        bounded=re.compile(
            rf"(?<![{w}@/.=-])(?P<name>[A-Za-z](?:[A-Za-z0-9_.-]{{0,80}}[A-Za-z0-9])?)(?:\[[\w, -]{{1,60}}\])?"
            rf"(?P<blank>\s?)(?P<version>{_BOUND}\s?{_VERSION}(?:\s?,\s?{_BOUND}\s?{_VERSION}){{0,4}})"
        ),
        three_numbers=re.compile(
            rf"(?<![{w}@/.-])(?P<name>[a-z][a-z0-9_.-]{{1,80}}) "
            rf"(?P<version>v?\d{{1,6}}\.\d{{1,6}}\.\d{{1,6}}[A-Za-z0-9.+-]{{0,30}})"
        ),
        flag=re.compile(
            rf"(?<![{w}!-])(?P<name>--[A-Za-z][A-Za-z0-9_-]{{1,60}}+|-D[A-Za-z_][A-Za-z0-9_.]{{1,60}}+)(?P<sets>=?)"
        ),
        variable=re.compile(
            rf"(?<![{w}\\])(?:\$\{{(?P<a>[A-Z_][A-Z0-9_]{{0,60}}+)(?:[:/#%^,-][^}}\n]{{0,60}})?\}}"
            rf"|\$(?P<b>[A-Z_][A-Z0-9_]{{0,60}}+)(?![{w}(])|\$env:(?P<c>[A-Za-z_][A-Za-z0-9_]{{0,60}}+)"
            r"|%(?P<d>[A-Z_][A-Z0-9_]{1,60}+)%)"
        ),
        assignment=re.compile(rf"(?<![{w}.-])(?P<name>[A-Z][A-Z0-9_]{{1,60}}+)=(?=[^\s=~>\0])"),
        table=re.compile(rf"(?<![{w}\])])\[(?P<name>(?=[a-z]){dotted})\](?![(\[:])", re.ASCII),
        quoted_key=re.compile(rf"(?<![{w}])\"(?P<name>{dotted})\"", re.ASCII),
        commit=re.compile(rf"(?<![{w}.\#@/-])[0-9a-f]{{7,40}}(?![{w}-])"),
        path=re.compile(rf"(?<![{w}/@.~*?%+-]){segment}{{0,120}}+(?:/{segment}{{0,120}}+){{1,24}}+"),
        file=re.compile(rf"(?<![{w}/@.*-])[{w}*][{w}*-]{{0,80}}+(?:\.[{w}*-]{{1,80}}+){{1,8}}+"),
        symbol=re.compile(
            rf"(?<![{w}])(?<![{w}]\*)(?!{word}(?![{w}(]|{between}{first}))"
            rf"{first}[{w}]*+(?:{between}{first}[{w}]*+){{0,12}}+"
        ),
    )


IN_PROSE, IN_CODE = _patterns(PROSE, "[A-Za-z][a-z]*+"), _patterns(CODE, "[a-z]++")
