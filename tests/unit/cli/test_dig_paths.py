"""Paths that archaeology is given: what no file can be called by is no file."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.cli.dig_paths import differs, lies_in_tree, path_of
from gitexp.errors import UsageError


@pytest.mark.parametrize("path", ["x" * 300, f"a/{'次' * 200}/b.py", "a\0b", "a.py/b", ""])
def test_a_name_that_no_file_can_have_is_that_of_none(tmp_path: Path, path: str):
    (tmp_path / "a.py").write_text("a = 1\n")

    assert (False, False) == (lies_in_tree(str(tmp_path), path), differs(str(tmp_path), path, "a = 2\n"))
    assert (True, True) == (lies_in_tree(str(tmp_path), "a.py"), differs(str(tmp_path), "a.py", "a = 2\n"))


def test_a_path_may_be_as_long_as_recall_takes_it(tmp_path: Path):
    for root in (str(tmp_path), None):
        assert "a/" * 2047 + "bc" == path_of(root, "", "a/" * 2047 + "bc")
        with pytest.raises(UsageError, match="longer than a path can be"):
            path_of(root, "", "a/" * 2047 + "bcd")
