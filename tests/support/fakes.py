"""Small fakes of the ports: three lines each, nothing patched."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from gitexp.records.candidate import Candidate, Statement
from gitexp.records.discussion import Discussion, Topic
from gitexp.records.experience import Experience, Standing
from gitexp.records.facts import Fact, Facts
from gitexp.records.failed import Failed
from gitexp.records.finding import Finding
from gitexp.records.judgement import Judge, Likeness, Opinion, Placement
from gitexp.records.outline import Outline
from gitexp.records.recollection import Approval
from gitexp.records.sighting import Sight, Sighted
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.records.tree import Tree

SAME = Likeness("identical", same_when=True, same_conclusion=True)
OTHER = Likeness("different", same_when=False, same_conclusion=False)


class FakeSymbols:
    """A tree that holds the words it was given at `path:line`, and no outline; remembers what it was asked."""

    lacking = ""

    def __init__(self, known: Mapping[str, str]) -> None:
        self.known = known
        self.asked: list[list[str]] = []

    def tree(self) -> Tree:
        return Tree(())

    def sighted(self, texts: Collection[str]) -> Sighted:
        self.asked.append(sorted(texts))
        places = {text: self.known[text].rpartition(":") for text in texts if text in self.known}
        return Sighted({text: (Sight(path, int(line), text),) for text, (path, _, line) in places.items()})

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        return {}

    def text(self, path: str) -> str | None:
        return None

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        return frozenset()


class FakeEngine:
    """An engine whose answers a test sets; by default it keeps all, finds nothing alike and learns nothing."""

    judge = Judge("rules")

    def __init__(
        self,
        *,
        groups: Sequence[tuple[str, ...]] = (),
        candidates: Sequence[Candidate] = (),
        opinion: Opinion | Failed | None = None,
        alike: Mapping[frozenset[str], Likeness | Failed] | None = None,
        placement: Placement | Failed | None = None,
        failing: str = "",
    ) -> None:
        self.groups = groups
        self.candidates = candidates
        self.opinion = opinion or Opinion(keep=True)
        self.alike = alike or {}
        self.placement = placement
        self.failing = failing
        """Why group and extract fail, where they do."""
        self.compared: list[tuple[str, str]] = []
        self.placed: list[list[str]] = []

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        return [self.groups for _ in discussions]

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        return [Failed(self.failing) if self.failing else self.candidates for _ in topics]

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        return [self.opinion for _ in asked]

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        self.compared += [(str(one.what), str(other.what)) for one, other in pairs]
        return [self._likeness(one, other) for one, other in pairs]

    def _likeness(self, one: Statement[Redacted], other: Statement[Redacted]) -> Likeness | Failed:
        if one.what == other.what:
            return SAME
        return self.alike.get(frozenset({str(one.what), str(other.what)}), OTHER)

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Answer what the test set, else what the likenesses say; what is `contains` says more than what stands."""
        self.placed += [[str(one.experience.what) for one in standing] for _, standing in asked]
        return [self.placement or self._placed(one, standing) for one, standing in asked]

    def _placed(self, candidate: Candidate, standing: Sequence[Standing[Redacted]]) -> Placement:
        alike: list[Placement] = []
        for place, one in enumerate(standing):
            old = one.experience
            other = Statement(old.when, old.what, old.why, old.lens, old.kind)
            answer = self._likeness(candidate.statement, other)
            assert isinstance(answer, Likeness)
            if answer.opposed:
                return Placement("contradict", place)
            if answer.what != "different" and answer.same_when and answer.same_conclusion:
                adds = old.why is None and candidate.why is not None
                alike.append(Placement("update" if answer.what == "contains" or adds else "skip", place))
        return alike[0] if len(alike) == 1 else Placement("create")


class FakeStore:
    """A store of the experiences it was given: all served, nothing waiting or refused."""

    def __init__(
        self, *standing: Standing[str], pending: Sequence[Standing[str]] = (), known: str = ""
    ) -> None:
        self._standing = standing
        self._pending = pending
        self._known = known

    def standing(self, *, worktree: bool = False) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        return self._standing, ()

    def pending(self, branch: str) -> Sequence[Standing[str]]:
        return self._pending

    def held(self) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        return self._standing, ()

    def refused(self, branch: str) -> Sequence[Standing[str]]:
        return ()

    def known_text(self) -> str:
        return self._known

    def rewritable(self, one: Standing[Redacted]) -> bool:
        return True

    def text_of(self, experience: Experience[Redacted]) -> Redacted:
        return Redacted.template("id: {}\n", experience.what)

    def approvals(self, paths: Sequence[str]) -> dict[str, Approval]:
        return {path: Approval("Mara", "2024-05-01T10:00:00+00:00", "a" * 40) for path in paths}


class FakeSource:
    """Gives the discussions, or what could not be read, that it was made of."""

    def __init__(self, *given: Discussion[str] | Skipped) -> None:
        self.given = given

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        yield from self.given


class FakeFacts:
    """Facts that are always the same."""

    def __init__(self, facts: Facts | None = None) -> None:
        self.facts = facts or Facts()

    def gather(
        self,
        files: Sequence[str],
        given: Sequence[str],
        *,
        names: Collection[str] | None = None,
        tree: bool = True,
    ) -> tuple[Facts, Sequence[Skipped]]:
        pairs = dict(pair.split("=", 1) for pair in given)
        declared = {name: Fact(value, "--env") for name, value in pairs.items()}
        return self.facts._replace(files=tuple(files), given={**self.facts.given, **declared}), ()


class FakeVersions:
    """Compares nothing: every range can't be told."""

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> bool | None:
        return None

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> bool | None:
        return None
