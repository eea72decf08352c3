"""Finds what a request or a command line proves itself with: Authorization headers, `curl -u`, `sshpass -p`."""

from __future__ import annotations

import re
from binascii import Error as NotBase64
from binascii import a2b_base64
from collections.abc import Iterator

from gitexp.steps.redact_addresses import is_harmless_password
from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import is_known_example, is_no_value, looks_chosen, looks_random
from gitexp.steps.redact_keys import end_of_broken

_BLANK = r"(?:[ \t]|%20|\+)"
_QUOTE = r"(?:\\{0,3}[\"'`]|&quot;|%22)"
_SCHEME = rf"(?:[A-Za-z][A-Za-z0-9_-]{{2,24}}(?:{_BLANK}|:|=){{1,4}})?"
_HEADER = re.compile(
    rf"authorization(?:{_QUOTE}|\])?[ \t]{{0,8}}(?:[:=,：]|%3A|=>){_BLANK}{{0,8}}{_QUOTE}?{_SCHEME}"
    r"(?P<body>[A-Za-z0-9+/=_.~:%-]{8,}+)",
    re.IGNORECASE,
)
_BASIC = re.compile(
    r"(?<![A-Za-z])basic(?:[ \t]|%20){1,4}(?P<body>[A-Za-z0-9+/_-]{6,}+={0,2})", re.IGNORECASE
)
_BEARER = re.compile(
    rf"(?<![A-Za-z])bearer{_BLANK}{{1,4}}[\"'`]?(?P<body>[A-Za-z0-9+/=_.~-]{{12,}}+)", re.IGNORECASE
)
_LOGIN = re.compile(
    r"(?:(?<![\w-])-u|--user|--proxy-user|--creds?|-basic-auth)(?:[ \t=]{1,4}|(?=[\"']))[\"']?"
    r"[^\s:\"'`$/]{0,80}[\"']?:[\"']?(?P<body>[^\s\"'`]{5,128})"
)
_COMMAND = re.compile(
    r"(?:sshpass[ \t]+-p|mysql(?:dump|admin)?\b[^\n\"']{0,60}[ \t]-p|redis-cli\b[^\n\"']{0,60}[ \t]-a)"
    r"[ \t]?[\"']?(?P<body>[^\s\"']{5,128})"
)


def found_in_headers(text: str) -> Iterator[Found]:
    """Yield the credentials of headers and command lines; the words before them stay."""
    folded = text.lower()
    if "authorization" in folded:
        yield from (
            _long(match) for match in _HEADER.finditer(text) if _is_basic(match["body"]) or _is_token(match)
        )
    if "basic" in folded:
        yield from (_long(match) for match in _BASIC.finditer(text) if _is_basic(match["body"]))
    if "bearer" in folded:
        yield from (_long(match) for match in _BEARER.finditer(text) if _is_token(match))
    if any(option in text for option in ("-u", "-basic-auth", "--cred")):
        yield from (_body(match) for match in _LOGIN.finditer(text) if _is_password(match["body"]))
    if any(command in text for command in ("sshpass", "mysql", "redis-cli")):
        yield from (_body(match) for match in _COMMAND.finditer(text) if _is_password(match["body"]))


def _plain(body: str) -> str:
    """Return the `login:password` that base64 hides, or nothing where it hides none."""
    body = body.rstrip("=")[:400]
    try:
        plain = a2b_base64(body + "=" * (-len(body) % 4)).decode()
    except (NotBase64, UnicodeDecodeError):
        return ""
    return plain if ":" in plain and plain.isprintable() else ""


def _is_basic(body: str) -> bool:
    """Return whether it is base64 of `login:password`, and the password no stand-in."""
    password = _plain(body).partition(":")[2].replace(" ", "")
    return password != "" and not is_known_example(body) and not is_harmless_password(password)


def _is_token(match: re.Match[str]) -> bool:
    body = match["body"]
    return _plain(body) == "" and looks_random(body) and not is_no_value(body)


def _is_password(value: str) -> bool:
    return (looks_chosen(value, sure=True) or looks_random(value)) and not is_no_value(value)


def _body(match: re.Match[str]) -> Found:
    return Found(match.start("body"), match.end("body"), "secret")


def _long(match: re.Match[str]) -> Found:
    return Found(match.start("body"), end_of_broken(match.string, match.end()), "secret")
