"""An intent against the past of a file: tried and taken back, back since, in force, constrained, or nothing speaks of it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from support.histories import History, git_says, lines
from support.process import exp
from support.repository import Repository

FILE = "src/net/retry.py"
MUST = "must not hold the lock while it sleeps"
WHY = "A POST that is sent twice orders twice."


class Past(NamedTuple):
    repository: Repository
    named: dict[str, str]

    def asked(self, intent: str, *words: str) -> Any:
        done = exp(self.repository.path, "archaeology", FILE, "--intent", intent, "--json", *words)
        assert (0, "") == (done.code, done.plain.stderr)
        return done.json

    def verdict(self, intent: str) -> tuple[str, str, str | None]:
        """Return the verdict, the state, and the name of the commit that the first warning rests on."""
        found = self.asked(intent)
        names = {commit: name for name, commit in self.named.items()}
        first = found["warnings"][0]["evidence"][0]["commit"] if found["warnings"] else ""
        return found["verdict"]["answer"], found["verdict"]["state"], names.get(first)


class Telling:
    """Changes one line of the file after another; each line is one idea's."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.now: dict[int, str] = {3: f"# {MUST}: others wait."}
        self.named: dict[str, str] = {}
        self.commit("lay", "Lay the pump")

    def commit(self, name: str, message: str, **changed: str) -> str:
        self.now |= {int(number.removeprefix("line")): text for number, text in changed.items()}
        text = lines(*self.now.items(), upto=60)
        self.named[name] = self.history.commit(message, {FILE: text})
        return self.named[name]

    def revert(self, name: str, of: str, title: str, why: str, **changed: str) -> str:
        return self.commit(name, f"{git_says(title, self.named[of])}\n\n{why}", **changed)


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Past:
    told = Telling(History(tmp_path_factory.mktemp("intents") / "project"))
    told.commit("tried 5xx", "Retry on any 5xx answer", line10="if status >= 500: again()")
    told.commit("in", "Give up after sixty seconds", line20="deadline = 60")
    told.revert("no 5xx", "tried 5xx", "Retry on any 5xx answer", WHY, line10="step 10")
    told.commit("jitter", "Spread the attempts with random jitter", line30="pause += random()")
    told.revert("no jitter", "jitter", "Spread the attempts with random jitter", "Flaky.", line30="step 30")
    back = 'Revert "Spread the attempts with random jitter"'
    told.revert("jitter again", "no jitter", back, "Not flaky.", line30="pause += random()")
    told.commit("metrics", "Count attempts in Prometheus metrics", line40="count()", line42="gauge()")
    title = "Count attempts in Prometheus metrics"
    told.revert("no gauge", "metrics", title, "The gauge is never read.", line42="step 42")
    told.commit("chinese", "请求超时后自动重试三次", line46="timeout = 3")
    told.revert("no chinese", "chinese", "请求超时后自动重试三次", "会造成重复下单。", line46="step 46")
    told.commit("japanese", "接続が切れたら暗号化をやめる", line50="plain = True")
    told.revert("no japanese", "japanese", "接続が切れたら暗号化をやめる", "危険です。", line50="step 50")
    told.commit("pinned", "Cache the resolver's answers on disk", line54="cache = disk")
    told.commit("unpinned", "Ask the resolver each time", line54="step 54")
    return Past(told.history.told(), told.named)


def test_what_was_tried_and_taken_back_comes_first_with_its_revert_and_the_reason(past):
    found = past.asked("retry on any 5xx answer")

    first = found["warnings"][0]
    assert ("taken_back", "out", "exact") == tuple(
        found["verdict"][key] for key in ("answer", "state", "certainty")
    )
    assert ("taken_back", "exact", "out") == (first["kind"], first["certainty"], first["state"])
    assert (past.named["no 5xx"], WHY) == tuple(first["evidence"][0][key] for key in ("commit", "quote"))
    assert [past.named["tried 5xx"], past.named["no 5xx"]] == found["verdict"]["ideas"]
    assert WHY in first["text"]


@pytest.mark.parametrize(
    "intent",
    [
        "add retry on 500",
        "Retry on 503",
        "retry 5xx answers",
        'Reland "Retry on any 5xx answer"',
        "Retry on any 5xx answer (take 2)",
    ],
)
def test_a_status_code_is_met_by_its_class(past, intent):
    assert ("taken_back", "out", "no 5xx") == past.verdict(intent)


def test_another_class_of_status_codes_is_another_matter(past):
    assert "taken_back" != past.verdict("refuse on 404")[0]


def test_what_came_back_is_in_and_the_warning_tells_of_the_revert(past):
    answer, state, first = past.verdict("random jitter between attempts")

    assert ("in_force", "in") == (answer, state)
    assert first in ("no jitter", "jitter again")
    told = past.asked("random jitter between attempts")["warnings"][0]
    assert ("taken_back", "in") == (told["kind"], told["state"])
    commits = [one["commit"] for one in told["evidence"]]
    assert {past.named[name] for name in ("jitter", "no jitter", "jitter again")} == set(commits)


def test_what_was_taken_back_in_part_is_said_to_be_a_part(past):
    found = past.asked("Prometheus metrics for attempts")

    assert ("taken_back", "in") == (found["verdict"]["answer"], found["verdict"]["state"])
    assert "taken back in part" in found["warnings"][0]["text"]


def test_what_is_in_already_is_told(past):
    assert ("in_force", "in", None) == past.verdict("give up after sixty seconds")


def test_a_silent_undoing_is_found_by_its_matter(past):
    assert ("taken_back", "out", "unpinned") == past.verdict("cache the resolver on disk")


def test_a_comment_that_commands_constrains(past):
    found = past.asked("hold the lock while sleeping")

    assert "constrained" == found["verdict"]["answer"]
    [one] = found["verdict"]["constraints"]
    assert ("comment", 3) == (one["kind"], one["line"])
    assert MUST in one["text"]


@pytest.mark.parametrize(
    ("intent", "named"),
    [
        ("请求超时后重试", "no chinese"),
        ("超时自动重试", "no chinese"),
        ("接続が切れたら暗号化をやめる", "no japanese"),
        ("暗号化をやめる", "no japanese"),
    ],
)
def test_an_intent_may_be_chinese_or_japanese(past, intent, named):
    assert ("taken_back", "out", named) == past.verdict(intent)


@pytest.mark.parametrize(
    "intent",
    [
        "paint the shed green",
        "translate the manual",
        "add type hints",
        "优化日志格式",
        "設定画面の色を変える",
        "fix",
    ],
)
def test_of_an_unrelated_intent_nothing_speaks_and_what_was_looked_at_is_said(past, intent):
    found = past.asked(intent)

    assert ("nothing", []) == (found["verdict"]["answer"], found["warnings"])
    assert len(past.named) == found["looked_at"]["commits"]
    assert found["looked_at"]["whole"] is True
    shown = exp(past.repository.path, "archaeology", FILE, "--intent", intent).stdout
    assert f"{len(past.named)}" in shown


def test_a_shallow_clone_never_claims_that_something_was_not(past, tmp_path):
    shallow = past.repository.clone(tmp_path / "shallow", "--depth", "3")

    told = exp(shallow.path, "archaeology", FILE, "--intent", "paint the shed green", "--json").json
    shown = exp(shallow.path, "archaeology", FILE, "--intent", "paint the shed green").stdout

    assert "nothing" == told["verdict"]["answer"]
    assert told["looked_at"]["whole"] is False
    assert any("history ends at" in limit for limit in told["limits"])
    assert "history ends at" in shown
    for claim in ("never", "first ", "no revert"):
        assert claim not in shown


def test_what_lies_beyond_the_end_of_a_shallow_clone_is_not_denied(past, tmp_path):
    shallow = past.repository.clone(tmp_path / "shallow", "--depth", "3")

    told = exp(shallow.path, "archaeology", FILE, "--intent", "retry on any 5xx answer", "--json").json

    assert "taken_back" != told["verdict"]["answer"]
    assert any("what came before was not seen" in limit for limit in told["limits"])


def test_the_intent_is_judged_at_the_commit_asked_for(past):
    before = past.named["in"]

    found = past.asked("retry on any 5xx answer", "--at", before)

    assert ("in_force", "in") == (found["verdict"]["answer"], found["verdict"]["state"])
