"""What the lines of a commit show: a sign that an experience was adopted, or ignored; mostly neither."""

from __future__ import annotations

import pytest

from gitexp.records.adoption import FileLines
from gitexp.records.experience import Scope
from gitexp.steps.usage_signs import sign_of, unwanted, wanted
from support.experiences import an_experience

FLUSH = an_experience(
    what="Call `Cache.flush` before the first fork, with `FLUSH_ALL` and `--sync`.",
    anti_patterns=("Use `os.fork` with a warm cache", "Sleep by time.sleep(1)"),
)


def of(
    *added: str,
    removed: tuple[str, ...] = (),
    beside: tuple[str, ...] = (),
    path="src/cache/a.py",
    given=FLUSH,
):
    return sign_of(given, [FileLines(path, path, added, removed, beside)])


@pytest.mark.parametrize(
    "line",
    [
        "    cache.flush()",
        "self.pages->flush(now);",
        "flush(cache)",
        "flag = FLUSH_ALL",
        'run("tool --sync")',
    ],
)
def test_a_new_line_that_holds_what_it_asks_for_is_a_sign_of_adoption(line: str):
    assert "adopted" == of(line)


@pytest.mark.parametrize("line", ["pid = os.fork()", "    time.sleep(1)"])
def test_a_new_line_that_holds_what_an_anti_pattern_names_is_a_sign_that_it_was_ignored(line: str):
    assert "ignored" == of(line)


@pytest.mark.parametrize(
    "line",
    [
        "page = cache.read()",
        "# cache.flush() comes later",
        "// call cache.flush()",
        " * flush() is called by the owner",
        "<!-- flush() -->",
        "the flush of the cache",
        "cache.flush_all()",
        "reflush()",
        "FLUSH_ALL_PAGES = 1",
        'run("tool --sync-all")',
    ],
)
def test_other_lines_and_remarks_show_nothing(line: str):
    assert of(line) is None


def test_what_only_moved_or_was_beside_already_shows_nothing():
    assert of("cache.flush()", removed=("    cache.flush()",)) is None
    assert of("cache.flush(1)", beside=("cache.flush(2)",)) is None
    moved = [
        FileLines("src/cache/b.py", "", ("cache.flush()",)),
        FileLines("old.py", "old.py", (), ("cache.flush()",)),
    ]
    assert sign_of(FLUSH, moved) is None


def test_what_a_file_outside_of_the_scope_adds_shows_nothing():
    assert of("cache.flush()", path="src/other/a.py") is None
    assert (
        of("cache.flush()", path="experiences/src/cache/a.yaml", given=an_experience(scope=Scope(("**",))))
        is None
    )


def test_both_at_once_show_nothing():
    assert of("cache.flush()", "os.fork()") is None


def test_what_it_forbids_or_limits_is_never_a_sign_of_adoption():
    strict = an_experience(
        what="Never call `Cache.flush` twice, use `Cache.settle` instead of `Cache.drop`.",
        scope=Scope(("src/cache/**",), ("Cache.flush", "Cache.settle")),
    )

    assert ["settle"] == [sign.key for sign in wanted(strict)]
    assert of("cache.flush()", given=strict) is None and "adopted" == of("cache.settle()", given=strict)


def test_a_name_on_both_sides_tells_nothing():
    both = an_experience(anti_patterns=("Call `Cache.flush` after the fork",))

    assert ((), ()) == (wanted(both), unwanted(both))
    assert of("cache.flush()", given=both) is None


def test_what_an_anti_pattern_would_have_instead_is_not_held_against_anyone():
    named = an_experience(anti_patterns=("Use `Cache.drop` instead of `Cache.settle`",))

    assert ["drop"] == [sign.key for sign in unwanted(named)]


def test_a_c_directive_is_no_remark():
    include = an_experience(what="Include `page_pool.h` through `PAGE_POOL`.")

    assert "adopted" == of("#define PAGE_POOL 1", given=include)


def test_a_reason_names_nothing_that_is_wanted():
    told = an_experience(
        what="Flush first, because `Worker.inherit` copies pages.", scope=Scope(("src/cache/**",))
    )

    assert () == wanted(told)
