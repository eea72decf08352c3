"""JSON documents, and texts of them in every layout that JSON allows: for tests by hypothesis."""

from __future__ import annotations

import json

from hypothesis import strategies as st

keys = st.one_of(st.sampled_from(["hooks", "a", "{", '"', "é\u2028", "\\"]), st.text(max_size=5))
_scalars = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.floats(allow_nan=False, allow_infinity=False), keys
)
values = st.recursive(
    _scalars,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(keys, inner, max_size=3)),
    max_leaves=6,
)
documents = st.dictionaries(keys, values, max_size=4)
_BLANKS = ("", "", " ", "\n", "\n  ", "\r\n\t", "  ", "\r")


def laid_out(data: st.DataObject, document: object) -> str:
    """Return a document as a text: as programs indent it, or with any blanks between its signs."""
    if data.draw(st.booleans(), label="indented"):
        indent = data.draw(st.sampled_from([None, 0, 1, 2, 4, "\t"]), label="indent")
        text = json.dumps(document, indent=indent, ensure_ascii=data.draw(st.booleans()))
        newline = data.draw(st.sampled_from(["\n", "\r\n"]), label="newline")
        text = (text + data.draw(st.sampled_from(["", "\n"]))).replace("\n", newline)
    else:
        text = _anyhow(data, document)
    return data.draw(st.sampled_from(["", "\ufeff"]), label="mark") + text


def _anyhow(data: st.DataObject, value: object) -> str:
    blanks = [data.draw(st.sampled_from(_BLANKS)) for _ in range(3)]
    if isinstance(value, dict):
        items = [f"{json.dumps(key)}{blanks[1]}:{_anyhow(data, one)}" for key, one in value.items()]
        text = "{" + f",{blanks[2]}".join(f"{blanks[0]}{item}{blanks[1]}" for item in items) + blanks[1] + "}"
    elif isinstance(value, list):
        text = "[" + f"{blanks[1]},{blanks[2]}".join(_anyhow(data, one) for one in value) + blanks[0] + "]"
    else:
        text = json.dumps(value)
    return blanks[0] + text + blanks[2]
