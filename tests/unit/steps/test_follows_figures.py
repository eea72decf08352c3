"""Figures as people say them and as code writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.steps.follows_figures import amounts_to, figures_said, numbers_written


def said(text: str) -> list[tuple[float, str]]:
    return [(figure.values[0], figure.unit) for _, _, figure in figures_said(text)]


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("wait 10 s, or 1.5 minutes", [(10.0, "time"), (90.0, "time")]),
        ("at most 30ms for 3 attempts", [(0.03, "time"), (3.0, "")]),
        ("10 MB and 50%", [(10e6, "size"), (50.0, "%")]),
        ("Chunks of 4,096 bytes", [(4096.0, "size")]),
        ("超时设为30秒", [(30.0, "time")]),
        ("since version 3, in 2019, PR 12, line 40, #7, v2, 3.11.4, 2024-05-01, sha256, a/10", []),
        ("On Python 3 and Postgres 14, the only mode in 6.0", []),
        ("less than 10 s, about 5 s, 10-20 s", []),
        ("0x10 entries", [(16.0, "")]),
    ],
)
def test_amounts_are_read_and_other_numbers_are_none(text: str, amounts: list[tuple[float, str]]):
    assert amounts == [(round(value, 9), unit) for value, unit in said(text)]


@pytest.mark.parametrize(
    ("words", "line", "same"),
    [
        ("10 s", "timeout = 10", True),
        ("10 s", "timeout = 10.0", True),
        ("10 s", "timeout = 10_000", True),
        ("10 s", "timeout_ms = 10000", True),
        ("10 s", "timeout_ms = 10", False),
        ("10 s", "timeout: 10s", True),
        ("10 s", "timeout: 10m", False),
        ("10 min", "timeout: 10m", True),
        ("10 s", "timeout = 10 * time.Second", True),
        ("10 s", "timeout = 10 * time.Minute", False),
        ("10 s", "wait(10, TimeUnit.SECONDS)", True),
        ("2 min", "timedelta(seconds=120)", True),
        ("2 min", "timeout = 120", True),
        ("2 min", "timeout = 2 * 60 * 1000", True),
        ("10 min", "PAUSE = 10 * MINUTE", True),
        ("10 MB", "limit = 10 << 20", True),
        ("10 MB", "limit = 10 * 1024 * 1024", True),
        ("10 MB", "limit = 10_000_000", True),
        ("10 MB", "limit = 11", False),
        ("16 entries", "channel(16)", True),
        ("16 entries", "channel(160)", False),
        ("16 entries", "wait: 16s", False),
        ("50%", "share: 50%", True),
    ],
)
def test_code_writes_an_amount_in_many_ways(words: str, line: str, same: bool):
    [(_, _, figure)] = figures_said(words)
    [number] = numbers_written(line)

    assert same == amounts_to(figure, number, line[: number.start], line[number.end :])


@given(st.text(alphabet="0123456789.,_x*<>% smMB-/#vAZ\n", max_size=60))
def test_any_text_is_read(text: str):
    assert all(0 <= start < end <= len(text) for start, end, _ in figures_said(text))
    assert all(0 <= one.start < one.end <= len(text) for one in numbers_written(text))
