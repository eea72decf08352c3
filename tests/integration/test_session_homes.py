"""The sessions of Codex and Gemini CLI about a repository are found by what they say themselves."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

from gitexp.adapters.session_homes import codex_sessions, gemini_sessions
from gitexp.adapters.source_reader import Here


def rollout(home: Path, name: str, *lines: dict[str, Any], at: int = 1) -> Path:
    path = home / "sessions" / "2026" / "03" / "02" / f"rollout-{name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    os.utime(path, (0, at))
    return path


def meta(cwd: Path | str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "x", "type": "session_meta", "payload": {"id": "x", "cwd": str(cwd), **more}}


def test_a_session_of_codex_says_where_it_took_place(tmp_path: Path):
    shop = tmp_path / "shop"
    (shop / "vendor" / ".git").mkdir(parents=True)
    surroundings = f"<environment_context>\n<cwd>{shop}</cwd>\n</environment_context>"
    old = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": surroundings}]}
    rollout(tmp_path, "inside", meta(shop / "web"), at=3)
    rollout(tmp_path, "before", {"id": "x", "timestamp": "x", "instructions": "x"}, old, at=5)
    rollout(tmp_path, "beside", meta(tmp_path / "shopping"))
    rollout(tmp_path, "within", meta(shop / "vendor"))
    rollout(tmp_path, "agent", meta(shop, source={"subagent": {}}))
    rollout(tmp_path, "silent", {"type": "event_msg", "payload": {}})
    kept = rollout(tmp_path, "kept", meta(shop), at=1)
    (kept.parent / "rollout-link.jsonl").symlink_to(kept)
    (kept.parent / "other.jsonl").write_bytes(kept.read_bytes())

    found = codex_sessions(Here(None, (str(shop),)), tmp_path)

    assert ["rollout-before", "rollout-inside", "rollout-kept"] == [file.path.stem for file in found]
    assert {"Codex"} == {file.agent for file in found}
    assert [] == codex_sessions(Here(), tmp_path) == codex_sessions(Here(None, (str(shop),)), tmp_path / "no")


def test_a_session_of_gemini_names_its_project(tmp_path: Path):
    shop = tmp_path / "shop"

    def chat(project: str, name: str, folder: Path, root: Path | None = None) -> None:
        told = hashlib.sha256(str(folder).encode()).hexdigest()
        path = tmp_path / "tmp" / project / "chats" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"sessionId": "x", "projectHash": told}, indent=2))
        if root is not None:
            (path.parent.parent / ".project_root").write_text(f"{root}\n")

    chat("a", "session-own.json", shop)
    chat("b", "session-web.jsonl", shop / "web", shop / "web")
    chat("c", "session-lie.jsonl", tmp_path / "other", shop)
    chat("d", "session-other.json", tmp_path / "other")
    chat("a", "notes.json", shop)
    chat("a", "x/session-sub-agent.jsonl", shop)

    found = gemini_sessions(Here(None, (str(shop),)), tmp_path)

    assert ["session-own", "session-web"] == sorted(file.path.stem for file in found)
    assert {"Gemini CLI"} == {file.agent for file in found}
    assert (
        [] == gemini_sessions(Here(), tmp_path) == gemini_sessions(Here(None, (str(shop),)), tmp_path / "no")
    )
