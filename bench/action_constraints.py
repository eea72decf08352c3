"""Writes .ci/constraints.txt: the version of each package with which action.yml installs exp, the newest that fit now."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / ".ci" / "constraints.txt"
WANTED = (f"{ROOT}[github,languages,model]", "hatchling")
HEAD = "# With which versions action.yml installs exp. Written by `make action-constraints`.\n"
LEFT_OPEN = {"git-exp", "certifi"}
"""The source itself; and a list of certificates, of which the newest is the safest."""


def main() -> int:
    """Ask pip what it would install, and write it down."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        flags = (
            "--dry-run",
            "--ignore-installed",
            "--quiet",
            "--only-binary",
            ":all:",
            "--report",
            str(report),
        )
        pip = [sys.executable, "-I", "-m", "pip", "install", "--disable-pip-version-check", *flags, *WANTED]
        done = subprocess.run(pip, check=False)
        if done.returncode:
            return done.returncode
        items = [item["metadata"] for item in json.loads(report.read_text("utf-8"))["install"]]
    rows = sorted(
        f"{item['name'].lower()}=={item['version']}\n" for item in items if item["name"] != "git-exp"
    )
    FILE.write_text(HEAD + "".join(rows), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {len(rows)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
