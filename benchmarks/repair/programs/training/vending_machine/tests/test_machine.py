import pytest

from vending import Machine, SaleError


@pytest.fixture
def machine():
    machine = Machine({20: 2, 10: 1})
    machine.fill("A1", "tea", 120, 2)
    machine.fill("A2", "nuts", 165, 1)
    return machine


def test_sale(machine):
    machine.insert(100)
    machine.insert(20)
    assert machine.choose("A1") == ("tea", [])
    assert machine.box.total == 170


def test_change(machine):
    machine.insert(100)
    machine.insert(50)
    assert machine.choose("A1") == ("tea", [20, 10])
    assert machine.credit == 0
    assert machine.stock() == {"tea": 1, "nuts": 1}


def test_too_little(machine):
    machine.insert(100)
    with pytest.raises(SaleError, match="20 missing"):
        machine.choose("A1")
    assert machine.cancel() == [100]


def test_no_change(machine):
    machine.insert(200)
    with pytest.raises(SaleError, match="exact money"):
        machine.choose("A2")
    assert machine.stock()["nuts"] == 1


def test_money_back_after_no_change(machine):
    machine.insert(100)
    machine.insert(100)
    with pytest.raises(SaleError):
        machine.choose("A2")
    assert machine.credit == 200
    assert machine.cancel() == [100, 100]
    assert machine.box.total == 50


def test_another_choice(machine):
    machine.insert(100)
    machine.insert(50)
    machine.insert(20)
    with pytest.raises(SaleError):
        machine.choose("A2")
    assert machine.choose("A1") == ("tea", [50])


def test_sold_out(machine):
    machine.fill("A3", "gum", 50, 0)
    machine.insert(50)
    with pytest.raises(SaleError, match="sold out"):
        machine.choose("A3")
    machine.fill("A3", "gum", 50, 3)
    assert machine.choose("A3") == ("gum", [])


def test_unknown_slot(machine):
    with pytest.raises(SaleError):
        machine.choose("Z9")
