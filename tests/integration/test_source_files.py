"""Files, folders and standard input become discussions; each file is read by the format that recognises it."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.source_files import READERS, FileSource, printable
from gitexp.adapters.source_reader import MAX_BYTES, whole
from gitexp.errors import UsageError
from gitexp.records.discussion import Discussion, Speaker, Turn
from gitexp.records.skipped import Skipped
from support.github import document, issue_comment, pull_request, review_comment, save


def read(*paths: Path | str, stdin: bytes | None = None) -> tuple[list[Discussion[str]], list[Skipped]]:
    stream = None if stdin is None else io.BytesIO(stdin)
    found = list(FileSource([str(path) for path in paths], stream).discussions())
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def ids(*paths: Path | str, stdin: bytes | None = None) -> list[str]:
    """Return the ids of the discussions where nothing is skipped."""
    discussions, skipped = read(*paths, stdin=stdin)
    assert skipped == []
    return [one.id for one in discussions]


def one_of(number: int) -> dict[str, object]:
    return document(pull_request(number=number))


# Where discussions come from


def test_a_named_file_is_read(tmp_path: Path) -> None:
    assert ids(save(tmp_path / "seven.json", one_of(7))) == ["acme/rocket#7"]


def test_a_folder_is_read_in_the_order_of_its_names(tmp_path: Path) -> None:
    for number, name in enumerate(["b.json", "a.json", "c/z.json", "c/y.txt"], start=1):
        save(tmp_path / name, one_of(number))

    assert ids(tmp_path) == [f"acme/rocket#{number}" for number in (2, 1, 4, 3)]


def test_standard_input_is_read() -> None:
    assert ids("-", stdin=json.dumps(one_of(7)).encode()) == ["acme/rocket#7"]


def test_what_standard_input_does_not_name_is_named_after_it() -> None:
    content = json.dumps({"repo": None, "review_comments": [{"id": 1, "body": "No."}]})

    assert ids("-", stdin=content.encode()) == ["stdin"]


def test_a_pipe_that_is_named_is_read(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, json.dumps(one_of(7)).encode())
    os.close(writing)

    assert ids(f"/dev/fd/{reading}") == ["acme/rocket#7"]
    os.close(reading)


def test_hidden_folders_are_left_out(tmp_path: Path) -> None:
    save(tmp_path / ".git" / "hidden.json", one_of(1))
    save(tmp_path / "a" / ".cache" / "hidden.json", one_of(2))
    save(tmp_path / "seen.json", one_of(3))

    assert ids(tmp_path) == ["acme/rocket#3"]
    assert ids(tmp_path / ".git") == ["acme/rocket#1"]


def test_discussions_of_the_repository_at_hand_are_local(tmp_path: Path) -> None:
    path = save(tmp_path / "seven.json", one_of(7))
    [found] = FileSource([str(path)], this_repo="ACME/Rocket").discussions()

    assert isinstance(found, Discussion)
    assert found.local


# Formats


def test_a_file_that_nothing_recognises_is_counted_in_a_folder_and_a_fault_where_named(
    tmp_path: Path,
) -> None:
    gold = save(tmp_path / "GOLD.jsonl", {"discussion": "a", "when": "b"})

    assert read(tmp_path) == ([], [Skipped(str(gold), "is in no format that exp reads", bad=False)])
    discussions, [skipped] = read(gold)
    assert (discussions, skipped.where, skipped.bad) == ([], str(gold), True)


def test_github_s_keys_without_a_discussion_are_a_fault_only_where_named(tmp_path: Path) -> None:
    path = save(tmp_path / "issue.json", {"number": 1, "title": "Leak", "author_association": "NONE"})

    assert [one.bad for one in read(tmp_path)[1]] == [False]
    assert [one.bad for one in read(path)[1]] == [True]


class LineReader:
    """A format of its own: the first line says so, each further line is a turn."""

    def __init__(self, this_repo: str | None) -> None:
        self.this_repo = this_repo

    def recognises(self, head: bytes) -> bool:
        return head.startswith(b"#talk\n")

    def read(self, content: bytes, where: str, name: str) -> Iterator[Discussion[str] | Skipped]:
        lines = content.decode().splitlines()[1:]
        turns = [Turn(f"line:{place}", Speaker(None, "user"), line) for place, line in enumerate(lines)]
        yield Discussion(name, "session", self.this_repo or "", None, tuple(turns))


def test_a_new_format_is_one_reader_more(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text("#talk\nNo.\nYes.\n")
    save(tmp_path / "seven.json", one_of(7))
    found = FileSource([str(tmp_path)], readers=(*READERS, whole(LineReader))).discussions()

    assert [one.id for one in found if isinstance(one, Discussion)] == ["acme/rocket#7", "talk"]


NEUTRAL: dict[str, object] = {
    "id": "acme/rocket#9",
    "kind": "pull_request",
    "repo": "acme/rocket",
    "turns": [{"id": "note:1", "speaker": {"role": "reviewer"}, "text": "Mind the valve."}],
}


def test_github_s_shape_and_the_neutral_form_are_told_apart_in_one_folder(tmp_path: Path) -> None:
    save(tmp_path / "a.json", one_of(7))
    save(tmp_path / "b.json", NEUTRAL)
    save(tmp_path / "c.jsonl", *({**NEUTRAL, "id": f"talk-{number}"} for number in (1, 2)))

    assert ids(tmp_path) == ["acme/rocket#7", "acme/rocket#9", "talk-1", "talk-2"]


def test_one_discussion_in_both_forms_is_put_together(tmp_path: Path) -> None:
    github = save(tmp_path / "a.json", one_of(9))
    neutral = save(tmp_path / "b.json", NEUTRAL)
    [found], skipped = read(github, neutral)

    assert skipped == []
    assert [turn.id for turn in found.turns] == ["pull_request.body", "note:1"]


def test_the_same_neutral_discussion_is_read_once_whatever_the_order_of_its_turns(tmp_path: Path) -> None:
    turn = {"speaker": {"role": "user"}, "text": "No."}
    later, earlier = ({**turn, "id": f"note:{day}", "at": f"2024-03-0{day}"} for day in (2, 1))
    first, second = (
        save(tmp_path / name, {**NEUTRAL, "turns": [later, earlier]}) for name in ("a.json", "b.json")
    )
    [found], skipped = read(first, second)

    assert [turn.id for turn in found.turns] == ["note:2", "note:1"]
    assert [Skipped(str(second), f"the same discussion as in {first}: acme/rocket#9", bad=False)] == skipped


def test_marks_at_the_beginning_of_a_file_are_no_matter(tmp_path: Path) -> None:
    for number, encoding in enumerate(["utf-8", "utf-8-sig", "utf-16"], start=1):
        (tmp_path / f"{number}.json").write_text(json.dumps(one_of(number)), encoding=encoding)

    assert ids(tmp_path) == ["acme/rocket#1", "acme/rocket#2", "acme/rocket#3"]


# The same discussion more than once


def test_the_same_discussion_is_read_once(tmp_path: Path) -> None:
    first, second = (save(tmp_path / name, one_of(7)) for name in ("a.json", "b.json"))
    discussions, skipped = read(tmp_path)

    assert [one.id for one in discussions] == ["acme/rocket#7"]
    assert [Skipped(str(second), f"the same discussion as in {first}: acme/rocket#7", bad=False)] == skipped


def test_a_path_named_twice_is_read_once(tmp_path: Path) -> None:
    path = save(tmp_path / "a.json", one_of(7))

    assert ids(path, path) == ["acme/rocket#7"]


def test_the_answers_of_several_calls_in_several_files_are_put_together(tmp_path: Path) -> None:
    comments = save(tmp_path / "comments.json", [review_comment(1, by="ada"), review_comment(2)])
    pull = save(tmp_path / "pull.json", pull_request())
    talk = save(tmp_path / "talk.json", [issue_comment(3)])
    [found], skipped = read(comments, pull, talk)

    assert skipped == []
    assert (found.title, found.author, found.merged_at) == (
        "Refuel in flight",
        "ada",
        "2024-03-09T08:00:00Z",
    )
    assert [(turn.id, turn.speaker.role) for turn in found.turns] == [
        ("pull_request.body", "author"),
        ("review_comment:1", "author"),
        ("review_comment:2", "reviewer"),
        ("issue_comment:3", "author"),
    ]


def test_files_of_the_same_name_that_tell_no_number_stay_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        save(tmp_path / folder / "saved.json", {"repo": None, "review_comments": [{"id": 1, "body": folder}]})

    assert ids(tmp_path) == ["saved", str(tmp_path / "b" / "saved.json")]


# Bad input


def test_a_path_that_does_not_exist_is_answered_with_the_nearest_name(tmp_path: Path) -> None:
    save(tmp_path / "discussions" / "seven.json", one_of(7))

    with pytest.raises(
        UsageError, match=r"sevn.json: no such file or folder; did you mean `.*/seven.json`\?$"
    ):
        read(tmp_path / "discussions" / "sevn.json")
    with pytest.raises(UsageError, match=r"; did you mean `.*/discussions`\?$"):
        read(tmp_path / "discusions" / "seven.json")
    with pytest.raises(UsageError, match=r"no such file or folder$"):
        read(tmp_path / "elsewhere.json")


def test_nothing_is_read_where_one_path_does_not_exist(tmp_path: Path) -> None:
    path = save(tmp_path / "seven.json", one_of(7))
    found = FileSource([str(path), str(tmp_path / "nothing")]).discussions()

    with pytest.raises(UsageError):
        next(iter(found))


@pytest.mark.parametrize("name", ["", "a\0b", "seven.json/below"])
def test_a_name_that_can_be_no_file_does_not_exist(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "seven.json", one_of(7))

    with pytest.raises(UsageError, match="no such file or folder"):
        read(name)


def test_a_name_that_is_too_long_cannot_be_read() -> None:
    discussions, [skipped] = read("x" * 300)

    assert (discussions, skipped.what, skipped.bad) == ([], "cannot be read: File name too long", True)


def test_standard_input_that_is_not_there_is_said() -> None:
    with pytest.raises(UsageError, match="nothing comes in on standard input"):
        read("-")


def test_an_empty_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "empty.json").touch()

    assert [(one.what, one.bad) for one in read(tmp_path / "empty.json")[1]] == [("is empty", True)]
    assert [(one.what, one.bad) for one in read(tmp_path)[1]] == [("is empty", False)]
    assert [(one.what, one.bad) for one in read("-", stdin=b" \n")[1]] == [("is empty", True)]


def test_broken_json_is_told_with_its_place_and_the_rest_of_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"repo": "acme/rocket",\n "pull_request": {,}}')
    save(tmp_path / "seven.json", one_of(7))
    [found], [skipped] = read(tmp_path)

    assert found.id == "acme/rocket#7"
    assert skipped.bad
    assert skipped.where == f"{tmp_path / 'broken.json'}:2:19"


@pytest.mark.parametrize("one", [one_of(7), NEUTRAL], ids=["GitHub's shape", "the neutral form"])
def test_a_broken_line_is_told_with_its_own_number_and_the_lines_after_it_are_read(
    tmp_path: Path, one: dict[str, object]
) -> None:
    line, other = json.dumps(one), json.dumps(one).replace("acme/", "orbit/")
    (tmp_path / "talk.jsonl").write_text(f"{line}\n{line[:50]}\n{other}\n")
    discussions, [skipped] = read(tmp_path)

    assert [found.repo for found in discussions] == ["acme/rocket", "orbit/rocket"]
    assert (f"{tmp_path / 'talk.jsonl'}:2", True) == (skipped.where.rpartition(":")[0], skipped.bad)


def test_broken_json_of_no_known_format_is_told_with_its_place_where_named(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text('{"a": 1\n "b": 2}')
    [skipped] = read(tmp_path / "broken.json")[1]

    assert skipped == Skipped(
        f"{tmp_path / 'broken.json'}:2:2", "is no JSON: expecting ',' delimiter", bad=True
    )


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    outside = save(tmp_path / "outside" / "secret.json", one_of(1))
    inside = tmp_path / "inside"
    save(inside / "seven.json", one_of(7))
    (inside / "file.json").symlink_to(outside)
    (inside / "folder").symlink_to(tmp_path / "outside")
    (inside / "nothing.json").symlink_to(inside / "gone")
    (inside / "loop").symlink_to(inside)
    discussions, skipped = read(inside)

    assert [one.id for one in discussions] == ["acme/rocket#7"]
    assert [
        Skipped(str(inside / "file.json"), "is a link that leaves the folder", bad=False),
        Skipped(str(inside / "folder"), "is a link that leaves the folder", bad=False),
        Skipped(str(inside / "nothing.json"), "is a link to nothing", bad=False),
    ] == skipped


def test_a_named_folder_may_itself_be_a_link(tmp_path: Path) -> None:
    save(tmp_path / "real" / "seven.json", one_of(7))
    (tmp_path / "link").symlink_to(tmp_path / "real")

    assert ids(tmp_path / "link") == ["acme/rocket#7"]


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    assert read(tmp_path) == ([], [Skipped(str(tmp_path / "pipe"), "is no regular file", bad=False)])


@pytest.mark.skipif(sys.platform == "darwin", reason="its file system has no such names")
def test_a_name_that_is_no_utf_8_is_read_and_can_be_printed(tmp_path: Path) -> None:
    content = {"repo": None, "review_comments": [{"id": 1, "body": "No."}, {"id": 2, "body": 5}]}
    path = os.fsencode(tmp_path) + b"/caf\xe9\x1b.json"
    Path(os.fsdecode(path)).write_text(json.dumps(content))
    [found], [skipped] = read(tmp_path)

    assert found.id == "caf\\xe9\\x1b"
    assert skipped.where == f"{tmp_path}/caf\\xe9\\x1b.json: review_comments[1]"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_is_said(tmp_path: Path) -> None:
    path = save(tmp_path / "seven.json", one_of(7))
    path.chmod(0)

    assert [(one.what, one.bad) for one in read(tmp_path)[1]] == [("cannot be read: Permission denied", True)]


def test_a_file_over_the_limit_is_said(tmp_path: Path) -> None:
    big = save(tmp_path / "big.json", one_of(1))
    os.truncate(big, MAX_BYTES + 1)
    save(tmp_path / "seven.json", one_of(7))
    [found], [skipped] = read(tmp_path)

    assert (found.id, skipped.where) == ("acme/rocket#7", str(big))
    assert (skipped.what, skipped.bad) == ("is larger than 200 MB; split it", True)


def test_a_line_of_50_mb_is_read(tmp_path: Path) -> None:
    path = save(tmp_path / "long.json", document(issue_comments=[issue_comment(1, body="x" * 50_000_000)]))
    [found], skipped = read(path)

    assert skipped == []
    assert len(found.turns[-1].text) == 50_000_000


@given(
    st.binary(max_size=200), st.sampled_from([b"", b'{"pull_request": ', b'[{"diff_hunk": 1}', b"\xff\xfe{"])
)
def test_no_content_whatever_raises(content: bytes, head: bytes) -> None:
    discussions, skipped = read("-", stdin=head + content)

    assert discussions or skipped


@given(st.binary(max_size=20).filter(lambda name: b"\0" not in name and b"/" not in name))
def test_any_name_can_be_printed_on_one_line(name: bytes) -> None:
    shown = printable(Path(os.fsdecode(name)))

    assert shown.isprintable()
    shown.encode("utf-8")
