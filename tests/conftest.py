"""What EXP_TESTS=quick leaves out, as CI sets it on all Pythons but the first: what does not depend on the version."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

QUICK = os.environ.get("EXP_TESTS") == "quick"
WHOLE = "tests/e2e/"
STORY = tuple(
    f"{WHOLE}test_{name}"
    for name in (
        "demo_and_init",
        "facts",
        "hostile_words",
        "interrupted",
        "main_job",
        "model_engine",
        "propose_contract",
        "recorded_replies",
        "symbols",
    )
)
"""Of whole processes the main story is told on every Python; what is tried around it runs through the same modules."""

SUPPORT = tuple(
    f"tests/{name}"
    for name in ("contract/test_github_double", "contract/test_step_runner", "unit/test_bench")
)
"""Tests of what tests and figures stand on, which runs on the first Python alone."""

GIT = tuple(f"tests/integration/test_{name}" for name in ("publisher_git", "remote_"))
"""What git does with refs and remotes, in many processes of its own: no Python changes it."""

settings.register_profile("quick", max_examples=25)
if QUICK:
    settings.load_profile("quick")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what another Python has tried, and say so in the count of deselected tests."""
    if not QUICK:
        return
    left_out = [
        item
        for item in items
        if item.nodeid.startswith((WHOLE, *SUPPORT, *GIT)) and not item.nodeid.startswith(STORY)
    ]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]
