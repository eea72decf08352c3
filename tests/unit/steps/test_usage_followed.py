"""Which commits follow a recall: in the graph, in time, made here, by a person or an agent."""

from __future__ import annotations

from gitexp.records.adoption import FileLines, SeenCommit
from gitexp.records.experience import Scope
from gitexp.records.usage import OutcomeEvent, RecallEvent
from gitexp.steps.usage_followed import covers, first_after, may_follow, told_by
from support.experiences import an_experience

HEX = "0a1b2c3d4e"
FLUSH = an_experience()
HEAD = "head"
ASKED = RecallEvent("2026-03-01T10:00:00Z", (HEX,), head=HEAD)


def commit(id: str, *parents: str, at: str = "2026-03-02T10:00:00Z", author: str = "Ada") -> SeenCommit:
    return SeenCommit(id, parents or (HEAD,), at, author, "")


def followers(*commits: SeenCommit, recall: RecallEvent = ASKED, here: set[str] | None = None) -> set[str]:
    known = {one.id for one in commits} if here is None else here
    return set(may_follow(told_by([recall], {HEX}), commits, known)[0])


def test_a_commit_follows_that_stands_on_what_was_checked_out():
    # Newest first, as git shows them; `aside` parted before.
    commits = (commit("two", "one"), commit("one"), commit("aside", "older"), commit(HEAD, "older"))

    assert {"one", "two"} == followers(*commits)


def test_also_where_the_head_is_older_than_what_was_read_and_whatever_the_order():
    assert {"one", "two"} == followers(commit("one"), commit("two", "one"))


def test_neither_before_the_recall_nor_more_than_fourteen_days_after_it():
    commits = (
        commit("before", at="2026-03-01T09:59:59Z"),
        commit("at once", at="2026-03-01T10:00:00Z"),
        commit("last", at="2026-03-15T10:00:00Z"),
        commit("late", at="2026-03-15T10:00:01Z"),
        commit("never", at=""),
    )

    assert {"at once", "last"} == followers(*commits)


def test_not_by_a_bot_but_by_an_agent():
    commits = (commit("bot", author="dependabot[bot]"), commit("agent", author="Claude"))

    assert {"agent"} == followers(*commits)


def test_neither_a_merge_nor_what_was_fetched():
    assert {"one"} == followers(
        commit("one"), commit("merge", "one", "other"), commit("fetched"), here={"one", "merge"}
    )


def test_a_recall_that_gave_nothing_or_knows_no_head_is_followed_by_nothing():
    assert set() == followers(commit("one"), recall=RecallEvent(ASKED.at, (), head=HEAD))
    assert set() == followers(commit("one"), recall=RecallEvent(ASKED.at, (HEX,)))


def firsts(
    *commits: SeenCommit, recalls=(ASKED,), known: tuple[OutcomeEvent, ...] = (), path="src/cache/a.py"
):
    lines = {one.id: (FileLines(path),) for one in commits}
    return [
        (one.id, experience.hex)
        for one, experience in first_after(
            may_follow(told_by(recalls, {HEX}), commits, {one.id for one in commits})[0],
            commits,
            lines,
            {HEX: FLUSH},
            known,
        )
    ]


def test_only_the_first_commit_in_the_scope_counts():
    second = commit("second", "first", at="2026-03-03T10:00:00Z")

    assert [("first", HEX)] == firsts(second, commit("first"))
    assert [] == firsts(commit("first"), path="src/other/a.py")


def test_several_recalls_before_one_commit_are_answered_once_and_a_later_one_anew():
    again = RecallEvent("2026-03-01T11:00:00Z", (HEX,), head=HEAD)
    later = RecallEvent("2026-03-02T12:00:00Z", (HEX,), head="first")
    second = commit("second", "first", at="2026-03-03T10:00:00Z")

    assert [("first", HEX), ("second", HEX)] == firsts(second, commit("first"), recalls=(ASKED, again, later))


def test_what_was_kept_settles_its_recall_whatever_became_of_the_commit():
    kept = OutcomeEvent("2026-03-02T09:00:00Z", HEX, "adopted", "diff", commit="gone")

    assert [] == firsts(commit("rewritten"), known=(kept,))
    late = OutcomeEvent("2026-03-16T09:00:00Z", HEX, "adopted", "diff", commit="gone")
    assert [("rewritten", HEX)] == firsts(commit("rewritten"), known=(late,))


def test_the_store_itself_follows_nothing():
    everywhere = an_experience(scope=Scope(("**",)))

    assert covers(everywhere, "src/a.py")
    assert not covers(everywhere, "experiences/cache/cache-flush-before-fork-0a1b2c3d4e.yaml")


def test_a_long_history_needs_no_deep_stack():
    chain = [commit(str(n), str(n - 1)) for n in range(5000, 0, -1)]
    told = told_by([RecallEvent(ASKED.at, (HEX,), head="0")], {HEX})

    found, whole = may_follow(told, chain, {one.id for one in chain})

    assert ([str(n) for n in range(5000, 4700, -1)], False) == (list(found), whole)


def test_recalls_of_what_nobody_knows_any_more_are_not_followed():
    assert [] == told_by([ASKED], {"ffffffffff"})
