"""Words of Chinese, Japanese and Korean in an edit: signs side by side are one word, and a usual one tells nothing."""

from __future__ import annotations

from typing import Any

import pytest

from gitexp.adapters.index_memory import index_of
from gitexp.adapters.index_rows import row
from gitexp.records.agent_event import FileEdit
from gitexp.records.code_signs import USUAL_SIGNS
from gitexp.records.experience import Scope, Standing
from gitexp.records.question import Question
from gitexp.records.search_tokens import search_tokens
from gitexp.steps.edit_words import Met, edit_words, is_telling, met
from gitexp.steps.unasked import weigh
from support.experiences import an_experience


def shared(said: str, new: str, old: str = "") -> Met:
    """Return what an edit shares with an experience that says this, all of it rare."""
    words: dict[str, Any] = {"title": "x", "when": "x", "what": said, "why": None, "scope": Scope()}
    found = row(Standing(an_experience(**words), "experiences/a/b.yaml", "0" * 40))
    edit = edit_words(FileEdit("a.py", old, new))
    return met(found.card._replace(words=found.tokens), edit, lambda token: 1.0)


@pytest.mark.parametrize(
    ("said", "new", "expected"),
    [
        ("タイムアウトは十五秒", "x = 1  # タイムアウトを短縮", ("タイムアウト",)),
        ("缓存键必须包含租户", "缓存键不要租户", ("缓存键", "租户")),
        ("퀴즈를 캐싱한다", "# 캐싱한다", ("캐싱한다",)),
        ("原子的に置き換える", "置き換え", ("換え", "置き")),
        ("漢", "漢", ("漢",)),
    ],
)
def test_pairs_side_by_side_are_one_word(said: str, new: str, expected: tuple[str, ...]):
    assert (expected, len(expected)) == (shared(said, new).added, shared(said, new).many)


def test_a_word_of_many_signs_weighs_as_one_word():
    one = shared("Keep the zebra.", "zebra").mass

    assert one == pytest.approx(shared("タイムアウト", "タイムアウト").mass)
    assert one == pytest.approx(shared("缓存键", "缓存键").mass)
    assert one == pytest.approx(2 * shared("タイムゾーン", "タイムアウト").mass)


def test_a_longer_run_of_signs_with_a_meaning_weighs_as_several():
    assert shared("缓存键租户组", "缓存键租户组").mass == pytest.approx(2 * shared("缓存键", "缓存键").mass)


def test_what_stands_twice_counts_once():
    assert shared("缓存键", "缓存键").mass == pytest.approx(shared("缓存键", "缓存键 缓存键了 缓存").mass)


def test_a_word_that_goes_and_comes_in_part_is_told_by_what_comes():
    found = shared("缓存键", "缓存键", "缓存")

    assert (("缓存键",), (), ()) == (found.added, found.removed, found.touched)


def test_signs_of_half_width_are_named_as_they_stand_there():
    assert ("ﾊﾞｯﾌｧ",) == shared("バッファ", "ﾊﾞｯﾌｧ = 1").added


@pytest.mark.parametrize(
    "word", "ファイル データベース サーバー エラー 関数 文件 数据库 配置 错误 資料庫 데이터 함수".split()
)
def test_a_usual_word_tells_nothing(word: str):
    assert not any(map(is_telling, search_tokens(word)))
    assert 0.25 > shared(f"{word}", f"# {word}").mass


def test_what_a_usual_word_stands_beside_tells_something():
    assert 0.5 < shared("读取租户配置", "# 租户配置").mass < shared("租户编号", "# 租户编号").mass


@pytest.mark.parametrize(
    "new", ["x = 1  # データベース", "# 读取数据库配置文件", "# 데이터베이스 설정 파일", "# キャッシュ"]
)
def test_one_word_is_no_reason_for_an_area(new: str):
    said: dict[str, Any] = {"title": new.partition("# ")[2], "when": "x", "what": f"{new}を守る", "why": None}
    stand = Standing(an_experience(scope=Scope(("**/*.py",)), **said), "experiences/a/b.yaml", "0" * 40)

    [one] = weigh(Question(files=("src/a.py",)), edit_words(FileEdit("src/a.py", "", new)), index_of([stand]))

    assert ("area", False) == (one.by, one.passes)


def test_usual_signs_are_pairs():
    assert {2} == set(map(len, USUAL_SIGNS))
