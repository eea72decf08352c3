"""A loopback HTTP server that says nothing of itself, for doubles of services."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def listening(handler: type[BaseHTTPRequestHandler], ended: threading.Event) -> Iterator[int]:
    """Serve until the block ends, and give the port; `ended` is set first, for answers that are being held back."""
    httpd = _Quiet(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield httpd.server_port
    finally:
        ended.set()
        httpd.shutdown()
        httpd.server_close()
        thread.join()


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 50

    def handle_error(self, *_: object) -> None:
        """Say nothing of those who have gone."""
