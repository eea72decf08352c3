"""Seals whole files of exp's own with a sum of their text, which tells whether a person has edited them since."""

from __future__ import annotations

import hashlib
import re

_NOTE = "Laid by exp init --agents, which keeps it up to date while nobody edits it. Sum:"
_SEAL = re.compile(rb"<!-- Laid by exp init --agents[^\n]* Sum: ([0-9a-f]{10}) -->\n?\Z")
_MARK = b"<!-- Laid by exp init --agents"


def sealed(text: str) -> bytes:
    """Return a file with the seal as its last line: agents read what stands first, and some strip such remarks."""
    body = f"{text}\n".encode()
    return body + f"<!-- {_NOTE} {_sum(body)} -->\n".encode()


def is_own(content: bytes) -> bool:
    """Return whether the file is as exp laid it, in this or another version; a checkout may have made its line ends CRLF."""
    plain = lf(content)
    seal = _SEAL.search(plain)
    return seal is not None and seal[1].decode() == _sum(plain[: seal.start()])


def was_own(content: bytes) -> bool:
    """Return whether exp laid the file once, whoever edited it since."""
    return _MARK in content


def lf(content: bytes) -> bytes:
    """Return the text with LF line ends."""
    return content.replace(b"\r\n", b"\n")


def _sum(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:10]
