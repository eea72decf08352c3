"""Writes web/prices.json from catalogue/prices.csv."""

import csv
import json
from pathlib import Path


def build(source: Path, target: Path) -> None:
    with source.open(encoding="utf-8") as rows:
        prices = {row["fruit"]: int(row["cents"]) for row in csv.DictReader(rows)}
    target.write_text(json.dumps(prices, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    build(Path("catalogue/prices.csv"), Path("web/prices.json"))
