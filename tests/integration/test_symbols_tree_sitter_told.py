"""What a file tells beside its definitions: bases, doors, what is taken from elsewhere, what exists besides, faults."""

from __future__ import annotations

import pytest

from gitexp.adapters.symbols_tree_sitter import MAX_BYTES, MAX_DEPTH, outline
from gitexp.adapters.tree_sitter_faults import MAX_FAULTS
from gitexp.records.outline import Outline


def of(source: str, path: str) -> Outline:
    found = outline(source.encode(), path)
    assert found is not None
    return found


def bases(source: str, path: str) -> dict[str, tuple[str, ...]]:
    """Return the bases of every type, of all its parts."""
    found = of(source, path)
    told: dict[str, tuple[str, ...]] = {}
    for one in (*found.symbols, *found.also):
        if one.bases:
            told[one.name] = told.get(one.name, ()) + one.bases
    return told


def doors(source: str, path: str) -> dict[str, str]:
    """Return the doors of the types and values, and the file's own under no name."""
    found = of(source, path)
    told = {one.name: one.door for one in (*found.symbols, *found.also) if one.door}
    return told | ({"": found.door} if found.door else {})


def also(source: str, path: str) -> list[str]:
    return [f"{one.kind} {one.name}" for one in of(source, path).also]


def imports(source: str, path: str) -> list[str]:
    return [f"{one.name} = {one.source} | {one.original}" for one in of(source, path).imports]


def test_the_bases_of_a_python_class_are_names_and_not_calls():
    source = "class A(B, c.D, G[T], make(1), *rest, metaclass=M):\n    pass\n"

    assert {"A": ("B", "c.D", "G", "M")} == bases(source, "a.py")
    assert {"A": "make, *rest"} == doors(source, "a.py")


@pytest.mark.parametrize(
    ("body", "door"),
    [
        ("def __getattr__(self, name): pass", "__getattr__"),
        ("def f(self): setattr(self, name, 1)", "setattr"),
        ("def f(self): self.__dict__.update(x)", "__dict__"),
        ("def f(self): vars(self)[k] = 1", "vars"),
        ("for k in x: locals()[k] = 1", "locals"),
        ("exec(text)", "exec"),
    ],
)
def test_what_sets_computed_names_is_a_door_of_a_python_class(body: str, door: str):
    assert {"A": door} == doors(f"class A:\n    {body}\n", "a.py")


def test_a_decorator_that_is_not_known_to_add_nothing_is_a_door():
    source = "@dataclass(frozen=True)\nclass A: pass\n@functools.total_ordering\n@reg.add(1)\nclass B: pass\n"

    assert {"B": "@reg.add"} == doors(source, "a.py")


def test_a_python_module_has_doors_of_its_own():
    assert {"": "__getattr__"} == doors("def __getattr__(name): pass\n", "a.py")
    assert {"": "globals"} == doors("for k in x:\n    globals()[k] = 1\n", "a.py")
    assert {} == doors("def f(o, k):\n    setattr(o, k, 1)\n    self.__dict__.update(k)\n", "a.py")


def test_what_python_sets_by_other_means_exists_besides():
    source = (
        "class A:\n"
        "    __slots__ = ('one', 'two')\n"
        "    def f(self):\n"
        "        self.a, self.b = 1, 2\n"
        "        setattr(self, 'c', 1)\n"
        "        with x as self.d: pass\n"
        "    def __new__(cls):\n"
        "        made = object.__new__(cls)\n"
        "        made.e = 1\n"
        "A.f2 = f\n"
        "setattr(A, 'g', 1)\n"
        "def patch():\n"
        "    A.h = 1\n"
        "    low.h = 1\n"
        "    class Inner:\n"
        "        i = 1\n"
    )

    assert [
        "property A.one",
        "property A.two",
        "property A.a",
        "property A.b",
        "property A.c",
        "property A.d",
        "property A.e",
        "property A.f2",
        "property A.g",
        "property A.h",
        "property patch.Inner.i",
    ] == also(source, "a.py")


def test_a_type_that_a_call_makes_has_the_fields_that_the_call_names():
    source = (
        "P = namedtuple('P', 'x y, z')\nE = enum.Enum('E', ['RED'])\nN = NamedTuple('N', [('f', int)])\n"
        "class S(namedtuple('S', 's')):\n    pass\n"
    )

    assert [
        "property P.x",
        "property P.y",
        "property P.z",
        "property E.RED",
        "property N.f",
        "property S.s",
    ] == also(source, "a.py")
    assert {"P": ("namedtuple",), "E": ("enum.Enum",), "N": ("NamedTuple",), "S": ("namedtuple",)} == bases(
        source, "a.py"
    )
    assert ["class", "class", "class", "class"] == [one.kind for one in of(source, "a.py").symbols]


def test_what_python_imports_in_no_function_is_listed():
    source = (
        "import os, a.b.c\nimport a.b as ab\nfrom .a import b as c, d\n"
        "try:\n    from ..q import *\nexcept ImportError:\n    from . import z\n"
        "def f():\n    from x import hidden\n"
    )

    assert [
        "os = os | ",
        "a = a | ",
        "ab = a.b | ",
        "c = .a | b",
        "d = .a | d",
        "* = ..q | ",
        "z = . | z",
    ] == imports(source, "a.py")


def test_cpp_tells_bases_without_arguments_and_types_by_other_names():
    source = (
        "class A : public B<int>, private n::C<T>, D { using Id = std::vector<int>; };\n"
        "typedef n::Q<int> R;\n"
    )

    assert {"A": ("B", "n.C", "D"), "A.Id": ("std.vector",), "R": ("n.Q",)} == bases(source, "a.cpp")


def test_every_name_that_a_typedef_gives_has_the_members_of_the_struct():
    source = "typedef struct node { int a; } Node, *NodePtr;\ntypedef Node Other;\n"

    assert {"Node": ("node",), "NodePtr": ("node",), "Other": ("Node",)} == bases(source, "a.h")


def test_a_macro_in_the_body_of_a_class_is_a_door_and_none_in_a_function():
    source = (
        "class A {\n  Q_OBJECT\n  DECLARE_THING(A)\n public:\n  int a;\n};\n"
        "class B {\n  SOME_NODISCARD int f();\n  void g() {\n    CHECK_IT(1);\n  }\n};\n"
    )

    assert {"A": "macro Q_OBJECT, macro DECLARE_THING"} == doors(source, "a.hpp")
    assert {"": "macro DEFINE_THING"} == doors("DEFINE_THING(a);\nint b;\n", "a.c")


def test_enumerators_belong_to_what_is_around_their_enum_unless_it_is_a_class():
    source = "struct S { enum E { A, B }; enum class F { C }; };\nenum G { D };\n"

    assert ["constant S.A", "constant S.B", "constant D"] == also(source, "a.cpp")


def test_members_of_nameless_structs_belong_to_the_struct_around():
    source = "struct s { struct { int a; union { int b; }; }; unsigned c : 3; int (*d)(int); };\n"
    found = [one.name for one in of(source, "a.c").symbols]

    assert ["s", "s.a", "s.b", "s.c", "s.d"] == found


def test_cpp_passes_on_what_it_uses():
    source = (
        "namespace fs = std::filesystem;\nusing namespace n::m;\nusing a::b;\nclass C : B { using B::f; };\n"
    )

    assert ["fs = std::filesystem | ", "* = n::m | ", "b = a | b", "f = B | f"] == imports(source, "a.cpp")
    assert ["property C.f"] == also(source, "a.cpp")


def test_java_tells_bases_and_annotations_that_make_members():
    source = (
        '@Data class A<T> extends B<T> implements C, d.E<F> { int x; @Value("v") int y; }\n'
        "class G { @Getter private int z; }\n"
        "interface I extends J {}\nrecord R(int a) implements S {}\nenum N implements M { X }\n"
    )

    assert {"A": ("B", "C", "d.E"), "I": ("J",), "R": ("S",), "N": ("M",)} == bases(source, "a.java")
    assert {"A": "@Data", "G": "@Getter"} == doors(source, "a.java")


def test_java_imports_are_told_apart():
    source = "import a.b.C;\nimport a.b.*;\nimport static a.b.C.m;\nclass X {}\n"

    assert ["C = a.b | C", "* = a.b | ", "m = a.b.C | m"] == imports(source, "a.java")


def test_go_embeds_and_imports():
    source = (
        'package p\nimport (\n "a/b"\n "a/c/v2"\n "g.in/yaml.v3"\n c "d/e"\n . "f"\n _ "g"\n)\n'
        "type S struct { *B; c.D; E[int]; f int }\ntype I interface { J; k.L; M() }\ntype X Y\ntype F func()\n"
    )

    assert {"S": ("B", "c.D", "E"), "I": ("J", "k.L"), "X": ("Y",)} == bases(source, "a.go")
    assert [
        "b = a/b | ",
        "c = a/c/v2 | ",
        "yaml = g.in/yaml.v3 | ",
        "c = d/e | ",
        "* = f | ",
    ] == imports(source, "a.go")


def test_rust_tells_traits_of_an_impl_derives_and_macros():
    source = (
        "#[derive(Debug, Load)]\n/// of it\n#[pinned]\nstruct S { a: i32 }\n"
        "impl<T> n::Tr<T> for S { fn f() { println!(); } }\nimpl S { made!{} }\n"
        "trait A: B + C<i32> + 'static {}\ntype Y = Z<u8>;\nwrapped! { fn hidden() {} }\n"
    )

    assert {"S": ("Load", "n.Tr"), "A": ("B", "C"), "Y": ("Z",)} == bases(source, "a.rs")
    assert {"S": "macro made", "": "macro wrapped"} == doors(source, "a.rs")
    assert "pinned" in of(source, "a.rs").symbols[0].door


def test_rust_uses_are_taken_apart():
    source = "use a::{b, c::{d, e as f}, self};\npub use x::*;\nuse crate::q;\nuse z;\nfn f() { use h::i; }\n"

    assert [
        "b = a | b",
        "d = a::c | d",
        "f = a::c | e",
        "a = a | ",
        "* = x | ",
        "q = crate | q",
        "z = z | ",
    ] == imports(source, "a.rs")


def test_an_impl_that_tells_nothing_exists_nowhere_besides():
    assert [] == also("struct S;\nimpl S { fn f() {} }\n", "a.rs")


def test_typescript_tells_what_brings_members():
    source = (
        "interface A extends B, C.D<X> {}\nclass E extends F<T> implements G {}\nclass H extends mix(I) {}\n"
        "type T = A & Q<C>;\ntype U = Partial<A>;\ntype V = typeof x;\ninterface W { [key: string]: any }\n"
    )

    assert {"A": ("B", "C.D"), "E": ("F",), "T": ("A", "Q"), "U": ("Partial",)} == bases(source, "a.ts")
    assert {"H": "mix", "V": "typeof x", "W": "[key: string]: any"} == doors(source, "a.ts")


def test_keys_of_objects_exist_besides():
    source = (
        "const o = {a: 1, b, 'c d': 2, deep: {e: 1}, run() {}};\n"
        "module.exports = {f: 1};\nA.prototype = {g: 1};\nB.h = 1;\nObject.defineProperty(B, 'i', {});\n"
        "function Old() { this.j = 1; const local = {k: 1}; B.l = 1; low.l = 1; }\n"
        "class K { [M]() {} }\n"
    )

    assert [
        "property o.a",
        "property o.b",
        "property o.c d",
        "property o.deep",
        "property o.deep.e",
        "property f",
        "property A.g",
        "property B.h",
        "property B.i",
        "property Old.j",
        "property B.l",
        "method K.M",
    ] == also(source, "a.js")


def test_javascript_doors():
    source = (
        "class A { constructor() { this[name] = 1 } }\nclass B { f() { Object.assign(this, o) } }\n"
        "class C { f() { const it = new Proxy(this, h); return it } }\nconst p = new Proxy({}, {});\n"
        "D.prototype[name] = 1;\nmodule.exports = make();\nfunction f() { return new Proxy({}, {}) }\n"
    )

    assert {
        "A": "this[name]",
        "B": "Object.assign",
        "C": "Proxy",
        "p": "Proxy",
        "D": "prototype",
        "": "make",
    } == doors(source, "a.js")


def test_javascript_tells_what_it_takes_and_passes_on():
    source = (
        'import d, {a as b, c} from "x";\nimport * as n from "y";\n'
        'export * from "./z";\nexport * as q from "./z";\nexport {e as f, g} from "./w";\n'
        'const {h, i: j} = require("r");\nconst k = require("s");\nexports.l = require("t");\n'
        'module.exports = {...require("u"), m: 1};\n'
    )

    assert [
        "d = x | ",
        "b = x | a",
        "c = x | c",
        "n = y | ",
        "* = ./z | ",
        "q = ./z | ",
        "f = ./w | e",
        "g = ./w | g",
        "h = r | h",
        "j = r | i",
        "k = s | ",
        "l = t | ",
        "* = u | ",
    ] == imports(source, "a.js")
    assert ["* = ./x | "] == imports('module.exports = require("./x");\n', "a.js")


def test_ruby_tells_what_is_included_wherever_it_says_so():
    source = (
        "module M\n  extend Concern\n  include One, Two::Three\n  module ClassMethods\n  end\nend\n"
        "class A < B::C\n  include X\nend\nclass Mig < Base[7.0]\nend\nErr = Class.new(StandardError)\nA.include Late\n"
    )

    assert {
        "M": ("Concern", "One", "Two.Three", "ClassMethods"),
        "A": ("B.C", "X", "Late"),
        "Mig": ("Base",),
        "Err": ("StandardError",),
    } == bases(source, "a.rb")


def test_ruby_doors():
    source = (
        'class A\n  def method_missing(name); end\nend\nclass B\n  define_method("a#{b}") { }\nend\n'
        "class C\n  class_eval <<~X\n    def x; end\n  X\nend\nclass D\n  attr_reader *NAMES\nend\n"
        "class E < make(1)\nend\nclass F\n  define_method(:known) { }\nend\n"
    )

    assert {
        "A": "method_missing",
        "B": "define_method",
        "C": "class_eval",
        "D": "attr_reader",
        "E": "make",
    } == doors(source, "a.rb")


def test_names_that_calls_in_a_ruby_class_are_given_exist_besides():
    source = (
        "class A\n  attr_accessor :a\n  has_many :posts, dependent: :destroy\n  delegate :b, :c, to: :d\n"
        "  def f\n    @e ||= 1\n    @g, @h = 1, 2\n    call :hidden\n  end\nend\nP = Struct.new(:x)\n"
    )

    assert [
        "property A.a=",
        "property A.posts",
        "property A.b",
        "property A.c",
        "property A.e",
        "property A.g",
        "property A.h",
        "property P.x",
    ] == [one for one in also(source, "a.rb") if not one.startswith("type")]


def test_php_tells_traits_doors_and_what_the_comment_of_a_class_names():
    source = (
        "<?php\n/**\n * @property-read int|null $left\n * @method static self make(int $a)\n * @mixin \\X\\Mix\n */\n"
        "class A extends \\B\\C implements D { use T, U { T::a as c; }\n"
        "  function f() { $this->dyn = 1; $this->$name = 1; }\n  function __call($a, $b) {}\n}\n"
    )

    assert {"A": ("\\X.Mix", "\\B.C", "D", "T", "U")} == bases(source, "a.php")
    assert {"A": "$this->$name, __call"} == doors(source, "a.php")
    assert ["method A.c", "property A.dyn", "property A.left", "property A.make"] == sorted(
        also(source, "a.php")
    )


def test_php_uses_are_taken_apart():
    source = "<?php\nuse A\\B as C, D\\E;\nuse function F\\{g, h as i};\n"

    assert ["C = A | B", "E = D | E", "g = F | g", "i = F | h"] == imports(source, "a.php")


def test_c_sharp_tells_bases_generated_parts_and_extension_methods():
    source = (
        "using Z = A.B;\nusing static A.C;\nusing System;\n"
        "[Made] public partial class Y : A.B, IC<int> {}\npublic partial class W { int q; }\nrecord R(int A) : S(A);\n"
        "static class X { public static void Far<T>(this Bar<T> b) {} }\n"
    )

    assert {"Y": ("A.B", "IC"), "R": ("S",)} == bases(source, "a.cs")
    assert {"Y": "[Made], partial", "W": "partial"} == doors(source, "a.cs")
    assert ["method Bar.Far"] == also(source, "a.cs")
    assert ["Far" in one.name for one in of(source, "a.cs").symbols].count(True) == 1
    assert ["Z = A.B | ", "* = A.C | "] == imports(source, "a.cs")


def test_faults_are_the_lines_that_could_not_be_read():
    source = "def a():\n    pass\n\ndef b(:\n    ]]\n\ndef c():\n    pass\n"
    found = of(source, "a.py")

    assert found.faults
    assert all(4 <= first <= last <= 5 for first, last in found.faults)
    assert () == of("def a(): pass\n", "a.py").faults


def test_so_many_faults_are_told_as_one():
    source = "x = 1\n\n)\n" * (MAX_FAULTS + 100)
    [(first, last)] = of(source, "a.py").faults

    assert first <= 3
    assert last >= 3 * (MAX_FAULTS + 100) - 2


@pytest.mark.parametrize("ending", ["py", "js", "ts", "java", "go", "rs", "c", "cpp", "cs", "rb", "php"])
def test_what_a_hostile_file_nests_is_not_read_or_read_in_bounds(ending: str):
    start = "<?php " if ending == "php" else ""

    for heap in ("x = " + "(" * 100_000, "x = " + "!" * 100_000 + "a"):
        assert outline((start + heap).encode(), f"a.{ending}") is None
    for chain in ("a" + ".a" * 30_000, "x = " + "1 + " * 30_000 + "1"):
        assert outline((start + chain).encode(), f"a.{ending}") is not None


def test_brackets_side_by_side_are_no_depth():
    assert ["a"] == [one.name for one in of("a = [" + "(1), " * MAX_DEPTH + "]\n", "a.py").symbols]


def test_a_file_of_twenty_megabytes_is_not_read():
    assert outline(b"a = 1\n" * (10 * MAX_BYTES // 6), "a.py") is None


def test_a_minified_file_is_read():
    source = "var a={b:1,c:function(){return 1}};" * 1_000

    assert ["property a.b"] == also(source, "a.min.js")


def test_mixed_line_ends_and_invalid_bytes_change_no_member():
    data = b"class A:\r\n    def f(self):\n        self.a, self.b = 1, 2\r\n    # \xff\xfe\r\n"
    found = outline(data, "a.py")

    assert found is not None
    assert ["A.a", "A.b"] == [one.name for one in found.also]


def test_unicode_names_are_whole():
    source = "class Größe(Maß):\n    def f(self):\n        self.länge, self.名前 = 1, 2\n"

    assert ["property Größe.länge", "property Größe.名前"] == also(source, "a.py")
    assert {"Größe": ("Maß",)} == bases(source, "a.py")
