"""What changes were merged with, and decision trailers, from the history to the proposal."""

from __future__ import annotations

from pathlib import Path

from e2e.story import PUMP, VALVE, proposed
from support.process import exp
from support.repository import Repository

BO = ("Bo", "bo@example.org")
SOCKET = "`Pump.start` must never open a second socket, because the firmware answers one client only"
CLOSE = "`Valve.close` must not be called from a hook, because the hook holds the lock that it waits for."
TOLD = (
    "The call stands outside of the hook, and the watchdog sees the valve only after it is shut. The tests wait for the\n"
    "watchdog in place of the hook, and take half the time. The old call stays for one release under its old name, and\n"
    "prints where it came from. The tank is read twice in the same tick, which costs nothing that could be measured on the\n"
    "bench or in the field, with the old board as with the new one. The belt and the pump are left as they are.\n\n"
)
"""What a change tells of itself, as long as such texts are."""
REJECTED = "Rejected: a thread for each client | the firmware mixes up their answers"


def told(rocket: Repository) -> Repository:
    """Merge a change with decision trailers, and one with a text that commands."""
    rocket.commit(
        "Keep one socket\n\nSockets are dear here.\n\n"
        f"Constraint: {SOCKET.replace(', because', ',' + chr(10) + '  because')}\n{REJECTED}\n"
        "Confidence: high\nSigned-off-by: Bo <bo@example.org>",
        {PUMP: "class Pump:\n    def start(self):\n        self.one = True\n"},
        author=BO,
    )
    rocket.commit(
        f"Close it outside (#12)\n\n* wip\n\n* fix the tests\n\n{TOLD}{CLOSE}\n\nCo-authored-by: Al <a@example.org>",
        {VALVE: "class Valve:\n    def open(self): ...\n\n    def close(self):\n        self.shut = True\n"},
        author=BO,
    )
    return rocket


def shown(repository: Repository) -> list[str]:
    """Return the texts of the files that the proposal branch adds, each in one line."""
    return [" ".join(repository.show(f"exp/proposals:{path}").split()) for path in proposed(repository)]


def test_trailers_and_a_text_that_commands_become_experiences(rocket: Repository):
    done = exp(told(rocket).path, "propose", "history:")

    files = shown(rocket)
    assert (0, 3) == (done.plain.code, len(files))
    assert done.stdout.startswith("1 pull request text, 1 commit with decisions -> ")
    [close] = [text for text in files if CLOSE in text]
    assert f"When changing `Valve.close` in {VALVE}" in close and "by: Bo" in close
    [socket] = [text for text in files if "second socket" in text]
    assert f"Constraint: {SOCKET}" in socket and f"When changing `Pump.start` in {PUMP}" in socket
    [thread] = [text for text in files if REJECTED in text]
    assert "Before trying again: a thread for each client" in thread
    assert "what: the firmware mixes up their answers" in thread
    assert "anti_patterns: [a thread for each client]" in thread and "kind: decision" in thread


def test_each_has_a_name_of_its_own_and_a_second_run_adds_none(rocket: Repository):
    exp(told(rocket).path, "propose", "history:")
    first = proposed(rocket)
    again = exp(rocket.path, "propose", "history:", "--json")

    assert 3 == len({path.removesuffix(".yaml")[-10:] for path in first})
    assert (0, 0, 3) == (again.code, again.json["funnel"]["create"], again.json["funnel"]["skip"])
    assert first == proposed(rocket)


def test_every_quote_stands_in_the_message_word_for_word(rocket: Repository):
    found = exp(told(rocket).path, "propose", "history:", "--dry-run", "--json").json

    quoted = [item for one in found["candidates"] for item in one["evidence"]]
    messages = {
        item["turn"]: rocket.git("log", "-1", "--format=%B", item["turn"][7:].partition("#")[0])
        for item in quoted
    }
    assert quoted
    assert [] == [
        item
        for item in quoted
        if " ".join(item["quote"].split()) not in " ".join(messages[item["turn"]].split())
    ]


def test_what_its_author_doubts_is_shown_and_not_proposed(rocket: Repository):
    rocket.commit(f"Keep one socket\n\n{REJECTED}\nConfidence: low", {PUMP: "class Pump: ...\n"}, author=BO)
    done = exp(rocket.path, "propose", "history:")

    assert [] == rocket.git("for-each-ref", "refs/heads/exp").splitlines()
    assert "its own author was not sure of it" in done.stdout
    assert [1, 1] == [
        exp(rocket.path, "propose", "history:", "--all", "--dry-run", "--json").json["funnel"][step]
        for step in ("candidates", "create")
    ]


def test_a_decision_that_was_taken_back_is_not_proposed(rocket: Repository):
    first = rocket.commit(f"Keep one socket\n\n{REJECTED}", {PUMP: "class Pump: ...\n"}, author=BO)
    rocket.git("revert", "--no-edit", first)
    found = exp(rocket.path, "propose", "history:", "--dry-run", "--json").json

    assert [] == found["candidates"]


def test_what_the_history_says_of_people_and_secrets_is_redacted(rocket: Repository):
    secret, address = "AKIA" + "Q7WERTYUIOPASDF2", "bo.baker" + "@" + "corner-bakery.net"
    rocket.commit(
        f"Keep one socket\n\nRejected: the key {secret} of {address} | the firmware mixes up their answers",
        {PUMP: "class Pump: ...\n"},
        author=BO,
    )
    exp(rocket.path, "propose", "history:")
    kept = rocket.git("grep", "-h", "-e", "", "exp/proposals", "--", "experiences")

    assert "the firmware mixes up their answers" in kept
    assert [False, False] == [word in kept for word in (secret, address)]


def test_a_bare_and_a_shallow_repository_are_read(rocket: Repository, tmp_path: Path):
    told(rocket)
    bare = rocket.clone(tmp_path / "bare", "--bare")
    shallow = rocket.clone(tmp_path / "shallow", "--depth", "1")

    found = [exp(one.path, "propose", "history:", "--dry-run") for one in (bare, shallow)]
    assert [0, 0] == [one.plain.code for one in found]
    assert ["1 pull request text, 1 commit with decisions", "1 pull request text"] == [
        one.stdout.partition(" -> ")[0] for one in found
    ]
    assert "history ends at" in found[1].stderr
