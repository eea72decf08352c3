"""Checks GitHub's addresses: where a token may go at all, and that what an answer points to lies under the API's own."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, quote, urlencode, urlsplit

from gitexp.errors import RepositoryError, UsageError

PUBLIC = "https://api.github.com"
_REPO = re.compile(r"(?!\.+/)[\w.-]{1,100}/(?!\.+$)[\w.-]{1,100}", re.ASCII)
_NEXT = re.compile(r"<([^<>]*)>\s*;[^,]*?\brel=\"?next\"?", re.IGNORECASE)


def checked(address: str, named: str) -> str:
    """Return the address of an API without a slash at its end; `named` is the setting that it stands in.

    Raises RepositoryError for one that no token may be sent to.
    """
    parts = _split(address)
    host = parts.hostname if parts else None
    if parts is None or not host or parts.scheme not in ("http", "https") or parts.query or parts.fragment:
        raise RepositoryError(named, "holds no address of an API", f"write {PUBLIC} or https://HOST/api/v3")
    if parts.username is not None or parts.password is not None:
        raise RepositoryError(
            named, "holds a user or a password", "set GITHUB_TOKEN, and write the address alone"
        )
    if parts.scheme == "http" and not _is_loopback(host):
        raise RepositoryError(
            named, f"http://{parts.netloc} is not encrypted: a token could be read", "write https://…"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def graphql_of(url: str, given: str | None = None) -> str:
    """Return where the GraphQL of an API is: as given, else beside it. Raises RepositoryError for another host."""
    if not given:
        return f"{url.removesuffix('/v3')}/graphql"
    address = checked(given, "GITHUB_GRAPHQL_URL")
    if origin(address) != origin(url):
        raise RepositoryError("GITHUB_GRAPHQL_URL", "is at another host than GITHUB_API_URL", "unset it")
    return address


def repo_name(name: str, where: str) -> str:
    """Return a repository's `owner/name`. Raises UsageError for another text."""
    if not _REPO.fullmatch(name):
        raise UsageError(where, "is no OWNER/NAME", "as in github.com/OWNER/NAME")
    return name


def full(url: str, path: str, params: dict[str, str]) -> str:
    """Return the address of a thing in the API, always written in the same way."""
    query = f"?{urlencode(sorted(params.items()))}" if params else ""
    return f"{url}{quote(path, safe='/')}{query}"


def origin(url: str) -> str:
    """Return scheme, host and port of an address."""
    parts = urlsplit(url)
    usual = {"https": 443, "http": 80}.get(parts.scheme, 0)
    return f"{parts.scheme}://{(parts.hostname or '').lower()}:{parts.port or usual}"


def is_under(url: str, other: str) -> bool:
    """Return whether an address that came from outside lies under the API's own: only there a token may go."""
    parts = _split(other)
    if parts is None or parts.username is not None or parts.password is not None:
        return False
    path = urlsplit(url).path
    inside = parts.path.startswith(f"{path}/") and not {"..", "."} & set(parts.path.split("/"))
    return inside and origin(other) == origin(url)


def next_page(link: str) -> str | None:
    """Return the address of the next page that a `Link` header names."""
    match = _NEXT.search(link)
    return match[1] if match else None


def shown(url: str) -> str:
    """Return an address as people read it in an error: without scheme and query."""
    parts = urlsplit(url)
    return f"{parts.netloc}{parts.path}"


def _split(address: str) -> SplitResult | None:
    if not address.isascii() or not address.isprintable() or " " in address or "\\" in address:
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
