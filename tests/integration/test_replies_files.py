"""Replies are kept as private files, and a damaged one counts as not there."""

from __future__ import annotations

import os
import stat

import pytest
from hypothesis import given
from hypothesis import strategies as some

from gitexp.adapters.replies_files import KeptReplies, RecordedReplies
from gitexp.errors import RecordError, UsageError
from gitexp.records.llm import KeptReply

KEY = "0123456789abcdef"


def test_a_reply_comes_back_as_it_was_put(tmp_path):
    reply = KeptReply('{"a": "Grüße \N{FIRE}\\n"}', 12, 3)
    KeptReplies(str(tmp_path)).put(KEY, reply)

    assert reply == KeptReplies(str(tmp_path)).get(KEY)
    assert [tmp_path / "exp" / "replies" / "01" / f"{KEY}.json"] == [
        one for one in tmp_path.rglob("*") if one.is_file()
    ]


def test_what_was_not_put_is_not_there(tmp_path):
    assert KeptReplies(str(tmp_path)).get(KEY) is None
    assert [] == list(tmp_path.iterdir())


def test_only_its_owner_reads_a_reply(tmp_path):
    KeptReplies(str(tmp_path)).put(KEY, KeptReply("{}"))

    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (tmp_path / "exp" / "replies").rglob("*")}
    assert {"01": 0o700, f"{KEY}.json": 0o600} == modes
    assert 0o700 == stat.S_IMODE((tmp_path / "exp" / "replies").stat().st_mode)


def test_the_later_reply_counts(tmp_path):
    replies = KeptReplies(str(tmp_path))
    replies.put(KEY, KeptReply("one"))
    replies.put(KEY, KeptReply("two"))

    assert KeptReply("two") == replies.get(KEY)


@pytest.mark.parametrize(
    "damaged",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"form": "reply 0", "key": "0123456789abcdef", "text": "", "prompt_tokens": 1, "completion_tokens": 1}',
        b'{"form": "reply 1", "key": "fedcba9876543210", "text": "", "prompt_tokens": 1, "completion_tokens": 1}',
        b'{"form": "reply 1", "key": "0123456789abcdef", "text": 7, "prompt_tokens": 1, "completion_tokens": 1}',
        b'{"form": "reply 1", "key": "0123456789abcdef", "text": "", "prompt_tokens": true, "completion_tokens": 1}',
        b'{"form": "reply 1", "key": "0123456789abcdef", "text": "", "prompt_tokens": 1, "completion_tokens": -1}',
    ],
)
def test_a_damaged_file_counts_as_not_there_and_is_written_anew(tmp_path, damaged):
    replies = KeptReplies(str(tmp_path))
    replies.put(KEY, KeptReply("whole"))
    [path] = tmp_path.rglob("*.json")
    path.write_bytes(damaged)

    assert replies.get(KEY) is None
    replies.put(KEY, KeptReply("whole"))
    assert KeptReply("whole") == replies.get(KEY)


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path):
    tmp_path.chmod(0o500)
    replies = KeptReplies(str(tmp_path))
    replies.put(KEY, KeptReply("whole"))

    assert replies.get(KEY) is None


def test_a_file_where_the_folder_should_be_is_no_error(tmp_path):
    (tmp_path / "exp").write_bytes(b"")
    replies = KeptReplies(str(tmp_path))
    replies.put(KEY, KeptReply("whole"))

    assert replies.get(KEY) is None


@given(some.text(), some.integers(0, 10**9), some.integers(0, 10**9))
def test_any_text_comes_back(tmp_path_factory, text, prompt, completion):
    replies = KeptReplies(str(tmp_path_factory.getbasetemp() / "any"))
    replies.put(KEY, KeptReply(text, prompt, completion))

    assert KeptReply(text, prompt, completion) == replies.get(KEY)


@pytest.mark.parametrize("folder", [".", "replies"])
def test_a_recorded_reply_is_read_and_never_written(tmp_path, folder):
    (tmp_path / folder).mkdir(exist_ok=True)
    path = tmp_path / folder / f"{KEY}.txt"
    path.write_bytes('{"a": "é"}'.encode())
    replies = RecordedReplies(str(tmp_path))
    replies.put(KEY, KeptReply("other"))
    replies.put("f" * 16, KeptReply("new"))

    assert KeptReply('{"a": "é"}', 0, 2) == replies.get(KEY)
    assert replies.get("f" * 16) is None
    assert [path] == [one for one in tmp_path.rglob("*") if one.is_file()]


def test_a_recording_that_is_not_there_is_a_wrong_call(tmp_path):
    with pytest.raises(UsageError, match="no such folder or file"):
        RecordedReplies(str(tmp_path / "none"))


def test_a_file_of_lines_is_a_recording_too(tmp_path):
    file = tmp_path / "replies.jsonl"
    file.write_text(
        '{"key": "k1", "reply": {"what": "préfix"}}\n\n{"key": "k2", "reply": "as it came"}\n', "utf-8"
    )

    recorded = RecordedReplies(str(file))

    assert '{"what": "préfix"}' == recorded.get("k1").text
    assert "as it came" == recorded.get("k2").text
    assert recorded.get("k3") is None


def test_a_line_that_is_no_recorded_reply_is_told_with_its_place(tmp_path):
    file = tmp_path / "replies.jsonl"
    file.write_text('{"key": "k1", "reply": {}}\n{"key": 2}\n', "utf-8")

    with pytest.raises(RecordError, match="is no recorded reply") as raised:
        RecordedReplies(str(file))

    assert "replies.jsonl:2" == raised.value.where
