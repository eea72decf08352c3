"""`exp retract` and `exp supersede`: the change lies in the work tree for a person to commit, and nothing is lost."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PANEL_PATH
from support.process import Finished, environment, exp
from support.repository import Repository

OLD = "panel-redraw-whole-5b1f0c9ad2"
NEW = "panel-paint-once-77aa0c9ad3"
NEW_PATH = f"experiences/cabin/{NEW}.yaml"
NEW_FILE = PANEL_FILE.replace(OLD, NEW).replace("Redraw the whole panel", "Paint the panel once")
REASON = "The canvas keeps its content since version 3."


@pytest.fixture
def two(merged: Repository) -> Repository:
    """The store with a second experience about the same, both approved."""
    merged.commit("Paint it once", {NEW_PATH: NEW_FILE})
    return merged


def text(repo: Repository, path: str = PANEL_PATH) -> str:
    return (repo.path / path).read_text("utf-8")


def retract(repo: Repository, *args: str) -> Finished:
    return exp(repo.path, "retract", *args)


def supersede(repo: Repository, *args: str) -> Finished:
    return exp(repo.path, "supersede", *args)


def refused(done: Finished, *parts: str, code: int = 2) -> None:
    assert (code, "") == (done.code, done.stdout)
    assert all(part in done.complaint for part in parts), done.complaint


def test_retract_changes_the_status_and_says_why(merged: Repository):
    done = retract(merged, "panel", "--reason", REASON)

    expected = (
        PANEL_FILE.replace("status: active", "status: retracted") + f"lifecycle: {{reason: {REASON}}}\n"
    )
    assert 0 == done.code
    assert expected == text(merged)
    assert "-status: active\n+status: retracted\n" in done.stdout
    assert f"git add -- {PANEL_PATH}" in done.stderr and f"git commit -m 'Retract {OLD}'" in done.stderr
    assert f"M {PANEL_PATH}" == merged.git("status", "--porcelain").strip()


def test_it_is_advice_until_the_change_is_on_the_default_branch(merged: Repository):
    done = retract(merged, "5b1f", "--reason", REASON)
    assert OLD in exp(merged.path, "list").stdout

    for line in done.stderr.splitlines()[1:]:
        subprocess.run(shlex.split(line), check=True, cwd=merged.path, env=environment(), capture_output=True)

    assert "" == merged.git("status", "--porcelain")
    assert OLD not in exp(merged.path, "list").stdout
    assert REASON == exp(merged.path, "show", "panel", "--json").json["lifecycle"]["reason"]


def test_a_second_time_nothing_changes_and_it_says_so(merged: Repository):
    retract(merged, "panel", "--reason", REASON)
    before = text(merged)

    done = retract(merged, "panel", "--reason", REASON)

    assert (0, "", before) == (done.code, done.stdout, text(merged))
    assert "nothing to change: it stands so already\n" == done.stderr
    again = retract(merged, "panel", "--reason", "Another reason.")
    assert 0 == again.code and "Another reason." in text(merged) and REASON not in text(merged)


def test_what_is_not_committed_is_built_upon(merged: Repository):
    merged.write(PANEL_PATH, "# look here\n" + PANEL_FILE.replace("kind: pitfall", "kind: pitfall  # mine"))

    done = retract(merged, "panel", "--reason", REASON)

    assert 0 == done.code
    assert text(merged).startswith("# look here\n") and "kind: pitfall  # mine\nstatus: retracted\n" in text(
        merged
    )


def test_one_that_was_never_committed_can_be_retracted_too(merged: Repository):
    merged.write(NEW_PATH, NEW_FILE)

    assert 0 == retract(merged, "panel-paint", "--reason", REASON).code
    assert "status: retracted" in text(merged, NEW_PATH)


def test_json_holds_paths_id_and_status(two: Repository):
    done = retract(two, "panel-redraw", "--reason", REASON, "--json")
    assert {"paths": [PANEL_PATH], "id": OLD, "status": "retracted"} == done.json

    done = supersede(two, "panel-redraw", "--by", "panel-paint", "--json")
    assert {"paths": [NEW_PATH, PANEL_PATH], "id": OLD, "status": "superseded", "by": NEW} == done.json
    again = supersede(two, "panel-redraw", "--by", "panel-paint", "--json")
    assert [] == again.json["paths"]


def test_a_secret_in_the_reason_stays_out_of_the_file(merged: Repository):
    secret = "ghp_" + "Zk3" * 12

    done = retract(merged, "panel", "--reason", f"The key {secret} was in it.")

    assert 0 == done.code and secret not in text(merged) + done.both
    assert "The key [secret-1] was in it." in text(merged)
    assert "something private was replaced" in done.stderr


def test_retract_is_refused_with_what_to_do(merged: Repository):
    refused(retract(merged, "pannel-redraw", "--reason", REASON), "no such experience", OLD)
    refused(retract(merged, "panel"), "--reason")
    refused(retract(merged, "panel", "--reason", "  "), "--reason", "is empty")
    refused(retract(merged, "panel", "--reason", "long " * 300), "1000 at most")
    refused(retract(merged, "", "--reason", REASON), "is empty")
    assert PANEL_FILE == text(merged)


def test_a_file_that_is_not_in_the_work_tree_is_not_made_up(merged: Repository):
    (merged.path / PANEL_PATH).unlink()

    refused(retract(merged, "panel", "--reason", REASON), f"git restore {PANEL_PATH}", code=3)
    assert not (merged.path / PANEL_PATH).exists()


def test_a_file_that_can_not_be_read_is_left_as_it_is(merged: Repository):
    merged.write(PANEL_PATH, PANEL_FILE + "status: active\n")

    refused(retract(merged, "panel", "--reason", REASON), "duplicate key `status`", code=3)
    assert PANEL_FILE + "status: active\n" == text(merged)


def test_nothing_is_written_through_a_link(merged: Repository, tmp_path: Path):
    outside = tmp_path / "outside.yaml"
    outside.write_text(PANEL_FILE)
    (merged.path / PANEL_PATH).unlink()
    (merged.path / PANEL_PATH).symlink_to(outside)

    done = retract(merged, "panel", "--reason", REASON)

    assert 3 == done.code and PANEL_FILE == outside.read_text()


def test_supersede_joins_both_files(two: Repository):
    done = supersede(two, "panel-redraw", "--by", "77aa", "--reason", REASON)

    assert 0 == done.code
    assert PANEL_FILE.replace("status: active", "status: superseded") + (
        f"lifecycle: {{reason: {REASON}}}\nrelations: {{superseded_by: {NEW}}}\n"
    ) == text(two)
    assert NEW_FILE + f"relations: {{supersedes: [{OLD}]}}\n" == text(two, NEW_PATH)
    assert f"git add -- {NEW_PATH} {PANEL_PATH}" in done.stderr
    two.commit("Take it")
    listed = exp(two.path, "list").stdout
    assert OLD not in listed and NEW in listed


def test_supersede_twice_changes_nothing_and_one_half_is_made_whole(two: Repository):
    call = ("panel-redraw", "--by", "panel-paint", "--reason", REASON)
    supersede(two, *call)
    both = text(two), text(two, NEW_PATH)

    again = supersede(two, *call)
    assert (0, "nothing to change: it stands so already\n") == (again.code, again.stderr)

    two.write(NEW_PATH, NEW_FILE)
    assert [NEW_PATH] == supersede(two, *call, "--json").json["paths"]
    assert both == (text(two), text(two, NEW_PATH))


def test_supersede_is_refused_and_no_file_is_touched(two: Repository):
    refused(supersede(two, "panel-redraw", "--by", "panel-redraw"), "can't supersede itself")
    refused(supersede(two, "panel-redraw", "--by", "panel-pant-once"), "no such experience", NEW)
    refused(supersede(two, "pannel-redraw", "--by", "panel-paint"), "no such experience", OLD)
    refused(supersede(two, "panel-redraw"), "--by")
    assert "" == two.git("status", "--porcelain")


def test_no_circle_comes_about_and_what_is_over_replaces_nothing(two: Repository):
    third = NEW.replace("77aa", "88bb")
    two.commit("A third", {f"experiences/cabin/{third}.yaml": NEW_FILE.replace(NEW, third)})
    supersede(two, "panel-redraw", "--by", "77aa")
    supersede(two, "77aa", "--by", "88bb")
    before = two.git("status", "--porcelain")

    refused(supersede(two, "88bb", "--by", "panel-redraw"), OLD, "was replaced by")
    refused(supersede(two, "panel-redraw", "--by", "88bb"), f"is superseded by {NEW} already")
    assert before == two.git("status", "--porcelain")

    retract(two, "88bb", "--reason", REASON)
    two.write(f"experiences/cabin/{OLD.replace('5b1f', '99cc')}.yaml", PANEL_FILE.replace("5b1f", "99cc"))
    refused(supersede(two, "99cc", "--by", "88bb"), "is retracted itself")


def test_where_the_second_file_can_not_be_written_the_first_is_as_it_was(two: Repository):
    other = "experiences/engine2"
    moved = f"{other}/{NEW}.yaml"
    two.commit("Move it", {NEW_PATH: None, moved: NEW_FILE})
    folder = two.path / "experiences" / "cabin"
    # A folder stands where the file would be written before it takes its place.
    blocked = folder / f".{OLD}.yaml.exp-tmp"
    blocked.mkdir()
    (blocked / "x").write_text("x")

    done = supersede(two, "panel-redraw", "--by", "panel-paint")

    assert 3 == done.code
    assert (PANEL_FILE, NEW_FILE) == (text(two), text(two, moved))


def test_both_work_from_a_folder_below_and_need_a_work_tree(two: Repository, tmp_path: Path):
    (two.path / "cabin").mkdir(exist_ok=True)
    assert 0 == exp(two.path / "cabin", "retract", "panel-redraw", "--reason", REASON).code
    bare = two.clone(tmp_path / "bare", "--bare")
    refused(exp(bare.path, "retract", "panel-redraw", "--reason", REASON), "no work tree", code=3)


def test_several_at_once_lose_nothing(merged: Repository):
    olds = [OLD.replace("5b1f", digits) for digits in ("1a1a", "2b2b", "3c3c", "4d4d")]
    files = {f"experiences/cabin/{old}.yaml": PANEL_FILE.replace(OLD, old) for old in olds}
    merged.commit("Four that say the same", {**files, NEW_PATH: NEW_FILE})
    calls = [
        subprocess.Popen(
            [sys.executable, "-m", "gitexp", "supersede", old, "--by", NEW],
            cwd=merged.path,
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for old in olds
    ]

    said = [call.communicate()[1].decode() for call in calls]
    assert [0] * 4 == [call.returncode for call in calls], said
    assert all(f"superseded_by: {NEW}" in text(merged, path) for path in files)
    line = next(line for line in text(merged, NEW_PATH).splitlines() if line.startswith("relations:"))
    assert sorted(olds) == sorted(line.partition("[")[2].rstrip("]}").split(", "))
    assert [] == list(merged.path.rglob("*.exp-tmp"))
    assert 0 == supersede(merged, olds[0], "--by", NEW).code


def test_what_a_process_killed_between_the_two_files_left_is_completed(two: Repository):
    call = ("panel-redraw", "--by", "panel-paint", "--reason", REASON)
    supersede(two, *call)
    both = text(two), text(two, NEW_PATH)
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    # The new one is moved first; the old one was laid beside its place and not moved.
    left = two.write(f"experiences/cabin/.{OLD}.yaml.{ended.pid}.exp-tmp", both[0])
    two.write(PANEL_PATH, PANEL_FILE)

    assert [PANEL_PATH] == supersede(two, *call, "--json").json["paths"]
    assert both == (text(two), text(two, NEW_PATH)) and not left.exists()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            PANEL_FILE.replace("panel", "p\xe4nel")
            .replace(OLD.replace("panel", "p\xe4nel"), OLD)
            .encode("latin-1"),
            "is not UTF-8",
        ),
        (b"\xef\xbb\xbf" + PANEL_FILE.encode(), "byte order mark"),
        (PANEL_FILE.replace("kind: pitfall", "kind: &k pitfall").encode(), "anchor"),
    ],
    ids=["latin-1", "bom", "anchor"],
)
def test_a_file_that_is_there_and_can_not_be_read_is_said_to_be_so(
    merged: Repository, data: bytes, said: str
):
    merged.commit("Break it", {PANEL_PATH: data})

    refused(
        retract(merged, "panel", "--reason", REASON), PANEL_PATH, "is there and is not read", said, code=3
    )
    merged.commit("Another", {NEW_PATH: NEW_FILE})
    refused(supersede(merged, "5b1f", "--by", NEW), PANEL_PATH, said, code=3)
    refused(retract(merged, "panel", "--reason", REASON), PANEL_PATH, said, code=3)
    assert 0 == retract(merged, NEW, "--reason", REASON).code
