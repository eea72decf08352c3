"""What rule files tell: what applies, for everybody, grouped by the paths that it is about, the most important first."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gitexp.adapters.index_rows import card_of
from gitexp.records.applicability import Applicability
from gitexp.records.experience import Scope, Standing
from gitexp.records.globs import matches
from gitexp.records.recollection import Recalled
from gitexp.steps.retell import CLOSING, OPENING
from gitexp.steps.rule_texts import MOST_FILES, MOST_ITEMS, agent_globs, rule_texts
from support.experiences import an_experience


def one(number: int, *paths: str, approved: bool = True, **card) -> Recalled:
    made = card_of(
        Standing(
            an_experience(id=f"lesson-{number:010x}", scope=Scope(paths=paths), what=f"Lesson {number}."),
            "experiences/a/b.yaml",
            "0" * 40,
            approved=approved,
        )
    )
    return Recalled(made._replace(**card), Applicability("applicable"), 0.7, (f"because {number}",), 10)


def told(text: str) -> list[int]:
    """Return the numbers of the experiences that a text tells, in its order."""
    return [int(found) for found in re.findall(r'In this project: "Lesson (\d+)\."', text)]


def test_what_has_the_same_paths_in_any_order_is_one_file():
    found = rule_texts([one(1, "a/**", "b/**"), one(2, "c/**"), one(3, "b/**", "a/**"), one(4)])

    assert [(("a/**", "b/**"), [1, 3]), (("c/**",), [2])] == [(f.globs, told(f.text)) for f in found.files]
    assert () == found.left_out


def test_each_is_inside_the_marker_block_and_says_where_it_comes_from_not_why_it_is_shown():
    [file] = rule_texts([one(1, "a/**")]).files

    assert file.text.startswith(f'{OPENING} file="a/**">') and file.text.endswith(CLOSING)
    assert "lesson-0000000001" in file.text and "because" not in file.text


def test_what_is_tried_limited_or_unapproved_is_in_none():
    items = [one(1, "a/**", canary=20), one(2, "a/**", most_a_day=3), one(3, "a/**", approved=False)]

    assert ((), ()) == rule_texts(items)


def test_what_people_set_to_block_comes_first_then_warnings():
    items = [
        one(1, "a/**"),
        one(2, "a/**", severity="warn"),
        one(3, "a/**", severity="block"),
        one(4, "a/**"),
    ]

    assert [3, 2, 1, 4] == told(rule_texts(items).files[0].text)


def test_a_file_tells_five_and_says_how_many_it_does_not():
    [file] = rule_texts([one(number, "a/**") for number in range(7)]).files

    assert MOST_ITEMS == len(told(file.text))
    assert "(2 more: `exp recall --file PATH` tells them)" in file.text


def test_of_many_groups_the_most_important_thirty_get_a_file_and_the_rest_is_said():
    items = [one(number, f"a{number}/**") for number in range(MOST_FILES + 2)]
    items.append(one(99, "important/**", severity="block"))

    found = rule_texts(items)

    assert (MOST_FILES, ("important/**",)) == (len(found.files), found.files[0].globs)
    assert ("the 30 rule files leave out 3 experiences",) == found.left_out


@pytest.mark.parametrize(
    ("glob", "agents"),
    [
        ("src/net/**", ("src/net/**",)),
        ("/src/net/retry.py", ("src/net/retry.py",)),
        ("*.py", ("**/*.py",)),
        ("docs/", ("**/docs/**",)),
        ("src/docs/", ("src/docs/**",)),
        ("Makefile", ("**/Makefile", "**/Makefile/**")),
        ("src/*", ("src/*", "src/*/**")),
        ("**", ("**",)),
        ("ein Ordner/größe.py", ("ein Ordner/größe.py",)),
    ],
)
def test_a_glob_means_to_an_agent_what_it_means_to_git(glob: str, agents: tuple[str, ...]):
    assert agents == agent_globs(glob)


@pytest.mark.parametrize(
    "glob",
    [
        'a"\nalwaysApply: true', "a\n---\n", "a,b", "{a,b}/**", "!(a)", "#a", "!a", r"a\b", "a'b", "a`b",
        "", " a", "a ", "a//b", "../a", "./a", "a/../b", "a\u202eb", "a\x1b[31m", "<a>", "a/" * 120, "a: |", "[",
    ],
)  # fmt: skip
def test_what_no_frontmatter_or_matcher_holds_safely_is_no_glob_of_an_agent(glob: str):
    assert () == agent_globs(glob)


def test_of_several_paths_those_that_can_be_held_are_enough_and_where_none_can_it_is_said():
    found = rule_texts([one(1, "a,b", "c/**"), one(2, "{a,b}/**")])

    assert [(("c/**",), [1])] == [(f.globs, told(f.text)) for f in found.files]
    assert ("no rule file can hold the paths of lesson-0000000002",) == found.left_out


NAMES = st.sampled_from(["a", "b", "ab", "x.py"])
PARTS = st.sampled_from(["a", "b", "ab", "*", "?", "a*", "**", "x.py", "*.py", "[ab]"])


def matcher(glob: str) -> re.Pattern[str]:
    """Return what an agent's matcher makes of a glob: from the top, `**` for folders, no folder stands for its files."""
    made = re.escape(glob)
    for sign, means in ((r"\*\*/", "(?:[^/]+/)*"), (r"/\*\*", "/.+"), (r"\*\*", ".+"), (r"\*", "[^/]*"),
                        (r"\?", "[^/]"), (r"\[ab\]", "[ab]")):  # fmt: skip
        made = made.replace(sign, means)
    return re.compile(made)


@given(st.lists(PARTS, min_size=1, max_size=3), st.booleans(), st.lists(NAMES, min_size=1, max_size=4))
def test_a_glob_meets_the_same_files_for_an_agent_as_for_recall(
    parts: list[str], folder: bool, names: list[str]
):
    glob, path = "/".join(parts) + "/" * folder, "/".join(names)
    # A name with an ending is taken for a file's; and what is a file is no folder.
    assume(not any("." in name for name in names[:-1]))

    found = any(matcher(one).fullmatch(path) for one in agent_globs(glob))

    assert matches(glob, path) == found
