"""The store in git: what is served, what is left out with its reason, what people refused, who approved."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gitexp.adapters.experience_yaml import read, write
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.store_git import GitStore
from gitexp.adapters.store_git_reading import MAX_FILE
from gitexp.errors import RecordError
from gitexp.records.experience import Experience, Standing
from gitexp.records.recollection import Approval
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from support.experiences import an_experience
from support.repository import Repository, isolate

BRANCH = "exp/proposals"
ONE, TWO, THREE = (f"{word}-{digit * 10}" for word, digit in (("one", "1"), ("two", "2"), ("three", "3")))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def text(name: str, what: str = "Call Cache.flush before the first fork.") -> str:
    """Return the file of an experience, as a person could have written it."""
    return (
        f"id: {name}\ntitle: Flush first\nwhen: Starting workers\nwhat: {what}\npreconditions: none\n"
        "evidence:\n  - turn: review_comment:1\n    quote: Flush first.\n"
        "lens: logic\nkind: constraint\nstatus: active\n"
    )


def at(name: str, area: str = "cache") -> str:
    return f"experiences/{area}/{name}.yaml"


def store_in(repo: Repository) -> GitStore:
    layout = discover(str(repo.path))
    git = layout.git()
    return GitStore(git, layout, base=base(git), read=read, write=written)


def written(experience: Experience[Redacted]) -> Redacted:
    return Redacted(write(experience))


def ids(found: object) -> list[str]:
    assert isinstance(found, list)
    return [one.experience.id for one in found if isinstance(one, Standing)]


# What is served


def test_what_head_and_main_agree_on_is_served_by_path(repo: Repository) -> None:
    repo.commit(files={at(TWO): text(TWO), at(ONE, "zoo"): text(ONE), at(THREE): text(THREE)})

    served, skipped = store_in(repo).standing()

    assert [one.path for one in served] == [at(THREE), at(TWO), at(ONE, "zoo")]
    assert [one.blob for one in served] == [repo.rev(f"HEAD:{one.path}") for one in served]
    assert all(one.approved for one in served)
    assert skipped == []


def test_no_commit_and_no_store_serve_nothing(repo: Repository) -> None:
    assert store_in(repo).standing() == ([], [])

    repo.commit(files={"README.md": ""})

    assert store_in(repo).standing() == ([], [])
    assert store_in(repo).facts_yaml() == (None, "")


def test_a_branch_serves_neither_what_it_adds_nor_what_it_changes(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={at(TWO): text(TWO, "Do something else."), at(THREE): text(THREE)})

    served, skipped = store_in(repo).standing()

    assert ids(served) == [ONE]
    assert skipped == [
        Skipped(at(THREE), "not on main yet: not served", bad=False),
        Skipped(at(TWO), "differs from main: not served", bad=False),
    ]


def test_what_a_branch_deletes_is_not_served_there(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={at(TWO): None})

    served, skipped = store_in(repo).standing()

    assert (ids(served), skipped) == ([ONE], [])


def test_without_a_default_branch_head_counts(tmp_path: Path) -> None:
    repo = Repository.create(tmp_path / "project", branch="work")
    repo.commit(files={at(ONE): text(ONE)})

    assert ids(store_in(repo).standing()[0]) == [ONE]


@pytest.mark.parametrize("place", ["bare", "linked", "detached", "inside", "shallow", "sha256"])
def test_it_is_served_in_any_kind_of_repository(repo: Repository, tmp_path: Path, place: str) -> None:
    if place == "sha256":
        repo = Repository.create(tmp_path / "sha256", object_format="sha256")
    repo.commit()
    repo.commit(files={at(ONE): text(ONE)})
    if place == "bare":
        repo = repo.clone(tmp_path / "bare.git", "--bare")
    elif place == "shallow":
        repo = repo.clone(tmp_path / "shallow", "--depth=1")
    elif place == "linked":
        repo.git("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        repo = Repository(tmp_path / "linked")
    elif place == "detached":
        repo.git("checkout", "-q", "--detach")
    elif place == "inside":
        repo = Repository(repo.path / "experiences" / "cache")

    served, skipped = store_in(repo).standing()

    assert (ids(served), skipped) == ([ONE], [])


def test_reserved_and_hidden_folders_and_other_files_are_no_experiences(repo: Repository) -> None:
    others = (
        "CHARTER.md",
        "facts.yaml",
        ".config.yaml",
        "changes/2024/x.yaml",
        "cases/x.yaml",
        ".schemas/x.yaml",
    )
    repo.commit(
        files={at(ONE): text(ONE), at("README", "cache").replace(".yaml", ".md"): ""}
        | {f"experiences/{name}": "a: b\n" for name in others}
    )

    served, skipped = store_in(repo).standing()

    assert (ids(served), skipped) == ([ONE], [])


# What is left out, with the reason


def test_one_bad_file_is_said_and_the_rest_is_served(repo: Repository) -> None:
    large = text(THREE) + "# " + "x" * MAX_FILE + "\n"
    repo.commit(
        files={
            at(ONE): text(ONE),
            at(TWO): "id: [broken\n",
            at(THREE): large,
            at("wrong-4444444444"): text("right-4444444444"),
            at("up-5555555555"): text("../up-5555555555"),
            "experiences/loose.yaml": text(ONE),
            "experiences/cache/deep/x.yaml": text(ONE),
            "experiences/cache/short.yml": text(ONE),
        }
    )

    served, skipped = store_in(repo).standing()

    told = {skip.where.split(":")[0]: skip.what for skip in skipped}
    assert ids(served) == [ONE]
    assert sorted(told) == sorted(
        ["experiences/loose.yaml", "experiences/cache/deep", "experiences/cache/short.yml"]
        + [at(name) for name in (TWO, THREE, "wrong-4444444444", "up-5555555555")]
    )
    assert told[at(THREE)] == "larger than 64 KiB: not read"
    assert (
        told[at("wrong-4444444444")] == "the id in it is `right-4444444444`; the file's name must be ID.yaml"
    )
    assert told["experiences/loose.yaml"] == "not served: move it to experiences/AREA/"
    assert told["experiences/cache/short.yml"] == "the name ends in .yml: name it short.yaml"
    assert all(skip.bad for skip in skipped)


def test_of_two_files_with_one_identity_the_first_is_served(repo: Repository) -> None:
    renamed = "renamed-1111111111"
    repo.commit(files={at(ONE, "a"): text(ONE), at(renamed, "b"): text(renamed)})

    served, skipped = store_in(repo).standing()

    assert ids(served) == [ONE]
    assert skipped == [
        Skipped(at(renamed, "b"), f"the same identity `1111111111` as {at(ONE, 'a')}; keep one of them")
    ]


def test_symlinks_and_submodules_are_said_and_not_followed(repo: Repository, tmp_path: Path) -> None:
    (tmp_path / f"{TWO}.yaml").write_text(text(TWO))
    first = repo.commit(files={at(ONE): text(ONE)})
    (repo.path / at(TWO)).symlink_to(tmp_path / f"{TWO}.yaml")
    (repo.path / "experiences" / "linked").symlink_to("cache")
    repo.commit()
    repo.git("update-index", "--add", "--cacheinfo", f"160000,{first},{at(THREE)}")
    repo.git("commit", "-q", "-m", "Add a submodule")

    served, skipped = store_in(repo).standing()

    assert ids(served) == [ONE]
    assert skipped == [
        Skipped(at(THREE), "is a submodule: not followed"),
        Skipped(at(TWO), "is a symlink: not followed"),
        Skipped("experiences/linked", "is a symlink: not followed"),
    ]


def test_a_store_that_is_a_symlink_serves_nothing_and_says_so(repo: Repository) -> None:
    (repo.path / "experiences").symlink_to("/")
    repo.commit()

    assert store_in(repo).standing(worktree=True)[1] == [
        Skipped("experiences", "is a symlink, not a folder: no experience is served"),
        Skipped("experiences", "is a symlink: not followed"),
    ]


def test_a_name_that_is_no_utf_8_is_said_readably(repo: Repository) -> None:
    blob = repo.git("hash-object", "-w", "--stdin", stdin=text(ONE).encode())
    index = b"100644 %s\texperiences/cache/caf\xe9.yaml\0" % blob.encode()
    repo.git("update-index", "-z", "--index-info", stdin=index)
    repo.git("commit", "-q", "-m", "Add a name in Latin 1")

    served, skipped = store_in(repo).standing()

    assert served == []
    assert [skip.where for skip in skipped] == ["experiences/cache/caf\N{REPLACEMENT CHARACTER}.yaml"]


def test_a_blob_that_a_partial_clone_lacks_is_said(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = repo.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")

    served, skipped = store_in(clone).standing()

    assert served == []
    assert [skip.where for skip in skipped] == [at(ONE), at(TWO)]
    assert skipped[0].what.startswith("not in this clone")


# The work tree, for authors


def test_the_work_tree_adds_what_is_not_served_unapproved(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={at(THREE): text(THREE)})
    repo.write(at("new-4444444444"), text("new-4444444444"))
    repo.write(at(TWO), text(TWO, "Do something else."))

    served, skipped = store_in(repo).standing(worktree=True)

    assert [(one.experience.id, one.approved, one.experience.what) for one in served] == [
        ("new-4444444444", False, "Call Cache.flush before the first fork."),
        (ONE, True, "Call Cache.flush before the first fork."),
        (THREE, False, "Call Cache.flush before the first fork."),
        (TWO, True, "Call Cache.flush before the first fork."),
        (TWO, False, "Do something else."),
    ]
    assert skipped == []
    assert served[0].blob == repo.git("hash-object", at("new-4444444444"))


def test_a_checkout_with_crlf_adds_nothing(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE)})
    repo.write(at(ONE), text(ONE).replace("\n", "\r\n"))

    served, _ = store_in(repo).standing(worktree=True)

    assert [(one.experience.id, one.approved) for one in served] == [(ONE, True)]


def test_the_work_trees_symlinks_pipes_and_large_files_are_not_read(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={at(ONE): text(ONE)})
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / f"{TWO}.yaml").write_text(text(TWO))
    (repo.path / at(TWO)).symlink_to(outside / f"{TWO}.yaml")
    (repo.path / "experiences" / "out").symlink_to(outside)
    os.mkfifo(repo.path / at(THREE))
    repo.write(at("large-4444444444"), "x" * (MAX_FILE + 1))

    served, skipped = store_in(repo).standing(worktree=True)

    assert ids(served) == [ONE]
    assert skipped == [
        Skipped(at("large-4444444444"), "larger than 64 KiB: not read"),
        Skipped(at(THREE), "is no regular file"),
        Skipped(at(TWO), "is a symlink: not followed"),
        Skipped("experiences/out", "is a symlink: not followed"),
    ]


# Facts, and what every reader is told


def test_facts_are_served_by_the_same_rule(repo: Repository) -> None:
    repo.commit(files={"experiences/facts.yaml": "rendering: canvas\n"})
    assert store_in(repo).facts_yaml() == (b"rendering: canvas\n", "")

    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={"experiences/facts.yaml": "rendering: svg\n"})
    assert store_in(repo).facts_yaml() == (None, "differs from main: not served")


def test_known_text_is_what_the_project_tells_every_reader_at_the_base(repo: Repository) -> None:
    told = (
        "README",
        "README.rst",
        "AGENTS.md",
        "CONTRIBUTING.md",
        "GEMINI.md",
        ".github/copilot-instructions.md",
    )
    repo.commit(files={name: f"<{name}>" for name in (*told, "docs/README.md", "setup.py", "readme_test.py")})
    (repo.path / "CLAUDE.md").symlink_to("AGENTS.md")
    repo.commit()
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={"README": "not merged"})

    known = store_in(repo).known_text()

    assert sorted(known.split("\n\n")) == sorted(f"<{name}>" for name in told)


def test_text_of_is_the_one_writers(repo: Repository) -> None:
    experience = an_experience()
    good = Experience[Redacted](
        experience.id,
        Redacted(experience.title),
        Redacted(experience.when),
        Redacted(experience.what),
        (),
        experience.lens,
        experience.kind,
        experience.status,
    )

    with pytest.raises(RecordError):
        store_in(repo).text_of(good)


# The proposal branch


def test_pending_is_what_the_proposal_branch_adds_or_changes(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(TWO): text(TWO, "Do something else."), at(THREE): text(THREE), "other.txt": ""})
    repo.git("switch", "-q", "main")
    repo.commit(files={at("main-4444444444"): text("main-4444444444")})

    pending = store_in(repo).pending(BRANCH)

    assert [(one.experience.id, one.experience.what, one.approved) for one in pending] == [
        (THREE, "Call Cache.flush before the first fork.", False),
        (TWO, "Do something else.", False),
    ]
    assert store_in(repo).pending("absent") == []


def test_what_was_merged_or_squashed_is_pending_no_more(repo: Repository) -> None:
    repo.commit()
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "main")
    repo.commit("Squash", files={at(ONE): text(ONE)})

    assert [one.experience.id for one in store_in(repo).pending(BRANCH)] == [TWO]


# What people refused


def test_what_was_deleted_on_main_is_refused(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.commit(files={at(ONE): None})

    [refused] = store_in(repo).refused(BRANCH)

    assert (refused.experience.id, refused.path, refused.approved) == (ONE, at(ONE), False)


def test_what_was_moved_deleted_and_brought_back_or_renamed_is_not_refused(repo: Repository) -> None:
    renamed = f"better-{TWO[-10:]}"
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO), at(THREE): text(THREE)})
    repo.commit(files={at(ONE): None, at(ONE, "net"): text(ONE), at(TWO): None, at(renamed): text(renamed)})
    repo.commit(files={at(THREE): None})
    repo.commit(files={at(THREE): text(THREE)})

    assert store_in(repo).refused(BRANCH) == []


def test_what_a_person_deletes_from_a_proposal_is_refused_also_after_the_merge(repo: Repository) -> None:
    repo.commit()
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(ONE): None})
    repo.git("switch", "-q", "main")
    assert ids(store_in(repo).refused(BRANCH)) == [ONE]

    repo.git("merge", "-q", "--no-ff", "--no-edit", BRANCH)
    repo.git("branch", "-q", "-D", BRANCH)
    assert ids(store_in(repo).refused(BRANCH)) == [ONE]


def test_a_refusal_on_an_old_tip_of_the_proposal_branch_counts(repo: Repository) -> None:
    base_commit = repo.commit()
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(ONE): None})
    repo.git("switch", "-q", "main")
    repo.git("update-ref", f"refs/heads/{BRANCH}", base_commit)

    assert ids(store_in(repo).refused(BRANCH)) == [ONE]


def test_a_refusal_that_was_only_pushed_counts(repo: Repository, tmp_path: Path) -> None:
    repo.commit()
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(ONE): text(ONE)})
    repo.commit(files={at(ONE): None})
    repo.git("switch", "-q", "main")
    clone = repo.clone(tmp_path / "clone")

    assert ids(store_in(clone).refused(BRANCH)) == [ONE]


def test_a_deleted_file_that_was_no_experience_is_nothing(repo: Repository) -> None:
    repo.commit(files={at(ONE): "id: [broken\n", "experiences/CHARTER.md": "x", at(TWO): text(THREE)})
    repo.commit(files={at(ONE): None, "experiences/CHARTER.md": None, at(TWO): None})

    assert store_in(repo).refused(BRANCH) == []


# Who approved


def test_the_one_who_brought_the_present_content_approved_it(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)}, author=("Bo", "bo@example.org"))
    second = repo.commit(files={at(TWO): text(TWO, "Do more.")}, author=("Cy", "cy@example.org"))
    (repo.path / at(TWO)).chmod(0o755)
    repo.commit("Only the mode")

    found = store_in(repo).approvals([at(ONE), at(TWO), "experiences/cache/absent.yaml"])

    assert found == {
        at(ONE): Approval("Bo", "2024-01-01T12:00:00+00:00", repo.rev(f"{second}~")),
        at(TWO): Approval("Cy", "2024-01-02T12:00:00+00:00", second),
    }
    assert store_in(repo).approvals([]) == {}


def test_a_merge_is_the_approval_under_the_name_of_the_mailmap(repo: Repository) -> None:
    repo.commit(files={".mailmap": "Mia Merger <mia@example.org>\n"})
    repo.git("switch", "-q", "-c", BRANCH)
    repo.commit(files={at(ONE): text(ONE)})
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "--no-edit", BRANCH, author=("mm", "mia@example.org"))

    found = store_in(repo).approvals([at(ONE)])

    assert found == {at(ONE): Approval("Mia Merger", "2024-01-03T12:00:00+00:00", repo.rev("main"))}


def test_the_border_of_a_shallow_clone_approves_nothing(repo: Repository, tmp_path: Path) -> None:
    repo.commit(files={at(ONE): text(ONE)})
    repo.commit("Go on")
    newest = repo.commit(files={at(TWO): text(TWO)})
    clone = repo.clone(tmp_path / "clone", "--depth=2")

    found = store_in(clone).approvals([at(ONE), at(TWO)])

    assert {path: approval.commit for path, approval in found.items()} == {at(TWO): newest}


TASTE = {
    "color.ui": "always",
    "color.diff": "always",
    "core.quotePath": "true",
    "diff.noprefix": "true",
    "diff.orderFile": "/absent",
    "diff.renames": "copies",
    "log.abbrevCommit": "true",
    "log.decorate": "full",
    "log.diffMerges": "combined",
    "log.follow": "true",
    "log.showRoot": "false",
    "status.short": "true",
}


def test_a_users_taste_changes_no_answer(repo: Repository) -> None:
    repo.commit(files={at(ONE): text(ONE), at(TWO): text(TWO)})
    repo.git("switch", "-q", "-c", "work")
    repo.commit(files={at(TWO): None, at(THREE, "größe"): text(THREE)})
    repo.git("switch", "-q", "main")
    repo.git("merge", "-q", "--no-ff", "--no-edit", "work")
    paths = [at(ONE), at(THREE, "größe")]

    def everything() -> tuple[object, ...]:
        store = store_in(repo)
        return store.standing(), ids(store.refused(BRANCH)), store.approvals(paths)

    before = everything()
    for name, value in TASTE.items():
        repo.git("config", name, value)

    assert before == everything()
    assert ids(store_in(repo).refused(BRANCH)) == [TWO]
    assert len(store_in(repo).approvals(paths)) == 2


def test_recall_starts_no_heavy_library(repo: Repository) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, gitexp.adapters.store_git as s; print([n for n in ('pygit2', 'jsonschema', 'yaml', "
            "'tempfile', 'hashlib') if n in sys.modules])",
        ],
        capture_output=True,
        check=True,
        text=True,
    )

    assert done.stdout == "[]\n"
