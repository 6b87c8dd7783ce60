"""Missing updates of state: what is set back, counted on, taken back or changed as it is elsewhere."""

import pytest

from testfix_pipeline.repair.languages.python.edits import counter_updates as steps
from testfix_pipeline.repair.languages.python.edits import updates
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, texts

SECTIONS = """
def parse(lines):
    found, section, last = {}, "", None
    for line in lines:
        if line.startswith("["):
            section = line[1:-1]
            continue
        if line.startswith(" "):
            found[section][last] += line
        else:
            last = line
            found[section][last] = ""
    return found
"""
CLOCK = """
class Clock:
    def press(self, player):
        self.moves[player] += 1

    def take_back(self):
        last = self.log.pop()
        self.left[last.player] = last.left
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

SIGNS = """
def walk(rows):
    step = 1
    at = 0
    for row in rows:
        if row.turns:
            print(row)
        at += step
    return at
"""
PRODUCT = """
def determinant(rows):
    product = first(rows)
    for row in rows:
        if row.swapped:
            exchange(row)
        product *= row.factor
    return product
"""

REPLACED = {
    "set back along": (
        updates.propose_resets,
        SECTIONS,
        "            continue\n",
        "            last = None\n            continue\n",
    ),
    "linked tail": (
        updates.propose_resets,
        """
class Queue:
    def __init__(self):
        self.head = self.tail = None
        self.size = 0
    def pop(self):
        node = self.head
        self.head = node.next
        if self.head is None:
            self.size = 0
        return node.value
""",
        "            self.size = 0\n        return",
        "            self.size = 0\n            self.tail = None\n        return",
    ),
    "counted back by the same key": (
        steps.propose_steps,
        CLOCK,
        "        self.left[last.player] = last.left\n",
        "        self.left[last.player] = last.left\n        self.moves[last.player] -= 1\n",
    ),
    "size back": (steps.propose_steps, SIZE_BACK, "pop(key)\n", "pop(key)\n        self.used -= entry.size\n"),
    "sum of window": (
        steps.propose_steps,
        SUM_OF_WINDOW,
        "popleft()\n",
        "popleft()\n            self.total -= oldest\n",
    ),
    "left over": (steps.propose_steps, LEFT_OVER, "+= 1", "+= 1\n            left -= 1"),
    "move to end": (
        updates.propose_container_changes,
        MOVE_TO_END,
        "        return self.entries[key]",
        "        self.entries.move_to_end(key)\n        return self.entries[key]",
    ),
    "the step turned": (steps.propose_negations, SIGNS, "print(row)", "print(row)\n            step = -step"),
    "the sign of a product": (
        steps.propose_negations,
        PRODUCT,
        "exchange(row)",
        "exchange(row)\n            product = -product",
    ),
}


@pytest.mark.parametrize(("producer", "code", "old", "new"), REPLACED.values(), ids=REPLACED)
def test_the_update_is_proposed(producer: Propose, code: str, old: str, new: str) -> None:
    assert_proposed(producer, code, old, new)


DECODED = """
def decoded(text):
    line, count = '', ''
    for char in text:
        if char.isdigit():
            count += char
        else:
            line += char * int(count)
    return line
"""
DUMPED = """
def dumped(lines):
    shown, last = [], None
    marked = False
    for line in lines:
        if line == last:
            if not marked:
                marked = True
            continue
        shown.append(line)
        last = line
    return shown
"""
LOCKER = """
class Locker:
    def __init__(self):
        self.wrong = 0
        self.names = []
        self.on = True
    def miss(self, name):
        self.wrong += 1
        self.names.append(name)
    def open(self, code, name):
        if code:
            return
        self.on = False
"""
CASES = {
    "a variable set back in a loop": (
        updates.propose_resets, DECODED, "line += char * int(count)\n            count = ''",
    ),
    "a mark taken back, as it was at the beginning and not where it is set": (
        updates.propose_resets, DUMPED, "shown.append(line)\n        last = line\n        marked = False"
    ),
    "an attribute set back": (updates.propose_resets, LOCKER, "self.on = False\n        self.wrong = 0"),
    "a field of a dataclass set back": (
        updates.propose_resets,
        "@dataclass\nclass Editor:\n    done: list = field(default_factory=list)\n"
        "    undone: list[str] = field(default_factory=list)\n\n"
        "    def record(self, group):\n        self.done.append(group)\n",
        "self.done.append(group)\n        self.undone = []",
    ),
    "an attribute counted on": (steps.propose_steps, LOCKER, "self.on = False\n        self.wrong += 1"),
    "a step of a sibling": (
        steps.propose_steps,
        "def call(pause, factor):\n    while go():\n        sleep(pause)\n\ndef plan(pause, factor):\n"
        "    pause *= factor\n",
        "sleep(pause)\n        pause *= factor",
    ),
    "a container changed": (
        updates.propose_container_changes, LOCKER, "self.on = False\n        self.names.append(name)",
    ),
    "a container changed instead of leaving": (
        updates.propose_container_changes, LOCKER, "if code:\n            self.names.append(name)\n        self.on"
    ),
    "a key noted as another is": (
        updates.propose_container_changes,
        "class C:\n    def f(self, base):\n        self.of[base] = {}\n        slug = 'x'\n        return slug\n",
        "self.of[slug] = {}\n        return slug",
    ),
    "a helper object reported as elsewhere": (
        updates.propose_container_changes,
        "class C:\n    def f(self, key):\n        self.index.detach(key)\n    def g(self, old):\n        return old\n",
        "self.index.detach(old)\n        return old",
    ),
    "what was taken from a queue put back": (
        updates.propose_container_changes,
        "def f(names):\n    queue = deque(names)\n    while queue:\n        name = queue.popleft()\n"
        "        other = swapped(name)\n        drop(other)\n",
        "drop(other)\n        queue.append(other)",
    ),
                        "a key dropped as elsewhere": (
        updates.propose_container_changes,
        "class C:\n    def f(self, key):\n        del self.of[key]\n    def g(self, old):\n        return old\n",
        "del self.of[old]\n        return old",
    ),
                        }  # fmt: skip


@pytest.mark.parametrize(("producer", "code", "right"), CASES.values(), ids=CASES)
def test_the_missing_statement_is_proposed(producer: Propose, code: str, right: str) -> None:
    assert any(right in text for text in texts(producer, code))
