"""The step summary: what was read, why nothing changes, what was left out; words of others stay in their places."""

from __future__ import annotations

from dataclasses import replace

from gitexp.records.bot import BotState
from gitexp.records.skipped import Skipped
from gitexp.steps.bot_summary import SHOWN, Told, summary
from support.bot_memory import RUN, a_carried, a_proposal
from support.talk import a_discussion, a_turn


def test_nothing_learnt_is_said_to_be_normal():
    told = summary(RUN, BotState(), Told(window="0 merged pull requests to read", calls=2))

    assert "nothing learnt is the normal result" in told
    assert "0 merged pull requests to read" in told and "2 calls to GitHub" in told


def test_it_says_why_the_proposal_stays_and_how_many_wait_beside_it():
    state = BotState(waiting=(a_carried(1), a_carried(2)), proposal=a_proposal())

    told = summary(
        RUN, state, Told(plan="the open proposal is frozen", link="https://x/1", link_is_pull=True)
    )

    assert "The proposal stays as it is: the open proposal is frozen." in told
    assert "1 candidate wait" in told and "[The proposal](https://x/1)" in told


def test_a_pull_request_that_could_not_be_opened_is_the_first_thing_said():
    told = summary(RUN, BotState(), Told(failed="acme/shop: tick `x`", link="https://x/compare"))

    lines = told.splitlines()
    assert "could not be opened" in lines[2] and "[Open the pull request](https://x/compare)" == lines[3]


def test_words_of_people_neither_ping_nor_link_nor_open_anything():
    hostile = "@rex fixes #1 <img> | `x` [a](https://evil.example) <!-- exp:proposal"
    run = replace(RUN, skipped=tuple(Skipped(hostile, hostile) for _ in range(SHOWN + 3)))

    told = summary(run, BotState(), Told(unread=(hostile,), refused=(hostile,), failed=hostile, plan=hostile))

    outside = "\n".join(line.rpartition("``: ")[2] for line in told.splitlines())
    assert (
        "@rex" not in outside and "#1" not in outside and "https://" not in outside and "<!--" not in outside
    )
    assert "\\<img>" in outside and "and 3 more" in told


def test_what_machines_said_is_counted():
    run = replace(RUN, discussions=(a_discussion(a_turn("ok", "x[bot]", role="bot")),))

    assert "1 turn by machines: they never teach." in summary(run, BotState(), Told())
