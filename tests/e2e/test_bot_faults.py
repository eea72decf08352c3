"""Fault drill: the bot is ended, cut off or refused at each call in turn, and run again: nothing is lost, nothing twice."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from e2e.story import PUMP, PUMP_RULE
from support.bot_story import Ready, Rocket, Watched
from support.github_double.faults import Dropped
from support.github_double.rest import Answer

HOOKS = ("pre-receive", "update", "post-receive")


@pytest.fixture(scope="module")
def ready() -> Iterator[Ready]:
    one = Ready()
    yield one
    one.close()


class Drill:
    """One story on one double: a lesson was merged, a run is disturbed at one call, and a later run has to mend it."""

    def __init__(self, folder: Path, ready: Ready) -> None:
        self.hub = Watched(folder / "hub")
        self.rocket = Rocket(self.hub, folder, ready)
        self.lessons = ["Valve.open"]
        self.struck = ""
        self.rocket.merge_a_lesson()

    def job(self, mode: str, code: int | None = 0, **more: str) -> int:
        """Run a job whose git talks to the double too, and return its exit code."""
        place = self.rocket.checkout(http=True)
        self.hub.seen = 0
        begun = self.rocket.begun(mode, place=place, GITHUB_SERVER_URL=self.hub.url, **more)
        self.kill = begun.kill
        return begun.ended(code).process.code

    def disturbed(self, modes: tuple[str, ...], at: int, how: str) -> bool:
        """Run the jobs, the last of them disturbed at a call; return whether there was such a call."""
        for mode in modes[:-1]:
            self.job(mode)
        self.hub.watch = lambda number, what, secret: self._disturb(number == at, what, how)
        self.job(modes[-1], None)
        self.hub.watch = None
        self.hub.limits.lift()
        return bool(self.struck)

    def _disturb(self, now: bool, what: str, how: str) -> Callable[[], object] | None:
        if not now:
            return None
        self.struck = what
        if how == "limited":
            self.hub.limits.set(0)
        elif how == "killed before":
            self.kill()
            raise Dropped
        elif how == "killed after":
            return self.kill
        elif how == "answer lost":
            return self._drop
        elif how == "dropped":
            raise Dropped
        return None

    def _drop(self) -> None:
        raise Dropped

    def merge_another(self) -> None:
        """Let one more pull request be merged that teaches something."""
        self.rocket.merge_a_lesson(PUMP, PUMP_RULE)
        self.lessons.append("Pump.start")

    def mended(self, modes: tuple[str, ...]) -> list[str]:
        """Run the jobs again, and once more; return in words what is not as it has to be."""
        for mode in modes:
            self.job(mode)
        wrong = self.wrong()
        before = self._traces()
        for mode in modes:
            self.job(mode)
        after = self._traces()
        return [*wrong, *([] if before == after else ["a run with nothing to do did something"])]

    def _traces(self) -> tuple[str, int, int]:
        """Return what people would see of a run; that the memory notes a number is nothing that they see."""
        refs = self.rocket.git("for-each-ref", "refs/heads", "refs/pull", "refs/exp/runs")
        return refs, len(self.hub.notifications), len(self.hub.writes)

    def files(self) -> list[str]:
        """Return the experiences of the proposal branch."""
        listed = self.rocket.git("ls-tree", "-r", "--name-only", "exp/proposals", "--", "experiences").split()
        return [path for path in listed if path.endswith(".yaml")]

    def break_memory(self, name: str, text: str) -> None:
        """Let a file of the memory hold something else."""
        git = self.rocket.repo.git
        tip = git.ref("refs/exp/ledger")
        assert tip is not None
        broken = git.commit([tip], {name: text}, "broken", ("x", "x@example.org"), self.hub.clock.now)
        git.set("refs/exp/ledger", broken)

    def wrong(self) -> list[str]:
        """Return in words what is not as it has to be."""
        own = [one for one in self.rocket.repo.pulls() if one.head_ref == "exp/proposals"]
        body = own[0].body or "" if own else ""
        if len(own) != 1 or own[0].state != "open":
            return [f"pull requests of the bot: {[(one.number, one.state) for one in own]}"]
        told = [(one.kind, one.by) for one in self.hub.notifications if one.number == own[0].number]
        branch = [self.rocket.git("show", f"exp/proposals:{path}") for path in self.files()]
        ledger = self.rocket.ledger()
        waiting = [text for name, text in ledger.items() if name.startswith("waiting/")]
        on_branch = [sum(lesson in text for text in branch) for lesson in self.lessons]
        kept = [sum(lesson in text for text in waiting) for lesson in self.lessons]
        tip = self.rocket.tip()
        checks = {
            f"mails {told}": told == [("opened", "github-actions[bot]")],
            f"files {on_branch}": on_branch[0] == 1 and max(on_branch) == 1 and sum(on_branch) == len(branch),
            f"waiting {kept}": all(one == 1 for one in kept),
            f"refused {sorted(ledger)}": not any(name.startswith("refused") for name in ledger),
            f"marker {body[-300:]}": re.findall(r"head=(\w*)", body) == [tip],
            f"ledger {ledger.get('proposal.json')}": f'"{tip}"' in ledger["proposal.json"],
            f"title {own[0].title}": own[0].title.startswith(f"exp: {len(branch)} experience"),
        }
        return [words for words, holds in checks.items() if not holds]


def drilled(
    folder: Path,
    ready: Ready,
    modes: tuple[str, ...],
    again: tuple[str, ...],
    how: str,
    *,
    another: bool,
    part: int,
) -> list[str]:
    """Disturb every second call in turn, and return in words what was not mended by the next run."""
    wrong: list[str] = []
    for at in range(1 + part, 100, 2):
        drill = Drill(folder / str(at), ready)
        with drill.hub:
            if not drill.disturbed(modes, at, how):
                assert at > 8
                return wrong
            if another:
                drill.merge_another()
            wrong += [f"{at} ({drill.struck}): {one}" for one in drill.mended(again)]
    raise AssertionError("it makes calls without end")


PROPOSE, TWO_JOBS = ("propose",), ("extract", "publish")


EVERY_HOW = ("killed before", "killed after", "dropped", "answer lost", "limited")
EVERYTHING = [
    (modes, how, another)
    for modes in (PROPOSE, ("extract",), TWO_JOBS)
    for how in EVERY_HOW
    for another in (False, True)
]
SOME = [
    (PROPOSE, "killed before", True),
    (PROPOSE, "answer lost", False),
    (("extract",), "limited", False),
    (TWO_JOBS, "killed after", True),
]
"""What is enough each time; EXP_DRILL=all tries all of them, which takes minutes."""


@pytest.mark.parametrize(
    ("modes", "how", "another"), EVERYTHING if os.environ.get("EXP_DRILL") == "all" else SOME
)
@pytest.mark.parametrize("part", range(2))
def test_disturbed_at_any_call_and_run_again_there_is_one_proposal_and_nothing_lost_or_twice(
    tmp_path, ready, part, modes, how, another
):
    again = PROPOSE if modes == PROPOSE else TWO_JOBS

    assert [] == drilled(tmp_path, ready, modes, again, how, another=another, part=part)


def weekly(folder: Path, ready: Ready, at: int, how: str) -> list[str]:
    """Let a proposal take a second lesson after a week, disturbed at a call; return what the next run does not mend."""
    drill = Drill(folder / str(at), ready)
    with drill.hub:
        drill.job("propose")
        drill.merge_another()
        drill.hub.clock.advance(days=8)
        if not drill.disturbed(PROPOSE, at, how):
            return ["the end"]
        drill.job("propose")
        own = drill.rocket.proposal()
        kinds = [one.kind for one in drill.hub.notifications if one.number == own.number]
        wrong = [one for one in drill.wrong() if not one.startswith("mails")]
        wrong += [] if ["opened", "push"] == kinds else [f"mails: {kinds}"]
        wrong += [] if "2 experiences" in own.title and "Pump.start" in own.body else [f"title {own.title}"]
        return [f"{at} ({drill.struck}): {one}" for one in wrong]


@pytest.mark.parametrize("part", range(2))
@pytest.mark.parametrize("how", ["killed before"])
def test_disturbed_while_an_open_proposal_changes_text_and_branch_are_the_same_after_the_next_run(
    tmp_path, ready, part, how
):
    wrong: list[str] = []
    for at in range(1 + part, 60, 2):
        found = weekly(tmp_path, ready, at, how)
        if found == ["the end"]:
            break
        wrong += found

    assert [] == wrong and at > 10


def test_a_persons_branch_of_that_name_without_a_pull_request_is_never_moved(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        mine = drill.rocket.repo.commit("My work", {"a.txt": "a\n"}, "exp/proposals", "rex")

        drill.job("propose")

        assert mine == drill.rocket.tip()
        assert ["waiting"] == sorted({name.split("/")[0] for name in drill.rocket.ledger()} - {"cursor.json"})
        drill.rocket.repo.point("exp/proposals", None)
        drill.job("propose")
        assert [] == drill.wrong()


def test_a_persons_commit_at_level_branch_is_never_moved_either(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.job("propose", level="branch")
        mine = drill.rocket.repo.commit("My work", {"a.txt": "a\n"}, "exp/proposals", "rex")
        drill.merge_another()
        drill.hub.clock.advance(days=8)

        drill.job("propose", level="branch")

        assert mine == drill.rocket.tip()


def test_a_persons_commit_between_the_push_and_the_pull_request_is_never_moved(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.disturbed(PROPOSE, 13, "killed before")
        mine = drill.rocket.repo.commit("My work", {"a.txt": "a\n"}, "exp/proposals", "rex")
        drill.merge_another()

        drill.job("propose")

        assert "POST" in drill.struck and mine == drill.rocket.tip()


def test_a_clone_that_is_older_than_the_merge_opens_no_second_proposal(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.job("propose")
        old = drill.rocket.checkout(http=True)
        number = drill.rocket.proposal().number
        drill.rocket.repo.merge(number, "squash", "rex")

        for event in ("push", "workflow_dispatch"):
            drill.rocket.job("propose", place=old, event=event, GITHUB_SERVER_URL=drill.hub.url)

        own = [one.number for one in drill.rocket.repo.pulls() if one.head_ref == "exp/proposals"]
        assert [number] == own


def test_what_was_merged_and_taken_back_blocks_nothing_and_is_not_proposed_again(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.job("propose")
        [path] = drill.files()
        drill.rocket.repo.merge(drill.rocket.proposal().number, "squash", "rex")
        drill.rocket.repo.commit("Take it back", {path: None}, by="rex")
        drill.merge_another()
        drill.hub.clock.advance(days=8)

        drill.job("propose")

        [path] = drill.files()
        assert "Pump.start" in drill.rocket.git("show", f"exp/proposals:{path}")


def test_where_all_of_the_memory_is_lost_the_open_proposal_stays_and_the_next_one_comes(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.job("propose")
        number, tip = drill.rocket.proposal().number, drill.rocket.tip()
        drill.rocket.git("update-ref", "-d", "refs/exp/ledger")
        drill.hub.clock.advance(days=30)
        drill.job("propose")
        kept = drill.rocket.proposal().number, drill.rocket.tip()
        drill.rocket.repo.merge(number, "squash", "rex")
        drill.merge_another()

        drill.job("propose", event="workflow_dispatch")

        assert (number, tip) == kept and number != drill.rocket.proposal().number


@pytest.mark.parametrize("name", ["proposal.json", "cursor.json"])
def test_a_broken_file_of_the_memory_blocks_nothing(tmp_path, ready, name):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.job("propose")
        drill.break_memory(name, "{")

        drill.job("propose")

        assert [] == drill.wrong()


def test_a_pull_request_that_could_not_be_read_once_is_read_once_more_and_then_no_more(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        bad = drill.rocket.merge_a_lesson(PUMP, PUMP_RULE)
        drill.lessons.append("Pump.start")
        for modes in ([TWO_JOBS[0]], [TWO_JOBS[1]]):
            drill.hub.watch = lambda number, what, secret: _missing(what, bad)
            drill.job(modes[0], None)
        drill.hub.watch = None
        for mode in TWO_JOBS * 2:
            drill.job(mode)
        assert [] == drill.wrong()
        before = len(drill.hub.calls)

        drill.job("extract")

        assert [] == [call.path for call in drill.hub.calls[before:] if f"/{bad}" in call.path]
        assert "missed" not in drill.rocket.ledger()["cursor.json"]


def _missing(what: str, number: int) -> Answer | None:
    """Return that there is no such pull request, where it is asked for."""
    return Answer(404, b'{"message": "Not Found"}') if f"/pulls/{number}" in what else None


@pytest.mark.parametrize("what", ["exit 1", "kill -9 0"], ids=["refused", "killed"])
@pytest.mark.parametrize("hook", HOOKS)
def test_refused_or_killed_at_each_stage_of_the_push_all_has_moved_or_nothing(tmp_path, ready, hook, what):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        place = Path(drill.rocket.repo.remote) / "hooks" / hook
        before = place.read_text() if place.exists() else ""
        # Only a job of this test is ended: it leads a group of its own, and bears this variable.
        place.write_text(f'#!/bin/sh\n[ -n "$EXP_DRILL" ] || exit 0\n{what}\n')
        place.chmod(0o755)
        drill.rocket.job("propose", code=None, EXP_DRILL="yes")
        refs = drill.rocket.git("for-each-ref", "refs/exp", "refs/heads/exp")
        place.write_text(before or "#!/bin/sh\nexit 0\n")
        drill.merge_another()

        assert [] == drill.mended(PROPOSE)
        assert bool(refs) == (hook == "post-receive")


def test_a_push_that_is_refused_says_so_in_one_line(tmp_path, ready):
    drill = Drill(tmp_path, ready)
    with drill.hub:
        drill.rocket.repo.git.protect("refs/heads/exp/proposals")

        done = drill.rocket.job("propose", code=4)

        assert "Error: origin:" in done.process.stderr.splitlines()[-1]
        assert "" == drill.rocket.git("for-each-ref", "refs/exp", "refs/heads/exp")
