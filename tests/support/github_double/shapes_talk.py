"""Comments, reviews, reactions and timelines in GitHub's REST shape."""

from __future__ import annotations

from collections.abc import Iterator

from support.github_double import shapes_pulls
from support.github_double.shapes import Shapes, node_id
from support.github_double.state import (
    Event,
    Issue,
    IssueComment,
    Json,
    LineComment,
    Reaction,
    Review,
    Said,
    stamp,
)

CONTENTS = ("+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes")


def reaction(write: Shapes, one: Reaction) -> Json:
    """Return a reaction."""
    return {
        "id": one.id,
        "node_id": node_id("REA", one.id),
        "user": write.user(one.by),
        "content": one.content,
        "created_at": stamp(one.at),
    }


def rollup(one: Said, url: str) -> Json:
    """Return how many reactions there are of each kind."""
    counts = {name: sum(each.content == name for each in one.reactions) for name in CONTENTS}
    return {"url": f"{url}/reactions", "total_count": len(one.reactions), **counts}


def comment(write: Shapes, one: IssueComment) -> Json:
    """Return a comment of the conversation."""
    url, asked = f"{write.url}/issues/comments/{one.id}", write.repo.issues[one.number]
    kind = "pull" if hasattr(asked, "head_ref") else "issues"
    return {
        "url": url,
        "html_url": f"{write.html}/{kind}/{one.number}#issuecomment-{one.id}",
        "issue_url": f"{write.url}/issues/{one.number}",
        "id": one.id,
        "node_id": node_id("IC", one.id),
        "user": write.user(one.by),
        "created_at": stamp(one.created),
        "updated_at": stamp(one.updated),
        "body": one.body,
        "author_association": write.association(one.by),
        "reactions": rollup(one, url),
        "performed_via_github_app": None,
    }


def review(write: Shapes, one: Review) -> Json:
    """Return a review; an edit of it shows in no field, as on GitHub."""
    html = f"{write.html}/pull/{one.number}#pullrequestreview-{one.id}"
    url = f"{write.url}/pulls/{one.number}"
    return {
        "id": one.id,
        "node_id": node_id("PRR", one.id),
        "user": write.user(one.by),
        "body": one.body,
        "state": one.state,
        "html_url": html,
        "pull_request_url": url,
        "author_association": write.association(one.by),
        "_links": {"html": {"href": html}, "pull_request": {"href": url}},
        "submitted_at": stamp(one.created),
        "commit_id": one.commit,
    }


def line_comment(write: Shapes, one: LineComment) -> Json:
    """Return a comment on a line; `line` and `position` are null once it is outdated."""
    url, pull = f"{write.url}/pulls/comments/{one.id}", f"{write.url}/pulls/{one.number}"
    html = f"{write.html}/pull/{one.number}#discussion_r{one.id}"
    start = one.start_line
    shape: Json = {
        "url": url,
        "pull_request_review_id": one.review,
        "id": one.id,
        "node_id": node_id("PRRC", one.id),
        "diff_hunk": one.hunk,
        "path": one.path,
        "commit_id": one.commit,
        "original_commit_id": one.original_commit,
        "user": write.user(one.by),
        "body": one.body,
        "created_at": stamp(one.created),
        "updated_at": stamp(one.updated),
        "html_url": html,
        "pull_request_url": pull,
        "author_association": write.association(one.by),
        "_links": {"self": {"href": url}, "html": {"href": html}, "pull_request": {"href": pull}},
        "reactions": rollup(one, url),
        "start_line": start if one.line is not None else None,
        "original_start_line": start,
        "start_side": one.side if start is not None else None,
        "line": one.line,
        "original_line": one.original_line,
        "side": one.side,
        "original_position": one.original_position,
        "position": one.position,
        "subject_type": "file" if one.original_line is None else "line",
    }
    return {**shape, "in_reply_to_id": one.reply_to} if one.reply_to else shape


def timeline(write: Shapes, issue: Issue) -> list[Json]:
    """Return what happened to an issue or pull request, in order."""
    return [shape for event in issue.events for shape in _event(write, issue, event)]


def _event(write: Shapes, issue: Issue, event: Event) -> Iterator[Json]:
    repo, about = write.repo, event.about
    if event.kind == "committed":
        yield {"event": "committed", **shapes_pulls.bare_commit(write, repo.git.the(str(about)))}
    elif event.kind == "commented":
        said = comment(write, repo.comments[int(str(about))])
        yield {"event": "commented", **said, "actor": said["user"]}
    elif event.kind == "reviewed":
        yield {"event": "reviewed", **review(write, repo.reviews[int(str(about))])}
    elif event.kind == "line-commented":
        one = repo.line_comments.get(int(str(about)))
        if one is not None and one.reply_to is None:
            thread = [each for each in repo.line_comments.values() if each.root == one.id]
            said_there = [line_comment(write, each) for each in thread]
            yield {"event": "line-commented", "node_id": node_id("PRRT", one.id), "comments": said_there}
    elif event.kind == "cross-referenced":
        source = {"type": "issue", "issue": shapes_pulls.issue(write, repo.issues[int(str(about))])}
        yield {
            "event": "cross-referenced",
            "actor": write.user(event.by),
            "created_at": stamp(event.at),
            "updated_at": stamp(event.at),
            "source": source,
        }
    else:
        asked = event.kind == "review_requested"
        sha = about if isinstance(about, str) and not asked else None
        yield {
            "id": event.id,
            "node_id": node_id("EV", event.id),
            "url": f"{write.url}/issues/events/{event.id}",
            "actor": write.user(event.by),
            "event": event.kind,
            "commit_id": sha,
            "commit_url": f"{write.url}/commits/{sha}" if sha else None,
            "created_at": stamp(event.at),
            "performed_via_github_app": None,
            **({"state_reason": None} if event.kind in ("closed", "reopened") else {}),
            **(_asked(write, event) if asked else {}),
        }


def _asked(write: Shapes, event: Event) -> Json:
    return {"review_requester": write.user(event.by), "requested_reviewer": write.user(str(event.about))}
