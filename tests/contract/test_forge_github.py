"""The forge against the double of GitHub: finding, opening, rewriting, closing, commenting, asking who may write."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gitexp.adapters.forge_github import SETTING, GithubForge
from gitexp.adapters.forge_github_query import QUERY
from gitexp.adapters.github_api import GithubApi
from gitexp.errors import ExpError, OutsideError
from gitexp.records.pull import Act, Pull
from support.github_double import GithubDouble

REPO = "acme/shop"
BRANCH = "exp/proposals"
BOT = "github-actions[bot]"
MAY = {"contents": "write", "pull_requests": "write", "issues": "write"}
FILE = {"experiences/net/a.yaml": "id: a\n"}


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path) as hub:
        hub.repo(REPO)
        hub.token("writing", permissions=MAY)
        yield hub


@pytest.fixture
def forge(hub):
    return forge_at(hub)


def forge_at(hub, token="writing"):
    return GithubForge(GithubApi(hub.url, token, REPO, sleep=lambda seconds: None))


def proposed(hub, body="text", author=BOT, **more):
    return hub.repo(REPO).pull("exp: 1 experience", body, author, FILE, BRANCH, **more)


def without_graphql(hub):
    """Let every GraphQL query fail, as at a server that has none."""
    hub.before(lambda call: refuse(call))


def refuse(call):
    from support.github_double.faults import Dropped

    if call.path.endswith("/graphql"):
        raise Dropped


def test_one_query_tells_the_open_pull_request_with_all_that_was_said_on_it(hub, forge):
    repo = hub.repo(REPO)
    repo.user("maintainer-1", "write")
    number = proposed(hub)
    repo.comment(number, BOT, "status")
    repo.comment(number, "maintainer-1", "/exp drop 1 one_off")
    repo.review(number, "maintainer-1", "APPROVED", "fine")
    repo.line_comment(number, "maintainer-1", "experiences/net/a.yaml", 1, "why this?")

    [pull] = forge.proposals(BRANCH)

    assert 1 == len(hub.calls)
    assert (number, "open", BOT, "text") == (pull.number, pull.state, pull.author, pull.body)
    assert repo.git.branch(BRANCH) == pull.head
    assert ["status", "/exp drop 1 one_off", "fine"] == [act.text for act in pull.acts if act.text][:3]
    assert {"comment", "review", "review_comment"} == {act.kind for act in pull.acts}
    assert {"maintainer-1"} == {act.by for act in pull.human_acts}


def test_rest_tells_the_same_where_graphql_is_not_there(hub, forge):
    repo = hub.repo(REPO)
    number = proposed(hub)
    repo.comment(number, BOT, "status")
    repo.comment(number, "maintainer-1", "hello")
    repo.review(number, "maintainer-1", "APPROVED", "fine")
    repo.line_comment(number, "maintainer-1", "experiences/net/a.yaml", 1, "why this?")
    told = forge.proposals(BRANCH)
    without_graphql(hub)

    again = forge.proposals(BRANCH)

    assert told[0].acts == again[0].acts
    assert told[0].author == again[0].author == BOT
    assert told[0].head == again[0].head


def test_a_pull_request_from_a_fork_is_none_of_ours_whatever_its_branch_is_called(hub, forge):
    proposed(hub, author="stranger", fork=True)

    assert [] == forge.proposals(BRANCH)
    without_graphql(hub)
    assert [] == forge.proposals(BRANCH)


def test_forks_that_fill_the_answer_do_not_hide_our_own(hub, forge):
    number = proposed(hub)
    for count in range(12):
        hub.repo(REPO).pull("mine", "", f"stranger-{count}", FILE, BRANCH, fork=True)

    assert [number] == [pull.number for pull in forge.proposals(BRANCH)]


def test_closed_and_merged_ones_come_after_the_open_one_the_newest_first(hub, forge):
    repo = hub.repo(REPO)
    first = proposed(hub)
    repo.close(first, "maintainer-1")
    second = repo.pull("exp", "", BOT, {"experiences/net/b.yaml": "id: b\n"}, BRANCH)
    repo.merge(second)
    third = repo.pull("exp", "", BOT, {"experiences/net/c.yaml": "id: c\n"}, BRANCH)

    pulls = forge.proposals(BRANCH)

    assert [(third, "open"), (second, "merged"), (first, "closed")] == [
        (one.number, one.state) for one in pulls
    ]


def test_the_newest_closed_one_tells_what_was_said_where_none_is_open(hub, forge):
    repo = hub.repo(REPO)
    number = proposed(hub)
    repo.comment(number, "maintainer-1", "we do not want this")
    repo.close(number, "maintainer-1")

    [pull] = forge.proposals(BRANCH)

    assert ["we do not want this"] == [act.text for act in pull.human_acts]


@pytest.mark.parametrize("graphql", [True, False])
@pytest.mark.parametrize(("closer", "machine"), [("maintainer-1", False), (BOT, True)])
def test_who_closed_it_is_told(hub, forge, closer, machine, graphql):
    repo = hub.repo(REPO)
    first = proposed(hub)
    repo.close(first, closer)
    if not graphql:
        without_graphql(hub)

    [pull] = forge.proposals(BRANCH)

    assert ("closed", closer, machine) == (pull.state, pull.closed_by, pull.closed_by_machine)


def test_who_merged_it_is_told_and_of_an_open_one_nothing(hub, forge):
    repo = hub.repo(REPO)
    number = proposed(hub)
    repo.close(number, "maintainer-1")
    repo.reopen(number, "maintainer-1")
    assert [None] == [one.closed_by for one in forge.proposals(BRANCH)]
    repo.merge(number, by="maintainer-1")
    assert ["maintainer-1"] == [one.closed_by for one in forge.proposals(BRANCH)]


@pytest.mark.parametrize(
    ("author", "editor", "told"),
    [
        (BOT, "maintainer-1", "maintainer-1"),
        (BOT, BOT, None),
        ("rex", "rex", None),
        (BOT, "renovate[bot]", None),
    ],
)
def test_the_person_who_edited_the_text_is_told_and_no_machine_nor_the_author(
    hub, forge, author, editor, told
):
    number = proposed(hub, author=author)
    assert [None] == [one.edited_by for one in forge.proposals(BRANCH)]
    hub.repo(REPO).edit_description(number, body="mine", by=editor)

    assert [told] == [one.edited_by for one in forge.proposals(BRANCH)]


def gap(hub, change, times=1):
    """Let GitHub's next answers to queries be changed before they are sent."""
    left = [times]

    class Torn(GithubApi):
        def graphql(self, query, variables):
            told = super().graphql(query, variables)
            if not left[0]:
                return told
            left[0] -= 1
            return change(told)

    return GithubForge(Torn(hub.url, "writing", REPO, sleep=lambda seconds: None))


@pytest.mark.parametrize("list_", ["comments", "reviews", "reviewThreads"])
@pytest.mark.parametrize("fault", [True, False])
def test_what_github_could_not_tell_is_asked_again_by_rest_and_not_taken_for_silence(hub, list_, fault):
    repo = hub.repo(REPO)
    number = proposed(hub)
    repo.comment(number, "maintainer-1", "give me till Monday")

    def torn(told):
        [node] = told.data.fields["repository"]["open"]["nodes"]
        node[list_] = None
        faults = [("SERVICE_UNAVAILABLE", "Something went wrong while executing your query.")]
        return replace(told, faults=faults if fault else [])

    [pull] = gap(hub, torn).proposals(BRANCH)

    assert ["give me till Monday"] == [act.text for act in pull.human_acts]


@pytest.mark.parametrize("hole", ["node", "open", "threads"])
def test_a_hole_in_the_answer_is_no_silence_either(hub, hole):
    repo = hub.repo(REPO)
    number = proposed(hub)
    repo.line_comment(number, "maintainer-1", "experiences/net/a.yaml", 1, "why this?")

    def torn(told):
        opened = told.data.fields["repository"]["open"]
        [node] = opened["nodes"]
        if hole == "node":
            node["comments"]["nodes"] = [None]
        elif hole == "threads":
            node["reviewThreads"]["nodes"][0]["comments"] = None
        else:
            opened["nodes"] = [None]
        return told

    assert ["why this?"] == [a.text for a in gap(hub, torn).proposals(BRANCH)[0].human_acts if a.text]


def test_where_rest_can_t_tell_either_it_is_an_error(hub):
    number = proposed(hub)
    hub.before(lambda call: refuse_comments(call, number))

    with pytest.raises(ExpError):
        gap(hub, lambda told: replace(told, faults=[("X", "x")])).proposals(BRANCH)


def refuse_comments(call, number):
    from support.github_double.faults import Dropped

    if f"/issues/{number}/comments" in call.path:
        raise Dropped


def test_by_rest_the_newest_comments_are_told_of_more_than_a_thousand(hub, forge):
    number = proposed(hub)
    for count in range(1_050):
        hub.repo(REPO).comment(number, "eve", f"{count}")
    without_graphql(hub)

    [pull] = forge.proposals(BRANCH)

    assert [f"{count}" for count in range(950, 1_050)] == [act.text for act in pull.acts]
    assert 1_050 == len(forge.comments(number))


@pytest.mark.parametrize("hole", ["edges", "permission", "node"])
def test_a_hole_in_what_is_told_of_permissions_forbids_nobody(hub, hole):
    repo = hub.repo(REPO)
    repo.user("a-1", "write")
    repo.user("b-2", "read")

    def torn(told):
        for found in told.data.fields["repository"].values():
            if hole == "edges":
                found["edges"] = None
            for edge in found["edges"] or []:
                edge[hole] = None
        return told

    assert {"a-1": "yes", "b-2": "no"} == gap(hub, torn).permissions(["a-1", "b-2"])


def test_of_a_person_s_token_only_its_own_marked_words_are_no_act_of_a_person():
    said = {"1": "<!-- exp:status v1 -->", "2": "Looks good", "3": "<!-- exp:status v1 -->", "4": "ok"}
    by = {"1": "rex", "2": "rex", "3": "rita", "4": BOT}
    acts = tuple(Act("comment", id, by[id], "", text, bot=id == "4") for id, text in said.items())
    pull = Pull(1, "", "", "", "rex", "open", "a" * 40, "", acts=acts)

    assert ["2", "3"] == [act.id for act in pull.human_acts]


def test_opening_twice_opens_one(hub, forge):
    push(hub)
    one = forge.open(BRANCH, "main", "exp: 1 experience", "text")
    two = forge.open(BRANCH, "main", "exp: 1 experience", "text")

    assert one.number == two.number
    assert 1 == len(hub.repo(REPO).pulls())


def test_an_opened_pull_request_whose_answer_was_lost_is_found(hub, forge):
    push(hub)
    hub.answered_then_drop(1)

    pull = forge.open(BRANCH, "main", "exp: 1 experience", "text")

    assert [pull.number] == [one.number for one in hub.repo(REPO).pulls()]


def test_where_actions_may_not_open_pull_requests_the_setting_is_named(hub, forge):
    push(hub)
    hub.repo(REPO).can_create_pull_requests = False

    with pytest.raises(OutsideError, match=SETTING):
        forge.open(BRANCH, "main", "exp", "text")


def test_a_token_that_may_not_write_is_told_which_permission_is_missing(hub):
    push(hub)
    hub.token("reading", permissions={"contents": "read", "pull_requests": "read"})

    with pytest.raises(ExpError, match="pull-requests: write"):
        forge_at(hub, "reading").open(BRANCH, "main", "exp", "text")


def test_a_branch_with_nothing_new_opens_nothing(hub, forge):
    repo = hub.repo(REPO)
    repo.point(BRANCH, repo.git.branch("main"))

    with pytest.raises(OutsideError, match="holds nothing that main does not have"):
        forge.open(BRANCH, "main", "exp", "text")


@pytest.mark.parametrize("lost", [False, True])
def test_title_text_and_state_are_set_also_where_the_answer_is_lost(hub, forge, lost):
    number = proposed(hub)
    if lost:
        hub.answered_then_drop(1)
    forge.rewrite(number, title="exp: nothing", body="other")
    if lost:
        hub.answered_then_drop(1)
    forge.close(number)

    pull = hub.repo(REPO).the_pull(number)
    assert ("exp: nothing", "other", "closed") == (pull.title, pull.body, pull.state)


@pytest.mark.parametrize("lost", [False, True])
def test_a_comment_is_written_once(hub, forge, lost):
    number = proposed(hub)
    if lost:
        hub.answered_then_drop(1)

    id = forge.comment(number, "Hello  \nthere\n")

    assert [(id, BOT)] == [(one.id, one.by) for one in forge.comments(number)]
    forge.edit_comment(id, "Goodbye")
    assert ["Goodbye"] == [one.text for one in forge.comments(number)]


def test_a_reaction_is_there_once_however_often_it_is_made(hub, forge):
    number = proposed(hub)
    key = hub.repo(REPO).comment(number, "maintainer-1", "/exp help")
    hub.answered_then_drop(1)
    forge.react(str(key), "eyes")
    forge.react(str(key), "eyes")

    assert [(BOT, "eyes")] == [(one.by, one.content) for one in hub.repo(REPO).said(key).reactions]


@pytest.mark.parametrize("id", ["", "1/../../pulls/2", "١٢", "-1"])
def test_an_id_that_is_no_number_gets_into_no_address(hub, forge, id):
    with pytest.raises(OutsideError, match="has no number"):
        forge.react(id, "eyes")

    assert [] == hub.calls


def test_permissions_of_many_take_one_query(hub, forge):
    repo = hub.repo(REPO)
    levels = {"a-1": "admin", "b-2": "maintain", "c-3": "write", "d-4": "triage", "e-5": "read"}
    for login, level in levels.items():
        repo.user(login, level)

    told = forge.permissions([*levels, "nobody-6", "renovate[bot]", "no login", "x/../y"])

    yes, no = (
        dict.fromkeys(("a-1", "b-2", "c-3"), "yes"),
        ("d-4", "e-5", "nobody-6", "renovate[bot]", "no login", "x/../y"),
    )
    assert {**yes, **dict.fromkeys(no, "no")} == told
    assert 1 == len(hub.calls)


def test_permissions_are_asked_one_by_one_where_collaborators_are_hidden(hub, forge):
    repo = hub.repo(REPO)
    repo.user("a-1", "write")
    repo.user("b-2", "read")
    repo.collaborators_visible = False

    assert {"a-1": "yes", "b-2": "no", "gone-3": "no"} == forge.permissions(["a-1", "b-2", "gone-3"])


def test_who_can_write_is_asked_of_one_in_one_call(hub, forge):
    hub.repo(REPO).user("a-1", "maintain")

    assert {"a-1": "yes"} == forge.permissions(["a-1"])
    assert 1 == len(hub.calls)


def test_an_enterprise_s_own_server_is_asked_the_same_way(hub):
    number = proposed(hub)
    forge = GithubForge(GithubApi(hub.enterprise_url, "writing", REPO, sleep=lambda seconds: None))

    assert [number] == [pull.number for pull in forge.proposals(BRANCH)]
    assert ["/api/graphql"] == [call.path for call in hub.calls]


def test_a_text_that_is_too_long_keeps_its_marker(hub, forge):
    number = proposed(hub)

    forge.rewrite(number, title="exp", body="x" * 70_000 + "\n<!-- exp:proposal v1 base=a head=b -->\n")

    body = hub.repo(REPO).the_pull(number).body
    assert 65_536 == len(body)
    assert body.endswith("\n<!-- exp:proposal v1 base=a head=b -->")


def test_no_place_of_the_adapter_merges_approves_or_enables_auto_merge():
    folder = Path(__file__).resolve().parents[2] / "src" / "gitexp" / "adapters"
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*github*.py"))}

    never = re.compile(
        r"/merge\b|merge_method|pullRequestMerge|mergePullRequest|AutoMerge|auto_merge|\bAPPROVE\b"
        r"|addPullRequestReview|submitPullRequestReview|mutation\s*[({]"
    )
    sent = {name: found for name, text in texts.items() if (found := never.findall(text))}

    assert {} == sent
    assert "mutation" not in QUERY


def push(hub):
    """Let the branch be there, as exp has pushed it."""
    hub.repo(REPO).commit("exp: 1 experience", FILE, BRANCH)
