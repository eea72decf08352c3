"""`exp propose pr:N` and `prs:…` as a process against the double of GitHub: what is read, what it says, what it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

import gitexp
from e2e.story import AGREED, CODE, PUMP, PUMP_RULE, VALVE, VALVE_RULE
from support.github_double import GithubDouble
from support.process import exp

SECRET = "ghs" + "_" + "z9y8x7w6v5u4z9y8x7w6"


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path / "hub") as double:
        repo = double.repo("acme/rocket", CODE)
        repo.user("rex", "write")
        repo.user("ada", "read")
        double.token(SECRET, permissions={"contents": "write", "pull_requests": "read"})
        yield double


@pytest.fixture
def repo(hub):
    return hub.repo("acme/rocket")


@pytest.fixture
def env(hub, repo):
    return hub.environment(repo, SECRET)


def taught(repo, path=VALVE, rule=VALVE_RULE, by="rex", answer=AGREED, *, merge=True):
    """Make a pull request in which something is taught; return its number and the comment that teaches."""
    number = repo.pull(f"Change {path} at last", "As agreed.", "ada", {path: f"{CODE[path]}# changed\n"})
    said = repo.line_comment(number, by, path, 2, rule)
    if answer:
        repo.line_comment(number, "ada", path, 2, answer, said)
    if merge:
        repo.merge(number)
    return number, said


def whats(done):
    return [one["what"] for one in done.json["candidates"] if one["settled"]]


def decided(done):
    return [one["action"] for one in done.json["decisions"]]


def test_one_pull_request_becomes_a_proposal_and_the_token_stays_in_no_file_and_no_word(
    rocket, hub, repo, env
):
    number, said = taught(repo)
    done = exp(rocket.path, "propose", f"pr:{number}", "--json", env=env).plain

    assert (0, ["create"]) == (done.code, decided(done))
    [candidate] = done.json["candidates"]
    assert (f"acme/rocket#{number}", VALVE_RULE) == (candidate["discussion"], candidate["what"])
    assert [f"review_comment:{said}"] == [one["turn"] for one in candidate["evidence"]]
    assert done.json["commit"] == rocket.git("rev-parse", "exp/proposals").strip()
    files = [file for file in rocket.path.rglob("*") if file.is_file()]
    assert {SECRET} == {call.token for call in hub.calls}
    assert SECRET not in done.both
    assert [] == [file for file in files if SECRET.encode() in file.read_bytes()]
    assert any("github/pulls" in file.as_posix() for file in files)


def test_all_that_merged_are_read_and_a_second_run_asks_for_the_list_alone(rocket, hub, repo, env):
    taught(repo)
    taught(repo, PUMP, PUMP_RULE, answer="Makes sense, removed.")
    first = exp(rocket.path, "propose", "prs:since=2024-01-01", "--dry-run", "--json", env=env).plain
    hub.calls.clear()
    again = exp(rocket.path, "propose", "prs:since=2024-01-01", "--dry-run", "--json", env=env).plain

    assert (["acme/rocket#1", "acme/rocket#2"], 1) == (
        [one["id"] for one in first.json["discussions"]],
        len(hub.calls),
    )
    assert sorted([VALVE_RULE, PUMP_RULE]) == sorted(whats(first))
    assert first.json == again.json


def test_an_enterprise_is_asked_where_gits_setting_names_its_api(rocket, hub, repo):
    number, _ = taught(repo)
    rocket.git("remote", "set-url", "origin", "git@github.example.com:acme/rocket.git")
    rocket.git("config", "exp.apiUrl", hub.enterprise_url)
    done = exp(
        rocket.path, "propose", f"pr:{number}", "--dry-run", "--json", env={"GITHUB_TOKEN": SECRET}
    ).plain

    assert [VALVE_RULE] == whats(done)
    assert all(call.path.startswith("/api/") for call in hub.calls)


def test_what_a_stranger_says_counts_only_where_it_was_settled_unless_anyone_is_trusted(rocket, repo, env):
    number = repo.pull("Change it", "As agreed.", "ada", {VALVE: f"{CODE[VALVE]}# changed\n"})
    asked = repo.line_comment(number, "ada", VALVE, 2, "Why not call `Valve.open` twice here?")
    repo.line_comment(number, "zoe", VALVE, 2, VALVE_RULE, asked)
    repo.merge(number)
    usual = exp(rocket.path, "propose", f"pr:{number}", "--dry-run", "--json", env=env).plain
    all_in = exp(
        rocket.path, "propose", f"pr:{number}", "--dry-run", "--trust", "any", "--json", env=env
    ).plain

    assert ([], ["create"]) == (decided(usual), decided(all_in))


def test_what_a_stranger_edited_after_the_merge_is_near_and_not_proposed(rocket, repo, env):
    number, said = taught(repo, by="zoe")
    repo.edit_comment(said, VALVE_RULE.replace("twice", "thrice"))
    done = exp(rocket.path, "propose", f"pr:{number}", "--dry-run", env=env).plain

    assert f"review_comment:{said} was edited after the merge" in done.stdout
    assert "0 worth keeping" in done.stdout


def test_what_was_taken_back_later_is_near_and_not_proposed(rocket, repo, env):
    number, _ = taught(repo)
    revert = repo.pull(
        f'Revert "Change {VALVE} at last"', f"Reverts acme/rocket#{number}", "rex", {VALVE: CODE[VALVE]}
    )
    repo.merge(revert)
    done = exp(rocket.path, "propose", f"pr:{number}", "--dry-run", env=env).plain

    assert f"its pull request was taken back by #{revert}" in done.stdout
    assert "0 worth keeping" in done.stdout


def test_a_proposal_of_exp_is_skipped_and_that_is_no_fault(rocket, repo, env):
    body = "Merge it.\n<!-- exp:proposal v1 base=1 head=2 -->"
    path = "experiences/engine/valve-0123456789.yaml"
    number = repo.pull(
        "exp: 1 experience", body, "github-actions[bot]", {path: "id: x\n"}, head="exp/proposals"
    )
    repo.merge(number)
    done = exp(rocket.path, "propose", f"pr:{number}", "--dry-run", "--json", env=env).plain

    told = {
        "where": f"acme/rocket#{number}",
        "what": "is a proposal of exp itself: nothing is learnt from it",
    }
    assert (0, []) == (done.code, done.json["discussions"])
    assert [told] == [{name: one[name] for name in told} for one in done.json["skipped"]]


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (["pr:99"], 2, "/repos/acme/rocket/pulls/99: is not there, or may not be seen (404: Not Found)"),
        (["pr:x"], 2, "pr:x: names no pull request; write pr:12, pr:OWNER/NAME#12 or prs:since=2026-01-01"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_line(rocket, env, args, code, words):
    done = exp(rocket.path, "propose", *args, "--dry-run", env=env)

    assert (code, True) == (done.code, words in done.complaint)


def test_a_used_up_rate_limit_ends_it_and_says_until_when(rocket, hub, repo, env):
    number, _ = taught(repo)
    hub.limits.set(0)
    done = exp(rocket.path, "propose", f"pr:{number}", env=env)

    assert 4 == done.code
    assert "the rate limit is used up until 2024-05-01 13:00:" in done.complaint
    assert "run it again then: what was read is kept" in done.complaint


@pytest.mark.parametrize(
    ("address", "more", "words"),
    [
        (
            "git@github.example.com:acme/rocket.git",
            {},
            "exp.apiUrl: origin is at github.example.com, and nobody said",
        ),
        (
            "https://github.com/acme/rocket",
            {"GITHUB_API_URL": "http://example.com"},
            "GITHUB_API_URL: http://example.com is not",
        ),
    ],
)
def test_the_token_goes_to_no_host_that_nobody_named(rocket, address, more, words):
    rocket.git("remote", "set-url", "origin", address)
    done = exp(rocket.path, "propose", "pr:1", env={"GITHUB_API_URL": "", "GITHUB_TOKEN": SECRET, **more})

    assert (3, True) == (done.code, words in done.complaint)


def test_without_a_name_of_the_repository_it_is_asked_for(rocket):
    rocket.git("remote", "remove", "origin")
    done = exp(rocket.path, "propose", "pr:1", env={"GITHUB_API_URL": ""})

    assert (2, "Error: pr:1: it is not told of which repository; give --repo OWNER/NAME") == (
        done.code,
        done.complaint,
    )


def test_without_the_package_it_is_said_how_to_install_it(rocket, env, tmp_path):
    (tmp_path / "without" / "github").mkdir(parents=True)
    (tmp_path / "without" / "github" / "__init__.py").write_text("raise ImportError\n")
    shadowed = f"{tmp_path / 'without'}:{Path(gitexp.__file__).parent.parent}"
    done = exp(rocket.path, "propose", "pr:1", env={**env, "PYTHONPATH": shadowed})

    assert (3, True) == (done.code, "pip install 'git-exp[github]'" in done.complaint)
