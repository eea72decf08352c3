"""A file of the store by itself: what its reader objects to, where it lies, its evidence, and marks of a merge in it."""

from __future__ import annotations

import pytest

from gitexp.adapters.store_file_yaml import read
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_store import audit_store

ID = "cache-flush-before-fork-0a1b2c3d4e"
PATH = f"experiences/src/{ID}.yaml"
TEXT = f"""id: {ID}
title: Flush the cache before forking
when: Starting worker processes
what: Call Cache.flush before the first fork.
preconditions: none
evidence:
  - turn: review_comment:4711
    quote: "Flush first: a worker inherits half-written pages."
    url: https://example.org/acme/pages/pull/12
lens: logic
kind: constraint
status: active
"""
CHANGE_ID = "one-socket-0123456789"
CHANGE = f"""id: {CHANGE_ID}
title: Keep one socket
intent: Let the firmware see one client only
constraints: [nobody opens a second socket]
made_at: "2024-01-02"
"""

Told = tuple[str, str, int]


def a_file(text: str | bytes = TEXT, path: str = PATH) -> StoreFile:
    return read(path, "", text if isinstance(text, bytes) else text.encode())


def told(text: str | bytes = TEXT, path: str = PATH) -> list[Told]:
    """Return code, severity and line of each fault of one file."""
    return [(one.code, one.severity, one.line) for one in faults(text, path)]


def faults(text: str | bytes = TEXT, path: str = PATH):
    return audit_store([a_file(text, path)], today="2024-06-01")


def moved_to(path: str, text: str = TEXT) -> list[tuple[str, str]]:
    return [(one.severity, one.mend) for one in faults(text, path) if one.code == "misplaced"]


def test_a_file_as_it_should_be_has_no_fault() -> None:
    assert [] == told()
    assert [] == told(CHANGE, f"experiences/changes/2024/{CHANGE_ID}.yaml")


def test_a_fault_names_the_experience_the_file_and_what_to_do() -> None:
    [fault] = faults(TEXT.replace("status: active", "status: aktive"))

    assert ("schema", "error", ID, PATH, 12) == (
        fault.code,
        fault.severity,
        fault.id,
        fault.file,
        fault.line,
    )
    assert ("`status` can't be `aktive`", "write `active`") == (fault.message, fault.mend)


def test_everything_that_the_schema_holds_against_a_file_is_told_not_only_the_first() -> None:
    text = TEXT.replace("lens: logic", "lens: logik").replace("kind: constraint", "kind: rule")

    assert [("schema", "error", 10), ("schema", "error", 11)] == told(text)


def test_a_key_that_is_not_known_is_a_warning_for_the_rest_is_served() -> None:
    assert [("unknown_key", "warning", 13)] == told(TEXT + "scopes: {paths: [a/b]}\n")
    assert [] == told(TEXT + "x-owner: Mara\n")


def test_a_file_that_is_no_yaml_is_unreadable_at_its_line() -> None:
    assert [("unreadable", "error", 3)] == told(f"id: {ID}\ntitle: a\nwhen: a: b\n")
    assert [("unreadable", "error", 0)] == told("")
    assert [("unreadable", "error", 2)] == told(b"title: a\nwhen: caf\xe9\n")


def test_what_only_the_reader_refuses_is_told_too() -> None:
    text = TEXT.replace(
        "preconditions: none", "preconditions: {must: [{text: a, check: {dependency: 'pypi:x'}}]}"
    )
    both = text.replace("{dependency: 'pypi:x'}", "{language: python, platform: linux}")

    assert [] == told(text)
    assert [("schema", "error", 5)] == told(both)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"Flush first: a worker inherits half-written pages."', '""', 8),
        ("  - turn: review_comment:4711\n    quote", "  - quote", 7),
        ('"Flush first: a worker inherits half-written pages."', '"' + "long " * 500 + '"', 8),
    ],
)
def test_evidence_without_a_quote_or_a_turn_or_with_a_book_for_a_quote_is_an_error(
    old: str, new: str, line: int
) -> None:
    assert [("evidence", "error", line)] == told(TEXT.replace(old, new))


def test_no_evidence_is_an_error_whether_the_list_is_empty_or_missing() -> None:
    start, end = TEXT.index("evidence:"), TEXT.index("lens:")

    assert [("evidence", "error", 6)] == told(TEXT[:start] + "evidence: []\n" + TEXT[end:])
    assert [("evidence", "error", 1)] == told(TEXT[:start] + TEXT[end:])


@pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "example.org/x", "https://"])
def test_a_link_that_no_browser_should_follow_needs_a_person(url: str) -> None:
    text = TEXT.replace("https://example.org/acme/pages/pull/12", f'"{url}"')

    assert [("evidence", "warning", 9)] == told(text)


def test_the_link_of_a_rejected_alternative_is_looked_at_too() -> None:
    text = CHANGE + "rejected:\n  - what: a thread\n    evidence: {turn: t, quote: q, url: ftp://x}\n"

    assert [("evidence", "warning", 8)] == told(text, f"experiences/changes/2024/{CHANGE_ID}.yaml")


@pytest.mark.parametrize(
    ("path", "mend"),
    [
        (f"experiences/{ID}.yaml", "move it to experiences/AREA/"),
        (f"experiences/src/deep/{ID}.yaml", "move it to experiences/src/"),
        (f"experiences/src/{ID}.yml", f"name it {ID}.yaml"),
        (f"experiences/src/{ID}.YAML", f"name it {ID}.yaml"),
        (f"experiences/src/.{ID}.yaml", f"name it {ID}.yaml"),
        (f"experiences/changes/2024/{ID}.yaml", "move it to experiences/AREA/"),
        (f"experiences/changes/{ID}.yaml", "move it to experiences/AREA/"),
        (f"experiences/cases/{ID}.yaml", "move it to experiences/AREA/"),
    ],
)
def test_an_experience_that_is_never_served_where_it_lies_is_told_where_to_go(path: str, mend: str) -> None:
    assert [("error", mend)] == moved_to(path)


def test_an_experience_among_the_change_records_is_only_in_the_wrong_place() -> None:
    assert [("misplaced", "error", 0)] == told(TEXT, f"experiences/changes/2024/{ID}.yaml")
    assert [("misplaced", "error", 0)] == told(CHANGE, f"experiences/src/{CHANGE_ID}.yaml")


@pytest.mark.parametrize(
    ("path", "severity", "mend"),
    [
        (f"experiences/changes/{CHANGE_ID}.yaml", "error", "move it to experiences/changes/2024/"),
        (f"experiences/changes/2024/may/{CHANGE_ID}.yaml", "error", "move it to experiences/changes/2024/"),
        (f"experiences/changes/2024/{CHANGE_ID}.yml", "error", f"name it {CHANGE_ID}.yaml"),
        (f"experiences/changes/spring/{CHANGE_ID}.yaml", "warning", "move it to experiences/changes/2024/"),
    ],
)
def test_a_change_record_lies_in_the_folder_of_a_year(path: str, severity: str, mend: str) -> None:
    assert [(severity, mend)] == moved_to(path, CHANGE)


def test_a_change_record_of_no_known_year_may_lie_in_undated() -> None:
    assert [] == moved_to(f"experiences/changes/undated/{CHANGE_ID}.yaml", CHANGE)


def test_what_an_editor_or_a_merge_left_behind_is_told_and_notes_are_not() -> None:
    assert [("misplaced", "warning", 0)] == told(TEXT, f"{PATH}.orig")
    assert [("misplaced", "warning", 0)] == told(TEXT, f"{PATH}~")
    for path in ("experiences/src/README.md", "experiences/CHARTER.md", "experiences/src/.gitkeep"):
        assert [] == told("Notes\n", path)


def test_the_facts_and_the_settings_are_read_as_exp_reads_them() -> None:
    assert [] == told("rendering: canvas\n", "experiences/facts.yaml")
    assert [("schema", "error", 2)] == told("a: b\nrendering:\n", "experiences/facts.yaml")
    assert [] == told("trust: settled\n", "experiences/.config.yaml")
    assert [("schema", "error", 1)] == told("trusts: settled\n", "experiences/.config.yaml")


def test_facts_with_a_conflict_are_told_of_the_conflict_alone() -> None:
    text = "<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> x\n"

    assert [("conflict_marker", "error", 1)] == told(text, "experiences/facts.yaml")
    assert [("unreadable", "error", 2)] == told("a: b\nc: d: e\n", "experiences/facts.yaml")


def test_an_id_that_is_not_the_name_of_the_file_is_told_at_its_line() -> None:
    [fault] = faults(TEXT, "experiences/src/flush-0a1b2c3d4e.yaml")

    assert ("id", "error", 1) == (fault.code, fault.severity, fault.line)
    assert f"name it {ID}.yaml" == fault.mend


def test_an_id_without_its_ten_digits_is_an_id_fault_and_no_other() -> None:
    assert [("id", "error", 1)] == told(TEXT.replace(ID, "cache-flush"), "experiences/src/cache-flush.yaml")


CONFLICT = TEXT.replace(
    "lens: logic\n", "<<<<<<< HEAD\nlens: logic\n=======\nlens: location\n>>>>>>> theirs\n"
)


def test_the_markers_of_a_merge_stand_in_place_of_the_parser_s_words() -> None:
    [fault] = faults(CONFLICT)

    assert ("conflict_marker", "error", 10) == (fault.code, fault.severity, fault.line)
    assert "holds the markers of an unsettled merge (lines 10, 12 and 14)" == fault.message


def test_a_third_side_and_windows_line_ends_are_known() -> None:
    three = CONFLICT.replace("=======\n", "||||||| 0a1b2c3\nlens: logic\n=======\n")

    assert [("conflict_marker", "error", 10)] == told(three)
    assert [("conflict_marker", "error", 10)] == told(three.replace("\n", "\r\n"))


def test_a_charter_may_underline_its_headings_and_quote_a_marker_within_a_line() -> None:
    charter = "What we record\n=======\n\nWe write `<<<<<<< HEAD` in no file.\n"

    assert [] == told(charter, "experiences/CHARTER.md")
    assert [("conflict_marker", "error", 5)] == told(charter + "<<<<<<< HEAD\n", "experiences/CHARTER.md")


def test_a_marker_within_the_words_of_a_quote_is_no_conflict() -> None:
    quote = '"Flush first: a worker inherits half-written pages."'

    assert [] == told(TEXT.replace(quote, "|\n      it said\n      <<<<<<< HEAD\n      and stopped"))
