"""Methods and functions that change containers, and the methods that undo them."""

from __future__ import annotations

CHANGING = {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "appendleft", "popleft", "subtract",
}  # fmt: skip
"""Methods that change their receiver."""
CHANGING_FIRST = {"heapify", "heappush", "heappop", "heapreplace", "heappushpop", "shuffle", "insort", "insort_left",
                  "insort_right"}  # fmt: skip
"""Functions that change the list that is their first argument."""
OPPOSITE_METHODS = {"append": "remove", "add": "discard", "remove": "append", "discard": "add"}
"""The method that undoes each changing method; both take the element."""
