"""Finds what names people: e-mail addresses, and real names in trailers and before an address.

Logins stay: they are public in a public discussion. Addresses at example domains and of machines stay too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.steps.people_patterns import (
    CIPHER_HOSTS,
    COUNTRIES,
    GENERIC_DOMAINS,
    GENERIC_LOCALS,
    NO_MAILBOXES,
    TOP_LEVEL,
    TRAILERS,
)
from gitexp.steps.redact_found import Found

_AT = r"(?:@|＠|%40|&#64;|\\u0040|[ \t]?[\[(]at[\])][ \t]?)"
_DOT = r"(?:\.|[ \t]?[\[(]dot[\])][ \t]?)"
_HINTS = ("@", "＠", "%40", "&#64;", "\\u0040", "(at)", "[at]", "(AT)", "[AT]")
_ALNUM = r"[A-Za-z0-9\u00c0-\u024f]"
_LABEL = rf"{_ALNUM}(?:[A-Za-z0-9\u00c0-\u024f-]{{0,61}}{_ALNUM})?"
_DOMAIN = re.compile(rf"{_AT}(?P<domain>{_LABEL}(?:{_DOT}{_LABEL}){{1,8}})", re.IGNORECASE)
_LOCAL = re.compile(r"[A-Za-z0-9\u00c0-\u024f._%+'-]{1,64}\Z")
_PERCENT = re.compile(r".*%(?:3[A-Fa-f]|2[0-9A-Ca-cFf]|0[AaDd])")
_IN_ADDRESS = re.compile(r":\\?/\\?/[^\s/\"'<>]{0,256}\Z")
_IN_ENCODED_ADDRESS = re.compile(r"%3A%2F%2F[^\s/\"'<>]{0,256}\Z", re.IGNORECASE)
"""What stands before an @ that parts the login from the host, and no mailbox from its domain."""
_VERSION = re.compile(r"v?\d+\.(?:\d|x\b)")
_REPOSITORY = re.compile(r":[\w~./-]{1,190}\.git\b|(?<=github\.com):[\w.-]+/[\w.-]+")

_CAPITAL = r"[A-ZÀ-ÖØ-ÞŁŠŽĐĆČŞİ][\w'’.-]*[ \t]+"
_PARTICLE = r"(?:(?:van|von|der|den|de|da|dos|la|le|el|bin|al)[ \t]+)*"
_NAME_BEFORE = re.compile(
    rf"(?<![\w<])(?P<name>(?:{_CAPITAL}{_PARTICLE}){{1,5}}[\"']?[ \t]*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{{2,6}} ?)<\Z"
)
_FIELD_BEFORE = re.compile(
    r"(?:author|committer|tagger|from|cc|to|maintainer)s?[\"']?[ \t]*[:=][ \t]*[\"']?(?P<name>[^\n<>\"':,=]{2,60})<\Z",
    re.IGNORECASE,
)
_TRAILER = re.compile(
    rf"(?<![A-Za-z])(?:{TRAILERS})[ \t]{{0,4}}:[ \t]{{0,8}}"
    r"(?P<who>[^\n\\\"<>|]{0,100}(?:(?:<|&lt;)[^<>\s]{1,254}?(?:>|&gt;))?)",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"\[(?:person|email|secret)-\d+\].*|@[\w-]+|[\w-]+\[bot\].*|.*<(?:no-?reply|bot)@[^>]*>"
    r"|(?:your|full|first|real|some)\b.*|name\b.*|random j\.? .*|",
    re.IGNORECASE,
)
"""Who is no person, or no known one: a placeholder of ours, a login, a bot, a machine, "Your Name"."""
_FULL_NAME = re.compile(r"[^\W\d_a-z][\w'’.-]*(?:[ \t]+[^\W\d_][\w'’.-]*){1,4}")


def found_people(text: str) -> Iterator[Found]:
    """Yield what names a person."""
    if "-by" in text.lower():
        for match in _TRAILER.finditer(text):
            who = match["who"].rstrip(" \t.,;)'`*")
            named = who.endswith((">", "&gt;")) or _FULL_NAME.fullmatch(who) is not None
            if named and not _NOBODY.fullmatch(who):
                yield Found(match.start("who"), match.start("who") + len(who), "person")
    if any(hint in text for hint in _HINTS):
        for match in _DOMAIN.finditer(text):
            yield from _email(text, match)


def _email(text: str, match: re.Match[str]) -> Iterator[Found]:
    """Yield the address that ends with this domain, if it is a person's; a name before `<address>` goes with it."""
    before = text[max(0, match.start() - 320) : match.start()]
    local = _local(before)
    start, end = match.start() - len(local), match.end()
    before = before[: len(before) - len(local)]
    domain = re.sub(_DOT, ".", match["domain"], flags=re.IGNORECASE)
    bracketed = text.startswith(">", end) or before.endswith(("<", "mailto:"))
    in_address = _IN_ENCODED_ADDRESS if text.startswith("%", match.start()) else _IN_ADDRESS
    if not local or before.endswith(("$", "/@")) or in_address.search(before):
        return
    if not _is_domain(domain, bracketed, text[end : end + 1]) or _is_harmless(local.lower(), domain.lower()):
        return
    if _REPOSITORY.match(text, end, end + 200):
        return
    around = before[-100:] if text.startswith(">", end) else ""
    name = _NAME_BEFORE.search(around) or _FIELD_BEFORE.search(around)
    if name is None:
        yield Found(start, end, "email")
    else:
        yield Found(start - (len(around) - name.start("name")), end + 1, "person")


def _local(before: str) -> str:
    """Return the part before the @, without a backslash or percent escape that it touches."""
    match = _LOCAL.search(before[-64:])
    if match is None:
        return ""
    local = match[0]
    if before[: len(before) - len(local)].endswith("\\") and local[0] in "nrt":
        local = local[1:]
    escaped = _PERCENT.match(local)
    return (local[escaped.end() :] if escaped else local).lstrip(".'-%")


def _is_domain(domain: str, bracketed: bool, after: str) -> bool:
    """Return whether mail can go there: no version, no file's or unit's name, no attribute of a matrix product."""
    last = domain.rpartition(".")[2]
    known = last.lower() in COUNTRIES or last.lower() in TOP_LEVEL or (bracketed and last.isalpha())
    one_case = last.islower() or last.isupper()
    called = len(last) == 2 and after in ("(", "[")
    return known and one_case and not called and _VERSION.match(domain) is None


def _is_harmless(local: str, domain: str) -> bool:
    """Return whether the address is an example's, a machine's, or the name of a cipher."""
    labels = domain.split(".")
    if labels[-1] in ("example", "test", "invalid", "localhost", "local") or "example" in labels[-2]:
        return True
    if local in NO_MAILBOXES or local.endswith(("noreply", "no-reply", "donotreply")) or "noreply" in labels:
        return True
    if domain in CIPHER_HOSTS and (any(char.isdigit() for char in local) or local == "zlib"):
        return True
    return local in GENERIC_LOCALS and domain in GENERIC_DOMAINS
