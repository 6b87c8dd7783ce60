import pytest

from cell_formulas import CircularReference, Sheet


def chain(length):
    s = Sheet()
    s.set("A1", 1)
    for i in range(2, length + 1):
        s.set(f"A{i}", f"=A{i - 1}+1")
    return s


def test_long_chain():
    s = chain(6)
    assert s.get("A6") == 6
    s.set("A1", 11)
    assert s.get("A6") == 16
    assert s.get("A4") == 14


def test_change_in_the_middle():
    s = chain(5)
    assert s.get("A5") == 5
    s.set("A2", 100)
    assert s.get("A5") == 103
    assert s.get("A1") == 1


def test_two_levels_by_clear():
    s = chain(3)
    assert s.get("A3") == 3
    s.clear("A1")
    assert s.get("A3") == 2


def test_range_users():
    s = Sheet()
    s.set("A1", 1)
    s.set("A2", "=A1*2")
    s.set("B1", "=SUM(A1:A2)")
    s.set("C1", "=B1*10")
    assert s.get("C1") == 30
    s.set("A1", 2)
    assert s.get("C1") == 60
    assert s.get("B1") == 6


def test_diamond():
    s = Sheet()
    s.set("A1", 1)
    s.set("B1", "=A1+1")
    s.set("B2", "=A1+2")
    s.set("C1", "=B1*B2")
    s.set("D1", "=C1")
    assert s.get("D1") == 6
    s.set("A1", 2)
    assert s.get("D1") == 12


def test_change_before_anything_is_computed():
    s = chain(4)
    s.set("A1", 5)
    assert s.get("A4") == 8


def test_replaced_formula_lets_go():
    s = chain(3)
    assert s.get("A3") == 3
    s.set("A2", 7)
    s.set("A1", 50)
    assert s.get("A2") == 7
    assert s.get("A3") == 8


def test_number_to_formula():
    s = Sheet()
    s.set("A1", 1)
    s.set("B1", "=A1")
    s.set("C1", "=B1")
    assert s.get("C1") == 1
    s.set("D1", 9)
    s.set("A1", "=D1")
    assert s.get("C1") == 9
    s.set("D1", 4)
    assert s.get("C1") == 4


def test_long_circle():
    s = chain(5)
    with pytest.raises(CircularReference):
        s.set("A1", "=A5")
    assert s.get("A5") == 5


def test_partly_computed():
    s = chain(4)
    assert s.get("A2") == 2
    s.set("A1", 2)
    assert s.get("A4") == 5


def test_unrelated_stays():
    s = chain(2)
    s.set("B1", 4)
    s.set("B2", "=B1/2")
    assert s.get("B2") == 2
    s.set("A1", 3)
    assert s.get("B2") == 2
