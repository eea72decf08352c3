"""The judges: each answers the narrow questions of the `Engine` port."""
