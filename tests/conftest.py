"""How many examples the properties are tried on: fewer where EXP_TESTS=quick, as CI does on all Pythons but the first."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=25)
if os.environ.get("EXP_TESTS") == "quick":
    settings.load_profile("quick")
