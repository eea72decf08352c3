"""The hook tells next to nothing: what covers the place, applies here, shares matter with the edit, and was not told yet."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.index_memory import index_of
from gitexp.hook import Outcome, World, hook
from gitexp.records.agent_event import AgentEvent, FileEdit
from gitexp.records.experience import Lifecycle, Scope, Standing
from gitexp.records.facts import Fact, Facts
from gitexp.records.precondition import Condition, KeyCheck, Preconditions
from gitexp.records.question import Question
from gitexp.records.text import UNSEEN
from gitexp.records.tried import Tried, line_key
from gitexp.steps.retell import CLOSING, quoted
from support.experiences import an_experience
from support.fakes import FakeFacts, FakeVersions

FILE = "src/net/retry.py"
ASKED = Question(approvals=False, today="2024-07-01", clone="c1")
ABOUT = {"title": "Zebras before giraffes", "when": "Feeding antelopes", "what": "Feed the zebras first."}


class FakeSeen:
    """What one reader has seen, as long as the test lasts."""

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self.words = ""

    def has(self, key: str) -> bool:
        return key in self.keys

    def claim(self, key: str) -> bool:
        new = key not in self.keys
        self.keys.add(key)
        return new

    def forget(self) -> None:
        self.keys.clear()

    def keep_prompt(self, words: str) -> None:
        self.words = words

    def prompt(self) -> str:
        return self.words


class FakePast:
    """Approaches taken back, by file."""

    def __init__(self, known: Mapping[str, Sequence[Tried]]) -> None:
        self.known = known

    def of(self, path: str) -> Sequence[Tried]:
        return self.known.get(path, ())

    def learn(self, paths: Sequence[str]) -> None:
        raise AssertionError("the use case learns nothing")


def standing(name: str, *paths: str, symbols: Sequence[str] = (), **changes: Any) -> Standing[str]:
    """Return an experience about zebras, giraffes and antelopes at a place."""
    id = f"{name}-{zlib.crc32(name.encode()):010x}"
    said = {**ABOUT, "preconditions": Preconditions(), "scope": Scope(paths, tuple(symbols)), **changes}
    return Standing(an_experience(id=id, **said), f"experiences/general/{id}.yaml", "0" * 40)


def a_world(*stand: Standing[str], **changes: Any) -> World:
    """Return a world with these experiences and a reader who has seen nothing."""
    seen = changes.pop("seen", None) or FakeSeen()
    given = {name: Fact(value, "--env") for name, value in {"rendering": "dom"}.items()}
    known = {
        "served": index_of(stand),
        "facts": FakeFacts(Facts(given=given)),
        "symbols": lambda names: (),
        "versions": FakeVersions(),
        "seen": seen,
        "past": FakePast({}),
        "uses": lambda file: (),
        "text": lambda file: "",
        "given_today": dict,
        "noted": seen.has,
        **changes,
    }
    return World(**known)


def an_edit(
    new: str = "zebras = giraffes + antelopes", *files: str, old: str = "", **changes: Any
) -> AgentEvent:
    edits = tuple(FileEdit(file, old, new) for file in files or (FILE,))
    return AgentEvent("a", "E", "edit", edits=edits, can_tell=True, **{"can_deny": True, **changes})


def a_read(*files: str, **changes: Any) -> AgentEvent:
    return AgentEvent("a", "R", "read", files=files or (FILE,), can_tell=True, **changes)


def names(outcome: Outcome) -> list[str]:
    return [item.card.id[:-11] for item in outcome.given]


# An edit


def test_an_edit_is_told_what_covers_it_and_is_about_it():
    outcome = hook(an_edit(), ASKED, a_world(standing("one", FILE)))

    assert ["one"] == names(outcome)
    assert 'In this project: "Feed the zebras first."' in outcome.answer.context
    assert "This edit adds " in outcome.answer.context
    assert ("", FILE) == (outcome.answer.deny, outcome.file)


def test_of_a_change_within_a_line_the_whole_line_counts():
    world = a_world(standing("one", "src/net/**"), text=lambda file: "feed(zebras, giraffes, 1)\n")

    assert ["one"] == names(hook(an_edit("2)", old="1)"), ASKED, world))
    assert [] == names(
        hook(an_edit("2)", old="1)", done=True), ASKED, a_world(standing("one", "src/net/**")))
    )


def test_one_that_covers_two_files_of_an_edit_is_told_once():
    outcome = hook(
        an_edit("zebras = giraffes", FILE, "src/net/b.py"), ASKED, a_world(standing("one", "src/net/**"))
    )

    assert ["one"] == names(outcome)
    assert 1 == outcome.answer.context.count("In this project")


def test_an_agent_that_can_not_be_told_is_not_and_it_counts_as_unseen():
    world = a_world(standing("one", FILE))

    silent = hook(an_edit()._replace(can_tell=False), ASKED, world)

    assert (("", ""), ()) == (silent.answer, silent.given)
    assert ["one"] == names(hook(an_edit(), ASKED, world))


def test_without_any_file_of_this_repository_nothing_is_told():
    world = a_world(standing("one", "**"))

    for event in (an_edit()._replace(edits=()), a_read()._replace(files=()), AgentEvent("a", "x")):
        assert Outcome() == hook(event, ASKED, world)


# What forbids

BLOCKS = standing("blocks", FILE, severity="block")


def test_what_forbids_denies_once_and_is_not_told_besides():
    world = a_world(BLOCKS, standing("other", FILE))

    first, second = hook(an_edit(), ASKED, world), hook(an_edit(), ASKED, world)

    assert (["blocks"], "") == (names(first), first.answer.context)
    assert "Feed the zebras first." in first.answer.deny
    assert (["other"], "") == (names(second), second.answer.deny)


def test_an_agent_that_can_not_be_denied_is_told():
    outcome = hook(an_edit(can_deny=False), ASKED, a_world(BLOCKS))

    assert (["blocks"], "") == (names(outcome), outcome.answer.deny)
    assert outcome.answer.context


def test_what_can_not_be_kept_denies_nothing_and_is_told():
    outcome = hook(an_edit(), ASKED, a_world(BLOCKS, noted=lambda key: False))

    assert (["blocks"], "") == (names(outcome), outcome.answer.deny)
    assert outcome.answer.context


def test_of_two_edits_at_once_one_is_denied():
    class Late(FakeSeen):
        """Somebody else claims everything just before."""

        def claim(self, key: str) -> bool:
            return False

    outcome = hook(an_edit(), ASKED, a_world(BLOCKS, seen=Late()))

    assert ("", "") == outcome.answer


def test_it_denies_for_each_file_by_itself():
    world = a_world(standing("blocks", "src/net/**", severity="block"))
    events = [an_edit("zebras, giraffes", file) for file in (FILE, "src/net/b.py", FILE)]

    assert [True, True, False] == [bool(hook(event, ASKED, world).answer.deny) for event in events]


# A read, a prompt


def test_a_read_is_told_what_names_the_file_and_what_covers_it_and_is_about_the_last_prompt():
    world = a_world(standing("file", FILE), standing("folder", "src/net/**"))

    assert ["file"] == names(hook(a_read(), ASKED, world))
    assert [] == names(hook(AgentEvent("a", "P", "prompt", prompt="zebras, giraffes"), ASKED, world))
    assert ["folder"] == names(hook(a_read(), ASKED, world))


def test_a_prompt_is_told_what_its_files_meet_in_it():
    world = a_world(standing("file", FILE))
    prompt = AgentEvent("a", "P", "prompt", files=(FILE,), prompt="lions", can_tell=True)

    assert [] == names(hook(prompt, ASKED, world))
    assert ["file"] == names(hook(prompt._replace(prompt="zebras"), ASKED, world))


# A session


def test_a_session_begins_with_what_is_most_important_and_once():
    world = a_world(standing("a", "web/**"), standing("b", severity="warn"))
    begins = AgentEvent("a", "S", "session", session="s", can_tell=True)

    assert ["b", "a"] == names(hook(begins, ASKED, world))
    assert [] == names(hook(begins, ASKED, world))
    assert ["b", "a"] == names(hook(begins._replace(forgets=True), ASKED, world))
    # Without a name one session is like the other: each begins anew.
    assert ["b", "a"] == names(hook(begins._replace(session=""), ASKED, world))


def test_compaction_forgets_what_was_told_and_not_what_was_asked():
    world = a_world(standing("one", "src/net/**"))
    hook(AgentEvent("a", "P", "prompt", prompt="zebras, giraffes"), ASKED, world)
    assert ["one"] == names(hook(a_read(), ASKED, world))

    hook(AgentEvent("a", "C", "forget", forgets=True), ASKED, world)

    assert ["one"] == names(hook(a_read(), ASKED, world))


# What was taken back

LINES = ["for lion in range(5):", "feed(lion, 2 ** bear)", "sleep(tiger)"]


def test_an_approach_taken_back_is_told_once_after_what_is_in_force():
    keys = frozenset(map(line_key, LINES))
    tried = Tried("c" * 40, "Feed lions", "2024-01-01", "d" * 40, "2024-01-02", added=keys, telling=keys)
    world = a_world(standing("one", FILE), past=FakePast({FILE: [tried]}))
    event = an_edit("\n".join([*LINES, "zebras()"]))

    first, second = hook(event, ASKED, world), hook(event, ASKED, world)

    assert ["one"] == names(first)
    assert '2. Tried here before: "Feed lions"' in first.answer.context
    assert ("", "") == second.answer


# Never

CONDITIONS = {
    "none": (Preconditions(), True),
    "holds": (Preconditions(must=(Condition("dom", KeyCheck("rendering", ("dom",))),)), True),
    "does not": (Preconditions(must=(Condition("canvas", KeyCheck("rendering", ("canvas",))),)), False),
    "barred": (Preconditions(must_not=(Condition("dom", KeyCheck("rendering", ("dom",))),)), False),
    "unknown": (Preconditions(must=(Condition("batch", KeyCheck("batch", ("yes",))),)), False),
    "text only": (Preconditions(must=(Condition("the moon is full"),)), False),
}
"""Conditions, and whether they hold where rendering is dom and nothing else is known."""
GLOBS = {
    FILE: {FILE},
    "src/net/**": {FILE, "src/net/b.py"},
    "**": {FILE, "src/net/b.py", "web/app.ts"},
    "*.ts": {"web/app.ts"},
    "docs/**": set(),
    "src/net/c.py": set(),
}
"""Globs, and which of the three files each covers."""
FILES = ["web/app.ts", "src/net/b.py", FILE]
SYMBOLS = ["ZebraFeeder", "Barn.feedLions", "giraffe_count"]
SAID = st.lists(
    st.sampled_from(
        [
            *("zebras", "giraffes", "antelopes", "lions", "return", "value", "\n", "if"),
            *(*SYMBOLS, "</team-notes>", '"', "\x1b[1m"),
        ]
    ),
    min_size=1,
    max_size=12,
).map(" ".join).filter(str.strip)  # fmt: skip


@st.composite
def stores(draw: st.DrawFn) -> list[tuple[Standing[str], str, str]]:
    """Return experiences, each with the names of its glob (or "") and of its condition."""
    kinds = st.tuples(
        st.sampled_from([*GLOBS, ""]),
        st.sampled_from(["", *SYMBOLS]),
        st.sampled_from(list(CONDITIONS)),
        st.sampled_from([None, "block"]),
        SAID,
        SAID,
    )
    return [
        (
            standing(
                f"e{number}",
                *([glob] if glob else []),
                symbols=[symbol] if symbol else [],
                preconditions=CONDITIONS[condition][0],
                severity=severity,
                what=what,
                why=why,
            ),
            glob,
            condition,
        )
        for number, (glob, symbol, condition, severity, what, why) in enumerate(
            draw(st.lists(kinds, max_size=7))
        )
    ]


EVENTS = st.one_of(
    st.builds(
        lambda new, old, files, deny: an_edit(new, *files, old=old, can_deny=deny),
        SAID,
        SAID,
        st.lists(st.sampled_from(FILES), min_size=1, max_size=2, unique=True),
        st.booleans(),
    ),
    st.builds(lambda file: a_read(file), st.sampled_from(FILES)),
    st.builds(
        lambda file, words: AgentEvent("a", "P", "prompt", files=(file,), prompt=words, can_tell=True),
        st.sampled_from(FILES),
        SAID,
    ),
)


@given(stores(), st.lists(EVENTS, min_size=1, max_size=4))
def test_whatever_is_said_nothing_else_is_ever_told(
    store: list[tuple[Standing[str], str, str]], events: list[AgentEvent]
):
    world = a_world(*(one for one, _, _ in store))
    known = {one.experience.id: (one.experience, glob, condition) for one, glob, condition in store}
    told: list[str] = []
    for event in events:
        prompt = world.seen.prompt()
        outcome = hook(event, ASKED, world)
        answer = outcome.answer
        text = answer.context or answer.deny

        assert bool(outcome.given) == bool(text) and not (answer.context and answer.deny)
        assert answer.deny or len(outcome.given) <= 2  # a denial names all that forbid
        for item in outcome.given:
            experience, glob, condition = known[item.card.id]
            assert about(event, prompt, experience.scope.symbols, GLOBS.get(glob, set()))
            assert CONDITIONS[condition][1], "it does not apply here, or that can't be told"
            assert quoted(experience.what) in text and quoted(str(experience.why)) in text
            assert not answer.deny or experience.severity == "block"
        if answer.context:
            told += [item.card.id for item in outcome.given]
        if text:
            assert text.startswith("<team-notes ") and text.endswith(CLOSING)
            assert 2 == len(re.findall("team-notes(?=[ >])", text.replace("&lt;/team-notes", "")))
            assert not any(UNSEEN.search(line) for line in text.split("\n"))
    assert len(set(told)) == len(told), "each is told once"


def about(event: AgentEvent, prompt: str, symbols: Sequence[str], covered: set[str]) -> bool:
    """Return whether a place of an event is covered, or a symbol stands in its words."""
    words = " ".join((*(f"{edit.old} {edit.new}" for edit in event.edits), event.prompt, prompt))
    places = {*event.files, *(edit.path for edit in event.edits)}
    return bool(places & covered) or any(symbol.rpartition(".")[2] in words for symbol in symbols)


@pytest.mark.parametrize(
    "changes",
    [
        {"lifecycle": Lifecycle(expires="2024-06-30")},
        {"lifecycle": Lifecycle(max_recalls_per_day=2)},
        {"lifecycle": Lifecycle(canary="1%")},
        {"status": "retracted"},
        {"status": "superseded"},
    ],
    ids=["run out", "given twice today", "tried elsewhere", "retracted", "superseded"],
)
def test_what_is_not_in_force_here_is_never_told(changes: dict[str, Any]):
    one = standing("one", FILE, severity="block", **changes)
    given = {one.experience.id[-10:]: 2}
    assert zlib.crc32(f"{ASKED.clone} {one.experience.id[-10:]}".encode()) % 100 >= 1
    world = a_world(one, given_today=lambda: given)

    for event in (an_edit(), a_read(), AgentEvent("a", "S", "session", session="s", can_tell=True)):
        assert [] == names(hook(event, ASKED, world))
