"""What is said on the proposal beyond the newest hundred comments: asked for only where a run needs it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from gitexp.ports.bot import Forge
from gitexp.records.pull import Act, Pull
from gitexp.steps.status_comment import is_status, status_of


class Talk:
    """The comments of one pull request; `status` is the remembered id of the one that answers."""

    def __init__(self, forge: Forge, pull: Pull, status: str) -> None:
        self._forge = forge
        self._pull = pull
        self._id = status

    @cached_property
    def _all(self) -> Pull:
        return replace(self._pull, acts=tuple(self._forge.comments(self._pull.number)))

    def with_own(self, act: Act) -> Pull:
        """Return the pull request with the event's comment, also where a crowd hides it; one that was deleted is gone."""
        if any(one.id == act.id and one.kind == "comment" for one in self._pull.acts):
            return self._pull
        found = [one for one in self._all.acts if one.id == act.id]
        return replace(self._pull, acts=(*self._pull.acts, *found))

    def status(self, *, everywhere: bool) -> Act | None:
        """Return the status comment; `everywhere` tells that it may lie behind the newest hundred comments."""
        found = status_of(self._pull, self._id)
        if found is None and everywhere:
            found = status_of(self._all, self._id) or self._by_token(self._all)
        return found

    def newest_status(self) -> Act | None:
        """Return it as it is now: another run may have written it since."""
        self.__dict__.pop("_all", None)
        return self.status(everywhere=True)

    def _by_token(self, pull: Pull) -> Act | None:
        """Return the marked comment of someone who may write: the bot may have a person's token, and another opened it."""
        if (pull.author or "").endswith("[bot]"):
            return None
        found = [one for one in pull.acts if is_status(one) and one.by and not one.bot]
        may = self._forge.permissions(dict.fromkeys(one.by for one in found if one.by)) if found else {}
        return next((one for one in found if may.get(one.by or "") == "yes"), None)
