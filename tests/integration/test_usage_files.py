"""The log of usage on a real disk: one line an event, silence where nothing can be kept, nothing lost or twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.usage_files import UsageFiles
from gitexp.adapters.usage_json import events_in, line_of
from gitexp.adapters.usage_line import MAX_LINE
from gitexp.records.skipped import Skipped
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from support.process import environment

ONE, TWO = "0a1b2c3d4e", "1b2c3d4e5f"
RECALL = RecallEvent(
    "2026-03-01T10:00:00Z", (ONE, TWO), (TWO,), 2, 1, "good", 120, 41, "c" * 40, "hook", None, "a" * 16
)
OUTCOME = OutcomeEvent("2026-03-01T11:00:00Z", ONE, "wrong", "said", 'It is "idle".\n次', "", "a" * 16)

hexes = st.text("0123456789abcdef", min_size=10, max_size=10)
times = st.datetimes(min_value=datetime(1970, 1, 1)).map(
    lambda one: one.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")
)
texts = st.text(max_size=1000).map(lambda text: text.encode("utf-8", "replace").decode())


def used(folder: Path, **options) -> UsageFiles:
    return UsageFiles(str(folder), **options)


def keyless(events: Sequence[UsageEvent]) -> list[UsageEvent]:
    """Return events without the key that each gets when it is logged."""
    return [one._replace(key="") for one in events]


def lay(folder: Path, *events: UsageEvent) -> None:
    """Lay events down as they are, without a key where they have none: as older versions did."""
    file_of(folder).parent.mkdir(parents=True, exist_ok=True)
    file_of(folder).write_bytes(b"".join(line_of(one, used(folder).clone) for one in events))


def names_in(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def file_of(folder: Path, day: str = "2026-03-01") -> Path:
    return folder / "exp" / "usage" / f"{day}.jsonl"


def read(*lines: bytes) -> tuple[list[UsageEvent], list[str]]:
    events, skipped = events_in(b"".join(lines), "here")
    return events, [f"{one.where}: {one.what}" for one in skipped]


@pytest.mark.parametrize("event", [RECALL, OUTCOME, RecallEvent("2026-03-01T10:00:00Z", clone="a" * 16)])
def test_an_event_is_one_line_of_json_and_comes_back(event: UsageEvent):
    line = line_of(event)

    assert line.endswith(b"\n") and 1 == line.count(b"\n")
    assert event.at == json.loads(line)["at"]
    assert ([event], []) == read(line)


@given(
    st.builds(
        RecallEvent,
        times,
        st.lists(hexes, max_size=20, unique=True).map(tuple),
        st.just(()),
        *(st.integers(0, 10**9) for _ in range(2)),
        st.sampled_from(["good", "poor", "none"]),
        *(st.integers(0, 10**9) for _ in range(2)),
        st.sampled_from(["", "c" * 40, "d" * 64]),
        st.sampled_from(["cli", "mcp"]),
        st.none(),
        st.sampled_from(["", "a" * 16]),
        st.sampled_from(["", "0123abcd"]),
    )
)
def test_every_recall_comes_back_as_it_was(event: RecallEvent):
    assert ([event], []) == read(line_of(event))


@given(texts)
def test_any_note_and_any_question_fits_and_comes_back_from_its_beginning(text: str):
    noted, asked = (
        line_of(OutcomeEvent(OUTCOME.at, ONE, "wrong", note=text)),
        line_of(
            RecallEvent(
                RECALL.at,
                tuple(f"{n:010x}" for n in range(200)),
                tuple(f"{n:010x}" for n in range(200)),
                words=text,
            )
        ),
    )
    [note], [question] = read(noted)[0], read(asked)[0]

    assert max(len(noted), len(asked)) <= MAX_LINE
    assert isinstance(note, OutcomeEvent) and text.startswith(note.note)
    assert isinstance(question, RecallEvent) and text.startswith(question.words or "")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{", "is no whole line of JSON"),
        (b"[" * 3000, "is no whole line of JSON"),
        (b"\xff\xfe", "is no whole line of JSON"),
        (b"[]", "is no event"),
        (b"7", "is no event"),
        (b" " * 5000 + b"{}", "is longer than a line of usage"),
        (b'{"at":"yesterday"}', "`at` is not as exp writes it"),
        (b'{"given":[]}', "`at` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","given":["x"]}', "`given` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","given":{"a":1}}', "`given` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","ms":-1}', "`ms` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","ms":true}', "`ms` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","ms":1e9}', "`ms` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","by":"\\u001b["}', "`by` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","match":"best"}', "`match` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","head":"HEAD"}', "`head` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","clone":"../x"}', "`clone` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","key":"12"}', "`key` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","outcome":"adopted"}', "`hex` is not as exp writes it"),
        (b'{"at":"2026-03-01T10:00:00Z","more":1}', "has a member that this exp does not know"),
        (b'{"at":"2026-03-01T10:00:00Z","ms":1,"ms":2}', "a member stands twice"),
        (
            b'{"at":"2026-03-01T10:00:00Z","hex":"0a1b2c3d4e","outcome":"praised","origin":"said"}',
            "`outcome` is not as exp writes it",
        ),
        (
            b'{"at":"2026-03-01T10:00:00Z","hex":"0a1b2c3d4e","outcome":"wrong","origin":"dreamt"}',
            "`origin` is not as exp writes it",
        ),
    ],
)
def test_an_odd_line_is_named_and_costs_only_itself(line: bytes, why: str):
    assert ([RECALL, OUTCOME], [f"here:2: {why}"]) == read(line_of(RECALL), line + b"\n", line_of(OUTCOME))


@given(st.binary(max_size=300))
def test_no_bytes_at_all_break_the_reading(data: bytes):
    events, _ = events_in(data.replace(b"\n", b" ") + b"\n" + line_of(RECALL), "here")

    assert RECALL in events


@given(st.integers(0, 200))
def test_half_a_line_takes_nothing_of_the_next_one(size: int):
    """A disk that was full leaves half a line; the next event is appended to it."""
    half = line_of(OUTCOME).rstrip(b"\n")[:size]

    events, _ = read(half, line_of(RECALL))

    assert RECALL == events[-1]


def test_a_flood_of_odd_lines_is_summed_up():
    _, odd = read(b"{\n" * 1000)

    assert (21, "here: 980 more lines hold no event") == (len(odd), odd[-1])


def test_times_of_any_zone_are_one_form():
    [event], _ = events_in(b'{"at":"2026-03-01T12:00:00+02:00"}', "here")

    assert "2026-03-01T10:00:00Z" == event.at


def test_events_are_logged_by_their_day_and_come_back_oldest_first(tmp_path: Path):
    usage = used(tmp_path)
    later = RecallEvent("2026-03-02T00:00:00Z", (TWO,))
    for event in (later, OUTCOME, RECALL):
        usage.log(event)

    events, skipped = used(tmp_path).events()

    assert ["2026-03-01.jsonl", "2026-03-02.jsonl"] == names_in(tmp_path / "exp" / "usage")
    assert [RECALL, OUTCOME] == keyless(events)[:2] and (usage.clone, ()) == (events[2].clone, skipped)


def test_a_clock_that_goes_backwards_loses_and_doubles_nothing(tmp_path: Path):
    usage = used(tmp_path)
    for at in ("2026-03-02T00:00:01Z", "2026-03-01T23:59:59Z", "2026-03-02T00:00:01Z"):
        usage.log(RecallEvent(at, (ONE,)))

    assert ({ONE: 1}, {ONE: 2}) == (usage.given_on("2026-03-01"), usage.given_on("2026-03-02"))
    assert ["2026-03-01T23:59:59Z", *["2026-03-02T00:00:01Z"] * 2] == [one.at for one in usage.events()[0]]


def test_what_was_given_on_a_day_is_counted_from_whole_lines_of_that_day(tmp_path: Path):
    usage = used(tmp_path)
    usage.log(RECALL)
    usage.log(RecallEvent("2026-03-01T10:01:00Z", (ONE,), words='"given":["ffffffffff"]'))
    usage.log(OUTCOME)
    with file_of(tmp_path).open("ab") as file:
        file.write(b'{"at":"2026-03-01T10:02:00Z","given":["0a1b2c')
    usage.log(RecallEvent("2026-03-01T10:03:00Z", (TWO,)))
    with file_of(tmp_path).open("ab") as file:
        file.write(line_of(RecallEvent("2026-02-28T10:03:00Z", (TWO,))) + b"\xff\xfe\n\n{}\n")

    assert {ONE: 2, TWO: 2} == usage.given_on("2026-03-01")
    assert {} == usage.given_on("2026-02-28") == usage.given_on("../../clone")


def test_two_same_answers_within_a_second_stay_two(tmp_path: Path):
    usage = used(tmp_path)
    for event in (RECALL, RECALL, OUTCOME, OUTCOME):
        usage.log(event)

    events, _ = usage.events()

    assert [RECALL, RECALL, OUTCOME, OUTCOME] == keyless(events)
    assert 4 == len({one.key for one in events} - {""})


def test_what_was_shared_comes_back_without_counting_twice(tmp_path: Path):
    shared: list[UsageEvent] = []
    usage = used(tmp_path, shared=lambda: (shared, [Skipped("ref", "is odd")]))
    asked = RecallEvent("2026-03-01T10:00:00Z", (ONE,), words="flush")
    for event in (asked, asked, OUTCOME):
        usage.log(event)
    own = usage.clone
    shared += [
        *(event._replace(words=None) for event in usage.events()[0] if isinstance(event, RecallEvent)),
        *(
            event._replace(note="redacted", clone="c" * 16)  # it was called otherwise when it shared that
            for event in usage.events()[0]
            if isinstance(event, OutcomeEvent)
        ),
        RecallEvent("2026-03-01T09:00:00Z", (TWO,), clone="b" * 16, key="0" * 8),
        RecallEvent("2026-02-01T09:00:00Z", (TWO,), clone=own, key="1" * 8),  # its file was deleted here
    ]

    events, skipped = usage.events()

    assert [own, "b" * 16, own, own, "a" * 16] == [one.clone for one in events]
    assert ["flush", "flush"] == [one.words for one in events[2:4] if isinstance(one, RecallEvent)]
    assert [OUTCOME.note] == [one.note for one in events if isinstance(one, OutcomeEvent)]
    assert (Skipped("ref", "is odd"),) == skipped


def test_what_older_versions_logged_without_a_key_counts_as_often_as_it_is_there(tmp_path: Path):
    asked = RecallEvent("2026-03-01T10:00:00Z", (ONE,), words="flush")
    own = used(tmp_path).clone
    shared = [asked._replace(words=None, clone=own), RecallEvent("2026-03-01T09:00:00Z", clone=own)]
    lay(tmp_path, asked, asked, OUTCOME, OUTCOME._replace(note=""))

    events, skipped = used(tmp_path, shared=lambda: (shared, ())).events()

    found = [(one.at[11:13], one.key) for one in events]
    assert ([("09", ""), ("10", ""), ("10", ""), ("11", ""), ("11", "")], ()) == (found, skipped)


def test_a_clone_has_one_name_that_moves_with_it(tmp_path: Path):
    usage = used(tmp_path / "here")
    name = usage.clone
    (tmp_path / "here").rename(tmp_path / "there")

    assert 16 == len(name) and name == used(tmp_path / "there").clone == used(tmp_path / "there").clone
    assert name != used(tmp_path / "other").clone


@pytest.mark.parametrize("damaged", [b"", b"zzz", b"\xff" * 100, b"0123"])
def test_a_damaged_name_is_made_anew_for_good(tmp_path: Path, damaged: bytes):
    (tmp_path / "exp").mkdir()
    (tmp_path / "exp" / "clone").write_bytes(damaged)

    name = used(tmp_path).clone

    assert 16 == len(name) and name == used(tmp_path).clone


def test_many_processes_at_once_agree_on_the_name_and_lose_no_event(tmp_path: Path):
    code = (
        "import sys; from gitexp.adapters.usage_files import UsageFiles; from gitexp.records.usage import RecallEvent\n"
        "usage = UsageFiles(sys.argv[1])\n"
        "for n in range(200): usage.log(RecallEvent('2026-03-01T10:00:00Z', (f'{n:010x}',), ms=int(sys.argv[2])))\n"
        "print(usage.clone)"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path), str(n)], stdout=subprocess.PIPE, env=environment()
        )
        for n in range(1, 9)
    ]
    names = {process.communicate()[0] for process in running}

    events, skipped = used(tmp_path).events()

    assert (1, 1600, ()) == (len(names), len(events), skipped)
    assert {f"{n:010x}": 8 for n in range(200)} == used(tmp_path).given_on("2026-03-01")
    assert ["clone", "usage"] == names_in(tmp_path / "exp")


def test_switched_off_nothing_is_written(tmp_path: Path):
    usage = used(tmp_path, keep=False)
    usage.log(RECALL)

    assert [] == names_in(tmp_path)
    assert 16 == len(usage.clone) and usage.clone == used(tmp_path, keep=False).clone
    assert usage.kept(RECALL) is None


@pytest.mark.parametrize("in_the_way", ["exp", "exp/usage", "exp/usage/2026-03-01.jsonl"])
def test_what_lies_in_the_way_means_silence(tmp_path: Path, in_the_way: str):
    place = tmp_path / in_the_way
    place.parent.mkdir(parents=True, exist_ok=True)
    place.mkdir() if in_the_way.endswith("jsonl") else place.write_text("in the way")
    usage = used(tmp_path)

    usage.log(RECALL)

    assert (None, {}, ([], ())) == (usage.kept(RECALL), usage.given_on("2026-03-01"), usage.events())
    assert 16 == len(usage.clone) and usage.clone == used(tmp_path).clone


def test_a_pipe_in_the_place_of_the_file_holds_nobody_up(tmp_path: Path):
    file_of(tmp_path).parent.mkdir(parents=True)
    os.mkfifo(file_of(tmp_path))

    used(tmp_path).log(RECALL)

    assert {} == used(tmp_path).given_on("2026-03-01")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_is_read_only_means_silence(tmp_path: Path):
    tmp_path.chmod(0o500)
    usage = used(tmp_path)

    usage.log(RECALL)

    assert 16 == len(usage.clone) and usage.clone == used(tmp_path).clone
    tmp_path.chmod(0o700)
    assert [] == names_in(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk_means_silence(tmp_path: Path):
    file_of(tmp_path).parent.mkdir(parents=True)
    file_of(tmp_path).symlink_to("/dev/full")

    assert used(tmp_path).kept(RECALL) is None


@pytest.mark.parametrize("at", ["", "yesterday", "../../../x", "2026-3-01T10:00:00Z", "²026-03-01T10:00:00Z"])
def test_a_time_that_is_none_names_no_file(tmp_path: Path, at: str):
    used(tmp_path).log(RecallEvent(at))

    assert not (tmp_path / "exp" / "usage").exists()


def test_the_log_loads_nothing_heavy():
    code = (
        "import sys, tempfile; from gitexp.records.usage import RecallEvent; before = set(sys.modules)\n"
        "from gitexp.adapters.usage_files import UsageFiles\n"
        "usage = UsageFiles(sys.argv[1]); usage.log(RecallEvent('2026-03-01T10:00:00Z')); usage.given_on('2026-03-01')\n"
        "print(*sorted(set(sys.modules) & {'json', 'datetime', 'hashlib', 'subprocess', 'click'} - before))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code, os.devnull], capture_output=True, env=environment()
    )

    assert (b"hashlib\n", b"") == (
        done.stdout,
        done.stderr,
    )  # the folder can't be written: a sum of its place
