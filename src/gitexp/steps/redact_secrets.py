"""Finds secrets known by their own shape: keys, webhooks, private keys, passwords in addresses and headers."""

from __future__ import annotations

import re
from binascii import Error as NotBase64
from binascii import a2b_base64
from collections.abc import Iterator

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import is_known_example, is_no_value, is_stand_in, looks_chosen, looks_random
from gitexp.steps.secret_patterns import SHAPES, WEBHOOKS, Shape


def _compiled(shape: Shape) -> tuple[tuple[str, bool, re.Pattern[str]], ...]:
    """Return a pattern for each beginning; a percent or backslash escape may touch it, a letter may not."""
    patterns = []
    for start in shape.starts.split():
        begin = re.escape(start)
        free = rf"(?:(?<![A-Za-z0-9]{begin})|(?<=%[0-9A-Fa-f]{{2}}{begin})|(?<=\\[nrt]{begin}))"
        patterns.append((start, shape.random, re.compile(f"{begin}{free}(?P<body>{shape.body})")))
    return tuple(patterns)


_SHAPES = tuple(pattern for shape in SHAPES for pattern in _compiled(shape))
_SLASH = r"(?:/|\\/|%2[Ff])"
_WEBHOOKS = tuple(
    (
        host,
        re.compile(
            f"{re.escape(host)}(?::443)?/{path}".replace("/", _SLASH)
            + r"(?P<body>(?:[A-Za-z0-9_/@=-]|%2[Ff]|\\/){8,}+)"
        ),
    )
    for host, path in WEBHOOKS
)
_TELEGRAM = re.compile(r":(?<=[0-9]{8}:)[A-Za-z0-9_-]{34,36}+(?![A-Za-z0-9_-])")
_AZURE_AD = re.compile(r"[0-9]Q~(?<=[A-Za-z0-9_~.-]{3}[0-9]Q~)[A-Za-z0-9_~.-]{31,34}")
_LOGIN = r"[^\s/:@\"'`<>\\%]{0,128}"
_ADDRESS = re.compile(
    rf"(?P<sep>:(?:\\?/){{2}})(?P<login>{_LOGIN}):(?P<body>[^\s\"'`<>\\/?#]{{1,256}}|[^\s\"'`<>\\@]{{1,256}})@(?=[\w\[$%{{-])"
)
_ENCODED_ADDRESS = re.compile(
    r"(?P<sep>%3A%2F%2F)(?P<login>[\w.~-]{0,128})%3A(?P<body>(?:(?!%40|%2F)[\w.~%+!*-]){1,256})%40(?=[\w%-])",
    re.IGNORECASE,
)
_EXAMPLE_HOST = re.compile(r"(?:[\w-]{1,63}\.){0,4}example(?:\.(?:com|org|net|edu))?(?![\w.-])")
_PORT = re.compile(r"\d{1,5}(?:[/?#]|\Z)")
_GO_ADDRESS = re.compile(r":(?P<body>[^\s:@/\"'`]{3,128})@(?:tcp|unix|udp|cloudsql)\(")
_HEADER = re.compile(
    r"authorization(?:\\{0,3}[\"'`]|&quot;|%22|\])?[ \t]{0,8}(?:[:=,]|%3A|=>)(?:[ \t]|%20|\+){0,8}(?:\\{0,3}[\"'`]|&quot;|%22)?"
    r"(?:[A-Za-z][A-Za-z0-9_-]{2,24}(?:[ \t]|%20|\+|:|=){1,4})?(?P<body>[A-Za-z0-9+/=_.~:%-]{8,}+)",
    re.IGNORECASE,
)
_BASIC = re.compile(
    r"(?<![A-Za-z])basic(?:[ \t]|%20){1,4}(?P<body>[A-Za-z0-9+/_-]{6,}+={0,2})", re.IGNORECASE
)
_BEARER = re.compile(
    r"(?<![A-Za-z])bearer(?:[ \t]|%20|\+){1,4}[\"'`]?(?P<body>[A-Za-z0-9+/=_.~-]{12,}+)", re.IGNORECASE
)
_CREDENTIAL = re.compile(
    r"(?:(?<![\w-])-u|--user|--proxy-user|--creds?|--basic-auth|-basic-auth)(?:[ \t=]{1,4}|(?=[\"']))[\"']?[^\s:\"'`$/]{1,80}:(?P<body>[^\s\"'`]{5,128})"
)
_SSHPASS = re.compile(
    r"(?:sshpass[ \t]+-p|mysql(?:dump|admin)?\b[^\n\"']{0,60}[ \t]-p)[ \t]?(?P<quote>[\"']?)(?P<body>[^\s\"']{5,128})"
)
_AWS_PAIR = re.compile(r"(?<![A-Za-z0-9+/])(?P<body>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])")
_BROKEN = re.compile(
    r"[\"'`]?[ \t]{0,4}[+.&\\]?[ \t]{0,4}(?:\\r)?(?:\\n|\n)[ \t>+\-|*#/]{0,16}[\"'`]?(?P<more>[A-Za-z0-9_\-+/=.~]{6,})"
)


def found_secrets(text: str) -> Iterator[Found]:
    """Yield every secret that its own shape gives away."""
    yield from _by_shape(text)
    yield from _webhooks(text)
    yield from _addresses(text)
    folded = text.lower()
    if "authorization" in folded or "bearer" in folded or "basic" in folded:
        yield from _headers(text)
    if "-u" in text or "-basic-auth" in text or "--cred" in text or "--proxy-user" in text:
        yield from (_body(match) for match in _CREDENTIAL.finditer(text) if _is_password(match["body"]))
    if "sshpass" in text or "mysql" in text:
        yield from (_body(match) for match in _SSHPASS.finditer(text) if _is_password(match["body"]))


def _by_shape(text: str) -> Iterator[Found]:
    for start, random, pattern in _SHAPES:
        if start not in text:
            continue
        for match in pattern.finditer(text):
            body = match["body"]
            if is_known_example(match[0]) or is_stand_in(body) or (random and not looks_random(body)):
                continue
            end = end_of_broken(text, match.end())
            yield Found(match.start(), end, "secret")
            if start in ("AKIA", "ASIA"):
                yield from _aws_secrets_near(text, match.start(), end)
    if ":" in text:
        for match in _TELEGRAM.finditer(text):
            before = text[max(0, match.start() - 12) : match.start()]
            digits = len(before) - len(before.rstrip("0123456789"))
            if digits <= 10 and looks_random(match[0]):
                yield Found(match.start() - digits, match.end(), "secret")
    if "Q~" in text:
        yield from (Found(match.start() - 3, match.end(), "secret") for match in _AZURE_AD.finditer(text))


def end_of_broken(text: str, end: int) -> int:
    """Return where a secret really ends that was broken over lines: a random piece goes on in the next line."""
    for _ in range(200):
        match = _BROKEN.match(text, end)
        if match is None or not looks_random(match["more"]):
            return end
        end = match.end()
    return end


def _aws_secrets_near(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield the 40 characters that belong to an AWS key id, wherever they stand beside it."""
    low = max(0, start - 200)
    for match in _AWS_PAIR.finditer(text, low, min(len(text), end + 200)):
        body = match["body"]
        if (
            not is_known_example(body)
            and looks_random(body)
            and body.lower() != body
            and body.upper() != body
        ):
            yield _body(match)


def _webhooks(text: str) -> Iterator[Found]:
    for host, pattern in _WEBHOOKS:
        if host in text:
            for match in pattern.finditer(text):
                if not is_stand_in(match["body"]) and any(char.isdigit() for char in match["body"]):
                    yield _body(match)


def _addresses(text: str) -> Iterator[Found]:
    """Yield the passwords in addresses; scheme, login and host stay."""
    if "://" in text or ":\\/\\/" in text:
        for match in _ADDRESS.finditer(text):
            body, login = match["body"], match["login"]
            if _PORT.match(body):
                continue
            if any(char in body for char in "/?#") and not looks_random(body):
                continue
            example = _EXAMPLE_HOST.match(text, match.end()) is not None and not _is_password(body)
            if body != login and not example and not _is_harmless_password(body):
                yield _body(match)
            if looks_random(login) and not is_stand_in(login):
                yield Found(match.start("login"), match.end("login"), "secret")
    if "%3" in text:
        for match in _ENCODED_ADDRESS.finditer(text):
            if match["body"] != match["login"] and not _is_harmless_password(match["body"]):
                yield _body(match)
    if "@" in text:
        for match in _GO_ADDRESS.finditer(text):
            if not _is_harmless_password(match["body"]):
                yield _body(match)


def _headers(text: str) -> Iterator[Found]:
    for match in _HEADER.finditer(text):
        body = match["body"]
        if _is_basic(body) or (looks_random(body) and not is_no_value(body)):
            yield Found(match.start("body"), end_of_broken(text, match.end()), "secret")
    for match in _BASIC.finditer(text):
        if _is_basic(match["body"]):
            yield _body(match)
    for match in _BEARER.finditer(text):
        if looks_random(match["body"]) and not is_no_value(match["body"]):
            yield Found(match.start("body"), end_of_broken(text, match.end()), "secret")


def _is_basic(body: str) -> bool:
    """Return whether it is base64 of `login:password`, and the password no stand-in."""
    body = body.rstrip("=")
    try:
        plain = a2b_base64(body[:400] + "=" * (-len(body[:400]) % 4)).decode()
    except (NotBase64, UnicodeDecodeError):
        return False
    _, colon, password = plain.partition(":")
    return bool(colon) and plain.isprintable() and not _is_harmless_password(password.replace(" ", ""))


def _is_harmless_password(value: str) -> bool:
    """Return whether the password of an address is one of those that every manual uses."""
    return value.lower() in ("opensesame", "opensesame!") or is_no_value(value) and len(value) > 0


def _is_password(value: str) -> bool:
    return (looks_chosen(value, sure=True) or looks_random(value)) and not is_no_value(value)


def _body(match: re.Match[str]) -> Found:
    return Found(match.start("body"), match.end("body"), "secret")
