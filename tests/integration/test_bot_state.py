"""The bot's memory as files: the same memory gives the same files, what is odd costs itself, nothing secret comes back."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.bot_state_fields import MAX_FILE
from gitexp.adapters.bot_state_git import read_refusals, read_state, state_tree
from gitexp.adapters.bot_state_json import refusal_file, refusal_from, state_files
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.git_commits import make_commit, put
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.objects_plumbing import PlumbingObjects
from gitexp.adapters.store_git import GitStore
from gitexp.errors import RecordError
from gitexp.records.bot import Backfill, BotState, Cursor, Ended, OpenProposal, Refusal, Row
from gitexp.records.experience import Standing
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted
from gitexp.steps.redact_change import redacted_change
from support.bot_memory import a_carried, a_full_state, a_proposal, read_back
from support.experiences import an_experience
from support.repository import Repository, isolate

REFUSAL = Refusal(
    "0a1b2c3d4e",
    "retry-at-most-twice-0a1b2c3d4e",
    "one_off",
    "It was this one time",
    "rita",
    "2024-05-03T10:00:00Z",
    41,
)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    isolate(monkeypatch, tmp_path)


def test_a_memory_comes_back_whole() -> None:
    state = a_full_state()

    assert (state, ()) == read_back(state_files(state))


def test_an_empty_memory_has_no_files() -> None:
    assert {} == state_files(BotState())
    assert (BotState(), ()) == read_back({})


def test_each_part_has_its_file_and_ends_with_a_line() -> None:
    state = a_full_state()
    keys = sorted(one.key for one in state.waiting)

    files = state_files(state)

    assert [
        "cursor.json",
        "proposal.json",
        *(f"waiting/{key}.json" for key in keys),
        f"waiting/changes/{state.changes[0].record.hex}.json",
    ] == sorted(files, key=lambda path: (path.count("/"), path))
    assert all(data.endswith(b"}\n") and b"\r" not in data for data in files.values())


def test_the_files_do_not_depend_on_the_order_in_which_things_came() -> None:
    state = a_full_state()

    assert state_files(state) == state_files(replace(state, waiting=state.waiting[::-1]))


def test_no_field_of_the_memory_is_forgotten() -> None:
    """Whoever adds a field to these records adds it to the files, and here."""
    known = {
        BotState: "cursor backfill waiting changes proposal answered closed laid checked ended",
        Cursor: "until recent missed",
        Backfill: "since until reached",
        OpenProposal: "rows base head opened changed title number frozen status",
        Row: "number key kind id path state words before",
        Refusal: "key id kind reason by at pull",
        Ended: "proposal answered waiting changes",
    }

    assert known == {kind: " ".join(field.name for field in fields(kind)) for kind in known}


@pytest.mark.parametrize("path", ["cursor.json", "proposal.json", "waiting", "waiting/changes"])
@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b'{"v": 2}',
        b'{"v": 1, "v": 1}',
        b'{"v": 1, "until": NaN}',
        b'{"v": 1, "unheard_of": 1}',
        b'{"v": 1, "until": "tomorrow", "base": "main"}',
        b'{"v": 1, "until": "2024-13-45T10:00:00Z"}',
        b'{"v": 1, "recent": [1, -1], "rows": [1]}',
        b'{"v": 1, "recent": [true], "rows": {}}',
        b'{"v": 1, "recent": [1e99], "rows": {}}',
        b'{"v": 1, "missed": [[1]], "rows": {}}',
        b'{"v": 1, "closed": "40"}',
        b'{"v": 1, "answered": ["a b"]}',
        b'{"v": 1, "answered": ["../../x"]}',
        b'{"v": 1, "laid": 5}',
        b'{"v": 1, "checked": "HEAD"}',
        b'{"v": 1, "recent": ' + b"9" * 5000 + b"}",
        b'{"v": 1, "a": ' + b"[" * 3000 + b"]" * 3000 + b"}",
        b'{"v": 1, "a": "' + b"a" * MAX_FILE + b'"}',
    ],
)
def test_one_bad_file_costs_itself_and_is_said(path: str, data: bytes) -> None:
    state = a_full_state()
    files = state_files(state)
    name = next(
        name for name in files if name.startswith(path) and (path != "waiting" or name.count("/") == 1)
    )

    read, unread = read_back({**files, name: data})

    assert [name] == [words.split(": ")[0] for words in unread]
    left = {key: value for key, value in files.items() if key != name}
    assert left == state_files(read)


def test_a_candidate_under_another_name_is_not_read() -> None:
    [(name, data)] = state_files(BotState(waiting=(a_carried(),))).items()

    state, unread = read_back({"waiting/0000000000.json": data})

    assert () == state.waiting
    assert (f"waiting/0000000000.json: holds the candidate {name[8:18]}",) == unread


def test_a_change_record_under_another_name_is_not_read() -> None:
    [data] = state_files(BotState(changes=a_full_state().changes)).values()

    state, unread = read_back({"waiting/changes/ffffffffff.json": data})

    assert () == state.changes
    assert 1 == len(unread)


def test_secrets_in_the_memory_are_redacted_again() -> None:
    secret = "ghp_" + "a1B2" * 9
    row = replace(a_proposal().rows[0], words=f"by @rita: {secret}")
    state = BotState(proposal=replace(a_proposal(), rows=(row,), title=secret, frozen=secret))

    read, unread = read_back(state_files(state))

    assert () == unread
    assert read.proposal is not None
    assert secret not in str(read)


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "src/x.py", "experiences/../x.yaml", "experiences/.git/x.yaml", ""]
)
def test_a_row_that_names_a_place_outside_the_store_is_not_read(path: str) -> None:
    row = replace(a_proposal().rows[0], path=path)

    state, unread = read_back(state_files(BotState(proposal=replace(a_proposal(), rows=(row,)))))

    assert state.proposal is None
    assert 1 == len(unread)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
NAMES = (
    "cursor.json",
    "proposal.json",
    "waiting/0a1b2c3d4e.json",
    "waiting/changes/0a1b2c3d4e.json",
    "waiting/x",
)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(NAMES), st.dictionaries(st.sampled_from(("until", "rows", "carried", "text")), JSON))
def test_whatever_stands_in_a_file_nothing_but_words_comes_of_it(
    name: str, members: dict[str, object]
) -> None:
    data = json.dumps({"v": 1, **members}).encode()

    _, unread = read_back({name: data})

    assert len(unread) <= 1


@settings(max_examples=30, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_said(data: bytes) -> None:
    for name in NAMES:
        _, unread = read_back({name: data})
        assert 1 == len(unread)


def test_a_refusal_comes_back() -> None:
    path, data = refusal_file(REFUSAL)

    assert "refused/0a1b2c3d4e.json" == path
    assert REFUSAL == refusal_from(data, path, redacted)


@pytest.mark.parametrize("key", ["", "x", "../../../x", "0A1B2C3D4E", "0a1b2c3d4e\n"])
def test_a_refusal_of_no_key_is_not_written(key: str) -> None:
    with pytest.raises(RecordError):
        refusal_file(replace(REFUSAL, key=key))


# In the tree


def kept(repo: Repository, state: BotState, tree: str | None = None, **more: object) -> str:
    layout = discover(str(repo.path))
    with ObjectReader(layout.git()) as reader:
        return state_tree(reader, PlumbingObjects(layout.git()), tree, state, **more)  # type: ignore[arg-type]


def as_commit(repo: Repository, tree: str) -> str:
    return make_commit(PlumbingObjects(discover(str(repo.path)).git()), tree, [], 0, "memory")


def read_at(repo: Repository, commit: str) -> tuple[BotState, tuple[str, ...]]:
    with ObjectReader(discover(str(repo.path)).git()) as reader:
        return read_state(reader, commit, redacted, redacted_change)


@pytest.fixture
def repo(tmp_path: Path) -> Repository:
    return Repository.create(tmp_path / "project")


def test_the_same_memory_gives_the_same_tree(repo: Repository) -> None:
    first = kept(repo, a_full_state())
    state, unread = read_at(repo, as_commit(repo, first))

    assert (a_full_state(), ()) == (state, unread)
    assert first == kept(repo, state, first)


def test_what_no_longer_waits_leaves_the_tree_and_refusals_stay(repo: Repository) -> None:
    first = kept(repo, a_full_state(), refusals=[REFUSAL])

    second = kept(repo, BotState(cursor=Cursor("2024-06-01")), first)

    assert "cursor.json\nrefused/0a1b2c3d4e.json" == repo.git("ls-tree", "-r", "--name-only", second)


def test_what_a_closed_proposal_held_comes_back_apart_from_what_waits(repo: Repository) -> None:
    full = a_full_state()
    ended = Ended(a_proposal(), ("12",), full.waiting[:1], full.changes)
    state = replace(full, proposal=None, waiting=full.waiting[1:], changes=(), ended=ended)

    assert (state, ()) == read_at(repo, as_commit(repo, kept(repo, state)))


def test_what_is_on_the_open_proposal_is_not_refused_any_more(repo: Repository) -> None:
    [row] = a_proposal().rows
    refusal = replace(REFUSAL, key=row.key, id=row.id)
    first = kept(repo, BotState(), refusals=[refusal, REFUSAL])

    again = kept(repo, BotState(proposal=a_proposal()), first)
    dropped = replace(a_proposal(), rows=(replace(row, state="dropped"),))
    still = kept(repo, BotState(proposal=dropped), first)

    assert ["proposal.json", "refused/0a1b2c3d4e.json"] == _names(repo, again)
    assert f"refused/{row.key}.json" in _names(repo, still)


def test_of_what_stands_only_the_change_was_refused(repo: Repository) -> None:
    one = an_experience()
    [row] = a_proposal().rows
    blob = repo.git("hash-object", "-w", "--stdin", stdin=an_experience_file())
    standing = Standing[str](one, f"experiences/cache/{one.id}.yaml", blob)
    new, old = (replace(row, id=one.id, state="dropped", before=before) for before in ("", "d" * 40))

    names = [
        _names(repo, kept(repo, BotState(proposal=replace(a_proposal(), rows=(way,))), refused=[standing]))
        for way in (new, old)
    ]

    assert [True, False] == [f"refused/{one.id}.yaml" in some for some in names]


def _names(repo: Repository, tree: str) -> list[str]:
    return repo.git("ls-tree", "-r", "--name-only", tree).splitlines()


def test_a_link_a_folder_and_a_stranger_in_the_tree_are_said_and_taken_out(repo: Repository) -> None:
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"/etc/passwd")
    inner = repo.git("mktree", stdin=f"100644 blob {blob}\tx\n".encode())
    names = (
        f"120000 blob {blob}\tproposal.json\n040000 tree {inner}\tcursor.json\n040000 tree {inner}\twaiting\n"
    )
    commit = as_commit(repo, repo.git("mktree", stdin=names.encode()))

    state, unread = read_at(repo, commit)

    assert BotState() == state
    assert ["cursor.json: is a folder", "proposal.json: is a symlink"] == sorted(unread)[:2]
    assert "waiting/x: " in sorted(unread)[2]
    assert "" == repo.git("ls-tree", kept(repo, BotState(), f"{commit}^{{tree}}"))


def test_refusals_can_be_read_and_do_not_confuse_who_reads_what_was_refused(repo: Repository) -> None:
    repo.commit("Begin", files={"a.txt": ""})
    experience = an_experience()
    blob = repo.git("hash-object", "-w", "--stdin", stdin=an_experience_file())
    standing = Standing[str](experience, f"experiences/cache/{experience.id}.yaml", blob)
    other = replace(REFUSAL, key="1111111111")
    tree = kept(repo, BotState(), refusals=[other, REFUSAL], refused=[standing])
    commit = as_commit(repo, tree)
    repo.git("update-ref", "refs/exp/ledger", commit)
    layout = discover(str(repo.path))
    git = layout.git()

    with ObjectReader(git) as reader:
        assert (REFUSAL, other) == read_refusals(reader, commit, redacted)
    assert [experience.id] == [one.experience.id for one in store(repo).refused("exp/proposals")]


def an_experience_file() -> bytes:
    from gitexp.adapters.experience_yaml import write
    from gitexp.steps.redact import redacted_experience

    return write(redacted_experience(an_experience())).encode()


def store(repo: Repository) -> GitStore:
    from gitexp.adapters.experience_yaml import read, write

    layout = discover(str(repo.path))
    return GitStore(layout.git(), layout, base=base(layout.git()), read=read, write=write)


# Taking a file out of a tree


def test_a_file_taken_out_leaves_no_empty_folder(repo: Repository) -> None:
    repo.commit("Begin", files={"a/b/c.txt": "1", "a/d.txt": "2"})
    layout = discover(str(repo.path))

    with ObjectReader(layout.git()) as reader:
        objects = PlumbingObjects(layout.git())
        without = put(reader, objects, "HEAD^{tree}", {"a/b/c.txt": None})
        nothing = put(reader, objects, without, {"a/d.txt": None})
        same = put(reader, objects, "HEAD^{tree}", {"a/x/y.txt": None, "a/d.txt/y": None, "z": None})

    assert "a/d.txt" == repo.git("ls-tree", "-r", "--name-only", without)
    assert "" == repo.git("ls-tree", nothing)
    assert repo.rev("HEAD^{tree}") == same


def test_text_stays_text() -> None:
    state, _ = read_back(state_files(a_full_state()))

    assert isinstance(state.changes[0].text, Redacted)
    assert isinstance(state.waiting[0].candidate.what, Redacted)
