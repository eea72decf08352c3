"""`exp init --github` lays the bot's workflows for a level, writes nothing twice, and takes out what nobody changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.house import lay, plan
from gitexp.adapters.house_github import Asked, chosen
from support.process import exp
from support.repository import Repository
from support.workflows import PIN, Job, jobs, read

FOLDER = ".github/workflows"
PROPOSE = f"{FOLDER}/exp-propose.yml"
READS = {"exp-propose.yml", "exp-backfill.yml", "exp-audit.yml"}
BASE = ("init", "--github", "--action", PIN)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    """A repository with one commit on main."""
    repository = Repository.create(tmp_path / "mill")
    repository.commit("Begin", {"mill.py": "GRIND = True\n"})
    return repository


def laid(repo: Repository) -> set[str]:
    """Return the names of the workflows that are there."""
    return {path.name for path in (repo.path / FOLDER).glob("*")}


def all_jobs(repo: Repository) -> list[Job]:
    return [job for path in sorted((repo.path / FOLDER).glob("*.yml")) for job in jobs(path)]


def snapshot(repo: Repository) -> dict[str, bytes]:
    """Return every file of the work tree with what it holds."""
    files = (path for path in repo.path.rglob("*") if path.is_file())
    named = {path.relative_to(repo.path).as_posix(): path for path in files}
    return {name: path.read_bytes() for name, path in named.items() if not name.startswith(".git/")}


def test_the_lowest_level_is_laid_by_default_and_can_write_nothing(repo: Repository):
    done = exp(repo.path, *BASE)

    assert 0 == done.code
    assert laid(repo) == READS
    assert [set()] * len(READS) == [job.writes for job in all_jobs(repo)]
    levels = {call["level"] for job in all_jobs(repo) for call in job.calls if "level" in call}
    assert {"report"} == levels
    created = {line.split(maxsplit=1)[1] for line in done.stdout.splitlines() if line.startswith("create")}
    assert {f"{FOLDER}/{name}" for name in READS} < created, "it lists them"


@pytest.mark.parametrize("engine", ["rules", "model"])
@pytest.mark.parametrize(
    ("level", "may_write"),
    [
        ("report", set()),
        ("branch", {"contents"}),
        ("pull-request", {"contents", "pull-requests"}),
    ],
)
def test_each_level_gives_what_it_needs_and_no_more(
    tmp_path: Path, level: str, may_write: set[str], engine: str
):
    repo = Repository(tmp_path)
    lay(plan(tmp_path, chosen(tmp_path, Asked(PIN, level, engine, "a-model"), {}, "main")))

    bot = [job for job in all_jobs(repo) if job.workflow.name != "exp-audit.yml"]
    publishing = [job for job in bot if job.calls[0]["mode"] in ("propose", "publish", "commands", "check")]
    assert [may_write] * len(publishing) == [job.writes for job in publishing]
    assert {level} == {call["level"] for job in bot for call in job.calls}
    [audit] = [job for job in all_jobs(repo) if job.workflow.name == "exp-audit.yml"]
    assert {"contents": "read"} == audit.body["permissions"]
    assert (laid(repo) == READS | {"exp-commands.yml"}) == (level == "pull-request")


def test_with_a_model_three_jobs_part_the_key_from_the_pen(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request", "--engine", "model", "--model", "a-model")

    for name in ("exp-propose.yml", "exp-backfill.yml"):
        found = jobs(repo.path / FOLDER / name)
        assert ["check", "extract", "publish"] == [job.name for job in found]
        assert ["check", "extract", "publish"] == [job.calls[0]["mode"] for job in found]
        assert [None, "check", "extract"] == [job.body.get("needs") for job in found]
        assert [False, True, False] == ["secrets." in str(job.body) for job in found]
        assert set() == found[1].writes
        assert ["a-model"] * 3 == [job.calls[0]["model"] for job in found]


def test_at_the_lowest_level_no_job_publishes(repo: Repository):
    exp(repo.path, *BASE, "--engine", "model", "--model", "a-model")

    for name in ("exp-propose.yml", "exp-backfill.yml"):
        assert ["check", "extract"] == [job.name for job in jobs(repo.path / FOLDER / name)]


def test_a_second_run_changes_nothing_and_needs_no_option(repo: Repository):
    options = ("--level", "branch", "--engine", "model", "--model", "a-model", "--comment")
    first = exp(repo.path, *BASE, *options, "--codeowners", "@mill/elders", "--json").json
    before = snapshot(repo)
    second = exp(repo.path, "init", "--github", "--json").json

    assert before == snapshot(repo)
    assert ([], []) == (second["created"], second["changed"])
    assert set(first["created"]) == set(second["kept"])


def test_plain_init_leaves_what_is_laid_for_github(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    before = snapshot(repo)

    assert 0 == exp(repo.path, "init").code
    assert before == snapshot(repo)


def test_another_level_changes_the_files_and_a_lower_one_takes_out_what_could_write(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request", "--comment")
    lower = exp(repo.path, "init", "--github", "--level", "report", "--no-comment", "--json").json

    assert {f"{FOLDER}/exp-commands.yml", f"{FOLDER}/exp-archaeology.yml"} == set(lower["removed"])
    assert {PROPOSE, f"{FOLDER}/exp-backfill.yml"} == set(lower["changed"])
    assert laid(repo) == READS
    assert [set()] * len(READS) == [job.writes for job in all_jobs(repo)]


def test_the_comment_of_archaeology_is_asked_for_and_a_fork_meets_a_job_that_can_not_write(repo: Repository):
    exp(repo.path, *BASE, "--comment")

    comment, summary = jobs(repo.path / FOLDER / "exp-archaeology.yml")
    assert ({"pull-requests"}, set()) == (comment.writes, summary.writes)
    assert ("true", "false") == (comment.calls[0]["comment"], summary.calls[0]["comment"])
    same = "github.event.pull_request.head.repo.full_name {} github.repository"
    assert same.format("==") in comment.body["if"] and same.format("!=") in summary.body["if"]


def test_undo_takes_out_all_that_was_laid(repo: Repository):
    before = snapshot(repo)
    created = exp(
        repo.path, *BASE, "--level", "pull-request", "--comment", "--codeowners", "@a", "--json"
    ).json
    undone = exp(repo.path, "init", "--undo", "--json").json

    assert set(created["created"]) == set(undone["removed"])
    assert before == snapshot(repo)
    assert not (repo.path / ".github").exists()


def test_undo_for_github_alone_leaves_the_rest_of_the_house(repo: Repository):
    exp(repo.path, "init")
    before = snapshot(repo)
    exp(repo.path, *BASE, "--level", "branch")

    done = exp(repo.path, "init", "--github", "--undo", "--json").json

    assert {f"{FOLDER}/{name}" for name in READS} == set(done["removed"])
    assert before == snapshot(repo)


def test_a_workflow_that_somebody_edited_is_theirs(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    for name in ("exp-propose.yml", "exp-commands.yml"):
        path = repo.path / FOLDER / name
        path.write_text(path.read_text("utf-8").replace("ubuntu-latest", "our-runner"), "utf-8")
    edited = snapshot(repo)

    lower = exp(repo.path, "init", "--github", "--level", "report", "--json").json
    undone = exp(repo.path, "init", "--github", "--undo", "--json").json

    for name in (PROPOSE, f"{FOLDER}/exp-commands.yml"):
        assert name in lower["kept"] and name in undone["kept"]
        assert edited[name] == (repo.path / name).read_bytes()


def test_a_file_of_the_same_name_that_exp_never_laid_is_kept(repo: Repository):
    repo.write(PROPOSE, "name: ours\non: push\n")

    laid_now = exp(repo.path, *BASE, "--json").json
    undone = exp(repo.path, "init", "--undo", "--json").json

    assert PROPOSE in laid_now["kept"]
    assert PROPOSE not in (*undone["removed"], *undone["changed"])
    assert "name: ours\non: push\n" == (repo.path / PROPOSE).read_text("utf-8")


def test_owners_are_offered_and_written_only_when_named(repo: Repository):
    offered = exp(repo.path, *BASE)

    assert "`/experiences/ @ORG/TEAM`" in offered.stderr
    assert not (repo.path / ".github/CODEOWNERS").exists()
    named = exp(repo.path, "init", "--github", "--codeowners", "@mill/elders", "--codeowners", "@ada")
    assert "CODEOWNERS" not in named.stderr
    lines = (repo.path / ".github/CODEOWNERS").read_text("utf-8").splitlines()
    assert "/experiences/ @mill/elders @ada" in lines


@pytest.mark.parametrize("place", [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"])
def test_an_existing_codeowners_is_extended_where_github_looks(repo: Repository, place: str):
    repo.write(place, "* @everyone\r\n")

    exp(repo.path, *BASE, "--codeowners", "@mill/elders")
    during = (repo.path / place).read_bytes()
    exp(repo.path, "init", "--undo")

    assert during.startswith(b"* @everyone\r\n") and b"\r\n/experiences/ @mill/elders\r\n" in during
    assert 1 == sum(name.endswith("CODEOWNERS") for name in snapshot(repo))
    assert b"* @everyone\r\n" == (repo.path / place).read_bytes()


def test_the_action_is_named_once_by_option_or_setting(repo: Repository):
    before = snapshot(repo)
    missing = exp(repo.path, "init", "--github")
    after = snapshot(repo)
    repo.git("config", "exp.action", PIN)
    taken = exp(repo.path, "init", "--github")

    assert 2 == missing.code and "--action" in missing.complaint and "exp.action" in missing.complaint
    assert before == after
    assert 0 == taken.code and f"uses: {PIN}\n" in (repo.path / PROPOSE).read_text("utf-8")


def test_a_word_that_does_not_fit_is_one_line_and_writes_nothing(repo: Repository):
    done = exp(repo.path, "init", "--github", "--action", "${{ github.event.issue.title }}/x@y")

    assert 2 == done.code and "--action" in done.complaint
    assert {"mill.py"} == set(snapshot(repo))


def test_an_option_of_the_bot_without_github_is_refused(repo: Repository):
    assert "add --github" in exp(repo.path, "init", "--no-comment").complaint
    assert "leave it out" in exp(repo.path, "init", "--github", "--undo", "--codeowners", "@a").complaint


def test_a_tag_in_place_of_a_commit_is_laid_and_said(repo: Repository):
    done = exp(repo.path, "init", "--github", "--action", "owner/name@v1")

    assert 0 == done.code
    assert "pin owner/name@v1 by its full commit" in done.stderr
    assert "pin " not in exp(repo.path, *BASE).stderr


def test_what_a_maintainer_must_set_is_said(repo: Repository):
    model = ("--engine", "model", "--model", "a-model")
    done = exp(repo.path, *BASE, "--level", "pull-request", *model)

    assert "`Allow GitHub Actions to create and approve pull requests`" in done.stderr
    assert "EXP_API_KEY" in done.stderr
    head = (repo.path / PROPOSE).read_text("utf-8").split("name: exp propose")[0]
    assert "Allow GitHub" in head and "EXP_API_KEY" in head and "--level pull-request" in head


def test_a_dry_run_lists_and_writes_nothing(repo: Repository):
    done = exp(repo.path, *BASE, "--level", "pull-request", "--dry-run")

    assert 0 == done.code and PROPOSE in done.stdout
    assert {"mill.py"} == set(snapshot(repo))


def test_without_a_commit_the_branch_that_will_be_is_taken(tmp_path: Path):
    repo = Repository.create(tmp_path / "mill", branch="trunk")

    assert 0 == exp(repo.path, *BASE).code
    assert ["trunk"] == read(repo.path / PROPOSE)["on"]["push"]["branches"]
