"""`exp facts`: what is known here, where each fact comes from, and which origin comes first."""

from __future__ import annotations

import sys

from e2e.conftest import MARA
from e2e.story import PUMP
from support.process import exp, exp_at_terminal
from support.repository import Repository

PLATFORM = {"darwin": "macos"}.get(sys.platform, sys.platform)


def facts(repository: Repository, *more: str) -> dict[str, tuple[str, str]]:
    """Return the facts as `exp facts --json` gives them: value and origin by name."""
    found = exp(repository.path, "facts", *more, "--json").json["facts"]
    return {name: (row["value"], row["from"]) for name, row in found.items()}


def test_facts_come_from_manifests_languages_and_the_machine(merged: Repository):
    merged.write("requirements.txt", "hydro==0.27.2\n")
    merged.write("package.json", '{"dependencies": {"steam": "^4.1.0"}}')
    merged.commit("Name what it needs")

    found = facts(merged)

    assert ("0.27.2", "requirements.txt") == found["pypi:hydro"]
    assert ("^4.1.0", "package.json") == found["npm:steam"]
    assert PLATFORM == found["platform"][0]
    assert "javascript" in found["language"][0] and "python" in found["language"][0]


def test_a_manifest_makes_applicable_or_blocked_without_a_word_on_the_command_line(merged: Repository):
    merged.write("requirements.txt", "hydro==0.27.2\n")
    applies = exp(merged.path, "recall", "--file", PUMP, "--json").json
    merged.write("requirements.txt", "hydro==0.20\n")
    blocked = exp(merged.path, "recall", "--file", PUMP, "--json").json
    merged.write("requirements.txt", "hydro>=0.20\n")
    unknown = exp(merged.path, "recall", "--file", PUMP, "--json").json
    merged.write("requirements.txt", "steam==1\n")
    absent = exp(merged.path, "recall", "--file", PUMP, "--json").json

    assert ["applicable", "blocked", "unknown", "blocked"] == [
        next(value for value in ("applicable", "blocked", "unknown") if found[value])
        for found in (applies, blocked, unknown, absent)
    ]


def test_set_and_unset_are_this_clones_and_touch_no_file_of_the_work_tree(merged: Repository):
    told = exp(merged.path, "facts", "set", "rendering=canvas", "batch=no")
    after = facts(merged)
    status = merged.git("status", "--porcelain")
    exp(merged.path, "facts", "unset", "rendering")

    assert (0, "") == (told.code, told.stderr)
    assert "rendering = canvas" in told.stdout
    assert "canvas" == after["rendering"][0] and "exp facts set" in after["rendering"][1]
    assert "" == status
    assert "rendering" not in facts(merged) and "batch" in facts(merged)


def test_the_first_of_env_set_facts_yaml_and_repository_wins(merged: Repository):
    merged.write("requirements.txt", "hydro==0.10\n")
    merged.commit("Name a version")
    in_repository = facts(merged)["pypi:hydro"]
    merged.commit("Declare it", {"experiences/facts.yaml": "hydro: 0.20\nrendering: svg\n"}, author=MARA)
    in_yaml = facts(merged)["hydro"]
    blocked = exp(merged.path, "recall", "--file", PUMP, "--json").json["blocked"]
    exp(merged.path, "facts", "set", "hydro=0.30")
    in_clone = facts(merged)["hydro"]
    applies = exp(merged.path, "recall", "--file", PUMP, "--json").json["applicable"]
    in_call = facts(merged, "--env", "hydro=0.23")["hydro"]
    called = exp(merged.path, "recall", "--file", PUMP, "--env", "hydro=0.23", "--json").json

    assert ("0.10", "requirements.txt") == in_repository
    assert ("0.20", "experiences/facts.yaml") == in_yaml
    assert 1 == len(blocked) and "0.20" in blocked[0]["blocked_by"][0]
    assert "0.30" == in_clone[0]
    assert 1 == len(applies)
    assert ("0.23", "--env") == in_call
    assert 1 == len(called["blocked"])
    assert "svg" == facts(merged)["rendering"][0], "a fact that only the file declares still counts"


def test_facts_yaml_counts_only_as_the_default_branch_has_it(merged: Repository):
    merged.write("experiences/facts.yaml", "rendering: canvas\n")
    uncommitted = facts(merged)
    merged.git("switch", "--quiet", "--create", "feature")
    merged.commit("Declare it on a branch")

    assert "rendering" not in uncommitted
    assert "rendering" not in facts(merged)
    merged.git("branch", "--force", "main", "feature")
    assert "canvas" == facts(merged)["rendering"][0]


def test_env_may_be_a_file_of_lines_or_of_json(merged: Repository):
    merged.write("../lines.env", "# here\nrendering=canvas\nbatch='no'\n")
    merged.write("../facts.json", '{"rendering": "svg", "gpu": true}')

    found = facts(merged, "--env", "../lines.env", "--env", "../facts.json")

    assert ("canvas", "no", "yes") == (found["rendering"][0], found["batch"][0], found["gpu"][0])


def test_a_person_sees_each_fact_on_a_line_with_where_it_comes_from(merged: Repository):
    merged.write("requirements.txt", "hydro==0.27.2\n")

    shown = exp_at_terminal(merged.path, "facts", env={"NO_COLOR": "1"})

    rows = [line.split() for line in shown.stdout.splitlines()]
    assert ["pypi:hydro", "0.27.2", "(requirements.txt)"] in rows


def test_a_wrong_pair_sets_nothing_and_says_how(merged: Repository):
    done = exp(merged.path, "facts", "set", "rendering=canvas", "nonsense")
    unset = exp(merged.path, "facts", "unset", "never")

    assert 2 == done.code and "NAME=VALUE" in done.complaint
    assert "rendering" not in facts(merged)
    assert 2 == unset.code and "never" in unset.complaint


def test_what_is_no_text_declares_nothing_and_is_said(merged: Repository):
    merged.commit("Break it", {"experiences/facts.yaml": b"rendering: \xff\n"}, author=MARA)
    merged.write("../facts.env", b"rendering=\xff\n")
    merged.write("requirements.txt", b"hydro==\xff\n")

    told = exp(merged.path, "facts", "--env", "../facts.env", "--json")
    asked = exp(merged.path, "recall", "--file", PUMP, "--env", "../facts.env", "--json").plain

    assert (0, 0) == (told.code, asked.code)
    assert "rendering" not in told.json["facts"]
    where = {one["where"].partition(":")[0] for one in told.json["skipped"]}
    assert {"experiences/facts.yaml", "../facts.env", "requirements.txt"} == where
    assert where <= {one["where"].partition(":")[0] for one in asked.json["skipped"]}


def test_thousands_of_facts_may_be_given(merged: Repository):
    given = [word for number in range(3_000) for word in ("--env", f"name-{number}={number}")]

    done = exp(merged.path, "facts", *given, "--json")

    assert 0 == done.code
    assert {"value": "2999", "from": "--env"} == done.json["facts"]["name-2999"]


def test_facts_stand_in_groups_each_with_its_origin(merged: Repository):
    merged.write("requirements.txt", "hydro==0.27.2\nflask\n")
    merged.write(".gitlab-ci.yml", "")
    exp(merged.path, "facts", "set", "rendering=canvas")

    lines = exp(merged.path, "facts", "--file", PUMP).stdout.splitlines()

    assert ["given", "environment", "languages", "requirements.txt"] == [
        line for line in lines if not line.startswith("  ")
    ]
    rows = [line.split() for line in lines if line.startswith("  ")]
    assert ["rendering", "canvas", "(exp", "facts", "set)"] in rows
    assert ["ci", "gitlab-ci", "(.gitlab-ci.yml)"] in rows
    assert ["framework", "flask", "(requirements.txt)"] in rows
    assert ["language", "python", "(the", "files", "asked", "about)"] in rows
    assert ["pypi:hydro", "0.27.2", "(requirements.txt)"] in rows
