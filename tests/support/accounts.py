"""Builds accounts of a place's past by hand, for what is told of them."""

from __future__ import annotations

from typing import Any

from gitexp.records.archaeology import (
    Abandoned,
    Account,
    Constraint,
    LookedAt,
    Neighbour,
    Owner,
    Verdict,
    VerdictAnswer,
    Warning,
    Witness,
)
from gitexp.records.past import Change, Place
from support.chains import PATH, a_change, a_commit

FIRST, TRIED, BACK = "1a2b3c4d" * 5, "2b3c4d5e" * 5, "3c4d5e6f" * 5
REASON = "Two attempts paid the same bill twice."


def an_account(**more: Any) -> Account:
    """Return an account of a file with nothing but its changes."""
    given: dict[str, Any] = {
        "place": Place(PATH),
        "rev": a_commit(9),
        "exists": True,
        "changes": (a_change(1, "Pay bills", commit=FIRST),),
        "verdict": a_verdict("nothing"),
        "looked_at": LookedAt(1, "2024-01-02", experiences=2, comments=3),
        **more,
    }
    return Account(**given)


def a_verdict(answer: VerdictAnswer, intent: str = "", **more: Any) -> Verdict:
    """Return a verdict."""
    return Verdict(answer, intent, **more)


def tried() -> Change:
    """Return a change that was taken back."""
    return a_change(
        2,
        "Pay again on a timeout (#7)",
        commit=TRIED,
        pull_request="7",
        state="out",
        reverted_by=(BACK,),
        author="Bo Baker",
    )


def its_revert() -> Change:
    """Return the change that took it back, and says why."""
    return a_change(
        3,
        'Revert "Pay again on a timeout (#7)"',
        commit=BACK,
        kind="revert",
        exactness="exact",
        reverts=(TRIED,),
        reason=REASON,
    )


def its_end() -> Abandoned:
    """Return the same as an abandoned approach."""
    where = Witness(BACK, REASON, "Ada Author", its_revert().touch.at, path=PATH)
    return Abandoned("reverted", "Pay again on a timeout", REASON, where, (TRIED,), (BACK,))


def its_warning() -> Warning:
    """Return the same as a warning."""
    text = f'"Pay again on a timeout" was tried and taken back: {REASON}'
    return Warning(text, "taken_back", "exact", "out", its_revert().day, (its_end().where,), PATH)


def an_experience_holds(**more: Any) -> Constraint:
    """Return an experience that covers the place."""
    where = Witness(id="pay-once-0a1b2c3d4e", quote="They were charged twice", by="bo")
    return Constraint("experience", "Pay a bill once.", where, "The bank books before it answers.", **more)


def a_comment(text: str = "must stay in step with Ledger.rows", line: int = 12) -> Constraint:
    """Return a comment that commands, with who wrote it."""
    where = Witness(FIRST, text, "Ada Author", a_change(1).touch.at, path=PATH, line=line)
    return Constraint("comment", text, where)


def a_whole_account(intent: str = "") -> Account:
    """Return an account with a taken back idea, an experience, a comment, neighbours and people."""
    changes = (its_revert(), tried(), a_change(1, "Pay bills", commit=FIRST))
    verdict = a_verdict(
        "taken_back",
        intent,
        state="out",
        certainty="exact",
        ideas=(tried(), its_revert()),
        constraints=(an_experience_holds(),),
    )
    return an_account(
        changes=changes,
        verdict=verdict,
        warnings=(its_warning(),),
        constraints=(an_experience_holds(), a_comment()),
        abandoned=(its_end(),),
        neighbours=(Neighbour("tests/test_retry.py", 2, 3, test=True), Neighbour("src/bank.py", 2, 3)),
        owners=(Owner("Ada Author", 40, 2, its_revert().touch.at), Owner("Bo Baker", 0, 1, tried().touch.at)),
        looked_at=LookedAt(3, "2024-01-02", experiences=2, comments=3),
    )
