"""Whatever the API answers in place of what it should, a pull request is read without an error of exp's own."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.github_api_document import (
    Document,
    as_discussion,
    is_own,
    is_proposal,
    speakers,
    trimmed,
    with_threads,
)
from gitexp.adapters.github_api_timeline import taken_back
from gitexp.adapters.github_item import Item

AT = st.sampled_from(["2024-03-01T08:00:00Z", "2024-03-09T08:00:00Z", "2024-04-01", "soon", "0000-99-99"])
PLAIN = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), AT)
NAMES = st.sampled_from(
    "id number title body user login type created_at updated_at merged_at submitted_at state html_url url path line "
    "original_line position commit_id original_commit_id in_reply_to_id diff_hunk author_association draft head base ref "
    "repo full_name default_branch event source issue pull_request repository resolved outdated".split()
)
JSON = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=6)),
    max_leaves=8,
)
OBJECT = st.dictionaries(NAMES, JSON, max_size=10)
LINKED = OBJECT.map(lambda one: {"html_url": "https://github.com/a/b/pull/1#issuecomment-7", **one})
OBJECTS = st.lists(st.one_of(OBJECT, LINKED), max_size=4)


@settings(max_examples=25)
@given(OBJECT, OBJECTS, OBJECTS, OBJECTS, st.dictionaries(st.text(max_size=9), st.one_of(AT, st.just(""))))
def test_no_answer_is_an_error_of_ours(pull, reviews, line_comments, comments, edited):
    cut = [[trimmed(one) for one in some] for some in (reviews, line_comments, comments)]
    threads = with_threads(cut[1], {"7": True}, {"7": False})
    document = Document(
        trimmed(pull, pull=True), cut[0], threads, cut[2], edited=edited, writers={"ada": "yes"}
    )
    found, skipped = as_discussion(document, "acme/rocket", "acme/rocket")

    assert all(isinstance(login, str) for login in speakers([pull, *comments]))
    assert (True, True) == (isinstance(is_own(document), bool), isinstance(is_proposal(pull), bool))
    assert len(found.turns) == len({turn.id for turn in found.turns})
    assert all(skip.where and skip.what for skip in skipped)


@settings(max_examples=25)
@given(st.lists(OBJECT, max_size=5))
def test_no_timeline_is_an_error_of_ours(events):
    crossed = [Item("timeline", {"event": "cross-referenced", "source": {"issue": one}}) for one in events]

    assert taken_back(crossed, "acme/rocket", 7, "Refuel in flight") in (
        None,
        *(f"#{one.get('number')}" for one in events),
    )


def test_of_what_is_kept_of_an_object_a_repository_is_its_name_alone():
    head = {
        "ref": "patch-1",
        "sha": "1" * 40,
        "repo": {"full_name": "a/b", "default_branch": "main", "id": 7},
        "user": {},
    }
    pull = {
        "number": 7,
        "head": head,
        "user": {"login": "ada", "type": "User", "id": 1},
        "_links": {"self": {}},
    }

    assert {
        "number": 7,
        "user": {"login": "ada", "type": "User"},
        "head": {"ref": "patch-1", "sha": "1" * 40, "repo": {"full_name": "a/b", "default_branch": "main"}},
    } == trimmed(pull, pull=True)
