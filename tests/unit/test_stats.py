"""The stats use case over fakes: events of all clones, what commits say, and what diffs show, kept once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from gitexp.records.adoption import FileLines, SeenCommit
from gitexp.records.skipped import Skipped
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.records.usage_figures import Counts
from gitexp.stats import stats
from support.experiences import an_experience

HEX = "0a1b2c3d4e"
HERE, THERE = "a" * 16, "b" * 16
ASKED = RecallEvent("2026-03-01T10:00:00Z", (HEX,), head="head", clone=HERE)
FOLLOWS = SeenCommit("follows", ("head",), "2026-03-02T10:00:00Z", "Ada", "ada@example.org")
ADDED = FileLines("src/cache/a.py", "src/cache/a.py", ("cache.flush()",))


@dataclass
class FakeUsage:
    logged: list[UsageEvent]
    clone: str = HERE

    def log(self, event: UsageEvent) -> None:
        self.logged.append(event)

    def given_on(self, day: str) -> Mapping[str, int]:
        return {}

    def events(self) -> tuple[Sequence[UsageEvent], Sequence[Skipped]]:
        return sorted(self.logged, key=lambda one: one.at), [Skipped("exp/usage/x", "is no event")]


@dataclass
class FakeAdoption:
    seen: Sequence[SeenCommit] = (FOLLOWS,)
    changed: Mapping[str, Sequence[FileLines]] = field(default_factory=lambda: {"follows": (ADDED,)})
    asked: list[Sequence[str]] = field(default_factory=list)

    def commits(self) -> tuple[Sequence[SeenCommit], Sequence[str]]:
        return self.seen, ["the newest commits were read"]

    def made_here(self) -> frozenset[str]:
        return frozenset(one.id for one in self.seen)

    def lines(self, commits: Sequence[str]) -> tuple[Mapping[str, Sequence[FileLines]], Sequence[str]]:
        self.asked.append(commits)
        return self.changed, []


def ask(usage: FakeUsage, adoption: FakeAdoption | None):
    return stats(usage, adoption, [an_experience()], today="2026-03-11")


def test_a_diff_that_follows_is_kept_once_and_counted_once():
    usage = FakeUsage([ASKED])

    figures = [ask(usage, FakeAdoption()) for _ in range(3)]

    expected = OutcomeEvent("2026-03-02T10:00:00Z", HEX, "adopted", "diff", commit="follows", clone=HERE)
    assert [ASKED, expected] == usage.logged
    assert [Counts(1)] * 3 == [one.experiences[0].diff for one in figures]


def test_it_still_counts_when_the_history_was_rewritten():
    usage = FakeUsage([ASKED])
    ask(usage, FakeAdoption())

    rewritten = FakeAdoption(
        [SeenCommit("squashed", ("head",), "2026-03-03T10:00:00Z")], {"squashed": (ADDED,)}
    )

    assert Counts(1) == ask(usage, rewritten).experiences[0].diff
    assert 2 == len(usage.logged)


def test_the_diffs_of_other_clones_are_theirs_to_tell():
    usage = FakeUsage([RecallEvent(ASKED.at, (HEX,), head="head", clone=THERE)])
    adoption = FakeAdoption()

    [row] = ask(usage, adoption).experiences

    assert (1, Counts(), []) == (row.recalls, row.diff, adoption.asked)


def test_what_commits_say_counts_without_being_kept():
    usage = FakeUsage([])
    named = SeenCommit("named", (), "2026-03-02T10:00:00Z", named=("cache-flush wrong",))

    [row] = ask(usage, FakeAdoption([named])).experiences

    assert (Counts(0, 0, 1, 0), []) == (row.trailer, usage.logged)


def test_what_could_not_be_read_is_said():
    odd = SeenCommit("odd" * 13, (), "2026-03-02T10:00:00Z", named=("nonsense",))

    figures = ask(FakeUsage([]), FakeAdoption([odd]))

    assert ["exp/usage/x", "commit oddoddoddodd"] == [one.where for one in figures.skipped]
    assert ("the newest commits were read",) == figures.limits


def test_without_a_history_the_log_alone_counts():
    figures = ask(FakeUsage([ASKED]), None)

    assert (1, 1, ()) == (figures.requests, figures.given, figures.limits)
