"""The double of GitHub asked by GraphQL: the queries used, other reasonable ones, and the errors of wrong ones."""

from __future__ import annotations

import pytest

from support.github_double import GithubDouble
from support.github_double.caller import Caller
from support.github_double.graphql_reader import Enum, Unreadable, Variable, read

WRITING = {"contents": "write", "pull_requests": "write"}
START = 'query { repository(owner: "acme", name: "rocket") { %s } }'


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path) as double:
        yield double


@pytest.fixture
def repo(hub):
    made = hub.repo("acme/rocket", {"a.txt": "one\ntwo\n"})
    made.user("ada", "write")
    made.user("adalbert", "admin")
    made.user("rex", "maintain", name="Mr. Rex")
    made.user("eve", "read")
    return made


@pytest.fixture
def call(hub):
    return Caller(hub, hub.token("writes", permissions=WRITING))


@pytest.fixture
def number(repo):
    number = repo.pull("A change", "Because.", "ada", {"a.txt": "one\n2\n"}, "a-branch")
    repo.line_comment(number, "rex", "a.txt", 2, "Why?")
    root = repo.line_comment(number, "rex", "a.txt", 1, "And this?")
    repo.line_comment(number, "ada", "a.txt", 1, "So.", root)
    repo.resolve(root, "ada")
    repo.comment(number, "github-actions[bot]", "Hello.")
    repo.review(number, "rex", "APPROVED", "Fine.")
    repo.push(number, {"a.txt": "one\nII\n"}, "Better")
    return number


THREADS = """
query($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 1, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          isResolved isOutdated resolvedBy { login } path line originalLine
          comments(first: 5) { nodes { databaseId } }
        }
      }
    }
    u0: collaborators(query: "ada", first: 10) { edges { permission node { login } } }
    u1: collaborators(query: "Mr. R", first: 10) { edges { permission node { login } } }
    u2: collaborators(query: "eve", first: 10) { edges { permission node { login } } }
  }
}
"""


def test_threads_and_permissions_come_by_one_query(repo, call, number):
    asked = {"owner": "acme", "name": "rocket", "number": number}
    first = call.graph(THREADS, **asked)["data"]["repository"]
    page = first["pullRequest"]["reviewThreads"]
    after = page["pageInfo"]["endCursor"]
    second = call.graph(THREADS, **asked, after=after)["data"]["repository"]["pullRequest"]["reviewThreads"]
    [one], [other] = page["nodes"], second["nodes"]

    assert [True, False] == [each["pageInfo"]["hasNextPage"] for each in (page, second)]
    assert (False, True, None, None, 2) == tuple(
        one[name] for name in ("isResolved", "isOutdated", "resolvedBy", "line", "originalLine")
    )
    assert (True, False, {"login": "ada"}, 1, 1) == tuple(
        other[name] for name in ("isResolved", "isOutdated", "resolvedBy", "line", "originalLine")
    )
    assert 2 == len(other["comments"]["nodes"])
    assert [("ada", "WRITE"), ("adalbert", "ADMIN")] == sorted(
        (edge["node"]["login"], edge["permission"]) for edge in first["u0"]["edges"]
    )
    assert [("rex", "MAINTAIN")] == [(e["node"]["login"], e["permission"]) for e in first["u1"]["edges"]]
    assert [] == first["u2"]["edges"]


def test_a_token_that_may_not_push_sees_no_collaborators_and_the_rest_all_the_same(hub, repo, number):
    reader = Caller(hub, hub.token("reads"))
    told = reader.graph(THREADS, owner="acme", name="rocket", number=number)

    assert [("FORBIDDEN", ["repository", name]) for name in ("u0", "u1", "u2")] == [
        (one["type"], one["path"]) for one in told["errors"]
    ]
    assert told["data"]["repository"]["u0"] is None
    assert told["data"]["repository"]["pullRequest"]["reviewThreads"]["nodes"]


def test_names_of_bots_lose_their_ending_and_lost_accounts_are_null(hub, repo, call, number):
    hub.forget("ada")
    query = "pullRequest(number: %d) { author { login } comments(first: 5) { nodes { author { __typename login } } } }"
    told = call.graph(START % (query % number))["data"]["repository"]["pullRequest"]

    assert None is told["author"]
    assert [{"author": {"__typename": "Bot", "login": "github-actions"}}] == told["comments"]["nodes"]
    assert {"viewer": {"login": "github-actions[bot]"}} == call.graph("{ viewer { login } }")["data"]


def test_pull_requests_are_found_by_branch_state_and_order(repo, call, number):
    forked = repo.pull("From afar", None, "eve", {"b.txt": "b\n"}, "a-branch", fork=True)
    repo.merge(number)
    query = START % (
        'all: pullRequests(headRefName: "a-branch", first: 5, orderBy: {field: CREATED_AT, direction: DESC}) '
        "{ totalCount nodes { number state isCrossRepository merged headRefOid } } "
        'merged: pullRequests(headRefName: "a-branch", states: [MERGED], last: 1) { nodes { number } }'
    )
    told = call.graph(query)["data"]["repository"]

    assert 2 == told["all"]["totalCount"]
    assert [(forked, "OPEN", True, False), (number, "MERGED", False, True)] == [
        tuple(one[name] for name in ("number", "state", "isCrossRepository", "merged"))
        for one in told["all"]["nodes"]
    ]
    assert [{"number": number}] == told["merged"]["nodes"]


def test_fragments_aliases_directives_and_timelines_are_understood(repo, call, number):
    query = """
    query Named($with: Boolean = false) { repository(owner: "acme", name: "rocket") { ...Found } }
    fragment Found on Repository {
      again: pullRequest(number: %d) {
        title @skip(if: $with)
        body @include(if: $with)
        timelineItems(first: 50, itemTypes: [PULL_REQUEST_REVIEW, ISSUE_COMMENT, PULL_REQUEST_COMMIT]) {
          nodes {
            __typename
            ... on PullRequestReview { state }
            ... on PullRequestCommit { commit { messageHeadline author { user { login } } } }
            ... on IssueComment { ...Body }
          }
        }
      }
    }
    fragment Body on IssueComment { body lastEditedAt }
    """
    told = call.graph(query % number)["data"]["repository"]["again"]
    nodes = told["timelineItems"]["nodes"]

    assert {"title", "timelineItems"} == set(told)
    by_ada = {"messageHeadline": "A change", "author": {"user": {"login": "ada"}}}
    assert {"__typename": "PullRequestCommit", "commit": by_ada} == nodes[0]
    assert {"__typename": "IssueComment", "body": "Hello.", "lastEditedAt": None} in nodes
    assert {"__typename": "PullRequestReview", "state": "APPROVED"} in nodes


@pytest.mark.parametrize(
    ("query", "variables", "message"),
    [
        (
            START % "pullRequest(number: 1) { nothing }",
            {},
            "Field 'nothing' doesn't exist on type 'PullRequest'",
        ),
        (
            START % "pullRequests { nodes { number } }",
            {},
            "You must provide a `first` or `last` value to properly paginate the `pullRequests` connection.",
        ),
        (
            START % "pullRequests(first: 101) { nodes { number } }",
            {},
            "Requesting 101 records on the `pullRequests` connection exceeds the `first` limit of 100 records.",
        ),
        (START % "pullRequest { number }", {}, "Field 'pullRequest' is missing required arguments: number"),
        (
            START % 'pullRequest(number: "1") { number }',
            {},
            "Argument 'number' on Field 'pullRequest' has an invalid value ('1'). Expected type 'Int!'.",
        ),
        (
            START % "pullRequest(numbr: 1, number: 1) { number }",
            {},
            "Field 'pullRequest' doesn't accept argument 'numbr'",
        ),
        (START % "name { x }", {}, "Selections can't be made on scalars (field 'name' returns String)"),
        (
            START % "owner",
            {},
            "Field must have selections (field 'owner' returns Actor but has no selections."
            " Did you mean 'owner { ... }'?)",
        ),
        (
            "query($a: Int) { viewer { login } }",
            {},
            "Variable $a is declared by anonymous query but not used",
        ),
        (
            'query Q($n: Int) { repository(owner: "acme", name: "rocket") { pullRequest(number: $n) { id } } }',
            {"n": 1},
            "Type mismatch on variable $n and argument number (Int / Int!)",
        ),
        (
            'query Q($n: Int!) { repository(owner: "acme", name: "rocket") { pullRequest(number: $n) { id } } }',
            {"n": "1"},
            "Variable $n of type Int! was provided invalid value",
        ),
        (START % "...Gone", {}, "Fragment Gone was used, but not defined"),
        ("{ viewer { login }", {}, 'Expected NAME, actual: END ("(none)")'),
        ("", {}, "A query attribute must be specified and must be a string."),
    ],
)
def test_a_wrong_query_is_answered_by_its_error_alone(repo, call, query, variables, message):
    told = call.graph(query, **variables)

    assert [message] == [one["message"] for one in told["errors"]]
    assert "data" not in told


def test_too_many_possible_nodes_are_refused(repo, call):
    deep = "pullRequests(first: 100) { nodes { reviews(first: 100) { nodes { comments(first: 100) { nodes { id } } } } } }"
    [told] = call.graph(START % deep)["errors"]

    assert "MAX_NODE_LIMIT_EXCEEDED" == told["type"]


def test_what_is_not_there_is_null_with_its_reason(repo, call):
    told = call.graph(START % "name pullRequest(number: 9) { id }")

    assert {"repository": {"name": "rocket", "pullRequest": None}} == told["data"]
    assert ["NOT_FOUND"] == [one["type"] for one in told["errors"]]
    other = call.graph('{ repository(owner: "acme", name: "other") { name } }')
    assert {"repository": None} == other["data"]


def test_the_limit_of_graphql_is_its_own_and_says_so_with_status_200(hub, repo, call):
    hub.limits.set(1, "graphql")
    query = "{ rateLimit { remaining cost } viewer { login } }"

    assert {"remaining": 1, "cost": 1} == call.graph(query)["data"]["rateLimit"]
    assert ["RATE_LIMITED"] == [one["type"] for one in call.graph(query)["errors"]]
    assert 200 == call("GET", "/repos/acme/rocket").status


def test_without_a_token_nothing_is_answered(hub, repo):
    assert 401 == Caller(hub)("POST", "/graphql", {"query": "{ viewer { login } }"}).status
    told = Caller(hub, "writes")("POST", "/api/graphql", {"query": "{ viewer { login } }"})
    assert 401 == told.status


def test_values_of_each_kind_are_read():
    text = 'query Q($a: [Int!]! = [1]) { f(a: -1.5, b: "x\\n\\u00e9", c: [ONE, true], d: {e: null, f: $a}, g: """y"""), h }'
    [operation] = read(text).operations
    first, second = operation.selections

    assert ("Q", "[Int!]!", [1]) == (
        operation.name,
        operation.variables[0].type,
        operation.variables[0].default,
    )
    assert {
        "a": -1.5,
        "b": "x\né",
        "c": [Enum("ONE"), True],
        "d": {"e": None, "f": Variable("a")},
        "g": "y",
    } == first.arguments
    assert "h" == second.key


@pytest.mark.parametrize("text", ["{", "{ a(b:) }", "query Q { a } }", "{ a ? }", "fragment on X { a }"])
def test_what_is_no_query_says_where(text):
    with pytest.raises(Unreadable, match="Expected"):
        read(text)
