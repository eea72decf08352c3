"""What EXP_TESTS=quick leaves out, as CI sets it on all Pythons but the first: what does not depend on the version."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

QUICK = os.environ.get("EXP_TESTS") == "quick"
OF_GIT = ("tests/e2e/test_archaeology_", "tests/e2e/test_bad_repositories")
"""Processes over odd repositories: they try git and what is made of its words, in the same modules as the other tests."""

settings.register_profile("quick", max_examples=25)
if QUICK:
    settings.load_profile("quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what another Python has tried, and say so in the count of deselected tests."""
    if not QUICK:
        return
    left_out = [item for item in items if item.nodeid.startswith(OF_GIT)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.nodeid.startswith(OF_GIT)]
