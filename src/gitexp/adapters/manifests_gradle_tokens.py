"""Cuts a Gradle script, Groovy or Kotlin, into words, strings and marks; comments fall away."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

Kind = Literal["word", "string", "mark"]
Token = tuple[Kind, str]
"""What it is, and its text: of a string what stands between the quotes."""

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|(?P<long>\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z))"
    r"|(?P<string>\"[^\"\\\n]*(?:\\[^\n][^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\[^\n][^'\\\n]*)*'?)"
    r"|(?P<word>\w+(?:\.\w+)*)"
    r"|(?P<mark>[=!+]=|[{}()\[\],:=;\n])",
    re.DOTALL,
)
# A string without an end goes to the end of its line: were it no match, the search would start anew at each quote.


def tokens(text: str) -> list[Token]:
    """Return the tokens of a script. Whatever is none of them is left out."""
    return list(_tokens(text.replace("\r\n", "\n")))


def _tokens(text: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(text):
        if found["long"]:
            yield "string", found["long"][3:-3]
        elif found["string"]:
            yield "string", found["string"][1:-1]
        elif found["word"]:
            yield "word", found["word"]
        elif found["mark"]:
            yield "mark", found["mark"]
