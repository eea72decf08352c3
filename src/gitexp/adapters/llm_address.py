"""Checks the address and the key of a language model's endpoint, and says them without what is secret in them."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from gitexp.errors import RepositoryError
from gitexp.records.text import UNSEEN

ADDRESS = "OPENAI_BASE_URL"
KEY = "OPENAI_API_KEY"
MAX_SAID = 200
_LIKE_A_KEY = re.compile(r"\b(?:sk|pk|key|tok)[-_][\w.*-]{8,}|\bBearer [\w.~+/*-]{8,}", re.IGNORECASE)


class Secrets:
    """Takes the key, and what may stand in the address, out of words that people read."""

    def __init__(self, endpoint: str, key: str) -> None:
        parts = urlsplit(endpoint)
        held = {key, parts.username or "", parts.password or "", parts.query}
        self._held = sorted((one for one in held if len(one) > 3), key=len, reverse=True)

    def said(self, words: str, most: int = MAX_SAID) -> str:
        """Return the words of someone outside on one line, cut, without a secret and without what nobody sees."""
        for one in self._held:
            words = words.replace(one, "…")
        words = _LIKE_A_KEY.sub("…", words[: 20 * most])
        words = UNSEEN.sub("", " ".join(words.split()))
        return words if len(words) <= most else f"{words[: most - 1]}…"


def shown(endpoint: str) -> str:
    """Return the address as people read it: without user, password and query."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}".rstrip("/")


def check_address(endpoint: str, *, insecure: bool) -> None:
    """Raise RepositoryError for an address that no text may be sent to."""
    parts = _split(endpoint)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not _is_host(host) or not _seen(endpoint):
        raise no_address()
    if parts.scheme == "http" and not insecure and not _is_loopback(host):
        what = f"{shown(endpoint)} is not encrypted: text and key could be read on the way"
        raise RepositoryError(ADDRESS, what, "write https://…, or git config exp.insecure true")


def no_address() -> RepositoryError:
    """Return what is raised where the setting holds no address."""
    return RepositoryError(ADDRESS, "holds no address of http or https", "write https://HOST/v1")


def check_key(key: str) -> None:
    """Raise RepositoryError for a key that can't stand in a header; it is not shown."""
    if not key.isascii() or not key.isprintable() or " " in key:
        raise RepositoryError(KEY, "holds a blank or a character that no key has", "set it anew")


def _split(endpoint: str) -> SplitResult:
    try:
        parts = urlsplit(endpoint)
        _ = parts.port
    except ValueError:
        raise no_address() from None
    return parts


def _seen(endpoint: str) -> bool:
    return all(one.isprintable() and not one.isspace() for one in endpoint)


def _is_host(host: str) -> bool:
    try:
        return bool(host.encode("idna"))
    except UnicodeError:
        return False


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
