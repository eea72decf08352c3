"""`exp list`, `exp show`, `exp new`: look at what stands, and write one by hand for a person to commit."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PANEL_PATH, PUMP, VALVE_RULE
from support.process import exp
from support.repository import Repository

PANEL_ID = "panel-redraw-whole-5b1f0c9ad2"
WRITTEN = (
    "new",
    *("--when", "Starting the engine in engine/"),
    *("--what", "Warm the igniter before Pump.start is called."),
    *("--why", "A cold igniter floods the chamber."),
    *("--path", "engine/**"),
    *("--symbol", "Pump.start"),
)


def test_list_names_each_experience_in_force_on_a_line(shared: Repository):
    done = exp(shared.path, "list")

    ids = [line.split()[0] for line in done.stdout.splitlines()]
    assert (0, "") == (done.code, done.stderr)
    assert 3 == len(ids) and ids == [
        one["id"] for one in exp(shared.path, "list", "--json").json["experiences"]
    ]
    assert PANEL_ID in ids


def test_list_leaves_out_what_is_retracted_unless_asked_for_all(merged: Repository):
    merged.commit("Retract it", {PANEL_PATH: PANEL_FILE.replace("active", "retracted")})

    assert PANEL_ID not in exp(merged.path, "list").stdout
    line = next(line for line in exp(merged.path, "list", "--all").stdout.splitlines() if PANEL_ID in line)
    assert "retracted" in line


def test_list_shows_where_a_canary_is_tried_as_recall_does(merged: Repository, tmp_path: Path):
    for share in ("30%", "100%"):
        text = PANEL_FILE.replace("status: active", f"status: canary\nlifecycle: {{canary: {share}}}")
        merged.commit(
            f"Try it at {share}", {PANEL_PATH: text}, author=("Mara Maintainer", "mara@example.org")
        )
        clones = [merged.clone(tmp_path / f"{share}{number}") for number in range(2)]
        for clone, name in zip(clones, ("4" * 16, "0" * 16), strict=True):
            (clone.path / ".git" / "exp").mkdir(exist_ok=True)
            (clone.path / ".git" / "exp" / "clone").write_text(f"{name}\n")

        listed = [exp(clone.path, "list").stdout for clone in clones]
        rows = [
            next(
                one for one in exp(clone.path, "list", "--json").json["experiences"] if PANEL_ID == one["id"]
            )
            for clone in clones
        ]
        call = ("recall", "--file", "cabin/panel.js", "--env", "rendering=canvas", "--json")
        given = [PANEL_ID in str(exp(clone.path, *call).json["applicable"]) for clone in clones]

        lines = [next(line for line in text.splitlines() if PANEL_ID in line) for text in listed]
        told = [line.rsplit("  (", 1)[1] for line in lines]
        assert given == [row["tried_here"] for row in rows]
        if share == "30%":
            assert [True, False] == given, "of these two clones one is among the 30"
            assert ["canary 30%: tried in this clone)", "canary 30%: held back in this clone)"] == told
            assert [30, 30] == [row["canary"] for row in rows]
        else:
            assert (["canary)", "canary)"], [100, 100]) == (told, [row["canary"] for row in rows])


def test_what_is_no_canary_has_none_in_json(shared: Repository):
    rows = exp(shared.path, "list", "--json").json["experiences"]

    assert {(None, None)} == {(row["canary"], row["tried_here"]) for row in rows}


@pytest.mark.parametrize("name", [PANEL_ID, "panel", "panel-redraw-w", "5b1f0c9ad2", "5b1f", "5B1F"])
def test_show_takes_any_unique_beginning_of_slug_or_hex(shared: Repository, name: str):
    done = exp(shared.path, "show", name)

    assert (0, "") == (done.code, done.stderr)
    assert done.stdout.startswith(f"{PANEL_PATH}\n")
    assert PANEL_FILE in done.stdout
    assert "approved by Mara Maintainer" in done.stdout


def test_shows_json_is_the_experience_with_its_path_and_approval(shared: Repository):
    found = exp(shared.path, "show", "panel", "--json").json

    assert (PANEL_ID, PANEL_PATH) == (found["id"], found["path"])
    assert {"key": "rendering", "is": "canvas"} == found["preconditions"]["must"][0]["check"]
    assert "Mara Maintainer" == found["approved"]["by"]


def test_a_beginning_that_means_several_is_refused_with_their_names(merged: Repository):
    twin = PANEL_FILE.replace(PANEL_ID, "panel-paint-once-5b1f0c9ad3")
    merged.commit("A second one", {"experiences/cabin/panel-paint-once-5b1f0c9ad3.yaml": twin})

    for name in ("panel", "5b1f0c9ad"):
        done = exp(merged.path, "show", name)
        assert (2, "") == (done.code, done.stdout)
        assert PANEL_ID in done.complaint and "panel-paint-once-5b1f0c9ad3" in done.complaint


def test_an_unknown_name_is_refused_with_the_nearest(shared: Repository):
    done = exp(shared.path, "show", "pannel-redraw")

    assert (2, "") == (done.code, done.stdout)
    assert PANEL_ID in done.complaint


def test_new_writes_a_file_that_is_served_only_once_it_is_on_the_default_branch(merged: Repository):
    done = exp(merged.path, *WRITTEN)

    path = done.stdout.strip()
    call = ("recall", "--file", PUMP, "--env", "hydro=0.1", "--json")
    assert 0 == done.code
    assert path.startswith("experiences/engine/") and (merged.path / path).is_file()
    assert f"?? {path}" == merged.git("status", "--porcelain", "--untracked-files=all")
    assert "git add" in done.stderr and path in done.stderr
    assert [] == exp(merged.path, *call).json["applicable"]

    [marked] = exp(merged.path, *call, "--worktree").json["applicable"]
    assert marked["unapproved"] is True and marked["approved"] is None
    text = exp(merged.path, *call[:-1], "--worktree").stdout
    assert "unapproved" in text and "Merged by this project's maintainers." not in text

    merged.commit("Warm the igniter", author=("Mara Maintainer", "mara@example.org"))
    [served] = exp(merged.path, *call).json["applicable"]
    assert "Warm the igniter before Pump.start is called." == served["what"]
    assert "Mara Maintainer" == served["approved"]["by"]


def test_list_and_show_see_the_unapproved_only_when_asked(merged: Repository):
    path = exp(merged.path, *WRITTEN, "--json").json["path"]
    name = path.rsplit("/", 1)[1].removesuffix(".yaml")

    assert name not in exp(merged.path, "list").stdout
    line = next(line for line in exp(merged.path, "list", "--worktree").stdout.splitlines() if name in line)
    assert "unapproved" in line
    assert 2 == exp(merged.path, "show", name).code
    assert "unapproved" in exp(merged.path, "show", name, "--worktree").stdout


def test_new_twice_never_overwrites(merged: Repository):
    path = merged.path / exp(merged.path, *WRITTEN).stdout.strip()
    path.write_text(path.read_text() + "x-owner: mara\n")

    done = exp(merged.path, *WRITTEN)

    assert 2 == done.code and path.name in done.complaint
    assert "x-owner: mara" in path.read_text()


def test_new_keeps_secrets_out_of_the_file(merged: Repository):
    secret = "ghp_" + "Zk3" * 12

    done = exp(
        merged.path,
        "new",
        "--when",
        "Calling the pad",
        "--what",
        f"Use the key {secret} of ada@acme-rockets.com.",
    )

    text = (merged.path / done.stdout.strip()).read_text()
    assert 0 == done.code
    assert secret not in text and "ada@acme-rockets.com" not in text
    assert secret not in done.both


def test_new_writes_conditions_that_recall_judges(merged: Repository):
    made = exp(merged.path, *WRITTEN, "--must", "pypi:hydro>=0.24")
    merged.commit("Warm the igniter")

    found = exp(merged.path, "recall", "--file", PUMP, "--env", "hydro=0.1", "--json").json

    assert 0 == made.code
    assert 2 == len(found["blocked"])


def test_new_refuses_what_is_no_condition_and_what_lacks_its_words(merged: Repository):
    odd = exp(merged.path, *WRITTEN, "--must", "no condition at all")
    bare = exp(merged.path, "new", "--what", "Only this.")

    assert 2 == odd.code and "--must" in odd.complaint
    assert 2 == bare.code and "--when" in bare.complaint
    assert "" == merged.git("status", "--porcelain")


def test_new_writes_facts_sentences_and_search_words_that_recall_understands(merged: Repository):
    words = ("--when", "Painting the dial", "--what", "Draw it as one picture.", "--path", "dial/**")
    made = exp(
        merged.path,
        *("new", *words, "--must-not", "rendering=canvas", "--must-not", "the dial is broken"),
        *(
            "--must",
            "language=python",
            "--search",
            "de=Zifferblatt malen,Zeiger",
            "--search",
            "zh=表盘，指针",
        ),
    )
    merged.commit("The dial", author=("Mara Maintainer", "mara@example.org"))
    id = made.stdout.strip().rsplit("/", 1)[1].removesuffix(".yaml")

    def asked(*call: str) -> tuple[list[str], ...]:
        found = exp(merged.path, "recall", *call, "--json").json
        return tuple([one["id"] for one in found[kind]] for kind in ("applicable", "unknown", "blocked"))

    written = exp(merged.path, "show", id, "--json").json
    assert {"key": "rendering", "is": "canvas"} == written["preconditions"]["must_not"][0]["check"]
    assert [{"text": "the dial is broken"}] == written["preconditions"]["must_not"][1:]
    assert {"de": ["Zifferblatt malen", "Zeiger"], "zh": ["表盘", "指针"]} == written["search"]
    assert ([], [], [id]) == asked("--file", "dial/face.py", "--env", "rendering=canvas")
    assert ([id], [], []) == asked("--file", "dial/face.py", "--env", "rendering=dom")
    assert ([], [id], []) == asked("--file", "dial/face.py")
    assert ([id], [], []) == asked("Zifferblatt malen", "--env", "rendering=dom", "--env", "language=python")


@pytest.mark.parametrize(
    ("named", "why"),
    [
        (("--by", "Ada"), "--by Ada: without --quote would pass your own words off as theirs"),
        (
            ("--by", "Ada", "--quote", " "),
            "--by Ada: without --quote would pass your own words off as theirs",
        ),
        (
            ("--url", "https://example.org/1"),
            "--url https://example.org/1: without --quote would say that your own words stand there",
        ),
    ],
)
def test_new_puts_nobodys_words_into_anothers_mouth(merged: Repository, named: tuple[str, ...], why: str):
    done = exp(merged.path, *WRITTEN, *named)

    assert (2, "") == (done.code, done.stdout)
    assert f'Error: {why}; add --quote "…", word for word' == done.complaint
    assert "" == merged.git("status", "--porcelain")

    quoted = exp(merged.path, *WRITTEN, "--by", "Ada", "--quote", "It flooded twice.")
    text = (merged.path / quoted.stdout.strip()).read_text()
    assert "quote: It flooded twice." in text and "by: Ada" in text


@pytest.mark.parametrize(
    "odd",
    [
        ("--must", "gas oven"),
        ("--must-not", "x,"),
        ("--search", "words"),
        ("--search", "de=,"),
        ("--search", "=x"),
        ("--must", "path=../x"),
    ],
)
def test_new_refuses_odd_conditions_and_search_words_in_a_line(merged: Repository, odd: tuple[str, str]):
    done = exp(merged.path, *WRITTEN, *odd)

    assert (2, "") == (done.code, done.stdout)
    assert done.complaint.startswith("Error: ") and "\n" not in done.complaint
    assert "" == merged.git("status", "--porcelain")


@pytest.mark.parametrize(
    "odd", [("--what", "x" * 401), ("--path", "../x"), ("--path", "/x/**"), ("--title", "t" * 500)]
)
def test_words_that_fit_no_file_are_a_fault_of_the_call(merged: Repository, odd: tuple[str, str]):
    done = exp(merged.path, *WRITTEN, *odd)

    assert (2, "") == (done.code, done.stdout), done.both
    assert len(done.complaint) < 400
    assert "" == merged.git("status", "--porcelain")


def test_recall_gives_the_words_of_the_file_unchanged(shared: Repository):
    assert f'"{VALVE_RULE}"' in exp(shared.path, "recall", "--symbol", "Valve.open").stdout
