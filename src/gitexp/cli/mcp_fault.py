"""What a client of MCP is told of a fault of exp's own."""

from __future__ import annotations

import os
import re
import sys

_OF_MACHINE = re.compile(r"""(['"])(?:[A-Za-z]:)?[\\/].*?\1|(?<![\w.<>~-])(?:[A-Za-z]:|~)?[\\/][^\s'",;]*""")
"""A path from the root of a file system, in quotes or bare."""


def fault(error: BaseException) -> str:
    """Return what a client is told of a fault: the names of this machine's folders are not for it."""
    if os.environ.get("EXP_DEBUG"):
        sys.excepthook(type(error), error, error.__traceback__)
    words = error.strerror or "" if isinstance(error, OSError) else str(error)
    return f"a fault of exp itself: {type(error).__name__}: {_OF_MACHINE.sub('…', words[:3000])[:300]}"
