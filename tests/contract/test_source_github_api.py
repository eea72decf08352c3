"""The sources `pr:` and `prs:` against the double: what is read in which order, what is skipped, how a run goes on."""

from __future__ import annotations

import threading
from collections.abc import Generator
from datetime import UTC, datetime

import pytest

from contract.test_github_api import SECRET, Waiting, api_of
from gitexp.adapters.github_api_ahead import NAME
from gitexp.adapters.github_api_errors import Missing, RateLimited
from gitexp.adapters.github_api_pulls import PullRequests
from gitexp.adapters.source_github_api import AHEAD, PullRequestSource, PullRequestsSource
from gitexp.adapters.source_github_api_kept import KeptPulls
from gitexp.adapters.source_github_api_names import One, Pulls, parsed
from gitexp.errors import UsageError
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped
from support.github_double import GithubDouble

SINCE = datetime(2024, 1, 1, tzinfo=UTC)
OWN = "is a proposal of exp itself: nothing is learnt from it"


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path / "hub") as double:
        double.repo("acme/rocket").user("rex", "write")
        double.token(SECRET, permissions={"contents": "write", "pull_requests": "write"})
        yield double


@pytest.fixture
def repo(hub):
    return hub.repo("acme/rocket")


@pytest.fixture
def waiting(hub):
    return Waiting(hub)


@pytest.fixture
def reader(hub, waiting, tmp_path):
    api = api_of(hub, waiting)
    yield PullRequests(api, "acme/rocket", kept=KeptPulls(tmp_path / "pulls"))
    api.close()


def merged(repo, count, begin=0):
    """Merge so many pull requests and return their numbers."""
    numbers = []
    for number in range(begin, begin + count):
        numbers.append(repo.pull(f"Change {number}", f"It is {number}.", "ada", {f"src/{number}.py": "x\n"}))
        repo.merge(numbers[-1])
    return numbers


def read(source):
    found = list(source.discussions())
    return (
        [one.number for one in found if isinstance(one, Discussion)],
        [one for one in found if isinstance(one, Skipped)],
    )


# Names


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("pr:12", One(12)),
        ("pr:#12", One(12)),
        ("pr:acme/rocket#7", One(7, "acme/rocket")),
        ("prs:since=2024-01-01", Pulls(SINCE)),
        ("prs:since=2024-01-01T00:00:00Z,limit=50", Pulls(SINCE, None, 50)),
        (
            "prs:until=2024-02-01,since=2024-01-01",
            Pulls(SINCE, datetime(2024, 2, 1, 23, 59, 59, 999999, tzinfo=UTC)),
        ),
        (
            "prs:since=2024-01-01,until=2024-02-01T12:00:00Z",
            Pulls(SINCE, datetime(2024, 2, 1, 12, tzinfo=UTC)),
        ),
    ],
)
def test_a_name_says_what_is_read(name, expected):
    assert expected == parsed(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "pr:",
            "pr:0",
            "pr:-1",
            "pr:twelve",
            "pr:12345678901",
            "pr:rocket#7",
            "pr:../..#7",
            "pr:a/b/c#7",
            "pr:7#",
        ),
        *("prs:", "prs:all", "prs:limit=3", "prs:since=", "prs:since=yesterday", "prs:since=2024-13-01"),
        *("prs:since=2024-01-01,limit=0", "prs:since=2024-01-01,limit=x", "prs:since=2024-01-01,page=2"),
        *(
            "prs:since=2024-01-01,since=2024-01-02",
            "prs:since=2024-02-01,until=2024-01-01",
            "prs:since=2024-01-01,",
        ),
    ],
)
def test_a_name_that_is_written_in_another_way_is_refused_with_an_example(name):
    with pytest.raises(UsageError) as caught:
        parsed(name)
    assert caught.value.mend


# One


def test_one_pull_request_is_read_by_its_number(repo, reader):
    [number] = merged(repo, 1)

    assert ([number], []) == read(PullRequestSource(reader, number))


@pytest.mark.parametrize(("draft", "state"), [(False, "open"), (True, "a draft")])
def test_one_that_is_not_merged_is_read_where_it_is_named_and_that_is_said(repo, reader, draft, state):
    number = repo.pull("Refuel", "It does.", "ada", {"a.py": "a\n"})
    repo.the_pull(number).draft = draft

    told = Skipped("acme/rocket#1", f"is not merged yet: it is {state}", bad=False)
    assert ([number], [told]) == read(PullRequestSource(reader, number))


def test_one_that_is_not_there_is_an_error(repo, reader):
    with pytest.raises(Missing):
        read(PullRequestSource(reader, 7))


def a_proposal(repo, **changes):
    asked = {
        "title": "Proposed experiences",
        "body": "<!-- exp:proposal v1 base=1 head=2 -->",
        "author": "github-actions[bot]",
        "files": {"src/other.py": "x\n"},
        "head": "exp/proposals",
        **changes,
    }
    number = repo.pull(**asked)
    repo.merge(number)
    return number


@pytest.mark.parametrize(
    "changes",
    [{}, {"head": "patch-9", "body": "", "files": {"experiences/general/a-0123456789.yaml": "id: a\n"}}],
)
def test_what_exp_itself_proposed_teaches_nothing(repo, reader, changes):
    number = a_proposal(repo, **changes)

    told = [Skipped(f"acme/rocket#{number}", OWN, bad=False)]
    assert ([], told) == read(PullRequestSource(reader, number))
    assert ([], told) == read(PullRequestsSource(reader, Pulls(SINCE)))


@pytest.mark.parametrize(
    "changes",
    [{"body": "By hand."}, {"head": "mine"}, {"fork": True}],
    ids=["no marker", "another branch", "a fork"],
)
def test_what_only_looks_like_it_is_read(repo, reader, changes):
    number = a_proposal(repo, **changes)

    assert ([number], []) == read(PullRequestsSource(reader, Pulls(SINCE)))


# Many


def test_all_that_merged_are_read_in_the_order_of_their_merges(repo, reader):
    numbers = merged(repo, 12)
    repo.pull("Open", "", "ada", {"b.py": "b\n"})
    told: list[str] = []

    assert (numbers, []) == read(PullRequestsSource(reader, Pulls(SINCE), tell=told.append))
    assert [f"read pull request {done} of 12" for done in range(1, 13)] == told


def test_the_oldest_come_first_where_there_is_a_limit(repo, reader):
    numbers = merged(repo, 5)

    assert (numbers[:2], []) == read(PullRequestsSource(reader, Pulls(SINCE, limit=2)))


def test_more_than_twenty_are_announced_with_what_they_cost_and_what_is_left(hub, repo, reader):
    merged(repo, 21)
    hub.limits.set(900, reset=int(datetime(2024, 5, 1, 13, tzinfo=UTC).timestamp()))
    said: list[str] = []
    next(PullRequestsSource(reader, Pulls(SINCE), note=said.append).discussions())

    assert [
        "21 pull requests of acme/rocket: about 147 calls at most; "
        "899 of 5000 are left until 2024-05-01 13:00:00 UTC"
    ] == said


def test_no_more_are_read_ahead_than_are_soon_asked_for(hub, repo, reader):
    merged(repo, 2 * AHEAD + 4)
    stream = PullRequestsSource(reader, Pulls(SINCE)).discussions()
    assert isinstance(stream, Generator)
    next(stream)
    stream.close()
    read_so_far = {call.path for call in hub.calls if call.path.endswith("/reviews?per_page=100")}

    assert len(read_so_far) <= AHEAD


def test_one_that_is_gone_costs_only_itself(hub, repo, reader):
    first, gone, last = merged(repo, 3)
    hub.after(lambda call: repo.issues.pop(gone, None))
    numbers, [skip] = read(PullRequestsSource(reader, Pulls(SINCE)))

    assert [first, last] == numbers
    assert (True, True) == (skip.bad, skip.where.endswith(f"/pulls/{gone}"))


def test_a_run_that_was_stopped_goes_on_where_it_was(hub, repo, reader, tmp_path):
    numbers = merged(repo, 20)
    source = PullRequestsSource(reader, Pulls(SINCE))
    hub.limits.set(1 + 10 * 4 + 3)  # the list, ten pull requests of four REST calls each, and a part of one
    with pytest.raises(RateLimited):
        read(source)
    for thread in threading.enumerate():
        if thread.name == NAME:
            thread.join(10)  # a process would end here and leave them
    hub.limits.lift()
    kept = len(list((tmp_path / "pulls").iterdir()))
    hub.calls.clear()

    assert (numbers, []) == read(source)
    assert 1 + 5 * (20 - kept) == len(hub.calls)
    assert 7 <= kept <= 10  # four are read at a time


def test_a_second_run_asks_for_the_list_alone(hub, repo, reader):
    numbers = merged(repo, 6)
    read(PullRequestsSource(reader, Pulls(SINCE)))
    hub.calls.clear()

    assert (numbers, []) == read(PullRequestsSource(reader, Pulls(SINCE)))
    assert 1 == len(hub.calls)
