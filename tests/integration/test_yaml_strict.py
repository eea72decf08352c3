"""YAML is read strictly and written so that every text comes back, here and in any other parser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters import yaml_strict
from gitexp.adapters.yaml_strict import Plain, dump, load, resolved
from gitexp.errors import RecordError

nasty = st.one_of(
    st.text(),
    st.text(alphabet="a \n\t#:-'\"\\|>🙂漢,[]{}&*!%@`?.~=<0"),
    st.lists(
        st.sampled_from(["word", "longer_word", "", "🙂", "#", "漢字", "a:", "x\n", "\t"]), max_size=60
    ).map(" ".join),
    st.sampled_from(
        ["NO", "on", "1.10", "010", "0x1F", "1e3", "12:30:45", "2024-01-01", "null", "~", "<<", "="]
    ),
)
documents = st.recursive(
    nasty,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(nasty, inner, max_size=4)),
    max_leaves=12,
)


def refusal(text: str | bytes) -> str:
    """Return what is said of a text that can't be read."""
    with pytest.raises(RecordError) as caught:
        load(text, "notes.yaml")
    return str(caught.value)


def complaint(attempt: Callable[[], object]) -> str:
    """Return what is said of a text that may be read or not; nothing where it could be."""
    try:
        attempt()
    except RecordError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    "typed", ["NO", "on", "yes", "2024-03-12", "010", "12:30:45", "1e3", "0x1F", "1.10", "true", "5", "null"]
)
def test_what_looks_like_something_else_stays_the_text_that_was_typed(typed: str) -> None:
    data = load(f"a: {typed}", "notes.yaml").data

    assert data == {"a": typed}


def test_only_unquoted_null_booleans_and_decimal_integers_resolve_to_more_than_text() -> None:
    text = "[true, False, null, ~, 12, -3, 0, 'true', \"12\", NO, 010, 1.5, 0x1F, 1_000, 2024-01-01]"

    values = resolved(load(text, "notes.yaml").data)

    assert values == [
        True, False, None, None, 12, -3, 0, "true", "12", "NO", "010", "1.5", "0x1F", "1_000", "2024-01-01",
    ]  # fmt: skip


def test_a_number_of_five_thousand_digits_stays_text() -> None:
    assert resolved(load("9" * 5000, "notes.yaml").data) == "9" * 5000


def test_an_unquoted_text_can_be_told_from_a_quoted_one() -> None:
    data = load("[5, '5', \"5\", five]", "notes.yaml").data

    assert isinstance(data, list)
    assert [isinstance(item, Plain) for item in data] == [True, False, False, True]


def test_every_key_and_item_has_its_line() -> None:
    text = "# a comment\na: 1\nb:\n  - x\n  - c: y\n    d: |\n      long\n      text\ne: {f: 1,\n  g: 2}\n"

    document = load(text, "notes.yaml")

    assert document.lines == {
        (): 2,
        ("a",): 2,
        ("b",): 3,
        ("b", 0): 4,
        ("b", 1): 5,
        ("b", 1, "c"): 5,
        ("b", 1, "d"): 6,
        ("e",): 9,
        ("e", "f"): 9,
        ("e", "g"): 10,
    }
    assert document.at(("b", 1, "missing")) == "notes.yaml:5"


def test_windows_line_ends_count_and_read_like_others() -> None:
    document = load(b"a: x\r\nb: |\r\n  one\r\n  two\r\nc: y\r\n", "notes.yaml")

    assert document.data == {"a": "x", "b": "one\ntwo\n", "c": "y"}
    assert document.lines["c",] == 5


def test_nothing_but_comments_is_an_empty_mapping() -> None:
    assert load("# all of it may stay as it is\n", "notes.yaml").data == {}
    assert load("", "notes.yaml").data == {}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: 1\nb: 2\na: 3\n", "notes.yaml:3: duplicate key `a` (first on line 1); keep one of them"),
        ("a: &x 1\n", "notes.yaml:1: anchor `&x`; take it out, or put the text in quotes"),
        ("b: 1\na: *x\n", "notes.yaml:2: alias `*x`; write the text out, or put it in quotes"),
        (
            "a: !!python/object/apply:os.system ['true']\n",
            "notes.yaml:1: tag `tag:yaml.org,2002:python/object/apply:os.system`; "
            "take it out, or put the text in quotes",
        ),
        ("a: !!str 1\n", "notes.yaml:1: tag `tag:yaml.org,2002:str`; take it out, or put the text in quotes"),
        ("a: ! 1\n", "notes.yaml:1: tag `!`; take it out, or put the text in quotes"),
        ("%TAG !e! tag:example.org,2000:\n---\na: 1\n", "notes.yaml:1: a %TAG directive; take it out"),
        ("a: 1\n<<: {b: 2}\n", "notes.yaml:2: merge key `<<`; write the keys out"),
        ("a: 1\n---\nb: 2\n", "notes.yaml:2: a second document begins; keep one document a file: take out this `---`"),
        ("? [a, b]\n: 1\n", "notes.yaml:1: a list or mapping as a key; put the key in quotes"),
        ("a: 1\n7: x\n", "notes.yaml:2: key `7` is no text; put the key in quotes"),
        ("null: x\n", "notes.yaml:1: key `null` is no text; put the key in quotes"),
        ("1.5: x\n", "notes.yaml:1: key `1.5` is no text; put the key in quotes"),
        ("a: x\nb: \0\n", 'notes.yaml:2: control character NUL; take it out, or write it as \\x00 within "…"'),
        ("a: \x1b[31m\n", 'notes.yaml:1: control character U+001B; take it out, or write it as \\x1b within "…"'),
        ("a: x\u2028b: y\n", 'notes.yaml:1: control character U+2028; take it out, or write it as \\u2028 within "…"'),
        ("\ufeffa: 1\n", "notes.yaml:1: begins with a byte order mark; save the file as UTF-8 without a byte order mark"),
        ("a: 1\rb: 2\n", "notes.yaml:1: a carriage return without a line feed; use LF or CRLF line ends"),
        (b"a: 1\nb: \xff\n", "notes.yaml:2: byte 0xff at offset 8 is not UTF-8; save the file as UTF-8"),
        ("[" * 51 + "]" * 51, "notes.yaml:1: more than 50 levels deep; make it flatter"),
        ("a" * (1 << 20) + "b", "notes.yaml: larger than 1048576 bytes; keep one small record a file"),
        (b"\xe6" * ((1 << 20) + 1), "notes.yaml: larger than 1048576 bytes; keep one small record a file"),
    ],
)  # fmt: skip
def test_what_could_surprise_or_harm_is_refused_in_one_line(text: str | bytes, said: str) -> None:
    assert refusal(text) == said


@pytest.mark.parametrize(
    ("text", "line", "mend"),
    [
        ("a: b: c\n", 1, "line the keys up, or put the text in quotes: it holds a colon and a blank"),
        ("a: x\nb:\n\t- y\n", 3, "put the text in quotes, and indent with blanks, never with tabs"),
        ("a: x\nb: @y\n", 2, "put the text in quotes, and indent with blanks, never with tabs"),
        ("a: 'x\n", 1, "close the quote, and write a backslash as `\\\\`"),
        ('a: "\\d"\n', 1, "close the quote, and write a backslash as `\\\\`"),
        ("a: [x\nb: y\n", 2, "close the list with `]`, with a comma between items"),
    ],
)
def test_a_mistake_in_the_syntax_is_said_with_its_line_and_how_to_mend_it(
    text: str, line: int, mend: str
) -> None:
    said = refusal(text)

    assert said.startswith(f"notes.yaml:{line}: no YAML: ")
    assert said.endswith(f"; {mend}")


def test_a_nest_of_a_hundred_thousand_brackets_is_refused_like_any_other() -> None:
    assert refusal("[" * 100_000).endswith("; make it flatter")
    assert refusal("\n".join(" " * depth + "a:" for depth in range(100))).endswith("; make it flatter")


def test_a_quoted_sign_is_just_text() -> None:
    data = load("\"<<\": '*x'\n'7': '&y'\n'null': '!z'\n", "notes.yaml").data

    assert data == {"<<": "*x", "7": "&y", "null": "!z"}


def test_both_parsers_of_pyyaml_refuse_half_a_character() -> None:
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        with pytest.raises(RecordError):
            yaml_strict._document('a: "\\ud83d"', "notes.yaml", loader)


@settings(max_examples=300, deadline=None)
@given(
    st.one_of(
        st.binary(),
        st.text(),
        st.text(alphabet="a \n\t#:-'\"\\|>🙂漢,[]{}&*!%@`?.~=<0\r\x85%YAMLTG"),
        st.text(alphabet='"\\xuU0123fFdD8'),
    )
)
def test_whatever_comes_in_nothing_but_a_record_error_comes_out(text: str | bytes) -> None:
    assert "\n" not in complaint(lambda: load(text, "notes.yaml"))
    if isinstance(text, str):
        assert "\n" not in complaint(lambda: yaml_strict._document(text, "notes.yaml", yaml.SafeLoader))


@settings(max_examples=300, deadline=None)
@given(documents)
def test_what_is_written_reads_back_the_same_here_and_elsewhere(data: object) -> None:
    text = dump(data)

    assert load(text, "notes.yaml").data == data
    assert yaml.safe_load(text) == data
    assert yaml.load(text, Loader=yaml.CSafeLoader) == data


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(alphabet="ab🙂漢 #:\t", max_size=12), max_size=8).map("\n".join))
def test_lines_with_blanks_at_either_end_survive(text: str) -> None:
    written = dump({"a": {"b": [text, {"c": text}]}, "z": text})

    assert load(written, "notes.yaml").data == {"a": {"b": [text, {"c": text}]}, "z": text}
    assert yaml.safe_load(written) == {"a": {"b": [text, {"c": text}]}, "z": text}


def test_text_of_several_lines_stays_readable_also_with_emoji_and_blanks_at_line_ends() -> None:
    written = dump({"quote": "Don't do this 🙂:  \n\n    indented # no comment\nこれは駄目\n", "next": "x"})

    assert written == (
        "quote: |\n  Don't do this 🙂:  \n\n      indented # no comment\n  これは駄目\nnext: x\n"
    )


def test_a_block_that_begins_with_blanks_says_how_deep_it_stands() -> None:
    assert dump({"a": "  x\ny"}) == "a: |2-\n    x\n  y\n"
    assert dump({"a": "x\n\n\n"}) == "a: |+\n  x\n\n\n"


def test_a_long_line_is_folded_between_words_only() -> None:
    words = "half a page " * 12 + "🙂  two blanks"

    written = dump({"what": words})

    assert written.startswith("what: >-\n  half a page half a page ")
    assert max(len(line) for line in written.splitlines()) <= 100
    assert load(written, "notes.yaml").data == {"what": words}


def test_a_long_word_is_left_in_one_line() -> None:
    url = "https://example.org/" + "a" * 120

    assert dump({"url": url}) == f"url: {url}\n"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain words, as they are", "plain words, as they are"),
        ("c77e019 (#1533)", "c77e019 (#1533)"),
        ("https://example.org/a#b", "https://example.org/a#b"),
        ("3 attempts", "3 attempts"),
        ("漢字", "漢字"),
        ("NO", '"NO"'),
        ("1.10", '"1.10"'),
        ("2024-03-12", '"2024-03-12"'),
        ("*x", '"*x"'),
        ("a: b", '"a: b"'),
        ("a #b", '"a #b"'),
        ("", '""'),
        (" x ", '" x "'),
        ('say "x"', 'say "x"'),
        ('"x"', "'\"x\"'"),
        ("\\d+: \\w", "'\\d+: \\w'"),
        ("tab\there", '"tab\\there"'),
        ("a\u202eb", '"a\\u202eb"'),
        ("\x1b[31m", '"\\x1b[31m"'),
        (5, "5"),
        (True, "true"),
        (None, "null"),
        ([], "[]"),
        ({}, "{}"),
        (Plain("1.10"), "1.10"),
        (Plain("a: b"), '"a: b"'),
    ],
)
def test_a_value_is_quoted_only_where_it_could_be_taken_for_something_else(
    value: object, written: str
) -> None:
    assert dump({"a": value}) == f"a: {written}\n"


def test_small_collections_stand_in_one_line_and_long_ones_below_each_other() -> None:
    written = dump(
        {
            "small": {"paths": ["src/net/**"], "symbols": ["Retry"]},
            "two": [{"text": "a"}, {"text": "b"}],
            "long": ["x" * 60, "y" * 60],
            "kept": [{"turn": "a:1", "by": "b"}],
        },
        block=("kept",),
    )

    assert written == (
        'small: {paths: ["src/net/**"], symbols: [Retry]}\n'
        "two:\n  - {text: a}\n  - {text: b}\n"
        f"long:\n  - {'x' * 60}\n  - {'y' * 60}\n"
        "kept:\n  - turn: a:1\n    by: b\n"
    )


def test_a_key_that_no_parser_could_read_back_is_refused() -> None:
    with pytest.raises(RecordError):
        dump({"k" * 2000: "x"})
