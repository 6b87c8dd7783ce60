from signed_money import show, total


def test_less_than_one():
    assert show(-5) == "-€0.05"


def test_thousands():
    assert show(-1_234_01, "USD") == "-$1,234.01"


def test_one_cent_short():
    assert show(-99_99, accounting=True) == "(€99.99)"


def test_negative_total():
    assert total([-1_20, -2_20], "GBP") == "2 items: -£3.40"


def test_positive_kept():
    assert show(3_07) == "€3.07"
    assert total([]) == "0 items: €0.00"
