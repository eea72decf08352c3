"""What happens to pull requests: opened, moved by a push, merged, closed, reopened, as GitHub does it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from support.github_double.lines import follow
from support.github_double.references import read_out
from support.github_double.state import NOBODY, Event, Issue, Pull, Pushed, Reference

if TYPE_CHECKING:
    from support.github_double.repo_state import RepoState

How = Literal["merge", "squash", "rebase"]


def happened(
    repo: RepoState, issue: Issue, kind: str, by: str | None, about: int | str | None = None
) -> Event:
    """Put an event into the timeline and return it."""
    event = Event(kind, repo.hub.next_id(), by, repo.hub.clock.tick(), about)
    issue.events.append(event)
    issue.updated = event.at
    return event


def read_references(
    repo: RepoState, number: int, text: str | None, by: str, *, commit: str | None = None
) -> None:
    """Note what a text pings, links and closes; a link back stands in the timeline of what is linked."""
    for kind, to in dict.fromkeys(read_out(text, repo.full_name)):
        repo.hub.references.append(Reference(kind, repo.full_name, number, to, by))
        place, _, target = to.rpartition("#")
        if kind == "mention" or place.casefold() != repo.full_name.casefold():
            continue
        issue = repo.issues.get(int(target))
        if issue is None or issue.number == number:
            continue
        wanted = ("referenced", commit) if commit else ("cross-referenced", number)
        if wanted not in [(event.kind, event.about) for event in issue.events]:
            happened(repo, issue, wanted[0], by, wanted[1])


def open_pull(
    repo: RepoState, title: str, body: str | None, by: str, head: str, base: str, fork: str | None, tip: str
) -> Pull:
    """Open a pull request from a branch that is there."""
    at, tip_of_base = repo.hub.clock.tick(), repo.git.branch(base)
    assert tip_of_base is not None, f"no branch {base}"
    number = repo.next_number()
    pull = Pull(number, repo.hub.next_id(), title, body, by, at, at, base_ref=base, head_ref=head, fork=fork)
    pull.head, pull.base = tip, tip_of_base
    repo.issues[number] = pull
    repo.git.set(f"refs/pull/{number}/head", tip)
    _list_commits(repo, pull)
    repo.hub.notify("opened", repo, number, by)
    read_references(repo, number, f"{title}\n\n{body or ''}", by)
    return pull


def _list_commits(repo: RepoState, pull: Pull) -> None:
    """Let the timeline name the commits that are in the pull request now, and none that a push threw out."""
    now = [str(commit.id) for commit in repo.commits(pull)]
    pull.events = [event for event in pull.events if event.kind != "committed" or event.about in now]
    listed = {event.about for event in pull.events if event.kind == "committed"}
    for sha in now:
        if sha not in listed:
            happened(repo, pull, "committed", None, sha)


def pushed(repo: RepoState, push: Pushed, by: str) -> None:
    """Let a push to a branch have its effects on all pull requests."""
    if not push.ref.startswith("refs/heads/"):
        return
    branch = push.ref.removeprefix("refs/heads/")
    mine = [pull for pull in repo.pulls() if pull.head_ref == branch and pull.fork is None]
    for pull in mine:
        if push.new == NOBODY and pull.state == "open":
            pull.stuck = f"The {branch} branch was deleted."
            happened(repo, pull, "head_ref_deleted", by)
            close(repo, pull, by)
        elif push.new != NOBODY:
            move_head(repo, pull, push.new, by)
    if push.new == NOBODY:
        return
    for pull in repo.pulls():
        if pull.base_ref == branch and pull.state == "open" and repo.git.contains(push.new, pull.head):
            pull.merge_commit, pull.merged = pull.head, repo.hub.clock.now
            _merged(repo, pull, by)
    _read_messages(repo, push, branch, by)


def _read_messages(repo: RepoState, push: Pushed, branch: str, by: str) -> None:
    old = push.old if push.old != NOBODY and repo.git.commit_of(push.old) else None
    if old is None:
        main = repo.git.branch(repo.default_branch)
        old = main if main and branch != repo.default_branch else None
    for commit in repo.git.between(old, push.new) if old else []:
        if str(commit.id) not in repo.heard:
            repo.heard.add(str(commit.id))
            read_references(repo, 0, commit.message, by, commit=str(commit.id))


def move_head(repo: RepoState, pull: Pull, new: str, by: str) -> None:
    """Let the branch of a pull request be at another commit."""
    old = pull.head
    forced = not repo.git.contains(new, old)
    if pull.state != "open":
        if forced and pull.merged is None:
            pull.stuck = f"The {pull.head_ref} branch was force-pushed or recreated."
        return
    base = repo.git.branch(pull.base_ref)
    if base is None or new == old:
        return
    pull.head, pull.base = new, base
    repo.git.set(f"refs/pull/{pull.number}/head", new)
    if forced:
        happened(repo, pull, "head_ref_force_pushed", by, new)
    if repo.git.contains(base, new):
        # What has nothing beyond its base is closed, and stays closed whatever is pushed later.
        pull.stuck = f"There are no new commits on the {pull.head_ref} branch."
        close(repo, pull, by)
        return
    _list_commits(repo, pull)
    for comment in repo.line_comments.values():
        if comment.number == pull.number:
            follow(repo.git, comment, base, new)
    pull.updated = repo.hub.clock.now
    repo.hub.notify("push", repo, pull.number, by)


def close(repo: RepoState, issue: Issue, by: str) -> None:
    """Close it."""
    issue.state = "closed"
    issue.closed = happened(repo, issue, "closed", by).at
    issue.closed_by = by
    repo.hub.notify("closed", repo, issue.number, by)


def why_not_reopened(repo: RepoState, pull: Pull) -> str | None:
    """Return why a closed pull request can't be opened again, None where it can."""
    tip = pull.head if pull.fork else repo.git.branch(pull.head_ref)
    if pull.stuck or tip is None:
        return pull.stuck or f"The {pull.head_ref} branch was deleted."
    twins = [one for one in repo.pulls() if one.state == "open" and one.head_ref == pull.head_ref]
    if any(one.base_ref == pull.base_ref and one.fork == pull.fork for one in twins):
        return f"There is already an open pull request for {pull.head_ref}."
    base = repo.git.branch(pull.base_ref)
    if base is None or repo.git.contains(base, tip):
        return f"There are no new commits on the {pull.head_ref} branch."
    return None


def reopen(repo: RepoState, issue: Issue, by: str) -> None:
    """Open it again; a push since then counts."""
    issue.state, issue.closed, issue.closed_by = "open", None, None
    happened(repo, issue, "reopened", by)
    repo.hub.notify("reopened", repo, issue.number, by)
    if isinstance(issue, Pull) and issue.fork is None:
        tip = repo.git.branch(issue.head_ref)
        if tip:
            move_head(repo, issue, tip, by)


def merge(repo: RepoState, pull: Pull, by: str, how: How, message: str | None) -> str:
    """Merge it into its base by a commit of its own, one commit for all, or each commit again; return the tip."""
    assert pull.state == "open", f"#{pull.number} is not open"
    base = repo.git.branch(pull.base_ref)
    assert base is not None
    pull.base = base
    commits = [str(one.id) for one in repo.commits(pull)]
    at, account = repo.hub.clock.tick(), repo.hub.account(by)
    who = (account.name or account.login, account.email)
    tip: str | None = base
    if how == "rebase":
        for sha in commits:
            tip = repo.git.picked(sha, str(tip), at)
            pull.merged_commits += (tip,)
    else:
        owner = pull.fork or repo.owner
        lead = f"Merge pull request #{pull.number} from {owner}/{pull.head_ref}\n\n{pull.title}\n"
        if how == "squash":
            lines = [f"* {repo.git.the(sha).message.strip()}\n" for sha in commits]
            lead = f"{pull.title} (#{pull.number})\n" + ("\n" + "\n".join(lines) if len(lines) > 1 else "")
        parents = [base, pull.head] if how == "merge" else [base]
        tip = repo.git.merged(base, pull.head, parents, message or lead, who, at)
        assert tip is not None, f"#{pull.number} conflicts with {pull.base_ref}"
        if how == "squash":
            pull.merged_commits = (tip,)
    pull.merge_commit, pull.merged = str(tip), at
    repo.git.set(f"refs/heads/{pull.base_ref}", str(tip))
    _merged(repo, pull, by)
    pushed(repo, Pushed(repo.full_name, f"refs/heads/{pull.base_ref}", base, str(tip)), by)
    return str(tip)


def _merged(repo: RepoState, pull: Pull, by: str) -> None:
    pull.merged_by, pull.state = by, "closed"
    event = happened(repo, pull, "merged", by, pull.merge_commit)
    pull.merged = pull.closed = event.at
    pull.closed_by = by
    happened(repo, pull, "closed", by)
    repo.hub.notify("merged", repo, pull.number, by)
    closing = f"{pull.title}\n\n{pull.body or ''}"
    for kind, to in read_out(closing, repo.full_name):
        issue = repo.issues.get(int(to.rpartition("#")[2])) if kind == "closes" else None
        if issue is not None and issue.state == "open" and pull.base_ref == repo.default_branch:
            close(repo, issue, by)
