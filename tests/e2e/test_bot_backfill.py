"""Looking back: in portions, each when the proposal before it is closed; killed at any time, it goes on from there."""

import pytest

from e2e.story import PUMP, PUMP_RULE, VALVE
from support.bot_story import Ready, Rocket, Watched
from support.github_double import GithubDouble
from support.github_double.rest import Answer

PARTS = "igniter nozzle gimbal hatch fin strake baffle bell".split()


@pytest.fixture(scope="module")
def ready():
    one = Ready()
    yield one
    one.close()


@pytest.fixture
def rocket(tmp_path, ready):
    with GithubDouble(tmp_path / "hub") as hub:
        made = Rocket(hub, tmp_path, ready)
        for number, part in enumerate(PARTS):
            name = "Pump.start" if number % 2 else "Valve.open"
            words = f"`{name}` must not run while the {part} is hot, because the {part} cracks and the flight is over."
            made.merge_a_lesson(PUMP if number % 2 else VALVE, words)
        yield made


def backfill(rocket, **more):
    return rocket.job(
        "propose", event="workflow_dispatch", EXP_BACKFILL="true", EXP_SINCE="2024-01-01", **more
    )


def test_a_dry_run_says_what_it_will_cost_and_reads_nothing(rocket):
    done = backfill(rocket, EXP_PORTION="3", EXP_DRY_RUN="true")

    assert (
        "3 merged pull requests to read (looking back, merged since 2024-01-01); 5 more are not read"
        in done.summary
    )
    assert "about 21 calls at most" in done.summary
    assert [] == [call for call in rocket.hub.calls if "/reviews" in call.path]


def test_each_portion_is_laid_when_the_proposal_before_it_is_closed(rocket):
    first = backfill(rocket, EXP_PORTION="4")
    while_open = backfill(rocket, EXP_PORTION="4")
    number = rocket.proposal().number
    rocket.repo.merge(number, "squash", "rex")

    second = rocket.job(
        "propose", event="pull_request", EXP_PORTION="4", GITHUB_EVENT_PATH=rocket.closed(number)
    )

    assert (
        "4" == first.outputs["experiences"]
        and "the look back goes on when the open proposal" in while_open.summary
    )
    assert "4" == second.outputs["experiences"] and number != rocket.proposal().number
    assert {"igniter", "fin"} <= {part for part in PARTS if part in rocket.git("log", "-p", "exp/proposals")}
    rocket.repo.merge(rocket.proposal().number, "squash", "rex")
    listed = rocket.git("ls-tree", "-r", "--name-only", "main", "--", "experiences").splitlines()
    assert 8 == len([path for path in listed if path.endswith(".yaml")])


def test_it_goes_on_after_a_kill_and_nothing_is_read_twice_or_lost(rocket):
    rocket.hub.fail_at(12, "500")
    done = rocket.job(
        "propose", event="workflow_dispatch", code=None, EXP_BACKFILL="true", EXP_SINCE="2024-01-01"
    )
    rocket.hub.faults.clear()

    again = backfill(rocket)

    assert done.process.code in (0, 1, 4)
    assert ("5", "3") == (again.outputs["experiences"], again.outputs["waiting"])


def test_portions_that_teach_nothing_do_not_end_the_look_back(tmp_path, ready):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        for _ in range(4):
            rocket.merge_a_lesson(VALVE, "Nice work, thanks for the quick turnaround!")
        rocket.merge_a_lesson(PUMP, PUMP_RULE)

        done = backfill(rocket, EXP_PORTION="2")

        assert "1" == done.outputs["experiences"] and "Pump.start" in rocket.proposal().body


def test_a_dry_run_says_what_a_language_model_will_be_asked_by_what_is_left_in_all(rocket):
    done = rocket.job(
        "extract", event="workflow_dispatch", EXP_BACKFILL="true", EXP_SINCE="2024-01-01", EXP_PORTION="2",
        EXP_DRY_RUN="true", EXP_ENGINE="model", EXP_MODEL="some-llm",
    )  # fmt: skip

    assert "with what is left: 8 pull requests of acme/rocket: about 56 calls at most" in done.summary
    assert "a language model: about 20 calls and 64,000 tokens" in done.summary  # 8 x 2.5, 8 x 8,000


def test_what_may_not_be_read_stops_nobody_and_is_given_up_aloud(tmp_path, ready):
    with Watched(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        locked = rocket.merge_a_lesson()
        rocket.merge_a_lesson(PUMP, PUMP_RULE)
        refusal = Answer(403, b'{"message": "Resource not accessible by integration"}')
        hub.watch = lambda number, call, token: refusal if f"/pulls/{locked}" in call else None

        runs = [rocket.job("propose", code=None) for _ in range(3)]

    assert ["1", "1", "1"] == [run.outputs["experiences"] for run in runs]
    assert [False, False, True] == ["given up" in run.process.both for run in runs]
