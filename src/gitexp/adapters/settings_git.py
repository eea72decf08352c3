"""Reads and writes exp's settings in git's own configuration."""

from __future__ import annotations

from gitexp.adapters.git import Git
from gitexp.errors import UsageError

_ASK = ("config", "--null", "--get-regexp", r"^exp(-fact)?\.")


class GitSettings:
    """The `exp.*` and `exp-fact.*` settings that git knows: the user's and this clone's."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def ask_ahead(self) -> None:
        """Begin to read, for a `read` that comes soon."""
        self._git.ahead(*_ASK)

    def read(self) -> dict[str, str]:
        """Return all settings of exp by name, the last one winning, as git does it. One process."""
        found: dict[str, str] = {}
        out = self._git.try_run(*_ASK) or b""
        for record in out.split(b"\0")[:-1]:
            name, _, value = record.decode("utf-8", "replace").partition("\n")
            found[name] = value
        return found

    def set_fact(self, name: str, value: str | None) -> bool:
        """Set a fact for this clone, or remove it with None; return whether anything changed."""
        if not name or any(sign in name for sign in "\n\0"):
            raise UsageError(name or "''", "is no name for a fact", "exp facts set NAME=VALUE")
        if value is not None and any(sign in value for sign in "\n\r\0"):
            raise UsageError(name, "has a value of more than one line", "exp facts set NAME=VALUE")
        key = f"exp-fact.{name}.value"
        if value is None:
            return self._git.call("config", "--local", "--unset-all", key).status == 0
        self._git.run("config", "--local", "--replace-all", key, value)
        return True
