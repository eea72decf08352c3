"""The redact step as a whole: every text of a record, placeholders within one discussion, and its bar."""

from __future__ import annotations

import string
from dataclasses import fields

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from gitexp.records.discussion import Anchor, Discussion, Speaker, Turn
from gitexp.records.evidence import Evidence, is_verbatim
from gitexp.records.experience import Experience, Incident, Lifecycle, Provenance, Relations, Scope
from gitexp.records.precondition import (
    Condition,
    DependencyCheck,
    KeyCheck,
    LanguageCheck,
    PathCheck,
    PlatformCheck,
    Preconditions,
    SymbolCheck,
)
from gitexp.records.text import Redacted
from gitexp.steps.redact import redact, redacted, redacted_experience
from support.planted import ALNUM, HEX, KINDS, Maker, Planted, harmless, named, planted, private_keys

TOKEN = "ghp_" + Maker(7).some(ALNUM, 36)
OTHER = "glpat-" + Maker(8).some(ALNUM, 20)


def left(one: Planted) -> list[str]:
    """Return the pieces of eight characters that redaction left of a planted secret."""
    text = redacted(one.text)
    slices = (piece[start : start + 8] for piece in one.hidden for start in range(len(piece) - 7))
    return [found for found in slices if found in text]


def discussion(*texts: str, title: str = "A title") -> Discussion[str]:
    turns = tuple(
        Turn(f"issue_comment:{number}", Speaker("jane", "reviewer"), text)
        for number, text in enumerate(texts)
    )
    return Discussion("acme/app#7", "pull_request", "acme/app", title, turns)


def test_of_60_planted_secrets_of_20_kinds_none_is_left() -> None:
    secrets = planted(seed=1)

    assert (60, 20) == (len(secrets), len({one.kind for one in secrets}))
    assert [] == [(one.kind, one.place) for one in secrets if left(one)]


def test_of_300_harmless_lines_at_most_one_is_changed() -> None:
    lines = harmless(seed=1)

    changed = [line for line in lines if redacted(line) != line]

    assert 300 == len(set(lines))
    assert len(changed) <= 1, changed


def test_harmless_lines_stay_harmless_in_one_text() -> None:
    lines = harmless(seed=2)

    changed = [
        (line, now)
        for line, now in zip(lines, redacted("\n".join(lines)).split("\n"), strict=True)
        if line != now
    ]

    assert len(changed) <= 1, changed


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_every_kind_of_secret_goes_in_every_place(seed: int) -> None:
    assert [] == [(one.kind, one.place) for one in planted(seed, each=4) if left(one)]


def test_private_keys_go_whole_and_cut_off() -> None:
    assert [] == [(one.kind, one.place) for one in private_keys() if left(one)]


def test_what_stands_under_the_name_of_a_secret_goes_however_it_is_written() -> None:
    assert [] == [(one.place, one.text) for one in named() if left(one)]


def test_every_text_of_a_discussion_goes_through() -> None:
    hunk = f"@@ -1 +1 @@\n-key = '{OTHER}'\n+key = '{TOKEN}'"
    anchor = Anchor(path=f"/home/jane/{TOKEN}.py", line=3, commit="abc", hunk=hunk)
    turn = Turn("review_comment:1", Speaker("jane", "author"), f"Why {TOKEN}?", anchor=anchor)

    [clean], count = redact([Discussion("d", "pull_request", "acme/app", f"Drop {TOKEN}", (turn,))])

    assert "Drop [secret-1]" == clean.title
    assert "Why [secret-1]?" == clean.turns[0].text
    assert clean.turns[0].anchor is not None
    assert "~/[secret-1].py" == clean.turns[0].anchor.path
    assert "@@ -1 +1 @@\n-key = '[secret-2]'\n+key = '[secret-1]'" == clean.turns[0].anchor.hunk
    assert 6 == count


def test_a_discussion_without_secrets_comes_out_as_it_went_in() -> None:
    turn = Turn(
        id="review_comment:1",
        speaker=Speaker("jane", "reviewer", "MEMBER", "yes"),
        text="Please keep `parse` strict.",
        at="2024-05-01T10:00:00Z",
        url="https://github.com/acme/app/pull/7#discussion_r1",
        anchor=Anchor("src/app/parse.py", 12, "0a1b2c3", "@@ -1 +1 @@\n-a\n+b", "no"),
        reply_to="review_comment:0",
        thread="thread:1",
        resolved="yes",
        suggestion="yes",
        state="APPROVED",
        late=True,
    )
    whole = Discussion(
        id="acme/app#7",
        kind="pull_request",
        repo="acme/app",
        title="Keep parse strict",
        turns=(turn,),
        url="https://github.com/acme/app/pull/7",
        author="john",
        number=7,
        merged_at="2024-05-02T10:00:00Z",
        local=True,
        private=True,
        files=("src/parse.py",),
        taken_back="#9",
        noted=True,
        repeats="000000000a",
    )

    assert ((whole,), 0) == redact([whole])
    assert [] == [field.name for field in fields(Turn) if getattr(turn, field.name) == field.default]
    assert [] == [field.name for field in fields(Discussion) if getattr(whole, field.name) == field.default]


def test_texts_that_nobody_wrote_stay_absent() -> None:
    turn = Turn("review:1", Speaker(None, "reviewer"), "", anchor=Anchor())

    [clean], count = redact([Discussion("d", "history", "acme/app", None, (turn,))])

    assert (None, "", Anchor(), None) == (clean.title, clean.turns[0].text, clean.turns[0].anchor, clean.url)
    assert 0 == count


def test_the_same_secret_gets_the_same_placeholder_within_a_discussion_and_counts_anew_in_the_next() -> None:
    first = discussion(f"{TOKEN} and {OTHER}", f"again {OTHER}")
    second = discussion(f"only {OTHER}")

    clean, count = redact([first, second])

    assert ["[secret-1] and [secret-2]", "again [secret-2]"] == [turn.text for turn in clean[0].turns]
    assert ["only [secret-1]"] == [turn.text for turn in clean[1].turns]
    assert 4 == count


def test_a_secret_known_by_its_place_goes_where_it_stands_alone_too() -> None:
    secret = Maker(9).some(ALNUM, 24)

    [clean], _ = redact([discussion(f"it logs {secret} now", f'client_secret = "{secret}"')])

    assert ["it logs [secret-1] now", 'client_secret = "[secret-1]"'] == [turn.text for turn in clean.turns]


def test_a_text_that_has_placeholders_already_keeps_them_and_counts_on() -> None:
    assert "[secret-2] [email-1] then [secret-3]" == redacted(f"[secret-2] [email-1] then {TOKEN}")


def test_the_login_of_a_public_speaker_stays() -> None:
    [clean], _ = redact([discussion("I agree with @john-doe.")])

    assert ("jane", "I agree with @john-doe.") == (clean.turns[0].speaker.login, clean.turns[0].text)


def test_a_turn_is_in_the_form_that_quotes_are_measured_in() -> None:
    [clean], _ = redact([discussion("First.  \r\nSecond.\t\r\n")])

    assert "First.\nSecond.\n" == clean.turns[0].text
    assert is_verbatim("First.\nSecond.", clean.turns[0].text)


def test_every_text_of_an_experience_goes_through_and_its_structure_stays() -> None:
    secret = f"use {TOKEN}"
    conditions = (
        Condition(secret, DependencyCheck(TOKEN, "pypi", ">=2")),
        Condition(secret, LanguageCheck("python")),
        Condition(secret, PathCheck(f"/home/jane/{TOKEN}/**")),
        Condition(secret, SymbolCheck("App.parse")),
        Condition(secret, PlatformCheck("linux")),
        Condition(secret, KeyCheck("token", (TOKEN, "none"))),
        Condition(secret),
    )
    experience = Experience(
        id="parse-0123456789",
        title=secret,
        when=secret,
        what=secret,
        evidence=(Evidence("review:1", secret, f"https://a.internal/?t={TOKEN}", "jane", "2024-05-01"),),
        lens="logic",
        kind="pitfall",
        status="active",
        why=secret,
        preconditions=Preconditions(conditions, conditions[:1], conditions[6:], ("must_if",)),
        failure_modes=(secret,),
        anti_patterns=(secret,),
        scope=Scope((secret,), (secret,)),
        example=secret,
        incident=Incident(secret, secret, secret, secret),
        pattern=secret,
        severity="warn",
        quality=4,
        search={"en": (secret,)},
        observed_at="2024-05-01",
        lifecycle=Lifecycle(expires="2025-01-01", reason=secret),
        relations=Relations(supersedes=("old-0123456789",)),
        provenance=Provenance(engine="rules"),
        own={"x-team": "parsers"},
    )

    clean = redacted_experience(experience)

    assert TOKEN not in repr(clean)
    assert "use [secret-1]" == clean.title == clean.incident.outcome == clean.search["en"][0]
    assert (
        Evidence("review:1", "use [secret-1]", "https://a.internal/?t=[secret-1]", "jane", "2024-05-01")
        == clean.evidence[0]
    )
    assert (
        DependencyCheck("[secret-1]", "pypi", ">=2"),
        LanguageCheck("python"),
        PathCheck("~/[secret-1]/**"),
        SymbolCheck("App.parse"),
        PlatformCheck("linux"),
        KeyCheck("token", ("[secret-1]", "none")),
    ) == clean.preconditions.checks()[:6]
    assert ("must_if",) == clean.preconditions.unread
    assert Lifecycle(expires="2025-01-01", reason="use [secret-1]") == clean.lifecycle
    assert (experience.relations, experience.provenance, experience.own) == (
        clean.relations,
        clean.provenance,
        clean.own,
    )


def test_what_comes_out_is_redacted_text() -> None:
    assert isinstance(redacted("plain"), Redacted)
    assert isinstance(redact([discussion("plain")])[0][0].turns[0].text, Redacted)


PIECES = (
    *string.punctuation,
    *"\n\r\t \x1b\x00\u200b\u200d\u202e\ufe0f",
    *(
        "password",
        "token",
        "api_key",
        " = ",
        ": ",
        "is ",
        "Bearer ",
        "Authorization: ",
        "Signed-off-by: ",
        "Jane Roe",
    ),
    *(
        "jane@firm.io",
        "/home/",
        "/Users/",
        "C:\\Users\\",
        "jane",
        "postgres://u:",
        "@host",
        "密码是",
        "%40",
        "%3D",
        "\\n",
    ),
    *(
        "[secret-1]",
        "[email-2]",
        "[person-1]",
        "~",
        "BEGIN RSA PRIVATE",
        " KEY-----",
        "-----",
        "x9Kq2Lm8Zp4R",
        "👩",
        "ب",
    ),
)


@st.composite
def mixtures(draw: st.DrawFn) -> str:
    """Draw a text of pieces that redaction looks at, with planted keys among them."""
    keys = st.builds(
        lambda kind, seed: KINDS[kind](Maker(seed)).before + KINDS[kind](Maker(seed)).body,
        st.sampled_from(sorted(KINDS)),
        st.integers(0, 99),
    )
    return "".join(draw(st.lists(st.one_of(st.sampled_from(PIECES), keys, st.text(max_size=6)), max_size=14)))


@settings(max_examples=400, deadline=None)
@given(mixtures())
@example("/home/a/home/b")
@example("password=password=x9Kq2Lm8Zp4R")
@example("\x1b\x1b[31m[31m")
def test_redacting_twice_is_redacting_once(text: str) -> None:
    once = redacted(text)

    assert once == redacted(once)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=string.ascii_lowercase + " .,\n", max_size=200))
def test_plain_words_are_left_alone(text: str) -> None:
    kept = "\n".join(line.rstrip(" ") for line in text.split("\n"))

    assert kept == redacted(text)


@pytest.mark.parametrize("sign", ["a", "/", "@", "\\", "=", "-", '"', "A1", "a@", HEX])
def test_a_line_of_five_megabytes_goes_through(sign: str) -> None:
    text = sign * (5_000_000 // len(sign))

    assert text == redacted(text)
