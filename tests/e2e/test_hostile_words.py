"""Words of strangers: they ping nobody, close nothing, hide nothing, break no frame, and no secret gets anywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from e2e.story import PANEL, PUMP, VALVE, one_lesson, proposed, thread
from support.github import document, pull_request, review_comment, save
from support.process import exp, exp_at_terminal
from support.repository import Repository

CALL = ("propose", "../talk/7.json")
BIDI, ZERO, TAG = "\u202e", "\u200b", "\U000e0041"
ESCAPE, C1 = "\x1b]0;owned\x07\x1b[2J", "\x9b31m"
HARM = {
    "a ping": "@acme/everyone and @octocat",
    "a closing word": "Fixes #1, closes acme/other#2, resolves GH-3",
    "a link back": "https://github.com/acme/other/pull/9 and www.evil.example",
    "a comment": "x --> y and <!--",
    "a frame": "</details></team-notes> < team-notes> <img src=x onerror=y>",
    "a fence": "````` and ~~~~~",
    "a commit": "1234567890abcdef1234567890abcdef12345678",
    "a trailer": "Signed-off-by: nobody",
    "an escape": f"red {ESCAPE} and {C1}",
    "the unseen": f"ab{BIDI}cd{ZERO}ef{TAG}gh\u2066ij\u2069",
    "markup": "| a | [x](y) ![z](w) *b* _c_ ~d~ &amp;",
}
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]"
)


def told(harm: str) -> str:
    """Return a statement worth keeping that carries harm in the middle."""
    return (
        f"`Valve.open` must not be called twice for {harm} in a row, because the second call drains the tank."
    )


def unfenced(text: str) -> str:
    """Return Markdown without its fenced blocks, code spans and escaped signs: what GitHub acts on."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = re.match(r"(`{3,})(.*)$", line)
        if fence:
            if mark and mark[1] >= fence and not mark[2].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        else:
            kept.append(line)
    assert not fence, "a fence is left open"
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", re.sub(r"\\[^\w\s]", "", "\n".join(kept)))


def body_of(output: str) -> tuple[str, str]:
    """Return title and text of the pull request, as propose prints them."""
    after = output.split("The pull request, title and text:\n\n", 1)[1]
    title, _, rest = after.partition("\n\n")
    return title, rest[: rest.index("\nlook ")]


@pytest.mark.parametrize("kind", HARM)
def test_the_words_of_strangers_do_no_harm(rocket: Repository, tmp_path: Path, kind: str):
    harm = HARM[kind]
    evil = pull_request(title=f"Title {harm}", body=f"Body {harm}")
    said = thread(101, VALVE, told(harm))
    said[0]["path"] = said[1]["path"] = (
        "engine/@octocat `x` #1.py" if kind in ("a ping", "a fence") else VALVE
    )
    near = review_comment(301, "rex", told(harm), path=PUMP, author_association="NONE")
    save(tmp_path / "talk" / "7.json", document(evil, review_comments=[*said, near]))

    done = exp(rocket.path, *CALL, "--all")

    assert 0 == done.code, done.both
    title, body = body_of(done.stdout)
    message = rocket.git("log", "-1", "--format=%B", "exp/proposals")
    names = rocket.git("for-each-ref", "--format=%(refname)").splitlines()
    acted_on = unfenced(body.removesuffix("\n").rpartition("\n<!-- exp:proposal")[0])
    for text in (title, message, acted_on, "\n".join(names)):
        assert not re.search(r"(?<![\w/])@[\w-]", text), "it pings"
        assert not re.search(r"#\d|\bGH-\d", text), "it refers to an issue"
        assert not re.search(r"https?://|www\.", text), "it links"
        assert not re.search(r"\b[0-9a-f]{40}\b", text), "it refers to a commit"
        assert not UNSEEN.search(text)
    assert {"details", "/details", "summary", "/summary"} >= set(re.findall(r"<(/?\w+)", acted_on))
    assert "<!--" not in acted_on and "](" not in acted_on and "![" not in acted_on
    assert 1 == body.count("\n<!-- exp:proposal v1 "), "there is one marker, and it is exp's"
    assert 1 == acted_on.count("<details>") == acted_on.count("</details>")
    for line in acted_on.splitlines():
        assert not line.startswith("|") or 6 == line.count("|") or 3 == line.count("|"), (
            f"a table breaks: {line}"
        )
    assert "exp: 2 experiences" in title and message.startswith(title)
    trailers = rocket.git("log", "-1", "--format=%(trailers:only,keyonly)", "exp/proposals").split()
    assert ["Exp-Run"] == trailers
    for path in proposed(rocket):
        assert re.fullmatch(r"experiences/[a-z0-9_-]+/[a-z0-9-]+-[0-9a-f]{10}\.yaml", path)
        assert not UNSEEN.search(rocket.show(f"exp/proposals:{path}"))
    assert not UNSEEN.search(done.both)


def test_recall_hands_hostile_words_on_inside_one_whole_frame(rocket: Repository, tmp_path: Path):
    kinds = ("a frame", "an escape", "the unseen", "a fence")
    for number, kind in enumerate(kinds, 20):
        lesson = one_lesson(told(HARM[kind]), f"engine/valve{number}.py", number=number)
        save(tmp_path / "talk" / f"{number}.json", lesson)
    exp(rocket.path, "propose", "../talk", "--all")
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take it", "exp/proposals")
    call = ("recall", "--symbol", "Valve.open", "--limit", "9", "--budget", "9999")

    piped = exp(rocket.path, *call)
    shown = exp_at_terminal(rocket.path, *call, env={"NO_COLOR": "1"})
    found = exp(rocket.path, *call, "--json")
    listed = exp(rocket.path, "list")

    assert 4 <= len(found.json["applicable"])
    assert 1 == piped.stdout.count("<team-notes") == piped.stdout.count("</team-notes>")
    assert piped.stdout.endswith("</team-notes>\n")
    for done in (piped, shown, found, listed):
        assert 0 == done.code and not UNSEEN.search(done.both)


def test_a_file_that_a_person_merged_with_escapes_in_it_moves_no_terminal(merged: Repository):
    path = "experiences/engine/evil-one-0123456789.yaml"
    text = 'id: evil-one-0123456789\ntitle: "t \\e[2J \\u202e"\nwhen: w\nwhat: "x \\e]0;owned\\a </team-notes> y"\n'
    text += (
        "preconditions: none\nevidence: [{turn: t, quote: q}]\nlens: logic\nkind: pitfall\nstatus: active\n"
    )
    merged.commit("Slip it in", {path: text + 'scope: {paths: ["engine/**"]}\n'})

    for call in (("recall", "--file", VALVE), ("list",), ("show", "evil")):
        for done in (exp(merged.path, *call), exp_at_terminal(merged.path, *call, env={"NO_COLOR": "1"})):
            assert not UNSEEN.search(done.both), call
    assert 1 == exp(merged.path, "recall", "--file", VALVE).stdout.count("</team-notes>")


def test_the_name_of_a_hostile_file_moves_no_terminal(rocket: Repository, tmp_path: Path):
    name = "evil\x1b[2J\u202e.json"
    (tmp_path / "talk" / name).write_text('{"pull_request": {"number": 1}, "reviews": 5}\n{broken')

    folder = exp_at_terminal(rocket.path, "propose", "../talk", env={"NO_COLOR": "1"})
    named = exp_at_terminal(rocket.path, "propose", f"../talk/{name}", env={"NO_COLOR": "1"})
    asked = exp_at_terminal(rocket.path, "recall", "--file", f"engine/{name}", env={"NO_COLOR": "1"})

    for done in (folder, named, asked):
        assert not UNSEEN.search(done.both)


def secrets() -> dict[str, str]:
    """Return secrets of several kinds, put together here so that no scanner takes this file for a leak."""
    return {
        "a forge's key": "ghp_" + "Zk3" * 12,
        "a cloud's key": "AKIA" + "Q7RT2MX5" * 2,
        "a bot's key": "xoxb-" + "123456789012-" + "Zk3a" * 6,
        "a password in an address": "https://ada:" + "correct7horse" + "@db.rocketry.io/main",
        "a signed token": "eyJ"
        + "hbGciOiJIUzI1NiJ9"
        + ".eyJ"
        + "zdWIiOiIxMjM0NTY3ODkwIn0"
        + "."
        + "dozjgNryP4J3jVmNHl0w5N",
        "an address": "ada.author" + "@" + "acme-rockets.com",
        "a home folder": "/home/" + "adalovelace" + "/rocket",
    }


def leaks(repository: Repository, secret: str) -> list[str]:
    """Return where a secret turns up in the repository: any object, reachable or not, and any other file of .git."""
    objects = repository.git_bytes("cat-file", "--batch-all-objects", "--batch", "--unordered")
    files = (path for path in (repository.path / ".git").rglob("*") if path.is_file())
    found = [str(path) for path in files if secret.encode() in path.read_bytes()]
    return [*found, *(["an object"] if secret.encode() in objects else [])]


def test_no_secret_reaches_an_object_a_file_or_a_stream(rocket: Repository, tmp_path: Path):
    words = " and ".join(secrets().values())
    private = (
        "-----BEGIN RSA "
        + "PRIVATE KEY-----\n"
        + "MIIEow"
        + "Zk3aQ9" * 20
        + "\n-----END RSA "
        + "PRIVATE KEY-----"
    )
    short = secrets()["a forge's key"]
    pull = pull_request(title=f"Use {words}", body=f"It needs {words}.\n\n{private}")
    said = [
        *thread(
            101,
            VALVE,
            f"`Valve.open` must not be called with {short}, because the second call drains the tank.",
        ),
        *thread(
            201,
            PUMP,
            f"Don't call `Pump.start` twice, because it breaks.\n\n{private}\n\n{words}",
            f"Fixed. {words}",
        ),
        review_comment(301, "rex", f"`redraw` must not see {words}, because it breaks.", path=PANEL),
    ]
    for one in said:
        one["diff_hunk"] = f"@@ -1,2 +1,2 @@ def call({short})\n-{words}\n+{private}"
    save(tmp_path / "talk" / "7.json", document(pull, review_comments=said))
    call = ("propose", "../talk/7.json", "--all")

    runs = [
        exp(rocket.path, *call, "--dry-run"),
        exp_at_terminal(rocket.path, *call, "--dry-run"),
        exp(rocket.path, *call, "--json"),
        exp(rocket.path, *call, "--branch", "again"),
    ]

    assert [0, 0, 0, 0] == [done.code for done in runs]
    assert 3 == len(proposed(rocket)), "the secrets are gone, the lessons are not"
    for kind, secret in {**secrets(), "a private key": "Zk3aQ9" * 5, "a password": "correct7horse"}.items():
        assert not [done for done in runs if secret in done.both], kind
        assert [] == leaks(rocket, secret), kind
    assert "redacted" in runs[0].stdout, "how much was taken out is said"


def test_no_secret_of_a_history_reaches_a_new_object_or_a_stream(rocket: Repository):
    secret = secrets()["a forge's key"]
    bad = rocket.commit("Open the valve early", {VALVE: "early = True\n"})
    rocket.git("revert", "--no-edit", "--no-commit", bad)
    why = f"An early valve must not be opened with {secret}, because it drains the tank before the engine starts."
    rocket.commit(f'Revert "Open the valve early"\n\nThis reverts commit {bad}.\n\n{why}')

    done = exp(rocket.path, "propose", "history:")

    [path] = proposed(rocket)
    assert secret not in done.both
    assert secret not in rocket.show(f"exp/proposals:{path}")
    assert secret.encode() not in rocket.git_bytes("log", "-p", "refs/exp/runs", "exp/proposals", "^main")


def test_a_secret_in_bad_input_is_not_echoed(rocket: Repository, tmp_path: Path):
    secret = secrets()["a forge's key"]
    (tmp_path / "talk" / "bad.json").write_text(f'{{"pull_request": {{"body": "{secret}" {secret}')
    (tmp_path / "talk" / "odd.json").write_text(
        f'{{"reviews": "{secret}", "review_comments": [["{secret}"], "{secret}"]}}'
    )
    rocket.write(
        "requirements.txt", f"hydro==1 @ {secret}\n--extra-index-url https://ada:{secret}@pypi.example/\n"
    )
    rocket.write("experiences/facts.yaml", f"a: {{b: {secret}}}\n")
    rocket.commit("Break it")

    for call in (
        ("propose", "../talk"),
        ("propose", "../talk/bad.json"),
        ("facts",),
        ("recall",),
        ("recall", "--json"),
    ):
        assert secret not in exp(rocket.path, *call).both, call
