"""Asks GitHub when a workflow last ended well: where nothing is kept, that is how far was read."""

from __future__ import annotations

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_content import item_of, items_of
from gitexp.adapters.github_item import moment


def last_success(api: GithubApi, workflow: str, branch: str) -> str | None:
    """Return when the last run of a workflow that went well began (ISO time); one call. None where there is none."""
    path = f"actions/workflows/{workflow}/runs"
    found = item_of(
        api.get(path, {"status": "success", "per_page": "1"} | ({"branch": branch} if branch else {})), path
    )
    for run in items_of(found.value("workflow_runs"), path)[:1]:
        at = run.text("run_started_at", "created_at")
        return at if moment(at) else None
    return None
