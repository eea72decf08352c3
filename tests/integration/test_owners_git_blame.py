"""Who owns lines, asked of real repositories: by blame before a discussion began, and never by a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitexp.adapters.files_git import GitFiles
from gitexp.adapters.git import discover
from gitexp.adapters.owners_git_blame import GitBlameOwners
from gitexp.records.ownership import Ownership
from support.repository import Repository, isolate

RITA = ("Rita Reviewer", "12345+rita@users.noreply.github.com")
OLGA = ("Olga", "olga@example.org")
BOT = ("Format Bot", "format@example.org")
PATH = "src/pump.py"


@pytest.fixture
def repo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    isolate(monkeypatch, tmp_path)
    return Repository.create(tmp_path / "repo")


def owners(repo: Repository, rev: str = "HEAD", **more: int) -> GitBlameOwners:
    return GitBlameOwners(discover(str(repo.path)).git(), repo.rev(rev), **more)


def part(
    repo: Repository, login: str, line: int | None = None, before: str | None = None
) -> Ownership | None:
    return owners(repo).part_of(login, PATH, line, before)


def numbered(first: int, last: int, word: str = "line") -> str:
    return "".join(f"{word} {number}\n" for number in range(first, last + 1))


def test_a_part_is_the_lines_of_the_whole_file(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 7)}, author=RITA)
    repo.commit("More", {PATH: numbered(1, 10)}, author=OLGA)

    assert Ownership(7, 10, first=True) == part(repo, "rita")
    assert Ownership(3, 10, first=False) == part(repo, "olga")


def test_with_a_line_it_is_the_lines_around_it(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 100)}, author=RITA)
    repo.commit("More", {PATH: numbered(1, 200)}, author=OLGA)

    assert Ownership(0, 41, first=False) == part(repo, "rita", 150)
    assert Ownership(31, 41, first=True) == part(repo, "rita", 90)
    assert Ownership(100, 200, first=True) == part(repo, "rita", 999)


@pytest.mark.parametrize(
    ("login", "author"),
    [
        ("rita", ("R. R.", "rita@users.noreply.github.com")),
        ("Rita", ("R. R.", "9+rita@users.noreply.github.com")),
        ("rita", ("R. R.", "rita@example.org")),
        ("rita", ("R. R.", "rita+git@example.org")),
        ("rita-r", ("Rita R", "me@example.org")),
        ("RitaReviewer", ("Rita Reviewer", "me@example.org")),
    ],
)
def test_a_login_is_known_by_address_or_name(repo: Repository, login: str, author: tuple[str, str]):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=author)

    assert Ownership(4, 4, first=True) == part(repo, login)


@pytest.mark.parametrize(
    ("login", "author"),
    [
        ("rita", ("Margarita", "margarita@example.org")),
        ("rita", ("Rita", "5+rita-other@users.noreply.github.com")),
        ("me", ("Rita", "me@example.org")),
        ("olga", ("Rita", "rita@example.org")),
    ],
    ids=["a longer name", "GitHub says it is another", "too short to tell", "another"],
)
def test_else_it_is_not_known_whose_lines_they_are(repo: Repository, login: str, author: tuple[str, str]):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=author)

    assert part(repo, login) is None


def test_two_people_whom_a_login_could_be_are_nobody(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=("Rita Reviewer", "rita@example.org"))
    repo.commit("More", {PATH: numbered(1, 6)}, author=("Rita Roth", "rita@example.com"))

    assert part(repo, "rita") is None


def test_one_person_has_several_addresses(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=RITA)
    repo.commit("More", {PATH: numbered(1, 6)}, author=("Rita Reviewer", "rr@example.com"))

    assert Ownership(6, 6, first=True) == part(repo, "rita")


def test_the_mailmap_says_who_is_who(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=("root", "root@localhost.example"))
    repo.commit("Who", {".mailmap": "Rita <rita@example.org> <root@localhost.example>\n"})

    assert Ownership(4, 4, first=True) == part(repo, "rita")


def test_what_a_pull_request_itself_brought_in_does_not_make_its_author_an_owner(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 4)}, author=OLGA)  # on 1 January
    repo.git("switch", "--quiet", "-c", "topic")
    repo.commit("Rewrite", {PATH: numbered(1, 40, "new line")}, author=RITA)  # on 2 January
    repo.git("switch", "--quiet", "main")
    repo.commits = 9
    repo.git("merge", "--quiet", "--no-ff", "-m", "Merge pull request #7 from rita/topic", "topic")

    assert Ownership(40, 40, first=True) == part(repo, "rita")
    assert part(repo, "rita", before="2024-01-05T10:00:00Z") is None
    assert Ownership(4, 4, first=True) == part(repo, "olga", before="2024-01-05")
    assert part(repo, "olga", before="2023-01-05T10:00:00Z") is None


def test_commits_that_the_repository_tells_blame_to_pass_over_count_for_nobody(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 8)}, author=OLGA)
    reformatted = repo.commit("Format", {PATH: numbered(1, 8).replace("line", "LINE") + "end\n"}, author=BOT)
    listed = f"# formatting\nnot a commit\n{'f' * 40}\n{reformatted} # all of it\n"
    repo.commit("List", {".git-blame-ignore-revs": listed})

    assert Ownership(8, 9, first=True) == part(repo, "olga")
    assert part(repo, "format") is None


def test_the_configuration_of_who_runs_it_changes_nothing(
    repo: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "config").write_text("[blame]\n\tignoreRevsFile = no-such-file\n\tshowEmail = true\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    repo.commit("Pump", {PATH: numbered(1, 8)}, author=OLGA)
    edited = repo.commit("Edit", {PATH: numbered(1, 8, "Line")}, author=RITA)
    (repo.path / ".git" / "list").write_text(f"{edited}\n")
    repo.git("config", "blame.ignoreRevsFile", ".git/list")

    assert Ownership(8, 8, first=True) == part(repo, "rita")


def test_where_a_shallow_history_ends_nobody_is_known(repo: Repository, tmp_path: Path):
    repo.commit("Pump", {PATH: numbered(1, 6)}, author=OLGA)
    repo.commit("Same", {"other": "1"}, author=RITA)
    repo.commit("More", {PATH: numbered(1, 8)}, author=RITA)
    shallow = repo.clone(tmp_path / "shallow", "--depth=2")

    assert Ownership(2, 8, first=False) == part(shallow, "rita")
    assert part(shallow, "olga") is None


def test_a_clone_without_the_blobs_can_not_tell(repo: Repository, tmp_path: Path):
    repo.git("config", "uploadpack.allowFilter", "true")
    repo.commit("Pump", {PATH: numbered(1, 6)}, author=OLGA)
    repo.commit("More", {PATH: numbered(1, 8)}, author=RITA)
    repo.commit("Gone", {PATH: numbered(1, 9)}, author=RITA)
    partial = repo.clone(tmp_path / "partial", "--filter=blob:none")

    assert part(partial, "rita") is None


def test_a_bare_repository_can_be_asked(repo: Repository, tmp_path: Path):
    repo.commit("Pump", {PATH: numbered(1, 6)}, author=OLGA)

    assert Ownership(6, 6, first=True) == part(repo.clone(tmp_path / "bare", "--bare"), "olga")


@pytest.mark.parametrize(
    "path", ["src/gone.py", "src", "", "../pump.py", "src/pump.py\nHEAD", "-L1,2", ":(top)*"]
)
def test_what_is_no_file_at_the_revision_can_not_be_told(repo: Repository, path: str):
    repo.commit("Pump", {PATH: numbered(1, 6)}, author=OLGA)

    assert owners(repo).part_of("olga", path, None, None) is None


def test_a_file_that_is_gone_is_not_asked_for_in_the_past(repo: Repository):
    repo.commit("Pump", {PATH: numbered(1, 6)}, author=OLGA)
    repo.commit("Drop", {PATH: None, "other": "1"}, author=OLGA)

    assert part(repo, "olga", before="2024-01-01T20:00:00Z") is None


def test_each_file_is_blamed_once_and_only_so_many_are(repo: Repository):
    repo.commit("Pumps", {f"{number}.py": numbered(1, 3) for number in range(3)}, author=OLGA)
    asked = owners(repo, most=2)

    found = [
        asked.part_of("olga", f"{number}.py", line, None) for number in range(3) for line in (1, 2, None)
    ]

    assert [True] * 6 + [False] * 3 == [part is not None for part in found]


def test_without_a_tree_nothing_is_known(repo: Repository):
    git = discover(str(repo.path)).git()

    assert GitBlameOwners(git, None).part_of("olga", PATH, None, None) is None
    assert GitFiles(git, None).text(PATH) is None


def test_an_empty_file_belongs_to_nobody(repo: Repository):
    repo.commit("Pump", {PATH: ""}, author=OLGA)

    assert part(repo, "olga") is None


# The text of files


def test_the_text_of_a_file_is_that_of_the_revision(repo: Repository):
    first = repo.commit("Pump", {PATH: "one\r\ntwo\n"})
    repo.commit("More", {PATH: "three\n"})
    files = GitFiles(discover(str(repo.path)).git(), first)

    assert "one\r\ntwo\n" == files.text(PATH)
    assert [None, None, None] == [files.text(path) for path in ("src", "gone", "src/pump.py\nHEAD")]


def test_bytes_that_are_no_text_do_no_harm(repo: Repository):
    repo.commit("Pump", {PATH: b"\xff\xfe\x00"})

    assert "\ufffd\ufffd\x00" == GitFiles(discover(str(repo.path)).git(), repo.rev()).text(PATH)
