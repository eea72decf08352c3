"""The orchard shop: orders go to the warehouse."""
