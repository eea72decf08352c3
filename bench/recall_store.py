"""Generated stores of any size, as real ones are: laid by one `git fast-import` beside a project of some thousand files."""

from __future__ import annotations

import hashlib
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.recall_timing import environment
from bench.recall_tree import Package, Source, Tree, tree, write
from bench.recall_words import Words

DAY = 1_741_000_000
"""When the first commit was made, in seconds since 1970."""
PERSON = "A <a@example.org>"
ANYWHERE = ("*.sql", "*.proto", "*.tsx", "**/migrations/**", "Makefile", "*.test.ts", "*.md", "*.go")
KEYS = {"rendering": "canvas dom", "tier": "free paid", "region": "eu us", "backend": "local remote"}
DECLARED = "rendering: canvas\ntier: paid\nregion: eu\n"
"""The store's facts.yaml: of the keys one is open."""
LANGUAGES = ("python", "typescript", "go", "sql")
_LENSES = ("logic", "logic", "location")
_KINDS = ("constraint", "pitfall", "playbook", "decision", "location", "preference")
_LIVES = (
    "{review_after: 2031-05-01}",
    '{canary: "50%"}',
    "{max_recalls_per_day: 400}",
    "{expires: 2020-01-01}",
)


class Laid(NamedTuple):
    """A repository with a store in it, and what it was made of."""

    root: Path
    tree: Tree
    words: Words
    many: int


def lay(root: Path, count: int, seed: int = 8) -> Laid:
    """Make a repository whose branch main holds a project and so many experiences; one that is there is taken."""
    words = Words(seed)
    found = tree(words, seed)
    if (root / ".git").is_dir():
        return Laid(root, found, words, count)  # laid by an earlier run
    write(found, root)
    git(root, "init", "--quiet", "--initial-branch=main")
    importing = subprocess.Popen(
        ["git", "-c", "core.compression=1", "fast-import", "--quiet"],
        cwd=root,
        stdin=subprocess.PIPE,
        env=environment(),
    )
    assert importing.stdin is not None
    with importing.stdin as stream:
        stream.write(b"commit refs/heads/main\ncommitter %s %d +0000\ndata 1\nA\n" % (PERSON.encode(), DAY))
        for path, text in found.texts.items():
            stream.write(file(path, text))
        stream.write(file("experiences/facts.yaml", DECLARED))
        for path, text in experiences(found, words, count, seed):
            stream.write(file(path, text))
    if importing.wait():
        raise SystemExit("git fast-import failed")
    git(root, "read-tree", "HEAD")  # the store is tracked, and its files need not lie there
    return Laid(root, found, words, count)


def file(path: str, text: str) -> bytes:
    """Return a file as git fast-import reads it."""
    data = text.encode()
    return b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data)


def experiences(found: Tree, words: Words, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield the files of a store, each with its path."""
    draw = random.Random(f"store {seed}")
    for number in range(count):
        yield _experience(number, draw, found, words)


def git(root: Path, *args: str, stdin: bytes = b"") -> str:
    """Run git in a folder, and return what it prints."""
    done = subprocess.run(
        ["git", *args], cwd=root, input=stdin, check=True, capture_output=True, env=environment()
    )
    return done.stdout.decode()


def _experience(number: int, draw: random.Random, found: Tree, words: Words) -> tuple[str, str]:
    source = found.sources[int(len(found.sources) * draw.random() ** 1.3)]
    term = draw.random() < 0.15
    kind = number % 20
    say = _say(words, kind - 17 if kind > 17 else 0)
    title = f"What `{draw.choice(words.names)}` means" if term else say(5, 10)
    slug = "-".join(word for word in words.words(6).lower().replace("_", "-").split())[:50].strip("-")
    name = f"{slug}-{hashlib.sha1(str(number).encode()).hexdigest()[:10]}"
    area = source.path.partition("/")[0]
    paths = [] if term and draw.random() < 0.25 else list(_paths(source, draw))
    symbols = [draw.choice(source.symbols) for _ in range(draw.randint(1, 3))] if draw.random() < 0.6 else []
    lines = [
        "# yaml-language-server: $schema=../.schemas/experience.schema.json",
        f"id: {name}",
        f"title: {title}",
        f"when: {say(8, 16)}",
        f"what: {say(12, 24)}.",
        *([f"why: {say(10, 24)}."] if draw.random() < 0.8 else []),
        *_preconditions(draw, found.packages, say),
        *(["anti_patterns:", f"  - {say(5, 12)}"] if draw.random() < 0.4 else []),
        *_scope(paths, symbols),
        *_evidence(number, draw, say),
        *([f"pattern: {words.words(4)}"] if draw.random() < 0.3 else []),
        f"lens: {'terminology' if term else draw.choice(_LENSES)}",
        f"kind: {'term' if term else draw.choice(_KINDS)}",
        f"status: {'active' if draw.random() < 0.96 else draw.choice(('retracted', 'archived', 'superseded'))}",
        *(["severity: warn"] if draw.random() < 0.05 else []),
        *([f"quality: {draw.randint(2, 5)}"] if draw.random() < 0.5 else []),
        *_search(draw, words),
        f"observed_at: {_day(draw)}",
        *([f"lifecycle: {draw.choice(_LIVES)}"] if draw.random() < 0.03 else []),
        "provenance: {engine: rules}",
    ]
    return f"experiences/{area if paths else 'general'}/{name}.yaml", "\n".join(lines) + "\n"


class _say:
    """Says sentences in one language: 0 in words of letters, 1 in Chinese, 2 in Japanese."""

    def __init__(self, words: Words, language: int) -> None:
        self._words = words
        self._language = language

    def __call__(self, least: int, most: int) -> str:
        if not self._language:
            return self._words.sentence(least, most)
        return self._words.dense_sentence(least, most, japanese=self._language == 2)


def _paths(source: Source, draw: random.Random) -> Iterator[str]:
    """Yield globs: a folder on the way to the file, the file itself with others, or an ending wherever it lies."""
    folders = source.path.split("/")[:-1]
    one = draw.random()
    if one < 0.4:
        yield "/".join(folders[: draw.randint(1, len(folders))]) + "/**"
    elif one < 0.93:
        yield source.path
        if draw.random() < 0.3:
            yield "/".join(folders) + "/" + draw.choice(("*.py", "*.ts", "tests/**", "README.md"))
    else:
        yield draw.choice(ANYWHERE)


def _preconditions(draw: random.Random, packages: tuple[Package, ...], say: _say) -> list[str]:
    if draw.random() >= 0.35:
        return ["preconditions: none"]
    must = "must" if draw.random() < 0.8 else "must_not"
    rows = [
        f"    - {{text: {say(3, 7)}, check: {_check(draw, packages)}}}" for _ in range(draw.choice((1, 1, 2)))
    ]
    return ["preconditions:", f"  {must}:", *rows]


def _check(draw: random.Random, packages: tuple[Package, ...]) -> str:
    kind = draw.random()
    if kind < 0.6:
        one = draw.choice(packages)
        major = int(one.version.partition(".")[0]) + draw.choice((0, 0, 0, 0, 1))
        wanted = draw.choice(
            (f">={major}", f">={major},<{major + 3}" if one.ecosystem == "pypi" else f"^{major}.0.0")
        )
        return f'{{dependency: "{one.ecosystem}:{one.name}", version: "{wanted}"}}'
    if kind < 0.8:
        key = draw.choice(list(KEYS))
        return f"{{key: {key}, is: {draw.choice(KEYS[key].split())}}}"
    return f"{{language: {draw.choice(LANGUAGES)}}}"


def _scope(paths: list[str], symbols: list[str]) -> list[str]:
    if not paths and not symbols:
        return []
    lines = ["scope:"]
    if paths:
        lines.append("  paths: [" + ", ".join(f'"{path}"' for path in paths) + "]")
    if symbols:
        lines.append("  symbols: [" + ", ".join(dict.fromkeys(symbols)) + "]")
    return lines


def _evidence(number: int, draw: random.Random, say: _say) -> Iterator[str]:
    yield "evidence:"
    for at in range(draw.choice((1, 1, 2, 3))):
        turn = 10 * number + at
        yield f"  - turn: review_comment:{turn}"
        yield f"    quote: {say(10, 22)}."
        yield f"    url: https://git.example.org/site/site/pull/{number // 3}#discussion_r{turn}"
        yield f"    by: person{draw.randint(1, 40)}"
        yield f'    at: "{_day(draw)}"'


def _search(draw: random.Random, words: Words) -> list[str]:
    if draw.random() >= 0.4:
        return []
    latin = ", ".join(dict.fromkeys(words.words(5).split()))
    dense = ", ".join(dict.fromkeys(draw.choice(words.dense) for _ in range(4)))
    return ["search:", f"  en: [{latin}]", f"  zh: [{dense}]"]


def _day(draw: random.Random) -> str:
    return f"20{draw.randint(21, 25)}-{draw.randint(1, 12):02d}-{draw.randint(1, 28):02d}"
