"""What tests assert of values that no call answers counts: constants, output, callbacks, changed arguments."""

from collections.abc import Callable
from functools import reduce

import pytest

from testfix_pipeline.core.verification import Verification

SHOP = """\
import enum
import logging
import re
import warnings
from dataclasses import dataclass
from pathlib import Path

LIMIT = 3
MANY = 3
BANNER = f"shop {LIMIT}"
RATES = {"A": 7, "B": 19}
NAME = re.compile(r"[a-z]+")
log = logging.getLogger(__name__)


class Level(enum.Enum):
    LOW = 1
    HIGH = 5


@dataclass
class Item:
    name: str
    price: int = 9


class Basket:
    fee = 2
    currency = "EUR"

    def __init__(self):
        self.items = []

    def add(self, item):
        self.items.append(item)
        return len(self.items)


def total(prices):
    return sum(prices)


def show(prices):
    print("first line")
    print(f"sum {sum(prices)}")
    return len(prices)


def warn_of(count):
    if count > MANY:
        log.warning("%d are too many", count)
        warnings.warn("too many", stacklevel=2)
    return count - MANY


def each(prices, callback):
    for price in prices:
        callback(price * 2)
    return len(prices)


def order(prices):
    prices.sort()
    return prices[0]


def save(path, prices):
    Path(path).write_text("\\n".join(map(str, prices)))
    return len(prices)
"""
TESTS = """\
import shop
from shop import LIMIT, Basket, Item, Level, each, order, save, show, total, warn_of


def test_constant():
    assert total([1, 2]) == 3
    assert LIMIT == 3


def test_module_text():
    assert total([2, 2]) == 4
    assert shop.BANNER == "shop 3"


def test_table():
    assert total([5]) == 5
    assert shop.RATES["A"] == 7


def test_pattern():
    assert total([5, 1]) == 6
    assert shop.NAME.fullmatch("abc")


def test_member():
    assert total([]) == 0
    assert Level.HIGH.value == 5


def test_class():
    assert Basket().add(1) == 1
    assert Basket.currency == "EUR"
    assert Basket().fee == 2


def test_default():
    assert total([Item("tea").price, 1]) == 10
    assert Item("tea").name == "tea"


def test_show(capsys):
    assert show([1, 2]) == 2
    assert capsys.readouterr().out == "first line\\nsum 3\\n"


def test_log(caplog, recwarn):
    assert warn_of(5) == 2
    assert "5 are too many" in caplog.text
    assert len(recwarn) == 1


def test_each():
    seen = []
    assert each([1, 2], seen.append) == 2
    assert seen == [2, 4]


def test_order():
    prices = [3, 1, 2]
    assert order(prices) == 1
    assert prices == [1, 2, 3]


def test_save(tmp_path):
    assert save(tmp_path / "a", [1, 2]) == 2
    assert (tmp_path / "a").read_text() == "1\\n2"
"""
GONE = [
    "    assert LIMIT == 3\n",
    '    assert shop.BANNER == "shop 3"\n',
    '    assert shop.RATES["A"] == 7\n',
    '    assert shop.NAME.fullmatch("abc")\n',
    "    assert Level.HIGH.value == 5\n",
    '    assert Basket.currency == "EUR"\n',
    "    assert Basket().fee == 2\n",
    '    assert Item("tea").name == "tea"\n',
    '    assert capsys.readouterr().out == "first line\\nsum 3\\n"\n',
    '    assert "5 are too many" in caplog.text\n',
    "    assert len(recwarn) == 1\n",
    "    assert seen == [2, 4]\n",
    "    assert prices == [1, 2, 3]\n",
    '    assert (tmp_path / "a").read_text() == "1\\n2"\n',
]


LOST = {
    *("LIMIT", "BANNER", "RATES", "NAME", "Level.HIGH.value", "Basket.currency", "Basket.fee", "Item.__init__(...)"),
    *("show(...)", "warn_of(...)", "each(...)", "order(...)", "save(...)"),
}


def test_what_removed_assertions_noticed_is_named(changed: Callable[..., Verification]) -> None:
    tests = reduce(lambda text, gone: text.replace(gone, ""), GONE, TESTS)
    found = changed({"shop.py": SHOP, "test_shop.py": TESTS}, {"test_shop.py": tests})
    assert found.verdict == "not verified" and found.sharpness is not None
    assert {one.call for one in found.sharpness.lost} >= LOST and not found.sharpness.unproved


def test_a_removed_assertion_that_nothing_shows_is_for_a_person(changed: Callable[..., Verification]) -> None:
    """Whether a program has a function is no value that it could have otherwise."""
    tests = f'{TESTS}    assert hasattr(shop, "save")\n'
    found = changed({"shop.py": SHOP, "test_shop.py": tests}, {"test_shop.py": TESTS})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "cannot tell" and "hasattr(shop, 'save')" in reasons[0], reasons


def _with_helper(tests: str) -> str:
    """Have a helper make each comparison."""
    lines = [
        f"    is_same({line[11:].replace(' == ', ', ')})" if line.startswith("    assert ") and " == " in line else line
        for line in tests.split("\n")
    ]
    return "\n".join(lines) + "\n\ndef is_same(found, wanted):\n    assert found == wanted\n"


def _as_class(tests: str) -> str:
    """Have a class hold all tests."""
    head, *functions = tests.split("\n\n\n")
    own = "\n\n    ".join(
        one.replace("\n", "\n    ").replace("(", "(self, ", 1).replace("self, )", "self)") for one in functions
    )
    return f"{head}\n\n\nclass TestShop:\n    {own}\n"


def _split(tests: str) -> str:
    """Have each constant, text and class attribute tested by its own test."""
    found = tests
    for number, line in enumerate(GONE[:8]):
        found = found.replace(line, "") + f"\n\ndef test_more_{number}():\n{line}"
    return found


def _rewritten(tests: str) -> str:
    """Have parameters, a fixture, a mock and records in the place of what the tests do themselves."""
    for old, new in REWRITTEN.items():
        assert old in tests
        tests = tests.replace(old, new)
    return tests


REWRITTEN = {
    "import shop\n": "from unittest.mock import Mock, call\n\nimport pytest\nimport shop\n",
    "def test_constant():\n    assert total([1, 2]) == 3\n    assert LIMIT == 3\n": (
        '@pytest.mark.parametrize("found, wanted", [(total([1, 2]), 3), (LIMIT, 3)])\n'
        "def test_constant(found, wanted):\n    assert found == wanted\n"
    ),
    "def test_show(capsys):\n    assert show([1, 2]) == 2\n    assert capsys.readouterr().out == ": (
        "@pytest.fixture\ndef shown(capsys):\n    assert show([1, 2]) == 2\n    return capsys.readouterr().out\n\n\n"
        "def test_show(shown):\n    assert shown == "
    ),
    "    seen = []\n    assert each([1, 2], seen.append) == 2\n    assert seen == [2, 4]\n": (
        "    seen = Mock()\n    assert each([1, 2], seen) == 2\n    assert seen.mock_calls == [call(2), call(4)]\n"
    ),
    '"5 are too many" in caplog.text': 'any("5 are too many" in one for one in caplog.messages)',
    "prices": "costs",
    "test_order": "test_in_order",
    "\n\n\ndef test_member():\n": "\n",
}
RESTRUCTURED = {
    "a helper compares": _with_helper(TESTS),
    "a class holds them": _as_class(TESTS),
    "each constant has its test": _split(TESTS),
    "other means": _rewritten(TESTS),
}


@pytest.mark.parametrize("tests", RESTRUCTURED.values(), ids=RESTRUCTURED)
def test_the_same_assertions_in_another_form_are_verified(tests: str, changed: Callable[..., Verification]) -> None:
    found = changed({"shop.py": SHOP, "test_shop.py": TESTS}, {"test_shop.py": tests})
    assert found.verdict == "verified", found.verdict_with_reasons()


SHARED = """\
from shop import Basket, each, order, total


def test_one_list():
    prices = [3, 1, 2]
    assert total(prices) == 6
    assert each(prices, print) == 3
    assert order(prices) == 1
    assert prices == [1, 2, 3]


def test_one_basket():
    basket = Basket()
    assert basket.add("tea") == 1
    assert basket.cost(3) == 6
    assert Basket().fee == 2
"""
SEPARATED = """\
import pytest
from shop import Basket, each, order, total


@pytest.mark.parametrize("call, wanted", [(total, 6), (lambda prices: each(prices, print), 3), (order, 1)])
def test_each_call(call, wanted):
    assert call([3, 1, 2]) == wanted


def test_order():
    prices = [3, 1, 2]
    assert order(prices) == 1
    assert prices == [1, 2, 3]


def test_add():
    assert Basket().add("tea") == 1


def test_cost():
    assert Basket().cost(3) == 6


def test_fee():
    assert Basket().fee == 2
"""
WITH_COST = {
    "        self.items = []\n": "        self.items, self.fee = [], 2\n",
    "\ndef total(": "    def cost(self, count):\n        return self.fee * count\n\n\ndef total(",
}


def test_calls_that_shared_a_list_or_an_object_may_be_separated(changed: Callable[..., Verification]) -> None:
    """What a call leaves as it was is no answer of it, whatever the next call makes of it."""
    shop = reduce(lambda text, pair: text.replace(*pair), WITH_COST.items(), SHOP)
    found = changed({"shop.py": shop, "test_shop.py": SHARED}, {"test_shop.py": SEPARATED})
    assert found.verdict == "verified", found.verdict_with_reasons()
