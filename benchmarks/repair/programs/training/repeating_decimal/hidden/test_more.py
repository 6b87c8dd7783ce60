from repeating_decimal import expand, to_decimal


def test_ninths():
    assert to_decimal(5, 9) == "0.(5)"


def test_eleventh():
    assert to_decimal(-1, 11) == "-0.(09)"


def test_long_lead():
    assert to_decimal(1, 24) == "0.041(6)"


def test_place():
    assert expand(7, 12) == ("583", 2)


def test_finite():
    assert to_decimal(-9, -16) == "0.5625"
