"""Runs the `git` program so that neither its configuration nor the repository's can change what it answers.

Nothing of the repository runs: no hook, no textconv, no external diff, no fsmonitor; nothing is fetched.
Replace refs are not followed, because what exp derives is keyed by object ids: an id means the same bytes
in every clone.
"""

from __future__ import annotations

import os
import subprocess
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from typing import IO, NamedTuple

from gitexp.errors import RepositoryError, UsageError

OLDEST = (2, 31)
"""`rev-parse --path-format` is the youngest thing that exp asks of git."""

MAX_RECORD = 1 << 20
"""Bytes of one streamed record; what is longer comes cut."""

_OPTIONS = (
    "--no-pager",
    *("-c", "core.quotePath=false"),
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "color.ui=false"),
    *("-c", "color.diff=false"),
    *("-c", "color.grep=false"),
    *("-c", "log.showSignature=false"),
    *("-c", "log.showRoot=true"),
    *("-c", "log.follow=false"),
    *("-c", "log.mailmap=true"),
    *("-c", "log.diffMerges=separate"),
    *("-c", "diff.renames=false"),
    *("-c", "diff.algorithm=default"),
    *("-c", "diff.indentHeuristic=true"),
    *("-c", "diff.context=3"),
    *("-c", "diff.interHunkContext=0"),
    *("-c", "diff.relative=false"),
    *("-c", "diff.submodule=short"),
    *("-c", "diff.suppressBlankEmpty=false"),
    *("-c", f"core.attributesFile={os.devnull}"),
    *("-c", f"mailmap.file={os.devnull}"),
    *("-c", f"diff.orderFile={os.devnull}"),
    *("-c", "i18n.logOutputEncoding=UTF-8"),
)
_SETTINGS = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    # A blob that a partial clone lacks is not fetched: newer git obeys the first, older git the second.
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}
_DROPPED = (
    # Another file than those that count would answer for the repository's settings.
    "GIT_CONFIG",
    "GIT_DIFF_OPTS",
    "GIT_EXTERNAL_DIFF",
    "GIT_GLOB_PATHSPECS",
    "GIT_ICASE_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS",
    # Whatever git were brought to run, it is given no secret.
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "GH_TOKEN",
    "GITHUB_TOKEN",
    "OPENAI_API_KEY",
)


_BEGUN: deque[subprocess.Popen[bytes] | None] = deque(maxlen=16)
"""The processes that were started last, those at work still among them; None at the end where no more may be."""


def end_all() -> None:
    """End the git processes that are at work, right before this one ends: no other thread starts more."""
    _BEGUN.append(None)
    for process in tuple(_BEGUN):  # others may start more meanwhile
        if process and process.returncode is None:
            process.kill()


class Outcome(NamedTuple):
    """What one git process answered."""

    status: int
    out: bytes
    err: bytes

    @property
    def words(self) -> str:
        """Return git's own message in one line."""
        return one_line(self.err)


class Git:
    """The `git` program in one folder; pinned to a repository when `layout` is given."""

    def __init__(self, cwd: str | None = None, layout: Layout | None = None) -> None:
        self.cwd = cwd
        self.layout = layout
        self._ahead: dict[tuple[str | bytes, ...], subprocess.Popen[bytes]] = {}

    def ahead(self, *args: str | bytes) -> None:
        """Start git now for a later `call` with the same words: it runs while others are imported."""
        if args not in self._ahead:
            self._ahead[args] = self.start(*args, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def call(
        self, *args: str | bytes, stdin: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> Outcome:
        """Run git and return what came of it, whatever the status."""
        begun = self._ahead.pop(args, None) if stdin is None and env is None else None
        with begun or self.start(*args, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=env) as process:
            out, err = process.communicate(stdin)
        return Outcome(process.returncode, out, err)

    def run(
        self,
        *args: str | bytes,
        stdin: bytes | None = None,
        check: bool = True,
        env: Mapping[str, str] | None = None,
    ) -> bytes:
        """Return what git prints. Raises RepositoryError with git's words where it fails and `check` holds."""
        outcome = self.call(*args, stdin=stdin, env=env)
        if check and outcome.status:
            raise failed(args, outcome.err)
        return outcome.out

    def try_run(
        self, *args: str | bytes, stdin: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> bytes | None:
        """Return what git prints, or None where it fails."""
        outcome = self.call(*args, stdin=stdin, env=env)
        return None if outcome.status else outcome.out

    def stream(
        self,
        *args: str | bytes,
        stdin: bytes | None = None,
        separator: bytes = b"\0",
        env: Mapping[str, str] | None = None,
        fine: tuple[int, ...] = (0,),
    ) -> Generator[bytes, None, None]:
        """Yield git's records as they come, each cut at MAX_RECORD; closing the iterator ends the process.

        Raises RepositoryError at the end where the status is not among the `fine` ones. git must read all of
        `stdin` before it prints.
        """
        import tempfile  # Late: recall streams nothing when it has nothing to say.

        with tempfile.TemporaryFile() as errors, self.start(*args, stderr=errors, env=env) as process:
            assert process.stdin is not None and process.stdout is not None
            try:
                _feed(process.stdin, stdin)
                yield from _records(process.stdout, separator)
                status = process.wait()
            finally:
                process.kill()
            if status not in fine:
                errors.seek(0)
                raise failed(args, errors.read(1 << 16))

    def start(
        self,
        *args: str | bytes,
        stdin: int = subprocess.PIPE,
        stderr: int | IO[bytes] = subprocess.DEVNULL,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start git with pipes; the caller ends it."""
        command = [b"git", *(_argument(arg) for arg in (*_OPTIONS, *args))]
        if _BEGUN and _BEGUN[-1] is None:
            raise RepositoryError("git", "was ended")
        try:
            begun = subprocess.Popen(
                command,
                cwd=self.cwd,
                env=self._environment(env),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=stderr,
            )
        except OSError as error:
            if self.cwd is not None and not os.path.isdir(self.cwd):  # noqa: PTH112  pathlib costs recall 3 ms
                raise RepositoryError(shown(self.cwd), "no such folder") from error
            if isinstance(error, FileNotFoundError | PermissionError):
                raise RepositoryError("git", "cannot be run", "install git 2.31 or later") from error
            raise RepositoryError("git", f"cannot be run: {error.strerror}") from error
        _BEGUN.append(begun)
        return begun

    def _environment(self, more: Mapping[str, str] | None) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in _DROPPED}
        pinned = self.layout.environment() if self.layout else {}
        return {**kept, **_SETTINGS, **pinned, **(more or {})}


class Layout(NamedTuple):
    """Where a repository lies. `root` is None without a work tree; `prefix` is the folder asked from ("" or "a/b/")."""

    root: str | None
    git_dir: str
    common_dir: str
    prefix: str
    bare: bool
    shallow: bool
    object_format: str

    def git(self) -> Git:
        """Return git at the top of this repository, whatever folder exp was called in."""
        return Git(self.root or self.git_dir, self)

    def environment(self) -> dict[str, str]:
        """Return the variables that hold git to this repository; a relative GIT_DIR of a hook would not."""
        tree = {"GIT_WORK_TREE": self.root} if self.root and "GIT_WORK_TREE" in os.environ else {}
        return {"GIT_DIR": self.git_dir, **tree}


def discover(cwd: str | None = None) -> Layout:
    """Return the layout of the repository around a folder. Raises RepositoryError where there is none."""
    git = Git(cwd)
    flags = ("--is-bare-repository", "--is-shallow-repository", "--show-object-format")
    places = ("--show-prefix", "--git-dir", "--git-common-dir", "--show-toplevel")
    outcome = git.call("rev-parse", "--path-format=absolute", *flags, *places)
    lines = outcome.out.decode("utf-8", "surrogateescape").split("\n")[:-1]
    # Without a work tree git fails at --show-toplevel, the last question, and has answered the others.
    without_tree = len(lines) == 6 and b"work tree" in outcome.err
    if len(lines) + without_tree != 7 or (outcome.status and not without_tree):
        raise _no_repository(git, outcome)
    lines += [""] * without_tree
    bare, shallow, object_format, prefix, git_dir, common_dir, root = lines
    return Layout(root or None, git_dir, common_dir, prefix, bare == "true", shallow == "true", object_format)


def _no_repository(git: Git, outcome: Outcome) -> RepositoryError:
    """Return why there is no repository to work with."""
    version = git.run("version", check=False).decode("utf-8", "replace").removeprefix("git version ").strip()
    numbers = [int(part) for part in version.split(".")[:2] if part.isdecimal()]
    if len(numbers) == 2 and tuple(numbers) < OLDEST:
        return RepositoryError("git", f"version {version} is too old", "install git 2.31 or later")
    if "not a git repository" in outcome.words and "not a git repository:" not in outcome.words:
        return RepositoryError("", "not a git repository", "run it inside one")
    if outcome.status:
        return RepositoryError("git", outcome.words or f"ends with status {outcome.status}")
    return RepositoryError(
        shown(git.cwd or "."), "the path of the repository holds a line break", "rename the folder"
    )


def failed(args: tuple[str | bytes, ...], err: bytes) -> RepositoryError:
    """Return the error for a git command that should not have failed."""
    name = _argument(args[0]).decode("utf-8", "replace") if args else ""
    return RepositoryError(f"git {name}", one_line(err) or "failed")


def one_line(err: bytes) -> str:
    """Return git's message in one line, without what could steer a terminal."""
    lines = [line for line in err.decode("utf-8", "replace").splitlines() if line.strip()]
    told = [line for line in lines if line.startswith(("fatal:", "error:"))]
    start = lines.index(told[0]) if told else 0
    words = " ".join(" ".join(lines[start:]).split()).removeprefix("fatal: ").removeprefix("error: ")
    return shown(words)[:500]


def shown(text: str) -> str:
    """Return a path or a message as it may be printed: bytes that are no UTF-8 and control characters replaced."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _argument(argument: str | bytes) -> bytes:
    """Return an argument as bytes. Raises UsageError where no program can be given it."""
    try:
        data = argument if isinstance(argument, bytes) else argument.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError as error:
        raise UsageError(shown(str(argument)), "holds half of a surrogate pair") from error
    if b"\0" in data:
        raise UsageError(shown(data.decode("utf-8", "replace")), "holds a NUL character")
    return data


def _feed(pipe: IO[bytes], data: bytes | None) -> None:
    """Give git its input and close it; a git that ended meanwhile tells by its status."""
    try:
        with pipe:
            if data:
                pipe.write(data)
    except BrokenPipeError:
        return


def _records(pipe: IO[bytes], separator: bytes) -> Iterator[bytes]:
    """Yield what stands between separators; of a longer record only the beginning is held. A separator is one byte."""
    rest = b""
    while chunk := os.read(pipe.fileno(), 1 << 16):
        *whole, last = chunk.split(separator)
        for record in whole:
            yield (rest + record)[:MAX_RECORD]
            rest = b""
        rest = (rest + last)[:MAX_RECORD]
    if rest:
        yield rest
