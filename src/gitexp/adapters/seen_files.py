"""Keeps what each reader of a session was given, and the words of its last prompt, in the git common dir; private.

A hook comes by at each edit, so little is imported and little is asked of the disk. All of it may be deleted at any
time: then an agent is told once more.
"""

from __future__ import annotations

import os

from gitexp.adapters.small_files import NONBLOCK, PLAIN, content, escaped, mkdir, unlink, whole

MAX_PROMPT = 4000
"""Characters of a prompt that are kept: its beginning."""
MAX_FILE = 1 << 20
"""Bytes of what one reader was given; a reader that was given more begins anew."""
DAYS = 7
"""Days after which a session that nobody touched goes."""
DAY = 86400
"""Seconds between two sweeps of a clone."""
MOST_SWEPT = 2000
"""Files and folders that one sweep looks at; the next one begins elsewhere."""
LONGEST_NAME = 50
"""Bytes of an id that stand in the name of a file as they are; of a longer one its sum does."""
LONGEST_KEY = 1000
STAYS = "deny:"
"""Begins the keys that are not forgotten: an edit is denied once in a session, and a compaction does not end it."""
_APART = "."
"""No escaped name holds it."""
_APPEND = os.O_RDWR | os.O_APPEND | os.O_CREAT | NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


class SeenFiles:
    """Implements `Seen`: `exp/seen/AGENT.SESSION/` holds what each reader was given, what it was denied, and its prompt.

    Where nothing can be kept a key counts as new once in this process, so that an agent is rather told again than
    not at all. A session without an id is one session like any other.
    """

    def __init__(self, common_dir: str, agent: str, session: str, reader: str = "") -> None:
        self._common = common_dir
        name = f"{_safe(agent)}{_APART}{_safe(session)}"
        self._folder = f"{common_dir}/exp/seen/{name}"
        reader = _safe(reader)
        self._given = f"{self._folder}/given{_APART}{reader}"
        self._denied = f"{self._folder}/denied{_APART}{reader}"
        self._prompts = tuple(
            f"{self._folder}/prompt{_APART}{one}" for one in dict.fromkeys((reader, _safe("")))
        )
        self._here: set[str] = set()

    def has(self, key: str) -> bool:
        """Return whether the reader was given it."""
        if key in self._here:
            return True
        begin = b"\n" + _safe(key, LONGEST_KEY).encode() + b" "
        return begin in content(self._place(key), MAX_FILE)

    def claim(self, key: str) -> bool:
        """Note that the reader is given it now; False where it was before. Of two at once one gets True.

        Everybody appends a line of their own and looks whose came first: that takes half as long as a file a key.
        """
        if key in self._here:
            return False
        name = _safe(key, LONGEST_KEY).encode()
        line = b"\n%s %s" % (name, os.urandom(8).hex().encode())
        try:
            told = self._told(self._place(key), line + b"\n")
        except OSError:
            told = b""
        first = told.find(b"\n" + name + b" ")
        if first >= 0 and told.find(line) >= 0:
            return told.startswith(line, first)
        self._here.add(key)
        return first < 0

    def forget(self) -> None:
        """Drop all that the reader was given, in one move; what was asked of it stays, and what it was denied."""
        self._here = {key for key in self._here if key.startswith(STAYS)}
        unlink(self._given)

    def keep_prompt(self, words: str) -> None:
        """Keep the beginning of the last prompt, in place of the one before, for nobody else on this machine.

        Its words are all that is asked for: what looks like a key does not come onto the disk.
        """
        from gitexp.adapters.prompt_kept import without_keys  # late: at a prompt alone

        part = f"{self._folder}/~{os.getpid()}{os.urandom(4).hex()}"
        try:
            file = self._open(part, _NEW)
            try:
                os.write(file, without_keys(words[:MAX_PROMPT]).encode("utf-8", "replace"))
            finally:
                os.close(file)
            os.replace(part, self._prompts[0])  # noqa: PTH105
        except OSError:
            unlink(part)

    def prompt(self) -> str:
        """Return the last prompt, of a sub-agent that of its session where it has none; "" where none is known."""
        for place in self._prompts:
            if data := content(place, 4 * MAX_PROMPT):
                return data.decode("utf-8", "replace")[:MAX_PROMPT]
        return ""

    def sweep(self, now: float) -> bool:
        """Take out the sessions that nobody touched for seven days; `now` is in seconds since 1970. Never raises.

        That is done once a day, whoever comes by; return whether it was now.
        """
        marker = f"{self._common}/exp/seen.swept"
        try:
            if 0 <= now - os.stat(marker).st_mtime < DAY:  # noqa: PTH116
                return False
        except OSError:
            pass
        try:
            os.close(os.open(marker, os.O_WRONLY | os.O_CREAT | NONBLOCK, 0o600))
            os.utime(marker, (now, now))
        except (OSError, OverflowError):
            return False  # where nothing can be written nothing can be taken out
        from gitexp.adapters.seen_sweep import sweep  # late: once a day

        sweep(f"{self._common}/exp/seen", now - DAYS * DAY, MOST_SWEPT)
        return True

    def _place(self, key: str) -> str:
        return self._denied if key.startswith(STAYS) else self._given

    def _told(self, place: str, line: bytes) -> bytes:
        """Append a line to a file of the session and return all that stands there, this included."""
        for _ in range(2):
            file = self._open(place, _APPEND)
            try:
                if os.lseek(file, 0, os.SEEK_END) <= MAX_FILE - len(line):
                    if os.write(file, line) != len(line):
                        return b""
                    os.lseek(file, 0, os.SEEK_SET)
                    return whole(file, MAX_FILE)
            finally:
                os.close(file)
            unlink(place)
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
            mkdir(f"{self._common}/{place}", mode)
        mkdir(self._folder, 0o700)


def _safe(name: str, longest: int = LONGEST_NAME) -> str:
    """Return any name as one of a file, another one for each: it can leave no folder, nor meet one of other case."""
    if len(name) <= longest and PLAIN.issuperset(name):
        return name or "_"
    data = name.encode("utf-8", "surrogatepass")
    if len(data) > longest:
        import hashlib  # late: it takes 2 ms, and hardly any id is as long

        return f"_{hashlib.blake2b(data, digest_size=20).hexdigest()}_"
    return escaped(data)
