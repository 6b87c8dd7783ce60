import pytest
from unit_quantities import Quantity, UnitError, total

Q = Quantity


@pytest.mark.parametrize("a,b", [("10 mm", "1 cm"), ("1 t", "1000 kg"), ("0 g", "0 t")])
def test_equal_and_hash(a, b):
    a, b = Q.parse(a), Q.parse(b)
    assert a == b
    assert hash(a) == hash(b)


@pytest.mark.parametrize("a,b", [("10 mm", "10 cm"), ("1 t", "1 kg")])
def test_unequal(a, b):
    assert Q.parse(a) != Q.parse(b)
    assert len({Q.parse(a), Q.parse(b)}) == 2


def test_dict_lookup():
    d = {Q(2, "km"): "far"}
    assert d[Q(2000, "m")] == "far"
    assert Q(2, "m") not in d


def test_le():
    assert Q(1000, "mm") <= Q(1, "m")
    assert Q(1000, "mm") >= Q(1, "m")
    assert not Q(1000, "mm") <= Q(1, "cm")


def test_other_types():
    assert Q(1, "m") != 1
    assert Q(0, "m") != Q(0, "g")


def test_convert():
    assert Q(1999, "g").to("kg").amount == 1
    with pytest.raises(UnitError):
        Q(1, "g").to("m")


def test_tidy_equals():
    q = Q(12340, "mm")
    assert q.tidy() == q
    assert q.tidy().unit == "cm"


def test_total_equals():
    assert total([Q(50, "cm"), Q(50, "cm")]) == Q(1, "m")
