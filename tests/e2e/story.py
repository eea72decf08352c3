"""The story that the e2e tests tell: a rocket, its code, and what was said about it."""

from __future__ import annotations

from support.github import Json, document, issue_comment, pull_request, review_comment
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
PANEL_RULE = (
    "`redraw` must not run before the first resize, because the panel has no size until then and stays blank."
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


def thread(
    key: int, path: str, words: str, answer: str = AGREED, number: int = 7, association: str = "MEMBER"
) -> list[Json]:
    """Return a review thread that is settled: rex says it, ada takes it over."""
    place = {"path": path, "number": number}
    said = review_comment(key, "rex", words, **place, author_association=association)
    later = {"created_at": "2024-03-03T08:00:00Z", "author_association": "CONTRIBUTOR"}
    return [said, review_comment(key + 1, "ada", answer, **place, **later, in_reply_to_id=key)]


def two_lessons() -> Json:
    """Return a pull request that teaches two things, among words that teach nothing."""
    return document(
        review_comments=[
            *thread(101, VALVE, VALVE_RULE),
            *thread(201, PUMP, PUMP_RULE, "Makes sense, removed."),
        ],
        issue_comments=[issue_comment(301, "rex", CHATTER)],
    )


def one_lesson(
    words: str = CLOSE_RULE, path: str = VALVE, *, number: int = 8, association: str = "MEMBER"
) -> Json:
    """Return another pull request, which teaches one thing more."""
    said = thread(100 * number, path, words, number=number, association=association)
    return document(pull_request(number=number), review_comments=said)


def build(repository: Repository) -> None:
    """Give an empty repository its origin, never reached, and its first commit."""
    repository.git("remote", "add", "origin", ORIGIN)
    repository.commit("Build the rocket", CODE)


def proposed(repository: Repository, branch: str = "exp/proposals", base: str = "main") -> list[str]:
    """Return the paths of the experiences that a branch adds to its base."""
    names = repository.git("diff", "--name-only", "--diff-filter=A", f"{base}...{branch}")
    return [
        name
        for name in names.splitlines()
        if name.startswith("experiences/") and not name.startswith("experiences/changes/")
    ]
