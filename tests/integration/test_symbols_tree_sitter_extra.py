"""Outlines in the languages of the extra `languages`: names, kinds and lines, counted out by hand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from gitexp.adapters.symbols_tree_sitter import has_grammar, outline
from gitexp.adapters.tree_sitter_grammars import lacking_grammar, loaded
from gitexp.records.outline import Outline

KOTLIN = """\
package shop.cart

import shop.store.Store
import shop.Item as Thing
import shop.all.*

/** Counts. */
@Serializable
data class Basket(val owner: String, size: Int, private var seen: Long = 0) : Store(size), Closeable {
    private val items by lazy { mutableListOf<Item>() }
    val empty: Boolean
        get() {
            val none = items.size == 0
            return none
        }

    init {
        val log = 1
    }

    constructor(owner: String) : this(owner, 1)

    suspend fun <T> List<T>.spread(): Int = size

    companion object {
        const val MOST = 9
        fun create(): Basket = Basket("x")
    }

    inner class Row {
        fun draw() {}
    }
}

sealed interface Store {
    fun close()
    val open: Boolean
}

enum class Level(val rank: Int) {
    LOW(1),
    HIGH(2) {
        override fun up() = 3
    };

    abstract fun up(): Int
}

object Registry : Store { val all = 1 }
typealias Handler = (Basket) -> Unit
fun Basket.again(): Basket = this
val Basket?.twice: Int get() = 2
const val LIMIT = 1
val (left, right) = 1 to 2
fun main() {
    fun nested() {}
    val paint = object : Store {
        override fun close() {}
    }
}
class Short { fun `in words`() {} }
"""

SWIFT = """\
import Foundation

/// Counts.
@dynamicMemberLookup
public final class Basket: Store, Sendable {
    static let most = 9
    var size: Int {
        let none = 0
        return none
    }
    @Published var seen = 1, kept = 2
    let (left, right) = (1, 2)
    lazy var made: Int = { let inner = 1; return inner }()

    init?(owner: String) { size = 1 }
    deinit {}
    func add(_ item: Item, to row: Int) throws -> Bool { true }
    static func == (one: Basket, other: Basket) -> Bool { true }
    subscript(dynamicMember name: String) -> Int { 1 }

    enum Level: String {
        case low, high = "h"
        case some(Int)
    }
}

protocol Store: AnyObject {
    associatedtype Item
    var open: Bool { get }
    func close()
}

extension Store {
    func reopen() {}
    var closed: Bool { true }
}
extension Shop.Basket where Item == Int { struct Row {} }

actor Counter { var count = 0 }
struct Point { var x: Int }
typealias Handler = (Int) -> Void
let LIMIT = 1
func main() {
    func nested() {}
    let inner = 1
}
func +++ (one: Int, other: Int) -> Int { one }
"""

OBJC_HEADER = """\
#import <Foundation/Foundation.h>

NS_ASSUME_NONNULL_BEGIN

typedef NS_ENUM(NSInteger, Level) {
    LevelLow,
    LevelHigh = 2
};

/** Counts. */
@interface Basket : NSObject <Store, NSCopying> {
    int _size;
}
@property (nonatomic, copy) NSString *owner;
@property (nonatomic) int left, right;
@property (nonatomic, copy, nullable) void (^done)(BOOL ok);
- (instancetype)initWithOwner:(NSString *)owner
                         size:(int)size NS_DESIGNATED_INITIALIZER;
+ (Basket *)shared;
@end

@interface NSString (Basket)
- (int)basketSize;
@end

@protocol Store <NSObject>
- (void)close;
@optional
@property (readonly) BOOL open;
@end

FOUNDATION_EXPORT NSString * const BasketName;

NS_ASSUME_NONNULL_END
"""

OBJC = """\
#import "Basket.h"
#define MOST 9

static int counter = 0;

@interface Basket ()
@property (nonatomic) int hidden;
@end

@implementation Basket {
    int _kept;
}
@dynamic left;

// Makes one.
- (instancetype)initWithOwner:(NSString *)owner size:(int)size {
    int inner = 1;
    return self;
}
+ (Basket *)shared { return nil; }
static void helper(int a) {}
@end

@implementation NSString (Basket)
- (int)basketSize { return 1; }
@end
"""

SCALA = """\
package shop

import shop.store.{Store, Item => Thing}

case class Basket(owner: String, private val size: Int = 0) extends Store(size) with Closeable {
  val Most = 9
  var (left, right) = (1, 2)
  lazy val made = { val inner = 1; inner }
  def this(size: Int) = this("x", size)
  // Adds.
  def add(item: Item): Boolean = {
    val inner = 1
    true
  }
  def +(other: Basket): Basket = this
  type Item = Int
}

object Basket {
  def apply(): Basket = new Basket(1)
  implicit class Rich(val text: String) { def twice = text + text }
}

class Plain(hidden: Int, val shown: Int)

sealed trait Store {
  def close(): Unit
  val open: Boolean
}

enum Level(val rank: Int) {
  case Low extends Level(1)
  case Mid, High
}

given byOwner: Ordering[Basket] with {
  def compare(one: Basket, other: Basket) = 0
}
extension (text: String) {
  def shout: String = text
}
type Handler = Int => Unit
def main() = 1
val LIMIT = 2
"""

LUA = """\
local util = require("shop.util")

local Basket = { most = 9, add = function(item) end, deep = { inner = 1 }, ["in-words"] = 2 }
Basket.__index = Basket
LIMIT = 1

function Basket.new(owner)
  local self = setmetatable({ owner = owner }, Basket)
  self.size = 0
  return self
end

-- Closes.
function Basket:close()
  local inner = 1
end

Basket.open = function() end
Basket.level = 2
Basket["kept"] = 3
local left, right = 1, 2
local function helper() end
call({ ignored = 1 })

return { Basket = Basket, make = function() end }
"""

BASH = """\
#!/usr/bin/env bash
source ./common.sh
export OWNER=me PLACE
readonly MOST=9
declare -A kept
size=1

# Adds.
add() {
  local inner=1
  printf '%s' "$1"
}
function shop::close {
  inner_too=1
}
: "${LEVEL:=3}"
NAME=1 run_it
if true; then
  STATE=on
fi
"""

DART = """\
import 'package:shop/store.dart' as store show Store;

/// Counts.
@immutable
class Basket<T> extends Store with Mix implements Closeable {
  static const most = 9;
  final String owner;
  int left = 1, right;
  Basket(this.owner, this.right);
  Basket.empty() : owner = '', right = 0;
  factory Basket.made() {
    return Basket.empty();
  }
  int get size => 1;
  set size(int value) {}
  @override
  bool add(T item) {
    int nested() => 1;
    return true;
  }
  void close();
  bool operator ==(Object other) => true;
}

mixin Mix on Store {
  void mixed() {}
}
extension Shouting on String {
  String shout() => this;
}
enum Level {
  low(1), high(2);
  const Level(this.rank);
  final int rank;
}
typedef Handler = void Function(int);
class Alias = Store with Mix;
const LIMIT = 1;
var first = 1, second = 2;
int main(List<String> words) {
  return 0;
}
"""

ELIXIR = """\
defmodule Shop.Basket do
  @moduledoc "Counts."
  use GenServer
  alias Shop.{Item, Store}
  alias Shop.Thing, as: Other
  @behaviour Store
  @most 9
  @type t :: %__MODULE__{}
  defstruct [:owner, size: 0]

  @doc "Adds."
  @spec add(t, integer) :: t
  def add(basket, item) when is_integer(item) do
    inner = 1
    basket
  end

  def empty?(_), do: true
  defp hidden, do: 1
  def left <> right, do: left
  defmacro twice(x) do
    quote do: unquote(x)
  end
  defguard small(x) when x < 2
  defdelegate close(basket), to: Store

  defmodule Row do
    def draw, do: 1
  end
end

defprotocol Size do
  def size(x)
end

defimpl Size, for: Shop do
  def size(_), do: 1
end
"""


EXTRA = {
    "kotlin": ("a.kt", KOTLIN),
    "swift": ("a.swift", SWIFT),
    "objc": ("a.m", OBJC),
    "scala": ("a.scala", SCALA),
    "lua": ("a.lua", LUA),
    "bash": ("a.sh", BASH),
    "dart": ("a.dart", DART),
    "elixir": ("a.ex", ELIXIR),
}


def of(source: str, path: str) -> Outline:
    found = outline(source.encode(), path)
    assert found is not None
    assert found.complete
    return found


def told(source: str, path: str) -> list[str]:
    """Return what types inherit, and the doors that they leave open."""
    found = of(source, path)
    every = (*found.symbols, *found.also)
    return [f"{one.name} {' '.join(one.bases)} {one.door}".strip() for one in every if one.bases or one.door]


def taken(source: str, path: str) -> list[str]:
    return [f"{one.name} from {one.source}" for one in of(source, path).imports]


def rows(source: str, path: str) -> list[str]:
    return [f"{one.start}-{one.end} {one.kind} {one.name}" for one in of(source, path).symbols]


def test_what_kotlin_defines_is_found_with_its_lines():
    assert [
        "7-33 class Basket",
        "9-9 property Basket.owner",
        "9-9 property Basket.seen",
        "10-10 property Basket.items",
        "11-15 property Basket.empty",
        "23-23 method Basket.List.spread",
        "26-26 constant Basket.MOST",
        "27-27 method Basket.create",
        "30-32 class Basket.Row",
        "31-31 method Basket.Row.draw",
        "35-38 interface Store",
        "36-36 method Store.close",
        "37-37 property Store.open",
        "40-47 enum Level",
        "40-40 property Level.rank",
        "41-41 constant Level.LOW",
        "42-44 constant Level.HIGH",
        "43-43 method Level.HIGH.up",
        "46-46 method Level.up",
        "49-49 class Registry",
        "49-49 property Registry.all",
        "50-50 type Handler",
        "51-51 method Basket.again",
        "52-52 property Basket.twice",
        "53-53 constant LIMIT",
        "54-54 variable left",
        "54-54 variable right",
        "55-60 function main",
        "56-56 function main.nested",
        "58-58 function main.paint.close",
        "61-61 class Short",
        "61-61 method Short.in words",
    ] == rows(KOTLIN, "a.kt")


def test_what_swift_defines_is_found_with_its_lines():
    assert [
        "3-25 class Basket",
        "6-6 property Basket.most",
        "7-10 property Basket.size",
        "11-11 property Basket.seen",
        "11-11 property Basket.kept",
        "12-12 property Basket.left",
        "12-12 property Basket.right",
        "13-13 property Basket.made",
        "15-15 method Basket.init",
        "16-16 method Basket.deinit",
        "17-17 method Basket.add",
        "18-18 method Basket.==",
        "19-19 method Basket.subscript",
        "21-24 enum Basket.Level",
        "22-22 constant Basket.Level.low",
        "22-22 constant Basket.Level.high",
        "23-23 constant Basket.Level.some",
        "27-31 interface Store",
        "28-28 type Store.Item",
        "29-29 property Store.open",
        "30-30 method Store.close",
        "34-34 method Store.reopen",
        "35-35 property Store.closed",
        "37-37 struct Shop.Basket.Row",
        "39-39 class Counter",
        "39-39 property Counter.count",
        "40-40 struct Point",
        "40-40 property Point.x",
        "41-41 type Handler",
        "42-42 constant LIMIT",
        "43-46 function main",
        "44-44 function main.nested",
        "47-47 function +++",
    ] == rows(SWIFT, "a.swift")


def test_what_an_objective_c_header_defines_is_found_with_its_lines():
    assert [
        "5-8 enum Level",
        "6-6 constant Level.LevelLow",
        "7-7 constant Level.LevelHigh",
        "10-20 class Basket",
        "12-12 property Basket._size",
        "14-14 property Basket.owner",
        "15-15 property Basket.left",
        "15-15 property Basket.right",
        "16-16 property Basket.done",
        "17-18 method Basket.initWithOwner:size:",
        "19-19 method Basket.shared",
        "23-23 method NSString.basketSize",
        "26-30 interface Store",
        "27-27 method Store.close",
        "29-29 property Store.open",
        "32-32 variable BasketName",
    ] == rows(OBJC_HEADER, "a.h")


def test_what_an_objective_c_file_defines_is_found_with_its_lines():
    assert [
        "2-2 macro MOST",
        "4-4 variable counter",
        "7-7 property Basket.hidden",
        "10-22 class Basket",
        "11-11 property Basket._kept",
        "15-19 method Basket.initWithOwner:size:",
        "20-20 method Basket.shared",
        "21-21 method Basket.helper",
        "25-25 method NSString.basketSize",
    ] == rows(OBJC, "a.m")


def test_what_scala_defines_is_found_with_its_lines():
    assert [
        "5-17 class Basket",
        "5-5 property Basket.owner",
        "5-5 property Basket.size",
        "6-6 property Basket.Most",
        "7-7 property Basket.left",
        "7-7 property Basket.right",
        "8-8 property Basket.made",
        "9-9 method Basket.this",
        "10-14 method Basket.add",
        "15-15 method Basket.+",
        "16-16 type Basket.Item",
        "19-22 class Basket",
        "20-20 method Basket.apply",
        "21-21 class Basket.Rich",
        "21-21 property Basket.Rich.text",
        "21-21 method Basket.Rich.twice",
        "24-24 class Plain",
        "24-24 property Plain.shown",
        "26-29 trait Store",
        "27-27 method Store.close",
        "28-28 property Store.open",
        "31-34 enum Level",
        "31-31 property Level.rank",
        "32-32 constant Level.Low",
        "33-33 constant Level.Mid",
        "33-33 constant Level.High",
        "36-38 variable byOwner",
        "37-37 method byOwner.compare",
        "40-40 method String.shout",
        "42-42 type Handler",
        "43-43 function main",
        "44-44 constant LIMIT",
    ] == rows(SCALA, "a.scala")


def test_what_lua_defines_is_found_with_its_lines():
    assert [
        "3-3 variable Basket",
        "3-3 property Basket.most",
        "3-3 method Basket.add",
        "3-3 property Basket.deep",
        "3-3 property Basket.deep.inner",
        "3-3 property Basket.in-words",
        "4-4 property Basket.__index",
        "5-5 constant LIMIT",
        "7-11 method Basket.new",
        "8-8 property Basket.owner",
        "9-9 property Basket.size",
        "13-16 method Basket.close",
        "18-18 method Basket.open",
        "19-19 property Basket.level",
        "20-20 property Basket.kept",
        "21-21 variable left",
        "21-21 variable right",
        "22-22 function helper",
        "25-25 function make",
    ] == rows(LUA, "a.lua")


def test_what_bash_defines_is_found_with_its_lines():
    assert [
        "3-3 constant OWNER",
        "3-3 constant PLACE",
        "4-4 constant MOST",
        "5-5 variable kept",
        "6-6 variable size",
        "8-12 function add",
        "13-15 method shop.close",
        "16-16 constant LEVEL",
        "19-19 constant STATE",
    ] == rows(BASH, "a.sh")


def test_what_dart_defines_is_found_with_its_lines():
    assert [
        "3-23 class Basket",
        "6-6 constant Basket.most",
        "7-7 property Basket.owner",
        "8-8 property Basket.left",
        "8-8 property Basket.right",
        "9-9 method Basket.Basket",
        "10-10 method Basket.empty",
        "11-13 method Basket.made",
        "14-14 property Basket.size",
        "15-15 property Basket.size",
        "16-20 method Basket.add",
        "18-18 function Basket.add.nested",
        "21-21 method Basket.close",
        "22-22 method Basket.==",
        "25-27 trait Mix",
        "26-26 method Mix.mixed",
        "28-30 class Shouting",
        "29-29 method String.shout",
        "31-35 enum Level",
        "32-32 constant Level.low",
        "32-32 constant Level.high",
        "33-33 method Level.Level",
        "34-34 property Level.rank",
        "36-36 type Handler",
        "37-37 class Alias",
        "38-38 constant LIMIT",
        "39-39 variable first",
        "39-39 variable second",
        "40-42 function main",
    ] == rows(DART, "a.dart")


def test_what_elixir_defines_is_found_with_its_lines():
    assert [
        "1-30 module Shop.Basket",
        "7-7 variable Shop.Basket.most",
        "8-8 type Shop.Basket.t",
        "9-9 property Shop.Basket.owner",
        "9-9 property Shop.Basket.size",
        "11-16 function Shop.Basket.add",
        "18-18 function Shop.Basket.empty?",
        "19-19 function Shop.Basket.hidden",
        "20-20 function Shop.Basket.<>",
        "21-23 function Shop.Basket.twice",
        "24-24 function Shop.Basket.small",
        "25-25 function Shop.Basket.close",
        "27-29 module Shop.Basket.Row",
        "28-28 function Shop.Basket.Row.draw",
        "32-34 interface Size",
        "33-33 method Size.size",
        "36-38 module Size.Shop",
        "37-37 function Size.Shop.size",
    ] == rows(ELIXIR, "a.ex")


def test_bases_and_doors_of_types_are_told():
    assert ["Basket Store Closeable", "Registry Store"] == told(KOTLIN, "a.kt")
    assert [
        "Basket Store Sendable @dynamicMemberLookup",
        "Basket.Level String",
        "Store AnyObject",
    ] == told(SWIFT, "a.swift")
    assert ["Basket NSObject Store NSCopying", "Store NSObject"] == told(OBJC_HEADER, "a.h")
    assert ["Basket Store Closeable"] == told(SCALA, "a.scala")
    assert ["Basket Store Mix Closeable", "Mix Store", "Alias Store Mix", "Shouting String"] == told(
        DART, "a.dart"
    )
    assert ["Shop.Basket  use GenServer"] == told(ELIXIR, "a.ex")


def test_a_companion_stands_behind_its_class():
    source = "class Basket {\n    companion object Made : Maker() {\n        val most = 1\n    }\n}\n"

    assert ["Basket Made", "Basket.Made Maker"] == told(source, "a.kt")


def test_what_an_object_answers_for_itself_is_a_door():
    assert ["A  resolveInstanceMethod"] == told(
        "@implementation A\n+ (BOOL)resolveInstanceMethod:(SEL)name { return NO; }\n@end\n", "a.m"
    )
    assert ["A  noSuchMethod"] == told("class A {\n  noSuchMethod(Invocation call) => null;\n}\n", "a.dart")
    assert ["A Dynamic Dynamic"] == told("class A extends Dynamic\n", "a.scala")
    assert ["A  selectDynamic"] == told("class A { def selectDynamic(name: String) = 1 }\n", "a.scala")
    assert ["A  @Observable"] == told("@Observable final class A {}\n", "a.swift")
    assert [] == told("@MainActor final class A {}\n", "a.swift")


def test_metatables_of_lua_are_bases_or_doors():
    assert ["A B"] == told("local A = setmetatable({}, { __index = B })\n", "a.lua")
    assert ["A B"] == told("local A = {}\nsetmetatable(A, B)\n", "a.lua")
    assert ["A B"] == told("local A = {}\nA.__index = B\n", "a.lua")
    assert ["A B"] == told("local A = B:extend()\n", "a.lua")
    assert [] == told("local A = {}\nA.__index = A\n", "a.lua")
    assert ["A  __index"] == told("local A = {}\nsetmetatable(A, { __index = function() end })\n", "a.lua")
    assert ["A  __index"] == told("local A = {}\nA.__index = function() end\n", "a.lua")


def test_code_made_while_it_runs_leaves_the_file_open():
    assert "eval" == of('eval "$made"\n', "a.sh").door
    assert "unquote" == of("defmodule A do\n  def unquote(name)(), do: 1\nend\n", "a.ex").door


def test_what_a_file_takes_from_elsewhere_is_told():
    assert ["Store from shop.store", "Thing from shop.Item", "* from shop.all"] == taken(KOTLIN, "a.kt")
    assert ["Foundation from Foundation"] == taken(SWIFT, "a.swift")
    assert ["Store from shop.store", "Thing from shop.store"] == taken(SCALA, "a.scala")
    assert ["util from shop.util"] == taken(LUA, "a.lua")
    assert ["store from package:shop/store.dart", "Store from package:shop/store.dart"] == taken(
        DART, "a.dart"
    )
    assert ["Item from Shop", "Store from Shop", "Other from Shop.Thing"] == taken(ELIXIR, "a.ex")


def test_a_selector_is_also_known_by_its_first_word():
    also = {one.name: one.start for one in of(OBJC, "a.m").also}

    assert {"Basket.initWithOwner": 15, "Basket.left": 13} == also


@pytest.mark.parametrize("key", list(EXTRA))
def test_the_queries_compile(key):
    language, query = loaded(key)

    assert query.pattern_count > 5
    assert language.abi_version >= 13


@pytest.mark.parametrize(("path", "source"), list(EXTRA.values()))
def test_a_broken_file_gives_what_stands_around_the_faults(path, source):
    found = outline((source + '\n}}} <<< ((( "\n' + source[:99]).encode(), path)

    assert found is not None
    assert not found.complete
    assert found.faults


@pytest.mark.parametrize(("path", "source"), list(EXTRA.values()))
@pytest.mark.parametrize("cut", [0.1, 0.37, 0.5, 0.93])
def test_half_a_file_is_no_reason_to_fail(path, source, cut):
    found = outline(source[: int(len(source) * cut)].encode(), path)

    assert found is not None


@pytest.mark.parametrize(("path", "source"), list(EXTRA.values()))
def test_an_empty_file_is_complete_and_defines_nothing(path, source):
    found = outline(b"", path)

    assert found is not None
    assert found.complete
    assert () == found.symbols


def test_one_line_bodies_of_kotlin_are_read():
    source = "fun interface One { fun go() }\nenum class Two { A, B }\nclass Three { val x = 1 }\n"

    assert [
        "1-1 interface One",
        "1-1 method One.go",
        "2-2 enum Two",
        "2-2 constant Two.A",
        "2-2 constant Two.B",
        "3-3 class Three",
        "3-3 property Three.x",
    ] == rows(source, "a.kt")


def test_a_header_is_objective_c_where_it_says_so():
    assert "objc" == of("@class Basket;\nvoid fill(Basket *basket);\n", "a.h").language
    assert "c" == of("/* @class Basket */\nvoid fill(int basket);\n", "a.h").language


def test_a_script_without_an_ending_is_told_by_its_first_line():
    assert ["2-2 function go"] == rows("#!/bin/sh\ngo() { :; }\n", "bin/run")
    assert ["2-2 function go"] == rows("#!/usr/bin/env lua5.4\nfunction go() end\n", "bin/run")


def test_templates_are_not_read_by_the_grammar_of_what_they_hold():
    assert not has_grammar("lib/page.html.heex")
    assert "" == lacking_grammar("lib/page.html.heex")


HIDDEN = """\
import sys

sys.modules["tree_sitter_kotlin"] = None
sys.modules["tree_sitter_objc"] = None

from gitexp.adapters.symbols_tree_sitter import has_grammar, outline
from gitexp.adapters.tree_sitter_grammars import lacking_grammar

kotlin = b"class Basket"
header = b"@class Basket;\\nvoid fill(int basket);"
print(outline(kotlin, "a.kt"), has_grammar("a.kt"), lacking_grammar("a.kt", kotlin))
print(outline(header, "a.h").language, repr(lacking_grammar("a.h", header)))
print(outline(b"class Basket {}", "a.swift").language, repr(lacking_grammar("a.swift")))
print(outline(b"?", "a.unknown"), repr(lacking_grammar("a.unknown")))
"""


def test_a_grammar_that_is_not_installed_is_named_with_the_way_to_get_it():
    done = subprocess.run([sys.executable, "-c", HIDDEN], capture_output=True, text=True, check=True)

    assert [
        "None False kotlin: pip install 'git-exp[languages]'",
        "c ''",
        "swift ''",
        "None ''",
    ] == done.stdout.splitlines()
