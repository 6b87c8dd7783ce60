"""Pairs of container methods of which one undoes the other."""

from __future__ import annotations

UNDONE = {"append": "remove", "add": "discard", "remove": "append", "discard": "add"}
"""By the method that changes a container, the one that undoes it; both take the member."""
