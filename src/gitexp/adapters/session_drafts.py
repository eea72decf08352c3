"""Collects the turns of an agent session as its reader meets them, and gives them ids and places at the end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from gitexp.adapters.claude_code_calls import MAX_ASKED, MAX_PATH, MAX_RESULT, MAX_TELLING
from gitexp.adapters.claude_code_records import MAX_SAID, shortened
from gitexp.adapters.json_values import Value, json_values
from gitexp.records.discussion import Anchor, Role, Speaker, Turn

MAX_PARSED = 1 << 20
"""Characters of a text within a record that is read as JSON."""
REJECTED = "the user rejected it"


@dataclass
class Draft:
    """A turn in the making. `edits` tells that a tool changed the file at `path`."""

    id: str
    role: Role
    text: str
    at: str | None = None
    path: str | None = None
    state: str | None = None
    edits: bool = False


@dataclass(frozen=True)
class Use:
    """A tool at work: its name, the file it is about, what it was asked, and what an edit writes."""

    name: str
    path: str | None = None
    asked: str = ""
    wrote: str = ""
    edits: bool = False

    def told(self, words: str) -> str:
        """Return the use and what came of it as the text of a turn; the tool's name stands first."""
        about = self.path or self.asked
        return f"{self.name} {about}".strip() + (f"\n{words}" if words else "")

    def came_to(self, name: str, output: str, at: str | None, state: str | None = None) -> Draft:
        """Return the turn of the use: of a failure more is kept, of an edit what it wrote."""
        if state == "rejected":
            words = REJECTED
        elif state == "failed":
            words = shortened(output, MAX_TELLING)
        else:
            words = self.wrote if self.edits and self.wrote else shortened(output, MAX_RESULT)
        edits = self.edits and state is None
        return Draft(name, "tool", self.told(words), at, self.path, state, edits)


def use(name: str, file: str | None, asked: str, wrote: str, *, edits: bool) -> Use:
    """Return a use with all its texts cut to what is kept of them."""
    return Use(
        " ".join(name.split())[:80] or "tool",
        (file or "")[:MAX_PATH] or None,
        " ".join(asked[: 2 * MAX_ASKED].split())[:MAX_ASKED],
        shortened(wrote, MAX_TELLING),
        edits,
    )


def said(name: str, role: Role, words: str, at: str | None = None) -> Draft:
    """Return the turn of a person or of the agent."""
    return Draft(name, role, shortened(words, MAX_SAID), at)


def turns(drafts: Iterable[Draft]) -> tuple[Turn[str], ...]:
    """Return the turns in order. A person speaks about the file that was edited last since they spoke before.

    Of several with one id the later ones get a number: an id that was redacted tells nothing.
    """
    return tuple(_turns(drafts))


def _turns(drafts: Iterable[Draft]) -> Iterator[Turn[str]]:
    numbers: dict[str, int] = {}
    ids: set[str] = set()
    edited: str | None = None
    for draft in drafts:
        name = draft.id
        while name in ids:
            numbers[draft.id] = numbers.get(draft.id, 1) + 1
            name = f"{draft.id}#{numbers[draft.id]}"
        ids.add(name)
        path = draft.path
        if draft.role == "user":
            path, edited = path or edited, None
        elif draft.edits and path:
            edited = path
        yield Turn(
            id=name,
            speaker=Speaker(None, draft.role),
            text=draft.text,
            at=draft.at,
            anchor=Anchor(path) if path else None,
            state=draft.state,
        )


def parsed(text: str) -> dict[str, object]:
    """Return the object that a text holds as JSON; an empty one where it holds none."""
    if len(text) > MAX_PARSED or not text.lstrip().startswith("{"):
        return {}
    found = next(json_values(text), None)
    return found.content if isinstance(found, Value) and isinstance(found.content, dict) else {}


def own_words(answers: Iterable[str], offered: Collection[str]) -> Iterator[str]:
    """Yield the answers that were typed: a choice among the agent's words is no word of the user's."""
    for answer in answers:
        chosen = all(part.strip() in offered for part in answer.split(", ")) or answer.strip() in offered
        if answer.strip() and not chosen:
            yield answer.strip()
