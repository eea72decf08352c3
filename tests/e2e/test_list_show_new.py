"""`exp list`, `exp show`, `exp new`: look at what stands, and write one by hand for a person to commit."""

from __future__ import annotations

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
