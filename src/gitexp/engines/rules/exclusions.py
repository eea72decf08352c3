"""The named exclusions: which kinds of garbage a statement shows, by its words alone (DESIGN.md section 5)."""

from __future__ import annotations

from gitexp.engines.rules import signs_against
from gitexp.engines.rules.names import names_something
from gitexp.records.garbage import Exclusion

DESCRIBES = Exclusion("conversation_summary", "the description tells what this change does or repairs")
UNREASONED = Exclusion("insufficient_evidence", "no reason given")
OPINION = Exclusion("personal_preference", "someone's opinion, in the first person")
WISH = Exclusion("personal_preference", "what someone would like")
LIKING = Exclusion("personal_preference", "how it looks to someone")
TELLS = Exclusion("conversation_summary", "tells what someone did")
NO_RULE = Exclusion("not_actionable", "an example: nothing to do or to leave follows from it alone")
THIS_ALONE = Exclusion("one_off", "about this change alone")
COMMON = Exclusion("common_knowledge", "any engineer knows it: it names nothing of this project")
MIXED = Exclusion("mixed_granularity", "several rules in one, none of them usable alone")
VACUOUS = Exclusion("not_actionable", "nothing to do or to leave follows from it")


def exclusions_of(words: str, *, lens: str, reasoned: bool, describes: bool) -> tuple[Exclusion, ...]:
    """Return what holds against a statement: `describes` where it stands in a description of the change.

    What is hedged, supposed, ironic, hearsay or pasted is no statement at all, and does not come here.
    """
    held = (
        (DESCRIBES, describes),
        (UNREASONED, not reasoned and lens == "logic"),
        (OPINION, bool(signs_against.OPINION.search(words))),
        (WISH, bool(signs_against.WISH.search(words))),
        (LIKING, bool(signs_against.TASTE.search(words))),
        (TELLS, bool(signs_against.OWN_DOING.search(words))),
        (THIS_ALONE, bool(signs_against.THIS_DIFF.search(words))),
        (NO_RULE, bool(signs_against.EXAMPLE.search(words))),
        (VACUOUS, bool(signs_against.VACUOUS.search(words)) and not names_something(words)),
        (COMMON, bool(signs_against.COMMON.search(words)) and not names_something(words)),
        (MIXED, len(signs_against.ITEM.findall(words)) > 2),
    )
    return tuple(exclusion for exclusion, holds in held if holds)
