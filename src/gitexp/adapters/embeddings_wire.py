"""Sends one request for embeddings, by Python's own means, and says what came of it.

The library that asks for judgements takes more than a second to import, and recall may not wait for it.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from http.client import HTTPException, HTTPMessage
from typing import IO
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from gitexp.adapters.embeddings_reading import RefusedError, Vector, vectors_of
from gitexp.adapters.llm_address import Secrets
from gitexp.adapters.llm_answer import error_of
from gitexp.adapters.llm_backoff import worth_another_try

MAX_BODY = 64_000_000
MAX_REFUSAL = 4000
_UNFIT = frozenset({400, 413, 422})


def ask(address: str, key: str, model: str, texts: Sequence[str], seconds: float) -> Sequence[Vector]:
    """Return a vector for each text. Raises RefusedError. `seconds` bounds each wait, not all of them together."""
    body = json.dumps({"model": model, "input": list(texts)}).encode()
    request = Request(_place(address), body, {"Content-Type": "application/json"})
    if who := _who(address, key):
        request.add_unredirected_header("Authorization", who)
    secrets = Secrets(address, key)
    try:
        with build_opener(_NoRedirect).open(request, timeout=seconds) as response:
            data = response.read(MAX_BODY + 1)
    except HTTPError as error:
        with error:
            raise _refused(error, model, secrets) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        if isinstance(reason, TimeoutError):
            raise RefusedError(f"gives no answer within {seconds:g} s", again=True) from None
        said = secrets.said(str(reason), 80) or type(error).__name__
        raise RefusedError(f"gives no answer ({said})", again=True) from None
    if len(data) > MAX_BODY:
        raise RefusedError("sends more than could be asked for")
    return vectors_of(data, len(texts))


def _who(address: str, key: str) -> str:
    """Return what says who asks; the key counts before what stands in the address."""
    if key:
        return f"Bearer {key}"
    parts = urlsplit(address)
    if parts.username is None:
        return ""
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return f"Basic {base64.b64encode(pair.encode()).decode()}"


def _refused(error: HTTPError, model: str, secrets: Secrets) -> RefusedError:
    said = secrets.said(_told(error))
    told = f"{error.code}: {said}" if said else str(error.code)
    if 300 <= error.code < 400:
        return RefusedError(f"sends on to another address, which is not followed ({told})")
    if error.code in (401, 403):
        return RefusedError(f"refuses the key ({told})", "set the key that belongs to this address")
    if error.code in (404, 405):
        mend = "git config exp.embeddings NAME names another; most addresses end with /v1"
        return RefusedError(f"has no embeddings of `{model}` ({told})", mend)
    again = worth_another_try(error.code)
    unfit = error.code in _UNFIT
    return RefusedError(f"refuses ({told})", again=again, unfit=unfit, headers=dict(error.headers.items()))


class _NoRedirect(HTTPRedirectHandler):
    """Follows nobody: the text would go where no one said."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        return None


def _place(address: str) -> str:
    """Return where embeddings are asked for, without user and password."""
    parts = urlsplit(address)
    path = quote(parts.path.rstrip("/"), safe="/%:@!$&'()*+,;=~") + "/embeddings"
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], path, parts.query, ""))


def _told(error: HTTPError) -> str:
    """Return what a refusal says in the usual form, "" where it has another."""
    try:
        return str(error_of(json.loads(error.read(MAX_REFUSAL))).get("message") or "")
    except (OSError, HTTPException, ValueError, RecursionError):
        return ""
