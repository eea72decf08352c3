"""What a run is told by its environment: checked once, named as it stands in the workflow, and never believed blindly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gitexp.cli.ci.event import MAX_BYTES, Event
from gitexp.cli.ci.surroundings import Surroundings, surroundings
from gitexp.errors import RepositoryError, UsageError


def with_event(path: Path, event: object, **more: str) -> Surroundings:
    path.write_text(json.dumps(event), encoding="utf-8")
    return surroundings({"GITHUB_EVENT_PATH": str(path), "GITHUB_REPOSITORY": "acme/pump", **more})


def pull(head: object, number: object = 7) -> dict[str, object]:
    return {"pull_request": {"number": number, "head": {"repo": head}, "base": {"sha": "a" * 40}}}


def test_where_nothing_is_set_all_is_as_the_action_has_it():
    assert Surroundings() == surroundings({})


def test_an_input_that_was_left_out_reaches_the_action_empty_and_counts_for_nothing():
    names = (
        "LEVEL ARTIFACT TRUST ENGINE MODEL SINCE SESSIONS STRICT COMMENT BACKFILL PORTION DRY_RUN BRANCH ROOM"
    )

    assert Surroundings() == surroundings({f"EXP_{name}": "" for name in (*names.split(), "EVERY_DAYS")})


def test_what_is_set_is_read():
    told = surroundings(
        {
            "GITHUB_WORKFLOW_REF": "acme/pump/.github/workflows/exp-propose.yml@refs/heads/main",
            "GITHUB_RUN_ID": "123456789012",
            "GITHUB_API_URL": "https://ghe.example/api/v3/",
            "GITHUB_SHA": "0f" * 20,
            "EXP_LEVEL": "pull-request",
            "EXP_TRUST": "write",
            "EXP_SINCE": "2026-01-31T10:00:00Z",
            "EXP_STRICT": "TRUE",
            "EXP_EVERY_DAYS": "0",
            "EXP_ROOM": "3",
        }
    )

    assert ("exp-propose.yml", 123456789012, "https://ghe.example/api/v3") == (
        told.workflow,
        told.run_id,
        told.api_url,
    )
    assert ("pull-request", "write", "2026-01-31T10:00:00Z", True, 0, 3) == (
        told.level,
        told.trust,
        told.since,
        told.strict,
        told.every_days,
        told.room,
    )


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("EXP_LEVEL", "merge", "input level (EXP_LEVEL): `merge`"),
        ("EXP_STRICT", "yes", "input strict (EXP_STRICT): `yes`"),
        ("EXP_SINCE", "2026-02-30", "input since (EXP_SINCE): `2026-02-30`"),
        ("EXP_SINCE", "last week", "input since (EXP_SINCE): `last week`"),
        ("EXP_ROOM", "0", "input room (EXP_ROOM): `0`"),
        ("EXP_EVERY_DAYS", "-1", "input every-days (EXP_EVERY_DAYS): `-1`"),
        ("EXP_PORTION", "٣", "input portion (EXP_PORTION): `٣`"),
    ],
)
def test_a_wrong_input_is_named_as_the_workflow_has_it(name: str, value: str, said: str):
    with pytest.raises(UsageError) as caught:
        surroundings({name: value})

    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GITHUB_API_URL", "http://ghe.example/api/v3"),
        ("GITHUB_API_URL", "https://user:word@ghe.example"),
        ("GITHUB_SERVER_URL", "file:///etc"),
        ("GITHUB_REPOSITORY", "acme/pump/../x"),
        ("GITHUB_SHA", "--upload-pack=x"),
        ("GITHUB_TOKEN", "two words"),
        ("GITHUB_EVENT_PATH", "/dev/null/event.json"),
    ],
)
def test_what_github_would_never_set_is_refused(name: str, value: str):
    with pytest.raises(RepositoryError) as caught:
        surroundings({name: value})

    assert str(caught.value).startswith(name)
    assert "word" not in str(caught.value), "neither a password nor a token is shown"


def test_the_token_is_in_no_picture_of_the_surroundings():
    told = surroundings({"GITHUB_TOKEN": "ghs" + "_secret", "GITHUB_API_URL": "http://127.0.0.1:8080"})

    assert ("ghs" + "_secret", False) == (told.token, "secret" in repr(told))


def test_a_pull_request_of_another_repository_or_of_one_that_is_gone_is_from_a_fork(tmp_path: Path):
    file = tmp_path / "event.json"

    assert not with_event(file, pull({"full_name": "Acme/Pump"})).from_fork
    assert with_event(file, pull({"full_name": "mallory/pump"})).from_fork
    assert with_event(file, pull(None)).from_fork
    assert not with_event(file, {"action": "opened"}).from_fork


@pytest.mark.parametrize("number", ["7", True, -7, 7.5, None, {"number": 7}])
def test_a_number_that_is_none_is_no_pull_request(tmp_path: Path, number: object):
    assert with_event(tmp_path / "event.json", pull(None, number)).number is None


def test_a_comment_tells_the_number_only_where_it_stands_on_a_pull_request(tmp_path: Path):
    file = tmp_path / "event.json"

    assert 9 == with_event(file, {"issue": {"number": 9, "pull_request": {"url": "…"}}}).number
    assert with_event(file, {"issue": {"number": 9}}).number is None


@pytest.mark.parametrize("text", ["[]", "{", "[" * 100_000, '"text"', ""])
def test_an_event_that_is_no_object_is_refused_in_one_line(tmp_path: Path, text: str):
    (tmp_path / "event.json").write_text(text, encoding="utf-8")

    with pytest.raises(RepositoryError) as caught:
        surroundings({"GITHUB_EVENT_PATH": str(tmp_path / "event.json")})
    assert "\n" not in str(caught.value)


def test_an_event_is_read_up_to_what_github_sends(tmp_path: Path):
    with (tmp_path / "event.json").open("wb") as file:
        file.truncate(MAX_BYTES + 1)

    with pytest.raises(RepositoryError, match="more than 25 MB"):
        surroundings({"GITHUB_EVENT_PATH": str(tmp_path / "event.json")})


def test_nothing_of_an_event_is_believed_to_be_of_its_kind():
    event = Event({"a": ["x", {"b": 1}], "n": "text", "t": 3, "deep": {"er": {"text": "found"}}})

    assert ("", "", None, False) == (
        event.text("t"),
        event.text("a", "b"),
        event.number("n"),
        event.flag("n"),
    )
    assert ("found", False) == (event.text("deep", "er", "text"), event.has("deep", "er", "none"))
    assert [None, 1] == [one.number("b") for one in event.each("a")]


def test_what_is_needed_and_not_set_is_named():
    with pytest.raises(RepositoryError, match="GITHUB_TOKEN: is not set"):
        surroundings({"GITHUB_REPOSITORY": "acme/pump"}).needs("repository", "token")
