"""Search tokens are the same for what is kept and what is asked, in any language, and of any text at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.search_tokens import LONGEST, search_tokens, spelled_tokens, weight_of

TOKENS = {
    "RetryPolicy": ["retrypolicy", "retr", "polic"],
    "retry_policy": ["retrypolicy", "retr", "polic"],
    "retry-policy": ["retr", "polic"],
    "net.RetryPolicy.send()": ["net", "retrypolicy", "retr", "polic", "send"],
    "HTTPServer": ["httpserver", "http", "serv"],
    "XPath2 nodes": ["xpath2", "x", "path", "2", "nod"],
    "seeded seeding seeds": ["seed", "seed", "seed"],
    "the D site": ["d", "sit"],
    "x86": ["x86", "x", "86"],
    "__init__": ["init"],
    "___": [],
    "a": [],
    "!?#": [],
    "": [],
    "🙂": [],
    "ＲｅｔｒｙＰｏｌｉｃｙ": ["retrypolicy", "retr", "polic"],
    "开票后台": ["开票", "票后", "后台"],
    "票": ["票"],
    "キャッシュ": ["キャ", "ャッ", "ッシ", "シュ"],
    "ｷｬｯｼｭ": ["キャ", "ャッ", "ッシ", "シュ"],
    "결제": ["결제"],
    "Cacheを消す": ["cach", "を消", "消す"],
    "什么是D站": ["么是", "d", "站"],
    "Größe": ["grösse"],
    "GRO\u0308SSE": ["grösse"],
    "ПЛАТЁЖ": ["платёж"],
    "größe_in_mm": ["grösseinmm", "grösse", "mm"],
}
"""A word of English is kept by its stem, a name whole and in parts, what has no blanks by two signs at a time."""


@pytest.fixture(scope="module")
def table() -> Iterator[sqlite3.Connection]:
    """A table of words as the index has one."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as db:
        db.execute('CREATE VIRTUAL TABLE words USING fts5(body, tokenize="unicode61 remove_diacritics 0")')
        yield db


@pytest.mark.parametrize(("text", "tokens"), TOKENS.items(), ids=ascii)
def test_a_text_gives_its_words_and_the_parts_of_its_names(text: str, tokens: list[str]):
    assert tokens == search_tokens(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("retries", "retry"),
        ("parsing", "parse"),
        ("configuration", "configured"),
        ("normalisation", "normalize"),
        ("classes", "class"),
        ("policies", "policy"),
        ("verified", "verify"),
        ("stopped", "stop"),
    ],
)
def test_forms_of_a_word_are_one(one: str, other: str):
    assert search_tokens(one) == search_tokens(other)


@pytest.mark.parametrize(("one", "other"), [("cache", "cash"), ("process", "procure"), ("index", "indent")])
def test_two_words_are_two(one: str, other: str):
    assert search_tokens(one) != search_tokens(other)


def test_each_token_is_spelled_as_it_stands_there_first():
    spelled = spelled_tokens("RetryPolicy retries, and Ｒetries 开票")

    expected = dict.fromkeys(("retrypolicy", "retr", "polic"), "RetryPolicy") | {"开票": "开票"}
    assert expected == spelled


def test_what_is_longer_than_any_word_is_no_token():
    for text in ("a" * 1_000_000, "é" * 100_000, "_" * 100_000, "0123456789abcdef" * 10_000):
        assert all(len(token) <= LONGEST for token in search_tokens(text))


def test_a_pair_that_is_an_ending_weighs_less_than_a_word():
    assert weight_of("した") < weight_of("消す") < weight_of("開票") < weight_of("cache")


ALPHABET = st.one_of(
    st.sampled_from("abzABZ019_-./ "),
    st.sampled_from("äößéñİıſŒœ"),
    st.sampled_from("дёЖΑσςאבתابت"),
    st.sampled_from("开票后台网站"),
    st.sampled_from("キャッシュをけ・ーｶﾞ"),
    st.sampled_from("결제ก็คन्ा"),
    st.sampled_from("🙂👩‍💻\u202e\ud83d\x00\x1e\x1f\"'*()"),
    st.characters(),
)
TEXT = st.text(ALPHABET, max_size=60)


@given(TEXT)
def test_any_text_gives_tokens_without_a_sign_that_parts_them(text: str):
    tokens = search_tokens(text)

    assert all(token and len(token) <= 3 * LONGEST for token in tokens)
    assert all(token.split() == [token] for token in tokens)
    assert not any(sign in token for token in tokens for sign in '"\x00\x1e\x1f*_-')
    "".join(tokens).encode()  # no half of a surrogate pair


@given(TEXT)
def test_the_same_tokens_are_spelled(text: str):
    assert set(search_tokens(text)) == set(spelled_tokens(text))


@given(TEXT, TEXT)
def test_texts_on_lines_of_their_own_give_their_own_tokens(one: str, other: str):
    assert [*search_tokens(one), *search_tokens(other)] == search_tokens(f"{one}\n{other}")


KNOWN = st.text(
    ALPHABET.filter(lambda sign: ord(sign) < 0x250 or sign in "дёЖΑσςאבתابت开票后台网站キャッシュを결제"),
    max_size=40,
)


@given(text=KNOWN)
def test_the_table_of_words_finds_a_text_by_each_of_its_tokens(table: sqlite3.Connection, text: str):
    tokens = search_tokens(text)
    table.execute("DELETE FROM words")
    table.execute("INSERT INTO words (rowid, body) VALUES (1, ?)", (" ".join(tokens),))

    for token in tokens:
        assert [(1,)] == table.execute(
            "SELECT rowid FROM words WHERE words MATCH ?", (f'"{token}"',)
        ).fetchall(), token
