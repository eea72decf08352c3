"""Outlines of small files in every language: names, kinds and lines, counted out by hand."""

from __future__ import annotations

from gitexp.adapters.symbols_tree_sitter import outline
from gitexp.records.outline import Outline
from support import sources


def of(source: str, path: str) -> Outline:
    found = outline(source.encode(), path)
    assert found is not None
    assert found.complete
    return found


def rows(source: str, path: str) -> list[str]:
    return [f"{one.start}-{one.end} {one.kind} {one.name}" for one in of(source, path).symbols]


def test_what_python_defines_is_found_with_its_lines():
    assert [
        "4-4 constant LIMIT",
        "5-5 variable first",
        "5-5 variable second",
        "6-6 variable wait",
        "10-45 class RetryPolicy",
        "14-15 property RetryPolicy.tries",
        "16-16 constant RetryPolicy.EVER",
        "18-21 method RetryPolicy.__init__",
        "19-19 property RetryPolicy.url",
        "23-25 property RetryPolicy.left",
        "27-29 property RetryPolicy.left",
        "29-29 property RetryPolicy._left",
        "31-35 method RetryPolicy.send",
        "32-33 function RetryPolicy.send.again",
        "37-42 method RetryPolicy.ask",
        "44-45 class RetryPolicy.Inner",
        "45-45 method RetryPolicy.Inner.send",
        "48-48 function plain",
        "52-52 variable fast",
    ] == rows(sources.PYTHON, "a.py")


def test_what_typescript_defines_is_found_with_its_lines():
    assert [
        "3-7 interface Message",
        "5-5 property Message.body",
        "6-6 method Message.read",
        "9-9 type Id",
        "11-14 enum Level",
        "12-12 constant Level.Low",
        "13-13 constant Level.High",
        "16-39 class Sender",
        "18-19 property Sender.name",
        "20-20 property Sender.#secret",
        "22-25 method Sender.constructor",
        "22-22 property Sender.http",
        "27-28 method Sender.send",
        "30-32 method Sender.open",
        "34-36 method Sender.onClose",
        "35-35 property Sender.closed",
        "38-38 method Sender.#send",
        "41-43 module Wire",
        "42-42 function Wire.encode",
        "45-49 function pick",
        "51-51 constant LIMIT",
        "51-51 variable rest",
        "52-52 class default",
    ] == rows(sources.TYPESCRIPT, "a.ts")


def test_what_tsx_defines_is_found_with_its_lines():
    assert [
        "1-1 type Props",
        "1-1 property Props.title",
        "3-6 function Card",
        "4-4 function Card.inner",
        "8-10 function List",
    ] == rows(sources.TSX, "a.tsx")


def test_what_javascript_defines_is_found_with_its_lines():
    assert [
        "3-9 variable api",
        "4-4 method api.get",
        "5-7 method api.post",
        "8-8 method api.deep.run",
        "11-13 function start",
        "12-12 function start.nested",
        "15-15 method Queue.push",
        "17-22 class Queue",
        "18-18 property Queue.size",
        "19-19 method Queue.make",
        "20-20 method Queue.#load",
        "21-21 method Queue.load",
        "25-25 function hidden",
    ] == rows(sources.JAVASCRIPT, "a.js")


def test_what_java_defines_is_found_with_its_lines():
    assert [
        "3-19 class RetryPolicy",
        "6-6 constant RetryPolicy.LIMIT",
        "7-7 property RetryPolicy.tries",
        "7-7 property RetryPolicy.waits",
        "9-9 method RetryPolicy.RetryPolicy",
        "11-14 method RetryPolicy.send",
        "16-16 method RetryPolicy.send",
        "18-18 interface RetryPolicy.Hook",
        "18-18 method RetryPolicy.Hook.run",
        "21-21 enum Level",
        "21-21 constant Level.LOW",
        "21-21 constant Level.HIGH",
        "23-23 class Pair",
        "23-23 property Pair.left",
        "23-23 property Pair.right",
    ] == rows(sources.JAVA, "a.java")


def test_what_go_defines_is_found_with_its_lines():
    assert [
        "5-6 constant Limit",
        "9-9 constant A",
        "10-11 constant B",
        "14-14 variable pool",
        "14-14 variable spare",
        "16-20 struct Policy",
        "18-18 property Policy.Tries",
        "19-19 property Policy.Base",
        "22-24 interface Sender",
        "23-23 method Sender.Send",
        "26-26 type ID",
        "28-32 method Policy.Send",
        "34-34 method List.Len",
        "36-36 function New",
    ] == rows(sources.GO, "a.go")


def test_what_rust_defines_is_found_with_its_lines():
    assert [
        "3-8 struct Policy",
        "7-7 property Policy.tries",
        "10-13 enum Level",
        "11-11 constant Level.Low",
        "12-12 constant Level.High",
        "16-16 method Policy.fmt",
        "20-20 constant Policy.MAX",
        "22-25 method Policy.send",
        "24-24 function Policy.send.inner",
        "28-30 trait Hook",
        "29-29 method Hook.run",
        "32-35 module wire",
        "33-33 constant wire.POOL",
        "34-34 function wire.encode",
        "37-39 macro again",
    ] == rows(sources.RUST, "a.rs")


def test_what_c_defines_is_found_with_its_lines():
    assert [
        "2-2 macro LIMIT",
        "3-4 macro TWICE",
        "8-14 struct node",
        "11-11 property node.value",
        "12-12 property node.next",
        "13-13 property node.cmp",
        "16-18 type Point",
        "17-17 property Point.x",
        "17-17 property Point.y",
        "20-20 type Node",
        "22-22 enum color",
        "22-22 constant color.RED",
        "22-22 constant color.GREEN",
        "24-30 function find",
        "32-35 function helper",
        "37-37 variable callback",
        "38-38 function signal_of",
        "39-39 function declared",
        "40-40 variable names",
    ] == rows(sources.C, "a.c")


def test_what_cpp_defines_is_found_with_its_lines():
    assert [
        "2-33 module net.wire",
        "4-19 class net.wire.Policy",
        "9-9 method net.wire.Policy.~Policy",
        "11-11 method net.wire.Policy.send",
        "12-12 method net.wire.Policy.operator==",
        "13-13 method net.wire.Policy.operator bool",
        "14-14 property net.wire.Policy.kMax",
        "15-15 enum net.wire.Policy.Level",
        "15-15 constant net.wire.Policy.Level.Low",
        "15-15 constant net.wire.Policy.Level.High",
        "18-18 property net.wire.Policy.tries_",
        "21-22 method net.wire.Policy.Policy",
        "24-27 method net.wire.Policy.send",
        "29-29 type net.wire.Id",
        "31-31 function net.wire.hidden",
        "35-35 method net.wire.outside",
        "36-39 struct Hash",
        "38-38 method Hash.operator()",
    ] == rows(sources.CPP, "a.h")


def test_what_c_sharp_defines_is_found_with_its_lines():
    assert [
        "4-27 class RetryPolicy",
        "8-8 constant RetryPolicy.Limit",
        "9-9 property RetryPolicy.tries",
        "9-9 property RetryPolicy.waits",
        "10-10 property RetryPolicy.Left",
        "11-11 property RetryPolicy.Done",
        "13-13 method RetryPolicy.RetryPolicy",
        "14-14 method RetryPolicy.~RetryPolicy",
        "16-20 method RetryPolicy.Send",
        "19-19 function RetryPolicy.Send.Local",
        "22-22 method RetryPolicy.Send",
        "23-23 property RetryPolicy.this",
        "24-24 method RetryPolicy.operator+",
        "26-26 enum RetryPolicy.Level",
        "26-26 constant RetryPolicy.Level.Low",
        "26-26 constant RetryPolicy.Level.High",
        "29-29 class Pair",
        "29-29 property Pair.Left",
        "29-29 property Pair.Right",
        "30-30 interface IHook",
        "30-30 method IHook.Run",
        "31-31 type Handler",
    ] == rows(sources.C_SHARP, "a.cs")


def test_what_ruby_defines_is_found_with_its_lines():
    assert [
        "1-30 module Net",
        "2-25 class Net.Http.Policy",
        "4-4 constant Net.Http.Policy.LIMIT",
        "5-5 property Net.Http.Policy.tries",
        "5-5 property Net.Http.Policy.waits",
        "7-8 method Net.Http.Policy.build",
        "11-11 method Net.Http.Policy.shared",
        "14-17 method Net.Http.Policy.left?",
        "19-20 method Net.Http.Policy.tries=",
        "22-22 method Net.Http.Policy.==",
        "23-23 method Net.Http.Policy.same",
        "24-24 method Net.Http.Policy.made",
        "27-29 constant Net.Pair",
        "28-28 method Net.Pair.swap",
    ] == rows(sources.RUBY, "a.rb")


def test_what_php_defines_is_found_with_its_lines():
    assert [
        "5-18 class RetryPolicy",
        "9-9 constant RetryPolicy.LIMIT",
        "10-10 property RetryPolicy.tries",
        "12-15 method RetryPolicy.__construct",
        "12-12 property RetryPolicy.url",
        "17-17 method RetryPolicy.send",
        "20-20 interface Hook",
        "20-20 method Hook.run",
        "21-21 trait Loud",
        "21-21 method Loud.shout",
        "22-22 enum Level",
        "22-22 constant Level.Low",
        "24-26 function plain",
        "27-27 constant TOP",
    ] == rows(sources.PHP, "a.php")


def test_packages_are_told_apart_and_stand_in_no_name():
    assert ("com.acme.net",) == of(sources.JAVA, "a.java").packages
    assert ("Acme.Net",) == of(sources.C_SHARP, "a.cs").packages
    assert ("Acme.Net",) == of(sources.PHP, "a.php").packages
    assert ("net",) == of(sources.GO, "a.go").packages


def test_namespaces_in_blocks_are_joined():
    assert ("A", "A.B", "C") == of(
        "namespace A { namespace B { class X {} } } namespace C {}", "a.cs"
    ).packages


def test_the_language_is_named_as_elsewhere():
    assert "typescript" == of(sources.TSX, "a.tsx").language
    assert "csharp" == of(sources.C_SHARP, "a.cs").language
    assert "cpp" == of(sources.CPP, "a.hpp").language
