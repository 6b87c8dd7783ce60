"""Edits for slips with state: what is not set back, counted on, taken back or handed on, and what is shared."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.clues import gather
from testfix_pipeline.repair.edits import (
    FAMILIES,
    aliases,
    carried,
    collected,
    consume,
    guards,
    like_attributes,
    moves,
    recursion,
    steps,
    updates,
)
from testfix_pipeline.repair.edits.edit import Target
from testfix_pipeline.repair.edits.family import weighed_proposals
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline_tests.repair.sources import Propose, shape, texts

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
    "a time that is never moved on": (
        carried.stamped,
        "class Bucket:\n    def __init__(self, now):\n        self.stamp = now\n"
        "    def fill(self, now):\n        elapsed = now - self.stamp\n        self.level += elapsed\n",
        "self.level += elapsed\n        self.stamp = now",
    ),
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
    "a variable that goes with the rounds": (
        carried.carried_on,
        "def f(rows, count):\n    held = count\n    for row in rows:\n        check(row.takes, held)\n    return held\n"
        "def widest(rows):\n    return [row.makes for row in rows]\n",
        "check(row.takes, held)\n        held = row.makes",
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
    "what is joined for one attribute joined for its like": (
        like_attributes.done_too,
        "class Groups:\n    def __init__(self):\n        self.size = {}\n        self.tags = {}\n"
        "    def add(self, x, tags):\n        self.size[x] = 1\n        self.tags[x] = set(tags)\n"
        "    def join(self, a, b):\n        self.size[a] += self.size.pop(b)\n",
        "self.size[a] += self.size.pop(b)\n        self.tags[a] |= self.tags.pop(b)",
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
    "a depth that is counted on the way down": (
        recursion.arguments,
        "def walk(node, label, depth):\n    assert depth < 9\n"
        "    for one in node:\n        walk(one, label, len(label))\n",
        "walk(one, label, depth + 1)",
    ),
    "an option that is lost on the way down": (
        recursion.arguments,
        "class T:\n    def show(self, node, deep=9):\n        assert deep > 0\n"
        "        return [self.show(one) for one in node]\n",
        "self.show(one, deep=deep - 1)",
    ),
    "a key dropped as elsewhere": (
        updates.changes,
        "class C:\n    def f(self, key):\n        del self.of[key]\n    def g(self, old):\n        return old\n",
        "del self.of[old]\n        return old",
    ),
    "what is thrown away told to another container": (
        updates.passed_on,
        "class C:\n    def f(self, k):\n        self.tags.free(k)\n    def g(self, key):\n        self.of.popitem()\n",
        "oldest, _ = self.of.popitem()\n        self.tags.free(oldest)",
    ),
    "what is collected gone through as by a sibling": (
        collected.loops, SHOP, "if not self.full:\n            for sku, amount in taken:\n"
        "                self.stock.put(sku, amount)\n            return"
    ),
    "what is collected given to a call like the one there": (
        collected.loops, SHOP, "for sku, amount in taken:\n                self.stock.back(sku, amount)"
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


def test_an_except_that_lets_the_crash_through_draws_edits_to_its_place() -> None:
    code = "def f(a, b):\n    try:\n        return div(a, b)\n    except OverflowError:\n        return 0\n    return b"
    source = SourceFile("m.py", code.encode())
    clues = gather([CRASH], Path())
    inside, outside = (Target(source, source.statements[line], source.functions[0], clues) for line in (3, 6))
    assert (inside.let_through(), outside.let_through()) == ("ZeroDivisionError", "")
    family = next(one for one in FAMILIES if one.propose is guards.wider_handlers)
    edits = weighed_proposals(inside, family)
    assert {edit.replacement for edit in edits} == {"ZeroDivisionError", "(OverflowError, ZeroDivisionError)"}
    assert all(edit.pull > 0.8 for edit in edits)


def test_what_stands_there_already_is_not_put_beside_it() -> None:
    assert not any("count = ''\n            count = ''" in text for text in texts(updates.resets, DECODED))


def test_what_changes_in_every_round_is_not_carried_on() -> None:
    counted = "def f(xs, n):\n    held = n\n    for x in xs:\n        held += x.one\n        tell(held)"
    assert texts(carried.carried_on, counted) == {}


def test_what_begins_as_a_number_is_added_up() -> None:
    code = "def f(hunks):\n    shift = 0\n    for hunk in hunks:\n        put(hunk.line + shift, hunk.growth)\n"
    found = texts(carried.carried_on, code)
    summed, put = (found[shape(code + f"        shift {sign} hunk.growth\n")] for sign in ("+=", "="))
    assert summed.prior > put.prior


def test_nothing_is_carried_past_what_leaves_the_block() -> None:
    found = texts(moves.moves, "def f(a):\n    one()\n    two()\n    three()\n    return a\n")
    further = [text for text, edit in found.items() if edit.kind == "moved.further"]
    assert further and not any(text.index("return") < text.rindex("()") for text in further)


def test_an_attribute_that_methods_set_is_not_stamped_once_more() -> None:
    code = "class B:\n    def f(self, now):\n        return now - self.last\n    def g(self):\n        self.last = 0"
    assert texts(carried.stamped, code) == {}
