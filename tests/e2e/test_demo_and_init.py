"""`exp demo` tells the whole story and leaves nothing; `exp init` lays the house once, and takes it out again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.process import NOBODY, exp, exp_at_terminal
from support.repository import Repository

HOUSE = {"experiences/CHARTER.md", "experiences/.config.yaml", "AGENTS.md", ".gitattributes"}


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, str, Path]:
    """One run of the demo, in a folder that is no repository, with a temporary folder of its own."""
    here, temporary = tmp_path_factory.mktemp("here"), tmp_path_factory.mktemp("temporary")
    done = exp(here, "demo", env={"TMPDIR": str(temporary)}).plain
    assert [] == list(here.iterdir())
    return done.code, done.stdout, done.stderr, temporary


def test_the_demo_ends_well_outside_any_repository_and_leaves_nothing(demo: tuple[int, str, str, Path]):
    code, _, _, temporary = demo

    assert 0 == code
    assert [] == list(temporary.iterdir())
    assert not NOBODY.exists()


def test_the_demo_tells_the_whole_story_in_order(demo: tuple[int, str, str, Path]):
    _, out, _, _ = demo
    steps = (
        "$ exp propose",
        "worth keeping",
        "The pull request, title and text:",
        "$ git merge",
        "$ exp recall",
        "<team-notes",
        "--env httpx=0.23.1",
        "$ exp facts set rendering=canvas",
    )

    at = [out.find(step) for step in steps]
    assert -1 not in at and at == sorted(at)


def test_the_demo_shows_all_three_answers_and_no_secret(demo: tuple[int, str, str, Path]):
    _, out, err, _ = demo

    both = out + err
    assert "does not apply" in both and "can't be told" in both and "In this project:" in both
    assert "Zk3Zk3" not in both and "redacted" in both


def test_the_demo_can_be_kept(tmp_path: Path):
    done = exp(tmp_path, "demo", "--keep", env={"TMPDIR": str(tmp_path)})

    kept = Path(done.stdout.splitlines()[-1].removeprefix("Kept: "))
    assert 0 == done.code
    assert 0 == exp(kept, "list").code


def listing(folder: Path) -> dict[str, bytes]:
    """Return the files of a work tree with their content."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and ".git/" not in f"{path.relative_to(folder)}/"
    )
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_init_lists_its_files_lays_them_and_commits_nothing(rocket: Repository):
    before, head = listing(rocket.path), rocket.rev()

    done = exp(rocket.path, "init")

    after = listing(rocket.path)
    laid = after.keys() - before.keys()
    assert 0 == done.code
    assert HOUSE <= laid
    assert any(name.startswith("experiences/.schemas/") for name in laid)
    assert laid == {
        line.split(maxsplit=1)[1] for line in done.stdout.splitlines() if line.startswith("create")
    }
    assert before == {name: after[name] for name in before}
    assert head == rocket.rev() and "" == rocket.git("diff", "--cached", "--name-only")
    assert b"exp recall" in after["AGENTS.md"]
    assert b"three months" in after["experiences/CHARTER.md"]


def test_a_dry_run_of_init_lists_and_writes_nothing(rocket: Repository):
    before = listing(rocket.path)

    done = exp(rocket.path, "init", "--dry-run")

    assert 0 == done.code and "create experiences/CHARTER.md" in " ".join(done.stdout.split())
    assert before == listing(rocket.path)


def test_init_twice_is_init_once(rocket: Repository):
    first = exp(rocket.path, "init", "--json").json
    once = listing(rocket.path)
    second = exp(rocket.path, "init", "--json")

    assert 0 == second.code
    assert once == listing(rocket.path)
    assert [] == second.json["created"] and set(first["created"]) == set(second.json["kept"])


def test_undo_takes_all_of_it_out_again(rocket: Repository):
    before = listing(rocket.path)
    laid = exp(rocket.path, "init", "--json").json["created"]

    done = exp(rocket.path, "init", "--undo", "--json")

    assert 0 == done.code
    assert before == listing(rocket.path)
    assert not (rocket.path / "experiences").exists()
    assert set(laid) == set(done.json["removed"])
    assert 0 == exp(rocket.path, "init", "--undo").code, "and once more changes nothing"


def test_a_persons_words_are_kept_by_init_and_by_undo(rocket: Repository):
    rocket.write("AGENTS.md", "# Ours\n\nFly safely.\n")
    rocket.write("experiences/CHARTER.md", "Our own charter.\n")

    exp(rocket.path, "init")
    with_block = (rocket.path / "AGENTS.md").read_text()
    again = exp(rocket.path, "init")
    charter = (rocket.path / "experiences/CHARTER.md").read_text()
    (rocket.path / "experiences/.config.yaml").write_text("trust: settled\n")
    undone = exp(rocket.path, "init", "--undo", "--json").json

    assert with_block.startswith("# Ours\n\nFly safely.\n") and "exp recall" in with_block
    assert with_block == (rocket.path / "AGENTS.md").read_text() or 0 == again.code
    assert "Our own charter.\n" == charter == (rocket.path / "experiences/CHARTER.md").read_text()
    assert "# Ours\n\nFly safely.\n" == (rocket.path / "AGENTS.md").read_text()
    assert "trust: settled\n" == (rocket.path / "experiences/.config.yaml").read_text()
    assert {"experiences/CHARTER.md", "experiences/.config.yaml"} == set(undone["kept"])


def test_experiences_stay_where_they_are_when_the_house_goes(merged: Repository):
    exp(merged.path, "init")
    exp(merged.path, "init", "--undo")

    assert "" == merged.git("status", "--porcelain")
    assert 3 == len(exp(merged.path, "list").stdout.splitlines())


def test_at_a_terminal_init_asks_and_no_is_no(rocket: Repository):
    before = listing(rocket.path)

    refused = exp_at_terminal(rocket.path, "init", typed="n\n")
    after_no = listing(rocket.path)
    taken = exp_at_terminal(rocket.path, "init", typed="y\n")

    assert 0 == refused.code and before == after_no
    assert "create experiences/CHARTER.md" in " ".join(refused.stdout.split()), "it lists before it asks"
    assert 0 == taken.code and (rocket.path / "experiences/CHARTER.md").is_file()


def test_init_does_not_write_through_a_link_that_leaves(rocket: Repository, tmp_path: Path):
    (tmp_path / "theirs.md").write_text("Not yours.\n")
    (rocket.path / "AGENTS.md").symlink_to(tmp_path / "theirs.md")

    done = exp(rocket.path, "init")

    assert 3 == done.code and "AGENTS.md" in done.stderr
    assert "Not yours.\n" == (tmp_path / "theirs.md").read_text()
    assert not (rocket.path / "experiences").exists(), "all or nothing"


def test_what_exp_writes_fits_the_schema_that_it_laid(merged: Repository):
    import jsonschema
    import yaml

    exp(merged.path, "init")
    schema = json.loads((merged.path / "experiences/.schemas/experience.schema.json").read_text())
    files = sorted((merged.path / "experiences").glob("*/*.yaml"))

    assert 3 == len(files)
    for file in files:
        jsonschema.validate(yaml.load(file.read_text(), yaml.BaseLoader), schema)
    made = (
        merged.path
        / exp(merged.path, "new", "--when", "Painting", "--what", "Paint it white.").stdout.strip()
    )
    jsonschema.validate(yaml.load(made.read_text(), yaml.BaseLoader), schema)
    head = made.read_text().splitlines()[0]
    assert (made.parent / head.rpartition("=")[2]).resolve() == (
        merged.path / "experiences/.schemas/experience.schema.json"
    ).resolve()
