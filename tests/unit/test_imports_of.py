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
        ("a.py", "import os.path, json as j  # both\n", ("os.path", "os", "json")),
        ("a.py", "from django.db import models\n    from json import (\n", ("django.db", "django", "json")),
        ("a.pyi", "from . import x\nfrom .wire import y\n", ()),
        ("a.py", "# import no\nimportant = 1\n'''import this one'''\nimport the house\n", ()),
        ("a.pyx", "from libc.math cimport sin\n", ("libc.math", "libc")),
        ("a.js", "import x from 'react-dom/client';\n", ("react-dom/client", "react-dom")),
        ("a.ts", "import {\n  a,\n} from '@acme/wire/deep'\n", ("@acme/wire/deep", "@acme/wire")),
        ("a.ts", "import type { A } from \"lodash\";\nimport 'side';\n", ("lodash", "side")),
        ("a.mjs", "const fs = require('node:fs'); await import( \"chalk\" )\n", ("node:fs", "fs", "chalk")),
        ("a.js", "export { a } from 'b';\nexport const c = 'd';\n", ("b",)),
        ("a.tsx", "import a from './a';\nimport b from '@/b';\nimport c from 'https://example.org/c.js'\n", ()),
        ("a.ts", "import c from 'npm:@acme/wire@1.2/deep'\n", ("npm:@acme/wire@1.2/deep", "@acme/wire")),
        ("a.vue", "<script>\nimport { ref } from 'vue'\n</script>\n", ("vue",)),
        ("a.go", 'package a\n\nimport "net/http"\n', ("net/http", "net")),
        (
            "a.go",
            'import (\n\t_ "embed"\n\tchi "github.com/go-chi/chi/v5/middleware" // routes\n\t"k8s.io/api/core/v1"\n)\n',
            ("embed", "github.com/go-chi/chi/v5/middleware", "github.com/go-chi/chi/v5", "k8s.io/api/core/v1", "k8s.io/api"),
        ),
        ("a.go", 'import "fmt"\nvar a = []string{\n\t"b"\n}\n', ("fmt",)),
        (
            "A.java",
            "import org.acme.pages.Page;\nimport static java.util.List.of;\n",
            ("org.acme.pages.Page", "org.acme.pages", "org.acme", "java.util.List.of", "java.util"),
        ),
        ("a.kt", "import kotlinx.coroutines.*\nimport a.b as c\n", ("kotlinx.coroutines", "a.b")),
        ("a.scala", "import cats.effect._\nimport zio.{ZIO, Task}\n", ("cats.effect", "zio")),
        ("a.rs", "use tokio::sync::mpsc;\npub(crate) use serde::{De, Ser};\nextern crate libc;\n",
         ("tokio::sync::mpsc", "tokio", "serde", "libc")),
        ("a.rs", "use crate::a;\nuse super::b;\nuse self::c;\nlet used = 1;\n", ()),
        ("a.c", '#include <stdio.h>\n# include "wire/frame.h"\n', ("stdio.h", "wire/frame.h", "wire")),
        ("a.cpp", '#include "../own.h"\n// #include <no>\n', ()),
        ("a.m", "#import <UIKit/UIKit.h>\n@import CoreData;\n", ("UIKit/UIKit.h", "UIKit", "CoreData")),
        ("a.rb", "require 'active_record/railtie'\nrequire_relative 'own'\nrequire \"#{root}/x\"\n",
         ("active_record/railtie", "active_record")),
        ("a.php", "<?php\nuse Illuminate\\Support\\Str;\nuse function Acme\\{a, b};\nclass A {\n    use HasName;\n}\n",
         ("Illuminate\\Support\\Str", "Illuminate", "Acme")),
        ("a.cs", "using System.Text;\nglobal using J = Acme.Json;\nusing var a = b();\nusing (a) {}\n",
         ("System.Text", "System", "Acme.Json", "Acme")),
        ("a.swift", "@testable import Pages\nimport struct Foundation.Date\npublic import Wire\n",
         ("Pages", "Foundation.Date", "Foundation", "Wire")),
        ("a.dart", "import 'package:http/http.dart' as http;\nexport 'dart:io';\nimport 'own.dart';\n",
         ("package:http/http.dart", "http", "dart:io", "io")),
        ("a.md", "import os\n", ()),
        ("Makefile", "import os\n", ()),
        ("", "import os\n", ()),
    ],
)  # fmt: skip
def test_each_import_is_told_with_its_package(path: str, text: str, expected: tuple[str, ...]) -> None:
    assert imports_of(path, text) == expected


def test_what_is_imported_twice_is_told_once() -> None:
    assert imports_of("a.py", "import os\nfrom os import path\nimport json\nimport os\n") == ("os", "json")


def test_only_the_first_64_kb_are_looked_at() -> None:
    assert imports_of("a.py", "import os\n" + "#" * (64 << 10) + "\nimport json\n") == ("os",)


def test_windows_line_ends_are_no_part_of_a_name() -> None:
    assert imports_of("a.py", "import os\r\nimport json\r\n") == ("os", "json")
    assert imports_of("a.go", 'import (\r\n\t"fmt"\r\n)\r\n') == ("fmt",)


ENDINGS = ("py", "ts", "go", "java", "rs", "cpp", "rb", "php", "cs", "swift", "dart")
PARTS = st.sampled_from(
    ["import ", "from ", "use ", "using ", "#include <", "require(", "'", '"', "a.b", "a::b", ";", "\n", "{", "}", "(", ")",
     "@", "as ", ",", "\\", "export ", "\ud800", "é", "/", ".", "*", " "]
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
