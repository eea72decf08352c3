"""Mentions: what a text names, of which kind, in the order of appearance; plain words and products name nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.mention import Mention, MentionKind
from gitexp.records.mentions import MOST, commits_in, mention, mentions_in, spots_in


def named(text: str) -> list[tuple[str, str]]:
    """Return kind and name of each mention."""
    return [(one.kind, one.name) for one in mentions_in(text)]


def symbols(text: str) -> list[str]:
    """Return the names of the symbols alone."""
    return [one.name for one in mentions_in(text) if one.kind == "symbol"]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "HeatPump",
            "HTTPServer",
            "Base64Encoder",
            "heatPump",
            "heat_pump",
            "MAX_HEAT",
            "_private",
            "__init__",
        ),
        *("a.b()", "A::b", "a->b", "A#b", "f()", "pump.Valve", "std::chrono::seconds", "Heat\\Pump\\Valve"),
    ],
)
def test_a_spelling_of_code_is_a_symbol_also_in_prose(name: str):
    assert [("symbol", name)] == named(f"Then {name} must be told")


@pytest.mark.parametrize(
    "name",
    [
        "valve",
        "Valve",
        "A.b",
        "f()",
        "größe_max",
        "名前_x",
        "Valve<T>",
        "Pump::operator<<",
        "empty?",
        "save!",
        "#close",
    ],
)
def test_backticks_make_a_symbol_of_what_prose_would_not(name: str):
    assert [("symbol", name)] == named(f"Call `{name}` first")


@pytest.mark.parametrize(
    "words",
    [
        "GitHub, JavaScript, PostgreSQL and Node.js on macOS",
        "e.g. this, i.e. that, and/or those, TCP/IP, 24/7, read/write",
        "version 1.2.3, v1.2.3 or 3.14, since 2.0.1",
        "see https://example.org/some_path/fooBar.py?x_y=1 and www.example.org/aB",
        "write to a_b@example.org or git@example.org:heat_pump/x.git",
        "Mr McDonald has a PhD in IDs, URLs and APIs, GETting IPv4 at 5 GHz",
        "the file(s) and method(s), see printf(3)",
        "_emphasis_ and **bold** and a sentence.The next one",
        "`None`, `true`, `self`, `x`, `if`, `GitHub`, `application/json`, `/api/users`, `pre-commit`, `你好`",
        "release abcdef12 of #ff00aa11 and 12345678 or 1e10000",
        "a - b -- c --- d -> and *",
        "snake_case and CamelCase are spellings, x86_64 is a machine",
        "count >= 3 and x < 5.5 or timeout >= 1.5",
    ],
)
def test_plain_words_and_products_are_none(words: str):
    assert [] == named(words)


def test_paths_and_globs_are_told_from_words_between_slashes():
    text = "See src/net/retry.py:48, **docs/guide.md**, `src/net`, tests/heat/, src/**/*.py, *.toml, a Makefile, `Makefile`."

    assert [
        ("path", "src/net/retry.py"),
        ("path", "docs/guide.md"),
        ("path", "src/net"),
        ("path", "tests/heat/"),
        ("glob", "src/**/*.py"),
        ("glob", "*.toml"),
        ("path", "Makefile"),
    ] == named(text)


def test_flags_are_told_without_their_values():
    assert [
        ("flag", "--no-cache"),
        ("flag", "--heat"),
        ("flag", "-DPUMP"),
        ("flag", "-Wall"),
    ] == named("Give --no-cache, --heat=80, -DPUMP=ON and `-Wall`, not foo--bar or a-b.")


def test_variables_of_the_environment_are_known_by_their_sign_or_by_the_words_around():
    text = (
        "Set $HOME and ${VALVE:-open}; the environment variable PUMP_MODE; `DEBUG` env var; `HEAT=1 make`; "
        'process.env.NODE_HEAT; os.environ["A_B"]; the constant MAX_HEAT'
    )

    assert [
        ("variable", "$HOME"),
        ("variable", "$VALVE"),
        ("variable", "PUMP_MODE"),
        ("variable", "DEBUG"),
        ("variable", "HEAT"),
        ("variable", "NODE_HEAT"),
        ("variable", "A_B"),
        ("symbol", "MAX_HEAT"),
    ] == named(text)


def test_keys_of_a_configuration_are_known_by_brackets_quotes_or_the_words_around():
    text = '[tool.heater], "pumpOptions.strict", the `net.timeout` setting, `cache-dir: x` and `net.other`'

    assert [
        ("key", "tool.heater"),
        ("key", "pumpOptions.strict"),
        ("key", "net.timeout"),
        ("key", "cache-dir"),
        ("symbol", "net.other"),
    ] == named(text)


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("needs hydro>=0.24 here", "hydro", ">=0.24"),
        ("needs hydro >= 0.24, <2 here", "hydro", ">=0.24,<2"),
        ("needs hydro[steam]~=1.4", "hydro", "~=1.4"),
        ("since hydro 0.27.2 it", "hydro", "0.27.2"),
        ("since `hydro` 0.27 it", "hydro", "0.27"),
        ("since `hydro 0.27` it", "hydro", "0.27"),
        ("with steam@18 it", "steam", "18"),
        ("with @hot/steam@^18.2.0 it", "@hot/steam", "^18.2.0"),
        ("gem 'steam', '~> 1.0'", "steam", "~>1.0"),
        ('"steam": "^4.1.0"', "steam", "^4.1.0"),
        ("org.heat.steam:core:4.9.0 is", "org.heat.steam:core", "4.9.0"),
        ("example.org/heat/steam v1.2.3 is", "example.org/heat/steam", "v1.2.3"),
    ],
)
def test_a_dependency_is_a_name_with_its_version(text: str, name: str, version: str):
    assert (Mention(name, "dependency", version),) == mentions_in(text)


def test_commits_are_spoken_of_as_such_or_stand_in_backticks():
    text = "commit abc1234, `c77e019`; reverts 3f9c2d1 and deadbee1; 9f8e7d6 alone is none, nor 1234567 or deadbeef"

    assert [("commit", name) for name in ("abc1234", "c77e019", "3f9c2d1", "deadbee1")] == named(text)
    assert [Mention("9f8e7d6", "commit")] == [
        one for one in commits_in(text) if one.name not in text.partition("deadbee1")[0]
    ][1:]


def test_chinese_and_japanese_need_no_blanks():
    assert ["HeatPump", "attachTo()", "HeatPump.attachTo"] == symbols("请使用HeatPump的attachTo()方法")
    assert ["HeatPump", "attachTo()", "HeatPump.attachTo"] == symbols("HeatPumpのattachTo()メソッドを使う")
    assert ["HeatPump", "attachTo()"] == symbols("请使用（HeatPump）和「attachTo（）」。")
    assert [("key", "net.timeout"), ("variable", "PUMP_MODE"), ("path", "src/net/retry.py")] == named(
        "配置项`net.timeout`，环境变量PUMP_MODE，见src/net/retry.py。"
    )


def test_what_code_in_backticks_names_is_read_name_by_name():
    assert ["HeatPump()", "Valve", "open_it()"] == symbols("`new HeatPump(Valve)` and `await open_it(1)`")
    assert ["send()", "retries"] == symbols("`this.send()` and `self.retries`")
    assert ["Pump.reset()", "getPump()", "close()"] == symbols("`Pump().reset()` and `getPump().close()`")
    assert ["Pump.reset"] == symbols("`Pump.prototype.reset`")
    assert [("flag", "--force")] == named("`git push --force origin main`")
    assert [("dependency", "steam")] == named("`npm install steam@18`")


def test_a_listing_between_fences_is_read_as_prose():
    assert [("symbol", "heat_pump"), ("path", "src/heat.py")] == named(
        "```sh\nheat_pump run\n```\nsee `src/heat.py`"
    )


def test_each_thing_comes_once_however_it_is_spelled():
    assert ["Pump::reset"] == symbols("Pump::reset, `Pump.reset`, `Pump#reset` and Pump.reset()")


def test_a_text_that_names_very_much_is_cut():
    assert MOST == len(mentions_in(" ".join(f"heat_pump_{number}" for number in range(500))))


def test_a_spot_says_where_in_the_text_the_name_stands():
    text = "Call `HeatPump.open` and（close_it()）"

    assert ["HeatPump.open", "close_it()"] == [text[spot.start : spot.end] for spot in spots_in(text)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(
            (name, "path")
            for name in ("a/b.py", "foo.py", "src/net", "./a", "Makefile", "README.md", "go.mod", "util.c")
        ),
        *((name, "glob") for name in ("src/**", "*.py", "src/*/a.py", "src/{a,b}/*.ts")),
        *((name, "flag") for name in ("--x", "--no-cache", "-x", "-DFOO")),
        *((name, "variable") for name in ("$X", "$HOME")),
        *((name, "dependency") for name in ("pypi:hydro",)),
        *((name, "commit") for name in ("c77e019",)),
        *(
            (name, "symbol")
            for name in ("net.timeout", "A.b", "A::b()", "A#b", "a->b", "x", "src", "FOO_BAR", "operator*")
        ),
        *(
            (name, "symbol")
            for name in (
                "(*A).b",
                "**options",
                "a b c",
                "名前_x",
                "größe",
                "C++",
                "",
                "Response.json",
                "f(a, b)",
            )
        ),
    ],
)
def test_a_name_that_stands_alone_has_a_kind(name: str, kind: MentionKind):
    assert Mention(name, kind) == mention(name)


def test_a_name_that_stands_alone_is_freed_of_what_is_no_part_of_it():
    assert Mention("$X", "variable") == mention("${X}")
    assert Mention("hydro", "dependency", ">=0.24") == mention("hydro>=0.24")
    assert Mention("npm:@hot/steam", "dependency", "18") == mention("npm:@hot/steam@18")
    assert Mention("tool.heater", "key") == mention("[tool.heater]")
    assert Mention("src/a.py", "path") == mention("src/a.py:48")
    assert Mention("A.b", "symbol") == mention("src/a.py::A.b")
    assert Mention("A.b", "symbol") == mention(" `A.b` ")
    assert Mention("Heat.split", "symbol") == mention("Heat.split/2")


@given(st.text(max_size=300))
def test_whatever_is_read_is_a_part_of_the_text_and_names_something(text: str):
    for spot in spots_in(text):
        assert 0 <= spot.left <= spot.start < spot.end <= spot.right <= len(text)
        assert spot.mention.name.strip()
    mention(text)
    commits_in(text)


CODE_SIGNS = st.text(alphabet="aB1_.:#>-<`'\"()[]{}$@/*=,~^ 的の\\\n", max_size=200)


@given(CODE_SIGNS)
def test_signs_of_code_in_any_order_are_read_to_the_end(text: str):
    found = mentions_in(text)

    assert len(found) == len(set(found)) <= MOST
