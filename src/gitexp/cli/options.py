"""Options that several commands share, spelled once."""

from __future__ import annotations

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
env = click.option(
    "--env",
    "env",
    multiple=True,
    metavar="NAME=VALUE|FILE",
    help="A fact: a version (`httpx=0.27`, `no` = absent), `language`, `platform`, or any key (can be repeated).",
)
files = click.option(
    "--file",
    "-f",
    "files",
    multiple=True,
    metavar="PATH",
    help="A file about to be edited; it may not exist yet (can be repeated).",
)
