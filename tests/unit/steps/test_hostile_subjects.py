"""Subjects that are made to be read in very many ways are read all the same."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
from gitexp.steps.followed import is_fix
from gitexp.steps.quiet import is_bot, is_routine
from gitexp.steps.quiet_formatting import is_formatting

SUBJECTS = (
    "black" + " --a" * 24 + " x y",
    "black" + " --a b" * 24 + " x y",
    "format" + " in a.a.a" * 28 + " zz",
    "format" + " in the code" * 22 + " zz",
    "format" + " in source tree" * 18 + " zz",
    "[a] b: " * 28 + "race",
    "[a] " * 60 + "race",
    "style: " + "fix lint " * 28 + "zz",
)
for subject in SUBJECTS:
    print(is_formatting(subject), is_fix(subject), is_routine(subject), is_bot(subject))
"""


def test_subjects_that_could_be_read_in_many_ways_hold_nothing_up():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, timeout=20, check=False
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert ["False False False False"] * 8 == done.stdout.splitlines()
