"""Cuts out of GitHub's official description of its API the operations that exp uses, for the tests' double of GitHub.

Run it by hand when an operation is added: python -m bench.github_openapi_cut [--package FILE.tgz]
It takes the npm package named below; the tests read what it wrote, and need neither npm nor the network.
"""

from __future__ import annotations

import argparse
import io
import json
import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

PACKAGE = "@octokit/openapi@23.0.2"
MEMBER = "package/generated/api.github.com.json"
LICENCE = "package/LICENSE"
FOLDER = Path(__file__).parent.parent / "tests" / "data" / "github_openapi"
REPO = "/repos/{owner}/{repo}"
USED = {
    "/rate_limit": ("get",),
    "/user": ("get",),
    REPO: ("get",),
    f"{REPO}/actions/workflows/{{workflow_id}}/runs": ("get",),
    f"{REPO}/collaborators/{{username}}/permission": ("get",),
    f"{REPO}/commits/{{commit_sha}}/pulls": ("get",),
    f"{REPO}/issues/comments/{{comment_id}}": ("get", "patch", "delete"),
    f"{REPO}/issues/comments/{{comment_id}}/reactions": ("get", "post"),
    f"{REPO}/issues/{{issue_number}}": ("get",),
    f"{REPO}/issues/{{issue_number}}/comments": ("get", "post"),
    f"{REPO}/issues/{{issue_number}}/timeline": ("get",),
    f"{REPO}/pulls": ("get", "post"),
    f"{REPO}/pulls/comments/{{comment_id}}": ("get",),
    f"{REPO}/pulls/comments/{{comment_id}}/reactions": ("get", "post"),
    f"{REPO}/pulls/{{pull_number}}": ("get", "patch"),
    f"{REPO}/pulls/{{pull_number}}/comments": ("get",),
    f"{REPO}/pulls/{{pull_number}}/commits": ("get",),
    f"{REPO}/pulls/{{pull_number}}/files": ("get",),
    f"{REPO}/pulls/{{pull_number}}/reviews": ("get",),
}
KEPT = ("operationId", "parameters", "requestBody", "responses")
PROSE = (
    "description",
    "example",
    "examples",
    "externalDocs",
    "x-github",
    "summary",
    "headers",
    "title",
    "tags",
)
"""What only people read. A property of an object may be called so too: then its value is no text but a schema."""


def main() -> None:
    """Write the cut and the licence it stands under."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--package", type=Path, help="the packed npm package, if it is at hand")
    named = parser.parse_args().package
    with tempfile.TemporaryDirectory() as folder:
        package = named or packed(Path(folder))
        with tarfile.open(package) as archive:
            whole = json.loads(text_of(archive, MEMBER))
            licence = text_of(archive, LICENCE)
    FOLDER.mkdir(parents=True, exist_ok=True)
    written = json.dumps(cut(whole), indent=1, sort_keys=True) + "\n"
    (FOLDER / "api.json").write_text(written, encoding="utf-8")
    (FOLDER / "LICENSE").write_text(licence, encoding="utf-8")
    print(f"{len(written)} characters of {MEMBER}")


def packed(folder: Path) -> Path:
    """Return the package as npm gives it."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob("*.tgz"))


def text_of(archive: tarfile.TarFile, member: str) -> str:
    """Return the text of a member."""
    found = archive.extractfile(member)
    return io.TextIOWrapper(found or io.BytesIO(), encoding="utf-8").read()


def cut(whole: dict[str, Any]) -> dict[str, Any]:
    """Return the operations used, and all that they refer to, without what only people read."""
    paths = {
        path: {method: {key: whole["paths"][path][method].get(key) for key in KEPT} for method in methods}
        for path, methods in USED.items()
    }
    components: dict[str, dict[str, Any]] = {}
    waiting = list(references(paths := plain(paths)))
    while waiting:
        kind, name = waiting.pop().removeprefix("#/components/").split("/")
        if name not in components.setdefault(kind, {}):
            components[kind][name] = plain(whole["components"][kind][name])
            waiting += references(components[kind][name])
    return {"openapi": whole["openapi"], "x-cut-from": PACKAGE, "paths": paths, "components": components}


def plain(part: Any, *, names: bool = False) -> Any:
    """Return a part without prose; `names` where the keys are names that someone gave, and no words of OpenAPI."""
    if isinstance(part, list):
        return [plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        key: plain(value, names=key == "properties" and not names)
        for key, value in part.items()
        if value is not None and (names or key not in PROSE)
    }


def references(part: Any) -> Iterator[str]:
    """Yield what a part refers to."""
    if isinstance(part, list):
        for one in part:
            yield from references(one)
    elif isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from references(value)


if __name__ == "__main__":
    main()
