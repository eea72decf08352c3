"""What states something in earnest, and what only asks, guesses, supposes, jokes, repeats or was pasted."""

import pytest

from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.statements import reason_near, signs_of, weighed
from gitexp.steps.redact import redacted
from support.talk import a_turn, learnt

EARNEST = {
    "en": "`Ledger` must never be locked twice, because the nightly export then waits for itself.",
    "zh": "`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "ja": "`Ledger` を二度ロックしてはいけません、夜の書き出しが自分を待つため、二重に壊れます。",
}


def stated(text):
    return [one.sentence.words for one in weighed(a_turn(text))]


@pytest.mark.parametrize("language", EARNEST)
def test_a_rule_with_its_reason_is_a_statement(language):
    assert [EARNEST[language]] == stated(EARNEST[language])


NOT_IN_EARNEST = {
    "asked-en": "Must `Ledger` never be locked twice, because the nightly export then waits for itself?",
    "asked-zh": "`Ledger` 不能锁两次，是因为夜里的导出会等待自己吗？",
    "asked-ja": "`Ledger` を二度ロックしてはいけないのは、書き出しが自分を待つためですか？",
    "hedged-en": "Maybe `Ledger` must never be locked twice, because the nightly export then waits for itself.",
    "hedged-zh": "也许 `Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "hedged-ja": "`Ledger` を二度ロックしてはいけないかもしれません、書き出しが自分を待つため壊れます。",
    "supposed-en": "What if `Ledger` must never be locked twice, because the nightly export waits for itself",
    "supposed-zh": "假如 `Ledger` 不能锁两次，就必须改导出，因为夜里的导出会等待自己。",
    "supposed-ja": "仮に `Ledger` を二度ロックするなら、書き出しを止めなければなりません、壊れるためです。",
    "ironic-en": "Great, let's just lock `Ledger` twice, because that must never break the export, right.",
    "ironic-zh": "呵呵，`Ledger` 必须锁两次，因为夜里的导出最喜欢等待自己了。",
    "ironic-ja": "どうせ `Ledger` を二度ロックしなければならないのでしょう、書き出しが壊れるためですね。",
    "hearsay-en": "Someone said `Ledger` must never be locked twice, because the export then waits for itself.",
    "hearsay-zh": "听说 `Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。",
    "hearsay-ja": "`Ledger` を二度ロックしてはいけないらしい。書き出しが自分を待つためだと聞いた。",
    "a-bot-says-en": "Copilot says `Ledger` must never be locked twice, because the export waits for itself.",
    "chore-en": "The typo in `Ledger` must go, because the export then fails to find the word.",
    "chore-zh": "`Ledger` 里的空格必须去掉，因为检查会失败。",
    "chore-ja": "`Ledger` のインデントは直さなければなりません、検査が失敗するためです。",
    "quoted-whole-en": "\"`Ledger` must never be locked twice, because the nightly export then waits for itself.\"",
    "quoted-whole-zh": "「`Ledger` 不能锁两次，因为夜里的导出会等待自己。」",
    "quoted-whole-ja": "「`Ledger` を二度ロックしてはいけません、書き出しが壊れるためです。」",
    "struck-out-en": "~~`Ledger` must never be locked twice, because the nightly export then waits for itself.~~",
    "answered-by-mail": "> `Ledger` must never be locked twice, because the nightly export waits for itself.",
    "in-a-fence": "```\n`Ledger` must never be locked twice, because the export waits for itself.\n```",
    "in-a-suggestion": "```suggestion\n# Ledger must never be locked twice, because the export waits.\n```",
    "hidden": "<!-- `Ledger` must never be locked twice, because the nightly export waits for itself. -->",
    "in-a-table": "| `Ledger` must never be locked twice, because the nightly export waits for itself. |",
    "traceback": "Traceback (most recent call last): Ledger must never be locked twice, because it waits",
    "raised": "LedgerError: the ledger must never be locked twice, because the export waits for itself",
    "stack": "    at Ledger.lock(Ledger.java:12) must never be locked twice, because it waits for itself",
    "too-short": "Never lock it twice.",
    "praise": "LGTM, thanks for the thorough tests of the export!",
}  # fmt: skip


@pytest.mark.parametrize("name", NOT_IN_EARNEST)
def test_what_is_not_said_in_earnest_states_nothing(name):
    text = NOT_IN_EARNEST[name]

    assert [] == [words for words in stated(text) if "Ledger" in words]
    assert [] == learnt(("rita", text), ("adam", "Done."))


SPREAD_OUT = {
    "struck-out-zh": "~~`Ledger` 不能锁两次，因为夜里的导出会等待自己，否则会导致死锁。~~",
    "struck-out-ja": "~~`Ledger` を二度ロックしてはいけません、書き出しが自分を待つため壊れます。~~",
    "struck-out-twice": "~~`Ledger` must never be locked twice, because the export waits. It then fails for hours.~~",
    "struck-out-lines": "~~`Ledger` must never be locked twice,\nbecause the nightly export then waits for itself.~~",
    "quoted-two-en": "\"`Ledger` must never be locked twice. The nightly export then waits for itself and fails.\"",
    "quoted-two-ja": "「`Ledger` を二度ロックしてはいけません。書き出しが自分を待つため、二重に壊れます。」",
    "quoted-inline": "The old comment reads \"`Ledger` must never be locked twice, because the export waits for itself\".",
    "quoted-in-a-list": "- > `Ledger` must never be locked twice, because the nightly export waits for itself.",
    "blockquote-tag": "<blockquote>`Ledger` must never be locked twice, because the export waits.</blockquote>",
    "deleted-tag": "<del>`Ledger` must never be locked twice, because the nightly export waits.</del>",
    "log-with-time": "2024-03-01 10:00:00 ERROR Ledger must never be locked twice, because the export waits for it",
    "log-with-level": "[ERROR] Ledger must never be locked twice, because the nightly export waits for itself",
    "compiler": "error[E0502]: `Ledger` must never be locked twice, because the export still borrows the ledger",
    "pytest-line": "E   AssertionError: Ledger must never be locked twice, because the export waits for itself",
    "caused-by": "Caused by: Ledger must never be locked twice, because the nightly export waits for itself",
}  # fmt: skip


@pytest.mark.parametrize("name", SPREAD_OUT)
def test_marks_of_what_is_not_the_speakers_hold_for_all_they_enclose(name):
    assert [] == learnt(("rita", SPREAD_OUT[name]), ("adam", "Done."))


@pytest.mark.parametrize(
    "text",
    [
        "`Ledger` must never be locked twice (maybe it could once), because the export then waits for itself.",
        "`Ledger` 不能锁两次（也许以前可以），因为夜里的导出会等待自己，否则会导致死锁。",
        "`Ledger` を二度ロックしてはいけません（昔はたぶんよかった）、書き出しが自分を待つため壊れます。",
    ],
    ids=["en", "zh", "ja"],
)
def test_a_guess_in_brackets_hedges_neither_the_rule_nor_its_reason(text):
    [statement] = weighed(a_turn(text))

    assert (text, ()) == (statement.sentence.words, statement.lacks)


@pytest.mark.parametrize("role", ["bot", "agent", "tool"])
def test_what_no_person_says_states_nothing(role):
    assert () == weighed(a_turn(EARNEST["en"], "helper", role=role))


@pytest.mark.parametrize(
    ("words", "lens", "kind"),
    [
        ("`Ledger` must never be locked twice.", "logic", "constraint"),
        ("A second lock of `Ledger` breaks the export.", "logic", "pitfall"),
        ("The word “booking” means a payment that is not settled yet.", "terminology", "term"),
        ("这里的“入账”叫 `booking`。", "terminology", "term"),
        ("`booking` は未決済の支払いのことです。", "terminology", "term"),
        ("The rates of the ledger live in config/rates.toml.", "location", "location"),
        ("费率表定义在 config/rates.toml 里。", "location", "location"),
        ("料率は config/rates.toml にあります。", "location", "location"),
        ("This table is generated by tools/rates.py from the bank's list.", "location", "location"),
    ],
)
def test_the_words_tell_lens_and_kind(words, lens, kind):
    assert (lens, kind) == signs_of(words)[2:]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("`Ledger` must stay open. Otherwise the export fails at night.", "Otherwise the export fails at night."),
        ("The export fails without a ledger. So `Ledger` must stay open.", "So `Ledger` must stay open."),
        ("`Ledger` 必须保持打开。否则夜里的导出会失败。", "否则夜里的导出会失败。"),
        ("`Ledger` は開いたままにしてください。閉じると夜の書き出しが失敗します。", "閉じると夜の書き出しが失敗します。"),
    ],
    ids=["en", "en-rule-last", "zh", "ja"],
)  # fmt: skip
def test_the_reason_stands_in_the_sentence_or_beside_it(text, reason):
    own = sentences(redacted(text))
    place = next(number for number, one in enumerate(own) if "Ledger" in one.words)

    assert reason == reason_near(own, place).words


def test_a_question_or_a_guess_is_no_reason():
    own = sentences(redacted("`Ledger` must stay open. Because of the export? Maybe, because it is slow."))

    assert reason_near(own, 0) is None
