import pytest

from menus import cost, parse, price


def test_parse():
    assert parse("2 x soup") == (2, "soup")


def test_parse_one():
    assert parse(" Soup ") == (1, "soup")


def test_parse_upper_case():
    assert parse("3 x Salad ") == (3, "salad")


def test_cost():
    assert cost(["2 x soup", "cake"]) == 980


def test_cost_of_mixed():
    assert cost(["1 x CAKE", "1 x  soup"]) == 630


def test_unknown():
    with pytest.raises(KeyError):
        cost(["2 x stew"])


def test_price():
    assert price("Cake ") == 280
