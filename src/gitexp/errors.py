"""What can go wrong, said in one line: where, what, and how to mend it."""


class ExpError(Exception):
    """A failure a person can act on.

    `where` is a file, a line, a ref or an option; `what` is wrong with it; `mend` says what to do.
    `exit_code` is the process's answer (DESIGN.md section 10).
    """

    exit_code = 3

    def __init__(self, where: str, what: str, mend: str = "") -> None:
        super().__init__(where, what, mend)
        self.where = where
        self.what = what
        self.mend = mend

    def __str__(self) -> str:
        place = f"`{self.where}`" if self.where.endswith(":") else f"{self.where}:" if self.where else ""
        sentence = f"{place} {self.what}" if place else self.what
        return f"{sentence}; {self.mend}" if self.mend else sentence


class RecordError(ExpError):
    """A text that should hold a record (experience, discussion, facts) and does not."""


class UsageError(ExpError):
    """The call is wrong, or names something that does not exist."""

    exit_code = 2


class RepositoryError(ExpError):
    """The repository or its configuration is not in a state this command can work with."""


class Raced(RepositoryError):
    """Another process moved what was about to be moved; nothing was written, and a new attempt may do."""


class OutsideError(ExpError):
    """A service outside this machine failed."""

    exit_code = 4
