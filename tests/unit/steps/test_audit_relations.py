"""How the files of the store stand to each other: ids, repetitions, relations; and what is due by its time."""

from __future__ import annotations

from gitexp.adapters.store_file_yaml import read
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_store import audit_store
from gitexp.steps.audit_upkeep import upkeep

TODAY = "2024-06-01"
A, B, C = "apple-000000000a", "berry-000000000b", "cherry-000000000c"


def a_file(
    id: str, more: str = "", *, status: str = "active", name: str = "", what: str = "", area: str = "src"
) -> StoreFile:
    text = f"""id: {id}
title: About {id}
when: Picking {id}
what: {what or f"Pick {id} in the morning."}
preconditions: none
evidence: [{{turn: "note:1", quote: in the morning}}]
lens: logic
kind: constraint
status: {status}
{more}"""
    return read(f"experiences/{area}/{name or id}.yaml", f"blob of {id}", text.encode())


def a_change(id: str, more: str = "", status: str = "active") -> StoreFile:
    text = f"id: {id}\ntitle: a\nintent: b\noutcome: c\nstatus: {status}\n{more}"
    return read(f"experiences/changes/2024/{id}.yaml", "", text.encode())


def told(*files: StoreFile) -> list[tuple[str, str, str, int, str]]:
    """Return code, severity, file's name, line and message of each fault."""
    faults = audit_store(files, today=TODAY)
    return [(one.code, one.severity, one.file.split("/")[-1], one.line, one.message) for one in faults]


def mends(*files: StoreFile) -> list[str]:
    return [one.mend for one in audit_store(files, today=TODAY)]


def test_files_that_have_nothing_to_do_with_each_other_have_no_fault() -> None:
    assert [] == told(a_file(A), a_file(B), a_change(C))


def test_of_two_files_with_one_identity_the_second_by_path_is_at_fault() -> None:
    other = "renamed-apple-000000000a"

    assert [
        (
            "duplicate_id",
            "error",
            f"{other}.yaml",
            1,
            f"has the same identity `000000000a` as experiences/src/{A}.yaml, so it is not served",
        )
    ] == told(a_file(other), a_file(A))


def test_the_one_that_lies_where_it_can_be_served_is_the_one_to_keep() -> None:
    astray = read(f"experiences/{A}.yaml", "", a_file(A).text.encode())

    assert [("misplaced", f"{A}.yaml", 0), ("duplicate_id", f"{A}.yaml", 1)] == [
        (code, name, line) for code, _, name, line, _ in told(astray, a_file(A, area="z"))
    ]
    faults = audit_store([astray, a_file(A, area="z")], today=TODAY)
    assert {f"experiences/{A}.yaml"} == {one.file for one in faults}


def test_a_copy_that_kept_its_id_is_not_told_to_take_a_name_that_is_taken() -> None:
    copy = a_file(A, name="copy-of-apple-000000000f", area="web")

    assert ["duplicate_id"] == [code for code, *_ in told(a_file(A), copy)]


def test_an_experience_and_a_change_record_may_share_ten_digits() -> None:
    assert [] == told(a_file(A), a_change(A))


def test_a_file_is_named_by_its_id() -> None:
    assert [
        (
            "id",
            "error",
            "pear-000000000d.yaml",
            1,
            "the id in it is not the name of the file, so it is not served",
        )
    ] == (told(a_file(A, name="pear-000000000d")))
    assert [f"name it {A}.yaml"] == mends(a_file(A, name="pear-000000000a"))
    assert [f"name it {A}.yaml, or write the id that it is named after"] == mends(
        a_file(A, name="pear-000000000d")
    )


def test_two_in_force_that_say_the_same_but_for_blanks_and_case_are_a_warning() -> None:
    one = a_file(A, what="Pick it   in the Morning.")
    two = a_file(B, what="pick it in the morning.")
    two_when = read(two.path, "", two.text.replace(f"Picking {B}", f"picking {A}").encode())

    assert [("duplicate", "warning", f"{B}.yaml", 4, f"says the same as experiences/src/{A}.yaml")] == (
        told(one, two_when)
    )
    assert [] == told(one, two)


def test_one_that_is_no_longer_in_force_repeats_nothing() -> None:
    text = a_file(B).text.replace(f"Picking {B}", f"Picking {A}").replace(f"Pick {B}", f"Pick {A}")
    retracted = read(
        f"experiences/src/{B}.yaml", "", text.replace("status: active", "status: retracted").encode()
    )
    expired = read(f"experiences/src/{B}.yaml", "", (text + "lifecycle: {expires: 2024-05-31}\n").encode())

    assert [] == told(a_file(A), retracted)
    assert [] == told(a_file(A), expired)


def test_a_relation_to_what_no_file_is_dangles() -> None:
    faults = told(a_file(A, f"relations: {{supersedes: [{B}], merged_from: [{C}]}}\n"))

    assert [
        ("relation", "warning", f"{A}.yaml", 10, f"`relations.merged_from` names `{C}`, which no file has"),
        ("relation", "error", f"{A}.yaml", 10, f"`relations.supersedes` names `{B}`, which no file has"),
    ] == faults


def test_a_relation_points_by_the_ten_digits_so_reworded_ids_still_meet() -> None:
    files = [a_file(A, "relations:\n  merged_from:\n  - other-words-000000000b\n"), a_file(B)]

    assert [] == told(*files)


def test_what_can_not_be_read_is_still_there() -> None:
    unread = read(f"experiences/src/{B}.yaml", "", b"id: [")
    bare = StoreFile(f"experiences/src/{B}.yaml", "", "experience")

    assert ["unreadable"] == [
        code for code, *_ in told(a_file(A, f"relations: {{merged_from: [{B}]}}\n"), unread)
    ]
    assert [] == told(a_file(A, f"relations: {{merged_from: [{B}]}}\n"), bare)


def test_a_file_that_names_itself_is_told_once() -> None:
    assert ["`relations.conflicts_with` names the file itself"] == [
        message for *_, message in told(a_file(A, f"relations: {{conflicts_with: [{A}]}}\n"))
    ]
    assert ["`relations.superseded_by` names the file itself"] == [
        message
        for *_, message in told(a_file(A, f"relations: {{superseded_by: {A}}}\n", status="superseded"))
    ]


def test_superseded_by_nothing_needs_a_person_who_may_be_told_by_what() -> None:
    old = a_file(A, status="superseded")

    assert [("relation", "warning", f"{A}.yaml", 9, "is superseded, and does not say by what")] == told(old)
    assert [f"write `superseded_by: {B}`"] == mends(old, a_file(B, f"relations: {{supersedes: [{A}]}}\n"))


def test_what_is_replaced_is_not_served_any_more() -> None:
    heir = f"relations: {{superseded_by: {B}}}\n"

    assert [("relation", "error", f"{A}.yaml", 10, f"is replaced by `{B}`, and still `active`")] == (
        told(a_file(A, heir), a_file(B))
    )
    assert [] == told(a_file(A, heir, status="superseded"), a_file(B))
    assert [] == told(a_file(A, heir, status="archived"), a_file(B))


def test_what_replaces_it_may_not_be_retracted() -> None:
    old = a_file(A, f"relations: {{superseded_by: {B}}}\n", status="superseded")

    assert [
        (
            "relation",
            "warning",
            f"{A}.yaml",
            10,
            f"is replaced by `{B}`, which was retracted: nothing is in force in its place",
        )
    ] == told(old, a_file(B, status="retracted"))


def test_one_that_replaces_another_in_force_is_told() -> None:
    new = a_file(B, f"relations: {{supersedes: [{A}]}}\n")

    assert [("relation", "warning", f"{B}.yaml", 10, f"replaces `{A}`, which is still `active`")] == told(
        a_file(A), new
    )
    assert [] == told(a_file(A, f"relations: {{superseded_by: {B}}}\n", status="superseded"), new)


def test_a_conflict_is_known_to_both_sides() -> None:
    one = a_file(A, f"relations: {{conflicts_with: [{B}]}}\n")

    assert [("relation", "warning", f"{A}.yaml", 10, f"conflicts with `{B}`, which does not name it")] == (
        told(one, a_file(B))
    )
    assert [f"write `conflicts_with: [{A}]` into experiences/src/{B}.yaml"] == mends(one, a_file(B))
    assert [] == told(one, a_file(B, f"relations: {{conflicts_with: [{A}]}}\n"))


def test_a_circle_is_told_once_at_its_first_file() -> None:
    def old(id: str, by: str) -> StoreFile:
        return a_file(id, f"relations: {{superseded_by: {by}}}\n", status="superseded")

    tail = "aaa-00000000ff"
    messages = [message for *_, message in told(old(C, A), old(B, C), old(A, B), old(tail, A))]

    assert [f"is replaced in a circle: `{A}` -> `{B}` -> `{C}` -> `{A}`"] == messages


def test_change_records_have_successors_of_their_own_kind() -> None:
    old = a_change(A, f"relations: {{superseded_by: {B}, fixes: ['#12']}}\n", status="superseded")

    assert [] == told(old, a_change(B))
    assert [
        ("relation", "error", f"{A}.yaml", 6, f"`relations.superseded_by` names `{B}`, which no file has")
    ] == (told(old, a_file(B)))


def test_a_long_chain_of_successors_is_followed_without_a_stack() -> None:
    ids = [f"link-{number:010x}" for number in range(3000)]
    files = [
        a_file(id, f"relations: {{superseded_by: {ids[at + 1]}}}\n", status="superseded")
        for at, id in enumerate(ids[:-1])
    ]

    assert [] == told(*files, a_file(ids[-1]))


def due(*files: StoreFile, dead: tuple[str, ...] = ()) -> list[tuple[str, str, str, int]]:
    return [(one.code, one.severity, one.id, one.line) for one in upkeep(files, TODAY, dead)]


def test_what_has_expired_and_still_says_that_it_is_in_force_is_listed() -> None:
    yesterday, today = "lifecycle: {expires: 2024-05-31}\n", "lifecycle: {expires: 2024-06-01}\n"

    assert [("expired", "warning", A, 10)] == due(a_file(A, yesterday), a_file(B, today))
    assert [] == due(a_file(A, yesterday, status="expired"), a_file(B, yesterday, status="archived"))


def test_what_is_to_be_looked_at_is_due_on_its_very_day() -> None:
    today, tomorrow = "lifecycle: {review_after: 2024-06-01}\n", "lifecycle: {review_after: 2024-06-02}\n"

    assert [("review_due", "notice", A, 10)] == due(a_file(A, today), a_file(B, tomorrow))
    assert [("review_due", "notice", A, 10)] == due(a_file(A, today, status="contested"))
    assert [] == due(a_file(A, today, status="retracted"))


def test_the_most_urgent_comes_first_and_what_waits_longest_within_it() -> None:
    files = [
        a_file(A, "lifecycle: {review_after: 2024-05-01}\n"),
        a_file(B, "lifecycle: {review_after: 2023-05-01}\n"),
        a_file(C, "lifecycle: {expires: 2024-02-01, review_after: 2024-01-01}\n"),
        a_file("date-000000000d", "lifecycle: {expires: 2023-02-01}\n"),
        a_file("elder-000000000e", "scope: {paths: [a/b]}\n"),
        a_file("fig-000000000f"),
    ]

    assert [
        ("dead", "warning", "elder-000000000e", 10),
        ("expired", "warning", "date-000000000d", 10),
        ("expired", "warning", C, 10),
        ("review_due", "notice", B, 10),
        ("review_due", "notice", A, 10),
    ] == due(*files, dead=("elder-000000000e", "gone-0000000010"))
