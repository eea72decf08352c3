"""The double of GitHub: a loopback server over real bare repositories, which a test fills and looks into."""

from __future__ import annotations

import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Self

from support.github_double import answering
from support.github_double.faults import Call, Callback, Faults, How
from support.github_double.git_http import is_git, secret_of, served
from support.github_double.git_side import Files
from support.github_double.hub_repo import HubRepo
from support.github_double.limits import Limits
from support.github_double.repo_state import RepoState
from support.github_double.rest import Answer
from support.github_double.server import Server
from support.github_double.state import Account, Clock, Mail, Notification, Pushed, Reference, Token

README = {"README.md": "# A project\n"}
BOTS = ("github-actions[bot]", "dependabot[bot]", "web-flow")


class GithubDouble:
    """GitHub on this machine. Use it as a context manager; `repo("owner/name")` makes a repository in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lock = threading.RLock()
        self.clock: Clock = Clock()
        self.began = self.clock.now
        self.limits: Limits = Limits(self.clock)
        self.faults = Faults()
        self.git_faults = Faults()
        """What goes wrong between a git client and the repositories, as `faults` does for the API."""
        self.accounts: dict[str, Account] = {}
        self.tokens: dict[str, Token] = {}
        self.repos: dict[str, HubRepo] = {}
        self.calls: list[Call] = []
        """Every call, in order."""
        self.git_calls: list[Call] = []
        """Every call of a git client, where the remote is reached over HTTP; none of them is an API call."""
        self.notifications: list[Notification] = []
        """What people would get a mail for."""
        self.references: list[Reference] = []
        """What GitHub read out of texts: pings, links, closing words."""
        self.routed: set[tuple[str, str]] = set()
        """The operations that were asked for, as the official description names them."""
        self.problems: list[BaseException | None] = []
        """Faults of the double itself; the end of the context fails the test for them."""
        self.html: str = "https://github.com"
        """Where pages lie; under `/api/v3` they lie on the server itself, as at an enterprise."""
        self._ids = 1000
        self._server = Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        for bot in BOTS:
            self.account(bot, "User" if bot == "web-flow" else "Bot")

    @property
    def url(self) -> str:
        """Return the root of the API."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def enterprise_url(self) -> str:
        """Return the root of the API as an enterprise has it."""
        return f"{self.url}{answering.ENTERPRISE}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        self._server.shutdown()
        self._server.hang_up()
        self._server.server_close()
        self._thread.join()
        for one in self.problems:
            told = "".join(traceback.format_exception(one))
            if problem is None:
                raise AssertionError(f"the double of GitHub failed: {told}")
            problem.add_note(f"the double of GitHub failed before: {told}")

    # Building.

    def repo(self, full_name: str, files: Files | None = README) -> HubRepo:
        """Return a repository, made with these files on `main` where there is none; None makes an empty one."""
        with self.lock:
            key = full_name.casefold()
            if key not in self.repos:
                self.account(full_name.split("/")[0])
                self.repos[key] = HubRepo(self, self.folder, full_name, 5000 + len(self.repos) * 10, files)
            return self.repos[key]

    def account(
        self, login: str, type: Literal["User", "Bot"] | None = None, name: str | None = None
    ) -> Account:
        """Return an account, made where there is none; a login that ends with `[bot]` is a bot's."""
        key = login.casefold()
        if key not in self.accounts:
            kind = type or ("Bot" if login.endswith("[bot]") else "User")
            self.accounts[key] = Account(login, 100 + len(self.accounts), kind, name)
        account = self.accounts[key]
        account.name, account.type = name or account.name, type or account.type
        return account

    def forget(self, login: str) -> None:
        """Delete an account: it is null from then on."""
        self.account(login).deleted = True

    def known(self, login: str) -> Account | None:
        """Return an account that is there."""
        return self.accounts.get(login.casefold())

    def login_of(self, email: str) -> str | None:
        """Return whose address it is."""
        if email == "noreply@github.com":
            return "web-flow"
        return next((one.login for one in self.accounts.values() if one.email == email), None)

    def token(
        self,
        secret: str,
        login: str | None = None,
        permissions: Mapping[str, str] | None = None,
        kind: Literal["github_token", "app", "pat"] = "github_token",
    ) -> str:
        """Let a token be known and return it; one of a workflow belongs to `github-actions[bot]`."""
        login = login or "github-actions[bot]"
        self.account(login, None if kind == "pat" else "Bot")
        self.tokens[secret] = Token(secret, login, kind, dict(permissions or {"contents": "read"}))
        return secret

    def html_of(self, api: str) -> str:
        """Return where the pages lie that belong to a root of the API."""
        return self.url if api.endswith(answering.ENTERPRISE) else self.html

    def environment(
        self, repo: HubRepo, token: str, *, enterprise: bool = False, **more: str
    ) -> dict[str, str]:
        """Return what a workflow's job finds in its environment."""
        api = self.enterprise_url if enterprise else self.url
        with self.lock:
            sha = repo.git.branch(repo.default_branch) or ""
        return {
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": api,
            "GITHUB_GRAPHQL_URL": f"{self.url}/api/graphql" if enterprise else f"{self.url}/graphql",
            "GITHUB_SERVER_URL": self.html_of(api),
            "GITHUB_REPOSITORY": repo.full_name,
            "GITHUB_REPOSITORY_OWNER": repo.owner,
            "GITHUB_REF": f"refs/heads/{repo.default_branch}",
            "GITHUB_REF_NAME": repo.default_branch,
            "GITHUB_SHA": sha,
            "GITHUB_RUN_ID": "4711",
            "GITHUB_TOKEN": token,
            **more,
        }

    # Looking.

    @property
    def writes(self) -> list[Call]:
        """Return the calls that asked to change something."""
        return [call for call in self.calls if call.writes]

    @property
    def pushes(self) -> list[Pushed]:
        """Return every move of a ref by git, in all repositories."""
        return [push for repo in self.repos.values() for push in repo.pushes]

    def notify(self, kind: Mail, repo: RepoState, number: int, by: str) -> None:
        """Note a mail."""
        self.notifications.append(Notification(kind, repo.full_name, number, by))

    def next_id(self) -> int:
        """Return an id that nothing has."""
        self._ids += 1
        return self._ids

    # Letting things go wrong.

    def before(self, callback: Callback) -> None:
        """Call it before each call is done: it may kill the client, or raise `Dropped`."""
        self.faults.before.append(callback)

    def after(self, callback: Callback) -> None:
        """Call it after each call is done and before it is answered."""
        self.faults.after.append(callback)

    def fail_at(self, k: int, how: How = "drop") -> None:
        """Let the k-th call from now fail, and do nothing."""
        self.faults.fail_at(k, how)

    def answered_then_drop(self, k: int) -> None:
        """Let the k-th call from now be done, and its answer be lost."""
        self.faults.lose_at(k)

    def fail_git_at(self, k: int, how: How = "drop") -> None:
        """Let the k-th call of a git client from now fail, and do nothing (a push makes two calls)."""
        self.git_faults.fail_at(k, how)

    def git_answered_then_drop(self, k: int) -> None:
        """Let the k-th call of a git client from now be done, and its answer be lost."""
        self.git_faults.lose_at(k)

    def handle(self, method: str, target: str, headers: Mapping[str, str], content: bytes) -> Answer:
        """Answer one call; called by the server."""
        with self.lock:
            git = is_git(target)
            calls, faults = (self.git_calls, self.git_faults) if git else (self.calls, self.faults)
            secret = secret_of(headers.get("authorization", ""))
            faults.count += 1
            call = Call(faults.count, method, target, secret, content)
            calls.append(call)
            failed = faults.meet(call)
            if failed:
                answer = answering.failing(failed)
            elif git:
                answer = served(self, call, headers, content)
            else:
                answer = answering.answered(self, method, target, headers, content)
            call.status = answer.status
            faults.leave(call)
            return answer
