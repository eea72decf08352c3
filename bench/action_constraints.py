"""Writes .ci/constraints.txt: each package with which action.yml installs exp, in its newest version, and its files' sums.

A sum is written for each file that a runner could take: Python 3.13 on Linux, both processors, and on Apple's.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / ".ci" / "constraints.txt"
WANTED = (f"{ROOT}[github,languages,model]", "hatchling")
HEAD = "# With which packages action.yml installs exp, and the sums of their files. Written by `make action-constraints`.\n"
PYTHON = "3.13"
MANYLINUX = ("manylinux_2_28", "manylinux_2_27", "manylinux_2_26", "manylinux_2_24", "manylinux_2_17", "manylinux2014",
             "manylinux_2_12", "manylinux_2_5")  # fmt: skip
PLATFORMS = (
    tuple(f"{kind}_x86_64" for kind in MANYLINUX),
    tuple(f"{kind}_aarch64" for kind in MANYLINUX),
    tuple(f"macosx_{major}_0_arm64" for major in range(15, 10, -1)),
)
"""What runners are. cryptography has no files for Intel's Macs any more."""


def main() -> int:
    """Ask pip what it would install, and write it down."""
    versions = dict(named(asked(WANTED)))
    pins = [f"{name}=={version}" for name, version in versions.items()]
    sums: dict[str, set[str]] = defaultdict(set)
    for platform in PLATFORMS:
        flags = [part for one in platform for part in ("--platform", one)]
        # No dependencies: their markers are those of the Python that runs this, and all that is needed is named.
        items = asked(pins, "--no-deps", "--python-version", PYTHON, "--target", "nowhere", *flags)
        for item in items:
            sums[item["metadata"]["name"].lower()].add(
                item["download_info"]["archive_info"]["hashes"]["sha256"]
            )
    rows = [" \\\n    ".join([f"{name}=={versions[name]}", *(f"--hash=sha256:{one}" for one in sorted(sums[name]))])
            for name in sorted(versions)]  # fmt: skip
    FILE.write_text(HEAD + "".join(f"{row}\n" for row in rows), "utf-8")
    print(f"{FILE.relative_to(ROOT)}: {len(rows)} packages")
    return 0


def named(items: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield name and version of each package but the source itself."""
    for item in items:
        if item["metadata"]["name"] != "git-exp":
            yield item["metadata"]["name"].lower(), item["metadata"]["version"]


def asked(wanted: Sequence[str], *flags: str) -> list[dict[str, Any]]:
    """Return what pip would install, each with the file that it would take."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        usual = (
            "--dry-run",
            "--ignore-installed",
            "--quiet",
            "--only-binary",
            ":all:",
            "--report",
            str(report),
        )
        pip = [
            sys.executable,
            "-I",
            "-m",
            "pip",
            "install",
            "--disable-pip-version-check",
            *usual,
            *flags,
            *wanted,
        ]
        subprocess.run(pip, check=True, cwd=folder)
        found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))["install"]
    return found


if __name__ == "__main__":
    sys.exit(main())
