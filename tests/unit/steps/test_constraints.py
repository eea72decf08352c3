"""What must hold at a place: experiences, comments, trailers, fixes, each with what carries it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gitexp.records.archaeology import Constraint, Living, Witness
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Experience, Lifecycle, Scope, Standing
from gitexp.records.past import Change, Place, Touch
from gitexp.records.precondition import Condition, LanguageCheck, Preconditions
from gitexp.steps.commanding import Command
from gitexp.steps.constraints import commands_at, constraints
from support.experiences import an_experience

TODAY = "2024-06-01"
PUMP = Place("src/net/pump.py")


def standing(*experiences: Experience[str]) -> list[Standing[str]]:
    return [Standing(one, f"experiences/net/{one.id}.yaml", "b" * 40) for one in experiences]


def about(name: str, *paths: str, symbols: tuple[str, ...] = (), **changes: Any) -> Experience[str]:
    return an_experience(id=f"{name}-0123456789", scope=Scope(paths, symbols), **changes)


def a_change(number: int, subject: str, body: str = "", **changes: Any) -> Change:
    touch = Touch(
        commit=f"{number:x}" * 40,
        parents=(),
        at=f"2024-05-{number:02}T10:00:00+00:00",
        seconds=number,
        author="Anna",
        email="anna@example.org",
        subject=subject,
        body=body,
        path=PUMP.path,
        old="",
        new="",
    )
    return Change(touch, **changes)


def ids(place: Place, *experiences: Experience[str]) -> list[str]:
    return [
        one.where.id.split("-")[0] for one in constraints(place, [], [], [], standing(*experiences), TODAY)
    ]


def test_an_experience_is_told_with_its_reason_conditions_and_evidence():
    [made] = constraints(
        PUMP,
        [],
        [],
        [],
        standing(
            about(
                "pump",
                PUMP.path,
                what="Open the valve last.",
                why="It leaks.",
                severity="warn",
                evidence=(
                    Evidence("review:1", "It leaks if it opens first.", None, "reviewer-1", "2024-05-02"),
                    Evidence("review:2", "Seen twice.", None, "reviewer-2", "2024-05-03"),
                ),
                preconditions=Preconditions(
                    must=(
                        Condition("httpx is the client"),
                        Condition("it is Python", LanguageCheck("python")),
                    ),
                    must_not=(Condition("the tank is empty"),),
                    unread=("must_be",),
                ),
            )
        ),
        TODAY,
    )

    assert made == Constraint(
        "experience",
        "Open the valve last.",
        Witness(quote="It leaks if it opens first.", by="reviewer-1", at="2024-05-02", id="pump-0123456789"),
        "It leaks.",
        "warn",
        "must: httpx is the client; must: it is Python; not if: the tank is empty; not read: must_be",
    )


def test_the_nearest_scope_comes_first_and_what_does_not_cover_the_place_never():
    assert ["file", "kind", "folder", "above", "name", "all"] == ids(
        PUMP,
        about("all", "**"),
        about("above", "src/**"),
        about("folder", "src/net/"),
        about("elsewhere", "src/disk/**"),
        about("kind", "src/net/*.py"),
        about("name", "**/pump.*"),
        about("nowhere"),
        about("file", "src/disk/**", PUMP.path),
        about("broken", "#src"),
    )


def test_the_more_severe_of_equal_scopes_comes_first():
    assert ["b", "c", "a"] == ids(
        PUMP,
        about("a", "src/**"),
        about("b", "src/**", severity="block"),
        about("c", "src/**", severity="warn"),
    )


@pytest.mark.parametrize(
    ("symbols", "paths", "covers"),
    [
        (("Pump.start",), ("src/net/**",), True),
        (("Pump::start",), (), True),
        (("start",), (), True),
        (("net.Pump.start",), ("src/disk/**",), True),
        (("start",), ("src/disk/**",), False),
        (("Pump.stop",), (), False),
        (("Valve.start",), (), False),
    ],
)
def test_a_symbol_that_is_asked_for_is_covered_by_name(
    symbols: tuple[str, ...], paths: tuple[str, ...], covers: bool
):
    place = Place(PUMP.path, 3, 9, "Pump.start")

    assert covers == ("one" in ids(place, about("one", *paths, symbols=symbols)))


def test_a_named_symbol_goes_before_the_file():
    place = Place(PUMP.path, 3, 9, "Pump.start")

    assert ["named", "file"] == ids(
        place, about("file", PUMP.path), about("named", "src/**", symbols=("Pump.start",))
    )


@pytest.mark.parametrize("status", ["contested", "superseded", "retracted", "expired", "archived"])
def test_what_is_not_in_force_constrains_nothing(status: str):
    assert [] == ids(PUMP, about("one", "**", status=status))


def test_what_has_expired_constrains_nothing():
    assert [] == ids(PUMP, about("one", "**", lifecycle=Lifecycle(expires="2024-05-31")))
    assert ["one"] == ids(PUMP, about("one", "**", lifecycle=Lifecycle(expires=TODAY)))


def test_a_comment_has_the_commit_author_and_day_of_its_line():
    living = [
        Living(1, 4, "a" * 40, "Anna", "2023-01-01T00:00:00+00:00"),
        Living(5, 2, "b" * 40, "Ben", "2024-02-02T00:00:00+00:00"),
        Living(7, 9, "c" * 40, "Cleo", "2022-01-01T00:00:00+00:00", boundary=True),
    ]
    commands = [
        Command(8, 8, "Never open it."),
        Command(6, 7, "Keep it shut."),
        Command(20, 20, "Must hold."),
    ]

    assert (
        Constraint(
            "comment",
            "Keep it shut.",
            Witness("b" * 40, "Keep it shut.", "Ben", "2024-02-02T00:00:00+00:00", path=PUMP.path, line=6),
        ),
        Constraint("comment", "Never open it.", Witness(quote="Never open it.", path=PUMP.path, line=8)),
        Constraint("comment", "Must hold.", Witness(quote="Must hold.", path=PUMP.path, line=20)),
    ) == constraints(PUMP, commands, living, [], [], TODAY)


def test_of_a_range_only_the_comments_in_it_and_directly_above_count():
    commands = [Command(line, line, f"never {line}") for line in (2, 8, 10, 20, 21)]

    made = constraints(Place(PUMP.path, 10, 20), commands, [], [], [], TODAY)

    assert [8, 10, 20] == [one.where.line for one in made]
    assert [10] == [
        one.where.line for one in constraints(Place(PUMP.path, 11, None), commands[2:], [], [], [], TODAY)
    ]


def test_trailers_of_changes_that_are_in_constrain_newest_first():
    trailers = (
        "Why.\n\nConstraint: the valve opens last | it leaks\nDirective: ask the tank team\nRejected: a seal"
    )
    changes = [
        a_change(5, "Five", "Why.\n\nConstraint: the Valve opens last"),
        a_change(4, "Four", "Why.\n\nConstraint: never open it", state="out"),
        a_change(3, "Three", "Why.\n\nConstraint: [until: 2024-05-31] wait for the tank"),
        a_change(2, "Two", "Why.\n\nConstraint: [until: 2024-06-30] shut it twice"),
        a_change(1, "One", trailers),
    ]

    made = constraints(PUMP, [], [], changes, [], TODAY)

    assert [
        ("the Valve opens last", "", "5" * 40),
        ("shut it twice", "", "2" * 40),
        ("ask the tank team", "", "1" * 40),
    ] == [(one.text, one.why, one.where.commit) for one in made]
    assert ("trailer", "Anna", "2024-05-01T10:00:00+00:00", "ask the tank team") == (
        made[2].kind,
        made[2].where.by,
        made[2].where.at,
        made[2].where.quote,
    )


def test_a_fix_that_names_a_change_of_the_chain_is_told_with_what_it_fixes():
    fix = a_change(9, "Shut the valve on error", 'Why.\n\nFixes: 222222222222 ("Open the valve early")')
    changes = [
        fix,
        a_change(8, "Other", "Why.\n\nFixes: 777777777777\nFixes: #12"),
        replace(fix, touch=replace(fix.touch, commit="6" * 40), state="out"),
        a_change(2, "Open the valve early"),
    ]

    [made] = constraints(PUMP, [], [], changes, [], TODAY)

    assert ("fixes", "Shut the valve on error", "fixes 2222222 Open the valve early", "9" * 40) == (
        made.kind,
        made.text,
        made.why,
        made.where.commit,
    )


def test_experiences_come_first_then_comments_trailers_and_fixes():
    changes = [
        a_change(2, "Two", 'Why.\n\nConstraint: keep it shut\nFixes: 1111111 ("One")'),
        a_change(1, "One"),
    ]

    made = constraints(PUMP, [Command(1, 1, "never")], [], changes, standing(about("one", "**")), TODAY)

    assert ["experience", "comment", "trailer", "fixes"] == [one.kind for one in made]


def test_what_is_absurdly_long_is_cut_at_a_word():
    [made] = constraints(PUMP, [], [], [], standing(about("one", "**", what="leak " * 1000)), TODAY)

    assert made.text.endswith("leak …")
    assert len(made.text) <= 602


def test_the_comments_at_lines_of_a_diff_are_those_among_them_or_directly_above():
    commands = [Command(line, line, f"never {line}") for line in (6, 7, 12, 13)]
    made = constraints(PUMP, commands, [], [], standing(about("one", "**")), TODAY)

    assert [7, 12] == [one.where.line for one in commands_at(made, 10, 12)]
