"""Bare `exp`: the store's status, or what the history already tells, and what to do next. Writes nothing."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from gitexp.cli import doors_screen, screen
from gitexp.records.glance import Glance
from gitexp.records.words import counted

SHOWN = 5


def show_glance(*, as_json: bool) -> None:
    """Look at the repository and print what there is."""
    start = time.monotonic()
    from gitexp.cli.wiring import Workshop
    from gitexp.cli.wiring_doors import doors_now, on_path
    from gitexp.glance import glance

    workshop = Workshop()
    branch = workshop.config.branch
    doors = doors_now(workshop.layout.common_dir, workshop.layout.root)
    seen = glance(
        workshop.store,
        workshop.history(),
        workshop.comments(),
        workshop.session_folders(),
        laid=workshop.laid,
        branch=branch,
        today=time.strftime("%Y-%m-%d", time.gmtime()),
        fired=doors.fired,
        installed=doors.installed,
        files_for_agents=doors.laid,
    )
    there = on_path()
    elapsed = time.monotonic() - start
    if as_json:
        screen.answer(document(seen, round(elapsed * 1000), on_path=there))
    else:
        name = Path(workshop.layout.root or workshop.layout.git_dir).name
        doorways = list(doors_screen.lines_of(seen, datetime.now(UTC), on_path=there))
        _show(seen, name, branch, elapsed, doorways)


def _show(seen: Glance, name: str, branch: str, elapsed: float, doors: Sequence[str]) -> None:
    if seen.has_store or seen.waiting or seen.laid:
        served = f"{counted(seen.experiences, 'experience')} in force"
        screen.say(f"{name}: {served}. Nothing written, no network, no model.  {elapsed:.1f} s")
    else:
        screen.say(f"{name}: no experiences yet. Nothing written, no network, no model.  {elapsed:.1f} s")
    screen.say()
    if seen.waiting:
        _row("waiting for a person", seen.waiting, f"on {branch}")
    for skip in seen.skipped[:SHOWN]:
        screen.say(f"  not served   {skip.where}: {skip.what}")
    if len(seen.skipped) > SHOWN:
        screen.say(f"  and {len(seen.skipped) - SHOWN} more: exp list")
    _history(seen)
    for limit in seen.limits:
        screen.say(screen.style(f"  ({limit})", "dim"))
    if doors:
        screen.say(screen.style("\ndoors that agents come by", "dim"))
    for line in doors:
        screen.say(line)
    _next(seen, branch)


def _history(seen: Glance) -> None:
    _row("tried and taken back for good", len(seen.taken_back), "")
    if seen.taken_back:
        latest = seen.taken_back[0]
        title = latest.original.subject if latest.original else latest.commit.subject
        place = f", {latest.commit.files[0]}" if latest.commit.files else ""
        _detail(f'latest: "{_short(title, 60)}"{place}')
        _detail(f'"{_short(latest.reason, 76)}"  {latest.commit.author}, {latest.commit.at[:10]}')
    if seen.unexplained:
        _row("taken back, nobody said why", seen.unexplained, "")
    if seen.comments and seen.comments.count:
        _row("comments that command", seen.comments.count, f"in {counted(seen.comments.files, 'file')}")
        if seen.comments.where:
            _detail(f"{seen.comments.where}  {_short(seen.comments.example, 60)}")
    for one in seen.sessions:
        _row("agent sessions about this repo", one.count, f"{one.agent} (not opened)")


def _next(seen: Glance, branch: str) -> None:
    """Name three commands that make sense here; before there is a store none of them writes anything."""
    settled = seen.has_store or seen.waiting or seen.laid
    screen.say("\nNext:" if settled else "\nNext, none of these writes anything:")
    file = seen.most_reverted or "PATH"
    if seen.waiting:
        _command(f"git diff HEAD...{branch}", "look at what waits")
        _command(f"git merge --no-ff {branch}", "take it")
    if settled:
        _command(f"exp recall --file {file}", "what applies before you edit it")
        _command(f"exp archaeology {file}", "what was tried there, taken back, and why")
        _command("exp propose history: --dry-run", "what the history has to add")
        if not any(door.files for door in seen.doors):
            screen.say("Let agents be told before they edit:  exp init --agents all")
        return
    if seen.most_reverted:
        _command(f"exp archaeology {file}", "the past of your most reverted file")
    _command("exp propose history: --dry-run", "what is worth keeping, in the words people used")
    _command("exp propose FILE --dry-run", "one review: gh api repos/OWNER/NAME/pulls/N/comments > FILE")
    if not seen.most_reverted:
        _command("exp demo", "the whole story on a sample, in a temporary folder")
    screen.say("Keep it:  exp init   lists its files first;  exp init --undo  takes them out again")


def _command(words: str, does: str) -> None:
    screen.say(f"  {words:<42}  {does}")


def _row(what: str, many: int, more: str) -> None:
    screen.say(f"  {what:<30} {many:>5}   {more}".rstrip())


def _detail(words: str) -> None:
    screen.say(f"{'':<41}{words}")


def _short(words: str, width: int) -> str:
    return screen.short(words, width)


def document(seen: Glance, elapsed: int, *, on_path: bool) -> dict[str, object]:
    """Return the picture for programs."""
    return {
        "experiences": seen.experiences,
        "waiting": seen.waiting,
        "taken_back": [
            {
                "commit": one.commit.id,
                "subject": one.commit.subject,
                "original": one.original.id if one.original else None,
                "reason": one.reason,
                "author": one.commit.author,
                "at": one.commit.at,
                "files": list(one.commit.files),
            }
            for one in seen.taken_back
        ],
        "unexplained": seen.unexplained,
        "comments": {"count": seen.comments.count, "files": seen.comments.files} if seen.comments else None,
        "sessions": [{"agent": one.agent, "count": one.count} for one in seen.sessions],
        "most_reverted": seen.most_reverted,
        "doors": doors_screen.documents(seen, on_path=on_path),
        "laid": [{"what": one.what, "files": list(one.files)} for one in seen.files_for_agents],
        "outdated": list(seen.outdated),
        "skipped": [{"where": skip.where, "what": skip.what} for skip in seen.skipped],
        "limits": list(seen.limits),
        "elapsed_ms": elapsed,
    }
