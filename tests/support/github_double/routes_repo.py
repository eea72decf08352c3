"""The operations on the repository, its people and its workflow runs, and on the token itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from support.github_double.rest import Answer, Request, not_found, pushes, refused, route
from support.github_double.routes_pulls import BASE
from support.github_double.shapes import Shapes, node_id, user
from support.github_double.state import Json, WorkflowRun, stamp

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.hub_repo import HubRepo

LEGACY = {"maintain": "write", "triage": "read"}
ALLOWED = {"none": 0, "read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}
RIGHTS = {"pull": 1, "triage": 2, "push": 3, "maintain": 4, "admin": 5}


def rights(level: str) -> dict[str, bool]:
    """Return a permission as the list of what it allows."""
    return {name: ALLOWED[level] >= least for name, least in RIGHTS.items()}


@route("GET", BASE, "metadata")
def repository(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give the repository; `permissions` are those of the token's owner."""
    shape = Shapes(hub, repo, request.api).repository(full=True)
    token = request.token
    if token is not None:
        level = repo.level(token.login)
        if token.integration:
            level = "write" if token.may("contents", "write") else "read"
        shape["permissions"] = rights(level)
    return Answer(200, shape)


@route("GET", f"{BASE}/collaborators/{{username}}/permission", "metadata")
def permission(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """Give someone's permission: of the five levels four have a name of old, `role_name` has the rest."""
    token, account = request.token, hub.known(parts["username"])
    if token is None:
        raise refused(401, "Requires authentication")
    if not token.integration and not pushes(repo, token):
        raise refused(403, "Must have push access to view collaborator permission.")
    if account is None or account.deleted or account.type != "User":
        raise refused(404, f"{parts['username']} is not a user")
    level = repo.level(account.login)
    shape = Shapes(hub, repo, request.api).user(account.login)
    told = {**(shape or {}), "permissions": rights(level), "role_name": level}
    return Answer(200, {"permission": LEGACY.get(level, level), "role_name": level, "user": told})


@route("GET", f"{BASE}/actions/workflows/{{workflow}}/runs", "actions")
def runs(hub: GithubDouble, repo: HubRepo, request: Request, parts: Mapping[str, str]) -> Answer:
    """List the runs of a workflow file, newest first; `status` also takes a conclusion."""
    known = {run.workflow: _workflow_id(run.workflow) for run in repo.runs}
    wanted = [name for name, key in known.items() if parts["workflow"] in (name, str(key))]
    if not wanted:
        raise not_found()
    query = request.query
    found = [
        run
        for run in sorted(repo.runs, key=lambda run: (run.at, run.id), reverse=True)
        if run.workflow == wanted[0]
        and query.get("status", run.status) in (run.status, run.conclusion)
        and query.get("branch", run.branch) == run.branch
        and query.get("event", run.event) == run.event
    ]
    listed = [_run(hub, repo, request, run) for run in found]
    return Answer(
        200, {"total_count": len(listed), "workflow_runs": listed}, paged=True, total="workflow_runs"
    )


def _workflow_id(name: str) -> int:
    return 1000 + sum(name.encode())


def _run(hub: GithubDouble, repo: HubRepo, request: Request, run: WorkflowRun) -> Json:
    write = Shapes(hub, repo, request.api)
    url, at = f"{write.url}/actions/runs/{run.id}", stamp(run.at)
    commit = repo.git.the(run.head)
    short = write.repository()
    signed = {"name": commit.author.name, "email": commit.author.email}
    return {
        "id": run.id,
        "name": run.workflow.removesuffix(".yml"),
        "node_id": node_id("WFR", run.id),
        "head_branch": run.branch,
        "head_sha": run.head,
        "path": f".github/workflows/{run.workflow}",
        "display_title": run.workflow,
        "run_number": run.number,
        "event": run.event,
        "status": run.status,
        "conclusion": run.conclusion,
        "workflow_id": _workflow_id(run.workflow),
        "check_suite_id": run.id,
        "check_suite_node_id": node_id("CS", run.id),
        "url": url,
        "html_url": f"{write.html}/actions/runs/{run.id}",
        "pull_requests": [],
        "created_at": at,
        "updated_at": at,
        "run_started_at": at,
        "actor": write.user(run.by),
        "triggering_actor": write.user(run.by),
        "run_attempt": 1,
        "referenced_workflows": [],
        **{f"{name}_url": f"{url}/{name}" for name in ("jobs", "logs", "artifacts", "cancel", "rerun")},
        "check_suite_url": f"{write.url}/check-suites/{run.id}",
        "previous_attempt_url": None,
        "workflow_url": f"{write.url}/actions/workflows/{_workflow_id(run.workflow)}",
        "head_commit": {
            "id": run.head,
            "tree_id": str(commit.tree.id),
            "message": commit.message,
            "timestamp": stamp(repo.git.time_of(commit)),
            "author": signed,
            "committer": signed,
        },
        "repository": short,
        "head_repository": short,
    }


def the_user(hub: GithubDouble, request: Request) -> Answer:
    """Give whose token it is; a token of an app is nobody's."""
    token = request.token
    if token is None:
        raise refused(401, "Requires authentication")
    if token.integration:
        raise refused(403, "Resource not accessible by integration")
    account = hub.account(token.login)
    shape = user(hub, account.login, request.api) or {}
    at = stamp(hub.began)
    unknown = dict.fromkeys(("company", "location", "email", "hireable", "bio", "twitter_username"))
    counts = dict.fromkeys(("public_repos", "public_gists", "followers", "following"), 0)
    more = {"name": account.name, "blog": "", **unknown, **counts, "created_at": at, "updated_at": at}
    return Answer(200, {**shape, **more})


def rate_limit(hub: GithubDouble, request: Request) -> Answer:
    """Give what is left of each limit; asking costs nothing."""
    left = {name: hub.limits.left(request.token, name).shape for name in ("core", "graphql")}
    search = {"limit": 30, "remaining": 30, "reset": left["core"]["reset"], "used": 0}
    return Answer(200, {"resources": {**left, "search": search}, "rate": left["core"]})
