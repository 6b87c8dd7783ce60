"""Patches that make an error go away: code before and after, a test that sees nothing of it, one that does.

Each case is a module `NAME.py`; its tests import it as `code`. `weak`: with these tests the patch is held back;
`asserted`: with these it is not. Either may be missing.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    before: str
    after: str
    weak: str = ""
    asserted: str = ""


TOTAL = """\
def total(rows):
    found = 0
    for row in rows:
        found += int(row["qty"])
    return found
"""
NONE_ROW = 'code.total([{"qty": "3"}, {"qty": None}])'
PARSE = """\
def parse(text):
    try:
        return int(text)
    except ValueError:
        return None
"""
SAVE = """\
def save(order):
    total = order["price"] * order["count"]
    check(order)
    return total


def check(order):
    if order["price"] > order["limits"]:
        raise ValueError("too much")
"""
BASKET = """\
class Basket:
    def __init__(self):
        self.items = []
        self.seen = 0

    def add(self, item):
        self.items.append(item.strip())
        self._count()

    def _count(self):
        self.seen += 1


def read(basket):
    return sorted(basket.items)
"""
GUARD = BASKET.replace(
    "        self.items.append", "        if item is None:\n            return\n        self.items.append"
)
LIMIT = """\
def squared(number):
    if number > 10:
        raise ValueError("too large")
    return number * number
"""
SHOWN = """\
def shown(user):
    return {"name": user["name"], "age": user["agee"]}
"""
PRICE = """\
def with_tax(price):
    return price + price * TAX_RATE
"""
MAKE = """\
class User:
    def __init__(self, name, age=None):
        self.name = name
        self.age = age


def make(row):
    return User(name=row["name"], age=row["agee"])
"""
REGISTER = """\
def register(known, item):
    _put(known, item)


def _put(known, item):
    known[item.name] = item
"""
FIRST = """\
def first(items):
    return next(iter(items))
"""
LINES = """\
def lines(texts):
    for text in texts:
        yield text.upper()
"""

ENSURE = """\
import os
import errno


def ensure(path):
    try:
        os.makedirs(path)
    except OSError as error:
        if error.errno != os.gone.EEXIST:
            raise
    return path
"""
CASES = {
    "moved_name_in_handler": Case(
        ENSURE, ENSURE.replace("os.gone.EEXIST", "errno.EEXIST"), asserted='code.ensure(".") and code.ensure(".")'
    ),
    "wider_except": Case(
        PARSE,
        PARSE.replace("ValueError", "Exception"),
        weak="code.parse(None)",
        asserted="assert code.parse(None) is None",
    ),
    "added_type": Case(
        PARSE,
        PARSE.replace("ValueError", "(ValueError, TypeError)"),
        weak='assert code.parse("3") == 3\n    code.parse(None)',
        asserted="assert not code.parse(None)",
    ),
    "new_try": Case(
        TOTAL,
        TOTAL.replace(
            '        found += int(row["qty"])',
            '        try:\n            found += int(row["qty"])\n        except TypeError:\n            pass',
        ),
        weak=f"assert isinstance({NONE_ROW}, int)",
        asserted=f"assert {NONE_ROW} == 3",
    ),
    "try_around_all": Case(
        TOTAL,
        "def total(rows):\n    try:\n        found = 0\n        for row in rows:\n"
        "            found += int(row['qty'])\n"
        "        return found\n    except Exception:\n        return 0\n",
        weak=f"assert {NONE_ROW} >= 0",
        asserted=f"assert {NONE_ROW} == 0",
    ),
    "suppressed": Case(
        TOTAL,
        "import contextlib\n\n\n"
        + TOTAL.replace(
            '        found += int(row["qty"])',
            '        with contextlib.suppress(TypeError):\n            found += int(row["qty"])',
        ),
        weak=NONE_ROW,
        asserted=f"assert {NONE_ROW} == 3",
    ),
    "swallowed_side_effect": Case(
        SAVE,
        SAVE.replace("    check(order)\n", "    try:\n        check(order)\n    except KeyError:\n        pass\n", 1),
        weak='assert code.save({"price": 2, "count": 3}) == 6',
    ),
    "dropped_call": Case(
        SAVE,
        SAVE.replace("    check(order)\n", "", 1),
        weak='assert code.save({"price": 2, "count": 3}) == 6',
    ),
    "early_return": Case(
        BASKET,
        GUARD,
        weak="code.Basket().add(None)",
        asserted="basket = code.Basket()\n    basket.add(None)\n    assert basket.items == []",
    ),
    "early_return_seen_by_a_helper": Case(
        BASKET, GUARD, asserted="basket = code.Basket()\n    basket.add(None)\n    assert basket.seen == 0"
    ),
    "early_return_value": Case(
        TOTAL,
        TOTAL.replace("    found = 0\n", "    if rows is None:\n        return 0\n    found = 0\n"),
        weak="assert code.total(None) is not None",
        asserted="assert code.total(None) == 0",
    ),
    "early_return_container": Case(
        REGISTER,
        REGISTER.replace("    _put(known, item)", "    if item is None:\n        return\n    _put(known, item)", 1),
        weak="code.register({}, None)",
        asserted="known = {}\n    code.register(known, None)\n    assert known == {}",
    ),
    "continued": Case(
        TOTAL,
        TOTAL.replace("        found +=", '        if row["qty"] is None:\n            continue\n        found +='),
        weak=NONE_ROW,
        asserted=f"assert {NONE_ROW} == 3",
    ),
    "broken_off": Case(
        TOTAL,
        TOTAL.replace('["qty"])\n', '["qty"])\n        break\n'),
        weak=NONE_ROW,
        asserted=f"assert {NONE_ROW} == 3",
    ),
    "returned_in_a_loop": Case(
        BASKET.replace(
            "def add(self, item):\n", "def add(self, item):\n        for item in [item]:\n            pass\n"
        ),
        BASKET.replace(
            "def add(self, item):\n", "def add(self, item):\n        for item in [item]:\n            if not item:\n"
            "                return\n            pass\n",
        ),
        weak="code.Basket().add(None)",
        asserted="basket = code.Basket()\n    basket.add(None)\n    assert code.read(basket) == []",
    ),
    "skipped": Case(
        TOTAL,
        TOTAL.replace("        found +=", '        if row["qty"] is not None:\n            found +='),
        weak=NONE_ROW,
        asserted=f"assert {NONE_ROW} == 3",
    ),
    "skipped_yield": Case(
        LINES,
        LINES.replace("        yield", "        if text is not None:\n            yield"),
        weak="for line in code.lines([None]):\n        pass",
        asserted='assert list(code.lines(["a", None])) == ["A"]',
    ),
    "dropped_check": Case(
        LIMIT,
        "def squared(number):\n    return number * number\n",
        weak="code.squared(11)",
        asserted="assert code.squared(11) == 121",
    ),
    "short_circuited": Case(
        LIMIT,
        LIMIT.replace("number > 10", "False and number > 10"),
        weak="assert code.squared(3) == 9\n    code.squared(11)",
        asserted="assert code.squared(11) == 121",
    ),
    "deleted_field": Case(
        SHOWN,
        SHOWN.replace(', "age": user["agee"]', ""),
        weak='assert code.shown({"name": "Ann", "age": 3})["name"] == "Ann"',
        asserted='assert code.shown({"name": "Ann", "age": 3}) == {"name": "Ann"}',
    ),
    "deleted_argument": Case(
        MAKE,
        MAKE.replace(', age=row["agee"])', ")"),
        weak='assert code.make({"name": "Ann", "age": 3}).name == "Ann"',
        asserted='assert code.make({"name": "Ann", "age": 3}).age is None',
    ),
    "no_such_argument": Case(
        "def put(name):\n    return name\n\n\ndef make(row):\n    return put(name=row, colour=3)\n",
        "def put(name):\n    return name\n\n\ndef make(row):\n    return put(name=row)\n",
        asserted='assert code.make("Ann") == "Ann"',
    ),
    "literal": Case(
        PRICE,
        PRICE.replace("TAX_RATE", "0"),
        weak="assert code.with_tax(10) > 0",
        asserted="assert code.with_tax(10) == 10",
    ),
    "default": Case(
        TOTAL,
        TOTAL.replace('row["qty"]', 'row.get("qty", 0)'),
        weak='code.total([{}, {"qty": 3}])',
        asserted='assert code.total([{}, {"qty": 3}]) == 3',
    ),
    "default_of_next": Case(
        FIRST,
        FIRST.replace("iter(items)", "iter(items), None"),
        weak="code.first([])",
        asserted="assert code.first([]) is None",
    ),
    "awaited": Case(
        "async def read(source):\n    return len(await source())\n",
        "async def read(source):\n    try:\n        return len(await source())\n"
        "    except TypeError:\n        return 0\n",
        weak='import asyncio\n    assert asyncio.run(code.read(None)) is not None',
        asserted='import asyncio\n    assert asyncio.run(code.read(None)) == 0',
    ),
    "property": Case(
        "class Row:\n    def __init__(self, **fields):\n        self.fields = fields\n\n"
        "    @property\n    def size(self):\n        return self.fields['size'] * 2\n",
        "class Row:\n    def __init__(self, **fields):\n        self.fields = fields\n\n"
        "    @property\n    def size(self):\n        return self.fields.get('size', 0) * 2\n",
        weak="assert code.Row(size=2).size == 4\n    code.Row().size",
        asserted="assert code.Row().size == 0",
    ),
    "recursive": Case(
        "def depth(tree, *, start=0):\n    return max(depth(one, start=start + 1) for one in tree['in'])\n",
        "def depth(tree, *, start=0):\n    if not tree['in']:\n        return start\n"
        "    return max(depth(one, start=start + 1) for one in tree['in'])\n",
        weak="assert code.depth({'in': [{'in': []}]}) is not None",
        asserted="assert code.depth({'in': [{'in': []}]}) == 1",
    ),
    # What is no silencing at all: another value is computed, or the test failed by what it asserts.
    "computes": Case(PRICE, PRICE.replace("TAX_RATE", "price / 10"), asserted="code.with_tax(10)"),
    "imports": Case(
        "def now():\n    return time.time() > 0\n", "import time\n\n\ndef now():\n    return time.time() > 0\n",
        asserted="code.now()",
    ),
    "asserted_before": Case(
        "def size(items):\n    return len(items) if items else None\n",
        "def size(items):\n    if not items:\n        return 0\n    return len(items) if items else None\n",
        asserted="assert code.size([]) is not None",
    ),
    "name_put_right": Case(
        SHOWN, SHOWN.replace("agee", "age"), asserted='code.shown({"name": "Ann", "age": 3})'
    ),
    "raises_otherwise": Case(
        PARSE,
        f"{PARSE}    except TypeError:\n        raise ValueError(text)\n",
        asserted='import pytest\n    pytest.raises(ValueError, code.parse, None)',
    ),
}  # fmt: skip
