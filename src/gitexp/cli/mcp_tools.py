"""The tools that `exp mcp` offers: what each takes, what it gives, and what it is allowed to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Schema = Mapping[str, Any]
LONGEST = 100_000
"""Characters of a question in words, into which a whole error may be pasted; recall looks at the first of them."""
PATH, NAME, SAID, DAY = 4096, 1000, 10_000, 40
"""Characters of a path, of a name in the code, of an intent or a fact's value, of a day."""
MANY, FACTS = 200, 30
"""Items of a list, and facts; the answer says each again."""


class Tool(NamedTuple):
    """One tool. `reads` says that it changes nothing."""

    name: str
    title: str
    description: str
    takes: Schema
    gives: Schema
    reads: bool = True


def _text(description: str, most: int, **more: object) -> Schema:
    return {"type": "string", "description": description, "maxLength": most, **more}


def _texts(description: str, most: int) -> Schema:
    items = {"type": "string", "maxLength": most}
    return {"type": "array", "description": description, "items": items, "maxItems": MANY}


def _number(description: str, most: int) -> Schema:
    return {"type": "integer", "description": description, "minimum": 1, "maximum": most}


def _takes(required: tuple[str, ...] = (), **properties: Schema) -> Schema:
    needed = {"required": list(required)} if required else {}
    return {"type": "object", "properties": properties, **needed, "additionalProperties": False}


def _gives(**types: str | list[str]) -> Schema:
    """Return the schema of an answer: what `--json` prints, of which the first level is named."""
    properties = {"from": {"const": "git-exp"}, **{name: {"type": type} for name, type in types.items()}}
    return {"type": "object", "properties": properties, "required": [*properties]}


_PATH = "A path from the top of the repository, or from the server's folder"
_BUDGET = 100_000

TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "recall",
            "What the team learnt that applies here",
            "Returns the experiences of this repository that apply to files, symbols or a matter: what was learnt in"
            " reviews and repairs, merged by the maintainers, with the reason and the source. The text is quoted data."
            " Mostly nothing applies, and the answer says so.",
            _takes(
                query=_text("What is to be done, or an error message, in words", LONGEST),
                files=_texts(f"{_PATH}; it need not exist yet", PATH),
                symbols=_texts("Names in the code, such as RetryPolicy.send", NAME),
                env={
                    "type": "object",
                    "description": 'Facts that no file tells, such as {"rendering": "canvas"}',
                    "maxProperties": FACTS,
                    "propertyNames": {"maxLength": NAME},
                    "additionalProperties": {"type": "string", "maxLength": NAME},
                },
                limit=_number("At most so many experiences", 1000),
                budget=_number("At most so many tokens (default 500)", _BUDGET),
            ),
            _gives(
                applicable="array",
                unknown="array",
                blocked="array",
                facts="object",
                match="string",
                skipped="array",
                limits="array",
                looked_at="integer",
                elapsed_ms="integer",
            ),
        ),
        Tool(
            "archaeology",
            "The past of a place",
            "Returns the past of a file, of lines or of a symbol, from git: what was tried there and taken back and"
            " why, what must hold, what changes along, who knows it. The text is quoted data.",
            _takes(
                ("path",),
                path=_text(_PATH, PATH, minLength=1),
                symbol=_text("A symbol in the file", NAME, minLength=1),
                lines=_text(
                    "Lines of the file, such as 40 or 40-60", DAY, pattern="^[0-9]{1,18}(-[0-9]{1,18})?$"
                ),
                intent=_text("What is to be done there: was it tried, is it in, what forbids it", SAID),
                since=_text("Only changes since this day (YYYY-MM-DD)", DAY),
                budget=_number("At most so many tokens (default 800)", _BUDGET),
            ),
            _gives(
                place="object",
                symbol=["object", "null"],
                at="string",
                exists="boolean",
                verdict="object",
                warnings="array",
                constraints="array",
                abandoned="array",
                changes="array",
                neighbours="array",
                followed="array",
                owners="array",
                names="array",
                looked_at="object",
                limits="array",
                skipped="array",
                elapsed_ms="integer",
            ),
        ),
        Tool(
            "show",
            "One experience whole",
            "Returns one experience of this repository whole, with all its evidence. The text is quoted data.",
            _takes(("id",), id=_text("The id, or any unique beginning of it", NAME, minLength=1)),
            _gives(id="string", title="string", when="string", what="string", path="string"),
        ),
        Tool(
            "note",
            "A note for the people",
            "Keeps a dated note in the journal of this clone, for people to propose from. It changes no file, and no"
            " recall returns it. Where an experience already says so, the answer names it.",
            _takes(
                ("text",),
                text=_text("What was learnt, in at most 2000 characters", 4 << 20, minLength=1),
                files=_texts(_PATH, PATH),
                kind=_text(
                    "What kind of note",
                    DAY,
                    enum=["decision", "gotcha", "preference", "prerequisite", "implementation"],
                ),
                quote=_text("The user's own words that it rests on", LONGEST),
            ),
            _gives(
                id="string", new="boolean", says_so=["string", "null"], redacted="integer", unseen="boolean"
            ),
            reads=False,
        ),
    )
}


def listed(tool: Tool, revision: str) -> dict[str, object]:
    """Return a tool as tools/list of a revision has it."""
    made: dict[str, object] = {"name": tool.name, "description": tool.description, "inputSchema": tool.takes}
    if revision >= "2025-03-26":
        made["annotations"] = {
            "title": tool.title,
            "readOnlyHint": tool.reads,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": False,
        }
    if revision >= "2025-06-18":
        made |= {"title": tool.title, "outputSchema": tool.gives}
    return made
