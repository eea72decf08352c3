"""Tells by a commit's subject whether it only formats: every part of the subject must say so."""

from __future__ import annotations

import re

MAX_LINE = 300
"""A longer subject tells of more than formatting."""

# A part of a subject is stripped of where ("in a/b.py") and of how much ("some more") before it is looked at.
_WHICH = re.compile(
    r"\b(?:the|all|some|more|a few|few|lots of|many|several|remaining|minor|small|trivial|various|source|code"
    r"|python|coding|new|our|a bit|again|everywhere|consistently|properly)(?: |$)"
)
# Each place is read in one way only, the longest first: where two were possible, many places would take for ever.
_PLACE = re.compile(
    r"(?> (?:in|on|of|from|to|for|over|across|at|under) "
    r"(?:(?:the|all|this|that|whole|entire|some|remaining|rest of|my|our|other) )*(?:"
    r"(?:[\w+#-]+ )?(?:code ?base|code|files?|source tree|sources?|tree|project|repo(?:sitory)?|tests?|imports?"
    r"|includes?|docs?|change ?log|comments?|scripts?|headers?|modules?|submodules?|packages?|director(?:y|ies)"
    r"|folders?|sub-?trees?|lines?|function|everything)"
    r"|[\w*{},.-]*[/*.][\w*{}/,.-]*(?:\(\))?|[\w-]+\(\)|[0-9a-f]{7,40})(?= |$))+$"
)
_TOOL = (
    r"`?(?:black|blue|ruff|yapf|autopep8|isort|docformatter|pyupgrade|clang[- ]?format|astyle|uncrustify|prettier"
    r"|eslint|biome|dprint|gofmt|goimports|gofumpt|(?:rust|cargo |terraform |cmake-|nix|zig |sh)fmt|rubocop"
    r"|standardrb|rufo|google-java-format|spotless|ktlint|scalafmt|(?:swift-?|dart |mix |elm-|cmake-)format"
    r"|perltidy|php-cs-fixer|phpcbf|buildifier|csharpier|ormolu|fourmolu|stylua|alejandra|taplo|djlint|sqlfluff"
    r"|dos2unix|arc lint)`?"
)
_DO = (
    r"(?:fix(?:e[sd]|ing|up)?|clean(?:ed|s|ing)?(?:[- ]?up)?|correct(?:ed|s)?|adjust(?:ed|s)?|tidy|tweak(?:ed|s)?"
    r"|normali[sz]e[ds]?|unify|improve[ds]?)"
)
_TAKE = (
    rf"(?:{_DO}|remov(?:e[ds]?|ing)|delet(?:e[ds]?|ing)|strip(?:ped|s)?|trim(?:med|s)?|kill(?:ed|s)?"
    r"|drop(?:ped|s)?|eliminate[ds]?|get rid of|no|add(?:ed|s)?)"
)
_DONE = (
    r"(?:[ -](?:fix(?:es|ups?|ing)?|clean[- ]?ups?|cleaning|changes?|adjustments?|tweaks?|nits?|updates? fix(?:es)?"
    r"|damage|errors?|issues?|problems?|violations?|warnings?|offen[cs]es|passed|only|pass|run))*"
)
_SPACE = (
    r"(?:(?:trailing|extra|excess|extraneous|unnecessary|unneeded|superfluous|needless|end of line|eol|leading"
    r"|spurious|stray|redundant|bogus|useless|wrong|bad) )*(?:white-?[ ]?spaces?|(?:blank|empty) lines?)"
)
_LINT = (
    r"(?:lint(?:er|ing|s)?|rubocop|eslint|flake8|pylint|pycodestyle|pydocstyle|ruff|pep-?8|golint|jshint|jslint"
    r"|checkstyle|tslint|stylelint|shellcheck|coding[- ]style|style|cosmetics?)"
)
_FORMATTING = re.compile(
    "|".join(
        (
            rf"(?:re-?)?(?:runs?|ran|running|appl(?:y|ied|ying)|(?:auto-?)?fix(?:es|ed)? (?:with"
            rf"|by)) {_TOOL}(?:[ /].{{0,60}})?",
            rf"(?:re-?)?(?:run|ran|apply|applied) (?:{_LINT}|(?:auto-?|re-?)?format(?:ter|ting|s)?)(?: rules?"
            rf"| suggestions?)?{_DONE}",
            rf"(?:daily )?{_TOOL}(?: --?[\w-]++(?: (?!-)\S+)?)*+`?{_DONE}(?: [\w*{{}}/,.-]*[/._*][\w*{{}}/,.-]*"
            rf"| (?:\w+ )?(?:list|files?|imports?))?",
            rf"(?:auto-?|re-?)?format(?:s|ted|ting)? (?:.{{1,60}} )?(?:with|using|by|via|per"
            rf"|from) {_TOOL}(?: v?\d[\w.]*)?",
            r"(?:auto-?|re-?)formatt?(?:s|ed|ing)?(?: (?!.*\b(?:error|message|output|log|date|number|usage|help|string"
            r"|option|text|argument)s?\b).{1,60})?",
            r"format(?:s|ted|ting)? (?:codebase|sources?|files?|everything|imports?|tests?|javascript|typescript"
            r"|tree|repo(?:sitory)?)",
            rf"(?:auto-?|re-?)?format(?:ting|s)?{_DONE}(?: from {_TOOL}(?: v?\d[\w.]*)?)?",
            rf"(?:{_DO}|apply|applied|auto-?fix) (?:bad |wrong |broken )?format(?:ting(?: nits?| issues?| errors?"
            rf"| problems?)?)?",
            rf"(?:{_TAKE} )?{_SPACE}{_DONE}|re-?indent(?:s|ed|ing|ation)?(?: .{{1,60}})?",
            rf"(?:{_DO} )?(?:wrong |bad |broken |inconsistent |incorrect |mixed )?indent(?:ation|ing|s)?{_DONE}",
            r"(?:indent|use|convert|replace|change|expand|switch)(?:ed|s)?(?: .{1,30})? (?:hard )?(?:tabs?|spaces?)"
            r" (?:to|with|by|into|->) (?:\d )?(?:tabs?|spaces?)|indent with (?:tabs|spaces)|un-?tabify|detab",
            rf"tabs? ?(?:to|->|=>|into) ?spaces|spaces? to tabs|{_TAKE} (?:hard[ -]?tabs?|tab characters?)",
            rf"(?:(?:{_DO}|convert(?:ed|s)?|change[ds]?|use|set) )?(?:(?:unix|dos|windows|lf|crlf|mixed|wrong"
            rf"|consistent) )*"
            rf"(?:line[- ]?end(?:ing)?s?|eols?){_DONE}(?: (?:to|from) (?:unix|dos|windows|lf|crlf)(?: to (?:unix|lf"
            rf"|crlf))?)?",
            rf"(?:crlf|dos) (?:->|=>|to) (?:lf|unix)|(?:{_DO}|address|resolve|silence) {_LINT}(?:/[\w-]+)?{_DONE}",
            rf"(?:make|keep|please|appease|satisfy) {_LINT}(?: happy)?|{_LINT}{_DONE}",
            r"(?:re-?)?(?:sort|order|organi[sz]e)(?:ed|s|d)? (?:imports|#?includes|requires|use statements)",
            rf"(?:re-?)?wrap(?:ped|s)? (?:(?:over)?long )?lines(?: (?:to|at) \d+.*)?|{_TAKE} (?:over)?long lines",
            r"no functional changes?|nfc|no changes?|(?:purely |just )?cosmetic(?:al)?(?: changes?| clean-?ups?)?",
            r"(?:代码)?格式化(?:代码)?|(?:调整|修复|修正|统一)?(?:代码)?(?:格式|缩进|空格)",
            r"(?:コード)?(?:整形|フォーマット)(?:修正|を修正|する)?|インデント(?:修正|を修正|整理)?",
        )
    )
)
_PREFIX = re.compile(
    r"(?:\[[^\]]{1,40}\]\s*|:\w+:\s*|[\w./*{}\[\],+-]{0,60}(?: ?\([^)]{1,40}\))?!?:\s+)+",
)
"""[tag], :emoji:, `chore(core): `, `a/b.c: `."""
_BEHIND = re.compile(r"\s*(?:\([#!]\d{1,9}\)|\[[^\]]{1,40}\]|[.!]+)\s*$")
_STYLE = re.compile(
    r"sty:\s+(?!(?:re)?(?:plac|nam|mov|enabl|writ|work)|add\b|change\b|handle|use\b|make .* (?:class|name))"
)
"""A tag that says so itself, unless a verb of code follows."""
_OTHER_KIND = re.compile(
    r"(?:\[[^\]]{1,40}\]\s*)*(?:bug|enh|perf|feat|fix|api|dep|sec(?:urity)?)(?:\([^)]{1,40}\))?!?:\s"
)
"""A tag that says that it is about behaviour."""
_PARTS = re.compile(r"[.;,!]\s+|\s[+&|/–—-]\s|\s?[;+&]\s?|,?\s+(?:and|und|et)\s+|\bcleanup/")
_NOT = re.compile(
    r"\b(?:ci|pre-?commit|hooks?|workflows?|jobs?|config(?:uration)?|options?|settings?|plugins?|versions?|support"
    r"|github|makefile|(?:in|for|on|from) (?:output|input|strings?|names?|values?|arguments?|the parser|user))\b"
)
"""Words with which a subject is about the formatting of something, or about a tool's set-up."""


_HINT = re.compile(
    r"format|fmt|space|blank|indent|lint|style|sty:|pep-?8|tab|sort|order|organi|wrap|line|eol|crlf|dos|black|blue"
    r"|ruff|yapf"
    r"|docformatter|pyupgrade|astyle|crustify|prettier|biome|dprint|goimports|rubocop|rufo|spotless|perltidy"
    r"|cs-fixer|phpcbf"
    r"|buildifier|csharpier|ormolu|fourmolu|stylua|alejandra|taplo|sqlfluff|jshint|flake8|pycode|pydoc|check|cosmetic"
    r"|格式|缩进|空格|整形|フォーマット|インデント"
)
"""Without one of these a subject needs no closer look."""


def is_formatting(subject: str) -> bool:
    """Return whether a subject tells of formatting and of nothing else."""
    line = " ".join(subject.casefold().split())
    if len(line) > MAX_LINE or not _HINT.search(line) or _OTHER_KIND.match(line):
        return False
    if _STYLE.match(line):
        return True
    line = _trimmed(_PREFIX.sub("", line, count=1))
    if not line or _NOT.search(line):
        return False
    return all(_FORMATTING.fullmatch(_core(part)) for part in _PARTS.split(line) if _trimmed(part))


def _core(part: str) -> str:
    return " ".join(_WHICH.sub("", _PLACE.sub("", _trimmed(part)) + " ").split())


def _trimmed(text: str) -> str:
    while (shorter := _BEHIND.sub("", text)) != text:
        text = shorter
    return text.strip(" ,;:`")
