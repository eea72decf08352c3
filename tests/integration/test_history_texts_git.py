"""The messages of merges and squashes, as each forge words them, and decision trailers, as git itself reads them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.commit_prose import MAX_BODY
from gitexp.adapters.git import discover
from gitexp.adapters.history_git import GitHistory
from gitexp.adapters.history_texts_git import STRIDE
from gitexp.records.history import Commit, Texts
from support.repository import Repository, isolate

BO = ("Bo", "bo@example.org")
MARA = ("Mara", "mara@example.org")
SAID = (
    "The reader must hold the lock until the file is closed, because the writer\n"
    "truncates it first and a half read file passes the check."
)


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    made = Repository.create(tmp_path / "repo")
    made.commit("Start", readme="one")
    return made


def read(repo: Repository, **more: float) -> Texts:
    return GitHistory(discover(str(repo.path)).git()).texts(**more)


def found(repo: Repository) -> tuple[Commit, ...]:
    """Return the texts of a history of which everything was looked at."""
    texts = read(repo)
    assert texts.limits == ()
    return texts.found


def commit(repo: Repository, message: bytes, *options: str, author: tuple[str, str] = MARA) -> str:
    """Commit with a message that a command line may not hold, as it stands."""
    repo.git(
        "commit",
        "--quiet",
        "--allow-empty",
        "--cleanup=verbatim",
        "-F",
        "-",
        *options,
        stdin=message,
        author=author,
    )
    repo.commits += 1
    return repo.rev()


def merge(repo: Repository, message: str, *, branches: int = 1, author: tuple[str, str] = MARA) -> str:
    """Merge branches of one commit each, which Bo made, as Mara."""
    names = [f"side-{number}" for number in range(branches)]
    for name in names:
        repo.git("checkout", "--quiet", "-B", name, "main")
        repo.commit("wip", {f"{name}.txt": message}, author=BO)
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", message, *names, author=author)
    repo.commits += 1
    return repo.rev()


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Merge pull request #12 from bo/lock", f"Hold it\n\n{SAID}"),
        (
            "Merge pull request #12 in ACME/rocket from bo/lock to main",
            f"Hold it\n\n{SAID}\n\n* commit '0123456':\n  Fix",
        ),
        ("Pull request #12: Hold it", f"Merge in ACME/rocket from bo/lock to main\n\n{SAID}"),
        ("Merged in bo/lock (pull request #12)", f"Hold it\n\n{SAID}\n\nApproved-by: Mara"),
        (
            "Merge branch 'lock' into 'main'",
            f"Hold it\n\n{SAID}\n\nCloses #3\n\nSee merge request acme/rocket!12",
        ),
        ("Merged PR 12: Hold it", f"{SAID}\n\nRelated work items: #3"),
        (
            "Merge pull request 'Hold it' (#12) from bo/lock into main",
            f"{SAID}\n\nReviewed-on: https://example.org/12",
        ),
        ("Auto merge of #12 - bo:lock, r=mara", f"Hold it\n\n{SAID}"),
        ("Merge #12", f"12: Hold it r=mara a=bo\n\n{SAID}\n\nCo-authored-by: Bo <bo@example.org>"),
        (
            "Merge acme/rocket#12: Hold it",
            "0123456789abcdef wip (Bo)\n\nPull request description:\n\n"
            + "\n".join(f"  {line}" for line in SAID.split("\n"))
            + "\n\nACKs for top commit:\n  mara:\n    ACK 0123456\n\nTree-SHA512: 0123",
        ),
    ],
    ids=[
        "github",
        "bitbucket-server",
        "bitbucket-new",
        "bitbucket",
        "gitlab",
        "azure",
        "gitea",
        "bors",
        "bors-ng",
        "bitcoin",
    ],
)
def test_a_merge_says_what_its_request_said(repo: Repository, subject: str, body: str) -> None:
    id = merge(repo, f"{subject}\n\n{body}")
    [text] = found(repo)

    assert (id, "Hold it", SAID) == (text.id, text.subject, text.body)


@pytest.mark.parametrize(
    "subject",
    ["Hold it (#12)", "Hold it (!12)", "Merged PR 12: Hold it", "Merged in bo/lock (pull request #12)"],
)
def test_a_squash_says_it_under_its_own_author(repo: Repository, subject: str) -> None:
    id = repo.commit(
        f"{subject}\n\n* wip\n\n* Fix the tests\n\n{SAID}\n\nCo-authored-by: Al <al@example.org>", author=BO
    )

    assert [(id, "Bo", SAID)] == [(text.id, text.author, text.body) for text in found(repo)]


def test_another_commit_says_nothing_here(repo: Repository) -> None:
    repo.commit(f"Hold it\n\n{SAID}")
    repo.commit(f"Merge pull request #12 from bo/lock\n\nHold it\n\n{SAID}")

    assert () == found(repo)


def test_a_merge_with_its_title_alone_says_nothing(repo: Repository) -> None:
    merge(
        repo,
        "Merge pull request #12 from bo/lock\n\nHold the lock of the table until the file is closed by all of its readers",
    )

    assert () == found(repo)


def test_a_squash_of_trailers_alone_says_nothing(repo: Repository) -> None:
    repo.commit("Hold it (#1)\n\nSigned-off-by: Bo <bo@example.org>\nReviewed-by: Al\nCloses: #3")

    assert () == found(repo)


# Who said it


@pytest.mark.parametrize(
    ("subject", "author", "by"),
    [
        ("Merge acme/rocket#12: Hold it", MARA, "Bo"),
        ("Merged PR 12: Hold it", MARA, "Bo"),
        # What stands below a title may be the request's, or of who merged it.
        ("Merge pull request #12 from bo/lock", MARA, ""),
        ("Merge pull request #12 from bo/lock", BO, "Bo"),
        ("Merge branch 'side-0'", MARA, "Mara"),
    ],
)
def test_who_merged_is_not_taken_for_who_wrote(
    repo: Repository, subject: str, author: tuple[str, str], by: str
) -> None:
    merge(repo, f"{subject}\n\n{SAID}\n\n{SAID} Twice.", author=author)
    [text] = found(repo)

    assert by == text.author


def test_a_branch_that_was_brought_up_to_date_does_not_tell_who_wrote(repo: Repository) -> None:
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", side="one", author=BO)
    repo.git("checkout", "--quiet", "main")
    repo.commit("Go on", readme="two")
    repo.git("checkout", "--quiet", "side")
    repo.git("merge", "--quiet", "-m", "Merge branch 'main' into side", "main")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", f"Merge #12: Hold it\n\n{SAID}", "side", author=MARA)

    assert [""] == [text.author for text in found(repo)]


def test_of_several_branches_nobody_is_named(repo: Repository) -> None:
    merge(repo, f"Merge #12: Hold it\n\n{SAID}", branches=2)

    assert [(SAID, "")] == [(text.body, text.author) for text in found(repo)]


def test_bots_and_bumps_say_nothing(repo: Repository) -> None:
    repo.commit(f"Hold it (#12)\n\n{SAID}", author=("renovate[bot]", "bot@example.org"))
    repo.commit(f"Bump acme from 1.2 to 1.3 (#13)\n\n{SAID}")
    repo.commit(f"Release 1.2.3 (#14)\n\n{SAID}")
    merge(repo, f"Merge pull request #15 from bo/acme\n\nBump acme from 1.2 to 1.3\n\n{SAID}")

    assert () == found(repo)


def test_a_request_of_a_bot_says_nothing_though_a_person_merged_it(repo: Repository) -> None:
    repo.git("checkout", "--quiet", "-b", "side")
    repo.commit("wip", side="one", author=("dependabot[bot]", "bot@example.org"))
    repo.git("checkout", "--quiet", "main")
    repo.git(
        "merge", "--quiet", "--no-ff", "-m", f"Merge pull request #12 from x/y\n\nHold it\n\n{SAID}", "side"
    )

    assert () == found(repo)


def test_a_request_of_a_person_counts_though_a_bot_merged_it(repo: Repository) -> None:
    merge(repo, f"Merge acme/rocket#12: Hold it\n\n{SAID}", author=("merge-queue[bot]", "bot@example.org"))

    assert ["Bo"] == [text.author for text in found(repo)]


@pytest.mark.parametrize(
    "subject", ['Revert "Hold it" (#12)', "fix(core): Reland hold it (#12)", "Reapply hold it (#12)"]
)
def test_what_takes_back_or_brings_back_is_told_elsewhere(repo: Repository, subject: str) -> None:
    repo.commit(f"{subject}\n\n{SAID}")

    assert () == found(repo)


# Trailers


def test_decision_trailers_of_any_commit_are_read_as_git_reads_them(repo: Repository) -> None:
    message = (
        "Hold it\n\nSome words.\n\nConstraint: one writer,\n  because the tool\n  locks it\n"
        "Signed-off-by: Bo <bo@example.org>\nrejected: a pool | it starves\nTested: on Linux\nConfidence: low"
    )
    id = repo.commit(message)
    unfolded = (
        "Constraint: one writer, because the tool locks it\nrejected: a pool | it starves\nConfidence: low"
    )
    [text] = found(repo)

    assert (id, "Hold it", unfolded) == (text.id, text.subject, text.body)
    assert [unfolded] == [
        repo.git(
            "log", "-1", "--format=%(trailers:key=constraint,key=rejected,key=confidence,unfold,only)"
        ).strip()
    ]


def test_trailers_that_decide_nothing_are_none(repo: Repository) -> None:
    repo.commit("Hold it\n\nConfidence: high\nNot-tested: on Windows")

    assert () == found(repo)


def test_what_looks_like_a_trailer_above_the_last_paragraph_is_none_to_git(repo: Repository) -> None:
    repo.commit("Hold it\n\nConstraint: one writer, because the tool locks it\n\nSome more words.")

    assert () == found(repo)


def test_a_squash_holds_the_trailers_of_its_commits(repo: Repository) -> None:
    repo.commit(
        "Hold it (#12)\n\n* Open late\n\n"
        + SAID
        + "\n\nConstraint: one writer,\n  because the tool locks it\n\n"
        "* Close early\n\nRejected: a pool | it starves\nConfidence: low\n\nCo-authored-by: Bo <bo@example.org>"
    )
    [text] = found(repo)

    assert (
        f"{SAID}\n\nConstraint: one writer, because the tool locks it\n\n"
        "Rejected: a pool | it starves\nConfidence: low"
    ) == text.body


def test_the_last_trailers_of_a_squash_are_read_once(repo: Repository) -> None:
    repo.commit(
        f"Hold it (#12)\n\n{SAID}\n\nConstraint: one  writer, \n because the tool locks it\nCo-authored-by: Bo <b@e.org>"
    )
    [text] = found(repo)

    assert f"{SAID}\n\nConstraint: one writer, because the tool locks it" == text.body


# Files, and what was not looked at


def test_a_merge_is_held_against_its_first_parent(repo: Repository) -> None:
    merge(repo, f"Merge #12: Hold it\n\n{SAID}")

    assert [("side-0.txt",)] == [text.files for text in found(repo)]


def test_the_newest_comes_first_and_the_same_message_counts_once(repo: Repository) -> None:
    for number in (12, 13, 13):
        repo.commit(f"Hold it (#{number})\n\n{SAID}")

    assert ["Hold it (#13)", "Hold it (#12)"] == [text.subject for text in found(repo)]


def test_line_ends_and_letters_of_other_systems_are_read(repo: Repository) -> None:
    told = "Hold it (#12)\n\n" + SAID + "\n\nConstraint: one writer,\n  as told\nConfidence: low\n"
    commit(repo, told.replace("\n", "\r\n").encode())
    german = f"Gr\u00fc\u00dfe (#13)\n\nDas Schlo\u00df bleibt zu.\n{SAID}"
    repo.git("config", "i18n.commitEncoding", "ISO-8859-1")
    commit(repo, german.encode("latin-1"))
    repo.git("config", "--unset", "i18n.commitEncoding")
    # Git itself writes no such commit any more.
    who = "A <a@e.org> 1 +0000"
    told = f"tree {repo.rev('HEAD^{tree}')}\nparent {repo.rev()}\nauthor {who}\ncommitter {who}\n"
    broken = told.encode() + b"\nRaw (#14)\n\nIt stays \xff\xfe closed.\n" + SAID.encode()
    repo.git(
        "reset", "--quiet", "--hard", repo.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=broken)
    )
    raw, latin, crlf = found(repo)

    assert f"{SAID}\n\nConstraint: one writer, as told\nConfidence: low" == crlf.body
    assert ("Gr\u00fc\u00dfe (#13)", True) == (latin.subject, "Schlo\u00df bleibt" in latin.body)
    assert "It stays \ufffd\ufffd closed." in raw.body


def test_a_message_of_megabytes_is_read_to_its_limit_and_that_is_said(repo: Repository) -> None:
    commit(repo, b"Hold it (#12)\n\n" + b"It must stay closed, because it opens by itself.\n" * 110_000)
    texts = read(repo)

    assert [True] == [0 < len(text.body) <= MAX_BODY for text in texts.found]
    assert (f"of 1 message only the first {MAX_BODY} characters were read",) == texts.limits


def test_a_subject_of_megabytes_is_none(repo: Repository) -> None:
    commit(repo, b"Hold it " * 640_000 + b"(#12)\n\n" + SAID.encode())

    assert () == found(repo)


@pytest.mark.parametrize(
    "message", [b"", b"\n\n", b"(#1)", b"(#1)\n\n\x01\n\x01\n", b"\x01\n(#1)\n\n\x1b[2J" + b"a" * 90]
)
def test_a_strange_message_ends_nothing(repo: Repository, message: bytes) -> None:
    commit(repo, message, "--allow-empty-message")
    repo.commit(f"Hold it (#12)\n\n{SAID}")

    assert "Hold it (#12)" == found(repo)[0].subject


def test_an_empty_repository_has_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    isolate(monkeypatch, tmp_path)

    assert Texts((), 0) == read(Repository.create(tmp_path / "empty"))


def test_a_shallow_clone_gives_what_it_has(repo: Repository, tmp_path: Path) -> None:
    for number in (12, 13):
        merge(repo, f"Merge #{number}: Hold it {number}\n\n{SAID}")
    shallow = repo.clone(tmp_path / "shallow", "--depth", "1")
    texts = read(shallow)

    # At the border the parents are not there: it looks like a commit without any, which merges nothing.
    assert ((), 1) == (texts.found, texts.looked_at)


def test_it_stops_in_time_and_says_how_far_it_came(repo: Repository) -> None:
    stream = "".join(
        f"commit refs/heads/many\ncommitter A <a@e.org> {number} +0000\ndata 5\nHello\n\n"
        for number in range(STRIDE + 5)
    )
    repo.git("fast-import", "--quiet", stdin=stream.encode())
    ticks = iter(range(100))
    git = discover(str(repo.path)).git()
    texts = GitHistory(git, "many", clock=lambda: float(next(ticks))).texts(seconds=1.5)

    assert (STRIDE, (f"the texts of the newest {STRIDE} commits were read",)) == (
        texts.looked_at,
        texts.limits,
    )
