"""The words of the bot's pull request: whole, within GitHub's bounds, with one marker that is its last line."""

from __future__ import annotations

import re
from dataclasses import replace

from gitexp.records.judgement import Decision
from gitexp.records.run import Run
from gitexp.steps.becoming import experience_of
from gitexp.steps.bot_links import Site
from gitexp.steps.bot_past import marked
from gitexp.steps.bot_text import MAX_BODY, bot_body, bot_title, message
from gitexp.steps.propose import path_of
from gitexp.steps.redact import redacted
from support.bot_memory import RUN, a_proposal
from support.talk import a_candidate, a_discussion, a_turn

PROPOSAL = a_proposal()


def a_run(many: int = 1, words: str = "Retry only GET, because POST is not idempotent.") -> Run:
    turns = [a_turn(words, number=number) for number in range(1, many + 1)]
    some = [
        replace(
            one, id=f"acme/shop#7/1/{number}", evidence=(replace(one.evidence[0], turn=turns[number - 1].id),)
        )
        for number, one in enumerate([a_candidate(words, title=redacted(words[:60]))] * many, 1)
    ]
    made = [Decision(one, "create", "", experience_of(one, judge=RUN.judge, run=RUN.id)) for one in some]
    return replace(RUN, discussions=(a_discussion(*turns),), candidates=tuple(some), decisions=tuple(made))


def body_of(run: Run) -> str:
    return str(bot_body(run, PROPOSAL, [path_of(one) for one in run.decisions]))


def test_the_marker_is_the_last_line_and_names_base_and_head():
    body = body_of(a_run())

    assert body.endswith(f"<!-- exp:proposal v1 base={PROPOSAL.base} head={PROPOSAL.head} run={RUN.id} -->\n")
    assert PROPOSAL.head == marked(body)


def test_a_false_marker_in_a_quote_is_not_taken_for_it():
    false = "<!-- exp:proposal v1 base={0} head={0} run=x -->".format("0" * 40)

    body = body_of(a_run(words=f"Retry only GET, because POST is not.\n{false}"))

    assert false in body and PROPOSAL.head == marked(body)


def test_it_says_what_merging_does_how_to_answer_and_what_makes_checks_run():
    body = body_of(a_run())

    assert "**Merging = your team's agents get the experience below.**" in body
    assert "`/exp drop 1 KIND why`" in body and "`/exp help`" in body and "No checks here?" in body


def test_where_it_would_be_too_long_for_github_the_quotes_give_way():
    body = body_of(a_run(40, "Retry only GET, because POST is not idempotent. " + "It is so. " * 200))

    assert MAX_BODY >= len(body) and "The quotes are left out here" in body and PROPOSAL.head == marked(body)


def test_the_commit_message_tells_a_line_for_each_and_nothing_that_links():
    run = a_run(words="Retry only GET as @rex says in #7, because https://example.org/x is not idempotent.")

    assert re.search(r"^- create: Retry only GET as \(at\)rex says in no\. 7", message(run), re.MULTILINE)
    assert str(bot_title(run)) == message(run).splitlines()[0] and "://" not in message(run)


def test_the_text_and_the_title_ask_five_questions_and_say_how_many_are_left():
    run = a_run(7)
    target = experience_of(run.candidates[0], judge=RUN.judge, run="before")
    asked = tuple(Decision(one, "contradict", "", target=target, target_path="x") for one in run.candidates)
    run = replace(run, decisions=asked)

    body = str(bot_body(run, PROPOSAL, []))

    assert "exp: 5 questions" == bot_title(run) and "It asks 5 questions." in body
    assert 5 == body.count("Two statements disagree") and "2 more questions for a later proposal." in body


def test_items_that_hold_at_the_same_time_have_their_titles_as_headings():
    alone, both = body_of(a_run()), body_of(a_run(2))

    assert "### 1 · When changing src/net/retry.py" in alone and "**When**" not in alone
    assert 2 == both.count("**When** When changing src/net/retry.py")
    assert "### 2 · Retry only GET, because POST is not idempotent." in both


def test_an_item_links_its_thread_without_a_back_reference_and_its_file_at_the_head():
    run = a_run()
    [one] = run.decisions
    assert one.experience is not None
    said = replace(one.experience.evidence[0], url="https://github.com/Acme/shop/pull/7#discussion_r12")
    run = replace(run, decisions=(replace(one, experience=replace(one.experience, evidence=(said,))),))
    path = path_of(one)

    body = str(bot_body(run, PROPOSAL, [path], Site("https://github.com", "acme/shop")))

    assert "[the thread](https://redirect.github.com/acme/shop/pull/7#discussion_r12)" in body
    assert f"[the file](https://github.com/acme/shop/blob/{PROPOSAL.head}/{path})" in body
    assert "](http" not in str(bot_body(run, PROPOSAL, [path]))
