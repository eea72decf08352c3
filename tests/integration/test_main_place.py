"""A change stands at the one file, or the deep folder, that it is about; what goes along with it does not count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitexp.adapters.main_place import main_place


@pytest.mark.parametrize(
    ("files", "place"),
    [
        ([], None),
        (["src/net/retry.py"], "src/net/retry.py"),
        (["README.md"], "README.md"),
        (
            ["src/net/retry.py", "tests/net/test_retry.py", "CHANGELOG.md", "docs/retry.md"],
            "src/net/retry.py",
        ),
        (["src/retry.js", "src/retry.test.js", "package.json", "yarn.lock"], "src/retry.js"),
        (["pkg/retry.go", "pkg/retry_test.go", "go.sum"], "pkg/retry.go"),
        (["src/retry.py", "news/12.bugfix", ".gitignore", "requirements-dev.txt"], "src/retry.py"),
        (["src/shop/net/retry.py", "src/shop/net/queue/send.py"], "src/shop/net/"),
        (["src/shop/net/retry.py", "src/shop/net/send.py", "tests/test_net.py"], "src/shop/net/"),
        (["src/net/retry.py", "src/net/send.py"], None),
        (["a/b/c/retry.py", "z/send.py"], None),
        (["retry.py", "send.py"], None),
        (["src/shop/net/retry.py", "src/shop/network/retry.py"], None),
    ],
)
def test_the_place_is_what_the_change_is_about(files: list[str], place: str | None) -> None:
    assert place == main_place(files)


def test_where_all_goes_along_with_something_all_of_it_counts() -> None:
    assert "tests/a/b/" == main_place(["tests/a/b/test_one.py", "tests/a/b/test_two.py"])
    assert main_place(["tests/test_one.py", "docs/one.md"]) is None


PATHS = st.lists(st.sampled_from(["a", "b", "src", "tests", "x.py", "README.md"]), min_size=1, max_size=5)


@given(st.lists(PATHS.map("/".join), max_size=5))
def test_the_place_is_a_file_of_the_change_or_a_folder_around_what_counts(files: list[str]) -> None:
    place = main_place(files)

    assert place is None or place in files or any(path.startswith(place) for path in files)
