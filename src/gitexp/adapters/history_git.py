"""Reads the reverts of a history, their reasons and their relands, out of one pass over git's commit messages."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace

from gitexp.adapters.git import Git
from gitexp.errors import RepositoryError
from gitexp.records.history import Commit, Reverted, Reverts

FORMAT = "--format=%H %P%n%aI%n%aN%n%B"
MAX_WITH_FILES = 200
"""For how many of the newest reverts git is asked which files they changed."""
MAX_LINE, MAX_BODY = 1000, 20_000
"""Characters that are looked at; what is longer no person wrote, and patterns would take their time over it."""
STRIDE = 256
"""Commits between two looks at the clock."""
BY_ID, BY_TITLE, BY_PULL, UNKNOWN = range(4)
"""How the commit that is taken back was found, the surest first."""

HEX = r"(?=[a-f]*\d)[0-9a-f]{7,64}\b"
BACK = r"revert(?:ed|ing|s)?|back(?:ed|ing|s)?[ -]?out(?: of)?|roll(?:ed|ing|s)?[ -]?back"
HINT = re.compile(rb"revert|back|re-?land|re-?appl", re.I)
SUBJECT = re.compile(
    rf"(?:\[[^\]]{{1,40}}\]\s*|[\w(][\w()/. -]{{0,29}}:\s+)*"  # [backport], fix(core):
    rf"(?:(?P<again>re-?appl(?:y|ied|ies)|re-?land(?:ed|ing|s)?)|(?:{BACK}))\b"
    r"(?! (?:parts?|some)\b)[:\s]*(?P<rest>.*)",  # a part taken back leaves the change in
    re.I | re.S,
)
QUOTED = re.compile(r"""["'“](?P<title>.+)["'”](?P<rest>.*)""", re.S)
NUMBER = re.compile(r"\s*\(#(\d{1,9})\)\s*$")
NUMBER_BYTES = re.compile(NUMBER.pattern.encode())
OF_COMMIT = re.compile(rf"\b(?:{BACK}) (?:(?:merge|commits?|changesets?|revision) )*({HEX})", re.I)
OF_PULL = re.compile(rf"\b(?:{BACK}) (?:pr |pull request )?(?:[\w.-]+/[\w.-]+)?(?:#|gh-)(\d{{1,9}})\b", re.I)
IN_PART = re.compile(r"\bpartial(?:ly)?\s+revert", re.I)
PULL_MERGE_START = b"Merge pull request #"
PULL_MERGE = re.compile(PULL_MERGE_START + rb"(\d{1,9}) ")

GITS_OWN = re.compile(
    rf"This reverts (?:merge )?commits? {HEX}(?:,? (?:and )?(?:commit )?{HEX})*(?: \(.*\))?"
    rf"(?:,\s+reversing\s+changes\s+made\s+to\s+{HEX})?[.,;:]?"
    rf"|^(?:{BACK}) (?:pr |pull request )?(?:[\w.-]+/[\w.-]+)?(?:#|gh-)\d+[.,;:]?"
    rf"|^(?:{BACK}) changesets? {HEX}[.,;:]?|^reason for revert:|^summary:",
    re.I | re.M,
)
POINTER = (
    r"(?:(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|reverts?|ref(?:s|erences?)?|reason|see(?: also)?|from|and"
    r"|related(?: to)?|issue|pr)[\s:]*)*(?:[\w./-]*(?:#|gh-)?\d+|https?://\S+|<[^>]*>)"
)
SAYS_NOTHING = re.compile(
    r">.*|(?:[*-]\s+)?(?:revert|re-?apply|re-?land) \".*\"(?:\s*\(#\d+\))?|revert(?:ed)? (?:submission|changes:).*"
    r"|original (?:change'?s|commit'?s?|cl|pr|pull request)(?: (?:message|description|title|changeset))?\s*:.*"
    r"|original phabricator diff:.*|#?\s*conflicts:|\(cherry[ -]picked from .*|(?:\[[\w #:=,-]*\]\s*)+|\[[^\]]*\]:.*"
    r"|[a-z-]+-by:.*|reviewed by:.*|(?:change-id|cc|bug|test plan|link|pr-url|differential revision|subscribers"
    r"|reviewers|tasks|tags|fbshipit-source-id|git-svn-id|gitorigin-revid|reviewed-on|commit-queue)\s*:.*"
    rf"|{POINTER}(?:[\s,]+{POINTER})*[\s.,]*|\W*",
    re.I,
)


@dataclass
class _Event:
    """A commit that says it takes another back, or brings it in again, and what is found out about it."""

    commit: Commit
    again: bool
    title: str
    quoted: bool
    aside: str
    wanted_id: str | None
    wanted_pull: str | None
    merge: bool
    """The merge of a pull request that is itself a revert; the commit that it brings tells the rest."""
    target: Commit | None = None
    by: int = UNKNOWN
    """How the target was found."""
    same_title: str | None = None
    """The oldest later commit with the reverted title: often a reland that does not say so."""
    out: bool = True
    root: Commit | None = None
    relanded_by: str | None = None

    @property
    def claims(self) -> bool:
        """Return whether it names what it takes back; `Rollback on error` only sounds like a revert."""
        return self.quoted or bool(self.wanted_id or self.wanted_pull or self.target)

    @property
    def commits(self) -> list[str]:
        """Return the commits whose files tell about it."""
        ids = (self.commit.id, self.root.id if self.root else None, self.same_title)
        return [id for id in ids if id]

    def agrees(self, commit: Commit, by: int) -> bool:
        """Return whether an older commit is the one spoken of and no surer sign was met before."""
        if by == BY_ID:
            return self.wanted_id is not None and commit.id.startswith(self.wanted_id)
        # A number may be another repository's: a title that is not cut short has to agree.
        cut = not self.quoted or self.title.endswith(("…", "..."))
        same = NUMBER.sub("", self.title) in f"{commit.subject}\n{commit.body}"
        return self.by > by and (by == BY_TITLE or cut or same)


@dataclass
class _Reading:
    """What one pass over the messages, newest first, has gathered."""

    looked_at: int = 0
    events: list[_Event] = field(default_factory=list)
    wanted: dict[tuple[int, bytes], list[_Event]] = field(default_factory=dict)
    """What events look for among the older commits: seven digits of an id, a title, a pull request's number."""
    titles: dict[bytes, bytes] = field(default_factory=dict)
    """The oldest commit with each subject so far."""
    parents: dict[str, str] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)

    def add(self, record: bytes) -> None:
        head, _, rest = record.partition(b"\n")
        key, *parents = head.split(b" ")
        at, _, rest = rest.partition(b"\n")
        name, _, message = rest.partition(b"\n")
        first = message.lstrip(b"\n").partition(b"\n")[0].strip()
        self.looked_at += 1
        if not parents or not parents[0]:
            self.ends.append(key.decode())
        numbered = first.endswith(b")") and len(first) <= MAX_LINE
        bare = NUMBER_BYTES.sub(b"", first) if numbered else first
        met = self._met(key, first, bare)
        says = message if first.startswith(PULL_MERGE_START) else first
        event = _event(_commit(key, at, name, message)) if HINT.search(says) else None
        if met or event:
            commit = event.commit if event else _commit(key, at, name, message)
            self.parents[commit.id] = parents[0].decode() if parents else ""
            for one, by in met:
                if one.agrees(commit, by):
                    one.target, one.by = commit, by
        if event:
            self._expect(event)
        self.titles[bare] = head

    def _met(self, key: bytes, first: bytes, bare: bytes) -> list[tuple[_Event, int]]:
        """Return the events that look for this commit; a title or a number is looked for once, the newest wins."""
        found = [(event, BY_ID) for event in self.wanted.get((BY_ID, key[:7]), ())]
        signs = [(BY_TITLE, first), (BY_TITLE, bare)] if bare is not first else [(BY_TITLE, first)]
        if number := PULL_MERGE.match(first) or (bare is not first and NUMBER_BYTES.search(first)):
            signs.append((BY_PULL, number[1]))
        for sign in signs:
            if sign in self.wanted:
                found += [(event, sign[0]) for event in self.wanted.pop(sign)]
        return found

    def _expect(self, event: _Event) -> None:
        """Look out for what the event speaks of."""
        self.events.append(event)
        title = f'Revert "{event.title}"' if event.again else event.title
        signs = {BY_ID: (event.wanted_id or "")[:7], BY_TITLE: title, BY_PULL: event.wanted_pull}
        for by, sign in signs.items():
            if sign:
                self.wanted.setdefault((by, sign.encode()), []).append(event)
        if event.quoted and not event.again:
            later = self.titles.get(NUMBER.sub("", event.title).encode())
            if later:
                event.same_title, _, parents = later.decode().partition(" ")
                self.parents[event.same_title] = parents.partition(" ")[0]


class GitHistory:
    """The reverts of one repository's history, as `History` gives them."""

    def __init__(self, git: Git, revision: str = "HEAD", clock: Callable[[], float] = time.monotonic) -> None:
        self.git = git
        self.revision = revision
        self.clock = clock

    def reverts(self, *, seconds: float | None = None) -> Reverts:
        """Return the commits that take others back for whatever reason, newest first, and how far it was looked."""
        end = f"{self.revision}^{{commit}}"
        if self.git.try_run("rev-parse", "--verify", "--quiet", "--end-of-options", end) is None:
            return Reverts((), 0, ("there are no commits yet",))
        reading = _Reading()
        limits = self._read(reading, seconds)
        shallow = self._is_shallow()
        if shallow and reading.ends:
            limits.append(
                f"history ends at {', '.join(end[:12] for end in reading.ends[:3])} (shallow clone)"
            )
        events = [event for event in reading.events if event.claims]
        _chain(events)
        outs = [event for event in events if event.out and not event.merge]
        newest = outs[:MAX_WITH_FILES]
        ids = [id for event in newest for id in event.commits if reading.parents.get(id) or not shallow]
        files = self._files(dict.fromkeys(ids), reading.parents, limits)
        if len(outs) > len(newest):
            limits.append(f"changed files were read for the newest {MAX_WITH_FILES} reverts only")
        return Reverts(tuple(_reverted(event, files) for event in outs), reading.looked_at, tuple(limits))

    def _read(self, reading: _Reading, seconds: float | None) -> list[str]:
        """Go through the messages until the time is up; return what was not read."""
        start = self.clock()
        options = ("-z", "--no-notes", "--no-decorate", FORMAT, "--end-of-options", self.revision, "--")
        try:
            with closing(self.git.stream("log", *options)) as records:
                for record in records:
                    over = seconds is not None and not reading.looked_at % STRIDE
                    if over and self.clock() - start > (seconds or 0):
                        return [f"the messages of the newest {reading.looked_at} commits were read"]
                    reading.add(record)
        except RepositoryError as error:
            if not reading.looked_at:
                raise
            return [f"the messages of the newest {reading.looked_at} commits were read: {error}"]
        return []

    def _is_shallow(self) -> bool:
        if self.git.layout:
            return self.git.layout.shallow
        return self.git.run("rev-parse", "--is-shallow-repository").strip() == b"true"

    def _files(
        self, ids: Iterable[str], parents: Mapping[str, str], limits: list[str]
    ) -> dict[str, tuple[str, ...]]:
        """Return which files each commit changed against its first parent."""
        asked = "".join(f"{f'{id} {parents.get(id) or str()}'.strip()}\n" for id in ids)
        if not asked:
            return {}
        outcome = self.git.call(
            "diff-tree", "--stdin", "-r", "--root", "--no-renames", "--name-only", "-z", stdin=asked.encode()
        )
        if outcome.status:
            limits.append(f"changed files could not be read: {outcome.words}")
        found: dict[str, list[str]] = {}
        files: list[str] = []
        for token in outcome.out.decode("utf-8", "surrogateescape").split("\0")[:-1]:
            if token in ids:
                files = found.setdefault(token, [])
            else:
                files.append(token)
        return {id: tuple(paths) for id, paths in found.items()}


def _chain(events: Sequence[_Event]) -> None:
    """Work out which events take a change out and which bring it back; the last one of a change says how it stands."""
    known: dict[str, _Event] = {}
    roots: dict[str, str] = {}
    changes: dict[str, list[_Event]] = {}
    for event in reversed(events):
        known[event.commit.id] = event
        before = known.get(event.target.id) if event.target else None
        event.root = before.root if before else event.target
        if before:
            event.out = not before.out
        else:
            event.out = not event.again and (event.target is not None or not _brings_back(event.title))
        title = _innermost(event.title)
        if event.root:
            roots[title] = event.root.id
        changes.setdefault(roots.get(title, title), []).append(event)
    for chain in changes.values():
        again: str | None = None
        for event in reversed(chain if not chain[-1].out else []):
            event.relanded_by, again = (again, again) if event.out else (None, event.commit.id)


def _reverted(event: _Event, files: Mapping[str, tuple[str, ...]]) -> Reverted:
    """Return the record. A later commit with the same title counts as the reland if it touches the same files."""
    relanded = event.relanded_by
    here, there = files.get(event.commit.id), files.get(event.same_title or "")
    if relanded is None and (here is None or there is None or set(here) & set(there)):
        relanded = event.same_title
    commit = replace(event.commit, files=here or ())
    original = event.root and replace(event.root, files=files.get(event.root.id, ()))
    return Reverted(commit, original, reason(event.aside, event.commit.body, original), relanded)


def reason(aside: str, body: str, original: Commit | None) -> str:
    """Return what a revert's author wrote beyond git's own lines, trailers, links and the pasted original message."""
    said = f"{original.subject}\n{original.body}" if original else ""
    pasted = {" ".join(line.split()) for line in said.split("\n")}
    lines = [aside, "", *GITS_OWN.sub("", body[:MAX_BODY].replace("\r\n", "\n")).split("\n")]
    kept = "\n".join("" if _is_idle(line, pasted) else line.strip() for line in lines)
    text = re.sub(r"\n{3,}", "\n\n", kept).rstrip().lstrip(" \n.,;:")
    return text if any(letter.isalpha() for letter in text) else ""


def _is_idle(line: str, pasted: set[str]) -> bool:
    """Return whether a line gives no reason: a trailer, a link, a path in conflict, a line of the original message."""
    words = " ".join(line.split())
    if words.lstrip("*- ") in pasted or line.startswith(("\t", "#\t")):
        return True
    return len(words) <= MAX_LINE and SAYS_NOTHING.fullmatch(words) is not None


def _event(commit: Commit) -> _Event | None:
    """Return what a commit claims to take back, by its subject; a body alone only mentions one."""
    merge = commit.subject.startswith(PULL_MERGE_START.decode())
    title = commit.body.partition("\n")[0] if merge else commit.subject
    match = SUBJECT.match(title) if len(title) <= MAX_LINE else None
    if not match or IN_PART.search(title) or re.match(r"This partial(ly)? revert", commit.body, re.I):
        return None
    rest = match["rest"].strip()
    quoted = QUOTED.match(rest)
    aside = NUMBER.sub("", quoted["rest"]).strip(" :,;.-–—") if quoted else ""
    message = f"{title}\n{commit.body[:MAX_BODY]}"
    id, pull = OF_COMMIT.search(message), OF_PULL.search(message)
    return _Event(
        commit,
        again=match["again"] is not None,
        title=quoted["title"].strip() if quoted else NUMBER.sub("", rest),
        quoted=quoted is not None,
        aside=aside,
        wanted_id=id[1].lower() if id else None,
        wanted_pull=pull[1] if pull else None,
        merge=merge,
    )


def _commit(id: bytes, at: bytes, name: bytes, message: bytes) -> Commit:
    subject, _, body = message.decode("utf-8", "replace").strip("\n").partition("\n\n")
    author = name.decode("utf-8", "replace")
    return Commit(id.decode(), author, at.decode(), " ".join(subject.split("\n")).strip(), body.strip("\n"))


def _brings_back(title: str) -> bool:
    """Return whether taking back what has this title brings a change in again."""
    match = SUBJECT.match(title)
    quoted = QUOTED.match(match["rest"]) if match else None
    return bool(match and quoted and not match["again"] and not _brings_back(quoted["title"]))


def _innermost(title: str) -> str:
    match = SUBJECT.match(title)
    quoted = QUOTED.match(match["rest"]) if match else None
    return _innermost(quoted["title"]) if quoted else title
