"""An OpenAI-compatible endpoint that gives embeddings. What sends a request is imported with the first one."""

from __future__ import annotations

import queue
from collections.abc import Sequence
from functools import partial

from gitexp.adapters.daemon_threads import Outcome, begin
from gitexp.adapters.embeddings_reading import RefusedError, Vector
from gitexp.adapters.llm_address import shown


class EmbeddingsEndpoint:
    """One endpoint and one language model of it."""

    def __init__(self, address: str, key: str, model: str) -> None:
        self.model = model
        self._address = address
        self._key = key

    @property
    def shown(self) -> str:
        """Return the address as people read it."""
        return shown(self._address)

    def vectors(self, texts: Sequence[str], seconds: float) -> Sequence[Vector]:
        """Return a vector for each text. Raises RefusedError, also where they do not come in time.

        A thread asks, since neither looking up a host's name nor a server that sends a byte a second ends by itself.
        """
        from gitexp.adapters.embeddings_wire import ask

        came: queue.SimpleQueue[Outcome[Sequence[Vector]]] = queue.SimpleQueue()
        sent = partial(ask, self._address, self._key, self.model, seconds=seconds)
        begin(lambda: came.put(Outcome(sent, texts)), 1, "embeddings")
        try:
            return came.get(timeout=seconds).taken()
        except queue.Empty:
            raise RefusedError(f"gives no answer within {seconds:g} s", again=True) from None
