"""Shows one experience whole to an agent: its file, as quoted data in the marker block."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli.mcp_frames import seen
from gitexp.steps.retell import MERGED, block

if TYPE_CHECKING:
    from gitexp.cli.wiring import Workshop

MOST = 400
"""Lines that are told; a file has about thirty."""
LONGEST = 500
"""Characters of a line."""
_LESS = dict.fromkeys(map(ord, "<\ufe64\uff1c"), "&lt;")
"""A sign that begins a tag, so that no line of a file is one."""


def shown(workshop: Workshop, name: str) -> tuple[str, str, dict[str, object]]:
    """Return the id of the experience that a name means, its file as text, and the document. Raises UsageError."""
    from gitexp.cli.show_command import chosen
    from gitexp.cli.wiring import experience_document

    store = workshop.store
    standing, _ = store.standing()
    one = chosen(name, standing)
    approval = store.approvals([one.path]).get(one.path)
    approved = {"by": approval.by, "at": approval.at, "commit": approval.commit} if approval else None
    lines = str(seen(workshop.text_at(one))).splitlines()
    told = [_told(line) for line in lines[:MOST]]
    if approval:
        told.append(_told(f"# approved by {approval.by}, {approval.at[:10]}, {approval.commit[:12]}"))
    left = [f"{len(lines) - MOST} more lines are in the file"] if len(lines) > MOST else []
    text = block(MERGED, [one.path.translate(_LESS), "", *told], (), left)
    document = {
        "from": "git-exp",
        **experience_document(one.experience),
        "path": one.path,
        "approved": approved,
    }
    return one.experience.id, text, document


def _told(line: str) -> str:
    return (line if len(line) <= LONGEST else f"{line[:LONGEST]}…").translate(_LESS)
