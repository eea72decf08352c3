"""The benches of the hook: sessions remade from transcripts, patches read, experiences planted, figures counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.hook import cases, meant
from bench.hook_asking import Heard, told
from bench.hook_figures import Fate, Spoken, planted_lines, process_lines, spoken_lines
from bench.hook_patches import Part, patch_in, patched
from bench.hook_place import Repository
from bench.hook_planter import KINDS, place_of, plant, spoken_of
from bench.hook_plants import BY_HAND
from bench.hook_sessions import Session, claude_code, codex
from bench.hook_store import others, written
from bench.hook_texts import Texts, shown
from bench.recall_store import git, lay

from gitexp.adapters.experience_yaml import read

PATCH = """*** Begin Patch
*** Update File: src/a.py
@@
 kept
-gone
+come
@@
-also gone
*** Add File: docs/b.md
+new
*** Delete File: old.txt
*** End Patch"""


def transcript(folder: Path, *records: dict[str, object]) -> Path:
    path = folder / "session.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in records) + '{"cut', "utf-8")
    return path


def used(number: int, name: str, **given: object) -> dict[str, object]:
    block = {"type": "tool_use", "id": f"t{number}", "name": name, "input": given}
    return {"type": "assistant", "cwd": "/srv/shop", "message": {"content": [block]}}


def came(number: int, result: object, failed: bool = False) -> dict[str, object]:
    block = {"type": "tool_result", "tool_use_id": f"t{number}", "is_error": failed}
    return {"type": "user", "cwd": "/srv/shop/sub", "toolUseResult": result, "message": {"content": [block]}}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    file = {"content": "one\ntwo\n", "startLine": 1}
    before = {"originalFile": "alpha\nbeta\n"}
    edit = {"file_path": "/srv/shop/src/b.py", "old_string": "beta", "new_string": "rounded_total"}
    return claude_code(
        transcript(
            tmp_path,
            {"type": "user", "cwd": "/srv/shop", "message": {"content": "Round it, please"}},
            {"type": "user", "message": {"content": "<command-name>/clear</command-name>"}},
            used(1, "Read", file_path="/srv/shop/src/a.py"),
            came(1, {"file": file}),
            used(2, "Edit", **edit),
            came(2, before),
            {"type": "user", "isCompactSummary": True, "message": {"content": "what was"}},
            used(3, "Write", file_path="/srv/other/c.py", content="x = 1\n"),
            came(3, "refused", failed=True),
        )
    )


def test_a_session_of_claude_code_is_remade_in_order(session: Session):
    kinds = [(step.kind, step.edit, step.done) for step in session.steps]

    assert [
        ("start", -1, True),
        ("prompt", -1, True),
        ("read", -1, True),
        ("edit", 0, True),
        ("forget", -1, True),
        ("edit", 1, False),
    ] == kinds
    assert {"@/src/a.py": "one\ntwo\n", "@/src/b.py": "alpha\nbeta\n"} == session.texts
    assert "shop" == session.repository


def test_an_event_names_its_file_where_the_repository_lies(session: Session):
    edits = [step for step in session.steps if step.kind == "edit"]
    inside, outside = (session.event(step, "/r", "s", "sub") for step in edits)

    assert ("PreToolUse", "Edit", "sub") == (
        inside["hook_event_name"],
        inside["tool_name"],
        inside["agent_id"],
    )
    assert ["/r/src/b.py", "/srv/other/c.py"] == [
        event["tool_input"]["file_path"]  # type: ignore[index]
        for event in (inside, outside)
    ]


def test_a_session_of_codex_gives_its_patches_and_what_it_printed(tmp_path: Path):
    def call(number: int, command: str) -> dict[str, object]:
        arguments = json.dumps({"command": ["bash", "-lc", command]})
        return {
            "type": "function_call",
            "name": "shell",
            "call_id": f"c{number}",
            "arguments": arguments,
            "cwd": "/srv/shop",
        }

    def output(number: int, text: str, code: int = 0) -> dict[str, object]:
        told = json.dumps({"output": text, "metadata": {"exit_code": code}})
        return {"type": "function_call_output", "call_id": f"c{number}", "output": told}

    found = codex(
        transcript(
            tmp_path,
            call(1, "sed -n '2,3p' src/a.py"),
            output(1, "kept\ngone\n"),
            call(2, f"apply_patch <<'X'\n{PATCH}\nX"),
            output(2, "done"),
        )
    )

    assert ["start", "read", "edit"] == [step.kind for step in found.steps]
    assert ["@/src/a.py", "@/src/a.py", "@/docs/b.md"] == [part.path for part in found.steps[2].parts]
    assert ["@/src/a.py"] == list(found.texts)
    assert "\nkept\ngone\n" == found.texts["@/src/a.py"].removesuffix("\nalso gone\n")


def test_a_patch_is_read_hunk_by_hunk():
    assert [
        Part("src/a.py", "kept\ngone\n", "kept\ncome\n"),
        Part("src/a.py", "also gone\n", ""),
        Part("docs/b.md", "", "new\n", whole=True),
    ] == list(patched(PATCH))
    assert PATCH == patch_in(f"apply_patch <<X\n{PATCH}\nX")
    assert "" == patch_in("git apply")


def test_what_stands_on_both_sides_is_no_change():
    part = Part("a", "same\n  old\n", "same\nnew\n")

    assert (("  old",), ("new",)) == part.changed()


def test_what_was_made_in_the_session_was_not_there_at_its_beginning():
    texts = Texts()
    texts.change(Part("new.py", "", "x = 1\n", whole=True), None)
    texts.read("new.py", "x = 1\n")
    texts.read("far.py", "line 3\n", 3)

    assert {"far.py": "\n\nline 3\n"} == texts.first


def test_only_what_prints_one_file_is_a_reading():
    assert [("a.py", 5), ("a.py", 1), None, None] == [
        (one.path, one.line) if one else None
        for one in (
            shown("sed -n '5,9p' a.py", "x"),
            shown("cat a.py", "x"),
            shown("cat a.py | head", "x"),
            shown("rm a.py", "x"),
        )
    ]


def test_what_is_planted_is_read_as_it_was_meant():
    part = Part("@/src/[id]/pay.py", "def pay():\n    total = 1\n", "def pay():\n    rounded_total = 1\n")
    found = plant(
        "key", [part], place_of(part, "src/[id]/pay.py", part.old), ("gateway", "postage", "parcel")
    )

    assert list(KINDS) == [one.kind for one in found]
    for one in found:
        experience = read(one.one.text.encode(), one.one.path).experience
        assert (one.one.what, one.one.paths) == (experience.what, tuple(experience.scope.paths))
        assert (one.kind == "unknown") == ("tier" in one.one.text)
    own = [one for one in found if one.kind == "matches"]
    assert [True] == [not one.one.paths or one.one.covers("src/[id]/pay.py") for one in own]
    assert [set()] == [set(one.mentions) - {"total", "rounded_total"} for one in own]


def test_only_changed_lines_are_spoken_of():
    part = Part("@/a.go", "same(context)\nold := Amount()\n", "same(context)\nreturn nil\n")

    assert ["Amount"] == spoken_of([part])


def test_experiences_of_the_same_repository_are_left_out(tmp_path: Path):
    rows = [
        {"discussion": "o__shop__1", "id": "1", "when": "w", "what": "x", "why": "y", "paths": [], "symbols": []},
        {"discussion": "o__other__1", "id": "2", "when": "w", "what": "z", "why": "", "paths": ["s/a.py"], "symbols": []},
        {"discussion": "o__none__1", "none": True},
    ]  # fmt: skip
    (tmp_path / "discussions").mkdir()
    (tmp_path / "discussions" / "GOLD.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")

    found = others(tmp_path, "Shop", 4)

    assert {"z"} == {one.what for one in found}
    assert [("s/a.py",), ("s/**",), ("**/*.py",)] == [one.paths for one in found[:3]]
    assert 4 == len({one.id for one in found})
    assert [True, True, True] == [one.covers("s/a.py") for one in found[:3]]


def test_what_is_written_by_hand_names_an_edit_and_a_place():
    rows = json.loads(BY_HAND.read_text("utf-8"))

    assert 40 <= len(rows)
    assert [] == [row for row in rows if not (row.get("paths") or row.get("symbols"))]
    for number, row in enumerate(rows):
        one = written(
            str(number), row["when"], row["what"], row.get("why", ""), row.get("paths", ()), row.get("symbols", ())
        )  # fmt: skip
        assert row["what"] == read(one.text.encode(), one.path).experience.what


def test_a_repository_is_laid_and_its_edits_are_taken_over(tmp_path: Path, session: Session):
    place = Repository(tmp_path / "r", session, [written("a", "Rounding", "Round up.", paths=["src/**"])])
    place.lay()
    stood = git(place.root, "ls-tree", "-r", "--name-only", "HEAD")
    for step in session.steps:
        place.take(step)
    place.plant([written("b", "Rounding", "Round down.", paths=["docs/**"])])
    with_one = git(place.root, "ls-tree", "-r", "--name-only", "HEAD")

    assert ["src/a.py", "src/b.py"] == stood.split()[1:]
    assert "alpha\nrounded_total\n" == (place.root / "src" / "b.py").read_text("utf-8")
    assert 1 == len(set(with_one.split()) - set(stood.split()))


def test_an_answer_is_what_it_tells_the_model():
    context = json.dumps(
        {"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "notes"}}
    )

    assert ["", "notes"] == [told("\n"), told(context)]


def test_a_figure_that_misses_its_bar_is_said(capsys: pytest.CaptureFixture[str], session: Session):
    step = session.steps[3]
    one = plant("key", step.parts, place_of(step.parts[0], "src/b.py", ""), ("a", "b", "c"))
    spoken = [Spoken("s", step, 1, Heard((), ""), Heard(("x",), "told"), same=False)]
    fates = [Fate("s", step, planted, planted.kind == "blocked", Heard((), "")) for planted in one]

    fine = [line.fine for line in spoken_lines([session], spoken) if line.fine is not None]
    right = [line.fine for line in planted_lines(fates, errors=True) if line.fine is not None]
    [same, *_] = process_lines(spoken)

    assert ([True, False], [False, True, False, True, True], False) == (fine, right, same.fine)
    assert "told (blocked): s edit 0" in capsys.readouterr().out


def test_the_measured_edits_are_of_a_file_that_an_experience_names(tmp_path: Path):
    store = lay(tmp_path / "r", 60)
    one = meant(store.root, store.tree.texts)
    made = cases(store)
    [hit, miss] = [made[name]["tool_input"] for name in ("edit that meets", "edit that meets nothing")]

    assert isinstance(hit, dict) and isinstance(miss, dict)
    assert {f"{store.root}/{one.scope.paths[0]}"} == {hit["file_path"], miss["file_path"]}
    assert [True, False] == [one.what in given["new_string"] for given in (hit, miss)]
    assert store.tree.texts[one.scope.paths[0]].startswith(hit["old_string"])
