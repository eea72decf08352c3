"""Comments that command: which languages, what is a comment, and what is told of it."""

from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.steps.commanding import MAX_COMMANDS, MAX_TEXT, Command, commanding
from gitexp.steps.comments import comments_of


def texts(source: str, path: str) -> list[str]:
    return [one.text for one in commanding(source, path).found]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "x = 1  # do not change this order"),
        ("a.c", "int x; // do not change this order"),
        ("a.c", "/* do not change this order */"),
        ("a.go", "x := `//`\n// do not change this order"),
        ("a.rs", "fn f<'a>() {} // do not change this order"),
        ("a.ts", "const re = /[\"'`]/; // do not change this order"),
        ("a.rb", "=begin\ndo not change this order\n=end"),
        ("a.rb", "x = %w(a) # do not change this order"),
        ("a.sh", "echo $# # do not change this order"),
        ("a.sql", "select 1; -- do not change this order"),
        ("a.lua", "--[[ do not change this order ]]"),
        ("a.hs", "{- do not change this order -}"),
        ("a.ml", "(* do not change this order *)"),
        ("a.css", "a { color: red } /* do not change this order */"),
        ("a.html", "<p>text</p><!-- do not change this order -->"),
        ("a.md", "Text.\n\n<!-- do not change this order -->"),
        ("a.html.erb", "<%# do not change this order %>"),
        ("a.el", ";; do not change this order"),
        ("a.erl", "% do not change this order"),
        ("a.tex", "50\\% text % do not change this order"),
        ("a.f90", "x = 1 ! do not change this order"),
        ("a.ini", "; do not change this order"),
        ("a.yaml", "key: '#1' # do not change this order"),
        ("a.tf", "# do not change this order"),
        ("a.bat", "REM do not change this order"),
        ("Makefile", "all:\n\t# do not change this order"),
        ("Dockerfile", "# do not change this order"),
        ("bin/tool", "#!/bin/sh\n# do not change this order"),
    ],
)
def test_each_language_s_comments_are_read(path: str, source: str):
    assert ["do not change this order"] == texts(source, path)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", 'x = "# do not change this order"'),
        ("a.py", 'f(\n    """\n    # do not change this order\n    """)'),
        ("a.py", "x = '''\n# do not change this order\n'''"),
        ("a.c", 'char *s = "// do not change this order";'),
        ("a.c", "#error do not change this order"),
        ("a.cpp", 'auto s = R"x(\n// do not change this order\n)x";'),
        ("a.js", 'const url = "http://do not change this order";'),
        ("a.js", "const s = `\n// do not change this order\n`;"),
        ("a.go", "s := `\n// do not change this order\n`"),
        ("a.sh", "cat <<EOF\n# do not change this order\nEOF"),
        ("a.rb", "puts <<~TEXT\n  # do not change this order\nTEXT"),
        ("a.css", "a { background: url(//do not change this order) }"),
        ("a.json", '{"a": "// do not change this order"}'),
        ("a.md", "# do not change this order"),
        ("a.txt", "# do not change this order"),
        ("LICENSE", "# do not change this order"),
    ],
)
def test_strings_and_code_are_no_comments(path: str, source: str):
    assert [] == texts(source, path)


def test_a_comment_of_several_lines_is_one_and_the_whole_sentence_is_told_without_marks():
    source = dedent("""\
        int size;
        /*
         * The pump reads ahead. The size must not be changed
         * after the first read, because the tank keeps its
         * own copy. It is given in litres.
         */
        int litres;
        // Keep in sync
        // with tank.c.
        """)

    assert [
        Command(
            3,
            6,
            "The size must not be changed after the first read, because the tank keeps its own copy.",
        ),
        Command(8, 9, "Keep in sync with tank.c."),
    ] == list(commanding(source, "pump.c").found)


def test_a_comment_behind_code_does_not_go_on_in_the_line_below():
    source = "a = 1  # never log the token,\n# it is the customer's\n"

    assert [(1, "never log the token,")] == [(one.line, one.text) for one in commanding(source, "a.py").found]


def test_the_reason_behind_a_command_is_told_with_it():
    assert ["Do not retry this. Otherwise the customer pays twice."] == texts(
        "# Do not retry this. Otherwise the customer pays twice. The tank is red.", "a.py"
    )
    assert ["Beware! The flag is shared with the pump."] == texts(
        "// Beware! The flag is shared with the pump.", "a.c"
    )


def test_words_of_chinese_and_japanese_are_joined_without_blanks():
    assert ["修改前必须先停泵，否则会漏水。"] == texts("// 修改前必须先停泵，\n// 否则会漏水。\n", "a.c")
    assert ["この値は変更しないこと"] == texts("# この値は\n# 変更しないこと", "a.py")


def test_a_long_sentence_is_cut_around_its_command():
    long = (
        "The tank is old, " * 20
        + "so the valve must never be opened before the pump, "
        + "as it leaks, " * 30
    )

    [text] = texts(f"# {long}", "a.py")

    assert "must never be opened before the pump" in text
    assert len(text) <= MAX_TEXT + 4
    assert text.startswith("… ") and text.endswith(" …")


def test_a_licence_commands_nothing_about_the_code_and_a_generated_file_s_banner_does():
    source = dedent("""\
        // Copyright 2024 The Pump Authors. All rights reserved.
        // Redistributions must retain the above notice, and you must not remove it.
        //
        // The software is provided as is, and its authors must not be held to anything.

        // Code generated by pumpgen. DO NOT EDIT.
        """)

    assert [(6, "Code generated by pumpgen. DO NOT EDIT.")] == [
        (one.line, one.text) for one in commanding(source, "pump.go").found
    ]


def test_documentation_tells_callers_about_parameters_and_the_developer_what_must_hold():
    source = dedent('''\
        def open_valve(size, name):
            """Open the valve.

            The lock must be held.

            Parameters
            ----------
            size : int
                The size must be even, and must never be changed.

            Notes
            -----
            The pump must have been stopped.
            """

        def close_valve(size):
            """Close the valve.

            Args:
                size: must always be even, do not change it.

            :param name: must stay as it is
            """
        ''')

    assert ["The lock must be held.", "The pump must have been stopped."] == texts(source, "valve.py")


def test_what_stands_above_a_definition_of_ruby_or_go_is_documentation():
    told = "# Make sure to close it. The lock must be held by the caller.\n#\n#   x.open # must be here\n"

    assert ["The lock must be held by the caller."] == texts(f"{told}def open\nend\n", "a.rb")
    assert ["Make sure to close it. The lock must be held by the caller."] == texts(
        f"{told.splitlines()[0]}\n\nopen\n", "a.rb"
    )


def test_a_short_command_is_told_with_what_stands_before_it():
    assert ["The number of pumps. Must be last."] == texts(
        "int n; // The number of pumps. Must be last.", "a.c"
    )


def test_bullets_are_told_one_by_one():
    source = "# Rules:\n# - the valve must stay shut\n# - the pump is red\n# - the tank must not be empty at start\n"

    assert [(2, "- the valve must stay shut"), (4, "- the tank must not be empty at start")] == [
        (one.line, one.text) for one in commanding(source, "a.py").found
    ]


def test_within_some_lines_only_what_stands_there_or_directly_above_is_told():
    source = dedent("""\
        # Never log a.

        a = 1
        # Never log b.

        @shared
        def b():
            # Never log c.
            pass
        # Never log d.
        """)

    within = commanding(source, "a.py", (7, 9)).found

    assert ["Never log b.", "Never log c."] == [one.text for one in within]


def test_of_very_many_the_first_are_told_and_the_others_counted():
    source = "".join(f"x{number} = 1  # never log x{number}\n" for number in range(MAX_COMMANDS + 7))

    made = commanding(source, "a.py")

    assert (MAX_COMMANDS, 7, "never log x0") == (len(made.found), made.more, made.found[0].text)


def test_line_ends_of_windows_are_no_part_of_a_text():
    assert [Command(1, 2, "Never log the token of the pump.")] == list(
        commanding("// Never log the token\r\n// of the pump.\r\nint x;\r\n", "a.c").found
    )


@given(
    st.text(alphabet="/*#-'\"`\\\n <!>%;{}()=a must not", max_size=300),
    st.sampled_from(
        ["a.py", "a.c", "a.js", "a.rb", "a.sh", "a.html", "a.vue", "a.lua", "a.php", "a.sql", "a.ml"]
    ),
)
def test_any_text_is_read_and_every_line_exists(text: str, path: str):
    lines = text.count("\n") + 1
    for comment in comments_of(text, path):
        assert 1 <= comment.first <= comment.last <= lines
    for one in commanding(text, path).found:
        assert 1 <= one.line <= one.last_line <= lines
        assert len(one.text) <= MAX_TEXT + 4
