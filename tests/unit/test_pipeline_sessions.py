"""Of two accounts of one session the pipeline keeps the one in which people say more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from gitexp.pipeline import _read
from gitexp.records.discussion import Discussion, Kind, Speaker, Turn
from gitexp.records.skipped import Skipped


@dataclass(frozen=True)
class FakeSource:
    """A source that gives what it was made with."""

    one: Discussion[str]

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        yield self.one


def account(*words: str, private: bool = True, kind: Kind = "session") -> FakeSource:
    turns = [Turn(f"u{number}", Speaker(None, "user"), text) for number, text in enumerate(words)]
    noise = Turn("t", Speaker(None, "tool"), "x" * 1000)
    return FakeSource(Discussion("session:s", kind, "", None, (*turns, noise), private=private))


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (["One."], ["One.", "Two."], 2),
        (["One.", "Two."], ["One."], 2),
        (["One. And more."], ["One."], 1),
    ],
)
def test_the_fuller_account_counts_whichever_comes_first(first: list[str], second: list[str], kept: int):
    [found], skipped = _read([account(*first), account(*second)])

    assert kept + 1 == len(found.turns)
    assert max(" ".join(first), " ".join(second), key=len) == " ".join(
        turn.text for turn in found.turns if turn.speaker.role == "user"
    )
    assert ["read already from another source"] == [one.what for one in skipped]


@pytest.mark.parametrize("private", [(True, False), (False, True)])
def test_it_is_private_if_one_of_them_is(private: tuple[bool, bool]):
    [found], _ = _read([account("One.", private=private[0]), account("One.", "Two.", private=private[1])])

    assert found.private


def test_of_other_discussions_the_first_counts():
    first, second = account("One.", kind="pull_request"), account("One.", "Two.", kind="pull_request")

    [found], _ = _read([first, second])

    assert first.one == found
