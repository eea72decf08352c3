"""An edit before it is made: what it brings back, what commands where it touches, what an experience says of it."""

from __future__ import annotations

import pytest

from gitexp.records.archaeology import Constraint, Witness
from gitexp.records.past import Edit, Hunk, Patch
from gitexp.steps.check_edit import check_edit, out_of
from gitexp.steps.ideas import Idea
from support.chains import PATH, a_change, a_commit

TITLE = "Retry on any 5xx answer"
FIRST = a_change(1, TITLE, state="out", new="tried")
BACK = a_change(
    2, f'Revert "{TITLE}"', kind="revert", reverts=(a_commit(1),), exactness="exact", reason="It pays twice."
)
OUT, IN = Idea(TITLE, (FIRST, BACK), "out"), Idea("Wait", (a_change(3, "Wait"),), "in")
TRIED = ["if status >= 500:", "    again()", "    again()", "    wait()"]


def counted(lines) -> dict[int, int]:
    return {hash(line.encode()): lines.count(line) for line in lines}


def an_edit(*hunks: tuple[int, list[str]], removed=(), old="old", new="new", path=PATH) -> Edit:
    """Return an edit that adds lines: where they stand in the new file, and what they are."""
    added = [line for _, lines in hunks for line in lines]
    made = tuple(Hunk(first, 0, first, len(lines)) for first, lines in hunks)
    return Edit(
        path, PATH, old, new, made, Patch(counted(list(removed)), counted(added), ""), "\n".join(added)
    )


PATCHES = {a_commit(1): Patch({}, counted(TRIED), "")}


def found(edit, *ideas, patches=PATCHES, constraints=()):
    return check_edit(edit, ideas or (OUT, IN), patches, constraints)


def test_all_of_its_lines_again_is_exact_and_names_the_revert():
    [one] = found(an_edit((20, TRIED)))

    assert ("brings_back", "exact", PATH, 20) == (one.kind, one.certainty, one.path, one.line)
    assert [a_commit(2), a_commit(1)] == [witness.commit for witness in one.evidence]
    assert one.text.startswith(f'brings back "{TITLE}"') and "It pays twice." in one.text


def test_half_of_its_lines_again_is_likely_and_less_is_nothing():
    assert ["likely"] == [one.certainty for one in found(an_edit((20, TRIED[:2])))]
    assert () == found(an_edit((20, TRIED[:1])))
    assert () == found(an_edit((20, ["else", "other"])))


def test_one_line_alone_is_a_brace_or_a_blank():
    assert () == found(an_edit((20, ["}"])), patches={a_commit(1): Patch({}, counted(["}"]), "")})


def test_the_line_told_is_where_most_of_it_is_made_again():
    edit = an_edit((3, ["other"]), (9, ["    again()"]), (30, ["more", *TRIED]))

    assert [31] == [one.line for one in found(edit)]


def test_lines_taken_out_again_count_and_the_place_is_where_the_edit_begins():
    gone = {a_commit(1): Patch(counted(TRIED), {}, "")}
    edit = Edit(PATH, PATH, "old", "new", (Hunk(20, 4, 19, 0),), Patch(counted(TRIED), {}, ""), "")

    assert [("exact", 19)] == [(one.certainty, one.line) for one in found(edit, patches=gone)]


def test_the_same_blob_again_is_exact_whatever_the_lines():
    edit = Edit(PATH, PATH, "old", "tried", (), Patch({}, {}, ""), "")

    assert [("exact", None)] == [(one.certainty, one.line) for one in found(edit, patches={})]
    assert () == found(Edit(PATH, PATH, "tried", "tried", (), Patch({}, {}, ""), ""), patches={})


def test_what_is_in_is_not_brought_back():
    assert [] == out_of([IN])
    assert () == found(an_edit((20, TRIED)), Idea(TITLE, (FIRST, BACK), "in"))


def test_an_idea_of_several_attempts_is_told_once():
    again = a_change(5, TITLE, kind="reland", reverts=(a_commit(2),))
    gone = a_change(6, kind="revert", reverts=(a_commit(5),))
    twice = Idea(TITLE, (FIRST, BACK, again, gone), "out")

    assert [FIRST, BACK, again, gone] == [change for _, change in out_of([twice])]
    assert 1 == len(
        found(an_edit((20, TRIED)), twice, patches={**PATCHES, a_commit(5): PATCHES[a_commit(1)]})
    )


def test_a_machines_change_is_no_idea():
    assert [] == out_of([Idea("Bump", (a_change(1, "Bump", bot=True),), "out")])


def test_a_windows_line_is_the_same_line():
    edit = an_edit((20, TRIED))
    windows = Edit(PATH, PATH, "old", "new", edit.hunks, edit.patch, edit.words.replace("\n", "\r\n") + "\r")

    assert [20] == [one.line for one in found(windows)]


@pytest.mark.parametrize(("line", "wanted"), [(20, True), (17, True), (23, True), (16, False), (24, False)])
def test_a_comment_counts_among_the_lines_and_directly_above(line, wanted):
    must = Constraint("comment", "must stay sorted", Witness("c" * 40, path=PATH, line=line))
    edit = Edit(PATH, PATH, "old", "new", (Hunk(20, 4, 40, 2),), Patch({}, {}, ""), "")

    warnings = found(edit, constraints=[must], patches={})

    assert [("must", PATH, 40)] * wanted == [(one.kind, one.path, one.line) for one in warnings]


def test_a_comment_is_told_once_although_two_hunks_are_near():
    must = Constraint("comment", "must stay sorted", Witness(line=20))
    edit = Edit(PATH, PATH, "old", "new", (Hunk(20, 1, 20, 1), Hunk(22, 1, 22, 1)), Patch({}, {}, ""), "")

    assert 1 == len(found(edit, constraints=[must], patches={}))


def test_an_experience_is_told_where_the_edit_speaks_of_it_and_a_strict_one_always():
    advice = Constraint("experience", "Retry only idempotent requests", Witness(id="a"))
    strict = Constraint("experience", "Keep keys sorted", Witness(id="b"), "tools read them", "block")
    near, far = an_edit((5, ["retry(idempotent=True)"])), an_edit((5, ["paint('green')"]))

    assert ["a", "b"] == [one.evidence[0].id for one in found(near, constraints=[advice, strict], patches={})]
    assert ["b"] == [one.evidence[0].id for one in found(far, constraints=[advice, strict], patches={})]
    assert ["Keep keys sorted (tools read them)"] == [
        one.text for one in found(far, constraints=[strict], patches={})
    ]


def test_trailers_and_fixes_are_not_about_an_edit():
    trailer = Constraint("trailer", "Retry only idempotent requests", Witness())

    assert () == found(an_edit((5, ["retry(idempotent=True)"])), constraints=[trailer], patches={})
