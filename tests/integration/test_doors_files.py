"""The log of the doors on a real disk: one small file each for a firing that gave something and one that gave nothing."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.doors_files import DoorFiles
from gitexp.adapters.usage_files import UsageFiles
from gitexp.adapters.usage_last import last_recall
from gitexp.cli.wiring_doors import doors_of, note_firing
from gitexp.records.door import Door, Firing
from gitexp.records.usage import OutcomeEvent, RecallEvent

GAVE = Firing("hook codex", "2026-03-01T10:00:00Z", "PreToolUse", "src/a.py", ("net-retry-0a1b2c3d4e",))
NOTHING = Firing("hook codex", "2026-03-01T11:00:00Z", "PreToolUse", "src/b.py")
ASKED = Firing("mcp", "2026-03-01T09:00:00Z", "recall")
HEX = "0a1b2c3d4e"


def test_a_door_tells_when_it_last_fired_and_what_it_last_gave(tmp_path: Path):
    for firing in (GAVE, NOTHING, ASKED):
        note_firing(str(tmp_path), firing)

    assert [Door("hook codex", NOTHING, GAVE), Door("mcp", ASKED)] == doors_of(str(tmp_path)).doors()


def test_one_that_gave_something_last_says_so(tmp_path: Path):
    later = GAVE._replace(at="2026-03-01T12:00:00Z")
    for firing in (NOTHING, later):
        note_firing(str(tmp_path), firing)

    assert [Door("hook codex", later, later)] == DoorFiles(str(tmp_path)).doors()


@pytest.mark.parametrize("last", [GAVE, NOTHING], ids=["gave", "nothing"])
def test_of_two_firings_within_a_second_the_later_one_is_the_last(tmp_path: Path, last: Firing):
    doors = DoorFiles(str(tmp_path))
    first = NOTHING if last is GAVE else GAVE
    for number, firing in enumerate((first, last)):
        doors.fired(firing._replace(at="2026-03-01T10:00:00Z"))
        for file in (tmp_path / "exp" / "doors").iterdir():
            if (file.suffix == ".gave") == bool(firing.given):
                os.utime(file, ns=(number, number))

    assert last.file == doors.doors()[0].last.file


def test_of_many_at_once_none_takes_from_the_others_and_nothing_half_written_stays(tmp_path: Path):
    barrier = threading.Barrier(8)

    def work(number: int) -> None:
        doors = DoorFiles(str(tmp_path))
        barrier.wait()
        for _ in range(20):
            doors.fired(GAVE if number % 2 else NOTHING)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert [Door("hook codex", NOTHING, GAVE)] == DoorFiles(str(tmp_path)).doors()
    assert 2 == len(list((tmp_path / "exp" / "doors").iterdir()))


words = st.text(min_size=1, max_size=40)


@given(
    st.builds(
        Firing, words, st.just("2026-03-01T10:00:00Z"), words, words, st.lists(words, max_size=3).map(tuple)
    )
)
def test_whatever_a_door_is_called_it_comes_back_and_stays_in_its_folder(tmp_path_factory, firing: Firing):
    folder = tmp_path_factory.mktemp("doors")
    common = folder / "git"
    common.mkdir()

    DoorFiles(str(common)).fired(firing)

    [door] = DoorFiles(str(common)).doors()
    assert (firing, ["git"]) == (door.last, [one.name for one in folder.iterdir()])


@pytest.mark.parametrize("door", ["../../x", "a/b", "\0", "x" * 100_000, "\ud800", "次" * 90])
def test_odd_names_of_doors_leave_no_folder(tmp_path: Path, door: str):
    common = tmp_path / "a" / "b"
    common.mkdir(parents=True)

    DoorFiles(str(common)).fired(
        Firing(door, "2026-03-01T10:00:00Z", "e" * 10**6, "f" * 10**6, ("g" * 10**6,) * 99)
    )

    assert [door[:100]] == [one.name for one in DoorFiles(str(common)).doors()]
    [file] = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert (True, common / "exp" / "doors") == (file.stat().st_size < 1 << 14, file.parent)
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)


def test_only_so_many_clients_have_a_door_of_their_own_and_those_that_have_one_keep_it(tmp_path: Path):
    doors = DoorFiles(str(tmp_path))
    for number in range(30):
        doors.fired(Firing(f"mcp client-{number:02}", "2026-03-01T10:00:00Z"))
    doors.fired(GAVE)
    doors.fired(Firing("mcp client-00", "2026-03-01T12:00:00Z", given=("a-0a1b2c3d4e",)))

    found = {one.name: one.last.at for one in doors.doors()}

    clients = [f"mcp client-{number:02}" for number in range(20)]
    assert ["hook codex", "mcp", *clients] == [*found]
    assert "2026-03-01T12:00:00Z" == found["mcp client-00"]


def test_what_is_unreadable_or_none_of_ours_is_left_out(tmp_path: Path):
    doors = DoorFiles(str(tmp_path))
    doors.fired(GAVE)
    folder = tmp_path / "exp" / "doors"
    bad = {
        "cut.last": '["cut", "2026',
        "deep.last": "[" * 9000,
        "object.last": "{}",
        "short.last": '["short"]',
        "number.last": '["number", 1, "", "", []]',
        "given.gave": '["given", "2026-03-01T10:00:00Z", "", "", [1]]',
        "empty.last": '["", "", "", "", []]',
        "other.last": '["hook codex", "2027-03-01T10:00:00Z", "", "", []]',
        "long.last": '["long", "2026-03-01T10:00:00Z", "%s", "", []]' % ("x" * 20_000),
    }
    for name, text in bad.items():
        (folder / name).write_text(text)
    (folder / "bytes.last").write_bytes(b"\xff\xfe")
    (folder / "folder.last").mkdir()
    os.mkfifo(folder / "pipe.last")

    assert [Door("hook codex", GAVE, GAVE)] == doors.doors()


@pytest.mark.parametrize("kind", ["no folder", "a file for the folder"])
def test_where_nothing_can_be_kept_nothing_happens(tmp_path: Path, kind: str):
    common = tmp_path / "git"
    if kind == "a file for the folder":
        common.mkdir()
        (common / "exp").write_text("")

    DoorFiles(str(common)).fired(GAVE)

    assert ([], kind == "a file for the folder") == (DoorFiles(str(common)).doors(), common.exists())


def test_the_command_line_is_a_door_whose_recalls_stand_in_the_log_of_usage(tmp_path: Path):
    usage = UsageFiles(str(tmp_path))
    given = RecallEvent("2026-03-01T10:00:00Z", (HEX,))
    for event in (
        given,
        RecallEvent("2026-03-03T10:00:00Z"),
        RecallEvent("2026-03-03T11:00:00Z", (HEX,), by="hook"),
        OutcomeEvent("2026-03-03T12:00:00Z", HEX, "adopted"),
    ):
        usage.log(event)

    assert Door(
        "cli", Firing("cli", "2026-03-03T10:00:00Z"), Firing("cli", given.at, given=(HEX,))
    ) == last_recall(str(tmp_path))


def test_of_a_long_day_the_end_is_read_and_of_no_day_nothing(tmp_path: Path):
    assert last_recall(str(tmp_path)) is None
    usage = UsageFiles(str(tmp_path))
    usage.log(RecallEvent("2026-03-01T10:00:00Z", (HEX,)))
    [file] = (tmp_path / "exp" / "usage").iterdir()
    file.write_bytes(file.read_bytes() + b"x" * 300_000 + b"\n")
    usage.log(RecallEvent("2026-03-01T11:00:00Z"))

    assert Door("cli", Firing("cli", "2026-03-01T11:00:00Z")) == last_recall(str(tmp_path))
