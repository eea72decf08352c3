"""The bot over the life of its proposal: opened once, still, frozen by people, merged, refused, and never twice."""

import pytest

from e2e.story import CLOSE_RULE, CODE, PANEL, PANEL_RULE, PUMP, PUMP_RULE, VALVE, VALVE_RULE
from support.bot_story import Ready, Rocket
from support.github_double import GithubDouble

MANY = [
    (VALVE, VALVE_RULE),
    (PUMP, PUMP_RULE),
    (VALVE, CLOSE_RULE),
    (PANEL, PANEL_RULE),
    (
        PUMP,
        "`Pump.start` must not be called from a signal, because the pump takes a lock and the ship hangs.",
    ),
    (
        VALVE,
        "`Valve.close` must not wait for the pump, because the pump waits for the valve and both stand still.",
    ),
    (
        PANEL,
        "`redraw` must be called on the main thread, because the canvas is not safe elsewhere and tears.",
    ),
]
VALVE_WITH_A_BODY = """\
class Valve:
    def open(self):
        self.pressure.check()
        self.spindle.turn(by=90)
        self.log("opened", self.pressure.now())

    def close(self):
        self.spindle.turn(by=-90)
"""


@pytest.fixture(scope="module")
def ready():
    one = Ready()
    yield one
    one.close()


@pytest.fixture
def rocket(tmp_path, ready):
    with GithubDouble(tmp_path / "hub") as hub:
        yield Rocket(hub, tmp_path, ready)


def files_of(rocket, ref="exp/proposals"):
    """Return the experiences that a branch has, as git lists them."""
    listed = rocket.git("ls-tree", "-r", "--name-only", ref, "--", "experiences").splitlines()
    return [path for path in listed if path.endswith(".yaml")]


def test_one_merged_pull_request_becomes_one_open_proposal_and_a_second_run_changes_nothing(rocket):
    rocket.merge_a_lesson()

    first = rocket.job("propose")
    tip, mails, body = rocket.tip(), len(rocket.hub.notifications), rocket.proposal().body
    second = rocket.job("propose")

    assert {"experiences": "1", "waiting": "0", "failed": ""}.items() <= first.outputs.items()
    assert first.outputs["pr-number"] == second.outputs["pr-number"] == str(rocket.proposal().number)
    assert 1 == len(files_of(rocket)) and "Valve.open" in rocket.git(
        "show", f"exp/proposals:{files_of(rocket)[0]}"
    )
    assert (tip, mails, body) == (rocket.tip(), len(rocket.hub.notifications), rocket.proposal().body)
    assert 10 >= first.calls and 4 >= second.calls


def test_at_most_five_are_proposed_and_the_rest_waits_for_the_next_proposal(rocket):
    for path, words in MANY:
        rocket.merge_a_lesson(path, words)

    first = rocket.job("propose")
    shown = files_of(rocket)
    rocket.repo.merge(rocket.proposal().number, "squash", "rex")
    soon = rocket.job("propose")
    rocket.hub.clock.advance(days=8)
    later = rocket.job("propose")

    assert ("5", "2") == (first.outputs["experiences"], first.outputs["waiting"])
    assert 5 == len(shown)
    assert ("0", "2") == (soon.outputs["experiences"], soon.outputs["waiting"])  # once a week
    assert ("2", "0") == (later.outputs["experiences"], later.outputs["waiting"])
    assert 7 == len(files_of(rocket)) and shown == [one for one in files_of(rocket) if one in shown]


def test_what_was_said_in_two_discussions_comes_first(rocket):
    for path, words in MANY[:5]:
        rocket.merge_a_lesson(path, words)
    rocket.merge_a_lesson(*MANY[5])
    rocket.merge_a_lesson(*MANY[5])

    rocket.job("propose")

    head = rocket.proposal().body.split("### 1 ·")[1].split("### 2 ·")[0]
    assert "must not wait for the pump" in head
    assert "seen also in" in rocket.proposal().body


def test_from_a_persons_first_comment_on_nothing_is_added(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose")
    tip = rocket.tip()
    rocket.repo.comment(rocket.proposal().number, "rex", "I look at it on Monday.")
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    rocket.hub.clock.advance(days=30)

    done = rocket.job("propose", event="workflow_dispatch")

    assert tip == rocket.tip()
    assert ("1", "1") == (done.outputs["experiences"], done.outputs["waiting"])
    assert "This proposal is frozen since 2024-" in rocket.proposal().body
    assert "(first comment by a person)" in rocket.proposal().body


def test_a_persons_commit_on_the_branch_is_never_lost(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose")
    [path] = files_of(rocket)
    rocket.repo.commit(
        "Say it better",
        {path: rocket.git("show", f"exp/proposals:{path}") + "x-note: ours\n"},
        "exp/proposals",
        "rex",
    )
    tip = rocket.tip()
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    rocket.hub.clock.advance(days=30)

    rocket.job("propose", event="workflow_dispatch")

    assert tip == rocket.tip()
    assert "a person's commit on the branch" in rocket.proposal().body.replace("\\", "")


def test_an_open_proposal_that_nobody_touched_takes_what_is_new_after_a_week(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose")
    number, tip = rocket.proposal().number, rocket.tip()
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    soon = rocket.job("propose")
    kept = rocket.tip()
    rocket.hub.clock.advance(days=8)

    rocket.job("propose")

    assert ("1", "1", tip) == (soon.outputs["experiences"], soon.outputs["waiting"], kept)
    assert number == rocket.proposal().number
    assert 2 == len(files_of(rocket)) and tip != rocket.tip()
    assert "2 experiences" in rocket.proposal().title
    assert all(f"head={rocket.tip()} " in one for one in [rocket.proposal().body])


def test_what_a_person_closed_is_refused_with_the_reason_and_not_proposed_again(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose")
    number = rocket.proposal().number
    rocket.repo.comment(number, "rex", "We know this, it is in the manual.")
    rocket.repo.close(number, "rex")
    rocket.hub.clock.advance(days=8)
    rocket.job("propose")
    rocket.hub.clock.advance(days=8)

    again = {"EXP_BACKFILL": "true", "EXP_SINCE": "2024-01-01"}
    done = rocket.job("propose", event="workflow_dispatch", **again)

    assert "1 merged pull request to read" in done.process.stderr
    refused = [name for name in rocket.ledger() if name.startswith("refused/") and name.endswith(".json")]
    assert 1 == len(refused) and "it is in the manual" in rocket.ledger()[refused[0]]
    assert "0" == done.outputs["experiences"]
    assert [number] == [one.number for one in rocket.repo.pulls() if one.head_ref == "exp/proposals"]


def test_what_was_taken_out_before_the_merge_is_refused(rocket):
    rocket.merge_a_lesson()
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    rocket.job("propose")
    gone, kept = files_of(rocket)
    rocket.repo.commit("Not this one", {gone: None}, "exp/proposals", "rex")
    rocket.repo.merge(rocket.proposal().number, "squash", "rex")
    rocket.hub.clock.advance(days=8)

    done = rocket.job("propose")

    assert [kept] == files_of(rocket, "main")
    assert "0" == done.outputs["experiences"]
    assert "taken out of the proposal before it was merged" in "".join(rocket.ledger().values())


def test_a_pull_request_from_the_branch_that_the_bot_did_not_open_is_left_alone(rocket):
    rocket.repo.pull("Mine", "my own use of that branch", "rex", {"a.txt": "a\n"}, "exp/proposals")
    tip = rocket.tip()
    rocket.merge_a_lesson()

    done = rocket.job("propose")

    assert tip == rocket.tip() and "did not open" in done.summary.replace("\\", "")
    assert "1" == done.outputs["waiting"]


def test_at_level_branch_a_person_opens_the_pull_request(rocket):
    rocket.merge_a_lesson()

    done = rocket.job("propose", level="branch")

    assert 1 == len(files_of(rocket)) and [] == [
        one for one in rocket.repo.pulls() if one.head_ref == "exp/proposals"
    ]
    assert done.outputs["compare-url"].endswith("/acme/rocket/compare/main...exp/proposals?expand=1")
    assert done.outputs["compare-url"] in done.summary


def test_at_level_report_nothing_is_written_anywhere(rocket):
    rocket.merge_a_lesson()
    refs = rocket.git("for-each-ref")

    done = rocket.job("propose", token="read-token", level="report")

    assert refs == rocket.git("for-each-ref") and [] == [
        one for one in rocket.hub.writes if one.path != "/graphql"
    ]
    assert "Valve.open" in done.summary


def test_where_the_setting_forbids_pull_requests_the_branch_is_there_and_the_next_run_opens_it(rocket):
    rocket.merge_a_lesson()
    rocket.repo.can_create_pull_requests = False
    first = rocket.job("propose")
    rocket.repo.can_create_pull_requests = True

    second = rocket.job("propose")

    assert "Allow GitHub Actions to create and approve pull requests" in first.outputs["failed"]
    assert "compare/main...exp/proposals" in first.summary
    assert "" == second.outputs["failed"] and str(rocket.proposal().number) == second.outputs["pr-number"]


def test_of_its_own_proposals_it_learns_nothing(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose")
    number = rocket.proposal().number
    rocket.repo.comment(number, "rex", VALVE_RULE.replace("Valve.open", "Valve.close"))
    rocket.repo.merge(number, "squash", "rex")
    rocket.hub.clock.advance(days=8)

    done = rocket.job("propose")

    assert "0" == done.outputs["experiences"] and CODE[VALVE] == rocket.git("show", "main:" + VALVE).replace(
        "# change 1\n", ""
    )


def test_what_a_merged_change_renamed_goes_on_the_next_proposal(rocket):
    rocket.merge_a_lesson()
    rocket.repo.commit("Let the valve do something", {VALVE: VALVE_WITH_A_BODY})
    rocket.job("propose")
    rocket.repo.merge(rocket.proposal().number, "squash", "rex")
    [path] = files_of(rocket, "main")
    moved = VALVE_WITH_A_BODY.replace("def open", "def release")
    number = rocket.repo.pull("Call it release", "A better name.", "ada", {VALVE: moved})
    rocket.repo.merge(number, "squash", "rex")
    rocket.hub.clock.advance(days=8)

    done = rocket.job("propose")

    assert "1" == done.outputs["experiences"] and [path] == files_of(rocket)
    assert "exp: 1 experience follows the code" == rocket.proposal().title
    assert "symbols: [Valve.release]" in rocket.git("show", f"exp/proposals:{path}")
    rocket.repo.close(rocket.proposal().number, "rex")
    rocket.hub.clock.advance(days=8)
    assert "0" == rocket.job("propose").outputs["experiences"]  # refused: it is not brought again


def test_the_default_branch_is_never_guessed(rocket):
    rocket.repo.commit("A release", {"old.txt": "old\n"}, "develop", new=True)
    rocket.repo.default_branch = "develop"
    rocket.merge_a_lesson()
    nothing = rocket.folder / "schedule.json"
    nothing.write_text('{"schedule": "37 5 * * 1"}')

    by_schedule = rocket.job("propose", event="schedule", GITHUB_EVENT_PATH=str(nothing))
    by_hand = rocket.job("propose", event="workflow_dispatch", GITHUB_EVENT_PATH=str(nothing))

    assert "develop" == rocket.proposal().base_ref
    assert "1" == by_schedule.outputs["experiences"] == by_hand.outputs["experiences"]
    assert "compare/develop...exp/proposals" in by_hand.outputs["compare-url"]
