"""Of a merge's text the prose is kept: no trailers, no lists of commits, no signatures, nothing that tools add."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.commit_prose import decisions, is_bot, is_routine, parted, prose
from gitexp.adapters.merge_forms import request_of

SAID = (
    "The reader must hold the lock until the file is closed, because the writer\n"
    "truncates it first and a half read file passes the check."
)


@pytest.mark.parametrize(
    "below",
    [
        "Signed-off-by: Ada <ada@example.org>",
        "Co-authored-by: Ada <ada@example.org>\nCo-Authored-By: Bo <bo@example.org>",
        "Reviewed-by: Bo\nChange-Id: I0123456789\nReviewed-on: https://example.org/12",
        "Closes #12",
        "Fixes: #12, #13.",
        "closes acme/rocket#12 and fixes GH-14",
        'Fixes: 0123456789ab ("Open the valve early")\nCc: stable',
        "See https://example.org/a/b?c=d#e",
        "Refs: ABC-123, ABC-124",
        "(cherry picked from commit 0123456789abcdef0123456789abcdef01234567)",
        "---------\n\nCo-authored-by: Ada <ada@example.org>",
        "* Fix the tests\n\n* more tests.\n\n* Don't call it twice",
        "- add a test\n- rename it",
        "* Fix typo\n* Address review",
        "See merge request acme/rocket!12",
        "ACKs for top commit:\n  bo:\n    ACK 0123456\n\nTree-SHA512: 0123",
        "ACKs for commit 012345:\n  bo:\n    utACK 0123456",
        "Top commit has no ACKs.",
        "Related work items: #12, #13",
        "Approved-by: Bo",
        "Conflicts:\n\tsrc/a.py\n\tCHANGELOG.md",
        "# Conflicts:\n#\tsrc/a.py",
        "* commit '0123456789ab':\n  Fix the tests\n  Fix the docs",
        "* side-1:\n  Fix the tests\n  Fix the docs",
        "* branch 'side-1': (24 commits)\n  Fix the tests because they must pass\n  ...",
        "0123456 Fix the tests (Ada)\n89abcdef0123 Fix the docs (Bo)",
        "[ci skip]",
        "[Ada Author + Bo O'Neil]",
        "- [x] I ran the tests\n- [ ] I wrote docs",
        "<details>\n<summary>Notes</summary>\nBump everything because it must.\n</details>",
        "<!-- Thanks for your pull request! You must not remove this line. -->",
        "![before](https://example.org/a.png)",
        '<img width="10" src="https://example.org/a.png" />',
        "## References\n\nhttps://example.org/12",
        "See also:\n\n- https://example.org/12\n- #14",
        "for more information, see https://pre-commit.ci",
        "Constraint: never open it twice, because it leaks\nConfidence: high",
        SAID,
        SAID.replace("\n", " ").upper(),
    ],
)
def test_what_stands_around_the_prose_goes(below: str) -> None:
    assert SAID == prose(f"{SAID}\n\n{below}", "Hold the lock (#12)")


@pytest.mark.parametrize(
    "kept",
    [
        "Closes gh-12, where the lock was seen to be taken twice by the reader\nthat had it already.",
        "Bug: the parser must never see a tab, because it counts columns by bytes.",
        "Note: call `close` first.\nWarning: never call it twice, because it frees the table.",
        "Fixes the case where the lock is taken twice by a reader that had it already.",
        "Tested values must stay below ten, since the firmware wraps them around.",
        "* The lock is taken by the reader,\n  and given back by the writer, which must never wait for it.",
        "- Never call `close` from a hook, because it deadlocks\n- The writer is told by a signal.",
        "Motivation\n----------\nThe lock was taken twice by a reader that had it already, so it hung.",
        "## Why\n\nThe lock was taken twice by a reader that had it already, so that it hung.",
        "> Never call `close` from a hook, said the manual, and we did, so that it hung.",
    ],
)
def test_what_someone_argues_stays(kept: str) -> None:
    marked = kept.replace("----------\n", "")

    assert f"{SAID}\n\n{marked}" == prose(f"{SAID}\n\n{kept}")


def test_a_description_that_a_script_indents_is_read_alone() -> None:
    body = (
        "0123456789abcdef Fix the tests (Ada)\n\nPull request description:\n\n"
        + "\n".join(f"  {line}" for line in SAID.split("\n"))
        + "\n\n      code()\n\nACKs for top commit:\n  bo:\n    Tested ACK 0123456\n\nTree-SHA512: 0123"
    )

    assert f"{SAID}\n\n    code()" == prose(body)


@pytest.mark.parametrize(
    "body", ["", "\n \n", "Closes #12", "Too short to argue.", "## Why", "* Fix\n\n* Fix more"]
)
def test_a_text_that_argues_nothing_is_none(body: str) -> None:
    assert "" == prose(body)


def test_the_title_is_not_said_again() -> None:
    title = "Hold the lock of the table for as long as the file is open, since the writer truncates it (#12)"

    assert "" == prose(title.removesuffix(" (#12)"), title)


def test_code_that_repeats_itself_stays() -> None:
    body = f"{SAID}\n\n```\nopen()\n```\n\nThen:\n\n```\nopen()\n```"

    assert body == prose(body)


def test_each_commit_of_a_squash_keeps_its_decisions_together() -> None:
    body = (
        "* Open late\n\nConstraint: one writer,\n  because the tool locks it\nConfidence: low\n\n"
        "* Close early\n\nrejected: a pool | it starves\nSigned-off-by: Ada <ada@example.org>\n\n"
        "* Test it\n\nTested: on Linux"
    )

    assert [
        "Constraint: one writer, because the tool locks it\nConfidence: low",
        "rejected: a pool | it starves",
    ] == decisions(body)
    assert "" == prose(body)


def test_a_text_is_parted_where_its_decisions_begin() -> None:
    assert (SAID, [["Constraint: a b"], ["Rejected: c | d", "Confidence: low"]]) == parted(
        f"{SAID}\n\nConstraint: a b\n\nRejected: c | d\nConfidence: low"
    )
    assert (SAID, []) == parted(SAID)
    assert ("", [["Directive: a b"]]) == parted("Directive: a b")


@pytest.mark.parametrize(
    "title",
    [
        "Bump acme from 1.2 to 1.3 (#12)",
        "build(deps): bump acme from 1.2 to 1.3",
        "chore(deps): update dependency acme to v3",
        "Update all non-major dependencies (#12)",
        "Upgrade acme from 1.2 to 1.3",
        "Release 1.2.3",
        "chore: release v1.2 (#12)",
        "REL: Prepare for the 1.20 release",
        "v1.2.3",
        "deps: acme@1.2.3",
        "[backport] Hold the lock (#12)",
        "Backport #12: Hold the lock",
        "Merge upstream into next (#12)",
        "Sync with upstream",
        "Update CHANGELOG",
    ],
)
def test_a_release_or_a_bump_is_routine(title: str) -> None:
    assert is_routine(title)


@pytest.mark.parametrize(
    "title",
    [
        "Release the lock before the file is closed (#12)",
        "Autoload constants eagerly (#12)",
        "Upgrade path must keep the old table (#12)",
        "Version files by their content",
        "Synchronize readers with a barrier",
        "Update the lock while reading",
        "Merge ranges that touch (#12)",
        "fix(parser): hold the lock",
    ],
)
def test_another_title_is_not(title: str) -> None:
    assert not is_routine(title)


def test_a_bot_is_known_by_its_name() -> None:
    assert [True, True, True, True] == [
        is_bot(name) for name in ("dependabot[bot]", "Renovate", "acme-bot", "GitHub Actions")
    ]
    assert [False, False] == [is_bot(name) for name in ("Abbot Smith", "Roberta")]


@pytest.mark.parametrize(
    ("subject", "body", "title", "text"),
    [
        ("Merge pull request #12 from ada/lock", "Hold it\n\nBecause.", "Hold it", "Because."),
        ("Merge pull request #12 from ada/lock", "Hold it", "Hold it", ""),
        ("Merge pull request #12 from ada/lock", "It is held\nby two.", None, "It is held\nby two."),
        (
            "Merge pull request #12 in ACME/rocket from lock to main",
            "* commit 'ab':\n  x",
            None,
            "* commit 'ab':\n  x",
        ),
        ("Pull request #12: Hold it", "Merge in A/b from c to d", "Hold it", "Merge in A/b from c to d"),
        ("Merged in ada/lock (pull request #12)", "Hold it\n\nBecause.", "Hold it", "Because."),
        (
            "Merge branch 'lock' into 'main'",
            "Hold it\n\nSee merge request a/b!12",
            "Hold it",
            "See merge request a/b!12",
        ),
        ("Merged PR 12: Hold it", "Because.", "Hold it", "Because."),
        ("Merge #12: Hold it", "Because.", "Hold it", "Because."),
        ("Merge acme/rocket#12: Hold it", "Because.", "Hold it", "Because."),
        ("Merge pull request 'Hold it' (#12) from ada/lock into main", "Because.", "Hold it", "Because."),
        ("Auto merge of #12 - ada:lock, r=bo", "Hold it\n\nBecause.", "Hold it", "Because."),
        ("Merge #12 #13", "12: Hold it r=bo a=ada\n\nBecause.", "Hold it", "Because."),
        ("Merge branch 'lock'", "Because.", None, "Because."),
    ],
)
def test_the_title_of_each_forge_is_parted_from_what_is_said(
    subject: str, body: str, title: str | None, text: str
) -> None:
    request = request_of(subject, body, 2)

    assert request is not None
    assert (title or subject, text) == (request.title, request.text)


@pytest.mark.parametrize(
    ("subject", "parents", "is_one"),
    [
        ("Hold the lock (#12)", 1, True),
        ("Hold the lock (!12)", 1, True),
        ("Merged PR 12: Hold it", 1, True),
        ("Merged in ada/lock (pull request #12)", 1, True),
        ("Merge pull request #12 from ada/lock", 1, False),
        ("Hold the lock", 1, False),
        ("Merge branches 'a' and 'b'", 3, False),
        ("Merge tag 'v1' of example.org", 2, False),
        ("Hold " + "it " * 1000 + "(#12)", 1, False),
    ],
)
def test_a_request_is_known_by_the_subject(subject: str, parents: int, is_one: bool) -> None:
    assert is_one == (request_of(subject, "", parents) is not None)


@given(st.text(st.sampled_from("ab #*-:|\n\t`<>[]()!1./\r\u4e2d"), max_size=400))
def test_no_text_is_too_strange(body: str) -> None:
    kept = prose(body)

    assert set(kept.split("\n")) <= {
        "",
        *body.split("\n"),
        *(line[at:] for line in body.split("\n") for at in range(9)),
    }
    assert (kept, []) == parted(kept)


@pytest.mark.parametrize(
    "piece",
    [
        "#1#a,",
        "https://a,",
        "[a]: b#1.",
        "see and #1; ",
        "see ",
        "#1 ",
        "[a](",
        "- [x] ",
        "fix: ",
        "<details>",
        "a-",
        "* a\n",
        "\t\n",
        "Merge #1 ",
    ],
)
def test_a_long_hostile_text_is_read_to_the_end(piece: str) -> None:
    body = piece * (200_000 // len(piece))

    assert len(prose(body)) <= 20_000
    assert [] == decisions(body)
    assert not is_routine(f"{body}?")
    assert request_of(body, "", 2) is None
