"""`exp new`: write an experience by hand, as a file for the person to commit."""

from __future__ import annotations

import time
from typing import get_args

import click

from gitexp.cli import options, screen
from gitexp.errors import UsageError
from gitexp.records.experience import ExperienceKind, Lens


@click.command(name="new")
@click.option("--when", metavar="TEXT", help="The situation that will come back.")
@click.option("--what", metavar="TEXT", help="What to do, or not to do, in it.")
@click.option("--why", metavar="TEXT", help="Why: what happens otherwise.")
@click.option("--title", metavar="TEXT", help="A short title (default: the beginning of WHAT).")
@click.option(
    "--lens",
    type=click.Choice(get_args(Lens)),
    default="logic",
    show_default=True,
    help="Why code does not tell it.",
)
@click.option(
    "--kind",
    type=click.Choice(get_args(ExperienceKind)),
    default="constraint",
    show_default=True,
    help="What kind it is.",
)
@click.option(
    "--path",
    "paths",
    multiple=True,
    metavar="GLOB",
    help="Where it holds, as in .gitignore (can be repeated).",
)
@click.option(
    "--symbol", "symbols", multiple=True, metavar="NAME", help="A symbol it is about (can be repeated)."
)
@click.option(
    "--must",
    multiple=True,
    metavar="CONDITION",
    help="It holds only with a dependency ('pypi:httpx>=0.24') or a fact (rendering=dom) (can be repeated).",
)
@click.option(
    "--must-not",
    multiple=True,
    metavar="CONDITION",
    help="It does not hold with that; or a sentence, for people to judge (can be repeated).",
)
@click.option(
    "--search",
    multiple=True,
    metavar="LANG=WORD,WORD",
    help="Further words by which it is found (can be repeated).",
)
@click.option("--quote", metavar="TEXT", help="What was said, word for word (default: WHAT, by you).")
@click.option("--url", metavar="URL", help="Where the quote stands; needs --quote.")
@click.option("--by", metavar="NAME", help="Who said the quote (default: git's user.name); needs --quote.")
@options.as_json
def command(
    when: str | None,
    what: str | None,
    why: str | None,
    title: str | None,
    lens: Lens,
    kind: ExperienceKind,
    paths: tuple[str, ...],
    symbols: tuple[str, ...],
    must: tuple[str, ...],
    must_not: tuple[str, ...],
    search: tuple[str, ...],
    quote: str | None,
    url: str | None,
    by: str | None,
    as_json: bool,
) -> None:
    """Write a new experience by hand, for you to commit

    The file is not in force until it is on the default branch.

    \b
    Examples:
      exp new --path 'src/net/**' --when "Adding retries in src/net" \\
              --what "Retry only GET, HEAD and PUT." --why "POST /charges is not idempotent."
      exp new --what "The D site is the demo site." --when "Someone says D site" --lens terminology --kind term
      exp new --path 'robot/**' --when "Locating a widget" --what "Use the full XPath." \\
              --must-not rendering=canvas --search "de=Bedienelement finden,Pfad"
    """
    if not (when and what):
        raise UsageError("exp new", "needs --when and --what", "`exp new --help` has examples")
    from gitexp.cli.new_conditions import condition, exception, search_words
    from gitexp.cli.new_experience import Words, written
    from gitexp.records.precondition import Preconditions

    conditions = Preconditions(
        must=tuple(condition("--must", text) for text in must),
        must_not=tuple(exception("--must-not", text) for text in must_not),
    )
    further = search_words(search)
    words = Words(when, what, why, title, lens, kind, paths, symbols, conditions, further, quote, url, by)
    path = written(words, today=time.strftime("%Y-%m-%d", time.gmtime()))
    if as_json:
        screen.answer({"path": path})
        return
    screen.say(path)
    from gitexp.cli.wiring import Workshop

    screen.note(
        f"not in force yet: git add {Workshop().typed(path)} && git commit, then merge it to the default branch"
    )
