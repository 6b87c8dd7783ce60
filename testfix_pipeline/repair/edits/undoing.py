"""Backtracking that does not track back: what was put in on the way down is taken out again on the way up."""

from __future__ import annotations

UNDONE = {"append": "remove", "add": "discard", "remove": "append", "discard": "add"}
"""What undoes a change of a container and says of which member."""
