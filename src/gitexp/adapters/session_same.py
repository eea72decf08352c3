"""Decides which of two accounts of the same session is kept: tools export one session, and keep it under several names."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.discussion import Discussion


def fuller(known: Discussion[str], other: Discussion[str]) -> Discussion[str]:
    """Return the account in which people say more, the known one where both say as much.

    It is private if one of them is, and about this repository if one of them is.
    """
    kept = other if said(other) > said(known) else known
    home = next((one for one in (kept, known, other) if one.local), kept)
    return replace(kept, private=known.private or other.private, local=home.local, repo=home.repo)


def said(discussion: Discussion[str]) -> tuple[int, int]:
    """Return how much people say: in turns, then in characters."""
    texts = [turn.text for turn in discussion.turns if turn.speaker.role == "user"]
    return len(texts), sum(map(len, texts))
