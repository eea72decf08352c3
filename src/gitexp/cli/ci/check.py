"""`exp ci check`: asks, before a language model costs anything, whether the bot may read and push.

Whether it may open a pull request can't be asked: GitHub tells that only when one is opened, and its setting for it only
to administrators. The run says so.
"""

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
    if told.level == "pull-request":
        report.log(
            "not known before: whether it may open a pull request; where not, the branch is pushed all the same"
        )
    return 0
