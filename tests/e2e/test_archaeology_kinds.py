"""Archaeology's right answers, kind by kind: what a revert is known by, and what is none; worked out by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.histories import Fate, History, git_says, lines

FILE, OTHER = "src/net/retry.py", "src/net/pump.py"
ONCE, TWICE = (10, "attempts = 1"), (10, "attempts = 2")
BASE, TRIED = lines(ONCE), lines(TWICE, (11, "wait = 5"), (12, ""))
FOREIGN = "0f1e2d3c4b5a"
BOT = ("dependabot[bot]", "support@example.org")


@pytest.fixture
def history(tmp_path: Path) -> History:
    return History(tmp_path / "project")


def tried(history: History, message: str = "Retry twice", files=None) -> str:
    """Lay the file, and try something in it."""
    history.commit("Lay the pump", {FILE: BASE, OTHER: lines(word="pump")})
    return history.commit(message, files or {FILE: TRIED})


def out(*by: str, **more) -> Fate:
    return Fate(reverted_by=by, state="out", **more)


def exactly(*undone: str, ground: str = "blob", **more) -> Fate:
    return Fate("revert", "exact", ground, undone, **more)


def test_gits_own_revert_is_exact_by_its_blobs(history):
    first = tried(history)
    back = history.revert(first)

    fates = history.fates(FILE)

    assert (out(back), exactly(first)) == (fates[first], fates[back])


def test_where_the_lines_moved_the_patch_tells(history):
    first = tried(history)
    history.commit("Say whose it is", {FILE: "# Acme\n# Rockets\n" + TRIED})
    back = history.commit(git_says("Retry twice", first), {FILE: "# Acme\n# Rockets\n" + BASE})

    fates = history.fates(FILE)

    assert (out(back), exactly(first, ground="patch-id")) == (fates[first], fates[back])


def test_where_the_lines_around_changed_the_lines_tell(history):
    first = tried(history)
    near = (8, "limit = 7")
    history.commit("Set a limit", {FILE: lines(near, TWICE, (11, "wait = 5"), (12, ""))})
    back = history.commit(git_says("Retry twice", first), {FILE: lines(near, ONCE)})

    fates = history.fates(FILE)

    assert (out(back), exactly(first, ground="lines")) == (fates[first], fates[back])


def test_a_revert_that_keeps_one_line_of_twenty_is_a_revert_still(history):
    new = [(number, f"new {number}") for number in range(1, 20)]
    first = tried(history, "Write it anew", {FILE: lines(*new)})
    # 38 lines were taken out or put in; the comment of line 1 stays, so 36 of them are undone.
    back = history.commit(git_says("Write it anew", first), {FILE: lines((1, "new 1"), ONCE)})

    fates = history.fates(FILE)

    assert (out(back), Fate("revert", "all_and_more", "lines", (first,))) == (fates[first], fates[back])


@pytest.mark.parametrize(
    "said",
    [
        "Try once only\n\nThis is essentially reverting commit {id}, as the pump can't bear it.",
        "Back out the second attempt\n\nBacking out {short}: the pump can't bear it.",
        'Try once only\n\nRolls back {id} ("Retry twice", 2024-01-03).',
        "net: revert {short}",
    ],
)
def test_other_words_with_an_id_name_what_the_content_confirms(history, said):
    first = tried(history)
    history.commit("Say whose it is", {FILE: "# Acme\n" + TRIED})
    back = history.commit(said.format(id=first, short=first[:12]), {FILE: "# Acme\n" + BASE})

    fates = history.fates(FILE)

    assert (out(back), exactly(first, ground="patch-id")) == (fates[first], fates[back])


def test_one_commit_takes_back_the_two_that_it_lists(history):
    first = tried(history)
    second = history.commit("Wait longer", {FILE: history.text(FILE).replace("step 20", "wait = 9")})
    said = f"Back to one attempt\n\nThis reverts commits {second[:10]} and {first[:10]}."
    back = history.commit(said, {FILE: BASE})

    fates = history.fates(FILE)

    assert (out(back), out(back)) == (fates[first], fates[second])
    assert {first, second} == set(fates[back].reverts)
    assert "revert" == fates[back].kind, "together the two are all that it takes back"


def test_the_revert_button_of_a_squashed_pull_request(history):
    first = tried(history, "Retry twice (#12)")
    history.commit("Say whose it is", {FILE: "# Acme\n" + TRIED})
    said = 'Revert "Retry twice (#12)" (#13)\n\nReverts acme/rocket#12'
    back = history.commit(said, {FILE: "# Acme\n" + BASE})

    fates = history.fates(FILE)
    asked = {one["commit"]: one for one in history.asked(FILE)["changes"]}

    assert (out(back), exactly(first, ground="patch-id")) == (fates[first], fates[back])
    assert ("12", "13") == (asked[first]["pull_request"], asked[back]["pull_request"])


def test_the_revert_button_of_a_merged_pull_request(history):
    base = history.commit("Lay the pump", {FILE: BASE})
    first = history.commit("Retry twice", {FILE: TRIED})
    aside = history.commit("Lay a valve", {OTHER: "valve\n"}, on=[base])
    merge = history.commit(
        "Merge pull request #12 from ada/retry\n\nTry harder", {FILE: TRIED}, on=[aside, first]
    )
    back = history.commit('Revert "Try harder" (#13)\n\nReverts #12', {FILE: BASE})

    fates = history.fates(FILE)

    assert out(back) == fates[first]
    assert ("revert", "exact", "blob") == fates[back][:3]
    assert merge in fates[back].reverts


def test_a_title_alone_points_and_the_content_decides(history):
    first = tried(history)
    history.commit("Say whose it is", {FILE: "# Acme\n" + TRIED})
    back = history.commit('Revert "Retry twice"\n\nThe pump runs dry.', {FILE: "# Acme\n" + BASE})

    fates = history.fates(FILE)

    assert (out(back), exactly(first, ground="patch-id")) == (fates[first], fates[back])


def test_a_title_whose_content_says_otherwise_is_a_claim(history):
    first = tried(history)
    back = history.commit('Revert "Retry twice"', {FILE: history.text(FILE).replace("step 25", "turn = 3")})

    fates = history.fates(FILE)

    assert Fate("revert", "claimed", "message", (first,)) == fates[back]
    assert (("back",), "unknown") == (
        tuple("back" for one in fates[first].reverted_by if one == back),
        fates[first].state,
    )


@pytest.mark.parametrize(
    "said",
    [
        f'Back out "Retry twice"\n\nSummary:\nOriginal commit changeset: {FOREIGN}\n\nDifferential Revision: D456789',
        f"Backed out changeset {FOREIGN}",
        f"Backed out changeset {FOREIGN}: the pump runs dry",
        "Revert D123456: Retry twice\n\nDifferential Revision:\nD123456",
        "Revert D123456: [net] Retry twice\n\nSummary: It is slow.\n\nDifferential Revision: D456789",
    ],
)
def test_a_foreign_id_resolves_by_the_content(history, said):
    first = tried(history, "Retry twice\n\nDifferential Revision: D123456")
    back = history.commit(said, history.before(first))

    fates = history.fates(FILE)

    assert (out(back), exactly(first)) == (fates[first], fates[back])


def test_the_number_of_a_diff_names_its_commit_where_the_lines_moved(history):
    first = tried(history, "Retry twice\n\nDifferential Revision: https://example.org/D123456")
    history.commit("Say whose it is", {FILE: "# Acme\n" + TRIED})
    back = history.commit(
        "Revert D123456: Try harder\n\nDifferential Revision: D456789", {FILE: "# Acme\n" + BASE}
    )

    fates = history.fates(FILE)

    assert (out(back), exactly(first, ground="patch-id")) == (fates[first], fates[back])


def test_a_part_taken_back_leaves_the_change_in(history):
    both = lines(TWICE, (25, "turn = 3"))
    first = tried(history, "Retry twice, turn thrice", {FILE: both})
    back = history.commit(git_says("Retry twice, turn thrice", first), {FILE: lines(ONCE, (25, "turn = 3"))})

    fates = history.fates(FILE)

    assert Fate("partial_revert", "part", "lines", (first,)) == fates[back]
    assert (Fate(reverted_by=(back,), state="in")) == fates[first]


def test_the_revert_of_one_of_two_files_is_a_part(history):
    first = tried(history, "Retry twice", {FILE: TRIED, OTHER: lines((2, "retry"), word="pump")})
    back = history.commit(git_says("Retry twice", first), {FILE: BASE})

    fates = history.fates(FILE)

    assert Fate("partial_revert", "part", "lines", (first,)) == fates[back]
    assert "in" == fates[first].state


def test_all_taken_back_and_more_leaves_the_change_out(history):
    first = tried(history)
    more = {FILE: lines(ONCE, *((number, f"turn = {number}") for number in range(20, 28)))}
    back = history.commit(git_says("Retry twice", first), more)

    fates = history.fates(FILE)

    assert Fate("revert_plus", "all_and_more", "lines", (first,)) == fates[back]
    assert out(back) == fates[first]


def test_a_silent_revert_is_known_by_its_blobs(history):
    first = tried(history)
    history.commit("Lay a valve", {"src/valve.py": "valve\n"})
    back = history.commit("Be kind to the pump", {FILE: BASE})

    fates = history.fates(FILE)

    assert (out(back), exactly(first)) == (fates[first], fates[back])


def test_a_pin_that_is_lifted_is_a_workaround_with_its_end(history):
    first = tried(history, "Pin hydro to 1.2, as 1.3 leaks", {FILE: lines(ONCE, (4, "hydro==1.2"))})
    back = history.commit("Allow hydro 1.3", {FILE: BASE})

    fates = history.fates(FILE)

    assert Fate("workaround_lifted", "exact", "blob", (first,)) == fates[back]
    assert out(back) == fates[first]


def test_a_tag_for_reverts_is_known_by_its_blobs(history):
    first = tried(history, "ENH: Retry twice")
    back = history.commit("REV: Retry twice", {FILE: BASE})

    fates = history.fates(FILE)

    assert (out(back), exactly(first)) == (fates[first], fates[back])


@pytest.mark.parametrize(
    "said",
    [
        "Turn thrice\n\nThis does not revert commit {id}, it only turns more often.",
        "Turn thrice\n\nThe leak is gone if we revert {short}, but the pump needs it.",
        'Turn thrice\n\nA remake of the reverted {short} ("Retry twice").',
        "Turn thrice\n\nSince {short} was backed out of the branch for 1.x, this is needed there too.",
    ],
)
def test_who_only_speaks_of_a_commit_takes_nothing_back(history, said):
    first = tried(history)
    other = history.text(FILE).replace("step 25", "turn = 3")
    speaks = history.commit(said.format(id=first, short=first[:12]), {FILE: other})

    fates = history.fates(FILE)

    assert (Fate(), Fate()) == (fates[first], fates[speaks])


def test_a_squash_that_keeps_the_messages_of_its_branch_is_no_revert(history):
    first = tried(history)
    # The branch tried, took back, and kept another thing; of all that the squash shows only the last.
    body = f'* Turn thrice\n\n* Revert "Retry twice"\n\nThis reverts commit {first}.\n\n* Retry twice again'
    squash = history.commit(
        f"Turn thrice (#20)\n\n{body}",
        {FILE: history.text(FILE).replace("step 25", "turn = 3").replace("step 26", "turn = 4")},
    )

    fates = history.fates(FILE)

    assert (Fate(), Fate()) == (fates[first], fates[squash])


def test_machines_that_go_back_and_forth_take_nothing_back(history):
    old, new = lines((2, "pump 1.0")), lines((2, "pump 1.1"))
    history.commit("Lay the pump", {FILE: old})
    first = history.commit("Bump pump from 1.0 to 1.1", {FILE: new}, by=BOT)
    back = history.commit("Bump pump from 1.1 to 1.0", {FILE: old}, by=BOT)

    found = history.asked(FILE)
    kinds = {one["commit"]: (one["kind"], one["bot"], one["state"]) for one in found["changes"]}

    assert ("bot_churn", True, "in") == kinds[back]
    assert ("change", True, "in") == kinds[first]
    assert ([], []) == (found["warnings"], found["abandoned"])


def test_a_person_who_takes_back_what_a_machine_did_takes_it_back(history):
    old, new = lines((2, "pump 1.0")), lines((2, "pump 1.1"))
    history.commit("Lay the pump", {FILE: old})
    first = history.commit("Bump pump from 1.0 to 1.1", {FILE: new}, by=BOT)
    back = history.commit(git_says("Bump pump from 1.0 to 1.1", first), {FILE: old})

    fates = history.fates(FILE)

    assert (out(back), exactly(first)) == (fates[first], fates[back])
