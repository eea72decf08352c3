"""Finds private keys: whole PEM, OpenSSH and PGP blocks, and what is left of one that was cut off.

A key may stand in a diff (+ or - before each line), in a JSON string (line ends as \\n) or in a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gitexp.steps.redact_found import Found
from gitexp.steps.redact_judge import is_known_example, looks_random

_BLANK = r"(?:[ +_]|%20)"
_LABEL = rf"{_BLANK}(?:[A-Za-z0-9]{{1,12}}{_BLANK}){{0,4}}(?i:PRIVATE{_BLANK}KEY)(?:{_BLANK}(?i:BLOCK))?{_BLANK}?-{{0,5}}"
_BEGIN = re.compile(rf"-{{4,5}}{_BLANK}?(?i:BEGIN){_LABEL}|Private-Lines: \d{{1,3}}")
_END = re.compile(rf"-{{4,5}}{_BLANK}?(?i:END){_LABEL}")

_BETWEEN = r"(?:\\{1,4}[nrt]|%0[AaDd]|%20|\\u000[aAdD]|<br ?/?>|&#10;|[\s\"'`+>|*#,\-;\\()\[\]])"
_HEADERS = r"(?:(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID)\s?:[^\n\\]{0,120})"
_RUN = r"(?:[A-Za-z0-9+/=]|%2[BbFf]|%3[Dd])"
_HEAD = re.compile(rf"(?:{_BETWEEN}{{0,40}}+{_HEADERS})*{_BETWEEN}{{0,40}}+(?P<run>{_RUN}{{12,}}+)")
_BODY = re.compile(
    rf"(?:{_BETWEEN}{{0,40}}+{_RUN}{{12,}}+)*(?:{_BETWEEN}{{0,40}}+=[A-Za-z0-9+/]{{4}}(?![A-Za-z0-9]))?"
)
_REST = re.compile(
    r"[ \t]*(?:\\{1,4}r)?(?:\\{1,4}n|\n)[ \t>+\-|*#\"']{0,16}[A-Za-z0-9+/]{1,76}={0,2}(?=[\s\"'\\,;]|\Z)"
)
_BEGINNING = r"(?:MII[A-Za-z0-9+/]{1,3}[AgQw]IBA[ADQ]|MIGHAgEA|MHcCAQEE|MHQCAQEE|MIGkAgEB|MC4CAQAw|b3BlbnNzaC1rZXktdjE)"
_BARE = re.compile(_BEGINNING + r"[A-Za-z0-9+/]{24,}+={0,2}")
"""How the body of an unencrypted PKCS#1, PKCS#8, EC or OpenSSH key begins, where no BEGIN line tells."""
_LINE_OF_KEY = re.compile(r"[ \t>+\-|*#\"']{0,16}[A-Za-z0-9+/]{40,76}={0,2}[\"',;+\\ \t]{0,6}")
_LAST_LINE = re.compile(r"[ \t>+\-|*#\"']{0,16}[A-Za-z0-9+/]{1,76}={0,2}[\"',;+\\ \t]{0,6}")
_LONGEST_KEY = 32_768


def found_private_keys(text: str) -> Iterator[Found]:
    """Yield each block whole; without END line as far as the body goes, without BEGIN line from where it starts."""
    reached = 0
    if "-----" in text or "Private-Lines" in text or "---- " in text:
        for begin in _BEGIN.finditer(text):
            end = _end_of_block(text, begin.end()) if begin.start() >= reached else 0
            if end > begin.end():
                reached = end
                yield Found(begin.start(), end, "secret")
        for closing in _END.finditer(text):
            start = _start_of_body(text, closing.start())
            if start < closing.start():
                yield Found(start, closing.end(), "secret")
    for bare in _BARE.finditer(text):
        yield Found(bare.start(), _goes_on(text, bare.end()), "secret")


def _end_of_block(text: str, at: int) -> int:
    """Return where the block ends that begins before `at`; `at` itself where no body follows (a mere mention)."""
    head = _HEAD.match(text, at, at + _LONGEST_KEY)
    if head is None or is_known_example(head["run"][:100]):
        return at
    if len(head["run"]) < 40 and not looks_random(head["run"]) and not re.match(_BEGINNING, head["run"]):
        return at
    body = _BODY.match(text, head.end(), at + _LONGEST_KEY)
    end = _goes_on(text, body.end() if body else head.end())
    closing = _END.search(text, end, end + 200)
    if (
        closing is None
        or "BEGIN" in text[end : closing.start()]
        or text.count("\n", end, closing.start()) > 3
    ):
        return end
    return closing.end()


def _goes_on(text: str, end: int) -> int:
    while (more := _REST.match(text, end)) is not None:
        end = more.end()
    return end


def _start_of_body(text: str, end: int) -> int:
    """Return where the lines of base64 before an END line start, up to 200 lines back; `end` where there are none."""
    start = text.rfind("\n", max(0, end - 20), end) + 1
    shape, whole = _LAST_LINE, 0
    for _ in range(200):
        line_start = text.rfind("\n", max(0, start - 200), max(0, start - 1)) + 1
        if start == 0 or start - line_start > 199 or not shape.fullmatch(text, line_start, start - 1):
            break
        whole += _LINE_OF_KEY.fullmatch(text, line_start, start - 1) is not None
        shape, start = _LINE_OF_KEY, line_start
    return start if whole else end
