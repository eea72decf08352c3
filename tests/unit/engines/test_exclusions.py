"""Each kind of garbage is named in the trail of what shows it."""

import pytest

from gitexp.engines.rules import RulesEngine
from gitexp.engines.rules.candidates import candidates
from gitexp.engines.rules.exclusions import exclusions_of
from gitexp.records.garbage import GARBAGE_KINDS
from gitexp.steps.compared import Compared
from gitexp.steps.settle import settle
from support.talk import a_discussion, a_thread, a_topic

ASKED = (
    "Why is `Ledger` not locked a second time while the nightly export runs? The old billing service locked it in "
    "both loops, and the accountants trusted the figures of that service for years without a single complaint. "
    "Two customers asked about it again on Monday, and the support desk had no answer for either of them. "
    "The page about the export says nothing, and the one who wrote that page has left the company since."
)
"""A question long enough that the thread is more than a remark."""
ACCEPTED = "Got it, thanks."

SHOWS = {
    "common-en": (
        "common_knowledge",
        "Best practice: never hard-code a password in a client, because it leaks with the code.",
    ),
    "common-zh": (
        "common_knowledge",
        "最佳实践是不要硬编码密码，因为密码会随代码泄漏，否则会导致事故。",
    ),
    "common-ja": (
        "common_knowledge",
        "ベストプラクティスとして、マジックナンバーは避けなければなりません、後で壊れるためです。",
    ),
    "summary-en": (
        "conversation_summary",
        "I changed `Ledger` so that it must not lock twice, because the export fails otherwise.",
    ),
    "summary-zh": (
        "conversation_summary",
        "我把 `Ledger` 改成不能锁两次了，因为夜里的导出会等待自己，否则会导致死锁。",
    ),
    "summary-ja": (
        "conversation_summary",
        "私は `Ledger` を二度ロックしてはいけないように変えました、書き出しが待つため、さもないと壊れます。",
    ),
    "one-off-en": (
        "one_off",
        "For now `Ledger` must not be locked twice, because the nightly export fails and waits for itself.",
    ),
    "one-off-zh": (
        "one_off",
        "这次 `Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    ),
    "one-off-ja": (
        "one_off",
        "今回は `Ledger` を二度ロックしてはいけません、書き出しが自分を待つため、二重に壊れます。",
    ),
    "wish-en": (
        "personal_preference",
        "I would prefer that `Ledger` must not be locked twice, because the nightly export fails then.",
    ),
    "wish-ja": (
        "personal_preference",
        "個人的には `Ledger` を二度ロックしてはいけません、書き出しが自分を待つため、二重に壊れます。",
    ),
    "taste-en": (
        "personal_preference",
        "A single lock of `Ledger` looks cleaner, so it must not be locked twice, or the export fails.",
    ),
    "taste-zh": (
        "personal_preference",
        "`Ledger` 只锁一次更优雅，所以不能锁两次，否则夜里的导出会失败。",
    ),
    "taste-ja": (
        "personal_preference",
        "`Ledger` は一度だけのほうが見やすいので、二度ロックしてはいけません、二重に壊れます。",
    ),
    "mixed-en": (
        "mixed_granularity",
        "It holds, because all fails: (1) `Ledger` must stay open, (2) `Export` must wait, (3) `Bank` must not.",
    ),
    "mixed-zh": (
        "mixed_granularity",
        "① `Ledger` 不能关闭，② `Export` 不能等待，③ `Bank` 必须重试，因为网关会崩溃。",
    ),
    "mixed-ja": (
        "mixed_granularity",
        "① `Ledger` は閉じてはいけません ② `Export` は待ってはいけません ③ `Bank` は必須です、壊れるため。",
    ),
    "vacuous-zh": (
        "not_actionable",
        "性能很重要，一定要注意性能，因为慢了会导致用户流失和投诉失败。",
    ),
    "vacuous-ja": (
        "not_actionable",
        "性能は大事なので、遅い処理は必ず避けなければなりません、注意しましょう。",
    ),
    "vacuous-en": (
        "not_actionable",
        "Correctness is important, so a careless lock must always be avoided, because everything breaks.",
    ),
    "example-en": (
        "not_actionable",
        "For example a `Bank` that waits twice must not be retried, because the gateway then fails twice.",
    ),
    "example-zh": (
        "not_actionable",
        "比如 `Bank` 等待两次的时候不能重试，因为网关会失败两次，会导致重复扣款。",
    ),
    "example-ja": (
        "not_actionable",
        "例えば `Bank` が二回待つときは再試行してはいけません、二重に壊れるためです。",
    ),
    "no-reason-en": (
        "insufficient_evidence",
        "The rates of `Ledger` must never be mixed with `Export`, and both must be kept apart all the time.",
    ),
    "no-reason-zh": (
        "insufficient_evidence",
        "`Ledger` 的费率不能和 `Export` 混用，两者必须一直分开保存，也不要互相引用。",
    ),
    "no-reason-ja": (
        "insufficient_evidence",
        "`Ledger` の料率は `Export` と混ぜてはいけませんし、互いに参照もしないでください。",
    ),
}


def thread(text, reply=ACCEPTED):
    return a_thread(("rita", ASKED), ("adam", text), ("rita", reply))


def trail(turns):
    found = candidates(a_topic(*turns))
    [candidate, *_] = settle(found, [a_discussion(*turns)], Compared(RulesEngine()))
    return candidate


@pytest.mark.parametrize("name", SHOWS)
def test_what_shows_a_kind_of_garbage_names_it_and_is_not_proposed(name):
    kind, text = SHOWS[name]
    candidate = trail(thread(text))

    assert kind in {lack.kind for lack in candidate.trail.lacks}
    assert not candidate.proposable


RULES = {
    "en": "`Ledger` must never be locked twice, because the nightly export then waits for itself and fails.",
    "zh": "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "ja": "`Ledger` を二度ロックしてはいけません、書き出しが自分を待つため、二重に壊れます。",
}


@pytest.mark.parametrize("language", RULES)
def test_a_project_rule_with_its_reason_shows_none(language):
    assert () == trail(thread(RULES[language])).trail.lacks


@pytest.mark.parametrize(
    ("reply", "kind", "words"),
    [
        ("That is not true, see the trace.", "factual_error", "not settled: contradicted later"),
        ("不对，导出用的是另一个账本。", "factual_error", "not settled: contradicted later"),
        ("違います、書き出しは別の台帳を使います。", "factual_error", "not settled: contradicted later"),
        ("Does the export run at night, then?", "insufficient_evidence", "not settled: the last word is a question"),
        ("那导出是在夜里运行的吗？", "insufficient_evidence", "not settled: the last word is a question"),
        ("書き出しは夜に動くのですか？", "insufficient_evidence", "not settled: the last word is a question"),
    ],
    ids=["denied-en", "denied-zh", "denied-ja", "asked-en", "asked-zh", "asked-ja"],
)  # fmt: skip
def test_what_is_not_settled_says_so_as_a_kind_of_garbage(reply, kind, words):
    candidate = trail(thread(RULES["en"], reply))

    assert (kind, words) in {(lack.kind, lack.words) for lack in candidate.trail.lacks}


@pytest.mark.parametrize(
    "text",
    [
        "It breaks the order of both of them, so this must never be called before that one here.",
        "这个不能在那个之前调用，因为它会导致那里的顺序出错，否则会崩溃。",
        "これをその前に呼んではいけません、それの順序が二重に壊れるためです。",
    ],
    ids=["en", "zh", "ja"],
)
def test_what_points_at_what_it_does_not_name_lacks_context(text):
    candidate = trail(a_thread(("rita", text), ("adam", "Done."), ("olga", f"Agreed. {ASKED}")))

    assert "missing_context" in {lack.kind for lack in candidate.trail.lacks}


def test_every_kind_of_garbage_is_shown_here_or_found_by_another_step():
    shown = {kind for kind, _ in SHOWS.values()} | {"factual_error", "missing_context"}

    assert {"already_known"} == set(GARBAGE_KINDS) - shown


@pytest.mark.parametrize(
    "text",
    [
        "Best practice in `Ledger`: never lock twice, because the export then waits for itself.",
        "最佳实践：`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会死锁。",
        "ベストプラクティスとして `Ledger` を二度ロックしてはいけません、壊れるためです。",
    ],
    ids=["en", "zh", "ja"],
)
def test_what_names_something_of_the_project_is_not_common_knowledge(text):
    assert () == exclusions_of(text, lens="logic", reasoned=True, describes=False)


@pytest.mark.parametrize(
    "text",
    [
        "We must never lock `Ledger` twice, because the nightly export then waits for itself.",
        "我们不能锁两次 `Ledger`，因为夜里的导出会等待自己，否则会导致死锁。",
        "已经锁住的 `Ledger` 不能再锁，因为夜里的导出会等待自己，否则会导致死锁。",
        "私たちは `Ledger` を二度ロックしてはいけません、夜の書き出しが壊れるためです。",
    ],
    ids=["en", "zh", "zh-already-locked", "ja"],
)
def test_what_we_must_not_do_is_no_report_of_what_was_done(text):
    assert () == exclusions_of(text, lens="logic", reasoned=True, describes=False)


@pytest.mark.parametrize(
    "text",
    [
        "Best practice is to never hard-code a password in the client. It leaks with the code and then fails audits.",
        "最佳实践是不要硬编码密码。密码会随代码泄漏，会导致事故，审计会失败。",
        "ベストプラクティスとして、マジックナンバーは避けなければなりません。後で二重に壊れるためです。",
        "A single lock looks cleaner, so it must not be locked twice. The nightly export fails for hours otherwise.",
    ],
    ids=["common-en", "common-zh", "common-ja", "taste-en"],
)
def test_what_holds_against_the_rule_holds_when_its_reason_stands_in_the_next_sentence(text):
    assert not trail(thread(text)).proposable
