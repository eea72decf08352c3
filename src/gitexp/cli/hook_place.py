"""Says about which repository a hook was asked: the environment may name another one than the agent's folder."""

from __future__ import annotations

import os
from collections.abc import Iterator

_NAMES = ("GIT_DIR", "GIT_WORK_TREE")


def where(place: str, head: str, *, has_store: bool) -> Iterator[str]:
    """Yield a line on what decides where it was looked, if it is not the folder, and one if nothing is kept there."""
    if names := [name for name in _NAMES if name in os.environ]:
        yield f"the repository is {place}, by {' and '.join(names)} in the environment"
    if not has_store:
        yield f"no experiences at {f'HEAD ({head[:12]})' if head else 'HEAD'} of {place}: nothing is told"
