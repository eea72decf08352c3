"""A hundred hostile comments: they are quoted in the proposal, and nothing gets out of its quotes, in any place."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token

from e2e.story import CODE, VALVE
from gitexp.steps.redact import redacted
from support.bot_story import Job, Ready, Rocket
from support.github_double import GithubDouble
from support.hostile_comments import Hostile, hostile_comments
from support.repository import ISOLATED

EACH = 11
COMMENTS = hostile_comments()
GROUPS = [COMMENTS[start : start + EACH] for start in range(0, len(COMMENTS), EACH)]
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufdd0\ufffe\uffff"
    "\U000e0000-\U000e007f]"
)
ACTED_ON = {
    "a ping": re.compile(r"(?<![\w/])@[A-Za-z0-9]"),
    "a mail": re.compile(r"[\w.+-]+@[\w-]+\.\w"),
    "a number": re.compile(r"#\d|\bGH-\d", re.I),
    "an address": re.compile(r"\b(?:https?|ftp|mailto):|\bwww\.", re.I),
    "a commit": re.compile(r"\b[0-9a-f]{40}\b"),
    "mathematics": re.compile(r"\$(?=\S)[^$]*\$"),
}
OWN_LINK = re.compile(
    r"https://redirect\.github\.com/acme/rocket/pull/[0-9]+#(?:discussion_r|issuecomment-|pullrequestreview-)[0-9]+"
    r"|https://github\.com/acme/rocket/blob/[0-9a-f]{40}/experiences/[a-z0-9_/-]+\.yaml"
)
"""To the thread without a back reference, and to the file as it is proposed."""
HEADINGS = re.compile(r"\d+ · .*|exp: what a team learnt|Proposed|Left out|Not read")
OWN_HTML = re.compile(
    r"<details><summary>[^<>]*</summary>|</?details>|</?summary>"
    r"|<!-- exp:proposal v1 base=[0-9a-f]{40} head=[0-9a-f]{40} run=[0-9a-f]+ -->"
)
OUTPUTS = set(
    "level branch commit pr-number pr-url compare-url experiences changes questions waiting failed artifact".split()
)
AT_THE_EDGE = {
    "title": "Fixes #1 @octocat <b>x</b> | `y` [z](https://evil.example) <!-- exp:proposal v1 --> ::error::x",
    "body": "Closes #1\n\n# Approved\n<details>\n@acme/everyone\n::set-output name=commit::x",
    "branch": "patch-$(id)/<!--x-->/@octocat/#1|`y`",
    "path": "engine/@octocat `x` #1 <b> | $(id) ::error::x.py",
}


@pytest.fixture(scope="module")
def ready() -> Iterator[Ready]:
    one = Ready()
    yield one
    one.close()


def merged(rocket: Rocket, comments: Sequence[Hostile], place: str = VALVE, **edge: str) -> None:
    """Let a pull request be merged for each comment, in which its author takes over what the comment says."""
    for comment in comments:
        many = len(rocket.repo.issues) + 1
        files = {place: f"{CODE[VALVE]}# change {many}\n"}
        branch = f"{edge['branch']}-{many}" if "branch" in edge else None
        title, body = edge.get("title", "Change it"), edge.get("body", "A change.")
        number = rocket.repo.pull(title, body, "ada", files, branch)
        root = rocket.repo.line_comment(number, "rex", place, 5, comment.text)
        rocket.repo.line_comment(number, "ada", place, 5, "Good catch, fixed.", root)
        rocket.repo.merge(number, "squash", "rex")


def acted_on(markdown: str) -> Iterator[str]:
    """Yield what GitHub would do with a text beyond showing words; code and quotes do nothing."""
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(markdown)
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type in ("html_block", "html_inline"):
            yield from _html(token.content)
        elif token.type == "fence":
            if token.info not in ("text", "sh"):
                yield f"a block of {token.info}"
        elif token.type == "inline":
            yield from _inline(token)
            if before and before.type == "heading_open" and not HEADINGS.fullmatch(token.content):
                yield f"a heading: {token.content}"
        elif token.type in ("hr", "code_block", "blockquote_open", "ordered_list_open"):
            yield f"{token.type}: {token.content}"


def _html(content: str) -> Iterator[str]:
    left = OWN_HTML.sub("", content)
    if "<" in left:
        yield f"HTML: {left}"


def _inline(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type == "link_open" and OWN_LINK.fullmatch(str(child.attrs.get("href"))):
            continue
        if child.type in ("link_open", "image", "s_open"):
            yield f"{child.type}: {dict(child.attrs)} in {token.content[:300]}"
        elif child.type == "html_inline":
            yield from _html(child.content)
        elif child.type == "text":
            yield from (
                f"{kind}: {child.content}" for kind, form in ACTED_ON.items() if form.search(child.content)
            )


def holds(rocket: Rocket, done: Job, comments: Sequence[Hostile]) -> list[str]:
    """Hold all that a run left to what it may be; return the quotes of the files that it proposes."""
    pull, tip = rocket.proposal(), rocket.tip()
    body, message = pull.body, rocket.git("log", "-1", "--format=%B", "exp/proposals")
    files = rocket.git("ls-tree", "-r", "-z", "--name-only", "exp/proposals", "--", "experiences").split(
        "\0"
    )[:-1]
    texts = [rocket.git("show", f"exp/proposals:{path}") for path in files]
    mode = {
        line.split()[0]
        for line in rocket.git("ls-tree", "-r", "exp/proposals", "--", "experiences").splitlines()
    }
    everything = [body, pull.title, message, done.summary, done.process.both, *done.outputs.values(), *texts]
    everything += rocket.ledger().values()

    assert [] == list(acted_on(body))
    assert [] == [
        one
        for one in acted_on(done.summary)
        if not one.startswith("link_open: {'href': 'https://github.com/")
    ]
    for text in (pull.title, message):
        assert [] == [kind for kind, form in ACTED_ON.items() if form.search(text)], text
    assert not re.search("[<`]", pull.title)
    assert 65_536 >= len(body) and f" head={tip} " in body.rstrip().splitlines()[-1]
    assert [] == [text for text in everything if UNSEEN.search(text)]
    assert [] == [
        one.kind for one in comments for piece in one.hidden for text in everything if piece in text
    ]
    assert [] == [one for one in rocket.hub.references if one.by == "github-actions[bot]"]
    assert OUTPUTS >= set(done.outputs) and tip == done.outputs["commit"]
    for line in done.process.both.splitlines():
        assert re.match(r"::(?:warning|notice|error) title=exp", line) or not line.lstrip().startswith(
            "::"
        ), line
        assert line.startswith("::") or not re.search(r"##\[|##vso", line), line
    trailers = rocket.git("log", "-1", "--format=%(trailers:only,keyonly)", "exp/proposals").split()
    assert {"Exp-Run"} == set(trailers) and {"100644"} == mode
    assert all(re.fullmatch(r"experiences/[a-z0-9_-]+/[a-z0-9-]+-[0-9a-f]{10}\.yaml", path) for path in files)
    return quotes(texts)


def quotes(texts: Sequence[str]) -> list[str]:
    found = []
    for text in texts:
        document = yaml.safe_load(text)
        assert {"active"} == {document["status"]} and "severity" not in document
        found += [item["quote"] for item in document["evidence"]]
    return found


@pytest.mark.parametrize("group", range(len(GROUPS)))
def test_a_hundred_hostile_comments_stay_within_their_quotes(tmp_path: Path, ready: Ready, group: int):
    comments = GROUPS[group]
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        merged(rocket, comments)

        done = rocket.job("propose", EXP_ROOM="30")

        told = holds(rocket, done, comments)
    clean = [str(redacted(one.text)) for one in comments]
    assert [] == [quote for quote in told if not any(quote in text for text in clean)]
    assert len(comments) // 2 <= len(told)


@pytest.mark.parametrize("edge", AT_THE_EDGE)
def test_title_text_branch_and_path_of_a_pull_request_do_no_harm_either(
    tmp_path: Path, ready: Ready, edge: str
):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        path = AT_THE_EDGE["path"] if edge == "path" else VALVE
        merged(rocket, COMMENTS[:3], path, **{edge: AT_THE_EDGE[edge]})

        done = rocket.job("propose")

        assert holds(rocket, done, COMMENTS[:3])


def test_a_hundred_comments_at_once_make_no_text_too_long(tmp_path: Path, ready: Ready):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        for comments in GROUPS:
            merged(rocket, comments)

        done = rocket.job("propose", EXP_ROOM="200")

        assert 20 <= len(holds(rocket, done, COMMENTS))


def test_the_words_of_a_language_model_pass_through_the_same_sieve_by_the_artifact(
    tmp_path: Path, ready: Ready
):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        merged(rocket, COMMENTS[:EACH])
        rocket.job("extract", token="read-token")

        done = rocket.job("publish", EXP_ROOM="30")

        assert holds(rocket, done, COMMENTS[:EACH])


def test_nothing_that_a_comment_says_is_ever_run(tmp_path: Path, ready: Ready):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path, ready)
        merged(
            rocket,
            [Hostile("shell", "`$(touch owned)` must not be called, because `touch owned` breaks it.")],
        )
        place = rocket.checkout()

        rocket.job("propose", place=place)

        said = ["git", "status", "--porcelain", "--ignored"]
        status = subprocess.run(said, cwd=place, env=os.environ | ISOLATED, capture_output=True, check=True)
        assert b"" == status.stdout
