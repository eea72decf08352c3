"""Accounts, repositories and addresses in GitHub's REST shape."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

from support.github_double.state import Json, stamp

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.repo_state import RepoState

_OF_AN_ACCOUNT = {
    "followers": "",
    "following": "{/other_user}",
    "gists": "{/gist_id}",
    "starred": "{/owner}{/repo}",
    "subscriptions": "",
    "organizations": "",
    "repos": "",
    "events": "{/privacy}",
    "received_events": "",
}
_FOLDERS = {"organizations": "orgs"}
_OF_A_REPOSITORY = {
    "archive": "/{archive_format}{/ref}",
    "assignees": "{/user}",
    "blobs": "/git/blobs{/sha}",
    "branches": "{/branch}",
    "collaborators": "{/collaborator}",
    "comments": "{/number}",
    "commits": "{/sha}",
    "compare": "/{base}...{head}",
    "contents": "/{+path}",
    "contributors": "",
    "deployments": "",
    "downloads": "",
    "events": "",
    "forks": "",
    "git_commits": "/git/commits{/sha}",
    "git_refs": "/git/refs{/sha}",
    "git_tags": "/git/tags{/sha}",
    "hooks": "",
    "issue_comment": "/issues/comments{/number}",
    "issue_events": "/issues/events{/number}",
    "issues": "{/number}",
    "keys": "{/key_id}",
    "labels": "{/name}",
    "languages": "",
    "merges": "",
    "milestones": "{/number}",
    "notifications": "{?since,all,participating}",
    "pulls": "{/number}",
    "releases": "{/id}",
    "stargazers": "",
    "statuses": "/statuses/{sha}",
    "subscribers": "",
    "subscription": "",
    "tags": "",
    "teams": "",
    "trees": "/git/trees{/sha}",
}
_COUNTS = ("forks", "forks_count", "size", "stargazers_count", "watchers", "watchers_count")


def node_id(kind: str, key: int | str) -> str:
    """Return the id that GraphQL knows something by."""
    return f"{kind}_{b64encode(str(key).encode()).decode().rstrip('=')}"


class Shapes:
    """Writes what stands in one repository for one call: its addresses begin with the root that the call used."""

    def __init__(self, hub: GithubDouble, repo: RepoState, api: str) -> None:
        self.hub = hub
        self.repo = repo
        self.api = api
        self.url: str = f"{api}/repos/{repo.full_name}"
        self.html: str = f"{hub.html_of(api)}/{repo.full_name}"

    def user(self, login: str | None) -> Json | None:
        """Return an account, null for one that was deleted."""
        return user(self.hub, login, self.api)

    def repository(self, *, full: bool = False, fork: str | None = None) -> Json:
        """Return the repository; `full` as its own address gives it, `fork` as the one that this owner forked."""
        repo, when = self.repo, stamp(self.repo.created)
        full_name = f"{fork}/{repo.name}" if fork else repo.full_name
        url, html = f"{self.api}/repos/{full_name}", f"{self.hub.html_of(self.api)}/{full_name}"
        open_issues = sum(issue.state == "open" for issue in repo.issues.values())
        shape: Json = {
            "id": repo.id + (1 if fork else 0),
            "node_id": node_id("R", full_name),
            "name": repo.name,
            "full_name": full_name,
            "private": repo.private,
            "owner": self.user(fork or repo.owner),
            "html_url": html,
            "description": None,
            "fork": fork is not None,
            "url": url,
            **{f"{name}_url": f"{url}{_below(name, rest)}" for name, rest in _OF_A_REPOSITORY.items()},
            "git_url": f"git://{html.split('://')[1]}.git",
            "ssh_url": f"git@{html.split('://')[1].replace('/', ':', 1)}.git",
            "clone_url": f"{html}.git",
            "svn_url": html,
            "mirror_url": None,
            "homepage": None,
            "language": None,
            "license": None,
            **dict.fromkeys(_COUNTS, 0),
            "open_issues": open_issues,
            "open_issues_count": open_issues,
            "default_branch": repo.default_branch,
            "visibility": "private" if repo.private else "public",
            "is_template": False,
            "topics": [],
            **dict.fromkeys(("has_issues", "has_projects", "has_wiki", "has_downloads"), True),
            **dict.fromkeys(("has_pages", "has_discussions", "archived", "disabled"), False),
            "allow_forking": True,
            "web_commit_signoff_required": False,
            "created_at": when,
            "updated_at": when,
            "pushed_at": when,
        }
        return {**shape, "network_count": 0, "subscribers_count": 0} if full else shape

    def association(self, login: str) -> str:
        """Return what someone is to the repository."""
        return self.repo.association(login)


def _below(name: str, rest: str) -> str:
    whole = rest.startswith(("/git/", "/issues/", "/statuses/", "/{archive"))
    return rest if whole else f"/{name}{rest}"


def user(hub: GithubDouble, login: str | None, api: str) -> Json | None:
    """Return an account, null for none and for one that was deleted."""
    if login is None or (account := hub.account(login)).deleted:
        return None
    url, bot = f"{api}/users/{account.login}", account.type == "Bot"
    slug = account.login.removesuffix("[bot]")
    return {
        "login": account.login,
        "id": account.id,
        "node_id": node_id("BOT" if bot else "U", account.id),
        "avatar_url": f"https://avatars.githubusercontent.com/u/{account.id}?v=4",
        "gravatar_id": "",
        "url": url,
        "html_url": f"{hub.html_of(api)}/{f'apps/{slug}' if bot else account.login}",
        **{f"{name}_url": f"{url}/{_FOLDERS.get(name, name)}{rest}" for name, rest in _OF_AN_ACCOUNT.items()},
        "type": account.type,
        "user_view_type": "public",
        "site_admin": False,
    }
