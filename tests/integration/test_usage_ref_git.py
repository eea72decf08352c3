"""Usage that is shared: each clone has a ref of its own, so that merging is a union and nothing can conflict."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gitexp.adapters.git import discover
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.adapters.sync_git import GitSync
from gitexp.adapters.sync_remote import chosen
from gitexp.adapters.usage_files import UsageFiles
from gitexp.adapters.usage_months import MAX_MONTH
from gitexp.adapters.usage_ref_git import GitUsage
from gitexp.records.usage import OutcomeEvent, RecallEvent, UsageEvent
from gitexp.steps.redact import redacted
from support.process import environment
from support.repository import Repository, isolate

HEX, OTHER = "0a1b2c3d4e", "ffff000011"
A, B = "a" * 16, "b" * 16
MAIL = "bob" + "@" + "corp-of-bob.com"
NEW_YEAR = RecallEvent("2024-01-01T00:00:00Z", (HEX,), match="good", tokens=120, ms=31, head="c" * 40)
LATE = RecallEvent("2024-01-31T23:59:59Z", (HEX, OTHER), trial=(OTHER,), match="poor", tokens=200, ms=44)
FEBRUARY = RecallEvent("2024-02-01T00:00:00Z", ms=9)
WRONG = OutcomeEvent("2024-02-02T08:00:00Z", HEX, "wrong", note="The gateway is another one now.")
EVENTS: tuple[UsageEvent, ...] = (FEBRUARY, LATE, WRONG, NEW_YEAR)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


@pytest.fixture
def there(tmp_path: Path) -> Repository:
    """A bare repository that clones share."""
    first = Repository.create(tmp_path / "first")
    first.commit("Begin", {"a.py": "x = 1\n"})
    bare = Repository.create(tmp_path / "there.git", bare=True)
    first.git("push", "-q", bare.path.as_uri(), "main")
    return bare


def clone_of(there: Repository, name: str) -> Repository:
    return there.clone(there.path.parent / name)


def usage(repo: Repository, clone: str = A) -> GitUsage:
    layout = discover(str(repo.path))
    return GitUsage(layout.git(), layout, clone=clone, redact=redacted)


def sync(repo: Repository) -> GitSync:
    layout = discover(str(repo.path))
    git = layout.git()
    return GitSync(git, layout, chosen(git, None))


def shared(repo: Repository, *events: UsageEvent, clone: str = A) -> None:
    """Fetch, share the events of a clone, and push its ref."""
    one, own = sync(repo), usage(repo, clone)
    one.fetch()
    own.share(events)
    pushed, left = one.push([own.ref], lambda: own.share(events))
    assert [] == left
    assert len(pushed) <= 1


def of(clone: str, *events: UsageEvent) -> list[UsageEvent]:
    """Return the events as all read them, oldest first."""
    return sorted((one._replace(clone=clone) for one in events), key=lambda one: one.at)


def test_events_lie_in_a_file_a_month_sorted_each_once(there: Repository):
    repo = clone_of(there, "one")

    done = usage(repo).share((*EVENTS, NEW_YEAR))

    assert (f"refs/exp/usage/{A}", 3, 1, 4) == (done.ref, done.recalls, done.outcomes, done.added)
    assert ("2024-01-01T00:00:00Z", "2024-02-02T08:00:00Z") == (done.first, done.last)
    assert ["2024-01.jsonl", "2024-02.jsonl"] == repo.git("ls-tree", "--name-only", done.ref).split("\n")
    january = repo.show(f"{done.ref}:2024-01.jsonl").split("\n")
    assert ["2024-01-01T00:00:00Z", "2024-01-31T23:59:59Z"] == [json.loads(line)["at"] for line in january]
    assert "git-exp <git-exp@noreply.invalid>" == repo.git("log", "-1", "--format=%cn <%ce>", done.ref)
    assert done.size == sum(
        int(repo.git("cat-file", "-s", f"{done.ref}:{month}.jsonl")) for month in ("2024-01", "2024-02")
    )


def test_events_that_only_their_key_tells_apart_are_all_shared(there: Repository):
    repo = clone_of(there, "one")
    twins = [NEW_YEAR._replace(key="00000000"), NEW_YEAR._replace(key="00000001")]

    done, again = (usage(repo).share((*twins, twins[0])) for _ in range(2))

    assert (2, 2, 0) == (done.added, done.recalls, again.added)
    assert of(A, *twins) == list(usage(repo).shared_events()[0])


def test_the_same_events_make_the_same_commit_by_either_writer(there: Repository):
    one, two = clone_of(there, "one"), clone_of(there, "two")
    layout = discover(str(two.path))
    plumbing = GitUsage(
        layout.git(),
        layout,
        clone=A,
        redact=redacted,
        objects=lambda git, _: PlumbingObjects(git),
    )

    assert usage(one).share(EVENTS).commit == plumbing.share(tuple(reversed(EVENTS))).commit


def test_a_second_time_without_new_events_writes_nothing(there: Repository):
    repo = clone_of(there, "one")
    first = usage(repo).share(EVENTS)
    objects = repo.git("count-objects", "-v")

    again = usage(repo).share(EVENTS[:2])

    assert (first.commit, 0, 4) == (again.commit, again.added, again.events)
    assert objects == repo.git("count-objects", "-v")


def test_what_is_shareable_is_told_without_a_change(there: Repository):
    repo = clone_of(there, "one")

    told = usage(repo).shareable(EVENTS)

    assert (None, 4, 4) == (told.commit, told.events, told.added)
    assert {
        "at": WRONG.at,
        "hex": HEX,
        "outcome": "wrong",
        "origin": "said",
        "note": WRONG.note,
    } == json.loads(told.example)
    assert "" == repo.git("for-each-ref", "refs/exp")


def test_what_was_asked_is_never_shared_and_notes_are_redacted_again(there: Repository):
    repo = clone_of(there, "one")
    asked = NEW_YEAR._replace(words="how do we keep the key of the vault")
    noted = WRONG._replace(note=f"ask {MAIL}")

    done = usage(repo).share((asked, noted))

    text = repo.show(f"{done.ref}:2024-01.jsonl") + repo.show(f"{done.ref}:2024-02.jsonl")
    assert "vault" not in text
    assert "words" not in text
    assert MAIL not in text
    assert "ask [email-1]" in text
    events, _ = usage(repo).shared_events()
    assert [None] == [one.words for one in events if isinstance(one, RecallEvent)]


def test_later_events_go_on_top_and_earlier_files_stay(there: Repository):
    repo = clone_of(there, "one")
    first = usage(repo).share((NEW_YEAR, FEBRUARY))

    second = usage(repo).share((FEBRUARY, WRONG))

    assert (1, 3) == (second.added, second.events)
    assert first.commit == repo.rev(f"{second.ref}^")
    months = [repo.rev(f"{commit}:2024-01.jsonl") for commit in (first.commit, second.commit)]
    assert months[0] == months[1]


def test_two_clones_and_a_remote_merge_by_union(there: Repository):
    one, two = clone_of(there, "one"), clone_of(there, "two")
    shared(one, NEW_YEAR, WRONG)
    shared(two, LATE, clone=B)
    shared(one, NEW_YEAR, WRONG, FEBRUARY)

    expected = sorted((*of(A, NEW_YEAR, WRONG), *of(B, LATE)), key=lambda event: event.at)
    assert (expected, []) == usage(two).shared_events()
    sync(two).fetch()
    expected = sorted((*of(A, NEW_YEAR, WRONG, FEBRUARY), *of(B, LATE)), key=lambda event: event.at)
    assert (expected, []) == usage(two).shared_events()


def test_a_copy_of_a_clone_has_its_name_and_neither_loses_anything(there: Repository):
    one, copy = clone_of(there, "one"), clone_of(there, "copy")
    usage(one).share((NEW_YEAR,))
    usage(copy).share((LATE,))

    shared(one, NEW_YEAR)
    shared(copy, LATE)
    shared(one, NEW_YEAR)

    for repo in (one, copy):
        assert (of(A, NEW_YEAR, LATE), []) == usage(repo).shared_events()
    assert one.rev(f"refs/exp/usage/{A}") == copy.rev(f"refs/exp/usage/{A}")
    assert 2 == len(one.git("log", "-1", "--format=%P", f"refs/exp/usage/{A}").split())


def test_a_push_that_another_one_beat_is_tried_again(there: Repository):
    one, copy = clone_of(there, "one"), clone_of(there, "copy")
    slow, own = sync(one), usage(one)
    slow.fetch()
    own.share((NEW_YEAR,))
    shared(copy, LATE)

    pushed, left = slow.push([own.ref], lambda: own.share((NEW_YEAR,)))

    assert ([], [own.ref]) == (left, [move.ref for move in pushed])
    assert (of(A, NEW_YEAR, LATE), []) == usage(one).shared_events()


SHARE = """
import sys
from gitexp.adapters.git import discover
from gitexp.adapters.usage_ref_git import GitUsage
from gitexp.records.usage import RecallEvent
layout = discover()
usage = GitUsage(layout.git(), layout, clone="a" * 16, redact=str)
for day in range(1, 5):
    usage.share([RecallEvent(f"2024-01-0{day}T00:00:00Z", ms=int(sys.argv[1]))])
"""


def test_processes_that_share_at_once_lose_nothing(there: Repository):
    repo = clone_of(there, "one")
    repo.git("config", "core.filesRefLockTimeout", "5000")
    command = [sys.executable, "-c", SHARE]
    running = [
        subprocess.Popen([*command, str(number)], cwd=repo.path, env=environment()) for number in range(1, 4)
    ]

    assert [0, 0, 0] == [process.wait() for process in running]
    events, _ = usage(repo).shared_events()
    assert 12 == len(events)


def test_what_others_push_is_bounded_and_counts_for_the_name_of_its_ref(there: Repository):
    repo = clone_of(there, "one")
    good = b'{"at":"2024-01-01T00:00:00Z","given":["0a1b2c3d4e"],"ms":3,"clone":"%s"}\n' % (A.encode())
    lines = good + b"{broken\n[]\n" + good.replace(b"2024-01", b"2031-07") + b'{"at":"x"}\n\xff\xfe\n'
    blob = there.git("hash-object", "-w", "--stdin", stdin=lines)
    huge = there.git("hash-object", "-w", "--stdin", stdin=good * (MAX_MONTH // len(good) + 1))
    entries = f"100644 blob {blob}\t2024-01.jsonl\n100644 blob {huge}\t2024-02.jsonl\n"
    entries += f"120000 blob {blob}\t2024-03.jsonl\n100644 blob {blob}\t../2024-04.jsonl\n"
    entries = entries.replace("../2024-04.jsonl", "2024-13.jsonl")
    commit = there.git("commit-tree", "-m", "x", there.git("mktree", stdin=entries.encode()))
    there.git("update-ref", f"refs/exp/usage/{B}", commit)
    there.git("update-ref", "refs/exp/usage/not-a-clone", commit)
    there.git("update-ref", "refs/exp/usage/cccccccccccccccc", blob)

    moves, skipped = sync(repo).fetch()
    events, odd = usage(repo).shared_events()

    assert [f"refs/exp/usage/{B}"] == [move.ref for move in moves]
    assert ["origin refs/exp/usage/cccccccccccccccc"] == [skip.where for skip in skipped]
    assert [RecallEvent("2024-01-01T00:00:00Z", (HEX,), ms=3, clone=B)] == events
    told = [skip.what for skip in odd]
    assert "was not read: there is too much of it" in told
    assert "1 event of another month: left out" in told
    assert 6 == len(told), told


def test_what_is_gone_at_the_remote_is_gone_here(there: Repository):
    one, two = clone_of(there, "one"), clone_of(there, "two")
    shared(one, NEW_YEAR)
    sync(two).fetch()
    there.git("update-ref", "-d", f"refs/exp/usage/{A}")

    moves, _ = sync(two).fetch()

    assert [(f"refs/exp/usage/{A}", None)] == [(move.ref, move.new) for move in moves]
    assert ([], []) == usage(two, B).shared_events()


def test_a_shared_event_counts_once_beside_the_logged_one_that_has_words(there: Repository):
    repo = clone_of(there, "one")
    files = UsageFiles(str(repo.path / ".git"))
    files.log(NEW_YEAR._replace(words="what was asked"))
    own = usage(repo, files.clone)
    own.share(files.events()[0])
    own.share([FEBRUARY])

    both = UsageFiles(str(repo.path / ".git"), shared=own.shared_events)

    assert [NEW_YEAR.at, FEBRUARY.at] == [event.at for event in both.events()[0]]


def test_a_sha256_repository_shares_too(tmp_path: Path):
    repo = Repository.create(tmp_path / "wide", object_format="sha256")

    done = usage(repo).share(EVENTS)

    assert 64 == len(done.commit or "")
    assert (of(A, *EVENTS), []) == usage(repo).shared_events()
