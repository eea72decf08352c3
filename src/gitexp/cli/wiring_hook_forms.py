"""Gives the form of one agent, and nothing else: most events need no more than to be read."""

from gitexp.adapters.agent_form import form_of as form_of
