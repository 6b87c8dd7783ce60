"""Methods and functions that change containers, and which method takes back what another one does."""

from __future__ import annotations

CHANGING = {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "appendleft", "popleft", "subtract",
}  # fmt: skip
"""Methods that change what they are called on."""
CHANGING_FIRST = {"heapify", "heappush", "heappop", "heapreplace", "heappushpop", "shuffle", "insort", "insort_left",
                  "insort_right"}  # fmt: skip
"""Functions that change the list that they are given first."""
UNDONE = {"append": "remove", "add": "discard", "remove": "append", "discard": "add"}
"""By the method that changes a container, the one that undoes it; both take the member."""
