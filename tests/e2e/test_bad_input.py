"""Bad input: one clear line that says where, what and how to mend it; the documented exit code; the good part goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PANEL_PATH, PUMP, VALVE, one_lesson, proposed, two_lessons
from support.github import document, issue_comment, pull_request, review, review_comment, save
from support.process import Finished, environment, exp
from support.repository import Repository

CALL = ("propose", "../talk")
SERVED = ("recall", "--file", "cabin/panel.js", "--env", "rendering=canvas")


def refused(done: Finished, code: int, *words: str) -> None:
    """Hold that a call failed whole: this exit code, no answer, one line on stderr with these words."""
    assert (code, "") == (done.code, done.stdout), done.both
    for word in words:
        assert word in done.complaint


def good_part(done: Finished, repository: Repository, *words: str, experiences: int = 2) -> None:
    """Hold that what could be read was proposed, and one line says what could not."""
    assert 1 == done.code, done.both
    assert experiences == len(proposed(repository))
    for word in words:
        assert word in done.complaint


# Discussions.


def test_a_source_that_does_not_exist_is_refused_with_the_nearest(rocket: Repository):
    refused(exp(rocket.path, "propose", "../tlak/7.json"), 2, "../tlak/7.json", "../talk")
    refused(exp(rocket.path, "propose", "../talk/8.json"), 2, "../talk/8.json", "../talk/7.json")
    refused(exp(rocket.path, "propose", "../talk/7.json", "nowhere"), 2, "nowhere")
    refused(exp(rocket.path, "propose", ""), 2)
    refused(exp(rocket.path, "propose"), 2, "names no source")
    assert "" == rocket.git("for-each-ref", "refs/exp")


BROKEN: dict[str, str | bytes] = {
    "json": '{"pull_request": {"number": 8, "title": "x"},\n "reviews": [\n',
    "json with a comma too many": '{"pull_request": {"number": 8},}\n',
    "another encoding": b'{"pull_request": {"number": 8, "title": "\xff\xfe"\n',
    "nested without end": '{"pull_request": ' + "[" * 5000,
    "a number without end": '{"pull_request": {"number": ' + "9" * 5000 + "\n",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_malformed_json_beside_a_good_file(rocket: Repository, tmp_path: Path, kind: str):
    text = BROKEN[kind]
    (tmp_path / "talk" / "8.json").write_bytes(text if isinstance(text, bytes) else text.encode())

    good_part(exp(rocket.path, *CALL), rocket, "not read: ../talk/8.json:")


@pytest.mark.parametrize("kind", BROKEN)
def test_malformed_json_alone_is_nothing_readable_at_all(rocket: Repository, tmp_path: Path, kind: str):
    text = BROKEN[kind]
    (tmp_path / "bad.json").write_bytes(text if isinstance(text, bytes) else text.encode())

    refused(exp(rocket.path, "propose", "../bad.json"), 3, "../bad.json")
    assert "" == rocket.git("for-each-ref", "refs/heads/exp", "refs/exp")


def test_a_broken_line_of_jsonl_costs_that_line_alone(rocket: Repository, tmp_path: Path):
    lines = [json.dumps(two_lessons()), '{"pull_request": {"number": 9', json.dumps(one_lesson())]
    (tmp_path / "talk.jsonl").write_text("\n".join(lines) + "\n")

    done = exp(rocket.path, "propose", "../talk.jsonl")

    good_part(done, rocket, "../talk.jsonl:2:", experiences=3)


def test_json_says_what_was_skipped_and_stderr_stays_silent_or_says_the_same(
    rocket: Repository, tmp_path: Path
):
    (tmp_path / "talk" / "8.json").write_text('{"pull_request": {"number": 8')

    done = exp(rocket.path, *CALL, "--json")

    assert 1 == done.code
    [skipped] = done.json["skipped"]
    assert skipped["where"].startswith("../talk/8.json:1:") and skipped["what"]
    assert "Traceback" not in done.stderr


def test_every_optional_field_may_be_null(rocket: Repository):
    def bare(one: dict[str, object], *kept: str) -> dict[str, object]:
        return {key: value if key in kept else None for key, value in one.items()}

    pull = bare(pull_request(), "number")
    said = review_comment(
        101, "rex", "`Valve.open` must not be called twice, because the tank drains.", path=VALVE
    )
    rest = document(
        pull,
        [bare(review(1), "id"), None],
        [bare(said, "id", "body"), bare(review_comment(2), "id"), bare(review_comment(3))],
        [bare(issue_comment(4), "id"), bare(issue_comment(5))],
        repo=None,
    )
    empty = document({"number": 3}, None, None, None)

    for given in (rest, empty, {**empty, "pull_request": None}):
        done = exp(
            rocket.path, "propose", "-", "--all", "--json", "--dry-run", stdin=json.dumps(given).encode()
        )
        assert done.code in (0, 1, 3), done.both
        assert "Traceback" not in done.stderr and "fault of exp" not in done.stderr
    done = exp(rocket.path, "propose", "-", "--all", "--dry-run", "--json", stdin=json.dumps(rest).encode())
    assert 0 == done.code, done.both
    assert 1 == done.json["funnel"]["create"]


def test_a_field_of_another_type_is_named_and_costs_no_more_than_itself(rocket: Repository, tmp_path: Path):
    values: tuple[object, ...] = (5, "text", True, [[[]]], {"a": 1}, ["x", 5, None], 1e400)
    for number, value in enumerate(values, 20):
        whole = {**dict.fromkeys(pull_request(), value), "number": number}
        comment = dict.fromkeys(review_comment(1), value)
        save(tmp_path / "odd" / f"{number}-pull.json", document(whole))
        save(tmp_path / "odd" / f"{number}-comment.json", document(review_comments=[comment]))
        for field in ("reviews", "review_comments", "issue_comments"):
            one = {**document(pull_request(number=number)), field: value}
            save(tmp_path / "odd" / f"{number}-{field}.json", one)
    save(tmp_path / "odd" / "8.json", one_lesson())

    done = exp(rocket.path, "propose", "../odd")

    assert 1 == done.plain.code
    assert all(line.startswith(("not read: ../odd/", "passed over")) for line in done.stderr.splitlines())
    assert 1 == len(proposed(rocket))


def test_an_empty_folder_is_no_failure_and_says_that_nothing_was_there(rocket: Repository, tmp_path: Path):
    (tmp_path / "empty").mkdir()

    done = exp(rocket.path, "propose", "../empty")

    assert 0 == done.code, done.both
    assert "0 discussions" in done.stdout
    assert "" == rocket.git("for-each-ref", "refs/heads/exp")


def test_a_named_file_that_no_source_recognises_is_a_fault_of_the_call(rocket: Repository, tmp_path: Path):
    (tmp_path / "notes.txt").write_text("Buy fuel.\n")
    (tmp_path / "empty.json").write_text("")

    refused(exp(rocket.path, "propose", "../notes.txt"), 3, "../notes.txt")
    refused(exp(rocket.path, "propose", "../empty.json"), 3, "../empty.json", "empty")
    refused(exp(rocket.path, "propose", "-"), 3, "standard input")
    done = exp(rocket.path, "propose", "../notes.txt", "../talk")
    good_part(done, rocket, "../notes.txt")


def test_a_line_of_50_mb_is_no_matter(rocket: Repository, tmp_path: Path):
    junk = "x" * 50_000_000
    log = json.dumps(review_comment(9, "rex", "Look at the log.", path=PUMP, log=junk))
    (tmp_path / "talk.jsonl").write_text(
        f"{json.dumps(two_lessons())}\n{junk}\n{log}\n{json.dumps(one_lesson())}\n"
    )

    done = exp(rocket.path, "propose", "../talk.jsonl")

    good_part(done, rocket, "../talk.jsonl:2:", experiences=3)
    assert len(done.both) < 20_000


def test_a_long_comment_is_no_matter(rocket: Repository):
    said = two_lessons()
    said["issue_comments"] = [issue_comment(1, "rex", "word " * 60_000 + "\n" + "x" * 200_000)]

    done = exp(rocket.path, "propose", "-", stdin=json.dumps(said).encode())

    assert 0 == done.code, done.both
    assert 2 == len(proposed(rocket))


def test_a_name_that_is_no_utf_8(rocket: Repository, tmp_path: Path):
    odd = os.fsencode(tmp_path / "talk") + b"/n\xffme.json"
    Path(os.fsdecode(odd)).write_text(json.dumps(one_lesson()))
    broken = os.fsencode(tmp_path / "talk") + b"/br\xffken.json"
    Path(os.fsdecode(broken)).write_text('{"pull_request": 5')
    lone = one_lesson(path="engine/\ud800.py", number=9)
    (tmp_path / "talk" / "9.json").write_text(json.dumps(lone))

    folder = exp(rocket.path, *CALL)
    named = exp(rocket.path, "propose", b"../talk/n\xffme.json", "--json")

    assert 1 == folder.code, folder.both
    assert "br\\xffken.json" in folder.complaint
    assert 4 == len(proposed(rocket))
    assert 0 == named.code, named.both


def test_tracked_names_that_are_no_utf_8_disturb_nothing(merged: Repository):
    merged.write("engine/ok.py", "Valve = 1\n")
    odd = os.fsencode(merged.path) + b"/engine/v\xfflve.py"
    Path(os.fsdecode(odd)).write_text("class Valve:\n    def open(self): ...\n")
    store = os.fsencode(merged.path) + b"/experiences/cabin/p\xffnel-redraw-whole-5b1f0c9ad9.yaml"
    Path(os.fsdecode(store)).write_text(PANEL_FILE)
    merged.commit("Odd names")

    for call in ((), ("list",), ("facts",)):
        assert 0 == exp(merged.path, *call).plain.code, call
    for source in ("../talk/7.json", "history:"):
        assert 1 == exp(merged.path, "propose", source).plain.code, "a file of the store was skipped"
    done = exp(
        merged.path,
        "recall",
        "--file",
        b"engine/v\xfflve.py",
        "--file",
        "cabin/x.js",
        "--env",
        "rendering=canvas",
    )
    assert 0 == done.code and "Draw the whole panel" in done.stdout
    assert "UTF-8" in done.complaint and "experiences/cabin/" in done.complaint


# Links.


def test_a_link_out_of_the_repository_as_file(merged: Repository, tmp_path: Path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.py").write_text("TOP = 'secret words'\n")
    (merged.path / "engine" / "out").symlink_to(tmp_path / "outside")
    (merged.path / "engine" / "link.py").symlink_to(tmp_path / "outside" / "secret.py")

    refused(exp(merged.path, "recall", "--file", "engine/out/secret.py"), 2, "outside this repository")
    refused(exp(merged.path, "recall", "--file", "../outside/secret.py"), 2, "outside this repository")
    refused(exp(merged.path, "facts", "--file", "/etc/passwd"), 2, "outside this repository")
    assert "secret words" not in exp(merged.path, "recall", "--file", "engine/link.py", "--json").both


def test_a_link_out_of_the_folder_as_discussion_is_passed_over(rocket: Repository, tmp_path: Path):
    save(tmp_path / "elsewhere" / "8.json", one_lesson())
    (tmp_path / "talk" / "8.json").symlink_to(tmp_path / "elsewhere" / "8.json")
    (tmp_path / "talk" / "more").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "talk" / "round").symlink_to(tmp_path / "talk")
    (tmp_path / "talk" / "dangling.json").symlink_to(tmp_path / "nowhere")

    done = exp(rocket.path, *CALL, "--json")

    assert (0, 2) == (done.code, done.json["funnel"]["create"]), (
        "a folder's links out of it change no exit code"
    )
    assert {"../talk/8.json", "../talk/more", "../talk/dangling.json"} <= {
        one["where"] for one in done.json["skipped"]
    }


def test_links_in_the_store_are_not_followed(merged: Repository, tmp_path: Path):
    evil = PANEL_FILE.replace("panel-redraw-whole-5b1f0c9ad2", "evil-0123456789")
    (tmp_path / "evil.yaml").write_text(evil)
    link = merged.path / "experiences/cabin/evil-0123456789.yaml"
    link.symlink_to(tmp_path / "evil.yaml")
    (merged.path / "experiences/linked").symlink_to(tmp_path)
    merged.commit("Link to it")

    for more in ((), ("--worktree",)):
        found = exp(merged.path, *SERVED, *more, "--json")
        assert (0, 1) == (found.code, len(found.json["applicable"]))
        said = {one["where"]: one["what"] for one in found.json["skipped"]}
        assert "symlink" in said["experiences/cabin/evil-0123456789.yaml"]
        assert "symlink" in said["experiences/linked"]
    assert 2 == exp(merged.path, "show", "evil").code


def test_new_does_not_write_through_a_link(merged: Repository, tmp_path: Path):
    (tmp_path / "out").mkdir()
    (merged.path / "experiences/hull").symlink_to(tmp_path / "out")

    done = exp(merged.path, "new", "--when", "Painting", "--what", "Paint it white.", "--path", "hull/**")

    assert done.code in (2, 3) and done.complaint
    assert [] == list((tmp_path / "out").iterdir())


# The store at recall.


BAD_FILES: dict[str, tuple[str | bytes, str]] = {
    "broken yaml": ("id: [\n", ":"),
    "a tag that would run code": (
        "!!python/object/apply:os.system ['touch ran']\n" + PANEL_FILE.replace("id: panel", "id: evil"),
        "tag",
    ),
    "a tag on a value": (
        PANEL_FILE.replace("title: Redraw", "title: !!python/object/apply:os.system ['touch ran'] #"),
        "tag",
    ),
    "a key twice": (PANEL_FILE + "status: retracted\n", "status"),
    "an alias": (
        PANEL_FILE.replace("title: Redraw", "title: &a Redraw").replace("why: The", "why: *a #"),
        "",
    ),
    "a billion laughs": ("a: &a [x,x]\n" + "".join(f"b{n}: &b{n} [*a,*a]\n" for n in range(30)), ""),
    "an id that climbs": (PANEL_FILE.replace("panel-redraw-whole-5b1f0c9ad2", "../../evil-5b1f0c9ad9"), "id"),
    "another file's id": (PANEL_FILE, "panel-redraw-whole-5b1f0c9ad2"),
    "no yaml but bytes": (b"\x00\xff\xfe\x01", ""),
    "nothing": ("", ""),
    "a list": ("- a\n- b\n", ""),
    "a field of another type": (
        PANEL_FILE.replace("title: Redraw the whole panel", "title: {a: b}"),
        "title",
    ),
    "half of the fields": ("id: evil-0123456789\ntitle: t\n", ""),
    "very deep": ("a: " + "[" * 3000 + "\n", ""),
    "very long": ("id: evil-0123456789\ntitle: " + "x" * 200_000 + "\n", "64 KiB"),
}


def test_broken_files_in_the_store_cost_themselves_alone_and_are_said(merged: Repository):
    for number, (text, _) in enumerate(BAD_FILES.values()):
        merged.write(f"experiences/bad/evil-{number:010x}.yaml", text)
    merged.commit("Break the store")

    found = exp(merged.path, *SERVED, "--json")
    piped = exp(merged.path, *SERVED)
    listed = exp(merged.path, "list")
    glance = exp(merged.path)

    assert (0, 1) == (found.code, len(found.json["applicable"]))
    said = {one["where"].split(":")[0]: one["what"] for one in found.json["skipped"]}
    for number, (kind, (_, word)) in enumerate(BAD_FILES.items()):
        path = f"experiences/bad/evil-{number:010x}.yaml"
        assert word in said[path] or word in str(found.json["skipped"]), kind
        assert len(said[path]) < 300 and "\n" not in said[path], kind
        assert 1 == sum(path in line for line in piped.plain.stderr.splitlines()), kind
    assert (0, 0) == (piped.code, listed.code)
    assert 1 == piped.stdout.count("In this project:")
    assert 3 == len(listed.stdout.splitlines()) and "not read" in listed.stderr
    assert 0 == glance.plain.code
    assert not list(merged.path.rglob("ran")), "no tag ran anything"


def test_a_broken_store_does_not_stop_propose(merged: Repository):
    merged.write("experiences/bad/evil-0123456789.yaml", "id: [\n")
    merged.commit("Break the store")

    done = exp(merged.path, "propose", "-", stdin=json.dumps(one_lesson()).encode())

    [told] = [line for line in done.plain.stderr.splitlines() if "not read" in line]
    assert 1 == done.code, "some input was skipped"
    assert "experiences/bad/evil-0123456789.yaml" in told
    assert 1 == len(proposed(merged))


def test_keys_that_this_version_does_not_know(merged: Repository):
    merged.commit("From a later version", {PANEL_PATH: PANEL_FILE + "mood: {bright: yes}\nx-owner: mara\n"})
    read_past = exp(merged.path, *SERVED, "--json").json
    merged.commit("Unknown condition", {PANEL_PATH: PANEL_FILE.replace("  must:", "  may: [x]\n  must:")})
    unknown = exp(merged.path, *SERVED, "--json").json

    assert 1 == len(read_past["applicable"])
    assert ["mood"] == [word for word in ("mood", "x-owner") if word in str(read_past["skipped"])]
    assert (0, 1) == (len(unknown["applicable"]), len(unknown["unknown"]))
    assert "may" in unknown["unknown"][0]["missing"][0]["condition"] + str(unknown)


def test_broken_facts_yaml_is_said_and_the_rest_is_answered(merged: Repository):
    merged.commit("Break the facts", {"experiences/facts.yaml": "rendering: [\n"})

    recalled = exp(merged.path, *SERVED)
    facts = exp(merged.path, "facts", "--json")

    assert 0 == recalled.code, recalled.both
    assert "Draw the whole panel" in recalled.stdout
    assert "experiences/facts.yaml" in recalled.complaint
    assert 0 == facts.code, facts.both
    assert "platform" in facts.json["facts"]
    assert any("experiences/facts.yaml" in one["where"] for one in facts.json["skipped"])


def test_broken_manifests_are_said_and_claim_nothing(merged: Repository):
    merged.write("pyproject.toml", "[project\nname=")
    merged.write("package.json", "{")
    merged.write("requirements.txt", b"\xff\xfe\x00hydro\n")

    recalled = exp(merged.path, "recall", "--file", PUMP, "--json")
    facts = exp(merged.path, "facts")

    assert (0, 1) == (recalled.code, len(recalled.json["unknown"])), "unread is unknown, not absent"
    assert {"pyproject.toml", "requirements.txt"} <= {
        one["where"].split(":")[0] for one in recalled.json["skipped"]
    }
    assert 0 == facts.plain.code
    assert "package.json" in facts.stderr


def test_broken_settings_are_refused_where_they_decide(rocket: Repository):
    rocket.commit("Misspell it", {"experiences/.config.yaml": "trusst: any\n"})
    refused(exp(rocket.path, "propose", "../talk/7.json"), 3, "experiences/.config.yaml", "trust")
    rocket.commit("No such trust", {"experiences/.config.yaml": "trust: everyone\n"})
    refused(exp(rocket.path, "propose", "../talk/7.json"), 3, "experiences/.config.yaml", "everyone")
    rocket.commit("Mend it", {"experiences/.config.yaml": "trust: any\n"})
    rocket.git("config", "exp.trust", "nobody")
    refused(exp(rocket.path, "propose", "../talk/7.json"), 3, "exp.trust", "nobody")


# Calls.


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (("recal",), ("recal", "recall")),
        (("zzz",), ("zzz", "--help")),
        (("recall", "--files", "x"), ("--files", "--file")),
        (("--jsn",), ("--jsn", "--json")),
        (("recall", "--limit", "0"), ("--limit",)),
        (("recall", "--limit", "many"), ("--limit", "many")),
        (("recall", "--env", "novalue"), ("--env", "novalue")),
        (("recall", "--env", "=x"), ("--env",)),
        (("propose", "x", "--trust", "all"), ("--trust", "any")),
        (("propose", "x", "--engine", "oracle"), ("--engine", "rules")),
        (("show",), ("ID",)),
        (("show", "a", "b"), ("b",)),
        (("facts", "sett", "a=b"), ("sett", "set")),
        (("facts", "set"), ("NAME=VALUE",)),
        (("facts", "set", "a b\nc=d"), ("a b",)),
        (("new", "--when", "x", "--what", "y", "--kind", "idea"), ("--kind", "pitfall")),
    ],
)
def test_a_wrong_call_gets_a_hint(shared: Repository, call: tuple[str, ...], words: tuple[str, ...]):
    refused(exp(shared.path, *call), 2, *words)


def test_what_was_asked_is_echoed_in_one_short_line(shared: Repository):
    for call in (("word " * 20_000,), ("--file", "engine/a\nb.py"), ("--symbol", "S" * 50_000)):
        done = exp(shared.path, "recall", *call)

        assert (0, "") == (done.code, done.stdout)
        assert done.stderr and all(len(line) < 500 for line in done.stderr.splitlines())


def test_a_fact_is_one_line(merged: Repository):
    refused(exp(merged.path, "facts", "set", "rendering=canvas\nplatform=plan9"), 2, "rendering")
    refused(exp(merged.path, "facts", "set", "a\nb=canvas"), 2)


@pytest.mark.parametrize(
    ("closed", "call", "code"),
    [
        ("<&-", "propose -", 3),
        ("<&-", "recall --file engine/valve.py", 0),
        (">&-", "recall --file engine/valve.py", 0),
        (">&-", "list", 0),
        (">&-", "--help", 0),
        ("2>&-", "recall --file README.md", 0),
        ("2>&-", "recal", 2),
    ],
)
def test_a_stream_that_is_closed_from_the_start(shared: Repository, closed: str, call: str, code: int):
    words = ["sh", "-c", f'"$0" -m gitexp {call} {closed}', sys.executable]

    done = subprocess.run(words, cwd=shared.path, env=environment(), capture_output=True, check=False)

    assert code == done.returncode, done.stderr
    assert b"fault of exp" not in done.stderr and b"Traceback" not in done.stderr
    if closed == "2>&-":
        assert b"" == done.stdout, "stdout is the answer and nothing else"


@pytest.mark.parametrize(
    "call", [(), ("recall",), ("facts",), ("list",), ("propose", "-"), ("init",), ("show", "x")]
)
def test_outside_any_repository_one_line_says_so(tmp_path: Path, call: tuple[str, ...]):
    refused(exp(tmp_path, *call), 3, "not a git repository")
