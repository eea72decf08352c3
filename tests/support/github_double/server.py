"""The loopback HTTP server of the double: one thread a connection, one call at a time."""

from __future__ import annotations

import socket
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

from support.github_double.faults import Dropped

if TYPE_CHECKING:
    from support.github_double.hub import GithubDouble
    from support.github_double.rest import Answer


class Server(ThreadingHTTPServer):
    """Listens on a free port of 127.0.0.1; closing it also ends the connections that clients keep open."""

    daemon_threads = True

    def __init__(self, hub: GithubDouble) -> None:
        self.hub = hub
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Let a client hang up; anything else is a fault of the double, which the test shall see."""
        import sys

        problem = sys.exc_info()[1]
        if not isinstance(problem, ConnectionError):
            self.hub.problems.append(problem)

    def shutdown_request(self, request: Any) -> None:
        """Forget a connection that ends."""
        self.open.discard(request)
        super().shutdown_request(request)

    def hang_up(self) -> None:
        """End all connections."""
        for one in list(self.open):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the client was quicker


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1

    def setup(self) -> None:
        """Remember the connection, to end it with the server."""
        super().setup()
        self.server.open.add(self.connection)

    def version_string(self) -> str:
        """Return what the real one says."""
        return "github.com"

    def date_time_string(self, timestamp: float | None = None) -> str:
        """Return the double's own time, so that a client reckons with it."""
        return super().date_time_string(self.server.hub.clock.now.timestamp())

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the calls are kept in the double."""

    def do_GET(self) -> None:
        """Answer."""
        content = self._content()
        try:
            answer = self.server.hub.handle(
                self.command,
                self.path,
                {name.lower(): value for name, value in self.headers.items()},
                content,
            )
        except Dropped:
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self._send(answer)

    do_POST = do_PATCH = do_DELETE = do_PUT = do_HEAD = do_GET

    def _content(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("X-GitHub-Request-Id", "0000:0000:0000")
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if answer.status not in (204, 304) and self.command != "HEAD":
            self.wfile.write(answer.body)
        self.wfile.flush()
