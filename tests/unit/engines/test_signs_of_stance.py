"""How a reply stands to what was said before it: yes, no, a question, or nothing of these."""

import pytest

from gitexp.engines.rules.sentences import sentences
from gitexp.engines.rules.settled import asks, stance
from gitexp.steps.redact import redacted
from support.talk import a_turn


@pytest.mark.parametrize(
    "reply",
    [
        "Thanks. I disagree, that breaks the cache.",
        "Sorry, that is wrong.",
        "OK. That is not true.",
        "Yes, I think that is incorrect.",
        "Done, although I disagree.",
        "Correct me if I'm wrong, but that won't work.",
        "Sure? I disagree.",
    ],
)
def test_a_polite_refusal_is_a_refusal(reply):
    assert "dissents" == stance(a_turn(reply))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Makes sense, changed.", "agrees"),
        ("Yes, but that's not the case on Windows.", "dissents"),
        ("No problem, done.", "agrees"),
        ("Unfortunately it can't work.", "dissents"),
        ("Why would it?", "asks"),
        ("The file is in src.", "silent"),
        ("没问题，已经改了。", "agrees"),
        ("文件在 src 里。", "silent"),
        ("どこですか？", "asks"),
        ("ファイルは src にあります。", "silent"),
    ],
)
def test_a_reply_agrees_dissents_asks_or_is_silent(text, expected):
    assert expected == stance(a_turn(text))


NOT_YES = {
    "zh-no-way": "不行，这样夜里的导出会崩溃。",
    "zh-no-sense": "没有道理，导出不会并发。",
    "zh-not-quite": "不太同意。",
    "zh-not-approve": "我不赞同。",
    "zh-not-understood": "我不明白导出和账本有什么关系。",
    "zh-no-way-known": "没有好的办法。",
    "zh-not-familiar": "不了解这块。",
    "ja-can-not-agree": "同意できません。",
    "ja-not-convinced": "納得できません。",
    "ja-will-not-fix": "修正しません、このままで問題ありません。",
    "ja-not-supported": "この API は対応していません。",
    "ja-it-failed": "夜のテストが失敗しました。",
    "ja-it-fell": "昨日もビルドが落ちました。",
    "en-right-now": "Right now it stands still.",
    "en-removed-items": "Removed items stay in the cache.",
    "en-fixed-size": "Fixed-size arrays overflow here.",
    "en-sorry-still": "Sorry, it still stands still.",
}


@pytest.mark.parametrize("name", NOT_YES)
def test_a_denied_yes_or_a_report_is_no_yes(name):
    assert "agrees" != stance(a_turn(NOT_YES[name]))


REFUSALS = {
    "en-wont-fix": "Won't fix.",
    "en-by-design": "This is by design, I leave it.",
    "en-keep": "I'd keep it as it is.",
    "en-not-needed": "Not needed, the file is generated.",
    "en-no-need": "No need, the file is generated.",
    "zh-no-need": "没必要改。",
    "zh-keep": "先保留吧，不用改。",
    "ja-no-need": "必要ありません。",
    "ja-keep": "このままにします。",
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_without_a_no_is_a_refusal(name):
    assert "dissents" == stance(a_turn(REFUSALS[name], "adam", role="author"))


SELF_CRITICAL = {
    "en-that-was-wrong": "Good catch, that was wrong. Fixed.",
    "en-that-wont-work": "You're right, that won't work. Changed.",
    "en-i-was-wrong": "Ah right, I was wrong. Fixed.",
    "zh-written-wrong": "写错了，已改。",
    "zh-indeed-wrong": "这里确实不对，已修改。",
    "zh-calculated": "我算了一下，确实会溢出，已改。",
    "ja-indeed-wrong": "確かに違いますね。修正しました。",
    "ja-easy-to-mistake": "間違いやすいので直しました。",
}


@pytest.mark.parametrize("name", SELF_CRITICAL)
def test_an_author_who_says_that_their_own_code_was_wrong_agrees(name):
    assert "agrees" == stance(a_turn(SELF_CRITICAL[name], "adam", role="author"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Why is it so?", True),
        ("I don't understand why it waits.", True),
        ("Could you explain how it waits.", True),
        ("不太明白这里的意思。", True),
        ("なぜ待つのか分かりません。", True),
        ("It waits at night.", False),
        ("夜里会等待。", False),
        ("夜に待ちます。", False),
    ],
)
def test_a_sentence_asks_with_or_without_a_mark(text, expected):
    [sentence] = sentences(redacted(text))

    assert expected is asks(sentence)
