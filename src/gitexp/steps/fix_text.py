"""The words of a proposal of fixes: what changes in each file and why, each readable alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitexp.records.experience import Experience
from gitexp.records.text import Redacted
from gitexp.records.words import counted
from gitexp.steps.quoting import code, inline, plain
from gitexp.steps.redact import redacted

Told = tuple[str, Experience[Redacted], tuple[str, ...]]
"""The path of a file, the experience as it becomes, and why, in words."""
MINUTES_EACH = 0.5


def fixes_title(fixes: Sequence[Told]) -> Redacted:
    """Return the pull request's title, also the commit's subject."""
    many = redacted(counted(len(fixes), "experience"))
    return Redacted.template("exp: upkeep of {}", many) if fixes else redacted("exp: nothing to mend")


def fixes_message(fixes: Sequence[Told]) -> Redacted:
    """Return the commit message; the words in it can neither ping nor close anything."""
    lines = [fixes_title(fixes), redacted("")]
    lines += [
        Redacted.template("- {}: {}", plain(experience.title), plain(_why(words)))
        for _, experience, words in fixes
    ]
    return Redacted.template("{}\n", Redacted.joined(lines, "\n"))


def fixes_body(fixes: Sequence[Told], branch: str, run: str) -> Redacted:
    """Return the pull request's text in Markdown."""
    return Redacted.joined(
        [*_head(fixes), *_table(fixes), *_items(fixes), *_foot(redacted(branch), run)], "\n"
    )


def _head(fixes: Sequence[Told]) -> Iterator[Redacted]:
    minutes = max(1, round(len(fixes) * MINUTES_EACH))
    yield redacted(
        f"**Merging = {counted(len(fixes), 'experience')} brought up to what the code is today.** "
        f"About {counted(minutes, 'minute')}. Only `experiences/` changes."
    )
    yield redacted("")


def _table(fixes: Sequence[Told]) -> Iterator[Redacted]:
    yield redacted("| | experience | becomes | because |")
    yield redacted("|---|---|---|---|")
    for number, (_, experience, words) in enumerate(fixes, 1):
        cells = (redacted(str(number)), inline(experience.title), _becomes(experience), _because(words))
        yield Redacted.template("| {} | {} | {} | {} |", *cells)


def _items(fixes: Sequence[Told]) -> Iterator[Redacted]:
    for number, (path, experience, words) in enumerate(fixes, 1):
        yield redacted("")
        yield Redacted.template("### {} · {}", redacted(str(number)), inline(experience.when))
        yield Redacted.template("**Says:** {}", inline(experience.what))
        for word in words:
            yield Redacted.template("**Because:** {}", _because((word,)))
        yield Redacted.template("becomes: {} · file {}", _becomes(experience), code(redacted(path)))


def _foot(branch: Redacted, run: str) -> Iterator[Redacted]:
    yield redacted("")
    yield redacted(
        "Edit in place: commits on this branch are yours; exp builds upon them and never moves them back."
    )
    yield redacted("")
    yield redacted("```sh")
    yield Redacted.template("git diff HEAD...{} # look", branch)
    yield Redacted.template("git merge --no-ff {} # take them all", branch)
    yield Redacted.template(
        "git checkout {}~1 -- experiences/<area>/<id>.yaml # refuse one: commit this on the branch", branch
    )
    yield Redacted.template("git branch -D {} # throw all away", branch)
    yield redacted("```")
    yield Redacted.template("audit · run {}", redacted(run))
    yield Redacted.template("<!-- exp:upkeep v1 run={} -->", redacted(run))


def _becomes(experience: Experience[Redacted]) -> Redacted:
    """Return what the experience is afterwards."""
    over = {"expired": "expired: no advice any more", "archived": "archived: no advice any more"}
    return redacted(over.get(experience.status, "the same, with the paths of today"))


def _why(words: Sequence[str]) -> Redacted:
    return Redacted.joined([redacted(word) for word in words], "; ")


def _because(words: Sequence[str]) -> Redacted:
    """Return the reasons for a line of Markdown: what stands between backticks stays code."""
    return Redacted.joined([_with_code(word) for word in words], "; ")


def _with_code(word: str) -> Redacted:
    parts = word.split("`")
    if len(parts) % 2 == 0:
        return inline(redacted(word))
    shown = [code(redacted(part)) if at % 2 else _spaced(part) for at, part in enumerate(parts)]
    return Redacted.joined(shown, "")


def _spaced(part: str) -> Redacted:
    """Return words for Markdown with the blanks that they begin and end with."""
    before = " " if part.startswith(" ") else ""
    after = " " if part.endswith(" ") and part.strip() else ""
    return Redacted.template(f"{before}{{}}{after}", inline(redacted(part)))
