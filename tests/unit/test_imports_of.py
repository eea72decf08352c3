"""Which modules a source file imports, told by the form of its lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.imports_of import imports_of
from gitexp.records.languages import LANGUAGES


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "import httpx.api, rich as r  # both\n", ("httpx.api", "httpx", "rich")),
        ("a.py", "from django.db import models\nfrom yaml import (\n", ("django.db", "django", "yaml")),
        ("a.pyi", "from . import x\nfrom .wire import y\n", ()),
        ("a.py", "# import no\nimportant = 1\nimport the house\n", ()),
        ("a.pyx", "from numpy.math cimport sin\n", ("numpy.math", "numpy")),
        ("a.js", "import x from 'react-dom/client';\n", ("react-dom/client", "react-dom")),
        ("a.ts", "import {\n  a,\n} from '@acme/wire/deep'\n", ("@acme/wire/deep", "@acme/wire")),
        ("a.ts", "import 'side';\nimport type from 'kind';\n", ("side", "kind")),
        ("a.mjs", "const fs = require('fs-extra');\nawait import( \"chalk\" )\n", ("fs-extra", "chalk")),
        ("a.js", "const {\n  a,\n} = require('wire');\nexports.b = require('b')\nrequire('c')\n", ("wire", "b", "c")),
        ("a.js", "export { a } from 'b';\nexport const c = 'd';\n", ("b",)),
        ("a.tsx", "import a from './a';\nimport b from '@/b';\nimport c from 'https://example.org/c.js'\n", ()),
        ("a.ts", "import c from 'npm:@acme/wire@1.2/deep'\n", ("npm:@acme/wire@1.2/deep", "@acme/wire")),
        ("a.vue", "<script>\n  import { ref } from 'vue'\n</script>\n", ("vue",)),
        ("a.go", 'package a\n\nimport "example.org/net/http"\n', ("example.org/net/http", "example.org/net")),
        (
            "a.go",
            'import (\n\t_ "embed"\n\tchi "github.com/go-chi/chi/v5/middleware" // routes\n\t"k8s.io/api/core/v1"\n)\n',
            ("github.com/go-chi/chi/v5/middleware", "github.com/go-chi/chi/v5", "k8s.io/api/core/v1", "k8s.io/api"),
        ),
        ("a.go", 'import "a.b/c"\nvar a = []string{\n\t"d.e/f"\n}\n', ("a.b/c",)),
        (
            "A.java",
            "import org.acme.pages.Page;\nimport static org.acme.List.of;\n",
            ("org.acme.pages.Page", "org.acme.pages", "org.acme", "org.acme.List.of"),
        ),
        ("a.kt", "import kotlinx.coroutines.*\nimport a.b as c\n", ("kotlinx.coroutines", "a.b")),
        ("a.scala", "import cats.effect._\nimport zio.{ZIO, Task}\n", ("cats.effect", "zio")),
        ("a.rs", "use tokio::sync::mpsc;\npub(crate) use serde::{De, Ser};\nextern crate libc;\n",
         ("tokio::sync::mpsc", "tokio", "serde", "libc")),
        ("a.rs", "use crate::a;\nuse super::b;\nuse self::c;\nlet used = 1;\nmod d;\npub use d::E;\nuse Kind::*;\n", ()),
        ("a.c", '#include <acme/io.h>\n# include "wire/frame.h"\n', ("acme/io.h", "acme", "wire/frame.h", "wire")),
        ("a.cpp", '#include "../own.h"\n// #include <no/no.h>\n#include "own.h"\n', ()),
        ("a.m", "#import <Realm/Realm.h>\n@import Lottie;\n", ("Realm/Realm.h", "Realm", "Lottie")),
        ("a.rb", "require 'active_record/railtie'\nrequire_relative 'own'\nrequire \"#{root}/x\"\n",
         ("active_record/railtie", "active_record")),
        ("a.php", "<?php\nuse Illuminate\\Support\\Str;\nclass A {\n    use Acme\\HasName;\n}\n",
         ("Illuminate\\Support\\Str", "Illuminate")),
        ("a.cs", "namespace A {\n    using Acme.Text;\n}\nglobal using J = Bell.Json;\nusing var a = b();\nusing (a) {}\n",
         ("Acme.Text", "Acme", "Bell.Json", "Bell")),
        ("a.swift", "@testable import Pages\nimport struct Wire.Date\npublic import Bell\n",
         ("Pages", "Wire.Date", "Wire", "Bell")),
        ("a.dart", "import 'package:http/http.dart' as http;\nexport 'package:a/b.dart';\nimport 'own.dart';\n",
         ("package:http/http.dart", "http", "package:a/b.dart", "a")),
        ("a.md", "import os\n", ()),
        ("Makefile", "import os\n", ()),
        ("", "import os\n", ()),
    ],
)  # fmt: skip
def test_each_import_is_told_with_its_package(path: str, text: str, expected: tuple[str, ...]) -> None:
    assert imports_of(path, text) == expected


def test_what_is_imported_twice_is_told_once() -> None:
    assert imports_of("a.py", "import rich\nfrom rich import a\nimport yaml\nimport rich\n") == (
        "rich",
        "yaml",
    )


def test_only_the_first_64_kb_are_looked_at() -> None:
    assert imports_of("a.py", "import rich\n" + "#" * (64 << 10) + "\nimport yaml\n") == ("rich",)


def test_windows_line_ends_are_no_part_of_a_name() -> None:
    assert imports_of("a.py", "import rich\r\nimport yaml\r\n") == ("rich", "yaml")
    assert imports_of("a.go", 'import (\r\n\t"a.b/c"\r\n)\r\n') == ("a.b/c",)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "import dataclasses, os.path\nfrom __future__ import a\nimport urllib2, distutils.core\n"),
        ("a.pyx", "from libc.math cimport sin\n"),
        ("a.js", "import { B } from 'buffer';\nimport fs from 'node:fs/promises';\nimport 'bun:test'\n"),
        ("a.ts", "import crypto from 'crypto';\nimport { a } from 'jsr:@std/path';\nimport { b } from '$lib/b'\n"),
        ("a.go", 'import (\n\t"fmt"\n\t"net/http"\n\t"C"\n)\n'),
        ("A.java", "import java.util.List;\nimport javax.swing.JFrame;\nimport org.w3c.dom.Node;\n"),
        ("a.kt", "import kotlin.math.abs\nimport android.os.Bundle\n"),
        ("a.rs", "use std::fmt;\nuse core::mem;\nextern crate alloc;\n"),
        ("a.c", "#include <stdio.h>\n#include <sys/types.h>\n"),
        ("a.cpp", "#include <optional>\n#include <vector>\n"),
        ("a.m", "#import <UIKit/UIKit.h>\n@import CoreData;\n"),
        ("a.rb", "require 'json'\nrequire 'net/http'\n"),
        ("a.php", "<?php\nuse Redis;\nuse function strlen;\n"),
        ("a.cs", "using System;\nusing System.Text.Json;\nusing Microsoft.Win32;\n"),
        ("a.swift", "import Foundation\nimport struct UIKit.UIColor\n"),
        ("a.dart", "import 'dart:io';\n"),
    ],
)  # fmt: skip
def test_what_comes_with_the_language_is_no_package(path: str, text: str) -> None:
    assert imports_of(path, text) == ()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "try:\n    import redis\nexcept ImportError:\n    redis = None\n"),
        ("a.py", "if TYPE_CHECKING:\n\timport redis\ndef f():\n  from redis import b\n"),
        ("a.py", '"""Use it so:\n\nimport redis\n"""\na = \'\'\'\nimport redis\n\'\'\'\n'),
        ("a.js", "function f() {\n  return require('redis')\n}\nif (a) require('redis')\n"),
        ("a.js", "try { require('redis') } catch {}\n"),
        ("a.js", "// const a = require('redis')\n/*\nimport a from 'redis'\n*/\nf().then(() => import('redis'))\n"),
        ("a.js", "const a = process.env.A && require('redis')\nconst b = c ? require('redis') : null\n"),
        ("a.ts", "import type { A } from 'redis';\nexport type {\n  B,\n} from 'redis';\n"),
        ("a.rs", "#[cfg(feature = \"redis\")]\n#[allow(unused)]\nuse redis::Client;\nfn f() {\n    use redis::A;\n}\n"),
        ("a.c", "#ifdef WITH_REDIS\n#include <redis/redis.h>\n#else\n# include <redis/other.h>\n#endif\n"),
        ("a.h", "#ifndef A_H\n#if B\n#include <redis/redis.h>\n#endif\n#endif\n"),
        ("a.rb", "begin\n  require 'redis'\nrescue LoadError\nend\nrequire 'redis' if a\n"),
        ("a.swift", "#if canImport(Redis)\nimport Redis\n#endif\n"),
        ("a.rs", "let a = r\"\nuse redis for it\nuse the other\n\";\n"),
        ("a.kt", "val a = \"\"\"\nimport redis into it\n\"\"\"\n"),
        ("a.scala", "def f() = {\n  import redis.client.A\n}\n"),
    ],
)  # fmt: skip
def test_what_may_never_be_imported_is_none(path: str, text: str) -> None:
    assert imports_of(path, text) == ()


@pytest.mark.parametrize(
    "guard",
    [
        "#ifndef A_H\n#define A_H\n",
        "// Acme\n\n#if !defined(A_H)\n# define A_H 1\n",
        "/* Acme */\n#pragma once\n#if 0\n",
    ],
)
def test_the_guard_of_a_header_is_no_condition(guard: str) -> None:
    text = f"{guard}#include <fmt/core.h>\n#if 1\n#include <no/no.h>\n#endif\n#include <b/c.h>\n#endif\n"
    expected = () if "pragma" in guard else ("fmt/core.h", "fmt", "b/c.h", "b")

    assert imports_of("a.h", text) == expected


def test_an_endless_comment_costs_no_time() -> None:
    assert imports_of("a.js", "import a from 'b'\n" + "/* " * 20_000) == ("b",)
    assert imports_of("a.ts", "import type " * 5_000) == ()


ENDINGS = ("py", "ts", "go", "java", "rs", "cpp", "rb", "php", "cs", "swift", "dart")
PARTS = st.sampled_from(
    ["import ", "from ", "use ", "using ", "#include <", "require(", "'", '"', "a.b", "a::b", ";", "\n", "{", "}", "(", ")",
     "@", "as ", ",", "\\", "export ", "\ud800", "é", "/", ".", "*", " ", "#if ", "\0"]
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(ENDINGS), st.lists(PARTS, max_size=60).map("".join))
def test_no_text_is_too_odd(ending: str, text: str) -> None:
    names = imports_of(f"a.{ending}", text)

    assert len(names) == len(set(names))
    assert all(name and "\n" not in name for name in names)


def test_a_file_of_any_language_is_taken() -> None:
    assert {"python", "rust", "dart"} <= LANGUAGES
    assert imports_of("a.hs", "import Data.List\n") == ()
