"""Finds secrets in addresses: passwords before a host, and webhooks, whose path is the secret. Scheme and host stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import is_no_value, is_stand_in, looks_chosen, looks_random
from gitexp.steps.secret_patterns import WEBHOOKS

_NOT_IN_ADDRESS = r"\s\"'`<>\\"
_PASSWORD = rf"[^{_NOT_IN_ADDRESS}/?#]{{1,256}}|[^{_NOT_IN_ADDRESS}@]{{1,256}}"
_PLAIN = re.compile(
    rf":(?:\\?/){{2}}(?P<login>[^{_NOT_IN_ADDRESS}/:@]{{0,128}}):(?P<body>{_PASSWORD})@(?=[\w\[$%{{-])"
)
_ENCODED = re.compile(
    r"%3A%2F%2F(?P<login>[\w.~-]{0,128})%3A(?P<body>(?:(?!%40|%2F)[\w.~%+!*-]){1,256})%40(?=[\w%-])",
    re.IGNORECASE,
)
_GO = re.compile(r"(?P<login>):(?P<body>[^\s:/\"'`]{3,128})@(?:tcp|unix|udp|cloudsql)\(")
_PORT = re.compile(r"\d{1,5}(?:[/?#]|\Z)")
_EXAMPLE_HOST = re.compile(r"(?:[\w-]{1,63}\.){0,4}example(?:\.(?:com|org|net|edu))?(?![\w.-])")

_SLASH = r"(?:/|\\/|%2[Ff])"
_REST = r"(?P<body>(?:[A-Za-z0-9_/@=-]|%2[Ff]|\\/){8,}+)"
_WEBHOOKS = tuple(
    (host, re.compile(f"{re.escape(host)}(?::443)?/{path}".replace("/", _SLASH) + _REST))
    for host, path in WEBHOOKS
)


def found_in_addresses(text: str) -> Iterator[Found]:
    """Yield the secret parts of addresses, also of percent-encoded ones and of Go's (`user:…@tcp(host)`)."""
    if "://" in text or ":\\/\\/" in text:
        yield from _passwords(_PLAIN, text)
    if "%3" in text:
        yield from _passwords(_ENCODED, text)
    if "(" in text and "@" in text:
        yield from _passwords(_GO, text)
    for host, pattern in _WEBHOOKS:
        for match in pattern.finditer(text) if host in text else ():
            if any(char.isdigit() for char in match["body"]) and not is_stand_in(match["body"]):
                yield Found(match.start("body"), match.end("body"), "secret")


def _passwords(pattern: re.Pattern[str], text: str) -> Iterator[Found]:
    for match in pattern.finditer(text):
        login, password = match["login"], match["body"]
        if _PORT.match(password) or (any(char in password for char in "/?#") and not looks_random(password)):
            continue
        if password != login and not is_harmless_password(password) and not _is_example(text, match):
            yield Found(match.start("body"), match.end("body"), "secret")
        if "%40" not in login and looks_random(login) and not is_stand_in(login):
            yield Found(match.start("login"), match.end("login"), "secret")


def is_harmless_password(value: str) -> bool:
    """Return whether a password is one of those that every manual uses."""
    return value.lower().rstrip("!") == "opensesame" or is_no_value(value)


def _is_example(text: str, match: re.Match[str]) -> bool:
    """Return whether a plain word stands before an example's host: `https://abc:xyz@example.com`."""
    password = match["body"]
    weak = not looks_random(password) and not looks_chosen(password, sure=True)
    return weak and _EXAMPLE_HOST.match(text, match.end()) is not None
