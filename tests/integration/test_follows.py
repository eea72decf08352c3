"""Which of two contradicting statements the code follows: real trees in several languages, and when it can't be told."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.git import discover
from gitexp.adapters.symbols_git import GitSymbols
from gitexp.records.contradiction import Followed
from gitexp.records.experience import Scope
from gitexp.records.tree import Tree
from gitexp.steps.follows import follows
from gitexp.steps.redact import redacted, redacted_experience
from support.experiences import an_experience
from support.fakes import FakeSymbols
from support.repository import ISOLATED, Repository
from support.talk import a_candidate

WORDS = 'client timeout 10 30 s ms not use `Client.flush` `flush()` = : ( ) # \n , . " | @x <!-- --> `` 秒'
SAID = st.lists(st.sampled_from(WORDS.split(" ")), max_size=20).map(" ".join)
TIMEOUT = "Setting the client timeout"
LONG = "Keep the client timeout at 30 s."
SHORT = "Set the client timeout to 10 s, the balancer cuts at 15."


class OneFile(FakeSymbols):
    """A tree of one file."""

    def __init__(self, text: str) -> None:
        super().__init__({})
        self.held = text

    def tree(self) -> Tree:
        return Tree(("a.py",))

    def text(self, path: str) -> str | None:
        return self.held


class Case(NamedTuple):
    """Two statements about one file, and what the code says to it; `where` are its places."""

    about: str
    path: str
    text: str
    old: str
    new: str
    answer: str
    where: tuple[str, ...] = ()
    when: str = TIMEOUT


CASES = (
    Case(
        "python",
        "a/client.py",
        "POOL = 30\n\nCLIENT_TIMEOUT: float = 10.0  # was 30\n",
        LONG,
        SHORT,
        "new",
        ("a/client.py:3 CLIENT_TIMEOUT: float = 10.0 # was 30",),
    ),
    Case(
        "the figure of another thing beside it",
        "b/client.py",
        "POOL_TIMEOUT = 10\nTIMEOUT = 30\nRETRIES = 10\n",
        LONG,
        SHORT,
        "old",
        ("b/client.py:2 TIMEOUT = 30",),
    ),
    Case(
        "only another thing has the figure",
        "c/client.py",
        "POOL_TIMEOUT = 10\nCONNECT_RETRIES = 30\n",
        LONG,
        SHORT,
        "unknown",
    ),
    Case(
        "a comment only",
        "d/client.py",
        '"""The client timeout is 10 s."""\n# client timeout: 10\nCLIENT_TIMEOUT = from_config()\n',
        LONG,
        SHORT,
        "unknown",
    ),
    Case(
        "neither figure",
        "e/client.py",
        "CLIENT_TIMEOUT = 20\n",
        LONG,
        "Set the client timeout to 10 s.",
        "neither",
        ("e/client.py:1 CLIENT_TIMEOUT = 20",),
    ),
    Case(
        "a bound is followed by other figures too",
        "f/client.py",
        "CLIENT_TIMEOUT = 20\n",
        "Keep the client timeout at least at 30 s.",
        "Keep the client timeout at most at 10 s.",
        "unknown",
    ),
    Case(
        "both figures",
        "g/client.py",
        "if batch:\n    client_timeout = 30\nelse:\n    client_timeout = 10\n",
        LONG,
        SHORT,
        "both",
        ("g/client.py:4 client_timeout = 10", "g/client.py:2 client_timeout = 30"),
    ),
    Case(
        "c, in milliseconds",
        "h/net.c",
        "/* client timeout: 10 */\n#define CLIENT_TIMEOUT_MS 30000\n#define PORT 10\n",
        LONG,
        SHORT,
        "old",
        ("h/net.c:2 #define CLIENT_TIMEOUT_MS 30000",),
    ),
    Case(
        "yaml, by what encloses it",
        "i/net.yaml",
        "pool:\n  timeout: 30s\nclient:\n  # not 30s\n  timeout: 10s\n",
        LONG,
        SHORT,
        "new",
        ("i/net.yaml:5 timeout: 10s",),
    ),
    Case(
        "yaml, where another thing encloses it",
        "j/client.yaml",
        "pool:\n  timeout: 10s\n",
        LONG,
        SHORT,
        "unknown",
    ),
    Case(
        "toml, by its section",
        "k/net.toml",
        "[pool]\ntimeout = 10\n\n[client]\ntimeout = 30\n",
        LONG,
        SHORT,
        "old",
        ("k/net.toml:5 timeout = 30",),
    ),
    Case(
        "go, whose unit stands behind",
        "l/net.go",
        "package net\n\nconst clientTimeout = 10 * time.Second\nconst clientTimeoutMax = 30 * time.Minute\n",
        LONG,
        SHORT,
        "new",
        ("l/net.go:3 const clientTimeout = 10 * time.Second",),
    ),
    Case(
        "rust, whose unit is a function",
        "m/net.rs",
        "const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);\n",
        LONG,
        SHORT,
        "old",
        ("m/net.rs:1 const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);",),
    ),
    Case(
        "a document that a glob takes in",
        "n/notes.md",
        "# Client\n\nThe client timeout is 10 s.\n",
        LONG,
        SHORT,
        "unknown",
    ),
    Case(
        "sizes",
        "o/upload.js",
        "const uploadLimit = 5 * 1024 * 1024;\n",
        "Reject an upload over the limit of 10 MB: keep the upload limit at 10 MB.",
        "Keep the upload limit at 5 MB.",
        "new",
        ("o/upload.js:1 const uploadLimit = 5 * 1024 * 1024;",),
        "Changing the upload limit",
    ),
    Case(
        "a name and its replacement",
        "p/till.py",
        "class Till:\n    def total(self):\n        # floor() was wrong\n        return bankers_round(self.sum)\n",
        "Use `bankers_round()` in `Till.total`.",
        "Use `math.floor` in `Till.total`, not `bankers_round()`.",
        "old",
        ("p/till.py:4 return bankers_round(self.sum)",),
        "Changing `Till.total`",
    ),
    Case(
        "what the one forbids counts for the other",
        "q/drawer.py",
        "class Drawer:\n    def count(self):\n        return eval(self.formula)\n",
        "Never use `eval()` in `Drawer.count`.",
        "Use `eval()` in `Drawer.count`: the formula is ours.",
        "new",
        ("q/drawer.py:3 return eval(self.formula)",),
        "Changing `Drawer.count`",
    ),
    Case(
        "a way of using a name is no ban on it",
        "r/valve.py",
        "class Valve:\n    def open(self):\n        self.motor_start()\n",
        "`Valve.motor_start` must not be called twice in a row.",
        "`Valve.motor_start` must be called twice in a row.",
        "unknown",
        (),
        "Opening the valve",
    ),
    Case(
        "a declaration is no use",
        "s/table.cpp",
        "void Ledger::refreshRow(int row)\n{\n    draw(row);\n}\n",
        "Do not call `Ledger::refreshRow`; rely on the ledger's notification.",
        "Call `Ledger::refreshRow` for each ledger row.",
        "unknown",
        (),
        "Changing a row of the ledger",
    ),
    Case(
        "a name far from the matter",
        "t/start.py",
        "def start():\n    cache_sync()\n" + "\n" * 8 + "def spawn_workers():\n    go()\n",
        "Call `cache_flush` before workers are spawned.",
        "Call `cache_sync` before workers are spawned.",
        "unknown",
        (),
        "Spawning workers",
    ),
    Case(
        "a name near to the matter",
        "u/start.py",
        "def start():\n    cache_sync()\n    spawn_workers()\n",
        "Call `cache_flush` before the first `spawn_workers`.",
        "Call `cache_sync` before the first `spawn_workers`.",
        "new",
        ("u/start.py:2 cache_sync()",),
        "Spawning workers",
    ),
    Case(
        "a member of another thing",
        "u2/start.py",
        "def start(log):\n    log.sync_all()\n    spawn_workers()\n",
        "Call `Cache.flush_all` before the first `spawn_workers`.",
        "Call `Cache.sync_all` before the first `spawn_workers`.",
        "unknown",
        (),
        "Spawning workers",
    ),
    Case(
        "a member behind a variable called like its class",
        "u3/start.ts",
        "export function start(pageCache: Cache) {\n  pageCache.syncAll();\n  spawnWorkers();\n}\n",
        "Call `Cache.flushAll` before the first `spawnWorkers`.",
        "Call `Cache.syncAll` before the first `spawnWorkers`.",
        "new",
        ("u3/start.ts:2 pageCache.syncAll();",),
        "Spawning workers",
    ),
    Case(
        "a figure of another object",
        "u4/net.py",
        "pool.timeout = 10\ngate.retries = 30\n",
        "Keep `Gate.timeout` at 30 s.",
        "Set `Gate.timeout` to 10 s.",
        "unknown",
    ),
    Case(
        "over several lines",
        "u5/net.json",
        '{\n  "client": {\n    "timeout": {\n      "value": 10\n    }\n  }\n}\n',
        LONG,
        SHORT,
        "new",
        ('u5/net.json:4 "value": 10',),
    ),
    Case(
        "a default of a flag",
        "u6/main.py",
        'parser.add_argument("--client-timeout", type=int, default=10)\n',
        LONG,
        SHORT,
        "new",
        ('u6/main.py:1 parser.add_argument("--client-timeout", type=int, default=10)',),
    ),
    Case(
        "a version, a year, a line and a number of an issue are no figures",
        "u7/client.py",
        "CLIENT_TIMEOUT = 10\nCLIENT_TIMEOUT_SINCE = 2019\n",
        "Keep the client timeout as it is since version 10 of 2019, see line 10 and #10.",
        "Raise the client timeout.",
        "unknown",
    ),
    Case(
        "flags",
        "u8/deploy.sh",
        "# --no-wait is wrong\nhelm upgrade --atomic gateway ./chart\n",
        "Upgrade the gateway chart with `--no-wait`.",
        "Upgrade the gateway chart with `--atomic`.",
        "new",
        ("u8/deploy.sh:2 helm upgrade --atomic gateway ./chart",),
        "Deploying the gateway",
    ),
    Case(
        "a reason names something by the way",
        "v/wallet.py",
        "class Wallet:\n    def close(self):\n        batcher.flush_all()  # the wallet goes\n",
        "Close the wallet at once.",
        "Close the wallet late, because `batcher.flush_all` takes seconds.",
        "unknown",
        (),
        "Closing the wallet",
    ),
    Case(
        "a dependency by its version",
        "w/requirements.txt",
        "# client\nhttpx[http2]>=0.28\n",
        "Pin `httpx<0.28` for the client.",
        "Pin `httpx>=0.28` for the client.",
        "new",
        ("w/requirements.txt:2 httpx[http2]>=0.28",),
        "Changing the client",
    ),
    Case(
        "plain words alone",
        "x/channel.rs",
        "let (tx, rx) = unbounded();\n",
        "Use an unbounded channel.",
        "Use a bounded channel.",
        "unknown",
        (),
        "Choosing the channel",
    ),
    Case(
        "chinese",
        "y/client.py",
        "Client.timeout = 30\n",
        "`Client.timeout` 设为 30 秒。",
        "`Client.timeout` 设为 10 秒。",
        "old",
        ("y/client.py:1 Client.timeout = 30",),
        "修改 `Client.timeout` 时",
    ),
    Case(
        "a quoted literal",
        "z/open.py",
        'def read_prices(path):\n    return path.open(encoding="utf-8-sig")\n',
        'Open the prices with the encoding "utf-8".',
        'Open the prices with the encoding "utf-8-sig".',
        "new",
        ('z/open.py:2 return path.open(encoding="utf-8-sig")',),
        "Reading the prices",
    ),
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> GitSymbols:
    with pytest.MonkeyPatch.context() as patch:
        for name, value in ISOLATED.items():
            patch.setenv(name, value)
        repository = Repository.create(tmp_path_factory.mktemp("follows"))
        repository.commit(files={case.path: case.text for case in CASES} | MORE)
        layout = discover(str(repository.path))
        return GitSymbols(layout.git(), layout, "HEAD", keep=False)


MORE = {
    "many/client.py": "CLIENT_TIMEOUT = 10\n",
    **{f"many/part_{number:02}.py": "x = 1\n" for number in range(40)},
    "elsewhere/dial.py": "class Dialler:\n    dial_limit = 5\n\n\nlimit = 7\n",
    "large/client.py": "CLIENT_TIMEOUT = 10\n" + "# filler\n" * 120_000,
    "docs/limits.md": "# Client\n\nThe client timeout is 10 s.\n\n# Pool\n\nThe timeout is 30 s.\n",
    "tests/test_client.py": "CLIENT_TIMEOUT = 10\n",
    "secret/client.py": f'CLIENT_TIMEOUT = 10; PASSWORD = "{"hunter" * 3}22!x"  # mail root@corp.example.net.au\n',
}


def asked(
    tree: GitSymbols, old: str, new: str, scope: str, when: str = TIMEOUT, *, local: bool = True
) -> Followed:
    candidate = a_candidate(new, when=redacted(when), places=(), paths=(), local=local)
    standing = redacted_experience(an_experience(when=when, what=old, why=None, scope=Scope((scope,), ())))
    return follows(candidate, standing, tree)


@pytest.mark.parametrize("case", CASES, ids=[case.about for case in CASES])
def test_the_code_shows_which_one_it_follows(tree: GitSymbols, case: Case) -> None:
    found = asked(tree, case.old, case.new, f"{case.path.split('/')[0]}/**", case.when)

    assert (case.answer, case.where) == (
        found.answer,
        tuple(f"{one.path}:{one.line} {one.text}" for one in found.places),
    )
    assert bool(found.reason) == (found.answer == "unknown")


@pytest.mark.parametrize("case", CASES, ids=[case.about for case in CASES])
def test_turned_round_it_is_the_other_one(tree: GitSymbols, case: Case) -> None:
    other = {"new": "old", "old": "new"}.get(case.answer, case.answer)

    assert other == asked(tree, case.new, case.old, f"{case.path.split('/')[0]}/**", case.when).answer


def test_of_many_files_those_with_the_names_are_read(tree: GitSymbols) -> None:
    found = asked(tree, "Set `CLIENT_TIMEOUT` to 30.", "Set `CLIENT_TIMEOUT` to 10.", "many/**")

    assert ("new", ["many/client.py"]) == (found.answer, [one.path for one in found.places])


def test_without_a_scope_only_the_symbols_of_both_lead_to_code(tree: GitSymbols) -> None:
    named = asked(
        tree, "Set `Dialler.dial_limit` to 7.", "Set `Dialler.dial_limit` to 5.", "gone/**", "Dialling"
    )
    unnamed = asked(tree, "Keep the dial limit at 7.", "Keep the dial limit at 5.", "gone/**", "Dialling")

    assert ("new", ["elsewhere/dial.py:2"]) == (
        named.answer,
        [f"{one.path}:{one.line}" for one in named.places],
    )
    assert "unknown" == unnamed.answer
    assert "no file of their scope is at HEAD, and none holds a symbol that both name" == unnamed.reason


def test_a_file_too_large_is_not_read(tree: GitSymbols) -> None:
    found = asked(tree, LONG, SHORT, "large/**")

    assert (
        "unknown",
        "no file could be read: large/client.py is binary, too large, or not in this clone",
    ) == (
        found.answer,
        found.reason,
    )


def test_a_document_and_a_test_count_where_they_are_named_themselves(tree: GitSymbols) -> None:
    found = asked(tree, LONG, SHORT, "docs/limits.md")

    assert ("new", ["The client timeout is 10 s."]) == (found.answer, [one.text for one in found.places])
    assert "new" == asked(tree, LONG, SHORT, "tests/test_client.py").answer
    assert "unknown" == asked(tree, LONG, SHORT, "tests/**").answer


def test_a_line_of_code_is_redacted(tree: GitSymbols) -> None:
    [place] = asked(tree, LONG, SHORT, "secret/client.py").places

    assert "hunter" not in place.text
    assert "corp.example" not in place.text


def test_a_name_that_is_no_utf_8_can_be_shown(tmp_path: Path) -> None:
    repository = Repository.create(tmp_path / "bytes")
    name = b"cl\xff.py"
    blob = repository.git("hash-object", "-w", "--stdin", stdin=b"CLIENT_TIMEOUT = 10\n")
    repository.git(
        "update-index", "--add", "-z", "--index-info", stdin=f"100644 {blob}\t".encode() + name + b"\0"
    )
    repository.git("commit", "--quiet", "-m", "Odd")
    layout = discover(str(repository.path))

    found = asked(GitSymbols(layout.git(), layout, "HEAD", keep=False), LONG, SHORT, "*.py")

    assert ["cl\ufffd.py"] == [one.path for one in found.places]


def test_a_discussion_of_another_repository_and_no_revision_have_no_tree(
    tree: GitSymbols, tmp_path: Path
) -> None:
    repository = Repository.create(tmp_path / "empty")
    layout = discover(str(repository.path))

    assert (
        "no tree: the new one is about another repository"
        == asked(tree, LONG, SHORT, "a/**", local=False).reason
    )
    assert asked(GitSymbols(layout.git(), layout, None), LONG, SHORT, "a/**").reason.startswith("no tree: ")


def test_what_says_the_same_has_nothing_to_look_for(tree: GitSymbols) -> None:
    assert "unknown" == asked(tree, LONG, LONG, "a/**").answer


@given(old=SAID, new=SAID, text=SAID)
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_and_whatever_the_file_holds_there_is_an_answer(
    old: str, new: str, text: str
) -> None:
    candidate = a_candidate(new, when=redacted(TIMEOUT), places=(), paths=())
    standing = redacted_experience(
        an_experience(when=TIMEOUT, what=old, scope=Scope(("a.py",), ("Client.timeout",)))
    )

    found = follows(candidate, standing, OneFile(text))

    assert (found.answer == "unknown") == bool(found.reason)
    assert len(found.places) <= 3
    assert all(0 < one.line <= len(text.split("\n")) for one in found.places)
