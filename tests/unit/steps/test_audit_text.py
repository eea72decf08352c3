"""What no one sees, and what must not be seen, in a file of the store."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest
from hypothesis import HealthCheck, given, settings

from gitexp.adapters.change_record_yaml import write as write_change
from gitexp.adapters.experience_yaml import write
from gitexp.adapters.store_file_yaml import read
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Provenance, Relations
from gitexp.records.text import Redacted
from gitexp.steps.audit_store import audit_store
from gitexp.steps.redact import redacted_experience
from support.changes import a_redacted_record
from support.experiences import an_experience, experiences
from support.planted import ALNUM, Maker, planted, private_keys

TODAY = "2024-06-01"
KEY = "ghp_" + Maker(11).some(ALNUM, 36)
PASSWORD = Maker(12).some(ALNUM, 14)
PATH = f"experiences/src/{an_experience().id}.yaml"
TEXT = str(write(redacted_experience(an_experience())))


def told(text: str, path: str = PATH) -> list[tuple[str, str, int, str]]:
    faults = audit_store([read(path, "", text.encode())], today=TODAY)
    return [(one.code, one.severity, one.line, one.message) for one in faults]


def line_of(part: str, text: str = TEXT) -> int:
    return text[: text.index(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\u202e", "RIGHT-TO-LEFT OVERRIDE U+202E"),
        ("\u2066", "LEFT-TO-RIGHT ISOLATE U+2066"),
        ("\u200b", "ZERO WIDTH SPACE U+200B"),
        ("\u00ad", "SOFT HYPHEN U+00AD"),
        ("\u200d", "ZERO WIDTH JOINER U+200D"),
        ("\ufe0f", "VARIATION SELECTOR-16 U+FE0F"),
        ("\U000e0041\U000e0042", "tag characters"),
        ("\ue000", "private-use character U+E000"),
        ("\U00100000", "private-use character U+100000"),
    ],
)
def test_a_character_that_no_one_sees_is_named_with_its_line_and_not_shown(char: str, name: str) -> None:
    text = TEXT.replace("Call Cache.flush", f"Call{char} Cache.flush")
    line = line_of("what:")

    assert [
        ("invisible_text", "error", line, f"holds what a reader can't see: {name} (line {line})")
    ] == told(text)


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("\x1b[31m", "a terminal escape"),
        ("\x07", "control character U+0007"),
        ("\u2028", "LINE SEPARATOR U+2028"),
    ],
)
def test_what_yaml_refuses_for_it_is_told_once_as_what_it_is(char: str, name: str) -> None:
    line = line_of("what:")
    text = TEXT.replace("Call Cache.flush", f"Call{char} Cache.flush")

    assert [
        ("invisible_text", "error", line, f"holds what a reader can't see: {name} (line {line})")
    ] == told(text)


def test_one_that_is_written_as_an_escape_is_found_in_the_value() -> None:
    text = TEXT.replace("what: Call Cache.flush before the first fork.", r'what: "Call\e[31m\u202e it."')

    assert [
        (
            "invisible_text",
            "error",
            line_of("what:"),
            "holds what a reader can't see: a terminal escape, RIGHT-TO-LEFT OVERRIDE U+202E (line 5)",
        )
    ] == told(text)


def test_a_comment_a_charter_and_the_facts_are_looked_at_and_hostile_cases_are_not() -> None:
    assert [3] == [line for _, _, line, _ in told(TEXT.replace("\ntitle", "\n# a\u200bb\ntitle"))]
    assert [1] == [line for _, _, line, _ in told("a\u200bb\n", "experiences/CHARTER.md")]
    assert [1] == [line for _, _, line, _ in told("a: b\u200bc\n", "experiences/facts.yaml")]
    assert [] == told("a\u200bb\n", "experiences/cases/12.json")


def test_joiners_of_scripts_and_emoji_are_no_fault() -> None:
    told_of = TEXT.replace("Call Cache.flush", "می‌خواهم 👩‍👩‍👧 ❤️ क्‍ष Call Cache.flush")

    assert [] == told(told_of)


@pytest.mark.parametrize(
    ("words", "severity", "message"),
    [
        (KEY, "error", "holds a secret"),
        (f"postgres://app:{PASSWORD}@db.internal:5432/x", "error", "holds a secret"),
        ("jane.doe@firm.io", "warning", "holds an e-mail address"),
        ("Signed-off-by: Jane Doe <jane.doe@firm.io>", "warning", "holds a person's name and address"),
        ("/home/jane/src", "warning", "holds a person's home folder"),
    ],
)
def test_what_is_private_is_told_by_kind_and_line_and_never_shown(
    words: str, severity: str, message: str
) -> None:
    line = line_of("why:")
    for text in (
        TEXT.replace("why: A worker", f"why: {words} A worker")
        if ": " not in words
        else TEXT.replace("why: A worker", f'why: "{words}" # A worker'),
        TEXT.replace("\nwhy:", f" # {words}\nwhy:")
        .replace("\nwhat:", "\n\nwhat:", 1)
        .replace("\n\nwhat", "\nwhat"),
    ):
        faults = audit_store([read(PATH, "", text.encode())], today=TODAY)
        [fault] = faults
        assert ("secret", severity, message) == (fault.code, fault.severity, fault.message)
        assert fault.line in (line, line - 1)
        assert not any(words in part for part in (fault.message, fault.mend, fault.name))


def test_two_secrets_on_two_lines_are_two_faults() -> None:
    text = TEXT.replace("why: A worker", f"why: {KEY} A worker").replace("Call Cache", f"Call {KEY} Cache")

    assert [line_of("what:"), line_of("why:")] == [
        line for code, _, line, _ in told(text) if code == "secret"
    ]


def test_a_key_of_the_team_s_own_tells_what_its_value_is() -> None:
    assert [] == told(TEXT + "x-owner: Mara\n")
    assert ["secret"] == [code for code, *_ in told(TEXT + f"x-api-password: {PASSWORD}\n")]


def test_a_file_that_can_not_be_read_is_searched_all_the_same() -> None:
    text = f"id: [\npassword: {PASSWORD}\n"

    assert {("unreadable", 2), ("secret", 2)} == {(code, line) for code, _, line, _ in told(text)}


def test_a_private_key_over_many_lines_of_comments_is_found_where_it_begins() -> None:
    block = next(one.text for one in private_keys() if one.place == "without end")
    text = TEXT + "# see below\n" + "".join(f"# {line}\n" for line in block.splitlines())

    assert [TEXT.count("\n") + 2] == [line for code, _, line, _ in told(text) if code == "secret"]


def test_in_a_case_only_secrets_count_and_a_person_decides() -> None:
    said = f'{{"body": "jane.doe@firm.io used {KEY}"}}\n'

    assert [("secret", "warning", 1, "holds a secret")] == told(said, "experiences/cases/12.json")


def test_what_exp_put_in_place_of_secrets_is_none() -> None:
    text = TEXT.replace("why: A worker", 'why: "[secret-1] of [person-2] <[email-1]> in ~/src" # A worker')

    assert [] == told(text)


def test_every_planted_secret_is_found_among_the_other_words_of_a_file() -> None:
    missed = []
    for one in planted():
        experience = an_experience(why=f"Careful.\n{one.text}\nThat is all.")
        if redacted_experience(experience).why == experience.why:
            continue  # not seen by the redact step either, which has tests of its own
        document = read(PATH, "", str(write(cast(Experience[Redacted], experience))).encode())
        if not any(fault.code == "secret" for fault in audit_store([document], today=TODAY)):
            missed.append((one.kind, one.place))

    assert [] == missed


# On a machine that is at work already, making whole experiences takes longer than hypothesis thinks is well.
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(experiences())
def test_what_exp_writes_holds_nothing_private_or_unseen_and_fits_its_schema(
    experience: Experience[str],
) -> None:
    # What the redact step does not look at is exp's own (turns, runs) or the team's.
    cited = tuple(replace(one, turn="note:1", url=None) for one in experience.evidence)
    clean = redacted_experience(
        replace(experience, evidence=cited, own={}, provenance=Provenance(), relations=Relations())
    )
    try:
        text = str(write(clean))
    except RecordError:
        return  # it consists of what no one sees, and nothing is left of it
    path = f"experiences/src/{clean.id}.yaml"

    assert [] == [one for one in told(text, path) if "does not say by what" not in one[3]]


def test_a_change_record_as_exp_writes_it_has_no_fault() -> None:
    record = a_redacted_record()

    assert [] == told(str(write_change(record)), record.path)
