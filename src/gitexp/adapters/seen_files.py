"""Keeps what each reader of a session was given, and its last prompt, in the git common dir; derived and private.

A hook comes by at each edit, so little is imported and little is asked of the disk. All of it may be deleted at any
time: then an agent is told once more.
"""

from __future__ import annotations

import os

MAX_PROMPT = 4000
"""Characters of a prompt that are kept: its beginning."""
MAX_FILE = 1 << 20
"""Bytes of what one reader was given; a reader that was given more begins anew."""
DAYS = 7
"""Days after which a session that nobody touched goes."""
MOST_SWEPT = 2000
"""Files and folders that one sweep looks at; the next one begins elsewhere."""
LONGEST_NAME = 50
"""Bytes of an id that stand in the name of a file as they are; of a longer one its sum does."""
LONGEST_KEY = 1000
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_APART = "."
"""No escaped name holds it."""
_NONBLOCK = getattr(os, "O_NONBLOCK", 0)
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | _NONBLOCK
_READ = os.O_RDONLY | _NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class SeenFiles:
    """Implements `Seen`: `exp/seen/AGENT.SESSION/` holds a file of what each reader was given, and one of its prompt.

    Where nothing can be kept a key counts as new once in this process, so that an agent is rather told again than
    not at all. A session without an id is one session like any other.
    """

    def __init__(self, common_dir: str, agent: str, session: str, reader: str = "") -> None:
        self._common = common_dir
        name = f"{_safe(agent)}{_APART}{_safe(session)}"
        self._folder = f"{common_dir}/exp/seen/{name}"
        reader = _safe(reader)
        self._given = f"{self._folder}/given{_APART}{reader}"
        self._prompts = tuple(
            f"{self._folder}/prompt{_APART}{one}" for one in dict.fromkeys((reader, _safe("")))
        )
        self._here: set[str] = set()

    def has(self, key: str) -> bool:
        """Return whether the reader was given it."""
        if key in self._here:
            return True
        begin = b"\n" + _safe(key, LONGEST_KEY).encode() + b" "
        return begin in _content(self._given, MAX_FILE)

    def claim(self, key: str) -> bool:
        """Note that the reader is given it now; False where it was before. Of two at once one gets True.

        Everybody appends a line of their own and looks whose came first: that takes half as long as a file a key.
        """
        if key in self._here:
            return False
        name = _safe(key, LONGEST_KEY).encode()
        line = b"\n%s %s" % (name, os.urandom(8).hex().encode())
        try:
            told = self._told(line + b"\n")
        except OSError:
            told = b""
        first = told.find(b"\n" + name + b" ")
        if first >= 0 and told.find(line) >= 0:
            return told.startswith(line, first)
        self._here.add(key)
        return first < 0

    def forget(self) -> None:
        """Drop all that the reader was given, in one move; what was asked of it stays."""
        self._here.clear()
        _unlink(self._given)

    def keep_prompt(self, words: str) -> None:
        """Keep the beginning of the last prompt, in place of the one before, for nobody else on this machine."""
        part = f"{self._folder}/~{os.getpid()}{os.urandom(4).hex()}"
        try:
            file = self._open(part, _NEW)
            try:
                os.write(file, words[:MAX_PROMPT].encode("utf-8", "replace"))
            finally:
                os.close(file)
            os.replace(part, self._prompts[0])  # noqa: PTH105
        except OSError:
            _unlink(part)

    def prompt(self) -> str:
        """Return the last prompt, of a sub-agent that of its session where it has none; "" where none is known."""
        for place in self._prompts:
            if data := _content(place, 4 * MAX_PROMPT):
                return data.decode("utf-8", "replace")[:MAX_PROMPT]
        return ""

    def sweep(self, now: float) -> None:
        """Take out the sessions that nobody touched for seven days; `now` is in seconds since 1970. Never raises."""
        from gitexp.adapters.seen_sweep import sweep  # late: at the beginning of a session alone

        sweep(f"{self._common}/exp/seen", now - DAYS * 86400, MOST_SWEPT)

    def _told(self, line: bytes) -> bytes:
        """Append a line and return all that the reader was given, this included."""
        for _ in range(2):
            file = self._open(self._given, _APPEND)
            try:
                if os.lseek(file, 0, os.SEEK_END) <= MAX_FILE - len(line):
                    if os.write(file, line) != len(line):
                        return b""
                    os.lseek(file, 0, os.SEEK_SET)
                    return _whole(file, MAX_FILE)
            finally:
                os.close(file)
            _unlink(self._given)
        return b""

    def _open(self, path: str, how: int) -> int:
        """Open a file of the session; its folder may be missing, or be swept away just now."""
        for _ in range(3):
            try:
                return os.open(path, how, 0o600)
            except FileNotFoundError:
                self._lay()
        return os.open(path, how, 0o600)

    def _lay(self) -> None:
        """Lay the folder, in a repository that is there: no other is made on the way."""
        for place, mode in (("exp", 0o777), ("exp/seen", 0o700)):
            _mkdir(f"{self._common}/{place}", mode)
        _mkdir(self._folder, 0o700)


def _safe(name: str, longest: int = LONGEST_NAME) -> str:
    """Return any name as one of a file, another one for each: it can leave no folder, nor meet one of other case."""
    if len(name) <= longest and _PLAIN.issuperset(name):
        return name or "_"
    data = name.encode("utf-8", "surrogatepass")
    if len(data) > longest:
        import hashlib  # late: it takes 2 ms, and hardly any id is as long

        return f"_{hashlib.blake2b(data, digest_size=20).hexdigest()}_"
    return "".join(chr(sign) if chr(sign) in _PLAIN else f"_{sign:02x}" for sign in data)


def _content(path: str, most: int) -> bytes:
    """Return what a file holds, nothing where it is not there or can't be read."""
    try:
        file = os.open(path, _READ)
    except OSError:
        return b""
    try:
        return _whole(file, most)
    except OSError:
        return b""
    finally:
        os.close(file)


def _whole(file: int, most: int) -> bytes:
    data = os.read(file, most)
    while len(data) < most and (more := os.read(file, most - len(data))):
        data += more
    return data


def _mkdir(path: str, mode: int) -> None:
    try:
        os.mkdir(path, mode)  # noqa: PTH102  pathlib costs a hook 3 ms
    except FileExistsError:
        return


def _unlink(path: str) -> None:
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:
        return
