"""How much recall gives unless it is asked for more."""

LIMIT = 5
"""Experiences."""
BUDGET = 500
"""Tokens. The best one is always given whole, so that a small budget never means silence."""
