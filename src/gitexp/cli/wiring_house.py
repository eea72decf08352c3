"""The part of the wiring that writes into the work tree: the house, a new file, a changed one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gitexp.cli.wiring_core import CoreWiring
from gitexp.errors import UsageError

if TYPE_CHECKING:
    from gitexp.adapters.house import Plan
    from gitexp.adapters.house import Undone as Undone
    from gitexp.adapters.store_edit import StoreEdits
    from gitexp.records.text import Redacted


class HouseWiring(CoreWiring):
    """Writes into the work tree: the house, a new file, a changed one."""

    def plan_house(self) -> Plan:
        """Return what `exp init` would lay."""
        from gitexp.adapters.house import plan

        return plan(self.root)

    def lay_house(self, planned: Plan) -> None:
        """Lay what was planned."""
        from gitexp.adapters.house import lay

        lay(planned)

    def undo_house(self, *, dry: bool) -> Undone:
        """Take out what `exp init` laid; `dry` only tells what it would be."""
        from gitexp.adapters.house import undo

        return undo(self.root, dry=dry)

    def lay_new(self, path: str, text: Redacted) -> None:
        """Write a new file into the work tree in one move. Raises UsageError where one lies there."""
        from gitexp.adapters import safe_files

        target = safe_files.destination(self.root, path)
        if safe_files.content(target, path) is not None:
            raise UsageError(path, "lies there already", "edit it, or say it in other words")
        safe_files.write(target, text.encode("utf-8"), path)

    def store_edits(self) -> StoreEdits:
        """Return what changes files of the store in the work tree."""
        from gitexp.adapters.store_edit import StoreEdits

        return StoreEdits(self.root)
