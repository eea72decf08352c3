"""What is laid for agents, in real folders: nothing of others is touched, what people edited stays, all of it goes again."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
import yaml

from gitexp.adapters import house
from gitexp.adapters.house_agents import AgentsAsked, plan_agents, undo_agents
from gitexp.adapters.house_agents_blocks import BEGIN, END
from gitexp.adapters.house_agents_hooks import Folders
from gitexp.adapters.house_agents_plan import AgentsPlan, lay
from gitexp.adapters.rule_files import Rule
from gitexp.errors import RepositoryError
from gitexp.records.agent_event import AGENTS, Agent

SKILLS = (".claude/skills/git-exp/SKILL.md", ".agents/skills/git-exp/SKILL.md")
SETTINGS = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "cursor": ".cursor/hooks.json",
    "gemini-cli": ".gemini/settings.json",
    "copilot-cli": ".github/hooks/git-exp.json",
}
RULES = (Rule(("engine/**",), "About the engine."), Rule(("**/*.py", "docs/**"), "About Python."))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """A work tree with AGENTS.md laid, and a home folder."""
    for name in ("tree", "home"):
        (tmp_path / name).mkdir()
    house.lay(house.plan(tmp_path / "tree"))
    return Folders(tmp_path / "tree", tmp_path / "home")


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder with what they hold, and its folders."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*")}
    return {name: path.read_bytes() if path.is_file() else b"" for name, path in found.items()}


def laid(folders: Folders, *agents: Agent, **asked) -> AgentsPlan:
    """Lay for agents, and return what was planned."""
    planned = plan_agents(folders, AgentsAsked(agents, **{"rules": RULES, **asked}))
    lay(planned)
    return planned


def put(folder: Path, name: str, text: bytes | str) -> Path:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode() if isinstance(text, str) else text)
    return folder / name


def test_each_agent_gets_what_it_reads_and_nothing_else(folders: Folders):
    before = files(folders.root).keys()

    found = laid(folders, *AGENTS)

    expected = {
        "CLAUDE.md",
        "GEMINI.md",
        ".github/copilot-instructions.md",
        *SKILLS,
        *SETTINGS.values(),
        *(
            f"{folder}/git-exp-{name}{ending}"
            for folder, ending in ((".claude/rules", ".md"), (".cursor/rules", ".mdc"),
                                   (".github/instructions", ".instructions.md"))
            for name in ("engine-55f607", "py-4bd7a8")
        ),
    }  # fmt: skip
    assert expected == set(found.created)
    assert expected == {
        name for name in files(folders.root).keys() - before if (folders.root / name).is_file()
    }
    assert {} == files(folders.root.parent / "home")


def test_a_second_time_changes_nothing_and_undo_gives_back_the_same_bytes(folders: Folders):
    put(folders.root, "CLAUDE.md", "# Ours\r\n\r\nBe kind.\r\n")
    put(folders.root, "GEMINI.md", "no line end")
    put(folders.root, ".claude/settings.json", '{"permissions": {"allow": ["Bash(ls)"]}}')
    before = files(folders.root)
    first = laid(folders, *AGENTS)
    once = files(folders.root)

    second = laid(folders, *AGENTS)
    after = files(folders.root)
    lay(undo_agents(folders, AGENTS))

    assert ((), ()) == (second.changes, second.edited)
    assert {*first.created, *first.changed} == set(second.kept)
    assert once == after and before == files(folders.root)
    assert once["CLAUDE.md"].startswith(before["CLAUDE.md"]) and b"\n" not in once["CLAUDE.md"].replace(
        b"\r\n", b""
    )


@pytest.mark.parametrize("agent", AGENTS)
def test_what_is_laid_for_one_agent_goes_alone(folders: Folders, agent: Agent):
    laid(folders, *AGENTS)
    others = [one for one in AGENTS if one != agent]
    alone = Folders(folders.root.parent / "alone", folders.home)
    alone.root.mkdir()
    house.lay(house.plan(alone.root))
    laid(alone, *others)

    lay(undo_agents(folders, [agent]))

    assert files(alone.root) == files(folders.root)


def test_the_skill_is_valid_by_its_specification(folders: Folders):
    laid(folders, "claude-code", "codex")

    for name in SKILLS:
        text = (folders.root / name).read_text("utf-8")
        _, head, body = text.split("---\n", 2)
        meta = yaml.safe_load(head)
        assert meta.keys() <= {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", meta["name"]) and len(meta["name"]) <= 64
        assert Path(name).parent.name == meta["name"], "it is called as its folder"
        assert 0 < len(meta["description"]) <= 1024 and "Use " in meta["description"]
        assert isinstance(meta["license"], str) and 0 < len(meta["compatibility"]) <= 500
        assert len(body.splitlines()) < 500
        for call in ("exp recall --file", "exp archaeology", "exp note", "exp feedback ID adopted"):
            assert call in body


def test_the_heads_of_rule_files_are_what_each_agent_reads(folders: Folders):
    laid(folders, *AGENTS)

    heads = {
        path.name: yaml.safe_load(path.read_text("utf-8").split("---\n")[1])
        for path in folders.root.rglob("git-exp-py-*")
    }
    assert {"paths": ["**/*.py", "docs/**"]} == heads["git-exp-py-4bd7a8.md"]
    assert {"applyTo": "**/*.py,docs/**"} == heads["git-exp-py-4bd7a8.instructions.md"]
    cursor = heads["git-exp-py-4bd7a8.mdc"]
    assert ("**/*.py,docs/**", False) == (cursor["globs"], cursor["alwaysApply"])


def test_rule_files_of_what_is_not_in_force_any_more_go_but_those_that_people_edited_or_wrote(
    folders: Folders,
):
    laid(folders, "claude-code", "cursor")
    edited = folders.root / ".cursor/rules/git-exp-py-4bd7a8.mdc"
    edited.write_bytes(edited.read_bytes() + b"And ours.\n")
    theirs = put(folders.root, ".claude/rules/git-exp-usage.md", "How we use it.\n")

    planned = laid(folders, "claude-code", "cursor", rules=RULES[:1])

    assert (".claude/rules/git-exp-py-4bd7a8.md",) == planned.removed
    assert (".cursor/rules/git-exp-py-4bd7a8.mdc",) == planned.edited
    assert edited.exists() and b"How we use it.\n" == theirs.read_bytes()


def test_a_file_of_an_older_version_is_renewed_and_one_with_other_line_ends_is_the_same(folders: Folders):
    laid(folders, "codex")
    skill = folders.root / SKILLS[1]
    laid(folders, "claude-code", rules=(Rule(("engine/**",), "Older words."),))
    skill.write_bytes(skill.read_bytes().replace(b"\n", b"\r\n"))

    planned = laid(folders, "claude-code", "codex")

    assert (".claude/rules/git-exp-engine-55f607.md",) == planned.changed
    assert SKILLS[1] in planned.kept and b"\r\n" in skill.read_bytes()


def test_what_people_edited_stays_and_is_said(folders: Folders):
    laid(folders, "claude-code", "gemini-cli")
    for name in (SKILLS[0], "GEMINI.md"):
        path = folders.root / name
        path.write_text(path.read_text("utf-8").replace("exp recall", "exp recall --limit 1"), "utf-8")
    before = files(folders.root)

    planned = laid(folders, "claude-code", "gemini-cli")
    undone = undo_agents(folders, ["claude-code", "gemini-cli"])

    assert before == files(folders.root)
    assert {SKILLS[0], "GEMINI.md"} == set(planned.edited) == set(undone.edited)


@pytest.mark.parametrize("line", ["@AGENTS.md", "See @./AGENTS.md for more.", "- @AGENTS.md"])
def test_a_file_that_imports_agents_md_gets_no_second_block(folders: Folders, line: str):
    put(folders.root, "CLAUDE.md", f"# Ours\n\n{line}\n")

    planned = laid(folders, "claude-code")

    assert "CLAUDE.md" not in (*planned.changed, *planned.created)
    assert ("CLAUDE.md imports AGENTS.md: the block there is enough",) == planned.said


@pytest.mark.parametrize(
    "text", ["Write `@AGENTS.md` here.\n", "```\n@AGENTS.md\n```\n", "mail a@AGENTS.md\n"]
)
def test_what_only_speaks_of_an_import_is_none(folders: Folders, text: str):
    put(folders.root, "CLAUDE.md", text)

    assert ("CLAUDE.md",) == laid(folders, "claude-code").changed


def test_a_block_that_would_be_read_twice_since_people_import_goes(folders: Folders):
    put(folders.root, "CLAUDE.md", "# Ours\n")
    laid(folders, "claude-code")
    with (folders.root / "CLAUDE.md").open("a") as file:
        file.write("@AGENTS.md\n")

    laid(folders, "claude-code")

    assert "# Ours\n@AGENTS.md\n" == (folders.root / "CLAUDE.md").read_text()


def test_a_new_claude_md_hides_no_agents_md(folders: Folders):
    laid(folders, "claude-code")
    text = (folders.root / "CLAUDE.md").read_text()

    assert text.startswith(BEGIN) and text.endswith(f"{END}\n") and "\n@AGENTS.md\n" in text
    assert ((), ()) == (laid(folders, "claude-code").changes, laid(folders, "claude-code").said)


@pytest.mark.parametrize(
    ("agent", "link", "target"),
    [
        ("claude-code", "CLAUDE.md", "AGENTS.md"),
        ("gemini-cli", "GEMINI.md", "AGENTS.md"),
        ("copilot-cli", ".github/copilot-instructions.md", "../AGENTS.md"),
    ],
)
def test_a_symlink_to_agents_md_gets_no_second_block_and_loses_none(
    folders: Folders, agent: Agent, link: str, target: str
):
    (folders.root / link).parent.mkdir(exist_ok=True)
    (folders.root / link).symlink_to(target)
    before = (folders.root / "AGENTS.md").read_bytes()

    planned = laid(folders, agent)
    lay(undo_agents(folders, [agent]))

    assert (f"{link} and AGENTS.md are one file: one block is enough",) == planned.said
    assert before == (folders.root / "AGENTS.md").read_bytes() and (folders.root / link).is_symlink()


def test_one_skill_under_two_names_is_laid_once(folders: Folders):
    (folders.root / ".agents/skills").mkdir(parents=True)
    (folders.root / ".claude").mkdir()
    (folders.root / ".claude/skills").symlink_to("../.agents/skills")

    planned = laid(folders, "claude-code", "codex")

    assert 1 == len([name for name in planned.created if name.endswith("SKILL.md")])
    assert not laid(folders, "claude-code", "codex").changes


def test_where_gemini_reads_agents_md_it_gets_no_block_of_its_own(folders: Folders):
    put(folders.root, ".gemini/settings.json", '{"context": {"fileName": ["AGENTS.md", "GEMINI.md"]}}')

    planned = laid(folders, "gemini-cli")

    assert "GEMINI.md" not in planned.created and "Gemini CLI reads AGENTS.md here" in planned.said[0]


def test_the_file_of_claude_code_in_its_own_folder_counts(folders: Folders):
    put(folders.root, ".claude/CLAUDE.md", "# Ours\n")

    planned = laid(folders, "claude-code")

    assert ((".claude/CLAUDE.md",), False) == (planned.changed, (folders.root / "CLAUDE.md").exists())


def test_personal_hooks_go_where_each_agent_keeps_a_persons_own(folders: Folders, tmp_path: Path):
    (tmp_path / "codex").mkdir()
    moved = Folders(folders.root, folders.home, tmp_path / "codex")
    before = files(tmp_path)

    planned = laid(moved, *AGENTS, hooks="personal", rules=())

    shown = {name for name in planned.created if name.endswith(".json")}
    assert shown == {
        ".claude/settings.local.json",
        "$CODEX_HOME/hooks.json",
        "~/.cursor/hooks.json",
        "~/.gemini/settings.json",
        "~/.copilot/hooks/git-exp.json",
    }
    assert (tmp_path / "codex/hooks.json").is_file() and not (folders.root / ".codex").exists()
    lay(undo_agents(moved, AGENTS))
    assert {name: text for name, text in files(tmp_path).items() if text} == {
        name: text for name, text in before.items() if text
    }


def test_hooks_are_renewed_where_they_stand_and_none_are_laid_where_none_are_wanted(folders: Folders):
    laid(folders, "cursor", hooks="personal")

    again, none = laid(folders, "cursor"), laid(folders, "codex", hooks="none")

    assert "~/.cursor/hooks.json" in again.kept and not (folders.root / ".cursor/hooks.json").exists()
    assert (SKILLS[1],) == again.kept[:1] and not (folders.root / ".codex").exists()
    assert () == none.created


def test_hooks_in_two_places_are_said_and_taken_out_of_one(folders: Folders):
    laid(folders, "codex", "cursor")
    planned = laid(folders, "codex", "cursor", hooks="personal")

    assert [
        "hooks of codex,cursor stand in shared settings too, and run twice; "
        "`exp init --agents codex,cursor --hooks shared --undo` takes those out"
    ] == list(planned.said)
    lay(undo_agents(folders, ["codex", "cursor"], "shared"))
    assert not (folders.root / ".codex").exists() and "~/.codex/hooks.json" in planned.created
    assert (folders.root / SKILLS[1]).exists()


def test_without_a_home_folder_personal_hooks_are_left_alone(folders: Folders):
    planned = laid(Folders(folders.root, None), "cursor", hooks="personal")

    [left] = planned.left
    assert ("~/.cursor/hooks.json", "there is no home folder to lay it in") == (left.shown, left.why)
    assert "exp hook cursor" in left.add and "\n" not in left.add


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('// ours\n{"hooks": {}}', "comments"),
        ('{"hooks": {}, "hooks": {}}', "twice"),
        ("{", "JSON"),
        ('{"hooks": []}', "hooks"),
        (b'{"a": "\xff"}', "UTF-8"),
    ],
)
def test_settings_that_cant_be_changed_are_left_alone_with_what_to_add_and_the_rest_is_laid(
    folders: Folders, text: str | bytes, why: str
):
    path = put(folders.root, SETTINGS["claude-code"], text)
    before = path.read_bytes()

    planned = laid(folders, "claude-code", "codex")

    [left] = planned.left
    assert SETTINGS["claude-code"] == left.shown and why in left.why
    assert "exp hook claude-code" in left.add and "\n" not in left.why + left.add
    assert before == path.read_bytes()
    assert {"CLAUDE.md", SETTINGS["codex"], *SKILLS} <= set(planned.created)


@pytest.mark.parametrize(
    "name", ["CLAUDE.md", ".claude/settings.json", ".claude/skills", ".claude/rules", ".claude"]
)
def test_a_symlink_that_leaves_the_repository_is_never_followed(folders: Folders, tmp_path: Path, name: str):
    outside = tmp_path / "outside"
    put(outside, "kept", "theirs")
    target = outside / "file" if "." in name[1:] else outside
    (folders.root / name).parent.mkdir(exist_ok=True)
    (folders.root / name).symlink_to(target)

    planned = laid(folders, "claude-code", "codex")
    lay(undo_agents(folders, ["claude-code"]))

    assert {"kept": b"theirs"} == files(outside)
    assert all(one.shown.startswith(name) and "symlink" in one.why for one in planned.left) and planned.left
    assert SETTINGS["codex"] in planned.created


@pytest.mark.parametrize("text", [f"{BEGIN}\nhalf\n", f"{END}\n", "a\0b"])
def test_a_file_whose_block_cant_be_found_is_left_alone(folders: Folders, text: str):
    path = put(folders.root, "GEMINI.md", text)

    planned = laid(folders, "gemini-cli")

    assert ["GEMINI.md"] == [one.shown for one in planned.left]
    assert text.encode() == path.read_bytes() and SETTINGS["gemini-cli"] in planned.created


def test_a_file_that_changes_between_plan_and_laying_is_not_overwritten(folders: Folders):
    planned = plan_agents(folders, AgentsAsked(("gemini-cli",)))
    put(folders.root, "GEMINI.md", "Meanwhile.\n")

    with pytest.raises(RepositoryError, match="at the same time"):
        lay(planned)
    assert b"Meanwhile.\n" == (folders.root / "GEMINI.md").read_bytes()


def test_a_persons_own_call_of_the_hook_stays(folders: Folders):
    path = put(
        folders.root, ".cursor/hooks.json",
        '{"version": 1, "hooks": {"preToolUse": [{"command": "uv run exp hook cursor"}]}}',
    )  # fmt: skip
    before = path.read_bytes()

    undone = undo_agents(folders, ["cursor"])

    assert ((), (".cursor/hooks.json",)) == (undone.changes, undone.edited)
    lay(undone)
    assert before == path.read_bytes()


def test_every_command_is_silent_and_well_without_exp_or_with_an_older_one(folders: Folders, tmp_path: Path):
    laid(folders, *AGENTS)
    older = put(tmp_path / "older", "exp", "#!/bin/sh\necho usage >&2\nexit 2\n")
    older.chmod(0o755)
    (tmp_path / "empty").mkdir()
    commands = {
        found
        for name in SETTINGS.values()
        for found in re.findall(r'"(?:command|bash)": "((?:[^"\\]|\\.)*)"', (folders.root / name).read_text())
    } - {"command"}

    assert len(commands) >= 5
    for command in commands:
        for path in (tmp_path / "older", tmp_path / "empty"):
            done = subprocess.run(
                ["/bin/sh", "-c", command.replace('\\"', '"')],
                env={"PATH": str(path)}, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            )  # fmt: skip
            assert (0, "") == (done.returncode, done.stderr), command
            assert done.stdout == "" or done.stdout.startswith("{"), command
