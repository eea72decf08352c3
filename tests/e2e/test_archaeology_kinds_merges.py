"""Archaeology's right answers where history forks: merges taken back, octopuses, several roots."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.histories import Fate, History, git_says, lines
from support.process import exp
from support.repository import Repository

FILE, OTHER = "src/net/retry.py", "src/net/pump.py"
BASE, ONE, TWO = lines(), lines((5, "attempts = 2")), lines((5, "attempts = 2"), (20, "wait = 5"))
OUT = "out"


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def reversing(merge: str, parent: str, subject: str = "Merge branch 'retry'") -> str:
    return f'Revert "{subject}"\n\nThis reverts commit {merge}, reversing\nchanges made to {parent}.'


def test_a_merge_of_one_commit_taken_back_takes_the_commit_back(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    merge = history.commit("Merge branch 'retry'", {FILE: ONE}, on=[main, first])
    back = history.commit(reversing(merge, main), {FILE: BASE})

    fates = history.fates(FILE)

    assert ("revert", "exact", "blob") == fates[back][:3]
    assert merge == fates[back].reverts[0]
    assert Fate(reverted_by=(back,), state=OUT) == fates[first]


def test_a_merge_of_several_commits_taken_back_takes_all_of_them_back(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    second = history.commit("Wait", {FILE: TWO})
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    merge = history.commit("Merge branch 'retry'", {FILE: TWO}, on=[main, second])
    back = history.commit(reversing(merge, main), {FILE: BASE})

    fates = history.fates(FILE)

    assert ("revert", "exact", "blob") == fates[back][:3]
    assert merge == fates[back].reverts[0]
    assert (OUT, OUT) == (fates[second].state, fates[first].state)


def test_a_merge_taken_back_where_the_lines_moved(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    merge = history.commit("Merge branch 'retry'", {FILE: ONE}, on=[main, first])
    history.commit("Say whose it is", {FILE: "# Acme\n" + ONE})
    back = history.commit(reversing(merge, main), {FILE: "# Acme\n" + BASE})

    fates = history.fates(FILE)

    assert ("revert", "exact", "patch-id") == fates[back][:3]
    assert merge in fates[back].reverts
    assert Fate(reverted_by=(back,), state=OUT) == fates[first]


def test_a_merge_may_be_taken_back_from_its_other_side(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    aside = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    merge = history.commit("Merge branch 'turn'", {OTHER: "turn\n"}, on=[first, aside])
    # git revert -m 2: what the first parent had brought goes.
    back = history.commit(reversing(merge, aside, "Merge branch 'turn'"), {FILE: BASE})

    fates = history.fates(FILE)

    assert ("revert", "exact") == fates[back][:2]
    assert merge in fates[back].reverts
    assert OUT == fates[first].state


def test_a_merge_brought_in_again_is_in(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    merge = history.commit("Merge branch 'retry'", {FILE: ONE}, on=[main, first])
    back = history.commit(reversing(merge, main), {FILE: BASE})
    again = history.revert(back, git_says("Revert \"Merge branch 'retry'\"", back))

    fates = history.fates(FILE)

    assert Fate("reland", "exact", "blob", (back,)) == fates[again]
    assert ((back,), (again,), "in") == fates[first][4:]
    assert "out" == fates[back].state


def test_a_revert_made_on_a_branch_counts_when_it_is_merged(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    back = history.revert(first)
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[first])
    history.commit("Merge branch 'calm'", {FILE: BASE}, on=[main, back])

    fates = history.fates(FILE)

    assert Fate(reverted_by=(back,), state=OUT) == fates[first]
    assert Fate("revert", "exact", "blob", (first,)) == fates[back]


def test_an_octopus_on_the_way_hides_nothing(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    turn = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    valve = history.commit("Lay a valve", {"valve.py": "valve\n"}, on=[base])
    history.commit(
        "Merge branches 'retry' and 'valve'", {FILE: ONE, "valve.py": "valve\n"}, on=[turn, first, valve]
    )
    back = history.revert(first)

    fates = history.fates(FILE)

    assert Fate(reverted_by=(back,), state=OUT) == fates[first]
    assert Fate("revert", "exact", "blob", (first,)) == fates[back]


def test_an_octopus_taken_back_takes_back_what_its_branches_brought(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    first = history.commit("Retry twice", {FILE: ONE}, on=[base])
    valve = history.commit("Lay a valve", {"valve.py": "valve\n"}, on=[base])
    turn = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    brought = {FILE: ONE, "valve.py": "valve\n"}
    merge = history.commit("Merge branches 'retry' and 'valve'", brought, on=[turn, first, valve])
    back = history.commit(
        reversing(merge, turn, "Merge branches 'retry' and 'valve'"), {FILE: BASE, "valve.py": None}
    )

    fates = history.fates(FILE)

    assert ("revert", "exact", "blob") == fates[back][:3]
    assert merge in fates[back].reverts
    assert OUT == fates[first].state


def test_a_second_root_on_the_way_does_not_matter(history):
    base = history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: ONE})
    root = history.commit("Begin the manual", {"manual/pump.txt": "Turn it.\n"}, on=[])
    history.commit("Bring the manual here", {"manual/pump.txt": "Turn it.\n"}, on=[first, root])
    back = history.revert(first)

    fates = history.fates(FILE)

    assert {base, first, back} == set(fates)
    assert (Fate(reverted_by=(back,), state=OUT), Fate("revert", "exact", "blob", (first,))) == (
        fates[first],
        fates[back],
    )


def test_a_root_that_says_it_reverts_what_it_never_had_is_a_claim(history):
    history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: ONE})
    root = history.commit(git_says("Retry twice", first), {FILE: lines(word="other")}, on=[])
    history.commit("Bring both together", {FILE: ONE}, on=[first, root])

    fates = history.fates(FILE)

    assert Fate("revert", "claimed", "message", (first,)) == fates[root]
    assert "out" != fates[first].state


def test_of_two_picks_of_one_change_the_nearest_is_named(history):
    base = history.commit("Lay the pump", {FILE: BASE, OTHER: "pump\n"})
    pick = history.commit("Retry twice", {FILE: ONE}, on=[base])
    main = history.commit("Turn", {OTHER: "turn\n"}, on=[base])
    first = history.commit("Retry twice", {FILE: ONE})
    back = history.commit("Be kind to the pump", {FILE: BASE})
    history.commit("Merge branch 'stable'", on=[back, pick])

    fates = history.fates(FILE)

    assert main not in fates
    assert (first,) == fates[back].reverts
    assert Fate(reverted_by=(back,), state=OUT) == fates[first]


def test_what_a_branch_took_back_is_in_where_a_merge_threw_the_branch_away(tmp_path):
    repository = Repository.create(tmp_path / "ours")
    repository.commit("Lay the pump", {"pump.py": "one\n" * 3})
    first = repository.commit("Retry twice", {"pump.py": "one\n" * 3 + "retry\n" * 3})
    repository.git("checkout", "--quiet", "-b", "stable")
    back = repository.git("revert", "--no-edit", first) and repository.git("rev-parse", "HEAD")
    repository.git("checkout", "--quiet", "main")
    repository.commit("Go on", {"pump.py": "one\n" * 3 + "retry\n" * 3 + "go on\n" * 3})
    repository.git("merge", "--quiet", "-s", "ours", "-m", "Forget stable", "stable")

    changes = {
        one["commit"]: one for one in exp(repository.path, "archaeology", "pump.py", "--json").json["changes"]
    }

    assert ("in", "out") == (changes[first]["state"], changes[back]["state"])
    assert [back] == changes[first]["reverted_by"]
