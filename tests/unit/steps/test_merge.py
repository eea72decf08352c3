"""Merge protects history: one target or create, update only by a self-check, contradict is never resolved."""

from dataclasses import replace

from gitexp.records.experience import Standing
from gitexp.records.judgement import Clique, Judge, Likeness
from gitexp.records.precondition import Condition, DependencyCheck, Preconditions
from gitexp.steps.becoming import experience_of
from gitexp.steps.compared import Compared
from gitexp.steps.merge import merge
from gitexp.steps.placements import Placements
from gitexp.steps.redact import redacted
from gitexp.steps.stock import Stock
from support.fakes import SAME, FakeEngine
from support.talk import a_candidate

WORDS = "Retry only GET, because POST is not idempotent."


def standing(candidate, path="experiences/src/one.yaml"):
    return Standing(experience_of(candidate, judge=Judge("rules"), run="r0"), path, "0" * 40)


def other(what=WORDS, turn="review_comment:50", **changes):
    """A candidate of another discussion, so that only its words can make it the same."""
    made = a_candidate(what, discussion="acme/shop#3", **changes)
    evidence = tuple(type(item)(turn, item.quote, None, "olga", "2023-01-01") for item in made.evidence)
    return type(made)(**{**made.__dict__, "evidence": evidence})


def decide(candidate, *, engine=None, stand=(), pending=(), refused=(), rewritable=True):
    stock = Stock(tuple(stand), tuple(pending), tuple(refused))
    [decision] = decisions([candidate], stock, engine or FakeEngine(), rewritable=rewritable)
    return decision


def decisions(candidates, stock, engine, *, rewritable=True):
    return merged(candidates, stock, engine, rewritable=rewritable).decisions


def merged(candidates, stock, engine, *, rewritable=True):
    cliques = [Clique((candidate,)) for candidate in candidates]
    return merge(
        cliques,
        stock,
        Placements(engine),
        Compared(engine),
        lambda _: rewritable,
        judge=Judge("rules"),
        run="r1",
    )


def test_nothing_like_it_is_created_active_so_that_a_merge_alone_puts_it_in_force():
    decision = decide(a_candidate())

    assert ("create", "active") == (decision.action, decision.experience.status)
    assert ("rules", "r1", ("when", "title")) == (
        decision.experience.provenance.engine,
        decision.experience.provenance.run,
        decision.experience.provenance.derived,
    )


def test_the_same_said_again_elsewhere_is_one_more_sighting():
    decision = decide(a_candidate(WORDS), stand=[standing(other())])

    assert ("skip", "interchangeable with what stands: one more sighting") == (
        decision.action,
        decision.reason,
    )


def test_a_reason_that_stands_without_one_is_added_and_nothing_is_lost():
    old = standing(other())
    decision = decide(a_candidate(WORDS, why=redacted("The gateway commits first.")), stand=[old])

    assert "update" == decision.action
    assert old.path == decision.target_path
    assert old.experience.id == decision.experience.id
    assert "The gateway commits first." == decision.experience.why
    assert set(old.experience.evidence) <= set(decision.experience.evidence)


def test_a_standing_reason_is_never_replaced():
    old = standing(other(why=redacted("It was measured.")))
    longer = a_candidate(f"{WORDS} Also HEAD.", why=redacted("Someone thinks so."))
    engine = FakeEngine(
        alike={frozenset({longer.what, WORDS}): Likeness("contains", same_when=True, same_conclusion=True)}
    )

    decision = decide(longer, engine=engine, stand=[old])

    assert ("update", "It was measured.") == (decision.action, decision.experience.why)


def test_a_file_that_a_person_wrote_by_hand_is_not_rewritten():
    decision = decide(
        a_candidate(WORDS, why=redacted("The gateway commits first.")),
        stand=[standing(other())],
        rewritable=False,
    )

    assert ("skip", None) == (decision.action, decision.experience)
    assert "by hand" in decision.reason


def test_two_that_stand_and_are_like_it_are_no_target_so_it_is_created():
    stand = [standing(other(turn=f"review_comment:{n}"), f"experiences/src/{n}.yaml") for n in (50, 51)]

    assert "create" == decide(a_candidate(WORDS), stand=stand).action


def test_the_contrary_of_what_stands_is_a_question_and_writes_no_file():
    against = a_candidate("Retry POST too.")
    opposed = Likeness("different", same_when=True, same_conclusion=False, opposed=True)
    engine = FakeEngine(alike={frozenset({against.what, WORDS}): opposed})

    decision = decide(against, engine=engine, stand=[standing(other())])

    assert ("contradict", None) == (decision.action, decision.experience)
    assert WORDS == decision.target.what


def test_the_very_candidate_of_an_earlier_run_is_not_proposed_again():
    again = a_candidate(WORDS)

    reasons = [
        decide(again, **{where: [standing(again)]}).reason for where in ("stand", "pending", "refused")
    ]

    assert [
        "stands in the store already",
        "is on the proposal branch already",
        "was refused by a person",
    ] == reasons


def test_another_cut_of_the_same_turn_that_dedup_calls_the_same_is_known_too():
    cut = a_candidate("Retry only GET.")
    engine = FakeEngine(alike={frozenset({"Retry only GET.", WORDS}): SAME})
    wider = a_candidate(WORDS, evidence=(*cut.evidence, *other().evidence))

    assert "skip" == decide(cut, engine=engine, refused=[standing(wider)]).action


def test_sharing_the_description_alone_does_not_make_it_known():
    body = "pull_request.body"
    cut, old = other("Retry only GET.", body), other(WORDS, body, repo="acme/other")
    engine = FakeEngine(alike={frozenset({"Retry only GET.", WORDS}): SAME})

    assert "was refused by a person" != decide(cut, engine=engine, refused=[standing(old)]).reason


def test_the_identity_depends_on_repository_discussion_and_turns_not_on_words():
    one = experience_of(a_candidate("Never sleep here, it blocks."), judge=Judge("rules"), run="a")
    two = experience_of(a_candidate("Other words of the same turn."), judge=Judge("rules"), run="b")
    three = experience_of(other("Never sleep here, it blocks."), judge=Judge("rules"), run="a")

    assert one.hex == two.hex != three.hex


def test_a_path_with_signs_of_a_glob_becomes_a_glob_that_matches_itself():
    from gitexp.records.globs import matches

    path = "app/[slug]/page*.tsx"
    [glob] = experience_of(a_candidate(places=(redacted(path),)), judge=Judge("rules"), run="a").scope.paths

    assert matches(glob, path)
    assert not matches(glob, "app/s/page1.tsx")


def decide_all(*candidates, engine=None, stand=()):
    return decisions(candidates, Stock(tuple(stand)), engine or FakeEngine())


def test_one_run_does_not_contradict_itself():
    against = other("Retry POST too.", "review_comment:60")
    opposed = Likeness("different", same_when=True, same_conclusion=False, opposed=True)
    engine = FakeEngine(alike={frozenset({str(against.what), WORDS}): opposed})

    assert ["create", "contradict"] == [
        one.action for one in decide_all(a_candidate(WORDS), against, engine=engine)
    ]


def test_the_contrary_of_what_is_no_longer_in_force_is_created():
    old = standing(other())
    retracted = Standing(replace(old.experience, status="retracted"), old.path, old.blob)
    against = a_candidate("Retry POST too.")
    opposed = Likeness("different", same_when=True, same_conclusion=False, opposed=True)
    engine = FakeEngine(alike={frozenset({against.what, WORDS}): opposed})

    assert "create" == decide(against, engine=engine, stand=[retracted]).action


def test_what_was_retracted_is_not_proposed_again_and_the_reason_says_so():
    again = a_candidate(WORDS)
    old = standing(again)
    retracted = Standing(replace(old.experience, status="retracted"), old.path, old.blob)

    assert "stands in the store already, retracted" == decide(again, stand=[retracted]).reason


def test_an_update_never_widens_where_something_holds():
    condition = Condition(redacted("httpx >= 0.24"), DependencyCheck("httpx", None, ">=0.24"))
    narrower = a_candidate(
        WORDS, why=redacted("It was seen."), preconditions=Preconditions(must=(condition,))
    )

    assert "create" == decide(narrower, stand=[standing(other())]).action


def test_two_candidates_never_change_one_file_in_one_run():
    old = standing(other())
    first = a_candidate(WORDS, why=redacted("The gateway commits first."))
    second = other(WORDS, "review_comment:61", why=redacted("It charged twice."))

    actions = decide_all(first, second, stand=[old])

    assert ["update", "skip"] == [one.action for one in actions]
    assert "It charged twice." == actions[1].adds
