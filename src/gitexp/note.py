"""Note: keep in the journal what was learnt, for a later proposal. No note is ever recalled."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from gitexp.errors import UsageError
from gitexp.ports import Engine, Journal
from gitexp.records.discussion import Discussion, Speaker, Turn
from gitexp.records.episode import MAX_FILES, MAX_PATH, MAX_QUOTE, MAX_TEXT, PATH, Episode, Noted, episode_id
from gitexp.records.evidence import quotable
from gitexp.records.experience import Standing
from gitexp.records.text import Redacted
from gitexp.records.words import content_words
from gitexp.steps.already_said import already_said
from gitexp.steps.compared import Compared
from gitexp.steps.orders import is_order
from gitexp.steps.redact import redact
from gitexp.steps.redact_invisible import visible

NOTE, QUOTE = "the note", "the quote"
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？\n]+")
_PLACEHOLDER = re.compile(r"\[(?:secret|email|person)-[0-9]+\]")


def note(said: Episode[str], journal: Journal, standing: Sequence[Standing[str]], engine: Engine) -> Noted:
    """Keep what was said, redacted, and return its id and what already says so; `said` needs no id yet.

    The same note twice stands once. Where an experience already says so, the note is kept as one more sighting of it.
    Raises UsageError for one that is too long, or of which nothing is left.
    """
    fits(said)
    clean, replaced = _redacted(said)
    fits(clean)
    _tells_something(clean)
    known = already_said(clean, standing, Compared(engine))
    kept = replace(clean, repeats=known.hex if known else None)
    unseen = any(_has_unseen(text) for text in (said.text, said.quote or ""))
    return Noted(kept.id, journal.keep(kept), known.id if known else None, replaced, unseen)


def still_said(kept: Episode[str], standing: Sequence[Standing[str]], engine: Engine) -> str | None:
    """Return the id of the experience that a note repeated, where it says so still: it may be changed since, or gone."""
    held = [one for one in standing if one.experience.hex == kept.repeats]
    known = already_said(_redacted(kept)[0], held, Compared(engine)) if held else None
    return known.id if known else None


def fits(said: Episode[str]) -> None:
    """Raise UsageError where a note is longer than one may be: nothing is cut silently."""
    for name, text, most in ((NOTE, said.text, MAX_TEXT), (QUOTE, said.quote or "", MAX_QUOTE)):
        if len(text.strip()) > most:
            raise too_long(name, most, len(text.strip()))
    if len(said.files) > MAX_FILES:
        raise UsageError("--file", f"names {len(said.files)} files", f"name the {MAX_FILES} that matter most")
    for path in said.files:
        if len(path) > MAX_PATH:
            raise UsageError(
                f"--file {path[:60]}…", f"has {len(path):,} characters", f"a note keeps {MAX_PATH} at most"
            )
        if not PATH.fullmatch(path):
            raise UsageError(f"--file {path}", "is no path that a note can hold", "leave it out")


def too_long(name: str, most: int, length: int | None = None) -> UsageError:
    """Return the error for a text that is too long; without a length it was not read to its end."""
    has = f"has {length:,} characters" if length is not None else f"has more than {most:,} characters"
    return UsageError(
        name, has, f"say it in {most:,}; `exp propose FILE` reads a whole session or discussion"
    )


def _redacted(said: Episode[str]) -> tuple[Episode[Redacted], int]:
    """Return the note redacted, and how many things were replaced: all of it together, as a discussion is."""
    speaker = Speaker(None, "user")
    texts = [said.text, *([said.quote] if said.quote is not None else [])]
    turns = tuple(Turn(str(place), speaker, text) for place, text in enumerate(texts))
    [clean], replaced = redact([Discussion("", "session", "", None, turns, files=said.files)])
    text, *quotes = (turn.text.trimmed() for turn in clean.turns)
    quote = quotes[0] if quotes and quotes[0] else None
    files = tuple(dict.fromkeys(clean.files))
    id = episode_id(text, agent=said.agent, files=files, kind=said.kind, quote=quote)
    made = Episode(id, said.at, said.agent, text, said.kind, files, quote, said.commit)
    return made, replaced


def _tells_something(clean: Episode[Redacted]) -> None:
    """Raise UsageError for a text of which nothing is left, or that is nothing but orders to whoever reads it."""
    for name, text in ((NOTE, clean.text), (QUOTE, clean.quote)):
        if text is None:
            continue
        if not text:
            raise UsageError(name, "is empty", "say in a sentence what was learnt")
        if not content_words(_PLACEHOLDER.sub("", text)):
            raise UsageError(name, "tells nothing", "say in a sentence what was learnt")
        if is_order(text) and not any(_tells(one) for one in _SENTENCE.split(text)):
            raise UsageError(
                name,
                "gives orders to whoever reads it, and tells nothing",
                "say what was learnt of the project",
            )


def _tells(sentence: str) -> bool:
    return bool(content_words(sentence)) and not is_order(sentence)


def _has_unseen(text: str) -> bool:
    """Return whether a text holds signs that nobody sees."""
    return visible(text) != quotable(text)
