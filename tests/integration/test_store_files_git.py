"""Every file of the store at a commit or in the work tree, as audit is given them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gitexp.adapters.experience_yaml import write
from gitexp.adapters.git import discover
from gitexp.adapters.store_files_git import MAX_OTHER, GitStoreFiles
from gitexp.records.skipped import Skipped
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_store import audit_store
from gitexp.steps.redact import redacted_experience
from support.changes import a_redacted_record
from support.experiences import an_experience
from support.repository import Repository, isolate

ID = an_experience().id
PATH = f"experiences/src/{ID}.yaml"
TEXT = str(write(redacted_experience(an_experience())))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    made = Repository.create(tmp_path / "project")
    made.commit("Start", {"a.py": "a\n"})
    return made


def at(repo: Repository, rev: str = "HEAD") -> GitStoreFiles:
    return GitStoreFiles(discover(str(repo.path)).git(), repo.rev(rev))


def in_worktree(repo: Repository) -> GitStoreFiles:
    layout = discover(str(repo.path))
    return GitStoreFiles(layout.git(), None, layout.root, object_format=layout.object_format)


def kinds(found: GitStoreFiles) -> dict[str, str]:
    return {file.path: file.kind for file in found.files()[0]}


def only(found: GitStoreFiles) -> StoreFile:
    [file], skipped = found.files()
    assert [] == skipped
    return file


def test_a_repository_without_a_store_has_no_files(repo: Repository) -> None:
    assert ([], []) == at(repo).files()
    assert ([], []) == in_worktree(repo).files()


def test_a_file_comes_with_its_experience_its_text_and_the_lines_of_its_fields(repo: Repository) -> None:
    repo.commit("Record", {PATH: TEXT})
    file = only(at(repo))

    assert (an_experience(), TEXT, (), ()) == (file.experience, file.text, file.errors, file.unknown_keys)
    assert repo.rev(f"HEAD:{PATH}") == file.blob
    lines = TEXT.split("\n")
    for place in (("title",), ("scope", "paths", 0), ("evidence", 0, "url"), ("status",)):
        assert str(file.values[place]) in lines[file.line(*place) - 1]
    assert file.line("evidence") == file.line("evidence", 7, "quote")
    assert 0 == file.line("no such field")


def test_the_work_tree_gives_the_same_files_with_the_same_blobs(repo: Repository) -> None:
    repo.commit("Record", {PATH: TEXT, "experiences/CHARTER.md": "# What we record\n"})

    assert at(repo).files() == in_worktree(repo).files()

    repo.write(PATH, TEXT.replace("\n", "\r\n"))
    assert repo.rev(f"HEAD:{PATH}") == in_worktree(repo).files()[0][1].blob


def test_the_work_tree_of_a_sha256_repository_gives_its_own_kind_of_ids(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "new", object_format="sha256")
    repo.commit("Record", {PATH: TEXT})

    assert at(repo).files() == in_worktree(repo).files()


def test_any_commit_can_be_looked_at_whatever_is_served_of_it(repo: Repository) -> None:
    repo.commit("Record", {PATH: TEXT})
    repo.commit("Take it out", {PATH: None})

    assert {} == kinds(at(repo))
    assert {PATH: "experience"} == kinds(at(repo, "HEAD~1"))


def test_each_file_is_what_its_path_means_it_to_be(repo: Repository) -> None:
    record = a_redacted_record()
    wanted = {
        f"experiences/{ID}.yaml": "experience",
        PATH: "experience",
        "experiences/src/deep/er/x.yaml": "experience",
        "experiences/src/x.YML": "experience",
        record.path: "change",
        "experiences/changes/x.yaml": "change",
        "experiences/facts.yaml": "facts",
        "experiences/.config.yaml": "settings",
        "experiences/.schemas/experience.schema.json": "tool",
        "experiences/.prompts/extract.yaml": "text",
        "experiences/cases/12.json": "case",
        "experiences/cases/more/13.yaml": "case",
        "experiences/CHARTER.md": "text",
        "experiences/src/README.md": "text",
        f"{PATH}.orig": "text",
    }
    repo.commit("Record", dict.fromkeys(wanted, "a: b\n"))

    assert wanted == kinds(at(repo)) == kinds(in_worktree(repo))


def test_what_is_no_regular_file_is_never_followed_and_said(repo: Repository) -> None:
    (repo.path / "experiences/src").mkdir(parents=True)
    (repo.path / PATH).symlink_to("../../a.py")
    (repo.path / "experiences/loop").symlink_to(".")
    (repo.path / "experiences/src/README.md").symlink_to("../../a.py")
    repo.commit("Links")

    for found in (at(repo), in_worktree(repo)):
        [file], skipped = found.files()
        assert (PATH, "", "is a symlink: not followed") == (file.path, file.text, file.errors[0].what)
        assert [
            Skipped("experiences/loop", "is a symlink: not followed"),
            Skipped("experiences/src/README.md", "is a symlink: not followed", bad=False),
        ] == skipped


def test_a_pipe_in_the_work_tree_is_not_waited_for(repo: Repository) -> None:
    (repo.path / "experiences/src").mkdir(parents=True)
    os.mkfifo(repo.path / PATH)

    assert ["is no regular file"] == [error.what for error in only(in_worktree(repo)).errors]


def test_a_store_that_is_no_folder_is_said(repo: Repository) -> None:
    (repo.path / "experiences").symlink_to(".")
    repo.commit("Link")
    wanted: tuple[list[StoreFile], list[Skipped]] = (
        [],
        [Skipped("experiences", "is a symlink, not a folder: no experience is served")],
    )

    assert wanted == at(repo).files()
    assert wanted == in_worktree(repo).files()


def test_a_submodule_in_place_of_an_area_is_said(repo: Repository) -> None:
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{repo.rev()},experiences/sub")
    repo.git("commit", "-q", "-m", "Add it")

    assert ([], [Skipped("experiences/sub", "is a submodule: not followed")]) == at(repo).files()


def test_what_is_too_large_or_binary_is_a_fault_of_a_record_and_said_of_others(repo: Repository) -> None:
    repo.commit(
        "Large",
        {
            PATH: TEXT + "# " + "x" * (1 << 16),
            "experiences/src/image.png": b"\x89PNG\0\0",
            "experiences/cases/large.json": "x" * (MAX_OTHER + 1),
        },
    )

    for found in (at(repo), in_worktree(repo)):
        [file], skipped = found.files()
        assert ("larger than 64 KiB: not read", 0) == (file.errors[0].what, file.errors[0].line)
        assert [
            ("experiences/cases/large.json", "larger than 1024 KiB: not read"),
            ("experiences/src/image.png", "is binary: not looked at"),
        ] == [(skip.where, skip.what) for skip in skipped]
        assert not any(skip.bad for skip in skipped)


def test_bytes_that_are_no_utf8_are_a_fault_at_their_line_and_the_rest_is_text(repo: Repository) -> None:
    repo.commit("Latin", {PATH: TEXT.encode().replace(b"forking\n", b"fork\xefng\n")})
    file = only(at(repo))

    assert ("unreadable", 3, "save the file as UTF-8") == (
        file.errors[0].kind,
        file.errors[0].line,
        file.errors[0].mend,
    )
    assert "fork\ufffdng" in file.text


def test_a_path_that_can_not_be_printed_is_a_fault(repo: Repository) -> None:
    name = b"experiences/src/caf\xe9-000000000a.yaml"
    blob = repo.git("hash-object", "-w", "--stdin", stdin=TEXT.encode())
    repo.git("update-index", "--add", "--index-info", stdin=f"100644 {blob}\t".encode() + name + b"\n")
    repo.git("commit", "-q", "-m", "Add it")
    file = only(at(repo))

    assert ("experiences/src/caf\ufffd-000000000a.yaml", "rename it") == (file.path, file.errors[0].mend)


def test_all_that_is_wrong_with_a_file_is_there_with_its_line(repo: Repository) -> None:
    text = TEXT.replace("lens: logic", "lens: logik").replace("kind: constraint", "kind: rule\nscopes: []")
    repo.commit("Record", {PATH: text})
    file = only(at(repo))

    assert ("scopes",) == file.unknown_keys
    assert file.experience is None
    assert ID == file.id
    lines = text.split("\n")
    assert [
        ("unknown_key", "scopes", lines.index("scopes: []") + 1),
        ("field", "lens", lines.index("lens: logik") + 1),
        ("field", "kind", lines.index("kind: rule") + 1),
    ] == [(error.kind, error.field, error.line) for error in file.errors]


def test_a_file_that_a_partial_clone_lacks_is_said_and_its_name_is_known(
    repo: Repository, tmp_path: Path
) -> None:
    other = "experiences/src/other-000000000b.yaml"
    repo.commit("Record", {PATH: TEXT, other: TEXT.replace(ID, "other-000000000b")})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
    files, skipped = at(clone).files()

    assert [(PATH, "", ()), (other, "", ())] == [(file.path, file.text, file.errors) for file in files]
    assert 2 == len(skipped)
    assert skipped[0].what.startswith("not in this clone")
    assert () == audit_store(files, today="2024-06-01")


def test_a_clone_without_trees_does_not_say_that_there_is_no_store(repo: Repository, tmp_path: Path) -> None:
    repo.commit("Record", {PATH: TEXT})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "partial", "--filter=tree:0", "--no-checkout")
    repo.path.rename(tmp_path / "gone")

    lacking = "not in this clone: git fetch --refetch --no-filter brings what it lacks"
    assert ([], [Skipped("experiences", lacking)]) == at(clone).files()


def test_a_deep_tree_is_not_followed_for_ever(repo: Repository) -> None:
    repo.commit("Deep", {"experiences/" + "a/" * 60 + "x.yaml": TEXT, PATH: TEXT})
    for found in (at(repo), in_worktree(repo)):
        files, skipped = found.files()
        assert [PATH] == [file.path for file in files]
        assert ["holds folders more than 20 deep: not looked at"] == [skip.what for skip in skipped]


def test_the_store_that_exp_lays_and_its_own_sample_have_no_fault(repo: Repository) -> None:
    from importlib import resources

    from gitexp.adapters import schemas

    sample = resources.files("gitexp").joinpath("sample", "start", "experiences", "web")
    files = {f"experiences/web/{one.name}": one.read_bytes() for one in sample.iterdir()}
    templates = resources.files("gitexp").joinpath("templates")
    laid = {f"experiences/.schemas/{name}.schema.json": schemas.text(name) for name in schemas.NAMES}
    for name, place in (("CHARTER.md", "CHARTER.md"), ("config.yaml", ".config.yaml")):
        laid[f"experiences/{place}"] = templates.joinpath(name).read_bytes()
    repo.commit("Lay the store", {**files, **laid})
    found, skipped = at(repo).files()

    assert ([], len(files) + len(laid)) == (skipped, len(found))
    assert () == audit_store(found, today="2026-01-01")
