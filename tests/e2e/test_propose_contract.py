"""What `exp propose` reads and answers: the contract of its JSON, its sources, `--dry-run`, `--trust`, the kept run."""

from __future__ import annotations

import json
from pathlib import Path

from e2e.story import PANEL, PANEL_RULE, PUMP, VALVE, VALVE_RULE, one_lesson, proposed, thread, two_lessons
from support.github import Json, document, issue_comment, pull_request, review_comment, save
from support.process import exp
from support.repository import Repository

CALL = ("propose", "../talk/7.json")
FUNNEL = (
    "discussions turns topics candidates kept after_dedup create update skip contradict".split()
)  # fmt: skip
CANDIDATE = (
    "id discussion topic title lens kind when what why preconditions symbols paths evidence settled trail".split()
)  # fmt: skip


def unsettled() -> Json:
    """Return a pull request in which nobody answered a stranger."""
    said = review_comment(1, "rex", VALVE_RULE, path=VALVE, author_association="NONE")
    return document(review_comments=[said])


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Return every file of a folder with its size and time."""
    return {str(path): (path.lstat().st_size, path.lstat().st_mtime_ns) for path in sorted(folder.rglob("*"))}


def test_the_json_holds_what_the_contract_says(rocket: Repository):
    found = exp(rocket.path, *CALL, "--json").json

    [discussion] = found["discussions"]
    assert ("acme/rocket#7", "acme/rocket", 6) == (discussion["id"], discussion["repo"], discussion["turns"])
    assert "https://github.com/acme/rocket/pull/7" == discussion["url"]
    topics = {topic["id"]: topic for topic in found["topics"]}
    assert all({"id", "discussion", "turns"} <= topic.keys() for topic in topics.values())
    assert 6 == sum(len(topic["turns"]) for topic in topics.values())
    for candidate in found["candidates"]:
        assert set(CANDIDATE) <= candidate.keys()
        assert candidate["topic"] in topics
        assert all({"turn", "quote", "url"} <= item.keys() for item in candidate["evidence"])
        assert {item["turn"] for item in candidate["evidence"]} <= set(topics[candidate["topic"]]["turns"])
        assert candidate["settled"] is True
    ids = [candidate["id"] for candidate in found["candidates"]]
    assert ids == [verdict["candidate"] for verdict in found["verdicts"]]
    for verdict in found["verdicts"]:
        assert {"candidate", "keep", "reason", "findings"} <= verdict.keys()
        assert all(
            {"name", "answer", "where", "nearest", "reason"} <= one.keys() for one in verdict["findings"]
        )
    assert sorted([one] for one in ids) == sorted(found["cliques"])
    assert all({"candidate", "action", "target", "reason"} <= one.keys() for one in found["decisions"])
    assert {"create": 2, "skip": 0}.items() <= found["funnel"].items()
    assert set(FUNNEL) <= found["funnel"].keys()
    assert [] == found["skipped"]
    assert ("exp/proposals", rocket.rev("exp/proposals")) == (found["branch"], found["commit"])


def test_each_quote_stands_verbatim_in_the_turn_that_it_cites(rocket: Repository):
    texts = {"review_comment:101": VALVE_RULE, "review_comment:201": two_lessons_text()}

    found = exp(rocket.path, *CALL, "--dry-run", "--json").json

    cited = [item for candidate in found["candidates"] for item in candidate["evidence"]]
    assert {"review_comment:101", "review_comment:201"} == {item["turn"] for item in cited}
    assert all(item["quote"] in texts[item["turn"]] for item in cited)


def two_lessons_text() -> str:
    """Return what was said about the pump."""
    said = two_lessons()["review_comments"]
    assert isinstance(said, list)
    return next(str(one["body"]) for one in said if one["id"] == 201)


def test_a_statement_is_not_cut_at_a_sign_within_it(rocket: Repository, tmp_path: Path):
    signs = ("pressure != 0", "pump?.pressure", "<!-- 3 -->", "a!b")
    words = {f"`Valve.open` must not be called with {sign} set, because the tank drains." for sign in signs}
    for number, said in enumerate(sorted(words), 20):
        save(tmp_path / "signs" / f"{number}.json", one_lesson(said, number=number))

    found = exp(rocket.path, "propose", "../signs", "--dry-run", "--json").json

    assert words == {candidate["what"] for candidate in found["candidates"]}


def test_names_are_found_in_this_repositorys_tree(rocket: Repository):
    found = exp(rocket.path, *CALL, "--dry-run", "--json").json

    answers = {one["name"]: one for verdict in found["verdicts"] for one in verdict["findings"]}
    assert "found" == answers["Valve.open"]["answer"]
    assert any(where.startswith(f"{VALVE}:2") for where in answers["Valve.open"]["where"])


def test_names_of_another_repository_are_not_asked_of_this_tree(rocket: Repository):
    found = exp(rocket.path, *CALL, "--dry-run", "--json", "--repo", "acme/another").json

    assert {"unverifiable"} == {one["answer"] for verdict in found["verdicts"] for one in verdict["findings"]}


def test_a_dry_run_writes_nothing_at_all(rocket: Repository):
    before = listing(rocket.path)

    told = exp(rocket.path, *CALL, "--dry-run")
    found = exp(rocket.path, *CALL, "--dry-run", "--json").json

    assert before == listing(rocket.path)
    assert 0 == told.code and "Nothing written" in told.stdout
    assert (None, None, 2) == (found["branch"], found["commit"], found["funnel"]["create"])


def test_the_command_that_a_dry_run_offers_keeps_what_was_shown(rocket: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "with blank.json", unsettled())
    call = ("propose", "../talk/with blank.json", "--all")
    told = exp(rocket.path, *call, "--dry-run")
    shown = exp(rocket.path, *call, "--dry-run", "--json").json["funnel"]["create"]

    import shlex

    [offer] = [
        line.split("exp propose", 1)[1]
        for line in told.stdout.splitlines()
        if "Nothing written. Keep" in line
    ]
    done = exp(rocket.path, "propose", *shlex.split(offer))

    assert (1, 0) == (shown, done.code)
    assert 1 == len(proposed(rocket))


def test_what_is_not_settled_stays_in_the_run_with_what_it_lacks_and_comes_with_all(
    rocket: Repository, tmp_path: Path
):
    save(tmp_path / "talk" / "7.json", unsettled())

    told = exp(rocket.path, *CALL)
    found = exp(rocket.path, *CALL, "--json").json
    everything = exp(rocket.path, *CALL, "--all", "--json").json

    assert 0 == told.code
    assert "Nothing worth keeping" in told.stdout and "Near, and what they lacked" in told.stdout
    assert "not settled" in told.stdout
    assert 0 == found["funnel"]["create"] and None is found["commit"]
    [near] = found["near"]
    assert "not settled" in near["lacks"][0]
    assert 1 == everything["funnel"]["create"]


def test_chatter_teaches_nothing_and_that_is_no_failure(rocket: Repository, tmp_path: Path):
    save(
        tmp_path / "talk" / "7.json",
        document(issue_comments=[issue_comment(1, "rex", "Looks good, thanks!")]),
    )

    done = exp(rocket.path, *CALL)

    assert 0 == done.code
    assert "Nothing worth keeping was found" in done.stdout
    assert "" == rocket.git("branch", "--list", "exp/*")


def test_standard_input_is_a_source(rocket: Repository):
    said = thread(101, VALVE, VALVE_RULE)

    whole = exp(rocket.path, "propose", "-", "--json", stdin=json.dumps(two_lessons()).encode())
    pages = exp(
        rocket.path, "propose", "-", "--json", "--dry-run", stdin=f"[{said[0]}]".replace("'", '"').encode()
    )
    api = exp(
        rocket.path,
        "propose",
        "-",
        "--json",
        "--dry-run",
        "--branch",
        "other",
        stdin=json.dumps(said).encode(),
    )

    assert (0, 2) == (whole.code, whole.json["funnel"]["create"])
    assert pages.code in (0, 1, 3)
    assert (0, 1) == (api.code, api.json["funnel"]["discussions"])
    assert "acme/rocket#7" == api.json["discussions"][0]["id"]


def test_a_folder_is_a_source_and_files_of_other_kinds_change_no_exit_code(
    rocket: Repository, tmp_path: Path
):
    (tmp_path / "talk" / "notes.txt").write_text("Buy fuel.\n")
    (tmp_path / "talk" / "empty.json").write_text("")
    save(tmp_path / "talk" / "deeper" / "8.json", one_lesson())

    done = exp(rocket.path, "propose", "../talk", "--json")

    assert (0, 3) == (done.code, done.json["funnel"]["create"])
    assert {"../talk/notes.txt", "../talk/empty.json"} == {one["where"] for one in done.json["skipped"]}


def test_the_history_is_a_source(rocket: Repository):
    bad = rocket.commit(
        "Open the valve early", {VALVE: "class Valve:\n    early = True\n"}, author=("Tom", "t@example.org")
    )
    rocket.git("revert", "--no-edit", "--no-commit", bad)
    why = "`Valve.open` must wait for the pump, because an early valve drains the tank before the engine starts."
    rocket.commit(
        f'Revert "Open the valve early"\n\nThis reverts commit {bad}.\n\n{why}',
        author=("Mara", "m@example.org"),
    )

    done = exp(rocket.path, "propose", "history:")

    [path] = proposed(rocket)
    text = " ".join(rocket.show(f"exp/proposals:{path}").split())
    assert 0 == done.code
    assert why in text and "Open the valve early" in text and "by: Mara" in text
    assert f"When changing {VALVE}" in text


def test_a_history_without_a_revert_gives_nothing(rocket: Repository):
    done = exp(rocket.path, "propose", "history:")

    assert 0 == done.code and "0 discussions" in done.stdout


def test_trust_shuts_out_and_the_funnel_counts_it(rocket: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "8.json", one_lesson(association="NONE"))
    save(tmp_path / "talk" / "9.json", one_lesson(PANEL_RULE, PANEL, number=9, association="CONTRIBUTOR"))
    found = {
        trust: exp(rocket.path, "propose", "../talk", "--dry-run", "--trust", trust, "--json").json
        for trust in ("any", "settled", "write")
    }

    # A member spoke twice, a stranger and a contributor once; the author took all of it over.
    assert [4, 4, 2] == [run["funnel"]["create"] for run in found.values()]
    assert 0 == found["any"]["funnel"]["shut_out"]
    assert found["write"]["funnel"]["shut_out"] > 0
    assert list(found) == [run["trust"] for run in found.values()]
    assert "--trust write" in " ".join(lack for near in found["write"]["near"] for lack in near["lacks"])


def test_the_team_may_set_trust_on_its_default_branch_but_not_in_a_work_tree(rocket: Repository):
    rocket.write("experiences/.config.yaml", "trust: write\n")
    in_tree = exp(rocket.path, *CALL, "--dry-run", "--json").json["trust"]
    rocket.commit("Trust those who may write")

    assert "any" == in_tree
    assert "write" == exp(rocket.path, *CALL, "--dry-run", "--json").json["trust"]
    assert "any" == exp(rocket.path, *CALL, "--dry-run", "--trust", "any", "--json").json["trust"]


def test_bots_never_teach(rocket: Repository, tmp_path: Path):
    bot = {"login": "lint[bot]", "id": 2, "type": "Bot"}
    said, taken = thread(101, VALVE, VALVE_RULE)
    save(tmp_path / "talk" / "7.json", document(review_comments=[{**said, "user": bot}, taken]))

    assert [] == exp(rocket.path, *CALL, "--all", "--json").json["candidates"]


def test_exp_does_not_learn_from_its_own_words(merged: Repository, tmp_path: Path):
    own = exp(merged.path, "recall", "--file", VALVE).stdout
    save(tmp_path / "talk" / "8.json", one_lesson(own, PUMP))

    assert "--trust" not in exp(merged.path, "propose", "../talk/8.json").stdout, (
        "it is not trust that shuts it out"
    )
    assert [] == exp(merged.path, "propose", "../talk/8.json", "--all", "--json").json["candidates"]


def test_the_run_is_kept_with_every_decision_and_nothing_else_is_under_refs_exp(rocket: Repository):
    found = exp(rocket.path, *CALL, "--json").json

    refs = rocket.git("for-each-ref", "--format=%(refname)", "refs/exp").splitlines()
    [path] = rocket.git("ls-tree", "-r", "--name-only", "refs/exp/runs").splitlines()
    kept = json.loads(rocket.show(f"refs/exp/runs:{path}"))
    assert ["refs/exp/runs"] == refs
    assert f"2024/{found['id']}.json" == path
    for part in ("discussions", "topics", "candidates", "verdicts", "cliques", "decisions", "funnel"):
        assert found[part] == kept[part]


def test_the_run_that_made_a_file_stays_the_one_that_its_provenance_names(rocket: Repository):
    first = exp(rocket.path, *CALL, "--json").json
    for _ in range(2):
        exp(rocket.path, *CALL)

    [path, _] = proposed(rocket)
    kept = json.loads(rocket.show(f"refs/exp/runs:2024/{first['id']}.json"))
    assert first["id"] in rocket.show(f"exp/proposals:{path}").split("provenance:")[1]
    assert f"Exp-Run: {first['id']}" in rocket.git("log", "-1", "--format=%B", "exp/proposals")
    assert ["create", "create"] == [one["action"] for one in kept["decisions"]]


def test_a_discussion_from_two_sources_counts_once(rocket: Repository):
    done = exp(rocket.path, "propose", "../talk/7.json", "../talk", "./../talk/7.json", "--json")

    assert 1 == done.json["funnel"]["discussions"]


def test_a_numbered_pull_request_without_comments_is_read(rocket: Repository):
    done = exp(rocket.path, "propose", "-", "--json", stdin=json.dumps(pull_request()).encode())

    assert (0, 1) == (done.code, done.json["funnel"]["discussions"])


def test_a_file_of_any_name_is_learnt_about_and_recalled(rocket: Repository, tmp_path: Path):
    names = ("engine/[id].ts", "engine/what?.py", "engine/a*b.py", "!not.py", "#tag.py", "engine/漢字 ü.py")
    for number, name in enumerate(names, 20):
        words = f"`Part{number}.open` must not be called twice, because the second call drains tank {number}."
        save(tmp_path / "odd" / f"{number}.json", one_lesson(words, name, number=number))

    exp(rocket.path, "propose", "../odd")
    rocket.git("merge", "--quiet", "--no-ff", "-m", "Take it", "exp/proposals")

    found = {name: exp(rocket.path, "recall", "--file", name, "--json").json["applicable"] for name in names}
    assert dict.fromkeys(names, 1) == {name: len(applicable) for name, applicable in found.items()}
    assert all(name in " ".join(applicable[0]["because"]) for name, applicable in found.items())
    assert [] == exp(rocket.path, "recall", "--file", "engine/i.ts", "--json").json["applicable"]


def test_a_comment_without_a_place_is_not_given_half_of_one(rocket: Repository, tmp_path: Path):
    save(tmp_path / "talk" / "7.json", one_lesson(VALVE_RULE, "", number=7))

    [candidate] = exp(rocket.path, *CALL, "--dry-run", "--json").json["candidates"]

    assert candidate["when"] == candidate["when"].strip()
    assert "" not in candidate["paths"]
