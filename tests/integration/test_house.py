"""`exp init` lays its files, changes nothing the second time, keeps a person's words, and can be taken back."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gitexp.adapters import schemas
from gitexp.adapters.house import AGENTS_BEGIN, AGENTS_END, Undone, lay, plan, undo
from gitexp.adapters.house_github import Asked, GithubHouse, chosen, workflows
from gitexp.adapters.managed_block import Block, with_block, without_block
from gitexp.errors import RepositoryError, UsageError
from support.workflows import PIN

ALL = (
    "experiences/CHARTER.md",
    "experiences/.config.yaml",
    "experiences/.schemas/experience.schema.json",
    "experiences/.schemas/discussion.schema.json",
    "experiences/.schemas/run.schema.json",
    "experiences/.schemas/facts.schema.json",
    "experiences/.schemas/change.schema.json",
    "experiences/.schemas/episode.schema.json",
    "AGENTS.md",
    ".gitattributes",
)


def files(root: Path) -> dict[str, bytes]:
    """Return every file below the folder, and every empty folder as nothing."""
    found = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    empty = {path: b"" for path in root.rglob("*") if path.is_dir() and not any(path.iterdir())}
    return {path.relative_to(root).as_posix(): data for path, data in sorted({**found, **empty}.items())}


def test_everything_is_listed_first_and_laid_then(tmp_path: Path) -> None:
    planned = plan(tmp_path)

    assert (planned.created, planned.changed, planned.kept) == (ALL, (), ())
    assert files(tmp_path) == {}
    lay(planned)
    assert set(files(tmp_path)) == set(ALL)


def test_a_second_run_changes_nothing(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}

    again = plan(tmp_path)
    lay(again)

    assert (again.created, again.changed, again.kept) == ((), (), ALL)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_undo_leaves_nothing_behind(tmp_path: Path) -> None:
    lay(plan(tmp_path))

    assert undo(tmp_path) == Undone(removed=ALL, changed=(), kept=())
    assert files(tmp_path) == {}
    assert undo(tmp_path) == Undone((), (), ())


def test_what_is_laid_can_be_used(tmp_path: Path) -> None:
    lay(plan(tmp_path))

    for name in schemas.NAMES:
        laid = tmp_path / f"experiences/.schemas/{name}.schema.json"
        assert json.loads(laid.read_bytes()) == schemas.schema(name)
    assert yaml.safe_load((tmp_path / "experiences/.config.yaml").read_text("utf-8")) is None
    agents = (tmp_path / "AGENTS.md").read_text("utf-8")
    assert agents.startswith(AGENTS_BEGIN) and agents.endswith(f"{AGENTS_END}\n")
    for call in (
        'exp recall --file PATH "what you are about to do"',
        "exp feedback ID adopted",
        'exp feedback ID wrong --note "why"',
        "Experience: ID adopted",
        "exp show ID",
    ):
        assert f"`{call}`" in agents
    assert len(agents) < 2000, "it is read every time"
    attributes = (tmp_path / ".gitattributes").read_text("utf-8").splitlines()
    assert "experiences/** text eol=lf linguist-generated=false" in attributes


def test_the_charter_asks_the_one_question_and_names_every_kind_of_garbage(tmp_path: Path) -> None:
    lay(plan(tmp_path))

    charter = (tmp_path / "experiences/CHARTER.md").read_text("utf-8").lower()
    assert "three months from now" in charter
    for kind in (
        "factual error", "common knowledge", "conversation summary", "one-off", "personal preference",
        "missing context", "mixed granularity", "not actionable", "insufficient evidence",
    ):  # fmt: skip
        assert f"| {kind} |" in charter


def test_what_a_person_wrote_is_kept(tmp_path: Path) -> None:
    (tmp_path / "experiences").mkdir()
    (tmp_path / "experiences/CHARTER.md").write_bytes(b"Ours.\n")
    (tmp_path / "experiences/.config.yaml").write_bytes(b"language: de\n")
    (tmp_path / "AGENTS.md").write_bytes(b"# Agents\n\nBe kind.\n")

    planned = plan(tmp_path)
    lay(planned)

    assert planned.kept == ("experiences/CHARTER.md", "experiences/.config.yaml")
    assert planned.changed == ("AGENTS.md",)
    assert (tmp_path / "experiences/CHARTER.md").read_bytes() == b"Ours.\n"
    assert (
        (tmp_path / "AGENTS.md")
        .read_bytes()
        .startswith(b"# Agents\n\nBe kind.\n\n<!-- exp:begin (git-exp) -->\n")
    )
    assert undo(tmp_path).kept == ("experiences/CHARTER.md", "experiences/.config.yaml")
    assert files(tmp_path) == {
        "AGENTS.md": b"# Agents\n\nBe kind.\n",
        "experiences/.config.yaml": b"language: de\n",
        "experiences/CHARTER.md": b"Ours.\n",
    }


@pytest.mark.parametrize(
    "before",
    [b"", b"\n", b"no line end", b"one\n", b"one\r\ntwo\r\n", b"one\r\ntwo", b"\xef\xbb\xbf# \xff\n\n"],
)
def test_the_rest_of_a_file_stays_byte_for_byte(tmp_path: Path, before: bytes) -> None:
    (tmp_path / "AGENTS.md").write_bytes(before)

    lay(plan(tmp_path))
    during = (tmp_path / "AGENTS.md").read_bytes()
    done = undo(tmp_path)

    assert during.startswith(before)
    assert during.count(b"\r\n") in (0, during.count(b"\n"))
    assert "AGENTS.md" in done.changed
    assert files(tmp_path) == {"AGENTS.md": before}


@settings(max_examples=200, deadline=None)
@given(st.binary().filter(lambda text: b"exp:" not in text), st.binary(max_size=20))
def test_a_block_goes_in_and_out_of_any_file(before: bytes, later: bytes) -> None:
    block = Block("# exp:begin (git-exp)", "# exp:end", ("# ", ""), "a text\nof two lines\n")

    within = with_block(before, block, "notes")

    assert with_block(within, block, "notes") == within
    assert without_block(within, block, "notes") == before
    assert without_block(within + later, block, "notes") in (
        before + later,
        before + b"\n" + later,
        before + b"\r\n" + later,
    )


def test_words_added_below_the_block_stay_when_it_goes(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    with (tmp_path / "AGENTS.md").open("ab") as file:
        file.write(b"\nOurs.\n")

    undo(tmp_path)

    assert files(tmp_path) == {"AGENTS.md": b"\nOurs.\n"}


def test_a_block_of_an_older_version_is_refreshed_in_its_place(tmp_path: Path) -> None:
    older = Block(AGENTS_BEGIN, AGENTS_END, ("<!-- ", " -->"), "What an older version said.\n")
    (tmp_path / "AGENTS.md").write_bytes(b"above\r\n\r\n" + older.text.replace(b"\n", b"\r\n") + b"below\r\n")

    planned = plan(tmp_path)
    lay(planned)

    text = (tmp_path / "AGENTS.md").read_bytes()
    assert planned.changed == ("AGENTS.md",)
    assert text.startswith(b"above\r\n\r\n<!-- exp:begin (git-exp) -->\r\n")
    assert text.endswith(b"<!-- exp:end -->\r\nbelow\r\n")
    assert b"older version" not in text
    assert "AGENTS.md" in plan(tmp_path).kept


def test_a_block_that_a_person_edited_is_theirs(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    path = tmp_path / "AGENTS.md"
    edited = path.read_bytes().replace(b"No answer is the normal case", b"No answer is just fine")
    path.write_bytes(edited)

    assert "AGENTS.md" in plan(tmp_path).kept
    done = undo(tmp_path)

    assert done.kept == ("AGENTS.md",)
    assert files(tmp_path) == {"AGENTS.md": edited}


def test_changed_files_and_experiences_survive_undo(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    (tmp_path / "experiences/CHARTER.md").write_bytes(b"Ours.\n")
    (tmp_path / "experiences/net").mkdir()
    (tmp_path / "experiences/net/a.yaml").write_bytes(b"id: a\n")

    done = undo(tmp_path)

    assert done.kept == ("experiences/CHARTER.md",)
    assert files(tmp_path) == {"experiences/CHARTER.md": b"Ours.\n", "experiences/net/a.yaml": b"id: a\n"}


def test_a_schema_of_another_version_is_refreshed_because_the_folder_is_ours(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    path = tmp_path / "experiences/.schemas/run.schema.json"
    path.write_bytes(b"{}\n")

    planned = plan(tmp_path)
    lay(planned)

    assert planned.changed == ("experiences/.schemas/run.schema.json",)
    assert path.read_bytes() == schemas.text("run")


def test_line_ends_that_a_checkout_changed_are_no_change(tmp_path: Path) -> None:
    lay(plan(tmp_path))
    for name in ALL:
        path = tmp_path / name
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert (plan(tmp_path).created, plan(tmp_path).changed) == ((), ())
    assert undo(tmp_path).kept == ()
    assert files(tmp_path) == {}


def test_nothing_is_written_through_a_symlink_that_leaves_the_work_tree(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "notes.md").write_bytes(b"private\n")

    for name, target in (
        ("AGENTS.md", outside / "notes.md"),
        ("experiences", outside),
        (".gitattributes", outside),
    ):
        (root / name).symlink_to(target)
        with pytest.raises(RepositoryError, match="leaves the work tree"):
            plan(root)
        with pytest.raises(RepositoryError, match="leaves the work tree"):
            undo(root)
        (root / name).unlink()
    assert files(outside) == {"notes.md": b"private\n"}
    assert files(root) == {}


def test_a_symlink_swapped_in_after_planning_is_refused_too(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    planned = plan(root)
    (root / "experiences").symlink_to(outside)

    with pytest.raises(RepositoryError, match="leaves the work tree"):
        lay(planned)
    assert files(outside) == {}


def test_a_symlink_within_the_work_tree_is_followed_and_stays_one(tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_bytes(b"Be kind.\n")
    (tmp_path / "AGENTS.md").symlink_to("CLAUDE.md")

    lay(plan(tmp_path))
    assert AGENTS_BEGIN.encode() in (tmp_path / "CLAUDE.md").read_bytes()
    undo(tmp_path)

    assert (tmp_path / "AGENTS.md").is_symlink()
    assert (tmp_path / "CLAUDE.md").read_bytes() == b"Be kind.\n"


@pytest.mark.parametrize("target", ["AGENTS.md", ".git/config"])
def test_a_symlink_to_itself_or_into_git_is_refused(tmp_path: Path, target: str) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/config").write_bytes(b"[core]\n")
    (tmp_path / "AGENTS.md").symlink_to(target)

    with pytest.raises(RepositoryError, match=r"^AGENTS\.md: "):
        plan(tmp_path)
    assert (tmp_path / ".git/config").read_bytes() == b"[core]\n"


def test_a_file_where_a_folder_must_be_and_the_other_way_round(tmp_path: Path) -> None:
    (tmp_path / "experiences").write_bytes(b"a note\n")
    with pytest.raises(RepositoryError, match="`experiences` is no folder; move it out of the way"):
        plan(tmp_path)

    (tmp_path / "experiences").unlink()
    (tmp_path / "AGENTS.md").mkdir()
    with pytest.raises(RepositoryError, match=r"AGENTS\.md: is no file; move it out of the way"):
        plan(tmp_path)


def test_marks_that_do_not_pair_up_are_for_a_person_to_mend(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_bytes(b"# Agents\n<!-- exp:begin (git-exp) -->\n")

    with pytest.raises(
        RepositoryError, match=r"^AGENTS\.md:2: the marks of exp's block don't pair up; keep one"
    ):
        plan(tmp_path)


def test_a_file_that_is_no_utf8_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "AGENTS.md").write_bytes("# Agents\n".encode("utf-16"))

    with pytest.raises(RepositoryError, match="save it as UTF-8"):
        plan(tmp_path)


def test_a_file_changed_since_the_plan_is_left_alone(tmp_path: Path) -> None:
    planned = plan(tmp_path)
    (tmp_path / "AGENTS.md").write_bytes(b"new words\n")

    with pytest.raises(RepositoryError, match="was changed at the same time; run exp init again"):
        lay(planned)
    assert (tmp_path / "AGENTS.md").read_bytes() == b"new words\n"
    lay(plan(tmp_path))
    assert plan(tmp_path).kept == ALL


def test_what_a_killed_run_left_beside_a_file_is_cleared_away(tmp_path: Path) -> None:
    (tmp_path / "experiences/.schemas").mkdir(parents=True)
    (tmp_path / "experiences/.schemas/.run.schema.json.exp-tmp").write_bytes(b"{half")
    (tmp_path / ".AGENTS.md.exp-tmp").symlink_to(tmp_path.parent / "elsewhere")

    lay(plan(tmp_path))

    assert set(files(tmp_path)) == set(ALL)
    assert not (tmp_path.parent / "elsewhere").exists()


def test_a_files_mode_stays(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    path.write_bytes(b"Be kind.\n")
    path.chmod(0o640)

    lay(plan(tmp_path))

    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_can_not_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    planned = plan(tmp_path)
    tmp_path.chmod(0o500)

    with pytest.raises(RepositoryError, match="can't be written"):
        lay(planned)
    tmp_path.chmod(0o700)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (Asked(), "--action"),
        (Asked("git-exp"), "--action"),
        (Asked("owner/name"), "--action"),
        (Asked(f"{PIN}\n        env: x"), "--action"),
        (Asked(PIN, engine="model"), "--model"),
        (Asked(PIN, engine="model", model='a" b'), "--model"),
        (Asked(PIN, owners=("elders",)), "--codeowners"),
        (Asked(PIN, owners=("@a\n* @b",)), "--codeowners"),
    ],
)
def test_what_can_not_stand_in_a_workflow_is_refused(tmp_path: Path, asked: Asked, named: str) -> None:
    with pytest.raises(UsageError, match=f"^{named}: "):
        chosen(tmp_path, asked, {}, "main")


@settings(deadline=None, max_examples=50)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
@example("we+ird")
@example('!quo"te\\')
def test_a_branch_of_any_name_is_the_one_pattern_of_the_trigger(branch: str) -> None:
    text = dict(workflows(GithubHouse(PIN, branch=branch)))[".github/workflows/exp-propose.yml"].text

    [pattern] = yaml.load(text, yaml.BaseLoader)["on"]["push"]["branches"]
    assert branch == re.sub(r"\\(.)", r"\1", pattern, flags=re.DOTALL), (
        "each sign of GitHub's is escaped once"
    )
    assert not re.search(r"[+*?\[\]!]", re.sub(r"\\.", "", pattern)), "and none is left"


def test_what_was_laid_for_github_is_known_again(tmp_path: Path) -> None:
    asked = Asked(PIN, "branch", "model", "a-model", True, ("@mill/elders", "@ada"))
    house = chosen(tmp_path, asked, {}, "trunk")
    lay(plan(tmp_path, house))

    assert chosen(tmp_path, Asked(), {"exp.action": "other/name@v1", "exp.model": "other"}, "trunk") == house
    lay(plan(tmp_path, chosen(tmp_path, Asked(level="report"), {}, "trunk")))
    assert chosen(tmp_path, Asked(), {}, "trunk").level == "report"


def test_line_ends_of_a_checkout_are_no_edit_of_a_workflow(tmp_path: Path) -> None:
    house = GithubHouse(PIN, "pull-request", comment=True)
    lay(plan(tmp_path, house))
    laid = list(tmp_path.rglob("*.yml"))
    for path in laid:
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    assert chosen(tmp_path, Asked(), {}, "main") == house
    assert plan(tmp_path, house).layings == ()
    assert len(undo(tmp_path, github=True).removed) == len(laid) == 5


def test_a_workflow_changed_since_the_plan_is_not_taken_out(tmp_path: Path) -> None:
    lay(plan(tmp_path, GithubHouse(PIN, "pull-request")))
    planned = plan(tmp_path, GithubHouse(PIN, "report"))
    commands = tmp_path / ".github/workflows/exp-commands.yml"
    commands.write_bytes(b"name: ours\n")

    with pytest.raises(RepositoryError, match="was changed at the same time"):
        lay(planned)
    assert commands.read_bytes() == b"name: ours\n"


def test_undo_minds_no_file_where_a_folder_of_github_could_be(tmp_path: Path) -> None:
    (tmp_path / "docs").write_bytes(b"a note\n")
    (tmp_path / ".github").write_bytes(b"a note\n")
    lay(plan(tmp_path))

    assert undo(tmp_path).removed == ALL
    with pytest.raises(RepositoryError, match=r"`\.github` is no folder; move it out of the way"):
        plan(tmp_path, GithubHouse(PIN))
