"""Reads the events of Codex's hooks, its patches and the plain commands that it reads files with; answers in their form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gitexp.adapters.agent_form import (
    MAX_CALL,
    MAX_EDITS,
    Use,
    fields,
    name,
    patched,
    path,
    text,
    under,
    used,
)
from gitexp.adapters.agent_form_claude_code import answer_of, read_event
from gitexp.records.agent_event import AgentEvent, HookAnswer

AGENT = "codex"
LIMIT = 10_000
"""Bytes: Codex counts a token for every four, and keeps 2,500 of them."""

MAX_WORDS, MAX_LINE = 500, 4_000
"""Words of a command, and characters of one line, that are looked at: more is no plain reading of files."""
_BEGIN = "*** Begin Patch"
_APPLIES = ("apply_patch", "applypatch")
_SHELLS = ("bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh", "/usr/bin/bash")
_LINES = frozenset("-n -c --lines --bytes".split())
_VALUES: dict[str, frozenset[str]] = {
    "cat": frozenset(),
    "head": _LINES,
    "tail": _LINES,
    "nl": frozenset("-b -d -f -h -i -l -n -s -v -w".split()),
    "less": frozenset("-p -x -j".split()),
    "more": frozenset("-n".split()),
    "bat": frozenset("-l -r -H --language --line-range --style --theme --paging --color".split()),
    "sed": frozenset(),
}
"""The programs that only show a file, each with its options that take a value of their own."""


class CodexForm:
    """Codex, as its source says; its wire refuses keys that it does not know."""

    def read(self, raw: Mapping[str, object]) -> AgentEvent:
        """Return the event."""
        event = read_event(AGENT, raw)
        if event.event != "PreToolUse" or event.moment != "other":
            return event
        given = fields(raw)
        return used(event, _of_command(name(given, "tool_name"), fields(given.get("tool_input"))))

    def answer(self, event: AgentEvent, answer: HookAnswer) -> Mapping[str, object] | None:
        """Return the answer, in the form of Claude Code."""
        return answer_of(event, answer, LIMIT)


def _of_command(tool: str, given: Mapping[str, object]) -> Use:
    """Return what a command does to files, where that can be told at a glance."""
    folder = path(given.get("workdir"))
    for key in ("command", "cmd", "input", "patch"):
        words = _words(given.get(key))
        line = words[-1] if len(words) == 1 or (words and words[0] in _SHELLS) else ""
        if any(_BEGIN in word for word in words):
            return _of_patch(tool, words, folder)
        piped = _piped(line) if line else [words]
        if files := _shown(piped):
            return Use("read", files=tuple(under(folder, file) for file in files))
    return Use()


def _words(command: object) -> list[str]:
    """Return a command as its words, or as the one line that a shell takes."""
    if isinstance(command, list):
        return [text(word, MAX_CALL) for word in command[:MAX_WORDS]]
    return [line] if (line := text(command, MAX_CALL)) else []


def _of_patch(tool: str, words: Sequence[str], folder: str) -> Use:
    """Return what a patch in a command does, if the command applies it: a patch may also be written to a file."""
    written = next(word for word in words if _BEGIN in word)
    before = written[: written.index(_BEGIN)]
    if tool not in _APPLIES and not any(one in before or one == words[0] for one in _APPLIES):
        return Use()
    return patched(written, under(folder, _entered(before.strip())))


def _entered(command: str) -> str:
    """Return the folder that a command enters before it applies a patch (`cd FOLDER && apply_patch …`)."""
    if not command.startswith("cd ") or "&&" not in command:
        return ""
    folder = command[3 : command.index("&&")].strip()
    plain = folder.strip("'\"")
    quoted = folder in (f"'{plain}'", f'"{plain}"')
    return "" if any(sign in plain for sign in ("$`;|" if quoted else " $`;|")) else plain


def _shown(piped: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the files that a command shows, () where it does anything else; what follows a pipe may only cut."""
    kept = [_arguments(words) for words in piped]
    if not kept or None in kept or any(kept[1:]):
        return ()
    files = [file for file in kept[0] or () if path(file) and file != "-"]
    return tuple(dict.fromkeys(files))[:MAX_EDITS]


def _arguments(words: Sequence[str]) -> list[str] | None:
    """Return what a program that shows files is called for, None for any other program."""
    program = words[0].rpartition("/")[2] if words else ""
    values = _VALUES.get(program)
    if values is None:
        return None
    options = [word for word in words[1:] if word.startswith("-")]
    if program == "sed" and (options != ["-n"] or not _prints(words[2:3])):
        return None
    rest = iter(words[3 if program == "sed" else 1 :])
    found: list[str] = []
    for word in rest:
        if word in values:
            next(rest, None)
        elif word == "-" or not word.startswith(("-", "+")):
            found.append(word)
    return found


def _prints(script: Sequence[str]) -> bool:
    """Return whether a script of sed prints lines and does nothing else."""
    return bool(script) and script[0].endswith("p") and not set(script[0]) - set("0123456789,$p; ")


def _piped(line: str) -> list[list[str]]:
    """Return the words of a command, and of those it is piped into; [] for what takes a shell to understand."""
    commands: list[list[str]] = [[]]
    word, quote, begun = "", "", False
    if len(line) > MAX_LINE:
        return []
    for sign in f"{line.strip()} ":
        if quote:
            if sign == quote:
                quote = ""
            elif quote == '"' and sign in "$`\\":
                return []
            else:
                word += sign
        elif sign in "'\"":
            quote, begun = sign, True
        elif sign in " \t|":
            if word or begun:
                commands[-1].append(word)
            word, begun = "", False
            if sign == "|":
                commands.append([])
        elif sign in "\\$`&;<>(){}*?[]#!~\n\r\0":
            return []
        else:
            word += sign
    return [] if quote else commands
