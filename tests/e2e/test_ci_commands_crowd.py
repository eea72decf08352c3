"""Commands where people moved, hid, deleted or opened something by hand, and where strangers crowd in."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.test_ci_commands import BOT, OLD, REPO, Shop
from gitexp.adapters.branch_files_git import BranchFiles
from gitexp.adapters.forge_github import GithubForge
from gitexp.adapters.git import discover
from gitexp.adapters.github_api import GithubApi
from gitexp.cli.ci.commands import About
from gitexp.records.bot import BotState, Row
from gitexp.records.commanded import Commanded
from gitexp.steps.commands_change import canary
from gitexp.steps.commands_desk import Asking, Undone, Work
from gitexp.steps.commands_why import why
from gitexp.steps.status_comment import MARK
from support.bot_memory import BRANCH
from support.bot_story import WRITE
from support.github_double import GithubDouble
from support.repository import Repository, isolate


@pytest.fixture
def shop(tmp_path, monkeypatch):
    isolate(monkeypatch, tmp_path)
    with GithubDouble(tmp_path / "hub") as hub:
        yield Shop(hub, tmp_path)


def moved(shop: Shop, old: str, new: str, *, keep: bool = False) -> None:
    text = Repository(Path(shop.repo.remote)).show(f"{BRANCH}:{old}")
    files: dict[str, str | None] = {new: text, **({} if keep else {old: None})}
    shop.repo.commit("Where it belongs", files, BRANCH, "rita")


def command(shop: Shop, text: str) -> None:
    shop.say(text)
    shop.run()


def elsewhere(path: str) -> str:
    return f"experiences/hydraulics/{path.rpartition('/')[2]}"


def statuses(shop: Shop) -> list[str]:
    return [one.body for one in shop.repo.comments.values() if one.body.startswith(MARK)]


def test_a_file_that_a_person_moved_is_dropped_where_it_lies(shop):
    row = shop.row(1)
    moved(shop, row.path, elsewhere(row.path))

    answer = shop.told("/exp drop 1 one_off")

    assert [path for path in shop.files() if row.key in path] == []
    assert "its file was not on the branch" not in answer
    assert shop.refusals()[row.key].id == row.id


def test_a_file_under_another_name_is_known_by_its_id_and_a_copy_goes_with_it(shop):
    row = shop.row(1)
    moved(shop, row.path, "experiences/net/a-copy.yaml", keep=True)
    moved(shop, row.path, "experiences/net/another-name.yaml")
    shop.told("/exp drop 1 one_off")

    assert [shop.row(2).path] == list(shop.files())


def test_a_file_that_lies_in_several_places_is_not_edited_in_one_of_them(shop):
    row = shop.row(1)
    moved(shop, row.path, elsewhere(row.path), keep=True)
    moved(shop, row.path, f"experiences/other/{row.path.rpartition('/')[2]}")

    assert "lies in several places: " in shop.told("/exp edit 1 title: x")


def test_a_moved_file_is_edited_and_put_on_trial_where_it_lies(shop):
    row = shop.row(2)
    moved(shop, row.path, elsewhere(row.path))
    shop.told("/exp edit 2 severity: block\n/exp canary 2 20%")

    text = shop.files()[elsewhere(row.path)]
    assert "severity: block" in text and "status: canary" in text
    assert row.path not in shop.files()


def test_a_question_about_a_moved_file_is_answered_where_that_lies(shop):
    moved(shop, OLD, elsewhere(OLD))
    shop.told("/exp resolve 3 new")

    assert "status: superseded" in shop.files()[elsewhere(OLD)]
    assert "resolved" == shop.row(3).state


def test_a_file_that_is_gone_is_said_to_be_gone(shop):
    row = shop.row(1)
    shop.repo.commit("Not this one", {row.path: None}, BRANCH, "rita")

    answer = shop.told("/exp edit 1 title: x\n/exp drop 1 one_off")

    assert "is not on the branch any more" in answer.split("\n")[2]
    assert "dropped by rita as one\\_off; its file was not on the branch any more" in answer
    assert "its file was not on the branch any more" in shop.repo.the_pull(shop.number).body


def test_a_crowd_before_a_command_neither_hides_nor_delays_it(shop):
    shop.told("/exp why 2")
    for number in range(105):
        shop.say("/exp drop 1 one_off", f"stranger-{number % 3}")
    key = shop.say("/exp drop 1 one_off")
    for number in range(105):
        shop.say("/exp help", f"stranger-{number % 3}")
    shop.run(own=key)

    assert "dropped" == shop.row(1).state
    assert ["+1"] == shop.reactions(key)
    assert 1 == len(statuses(shop))
    assert "`/exp why 2`" in statuses(shop)[0]


def test_what_is_answered_stays_answered_when_the_answer_falls_behind_a_hundred_comments(shop):
    for number in range(12):
        shop.say(f"/exp why {number % 2 + 1}")
    shop.run()
    for _ in range(100):
        shop.say("words", "eve")
    before = statuses(shop)
    assert shop.run().done.entries == ()
    command(shop, "/exp canary 2 20%")

    assert 1 == len(before) == len(statuses(shop))
    assert "canary" == shop.row(2).state


@pytest.mark.parametrize("behind", [0, 100])
def test_a_command_that_was_deleted_before_the_run_is_not_obeyed(shop, behind):
    key = shop.say("/exp drop 1 one_off")
    for _ in range(behind):
        shop.say("words", "eve")
    shop.repo.delete_comment(key)

    shop.run(own=key)

    assert {1: "open", 2: "open", 3: "open"} == shop.rows()
    assert [] == statuses(shop)


def test_a_command_that_a_crowd_hides_counts_as_it_is_now(shop):
    key = shop.say("/exp drop 1 one_off")
    for _ in range(100):
        shop.say("words", "eve")
    shop.repo.edit_comment(key, "/exp drop 2 one_off")

    shop.run(own=key)

    assert {1: "open", 2: "dropped", 3: "open"} == shop.rows()


def by_hand(shop: Shop, by: str = "rita") -> None:
    """Let a person open the pull request in the place of the bot, with words of their own."""
    shop.repo.close(shop.number, by)
    shop.hub.token("theirs", by, permissions=WRITE, kind="pat")
    forge = GithubForge(GithubApi(shop.hub.url, "theirs", REPO, sleep=lambda seconds: None))
    shop.number = forge.open(BRANCH, "main", "Lessons", "Please look.").number


def test_a_pull_request_opened_by_hand_is_answered_in_one_place_from_the_first_command(shop):
    by_hand(shop)
    for number, text in enumerate(("/exp why 1", "/exp drop 1 one_off", "/exp canary 2 20%")):
        key = shop.say(text)
        outcome = shop.run(own=key, about=About(shop.number, marked=False))
        assert "" == outcome.why, number

    assert {1: "dropped", 2: "canary", 3: "open"} == shop.rows()
    [status] = statuses(shop)
    assert 3 == status.count("<!-- exp:answer ")


def test_so_it_is_where_the_bot_has_a_person_s_token_and_another_person_opened_it(shop):
    by_hand(shop)
    shop.repo.user("rex", "write")
    shop.hub.token("writing", "rex", permissions=WRITE, kind="pat")
    for text in ("/exp why 1", "/exp drop 1 one_off", "/exp canary 2 20%"):
        shop.say(text)
        shop.run()

    assert {"rex"} == {one.by for one in shop.repo.comments.values() if one.body.startswith(MARK)}
    assert 1 == len(statuses(shop))
    assert {1: "dropped", 2: "canary", 3: "open"} == shop.rows()


def test_a_stranger_s_or_another_machine_s_marker_makes_no_status_comment(shop):
    for by in ("eve", "echo[bot]"):
        shop.say(f"{MARK}\n<!-- exp:answered {','.join(str(n) for n in range(1, 3000))} -->", by)
    command(shop, "/exp drop 1 one_off")

    assert "dropped" == shop.row(1).state
    assert [BOT] == [
        one.by for one in shop.repo.comments.values() if one.body.startswith(f"{MARK}\n**Commands")
    ]


def test_the_memory_names_the_comment_that_answers(shop):
    shop.say("/exp why 1")
    shop.run()
    [key] = [one.id for one in shop.repo.comments.values() if one.by == BOT]

    assert f"{key}" == shop.state().proposal.status


@pytest.mark.parametrize(("key", "told"), [("0a1b2c3d4e", "follow the code"), ("1111111111", "is in force")])
def test_an_experience_in_force_is_not_put_on_trial_by_a_change_of_it(shop, key, told):
    row, files = a_change(shop, key)
    work = Work(BotState(), shop.state().proposal)

    with pytest.raises(Undone, match=told):
        canary(work, row, Commanded("canary", "1", "20%"), Asking("rita", "2024-05-03T10:00:00Z", 7), files)


def test_why_of_a_mend_tells_which_names_take_whose_place(shop):
    row, files = a_change(shop, "0a1b2c3d4e", **{"src/cache/": "src/store/"})
    told = why(Work(BotState(), shop.state().proposal), row, files)

    assert "an experience in force" in told
    assert "src/store/" in told and "→" in told


def a_change(shop: Shop, key: str, **names: str) -> tuple[Row, BranchFiles]:
    """Return a row that changes the standing file, and the branch on which that has other names."""
    blob = Repository(Path(shop.repo.remote)).rev(f"main:{OLD}")
    text = Repository(Path(shop.repo.remote)).show(f"main:{OLD}")
    for old, new in names.items():
        text = text.replace(old, new)
    shop.repo.commit("Follow", {OLD: text + "\n"}, BRANCH, "rita")
    place = shop._clone()
    git = discover(str(place.path)).git()
    files = BranchFiles(git, place.rev(f"origin/{BRANCH}"), place.rev("origin/main"))
    return Row(1, key, "experience", "client-timeout-0a1b2c3d4e", OLD, before=blob), files
