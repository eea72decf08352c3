"""Reads out of a text what GitHub would make of it: pings, links to other numbers, closing words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Kind = Literal["mention", "number", "closes"]
_QUIET = re.compile(
    r"<!--.*?-->"  # a comment of HTML
    r"|^[ ]{0,3}(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ ]{0,3}(?P=fence)[`~]*[ \t]*$|\Z)"  # a fenced block
    r"|(?<![`\\])(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)",  # a code span, within a paragraph
    re.DOTALL | re.MULTILINE,
)
_MENTION = re.compile(r"(?<![\w`/@-])@([A-Za-z0-9](?:[A-Za-z0-9-]{0,38})(?:/[\w.-]+)?)")
_CLOSING = r"(?:clos(?:e|es|ed)|fix(?:es|ed)?|resolv(?:e|es|ed)):?\s+"
_NUMBER = re.compile(
    rf"(?P<closing>\b{_CLOSING})?"
    # What leads there by way of redirect.github.com leaves no back reference.
    r"(?:https?://(?!redirect\.)[\w.:-]+/(?P<link>[\w.-]+/[\w.-]+)/(?:pull|issues)/(?P<linked>\d+)"
    r"|(?<![\w&/])(?P<repo>[\w.-]+/[\w.-]+)?(?:#|\bGH-)(?P<number>\d+)\b)",
    re.IGNORECASE,
)


def quiet(text: str) -> str:
    """Return the text without what GitHub does not look into: code, and comments of HTML."""
    return _QUIET.sub(" ", text)


def read_out(text: str | None, repo: str) -> Iterator[tuple[Kind, str]]:
    """Yield each ping as a login, and each link as `owner/name#7`; a closing word makes it `closes`."""
    heard = quiet((text or "").replace("\r\n", "\n"))
    for found in _MENTION.finditer(heard):
        yield "mention", found[1]
    for found in _NUMBER.finditer(heard):
        place = found["link"] or found["repo"] or repo
        kind: Kind = "closes" if found["closing"] else "number"
        yield kind, f"{place}#{found['linked'] or found['number']}"
