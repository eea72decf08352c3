"""Names looked up in real trees: found, missing with the nearest real names, unverifiable where something can't be seen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.removals_git import GitRemovals
from gitexp.adapters.symbols_git import GitSymbols
from gitexp.records.finding import Finding
from gitexp.records.mentions import mention
from gitexp.steps.look_up import look_up
from support.repository import Repository, isolate

PYTHON = {
    "src/net/policy.py": """\
import enum

from net.base import Transport
from requests import Session


class RetryPolicy(Transport):
    limit = 3

    def __init__(self, url):
        self.url = url

    def send(self):
        return self.jitter


class RetryPolicyCompat(Transport):
    def attach_to_list(self):
        pass


class Client(Session):
    def close_all(self):
        pass


class Open:
    def __getattr__(self, name):
        return name


class Colour:
    RED = 1
    SLOTS = ("blue", "green")


def retry(policy):
    return policy.send()
""",
    "src/net/base.py": """\
class Transport:
    def open(self):
        pass

    def shut(self):
        pass
""",
    "src/net/__init__.py": """\
from .policy import RetryPolicy, retry as again

__all__ = ["RetryPolicy", "again"]
""",
}


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


def asked(repo: Repository, *names: str, history: bool = False) -> list[Finding]:
    layout = discover(str(repo.path))
    commit = repo.rev("HEAD")
    symbols = GitSymbols(layout.git(), layout, commit)
    removals = GitRemovals(layout.git(), commit, seconds=60)
    return list(look_up([mention(name) for name in names], symbols, removals, history=history))


def tree(tmp_path: Path, files: Mapping[str, str | bytes]) -> Repository:
    repository = Repository.create(tmp_path / "project")
    repository.commit(files=files)
    return repository


def answers(repo: Repository, *names: str) -> dict[str, str]:
    return {one.name: one.answer for one in asked(repo, *names)}


def test_members_are_found_where_they_are_declared_assigned_or_inherited(tmp_path):
    repo = tree(tmp_path, PYTHON)

    found = asked(
        repo, "RetryPolicy.send", "RetryPolicy.limit", "RetryPolicy#url", "RetryPolicy::open()", "net.again"
    )

    assert [
        ("found", "src/net/policy.py:13", True),
        ("found", "src/net/policy.py:8", True),
        ("found", "src/net/policy.py:11", True),
        ("found", "src/net/base.py:2", True),
        ("found", "src/net/__init__.py:1", True),
    ] == [(one.answer, one.where[0], one.declared) for one in found]


def test_a_member_that_neither_the_class_nor_its_bases_have_is_missing_with_the_nearest(tmp_path):
    repo = tree(tmp_path, PYTHON)

    [renamed, moved, above] = asked(
        repo, "RetryPolicy.sent", "RetryPolicy.attach_to_list", "RetryPolicy.opened"
    )

    assert ("missing", "RetryPolicy.send") == (renamed.answer, renamed.nearest[0])
    assert ("missing", "RetryPolicyCompat.attach_to_list") == (moved.answer, moved.nearest[0])
    assert ("missing", "Transport.open") == (above.answer, above.nearest[0])
    assert "`RetryPolicy` has no `sent`, nor have its bases in the tree (1)" == renamed.reason


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Client.close_some", "its base `Session` was not found in this tree"),
        ("Open.anything", "`__getattr__` may give it (src/net/policy.py:27)"),
        ("RetryPolicy.jitter", "is used there, and declared nowhere that can be seen"),
        ("RetryPolicy.__eq__", "every object may have it"),
        ("urllib.parse", "`urllib` is nowhere in this tree: of a library?"),
    ],
)
def test_what_can_not_be_seen_is_never_missing(tmp_path, name, reason):
    [finding] = asked(tree(tmp_path, PYTHON), name)

    assert "unverifiable" == finding.answer
    assert reason == finding.reason


def test_a_name_that_stands_as_text_in_the_class_is_found(tmp_path):
    [blue, pink] = asked(tree(tmp_path, PYTHON), "Colour.blue", "Colour.pink")

    assert ("found", ("src/net/policy.py:34",)) == (blue.answer, blue.where)
    assert "missing" == pink.answer


def test_a_class_of_a_library_that_is_called_like_one_of_the_tree_may_be_meant(tmp_path):
    files = {**PYTHON, "src/other.py": "from django.net import RetryPolicy\n\nRetryPolicy()\n"}

    [finding] = asked(tree(tmp_path, files), "RetryPolicy.sent")

    assert ("unverifiable", "`RetryPolicy` of django.net may be meant: src/other.py takes it from there") == (
        finding.answer,
        finding.reason,
    )


def test_a_class_taken_from_the_tree_itself_is_the_one_meant(tmp_path):
    files = {**PYTHON, "src/other.py": "from net.policy import RetryPolicy\n\nRetryPolicy()\n"}

    assert {"RetryPolicy.sent": "missing"} == answers(tree(tmp_path, files), "RetryPolicy.sent")


def test_a_parse_fault_hides_nothing_but_the_words_that_stand_in_the_file(tmp_path):
    broken = "class Broken:\n    def send(self):\n        pass\n\n    %%% shut_down %%%\n"
    repo = tree(tmp_path, {"a.py": broken})

    assert {"Broken.send": "found", "Broken.shut_down": "unverifiable"} == answers(
        repo, "Broken.send", "Broken.shut_down"
    )


def test_a_member_of_a_module_is_found_through_what_it_takes_in(tmp_path):
    files = {
        "src/net/__init__.py": "from .deep import *\nfrom . import late\n",
        "src/net/deep.py": "def dive():\n    pass\n",
        "src/net/late.py": "",
    }
    repo = tree(tmp_path, files)

    assert {
        "net.dive": "found",
        "net.late": "found",
        "net.deep": "found",
        "net.deep.dive": "found",
        "net.deep.drive": "missing",
        "net.drive": "missing",
    } == answers(repo, "net.dive", "net.late", "net.deep", "net.deep.dive", "net.deep.drive", "net.drive")


def test_a_module_that_takes_everything_from_outside_may_have_anything(tmp_path):
    repo = tree(tmp_path, {"src/net/__init__.py": "from os import *\n"})

    assert {"net.drive": "unverifiable"} == answers(repo, "net.drive")


def test_a_variable_called_like_a_package_may_be_meant(tmp_path):
    files = {"client/__init__.py": "def make():\n    pass\n", "app.py": "client = open()\nclient.send()\n"}

    assert {"client.make": "found", "client.post": "unverifiable"} == answers(
        tree(tmp_path, files), "client.make", "client.post"
    )


@pytest.mark.parametrize(
    ("path", "text", "there", "absent", "nearest"),
    [
        (
            "a.java",
            "class A { void sendAll() {} }\nclass B extends A {}\n",
            "B.sendAll",
            "B.sendAny",
            "A.sendAll",
        ),
        (
            "a.ts",
            "class A { sendAll() {} }\nclass B extends A { x = 1 }\n",
            "B.sendAll",
            "B.sendAny",
            "A.sendAll",
        ),
        (
            "a.rb",
            "class A\n  def send_all\n  end\nend\nclass B < A\nend\n",
            "B#send_all",
            "B#send_any",
            "A.send_all",
        ),
        (
            "a.cpp",
            "struct A { void sendAll(); };\nstruct B : A { };\n",
            "B::sendAll",
            "B::sendAny",
            "A.sendAll",
        ),
        ("a.cs", "class A { void SendAll() {} }\nclass B : A { }\n", "B.SendAll", "B.SendAny", "A.SendAll"),
        (
            "a.php",
            "<?php\nclass A { function sendAll() {} }\nclass B extends A { }\n",
            "B::sendAll",
            "B::sendAny",
            "A.sendAll",
        ),
        (
            "a.go",
            "package a\n\ntype A struct{}\n\nfunc (a *A) SendAll() {}\n\ntype B struct{ A }\n",
            "B.SendAll",
            "B.SendAny",
            "A.SendAll",
        ),
        (
            "a.rs",
            "struct B;\ntrait A { fn send_all(&self) {} }\nimpl A for B {}\n",
            "B::send_all",
            "B::send_any",
            "A.send_all",
        ),
        ("a.c", "struct B { int send_all; };\n", "B.send_all", "B.send_any", "B.send_all"),
    ],
)
def test_the_answer_is_the_same_in_every_language(tmp_path, path, text, there, absent, nearest):
    [found, missing] = asked(tree(tmp_path, {path: text}), there, absent)

    assert ("found", "missing") == (found.answer, missing.answer)
    assert nearest == missing.nearest[0]


def test_keys_of_an_object_literal(tmp_path):
    files = {"a.js": "export const Colours = { red: 1, blue() { return 2 } }\n", "b.js": "const other = {}\n"}

    [red, grey] = asked(tree(tmp_path, files), "Colours.red", "Colours.reds")

    assert ("found", "missing", ("Colours.red",)) == (red.answer, grey.answer, grey.nearest[:1])


def test_an_object_literal_whose_name_another_value_shares_is_not_judged(tmp_path):
    files = {"a.js": "export const api = { red: 1 }\n", "b.js": "const api = make()\n"}

    assert {"api.blue": "unverifiable"} == answers(tree(tmp_path, files), "api.blue")


def test_paths_are_found_missing_or_told_by_the_history(tmp_path):
    repo = tree(tmp_path, {**PYTHON, "docs/old.md": "old\n", ".gitignore": "src/made/\n"})
    repo.git("mv", "docs/old.md", "docs/new.md")
    repo.git("commit", "-qm", "move")

    found = asked(
        repo,
        "src/net/policy.py",
        "net/policy.py",
        "src/net/polcy.py",
        "docs/old.md",
        "other/x.py",
        "src/made/x.py",
        "src/net/*.py",
        "src/net/policy",
    )

    assert [
        "found",
        "found",
        "missing",
        "unverifiable",
        "unverifiable",
        "unverifiable",
        "found",
        "found",
    ] == [one.answer for one in found]
    assert "src/net/policy.py" == found[2].nearest[0]
    assert ("", "") == (found[3].gone, found[3].became)
    [told] = asked(repo, "docs/old.md", history=True)
    assert ("docs/new.md", "docs/new.md", repo.rev("HEAD")) == (told.nearest[0], told.became, told.gone)


def test_what_took_a_name_out_is_told_with_the_history(tmp_path):
    repo = tree(tmp_path, PYTHON)
    repo.commit(files={"src/net/base.py": "class Transport:\n    def open(self):\n        pass\n"})

    [before] = asked(repo, "Transport.shut")
    [told] = asked(repo, "Transport.shut", history=True)

    assert ("missing", "") == (before.answer, before.gone)
    assert ("missing", repo.rev("HEAD")) == (told.answer, told.gone)


def test_words_of_prose_are_no_symbols(tmp_path):
    repo = tree(tmp_path, {"README.md": "Use `frobnicate` with `--no-cache`.\n", "a.py": "x = 1\n"})

    assert {"unverifiable"} == set(answers(repo, "frobnicate", "--no-cache", "x.frobnicate").values())


@pytest.mark.parametrize(
    "name", ["a.*", "A(.b", "[x].y", "$.each", "x", "größe.höhe", "名前.値", "A." + "b" * 500]
)
def test_odd_names_are_answered(tmp_path, name):
    [finding] = asked(tree(tmp_path, PYTHON), name)

    assert finding.answer in ("found", "unverifiable")


def test_a_file_that_can_not_be_read_makes_no_member_missing(tmp_path):
    big = "class Big:\n    def here(self):\n        pass\n" + "# filler\n" * 300_000
    repo = tree(tmp_path, {"big.py": big, "small.py": "class Small:\n    def here(self):\n        pass\n"})

    assert {"Big.gone": "unverifiable", "Small.gone": "missing"} == answers(repo, "Big.gone", "Small.gone")


@pytest.mark.parametrize(
    ("files", "name"),
    [
        (
            {"a.cs": "class Shelf { }\nstatic class More { public static T Named<T>(this T one) => one; }\n"},
            "Shelf.Named",
        ),
        (
            {
                "a.rs": "pub struct Client;\n",
                "b.rs": "pub trait Ext { fn fetch_all(&self) {} }\nimpl<T> Ext for T {}\n",
            },
            "Client::fetch_all",
        ),
        (
            {
                "a.rb": "class Shelf\nend\nmodule Plain\n  def dust\n  end\nend\n",
                "b.rb": "Shelf.send(:include, Plain)\n",
            },
            "Shelf#dust",
        ),
        (
            {
                "a.php": "<?php\nnamespace App\\B;\nclass Base { function dust() {} }\n",
                "b.php": "<?php\nnamespace App\\M;\nclass Shelf extends \\App\\B\\Base {}\n",
            },
            "Shelf::dust",
        ),
        (
            {"a.cs": "partial class Shelf { }\n", "b.cs": "partial class Shelf { void Dust() {} }\n"},
            "Shelf.Dust",
        ),
    ],
)
def test_members_that_a_type_is_given_from_outside_of_it_are_found(tmp_path, files, name):
    repo = tree(tmp_path, files)

    assert {name: "found", f"{name}ed": "missing"} == answers(repo, name, f"{name}ed")


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"a.cs": "partial class Shelf { }\n"}, "Shelf.Dust"),
        (
            {
                "a.py": "try:\n    from speedy import Decoder\nexcept ImportError:\n    class Decoder:\n        pass\n"
            },
            "Decoder.decode",
        ),
        ({"a.js": "const api = axios.create({ baseURL: '/x' })\n"}, "api.get"),
        ({"a.js": "class Smart {}\n", "b.js": "Object.assign(Smart.prototype, tools)\n"}, "Smart.dust"),
    ],
)
def test_a_type_that_is_made_or_opened_by_others_is_not_judged(tmp_path, files, name):
    assert {name: "unverifiable"} == answers(tree(tmp_path, files), name)
