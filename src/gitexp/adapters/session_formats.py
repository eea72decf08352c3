"""Lists the formats of agent sessions; a new one is a new reader and its name here."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gitexp.adapters.source_aider import AiderFiles
from gitexp.adapters.source_claude_code import ClaudeCodeFiles
from gitexp.adapters.source_codex import CodexFiles
from gitexp.adapters.source_gemini import GeminiFiles
from gitexp.adapters.source_opencode import OpenCodeFiles
from gitexp.adapters.source_reader import Here, Reader, Whole
from gitexp.adapters.source_specstory import SpecStoryFiles


def _opencode(here: Here) -> Reader:
    return Whole(OpenCodeFiles(here))


SESSION_READERS: tuple[Callable[[Here], Reader], ...] = (
    SpecStoryFiles,
    AiderFiles,
    ClaudeCodeFiles,
    CodexFiles,
    GeminiFiles,
    _opencode,
)
"""In the order in which they are tried: a text may hold a line that looks like one of the other formats."""


def recognising(readers: Sequence[Reader], head: bytes) -> Reader | None:
    """Return the first reader that knows a file by how it begins, None where none does: a name tells nothing."""
    return next((reader for reader in readers if reader.recognises(head)), None)
