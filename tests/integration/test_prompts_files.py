"""Prompts come from the package, and from the team's files in their place."""

from __future__ import annotations

from hashlib import sha256

import pytest

from gitexp.adapters.prompts_files import prompts
from gitexp.cli import wiring_llm
from gitexp.cli.wiring_llm import prompts_in
from gitexp.config_llm import LlmOptions
from gitexp.errors import RecordError, RepositoryError
from gitexp.records.llm import ASKING, Announcement
from gitexp.records.text import Redacted
from gitexp.steps.redact import redacted

OWN = b"---\nversion: 7\n---\n\nCut it small.\nNothing more.\n"


def plain(text):
    return Redacted.rendered(text)


def test_the_package_has_a_prompt_for_each_step_and_a_charter():
    read = prompts({}, b"", plain)

    assert set(ASKING) == set(read.of)
    for step, prompt in read.of.items():
        assert step == prompt.step
        assert "git-exp" == prompt.source
        assert 1 <= prompt.version
        assert 200 < len(prompt.text)
        assert not prompt.text.startswith("---")
    assert read.charter.startswith("# What we record, and what not")


def test_a_file_of_the_team_takes_the_place_of_one_prompt():
    embedded = prompts({}, b"", plain)
    read = prompts({"group.md": OWN}, b"# Ours\n\nIn English.\n", plain)

    assert ("group", 7, "Cut it small.\nNothing more.", "experiences/.prompts/group.md") == (
        read.of["group"].step,
        read.of["group"].version,
        read.of["group"].text,
        read.of["group"].source,
    )
    assert {step: embedded.of[step] for step in ASKING if step != "group"} == {
        step: read.of[step] for step in ASKING if step != "group"
    }
    assert "# Ours\n\nIn English." == read.charter
    assert (
        f"group 7 {sha256(b'Cut it small.' + bytes([10]) + b'Nothing more.').hexdigest()[:8]}"
        == read.names[0]
    )


def test_line_ends_and_a_byte_order_mark_make_no_difference():
    windows = b"\xef\xbb\xbf" + OWN.replace(b"\n", b"\r\n")

    assert prompts({"group.md": OWN}, b"", plain).of == prompts({"group.md": windows}, b"", plain).of


def test_every_text_goes_through_the_redaction_that_was_given():
    secret = "ghp_" + "a1B2" * 9
    read = prompts(
        {"merge.md": b"---\nversion: 1\n---\nUse " + secret.encode()},
        b"Ours: " + secret.encode(),
        redacted,
    )

    assert secret not in read.of["merge"].text
    assert secret not in read.charter


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        (
            "extrakt.md",
            OWN,
            "experiences/.prompts/extrakt.md: no step has a prompt of this name; did you mean extract.md?",
        ),
        (
            "zzz.txt",
            OWN,
            "experiences/.prompts/zzz.txt: no step has a prompt of this name; "
            "its files are group.md, extract.md, review.md, dedup.md, merge.md",
        ),
        (
            "group.md",
            b"Cut it.",
            "experiences/.prompts/group.md:1: has no head; "
            "begin it with the three lines `---`, `version: 1` and `---`",
        ),
        (
            "group.md",
            b"---\nversion: 1.2\n---\nCut it.",
            "experiences/.prompts/group.md:2: the head is not one line with a version; "
            "write `version: 1`, a whole number",
        ),
        (
            "group.md",
            b"---\nversion: 1\nmodel: big\n---\nCut it.",
            "experiences/.prompts/group.md:2: the head is not one line with a version; "
            "write `version: 1`, a whole number",
        ),
        (
            "group.md",
            b"---\nversion: 1\n---\n \n",
            "experiences/.prompts/group.md:4: has no words below its head; write the task, or delete the file",
        ),
        (
            "group.md",
            b"---\nversion: 1\n---\nCut\n\xff it.",
            "experiences/.prompts/group.md:5: is not UTF-8; save it as UTF-8",
        ),
        (
            "group.md",
            OWN + b"x" * 65536,
            "experiences/.prompts/group.md: has 65584 bytes, more than 65536; cut it to what the task needs",
        ),
    ],
)
def test_a_file_that_is_no_prompt_is_an_error_with_place_and_mend(name, data, error):
    with pytest.raises(RecordError) as raised:
        prompts({name: data}, b"", plain)

    assert error == str(raised.value)


def test_a_charter_that_is_not_utf_8_is_an_error():
    with pytest.raises(RecordError) as raised:
        prompts({}, b"# Ours\n\xff", plain)

    assert "experiences/CHARTER.md:2: is not UTF-8; save it as UTF-8" == str(raised.value)


def test_words_about_the_prompts_and_hidden_files_are_passed_over_and_any_other_name_is_an_error(tmp_path):
    folder = tmp_path / ".prompts"
    folder.mkdir()
    (folder / "group.md").write_bytes(OWN)
    (folder / "README.md").write_text("Ask before you change one.\n")
    (folder / ".swap").write_bytes(b"\xff\x00")

    assert 7 == prompts_in((tmp_path,)).of["group"].version

    (folder / "READ.md").write_text("Ask before you change one.\n")
    with pytest.raises(RecordError, match=r"READ\.md: no step has a prompt of this name"):
        prompts_in((tmp_path,))


def test_without_the_package_a_run_stops_before_anything_is_said_and_kept_replies_need_none(monkeypatch):
    monkeypatch.setattr(wiring_llm, "find_spec", lambda name: None)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    said: list[Announcement] = []

    def say(one):
        said.append(one)
        return True

    def judges(**options):
        named = LlmOptions(engine="model", model="some-llm", **options)
        return wiring_llm.Judges(named, {}, None, lambda: prompts({}, b"", plain), say, lambda *_: None)

    with pytest.raises(RepositoryError) as error:
        judges().judging()

    assert (
        "--engine model: needs the package openai, which is not installed; "
        "pip install 'git-exp[model]' (or pipx inject git-exp openai httpx2)"
    ) == str(error.value)
    assert [] == said
    assert "some-llm" == judges(offline=True).judging().engine.judge.model
