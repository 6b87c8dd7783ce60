"""Objects that two places share, what a loop holds at its end or sets anew, what a parser asks before it goes on."""

import pytest

from testfix_pipeline.repair.languages.python.edits import aliases, bounds
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed, shape, texts

BASKET = """
from dataclasses import dataclass, replace

@dataclass
class Item:
    name: str
    amount: int
    tags: list

    def is_double(self, amount):
        return amount == self.amount * 2

class Basket:
    def __init__(self):
        self.items = {}

    def add(self, item):
        if item.name in self.items:
            self.items[item.name].amount += item.amount
        else:
            self.items[item.name] = item
"""
READER = """
class Reader:
    def accept(self, *wanted):
        return self.token in wanted

    def expect(self, wanted):
        self.accept(wanted)

    def value(self):
        return -1 if self.accept("-") else 1

    def sign(self):
        if self.accept("-"):
            return -1
        return 1

    def values(self):
        found = [self.value()]
        while self.accept(","):
            found.append(self.value())
        self.expect(")")
        return found
"""
LAYOUT = """
from dataclasses import dataclass

@dataclass
class Layout:
    width: int
    first: str = ""
    rest: str = ""

    def lines(self, words):
        room = self.width - len(self.first)
        lines, line = [], []
        for word in words:
            if len(line) + len(word) > room:
                lines.append(line)
                line = []
            line.append(word)
        return lines + [line]
"""
BILL = """
class Bill:
    def discount(self):
        if self.coupon is None:
            return self.total() / 10
        return self.coupon.value
"""
BLOCKS = """
def blocks(lines):
    block = []
    for line in lines:
        if line:
            block.append(line)
            continue
        if block:
            yield block
        block = []
"""
BUCKET = """
class Bucket:
    def refill(self, now):
        whole = (now - self.last) // self.plan.step
        self.tokens = min(self.most, self.tokens + whole)
        self.last = now
"""
CASES: dict[str, tuple[Propose, str, str, str]] = {
    "an object that is changed where it is kept": (
        aliases.copies, BASKET, "self.items[item.name] = item", "self.items[item.name] = replace(item)"
    ),
    "the same without a dataclass": (
        aliases.copies,
        BASKET.replace("from dataclasses import dataclass, replace", "import copy"),
        "self.items[item.name] = item",
        "self.items[item.name] = copy.copy(item)",
    ),
    "no more than all": (
        bounds.clamps, BILL, "return self.coupon.value", "return min(self.coupon.value, self.total())"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_is_missing_is_proposed(name: str) -> None:
    assert_proposed(*CASES[name])


def test_the_import_that_a_copy_needs_comes_with_it() -> None:
    plain = BASKET.replace("from dataclasses import dataclass, replace", "")
    made = plain.replace("[item.name] = item", "[item.name] = copy.copy(item)")
    assert shape("import copy\n" + made) in texts(aliases.copies, plain)
