"""Real sessions, where they lie beside the project: the human turns are those that another, simpler reading finds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitexp.adapters.source_files import FileSource
from gitexp.records.discussion import Discussion

DATA = Path(__file__).parents[3] / "shared" / "data" / "transcripts"
SESSIONS = sorted((DATA / "claude-code").glob("*.jsonl"))
OTHERS = sorted(
    path
    for path in DATA.glob("*/*")
    if path.suffix in (".jsonl", ".json") and path.parent.name != "claude-code"
)


def typed(path: Path) -> Iterator[str]:
    """Yield what a person typed, by the plainest rules that hold for these files."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record["type"] == "queue-operation" and not record.get("content", "<").startswith("<"):
            yield record["content"].strip()
        if record["type"] != "user" or {"isMeta", "isCompactSummary", "planContent"} & record.keys():
            continue
        content = record["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        for block in blocks:
            text = block.get("text") or ""
            if block["type"] == "tool_result" and "To tell you how to proceed, the user said:\n" in str(
                block["content"]
            ):
                text = block["content"].split("the user said:\n", 1)[1]
            if text and not re.match(r"<|\[Request interrupted", text):
                yield text.strip()


@pytest.mark.skipif(not SESSIONS, reason="the shared sessions are not here")
@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_the_human_turns_are_exactly_what_people_typed(path: Path):
    [found] = FileSource([str(path)]).discussions()

    assert isinstance(found, Discussion)
    assert list(typed(path)) == [turn.text for turn in found.turns if turn.speaker.role == "user"]


@pytest.mark.skipif(not OTHERS, reason="the shared transcripts are not here")
def test_transcripts_of_other_agents_are_no_session_of_claude_code():
    found = [one for path in OTHERS for one in FileSource([str(path)]).discussions()]

    assert [] == [one for one in found if isinstance(one, Discussion)]
