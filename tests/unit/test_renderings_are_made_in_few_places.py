"""`Redacted.rendered` is for the writer of files, the writers of proposals, and what is put to a language model."""

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "gitexp"
ALLOWED = {
    "records/text.py",
    "adapters/edit_yaml.py",
    "adapters/experience_yaml.py",
    "adapters/change_record_yaml.py",
    "engines/model/fences.py",
    "steps/bot_summary.py",
    "steps/bot_text.py",
    "steps/quoting.py",
    "steps/propose.py",
    "steps/proposal_changes.py",
    "steps/proposal_item.py",
    "steps/proposal_left_out.py",
    "steps/proposal_question.py",
    "steps/proposal_text.py",
    "steps/proposal_words.py",
}


def callers():
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr == "rendered":
                yield path.relative_to(SOURCE).as_posix()


def test_only_the_writers_render():
    assert set(callers()) <= ALLOWED
