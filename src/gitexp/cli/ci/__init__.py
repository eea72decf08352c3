"""`exp ci MODE`: one file a mode, and what they share."""
