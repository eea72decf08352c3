"""How a test tells a repository's story: branches, pull requests, comments, as people do it on GitHub's pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from support.github_double import pulls
from support.github_double.git_side import Files
from support.github_double.lines import place
from support.github_double.repo_state import RepoState
from support.github_double.state import (
    NOBODY,
    Issue,
    IssueComment,
    LineComment,
    Pull,
    Pushed,
    Reaction,
    Review,
    WorkflowRun,
    read_time,
)

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble


class HubRepo(RepoState):
    """A repository. Each helper does what a person does, and makes no API call."""

    def __init__(
        self, hub: GithubDouble, folder: Path, full_name: str, number: int, files: Files | None
    ) -> None:
        super().__init__(hub, folder, full_name, number)
        if files is not None:
            self.commit("Begin", files)

    # Branches and commits.

    def commit(
        self,
        message: str,
        files: Files,
        branch: str | None = None,
        by: str | None = None,
        *,
        new: bool = False,
    ) -> str:
        """Commit onto a branch (a new one begins at the default branch) as if someone had pushed it; return its id."""
        with self.hub.lock:
            self.refresh()
            branch = branch or self.default_branch
            old = self.git.branch(branch)
            if old is None or new:
                old = self.git.branch(self.default_branch)
            account = self.hub.account(by or self.owner)
            who = (account.name or account.login, account.email)
            sha = self.git.commit([old] if old else [], files, message, who, self.hub.clock.tick())
            self.point(branch, sha, by or self.owner)
            return sha

    def point(self, branch: str, sha: str | None, by: str | None = None) -> None:
        """Move a branch as a push does, also backwards; None deletes it."""
        with self.hub.lock:
            self.refresh()
            ref, old = f"refs/heads/{branch}", self.git.branch(branch) or NOBODY
            self.git.set(ref, sha or NOBODY)
            pulls.pushed(self, Pushed(self.full_name, ref, old, sha or NOBODY), by or self.owner)

    # Pull requests and issues.

    def issue(self, title: str, body: str | None, by: str) -> int:
        """Open an issue and return its number."""
        with self.hub.lock:
            number, at = self.next_number(), self.hub.clock.tick()
            self.issues[number] = Issue(number, self.hub.next_id(), title, body, by, at, at)
            self.hub.notify("opened", self, number, by)
            pulls.read_references(self, number, f"{title}\n\n{body or ''}", by)
            return number

    def pull(
        self,
        title: str,
        body: str | None,
        author: str,
        files: Files,
        head: str | None = None,
        *,
        base: str | None = None,
        message: str | None = None,
        fork: bool = False,
    ) -> int:
        """Open a pull request with one commit and return its number; `fork` puts its branch into the author's fork."""
        with self.hub.lock:
            self.refresh()
            head = head or f"patch-{self.next_number()}"
            base = base or self.default_branch
            account = self.hub.account(author)
            who = (account.name or account.login, account.email)
            start = self.git.branch(base)
            assert start is not None, f"no branch {base}"
            tip = self.git.commit([start], files, message or title, who, self.hub.clock.tick())
            if not fork:
                self.git.set(f"refs/heads/{head}", tip)
            opened = pulls.open_pull(self, title, body, author, head, base, author if fork else None, tip)
            return opened.number

    def push(self, number: int, files: Files, message: str, by: str | None = None) -> str:
        """Add a commit to a pull request's branch, also in a fork, and return its id."""
        pull = self.the_pull(number)
        author = by or pull.by
        if pull.fork is None:
            return self.commit(message, files, pull.head_ref, author)
        with self.hub.lock:
            account = self.hub.account(author)
            who = (account.name or account.login, account.email)
            sha = self.git.commit([pull.head], files, message, who, self.hub.clock.tick())
            pulls.move_head(self, pull, sha, author)
            return sha

    def merge(
        self, number: int, how: pulls.How = "merge", by: str | None = None, message: str | None = None
    ) -> str:
        """Merge a pull request and return the commit that the base branch is at then."""
        with self.hub.lock:
            return pulls.merge(self, self.the_pull(number), by or self.owner, how, message)

    def close(self, number: int, by: str | None = None) -> None:
        """Close an issue or pull request."""
        with self.hub.lock:
            self.refresh()
            pulls.close(self, self.issues[number], by or self.owner)

    def reopen(self, number: int, by: str | None = None) -> None:
        """Open it again; fails the test where GitHub has no such button."""
        with self.hub.lock:
            self.refresh()
            issue = self.issues[number]
            why = pulls.why_not_reopened(self, issue) if isinstance(issue, Pull) else None
            assert why is None, why
            pulls.reopen(self, issue, by or self.owner)

    # What is said.

    def comment(self, number: int, by: str, body: str) -> int:
        """Write a comment in the conversation and return its id."""
        with self.hub.lock:
            self.refresh()
            key, at = self.hub.next_id(), self.hub.clock.tick()
            self.comments[key] = IssueComment(key, by, body, at, at, number=number)
            self._said(number, "commented", "comment", by, key, body)
            return key

    def review(self, number: int, by: str, state: str = "COMMENTED", body: str = "") -> int:
        """Submit a review and return its id; `state` as in the API, APPROVED or CHANGES_REQUESTED say."""
        with self.hub.lock:
            pull = self.the_pull(number)
            key, at = self.hub.next_id(), self.hub.clock.tick()
            self.reviews[key] = Review(key, by, body, at, at, number=number, state=state, commit=pull.head)
            self._said(number, "reviewed", "review", by, key, body)
            return key

    def line_comment(
        self,
        number: int,
        by: str,
        path: str,
        line: int | None,
        body: str,
        in_reply_to: int | None = None,
        *,
        side: Literal["LEFT", "RIGHT"] = "RIGHT",
        start_line: int | None = None,
        review: int | None = None,
    ) -> int:
        """Write on a line of the diff (None: on the file) and return the comment's id; a reply stands with its thread."""
        with self.hub.lock:
            pull = self.the_pull(number)
            if review is None:
                review = self.review(number, by)
            key, at = self.hub.next_id(), self.hub.clock.tick()
            comment = LineComment(key, by, body, at, at, number=number, path=path, side=side, review=review)
            comment.original_line, comment.start_line = line, start_line
            if in_reply_to is None:
                place(self.git, comment, pull.base, pull.head)
            else:
                self._answer(comment, self.line_comments[in_reply_to])
            self.line_comments[key] = comment
            self._said(number, "line-commented", "line_comment", by, key, body)
            return key

    def _answer(self, comment: LineComment, to: LineComment) -> None:
        root = self.line_comments[to.root]
        comment.reply_to = root.id
        for name in ("path", "side", "original_line", "line", "start_line", "original_commit", "commit"):
            setattr(comment, name, getattr(root, name))
        comment.hunk, comment.position = root.hunk, root.position
        comment.original_position = root.original_position

    def _said(
        self,
        number: int,
        event: str,
        kind: Literal["comment", "review", "line_comment"],
        by: str,
        key: int,
        body: str,
    ) -> None:
        self.hub.account(by)
        pulls.happened(self, self.issues[number], event, by, key)
        if kind != "review" or body:  # an empty review only carries its comments
            self.hub.notify(kind, self, number, by)
        pulls.read_references(self, number, body, by)

    def edit_comment(self, key: int, body: str, at: str | None = None, by: str | None = None) -> None:
        """Change what was said, at that time or now."""
        with self.hub.lock:
            one = self.said(key)
            one.edit(body, read_time(at) if at else self.hub.clock.tick(), by)
            pulls.read_references(self, getattr(one, "number", 0), body, by or one.by)

    def edit_description(
        self, number: int, *, title: str | None = None, body: str | None = None, by: str | None = None
    ) -> None:
        """Change title or description of a pull request, as a person does."""
        with self.hub.lock:
            issue = self.issues[number]
            issue.title, issue.body = title or issue.title, issue.body if body is None else body
            issue.updated = issue.edited = self.hub.clock.tick()
            issue.editor = by or issue.by

    def delete_comment(self, key: int) -> None:
        """Delete a comment: nothing of it stays."""
        with self.hub.lock:
            number = self.comments.pop(key).number
            issue = self.issues[number]
            issue.events = [event for event in issue.events if event.about != key]

    def react(self, key: int, by: str, content: str) -> Reaction | None:
        """Put a reaction under what was said; None where the same person did so before."""
        with self.hub.lock:
            one = self.said(key)
            if any((old.by, old.content) == (by, content) for old in one.reactions):
                return None
            reaction = Reaction(self.hub.next_id(), by, content, self.hub.clock.tick())
            one.reactions.append(reaction)
            return reaction

    def request_review(self, number: int, of: str, by: str) -> None:
        """Ask someone for a review."""
        with self.hub.lock:
            pull = self.the_pull(number)
            pull.asked.append(self.hub.account(of).login)
            pulls.happened(self, pull, "review_requested", by, of)
            self.hub.notify("review_requested", self, number, by)

    def resolve(self, thread: int, by: str) -> None:
        """Resolve the thread that begins with that comment."""
        comment = self.line_comments[thread]
        self.the_pull(comment.number).resolved[comment.root] = by

    def unresolve(self, thread: int) -> None:
        """Take the resolution back."""
        comment = self.line_comments[thread]
        self.the_pull(comment.number).resolved.pop(comment.root, None)

    def run(
        self,
        workflow: str,
        status: str = "completed",
        conclusion: str | None = "success",
        branch: str | None = None,
        *,
        at: str | None = None,
        event: str = "schedule",
        by: str | None = None,
    ) -> int:
        """Let a workflow file have run, and return the run's id."""
        with self.hub.lock:
            when = read_time(at) if at else self.hub.clock.tick()
            branch = branch or self.default_branch
            key, number = self.hub.next_id(), sum(one.workflow == workflow for one in self.runs) + 1
            ended = conclusion if status == "completed" else None
            head, who = self.git.branch(branch) or NOBODY, by or self.owner
            self.runs.append(
                WorkflowRun(key, number, workflow, event, status, ended, branch, head, who, when)
            )
            return key
