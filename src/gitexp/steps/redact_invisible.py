"""Takes out of a text what a reader can't see: terminal escapes, control, bidi, zero-width and tag characters,
and signs for private use.

A joiner stays where a script or an emoji needs it. Everything here is idempotent and linear.
"""

from __future__ import annotations

import re

from gitexp.records.evidence import quotable

_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)"  # OSC, DCS …: titles, links
    r"|\x1b[ -/]*[0-~]"  # two-character escapes, character sets
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"  # every other control character; quotable() settles \r
)
_LINE_ENDS = re.compile("[\u2028\u2029]")
_NEVER_SEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff"
    "\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
    "\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd]"
)
_NO_TEXT = re.compile(
    "[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(chr(plane << 16 | last) for plane in range(1, 17) for last in (0xFFFE, 0xFFFF))
    + "]"
)
"""Lone surrogates and noncharacters: no UTF-8 or YAML file can hold them."""

_PICTURE = "\u00a9\u00ae\u203c\u2049\u20e3\u2122-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001fbff"
_VARIES = _PICTURE + "\u1820-\u18aa\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SELECTOR = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_SELECTORS = re.compile(
    f"(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<=[{_VARIES}])[{_SELECTOR}]|(?P<stray>[{_SELECTOR}])",
)
_JOINED = (
    "\u0600-\u06ff\u0700-\u077f\u07c0-\u07ff\u0840-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u18af\ua840-\ua9ff"
    "\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\U00010a00-\U00011fff"
)
_VIRAMA = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2"
_JOINERS = re.compile(
    f"(?<=[{_PICTURE}\ufe0f])\u200d(?=[{_PICTURE}])"
    f"|(?<=[{_JOINED}])[\u200c\u200d](?=[{_JOINED}])"
    f"|(?<=[{_VIRAMA}])[\u200c\u200d]"
    "|(?P<stray>[\u200c\u200d])"
)


def visible(text: str) -> str:
    """Return the text as a reader sees it, in the form that quotes are measured in (LF, no blanks at line ends)."""
    text = _ESCAPES.sub("", text)
    if not text.isascii():
        text = _NEVER_SEEN.sub("", _LINE_ENDS.sub("\n", text))
        text = _NO_TEXT.sub("\ufffd", text)
        text = _SELECTORS.sub(_unless_stray, text)
        text = _JOINERS.sub(_unless_stray, text)
    return quotable(text)


def _unless_stray(match: re.Match[str]) -> str:
    return "" if match["stray"] else match[0]
