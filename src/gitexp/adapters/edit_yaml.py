"""Changes an experience in its file: only the fields that change, so that a person's comments and order stay."""

from __future__ import annotations

from dataclasses import dataclass

from gitexp.adapters import record_json, schemas
from gitexp.adapters.experience_yaml import read, write
from gitexp.adapters.yaml_patch import Unpatchable, patched
from gitexp.adapters.yaml_strict import shown
from gitexp.errors import RecordError
from gitexp.records.experience import Experience
from gitexp.records.text import Redacted


@dataclass(frozen=True)
class Edited:
    """A file's new text; `rewritten` says that it was written anew, and comments and order of the old one are gone."""

    text: Redacted
    rewritten: bool = False


def edited(text: str, path: str, wanted: Experience[Redacted]) -> Edited:
    """Return the text of a file changed so that it holds the wanted experience, and exactly that.

    Raises RecordError where the file can't be read, the experience does not fit its schema, or where what exp
    does not know in the file would be lost. The text is Redacted in that the values that go in are: what a person
    wrote around them stands in the file already.
    """
    before = read(text, path)
    if before.experience == wanted:
        return Edited(Redacted.rendered(text))
    old_document, new_document = (record_json.experience_document(one) for one in (before.experience, wanted))
    schemas.validate("experience", new_document, path)
    try:
        new = patched(text, old_document, new_document)
        after = read(new, path)
    except (Unpatchable, RecordError):
        new, after = "", None
    if after is not None and after.experience == wanted and after.unknown_keys == before.unknown_keys:
        return Edited(Redacted.rendered(new))
    if before.unknown_keys:
        keys = ", ".join(f"`{shown(key)}`" for key in before.unknown_keys)
        raise RecordError(path, f"can't be changed without losing {keys}", "change the file by hand")
    return Edited(write(wanted), rewritten=True)
