"""What a function finds, counts or is told, and forgets to keep: counters, caches, steps, answers of calls."""

import pytest

from testfix_pipeline.repair.languages.python.edits import steps, updates
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

WRITE_BACK = """
class Ledger:
    def __init__(self):
        self._counters = {}
    def next_number(self, day):
        count = self._counters.get(day.year, 0) + 1
        return f"{day.year}-{count}"
"""
WRITE_BACK_LOCAL = """
def totals(rows):
    seen = {}
    for row in rows:
        total = seen.get(row.name, 0) + row.amount
        if total > 3:
            seen[row.name] = 0
    return seen
"""
MEMO = """
class Store:
    def __init__(self, load):
        self.load = load
        self._cache = {"a": 1}
    def get(self, key):
        if key in self._cache:
            return self._cache[key]
        value = self.load(key)
        return value
"""
RESET_WITH_OTHERS = """
class Shipper:
    def __init__(self):
        self._lines = []
        self._size = 0
        self._opened = None
    def add(self, line, now):
        if not self._lines:
            self._opened = now
        self._lines.append(line)
        self._size += len(line)
    def close(self):
        self.queue.append(list(self._lines))
        self._lines = []
        self._size = 0
"""
LAST_SEEN = """
def gaps(readings, limit):
    found, last = [], {}
    for one in readings:
        before = last.setdefault(one.sensor, one)
        if one.at - before.at > limit:
            found.append((before.at, one.at))
    return found
"""
MEMO_RETURN = """
class Store:
    def __init__(self, load):
        self.load = load
        self._cache = {}
    def get(self, key):
        if key in self._cache:
            return self._cache[key]
        return self.load(key)
"""
EMPTY_DELETED = """
class State:
    def __init__(self):
        self.reserved = {}
    def ship(self, event):
        lines = self.reserved[event.order]
        lines.pop(event.item)
        return len(self.reserved)
"""
PENDING_CLEARED = """
class Box:
    def __init__(self):
        self.pending = {}
    def put(self, user, note):
        self.pending.setdefault(user, []).append(note)
    def send(self, user):
        notes = list(self.pending[user])
        return len(notes)
"""
PENDING_DROPPED = """
class Box:
    def __init__(self):
        self.pending = {}
    def put(self, user, note):
        self.pending.setdefault(user, []).append(note)
    def send(self, user):
        notes = self.pending[user]
        return len(notes)
"""
NAMES_STORED = """
class Calc:
    def __init__(self, names):
        self.names = dict(names)
    def assign(self, text):
        name, _, rest = text.partition("=")
        value = self.value(rest)
        return value
    def value(self, text):
        return self.names[text] if text in self.names else int(text)
"""
RESULT_ADDED = """
def prune(node):
    gone = 0
    for child in list(node.children):
        prune(child)
        if not child.children:
            node.children.remove(child)
            gone += 1
    return gone
"""
RESULT_EXTENDED = """
def names(node):
    found = []
    for child in node.children:
        found.append(child.name)
        names(child)
    return found
"""
SIZE_BACK = """
class Cache:
    def __init__(self):
        self.used = 0
        self.entries = {}
    def put(self, key, value, size):
        self.entries[key] = Entry(value, size)
        self.used += size
    def drop(self, key):
        entry = self.entries.pop(key)
        return entry
    def big(self, entry):
        return entry.size > 3
"""
SUM_OF_WINDOW = """
from collections import deque
class Window:
    def __init__(self, size):
        self.size = size
        self.total = 0
        self.samples = deque()
    def add(self, value):
        self.samples.append(value)
        self.total += value
        if len(self.samples) > self.size:
            oldest = self.samples.popleft()
        return self.total
"""
LEFT_OVER = """
def shares(total, n):
    each, left = divmod(total, n)
    out = [each] * n
    for number in range(n):
        if left > 0:
            out[number] += 1
    return out
"""
MOVE_TO_END = """
from collections import OrderedDict
class Cache:
    def __init__(self):
        self.entries = OrderedDict()
    def get(self, key):
        if key not in self.entries:
            return None
        return self.entries[key]
"""


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(
            steps.steps, SIZE_BACK, "pop(key)\n", "pop(key)\n        self.used -= entry.size\n", id="size back"
        ),
        pytest.param(
            steps.steps,
            SUM_OF_WINDOW,
            "popleft()\n",
            "popleft()\n            self.total -= oldest\n",
            id="sum of window",
        ),
        pytest.param(steps.steps, LEFT_OVER, "+= 1", "+= 1\n            left -= 1", id="left over"),
        pytest.param(
            updates.changes,
            MOVE_TO_END,
            "        return self.entries[key]",
            "        self.entries.move_to_end(key)\n        return self.entries[key]",
            id="move to end",
        ),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
