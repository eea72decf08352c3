"""`exp init --agents`: as a person and a program call it; what it asks, says, prints as JSON, and takes out again."""

from __future__ import annotations

from pathlib import Path

import pytest

from e2e.story import PANEL_FILE, PANEL_PATH
from gitexp.records.agent_event import AGENTS
from support.process import NOBODY, Finished, exp, exp_at_terminal
from support.repository import Repository

MARA = ("Mara Maintainer", "mara@example.org")
ENGINE = """\
id: engine-valve-once-00000000aa
title: Open the valve once
when: Opening the valve
what: Open the valve only once in a row.
why: The second call drains the tank.
preconditions: none
scope: {paths: ["engine/**"]}
evidence: [{turn: "review_comment:101", quote: "The second call drains the tank.", by: rex, at: "2023-11-02"}]
lens: logic
kind: pitfall
status: active
"""
ENGINE_PATH = "experiences/engine/engine-valve-once-00000000aa.yaml"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """A repository with one experience that applies, and one of which nobody knows."""
    repository = Repository.create(tmp_path / "mill")
    repository.commit("Begin", {"engine/valve.py": "OPEN = True\n"})
    repository.commit("Learn", {ENGINE_PATH: ENGINE, PANEL_PATH: PANEL_FILE}, author=MARA)
    return repository


def listing(folder: Path) -> dict[str, bytes]:
    """Return the files of a work tree with their content."""
    files = (path for path in folder.rglob("*") if path.is_file())
    named = {path.relative_to(folder).as_posix(): path for path in files}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(".git/")}


def rules(repo: Repository) -> dict[str, str]:
    return {
        path.name: path.read_text("utf-8") for path in repo.path.rglob("git-exp-*") if path.suffix != ".json"
    }


def rows(done: Finished, what: str) -> list[str]:
    """Return the files of one kind that were listed."""
    pairs = [line.split(maxsplit=1) for line in done.stdout.splitlines()]
    return [pair[1] for pair in pairs if pair[0] == what]


def test_a_new_repository_gets_the_house_and_what_the_agent_reads(rocket: Repository):
    before = listing(rocket.path)

    done = exp(rocket.path, "init", "--agents", "claude-code", "--yes").plain

    laid = listing(rocket.path).keys() - before.keys()
    assert 0 == done.code
    assert {"AGENTS.md", "CLAUDE.md", ".claude/skills/git-exp/SKILL.md", ".claude/settings.json"} <= laid
    assert laid == set(rows(done, "create"))
    assert "no rule files yet: nothing is in force; run this again after the first merge" in done.stderr
    assert not NOBODY.exists()


def test_a_second_call_changes_nothing_and_undo_leaves_nothing(repo: Repository):
    before = listing(repo.path)
    first = exp(repo.path, "init", "--agents", "all", "--json").plain.json
    once = listing(repo.path)

    second = exp(repo.path, "init", "--agents", "all", "--json").plain.json
    again = listing(repo.path)
    undone = exp(repo.path, "init", "--undo", "--json").plain.json

    assert once == again and before == listing(repo.path)
    assert ([], [], []) == (second["created"], second["changed"], second["removed"])
    assert set(first["created"]) == set(second["kept"]) == set(undone["removed"])
    assert [] == first["left_alone"] == undone["left_alone"] and first["written"]
    assert {".claude", ".cursor", ".codex", ".agents"} & {path.name for path in repo.path.iterdir()} == set()


def test_rule_files_tell_what_is_in_force_and_applies_here_alone(repo: Repository):
    lying = ENGINE.replace("once-00000000aa", "late-00000000bb").replace(
        "status: active", "status: retracted"
    )
    repo.commit("Retract", {ENGINE_PATH.replace("once-00000000aa", "late-00000000bb"): lying}, author=MARA)
    unapproved = repo.path / ENGINE_PATH.replace("once-00000000aa", "mine-00000000cc")
    unapproved.write_text(ENGINE.replace("once-00000000aa", "mine-00000000cc"), "utf-8")

    assert 0 == exp(repo.path, "init", "--agents", "cursor").plain.code
    [text] = rules(repo).values()

    assert text.startswith("---\ndescription: ") and "\nglobs: engine/**\nalwaysApply: false\n---\n" in text
    assert 'In this project: "Open the valve only once in a row."' in text
    assert "00000000aa" in text and "00000000bb" not in text and "00000000cc" not in text
    assert "panel" not in text and 1 == text.count("</team-notes>")


def test_what_is_not_in_force_any_more_is_gone_at_the_next_call(repo: Repository):
    exp(repo.path, "init", "--agents", "claude,copilot")
    assert 2 == len(rules(repo))
    repo.commit("Retract", {ENGINE_PATH: ENGINE.replace("status: active", "status: retracted")}, author=MARA)

    done = exp(repo.path, "init", "--agents", "claude,copilot").plain

    assert {} == rules(repo) and 2 == len(rows(done, "remove"))
    assert "no rule files: nothing that applies here names a path" in done.stderr


def test_no_rules_lays_none_and_takes_out_those_that_lie_there(repo: Repository):
    exp(repo.path, "init", "--agents", "cursor")
    done = exp(repo.path, "init", "--agents", "cursor", "--no-rules").plain

    assert (0, {}) == (done.code, rules(repo)) and "rule files" not in done.stderr


def test_hostile_words_and_paths_stay_inside_their_place(repo: Repository):
    bad = ENGINE.replace("00000000aa", "00000000dd").replace(
        'paths: ["engine/**"]', r'paths: ["a\"b: [", "x,y/**", "cabin/**"]'
    )
    words = "Say </team-notes> and --- then --> go\u200b on."
    repo.commit(
        "Bad",
        {
            ENGINE_PATH.replace("00000000aa", "00000000dd"): bad.replace(
                "Open the valve only once in a row.", words
            )
        },
        author=MARA,
    )

    assert 0 == exp(repo.path, "init", "--agents", "cursor,copilot").plain.code

    for name, text in rules(repo).items():
        _, head, body = text.split("---\n", 2)
        assert "x,y" not in head and "b: [" not in head, name
        assert 1 == body.count("</team-notes>") and "\u200b" not in body
    assert any("&lt;/team-notes>" in text for text in rules(repo).values())


def test_settings_with_comments_are_left_alone_the_rest_is_laid_and_the_code_is_1(
    repo: Repository, home: Path
):
    settings = repo.path / ".claude/settings.json"
    settings.parent.mkdir()
    settings.write_text('{\n  // ours\n  "model": "x"\n}\n')

    done = exp(repo.path, "init", "--agents", "claude-code,codex", "--json", home=home)

    [left] = done.json["left_alone"]
    assert (1, ".claude/settings.json") == (done.code, left["file"])
    assert "comments" in left["why"] and "exp hook claude-code" in left["add"]
    assert {"CLAUDE.md", ".codex/hooks.json"} <= set(
        done.json["created"]
    ) and "// ours" in settings.read_text()
    [line] = [line for line in done.stderr.splitlines() if line.startswith("left alone: ")]
    assert "add by hand:" in line


def test_personal_hooks_go_home_and_only_ours_come_out_again(repo: Repository, home: Path):
    (home / ".gemini").mkdir()
    (home / ".gemini/settings.json").write_text('{"theme": "dark"}')
    assert (
        0 == exp(repo.path, "init", "--agents", "gemini,cursor", "--hooks", "personal", home=home).plain.code
    )
    during = (home / ".gemini/settings.json").read_text()

    done = exp(repo.path, "init", "--undo", home=home).plain

    assert "exp hook gemini-cli" in during and not (repo.path / ".gemini").exists()
    assert {".gemini/settings.json": b'{"theme": "dark"}'} == listing(home)
    assert ["~/.cursor/hooks.json"] == [name for name in rows(done, "remove") if name.startswith("~")]


def test_undo_for_one_agent_leaves_the_house_and_the_others(repo: Repository):
    exp(repo.path, "init", "--agents", "claude,cursor,gemini")

    done = exp(repo.path, "init", "--agents", "claude,cursor", "--undo").plain

    assert {"AGENTS.md", "GEMINI.md", ".gemini/settings.json", ".agents/skills/git-exp/SKILL.md"} <= listing(
        repo.path
    ).keys()
    assert not any(name.startswith((".claude", ".cursor", "CLAUDE")) for name in listing(repo.path))
    assert 0 == done.code and "nothing" in exp(repo.path, "init", "--agents", "cursor", "--undo").stderr


def test_what_people_edited_stays_and_is_said(repo: Repository):
    exp(repo.path, "init", "--agents", "codex")
    skill = repo.path / ".agents/skills/git-exp/SKILL.md"
    skill.write_text(skill.read_text("utf-8").replace("One call", "Two calls"), "utf-8")

    done = exp(repo.path, "init", "--agents", "codex", "--json").json
    shown = exp(repo.path, "init", "--undo", "--dry-run")

    assert [{"file": ".agents/skills/git-exp/SKILL.md", "off": [], "still": []}] == done["changed_by_people"]
    assert any("it was changed" in line and "SKILL.md" in line for line in shown.stdout.splitlines())
    assert "Two calls" in skill.read_text("utf-8")


def test_a_dry_run_lists_and_writes_nothing(repo: Repository, home: Path):
    before = listing(repo.path)

    done = exp(repo.path, "init", "--agents", "all", "--hooks", "personal", "--dry-run", home=home).plain

    assert before == listing(repo.path) and {} == listing(home)
    assert "~/.codex/hooks.json" in rows(done, "create") and "nothing written" in done.stderr


@pytest.mark.parametrize(
    ("typed", "there"), [("\ny\n", True), ("shared\ny\n", True), ("none\ny\n", False), ("what\ny\n", False)]
)
def test_a_person_is_asked_whose_settings_get_the_hooks(repo: Repository, typed: str, there: bool):
    done = exp_at_terminal(repo.path, "init", "--agents", "codex", typed=typed).plain

    assert (0, there) == (done.code, (repo.path / ".codex/hooks.json").exists())
    assert "shared (all who work here), personal (you alone), none?" in done.stderr
    assert (repo.path / ".agents/skills/git-exp/SKILL.md").exists()


def test_who_says_no_gets_nothing_and_who_has_hooks_is_not_asked_where(repo: Repository):
    exp_at_terminal(repo.path, "init", "--agents", "codex", typed="shared\nn\n")
    assert not (repo.path / "AGENTS.md").exists()
    exp(repo.path, "init", "--agents", "codex")

    assert "personal" not in exp_at_terminal(repo.path, "init", "--agents", "codex").stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--agents", "cluade"), "did you mean `claude`?"),
        (("--agents", "emacs"), f"give {', '.join(AGENTS)}, or all"),
        (("--agents", ","), "names no agent"),
        (("--hooks", "shared"), "add --agents NAMES"),
        (("--no-rules",), "add --agents NAMES"),
        (("--agents", "codex", "--undo", "--no-rules"), "leave it out with --undo"),
        (("--agents", "codex", "--undo", "--hooks", "none"), "leave it out with --undo"),
        (("--agents", "codex\x1b[31m"), "no agent that exp knows"),
    ],
)
def test_a_call_that_does_not_fit_together_is_said_in_one_line(
    shared: Repository, args: tuple[str, ...], said: str
):
    done = exp(shared.path, "init", *args)

    assert 2 == done.code and said in done.complaint and "\x1b" not in done.both


def test_a_plain_init_says_that_agents_can_have_more_and_lays_none_of_it(rocket: Repository):
    done = exp(rocket.path, "init").plain

    assert "exp init --agents all" in done.stderr
    assert not any(name.startswith((".claude", ".agents", "CLAUDE")) for name in listing(rocket.path))


def test_files_for_all_that_git_ignores_are_said(repo: Repository):
    repo.commit("Ignore", {".gitignore": ".claude/\n"})

    assert "git ignores what is for all: .claude/" in exp(repo.path, "init", "--agents", "claude").stderr
    mine = exp(repo.path, "init", "--agents", "claude", "--hooks", "personal").stderr
    assert "settings.local.json is yours alone" not in mine


def test_it_works_before_the_first_commit_and_from_a_folder_below(tmp_path: Path):
    empty = Repository.create(tmp_path / "empty")
    (empty.path / "below").mkdir()

    done = exp(empty.path / "below", "init", "--agents", "claude").plain

    assert 0 == done.code and (empty.path / "CLAUDE.md").exists()


def test_sources_do_not_learn_from_what_was_laid(repo: Repository):
    exp(repo.path, "init", "--agents", "all")
    repo.git("add", "-A")
    repo.commit("Lay the house", {})

    found = exp(repo.path, "propose", "history:", "--dry-run", "--json").plain

    assert 0 == found.code and [] == found.json["candidates"]
