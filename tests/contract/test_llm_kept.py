"""What was answered is not asked again: kept and recorded replies, interrupted runs, and calls side by side."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters.llm_keys import key_of
from gitexp.adapters.replies_files import KeptReplies, RecordedReplies
from gitexp.records.failed import Failed
from gitexp.records.llm import Budget, KeptReply, Reply
from support.scripted_llm import CONTENT, GOOD, RepliesInMemory, Says, chat, dead_url, question, scripted

UNFIT = '{"keep": "yes", "why": ""}'


def test_the_key_is_a_hash_of_what_decides_the_reply():
    body = {
        "model": "m",
        "messages": [{"role": "user", "content": "Grüße"}],
        "temperature": 0.0,
        "max_tokens": 5,
        "stream": False,
    }
    written = (
        '{"messages": [{"content": "Grüße", "role": "user"}], "model": "m", '
        '"response_format": null, "seed": null, "temperature": 0.0}'
    )

    assert hashlib.sha256(written.encode("utf-8")).hexdigest()[:16] == key_of(body)


def test_what_is_sent_has_the_key_it_is_kept_under():
    kept = RepliesInMemory()
    with scripted(Says(GOOD, usage=(100, 10))) as server:
        chat(server.url, kept, seed=7).ask([question()])

    assert {key_of(server.requests[0]): KeptReply(GOOD, 100, 10)} == kept.kept


def test_a_second_run_asks_nothing_and_counts_what_the_replies_cost_when_they_were_given(tmp_path):
    with scripted(Says(GOOD, usage=(100, 10))) as server:
        first = chat(server.url, KeptReplies(str(tmp_path)))
        first.ask([question("a"), question("b")])
        second = chat(dead_url(), KeptReplies(str(tmp_path)), budget=Budget(tokens=0))
        answers = second.ask([question("b"), question("a")])

    assert [Reply(CONTENT, 100, 10, kept=True)] * 2 == answers
    assert (2, 2, 200, 20) == (
        second.spent.calls,
        second.spent.kept,
        second.spent.prompt_tokens,
        second.spent.completion_tokens,
    )
    assert 0.0 == second.spent.seconds
    assert 2 == len(server.requests)


def test_another_seed_is_another_question():
    kept = RepliesInMemory()
    with scripted(Says(GOOD)) as server:
        for seed in (1, 2, 1, None):
            chat(server.url, kept, seed=seed).ask([question()])

    assert [1, 2, None] == [one.get("seed") for one in server.requests]


def test_the_same_question_twice_is_asked_once():
    told = []
    with scripted(Says(GOOD)) as server:
        asked = chat(server.url, parallel=1, tell=lambda done, total: told.append((done, total)))
        answers = asked.ask([question("a"), question("b"), question("a")])

    assert [CONTENT] * 3 == [one.content for one in answers]
    assert ["a", "b"] == server.asked
    assert [(2, 3), (3, 3)] == told


def test_a_reply_that_came_at_the_second_asking_is_found_the_same_way():
    kept = RepliesInMemory()
    with scripted(Says(UNFIT), Says(GOOD)) as server:
        chat(server.url, kept).ask([question()])
        [again] = chat(server.url, kept, offline=True).ask([question()])

    assert [UNFIT, GOOD] == [one.text for one in kept.kept.values()]
    assert Reply(CONTENT, 200, 20, kept=True) == again


def test_a_question_that_failed_twice_is_asked_anew_the_next_time():
    kept = RepliesInMemory()
    with scripted(Says(UNFIT), Says(UNFIT), Says(GOOD)) as server:
        [failed] = chat(server.url, kept).ask([question()])
        [later] = chat(server.url, kept).ask([question()])

    assert isinstance(failed, Failed)
    assert CONTENT == later.content
    assert [GOOD] == [one.text for one in kept.kept.values()]


def test_a_recorded_folder_answers_first_and_offline_nothing_else_does(tmp_path):
    kept = RepliesInMemory()
    with scripted(Says(UNFIT), Says(GOOD)) as server:
        chat(server.url, kept).ask([question("a")])
    for key, reply in kept.kept.items():
        (tmp_path / f"{key}.txt").write_text(reply.text, encoding="utf-8")

    replay = chat(dead_url(), recorded=RecordedReplies(str(tmp_path)), offline=True)
    answers = replay.ask([question("a"), question("b", private=True)])

    assert Reply(CONTENT, answers[0].prompt_tokens, (len(UNFIT) + len(GOOD)) // 4, kept=True) == answers[0]
    assert Failed("no kept reply and --offline", undone=True) == answers[1]


def test_kept_replies_answer_private_questions_without_sending_them():
    kept = RepliesInMemory()
    with scripted(Says(GOOD)) as server:
        chat(server.url, kept).ask([question("mine")])
        [answer] = chat(server.url, kept).ask([question("mine", private=True)])

    assert CONTENT == answer.content
    assert 1 == len(server.requests)


def test_an_interrupted_run_goes_on_where_it_was(tmp_path):
    def stop(done, _):
        if done == 2:
            raise KeyboardInterrupt

    kept = KeptReplies(str(tmp_path))
    questions = [question(name) for name in "abcd"]
    with scripted(Says(GOOD), Says(GOOD), Says(hang=True)) as server:
        with pytest.raises(KeyboardInterrupt):
            chat(server.url, kept, parallel=1, tell=stop).ask(questions)
        assert server.asked in (["a", "b"], ["a", "b", "c"])

    with scripted(Says(GOOD)) as server:
        answers = chat(server.url, kept, parallel=1).ask(questions)

    assert ["c", "d"] == server.asked
    assert [True, True, False, False] == [one.kept for one in answers]


def test_an_interrupt_does_not_wait_for_the_reply(tmp_path):
    here = threading.Event()

    def script(body):
        here.set()
        return Says(hang=True)

    code = (
        "import sys; from support.scripted_llm import chat, question\n"
        "try: chat(sys.argv[1], timeout=300).ask([question('a'), question('b')])\n"
        "except KeyboardInterrupt: sys.exit(130)\n"
    )
    tests = Path(__file__).parents[1]
    with scripted(script=script) as server:
        child = subprocess.Popen(
            [sys.executable, "-c", code, server.url],
            env={"PYTHONPATH": f"{tests}:{tests.parent / 'src'}"},
            stderr=subprocess.PIPE,
        )
        assert here.wait(60)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=20)

    assert (130, b"") == (child.returncode, said)
    assert 1 == len(server.requests)


def test_no_more_calls_than_allowed_are_under_way_at_once():
    first = threading.Lock()
    three = threading.Barrier(3)

    def script(body):
        if not first.acquire(blocking=False):  # the very first one goes alone
            three.wait(20)
        return Says(GOOD)

    with scripted(script=script) as server:
        answers = chat(server.url, parallel=3).ask([question(str(number)) for number in range(10)])

    assert [CONTENT] * 10 == [one.content for one in answers]
    assert (3, 10) == (server.at_once, len(server.requests))


def test_answers_are_in_the_order_of_the_questions():
    def script(body):
        name = body["messages"][1]["content"]
        return Says(GOOD.replace("it holds", f"it holds {name}"))

    with scripted(script=script) as server:
        answers = chat(server.url, parallel=8).ask([question(str(number)) for number in range(40)])

    assert [{**CONTENT, "why": f"it holds {number}"} for number in range(40)] == [
        one.content for one in answers
    ]


def right(content: object) -> str:
    """Say what is wrong with a reply that its schema can't: it must keep."""
    return "" if isinstance(content, dict) and content["keep"] else "it keeps nothing"


LAX = '{"keep": false, "why": "it fits"}'


def test_a_reply_that_fits_its_form_and_answers_nothing_is_asked_for_once_more_and_not_kept():
    kept = RepliesInMemory()
    checked = replace(question(), check=right)
    with scripted(Says(LAX), Says(LAX), Says(LAX), Says(GOOD)) as server:
        [first] = chat(server.url, kept).ask([checked])
        after_first = dict(kept.kept)
        [anew] = chat(server.url, kept).ask([checked])
        [again] = chat(server.url, kept).ask([checked])

    assert Failed("the reply does not fit, also when asked again: it keeps nothing") == first
    assert {} == after_first
    assert (CONTENT, False) == (anew.content, anew.kept)
    assert (CONTENT, True) == (again.content, again.kept)
    assert [2, 4, 2, 4] == [len(one["messages"]) for one in server.requests]
    wrong = server.requests[1]["messages"][2:]
    assert {"role": "assistant", "content": LAX} == wrong[0]
    assert wrong[1]["content"].startswith("That reply does not fit: it keeps nothing. Answer again, ")


def test_a_recorded_reply_that_answers_nothing_is_no_answer_either():
    recorded = RepliesInMemory()
    with scripted(Says(LAX)) as server:
        chat(server.url, recorded).ask([question()])
    [offline] = chat("http://127.0.0.1:9/v1", recorded=recorded, offline=True).ask(
        [replace(question(), check=right)]
    )

    assert Failed("no kept reply and --offline", undone=True) == offline


def test_what_holds_a_reply_is_no_part_of_the_question_it_is_kept_under():
    kept = RepliesInMemory()
    with scripted(Says(GOOD)) as server:
        chat(server.url, kept).ask([question()])
        [again] = chat(server.url, kept).ask([replace(question(), check=right)])

    assert (CONTENT, True, 1) == (again.content, again.kept, len(server.requests))
