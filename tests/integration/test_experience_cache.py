"""The cache gives back what was read, and counts as not there when anything is wrong with it."""

import json
from pathlib import Path

import pytest
from hypothesis import given

from gitexp.adapters.experience_cache import ExperienceCache
from support.experiences import an_experience, experiences

BLOB = "a" * 40


@given(experiences())
def test_what_was_kept_comes_back_the_same(tmp_path_factory, experience):
    folder = str(tmp_path_factory.mktemp("git"))
    cache = ExperienceCache(folder)
    cache.put(BLOB, experience, ("x",))
    cache.save()

    kept = ExperienceCache(folder).get(BLOB)

    assert (experience, ("x",)) == (kept.experience, kept.unknown_keys)


def test_reading_writes_nothing(tmp_path):
    cache = ExperienceCache(str(tmp_path))
    assert cache.get(BLOB) is None
    cache.save()

    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"[]", b'{"form": "0", "rows": {}}', b'{"rows": []}', b"[" * 100_000]
)
def test_a_damaged_cache_counts_as_not_there_and_is_written_anew(tmp_path, content):
    path = tmp_path / "exp" / "experiences.json"
    path.parent.mkdir()
    path.write_bytes(content)
    cache = ExperienceCache(str(tmp_path))

    assert cache.get(BLOB) is None
    cache.put(BLOB, an_experience(), ())
    cache.save()
    assert an_experience() == ExperienceCache(str(tmp_path)).get(BLOB).experience


def test_a_damaged_row_costs_itself_alone(tmp_path):
    cache = ExperienceCache(str(tmp_path))
    cache.put(BLOB, an_experience(), ())
    cache.save()
    path = tmp_path / "exp" / "experiences.json"
    document = json.loads(path.read_text())
    for number, row in enumerate(
        [[], [{"r": [99]}, []], [{"r": [0, 1]}, []], [{"r": [2]}, []], 7, ["x", []]]
    ):
        document["rows"][f"{number}" * 40] = row
    path.write_text(json.dumps(document))

    again = ExperienceCache(str(tmp_path))

    assert [None] * 6 == [again.get(f"{number}" * 40) for number in range(6)]
    assert an_experience() == again.get(BLOB).experience


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path):
    blocked = tmp_path / "exp"
    blocked.write_text("a file where the folder should be")
    cache = ExperienceCache(str(tmp_path))
    cache.put(BLOB, an_experience(), ())
    cache.save()

    assert "a file where the folder should be" == Path(blocked).read_text()
