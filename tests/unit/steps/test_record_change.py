"""A record of a commit holds what was said, and nothing that nobody said."""

import pytest

from gitexp.records.change_record import ChangeMessage, change_id
from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.globs import matches
from gitexp.steps.record_change import (
    MAX_PATHS,
    Said,
    constraints_of,
    impact_paths,
    left_out,
    number_in,
    record_change,
    title_of,
)
from support.talk import a_candidate

COMMIT = "a1" * 20


def a_turn(text, number=0):
    name = f"commit:{COMMIT}#{number}" if number else f"commit:{COMMIT}"
    return Turn(name, Speaker("Bo", "author", None, "yes"), text, "2024-01-02T10:00:00Z", None, Anchor())


def recorded(*texts, said=None, found=(), files=("engine/pump.py",), subject="Keep one socket (#12)"):
    message = ChangeMessage(COMMIT, "Bo", "2024-01-02T10:00:00+00:00", subject, "", files, 12, ("#11",))
    turns = tuple(a_turn(text, number) for number, text in enumerate(texts))
    told = Discussion(f"text:{COMMIT}", "commit", "acme/shop", message.subject, turns)
    return record_change(message, told, found, said or Said(), repo="acme/shop")


def test_of_a_subject_alone_nothing_more_is_told():
    made = recorded("")

    assert ("Keep one socket", "Keep one socket") == (made.title, made.intent)
    assert ((), (), None, (), None) == (
        made.constraints,
        made.rejected,
        made.outcome,
        made.evidence,
        made.impact.text,
    )
    assert (("engine/pump.py",), (COMMIT,), 12, "2024-01-02", ("#11",)) == (
        made.impact.paths,
        made.commits,
        made.pull_request,
        made.made_at,
        made.relations.fixes,
    )
    assert f"experiences/changes/2024/{made.id}.yaml" == made.path


def test_the_identity_is_that_of_repository_and_commit_whatever_is_said():
    one, other = recorded(""), recorded("", said=Said(intent="Something else"))

    assert one.id == other.id
    assert change_id("other words", "Acme/Shop", COMMIT)[-10:] == one.hex
    assert change_id("Keep one socket", "acme/other", COMMIT)[-10:] != one.hex


def test_what_is_redacted_in_the_title_is_not_in_the_id():
    token = "ghp_" + "Zk3" * 12
    subject = f"Send mail to jane.doe@corpmail.com, token {token}"

    made = recorded("", subject=subject)

    assert "Send mail to [email-1], token [secret-1]" == made.title
    assert f"send-mail-to-email-1-token-secret-1-{made.hex}" == made.id
    assert recorded("").hex == made.hex
    assert made == recorded("", subject=subject)


def test_what_a_person_says_stands_before_what_was_read():
    found = [a_candidate("a pool", why="it starves the watchdog")]
    said = Said(
        "See one client",
        ("no second port",),
        "all callers wait",
        (("a fork", "it hangs"),),
        "quiet",
        "Mia",
        "2024-02-01",
    )

    made = recorded("", "Constraint: one socket only", said=said, found=found)

    assert ("See one client", ("no second port", "one socket only")) == (made.intent, made.constraints)
    assert [("a fork", "it hangs", "Mia"), ("a pool", "it starves the watchdog", "rita")] == [
        (one.what, one.why, one.evidence.by) for one in made.rejected
    ]
    assert ("all callers wait", "quiet") == (made.impact.text, made.outcome)


def test_the_paragraph_with_a_reason_is_quoted_and_no_other():
    made = recorded("It was long ago.\n\nOne client only, because the firmware\nmixes answers.\n\nBye.")

    assert ["One client only, because the firmware\nmixes answers."] == [item.quote for item in made.evidence]


@pytest.mark.parametrize(
    ("title", "plain", "number"),
    [
        ("Keep one socket (#12)", "Keep one socket", 12),
        ("Keep one socket (!12)", "Keep one socket", 12),
        ("Follow (other/shop#12)", "Follow (other/shop#12)", None),
        ("Keep one  socket", "Keep one socket", None),
        ("word " * 60, " ".join(["word"] * 32) + "…", None),
    ],
)
def test_a_title_goes_without_the_number_of_its_pull_request(title, plain, number):
    assert (plain, number) == (title_of(title), number_in(title))


def test_trailers_that_bind_are_constraints():
    turns = [
        a_turn("Constraint: [until:2025] one"),
        a_turn("directive: never two"),
        a_turn("Rejected: a | b"),
    ]

    assert ("one", "never two") == constraints_of(turns)


@pytest.mark.parametrize(
    "files",
    [
        [f"src/f{number:03}.py" for number in range(60)],
        [f"a/b{n}/c{m}/x.py" for n in range(4) for m in range(9)],
        ["[id].ts", "!a", "#b", "a*b"],
        [],
    ],
)
def test_the_paths_of_a_change_cover_all_its_files_and_are_few(files):
    globs = impact_paths(files)

    assert len(globs) <= MAX_PATHS
    assert all(any(matches(glob, path) for glob in globs) for path in files)


@pytest.mark.parametrize(
    ("files", "many"),
    [
        ([f"f{number:02}.py" for number in range(MAX_PATHS)], 0),
        ([f"f{number:02}.py" for number in range(MAX_PATHS + 3)], 3),
        ([f"src/f{number:03}.py" for number in range(60)], 0),
        ([f"d{number:02}/{name}.py" for number in range(14) for name in "ab"], 4),
        ([], 0),
    ],
)
def test_files_that_have_no_folder_around_them_are_counted_where_they_stay_out(files, many):
    globs = impact_paths(files)

    assert many == left_out(files)
    assert many == sum(not any(matches(glob, path) for glob in globs) for path in files)
