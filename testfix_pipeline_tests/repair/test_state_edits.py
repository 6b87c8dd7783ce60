"""Edits for slips with state: what is not set back, counted on, taken back or handed on, and what is shared."""

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.languages.python.edits import aliases, consume, moves, steps, updates
from testfix_pipeline_tests.repair.sources import Propose, texts

CRASH = Failure(
    test="test_m.py::test_f",
    error="division by zero",
    error_type="ZeroDivisionError",
    frames=[Frame(file="m.py", line=line, function="f") for line in (6, 3, 9)],
    line=2,
)
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
SHOP = """
class Stock:
    def take(self, sku, amount):
        pass
    def back(self, sku, amount):
        pass
class Shop:
    def fill(self, lines):
        for sku, amount in lines:
            self.stock.put(sku, amount)
    def sell(self, lines):
        taken = []
        for sku, amount in lines:
            self.stock.take(sku, amount)
            taken.append((sku, amount))
        if not self.full:
            return False
        return True
"""
QUEST = """
@dataclass
class Quest:
    title: str
    steps: int
    failed: bool = False

"""
CASES = {
    "a variable set back in a loop": (updates.resets, DECODED, "line += char * int(count)\n            count = ''"),
    "a mark taken back, as it was at the beginning and not where it is set": (
        updates.resets, DUMPED, "shown.append(line)\n        last = line\n        marked = False"
    ),
    "an attribute set back": (updates.resets, LOCKER, "self.on = False\n        self.wrong = 0"),
    "a field of a dataclass set back": (
        updates.resets,
        "@dataclass\nclass Editor:\n    done: list = field(default_factory=list)\n"
        "    undone: list[str] = field(default_factory=list)\n\n"
        "    def record(self, group):\n        self.done.append(group)\n",
        "self.done.append(group)\n        self.undone = []",
    ),
    "an attribute counted on": (steps.steps, LOCKER, "self.on = False\n        self.wrong += 1"),
    "a step of a sibling": (
        steps.steps,
        "def call(pause, factor):\n    while go():\n        sleep(pause)\n\ndef plan(pause, factor):\n"
        "    pause *= factor\n",
        "sleep(pause)\n        pause *= factor",
    ),
    "a container changed": (updates.changes, LOCKER, "self.on = False\n        self.names.append(name)"),
    "a container changed instead of leaving": (
        updates.changes, LOCKER, "if code:\n            self.names.append(name)\n        self.on"
    ),
    "a key noted as another is": (
        updates.changes,
        "class C:\n    def f(self, base):\n        self.of[base] = {}\n        slug = 'x'\n        return slug\n",
        "self.of[slug] = {}\n        return slug",
    ),
    "a helper object told as elsewhere": (
        updates.changes,
        "class C:\n    def f(self, key):\n        self.index.detach(key)\n    def g(self, old):\n        return old\n",
        "self.index.detach(old)\n        return old",
    ),
    "what was taken from a queue put back": (
        updates.changes,
        "def f(names):\n    queue = deque(names)\n    while queue:\n        name = queue.popleft()\n"
        "        other = swapped(name)\n        drop(other)\n",
        "drop(other)\n        queue.append(other)",
    ),
    "keyword arguments in a key": (
        consume.options,
        "def key_of(args, kwargs):\n    parts = list(args)\n    return tuple(parts)\n",
        "parts = list(args) + sorted(kwargs.items())",
    ),
    "keyword arguments beside the others": (
        consume.options,
        "def f(*args, **kwargs):\n    return known[args]\n",
        "known[args, tuple(sorted(kwargs.items()))]",
    ),
    "a statement two places further up": (
        moves.moves,
        "def emit(sub):\n    called()\n    sub.handler()\n    if sub.once:\n        off(sub)\n    end()\n",
        "def emit(sub):\n    if sub.once:\n        off(sub)\n    called()\n    sub.handler()",
    ),
    "a statement two places further down": (
        moves.moves, "def f():\n    a()\n    b()\n    c()\n    d()\n", "b()\n    c()\n    a()\n    d()"
    ),
    "what is to be done once before the rounds": (
        moves.moves,
        "def f(xs):\n    for x in xs:\n        total = 0\n        total += x\n    return total\n",
        "    total = 0\n    for x in xs:\n        total += x",
    ),
    "a key dropped as elsewhere": (
        updates.changes,
        "class C:\n    def f(self, key):\n        del self.of[key]\n    def g(self, old):\n        return old\n",
        "del self.of[old]\n        return old",
    ),
    "a copy that shares what is in it": (
        aliases.deeper, "'''Options.'''\nimport re\ndef f(known):\n    return dict(known)",
        "import re\nimport copy\n\ndef f(known):\n    return copy.deepcopy(known)",
    ),
    "one container for all keys": (
        aliases.copies, "def f(keys):\n    return dict.fromkeys(keys, defaultdict(list))", "{key: defaultdict(list) for"
    ),
    "a parameter that is changed": (
        aliases.copies,
        "def merge(base, extra):\n    merged = base\n    merged['x'] = extra\n    return merged",
        "merged = dict(base)",
    ),
    "the state of an object handed out": (
        aliases.copies,
        "class Log:\n    def add(self, x):\n        self.xs.append(x)\n    def all(self):\n        return self.xs",
        "return list(self.xs)",
    ),
    "rows that are one": (
        aliases.copies,
        "def grid(n, m):\n    return [[0] * n] * m",
        "return [[0] * n for _ in range(m)]",
    ),
    "a dict of one list": (
        aliases.copies, "def groups(xs):\n    return dict.fromkeys(xs, [])", "return {key: [] for key in xs}"
    ),
}  # fmt: skip


@pytest.mark.parametrize(("family", "code", "right"), CASES.values(), ids=CASES)
def test_a_slip_is_put_right(family: Propose, code: str, right: str) -> None:
    assert any(right in text for text in texts(family, code))


def test_what_is_never_changed_needs_no_copy() -> None:
    assert texts(aliases.copies, "def f(base):\n    merged = base\n    return len(merged)") == {}


def test_a_copy_is_of_the_kind_that_the_changes_speak_of() -> None:
    code = "def f(xs):\n    ys = xs\n    ys.append(1)\n    return ys"
    best = max(texts(aliases.copies, code).values(), key=lambda edit: edit.prior)
    assert best.replacement == "list(xs)"


def test_what_stands_there_already_is_not_put_beside_it() -> None:
    assert not any("count = ''\n            count = ''" in text for text in texts(updates.resets, DECODED))


def test_nothing_is_carried_past_what_leaves_the_block() -> None:
    found = texts(moves.moves, "def f(a):\n    one()\n    two()\n    three()\n    return a\n")
    further = [text for text, edit in found.items() if edit.kind == "moved.further"]
    assert further and not any(text.index("return") < text.rindex("()") for text in further)
