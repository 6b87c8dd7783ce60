from fractions import Fraction

import pytest
from rate_graph import NoRate, RateGraph


@pytest.fixture
def graph():
    g = RateGraph()
    g.load("EUR USD 1.25\nUSD JPY 140 # big\n\nGBP EUR 1.2")
    return g


def test_direct(graph):
    assert graph.rate("EUR", "USD") == Fraction(5, 4)


def test_inverse(graph):
    assert graph.rate("USD", "EUR") == Fraction(4, 5)


def test_chain(graph):
    assert graph.path("GBP", "JPY") == ["GBP", "EUR", "USD", "JPY"]
    assert graph.rate("GBP", "JPY") == 210


def test_backward_chain(graph):
    assert graph.convert(21000, "JPY", "GBP") == 100


def test_same(graph):
    assert graph.rate("EUR", "EUR") == 1


def test_rounding(graph):
    assert graph.convert(1, "EUR", "USD") == 1
    assert graph.convert(2, "EUR", "USD") == 3


def test_unknown(graph):
    with pytest.raises(NoRate):
        graph.rate("EUR", "XXX")


def test_bad_input(graph):
    for bad in ("EUR USD", "EUR USD -1", "EUR EUR 1"):
        with pytest.raises(ValueError):
            graph.load(bad)


def test_currencies(graph):
    assert graph.currencies == ["EUR", "GBP", "JPY", "USD"]
