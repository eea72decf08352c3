"""The fix step: what is sure is mended in a proposal, and what is not is left to people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gitexp.errors import RecordError
from gitexp.records.experience import Lifecycle, Scope, Standing
from gitexp.records.fault import Fault, FaultCode
from gitexp.records.precondition import Condition, LanguageCheck, PathCheck, Preconditions
from gitexp.records.proposal import ProposedFile
from gitexp.records.skipped import Skipped
from gitexp.records.text import Redacted
from gitexp.steps.fix import Fix, fitted, fix_proposal, fixes, new_path
from gitexp.steps.redact import redacted
from support.experiences import an_experience

TODAY = "2024-06-01"
PATH = "experiences/cache/cache-flush-before-fork-0a1b2c3d4e.yaml"


def standing(**changes: Any) -> Standing[str]:
    return Standing(an_experience(**changes), PATH, "b" * 40)


def fault(code: FaultCode, name: str = "", message: str = "") -> Fault:
    return Fault(code, "warning", an_experience().id, PATH, 1, message, name=name)


def text_of(fix: Fix) -> Redacted:
    return redacted(f"status: {fix.after.status}\n")


def test_a_renamed_path_is_written_in_scope_and_checks():
    one = standing(
        scope=Scope(("src/cache/**", "lib/x.py"), ("Cache.flush",)),
        preconditions=Preconditions(
            (Condition("the old one", PathCheck("/src/cache/*.py")),),
            (Condition("python", LanguageCheck("python")),),
        ),
    )

    [fix] = fixes([one], [], {"src/cache": "src/pages/cache"}, TODAY)

    assert ("src/pages/cache/**", "lib/x.py") == fix.after.scope.paths
    assert PathCheck("/src/pages/cache/*.py") == fix.after.preconditions.must[0].check
    assert one.experience.preconditions.must_not == fix.after.preconditions.must_not
    assert (
        "`src/cache/**` is `src/pages/cache/**` now",
        "`/src/cache/*.py` is `/src/pages/cache/*.py` now",
    ) == fix.words
    assert (PATH, one.experience, "active") == (fix.path, fix.before, fix.after.status)


@pytest.mark.parametrize(
    ("path", "moved", "expected"),
    [
        ("src/a.py", {"src/a.py": "lib/b.py"}, "lib/b.py"),
        ("src/a.py", {"src": "lib"}, "lib/a.py"),
        ("src/a.py", {"src": "lib", "src/a.py": "x/b.py"}, "x/b.py"),
        ("src/**", {"src/": "lib"}, "lib/**"),
        ("srcs/**", {"src": "lib"}, "srcs/**"),
        ("*.py", {"*.py": "x"}, "*.py"),
        ("src/a.py", {"src/a.py": "src/[a].py"}, "src/\\[a\\].py"),
        ("a.py", {"a.py": "!b.py"}, "\\!b.py"),
        ("/a.py", {"a.py": "#b.py"}, "/#b.py"),
        ("a.py", {"": "x", "/": "y"}, "a.py"),
    ],
)
def test_only_a_whole_beginning_without_signs_of_a_glob_is_renamed(path, moved, expected):
    assert expected == new_path(path, moved)


def test_two_paths_that_became_one_stand_once():
    [fix] = fixes([standing(scope=Scope(("a.py", "b.py")))], [], {"a.py": "b.py"}, TODAY)

    assert ("b.py",) == fix.after.scope.paths


def test_what_is_over_by_its_date_expires_whatever_else_is_wrong_with_it():
    one = standing(lifecycle=Lifecycle(expires="2024-05-31", reason="old"))

    [fix] = fixes([one], [fault("dead")], {"src/cache": "x"}, TODAY)

    assert ("expired", Lifecycle(expires="2024-05-31"), one.experience.scope) == (
        fix.after.status,
        fix.after.lifecycle,
        fix.after.scope,
    )
    assert ("its time was over on 2024-05-31",) == fix.words
    assert () == fixes([standing(lifecycle=Lifecycle(expires=TODAY))], [], {}, TODAY)


def test_one_of_which_nothing_is_left_is_archived_with_what_took_it_out():
    said = "names `Cache.flush`, which is not there: was removed in 1a2b3c4d5e (2024-05-02)"
    faults = [fault("symbol", "Cache.flush", said), fault("path", "src/cache", "is not there"), fault("dead")]

    [fix] = fixes([standing()], faults, {}, TODAY)

    reason = "nothing that it names is left in the code: `Cache.flush` was removed in 1a2b3c4d5e (2024-05-02); `src/cache`"
    assert ("archived", reason, (reason,)) == (fix.after.status, fix.after.lifecycle.reason, fix.words)


def test_one_whose_path_only_moved_is_not_dead():
    [fix] = fixes([standing()], [fault("dead")], {"src/cache": "src/pages"}, TODAY)

    assert ("active", ("src/pages/**",)) == (fix.after.status, fix.after.scope.paths)


@pytest.mark.parametrize("status", ["retracted", "superseded", "archived", "expired", "contested"])
def test_what_is_no_advice_is_left_alone(status):
    one = standing(status=status, lifecycle=Lifecycle(expires="2024-01-01"))

    assert () == fixes([one], [fault("dead")], {"src/cache": "x"}, TODAY)


def test_faults_of_others_and_faults_that_are_not_sure_change_nothing():
    other = replace(fault("dead"), id="other-0a1b2c3d4f")

    assert () == fixes([standing()], [other, fault("symbol", "Cache.flush"), fault("review_due")], {}, TODAY)


def test_one_that_can_not_be_written_costs_itself_alone():
    two = replace(standing(id="other-0a1b2c3d4f"), path="experiences/cache/other-0a1b2c3d4f.yaml")
    found = fixes([two, standing()], [], {"src/cache": "x"}, TODAY)

    def picky(fix: Fix) -> Redacted:
        if fix.path == PATH:
            raise RecordError(PATH, "can't be changed without losing `ticket`", "change the file by hand")
        return text_of(fix)

    of = fitted(found, picky)

    assert [two.path] == [fix.path for fix in of.fixes] == [file.path for file in of.files]
    assert (Skipped(PATH, "can't be changed without losing `ticket`; change the file by hand"),) == of.skipped


def test_the_proposal_tells_each_change_with_its_reason():
    of = fitted(fixes([standing()], [], {"src/cache": "src/pages"}, TODAY), text_of)

    made = fix_proposal(of, at="2024-05-02T10:00:00+00:00")

    assert "exp/upkeep" == made.branch and (ProposedFile(PATH, redacted("status: active\n")),) == made.files
    assert "exp: upkeep of 1 experience" == made.title
    assert (
        "exp: upkeep of 1 experience\n\n- Flush the cache before forking: `src/cache/**` is `src/pages/**` now\n"
        == made.message
    )
    assert "| 1 | Flush the cache before forking | the same, with the paths of today | " in made.body
    assert "`src/cache/**` is `src/pages/**` now" in made.body
    assert "### 1 · Starting worker processes in src/cache/" in made.body
    assert f"file `{PATH}`" in made.body and "git merge --no-ff exp/upkeep" in made.body
    assert made == fix_proposal(of, at="2024-05-02T10:00:00+00:00")
    assert "2024-05-02T10:00:00+00:00" == made.at and 12 == len(made.run)


def test_words_of_people_and_names_can_not_ping_close_or_break_out():
    one = standing(title="Fixes #12 @everyone <img>", when="| a `b` @you", scope=Scope(("a.py",)))
    of = fitted(fixes([one], [], {"a.py": "x`y|@z #3.py"}, TODAY), text_of)

    made = fix_proposal(of, at=None)

    for text in (made.title, made.message):
        assert "#12" not in text and "@" not in text
    assert (
        "Fixes #12" not in made.body
        and "@everyone" not in made.body
        and made.body.count("\\<img>") == made.body.count("<img>")
    )
    assert all(line.count(" | ") == 3 for line in made.body.splitlines() if line.startswith("| 1"))


def test_nothing_to_mend_is_no_file():
    assert () == fix_proposal(fitted([], text_of), at=None).files
