"""Terms that a value lacks, and checks before a call that would be refused."""

from testfix_pipeline.repair.languages.python.edits import factors
from testfix_pipeline_tests.repair.sources import shape, texts

SHOP = """
RATES = {"food": 7}

class Line:
    def __init__(self, kind, pieces, cents):
        self.kind, self.pieces, self.cents = kind, pieces, cents

class Basket:
    def __init__(self, prices):
        self.prices, self.lines = prices, []
    def price(self, name):
        return self.prices[name]
    def total(self):
        return sum(line.cents for line in self.lines)
    def cost(self, name, pieces):
        total = 0
        total += pieces
        return total
    def pay(self, name):
        return self.change(self.credit)
    def change(self, cents):
        return cents
    def tax(self, kind):
        return RATES[kind]
"""


def test_another_field_of_the_same_object_is_a_factor_or_summand() -> None:
    found = texts(factors.terms, SHOP)
    wanted = SHOP.replace("sum(line.cents for", "sum(line.cents * line.pieces for")
    assert shape(wanted) in found
    assert shape(wanted.replace(" * ", " - ")) in found
    assert found[shape(wanted)].prior > found[shape(wanted.replace(" * ", " - "))].prior


def test_what_a_table_holds_for_a_name_is_a_factor_under_the_names_it_is_asked_for_first() -> None:
    found = texts(factors.terms, SHOP)
    by_name = shape(SHOP.replace("total += pieces", "total += pieces * self.prices[name]"))
    by_pieces = shape(SHOP.replace("total += pieces", "total += pieces * self.prices[pieces]"))
    assert found[by_name].prior > found[by_pieces].prior
    assert not any("self.prices[name] * self.prices" in text for text in found)
    assert shape(SHOP.replace("change(self.credit)", "change(self.credit - self.prices[name])")) in found


SHARES = """
def share(part, whole):
    return part / whole

def seconds(minutes):
    return round(sum(one.length for one in minutes))
"""


TREE = """
class Folder:
    def __init__(self):
        self.inner = {}
    def add(self, name, size=0):
        if name in self.inner:
            raise ValueError(name)
        self.inner[name] = size

def merged(target, source):
    for one, size in source.inner.items():
        target.add(one, size)
    return target

def copied(source):
    found = Folder()
    for one in source.inner:
        found.add(name=one)
    return found
"""
