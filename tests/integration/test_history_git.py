"""Reverts are found in a real history with their reasons, their originals and their relands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from gitexp.adapters.git import Git, discover
from gitexp.adapters.history_git import GitHistory
from gitexp.records.history import Commit, Reverted, Reverts
from support.repository import Repository, isolate

UNKNOWN_ID = "deadbeef" + "0" * 31 + "1"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "repo")


def reverts(repo: Repository) -> Reverts:
    return GitHistory(discover(str(repo.path)).git()).reverts()


def only(repo: Repository) -> Reverted:
    [found] = reverts(repo).found
    return found


def revert(repo: Repository, revision: str, *options: str) -> str:
    """Take a commit back as `git revert` does, and return the revert."""
    repo.git("revert", "--no-edit", *options, revision)
    repo.commits += 1
    return repo.rev()


def amend(repo: Repository, message: str) -> str:
    repo.git("commit", "--quiet", "--amend", "--no-verify", "-m", message)
    return repo.rev()


def test_what_git_reverts_is_found_with_its_original(repo: Repository) -> None:
    repo.commit("Start", readme="one")
    first = repo.commit("Cache parsed files\n\nSaves a second.", cache="on")
    taken_back = revert(repo, first)
    repo.commit("Go on", readme="two")
    found = reverts(repo)

    assert (found.looked_at, found.limits) == (4, ())
    assert [
        Reverted(
            Commit(
                taken_back,
                "Ada Author",
                "2024-01-03T12:00:00+00:00",
                'Revert "Cache parsed files"',
                f"This reverts commit {first}.",
                ("cache",),
            ),
            Commit(
                first,
                "Ada Author",
                "2024-01-02T12:00:00+00:00",
                "Cache parsed files",
                "Saves a second.",
                ("cache",),
            ),
            reason="",
        )
    ] == list(found.found)


def test_the_reason_is_what_the_author_added(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    amend(
        repo,
        f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\n'
        "The cache is shared by two processes,\nand one of them writes.\n\n"
        "Fixes: #12\nSigned-off-by: Ada Author <ada@example.org>\nChange-Id: I0123",
    )

    assert only(repo).reason == "The cache is shared by two processes,\nand one of them writes."


def test_a_revert_made_on_github_is_found_by_title_and_number(repo: Repository) -> None:
    first = repo.commit("Cache parsed files (#11)", cache="on")
    repo.commit(
        'Revert "Cache parsed files" (#12)\n\nReverts acme/rocket#11\n\nIt grows without end.', cache=""
    )
    found = only(repo)

    assert (first, "It grows without end.") == (found.original and found.original.id, found.reason)


def test_a_title_that_github_cut_short_is_found_by_number(repo: Repository) -> None:
    first = repo.commit("Cache all the parsed files of every project there is (#11)", cache="on")
    repo.commit('Revert "Cache all the parsed files of every…" (#12)\n\nReverts acme/rocket#11', cache="")

    assert [first] == [one.original and one.original.id for one in reverts(repo).found]


def test_a_number_of_another_repository_is_not_taken_for_one_of_this(repo: Repository) -> None:
    repo.commit("Bump the compiler (#11)", version="2")
    repo.commit('Revert "Cache parsed files"\n\nReverts acme/plane#11', cache="")

    assert None is only(repo).original


def test_a_reverted_merge_is_found_with_the_files_it_brought(repo: Repository) -> None:
    repo.commit("Start", readme="one")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("Cache parsed files", cache="on")
    repo.commit("Warm the cache", warm="on")
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", readme="two")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge branch 'side'", "side")
    merge = repo.rev()
    repo.commits += 1
    revert(repo, merge, "-m", "1")
    found = only(repo)

    assert (merge, ("cache", "warm"), "") == (
        found.original and found.original.id,
        found.original and found.original.files,
        found.reason,
    )
    assert found.commit.files == ("cache", "warm")


def test_a_revert_of_the_revert_is_a_reland_and_no_revert(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    again = revert(repo, revert(repo, first))
    found = only(repo)

    assert (first, again) == (found.original and found.original.id, found.relanded_by)


@pytest.mark.parametrize(
    "title",
    ['Reapply "Cache parsed files"', 'Reland "Cache parsed files" (#13)', "Reland: Cache parsed files"],
)
def test_a_reland_is_found_by_its_title(repo: Repository, title: str) -> None:
    revert(repo, repo.commit("Cache parsed files", cache="on"))
    again = repo.commit(f"{title}\n\nNow with a lock.", cache="on")

    assert only(repo).relanded_by == again


def test_a_change_taken_back_again_is_out_with_both_reasons(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    amend(repo, f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\nNo lock.')
    again = repo.commit('Reapply "Cache parsed files"', cache="on")
    repo.commit(
        f'Revert "Reapply "Cache parsed files""\n\nThis reverts commit {again}.\n\nStill no lock.', cache=""
    )

    assert [("Still no lock.", first, None), ("No lock.", first, None)] == [
        (one.reason, one.original and one.original.id, one.relanded_by) for one in reverts(repo).found
    ]


def test_what_comes_back_in_the_end_is_in(repo: Repository) -> None:
    at = repo.commit("Cache parsed files", cache="on")
    for _ in range(4):
        at = revert(repo, at)

    assert [at, at] != [one.relanded_by for one in reverts(repo).found]
    assert all(one.relanded_by for one in reverts(repo).found)


def test_titles_alone_tell_whether_a_change_is_in(repo: Repository) -> None:
    repo.commit('Revert "Cache parsed files"', cache="")
    again = repo.commit('Revert "Revert "Cache parsed files""', cache="on")
    found = only(repo)

    assert (None, again) == (found.original, found.relanded_by)


def test_the_same_title_again_on_the_same_files_is_a_reland(repo: Repository) -> None:
    revert(repo, repo.commit("Cache parsed files (#11)", cache="on"))
    again = repo.commit("Cache parsed files (#15)", cache="on, locked")

    assert only(repo).relanded_by == again


def test_the_same_title_on_other_files_is_no_reland(repo: Repository) -> None:
    revert(repo, repo.commit("Fix a typo", readme="one"))
    repo.commit("Fix a typo", other="one")

    assert only(repo).relanded_by is None


def test_the_same_title_again_that_was_taken_back_too_is_no_reland(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    second = repo.commit("Cache parsed files", cache="on, locked")
    last = revert(repo, second)

    assert [(second, None), (first, None)] == [
        (one.original and one.original.id, one.relanded_by) for one in reverts(repo).found
    ]

    again = revert(repo, last)
    assert [again, second] == [one.relanded_by for one in reverts(repo).found]


def test_the_merge_of_a_revert_is_counted_once_and_its_revert_is_a_reland(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.git("checkout", "--quiet", "-b", "revert-11")
    revert(repo, first)
    repo.git("checkout", "--quiet", "main")
    message = 'Merge pull request #12 from acme/revert-11\n\nRevert "Cache parsed files"'
    repo.git("merge", "--quiet", "--no-ff", "-m", message, "revert-11")
    repo.commits += 1
    assert only(repo).relanded_by is None

    again = revert(repo, repo.rev(), "-m", "1")
    assert only(repo).relanded_by == again


def test_a_squashed_body_that_holds_a_revert_is_none(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(
        f'Rework the cache (#14)\n\n* Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\n* Rework',
        cache="x",
    )

    assert reverts(repo).found == ()


@pytest.mark.parametrize(
    "message",
    [
        "Fix the cache\n\nThe fault is gone if we revert {first}.",
        "Roll back the transaction on error",
        "Back out of the menu with Escape",
        'Partially revert "Cache parsed files"',
        'Revert parts of "Cache parsed files"',
        'Revert "Cache parsed files"\n\nThis partially reverts commit {first}.',
        'Revert "Cache parsed files"\n\nIt leaks.\n\nThis is a partial revert of {first}.',
        'Revert "Cache parsed files" in the parser; reverts a part of {first}',
        "Revert to the old layout",
        "Relanding gear: oil it",
    ],
)
def test_what_only_mentions_a_revert_or_takes_back_a_part_is_none(repo: Repository, message: str) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(message.format(first=first), cache="x")

    assert reverts(repo).found == ()


@pytest.mark.parametrize(
    "message",
    [
        'MAINT: Revert "Cache parsed files"',
        "[backport] revert: Cache parsed files",
        "Revert 'Cache parsed files'",
        "Back out {short}",
        "Backed out changeset {first}",
        "fix(cache): revert commit {short}, it leaks",
        "Rolled back the cache\n\nThis reverts commit {short}.",
        'Revert "Something else"\n\nThis reverts commit {first}.',
    ],
)
def test_other_words_for_it_are_understood(repo: Repository, message: str) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(message.format(first=first, short=first[:10]), cache="")

    assert [first] == [one.original and one.original.id for one in reverts(repo).found]


def test_an_id_that_is_not_here_falls_back_to_the_title(repo: Repository) -> None:
    older = repo.commit("Cache parsed files", cache="on")
    newer = repo.commit("Cache parsed files", cache="more")
    repo.commit(f'Revert "Cache parsed files"\n\nThis reverts commit {UNKNOWN_ID}.', cache="on")

    assert [newer] == [one.original and one.original.id for one in reverts(repo).found]
    assert older != newer


def test_an_original_that_is_not_here_is_none(repo: Repository) -> None:
    repo.commit(f'Revert "Cache parsed files"\n\nThis reverts commit {UNKNOWN_ID}.\n\nIt leaks.', cache="")
    found = only(repo)

    assert (found.original, found.reason) == (None, "It leaks.")


def test_a_reason_in_the_subject_counts(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    repo.commit(f'Revert "Cache parsed files": it leaks (#12)\n\nThis reverts commit {first}.', cache="")

    assert only(repo).reason == "it leaks"


def test_a_message_that_is_no_utf_8_is_read(repo: Repository) -> None:
    repo.commit('Revert "Caf-"\n\nThis reverts commit 0123456789.\n\nD-bordement.', cache="on")
    raw = repo.git_bytes("cat-file", "commit", "HEAD")
    raw = raw.replace(b"Caf-", b"Caf\xe9").replace(b"D-b", b"D\xe9b")
    repo.git("update-ref", "HEAD", repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw))
    found = only(repo)

    assert (
        found.commit.subject,
        found.reason,
    ) == ('Revert "Caf\N{REPLACEMENT CHARACTER}"', "D\N{REPLACEMENT CHARACTER}bordement.")


def test_a_message_in_another_encoding_that_says_so_is_read(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    message = f'Revert "Cache parsed files"\n\nThis reverts commit {first}.\n\nD\xe9bordement.'.encode(
        "latin-1"
    )
    made = repo.git(
        "-c", "i18n.commitEncoding=latin-1", "commit-tree", "HEAD^{tree}", "-p", "HEAD", stdin=message
    )
    repo.git("update-ref", "HEAD", made)

    assert only(repo).reason == "D\xe9bordement."


def test_a_message_with_the_line_ends_of_windows_is_read(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    message = f'Revert "Cache parsed files"\r\n\r\nThis reverts commit {first}.\r\n\r\nIt says "no lock"\r\ntwice.\r\n'
    made = repo.git("commit-tree", "HEAD^{tree}", "-p", "HEAD", stdin=message.encode())
    repo.git("update-ref", "HEAD", made)
    found = only(repo)

    assert ('Revert "Cache parsed files"', 'It says "no lock"\ntwice.') == (
        found.commit.subject,
        found.reason,
    )


def test_authors_are_named_as_the_mailmap_says(repo: Repository) -> None:
    repo.commit("Start", {".mailmap": "Ada Lovelace <ada@example.org>\n"})
    revert(repo, repo.commit("Cache parsed files", cache="on"))

    assert only(repo).commit.author == "Ada Lovelace"


def test_a_path_that_is_no_utf_8_is_kept_as_git_has_it(repo: Repository) -> None:
    path = b"caf\xe9"
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"on")
    repo.git("update-index", "--add", "--cacheinfo", b"100644," + blob.encode() + b"," + path)
    repo.git("commit", "--quiet", "-m", "Cache parsed files")
    repo.git("update-index", "--force-remove", path)
    repo.git("commit", "--quiet", "--allow-empty", "-m", f'Revert "x"\n\nThis reverts commit {repo.rev()}.')
    found = only(repo)

    assert (found.commit.files, found.original and found.original.files) == (("caf\udce9",), ("caf\udce9",))


def test_an_original_from_a_clock_that_is_ahead_is_found(repo: Repository) -> None:
    repo.commits = 100
    first = repo.commit("Cache parsed files", cache="on")
    repo.commits = 0
    repo.git("checkout", "--quiet", "-b", "side")
    revert(repo, first)
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", readme="two")
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge branch 'side'", "side")

    assert [first] == [one.original and one.original.id for one in reverts(repo).found]


def test_a_repository_without_commits_has_no_reverts(repo: Repository) -> None:
    assert reverts(repo) == Reverts((), 0, ("there are no commits yet",))


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_a_bare_repository_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, object_format: str
) -> None:
    isolate(monkeypatch, tmp_path)
    source = Repository.create(tmp_path / "source", object_format=object_format)
    first = source.commit("Cache parsed files", cache="on")
    revert(source, first)
    bare = source.clone(tmp_path / "bare.git", "--bare")

    assert [first] == [one.original and one.original.id for one in reverts(bare).found]


def test_a_shallow_history_says_where_it_ends(repo: Repository, tmp_path: Path) -> None:
    first = repo.commit("Cache parsed files", cache="on", other="x")
    border = revert(repo, first)
    last = repo.commit("Go on", readme="one")
    shallow = repo.clone(tmp_path / "shallow", "--depth", "2")
    found = reverts(shallow)

    assert (2, (f"history ends at {border[:12]} (shallow clone)",)) == (found.looked_at, found.limits)
    assert [(border, None, ())] == [(one.commit.id, one.original, one.commit.files) for one in found.found]
    assert last != border


def test_without_the_trees_the_reverts_are_still_found(repo: Repository, tmp_path: Path) -> None:
    repo.git("config", "uploadpack.allowFilter", "true")
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    treeless = repo.clone(tmp_path / "treeless", "--no-checkout", "--filter=tree:0")
    found = reverts(treeless)

    assert [first] == [one.original and one.original.id for one in found.found]
    assert [limit.startswith("changed files could not be read") for limit in found.limits] == [True]


def ticks() -> Iterator[float]:
    yield from map(float, count())


def test_when_the_time_is_up_it_says_how_many_commits_were_read(repo: Repository) -> None:
    commits = (
        b"commit refs/heads/main\nmark :%d\ncommitter A <a@example.org> %d +0000\ndata 9\nChange %02d%s\n"
        % (number, 1_700_000_000 + number, number % 100, b"\nfrom :%d" % (number - 1) if number > 1 else b"")
        for number in range(1, 601)
    )
    repo.git("fast-import", "--quiet", stdin=b"".join(commits))
    clock = ticks()
    history = GitHistory(discover(str(repo.path)).git(), clock=lambda: next(clock))

    assert history.reverts(seconds=100).looked_at == 600
    assert history.reverts(seconds=1).limits == ("the messages of the newest 256 commits were read",)
    assert history.reverts(seconds=0) == Reverts((), 0, ("the messages of the newest 0 commits were read",))


def test_another_revision_is_read_without_a_layout(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    repo.git("checkout", "--quiet", "-b", "side", first)

    assert GitHistory(Git(str(repo.path))).reverts().found == ()
    assert len(GitHistory(Git(str(repo.path)), "main").reverts().found) == 1
    assert GitHistory(Git(str(repo.path)), "--output=x").reverts().looked_at == 0


def test_the_user_s_settings_change_nothing(repo: Repository) -> None:
    first = repo.commit("Cache parsed files", cache="on")
    revert(repo, first)
    expected = reverts(repo)
    repo.git("notes", "add", "-m", "a note", "HEAD")
    for name, value in {
        "log.showSignature": "true",
        "log.follow": "true",
        "log.decorate": "full",
        "log.date": "relative",
        "format.pretty": "oneline",
        "color.ui": "always",
        "diff.noprefix": "true",
        "notes.displayRef": "*",
    }.items():
        repo.git("config", name, value)

    assert reverts(repo) == expected
