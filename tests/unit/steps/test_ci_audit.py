"""What a pull request answers for, what it only learns of, and a patch that git takes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.audit import Audit, Checked
from gitexp.records.experience import Scope, Standing
from gitexp.records.fault import Fault
from gitexp.records.precondition import Condition, PathCheck, Preconditions, SymbolCheck
from gitexp.records.proposal import ProposedFile
from gitexp.records.skipped import Skipped
from gitexp.steps.ci_audit import summary, weigh
from gitexp.steps.follow_names import follow_names
from gitexp.steps.ready_patch import ready_patch
from gitexp.steps.redact import redacted
from support.experiences import an_experience
from support.repository import Repository

OWN, OTHER = "experiences/cache/own-00c0ffee00.yaml", "experiences/cache/other-00c0ffee01.yaml"
ID = an_experience().id


def fault(file: str, severity: str = "warning", **more: object) -> Fault:
    known = Fault("symbol", "warning", "own-00c0ffee00", file, 4, "names `Cache.flush`, which is not there")
    return replace(known, severity=severity, **more)  # type: ignore[arg-type]


def done(*faults: Fault, skipped: tuple[Skipped, ...] = ()) -> Audit:
    return Audit(faults, Checked("a" * 40), skipped=skipped)


@pytest.mark.parametrize(
    ("since", "strict", "fork", "fails"),
    [
        (done(), False, False, False),
        (done(fault(OWN)), False, False, True),
        (done(fault(OWN, "notice")), False, False, False),
        (done(fault(OTHER, "error")), False, False, False),
        (done(fault(OTHER, "error")), True, False, True),
        (done(fault(OWN, "error"), fault(OTHER)), True, True, False),
        (done(skipped=(Skipped(OWN, "too large"),)), False, False, True),
        (done(skipped=(Skipped(OTHER, "too large"),)), True, False, False),
        (done(skipped=(Skipped(OWN, "a picture", bad=False),)), False, False, False),
    ],
)
def test_only_faults_in_files_that_it_changes_fail_it(since: Audit, strict: bool, fork: bool, fails: bool):
    assert fails == weigh(since, None, {OWN}, fork=fork, strict=strict).fails


def test_a_fault_that_stood_in_a_changed_file_before_counts_and_none_counts_twice():
    old, new = fault(OWN, line=2, message="another", name=""), fault(OWN, name="Cache.flush")
    whole = done(old, replace(new, message="names it in other words"), fault(OTHER))

    weighed = weigh(done(new), whole, {OWN})
    assert (old, new) == weighed.own
    assert () == weighed.broken


def test_the_summary_says_whose_the_faults_are():
    text = summary(
        weigh(done(fault(OWN), fault(OTHER)), None, {OWN}), redacted("--- a/x\n+++ b/x\n"), [OTHER]
    )

    assert (
        "**1 fault in files of `experiences/` that this pull request changes; the code breaks 1 experience that stands.**"
        in text
    )
    assert (
        text.index(OWN)
        < text.index("#### What the code breaks")
        < text.index(OTHER)
        < text.index("Ready patch")
    )
    assert "exp audit --fix" in text.rpartition(OTHER)[2]


def test_a_row_for_each_fault_up_to_what_a_page_holds():
    many = [fault(OWN, line=number, message=f"fault {number}") for number in range(60)]

    text = summary(weigh(done(*many), None, {OWN}), redacted(""))
    assert (50, True) == (text.count("| `experiences/"), "And 10 more faults" in text)


def standing(**changes: object) -> Standing[str]:
    one = an_experience(**changes)
    return Standing(one, f"experiences/cache/{one.id}.yaml", "1" * 40)


def moved(name: str, to: str, code: str = "symbol") -> Fault:
    return replace(fault(OWN, name=name, moved_to=to), id=ID, code=code)  # type: ignore[arg-type]


def test_a_symbol_is_followed_in_scope_checks_and_words_and_never_in_evidence():
    one = standing(
        what="Call `Cache.flush()` before the fork; `Cache.flushed` is another thing.",
        preconditions=Preconditions((Condition("`Cache.flush` is there", SymbolCheck("Cache.flush")),)),
    )
    [fix] = follow_names([one], [moved("Cache.flush", "Cache.drain")])

    after = fix.after
    assert "Call `Cache.drain()` before the fork; `Cache.flushed` is another thing." == after.what
    assert (("Cache.drain",), SymbolCheck("Cache.drain")) == (
        after.scope.symbols,
        after.preconditions.must[0].check,
    )
    assert "`Cache.drain` is there" == after.preconditions.must[0].text
    assert [item.quote for item in one.experience.evidence] == [item.quote for item in after.evidence]
    assert ("`Cache.flush` is `Cache.drain` now",) == fix.words


def test_a_path_is_followed_in_scope_checks_and_words():
    one = standing(
        what="Keep src/cache/pages.py free of locks.",
        scope=Scope(("src/cache/pages.py", "src/cache/pages.py/**", "lib/**")),
        preconditions=Preconditions((Condition("it is there", PathCheck("src/cache/pages.py")),)),
    )
    [fix] = follow_names([one], [moved("src/cache/pages.py", "src/store/pages.py", "path")])

    assert "Keep src/store/pages.py free of locks." == fix.after.what
    assert ("src/store/pages.py", "src/store/pages.py/**", "lib/**") == fix.after.scope.paths
    assert PathCheck("src/store/pages.py") == fix.after.preconditions.must[0].check


@pytest.mark.parametrize(
    ("written", "old", "new", "becomes"),
    [
        ("Call `flush` first.", "flush", "Cache.drain", "Call `drain` first."),
        ("Call `Cache::flush` first.", "Cache::flush", "Cache.drain", "Call `Cache::drain` first."),
        ("Call `Cache.flush()` first.", "Cache.flush()", "Cache.drain", "Call `Cache.drain()` first."),
        ("Call `Cache.flush` first.", "Cache.flush", "Store.flush", "Call `Store.flush` first."),
        ("Call `pages.Cache.flush` first.", "Cache.flush", "Cache.drain", "Call `pages.Cache.flush` first."),
    ],
)
def test_a_new_name_is_spelled_as_the_old_one_was(written: str, old: str, new: str, becomes: str):
    fixes = follow_names([standing(what=written, scope=Scope())], [moved(old, new)])

    assert becomes == (fixes[0].after.what if fixes else written)


def test_what_has_two_new_names_or_is_no_advice_is_left_alone():
    two = [moved("Cache.flush", "Cache.drain"), moved("Cache.flush", "Cache.empty")]

    assert () == follow_names([standing()], two)
    assert () == follow_names([standing(status="retracted")], two[:1])
    assert () == follow_names([standing()], [moved("Cache.flush", "")])


LINES = st.lists(st.sampled_from(["id: x", "what: y", "", "  - z", "\\ no", "+a", "--- b", "ü"]), max_size=12)


@given(LINES, LINES, st.booleans(), st.booleans())
def test_git_takes_the_patch_whatever_the_texts(
    laid: Repository, old: list[str], new: list[str], end: bool, ended: bool
):
    before = "".join(f"{line}\n" for line in ["id: a", *old]).removesuffix("" if end else "\n")
    after = "".join(f"{line}\n" for line in ["id: a", *new]).removesuffix("" if ended else "\n")
    patch, left = ready_patch({OWN: before}, [ProposedFile(OWN, redacted(after))])

    assert () == left
    laid.write(OWN, before)
    if patch:
        laid.git("apply", "-", stdin=patch.encode())
    assert after == (laid.path / OWN).read_text("utf-8")


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return Repository.create(tmp_path_factory.mktemp("patch") / "there")


def test_a_patch_holds_the_files_in_order_and_leaves_out_what_a_page_would_lose(tmp_path: Path):
    there = Repository.create(tmp_path / "there")
    first, spaced, crlf = (
        OTHER,
        "experiences/two words/own-00c0ffee00.yaml",
        "experiences/cache/crlf-00c0ffee02.yaml",
    )
    before = {first: "id: a\n", spaced: "id: b\n", crlf: "id: c\r\n"}
    files = [ProposedFile(path, redacted("id: new\n")) for path in (spaced, crlf, first)]
    patch, left = ready_patch(before, files)

    for path, text in before.items():
        there.write(path, text)
    there.git("apply", "-", stdin=patch.encode())
    assert (crlf,) == left
    assert ["id: new\n", "id: new\n", "id: c\r\n"] == [
        (there.path / path).read_bytes().decode() for path in (first, spaced, crlf)
    ]


def test_a_text_that_redaction_would_change_is_in_no_patch():
    secret = "id: a\nx-key: " + "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a" + "\n"

    assert ("", (OWN,)) == ready_patch({OWN: secret}, [ProposedFile(OWN, redacted("id: b\n"))])
