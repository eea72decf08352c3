"""Hook: what an agent is told unasked, when it reads or edits: next to nothing, and only about this very place and edit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.agent_event import AgentEvent, FileEdit, HookAnswer
from gitexp.records.applicability import applicability
from gitexp.records.question import Question
from gitexp.steps.as_recalled import as_recalled
from gitexp.steps.denying import Pair, blocks, denied
from gitexp.steps.edit_words import edit_words, said_words
from gitexp.steps.recall_lifecycle import in_force, within_day
from gitexp.steps.retell_unasked import Entry, retell_unasked
from gitexp.steps.tried_again import Again, as_one, tried_again
from gitexp.steps.unasked import AT_ONCE, Told, Weighed, told, weigh

if TYPE_CHECKING:  # a hook must stay instant
    from gitexp.ports import FactsSource, Index, Seen, TakenBack, Versions
    from gitexp.records.finding import Finding
    from gitexp.records.recollection import Recalled
    from gitexp.records.tried import Tried
    from gitexp.steps.recall_near import Near

    Symbols = Callable[[Sequence[str]], Sequence[Finding]]
    Given = Callable[[], Mapping[str, int] | None]
    Uses = Callable[[str], Sequence[str]]

MOST_FILES = 10
"""Files of one edit that are looked at, those with the most text: a larger one is a sweep through the tree."""
LONGEST = 4_000
"""Characters of `what` and `why` that are told unasked, more than the schema takes; what is longer is for who asks."""
JUDGED = 8
"""Experiences of which it is asked whether they apply: more than are told, as some do not."""
HELD_BACK = "set to block by this project: held back once; made again, it goes through"
START = "start"
"""Under this key a reader has seen what is told when a session begins."""


def _unknown(file: str) -> str:
    return ""


class World(NamedTuple):
    """What the use case asks; each is asked only when it must be."""

    served: Index
    facts: FactsSource
    symbols: Symbols
    versions: Versions
    seen: Seen
    past: TakenBack
    uses: Uses
    text: Callable[[str], str]
    """The file as it lies in the work tree."""
    given_today: Given
    noted: Callable[[str], bool]
    """Whether what a reader was given is kept for the next time."""
    before: Callable[[str], str] = _unknown
    """The file as HEAD has it, "" where it is not there."""


class Outcome(NamedTuple):
    """The answer, the experiences and approaches in it, and what was weighed (for who asks why)."""

    answer: HookAnswer = HookAnswer()
    given: tuple[Recalled, ...] = ()
    tried: tuple[Tried, ...] = ()
    weighed: tuple[tuple[str, Weighed], ...] = ()
    file: str = ""


def hook(event: AgentEvent, asked: Question, world: World) -> Outcome:
    """Answer one event of an agent; `asked` holds the day, the clone and the facts that the event gives.

    The paths of the event are the repository's. Nothing to say is the usual answer.
    """
    # An agent that gives its sessions no names has one after the other.
    if event.forgets or (event.moment == "session" and not event.session):
        world.seen.forget()
    if event.moment == "prompt":
        world.seen.keep_prompt(event.prompt)
    if event.moment == "edit" and (event.can_tell or event.can_deny):
        return _edit(event, asked, world)
    if event.moment == "session" and event.can_tell:
        return _begin(asked, world)
    if event.moment in ("read", "prompt") and event.files and event.can_tell:
        return _read(event, asked, world)
    return Outcome()


def _begin(asked: Question, world: World) -> Outcome:
    """Tell the most important when a session begins, or all was forgotten. It does not count as told at an edit."""
    if not world.seen.claim(START):
        return Outcome()
    from gitexp.steps.overview import overview

    given, more = overview(
        asked,
        world.served,
        lambda some: _applying(within_day(some, world.given_today)[0], asked, world),
    )
    limits = (f"{more} more are kept here: exp recall --file PATH tells those of a place",) if more else ()
    text = retell_unasked([Entry(item) for item in given], (), limits)
    return Outcome(HookAnswer(context=text), tuple(given))


def _read(event: AgentEvent, asked: Question, world: World) -> Outcome:
    """Tell what names a file that is read, and what covers it and is about the last prompt."""
    reading = event.moment == "read"
    words = said_words(world.seen.prompt() if reading else event.prompt)
    weighed = [
        (file, one)
        for file in event.files
        for one in weigh(asked._replace(files=(file,)), words, world.served, reading=reading)
    ]
    kept = _unseen(_fresh(told(weighed), asked, world), event, world.seen)
    text = retell_unasked([Entry(item) for _, item in kept], list(dict.fromkeys(one.file for one, _ in kept)))
    return Outcome(HookAnswer(context=text), _items(kept), (), tuple(weighed), event.files[0])


def _edit(event: AgentEvent, asked: Question, world: World) -> Outcome:
    """Tell what an edit meets; where people have set it to block, deny the edit once."""
    by_file: dict[str, list[FileEdit]] = {}
    for edit in event.edits:
        by_file.setdefault(edit.path, []).append(edit)
    most = sorted(by_file, key=lambda file: -sum(map(_size, by_file[file])))[:MOST_FILES]
    # Of a change within a line the whole line counts.
    whole = {file: _whole(file, by_file[file], event, world) for file in most}
    weighed = [
        (file, one)
        for file, edit in whole.items()
        for one in weigh(asked._replace(files=(file,)), edit_words(edit), world.served, world.uses(file))
    ]
    fresh = _fresh(told(weighed), asked, world, deny=event.can_deny)
    file = next(iter(by_file), "")
    if event.can_deny and (against := denied(fresh, world.seen, world.noted)):
        told_why = _retold(against, limits=(HELD_BACK,))
        return Outcome(HookAnswer(deny=told_why), _items(against), (), tuple(weighed), file)
    if not event.can_tell:
        return Outcome(weighed=tuple(weighed), file=file)
    kept = _unseen(fresh, event, world.seen)
    tried = _tried(whole, event, world, AT_ONCE - len(kept))
    text = _retold(kept, tried, file)
    return Outcome(
        HookAnswer(context=text), _items(kept), tuple(one.tried for one in tried), tuple(weighed), file
    )


def _fresh(passing: Sequence[Told], asked: Question, world: World, *, deny: bool = False) -> list[Pair]:
    """Return what applies here of what passes and the reader has not seen, each experience once."""
    new: dict[str, Told] = {}
    for one in passing:
        card = one.near.card
        denies = deny and blocks(one, world.seen)
        if denies or not (world.seen.has(card.hex) or len(card.what) + len(card.why or "") > LONGEST):
            new.setdefault(card.hex, one)
    if not new:
        return []
    held = {
        one.card.hex
        for one in within_day(in_force([one.near for one in new.values()], asked), world.given_today)[0]
    }
    left = [one for hex, one in new.items() if hex in held][:JUDGED]
    found: dict[str, Recalled] = {}
    for file in dict.fromkeys(one.file for one in left):
        some = [one.near for one in left if one.file == file]
        for item in _applying(some, asked._replace(files=(file,)), world):
            found[item.card.hex] = item
    return [(one, found[one.near.card.hex]) for one in left if one.near.card.hex in found]


def _whole(file: str, edits: Sequence[FileEdit], event: AgentEvent, world: World) -> FileEdit:
    return as_one(edits, world.text(file), done=event.done, before=lambda: world.before(file))


def _size(edit: FileEdit) -> int:
    return len(edit.old or "") + len(edit.new)


def _applying(some: Sequence[Near], asked: Question, world: World) -> list[Recalled]:
    """Return those that apply here. What can't be told is not told."""
    if all(one.card.preconditions.empty for one in some):
        return [as_recalled(one, applicability(one.card.preconditions, {}), asked.today) for one in some]
    from gitexp.steps.judged_here import judged_here  # late: what judges conditions costs some milliseconds

    judged, _, _ = judged_here(some, asked, world.facts, world.symbols, world.versions)
    return [item for item in judged if item.applicability.value == "applicable"]


def _unseen(fresh: Sequence[Pair], event: AgentEvent, seen: Seen) -> list[Pair]:
    """Return the first few that no other hook of the same reader is telling just now, and note that they are told."""
    kept: list[Pair] = []
    for pair in fresh:
        if len(kept) < AT_ONCE and _is_new(pair[1].card.hex, event, seen):
            kept.append(pair)
    return kept


def _is_new(key: str, event: AgentEvent, seen: Seen) -> bool:
    """Return whether the reader is to be told; what may never reach it is not noted as told."""
    return not seen.has(key) if event.unsure else seen.claim(key)


def _tried(whole: Mapping[str, FileEdit], event: AgentEvent, world: World, room: int) -> list[Again]:
    """Return the approaches, taken back in these files, that the edit makes again."""
    found: list[Again] = []
    for file, edit in whole.items():
        known = world.past.of(file) if len(found) < room else ()
        for again in tried_again(edit, known) if known else ():
            if len(found) < room and _is_new(f"tried:{again.tried.commit}", event, world.seen):
                found.append(again)
    return found


def _retold(
    kept: Sequence[Pair], tried: Sequence[Again] = (), file: str = "", limits: Sequence[str] = ()
) -> str:
    files = list(dict.fromkeys(one.file for one, _ in kept)) or [file]
    return retell_unasked([*(Entry(item, one.met) for one, item in kept), *tried], files, limits)


def _items(kept: Sequence[Pair]) -> tuple[Recalled, ...]:
    return tuple(item for _, item in kept)
