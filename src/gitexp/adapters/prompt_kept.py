"""Takes out of a prompt what must not lie on the disk: what looks like a key, a password, a long number or an address.

A prompt is kept for its words alone, for the next read of a file. The whole redaction takes longer than a hook may, so
this is a cheap rule, which rather takes too much: a word that is lost costs a hint, a key that is kept may cost more.
"""

from __future__ import annotations

import re

OUT = "~"
"""Stands in the place of what is taken out: no word, nor a part of one."""
TURNS = 4
"""So often digits begin or end within a key: rarely in a name, all the time in what was drawn by lot."""
_ADDRESS = re.compile(r"[^\s<>\"'()]{1,100}@[^\s<>\"'()]{1,100}")
"""E-mail addresses, and `user:password@host` of a URL."""
_NUMBER = re.compile(r"\d(?:[ -]?\d){8,}")
_RUN = re.compile(r"[A-Za-z0-9+=_-]{12,}")
_TURN = re.compile(r"(?<=[A-Za-z])[0-9]|(?<=[0-9])[A-Za-z]")
_KEY = (
    r"(?:pass(?:word|wd|phrase|code)s?|pwd|secrets?|tokens?|(?:api|access|private|secret)[ _-]?keys?|credentials?"
    r"|authorization|bearer|密[码碼]|口令|パスワード|비밀번호)"
)
_GIVEN = re.compile(
    rf"{_KEY}[\"'`]?\s*(?:[:=：＝]>?|\b(?:is|was|are)\b|は|是|为|為)\s*(?:(?:basic|bearer)\s+)?"
    r"(?:\"[^\"\n]{0,200}\"?|'[^'\n]{0,200}'?|\S{1,400})",
    re.IGNORECASE,
)
"""Behind such a sign or verb any word may be the password."""
_BESIDE = re.compile(rf"{_KEY}[\"'`]?\s+(?=\S{{0,60}}[0-9!#$%^&+=])\S{{1,400}}", re.IGNORECASE)
"""Beside the name alone it is one where it is no plain word: `password reset` is a matter like any other."""


def without_keys(prompt: str) -> str:
    """Return a prompt without what looks like a key, a password, a long number or an address."""
    for given in (_GIVEN, _BESIDE):
        prompt = given.sub(OUT, prompt)
    if "@" in prompt:
        prompt = _ADDRESS.sub(OUT, prompt)
    return _NUMBER.sub(OUT, _RUN.sub(_unless_drawn, prompt))


def _unless_drawn(run: re.Match[str]) -> str:
    return OUT if len(_TURN.findall(run[0])) >= TURNS else run[0]
