"""Talking to the warehouse."""
