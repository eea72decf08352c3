"""A loopback server that serves repositories over git's smart HTTP, to who shows the one header that it wants."""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit


@dataclass
class GitServer:
    """Where it is, and which headers came. `redirect` sends every request elsewhere; without `writes` no push is taken."""

    root: Path
    wanted: str | None
    redirect: str = ""
    writes: bool = True
    address: str = ""
    seen: list[list[str]] = field(default_factory=list)
    """The Authorization headers of each request."""


@contextmanager
def git_server(
    root: Path, wanted: str | None, redirect: str = "", *, writes: bool = True
) -> Iterator[GitServer]:
    """Serve the bare repositories in a folder until the block ends."""
    server = GitServer(root, wanted, redirect, writes)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length", "0"))))

        def log_message(self, format: str, *args: object) -> None:
            pass

        def _answer(self, body: bytes) -> None:
            shown = self.headers.get_all("Authorization") or []
            server.seen.append(shown)
            if server.redirect:
                self.send_response(302)
                self.send_header("Location", server.redirect + self.path)
                self.end_headers()
            elif server.wanted is not None and shown != [server.wanted]:
                self.send_response(401)
                self.send_header("WWW-Authenticate", 'Basic realm="git"')
                self.end_headers()
            elif not server.writes and "git-receive-pack" in self.path:
                self.send_response(403)
                self.end_headers()
            else:
                self._backend(body)

        def _backend(self, body: bytes) -> None:
            parts = urlsplit(self.path)
            kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
            done = subprocess.run(
                ["git", "http-backend"],
                input=body,
                capture_output=True,
                check=True,
                env={
                    **kept,
                    "GIT_PROJECT_ROOT": str(server.root),
                    "GIT_HTTP_EXPORT_ALL": "1",
                    "PATH_INFO": parts.path,
                    "QUERY_STRING": parts.query,
                    "REQUEST_METHOD": self.command,
                    "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                    "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                    "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
                    "REMOTE_USER": "x",
                },
            )
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            lines = [line.decode().split(": ", 1) for line in head.split(b"\r\n")]
            status = next((value for name, value in lines if name == "Status"), "200")
            self.send_response(int(status.split()[0]))
            for name, value in lines:
                if name != "Status":
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server.address = f"http://127.0.0.1:{http.server_address[1]}"
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            http.shutdown()
            thread.join()
