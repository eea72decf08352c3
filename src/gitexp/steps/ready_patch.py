"""Makes a ready patch: a unified diff that `git apply` takes, of files and what they shall be."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence

from gitexp.records.proposal import ProposedFile
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted

_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_NO_END = "\\ No newline at end of file\n"
_QUOTED = frozenset('"\\\t\n')


def ready_patch(before: Mapping[str, str], files: Sequence[ProposedFile]) -> tuple[Redacted, tuple[str, ...]]:
    """Return the patch, and the paths that it could not hold.

    A text that redaction would change can't be shown as it stands, so that its diff would not apply; nor can one with
    line ends or a name that a page of Markdown would lose.
    """
    told: list[Redacted] = []
    left: list[str] = []
    for file in sorted(files, key=lambda one: one.path):
        text = "".join(_diff(file.path, before.get(file.path, ""), file.text))
        clean = redacted(text)
        if not _same(text, clean) or "\r" in text or _QUOTED & set(file.path):
            left.append(file.path)
        elif text:
            told.append(clean)
    return Redacted.joined(told, ""), tuple(left)


def _same(text: str, clean: str) -> bool:
    """Return whether both say one thing to git: redaction takes blanks at line ends, and an empty line needs none."""
    lines, others = text.split("\n"), clean.split("\n")
    return [("" if line == " " else line) for line in lines] == others


def _diff(path: str, before: str, after: str) -> Iterator[str]:
    old, new = _LINE.findall(before), _LINE.findall(after)
    for line in difflib.unified_diff(old, new, f"a/{path}", f"b/{path}"):
        yield line
        if not line.endswith("\n"):
            yield f"\n{_NO_END}"
