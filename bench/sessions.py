"""Measures how long a session of 150 MB takes to be read and how much memory that needs: `python bench/sessions.py`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

MEGABYTE = 1_000_000


def lines(size: int, longest: int) -> Iterator[str]:
    """Yield the lines of a session of about `size` bytes; one tool's output in it has `longest` bytes."""
    written = number = 0
    while written < size:
        number += 1
        output = "x" * (longest if number == 10 else 20_000)
        call = {"type": "tool_use", "id": f"t{number}", "name": "Bash", "input": {"command": "make"}}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": output}
        for kind, blocks in (
            ("user", [{"type": "text", "text": f"No, look at part {number}, because it broke."}]),
            ("assistant", [{"type": "text", "text": "I see."}, call]),
            ("user", [result]),
        ):
            message = {"role": kind, "id": f"m{number}", "content": blocks}
            record = {"type": kind, "uuid": f"{kind}-{number}-{len(str(blocks))}", "sessionId": "s"}
            line = json.dumps({**record, "cwd": "/srv/shop", "message": message}) + "\n"
            written += len(line)
            yield line


CHILD = """
import resource, sys, time
from gitexp.adapters.source_files import FileSource
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = time.perf_counter()
[found] = FileSource([sys.argv[1]]).discussions()
seconds = time.perf_counter() - start
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(f"{seconds:5.2f} s, +{grown * (1024 if sys.platform == 'linux' else 1) / 1e6:5.1f} MB, {len(found.turns)} turns")
"""


def measure(size: int, longest: int) -> str:
    """Return what reading one session costs, in a process of its own; the file is written by another one.

    The peak of a process starts at that of the one it comes from.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder, "session.jsonl"))
        subprocess.run([sys.executable, __file__, path, str(size), str(longest)], check=True)
        done = subprocess.run([sys.executable, "-c", CHILD, path], check=True, capture_output=True, text=True)
    return f"{size // MEGABYTE:>4} MB, a line of {longest / MEGABYTE:>4.1f} MB: {done.stdout.strip()}"


def main() -> None:
    """Measure three sessions, or write one where its name and sizes are given."""
    if len(sys.argv) > 1:
        with Path(sys.argv[1]).open("w") as file:
            file.writelines(lines(int(sys.argv[2]), int(sys.argv[3])))
        return
    for size, longest in ((3, 0.1), (150, 0.1), (150, 20)):
        print(measure(int(size * MEGABYTE), int(longest * MEGABYTE)))


if __name__ == "__main__":
    main()
