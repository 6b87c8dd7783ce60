"""What families of edits for what was forgotten or confused do not propose, or hardly, and how they tell."""

import pytest

from testfix_pipeline.repair.languages.python.edits import donors, names, shared
from testfix_pipeline_tests.repair.sources import Propose, family, shape, texts


def test_a_variable_beside_itself_is_hardly_meant() -> None:
    found = texts(names.variables, "def f(a, b, c):\n    return g(a, b)")
    kinds = {text.splitlines()[-1].strip(): edit.kind for text, edit in found.items()}
    assert (kinds["return g(b, b)"], kinds["return g(c, b)"]) == ("variable.twice", "variable")


LOTS = """
class Store:
    def __init__(self):
        self.lots = {}
    def receive(self, sku, lot):
        self.lots[sku].append(lot)
        self.lots[sku].sort(key=lambda one: one.day)
    def put(self, sku, lots):
        self.lots[sku].extend(lots)
    def value(self, sku):
        return sum(one.cost for one in self.lots[sku])
"""


@pytest.mark.parametrize("family", [shared.habits, donors.statements])
def test_names_that_a_lambda_binds_itself_mean_something_anywhere(family: Propose) -> None:
    put = "        self.lots[sku].extend(lots)\n"
    sort = "        self.lots[sku].sort(key=lambda one: one.day)\n"
    found = texts(family, LOTS)
    assert shape(LOTS.replace(put, put + sort)) in found
    assert not any("lambda lots" in text or "lambda sku" in text for text in found)


def test_what_follows_a_change_of_the_same_thing_is_a_likelier_habit() -> None:
    put = "        self.lots[sku].extend(lots)\n"
    sort = "        self.lots[sku].sort(key=lambda one: one.day)\n"
    behind, before = (
        texts(shared.habits, LOTS)[shape(LOTS.replace(put, text))].prior for text in (put + sort, sort + put)
    )
    assert behind > 2 * before


READING = """
def total(rows):
    return sum(int(row.size) for row in rows if row.kind.lower() == "file")
def largest(rows):
    return max(row.size for row in rows if row.kind == "file")
"""


def test_conditions_are_hardly_ever_added_up() -> None:
    flag = texts(family("augmented"), "def f(x):\n    found = x.a\n    found = x.b is None\n    return found")
    counted = texts(family("augmented"), "def f(x):\n    found = 0\n    found = x.b is None\n    return found")
    assert max(edit.prior for text, edit in flag.items() if "found += x.b is None" in text) < 0.1
    assert max(edit.prior for text, edit in counted.items() if "found += x.b is None" in text) > 0.5
