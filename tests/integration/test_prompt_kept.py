"""What is kept of a prompt on the disk: its words, and nothing that looks like a key, a password or an address."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.prompt_kept import without_keys
from gitexp.adapters.seen_files import MAX_PROMPT, SeenFiles

DRAWN = "q7Rk2" + "Zp9Lx" + "04Tm8" + "Wc3Vb"
"""Put together here, so that no scanner takes it for a live key."""


@pytest.mark.parametrize(
    "said",
    [
        f"use sk-{DRAWN} for it",
        f"https://host/x?sig={DRAWN}",
        "ab12cd34" * 5,
        "our password is swordfish",
        "password: swordfish",
        "DB_PASSWORD=swordfish",
        '{"passwd": "swordfish and more"}',
        "--password sw0rdfish",
        "the token sword!fish",
        "Authorization: Bearer swordfish",
        "Authorization: Basic swordfish",
        "密码：swordfish",
        "パスワードはswordfish",
        "https://me:swordfish@example.org/x.git",
        "mail swordfish@example.org",
        "call +49 170 123 456 78",
        "card 4111 1111 1111 1111",
    ],
)
def test_what_looks_like_a_key_is_taken_out(said: str):
    kept = without_keys(f"Retry POST {said}")

    assert kept.startswith("Retry POST ")
    assert [] == [one for one in ("fish", DRAWN[3:12], "cd34ab", "456", "1111") if one in kept]


@pytest.mark.parametrize(
    "said",
    [
        "Retry POST in src/net/v2/retry_policy_3.py since 2024-01-02, where RETRYABLE_METHODS lacks it.",
        "Add the password reset flow and a token bucket with 100 entries",
        "parseRetryAfterHeaderValue and net-retry-idempotent-only must stay; see @src/net/retry.py and #1466",
        "重试 POST 请求时不要重复扣款",
    ],
)
def test_words_stay(said: str):
    assert said == without_keys(said)


@given(st.text(max_size=300))
def test_what_is_kept_is_never_longer_than_what_was_said(said: str):
    assert len(without_keys(said)) <= len(said)


def test_no_key_lies_on_the_disk(tmp_path: Path):
    seen = SeenFiles(str(tmp_path), "codex", "s")

    seen.keep_prompt(f"Retry POST with {DRAWN}; password: swordfish {'x ' * MAX_PROMPT}{DRAWN}")

    [file] = [one for one in tmp_path.rglob("prompt*") if one.is_file()]
    kept = file.read_text()
    assert kept.startswith("Retry POST with ")
    assert (False, False) == (DRAWN in kept, "swordfish" in kept)
    assert kept == seen.prompt()
