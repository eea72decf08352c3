"""The part of the wiring that serves the bot: the forge, the shared repository, lists of pull requests, the artifact."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.cli.wiring_github import GithubWiring, silent
from gitexp.cli.wiring_proposal import run_document
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.adapters.git_branches import Base as Base
    from gitexp.adapters.github_api import GithubApi as GithubApi
    from gitexp.adapters.github_api_listing import MergedPull as MergedPull
    from gitexp.adapters.source_github_numbers import NumberedSource as NumberedSource
    from gitexp.adapters.store_git import GitStore as GitStore
    from gitexp.engines.noted import Noting
    from gitexp.ports import Engine
    from gitexp.ports.bot import Forge, Remote
    from gitexp.records.artifact import Artifact, Opinions
    from gitexp.records.skipped import Skipped

Say = Callable[[str], object]


class BotWiring(GithubWiring, CoreWiring):
    """Serves the bot."""

    def default_base(self, name: str) -> Base | None:
        """Return the newest commit of the default branch that this clone has; HEAD where it has no such branch."""
        from gitexp.adapters.git_branches import Base, refs

        remote, local = f"refs/remotes/origin/{name}", f"refs/heads/{name}"
        known = refs(self.git, remote, local) if name else {}
        ref = next((one for one in (remote, local) if one in known), None)
        return Base(name, ref, known[ref].commit) if ref else self.base

    def default_branch_of(self, api: GithubApi) -> str:
        """Return what GitHub calls the default branch; one call. Git's setting exp.defaultBranch wins."""
        from gitexp.adapters.github_api_content import item_of

        named = self.read_settings.get("exp.defaultbranch", "")
        return named or item_of(api.get(""), api.repo).text("default_branch") or ""

    def prices(self) -> tuple[float, float] | None:
        """Return what a million tokens cost, sent and received, by git's settings; None where they are not set."""
        told = [self.read_settings.get(name, "") for name in ("exp.promptprice", "exp.completionprice")]
        try:
            sent, got = (float(one) for one in told)
        except ValueError:
            return None
        return sent, got

    def forge(self, api: GithubApi) -> Forge:
        from gitexp.adapters.forge_github import GithubForge

        return GithubForge(api)

    def remote(self, server: str, token: str, base: Base | None) -> Remote:
        """Return the shared repository; the token goes to no other server than the one that is named."""
        from gitexp.adapters.remote_access import Access
        from gitexp.adapters.remote_git import GitRemote
        from gitexp.cli.json_text import dumps
        from gitexp.steps.redact import redacted
        from gitexp.steps.redact_change import redacted_change

        return GitRemote(
            self.git,
            self.layout,
            base=base,
            as_json=lambda run: dumps(run_document(run)),
            text=redacted,
            change=redacted_change,
            access=Access(server, token or None),
        )

    def numbered(
        self,
        api: GithubApi,
        this_repo: str,
        numbers: Sequence[int],
        updated: Mapping[int, str],
        *,
        for_evidence: bool,
        tell: Say = silent,
    ) -> NumberedSource:
        """Return a source over pull requests; for evidence nothing that was kept counts."""
        from gitexp.adapters.source_github_numbers import NumberedSource as NumberedSource

        reader = self.pull_requests(api, this_repo, anew=for_evidence)
        return NumberedSource(reader, numbers, updated, for_evidence=for_evidence, tell=tell)

    def merged_since(
        self, api: GithubApi, since: datetime, until: datetime | None, limit: int | None, branch: str
    ) -> list[MergedPull]:
        """Return what merged into a branch, oldest first."""
        from gitexp.adapters.github_api_listing import merged_since

        return merged_since(api, since, until, limit, branch or None)

    def pulls_of_commit(self, api: GithubApi, sha: str) -> list[MergedPull]:
        """Return the merged pull requests that a commit belongs to."""
        from gitexp.adapters.github_api_listing import pulls_of_commit

        return pulls_of_commit(api, sha)

    def last_success(self, api: GithubApi, workflow: str, branch: str) -> str | None:
        """Return when a workflow last began a run that went well, None where there is none."""
        from gitexp.adapters.github_api_runs import last_success

        return last_success(api, workflow, branch)

    def estimate(self, api: GithubApi, many: int) -> str:
        """Return what reading so many pull requests will cost, and what is left of the budget."""
        from gitexp.adapters.source_github_api import announced

        return announced(api, many)

    def noting(self, engine: Engine) -> Noting:
        """Return an engine that notes what another one answers."""
        from gitexp.engines.noted import Noting

        return Noting(engine)

    def told(self, opinions: Opinions) -> Engine:
        """Return an engine that answers from opinions, and by the rules what they do not hold."""
        from gitexp.engines.rules import RulesEngine
        from gitexp.engines.told import Told

        return Told(opinions, RulesEngine())

    def artifact_text(self, artifact: Artifact) -> str:
        from gitexp.adapters.artifact_json import artifact_text

        return artifact_text(artifact)

    def artifact(self, path: str) -> tuple[Artifact, Sequence[Skipped]]:
        """Return what a file of a reading job holds, and what of it does not fit. Raises RecordError for what is none."""
        from gitexp.adapters.artifact_json import artifact_from
        from gitexp.adapters.artifact_json_strict import MAX_BYTES
        from gitexp.steps.redact import redacted

        try:
            with Path(path).open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or "no such path"
            raise UsageError(
                path, f"can't be read: {why}", "download the artifact of the job `extract` first"
            ) from None
        return artifact_from(data, path, redacted)
