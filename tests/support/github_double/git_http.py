"""Serves the bare repositories over HTTP as GitHub does: whoever fetches or pushes says so by a token."""

from __future__ import annotations

import base64
import gzip
import os
import re
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from support.github_double.rest import Answer, pushes
from support.repository import ISOLATED

if TYPE_CHECKING:
    from support.github_double.faults import Call
    from support.github_double.hub import GithubDouble
    from support.github_double.hub_repo import HubRepo

_PATH = re.compile(r"/(?P<name>[^/]+/[^/]+?)(?:\.git)?/(?P<rest>info/refs|git-upload-pack|git-receive-pack)")


def is_git(target: str) -> bool:
    """Return whether an address is of a repository, and not of the API."""
    return _PATH.fullmatch(urlsplit(target).path) is not None


def served(hub: GithubDouble, call: Call, headers: Mapping[str, str], content: bytes) -> Answer:
    """Answer a git client."""
    parts = urlsplit(call.path)
    found = _PATH.fullmatch(parts.path)
    assert found is not None
    service = parse_qs(parts.query).get("service", [""])[0] if found["rest"] == "info/refs" else found["rest"]
    return _answer(hub, found["name"], service, found["rest"], call.token, headers, content)


def secret_of(header: str) -> str | None:
    """Return the token of a header, in any of the forms that clients use."""
    kind, _, value = header.partition(" ")
    if kind.lower() == "basic":
        return base64.b64decode(value).decode().partition(":")[2]
    return value or None


def _said(status: int, text: str, **headers: str) -> Answer:
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, text.encode(), {"Content-Type": "text/plain", **told})


def _answer(
    hub: GithubDouble,
    name: str,
    service: str,
    rest: str,
    secret: str | None,
    headers: Mapping[str, str],
    content: bytes,
) -> Answer:
    repo, token = hub.repos.get(name.casefold()), hub.tokens.get(secret or "")
    writes = service == "git-receive-pack"
    if secret is not None and token is None:
        return _said(401, "remote: Invalid username or token.", WWW_Authenticate='Basic realm="GitHub"')
    if token is None and (writes or repo is None or repo.private):
        return _said(401, "Repository not found.", WWW_Authenticate='Basic realm="GitHub"')
    if repo is None or (repo.private and not (token and token.may("contents"))):
        return _said(404, "Repository not found.")
    if writes and not pushes(repo, token):
        who = token.login if token else "nobody"
        return _said(403, f"Permission to {repo.full_name}.git denied to {who}.")
    if rest == "info/refs":
        body = _git(repo, service, headers, b"", "--advertise-refs")
        line = f"# service={service}\n"
        lead = f"{len(line) + 4:04x}{line}0000".encode()
        return _content(200, lead + body, f"application/x-{service}-advertisement")
    if headers.get("content-encoding") == "gzip":
        content = gzip.decompress(content)
    body = _git(repo, service, headers, content)
    if writes and token is not None:
        repo.refresh(by=token.login)
    return _content(200, body, f"application/x-{service}-result")


def _content(status: int, body: bytes, kind: str) -> Answer:
    return Answer(status, body, {"Content-Type": kind, "Cache-Control": "no-cache"})


def _git(repo: HubRepo, service: str, headers: Mapping[str, str], content: bytes, *more: str) -> bytes:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    protocol = headers.get("git-protocol", "")
    done = subprocess.run(
        ["git", service.removeprefix("git-"), "--stateless-rpc", *more, repo.remote],
        env={**kept, **ISOLATED, "GIT_PROTOCOL": protocol},
        input=content,
        capture_output=True,
        check=False,
    )
    return done.stdout
