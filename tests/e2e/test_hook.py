"""What agents are told unasked, in whole processes: at this very place, about this very edit, and next to nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.hook_story import (
    AT_AN_EDIT,
    BLOCKING,
    NEW,
    OLD,
    OTHER_FILE,
    POST,
    POST_FILE,
    POST_ID,
    RETRY,
    RETRY_TEXT,
    WAIT,
    WAIT_ID,
    asked,
    begun,
    copied,
    edit,
    here,
    hook,
    ids,
    laid,
    lesson,
    nobody_learns,
    read,
    told,
    with_lessons,
)
from support.agent_forms import codex_tool
from support.process import exp
from support.repository import Repository


@pytest.fixture(scope="module")
def _laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return laid(tmp_path_factory.mktemp("laid") / "net").path


@pytest.fixture
def net(_laid: Path, tmp_path: Path) -> Iterator[Repository]:
    """The repository of the story, of the test's own."""
    with copied(_laid, tmp_path) as repository:
        yield repository


# What is told


def test_an_edit_that_retries_post_is_told_of_it(net: Repository):
    assert AT_AN_EDIT == told(hook(net, edit(net)))


def test_a_file_that_is_read_is_told_of_what_names_it_and_nothing_of_an_edit(net: Repository):
    text = told(hook(net, read(net)))

    assert [WAIT_ID] == ids(text)
    assert f'In this project: "{WAIT}" Because: "Two loops multiply: 3 x 3 attempts."' in text
    assert "This edit" not in text


def test_an_edit_of_the_file_that_shares_nothing_with_it_is_told_nothing(net: Repository):
    assert "" == hook(net, edit(net, old="import httpx", new="import httpx  # the client")).stdout


def test_what_covers_a_wider_place_is_told_at_a_read_if_the_last_prompt_is_about_it(net: Repository):
    assert [WAIT_ID] == ids(told(hook(net, read(net))))
    hook(net, asked(net, "Sort the tables by name"))
    assert "" == hook(net, read(net)).stdout

    hook(net, asked(net, "Make POST retryable where the request has an Idempotency-Key"))

    assert [POST_ID] == ids(told(hook(net, read(net))))


def test_a_prompt_that_names_a_file_is_told_what_it_meets_there(net: Repository):
    done = hook(net, asked(net, f"Retry POST too in `{RETRY}`: the gateway is idempotent."))

    assert [POST_ID] == ids(told(done))
    assert "" == hook(net, asked(net, "Retry POST too: the gateway is idempotent.", session_id="b")).stdout


@pytest.mark.parametrize(
    "scope",
    ["{paths: [src/db/**]}", "{symbols: [Table.sort]}", "{paths: [src/net/other.py]}", None],
    ids=["another folder", "another symbol", "another file", "no place"],
)
def test_the_words_alone_are_never_a_reason(net: Repository, scope: str | None):
    elsewhere = POST_FILE.replace(
        'scope: {paths: ["src/net/**"], symbols: [RetryPolicy, RETRYABLE_METHODS]}\n',
        f"scope: {scope}\n" if scope else "",
    )
    with_lessons(net, (f"experiences/net/{POST_ID}.yaml", elsewhere))
    hook(net, asked(net, f"{POST} In {RETRY}."))

    assert "" == hook(net, edit(net)).stdout
    assert "" == hook(net, read(net)).stdout


def test_a_symbol_is_a_place_wherever_the_edit_has_it(net: Repository):
    anywhere = POST_FILE.replace('paths: ["src/net/**"], ', "")
    with_lessons(net, (f"experiences/net/{POST_ID}.yaml", anywhere))

    done = hook(net, edit(net, "src/db/tables.py", "", f"RETRYABLE_METHODS = {NEW}"))

    assert [POST_ID] == ids(told(done))


@pytest.mark.parametrize(
    "conditions",
    [
        "{must: [{text: canvas, check: {key: rendering, is: canvas}}]}",
        "{must: [{text: an old client, check: {dependency: 'pypi:httpx', version: '<0.24'}}]}",
        "{must_not: [{text: python, check: {language: python}}]}",
    ],
    ids=["unknown", "blocked by a version", "blocked by a language"],
)
def test_what_can_not_be_told_or_is_blocked_is_never_told(net: Repository, conditions: str):
    with_lessons(net, lesson("post", preconditions=conditions, severity="block"))
    hook(net, asked(net, f"Wait before the post retry in {RETRY}"))

    assert "" == hook(net, read(net)).stdout
    assert "" == hook(net, edit(net)).stdout
    assert "" == hook(net, begun(net)).stdout


def test_what_nobody_has_merged_is_not_told(net: Repository):
    path, text = lesson("post", 7)
    net.write(path, text)
    net.git("checkout", "-q", "-b", "other")
    net.commit("Learn on a branch", dict([lesson("post", 8)]))

    assert [WAIT_ID] == ids(told(hook(net, read(net))))


def test_at_most_two_are_told_at_once_and_what_is_left_the_next_time(net: Repository):
    with_lessons(net, *(lesson("post", number) for number in range(5)))

    given = [ids(told(hook(net, read(net)))) for _ in range(4)]

    assert [2, 2, 1, 0] == [len(some) for some in given]
    assert 5 == len({id for some in given for id in some})


def test_what_and_why_are_whole_however_long(net: Repository):
    what, why = "Wait. " + "wait " * 70 + "end", "It counts. " + "count " * 300 + "end"
    with_lessons(net, lesson("post", what=what, why=why))

    text = told(hook(net, read(net)))

    assert f'In this project: "{what}" Because: "{why}"' in text


def test_a_patch_over_several_files_is_told_what_each_meets(net: Repository):
    other = lesson("socket", 2, scope=f"{{paths: [{OTHER_FILE}]}}", what="Close the socket after a timeout.")
    net.commit("Learn", dict([other]))
    patch = (
        f"*** Begin Patch\n*** Update File: {RETRY}\n@@\n-RETRYABLE_METHODS = {OLD}\n+RETRYABLE_METHODS = {NEW}\n"
        f"*** Update File: {OTHER_FILE}\n@@\n class RetryTransport:\n+    def close(self): self.socket.detach()\n"
        "*** Add File: src/new.py\n+x = 1\n*** End Patch\n"
    )

    text = told(hook(net, here(net, codex_tool("apply_patch", command=patch)), "codex"))

    assert {POST_ID, "socket-0000000002"} == set(ids(text))
    assert 'This edit adds "POST" to RETRYABLE_METHODS.' in text
    assert 'This edit adds "socket".' in text
    assert sorted((RETRY, OTHER_FILE)) == sorted(text.partition(' file="')[2].partition('"')[0].split(", "))


def test_an_approach_that_was_taken_back_is_told_where_it_comes_again(net: Repository):
    loop = (
        "    def again(self, request):\n        for attempt in range(5):\n            answer = self.send(request)\n"
        "            if answer.status_code < 500:\n                return answer\n"
    )
    tried = net.commit("Retry on any 5xx answer", {RETRY: RETRY_TEXT + loop})
    net.git("revert", "--no-edit", tried)
    undone = net.rev()
    # The test holds the lock of who learns here, so that it is learnt in a clone.
    clone = net.clone(net.path.parent / "clone")
    assert 0 == exp(clone.path, "hook", "--learn", "--", RETRY).code
    anchor = "        return httpx.Client().send(request)\n"

    with nobody_learns(clone):
        done = hook(clone, edit(clone, old=anchor, new=anchor + loop))
        again = hook(clone, edit(clone, old=anchor, new=anchor + loop))

    text = told(done)
    assert f'Tried here before: "Retry on any 5xx answer" ({tried[:7]}, ' in text
    assert f"taken back by {undone[:7]}" in text
    assert "This edit makes 5 of its 5 lines again." in text
    assert "" == again.stdout


# What is kept, and what is left alone


def usage(net: Repository) -> list[dict[str, object]]:
    days = sorted((net.path / ".git" / "exp" / "usage").glob("*.jsonl"))
    return [json.loads(line) for day in days for line in day.read_text("utf-8").splitlines()]


def test_what_was_given_is_logged_and_that_the_door_fired(net: Repository):
    events = [edit(net), edit(net), read(net), read(net), begun(net)]

    for event in events:
        hook(net, event)

    # What begins a session is an overview, and does not count as given.
    assert [["3fa91c07be"], [], ["b2c4410d9e"]] == [one["given"] for one in usage(net)]
    assert {"hook"} == {one["by"] for one in usage(net)}
    [last] = (net.path / ".git" / "exp" / "doors").glob("*.last")
    [gave] = (net.path / ".git" / "exp" / "doors").glob("*.gave")
    assert ["hook claude-code", "PreToolUse", RETRY, []] == [
        part for at, part in enumerate(json.loads(last.read_text())) if at != 1
    ]
    assert ["hook claude-code", "SessionStart", "", [POST_ID, WAIT_ID]] == [
        part for at, part in enumerate(json.loads(gave.read_text())) if at != 1
    ]


def test_who_switched_the_log_off_is_told_and_nothing_is_logged(net: Repository):
    net.git("config", "exp.usage", "false")

    assert AT_AN_EDIT == told(hook(net, edit(net)))
    assert [] == usage(net)


def snapshot(net: Repository) -> dict[str, bytes]:
    """Return every file but those that are derived and private to the clone."""
    files = (file for file in net.path.rglob("*") if file.is_file() and ".git/exp/" not in file.as_posix())
    return {file.relative_to(net.path).as_posix(): file.read_bytes() for file in files}


def test_nothing_changes_but_what_is_derived(net: Repository):
    net.commit("Block it", BLOCKING)
    net.write("src/net/untracked.py", "x = 1\n")
    before = snapshot(net)

    for event in (begun(net), asked(net, f"Retry POST in {RETRY}"), read(net), edit(net), edit(net)):
        hook(net, event)
    hook(net, edit(net, "src/not/there/yet.py"))

    assert before == snapshot(net)
    assert "?? src/net/untracked.py" == net.git("status", "--porcelain")


def test_explain_says_why_something_is_told_and_why_the_rest_is_not(net: Repository):
    done = hook(net, edit(net), "claude-code", "--explain")

    assert AT_AN_EDIT == told(done)
    head, about, post, wait = done.stderr.splitlines()
    assert "PreToolUse: edit, session s-1, reader -" == head
    assert f"about: {RETRY}" == about
    assert post.startswith(f"{POST_ID}: told; {RETRY}; covers by folder; shares POST, ")
    assert wait.startswith(f"{WAIT_ID}: not near; {RETRY}; covers by file; shares no word (0.00 of ")


def test_explain_says_that_it_was_seen(net: Repository):
    hook(net, edit(net))

    done = hook(net, edit(net), "claude-code", "--explain")

    assert "" == done.stdout
    assert f"{POST_ID}: passes: seen, or it does not apply here; " in done.stderr


def test_a_folder_within_the_repository_is_as_good_as_its_top(net: Repository):
    within = {**edit(net), "cwd": str(net.path / "src" / "net")}
    relative = {**within, "tool_input": {"file_path": "retry.py", "old_string": OLD, "new_string": NEW}}

    assert AT_AN_EDIT == told(hook(net, {**within, "session_id": "a"}))
    assert AT_AN_EDIT == told(hook(net, {**relative, "session_id": "b"}))
    # An agent that says nothing of it is called where it works.
    given = {key: value for key, value in within.items() if key != "cwd"}
    assert AT_AN_EDIT == told(hook(net.path / "src", {**given, "session_id": "c"}))
