"""The repository that odd archaeology is asked about: a pump, an idea tried and taken back, and what followed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from support.process import Finished, exp
from support.repository import Repository

PUMP = "src/pump.py"
PLAIN = "".join(f"stroke({number})\n" for number in range(1, 21))
THREADED = PLAIN.replace("stroke(3)\n", "with thread():\n    stroke(3)\n")
COUNTED = PLAIN.replace("stroke(10)\n", "stroke(10, counted=True)\n")


@dataclass(frozen=True)
class Pump:
    """The repository and its commits, oldest first."""

    repository: Repository
    laid: str
    tried: str
    taken_back: str
    counted: str

    @property
    def path(self) -> Path:
        return self.repository.path

    @property
    def commits(self) -> list[str]:
        return [self.counted, self.taken_back, self.tried, self.laid]


def lay(path: Path, **options: str) -> Pump:
    """Lay the pump: four commits, the second taken back by the third."""
    repository = Repository.create(path, **options)  # type: ignore[arg-type]
    laid = repository.commit("Lay the pump", {PUMP: PLAIN})
    tried = repository.commit("Run strokes in a thread", {PUMP: THREADED})
    repository.git("revert", "--no-edit", tried)
    repository.commits += 1
    taken_back = repository.rev()
    counted = repository.commit("Count one stroke", {PUMP: COUNTED, "src/gauge.py": "value = 1\n"})
    repository.git("config", "uploadpack.allowFilter", "true")
    return Pump(repository, laid, tried, taken_back, counted)


def ask(where: Repository | Path, *words: str | bytes, **more: object) -> Finished:
    """Run `exp archaeology` and look at it: no traceback, no fault of exp's own."""
    cwd = where if isinstance(where, Path) else where.path
    return exp(cwd, "archaeology", *words, **more).plain  # type: ignore[arg-type]


def commits(done: Finished) -> list[str]:
    """Return the commits of an answer in JSON, newest first."""
    assert 0 == done.code, done.both
    return [change["commit"] for change in done.json["changes"]]


def refused(done: Finished, code: int = 2) -> str:
    """Return why nothing was answered: one line, and nothing on stdout."""
    assert (code, "") == (done.code, done.stdout), done.both
    return done.complaint


def without_time(done: Finished) -> dict[str, object]:
    """Return an answer in JSON without what differs from run to run."""
    assert 0 == done.code, done.both
    return {key: value for key, value in done.json.items() if key != "elapsed_ms"}
