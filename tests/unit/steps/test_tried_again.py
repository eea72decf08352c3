"""Whether an edit makes again what was tried and taken back: by lines alone, and what it is told in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.agent_event import FileEdit
from gitexp.records.tried import Tried, line_key
from gitexp.steps.tried_again import LONGEST, MOST, Again, again_lines, as_one, tried_again

LOOP = ["for attempt in range(5):", "answer = get(url)", "if answer.status < 500:", "sleep(2 ** attempt)"]
PLAIN = "return get(url, timeout=10)"


def keys(*lines: str) -> frozenset[int]:
    return frozenset(map(line_key, lines))


def a_tried(added=LOOP, removed=(PLAIN,), telling=None, **more) -> Tried:
    known = {"title": "Retry on any 5xx answer", "undone": "d" * 40, **more}
    return Tried(
        "c" * 40,
        at="2024-03-04",
        undone_at="2024-03-12",
        added=keys(*added),
        removed=keys(*removed),
        telling=keys(*(added if telling is None else telling)),
        **known,
    )


def an_edit(new=(), old=(), **more) -> FileEdit:
    return FileEdit("a.py", "\n".join(old), "\n".join(new), **more)


RETRY = a_tried()


def counts(edit: FileEdit, *tried: Tried) -> list[tuple[int, int]]:
    return [(one.again, one.of) for one in tried_again(edit, tried or (RETRY,))]


def test_half_of_the_lines_again_warns_however_they_are_indented():
    assert [(2, 4)] == counts(an_edit(["\t\t" + LOOP[0], LOOP[1] + "  \r", "other()"]))


def test_one_line_or_less_than_half_is_chance():
    assert [] == counts(an_edit(LOOP[:1]))
    assert [] == counts(an_edit(LOOP[:2]), a_tried([*LOOP, "more_of_it(1)"]))


def test_lines_in_both_texts_are_context_so_that_moving_and_indenting_are_silent():
    assert [] == counts(an_edit([f"    {line}" for line in LOOP], LOOP))
    assert [] == counts(an_edit([*reversed(LOOP), "other()"], [*LOOP, PLAIN]))


def test_taking_the_lines_out_or_deleting_the_file_is_silent():
    assert [] == counts(an_edit([PLAIN], LOOP))
    assert [] == counts(an_edit(LOOP, gone=True))


def test_lines_that_do_not_tell_count_only_beside_those_that_do():
    short = a_tried(["x = 1", "y = 2", LOOP[0], LOOP[1]], telling=LOOP[:2])

    assert [] == counts(an_edit(["x = 1", "y = 2"]), short)
    assert [(2, 4)] == counts(an_edit(LOOP[:2]), short)


def test_all_that_it_changed_is_the_revert_turned_round_even_in_one_line():
    number = a_tried(["timeout = 60"], ["timeout = 30"], telling=())

    assert [(1, 1)] == counts(an_edit(["timeout = 60"], ["timeout = 30"]), number)
    assert [] == counts(an_edit(["timeout = 60"], ["timeout = 10"]), number)
    assert [] == counts(an_edit(["timeout = 60"]), number)


def test_an_approach_that_only_takes_out_comes_back_where_all_of_it_goes_and_not_much_besides():
    removal = a_tried([], LOOP)
    more = [f"another_line({number})" for number in range(5)]

    assert [(0, 0)] == counts(an_edit([], LOOP), removal)
    assert [] == counts(an_edit([], LOOP[:3]), removal)
    assert [] == counts(an_edit([], [*LOOP, *more]), removal)
    assert [] == counts(an_edit([], LOOP[:2]), a_tried([], LOOP[:2]))


def test_an_approach_is_told_once_by_the_attempt_that_fits_best():
    first, second = a_tried(LOOP[:2]), a_tried()

    assert [(4, 4)] == counts(an_edit(LOOP, [PLAIN]), second, first)
    assert [(4, 4), (2, 2)] == counts(an_edit(LOOP, [PLAIN]), a_tried(LOOP[:2], title="Another"), second)


def test_a_text_longer_than_people_write_is_not_looked_at():
    assert [] == counts(an_edit([*LOOP, "x" * MOST]))


def test_pieces_of_lines_are_filled_up_from_the_file():
    text = f"def fetch(url):\n    {PLAIN}\n\nother()\n"
    edit = FileEdit("a.py", "get(url, timeout=10)", "get(url, timeout=60)")

    assert FileEdit("a.py", f"    {PLAIN}", "    return get(url, timeout=60)") == as_one([edit], text)
    assert edit == as_one([edit])
    assert edit == as_one([edit], "something else\n")


def test_a_whole_new_text_is_compared_with_the_file_and_several_edits_are_one():
    assert FileEdit("a.py", "was\n", "is\n") == as_one([FileEdit("a.py", "", "is\n")], "was\n")
    edits = [FileEdit("a.py", "", line) for line in LOOP]

    assert [(4, 4)] == counts(as_one(edits))
    assert "\n".join(LOOP) == as_one(edits).new


def test_what_a_whole_text_took_the_place_of_is_asked_only_where_it_is_done():
    asked = []

    def head() -> str:
        asked.append("HEAD")
        return "was\n"

    done = as_one([FileEdit("a.py", "", "is\n")], "is\n", done=True, before=head)
    to_do = as_one([FileEdit("a.py", "", "is\n")], "here\n", before=head)
    piece = as_one([FileEdit("a.py", "was", "is")], "is\n", done=True, before=head)

    assert [("was\n", "is\n"), ("here\n", "is\n"), ("was", "is")] == [
        (one.old, one.new) for one in (done, to_do, piece)
    ]
    assert ["HEAD"] == asked


@pytest.mark.parametrize("done", [False, True])
def test_what_goes_where_it_is_not_told_is_looked_for_nowhere_in_the_file(done):
    text = "# POST retry config\nMETHODS = 1\n\nzzz = 4\n"
    put_in = FileEdit("a.py", None, "zzz = 4")
    beside = FileEdit("a.py", "\n", "\nzzz = 4\n")
    blank = FileEdit("a.py", "y = 1\n", "\n")

    assert FileEdit("a.py", "", "zzz = 4") == as_one([put_in], text, done=done)
    assert FileEdit("a.py", "foo\n", "bar\nzzz = 4") == as_one(
        [FileEdit("a.py", "foo", "bar"), put_in], text, done=done
    )
    assert beside == as_one([beside], text, done=done)
    assert blank == as_one([blank], text, done=done)


def test_whole_lines_of_the_file_are_not_taken_for_a_piece_of_another_line():
    text = "call({a } b)\nif x {\n}\n"
    edit = FileEdit("a.c", "}", "}\nmore()")

    assert edit == as_one([edit], text)


def test_of_several_places_with_the_new_text_none_is_taken_for_the_new_one():
    edit = FileEdit("a.py", "10", "30")

    assert edit == as_one([edit], "retries = 30\ntimeout = 30\n", done=True)
    assert FileEdit("a.py", "timeout = 10", "timeout = 30") == as_one([edit], "timeout = 30\n", done=True)


@pytest.mark.parametrize("piece", ["one", "ne\ntw", "two\n", "\n", "one\ntwo\nthree"])
def test_filling_up_gives_whole_lines_of_the_file(piece):
    text = "one\ntwo\nthree"
    whole = as_one([FileEdit("a", piece, "X")], text).old or ""

    assert whole in text
    assert piece in whole
    assert all(line in ("", *text.split("\n")) for line in whole.split("\n"))


def test_the_words_are_quoted_and_the_reason_is_whole():
    tried = a_tried(title='Retry "always"', reason="It charged twice.\nNever </team-notes> again.")

    assert [
        '1. Tried here before: "Retry \\"always\\"" (ccccccc, 2024-03-04), taken back by ddddddd on 2024-03-12.'
        ' Because: "It charged twice. Never &lt;/team-notes> again."',
        '   This edit makes 3 of its 4 lines again. In them: "get_url", "attempt".',
    ] == again_lines(1, Again(tried, 3, 4, ("get_url", "attempt")))


def test_without_a_reason_it_says_so():
    said = again_lines(2, Again(a_tried(), 2, 2))

    assert said[0].endswith("on 2024-03-12. Nobody said why.")
    assert "   This edit makes 2 of its 2 lines again." == said[1]
    assert "   This edit makes its one line again." == again_lines(1, Again(a_tried(), 1, 1))[1]
    removal = again_lines(1, Again(a_tried(), 0, 0, (), 3, 3))
    assert "   This edit takes out the 3 lines again that it took out." == removal[1]


def test_of_a_story_the_beginning_is_told():
    [told, _] = again_lines(1, Again(a_tried(reason="and then it " * 100), 2, 2))

    assert told.endswith('then it and …"')
    assert LONGEST < len(told) < LONGEST + 200


def test_names_that_no_prose_holds_are_named_first():
    tried = a_tried(["return long_winded_thing(value)", "the_other = aLittle + something"])
    [again] = tried_again(
        an_edit(["return long_winded_thing(value)", "the_other = aLittle + something"]), [tried]
    )

    assert ("long_winded_thing", "the_other", "aLittle", "something") == again.words


@given(st.lists(st.text(max_size=20), max_size=12), st.lists(st.text(max_size=20), max_size=12))
def test_never_are_more_lines_made_again_than_the_edit_brings(old, new):
    edit = an_edit(new, old)
    for again in tried_again(edit, [a_tried([*new, *LOOP], old)]):
        assert 0 <= again.again <= min(again.of, len(set(edit.new.split("\n"))))
        assert 0 <= again.out <= again.out_of
