"""Facts out of the index of a clone are those that reading the work tree anew would give, whatever was changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gitexp
from gitexp.adapters.derived_sqlite import DerivedDatabase
from gitexp.adapters.facts_kept import KeptFacts
from gitexp.adapters.facts_kept_readings import News
from gitexp.adapters.facts_kept_tables import TABLES
from gitexp.adapters.facts_kept_write import MAX_CONTENTS
from gitexp.adapters.facts_repository import RepositoryFacts
from gitexp.records.facts import Facts
from gitexp.records.skipped import Skipped

FILE = "src/pages/inner/a.py"
PYPROJECT = '[project]\nname = "pages"\ndependencies = ["httpx>=0.20", "django"]\n'
UV = (
    'version = 1\n[[package]]\nname = "httpx"\nversion = "0.27.2"\n[[package]]\nname = "anyio"\nversion = "4.1"\n'
    '[[package]]\nname = "pages"\nsource = { virtual = "." }\ndependencies = [{ name = "httpx" }]\n'
)
FORGET = ("DELETE FROM facts_readings", "DELETE FROM facts_rows")
Answer = tuple[Facts, list[Skipped]]


def write(root: Path, files: dict[str, str]) -> None:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


def later() -> int:
    """Return a time at which nothing was just changed: then stamps are believed."""
    return time.time_ns() + 10_000_000_000


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A work tree with a manifest, a lock file and a file three folders below."""
    top = tmp_path / "tree"
    write(top, {"pyproject.toml": PYPROJECT, "uv.lock": UV, FILE: "import httpx\n", ".travis.yml": ""})
    return top


def database(path: Path) -> DerivedDatabase:
    return DerivedDatabase(str(path), "facts", TABLES)


class Sound(KeptFacts):
    """Fails where what is kept makes no sense, instead of reading anew in silence."""

    def _keep(self, tree: str, news: News | None) -> None:
        assert news is not None
        super()._keep(tree, news)


def kept(
    root: Path,
    path: Path,
    *files: str,
    names: Collection[str] | None = None,
    now: Callable[[], int] = later,
    tracked: Sequence[str] = (),
    kind: type[KeptFacts] = Sound,
) -> Answer:
    """Ask with objects of its own, as a new process has them."""
    opened = database(path)
    try:
        source = kind(root, lambda: tracked, (), "linux", (), opened, now)
        facts, skipped = source.gather(files, (), names=names)
        return facts, list(skipped)
    finally:
        opened.close()


def anew(
    root: Path, *files: str, names: Collection[str] | None = None, tracked: Sequence[str] = ()
) -> Answer:
    facts, skipped = RepositoryFacts(root, lambda: tracked, (), "linux").gather(files, (), names=names)
    return facts, list(skipped)


def versions(answer: Answer, name: str) -> list[str | None]:
    return [one.version or one.declared for one in answer[0].dependencies if one.name == name]


def change(path: Path, *statements: str) -> None:
    """Change what is kept, to see whether it is used."""
    with closing(sqlite3.connect(path)) as db, db:
        for statement in statements:
            db.execute(statement)
    db.close()


def ask(path: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as db, db:
        found = db.execute(question).fetchall()
    db.close()
    return found


def test_what_was_read_once_is_told_out_of_the_index(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"

    first = kept(root, index, FILE)
    change(index, "UPDATE facts_rows SET version = '9.9.9' WHERE name = 'httpx' AND version IS NOT NULL")

    assert anew(root, FILE) == first
    assert [">=0.20", "9.9.9"] == versions(kept(root, index, FILE), "httpx")


def test_the_next_process_parses_nothing_and_loads_no_reader(root: Path, tmp_path: Path):
    script = (
        "import sys, time\n"
        "from gitexp.adapters.derived_sqlite import DerivedDatabase\n"
        "from gitexp.adapters.facts_kept import KeptFacts\n"
        "from gitexp.adapters.facts_kept_tables import TABLES\n"
        "opened = DerivedDatabase(sys.argv[2], 'facts', TABLES)\n"
        "late = lambda: time.time_ns() + 10**10\n"
        "source = KeptFacts(sys.argv[1], list, (), 'linux', (), opened, late)\n"
        f"facts, _ = source.gather([{FILE!r}], (), names=['httpx'])\n"
        "heavy = ['tomllib', 'yaml', 'ast', 'pathlib', 'hashlib', 'gitexp.adapters.imports_of',\n"
        "         'gitexp.adapters.environment_signs', 'gitexp.adapters.facts_kept_write',\n"
        "         'gitexp.adapters.manifests_reading', 'gitexp.adapters.manifests_python']\n"
        "print([one.version for one in facts.dependencies], sorted(facts.imports))\n"
        "print(*(name for name in heavy if name in sys.modules))\n"
    )

    def told() -> list[str]:
        command = [sys.executable, "-c", script, str(root), str(tmp_path / "index.db")]
        environment = {**os.environ, "PYTHONPATH": str(Path(gitexp.__file__).parents[1])}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    first, second = told(), told()

    assert "[None, '0.27.2'] ['httpx']" == first[0] == second[0]
    assert "tomllib" in first[1] and "imports_of" in first[1]
    assert {"ast"} >= set(second[1].split())


def test_only_the_dependencies_asked_for_are_told(root: Path, tmp_path: Path):
    write(root, {"pom.xml": MAVEN})
    index = tmp_path / "index.db"
    for names in (
        ("httpx",),
        ("Django", "no-such"),
        ("core",),
        ("org.example:core",),
        ("httpx", "core"),
        None,
    ):
        assert anew(root, FILE, names=names) == kept(root, index, FILE, names=names)

    some = kept(root, index, FILE, names=("HTTPX", "core"))

    assert ["org.example:core", "httpx", "httpx"] == [one.name for one in some[0].dependencies]
    assert kept(root, index, FILE)[0].manifests == some[0].manifests


MAVEN = (
    "<project><groupId>org.example</groupId><artifactId>mill</artifactId><version>1</version><dependencies>"
    "<dependency><groupId>org.example</groupId><artifactId>core</artifactId><version>2.1</version></dependency>"
    "</dependencies></project>"
)


def test_where_no_dependency_is_asked_for_no_manifest_is_read(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"

    facts, skipped = kept(root, index, FILE, names=())

    assert ((), (), []) == (facts.dependencies, facts.manifests, skipped)
    assert "travis" == facts.environment["ci"].value
    assert [] == ask(index, "SELECT * FROM facts_readings")
    assert anew(root, FILE, names=()) == (facts, skipped)


def test_a_manifest_that_was_touched_is_not_parsed_again(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    kept(root, index, FILE)
    before = ask(index, "SELECT path, stamp FROM facts_seen WHERE kind = 'file' ORDER BY path")
    change(index, "UPDATE facts_rows SET version = '9.9.9' WHERE name = 'anyio'")
    os.utime(root / "uv.lock", (1_700_000_000, 1_700_000_000))

    assert ["9.9.9"] == versions(kept(root, index, FILE), "anyio")
    after = ask(index, "SELECT path, stamp FROM facts_seen WHERE kind = 'file' ORDER BY path")
    assert [True, False] == [one == other for one, other in zip(before, after, strict=True)]


def test_a_change_that_leaves_size_and_date_is_seen(root: Path, tmp_path: Path):
    index, lock = tmp_path / "index.db", root / "uv.lock"
    kept(root, index, FILE)
    date = lock.stat().st_mtime_ns
    lock.write_text(UV.replace("0.27.2", "0.28.9"), encoding="utf-8")
    os.utime(lock, ns=(date, date))

    assert [">=0.20", "0.28.9"] == versions(kept(root, index, FILE), "httpx")


def test_what_was_changed_just_now_is_compared_by_its_content(root: Path, tmp_path: Path):
    index, lock = tmp_path / "index.db", root / "uv.lock"
    kept(root, index, FILE, now=time.time_ns)
    [(old, settled)] = ask(index, "SELECT stamp, settled FROM facts_seen WHERE path = 'uv.lock'")
    lock.write_text(UV.replace("0.27.2", "0.28.9"), encoding="utf-8")
    state = lock.stat()
    stamp = f"{state.st_size}/{state.st_mtime_ns}/{state.st_ctime_ns}/{state.st_ino}"
    # As if the change had left the very same stamp.
    change(index, f"UPDATE facts_seen SET stamp = '{stamp}' WHERE stamp = '{old}'")

    assert 0 == settled
    assert [">=0.20", "0.28.9"] == versions(kept(root, index, FILE, now=time.time_ns), "httpx")


def test_a_content_is_kept_under_its_own_id_whatever_its_stamp_said(root: Path, tmp_path: Path):
    index, lock = tmp_path / "index.db", root / "uv.lock"
    before = kept(root, index, FILE)
    lock.write_text(UV.replace("0.27.2", "0.28.9"), encoding="utf-8")
    state = lock.stat()
    stamp = f"{state.st_size}/{state.st_mtime_ns}/{state.st_ctime_ns}/{state.st_ino}"
    # As if it had been changed between the look at its dates and the reading.
    change(
        index, f"UPDATE facts_seen SET stamp = '{stamp}' WHERE path = 'uv.lock'", "DELETE FROM facts_readings"
    )
    between = kept(root, index, FILE)
    lock.write_text(UV, encoding="utf-8")

    assert [">=0.20", "0.28.9"] == versions(between, "httpx")
    assert before == kept(root, index, FILE)


def test_what_is_kept_is_not_written_again(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    for now in (time.time_ns, later):
        kept(root, index, FILE, now=now)
        before = index.read_bytes()
        kept(root, index, FILE, now=now)

        assert before == index.read_bytes()


@pytest.mark.parametrize("date", [10**18, 4 * 10**18], ids=["in the past", "in the future"])
def test_a_clock_that_goes_astray_changes_no_answer(root: Path, tmp_path: Path, date: int):
    index, lock = tmp_path / "index.db", root / "uv.lock"
    os.utime(lock, ns=(2 * 10**18, 2 * 10**18))
    for version, now in (("0.27.2", later), ("0.28.9", lambda: 10**18), ("0.29.1", later)):
        lock.write_text(UV.replace("0.27.2", version), encoding="utf-8")
        os.utime(lock, ns=(date, date))

        assert [">=0.20", version] == versions(kept(root, index, FILE, now=now), "httpx")
        assert anew(root, FILE) == kept(root, index, FILE, now=now)


def test_a_nearer_manifest_counts_as_soon_as_it_is_there_and_no_longer(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    seen = [kept(root, index, FILE)]
    write(root, {"src/pages/requirements.txt": "httpx==0.1\n"})
    seen.append(kept(root, index, FILE))
    write(root, {"src/pages/inner/requirements/dev.txt": "httpx==0.2\n"})
    seen.append(kept(root, index, FILE))
    write(root, {"src/pages/inner/requirements/test.txt": "httpx==0.3\n"})
    assert anew(root, FILE) == kept(root, index, FILE)
    shutil.rmtree(root / "src/pages/inner/requirements")
    seen.append(kept(root, index, FILE))

    assert [
        ["pyproject.toml", "uv.lock"],
        ["src/pages/requirements.txt"],
        ["src/pages/inner/requirements/dev.txt"],
    ] == [[one.path for one in facts.manifests] for facts, _ in seen[:3]]
    assert seen[1] == seen[3] == anew(root, FILE)


def test_a_lock_file_is_read_again_when_its_projects_ask_for_something_else(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    inner = '"dependencies": {"b": {"version": "3.0.0"}}'
    locked = f'"a": {{"version": "1.0.0", {inner}}}, "b": {{"version": "2.0.0"}}'
    lock = f'{{"lockfileVersion": 1, "dependencies": {{{locked}}}}}'
    write(root, {"package.json": '{"dependencies": {"a": "1"}}', "package-lock.json": lock})
    before = kept(root, index, "x.js")
    write(root, {"package.json": '{"dependencies": {"a": "1", "b": "2"}}'})
    after = kept(root, index, "x.js")
    write(root, {"package.json": '{"private": true, "dependencies": {"a": "1", "b": "2"}}'})
    same = kept(root, index, "x.js")

    assert (["2.0.0", "3.0.0"], ["2", "2.0.0"]) == (
        sorted(map(str, versions(before, "b"))),
        versions(after, "b"),
    )
    assert after == same == anew(root, "x.js")
    # What package.json says beside its dependencies is nothing to the lock file.
    assert [(2,)] == ask(index, "SELECT count(*) FROM facts_readings WHERE path = 'package-lock.json'")


def test_two_work_trees_of_one_clone_have_each_their_own(root: Path, tmp_path: Path):
    index, other = tmp_path / "index.db", tmp_path / "other"
    shutil.copytree(root, other)
    (other / "uv.lock").write_text(UV.replace("0.27.2", "0.28.9"), encoding="utf-8")
    for _ in range(2):
        assert anew(root, FILE) == kept(root, index, FILE)
        assert anew(other, FILE) == kept(other, index, FILE)

    assert [(2,)] == ask(index, "SELECT count(*) FROM facts_readings WHERE path = 'uv.lock'")


def test_a_clone_that_moved_parses_nothing_again_and_holds_no_absolute_path(root: Path, tmp_path: Path):
    for step in ("move", "copy"):
        index = root / "index.db"
        kept(root, index, FILE)
        assert str(tmp_path).encode() not in index.read_bytes()
        change(index, "UPDATE facts_rows SET version = '9.9.9' WHERE name = 'anyio'")
        there = tmp_path / step
        (shutil.move if step == "move" else shutil.copytree)(root, there)

        assert ["9.9.9"] == versions(kept(there, there / "index.db", FILE), "anyio")
        root = there


def test_ci_tools_and_imports_follow_the_files(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    first = kept(root, index, FILE)
    write(root, {".github/workflows/ci.yml": "on: push\n", "Dockerfile": "", FILE: "import rich, requests\n"})
    second = kept(root, index, FILE)
    shutil.rmtree(root / ".github/workflows")
    third = kept(root, index, FILE)

    assert ("travis", "httpx") == (first[0].environment["ci"].value, " ".join(first[0].imports))
    assert ("github-actions, travis", "docker, uv") == (
        second[0].environment["ci"].value,
        second[0].environment["tool"].value,
    )
    assert {"rich": FILE, "requests": FILE} == second[0].imports
    assert ("travis", "django") == (third[0].environment["ci"].value, third[0].environment["framework"].value)
    assert anew(root, FILE) == third


def test_a_framework_can_be_denied_only_where_its_manifests_were_read_whole(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    for found in (kept(root, index, FILE), kept(root, index, FILE)):
        assert "django" == found[0].environment["framework"].value
        assert {"flask", "django"} <= found[0].tellable["framework"]
        assert "react" not in found[0].tellable["framework"]
    write(root, {"pyproject.toml": '[project]\nname = "x"\ndynamic = ["dependencies"]\n'})

    assert frozenset() == kept(root, index, FILE)[0].tellable["framework"]


def test_all_manifests_of_the_tree_are_kept_too(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    write(root, {"web/package.json": '{"dependencies": {"react": "^18"}}', "web/bad/package.json": "{"})
    tracked = ["pyproject.toml", "web/package.json", "web/bad/package.json", "gone/package.json", FILE]
    for _ in range(2):
        assert anew(root, tracked=tracked) == kept(root, index, tracked=tracked)

    change(index, "UPDATE facts_rows SET declared = '^99' WHERE name = 'react'")
    assert ["^99"] == versions(kept(root, index, tracked=tracked), "react")


def test_a_manifest_that_became_something_else_is_told_as_what_it_is(root: Path, tmp_path: Path):
    index, path = tmp_path / "index.db", root / "pyproject.toml"
    write(tmp_path, {"outside.toml": PYPROJECT})
    (root / "inner").mkdir()
    (root / "inner" / "other.toml").write_text('[project]\nname = "o"\ndependencies = ["rich"]\n')

    def put(make: Callable[[], object]) -> Answer:
        if path.is_dir() and not path.is_symlink():
            path.rmdir()
        else:
            path.unlink(missing_ok=True)
        make()
        found = kept(root, index, FILE)
        assert anew(root, FILE) == found == kept(root, index, FILE)
        return found

    kept(root, index, FILE)
    told = [
        put(path.mkdir),
        put(lambda: os.mkfifo(path)),
        put(lambda: path.symlink_to(tmp_path / "outside.toml")),
        put(lambda: path.symlink_to("pyproject.toml")),
        put(lambda: path.write_bytes(b"[project]\nname = '\xff'\n")),
        put(lambda: path.write_text("[project\n")),
    ]
    link = put(lambda: path.symlink_to("inner/other.toml"))

    assert [["pyproject.toml"]] * 6 == [[one.where for one in skipped] for _, skipped in told]
    assert told[4][1] == [Skipped("pyproject.toml", "it is no text in UTF-8")]
    assert [None] == versions(link, "rich")


def test_names_that_are_no_unicode_are_kept_too(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    odd = os.fsdecode(b"caf\xe9")
    write(root, {"package.json": '{"dependencies": {"b\\ud800d": "^1", "react": "^18"}}', "src/a.js": ""})
    (root / odd).mkdir()
    (root / odd / "requirements.txt").write_text("httpx==1.0\n")
    for _ in range(2):
        for file in ("src/a.js", f"{odd}/a.py", "\ud800/a.py", "a\0b/c.py"):
            assert anew(root, file) == kept(root, index, file)
        assert anew(root, "src/a.js", names=["b\ud800d"]) == kept(root, index, "src/a.js", names=["b\ud800d"])

    assert [(1,)] == ask(index, "SELECT count(*) FROM facts_readings WHERE path LIKE 'package%'")


def test_a_damaged_index_gives_the_right_answer_and_is_mended(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    expected = kept(root, index, FILE)
    for harm in (
        "UPDATE facts_seen SET value = 'x' WHERE kind = 'folder' AND path = ''",
        "UPDATE facts_seen SET value = 'x' WHERE kind = 'top'",
        "UPDATE facts_readings SET counts = 'x'",
        "UPDATE facts_rows SET spelled = X'ff'",
    ):
        change(index, harm)
        assert expected == kept(root, index, FILE, kind=KeptFacts), harm
        assert expected == kept(root, index, FILE) == kept(root, index, FILE), harm
    change(index, "UPDATE facts_seen SET value = CAST(X'ff' AS TEXT)")
    assert expected == kept(root, index, FILE, kind=KeptFacts)
    index.write_bytes(b"no database at all" * 100)
    assert expected == kept(root, index, FILE) == kept(root, index, FILE)


def test_where_nothing_can_be_kept_everything_is_read(root: Path, tmp_path: Path):
    (tmp_path / "file").write_text("")
    in_memory = DerivedDatabase(None, "facts", TABLES)
    source = KeptFacts(root, list, (), "linux", (), in_memory, later)

    assert anew(root, FILE) == kept(root, tmp_path / "file" / "index.db", FILE)
    for _ in range(2):
        facts, skipped = source.gather([FILE], ())
        assert anew(root, FILE) == (facts, list(skipped))
    in_memory.close()


def test_an_index_that_can_only_be_read_is_read(root: Path, tmp_path: Path):
    """As of a clone on a disk that takes no writes."""
    index = tmp_path / "index.db"
    kept(root, index, FILE)
    change(
        index, "UPDATE facts_rows SET version = '9.9.9' WHERE name = 'anyio'", "PRAGMA journal_mode = DELETE"
    )

    class ReadOnly(DerivedDatabase):
        """A database whose file can't be opened for writing, whoever asks."""

        def _connected(self, path: str) -> sqlite3.Connection:
            error = sqlite3.OperationalError("unable to open database file")
            error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
            raise error

    opened = ReadOnly(str(index), "facts", TABLES)
    facts, _ = KeptFacts(root, list, (), "linux", (), opened, later).gather([FILE], ())
    write(root, {"pyproject.toml": PYPROJECT.replace("0.20", "0.30")})
    changed, _ = KeptFacts(root, list, (), "linux", (), opened, later).gather([FILE], ())
    opened.close()

    assert ["9.9.9"] == [one.version for one in facts.dependencies if one.name == "anyio"]
    assert ">=0.30" in [one.declared for one in changed.dependencies]


def test_of_many_contents_of_one_manifest_the_latest_are_kept(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    opened = database(index)
    source = KeptFacts(root, list, (), "linux", (), opened, later)
    for number in range(MAX_CONTENTS + 8):
        write(root, {"pyproject.toml": PYPROJECT.replace("0.20", f"0.{number}")})
        source.gather([FILE], ())
    opened.close()

    [(many,)] = ask(index, "SELECT count(*) FROM facts_readings WHERE path = 'pyproject.toml'")
    orphans = ask(index, "SELECT * FROM facts_rows WHERE reading NOT IN (SELECT number FROM facts_readings)")
    assert (MAX_CONTENTS, []) == (many, orphans)


def test_processes_that_read_and_edit_at_once_mix_nothing(root: Path, tmp_path: Path):
    index = tmp_path / "index.db"
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from gitexp.adapters.derived_sqlite import DerivedDatabase\n"
        "from gitexp.adapters.facts_kept import KeptFacts\n"
        "from gitexp.adapters.facts_kept_tables import TABLES\n"
        "root, index, own = Path(sys.argv[1]), sys.argv[2], sys.argv[3]\n"
        "opened = DerivedDatabase(index, 'facts', TABLES)\n"
        "source = KeptFacts(root, list, (), 'linux', (), opened)\n"
        "for number in range(25):\n"
        "    manifest = root / own / 'requirements.txt'\n"
        "    manifest.parent.mkdir(exist_ok=True)\n"
        "    manifest.write_text(f'own-{own}=={number}\\n' * (1 + number % 3))\n"
        "    for file in (f'{own}/a.py', 'src/b.py'):\n"
        "        facts, skipped = source.gather([file], ())\n"
        "        assert not skipped, skipped\n"
        "        found = [one.version for one in facts.dependencies if one.name == f'own-{own}']\n"
        "        assert found == ([str(number)] if file != 'src/b.py' else []), (number, found)\n"
        "opened.close()\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(gitexp.__file__).parents[1])}
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(root), str(index), own], env=environment)
        for own in ("a", "b", "c")
    ]

    assert [0, 0, 0] == [one.wait() for one in running]
    for file in ("a/a.py", "b/a.py", "c/a.py", FILE):
        assert anew(root, file) == kept(root, index, file, now=time.time_ns)


def test_thousands_of_given_facts_are_taken(root: Path, tmp_path: Path):
    pairs = [f"name-{number}={number}" for number in range(5_000)]
    opened = database(tmp_path / "index.db")
    facts, skipped = KeptFacts(root, list, (), "linux", (), opened).gather(
        [FILE], [*pairs, "name-7=other"], names=()
    )
    opened.close()

    assert (5_000, "4999") == (len(facts.given), facts.given["name-4999"].value)
    assert ["--env name-7=other"] == [one.where for one in skipped]


CONTENTS = {
    "pyproject.toml": (
        PYPROJECT,
        "[tool.ruff]\n",
        "[project\n",
        '[project]\nname = "x"\ndynamic = ["dependencies"]\n',
    ),
    "uv.lock": (UV, UV.replace("0.27.2", "0.28.9"), "<<<<<<< HEAD\n"),
    "setup.py": ("setup(install_requires=read())\n", "setup(install_requires=['flask'])\n"),
    "requirements.txt": ("httpx==0.1\n", "httpx==0.2\nrich\n", "-r other.txt\n"),
    "requirements/dev.txt": ("pytest==8\n", "?? ??\n"),
    "package.json": ('{"dependencies": {"react": "^18"}}', '{"type": "module"}', "{", "[]"),
    "package-lock.json": (
        '{"packages": {"": {"dependencies": {"react": "^18"}}, "node_modules/react": {"version": "18.2.0"}}}',
        '{"dependencies": {"react": {"version": "17.0.0"}}}',
    ),
    "pom.xml": (MAVEN, "<!DOCTYPE x><project/>"),
    "conanfile.txt": ("",),
    "bun.lock": ("",),
    "rich.py": ("",),
    "Jenkinsfile": ("",),
    ".github/workflows/a.yml": ("",),
    "a.py": ("import httpx\n", "from rich import print\n", "import flask, react\n"),
    "x.js": ("import react from 'react'\n",),
}
FOLDERS = ("", "a", "a/b", "a/b/c")
a_step = st.tuples(
    st.sampled_from(FOLDERS),
    st.sampled_from(sorted(CONTENTS)),
    st.sampled_from(["write", "write", "write", "remove", "link", "folder"]),
    st.integers(0, 3),
)
a_question = st.tuples(
    st.lists(st.sampled_from(["a/b/c/a.py", "a/x.js", "a.py", "a/b/y.java"]), max_size=2),
    st.sampled_from(
        [None, (), ("httpx",), ("react", "core"), ("FLASK", "org.example:core"), ("rich", "framework")]
    ),
)


def at(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def step(root: Path, path: Path, kind: str, text: str) -> None:
    """Do one change of a work tree, whatever lies there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif path.is_symlink() or path.exists():
        path.unlink()
    path.parent.mkdir(parents=True, exist_ok=True)
    if kind == "write":
        path.write_text(text, encoding="utf-8")
    elif kind == "link":
        path.symlink_to(root / "a" / "b" / path.name)
    elif kind == "folder":
        path.mkdir()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    steps=st.lists(st.tuples(a_step, a_question), min_size=1, max_size=6),
    believing=st.booleans(),
)
def test_the_answer_is_that_of_reading_anew_after_every_change(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[tuple[str, str, str, int], tuple[list[str], Collection[str] | None]]],
    believing: bool,
):
    top = tmp_path_factory.mktemp("trees")
    root, index = top / "tree", top / "index.db"
    root.mkdir()
    tracked = [at(folder, name) for folder in FOLDERS for name in CONTENTS]
    for date, ((folder, name, kind, which), (files, names)) in enumerate(steps, start=1):
        path = root / at(folder, name)
        step(root, path, kind, CONTENTS[name][which % len(CONTENTS[name])])
        if believing:
            # Changes in one tick of the disk's clock leave the same dates: where stamps are believed, dates differ.
            for one in (path, *path.parents):
                if one.is_relative_to(root) and one.exists():
                    os.utime(one, ns=(date * 10**9, date * 10**9), follow_symlinks=False)
        for _ in range(2):
            now = later if believing else time.time_ns
            assert anew(root, *files, names=names, tracked=tracked) == kept(
                root, index, *files, names=names, tracked=tracked, now=now
            )
    shutil.rmtree(top)
