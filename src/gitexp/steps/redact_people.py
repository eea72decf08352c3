"""Finds what names people: e-mail addresses, home folders, real names in trailers and before an address.

Logins stay: they are public in a public discussion. Addresses at example domains and of machines stay too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.steps.redact_found import Found
from gitexp.steps.people_patterns import (
    COUNTRIES,
    FORGES,
    GENERIC_DOMAINS,
    GENERIC_LOCALS,
    KEPT_HOMES,
    NO_LOCALS,
    TOP_LEVEL,
    TRAILERS,
)

_AT = r"(?:@|＠|%40|&#64;|\\u0040|[ \t]?[\[(]at[\])][ \t]?)"
_DOT = r"(?:\.|[ \t]?[\[(]dot[\])][ \t]?)"
_LABEL = r"[A-Za-z0-9\u00c0-\u024f](?:[A-Za-z0-9\u00c0-\u024f-]{0,61}[A-Za-z0-9\u00c0-\u024f])?"
_DOMAIN = re.compile(rf"{_AT}(?P<domain>{_LABEL}(?:{_DOT}{_LABEL}){{1,8}})", re.IGNORECASE)
_LOCAL = re.compile(r"[A-Za-z0-9\u00c0-\u024f._%+'-]{1,64}\Z")
_ESCAPED = re.compile(r"\A(?:.*\\[nrt]|(?:.*%(?:3[AaCcDdFf]|2[02367CcFf]|0[AaDd])))")
_AUTHORITY = re.compile(r"(?::\\?/\\?/|%3A%2F%2F)[^\s/\"'<>]{0,256}\Z", re.IGNORECASE)
_NAME_BEFORE = re.compile(
    r"(?<![\w<])(?:[A-ZÀ-ÖØ-ÞŁŠŽĐĆČŞİ][\w'’.-]*[ \t]+(?:(?:van|von|der|den|de|da|dos|la|le|el|bin|al)[ \t]+)*){1,5}[\"']?[ \t]*<\Z"
    r"|(?<![\w<])[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2,6}[ \t]*<\Z"
)
_TRAILER = re.compile(
    rf"(?<![A-Za-z])(?:{TRAILERS})[ \t]{{0,4}}:[ \t]{{0,8}}(?P<who>[^\n\\\"<>|]{{0,100}}(?:(?:<|&lt;)[^<>\s]{{1,254}}?(?:>|&gt;))?)",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"\[(?:person|email|secret)-\d+\].*|@[\w-]+|[\w-]+\[bot\].*|.*<(?:no-?reply|bot)@[^>]*>|(?:your|full|first|real|some)\b.*|name\b.*|random j\.? .*|",
    re.IGNORECASE,
)
_FULL_NAME = re.compile(r"[^\W\d_a-z][\w'’.-]*(?:[ \t]+[^\W\d_][\w'’.-]*){1,4}")

_SEP = r"(?:\\{1,4}|\\?/|%2[Ff]|%5[Cc])"
_WHO = r"[A-Za-z0-9_\u00c0-\u024f](?:[A-Za-z0-9_.\u00c0-\u024f-]{0,62}[A-Za-z0-9_\u00c0-\u024f])?"
_HOME = re.compile(
    rf"(?P<sep>{_SEP})(?:(?:home|Users|USERS|users(?<=[A-Za-z]:.users)|Documents and Settings){_SEP}"
    rf"(?P<who>(?<=[Ss]\\)[^\\/:*?\"<>|\n{{}}%$\[\]]{{1,64}}(?=\\)|{_WHO})|root(?={_SEP}[\w.]|[\s\"'`:,;)]|\Z))"
)
_ROOT_OF_HOME = re.compile(
    r"(?:[A-Za-z](?::|%3[Aa])|/mnt/[a-z]|/cygdrive/[a-z]|(?<![\w/])/[a-z](?=\Z)|(?:/(?:var|usr|export|private|data|mnt|net|nfs|storage|local|google|System|Volumes|Data)){1,4}|/+)\Z"
)
_SLASHES = re.compile(r"/+\Z")
_NO_ROOT = re.compile(r"[\w.@~)}\]*/\\$%?]\Z")
_ROOT_AFTER = re.compile(
    r"(?:\\[nrt]|%(?:3[A-Fa-f]|2[0-9A-Ca-c])|(?:\A|\s)-{1,2}[A-Za-z]|file:(?://)?|\s@)\Z"
)
_SESSION = re.compile(
    r"(?:(?<![\w.-])-Users|(?<=[/\\\"])-home)-(?P<who>[A-Za-z0-9_.]{1,32})(?=[-/\\\"'\s`)]|\Z)"
)
"""How Claude Code names a session's folder: the project's path with hyphens."""


def found_people(text: str) -> Iterator[Found]:
    """Yield what names a person."""
    yield from _trailers(text)
    yield from _emails(text)
    yield from _homes(text)


def _trailers(text: str) -> Iterator[Found]:
    folded = text.lower()
    if "-by" not in folded:
        return
    for match in _TRAILER.finditer(text):
        who = match["who"].rstrip(" \t.,;)'`*")
        address = who.endswith((">", "&gt;"))
        if not _NOBODY.fullmatch(who) and (address or _FULL_NAME.fullmatch(who)):
            yield Found(match.start("who"), match.start("who") + len(who), "person")


def _emails(text: str) -> Iterator[Found]:
    """Yield addresses; a real name before `<address>` goes with it."""
    if (
        "@" not in text
        and "%40" not in text
        and "＠" not in text
        and "at" not in text
        and "0040" not in text
        and "#64" not in text
    ):
        return
    for match in _DOMAIN.finditer(text):
        before = text[max(0, match.start() - 320) : match.start()]
        local = _local(before)
        if not local or not _is_address(text, before, local, match):
            continue
        start = match.start() - len(local)
        end = match.start("domain") + len(_domain(match["domain"]))
        name = _NAME_BEFORE.search(text[max(0, start - 100) : start]) if text[end : end + 1] == ">" else None
        if name is not None:
            yield Found(start - len(name[0]), end + 1, "person")
        else:
            yield Found(start, end, "email")


def _local(before: str) -> str:
    """Return the part before the @, without an escape that it touches."""
    match = _LOCAL.search(before[-64:])
    if match is None:
        return ""
    local = match[0]
    start = len(before) - len(local)
    if start and before[start - 1] == "\\" and local[0] in "nrt":
        local = local[1:]
    escaped = re.match(r"(?:.*%(?:3[A-Fa-f]|2[0-9A-Ca-cFf]|0[AaDd]))", local)
    if escaped:
        local = local[escaped.end() :]
    return local.lstrip(".'-%")


def _domain(domain: str) -> str:
    """Return the domain without what a sentence puts after it."""
    return domain


def _is_address(text: str, before: str, local: str, match: re.Match[str]) -> bool:
    domain = re.sub(_DOT, ".", match["domain"], flags=re.IGNORECASE)
    labels = domain.lower().split(".")
    last = domain.rsplit(".", 1)[-1]
    bracketed = text[match.end() : match.end() + 1] == ">" or before[: len(before) - len(local)].endswith(
        ("<", "mailto:")
    )
    known = labels[-1] in COUNTRIES or labels[-1] in TOP_LEVEL or (bracketed and last.isalpha())
    if (
        not known
        or not (last.islower() or last.isupper())
        or labels[0].isdigit()
        or re.match(r"v?\d+\.[\dx]", domain)
    ):
        return False
    if last.isascii() and len(last) == 2 and text[match.end() : match.end() + 1] in ("(", "["):
        return False
    begin = before[: len(before) - len(local)]
    if _AUTHORITY.search(begin) or begin.endswith(("$", "/@")):
        return False
    return not _is_harmless(text, local.lower(), labels, match.end())


def _is_harmless(text: str, local: str, labels: list[str], end: int) -> bool:
    """Return whether the address is an example's, a machine's, or a repository's."""
    domain = ".".join(labels)
    if labels[-1] in ("example", "test", "invalid", "localhost", "local") or "example" in labels[-2]:
        return True
    if local in NO_LOCALS or local.endswith(("noreply", "no-reply", "donotreply")) or "noreply" in labels:
        return True
    if local in FORGES or (
        domain in ("openssh.com", "libssh.org", "lysator.liu.se")
        and any(map(str.isdigit, local))
        or local == "zlib"
    ):
        return True
    if re.match(r":[\w~./-]+\.git\b|:[\w~.-]+/[\w.-]+", text[end : end + 200]) and local.startswith("org-"):
        return True
    if re.match(r":[\w~./-]{1,190}\.git\b", text[end : end + 200]):
        return True
    return local in GENERIC_LOCALS and domain in GENERIC_DOMAINS


def _homes(text: str) -> Iterator[Found]:
    if (
        "home" in text
        or "Users" in text
        or "root" in text
        or "users" in text
        or "USERS" in text
        or "Settings" in text
    ):
        for match in _HOME.finditer(text):
            if (match["who"] or "") in KEPT_HOMES:
                continue
            start = _home_start(text, match.start(), match["who"])
            if start is not None:
                yield Found(start, match.end(), "home")
    if "-Users-" in text or "-home-" in text:
        yield from (Found(match.start(), match.end(), "home") for match in _SESSION.finditer(text))


def _home_start(text: str, start: int, who: str | None) -> int | None:
    """Return where a home folder's path begins, or None where it is the middle of another path."""
    before = text[max(0, start - 40) : start]
    root = (_ROOT_OF_HOME if who else _SLASHES).search(before)
    if root is not None:
        before, start = before[: root.start()], start - len(root[0])
    if _NO_ROOT.search(before) and not _ROOT_AFTER.search(before):
        return None
    if (
        root is not None
        and root[0].startswith("/")
        and before.endswith(":")
        and not before.endswith("file:")
        and root[0].strip("/") == ""
    ):
        return None
    return start
