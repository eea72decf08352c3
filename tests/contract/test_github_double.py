"""The double of GitHub: its answers have the official shapes, and it refuses what GitHub refuses."""

from __future__ import annotations

import pytest

from support.github_double import GithubDouble
from support.github_double.caller import Caller
from support.github_double.description import Description
from support.github_double.rest import ROUTES

DESCRIPTION = Description()
BASE = "/repos/acme/rocket"
ALL = dict.fromkeys(("contents", "pull_requests", "issues", "actions"), "write")
CHANGED = {"valve.py": "open()\nwait(2)\nclose()\n", "pump.py": "pump()\n", "README.md": None}


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


@pytest.fixture
def rich(repo):
    """Return the numbers of a state that holds all: merged, open, closed, outdated, resolved, forked, lost."""
    first = repo.pull("Refuel in flight", "As @rex said.", "ada", CHANGED)
    asked = repo.line_comment(first, "rex", "valve.py", 2, "Why wait?")
    repo.line_comment(first, "ada", "valve.py", 2, "It is hot.", asked)
    repo.line_comment(
        first, "rex", "pump.py", 1, "Which pump?", review=repo.review(first, "rex", "COMMENTED")
    )
    repo.line_comment(first, "rex", "pump.py", None, "Name the file better.")
    repo.request_review(first, "rex", "ada")
    lost = repo.comment(first, "lost", "I leave.")
    said = repo.comment(first, "ada", "Thanks.")
    repo.react(said, "rex", "heart")
    repo.push(first, {"valve.py": "open()\nwait(3)\nclose()\n", "image.png": b"\x89PNG\0\1"}, "Wait longer")
    repo.resolve(asked, "ada")
    repo.review(first, "rex", "APPROVED", "Fine.")
    repo.merge(first, by="rex")
    issue = repo.issue("Leaks", None, "ada")
    second = repo.pull("Undo it", f"Takes #{first} back, fixes #{issue}.", "rex", {"valve.py": "open()\n"})
    forked = repo.pull("From afar", None, "eve", {"eve.py": "hi()\n"}, fork=True)
    repo.close(forked)
    repo.reopen(forked)
    repo.run("exp.yml", at="2024-04-30")
    repo.run("exp.yml", "in_progress")
    repo.hub.forget("lost")
    return {"pulls": (first, second, forked), "issue": issue, "said": (said, lost), "asked": asked}


def questions(rich, tip):
    """Return each operation that only reads, as the official description names it, and addresses of it."""
    yield BASE, BASE
    yield f"{BASE}/pulls", f"{BASE}/pulls?state=all"
    yield f"{BASE}/collaborators/{{u}}/permission", f"{BASE}/collaborators/rex/permission"
    yield f"{BASE}/commits/{{s}}/pulls", f"{BASE}/commits/{tip}/pulls"
    yield f"{BASE}/actions/workflows/{{w}}/runs", f"{BASE}/actions/workflows/exp.yml/runs"
    for number in rich["pulls"]:
        for rest in ("", "/reviews", "/comments", "/files", "/commits"):
            yield f"{BASE}/pulls/{{n}}{rest}", f"{BASE}/pulls/{number}{rest}"
    for number in (*rich["pulls"], rich["issue"]):
        for rest in ("", "/comments", "/timeline"):
            yield f"{BASE}/issues/{{n}}{rest}", f"{BASE}/issues/{number}{rest}"
    for rest in ("", "/reactions"):
        yield f"{BASE}/pulls/comments/{{i}}{rest}", f"{BASE}/pulls/comments/{rich['asked']}{rest}"
        for key in rich["said"]:
            yield f"{BASE}/issues/comments/{{i}}{rest}", f"{BASE}/issues/comments/{key}{rest}"


def official(template):
    return template.replace(BASE, "/repos/{o}/{r}")


def test_every_answer_to_a_question_has_the_official_shape(hub, repo, rich, call):
    faults = []
    for root in (hub.url, hub.enterprise_url):
        for template, address in questions(rich, repo.git.branch("main")):
            told = call("GET", f"{root}{address}")
            assert 200 == told.status, (address, told.json)
            faults += DESCRIPTION.faults("GET", official(template), 200, told.json)
    for address in ("/rate_limit", "/user"):
        person = Caller(hub, hub.token("of-a-person", "ada", ALL, "pat"))
        faults += DESCRIPTION.faults("GET", address, 200, person("GET", address).json)

    assert [] == faults
    asked = {(one.method, one.template) for one in ROUTES if one.method == "GET"}
    assert asked == {one for one in hub.routed if one[0] == "GET"}


def test_every_answer_to_an_order_has_the_official_shape(hub, repo, rich, call):
    repo.commit("Propose", {"experiences/a.yaml": "id: a\n"}, "exp/proposals")
    said, asked, first = rich["said"][0], rich["asked"], rich["pulls"][0]
    opened = {"title": "Propose", "body": "This.", "head": "exp/proposals", "base": "main"}
    orders = [
        ("POST", f"{BASE}/pulls", f"{BASE}/pulls", opened, 201),
        ("PATCH", f"{BASE}/pulls/{{n}}", f"{BASE}/pulls/5", {"title": "T", "body": "B"}, 200),
        ("PATCH", f"{BASE}/pulls/{{n}}", f"{BASE}/pulls/5", {"state": "closed"}, 200),
        ("PATCH", f"{BASE}/pulls/{{n}}", f"{BASE}/pulls/5", {"state": "open"}, 200),
        ("POST", f"{BASE}/issues/{{n}}/comments", f"{BASE}/issues/{first}/comments", {"body": "x"}, 201),
        ("PATCH", f"{BASE}/issues/comments/{{i}}", f"{BASE}/issues/comments/{said}", {"body": "y"}, 200),
        ("DELETE", f"{BASE}/issues/comments/{{i}}", f"{BASE}/issues/comments/{rich['said'][1]}", None, 204),
    ]
    for kind, key in (("issues", said), ("pulls", asked)):
        template = f"{BASE}/{kind}/comments/{{i}}/reactions"
        for status in (201, 200):  # the second time it is there already
            orders.append(
                ("POST", template, f"{BASE}/{kind}/comments/{key}/reactions", {"content": "eyes"}, status)
            )
    faults = []
    for method, template, address, body, status in orders:
        told = call(method, address, body)
        assert status == told.status, (address, told.json)
        faults += DESCRIPTION.asking_faults(method, official(template), body)
        faults += DESCRIPTION.faults(method, official(template), status, told.json)

    assert [] == faults
    assert {(one.method, one.template) for one in ROUTES if one.method != "GET"} == hub.routed
    assert len(orders) == len(hub.writes)


def test_a_wrong_answer_is_seen_by_the_check():
    assert DESCRIPTION.faults("GET", "/repos/{o}/{r}/pulls/{n}", 200, {"number": "7"})
    assert DESCRIPTION.faults("GET", "/repos/{o}/{r}/issues/{n}/timeline", 200, [{"event": "x", "id": 1}])


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "message"),
    [
        ("GET", f"{BASE}/pulls/99", None, 404, "Not Found"),
        ("GET", f"{BASE}/pulls/x", None, 404, "Not Found"),
        ("GET", "/repos/acme/other", None, 404, "Not Found"),
        ("GET", f"{BASE}/nothing", None, 404, "Not Found"),
        ("GET", f"{BASE}/collaborators/nobody/permission", None, 404, "nobody is not a user"),
        (
            "GET",
            f"{BASE}/collaborators/dependabot[bot]/permission",
            None,
            404,
            "dependabot[bot] is not a user",
        ),
        ("GET", f"{BASE}/commits/{'0' * 40}/pulls", None, 422, f"No commit found for SHA: {'0' * 40}"),
        ("GET", f"{BASE}/actions/workflows/no.yml/runs", None, 404, "Not Found"),
        ("GET", "/user", None, 403, "Resource not accessible by integration"),
        ("POST", f"{BASE}/issues/1/comments", {}, 422, 'Invalid request.\n\n"body" wasn\'t supplied.'),
        ("POST", f"{BASE}/issues/1/comments", {"body": "x" * 65537}, 422, "Validation Failed"),
        ("POST", f"{BASE}/issues/1/comments", {"body": " "}, 422, "Validation Failed"),
        ("POST", f"{BASE}/pulls", {"title": "T", "head": "no", "base": "main"}, 422, "Validation Failed"),
        ("PATCH", f"{BASE}/pulls/1", {"state": "merged"}, 422, "Validation Failed"),
        ("PATCH", f"{BASE}/pulls/1", {"title": "x" * 257}, 422, "Validation Failed"),
    ],
)
def test_what_is_wrong_is_refused_in_githubs_words(repo, call, method, path, body, status, message):
    repo.pull("A change", None, "ada", {"a.py": "1\n"})
    told = call(method, path, body)

    assert (status, message) == (told.status, told.json["message"])
    assert [] == DESCRIPTION.error_faults(told.json)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({}, {"code": "custom", "message": "A pull request already exists for acme:exp/proposals."}),
        ({"head": "acme:nowhere"}, {"code": "invalid", "field": "head"}),
        ({"base": "nowhere"}, {"code": "invalid", "field": "base"}),
        ({"head": "same"}, {"code": "custom", "message": "No commits between main and same"}),
        (
            {"head": "acme:new", "body": "x" * 65537},
            {"code": "custom", "field": "body", "message": "body is too long (maximum is 65536 characters)"},
        ),
    ],
)
def test_a_pull_request_that_can_not_be_opened_says_why(repo, call, fields, error):
    repo.pull("Old", None, "ada", {"b.yaml": "b\n"}, "exp/proposals")
    repo.commit("New", {"a.yaml": "a\n"}, "new")
    repo.point("same", repo.git.branch("main"))
    told = call("POST", f"{BASE}/pulls", {"title": "T", "head": "exp/proposals", "base": "main", **fields})

    assert 422 == told.status
    assert [{"resource": "PullRequest", **error}] == told.json["errors"]
    assert 1 == len(repo.pulls())


def test_an_unknown_token_and_a_missing_agent_are_refused(hub, repo, call):
    assert (401, "Bad credentials") == (
        (told := Caller(hub, "unknown")("GET", BASE)).status,
        told.json["message"],
    )
    assert 403 == call("GET", BASE, User_Agent="").status


def test_a_token_does_only_what_it_may(hub, repo):
    number = repo.pull("A change", None, "ada", {"a.py": "1\n"})
    reader = Caller(hub, hub.token("reads", permissions={"contents": "read"}))
    talker = Caller(hub, hub.token("talks", permissions={"issues": "write"}))

    refusal = reader("POST", f"{BASE}/issues/{number}/comments", {"body": "x"})
    assert (403, "Resource not accessible by integration") == (refusal.status, refusal.json["message"])
    assert "issues=write; pull_requests=write" == refusal.headers["X-Accepted-GitHub-Permissions"]
    assert 403 == talker("PATCH", f"{BASE}/pulls/{number}", {"body": "x"}).status
    assert 201 == talker("POST", f"{BASE}/issues/{number}/comments", {"body": "x"}).status
    assert 200 == reader("GET", f"{BASE}/pulls/{number}").status
    repo.private = True
    assert 403 == reader("GET", f"{BASE}/pulls/{number}").status
    assert 200 == reader("GET", BASE).status
    assert 404 == Caller(hub)("GET", BASE).status


def test_a_workflow_may_be_forbidden_to_open_pull_requests(hub, repo, call):
    repo.commit("New", {"a.yaml": "a\n"}, "new")
    repo.can_create_pull_requests = False
    asked = {"title": "T", "head": "new", "base": "main"}
    app = Caller(hub, hub.token("of-an-app", "exp-app[bot]", ALL, "app"))

    refusal = call("POST", f"{BASE}/pulls", asked)
    assert (403, "GitHub Actions is not permitted to create or approve pull requests.") == (
        refusal.status,
        refusal.json["message"],
    )
    assert "exp-app[bot]" == app("POST", f"{BASE}/pulls", asked).json["user"]["login"]


def test_permissions_have_a_name_of_old_and_a_role(repo, call):
    told = {
        login: call("GET", f"{BASE}/collaborators/{login}/permission").json
        for login in ("rex", "ada", "acme")
    }

    assert {"rex": ("write", "maintain"), "ada": ("read", "read"), "acme": ("admin", "admin")} == {
        login: (one["permission"], one["role_name"]) for login, one in told.items()
    }
