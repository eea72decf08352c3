"""Whole documents: whatever stands in them nothing raises, and the 69 stored ones are read to the last turn."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.source_github_files import GithubFiles
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped
from support.github import (
    Json,
    document,
    issue_comment,
    pull_request,
    review,
    review_comment,
)
from support.github_reading import read, read_text

ANY = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    *(st.just([]), st.just([1, "a"]), st.just({}), st.just({"a": [{}]}), st.just([[["a"]]])),
)
WHOLE = document(
    reviews=[review(1, body="Fine.")],
    review_comments=[review_comment(2), review_comment(3, in_reply_to_id=2, line=None)],
    issue_comments=[issue_comment(4)],
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    return [path, *(place for key, member in members for place in places(member, (*path, key)))]


def replaced(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    changed: Any = copy.copy(value)
    try:
        changed[path[0]] = replaced(changed[path[0]], path[1:], new)
    except (KeyError, IndexError, TypeError):
        return value  # an earlier change took the place away
    return changed


@given(
    st.sampled_from([WHOLE, pull_request(), [review_comment(1), issue_comment(2), review(3)]]),
    st.data(),
)
def test_no_document_whatever_stands_in_it_raises(whole: object, data: st.DataObject) -> None:
    changes = data.draw(st.lists(st.tuples(st.sampled_from(places(whole)), ANY), min_size=1, max_size=4))
    for path, new in changes:
        whole = replaced(whole, path, new)
    found, skipped = read(whole)

    assert all("\n" not in f"{one.where}{one.what}" for one in skipped)
    assert all(len({t.id for t in one.turns}) == len(one.turns) for one in found)
    json.dumps([t.text for one in found for t in one.turns]).encode("utf-8")


@given(st.sampled_from(places(WHOLE)), ANY)
def test_one_wrong_value_costs_at_most_its_own_item(path: tuple[str | int, ...], new: object) -> None:
    found, _ = read(replaced(WHOLE, path, new))
    untouched = {
        ("reviews", 0): "review:1",
        ("review_comments", 0): "review_comment:2",
        ("review_comments", 1): "review_comment:3",
        ("issue_comments", 0): "issue_comment:4",
    }
    expected = {name for place, name in untouched.items() if path[:2] != place and path != place[:1] and path}

    assert expected <= {t.id for one in found for t in one.turns}


@given(st.text(alphabet='{}[]",:\\ \npull_request0', max_size=60))
def test_no_text_whatever_raises(text: str) -> None:
    read_text(text)
    GithubFiles().recognises(text.encode())


# The 69 documents

DISCUSSIONS = Path(__file__).parents[3] / "shared" / "data" / "discussions"


def stored() -> list[Path]:
    return sorted(DISCUSSIONS.glob("*.json"))


needs_data = pytest.mark.skipif(not stored(), reason="../shared/data/discussions is not here")


@needs_data
def test_there_are_69_documents() -> None:
    assert len(stored()) == 69


@needs_data
@pytest.mark.parametrize("path", stored(), ids=lambda path: path.stem)
def test_each_stored_document_is_read_whole(path: Path) -> None:
    """Counts turns and threads from the document in its own way."""
    content: dict[str, list[Json]] = json.loads(path.read_text(encoding="utf-8"))
    pull = json.loads(path.read_text(encoding="utf-8"))["pull_request"]
    assert GithubFiles().recognises(path.read_bytes()[:65536])
    found, skipped = _stored(path)

    assert skipped == []
    assert path.stem.replace("__", "/", 1).replace("__", "#") == found.id
    spoken = [
        *(["pull_request.body"] if pull["body"] else []),
        *(f"review:{one['id']}" for one in content["reviews"] if one["body"] or one["state"] != "COMMENTED"),
        *(f"review_comment:{one['id']}" for one in content["review_comments"]),
        *(f"issue_comment:{one['id']}" for one in content["issue_comments"]),
    ]
    assert sorted(spoken) == sorted(t.id for t in found.turns)
    assert {
        f"review_comment:{one['id']}": f"review_comment:{one['in_reply_to_id'] or one['id']}"
        for one in content["review_comments"]
    } == {t.id: t.thread for t in found.turns if t.thread}
    times = [t.at for t in found.turns if t.id != "pull_request.body"]
    assert times == sorted(at for at in times if at)


def _stored(path: Path) -> tuple[Discussion[str], list[Skipped]]:
    found = list(GithubFiles().read(path.read_bytes(), path.name, path.stem))
    [discussion] = [one for one in found if isinstance(one, Discussion)]
    return discussion, [one for one in found if isinstance(one, Skipped)]
