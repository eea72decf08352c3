"""Checks calls and answers against the cut of GitHub's official description of its API (tests/data/github_openapi)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.protocols import Validator

CUT = Path(__file__).parent.parent.parent / "data" / "github_openapi" / "api.json"
NULL_ALL_THE_SAME = {
    "pull-request-review-comment": ("line", "position", "original_line"),
    "timeline-reviewed-event": ("user",),
    "timeline-comment-event": ("actor", "user"),
    "state-change-issue-event": ("actor",),
    "timeline-cross-referenced-event": ("actor",),
}
"""Where GitHub answers null though its description does not say so: outdated lines, comments on files, lost accounts."""
TOLD_ALL_THE_SAME = {"validation-error": ("status",)}
"""What GitHub tells in texts though its description does not."""


class Description:
    """The operations of the description; `faults` says how an answer differs, a field it does not know included."""

    def __init__(self) -> None:
        whole = json.loads(CUT.read_text(encoding="utf-8"))
        for name, fields in NULL_ALL_THE_SAME.items():
            for field in fields:
                _or_null(whole["components"]["schemas"][name]["properties"], field)
        for name, fields in TOLD_ALL_THE_SAME.items():
            whole["components"]["schemas"][name]["properties"] |= {
                field: {"type": "string"} for field in fields
            }
        self.operations = {
            (method.upper(), _bare(path)): operation
            for path, methods in whole["paths"].items()
            for method, operation in methods.items()
        }
        self._components = converted(whole["components"])

    def faults(self, method: str, template: str, status: int, answer: object) -> list[str]:
        """Return how an answer differs from what is described; what has no schema must be empty."""
        operation = self.operations[method, _bare(template)]
        described = operation["responses"].get(str(status))
        if described is None:
            return [f"{method} {template} has no answer {status}"]
        described = self._open(described)
        content = described.get("content", {}).get("application/json")
        if content is None:
            return [] if answer in (None, b"", "") else [f"{status} has no content"]
        return self._differences(content["schema"], answer)

    def asking_faults(self, method: str, template: str, body: object) -> list[str]:
        """Return how the body of a call differs from what is described."""
        operation = self.operations[method, _bare(template)]
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return [] if body is None else [f"{method} {template} takes no body"]
        return self._differences(content["schema"], body)

    def error_faults(self, answer: object) -> list[str]:
        """Return how an error differs from the usual one, where an operation describes none of that status."""
        kinds = [self._components["schemas"][name] for name in ("basic-error", "validation-error")]
        return self._differences({"anyOf": kinds}, answer)

    def _open(self, part: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in part:
            kind, name = part["$ref"].removeprefix("#/components/").split("/")
            return dict(self._components[kind][name])
        return part

    def _differences(self, schema: Any, answer: Any) -> list[str]:
        check: Validator = Draft202012Validator({**converted(schema), "components": self._components})
        return [line for fault in check.iter_errors(answer) for line in _told(fault)]


def _told(fault: Any) -> Iterator[str]:
    """Yield what is wrong, of several possible shapes by the one that comes nearest."""
    if not fault.context:
        yield f"{fault.json_path}: {fault.message[:300]}"
        return
    shapes: dict[Any, list[Any]] = {}
    for below in fault.context:
        shapes.setdefault(below.schema_path[0], []).append(below)
    for below in min(shapes.values(), key=len):
        yield from _told(below)


def _bare(path: str) -> str:
    return re.sub(r"\{\w+\}", "{}", path)


def _or_null(properties: dict[str, Any], field: str) -> None:
    properties[field] = {"nullable": True, "allOf": [properties[field]]}


def converted(part: Any) -> Any:
    """Return a part of OpenAPI 3.0 as JSON Schema: `nullable` is a type of its own, and objects hold what is told."""
    if isinstance(part, list):
        return [converted(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: converted(value) for key, value in part.items() if key not in ("nullable", "discriminator")}
    told = part.get("properties")
    if isinstance(told, dict) and "additionalProperties" not in part and part.get("type") == "object":
        made["additionalProperties"] = False
    return {"anyOf": [made, {"type": "null"}]} if part.get("nullable") is True else made
