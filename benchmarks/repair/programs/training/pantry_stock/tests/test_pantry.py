from collections import Counter

import pytest

from pantry import cook, need, parse, portions, to_buy

BREAD = {"flour": 500, "yeast": 1}
CAKE = {"flour": 200, "egg": 3}


def test_parse():
    assert parse(["Flour 500", "olive oil 2", "flour 100"]) == {"flour": 600, "olive oil": 2}


def test_need_of_one():
    assert need([BREAD]) == BREAD


def test_need_of_two():
    assert need([BREAD, CAKE]) == {"flour": 700, "yeast": 1, "egg": 3}


def test_to_buy():
    assert to_buy(Counter(flour=600), [BREAD, CAKE]) == [("flour", 100), ("egg", 3), ("yeast", 1)]


def test_nothing_to_buy():
    assert to_buy(Counter(flour=600, yeast=2), [BREAD]) == []


def test_cook():
    assert cook(Counter(flour=500, yeast=2), BREAD) == {"yeast": 1}


def test_cook_without():
    with pytest.raises(ValueError, match="egg, flour"):
        cook(Counter(yeast=1), CAKE)


def test_portions():
    assert portions(Counter(flour=900, egg=7), CAKE) == 2
