"""Says in a line of our own what is wrong with a call that click refused: where, what, and how to mend it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

import click

from gitexp.cli import screen

_VALUE = re.compile(r"""(?P<sign>['"])(?P<text>.*)(?P=sign) is not |(?P<bare>\S+) is not """, re.DOTALL)
"""The value in click's message: the exception has it nowhere else."""
_MORE = re.compile(r"Got unexpected extra arguments? \((.*)\)", re.DOTALL)
_LONGEST = 60


def told(error: click.UsageError, group: click.Group, arguments: Sequence[str]) -> str:
    """Return the line. What can be spelled otherwise is offered, else the command's help."""
    path, command = _called(group, arguments)
    see = f"see `{path} --help`"
    match error:
        case click.NoSuchOption():
            name = error.option_name
            if " " in name:  # a question that begins with a dash
                return f"{_short(name)}: no such option; put `--` before words that begin with `-`"
            return f"{_short(name)}: no such option; {_nearest(name, error.possibilities or ()) or see}"
        case click.BadOptionUsage():
            return f"{error.option_name}: {_used_badly(error.option_name, command)}; {see}"
        case click.MissingParameter():
            param = error.param
            one_of = f": one of {', '.join(_choices(param))}" if _choices(param) else ""
            return f"{_name(param)}: is missing{one_of}; {see}"
        case click.BadParameter(param=param) if wanted := _wanted(param):
            value = _value(error.message)
            near = _nearest(value, _choices(param))
            return f"{_name(param)}{f' {_short(value)}' if value else ''}: is {wanted}; {near or see}"
        case _:
            return _other(error, path, command, see)


def _called(group: click.Group, arguments: Sequence[str]) -> tuple[str, click.Command]:
    """Return the command that the arguments begin with, and how it is called: not every mistake of click says so."""
    path, command = "exp", group
    for argument in arguments:
        inner = command.get_command(click.Context(command), argument)
        if inner is None:
            break
        path = f"{path} {argument}"
        if not isinstance(inner, click.Group):
            return path, inner
        command = inner
    return path, command


def _other(error: click.UsageError, path: str, called: click.Command, see: str) -> str:
    words = " ".join(error.format_message().split()).rstrip(".")
    command = getattr(error, "command_name", "")  # since click 8.4
    if command and isinstance(called, click.Group):
        return f"no command `{path} {_short(command)}`; {_nearest(command, list(called.commands)) or see}"
    if more := _MORE.fullmatch(words):
        return f"{_short(more[1])}: is more than `{path}` takes; {see}"
    return words if words.endswith("?") or "--help" in words else f"{words}; {see}"


def _used_badly(name: str, command: click.Command) -> str:
    """Return what is wrong with an option that is known: it has no value, or one too much."""
    param = next((one for one in command.params if name in (*one.opts, *one.secondary_opts)), None)
    if isinstance(param, click.Option) and param.is_flag:
        return "takes no value"
    number = isinstance(param.type if param else None, click.IntRange | click.FloatRange)
    value = (param.metavar if param else None) or "|".join(_choices(param)) or ("N" if number else "VALUE")
    return f"needs a value, as in `{name} {value}`"


def _wanted(param: click.Parameter | None) -> str:
    """Return in words what a parameter's values are not, "" where click says it better."""
    if choices := _choices(param):
        return f"none of {', '.join(choices)}"
    kind = param.type if param else None
    if isinstance(kind, click.IntRange | click.FloatRange):
        number = "no whole number" if isinstance(kind, click.IntRange) else "no number"
        if kind.min is not None:
            number += f" from {kind.min:g}" + (f" to {kind.max:g}" if kind.max is not None else " on")
        return number
    return ""


def _choices(param: click.Parameter | None) -> Sequence[str]:
    kind = param.type if param else None
    return [str(one) for one in kind.choices] if isinstance(kind, click.Choice) else ()


def _name(param: click.Parameter | None) -> str:
    """Return a parameter as the help has it: its longest option, or its place."""
    if param is None:
        return "the call"
    if isinstance(param, click.Argument):
        return (param.metavar or (param.name or "").upper()).strip("[].…")
    return max(param.opts, key=len)


def _value(message: str) -> str:
    found = _VALUE.match(message)
    return (found["text"] or found["bare"] or "") if found else ""


def _nearest(word: str, known: Sequence[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.5) if word else []
    return f"did you mean `{near[0]}`?" if near else ""


def _short(text: str) -> str:
    return screen.short(text, _LONGEST)
