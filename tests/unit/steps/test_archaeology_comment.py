"""The one comment of archaeology: it speaks of the change's own lines, and no word of anyone gets out of its quotes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.records.archaeology import Warning, Witness
from gitexp.records.change_record import ChangeRecord, Impact, Rejected
from gitexp.records.experience import Standing
from gitexp.records.outline import Outline, Symbol
from gitexp.records.past import Edit, Hunk, Patch, Touch
from gitexp.records.text import Redacted
from gitexp.steps.archaeology_comment import MARKER, comment, nothing_left, post, title_of
from gitexp.steps.brought_back import BroughtBack, Place, brought_back
from gitexp.steps.changed_lines import Changed, changed_lines, is_telling
from gitexp.steps.constraints_met import Met, Outlines, Rule, constraints_met, rules_of
from gitexp.steps.redact import redacted
from support.experiences import an_experience

FILE = "src/net/retry.py"
TRIED, ENDED = "a" * 40, "b" * 40
RETRY = ["if answer.status >= 500:", "    wait_for(attempt)", "    return send_again(request)"]
BASE = [f"line {number} of the pump" for number in range(1, 21)]


def hashed(lines: list[str]) -> dict[int, int]:
    return dict(Counter(hash(line.encode()) for line in lines))


def touch(commit: str, subject: str, day: str, **more: Any) -> Touch:
    seconds = int(day.replace("-", ""))
    return Touch(
        commit,
        ("c" * 40,),
        f"{day}T10:00:00Z",
        seconds,
        "Ada",
        "ada@example.org",
        subject,
        "",
        FILE,
        "",
        "",
        **more,
    )


TOUCHES = {
    TRIED: touch(
        TRIED, "Retry on any 5xx answer", "2024-03-01", title="Retry on any 5xx answer", pull_request="41"
    ),
    ENDED: touch(ENDED, 'Revert "Retry on any 5xx answer"', "2024-03-08", pull_request="52"),
}
WARNING = Warning(
    'brings back "Retry on any 5xx answer", which was tried and taken back: It orders twice.',
    "brings_back",
    "likely",
    "out",
    "2024-03-08",
    (Witness(ENDED, "It orders twice.", "Mara", "2024-03-08"), Witness(TRIED, "Retry on any 5xx answer")),
    FILE,
    11,
)


def change(new: list[str], old: list[str] | None = None, path: str = FILE, at: int = 11) -> Changed:
    """Return a change that puts lines at a place of the file, in place of others."""
    gone = old or []
    before = BASE[: at - 1] + gone + BASE[at - 1 :]
    after = BASE[: at - 1] + new + BASE[at - 1 :]
    hunk = Hunk(at, len(gone), at, len(new))
    edit = Edit(path, path, "1" * 40, "2" * 40, (hunk,), Patch({}, {}, ""), "\n".join(new))
    return changed_lines(edit, "\n".join(before), "\n".join(after))


def told(
    changed: Changed, tried: list[str] = RETRY, warning: Warning = WARNING, *messages: Touch
) -> tuple[BroughtBack, ...]:
    """Return what a change brings back of what one commit put in and another one took out."""
    patches = {TRIED: Patch({}, hashed(tried), ""), ENDED: Patch(hashed(tried), {}, "")}
    return brought_back([warning], {changed.path: changed}, {changed.path: patches}, TOUCHES, messages)


def test_lines_that_were_put_in_and_taken_out_are_told_with_both_commits():
    [one] = told(change(RETRY))

    assert (TRIED, ENDED, 3) == (one.tried.commit, one.ended.commit, one.count)
    assert (Place(FILE, 11),) == one.places
    assert "+if answer.status >= 500:" == one.lines[0]


def test_lines_that_stand_in_the_file_anyway_bring_nothing_back():
    assert () == told(change([BASE[3], BASE[4], BASE[5]]), BASE[3:6])


@pytest.mark.parametrize(
    "line",
    [
        "}",
        "    return None",
        "import java.util.concurrent.TimeUnit;",
        "use Illuminate\\Support\\Str;",
        "     * @param  string  $value",
    ],
)
def test_a_frame_an_import_or_a_tag_tells_nothing(line: str):
    assert not is_telling(line)


def test_frames_imports_and_tags_alone_bring_nothing_back():
    frames = [
        "try {",
        "}",
        "import os.path as where",
        "from a.long.module import another_name",
        " * @return string[]",
    ]

    assert () == told(change(frames), frames)


def test_two_lines_may_be_chance_but_not_where_they_are_all_of_it():
    two = RETRY[:2]

    assert () == told(change(two), two)
    assert 1 == len(told(change(two), two, replace(WARNING, certainty="exact")))


def test_what_a_revert_brought_back_may_go_again_with_a_word():
    patches = {TRIED: Patch(hashed(RETRY), {}, ""), ENDED: Patch({}, hashed(RETRY), "")}
    gone = change([], RETRY)

    [one] = brought_back([WARNING], {FILE: gone}, {FILE: patches}, TOUCHES)
    assert "-if answer.status >= 500:" == one.lines[0]


def test_what_only_a_message_says_to_be_a_revert_is_not_told():
    patches = {ENDED: Patch(hashed(RETRY), {}, "")}
    alone = replace(WARNING, evidence=WARNING.evidence[:1])

    assert () == brought_back([alone], {FILE: change(RETRY)}, {FILE: patches}, TOUCHES)


@pytest.mark.parametrize("state", ["in", "unknown"])
def test_what_is_in_again_or_not_sure_to_be_out_is_not_told(state):
    assert () == told(change(RETRY), RETRY, replace(WARNING, state=state))


@pytest.mark.parametrize(
    "subject",
    [
        'Reland "Retry on any 5xx answer"',
        'Revert "Revert "Retry on any 5xx answer""',
        f"Retry with keys, after {ENDED[:12]}",
        "Retry with keys (see #52)",
        "Retry with keys, unlike https://github.com/acme/pump/pull/41",
    ],
)
def test_who_says_it_himself_is_not_told(subject: str):
    message = touch("d" * 40, subject, "2024-05-01")

    assert () == told(change(RETRY), RETRY, WARNING, message)


def test_the_same_title_again_says_nothing_of_the_revert():
    assert told(change(RETRY), RETRY, WARNING, touch("d" * 40, "Retry on any 5xx answer", "2024-05-01"))


def test_files_of_one_idea_make_one_remark():
    other = change(RETRY, path="src/net/pump.py")
    patches = {TRIED: Patch({}, hashed(RETRY), ""), ENDED: Patch(hashed(RETRY), {}, "")}
    warnings = [WARNING, replace(WARNING, path=other.path)]

    [one] = brought_back(
        warnings, {FILE: change(RETRY), other.path: other}, {FILE: patches, other.path: patches}, TOUCHES
    )
    assert ["src/net/pump.py", FILE] == [place.path for place in one.places]


def a_rule(**changes: object) -> Rule:
    rule = Rule(
        "no-sleep-under-lock-0a1b2c3d4e",
        "experience",
        "Never sleep while `_pump_lock` is held: the watchdog restarts the valve.",
        paths=("src/net/**",),
        symbols=("Pump.wait",),
    )
    return replace(rule, **changes)  # type: ignore[arg-type]


def met(changed: Changed, *rules: Rule, outlines: Outlines | None = None) -> tuple[Met, ...]:
    return constraints_met(rules, [changed], {changed.path: outlines or Outlines()})


def test_lines_that_name_the_thing_and_speak_of_the_matter_meet_a_rule():
    [one] = met(change(["x = 1", "with self._pump_lock:", "    time.sleep(3)"]), a_rule())

    assert (FILE, 12, ("_pump_lock", "sleep")) == (one.path, one.line, one.common)


def test_to_touch_the_folder_alone_meets_nothing():
    assert () == met(change(["answer = ask(server)", "return answer.status_code"]), a_rule())


def test_the_name_alone_meets_nothing():
    assert () == met(change(["self._pump_lock = make()"]), a_rule())


def test_within_the_symbol_of_the_scope_two_words_are_enough():
    wait = Outline((Symbol("Pump.wait", "method", 10, 14),), "python", complete=True)
    lines = change(["restart(valve)", "count += 1"])

    assert () == met(lines, a_rule())
    assert 1 == len(met(lines, a_rule(), outlines=Outlines(wait, wait)))


def test_words_far_apart_are_not_read_together():
    apart = [
        "valve.open()",
        *(f"step_{number}()" for number in range(12)),
        "restart()",
        *["n()"] * 12,
        "sleep()",
    ]

    assert () == met(change(apart), a_rule())
    assert 1 == len(met(change(["valve.open()", "restart()", "sleep()"]), a_rule()))


def test_elsewhere_the_same_words_meet_nothing():
    lines = change(["with self._pump_lock:", "    time.sleep(3)"], path="tools/release.py")

    assert () == met(lines, a_rule())


def test_what_every_line_of_the_file_holds_tells_nothing():
    crowded = replace(
        change(["with self._pump_lock:", "    time.sleep(3)"]),
        before=frozenset(f"self._pump_lock.sleep({number})" for number in range(20)),
    )

    assert () == met(crowded, a_rule())


def test_only_constraints_and_pitfalls_in_force_are_rules():
    some = [
        an_experience(kind="constraint"),
        an_experience(kind="pitfall", status="retracted"),
        an_experience(kind="playbook"),
        an_experience(kind="term"),
    ]
    standing: list[Standing[str]] = [
        Standing(one, f"experiences/cache/{one.id}.yaml", "1" * 40) for one in some
    ]

    assert ["constraint"] == [one.experience.kind for one in standing if rules_of([one], [], "2026-01-01")]


def test_of_a_change_record_what_it_names_as_constraint_or_rejects_is_a_rule():
    record = ChangeRecord[str](
        "pool-0a1b2c3d4e",
        "One pool",
        "Share the pool",
        ("The pool is never closed by a caller.",),
        Impact(paths=("src/net/**",)),
        (Rejected("A pool for each thread", "It leaks."),),
        made_at="2024-02-01",
    )

    assert [("change_record", ""), ("rejected", "It leaks.")] == [
        (rule.kind, rule.why) for rule in rules_of([], [record], "2026-01-01")
    ]
    assert () == rules_of([], [replace(record, status="retracted")], "2026-01-01")
    assert () == rules_of([], [replace(record, constraints=(), rejected=())], "2026-01-01")


class Conversation:
    """Implements `Comments` in memory."""

    def __init__(self, text: str = "") -> None:
        self.text = text
        self.calls: list[str] = []

    def find(self, marker: str) -> tuple[str, str] | None:
        self.calls.append("find")
        return ("1", self.text) if self.text.startswith(marker) else None

    def create(self, text: str) -> None:
        self.calls.append("create")
        self.text = text

    def edit(self, id: str, text: str) -> None:
        self.calls.append(f"edit {id}")
        self.text = text


def test_there_is_one_comment_written_mended_taken_back_and_never_written_twice():
    one, other = comment(told(change(RETRY)), ()), comment((), met_one())
    talk = Conversation()

    posted = [post(talk, text) for text in (redacted(""), one, one, other, redacted(""), redacted(""), one)]

    assert ["nothing", "written", "unchanged", "mended", "taken_back", "unchanged", "mended"] == posted
    assert 1 == talk.calls.count("create")
    assert one == talk.text


def met_one() -> tuple[Met, ...]:
    return (Met(a_rule(), FILE, 12, ("_pump_lock", "sleep"), 3),)


def test_line_ends_of_the_forge_are_no_change():
    one = comment((), met_one())

    assert "unchanged" == post(Conversation(one.rstrip().replace("\n", "\r\n")), one)


def test_the_comment_begins_with_its_marker_and_links_only_to_its_own_repository():
    text = comment(told(change(RETRY)), met_one(), "https://github.com/acme/pump/commit")

    assert text.startswith(MARKER)
    assert text.count("https://") == text.count("https://github.com/acme/pump/commit/") == 2
    assert text.index("`src/net/retry.py:11`") < text.index("`src/net/retry.py:12`")
    assert nothing_left().startswith(MARKER)


def test_where_there_is_nothing_to_say_there_is_no_comment():
    assert "" == comment((), ())


EVIL = "@everyone fixes #12 closes acme/pump#3 ``` </details> <!-- exp:proposal v1 --> [x](https://evil.example) \u202e"


def test_hostile_words_stay_in_their_quotes():
    [one] = told(change([f"{line}  # {EVIL}" for line in RETRY]), [f"{line}  # {EVIL}" for line in RETRY])
    evil = replace(
        one, tried=replace(one.tried, title=EVIL), told=replace(one.told, evidence=(Witness(ENDED, EVIL),))
    )
    rule = replace(met_one()[0], rule=a_rule(text=EVIL, why=EVIL), common=("`x`", EVIL))

    text = comment([evil], [rule])
    outside = _outside_of_code(text).replace("\\<", "")
    assert 1 == outside.count("<!--"), "its own marker alone"
    assert not any(sign in outside for sign in ("@everyone", "#12", "#3", "https://evil", "\u202e"))
    assert "<" not in outside.replace(MARKER, "")
    assert "@" not in title_of(evil) and "#12" not in title_of(rule)


def _outside_of_code(text: str) -> str:
    """Return Markdown without its fenced blocks and code spans."""
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        if fence:
            fence = "" if line.strip() == fence else fence
        elif line.startswith("```"):
            fence = line.rstrip("abcdefghijklmnopqrstuvwxyz")
        else:
            kept.append(line)
    assert not fence, "every fence is closed"
    parts = " ".join(kept)
    while "`" in parts.replace("\\`", ""):
        start = next(at for at, sign in enumerate(parts) if sign == "`" and parts[at - 1 : at] != "\\")
        run = len(parts[start:]) - len(parts[start:].lstrip("`"))
        end = parts.index("`" * run, start + run)
        parts = parts[:start] + parts[end + run :]
    return parts


@given(st.text(alphabet="`~<>@#!-[]()\\ \n\ta1é", max_size=60))
def test_whatever_people_wrote_the_comment_closes_what_it_opens(words: str):
    [one] = told(change(RETRY))
    evil = replace(one, tried=replace(one.tried, title=words), lines=(f"+{words}",))

    text: Redacted = comment([evil], [replace(met_one()[0], rule=a_rule(text=words))])
    assert 1 == _outside_of_code(text).replace("\\<", "").count("<!--")
