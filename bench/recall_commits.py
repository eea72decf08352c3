"""Commits to a generated store, and measures by how much the first recall after each is slower than the usual one."""

from __future__ import annotations

import statistics
from enum import Enum
from pathlib import Path

from bench.recall_store import DAY, PERSON, Laid, file, git
from bench.recall_timing import MODULE, Sample, run

USUAL = 3
"""Usual recalls after each first one."""


class Change(Enum):
    """What a commit changes."""

    STORE = "one experience"
    SOURCE = "one source file"


def after_a_commit(store: Laid, change: Change, times: int) -> Sample:
    """Return the median of what the first recall after a commit takes more than the usual ones that follow it."""
    source = store.tree.sources[0]
    command = (*MODULE, "recall", "--file", source.path)
    run(command, store.root)
    more: list[Sample] = []
    for number in range(times):
        commit(store, change, number)
        first = run(command, store.root)
        usual = [run(command, store.root) for _ in range(USUAL)]
        more.append(
            Sample(
                first.clock - statistics.median(one.clock for one in usual),
                first.processor - statistics.median(one.processor for one in usual),
            )
        )
    return Sample(
        statistics.median(one.clock for one in more),
        statistics.median(one.processor for one in more),
    )


def commit(store: Laid, change: Change, number: int) -> None:
    """Commit one changed file, and bring git's index and the work tree along."""
    mark = git(
        store.root, "rev-parse", "--short=12", "HEAD"
    ).strip()  # else an earlier run may have said the same
    if change is Change.SOURCE:
        path = store.tree.sources[-1 - number].path
        text = f"{store.tree.texts[path]}\n# {mark}\n"
        (store.root / path).write_text(text, "utf-8")
    else:
        path = _experience(store.root, number)
        old = git(store.root, "show", f"HEAD:{path}")
        text = "".join(
            f"what: {store.words.sentence(10, 20)} {mark}.\n" if line.startswith("what:") else line
            for line in old.splitlines(keepends=True)
        )
    head = f"commit refs/heads/main\ncommitter {PERSON} {DAY + 60} +0000\ndata 1\nB\nfrom refs/heads/main^0\n"
    git(store.root, "fast-import", "--quiet", stdin=head.encode() + file(path, text))
    blob = git(store.root, "rev-parse", f"HEAD:{path}").strip()
    git(store.root, "update-index", "--cacheinfo", f"100644,{blob},{path}")


def _experience(root: Path, number: int) -> str:
    """Return an experience of the first area, which holds the file asked about."""
    area = git(root, "ls-tree", "--name-only", "HEAD:experiences").split()[0]
    names = git(root, "ls-tree", "--name-only", f"HEAD:experiences/{area}").split()
    return f"experiences/{area}/{names[number % len(names)]}"
