"""A symbol that is gone is answered with where it was last, in words that can be run."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.process import exp
from support.repository import Repository

WITH = "def flow(rate):\n    return rate\n\n\ndef stop():\n    return 0\n"
WITHOUT = "def stop():\n    return 0\n"


@pytest.fixture
def valve(tmp_path: Path) -> Repository:
    repository = Repository.create(tmp_path / "valve")
    repository.commit("Lay the valve", {"valve.py": WITH})
    return repository


def test_a_symbol_that_was_taken_out_is_named_with_the_commit_that_took_it(valve: Repository):
    gone = valve.commit("Take the flow out", {"valve.py": WITHOUT})
    valve.commit("Say what stops", {"valve.py": "# stops\n" + WITHOUT})

    done = exp(valve.path, "archaeology", "valve.py::flow")

    assert 2 == done.code
    call = f"exp archaeology valve.py::flow --at {gone[:12]}^"
    assert f"no such symbol; it was here until {gone[:12]}: {call}" in done.stderr

    again = exp(valve.path, *call.split()[1:], "--json")

    assert (0, ["Lay the valve"]) == (again.code, [one["subject"] for one in again.json["changes"]])


def test_a_word_that_stood_in_a_comment_was_no_symbol(valve: Repository):
    valve.commit("Speak of a torrent", {"valve.py": "# a torrent\n" + WITH})
    valve.commit("Speak no more of it", {"valve.py": WITH})

    done = exp(valve.path, "archaeology", "valve.py::torrent")

    assert 2 == done.code
    assert "it was here" not in done.stderr
