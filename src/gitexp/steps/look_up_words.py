"""A name without a container, a flag, a variable, a key, a dependency: found as words of the tree, never missing."""

from __future__ import annotations

import re

from gitexp.records.finding import Finding
from gitexp.records.mention import Mention
from gitexp.records.sighting import Sight
from gitexp.steps.code import PLACES, Code, Looking, place
from gitexp.steps.look_up_members import is_document
from gitexp.steps.nearest_names import nearest_words

NOWHERE = "not among the words and paths of the tree"
TOO_SHORT = "too short or too odd to search for"
MAX_NAME = 200
MAX_FILES = 12
"""Files that are read to tell which of them declares a name."""


def spellings(mention: Mention) -> tuple[str, ...]:
    """Return the texts to search for: as it is written, then as code may write it; none that would say nothing.

    One letter alone stands everywhere; as the member of a container it can be told.
    """
    least = 1 if mention.kind == "symbol" and len(mention.parts) > 1 else 2
    return tuple(text for text in _spellings(mention) if _sound(text) and len(text) >= least)


def _spellings(mention: Mention) -> tuple[str, ...]:
    name = mention.name.strip()
    match mention.kind:
        case "symbol":
            # Code writes the last container and the member side by side, whatever stands around them.
            return tuple(dict.fromkeys((*mention.parts, ".".join(mention.parts[-2:])))) or (name,)
        case "flag":
            bare = name.partition("=")[0].lstrip("-")
            return tuple(dict.fromkeys((name.partition("=")[0], bare, bare.replace("-", "_"))))
        case "variable":
            return (name.strip("${}").partition("=")[0],)
        case "dependency":
            return (re.split(r"[\s<>=!~^@]", name.partition(":")[2] or name)[0],)
        case _:
            return (name,)


def _sound(text: str) -> bool:
    return len(text) <= MAX_NAME and text.isprintable() and re.search(r"\w", text) is not None


def _means(mention: Mention, text: str, sight: Sight) -> bool:
    """Return whether a place means the thing: the bare word of a flag only where it is quoted, a key or a field."""
    if mention.kind != "flag" or text.startswith("-"):
        return True
    word = re.escape(text)
    told = rf"['\"`]{word}['\"`]|(?<!\w)(?:args?|opts?|options?|flags?|params?|config|settings|cli)\.{word}(?![\w-])"
    return re.search(told, sight.text) is not None


def look_up_word(code: Code, mention: Mention) -> Looking[Finding]:
    """Return where the tree declares a name or has its words, or that they are not there, which proves nothing."""
    texts = spellings(mention)
    if mention.kind == "symbol" and len(mention.parts) == 1:
        files = sorted(code.declaring(mention.parts[0]), key=lambda path: (path.count("/"), path))[:MAX_FILES]
        yield files
        if found := code.declared(mention.parts, files):
            where = tuple(dict.fromkeys(one.place for one in found))[:PLACES]
            return Finding(mention.name, "found", where, declared=True)
    if not texts:
        return Finding(mention.name, "unverifiable", reason=TOO_SHORT, kind=mention.kind)
    in_documents: tuple[Sight, ...] = ()
    for text in texts:
        seen = tuple(one for one in code.seen(text) if _means(mention, text, one))
        if coded := [one for one in seen if not is_document(one.path)]:
            where = tuple(dict.fromkeys(place(one.path, one.line) for one in coded))[:PLACES]
            told = "its version is not checked" if mention.version else ""
            return Finding(mention.name, "found", where, reason=told, kind=mention.kind)
        in_documents = in_documents or seen
    if in_documents:
        where = tuple(place(one.path, one.line) for one in in_documents)[:PLACES]
        return Finding(
            mention.name, "unverifiable", where, reason="stands only in documents", kind=mention.kind
        )
    reason = NOWHERE if code.sighted.whole else "the search of the tree ended early"
    # Types alone are known without reading all files, and they are called in capitals.
    typed = mention.kind == "symbol" and texts[0][:1].isupper()
    near = nearest_words(texts[0], code.sighted.types) if typed else ()
    return Finding(mention.name, "unverifiable", nearest=near, reason=reason, kind=mention.kind)
