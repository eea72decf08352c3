"""The part of the wiring that asks GitHub: which one, in whose name, and the sources that read pull requests there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import RepositoryError, UsageError

if TYPE_CHECKING:
    from gitexp.adapters.github_api import GithubApi
    from gitexp.adapters.github_api_pulls import PullRequests
    from gitexp.ports import Source

Say = Callable[[str], object]
AT_GITHUB = ("pr:", "prs:")
"""What the name of a source begins with that reads pull requests at GitHub."""
TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")
_HOST = re.compile(r"(?:[a-z+]+://(?:[^@/]*@)?|(?:[^@/:]+@))([\w.-]+)(?::\d+)?[:/]", re.IGNORECASE | re.ASCII)
_AT_GITHUB = frozenset({"github.com", "www.github.com", "ssh.github.com"})


def silent(words: str) -> None:
    """Say nothing."""
    del words


def is_pulls(name: str) -> bool:
    """Return whether the name of a source asks for pull requests; a file that bears such a name is a file."""
    return name.startswith(AT_GITHUB) and not os.path.exists(name)  # noqa: PTH110  a name may be too long for Path


class GithubWiring(CoreWiring):
    """Asks GitHub. A token goes to no other host than the user named, or to github.com."""

    def github(
        self, repo: str | None, *, tell: Say = silent, environment: Mapping[str, str] = os.environ
    ) -> GithubApi:
        """Return what asks the API of a repository; `tell` hears when it has to wait for a rate limit."""
        from gitexp.adapters.github_api import GithubApi

        if repo is None:
            what, mend = "it is not known what this repository is called on GitHub", "give --repo OWNER/NAME"
            raise RepositoryError("", what, mend)
        folder = self.github_folder
        return GithubApi(
            self._api_url(environment),
            next((environment[name] for name in TOKENS if environment.get(name)), ""),
            repo,
            graphql_url=environment.get("GITHUB_GRAPHQL_URL") if environment.get("GITHUB_API_URL") else None,
            cache_folder=folder and folder / "answers",
            tell=tell,
        )

    @property
    def github_folder(self) -> Path | None:
        """Return where GitHub's answers are kept, private to the clone."""
        return Path(self.layout.common_dir) / "exp" / "github" if self.layout.common_dir else None

    def pull_requests(self, api: GithubApi, this_repo: str | None, *, anew: bool = False) -> PullRequests:
        """Return what reads pull requests; `anew` takes none that was kept."""
        from gitexp.adapters.github_api_pulls import PullRequests
        from gitexp.adapters.source_github_api_kept import KeptPulls

        folder = None if anew else self.github_folder
        return PullRequests(api, this_repo, kept=KeptPulls(folder / "pulls") if folder else None)

    def pull_sources(
        self, names: Sequence[str], own: str | None, *, tell: Say = silent, note: Say = silent
    ) -> list[Source]:
        """Return the sources for `pr:N` and `prs:…`; `own` is what this repository is called."""
        from gitexp.adapters.source_github_api import PullRequestSource, PullRequestsSource
        from gitexp.adapters.source_github_api_names import One, parsed

        asked = [parsed(name) for name in dict.fromkeys(names)]
        other = next((one.repo for one in asked if isinstance(one, One) and one.repo), None)
        if own is None and not all(isinstance(one, One) and one.repo for one in asked):
            raise UsageError(names[0], "it is not told of which repository", "give --repo OWNER/NAME")
        api = self.github(own or other, tell=note)
        found: list[Source] = []
        for one in asked:
            if isinstance(one, One):
                reader = self.pull_requests(api.of(one.repo) if one.repo else api, own)
                found.append(PullRequestSource(reader, one.number))
            else:
                reader = self.pull_requests(api, own)
                found.append(PullRequestsSource(reader, one, tell=tell, note=note))
        return found

    def _api_url(self, environment: Mapping[str, str]) -> str:
        """Return the API's address: as the user named it, else github.com's. Raises RepositoryError for an unnamed one."""
        from gitexp.adapters.github_api_address import PUBLIC, checked

        if environment.get("GITHUB_API_URL"):
            return environment["GITHUB_API_URL"]
        if named := self.read_settings.get("exp.apiurl"):
            return checked(named, "exp.apiUrl")
        match = _HOST.match(self.origin)
        if match is None or match[1].lower() in _AT_GITHUB:
            return PUBLIC
        what = f"origin is at {match[1]}, and nobody said that its API may be asked"
        raise RepositoryError("exp.apiUrl", what, f"git config exp.apiUrl https://{match[1]}/api/v3")

    @cached_property
    def origin(self) -> str:
        """Return the address of origin, empty without one."""
        found = self.git.try_run("config", "--get", "remote.origin.url") or b""
        return found.decode("utf-8", "replace").strip()
