"""Words that point at something that they do not name."""

from __future__ import annotations

import re

REFERS_BACK = re.compile(
    r"^(?:will|would|is|are|was|were|has|had|does|did|can|could|should|must|fails?|breaks?|works?|returns?|throws?|causes?|makes?|means?|needs?) |"
    r"^(?:yes|no|yeah|yep|right|ok(?:ay)?|sure|well|oh|indeed|true|exactly|actually|hm+)\b|^(?:and |but |so |also |then |however,? |otherwise,? |(?:because|since) (?![^,]{10,},)|which |in (?:this|that) case,? |"
    r"(?:for|on|in|regarding|about|as for) the (?:latter|former|first|second|other|same|above|next|last)\b|if (?:so|not)\b|then,? |same |likewise|ditto|the (?:same|former|latter|above|problem|issue|reason|other|original|previous|earlier) |both |either |neither |such )",
    re.I,
)

POINTS = re.compile(
    r"\b(this|that|it|its|it['’]s|they|them|these|those|here|there|above|below)\b(?:[ ]+([a-z`][\w`-]*))?|这个|这里|这样|那个|它|これ|それ|ここ|この|その",
    re.I,
)

BEGINS_WITH_POINTING = re.compile(
    r"(?:yes,? |no,? |well,? |because )?(?:it|it['’]s|this|that|that['’]s|these|those|they|we (?:delete|need|keep|use|have|set|call|do) (?:it|this|that|them))\b|(?:这|那|它|此|これ|それ|ここ)",
    re.I,
)
"""Opens with a word that points back: its subject stands in what was asked."""
