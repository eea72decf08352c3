"""Keeps merged pull requests as they were read, in a clone: a run that was killed goes on without asking again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_document import Document
from gitexp.adapters.github_api_kept import prune, read_document, write_document
from gitexp.records.discussion import YesNo

FORM = "pull request 1"
MAX_BYTES = 40_000_000
MAX_FOLDER = 400_000_000
_PRUNE_EVERY = 100


class KeptPulls:
    """Documents as files of one folder, readable by nobody else; whatever is wrong with one counts as not there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._written = 0

    def get(self, api: GithubApi, number: int, updated_at: str) -> Document | None:
        """Return what was kept of a pull request that last changed then, None where there is nothing."""
        found = read_document(self._path(api, number, updated_at), MAX_BYTES)
        if found.get("form") != FORM or found.get("name") != _name(api, number, updated_at):
            return None
        document = _document(found)
        same = document is not None and document.pull.get("number") == number and document.merged
        return document if same else None

    def put(self, api: GithubApi, number: int, document: Document) -> None:
        """Keep a merged pull request."""
        path = self._path(api, number, document.updated_at)
        name = _name(api, number, document.updated_at)
        write_document(self._folder, path, {"form": FORM, "name": name, **asdict(document)})
        if self._written % _PRUNE_EVERY == 0:
            prune(self._folder, MAX_FOLDER)
        self._written += 1

    def _path(self, api: GithubApi, number: int, updated_at: str) -> Path:
        name = sha256(_name(api, number, updated_at).encode("utf-8", "replace")).hexdigest()
        return self._folder / f"{number}-{name}.json"


def _name(api: GithubApi, number: int, updated_at: str) -> str:
    # Without a token it is not told who may write: what was read so is not taken for more.
    how = "by token" if api.has_token else "by nobody"
    return f"{api.url}/repos/{api.repo.lower()}/pulls/{number} {updated_at} {how}"


def _document(found: Mapping[str, object]) -> Document | None:
    """Return what a file holds; None where a part of it has another form."""
    pull, back = found.get("pull"), found.get("taken_back")
    reviews, line_comments = _objects(found.get("reviews")), _objects(found.get("review_comments"))
    comments = _objects(found.get("issue_comments"))
    files, cut = _texts(found.get("files")), _texts(found.get("cut"))
    edited, writers = found.get("edited"), found.get("writers")
    if not isinstance(pull, dict) or not isinstance(edited, dict) or not isinstance(writers, dict):
        return None
    if reviews is None or line_comments is None or comments is None or files is None or cut is None:
        return None
    return Document(
        pull,
        reviews,
        line_comments,
        comments,
        edited={key: at for key, at in edited.items() if isinstance(at, str)},
        writers={login: _yes_no(answer) for login, answer in writers.items()},
        files=files,
        taken_back=back if isinstance(back, str) else None,
        cut=cut,
    )


def _objects(value: object) -> Sequence[dict[str, object]] | None:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        return None
    return value


def _texts(value: object) -> Sequence[str] | None:
    return value if isinstance(value, list) and all(isinstance(one, str) for one in value) else None


def _yes_no(value: object) -> YesNo:
    return "yes" if value == "yes" else "no" if value == "no" else "unknown"
