"""Makes a workflow of its template: what the house decides comes in place of what stands there."""

from __future__ import annotations

import json
import re

from gitexp.adapters.house_laid import CALL, call
from gitexp.adapters.house_wanted import GithubHouse
from gitexp.records.bot import Level

_PLACEHOLDER = "git-exp/exp@" + "0" * 40
_APP_TOKEN = "actions/create-github-app-token@1b10c78c7865c340bc4f6099eb2f838309f1e8c3 # v3.1.1"
_PERMISSION = re.compile(r"(?m)^( +[a-z-]+): read # write at level ([a-z, -]+): (.*)$")
_JOB = re.compile(
    r"\n\n(?P<above>  # [^\n]*\n)  # Only at level (?P<levels>[a-z, -]+)\.\n(?P<job>.*)\Z", re.DOTALL
)
_CALLS = re.compile(
    rf"(?m)^      - uses: {_PLACEHOLDER}\n        with:\n          mode: (?P<mode>propose|publish|check|commands)\n"
)
_MAY_WRITE = re.compile(
    r"(?m)^(      (?:contents|pull-requests): )(?:write|read # write at level [a-z, -]+:) .*$"
)
_JOBS = re.compile(r"(?m)^(?=  [a-z]+:\n    name: )")
_EXTRACT = re.compile(r"(?m)^(  extract:\n    name: .*\n)")
_TOKENS = re.compile(r'(?m)^( +)max-tokens: "(\d+)"\n')
_LEVEL = re.compile(r"(?m)^( +level:) report$")
_BRANCH = re.compile(r'(?m)^( +branches:) \["main"\]$')


def filled(raw: str, house: GithubHouse) -> str:
    """Return a workflow with what the house decides in place of what stands in the template.

    Each remembers the options: a later call goes by them.
    """
    options = {
        "level": house.level,
        "engine": house.engine,
        "model": house.model,
        "environment": house.environment,
        "max-tokens": house.max_tokens,
        "max-cost": house.max_cost,
        "action": house.action,
        "comment": "comment" if house.comment else "",
        "app": "app" if house.app else "",
    }
    # GitHub's newer `$/` for an action of the same repository is not known yet to older runners and linters.
    remark = " # zizmor: ignore[self-repository]" if house.action.startswith("./") else ""
    text = _with_app(raw, house.level) if house.app and house.level != "report" else raw
    text = text.replace(f"# {CALL}\n", f"# {call(options)}\n").replace(_PLACEHOLDER, house.action + remark)
    text = _TOKENS.sub(lambda match: _limits(match, house), text)
    if house.environment:
        text = _EXTRACT.sub(rf"\1    environment: {json.dumps(house.environment)}\n", text)
    text = _PERMISSION.sub(lambda match: _permission(match, house.level), text)
    text = _JOB.sub(lambda match: _job(match, house.level), text)
    text = _LEVEL.sub(rf"\1 {house.level}", text)
    text = text.replace(" model: MODEL\n", f" model: {json.dumps(house.model)}\n")
    return _BRANCH.sub(lambda match: f"{match[1]} [{_pattern(house.branch)}]", text)


def _limits(match: re.Match[str], house: GithubHouse) -> str:
    """Return the lines that limit what one run may use."""
    cost = f'{match[1]}max-cost: "{house.max_cost}"\n' if house.max_cost else ""
    return f'{match[1]}max-tokens: "{house.max_tokens or match[2]}"\n{cost}'


def _with_app(raw: str, level: Level) -> str:
    """Return a workflow whose jobs take the token of a GitHub App for all that writes, and may write nothing themselves."""
    return "".join(_CALLS.sub(lambda match: _app_steps(match, level), _own(job)) for job in _JOBS.split(raw))


def _own(job: str) -> str:
    """Return a job whose own token only reads, where the App's is taken for the rest."""
    return _MAY_WRITE.sub(r"\1read # the App's token writes", job) if _CALLS.search(job) else job


def _app_steps(match: re.Match[str], level: Level) -> str:
    """Return a step that calls exp with the step before it that asks for the App's token, with no right beyond its work."""
    rights = ["contents: write"]
    if match["mode"] != "check":
        rights.append(f"pull-requests: {'write' if level == 'pull-request' else 'read'}")
    asked = "".join(f"          permission-{right}\n" for right in rights)
    return f"""\
      - id: app
        uses: {_APP_TOKEN}
        with:
          client-id: ${{{{ secrets.EXP_APP_ID }}}}
          private-key: ${{{{ secrets.EXP_APP_KEY }}}}
{asked}{match[0]}          token: ${{{{ steps.app.outputs.token }}}}
"""


def _permission(match: re.Match[str], level: Level) -> str:
    """Return the permission as the level needs it; where it only reads, the line goes on saying when it would write."""
    return f"{match[1]}: write # {match[3]}" if level in match[2].split(", ") else match[0]


def _job(match: re.Match[str], level: Level) -> str:
    """Return the last job of a workflow where the level has it, else nothing."""
    return f"\n\n{match['above']}{match['job']}" if level in match["levels"].split(", ") else "\n"


def _pattern(branch: str) -> str:
    """Return a pattern of GitHub's that a branch of this name alone fits, as YAML."""
    plain = re.sub(r"([+*?\[\]!\\])", r"\\\1", branch).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in plain) + '"'
