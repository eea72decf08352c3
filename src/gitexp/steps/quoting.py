"""Put untrusted words where they can do no harm: no ping, no link, no closed issue, no broken frame."""

from __future__ import annotations

import re

from gitexp.records.text import Redacted

_REFERENCE = re.compile(r"(?<![\w&])((?:[\w.-]+/[\w.-]+)?)#(\d+)\b")
_GH = re.compile(r"\bGH-(\d+)\b", re.I)
_MENTION = re.compile(r"@(?=[\w-])")
_URL = re.compile(r"\b(?:https?|ftp)://", re.I)
_WWW = re.compile(r"\bwww\.", re.I)
_SHA = re.compile(r"\b[0-9a-f]{40}\b")
_COMMENT = re.compile(r"<!-+")
_MARKDOWN = re.compile(r"([\\`*_\[\]<|~&$]|^[#>+=-])")
_RUN = re.compile(r"`+")


def plain(words: Redacted) -> Redacted:
    """Return words for a place without markup (title, commit message, branch): no ping, no reference, one line.

    `@name` becomes `(at)name`, `#12` `no. 12`, `GH-12` `GH 12`, an address loses its scheme. What begins a comment of
    HTML is taken out too: who looks for our marks in a text reads no escapes.
    """
    text = " ".join(words.split())
    text = _URL.sub("", text)
    text = _WWW.sub("www ", text)
    text = _REFERENCE.sub(lambda match: f"{match[1]} no. {match[2]}".strip(), text)
    text = _GH.sub(r"GH \1", text)
    text = _MENTION.sub("(at)", text)
    text = _COMMENT.sub("<! ", text)
    text = _SHA.sub(lambda match: match[0][:12], text)
    return Redacted.rendered(text)


def inline(words: Redacted) -> Redacted:
    """Return words for a line of Markdown: as `plain`, with every sign of markup escaped."""
    return Redacted.rendered(_MARKDOWN.sub(r"\\\1", plain(words)))


def code(words: Redacted) -> Redacted:
    """Return words as a Markdown code span, which neither pings nor links."""
    text = " ".join(words.split()).replace("|", "¦")
    fence = "`" * (max((len(run) for run in _RUN.findall(text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return Redacted.rendered(f"{fence}{pad}{text}{pad}{fence}")


def block(words: Redacted) -> Redacted:
    """Return words as a fenced block that they can't end: the fence is longer than any run of backticks in them."""
    fence = "`" * max(3, max((len(run) for run in _RUN.findall(words)), default=0) + 1)
    return Redacted.rendered(f"{fence}text\n{words}\n{fence}")
