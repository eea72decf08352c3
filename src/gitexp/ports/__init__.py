"""What the steps and use cases need of the world. Engines and adapters implement it; only the wiring builds them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # names of types alone: recall must stay instant
    from gitexp.records.applicability import Truth
    from gitexp.records.archaeology import Living
    from gitexp.records.candidate import Candidate, Statement
    from gitexp.records.discussion import Discussion, Topic
    from gitexp.records.experience import Experience, Standing
    from gitexp.records.facts import Facts
    from gitexp.records.failed import Failed
    from gitexp.records.finding import Finding
    from gitexp.records.glance import Comments, Sessions
    from gitexp.records.history import Reverts, Texts
    from gitexp.records.judgement import Decision, Judge, Likeness, Opinion, Placement
    from gitexp.records.llm import KeptReply, Question, Reply, Spent
    from gitexp.records.outline import Outline
    from gitexp.records.ownership import Ownership
    from gitexp.records.past import Chain, Edit, FileChange, Lies, Patch, Place, Request, Touch
    from gitexp.records.proposal import Proposal, Published
    from gitexp.records.recollection import Approval
    from gitexp.records.removal import Removal
    from gitexp.records.run import Run
    from gitexp.records.sighting import Sighted
    from gitexp.records.skipped import Skipped
    from gitexp.records.store_file import StoreFile
    from gitexp.records.text import Redacted
    from gitexp.records.tree import Tree


class Source(Protocol):
    """Gives discussions. A new format is one new adapter file."""

    def discussions(self) -> Iterator[Discussion[str] | Skipped]:
        """Yield each discussion, or what could not be read and why, in a stable order. Never raises for one bad item."""
        ...


class Engine(Protocol):
    """Answers the narrow questions that a step can't answer by rule (DESIGN.md section 3).

    Each method takes all that a step has to ask, since answers may be waited for side by side, and gives one answer
    for each, in order. An answer that did not come is `Failed`: what follows from it is the step's policy.
    """

    @property
    def judge(self) -> Judge:
        """Return what stands behind the answers: `rules`, or `model` with its model and prompts."""
        ...

    def group(
        self, discussions: Sequence[Discussion[Redacted]]
    ) -> Sequence[Sequence[tuple[str, ...]] | Failed]:
        """Return each discussion's matters, each as the ids of its turns in order."""
        ...

    def extract(self, topics: Sequence[Topic[Redacted]]) -> Sequence[Sequence[Candidate] | Failed]:
        """Return what could be learnt from each topic; nothing is the normal answer."""
        ...

    def review(self, asked: Sequence[tuple[Candidate, Sequence[Finding]]]) -> Sequence[Opinion | Failed]:
        """Return whether S1 to S4 hold against each candidate (DESIGN.md section 5)."""
        ...

    def compare(
        self, pairs: Sequence[tuple[Statement[Redacted], Statement[Redacted]]]
    ) -> Sequence[Likeness | Failed]:
        """Return how the two statements of each pair relate."""
        ...

    def place(
        self, asked: Sequence[tuple[Candidate, Sequence[Standing[Redacted]]]]
    ) -> Sequence[Placement | Failed]:
        """Return for each candidate what it does to which one of the standing experiences beside it."""
        ...


class LanguageModel(Protocol):
    """Any language model behind an endpoint. What it says is outside data, whatever its form."""

    def announce(self, calls: int, tokens: int, texts: str, private: int) -> None:
        """Let it be said, before the first call that is really made, where which text goes and about what it costs.

        Of `private` discussions nothing is sent without a yes.
        """
        ...

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply | Failed]:
        """Return a reply to each question, in order, each fitting its question's schema.

        The same question with the same settings is answered from what is kept. Raises OutsideError where the endpoint
        can't be used at all.
        """
        ...

    @property
    def spent(self) -> Spent:
        """Return what the replies so far cost."""
        ...


class Replies(Protocol):
    """Keeps replies by a hash of everything that was sent (DESIGN.md section 3)."""

    def get(self, key: str) -> KeptReply | None:
        """Return the reply that was kept under a key, None where there is none."""
        ...

    def put(self, key: str, reply: KeptReply) -> None:
        """Keep a reply; where it can't be written it is asked for again the next time."""
        ...


class Symbols(Protocol):
    """What the tree of one revision holds: raw, and without an opinion."""

    @property
    def lacking(self) -> str:
        """Return why there is no tree to look at, empty where there is one."""
        ...

    def tree(self) -> Tree:
        """Return the paths of the tree, without the store."""
        ...

    def sighted(self, texts: Collection[str]) -> Sighted:
        """Search the text of all files, but the store's, for these texts as whole words, in one go."""
        ...

    def outlines(self, paths: Collection[str]) -> Mapping[str, Outline | str]:
        """Return the outline of each file, or in words why it has none: no grammar, too large, not in this clone."""
        ...

    def text(self, path: str) -> str | None:
        """Return a file's text, None where it has none: no such file, binary, too large."""
        ...

    def ignored(self, paths: Collection[str]) -> frozenset[str]:
        """Return those of the paths that git is told to ignore: they may exist, and be no part of the tree."""
        ...


class Removals(Protocol):
    """Knows what the history took out of the tree. Each question is bounded in time."""

    def paths(self, paths: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each path, file or folder, what took it out; None where the history never held it.

        A path that can't be told of (the time is up, the history ends in a shallow clone) is not there.
        """
        ...

    def texts(self, texts: Collection[str]) -> Mapping[str, Removal | None]:
        """Return for each text the commit that took its last whole word out of the tree; as `paths` does."""
        ...


class Commits(Protocol):
    """Knows which commits this clone holds."""

    def present(self, names: Collection[str]) -> frozenset[str]:
        """Return those of the names, ids or beginnings of them, that are commits here."""
        ...


class StoreFiles(Protocol):
    """Every file of the store at one revision, whether it is served or not."""

    def files(self) -> tuple[Sequence[StoreFile], Sequence[Skipped]]:
        """Return the files by path, and what could not be looked at."""
        ...


class Verified(Protocol):
    """Keeps in this clone what was last found of the names in a file of the store, at one commit."""

    def get(self, blob: str) -> Sequence[Finding] | None:
        """Return what was found of the names of a blob at this commit, None where it was not checked yet."""
        ...

    def put(self, blob: str, findings: Sequence[Finding]) -> None:
        """Keep what was found; it is written by `save`."""
        ...

    def save(self) -> None:
        """Write what is new, in one move; where that can't be, the next audit checks again."""
        ...


class History(Protocol):
    """Reads the repository's history."""

    def texts(self, *, seconds: float | None = None) -> Texts:
        """Return the newest commits that argue: merged pull requests' texts, and commits with decision trailers."""
        ...

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        """Return the commits that take others back, newest first; stop after `seconds` and say so."""
        ...


class Past(Protocol):
    """The past of places at one revision, as git tells it: raw, and without an opinion."""

    def lies(self, path: str) -> Lies | None:
        """Return what lies at a path, None where nothing does."""
        ...

    def nearest(self, path: str) -> Sequence[str]:
        """Return a few names of tree and history that are near to one that never was."""
        ...

    def last_with(self, path: str, word: str) -> str | None:
        """Return the newest commit that changed how often a word stands in a file, None where none did."""
        ...

    def begin(self, place: Place, *, blame: bool) -> None:
        """Let git walk and blame now, for the answers to be there when they are asked for."""
        ...

    def chain(self, place: Place) -> Chain:
        """Return all that touched a place, newest first, under whatever name the file had."""
        ...

    def files(self, requests: Sequence[Request]) -> Mapping[Request, Sequence[FileChange]]:
        """Return the files that each commit changed against the parent asked for; what can't be read is not there."""
        ...

    def patches(
        self, requests: Sequence[Request], paths: Sequence[str] = ()
    ) -> tuple[Mapping[Request, Patch], str]:
        """Return the lines of each diff (of these files alone, where any are named), and why some are missing."""
        ...

    def compared(
        self, mine: Sequence[Request], theirs: Sequence[Request]
    ) -> tuple[Mapping[Request, Patch], Mapping[Request, Patch], str]:
        """Return the lines of some diffs, those of the diffs that would take others back, and why some are missing."""
        ...

    def present(self, paths: Sequence[str]) -> frozenset[str]:
        """Return those of the paths that the tree of the revision has."""
        ...

    def edits(self, compared: Sequence[str]) -> Sequence[Edit]:
        """Return the files of a change; `compared` is what `git diff` is told to compare."""
        ...

    def commits(self, names: Sequence[str]) -> Mapping[str, Touch]:
        """Return the commits that beginnings of ids name, by their whole ids; as touches of no file."""
        ...

    def living(self, place: Place) -> tuple[Sequence[Living], str]:
        """Return who wrote the lines that live at a place, and why that can't be told ("" where it can)."""
        ...

    def text(self, path: str) -> str | None:
        """Return the file's text at the revision, None where it has none: no such file, binary, too large."""
        ...


class Owners(Protocol):
    """Knows who wrote the lines of the tree."""

    def part_of(self, login: str, path: str, line: int | None, before: str | None) -> Ownership | None:
        """Return how much of the lines at a place someone wrote, as they stood before that time.

        None where it can't be told: no such file, nobody of that name, too large, too many asked.
        """
        ...


class Files(Protocol):
    """The files of the tree."""

    def text(self, path: str) -> str | None:
        """Return a file's text, None where it can't be read."""
        ...


class CommandingComments(Protocol):
    """Finds comments in the code that command."""

    def commanding(self, *, seconds: float | None = None) -> Comments:
        """Return how many there are in the tree; stop after `seconds` and say so."""
        ...


class SessionFolders(Protocol):
    """Knows where agents keep their sessions on this machine."""

    def count(self) -> Sequence[Sessions]:
        """Return how many sessions of each agent are about this repository, without opening one."""
        ...


class Store(Protocol):
    """The experiences of this repository, as files."""

    def standing(self, *, worktree: bool = False) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what is served (DESIGN.md section 4), by path, and what could not be read.

        `worktree` adds what lies in the work tree and is not served, marked unapproved.
        """
        ...

    def pending(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that the proposal branch adds or changes, waiting for a person."""
        ...

    def held(self) -> tuple[Sequence[Standing[str]], Sequence[Skipped]]:
        """Return what stands in the commit that proposals stand on, wherever HEAD is, and what could not be read."""
        ...

    def refused(self, branch: str) -> Sequence[Standing[str]]:
        """Return the experiences that a person has deleted from the store or from a proposal."""
        ...

    def known_text(self) -> str:
        """Return what the project already tells every reader: README, AGENTS.md and the like at the base."""
        ...

    def rewritable(self, one: Standing[Redacted]) -> bool:
        """Return whether rewriting the file would lose nothing that a person wrote into it (comments, own order)."""
        ...

    def text_of(self, experience: Experience[Redacted]) -> Redacted:
        """Return the experience as the one writer writes it, checked against its schema.

        Raises RecordError where it does not fit: an invalid file is never written.
        """
        ...

    def approvals(self, paths: Sequence[str]) -> dict[str, Approval]:
        """Return who brought each path onto the default branch, where that can be told."""
        ...


class FactsSource(Protocol):
    """Gathers the env facts."""

    def gather(
        self, files: Sequence[str], given: Sequence[str], *, dependencies: bool = True
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts for these files with `--env` values `NAME=VALUE` or file names, and what could not be read."""
        ...


class Versions(Protocol):
    """Compares versions by each ecosystem's own rules."""

    def satisfies(self, ecosystem: str | None, version: str, wanted: str) -> Truth:
        """Return whether an exact version lies in the wanted range; None where it can't be told."""
        ...

    def within(self, ecosystem: str | None, declared: str, wanted: str) -> Truth:
        """Return True if every version of the declared range is wanted, False if none is, None if they only overlap."""
        ...


class Consent(Protocol):
    """Speaks for the one who spoke in a private discussion."""

    def may_leave(self, decision: Decision) -> bool:
        """Return whether the words that this decision quotes may be proposed."""
        ...


class Publisher(Protocol):
    """Carries a proposal to people."""

    def publish(self, proposal: Proposal, keep: Callable[[], object]) -> Published:
        """Put the files as one commit on the proposal branch, by compare-and-swap; the work tree is not touched.

        `keep` is called when all is decided and stored, just before the branch moves: what the branch names
        must be readable by then.

        Raises RepositoryError where the branch is checked out or was moved meanwhile.
        """
        ...


class Ledger(Protocol):
    """Keeps runs (`refs/exp/runs`), and what was refused (`refs/exp/ledger`)."""

    def record(self, run: Run) -> str:
        """Keep a run and return where; the same run twice is kept once."""
        ...

    def refuse(self, refused: Sequence[Standing[str]]) -> None:
        """Remember what people refused by closing its pull request."""
        ...

    def private(self) -> frozenset[str]:
        """Return the hex of each experience that a kept run proposed from a private discussion."""
        ...
