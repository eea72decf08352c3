"""Pull requests, their files and commits, and issues in GitHub's REST shape."""

from __future__ import annotations

import pygit2
from pygit2.enums import DeltaStatus

from support.github_double.shapes import Shapes, node_id
from support.github_double.state import Issue, Json, Pull, stamp

_STATUS = {
    DeltaStatus.ADDED: "added",
    DeltaStatus.DELETED: "removed",
    DeltaStatus.MODIFIED: "modified",
    DeltaStatus.RENAMED: "renamed",
    DeltaStatus.COPIED: "copied",
    DeltaStatus.TYPECHANGE: "changed",
}


def pull(write: Shapes, one: Pull, *, full: bool = False) -> Json:
    """Return a pull request; `full` as its own address gives it, else as in a list."""
    url, html = f"{write.url}/pulls/{one.number}", f"{write.html}/pull/{one.number}"
    issue_url = f"{write.url}/issues/{one.number}"
    statuses = f"{write.url}/statuses/{one.head}"
    links = {
        "comments": f"{issue_url}/comments",
        "review_comments": f"{url}/comments",
        "review_comment": f"{write.url}/pulls/comments{{/number}}",
        "commits": f"{url}/commits",
        "statuses": statuses,
    }
    shape: Json = {
        "url": url,
        "id": one.id,
        "node_id": node_id("PR", one.id),
        "html_url": html,
        "diff_url": f"{html}.diff",
        "patch_url": f"{html}.patch",
        "issue_url": issue_url,
        "number": one.number,
        "state": one.state,
        "locked": one.locked,
        "title": one.title,
        "user": write.user(one.by),
        "body": one.body,
        "created_at": stamp(one.created),
        "updated_at": stamp(one.updated),
        "closed_at": stamp(one.closed) if one.closed else None,
        "merged_at": stamp(one.merged) if one.merged else None,
        "merge_commit_sha": one.merge_commit or write.repo.trial(one),
        "assignee": None,
        "assignees": [],
        "requested_reviewers": [write.user(login) for login in one.asked],
        "requested_teams": [],
        "labels": [label(write, name) for name in one.labels],
        "milestone": None,
        "draft": one.draft,
        **{f"{name}_url": address for name, address in links.items()},
        "head": _end(write, one.fork or write.repo.owner, one.head_ref, one.head, fork=one.fork),
        "base": _end(write, write.repo.owner, one.base_ref, _base(write, one), fork=None),
        "_links": {
            "self": {"href": url},
            "html": {"href": html},
            "issue": {"href": issue_url},
            **{name: {"href": address} for name, address in links.items()},
        },
        "author_association": write.association(one.by),
        "auto_merge": None,
        "active_lock_reason": None,
    }
    return {**shape, **_numbers(write, one)} if full else shape


def _base(write: Shapes, one: Pull) -> str:
    return (write.repo.git.branch(one.base_ref) if one.state == "open" else None) or one.base


def _end(write: Shapes, owner: str, ref: str, sha: str, *, fork: str | None) -> Json:
    gone = fork is not None and write.hub.account(fork).deleted
    repository = None if gone else write.repository(fork=fork)
    return {"label": f"{owner}:{ref}", "ref": ref, "sha": sha, "user": write.user(owner), "repo": repository}


def _numbers(write: Shapes, one: Pull) -> Json:
    repo = write.repo
    stats = repo.git.diff(_base(write, one), one.head).stats
    mergeable = repo.trial(one) is not None
    return {
        "merged": one.merged is not None,
        "mergeable": mergeable if one.state == "open" else None,
        "rebaseable": mergeable if one.state == "open" else None,
        "mergeable_state": ("clean" if mergeable else "dirty") if one.state == "open" else "unknown",
        "merged_by": write.user(one.merged_by),
        "comments": sum(comment.number == one.number for comment in repo.comments.values()),
        "review_comments": sum(comment.number == one.number for comment in repo.line_comments.values()),
        "maintainer_can_modify": False,
        "commits": len(repo.commits(one)),
        "additions": stats.insertions,
        "deletions": stats.deletions,
        "changed_files": stats.files_changed,
    }


def label(write: Shapes, name: str) -> Json:
    """Return a label."""
    return {
        "id": 1,
        "node_id": node_id("LA", name),
        "url": f"{write.url}/labels/{name}",
        "name": name,
        "color": "ededed",
        "default": False,
        "description": None,
    }


def files(write: Shapes, one: Pull) -> list[Json]:
    """Return the files that a pull request changes, by name; one that is no text has no patch."""
    listed = []
    for patch in write.repo.git.diff(_base(write, one), one.head):
        if isinstance(patch, pygit2.Patch):
            listed.append(_file(write, one, patch))
    return sorted(listed, key=lambda file: str(file["filename"]))


def _file(write: Shapes, one: Pull, patch: pygit2.Patch) -> Json:
    delta = patch.delta
    gone = delta.status == DeltaStatus.DELETED
    name = delta.new_file.path
    _, additions, deletions = patch.line_stats
    shape: Json = {
        "sha": str(delta.old_file.id if gone else delta.new_file.id),
        "filename": name,
        "status": _STATUS[delta.status],
        "additions": additions,
        "deletions": deletions,
        "changes": additions + deletions,
        "blob_url": f"{write.html}/blob/{one.head}/{name}",
        "raw_url": f"{write.html}/raw/{one.head}/{name}",
        "contents_url": f"{write.url}/contents/{name}?ref={one.head}",
    }
    text = patch.text or ""
    if "\n@@ " in text and not delta.is_binary:
        shape["patch"] = "@@ " + text.split("\n@@ ", 1)[1].rstrip("\n")
    if delta.status == DeltaStatus.RENAMED:
        shape["previous_filename"] = delta.old_file.path
    return shape


def person(signature: pygit2.Signature, when: str) -> Json:
    """Return who made a commit, as git has it."""
    return {"name": signature.name, "email": signature.email, "date": when}


def commit(write: Shapes, one: pygit2.Commit) -> Json:
    """Return a commit of a pull request; its author is an account where the address tells one."""
    raw = bare_commit(write, one)
    inner = {name: raw[name] for name in ("author", "committer", "message", "tree", "verification")}
    return {
        "sha": raw["sha"],
        "node_id": raw["node_id"],
        "url": f"{write.url}/commits/{one.id}",
        "html_url": raw["html_url"],
        "comments_url": f"{write.url}/commits/{one.id}/comments",
        "commit": {**inner, "url": raw["url"], "comment_count": 0},
        "author": write.user(write.hub.login_of(one.author.email)),
        "committer": write.user(write.hub.login_of(one.committer.email)),
        "parents": raw["parents"],
    }


def bare_commit(write: Shapes, one: pygit2.Commit) -> Json:
    """Return a commit as git has it: the shape of `committed` in a timeline."""
    when = stamp(write.repo.git.time_of(one))
    return {
        "sha": str(one.id),
        "node_id": node_id("C", str(one.id)[:12]),
        "url": f"{write.url}/git/commits/{one.id}",
        "html_url": f"{write.html}/commit/{one.id}",
        "author": person(one.author, when),
        "committer": person(one.committer, when),
        "message": one.message.rstrip("\n"),
        "tree": {"sha": str(one.tree.id), "url": f"{write.url}/git/trees/{one.tree.id}"},
        "parents": [
            {
                "sha": str(parent),
                "url": f"{write.url}/commits/{parent}",
                "html_url": f"{write.html}/commit/{parent}",
            }
            for parent in one.parent_ids
        ],
        "verification": {
            "verified": False,
            "reason": "unsigned",
            "signature": None,
            "payload": None,
            "verified_at": None,
        },
    }


def issue(write: Shapes, one: Issue) -> Json:
    """Return an issue, or a pull request as one."""
    url, number = f"{write.url}/issues/{one.number}", one.number
    asked = isinstance(one, Pull)
    html = f"{write.html}/{'pull' if asked else 'issues'}/{number}"
    shape: Json = {
        "url": url,
        "repository_url": write.url,
        "labels_url": f"{url}/labels{{/name}}",
        "comments_url": f"{url}/comments",
        "events_url": f"{url}/events",
        "timeline_url": f"{url}/timeline",
        "html_url": html,
        "id": one.id,
        "node_id": node_id("PR" if asked else "I", one.id),
        "number": number,
        "title": one.title,
        "user": write.user(one.by),
        "labels": [label(write, name) for name in one.labels],
        "state": one.state,
        "locked": one.locked,
        "assignee": None,
        "assignees": [],
        "milestone": None,
        "comments": sum(comment.number == number for comment in write.repo.comments.values()),
        "created_at": stamp(one.created),
        "updated_at": stamp(one.updated),
        "closed_at": stamp(one.closed) if one.closed else None,
        "closed_by": write.user(one.closed_by),
        "author_association": write.association(one.by),
        "active_lock_reason": None,
        "body": one.body,
        "state_reason": None,
        "repository": write.repository(),
    }
    if isinstance(one, Pull):
        merged = stamp(one.merged) if one.merged else None
        page = {"html_url": html, "diff_url": f"{html}.diff", "patch_url": f"{html}.patch"}
        pull_url = f"{write.url}/pulls/{number}"
        shape |= {"draft": one.draft, "pull_request": {"url": pull_url, **page, "merged_at": merged}}
    return shape
