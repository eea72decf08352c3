"""A candidate comes back from its document as it was; what is no such document is refused in one line."""

import json
from dataclasses import fields, replace
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitexp.adapters.candidate_json import (
    candidate_document_whole,
    candidate_from,
    carried_document,
    carried_from,
)
from gitexp.adapters.candidate_json_values import bounded
from gitexp.errors import RecordError
from gitexp.records.bot import Carried
from gitexp.records.candidate import Candidate, Settled, Trail
from gitexp.records.discussion import Anchor, Discussion, Kind, Role, Speaker, Turn, YesNo
from gitexp.records.evidence import Evidence, is_verbatim
from gitexp.records.experience import ExperienceKind, Lens
from gitexp.records.garbage import GARBAGE_KINDS, Exclusion
from gitexp.records.judgement import Judge
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
from gitexp.steps.redact import redacted
from support.planted import ALNUM, Maker
from support.talk import a_candidate, a_discussion, a_thread

RULE = "Retry only GET, because POST is not idempotent."
TALK = a_discussion(*a_thread(("rita", RULE), ("adam", "Done.")))
CARRIED = Carried(
    a_candidate(RULE),
    TALK,
    "2024-03-30T10:00:00Z",
    Judge("model", "small-1", ("extract 3 0a1b2c3d",)),
    "5f0c",
)

raw = st.text(max_size=30) | st.sampled_from(
    ["call me: jane@example.org", "/home/jane/x.py", "a\nb\r\n", "漢字 `a_b`"]
)
texts = raw.map(redacted)
plains = texts.map(str)
names = st.from_regex(r"[A-Za-z0-9:#/._-]{1,20}", fullmatch=True)
flags = st.sampled_from(get_args(YesNo))
lists = st.lists(texts, max_size=2).map(tuple)
plain_lists = st.lists(plains, max_size=2).map(tuple)
days = st.none() | st.dates().map(str)
numbers = st.none() | st.integers(1, 9)
checks = st.one_of(
    st.builds(DependencyCheck, plains, st.none() | plains, st.none() | plains),
    st.builds(LanguageCheck, plains),
    st.builds(PathCheck, plains),
    st.builds(SymbolCheck, plains),
    st.builds(PlatformCheck, plains),
    st.builds(KeyCheck, plains, plain_lists),
)
conditions = st.lists(st.builds(Condition, texts, st.none() | checks), max_size=2).map(tuple)
evidence = st.builds(Evidence, names, texts, st.none() | plains, st.none() | plains, days)
lacks = st.lists(st.builds(Exclusion, st.sampled_from(GARBAGE_KINDS), plains), max_size=2).map(tuple)
name_lists = st.lists(names, max_size=2).map(tuple)
kinds = st.lists(st.sampled_from(GARBAGE_KINDS), max_size=2).map(tuple)
candidates = st.builds(
    Candidate,
    id=names,
    discussion=names,
    topic=names,
    repo=names,
    title=texts,
    lens=st.sampled_from(get_args(Lens)),
    kind=st.sampled_from(get_args(ExperienceKind)),
    when=texts,
    what=texts,
    evidence=st.lists(evidence, max_size=3).map(tuple),
    settled=st.builds(Settled, flags, st.none() | plains, st.none() | names, plains, st.booleans()),
    trail=st.builds(Trail, plain_lists, kinds, name_lists, lacks, plains),
    why=st.none() | texts,
    preconditions=st.builds(Preconditions, conditions, conditions, conditions, plain_lists),
    failure_modes=lists,
    anti_patterns=lists,
    symbols=lists,
    paths=lists,
    places=lists,
    example=st.none() | texts,
    pattern=st.none() | texts,
    quality=numbers,
    search=st.dictionaries(st.sampled_from(["en", "zh"]), plain_lists, max_size=2),
    observed_at=days,
    derived=st.just(("when", "title")) | st.just(()),
    local=st.booleans(),
    score=st.floats(-9, 9),
)
anchors = st.builds(Anchor, st.none() | texts, numbers, st.none() | names, st.none() | texts, flags)
speakers = st.builds(Speaker, st.none() | plains, st.sampled_from(get_args(Role)), st.none() | plains, flags)
turns = st.builds(
    Turn,
    id=names,
    speaker=speakers,
    text=texts,
    at=days,
    url=st.none() | plains,
    anchor=st.none() | anchors,
    reply_to=st.none() | names,
    thread=st.none() | names,
    resolved=flags,
    suggestion=flags,
    state=st.none() | plains,
    late=st.booleans(),
)
sources = st.builds(
    Discussion,
    id=names,
    kind=st.sampled_from(get_args(Kind)),
    repo=names,
    title=st.none() | texts,
    turns=st.lists(turns, max_size=2).map(tuple),
    url=st.none() | plains,
    author=st.none() | plains,
    number=numbers,
    merged_at=days,
    local=st.booleans(),
    private=st.booleans(),
    files=plain_lists,
    taken_back=st.none() | plains,
)


def through_json(document: object) -> Any:
    return json.loads(json.dumps(document, allow_nan=False))


@settings(max_examples=30, deadline=None)
@given(candidates)
def test_every_candidate_comes_back_as_it_was(candidate):
    assert candidate == candidate_from(through_json(candidate_document_whole(candidate)), redacted)


def quoted(candidate, source):
    """Return a candidate of that source, with a quote that stands in it."""
    first = Turn("said:1", Speaker("rita", "reviewer"), redacted(RULE))
    whole = replace(source, turns=(*(one for one in source.turns if one.id != first.id), first))
    return replace(
        candidate, discussion=source.id, evidence=(Evidence("said:1", redacted("Retry only GET")),)
    ), whole


@settings(max_examples=30, deadline=None)
@given(candidates, sources)
def test_every_carried_candidate_comes_back_as_it_was(candidate, source):
    own, whole = quoted(candidate, source)
    carried = replace(CARRIED, candidate=own, source=whole)

    assert carried == carried_from(through_json(carried_document(carried)), redacted)


def test_the_strategies_leave_no_field_out():
    [candidate, source] = [a_candidate(), TALK]
    assert {one.name for one in fields(candidate)} == {
        "id", "discussion", "topic", "repo", "title", "lens", "kind", "when", "what", "evidence", "settled", "trail",
        "why", "preconditions", "failure_modes", "anti_patterns", "symbols", "paths", "places", "example", "pattern",
        "quality", "search", "observed_at", "derived", "local", "score",
    }  # fmt: skip
    assert {one.name for one in fields(source)} == {
        "id", "kind", "repo", "title", "turns", "url", "author", "number", "merged_at", "local", "private", "files",
        "taken_back",
        "noted", "repeats",  # of notes in the journal, which are private: no job of the bot reads or carries one
    }  # fmt: skip
    assert {one.name for one in fields(source.turns[0])} == {
        "id", "speaker", "text", "at", "url", "anchor", "reply_to", "thread", "resolved", "suggestion", "state", "late",
    }  # fmt: skip


def test_every_text_is_redacted_again():
    token = "ghp_" + Maker(7).some(ALNUM, 36)
    document = through_json(candidate_document_whole(a_candidate()))
    spoilt = _everywhere(document, token)

    made = candidate_from(spoilt, redacted)

    assert token not in json.dumps(candidate_document_whole(made))


NAMES = (
    "id",
    "discussion",
    "topic",
    "repo",
    "turn",
    "turns",
    "lens",
    "kind",
    "answer",
    "derived",
    "at",
    "observed_at",
)


def _everywhere(document: Any, token: str, key: str = "") -> Any:
    """Return the document with a token behind each text that is no name."""
    if isinstance(document, dict):
        return {name: _everywhere(value, token, name) for name, value in document.items()}
    if isinstance(document, list):
        return [_everywhere(one, token, key) for one in document]
    return f"{document} {token}" if isinstance(document, str) and key not in NAMES else document


def test_what_nobody_sees_goes_from_texts_and_is_refused_in_names():
    document = through_json(candidate_document_whole(a_candidate()))

    made = candidate_from({**document, "what": "Retry\u202e only\u200b GET\U000e0041."}, redacted)
    assert "Retry only GET." == made.what
    for key in ("id", "discussion", "topic", "repo", "observed_at"):
        with pytest.raises(RecordError, match="characters that nobody sees"):
            candidate_from({**document, key: "a\u202eb"}, redacted)
    with pytest.raises(RecordError, match="half a character"):
        candidate_from({**document, "what": "a\ud800b"}, redacted)


ODD: tuple[Any, ...] = (
    None,
    True,
    7,
    -1.5,
    1e308,
    "",
    "x",
    "x" * 2_000_000,
    [],
    {},
    [[]],
    [{"a": [1]}],
    {"what": {}},
    10**400,
    float("nan"),
)


@pytest.mark.parametrize("key", list(carried_document(CARRIED)))
def test_a_part_of_another_type_is_refused_or_harmless(key):
    for odd in ODD:
        _refused_or_made({**carried_document(CARRIED), key: odd})


def test_a_value_of_another_type_is_refused_or_harmless_wherever_it_stands():
    document = through_json(carried_document(CARRIED))
    for place in list(_places(document)):
        for odd in ODD:
            _refused_or_made(_with(document, place, odd))


def test_nothing_beside_what_is_known_is_taken():
    document = through_json(carried_document(CARRIED))
    mappings = [place for place in _places(document) if isinstance(_at(document, place), dict)]

    assert len(mappings) > 5
    for place in [(), *mappings]:
        with pytest.raises(RecordError):
            carried_from(_with(document, (*place, "severity"), "block"), redacted)


def _places(document: Any, place: tuple[str | int, ...] = ()) -> Any:
    inner = (
        document.items()
        if isinstance(document, dict)
        else enumerate(document)
        if isinstance(document, list)
        else ()
    )
    for key, value in inner:
        yield (*place, key)
        yield from _places(value, (*place, key))


def _at(document: Any, place: tuple[str | int, ...]) -> Any:
    for key in place:
        document = document[key]
    return document


def _with(document: Any, place: tuple[str | int, ...], value: Any) -> Any:
    made = json.loads(json.dumps(document))
    _at(made, place[:-1])[place[-1]] = value
    return made


def _refused_or_made(document: Any) -> None:
    try:
        made = carried_from(document, redacted)
    except RecordError as error:
        words = str(error)
    else:
        said = {turn.id: turn.text for turn in made.source.turns}
        words = ""
        assert made.candidate.evidence
        assert all(is_verbatim(one.quote, said[one.turn]) for one in made.candidate.evidence)
    assert "\n" not in words
    assert len(words) < 400


@pytest.mark.parametrize(
    ("document", "what"),
    [
        ({"a": [[[[[[[[[[[[[1]]]]]]]]]]]]]}, "is nested deeper than 12 levels"),
        ({"a": [0] * 20_001}, "holds more than 20000 values"),
        ({str(key): 0 for key in range(20_001)}, "holds more than 20000 values"),
        ({"a": "x" * 1_000_001}, "holds a text of more than 1000000 characters"),
        ({"a" * 1_001: 1}, "holds a text of more than 1000 characters"),
        ({"a": 1 << 60}, "holds a number beyond all bounds"),
        ({"a": float("inf")}, "holds a number beyond all bounds"),
        ({"a": (1, 2)}, "holds what JSON does not know"),
    ],
)  # fmt: skip
def test_what_has_no_bounds_is_refused_before_it_is_looked_at(document, what):
    with pytest.raises(RecordError) as refused:
        bounded(document, "x.json")

    assert f"x.json: {what}" == str(refused.value)


def test_a_quote_that_does_not_stand_in_its_source_is_refused():
    other = replace(TALK, turns=(replace(TALK.turns[0], text=redacted("Retry all.")), TALK.turns[1]))

    with pytest.raises(RecordError, match="its quote does not stand in review_comment:1 of its source"):
        carried_from(carried_document(replace(CARRIED, source=other)), redacted)


def test_a_candidate_of_another_discussion_than_its_source_is_refused():
    with pytest.raises(RecordError, match="is of another discussion than its source"):
        carried_from(carried_document(replace(CARRIED, source=replace(TALK, id="acme/shop#8"))), redacted)


@pytest.mark.parametrize("time", ["soon", "2024-02-30T10:00:00Z", ""])
def test_a_carried_candidate_was_first_seen_at_a_time(time):
    with pytest.raises(RecordError, match="is no time of the calendar"):
        carried_from({**carried_document(CARRIED), "first_seen": time}, redacted)


def test_a_check_has_only_what_its_kind_has():
    condition = {"text": "on Linux", "check": {"kind": "platform", "name": "linux", "version": "1"}}
    document = {**candidate_document_whole(a_candidate()), "preconditions": {"must": [condition]}}

    with pytest.raises(RecordError, match="a check on a platform has no `version`"):
        candidate_from(document, redacted)
