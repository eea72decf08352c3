"""Which commits count: HEAD, the default branch, and the base that proposals stand on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gitexp.adapters.git import Git, Layout
from gitexp.errors import RepositoryError

SETTING = "exp.defaultBranch"
USUAL = ("main", "master")
_IN_PROGRESS = (
    "rebase-merge/head-name",
    "rebase-apply/head-name",
    "rebase-merge/update-refs",
    "BISECT_START",
)
_ORIGIN = "refs/remotes/origin/"
_ASK = ("for-each-ref", "--format=%(refname)%00%(objecttype)%00%(objectname)%00%(symref)")


@dataclass(frozen=True)
class Base:
    """A branch that counts, by the ref that counts for it. `ref` is HEAD where no default branch is known."""

    name: str
    ref: str
    commit: str

    @property
    def shown(self) -> str:
        """Return the ref as people write it: `main` or `origin/main`."""
        return self.ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")


@dataclass(frozen=True)
class Ref:
    """A ref that points to a commit; `target` is the ref it stands for where it is a symbolic one."""

    name: str
    commit: str
    target: str


def head(git: Git) -> str | None:
    """Return the commit of HEAD, None where there is no commit yet."""
    found = git.try_run("rev-parse", "--quiet", "--verify", "HEAD^{commit}")
    return found.decode().strip() if found else None


def base(git: Git, configured: str | None = None) -> Base | None:
    """Return what proposals stand on: the default branch, else HEAD; None where there is no commit yet.

    `configured` is git's setting exp.defaultBranch where the caller has read it ("" for none): one process less.
    """
    branch = default_branch(git, configured)
    if branch is not None:
        return branch
    commit = head(git)
    return Base("HEAD", "HEAD", commit) if commit else None


def default_branch(git: Git, configured: str | None = None) -> Base | None:
    """Return the default branch: git's setting exp.defaultBranch, else what origin says, else main or master.

    Raises RepositoryError where the setting names no branch: what counts must not be guessed then.
    """
    if configured is None:
        configured = (git.try_run("config", "--get", SETTING) or b"").decode("utf-8", "replace").strip()
    if configured:
        chosen = _counting(git, configured, refs(git, *_places(configured)))
        if chosen is None:
            raise RepositoryError(SETTING, f"no branch `{configured}` here", f"git config {SETTING} BRANCH")
        return chosen
    known = refs(git, *_usual())
    origin = known.get(f"{_ORIGIN}HEAD")
    if origin and origin.target.startswith(_ORIGIN):
        name = origin.target.removeprefix(_ORIGIN)
        return _counting(git, name, known if name in USUAL else refs(git, *_places(name)))
    found = (_counting(git, name, known) for name in USUAL)
    return next((branch for branch in found if branch), None)


def ask_ahead(git: Git) -> None:
    """Begin to ask for the refs of the usual default branches, for a `base` that comes soon."""
    git.ahead(*_ASK, *_usual())


def _usual() -> tuple[str, ...]:
    return (f"{_ORIGIN}HEAD", *(place for name in USUAL for place in _places(name)))


def refs(git: Git, *names: str) -> dict[str, Ref]:
    """Return those of the refs that exist and point to a commit."""
    lines = git.run(*_ASK, *names).decode("utf-8", "surrogateescape").split("\n")
    rows = (line.split("\0") for line in lines if line)
    return {
        name: Ref(name, commit, target)
        for name, kind, commit, target in rows
        if kind == "commit" and name in names
    }


def holder(git: Git, layout: Layout, ref: str) -> str | None:
    """Return the work tree that has a branch checked out, or is in the middle of a rebase or bisect of it."""
    listed = git.run("worktree", "list", "--porcelain").decode("utf-8", "surrogateescape")
    for block in listed.split("\n\n"):
        lines = block.split("\n")
        if f"branch {ref}" in lines:
            return lines[0].removeprefix("worktree ")
    common = Path(layout.common_dir)
    for place in (common, *sorted(common.glob("worktrees/*"))):
        busy = "\n".join(_text(place / name) for name in _IN_PROGRESS).split("\n")
        if ref in busy or ref.removeprefix("refs/heads/") in busy:
            return str(place)
    return None


def is_ancestor(git: Git, older: str, newer: str) -> bool:
    """Return whether `newer` contains `older`."""
    return git.call("merge-base", "--is-ancestor", older, newer).status == 0


def merge_base(git: Git, one: str, other: str) -> str | None:
    """Return the commit where two histories part, None where they share none."""
    found = git.try_run("merge-base", one, other)
    return found.decode().split()[0] if found else None


def _places(name: str) -> tuple[str, str, str]:
    """Return the refs that a branch's name may mean."""
    return f"refs/heads/{name}", f"{_ORIGIN}{name}", f"refs/remotes/{name}"


def _counting(git: Git, name: str, known: dict[str, Ref]) -> Base | None:
    """Return the ref that counts: the local branch if it holds all of origin's, else origin's."""
    local, origin, other = (known.get(place) for place in _places(name))
    remote = origin or other
    if local and (
        not remote or local.commit == remote.commit or is_ancestor(git, remote.commit, local.commit)
    ):
        return Base(name, local.name, local.commit)
    return Base(name, remote.name, remote.commit) if remote else None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape")
    except (FileNotFoundError, NotADirectoryError):
        return ""
