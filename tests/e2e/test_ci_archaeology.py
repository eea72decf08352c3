"""`exp ci archaeology` on a double of GitHub: one comment at most, on the pull request's own lines, or none at all."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from support.bot_story import READ, WRITE
from support.github_double import GithubDouble
from support.histories import lines
from support.process import Finished, exp
from support.repository import ISOLATED

MARKER = "<!-- exp:archaeology v1 -->"
BOT = "github-actions[bot]"
FILE, OTHER = "src/net/retry.py", "src/net/valve.py"
RETRY = [
    (20, "if answer.status >= 500:"),
    (21, "    wait_for(attempt)"),
    (22, "    return send_again(request)"),
]
BASE, TRIED = lines(upto=60), lines(*RETRY, upto=60)
CODE = {FILE: BASE, OTHER: "class Valve:\n    def open(self):\n        self.lock.acquire()\n"}
RULE = """\
id: valve-lock-00c0ffee00
title: The valve's lock
when: Changing the valve
what: "Never sleep while `valve_lock` is held: the watchdog restarts the pump."
why: It flooded the cellar.
preconditions: none
scope: {paths: ["src/net/**"]}
evidence: [{turn: "note:2024-01-02", quote: "It flooded the cellar."}]
lens: logic
kind: constraint
status: active
"""


class Pump:
    """The repository acme/pump: a retry was tried there, and taken back with a reason."""

    def __init__(self, hub: GithubDouble, folder: Path) -> None:
        self.hub, self.folder = hub, folder
        self.repo = hub.repo("acme/pump", {**CODE, "experiences/net/valve-lock-00c0ffee00.yaml": RULE})
        tried = self.repo.commit("Retry on any 5xx answer", {FILE: TRIED})
        self.revert = self.repo.commit(
            f'Revert "Retry on any 5xx answer"\n\nThis reverts commit {tried}.\n\n'
            "A POST that is sent twice orders twice. @mara closes #1",
            {FILE: BASE},
        )
        self.repo.user("ada", "read")
        hub.token("read", permissions=READ)
        hub.token("write", permissions=WRITE)
        self.jobs = 0

    def job(self, number: int, token: str = "write", comment: str = "true") -> tuple[Finished, str]:
        """Run the check on a pull request and return what it said, and its summary."""
        self.jobs += 1
        pull = self.repo.the_pull(number)
        place = self.folder / f"job-{self.jobs}"
        self._git("clone", "--quiet", self.repo.remote, str(place))
        self._git("-C", str(place), "fetch", "--quiet", "origin", f"refs/pull/{number}/head")
        self._git("-C", str(place), "checkout", "--quiet", "FETCH_HEAD")
        event, summary = self.folder / f"event-{self.jobs}", self.folder / f"summary-{self.jobs}"
        event.write_text(json.dumps(self._event(number)), encoding="utf-8")
        told = self.hub.environment(
            self.repo,
            token,
            GITHUB_EVENT_NAME="pull_request",
            GITHUB_EVENT_PATH=str(event),
            GITHUB_STEP_SUMMARY=str(summary),
            EXP_COMMENT=comment,
        )
        assert pull.head, "the pull request has a head"
        return exp(place, "ci", "archaeology", env=told), summary.read_text("utf-8")

    def comments(self, number: int) -> list[str]:
        """Return the texts of the bot's comments."""
        return [one.body for one in self.repo.comments.values() if one.number == number and one.by == BOT]

    def _event(self, number: int) -> Mapping[str, object]:
        pull = self.repo.the_pull(number)
        owner = pull.fork or "acme"
        base = self._git("-C", self.repo.remote, "rev-parse", "refs/heads/main").strip()
        return {
            "pull_request": {
                "number": number,
                "title": pull.title,
                "body": pull.body,
                "base": {"sha": base},
                "head": {"sha": pull.head, "repo": {"full_name": f"{owner}/pump"}},
            }
        }

    def _git(self, *words: str) -> str:
        done = subprocess.run(
            ["git", *words], check=True, capture_output=True, text=True, env=os.environ | ISOLATED
        )
        return done.stdout


@pytest.fixture
def pump(tmp_path: Path):
    with GithubDouble(tmp_path / "hub") as hub:
        yield Pump(hub, tmp_path)


def test_what_was_taken_out_gets_one_comment_that_is_mended_and_taken_back(pump: Pump):
    number = pump.repo.pull("Be patient with servers", "", "ada", {FILE: TRIED})
    first, summary = pump.job(number)
    [text] = pump.comments(number)
    mails = len(pump.hub.notifications)
    pump.job(number)

    assert 0 == first.plain.code
    assert text.startswith(f"{MARKER}\n**Lines of this pull request bring back what was taken out before.**")
    assert f"`{FILE}:20` brings back 3 lines of **Retry on any 5xx answer**" in text
    assert (
        f"`{pump.revert[:10]}`" in text
        and "A POST that is sent twice orders twice. (at)mara closes no. 1" in text
    )
    assert "brings back 3 lines" in summary and "The comment was written." in summary
    assert f"::notice file={FILE},line=20,title=exp archaeology::brings back" in first.stdout
    assert ([text], mails) == (pump.comments(number), len(pump.hub.notifications)), (
        "a second run changes nothing"
    )

    pump.repo.push(number, {FILE: BASE}, "Leave it")
    pump.job(number)
    [gone] = pump.comments(number)
    assert gone.startswith(f"{MARKER}\nNothing is left to say here")


def test_what_changes_nothing_of_the_past_gets_no_comment_and_asks_github_for_nothing_more_than_that(
    pump: Pump,
):
    number = pump.repo.pull("Say hello", "", "ada", {FILE: lines((40, "say(hello)"), upto=60)})
    before = len(pump.hub.calls)
    done, summary = pump.job(number)

    assert (0, []) == (done.plain.code, pump.comments(number))
    assert 1 == len(pump.hub.calls) - before
    assert "Nothing of the past speaks against the lines of 1 file." in summary


@pytest.mark.parametrize(
    "body", ["It takes up #{revert} with keys.", "Brings {revert} back on purpose: we have keys now."]
)
def test_who_names_the_revert_gets_no_comment(pump: Pump, body: str):
    number = pump.repo.pull(
        "Retry again, with keys",
        body.replace("#{revert}", pump.revert[:10]).replace("{revert}", pump.revert[:8]),
        "ada",
        {FILE: TRIED},
    )
    pump.job(number)

    assert [] == pump.comments(number)


def test_lines_that_meet_a_constraint_get_a_comment_and_its_folder_alone_does_not(pump: Pump):
    meets = "class Valve:\n    def open(self):\n        with self.valve_lock:\n            time.sleep(3)\n"
    near = CODE[OTHER] + "\n    def shut(self):\n        self.turn(-90)\n"
    one, other = (pump.repo.pull("Change the valve", "", "ada", {OTHER: text}) for text in (meets, near))
    pump.job(one)
    pump.job(other)

    [text] = pump.comments(one)
    assert f"`{OTHER}:3` meets `valve-lock-00c0ffee00`, which says: Never sleep while" in text
    assert "Because: It flooded the cellar." in text
    assert [] == pump.comments(other)


def test_off_by_default_it_stands_in_the_summary_alone_and_no_api_is_asked(pump: Pump):
    number = pump.repo.pull("Be patient with servers", "", "ada", {FILE: TRIED})
    before = len(pump.hub.calls)
    done, summary = pump.job(number, comment="")

    assert (0, before) == (done.plain.code, len(pump.hub.calls))
    assert "brings back 3 lines" in summary and [] == pump.comments(number)


def test_from_a_fork_no_comment_is_tried(pump: Pump):
    number = pump.repo.pull("Be patient with servers", "", "mallory", {FILE: TRIED}, fork=True)
    before = len(pump.hub.calls)
    done, summary = pump.job(number, "read")

    assert (0, before, []) == (done.plain.code, len(pump.hub.calls), pump.comments(number))
    assert "No comment is written into a pull request from a fork." in summary


def test_a_token_that_may_only_read_leaves_it_in_the_summary(pump: Pump):
    number = pump.repo.pull("Be patient with servers", "", "ada", {FILE: TRIED})
    done, summary = pump.job(number, "read")

    assert (0, []) == (done.plain.code, pump.comments(number))
    assert "No comment could be written" in summary and "::warning title=exp archaeology::" in done.stdout


def test_a_comment_of_a_person_with_the_marker_is_left_alone(pump: Pump):
    number = pump.repo.pull("Be patient with servers", "", "ada", {FILE: TRIED})
    fake = f"{MARKER}\nNothing to see here."
    pump.repo.comment(number, "mallory", fake)
    pump.job(number)

    assert 1 == len(pump.comments(number))
    assert [fake] == [one.body for one in pump.repo.comments.values() if one.by == "mallory"]


def test_a_shallow_checkout_says_how_to_mend_the_workflow(pump: Pump, tmp_path: Path):
    number = pump.repo.pull("Be patient with servers", "", "ada", {FILE: TRIED})
    pump.job(number, comment="")
    place = tmp_path / "shallow"
    remote = Path(pump.repo.remote).as_uri()
    pump._git("clone", "--quiet", "--depth=1", remote, str(place))
    pump._git("-C", str(place), "fetch", "--quiet", "--depth=1", "origin", f"refs/pull/{number}/head")
    pump._git("-C", str(place), "checkout", "--quiet", "FETCH_HEAD")
    told = pump.hub.environment(pump.repo, "read", GITHUB_EVENT_PATH=str(tmp_path / "event-1"))
    done = exp(place, "ci", "archaeology", env=told)

    assert 3 == done.code
    assert "fetch-depth: 0" in done.complaint
