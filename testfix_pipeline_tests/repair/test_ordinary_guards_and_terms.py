"""Ordinary code with a slip about guards, terms, fields, helpers or what is answered, and the family that mends it."""

import pytest

from testfix_pipeline.repair.languages.python.edits import factors
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "yield line price line qty": (
        factors.terms,
        """
class Line:
    def __init__(self, price, qty):
        self.price = price
        self.qty = qty
def cost(line):
    yield line.price
""",
        "yield line.price",
        "yield line.price * line.qty",
    ),
    "return round line price line": (
        factors.terms,
        """
class Line:
    def __init__(self, price, qty):
        self.price = price
        self.qty = qty
def cost(line):
    return round(line.price, 2)
""",
        "return round(line.price, 2)",
        "return round(line.price * line.qty, 2)",
    ),
    "return cost line price l": (
        factors.terms,
        """
class Line:
    def __init__(self, price, qty):
        self.price = price
        self.qty = qty
def cost(line):
    return {'cost': line.price}
""",
        "return {'cost': line.price}",
        "return {'cost': line.price * line.qty}",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
