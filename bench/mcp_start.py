"""How long `exp mcp` takes from the start of its process to its first answer: medians of one run.

python -m bench.mcp_start [REPOSITORY]        REPOSITORY: where it is started (default: one of a hundred experiences)
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.start import lay

RUNS = 15
BAR = 0.6
META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


def calling(tool: str, **arguments: Any) -> dict[str, Any]:
    """Return the parameters of a call."""
    return {"_meta": META, "name": tool, "arguments": arguments}


FIRST: dict[str, tuple[str, dict[str, Any]]] = {
    "initialize": ("initialize", HELLO),
    "server/discover": ("server/discover", {"_meta": META}),
    "tools/list": ("tools/list", {"_meta": META}),
    "recall": ("tools/call", calling("recall", files=["src/part7/tables.py"])),
    "archaeology": ("tools/call", calling("archaeology", path="experiences/src/matter-001-0000000001.yaml")),
    "show": ("tools/call", calling("show", id="matter-001")),
}
"""What each process is asked first, and only."""


def main() -> None:
    """Lay a repository where none is given, measure, print."""
    with tempfile.TemporaryDirectory(prefix="exp-bench-") as folder:
        root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(folder)
        if len(sys.argv) < 2:
            lay(root)
        python = statistics.median(_plain(root) for _ in range(RUNS))
        print(f"python -c pass        {python * 1000:7.1f} ms")
        for name, (method, params) in FIRST.items():
            _first(root, method, params)
            taken = statistics.median(_first(root, method, params) for _ in range(RUNS))
            late = "" if taken <= BAR else "   TOO LATE"
            print(f"{name:<20}  {taken * 1000:7.1f} ms   (bar: {BAR * 1000:.0f} ms){late}")


def _plain(root: Path) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], cwd=root, check=True)
    return time.perf_counter() - start


def _first(root: Path, method: str, params: dict[str, Any]) -> float:
    """Return the seconds from the start of a process to its answer."""
    frame = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "gitexp", "mcp"],
        cwd=root,
        env=dict(os.environ),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(frame.encode() + b"\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    taken = time.perf_counter() - start
    process.communicate()
    assert 1 == json.loads(answer)["id"]
    return taken


if __name__ == "__main__":
    main()
