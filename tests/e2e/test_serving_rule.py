"""What recall serves (DESIGN.md section 4): entries of HEAD that equal the default branch's, nothing else."""

from __future__ import annotations

from e2e.story import PANEL_FILE, PANEL_PATH
from support.process import Finished, exp
from support.repository import Repository

CALL = ("recall", "--file", "cabin/panel.js", "--env", "rendering=canvas", "--json")
NEW_PATH = "experiences/cabin/panel-dim-at-night-0a1b2c3d4e.yaml"
NEW_FILE = PANEL_FILE.replace("panel-redraw-whole-5b1f0c9ad2", "panel-dim-at-night-0a1b2c3d4e").replace(
    "Draw the whole panel again after a resize, never a part of it.", "Dim the panel at night."
)


def served(done: Finished) -> list[str]:
    """Return what was served, by its words."""
    assert done.code == 0, done.both
    return [one["what"] for one in done.json["applicable"]]


def said(done: Finished) -> dict[str, str]:
    """Return what was left out and why; each is said on stderr too, or in the document alone."""
    return {one["where"]: one["what"] for one in done.json["skipped"]}


def test_what_equals_the_default_branch_is_served(merged: Repository):
    merged.git("switch", "--quiet", "--create", "feature")
    merged.commit("Work on", {"engine/igniter.py": "x = 1\n"})

    done = exp(merged.path, *CALL)

    assert ["Draw the whole panel again after a resize, never a part of it."] == served(done)
    assert {} == said(done)


def test_what_is_not_committed_is_not_served(merged: Repository):
    merged.write(NEW_PATH, NEW_FILE)
    merged.write(PANEL_PATH, PANEL_FILE.replace("never a part of it", "or not, as you like"))
    untouched = exp(merged.path, *CALL)
    merged.git("add", "--all")
    staged = exp(merged.path, *CALL)

    for done in (untouched, staged):
        assert ["Draw the whole panel again after a resize, never a part of it."] == served(done)


def test_what_a_feature_branch_adds_or_changes_is_not_served_and_that_is_said(merged: Repository):
    merged.git("switch", "--quiet", "--create", "feature")
    changed = PANEL_FILE.replace("never a part of it", "or not, as you like")
    merged.commit("An agent's own rules", {NEW_PATH: NEW_FILE, PANEL_PATH: changed})

    done = exp(merged.path, *CALL)
    on_a_pipe = exp(merged.path, *CALL[:-1])

    assert [] == served(done)
    assert {NEW_PATH, PANEL_PATH} == said(done).keys()
    assert "main" in said(done)[NEW_PATH] and "not served" in said(done)[NEW_PATH]
    assert "" == on_a_pipe.stdout
    assert NEW_PATH in on_a_pipe.stderr and PANEL_PATH in on_a_pipe.stderr


def test_a_proposal_branch_checked_out_serves_nothing_of_its_own(rocket: Repository):
    exp(rocket.path, "propose", "../talk/7.json")
    rocket.git("switch", "--quiet", "exp/proposals")

    done = exp(rocket.path, "recall", "--file", "engine/valve.py", "--json")

    assert [] == served(done)
    assert 2 == len(said(done)) and all("not served" in why for why in said(done).values())


def test_what_the_default_branch_retracted_is_not_served_from_an_older_branch(merged: Repository):
    merged.git("branch", "older")
    merged.commit("Retract it", {PANEL_PATH: PANEL_FILE.replace("active", "retracted")})
    merged.git("switch", "--quiet", "older")

    done = exp(merged.path, *CALL)

    assert [] == served(done)
    assert "differs from main: not served" == said(done)[PANEL_PATH]


def test_what_the_default_branch_deleted_is_not_served_from_an_older_branch(merged: Repository):
    merged.git("branch", "older")
    merged.commit("Take it out", {PANEL_PATH: None})
    merged.git("switch", "--quiet", "older")

    done = exp(merged.path, *CALL)

    assert [] == served(done)
    assert PANEL_PATH in said(done)


def test_what_the_older_branch_still_shares_is_served_there(merged: Repository):
    merged.git("branch", "older")
    merged.commit("One more", {NEW_PATH: NEW_FILE})
    merged.git("switch", "--quiet", "older")

    done = exp(merged.path, *CALL)

    assert ["Draw the whole panel again after a resize, never a part of it."] == served(done)
    assert {} == said(done)


def test_where_no_default_branch_is_known_head_counts(merged: Repository):
    merged.git("branch", "--move", "main", "trunk")
    merged.commit("One more", {NEW_PATH: NEW_FILE})

    assert 2 == len(served(exp(merged.path, *CALL)))


def test_gits_setting_names_the_default_branch(merged: Repository):
    merged.git("branch", "--move", "main", "trunk")
    merged.git("config", "exp.defaultBranch", "trunk")
    merged.git("switch", "--quiet", "--create", "feature")
    merged.commit("One more", {NEW_PATH: NEW_FILE})

    done = exp(merged.path, *CALL)

    assert 1 == len(served(done))
    assert "not on trunk yet: not served" == said(done)[NEW_PATH]


def test_a_setting_that_names_no_branch_is_an_error_not_a_guess(merged: Repository):
    merged.git("config", "exp.defaultBranch", "nowhere")

    done = exp(merged.path, *CALL)

    assert (3, "") == (done.code, done.stdout)
    assert "exp.defaultBranch" in done.complaint


def test_a_clone_obeys_origins_default_branch(merged: Repository):
    merged.git("branch", "--move", "main", "trunk")
    clone = merged.clone(merged.path.parent / "clone")
    clone.commits = 200
    clone.git("switch", "--quiet", "--create", "feature")
    clone.commit("One more", {NEW_PATH: NEW_FILE})

    done = exp(clone.path, *CALL)

    assert ["Draw the whole panel again after a resize, never a part of it."] == served(done)
    assert "origin/trunk" in said(done)[NEW_PATH] or "trunk" in said(done)[NEW_PATH]


def test_an_expired_one_is_not_served(merged: Repository):
    merged.commit("It ends", {PANEL_PATH: PANEL_FILE + 'lifecycle: {expires: "2024-01-31"}\n'})

    assert [] == served(exp(merged.path, *CALL))
