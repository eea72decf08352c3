"""Keeps GitHub's answers with their ETags in a clone, so that what did not change costs nothing of the rate limit."""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gitexp.adapters.derived_file import write_whole

FORM = "answer 1"
MAX_BODY = 4_000_000
MAX_FOLDER = 64_000_000
_PRUNE_EVERY = 64
"""Writes after which the folder is looked at: it may be larger than it should by so many answers."""
_ETAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e]{1,200}"')


@dataclass(frozen=True)
class Kept:
    """An answer: its ETag, its `Link` header, its text."""

    etag: str
    link: str
    text: str


class KeptAnswers:
    """Answers as files in one folder, readable by nobody else; whatever is wrong with one counts as not there.

    Without a folder nothing is kept. A file is named by a hash, and says itself what it answers.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._written = 0

    def get(self, url: str, accept: str) -> Kept | None:
        """Return the answer that was kept, None where there is none."""
        if self._folder is None:
            return None
        document = read_document(self._path(self._folder, url, accept), 2 * MAX_BODY)
        if document.get("form") != FORM or document.get("url") != url or document.get("accept") != accept:
            return None
        etag, link, text = (document.get(name) for name in ("etag", "link", "text"))
        if not isinstance(etag, str) or not isinstance(link, str) or not isinstance(text, str):
            return None
        return Kept(etag, link, text) if _ETAG.fullmatch(etag) else None

    def put(self, url: str, accept: str, kept: Kept) -> None:
        """Keep an answer; where it can't be written, or is too large, it is asked for again the next time."""
        if self._folder is None or not _ETAG.fullmatch(kept.etag) or len(kept.text) > MAX_BODY:
            return
        document = {"form": FORM, "url": url, "accept": accept, "etag": kept.etag, "link": kept.link}
        path = self._path(self._folder, url, accept)
        write_document(self._folder, path, {**document, "text": kept.text})
        if self._written % _PRUNE_EVERY == 0:
            prune(self._folder, MAX_FOLDER)
        self._written += 1

    def _path(self, folder: Path, url: str, accept: str) -> Path:
        name = f"{url}\n{accept}"
        return folder / f"{sha256(name.encode()).hexdigest()}.json"


def read_document(path: Path, most: int) -> dict[str, object]:
    """Return the object that a file holds; an empty one where it is missing, damaged, or larger than it may be."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
        document = json.loads(data) if len(data) <= most else None
    except (OSError, ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def write_document(folder: Path, path: Path, document: dict[str, object]) -> None:
    """Write an object into a file of a folder, which nobody else may read."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        if write_whole(path, json.dumps(document, ensure_ascii=True).encode("ascii")):
            path.chmod(0o600)


def prune(folder: Path, most: int) -> None:
    """Take the oldest files out of a folder until it holds no more than `most` bytes."""
    with contextlib.suppress(OSError):
        found = sorted(
            (
                (file.stat().st_mtime, file.stat().st_size, file)
                for file in folder.iterdir()
                if file.is_file()
            ),
            key=lambda one: (one[0], one[2].name),
            reverse=True,
        )
        size = 0
        for _, bytes_of, file in found:
            size += bytes_of
            if size > most:
                file.unlink(missing_ok=True)
