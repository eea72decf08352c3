"""The generator of stores that recall is measured in: the same for a seed, and as real stores are."""

from __future__ import annotations

import pytest
from bench.recall_store import experiences
from bench.recall_tree import LOCK, Tree, tree
from bench.recall_words import Words

from gitexp.adapters.experience_yaml import read
from gitexp.adapters.manifests_javascript import package_lock
from gitexp.adapters.manifests_python_locks import uv_lock
from gitexp.records.experience import Experience

MANY = 400


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(8)


@pytest.fixture(scope="module")
def project(words: Words) -> Tree:
    return tree(words, 8)


@pytest.fixture(scope="module")
def store(project: Tree, words: Words) -> list[Experience[str]]:
    found = []
    for path, text in experiences(project, words, MANY, 8):
        one = read(text.encode(), path)
        assert ((), path.rpartition("/")[2]) == (one.unknown_keys, f"{one.experience.id}.yaml")
        found.append(one.experience)
    return found


def share(some: list[Experience[str]], of: list[Experience[str]]) -> float:
    return round(len(some) / len(of), 1)


def test_the_same_seed_gives_the_same_store():
    one, other = (list(experiences(tree(words, 3), words, 20, 3)) for words in (Words(3), Words(3)))

    assert one == other


def test_a_store_is_mixed_as_real_ones_are(store: list[Experience[str]]):
    dense = [one for one in store if any("\u4e00" <= letter <= "\u9fff" for letter in one.what)]

    assert (
        0.3
        <= share([one for one in store if one.preconditions.must or one.preconditions.must_not], store)
        <= 0.4
    )
    assert 0.1 <= share([one for one in store if one.kind == "term"], store) <= 0.2
    assert 0.1 == share(dense, store)
    assert MANY == len({one.id for one in store})


def test_both_lock_files_are_a_megabyte_and_are_read_whole(project: Tree):
    pypi = uv_lock("uv.lock", project.texts["uv.lock"], [])
    npm = package_lock("package-lock.json", project.texts["package-lock.json"], [])

    assert pypi is not None and npm is not None
    locked = {(one.ecosystem, one.name, one.version) for one in (*pypi.dependencies, *npm.dependencies)}
    assert set() == {tuple(one) for one in project.packages} - locked
    assert (1, 1) == tuple(
        round(len(project.texts[name]) / LOCK) for name in ("uv.lock", "package-lock.json")
    )
