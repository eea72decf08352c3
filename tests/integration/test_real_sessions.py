"""Real sessions, where they lie beside the project: the human turns are those that another, simpler reading finds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gitexp.adapters.source_claude_code import ClaudeCodeFiles
from gitexp.adapters.source_files import FileSource
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

DATA = Path(__file__).parents[3] / "shared" / "data" / "transcripts"
SESSIONS = sorted((DATA / "claude-code").glob("*.jsonl"))
OTHER_FORMATS = sorted(
    path
    for path in DATA.glob("*/*")
    if path.suffix in (".jsonl", ".json", ".md") and path.parent.name != "claude-code"
)
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
    found = [
        one
        for path in OTHERS
        for one in FileSource([str(path)], readers=(ClaudeCodeFiles,)).discussions()
        if isinstance(one, Discussion)
    ]

    assert [] == found


def codex(path: Path) -> list[str]:
    """Return what a person typed: where there are events, what they tell."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    events = [
        one["payload"]["message"] for one in records if one.get("payload", {}).get("type") == "user_message"
    ]
    items = [one["content"][0]["text"] for one in records if one.get("role") == "user"]
    texts = [text.split("## My request for Codex:\n")[-1] for text in events or items]
    return [text.strip() for text in texts if not text.startswith("<")]


def gemini(path: Path) -> list[str]:
    """Return what a person typed: the messages of theirs."""
    messages = json.loads(path.read_text(encoding="utf-8"))["messages"]
    return [one["content"].strip() for one in messages if one["type"] == "user"]


def opencode(path: Path) -> list[str]:
    """Return what a person typed: the texts of theirs that the program did not make; of a sub-agent's session none."""
    export = json.loads(path.read_text(encoding="utf-8"))
    if "parentID" in export["info"]:
        return []
    parts = [part for one in export["messages"] if one["info"]["role"] == "user" for part in one["parts"]]
    return [part["text"].strip() for part in parts if part["type"] == "text" and "synthetic" not in part]


def specstory(path: Path) -> list[str]:
    """Return what a person typed: between a mark of theirs and the next mark, but what the agent's program puts in."""
    pieces = re.split(r"(?m)^_\*\*(User|Agent)[^\n]*\*\*_$", path.read_text(encoding="utf-8"))
    texts = [
        text.rstrip().removesuffix("---").strip()
        for who, text in zip(pieces[1::2], pieces[2::2], strict=True)
        if who == "User"
    ]
    return [text for text in texts if not re.match(r"<|\[Request interrupted|\[Image: ", text)]


def aider(path: Path) -> list[str]:
    """Return what a person typed: blocks of `#### ` lines that are no command, and that the agent did not write before."""
    text = path.read_text(encoding="utf-8")
    found: list[str] = []
    for block in re.finditer(r"(?m)(?:^#### .*\n)+", text):
        words = plain(re.sub(r"(?m)^#### ", "", block[0]))
        if not words.startswith("/") and f"\n{words}\n" not in plain(text[: block.start()]).replace(
            "#### ", "\0"
        ):
            found.append(words)
    return found


def plain(text: str) -> str:
    """Return a text without blanks at the ends of its lines."""
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip()


FORMATS = {"codex": codex, "gemini-cli": gemini, "opencode": opencode, "specstory": specstory, "aider": aider}
COUNTS = {
    "codex/pre-envelope-2025-09-10.jsonl": 45,
    "codex/rollout-2025-09-24T19-22-20.jsonl": 13,
    "codex/rollout-2025-09-25T09-49-46.jsonl": 1,
    "codex/rollout-2025-09-25T15-12-14.jsonl": 1,
    "gemini-cli/session-2025-10-27T19-55.json": 3,
    "gemini-cli/session-2025-10-29T10-36.json": 1,
    "opencode/nimbus-37364f.json": 22,
    "opencode/nimbus-3cef55.json": 9,
    "opencode/nimbus-sub-02531488-0.json": 0,
    "opencode/nimbus-sub-02531488-1.json": 0,
    "specstory/claude-2026-02-10_14-21-48Z.md": 13,
    "specstory/claude-2026-02-24_14-40-35Z.md": 6,
    "specstory/codex-cli-2026-06-23_14-17-56Z.md": 76,
    "specstory/cursor-ide-2025-06-30_12-46-48Z.md": 1,
    "specstory/gemini-cli-2026-06-18_15-52-09Z.md": 4,
    "aider/doc_processor.aider.chat.history.md": 11,
    "aider/pocketflow.aider.chat.history.md": 29,
}
"""Human turns of each file, counted by hand and by `jq` and `grep`."""
KNOWN = [path for path in OTHER_FORMATS if path.parent.name in FORMATS]


@pytest.mark.skipif(not KNOWN, reason="the shared transcripts are not here")
@pytest.mark.parametrize("path", KNOWN, ids=lambda path: path.stem)
def test_the_human_turns_of_every_format_are_exactly_what_people_typed(path: Path):
    found = [one for one in FileSource([str(path)]).discussions() if isinstance(one, Discussion)]
    said = [turn.text for one in found for turn in one.turns if turn.speaker.role == "user"]

    assert COUNTS[f"{path.parent.name}/{path.name}"] == len(said)
    assert (
        FORMATS[path.parent.name](path) == said
        or [plain(one) for one in FORMATS[path.parent.name](path)] == said
    )


@pytest.mark.skipif(not KNOWN, reason="the shared transcripts are not here")
def test_every_file_of_a_known_format_is_read_and_named_once():
    read = list(FileSource([str(DATA / name) for name in FORMATS]).discussions())
    found = [one for one in read if isinstance(one, Discussion)]

    assert len(COUNTS) == len(KNOWN)
    assert [] == [one for one in read if isinstance(one, Skipped) and one.bad]
    assert sum(count > 0 for count in COUNTS.values()) == len({one.id for one in found}) == len(found)
