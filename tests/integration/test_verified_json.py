"""What was found of names is kept in the clone by blob and commit; whatever is wrong with the file counts as not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gitexp.adapters.verified_json import MAX_KEPT, VerifiedFile
from gitexp.records.finding import Finding, FindingAnswer
from gitexp.records.mention import MentionKind

COMMIT, OTHER, BLOB = "c" * 40, "d" * 40, "b" * 40
FOUND = Finding("A.b", "found", ("a.py:1",), declared=True)
GONE = Finding("A.c", "missing", nearest=("A.b",), reason="no `c`", gone="e" * 40, became="A.d")


def kept(folder: Path, *findings: Finding, commit: str = COMMIT, blob: str = BLOB) -> None:
    verified = VerifiedFile(str(folder), commit)
    verified.put(blob, findings)
    verified.save()


def got(folder: Path, commit: str = COMMIT, blob: str = BLOB) -> tuple[Finding, ...] | None:
    found = VerifiedFile(str(folder), commit).get(blob)
    return None if found is None else tuple(found)


def file_of(folder: Path) -> Path:
    return folder / "exp" / "verified.json"


def test_what_was_kept_is_there_again(tmp_path: Path):
    kept(tmp_path, FOUND, GONE)

    assert (FOUND, GONE) == got(tmp_path)


def test_another_commit_or_blob_was_not_checked(tmp_path: Path):
    kept(tmp_path, FOUND)

    assert got(tmp_path, commit=OTHER) is None
    assert got(tmp_path, blob="f" * 40) is None


def test_what_names_nothing_was_checked_too(tmp_path: Path):
    kept(tmp_path)

    assert () == got(tmp_path)


def test_nothing_is_written_before_save_or_where_nothing_is_new(tmp_path: Path):
    verified = VerifiedFile(str(tmp_path), COMMIT)
    assert verified.get(BLOB) is None
    verified.save()
    assert [] == list(tmp_path.iterdir())
    verified.put(BLOB, [FOUND])

    assert [] == list(tmp_path.iterdir())


def test_what_another_process_wrote_meanwhile_stays(tmp_path: Path):
    one, other = VerifiedFile(str(tmp_path), COMMIT), VerifiedFile(str(tmp_path), OTHER)
    assert (one.get(BLOB), other.get(BLOB)) == (None, None)
    one.put(BLOB, [FOUND])
    other.put(BLOB, [GONE])
    one.save()
    other.save()

    assert ((FOUND,), (GONE,)) == (got(tmp_path), got(tmp_path, commit=OTHER))
    assert ["verified.json"] == [path.name for path in (tmp_path / "exp").iterdir()]


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"[]",
        b'{"form": 1}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"form": "2", "rows": {}}',
    ],
)
def test_a_broken_file_counts_as_none_and_is_written_anew(tmp_path: Path, broken: bytes):
    file_of(tmp_path).parent.mkdir()
    file_of(tmp_path).write_bytes(broken)

    assert got(tmp_path) is None
    kept(tmp_path, FOUND)
    assert (FOUND,) == got(tmp_path)


@pytest.mark.parametrize(
    "row",
    [
        7,
        None,
        {},
        [],
        ["A.b"],
        ["A.b", "perhaps", [], [], "", "symbol", "", False, ""],
        ["A.b", "found", "abc", [7], "", "symbol", "", False, ""],
        ["A.b", "found", [7], [], "", "symbol", "", False, ""],
        [7, "found", [], [], "", "symbol", "", False, ""],
    ],
)
def test_a_row_of_another_form_counts_as_not_checked(tmp_path: Path, row: object):
    kept(tmp_path, FOUND)
    document = json.loads(file_of(tmp_path).read_text())
    document["rows"][f"{COMMIT} {BLOB}"] = [row]
    file_of(tmp_path).write_text(json.dumps(document))

    assert got(tmp_path) is None


def test_where_the_folder_can_not_be_written_it_goes_on(tmp_path: Path):
    (tmp_path / "exp").write_text("a file stands in the way")

    kept(tmp_path, FOUND)

    assert got(tmp_path) is None
    assert "a file stands in the way" == (tmp_path / "exp").read_text()


def test_once_the_history_ends_elsewhere_nothing_that_was_kept_counts(tmp_path: Path):
    (tmp_path / "shallow").write_text(f"{COMMIT}\n")
    kept(tmp_path, GONE)
    assert (GONE,) == got(tmp_path)

    (tmp_path / "shallow").unlink()

    assert got(tmp_path) is None


def test_the_oldest_goes_where_there_is_too_much(tmp_path: Path):
    verified = VerifiedFile(str(tmp_path), COMMIT)
    for number in range(MAX_KEPT + 5):
        verified.put(f"{number:040x}", ())
    verified.save()

    assert got(tmp_path, blob=f"{4:040x}") is None
    assert () == got(tmp_path, blob=f"{5:040x}")
    assert () == got(tmp_path, blob=f"{MAX_KEPT + 4:040x}")


words = st.text(max_size=20)
findings = st.builds(
    Finding,
    words,
    st.sampled_from(get_args(FindingAnswer)),
    st.lists(words, max_size=3).map(tuple),
    st.lists(words, max_size=3).map(tuple),
    words,
    st.sampled_from(get_args(MentionKind)),
    words,
    st.booleans(),
    words,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(findings, max_size=3))
def test_every_finding_comes_back_as_it_was(tmp_path: Path, some: list[Finding]):
    kept(tmp_path, *some)

    assert tuple(some) == got(tmp_path)


def test_a_name_of_bytes_that_are_no_utf_8_comes_back_too(tmp_path: Path):
    odd = Finding("src/odd\udcff.py", "found", ("src/odd\udcff.py",), kind="path")
    kept(tmp_path, odd)

    assert (odd,) == got(tmp_path)
