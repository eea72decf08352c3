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
    # A check pushes nothing and asks about the push alone: whether a pull request may be opened can't be asked.
    needed = [may_write & {"contents"} if job.name == "check" else may_write for job in publishing]
    assert needed == [job.writes for job in publishing]
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
    changed = {PROPOSE, f"{FOLDER}/exp-backfill.yml", f"{FOLDER}/exp-audit.yml"}
    assert changed == set(lower["changed"]), "each remembers how it was laid"
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


def edit(repo: Repository, *names: str, old: str = "ubuntu-latest", new: str = "our-runner") -> None:
    """Edit workflows as a person does."""
    for name in names:
        path = repo.path / FOLDER / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")


def test_a_workflow_that_somebody_edited_is_theirs(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    edit(repo, "exp-propose.yml", "exp-commands.yml")
    edited = snapshot(repo)

    lower = exp(repo.path, "init", "--github", "--level", "report", "--json").json
    undone = exp(repo.path, "init", "--github", "--undo", "--json").json

    for name in (PROPOSE, f"{FOLDER}/exp-commands.yml"):
        assert name in lower["kept"] and name in undone["kept"]
        assert edited[name] == (repo.path / name).read_bytes()


def test_a_lower_level_that_an_edited_workflow_does_not_get_is_said_and_is_no_success(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    edit(repo, "exp-propose.yml", "exp-commands.yml", old="timeout-minutes: ", new="timeout-minutes: 1")

    done = exp(repo.path, "init", "--github", "--level", "report")

    [propose, commands] = [
        line for line in done.stdout.splitlines() if line.startswith("keep, it was changed")
    ]
    assert 1 == done.code
    assert f"{PROPOSE}  (still level pull-request; may write contents, pull-requests)" in propose
    assert "exp-commands.yml  (still may write contents, pull-requests)" in commands
    assert "set it there yourself, or delete the file" in done.stderr


def test_the_last_call_counts_and_not_what_stands_in_an_edited_file(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    edit(repo, "exp-propose.yml")
    exp(repo.path, "init", "--github", "--level", "report")
    before = snapshot(repo)

    plain = exp(repo.path, "init", "--github", "--json")
    (repo.path / PROPOSE).unlink()
    anew = exp(repo.path, "init", "--github", "--json")

    assert (0, [], []) == (plain.code, plain.json["created"], plain.json["changed"])
    assert {PROPOSE} == {one["file"] for one in plain.json["changed_by_people"]}, "it is said again"
    assert [PROPOSE] == anew.json["created"]
    assert [set()] * len(READS) == [job.writes for job in all_jobs(repo)], (
        "and laid at the level asked for last"
    )
    assert {name: text for name, text in before.items() if name != PROPOSE} == {
        name: text for name, text in snapshot(repo).items() if name != PROPOSE
    }


def test_where_people_edited_every_workflow_the_lowest_level_in_force_counts(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    edit(repo, *READS)
    edit(repo, "exp-backfill.yml", old="level: pull-request", new="level: branch")
    edit(repo, "exp-backfill.yml", old="pull-requests: write", new="pull-requests: read")
    (repo.path / FOLDER / "exp-commands.yml").unlink()

    done = exp(repo.path, "init", "--github", "--json").json

    assert [] == done["created"], "what a person took out to have less does not come again"
    assert {(PROPOSE, "level")} == {
        (one["file"], *one["off"]) for one in done["changed_by_people"] if one["off"]
    }


def test_an_edit_that_fits_what_is_asked_for_is_only_listed(repo: Repository):
    exp(repo.path, *BASE, "--level", "branch")
    edit(repo, "exp-propose.yml")

    done = exp(repo.path, *BASE, "--level", "branch", "--json")

    assert 0 == done.code
    assert [{"file": PROPOSE, "off": [], "still": []}] == done.json["changed_by_people"]


@pytest.mark.parametrize(
    ("options", "off"),
    [
        (("--action", "owner/name@" + "2" * 40), "action"),
        (("--engine", "model", "--model", "a-model"), "engine"),
        (("--app",), "app"),
    ],
)
def test_no_option_is_passed_over_in_silence(repo: Repository, options: tuple[str, ...], off: str):
    exp(repo.path, *BASE, "--level", "branch")
    edit(repo, "exp-propose.yml")

    done = exp(repo.path, "init", "--github", *options, "--json")

    [theirs] = done.json["changed_by_people"]
    assert 1 == done.code and off in theirs["off"]


def test_an_owner_that_an_edited_line_does_not_get_is_said(repo: Repository):
    exp(repo.path, *BASE, "--codeowners", "@mill/elders")
    path = repo.path / ".github/CODEOWNERS"
    path.write_text(path.read_text("utf-8").replace("@mill/elders", "@mill/elders @bob"), "utf-8")

    done = exp(repo.path, "init", "--github", "--codeowners", "@ada", "--json")

    assert 1 == done.code and ["codeowners"] == done.json["changed_by_people"][0]["off"]
    assert 0 == exp(repo.path, "init", "--github").code


def test_lines_of_a_persons_outside_of_the_block_never_become_half_a_workflow(repo: Repository):
    exp(repo.path, *BASE, "--level", "pull-request")
    for name in ("exp-propose.yml", "exp-commands.yml"):
        with (repo.path / FOLDER / name).open("a", encoding="utf-8") as file:
            file.write("# Ask Ada before you change this.\n")

    lower = exp(repo.path, "init", "--github", "--level", "report")
    undone = exp(repo.path, "init", "--github", "--undo")

    assert 1 == lower.code and "exp-commands.yml  (still may write" in lower.stdout
    assert "level: report" in (repo.path / PROPOSE).read_text("utf-8"), "the block itself is exp's still"
    assert {"exp-propose.yml", "exp-commands.yml"} == laid(repo)
    for path in (repo.path / FOLDER).glob("*"):
        assert {"name", "on", "jobs"} < read(path).keys()
        assert f"{FOLDER}/{path.name} goes on running as it is: delete it yourself" in undone.stderr


def test_what_people_need_else_is_set_without_an_edit(repo: Repository):
    model = ("--engine", "model", "--model", "a-model", "--level", "branch")
    exp(repo.path, *BASE, *model, "--max-tokens", "70000", "--max-cost", "2.50", "--environment", "llm")
    again = exp(repo.path, "init", "--github", "--json").json
    extract = {name: job for name in ("propose", "backfill")
               for job in jobs(repo.path / FOLDER / f"exp-{name}.yml") if job.name == "extract"}  # fmt: skip

    assert ([], []) == (again["created"], again["changed"]), "and it is remembered"
    for job in extract.values():
        assert ("70000", "2.50") == (job.calls[0]["max-tokens"], job.calls[0]["max-cost"])
        assert "llm" == job.body["environment"]
    exp(repo.path, "init", "--github", "--max-tokens", "", "--max-cost", "", "--environment", "")
    [_, job, *_] = jobs(repo.path / PROPOSE)
    assert "500000" == job.calls[0]["max-tokens"]
    assert "max-cost" not in job.calls[0] and "environment" not in job.body


@pytest.mark.parametrize("level", ["branch", "pull-request"])
@pytest.mark.parametrize("engine", ["rules", "model"])
def test_with_an_app_its_token_alone_writes_and_the_jobs_own_reads(tmp_path: Path, level: str, engine: str):
    repo = Repository(tmp_path)
    lay(plan(tmp_path, chosen(tmp_path, Asked(PIN, level, engine, "a-model", app=True), {}, "main")))

    assert {frozenset()} == {frozenset(job.writes) for job in all_jobs(repo)}
    for job in (one for one in all_jobs(repo) if one.workflow.name != "exp-audit.yml"):
        mode = job.calls[0]["mode"]
        tokens = [step for step in job.steps if step.get("id") == "app"]
        assert (mode != "extract") == bool(tokens) == ("token" in job.calls[0])
        for step in tokens:
            rights = {what: how for what, how in step["with"].items() if what.startswith("permission-")}
            pulls = (
                {}
                if mode == "check"
                else {"permission-pull-requests": level.replace("pull-request", "write")}
            )
            assert {"permission-contents": "write", **pulls} == {
                what: "branch" if how == "read" else how for what, how in rights.items()
            }
            assert "${{ steps.app.outputs.token }}" == job.calls[0]["token"]
            assert "EXP_API_KEY" not in str(job.body), "the model's key is elsewhere"


@pytest.mark.parametrize(
    "action",
    ["OWNER/NAME@COMMIT", "OWNER/NAME@" + "1" * 40, "ada/exp@COMMIT", "ada/exp@REF", "ada/exp@" + "0" * 40],
)
def test_the_placeholder_of_the_pages_is_not_laid(repo: Repository, action: str):
    done = exp(repo.path, "init", "--github", "--action", action)

    assert 2 == done.code and "is only an example" in done.complaint
    assert {"mill.py"} == set(snapshot(repo))


def test_other_words_of_the_pages_are_no_names_either(repo: Repository):
    for option in (("--codeowners", "@ORG/TEAM"), ("--engine", "model", "--model", "NAME")):
        assert "is only an example" in exp(repo.path, *BASE, *option).complaint
    assert {"mill.py"} == set(snapshot(repo))


def test_files_that_fit_are_one_line(repo: Repository):
    exp(repo.path, *BASE)

    lines = exp(repo.path, "init", "--github", "--level", "branch").stdout.splitlines()

    assert [f"change  {FOLDER}/exp-{name}.yml" for name in ("propose", "backfill", "audit")] == lines[:-1]
    assert "keep    experiences/CHARTER.md and 9 more as they are" == lines[-1]


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
