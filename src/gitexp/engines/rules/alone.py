"""Whether a statement can be understood alone: what its pointing words mean must stand before them, or be anchored."""

from __future__ import annotations

import re

from gitexp.engines.rules import signs_of_pointing
from gitexp.engines.rules.names import names_something
from gitexp.records.words import content_words


def stands_alone(words: str, *, before: str = "", anchored: bool) -> bool:
    """Return whether a reader who sees nothing else understands what the words point at.

    A sentence that points with this, it, here counts only where its anchor names the thing ("this file",
    "this function"), or where a name stands before the pointing word.
    """
    if signs_of_pointing.REFERS_BACK.search(words) and not before:
        return False
    for match in signs_of_pointing.POINTS.finditer(words):
        noun = (match[2] or "").strip("`")
        ahead = f"{before} {words[: match.start()]}"
        if _named(ahead):
            continue
        if anchored and noun in _ANCHORED_NOUNS:
            continue
        if anchored and _ANCHORED_DENSE.match(words, match.end()):
            continue
        if (
            match[1]
            and match[1].lower() in ("that", "there", "it", "those", "these")
            and _not_pointing(match, words)
        ):
            continue
        return False
    return _matter(words)


_ANCHORED_DENSE = re.compile(
    r"(?:文件|函数|方法|类|模块|目录|字段|表|脚本|测试|接口|常量|变量|配置|组件|迁移|ファイル|関数|メソッド|クラス|モジュール|ディレクトリ|"
    r"フィールド|テーブル|カラム|スクリプト|テスト|型|定数|変数|設定)"
)
_ANCHORED_NOUNS = frozenset(
    "file function method class test module field struct enum type helper script directory folder header migration config "
    "variable constant table column endpoint route component hook interface macro option flag argument parameter is".split()
)


def _named(text: str) -> bool:
    """Return whether something that a pointing word can mean was named before it."""
    return names_something(text) or len(content_words(text)) >= 3


def _not_pointing(match: re.Match[str], words: str) -> bool:
    """Return whether the word is grammar here: "so that", "is that", "there is", "it is possible to"."""
    word = match[0].lower()
    before = words[: match.start()].rstrip().lower()
    if word.startswith("that"):
        return bool(re.search(r"(?:\w{3,}|so|is|be|such)$", before))
    if word.startswith("there"):
        return bool(
            match[2]
            and match[2].lower() in ("is", "are", "was", "were", "may", "might", "can", "will", "must")
        )
    if word.startswith("it"):
        rest = words[match.end(1) :].lower()
        return bool(
            re.match(
                r"['’]?s? ?(?:is |would be |was |will be )?(?:\w+ )?(?:that|to|possible|not possible|important)\b",
                rest,
            )
        )
    return bool(match[2] and len(match[2]) > 3)


def _matter(words: str) -> bool:
    return len(content_words(words)) >= 3
