"""Notes for tests: an episode of the journal, and a hypothesis strategy for all that can be noted."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from gitexp.adapters.git import discover
from gitexp.adapters.journal_git import GitJournal
from gitexp.adapters.usage_files import UsageFiles
from gitexp.records.episode import EPISODE_KINDS, Episode, episode_id
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted
from support.repository import Repository

AT = "2024-03-02T10:00:00Z"
RULE = "`Mill.stop` must come before the belt is changed, because the belt takes the sleeve with it."


def an_episode(text: str = RULE, **fields: Any) -> Episode[Redacted]:
    """Return a person's note, with the id that its words give."""
    given: dict[str, Any] = {"at": AT, "agent": "person", "text": redacted(text), **fields}
    if given.get("quote") is not None:
        given["quote"] = redacted(given["quote"])
    named = {key: given[key] for key in ("agent", "files", "kind", "quote") if key in given}
    return Episode(id=episode_id(given["text"], **named), **given)


def keep_note(repo: Repository, text: str = RULE, **fields: Any) -> Episode[Redacted]:
    """Keep a note in the journal of a clone as `exp note` does, without a process, and return it."""
    layout = discover(str(repo.path))
    episode = an_episode(text, **fields)
    GitJournal(layout.git(), layout, clone=UsageFiles(layout.common_dir).clone).keep(episode)
    return episode


_SIGNS = st.characters(exclude_categories=("Cs", "Cc"))
_PARTS = (
    st.from_regex(r"[a-z0-9_][a-z0-9_. -]{0,10}", fullmatch=True)
    .map(str.strip)
    .filter(lambda part: part not in ("", ".", ".."))
)
_PATHS = st.lists(_PARTS, min_size=1, max_size=4).map("/".join)


@st.composite
def episodes(draw: st.DrawFn) -> Episode[Redacted]:
    """Return any note that can be kept."""
    words = st.text(_SIGNS, min_size=1, max_size=60).map(redacted).filter(lambda text: bool(text.strip()))
    fields: dict[str, Any] = {
        "agent": draw(st.from_regex(r"[a-z0-9][a-z0-9._-]{0,39}", fullmatch=True)),
        "text": draw(words),
        "kind": draw(st.none() | st.sampled_from(EPISODE_KINDS)),
        "files": tuple(draw(st.lists(_PATHS, max_size=3, unique=True))),
        "quote": draw(st.none() | words),
    }
    return Episode(
        id=episode_id(fields["text"], **{key: value for key, value in fields.items() if key != "text"}),
        at=draw(st.datetimes().map(lambda day: day.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20))),
        commit=draw(st.none() | st.from_regex(r"[0-9a-f]{40}", fullmatch=True)),
        repeats=draw(st.none() | st.from_regex(r"[0-9a-f]{10}", fullmatch=True)),
        **fields,
    )
