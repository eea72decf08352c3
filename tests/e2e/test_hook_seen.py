"""What a reader has seen, what forbids an edit, what may be told today, and what a session begins with."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.hook_story import (
    AT_AN_EDIT,
    BLOCKING,
    NEW,
    OTHER_FILE,
    POST_FILE,
    POST_ID,
    asked,
    begun,
    copied,
    denial,
    denied,
    edit,
    here,
    hook,
    ids,
    laid,
    lesson,
    read,
    told,
    with_lessons,
)
from support.agent_forms import claude
from support.repository import Repository


@pytest.fixture(scope="module")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("laid") / "net").path


@pytest.fixture
def net(_laid: Path, tmp_path: Path) -> Iterator[Repository]:
    """The repository of the story, of the test's own."""
    with copied(_laid, tmp_path) as repository:
        yield repository


# What a reader has seen


def test_it_is_told_once_in_a_session_and_again_in_another(net: Repository):
    given = [told(hook(net, edit(net, session_id=session))) for session in ("a", "a", "b", "a", "b")]

    assert [AT_AN_EDIT, "", AT_AN_EDIT, "", ""] == given


def test_a_sub_agent_is_a_reader_of_its_own(net: Repository):
    given = [told(hook(net, edit(net, agent_id=reader))) for reader in ("", "sub-1", "sub-1", "sub-2", "")]

    assert [AT_AN_EDIT, AT_AN_EDIT, "", AT_AN_EDIT, ""] == given


def test_a_sub_agent_knows_the_prompt_of_its_session(net: Repository):
    hook(net, asked(net, "Make POST retryable where the request has an Idempotency-Key"))

    assert POST_ID in ids(told(hook(net, read(net, agent_id="sub-1"))))


@pytest.mark.parametrize(
    ("between", "again"),
    [
        ({"hook_event_name": "PreCompact", "trigger": "auto"}, True),
        ({"hook_event_name": "SessionStart", "source": "compact"}, True),
        ({"hook_event_name": "SessionStart", "source": "clear"}, True),
        ({"hook_event_name": "SessionStart", "source": "resume"}, False),
        ({"hook_event_name": "SessionStart", "source": "startup"}, False),
        ({"hook_event_name": "PreCompact", "session_id": "another"}, False),
    ],
    ids=["before compaction", "after it", "cleared", "resumed", "started", "another session's"],
)
def test_what_is_forgotten_is_told_again(net: Repository, between: dict[str, object], again: bool):
    hook(net, edit(net))
    hook(net, here(net, {**claude("x"), **between}))

    assert again == (AT_AN_EDIT == told(hook(net, edit(net))))


def test_what_a_session_begins_with_is_told_at_an_edit_still(net: Repository):
    assert POST_ID in ids(told(hook(net, begun(net))))

    assert AT_AN_EDIT == told(hook(net, edit(net)))


# What forbids


def test_what_people_set_to_block_denies_an_edit_once_with_the_reason_and_lets_it_through_then(
    net: Repository,
):
    net.commit("Block it", BLOCKING)

    first, second, third = (hook(net, edit(net)) for _ in range(3))

    assert denial(AT_AN_EDIT) == denied(first)
    assert "" == told(first)
    assert ("", "") == (second.stdout, third.stdout)


def test_it_denies_once_for_each_file_and_session(net: Repository):
    net.commit("Block it", BLOCKING)
    events = [
        edit(net),
        edit(net, OTHER_FILE, "", f"RETRYABLE_METHODS = {NEW}"),
        edit(net, session_id="b"),
        edit(net, OTHER_FILE, "", f"RETRYABLE_METHODS = {NEW}"),
        edit(net),
    ]

    assert [True, True, True, False, False] == [bool(denied(hook(net, event))) for event in events]


def test_after_a_compaction_it_is_told_anew_and_denies_no_more(net: Repository):
    net.commit("Block it", BLOCKING)
    assert denial(AT_AN_EDIT) == denied(hook(net, edit(net)))

    hook(net, here(net, claude("PreCompact", trigger="auto")))
    done = hook(net, edit(net))

    assert ("", AT_AN_EDIT) == (denied(done), told(done))


def test_it_denies_though_it_was_told_before(net: Repository):
    path, text = lesson("post", severity="block")
    with_lessons(net, (path, text))
    assert ["post-0000000001"] == ids(told(hook(net, read(net))))

    assert ["post-0000000001"] == ids(denied(hook(net, edit(net))))
    assert "" == hook(net, edit(net)).stdout


@pytest.mark.parametrize("severity", ["advice", "warn"])
def test_nothing_else_denies(net: Repository, severity: str):
    net.commit("Weigh it", {f"experiences/net/{POST_ID}.yaml": f"{POST_FILE}severity: {severity}\n"})

    done = hook(net, edit(net))

    assert (AT_AN_EDIT, "") == (told(done), denied(done))


def test_an_edit_that_shares_nothing_with_what_blocks_goes_through(net: Repository):
    net.commit("Block it", BLOCKING)

    assert "" == hook(net, edit(net, old="import httpx", new="import json")).stdout
    assert "" == denied(hook(net, read(net)))


# Lifecycle


def test_what_may_be_told_once_a_day_is_told_once_a_day(net: Repository):
    with_lessons(net, lesson("post", 1, "lifecycle: {max_recalls_per_day: 1}"))

    assert ["post-0000000001"] == ids(told(hook(net, read(net, session_id="a"))))
    assert "" == hook(net, read(net, session_id="b")).stdout
    assert "" == hook(net, edit(net, session_id="c")).stdout


def test_what_has_expired_is_not_told(net: Repository):
    with_lessons(
        net,
        lesson("old", 1, "lifecycle: {expires: '2020-01-01'}"),
        lesson("new", 2, "lifecycle: {expires: '9999-01-01'}"),
    )

    assert ["new-0000000002"] == ids(told(hook(net, read(net))))
    assert ["new-0000000002"] == ids(told(hook(net, begun(net))))


def test_a_canary_is_told_in_its_share_of_the_clones(net: Repository):
    with_lessons(net, lesson("post", 1, "lifecycle: {canary: 50%}"))
    shares = {f"{clone:016x}": zlib.crc32(f"{clone:016x} 0000000001".encode()) % 100 for clone in range(20)}
    within = next(clone for clone, share in shares.items() if share < 50)
    outside = next(clone for clone, share in shares.items() if share >= 50)

    for clone, expected in ((outside, []), (within, ["post-0000000001"])):
        (net.path / ".git" / "exp" / "clone").write_text(f"{clone}\n")
        assert expected == ids(told(hook(net, read(net))))


# When a session begins


def test_a_session_begins_with_three_what_forbids_and_warns_first_then_the_newest(net: Repository):
    with_lessons(
        net,
        lesson("older", 1, "observed_at: '2024-01-01'"),
        lesson("newest", 2, "observed_at: '2024-06-01'"),
        lesson("warning", 3, "observed_at: '2023-01-01'", severity="warn"),
        lesson("forbidding", 4, "observed_at: '2022-01-01'", severity="block"),
        lesson("oldest", 5, "observed_at: '2021-01-01'", severity="advice"),
    )

    text = told(hook(net, begun(net)))

    assert ["forbidding-0000000004", "warning-0000000003", "newest-0000000002"] == ids(text)
    assert "(2 more are kept here: exp recall --file PATH tells those of a place)" in text
    assert "This edit" not in text


def test_it_is_told_once_at_the_beginning_and_again_after_compaction(net: Repository):
    given = [
        bool(hook(net, begun(net, source)).stdout)
        for source in ("startup", "resume", "compact", "resume", "clear")
    ]

    assert [True, False, True, False, True] == given


def test_who_wants_no_hooks_has_none_in_this_clone(net: Repository):
    net.git("config", "exp.hooks", "false")
    assert "" == hook(net, edit(net)).stdout

    net.git("config", "--unset", "exp.hooks")
    assert "team-notes" in hook(net, edit(net)).stdout
