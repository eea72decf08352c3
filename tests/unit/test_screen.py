"""What is printed moves no terminal, and nobody but exp gives it a style."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.cli import screen
from gitexp.records.text import UNSEEN

MARKED = "Do \ue000not\ue001 drop \ue000bold\ue001the table\ue002"


class Terminal(io.StringIO):
    """A stream before which a person sits."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


def said(text: str, name: str = "", *, to: type[io.StringIO] = Terminal) -> str:
    with redirect_stdout(to()) as stream:
        screen.say(screen.style(text, name) if name else text)
    return stream.getvalue()


def test_a_style_is_seen_at_a_terminal_alone():
    assert "\x1b[1mtitle\x1b[0m\n" == said("title", "bold")
    assert "title\n" == said("title", "bold", to=io.StringIO)


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colour_gets_none(monkeypatch: pytest.MonkeyPatch, name: str, value: str):
    monkeypatch.setenv(name, value)

    assert "title\n" == said("title", "red")


@pytest.mark.parametrize("to", [Terminal, io.StringIO])
def test_words_of_others_have_no_style_and_lose_none_of_theirs(to: type[io.StringIO]):
    assert "Do not drop boldthe table\n" == said(MARKED, to=to)
    assert "Do not drop boldthe table" == screen.clean(MARKED)


def test_a_style_does_not_reach_beyond_its_text_and_can_be_taken_out():
    with redirect_stdout(Terminal()):
        inner = screen.style("b \x1b[31mred", "green")
        line = f"a {inner} c"
        whole = screen.style(line, "bold")

    assert "a b [31mred c" == screen.clean(line) == screen.clean(whole)
    assert "\x1b[1ma b [31mred c\x1b[0m\n" == said(whole)


@given(st.text(), st.sampled_from(["bold", "dim", "red", "green", "yellow"]))
def test_whatever_is_said_nothing_unseen_is_printed_but_our_own_styles(text: str, name: str):
    shown = said(text, name)

    assert shown.startswith("\x1b[") and shown.endswith("\x1b[0m\n")
    assert not UNSEEN.search(shown.partition("m")[2][: -len("\x1b[0m\n")])
    assert not UNSEEN.search(said(text, name, to=io.StringIO))
