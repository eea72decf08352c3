"""What the repository knows beyond a discussion: who wrote the code, what was taken back, what stands in the tree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from e2e.story import PUMP, PUMP_RULE, VALVE, VALVE_RULE, thread
from support.github import Json, document, issue_comment, pull_request, review_comment, save
from support.process import exp
from support.repository import Repository

OWNER = ("Rex", "77+rex@users.noreply.github.com")


@pytest.fixture
def own(rocket: Repository) -> Repository:
    """The rocket in which rex wrote the valve, before anybody spoke of it."""
    rocket.commits = 20
    code = "class Valve:\n    def open(self):\n        self.flow = 1\n\n    def close(self):\n        self.flow = 0\n"
    rocket.commit("Write the valve", {VALVE: code}, author=OWNER)
    return rocket


def unanswered(by: str, path: str = VALVE, words: str = VALVE_RULE, number: int = 7, key: int = 1) -> Json:
    """Return a pull request in which someone whose permission is not known says a rule, and nobody answers."""
    said = review_comment(key, by, words, path=path, number=number, line=3, author_association="CONTRIBUTOR")
    return document(pull_request(number=number, merged_at=None), review_comments=[said])


def proposed(rocket: Repository, *documents: Json, option: str = "--dry-run") -> Any:
    """Return what exp answers over these discussions alone."""
    for number, one in enumerate(documents):
        save(rocket.path.parent / "said" / f"{number}.json", one)
    return exp(rocket.path, "propose", "../said", option, "--json").json


def created(found: Any) -> list[str]:
    return [one["candidate"] for one in found["decisions"] if one["action"] == "create"]


def lacking(found: Any) -> list[str]:
    return [lack for one in found["near"] for lack in one["lacks"]]


def test_a_rule_that_nobody_answered_is_proposed_where_the_owner_of_the_lines_says_it(own: Repository):
    found = proposed(own, unanswered("rex"))

    assert 1 == len(created(found))
    [candidate] = found["candidates"]
    assert candidate["settled"] is True
    assert ("rex", "said unopposed by the one who wrote 67 % of the lines there") == (
        candidate["settlement"]["by"],
        candidate["settlement"]["reason"],
    )


def test_by_a_stranger_it_is_not(own: Repository):
    found = proposed(own, unanswered("olga"))

    assert [] == created(found)
    assert ["not settled: nobody answered"] == lacking(found)


def test_by_the_owner_of_other_lines_it_is_not(own: Repository):
    assert [] == created(proposed(own, unanswered("rex", PUMP, PUMP_RULE)))


def test_no_address_of_an_author_is_shown_or_kept(own: Repository):
    save(own.path.parent / "said" / "7.json", unanswered("rex"))
    done = exp(own.path, "propose", "../said", "--json")
    kept = own.git("log", "--all", "-p", "--format=%B", "refs/exp/runs", "exp/proposals", "^main")

    assert 1 == done.json["funnel"]["create"]
    assert "noreply.github" not in done.both + kept


def test_a_pull_request_that_was_reverted_later_gives_nothing(rocket: Repository):
    said = document(review_comments=thread(101, VALVE, VALVE_RULE))
    before = created(proposed(rocket, said))
    merged = rocket.commit("Refuel in flight (#7)", {"engine/fuel.py": "FUEL = 1\n"})
    reverted = rocket.git("revert", "--no-edit", merged) and rocket.rev()

    after = proposed(rocket, said)

    assert (1, []) == (len(before), created(after))
    assert [f"not settled: its pull request was taken back by {reverted[:12]}"] == lacking(after)


def test_once_it_is_in_again_it_counts_again(rocket: Repository):
    merged = rocket.commit("Refuel in flight (#7)", {"engine/fuel.py": "FUEL = 1\n"})
    rocket.git("revert", "--no-edit", merged)
    rocket.git("revert", "--no-edit", "HEAD")

    assert 1 == len(created(proposed(rocket, document(review_comments=thread(101, VALVE, VALVE_RULE)))))


def test_what_the_base_does_not_hold_takes_nothing_back(rocket: Repository, tmp_path: Path):
    rocket.commit("Refuel in flight (#7)", {"engine/fuel.py": "FUEL = 1\n"})
    rocket.git("switch", "--quiet", "-c", "topic")
    rocket.git("revert", "--no-edit", "HEAD")

    assert 1 == len(created(proposed(rocket, document(review_comments=thread(101, VALVE, VALVE_RULE)))))


def test_a_suggestion_that_stands_in_the_tree_was_taken(rocket: Repository):
    words = f"{VALVE_RULE}\n```suggestion\n        self.flow = min(self.flow, 1)\n```"
    said = unanswered("olga", VALVE, words)
    before = proposed(rocket, said)
    rocket.commit(
        "Take it", {VALVE: "class Valve:\n    def open(self):\n        self.flow = min(self.flow, 1)\n"}
    )

    after = proposed(rocket, said)

    assert ([], 1) == (created(before), len(created(after)))
    assert "the suggestion was taken" == after["candidates"][0]["settlement"]["reason"]


def test_two_who_say_the_same_in_two_pull_requests_confirm_each_other(rocket: Repository):
    one, other = unanswered("olga"), unanswered("nora", number=8, key=2)

    found = proposed(rocket, one, other)

    told = "said in 2 discussions: acme/rocket#7, acme/rocket#8"
    assert [told, told] == [one["settlement"]["reason"] for one in found["candidates"]]
    assert 1 == len(created(found))


def test_a_later_pull_request_of_the_same_batch_takes_it_back(rocket: Repository):
    said = document(review_comments=thread(101, VALVE, VALVE_RULE))
    revert = document(
        pull_request(number=9, title='Revert "Refuel in flight"', body="Reverts acme/rocket#7"),
        issue_comments=[issue_comment(301, "ada", "It leaks.", number=9)],
    )

    found = proposed(rocket, said, revert)

    assert [] == created(found)
    assert "not settled: its pull request was taken back by acme/rocket#9" in lacking(found)
