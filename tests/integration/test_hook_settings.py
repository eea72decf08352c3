"""Each agent's hooks go into its settings and out again: others' stay as they are, and the commands never fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.agent_form import form_of
from gitexp.adapters.doors_installed import InstalledDoors
from gitexp.adapters.hook_entries import entries
from gitexp.adapters.hook_settings import (
    HOOKED,
    LeftAlone,
    has_hooks,
    hook_file,
    with_hooks,
    without_hooks,
)
from support.json_layouts import documents, keys, laid_out, values

agents = pytest.mark.parametrize("agent", HOOKED)
COMMAND = "command -v exp >/dev/null 2>&1 && exp hook claude-code 2>/dev/null || true"
VERSIONED = ("cursor", "copilot-cli")


def handlers(agent: str) -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield each event that is laid, its matcher, and what is run."""
    hooks = json.loads(with_hooks(None, agent))["hooks"]
    for event, [entry] in hooks.items():
        [handler] = entry.get("hooks", [entry])
        yield event, entry.get("matcher", ""), handler


def settings_of(agent: str, hooks: object, **more: object) -> bytes:
    version = {"version": 1} if agent in VERSIONED else {}
    return json.dumps({**version, "hooks": hooks, **more}, indent=4).encode()


@st.composite
def someones(draw: st.DrawFn, agent: str) -> dict[str, object]:
    """Draw settings that an agent takes, with hooks of others in the places of exp's."""
    entry = st.fixed_dictionaries(
        {"command": st.sampled_from(["lint", "my-exp hooks", "exp recall"])},
        optional={"matcher": keys, "hooks": st.lists(st.fixed_dictionaries({"command": keys}), max_size=2)},
    )
    event = st.one_of(st.sampled_from([*entries(agent), "Stop"]), keys)
    read = dict(draw(documents))
    read.pop("version", None)
    read.pop("hooks", None)
    if draw(st.booleans()):
        read["hooks"] = draw(st.dictionaries(event, st.lists(entry, max_size=2), max_size=4))
    if agent in VERSIONED and ("hooks" in read or draw(st.booleans())):
        read["version"] = 1
    order = draw(st.permutations(list(read)))
    return {key: read[key] for key in order}


def test_each_agent_has_a_file_that_all_share_and_one_of_a_persons_own():
    assert {
        "claude-code": (("tree", ".claude/settings.json"), ("tree", ".claude/settings.local.json")),
        "codex": (("tree", ".codex/hooks.json"), ("codex", "hooks.json")),
        "cursor": (("tree", ".cursor/hooks.json"), ("home", ".cursor/hooks.json")),
        "gemini-cli": (("tree", ".gemini/settings.json"), ("home", ".gemini/settings.json")),
        "copilot-cli": (("tree", ".github/hooks/git-exp.json"), ("home", ".copilot/hooks/git-exp.json")),
    } == {
        agent: tuple(
            (file.base, file.name) for file in (hook_file(agent, "shared"), hook_file(agent, "personal"))
        )
        for agent in HOOKED
    }


def test_a_new_file_of_claude_code_holds_its_four_events_and_nothing_else():
    handler = {"type": "command", "command": COMMAND, "timeout": 5}

    assert {
        "hooks": {
            "SessionStart": [{"hooks": [handler]}],
            "UserPromptSubmit": [{"hooks": [handler]}],
            "PreToolUse": [{"matcher": "Edit|MultiEdit|Write|NotebookEdit|Read", "hooks": [handler]}],
            "PreCompact": [{"hooks": [handler]}],
        }
    } == json.loads(with_hooks(None, "claude-code"))


@pytest.mark.parametrize(
    ("agent", "expected"),
    [
        ("codex", "SessionStart UserPromptSubmit PreToolUse PreCompact"),
        ("cursor", "sessionStart beforeSubmitPrompt preToolUse postToolUse preCompact"),
        ("gemini-cli", "SessionStart BeforeAgent BeforeTool AfterTool PreCompress"),
        ("copilot-cli", "sessionStart userPromptSubmitted preToolUse postToolUse preCompact"),
    ],
)
def test_the_events_that_exp_answers_are_laid_and_no_other(agent: str, expected: str):
    assert expected.split() == [event for event, _, _ in handlers(agent)]


@agents
def test_every_entry_has_the_keys_and_the_time_limit_of_its_agents_form(agent: str):
    forms = {
        "claude-code": {"type": "command", "timeout": 5},
        "codex": {"type": "command", "timeout": 5},
        "cursor": {"timeout": 5},
        "gemini-cli": {"type": "command", "timeout": 5000},
        "copilot-cli": {"type": "command", "timeoutSec": 5},
    }
    commands = {"bash", "powershell"} if agent == "copilot-cli" else {"command"}
    for _, matcher, handler in handlers(agent):
        flat = {"matcher"} if matcher and agent in VERSIONED else set()
        assert forms[agent] == {key: value for key, value in handler.items() if key not in commands | flat}
        assert commands <= set(handler)
    version = [1] if agent in VERSIONED else []
    assert version == [json.loads(with_hooks(None, agent))[key] for key in ["version"] if version]


def call(agent: str, event: str, tool: str) -> dict[str, object]:
    """Return an event of an agent at which a tool is about to be called, or was."""
    given = {"file_path": "src/a.py", "path": "src/a.py", "content": "x", "paths": ["src/a.py"]}
    if tool == "apply_patch" or tool == "ApplyPatch":
        given = {"input": "*** Begin Patch\n*** Add File: src/a.py\n+x\n*** End Patch\n"}
    if tool == "Bash":
        given = {"command": "cat src/a.py"}
    if agent == "copilot-cli":
        result = {"toolResult": {"resultType": "success"}} if event == "postToolUse" else {}
        return {"sessionId": "s", "toolName": tool, "toolArgs": json.dumps(given), **result}
    return {"hook_event_name": event, "session_id": "s", "tool_name": tool, "tool_input": given}


@agents
def test_every_tool_that_a_matcher_names_is_one_that_exp_reads(agent: str):
    tools = [(event, tool) for event, matcher, _ in handlers(agent) for tool in re.findall(r"\w+", matcher)]

    read = {(event, tool): form_of(agent).read(call(agent, event, tool)).moment for event, tool in tools}

    assert tools
    assert [] == [where for where, moment in read.items() if moment not in ("read", "edit")]


@agents
def test_an_event_without_a_tool_gets_no_matcher(agent: str):
    assert [] == [event for event, matcher, _ in handlers(agent) if matcher and "Tool" not in event]
    assert [] == [event for event, matcher, _ in handlers(agent) if not matcher and "Tool" in event]


def run(command: object, folder: Path, program: str = "") -> tuple[int, str, str]:
    """Run a laid command in a shell that finds no exp but the given one."""
    (folder / "bin").mkdir()
    (folder / "bin" / "sh").symlink_to(shutil.which("sh") or "")
    if program:
        (folder / "bin" / "exp").write_text(f"#!{shutil.which('sh')}\n{program}\n")
        (folder / "bin" / "exp").chmod(0o755)
    done = subprocess.run(
        [folder / "bin" / "sh", "-c", str(command)],
        input="{}",
        capture_output=True,
        text=True,
        env={"PATH": str(folder / "bin"), "HOME": os.fspath(folder)},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


NOTHING = {
    "gemini-cli": {},
    "cursor": {"preToolUse": {"permission": "allow"}, "beforeSubmitPrompt": {"continue": True}},
}


@agents
@pytest.mark.parametrize("program", ["", "echo 'Usage: exp' >&2; exit 2", "exit 127"])
def test_without_exp_or_with_an_older_one_a_hook_says_nothing_and_ends_with_0(
    agent: str, program: str, tmp_path: Path
):
    for event, _, handler in handlers(agent):
        (tmp_path / event).mkdir()
        status, out, err = run(handler.get("command") or handler["bash"], tmp_path / event, program)

        assert (0, "") == (status, err)
        if agent in NOTHING:
            assert NOTHING[agent].get(event, {}) == json.loads(out)
        else:
            assert "" == out


@agents
def test_what_exp_answers_is_handed_on_alone(agent: str, tmp_path: Path):
    *_, (_, _, handler) = handlers(agent)

    got = run(
        handler.get("command") or handler["bash"], tmp_path, 'echo "{\\"said\\": \\"$*\\"}"; echo warned >&2'
    )

    assert (0, f'{{"said": "hook {agent}"}}\n', "") == got


@agents
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_hooks_that_are_laid_and_undone_leave_the_very_bytes(agent: str, data):
    before = laid_out(data, data.draw(someones(agent))).encode()

    laid = with_hooks(before, agent)

    assert before == without_hooks(laid, agent)
    assert laid == with_hooks(laid, agent)
    assert (False, True) == (has_hooks(before, agent), has_hooks(laid, agent))


@agents
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_what_is_others_stays_beside_the_hooks_that_are_laid(agent: str, data):
    document = data.draw(someones(agent))

    laid = json.loads(with_hooks(json.dumps(document).encode(), agent))

    hooks = document.get("hooks", {})
    assert document == {**laid, "hooks": hooks} if "hooks" in document else document.items() <= laid.items()
    for event, some in laid["hooks"].items():
        mine = [entries(agent)[event]] if event in entries(agent) else []
        assert [*hooks.get(event, []), *mine] == some


@agents
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_hooks_of_another_version_of_exp_are_renewed_where_they_stand(agent: str, data):
    before = laid_out(data, data.draw(someones(agent))).encode()
    laid = with_hooks(before, agent)
    older = laid.replace(b'"timeout": 5', b'"timeout": 9').replace(b'"timeoutSec": 5', b'"timeoutSec": 9')
    older = older.replace(b"2>/dev/null ||", b"||")

    assert older != laid
    assert laid == with_hooks(older, agent)
    assert before == without_hooks(older, agent)


@agents
def test_a_file_that_holds_nothing_else_goes(agent: str):
    laid = with_hooks(None, agent)

    assert laid == with_hooks(laid, agent)
    assert without_hooks(laid, agent) is None
    assert without_hooks(laid.replace(b"\n", b"\r\n"), agent) is None


@agents
def test_what_a_person_adds_to_such_a_file_stays(agent: str):
    grown = json.loads(with_hooks(None, agent))
    grown["hooks"]["stop"] = [{"command": "bell"}]
    text = json.dumps(grown, indent=2).encode()

    left = json.loads(without_hooks(text, agent) or b"null")

    assert {"stop": [{"command": "bell"}]} == left["hooks"]


@agents
def test_the_doors_that_bare_exp_shows_are_found_in_what_is_laid(agent: str, tmp_path: Path):
    for where in ("shared", "personal"):
        file = hook_file(agent, where)
        path = tmp_path / file.base / file.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(with_hooks(None, agent))
    tree, home, codex = (str(tmp_path / base) for base in ("tree", "home", "codex"))

    [door] = InstalledDoors(tree, home, codex).installed()

    assert (f"hook {agent}", 2) == (door.name, len(door.files))


def test_a_hook_that_stands_twice_stands_once_when_it_is_renewed():
    one = {"matcher": "Edit", "hooks": [{"type": "command", "command": "exp hook claude-code"}]}
    two = {"hooks": [{"command": "lint"}, {"command": COMMAND}]}
    text = settings_of("claude-code", {"PreToolUse": [two, one], "Stop": [one]})

    laid = json.loads(with_hooks(text, "claude-code"))["hooks"]

    assert [{"hooks": [{"command": "lint"}]}, entries("claude-code")["PreToolUse"]] == laid["PreToolUse"]
    assert "Stop" not in laid


def test_in_a_group_with_others_the_hook_alone_is_renewed_and_taken_out():
    group = {"matcher": "Edit", "hooks": [{"command": "exp hook claude-code"}, {"command": "lint"}]}
    text = settings_of("claude-code", {"PreToolUse": [group]})
    handler = {"type": "command", "command": COMMAND, "timeout": 5}

    laid = with_hooks(text, "claude-code")

    renewed = [{"matcher": "Edit", "hooks": [handler, {"command": "lint"}]}]
    assert renewed == json.loads(laid)["hooks"]["PreToolUse"]
    left = json.loads(without_hooks(laid, "claude-code") or b"")
    assert {"PreToolUse": [{"matcher": "Edit", "hooks": [{"command": "lint"}]}]} == left["hooks"]


@pytest.mark.parametrize(
    "handler",
    [
        {"command": "uv run exp hook claude-code"},
        {"command": "/opt/tools/exp hook claude-code || true"},
        {"command": "exp", "args": ["hook", "claude-code"]},
    ],
)
def test_a_call_of_exp_that_a_person_wrote_in_another_way_stays_and_is_enough(handler: dict[str, object]):
    text = settings_of("claude-code", {"PreToolUse": [{"matcher": "Write", "hooks": [handler]}]})

    laid = with_hooks(text, "claude-code")

    hooks = json.loads(laid)["hooks"]
    assert [{"matcher": "Write", "hooks": [handler]}] == hooks["PreToolUse"]
    assert {"PreToolUse", "SessionStart", "UserPromptSubmit", "PreCompact"} == set(hooks)
    assert text == without_hooks(laid, "claude-code")
    assert has_hooks(text, "claude-code")


def test_the_hook_of_another_agent_is_somebody_elses():
    text = settings_of("claude-code", {"PreToolUse": [{"command": "exp hook codex"}]})

    assert not has_hooks(text, "claude-code")
    assert text == without_hooks(text, "claude-code")


def test_what_gemini_cli_keeps_beside_its_events_is_no_event():
    text = settings_of("gemini-cli", {"enabled": True, "disabled": ["exp hook gemini-cli"]})

    laid = with_hooks(text, "gemini-cli")

    assert {"enabled": True, "disabled": ["exp hook gemini-cli"]}.items() <= json.loads(laid)["hooks"].items()
    assert text == without_hooks(laid, "gemini-cli")


@pytest.mark.parametrize(
    ("agent", "content", "why"),
    [
        ("claude-code", b'{\n  // mine\n  "hooks": {}\n}', "holds comments"),
        ("claude-code", b'{"hooks": []}', "has `hooks` that are no object"),
        ("claude-code", b'{"hooks": null}', "has `hooks` that are no object"),
        ("claude-code", b'{"hooks": {"PreToolUse": {}}}', "has hooks of `PreToolUse` that are no list"),
        ("claude-code", b'{"hooks": {}, "hooks": {}}', "has the key `hooks` twice in one object"),
        ("codex", b"", "is empty"),
        ("codex", b"\xff\xfe{\x00}\x00", "is no UTF-8 text"),
        ("gemini-cli", b"[]", "holds no JSON object"),
        ("gemini-cli", b'{"a": "' + b"x" * (1 << 20) + b'"}', "is larger than 1 MB"),
        ("cursor", b'{"version": 2}', "has another `version` than 1"),
        ("cursor", b'{"version": true, "hooks": {}}', "has another `version` than 1"),
        ("copilot-cli", b'{"hooks": {"preToolUse": []}}', "has `hooks` and no `version`"),
    ],
)
def test_settings_that_cant_be_changed_safely_are_left_alone_with_what_to_add(
    agent: str, content: bytes, why: str
):
    with pytest.raises(LeftAlone) as left:
        with_hooks(content, agent)

    assert why == left.value.why
    assert json.loads(with_hooks(None, agent)) == json.loads(left.value.add)
    assert 1 == len(left.value.add.splitlines())
    assert content == without_hooks(content, agent)
    assert not has_hooks(content, agent)


def test_such_settings_that_name_exp_are_not_undone_and_it_is_said():
    content = b'{\n  // mine\n  "hooks": {"Stop": [{"command": "exp hook codex"}]}\n}'

    with pytest.raises(LeftAlone) as left:
        without_hooks(content, "codex")

    assert ("holds comments", "") == (left.value.why, left.value.add)
    assert has_hooks(content, "codex")


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.binary(), values.map(lambda value: json.dumps({"hooks": value, "version": 1}).encode())))
def test_any_bytes_are_laid_or_left_alone_and_looked_at(content: bytes):
    for agent in HOOKED:
        found = has_hooks(content, agent)
        try:
            laid = with_hooks(content, agent)
        except LeftAlone:
            continue
        assert not found
        assert content == without_hooks(laid, agent)
