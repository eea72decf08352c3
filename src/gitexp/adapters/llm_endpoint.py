"""Sends one request to an OpenAI-compatible endpoint, and again where it is worth it, and says what came of it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gitexp.adapters.llm_address import Secrets, no_address, shown
from gitexp.adapters.llm_answer import TOO_LARGE, Answer, NoCompletion, answer_of
from gitexp.adapters.llm_backoff import TRIES, wait, worth_another_try
from gitexp.adapters.llm_forms import Asked, Form, Forms
from gitexp.adapters.llm_refusals import Refusal, Refused, refusal_of
from gitexp.errors import RepositoryError

if TYPE_CHECKING:
    from openai import OpenAI

MAX_BODY = 8_000_000
CONNECT_SECONDS = 20.0


class Silent(Exception):
    """No answer came after all tries: why."""


@dataclass(frozen=True)
class _Again:
    """A try that failed, and what the endpoint said of the time to wait."""

    reason: str
    headers: Mapping[str, str]
    lost: bool = False
    """The text may have arrived, and may have to be paid."""


class Endpoint:
    """One endpoint for one run. The library is imported, and a connection made, with the first request."""

    def __init__(
        self,
        address: str,
        key: str,
        *,
        timeout: float,
        sleep: Callable[[float], object],
        stopped: Callable[[], bool],
    ) -> None:
        self.shown = shown(address)
        self.secrets = Secrets(address, key)
        self.forms = Forms()
        self._address = address
        self._key = key
        self._timeout = timeout
        self._sleep = sleep
        self._stopped = stopped
        self._lock = threading.Lock()
        self._client: OpenAI | None = None

    def send(self, asked: Asked, lose: Callable[[], bool]) -> Answer:
        """Return the answer; `lose` hears of each try that was lost, and says whether another one may be made.

        Raises Refused, Silent, and OutsideError where no request can be answered there.
        """
        _check_library()
        tries = 0
        while True:
            came = self._once(asked)
            if isinstance(came, Answer):
                return came
            if came is None:
                continue
            tries += 1
            enough = lose() if came.lost else True
            if tries == TRIES or not enough or self._stopped():
                raise Silent(came.reason)
            self._sleep(wait(tries, came.headers))
            if self._stopped():
                raise Silent(came.reason)

    def close(self) -> None:
        """Close the connections; the next request makes new ones."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _once(self, asked: Asked) -> Answer | _Again | None:
        """Return the answer, or why to try again; None where the form was refused and the next one is there to try."""
        import httpx2
        import openai

        form = self.forms.now
        body = asked.body(form)
        try:
            return self._received(body)
        except NoCompletion as error:
            return _Again(str(error), {}, lost=True)
        except openai.APIStatusError as error:
            return self._judged(refusal_of(error), form, asked, body)
        except httpx2.InvalidURL:
            raise no_address() from None
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            cause = error.__cause__ or error
            unsent = isinstance(cause, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError)
            return _Again(self._broken(cause, unsent), {}, lost=not unsent)

    def _broken(self, cause: BaseException, unsent: bool) -> str:
        import httpx2

        if unsent:
            return f"no connection ({self.secrets.said(str(cause), 80) or type(cause).__name__})"
        if isinstance(cause, httpx2.TimeoutException):
            return f"no reply within {self._timeout:g} s"
        return "the connection broke"

    def _received(self, body: Mapping[str, Any]) -> Answer:
        import httpx2

        until = time.monotonic() + self._timeout
        parts: list[bytes] = []
        size = 0
        send: Any = self._opened().chat.completions.with_streaming_response.create
        with send(**body) as response:
            for part in response.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > MAX_BODY:
                    return Answer("", TOO_LARGE, completion_tokens=size // 4)
                if time.monotonic() > until:
                    raise httpx2.ReadTimeout("")
        return answer_of(b"".join(parts))

    def _opened(self) -> OpenAI:
        with self._lock:
            if self._client is None:
                self._client = _client(self._address, self._key, self._timeout)
            return self._client

    def _judged(self, refusal: Refusal, form: Form, asked: Asked, body: Mapping[str, Any]) -> _Again | None:
        """Return why to try again, None for another form. Raises where neither is of any use."""
        if refusal.may_be_form and self.forms.refused(form, refusal.named, refusal.words, body):
            return None
        refusal.raise_for(self.shown, asked.sampling.model, self.secrets)
        reason = f"{refusal.status}: {self.secrets.said(refusal.words)}"
        if worth_another_try(refusal.status):
            return _Again(reason, refusal.headers)
        raise Refused(f"the endpoint refused the question ({reason})")


def _check_library() -> None:
    try:
        import openai  # noqa: F401
    except ImportError:
        mend = "pip install 'git-exp[model]'"
        raise RepositoryError("", "the model engine needs the package openai", mend) from None


def _client(address: str, key: str, timeout: float) -> OpenAI:
    import httpx2
    import openai

    try:
        http = openai.DefaultHttpxClient(follow_redirects=False)
    except (ValueError, ImportError, httpx2.InvalidURL) as error:
        what = f"can't be used: {Secrets(address, key).said(str(error))}"
        raise RepositoryError("the proxy in the environment", what, "mend HTTPS_PROXY or ALL_PROXY") from None
    return openai.OpenAI(
        api_key=key or "none",
        base_url=address,
        max_retries=0,
        timeout=openai.Timeout(timeout, connect=min(timeout, CONNECT_SECONDS)),
        http_client=http,
    )
