"""What nothing reads or calls, and where it was meant: parameters, fields that hold functions, defaults, tables."""

import pytest

from testfix_pipeline.repair.languages.python.edits import bounds
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

LIMIT = """
def top(rows, limit=None):
    chosen = sorted(rows)
    return chosen
"""
LIMIT_CALL = """
class Top:
    def top(self, rows, limit=None):
        chosen = sorted(rows)
        return Box("top", chosen)
"""
OFFSET = """
def convert(value, table, unit):
    factor, offset = table[unit]
    return base(value) / factor
"""
TIMES_SIZE = """
def add(totals, item, table):
    name, size = table[item.unit]
    totals[name] = totals.get(name, 0) + item.amount
"""
SCOPE_MERGED = """
def loop(scope, name, items):
    return [render({name: item}) for item in items]
"""
STABLE_NEGATIVE = """
def both(a, b):
    return {**a}
"""
LIST_AND_ONE = """
def ends(log, now):
    stops = [moment for moment, _ in log[1:]]
    return stops
"""
KWARGS = """
def decorated(self, func):
    def inner(*args, **kwargs):
        return self.call(func, *args)
    return inner
"""
TYPE_CALLED = """
class Option:
    def __init__(self, name, type=str):
        self.name = name
        self.type = type
def take(option, text):
    value = text
    return option.name, value
"""
GUARD_CALLED = """
class Step:
    def __init__(self, source, guard=None):
        self.source = source
        self.guard = guard
def possible(step, state, subject):
    if step.source != state:
        return False
    return step.guard is None or step.guard
"""
SLEEP_CALLED = """
import time
class Retry:
    def __init__(self, delay, sleep=time.sleep):
        self.delay = delay
        self.sleep = sleep
    def call(self, func):
        for attempt in range(3):
            try:
                return func()
            except OSError:
                wait = self.delay * 2 ** attempt
"""
LISTENER_CALLED = """
class Stock:
    def __init__(self, on_low=None):
        self.on_low = on_low
        self.count = {}
    def take(self, name, n):
        left = self.count[name] - n
        self.count[name] = left
        return left
"""
ALIAS = """
class Codec:
    def __init__(self):
        self.kinds = {}
        self._aliases = {}
    def alias(self, old, new):
        self._aliases[old] = new
    def kind(self, tag):
        if tag not in self.kinds:
            raise KeyError(tag)
        return self.kinds[tag]
"""
TEXT_MADE_LIST = """
def add(sources, event):
    out = []
    for source in sources:
        out.append((source, event))
    return out
"""
NEGATIVE_INDEX = """
class Ring:
    def __init__(self, items):
        self.items = items
        self.size = len(items)
    def get(self, index):
        if not 0 <= index < self.size:
            raise IndexError(index)
        return self.items[index]
"""
DEFAULT_ANSWERED = """
class Field:
    def __init__(self, name, default=None):
        self.name = name
        self.default = default
    def clean(self, raw):
        if raw is None:
            return None
        return raw.strip()
"""
DIGITS = """
def digits(currency):
    return 0 if currency == "JPY" else 2
def of(amount, currency):
    return int(amount.scaleb(2))
"""
NEGATE = """
class Rule:
    def __init__(self, field, negate=False):
        self.field = field
        self.negate = negate
    def holds(self, row):
        outcome = bool(row[self.field])
        return outcome
"""
DESCENDING = """
def ranked(rows, reverse=False):
    found = sorted(rows)
    return found
"""
ZONE_OF_SHELF = """
class Shelf:
    def __init__(self, name, zone):
        self.name = name
        self.zone = zone
class Store:
    def put(self, sku, zone=None):
        return sku, zone
    def clear(self, shelf):
        if shelf.name:
            return self.put("a")
"""
CAP_OF_MODULE = """
DAY_CAP = 20
def fee(hours, rate):
    return hours * rate
"""


@pytest.mark.parametrize(
    ("family", "code", "broken", "right"),
    [
        pytest.param(bounds.clamps, CAP_OF_MODULE, "hours * rate", "min(hours * rate, DAY_CAP)", id="cap of module"),
    ],
)
def test_the_right_text_is_among_what_a_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
