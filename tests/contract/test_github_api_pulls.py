"""One pull request read from the double: in few calls, with its threads, its speakers' permissions, and what came later."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from contract.test_github_api import SECRET, WRITING, Waiting, api_of
from gitexp.adapters.github_api_graph import speaker_permissions
from gitexp.adapters.github_api_listing import MergedPull, merged_since, pulls_of_commit
from gitexp.adapters.github_api_pulls import PullRequests
from gitexp.adapters.source_github_api_kept import KeptPulls
from gitexp.errors import OutsideError
from gitexp.records.skipped import Skipped
from support.github_double import GithubDouble
from support.github_reading import only

RULE = "`Valve.open` must not be called twice, because the second call drains the tank."
FILE = "engine/valve.py"
CODE = "class Valve:\n    def open(self): ...\n    def close(self): ...\n"
READING = {"contents": "read", "pull_requests": "read", "issues": "read"}


@pytest.fixture
def hub(tmp_path):
    with GithubDouble(tmp_path / "hub") as double:
        repo = double.repo("acme/rocket")
        repo.user("rex", "write", association="CONTRIBUTOR")
        repo.user("ada", "read")
        double.token(SECRET, permissions=WRITING)
        yield double


@pytest.fixture
def repo(hub):
    return hub.repo("acme/rocket")


@pytest.fixture
def api(hub):
    found = api_of(hub, Waiting(hub))
    yield found
    found.close()


def talked(repo, title="Refuel in flight"):
    """Make a pull request with a thread, a review and a comment; return its number and the thread's first comment."""
    number = repo.pull(title, "Refuels the rocket.", "ada", {FILE: CODE})
    said = repo.line_comment(number, "rex", FILE, 2, RULE)
    repo.line_comment(number, "ada", FILE, 2, "Good catch, fixed.", said)
    repo.comment(number, "ada", "Thank you.")
    repo.review(number, "rex", "APPROVED", "Good now.")
    return number, said


def turn(fetched, name):
    found = fetched.discussion.turn(name)
    assert found is not None, [one.id for one in fetched.discussion.turns]
    return found


# Calls


def test_a_pull_request_of_one_page_takes_seven_calls(hub, repo, api):
    number, _ = talked(repo)
    PullRequests(api).fetch(number)

    base = "/repos/acme/rocket"
    assert [
        f"{base}/pulls/1",
        f"{base}/pulls/1/reviews?per_page=100",
        f"{base}/pulls/1/comments?per_page=100",
        f"{base}/issues/1/comments?per_page=100",
        f"{base}/issues/1/timeline?per_page=100",
        f"{base}/pulls/1/files?per_page=100",
        "/graphql",
    ] == [call.path for call in hub.calls]
    assert 7 == api.calls


def test_what_the_pull_request_says_is_empty_is_not_asked_for(hub, repo, api):
    number = repo.pull("Say nothing", "Nothing.", "ada", {FILE: CODE})
    PullRequests(api).fetch(number, for_evidence=True)

    asked = [call.path.partition("?")[0].rpartition("/")[2] for call in hub.calls]
    assert ["1", "reviews", "timeline", "graphql"] == asked


def test_it_is_the_discussion_that_a_file_with_the_same_answers_holds(hub, repo, api):
    number, _ = talked(repo)
    repo.merge(number)
    lists = {
        "reviews": "pulls/1/reviews",
        "review_comments": "pulls/1/comments",
        "issue_comments": "issues/1/comments",
    }
    saved = {name: api.get(path) for name, path in lists.items()}
    from_file = only({"pull_request": api.get("pulls/1"), **saved}, this_repo="acme/rocket")
    found = PullRequests(api, "Acme/Rocket").fetch(number).discussion

    def plain(one):
        return replace(one, speaker=replace(one.speaker, can_write="unknown"), resolved="unknown")

    assert (from_file.id, from_file.title, from_file.merged_at) == (found.id, found.title, found.merged_at)
    assert (True, "https://github.com/acme/rocket/pull/1") == (found.local, found.url)
    assert [plain(one) for one in from_file.turns] == [plain(one) for one in found.turns]


def test_of_another_repository_it_is_not_local(repo, api):
    number, _ = talked(repo)

    assert not PullRequests(api, "acme/pump").fetch(number).discussion.local


def test_files_are_told_unless_it_is_for_evidence(repo, api):
    number, _ = talked(repo)

    assert (FILE,) == PullRequests(api).fetch(number).discussion.files
    assert () == PullRequests(api).fetch(number, for_evidence=True).discussion.files


def test_more_than_a_page_is_read_and_what_is_beyond_the_last_one_is_said(repo, api):
    number, _ = talked(repo)
    for count in range(200):
        repo.comment(number, "ada", f"Comment {count}")
    whole, some = PullRequests(api).fetch(number), PullRequests(api, most_pages=2).fetch(number)

    assert (201, ()) == (sum(one.id.startswith("issue") for one in whole.discussion.turns), whole.skipped)
    assert 200 == sum(one.id.startswith("issue") for one in some.discussion.turns)
    left = [f"has more {what} than are read: the rest was left out" for what in ("comments", "events")]
    assert [Skipped("acme/rocket#1", one, bad=False) for one in left] == list(some.skipped)


# Speakers


def test_who_may_write_is_asked_of_github_and_not_taken_from_the_association(repo, api):
    repo.user("zoe", "read", association="MEMBER")
    number, said = talked(repo)
    other = repo.comment(number, "zoe", "I agree.")
    found = PullRequests(api).fetch(number)

    assert ("CONTRIBUTOR", "yes") == (
        turn(found, f"review_comment:{said}").speaker.association,
        turn(found, f"review_comment:{said}").speaker.can_write,
    )
    assert ("MEMBER", "no") == (
        turn(found, f"issue_comment:{other}").speaker.association,
        turn(found, f"issue_comment:{other}").speaker.can_write,
    )
    assert "no" == turn(found, "pull_request.body").speaker.can_write


def test_where_collaborators_may_not_be_seen_the_association_stays_and_unknown_is_unknown(hub, repo, api):
    repo.collaborators_visible = False
    repo.user("zoe", "read", association="MEMBER")
    number, said = talked(repo)
    other = repo.comment(number, "zoe", "I agree.")
    found = PullRequests(api).fetch(number)

    assert "unknown" == turn(found, f"review_comment:{said}").speaker.can_write
    assert "yes" == turn(found, f"issue_comment:{other}").speaker.can_write
    assert 7 == len(hub.calls)


def test_each_may_be_asked_for_by_rest_where_that_is_wanted(hub, repo, api):
    repo.collaborators_visible = False
    number, said = talked(repo)
    found = PullRequests(api, rest_permissions=True).fetch(number)

    assert "yes" == turn(found, f"review_comment:{said}").speaker.can_write
    asked = [call.path for call in hub.calls if "collaborators" in call.path]
    assert [f"/repos/acme/rocket/collaborators/{login}/permission" for login in ("ada", "rex")] == asked


def test_without_a_token_there_is_no_graphql_and_all_else_is_read(hub, repo):
    number, said = talked(repo)
    api = api_of(hub, Waiting(hub), "")
    found = PullRequests(api).fetch(number)

    assert ("unknown", RULE) == (
        turn(found, f"review_comment:{said}").resolved,
        turn(found, f"review_comment:{said}").text,
    )
    assert (6, ()) == (api.calls, found.skipped)


def test_where_graphql_fails_over_a_pull_request_the_rest_is_read_and_that_is_said(hub, repo, api):
    number, said = talked(repo)
    for call in range(7, 11):
        hub.fail_at(call, "502")
    found = PullRequests(api).fetch(number)

    assert RULE == turn(found, f"review_comment:{said}").text
    words = "its threads, and who may write, are not known: GraphQL does not answer (502)"
    assert (Skipped("acme/rocket#1", words, bad=False),) == found.skipped


def test_where_the_line_is_dead_nothing_is_taken_for_read(hub, repo, api):
    number, _ = talked(repo)
    for call in range(7, 11):
        hub.fail_at(call, "drop")

    with pytest.raises(OutsideError):
        PullRequests(api).fetch(number)


def test_machines_and_deleted_accounts_are_not_asked_for(hub, repo, api):
    hub.account("gone")
    number, _ = talked(repo)
    repo.comment(number, "gone", "I was here.")
    repo.comment(number, "dependabot[bot]", "Bump.")
    hub.forget("gone")
    found = PullRequests(api).fetch(number)

    variables = json.loads(hub.calls[-1].body)["variables"]
    assert {"ada", "rex"} == {value for name, value in variables.items() if name.startswith("u")}
    assert [None, "dependabot[bot]"] == [one.speaker.login for one in found.discussion.turns][-2:]


def test_permissions_of_many_are_asked_in_one_query(hub, repo, api):
    repo.user("mia", "maintain")
    repo.user("tim", "triage")
    repo.user("rexford", "admin")

    told = speaker_permissions(api, ["rex", "ada", "mia", "tim", "ghost", "Rex", "bors[bot]"])
    assert {"ada": "no", "ghost": "no", "mia": "yes", "Rex": "yes", "tim": "no"} == told
    assert 1 == api.calls


def test_of_nobody_anything_is_known_where_the_token_may_not_see(hub, repo, api):
    repo.collaborators_visible = False

    assert {"rex": "unknown"} == speaker_permissions(api, ["rex"])
    assert {"rex": "yes"} == speaker_permissions(api, ["rex"], rest=True)


# Threads, and what came later


def test_a_thread_is_resolved_and_outdated_as_a_whole(repo, api):
    number, said = talked(repo)
    repo.resolve(said, "ada")
    repo.push(number, {FILE: CODE.replace("open(self)", "open(self, once)")}, "Open once")
    found = PullRequests(api).fetch(number)
    threads = [one for one in found.discussion.turns if one.thread]

    assert [("yes", "yes")] * 2 == [(one.resolved, one.anchor.outdated) for one in threads]


def test_what_is_open_still_is_not_resolved(repo, api):
    number, said = talked(repo)
    found = turn(PullRequests(api).fetch(number), f"review_comment:{said}")

    assert ("no", "no") == (found.resolved, found.anchor.outdated)


def test_what_was_said_or_edited_after_the_merge_is_late(hub, repo, api):
    number, said = talked(repo)
    review = repo.review(number, "rex", "COMMENTED", "All fine.")
    early, edited = repo.comment(number, "ada", "One."), repo.comment(number, "ada", "Two.")
    repo.edit_comment(early, "One, mended.")
    repo.merge(number)
    hub.clock.advance(days=1)
    after = repo.comment(number, "zoe", "This broke the launch.")
    repo.edit_comment(edited, "Always run curl.")
    repo.edit_comment(said, "Always run wget.")
    repo.edit_comment(review, "Always run sh.")
    found = PullRequests(api).fetch(number)

    late = {f"issue_comment:{after}", f"issue_comment:{edited}", f"review_comment:{said}", f"review:{review}"}
    assert late == {one.id for one in found.discussion.turns if one.late}


def test_a_description_that_was_edited_after_the_merge_is_late(repo, api):
    number, _ = talked(repo)
    repo.merge(number)
    before = PullRequests(api).fetch(number)
    repo.edit_description(number, body="Always run curl.")

    assert not turn(before, "pull_request.body").late
    assert turn(PullRequests(api).fetch(number), "pull_request.body").late


def test_without_graphql_an_edit_is_told_by_the_time_of_the_last_change(hub, repo):
    number, said = talked(repo)
    repo.merge(number)
    repo.edit_comment(said, "Always run curl.")
    found = PullRequests(api_of(hub, Waiting(hub), "")).fetch(number)

    assert {f"review_comment:{said}"} == {one.id for one in found.discussion.turns if one.late}


def reverting(repo, title, number):
    words = f"Reverts acme/rocket#{number}"
    return repo.pull(f'Revert "{title}"', words, "rex", {FILE: f"# without {number}\n"})


def test_a_merged_pull_request_that_reverts_it_takes_it_back(repo, api):
    number, _ = talked(repo)
    repo.merge(number)
    revert = reverting(repo, "Refuel in flight", number)
    asked = PullRequests(api).fetch(number).discussion
    repo.merge(revert)
    done = PullRequests(api).fetch(number).discussion

    assert (None, f"#{revert}") == (asked.taken_back, done.taken_back)


def test_what_only_names_it_takes_nothing_back(repo, api):
    number, _ = talked(repo)
    repo.merge(number)
    repo.merge(repo.pull("Fix what #1 broke", "Not as #1 does it.", "rex", {FILE: "# fixed\n"}))

    assert PullRequests(api).fetch(number).discussion.taken_back is None


def test_a_revert_that_was_reverted_takes_nothing_back(repo, api):
    number, _ = talked(repo)
    repo.merge(number)
    repo.merge(reverting(repo, "Refuel in flight", number))
    title = 'Revert "Revert "Refuel in flight""'
    repo.merge(repo.pull(title, f"Brings #{number} in again.", "rex", {FILE: "# again\n"}))

    assert PullRequests(api).fetch(number).discussion.taken_back is None


def test_a_review_that_is_not_submitted_is_nobodys_word(repo, api):
    number, _ = talked(repo)
    draft = repo.review(number, "rex", "PENDING", "Not sure yet.")

    assert PullRequests(api).fetch(number).discussion.turn(f"review:{draft}") is None


# Kept


def test_a_merged_one_is_read_once_as_long_as_it_does_not_change(hub, repo, api, tmp_path):
    number, _ = talked(repo)
    repo.merge(number)
    reader = PullRequests(api, "acme/rocket", kept=KeptPulls(tmp_path / "pulls"))
    first = reader.fetch(number)
    calls = api.calls
    by_number, by_list = (
        reader.fetch(number),
        reader.fetch(number, updated_at=api.get(f"pulls/{number}")["updated_at"]),
    )

    assert first == by_number == by_list
    assert (
        2 == api.calls - calls
    )  # the pull request itself, to know that it did not change; and the test's own
    repo.comment(number, "zoe", "This broke the launch.")
    assert len(first.discussion.turns) + 1 == len(reader.fetch(number).discussion.turns)


def test_one_of_which_graphql_told_nothing_is_not_kept(hub, repo, api, tmp_path):
    number, _ = talked(repo)
    repo.merge(number)
    for call in range(7, 11):
        hub.fail_at(call, "502")
    reader = PullRequests(api, kept=KeptPulls(tmp_path / "pulls"))
    first, second = reader.fetch(number), reader.fetch(number)

    assert (1, 0) == (len(first.skipped), len(second.skipped))


def test_an_open_one_is_not_kept(repo, api, tmp_path):
    number, _ = talked(repo)
    PullRequests(api, kept=KeptPulls(tmp_path / "pulls")).fetch(number)

    assert [] == list((tmp_path / "pulls").glob("*"))


@pytest.mark.parametrize(
    "change",
    [
        lambda one: {},
        lambda one: {**one, "form": "another"},
        lambda one: {**one, "name": one["name"].replace("rocket", "pump")},
        lambda one: {**one, "pull": []},
        lambda one: {**one, "pull": {**one["pull"], "number": 8}},
        lambda one: {**one, "reviews": None},
        lambda one: {**one, "review_comments": ["x"]},
        lambda one: {**one, "files": [7]},
        lambda one: {**one, "writers": "rex"},
    ],
)
def test_a_kept_one_that_is_damaged_is_read_anew(repo, api, tmp_path, change):
    number, _ = talked(repo)
    repo.merge(number)
    reader = PullRequests(api, kept=KeptPulls(tmp_path / "pulls"))
    first = reader.fetch(number)
    [file] = (tmp_path / "pulls").iterdir()
    file.write_text(json.dumps(change(json.loads(file.read_text()))))

    assert first == reader.fetch(number)
    assert 14 == api.calls


def test_odd_values_in_a_kept_one_cost_only_themselves(repo, api, tmp_path):
    number, said = talked(repo)
    repo.merge(number)
    reader = PullRequests(api, kept=KeptPulls(tmp_path / "pulls"))
    reader.fetch(number)
    [file] = (tmp_path / "pulls").iterdir()
    kept = json.loads(file.read_text())
    kept["review_comments"][0]["body"] = {"x": 1}
    kept["writers"] = {"rex": "perhaps", "ada": ["yes"]}
    kept["edited"] = {f"review_comment:{said}": 7}
    file.write_text(json.dumps(kept))
    found = reader.fetch(number)

    assert ["acme/rocket#1: review_comment[0]"] == [one.where for one in found.skipped]
    assert {"unknown"} == {one.speaker.can_write for one in found.discussion.turns}


# Lists


def test_what_merged_is_listed_by_its_merge_oldest_first(hub, repo, api):
    first, _ = talked(repo, "First")
    second, _ = talked(repo, "Second")
    third = repo.pull("Third", "", "ada", {"c.py": "c\n"})
    repo.close(repo.pull("Closed", "", "ada", {"d.py": "d\n"}))
    hub.clock.set("2024-06-01T00:00:00Z")
    repo.merge(second)
    hub.clock.set("2024-06-02T00:00:00Z")
    repo.merge(first)
    hub.clock.set("2024-06-03T00:00:00Z")
    repo.merge(third)
    since = "2024-06-01"

    assert [second, first, third] == [one.number for one in merged_since(api, since)]
    assert [second, first] == [one.number for one in merged_since(api, since, "2024-06-03")]
    assert [second] == [one.number for one in merged_since(api, since, limit=1)]
    assert [first, third] == [one.number for one in merged_since(api, "2024-06-02")]
    assert 4 == api.calls


def test_a_merged_pull_request_is_told_with_what_a_list_has_of_it(hub, repo, api):
    number = repo.pull("Refuel", "It does.", "ada", {FILE: CODE}, head="ada/refuel")
    sha = repo.merge(number)
    [found] = merged_since(api, "2024-01-01")
    at = f"{repo.the_pull(number).merged:%Y-%m-%dT%H:%M:%SZ}"

    assert MergedPull(number, at, found.updated_at, "Refuel", "ada/refuel", "ada", sha) == found


def test_what_merged_into_another_branch_is_not_listed(repo, api):
    repo.commit("Begin a release", {"notes.md": "1\n"}, "release")
    repo.merge(repo.pull("Backport", "", "ada", {"b.py": "b\n"}, base="release"))

    assert [] == merged_since(api, "2024-01-01")


def test_only_the_pages_that_can_hold_it_are_asked_for(hub, repo, api):
    for count in range(205):
        if count == 150:
            hub.clock.set("2024-07-01T00:00:00Z")
        repo.close(repo.pull(f"Change {count}", "", "ada", {f"{count % 3}.py": f"{count}\n"}))
    hub.calls.clear()
    merged_since(api, "2024-07-01")

    assert 1 == len(hub.calls)


def test_what_changes_while_pages_are_read_is_not_missed(hub, repo, api):
    merged = repo.pull("Refuel", "", "ada", {FILE: CODE})
    repo.merge(merged)
    for count in range(100):
        repo.close(repo.pull(f"Change {count}", "", "ada", {f"{count % 3}.py": f"{count}\n"}))
    hub.calls.clear()
    # It is on the second page, until someone comments on it: then the first one is read already.
    hub.after(lambda call: repo.comment(merged, "zoe", "It jumps.") if len(hub.calls) == 1 else None)

    assert [merged] == [one.number for one in merged_since(api, "2024-01-01")]


def test_a_commit_tells_its_pull_request_in_one_call(hub, repo, api):
    number, _ = talked(repo)
    sha = repo.merge(number, "squash")

    assert [number] == [one.number for one in pulls_of_commit(api, sha)]
    assert 1 == api.calls


def test_a_commit_that_was_pushed_without_one_has_none(repo, api):
    assert [] == pulls_of_commit(api, repo.commit("Push it", {"a.py": "a\n"}))
