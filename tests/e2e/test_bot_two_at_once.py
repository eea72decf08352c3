"""Two runs of the bot at once, in every order of their calls: the end is the same as that of one after the other."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.story import PUMP, PUMP_RULE
from support.bot_story import WRITE, Begun, Ready, Rocket, Watched

FIRST, SECOND = "write-token", "second-token"


@pytest.fixture(scope="module")
def ready() -> Iterator[Ready]:
    one = Ready()
    yield one
    one.close()


class Pair:
    """Two jobs over one repository; the first is held at one of its calls until the second has ended."""

    def __init__(self, folder: Path, ready: Ready) -> None:
        self.hub = Watched(folder / "hub")
        self.rocket = Rocket(self.hub, folder, ready)
        self.hub.token(SECOND, permissions=WRITE)
        self.rocket.merge_a_lesson()
        self.held = ""
        self._calls = 0
        self._reached, self._free = threading.Event(), threading.Event()

    def _watch(self, at: int, what: str, secret: str) -> None:
        if secret != FIRST:
            return
        self._calls += 1
        if self._calls == at:
            self.held = what
            self._reached.set()
            self._free.wait(60)

    def run(self, at: int, *, another: bool) -> bool:
        """Run both; the first begins, and waits at its call. Return whether it has so many calls."""
        places = [self.rocket.checkout(http=True) for _ in range(2)]
        self.hub.watch = lambda number, what, secret: self._watch(at, what, secret)
        more = {"GITHUB_SERVER_URL": self.hub.url}
        begun = self.rocket.begun("propose", place=places[0], token=FIRST, **more)
        ended = threading.Thread(target=self._noting_the_end, args=(begun,))
        ended.start()
        self._reached.wait(60)
        if another:
            self.rocket.merge_a_lesson(PUMP, PUMP_RULE)
        self.rocket.begun("propose", place=places[1], token=SECOND, **more).ended()
        self._free.set()
        begun.ended()
        ended.join()
        self.hub.watch = None
        return bool(self.held)

    def _noting_the_end(self, begun: Begun) -> None:
        begun.until_gone()
        self._reached.set()

    def wrong(self, lessons: list[str]) -> list[str]:
        """Return in words what is not as it has to be after one more run."""
        own = [one for one in self.rocket.repo.pulls() if one.head_ref == "exp/proposals"]
        if [one.state for one in own] != ["open"]:
            return [f"pull requests: {[one.number for one in own]}"]
        mails = [one.kind for one in self.hub.notifications if one.number == own[0].number]
        branch = self.rocket.git("log", "-p", "--format=", "main..exp/proposals")
        waiting = "".join(text for name, text in self.rocket.ledger().items() if name.startswith("waiting/"))
        found = {
            f"mails {mails}": mails in (["opened"], ["opened", "push"]),
            "the marker": (own[0].body or "").rstrip().splitlines()[-1].count(f"head={self.rocket.tip()} ")
            == 1,
            "the memory": f'"{self.rocket.tip()}"' in self.rocket.ledger()["proposal.json"],
            "lost": all(f"{one}` must" in waiting or f"`{one}`:" in waiting for one in lessons),
            "twice": all(branch.count(f"+title: '`{one}`") <= 1 for one in lessons),
        }
        return [words for words, holds in found.items() if not holds]


@pytest.mark.parametrize("another", [False, True])
@pytest.mark.parametrize("part", range(4))
def test_two_runs_at_once_end_as_one_after_the_other(tmp_path, ready, part, another):
    wrong: list[str] = []
    for at in range(1 + part, 40, 4):
        pair = Pair(tmp_path / str(at), ready)
        with pair.hub:
            if not pair.run(at, another=another):
                break
            wrong += [f"{at} ({pair.held}): {one}" for one in pair.wrong(["Valve.open"])]
            pair.rocket.job("propose", GITHUB_SERVER_URL=pair.hub.url)
            lessons = ["Valve.open", *(["Pump.start"] if another else [])]
            wrong += [f"{at} ({pair.held}), later: {one}" for one in pair.wrong(lessons)]

    assert [] == wrong
    assert at > 8
