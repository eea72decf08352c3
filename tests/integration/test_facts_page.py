"""The page on facts names every manifest, lock file and value that exp reads, and none that it doesn't."""

from __future__ import annotations

import re
from pathlib import Path

from gitexp.adapters.environment_signs import FRAMEWORKS, SIGNS
from gitexp.adapters.manifests_known import ECOSYSTEMS, UNREAD, known

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "facts.md").read_text("utf-8")


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_file_of_the_table_is_read_and_every_ecosystem_has_a_row():
    section = PAGE.partition("## Manifests and lock files")[2].partition("### ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| `")]

    assert set(ECOSYSTEMS) == {spans(row[0])[0] for row in rows}
    for row in rows:
        ecosystem, manifests, locks = spans(row[0])[0], spans(row[1]), spans(row[2])
        for name in (*manifests, *locks):
            path = name.replace("*", "some" if name.startswith(("*", "gradle")) else "")
            if name == ".in":
                continue  # the ending of the name before it
            found = known(path.replace("/.txt", "/dev.txt"))
            assert found is not None and found.ecosystem == ecosystem, name
            assert (name in locks) == found.lock, name


def test_every_value_of_the_environment_is_listed():
    listed = {
        key: set(spans(PAGE.partition(f"\n`{key}`: ")[2].partition("\n\n")[0]))
        for key in ("ci", "tool", "framework")
    }

    assert {"ci": set(SIGNS["ci"]), "tool": set(SIGNS["tool"]), "framework": set(FRAMEWORKS)} == listed


def test_every_file_that_is_not_read_is_listed_with_its_ecosystems():
    section = PAGE.partition("### What their silence proves")[2].partition("\n### ")[0]
    table = section.partition("of which no silence counts")[2]
    rows = [line.split(" | ") for line in table.splitlines() if line.startswith("| `")]
    listed = {name: spans(row[0]) for row in rows for name in spans(row[1])}

    assert set(listed) == {name for names in UNREAD.values() for name in names.split()}
    for ecosystems, names in UNREAD.items():
        assert all(set(ecosystems.split()) <= set(listed[name]) for name in names.split())
