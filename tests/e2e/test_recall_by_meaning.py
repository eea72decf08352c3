"""Nearness in meaning as processes: off by default, nothing sent unasked, and words answer where it fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.process import INSTALLATION, environment, exp, exp_at_terminal
from support.repository import Repository
from support.scripted_embeddings import Gives, embeddings
from support.scripted_llm import dead_url

FILE = """\
id: {name}-0a1b2c3d{number:02}
title: {title}
when: {title} comes up
what: {title}.
preconditions: none
evidence: [{{turn: "review_comment:{number}", quote: "{title}.", by: rex, at: "2024-01-0{number}"}}]
lens: logic
kind: pitfall
status: active
"""
TITLES = {
    "fee": "A customer charged again for one package",
    "lamp": "The lamp in the hall wants a new bulb",
    "oven": "Heat the oven slowly before baking bread",
}
OTHER_WORDS = "billed twice per shipment"


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    """A repository with three experiences that share no word with the question."""
    repository = Repository.create(tmp_path / "shop")
    files = {
        f"experiences/general/{name}-0a1b2c3d{number:02}.yaml": FILE.format(
            name=name, title=title, number=number
        )
        for number, (name, title) in enumerate(TITLES.items(), 1)
    }
    repository.commit("Keep what was learnt", files)
    return repository


def switched_on(repository: Repository, url: str) -> None:
    repository.git("config", "exp.embeddings", "some-model")
    repository.git("config", "exp.embeddingsBaseUrl", url)


def found(done) -> list[str]:
    return [one["id"].rpartition("-")[0] for one in done.json["applicable"]]


def test_a_question_in_other_words_is_answered_once_vectors_were_made(shop):
    before = exp(shop.path, "recall", OTHER_WORDS, "--json").plain
    with embeddings() as server:
        switched_on(shop, server.url)
        made = exp(shop.path, "index", "--embed", "--yes", "--json").plain
        after = exp(shop.path, "recall", OTHER_WORDS, "--json").plain
        again = exp(shop.path, "index", "--embed").plain

    assert [] == found(before)
    assert (0, 3, 3) == (made.code, made.json["vectors"]["have"], made.json["vectors"]["experiences"])
    assert ["fee"] == found(after)
    assert after.json["applicable"][0]["because"][0].startswith("near in meaning (0.")
    assert [] == after.json["limits"]
    assert (0, "") == (again.code, again.stderr)
    assert [48, 3, 1] == [len(texts) for texts in server.texts]


def test_it_is_off_unless_the_user_s_own_configuration_names_a_model(shop):
    with embeddings() as server:
        env = {"OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k"}
        shop.commit("Set it in the tree", {".gitconfig": "[exp]\n\tembeddings = some-model\n"})
        done = exp(shop.path, "recall", OTHER_WORDS, "--json", env=env).plain
        wanted = exp(shop.path, "index", "--embed", "--yes", env=env).plain

    assert ([], []) == (found(done), done.json["limits"])
    assert (
        3,
        "Error: exp.embeddings: is not set: there are no embeddings; git config exp.embeddings NAME",
    ) == (
        wanted.code,
        wanted.complaint,
    )
    assert [] == server.texts


def test_where_it_is_off_nothing_of_it_is_imported(shop):
    code = (
        "import sys\nfrom gitexp.cli import run\nrun(['recall', 'billed'])\n"
        "print(*(one for one in sys.modules if 'embed' in one or 'meaning' in one or one == 'numpy'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=shop.path,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )

    assert "" == done.stdout.splitlines()[-1]


def test_nothing_is_sent_before_somebody_agreed_to_what_is_said(shop):
    with embeddings() as server:
        switched_on(shop, server.url)
        unasked = exp(shop.path, "index", "--embed").plain
        refused = exp_at_terminal(shop.path, "index", "--embed", typed="n\n").plain
        assert [] == server.texts
        agreed = exp_at_terminal(shop.path, "index", "--embed", typed="y\n").plain

    announced, sent = unasked.stderr.splitlines()
    assert announced.startswith(f"asks some-model at {server.url} for vectors: about 1,")
    assert announced.endswith(
        " tokens; what leaves this machine: title, when, what and why of 3 experiences (redacted),"
        " and 48 sentences of exp's own"
    )
    assert "nothing was sent; `--yes` sends without asking" == sent
    assert (1, 1, 0) == (unasked.code, refused.code, agreed.code)
    assert "send them? [y/N]" in refused.stderr
    assert "vectors   3 of 3 by some-model" in agreed.stdout


def test_where_the_endpoint_is_gone_words_answer_and_it_is_said(shop):
    with embeddings() as server:
        switched_on(shop, server.url)
        exp(shop.path, "index", "--embed", "--yes")
    shop.git("config", "exp.embeddingsBaseUrl", server.url)
    done = exp(shop.path, "recall", "lamp bulb hall", "--json").plain

    assert (0, ["lamp"]) == (done.code, found(done))
    [limit] = done.json["limits"]
    assert limit.startswith(f"nearness in meaning: {server.url} gives no answer (")
    assert limit.endswith("; the words alone were searched")


def test_a_new_experience_is_found_by_its_words_and_said_to_have_no_vector(shop):
    with embeddings() as server:
        switched_on(shop, server.url)
        exp(shop.path, "index", "--embed", "--yes")
        text = FILE.format(name="gate", title="Lock the garden gate", number=4)
        shop.commit("Learn more", {"experiences/general/gate-0a1b2c3d04.yaml": text})
        done = exp(shop.path, "recall", "garden gate", "--json").plain

    assert ["gate"] == found(done)
    told = "nearness in meaning: 1 of 4 experiences have no vector: `exp index --embed` makes them"
    assert [told] == done.json["limits"]


def test_a_key_that_is_refused_ends_with_4_and_is_not_printed(shop):
    with embeddings(lambda texts: Gives(b'{"error": {"message": "bad key planted-key"}}', 401)) as server:
        switched_on(shop, server.url)
        shop.git("config", "exp.embeddingsApiKey", "planted-key")
        done = exp(shop.path, "index", "--embed", "--yes").plain

    assert 4 == done.code
    assert f"Error: {server.url}: refuses the key (401: bad key …); set the key" in done.stderr
    assert "planted-key" not in done.both


@pytest.mark.parametrize(
    ("setting", "value", "why"),
    [
        (
            "exp.embeddingsBaseUrl",
            "http://vectors.example.org/v1",
            "http://vectors.example.org/v1 is not encrypted",
        ),
        ("exp.embeddingsBaseUrl", "ftp://vectors.example.org", "holds no address of http or https"),
        ("exp.embeddingsApiKey", "a b", "holds a blank or a character that no key has"),
    ],
)
def test_a_setting_that_is_wrong_is_said_and_words_answer(shop, setting, value, why):
    switched_on(shop, dead_url())
    shop.git("config", setting, value)
    recalled = exp(shop.path, "recall", "lamp bulb hall", "--json").plain
    shown = exp(shop.path, "index", "--json").plain

    assert ["lamp"] == found(recalled)
    assert f"nearness in meaning: {setting}: {why}" in recalled.json["limits"][0]
    assert (3, 3) == (shown.code, shown.json["experiences"])
    assert f"Error: {setting}: {why}" in shown.stderr


def test_without_numpy_words_answer_and_it_is_said_how_to_get_it(shop, tmp_path):
    with embeddings() as server:
        switched_on(shop, server.url)
        exp(shop.path, "index", "--embed", "--yes")
        (tmp_path / "lacks").mkdir()
        (tmp_path / "lacks" / "sitecustomize.py").write_text("import sys\nsys.modules['numpy'] = None\n")
        env = {"PYTHONPATH": f"{tmp_path / 'lacks'}:{INSTALLATION.parent}"}
        done = exp(shop.path, "recall", "lamp bulb hall", "--json", env=env).plain
        wanted = exp(shop.path, "index", "--embed", env=env).plain

    assert ["lamp"] == found(done)
    assert ["nearness in meaning: needs numpy: pip install 'git-exp[embeddings]'"] == done.json["limits"]
    assert (3, True) == (wanted.code, "needs the package numpy" in wanted.complaint)


def test_where_no_vector_could_be_kept_nothing_is_sent(shop):
    with embeddings() as server:
        switched_on(shop, server.url)
        (shop.path / ".git" / "exp").write_text("no folder")
        done = exp(shop.path, "index", "--embed", "--yes").plain

    assert 3 == done.code
    assert "vectors.db: can't be written: no vector could be kept" in done.stderr
    assert [] == server.texts
