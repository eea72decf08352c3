"""One search of a tree's text for many names: where they stand, and which files may declare what."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.git import discover
from gitexp.adapters.symbol_lines import TypeLines, declares, imports, type_words
from gitexp.adapters.symbols_search import search, search_types
from gitexp.errors import RepositoryError
from gitexp.records.outline import parts_of
from gitexp.records.sighting import Sight, Sighted, Types
from support.repository import Repository, isolate

RETRY = """\
class RetryPolicy:
    def send(self):
        return sendall(1)


def retry(policy):
    policy.send()
    RetryPolicy().send()
"""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit(
        files={
            "src/net/retry.py": RETRY,
            "src/net/cache.cpp": "void Cache::flush() { page->lock(); }\n",
            "docs/net.md": "Use `--no-cache` and net.timeout; see $HOME and a|b. The class Ghost.\n",
            "package.json": "{}\n",
            "logo.bin": b"\0RetryPolicy\0",
            "experiences/net/x-0123456789.yaml": "what: OnlyInTheStore\n",
        }
    )
    return repository


def sighted(repo: Repository, *texts: str, rev: str = "HEAD") -> Sighted:
    git = discover(str(repo.path)).git()
    listed = repo.git("ls-tree", "-r", "-z", rev).split("\0")[:-1]
    files = {line.partition("\t")[2]: line.split()[2] for line in listed}
    return search(git, rev, texts, files, Types(None, lambda: search_types(git, rev, files)))


def places(repo: Repository, *texts: str) -> dict[str, list[str]]:
    found = sighted(repo, *texts).places
    return {text: [f"{sight.path}:{sight.line}" for sight in found[text]] for text in texts if text in found}


def test_a_whole_word_is_seen_where_it_stands_and_first_where_it_is_declared(repo: Repository) -> None:
    found = sighted(repo, "RetryPolicy", "send", "sendall")

    assert found.places == {
        "RetryPolicy": (
            Sight("src/net/retry.py", 1, "class RetryPolicy:"),
            Sight("src/net/retry.py", 8, "    RetryPolicy().send()"),
        ),
        "send": (
            Sight("src/net/retry.py", 2, "    def send(self):"),
            Sight("src/net/retry.py", 7, "    policy.send()"),
            Sight("src/net/retry.py", 8, "    RetryPolicy().send()"),
        ),
        "sendall": (Sight("src/net/retry.py", 3, "        return sendall(1)"),),
    }
    assert found.declaring == {
        "RetryPolicy": frozenset({"src/net/retry.py"}),
        "send": frozenset({"src/net/retry.py"}),
    }
    assert found.whole


def test_part_of_a_word_is_not_the_word(repo: Repository) -> None:
    assert sighted(repo, "Retry", "polic", "sen").places == {}


def test_a_word_inside_of_a_longer_name_that_is_asked_too_is_seen(repo: Repository) -> None:
    repo.commit(files={"z.txt": "net.timeouts timeout net\n"})

    found = sighted(repo, "policy.send", "policy", "net.timeout", "timeout", "net.timeouts")

    assert {"policy.send", "policy", "net.timeout", "timeout", "net.timeouts"} <= found.places.keys()
    assert found.files["timeout"] == {"docs/net.md", "z.txt"}
    assert found.files["timeouts"] == {"z.txt"}


def test_the_parts_of_a_name_are_seen_each_and_the_whole_however_it_is_written(repo: Repository) -> None:
    repo.commit(
        files={
            "a.txt": "see RetryPolicy#send and Cache.flush\n",
            "b.rs": "RetryPolicy::send(x)\n",
            "c.c": "RetryPolicy->send = 1;\n",
        }
    )

    found = sighted(repo, "RetryPolicy.send()", "Cache::flush")

    assert {sight.path for sight in found.places["RetryPolicy.send()"]} == {"a.txt", "b.rs", "c.c"}
    assert [sight.path for sight in found.places["Cache::flush"]] == ["src/net/cache.cpp", "a.txt"]
    assert found.files["send"] == {"a.txt", "b.rs", "c.c", "src/net/retry.py"}
    assert found.files["Cache"] == {"a.txt", "src/net/cache.cpp"}


def test_signs_are_taken_as_they_stand(repo: Repository) -> None:
    asked = ("--no-cache", "$HOME", "a|b", "net.timeout", "netXtimeout", "x*", "[a", "--no", "no-cach")

    assert sighted(repo, *asked).places.keys() & set(asked) == {"--no-cache", "$HOME", "a|b", "net.timeout"}


def test_names_with_odd_letters_are_whole_words_of_their_own(repo: Repository) -> None:
    repo.commit(
        files={
            "a.rb": "def save!\nend\ndef empty?\nend\ndef saved\nend\n",
            "b.php": "<?php $policy->x = $y;\n",
            "c.hpp": "bool operator<(const A& b);\nbool operator<=(const A& b);\n",
            "d.js": "class A { #secret = 1 }\n",
            "e.rb": "def +(other)\n  1 + 2\nend\ndef self.[](key)\nend\n",
            "f.cs": "public static bool operator !=(A a, A b) { }\n",
        }
    )

    asked = (
        "save!",
        "empty?",
        "save",
        "$y",
        "x",
        "B.operator<=",
        "A.#secret",
        "E.+",
        "E.[]",
        "F.operator !=",
    )
    found = sighted(repo, *asked)

    assert found.files["+"] == {"e.rb"}
    assert found.files["[]"] == {"e.rb"}
    assert found.files["operator!="] == {"f.cs"}

    assert found.files["save!"] == {"a.rb"}
    assert found.files["empty?"] == {"a.rb"}
    assert found.files["save"] == {"a.rb"}
    assert found.files["y"] == {"b.php"}
    assert found.files["x"] == {"b.php"}
    assert found.files["operator<="] == {"c.hpp"}
    assert found.files["#secret"] == {"d.js"}
    assert [sight.line for sight in found.places["save!"]] == [1]


def test_letters_of_other_scripts_belong_to_a_word(repo: Repository) -> None:
    repo.commit(
        files={
            "a.py": "Größe = 1\nGr = 2\n",
            "b.py": "Größer = 3\n",
            "c.txt": "先调用flush方法，再关闭。缓存 x\n",
            "d.py": "Größe = 4  # old\n".encode("latin-1"),
        }
    )

    found = sighted(repo, "Größe", "Gr", "flush", "缓存")

    assert found.files["Größe"] == {"a.py", "d.py"}
    assert found.files["Gr"] == {"a.py"}
    assert found.files["flush"] == {"c.txt", "src/net/cache.cpp"}
    assert found.files["缓存"] == {"c.txt"}


def test_every_type_of_the_tree_is_told_with_the_files_that_may_declare_it(repo: Repository) -> None:
    repo.commit(
        files={
            "A.java": "package org.example.net;\n@A(b = 1) public abstract class Base<T> extends Root {\n}\n",
            "b.go": "package main\ntype (\n\tServer struct {\n\t}\n)\ntype Handler interface {\n}\n",
            "c.h": "typedef struct {\n  int x;\n} point_t, *point_p;\nstruct node\n{\n};\nstruct node *next;\n",
            "d.rs": "impl<T: Into<X>> Shape for Circle<T> {\n}\npub struct Unit;\npub(crate) enum Kind {\n}\n",
            "e.rb": "module Net\n  class HTTP::Client < Base\n  end\n  Point = Struct.new(:x)\nend\n",
            "f.ts": "export interface Props { a: string }\nexport type Alias = Props;\n",
            "g.cpp": "class EXPORT_IT Widget final : public Base<int> {\n};\nusing Short = Widget;\n",
            "h.php": "<?php\nnamespace App\\Http;\nfinal class Kernel\n{\n}\n",
        }
    )

    types = sighted(repo, "nothing").types

    where = {
        "Base": "A.java",
        "net": "A.java",
        "Server": "b.go",
        "Handler": "b.go",
        "main": "b.go",
        "point_t": "c.h",
        "point_p": "c.h",
        "node": "c.h",
        "Shape": "d.rs",
        "Circle": "d.rs",
        "Unit": "d.rs",
        "Kind": "d.rs",
        "Net": "e.rb",
        "HTTP": "e.rb",
        "Client": "e.rb",
        "Point": "e.rb",
        "Props": "f.ts",
        "Alias": "f.ts",
        "Widget": "g.cpp",
        "Short": "g.cpp",
        "Http": "h.php",
        "Kernel": "h.php",
        "RetryPolicy": "src/net/retry.py",
    }
    assert {name: types.get(name) for name in where} == {
        name: frozenset({path}) for name, path in where.items()
    }
    assert "Ghost" not in types


def test_a_file_that_takes_a_name_from_elsewhere_is_told(repo: Repository) -> None:
    repo.commit(
        files={
            "a.py": "from net import (\n    Policy,\n    Other as Another,\n)\n",
            "b.ts": "import {\n  Policy,\n} from './net'\n",
            "c.rs": "use net::Policy;\n",
            "d.py": "send(Policy())\n",
        }
    )

    assert sighted(repo, "Policy").importing == {"Policy": frozenset({"a.py", "b.ts", "c.rs"})}


def test_the_store_and_binary_files_are_not_searched(repo: Repository) -> None:
    found = sighted(repo, "OnlyInTheStore", "RetryPolicy")

    assert "OnlyInTheStore" not in found.files
    assert found.files["RetryPolicy"] == {"src/net/retry.py"}


def test_a_text_that_attributes_call_binary_is_searched(repo: Repository) -> None:
    repo.commit(files={".gitattributes": "*.gen.go -diff\n*.lock binary\n", "x.gen.go": "func Made() {}\n"})

    assert sighted(repo, "Made").files == {"Made": frozenset({"x.gen.go"})}


def test_utf_16_is_searched(repo: Repository) -> None:
    repo.commit(files={"a.cs": "class Wide {\n  void Reset() {}\n}\n".encode("utf-16")})

    found = sighted(repo, "Wide.Reset")

    assert found.files == {"Wide": frozenset({"a.cs"}), "Reset": frozenset({"a.cs"})}
    assert found.places["Reset"][0].line == 2
    assert found.types["Wide"] == {"a.cs"}


def test_a_line_of_a_megabyte_is_searched_and_shown_cut(repo: Repository) -> None:
    line = "var a=1;" * 130_000 + "function minified(){}" + "b(2);" * 100_000
    repo.commit(files={"min.js": line + "\nclass After {}\n"})

    found = sighted(repo, "minified", "a", "After")

    assert found.files == {name: frozenset({"min.js"}) for name in ("minified", "After")} | {
        "a": frozenset({"docs/net.md", "min.js"})
    }
    assert len(found.places["minified"][0].text) <= 300
    assert "minified" in found.places["minified"][0].text
    assert found.whole


def test_a_word_of_every_file_gives_the_files_and_only_the_first_places(repo: Repository) -> None:
    repo.commit(files={f"many/{number:03}.py": "common = 1\n" * 20 for number in range(200)})

    found = sighted(repo, "common")

    assert len(found.files["common"]) == 200
    assert [sight.line for sight in found.places["common"]] == [1, 2, 3, 4, 5]


def test_mixed_line_ends_give_the_same_lines(repo: Repository) -> None:
    repo.commit(files={"crlf.py": b"class Crlf:\r\n    x = 1\n    def odd(self):\r\n        pass\r\n"})

    found = sighted(repo, "Crlf", "odd")

    assert found.places["odd"] == (Sight("crlf.py", 3, "    def odd(self):"),)
    assert found.types["Crlf"] == {"crlf.py"}


def test_names_that_no_file_can_hold_are_not_seen(repo: Repository) -> None:
    odd = ["", "()", "->", "two\nlines", "n\0ul", "half \ud800", "x" * 500]

    found = sighted(repo, *odd, "send")

    assert found.places.keys() & set(odd) == set()
    assert found.files["send"] == {"src/net/retry.py"}


def test_file_names_of_any_bytes_are_told(repo: Repository) -> None:
    repo.git("config", "core.precomposeunicode", "false")
    name = b"odd\n\xff.py"
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"class OddlyPlaced: pass\n")
    repo.git("update-index", "-z", "--index-info", stdin=b"100644 %s\t%s\0" % (blob.encode(), name))
    repo.git("commit", "--quiet", "-m", "Odd")

    assert sighted(repo, "OddlyPlaced").types["OddlyPlaced"] == {"odd\n\udcff.py"}


def test_a_users_taste_changes_nothing(repo: Repository) -> None:
    asked = ("RetryPolicy", "net.timeout", "RetryPolicy.send")
    before = sighted(repo, *asked)
    taste = ("color.ui=always", "color.grep=always", "grep.column=true", "grep.patternType=perl")
    for setting in taste:
        repo.git("config", *setting.split("="))

    assert before == sighted(repo, *asked)


def test_the_revision_asked_is_the_one_searched(repo: Repository) -> None:
    before = repo.rev()
    repo.commit(files={"src/net/retry.py": "gone = True\n"})

    assert sighted(repo, "RetryPolicy").files == {}
    assert sighted(repo, "RetryPolicy", rev=before).files == {"RetryPolicy": frozenset({"src/net/retry.py"})}


def test_a_bare_repository_is_searched(repo: Repository, tmp_path: Path) -> None:
    bare = repo.clone(tmp_path / "bare.git", "--bare")

    assert sighted(bare, "RetryPolicy", "send") == sighted(repo, "RetryPolicy", "send")


def test_what_a_partial_clone_lacks_makes_the_search_not_whole(repo: Repository, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")

    found = sighted(clone, "RetryPolicy")

    assert (found.places, found.whole) == ({}, False)


def test_a_picture_that_a_partial_clone_lacks_takes_nothing_away(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={"logo.png": b"\x89PNG\0" + bytes(range(256)) * 300})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:limit=60k", "--no-checkout")

    found = sighted(clone, "RetryPolicy")

    assert found.whole
    assert found.files["RetryPolicy"] == {"src/net/retry.py"}


def test_a_tree_that_is_not_there_is_an_error(repo: Repository) -> None:
    with pytest.raises(RepositoryError, match="git grep: "):
        search(discover(str(repo.path)).git(), "0" * 40, ["send"], {}, Types({}))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("class A(B):", "A"),
        ("  async def send(self):", "send"),
        ("    public final void send(int a) throws IOException {", "send"),
        ("func (r *Retry) Send(ctx context.Context) error {", "Send"),
        ("export const send = async () => {", "send"),
        ("  send(a, b) {", "send"),
        ("  private readonly send: Sender;", "send"),
        ("static inline struct node *next_of(struct node *n)", "next_of"),
        ("void Cache::flush() {", "flush"),
        ("#define MAX_SIZE 10", "MAX_SIZE"),
        ("  attr_accessor :first, :last", "last"),
        ("  RED,", "RED"),
        ('  "key": 1,', "key"),
        ("    self.cache = {}", "cache"),
        ("A.prototype.send = function () {", "send"),
        ("pub(crate) fn send<T>(&self) -> u8 {", "send"),
        ("public function send(): void", "send"),
        ("const { first, second } = require('x')", "second"),
        ("public String Name { get; set; }", "Name"),
        ("    private $cache;", "cache"),
        ('\tRuleID string `json:"id"`', "RuleID"),
        ("  memLevel?: number | undefined", "memLevel"),
    ],
)
def test_a_line_that_declares_is_known_as_one(line: str, word: str) -> None:
    assert declares(line, word)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("    return send(1)", "send"),
        ("    policy.send()", "send"),
        ("if (a.b == send)", "send"),
        ("import org.example.Policy;", "Policy"),
        ("throw new Policy(1);", "Policy"),
        ("class A extends Policy {", "Pol"),
        ("x = [send, 2]", "send"),
    ],
)
def test_a_line_that_only_uses_a_word_declares_nothing(line: str, word: str) -> None:
    assert not declares(line, word)


def test_no_line_is_too_long_to_be_judged() -> None:
    long = "a " * 500_000 + "class A"

    assert not declares(long, "A")
    assert not imports(long + " {")
    assert list(TypeLines(["class"]).names(long)) == ["A"]


def test_of_a_small_share_of_the_files_no_words_are_searched_for() -> None:
    paths = ["a.py"] * 98 + ["b.go"]

    assert type_words(paths) == ("class",)
    assert type_words(["a.py", "b.go"]) == ("class", "interface", "package", "struct", "type")


WORD = st.text("ab_.:->#/()[]*?+|^$\\ é", min_size=1, max_size=6)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(WORD, max_size=5))
def test_no_name_breaks_the_search(repo: Repository, names: list[str]) -> None:
    found = sighted(repo, *names, "send")

    assert found.whole
    assert found.files["send"] == {"src/net/retry.py"}
    assert found.files.keys() <= {part for name in (*names, "send") for part in parts_of(name)}
