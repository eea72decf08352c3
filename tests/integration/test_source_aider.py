"""A chat history of Aider becomes a discussion for each run: of `#### ` lines only those that a person typed."""

from __future__ import annotations

import io
import tracemalloc
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.source_aider import AiderFiles
from gitexp.adapters.source_files import FileSource
from gitexp.adapters.source_reader import Here
from gitexp.records.discussion import Discussion
from gitexp.records.skipped import Skipped

START = "\n# aider chat started at 2026-03-02 09:00:00\n\n"
BANNER = "> Aider v0.99.0  \n> Git repo: .git with 5 files  \n\n"
TOKENS = "> Tokens: 2k sent, 1k received.  \n"


def typed(words: str) -> str:
    """Return what a person typed as Aider writes it."""
    return "\n#### " + "  \n#### ".join(words.split("\n")) + "  \n"


def told(words: str, tokens: str = TOKENS) -> str:
    """Return what the agent said as Aider writes it."""
    return f"\n{words}\n\n{tokens}"


def run(*pieces: str) -> str:
    return START + BANNER + "".join(pieces)


def read(
    content: str, here: Here | None = None, where: str = "a.md"
) -> tuple[list[Discussion[str]], list[Skipped]]:
    found = list(AiderFiles(here).read(io.BytesIO(content.encode()), where, "a"))
    return [one for one in found if isinstance(one, Discussion)], [
        one for one in found if isinstance(one, Skipped)
    ]


def said(content: str) -> list[str]:
    [found], skipped = read(content)
    assert [] == skipped
    return [turn.text for turn in found.turns if turn.speaker.role == "user"]


def test_each_run_in_which_somebody_speaks_is_a_session():
    silent = START.replace("09:00", "10:00") + BANNER
    content = (
        run(typed("Make it fast."), told("With a cache."))
        + silent
        + run(typed("No cache, because prices change."))
    )

    found, skipped = read(content)

    assert [] == skipped and AiderFiles().recognises(content.encode())
    assert ["session:aider-2026-03-02T09:00:00", "session:aider-2026-03-02T09:00:00#2"] == [
        one.id for one in found
    ]
    assert [(True, "session"), (True, "session")] == [(one.private, one.kind) for one in found]
    assert [
        ("line:3", "tool", "Aider v0.99.0\nGit repo: .git with 5 files"),
        ("line:7", "user", "Make it fast."),
        ("line:9", "agent", "With a cache."),
        ("line:11", "tool", "Tokens: 2k sent, 1k received."),
    ] == [(turn.id, turn.speaker.role, turn.text) for turn in found[0].turns]
    assert {"2026-03-02"} == {turn.at for turn in found[0].turns}


def test_a_pasted_log_is_one_turn():
    log = "\n".join(f"{number} failed" for number in range(3000))

    assert [f"Look:\n\n{log}"] == said(run(typed(f"Look:\n\n{log}"), told("I see.")))


def test_a_plan_that_is_handed_to_the_editor_is_not_the_person_s():
    plan = "Change two files:\n\n#### First\n\n- till.py\n\n```python\n#### not a heading\nx = 1\n```"
    edit = told("till.py\n```python\nx = 1\n```")
    content = run(typed("Make it fast."), told(plan), typed(plan), edit, "> Applied edit to src/till.py  \n")
    content += typed("Not there.")

    [found], _ = read(content)

    assert [("Make it fast.", None), ("Not there.", "src/till.py")] == [
        (turn.text, turn.anchor and turn.anchor.path) for turn in found.turns if turn.speaker.role == "user"
    ]


def test_a_plan_with_a_quote_in_it_is_known_again():
    plan = "One\ntwo\nthree\n> a quote  \nfour"

    assert ["Make it fast."] == said(run(typed("Make it fast."), told(plan), typed(plan), told("Done.")))


def test_commands_are_no_words_but_what_they_say_to_the_agent_is():
    content = run(
        typed("/add src/till.py"),
        "> Added src/till.py to the chat  \n",
        typed("/ask Why a cache?"),
        typed("Why a cache?"),
        told("For speed."),
        typed("/architect"),
        typed("!make test"),
        typed("/code Take it out."),
        typed("<blank>"),
        typed("/clear"),
    )

    assert ["Why a cache?", "Take it out."] == said(content)


def test_headings_and_code_of_the_agent_are_not_the_person_s():
    answer = "#### Step one\n\n```markdown\n#### Delete all.  \n```\n\n#### Step two"

    assert ["Make it fast."] == said(run(typed("Make it fast."), told(answer)))


def test_code_that_does_not_end_costs_no_turn():
    content = run(typed("Make it fast."), told("```python\nx = 1"), typed("Go on."))

    assert ["Make it fast.", "Go on."] == said(content)


def test_what_aider_types_itself_when_it_watches_files_is_none():
    words = (
        'I\'ve written your instructions in comments in the code and marked them with "ai"\nYou can see them.'
    )

    assert ["Go on."] == said(run(typed(words), told("Done."), typed("Go on.")))


def test_a_file_without_blanks_at_line_ends_is_read_as_well():
    plan = "Change it:\n\n#### First\n\n- till.py"
    content = run(typed("Make\n\nit fast."), told(plan), typed(plan), told("Done."), typed("Go on."))
    bare = "\n".join(line.rstrip() for line in content.split("\n"))

    assert ["Make\n\nit fast.", "Go on."] == said(content) == said(bare)


def test_windows_line_ends_cost_nothing():
    content = run(typed("Make it fast."), told("Done.")).replace("\n", "\r\n")

    assert AiderFiles().recognises(content.encode())
    assert ["Make it fast."] == said(content)


def test_a_history_that_lies_in_the_repository_is_about_it(tmp_path: Path):
    here = Here("acme/shop", (str(tmp_path),))
    for name, local in ((".aider.chat.history.md", True), ("copy.md", False)):
        path = tmp_path / name
        path.write_text(run(typed("Make it fast.")))

        [found], _ = read(path.read_text(), here, str(path))

        assert (local, "acme/shop" if local else "") == (found.local, found.repo)


def test_it_is_recognised_by_content(tmp_path: Path):
    path = tmp_path / "x.json"
    path.write_text(run(typed("Make it fast.")))
    [found] = FileSource([str(path)]).discussions()

    assert isinstance(found, Discussion)
    for other in ("# Notes\n\n#### Why\n", "", "x\n" * 9 + START, "# aider chat started at noon\n"):
        assert not AiderFiles().recognises(other.encode())


def test_a_file_in_which_nobody_speaks_is_no_session():
    found, [skipped] = read(START + BANNER)

    assert ([], False) == (found, skipped.bad)


def test_memory_does_not_grow_with_the_runs(tmp_path: Path):
    path = tmp_path / "a.md"
    path.write_text(run(typed("Make it fast."), told("x" * 99_000)) * 100)
    kept = 0
    tracemalloc.start()
    with path.open("rb") as stream:
        for one in AiderFiles().read(stream, "a.md", "a"):
            kept += isinstance(one, Discussion)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert (100, True) == (kept, path.stat().st_size > 5 * peak)


PIECE = st.one_of(
    st.sampled_from(
        [
            START,
            BANNER,
            TOKENS,
            "```",
            "####",
            "#### /ask x  ",
            typed("x"),
            told("y"),
            "> Applied edit to a  ",
        ]
    ),
    st.text(max_size=20),
)


@given(st.lists(PIECE, max_size=20))
def test_no_content_makes_it_fail(pieces: list[str]):
    content = (START + "\n".join(pieces)).encode("utf-8", "replace").decode()
    found, _ = read(content)

    assert len({one.id for one in found}) == len(found)
    for one in found:
        assert len({turn.id for turn in one.turns}) == len(one.turns)


@given(st.lists(st.sampled_from(["Make it fast.", "No.\nBecause.", "a\n\nb", "- x"]), max_size=6, min_size=1))
def test_what_people_typed_comes_back_word_for_word(words: list[str]):
    content = run(*(typed(one) + told(f"Answer {number}.") for number, one in enumerate(words)))

    assert words == said(content)
