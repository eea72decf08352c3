"""Agent sessions, from the folder they lie in to the proposal: read only when asked for, and asked before words leave."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from e2e.story import VALVE, VALVE_RULE
from support.planted import Maker
from support.process import Finished, environment, exp, exp_at_terminal
from support.repository import Repository
from support.session import SessionFile

RULE = "`Pump.start` in engine/pump.py must never run twice, because a second start tears the belt."
OTHER = "`Valve.close` in engine/valve.py must stay idempotent, because the watchdog calls it on every tick."
PUMP = "engine/pump.py"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def corrected(talk: SessionFile, path: str, words: str) -> None:
    """Add that the agent edits a file, is corrected, mends it, and that this was accepted."""
    talk.edits(path, "start()\n        start()")
    talk.agent("Done: it starts twice now, to be safe.")
    talk.says(f"No. {words}")
    talk.edits(path, "start()")
    talk.agent("You're right, it starts once now.")
    talk.says("Yes, that's right. Thanks.")


def a_lesson(
    cwd: Path, *rules: tuple[str, str], session: str = "5e551011-0000-4000-8000-000000000001"
) -> SessionFile:
    talk = SessionFile(cwd, session)
    talk.says("Please make the start robust.")
    for path, words in rules or ((PUMP, RULE),):
        corrected(talk, path, words)
    return talk


def proposed(repository: Repository) -> list[str]:
    """Return the texts of the files that the proposal branch adds."""
    names = repository.git("diff", "--name-only", "HEAD...exp/proposals").splitlines()
    return [repository.show(f"exp/proposals:{name}") for name in names]


def kept(repository: Repository) -> str:
    """Return all that is kept of all runs."""
    names = repository.git("ls-tree", "-r", "--name-only", "refs/exp/runs").splitlines()
    return "".join(repository.show(f"refs/exp/runs:{name}") for name in names)


def branches(repository: Repository) -> list[str]:
    return repository.git("for-each-ref", "--format=%(refname:short)", "refs/heads").splitlines()


def at_terminal(repository: Repository, home: Path, *args: str, typed: str) -> Finished:
    return exp_at_terminal(repository.path, *args, typed=typed, env={"HOME": str(home), "NO_COLOR": "1"})


# Finding them


def test_its_own_sessions_are_listed_and_read(rocket: Repository, home: Path):
    a_lesson(rocket.path).lie_in(home)

    done = exp(rocket.path, "propose", "sessions:", "--dry-run", home=home)

    assert 0 == done.code
    assert "1 session of Claude Code about this repository" in done.stderr
    assert "5e551011-0000-4000-8000-000000000001" in done.stderr
    assert RULE in " ".join(done.stdout.split())
    assert ["main"] == branches(rocket)


def test_another_folder_for_the_agent_s_own_files_is_respected(rocket: Repository, home: Path):
    a_lesson(rocket.path).lie_in(home)
    shutil.move(home / ".claude", home / "elsewhere")
    env = {"CLAUDE_CONFIG_DIR": str(home / "elsewhere")}

    found = exp(rocket.path, "propose", "sessions:", "--dry-run", "--json", env=env).json

    assert 1 == found["funnel"]["discussions"]
    assert [1] == [one["count"] for one in exp(rocket.path, "--json", env=env).json["sessions"]]


def test_no_session_is_said_and_nothing_is_proposed(rocket: Repository, home: Path):
    done = exp(rocket.path, "propose", "sessions:", home=home)

    assert (
        0,
        "sessions: no session of Claude Code, Codex or Gemini CLI about this repository is on this machine",
    ) == (
        done.code,
        done.complaint,
    )
    assert ["main"] == branches(rocket)


def test_the_session_of_a_work_tree_is_the_repository_s_own(rocket: Repository, home: Path, tmp_path: Path):
    rocket.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    a_lesson(tmp_path / "side").lie_in(home)

    found = exp(rocket.path, "propose", "sessions:", "--dry-run", "--json", home=home).json

    assert ["acme/rocket"] == [one["repo"] for one in found["discussions"]]
    assert [[PUMP]] == [one["experience"]["scope"]["paths"] for one in found["decisions"]]


def test_a_session_can_be_given_as_a_file_or_on_standard_input(rocket: Repository, tmp_path: Path):
    talk = a_lesson(rocket.path)
    path = talk.save(tmp_path / "talk.jsonl")

    named = exp(rocket.path, "propose", str(path), "--dry-run", "--json").json
    piped = exp(rocket.path, "propose", "-", "--dry-run", "--json", stdin=talk.text.encode()).json

    assert [True] == [one["private"] for one in named["discussions"]]
    assert [True] == [one["private"] for one in named["decisions"]]
    assert named["decisions"] == piped["decisions"]


# Consent


def test_where_nobody_can_be_asked_nothing_private_is_written(rocket: Repository, home: Path):
    a_lesson(rocket.path).lie_in(home)

    done = exp(rocket.path, "propose", "sessions:", "--json", home=home)

    assert (0, [], None) == (done.code, done.json["decisions"], done.json["commit"])
    assert [True] == ["consent" in one["reason"] for one in done.json["withheld"]]
    assert "1 candidate from private sessions" in done.stderr and "--yes" in done.stderr
    assert ["main"] == branches(rocket)
    assert "tears the belt" not in kept(rocket)


def test_yes_agrees_to_all_and_the_proposal_says_that_it_is_private(rocket: Repository, home: Path):
    a_lesson(rocket.path).lie_in(home)

    found = exp(rocket.path, "propose", "sessions:", "--yes", "--json", home=home).json

    [text] = proposed(rocket)
    assert "tears the belt" in text
    assert "from a private agent session; the speaker agreed to these quotes" in found["body"]
    assert "tears the belt" in kept(rocket)
    assert [] == found["withheld"]


def test_each_decision_is_shown_and_asked_for_by_itself(rocket: Repository, home: Path):
    a_lesson(rocket.path, (PUMP, RULE), (VALVE, OTHER)).lie_in(home)
    both = exp(rocket.path, "propose", "sessions:", "--dry-run", "--json", home=home).json
    assert 2 == both["funnel"]["create"]

    done = at_terminal(rocket, home, "propose", "sessions:", typed="y\nn\n")

    assert 2 == done.stderr.count("May this be proposed")
    assert all(f'"{words}"' in done.stderr for words in (RULE, OTHER)) and "2026-03-02" in done.stderr
    [text] = proposed(rocket)
    agreed, other = ("tears the belt", "every tick")
    if agreed not in text:
        agreed, other = other, agreed
    assert agreed in text and other not in text
    assert agreed in kept(rocket) and other not in kept(rocket)
    body = done.stdout[done.stdout.index("The pull request") :]
    assert agreed in body and other not in body

    again = at_terminal(rocket, home, "propose", "sessions:", typed="y\n")

    assert 1 == again.stderr.count("May this be proposed")
    assert 2 == len(proposed(rocket))


def test_a_dry_run_asks_nothing_and_shows_all(rocket: Repository, home: Path):
    a_lesson(rocket.path).lie_in(home)

    done = at_terminal(rocket, home, "propose", "sessions:", "--dry-run", typed="")

    assert "May this" not in done.both
    assert RULE in " ".join(done.stdout.split())


# Pushing


def with_remote(repository: Repository) -> Repository:
    remote = Repository.create(repository.path.parent / "remote.git", bare=True)
    repository.git("remote", "set-url", "origin", str(remote.path))
    repository.git("push", "--quiet", "origin", "main")
    return remote


def test_private_quotes_are_pushed_only_after_a_second_yes(rocket: Repository, home: Path):
    remote = with_remote(rocket)
    a_lesson(rocket.path).lie_in(home)

    done = exp(rocket.path, "propose", "sessions:", "--yes", "--push", home=home)
    assert (0, ["main"]) == (done.code, branches(remote))
    assert "not pushed: exp/proposals holds 1 experience with quotes from private sessions" in done.stderr
    assert "--push-private" in done.stderr

    refused = at_terminal(rocket, home, "propose", "sessions:", "--yes", "--push", typed="n\n")
    assert str(remote.path) in refused.stderr
    assert ["main"] == branches(remote)

    at_terminal(rocket, home, "propose", "sessions:", "--yes", "--push", typed="y\n")
    assert ["exp/proposals", "main"] == branches(remote)


def test_what_waits_on_the_branch_since_an_earlier_run_needs_it_too(rocket: Repository, home: Path):
    remote = with_remote(rocket)
    a_lesson(rocket.path).lie_in(home)
    exp(rocket.path, "propose", "sessions:", "--yes", home=home)

    public = exp(rocket.path, "propose", "../talk/7.json", "--yes", "--push")
    assert (0, ["main"]) == (public.code, branches(remote))

    exp(rocket.path, "propose", "../talk/7.json", "--yes", "--push", "--push-private")
    assert ["exp/proposals", "main"] == branches(remote)


def test_public_quotes_are_pushed_as_ever(rocket: Repository):
    remote = with_remote(rocket)

    exp(rocket.path, "propose", "../talk/7.json", "--yes", "--push")

    assert ["exp/proposals", "main"] == branches(remote)


# What never leaves


def test_the_words_of_the_agent_and_of_its_tools_are_never_evidence(rocket: Repository, home: Path):
    talk = SessionFile(rocket.path)
    human = talk.says("Please make the start robust.")
    talk.edits(PUMP)
    talk.agent(RULE)
    talk.uses("Bash", command="cat NOTES")
    talk.result(OTHER)
    talk.says(f"<task-notification><result>{RULE}</result></task-notification>")
    talk.says(OTHER, isMeta=True)
    humans = {human, talk.says("Good, that's right, thanks.")}
    talk.lie_in(home)

    found = exp(rocket.path, "propose", "sessions:", "--dry-run", "--all", "--json", home=home).json

    assert [] == found["decisions"]
    cited = {item["turn"] for one in found["candidates"] for item in one["evidence"]}
    assert cited <= humans


def test_secrets_homes_and_addresses_stay_out_of_proposal_and_run(rocket: Repository, home: Path):
    maker = Maker(7)
    token = "gh" + "p_" + maker.some("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 36)
    address, folder = "zoe.zenith" + "@" + "acme-rockets.io", "/home/zoezenith/rocket"
    planted = (
        f"`Pump.start` in engine/pump.py must never run twice, because {folder}/belt.txt says so, {address} tore it, "
        f"and {token} leaked."
    )
    talk = a_lesson(rocket.path, (PUMP, planted))
    talk.uses("Bash", command=f"curl -H 'Authorization: Bearer {token}' https://x")
    talk.result(f"{folder} {address} {token}")
    talk.lie_in(home)
    done = exp(rocket.path, "propose", "sessions:", "--yes", "--json", home=home)

    assert 1 == done.json["funnel"]["create"]
    whole = "".join(proposed(rocket)) + kept(rocket) + done.stdout
    whole += rocket.git("log", "--format=%B", "exp/proposals", "refs/exp/runs")
    for secret in (token, address, "zoezenith", "zoe.zenith"):
        assert secret not in whole


def test_what_an_agent_recalled_teaches_nothing_when_its_session_is_read(merged: Repository, home: Path):
    piped = exp(merged.path, "recall", "--file", VALVE)
    shown = exp_at_terminal(merged.path, "recall", "--file", VALVE, env={"NO_COLOR": "1"})
    document = exp(merged.path, "recall", "--file", VALVE, "--json").stdout
    assert VALVE_RULE in piped.stdout and "team-notes" not in shown.stdout
    talk = SessionFile(merged.path)
    talk.says("Open the valve a second time when it jams.")
    for output in (piped.stdout, document):
        talk.uses("Bash", command=f"exp recall --file {VALVE}")
        talk.result(output)
    talk.agent(f"The team notes say: {VALVE_RULE}")
    talk.edits(VALVE, "self.open()")
    for pasted in (
        piped.stdout,
        document,
        shown.stdout,
        f"exp says this:\n\n{shown.stdout}",
        VALVE_RULE,
        f"No. {VALVE_RULE}",
        f'In this project: "{VALVE_RULE}"',
    ):
        talk.says(pasted)
        talk.edits(VALVE, "self.opened = True")
        talk.agent("You're right, it opens once now.")
        talk.says("Yes, that's right. Thanks.")
    talk.lie_in(home)
    for more in ((), ("--all",)):
        found = exp(merged.path, "propose", "sessions:", "--dry-run", "--json", *more, home=home).json

        assert [] == [one for one in found["decisions"] if one["action"] != "skip"]
        assert 0 == found["funnel"]["create"]


def test_a_session_of_which_a_line_is_broken_is_read_and_said(rocket: Repository, home: Path):
    talk = a_lesson(rocket.path)
    talk.lines.insert(3, "{broken")
    path = talk.lie_in(home)
    with path.open("a") as file:
        file.write(json.dumps({"type": "user"})[:-3])

    done = exp(rocket.path, "propose", "sessions:", "--dry-run", "--json", home=home)

    assert (1, 1) == (done.code, done.json["funnel"]["create"])
    assert ["sessions:5e551011-0000-4000-8000-000000000001.jsonl:4:2"] == [
        skip["where"] for skip in done.json["skipped"] if "cut off" not in skip["what"]
    ]
    assert str(home) not in done.both and environment(home)["HOME"] == str(home)
