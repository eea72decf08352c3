"""A revert's reason is what its author wrote beyond what git, tools and habit put there."""

from __future__ import annotations

import pytest

from gitexp.records.history import Commit
from gitexp.records.reason import reason

ORIGINAL = Commit(
    "1" * 40, "Ada", "2024-01-01T00:00:00Z", "Cache parsed files", "Saves a second.\nOn each start."
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("This reverts commit 0123456789 because it leaks.", "because it leaks."),
        ("This reverts commit 0123456789, reversing\nchanges made to 9876543210.\n\nIt leaks.", "It leaks."),
        ("This reverts commits 0123456789 and 9876543210.", ""),
        ("Reverts acme/rocket#11", ""),
        ("Reverts #11, closes #12, see also https://example.org/x", ""),
        ("Reason for revert: it leaks.\n\nBug: 12\nChange-Id: I01", "it leaks."),
        (
            "Summary:\nOriginal commit changeset: 0123456789\n\nReviewed By: rex\n\nDifferential Revision: D12",
            "",
        ),
        ("It leaks.\n\nOriginal change's description:\n> Saves a second.\n>\n> On each start.", "It leaks."),
        ("Saves a second.\nOn each start.\n\nIt leaks.", "It leaks."),
        ('* Revert "Cache parsed files"\r\n\r\nThis reverts commit 0123456789.\r\n', ""),
        ("Conflicts:\n\n\tsrc/cache.py\n\nIt leaks.", "It leaks."),
        ("[skip ci]\n(cherry picked from commit 0123456789)", ""),
        ("Fixes #12\nIt leaks.\nCo-authored-by: Rex <rex@example.org>", "It leaks."),
        ("\u7f13\u5b58\u4f1a\u6cc4\u6f0f\u3002", "\u7f13\u5b58\u4f1a\u6cc4\u6f0f\u3002"),
        ("It leaks.\n\nCredit: @ada", "It leaks."),
        ('fix(cache): Revert "Cache all files (#11)"', ""),
        ("----\n12", ""),
        ("x" * 100_000, "x" * 20_000),
        ("https://a" + ",1" * 9_000 + " x", "https://a" + ",1" * 9_000 + " x"),
    ],
)
def test_git_s_own_lines_trailers_and_links_are_no_reason(body: str, expected: str) -> None:
    assert reason("", body, ORIGINAL) == expected


@pytest.mark.parametrize("line", ["https://a" + ",https://a" * 60 + " x", "11," * 60 + " x"])
def test_a_long_row_of_pointers_has_one_reading(line: str) -> None:
    """A pattern that tries each way to cut the row does not end."""
    assert line == reason("", line, None)
