"""Projects whose code, configuration or tests are made in an unusual way."""

from collections.abc import Mapping

UNUSUAL_CODE: Mapping[str, Mapping[str, str]] = {
    "state of the module": {
        "registry.py": """\
HANDLERS = {}
COUNT = 0


def register(name, handler):
    global COUNT
    HANDLERS[name] = handler
    COUNT += 1


def unregister(name):
    global COUNT
    HANDLERS.pop(name)


def call(name, value):
    return HANDLERS[name](value)
""",
        "test_registry.py": """\
import registry

def test_register():
    registry.register("double", lambda value: value * 2)
    assert registry.COUNT == 1

def test_call():
    assert registry.call("double", 4) == 8

def test_unregister():
    registry.unregister("double")
    assert (registry.COUNT, registry.HANDLERS) == (0, {})
""",
    },
    "hundreds of cases": {
        "digits.py": """\
def digit_sum(n):
    total = 0
    while n > 9:
        total += n % 10
        n //= 10
    return total
""",
        "test_digits.py": """\
import pytest
from digits import digit_sum

@pytest.mark.parametrize("n", range(600))
def test_sum(n): assert digit_sum(n) == sum(map(int, str(n)))
""",
    },
    "doctests and addopts": {
        "pyproject.toml": """\
[tool.pytest.ini_options]
addopts = "-x -q --maxfail=1 --strict-markers --doctest-modules -W error --durations=3 -p no:cacheprovider"
testpaths = ["tests", "money"]
pythonpath = ["."]
xfail_strict = true
""",
        "money/__init__.py": "",
        "money/rounding.py": """\
def cents(amount):
    \"\"\"An amount in cents.

    >>> cents(1.5)
    150
    >>> cents(0.29)
    29
    \"\"\"
    return int(amount * 100)
""",
        "tests/test_rounding.py": """\
from money.rounding import cents

def test_whole(): assert cents(3) == 300
def test_part(): assert cents(1.15) == 115
def test_more(): assert cents(0.57) == 57
def test_less(): assert cents(-0.29) == -29
def test_negative(): assert cents(-2) == -200
""",
    },
    "namespace packages": {
        "pytest.ini": """\
[pytest]
pythonpath = one two
addopts = --import-mode=importlib
""",
        "one/acme/shapes/area.py": """\
def area(width, height):
    return width + height
""",
        "two/acme/prices/price.py": """\
from acme.shapes.area import area


def price(width, height, each):
    return area(width, height) * each
""",
        "tests/area/test_it.py": """\
from acme.shapes.area import area

def test_area(): assert area(2, 3) == 6
def test_line(): assert area(0, 5) == 0
def test_square(): assert area(4, 4) == 16
""",
        "tests/price/test_it.py": """\
from acme.prices.price import price

def test_price(): assert price(2, 3, 10) == 60
def test_nothing(): assert price(0, 0, 10) == 0
""",
    },
    "conftest that makes modules, cases and files": {
        "conftest.py": """\
import sys
import types
import pytest

made = types.ModuleType("made_up")
exec("def rate(): return 3", made.__dict__)
sys.modules["made_up"] = made
sys.path.insert(0, str(__import__("pathlib").Path(__file__).parent / "lib"))

def pytest_collection_modifyitems(items):
    items.reverse()
    for item in items:
        item.add_marker(pytest.mark.filterwarnings("error"))

def pytest_generate_tests(metafunc):
    if "size" in metafunc.fixturenames:
        metafunc.parametrize("size", [1, 2, 5])

@pytest.fixture(autouse=True)
def frozen(monkeypatch):
    import time
    monkeypatch.setattr(time, "time", lambda: 1000.0)

class Item(pytest.Item):
    def __init__(self, *, wanted, **more):
        super().__init__(**more)
        self.wanted = wanted
    def runtest(self):
        import costs
        size, cost = self.wanted
        assert costs.cost(int(size)) == int(cost)
    def reportinfo(self):
        return self.path, 0, self.name

class Table(pytest.File):
    def collect(self):
        for line in self.path.read_text().splitlines():
            yield Item.from_parent(self, name=line.replace(" ", "-"), wanted=line.split())

def pytest_collect_file(parent, file_path):
    if file_path.suffix == ".table":
        return Table.from_parent(parent, path=file_path)
""",
        "lib/costs.py": """\
import time
from made_up import rate


def cost(size):
    if size > 2:
        return size * rate() - 1
    return size + rate()


def age(stamp):
    return stamp - time.time()
""",
        "test_costs.py": """\
from costs import age, cost

def test_cost(size):
    assert cost(size) == size * 3 - (size > 2)
def test_age(): assert age(1000.0) == 0
""",
        "costs.table": """\
1 3
2 6
3 8
""",
    },
    "code made by exec": {
        "rules.py": """\
NAMES = {}
exec(compile("def low(n):\\n    return n < 10", "<rules>", "exec"), NAMES)
low = NAMES["low"]


def kind(n):
    if low(n):
        return "low"
    if n < 100:
        return "high"
    return "middle"
""",
        "test_rules.py": """\
from rules import kind

def test_low(): assert kind(3) == "low"
def test_middle(): assert kind(30) == "middle"
def test_high(): assert kind(300) == "high"
""",
    },
    "an extension module": {
        "stats.py": """\
import numpy as np


def centred(values):
    values = np.asarray(values, dtype=float)
    return values + values.mean()


def spread(values):
    return float(np.sqrt((centred(values) ** 2).mean()))
""",
        "test_stats.py": """\
import numpy as np
from stats import centred, spread

def test_centred(): assert centred([1, 2, 3]).tolist() == [-1, 0, 1]
def test_spread(): assert spread([1, 1]) == 0
def test_spread_of_more(): np.testing.assert_allclose(spread([0, 2]), 1)
""",
    },
    "coroutines": {
        "jobs.py": """\
import asyncio


async def fetch(name):
    await asyncio.sleep(0)
    return name.upper()


async def gather(names):
    found = []
    for name in names:
        found.append(fetch(name))
    return found


def run(names):
    return asyncio.run(gather(names))
""",
        "test_jobs.py": """\
import warnings
from jobs import run

def test_two(): assert run(["a", "b"]) == ["A", "B"]
def test_none(): assert run([]) == []
""",
    },
    "a fixture of the class": {
        "bank.py": """\
class Account:
    def __init__(self):
        self.cents = 0

    def put(self, cents):
        if cents < 0:
            raise ValueError("less than nothing")
        self.cents = cents
""",
        "test_bank.py": """\
import unittest
from bank import Account

class AccountTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.account = Account()

    def test_a_put(self):
        self.account.put(5)
        self.assertEqual(self.account.cents, 5)

    def test_b_more(self):
        self.account.put(6)
        self.assertEqual(self.account.cents, 11)

    def test_c_less(self):
        for cents in (-1, -2):
            with self.subTest(cents=cents), self.assertRaises(ValueError):
                self.account.put(cents)
""",
    },
    "decorators that run at import": {
        "registry.py": """\
HANDLERS = {}


def handler(name, priority=0):
    def register(function):
        HANDLERS[name] = (priority, name)
        return function
    return register


def call(name, *args):
    return HANDLERS[name][1](*args)


def first():
    return min(HANDLERS)
""",
        "test_registry.py": """\
from registry import HANDLERS, call, first, handler

@handler("double", 2)
def double(n):
    return n * 2

@handler("half", 1)
def half(n):
    return n // 2

def test_double(): assert call("double", 4) == 8
def test_half(): assert call("half", 4) == 2
def test_plain(): assert double(1) == 2
def test_first(): assert first() == "double"
""",
    },
}
