"""What lets one in: the token goes to its own server alone, and stands in no argument, file or message."""

from __future__ import annotations

import base64
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from gitexp.adapters.git import Git, discover
from gitexp.adapters.remote_access import Access, Origin, environment
from gitexp.errors import OutsideError, UsageError
from gitexp.records.bot import BotState, Cursor
from support.bot_memory import BRANCH, RUN, Shared, a_file, a_push, fetched
from support.git_http import git_server
from support.repository import Repository, isolate

TOKEN = "ghs_" + "x7Y" * 9
HEADER = "basic " + base64.b64encode(f"x-access-token:{TOKEN}".encode()).decode()
LATER = BotState(cursor=Cursor("2024-05-03T00:00:00Z"))


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)
    monkeypatch.setenv("no_proxy", "127.0.0.1")


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Shared:
    return Shared(tmp_path_factory.mktemp("template"))


@pytest.fixture
def shared(tmp_path: Path, template: Shared) -> Shared:
    return template.copy(tmp_path / "shared")


def at(shared: Shared, address: str) -> Repository:
    """Return a clone whose remote is at an address."""
    repo = shared.clone("one")
    repo.git("remote", "set-url", "origin", f"{address}/there.git")
    return repo


def test_over_http_a_run_fetches_and_pushes_with_the_header_alone(shared: Shared) -> None:
    with git_server(shared.folder, HEADER) as server:
        repo = at(shared, server.address)
        access = Access(server.address, TOKEN)
        one = fetched(repo, access)
        commit = one.build(BRANCH, (a_file(),), "exp: 1 experience", None, run="r1")
        one.push(a_push(one, commit, LATER, runs=(RUN,)))

        two = fetched(repo, access)

    assert (commit, LATER) == (two.tip(BRANCH), two.state())
    assert {"refs/heads/main", f"refs/heads/{BRANCH}", "refs/exp/ledger", "refs/exp/runs"} == set(
        shared.refs()
    )
    assert {(HEADER,)} == {tuple(headers) for headers in server.seen}


def test_the_header_that_a_checkout_left_is_not_sent_beside_it(shared: Shared) -> None:
    with git_server(shared.folder, HEADER) as server:
        repo = at(shared, server.address)
        repo.git("config", f"http.{server.address}/.extraheader", "AUTHORIZATION: basic b2xk")

        fetched(repo, Access(server.address, TOKEN))

    assert {(HEADER,)} == {tuple(headers) for headers in server.seen}


def test_another_server_does_not_get_the_token(shared: Shared) -> None:
    with git_server(shared.folder, None) as server, git_server(shared.folder, None) as other:
        fetched(at(shared, server.address), Access(other.address, TOKEN))

    assert {()} == {tuple(headers) for headers in server.seen}


def test_a_redirect_is_not_followed_with_the_token(shared: Shared) -> None:
    with (
        git_server(shared.folder, None) as other,
        git_server(shared.folder, None, redirect=other.address) as server,
        pytest.raises(OutsideError),
    ):
        fetched(at(shared, server.address), Access(server.address, TOKEN))

    assert [] == other.seen


def test_a_token_that_is_refused_is_said_without_it(shared: Shared) -> None:
    with git_server(shared.folder, "basic else") as server:
        repo = at(shared, server.address)
        repo.git(
            "config",
            "credential.helper",
            f"!echo password={TOKEN}; echo username=me; echo > {shared.folder}/asked",
        )

        with pytest.raises(OutsideError) as caught:
            fetched(repo, Access(server.address, TOKEN))

    assert TOKEN not in str(caught.value)
    assert HEADER.split()[1] not in str(caught.value)
    assert "check its address and your access to it" in str(caught.value)
    assert not (shared.folder / "asked").exists()


def test_a_rehearsal_finds_that_a_token_may_only_read(shared: Shared) -> None:
    with git_server(shared.folder, HEADER, writes=False) as server:
        one = fetched(at(shared, server.address), Access(server.address, TOKEN))
        with pytest.raises(OutsideError) as caught:
            one.rehearse(BRANCH)

    assert "a workflow needs `permissions: contents: write`" in str(caught.value)
    assert "403" in str(caught.value)


def test_a_password_in_the_address_is_not_said(shared: Shared) -> None:
    repo = shared.clone("one")
    repo.git("remote", "set-url", "origin", f"http://me:{TOKEN}@127.0.0.1:9/there.git")

    with pytest.raises(OutsideError) as caught:
        fetched(repo)

    assert TOKEN not in str(caught.value)


def test_the_token_is_in_no_argument_and_no_file(
    shared: Shared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    wrapper = tmp_path / "bin/git"
    wrapper.parent.mkdir()
    import shutil

    wrapper.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{notes}"\nexec "{shutil.which("git")}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}")
    with git_server(shared.folder, HEADER) as server:
        one = fetched(at(shared, server.address), Access(server.address, TOKEN))
        one.push(a_push(one, None, LATER))

    secrets = (TOKEN.encode(), HEADER.split()[1].encode())
    files = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert "push" in notes.read_text()
    assert not [data for data in files if any(secret in data for secret in secrets)]


@pytest.mark.parametrize(
    "server",
    ["http://github.com", "github.com", "", "ftp://x", "https://a@b.com", "https://*", "https://a b"],
)
def test_a_token_goes_to_no_address_that_others_can_read(server: str) -> None:
    with pytest.raises(UsageError):
        environment(Access(server, TOKEN))


def test_settings_that_came_by_the_environment_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "safe.directory")

    made = environment(Access("https://ghe.example.org", TOKEN))

    assert "11" == made["GIT_CONFIG_COUNT"]
    assert "GIT_CONFIG_KEY_0" not in made
    assert ("http.https://ghe.example.org/.extraHeader", "") == (
        made["GIT_CONFIG_KEY_1"],
        made["GIT_CONFIG_VALUE_1"],
    )


def test_without_a_token_nothing_is_set_but_the_protocols() -> None:
    assert {"GIT_ALLOW_PROTOCOL": "file:git:http:https:ssh"} == environment(Access("not an address"))


def test_a_credential_helper_of_a_person_may_ask_for_the_token_and_nobody_gets_the_model_s_key(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("GITHUB_TOKEN", "OPENAI_API_KEY"):
        monkeypatch.setenv(name, TOKEN)
    git = Git(str(tmp_path))

    def told(env: Mapping[str, str] | None) -> set[str]:
        lines = git.run("-c", "alias.told=!env", "told", env=env).decode().splitlines()
        return {line.partition("=")[0] for line in lines if TOKEN in line}

    assert [set(), {"GITHUB_TOKEN"}] == [told(None), told(environment())]
    assert set() == told(environment(Access("https://github.com", TOKEN)))


def test_what_is_shown_of_an_access_holds_no_token() -> None:
    assert TOKEN not in repr(Access("https://github.com", TOKEN))


def test_a_protocol_that_runs_a_program_is_not_used(shared: Shared) -> None:
    repo = shared.clone("one")
    repo.git("config", "protocol.ext.allow", "always")
    repo.git("remote", "set-url", "origin", f"ext::sh -c touch% {shared.folder}/ran")

    with pytest.raises(OutsideError):
        Origin(discover(str(repo.path)).git()).refs(["refs/heads/x"])

    assert not (shared.folder / "ran").exists()
