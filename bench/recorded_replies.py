"""Shorten recorded replies so that they hold nobody's words, and put the words back from the cases before a replay.

    python -m bench.recorded_replies whole SPOOL CASES OUT.jsonl       a folder of KEY.txt -> lines as they are
    python -m bench.recorded_replies shorten SPOOL CASES OUT.jsonl     a folder of KEY.txt -> lines without quotes
    python -m bench.recorded_replies restore IN.jsonl CASES OUT.jsonl  lines without quotes -> lines with them

A line is `{"key": …, "reply": …}`: the reply to the request of that key, and nothing of the request. In it each quote
is the name that the request gave its turn, and of each part its first and last words, its length and a hash. CASES is
the folder whose evaluation was recorded; its texts are redacted as the pipeline does it, and each quote is looked for
in all of them. A quote that stands nowhere was unfound when it was recorded, and is so again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from gitexp.adapters.cases_folder import read_cases
from gitexp.engines.model.quotes import located
from gitexp.records.text import Redacted
from gitexp.steps.redact import redact

UNFOUND = "[a quote that stands in no turn]"
WORDS = 2
"""Words of a quote's beginning and end that are kept."""

Quote = dict[str, object]


def hash_of(text: str) -> str:
    """Return what stands for a quote."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def texts_of(cases: Path) -> list[Redacted]:
    """Return the redacted text of every turn."""
    discussions, _ = redact(read_cases(cases).discussions)
    return [turn.text for discussion in discussions for turn in discussion.turns]


def shortened(quote: Quote, texts: Sequence[Redacted]) -> Quote:
    """Return a quote without its words; one with something left out in the middle has several parts."""
    passages = next((found for text in texts if (found := located(str(quote["quote"]), text))), [])
    parts = [
        {
            "first": " ".join(passage.split()[:WORDS])[:24],
            "last": " ".join(passage.split()[-WORDS:])[-24:],
            "hash": hash_of(passage),
            "length": len(passage),
        }
        for passage in passages
    ]
    return {"turn": quote["turn"], "parts": parts}


def restored(quote: Quote, texts: Sequence[Redacted]) -> Quote:
    """Return a quote with its words. Raises LookupError where no text holds it."""
    parts = quote["parts"]
    found = [_passage(part, texts) for part in parts] if isinstance(parts, list) else []
    return {"turn": quote["turn"], "quote": " […] ".join(found) or UNFOUND}


def _passage(part: Quote, texts: Sequence[Redacted]) -> str:
    start, length = str(part["first"]).split()[0], int(str(part["length"]))
    for text in texts:
        place = text.find(start)
        while place >= 0:
            passage = text[place : place + length]
            if hash_of(passage) == part["hash"]:
                return str(passage)
            place = text.find(start, place + 1)
    raise LookupError(f"no turn holds the quote {part['first']} … {part['last']}: these are other cases")


def changed(reply: object, change: Callable[[Quote], Quote]) -> object:
    """Return a reply with each candidate's evidence changed; other replies quote nobody."""
    if not isinstance(reply, dict) or not isinstance(reply.get("candidates"), list):
        return reply
    candidates = [
        {**one, "evidence": [change(item) for item in one["evidence"]]} for one in reply["candidates"]
    ]
    return {**reply, "candidates": candidates}


def recorded(folder: Path) -> Iterator[tuple[str, object]]:
    """Yield the replies of a spool folder that are JSON, by key."""
    own = folder / "replies" if (folder / "replies").is_dir() else folder
    for path in sorted(own.glob("*.txt")):
        try:
            yield path.stem, json.loads(path.read_text("utf-8"))
        except ValueError:
            print(f"left out: {path.name} is no JSON", file=sys.stderr)


def lines_of(file: Path) -> Iterator[tuple[str, object]]:
    """Yield the replies of a file of lines, by key."""
    for line in file.read_text("utf-8").splitlines():
        row = json.loads(line)
        yield row["key"], row["reply"]


def main() -> int:
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("what", choices=["shorten", "restore", "whole"])
    parser.add_argument("source", type=Path)
    parser.add_argument("cases", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--keys", type=Path, help="take only the keys of this file, one a line")
    options = parser.parse_args()
    texts = texts_of(options.cases) if options.what != "whole" else []
    rows = lines_of(options.source) if options.source.is_file() else recorded(options.source)
    wanted = set(options.keys.read_text().split()) if options.keys else None
    how = {"shorten": shortened, "restore": restored}.get(options.what)
    try:
        lines = [
            json.dumps(
                {"key": key, "reply": changed(reply, lambda quote: how(quote, texts)) if how else reply},
                ensure_ascii=False,
                sort_keys=True,
            )
            for key, reply in rows
            if wanted is None or key in wanted
        ]
    except LookupError as error:
        print(f"Error: {error.args[0]}", file=sys.stderr)
        return 1
    options.out.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    print(f"{len(lines)} replies")
    return 0


if __name__ == "__main__":
    sys.exit(main())
