"""A stateful loopback double of GitHub over real bare git repositories (REST and the GraphQL queries used)."""

from support.github_double.faults import Call, Dropped
from support.github_double.hub import GithubDouble
from support.github_double.hub_repo import HubRepo

__all__ = ["Call", "Dropped", "GithubDouble", "HubRepo"]
