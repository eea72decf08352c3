"""The story that the e2e tests tell: a rocket, its code, and what was said about it."""

from __future__ import annotations

from support.github import Json, document, issue_comment, review_comment
from support.repository import Repository

ORIGIN = "https://github.com/acme/rocket"
VALVE, PUMP, PANEL = "engine/valve.py", "engine/pump.py", "cabin/panel.js"
CODE = {
    VALVE: "class Valve:\n    def open(self): ...\n\n    def close(self): ...\n",
    PUMP: "class Pump:\n    def start(self): ...\n",
    PANEL: "export function redraw() {}\n",
    "README.md": "# Rocket\n\nIt flies.\n",
}
VALVE_RULE = (
    "`Valve.open` must not be called twice in a row, "
    "because the second call drains the tank and the engine starves."
)
PUMP_RULE = (
    "Don't reuse the pump in `Pump.start`: with hydro >= 0.24 a stopped pump can't be started again, "
    "so the second flight would fail."
)
CLOSE_RULE = (
    "`Valve.close` must be called before the countdown, because an open valve freezes and the launch is lost."
)
CHATTER = "Nice work, thanks for the quick turnaround!"
PANEL_FILE = """\
id: panel-redraw-whole-5b1f0c9ad2
title: Redraw the whole panel
when: Changing redraw in cabin/
what: Draw the whole panel again after a resize, never a part of it.
why: The canvas is cleared by a resize, and a part drawn alone leaves the rest blank.
preconditions:
  must: [{text: the panel is drawn on a canvas, check: {key: rendering, is: canvas}}]
scope: {paths: ["cabin/**"], symbols: [redraw]}
evidence: [{turn: "review_comment:31", quote: "A resize clears the canvas.", by: rex, at: "2023-11-02"}]
lens: logic
kind: pitfall
status: active
"""
PANEL_PATH = "experiences/cabin/panel-redraw-whole-5b1f0c9ad2.yaml"
AGREED = "Good catch, fixed."


def thread(key: int, path: str, words: str, answer: str = AGREED, **fields: object) -> list[Json]:
    """Return a review thread that is settled: rex says it, ada takes it over."""
    said = review_comment(key, "rex", words, path=path, **fields)
    taken = review_comment(
        key + 1,
        "ada",
        answer,
        path=path,
        in_reply_to_id=key,
        created_at="2024-03-03T08:00:00Z",
        author_association="CONTRIBUTOR",
        **fields,
    )
    return [said, taken]


def two_lessons() -> Json:
    """Return a pull request that teaches two things, among words that teach nothing."""
    return document(
        review_comments=[*thread(101, VALVE, VALVE_RULE), *thread(201, PUMP, PUMP_RULE, "Makes sense, removed.")],
        issue_comments=[issue_comment(301, "rex", CHATTER)],
    )


def one_lesson(key: int = 401, path: str = VALVE, words: str = CLOSE_RULE, **fields: object) -> Json:
    """Return a pull request that teaches one thing more."""
    return document(review_comments=thread(key, path, words), **fields)


def build(repository: Repository) -> None:
    """Give an empty repository its origin, never reached, and its first commit."""
    repository.git("remote", "add", "origin", ORIGIN)
    repository.commit("Build the rocket", CODE)


def proposed(repository: Repository, branch: str = "exp/proposals", base: str = "main") -> list[str]:
    """Return the paths of the experiences that a branch adds to its base."""
    names = repository.git("diff", "--name-only", "--diff-filter=A", f"{base}...{branch}")
    return [name for name in names.splitlines() if name.startswith("experiences/")]
