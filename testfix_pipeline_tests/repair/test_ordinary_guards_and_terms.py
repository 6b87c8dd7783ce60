"""Ordinary code with a slip about guards, terms, fields, helpers or what is answered, and the family that mends it."""

import pytest

from testfix_pipeline.repair.edits import discarded, factors, fields, forgotten_fields, grouping
from testfix_pipeline_tests.repair.sources import Propose, assert_proposed

CASES = {
    "out render child": (
        discarded.gathered,
        """
def render(node):
    out = ""
    for child in node.children:
        render(child)
    return out + node.name
""",
        "    render(child)",
        "    out += render(child)",
    ),
    "out extend await render ch": (
        discarded.gathered,
        """
async def render(node):
    out = []
    for child in node.children:
        await render(child)
    return out
""",
        "    await render(child)",
        "    out.extend(await render(child))",
    ),
    "self total self size node": (
        discarded.gathered,
        """
class Tree:
    def __init__(self):
        self.total = 0
    def size(self, node):
        return 1
    def walk(self, nodes):
        for node in nodes:
            self.size(node)
""",
        "self.size(node)",
        "self.total += self.size(node)",
    ),
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
    "x 2f": (
        fields.specifications,
        """
def f(x):
    return f"{x:,}"
""",
        "{x:,}",
        "{x:,.2f}",
    ),
    "x 2": (
        fields.specifications,
        """
def f(x):
    return f"{x:.2f}"
""",
        "{x:.2f}",
        "{x:.2%}",
    ),
    "x 2f again": (
        fields.specifications,
        """
def f(x):
    return f"{x:.2f}"
""",
        "{x:.2f}",
        "{x:,.2f}",
    ),
    "return dict a self a b self b": (
        forgotten_fields.listed,
        """
class P:
    def __init__(self, a, b, c):
        self.a = a
        self.b = b
        self.c = c
    def f(self, data):
        return dict(a=self.a, b=self.b)
""",
        "return dict(a=self.a, b=self.b)",
        "return dict(a=self.a, b=self.b, c=self.c)",
    ),
    "return type self self a self": (
        forgotten_fields.listed,
        """
class P:
    def __init__(self, a, b, c):
        self.a = a
        self.b = b
        self.c = c
    def f(self, data):
        return type(self)(self.a, self.b)
""",
        "return type(self)(self.a, self.b)",
        "return type(self)(self.a, self.b, c=self.c)",
    ),
    "return f P a self a b self": (
        forgotten_fields.listed,
        """
class P:
    def __init__(self, a, b, c):
        self.a = a
        self.b = b
        self.c = c
    def f(self, data):
        return f"P(a={self.a}, b={self.b})"
""",
        'return f"P(a={self.a}, b={self.b})"',
        'return f"P(a={self.a}, b={self.b}, c={self.c})"',
    ),
    "return max 0 sum x for x in x": (
        grouping.behind_sums,
        """
def f(xs):
    return sum(max(0, x) for x in xs)
""",
        "return sum(max(0, x) for x in xs)",
        "return max(0, sum(x for x in xs))",
    ),
    "t 32 5 9": (
        grouping.regrouped,
        """
def f(t):
    return t - 32 * 5 / 9
""",
        "t - 32 * 5 / 9",
        "(t - 32) * 5 / 9",
    ),
}


@pytest.mark.parametrize(("family", "code", "broken", "right"), CASES.values(), ids=CASES)
def test_the_right_text_is_among_what_the_family_proposes(family: Propose, code: str, broken: str, right: str) -> None:
    assert_proposed(family, code, broken, right)
