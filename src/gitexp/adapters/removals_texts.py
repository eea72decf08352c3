"""Finds the commit that took the last whole word out of the tree, without a look at every commit in between.

A few older trees are searched for all the texts at once. What stands in one of them is then followed through the
history of the files that hold it alone, until a commit is met after which no file of the tree does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing

from gitexp.adapters.git import shown
from gitexp.adapters.git_bounded import BoundedGit, CannotTell
from gitexp.adapters.removals_walk import MOST_BYTES, Gone

STEPS = (6, 36, 216, 1296, 7776, 46656)
"""How many commits the older trees lie back on the main line."""
MOST_TEXTS = 100
MOST_FILES = 500
MOST_TURNS = 8
"""Times that a text is followed from the files it left into others."""
_STORE = "experiences"
_DOCUMENTS = (
    "*.md",
    "*.rst",
    "*.txt",
    "*.adoc",
    "*.markdown",
    "*.mdx",
    "*.html",
    "CHANGES*",
    "CHANGELOG*",
    "NEWS*",
    "HISTORY*",
)
_SOURCES = (
    ".",
    f":(exclude,top){_STORE}",
    *(f":(exclude,top,glob,icase)**/{name}" for name in _DOCUMENTS),
)
"""The store's own files, and documents, name what is gone, and are no use of it."""
_MAGIC = {"GIT_LITERAL_PATHSPECS": "0"}
_FORMAT = "--format=%x01%H%x00%P%x00%as%x00%s"
_MARK = b"\1"


def texts_removed(
    git: BoundedGit, rev: str, texts: Collection[str], *, whole: bool
) -> Mapping[str, Gone | None]:
    """Return what took each text's last whole word out; None where no commit ever wrote it.

    `whole` says that the clone holds all of the history. What can't be told in time is left out, and so is what
    stands in the tree.
    """
    words = {text: word for text in texts if (word := _word(text))}
    found: dict[str, Gone | None] = {}
    try:
        if len(words) > MOST_TEXTS or not words:
            raise CannotTell
        held = _holding(git, [rev, *_older(git, rev)], words.values())
        for text, word in words.items():
            places = held.get(word, {})
            if rev not in places and places and (by := _followed(git, rev, word, places)):
                found[text] = by
        waiting = {text: word for text, word in words.items() if not held.get(word)}
        found |= _walked(git, rev, waiting, whole=whole)
    except CannotTell:
        return found
    return found


def _word(text: str) -> bytes:
    """Return the text as it stands in a file, nothing for what can be no word of a line."""
    try:
        word = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return b""
    return b"" if not word.strip() or b"\n" in word or b"\0" in word else word


def _pattern(word: bytes) -> re.Pattern[bytes]:
    """Return what finds a whole word as `git grep -w` does."""
    return re.compile(rb"(?<![A-Za-z0-9_])" + re.escape(word) + rb"(?![A-Za-z0-9_])")


def _older(git: BoundedGit, rev: str) -> list[str]:
    """Return some older commits of the main line, the newest first."""
    stdin = "".join(f"{rev}~{step}\n" for step in STEPS).encode()
    told = git.records("cat-file", "--batch-check=%(objectname)", stdin=stdin, separator=b"\n")
    return [line.decode("ascii", "replace") for line in told if b" missing" not in line]


def _holding(
    git: BoundedGit,
    commits: Sequence[str],
    words: Iterable[bytes],
    files: Sequence[bytes] = (),
) -> dict[bytes, dict[str, list[bytes]]]:
    """Return the first of the commits in whose tree each word stands, with the files that hold it there.

    Without `files` all but the store's are searched. The words are looked at as they come: the search ends once
    a newer commit has answered for all of them.
    """
    patterns = {word: _pattern(word) for word in words}
    held: dict[bytes, dict[str, list[bytes]]] = {word: {} for word in patterns}
    asked = [part for word in patterns for part in (b"-e", word)]
    where = [b"--", *files] if files else ["--", *_SOURCES]
    grep = ("grep", "-I", "-w", "-F", "--full-name", "-z", *asked, *commits, *where)
    lines = git.records(*grep, separator=b"\n", env=None if files else _MAGIC, fine=(0, 1))
    before = ""
    with closing(lines):
        for line in lines:
            commit_and_path, _, text = line.partition(b"\0")
            name, _, path = commit_and_path.partition(b":")
            commit = name.decode("ascii", "replace")
            if commit != before and all(held.values()):
                break
            before = commit
            for word, pattern in patterns.items():
                places = held[word]
                if (not places or commit in places) and pattern.search(text):
                    paths = places.setdefault(commit, [])
                    if not paths or paths[-1] != path:
                        paths.append(path)
    return held


def _followed(git: BoundedGit, rev: str, word: bytes, places: Mapping[str, list[bytes]]) -> Gone | None:
    """Return the commit after which no file holds the word, None where that can't be told."""
    start, files = next(iter(places.items()))
    for _ in range(MOST_TURNS):
        if len(files) > MOST_FILES or sum(map(len, files)) > MOST_BYTES:
            return None
        by = _left(git, f"{start}..{rev}", word, files)
        if by is None:
            return None
        elsewhere = _holding(git, [by.commit], [word])[word]
        if not elsewhere:
            return by
        start, files = next(iter(elsewhere.items()))
    return None


def _left(git: BoundedGit, commits: str, word: bytes, files: Sequence[bytes]) -> Gone | None:
    """Return the newest commit of a range by which these files lost the word."""
    asked = ("log", "--no-renames", "--no-textconv", _FORMAT, b"-S" + word, "--end-of-options", commits)
    with closing(git.records(*asked, "--", *files, separator=b"\n")) as lines:
        for line in lines:
            by = _by(line)
            # `-S` counts parts of longer words too.
            after, before = (_holds(git, one, word, files) for one in (by.commit, by.commit + "~"))
            if before and not after:
                return by
            if after:
                return None
    return None


def _holds(git: BoundedGit, commit: str, word: bytes, files: Sequence[bytes]) -> bool:
    if commit.endswith("~") and not git.lines(
        "rev-parse", "--quiet", "--verify", "--end-of-options", commit, fine=(0, 1)
    ):
        return False
    return bool(_holding(git, [commit], [word], files)[word])


def _walked(git: BoundedGit, rev: str, texts: Mapping[str, bytes], *, whole: bool) -> dict[str, Gone | None]:
    """Look at every commit for texts that no older tree showed: they lived shortly, or never were."""
    found: dict[str, Gone | None] = {}
    merged: dict[str, Gone] = {}
    patterns = {text: _pattern(word) for text, word in texts.items()}
    if not patterns:
        return found
    with closing(_changes(git, rev, list(texts.values()))) as changes:
        for by, lines in changes:
            for text, pattern in patterns.items():
                if text not in found and _balance(lines, pattern) < 0:
                    if len(by.parents) > 1:
                        merged.setdefault(text, by)
                    else:
                        found[text] = by
            if len(found) == len(patterns):
                return found
    never = {text: None for text in texts if whole and text not in merged}
    return {**never, **merged, **found}


def _balance(lines: Sequence[bytes], pattern: re.Pattern[bytes]) -> int:
    """Return how many more of the word a change wrote than it took out."""
    return sum(
        (1 if line.startswith(b"+") else -1) * len(pattern.findall(line, 1))
        for line in lines
        if line.startswith((b"+", b"-"))
    )


def _changes(
    git: BoundedGit, rev: str, words: Sequence[bytes]
) -> Generator[tuple[Gone, list[bytes]], None, None]:
    """Yield each change of a line with one of the words, newest first; a merge once for each of its parents."""
    regex = b"|".join(_REGEX_SIGNS.sub(rb"\\\g<0>", word) for word in words)
    diff = ("--no-renames", "--no-textconv", "--no-ext-diff", "-p", "-U0")
    asked = ("log", "-m", "--full-history", *diff, _FORMAT, b"-G" + regex, "--end-of-options", rev)
    by: Gone | None = None
    lines: list[bytes] = []
    with closing(git.records(*asked, "--", *_SOURCES, separator=b"\n", env=_MAGIC)) as records:
        for record in records:
            if not record.startswith(_MARK):
                lines.append(record)
                continue
            if by is not None:
                yield by, _content(lines)
            by, lines = _by(record), []
    if by is not None:
        yield by, _content(lines)


_REGEX_SIGNS = re.compile(rb"[\\^$.|?*+()\[\]{}]")


def _content(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines of a patch that stood in a file, without the names of the files."""
    kept: list[bytes] = []
    inside = False
    for line in lines:
        if line.startswith((b"diff --git ", b"@@ ")):
            inside = line.startswith(b"@@ ")
        elif inside:
            kept.append(line)
    return kept


def _by(line: bytes) -> Gone:
    commit, parents, date, subject = (*line[1:].split(b"\0", 3), b"", b"", b"")[:4]
    words = shown(subject.decode("utf-8", "replace"))
    return Gone(commit.decode("ascii", "replace"), tuple(parents.decode().split()), date.decode(), words)
