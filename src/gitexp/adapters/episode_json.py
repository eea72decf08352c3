"""An episode as the JSON file that the journal keeps, and back, strictly: who may push may write anything there."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from gitexp.adapters.git import shown
from gitexp.errors import RecordError
from gitexp.records.episode import (
    AGENT_NAME,
    EPISODE_KINDS,
    MAX_FILES,
    MAX_PATH,
    MAX_QUOTE,
    MAX_TEXT,
    PATH,
    Episode,
    EpisodeKind,
    episode_id,
)
from gitexp.records.text import Redacted

KEYS = tuple("id at agent kind text quote files commit repeats".split())
"""In the order of the file, as the schema has them."""
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_HEX = re.compile(r"[0-9a-f]{10}")


def document(episode: Episode[str]) -> dict[str, object]:
    """Return an episode as its file has it, without what is empty."""
    fields: dict[str, object] = {
        "id": episode.id,
        "at": episode.at,
        "agent": episode.agent,
        "kind": episode.kind,
        "text": str(episode.text),
        "quote": None if episode.quote is None else str(episode.quote),
        "files": list(episode.files),
        "commit": episode.commit,
        "repeats": episode.repeats,
    }
    return {key: value for key, value in fields.items() if value not in (None, [])}


def written(episode: Episode[Redacted]) -> bytes:
    """Return the file. Raises RecordError where it would be none that is read: an invalid file is never written."""
    text = json.dumps(document(episode), ensure_ascii=False, indent=2) + "\n"
    data = text.encode("utf-8", "replace")
    read(data, episode.id)
    return data


def read(data: bytes, where: str) -> Episode[str]:
    """Return the episode of a file. Raises RecordError, which says why there is none."""
    fields = _fields(data, where)
    text = fields.text("text", MAX_TEXT)
    quote = fields.text("quote", MAX_QUOTE) if "quote" in fields.values else None
    agent = fields.token("agent", AGENT_NAME)
    kind, files = fields.kind(), fields.files()
    id = episode_id(text, agent=agent, files=files, kind=kind, quote=quote)
    if fields.values.get("id") != id:
        raise RecordError(where, "its id is not that of its words")
    commit = fields.token("commit", _COMMIT) if "commit" in fields.values else None
    repeats = fields.token("repeats", _HEX) if "repeats" in fields.values else None
    return Episode(id, fields.time(), agent, text, kind, files, quote, commit, repeats)


class _Fields:
    """The members of the file's object. Every reader raises RecordError where one is not as the schema has it."""

    def __init__(self, where: str, pairs: Sequence[tuple[str, object]]) -> None:
        self._where = where
        self.values: Mapping[str, object] = dict(pairs)
        if len(self.values) != len(pairs):
            raise RecordError(where, "a key stands twice")
        for key in self.values:
            if key not in KEYS:
                raise RecordError(where, f"unknown key `{shown(key)[:60]}`")

    def text(self, key: str, most: int) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip() or len(value) > most:
            raise self._odd(key)
        if any(0xD800 <= ord(letter) <= 0xDFFF for letter in value):
            raise self._odd(key)
        return value

    def token(self, key: str, form: re.Pattern[str]) -> str:
        value = self.values.get(key)
        if not isinstance(value, str) or not form.fullmatch(value):
            raise self._odd(key)
        return value

    def time(self) -> str:
        value = self.token("at", _AT)
        try:
            datetime.fromisoformat(value)
        except ValueError:
            raise self._odd("at") from None
        return value

    def kind(self) -> EpisodeKind | None:
        if "kind" not in self.values:
            return None
        value = self.values["kind"]
        found = next((kind for kind in EPISODE_KINDS if kind == value), None)
        if found is None:
            raise self._odd("kind")
        return found

    def files(self) -> tuple[str, ...]:
        if "files" not in self.values:
            return ()
        value = self.values["files"]
        if not isinstance(value, list) or not 0 < len(value) <= MAX_FILES:
            raise self._odd("files")
        found = [
            one for one in value if isinstance(one, str) and len(one) <= MAX_PATH and PATH.fullmatch(one)
        ]
        if len(set(found)) != len(value):
            raise self._odd("files")
        return tuple(found)

    def _odd(self, key: str) -> RecordError:
        how = "is not as `exp note` writes it" if key in self.values else "is missing"
        return RecordError(self._where, f"`{key}` {how}")


def _fields(data: bytes, where: str) -> _Fields:
    try:
        found = json.loads(data.decode("utf-8"), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        raise RecordError(where, "is no whole JSON") from None
    if not isinstance(found, _Pairs):
        raise RecordError(where, "must be an object")
    return _Fields(where, found)


class _Pairs(list[tuple[str, object]]):
    """The members of an object in their order; of any object, so that one within another is no member of it."""
