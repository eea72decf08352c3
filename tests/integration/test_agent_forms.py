"""What each agent tells its hook is read into one form, whatever it is, and within bounds."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.agent_form import MAX_EDITS, MAX_NAME, MAX_PATH, MAX_PROMPT, MAX_TEXT, form_of
from gitexp.adapters.apply_patch import edits_in
from gitexp.errors import UsageError
from gitexp.records.agent_event import AGENTS, FileEdit
from support.agent_forms import (
    EVENTS,
    PATCH,
    claude,
    claude_tool,
    codex,
    codex_tool,
    copilot,
    cursor,
    gemini,
)

IN_PATCH = (
    FileEdit(
        "src/retry.py",
        "    tries = 0\n    sleep(1)\n    pass",
        "    tries = 0\n    sleep(2 ** tries)\n    pass\n    close()",
    ),
    FileEdit("docs/new.md", new="# New\n\nWords."),
    FileEdit("src/old.py", "kept\ngone", "kept\ncome"),
    FileEdit("src/moved.py", "kept\ngone", "kept\ncome"),
    FileEdit("src/dead.py", gone=True),
)


def read(agent, raw):
    return form_of(agent).read(raw)


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (
            claude_tool("Edit", file_path="/p/a.py", old_string="x", new_string="y", replace_all=True),
            (FileEdit("/p/a.py", "x", "y"),),
        ),
        (
            claude_tool("Edit", file_path="/p/new.py", old_string="", new_string="y"),
            (FileEdit("/p/new.py", "", "y"),),
        ),
        (
            claude_tool(
                "MultiEdit", file_path="/p/a.py", edits=[{"old_string": "x", "new_string": "y"}, 7, {}]
            ),
            (FileEdit("/p/a.py", "x", "y"), FileEdit("/p/a.py", None, "")),
        ),
        (claude_tool("Write", file_path="/p/a.py", content="all"), (FileEdit("/p/a.py", "", "all"),)),
        (
            claude_tool("NotebookEdit", notebook_path="/p/a.ipynb", new_source="cell"),
            (FileEdit("/p/a.ipynb", None, "cell"),),
        ),
        (
            claude_tool("Edit", file_path=r"C:\p\src\a.py", old_string="x", new_string="y"),
            (FileEdit(r"C:\p\src\a.py", "x", "y"),),
        ),
    ],
)
def test_an_edit_of_claude_code_is_read_with_what_goes_and_what_comes(raw, expected):
    event = read("claude-code", raw)

    assert ("edit", expected) == (event.moment, event.edits)
    assert (True, True, False) == (event.can_tell, event.can_deny, event.done)


def test_a_read_of_claude_code_can_be_told_something_and_not_denied():
    event = read("claude-code", claude_tool("Read", file_path="/p/a.py", limit=20))

    assert ("read", ("/p/a.py",), True, False) == (event.moment, event.files, event.can_tell, event.can_deny)


def test_a_sub_agent_of_claude_code_is_a_reader_of_its_own():
    event = read("claude-code", {**claude_tool("Read", file_path="a"), "agent_id": "ag-7"})

    assert ("s-1", "ag-7", "/home/ada/pump") == (event.session, event.reader, event.cwd)


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
@pytest.mark.parametrize(
    ("source", "forgets"),
    [
        ("startup", False),
        ("resume", False),
        ("fork", False),
        ("clear", True),
        ("compact", True),
        (None, False),
    ],
)
def test_clearing_and_compacting_make_a_session_forget(agent, source, forgets):
    event = read(agent, claude("SessionStart", source=source))

    assert ("session", forgets, True) == (event.moment, event.forgets, event.can_tell)


def test_a_prompt_that_nobody_typed_is_no_prompt():
    told = read("claude-code", claude("UserPromptSubmit", prompt="mend it", source="user"))
    made = read("claude-code", claude("UserPromptSubmit", prompt="a task has ended", source="system"))

    assert [("prompt", "mend it"), ("other", "")] == [(told.moment, told.prompt), (made.moment, made.prompt)]


@pytest.mark.parametrize(
    ("agent", "raw"),
    [
        ("claude-code", claude("PreCompact", trigger="manual")),
        ("codex", codex("PreCompact", trigger="auto")),
        ("cursor", cursor("preCompact", trigger="auto")),
        ("gemini-cli", gemini("PreCompress", trigger="auto")),
        ("copilot-cli", copilot(trigger="manual", customInstructions="")),
    ],
)
def test_before_a_compaction_every_agent_forgets(agent, raw):
    event = read(agent, raw)

    assert ("forget", True, False) == (event.moment, event.forgets, event.can_tell)


@pytest.mark.parametrize(
    "raw",
    [
        codex_tool("apply_patch", command=PATCH),
        codex_tool("apply_patch", input=PATCH),
        codex_tool("apply_patch", patch=PATCH),
        codex_tool("apply_patch", command=PATCH.replace("\n", "\r\n")),
        codex_tool("shell", command=["apply_patch", PATCH]),
        codex_tool("Bash", command=f"apply_patch <<'EOF'\n{PATCH}EOF\n"),
        codex_tool("shell", command=["bash", "-lc", f"apply_patch <<'EOF'\n{PATCH}EOF\n"]),
        codex_tool("exec_command", cmd=f"apply_patch <<EOF\n{PATCH}EOF"),
        codex_tool("Bash", command=f'apply_patch <<"EOF"\n{PATCH}EOF\n'),
        codex_tool("Bash", command=f"apply_patch '{PATCH.strip()}'"),
        codex_tool("Bash", command=f'apply_patch "{PATCH.strip()}"\n'),
    ],
)
def test_a_patch_of_codex_is_read_wherever_it_stands(raw):
    event = read("codex", raw)

    assert ("edit", IN_PATCH) == (event.moment, event.edits)
    assert (True, True) == (event.can_tell, event.can_deny)


@pytest.mark.parametrize(
    "raw",
    [
        codex_tool("shell", command=["apply_patch", PATCH], workdir="sub"),
        codex_tool("Bash", command=f"cd sub && apply_patch <<'EOF'\n{PATCH}EOF\n"),
    ],
)
def test_a_patch_is_relative_to_the_folder_that_its_command_works_in(raw):
    assert [f"sub/{edit.path}" for edit in IN_PATCH] == [edit.path for edit in read("codex", raw).edits]


def test_a_folder_with_a_blank_is_entered_where_it_is_quoted():
    def first(folder):
        return read(
            "codex", codex_tool("Bash", command=f"cd {folder} && apply_patch <<'E'\n{PATCH}E\n")
        ).edits[0]

    assert ["my sub/src/retry.py", "my sub/src/retry.py", "src/retry.py"] == [
        first(folder).path for folder in ("'my sub'", '"my sub"', "my sub")
    ]


def test_a_patch_that_is_only_written_to_a_file_edits_nothing():
    event = read("codex", codex_tool("Bash", command=f"cat > tests/sample.patch <<'EOF'\n{PATCH}EOF\n"))

    assert ("other", ()) == (event.moment, event.edits)


def test_a_patch_that_is_cut_is_read_as_far_as_it_goes():
    cut = PATCH[: PATCH.index("+    close()")]

    assert (
        FileEdit(
            "src/retry.py",
            "    tries = 0\n    sleep(1)\n    pass\n",
            "    tries = 0\n    sleep(2 ** tries)\n    pass\n",
        ),
    ) == edits_in(cut)


def test_a_line_of_a_file_that_looks_like_a_mark_is_the_files_own():
    patch = "*** Begin Patch\n*** Update File: a.md\n *** Update File: b.md\n-*** End Patch\n+*** x\n*** End Patch\n"

    assert (
        FileEdit("a.md", "*** Update File: b.md\n*** End Patch", "*** Update File: b.md\n*** x"),
    ) == edits_in(patch)


def test_a_part_that_only_adds_is_no_whole_new_text():
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n+one\n*** End Patch"

    assert (FileEdit("a.py", None, "one"),) == edits_in(patch)


@pytest.mark.parametrize("body", ["@@\n+one", "+one", "@@\n\n+one", "@@ def f():\n+one\n*** End of File"])
def test_a_part_with_nothing_but_an_empty_line_beside_it_is_no_whole_new_text_either(body):
    [edit] = edits_in(f"*** Begin Patch\n*** Update File: a.py\n{body}\n*** End Patch")

    assert (None, "one") == (edit.old, edit.new.strip("\n"))


def test_a_line_of_context_that_lost_its_blank_is_whole():
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\nkept\n-gone\n+come\n*** End Patch"

    assert (FileEdit("a.py", "kept\ngone", "kept\ncome"),) == edits_in(patch)


def test_what_stands_around_a_patch_is_passed_over():
    assert () == edits_in("*** Update File: a.py\n+x\n")
    assert () == edits_in(
        "*** Begin Patch\n*** Environment: x\n+x\n*** Add File: \n+y\n*** End Patch\n*** Add File: z\n+z"
    )


@pytest.mark.parametrize(
    ("command", "files"),
    [
        ("cat src/a.py", ("src/a.py",)),
        ("cat a.py 'my notes.md' a.py", ("a.py", "my notes.md")),
        ("sed -n 1,80p src/a.py", ("src/a.py",)),
        ("sed -n '1,80p;90p' src/a.py", ("src/a.py",)),
        ("nl -ba src/a.py | sed -n '1,120p'", ("src/a.py",)),
        ("head -n 20 -q a.py", ("a.py",)),
        ("tail -40 a.py", ("a.py",)),
        ("bat --line-range 1:20 a.py", ("a.py",)),
        ("/bin/cat a.py", ("a.py",)),
        ("less +10 a.py", ("a.py",)),
        (["cat", "my file.py"], ("my file.py",)),
        (["bash", "-lc", "cat a.py"], ("a.py",)),
        ("cat", ()),
        ("cat *.py", ()),
        ("cat a.py > b.py", ()),
        ("cat a.py; rm b.py", ()),
        ("cat a.py && make", ()),
        ("cat a.py | xargs rm", ()),
        ("cat $(ls)", ()),
        ('cat "$FILE"', ()),
        ("cat 'a.py", ()),
        ("cat a.py\nrm b.py", ()),
        ("sed -i s/a/b/ a.py", ()),
        ("sed -n 'w out' a.py", ()),
        ("sed -n 1p -i a.py", ()),
        ("sed s/a/b/ a.py", ()),
        ("rm a.py", ()),
        ("| cat a.py", ()),
        ("", ()),
        ([], ()),
        ([None, 3], ()),
    ],
)
def test_a_command_of_codex_is_a_read_only_where_that_is_plain(command, files):
    event = read("codex", codex_tool("Bash", command=command))

    assert ("read" if files else "other", files) == (event.moment, event.files)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        (
            "Write",
            {"file_path": "/home/ada/pump/a.py", "content": "all"},
            FileEdit("/home/ada/pump/a.py", "", "all"),
        ),
        ("Write", {"path": "a.py", "contents": "all"}, FileEdit("a.py", "", "all")),
        ("StrReplace", {"path": "a.py", "old_string": "x", "new_string": "y"}, FileEdit("a.py", "x", "y")),
        ("Write", {"file_path": "a.py", "old_string": "x", "new_string": "y"}, FileEdit("a.py", "x", "y")),
        ("Delete", {"path": "a.py"}, FileEdit("a.py", gone=True)),
        (None, {"path": "a.py", "old_string": "x", "new_string": "y"}, FileEdit("a.py", "x", "y")),
    ],
)
def test_an_edit_of_cursor_is_read_under_any_of_its_names(tool, arguments, expected):
    event = read("cursor", cursor("preToolUse", tool_name=tool, tool_input=arguments))

    assert ("edit", (expected,), True) == (event.moment, event.edits, event.can_deny)


def test_of_several_roots_of_cursor_the_one_with_the_file_counts():
    def cwd(file):
        return read("cursor", cursor("preToolUse", tool_name="Read", tool_input={"file_path": file})).cwd

    assert ["/home/ada/valve", "/home/ada/pump", "/home/ada/pump"] == [
        cwd("/home/ada/valve/a.py"),
        cwd("/home/ada/pump/a.py"),
        cwd("a.py"),
    ]
    assert "c:/work/pump" == read("cursor", cursor("sessionStart", workspace_roots=["/c:/work/pump"])).cwd


def test_what_cursor_is_told_before_a_tool_does_not_count_as_told():
    given = {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": "x"}}

    assert [True, False, False] == [
        read("cursor", cursor("preToolUse", **given)).unsure,
        read("cursor", cursor("postToolUse", **given)).unsure,
        read("cursor", cursor("sessionStart")).unsure,
    ]
    assert ["cursor"] == sorted({agent for agent, raw in EVENTS if read(agent, raw).unsure})


@pytest.mark.parametrize(
    ("agent", "raw"),
    [
        ("cursor", cursor("beforeReadFile", file_path="a.py", content="x")),
        ("cursor", cursor("afterFileEdit", file_path="a.py", edits=[{"old_string": "x", "new_string": "y"}])),
        ("gemini-cli", gemini("BeforeTool", tool_name="read_file", tool_input={"file_path": "a.py"})),
        ("copilot-cli", copilot(toolName="view", toolArgs={"path": "a.py"})),
    ],
)
def test_an_event_at_which_nothing_can_be_told_or_denied_is_read_past(agent, raw):
    event = read(agent, raw)

    assert ("other", (), ()) == (event.moment, event.files, event.edits)


def test_what_cursor_has_done_already_can_no_longer_be_denied():
    raw = cursor("postToolUse", tool_name="Write", tool_input={"file_path": "a.py", "content": "x"})
    event = read("cursor", raw)

    assert ("edit", True, True, False) == (event.moment, event.done, event.can_tell, event.can_deny)


@pytest.mark.parametrize(
    ("event", "tool", "expected"),
    [
        ("BeforeTool", "replace", ("edit", False, False, True)),
        ("AfterTool", "replace", ("edit", True, True, False)),
        ("BeforeTool", "read_file", ("other", False, False, False)),
        ("AfterTool", "read_file", ("read", True, True, False)),
        ("AfterTool", "run_shell_command", ("other", False, False, False)),
    ],
)
def test_gemini_cli_is_denied_before_a_tool_and_told_after_it(event, tool, expected):
    raw = gemini(
        event, tool_name=tool, tool_input={"file_path": "a.py", "old_string": "x", "new_string": "y"}
    )
    found = read("gemini-cli", raw)

    assert expected == (found.moment, found.done, found.can_tell, found.can_deny)


def test_many_files_of_gemini_cli_are_read_but_for_patterns():
    raw = gemini(
        "AfterTool", tool_name="read_many_files", tool_input={"include": ["a.py", "src/**/*.py", 7, "b.py"]}
    )

    assert ("a.py", "b.py") == read("gemini-cli", raw).files


def test_a_tool_of_gemini_cli_that_failed_has_changed_nothing():
    raw = gemini(
        "AfterTool",
        tool_name="write_file",
        tool_input={"file_path": "a.py", "content": "x"},
        tool_response={"error": "no"},
    )

    assert "other" == read("gemini-cli", raw).moment


@pytest.mark.parametrize(
    ("raw", "event", "moment"),
    [
        (
            copilot(toolName="edit", toolArgs='{"path": "a.py", "old_str": "x", "new_str": "y"}'),
            "preToolUse",
            "edit",
        ),
        (copilot(toolName="create", toolArgs={"path": "a.py", "file_text": "x"}), "preToolUse", "edit"),
        (copilot(toolName="view", toolArgs={"path": "a.py"}), "preToolUse", "other"),
        (copilot(toolName="view", toolArgs={"path": "a.py"}, toolResult={}), "postToolUse", "read"),
        (
            copilot(toolName="Edit", toolArgs={"command": "view", "path": "a.py"}, toolResult={}),
            "postToolUse",
            "read",
        ),
        (copilot(toolName="edit", toolArgs={"path": "a.py"}, error="no"), "postToolUseFailure", "other"),
        (copilot(source="resume"), "sessionStart", "session"),
        (copilot(prompt="mend it"), "userPromptSubmitted", "prompt"),
        (copilot(trigger="auto"), "preCompact", "forget"),
        (copilot(reason="complete"), "", "other"),
        (claude_tool("Edit", path="a.py", old_str="x", new_str="y"), "preToolUse", "edit"),
        (claude("UserPromptSubmit", prompt="mend it"), "userPromptSubmitted", "prompt"),
    ],
)
def test_an_event_of_copilot_cli_is_told_by_what_comes_with_it(raw, event, moment):
    found = read("copilot-cli", raw)

    assert (event, moment) == (found.event, found.moment)


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("edit", {"path": "a.py", "old_str": "x", "new_str": "y"}, (FileEdit("a.py", "x", "y"),)),
        ("create", {"path": "a.py", "file_text": "all"}, (FileEdit("a.py", "", "all"),)),
        (
            "str_replace_editor",
            {"command": "insert", "path": "a.py", "insert_line": 3, "new_str": "x"},
            (FileEdit("a.py", None, "x"),),
        ),
        ("apply_patch", PATCH, IN_PATCH),
        ("apply_patch", {"input": PATCH}, IN_PATCH),
        ("Edit", PATCH, IN_PATCH),
        ("Edit", {"patch": PATCH}, IN_PATCH),
    ],
)
def test_an_edit_of_copilot_cli_is_read_from_an_object_a_text_or_a_patch(tool, arguments, expected):
    plain = read("copilot-cli", copilot(toolName=tool, toolArgs=arguments))
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)

    assert expected == plain.edits == read("copilot-cli", copilot(toolName=tool, toolArgs=text)).edits


def test_an_agent_that_nobody_knows_is_refused_with_the_names_of_those_that_are_known():
    with pytest.raises(UsageError, match="claude-code, codex, cursor, gemini-cli, copilot-cli"):
        form_of("aider")


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize(
    "raw", [{}, None, [], "x", 7, '{"hook_event_name": 3}', {"hook_event_name": ["PreToolUse"]}]
)
def test_what_is_no_event_is_read_as_none(agent, raw):
    assert "other" == read(agent, raw).moment


def test_texts_are_cut_and_what_is_too_long_for_a_name_or_a_path_is_none():
    long = "x" * 3_000_000
    edit = read("claude-code", claude_tool("Write", file_path="a.py", content=long)).edits
    named = read("claude-code", {**claude_tool("Read", file_path=long), "session_id": long, "cwd": long})
    prompt = read("claude-code", claude("UserPromptSubmit", prompt=long)).prompt
    patch = "*** Begin Patch\n" + "".join(f"*** Add File: {number}.py\n+x\n" for number in range(99))

    assert (MAX_TEXT, MAX_PROMPT, MAX_EDITS) == (len(edit[0].new), len(prompt), len(edits_in(patch)))
    assert ("other", "", "") == (named.moment, named.session, named.cwd)


def test_a_path_with_a_nul_is_none_and_half_characters_go():
    assert "other" == read("claude-code", claude_tool("Write", file_path="a\0b", content="x")).moment
    assert (FileEdit("a?.py", "", "x?y"),) == read(
        "claude-code", claude_tool("Write", file_path="a\ud800.py", content="x\udfffy")
    ).edits


WORDS = st.text(st.characters(), max_size=30) | st.sampled_from(
    [
        PATCH,
        "cat a.py",
        "*** Begin Patch\n*** Update File: a",
        "[" * 5000,
        '{"path": "a.py"}',
        "Edit",
        "PreToolUse",
        "\ud800\0",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


def within(event):
    """Return whether an event keeps to its bounds."""
    texts = [event.event, event.session, event.reader, event.cwd, *event.files, event.prompt]
    for edit in event.edits:
        texts += [edit.path, edit.old or "", edit.new]
    "".join(texts).encode()  # no halves of characters
    return (
        max(len(event.edits), len(event.files)) <= MAX_EDITS
        and max(len(event.event), len(event.session), len(event.reader)) <= MAX_NAME
        and all(0 < len(name) <= MAX_PATH for name in (*event.files, *(edit.path for edit in event.edits)))
        and (event.moment == "read") == bool(event.files)
        and (event.moment == "edit") == bool(event.edits)
        and len(event.prompt) <= MAX_PROMPT
        and (event.can_tell or event.can_deny or event.moment not in ("read", "edit"))
    )


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(AGENTS), VALUES)
def test_any_value_is_read_without_a_fault(agent, raw):
    assert within(read(agent, raw))


ODD: tuple[object, ...] = (
    None,
    True,
    7,
    1e400,
    "",
    " ",
    "\0",
    "\ud800",
    "x" * 5_000,
    [],
    [None],
    [[[]]],
    ["a", 7],
    {},
    {"path": "b"},
    PATCH,
)
MORE = (
    "edits",
    "path",
    "include",
    "command",
    "old_str",
    "content",
    "workdir",
    "toolResult",
    "tool_response",
    "error",
)


@pytest.mark.parametrize(("agent", "raw"), EVENTS)
def test_an_event_with_an_odd_value_in_any_place_is_read_without_a_fault_and_within_bounds(agent, raw):
    inner = [key for key, value in raw.items() if isinstance(value, dict)]

    for odd in ODD:
        for key in (*raw, *MORE):
            assert within(read(agent, {**raw, key: odd}))
        for outer in inner:
            for key in (*raw[outer], *MORE):
                assert within(read(agent, {**raw, outer: {**raw[outer], key: odd}}))


@settings(max_examples=200, deadline=None)
@given(
    st.sampled_from(EVENTS),
    st.dictionaries(st.sampled_from(["tool_input", "toolArgs", "tool_name", *MORE]), VALUES),
)
def test_an_event_with_anything_in_it_is_read_without_a_fault_and_within_bounds(sample, odd):
    agent, raw = sample

    assert within(read(agent, {**raw, **odd}))
