"""Links of a proposal: of a strict form, or none."""

from __future__ import annotations

import pytest

from gitexp.steps.bot_links import Site, links

SITE = Site("https://github.com", "acme/shop")
HEAD = "b" * 40


@pytest.mark.parametrize(
    "tail",
    ["pull/7", "issues/7", "pull/7#discussion_r12", "pull/7#issuecomment-3", "pull/7#pullrequestreview-3"],
)
def test_a_thread_of_the_repository_is_linked_by_way_of_the_redirect(tail):
    assert f"[the thread](https://redirect.github.com/acme/shop/{tail})" == links(
        SITE, [f"https://github.com/acme/shop/{tail}"], "", ""
    )


@pytest.mark.parametrize(
    "url",
    [
        None,
        "",
        "https://github.com/acme/shop",
        "https://github.com/acme/shopping/pull/7",
        "https://github.com/evil/shop/pull/7",
        "https://github.com.evil.example/acme/shop/pull/7",
        "http://github.com/acme/shop/pull/7",
        "https://ghe.example.com/acme/shop/pull/7",
        "https://github.com/acme/shop/pull/7?x=1",
        "https://github.com/acme/shop/pull/7#discussion_r12)[x](https://evil.example",
        "https://github.com/acme/shop/pull/7\n",
        "https://github.com/acme/shop/pull/../../../evil",
        "https://github.com/acme/shop/pull/07",
        "javascript:alert(1)//https://github.com/acme/shop/pull/7",
    ],
)
def test_nothing_else_is_linked(url):
    assert "" == links(SITE, [url], "", "")


def test_of_many_threads_three_are_linked_each_once():
    urls = [f"https://github.com/acme/shop/pull/{number}" for number in (1, 1, 2, 3, 4)]

    assert ["[the thread 1]", "[the thread 2]", "[the thread 3]"] == [
        one.partition("(")[0] for one in links(SITE, urls, "", "").split(" · ")
    ]


@pytest.mark.parametrize(
    "path",
    [
        "experiences/src/../../x.yaml",
        "experiences/src/a b.yaml",
        "experiences/src/a).yaml",
        "src/x.yaml",
        "experiences//x.yaml",
        "experiences/ü.yaml",
        "",
    ],
)
def test_a_file_is_linked_only_by_a_clean_path(path):
    assert "" == links(SITE, [], HEAD, path)


@pytest.mark.parametrize(
    ("site", "head"),
    [
        (None, HEAD),
        (SITE, "main"),
        (Site("https://github.com/x", "acme/shop"), HEAD),
        (Site("https://github.com", "acme/shop/x"), HEAD),
        (Site("https://github.com", "acme"), HEAD),
    ],
)
def test_without_a_sure_place_there_is_no_link(site, head):
    assert "" == links(site, [], head, "experiences/src/x.yaml")


def test_a_file_on_an_own_server_is_linked_there():
    site = Site("https://ghe.example.com:8443", "acme/shop")

    assert f"[the file](https://ghe.example.com:8443/acme/shop/blob/{HEAD}/experiences/src/x.yaml)" == links(
        site, ["https://ghe.example.com:8443/acme/shop/pull/7"], HEAD, "experiences/src/x.yaml"
    )
