"""Refuses, before a token is used, a repository whose own git settings could lead it elsewhere or run a program."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from gitexp.adapters.git import Git, shown
from gitexp.errors import RepositoryError

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})

_OWN = ("local", "worktree")
"""Scopes that whoever writes into the repository's folder can write. What the machine sets is the machine's affair."""
_HARMLESS = frozenset(
    {"extraheader", "lowspeedlimit", "lowspeedtime", "maxrequests", "minsessions", "postbuffer", "version"}
)
"""Settings of `http` that change neither where a request goes nor how it is secured; a checkout leaves the first."""
_OTHERS = (("core", "alternaterefscommand"), ("fetch", "bundleuri"))
_REMOTE = frozenset({"proxy", "proxyauthmethod", "receivepack", "uploadpack", "vcs"})
_USERINFO = re.compile(r"(?<=//)[^/@\s]+@")


def check_settings(git: Git) -> None:
    """Raise RepositoryError for a setting that can't be overridden: the most specific address counts, not the last."""
    for key in _own_keys(git):
        if _leads_away(key):
            name = shown(_USERINFO.sub("", key))[:200]
            raise RepositoryError(
                ".git/config",
                f"`{name}` could lead the token elsewhere, so that it is not used",
                "take it out with `git config --unset-all`",
            )


def check_addresses(git: Git, remote: str, server: str, *, near: bool) -> None:
    """Raise RepositoryError where the remote is no address of the server that the token is for.

    `near`: GitHub is itself on this machine, as in a test, and so may be the repository.
    """
    for way in ((), ("--push",)):
        told = git.run("remote", "get-url", "--all", *way, remote).decode("utf-8", "replace")
        for address in told.splitlines():
            if not (_is_of(server, address) or (near and _is_here(address))):
                raise RepositoryError(
                    f"{remote}: {shown(_USERINFO.sub('', address))[:200]}",
                    f"is no address of {server}, and the token is for no other",
                    f"git remote set-url {remote} {server}/OWNER/NAME",
                )


def is_loopback(address: str) -> bool:
    """Return whether an address is one of a web server on this machine."""
    try:
        parts = urlsplit(address)
        return parts.scheme in ("http", "https") and parts.hostname in LOOPBACK
    except ValueError:
        return False


def _own_keys(git: Git) -> Iterator[str]:
    """Yield what the repository itself sets, also in the files that it includes."""
    words = git.run("config", "--list", "--includes", "--show-scope", "-z").split(b"\0")
    for scope, setting in zip(words[::2], words[1::2], strict=False):
        if scope.decode("ascii", "replace") in _OWN:
            yield setting.partition(b"\n")[0].decode("utf-8", "replace")


def _leads_away(key: str) -> bool:
    section, name = key.partition(".")[0].lower(), key.rpartition(".")[2].lower()
    return (
        section == "url"
        or (section == "http" and name not in _HARMLESS)
        or (section == "remote" and name in _REMOTE)
        or (section, name) in _OTHERS
    )


def _is_of(server: str, address: str) -> bool:
    """Return whether an address is one of a server; what two programs could read differently is none."""
    scheme, _, host = server.partition("://")
    return re.fullmatch(rf"{scheme}://(?:[\w.~%:-]*@)?{re.escape(host)}/[^\\\s]*", address) is not None


def _is_here(address: str) -> bool:
    """Return whether it is of this machine: a path, or a server that runs here."""
    return is_loopback(address) or re.match(r"/|\.\.?/|file:///", address) is not None
