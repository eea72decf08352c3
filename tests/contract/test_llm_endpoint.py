"""What the adapter sends to an endpoint, and what it makes of everything that may come back."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from gitexp.adapters.llm_openai import OpenAIChat
from gitexp.errors import ExpError, OutsideError, RepositoryError
from gitexp.records.failed import Failed
from gitexp.records.llm import Announcement, Budget, Reply
from support.scripted_llm import (
    CONTENT,
    GOOD,
    KEY,
    SCHEMA,
    RepliesInMemory,
    Says,
    chat,
    dead_url,
    question,
    refuses,
    scripted,
)


def only(url, **more):
    """Return the answer to one question, and the adapter."""
    asked = chat(url, **more)
    [answer] = asked.ask([question()])
    return answer, asked


def test_a_question_is_sent_with_its_schema_and_settings_and_comes_back_as_json():
    with scripted(Says(GOOD, usage=(120, 8))) as server:
        answer, asked = only(server.url, seed=3)

    assert Reply(CONTENT, 120, 8) == answer
    [body] = server.requests
    assert {
        "model": "some-llm",
        "messages": [{"role": "system", "content": "Judge."}, {"role": "user", "content": "a"}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "review", "schema": SCHEMA, "strict": True},
        },
        "temperature": 0.0,
        "seed": 3,
        "max_tokens": 100,
    } == body
    assert f"Bearer {KEY}" == server.heads[0]["authorization"]
    assert (1, 0, 128, {"review": 1}) == (
        asked.spent.calls,
        asked.spent.kept,
        asked.spent.tokens,
        asked.spent.steps,
    )


@pytest.mark.parametrize(
    ("first", "waits"),
    [
        (Says(status=429, raw=b"{}", headers={"Retry-After": "7"}), [7.0]),
        (
            refuses(429, "slow down") and Says(status=429, raw=b"slow", headers={"Retry-After": "3600"}),
            [60.0],
        ),
        (Says(status=429, raw=b"{}", headers={"Retry-After": "-5"}), [0.0]),
    ],
    ids=["seconds", "too long", "negative"],
)
def test_it_waits_as_long_as_it_is_asked_to_but_a_minute_at_most(first, waits):
    slept: list[float] = []
    with scripted(first, Says(GOOD)) as server:
        answer, _ = only(server.url, sleep=slept.append)

    assert (CONTENT, waits) == (answer.content, slept)


def test_it_waits_until_a_date():
    slept: list[float] = []
    until = format_datetime(datetime.now(UTC) + timedelta(seconds=40), usegmt=True)
    with scripted(Says(status=503, raw=b"", headers={"Retry-After": until}), Says(GOOD)) as server:
        answer, _ = only(server.url, sleep=slept.append)

    assert CONTENT == answer.content
    assert 20 < slept[0] <= 40


@pytest.mark.parametrize(
    "header",
    [
        "Fri, 31 Dec 9999 23:59:59 -1200",
        "Mon, 99 Foo 2024 00:00:00 GMT",
        "Mon, 01 Jan 99999999999 00:00:00 GMT",
        "1e999",
        "nan",
        "soon",
    ],
)
def test_a_time_to_wait_that_is_none_is_passed_over(header):
    slept: list[float] = []
    with scripted(Says(status=503, raw=b"", headers={"Retry-After": header}), Says(GOOD)) as server:
        answer, _ = only(server.url, sleep=slept.append)

    assert CONTENT == answer.content
    assert 0.375 <= slept[0] <= 0.625


@pytest.mark.parametrize(
    "first",
    [
        refuses(500, "out of order"),
        refuses(503, "overloaded"),
        Says(status=408, raw=b""),
        refuses(409, "busy"),
        refuses(429, "too many tokens a minute"),
        Says(GOOD, cut=True),
        Says(raw=GOOD[:9].encode()),
        Says(raw=b""),
    ],
    ids=["500", "503", "408", "409", "429", "cut stream", "half an answer", "nothing"],
)
def test_what_may_pass_is_tried_again(first):
    slept: list[float] = []
    with scripted(first, first, Says(GOOD)) as server:
        answer, _ = only(server.url, sleep=slept.append)

    assert CONTENT == answer.content
    assert 3 == len(server.requests)
    assert 0.375 <= slept[0] <= 0.625 and 0.75 <= slept[1] <= 1.25


def test_a_slow_endpoint_is_tried_again():
    answers = [Says(hang=True), Says(GOOD)]
    with scripted(*answers) as server:
        answer, _ = only(server.url, timeout=0.2)

    assert CONTENT == answer.content


def test_five_tries_are_enough():
    with scripted(refuses(500, "out of order")) as server, pytest.raises(OutsideError) as error:
        only(server.url)

    assert 5 == len(server.requests)
    assert (
        f"{server.url}: does not answer: 500: out of order; see that it runs and OPENAI_BASE_URL is right"
        == str(error.value)
    )
    assert 4 == error.value.exit_code


@pytest.mark.parametrize(
    ("answer", "reason", "calls"),
    [
        (Says(GOOD[:9], finish="length"), "the reply was cut at 100 tokens (exp.review.maxTokens)", 1),
        (Says("", finish="content_filter"), "the endpoint filtered the reply", 1),
        (Says(None, refusal="I can't do that"), "the language model refused: I can't do that", 1),
        (Says("x" * 10_000_000), "the reply is larger than a reply may be", 1),
        (Says("x" * 1_000_001), "the reply is larger than a reply may be", 1),
        (Says(""), "the reply does not fit, also when asked again: it is empty", 2),
        (
            Says("no"),
            "the reply does not fit, also when asked again: it is not JSON: Expecting value at character 0",
            2,
        ),
        (
            Says('{"keep": 1, "why": ""}'),
            "the reply does not fit, also when asked again: `keep` is not boolean",
            2,
        ),
        (refuses(400, "no such luck"), "the endpoint refused the question (400: no such luck)", 1),
        (
            refuses(400, "maximum context length is 10 tokens, max_tokens is 100"),
            "the text is longer than the language model takes (maximum context length is 10 tokens, max_tokens is 100)",
            1,
        ),
    ],
    ids=["cut", "filtered", "refused", "10 MB", "1 MB", "empty", "no JSON", "no fit", "400", "too long"],
)
def test_what_is_no_reply_fails_with_its_reason(answer, reason, calls):
    with scripted(answer) as server:
        failed, _ = only(server.url)

    assert Failed(reason) == failed
    assert calls == len(server.requests)


def test_a_reply_that_does_not_fit_is_asked_for_once_more_with_what_is_wrong():
    wrong = '{"keep": true, "why": "' + "long " * 2000 + '"}'
    with scripted(Says(wrong, usage=(100, 50)), Says(GOOD, usage=(160, 8))) as server:
        answer, asked = only(server.url)

    assert Reply(CONTENT, 260, 58) == answer
    assert 2 == asked.spent.calls
    first, second = (one["messages"] for one in server.requests)
    assert first == second[:2]
    assert {"role": "assistant", "content": wrong[:4000]} == second[2]
    assert "That reply does not fit: `why` has 10000 characters, more than 20." in second[3]["content"]


def test_an_endpoint_that_tells_no_tokens_has_them_estimated():
    with scripted(Says(GOOD, usage=None)) as server:
        answer, _ = only(server.url)

    # "Judge." 6 characters -> 2, "a" -> 1; the reply has 33 -> 9
    assert 33 == len(GOOD)
    assert (3, 9) == (answer.prompt_tokens, answer.completion_tokens)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ((10**12, 10**400), (3, 9)),
        ((-1, 7), (3, 7)),
        ((10**12 - 1, 0), (10**12 - 1, 0)),
    ],
)
def test_a_count_of_tokens_that_no_reply_has_is_estimated_too(usage, expected):
    with scripted(Says(GOOD, usage=usage)) as server:
        answer, asked = only(server.url)

    assert expected == (answer.prompt_tokens, answer.completion_tokens)
    assert sum(expected) == asked.spent.tokens


def test_who_is_told_to_slow_down_until_the_end_hears_how_to_ask_less():
    with scripted(refuses(429, "slow down")) as server, pytest.raises(OutsideError) as error:
        only(server.url)

    assert "wait, or ask fewer at once: git config exp.parallel 1" == error.value.mend


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (
            refuses(401, f"Incorrect API key provided: {KEY}"),
            "refuses the key (401: Incorrect API key provided: …)",
        ),
        (refuses(403, "not you"), "refuses the key (403: not you)"),
        (refuses(429, "pay first", code="insufficient_quota"), "has no credit left (429: pay first)"),
        (
            refuses(404, "no /chat/completions here"),
            "has no chat completions there (404: no /chat/completions here)",
        ),
        (
            refuses(404, "The model `some-llm` does not exist"),
            "has no language model `some-llm` (404: The model `some-llm` does not exist)",
        ),
        (
            Says(status=404, raw=b"<html>not here</html>"),
            "has no chat completions there (404: no reason is given)",
        ),
        (
            Says(status=307, raw=b"", headers={"Location": "http://127.0.0.1:9/v1/chat/completions"}),
            "sends the text on to another address, which is not followed (307: no reason is given)",
        ),
        (Says(raw=b"<html>Welcome</html>"), "does not answer: what came is no JSON, or was cut"),
    ],
    ids=["401", "403", "no credit", "no such place", "no such llm", "no such page", "redirect", "a web page"],
)
def test_an_endpoint_that_is_of_no_use_ends_the_run(answer, words):
    with scripted(answer) as server, pytest.raises(OutsideError) as error:
        chat(server.url).ask([question("a"), question("b"), question("c")])

    assert f"{server.url}: {words}" == str(error.value).split("; ")[0]
    assert 1 == len(set(server.asked))


def test_a_dead_port_ends_the_run():
    url = dead_url()
    with pytest.raises(OutsideError) as error:
        only(url)

    assert str(error.value).startswith(f"{url}: does not answer: no connection (")


def test_an_endpoint_that_dies_leaves_the_rest_undone_after_three_questions():
    def script(body):
        return Says(GOOD) if body["messages"][1]["content"] == "a" else refuses(500, "out of order")

    with scripted(script=script) as server:
        answers = chat(server.url, parallel=1).ask([question(name) for name in "abcdefg"])

    assert CONTENT == answers[0].content
    assert [Failed("the endpoint did not answer: 500: out of order")] * 3 == answers[1:4]
    assert [Failed("the endpoint stopped answering: 500: out of order", undone=True)] * 3 == answers[4:]
    assert 1 + 3 * 5 == len(server.requests)


def test_one_question_that_is_forbidden_does_not_end_a_run_that_works():
    def script(body):
        return refuses(403, "not this") if body["messages"][1]["content"] == "b" else Says(GOOD)

    with scripted(script=script) as server:
        answers = chat(server.url, parallel=1).ask([question(name) for name in "abc"])

    assert [Reply, Failed, Reply] == [type(one) for one in answers]


@pytest.mark.parametrize(
    "says",
    [
        refuses(401, f"bad key {KEY}"),
        refuses(400, f"{KEY} {KEY[:30]}"),
        refuses(500, KEY),
        Says(None, refusal=f"no, {KEY}"),
        Says(status=404, raw=f"<p>{KEY}</p>".encode()),
    ],
)
def test_the_key_is_in_no_error(says):
    with scripted(says) as server:
        url = server.url.replace("http://", "http://user:pass%20word@") + f"?key={KEY}"
        try:
            told = str(chat(url).ask([question()]))
        except ExpError as error:
            told = str(error)

    assert KEY not in told
    assert "pass" not in told


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://llm.example.org/v1", "http://llm.example.org/v1 is not encrypted"),
        ("http://me:secret@llm.example.org/v1?k=1", "http://llm.example.org/v1 is not encrypted"),
        ("ftp://llm.example.org", "holds no address of http or https"),
        ("llm.example.org/v1", "holds no address of http or https"),
        ("http://[::1", "holds no address of http or https"),
        ("", "holds no address of http or https"),
        ("https://llm example.org/v1", "holds no address of http or https"),
        ("https://llm..example.org/v1", "holds no address of http or https"),
        ("https://llm.example.org/v1" + chr(0x200B), "holds no address of http or https"),
        ("https://" + "a" * 300 + ".org/v1", "holds no address of http or https"),
        ("http://127.0.0.1:99999/v1", "holds no address of http or https"),
    ],
)
def test_an_address_that_no_text_may_go_to_is_refused(url, words):
    with pytest.raises(RepositoryError) as error:
        chat(url)

    assert f"OPENAI_BASE_URL: {words}" in str(error.value)
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    "url", ["http://localhost:1/v1", "http://127.9.9.9:1/v1", "http://[::1]:1/v1", "https://a.b/v1"]
)
def test_loopback_and_encrypted_addresses_are_good(url):
    assert 0 == chat(url).spent.calls


@pytest.mark.parametrize("key", ["a b", "schlüssel", "two\nlines"])
def test_a_key_that_can_stand_in_no_header_is_refused_and_not_shown(key):
    with pytest.raises(RepositoryError) as error:
        OpenAIChat("https://llm.example.org/v1", key, {}, kept=RepliesInMemory())

    assert "OPENAI_API_KEY: holds a blank or a character that no key has; set it anew" == str(error.value)


def test_a_proxy_that_cannot_be_used_is_said_in_one_line(monkeypatch):
    monkeypatch.setenv("ALL_PROXY", "http://[::1")
    with pytest.raises(RepositoryError) as error:
        only("https://llm.invalid/v1")

    assert str(error.value).startswith("the proxy in the environment: can't be used: ")


def test_an_address_that_is_not_encrypted_can_be_allowed():
    assert 0 == chat("http://llm.example.org/v1", insecure=True).spent.calls


def test_what_will_leave_is_announced_with_what_it_may_cost():
    said: list[Announcement] = []
    prices = Budget(prompt_price=2.0, completion_price=10.0)

    def say(one):
        said.append(one)
        return True

    with scripted(Says(GOOD), Says(GOOD)) as server:
        asked = chat(server.url.replace("http://", "http://me:secret@"), budget=prices, say=say)
        asked.announce(40, 100_000, "discussions", 2)
        before = list(said)
        asked.ask([question("one")])
        asked.ask([question("two")])

    # 100,000 at 2 a million are 0.2; 40 replies of 500 at 10 a million are 0.2
    assert [Announcement(server.url, "some-llm", 40, 100_000, 0.4, "discussions", 2)] == said
    assert [] == before


def test_nothing_is_announced_where_every_reply_is_kept():
    said: list[Announcement] = []
    kept = RepliesInMemory()

    def say(one):
        said.append(one)
        return True

    with scripted(Says(GOOD)) as server:
        chat(server.url, kept=kept).ask([question("one")])
        again = chat(server.url, kept=kept, say=say)
        again.announce(1, 10, "discussions", 0)
        again.ask([question("one")])

    assert [] == said


def test_a_private_discussion_is_sent_only_after_a_yes():
    with scripted(Says(GOOD)) as server:
        refused = chat(server.url, say=lambda _: False)
        refused.announce(2, 10, "sessions", 1)
        answers = refused.ask([question("ours"), question("mine", private=True)])
        agreed = chat(server.url, say=lambda _: True)
        agreed.announce(1, 10, "sessions", 1)
        [sent] = agreed.ask([question("mine", private=True)])

    assert (
        Failed("a private discussion is not sent without a yes (--send-private)", undone=True) == answers[1]
    )
    assert CONTENT == sent.content
    assert ["ours", "mine"] == server.asked


def test_nothing_heavy_is_imported_before_the_first_call():
    code = (
        "import sys; from support.scripted_llm import chat, question\n"
        "asked = chat('http://127.0.0.1:9/v1', offline=True); asked.ask([question()])\n"
        "print(sorted({'openai', 'httpx2', 'jsonschema'} & set(sys.modules)))"
    )
    tests = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": f"{tests}:{tests.parent / 'src'}"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert "[]\n" == done.stdout


def test_without_the_package_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(RepositoryError) as error:
        only("http://127.0.0.1:9/v1")

    assert "the model engine needs the package openai; pip install 'git-exp[model]'" == str(error.value)
