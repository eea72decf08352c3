"""Lists what needs a second look by its time, its use, or because nothing that it names is left, most urgent first."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from gitexp.records.experience import SERVED
from gitexp.records.fault import Fault, FaultCode
from gitexp.records.store_file import StoreFile
from gitexp.steps.audit_held import held
from gitexp.steps.audit_ids import typed

_URGENCY: tuple[FaultCode, ...] = (
    "dead",
    "failing",
    "expired",
    "review_due",
    "never_adopted",
    "never_recalled",
)
"""The dead one and the failing one are still given as advice; the expired one no more, by its date; the due one may
well hold; and what is of no use does little harm."""
_LOOKED_AT = SERVED | {"contested"}
"""What may be due for a second look: what is served, and what people have not decided."""


def upkeep(
    files: Sequence[StoreFile], today: str, dead: Collection[str] = (), used: Sequence[Fault] = ()
) -> tuple[Fault, ...]:
    """Return what is dead, expired or due on a day (YYYY-MM-DD); what waits longest comes first within each.

    `dead` names the ids of which nothing is left at HEAD; `used` is what usage tells, to be put in its place.
    """
    found = [(date, fault) for file in files for date, fault in _held(file, today, frozenset(dead))]
    found += [("", fault) for fault in used]
    ordered = sorted(found, key=lambda one: (_URGENCY.index(one[1].code), one[0], one[1].file))
    return tuple(fault for _, fault in ordered)


def _held(file: StoreFile, today: str, dead: frozenset[str]) -> Iterator[tuple[str, Fault]]:
    """Yield what is to be looked at, with the date since when it waits."""
    if file.experience is None:
        return
    experience, line = file.experience, file.line
    expires, review = experience.lifecycle.expires, experience.lifecycle.review_after
    served = experience.status in SERVED
    if served and experience.id in dead:
        message = "nothing that it names is left in the code"
        mend = f"`exp retract {typed(experience.id)} --reason …`, or mend the names in it"
        yield "", held(file, "dead", line("scope") or line("id"), message, mend, "warning")
    if served and expires and expires < today:
        message = f"expired on {expires}, and is still `{experience.status}`"
        mend = "write `status: expired`, or a later `lifecycle.expires` if it still holds"
        yield expires, held(file, "expired", line("lifecycle", "expires"), message, mend, "warning")
    elif experience.status in _LOOKED_AT and review and review <= today:
        message = f"is due for a second look since {review}"
        mend = "read it against the code; then write a later `lifecycle.review_after`, or retract it"
        yield review, held(file, "review_due", line("lifecycle", "review_after"), message, mend, "notice")
