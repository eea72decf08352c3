"""`exp ci MODE`: what the GitHub Action runs. Settings come by environment; docs/reference/action.md lists them."""

from __future__ import annotations

import importlib
import os

import click

MODES = ("check", "extract", "publish", "propose", "audit", "archaeology", "commands")


@click.command(name="ci")
@click.argument("mode", type=click.Choice(MODES), metavar="MODE")
def command(mode: str) -> int:
    """Run the bot: read merged pull requests, propose, answer, audit

    \b
    MODE is one of
      propose      read and publish in one job, judged by the rules
      extract      read and judge (a language model's key, no right to write); writes the artifact
      publish      check the artifact's every word again, push the branch, keep the pull request
      commands     answer `/exp …` comments on the open proposal
      audit        check a pull request's files under experiences/, and what its code breaks
      archaeology  say where a pull request brings back what was taken back, or breaks a constraint
      check        ask, before a language model costs anything, whether the bot may push

    Everything else comes by environment, as the action sets it: GITHUB_TOKEN, GITHUB_REPOSITORY, EXP_LEVEL
    (report, branch, pull-request), EXP_ENGINE, EXP_TRUST, EXP_SINCE … (docs/reference/action.md).

    \b
    Examples:
      exp ci check          may the bot do what its level says?
      exp ci propose        with GITHUB_REPOSITORY=acme/app and no more: what a run would propose
      exp ci propose        with EXP_LEVEL=branch too: push the branch
      exp ci propose        with EXP_BACKFILL=true EXP_SINCE=2024-01-01 EXP_DRY_RUN=true: what a look back would cost
    """
    from gitexp.cli.ci.surroundings import surroundings

    told = surroundings(os.environ)
    run = importlib.import_module(f"gitexp.cli.ci.{mode}").run
    result = run(told)
    return int(result)
