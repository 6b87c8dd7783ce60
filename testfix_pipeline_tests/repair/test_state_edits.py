"""Edits for slips with state and order: what is not set back, not counted on, shared by mistake, or sorted wrongly."""

import ast
from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clues import gather
from testfix_pipeline.repair.edits import (
    FAMILIES,
    aliases,
    collected,
    grouping,
    guards,
    keys,
    operators,
    units,
    updates,
    weighed_proposals,
)
from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.source import SourceFile

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
CASES = {
    "a variable set back in a loop": (updates.resets, DECODED, "line += char * int(count)\n            count = ''"),
    "a mark taken back, as it was at the beginning and not where it is set": (
        updates.resets, DUMPED, "shown.append(line)\n        last = line\n        marked = False"
    ),
    "an attribute set back": (updates.resets, LOCKER, "self.on = False\n        self.wrong = 0"),
    "an attribute counted on": (updates.steps, LOCKER, "self.on = False\n        self.wrong += 1"),
    "a step of a sibling": (
        updates.steps,
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
    "a difference taken before the division": (
        grouping.regrouped, "def f(a, b, c):\n    return a / b - c", "return (a - c) / b"
    ),
    "a sum taken before the product": (grouping.regrouped, "def f(a, b, c):\n    return a + b * c", "(a + b) * c"),
    "a product taken before the sum": (grouping.regrouped, "def f(a, b, c):\n    return -(a * (b + c))", "-(a * b + c"),
    "a copy that shares what is in it": (
        aliases.deeper, "'''Options.'''\nimport re\ndef f(known):\n    return dict(known)",
        "import re\nimport copy\n\ndef f(known):\n    return copy.deepcopy(known)",
    ),
    "seconds compared with milliseconds": (
        units.converted,
        "SHOWN = {'ms': 1000}\ndef f(took, limit):\n    return took > limit",
        "return took > limit * 1000",
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
    "a key the wrong way round": (
        keys.reversed_parts,
        "def best(xs):\n    return sorted(xs, key=lambda x: (x.score, x.name))",
        "key=lambda x: (-x.score, x.name)",
    ),
    "a difference the wrong way round": (
        keys.reversed_parts, "def f(xs):\n    xs.sort(key=lambda x: x.a - x.b)", "key=lambda x: x.b - x.a"
    ),
    "a heap the wrong way round": (
        keys.reversed_parts, "def f(h, p, n):\n    heappush(h, (p, n))", "heappush(h, (-p, n))"
    ),
    "a key without a part": (
        keys.missing_parts,
        "def order(row):\n    team, points, gap = row\n    return -points, team",
        "return (-points, -gap, team)",
    ),
    "pages of a list": (operators.roundings, "def pages(n, size):\n    return n // size + 1", "return -(-n // size)"),
}  # fmt: skip


def texts(family: object, code: str) -> dict[str, Edit]:
    """The valid texts that a family proposes, as Python writes them, with the likeliest edit of each."""
    source = SourceFile("m.py", code.strip("\n").encode())
    found: dict[str, Edit] = {}
    for stmt in dict.fromkeys(source.statements.values()):
        for edit in family(Target(source, stmt, source.function_of(stmt), Clues(), project=(source,))):  # type: ignore[operator]
            candidate = Candidate.single(source, edit, 1.0, "test")
            if candidate.valid():
                text = ast.unparse(ast.parse(candidate.texts["m.py"]))
                found[text] = max(edit, found.get(text, edit), key=lambda one: one.prior)
    return found


@pytest.mark.parametrize(("family", "code", "right"), CASES.values(), ids=CASES)
def test_a_slip_is_put_right(family: object, code: str, right: str) -> None:
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


def test_groupings_that_come_to_the_same_are_not_proposed() -> None:
    for same in ("a + b + c", "a * (b * c)", "'x' + a * 2"):
        assert not texts(grouping.regrouped, f"def f(a, b, c):\n    return {same}")
    assert list(texts(grouping.regrouped, "def f(a, b, c):\n    return a - b + c")) == [
        "def f(a, b, c):\n    return a - (b + c)"
    ]
