"""The double of GitHub on the wire: pages, ETags, both rate limits, faults, mails; one call at a time."""

from __future__ import annotations

import http.client

import pytest

from support.github_double import Dropped, GithubDouble
from support.github_double.caller import Caller

BASE = "/repos/acme/rocket"
ALL = dict.fromkeys(("contents", "pull_requests", "issues", "actions"), "write")


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path) as double:
        yield double


@pytest.fixture
def repo(hub):
    made = hub.repo("acme/rocket", {"valve.py": "open()\nwait()\nclose()\n", "README.md": "# Rocket\n"})
    made.user("ada", "read", name="Ada Author")
    made.user("rex", "maintain")
    return made


@pytest.fixture
def call(hub):
    return Caller(hub, hub.token("of-a-job", permissions=ALL))


def test_lists_come_in_pages_with_whole_addresses(hub, repo, call):
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"})
    for count in range(7):
        repo.comment(number, "ada", f"word {count}")
    found, address = [], f"{hub.enterprise_url}{BASE}/issues/{number}/comments?per_page=3"
    while address:
        told = call("GET", address)
        found += [one["body"] for one in told.json]
        address = told.links.get("next")

    assert [f"word {count}" for count in range(7)] == found
    assert {"prev", "first"} == set(told.links)
    first = call("GET", f"{BASE}/issues/{number}/comments?per_page=3").links
    assert f"{hub.url}/repositories/{repo.id}/issues/{number}/comments?per_page=3&page=2" == first["next"]
    assert first["last"].endswith("page=3")
    assert [] == call("GET", f"{BASE}/issues/{number}/comments?page=9").json


def test_pull_requests_are_found_by_state_head_base_and_order(repo, call):
    one, two, three = (repo.pull(name, None, "ada", {name: "x\n"}, f"b-{name}") for name in ("a", "b", "c"))
    repo.close(two)
    repo.comment(one, "ada", "late word")

    def numbers(query):
        return [pull["number"] for pull in call("GET", f"{BASE}/pulls?{query}").json]

    assert [three, one] == numbers("")
    assert [three, two, one] == numbers("state=all")
    assert [two] == numbers("state=closed")
    assert [one] == numbers("head=acme:b-a")
    assert [three, one] == numbers("head=b-a")  # without an owner GitHub filters nothing
    assert [] == numbers("base=other")
    assert [three, one] == numbers("sort=updated")
    assert [one, three] == numbers("sort=updated&direction=desc")


def test_what_did_not_change_is_not_sent_again_and_costs_nothing(hub, repo, call):
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"})
    first = call("GET", f"{BASE}/pulls/{number}")
    again = call("GET", f"{BASE}/pulls/{number}", If_None_Match=first.headers["ETag"])

    assert (304, b"") == (again.status, again.content)
    assert ["999", "999"] == [one.headers["X-RateLimit-Remaining"] for one in (first, again)]
    repo.comment(number, "rex", "new")
    assert 200 == call("GET", f"{BASE}/pulls/{number}", If_None_Match=first.headers["ETag"]).status


@pytest.mark.parametrize("status", [403, 429])
def test_the_hourly_limit_refuses_until_it_is_reset(hub, repo, call, status):
    hub.limits.set(1, reset=1714568400, status=status)

    assert [200, status] == [call("GET", BASE).status for _ in range(2)]
    told = call("GET", BASE)
    assert ("0", "1714568400") == (told.headers["X-RateLimit-Remaining"], told.headers["X-RateLimit-Reset"])
    assert told.json["message"].startswith("API rate limit exceeded")
    assert 200 == call("GET", "/rate_limit").status
    hub.limits.lift()
    assert 200 == call("GET", BASE).status


def test_haste_is_refused_with_a_time_to_wait(hub, repo, call):
    hub.limits.secondary(at=2, times=2, retry_after=7)
    told = [call("GET", BASE) for _ in range(4)]

    assert [200, 403, 403, 200] == [one.status for one in told]
    assert "7" == told[1].headers["Retry-After"]
    assert "secondary rate limit" in told[1].json["message"]


def test_a_call_can_fail_before_it_is_done_or_lose_its_answer_after(hub, repo, call):
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"})
    path = f"{BASE}/issues/{number}/comments"
    hub.fail_at(1, "502")
    hub.fail_at(2)
    hub.answered_then_drop(3)

    assert 502 == call("POST", path, {"body": "one"}).status
    for body in ("two", "three"):
        with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
            call("POST", path, {"body": body})
    assert ["three"] == [one["body"] for one in call("GET", path).json]
    assert [502, 0, 201, 200] == [one.status for one in hub.calls]


def test_a_test_is_called_before_and_after_each_call(hub, repo, call):
    seen = []
    hub.before(lambda one: seen.append(("before", one.order, one.status)))
    hub.after(lambda one: seen.append(("after", one.order, one.status)))
    call("GET", BASE)
    assert [("before", 1, 0), ("after", 1, 200)] == seen

    def drops(one):
        raise Dropped

    hub.before(drops)
    with pytest.raises((http.client.RemoteDisconnected, ConnectionError)):
        call("GET", BASE)


def test_mails_go_out_for_news_and_not_for_edits_or_reactions(hub, repo, call):
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"}, "a-branch")
    said = call("POST", f"{BASE}/issues/{number}/comments", {"body": "word"}).json["id"]
    repo.push(number, {"a.py": "2\n"}, "More")
    before = [one.kind for one in hub.notifications]
    call("PATCH", f"{BASE}/issues/comments/{said}", {"body": "other"})
    call("POST", f"{BASE}/issues/comments/{said}/reactions", {"content": "eyes"})
    call("PATCH", f"{BASE}/pulls/{number}", {"title": "T", "body": "B"})

    assert ["opened", "comment", "push"] == before == [one.kind for one in hub.notifications]


def test_what_a_text_pings_links_and_closes_is_noted(hub, repo, call):
    issue = repo.issue("Leaks", None, "ada")
    body = (
        f"@ada, see #{issue}, fixes acme/rocket#{issue}; `@rex #1` <!-- @rex -->\n```\n@rex\n```\nnot a@b.de"
    )
    number = repo.pull("A change", body, "eve", {"a.py": "1\n"})

    assert [("mention", "ada"), ("number", "acme/rocket#1"), ("closes", "acme/rocket#1")] == [
        (one.kind, one.to) for one in hub.references if one.number == number
    ]
    [linked] = call("GET", f"{BASE}/issues/{issue}/timeline").json
    assert ("cross-referenced", number) == (linked["event"], linked["source"]["issue"]["number"])
    repo.merge(number)
    assert "closed" == repo.issues[issue].state


def test_time_stands_still_but_for_what_happens(hub, repo, call):
    hub.clock.set("2024-06-01T00:00:00Z")
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"})
    hub.clock.advance(days=7)
    said = repo.comment(number, "ada", "late")
    repo.edit_comment(said, "later", at="2024-07-01T00:00:00Z")
    told = call("GET", f"{BASE}/issues/comments/{said}").json

    assert "2024-06-08T00:00:0" == told["created_at"][:18]
    assert ("later", "2024-07-01T00:00:00Z") == (told["body"], told["updated_at"])


def test_the_environment_of_a_job_names_the_double(hub, repo):
    usual, enterprise = (hub.environment(repo, "t", enterprise=one) for one in (False, True))

    assert [hub.url, f"{hub.url}/graphql", "https://github.com"] == [
        usual[f"GITHUB_{name}"] for name in ("API_URL", "GRAPHQL_URL", "SERVER_URL")
    ]
    assert [f"{hub.url}/api/v3", f"{hub.url}/api/graphql", hub.url] == [
        enterprise[f"GITHUB_{name}"] for name in ("API_URL", "GRAPHQL_URL", "SERVER_URL")
    ]
    assert repo.git.branch("main") == usual["GITHUB_SHA"]
