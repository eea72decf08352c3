"""Where a file holds what only one statement says, near to what both speak of: on such a line alone it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gitexp.records.contradiction import Side
from gitexp.steps.follows_figures import Written, amounts_to, numbers_written
from gitexp.steps.follows_marks import Common, Mark
from gitexp.steps.follows_page import Page
from gitexp.steps.follows_words import words_of

NEAR = 3
"""Lines."""
MAX_HITS = 200
"""Lines of one mark in one file that are weighed."""
_NEUTRAL = frozenset(
    "default value max maximum min minimum limit count number num size amount length len total setting option param arg "
    "kwarg config conf cfg env opts ctx self cls this const constexpr final readonly export let var val static define "
    "return else elif while for int uint size_t usize long short float double str string bool duration timedelta time "
    "timespan from secs sec millis msec milli milliseconds seconds minutes hours days bytes unit arc some integer number "
    "decimal literal global local data item field key spec metadata args kwargs options settings".split()
)
_NEUTRAL_STEMS = frozenset(one for word in _NEUTRAL for one in words_of(f"{word}"))
_OWN = frozenset({"self", "this", "cls", "super", "Self", "me"})
_CUT = re.compile(r"(?<!:):(?!:)|[(,{\[=;<>]")
_LAST_NAME = re.compile(r"(?:[\w$]+(?:\.|->|::|\?\.))*[\w$-]+$")


@dataclass(frozen=True)
class Hit:
    """A line that shows one side; the lower `far` and the higher `weight`, the surer. `row` counts from 0."""

    side: Side | None
    row: int
    far: int
    weight: int
    slack: int = 0
    """How much less weight is as good: names stand in sentences of code where a word more is chance, amounts do not."""


def hits_in(page: Page, marks: Sequence[Mark], common: Common) -> Iterator[Hit]:
    """Yield the lines of a file that show one of the sides."""
    for mark in marks:
        found = _figures(page, mark, common) if mark.figure is not None else _names(page, mark, common)
        yield from found


def stands(page: Page, mark: Mark) -> bool:
    """Return whether a mark stands anywhere in the code of a file, be it near to nothing."""
    return next(_rows_of(page, mark), None) is not None


def subjects(page: Page, common: Common, *, amount: bool) -> Iterator[Hit]:
    """Yield the lines of code that are what both speak of: where an amount is in question, those that hold another."""
    for row, line in enumerate(page.code):
        if amount:
            for number in numbers_written(line):
                weighed = _of_number(page, row, line, number, common, small=True)
                if weighed is not None and weighed.far == 0:
                    yield weighed
                    break
        elif _symbols_in(line, common):
            yield Hit(None, row, 0, _weight(_symbols_in(line, common), frozenset(), common))


def _rows_of(page: Page, mark: Mark) -> Iterator[int]:
    if mark.figure is not None:
        for row, line in enumerate(page.code):
            if any(_amounts(mark, line, number) for number in numbers_written(line)):
                yield row
        return
    pattern = _pattern(mark)
    for row, line in enumerate(page.code):
        if pattern.search(line):
            yield row


def _names(page: Page, mark: Mark, common: Common) -> Iterator[Hit]:
    pattern = _pattern(mark)
    for found, row in enumerate(_rows_of(page, mark)):
        if found == MAX_HITS:
            return
        if mark.parts and (page.declares(row, mark.parts[-1]) or not _is_owned(page, row, pattern, mark)):
            continue
        weighed = _of_line(page, row, pattern.sub(_without_last(mark), page.lines[row]), common)
        if weighed is None or (mark.plain and weighed[0]):
            continue
        yield Hit(mark.side, row, *weighed, slack=1)


def _is_owned(page: Page, row: int, pattern: re.Pattern[str], mark: Mark) -> bool:
    """Return whether a member stands behind its container, a variable called like it, or within it: `cache.flush()`."""
    container = frozenset(word for part in mark.parts[:-1] for word in words_of(part))
    for match in pattern.finditer(page.code[row]):
        owner = match.groupdict().get("owner")
        if owner is None or words_of(owner) & container:
            return True
        around = " ".join(page.lines[up] for up in page.above(row))
        if owner in _OWN and container & words_of(around):
            return True
    return False


def _without_last(mark: Mark) -> str:
    """Return what is left of a mark on its line: of `Cache.flush` the container, which both sides may name."""
    return " ".join(("", *mark.parts[:-1], mark.kept, "")).replace("\\", r"\\")


def _of_line(page: Page, row: int, line: str, common: Common) -> tuple[int, int] | None:
    """Return how far from a line what both speak of stands, and how much of it; None where too little does."""
    symbols, words = _symbols_in(line, common), words_of(line) & common.words
    within = page.stem & common.words
    for up in page.above(row):
        symbols |= _symbols_in(page.lines[up], common)
        if row - up <= NEAR:
            within |= words_of(page.lines[up]) & common.words
    weight = _weight(symbols, words | within, common)
    if (symbols or words) and _enough(weight, words | within, common):
        return 0, weight
    around = "\n".join(page.lines[max(0, row - NEAR) : row] + page.lines[row + 1 : row + 1 + NEAR])
    symbols |= _symbols_in(around, common)
    every = words | within | words_of(around) & common.words
    weight = _weight(symbols, every, common)
    return (1, weight) if _enough(weight, every, common) else None


def _weight(symbols: frozenset[str], words: frozenset[str], common: Common) -> int:
    """Return how much of the matter is there. What a symbol is made of does not count again as words."""
    counted = words - words_of(" ".join(symbols))
    return sum(2 if name in common.whole else 1 for name in symbols) + len(counted)


def _enough(weight: int, words: frozenset[str], common: Common) -> bool:
    """Return whether a line speaks of the matter: one shared word is little, unless what they say shares no more."""
    return weight >= 2 or (weight == 1 and common.core == words and not common.symbols)


def _figures(page: Page, mark: Mark, common: Common) -> Iterator[Hit]:
    found = 0
    for row, line in enumerate(page.code):
        for number in numbers_written(line):
            if not _amounts(mark, line, number):
                continue
            found += 1
            weighed = _of_number(
                page, row, line, number, common, small=mark.figure is not None and mark.figure.small
            )
            if weighed is not None:
                yield Hit(mark.side, row, weighed.far, weighed.weight)
            if found == MAX_HITS:
                return


def _amounts(mark: Mark, line: str, number: Written) -> bool:
    before, behind = line[: number.start], line[number.end :]
    return mark.figure is not None and amounts_to(mark.figure, number, _bound_text(before), behind)


def _of_number(
    page: Page, row: int, line: str, number: Written, common: Common, *, small: bool
) -> Hit | None:
    """Return how near the matter a number stands, by what it is bound to: `retries=3` says nothing of a timeout.

    What it is bound to must be named by a statement, and hold nothing else: a `pool_timeout` is another one.
    """
    bound = _bound(line[: number.start], common)
    every = words_of(bound)
    words = every - _NEUTRAL_STEMS
    if page.headings:
        bound, every = line, words_of(line)
        words = every & common.words
    symbols = _symbols_in(bound, common)
    if not words <= common.said:
        return None
    own = every & common.words
    if not (own or symbols) and (words or small):
        return None
    within, inside = _around(page, row, common)
    far = 0
    if not (own or symbols):
        near = [up for up in page.above(row) if row - up <= NEAR]
        own = frozenset(word for up in near for word in words_of(page.lines[up]) & common.words)
        if not own and not inside:
            return None
        far = 1
    weight = _weight(symbols | inside, own | within, common)
    return Hit(None, row, far, weight) if _enough(weight, own | within, common) else None


def _around(page: Page, row: int, common: Common) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words and symbols of the matter that enclose a line. A file's name counts unless another thing does."""
    words: frozenset[str] = frozenset()
    symbols: frozenset[str] = frozenset()
    foreign = False
    for up in page.above(row):
        text = page.code[up] if not page.headings else page.lines[up]
        here = words_of(text)
        words |= here & common.words
        symbols |= _symbols_in(text, common)
        foreign = foreign or not here - _NEUTRAL_STEMS <= common.said | page.stem
    return words if foreign else words | (page.stem & common.words), symbols


def _bound(before: str, common: Common) -> str:
    """Return what a number is bound to: the name before its `=`, `:` or bracket; of names that say nothing the next.

    A namespace says nothing, nor does the module of a type; an object says whose value it is.
    """
    pieces = _CUT.split(before)
    for place in range(len(pieces) - 1, -1, -1):
        called = _LAST_NAME.search(pieces[place].rstrip(" \"'`)]}*+-/"))
        if called is None:
            continue
        name = called[0].rpartition("::")[2]
        last = name.rpartition(".")[2]
        if last[:1].isupper() and not last.isupper():
            name = last
        words = words_of(name)
        if words - _NEUTRAL_STEMS or words & common.words or _symbols_in(name, common):
            return name
    return ""


def _bound_text(before: str) -> str:
    """Return the words before a number that may say its unit: as far as the next comma."""
    return re.split(r"[,;{]", before)[-1]


def _symbols_in(text: str, common: Common) -> frozenset[str]:
    return frozenset(
        name for name in common.symbols if re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", text)
    )


def _pattern(mark: Mark) -> re.Pattern[str]:
    if mark.kept:
        version = mark.words[len(mark.kept) :].strip()
        between = r"(?:\[[\w, -]{0,60}\])?[\"']?\s{0,4}[:=,]?\s{0,4}[\"']?\s?"
        return re.compile(rf"(?<![\w-]){re.escape(mark.kept)}{between}{re.escape(version)}(?![\w.])", re.I)
    if not mark.parts:
        text = r"\s?".join(re.escape(word) for word in mark.words.split())
        return re.compile(rf"(?<![\w$-]){text}(?![\w$-])" if mark.words[:1].isalnum() else text)
    full = r"(?:\(\))?\s*(?:\?\.|\.|::|->|#|\\)\s*".join(re.escape(part) for part in mark.parts)
    own = rf"(?<![\w$-]){full}(?![\w$])"
    if mark.loose and len(mark.parts[-1]) >= 4:
        own += (
            rf"|(?P<owner>[\w$]+)(?:\(\))?(?:\?\.|\.|::|->)(?P<member>{re.escape(mark.parts[-1])})(?![\w$])"
        )
    return re.compile(own)
