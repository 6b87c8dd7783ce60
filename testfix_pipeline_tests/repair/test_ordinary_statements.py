"""Ordinary code with a slip about answers, texts, states, ties or worklists, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import (
    names,
    special_methods,
    statements,
    strings,
    ties,
    transitions,
    truth,
    undoing,
    unfinished,
    units,
    updates,
    worklists,
    wrapping,
    write_back,
)
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "match": (
        names.variables,
        """
def area(shape):
    match shape:
        case ("circle", r):
            return 3 * shape
        case {"side": side, **rest}:
            return shape * shape
""",
        "3 * shape",
        "3 * r",
    ),
    "eq doc guard": (
        special_methods.of_another_kind,
        '''
class P:
    def __init__(self, x):
        self.x = x
    def __eq__(self, other):
        """Equal."""
        return self.x == other.x
''',
        "        return self.x ==",
        "        if not isinstance(other, P):\n            return NotImplemented\n        return self.x ==",
    ),
    "handler return": (
        statements.done,
        """
def add(self, text):
    try:
        value = int(text)
    except ValueError:
        self.errors.append(text)
    self.values.append(value)
""",
        "errors.append(text)\n",
        "errors.append(text)\n        return\n",
    ),
    "idle compare": (
        statements.effects,
        """
def reset(self):
    self.count == 0
""",
        "==",
        "=",
    ),
    "annassign sort": (
        statements.effects,
        """
def f(xs):
    ys: list = xs.sort()
    return xs
""",
        "ys: list = xs",
        "xs",
    ),
    "sorted self items lost": (
        statements.effects,
        """
class A:
    def order(self):
        sorted(self.items)
""",
        "sorted(self",
        "self.items = sorted(self",
    ),
    "return yield": (
        statements.generators,
        """
def evens(xs):
    for x in xs:
        if x % 2 == 0:
            return x
""",
        "return x",
        "yield x",
    ),
    "elif else": (
        statements.into_branches,
        """
def f(x):
    if x > 3:
        return "a"
    elif x > 1:
        return "b"
""",
        "elif x > 1:",
        "else:",
    ),
    "bare return continue": (
        statements.jumps,
        """
def total(self, rows):
    for row in rows:
        if row.skipped:
            return
        self.total += row.size
""",
        "return\n",
        "continue\n",
    ),
    "await return": (
        statements.returns,
        """
async def load(self, key):
    await self.fetch(key)
""",
        "    await",
        "    return await",
    ),
    "return error": (
        statements.returns,
        """
def check(x):
    if x < 0:
        return ValueError("negative")
    return x
""",
        "return ValueError",
        "raise ValueError",
    ),
    "break return": (
        statements.returns,
        """
def first(rows, key):
    for row in rows:
        if row.key == key:
            break
    return None
""",
        "break",
        "return row",
    ),
    "html": (
        strings.formats,
        """
def row(a, b):
    return f"<td>{a}</td><td>{b:>4}</td>"
""",
        "{b:>4}",
        "{b:<4}",
    ),
    "rows by key": (
        ties.answer_in_order,
        """
def summary(groups):
    rows = []
    for name, items in groups.items():
        rows.append({"name": name, "total": sum(items)})
    return rows
""",
        "return rows",
        "return sorted(rows, key=lambda one: one['name'])",
    ),
    "itemgetter tie": (
        ties.further_parts,
        """
from operator import itemgetter
def ranked(ps):
    return sorted(ps, key=itemgetter(1))
""",
        "itemgetter(1)",
        "itemgetter(1, 0)",
    ),
    "transition self const": (
        transitions.moved_on,
        """
class Door:
    OPEN = "open"
    SHUT = "shut"
    def __init__(self):
        self.state = self.SHUT
        self.count = 0
    def open(self):
        if self.state == self.OPEN:
            return
        self.count += 1
""",
        "self.count += 1\n",
        "self.count += 1\n        self.state = self.OPEN\n",
    ),
    "eq tuple": (
        truth.attributes,
        """
class P:
    def __init__(self, name, score, age):
        self.name = name
        self.score = score
        self.age = age
    def __eq__(self, other):
        return (self.score, self.name) == (other.score, other.name)
""",
        "(self.score, self.name) == (other.score, other.name)",
        "(self.score, self.name, self.age) == (other.score, other.name, other.age)",
    ),
    "three or and": (
        truth.grouped,
        """
def allowed(user):
    return user.admin or user.owner or user.editor and user.active
""",
        "user.admin or user.owner or user.editor and",
        "(user.admin or user.owner or user.editor) and",
    ),
    "in comp ors": (
        truth.nones,
        """
def f(rows):
    return [x for x in rows.items or ()]
""",
        "rows.items or ()",
        "(rows.items if rows.items is not None else ())",
    ),
    "get or default": (
        truth.nones,
        """
def width(options):
    return options.get("width") or 80
""",
        'options.get("width") or 80',
        'options.get("width", 80)',
    ),
    "walrus none": (
        truth.nones,
        """
def find(table, key):
    if count := table.get(key):
        return count
    return -1
""",
        "count := table.get(key)",
        "(count := table.get(key)) is not None",
    ),
    "optional call": (
        truth.optional,
        """
def find(items, prefix=None):
    return [one for one in items if one.name.startswith(prefix)]
""",
        "one.name.startswith(prefix)",
        "(prefix is None or one.name.startswith(prefix))",
    ),
    "cell visited": (
        undoing.taken_back,
        """
def walk(cell):
    if cell.visited:
        return 0
    cell.visited = True
    best = 0
    for other in cell.links:
        best = max(best, 1 + walk(other))
    return best
""",
        "return best",
        "cell.visited = False\n    return best",
    ),
    "groups clear": (
        unfinished.last_rounds,
        """
def split(lines):
    rows, current = [], []
    for line in lines:
        if not line:
            rows.append(list(current))
            current.clear()
        else:
            current.append(line)
    return rows
""",
        "    return rows",
        "    if current:\n        rows.append(list(current))\n    return rows",
    ),
    "minutes": (
        units.converted,
        """
def minutes(seconds):
    return seconds // 3600
""",
        "3600",
        "60",
    ),
    "linked tail": (
        updates.resets,
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
    "bfs tuple": (
        worklists.found,
        """
from collections import deque
def dist(graph, start, goal):
    queue = deque([(start, 0)])
    seen = {start}
    while queue:
        node, depth = queue.popleft()
        if node == goal:
            return depth
        for other in graph[node]:
            if other not in seen:
                seen.add(other)
    return -1
""",
        "seen.add(other)\n",
        "seen.add(other)\n                queue.append((other, depth + 1))\n",
    ),
    "wrap listcomp sorted": (
        wrapping.wrappers,
        """
def names(rows):
    return [row.name for row in rows]
""",
        "[row.name for row in rows]",
        "sorted([row.name for row in rows])",
    ),
    "gen sorted": (
        wrapping.wrappers,
        """
def names(rows):
    return ", ".join(row.name for row in rows)
""",
        "(row.name for row in rows)",
        "(sorted(row.name for row in rows))",
    ),
    "cache comp": (
        write_back.answer_stored,
        """
class A:
    def __init__(self):
        self.cache = {}
    def get(self, key):
        if key in self.cache:
            return self.cache[key]
        return [one for one in self.rows if one.key == key]
""",
        "return [one for one in self.rows if one.key == key]",
        "self.cache[key] = [one for one in self.rows if one.key == key]\n        return self.cache[key]",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
