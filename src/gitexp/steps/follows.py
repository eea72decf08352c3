"""Follows: which of two contradicting statements the code at HEAD follows, and where it shows; sure, or not told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gitexp.ports import Symbols
from gitexp.records.candidate import Candidate
from gitexp.records.contradiction import Followed, Follows, Shown, Side
from gitexp.records.experience import Experience
from gitexp.records.languages import language_of
from gitexp.records.outline import Outline, parts_of
from gitexp.records.text import Redacted
from gitexp.records.tree import Tree
from gitexp.steps.becoming import statement_of
from gitexp.steps.follows_lines import Hit, hits_in, stands, subjects
from gitexp.steps.follows_marks import Common, Marks, marks_of
from gitexp.steps.follows_page import Page
from gitexp.steps.redact import redacted

MOST_FILES = 20
MAX_TEXT = 1_000_000
"""Characters of a file that is read."""
MOST_PLACES = 3
MAX_LINE = 120
_MATCHED = 2000
"""Files of a glob that are weighed against each other."""
_PROSE = frozenset({"markdown", "restructuredtext", "html"})
_TESTS = frozenset("test tests spec specs __tests__ testdata fixtures e2e".split())


def follows(new: Candidate, old: Experience[Redacted], symbols: Symbols) -> Followed:
    """Return which of the two the code follows.

    What only one of them says is looked for in the files of their scope, then beside the symbols that both name, and
    nowhere else. It counts on a line that also speaks of what both do. Where nothing tells them apart, or no file can
    be read, that is unknown, with its reason.
    """
    if not new.local:
        return Followed("unknown", "no tree: the new one is about another repository")
    if symbols.lacking:
        return Followed("unknown", f"no tree: {redacted(symbols.lacking)}")
    marks = marks_of(new.statement, statement_of(old))
    if not marks.of:
        return Followed(
            "unknown", "neither names what the other does not: no name, figure or literal tells them apart"
        )
    if not (marks.common.symbols or marks.common.words):
        return Followed("unknown", "they share no name and no word by which code could be found")
    reading = _Reading(symbols, marks)
    scope = reading.pages(_scope(new, old, symbols.tree(), reading))
    answer = _answer(scope, marks, marks.common, whole=reading.whole)
    if answer is None and marks.common.names:
        bare = replace(marks.common, words=frozenset(), core=frozenset())
        elsewhere = reading.pages(reading.naming({page.path for page in scope}))
        answer = _answer(elsewhere, marks, bare, whole=False)
        scope = [*scope, *elsewhere]
    return answer or Followed("unknown", reading.reason(scope, marks))


class _Reading:
    """Reads the files that matter, and knows what it could not read."""

    def __init__(self, symbols: Symbols, marks: Marks) -> None:
        self._symbols = symbols
        self._marks = marks
        self.whole = True
        self._lost = ""
        self.found = 0

    def pages(self, paths: Sequence[str]) -> list[Page]:
        """Return the files that can be read."""
        self.found += len(paths)
        texts: dict[str, str] = {}
        for path in paths:
            text = self._symbols.text(path)
            if text is None or len(text) > MAX_TEXT:
                self.whole = False
                self._lost = f"{_readable(path)} is binary, too large, or not in this clone"
            else:
                texts[path] = text
        outlines = self._symbols.outlines(list(texts)) if any(mark.parts for mark in self._marks.of) else {}
        return [
            Page(path, text, found if isinstance(found := outlines.get(path), Outline) else None)
            for path, text in texts.items()
        ]

    def chosen(self, paths: Sequence[str]) -> list[str]:
        """Return the files that are read where there are too many: those that hold what is looked for, first."""
        if len(paths) <= MOST_FILES:
            return list(paths)
        self.whole = False
        sighted = self._symbols.sighted(self._texts())
        weight = {path: sum(path in files for files in sighted.files.values()) for path in paths}
        return sorted(paths, key=lambda path: (-weight[path], path))[:MOST_FILES]

    def naming(self, known: set[str]) -> list[str]:
        """Return further files of code that hold a symbol which both name."""
        sighted = self._symbols.sighted(self._marks.common.names)
        found = {path for name in self._marks.common.names for path in _holding(name, sighted.files)}
        return self.chosen([path for path in sorted(found - known) if not _aside(path)])

    def _texts(self) -> list[str]:
        named = [".".join(mark.parts) for mark in self._marks.of if mark.parts]
        return sorted({*self._marks.common.names, *named})

    def reason(self, pages: Sequence[Page], marks: Marks) -> str:
        """Return why it can't be told."""
        if not self.found:
            return "no file of their scope is at HEAD, and none holds a symbol that both name"
        if not pages:
            return f"no file could be read: {self._lost}"
        if any(stands(page, mark) for page in pages for mark in marks.of):
            return "what only one of them says stands nowhere near what both speak of"
        return f"what only one of them says stands nowhere in {_named(pages)}"


def _named(pages: Sequence[Page]) -> str:
    return _readable(pages[0].path) if len(pages) == 1 else f"the {len(pages)} files that were read"


def _readable(path: str) -> Redacted:
    """Return a path as it may be shown, whatever bytes it holds."""
    return redacted(path.encode("utf-8", "surrogateescape").decode("utf-8", "replace"))


def _holding(name: str, files: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the files that hold all parts of a name."""
    every = [files.get(part, frozenset()) for part in parts_of(name)]
    return frozenset.intersection(*every) if every else frozenset()


def _scope(new: Candidate, old: Experience[Redacted], tree: Tree, reading: _Reading) -> list[str]:
    """Return the files of code that the two are about: those that they name themselves, then those of their globs."""
    files = set(tree.files)
    own = [path for path in dict.fromkeys(_named_paths(new, tree)) if path in files]
    globs = [
        *old.scope.paths,
        *(f"{path.rstrip('/')}/**" for path in new.places if path.rstrip("/") in tree.folders),
    ]
    matched = [path for glob in globs for path in tree.matching(glob, _MATCHED)]
    exact = {glob.replace("\\", "").lstrip("/") for glob in old.scope.paths}
    every = [
        path for path in dict.fromkeys((*own, *matched)) if path in own or path in exact or not _aside(path)
    ]
    return reading.chosen(every)


def _named_paths(new: Candidate, tree: Tree) -> Iterator[str]:
    for path in (*new.places, *new.paths):
        yield from tree.named(path, 1)


def _aside(path: str) -> bool:
    """Return whether a file is no code that follows anything, unless it is named itself: a document, or a test."""
    parts = path.lower().split("/")
    name = parts[-1]
    stem = name.partition(".")[0]
    tests = (
        name.startswith("test_") or stem.endswith(("_test", "_spec")) or ".test." in name or ".spec." in name
    )
    return language_of(path) in _PROSE or tests or not _TESTS.isdisjoint(parts[:-1])


@dataclass(frozen=True)
class _Place:
    page: Page
    hit: Hit

    def shown(self) -> Shown:
        text = " ".join(self.page.lines[self.hit.row].split())
        cut = text if len(text) <= MAX_LINE else f"{text[: MAX_LINE - 1]}…"
        return Shown(_readable(self.page.path), self.hit.row + 1, redacted(cut), self.hit.side)


def _answer(pages: Sequence[Page], marks: Marks, common: Common, *, whole: bool) -> Followed | None:
    """Return what the surest lines show; None where none shows anything."""
    places = [_Place(page, hit) for page in pages for hit in hits_in(page, marks.of, common)]
    if not places:
        return _neither(pages, marks, common) if whole and pages else None
    far = min(place.hit.far for place in places)
    best = max(place.hit.weight for place in places if place.hit.far == far)
    surest = [
        place for place in places if place.hit.far == far and place.hit.weight + place.hit.slack >= best
    ]
    sides = {place.hit.side for place in surest}
    answer: Follows = "both" if len(sides) > 1 else "new" if "new" in sides else "old"
    return Followed(answer, "", tuple(place.shown() for place in _few(surest)))


def _few(places: Sequence[_Place]) -> list[_Place]:
    """Return at most three places, some of each side, each line once."""
    found: list[_Place] = []
    sides: tuple[Side, ...] = ("new", "old")
    for number in range(MOST_PLACES):
        for side in sides:
            own = {(place.page.path, place.hit.row): place for place in places if place.hit.side == side}
            found += list(own.values())[number : number + 1]
    return sorted(
        found[:MOST_PLACES], key=lambda place: (place.hit.side or "", place.page.path, place.hit.row)
    )


def _neither(pages: Sequence[Page], marks: Marks, common: Common) -> Followed | None:
    """Return that neither is followed, where the matter is there and what each of them wants is nowhere."""
    if marks.vague or not (marks.on("new") and marks.on("old")):
        return None
    if any(stands(page, mark) for page in pages for mark in marks.of):
        return None
    amount = all(mark.figure is not None for mark in marks.of)
    if not amount and any(not mark.parts for mark in marks.of):
        return None
    found = [_Place(page, hit) for page in pages for hit in subjects(page, common, amount=amount)]
    if not found:
        return None
    best = max(place.hit.weight for place in found)
    surest = [place.shown() for place in found if place.hit.weight == best][:MOST_PLACES]
    return Followed("neither", "", tuple(surest))
