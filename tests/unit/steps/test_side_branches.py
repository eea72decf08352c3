"""Side branches that no merge took over, told from the blobs of real histories."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gitexp.steps.side_branches import dead_ends, thrown_away_by
from support.chains import a_touch, chain_of
from support.repository import Repository

LINES = [f"line {number}\n" for number in range(1, 21)]


def text(**changed: str) -> str:
    """Return the file's text with some of its lines changed (`l3="x"`)."""
    lines = list(LINES)
    for name, words in changed.items():
        lines[int(name[1:]) - 1] = words + "\n"
    return "".join(lines)


@pytest.fixture
def repo(tmp_path):
    repository = Repository.create(tmp_path / "repo")
    repository.commit("Begin", {"f": text(), "other": "1\n"})
    return repository


def merge(repo, branch, *options, message="Merge branch 'side'"):
    repo.git("merge", "--quiet", "--no-ff", "-m", message, *options, branch)
    repo.commits += 1


def on_side(repo, message, words, *, branch="side", **more):
    repo.git("checkout", "--quiet", "-b", branch)
    made = repo.commit(message, {"f": words, **more})
    repo.git("checkout", "--quiet", "main")
    return made


def dead(repo, path="f", *older, **more):
    return [touch.commit for touch in dead_ends(chain_of(repo, path, *older, **more))]


def test_a_branch_merged_with_ours_is_a_dead_end(repo):
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")

    assert [lost] == dead(repo)


def test_it_is_a_dead_end_too_where_the_main_branch_left_the_file_alone(repo):
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Something else", {"other": "2\n"})
    merge(repo, "side", "-s", "ours")
    repo.commit("Go on", {"f": text(l18="on")})

    assert [lost] == dead(repo)


def test_all_commits_of_the_branch_are_dead(repo):
    repo.git("checkout", "--quiet", "-b", "side")
    lost = [repo.commit(f"Retry by threads, part {n}", {"f": text(l3=f"threads {n}")}) for n in range(3)]
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")

    assert lost[::-1] == dead(repo)


def test_what_was_merged_and_reverted_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Something else", {"other": "2\n"})
    merge(repo, "side")
    repo.git("revert", "--no-edit", "-m", "1", "HEAD")

    assert [] == dead(repo)


def test_a_branch_that_left_the_file_alone_is_none(repo):
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("Something else", {"other": "2\n"})
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side")

    assert [] == dead(repo)


def test_a_branch_whose_change_was_merged_line_by_line_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side")
    repo.commit("Further", {"f": text(l3="threads", l18="on", l10="more")})

    assert [] == dead(repo)


def test_a_branch_that_took_main_in_first_is_none(repo):
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("Retry by threads", {"f": text(l3="threads")})
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", {"f": text(l18="on")})
    repo.git("checkout", "--quiet", "side")
    merge(repo, "main", message="Merge branch 'main' into side")
    repo.git("checkout", "--quiet", "main")
    repo.commit("Something else", {"other": "2\n"})
    merge(repo, "side")

    assert [] == dead(repo)


def test_what_came_in_as_a_picked_cherry_is_none(repo):
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    repo.git("cherry-pick", lost)
    repo.commit("Further", {"f": text(l3="threads", l18="on", l10="more")})
    merge(repo, "side", "-s", "ours")

    assert [] == dead(repo)


def test_what_came_in_under_another_title_to_the_same_text_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Let threads retry", {"f": text(l3="threads")})
    repo.commit("Go on", {"f": text(l18="on", l3="threads")})
    repo.commit("Further", {"f": text(l18="on")})
    start = repo.rev()
    repo.git("checkout", "--quiet", "side")
    merge(repo, start, "-s", "ours", message="Merge branch 'main' into side")
    repo.git("checkout", "--quiet", "main")
    merge(repo, "side", "-s", "ours")

    assert [] == dead(repo)


def test_of_older_names_nothing_is_said(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")
    repo.commit("Move it", {"f": None, "g": text(l18="on")})
    chain = chain_of(repo, "f", rev="HEAD~1")

    assert 1 == len(dead_ends(chain))
    assert () == dead_ends(replace(chain, names=("g", "f")))


def test_what_a_squash_names_in_its_body_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    repo.commit("Threads (#7)\n\n* Retry by threads", {"f": text(l18="on", l3="threads")})
    merge(repo, "side", "-s", "ours")

    assert [] == dead(repo)


def test_what_its_own_merge_says_it_brings_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("The same in other words", {"f": text(l3="threads", l4="two")})
    merge(repo, "side", "-s", "ours", message='Merge "Retry by threads"')

    assert [] == dead(repo)


def test_the_branch_of_an_old_version_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"), branch="1.x")
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "1.x", "-s", "ours", message="Merge branch '1.x'")

    assert [] == dead(repo)


def test_a_branch_that_was_not_merged_at_all_is_not_seen(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))

    assert [] == dead(repo)


def test_a_change_undone_on_its_branch_is_none(repo):
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("Retry by threads", {"f": text(l3="threads")})
    repo.commit("Leave it", {"f": text()})
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side")

    assert [] == dead(repo)


def test_a_branch_that_a_later_merge_took_after_all_is_none(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.git("branch", "kept", "side")
    repo.commit("Go on", {"f": text(l18="on")})
    start = repo.rev()
    merge(repo, "side", "-s", "ours")
    repo.git("checkout", "--quiet", "-b", "again", start)
    merge(repo, "kept", message="Take it")
    repo.git("checkout", "--quiet", "main")
    merge(repo, "again", "-X", "theirs", message="Merge again")

    assert [] == dead(repo)


def test_where_the_side_was_taken_whole_main_lost(repo):
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("Retry by loops", {"f": text(l18="loops")})
    repo.git("checkout", "--quiet", "main")
    lost = repo.commit("Retry by threads", {"f": text(l3="threads")})
    repo.git("checkout", "--quiet", "side")
    merge(repo, "main", "-s", "ours", message="Stop retrying by threads")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--ff-only", "side")

    assert [lost] == dead(repo)


def test_an_octopus_that_took_one_version_loses_the_other(repo):
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    on_side(repo, "Something else", text(), branch="third", other="3\n")
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "third", "-s", "ours")

    assert [lost] == dead(repo)


def test_another_project_merged_in_has_another_file(repo):
    repo.git("checkout", "--quiet", "--orphan", "foreign")
    repo.commit("Begin another", {"f": "wholly different\n"})
    repo.commit("Go on there", {"f": "wholly different again\n"})
    repo.git("checkout", "--quiet", "--force", "main")
    merge(repo, "foreign", "-s", "ours", "--allow-unrelated-histories", message="Add another project")

    assert [] == dead(repo)


def test_of_a_file_that_the_merge_deleted_nothing_is_said(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Move it", {"f": None, "g": text(l18="on")})
    merge(repo, "side", "-s", "ours")

    assert [] == dead(repo, "g", "f")
    assert [] == dead(repo, "f")


def test_where_history_ends_nothing_is_said(repo):
    first = repo.rev()
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")

    assert [] == dead(repo, ends=(first,))
    assert [] == dead(repo, ends=(lost,))
    assert [lost] == dead(repo, ends=("f" * 40,))


def test_the_merges_that_threw_it_away_are_told(repo):
    on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")
    chain = chain_of(repo, "f")
    [lost] = dead_ends(chain)

    assert [repo.rev()] == [one.commit for one in thrown_away_by(lost, chain.merges)]


def test_what_is_there_today_is_no_dead_end(repo):
    lost = on_side(repo, "Retry by threads", text(l3="threads"))
    repo.commit("Go on", {"f": text(l18="on")})
    merge(repo, "side", "-s", "ours")
    chain = chain_of(repo, "f")
    blob = next(touch.new for touch in chain.touches if touch.commit == lost)

    assert () == dead_ends(replace(chain, blob=blob))


def test_a_straight_history_has_none(repo):
    for number in range(2, 9):
        repo.commit(f"Change line {number}", {"f": text(l3=f"{number}")})
    repo.commit("Back again", {"f": text(l3="4")})

    assert [] == dead(repo)
    assert () == dead_ends(replace(chain_of(repo, "f"), touches=(a_touch(0),)))
