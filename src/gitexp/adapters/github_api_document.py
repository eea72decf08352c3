"""One pull request as it was read from the API: in the REST shape, cut to what a discussion needs, and as a discussion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gitexp.adapters.github_item import Item, moment
from gitexp.adapters.github_links import key_of, repository
from gitexp.adapters.github_shape import Parts, discussion
from gitexp.adapters.github_speakers import speaker_of
from gitexp.adapters.github_threads import thread_roots
from gitexp.adapters.github_turns import DESCRIPTION
from gitexp.errors import ExpError
from gitexp.records.discussion import Discussion, Turn, YesNo
from gitexp.records.skipped import Skipped

Fields = Mapping[str, object]
MARKER = "<!-- exp:proposal"
"""What stands in the text of every pull request that exp opens."""
_PULL = (
    "number title body user created_at updated_at merged_at merge_commit_sha author_association html_url url draft state "
    "head base".split()
)
_SAID = (
    "id user body created_at updated_at submitted_at state author_association html_url path line original_line position "
    "commit_id original_commit_id in_reply_to_id diff_hunk pull_request_review_id resolved outdated".split()
)


@dataclass(frozen=True)
class Document:
    """What was read of one pull request. Everything in it comes from outside."""

    pull: Fields
    reviews: Sequence[Fields] = ()
    review_comments: Sequence[Fields] = ()
    issue_comments: Sequence[Fields] = ()
    edited: Mapping[str, str] = field(default_factory=dict)
    """When a turn was edited last, by its id; empty where it never was. Of one that is not there, it is not known."""
    writers: Mapping[str, YesNo] = field(default_factory=dict)
    """By login: whether someone may write; who is not there is not known."""
    files: Sequence[str] = ()
    taken_back: str | None = None
    cut: Sequence[str] = ()
    """What was not read or not told, in words."""
    told: bool = True
    """False where GraphQL failed: it may tell more the next time."""

    @property
    def merged(self) -> bool:
        """Return whether it is merged."""
        return bool(_text(self.pull, "merged_at"))

    @property
    def updated_at(self) -> str:
        """Return when it changed last."""
        return _text(self.pull, "updated_at")


def trimmed(item: Fields, *, pull: bool = False) -> dict[str, object]:
    """Return an object of the API with what is used of it alone: GitHub repeats a repository in every one."""
    kept = {name: item[name] for name in (_PULL if pull else _SAID) if item.get(name) is not None}
    for side in ("head", "base"):
        if isinstance(place := kept.get(side), dict):
            repo = place.get("repo")
            name = repo.get("full_name") if isinstance(repo, dict) else None
            branch = repo.get("default_branch") if isinstance(repo, dict) else None
            named = {"full_name": name, "default_branch": branch}
            kept[side] = {"ref": place.get("ref"), "sha": place.get("sha"), "repo": named}
    if isinstance(user := kept.get("user"), dict):
        kept["user"] = {"login": user.get("login"), "type": user.get("type")}
    return kept


def speakers(items: Iterable[Fields]) -> list[str]:
    """Return the logins of the people among those who speak."""
    found: dict[str, None] = {}
    for fields in items:
        try:
            speaker = speaker_of(Item("", fields), None)
        except ExpError:
            continue  # told when the object itself is read
        if speaker.login and speaker.role != "bot":
            found[speaker.login] = None
    return list(found)


def is_own(document: Document) -> bool:
    """Return whether it is a proposal of exp's own, from which exp must not learn."""
    only_store = bool(document.files) and all(path.startswith("experiences/") for path in document.files)
    return only_store or is_proposal(document.pull)


def is_proposal(pull: Fields) -> bool:
    """Return whether a pull request comes from a branch `exp/…` of the repository itself, with exp's marker in its text."""
    head, base = pull.get("head"), pull.get("base")
    ref = head.get("ref") if isinstance(head, dict) else None
    repos = [repository(side.get("repo")) if isinstance(side, dict) else None for side in (head, base)]
    own = repos[0] is not None and repos[0] == repos[1] and isinstance(ref, str) and ref.startswith("exp/")
    return own and MARKER in _text(pull, "body")


def as_discussion(
    document: Document, repo: str, this_repo: str | None
) -> tuple[Discussion[str], list[Skipped]]:
    """Return a pull request as a discussion, and what of it does not fit, or was not read.

    `repo` is what the repository was called when it was asked for; it may bear another name by now.
    """
    number = document.pull.get("number")
    number = number if type(number) is int and number > 0 else None
    base = document.pull.get("base")
    name = repository(base.get("repo")) if isinstance(base, dict) else None
    where = f"{name or repo}#{number}"
    here = this_repo is not None and this_repo.casefold() == repo.casefold()
    lists = (document.reviews, document.review_comments, document.issue_comments)
    kinds = ("review", "review_comment", "issue_comment")
    items = [
        [Item(f"{where}: {kind}[{index}]", fields) for index, fields in enumerate(some)]
        for kind, some in zip(kinds, lists, strict=True)
    ]
    parts = Parts(where, name or repo, number, Item(where, document.pull), *items)
    found, skipped = discussion(parts, (name or repo) if here else None)
    late = set(_late(document, found.merged_at, dict(zip(kinds, items, strict=True))))
    skipped += [Skipped(where, words, bad=False) for words in document.cut]
    turns = tuple(_told(turn, document.writers, late) for turn in found.turns)
    return replace(found, turns=turns, files=tuple(document.files), taken_back=document.taken_back), skipped


def with_threads(
    comments: Sequence[Fields], resolved: Mapping[str, bool], outdated: Mapping[str, bool]
) -> list[Fields]:
    """Return the comments on lines with what is told of their threads."""
    roots = thread_roots(Item("", fields) for fields in comments)
    found: list[Fields] = []
    for fields in comments:
        root = roots.get(_key(Item("", fields)) or "", "")
        more = {"resolved": resolved.get(root), "outdated": outdated.get(root)}
        found.append({**fields, **{name: value for name, value in more.items() if value is not None}})
    return found


def _told(turn: Turn[str], writers: Mapping[str, YesNo], late: set[str]) -> Turn[str]:
    """Return a turn with what is known of its speaker, and whether it was said, or edited, after the merge."""
    known = writers.get((turn.speaker.login or "").casefold(), "unknown")
    speaker = turn.speaker if known == "unknown" else replace(turn.speaker, can_write=known)
    return replace(turn, speaker=speaker, late=turn.id in late)


def _late(document: Document, merged_at: str | None, items: Mapping[str, Sequence[Item]]) -> Iterator[str]:
    """Yield the ids of the turns that nobody saw so before the merge."""
    merged = moment(merged_at)
    if merged is None:
        return
    written = {DESCRIPTION: [document.edited.get(DESCRIPTION, "")]}
    for kind, some in items.items():
        for item in some:
            if key := _key(item):
                written[f"{kind}:{key}"] = _written(item.fields, document.edited.get(f"{kind}:{key}"))
    for name, times in written.items():
        if any(at > merged for at in map(moment, times) if at is not None):
            yield name


def _written(fields: Fields, edited: str | None) -> list[str]:
    """Return when something was said and edited. `updated_at` tells of an edit only where nothing else does."""
    said = [_text(fields, name) for name in ("created_at", "submitted_at")]
    return [*said, _text(fields, "updated_at") if edited is None else edited]


def _key(item: Item) -> str | None:
    try:
        return key_of(item)
    except ExpError:
        return None


def _text(fields: Fields, name: str) -> str:
    value = fields.get(name)
    return value if isinstance(value, str) else ""
