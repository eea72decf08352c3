"""The forge: GitHub, where proposals are discussed and approved. Approving is left to people: it asks for it nowhere."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from gitexp.adapters.forge_github_permissions import permissions_of
from gitexp.adapters.forge_github_query import QUERY, Crowded, pulls_told
from gitexp.adapters.forge_github_rest import acts_at, own, pulls_of, rest_pull
from gitexp.adapters.github_api_content import item_of
from gitexp.adapters.github_api_errors import Forbidden, Invalid, Unauthorized, Unsure
from gitexp.errors import OutsideError, RecordError
from gitexp.records.discussion import YesNo
from gitexp.records.evidence import quotable
from gitexp.records.pull import Act, Pull, Reaction

if TYPE_CHECKING:
    from gitexp.adapters.github_api import GithubApi

SETTING = "Allow GitHub Actions to create and approve pull requests"
MAX_BODY = 65_536
"""Characters of a body or a comment that GitHub takes."""
_CUT = "\n\n*The rest is left out: it is too long for GitHub.*\n"


class GithubForge:
    """Implements `Forge` for the repository of an API. Each write says what shall be: a second one is no other."""

    def __init__(self, api: GithubApi) -> None:
        self._api = api
        self._repo = api.repo

    def proposals(self, branch: str) -> Sequence[Pull]:
        """Return the pull requests of a branch: one GraphQL query, else REST."""
        owner, _, name = self._repo.partition("/")
        try:
            asked = {"owner": owner, "name": name, "branch": branch}
            return pulls_told(self._api.graphql(QUERY, asked))
        except Unauthorized:
            raise
        except (OutsideError, RecordError, Crowded):
            return pulls_of(self._api, branch)

    def open(self, branch: str, base: str, title: str, body: str) -> Pull:
        """Open the pull request; where one is open, or the answer was lost and it was opened, that one is returned."""
        asked = {"title": title, "head": branch, "base": base, "body": _fitting(body)}
        try:
            return rest_pull(item_of(self._api.post("pulls", asked), "pull request"))
        except (Unsure, Invalid) as error:
            opened = self._opened(branch)
            if opened is None:
                raise _unopened(error, branch, base) from None
            return opened
        except Forbidden as error:
            if "create or approve" in error.said.lower():
                raise OutsideError(
                    self._repo, f"the pull request can't be opened ({error.said})", _ticked()
                ) from None
            raise

    def rewrite(self, number: int, *, title: str, body: str) -> None:
        """Put title and text in place of what stands."""
        self._put(f"pulls/{number}", {"title": title, "body": _fitting(body)})

    def close(self, number: int) -> None:
        """Close a pull request that has nothing left to approve."""
        self._put(f"pulls/{number}", {"state": "closed"})

    def comments(self, number: int) -> Sequence[Act]:
        """Return all comments of its conversation, oldest first."""
        return acts_at(self._api, "comment", f"issues/{number}/comments")

    def comment(self, number: int, text: str) -> str:
        """Write a comment and return its id; where the answer was lost, that of the comment that has the text."""
        text = _fitting(text)
        try:
            answer = self._api.post(f"issues/{number}/comments", {"body": text})
        except Unsure:
            written = [one for one in self.comments(number) if _same(one.text, text)]
            if not written:
                raise
            return written[-1].id
        id = item_of(answer, "comment").key("id")
        if id is None:
            raise OutsideError(
                f"{self._repo}#{number}", "GitHub does not tell the id of a comment", "run it again"
            )
        return id

    def edit_comment(self, id: str, text: str) -> None:
        """Put a text in place of a comment's."""
        self._put(f"issues/comments/{_id(id)}", {"body": _fitting(text)})

    def react(self, id: str, reaction: Reaction) -> None:
        """React to a comment; GitHub keeps one reaction of a kind by one account."""
        path = f"issues/comments/{_id(id)}/reactions"
        try:
            self._api.post(path, {"content": reaction})
        except Unsure:
            self._api.post(path, {"content": reaction})

    def permissions(self, logins: Collection[str]) -> Mapping[str, YesNo]:
        """Return of each login whether it has write permission; unknown where that can't be told."""
        return permissions_of(self._api, logins)

    def _put(self, path: str, values: Mapping[str, object]) -> None:
        """Set values of something; where the answer was lost they are set once more, which changes nothing else."""
        try:
            self._api.patch(path, dict(values))
        except Unsure:
            self._api.patch(path, dict(values))

    def _opened(self, branch: str) -> Pull | None:
        """Return the pull request of the branch that is open."""
        asked = {"head": f"{self._repo.partition('/')[0]}:{branch}", "state": "open"}
        return next(iter(own(self._api.get("pulls", asked), self._repo, branch)), None)


def _fitting(text: str) -> str:
    """Return a text that GitHub takes; of one that is too long the last line stays: it is the marker."""
    if len(text) <= MAX_BODY:
        return text
    last = text.rstrip("\n").rpartition("\n")[2][:1000]
    return f"{text[: MAX_BODY - len(last) - len(_CUT)]}{_CUT}{last}"


def _id(id: str) -> str:
    """Return the number of a comment: it goes into an address."""
    if not (id.isascii() and id.isdigit()):
        raise OutsideError("comment", "has no number", "run it again")
    return id


def _same(one: str, other: str) -> bool:
    """Return whether two texts are the same but for blanks at the ends of lines."""
    return quotable(one).rstrip() == quotable(other).rstrip()


def _ticked() -> str:
    return f"tick `{SETTING}` under Settings > Actions > General, or use a token of a GitHub App"


def _unopened(error: Unsure | Invalid, branch: str, base: str) -> OutsideError:
    if isinstance(error, Invalid) and "no commits between" in error.said.lower():
        return OutsideError(branch, f"holds nothing that {base} does not have", "run it again")
    return error
