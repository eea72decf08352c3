"""Tells apart what makes noise in a history: machines, what they repeat, formatting, routine, and files that only tell."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from gitexp.records.past import Touch
from gitexp.steps.quiet_formatting import is_formatting

MAX_NAME, MAX_LINE = 200, 1000
"""Characters that are looked at."""
REPEATED = 5
"""So often one author has one subject here before it counts as a machine's."""
SHARE = 1 / 3
"""The part of that author's touches here which it must exceed."""
SPREAD = 30 * 24 * 3600
"""Seconds over which it must be spread: within one piece of work people too repeat a subject."""

_AGENT = re.compile(r"(?:copilot|devin|claude|cursor|codex|jules|openhands|sweep|aider)\b", re.I)
"""Machines that write code on a person's order: their changes are changes, but nobody can ask them."""
_SERVICES = (
    r"dependabot|renovate|greenkeeper|pyup|snyk|depfu|github[- ]?actions?|gitlab[- ]ci"
    r"|pre-commit(?:[- .]ci)?|travis(?:[- ]ci)?"
    r"|circle[- ]?ci|azure[- ]pipelines|buildkite|teamcity|jenkins|zuul|bors|homu|mergify|copybara|shipit"
    r"|gerrit"
    r"|allcontributors|semantic[- ]release|release[- ]please|codecov|imgbot|(?:hosted )?weblate|transifex"
    r"|crowdin|pontoon"
    r"|launchpad translations.*|translations? (?:updater?|import)|github|web-flow|nightly|autobuild"
    r"|autoroll(?:er)?"
)
_ROLE = (
    r"(?:ci|cd|build|builder|release|deploy|deployment|automation|automated|automatic|continuous integration)"
    r"(?:[- _](?:user|server|account|agent|pipeline|system|runner|job|updater?|machine|robot|commit))*"
)
_MACHINE = re.compile(
    rf"(?:{_SERVICES}|{_ROLE})(?:[- ](?:bot|app|user|ci|preview))?"
    r"|.*\[bot\].*|(?:.*[\s_-])?(?:ro)?bot\d*"  # dependabot[bot], release-bot
    r"|.*service[-_ ]?account.*|(?:svc|sa)[-_].*|[a-z_-]+\d{9,}",  # an account's number
    re.I | re.S,
)
_INNER_BOT = re.compile(r"(?:^|[a-z\s_-])(?:Ro)?Bot\b")  # FooLinterBot, Some Bot Jr
_ADDRESS = re.compile(
    r"(?:actions?@github\.com|(?:.*[-_.+])?bot@|(?:svc|service[-_]?account)[-_.]|[^@]*\[bot\]@"
    r"|(?:dependabot|renovate|github-actions|pre-commit-ci|weblate|jenkins|zuul)@"
    r"|[^@]*@.*gserviceaccount\.com$)",
    re.I,
)
_CHANGING = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b|\d+(?:[.:/_-]\d+)*", re.I)
"""Ids, numbers, versions and dates: what differs from one of a machine's subjects to the next."""
_WORD = re.compile(r"[^\W\d_]+")
_MUMBLED = frozenset(
    "a add again and another better bug bugs by change changes clean cleaning cleanup cleanups code comment "
    "comments commit default doc docs docstring edit few fix fixed fixes fixing for from hack i in include "
    "includes in-progress intermediate into it kill lint main master merge merged merging minor misc more new "
    "next of oops pep pylint progress random refactor refactoring remove review rewrite save simplify small "
    "some stuff style temp test tests tests that the this tidy tmp to trunk try tweak tweaks typo typos "
    "unused up update updates updated warning warnings whitespace wip with work".split()
)
"""What people too write over and over."""
_ROUTINE = re.compile(
    r"(?:\[[^\]]{0,40}\]\s*|[\w()/. -]{1,30}!?:\s+){0,3}(?:"
    r"(?:bump|pin|unpin|roll)(?:s|ed|ing)?\b|(?:updat|upgrad)(?:e|es|ed|ing) (?:\w+[ -]){0,3}(?:dependenc"
    r"|lock ?file|submodule)"
    r"|(?:updat|upgrad)(?:e|es|ed|ing) \S+(?: \S+){0,4}? (?:to|from) v?\d|releas(?:e|ing)(?:$| (?:of|for"
    r"|notes?|candidate|v?\d))"
    r"|prepar\w+ .{0,40}\breleases?\b|(?:post|pre)[- ]?release|(?:set |change |new )?version (?:number"
    r"|bump|to\b|v?\d)"
    r"|v?\d+\.\d+\S*$|(?:update|add|edit|fix)?\s*(?:the )?change ?log\b|backport(?:s|ed|ing)?\b"
    r"|auto[- ]?generated?"
    r"|(?:update|change|fix|add)?\s*copyright (?:year|header|notice)|sync(?:ing)? (?:with|from|to) "
    r"|merge[sd]?(?: (?:branch|pull request|commit|tag|remote|pr|heads?|trunk|default|main\w*|master"
    r"|upstream|stable|with|from|w/|release)\b"
    r"|$| [\"'#]| (?:refs/|\w+:))"
    r"|(?:fix|correct)\w* (?:\w+ ){0,3}(?:typos?|spelling|grammar)\b"
    r"|start(?:ing|ed)? (?:the )?(?:development|work) (?:on|of) v?\d)",
    re.I,
)
_TELLS = re.compile(
    r"(?:.*[-_.])?(?:change[-_ ]?logs?|changes|history|news|release[-_ ]?notes?|relnotes|what'?s[-_ ]?new)"
    r"(?:[-_.]?v?\d[\w.-]*|[-_][a-z]{2,8})?(?:\.(?:md|markdown|mdx|rst|txt|adoc|asciidoc|html?|org|textile"
    r"|tex|in|xml))?"
    r"|up(?:grad|dat)ing(?:\.(?:md|rst|txt))?|debian/changelog|change[-_]?logs?\.(?:ya?ml|json|toml)"
    r"|v?\d[\w.]*[-_]notes\.\w+",
    re.I,
)
_TELLING_FOLDER = frozenset(
    "changelog changelogs changelog.d changelog.md.d changes.d news newsfragments news.d release-notes "
    "releasenotes release_notes relnotes upcoming_changes unreleased .changeset .changes whatsnew".split()
)
_PROSE = (".md", ".rst", ".txt", ".adoc", ".yaml", ".yml", ".json", ".toml", ".feature", ".bugfix", ".misc")
_LOCKS = frozenset(
    "package-lock.json npm-shrinkwrap.json pnpm-lock.yaml packages.lock.json go.sum bun.lockb gradle.lockfile "
    "pipfile.lock cargo.lock yarn.lock gemfile.lock poetry.lock uv.lock pdm.lock composer.lock flake.lock "
    "mix.lock pubspec.lock podfile.lock package.resolved .terraform.lock.hcl cabal.project.freeze "
    "manifest.toml.lock module.bazel.lock deno.lock conda-lock.yml".split()
)


def is_bot(author: str, email: str = "") -> bool:
    """Return whether a commit's author is a machine that nobody ordered this one change from."""
    name, address = " ".join(author.split())[:MAX_NAME], email.strip()[:MAX_NAME]
    if is_agent(name):
        return False
    if _MACHINE.fullmatch(name) or _INNER_BOT.search(name):
        return not _is_surname(name, address)
    return bool(_ADDRESS.match(address))


def is_agent(author: str) -> bool:
    """Return whether a coding agent stands as the author: what it changed counts, but it is nobody to ask."""
    return bool(_AGENT.match(author))


def bots(touches: Sequence[Touch]) -> frozenset[str]:
    """Return the ids of the commits that machines made: by their name, or by one subject over and over."""
    made: dict[tuple[str, str], list[Touch]] = defaultdict(list)
    for touch in touches:
        made[touch.author, shape(touch.subject)].append(touch)
    all_of = Counter(touch.author for touch in touches)
    repeated = [
        touch.commit
        for (author, subject), alike in made.items()
        if _is_repeated(subject, alike, all_of[author])
        for touch in alike
    ]
    return frozenset((*repeated, *(one.commit for one in touches if is_bot(one.author, one.email))))


def reformats(touches: Sequence[Touch], ignored: Collection[str] = ()) -> frozenset[str]:
    """Return the ids of the commits that only format: by their subject, or listed in an ignore-revs file."""
    listed = frozenset(ignored)
    return frozenset(
        touch.commit
        for touch in touches
        if touch.commit in listed or is_formatting(touch.title or touch.subject)
    )


def shape(subject: str) -> str:
    """Return a subject with a placeholder for each number and id."""
    return _CHANGING.sub("#", " ".join(subject[:MAX_LINE].casefold().split()))


def is_routine(subject: str) -> bool:
    """Return whether a subject is a release's, a bump's, a backport's or a typo's: it brings no approach of its own."""
    return bool(_ROUTINE.match(subject[:MAX_LINE]))


def is_changelog(path: str) -> bool:
    """Return whether a file tells of changes: it goes back and forth by nature."""
    *folders, name = path.casefold().split("/")
    if _TELLS.fullmatch(name) or _TELLS.fullmatch("/".join((*folders[-1:], name))):
        return True
    return name.endswith(_PROSE) and any(folder in _TELLING_FOLDER for folder in folders)


def is_lock(path: str) -> bool:
    """Return whether a tool keeps a file to write down what it resolved."""
    name = path.casefold().rpartition("/")[2]
    return name in _LOCKS or (name.endswith(".lock") and name != ".lock")


def _is_repeated(subject: str, alike: Sequence[Touch], of: int) -> bool:
    if len(alike) < REPEATED or len(alike) <= of * SHARE:
        return False
    moments = [touch.seconds for touch in alike]
    told = any(word not in _MUMBLED for word in _WORD.findall(subject))
    return told and max(moments) - min(moments) >= SPREAD


def _is_surname(name: str, address: str) -> bool:
    """Return whether "Bot" is a person's name: the address begins with the first name, which is no machine's."""
    first, _, rest = name.partition(" ")
    if rest.casefold() != "bot" or _MACHINE.fullmatch(first):
        return False
    return address.casefold().partition("@")[0].startswith(first.casefold())
