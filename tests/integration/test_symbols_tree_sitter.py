"""The outline of a file by tree-sitter: which grammar, odd bytes, faults, deep nesting, and what is imported when."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.symbols_tree_sitter import MAX_BYTES, has_grammar, outline
from gitexp.adapters.tree_sitter_grammars import GRAMMARS, loaded
from gitexp.records.outline import Outline, Symbol
from support import sources

ENDINGS = ["py", "js", "ts", "tsx", "java", "go", "rs", "c", "h", "cpp", "cs", "rb", "php"]


def of(source: str | bytes, path: str) -> Outline:
    found = outline(source.encode() if isinstance(source, str) else source, path)
    assert found is not None
    return found


def names(source: str | bytes, path: str) -> list[str]:
    return [one.name for one in of(source, path).symbols]


def rows(source: str | bytes, path: str) -> list[str]:
    return [f"{one.start}-{one.end} {one.kind} {one.name}" for one in of(source, path).symbols]


def test_the_ending_tells_the_grammar():
    paths = ["a/b.py", "b.PYI", "b.mjs", "b.jsx", "b.cts", "b.hh", "Rakefile", "x.gemspec", "b.cs", "b.phtml"]

    assert [path for path in paths if has_grammar(path)] == paths


def test_a_file_without_a_grammar_has_no_outline():
    paths = [
        "README.md",
        "LICENSE",
        "a.hs",
        "page.erb",
        "App.vue",
        "go.mod",
        "a.ipynb",
        "",
        "py",
        "a.py/b",
    ]

    assert [] == [path for path in paths if has_grammar(path)]
    assert [] == [path for path in paths if outline(b"def a(): pass\n", path)]


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("#!/usr/bin/python3.11", "python"),
        ("#!/usr/bin/env python", "python"),
        ("#!/usr/bin/env -S node --no-warnings", "javascript"),
        ("#! /usr/bin/ruby", "ruby"),
        ("#!/usr/bin/env php", "php"),
        ("#!/usr/bin/env ts-node\r", "typescript"),
    ],
)
def test_a_script_without_an_ending_is_told_by_its_first_line(line: str, language: str):
    assert language == of(f"{line}\n", "bin/run").language
    assert has_grammar("bin/run", line.encode())


def test_the_first_line_tells_nothing_of_another_program_or_where_there_is_an_ending():
    assert outline(b"#!/usr/bin/perl\n", "run") is None
    assert outline(b"#!", "run") is None
    assert outline(b"#!/usr/bin/python\n", "run.conf") is None


def test_a_header_is_c_unless_its_words_are_those_of_cpp():
    assert "c" == of("struct a { int b; };\n", "a.h").language
    assert "cpp" == of("class A { int b; };\n", "a.h").language
    assert "cpp" == of("namespace a { int b; }\n", "a.h").language
    assert "cpp" == of("template <class T> T a();\n", "a.h").language


def test_a_header_that_only_cpp_can_parse_is_cpp():
    assert "cpp" == of("inline bool operator==(const A& a, const A& b) { return true; }\n", "a.h").language


def test_every_grammar_reads_an_empty_file():
    for ending in ENDINGS:
        assert () == of("", f"a.{ending}").symbols
        assert of("", f"a.{ending}").complete


def test_a_large_file_has_no_outline():
    assert outline(b"a = 1\n" + b"#" * MAX_BYTES, "a.py") is None


def test_a_binary_file_has_no_outline():
    assert outline(b"class A\0", "a.py") is None


def test_line_ends_of_dos_change_nothing():
    for source, path in ((sources.PYTHON, "a.py"), (sources.C, "a.c"), (sources.PHP, "a.php")):
        assert rows(source, path) == rows(source.replace("\n", "\r\n"), path)


def test_a_byte_order_mark_changes_nothing():
    assert rows(sources.C_SHARP, "a.cs") == rows(b"\xef\xbb\xbf" + sources.C_SHARP.encode(), "a.cs")
    assert rows(sources.C_SHARP, "a.cs") == rows(sources.C_SHARP.encode("utf-16"), "a.cs")


def test_latin_1_is_read_as_well_as_utf_8():
    source = "# caf\u00e9\ndef gr\u00f6\u00dfe():\n    pass\n"

    assert ["1-3 function gr\u00f6\u00dfe"] == rows(source, "a.py")
    assert ["1-3 function gr\u00f6\u00dfe"] == rows(source.encode("latin-1"), "a.py")


def test_symbols_are_found_around_a_fault():
    source = "def a():\n    pass\n\ndef b(:\n    ]]\n\ndef c():\n    pass\n"
    found = of(source, "a.py")

    assert not found.complete
    assert Symbol("a", "function", 1, 2) in found.symbols
    assert Symbol("c", "function", 7, 8) in found.symbols


def test_a_file_full_of_faults_is_no_error():
    for ending in ENDINGS:
        assert not of("<?php )]} class ( def ; fn {{ @@ $$ \u20ac\n" * 50, f"a.{ending}").complete


def test_deep_nesting_is_no_error():
    for ending in ENDINGS:
        assert outline(b"x = " + b"[" * 10_000 + b"]" * 10_000 + b"\n", f"a.{ending}")
        assert outline(b"{" * 10_000 + b"}" * 10_000, f"a.{ending}")


def test_definitions_are_listed_down_to_a_depth():
    source = "".join(" " * depth + f"class A{depth}:\n" for depth in range(300)) + " " * 300 + "x = 1\n"
    found = names(source, "a.py")

    assert 100 == len(found)
    assert [".".join(f"A{depth}" for depth in range(100))] == found[-1:]


def test_type_arguments_opened_by_the_thousand_are_not_parsed():
    assert outline(b"a<" * 50_000, "a.java") is None


def test_shifts_are_no_open_brackets():
    source = "int a[] = { " + "1 << 1, " * 2_000 + "};\n"

    assert ["a"] == names(source, "a.c")


@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=300), ending=st.sampled_from(ENDINGS))
def test_no_bytes_raise(data: bytes, ending: str):
    found = outline(data, f"a.{ending}")

    lines = data.count(b"\n") + 1
    if found and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        assert all(1 <= one.start <= one.end <= lines for one in found.symbols)


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(0, 900), ending=st.sampled_from(["py", "ts", "cpp", "rb"]))
def test_half_a_file_gives_lines_inside_it(cut: int, ending: str):
    source = {"py": sources.PYTHON, "ts": sources.TYPESCRIPT, "cpp": sources.CPP, "rb": sources.RUBY}[ending]
    lines = source[:cut].count("\n") + 1

    for one in of(source[:cut], f"a.{ending}").symbols:
        assert 1 <= one.start <= one.end <= lines


def test_comments_count_only_directly_above_and_alone_on_their_lines():
    source = "a = 1  # of a\nb = 2\n\n# far\n\nc = 3\n# near\n\x20\x20# nearer\nd = 4\n"

    assert ["1-1 variable a", "2-2 variable b", "6-6 variable c", "7-9 variable d"] == rows(source, "a.py")


def test_a_value_set_twice_is_listed_once_and_never_beside_a_function_of_its_name():
    source = "fast = None\nfast = 1\n\ndef slow(): pass\nslow = cached(slow)\n"

    assert ["1-1 variable fast", "4-4 function slow"] == rows(source, "a.py")


def test_overloads_are_all_listed():
    source = "class A {\n  void f(int a) {}\n  void f(String a) {}\n}\n"

    assert ["1-4 class A", "2-2 method A.f", "3-3 method A.f"] == rows(source, "a.java")


def test_signatures_without_a_definition_are_all_listed():
    source = "declare function f(a: string): void;\ndeclare function f(a: number): void;\n"

    assert ["1-1 function f", "2-2 function f"] == rows(source, "a.d.ts")


def test_a_struct_and_the_function_that_returns_it_may_share_a_name():
    source = "struct tree { int a; };\nstruct tree *tree(void);\n"

    assert ["1-1 struct tree", "1-1 property tree.a", "2-2 function tree"] == rows(source, "a.h")


def test_a_struct_is_not_named_after_the_variable_declared_with_it():
    source = "static struct s {\n\tint a;\n} all[10];\ntypedef struct t { int b; } u;\n"

    assert ["all", "s", "s.a", "u", "t", "t.b"] == names(source, "a.c")


def test_macros_that_only_annotate_do_not_hide_a_definition():
    source = (
        "class MY_EXPORT Policy : public Base {\n  int a;\n};\n"
        'DEFINE_PATH(first, "x")\nDEFINE_PATH(second, "y")\n\n'
        "static void NORETURN stop(void *data MAYBE_UNUSED)\n{\n}\n"
        "#define EMPTY_THING OTHER_THING\nstruct last { int b; };\n"
    )
    found = rows(source, "a.cpp")

    assert "1-3 class Policy" in found
    assert "7-9 function stop" in found
    assert "10-10 macro EMPTY_THING" in found
    assert "11-11 struct last" in found


def test_old_python_is_read():
    assert ["1-3 function f"] == rows("def f():\n    print 'a'\n    exec 'b'\n", "a.py")


def test_a_real_module_has_the_definitions_that_its_own_parser_finds():
    source = inspect.getsource(inspect)
    wanted = {
        (node.name, node.end_lineno)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }

    assert set() == wanted - {(one.parts[-1], one.end) for one in of(source, "inspect.py").symbols}


def test_importing_and_asking_for_a_grammar_imports_no_parser():
    script = (
        "import sys\n"
        "from gitexp.adapters.symbols_tree_sitter import has_grammar, outline\n"
        "assert has_grammar('a.py') and outline(b'', 'a.txt') is None\n"
        "print([name for name in sys.modules if name.startswith('tree_sitter')])\n"
        "outline(b'', 'a.go')\n"
        "print(sorted(name for name in sys.modules if name.startswith('tree_sitter') and '.' not in name))\n"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout

    assert ["[]", "['tree_sitter', 'tree_sitter_go']"] == told.splitlines()


def test_every_grammar_of_the_table_loads():
    for key in GRAMMARS:
        assert loaded(key)
