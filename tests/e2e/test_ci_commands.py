"""Commands in comments, against the double of GitHub and a real repository: done once, by people who may."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from e2e.story import VALVE, VALVE_RULE
from gitexp.adapters.bot_state_git import read_refusals, read_state
from gitexp.adapters.branch_files_git import BranchFiles
from gitexp.adapters.cases_git import case_text
from gitexp.adapters.forge_github import GithubForge
from gitexp.adapters.git import discover
from gitexp.adapters.git_branches import base
from gitexp.adapters.git_objects import ObjectReader
from gitexp.adapters.github_api import GithubApi
from gitexp.cli.ci.commands import About, Desk, respond
from gitexp.errors import ExpError, Raced
from gitexp.ports.bot import Push
from gitexp.records.bot import BotState, Carried, OpenProposal, Refusal, Row
from gitexp.records.judgement import Judge
from gitexp.records.proposal import ProposedFile
from gitexp.records.pull import Act
from gitexp.steps.becoming import experience_of
from gitexp.steps.propose import area_of
from gitexp.steps.redact import redacted, redacted_experience
from gitexp.steps.redact_change import redacted_change
from gitexp.steps.status_comment import MARK
from support.bot_memory import BRANCH, remote
from support.bot_story import WRITE, Rocket
from support.experiences import an_experience
from support.github_double import GithubDouble
from support.github_double.faults import Dropped
from support.github_double.state import stamp
from support.repository import Repository, isolate
from support.talk import a_candidate, a_discussion, a_turn

REPO = "acme/shop"
BOT = "github-actions[bot]"
RULES = (
    "Retry only GET, because POST is not idempotent.",
    "Wait in the transport, because two loops multiply.",
)
ASKED = "Keep the timeout at 10 s, because the balancer cuts at 15."
OLD = "experiences/net/client-timeout-0a1b2c3d4e.yaml"


def carried(number: int, words: str) -> Carried:
    """Return a candidate as the memory holds it, from a turn of its own."""
    turn = a_turn(words, number=number)
    made = a_candidate(words, title=redacted(words), places=(redacted("net/retry.py"),))
    evidence = (replace(made.evidence[0], turn=turn.id, quote=redacted(words)),)
    return Carried(
        replace(made, evidence=evidence), a_discussion(turn), "2024-05-01T08:00:00Z", Judge("rules"), "r1"
    )


class Shop:
    """A repository at the double with an open proposal: two new experiences, and a question about one that stands."""

    def __init__(self, hub: GithubDouble, folder: Path) -> None:
        self.hub = hub
        self.folder = folder
        self.runs = 0
        self.events: dict[int, Act] = {}
        standing = redacted_experience(
            an_experience(id="client-timeout-0a1b2c3d4e", what="Keep the timeout at 30 s.")
        )
        from gitexp.adapters.experience_yaml import write

        self.repo = hub.repo(REPO, {"net/retry.py": "TRIES = 2\n", OLD: f"# ours\n{write(standing)}"})
        self.repo.user("rita", "maintain")
        hub.token("writing", permissions=WRITE)
        self.number = self._lay()

    def _lay(self) -> int:
        some = [carried(1, RULES[0]), carried(2, RULES[1]), carried(3, ASKED)]
        made = [experience_of(one.candidate, judge=one.judge, run=one.run) for one in some]
        paths = [f"experiences/{area_of(one)}/{one.id}.yaml" for one in made]
        rows = [Row(n, some[n - 1].key, "experience", made[n - 1].id, paths[n - 1]) for n in (1, 2)]
        rows.append(Row(3, some[2].key, "question", "client-timeout-0a1b2c3d4e", OLD))
        from gitexp.adapters.experience_yaml import write

        there = self._remote()
        files = [ProposedFile(path, write(one)) for path, one in list(zip(paths, made, strict=True))[:2]]
        commit = there.build(BRANCH, files, "exp: 2 experiences", "2024-05-02T10:00:00Z", run="r1")
        assert commit is not None
        at = "2024-05-02T10:00:00Z"
        proposal = OpenProposal(tuple(rows), self.repo.git.branch("main") or "", commit, at, at, "exp")
        state = BotState(waiting=tuple(sorted(some, key=lambda one: one.key)), proposal=proposal)
        there.push(Push(BRANCH, commit, None, state))
        body = (
            "**Merging = your team's agents get the 2 experiences below.** About 3 minutes. "
            "Only `experiences/` changes.\n\n| | experience | said by |\n|---|---|---|\n"
            + "".join(
                f"| {row.number} | {words} | rita |\n"
                for row, words in zip(rows, (*RULES, ASKED), strict=True)
            )
            + "".join(
                f"\n### {row.number} · It\nwords\n\nrefuse: `/exp drop {row.number} KIND why`\n"
                for row in rows
            )
            + f"\n<!-- exp:proposal v1 base={proposal.base} head={commit} run=r1 -->\n"
        )
        self.forge = GithubForge(GithubApi(self.hub.url, "writing", REPO, sleep=lambda seconds: None))
        return self.forge.open(BRANCH, "main", "exp: 2 experiences, 1 question", body).number

    def _clone(self) -> Repository:
        self.runs += 1
        place = self.folder / f"clone-{self.runs}"
        Repository(self.folder).git("clone", "--quiet", self.repo.remote, str(place))
        return Repository(place)

    def _remote(self):
        found = remote(self._clone())
        found.fetch(BRANCH)
        return found

    def run(self, forge: type[GithubForge] = GithubForge, own: int | None = None, about: About | None = None):
        """Run the command once, in a clone of its own, as a job does; `own` is the comment of the event."""
        place = self._clone()
        git = discover(str(place.path)).git()
        main = base(git)
        assert main is not None
        desk = Desk(
            remote(place),
            forge(GithubApi(self.hub.url, "writing", REPO, sleep=lambda seconds: None)),
            lambda tip: BranchFiles(git, tip, main.commit),
            lambda cases: {case.name: case_text(case) for case in cases},
            BRANCH,
            stamp(self.hub.clock.now),
            f"run {self.runs}",
        )
        return respond(desk, about, self.events[own] if own else None)

    def say(self, text: str, by: str = "rita") -> int:
        key = self.repo.comment(self.number, by, text)
        self.events[key] = Act("comment", f"{key}", by, stamp(self.hub.clock.now), text)
        return key

    def told(self, text: str, by: str = "rita") -> str:
        """Let someone command, run once, and return the newest answer."""
        self.say(text, by)
        self.run()
        return self.status().split("<!-- exp:answer ")[1]

    def status(self) -> str:
        [comment] = [one for one in self.repo.comments.values() if one.by == BOT]
        assert comment.body.startswith(MARK)
        return comment.body

    def state(self) -> BotState:
        git = discover(self.repo.remote).git()
        with ObjectReader(git) as reader:
            return read_state(reader, "refs/exp/ledger", redacted, redacted_change)[0]

    def refusals(self) -> dict[str, Refusal]:
        git = discover(self.repo.remote).git()
        with ObjectReader(git) as reader:
            return {one.key: one for one in read_refusals(reader, "refs/exp/ledger", redacted)}

    def rows(self) -> dict[int, str]:
        proposal = self.state().proposal
        assert proposal is not None
        return {row.number: row.state for row in proposal.rows}

    def row(self, number: int) -> Row:
        proposal = self.state().proposal
        assert proposal is not None
        return next(row for row in proposal.rows if row.number == number)

    def files(self) -> dict[str, str]:
        """Return what the branch brings: its files that differ from the default branch's."""
        git = Repository(Path(self.repo.remote))
        names = git.git("diff", "--name-only", f"main...{BRANCH}").splitlines()
        return {
            name: git.git("show", f"{BRANCH}:{name}")
            for name in names
            if git.git("ls-tree", BRANCH, "--", name)
        }

    def reactions(self, key: int) -> list[str]:
        return [one.content for one in self.repo.said(key).reactions]

    def everything(self) -> tuple[object, ...]:
        """Return all that a run leaves behind; commits by their trees."""
        git = Repository(Path(self.repo.remote))
        trees = [git.rev(f"{ref}^{{tree}}") for ref in (BRANCH, "refs/exp/ledger", "refs/exp/cases")]
        count = git.git("rev-list", "--count", f"main..{BRANCH}")
        pull = self.repo.the_pull(self.number)
        said = [
            (one.by, one.body, [(r.by, r.content) for r in one.reactions])
            for one in self.repo.comments.values()
        ]
        return trees, count, pull.body, pull.title, pull.state, said


@pytest.fixture
def shop(tmp_path, monkeypatch):
    isolate(monkeypatch, tmp_path)
    with GithubDouble(tmp_path / "hub") as hub:
        yield Shop(hub, tmp_path)


def test_a_drop_takes_the_file_out_refuses_the_candidate_and_makes_a_case(shop):
    row = shop.row(1)
    key = shop.say("/exp drop 1 one_off because it was once")
    shop.run()

    assert {1: "dropped", 2: "open", 3: "open"} == shop.rows()
    assert row.path not in shop.files() and shop.row(2).path in shop.files()
    assert row.key not in [one.key for one in shop.state().waiting]
    refusal = shop.refusals()[row.key]
    assert ("one_off", "because it was once", "rita", shop.number) == (
        refusal.kind,
        refusal.reason,
        refusal.by,
        refusal.pull,
    )
    case = json.loads(Repository(Path(shop.repo.remote)).show(f"refs/exp/cases:dropped-{row.key}.json"))
    assert ("one_off", [RULES[0]]) == (
        case["gold"]["garbage_kind"],
        [turn["text"] for turn in case["discussion"]["turns"]],
    )
    assert ["+1"] == shop.reactions(key)
    assert "→ row 1: dropped by rita as one\\_off: because it was once" in shop.status()
    body = shop.repo.the_pull(shop.number).body
    assert (
        f"| 1 | ~~{RULES[0]}~~ <!-- exp:row --> *dropped by rita as one\\_off: because it was once* | rita |"
        in body
    )
    assert "get the experience below" in body and "This proposal is frozen since" in body
    assert f"head={shop.repo.git.branch(BRANCH)} " in body


def test_the_commit_says_who_commanded_and_stands_on_what_people_made_of_the_branch(shop):
    tip = shop.repo.commit(
        "My own words", {shop.row(2).path: shop.files()[shop.row(2).path] + "# mine\n"}, BRANCH, "rita"
    )

    shop.told("/exp edit 2 title: Wait in one place, says @someone, fixes #12")

    git = Repository(Path(shop.repo.remote))
    assert tip == git.rev(f"{BRANCH}~1")
    assert git.git("log", "-1", "--format=%an%n%B", BRANCH).startswith(
        "git-exp\nexp: as commanded by rita\n\n- /exp edit 2 title:"
    )
    assert "Wait in one place, says @someone, fixes #12" in shop.files()[shop.row(2).path]
    assert shop.files()[shop.row(2).path].endswith("# mine")
    assert [] == [one for one in shop.hub.references if one.by != "rita" and one.kind != "number"]


def test_fields_are_changed_in_their_file(shop):
    commands = {
        "edit 2 when: Retrying in src/net/": "when: Retrying in src/net/",
        "edit 2 why: Two loops make nine attempts.": "why: Two loops make nine attempts.",
        "edit 2 pattern: one owner of waiting": "pattern: one owner of waiting",
        "edit 2 anti_patterns: sleeping twice | nine attempts": "anti_patterns: [sleeping twice, nine attempts]",
        "edit 2 severity: block": "severity: block",
        "canary 2 20%": 'lifecycle: {canary: "20%"}',
    }
    shop.told("\n".join(f"/exp {command}" for command in commands))

    lines = shop.files()[shop.row(2).path].splitlines()
    assert [] == [line for line in commands.values() if line not in lines]
    assert "derived: [title]" in lines[-1]
    assert ("canary", "when edited by rita") == (shop.row(2).state, shop.row(2).words.partition(";")[0])


def test_what_can_t_be_done_changes_nothing_and_is_told(shop):
    tip, files = shop.repo.git.branch(BRANCH), shop.files()
    commands = {
        "drop 9 one_off": "there is no row `9`; there are rows 1, 2, 3",
        "drop retry-onli one_off": "did you mean row 1, `retry-only-get",
        "drop retry- one_off": "`retry-` may be rows 1, 2: give the number",
        "edit 3 what: x": "row 3 is a question and has no file yet",
        "resolve 1 new": "row 1 asks nothing",
        "edit 2 what: " + "x" * 500: "has 500 characters, more than 400",
        "edit 2 title: " + "x" * 300: "has 300 characters, more than 200",
        "edit 2 what: " + RULES[1]: "`what` of row 2 reads so already",
        "canary 3 20%": "row 3 is no experience",
        "drop 1 taste": "there is no kind `taste`",
    }

    answer = shop.told("\n".join(f"/exp {command}" for command in commands)).replace("\\", "")

    assert len(commands) == answer.count("nothing was changed: ")
    assert [] == [told for told in commands.values() if told not in answer]
    assert (tip, files) == (shop.repo.git.branch(BRANCH), shop.files())


def test_a_question_answered_by_new_puts_the_new_one_in_the_old_one_s_place(shop):
    shop.told("/exp resolve 3 new")

    new = next(text for path, text in shop.files().items() if path != OLD and ASKED in text)
    assert "relations: {supersedes: [client-timeout-0a1b2c3d4e]}" in new.splitlines()
    old = shop.files()[OLD]
    assert "status: superseded" in old.splitlines() and old.startswith("# ours\n")
    assert "resolved" == shop.row(3).state
    assert "get the 3 experiences below" in shop.repo.the_pull(shop.number).body


def test_a_question_answered_by_old_refuses_the_new_one(shop):
    row = shop.row(3)
    shop.told("/exp resolve 3 old")

    assert OLD not in shop.files()
    assert "the old one holds" == shop.refusals()[row.key].reason
    assert ASKED in Repository(Path(shop.repo.remote)).show(
        f"refs/exp/ledger:refused/{shop.refusals()[row.key].id}.yaml"
    )
    assert row.key not in [one.key for one in shop.state().waiting]


def test_a_question_answered_by_both_says_in_each_where_it_holds(shop):
    shop.told("/exp resolve 3 both when: behind the balancer | in batch jobs")

    new = next(text for path, text in shop.files().items() if path != OLD and ASKED in text)
    assert "when: When changing src/net/retry.py, only behind the balancer" in new.splitlines()
    assert (
        'when: "Starting worker processes in src/cache/, only in batch jobs"'
        in shop.files()[OLD].splitlines()
    )
    assert "status: active" in shop.files()[OLD].splitlines()


def test_why_shows_the_trail_and_help_what_can_be_commanded(shop):
    key = shop.say("/exp why 2\n/exp help")
    shop.run()

    answer = shop.status()
    assert RULES[1] in answer and "judged by rules, run r1" in answer and "`review_comment:2`" in answer
    assert "| `/exp drop ID KIND reason` | refuse a row" in answer
    assert ["eyes"] == shop.reactions(key)
    assert {1: "open", 2: "open", 3: "open"} == shop.rows()


def test_who_may_not_write_commands_nothing_and_is_told_who_may(shop):
    keys = []
    for login, level in (("eve", "read"), ("tim", "triage"), ("nan", "none")):
        shop.repo.user(login, level)
        keys.append(shop.say("/exp drop 1 one_off", login))
    tip = shop.repo.git.branch(BRANCH)
    shop.run()

    assert {1: "open", 2: "open", 3: "open"} == shop.rows() and tip == shop.repo.git.branch(BRANCH)
    assert [["confused"]] * 3 == [shop.reactions(key) for key in keys]
    assert 3 == shop.status().count("nothing was changed: only people with write permission")


class Unknowing(GithubForge):
    """A forge that can't tell who may write."""

    def permissions(self, logins):
        return dict.fromkeys(logins, "unknown")


def test_where_permissions_can_t_be_told_nothing_is_done_and_that_is_said(shop):
    shop.say("/exp drop 1 one_off")
    shop.run(forge=Unknowing)

    assert "open" == shop.row(1).state
    assert "whether they may can't be told now" in shop.status()


def test_machines_and_the_bot_itself_never_command(shop):
    shop.say("/exp drop 1 one_off", "dependabot[bot]")
    shop.say("/exp drop 1 one_off", BOT)
    mails = len(shop.hub.notifications)
    shop.run()

    assert {1: "open", 2: "open", 3: "open"} == shop.rows()
    assert mails == len(shop.hub.notifications)


def test_a_crowd_of_strangers_does_not_push_other_answers_out(shop):
    shop.told("/exp why 2")
    for number in range(25):
        shop.say("/exp drop 1 one_off", f"stranger-{number}")
    shop.run()
    shop.run()

    assert 3 == shop.status().count("only people with write permission")
    assert "`/exp why 2`" in shop.status()


def test_a_comment_is_answered_once_however_often_it_is_looked_at(shop):
    shop.told("/exp drop 1 one_off\n/exp edit 2 title: Wait in one place")
    before, mails = shop.everything(), len(shop.hub.notifications)
    calls = len(shop.hub.calls)
    shop.run()

    assert before == shop.everything()
    assert mails == len(shop.hub.notifications)
    assert 1 == len(shop.hub.calls) - calls


def test_one_command_takes_few_calls(shop):
    shop.told("/exp why 1")
    shop.say("/exp drop 1 one_off")
    calls = len(shop.hub.calls)
    shop.run()

    assert 5 == len(shop.hub.calls) - calls


def test_comments_whose_event_was_lost_are_answered_with_the_next_one(shop):
    shop.say("/exp drop 1 one_off")
    shop.say("/exp canary 2 10%")
    shop.run()

    assert {1: "dropped", 2: "canary", 3: "open"} == shop.rows()


def test_commands_in_reviews_and_on_lines_count_too(shop):
    shop.repo.review(shop.number, "rita", "COMMENTED", "/exp canary 2 10%")
    shop.repo.line_comment(shop.number, "rita", shop.row(1).path, 1, "/exp drop 1 one_off")
    shop.run()

    assert {1: "dropped", 2: "canary", 3: "open"} == shop.rows()


def test_a_comment_that_was_edited_counts_as_it_is_when_it_is_read(shop):
    key = shop.say("/exp drop 1 one_off")
    shop.repo.edit_comment(key, "/exp drop 2 one_off")
    shop.run()

    assert {1: "open", 2: "dropped", 3: "open"} == shop.rows()


def test_a_drop_of_the_last_row_closes_the_pull_request_and_leaves_the_branch(shop):
    shop.told("/exp drop 1 one_off")
    tip = shop.repo.git.branch(BRANCH)
    shop.told("/exp drop 2 one_off")

    pull = shop.repo.the_pull(shop.number)
    assert ("closed", tip) == (pull.state, shop.repo.git.branch(BRANCH))
    assert "Nothing is left of this proposal" in shop.status()
    assert [ASKED] == [str(one.candidate.what) for one in shop.state().waiting]


def test_a_file_that_a_person_added_keeps_the_pull_request_open(shop):
    shop.repo.commit("Mine", {"experiences/net/mine-1111111111.yaml": "id: mine\n"}, BRANCH, "rita")
    shop.told("/exp drop 1 one_off\n/exp drop 2 one_off")

    assert "open" == shop.repo.the_pull(shop.number).state
    assert ["experiences/net/mine-1111111111.yaml"] == list(shop.files())


def test_a_file_that_a_person_took_out_can_be_dropped_too(shop):
    git = Repository(shop._clone().path)
    git.git("checkout", "-q", BRANCH)
    git.git("rm", "-q", shop.row(1).path)
    git.git("commit", "-q", "-m", "Not this one")
    git.git("push", "-q", "origin", BRANCH)
    shop.told("/exp drop 1 one_off\n/exp edit 1 title: x")

    assert "dropped" == shop.row(1).state
    assert "row 1 is dropped already" in shop.status()


def test_a_text_that_people_rewrote_is_left_alone_and_that_is_said(shop):
    shop.repo.edit_description(shop.number, body="Our own words", by="rita")
    shop.told("/exp drop 1 one_off")

    assert "Our own words" == shop.repo.the_pull(shop.number).body
    assert "edited by hand" in shop.status() and "row 1" in shop.status()


def test_hostile_words_get_out_of_no_place(shop):
    words = "@ada closes #1 <img src=x onerror=alert(1)> | </details> `` <!-- exp:end --> [x](http://evil) \\"
    shop.told(f"/exp drop 1 one_off {words}\n/exp edit 2 title: {words}\n/exp drop {words} one_off")

    own = [one for one in shop.hub.references if one.by == BOT]
    assert [] == own
    body = shop.repo.the_pull(shop.number).body
    assert "<img" not in body.replace("\\<img", "") and "](http" not in body
    assert 1 == shop.status().count("\n<!-- exp:end -->")


def test_killed_at_any_call_and_run_again_it_ends_the_same(tmp_path, monkeypatch):
    isolate(monkeypatch, tmp_path)
    ends: list[tuple[object, ...]] = []
    # Asked: the proposal, who may; then the push; then the text, two reactions, a look for the answer, the answer.
    for kill, lost in ((0, False), *((call, False) for call in range(1, 8)), (3, True), (7, True)):
        with GithubDouble(tmp_path / f"{kill}{lost}") as hub:
            shop = Shop(hub, tmp_path / f"{kill}{lost}")
            shop.say("/exp drop 1 one_off once\n/exp resolve 3 new\n/exp dorp 2")
            if kill:
                stop_at(hub, kill, lost=lost)
                with pytest.raises(ExpError):
                    shop.run()
                hub.faults.clear()
            shop.run()
            ends.append(comparable(shop.everything()))

    assert [ends[0]] * len(ends) == ends


def test_of_two_runs_at_once_one_answers_and_the_other_begins_anew(shop):
    class Meanwhile(GithubForge):
        """A forge during whose answer another run does all the work."""

        def permissions(self, logins):
            shop.run()
            return super().permissions(logins)

    shop.say("/exp drop 1 one_off\n/exp canary 2 20%")
    with pytest.raises(Raced):
        shop.run(forge=Meanwhile)
    before, mails = shop.everything(), len(shop.hub.notifications)
    shop.run()

    assert {1: "dropped", 2: "canary", 3: "open"} == shop.rows()
    assert (before, mails) == (shop.everything(), len(shop.hub.notifications))


def stop_at(hub: GithubDouble, kill: int, *, lost: bool) -> None:
    """Let the k-th call from now be the last that has any effect: before it is done, or before it is answered."""
    start = len(hub.calls)

    def dead(call: object) -> None:
        if len(hub.calls) - start >= kill:
            raise Dropped

    (hub.after if lost else hub.before)(dead)
    if lost:
        hub.before(lambda call: dead_after(hub, start, kill))


def dead_after(hub: GithubDouble, start: int, kill: int) -> None:
    if len(hub.calls) - start > kill:
        raise Dropped


def comparable(everything: tuple[object, ...]) -> tuple[object, ...]:
    """Return it without commits: their dates and parents are the same, but not what a marker names."""
    import re

    return tuple(re.sub(r"[0-9a-f]{40}", "…", repr(one)) for one in everything[1:])


def test_the_job_itself_answers_and_a_comment_elsewhere_costs_no_call(tmp_path):
    with GithubDouble(tmp_path / "hub") as hub:
        rocket = Rocket(hub, tmp_path)
        rocket.merge_a_lesson(VALVE, VALVE_RULE)
        rocket.job("propose")
        pull = rocket.proposal()
        text = "/exp canary 1 20%"
        key = rocket.repo.comment(pull.number, "rex", text)
        elsewhere = rocket.repo.pull("Else", "", "ada", {"x.txt": "x\n"})

        jobs = [
            rocket.job(
                "commands",
                event="issue_comment",
                GITHUB_EVENT_PATH=event(tmp_path, rocket, number, key, body),
            )
            for number, body in ((None, text), (pull.number, "Fine."), (pull.number, text), (elsewhere, text))
        ]

        assert [0, 0, 6, 0] == [job.calls for job in jobs]
        assert "Carried out: 1 of 1 command." in jobs[2].summary
        assert str(pull.number) == jobs[2].outputs["pr-number"]
        assert "on trial for 20% by rex" in rocket.proposal().body


def event(folder: Path, rocket: Rocket, number: int | None, key: int, body: str) -> str:
    """Return the file of the event that a comment was written; without a number it is on an issue."""
    text = rocket.repo.the_pull(number).body if number else ""
    issue: dict[str, object] = {
        "number": number or 1,
        "body": text,
        **({"pull_request": {}} if number else {}),
    }
    comment = {"id": key, "user": {"login": "rex", "type": "User"}, "body": body, "created_at": rocket.now}
    told = {"action": "created", "issue": issue, "comment": comment}
    path = folder / f"event-{number}-{len(body)}.json"
    path.write_text(
        json.dumps(told | {"repository": {"full_name": rocket.repo.full_name, "default_branch": "main"}})
    )
    return str(path)
