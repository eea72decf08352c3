"""What is said of a topic has grounds in its topic, or is invented."""

import pytest

from gitexp.records.grounds import Grounds
from support.talk import a_discussion, a_topic, a_turn

HUNK = "@@ -1,2 +1,2 @@\n-    self.gauge.reset()\n+    self.gauge.clear_all()"
TURN = a_turn(
    "`Valve.open` must not be called twice: the second call drains the tank. See docs/valves.md.",
    path="engine/valve.py",
    hunk=HUNK,
)
GROUNDS = Grounds(a_topic(TURN, discussion=a_discussion(TURN, title="Refuel with hydroLoop")))


@pytest.mark.parametrize(
    "what",
    [
        "Call `Valve.open` once: the second call drains the tank.",
        "Never call Valve.open twice, it drains the tank in valve.py",
        "Call gauge.clear_all before the second call drains the tank",
        "Keep hydroLoop: the second call of the valve drains the tank",
        "`valve.OPEN` called twice drains the tank",
    ],
)
def test_names_of_the_turns_the_code_below_them_the_title_and_the_path_are_known(what):
    assert "" == GROUNDS.lacking(f"Opening the valve {what}")


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("Call `Valve.shut` after the second call drains the tank.", "`Valve.shut`"),
        ("Call valve.zap after the second call drains the tank.", "`valve.zap`"),
        ("The second call drains the tank, so use pump_twice.", "`pump_twice`"),
        ("The second call drains the tank, so use drainTank2x.", "`drainTank2x`"),
        ("The second call drains the tank: `zap`, `yap`, `wap`, `xap`.", "`wap`, `xap`, `yap`"),
    ],
)
def test_a_name_that_nobody_wrote_is_invented(what, named):
    assert f"names what nobody wrote: {named}" == GROUNDS.lacking(f"Opening the valve {what}")


def test_a_name_in_the_situation_counts_as_well():
    assert "names what nobody wrote: `Rocket.fly`" == GROUNDS.lacking(
        "Calling Rocket.fly: the second call drains the tank."
    )


def test_words_of_another_matter_are_about_something_else():
    assert "is about something else than its turns" == GROUNDS.lacking(
        "Baking bread at home: knead the dough until it is smooth and let it rest."
    )


def test_a_statement_in_another_language_is_held_to_its_names_alone():
    assert "" == GROUNDS.lacking("打开阀门时，不要连续两次调用 `Valve.open`，否则油箱会被排空。")
    assert "names what nobody wrote: `Valve.shut`" == GROUNDS.lacking("打开阀门时，请调用 `Valve.shut`。")


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["engine/valve.py"], ["engine/valve.py"]),
        (["valve.py"], ["engine/valve.py"]),
        (["`./valve.py`", "./engine/valve.py", "engine/valve.py"], ["engine/valve.py"]),
        (["docs/valves.md"], ["docs/valves.md"]),
        (["engine/pump.py"], []),
        (["../engine/valve.py", "engine/../valve.py", "/engine/valve.py", "~/valve.py"], []),
        (["../../x", ".github/workflows/x.yml"], []),
    ],
)
def test_paths_are_those_that_stand_in_the_topic_and_lie_in_the_repository(given, expected):
    assert expected == GROUNDS.paths(given)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Valve.open", True), ("valve::open()", True), ("Valve.shut", False), ("gauge", True), ("gaug", False)],
)
def test_a_name_is_known_where_each_of_its_parts_is(name, expected):
    assert expected is GROUNDS.names(name)


@pytest.mark.parametrize(
    ("said", "what", "expected"),
    [
        ("Wait 30 seconds before the valve opens.", "Wait 30 seconds for the valve.", ""),
        ("Wait 30 seconds before the valve opens.", "Wait 90 seconds for the valve.", "`90`"),
        ("Wait three seconds before the valve opens.", "Wait 3 seconds for the valve.", ""),
        ("Wait 1,500 ms before the valve opens.", "Wait 1500 ms for the valve.", ""),
        ("Wait 1.5 s before the valve opens.", "Wait 1.5 s for the valve, or 2.5", "`2.5`"),
        ("Pin hydro 0.24.1 for the valve.", "Pin hydro 0.24.2 for the valve.", "`0.24.2`"),
    ],
)
def test_a_figure_that_nobody_wrote_is_invented(said, what, expected):
    lacking = Grounds(a_topic(a_turn(said))).lacking(what)

    assert (f"names what nobody wrote: {expected}" if expected else "") == lacking


def test_code_made_of_signs_stands_where_it_is_written():
    grounds = Grounds(a_topic(a_turn("Use `??` instead of `||` here: 0 is a valid count.")))

    assert "" == grounds.lacking("Use `??` instead of `||`, 0 is a valid count.")
    assert "names what nobody wrote: `&&`" == grounds.lacking("Use `&&` instead of `||`, 0 is a valid count.")


def test_one_sign_of_another_script_in_a_talk_excuses_no_statement_about_something_else():
    grounds = Grounds(a_topic(a_turn("The second call drains the tank… that’s why 🙂")))

    assert "is about something else than its turns" == grounds.lacking("Knead the dough until it is smooth.")


def test_pieces_of_other_words_are_no_names_and_no_paths():
    grounds = Grounds(a_topic(a_turn("Reset the cache before the food is served.", path=None)))

    assert not grounds.names("Cache.set")
    assert [] == grounds.paths(["a", "the", ".", "foo", "Reset"])


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("The valve holds 5k drops.", ""),
        ("The valve holds 5 K drops.", ""),
        ("The valve has 5 keys.", "`5000`"),
        ("The valve has 5 knobs and 15k drops.", "`5000`"),
        ("The valve weighs 5 kg.", "`5000`"),
    ],
)
def test_thousands_are_told_by_a_k_that_stands_alone(said, expected):
    lacking = Grounds(a_topic(a_turn(said))).lacking("The valve holds 5000 drops and keys.")

    assert (f"names what nobody wrote: {expected}" if expected else "") == lacking


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("retry_policy_timeout", True),
        ("RetryPolicyTimeout", True),
        ("http_retry_policy", True),  # its beginning alone is not written
        ("retry_policy_limit", False),
        ("RetryPolicyLimit", False),
        ("Retry.policy.limit", False),
        ("retry_policy.timeout_limit", False),
        ("policy_limit", False),
    ],
)
def test_a_joined_name_whose_last_part_nobody_wrote_is_invented_although_most_parts_stand(name, expected):
    grounds = Grounds(a_topic(a_turn("The retry policy has a timeout.", path=None)))

    assert expected is grounds.names(name)
