"""What makes noise in a history: machines, repetition, formatting, routine, files that only tell."""

from __future__ import annotations

import pytest

from gitexp.steps.quiet import bots, is_agent, is_bot, is_changelog, is_lock, is_routine, reformats, shape
from gitexp.steps.quiet_formatting import is_formatting
from support.chains import a_commit, a_touch


@pytest.mark.parametrize(
    ("author", "email"),
    [
        ("dependabot[bot]", "1+dependabot[bot]@users.noreply.example.com"),
        ("renovate", "renovate@example.org"),
        ("Renovate Bot", "bot@example.org"),
        ("GitHub Actions", ""),
        ("pre-commit-ci", ""),
        ("Weblate", "hosted@example.org"),
        ("Open Source Bot", ""),
        ("Some Bot Jr", ""),
        ("FancyLinterBot", ""),
        ("release-bot", ""),
        ("Jenkins", "jenkins@example.org"),
        ("CI User", ""),
        ("build-service-account", ""),
        ("machineunixname123456789", ""),
        ("svc_deploy", ""),
        ("Automation User", "x@y"),
        ("Ann Other", "123+sync[bot]@users.noreply.example.com"),
    ],
)
def test_a_machine_is_told_by_its_name_or_address(author, email):
    assert is_bot(author, email)


@pytest.mark.parametrize(
    ("author", "email"),
    [
        ("Ada Author", "ada@example.org"),
        ("Jan Bot", "jan.bot@example.org"),
        ("John Jenkins", "jj@example.org"),
        ("Bo Tanner", "abbot@example.org"),
        ("Abbott", ""),
        ("root", "root@localhost"),
        ("Ann", "12345+ann@users.noreply.example.com"),
        ("", ""),
        ("Talbot", "talbot@example.org"),
    ],
)
def test_a_person_is_no_machine(author, email):
    assert not is_bot(author, email)


def test_what_a_coding_agent_wrote_is_a_change_though_nobody_can_be_asked():
    assert (False, True) == (is_bot("copilot-swe-agent[bot]"), is_agent("copilot-swe-agent[bot]"))
    assert not is_agent("Claudette Agent")


def test_one_subject_over_and_over_is_a_machines():
    made = [a_touch(n * 10, f"Updating modules to {n}abcdef0", author="svc") for n in range(6)]
    other = a_touch(99, "Retry on 500", author="svc")

    assert {touch.commit for touch in made} == bots([*made, other])


def test_a_person_who_mumbles_is_no_machine():
    assert frozenset() == bots([a_touch(n * 10, "fix tests") for n in range(9)])


def test_one_subject_all_through_one_piece_of_work_is_no_machines():
    assert frozenset() == bots([a_touch(n, "Optimize creation of arrays") for n in range(9)])


def test_one_subject_now_and_then_among_much_else_is_no_machines():
    now_and_then = [a_touch(n * 10, "Update the translations") for n in range(6)]
    rest = [a_touch(100 + n, f"Change part {chr(97 + n)}") for n in range(20)]

    assert frozenset() == bots([*now_and_then, *rest])


def test_numbers_and_ids_are_no_difference_between_subjects():
    assert shape("Bump x from 1.2.3 to 1.2.4 (#17)") == shape("bump x from 1.2.4  to 1.3.0 (#201)")
    assert "sync #" == shape("Sync 0a1b2c3d4e")


@pytest.mark.parametrize(
    "subject",
    [
        "Run black",
        "Reformat with ruff format",
        "style: format code with prettier (#12)",
        "Apply clang-format to src/net/",
        "Apply rubocop",
        "gofmt",
        "Run isort and black",
        "src/a.c: fix indentation",
        "Re-indent the parser",
        "Convert tabs to spaces",
        "Whitespace",
        "Remove trailing whitespace from src/a.rb [ci skip]",
        "Convert line endings to LF",
        "run linter",
        "pep8 fixes",
        "Whitespace cleanup. No functional changes.",
        "[core] Sort imports",
        "代码格式化",
        "フォーマット修正",
    ],
)
def test_a_subject_that_tells_of_formatting_alone_is_a_reformat(subject):
    assert is_formatting(subject)


@pytest.mark.parametrize(
    "subject",
    [
        "Add format option",
        "Support the date format of ISO",
        "Format dates with the user's locale",
        "Fix indentation and a crash in the parser",
        "Reformat error messages",
        "Strip whitespace in user names",
        "Ignore whitespace when comparing",
        "Run black in CI",
        "Update black to 24.1",
        "Add a prettier output",
        "Normalize line endings in uploaded text and keep the BOM",
        'Revert "Run black"',
        "BUG: fix indentation in generated code",
        "Remove tabs",
        "Introduce the linter",
        "Sort results",
        "",
    ],
)
def test_a_subject_about_behaviour_is_no_reformat(subject):
    assert not is_formatting(subject)


def test_reformats_are_those_that_say_so_and_those_that_the_project_lists():
    touches = [a_touch(1, "Run black"), a_touch(2, "Retry on 500"), a_touch(3, "Big move")]

    assert {a_commit(1), a_commit(3)} == reformats(touches, {a_commit(3)})


@pytest.mark.parametrize(
    "path",
    ["CHANGELOG.md", "lib/CHANGES", "NEWS", "HISTORY.rst", "doc/release-notes.txt", "docs/RelNotes/1.2.3.adoc",
     "news/12.bugfix.rst", "changelog.d/7.md", "doc/whatsnew-2.0.rst", "1_2_release_notes.md", "debian/changelog"],
)  # fmt: skip
def test_a_file_that_tells_of_changes_is_a_changelog(path):
    assert is_changelog(path)


@pytest.mark.parametrize(
    "path",
    [
        "src/history.py",
        "news/views.py",
        "src/changes.c",
        "README.md",
        "docs/changing.md",
        "README-NEWS-API.md.py",
    ],
)
def test_code_is_no_changelog(path):
    assert not is_changelog(path)


def test_a_lock_file_is_told_by_its_name():
    paths = ["yarn.lock", "a/package-lock.json", "go.sum", "src/lock.py", "Cargo.toml"]

    assert ["yarn.lock", "a/package-lock.json", "go.sum"] == [path for path in paths if is_lock(path)]


def test_a_bump_is_routine_and_a_merge_of_two_targets_is_not():
    routine = [
        "Bump x from 1 to 2",
        "chore(deps): update dependency y to v3",
        "Release 1.2",
        "Merge branch 'a'",
        "Fix typo",
    ]

    assert routine == [
        title for title in [*routine, "Merge two helpers into one", "Retry on 500"] if is_routine(title)
    ]


def test_long_and_odd_names_are_read_in_no_time():
    for text in ("a-" * 5000 + "x", "0" * 50_000, "(" * 3000, "fix " * 2000, "\x00" * 100):
        assert not is_formatting(text)
        assert not is_changelog(text)
        assert not is_routine(text)
        shape(text)
