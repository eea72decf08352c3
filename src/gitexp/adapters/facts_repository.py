"""Gathers the env facts: what people declared, and what the work tree says."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from gitexp.records.facts import Fact, Facts

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping, Sequence

    from gitexp.adapters.facts_unlaid import Unlaid
    from gitexp.adapters.manifests_files import ManifestFiles
    from gitexp.records.skipped import Skipped


class RepositoryFacts:
    """Answers `ports.FactsSource` for one repository; the work tree is read anew in each call.

    `root` is its work tree, None where it has none; `tracked` lists its files and is called only where no file
    is asked about. `layers` are the declared facts, the strongest first: this clone's, then facts.yaml's; `unread`
    says which of them could not be read. `git_dir` is its git directory, where that is not the one its top leads to.
    """

    def __init__(
        self,
        root: str | os.PathLike[str] | None,
        tracked: Callable[[], Sequence[str]],
        layers: Sequence[Mapping[str, Fact]] = (),
        platform: str | None = None,
        unread: Sequence[Skipped] = (),
        git_dir: str | None = None,
    ) -> None:
        self._root = root
        self._tracked = tracked
        self._layers = layers
        self._platform = platform
        self._unread = unread
        self._git_dir = git_dir

    def gather(
        self,
        files: Sequence[str],
        given: Sequence[str],
        *,
        names: Collection[str] | None = None,
        tree: bool = True,
    ) -> tuple[Facts, Sequence[Skipped]]:
        """Return the facts for these files, and what could not be read.

        `names` are the packages of which the dependencies are wanted, all where it is None; with none no manifest
        is read. Without `tree`, and without names, the tracked files are not listed. Raises UsageError for a thing
        given that is neither NAME=VALUE nor a file.
        """
        said, skipped = _given(given) if given else ({}, [])
        declared: dict[str, Fact] = {}
        for layer in (said, *self._layers):
            declared.update((name, fact) for name, fact in layer.items() if name not in declared)
        tracked = () if files or not (tree or names is None or names) else tuple(self._tracked())
        facts = Facts(given=declared, files=tuple(files), tracked=tracked, platform=self._platform)
        if self._root is None:
            return facts, [*self._unread, *skipped]
        from gitexp.adapters.manifests_files import ManifestFiles

        root = os.fspath(self._root)
        unlaid = self._unlaid(root)
        try:
            facts, unread = self._told(ManifestFiles(root, unlaid), facts, names)
        finally:
            if unlaid:
                unlaid.close()
        return facts, [*self._unread, *skipped, *unread]

    def _unlaid(self, root: str) -> Unlaid | None:
        """Return what is there without lying in the work tree, None where all of it does."""
        from gitexp.adapters.manifests_files import sparse_in

        git_dir = sparse_in(root, self._git_dir)
        if not git_dir:
            return None
        from gitexp.adapters.facts_unlaid import SparseCheckout  # late: few work trees are sparse

        return SparseCheckout(root, git_dir)

    def _told(
        self, files: ManifestFiles, facts: Facts, names: Collection[str] | None
    ) -> tuple[Facts, Sequence[Skipped]]:
        from gitexp.adapters.facts_gathering import gathered
        from gitexp.adapters.facts_readings import Readings

        return gathered(facts, Readings(files), names)


def _given(given: Sequence[str]) -> tuple[dict[str, Fact], list[Skipped]]:
    from gitexp.adapters.facts_given import given_facts  # late: few calls give any

    return given_facts(given)
