"""`exp ci audit`: a pull request answers for the experiences that it changes; what its code breaks only tells."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from e2e.test_audit import build, experience, id_of, path_of
from support.bot_story import outputs
from support.process import Finished, exp
from support.repository import Repository

STILL, GATE, FLOUR = path_of("still"), path_of("gate"), path_of("flour")
OWN = "acme/mill"


class Mill:
    """The mill of `exp audit`, with its change on the branch `work` as a pull request onto `main`."""

    def __init__(self, repo: Repository) -> None:
        self.repo = repo
        repo.git("checkout", "--quiet", "-b", "work")
        repo.git("branch", "--force", "main", "told")

    def check(self, *, fork: bool = False, head: str = "", **more: str) -> tuple[Finished, str]:
        """Run the check on what is checked out and return what it said, and its summary."""
        event, summary = self.repo.path.parent / "event.json", self.repo.path.parent / "summary"
        told = {
            "number": 7,
            "title": "Change the mill",
            "base": {"sha": self.repo.rev("main")},
            "head": {
                "sha": head or self.repo.rev("work"),
                "repo": {"full_name": "mallory/mill" if fork else OWN},
            },
        }
        event.write_text(json.dumps({"pull_request": told}), encoding="utf-8")
        summary.unlink(missing_ok=True)
        env = {
            "GITHUB_ACTIONS": "true",
            "GITHUB_REPOSITORY": OWN,
            "GITHUB_EVENT_NAME": "pull_request",
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_STEP_SUMMARY": str(summary),
            "GITHUB_OUTPUT": str(self.repo.path.parent / "output"),
            "GITHUB_API_URL": "http://127.0.0.1:9",
            **more,
        }
        done = exp(self.repo.path, "ci", "audit", env=env)
        return done, summary.read_text("utf-8") if summary.exists() else ""


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return build(tmp_path_factory.mktemp("ci-audit") / "mill")


@pytest.fixture
def mill(laid: Repository, tmp_path: Path) -> Mill:
    shutil.copytree(laid.path, tmp_path / "mill", symlinks=True, ignore=shutil.ignore_patterns("exp"))
    repository = Repository(tmp_path / "mill")
    repository.commits = 50
    return Mill(repository)


def annotated(done: Finished) -> list[tuple[str, str]]:
    """Return the kind and the file of each annotation."""
    rows = [line.split("::")[1] for line in done.stdout.splitlines() if line.startswith("::")]
    return [(row.split(" ")[0], row.partition("file=")[2].partition(",")[0]) for row in rows]


def patch_in(summary: str) -> str:
    """Return the ready patch of a summary as a person copies it."""
    return summary.partition("```text\n")[2].partition("\n```\n")[0] + "\n"


def test_what_the_code_breaks_is_a_notice_with_a_ready_patch_and_fails_nothing(mill: Mill):
    done, summary = mill.check()

    assert 0 == done.plain.code
    slugs = ("flour", "gate", "husk", "pool", "still")
    assert [("notice", path_of(slug)) for slug in slugs] == annotated(done)
    assert "**The code breaks 5 experiences that stand.** What the code breaks fails nothing here." in summary

    (mill.repo.path.parent / "exp.patch").write_text(patch_in(summary), encoding="utf-8")
    mill.repo.git("apply", "../exp.patch")
    assert f"{STILL}\n{GATE}" == "\n".join(reversed(mill.repo.git("diff", "--name-only").splitlines()))
    assert 'what: "Call `Wheel.stand_quiet` before the corn comes."' in (mill.repo.path / STILL).read_text(
        "utf-8"
    )
    assert "scope: {paths: [src/mill/water/sluice.py]}" in (mill.repo.path / GATE).read_text("utf-8")


def test_taken_into_the_pull_request_the_patch_leaves_nothing_of_it_to_tell(mill: Mill):
    _, summary = mill.check()
    (mill.repo.path.parent / "exp.patch").write_text(patch_in(summary), encoding="utf-8")
    mill.repo.git("apply", "--index", "../exp.patch")
    mill.repo.commit("Follow the names")
    done, _ = mill.check()

    assert 0 == done.plain.code
    assert {path_of(slug) for slug in ("flour", "husk", "pool")} == {file for _, file in annotated(done)}


def test_strict_fails_for_what_the_code_breaks_too(mill: Mill):
    done, summary = mill.check(EXP_STRICT="true")

    assert 1 == done.plain.code
    assert {"warning"} == {kind for kind, _ in annotated(done)}
    assert "fails nothing" not in summary


def test_a_fault_in_a_file_that_the_pull_request_changes_fails_it(mill: Mill):
    mill.repo.git("reset", "--quiet", "--hard", "told")
    mill.repo.commit("Teach", experience("wrong", "Call `Wheel.fly` at noon."))
    done, summary = mill.check()

    assert 1 == done.plain.code
    assert [("warning", path_of("wrong"))] == annotated(done)
    assert "**1 fault in files of `experiences/` that this pull request changes.**" in summary
    written = outputs((mill.repo.path.parent / "output").read_text("utf-8"))
    assert ("1", "0") == (written["faults"], written["broken"])


def test_a_file_that_can_not_be_read_fails_only_who_changes_it(mill: Mill):
    mill.repo.git("reset", "--quiet", "--hard", "told")
    broken = (mill.repo.path / FLOUR).read_text("utf-8").replace("kind: constraint\n", "")
    mill.repo.commit("Break it", {FLOUR: broken})
    done, _ = mill.check()
    assert (1, [("error", FLOUR)]) == (done.plain.code, annotated(done))

    mill.repo.git("branch", "--force", "main", "work")
    mill.repo.commit("Write a page", {"README.md": "# The mill\n"})
    done, summary = mill.check()
    assert (0, []) == (done.plain.code, annotated(done))
    assert "Nothing to mend" in summary


def test_who_changes_a_file_answers_for_what_was_wrong_in_it_before(mill: Mill):
    mill.repo.git("branch", "--force", "main", "work")
    text = (mill.repo.path / FLOUR).read_text("utf-8")
    mill.repo.commit("Say it better", {FLOUR: text.replace("wet corn", "damp corn")})
    done, _ = mill.check()

    assert (1, [("warning", FLOUR)]) == (done.plain.code, annotated(done))


def test_a_name_that_it_breaks_in_a_file_that_it_changes_is_told_once(mill: Mill):
    text = (mill.repo.path / FLOUR).read_text("utf-8")
    mill.repo.commit("Say it better", {FLOUR: text.replace("wet corn", "damp corn")})
    done, _ = mill.check()

    assert (1, 1) == (done.plain.code, [file for _, file in annotated(done)].count(FLOUR))


def test_from_a_fork_the_check_tells_and_is_green(mill: Mill):
    mill.repo.commit("Teach", experience("wrong", "Call `Wheel.fly` at noon."))
    done, summary = mill.check(fork=True, EXP_STRICT="true")

    assert 0 == done.plain.code
    assert ("warning", path_of("wrong")) in annotated(done)
    assert "It comes from a fork, so this check is green whatever it finds." in summary


def test_at_githubs_test_merge_only_the_pull_request_counts(mill: Mill):
    pull = mill.repo.rev("work")
    mill.repo.git("checkout", "--quiet", "main")
    mill.repo.commit("Meanwhile", experience("wrong", "Call `Wheel.fly` at noon."))
    event_base = mill.repo.rev("told")
    mill.repo.git("checkout", "--quiet", "--detach", "main")
    mill.repo.git("merge", "--quiet", "--no-ff", "-m", f"Merge {pull} into {mill.repo.rev('main')}", "work")
    mill.repo.git("branch", "--force", "main", event_base)
    done, _ = mill.check(head=pull)

    assert 0 == done.plain.code
    assert path_of("wrong") not in {file for _, file in annotated(done)}


def test_where_the_checkout_is_not_of_the_pull_request_it_says_so_and_a_fork_stays_green(mill: Mill):
    mill.repo.git("checkout", "--quiet", "main")
    wrong, _ = mill.check()
    fork, summary = mill.check(fork=True)

    assert 3 == wrong.code and "does not hold" in wrong.complaint
    assert 0 == fork.code and "Not audited:" in summary


def test_more_faults_than_github_shows_are_counted(mill: Mill):
    mill.repo.git("reset", "--quiet", "--hard", "told")
    files: dict[str, str] = {}
    for number in range(12):
        files |= experience(f"wrong-{number}", f"Call `Wheel.fly_{number}` at noon.")
    mill.repo.commit("Teach much", files)
    done, summary = mill.check()

    assert 1 == done.plain.code
    assert 10 == len(annotated(done)) and "and 3 more: see the summary of the step" in done.stdout
    assert 12 == summary.count("Wheel.fly")


def test_a_hostile_experience_gets_no_word_out_of_its_quotes(mill: Mill):
    mill.repo.git("reset", "--quiet", "--hard", "told")
    evil = "x%0A::error::@everyone | fixes #1 </details> ```"
    mill.repo.commit(
        "Teach", {"experiences/mill/evil-00c0ffee00.yaml": f"id: {json.dumps(evil)}\n{json.dumps(evil)}: 1\n"}
    )
    done, summary = mill.check()

    assert 1 == done.plain.code
    assert not any(line.startswith("::error::@") for line in done.stdout.splitlines())
    unescaped = summary.replace("\\<", "")
    assert not any(sign in unescaped for sign in ("@everyone", "#1", "</details>", "\n```"))


def test_the_files_for_the_next_proposal_follow_the_names_of_the_default_branch(
    mill: Mill, monkeypatch: pytest.MonkeyPatch
):
    from gitexp.cli.ci.audit import upkeep_files
    from gitexp.cli.wiring import Workshop

    mill.repo.git("branch", "--force", "main", "work")
    monkeypatch.chdir(mill.repo.path)
    every = upkeep_files(Workshop())
    one = upkeep_files(Workshop(), mill.repo.rev("main"), only={id_of("still")}, today="2024-06-01")
    none = upkeep_files(Workshop(), only=())

    assert ([GATE, STILL], [STILL], []) == tuple(
        [file.path for file in some.files] for some in (every, one, none)
    )
    assert ("`Wheel.hold_still` is `Wheel.stand_quiet` now",) == one.words[STILL]
    assert id_of("still") == one.ids[STILL]
    assert "" == mill.repo.git("status", "--porcelain"), "nothing is written"
