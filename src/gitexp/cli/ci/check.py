"""`exp ci check`: asks, before a language model costs anything, whether the bot may do what its level says."""

from __future__ import annotations

from gitexp.cli.ci import report
from gitexp.cli.ci.office import office
from gitexp.cli.ci.surroundings import Surroundings


def run(told: Surroundings) -> int:
    """Try the push without pushing. Raises OutsideError where it is refused, which ends the workflow before it costs."""
    at = office(told)
    desk_branch = at.workshop.branch(told.branch)
    at.api.get("")
    if told.level != "report":
        told.needs("token")
        at.remote.fetch(desk_branch)
        at.remote.rehearse(desk_branch)
    report.log(
        f"may read{'' if told.level == 'report' else ' and push'}: {told.repository}, level {told.level}"
    )
    return 0
