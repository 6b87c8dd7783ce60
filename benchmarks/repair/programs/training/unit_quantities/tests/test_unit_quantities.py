import pytest
from unit_quantities import Quantity, UnitError, total

Q = Quantity


def test_parse():
    q = Q.parse(" 12 cm ")
    assert (q.amount, q.unit, q.base) == (12, "cm", 120)


def test_unknown_unit():
    with pytest.raises(UnitError):
        Q(1, "furlong")


def test_equal_across_units():
    assert Q(1, "km") == Q(1000, "m")


def test_not_equal_same_amount():
    assert Q(5, "m") != Q(5, "km")


def test_set_merges_equal():
    assert len({Q(1, "kg"), Q(1000, "g"), Q(2, "kg")}) == 2


def test_dimensions_differ():
    assert Q(1, "g") != Q(1, "mm")


def test_order():
    assert Q(3, "m") < Q(1, "km")
    with pytest.raises(UnitError):
        Q(3, "m") < Q(1, "kg")


def test_add_uses_small_unit():
    s = Q(1, "m") + Q(5, "cm")
    assert (s.amount, s.unit) == (105, "cm")


def test_tidy():
    t = Q(3000, "mm").tidy()
    assert (t.amount, t.unit) == (3, "m")


def test_total():
    assert total([Q(1, "g"), Q(1, "kg")]).amount == 1001
    assert total([]) is None
