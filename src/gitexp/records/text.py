"""Text that is safe to hand on: `Redacted`, which only the redact step makes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar


class Redacted(str):
    """Text that the redact step has been over: no secrets, e-mails, home folders, invisible characters.

    An engine and a file of the store take nothing else, so a forgotten redaction does not type-check.
    Ordinary string methods give back `str` on purpose; what stays redacted is said by `cut`, `joined`
    and `template` below. A test holds that no module but `steps/redact.py` and this one calls it.
    """

    __slots__ = ()

    def cut(self, start: int, end: int | None = None) -> Redacted:
        """Return the characters from `start` to `end`, as they stand."""
        return Redacted(self[start:end])

    def trimmed(self) -> Redacted:
        """Return the text without blanks around it."""
        return Redacted(self.strip())

    @staticmethod
    def joined(parts: Iterable[Redacted], between: str = " ") -> Redacted:
        """Return the parts in one text; `between` is a literal of the calling code."""
        return Redacted(between.join(parts))

    @staticmethod
    def template(form: str, *parts: Redacted) -> Redacted:
        """Return `form` with each `{}` filled by a part; `form` is a literal of the calling code."""
        return Redacted(form.format(*parts))

    @staticmethod
    def rendered(text: str) -> Redacted:
        """Return a rendering (YAML, Markdown) whose words all come from `Redacted` text and literals.

        For the one writer of files, the writers of proposals and of questions; a test names the modules that may call it.
        """
        return Redacted(text)


UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ud800-\uf8ff\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff\U000f0000-\U0010ffff]"
)
"""What a reader does not see and a terminal or an agent obeys: controls, bidi, zero width, tags, half surrogates, and
signs for private use, which look like something to nobody but the one who wrote them.

Line feeds and tabs stay, and so do joiners: scripts and emoji need them. The redact step takes these out on the way
in; where a file of the store is told, they are taken out once more, since people write files too.
"""

Text = TypeVar("Text", bound=str, covariant=True)
"""The text of a record: `str` as it came in, `Redacted` once the redact step has been over it."""
