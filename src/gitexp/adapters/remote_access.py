"""Talks to origin through the `git` program: what it holds, a fetch, and a push of several refs that moves all or none."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from gitexp.adapters.git import Git, Outcome, shown
from gitexp.adapters.git_commits import Moved
from gitexp.adapters.remote_settings import LOOPBACK, check_addresses, check_settings, is_loopback
from gitexp.errors import OutsideError, RepositoryError, UsageError

REMOTE = "origin"
PROTOCOLS = "file:git:http:https:ssh"
_WITH_A_TOKEN = ("https",)
_NEAR = ("https", "http", "file")
"""With a token git runs no program to reach a remote; where GitHub is on this machine, its repositories may be too."""
_FOR_HELPERS = ("GH_TOKEN", "GITHUB_TOKEN")
"""What a person's own credential helper may ask for."""
_USERINFO = re.compile(r"(?<=//)[^/@\s]+@")
_NOT_ATOMIC = "does not support --atomic"
_REASON = re.compile(rb"^remote: (?:error|fatal): (.+?) *$|^ ! \[[^\]]*\] .* \((.+)\) *$", re.MULTILINE)
"""Why the remote, or git, did not take one ref."""
_FOLLOWS = ("atomic push failure", "atomic transaction failed", "hook declined")
"""How what is said of a ref begins whose real reason is said elsewhere."""
_PUSHING = ("--quiet", "--no-verify", "--no-signed", "--no-follow-tags", "--recurse-submodules=no")
_READ = "check its address and your access to it"
_WRITE = "check that you may push there; a workflow needs `permissions: contents: write`"


@dataclass(frozen=True)
class Access:
    """A token, and the one server that it is for. Without a token git's own credentials count."""

    server: str = "https://github.com"
    token: str | None = field(default=None, repr=False)

    def settings(self) -> list[tuple[str, str]]:
        """Return git's settings for it. Raises UsageError where the token would go over the wire for all to read."""
        if not self.token:
            return []
        place = f"http.{_origin(self.server)}/.extraHeader"
        return [
            # A checkout may have left a header of its own; two of them are refused.
            (place, ""),
            (place, f"AUTHORIZATION: basic {self._basic()}"),
            # A redirect would take the header to another host.
            ("http.followRedirects", "false"),
            # Where the token is refused nobody else's takes its place.
            ("credential.helper", ""),
            ("http.sslVerify", "true"),
            # The protocols that these are for are not allowed either.
            ("core.sshCommand", "false"),
            ("core.gitProxy", "false"),
            ("core.askPass", ""),
            ("core.fsmonitor", "false"),
            ("core.hooksPath", os.devnull),
        ]

    def check(self, git: Git) -> None:
        """Raise RepositoryError where the repository's own settings could lead the token away from its server.

        What is unpacked into a work tree can hold a `.git/config`.
        """
        if self.token:
            check_settings(git)
            check_addresses(git, REMOTE, _origin(self.server), near=self._near)

    def protocols(self) -> str:
        """Return by which protocols git may reach the remote."""
        asked = os.environ.get("GIT_ALLOW_PROTOCOL", PROTOCOLS)
        if not self.token:
            return asked
        allowed = _NEAR if self._near else _WITH_A_TOKEN
        return ":".join(one for one in allowed if one in asked.split(":")) or "none"

    @property
    def _near(self) -> bool:
        """Return whether GitHub is itself on this machine, as a double is in a test."""
        return is_loopback(self.server) or is_loopback(os.environ.get("GITHUB_API_URL", ""))

    def clean(self, words: str) -> str:
        """Return git's words without what lets one in."""
        for secret in (self.token, self._basic() if self.token else None):
            words = words.replace(secret, "***") if secret else words
        return _USERINFO.sub("", words)

    def _basic(self) -> str:
        return base64.b64encode(f"x-access-token:{self.token}".encode()).decode()


@dataclass(frozen=True)
class Move:
    """One ref of the remote: what it must still be (None: not there), and the commit that it becomes."""

    ref: str
    expected: str | None
    commit: str


class Origin:
    """The remote called origin, as git reaches it from this repository."""

    def __init__(self, git: Git, access: Access | None = None) -> None:
        self._git = git
        self._access = access or Access()
        self._checked = False

    def refs(self, names: Collection[str]) -> dict[str, str]:
        """Return what these refs are there now. Raises OutsideError where it can't be asked."""
        if self._git.try_run("config", "--get", f"remote.{REMOTE}.url") is None:
            raise RepositoryError(REMOTE, "there is no such remote", "git remote add origin URL")
        done = self._call("ls-remote", REMOTE, *sorted(names))
        if done.status:
            raise self._failed(done, "could not be asked", _READ)
        rows = (line.split("\t") for line in done.out.decode("utf-8", "replace").splitlines())
        return {row[1]: row[0] for row in rows if len(row) == 2 and row[1] in names}

    def fetch(self, refs: Mapping[str, str]) -> None:
        """Bring refs here under other names: what of there, to where. Raises OutsideError where it fails."""
        options = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", "--no-auto-gc")
        # Files of the memory are read, so they are needed also where the clone lacks all others.
        done = self._call(
            "fetch",
            *options,
            "--no-filter",
            "--refmap=",
            REMOTE,
            *(f"+{ref}:{to}" for ref, to in refs.items()),
        )
        if done.status:
            raise self._failed(done, "could not be fetched from", _READ)

    def push(self, moves: Sequence[Move]) -> None:
        """Move the refs, all or none; where the remote can't do that, one by one in this order.

        Raises Moved where one is no longer what it must be. Where only git's answer was lost, nothing is raised.
        """
        done = self._push("--atomic", moves)
        if done.status and _NOT_ATOMIC in done.words:
            for move in moves:
                done = self._push("--no-atomic", [move])
                if done.status:
                    break
        if done.status:
            self._check(done, moves)

    def rehearse(self, refs: Collection[str], commit: str) -> None:
        """Try whether refs may be pushed, without moving them: what the remote's own rules say of it is not asked.

        Raises OutsideError where not.
        """
        orders = [f"+{commit}:{ref}" for ref in refs]
        done = self._call("push", "--dry-run", *_PUSHING, REMOTE, *orders)
        if done.status:
            raise self._failed(done, "does not take a push", _WRITE)

    def _push(self, atomic: str, moves: Sequence[Move]) -> Outcome:
        leases = [f"--force-with-lease={move.ref}:{move.expected or ''}" for move in moves]
        orders = [f"{move.commit}:{move.ref}" for move in moves]
        return self._call("push", *_PUSHING, atomic, *leases, REMOTE, *orders)

    def _check(self, done: Outcome, moves: Sequence[Move]) -> None:
        """Raise what a failed push means, by what the remote holds now."""
        failed = self._failed(done, "did not take the push", _WRITE)
        try:
            now = self.refs({move.ref for move in moves})
        except OutsideError:
            raise failed from None
        if all(now.get(move.ref) == move.commit for move in moves):
            return
        for move in moves:
            if now.get(move.ref) not in (move.expected, move.commit):
                raise Moved(f"{REMOTE} {move.ref}", "was moved meanwhile", "run again")
        raise failed

    def _call(self, *args: str) -> Outcome:
        if not self._checked:
            self._access.check(self._git)
            self._checked = True
        return self._git.call(*args, env=environment(self._access))

    def _failed(self, done: Outcome, what: str, mend: str) -> OutsideError:
        found = (b"".join(groups).decode("utf-8", "replace") for groups in _REASON.findall(done.err))
        said = [shown(one).rstrip(". ") for one in found]
        reasons = [one for one in dict.fromkeys(said) if not one.startswith(_FOLLOWS)] or said[:1]
        words = "; ".join(reasons) or done.words or what
        return OutsideError(REMOTE, self._access.clean(words)[:500], mend)


def environment(access: Access | None = None) -> dict[str, str]:
    """Return the variables for a git that reaches a remote: git's own protocol settings count again."""
    access = access or Access()
    variables = {"GIT_ALLOW_PROTOCOL": access.protocols()}
    settings = access.settings()
    if not settings:
        return variables | {name: os.environ[name] for name in _FOR_HELPERS if name in os.environ}
    counted = os.environ.get("GIT_CONFIG_COUNT", "")
    first = int(counted) if counted.isdecimal() else 0
    for number, (key, value) in enumerate(settings, first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    # No window asks for a password either.
    return {**variables, "GIT_CONFIG_COUNT": str(first + len(settings)), "GIT_ASKPASS": "", "SSH_ASKPASS": ""}


def _origin(server: str) -> str:
    """Return scheme, host and port of the server that a token is for."""
    parts = urlsplit(server)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)
    if (
        not safe
        or not parts.hostname
        or "@" in parts.netloc
        or not re.fullmatch(r"[\w.:\[\]-]+", parts.netloc)
    ):
        raise UsageError(
            "GITHUB_SERVER_URL", "is no https address: no token is sent there", "https://github.com"
        )
    return f"{parts.scheme}://{parts.netloc}"
