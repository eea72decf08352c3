"""The main job, end to end: a discussion becomes a branch, a person merges it, recall gives it where it applies."""

from __future__ import annotations

import re

from e2e.story import PUMP, PUMP_RULE, VALVE, VALVE_RULE, proposed
from support.process import exp, exp_at_terminal
from support.repository import Repository

KEYS_OF_RECALL = {
    "from", "applicable", "unknown", "blocked", "facts", "match", "skipped", "elapsed_ms",
}  # fmt: skip
KEYS_OF_APPLICABLE = {
    "id", "title", "when", "what", "why", "because", "score", "tokens", "evidence", "approved",
}  # fmt: skip


def test_a_discussion_becomes_one_commit_and_work_tree_index_and_head_stay(rocket: Repository):
    rocket.write("engine/valve.py", "half an edit")
    rocket.write("new.txt", "not added")
    rocket.write("staged.txt", "staged")
    rocket.git("add", "staged.txt")
    status = rocket.git("status", "--porcelain")
    index = (rocket.path / ".git/index").read_bytes()
    head = (rocket.path / ".git/HEAD").read_bytes()

    done = exp(rocket.path, "propose", "../talk/7.json")

    assert 0 == done.code, done.both
    assert index == (rocket.path / ".git/index").read_bytes()
    assert head == (rocket.path / ".git/HEAD").read_bytes()
    assert status == rocket.git("status", "--porcelain")
    assert not (rocket.path / "experiences").exists()
    assert ["main"] == rocket.git("log", "--format=%D", "-1", "main").replace("HEAD -> ", "").split(", ")
    assert "1" == rocket.git("rev-list", "--count", "main..exp/proposals")
    assert rocket.rev("main") == rocket.rev("exp/proposals^")
    assert 2 == len(proposed(rocket))
    changed = rocket.git("diff", "--name-only", "main", "exp/proposals").splitlines()
    assert changed == proposed(rocket), "the commit holds nothing but experiences"


def test_propose_tells_the_funnel_each_item_the_text_and_the_git_lines(rocket: Repository):
    done = exp(rocket.path, "propose", "../talk/7.json")

    assert "1 discussion -> 6 turns" in done.stdout
    assert "2 worth keeping" in done.stdout
    for words in (VALVE_RULE, PUMP_RULE):
        assert words in " ".join(done.stdout.split())
    assert "exp: 2 experiences (engine)" in done.stdout
    assert "**Merging = your team's agents get the 2 experiences below.**" in done.stdout
    assert re.search(r"^look +git diff HEAD\.\.\.exp/proposals$", done.stdout, re.MULTILINE)
    assert re.search(r"^take +git merge .*exp/proposals$", done.stdout, re.MULTILINE)
    assert re.search(r"^throw away +git branch -D exp/proposals$", done.stdout, re.MULTILINE)
    assert "" == done.stderr


def test_the_git_lines_that_propose_prints_do_what_they_say(rocket: Repository):
    lines = exp(rocket.path, "propose", "../talk/7.json").stdout.splitlines()
    told = {
        line[:12].strip(): line[12:].split()
        for line in lines
        if line.startswith(("look ", "take ", "throw "))
    }

    assert VALVE_RULE.split(",")[0] in rocket.git(*told["look"][1:])
    rocket.git(*told["take"][1:])
    assert 1 == len(exp(rocket.path, "recall", "--file", VALVE, "--json").json["applicable"])
    rocket.git(*told["throw away"][1:])
    assert "" == rocket.git("branch", "--list", "exp/*")


def test_the_person_who_took_the_proposal_is_the_one_who_approved(rocket: Repository):
    told = exp(rocket.path, "propose", "../talk/7.json").stdout
    take = next(line.split()[1:] for line in told.splitlines() if line.startswith("take "))
    rocket.git(*take[1:], author=("Mara Maintainer", "mara@example.org"))

    [one] = exp(rocket.path, "recall", "--file", VALVE, "--json").json["applicable"]

    assert "git-exp" != (one["approved"] or {}).get("by"), "exp approves nothing; a person's merge does"


def test_on_a_pipe_recall_gives_a_marker_block_and_nothing_else(shared: Repository):
    done = exp(shared.path, "recall", "--file", VALVE)

    lines = done.stdout.splitlines()
    assert 0 == done.code
    assert lines[0].startswith('<team-notes from="experiences/ in this repository (git-exp)"')
    assert f'file="{VALVE}"' in lines[0]
    assert "</team-notes>" == lines[-1]
    assert f'1. In this project: "{VALVE_RULE}"' in lines
    assert "" == done.stderr


def test_recalls_json_holds_the_keys_of_the_contract(shared: Repository):
    done = exp(shared.path, "recall", "--file", VALVE, "--json")

    found = done.json
    [one] = found["applicable"]
    assert KEYS_OF_RECALL <= found.keys()
    assert KEYS_OF_APPLICABLE <= one.keys()
    assert "git-exp" == found["from"]
    assert "good" == found["match"]
    assert VALVE_RULE == one["what"]
    assert f"When changing `Valve.open` in {VALVE}" == one["when"]
    assert {"quote", "url", "by", "at"} <= one["evidence"][0].keys()
    assert ("rex", "2024-03-02") == (one["evidence"][0]["by"], one["evidence"][0]["at"])
    assert one["evidence"][0]["url"].endswith("/acme/rocket/pull/7#discussion_r101")
    assert "Mara Maintainer" == one["approved"]["by"]
    assert shared.git("rev-list", "--merges", "main") == one["approved"]["commit"]
    assert 0 < one["score"] <= 1 and one["tokens"] > 0 and VALVE in one["because"]
    assert [] == found["skipped"] and isinstance(found["elapsed_ms"], int)
    assert {"value", "from"} == found["facts"]["language"].keys()


def test_at_a_terminal_recall_is_written_for_a_person(shared: Repository):
    done = exp_at_terminal(shared.path, "recall", "--file", VALVE, env={"NO_COLOR": "1"})

    lines = done.stdout.splitlines()
    assert 0 == done.code
    assert re.fullmatch(r"1 applies here +\d+ ms", lines[0])
    assert "team-notes" not in done.stdout
    title = next(line for line in lines if "  valve-" in line)
    assert re.match(r"  \S.*  valve-[a-z0-9-]+-[0-9a-f]{10}$", title)
    rows = {line.split()[0]: line for line in lines if line.startswith("    ") and line[4] != " "}
    assert {"do", "here", "from"} <= rows.keys()
    assert "`Valve.open` must not be called twice in a row" in rows["do"]
    assert VALVE in rows["here"]
    assert "approved by Mara Maintainer" in rows["from"]
    assert "" == done.stderr


def test_colours_go_to_terminals_only_and_no_color_is_obeyed(shared: Repository):
    coloured = exp_at_terminal(shared.path, "recall", "--file", VALVE)
    plain = exp_at_terminal(shared.path, "recall", "--file", VALVE, env={"NO_COLOR": "1"})
    piped = exp(shared.path, "recall", "--file", VALVE, env={"FORCE_COLOR": "1", "CLICOLOR_FORCE": "1"})

    assert "\x1b[1m" in coloured.stdout
    assert "\x1b" not in plain.stdout
    assert "\x1b" not in piped.both


def test_an_older_version_blocks_and_the_reason_is_given(shared: Repository):
    [blocked] = exp(shared.path, "recall", "--file", PUMP, "--env", "hydro=0.23", "--json").json["blocked"]
    told = exp(shared.path, "recall", "--file", PUMP, "--env", "hydro=0.23")
    shown = exp_at_terminal(shared.path, "recall", "--file", PUMP, "--env", "hydro=0.23")

    assert {"id", "blocked_by"} <= blocked.keys()
    assert ">=0.24" in blocked["blocked_by"][0] and "0.23" in blocked["blocked_by"][0]
    assert (0, "") == (told.code, told.stdout)
    assert "does not apply" in told.stderr and "0.23" in told.stderr
    assert "1 does not apply" in shown.stdout and "exp recall --all" in shown.stdout


def test_what_no_file_tells_is_unknown_and_comes_with_its_question(shared: Repository):
    found = exp(shared.path, "recall", "--file", PUMP, "--json").json
    told = exp(shared.path, "recall", "--file", PUMP)
    shown = exp_at_terminal(shared.path, "recall", "--file", PUMP)

    [unknown] = found["unknown"]
    [missing] = unknown["missing"]
    assert ([], [], "none") == (found["applicable"], found["blocked"], found["match"])
    assert {"condition", "question"} == missing.keys()
    assert "hydro" in missing["question"] and "exp facts set hydro=" in missing["question"]
    assert (0, "") == (told.code, told.stdout)
    assert missing["question"] in told.stderr
    assert "1 can't be told" in shown.stdout and "exp facts set hydro=" in shown.stdout


def test_a_newer_version_applies_and_says_by_which_fact(shared: Repository):
    [one] = exp(shared.path, "recall", "--file", PUMP, "--env", "hydro=0.25", "--json").json["applicable"]

    assert PUMP_RULE == one["what"]
    assert any("hydro 0.25" in reason for reason in one["because"])


def test_nothing_found_is_an_empty_pipe_a_word_beside_it_and_success(shared: Repository):
    piped = exp(shared.path, "recall", "--file", "README.md")
    shown = exp_at_terminal(shared.path, "recall", "--file", "README.md")

    assert (0, "") == (piped.code, piped.stdout)
    assert "nothing applies to README.md (3 experiences" in piped.complaint
    assert "nothing applies to README.md (3 experiences" in shown.stdout


def test_recall_answers_for_a_file_that_does_not_exist_yet(shared: Repository):
    found = exp(shared.path, "recall", "--file", "cabin/new.js", "--env", "rendering=canvas", "--json").json

    assert ["panel-redraw-whole-5b1f0c9ad2"] == [one["id"] for one in found["applicable"]]


def test_recall_finds_by_symbol_and_by_words(shared: Repository):
    by_symbol = exp(shared.path, "recall", "--symbol", "Valve.open", "--json").json["applicable"]
    by_words = exp(shared.path, "recall", "drains the tank", "--json").json["applicable"]

    assert [VALVE_RULE] == [one["what"] for one in by_symbol]
    assert [VALVE_RULE] == [one["what"] for one in by_words][:1]


def test_a_limit_or_budget_leaves_out_and_says_so(shared: Repository):
    call = ("recall", "--env", "hydro=1", "--env", "rendering=canvas")

    whole = exp(shared.path, *call, "--json").json
    one = exp(shared.path, *call, "--json", "--limit", "1").json
    tight = exp(shared.path, *call, "--budget", "1")

    assert (3, []) == (len(whole["applicable"]), whole["limits"])
    assert 1 == len(one["applicable"])
    assert "2 more" in one["limits"][0]
    assert 1 == tight.stdout.count("In this project:")
    assert "2 more" in tight.stdout


def test_what_was_merged_is_not_proposed_again(merged: Repository):
    before = merged.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")

    done = exp(merged.path, "propose", "../talk/7.json", "--json")

    assert ["skip", "skip"] == [one["action"] for one in done.json["decisions"]]
    assert all(one["target"] for one in done.json["decisions"])
    assert before == merged.git("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")
