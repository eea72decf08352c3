"""What a reader has seen, on a real disk: of many at once one is told, and nothing that an agent says leads elsewhere."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.seen_files import MAX_FILE, MAX_PROMPT, SeenFiles
from support.process import environment

AGENT, SESSION = "claude-code", "0f3a9c1e-1111-2222-3333-0123456789ab"
DAY = 86400
HOSTILE = (
    "../../x",
    "..",
    ".",
    "/etc/passwd",
    "a/b\\c:d",
    "a\0b",
    "a\nb",
    "",
    " ",
    "CON",
    "x" * 10_000_000,
    "\udcff\ud800",
    "次のセッション" * 40,
)


def seen(folder: Path, session: str = SESSION, reader: str = "", agent: str = AGENT) -> SeenFiles:
    return SeenFiles(str(folder), agent, session, reader)


def files_in(folder: Path) -> list[str]:
    return sorted(str(one.relative_to(folder)) for one in folder.rglob("*"))


def test_what_was_given_once_is_given_no_more(tmp_path: Path):
    first = seen(tmp_path)

    assert [False, True, False, True] == [
        first.has("a"),
        first.claim("a"),
        first.claim("a"),
        seen(tmp_path).has("a"),
    ]
    assert [False, True] == [seen(tmp_path).claim("a"), seen(tmp_path).claim("A")]


def test_sessions_agents_and_readers_are_told_apart(tmp_path: Path):
    readers = [
        seen(tmp_path),
        seen(tmp_path, reader="sub"),
        seen(tmp_path, reader="SUB"),
        seen(tmp_path, session=SESSION.upper()),
        seen(tmp_path, agent="codex"),
        seen(tmp_path, session=""),
        seen(tmp_path, session="_"),
        *(seen(tmp_path, session=f"{'x' * 100}{number}") for number in range(2)),
    ]

    assert [True] * len(readers) == [one.claim("a") for one in readers]


def test_forgetting_drops_what_this_reader_was_given_and_no_more(tmp_path: Path):
    main, sub = seen(tmp_path), seen(tmp_path, reader="sub")
    main.keep_prompt("make it fly")
    for one in (main, sub):
        one.claim("a")

    sub.forget()

    assert (False, True) == (sub.has("a"), main.has("a"))
    assert (True, False) == (sub.claim("a"), main.claim("a"))
    main.forget()
    assert (True, "make it fly") == (main.claim("a"), main.prompt())


def test_a_denial_is_not_forgotten(tmp_path: Path):
    deny = "deny:0123456789:src/net/retry.py"
    reader = seen(tmp_path)
    assert [True, True] == [reader.claim(deny), reader.claim("0123456789")]

    reader.forget()

    assert [True, False] == [reader.has(deny), reader.has("0123456789")]
    assert [False, True] == [seen(tmp_path).claim(deny), seen(tmp_path).claim("0123456789")]
    assert seen(tmp_path, reader="sub").claim(deny)


def test_where_nothing_can_be_kept_a_denial_is_not_forgotten_in_this_process(tmp_path: Path):
    reader = seen(tmp_path / "none")
    assert [True, True] == [reader.claim("deny:a"), reader.claim("a")]

    reader.forget()

    assert [False, True] == [reader.claim("deny:a"), reader.claim("a")]


def test_of_two_keys_that_begin_alike_each_counts_by_itself(tmp_path: Path):
    one = seen(tmp_path)

    assert [True, True, True] == [one.claim("tried:abc"), one.claim("tried:ab"), one.claim("tried:abc d\ne")]
    assert [True, False] == [one.has("tried:ab"), one.has("tried:a")]


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_keys_are_the_same_only_if_they_are_equal(tmp_path_factory, one: str, other: str):
    folder = tmp_path_factory.mktemp("keys")

    assert [True, one != other] == [seen(folder).claim(one), seen(folder).claim(other)]


def test_of_threads_at_once_exactly_one_is_told(tmp_path: Path):
    many, keys = 8, [f"{number:010x}" for number in range(30)]
    barrier, told = threading.Barrier(many), Counter[str]()
    lock = threading.Lock()

    def work() -> None:
        reader = seen(tmp_path)
        barrier.wait()
        mine = [key for key in keys if reader.claim(key)]
        with lock:
            told.update(mine)

    threads = [threading.Thread(target=work) for _ in range(many)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()

    assert dict.fromkeys(keys, 1) == dict(told)


RACE = """
import sys
from gitexp.adapters.seen_files import SeenFiles
reader = SeenFiles(sys.argv[1], "codex", "s")
print("ready", flush=True)
sys.stdin.readline()
print(*(number for number in range(100) if reader.claim(f"k{number}")), flush=True)
"""


def test_of_processes_at_once_exactly_one_is_told(tmp_path: Path):
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(tmp_path)],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for one in processes:
        assert one.stdout is not None and "ready\n" == one.stdout.readline()
    for one in processes:
        assert one.stdin is not None
        one.stdin.write("go\n")
        one.stdin.flush()

    told = [number for one in processes for number in one.communicate()[0].split()]

    assert sorted(map(str, range(100))) == sorted(told)


def test_a_prompt_is_kept_to_its_bound_for_nobody_else_and_in_place_of_the_last(tmp_path: Path):
    main = seen(tmp_path)
    assert "" == main.prompt()

    main.keep_prompt("first")
    main.keep_prompt("次\udcff" * 5000)

    assert ("次?" * 2500)[:MAX_PROMPT] == main.prompt()
    [file] = [one for one in tmp_path.rglob("*") if one.is_file()]
    assert 0o600 == stat.S_IMODE(file.stat().st_mode)
    assert 0o700 == stat.S_IMODE(file.parent.stat().st_mode)


def test_a_sub_agent_was_asked_what_its_session_was_until_it_is_asked_itself(tmp_path: Path):
    sub = seen(tmp_path, reader="sub")
    seen(tmp_path).keep_prompt("of the session")
    before = sub.prompt()

    sub.keep_prompt("of its own")

    assert ("of the session", "of its own", "of the session") == (
        before,
        sub.prompt(),
        seen(tmp_path).prompt(),
    )


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: repr(name[:12]))
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str):
    common = tmp_path / "deep" / "deeper" / "git"
    common.mkdir(parents=True)
    reader = seen(common, session=name, reader=name, agent=name)

    assert [True, False, True] == [reader.claim(name), reader.claim(name), reader.has(name)]
    reader.keep_prompt(name)
    reader.forget()
    reader.sweep(0)
    seen(common, session=name, reader=name, agent=name).claim(name)

    top = {one.split("/")[0] for one in files_in(tmp_path)}
    assert ({"deep"}, ["exp", "exp/seen"]) == (top, files_in(common)[:2])
    assert all(len(one.name) < 200 for one in tmp_path.rglob("*"))
    assert not Path("/x").exists()


@pytest.mark.parametrize(
    "kind", ["no folder", "a file for the folder", "a full disk", "a pipe", "a directory"]
)
def test_where_nothing_can_be_kept_it_is_told_once_in_this_process(tmp_path: Path, kind: str):
    common = tmp_path / "git"
    if kind != "no folder":
        seen_folder = common / "exp" / "seen"
        file = seen_folder / f"{AGENT}.{SESSION}" / "given._"
        (seen_folder.parent if kind == "a file for the folder" else file.parent).mkdir(parents=True)
        {
            "a file for the folder": lambda: seen_folder.write_text(""),
            "a full disk": lambda: file.symlink_to("/dev/full"),
            "a pipe": lambda: os.mkfifo(file),
            "a directory": file.mkdir,
        }[kind]()
    before = files_in(tmp_path)
    reader = seen(common)

    assert [False, True, False, True] == [
        reader.has("a"),
        reader.claim("a"),
        reader.claim("a"),
        reader.has("a"),
    ]
    reader.forget()
    assert reader.claim("a"), "after a compaction it is told again"
    if kind in ("no folder", "a file for the folder"):
        reader.keep_prompt("words")
        assert ("", before) == (reader.prompt(), files_in(tmp_path))
    reader.sweep(10**10)


def test_half_a_line_of_a_process_that_was_stopped_takes_nothing_with_it(tmp_path: Path):
    reader = seen(tmp_path)
    reader.claim("a")
    [file] = [one for one in tmp_path.rglob("*") if one.is_file()]
    file.write_bytes(file.read_bytes() + b"\nbb")

    assert [True, False] == [seen(tmp_path).claim("b"), seen(tmp_path).claim("a")]
    assert [True, False] == [seen(tmp_path).has("b"), seen(tmp_path).has("bb")]


def test_who_was_given_more_than_a_file_may_hold_begins_anew(tmp_path: Path):
    reader = seen(tmp_path)
    reader.claim("a")
    [file] = [one for one in tmp_path.rglob("*") if one.is_file()]
    file.write_bytes(file.read_bytes() + b"x" * MAX_FILE)

    assert [True, True, False] == [reader.claim("b"), reader.claim("a"), reader.claim("b")]
    assert file.stat().st_size < MAX_FILE


def test_it_may_be_deleted_at_any_time(tmp_path: Path):
    reader = seen(tmp_path)
    reader.claim("a")
    for one in sorted(tmp_path.rglob("*"), reverse=True):
        one.rmdir() if one.is_dir() else one.unlink()

    assert [False, True, False] == [reader.has("a"), reader.claim("a"), reader.claim("a")]


def test_sessions_that_nobody_touched_for_seven_days_go(tmp_path: Path):
    for session in ("old", "asked", "young"):
        reader = seen(tmp_path, session=session)
        reader.claim("a")
        reader.keep_prompt("words")
    left = tmp_path / "exp" / "seen" / "~half-gone"
    left.mkdir()
    now = 100 * DAY
    for one in (tmp_path / "exp" / "seen").rglob("*"):
        age = 1 if "young" in str(one) else 8
        os.utime(one, (now - age * DAY, now - age * DAY))
    asked = tmp_path / "exp" / "seen" / f"{AGENT}.asked"
    os.utime(asked / "given._", (now - DAY, now - DAY))

    seen(tmp_path).sweep(now)

    assert [f"{AGENT}.asked", f"{AGENT}.young"] == sorted(
        one.name for one in (tmp_path / "exp" / "seen").iterdir()
    )
    assert [True, False] == [seen(tmp_path, session=one).claim("a") for one in ("old", "young")]


def test_it_is_swept_once_a_day(tmp_path: Path):
    now = 100 * DAY
    done = [seen(tmp_path).sweep(now)]
    seen(tmp_path).claim("a")

    done += [seen(tmp_path).sweep(now + hours * 3600) for hours in (0, 1, 23, 24, 25, 0)]

    assert [False, True, False, False, True, False, True] == done


def test_a_sweep_is_a_bounded_piece_of_work_and_several_of_them_take_all(tmp_path: Path):
    from gitexp.adapters.seen_sweep import sweep

    folder = tmp_path / "exp" / "seen"
    for number in range(40):
        seen(tmp_path, session=f"s{number}").claim("a")
    for one in folder.rglob("*"):
        os.utime(one, (DAY, DAY))

    sweep(str(folder), 2 * DAY, 20)
    left = len(list(folder.iterdir()))
    for _ in range(20):
        sweep(str(folder), 2 * DAY, 20)

    assert (True, []) == (20 < left < 40, list(folder.iterdir()))


def test_what_lies_there_and_is_no_session_hinders_no_sweep(tmp_path: Path):
    folder = tmp_path / "exp" / "seen"
    (folder / "odd" / "inside").mkdir(parents=True)
    (folder / "file").write_text("")
    (folder / "out").symlink_to(tmp_path)
    for one in folder.iterdir():
        os.utime(one, (0, 0), follow_symlinks=False)
    os.utime(folder / "odd" / "inside", (0, 0))
    kept = tmp_path / "kept"
    kept.write_text("")

    seen(tmp_path).sweep(10**10)

    assert kept.exists() and not (folder / "file").exists()
