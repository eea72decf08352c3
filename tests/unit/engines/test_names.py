"""What a text names is found as it is spelled: symbols, flags, paths; no products, keywords or abbreviations.

What a name is and is not belongs to the tests of `records/mentions`."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.engines.rules.names import MAX_NAMES, names_something, paths_in, symbols_in
from gitexp.steps.redact import redacted


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("call `Ledger.close()` last", ["Ledger.close()"]),
        ("call Ledger::close or ledger->close or a_ledger", ["Ledger::close", "ledger->close", "a_ledger"]),
        ("heatPump, HeatPump and MAX_SIZE", ["heatPump", "HeatPump", "MAX_SIZE"]),
        ("run it with --no-verify", ["--no-verify"]),
        ("在 `Ledger` 里", ["Ledger"]),
        ("`Ledger`で閉じる", ["Ledger"]),
        ("`Ledger` and `Ledger` again", ["Ledger"]),
        ("GitHub, JavaScript and PostgreSQL", []),
        ("`self`, `async` and `true`", []),
        ("e.g. this, i.e. that, U.S.", []),
        ("`some words in code`", []),
        ("see https://example.com/a_b/CamelCase", []),
        ("`src/net/retry.py`", []),
        ("the plain words of a sentence", []),
        ("the `.pc` files", [".pc"]),
        ("`close()` of `Ledger`", ["close()", "Ledger"]),
        ("`this.close();` and `--heat=3`", ["close()", "--heat"]),
        ("set `LEDGER_HOME` in the environment", []),
    ],
)
def test_symbols_as_spelled(text, symbols):
    assert symbols == list(symbols_in(redacted(text)))


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("edit src/net/retry.py first", ["src/net/retry.py"]),
        ("edit src/net/retry.py.", ["src/net/retry.py"]),
        ("edit `retry.py`, then pyproject.toml", ["retry.py", "pyproject.toml"]),
        ("in src/net/retry.py:12", ["src/net/retry.py"]),
        ("修改 src/net/retry.py 的时候", ["src/net/retry.py"]),
        ("and/or, I/O, TCP/IP, 1.2, v0.24.1", []),
        ("see https://example.com/docs/page.html", []),
        ("only src/**/*.py and `*.toml`", ["src/**/*.py", "*.toml"]),
        ("the `.pc` files", []),
        ("mail rita@example.py", []),
    ],
)
def test_paths_as_spelled(text, paths):
    assert paths == list(paths_in(redacted(text)))


def test_a_file_name_may_end_a_sentence():
    assert ["schema.json"] == list(paths_in(redacted("Never edit schema.json. It is generated.")))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("使用RetryPolicy类", "RetryPolicy"),
        ("wp_options表里", "wp_options"),
        ("调用Ledger.close方法", "Ledger.close"),
        ("RetryPolicyを使う", "RetryPolicy"),
    ],
    ids=["zh-camel", "zh-snake", "zh-dotted", "ja-camel"],
)
def test_names_written_into_chinese_and_japanese_words_are_found_without_them(text, name):
    assert [name] == list(symbols_in(redacted(text)))


@pytest.mark.parametrize("name", ["Node.js", "Vue.js", "Next.js"])
def test_a_product_that_is_spelled_like_a_file_is_no_path(name):
    assert [] == list(paths_in(redacted(f"In {name} the stream closes itself.")))


def test_only_so_many_names_are_taken():
    assert MAX_NAMES == len(symbols_in(redacted(" ".join(f"name_{n}" for n in range(50)))))


@pytest.mark.parametrize(("text", "expected"), [("`Ledger`", True), ("a/b.py", True), ("the ledger", False)])
def test_whether_something_is_named(text, expected):
    assert expected is names_something(text)


@given(st.text(max_size=300) | st.text("aZ_.$`/-()#: \n", max_size=300))
def test_every_name_stands_in_the_text(text):
    safe = redacted(text)

    assert all(name in safe for name in (*symbols_in(safe), *paths_in(safe)))


@pytest.mark.parametrize(
    "text",
    ["'Ab' + 'A' * 60 + '/'", "'$' * 30000", "'x/' + 'a' * 30000 + '/'"],
    ids=["base64", "dollars", "one-long-name"],
)
def test_a_pasted_blob_does_not_stop_the_reading(text):
    # In a process of its own, so that a pattern which never ends fails here and does not hang the others.
    code = (
        "from gitexp.engines.rules.names import paths_in, symbols_in\n"
        "from gitexp.records.text import Redacted\n"
        f"symbols_in(Redacted({text})), paths_in(Redacted({text}))"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, timeout=5)

    assert 0 == done.returncode
