"""What a message says that its commit undoes: forms of tools and people, and no trouble with what no person wrote."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.records.past import MAX_BODY
from gitexp.steps.said_undone import MOST_IDS, change_id, own_diff, plain_title, said
from support.chains import a_touch

ID, SHORT, OTHER = "0123456789abcdef0123456789abcdef01234567", "0123456789ab", "fedcba9876543210"
PARTS = st.sampled_from(
    [
        "revert",
        "Revert ",
        '"',
        '" ',
        "reland",
        "Back out ",
        "D12345",
        ID,
        SHORT,
        "#12",
        "(",
        ")",
        "^2 ",
        "\n",
        "\n\n",
        "This reverts commit ",
        "again",
        "take 2",
        ", ",
        " and ",
        "[x] ",
        "fix: ",
        "Change-Id: I" + "0a" * 20,
        "。",
        " ",
    ]
)
ODD = st.lists(PARTS | st.text(max_size=8), max_size=40).map("".join)


def of(message: str):
    subject, _, body = message.partition("\n\n")
    return said(a_touch(5, subject, body=body))


@pytest.mark.parametrize(
    ("message", "title", "ids"),
    [
        (f'Revert "Retry twice"\n\nThis reverts commit {ID}.', "Retry twice", (ID,)),
        (f'revert "Retry twice"\n\nThis reverts commit {SHORT}.', "Retry twice", (SHORT,)),
        (f'Back out "Retry twice"\n\nOriginal commit changeset: {SHORT}', "Retry twice", (SHORT,)),
        (f'[net] Revert "Retry twice" (#13)\n\nThis reverts commit {ID}.', "Retry twice", (ID,)),
        ("Revert D123456: Retry twice", "Retry twice", ()),
        ('Revert "D123456: Retry twice"', "Retry twice", ()),
        ("Revert of Retry twice (patchset #2 id:20001 of https://example.org/1/)", "Retry twice", ()),
        (f"fix(net): revert {SHORT}", SHORT, (SHORT,)),
    ],
)
def test_a_subject_that_says_revert_names_a_title_and_ids(message, title, ids):
    found = of(message)

    assert (True, False) == (found.subject, found.again)
    assert (title, ids) == (found.title, found.ids)


def test_a_foreign_id_is_an_id_and_nothing_more():
    found = of(f"Backed out changeset {SHORT}")

    assert (True, (SHORT,)) == (found.subject, found.ids)


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ('Reland "Retry twice"', "Retry twice"),
        ('Reapply "Retry twice"', "Retry twice"),
        ('Re-apply "Retry twice"', "Retry twice"),
        ('[net] Reland of "Retry twice"', "Retry twice"),
    ],
)
def test_a_subject_that_says_reland_brings_in_again(message, title):
    found = of(message)

    assert (True, True, title) == (found.subject, found.again, found.title)


@pytest.mark.parametrize(
    "subject",
    [
        "Retry twice (take 2)",
        "Retry twice, take 2",
        "Retry twice (second attempt)",
        "Second try: Retry twice",
        "Retry twice again",
        "Reland: Retry twice",
        "Redo retry twice",
        "[net] Re-land retry twice",
    ],
)
def test_another_attempt_is_known_by_its_marks(subject):
    found = of(subject)

    assert (found.again, "retry twice") == (True, plain_title(found.title))


def test_a_power_of_a_revert_is_that_many_reverts():
    assert 'Revert "Retry twice"' == of('Revert^2 "Retry twice"').title
    assert 'Revert "Revert "Retry twice""' == of('Revert^3 "Retry twice"').title


@pytest.mark.parametrize(
    ("body", "ids"),
    [
        (f"This reverts commits {SHORT} and {OTHER}.", (SHORT, OTHER)),
        (f'This reverts commit {SHORT} ("Retry twice") and\n\ncommit {OTHER} ("Wait").', (SHORT, OTHER)),
        (f"Reverts {SHORT}, {OTHER}.", (SHORT, OTHER)),
        (f"This essentially reverts {SHORT}.", (SHORT,)),
        (f"Backs out {SHORT}.", (SHORT,)),
        (f"Reverting the change of last week, {SHORT}.", (SHORT,)),
        (f"Since {SHORT} the pump leaks.", ()),
        (f"{SHORT} was never reverted.", ()),
        ("This reverts commit abcdefabcdef.", ()),
        ("This reverts commit 123.", ()),
        (f"We revert.\n\nSee {SHORT}.", ()),
    ],
)
def test_ids_count_where_they_follow_a_word_of_undoing(body, ids):
    found = of(f"Retry once\n\n{body}")

    assert (ids, False) == (found.ids, found.subject)


@pytest.mark.parametrize(
    "subject", ["Retry twice", "Describe how reverts work", "Backup the pump", "Back to work"]
)
def test_other_subjects_say_nothing(subject):
    assert of(subject).nothing


@pytest.mark.parametrize(
    "subject", ["Revert to the old pump", "Revert some of the changes", "Reverted behaviour"]
)
def test_a_subject_that_names_nothing_is_not_believed(subject):
    assert not of(subject).subject


@pytest.mark.parametrize(
    ("subject", "body", "pull"),
    [
        ('Revert "Retry twice (#12)" (#13)', "Reverts acme/rocket#12", "12"),
        ('Revert "Retry twice"', "Reverts #12", "12"),
        ("Revert #12", "", "12"),
        ("Revert PR #12", "It leaks.", "12"),
        ('Revert "Retry twice" (#13)', "", None),
    ],
)
def test_the_revert_button_names_a_pull_request(subject, body, pull):
    assert pull == said(a_touch(5, subject, body=body)).pull


def test_the_number_of_ones_own_diff_is_not_what_one_undoes():
    body = "Summary: it leaks\n\nDifferential Revision: D456789"
    found = said(a_touch(5, "Revert D123456: Retry twice", body=body))

    assert (("123456",), "456789") == (found.diffs, own_diff(a_touch(5, body=body)))


def test_of_nested_trailers_the_last_is_ones_own():
    body = "Change-Id: I" + "1" * 40 + "\n\nDifferential Revision: https://example.org/D11111\n"
    body += "Change-Id: I" + "2" * 40 + "\nDifferential Revision: D22222"

    assert ("I" + "2" * 40, "22222") == (change_id(a_touch(5, body=body)), own_diff(a_touch(5, body=body)))
    assert (None, None) == (change_id(a_touch(5)), own_diff(a_touch(5)))


@pytest.mark.parametrize(
    "title",
    [
        "Retry twice",
        "Retry twice.",
        "Retry  Twice (#12)",
        'Revert "Retry twice"',
        'Revert "Revert "Retry twice"" (#14)',
        'Reland "Retry twice" (#15)',
        "Retry twice (take 2)",
        "Retry twice, attempt #3",
        "D123456: Retry twice",
        'Reland "[Retry twice]"'.replace("[", "").replace("]", ""),
        'Revert^2 "Retry twice"',
    ],
)
def test_a_plain_title_is_the_same_for_all_attempts(title):
    assert "retry twice" == plain_title(title)


def test_a_title_in_another_script_stays():
    assert "请求超时后自动重试" == plain_title('Revert "请求超时后自动重试" (#12)')


def test_no_message_names_more_commits_than_a_person_would():
    ids = ", ".join(f"{number:012x}a1" for number in range(1, 500))

    assert MOST_IDS == len(of(f"Clean up\n\nThis reverts commits {ids}").ids)


@pytest.mark.parametrize(
    "piece",
    [
        "revert ",
        "revert\n",
        'Revert "',
        "Back out ",
        "reland of ",
        "[x] ",
        "fix: ",
        "(",
        '"',
        "again ",
        "0123456789ab, ",
        "This reverts commit 0123456789ab ",
        "D12345 ",
        ", take ",
        "\n\n",
        "commit ",
        " and ",
        "“",
        "of the reverts, ",
    ],
)
def test_very_long_and_odd_messages_take_no_time(piece):
    # 10,000 times over: with a pattern that goes back over what it read this would not end.
    many = piece * 10_000
    for touch in (a_touch(5, many.replace("\n", " ")), a_touch(5, f"Revert {piece}", body=many[:MAX_BODY])):
        said(touch)
        plain_title(touch.subject)
        own_diff(touch)
        change_id(touch)


@settings(deadline=None, derandomize=True)
@given(ODD, ODD)
def test_no_message_is_a_trouble(subject, body):
    found = said(a_touch(5, subject, body=body))

    assert plain_title(subject) == plain_title(plain_title(subject)) or '"' in subject or "^" in subject
    assert len(found.ids) == len(set(found.ids)) <= MOST_IDS
    assert found.nothing == (not found.subject and not found.ids)
    assert all(7 <= len(id) <= 64 and id == id.lower() for id in found.ids)
