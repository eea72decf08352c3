"""Discussions in exp's neutral form are read back as they were printed, and what does not fit costs only itself."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gitexp.adapters import schemas, source_neutral
from gitexp.adapters.record_json import discussion_document
from gitexp.adapters.source_files import HEAD, FileSource
from gitexp.adapters.source_github_files import GithubFiles
from gitexp.adapters.source_neutral import NeutralFiles, Shape
from gitexp.cli.json_text import dumps
from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.skipped import Skipped
from gitexp.steps.redact import redact
from support.github import document, issue_comment, pull_request, review, review_comment, save

SHARED = Path(__file__).parents[3] / "shared" / "data" / "discussions"
HASH = "1234567890abcdef1234567890abcdef12345678"
WHOLE = Discussion(
    id="acme/rocket#7",
    kind="pull_request",
    repo="acme/rocket",
    title="Refuel in flight",
    turns=(
        Turn(
            "review_comment:1",
            Speaker("rex", "reviewer", "MEMBER", "yes"),
            "Mind the valve.",
            "2024-03-02T08:00:00Z",
            "https://example.org/acme/rocket/pull/7#discussion_r1",
            Anchor("engine/valve.py", 12, HASH, "@@ -1,2 +1,2 @@\n-open()\n+close()", "no"),
            thread="review_comment:1",
            resolved="yes",
        ),
        Turn("review_comment:2", Speaker("ada", "author"), "Will do.", reply_to="review_comment:1"),
        Turn("review:3", Speaker(None, "reviewer"), "", suggestion="unknown", state="APPROVED"),
    ),
    url="https://example.org/acme/rocket/pull/7",
    author="ada",
    number=7,
    merged_at="2024-03-09",
)
BARE: dict[str, object] = {
    "id": "talk",
    "kind": "session",
    "repo": "",
    "turns": [{"id": "m1", "speaker": {"role": "user"}, "text": "Never retry POST."}],
}


def read_text(text: str, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(NeutralFiles(this_repo).read(text.encode(), "talk.json", "talk"))
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def read(value: object, this_repo: str | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    return read_text(json.dumps(value), this_repo)


def printed(discussion: Discussion[str] = WHOLE) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(dumps(discussion_document(discussion)))
    return document


def changed(path: tuple[str | int, ...], new: object, value: object = None) -> Any:
    """Return what WHOLE prints with another value at a place; `...` takes the place out."""
    value = copy.deepcopy(printed() if value is None else value)
    at: Any = value
    for step in path[:-1]:
        at = at[step]
    if new is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = new
    return value


# What was printed is read back

IDS = st.from_regex(r"[a-z_]{1,8}:[A-Za-z0-9=-]{1,12}", fullmatch=True)
NAMES = st.from_regex(r"[\w.-]{1,12}(\[bot\])?", fullmatch=True) | st.just("Mara van Dyk-O’Neil")
LINKS = st.from_regex(r"https?://[a-z.]{1,9}/[\w./()#?=-]{0,12}", fullmatch=True)
TIMES = st.datetimes().map(lambda time: f"{time.isoformat()}Z") | st.dates().map(str)
WORDS = st.from_regex(r"[A-Z_]{1,12}", fullmatch=True)
NUMBERS = st.integers(min_value=1)
YES_NO = st.sampled_from(["yes", "no", "unknown"])
ANCHORS = st.builds(
    Anchor,
    path=st.none() | st.text(),
    line=st.none() | NUMBERS,
    commit=st.none() | st.from_regex(r"[0-9a-f]{7,64}", fullmatch=True),
    hunk=st.none() | st.text(),
    outdated=YES_NO,
)
TURNS = st.builds(
    Turn,
    id=IDS,
    speaker=st.builds(
        Speaker,
        login=st.none() | NAMES,
        role=st.sampled_from(["author", "reviewer", "user", "agent", "bot", "tool"]),
        association=st.none() | WORDS,
        can_write=YES_NO,
    ),
    text=st.text(),
    at=st.none() | TIMES,
    url=st.none() | LINKS,
    anchor=st.none() | ANCHORS,
    reply_to=st.none() | IDS,
    thread=st.none() | IDS,
    resolved=YES_NO,
    suggestion=YES_NO,
    state=st.none() | WORDS,
)
DISCUSSIONS = st.builds(
    Discussion,
    id=st.from_regex(r"\w{1,5}[\w /#.:-]{0,12}", fullmatch=True),
    kind=st.sampled_from(["pull_request", "session", "history"]),
    repo=st.sampled_from(["", "acme/rocket", "Acme/Rocket", "acme/tools/crane", "rocket"]),
    title=st.none() | st.text(),
    turns=st.lists(TURNS, max_size=4, unique_by=lambda turn: turn.id).map(tuple),
    url=st.none() | LINKS,
    author=st.none() | NAMES,
    number=st.none() | NUMBERS,
    merged_at=st.none() | TIMES,
    local=st.booleans(),
    private=st.booleans(),
)


@settings(deadline=None)
@given(DISCUSSIONS)
def test_what_was_printed_is_read_back_the_same(discussion: Discussion[str]) -> None:
    text = dumps(discussion_document(discussion))
    local = discussion.repo.lower() == "acme/rocket"

    assert ([replace(discussion, local=local)], []) == read_text(text, "ACME/rocket")
    assert NeutralFiles().recognises(text.encode()[:HEAD])
    assert not GithubFiles().recognises(text.encode()[:HEAD])
    assert [] == list(Draft202012Validator(schemas.schema("discussion")).iter_errors(json.loads(text)))


@settings(deadline=None)
@given(st.lists(DISCUSSIONS, max_size=2, unique_by=lambda one: one.id), st.sampled_from([None, 1]))
def test_a_list_of_them_and_one_a_line_are_the_same(discussions: list[Discussion[str]], indent: int | None):
    documents = [discussion_document(one) for one in discussions]
    listed = read_text(json.dumps(documents, indent=indent))

    assert [one.id for one in discussions] == [one.id for one in listed[0]]
    assert listed == read_text("\n".join(json.dumps(one, indent=indent) for one in documents))


def test_what_github_s_shape_became_is_the_same_after_it_was_printed(tmp_path: Path) -> None:
    comments = [review_comment(2), review_comment(3, "ada", "Done.", in_reply_to_id=2, line=None)]
    path = save(tmp_path / "a.json", document(None, [review(1)], comments, [issue_comment(4, "ci[bot]")]))
    found = list(FileSource([str(path)], None, "acme/rocket").discussions())
    neutral = tmp_path / "b.json"
    neutral.write_text(dumps([discussion_document(one) for one in found if isinstance(one, Discussion)]))

    assert len(found) == 1
    assert found == list(FileSource([str(neutral)], None, "acme/rocket").discussions())


@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared/data/discussions is not here")
def test_the_stored_discussions_are_the_same_after_they_were_printed() -> None:
    found = list(FileSource([str(SHARED)]).discussions())
    discussions = [one for one in found if isinstance(one, Discussion)]
    lines = "\n".join(json.dumps(discussion_document(one)) for one in discussions)
    again = list(FileSource(["-"], io.BytesIO(lines.encode())).discussions())

    assert len(discussions) == 69
    assert discussions == again


@pytest.mark.parametrize("this_repo", [None, "acme/shop", "Acme/Rocket"])
@pytest.mark.parametrize("said", [True, False, None])
def test_the_repository_at_hand_decides_what_is_local(this_repo: str | None, said: bool | None) -> None:
    [found], skipped = read({**printed(), "local": said}, this_repo)

    assert (this_repo == "Acme/Rocket", []) == (found.local, skipped)


def test_what_is_missing_is_not_known() -> None:
    [found], skipped = read(BARE)
    speaker = Speaker(None, "user")

    assert skipped == []
    assert found == Discussion(
        "talk",
        "session",
        "",
        None,
        (Turn("m1", speaker, "Never retry POST.", suggestion="unknown"),),
        private=True,
    )


def test_null_is_the_same_as_missing() -> None:
    whole = printed()
    for one in (whole, *whole["turns"], whole["turns"][0]["speaker"], whole["turns"][0]["anchor"]):
        needed = ("id", "kind", "repo", "turns", "speaker", "text", "role", "anchor")
        one.update({key: None for key in one if key not in needed})
    [found], skipped = read(whole)

    assert skipped == []
    assert (None, None, None, None) == (found.title, found.url, found.number, found.merged_at)
    assert found.turns[0] == Turn(
        "review_comment:1",
        Speaker(None, "reviewer"),
        "Mind the valve.",
        anchor=Anchor(),
        suggestion="unknown",
    )


@pytest.mark.parametrize(
    ("kind", "said", "private"),
    [("session", None, True), ("session", False, False), ("history", None, False), ("history", True, True)],
)
def test_a_session_is_private_unless_it_says_otherwise(kind: str, said: bool | None, private: bool) -> None:
    assert [private] == [one.private for one in read({**BARE, "kind": kind, "private": said})[0]]


def test_half_of_a_surrogate_pair_can_be_written_down() -> None:
    [found], _ = read_text(dumps(printed()).replace("Mind the valve", "\\ud83d Mind"))

    assert "\ufffd Mind." == found.turns[0].text


def test_what_it_says_is_redacted_like_everything_else() -> None:
    address = "@".join(["mara", "corp.io"])
    said = changed(("turns", 0, "text"), f"Ask {address}.")
    said["author"] = said["turns"][0]["speaker"]["login"] = address
    [found], _ = read(said)
    [clean], _ = redact([found])

    assert ["Ask [email-1].", "[email-1]"] == [clean.turns[0].text, clean.turns[0].speaker.login]
    assert "corp.io" not in dumps(discussion_document(clean))


# What does not fit


def test_a_turn_that_does_not_fit_is_left_out_and_the_others_are_read() -> None:
    said = changed(("turns", 0, "speaker", "role"), "boss")
    [found], [skipped] = read(said)

    assert ["review_comment:2", "review:3"] == [turn.id for turn in found.turns]
    assert ("talk.json: turns[0]", True) == (skipped.where, skipped.bad)
    assert (
        "`speaker.role` can't be `boss`; write one of author, reviewer, user, agent, bot, tool"
        == skipped.what
    )


@pytest.mark.parametrize(
    ("path", "new", "said"),
    [
        ((), 5, "must be an object"),
        (("id",), 7, "`id` must be a text"),
        (("id",), "", "`id` is missing; write `id`"),
        (("id",), "two words", "`id` can't be `two words`; write letters, digits and `_.:#+=~-`"),
        (("speaker",), "rex", "`speaker` must be an object"),
        (("speaker",), ..., "`speaker` is missing; write `speaker`"),
        (("speaker", "role"), None, "`speaker.role` is missing; write `role`"),
        (("speaker", "role"), "reviwer", "`speaker.role` can't be `reviwer`; write `reviewer`"),
        (("speaker", "login"), ["rex"], "`speaker.login` must be a text"),
        (("speaker", "login"), "rex\nada", "`speaker.login` can't be `rex ada`; write one short line"),
        (("speaker", "association"), "a b", "`speaker.association` can't be `a b`; write one word such as `APPROVED`"),
        (("speaker", "can_write"), True, "`speaker.can_write` must be a text"),
        (("text",), None, "`text` is missing; write `text`"),
        (("text",), {"a": 1}, "`text` must be a text"),
        (("at",), "2024-02-31", "`at` can't be `2024-02-31`; write a time such as `2024-03-12T09:30:00Z`"),
        (("at",), 1709366400, "`at` must be a text"),
        (("url",), "javascript:alert(1)",
         "`url` can't be `javascript:alert(1)`; write an address that begins with `https://`"),
        (("anchor",), [], "`anchor` must be an object"),
        (("anchor", "path"), 5, "`anchor.path` must be a text"),
        (("anchor", "line"), 0, "`anchor.line` must be a whole number from 1"),
        (("anchor", "line"), True, "`anchor.line` must be a whole number from 1"),
        (("anchor", "line"), float("inf"), "`anchor.line` must be a whole number from 1"),
        (("anchor", "commit"), "HEAD", "`anchor.commit` can't be `HEAD`; write a commit's hash"),
        (("anchor", "outdated"), "maybe", "`anchor.outdated` can't be `maybe`; write one of yes, no, unknown"),
        (("reply_to",), "a@b", "`reply_to` can't be `a@b`; write letters, digits and `_.:#+=~-`"),
        (("state",), "A\u202eB", "`state` can't be `A\ufffdB`; write one word such as `APPROVED`"),
    ],
)  # fmt: skip
def test_what_does_not_fit_of_a_turn_is_said(path: tuple[str | int, ...], new: object, said: str) -> None:
    [found], skipped = read(changed(("turns", 0, *path), new))

    assert [Skipped("talk.json: turns[0]", said)] == skipped
    assert WHOLE.turns[1:] == found.turns


@pytest.mark.parametrize(
    ("key", "new", "said"),
    [
        ("title", 5, "`title` must be a text"),
        ("number", "7", "`number` must be a whole number from 1"),
        ("number", -7, "`number` must be a whole number from 1"),
        ("url", "example.org", "`url` can't be `example.org`; write an address that begins with `https://`"),
        ("author", "x" * 200, f"`author` can't be `{'x' * 59}…`; write one short line"),
        (
            "merged_at",
            "yes",
            "`merged_at` can't be `yes`; write a time such as `2024-03-12T09:30:00Z`",
        ),
        ("local", "yes", "`local` must be true or false"),
    ],
)
def test_what_can_be_missing_of_a_discussion_is_left_out_alone(key: str, new: object, said: str) -> None:
    [found], skipped = read({**printed(), key: new})
    without: dict[str, Any] = {} if key == "local" else {key: None}

    assert [Skipped("talk.json", said)] == skipped
    assert replace(WHOLE, **without) == found


@pytest.mark.parametrize(
    ("key", "new", "said"),
    [
        ("id", None, "`id` is missing; write `id`"),
        ("id", "talk of mara@corp", "`id` can't be `talk of mara@corp`; write one line without `@`"),
        ("id", "a\nb", "`id` can't be `a b`; write one line without `@`"),
        ("id", "a\u200bb", "`id` can't be `a\ufffdb`; write one line without `@`"),
        ("kind", "issue", "`kind` can't be `issue`; write one of pull_request, session, history, commit"),
        ("kind", ..., "`kind` is missing; write `kind`"),
        ("repo", ..., "`repo` is missing; write `repo`"),
        ("repo", "my repo", "`repo` can't be `my repo`; write `owner/name`"),
        ("private", "no", "`private` must be true or false"),
        ("turns", None, "`turns` is missing; write `turns`"),
        ("turns", {"a": 1}, "`turns` must be a list"),
    ],
)
def test_a_discussion_that_can_t_be_told_apart_or_kept_private_is_left_out(
    key: str, new: object, said: str
) -> None:
    [found], skipped = read([changed((key,), new), {**printed(), "id": "next"}])

    assert ("next", [Skipped("talk.json: [0]", said)]) == (found.id, skipped)


def test_an_id_that_occurs_twice_is_left_out_the_second_time() -> None:
    [found], [skipped] = read(changed(("turns", 2, "id"), "review_comment:1"))

    assert WHOLE.turns[:2] == found.turns
    assert skipped == Skipped(
        "talk.json: turns[2]", "has the id `review_comment:1` of a turn above; give it its own"
    )


def test_keys_that_the_form_does_not_have_are_said_once_and_the_rest_is_read() -> None:
    said = printed()
    said |= {"mood": "good", "titel": "x"}
    for turn in said["turns"]:
        turn["body"] = turn["speaker"]["avatar"] = "x"
    [found], skipped = read(said)

    assert found == WHOLE
    assert [
        Skipped("talk.json", "unknown key `mood`; take it out"),
        Skipped("talk.json", "unknown key `titel`; write `title`"),
        Skipped("talk.json: turns[0]", "unknown key `body`; take it out"),
        Skipped("talk.json: turns[0]", "unknown key `speaker.avatar`; take it out"),
    ] == skipped


def test_a_broken_line_is_said_with_its_number_and_the_others_are_read() -> None:
    lines = [json.dumps({**BARE, "id": name}) for name in ("one", "two", "three", "four")]
    lines[1] = lines[1][:40]
    lines[2] = "5"
    found, skipped = read_text("\n".join(lines))

    assert ["one", "four"] == [one.id for one in found]
    assert [
        Skipped("talk.json:2:41", "is no JSON: it ends before the value does"),
        Skipped("talk.json:3", "must be an object"),
    ] == skipped


def test_places_name_the_line_the_item_and_the_turn() -> None:
    wrong = changed(("turns", 1, "text"), 5)
    text = "\n".join(json.dumps(one) for one in (BARE, {**wrong, "id": "b"}, [BARE, wrong]))

    assert ["talk.json:2: turns[1]", "talk.json:3: [1].turns[1]"] == [one.where for one in read_text(text)[1]]


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        members = list(value.items())
    elif isinstance(value, list):
        members = list(enumerate(value))
    return [path, *(place for key, member in members for place in places(member, (*path, key)))]


ANY = st.one_of(
    *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5)),
    *(st.just([]), st.just([1, "a"]), st.just({}), st.just({"a": [{}]}), st.just([[["a"]]])),
)


@given(st.sampled_from([place for place in places(printed()) if place]), ANY)
def test_one_wrong_value_costs_its_own_item_and_is_said(path: tuple[str | int, ...], new: object) -> None:
    found, skipped = read(changed(path, new))
    kept = {turn.id for one in found for turn in one.turns}
    whole = len(path) == 1 and path[0] in ("id", "kind", "repo", "private", "turns")
    touched = path[1] if path[0] == "turns" and len(path) > 1 else None

    assert whole or {turn.id for place, turn in enumerate(WHOLE.turns) if place != touched} <= kept
    assert skipped or {turn.id for turn in WHOLE.turns} == kept or path[-1] in ("id", "turns")
    assert all("\n" not in f"{one.where}{one.what}" and one.bad for one in skipped)
    for one in found:
        dumps(discussion_document(one)).encode("utf-8")


@given(st.text(alphabet='{}[]",:\\ \nturnsid0', max_size=60))
def test_no_text_whatever_raises(text: str) -> None:
    read_text(text)
    NeutralFiles().recognises(text.encode())


# Told by its keys


@pytest.mark.parametrize(
    "head",
    [
        json.dumps(BARE),
        json.dumps(BARE, indent=2),
        json.dumps([BARE]),
        json.dumps({key: value for key, value in BARE.items() if key != "kind"}),
        json.dumps({"turns": BARE["turns"], "id": "talk", "kind": "session", "repo": ""})[:60],
        "\ufeff" + json.dumps(BARE),
        '{"title": "Reviews of {\\"pull_request\\": 1}", "id": "a", "kind": "session", "turns": [{"text": "',
    ],
)
def test_the_neutral_form_is_recognised(head: str) -> None:
    assert NeutralFiles().recognises(head.encode())
    assert not GithubFiles().recognises(head.encode())


def test_utf_16_is_recognised_and_read() -> None:
    content = json.dumps(BARE).encode("utf-16")

    assert NeutralFiles().recognises(content)
    assert ["talk"] == [one.id for one in FileSource(["-"], io.BytesIO(content)).discussions()]


@pytest.mark.parametrize(
    "head",
    [
        json.dumps(document(issue_comments=[issue_comment(1, body=json.dumps(BARE))])),
        json.dumps(document(issue_comments=[BARE])),
        json.dumps([[review_comment(1)]]),
        json.dumps(pull_request()),
    ],
)
def test_github_s_shape_is_not_taken_for_it(head: str) -> None:
    assert not NeutralFiles().recognises(head.encode())
    assert GithubFiles().recognises(head.encode())


@pytest.mark.parametrize(
    "head",
    [
        "",
        "[]",
        '{"turns": 5}',
        '{"id": "a", "session": {"turns": [], "kind": "x"}}',
        '{"id": "a", "kind": "b", "repo": "c"}',
        '{"session_id": "a", "turns": [{"role": "user", "content": "x"}]}',
        '"turns": {"id": 1, "kind": 2}',
    ],
)
def test_other_files_are_not_recognised(head: str) -> None:
    assert not NeutralFiles().recognises(head.encode())


# The schema says the same


def test_reader_and_schema_know_the_same_keys_and_words() -> None:
    schema = schemas.schema("discussion")
    turn = schema["properties"]["turns"]["items"]
    speaker, anchor = turn["properties"]["speaker"], turn["properties"]["anchor"]

    assert set(source_neutral.DISCUSSION) == set(schema["properties"])
    assert set(source_neutral.TURN) == set(turn["properties"])
    assert source_neutral.SPEAKER == tuple(speaker["properties"])
    assert source_neutral.ANCHOR == tuple(anchor["properties"])
    assert list(source_neutral.KINDS) == schema["properties"]["kind"]["enum"]
    assert list(source_neutral.ROLES) == speaker["properties"]["role"]["enum"]
    assert [*source_neutral.YES_NO, None] == schema["$defs"]["yes_no"]["enum"]


def test_reader_and_schema_ask_for_the_same_shapes() -> None:
    schema = schemas.schema("discussion")
    fields, kinds = schema["properties"], schema["$defs"]
    turn = fields["turns"]["items"]["properties"]
    asked: list[tuple[Mapping[str, str], Shape]] = [
        (fields["id"], source_neutral.DISCUSSION_ID),
        (fields["repo"], source_neutral.REPO),
        (turn["id"], source_neutral.TURN_ID),
        (turn["anchor"]["properties"]["commit"], source_neutral.COMMIT),
        (kinds["turn"], source_neutral.TURN_ID),
        (kinds["link"], source_neutral.LINK),
        (kinds["name"], source_neutral.NAME),
        (kinds["word"], source_neutral.WORD),
        (kinds["time"], source_neutral.TIME),
    ]

    assert [f"^{shape.pattern.pattern}$" for _, shape in asked] == [field["pattern"] for field, _ in asked]
