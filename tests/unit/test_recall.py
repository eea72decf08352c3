"""Recall gives what applies here, best first, with reasons, and is silent when there is nothing."""

import zlib

import pytest

from gitexp.adapters.index_memory import index_of
from gitexp.recall import Question, recall
from gitexp.records.evidence import Evidence
from gitexp.records.experience import Lifecycle, Scope, Standing
from gitexp.records.facts import Facts
from gitexp.records.finding import Finding
from gitexp.records.precondition import Condition, DependencyCheck, KeyCheck, Preconditions, SymbolCheck
from gitexp.records.recollection import Approval
from support.experiences import an_experience
from support.fakes import FakeFacts, FakeVersions


def standing(name="retry", **changes):
    experience = an_experience(id=f"{name}-{zlib.crc32(name.encode()):010x}", **changes)
    return Standing(experience, f"experiences/general/{experience.id}.yaml", "0" * 40)


def asked(question, *stand, facts=None, findings=None, **world):
    def look_up(names):
        return [(findings or {})[name] for name in names]

    return recall(question, index_of(stand), FakeFacts(facts), look_up, FakeVersions(), **world)


def names(items):
    return [item.card.id.rsplit("-", 1)[0] for item in items]


def about(*paths, symbols=(), **changes):
    return {"scope": Scope(paths, symbols), "preconditions": Preconditions(), **changes}


def test_a_scope_that_covers_the_file_applies_and_says_so():
    answer = asked(Question(files=("src/net/retry.py",)), standing(**about("src/net/**")))

    assert ["retry"] == names(answer.applicable)
    assert "src/net/** covers src/net/retry.py" in answer.applicable[0].because
    assert "good" == answer.match


def test_a_scope_elsewhere_is_silent_even_if_the_paths_share_words():
    answer = asked(Question(files=("src/net/retry.py",)), standing(**about("src/net/transport.py")))

    assert ((), "none", 1) == (answer.applicable, answer.match, answer.near)


def test_all_shows_what_is_about_the_matter_at_another_place():
    far = standing("far", **about("web/c.js", title="Sort the ledger by day", when="Touching the ledger"))
    question = Question(words="zebra ledger giraffe antelope", files=("src/a.py",))

    unasked = asked(question, far)
    answer = asked(question._replace(all=True), far)

    assert ((), 1) == (unasked.applicable, unasked.near)
    assert ["far"] == names(answer.applicable)


def test_the_very_file_comes_before_a_wide_scope():
    wide, exact = standing("wide", **about("src/**")), standing("exact", **about("src/a.py"))

    assert ["exact", "wide"] == names(asked(Question(files=("src/a.py",)), wide, exact).applicable)


def test_a_nearer_folder_comes_before_one_further_up():
    far, near = standing("far", **about("src/**")), standing("nearer", **about("src/net/http/**"))

    assert ["nearer", "far"] == names(asked(Question(files=("src/net/http/a.py",)), far, near).applicable)


def test_a_symbol_at_hand_is_found_by_its_last_part_too():
    answer = asked(Question(symbols=("net.RetryPolicy",)), standing(**about(symbols=("RetryPolicy",))))

    assert ["retry"] == names(answer.applicable)


def test_words_find_an_experience_without_a_place():
    stand = standing(**about(what="The D site is the demo site.", when="Someone says D site", title="D site"))
    other = standing("other", **about(what="Keep tables sorted.", when="Changing tables", title="Tables"))

    assert ["retry"] == names(asked(Question(words="what is the D site, a demo?"), stand, other).applicable)


def test_a_word_of_the_team_finds_what_is_said_in_other_words():
    term = standing(
        "term",
        **about(
            title="D site",
            what="D site means the piracy mirror.",
            when="Someone says `D site`",
            lens="terminology",
        ),
    )
    rule = standing(
        "rule-x", **about(title="Never cache the piracy mirror", when="Caching pages", what="Leave it out.")
    )
    other = standing("others", **about(title="Sort tables", when="Changing tables", what="Keep them sorted."))

    answer = asked(Question(words="may we cache the D site?", limit=5), term, rule, other)

    assert {"term", "rule-x"} == set(names(answer.applicable))
    assert any("`d site`" in one for one in answer.applicable[names(answer.applicable).index("term")].because)


def test_search_words_bridge_languages():
    stand = standing(**about(title="Retry only GET", search={"zh": ("重试策略",)}))
    other = standing("other", **about(title="Sort tables", when="Changing tables", what="Keep them sorted."))

    assert ["retry"] == names(asked(Question(words="重试策略"), stand, other).applicable)


def test_what_is_about_the_matter_elsewhere_is_a_poor_match_where_nothing_is_near():
    far = standing(
        "far", **about("web/**", title="Sort the ledger by day", when="Touching the ledger", what="Sort it.")
    )

    answer = asked(Question(words="sort the ledger, zebra and giraffe", files=("src/a.py",)), far)

    assert (["far"], "poor") == (names(answer.applicable), answer.match)


def test_what_shares_neither_place_nor_matter_is_dropped_behind_the_best():
    best = standing(
        "best", **about(title="Sort the ledger by day", when="Touching the ledger rows", what="Sort.")
    )
    weak = standing("weakly", **about(title="Sort colours", when="Painting", what="Sort colours."))

    answer = asked(Question(words="sort the ledger rows by day"), best, weak)

    assert ["best"] == names(answer.applicable)


@pytest.mark.parametrize("status", ["contested", "superseded", "retracted", "expired", "archived"])
def test_what_is_not_in_force_is_never_advice(status):
    assert 0 == asked(Question(all=True), standing(**about(status=status))).looked_at


def test_what_has_expired_by_today_is_not_served():
    stand = standing(**about(lifecycle=Lifecycle(expires="2024-06-30")))

    given = [len(asked(Question(today=today), stand).applicable) for today in ("2024-06-30", "2024-07-01")]

    assert [1, 0] == given


def test_what_is_due_for_a_second_look_is_served_and_says_so():
    stand = standing(**about(lifecycle=Lifecycle(review_after="2024-06-30")))

    [item] = asked(Question(today="2024-07-01"), stand).applicable

    assert "due for a second look since 2024-06-30" in item.because


def test_a_canary_is_served_to_about_its_share_of_clones_and_always_to_the_same():
    stand = standing(**about(status="canary", lifecycle=Lifecycle(canary="20%")))
    clones = [f"{number:016x}" for number in range(400)]

    def served(clone):
        return bool(asked(Question(clone=clone), stand).applicable)

    first = [served(clone) for clone in clones]

    assert 50 < sum(first) < 110
    assert first[:40] == [served(clone) for clone in clones[:40]]


def test_a_daily_share_holds_back_and_says_so():
    stand = standing(**about("a.py", lifecycle=Lifecycle(max_recalls_per_day=2)))
    question = Question(files=("a.py",))

    before = asked(question, stand, given_today=lambda: {stand.experience.hex: 1})
    after = asked(question, stand, given_today=lambda: {stand.experience.hex: 2})

    assert (1, 0) == (len(before.applicable), len(after.applicable))
    assert any(stand.experience.id in limit for limit in after.limits)


def test_a_blocked_and_an_unknown_one_are_kept_apart_with_reason_and_question():
    must = Preconditions(must=(Condition("drawn on a canvas", KeyCheck("rendering", ("canvas",))),))
    stand = standing(**about("a.py", preconditions=must))

    unknown = asked(Question(files=("a.py",)), stand)
    blocked = asked(Question(files=("a.py",), env=("rendering=svg",)), stand)
    applicable = asked(Question(files=("a.py",), env=("rendering=canvas",)), stand)

    assert (1, 0, 0) == (len(unknown.unknown), len(unknown.blocked), len(unknown.applicable))
    assert "rendering" in unknown.unknown[0].applicability.missing[0].question
    assert "svg" in blocked.blocked[0].applicability.blocked_by[0]
    assert 1 == len(applicable.applicable)


def test_only_the_packages_that_conditions_ask_for_are_gathered():
    must = Preconditions(must=(Condition("httpx", DependencyCheck("httpx")),))
    wanted = []

    class Facts_(FakeFacts):
        def gather(self, files, given, *, names=None, tree=True):
            wanted.append(names)
            return super().gather(files, given, names=names, tree=tree)

    for stand in (standing(**about("a.py", preconditions=must)), standing(**about("a.py"))):
        recall(Question(files=("a.py",)), index_of([stand]), Facts_(), lambda names: [], FakeVersions())

    assert [frozenset({"httpx"}), frozenset()] == wanted


def test_a_symbol_condition_is_looked_up_once_for_all():
    must = Preconditions(must=(Condition("RetryPolicy exists", SymbolCheck("RetryPolicy")),))
    stand = [standing(name, **about("a.py", preconditions=must)) for name in ("one", "three")]
    asked_for = []

    def look_up(names):
        asked_for.append(list(names))
        return [Finding("RetryPolicy", "found", ("src/net/retry.py:6",))]

    answer = recall(Question(files=("a.py",)), index_of(stand), FakeFacts(), look_up, FakeVersions())

    assert ([["RetryPolicy"]], 2) == (asked_for, len(answer.applicable))


def test_a_missing_symbol_blocks_and_an_unverifiable_one_is_unknown():
    must = Preconditions(must=(Condition("Old exists", SymbolCheck("Old")),))
    stand = standing(**about("a.py", preconditions=must))
    question = Question(files=("a.py",))

    gone = asked(question, stand, findings={"Old": Finding("Old", "missing")})
    unsure = asked(question, stand, findings={"Old": Finding("Old", "unverifiable")})

    assert ("blocked", "unknown") == (
        gone.blocked[0].applicability.value,
        unsure.unknown[0].applicability.value,
    )


def test_the_depth_follows_what_is_asked_and_limit_and_all_go_further():
    stand = [standing("x" * size, **about("a.py", what="Say it.", title="Ledger")) for size in range(1, 8)]

    def given(**question):
        return len(asked(Question(**question), *stand).applicable)

    assert (1, 3, 5) == (
        given(words="ledger"),
        given(files=("a.py",)),
        given(files=("a.py", "b.py", "c.py"), words="ledger of all the seven days"),
    )
    assert (6, 7) == (given(files=("a.py",), limit=6), given(files=("a.py",), all=True))


def test_the_budget_is_kept_the_best_one_comes_whole_and_what_is_left_out_is_said():
    stand = [standing("x" * size, **about("a.py", what="word " * 60)) for size in range(1, 8)]

    by_limit = asked(Question(files=("a.py",), limit=2), *stand)
    by_budget = asked(Question(files=("a.py",), limit=5, budget=1), *stand)

    assert (2, ("5 more apply: --limit or --all shows them",)) == (
        len(by_limit.applicable),
        by_limit.limits,
    )
    assert (1, ("6 more apply: --budget or --all shows them",)) == (
        len(by_budget.applicable),
        by_budget.limits,
    )


def test_more_evidence_and_quality_come_first_among_equals():
    plain = standing("plain", **about("a.py", quality=3))
    seen = Evidence(
        "review_comment:9", "Seen again.", "https://example.org/acme/pages/pull/90#r9", "b", "2024-05-02"
    )
    twice = (*an_experience().evidence, seen)
    better = standing("better", **about("a.py", quality=5, evidence=twice))

    assert ["better", "plain"] == names(asked(Question(files=("a.py",)), plain, better).applicable)


def test_the_same_question_gets_the_same_order():
    stand = [standing("x" * size, **about("a.py")) for size in range(1, 6)]

    orders = {
        tuple(names(asked(Question(files=("a.py",)), *order).applicable)) for order in (stand, stand[::-1])
    }

    assert 1 == len(orders)


def test_who_approved_is_told_for_what_is_shown():
    stand = standing(**about("a.py"))
    by = Approval("Mara", "2024-05-03", "c" * 40)

    [item] = asked(Question(files=("a.py",)), stand, approvals=lambda paths: {paths[0]: by}).applicable

    assert by == item.approval


def test_facts_are_handed_on():
    assert "linux" == asked(Question(), standing(**about()), facts=Facts(platform="linux")).facts.platform
