"""Compare two statements by their words: identical, one contains the other, opposed, or different."""

from __future__ import annotations

from gitexp.engines.rules.alike import relation, same_situation
from gitexp.engines.rules.alike_against import commands_agree
from gitexp.engines.rules.alike_reworded import reworded
from gitexp.engines.rules.conclusion import conclusion
from gitexp.records.candidate import Statement
from gitexp.records.judgement import Likeness
from gitexp.records.opposed import opposed
from gitexp.records.text import Redacted


def likeness(one: Statement[Redacted], other: Statement[Redacted]) -> Likeness:
    """Return how two statements relate; where it is not sure that they are the same, they are different.

    Near-equal is equal word for word but for articles, punctuation and the case of plain words: an operator, a
    sign, a figure, the order of two words or the spelling of a name makes another statement. What is said in
    wholly other words is the same only where many signs meet (DESIGN.md section 5).
    """
    one_matter = same_situation(one.when, other.when)
    what = relation(one.what, other.what)
    if what == "different" and not one_matter and reworded(one, other):
        return Likeness("identical", same_when=True, same_conclusion=True)
    contrary = what != "identical" and opposed(one.what, other.what)
    return Likeness(
        what=what,
        same_when=one_matter,
        same_conclusion=one.kind == other.kind
        and conclusion(one.when, one.what) == conclusion(other.when, other.what)
        and not contrary
        and commands_agree(one.what, other.what),
        opposed=one_matter and contrary,
    )
