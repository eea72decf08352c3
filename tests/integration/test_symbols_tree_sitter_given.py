"""Members that a type is given from elsewhere in a file: by variables of it, blanket impls, extensions, macros, mixins."""

from __future__ import annotations

import pytest

from gitexp.adapters.symbols_tree_sitter import outline
from gitexp.records.outline import Outline


def of(source: str, path: str) -> Outline:
    found = outline(source.encode(), path)
    assert found is not None
    return found


def also(source: str, path: str) -> list[str]:
    """Return what exists besides and is no type."""
    return [f"{one.kind} {one.name}" for one in of(source, path).also if one.kind != "type"]


def doors(source: str, path: str) -> dict[str, str]:
    """Return the doors of the types and values, and the file's own under no name."""
    found = of(source, path)
    told = {one.name: one.door for one in (*found.symbols, *found.also) if one.door}
    return told | ({"": found.door} if found.door else {})


def bases(source: str, path: str) -> dict[str, tuple[str, ...]]:
    found = of(source, path)
    told: dict[str, tuple[str, ...]] = {}
    for one in (*found.symbols, *found.also):
        if one.bases:
            told[one.name] = told.get(one.name, ()) + one.bases
    return told


def test_what_a_method_sets_on_its_class_is_a_member():
    source = (
        "class Kettle:\n"
        "    def boil(self):\n"
        "        self.__class__.boiled = 1\n"
        "        type(self).hot = 2\n"
        "        for cup in cups:\n"
        "            self.__class__.full = 3\n"
    )

    assert ["property Kettle.boiled", "property Kettle.hot", "property Kettle.full"] == also(source, "a.py")


def test_what_is_set_on_an_object_that_a_method_makes_of_its_class_is_a_member():
    source = (
        "class Kettle:\n"
        "    @classmethod\n"
        "    def of(cls):\n"
        "        fresh = cls()\n"
        "        if fresh:\n"
        "            fresh.made = 1\n"
        "        return fresh\n"
        "    def __new__(cls):\n"
        "        it = super().__new__(cls)\n"
        "        if it:\n"
        "            it.born = 1\n"
        "        return it\n"
        "    def twin(self):\n"
        "        one = type(self)()\n"
        "        one.left = 1\n"
        "        two = copy.copy(self)\n"
        "        two.right = 1\n"
        "        unknown.lost = 1\n"
        "def other():\n"
        "    fresh.gone = 1\n"
    )

    assert [
        "property Kettle.made",
        "property Kettle.born",
        "property Kettle.left",
        "property Kettle.right",
    ] == also(source, "a.py")


def test_what_is_set_on_an_annotated_parameter_is_a_member_of_its_class():
    source = (
        "class Cup: pass\n"
        "def fill(a: Cup, b: 'Cup' = x, c: Optional[Cup] = None, d: Cup | None = None, e=None, f: int = 1):\n"
        "    a.one = b.two = 1\n"
        "    c.three = 3\n"
        "    d.four = 4\n"
        "    e.five = f.six = 6\n"
        "    def inner():\n"
        "        a.seven = 7\n"
        "    g = Cup()\n"
        "    g.eight = 8\n"
    )
    found = [f"property Cup.{name}" for name in ("one", "two", "three", "four", "seven", "eight")]

    assert found == sorted(also(source, "a.py"), key=found.index)


def test_a_global_that_a_function_sets_is_one_of_the_module():
    source = "def set_up():\n    global late, later\n    late = 1\n    hidden = 2\ndef no():\n    late = 3\n"

    assert ["variable late"] == also(source, "a.py")


@pytest.mark.parametrize(
    ("value", "door"),
    [
        ("axios.create({url: 1})", "axios.create"),
        ("new Schema({url: 1})", "Schema"),
        ("Backbone.View.extend({url: 1})", "Backbone.View.extend"),
        ("Object.freeze(make({url: 1}))", "Object.freeze"),
        ("base || {url: 1}", "base || {url: 1}"),
        ("(make({url: 1}))", "make"),
        ("(() => ({url: 1}))()", "url 1"),
        ("await load({url: 1})", "await load"),
        ("[{url: 1}]", "["),
        ("other", "other"),
    ],
)
@pytest.mark.parametrize("ending", ["js", "ts"])
def test_a_value_that_is_no_literal_is_a_door_of_its_name(value: str, door: str, ending: str):
    assert {"api": door} == doors(f"const api = {value};\n", f"a.{ending}")


@pytest.mark.parametrize(
    "value", ["{url: 1}", "({url: 1})", "Object.freeze({url: 1})", "Object.seal({url: 1})"]
)
@pytest.mark.parametrize("ending", ["js", "ts"])
def test_a_literal_is_no_door(value: str, ending: str):
    source = f"const api = {value};\n"

    assert {} == doors(source, f"a.{ending}")
    assert ["property api.url"] == also(source, f"a.{ending}")


def test_what_typescript_says_of_a_literal_leaves_it_one():
    source = "const a = {x: 1} as const;\nconst b = {y: 1} satisfies T;\n"

    assert {} == doors(source, "a.ts")
    assert {"c": "T", "d": "make", "default": "define", "K.s": "make"} == doors(
        "const c: T = {x: 1};\nconst d = make({y: 1}) as T;\nexport default define({z: 1});\n"
        "class K { static s = make({q: 1}); f() { const hidden = make({r: 1}); } }\n",
        "a.ts",
    )


def test_an_inner_value_that_is_no_literal_is_a_door_of_its_key_alone():
    assert {"o.made": "make"} == doors("const o = {made: make({x: 1}), plain: {y: 1}};\n", "a.js")


def test_a_name_that_is_set_again_is_open():
    source = (
        "let a = {x: 1};\nfunction f() { a = load(); }\nlet b = {y: 1};\nb = {z: 1};\n"
        "let c = {q: 1};\nfunction g() { other = load(); }\n"
    )

    assert {"a": "load", "b": "{"} == doors(source, "a.js")


def test_computed_keys_are_doors_of_what_the_file_declares():
    source = (
        "const shelf = {};\nshelf[name] = 1;\nfunction f() { unknown[name] = 1; }\nexports[`a${b}`] = 1;\n"
    )

    assert {"shelf": "shelf[name]", "": "exports"} == doors(source, "a.js")


def test_a_variable_that_is_the_exports_opens_the_module():
    source = "var app = exports = module.exports = {};\napp.init = function () {};\napp[method] = 1;\n"

    assert {"app": "app[method]", "": "app[method]"} == doors(source, "a.js")


def test_a_call_that_takes_a_class_of_the_file_is_a_door_of_it():
    source = (
        "class Smart {}\nclass Plain {}\nfunction Old() {}\n"
        "applyMixins(Smart, [Flying]);\nmixin(Old, events);\nconsole.log(Plain);\nmixin(Unknown, x);\n"
    )

    assert {"Smart": "applyMixins", "Old": "mixin"} == doors(source, "a.js")


def test_bases_of_functions_that_build_objects():
    source = (
        "function A() {}\nutil.inherits(A, B);\nfunction C() {}\nC.prototype = Object.create(D.prototype);\n"
        "function E() {}\nE.prototype = new F();\nfunction G() {}\nG.prototype = make();\n"
    )

    assert {"A": ("B",), "C": ("D",), "E": ("F",)} == bases(source, "a.js")
    assert {"G": "make"} == doors(source, "a.js")


def test_a_blanket_impl_is_told_of_every_type():
    source = (
        "impl<T: Send> Named for T {}\nimpl<T> Lent for &T {}\nimpl<T> Boxed<()> for Box<T> {}\n"
        "impl<T> Own for Wrapper<T> {}\nmod inner { impl<T> Deep for T {} }\n"
    )

    assert ("Named", "Lent", "Boxed", "Deep") == bases(source, "a.rs")["*"]


def test_an_impl_of_another_name_adds_to_the_type():
    source = (
        "use crate::net::Client as C;\ntype Short = crate::net::Server<u8>;\n"
        "impl C { fn ping(&self) {} }\nimpl Show for C {}\nimpl Short { fn quick(&self) {} }\nimpl Tell for Short {}\n"
    )
    found = of(source, "a.rs")

    assert ["Short", "Client.ping", "Short.quick"] == [one.name for one in found.symbols]
    assert ["method C.ping", "method Server.quick"] == also(source, "a.rs")
    assert ("Show",) == bases(source, "a.rs")["Client"]
    assert ("Tell",) == bases(source, "a.rs")["Server"]


def test_a_macro_is_a_door_of_the_types_that_it_is_given():
    source = (
        "struct Builder { a: u8 }\ngetters! { Builder => port }\ndelegate!(Elsewhere);\n"
        "wrapped! {\n    use a::Skipped;\n    impl Later { fn x(&self) -> Other { Third::new() } }\n}\n"
        "impl Builder { forward! { to Inner } }\nassert_sizes!(Never);\nfn f() { inner! { Hidden } }\n"
    )
    found = [
        (one.name, one.door) for one in (*of(source, "a.rs").symbols, *of(source, "a.rs").also) if one.door
    ]

    assert [
        ("Builder", "macro getters"),
        ("Elsewhere", "macro delegate"),
        ("Later", "macro wrapped"),
        ("Inner", "macro forward"),
        ("Builder", "macro forward"),
    ] == found


def test_an_extension_of_every_type_is_told_so():
    source = (
        "static class X {\n"
        "  static T WithName<T>(this T it) => it;\n  static int Size(this object it) => 1;\n"
        "  static void Near(this IShelf? it) {}\n  static void Plain<T>(T it) {}\n}\n"
    )

    assert ["method *.WithName", "method *.Size", "method IShelf.Near"] == also(source, "a.cs")


def test_a_partial_class_and_one_that_a_designer_completes_are_open():
    source = (
        "partial class A { int a; }\nclass B { B() { InitializeComponent(); } }\n"
        "class C { C() { this.InitializeComponent(); } void InitializeComponent() {} }\nclass D {}\n"
    )

    assert {"A": "partial", "B": "InitializeComponent"} == doors(source, "a.cs")


@pytest.mark.parametrize("ending", ["c", "cpp"])
def test_members_that_stand_in_another_file_or_in_a_macro_are_doors(ending: str):
    source = (
        '#include "own.h"\n'
        'struct a {\n  int x;\n#include "fields.def"\n  int y;\n};\nenum b { ONE,\n# include "more.inc"\n};\n'
        "struct c { common_fields; int z; };\nstruct d { COMMON };\nenum e {\n  TWO,\n  THREE\n};\n"
        'void f(void) {\n#include "body.h"\n}\n'
    )

    assert {
        "a": '#include "fields.def"',
        "b": '# include "more.inc"',
        "c": "macro common_fields",
        "d": "macro COMMON",
    } == doors(source, f"a.{ending}")


def test_ruby_sends_what_it_includes():
    source = (
        "A.send(:include, B, C::D)\nE.public_send(:extend, F)\nG.send :include, made\nH.include(*mods)\n"
        "class I\n  send :prepend, J\nend\n"
    )

    assert {"A": ("B", "C.D"), "E": ("F",), "I": ("J",)} == bases(source, "a.rb")
    assert {"G": "send", "H": "include"} == doors(source, "a.rb")


def test_what_php_sets_on_an_object_that_it_makes_is_a_member():
    source = (
        "<?php\nclass A {\n  static function make() { $o = new static; $o->one = 1; $p = new self(); $p->two = 1; }\n"
        "  function with(Cup $cup) { $n = clone $this; $n->three = 1; $cup->four = 1; $other->five = 1; }\n}\n"
    )

    assert ["property A.one", "property A.two", "property A.three", "property Cup.four"] == also(
        source, "a.php"
    )


def test_a_base_of_php_says_where_it_begins():
    source = "<?php\nnamespace App\\In;\nclass A extends namespace\\Base implements \\Out\\B, C\\D {}\n"

    assert {"A": ("\\App.In.Base", "\\Out.B", "C.D")} == bases(source, "a.php")
