"""A repository's own git settings lead no token elsewhere and run nothing: they are refused, or do no harm."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.remote_access import Access, Origin
from gitexp.errors import RepositoryError
from gitexp.records.bot import BotState, Cursor
from support.bot_memory import BRANCH, Shared, a_file, a_push, fetched
from support.git_http import GitServer, git_server
from support.repository import Repository, isolate

TOKEN = "ghs_" + "x7Y" * 9
BASIC = base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode()
LATER = BotState(cursor=Cursor("2024-05-03T00:00:00Z"))


@dataclass
class Place:
    """A clone whose remote is the true server, another server that listens, and a program that leaves a trace."""

    repo: Repository
    server: GitServer
    other: GitServer
    trace: Path

    def hostile(self, *settings: str) -> None:
        """Write settings into the clone, where SERVER, OTHER and RUN stand for those."""
        for setting in settings:
            key, _, value = setting.partition(" = ")
            self.repo.git("config", *(self._filled(one) for one in (key, value)))

    def _filled(self, text: str) -> str:
        words = {
            "SERVER": self.server.address,
            "OTHER": self.other.address,
            "RUN": f"env > {self.trace}; false",
        }
        for name, value in words.items():
            text = text.replace(name, value)
        return text

    def run(self) -> None:
        """Fetch and push as the bot does."""
        one = fetched(self.repo, Access(self.server.address, TOKEN))
        one.push(a_push(one, one.build(BRANCH, (a_file(),), "exp: 1 experience", None, run="r1"), LATER))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    return Shared(tmp_path_factory.mktemp("template"))


@pytest.fixture
def shared(tmp_path: Path, template: Shared, monkeypatch: pytest.MonkeyPatch) -> Shared:
    isolate(monkeypatch, tmp_path)
    monkeypatch.setenv("no_proxy", "")
    monkeypatch.delenv("GITHUB_API_URL", raising=False)
    return template.copy(tmp_path / "shared")


@pytest.fixture
def place(shared: Shared, tmp_path: Path) -> Iterator[Place]:
    with (
        git_server(shared.folder, f"basic {BASIC}") as server,
        git_server(shared.folder, None) as other,
    ):
        repo = shared.clone("one")
        repo.git("remote", "set-url", "origin", f"{server.address}/there.git")
        yield Place(repo, server, other, tmp_path / "trace")


@pytest.mark.parametrize(
    "setting",
    [
        "url.OTHER/.insteadOf = SERVER/",
        "url.OTHER/.pushInsteadOf = SERVER/",
        "url.ext::sh -c RUN.insteadOf = SERVER/",
        "http.proxy = OTHER",
        "http.SERVER/there.git.proxy = OTHER",
        "http.SERVER/there.git.followRedirects = true",
        "http.sslVerify = false",
        "http.cookieFile = /dev/null",
        "remote.origin.proxy = OTHER",
        "remote.origin.vcs = ext",
        "remote.origin.uploadpack = RUN",
        "remote.origin.receivepack = RUN",
        "core.alternateRefsCommand = RUN",
        "fetch.bundleURI = OTHER/there.git",
        "remote.origin.url = ext::sh -c RUN",
        "remote.origin.pushurl = http://evil.example/there.git",
        "remote.origin.pushurl = me@evil.example:there.git",
    ],
)
def test_what_would_lead_the_token_elsewhere_is_refused_before_anything_is_sent(
    place: Place, setting: str
) -> None:
    place.hostile(setting)

    with pytest.raises(RepositoryError) as caught:
        place.run()

    assert ([], [], False) == (place.server.seen, place.other.seen, place.trace.exists())
    assert TOKEN not in str(caught.value) and BASIC not in str(caught.value)


def test_a_file_that_the_settings_include_is_one_of_them(place: Place, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.write_text(f'[url "{place.other.address}/"]\n insteadOf = {place.server.address}/\n')
    place.hostile(f"include.path = {more}")

    with pytest.raises(RepositoryError) as caught:
        place.run()

    assert f"`url.{place.other.address}/.insteadof`" in str(caught.value)


def test_settings_of_one_work_tree_are_settings_of_the_repository(place: Place) -> None:
    place.hostile("core.repositoryFormatVersion = 1", "extensions.worktreeConfig = true")
    place.repo.git("config", "--worktree", "http.proxy", place.other.address)

    with pytest.raises(RepositoryError):
        place.run()

    assert [] == place.other.seen


def test_what_would_run_a_program_runs_none(place: Place) -> None:
    hook = place.repo.path / ".git/hooks/pre-push"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {place.trace}\n")
    hook.chmod(0o755)
    names = (
        "core.sshCommand",
        "core.gitProxy",
        "core.askPass",
        "core.fsmonitor",
        "core.editor",
        "gpg.program",
    )
    place.hostile(
        *(f"{name} = RUN" for name in names),
        "credential.helper = !RUN",
        "credential.SERVER.helper = !RUN",
        "core.hooksPath = .git/hooks",
        "push.gpgSign = true",
        "http.postBuffer = 524288000",
    )

    place.run()

    assert not place.trace.exists()
    assert {(f"basic {BASIC}",)} == {tuple(headers) for headers in place.server.seen}


def test_a_remote_that_ssh_reaches_is_refused_and_its_program_not_run(place: Place) -> None:
    place.hostile("core.sshCommand = RUN", "remote.origin.url = ssh://git@127.0.0.1/there.git")

    with pytest.raises(RepositoryError):
        place.run()

    assert not place.trace.exists()


@pytest.mark.parametrize(
    "address",
    [
        "FOLDER/there.git",
        "file://FOLDER/there.git",
        "http://github.com/o/n",
        "https://github.com.evil.example/o/n",
        "https://github.com@evil.example/o/n",
        r"https://evil.example\@github.com/o/n",
        r"https://github.com\@evil.example/o/n",
        "https://github.com:444/o/n",
        "git@github.com:o/n",
        "ext::sh -c id",
        "git://github.com/o/n",
    ],
)
def test_with_a_token_the_remote_is_an_https_address_of_its_server(shared: Shared, address: str) -> None:
    repo = shared.clone("one")
    repo.git("remote", "set-url", "origin", address.replace("FOLDER", str(shared.folder)))
    origin = Origin(discover(str(repo.path)).git(), Access("https://github.com", TOKEN))

    with pytest.raises(RepositoryError) as caught:
        origin.refs(["refs/heads/main"])

    assert "is no address of https://github.com, and the token is for no other" in str(caught.value)


def test_an_address_of_the_server_with_a_name_in_it_is_one_and_the_name_is_not_said(shared: Shared) -> None:
    repo = shared.clone("one")
    git, access = discover(str(repo.path)).git(), Access("https://github.com", TOKEN)
    for address in ("https://github.com/o/n.git", f"https://me:{TOKEN}@github.com/o/n"):
        repo.git("remote", "set-url", "origin", address)
        access.check(git)
    repo.git("remote", "set-url", "origin", f"https://me:{TOKEN}@elsewhere.example/o/n")

    with pytest.raises(RepositoryError) as caught:
        access.check(git)

    assert "origin: https://elsewhere.example/o/n: is no address" in str(caught.value)


def test_where_github_is_on_this_machine_its_repositories_may_be_too(
    shared: Shared, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_API_URL", "http://127.0.0.1:9")
    origin = Origin(discover(str(shared.clone("one").path)).git(), Access("https://github.com", TOKEN))

    assert ["refs/heads/main"] == list(origin.refs(["refs/heads/main"]))
