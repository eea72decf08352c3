"""Of a private discussion nothing is proposed, and nothing kept, that the one who spoke did not agree to."""

from dataclasses import replace

from gitexp.records.candidate import Trail
from gitexp.records.finding import Finding
from gitexp.records.garbage import Exclusion
from gitexp.records.judgement import Clique, Decision, Judge, Verdict
from gitexp.records.run import Funnel, Run
from gitexp.records.skipped import Skipped
from gitexp.steps.becoming import experience_of
from gitexp.steps.consent import WAITS, Everybody, Nobody, consented, private_ids, shareable, withheld
from gitexp.steps.propose import fit, propose
from gitexp.steps.redact import redacted
from support.fakes import FakeStore
from support.talk import a_candidate, a_discussion, a_topic, a_turn

SECRET = "Retry only GET, because POST is not idempotent."
OPEN = "Close the pool first, because workers hold its sockets."
SESSION = "session:1"


class Answers:
    """A consent whose answers a test sets, by the candidate's words; it remembers what it was asked."""

    def __init__(self, *yes: str) -> None:
        self.yes = yes
        self.asked: list[str] = []

    def may_leave(self, decision: Decision) -> bool:
        self.asked.append(str(decision.candidate.what))
        return decision.candidate.what in self.yes


def said(words: str, *, private: bool, number: int = 1):
    discussion = SESSION if private else "acme/shop#7"
    one = a_candidate(words, id=f"{discussion}/1/{number}", discussion=discussion, topic=f"{discussion}/1")
    return replace(one, evidence=(replace(one.evidence[0], turn=f"t{number}", quote=redacted(words)),))


def decided(candidate, action="create", target=None):
    made = experience_of(candidate, judge=Judge("rules"), run="r") if action in ("create", "update") else None
    return Decision(candidate, action, "because", made, target)


def asked(consent, *decisions):
    fitted = fit(decisions, FakeStore().text_of, 30)
    return consented(fitted, frozenset({SESSION}), consent)


def test_only_what_was_agreed_to_is_proposed_each_by_itself():
    one, other = said(SECRET, private=True), said(OPEN, private=True, number=2)
    consent = Answers(OPEN)

    left = asked(consent, decided(one), decided(other))

    assert [SECRET, OPEN] == consent.asked
    assert [OPEN] == [decision.candidate.what for decision in left.decisions]
    assert [f"id: {OPEN}\n"] == [file.text for file in left.files]
    assert [(SECRET, WAITS)] == [(near.what, near.trail.words) for near in left.waiting]


def test_updates_and_questions_are_asked_for_too():
    standing = experience_of(said(OPEN, private=False), judge=Judge("rules"), run="r")
    consent = Answers()

    left = asked(
        consent,
        decided(said(SECRET, private=True), "update", standing),
        decided(said(SECRET, private=True, number=2), "contradict", standing),
    )

    assert (2, (), ()) == (len(consent.asked), left.decisions, left.files)


def test_what_is_public_or_writes_nothing_is_not_asked_for():
    consent = Answers()
    standing = experience_of(said(OPEN, private=False), judge=Judge("rules"), run="r")

    left = asked(
        consent, decided(said(OPEN, private=False)), decided(said(SECRET, private=True), "skip", standing)
    )

    assert ([], 2, 1) == (consent.asked, len(left.decisions), len(left.files))


def test_what_builds_upon_words_that_stay_waits_with_them():
    kept_back = decided(said(SECRET, private=True))
    upon = decided(said(OPEN, private=False), "contradict", kept_back.experience)

    left = asked(Nobody(), kept_back, upon)

    assert ((), (), 2) == (left.decisions, left.files, len(left.waiting))


def test_consent_in_advance_lets_all_through():
    left = asked(Everybody(), decided(said(SECRET, private=True)))

    assert (1, 1, ()) == (len(left.decisions), len(left.files), left.waiting)


def a_run(*decisions, candidates=(), near=()):
    public = a_discussion(a_turn(OPEN))
    private = replace(a_discussion(a_turn(SECRET)), id=SESSION, private=True, title=redacted(SECRET))
    everyone = (*candidates, *(decision.candidate for decision in decisions))
    return Run(
        id="r",
        judge=Judge("rules"),
        trust="any",
        base=None,
        at=None,
        discussions=(public, private),
        topics=(a_topic(*public.turns, discussion=public), a_topic(*private.turns, discussion=private)),
        candidates=everyone,
        verdicts=tuple(
            Verdict(one, keep=True, words=SECRET, findings=(Finding(SECRET, "missing"),)) for one in everyone
        ),
        cliques=tuple(Clique((one,)) for one in everyone),
        decisions=decisions,
        funnel=Funnel(2, 2, 2, len(everyone), 0, 0, 0, 0, 0, 0),
        skipped=(Skipped("/x/.claude/projects/-home-mia-shop/a.jsonl:3", "is no JSON"),),
        near=near,
    )


def test_a_kept_run_holds_no_word_of_a_private_discussion_that_nobody_agreed_to():
    dropped = replace(
        said(SECRET, private=True),
        why=redacted(SECRET),
        symbols=(redacted("POST"),),
        trail=Trail(because=(SECRET,), lacks=(Exclusion("one_off", f"only here: {SECRET}"),)),
    )
    known = replace(decided(said(SECRET, private=True, number=2), "skip"), adds=redacted(SECRET))

    kept = shareable(a_run(known, candidates=(dropped,), near=(dropped,)))

    whole = repr(kept)
    assert "idempotent" not in whole and "POST" not in whole and "mia" not in whole
    assert [SESSION] == [one.id for one in kept.discussions if one.private]
    assert (("t1", "one off"),) == tuple((near.evidence[0].turn, near.trail.words) for near in kept.near)


def test_a_kept_run_holds_what_was_agreed_to_and_all_that_is_public():
    made = a_run(decided(said(SECRET, private=True)), decided(said(OPEN, private=False)))

    kept = shareable(made)

    assert made.decisions == kept.decisions
    assert made.discussions[0] == kept.discussions[0]
    assert "idempotent" not in repr((kept.discussions, kept.topics))


def test_a_run_without_private_discussions_is_kept_as_it_is():
    made = replace(a_run(), discussions=(a_discussion(a_turn(OPEN)),), topics=())

    assert made is shareable(made)


def test_the_proposal_marks_what_is_private_and_does_not_tell_what_was_only_near():
    near = replace(said(SECRET, private=True, number=2), trail=Trail(waits=WAITS))
    made = a_run(decided(said(OPEN, private=True)), near=(near,))
    files = fit(made.decisions, FakeStore().text_of, 30).files

    proposal = propose(made, files, (), branch="exp/proposals")

    assert 1 == proposal.body.count("from a private agent session; the speaker agreed to these quotes")
    assert "idempotent" not in repr(proposal)
    assert (near,) == withheld(made)


def test_a_discussion_of_files_is_private_only_where_it_says_so():
    public = a_discussion(a_turn(OPEN))

    assert {SESSION} == private_ids([public, replace(public, id=SESSION, private=True)])
