"""How many calls, seconds and megabytes the bot takes, against a double of GitHub: `make bench-bot`.

One merged pull request from event to open proposal, a run that finds nothing new, and a look back over many pull
requests in portions. The double runs in this process, the jobs are processes of their own; ratios are of one run.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "tests"), str(Path(__file__).resolve().parents[1])]

from e2e.story import PUMP, VALVE  # noqa: E402
from support.bot_story import Rocket  # noqa: E402
from support.github_double import GithubDouble  # noqa: E402
from support.process import command, environment  # noqa: E402

PARTS = (
    "igniter nozzle gimbal hatch fin strake baffle bell seal ring flange hose spring lever gauge lamp".split()
)
VERBS = "hot wet loose bent cold open shaken painted bare full".split()


def lesson(rocket: Rocket, number: int) -> None:
    """Merge one more pull request; every third teaches something new, the others are chatter."""
    name = "Pump.start" if number % 2 else "Valve.open"
    part, how = PARTS[number % len(PARTS)], VERBS[(number // len(PARTS)) % len(VERBS)]
    words = f"`{name}` must not run while the {part} is {how}, because the {part} cracks and flight {number} is over."
    if number % 3:
        words = f"Nice, the {part} looks good here."
    rocket.merge_a_lesson(PUMP if number % 2 else VALVE, words)


def measured(
    rocket: Rocket, mode: str, token: str = "write-token", **more: str
) -> tuple[int, float, int, int]:
    """Return the calls, seconds, peak kilobytes and exit code of one job."""
    place = rocket.checkout()
    own = {
        "EXP_LEVEL": "pull-request",
        "EXP_ARTIFACT": str(rocket.folder / "artifact.json"),
        "EXP_NOW": rocket.now,
    }
    named = (
        {"GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": rocket.event(), "GITHUB_STEP_SUMMARY": os.devnull}
        | own
        | more
    )
    env = environment(None, rocket.hub.environment(rocket.repo, token) | named)
    before, start = len(rocket.hub.calls), time.perf_counter()
    words = [str(word) for word in command("ci", mode)]
    job = subprocess.Popen(words, cwd=place, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(job.pid, 0)
    seconds = time.perf_counter() - start
    job.returncode = os.waitstatus_to_exitcode(status)
    return len(rocket.hub.calls) - before, seconds, usage.ru_maxrss, job.returncode


def one(folder: Path) -> None:
    """Print what one merged pull request costs, and what a run without anything new does."""
    with GithubDouble(folder / "hub-1") as hub:
        rocket = Rocket(hub, folder)
        lesson(rocket, 0)
        number = rocket.repo.pulls()[0].number
        rocket.repo.comment(number, "ada", "Thank you!")
        reading = measured(rocket, "extract", "read-token")
        writing = measured(rocket, "publish")
        quiet = measured(rocket, "propose")
    for name, (calls, seconds, memory, code) in (
        ("reading", reading),
        ("writing", writing),
        ("nothing new", quiet),
    ):
        print(f"{name:<12} {calls:>3} calls  {seconds:5.2f} s  {memory / 1024:5.0f} MB  exit {code}")
    print(f"event to open proposal: {reading[1] + writing[1]:.2f} s, {reading[0] + writing[0]} calls")


def many(folder: Path, count: int, portion: int) -> None:
    """Print what looking back over many pull requests costs, portion by portion."""
    with GithubDouble(folder / "hub-2") as hub:
        rocket = Rocket(hub, folder / "many")
        rocket.folder.mkdir()
        for number in range(count):
            lesson(rocket, number)
        asked = {"EXP_BACKFILL": "true", "EXP_SINCE": "2020-01-01", "EXP_PORTION": str(portion)}
        peaks, calls, begun = [], 0, time.perf_counter()
        for _ in range(-(-count // portion)):
            hub.limits.lift()  # on GitHub an hour passes
            made, seconds, memory, code = measured(
                rocket, "propose", GITHUB_EVENT_NAME="workflow_dispatch", **asked
            )
            if code:
                raise SystemExit(f"a portion ended with {code}")
            peaks.append(memory)
            calls += made
            print(
                f"portion {len(peaks):>2}: {made:>4} calls  {seconds:5.1f} s  {memory / 1024:5.0f} MB  exit {code}"
            )
            opened = [
                pull.number
                for pull in rocket.repo.pulls()
                if pull.head_ref == "exp/proposals" and pull.state == "open"
            ]
            for number in opened:
                rocket.repo.merge(number, "squash", "rex")
        whole = time.perf_counter() - begun
        held = rocket.git("ls-tree", "-r", "--name-only", "main", "--", "experiences").count(".yaml")
    print(
        f"{count} pull requests: {calls} calls ({calls / count:.1f} each), {whole:.0f} s, {held} experiences merged"
    )
    print(f"memory of the last portion / of the first: {peaks[-1] / peaks[0]:.2f}")


def main() -> None:
    """Run it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--pulls", type=int, default=500)
    options.add_argument("--portion", type=int, default=50)
    asked = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        one(Path(folder))
        many(Path(folder), asked.pulls, asked.portion)


if __name__ == "__main__":
    main()
