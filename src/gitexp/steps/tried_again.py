"""Tried again: which approaches, tried in a file and taken back, an edit of it makes again: by its lines, never by words.

A hook waits for it: nothing is imported that is not needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gitexp.records.tried import Tried, line_key

if TYPE_CHECKING:
    from gitexp.records.agent_event import FileEdit

FEW = 2
"""Telling lines that have to be made again: one alone may be chance."""
SOME = 3
"""Lines that have to go again, of an approach that did nothing but take lines out."""
MOST = 400_000
"""Characters of an edit that are read: a longer one is data, or made by a program."""
LONGEST = 500
"""Characters of a reason that are told."""
NAMED = 4
"""Words of the edit that are named."""
_SHORT = 4
"""Letters of a word that is worth naming."""

_PLAIN = frozenset(
    "return class function const static public private import export while else elif except raise throw throws self "
    "this None null true false True False string assert async await test describe expect".split()
)


class Again(NamedTuple):
    """An approach that an edit makes again: so many (`again`) of the `of` lines that it made here, and the words in them.

    `out` of the `out_of` lines that it took out the edit takes out again.
    """

    tried: Tried
    again: int
    of: int
    words: tuple[str, ...] = ()
    out: int = 0
    out_of: int = 0


def tried_again(edit: FileEdit, tried: Sequence[Tried]) -> list[Again]:
    """Return the approaches that an edit brings back, each once, the one of most lines first.

    Lines in both texts are context. An approach comes back with at least two of its telling lines and half of all that
    it made here; or with all that it changed here, which turns its revert round.
    """
    old = edit.old or ""
    if not tried or edit.gone or len(old) + len(edit.new) > MOST:
        return []
    before = {line_key(line): line for line in old.split("\n")}
    after = {line_key(line): line for line in edit.new.split("\n")}
    come = {key: line for key, line in after.items() if key not in before}
    gone = {key for key in before.keys() - after.keys() if before[key].strip()}
    best: dict[tuple[str, str], Again] = {}
    for one in tried:
        made = one.added & come.keys()
        out = one.removed & gone
        if _comes_back(one, len(made), len(made & one.telling), len(out), len(gone)):
            words = _words([come[key] for key in made])
            again = Again(one, len(made), len(one.added), words, len(out), len(one.removed))
            known = best.get((one.title, one.undone))
            if known is None or _part(again) > _part(known):
                best[one.title, one.undone] = again
    return sorted(best.values(), key=lambda again: -again.again)


def _comes_back(one: Tried, made: int, telling: int, out: int, gone: int) -> bool:
    """Return whether so many of its lines bring an approach back; `gone` is how many lines the edit takes out in all."""
    if telling >= FEW and 2 * made >= len(one.added):
        return True
    if made < len(one.added) or out < len(one.removed):
        return False
    if made:
        return made + out >= FEW
    # Where nothing is made it only takes out, as who cleans up does: all of it must go, and not much besides.
    return out >= SOME and 2 * out >= gone


def _part(again: Again) -> float:
    return (again.again + again.out) / max(1, again.of + again.out_of)


def _words(lines: Sequence[str]) -> tuple[str, ...]:
    """Return the names in lines: first those that no prose would hold, then the longest."""
    import re  # late: next to no edit comes here

    names = {name for line in lines for name in re.findall(r"[^\W\d]\w*", line) if len(name) >= _SHORT}
    names -= _PLAIN
    return tuple(sorted(names, key=lambda name: (not _is_compound(name), -len(name), name))[:NAMED])


def _is_compound(name: str) -> bool:
    return "_" in name.strip("_") or name[1:] != name[1:].lower()


def as_one(
    edits: Sequence[FileEdit], text: str | None = None, *, done: bool = False, before: Callable[[], str] = str
) -> FileEdit:
    """Return all that one call does to a file as one edit of whole lines; its `old` is always a text.

    `text` is the file as it lies there: a piece that begins or ends within a line is filled up, and a whole new text
    has it for its old one. Of what is `done` the new text lies there; what a whole one took the place of says `before`,
    the file as HEAD has it, which is asked only then.
    """
    filled = [_filled(edit, text or "", done, before) for edit in edits]
    first = filled[0]
    if len(filled) == 1:
        return first
    old, new = ("\n".join(parts) for parts in zip(*((one.old or "", one.new) for one in filled), strict=True))
    return first._replace(old=old, new=new, gone=all(one.gone for one in filled))


def _filled(edit: FileEdit, text: str, done: bool, before: Callable[[], str]) -> FileEdit:
    if edit.old is None:
        return edit._replace(old="")  # nowhere is it said where it stands: nothing of the file is looked for
    if not edit.old:
        return edit._replace(old=before() if done else text)
    there = edit.new if done else edit.old
    # A blank text stands anywhere, and whole lines need nothing more, even if they stand within others as well.
    if not there.strip() or "\n{}\n".format(there.removesuffix("\n")) in f"\n{text}\n":
        return edit
    at = text.find(there)
    # Of several places with the new text nobody knows which of them is new.
    if at < 0 or (done and text.find(there, at + 1) >= 0):
        return edit
    end = at + len(there)
    head = text[text.rfind("\n", 0, at) + 1 : at]
    stop = text.find("\n", end) if not there.endswith("\n") else end
    tail = text[end : stop if stop >= 0 else len(text)]
    return edit._replace(old=f"{head}{edit.old}{tail}", new=f"{head}{edit.new}{tail}")


def again_lines(number: int, again: Again) -> list[str]:
    """Return the lines of a warning by a fixed template: what was tried, who took it back and why, what comes again."""
    from gitexp.steps.retell import quoted  # late: next to no edit comes here

    one = again.tried
    tried = ", ".join(filter(None, (one.commit[:7], one.at)))
    on = f" on {one.undone_at}" if one.undone_at else ""
    why = f'Because: "{quoted(_cut(one.reason))}"' if one.reason else "Nobody said why."
    told = f'Tried here before: "{quoted(one.title)}" ({tried}), taken back by {one.undone[:7]}{on}. {why}'
    many = f"{again.again} of its {again.of} lines" if again.of != 1 else "its one line"
    did = f"makes {many} again" if again.of else f"takes out the {again.out} lines again that it took out"
    words = f" In them: {_each(again.words)}." if again.words else ""
    return [f"{number}. {told}", f"   This edit {did}.{words}"]


def _cut(words: str) -> str:
    """Return a reason, or the beginning of a long one: some messages tell a story."""
    flat = " ".join(words.split())
    if len(flat) <= LONGEST:
        return flat
    return flat[: max(flat.rfind(" ", 0, LONGEST), LONGEST // 2)].rstrip() + " …"


def _each(words: Sequence[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)
