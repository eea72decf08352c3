"""Carries one HTTP request at a time: its answer within a size and a time, no redirect followed, no sleep."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from gitexp.adapters.github_api_errors import TooLarge

if TYPE_CHECKING:
    import requests

MAX_BYTES = 32_000_000
"""A page of a hundred comments, each as long as GitHub allows, has about a quarter of it."""
CONNECT_SECONDS = 10.0
_PIECE = 1 << 16
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_NUMBERS = ("x-ratelimit-remaining", "x-ratelimit-limit", "x-ratelimit-reset")


class NotSent(Exception):
    """No connection came about: nothing can have happened there."""


class Lost(Exception):
    """The request was sent, and no whole answer came."""


class Moved(Exception):
    """GitHub sends on to another address."""

    def __init__(self, location: str) -> None:
        super().__init__(location)
        self.location = location


class Received:
    """What came back, in the form that PyGithub's Requester reads."""

    def __init__(self, status: int, headers: Iterable[tuple[str, str]], text: str) -> None:
        self.status = status
        self._headers = list(headers)
        self._text = text

    def getheaders(self) -> list[tuple[str, str]]:
        """Return the headers, without a number that is none: the Requester would fall over it."""
        return [
            (name, value) for name, value in self._headers if name.lower() not in _NUMBERS or value.isdigit()
        ]

    def read(self) -> str:
        """Return the body."""
        return self._text


class Connection:
    """What PyGithub's Requester takes for a connection; for one thread. `origin` is scheme, host and port.

    Its own would read an answer of any size, follow redirects without their query, and sleep.
    """

    def __init__(self, origin: str, seconds: float) -> None:
        self.host = origin
        self._origin = origin
        self._seconds = seconds
        self._session: requests.Session | None = None
        self._asked: tuple[str, str, Any, dict[str, str]] = ("", "", None, {})

    def request(self, verb: str, url: str, input: Any, headers: dict[str, str], stream: bool = False) -> None:
        """Remember what is to be sent."""
        del stream
        self._asked = (verb, url, input, headers)

    def getresponse(self) -> Received:
        """Send it and return the answer. Raises NotSent, Lost, Moved, and TooLarge."""
        import requests
        from urllib3.exceptions import HTTPError

        try:
            return self._sent()
        except requests.exceptions.RequestException as error:
            raise _failure(error) from None
        except (OSError, HTTPError) as error:
            raise Lost(type(error).__name__) from None

    def close(self) -> None:
        """Close what is open."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _sent(self) -> Received:
        verb, url, body, headers = self._asked
        until = time.monotonic() + self._seconds
        with self._opened().request(
            verb,
            f"{self._origin}{url}",
            headers=headers,
            data=body,
            timeout=(CONNECT_SECONDS, self._seconds),
            allow_redirects=False,
            stream=True,
        ) as response:
            if response.status_code in _REDIRECTS:
                raise Moved(response.headers.get("location", ""))
            if response.status_code == 202 and verb == "GET":
                raise Lost("202: not ready yet")
            text = _text(response, until, f"{self._origin}{url.partition('?')[0]}")
            return Received(response.status_code, response.headers.items(), text)

    def _opened(self) -> requests.Session:
        if self._session is None:
            import requests

            self._session = requests.Session()
            self._session.auth = _as_it_is  # else a .netrc would put its own word in place of the token
        return self._session


def _text(response: requests.Response, until: float, where: str) -> str:
    pieces: list[bytes] = []
    size = 0
    for piece in response.iter_content(_PIECE):
        pieces.append(piece)
        size += len(piece)
        if size > MAX_BYTES:
            raise TooLarge(where, f"answers with more than {MAX_BYTES // 1_000_000} MB, which is not read")
        if time.monotonic() > until:
            raise Lost("no whole answer in time")
    return b"".join(pieces).decode("utf-8", "replace")


def _as_it_is(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _failure(error: requests.exceptions.RequestException) -> NotSent | Lost:
    """Return whether the request can have arrived."""
    import requests
    from urllib3.exceptions import NewConnectionError

    cause = getattr(error.args[0], "reason", None) if error.args else None
    early = requests.exceptions.ConnectTimeout, requests.exceptions.SSLError, requests.exceptions.ProxyError
    if isinstance(error, early) or isinstance(cause, NewConnectionError):
        words = (
            "the certificate is not trusted"
            if isinstance(error, requests.exceptions.SSLError)
            else "no connection"
        )
        return NotSent(words)
    slow = isinstance(error, requests.exceptions.Timeout)
    return Lost("no answer in time" if slow else "the connection broke")
