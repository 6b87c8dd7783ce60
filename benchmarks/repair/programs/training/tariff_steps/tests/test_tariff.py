import pytest

from tariff import bill, cost


def test_nothing():
    assert cost(0) == 0


def test_first_block():
    assert cost(4) == 400


def test_whole_first_block():
    assert cost(10) == 1000


def test_second_block():
    assert cost(15) == 1750


def test_all_blocks():
    assert cost(65) == 1000 + 3000 + 7500 + 2000


def test_below_zero():
    with pytest.raises(ValueError):
        cost(-1)


def test_bill():
    assert bill("Ada", 10, 14) == "Ada: 4 units, 4.00"


def test_meter_goes_round():
    assert bill("Ada", 99998, 3) == "Ada: 5 units, 5.00"
