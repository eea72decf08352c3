"""How proposals of the bot end, begin again and become people's: nothing is lost, and nothing is taken for theirs."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.story import PANEL, PANEL_RULE, PUMP, PUMP_RULE, VALVE
from e2e.test_bot_proposal import VALVE_WITH_A_BODY, files_of
from e2e.test_change_record import POOL
from support.bot_story import WRITE, Job, Ready, Rocket, Watched
from support.github_double.pulls import open_pull
from support.github_double.rest import Answer


@pytest.fixture(scope="module")
def ready() -> Iterator[Ready]:
    one = Ready()
    yield one
    one.close()


@pytest.fixture
def rocket(tmp_path: Path, ready: Ready) -> Iterator[Rocket]:
    with Watched(tmp_path / "hub") as hub:
        yield Rocket(hub, tmp_path, ready)


def opened(rocket: Rocket) -> int:
    """Return the number of the proposal that one lesson makes."""
    rocket.merge_a_lesson()
    rocket.job("propose")
    return int(rocket.proposal().number)


def later(rocket: Rocket, level: str = "pull-request") -> Job:
    """Run after a week, with one more lesson."""
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    rocket.hub.clock.advance(days=8)
    return rocket.job("propose", level=level)


def refused(rocket: Rocket) -> list[dict[str, object]]:
    ledger = rocket.ledger()
    return [
        json.loads(ledger[one]) for one in sorted(ledger) if one.startswith("refused/") and one[-4:] == "json"
    ]


@pytest.mark.parametrize("end", ["merge", "close"])
def test_a_commit_that_a_person_puts_on_the_branch_after_its_end_is_not_lost(rocket, end):
    number = opened(rocket)
    [path] = files_of(rocket)
    rocket.repo.merge(number, "squash", "rex") if end == "merge" else rocket.repo.close(number, "rex")
    text = rocket.git("show", f"exp/proposals:{path}")
    commit = rocket.repo.commit("My notes", {path: f"{text}x-note: mine\n"}, "exp/proposals", "rex")

    done = later(rocket)

    assert commit == rocket.tip() and "it is left alone until it is deleted" in done.summary
    assert "1" == done.outputs["waiting"]


def test_a_proposal_that_is_opened_again_has_its_rows_and_is_not_refused_any_more(rocket):
    number = opened(rocket)
    rocket.repo.close(number, "rex")
    rocket.job("propose")
    before = len(refused(rocket))
    rocket.repo.reopen(number, "rex")
    body, tip = rocket.proposal().body, rocket.tip()

    again = rocket.job("propose")
    kept = rocket.ledger()
    unmoved = (body, tip) == (rocket.proposal().body, rocket.tip())
    done = later(rocket)

    assert 1 == before and not [name for name in kept if name.startswith(("refused", "ended"))]
    assert unmoved and "1" == again.outputs["experiences"]
    assert str(number) == done.outputs["pr-number"] and 2 == len(files_of(rocket))


def test_commands_work_on_a_proposal_that_was_opened_again(rocket):
    number = opened(rocket)
    rocket.repo.close(number, "rex")
    rocket.job("propose")
    rocket.repo.reopen(number, "rex")
    rocket.job("propose")
    rocket.repo.comment(number, "rex", "/exp drop 1 not_actionable We know it")

    rocket.job("commands", event="workflow_dispatch")

    assert "closed" == rocket.repo.the_pull(number).state
    assert ["not_actionable"] == [one["kind"] for one in refused(rocket)]


def test_what_was_emptied_by_commands_is_closed_by_a_later_run_where_the_first_was_cut_off(rocket):
    number = opened(rocket)
    rocket.repo.comment(number, "rex", "/exp drop 1 not_actionable We know it")
    lost = Answer(500, b"{}")
    rocket.hub.watch = lambda _, call, secret: (
        lost if call.startswith("PATCH") and "/pulls/" in call else None
    )
    rocket.job("commands", event="workflow_dispatch", code=None)
    rocket.hub.watch = None
    still = rocket.repo.the_pull(number).state

    rocket.job("propose")
    rocket.hub.clock.advance(days=8)
    rocket.job("propose")

    assert ("open", "closed") == (still, rocket.repo.the_pull(number).state)
    assert ["rex"] == [one["by"] for one in refused(rocket)] and "proposal.json" not in rocket.ledger()


def test_what_was_emptied_stays_open_where_a_persons_file_is_left_on_it(rocket):
    number = opened(rocket)
    rocket.repo.commit("Ours", {"experiences/notes.md": "ours\n"}, "exp/proposals", "rex")
    rocket.repo.comment(number, "rex", "/exp drop 1 not_actionable We know it")

    rocket.job("commands", event="workflow_dispatch")
    later(rocket)

    assert "open" == rocket.repo.the_pull(number).state and number == rocket.proposal().number


def test_at_level_branch_who_takes_one_file_leaves_the_others_on_the_branch(rocket):
    rocket.merge_a_lesson()
    rocket.merge_a_lesson(PUMP, PUMP_RULE)
    rocket.job("propose", level="branch")
    taken, left = files_of(rocket)
    rocket.repo.commit("Take one", {taken: rocket.git("show", f"exp/proposals:{taken}")}, "main", "rex")
    rocket.hub.clock.advance(days=8)

    done = rocket.job("propose", level="branch")

    assert "1" == done.outputs["experiences"] and [] == refused(rocket)
    assert left in rocket.git("diff", "--name-only", "main...exp/proposals").split()


def test_at_level_branch_what_a_person_says_on_the_pull_request_that_they_opened_freezes_it(rocket):
    rocket.merge_a_lesson()
    rocket.job("propose", level="branch")
    tip = rocket.tip()
    with rocket.hub.lock:
        opened = open_pull(rocket.repo, "Learnt", "", "rex", "exp/proposals", "main", None, tip)
    number = opened.number
    rocket.repo.comment(number, "ada", "I look at it on Monday.")

    done = later(rocket, level="branch")

    assert tip == rocket.tip() and "first comment by a person" in done.summary.replace("\\", "")


def test_at_level_branch_what_was_frozen_stays_frozen_where_pull_requests_may_not_be_read(rocket):
    number = opened(rocket)
    rocket.repo.review(number, "rex", "COMMENTED", "I am reading")
    rocket.job("propose")
    tip = rocket.tip()
    hidden = Answer(403, b'{"message": "Resource not accessible by integration"}')
    rocket.hub.watch = lambda _, call, secret: hidden if "graphql" in call or "head=" in call else None
    rocket.hub.clock.advance(days=8)

    rocket.job("propose", level="branch", code=None)

    assert tip == rocket.tip() and "first review" in rocket.ledger()["proposal.json"]


def test_what_a_machine_closes_is_refused_by_nobody_and_comes_again_after_a_week(rocket):
    number = opened(rocket)
    rocket.hub.token("stale", "stale[bot]", WRITE, "app")
    rocket.repo.comment(number, "stale[bot]", "Closed for inactivity")
    rocket.repo.close(number, "stale[bot]")

    soon = rocket.job("propose")
    rocket.hub.clock.advance(days=8)
    done = rocket.job("propose")

    assert ("0", "1") == (soon.outputs["experiences"], soon.outputs["waiting"])
    assert "1" == done.outputs["experiences"] and number != rocket.proposal().number
    assert [] == refused(rocket)


def test_the_reason_of_a_refusal_is_in_the_words_of_who_closed_it(rocket):
    rocket.repo.user("eve", "read")
    number = opened(rocket)
    rocket.repo.comment(number, "rex", "It is in the manual.")
    rocket.repo.comment(number, "eve", "Because rex does not read.")
    rocket.repo.close(number, "rex")

    rocket.job("propose")

    assert [("It is in the manual.", "rex")] == [(one["reason"], one["by"]) for one in refused(rocket)]


def test_a_default_branch_that_was_written_anew_makes_the_proposal_nobodys(rocket):
    number = opened(rocket)
    tree = rocket.git("rev-parse", "main^{tree}").strip()
    who = ("-c", "user.name=rex", "-c", "user.email=rex@example.com")
    new = rocket.git(*who, "commit-tree", tree, "-m", "Begin anew").strip()
    with rocket.hub.lock:
        rocket.repo.point("main", new, "rex")
    rocket.repo.refresh()

    done = later(rocket)

    assert (str(number), "2") == (done.outputs["pr-number"], done.outputs["experiences"])
    assert "frozen" not in done.summary


def test_who_refuses_one_mend_gets_the_next_one_all_the_same(rocket):
    number = opened(rocket)
    rocket.repo.commit("Fill it", {VALVE: VALVE_WITH_A_BODY})
    rocket.repo.merge(number, "squash", "rex")

    def renamed(old: str, new: str) -> None:
        text = rocket.git("show", f"main:{VALVE}").replace(f"def {old}", f"def {new}")
        rocket.repo.merge(rocket.repo.pull(f"Call it {new}", "", "ada", {VALVE: text}), "squash", "rex")
        rocket.hub.clock.advance(days=8)
        rocket.job("propose")

    renamed("open", "release")
    rocket.repo.close(rocket.proposal().number, "rex")
    rocket.hub.clock.advance(days=8)
    rocket.job("propose")
    none = [one.number for one in rocket.repo.pulls() if one.state == "open"]
    kept = [name for name in rocket.ledger() if name.startswith("refused/")]
    renamed("release", "unlock")

    assert [] == none and ["json"] == [name.rpartition(".")[2] for name in kept]
    assert "Valve.unlock" in rocket.git("show", f"exp/proposals:{files_of(rocket)[0]}")


@pytest.mark.parametrize(
    "edit", [{"title": "exp: rex is at it"}, {"body": "Row 1 needs the word of rex first.\n\n"}]
)
def test_who_edits_title_or_text_has_it_from_then_on(rocket, edit):
    number = opened(rocket)
    body = edit.get("body", "") + rocket.proposal().body
    rocket.repo.edit_description(number, title=edit.get("title"), body=body, by="rex")
    title, tip = rocket.proposal().title, rocket.tip()

    done = later(rocket)
    rocket.hub.clock.advance(days=8)
    rocket.job("propose", event="workflow_dispatch")

    assert (title, tip) == (rocket.proposal().title, rocket.tip())
    assert "edit of the t" in done.summary and edit.get("body", "") in rocket.proposal().body
    assert [line for line in body.splitlines() if line not in rocket.proposal().body.splitlines()] == []


def test_the_number_of_the_pull_request_alone_is_worth_no_push(rocket):
    opened(rocket)
    refs = rocket.git("for-each-ref", "refs/exp")

    rocket.job("propose")

    assert refs == rocket.git("for-each-ref", "refs/exp")


def test_a_merged_proposal_brings_no_next_one_at_once_where_nothing_is_looked_back_at(rocket):
    for path, words in ((VALVE, None), (PUMP, PUMP_RULE), (PANEL, PANEL_RULE)):
        rocket.merge_a_lesson(path, words) if words else rocket.merge_a_lesson(path)
    rocket.job("propose", EXP_ROOM="2")
    number = rocket.proposal().number
    rocket.repo.merge(number, "squash", "rex")

    done = rocket.job("propose", event="pull_request", GITHUB_EVENT_PATH=rocket.closed(number))

    assert ("0", "1") == (done.outputs["experiences"], done.outputs["waiting"])


def test_a_change_record_that_was_merged_was_not_taken_out(rocket):
    rocket.merge_a_lesson(PUMP, POOL, answer="Makes sense, thanks for explaining.")
    rocket.merge_a_lesson()
    first = rocket.job("propose")
    rocket.repo.merge(rocket.proposal().number, "squash", "rex")

    done = later(rocket)

    assert ("1", "1") == (first.outputs["changes"], done.outputs["experiences"])
    assert [] == refused(rocket)
