"""The client of GitHub's API against a server that is none: each answer costs one line, and no token goes elsewhere."""

from __future__ import annotations

import gzip
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from gitexp.adapters.github_api import GithubApi
from gitexp.adapters.github_api_connection import MAX_BYTES
from gitexp.adapters.github_api_content import item_of
from gitexp.adapters.github_api_errors import Forbidden, GithubError, TooLarge, Unsure
from gitexp.errors import OutsideError

SECRET = "ghs" + "_" + "a1b2c3d4e5f6a1b2c3d4"


class Scripted(ThreadingHTTPServer):
    """Gives the answers that a test set, one after the other, the last one for ever."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = []
        self.asked = []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/api/v3"

    def says(self, body=b"{}", status=200, **headers):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.answers.append(
            (status, {name.replace("_", "-"): value for name, value in headers.items()}, body)
        )


class Handler(BaseHTTPRequestHandler):
    server: Scripted
    protocol_version = "HTTP/1.1"

    def log_message(self, format, *args):
        pass

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.server.asked.append(self.path)
        answers = self.server.answers
        status, headers, body = answers.pop(0) if len(answers) > 1 else answers[0]
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    do_POST = do_GET


@pytest.fixture
def server():
    made = Scripted()
    thread = threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.shutdown()
    made.server_close()
    thread.join()


@pytest.fixture
def slept():
    return []


@pytest.fixture
def api(server, slept, tmp_path):
    found = GithubApi(server.url, SECRET, "acme/rocket", cache_folder=tmp_path / "kept", sleep=slept.append)
    yield found
    found.close()


def line_of(kind, ask):
    with pytest.raises(kind) as caught:
        ask()
    line = str(caught.value)
    assert len(line) < 500 and line.isprintable() and SECRET not in line
    return line


def test_an_answer_of_any_size_is_read_up_to_a_size(server, api):
    server.says(gzip.compress(b" " * (MAX_BYTES + 1)), Content_Encoding="gzip")

    assert "answers with more than 32 MB" in line_of(TooLarge, lambda: api.get("pulls/1"))


@pytest.mark.parametrize(
    "link",
    [
        "https://evil.example.com/api/v3/repos/acme/rocket/pulls?page=2",
        "http://127.0.0.1:1/api/v3/repos/acme/rocket/pulls?page=2",
        "{root}/other?page=2",
        "{root}/api/v3/../../other?page=2",
        "{root}@evil.example.com/api/v3/pulls",
        "file:///etc/passwd",
        "/api/v3/repos/acme/rocket/pulls?page=2",
        "",
        "\\\\evil.example.com\\api\\v3\\pulls",
    ],
)
def test_a_next_page_elsewhere_is_not_asked_for(server, api, link):
    root = server.url.removesuffix("/api/v3")
    server.says([], Link=f'<{link.format(root=root)}>; rel="next"')

    assert "its next page is at another address" in line_of(GithubError, lambda: list(api.pages("pulls")))
    assert 1 == len(server.asked)


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_a_redirect_is_followed_below_the_api_and_nowhere_else(server, api, status):
    server.says(status=status, Location=f"{server.url}/repositories/7/pulls/1?per_page=3")
    server.says({"title": "Refuel"})
    moved = api.get("pulls/1")
    server.answers.clear()
    server.says(status=status, Location="https://evil.example.com/api/v3/pulls/1")

    assert {"title": "Refuel"} == moved
    assert "/api/v3/repositories/7/pulls/1?per_page=3" == server.asked[1]
    assert "is not followed" in line_of(GithubError, lambda: api.get("pulls/1"))
    assert 3 == len(server.asked)


def test_a_circle_of_redirects_ends(server, api):
    server.says(status=301, Location=f"{server.url}/repositories/7/pulls/1")

    line_of(GithubError, lambda: api.get("pulls/1"))
    assert 4 == len(server.asked)


def test_what_is_written_is_not_sent_on(server, api):
    server.says(status=307, Location=f"{server.url}/repositories/7/issues/1/comments")

    line_of(GithubError, lambda: api.post("issues/1/comments", {"body": "Hello"}))
    assert 1 == len(server.asked)


@pytest.mark.parametrize("body", [b"<html>Sign in</html>", b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_said(server, api, body):
    server.says(body)

    assert "does not answer with JSON" in line_of(GithubError, lambda: api.get("pulls/1"))


def test_what_was_written_and_answered_by_no_json_is_not_known(server, api):
    server.says(b"<html>Sign in</html>")

    line_of(Unsure, lambda: api.post("issues/1/comments", {"body": "Hello"}))


def test_an_answer_that_breaks_off_is_asked_for_again(server, api, slept):
    server.says(b'{"title": "Ref', Content_Length="1000")
    server.says({"title": "Refuel"})

    assert {"title": "Refuel"} == api.get("pulls/1")
    assert [1] == slept


def test_an_answer_that_is_not_ready_is_asked_for_again_and_not_slept_over_by_the_library(server, api, slept):
    server.says(status=202)
    server.says({"title": "Refuel"})

    assert {"title": "Refuel"} == api.get("pulls/1")
    assert [1] == slept


def test_headers_that_should_be_numbers_may_be_anything(server, api):
    nonsense = {"X_RateLimit_Remaining": "many", "X_RateLimit_Limit": "inf", "X_RateLimit_Reset": "nan"}
    server.says({"title": "Refuel"}, **nonsense)
    server.says({"message": "No."}, status=403, Date="yesterday", **nonsense)

    assert {"title": "Refuel"} == api.get("pulls/1")
    line_of(Forbidden, lambda: api.get("pulls/2"))


def test_a_wait_until_the_end_of_time_is_not_waited(server, api, slept):
    server.says({"message": "No."}, status=429, Retry_After="1e300")

    assert "is used up until some later day" in line_of(GithubError, lambda: api.get("pulls/1"))
    assert [] == slept


def test_words_of_a_refusal_are_cut_cleaned_and_without_the_token(server, api):
    words = f"\x1b[31mYour {SECRET} and ghp" + "_" + "q" * 36 + " \u202e are\nbad. " + "x" * 10_000
    server.says(
        {"message": words, "errors": [None, 7, {"message": {}}, {"code": "custom", "field": "head"}]}, 422
    )

    line = line_of(GithubError, lambda: api.get("pulls/1"))
    assert "q" * 36 not in line and "Your … and …" in line


@pytest.mark.parametrize("etag", ['"a\u00e9"', "bare", '"' + "x" * 500 + '"', '"a"b"'])
def test_an_etag_that_is_none_is_not_kept(server, api, tmp_path, etag):
    server.says({"title": "Refuel"}, ETag=etag.encode("utf-8").decode("latin-1"))
    api.get("pulls/1")

    assert [] == list((tmp_path / "kept").glob("*"))


@pytest.mark.parametrize("content", [None, [], "text", 7])
def test_an_answer_of_another_shape_is_said(server, api, content):
    server.says(content)

    line_of(OutsideError, lambda: item_of(api.get("pulls/1"), "pull"))


def test_a_list_that_is_none_is_said_and_members_that_are_no_objects_are_left_out(server, api):
    server.says({"message": "all is well"})
    line_of(OutsideError, lambda: api.listed("pulls"))
    server.answers.clear()
    server.says([None, "x", {"number": 3}, [1]])

    assert [{"number": 3}] == [one.fields for one in api.listed("pulls").items]


@pytest.mark.parametrize(
    "content",
    [{}, {"data": None}, {"data": []}, {"errors": "no"}, {"data": None, "errors": [7, {"message": 1}]}],
)
def test_a_query_without_data_is_said(server, api, content):
    server.says(content)

    assert "gives no data" in line_of(GithubError, lambda: api.graphql("query { viewer { login } }", {}))
