"""The double of GitHub over its real repositories: what pushes, merges and closed branches do to pull requests."""

from __future__ import annotations

import base64

import pytest

from support.github_double import GithubDouble
from support.github_double.caller import Caller
from support.repository import Repository

BASE = "/repos/acme/rocket"
ALL = dict.fromkeys(("contents", "pull_requests", "issues", "actions"), "write")
LINES = "".join(f"line {number}\n" for number in range(1, 13))


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path / "hub") as double:
        yield double


@pytest.fixture
def repo(hub):
    return hub.repo("acme/rocket", {"a.txt": LINES})


@pytest.fixture
def call(hub):
    return Caller(hub, hub.token("of-a-job", permissions=ALL))


@pytest.fixture
def clone(repo, tmp_path):
    """Return a clone with a commit on the branch of a proposal, pushed."""
    made = Repository.create(tmp_path / "clone")
    made.git("remote", "add", "origin", repo.remote)
    made.git("fetch", "--quiet", "origin")
    made.git("checkout", "--quiet", "-b", "exp/proposals", "origin/main")
    made.commit("Propose", {"experiences/a.yaml": "id: a\n"})
    made.git("push", "--quiet", "origin", "exp/proposals")
    return made


def opened(call):
    asked = {"title": "Propose", "body": "", "head": "exp/proposals", "base": "main"}
    return call("POST", f"{BASE}/pulls", asked).json["number"]


def events(call, number):
    return [one["event"] for one in call("GET", f"{BASE}/issues/{number}/timeline").json]


def test_a_push_by_git_moves_the_pull_request(hub, repo, call, clone):
    number = opened(call)
    tip = clone.commit("Propose more", {"experiences/b.yaml": "id: b\n"})
    clone.git("push", "--quiet", "origin", "exp/proposals")
    told = call("GET", f"{BASE}/pulls/{number}").json

    assert (tip, 2, 2) == (told["head"]["sha"], told["commits"], told["changed_files"])
    assert ["committed", "committed"] == events(call, number)
    assert ["opened", "push"] == [one.kind for one in hub.notifications]
    assert [tip] == clone.git("ls-remote", "origin", f"refs/pull/{number}/head").split()[:1]


def test_a_forced_push_is_told_and_what_it_threw_out_is_not(repo, call, clone):
    number = opened(call)
    clone.git("commit", "--quiet", "--amend", "-m", "Propose better")
    clone.git("push", "--quiet", "--force", "origin", "exp/proposals")

    assert ["head_ref_force_pushed", "committed"] == events(call, number)
    [commit] = call("GET", f"{BASE}/pulls/{number}/commits").json
    assert ("Propose better", None) == (commit["commit"]["message"], commit["author"])


def test_a_head_that_equals_its_base_even_for_a_moment_closes_the_pull_request_for_good(
    hub, repo, call, clone
):
    number = opened(call)
    tip = clone.rev("exp/proposals")
    clone.git("push", "--quiet", "--force", "origin", "origin/main:refs/heads/exp/proposals")
    clone.git("push", "--quiet", "--force", "origin", f"{tip}:refs/heads/exp/proposals")

    assert "closed" == call("GET", f"{BASE}/pulls/{number}").json["state"]
    refusal = call("PATCH", f"{BASE}/pulls/{number}", {"state": "open"})
    assert (422, "state") == (refusal.status, refusal.json["errors"][0]["field"])
    assert 3 == len(hub.pushes)
    assert number + 1 == opened(call)


def test_a_deleted_branch_closes_the_pull_request(repo, call, clone):
    number = opened(call)
    clone.git("push", "--quiet", "origin", ":exp/proposals")

    assert ["committed", "head_ref_deleted", "closed"] == events(call, number)
    assert 422 == call("PATCH", f"{BASE}/pulls/{number}", {"state": "open"}).status


def test_a_branch_that_was_force_pushed_while_closed_can_not_be_reopened(repo, call, clone):
    number = opened(call)
    assert "closed" == call("PATCH", f"{BASE}/pulls/{number}", {"state": "closed"}).json["state"]
    assert "open" == call("PATCH", f"{BASE}/pulls/{number}", {"state": "open"}).json["state"]
    call("PATCH", f"{BASE}/pulls/{number}", {"state": "closed"})
    clone.git("commit", "--quiet", "--amend", "-m", "Other")
    clone.git("push", "--quiet", "--force", "origin", "exp/proposals")
    refusal = call("PATCH", f"{BASE}/pulls/{number}", {"state": "open"})

    told = "state cannot be changed. The exp/proposals branch was force-pushed or recreated."
    assert (422, told) == (refusal.status, refusal.json["errors"][0]["message"])


def test_a_base_that_comes_to_hold_the_head_merges_the_pull_request(repo, call, clone):
    number = opened(call)
    clone.git("push", "--quiet", "origin", "exp/proposals:main")
    told = call("GET", f"{BASE}/pulls/{number}").json

    assert (True, clone.rev("exp/proposals")) == (told["merged"], told["merge_commit_sha"])


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
def test_each_way_to_merge_is_found_by_its_commit(hub, repo, call, clone, how):
    number = opened(call)
    clone.commit("Propose more", {"experiences/b.yaml": "id: b\n"})
    clone.git("push", "--quiet", "origin", "exp/proposals")
    base = repo.git.branch("main")
    tip = repo.merge(number, how, by="rex")
    told = call("GET", f"{BASE}/pulls/{number}").json

    assert [number] == [one["number"] for one in call("GET", f"{BASE}/commits/{tip}/pulls").json]
    assert ("closed", True, tip, "rex") == (
        told["state"],
        told["merged"],
        told["merge_commit_sha"],
        told["merged_by"]["login"],
    )
    assert {"merge": 3, "squash": 1, "rebase": 2}[how] == len(repo.git.between(base, tip))
    assert (2, ["experiences/a.yaml", "experiences/b.yaml"]) == (
        told["commits"],
        [one["filename"] for one in call("GET", f"{BASE}/pulls/{number}/files").json],
    )


def test_a_conflict_is_told(repo, call):
    number = repo.pull("Mine", None, "ada", {"a.txt": "mine\n"})
    repo.commit("Theirs", {"a.txt": "theirs\n"})
    told = call("GET", f"{BASE}/pulls/{number}").json

    assert (False, "dirty", None) == (told["mergeable"], told["mergeable_state"], told["merge_commit_sha"])


def test_a_comment_moves_with_its_line_until_that_is_changed(repo, call):
    number = repo.pull(
        "Mine", None, "ada", {"a.txt": LINES.replace("line 4", "four").replace("line 9", "nine")}
    )
    for line in (4, 9):
        repo.line_comment(number, "rex", "a.txt", line, f"On {line}.")
    first = call("GET", f"{BASE}/pulls/{number}/comments").json
    changed = "line 0\n" + LINES.replace("line 4", "four").replace("line 9", "neuf")
    repo.push(number, {"a.txt": changed}, "Renumber")
    after = call("GET", f"{BASE}/pulls/{number}/comments").json

    assert [(4, 4, 5), (9, 9, 11)] == [(one["line"], one["original_line"], one["position"]) for one in first]
    assert [(5, 4), (None, 9)] == [(one["line"], one["original_line"]) for one in after]
    assert [False, True] == [one["position"] is None for one in after]
    assert first[0]["diff_hunk"] == "@@ -1,12 +1,12 @@\n line 1\n line 2\n line 3\n-line 4\n+four"
    assert {repo.the_pull(number).head} == {one["commit_id"] for one in after}


def test_a_comment_can_stand_on_a_line_that_is_taken_out(repo, call):
    number = repo.pull("Mine", None, "ada", {"a.txt": LINES.replace("line 4\n", "")})
    repo.line_comment(number, "rex", "a.txt", 4, "Why?", side="LEFT")
    [told] = call("GET", f"{BASE}/pulls/{number}/comments").json

    assert ("LEFT", 4, "-line 4") == (told["side"], told["line"], told["diff_hunk"].splitlines()[-1])


def test_a_commit_that_names_a_pull_request_stands_in_its_timeline(repo, call, clone):
    number = opened(call)
    repo.commit(f"Take part of #{number} back", {"b.txt": "b\n"})

    assert ["committed", "referenced"] == events(call, number)


def test_files_tell_what_became_of_them(repo, call):
    repo.commit("More", {"old.txt": LINES * 2, "gone.txt": "gone\n", "bin": b"\0\1"})
    changes = {
        "old.txt": None,
        "new.txt": LINES * 2 + "x\n",
        "gone.txt": None,
        "bin": b"\0\2",
        "a.txt": LINES + "x\n",
    }
    number = repo.pull("Mine", None, "ada", changes)
    told = {one["filename"]: one for one in call("GET", f"{BASE}/pulls/{number}/files").json}

    assert {"a.txt": "modified", "bin": "modified", "gone.txt": "removed", "new.txt": "renamed"} == {
        name: one["status"] for name, one in told.items()
    }
    assert "old.txt" == told["new.txt"]["previous_filename"]
    assert "patch" not in told["bin"]
    assert "@@ -10,3 +10,4 @@ line 9\n line 10\n line 11\n line 12\n+x" == told["a.txt"]["patch"]


def test_a_pull_request_of_a_fork_has_its_branch_elsewhere(repo, call):
    number = repo.pull("From afar", None, "eve", {"b.txt": "b\n"}, "fix", fork=True)
    told = call("GET", f"{BASE}/pulls/{number}").json

    assert ("eve:fix", "eve/rocket", True) == (
        told["head"]["label"],
        told["head"]["repo"]["full_name"],
        told["head"]["repo"]["fork"],
    )
    assert repo.git.branch("fix") is None
    repo.push(number, {"b.txt": "c\n"}, "More")
    assert 2 == call("GET", f"{BASE}/pulls/{number}").json["commits"]
    repo.hub.forget("eve")
    told = call("GET", f"{BASE}/pulls/{number}").json
    assert (None, None) == (told["head"]["repo"], told["user"])


def test_a_protected_branch_and_the_refs_of_pull_requests_take_no_push(repo, call, clone):
    number = opened(call)
    repo.git.protect("refs/heads/main")
    for ref in ("refs/heads/main", f"refs/pull/{number}/head"):
        with pytest.raises(AssertionError, match="rejected"):
            clone.git("push", "--force", "origin", f"HEAD~0:{ref}")
    clone.git("push", "--quiet", "--atomic", "origin", "HEAD:refs/exp/ledger")

    assert ["refs/heads/exp/proposals", "refs/exp/ledger"] == [one.ref for one in repo.pushes]


def pushing(clone, hub, token):
    word = base64.b64encode(f"x-access-token:{token}".encode()).decode()
    return ("-c", f"http.{hub.url}/.extraHeader=AUTHORIZATION: basic {word}", "push", "--quiet")


def test_over_http_a_push_needs_a_token_that_may_write(hub, repo, call, clone):
    number = opened(call)
    clone.commit("Propose more", {"experiences/b.yaml": "id: b\n"})
    hub.token("reads")
    for token, told in (
        ("reads", "403"),
        ("unknown", "Authentication|could not read"),
    ):
        with pytest.raises(AssertionError, match=told):
            clone.git(*pushing(clone, hub, token), repo.http_remote, "exp/proposals")
    clone.git(*pushing(clone, hub, "of-a-job"), repo.http_remote, "exp/proposals")

    assert 2 == call("GET", f"{BASE}/pulls/{number}").json["commits"]
    assert {"of-a-job", "reads", "unknown"} == {one.token for one in hub.git_calls}


def test_the_answer_to_a_push_can_be_lost(hub, repo, call, clone):
    tip = clone.commit("Propose more", {"experiences/b.yaml": "id: b\n"})
    hub.git_answered_then_drop(2)
    with pytest.raises(AssertionError, match=r"failed to push|hung up|RPC failed"):
        clone.git(*pushing(clone, hub, "of-a-job"), repo.http_remote, "exp/proposals")

    assert tip == repo.git.branch("exp/proposals")
