"""The names of methods that change their object, for all of planning.

Used for requirements on changes of state, for findings of tests that change shared state, and for observing an instance
unchanged. Other objects have harmless methods of these names; callers check the receiver.
"""

from __future__ import annotations

MUTATORS = frozenset({
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse",
    "update", "setdefault", "popitem", "move_to_end",
    "add", "discard", "difference_update", "intersection_update", "symmetric_difference_update",
    "appendleft", "extendleft", "popleft", "rotate", "subtract",
})  # fmt: skip
"""Those of the library's containers: lists, dictionaries, sets, deques, counters."""

MOVES = frozenset({
    "write", "writelines", "read", "readline", "readlines", "seek", "truncate", "flush", "close", "send", "put",
})  # fmt: skip
"""Those of streams, queues and connections, which the next call finds at another place. Functions of modules are named
so, too (`requests.put`): this is for who must not touch anything, not for findings."""
