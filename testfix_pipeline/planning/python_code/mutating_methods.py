"""The names of methods that change the object they are called on, for all of planning.

In the requirements of a change of state, in findings of tests that change what others see, and wherever an instance is
only to be looked at. Other objects have methods of these names that change nothing; who asks looks at the receiver.
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
