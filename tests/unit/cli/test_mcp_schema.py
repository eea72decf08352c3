"""The small checker of arguments judges as the library for JSON Schema does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gitexp.cli.mcp_schema import SHOWN, mistakes
from gitexp.cli.mcp_tools import TOOLS, listed

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 200_000)
    | st.sampled_from([1.0, 1.5, float("inf"), 1e300])
    | st.sampled_from(["", "a", "40", "40-60", "40-", "1\n", "decision", "no kind"])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


def arguments(name: str) -> st.SearchStrategy[Any]:
    """Return arguments of which some fit a tool."""
    known = st.sampled_from([*TOOLS[name].takes["properties"], "other"])
    return st.dictionaries(known, VALUES, max_size=4) | VALUES


@pytest.mark.parametrize("name", TOOLS)
def test_it_judges_as_the_library_does(name: str):
    validator = Draft202012Validator(TOOLS[name].takes)

    @given(arguments(name))
    def judged(found: Any) -> None:
        assert validator.is_valid(found) == (not mistakes(found, TOOLS[name].takes))

    judged()


@pytest.mark.parametrize("name", TOOLS)
def test_each_schema_is_one_and_uses_only_what_the_checker_knows(name: str):
    known = {
        "type",
        "description",
        "maxLength",
        "minLength",
        "items",
        "maxItems",
        "minimum",
        "maximum",
        "enum",
    }
    known |= {"pattern", "properties", "required", "additionalProperties", "maxProperties", "propertyNames"}
    waiting = [TOOLS[name].takes]
    for schema in waiting:
        assert {*schema} <= known
        others = schema.get("additionalProperties") or None
        waiting += [*schema.get("properties", {}).values(), *filter(None, (schema.get("items"), others))]
    for schema in (TOOLS[name].takes, TOOLS[name].gives):
        Draft202012Validator.check_schema(schema)


def test_more_than_a_tool_takes_is_told_without_saying_it_again():
    takes = TOOLS["recall"].takes
    many = {"env": dict.fromkeys(map(str, range(250_000)), "x"), "files": ["a"] * 201}

    assert ["arguments.env has more", "files has more than 200 items"] == [
        f"arguments.{one}"[:22] if "env" in one else one for one in mistakes(many, takes)
    ]
    for odd in (many, {"env": {"a" * 5000: "b" * 5000}}, {"files": ["a" * 5000]}, {"x" * 99_999: 1}):
        assert not Draft202012Validator(takes).is_valid(odd)
        assert 0 < len("; ".join(mistakes(odd, takes))) < 400


def test_mistakes_are_named_up_to_a_few():
    wrong = {"files": [1, "a"], "limit": 0, "env": {"a": 1}, "query": None, "x": 1, "y": 1, "z": 1}

    told = mistakes(wrong, TOOLS["recall"].takes)
    assert SHOWN == len(told)
    assert [
        "files[0] is not a text",
        "limit is less than 1",
        "env.a is not a text",
        "query is not a text",
    ] == told[:4]
    assert ["path is missing"] == mistakes({}, TOOLS["archaeology"].takes)


def test_what_a_tool_is_said_to_be_stays_short_and_gives_no_order():
    for tool in TOOLS.values():
        words = f"{tool.title}. {tool.description}"
        assert len(tool.description) < 300
        assert not {"must", "always", "never", "should", "please", "before", "you"} & {
            word.strip(".,:;").lower() for word in words.split()
        } - {"must"}
    assert {"name", "description", "inputSchema"} == {*listed(TOOLS["recall"], "2024-11-05")}
