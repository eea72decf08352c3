"""Reads calls out of Ruby code by their form: a Gemfile or Podfile is a program, and exp does not run it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from gitexp.adapters.manifests_text import written

# Every pattern ends, also where a quote is left open: so each sign of the text is looked at once.
_STRING = r"\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?"
_LITERAL = re.compile(
    r"\"(?P<double>(?:[^\"\\\n]|\\.)*+)\"|'(?P<single>(?:[^'\\\n]|\\.)*+)'"
    r"|%[qQ]?(?:<(?P<angle>[^<>\n]*)>|\((?P<round>[^()\n]*)\)|\{(?P<curly>[^{}\n]*)\}|\[(?P<square>[^\[\]\n]*)\])"
)
_OPEN = re.compile(r"[ \t]*(?:=\s*|\(\s*)?(?:Gem::(?:Requirement|Version)\.new\(\s*)?(?:\[\s*)?")
_COMMA = re.compile(r"(?:\.freeze\b)?[ \t]*\]?[ \t]*,(?:\s*#[^\n]*)*+\s*(?:\[\s*)?")
_HEREDOC = re.compile(r"<<[~-]?(['\"`]?)([A-Z_][A-Z0-9_]*)\1")
_CLAUSE = re.compile(r"(?P<op>=|!=|>=|<=|~>|>|<)?\s*v?(?P<version>\d[0-9A-Za-z.+-]*)")


@dataclass(frozen=True)
class Call:
    """A call or an assignment: its literal arguments, also those of a list, up to the first that is none."""

    name: str
    texts: tuple[str, ...]
    rest: str
    """What follows on the line: options, a condition, or a first argument that only running would tell."""
    line: int


def calls(text: str, names: Collection[str], *, receiver: bool = False) -> Iterator[Call]:
    """Yield the calls of these names outside of comments and strings; `name=` is an assignment.

    With a receiver they are those of `x.name`, else those of `name` alone. Raises Unreadable where the code
    is too long to be a manifest.
    """
    code = _code(written(text))
    before = r"(?<=[\w)]\.)" if receiver else r"(?<![\w.:@$])(?<!def )"
    head = f"{before}(?P<name>{'|'.join(map(_form, sorted(names, reverse=True)))})"
    line, counted = 1, 0
    for found in re.finditer(rf"#[^\n]*|{head}|{_STRING}", code):
        if name := found["name"]:
            line, counted = line + code.count("\n", counted, found.start()), found.start()
            texts, end = _texts(code, found.end())
            yield Call(name, texts, code[end : end + 300].partition("\n")[0].strip(), line)


def _form(name: str) -> str:
    if name.endswith("="):
        return rf"{re.escape(name[:-1])}(?=[ \t]*=(?![=~>]))"
    return rf"{re.escape(name)}(?![\w?!:.,)\]}}|]|[ \t]*=(?!>))"


def _code(text: str) -> str:
    """Return the code without block comments, heredocs and what follows `__END__`; lines keep their numbers."""
    lines = text.splitlines()
    last = {line.strip(): number for number, line in enumerate(lines)}
    kept: list[str] = []
    until = ""
    for number, line in enumerate(lines):
        if until:
            until = "" if line.strip() == until else until
            kept.append("")
            continue
        if line.rstrip() == "__END__":
            break
        opened = _HEREDOC.search(line) if "<<" in line else None
        end = "=end" if line.startswith("=begin") else opened[2] if opened else ""
        until = end if end and last.get(end, -1) > number else ""
        kept.append("" if until == "=end" else line)
    return "\n".join(kept)


def _texts(code: str, at: int) -> tuple[tuple[str, ...], int]:
    """Return the literals that stand from here on with commas between, and where they end."""
    if opened := _OPEN.match(code, at):
        at = opened.end()
    found: list[str] = []
    while literal := _LITERAL.match(code, at):
        if "#{" in (literal["double"] or ""):
            break
        found.append(_unescaped(next(part for part in literal.groups() if part is not None)))
        at = literal.end()
        comma = _COMMA.match(code, at)
        if not comma:
            break
        at = comma.end()
    return tuple(found), at


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text) if "\\" in text else text


def requirement(texts: Collection[str]) -> str | None:
    """Return the requirements of RubyGems or CocoaPods as one range; None for any version, or for what is none."""
    clauses = [_CLAUSE.fullmatch(part.strip()) for text in texts for part in text.split(",")]
    found = [f"{clause['op'] or '='} {clause['version']}" for clause in clauses if clause]
    return ", ".join(found) if found and len(found) == len(clauses) else None
