"""Which comments a run answers, in a crowd too: nobody loses a place to people who may not command."""

from __future__ import annotations

from gitexp.records.bot import BotState, OpenProposal, Row
from gitexp.records.pull import Act, Pull
from gitexp.steps.commands_answer import OTHERS, PER_RUN, REMEMBERED, answer, chosen, name_of, waiting
from gitexp.steps.status_comment import MARK
from unit.steps.test_commands_drop import FakeFiles

NOW = "2024-05-03T12:00:00Z"
BOT = "github-actions[bot]"


def said(id: int, by: str = "rita", text: str = "/exp help", at: str = NOW) -> Act:
    return Act("comment", str(id), by, at, text, bot=by == BOT)


def a_pull(*acts: Act) -> Pull:
    return Pull(7, "", "", "", BOT, "open", "a" * 40, NOW, acts=acts)


def names(found) -> list[str]:
    return [one.name for one in found]


def test_people_who_may_not_command_take_nobody_s_place():
    crowd = [said(number, f"eve-{number}") for number in range(100)]
    pull = a_pull(*crowd, said(200), *(said(300 + number) for number in range(30)))
    comments = waiting(pull, (), None, NOW)

    found = chosen(comments, {"rita": "yes"}, pull)

    assert [str(number) for number in (0, 1, 2, 3, 4, 200, *range(300, 319))] == names(found)
    assert (PER_RUN, OTHERS) == (20, 5)


def test_the_event_s_own_comment_comes_first_and_lost_answers_last():
    pull = a_pull(said(1), said(2), said(3), said(4))

    assert ["4", "2", "3", "1"] == names(waiting(pull, ("1",), None, NOW, own="4"))


def test_lost_answers_do_not_fill_the_places_of_new_commands():
    old = [said(number) for number in range(100)]
    pull = a_pull(*old, said(200, text="/exp drop 1 one_off"))
    comments = waiting(pull, tuple(str(number) for number in range(100)), None, NOW)

    assert "200" in names(chosen(comments, {"rita": "yes"}, pull))


def test_what_the_status_comment_tells_is_answered_even_where_the_memory_forgot_it():
    status = said(9, BOT, f"{MARK}\n<!-- exp:answered 1,2 -->")

    assert ["3"] == names(waiting(a_pull(said(1), said(2), said(3)), (), status, NOW))


def test_no_answered_comment_is_forgotten_while_it_is_still_told():
    old = Act("review_comment", "1", "rita", NOW, "/exp drop 1 one_off")
    pull = a_pull(old, said(5000))
    before = (name_of(old), *(str(number) for number in range(1, 2000)))
    proposal = OpenProposal((Row(1, "1" * 10, "question", "a-1111111111", "x.yaml"),), "a", "b", NOW, NOW)
    state = BotState(proposal=proposal, answered=before)

    done = answer(state, proposal, pull, waiting(pull, before, None, NOW), {"rita": "yes"}, FakeFiles())

    kept = done.work.state.answered
    assert ("review_comment:1", "1500", "5000") == (kept[0], kept[1], kept[-1])
    assert REMEMBERED + 2 == len(kept)
