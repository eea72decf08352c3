"""What looks like the beginning of a longer text and is none hides no comment."""

from __future__ import annotations

import pytest

from gitexp.steps.comments import comments_of


def told(text: str, path: str) -> list[str]:
    return [" ".join(one.lines).strip() for one in comments_of(text, path)]


@pytest.mark.parametrize(
    "code",
    [
        "all << result\n# Keep me.\nresult\n",
        "class << self\n  # Keep me.\n  self\nend\n",
        "all << endpoint\n# Keep me.\nend\n",
        "all <<result\n# Keep me.\nresult\n",
        "x = 1 << NAME\n# Keep me.\nNAME\n",
    ],
)
def test_what_ruby_appends_begins_no_text(code):
    assert ["Keep me."] == told(code, "a.rb")


@pytest.mark.parametrize("opening", ["<<SQL", "<<~SQL", "<<-SQL", '<<~"SQL"', "<<'SQL'"])
def test_in_a_text_of_ruby_stands_no_comment(opening):
    assert ["Keep me."] == told(f"run({opening})\n# not one\nSQL\n# Keep me.\n", "a.rb")


def test_a_ruby_text_with_a_squiggle_may_have_a_small_name():
    assert ["Keep me."] == told("run(<<~sql)\n# not one\n  sql\n# Keep me.\n", "a.rb")


@pytest.mark.parametrize("opening", ["<<EOF", "<< EOF", "<<-EOF", "<<'EOF'", "<< end"])
def test_a_shell_allows_a_blank_before_the_name(opening):
    name = opening.strip("<-' ")
    assert ["Keep me."] == told(f"cat {opening}\n# not one\n{name}\n# Keep me.\n", "a.sh")


def test_a_name_is_read_whole():
    assert ["Keep me."] == told("cat <<endpoint\nend\n# Keep me.\n", "a.sh")


def test_perl_shifts_by_what_stands_behind_a_blank_unless_it_is_quoted():
    assert ["Keep me."] == told("my $x = 1 << size\n# Keep me.\nsize\n", "a.pl")
    assert ["Keep me."] == told('print << "EOT";\n# not one\nEOT\n# Keep me.\n', "a.pl")
