"""Identities: an experience's id is a readable slug and ten hex digits that stay through updates."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{10}")
MAX_SLUG = 48


def experience_id(words: str, repo: str, discussion: str, turns: Iterable[str]) -> str:
    """Return the id: a slug of `words`, and a hash over repository, discussion and sorted evidence turns."""
    seed = "\0".join([repo.lower(), discussion, *sorted(set(turns))])
    return f"{slug(words)}-{hashlib.sha256(seed.encode()).hexdigest()[:10]}"


def slug(words: str) -> str:
    """Return the words as lower-case ASCII with hyphens, cut at a word; `experience` where nothing remains."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    parts = [part for part in re.split(r"[^a-z0-9]+", plain.lower()) if part]
    chosen = ""
    for part in parts:
        longer = f"{chosen}-{part}" if chosen else part[:MAX_SLUG]
        if len(longer) > MAX_SLUG:
            break
        chosen = longer
    return chosen or "experience"


def content_hash(*parts: str) -> str:
    """Return twelve hex digits that stand for the parts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:12]
