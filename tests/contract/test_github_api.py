"""The client of GitHub's API against the double: what it sends, keeps, waits for, tries again, and says of a refusal."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_content import Budget
from gitexp.adapters.github_api_errors import (
    Forbidden,
    Invalid,
    Missing,
    RateLimited,
    Unauthorized,
    Unsure,
)
from gitexp.errors import OutsideError, RepositoryError
from support.github_double import GithubDouble

SECRET = "ghs" + "_" + "a1b2c3d4e5f6a1b2c3d4"
WRITING = {"contents": "write", "pull_requests": "write", "issues": "write"}


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path / "hub") as double:
        repo = double.repo("acme/rocket")
        repo.user("rex", "write")
        repo.user("ada")
        repo.pull("Refuel in flight", "Refuels the rocket.", "ada", {"valve.py": "close()\n"})
        double.token(SECRET, permissions=WRITING)
        double.limits.set(5000)
        yield double


class Waiting:
    """Stands for sleep and clock: remembers the waits, and lets the double's time pass by them."""

    def __init__(self, hub):
        self.hub = hub
        self.slept = []
        self.said = []

    def sleep(self, seconds):
        self.slept.append(round(seconds))
        self.hub.clock.advance(seconds=seconds)

    def clock(self):
        return self.hub.clock.now.timestamp()


@pytest.fixture
def waiting(hub):
    return Waiting(hub)


def api_of(hub, waiting, token=SECRET, folder=None, **more):
    return GithubApi(
        more.pop("url", hub.url),
        token,
        "acme/rocket",
        cache_folder=folder,
        tell=waiting.said.append,
        sleep=waiting.sleep,
        clock=waiting.clock,
        **more,
    )


@pytest.fixture
def api(hub, waiting):
    found = api_of(hub, waiting)
    yield found
    found.close()


# What is sent


def test_a_path_lies_below_the_repository_or_from_a_slash_on_at_the_root(hub, api):
    api.get("pulls/1", {"per_page": 5})
    api.get("/rate_limit")

    assert ["/repos/acme/rocket/pulls/1?per_page=5", "/rate_limit"] == [call.path for call in hub.calls]
    assert {SECRET} == {call.token for call in hub.calls}


def test_an_enterprise_is_asked_below_its_own_root(hub, waiting):
    api = api_of(hub, waiting, url=hub.enterprise_url)
    api.get("pulls/1")

    assert ["/api/v3/repos/acme/rocket/pulls/1"] == [call.path for call in hub.calls]
    assert f"{hub.url}/api/graphql" == api.graphql_url


def test_another_repository_is_counted_with_the_first(hub, api):
    hub.repo("acme/pump")
    api.get("")
    api.of("acme/pump").get("")

    assert 2 == api.calls == len(hub.calls)


def test_pygithub_is_imported_with_the_first_call_only():
    code = (
        "import sys; from gitexp.adapters.github_api import GithubApi;"
        "GithubApi('https://api.github.com', '', 'acme/rocket');"
        "print(sorted({'github', 'requests'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "[]" == done.stdout.strip()


# What is kept


def test_what_did_not_change_is_asked_for_and_not_sent_again(hub, waiting, tmp_path):
    first = api_of(hub, waiting, folder=tmp_path / "kept").get("pulls/1")
    left = hub.limits.left(hub.tokens[SECRET], "core").remaining
    again = api_of(hub, waiting, folder=tmp_path / "kept").get("pulls/1")

    assert first == again
    assert [200, 304] == [call.status for call in hub.calls]
    assert left == hub.limits.left(hub.tokens[SECRET], "core").remaining


def test_a_page_that_was_kept_leads_to_the_next_one(hub, waiting, tmp_path):
    for number in range(120):
        hub.repo("acme/rocket").comment(1, "ada", f"Comment {number}")
    counts = [
        len(api_of(hub, waiting, folder=tmp_path / "kept").listed("issues/1/comments").items)
        for _ in range(2)
    ]

    assert [120, 120] == counts
    assert [200, 200, 304, 304] == [call.status for call in hub.calls]


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"form": "answer 1"}', b"[" * 100_000])
def test_a_damaged_file_counts_as_not_there(hub, waiting, tmp_path, damage):
    folder = tmp_path / "kept"
    first = api_of(hub, waiting, folder=folder).get("pulls/1")
    [file] = folder.iterdir()
    file.write_bytes(damage)
    again = api_of(hub, waiting, folder=folder).get("pulls/1")

    assert first == again
    assert [200, 200] == [call.status for call in hub.calls]


def test_a_file_under_the_name_of_another_answer_is_not_taken_for_it(hub, waiting, tmp_path):
    folder = tmp_path / "kept"
    api = api_of(hub, waiting, folder=folder)
    api.get("pulls/1")
    [first] = folder.iterdir()
    api.get("")
    [second] = set(folder.iterdir()) - {first}
    first.replace(second)

    assert "acme/rocket" == api.get("")["full_name"]
    assert 200 == hub.calls[-1].status


def test_what_is_kept_is_private_to_the_user(hub, waiting, tmp_path):
    api_of(hub, waiting, folder=tmp_path / "kept").get("pulls/1")
    [file] = (tmp_path / "kept").iterdir()

    assert (0o700, 0o600) == (file.parent.stat().st_mode & 0o777, file.stat().st_mode & 0o777)
    assert SECRET not in file.read_text()


def test_a_list_is_read_up_to_so_many_pages_and_it_is_told_that_there_is_more(hub, api):
    for number in range(201):
        hub.repo("acme/rocket").comment(1, "ada", f"Comment {number}")
    some, whole = api.listed("issues/1/comments", most=2), api.listed("issues/1/comments", most=3)

    assert (200, True) == (len(some.items), some.cut)
    assert (201, False) == (len(whole.items), whole.cut)


# Rate limits


def test_a_short_wait_for_the_hour_to_end_is_waited_and_said(hub, api, waiting):
    hub.limits.set(0, reset=int(waiting.clock()) + 40)
    hub.before(lambda call: hub.limits.lift() if len(hub.calls) == 2 else None)
    answer = api.get("pulls/1")

    assert "Refuel in flight" == answer["title"]
    assert [41] == waiting.slept
    [said] = waiting.said
    assert "the rate limit is used up; waiting 41 s, until 2024-05-01 12:00:" in said


def test_a_long_wait_is_an_error_that_says_until_when_and_that_the_next_run_goes_on(hub, api, waiting):
    hub.limits.set(0, reset=int(waiting.clock()) + 1800)

    with pytest.raises(RateLimited) as caught:
        api.get("pulls/1")
    assert 4 == caught.value.exit_code
    assert "is used up until 2024-05-01 12:30:" in str(caught.value)
    assert "run it again then: what was read is kept" in str(caught.value)
    assert [] == waiting.slept


@pytest.mark.parametrize("status", [403, 429])
def test_haste_is_answered_by_waiting_as_long_as_github_asks(hub, api, waiting, status):
    hub.limits.secondary(retry_after=7, status=status)
    api.get("pulls/1")

    assert [7] == waiting.slept
    assert "the secondary rate limit is used up; waiting 7 s" in waiting.said[0]


def test_a_write_that_was_refused_for_haste_is_made_again(hub, api, waiting):
    hub.limits.secondary(retry_after=3)
    api.post("issues/1/comments", {"body": "Once."})

    assert ["Once."] == [one.body for one in hub.repo("acme/rocket").comments.values()]


def test_who_never_gets_through_gives_up(hub, api, waiting):
    hub.limits.secondary(times=100, retry_after=2)

    with pytest.raises(RateLimited):
        api.get("pulls/1")
    assert [2, 2, 2, 2, 2] == waiting.slept


def test_the_limit_of_graphql_comes_as_an_error_in_an_answer_that_went_well(hub, api, waiting):
    hub.limits.set(0, "graphql", reset=int(waiting.clock()) + 1800)

    with pytest.raises(RateLimited):
        api.graphql("query { viewer { login } }", {})


def test_what_is_left_costs_nothing_to_ask(hub, api):
    hub.limits.set(17)

    assert Budget(17, 5000, hub.limits.left(None, "core").reset) == api.budget()
    assert 17 == hub.limits.left(None, "core").remaining


# Failures


@pytest.mark.parametrize("how", ["drop", "500", "502", "503"])
def test_a_question_is_asked_again_where_the_answer_was_lost(hub, api, waiting, how):
    hub.fail_at(1, how)
    hub.fail_at(2, how)

    assert "Refuel in flight" == api.get("pulls/1")["title"]
    assert (3, [1, 2]) == (api.calls, waiting.slept)


def test_a_server_that_stays_broken_is_said_after_four_tries(hub, api, waiting):
    for call in range(1, 5):
        hub.fail_at(call, "502")

    with pytest.raises(OutsideError) as caught:
        api.get("pulls/1")
    assert "does not answer (502); run it again later: what was read is kept" in str(caught.value)
    assert [1, 2, 4] == waiting.slept


@pytest.mark.parametrize("lose", [lambda hub: hub.answered_then_drop(1), lambda hub: hub.fail_at(1, "502")])
def test_a_write_whose_answer_was_lost_is_never_made_again(hub, api, waiting, lose):
    lose(hub)

    with pytest.raises(Unsure) as caught:
        api.post("issues/1/comments", {"body": "Once."})
    assert "may have been written, or not" in str(caught.value)
    assert (1, []) == (len(hub.calls), waiting.slept)


def test_where_nobody_listens_nothing_was_written_and_it_is_said():
    slept: list[float] = []
    with socket.socket() as nobody:  # bound, and not listening
        nobody.bind(("127.0.0.1", 0))
        api = GithubApi(
            f"http://127.0.0.1:{nobody.getsockname()[1]}", SECRET, "acme/rocket", sleep=slept.append
        )

        with pytest.raises(OutsideError, match=r"does not answer \(no connection\)") as caught:
            api.post("issues/1/comments", {"body": "Once."})
    assert not isinstance(caught.value, Unsure)
    assert [1, 2, 4] == slept


# Refusals


def refused(kind, ask):
    with pytest.raises(kind) as caught:
        ask()
    line = str(caught.value)
    assert "\n" not in line and len(line) < 500 and SECRET not in line
    return caught.value


def test_a_token_that_is_no_good(hub, waiting):
    error = refused(Unauthorized, lambda: api_of(hub, waiting, "ghs_wrong").get("pulls/1"))

    assert (3, 401) == (error.exit_code, error.status)
    assert error.where.endswith("/repos/acme/rocket/pulls/1")
    assert ("refuses the token (401: Bad credentials)", "set GITHUB_TOKEN anew") == (error.what, error.mend)


@pytest.mark.parametrize(
    ("path", "permission"),
    [("issues/1/comments", "pull-requests: write"), ("pulls", "pull-requests: write")],
)
def test_a_permission_that_is_missing_is_named(hub, waiting, path, permission):
    hub.token("reader", permissions={"contents": "read"})
    body = {"body": "Hello", "title": "T", "head": "patch-1", "base": "main"}
    error = refused(Forbidden, lambda: api_of(hub, waiting, "reader").post(path, body))

    assert f"give the job of the workflow `permissions:` with `{permission}`" == error.mend
    assert "Resource not accessible by integration" == error.said


def test_a_setting_that_forbids_to_open_pull_requests_is_named(hub, api):
    hub.repo("acme/rocket").can_create_pull_requests = False
    error = refused(Forbidden, lambda: api.post("pulls", {"title": "T", "head": "patch-1", "base": "main"}))

    assert "Allow GitHub Actions to create and approve pull requests" in error.mend


def test_what_is_not_there(hub, api):
    error = refused(Missing, lambda: api.get("pulls/99"))

    assert (2, 404, "Not Found") == (error.exit_code, error.status, error.said)


def test_what_github_holds_against_a_field_is_told(hub, api):
    error = refused(Invalid, lambda: api.post("pulls", {"title": "T", "head": "patch-1", "base": "main"}))

    assert "Validation Failed: A pull request already exists for acme:patch-1." == error.said


def test_without_a_token_it_is_said_how_to_set_one(hub, waiting):
    hub.repo("acme/rocket").private = True
    error = refused(Missing, lambda: api_of(hub, waiting, "").get("pulls/1"))

    assert "a private one needs GITHUB_TOKEN" == error.mend


# Addresses


@pytest.mark.parametrize(
    "url",
    [
        "http://github.example.com",
        "ftp://127.0.0.1",
        "https://me:word@github.example.com",
        "https://github.example.com?x=1",
        "github.example.com",
        "https://git hub",
        "https://:80",
        "https://host:port",
    ],
)
def test_no_token_goes_to_an_address_that_is_none_or_not_encrypted(url):
    with pytest.raises(RepositoryError) as caught:
        GithubApi(url, SECRET, "acme/rocket")
    assert "GITHUB_API_URL" == caught.value.where


def test_graphql_at_another_host_gets_no_token():
    with pytest.raises(RepositoryError):
        GithubApi("https://api.github.com", SECRET, "a/b", graphql_url="https://api.example.com/graphql")


def test_a_token_that_can_not_stand_in_a_header_is_refused_and_not_shown():
    with pytest.raises(RepositoryError) as caught:
        GithubApi("https://api.github.com", "word\nHost: example.com", "acme/rocket")
    assert "word" not in str(caught.value)
