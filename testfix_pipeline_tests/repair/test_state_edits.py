"""Edits for slips with state and order: what is not set back, not counted on, shared by mistake, or sorted wrongly."""

from pathlib import Path

import pytest

from testfix_pipeline.core.records import Failure, Frame
from testfix_pipeline.repair.clues import gather
from testfix_pipeline.repair.edits import (
    FAMILIES,
    aliases,
    carried,
    collected,
    constants,
    consume,
    decimals,
    discarded,
    forgotten_fields,
    grouping,
    guards,
    keys,
    like_attributes,
    moves,
    names,
    operators,
    recursion,
    roles,
    statements,
    undoing,
    unfinished,
    units,
    updates,
    weighed_proposals,
)
from testfix_pipeline.repair.edits.edit import Clues, Target
from testfix_pipeline.repair.source import SourceFile
from testfix_pipeline_tests.repair.sources import texts

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
    "what is still open when the input ends": (
        unfinished.still_open,
        "def f(hits):\n    active = {}\n    for hit in hits:\n        active[hit.who] = hit\n"
        "        if hit.last:\n            yield closed(active.pop(hit.who))\n",
        "    for left in active.values():\n        yield closed(left)",
    ),
    "a field that is not written": (
        forgotten_fields.listed,
        QUEST + "def saved(quest):\n    return {'title': quest.title, 'steps': quest.steps}",
        "{'title': quest.title, 'steps': quest.steps, 'failed': quest.failed}",
    ),
    "a field that is not read back": (
        forgotten_fields.listed,
        QUEST + "def loaded(data):\n    return Quest(data['title'], data['steps'])",
        "Quest(data['title'], data['steps'], failed=data['failed'])",
    ),
    "a field that is not copied": (
        forgotten_fields.listed,
        QUEST + "    def copy(self):\n        return Quest(title=self.title, steps=self.steps)",
        "Quest(title=self.title, steps=self.steps, failed=self.failed)",
    ),
    "a field that is not compared": (
        forgotten_fields.listed,
        QUEST + "    def same(self, other):\n        return self.title == other.title and self.steps == other.steps",
        "and self.steps == other.steps and (self.failed == other.failed)",
    ),
    "a field that is not hashed": (
        forgotten_fields.listed,
        QUEST + "    def key(self):\n        return hash((self.title, self.steps))",
        "hash((self.title, self.steps, self.failed))",
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
    "what was put in on the way down taken out on the way up": (
        undoing.taken_back,
        "def visit(node):\n    path.append(node)\n    for one in near[node]:\n        visit(one)\n    done.add(node)\n",
        "visit(one)\n    path.pop()\n    done.add(node)",
    ),
    "a mark taken back at the end": (
        undoing.taken_back,
        "def go(self, x):\n    self.seen[x] = True\n    self.go(x + 1)\n    return self.best\n",
        "self.go(x + 1)\n    self.seen[x] = False",
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
    "a function of the same module that is not imported": (
        names.functions,
        "from bisect import bisect_left\ndef f(xs, x):\n    return bisect_left(xs, x)",
        "import bisect_left, bisect_right\n\ndef f(xs, x):\n    return bisect_right(xs, x)",
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
    "the same wrong function in two places": (
        names.functions,
        "def f(xs):\n    return floor(xs)\ndef g(xs):\n    return floor(xs) + 1",
        "return ceil(xs)\n\ndef g(xs):\n    return ceil(xs) + 1",
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
    "one part of a key turned, not the whole": (
        keys.signed_instead,
        "def best(xs):\n    return sorted(xs, key=lambda x: (x.score, x.name), reverse=True)",
        "key=lambda x: (-x.score, x.name))",
    ),
    "one part of a key turned where nothing stands before it": (
        keys.signed_instead,
        "def best(xs):\n    xs.sort(reverse=True, key=lambda x: (x.score, x.name))",
        "xs.sort(key=lambda x: (-x.score, x.name))",
    ),
    "a part of an unpacking that was thrown away": (
        discarded.taken_up,
        "def f(day):\n    _, week, _ = day.isocalendar()\n    return (day.year, week)",
        "year, week, _ = day.isocalendar()\n    return (year, week)",
    ),
    "halves rounded up": (
        decimals.halves,
        "from decimal import Decimal\ndef f(x):\n    return x.quantize(Decimal('0.01'))",
        "import Decimal, ROUND_HALF_UP\n\ndef f(x):\n    return x.quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)",
    ),
    "a way to round of a module at hand": (
        decimals.halves, "import decimal as d\ndef f(x):\n    return x.quantize(1)", "rounding=d.ROUND_HALF_UP"
    ),
    "halves rounded up without decimals": (
        decimals.halves,
        "def f(x):\n    return round(x * 2)",
        "from math import floor\n\ndef f(x):\n    return floor(x * 2 + 0.5)",
    ),
    "a branch that was skipped for the one above": (
        statements.into_branches,
        "def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()",
        "x()\n    if b:\n",
    ),
    "another key of the mapping": (
        roles.constants,
        "def f(r, other):\n    low = r['low']\n    return r['high'] + other['wide']\n",
        "return r['low'] + other['wide']",
    ),
    "another answer to the question": (
        roles.constants,
        "def f(x):\n    if x.kind == 'card':\n        return 1\n    return self.kind == 'cash'",
        "x.kind == 'cash'",
    ),
    "another option of the function": (
        roles.constants,
        "def f(x):\n    return fit(x, size=3)\ndef g(x):\n    return fit(x, size=70)",
        "fit(x, size=70)\n\n",
    ),
    "a key of the table": (
        roles.constants,
        "RATES = {'gold': 1, 'tin': 2}\ndef f():\n    return RATES.get('gold', 0)",
        "RATES.get('tin', 0)",
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


def test_a_branch_that_no_failing_test_comes_to_is_set_apart_from_the_one_above_it() -> None:
    source = SourceFile("m.py", b"def f(a, b):\n    if a:\n        x()\n    elif b:\n        y()\n")
    above = Target(source, source.statements[2], source.functions[0], Clues())
    assert "elif -> if" in {edit.note for edit in statements.into_branches(above)}


def test_a_constant_of_another_role_is_left_to_others() -> None:
    assert texts(roles.constants, "def f(r):\n    return r['low'] + open('high') + r[0]") == {}


def test_what_changes_in_every_round_is_not_carried_on() -> None:
    counted = "def f(xs, n):\n    held = n\n    for x in xs:\n        held += x.one\n        tell(held)"
    assert texts(carried.carried_on, counted) == {}


def test_nothing_is_carried_past_what_leaves_the_block() -> None:
    found = texts(moves.moves, "def f(a):\n    one()\n    two()\n    three()\n    return a\n")
    further = [text for text, edit in found.items() if edit.kind == "moved: further"]
    assert further and not any(text.index("return") < text.rindex("()") for text in further)


def test_variables_that_are_used_alike_come_first() -> None:
    code = "def f(rows, mutual, team):\n    rows[team].sort()\n    return rows[team].gap, mutual[team].gap"
    found = [edit for edit in texts(names.variables, code).values() if edit.note.startswith("`mutual`")]
    assert max(found, key=lambda edit: edit.prior).replacement == "rows"


def test_units_are_seldom_one_off() -> None:
    found = {
        edit.replacement: edit.prior for edit in texts(constants.numbers, "def f(x):\n    return x // 12").values()
    }
    assert found["13"] < found["0"]


def test_an_attribute_that_methods_set_is_not_stamped_once_more() -> None:
    code = "class B:\n    def f(self, now):\n        return now - self.last\n    def g(self):\n        self.last = 0"
    assert texts(carried.stamped, code) == {}


def test_what_a_generator_answers_is_yielded_but_not_what_the_function_around_it_does() -> None:
    within = "def f(xs):\n    def g():\n        yield from xs\n        return 1\n    return g()"
    found = texts(statements.generators, within)
    assert any("yield 1" in text for text in found)
    assert not any("yield g()" in text or "yield from g()" in text for text in found)
